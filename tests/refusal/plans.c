/* SPDX-License-Identifier: MIT */
#include "refusal/plans.h"

#include "refusal/answers.h"
#include "refusal/refusal.h"

enum { PLACES = 9, BEHIND = 2, EDGES = 44 };

/* Edges both ways. */
static graze_status map_of(uint32_t places, const graze_point *at, size_t count,
                           const graze_edge *edges, graze_roadmap *made)
{
    graze_edge both[EDGES];
    for (size_t i = 0; i < count; i++) {
        both[2 * i] = edges[i];
        both[2 * i + 1] = (graze_edge){edges[i].to, edges[i].from};
    }
    return graze_roadmap_from_edges(places, at, 2 * count, both, NULL, made, NULL);
}

graze_status plans_alcove(double length, graze_roadmap *made)
{
    const graze_point at[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {length, 2}};
    static const graze_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}};
    return map_of(6, at, 5, edges, made);
}

static graze_status field_of(bool dense, graze_roadmap *made)
{
    graze_point at[PLACES + BEHIND] = {[PLACES] = {1, -1}, {-1, 1}};
    graze_edge edges[EDGES / 2];
    size_t count = 0;
    for (uint32_t v = 0; v < PLACES; v++) {
        at[v] = (graze_point){v % 3, v / 3};
        if (v % 3 < 2)
            edges[count++] = (graze_edge){v, v + 1};
        if (v < 6)
            edges[count++] = (graze_edge){v, v + 3};
        if (dense && v < 6 && v % 3 < 2)
            edges[count++] = (graze_edge){v, v + 4};
        if (dense && v < 6 && v % 3 > 0)
            edges[count++] = (graze_edge){v, v + 2};
    }
    for (uint32_t v = PLACES; dense && v < PLACES + BEHIND; v++)
        edges[count++] = (graze_edge){4, v};
    return map_of(dense ? PLACES + BEHIND : PLACES, at, count, edges, made);
}

graze_status plans_field(graze_roadmap *made)
{
    return field_of(false, made);
}

graze_status plans_dense_field(graze_roadmap *made)
{
    return field_of(true, made);
}

graze_status plans_crossing(graze_roadmap *made)
{
    static const graze_point at[] = {{-1, 0}, {0, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const graze_edge edges[] = {{0, 1}, {1, 2}, {1, 3}, {1, 4}};
    return map_of(5, at, 4, edges, made);
}

void plans_add(graze_solution *solution)
{
    answers_add_bits(solution->outcome);
    answers_add(solution->sum_of_costs);
    graze_solution_free(solution, &refusal_allocator);
}

graze_status plans_solve(graze_roadmap *map, const graze_task *tasks, size_t count,
                         const graze_solve_options *options)
{
    const graze_problem problem = {map, tasks, count, 0};
    graze_solution solution;
    graze_status status = graze_solve(&problem, options, &refusal_allocator, &solution);
    if (status == GRAZE_OK)
        plans_add(&solution);
    graze_roadmap_free(map, NULL);
    return status;
}
