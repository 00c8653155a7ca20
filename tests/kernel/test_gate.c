/* SPDX-License-Identifier: MIT */
/* The gate: each door of the library refuses what no question can be about, before
 * anything is computed, and leaves the caller's memory as it was. */
#include <graze/among.h>
#include <graze/batch.h>
#include <graze/boxes.h>
#include <graze/check.h>
#include <graze/conflict.h>
#include <graze/encounter.h>
#include <graze/gjk.h>
#include <graze/world.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

static const graze_point corners[3] = {{0, 0}, {1, 0}, {0, 1}};
static const graze_body triangle = {0.1, corners, 3}, disc = {.radius = 0.5};

static graze_motion drive(void)
{
    graze_motion motion;
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){4, 0, 0}, 0, 4, &motion);
    return motion;
}

static graze_motion hover(void)
{
    graze_motion motion;
    const graze_vector above = {2, 0, 0.25};
    graze_motion_waypoint(above, above, 0, 10, &motion);
    return motion;
}

static graze_index *index_of_triangle(const graze_trajectory *path)
{
    const graze_index_options options = {.margin = 1};
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&triangle, path, 1, &options, NULL, &index), GRAZE_OK);
    return index;
}

static void corners_off_the_plane_are_refused_among_listed_pairs(void)
{
    const graze_motion moving = drive(), above = hover();
    const graze_trajectory a = {.motions = &above, .count = 1},
                           b = {.motions = &moving, .count = 1};
    const graze_motion_pair both = {0, 0};
    CU_ASSERT_EQUAL(graze_trajectory_meetings_among(&disc, &a, &triangle, &b, &both, 1, 0, NULL,
                                                    NULL, NULL, NULL),
                    GRAZE_ERROR_SPATIAL_CORNERS);
}

static void corners_off_the_plane_are_refused_at_a_place_of_an_index(void)
{
    const graze_motion moving = drive();
    const graze_trajectory path = {.motions = &moving, .count = 1};
    const graze_vector above = {2, 0, 0.25};
    const graze_closed_interval window = {0, 10};
    graze_index *index = index_of_triangle(&path);
    graze_interval room[8];
    graze_closed_interval safe[8];
    size_t count = 7;
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &disc, above, GRAZE_INDEX_NOBODY, window, 0,
                                             room, 8, &count),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(graze_index_safe_intervals(index, &disc, above, GRAZE_INDEX_NOBODY, window, 0,
                                               room, 8, safe, 8, &count),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    CU_ASSERT_EQUAL(count, 7);
    graze_index_free(index);
}

/* Vertices that were moved into a concave shape since: it is not looked at again, or the answer
 * would be a fault. (What the answer is, nobody promises.) */
static void prepared_bodies_are_not_validated_again(void)
{
    graze_point square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const graze_body body = {0, square, 4};
    const graze_motion moving = drive();
    graze_prepared prepared;
    bool exists = false;
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&body, &moving, &prepared), GRAZE_OK);
    square[2] = (graze_point){0.25, 0.25};
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared, &body, &moving, &prepared, &body,
                                                   &moving, 0, &exists),
                    GRAZE_OK);
}

/* ---- every door, every fault ------------------------------------------------------------
 *
 * One question, about a disc a and a triangle b that meet, is put at every door, sound and
 * with one or two faults. Each door reads some parts of it: a fault in such a part must be
 * told by its name, one elsewhere must not matter. */

/* The parts of a question that a door reads. */
enum {
    BODY_A = 1,
    MOTION_A = 2,
    BODY_B = 4,
    MOTION_B = 8,
    TOLERANCE = 16,
    PLANE_A = 32, /* a must stay in the plane, because b has corners */
    PLANE_B = 64, /* b must, because it has */
    AGENT_A = BODY_A | MOTION_A,
    AGENT_B = BODY_B | MOTION_B,
    BOTH = AGENT_A | AGENT_B | PLANE_A | PLANE_B
};

typedef struct question {
    graze_point vertices[3];
    graze_body own[2];
    graze_motion move[2];
    graze_trajectory path[2];
    const graze_body *body_a, *body_b; /* into this, or null */
    const graze_motion *a, *b;
    double tolerance;
} question;

static void ask_soundly(question *q)
{
    *q = (question){.own = {{.radius = 0.5}, {.radius = 0.1, .vertex_count = 3}}};
    memcpy(q->vertices, corners, sizeof corners);
    q->own[1].vertices = q->vertices;
    const graze_vector right = {1, 0, 0}, rest = {0, 0, 0};
    graze_motion_kinematic((graze_vector){-2, 0, 0}, right, rest, 0, 4, &q->move[0]);
    graze_motion_waypoint((graze_vector){1, 0, 0}, rest, 0, 4, &q->move[1]);
    q->body_a = &q->own[0];
    q->body_b = &q->own[1];
    q->a = &q->move[0];
    q->b = &q->move[1];
    q->path[0] = (graze_trajectory){.motions = q->a, .count = 1};
    q->path[1] = (graze_trajectory){.motions = q->b, .count = 1};
}

/* What stays, and is valid: an index, a batch and a world of triangles to ask against. */
typedef struct surroundings {
    question others;
    graze_index *index;
    graze_batch batch;
    graze_world *world;
    void *memory;
    _Alignas(16) unsigned char stack[1 << 20];
    graze_workspace workspace;
} surroundings;

static surroundings round_about;

static void surround(void)
{
    surroundings *all = &round_about;
    ask_soundly(&all->others);
    const graze_index_options options = {.margin = 1000};
    const graze_obstacle obstacle = {all->others.own[1], {0, 0}};
    const size_t size = graze_batch_size(1);
    all->memory = malloc(size);
    all->workspace = (graze_workspace){.memory = all->stack, .size = sizeof all->stack};
    CU_ASSERT_PTR_NOT_NULL_FATAL(all->memory);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&all->others.own[1], &all->others.path[1], 1, &options,
                                          NULL, &all->index),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_batch_fill(&all->others.own[1], &all->others.move[1], 1,
                                           all->memory, size, &all->batch),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &obstacle, 1, NULL, &all->world), GRAZE_OK);
}

static void leave(void)
{
    graze_index_free(round_about.index);
    graze_world_free(round_about.world);
    free(round_about.memory);
}

/* Where answers are written: all of it must stay as it was when there is none. */
typedef struct answer {
    bool yes;
    graze_verdict verdict;
    graze_clearance clearance;
    graze_approach approach;
    graze_meeting meeting;
    graze_slack slack;
    graze_prepared prepared;
    graze_hull hull;
    graze_batch batch;
    graze_interval list[4];
    double number;
    size_t count;
    void *made;
    unsigned told;
} answer;

/* Arrays that a door may write to in part. */
static graze_interval room[64];
static graze_closed_interval gaps[64];
static graze_batch_interval found[64];
static uint64_t hits[1];

static bool tell(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ((answer *)context)->told = 1;
    return true;
}

static bool tell_of_world(void *context, size_t obstacle, const graze_meeting *meeting)
{
    (void)obstacle;
    return tell(context, meeting);
}

static bool tell_pair(void *context, const graze_index_pair *pair)
{
    (void)pair;
    ((answer *)context)->told = 1;
    return true;
}

static bool take(void *context, const graze_check_answer *told)
{
    (void)told;
    ((answer *)context)->told = 1;
    return true;
}

/* The arguments that most doors begin with. */
#define PAIR q->body_a, q->a, q->body_b, q->b
#define PATHS q->body_a, &q->path[0], q->body_b, &q->path[1]
#define WINDOW ((graze_closed_interval){-10, 10})
#define NOBODY GRAZE_INDEX_NOBODY

#define DOORS(X)                                                                                   \
    X(exists, BOTH | TOLERANCE, graze_conflict_exists(PAIR, q->tolerance, &x->yes))                \
    X(intervals, BOTH | TOLERANCE,                                                                 \
      graze_conflict_intervals(PAIR, q->tolerance, x->list, 4, &x->count))                         \
    X(verdict, BOTH | TOLERANCE, graze_conflict_verdict(PAIR, q->tolerance, &x->verdict))          \
    X(clearance, BOTH, graze_conflict_clearance(PAIR, &x->clearance))                              \
    X(exists_within, BOTH | TOLERANCE,                                                             \
      graze_conflict_exists_within(PAIR, q->tolerance, NULL, &x->yes))                             \
    X(intervals_within, BOTH | TOLERANCE,                                                          \
      graze_conflict_intervals_within(PAIR, q->tolerance, NULL, x->list, 4, &x->count))            \
    X(verdict_within, BOTH | TOLERANCE,                                                            \
      graze_conflict_verdict_within(PAIR, q->tolerance, NULL, &x->verdict))                        \
    X(clearance_within, BOTH, graze_conflict_clearance_within(PAIR, NULL, &x->clearance))          \
    X(starts, BOTH | TOLERANCE,                                                                    \
      graze_unsafe_starts(PAIR, q->tolerance, &here->workspace, x->list, 4, &x->count))            \
    X(end, BOTH | TOLERANCE,                                                                       \
      graze_unsafe_end(PAIR, q->tolerance, &here->workspace, &x->number, &x->yes))                 \
    X(speeds, BOTH | TOLERANCE,                                                                    \
      graze_unsafe_speeds(PAIR, q->tolerance, &here->workspace, x->list, 4, &x->count))            \
    X(prepare_a, AGENT_A, graze_motion_prepare(q->body_a, q->a, &x->prepared))                     \
    X(prepare_b, AGENT_B | PLANE_B, graze_motion_prepare(q->body_b, q->b, &x->prepared))           \
    X(meetings, BOTH | TOLERANCE,                                                                  \
      graze_trajectory_meetings(PATHS, q->tolerance, tell, tell, x))                               \
    X(meetings_counted, BOTH | TOLERANCE,                                                          \
      graze_trajectory_meetings_counted(PATHS, q->tolerance, tell, tell, x, NULL))                 \
    X(meetings_among, BOTH | TOLERANCE,                                                            \
      graze_trajectory_meetings_among(PATHS, &(graze_motion_pair){0, 0}, 1, q->tolerance, tell,    \
                                      tell, x, NULL))                                              \
    X(trajectory_verdict, BOTH | TOLERANCE,                                                        \
      graze_trajectory_verdict(PATHS, q->tolerance, &x->verdict))                                  \
    X(first_contact, BOTH | TOLERANCE,                                                             \
      graze_trajectory_first_contact(PATHS, q->tolerance, GRAZE_TOUCH, &x->meeting, &x->yes))      \
    X(trajectory_clearance, BOTH, graze_trajectory_clearance(PATHS, &x->approach))                 \
    X(starts_of_motion, BOTH | TOLERANCE,                                                          \
      graze_trajectory_unsafe_starts(q->body_a, q->a, q->body_b, &q->path[1], q->tolerance,        \
                                     &here->workspace, room, 64, &x->count))                       \
    X(starts_among, BOTH | TOLERANCE,                                                              \
      graze_trajectories_unsafe_starts(q->body_a, q->a, q->body_b, &q->path[1], 1, q->tolerance,   \
                                       &here->workspace, room, 64, &x->count))                     \
    X(delays, BOTH | TOLERANCE,                                                                    \
      graze_trajectory_unsafe_delays(PATHS, GRAZE_APPEAR, q->tolerance, &here->workspace, room,    \
                                     64, &x->count))                                               \
    X(slack, BOTH | TOLERANCE,                                                                     \
      graze_trajectory_slack(PATHS, q->tolerance, &here->workspace, &x->slack))                    \
    X(batch_fill, AGENT_B | PLANE_B, fill_batch(q, x))                                             \
    X(batch_conflicts, AGENT_A | PLANE_A | TOLERANCE,                                              \
      graze_batch_conflicts(q->body_a, q->a, q->tolerance, &here->batch, hits, &x->count))         \
    X(batch_intervals, AGENT_A | PLANE_A | TOLERANCE,                                              \
      graze_batch_intervals(q->body_a, q->a, q->tolerance, &here->batch, found, 64, &x->count))    \
    X(batch_starts, AGENT_A | PLANE_A | TOLERANCE,                                                 \
      graze_batch_unsafe_starts(q->body_a, q->a, q->tolerance, &here->batch, &here->workspace,     \
                                found, 64, &x->count))                                             \
    X(index_new, AGENT_B, new_index(q, x))                                                         \
    X(index_insert, AGENT_A, graze_index_insert(here->index, 7, q->body_a, path_a))                \
    X(what_if, AGENT_A | TOLERANCE,                                                                \
      graze_index_what_if(here->index, q->body_a, path_a, NOBODY, q->tolerance, NULL, tell_pair,   \
                          x))                                                                      \
    X(index_starts, AGENT_A | PLANE_A | TOLERANCE,                                                 \
      graze_index_unsafe_starts(here->index, q->body_a, q->a, 7, WINDOW, q->tolerance,             \
                                &here->workspace, room, 64, &x->count))                            \
    X(index_times, BODY_A | TOLERANCE,                                                             \
      graze_index_unsafe_times(here->index, q->body_a, (graze_vector){0, 0, 0}, 7, WINDOW,         \
                               q->tolerance, room, 64, &x->count))                                 \
    X(index_gaps, BODY_A | TOLERANCE,                                                              \
      graze_index_safe_intervals(here->index, q->body_a, (graze_vector){0, 0, 0}, 7, WINDOW,       \
                                 q->tolerance, room, 64, gaps, 64, &x->count))                     \
    X(hull, BODY_B, graze_hull_prepare(q->body_b, &x->hull))                                       \
    X(body, BODY_B, graze_body_validate(q->body_b))                                                \
    X(motion, MOTION_A, graze_motion_validate(q->a))                                               \
    X(turning, AGENT_B | TOLERANCE, new_turning(q, x))                                             \
    X(boxes, AGENT_B | TOLERANCE, new_boxes(q, x))                                                 \
    X(world_clear, BODY_A | TOLERANCE,                                                             \
      graze_world_clear(here->world, q->body_a, (graze_point){0, 0}, q->tolerance, &x->yes))       \
    X(world_link, AGENT_A | PLANE_A | TOLERANCE,                                                   \
      graze_world_link(here->world, q->body_a, q->a, q->tolerance, &x->yes))                       \
    X(world_meetings, AGENT_A | PLANE_A | TOLERANCE,                                               \
      graze_world_meetings(here->world, q->body_a, path_a, q->tolerance, tell_of_world,            \
                           tell_of_world, x))                                                      \
    X(world_of, BODY_B, new_world(q, x))                                                           \
    X(check_plan, BOTH | TOLERANCE, check_plan(q, x))

/* What is made is freed at once, and its pointer is the answer. */
static graze_status new_index(const question *q, answer *x)
{
    graze_index *made = NULL;
    graze_status status = graze_index_new(q->body_b, &q->path[1], 1, NULL, NULL, &made);
    if (made != NULL)
        x->made = &round_about;
    graze_index_free(made);
    return status;
}

static graze_status new_turning(const question *q, answer *x)
{
    const graze_time_grid seconds = {0, 1, {0, 0, 0}};
    graze_boxes *made = NULL;
    graze_status status = graze_boxes_of_turning(NULL, q->body_b, &q->path[1], NULL, &seconds,
                                                 q->tolerance, GRAZE_FILTER_SI, &made);
    if (made != NULL)
        x->made = &round_about;
    graze_boxes_free(made);
    return status;
}

static graze_status new_boxes(const question *q, answer *x)
{
    const graze_time_grid seconds = {0, 1, {0, 0, 0}};
    graze_boxes *made = NULL;
    graze_status status = graze_boxes_of_trajectory(NULL, q->body_b, &q->path[1], &seconds,
                                                    q->tolerance, GRAZE_FILTER_BVH, &made);
    if (made != NULL)
        x->made = &round_about;
    graze_boxes_free(made);
    return status;
}

static graze_status new_world(const question *q, answer *x)
{
    if (q->body_b == NULL)
        return GRAZE_ERROR_NULL;
    const graze_obstacle obstacle = {*q->body_b, {0, 0}};
    graze_world *made = NULL;
    graze_status status = graze_world_create(NULL, &obstacle, 1, NULL, &made);
    if (made != NULL)
        x->made = &round_about;
    graze_world_free(made);
    return status;
}

static graze_status fill_batch(const question *q, answer *x)
{
    static unsigned char memory[1 << 14];
    return graze_batch_fill(q->body_b, q->b, 1, memory, sizeof memory, &x->batch);
}

static graze_status check_plan(const question *q, answer *x)
{
    if (q->body_a == NULL || q->body_b == NULL)
        return GRAZE_ERROR_NULL;
    const graze_body bodies[] = {*q->body_a, *q->body_b};
    const graze_check_options options = {.tolerance = q->tolerance, .without_index = true,
                                         .threads = 1};
    const graze_check_listener listener = {.take = take, .context = x};
    graze_check_counts counts;
    return graze_check_plan(bodies, q->path, 2, &options, &listener, NULL, &counts);
}

typedef struct door {
    const char *name;
    unsigned reads;
    graze_status (*ask)(const question *q, answer *x);
} door;

#define DOOR_FUNCTION(name, reads, call)                                                           \
    static graze_status ask_##name(const question *q, answer *x)                                   \
    {                                                                                              \
        surroundings *here = &round_about;                                                         \
        const graze_trajectory *path_a = &q->path[0];                                              \
        (void)here, (void)path_a, (void)x;                                                         \
        return call;                                                                               \
    }
#define DOOR_ROW(name, reads, call) {#name, reads, ask_##name},

DOORS(DOOR_FUNCTION)
static const door doors[] = {DOORS(DOOR_ROW)};
enum { DOOR_COUNT = sizeof doors / sizeof doors[0] };

/* Faults. `at` is the agent that is spoilt, 0 or 1; the part of the question of agent a. */
#define FAULTS(X)                                                                                  \
    X(BODY_A, GRAZE_ERROR_NULL, *(at ? &q->body_b : &q->body_a) = NULL)                            \
    X(BODY_A, GRAZE_ERROR_NULL, own->vertices = NULL; own->vertex_count = 3)                       \
    X(BODY_A, GRAZE_ERROR_NOT_FINITE, own->radius = (double)NAN)                                   \
    X(BODY_A, GRAZE_ERROR_NOT_FINITE, own->radius = HUGE_VAL)                                      \
    X(BODY_A, GRAZE_ERROR_NEGATIVE_RADIUS, own->radius = -0x1p-1074)                               \
    X(BODY_A, GRAZE_ERROR_NOT_FINITE, cornered(q, own)[1].x = (double)NAN)                         \
    X(BODY_A, GRAZE_ERROR_NOT_FINITE, cornered(q, own)[2].y = -HUGE_VAL)                           \
    X(BODY_A, GRAZE_ERROR_VERTEX_REPEATED, cornered(q, own)[1] = q->vertices[0])                   \
    X(BODY_A, GRAZE_ERROR_VERTEX_COLLINEAR, cornered(q, own)[1] = (graze_point){0, 0.5})           \
    X(BODY_A, GRAZE_ERROR_VERTEX_CLOCKWISE, cornered(q, own)[1] = (graze_point){-1, 0})            \
    X(MOTION_A, GRAZE_ERROR_NULL, *(at ? &q->b : &q->a) = q->path[at].motions = NULL)              \
    X(MOTION_A, GRAZE_ERROR_FORM, move->form = (graze_form)9)                                      \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->position.x = (double)NAN)                            \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->velocity.y = HUGE_VAL)                               \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->acceleration.z = (double)NAN)                        \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->start = -HUGE_VAL)                                   \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->start_tail = (double)NAN)                            \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->duration = (double)NAN)                              \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->duration = -HUGE_VAL)                                \
    X(MOTION_A, GRAZE_ERROR_NOT_FINITE, move->duration_tail = HUGE_VAL)                            \
    X(MOTION_A, GRAZE_ERROR_NEGATIVE_DURATION, move->duration = -1)                                \
    X(MOTION_A, GRAZE_ERROR_ENDLESS_MOVE, make_waypoint(move)->duration = HUGE_VAL)                \
    X(MOTION_A, GRAZE_ERROR_INSTANT_MOVE, make_waypoint(move)->duration = 0)                       \
    X(MOTION_A, GRAZE_ERROR_FORM, make_waypoint(move)->acceleration.y = 1)                         \
    X(PLANE_A, GRAZE_ERROR_SPATIAL_CORNERS, move->position.z = 0x1p-1074)                          \
    X(PLANE_A, GRAZE_ERROR_SPATIAL_CORNERS, move->velocity.z = 1)                                  \
    X(PLANE_A, GRAZE_ERROR_SPATIAL_CORNERS,                                                        \
      *move = (graze_motion){.form = GRAZE_KINEMATIC, .acceleration = {0, 0, -1}, .duration = 4})  \
    X(TOLERANCE, GRAZE_ERROR_NEGATIVE_TOLERANCE, q->tolerance = -0x1p-1074)                        \
    X(TOLERANCE, GRAZE_ERROR_NOT_FINITE, q->tolerance = (double)NAN)                               \
    X(TOLERANCE, GRAZE_ERROR_NOT_FINITE, q->tolerance = HUGE_VAL)

static graze_point *cornered(question *q, graze_body *own)
{
    own->vertices = q->vertices;
    own->vertex_count = 3;
    return q->vertices;
}

static graze_motion *make_waypoint(graze_motion *move)
{
    const graze_vector rest = {0, 0, 0};
    move->form = GRAZE_WAYPOINT;
    move->position = move->acceleration = rest;
    move->to = (graze_vector){1, 0, 0};
    return move;
}

typedef struct fault {
    unsigned part;
    graze_status status;
    const char *text;
} fault;

#define FAULT_CASE(part_of, wanted, ...)                                                           \
    if (number-- == 0) {                                                                           \
        __VA_ARGS__;                                                                               \
        return (fault){part_of, wanted, #__VA_ARGS__};                                             \
    }

/* Commits fault `number` on agent `at`; without text when there is no such number. */
static fault spoil(question *q, int number, int at)
{
    graze_body *own = &q->own[at];
    graze_motion *move = &q->move[at];
    FAULTS(FAULT_CASE)
    return (fault){0};
}

static unsigned part_of_b(unsigned part)
{
    return part == BODY_A     ? BODY_B
           : part == MOTION_A ? MOTION_B
           : part == PLANE_A  ? PLANE_B
                              : part;
}

/* Puts the question at a door; says whether nothing was written. */
static graze_status knock(const door *at, const question *q, bool *untouched)
{
    enum { PATTERN = 0x5a };
    static answer x, before;
    memset(&before, PATTERN, sizeof before);
    memcpy(&x, &before, sizeof x);
    graze_status status = at->ask(q, &x);
    *untouched = memcmp(&x, &before, sizeof x) == 0;
    if (at->ask == ask_index_insert && status == GRAZE_OK)
        graze_index_remove(round_about.index, 7);
    return status;
}

static void every_door_answers_a_sound_question(void)
{
    question q;
    bool untouched;
    surround();
    ask_soundly(&q);
    for (int i = 0; i < DOOR_COUNT; i++) {
        graze_status status = knock(&doors[i], &q, &untouched);
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        if (status != GRAZE_OK)
            printf(" [%s: %s] ", doors[i].name, graze_status_name(status));
    }
    leave();
}

static void every_door_names_every_fault_that_it_can_see(void)
{
    question q;
    bool untouched;
    surround();
    for (int at = 0; at < 2; at++)
        for (int number = 0;; number++) {
            ask_soundly(&q);
            const fault f = spoil(&q, number, at);
            if (f.text == NULL)
                break;
            const unsigned part = at ? part_of_b(f.part) : f.part;
            for (int i = 0; i < DOOR_COUNT; i++) {
                /* A corner that a and b share is the fault of both. */
                const bool shared = f.part == BODY_A && (doors[i].reads & BODY_B) != 0 &&
                                    q.own[0].vertices == q.vertices;
                const bool seen = (doors[i].reads & part) != 0 || shared;
                graze_status status = knock(&doors[i], &q, &untouched);
                const bool right = seen ? status == f.status && untouched : status == GRAZE_OK;
                CU_ASSERT_TRUE(right);
                if (!right)
                    printf("\n [%s, %d: %s: %s%s] ", doors[i].name, at, f.text,
                           graze_status_name(status), untouched ? "" : ", written");
            }
        }
    leave();
}

/* Of two faults either may be named. */
static void two_faults_are_no_sound_question(void)
{
    question q;
    bool untouched;
    surround();
    for (int first = 0;; first++) {
        ask_soundly(&q);
        if (spoil(&q, first, 0).text == NULL)
            break;
        for (int second = 0;; second++) {
            ask_soundly(&q);
            const fault f = spoil(&q, first, 0), g = spoil(&q, second, 1);
            if (g.text == NULL)
                break;
            for (int i = 0; i < DOOR_COUNT; i++) {
                graze_status status = knock(&doors[i], &q, &untouched);
                const bool seen = (doors[i].reads & (f.part | part_of_b(g.part))) != 0;
                const bool right = !seen || (status != GRAZE_OK && untouched);
                CU_ASSERT_TRUE(right);
                if (!right)
                    printf("\n [%s: %s; %s: %s%s] ", doors[i].name, f.text, g.text,
                           graze_status_name(status), untouched ? "" : ", written");
            }
        }
    }
    leave();
}

CU_TestInfo gate_tests[] = {
    SUPPORT_TEST(corners_off_the_plane_are_refused_among_listed_pairs),
    SUPPORT_TEST(corners_off_the_plane_are_refused_at_a_place_of_an_index),
    SUPPORT_TEST(prepared_bodies_are_not_validated_again),
    SUPPORT_TEST(every_door_answers_a_sound_question),
    SUPPORT_TEST(every_door_names_every_fault_that_it_can_see),
    SUPPORT_TEST(two_faults_are_no_sound_question),
    CU_TEST_INFO_NULL,
};
