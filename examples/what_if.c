/* SPDX-License-Identifier: MIT */
/* Exact what-if: an index holds the agents that have their trajectories, and a candidate is asked
 * about before it is put in. doc/solver-authors.md explains it.
 *
 *     cc what_if.c $(pkg-config --cflags --libs graze) -lm -o what_if && ./what_if
 */
#include <graze.h>
#include <stdio.h>

enum { OTHERS = 3 };

static bool tell(void *context, const graze_index_pair *pair)
{
    const char *const *names = context;
    printf("motion %zu meets motion %zu of %s\n", pair->motion_a, pair->motion_b,
           names[pair->agent_b]);
    return true; /* false ends the question */
}

/* Says what a candidate meets; does nothing but that. */
static graze_status ask(const graze_index *index, const char *const *names,
                        const graze_body *body, const graze_trajectory *candidate, bool *conflict)
{
    return graze_index_conflicts(index, body, candidate, GRAZE_INDEX_NOBODY, 0, tell,
                                 (void *)names, conflict);
}

int main(void)
{
    static const char *const names[OTHERS] = {"ant", "bee", "cat"};
    const graze_vector ways[OTHERS][2] = {
        {{0, 0, 0}, {10, 0, 0}}, {{5, -5, 0}, {5, 5, 0}}, {{0, 3, 0}, {10, 3, 0}}};
    const double times[3] = {0, 5, 9};
    const graze_vector rows[3] = {{8, -4, 0}, {8, 1, 0}, {8, 5, 0}};
    const graze_body disc = {.radius = 0.5}, bodies[OTHERS] = {disc, disc, disc};
    graze_motion moves[OTHERS], path[3];
    graze_trajectory others[OTHERS], candidate = {.motions = path, .count = 0};
    graze_index *index = NULL;
    bool conflict = false, earlier = true;
    for (int i = 0; i < OTHERS; i++) {
        if (graze_motion_waypoint(ways[i][0], ways[i][1], 0, 10, &moves[i]) != GRAZE_OK)
            return 1;
        others[i] = (graze_trajectory){.motions = &moves[i], .count = 1};
    }
    if (graze_index_new(bodies, others, OTHERS, NULL, NULL, &index) != GRAZE_OK ||
        graze_trajectory_from_waypoints(3, times, rows, GRAZE_VANISH, path, &candidate.count,
                                        NULL) != GRAZE_OK ||
        ask(index, names, &disc, &candidate, &conflict) != GRAZE_OK)
        return 1;
    printf("as it is: %s\n", conflict ? "in conflict" : "free");

    /* The same two seconds earlier, of which only yes or no is wanted. */
    for (size_t i = 0; i < candidate.count; i++)
        if (graze_motion_delay(&path[i], -2, &path[i]) != GRAZE_OK)
            return 1;
    if (graze_index_conflicts(index, &disc, &candidate, GRAZE_INDEX_NOBODY, 0, NULL, NULL,
                              &earlier) != GRAZE_OK)
        return 1;
    printf("two seconds earlier: %s\n", earlier ? "in conflict" : "free");
    graze_index_free(index);
    return 0;
}
