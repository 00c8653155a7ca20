/* SPDX-License-Identifier: MIT */
/* Batches answer as the questions about two motions do, bit for bit, at every level of
 * instructions that this processor has: on motions of all families mixed, and on crowds in
 * which most pairs are filtered. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/batch.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "starts/unsafe_starts.h"
#include "support/run.h"

enum { MOST = 300, WORDS = (MOST + 63) / 64, ROOM = MOST * GRAZE_UNSAFE_STARTS_MAX };

typedef struct crowd {
    size_t count;
    graze_body bodies[MOST];
    graze_motion motions[MOST];
    graze_batch batch;
    double tolerance;
    char memory[(MOST + 64) * 128 + 256];
} crowd;

static crowd *crowd_of(size_t count)
{
    crowd *made = calloc(1, sizeof *made);
    CU_ASSERT_PTR_NOT_NULL_FATAL(made);
    made->count = count;
    return made;
}

static void fill(crowd *made, size_t offset)
{
    CU_ASSERT_EQUAL_FATAL(graze_batch_fill(made->bodies, made->motions, made->count,
                                           made->memory + offset, sizeof made->memory - offset,
                                           &made->batch),
                          GRAZE_OK);
}

/* Motions of every family at constant velocity, and a few accelerated ones. */
static crowd *mixed_crowd(uint64_t seed, bool accelerated)
{
    oracle_random random;
    random_begin(&random, seed, 77, 0);
    crowd *made = crowd_of((size_t)random_whole(&random, 1, MOST));
    for (size_t i = 0; i < made->count; i++) {
        oracle_pair pair;
        int last = accelerated && i % 16 == 0 ? FAMILY_COUNT : FAMILY_accelerated;
        oracle_family family = (oracle_family)random_whole(&random, 0, last - 1);
        if (family == FAMILY_extreme)
            family = FAMILY_grid;
        oracle_generate(family, seed, i / 2, &pair);
        made->bodies[i] = i % 2 == 0 ? pair.body_a : pair.body_b;
        made->motions[i] = i % 2 == 0 ? pair.a : pair.b;
        made->tolerance = pair.tolerance;
    }
    fill(made, (size_t)random_whole(&random, 0, 100));
    return made;
}

/* Walkers of a grid on a common clock, so that many meet, touch and miss. */
static crowd *walking_crowd(uint64_t seed)
{
    oracle_random random;
    random_begin(&random, seed, 78, 0);
    crowd *made = crowd_of((size_t)random_whole(&random, 1, MOST));
    int cells = random_whole(&random, 2, 40);
    const double radii[] = {sqrt(2.0) / 4, 0.5, 0.3};
    double far = random_once_in(&random, 3) ? 1e8 : 0;
    for (size_t i = 0; i < made->count; i++) {
        double x = far + random_whole(&random, 0, cells), y = random_whole(&random, 0, cells);
        double start = random_whole(&random, 0, 8) * sqrt(2.0) + random_whole(&random, 0, 3);
        graze_vector from = {x, y, 0};
        graze_vector to = {x + random_whole(&random, -1, 1), y + random_whole(&random, -1, 1), 0};
        bool rests = from.x == to.x && from.y == to.y;
        double time = from.x != to.x && from.y != to.y ? sqrt(2.0) : 1;
        made->bodies[i] = (graze_body){.radius = radii[random_whole(&random, 0, 2)]};
        if (rests && random_once_in(&random, 4))
            time = INFINITY;
        CU_ASSERT_EQUAL_FATAL(
            graze_motion_waypoint(from, to, start, start + time, &made->motions[i]), GRAZE_OK);
    }
    fill(made, 0);
    return made;
}

static bool same_interval(const graze_batch_interval *x, size_t index, const graze_interval *y)
{
    return x->index == index && x->interval.lower == y->lower && x->interval.upper == y->upper;
}

/* ---- one against many --------------------------------------------------------------------- */

static size_t check_conflicts(const crowd *of, cpu_instructions level, size_t asked)
{
    uint64_t hits[WORDS];
    size_t count = 0, truly = 0, wrong = 0;
    memset(hits, 0xAA, sizeof hits);
    CU_ASSERT_EQUAL(batch_conflicts_at(level, &of->bodies[asked], &of->motions[asked],
                                       of->tolerance, &of->batch, hits, &count),
                    GRAZE_OK);
    for (size_t i = 0; i < of->count; i++) {
        bool exists = false;
        CU_ASSERT_EQUAL(graze_conflict_exists(&of->bodies[asked], &of->motions[asked],
                                              &of->bodies[i], &of->motions[i], of->tolerance,
                                              &exists),
                        GRAZE_OK);
        truly += exists;
        wrong += exists != (hits[i / 64] >> i % 64 & 1);
    }
    for (size_t i = of->count; i < (of->count + 63) / 64 * 64; i++)
        wrong += hits[i / 64] >> i % 64 & 1;
    return wrong + (count != truly);
}

static size_t check_intervals(const crowd *of, cpu_instructions level, size_t asked, bool starts,
                              const graze_workspace *workspace)
{
    static graze_batch_interval found[ROOM];
    size_t count = 0, at = 0, wrong = 0;
    const graze_body *body = &of->bodies[asked];
    const graze_motion *motion = &of->motions[asked];
    graze_status status =
        starts ? batch_unsafe_starts_at(level, body, motion, of->tolerance, &of->batch, workspace,
                                        found, ROOM, &count)
               : batch_intervals_at(level, body, motion, of->tolerance, &of->batch, found, ROOM,
                                    &count);
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    for (size_t i = 0; i < of->count; i++) {
        graze_interval truth[GRAZE_UNSAFE_STARTS_MAX];
        size_t truly = 0;
        status = starts ? graze_unsafe_starts(body, motion, &of->bodies[i], &of->motions[i],
                                              of->tolerance, workspace, truth,
                                              GRAZE_UNSAFE_STARTS_MAX, &truly)
                        : graze_conflict_intervals(body, motion, &of->bodies[i], &of->motions[i],
                                                   of->tolerance, truth, GRAZE_UNSAFE_STARTS_MAX,
                                                   &truly);
        CU_ASSERT_EQUAL(status, GRAZE_OK);
        for (size_t k = 0; k < truly; k++, at++)
            wrong += at >= count || !same_interval(&found[at], i, &truth[k]);
    }
    return wrong + (at != count);
}

static void check_at_every_level(const crowd *of, size_t asked)
{
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
        CU_ASSERT_EQUAL(check_conflicts(of, level, asked), 0);
        CU_ASSERT_EQUAL(check_intervals(of, level, asked, false, NULL), 0);
        CU_ASSERT_EQUAL(check_intervals(of, level, asked, true, NULL), 0);
    }
}

static void mixed_motions_are_answered_as_pairs_are(void)
{
    const size_t rounds = support_rounds(30, 60, 4000);
    for (size_t round = 0; round < rounds; round++) {
        crowd *of = mixed_crowd(test_seed() + round, false);
        check_at_every_level(of, round % of->count);
        free(of);
    }
}

static void accelerated_motions_are_answered_as_pairs_are(void)
{
    const size_t rounds = support_rounds(6, 50, 1000);
    static uint64_t memory[1 << 19];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    for (size_t round = 0; round < rounds; round++) {
        crowd *of = mixed_crowd(test_seed() + round, true);
        of->count = of->count < 40 ? of->count : 40;
        of->batch.count = of->count;
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            CU_ASSERT_EQUAL(check_conflicts(of, level, round % of->count), 0);
            CU_ASSERT_EQUAL(check_intervals(of, level, round % of->count, false, NULL), 0);
        }
        CU_ASSERT_EQUAL(check_intervals(of, cpu_level(), round % of->count, true, &workspace), 0);
        free(of);
    }
}

static void walkers_are_answered_as_pairs_are(void)
{
    const size_t rounds = support_rounds(100, 200, 10000);
    for (size_t round = 0; round < rounds; round++) {
        crowd *of = walking_crowd(test_seed() + round);
        check_at_every_level(of, round % of->count);
        free(of);
    }
}

/* Longer than what the second cache holds: crowds beside each other, of which the last are near. */
static void a_long_batch_is_answered_as_its_pairs_are(void)
{
    enum { LONG = 33000 };
    static graze_body bodies[LONG];
    static graze_motion motions[LONG];
    static uint64_t hits[(LONG + 63) / 64];
    crowd *of = walking_crowd(test_seed());
    void *memory = malloc(graze_batch_size(LONG));
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    for (size_t i = 0; i < LONG; i++) {
        const size_t from = i % of->count;
        const double aside = (double)((LONG - 1 - i) / of->count);
        motions[i] = of->motions[from];
        motions[i].position.x += aside;
        if (motions[i].form == GRAZE_WAYPOINT)
            motions[i].to.x += aside;
        bodies[i] = of->bodies[from];
    }
    CU_ASSERT_EQUAL_FATAL(graze_batch_fill(bodies, motions, LONG, memory, graze_batch_size(LONG),
                                           &of->batch),
                          GRAZE_OK);
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
        size_t count = 0, truly = 0, wrong = 0;
        CU_ASSERT_EQUAL(batch_conflicts_at(level, &bodies[LONG - 1], &motions[LONG - 1], 0,
                                           &of->batch, hits, &count),
                        GRAZE_OK);
        for (size_t i = 0; i < LONG; i++) {
            bool exists = false;
            CU_ASSERT_EQUAL(graze_conflict_exists(&bodies[LONG - 1], &motions[LONG - 1],
                                                  &bodies[i], &motions[i], 0, &exists),
                            GRAZE_OK);
            truly += exists;
            wrong += exists != (hits[i / 64] >> i % 64 & 1);
        }
        CU_ASSERT_TRUE(truly > 0);
        CU_ASSERT_EQUAL(count, truly);
        CU_ASSERT_EQUAL(wrong, 0);
    }
    free(memory);
    free(of);
}

/* ---- many against many -------------------------------------------------------------------- */

typedef struct pair_count {
    uint64_t hits[MOST][WORDS];
    size_t count, wanted;
} pair_count;

static bool note_pair(void *context, size_t a, size_t b)
{
    pair_count *pairs = context;
    CU_ASSERT((pairs->hits[a][b / 64] >> b % 64 & 1) == 0);
    pairs->hits[a][b / 64] |= UINT64_C(1) << b % 64;
    return ++pairs->count < pairs->wanted;
}

static void check_between(const crowd *a, const crowd *b, cpu_instructions level)
{
    static pair_count pairs;
    size_t wrong = 0;
    memset(&pairs, 0, sizeof pairs);
    pairs.wanted = SIZE_MAX;
    CU_ASSERT_EQUAL(batch_conflicts_between_at(level, &a->batch, &b->batch, a->tolerance, note_pair,
                                               &pairs),
                    GRAZE_OK);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            bool exists = false;
            CU_ASSERT_EQUAL(graze_conflict_exists(&a->bodies[i], &a->motions[i], &b->bodies[j],
                                                  &b->motions[j], a->tolerance, &exists),
                            GRAZE_OK);
            exists = exists && (a != b || i < j);
            wrong += exists != (pairs.hits[i][j / 64] >> j % 64 & 1);
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_pair_of_two_crowds_is_found_once(void)
{
    const size_t rounds = support_rounds(6, 50, 500);
    for (size_t round = 0; round < rounds; round++) {
        crowd *a = walking_crowd(test_seed() + round), *b = mixed_crowd(test_seed() + round, false);
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            check_between(a, b, level);
            check_between(a, a, level);
            check_between(b, b, level);
        }
        free(a);
        free(b);
    }
}

/* Everybody in one place. */
static crowd *pile(void)
{
    crowd *of = crowd_of(MOST);
    for (size_t i = 0; i < of->count; i++) {
        of->bodies[i] = (graze_body){.radius = 0.5};
        of->motions[i] = (graze_motion){.form = GRAZE_KINEMATIC, .duration = 1};
    }
    fill(of, 0);
    return of;
}

/* No pair may be lost where words and blocks begin and end. */
static void in_a_pile_all_pairs_conflict(void)
{
    crowd *of = pile();
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        check_between(of, of, level);
    free(of);
}

static void the_sink_may_stop(void)
{
    static pair_count pairs;
    crowd *some = walking_crowd(3), *all = pile();
    const crowd *crowds[] = {some, all};
    for (int k = 0; k < 2; k++) {
        memset(&pairs, 0, sizeof pairs);
        pairs.wanted = 2;
        CU_ASSERT_EQUAL(graze_batch_conflicts_between(&crowds[k]->batch, &crowds[k]->batch, 0,
                                                      note_pair, &pairs),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(pairs.count, 2);
    }
    free(some);
    free(all);
}

static bool stop_at_once(void *context, size_t a, size_t b)
{
    ++*(size_t *)context;
    return a == SIZE_MAX && b == SIZE_MAX;
}

/* More motions than are asked at a time: none of the others is asked any more. */
static void the_sink_may_stop_before_the_last_block(void)
{
    enum { MANY = 2000 };
    graze_body *bodies = calloc(MANY, sizeof *bodies);
    graze_motion *motions = calloc(MANY, sizeof *motions);
    void *memory = malloc(graze_batch_size(MANY));
    CU_ASSERT_FATAL(bodies != NULL && motions != NULL && memory != NULL);
    for (size_t i = 0; i < MANY; i++) {
        bodies[i] = (graze_body){.radius = 0.5};
        motions[i] = (graze_motion){.form = GRAZE_KINEMATIC, .duration = 1};
    }
    graze_batch batch;
    size_t calls = 0;
    CU_ASSERT_EQUAL_FATAL(
        graze_batch_fill(bodies, motions, MANY, memory, graze_batch_size(MANY), &batch), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_conflicts_between(&batch, &batch, 0, stop_at_once, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls, 1);
    free(memory);
    free(motions);
    free(bodies);
}

/* The first of a batch as one of their own: each of them against all, itself as well. */
static void a_part_of_a_batch_is_another_batch(void)
{
    static pair_count pairs;
    crowd *of = pile();
    graze_batch first = of->batch;
    first.count = 2;
    memset(&pairs, 0, sizeof pairs);
    pairs.wanted = SIZE_MAX;
    CU_ASSERT_EQUAL(graze_batch_conflicts_between(&first, &of->batch, 0, note_pair, &pairs),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(pairs.count, 2 * of->count);
    free(of);
}

/* ---- what is refused ------------------------------------------------------------------------ */

static const graze_body disc = {.radius = 0.5};

static graze_motion wait_at(double x, double y)
{
    graze_motion motion = {.form = GRAZE_KINEMATIC, .position = {x, y, 0}, .duration = 2};
    return motion;
}

static void an_empty_batch_has_no_conflicts(void)
{
    graze_batch batch;
    char memory[64];
    graze_motion motion = wait_at(0, 0);
    size_t count = 7;
    CU_ASSERT_EQUAL(graze_batch_size(0), sizeof memory);
    CU_ASSERT_EQUAL(graze_batch_fill(NULL, NULL, 0, memory, sizeof memory, &batch), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_conflicts(&disc, &motion, 0, &batch, NULL, &count), GRAZE_OK);
    CU_ASSERT_EQUAL(count, 0);
}

static void too_little_memory_is_refused(void)
{
    graze_batch batch = {.count = 99};
    static char memory[8192];
    const graze_body bodies[2] = {disc, disc};
    const graze_motion motions[2] = {wait_at(0, 0), wait_at(1, 0)};
    size_t size = graze_batch_size(2);
    CU_ASSERT_FATAL(size > 0 && size <= sizeof memory);
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, size - 1, &batch),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(batch.count, 99);
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, size, &batch), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_size(SIZE_MAX), 0);
    CU_ASSERT_EQUAL(graze_batch_size(SIZE_MAX / 64), 0);
}

static void too_little_room_for_intervals_is_refused(void)
{
    graze_batch batch;
    static char memory[8192];
    const graze_body bodies[2] = {disc, disc};
    const graze_motion motions[2] = {wait_at(0, 0), wait_at(0.5, 0)};
    graze_batch_interval found[2];
    size_t count = 5;
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, &batch), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_intervals(&disc, &motions[0], 0, &batch, found, 1, &count),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(count, 5);
    CU_ASSERT_EQUAL(graze_batch_intervals(&disc, &motions[0], 0, &batch, found, 2, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(
        graze_batch_unsafe_starts(&disc, &motions[0], 0, &batch, NULL, found, 1, &count),
        GRAZE_ERROR_CAPACITY);
}

static void bad_motions_and_null_are_refused_by_name(void)
{
    graze_batch batch;
    static char memory[8192];
    uint64_t hits[1];
    size_t count;
    graze_body bodies[2] = {disc, {.radius = -1}};
    graze_motion motions[2] = {wait_at(0, 0), wait_at(1, 0)};
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, &batch),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    bodies[1].radius = 0.5;
    motions[1].duration = -1;
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, &batch),
                    GRAZE_ERROR_NEGATIVE_DURATION);
    motions[1].duration = 1;
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, NULL, 0, &batch), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_fill(NULL, motions, 2, memory, sizeof memory, &batch),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, &batch), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_batch_conflicts(&disc, NULL, 0, &batch, hits, &count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_conflicts(&disc, &motions[0], 0, NULL, hits, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_conflicts(&disc, &motions[0], 0, &batch, NULL, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_conflicts(&disc, &motions[0], -1, &batch, hits, &count),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_batch_conflicts_between(&batch, &batch, 0, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_batch_intervals(&disc, &motions[0], NAN, &batch, NULL, 0, &count),
                    GRAZE_ERROR_NOT_FINITE);
}

CU_TestInfo batch_tests[] = {
    SUPPORT_TEST(mixed_motions_are_answered_as_pairs_are),
    SUPPORT_TEST(accelerated_motions_are_answered_as_pairs_are),
    SUPPORT_TEST(walkers_are_answered_as_pairs_are),
    SUPPORT_TEST(a_long_batch_is_answered_as_its_pairs_are),
    SUPPORT_TEST(every_pair_of_two_crowds_is_found_once),
    SUPPORT_TEST(in_a_pile_all_pairs_conflict),
    SUPPORT_TEST(the_sink_may_stop),
    SUPPORT_TEST(the_sink_may_stop_before_the_last_block),
    SUPPORT_TEST(a_part_of_a_batch_is_another_batch),
    SUPPORT_TEST(an_empty_batch_has_no_conflicts),
    SUPPORT_TEST(too_little_memory_is_refused),
    SUPPORT_TEST(too_little_room_for_intervals_is_refused),
    SUPPORT_TEST(bad_motions_and_null_are_refused_by_name),
    CU_TEST_INFO_NULL,
};
