/* SPDX-License-Identifier: MIT */
/* One agent round others that keep their trajectories: the search is in sipp.h, and what the others
 * leave free is asked of an index. doc/solver-authors.md explains it; graze_plan_among finds the
 * same arrival.
 *
 *     cc sipp.c $(pkg-config --cflags --libs graze) -lm -o sipp && ./sipp
 */
#include <stdio.h>

#include "sipp.h"

typedef struct crowd {
    graze_body body; /* of the agent that asks */
    const graze_index *index;
    double tolerance;
} crowd;

/* When the agent can be at a vertex; an error counts as never. */
static size_t safe_at(const void *context, uint32_t vertex, graze_vector place,
                      graze_closed_interval *safe)
{
    const crowd *o = context;
    graze_interval scratch[SIPP_LIST];
    size_t count = 0;
    (void)vertex;
    graze_index_safe_intervals(o->index, &o->body, place, GRAZE_INDEX_NOBODY,
                               (graze_closed_interval){0, INFINITY}, o->tolerance, scratch,
                               SIPP_LIST, safe, SIPP_LIST, &count);
    return count;
}

/* The starts of a move within a window that are unsafe; an error counts as always. */
static size_t unsafe_starts(const void *context, size_t edge, const graze_motion *move,
                            graze_closed_interval window, graze_interval *starts)
{
    const crowd *o = context;
    size_t count = 0;
    (void)edge;
    if (graze_index_unsafe_starts(o->index, &o->body, move, GRAZE_INDEX_NOBODY, window,
                                  o->tolerance, NULL, starts, SIPP_LIST, &count) == GRAZE_OK)
        return count;
    starts[0] = (graze_interval){-INFINITY, INFINITY};
    return 1;
}

/* The earliest final arrival [s]; infinity when there is none. */
static double sipp_arrival(const graze_roadmap *roads, const graze_task *task,
                           const graze_index *index, double tolerance)
{
    const crowd context = {{.radius = task->radius}, index, tolerance};
    graze_lattice lattice;
    const sipp_world world = {roads, &lattice, task->speed, safe_at, unsafe_starts, &context};
    sipp_move moves[SIPP_MOVES];
    size_t count;
    if (graze_lattice_for_roadmap(roads, task->speed, &lattice) != GRAZE_OK)
        return INFINITY;
    return sipp_search(&world, task->start, task->goal, moves, &count);
}

/* A crossroads: the agent goes east while another comes from the north. */
int main(void)
{
    const graze_point places[] = {{0, 0}, {3, 0}, {6, 0}};
    const graze_edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}};
    const graze_task task = {.radius = 0.5, .speed = 1, .start = 0, .goal = 2};
    const graze_body body = {.radius = 0.5};
    graze_motion crossing;
    graze_roadmap roads;
    graze_index *others = NULL;
    graze_solution solution;
    if (graze_roadmap_from_edges(3, places, 4, edges, NULL, &roads, NULL) != GRAZE_OK ||
        graze_motion_waypoint((graze_vector){4, 4, 0}, (graze_vector){4, -4, 0}, 0, 8, &crossing) !=
            GRAZE_OK ||
        graze_index_new(&body, &(graze_trajectory){.motions = &crossing, .count = 1}, 1, NULL, NULL,
                        &others) != GRAZE_OK ||
        graze_plan_among(&roads, &task, others, 0, NULL, &solution) != GRAZE_OK)
        return 1;
    const double arrival = sipp_arrival(&roads, &task, others, 0);
    const double wanted = solution.makespan;
    printf("sipp: %.12g s, graze_plan_among: %.12g s\n", arrival, wanted);
    graze_solution_free(&solution, NULL);
    graze_index_free(others);
    graze_roadmap_free(&roads, NULL);
    return arrival == wanted ? 0 : 1;
}
