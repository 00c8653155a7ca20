/* SPDX-License-Identifier: MIT */
/* Conflict-based search in continuous time on the public headers of Graze alone: the cheapest
 * plan for discs on a roadmap. doc/solver-authors.md explains it; graze_solve finds the same
 * cost sooner.
 *
 *     cc ccbs.c $(pkg-config --cflags --libs graze) -lm -o ccbs && ./ccbs
 */
#include <stdio.h>
#include <stdlib.h>

#include "sipp.h"

enum { AGENTS = 8 };

/* What an agent must not do, and all rules before it. */
typedef struct rule {
    const struct rule *before;
    size_t agent, place; /* an edge or a vertex */
    bool of_edge;
    graze_interval when; /* starts along the edge, or times at the vertex */
} rule;

typedef struct route {
    sipp_move moves[SIPP_MOVES];
    size_t count;
    double arrival;
} route;

/* A node of the constraint tree. */
typedef struct node {
    rule last;
    route routes[AGENTS];
    double cost; /* infinite: no routes, or expanded already */
} node;

typedef struct search {
    const graze_problem *problem;
    graze_lattice lattice;
    node *nodes;
    size_t count;
} search;

/* ---- one agent under rules -------------------------------------------------------------- */

/* The times that rules forbid their last agent at a place, in normal form. */
static size_t forbidden(const rule *rules, bool of_edge, size_t place, graze_interval *list)
{
    size_t count = 0;
    for (const rule *r = rules; r != NULL; r = r->before)
        if (r->agent == rules->agent && r->of_edge == of_edge && r->place == place &&
            count < SIPP_LIST - 1)
            list[count++] = r->when;
    graze_intervals_normalise(list, &count);
    return count;
}

static size_t safe_at(const void *rules, uint32_t vertex, graze_vector place,
                      graze_closed_interval *safe)
{
    (void)place;
    graze_interval list[SIPP_LIST];
    size_t count = forbidden(rules, false, vertex, list), found = 0;
    graze_intervals_complement(list, count, (graze_closed_interval){0, INFINITY}, safe, SIPP_LIST,
                               &found);
    return found;
}

static size_t unsafe_starts(const void *rules, size_t edge, const graze_motion *move,
                            graze_closed_interval window, graze_interval *starts)
{
    (void)move, (void)window;
    return forbidden(rules, true, edge, starts);
}

/* Adds a rule to a node, and gives its agent the fastest route. */
static void plan(const search *s, node *of, rule added)
{
    const graze_task *task = &s->problem->tasks[added.agent];
    const sipp_world world = {s->problem->roadmap, &s->lattice, task->speed, safe_at,
                              unsafe_starts,       &of->last};
    route *own = &of->routes[added.agent];
    of->last = added;
    of->cost -= own->arrival;
    own->arrival = sipp_search(&world, task->start, task->goal, own->moves, &own->count);
    of->cost += own->arrival;
}

/* ---- many agents: the tree of constraints ----------------------------------------------- */

/* Action k of a route, a stay for even k and else a move: its motion, and its place as a rule has
 * it. The last action is an endless stay. */
static rule action(const search *s, const node *of, size_t agent, size_t k, graze_motion *motion)
{
    const graze_roadmap *roads = s->problem->roadmap;
    const route *way = &of->routes[agent];
    const sipp_move *move = &way->moves[k / 2], *before = k < 2 ? NULL : move - 1;
    const bool moves = k % 2 == 1, last = k / 2 == way->count;
    const uint32_t from =
        before == NULL ? s->problem->tasks[agent].start : roads->targets[before->edge];
    const uint32_t to = moves ? roads->targets[move->edge] : from;
    const double start = moves ? move->start : before == NULL ? 0 : before->end;
    const double end = moves ? move->end : last ? INFINITY : move->start;
    graze_motion_waypoint(sipp_place(roads, from), sipp_place(roads, to), start, end, motion);
    return (rule){&of->last, agent, moves ? move->edge : from, moves, {start, end}};
}

/* Makes the children of a node for the first conflict of two agents; false: they have none. */
static bool split(const search *s, const node *of, size_t a, size_t b, node children[2])
{
    const graze_body bodies[2] = {{.radius = s->problem->tasks[a].radius},
                                  {.radius = s->problem->tasks[b].radius}};
    graze_constraint constraints[2];
    bool conflict = false;
    for (size_t i = 0, j = 0; i <= 2 * of->routes[a].count && j <= 2 * of->routes[b].count;) {
        graze_motion x, y;
        rule of_a = action(s, of, a, i, &x), of_b = action(s, of, b, j, &y);
        graze_conflict_split(&s->lattice, &bodies[0], &x, &bodies[1], &y, s->problem->tolerance,
                             GRAZE_SPLIT_PLAIN, NULL, constraints, &conflict);
        if (conflict) {
            of_a.when = constraints[0].when;
            of_b.when = constraints[1].when;
            children[0] = children[1] = *of;
            plan(s, &children[0], of_a);
            plan(s, &children[1], of_b);
            return true;
        }
        if (of_a.when.upper <= of_b.when.upper)
            i++;
        else
            j++;
    }
    return false;
}

/* Adds the children for that conflict of a node whose children cost most; false: it has none. */
static bool expand(search *s, node *of)
{
    double most = -1;
    node children[2];
    for (size_t a = 0; a < s->problem->task_count; a++)
        for (size_t b = a + 1; b < s->problem->task_count; b++) {
            if (!split(s, of, a, b, children))
                continue;
            const double least = fmin(children[0].cost, children[1].cost);
            for (size_t k = 0; k < 2 && least > most; k++)
                s->nodes[s->count + k] = children[k];
            most = fmax(most, least);
        }
    s->count += most < 0 ? 0 : 2;
    return most >= 0;
}

static node *cheapest(const search *s)
{
    node *best = &s->nodes[0];
    for (size_t i = 1; i < s->count; i++)
        if (s->nodes[i].cost < best->cost)
            best = &s->nodes[i];
    return best;
}

/* The least sum of arrival times [s] of a problem of at most AGENTS agents; infinity when there is
 * no plan, or when it takes more than so many nodes. */
static double ccbs_cost(const graze_problem *problem, size_t limit)
{
    search s = {.problem = problem, .nodes = calloc(limit + 2, sizeof *s.nodes), .count = 1};
    double slowest = INFINITY, cost = INFINITY;
    if (s.nodes == NULL)
        return INFINITY;
    for (size_t i = 0; i < problem->task_count; i++)
        slowest = fmin(slowest, problem->tasks[i].speed);
    graze_lattice_for_roadmap(problem->roadmap, slowest, &s.lattice);
    for (size_t i = 0; i < problem->task_count; i++)
        plan(&s, &s.nodes[0], (rule){.agent = i, .place = SIZE_MAX}); /* forbids nothing */
    for (node *best = cheapest(&s); best->cost < INFINITY && s.count < limit; best = cheapest(&s)) {
        if (!expand(&s, best)) {
            cost = best->cost;
            break;
        }
        best->cost = INFINITY;
    }
    free(s.nodes);
    return cost;
}

/* Two agents change sides of a road with a bay in its middle. */
int main(void)
{
    const graze_point places[] = {{0, 0}, {2, 0}, {4, 0}, {2, 1.5}};
    const graze_edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}};
    const graze_task tasks[] = {{.radius = 0.5, .speed = 1, .start = 0, .goal = 2},
                                {.radius = 0.5, .speed = 1, .start = 2, .goal = 0}};
    graze_roadmap roads;
    graze_solution solution;
    if (graze_roadmap_from_edges(4, places, 6, edges, NULL, &roads, NULL) != GRAZE_OK)
        return 1;
    const graze_problem problem = {&roads, tasks, 2, 0};
    const double cost = ccbs_cost(&problem, 1000);
    double wanted = INFINITY;
    if (graze_solve(&problem, NULL, NULL, &solution) == GRAZE_OK) {
        wanted = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : INFINITY;
        graze_solution_free(&solution, NULL);
    }
    graze_roadmap_free(&roads, NULL);
    printf("ccbs: %.12g s, graze_solve: %.12g s\n", cost, wanted);
    return cost == wanted ? 0 : 1;
}
