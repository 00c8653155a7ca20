/* SPDX-License-Identifier: MIT */
/* Splits of conflicts: no pair of actions that both children forbid is free of conflict, and
 * neither lets the agent do what it does now. And the collision intervals that all of this
 * rests on, against the kernel at their ends. */
#include <graze/unsafe.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "instance.h"
#include "planner/biclique_split.h"
#include "planner/corridor.h"
#include "planner/split.h"
#include "support/run.h"

enum { STEPS = 6, AGENTS = 2, ACTIONS = 64 };

/* Two agents on a planning graph, with a route each. */
typedef struct bench {
    instance made;
    graze_allocator memory;
    body_kind kinds[AGENTS];
    route_agent agents[AGENTS];
    planning_graph graph;
    collision_table collisions;
    route_table routes;
    constraint_table constraints;
    uint32_t numbers[AGENTS];
    uint64_t seed;
} bench;

static uint64_t dice(bench *on, uint64_t sides)
{
    return instance_random(&on->seed) % sides;
}

static tick some_wait(bench *on)
{
    double wait = dice(on, 2) == 0 ? 0 : (double)dice(on, 1000) / 400;
    return time_grid_floor(&on->graph.grid, wait);
}

/* Any walk with any waits; it ends wherever it ends. */
static void walk(bench *on, uint32_t agent)
{
    const graze_roadmap *map = on->graph.roadmap;
    step steps[STEPS];
    size_t count = 0, most = (size_t)dice(on, STEPS + 1);
    uint32_t at = on->agents[agent].start;
    tick time = some_wait(on);
    while (count < most && map->first[at] < map->first[at + 1]) {
        size_t children = map->first[at + 1] - map->first[at];
        uint32_t edge = (uint32_t)(map->first[at] + dice(on, children));
        steps[count++] = (step){time, edge};
        time += graph_duration(&on->graph, agent, edge) + some_wait(on);
        at = map->targets[edge];
    }
    on->agents[agent].goal = at;
    CU_ASSERT_EQUAL_FATAL(route_keep(&on->routes, agent, steps, count, &on->numbers[agent]),
                          GRAZE_OK);
}

static void open_bench(bench *on, uint64_t seed)
{
    memset(on, 0, sizeof *on);
    on->seed = seed;
    on->memory = memory_allocator(NULL);
    instance_make_random(&on->made, &on->seed);
    for (uint32_t i = 0; i < AGENTS; i++) {
        const graze_task *task = &on->made.tasks[i];
        double speed = dice(on, 2) == 0 ? 1 : 0.7;
        on->kinds[i] = (body_kind){{.radius = task->radius + 0.1 * i}, speed, NULL};
        on->agents[i] = (route_agent){.kind = i, .start = task->start, .goal = task->goal};
    }
    CU_ASSERT_EQUAL_FATAL(
        graph_open(&on->graph, &on->memory, &on->made.roadmap, on->kinds, AGENTS, 0), GRAZE_OK);
    collision_open(&on->collisions, &on->graph);
    route_open(&on->routes, &on->collisions, on->agents);
    for (uint32_t i = 0; i < AGENTS; i++)
        walk(on, i);
    CU_ASSERT_EQUAL_FATAL(constraint_table_open(&on->constraints, &on->routes, AGENTS), GRAZE_OK);
}

static void close_bench(bench *on)
{
    constraint_table_close(&on->constraints);
    route_close(&on->routes);
    collision_close(&on->collisions);
    graph_close(&on->graph);
}

/* ---- actions that a constraint forbids ------------------------------------------------ */

typedef struct action_list {
    uint32_t agent;
    route_part actions[ACTIONS];
    size_t count;
} action_list;

static void add_move(bench *on, action_list *list, uint32_t edge, tick start)
{
    tick end = start + graph_duration(&on->graph, list->agent, edge);
    if (list->count < ACTIONS)
        list->actions[list->count++] = (route_part){edge, VERTEX_NONE, start, end};
}

static void add_stay(action_list *list, uint32_t vertex, tick from, tick until)
{
    if (list->count < ACTIONS)
        list->actions[list->count++] = (route_part){EDGE_NONE, vertex, from, until};
}

static tick somewhere(bench *on, tick first, tick last)
{
    return first + (tick)dice(on, (uint64_t)(last - first) + 1);
}

/* Overlapping a body that rests at the constraint's place later than when.lower. */
static void add_meetings(bench *on, action_list *list, const constraint *c)
{
    for (uint32_t e = 0; e < on->graph.edge_count; e++) {
        span over = collision_of_stay(&on->collisions, c->kind, c->place, list->agent, e);
        if (over.lower >= over.upper)
            continue;
        add_move(on, list, e, c->when.lower - over.upper + 1);
        add_move(on, list, e, somewhere(on, c->when.lower - over.upper + 1, c->when.lower));
    }
    for (uint32_t v = 0; v < on->graph.roadmap->vertex_count; v++)
        if (collision_of_places(&on->collisions, c->kind, c->place, list->agent, v))
            add_stay(list, v, c->when.lower + 1, c->when.lower + 1);
}

/* The moves of a group at their first and last starts, and at one between. */
static void add_group(bench *on, action_list *list, uint32_t group)
{
    uint32_t count;
    const group_move *moves = move_group_moves(&on->constraints.groups, group, &count);
    for (uint32_t i = 0; i < count; i++) {
        tick first = moves[i].when.lower + 1, last = moves[i].when.upper - 1;
        add_move(on, list, moves[i].edge, first);
        add_move(on, list, moves[i].edge, last);
        add_move(on, list, moves[i].edge, somewhere(on, first, last));
    }
}

/* The least of what a constraint forbids, at its ends and in between. */
static action_list forbidden(bench *on, const split_child *child)
{
    const constraint *c = &child->added;
    action_list list = {.agent = child->agent};
    tick first = c->when.lower + 1, last = c->when.upper - 1;
    tick times[] = {first, last, first};
    if ((c->type == CONSTRAINT_VERTEX || c->type == CONSTRAINT_MOTION) && first <= last)
        times[2] = somewhere(on, first, last);
    for (int i = 0; i < 3; i++)
        if (c->type == CONSTRAINT_MOTION)
            add_move(on, &list, c->place, times[i]);
        else if (c->type == CONSTRAINT_VERTEX && first <= last)
            add_stay(&list, c->place, times[i], times[i]);
        else if (c->type == CONSTRAINT_VERTEX) /* less than two ticks long: none lies inside */
            add_stay(&list, c->place, c->when.lower, c->when.upper);
    if (c->type == CONSTRAINT_MOTION && c->kind != MOVE_GROUP_NONE)
        add_group(on, &list, c->kind);
    if (c->type == CONSTRAINT_WAIT)
        add_stay(&list, c->place, c->when.lower, c->when.upper);
    else if (c->type == CONSTRAINT_LENGTH)
        add_stay(&list, on->agents[child->agent].goal, c->when.lower - 1, TICK_NEVER);
    else if (c->type == CONSTRAINT_TARGET)
        add_meetings(on, &list, c);
    return list;
}

/* ---- conflicts of two actions --------------------------------------------------------- */

static bool stay_conflicts(bench *on, uint32_t resting, const route_part *stay, uint32_t moving,
                           const route_part *move)
{
    span over = collision_of_stay(&on->collisions, resting, stay->vertex, moving, move->edge);
    return over.lower < over.upper && stay->from < move->from + over.upper &&
           stay->until > move->from + over.lower;
}

static bool are_in_conflict(bench *on, uint32_t agent_a, const route_part *a, uint32_t agent_b,
                            const route_part *b)
{
    if (a->edge != EDGE_NONE && b->edge != EDGE_NONE)
        return span_holds(collision_of_moves(&on->collisions, agent_a, a->edge, agent_b, b->edge),
                          a->from - b->from);
    if (a->edge == EDGE_NONE && b->edge == EDGE_NONE)
        return collision_of_places(&on->collisions, agent_a, a->vertex, agent_b, b->vertex) &&
               a->from <= b->until && b->from <= a->until;
    return a->edge == EDGE_NONE ? stay_conflicts(on, agent_a, a, agent_b, b)
                                : stay_conflicts(on, agent_b, b, agent_a, a);
}

static size_t free_pairs(bench *on, const split_child children[2])
{
    action_list a = forbidden(on, &children[0]), b = forbidden(on, &children[1]);
    size_t count = 0;
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++)
            count += !are_in_conflict(on, a.agent, &a.actions[i], b.agent, &b.actions[j]);
    return count;
}

/* Does a constraint forbid what the agent does in the conflict? */
static bool breaks(bench *on, const constraint *c, const route_part *part, uint32_t agent)
{
    switch (c->type) {
    case CONSTRAINT_MOTION:
        return part->edge == c->place && span_holds(c->when, part->from);
    case CONSTRAINT_VERTEX:
        return part->vertex == c->place && part->from < c->when.upper &&
               part->until > c->when.lower;
    case CONSTRAINT_WAIT:
        return part->vertex == c->place && part->from <= c->when.lower &&
               part->until >= c->when.upper;
    case CONSTRAINT_LENGTH:
        return part->until >= TICK_NEVER && part->from < c->when.lower;
    case CONSTRAINT_TARGET: {
        span over = collision_of_stay(&on->collisions, c->kind, c->place, agent, part->edge);
        return part->edge != EDGE_NONE && part->from + over.upper > c->when.lower;
    }
    default:
        return false;
    }
}

typedef struct split_tally {
    size_t conflicts, unsound, idle; /* idle: a child that changes nothing */
    size_t forms[CONSTRAINT_TARGET + 1];
    size_t groups;
} split_tally;

static void try_children(bench *on, const route_conflict *conflict, bool with_targets,
                         bool with_groups, split_tally *tally)
{
    const uint32_t agents[2] = {0, 1};
    split_child children[2];
    split_conflict(&on->constraints, conflict, agents, with_targets, children);
    if (with_groups)
        CU_ASSERT_EQUAL_FATAL(biclique_split(&on->constraints, 1, agents, children), GRAZE_OK);
    tally->groups += with_groups && children[0].added.type == CONSTRAINT_MOTION &&
                     children[0].added.kind != MOVE_GROUP_NONE;
    tally->conflicts++;
    tally->unsound += free_pairs(on, children) > 0;
    for (int i = 0; i < 2; i++) {
        tally->forms[children[i].added.type]++;
        tally->idle += !breaks(on, &children[i].added, &conflict->parts[i], children[i].agent);
    }
}

static void children_are_sound_and_progressive(void)
{
    split_tally tally = {0};
    size_t rounds = support_rounds(8000, 25000, 400000);
    for (size_t i = 0; i < rounds; i++) {
        bench on;
        conflict_range range;
        open_bench(&on, 250816410 + i);
        CU_ASSERT_EQUAL_FATAL(route_conflicts(&on.routes, on.numbers[0], on.numbers[1], &range),
                              GRAZE_OK);
        for (uint32_t c = 0; c < range.count; c++) {
            route_conflict conflict = on.routes.conflicts[range.first + c];
            try_children(&on, &conflict, false, false, &tally);
            try_children(&on, &conflict, true, false, &tally);
            try_children(&on, &conflict, true, true, &tally);
        }
        close_bench(&on);
    }
    CU_ASSERT_EQUAL(tally.unsound, 0);
    CU_ASSERT_EQUAL(tally.idle, 0);
    CU_ASSERT_TRUE(tally.conflicts > rounds);
    CU_ASSERT_TRUE(tally.groups > rounds / 200);
    const constraint_type forms[] = {CONSTRAINT_VERTEX, CONSTRAINT_WAIT, CONSTRAINT_MOTION,
                                     CONSTRAINT_LENGTH, CONSTRAINT_TARGET};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        CU_ASSERT_TRUE(tally.forms[forms[i]] > rounds / 40);
}

/* ---- target constraints -------------------------------------------------------------- */

/* The cost under a target constraint, spelled out with constraints of each edge and vertex. */
static tick cost_spelled_out(bench *on, uint32_t set, const constraint *target)
{
    uint32_t agent = on->constraints.sets[set].agent;
    for (uint32_t e = 0; e < on->graph.edge_count; e++) {
        span over = collision_of_stay(&on->collisions, target->kind, target->place, agent, e);
        constraint more = {CONSTRAINT_MOTION, e, 0, {target->when.lower - over.upper, TICK_NEVER}};
        if (over.lower < over.upper)
            CU_ASSERT_EQUAL_FATAL(constraint_add(&on->constraints, set, &more, &set), GRAZE_OK);
    }
    for (uint32_t v = 0; v < on->graph.roadmap->vertex_count; v++) {
        constraint more = {CONSTRAINT_VERTEX, v, 0, {target->when.lower, TICK_NEVER}};
        if (collision_of_places(&on->collisions, target->kind, target->place, agent, v))
            CU_ASSERT_EQUAL_FATAL(constraint_add(&on->constraints, set, &more, &set), GRAZE_OK);
    }
    return constraint_set_cost(&on->constraints, set);
}

static void a_target_constraint_forbids_overlaps_that_end_later_and_no_others(void)
{
    size_t rounds = support_rounds(1500, 5000, 80000), wrong = 0, dearer = 0, free = 0;
    for (size_t i = 0; i < rounds; i++) {
        bench on;
        open_bench(&on, 90125 + i);
        CU_ASSERT_EQUAL_FATAL(constraint_set_solve(&on.constraints, 1), GRAZE_OK);
        uint32_t number = constraint_set_route(&on.constraints, 1), vertex, without, set;
        size_t count = number == ROUTE_NONE ? 0 : on.routes.routes[number].step_count;
        for (size_t k = 0; k < count; k++) {
            step taken = route_steps(&on.routes, number)[k];
            vertex = (uint32_t)dice(&on, on.graph.roadmap->vertex_count);
            span over = collision_of_stay(&on.collisions, 0, vertex, 1, taken.edge);
            tick end = over.lower < over.upper ? taken.start + over.upper : some_wait(&on);
            /* The overlap may end then, and it may not end one tick later. */
            constraint target = {
                CONSTRAINT_TARGET, vertex, 0, {end - (tick)dice(&on, 2), TICK_NEVER}};
            constraint late = {
                CONSTRAINT_MOTION, taken.edge, 0, {taken.start - 1, taken.start + some_wait(&on)}};
            if (dice(&on, 2) == 0 && over.lower < over.upper) { /* one start is left between both */
                late.when.upper = target.when.lower - over.upper;
                late.when.lower = late.when.upper - 2 - (tick)dice(&on, 9);
            }
            without = 1;
            if (dice(&on, 2) == 0 && late.when.lower + 1 < late.when.upper)
                CU_ASSERT_EQUAL_FATAL(constraint_add(&on.constraints, 1, &late, &without),
                                      GRAZE_OK);
            CU_ASSERT_EQUAL_FATAL(constraint_add(&on.constraints, without, &target, &set),
                                  GRAZE_OK);
            tick cost = constraint_set_cost(&on.constraints, set);
            wrong += cost != cost_spelled_out(&on, without, &target);
            dearer += cost > constraint_set_cost(&on.constraints, 1);
            free += cost == constraint_set_cost(&on.constraints, 1);
        }
        close_bench(&on);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(dearer > rounds / 20 && free > rounds / 20);
}

/* ---- several constraints on one edge --------------------------------------------------- */

/* The cost when two spans of starts along an edge are forbidden; an empty one is none. */
static tick cost_without_starts(bench *on, uint32_t edge, span first, span second)
{
    uint32_t set = 1;
    const span spans[] = {first, second};
    for (int i = 0; i < 2; i++) {
        constraint more = {CONSTRAINT_MOTION, edge, 0, spans[i]};
        if (spans[i].lower < spans[i].upper)
            CU_ASSERT_EQUAL_FATAL(constraint_add(&on->constraints, set, &more, &set), GRAZE_OK);
    }
    return constraint_set_cost(&on->constraints, set);
}

static void forbidden_starts_add_up_and_leave_shared_ends_free(void)
{
    const span none = {0, 0};
    size_t wrong = 0, shut = 0, compared = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        bench on;
        open_bench(&on, 5150 + seed);
        CU_ASSERT_EQUAL_FATAL(constraint_set_solve(&on.constraints, 1), GRAZE_OK);
        uint32_t number = constraint_set_route(&on.constraints, 1);
        if (number != ROUTE_NONE && on.routes.routes[number].step_count > 0) {
            step taken = route_steps(&on.routes, number)[0];
            tick t = taken.start, second = time_grid_floor(&on.graph.grid, 1);
            tick a = t - 1 - (tick)dice(&on, 9), b = t + 1 + (tick)dice(&on, (uint64_t)second);
            tick c = b + 1 + (tick)dice(&on, (uint64_t)second);
            tick both = cost_without_starts(&on, taken.edge, (span){a, b}, (span){b - 1, c});
            tick all = cost_without_starts(&on, taken.edge, (span){a, c}, none);
            compared++;
            wrong += both != all;
            wrong += cost_without_starts(&on, taken.edge, (span){a, c}, (span){t, b}) != all;
            shut += cost_without_starts(&on, taken.edge, (span){a, t}, (span){t, c}) !=
                    constraint_set_cost(&on.constraints, 1);
        }
        close_bench(&on);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(shut, 0);
    CU_ASSERT_TRUE(compared > 100);
}

/* ---- answers at their ends ------------------------------------------------------------ */

static graze_motion motion_from(const bench *on, uint32_t agent, uint32_t edge, tick start)
{
    graze_point p = graph_place(&on->graph, on->graph.from[edge]);
    graze_point q = graph_place(&on->graph, graph_to(&on->graph, edge));
    const time_grid *grid = &on->graph.grid;
    double end = time_grid_seconds(grid, start + graph_duration(&on->graph, agent, edge));
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){p.x, p.y, 0},
                                                (graze_vector){q.x, q.y, 0},
                                                time_grid_seconds(grid, start), end, &motion),
                          GRAZE_OK);
    return motion;
}

/* Does the kernel find a conflict of two moves whose starts differ by so much? */
static bool moves_conflict(const bench *on, uint32_t a, uint32_t b, tick difference)
{
    tick later = time_grid_floor(&on->graph.grid, 8); /* both starts are positive */
    graze_motion first = motion_from(on, 0, a, later + difference);
    graze_motion second = motion_from(on, 1, b, later);
    bool exists = false;
    CU_ASSERT_EQUAL(
        graze_conflict_exists(&on->kinds[0].body, &first, &on->kinds[1].body, &second, 0, &exists),
        GRAZE_OK);
    return exists;
}

/* Does the kernel know of no start at which two moves conflict? */
static bool never_conflict(bench *on, uint32_t a, uint32_t b)
{
    graze_motion first, second;
    graze_interval unsafe;
    size_t count = 0;
    CU_ASSERT_EQUAL(graph_motion(&on->graph, 0, a, &first), GRAZE_OK);
    CU_ASSERT_EQUAL(graph_motion(&on->graph, 1, b, &second), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_unsafe_starts(&on->kinds[0].body, &first, &on->kinds[1].body, &second, 0,
                                        NULL, &unsafe, 1, &count),
                    GRAZE_OK);
    return count == 0;
}

static void kept_answers_end_where_the_conflicts_do(void)
{
    size_t rounds = support_rounds(60, 500, 8000), wrong = 0, asked = 0;
    for (size_t i = 0; i < rounds; i++) {
        bench on;
        open_bench(&on, 4711 + i);
        for (uint32_t a = 0; a < on.graph.edge_count; a++) {
            uint32_t b = (uint32_t)dice(&on, on.graph.edge_count);
            span when = collision_of_moves(&on.collisions, 0, a, 1, b);
            wrong += when.lower >= when.upper && !never_conflict(&on, a, b);
            if (when.lower + 1 >= when.upper)
                continue;
            asked++;
            wrong += moves_conflict(&on, a, b, when.lower);
            wrong += moves_conflict(&on, a, b, when.upper);
            wrong += !moves_conflict(&on, a, b, when.lower + 1);
            wrong += !moves_conflict(&on, a, b, when.upper - 1);
        }
        close_bench(&on);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(asked > rounds);
}

CU_TestInfo split_tests[] = {
    SUPPORT_TEST(children_are_sound_and_progressive),
    SUPPORT_TEST(a_target_constraint_forbids_overlaps_that_end_later_and_no_others),
    SUPPORT_TEST(forbidden_starts_add_up_and_leave_shared_ends_free),
    SUPPORT_TEST(kept_answers_end_where_the_conflicts_do),
    CU_TEST_INFO_NULL,
};
