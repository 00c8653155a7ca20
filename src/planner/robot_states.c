/* SPDX-License-Identifier: MIT */
#include "planner/robot_states.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "planner/turn_times.h"

#define STATES_MAX (UINT32_MAX - 1)

/* A footprint, turned to a heading; the first of a kind that turns is the circle round it. */
struct robot_body {
    graze_body body;
    graze_point *corners; /* its own, or null */
    vertex_heading heading;
};

struct robot_kind {
    const graze_roadmap *moves; /* null: all */
    graze_body body;            /* as it is given */
    speed_levels levels;
    bool has_headings; /* at rest */
    uint32_t first_body, body_count;
};

typedef vertex_heading heading;
typedef struct robot_kind robot_kind;

/* ---- headings ----------------------------------------------------------------------- */

bool robot_states_turn(const robot_states *states)
{
    for (uint32_t k = 0; k < states->kind_count; k++)
        if (states->kinds[k].levels.limits.turns)
            return true;
    return false;
}

static uint32_t heading_count(const robot_states *states, uint32_t vertex)
{
    return robot_headings_count(&states->headings, vertex);
}

/* Targets of a vertex ascend. */
static bool may_take(const robot_states *states, const robot_kind *kind, uint32_t from, size_t edge)
{
    const graze_roadmap *moves = kind->moves;
    uint32_t target = states->base->targets[edge];
    for (size_t e = moves == NULL ? 0 : moves->first[from];
         moves != NULL && e < moves->first[from + 1]; e++)
        if (moves->targets[e] == target)
            return true;
    return moves == NULL;
}

/* An edge of no length, or of one whose square no double holds, has no heading: nobody may take
 * it. */
static graze_status check_headings(const robot_states *states)
{
    const graze_roadmap *base = states->base;
    for (uint32_t k = 0; k < states->kind_count; k++)
        for (uint32_t v = 0; v < base->vertex_count; v++)
            for (size_t e = base->first[v]; e < base->first[v + 1]; e++)
                if (states->headings.leaving[e] == HEADING_NONE &&
                    may_take(states, &states->kinds[k], v, e))
                    return GRAZE_ERROR_LIMITS;
    return GRAZE_OK;
}

/* [s] Rounded up. */
static double turn_seconds(const robot_kind *kind, heading a, heading b)
{
    const robot_limits *limits = &kind->levels.limits;
    double angle = fabs(atan2(a.dx * b.dy - a.dy * b.dx, a.dx * b.dx + a.dy * b.dy));
    if (limits->turn_time_count > 0)
        return turn_times_seconds(limits->turn_times, limits->turn_time_count, angle) *
               (1 + 0x1p-40);
    return limits->turn_rate > 0 ? angle / limits->turn_rate * (1 + 0x1p-40) : DBL_MIN;
}

/* ---- bodies ------------------------------------------------------------------------- */

/* The circle holds the footprint however it is turned and rounded. */
static graze_body circle_round(const graze_body *body)
{
    double farthest = 0;
    for (size_t i = 0; i < body->vertex_count; i++)
        farthest = fmax(farthest, hypot(body->vertices[i].x, body->vertices[i].y));
    return (graze_body){.radius = body->radius + farthest * (1 + 0x1p-40)};
}

/* A quarter turn, and another one, are exact. */
static graze_status turn_corners(const graze_body *body, heading to, graze_point *corners,
                                 size_t capacity, graze_body *turned)
{
    if (to.dx != 0 && to.dy != 0)
        return graze_body_turned(body, atan2(to.dy, to.dx), corners, capacity, turned);
    double c = (to.dx > 0) - (to.dx < 0), s = (to.dy > 0) - (to.dy < 0);
    for (size_t i = 0; i < body->vertex_count; i++) {
        graze_point p = body->vertices[i];
        corners[i] = (graze_point){c * p.x - s * p.y, s * p.x + c * p.y};
    }
    *turned = (graze_body){body->radius, corners, body->vertex_count};
    return GRAZE_OK;
}

static graze_status add_body(robot_states *states, robot_kind *kind, graze_body body, heading to)
{
    struct robot_body added = {body, NULL, to};
    graze_status status = GRAZE_OK;
    if (!ARRAY_RESERVE(&states->memory, states->bodies, states->body_capacity,
                       states->body_count + 1))
        return GRAZE_ERROR_MEMORY;
    if (body.vertex_count > 0) {
        size_t capacity = GRAZE_TURNED_CAPACITY(body.vertex_count);
        added.corners = memory_new(&states->memory, capacity, sizeof *added.corners);
        if (added.corners == NULL)
            return GRAZE_ERROR_MEMORY;
        status = turn_corners(&body, to, added.corners, capacity, &added.body);
    }
    states->bodies[states->body_count++] = added;
    kind->body_count++;
    return status;
}

/* The number of a kind's body with a heading. */
static uint32_t body_with(const robot_states *states, const robot_kind *kind, heading to)
{
    if (!kind->levels.limits.turns)
        return kind->first_body;
    for (uint32_t b = 1; b < kind->body_count; b++)
        if (robot_headings_same(states->bodies[kind->first_body + b].heading, to))
            return kind->first_body + b;
    return HEADING_NONE;
}

static graze_status make_bodies(robot_states *states)
{
    graze_status status = GRAZE_OK;
    for (uint32_t k = 0; k < states->kind_count && status == GRAZE_OK; k++) {
        robot_kind *kind = &states->kinds[k];
        bool turns = kind->levels.limits.turns;
        kind->first_body = (uint32_t)states->body_count;
        status = add_body(states, kind, turns ? circle_round(&kind->body) : kind->body,
                          (heading){1, 0});
        for (size_t h = 0; turns && h < states->headings.count && status == GRAZE_OK; h++)
            if (body_with(states, kind, states->headings.all[h]) == HEADING_NONE)
                status = add_body(states, kind, kind->body, states->headings.all[h]);
    }
    return status;
}

const graze_body *robot_states_body(const robot_states *states, uint32_t body)
{
    return &states->bodies[body].body;
}

const graze_body *robot_states_hull(const robot_states *states, uint32_t kind)
{
    return &states->bodies[states->kinds[kind].first_body].body;
}

/* ---- numbers of states -------------------------------------------------------------- */

static double edge_length(const robot_states *states, uint32_t from, size_t edge)
{
    heading way = robot_headings_along(&states->headings, from, states->base->targets[edge]);
    return hypot(way.dx, way.dy);
}

/* How many states there are before those that pass: standing ones, begin and end. */
static uint32_t resting_count(const robot_states *states, const robot_kind *kind, uint32_t vertex)
{
    return kind->has_headings ? heading_count(states, vertex) + 2 : 1;
}

static uint32_t first_state(const robot_states *states, uint32_t kind, uint32_t vertex)
{
    return states->first_of[(size_t)kind * states->base->vertex_count + vertex];
}

uint32_t robot_states_begin(const robot_states *states, uint32_t kind, uint32_t vertex)
{
    const robot_kind *of = &states->kinds[kind];
    uint32_t first = first_state(states, kind, vertex);
    if (!of->has_headings)
        return first;
    if (of->levels.limits.turns)
        return first + robot_headings_find(&states->headings, vertex, (heading){1, 0});
    return first + heading_count(states, vertex);
}

uint32_t robot_states_begin_with(const robot_states *states, uint32_t kind, robot_start start)
{
    uint32_t along = robot_headings_find(&states->headings, start.vertex, start.heading);
    return first_state(states, kind, start.vertex) +
           (states->kinds[kind].has_headings ? along : 0);
}

uint32_t robot_states_end(const robot_states *states, uint32_t kind, uint32_t vertex)
{
    uint32_t first = first_state(states, kind, vertex);
    return states->kinds[kind].has_headings ? first + heading_count(states, vertex) + 1 : first;
}

/* The state at a vertex with a heading, at a level. */
static uint32_t state_at(const robot_states *states, uint32_t kind, uint32_t vertex, uint32_t along,
                         uint32_t level)
{
    const robot_kind *of = &states->kinds[kind];
    uint32_t first = first_state(states, kind, vertex);
    if (level == 0)
        return of->has_headings ? first + along : first;
    return first + resting_count(states, of, vertex) + along * (of->levels.count - 1) + level - 1;
}

/* How many states lie inside an edge. */
static uint32_t inside_count(const robot_states *states, const robot_kind *kind, uint32_t from,
                             size_t edge)
{
    uint32_t targets[SPEED_TARGETS_MAX], count = 0;
    double length = edge_length(states, from, edge);
    for (uint32_t level = 0; level < kind->levels.count; level++) {
        uint32_t reached = speed_levels_from(&kind->levels, level, length, targets);
        for (uint32_t i = 0; i < reached; i++)
            count += speed_levels_profile(&kind->levels, level, targets[i], length).count - 1;
    }
    return count;
}

static uint64_t count_states(const robot_states *states, const robot_kind *kind, uint32_t vertex)
{
    const graze_roadmap *base = states->base;
    uint64_t count = resting_count(states, kind, vertex) +
                     (uint64_t)heading_count(states, vertex) * (kind->levels.count - 1);
    for (size_t e = base->first[vertex]; e < base->first[vertex + 1]; e++)
        if (may_take(states, kind, vertex, e))
            count += inside_count(states, kind, vertex, e);
    return count;
}

static graze_status number_states(robot_states *states)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < states->kind_count; k++)
        for (uint32_t v = 0; v < states->base->vertex_count; v++) {
            states->first_of[(size_t)k * states->base->vertex_count + v] = (uint32_t)count;
            count += count_states(states, &states->kinds[k], v);
            if (count >= STATES_MAX)
                return GRAZE_ERROR_CAPACITY; /* UNREACHED: four thousand million states */
        }
    states->roadmap.vertex_count = (uint32_t)count;
    return GRAZE_OK;
}

/* ---- levels ------------------------------------------------------------------------- */

static double shortest_edge(const robot_states *states, const robot_kind *kind)
{
    const graze_roadmap *base = states->base;
    double shortest = HUGE_VAL;
    for (uint32_t v = 0; v < base->vertex_count; v++)
        for (size_t e = base->first[v]; e < base->first[v + 1]; e++)
            if (may_take(states, kind, v, e))
                shortest = fmin(shortest, edge_length(states, v, e));
    return isfinite(shortest) ? shortest : 1;
}

static graze_status find_levels(robot_states *states)
{
    graze_status status = GRAZE_OK;
    for (uint32_t k = 0; k < states->kind_count && status == GRAZE_OK; k++) {
        robot_limits limits = states->kinds[k].levels.limits;
        status = speed_levels_for(&limits, shortest_edge(states, &states->kinds[k]),
                                  &states->kinds[k].levels);
    }
    return status;
}

/* ---- moves -------------------------------------------------------------------------- */

/* A state inside an edge, whose move comes when all states before it have theirs. */
typedef struct pending {
    graze_point place, end;
    uint32_t target, body;
    double from, to; /* [m/s] on the way there */
} pending;

typedef struct builder {
    robot_states *states;
    const robot_kind *kind;
    uint32_t number; /* of the kind */
    uint32_t vertex;
    uint32_t next; /* state that gets its moves */
    pending *inside;
    size_t inside_count, inside_capacity;
    uint32_t first_inside; /* state */
} builder;

static bool add_move(builder *b, uint32_t target, robot_move move)
{
    robot_states *states = b->states;
    size_t edge = states->first[b->next + 1];
    if (!ARRAY_RESERVE(&states->memory, states->targets, states->target_capacity, edge + 1) ||
        !ARRAY_RESERVE(&states->memory, states->moves, states->move_capacity, edge + 1))
        return false;
    states->targets[edge] = target;
    states->moves[edge] = move;
    states->first[b->next + 1]++;
    return true;
}

static bool add_piece(builder *b, graze_point from, graze_point to, uint32_t target, double first,
                      double last, uint32_t body)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    return add_move(b, target,
                    (robot_move){speed_levels_seconds(&b->kind->levels, length, first, last),
                                 first == last ? first : 0,
                                 first == last ? 1 : 2 * first / (first + last), body});
}

/* A new state, with its place and body; its moves follow. */
static void begin_state(builder *b, graze_point place, uint32_t body, bool in_motion)
{
    robot_states *states = b->states;
    states->places[b->next] = place;
    states->vertices[b->next] = b->vertex;
    states->resting[b->next] = body;
    states->in_motion[b->next] = in_motion;
    states->first[b->next + 1] = states->first[b->next];
}

static graze_point point_between(graze_point a, graze_point b, double share)
{
    return share == 1 ? b : (graze_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/* The pieces of a profile: the first now, the others from states inside the edge. */
static bool add_profile(builder *b, graze_point from, graze_point to, uint32_t target,
                        const speed_profile *profile, uint32_t body)
{
    robot_states *states = b->states;
    uint32_t pieces = profile->count, next = b->first_inside + (uint32_t)b->inside_count;
    if (!ARRAY_RESERVE(&states->memory, b->inside, b->inside_capacity, b->inside_count + pieces))
        return false;
    for (uint32_t k = 1; k < pieces; k++)
        b->inside[b->inside_count++] =
            (pending){point_between(from, to, profile->ends[k]),
                      point_between(from, to, profile->ends[k + 1]),
                      k + 1 == pieces ? target : next + k, body, profile->speeds[2 * k],
                      profile->speeds[2 * k + 1]};
    return add_piece(b, from, point_between(from, to, profile->ends[1]),
                     pieces == 1 ? target : next, profile->speeds[0], profile->speeds[1], body);
}

static bool add_drives(builder *b, size_t edge, uint32_t level)
{
    const robot_states *states = b->states;
    const speed_levels *levels = &b->kind->levels;
    uint32_t to = states->base->targets[edge], reached[SPEED_TARGETS_MAX];
    heading along = robot_headings_along(&states->headings, b->vertex, to);
    uint32_t body = body_with(states, b->kind, along);
    double length = hypot(along.dx, along.dy);
    uint32_t count = speed_levels_from(levels, level, length, reached);
    bool room = true;
    for (uint32_t i = 0; i < count && room; i++) {
        speed_profile profile = speed_levels_profile(levels, level, reached[i], length);
        uint32_t target =
            state_at(states, b->number, to, states->headings.entering[edge], reached[i]);
        room = add_profile(b, states->base->places[b->vertex], states->base->places[to], target,
                           &profile, body);
    }
    return room;
}

/* Moves out of the vertex with a heading; HEADING_NONE: with any. */
static bool add_ways(builder *b, uint32_t along, uint32_t level)
{
    const robot_states *states = b->states;
    bool room = true;
    for (size_t e = states->base->first[b->vertex];
         e < states->base->first[b->vertex + 1] && room; e++)
        if (may_take(states, b->kind, b->vertex, e) &&
            (along == HEADING_NONE || states->headings.leaving[e] == along))
            room = add_drives(b, e, level);
    return room;
}

/* A turn, with the circle round the footprint. */
static robot_move at_rest(const builder *b, double seconds)
{
    return (robot_move){.seconds = seconds, .share = 1, .body = b->kind->first_body};
}

/* Turns to all other headings. */
static bool add_turns(builder *b, uint32_t along)
{
    const robot_states *states = b->states;
    const heading *headings = robot_headings_at(&states->headings, b->vertex);
    bool room = true;
    for (uint32_t h = 0; h < heading_count(states, b->vertex) && room; h++)
        if (h != along)
            room = add_move(b, state_at(states, b->number, b->vertex, h, 0),
                            at_rest(b, turn_seconds(b->kind, headings[along], headings[h])));
    return room;
}

/* Begin leads to all standing states, and these lead to end. */
static bool add_begin_and_end(builder *b, graze_point place)
{
    const robot_states *states = b->states;
    bool room = true;
    begin_state(b, place, b->kind->first_body, true);
    for (uint32_t h = 0; h < heading_count(states, b->vertex) && room; h++)
        room = b->kind->levels.limits.turns ||
               add_move(b, state_at(states, b->number, b->vertex, h, 0), at_rest(b, 0));
    b->next++;
    begin_state(b, place, b->kind->first_body, false);
    b->next++;
    return room;
}

static bool add_standing(builder *b, graze_point place)
{
    const robot_states *states = b->states;
    const heading *headings = robot_headings_at(&states->headings, b->vertex);
    bool room = true;
    if (!b->kind->has_headings) {
        begin_state(b, place, b->kind->first_body, false);
        room = add_ways(b, HEADING_NONE, 0);
        b->next++;
        return room;
    }
    for (uint32_t h = 0; h < heading_count(states, b->vertex) && room; h++) {
        begin_state(b, place, body_with(states, b->kind, headings[h]), false);
        room = add_ways(b, h, 0) && add_turns(b, h) &&
               add_move(b, robot_states_end(states, b->number, b->vertex),
                        at_rest(b, b->kind->levels.limits.turns ? DBL_MIN : 0));
        b->next++;
    }
    return room && add_begin_and_end(b, place);
}

static bool add_passing(builder *b, graze_point place)
{
    const robot_states *states = b->states;
    const heading *headings = robot_headings_at(&states->headings, b->vertex);
    bool room = true;
    for (uint32_t h = 0; h < heading_count(states, b->vertex) && room; h++)
        for (uint32_t level = 1; level < b->kind->levels.count && room; level++) {
            begin_state(b, place, body_with(states, b->kind, headings[h]), true);
            room = add_ways(b, h, level);
            b->next++;
        }
    return room;
}

static bool add_inside(builder *b)
{
    bool room = true;
    for (size_t i = 0; i < b->inside_count && room; i++) {
        pending p = b->inside[i];
        begin_state(b, p.place, p.body, true);
        room = add_piece(b, p.place, p.end, p.target, p.from, p.to, p.body);
        b->next++;
    }
    return room;
}

/* All states of a vertex, in the order of their numbers. */
static bool add_states(builder *b)
{
    const robot_states *states = b->states;
    graze_point place = states->base->places[b->vertex];
    const robot_kind *kind = b->kind;
    b->inside_count = 0;
    b->first_inside = b->next + resting_count(states, kind, b->vertex) +
                      heading_count(states, b->vertex) * (kind->levels.count - 1);
    return add_standing(b, place) && add_passing(b, place) && add_inside(b);
}

static graze_status build(robot_states *states)
{
    builder b = {.states = states};
    bool room = true;
    for (uint32_t k = 0; k < states->kind_count && room; k++) {
        b.kind = &states->kinds[b.number = k];
        for (b.vertex = 0; b.vertex < states->base->vertex_count && room; b.vertex++)
            room = add_states(&b);
    }
    memory_free(&states->memory, b.inside);
    states->roadmap.places = states->places;
    states->roadmap.first = states->first;
    states->roadmap.targets = states->targets;
    return room ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* ---- all of it ---------------------------------------------------------------------- */

static graze_status get_memory(robot_states *states)
{
    const graze_allocator *memory = &states->memory;
    size_t vertices = states->base->vertex_count;
    states->kinds = memory_new(memory, states->kind_count, sizeof *states->kinds);
    states->first_of = memory_new(memory, vertices * states->kind_count, sizeof *states->first_of);
    return states->kinds != NULL && states->first_of != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

static graze_status get_memory_of_states(robot_states *states)
{
    const graze_allocator *memory = &states->memory;
    size_t count = states->roadmap.vertex_count;
    states->places = memory_new(memory, count, sizeof *states->places);
    states->first = memory_new(memory, count + 1, sizeof *states->first);
    states->vertices = memory_new(memory, count, sizeof *states->vertices);
    states->resting = memory_new(memory, count, sizeof *states->resting);
    states->in_motion = memory_new(memory, count, sizeof *states->in_motion);
    return states->places != NULL && states->first != NULL && states->vertices != NULL &&
                   states->resting != NULL && states->in_motion != NULL
               ? GRAZE_OK
               : GRAZE_ERROR_MEMORY;
}

static void take_kinds(robot_states *states, const graze_body_kind *kinds,
                       const robot_limits *limits)
{
    for (uint32_t k = 0; k < states->kind_count; k++) {
        robot_kind *kind = &states->kinds[k];
        kind->moves = kinds[k].moves;
        kind->body = kinds[k].body;
        kind->levels.limits = limits[k];
        kind->has_headings =
            limits[k].turns || limits[k].turn_rate > 0 || limits[k].turn_time_count > 0;
    }
}

graze_status robot_states_open(robot_states *states, const graze_allocator *memory,
                               const graze_roadmap *base, const graze_body_kind *kinds,
                               const robot_limits *limits, uint32_t kind_count,
                               const robot_start *starts, size_t start_count)
{
    *states = (robot_states){.memory = *memory, .base = base, .kind_count = kind_count};
    graze_status status = get_memory(states);
    if (status == GRAZE_OK) {
        take_kinds(states, kinds, limits);
        status = robot_headings_open(&states->headings, memory, base, robot_states_turn(states),
                                     starts, start_count);
    }
    if (status == GRAZE_OK)
        status = check_headings(states);
    if (status == GRAZE_OK)
        status = find_levels(states);
    if (status == GRAZE_OK)
        status = make_bodies(states);
    if (status == GRAZE_OK)
        status = number_states(states);
    if (status == GRAZE_OK)
        status = get_memory_of_states(states);
    if (status == GRAZE_OK)
        status = build(states);
    if (status != GRAZE_OK)
        robot_states_close(states);
    return status;
}

void robot_states_close(robot_states *states)
{
    const graze_allocator *memory = &states->memory;
    for (size_t b = 0; b < states->body_count; b++)
        memory_free(memory, states->bodies[b].corners);
    memory_free(memory, states->bodies);
    memory_free(memory, states->kinds);
    robot_headings_close(&states->headings);
    memory_free(memory, states->first_of);
    memory_free(memory, states->places);
    memory_free(memory, states->first);
    memory_free(memory, states->vertices);
    memory_free(memory, states->resting);
    memory_free(memory, states->in_motion);
    memory_free(memory, states->targets);
    memory_free(memory, states->moves);
    *states = (robot_states){.memory = *memory};
}
