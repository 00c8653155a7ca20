/* SPDX-License-Identifier: MIT */
/* No filter ever loses a meeting: plans full of near misses, checked with every index,
 * every filter and several threads, say the same as the plain check of all pairs. */
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <graze/check.h>

#include "oracle/random.h"
#include "support/run.h"

enum { AGENTS = 14, ROWS = 7, TOLD = 4096 };

/* ---- plans -------------------------------------------------------------------------- */

typedef struct scene {
    graze_motion motions[AGENTS][ROWS + 1];
    graze_body bodies[AGENTS], own_bodies[AGENTS][ROWS + 1];
    graze_trajectory trajectories[AGENTS];
} scene;

typedef enum scene_kind {
    ON_GRID,      /* whole places and times: boxes and discs that touch exactly */
    AT_DECIMALS,  /* far from the origin of space and time */
    ACCELERATED,
    WITH_CORNERS,
    IN_SPACE,
    OF_MANY_BODIES, /* another body for each motion */
    OF_ALL_SIZES, /* huge spans, tiny ones, motions of no length in time or space */
    SCENE_KINDS
} scene_kind;

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_point needle[] = {{-1, 0}, {1, 0}};

static graze_body some_body(oracle_random *random, scene_kind kind)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.25, 0};
    graze_body body = {.radius = radii[random_whole(random, 0, 3)]};
    const bool cornered = kind == WITH_CORNERS || kind == OF_MANY_BODIES;
    if (cornered && random_once_in(random, 2))
        body = (graze_body){random_once_in(random, 2) ? 0 : 0.25, square, 4};
    else if (cornered && random_once_in(random, 2))
        body = (graze_body){0.125, needle, 2};
    return body;
}

static double some_size(oracle_random *random)
{
    static const double sizes[] = {0, DBL_MIN, 1e-300, 1e-9, 0.5, 1, 1e9, 1e150, 1e300};
    return sizes[random_whole(random, 0, 8)] * random_whole(random, -2, 2);
}

static graze_vector some_place(oracle_random *random, scene_kind kind)
{
    graze_vector place = {random_whole(random, 0, 5), random_whole(random, 0, 5), 0};
    if (kind == IN_SPACE)
        place.z = random_whole(random, 0, 2);
    if (kind == AT_DECIMALS)
        place = (graze_vector){1e8 + place.x * 0.1, place.y * 0.1 - 1e8, 0};
    if (kind == OF_ALL_SIZES && random_once_in(random, 3))
        place = (graze_vector){some_size(random), some_size(random), 0};
    return place;
}

static double some_pause(oracle_random *random, scene_kind kind)
{
    double pause = random_whole(random, 1, 3);
    if (kind == AT_DECIMALS)
        return pause * 0.1;
    if (kind == OF_ALL_SIZES && random_once_in(random, 3))
        return fabs(some_size(random));
    return pause;
}

static void drive(oracle_random *random, scene_kind kind, graze_at_end at_end,
                  graze_motion *motions, graze_trajectory *trajectory)
{
    double times[ROWS];
    graze_vector places[ROWS];
    size_t rows = (size_t)random_whole(random, 1, ROWS), count = 0;
    times[0] = random_whole(random, 0, 4) + (kind == AT_DECIMALS ? 1e6 : 0);
    places[0] = some_place(random, kind);
    for (size_t i = 1; i < rows; i++) {
        times[i] = times[i - 1] + some_pause(random, kind);
        places[i] = random_once_in(random, 4) || times[i] == times[i - 1] ? places[i - 1]
                                                                         : some_place(random, kind);
    }
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(rows, times, places, at_end,
                                                          motions, &count, NULL),
                          GRAZE_OK);
    *trajectory = (graze_trajectory){.motions = motions, .count = count};
}

/* One accelerated motion, and where it ends an agent that parks. */
static void accelerate(oracle_random *random, graze_at_end at_end, graze_motion *motions,
                       graze_trajectory *trajectory)
{
    graze_motion declared;
    size_t count = 0;
    graze_vector v = {random_short(random, 4, 1), random_short(random, 4, 1), 0};
    graze_vector a = {random_short(random, 4, 2), random_short(random, 4, 2), 0};
    graze_motion_kinematic(some_place(random, ON_GRID), v, a, random_whole(random, 0, 3),
                           random_whole(random, 0, 4), &declared);
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_motions(1, &declared, at_end, 0, motions,
                                                        &count, NULL),
                          GRAZE_OK);
    *trajectory = (graze_trajectory){.motions = motions, .count = count};
}

static void make_scene(scene *s, scene_kind kind, uint64_t index)
{
    oracle_random random;
    random_begin(&random, 11, (uint64_t)kind, index);
    for (size_t i = 0; i < AGENTS; i++) {
        s->bodies[i] = some_body(&random, kind);
        graze_at_end at_end = random_once_in(&random, 2) ? GRAZE_STAY : GRAZE_VANISH;
        if (kind == ACCELERATED && !random_once_in(&random, 4))
            accelerate(&random, at_end, s->motions[i], &s->trajectories[i]);
        else
            drive(&random, kind, at_end, s->motions[i], &s->trajectories[i]);
        for (size_t k = 0; kind == OF_MANY_BODIES && k < s->trajectories[i].count; k++)
            s->own_bodies[i][k] = some_body(&random, kind);
        if (kind == OF_MANY_BODIES)
            s->trajectories[i].bodies = s->own_bodies[i];
    }
}

/* ---- what is told ------------------------------------------------------------------- */

typedef struct told {
    size_t count;
    struct {
        size_t a, b;
        bool merged;
        graze_meeting meeting;
    } rows[TOLD];
} told;

static void note(told *all, const graze_check_answer *answer, const graze_meeting *list,
                 size_t count, bool merged)
{
    for (size_t i = 0; i < count && all->count < TOLD; i++, all->count++) {
        memset(&all->rows[all->count], 0, sizeof all->rows[0]);
        all->rows[all->count].a = answer->agent_a;
        all->rows[all->count].b = answer->agent_b;
        all->rows[all->count].merged = merged;
        all->rows[all->count].meeting = list[i];
    }
}

static bool take(void *context, const graze_check_answer *answer)
{
    note(context, answer, answer->each, answer->each_count, false);
    note(context, answer, answer->merged, answer->merged_count, true);
    return true;
}

static bool same_meeting(const graze_meeting *x, const graze_meeting *y)
{
    return x->verdict == y->verdict && x->motion_a == y->motion_a && x->motion_b == y->motion_b &&
           x->when.lower == y->when.lower && x->when.upper == y->when.upper &&
           x->depth == y->depth && x->distance == y->distance && x->time == y->time;
}

static bool same(const told *x, const told *y)
{
    bool equal = x->count == y->count;
    for (size_t i = 0; equal && i < x->count; i++)
        equal = x->rows[i].a == y->rows[i].a && x->rows[i].b == y->rows[i].b &&
                x->rows[i].merged == y->rows[i].merged &&
                same_meeting(&x->rows[i].meeting, &y->rows[i].meeting);
    return equal;
}

static void check(const scene *s, const graze_check_options *how, told *all)
{
    graze_check_counts counts;
    const graze_check_listener listener = {.take = take, .context = all};
    all->count = 0;
    CU_ASSERT_EQUAL(graze_check_plan(s->bodies, s->trajectories, AGENTS, how, &listener, NULL,
                                     &counts),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(counts.pairs, AGENTS * (AGENTS - 1) / 2);
    CU_ASSERT_EQUAL(counts.pairs_done, counts.pairs);
}

/* Every index (and none) with every filter, in turns alone and with three threads. */
static size_t count_differences(const scene *s, double tolerance, const told *plain)
{
    static told other;
    size_t differences = 0;
    for (int index = -1; index <= GRAZE_INDEX_MASKS; index++)
        for (int filter = 0; filter <= GRAZE_FILTER_PYRAMID; filter++) {
            graze_check_options how = {.tolerance = tolerance,
                                       .without_index = index < 0,
                                       .index = index >= 0 ? (graze_index_method)index : 0,
                                       .filter = (graze_pair_filter)filter,
                                       .threads = (index + filter) % 2 == 0 ? 1 : 3};
            check(s, &how, &other);
            if (same(plain, &other))
                continue;
            printf("\n/* index %d, filter %s differs: %zu rows, not %zu */\n", index,
                   graze_pair_filter_name(how.filter), other.count, plain->count);
            differences++;
        }
    return differences;
}

static void compare(scene_kind kind)
{
    static scene s;
    static told plain;
    static const double tolerances[] = {0, 1e-9, 0.25};
    size_t differences = 0, met = 0, plans = support_rounds(6, 55, 120);
    for (size_t index = 0; index < plans; index++) {
        double tolerance = tolerances[index % 3];
        make_scene(&s, kind, index);
        check(&s,
              &(graze_check_options){.tolerance = tolerance, .without_index = true, .threads = 1},
              &plain);
        met += plain.count;
        differences += count_differences(&s, tolerance, &plain);
    }
    CU_ASSERT_EQUAL(differences, 0);
    CU_ASSERT_TRUE(met > plans);
}

static void plans_on_a_grid_lose_no_meeting(void) { compare(ON_GRID); }
static void plans_far_away_lose_no_meeting(void) { compare(AT_DECIMALS); }
static void accelerated_plans_lose_no_meeting(void) { compare(ACCELERATED); }
static void plans_of_bodies_with_corners_lose_no_meeting(void) { compare(WITH_CORNERS); }
static void plans_in_space_lose_no_meeting(void) { compare(IN_SPACE); }
static void plans_of_many_bodies_lose_no_meeting(void) { compare(OF_MANY_BODIES); }
static void plans_of_all_sizes_lose_no_meeting(void) { compare(OF_ALL_SIZES); }

/* ---- plans that are worth threads ----------------------------------------------------- */

enum { MANY = 180, STEPS = 60 };

typedef struct large_scene {
    graze_motion motions[MANY][STEPS];
    graze_body bodies[MANY];
    graze_trajectory trajectories[MANY];
} large_scene;

/* Walks on a grid; the smaller it is, the more meet. */
static void walk_about(large_scene *s, int side, uint64_t index)
{
    static const int step[][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    oracle_random random;
    random_begin(&random, 12, (uint64_t)side, index);
    for (size_t i = 0; i < MANY; i++) {
        graze_vector at = {random_whole(&random, 0, side), random_whole(&random, 0, side), 0};
        for (size_t k = 0; k < STEPS; k++) {
            const int *way = step[random_whole(&random, 0, 4)];
            graze_vector to = {at.x + way[0], at.y + way[1], 0};
            graze_motion_waypoint(at, to, (double)k, (double)k + 1, &s->motions[i][k]);
            at = to;
        }
        s->bodies[i] = (graze_body){.radius = 0x1.6a09e667f3bcdp-2};
        s->trajectories[i] = (graze_trajectory){.motions = s->motions[i], .count = STEPS};
    }
}

/* What was told, so far. */
typedef struct telling {
    uint64_t digest, answers;
} telling;

static void fold(telling *so_far, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        so_far->digest =
            (so_far->digest ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

static bool fold_answer(void *context, const graze_check_answer *answer)
{
    telling *so_far = context;
    const size_t agents[] = {answer->agent_a, answer->agent_b};
    fold(so_far, agents, sizeof agents);
    for (size_t i = 0; i < answer->each_count; i++) {
        const graze_meeting *m = &answer->each[i];
        const double numbers[] = {(double)m->motion_a, (double)m->motion_b, m->when.lower,
                                  m->when.upper, m->depth, m->time};
        fold(so_far, numbers, sizeof numbers);
    }
    so_far->answers++;
    return true;
}

static graze_check_counts check_large(const large_scene *s, const graze_check_options *how,
                                      telling *told_all)
{
    graze_check_counts counts;
    const graze_check_listener listener = {.take = fold_answer, .context = told_all};
    *told_all = (telling){1, 0};
    CU_ASSERT_EQUAL(graze_check_plan(s->bodies, s->trajectories, MANY, how, &listener, NULL,
                                     &counts),
                    GRAZE_OK);
    return counts;
}

/* Few pairs of motions are found all at once, on all threads; many by each agent for itself. */
static void few_pairs_and_many_are_told_alike(void)
{
    static large_scene s;
    static const struct { int side; bool few; } crowds[] = {{60, true}, {5, false}};
    for (size_t k = 0; k < sizeof crowds / sizeof *crowds; k++) {
        telling plain, other;
        walk_about(&s, crowds[k].side, k);
        check_large(&s, &(graze_check_options){.without_index = true}, &plain);
        CU_ASSERT_TRUE(plain.answers > 100);
        for (size_t threads = 1; threads < 5; threads++)
            for (int index = GRAZE_INDEX_AUTO; index <= GRAZE_INDEX_MASKS; index++) {
                const graze_check_options how = {.threads = threads,
                                                 .index = (graze_index_method)index};
                const graze_check_counts counts = check_large(&s, &how, &other);
                CU_ASSERT_EQUAL(other.answers, plain.answers);
                CU_ASSERT_EQUAL(other.digest, plain.digest);
                CU_ASSERT_EQUAL(counts.motions_indexed <= MANY * STEPS, crowds[k].few);
            }
    }
}

/* Walks that begin at any time, with steps that last from a quarter of a second to longer than
 * any slice of time, and some that never end. */
static void stroll(large_scene *s, uint64_t index)
{
    static const double lasting[] = {0.25, 0.25, 0.5, 1, 1, 2.75, 30};
    oracle_random random;
    random_begin(&random, 13, index, 0);
    for (size_t i = 0; i < MANY; i++) {
        graze_vector at = {random_whole(&random, 0, 60), random_whole(&random, 0, 40), 0};
        double time = 0.25 * random_whole(&random, -40, 40);
        for (size_t k = 0; k < STEPS; k++) {
            const double end = time + lasting[random_whole(&random, 0, 6)];
            const graze_vector to = {at.x + random_whole(&random, -1, 1), at.y, 0};
            const bool stays = k + 1 == STEPS && i % 3 > 0;
            graze_motion_waypoint(at, stays ? at : to, time, stays ? INFINITY : end,
                                  &s->motions[i][k]);
            at = to;
            time = end;
        }
        s->bodies[i] = (graze_body){.radius = 0x1p-2};
        s->trajectories[i] =
            (graze_trajectory){.motions = s->motions[i], .count = i % 7 == 3 ? 1 : STEPS};
    }
}

static void motions_that_outlive_slices_of_time_are_told_once(void)
{
    static large_scene s;
    for (uint64_t index = 0; index < 3; index++) {
        telling plain, other;
        stroll(&s, index);
        check_large(&s, &(graze_check_options){.without_index = true}, &plain);
        CU_ASSERT_TRUE(plain.answers > 50);
        for (size_t threads = 1; threads < 6; threads++) {
            check_large(&s, &(graze_check_options){.threads = threads}, &other);
            CU_ASSERT_EQUAL(other.answers, plain.answers);
            CU_ASSERT_EQUAL(other.digest, plain.digest);
        }
    }
}

static void make_motions(void *context, size_t agent, size_t first, size_t count,
                         graze_motion *motions)
{
    const large_scene *s = context;
    memcpy(motions, &s->motions[agent][first], count * sizeof *motions);
}

/* The waypoints that an agent's motions are made of. */
static graze_check_waypoints waypoints_of(const large_scene *s, size_t agent,
                                          graze_waypoint *points)
{
    const graze_motion *motions = s->motions[agent];
    const size_t count = s->trajectories[agent].count;
    const graze_motion *last = &motions[count - 1];
    for (size_t k = 0; k < count; k++)
        points[k] = (graze_waypoint){motions[k].start, motions[k].position};
    points[count] = (graze_waypoint){last->start + last->duration, last->to};
    return (graze_check_waypoints){points, count + isfinite(last->duration)};
}

/* Waypoints are read where they lie; agents that have none are asked for motions. */
static void waypoints_in_their_place_are_told_as_their_motions(void)
{
    static large_scene s;
    static graze_waypoint points[MANY][STEPS + 1];
    static graze_check_waypoints ways[MANY];
    for (int crowd = 0; crowd < 4; crowd++) {
        telling plain, other;
        const graze_check_source source = {make_motions, &s, ways};
        if (crowd < 2)
            walk_about(&s, crowd == 0 ? 60 : 5, 8);
        else
            stroll(&s, 8);
        for (size_t i = 0; i < MANY; i++) {
            ways[i] = waypoints_of(&s, i, points[i]);
            if (crowd == 3 && i % 5 == 0)
                ways[i].points = NULL;
        }
        const graze_check_counts counts =
            check_large(&s, &(graze_check_options){.threads = 1}, &plain);
        CU_ASSERT_TRUE(plain.answers > 50);
        for (size_t threads = 1; threads < 4; threads++) {
            const graze_check_options how = {.threads = threads, .source = &source};
            const graze_check_counts same = check_large(&s, &how, &other);
            CU_ASSERT_EQUAL(other.answers, plain.answers);
            CU_ASSERT_EQUAL(other.digest, plain.digest);
            CU_ASSERT_EQUAL(same.pairs_asked, counts.pairs_asked);
            CU_ASSERT_EQUAL(same.motions_indexed, counts.motions_indexed);
            CU_ASSERT_EQUAL(same.work.by_doubles, counts.work.by_doubles);
        }
    }
}

/* And refused as they are, wherever a fault lies. */
static void waypoints_that_are_not_valid_are_refused(void)
{
    static large_scene s;
    static graze_waypoint points[MANY][STEPS + 1];
    static graze_check_waypoints ways[MANY];
    graze_check_counts counts;
    telling none = {1, 0};
    const graze_check_listener listener = {.take = fold_answer, .context = &none};
    const graze_check_source source = {make_motions, &s, ways};
    stroll(&s, 0);
    for (size_t i = 0; i < MANY; i++)
        ways[i] = waypoints_of(&s, i, points[i]);
    for (size_t at = 0; at < STEPS; at++) {
        const graze_check_options how = {.threads = 1 + at % 4, .source = &source};
        graze_motion *bad = &s.motions[MANY - 1][at];
        const graze_motion good = *bad;
        bad->position.x = points[MANY - 1][at].place.x = at % 2 == 0 ? NAN : INFINITY;
        CU_ASSERT_EQUAL(
            graze_check_plan(s.bodies, s.trajectories, MANY, &how, &listener, NULL, &counts),
            GRAZE_ERROR_NOT_FINITE);
        *bad = good;
        points[MANY - 1][at].place = good.position;
    }
    CU_ASSERT_EQUAL(none.answers, 0);
}

/* Few pairs, and so many that an index of the whole plan is asked. */
static void motions_that_are_made_when_they_are_looked_at_are_told_alike(void)
{
    static large_scene s;
    static const graze_check_options ways[] = {
        {.threads = 1},
        {.threads = 3},
        {.threads = 2, .without_index = true},
        {.threads = 2, .filter = GRAZE_FILTER_PYRAMID},
    };
    for (int crowd = 0; crowd < 3; crowd++) {
        telling plain, other;
        const graze_check_source source = {make_motions, &s, NULL};
        if (crowd < 2)
            walk_about(&s, crowd == 0 ? 60 : 5, 7);
        else
            stroll(&s, 7);
        const graze_check_counts counts =
            check_large(&s, &(graze_check_options){.threads = 1}, &plain);
        CU_ASSERT_TRUE(plain.answers > 50);
        CU_ASSERT_EQUAL(counts.motions_indexed <= MANY * STEPS, crowd != 1);
        for (size_t i = 0; i < MANY; i++)
            s.trajectories[i].motions = NULL;
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            graze_check_options how = ways[way];
            how.source = &source;
            check_large(&s, &how, &other);
            CU_ASSERT_EQUAL(other.answers, plain.answers);
            CU_ASSERT_EQUAL(other.digest, plain.digest);
        }
    }
}

/* Wherever it lies among the slices of time. */
static void a_motion_that_is_not_valid_is_refused(void)
{
    static large_scene s;
    graze_check_counts counts;
    telling none = {1, 0};
    const graze_check_listener listener = {.take = fold_answer, .context = &none};
    static const double starts[] = {NAN, INFINITY, -INFINITY, 20};
    stroll(&s, 0);
    for (size_t way = 0; way < 4 * STEPS; way++) {
        const graze_check_options how = {.threads = 1 + way % 4};
        graze_motion *bad = &s.motions[MANY - 1][way / 4];
        const graze_motion good = *bad;
        bad->start = starts[way % 4];
        if (way % 4 == 3)
            bad->duration = -1;
        CU_ASSERT_EQUAL(
            graze_check_plan(s.bodies, s.trajectories, MANY, &how, &listener, NULL, &counts),
            way % 4 == 3 ? GRAZE_ERROR_NEGATIVE_DURATION : GRAZE_ERROR_NOT_FINITE);
        *bad = good;
    }
    CU_ASSERT_EQUAL(none.answers, 0);
}

/* Two stretches of an agent's motions change places, so that each part of the slices finds its own
 * in order and what lies between them is nobody's. */
static void motions_out_of_order_between_slices_are_not_lost(void)
{
    static large_scene s;
    for (size_t hole = STEPS / 4; hole < STEPS / 2; hole++) {
        telling plain, other;
        walk_about(&s, 60, 9);
        graze_motion *own = s.motions[7], moved[STEPS];
        memcpy(moved, own, sizeof moved);
        const size_t far = STEPS / 2 + 8, few = 6;
        memcpy(&own[hole], &moved[far], few * sizeof *own);
        memcpy(&own[hole + few], &moved[hole], (far - hole) * sizeof *own);
        check_large(&s, &(graze_check_options){.threads = 1}, &plain);
        for (size_t threads = 2; threads < 4; threads++) {
            check_large(&s, &(graze_check_options){.threads = threads}, &other);
            CU_ASSERT_EQUAL(other.answers, plain.answers);
            CU_ASSERT_EQUAL(other.digest, plain.digest);
        }
    }
}

static void an_agent_without_motions_among_many_is_refused(void)
{
    static large_scene s;
    graze_check_counts counts;
    telling none = {1, 0};
    const graze_check_listener listener = {.take = fold_answer, .context = &none};
    walk_about(&s, 60, 3);
    s.trajectories[MANY / 2].motions = NULL;
    for (size_t threads = 1; threads < 4; threads++) {
        const graze_check_options how = {.threads = threads};
        CU_ASSERT_EQUAL(
            graze_check_plan(s.bodies, s.trajectories, MANY, &how, &listener, NULL, &counts),
            GRAZE_ERROR_NULL);
    }
    CU_ASSERT_EQUAL(none.answers, 0);
}

/* An allocator that has no memory for the block of a number, once. */
static void *all_but_one(void *context, void *block, size_t size)
{
    atomic_int *left = context;
    if (size > 0 && atomic_fetch_sub(left, 1) == 0)
        return NULL;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

/* Without a block the list of all pairs, or an answer, is not made: the same is told, or that
 * there was no memory. */
static void a_block_that_is_not_to_be_had_changes_no_answer(void)
{
    static large_scene s;
    const graze_check_source source = {make_motions, &s, NULL};
    const graze_check_options how = {.threads = 2, .source = &source};
    telling plain;
    size_t answered = 0, refused = 0;
    stroll(&s, 7);
    check_large(&s, &how, &plain);
    for (int number = 0; number < 4000; number += 1 + number / 16) {
        atomic_int left = number;
        telling other = {1, 0};
        graze_check_counts counts;
        const graze_allocator allocator = {all_but_one, &left};
        const graze_check_listener listener = {.take = fold_answer, .context = &other};
        const graze_status status = graze_check_plan(s.bodies, s.trajectories, MANY, &how,
                                                     &listener, &allocator, &counts);
        CU_ASSERT_TRUE(status == GRAZE_OK || status == GRAZE_ERROR_MEMORY);
        CU_ASSERT_TRUE(status != GRAZE_OK || other.digest == plain.digest);
        answered += status == GRAZE_OK;
        refused += status == GRAZE_ERROR_MEMORY;
    }
    CU_ASSERT_TRUE(answered > 0 && refused > 0);
}

/* An allocator whose new blocks hold small numbers at random. */
static void *full_of_numbers(void *context, void *block, size_t size)
{
    atomic_int none = -1; /* is refused */
    if (size == 0 || block != NULL)
        return all_but_one(&none, block, size);
    const uint64_t number = *(const uint64_t *)context;
    uint64_t *made = malloc(size);
    for (size_t i = 0; made != NULL && i < size / sizeof *made; i++)
        made[i] = ((number << 32) + i) * UINT64_C(0x9e3779b97f4a7c15) >> 62;
    return made;
}

static void what_a_new_block_holds_changes_no_answer(void)
{
    static large_scene s;
    const graze_check_source source = {make_motions, &s, NULL};
    const graze_check_options how = {.threads = 2, .source = &source};
    telling plain;
    walk_about(&s, 20, 7);
    for (size_t i = 0; i < MANY; i++)
        s.trajectories[i].count = 1;
    check_large(&s, &(graze_check_options){.without_index = true}, &plain);
    for (uint64_t number = 0; number < 20; number++) {
        telling other = {1, 0};
        graze_check_counts counts;
        const graze_allocator allocator = {full_of_numbers, &number};
        const graze_check_listener listener = {.take = fold_answer, .context = &other};
        CU_ASSERT_EQUAL(graze_check_plan(s.bodies, s.trajectories, MANY, &how, &listener,
                                         &allocator, &counts),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(other.digest, plain.digest);
    }
}

CU_TestInfo filter_tests[] = {
    SUPPORT_TEST(motions_out_of_order_between_slices_are_not_lost),
    SUPPORT_TEST(an_agent_without_motions_among_many_is_refused),
    SUPPORT_TEST(a_block_that_is_not_to_be_had_changes_no_answer),
    SUPPORT_TEST(what_a_new_block_holds_changes_no_answer),
    SUPPORT_TEST(motions_that_outlive_slices_of_time_are_told_once),
    SUPPORT_TEST(motions_that_are_made_when_they_are_looked_at_are_told_alike),
    SUPPORT_TEST(a_motion_that_is_not_valid_is_refused),
    SUPPORT_TEST(waypoints_in_their_place_are_told_as_their_motions),
    SUPPORT_TEST(waypoints_that_are_not_valid_are_refused),
    SUPPORT_TEST(few_pairs_and_many_are_told_alike),
    SUPPORT_TEST(plans_on_a_grid_lose_no_meeting),
    SUPPORT_TEST(plans_far_away_lose_no_meeting),
    SUPPORT_TEST(accelerated_plans_lose_no_meeting),
    SUPPORT_TEST(plans_of_bodies_with_corners_lose_no_meeting),
    SUPPORT_TEST(plans_in_space_lose_no_meeting),
    SUPPORT_TEST(plans_of_many_bodies_lose_no_meeting),
    SUPPORT_TEST(plans_of_all_sizes_lose_no_meeting),
    CU_TEST_INFO_NULL,
};
