/* SPDX-License-Identifier: MIT */
/* Safe-interval path planning: one agent round others that keep their trajectories, on a lattice
 * of times. doc/solver-authors.md explains it; graze_plan_among finds the same arrival.
 *
 *     cc sipp.c $(pkg-config --cflags --libs graze) -lm -o sipp && ./sipp
 */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 256, STATES = 2048 };

typedef struct question {
    const graze_roadmap *roads;
    const graze_task *task;
    const graze_index *others;
    double tolerance;
    graze_lattice lattice;
} question;

/* Standing at a vertex in a safe interval of it, from the earliest known time on. */
typedef struct state {
    uint32_t vertex;
    graze_closed_interval safe;
    double time;
    bool done;
} state;

/* When the agent can stand at a vertex; an error counts as never. */
static size_t safe_at(const question *q, uint32_t vertex, graze_closed_interval safe[ROOM])
{
    const graze_body body = {.radius = q->task->radius};
    const graze_vector place = {q->roads->places[vertex].x, q->roads->places[vertex].y, 0};
    graze_interval scratch[ROOM];
    size_t count = 0;
    graze_index_safe_intervals(q->others, &body, place, GRAZE_INDEX_NOBODY,
                               (graze_closed_interval){0, INFINITY}, q->tolerance, scratch, ROOM,
                               safe, ROOM, &count);
    return count;
}

static size_t reach(state *states, size_t count, state next)
{
    for (size_t k = 0; k < count; k++)
        if (states[k].vertex == next.vertex && states[k].safe.first == next.safe.first) {
            if (next.time < states[k].time)
                states[k] = next;
            return count;
        }
    if (count < STATES)
        states[count++] = next;
    return count;
}

/* The moves from a state: each starts as early as it may, for every safe interval at its end. */
static size_t expand(const question *q, state *states, size_t count, state from)
{
    const graze_body body = {.radius = q->task->radius};
    const graze_point a = q->roads->places[from.vertex];
    for (size_t e = q->roads->first[from.vertex]; e < q->roads->first[from.vertex + 1]; e++) {
        const graze_point b = q->roads->places[q->roads->targets[e]];
        graze_closed_interval safe[ROOM];
        graze_interval starts[ROOM];
        graze_motion move;
        double duration, start;
        size_t blocked = 0, gaps = safe_at(q, q->roads->targets[e], safe);
        graze_lattice_duration(&q->lattice, a, b, q->task->speed, &duration);
        graze_motion_waypoint((graze_vector){a.x, a.y, 0}, (graze_vector){b.x, b.y, 0}, 0, duration,
                              &move);
        if (graze_index_unsafe_starts(q->others, &body, &move, GRAZE_INDEX_NOBODY,
                                      (graze_closed_interval){from.time, from.safe.last},
                                      q->tolerance, NULL, starts, ROOM, &blocked) != GRAZE_OK)
            continue;
        for (size_t i = 0; i < gaps; i++) {
            graze_lattice_earliest_safe(&q->lattice, starts, blocked,
                                        fmax(from.time, safe[i].first - duration), &start);
            if (start <= from.safe.last && start + duration <= safe[i].last)
                count = reach(states, count, (state){q->roads->targets[e], safe[i],
                                                     start + duration, false});
        }
    }
    return count;
}

/* The earliest final arrival [s]; infinity when there is none. */
static double sipp_arrival(const graze_roadmap *roads, const graze_task *task,
                           const graze_index *others, double tolerance)
{
    static state states[STATES];
    question q = {roads, task, others, tolerance, {0, 1}};
    graze_closed_interval safe[ROOM];
    size_t count = 0;
    if (graze_lattice_for_roadmap(roads, task->speed, &q.lattice) == GRAZE_OK &&
        safe_at(&q, task->start, safe) > 0 && safe[0].first == 0)
        states[count++] = (state){task->start, safe[0], 0, false};
    for (;;) {
        state *next = NULL;
        for (size_t k = 0; k < count; k++)
            if (!states[k].done && (next == NULL || states[k].time < next->time))
                next = &states[k];
        if (next == NULL)
            return INFINITY;
        if (next->vertex == task->goal && next->safe.last == INFINITY)
            return next->time;
        next->done = true;
        count = expand(&q, states, count, *next);
    }
}

/* A crossroads: the agent goes east while another comes from the north. */
int main(void)
{
    const graze_point places[] = {{0, 0}, {3, 0}, {6, 0}};
    const graze_edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}};
    const graze_task task = {0.5, 1, 0, 2, NULL};
    const graze_body body = {.radius = 0.5};
    graze_motion crossing;
    graze_roadmap roads;
    graze_index *others = NULL;
    graze_solution solution;
    if (graze_roadmap_from_edges(3, places, 4, edges, NULL, &roads, NULL) != GRAZE_OK ||
        graze_motion_waypoint((graze_vector){4, 4, 0}, (graze_vector){4, -4, 0}, 0, 8, &crossing) !=
            GRAZE_OK ||
        graze_index_new(&body, &(graze_trajectory){&crossing, 1}, 1, NULL, NULL, &others) !=
            GRAZE_OK ||
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
