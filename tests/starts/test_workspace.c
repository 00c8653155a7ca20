/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds within their means: memory that is missing, too small or
 * full of rubbish, arrays that are too short, questions that are not supported. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/expect.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { PATTERN = 0x5a, GUARD = 4096 };

typedef struct result {
    graze_interval interval[GRAZE_UNSAFE_STARTS_MAX];
    size_t count;
} result;

static graze_status ask(const oracle_pair *p, const graze_workspace *workspace, size_t capacity,
                        result *r)
{
    memset(r, PATTERN, sizeof *r);
    return graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, workspace,
                               r->interval, capacity, &r->count);
}

static bool is_filled_with(const void *memory, size_t size, unsigned char value)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

static void expect_refusal(const oracle_pair *pair, const graze_workspace *workspace,
                           size_t capacity, graze_status expected)
{
    result r;
    graze_status status = ask(pair, workspace, capacity, &r);
    if (status != expected)
        printf("\n%s, expected %s", graze_status_name(status), graze_status_name(expected));
    CU_ASSERT_EQUAL(status, expected);
    CU_ASSERT(is_filled_with(&r, sizeof r, PATTERN));
}

/* Memory that ends in a guard; what is asked for is in front of it. */
typedef struct guarded {
    unsigned char *memory;
    size_t size;
    graze_workspace whole;
} guarded;

static guarded guard(size_t size, unsigned char rubbish)
{
    guarded g = {.memory = malloc(size + GUARD), .size = size};
    CU_ASSERT_PTR_NOT_NULL_FATAL(g.memory);
    g.whole = (graze_workspace){.memory = g.memory, .size = size};
    memset(g.memory, rubbish, size);
    memset(g.memory + size, PATTERN, GUARD);
    return g;
}

static void release(guarded *g)
{
    CU_ASSERT(is_filled_with(g->memory + g->size, GUARD, PATTERN));
    free(g->memory);
}

/* The relative way is a parabola that touches the circle from outside at two
 * instants, which a delay moves opposite ways: start 0 alone is safe among the
 * unsafe ones. */
static oracle_pair pinched(void)
{
    oracle_pair pair = discs(0.5, drive(0, 16, 0, -8, 0, 8), 0.5, drive(-4, 1.25, 1, 0, 0, 8));
    pair.a.acceleration.y = 2;
    return pair;
}

static oracle_pair crossing(void)
{
    return discs(0.5, drive(-2, 0, 1, 0, 0, 4), 0.5, drive(0, -2, 0, 1, 0, 4));
}

static void an_accelerated_question_without_memory_is_named(void)
{
    const oracle_pair pair = pinched();
    const graze_workspace none = {.memory = NULL}, missing = {.size = graze_workspace_size()};
    static max_align_t memory[4];
    const graze_workspace empty = {.memory = memory, .size = 0};
    expect_refusal(&pair, NULL, GRAZE_UNSAFE_STARTS_MAX, GRAZE_ERROR_WORKSPACE);
    expect_refusal(&pair, &none, GRAZE_UNSAFE_STARTS_MAX, GRAZE_ERROR_WORKSPACE);
    expect_refusal(&pair, &missing, GRAZE_UNSAFE_STARTS_MAX, GRAZE_ERROR_WORKSPACE);
    expect_refusal(&pair, &empty, GRAZE_UNSAFE_STARTS_MAX, GRAZE_ERROR_WORKSPACE);
}

static void the_size_that_the_library_names_is_enough(void)
{
    const oracle_pair pair = pinched();
    guarded g = guard(graze_workspace_size(), 0xff);
    result r;
    CU_ASSERT_EQUAL(ask(&pair, &g.whole, GRAZE_UNSAFE_STARTS_MAX, &r),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(r.count, 2);
    CU_ASSERT(r.interval[0].lower < -2 && r.interval[0].upper == 0);
    CU_ASSERT(r.interval[1].lower == 0 && r.interval[1].upper > 2);
    release(&g);
}

/* Whatever the size, the answer is the same or refused, and nothing beyond the
 * memory is written. */
static void too_little_memory_is_named_or_enough(void)
{
    const oracle_pair pair = pinched();
    guarded large = guard(graze_workspace_size(), 0);
    result right, r;
    size_t refused = 0, answered = 0;
    CU_ASSERT_EQUAL(
        ask(&pair, &large.whole, GRAZE_UNSAFE_STARTS_MAX, &right),
        GRAZE_OK);
    for (size_t size = 1; size <= graze_workspace_size(); size += 1 + size / 24) {
        guarded g = guard(size, (unsigned char)size);
        graze_status status =
            ask(&pair, &g.whole, GRAZE_UNSAFE_STARTS_MAX, &r);
        if (status == GRAZE_ERROR_WORKSPACE) {
            CU_ASSERT(is_filled_with(&r, sizeof r, PATTERN));
            refused++;
        } else {
            CU_ASSERT_EQUAL(status, GRAZE_OK);
            CU_ASSERT(memcmp(&r, &right, sizeof r) == 0);
            answered++;
        }
        release(&g);
    }
    release(&large);
    CU_ASSERT(refused > 0);
    CU_ASSERT(answered > 0);
}

/* Everyday numbers never need more than the everyday size. */
static void everyday_pairs_need_no_more_than_the_size_that_is_named(void)
{
    static const oracle_family families[] = {FAMILY_accelerated, FAMILY_accelerated_grid,
                                             FAMILY_accelerated_touch, FAMILY_accelerated_pinch};
    const size_t rounds = support_rounds(300, 600, 10000);
    guarded g = guard(graze_workspace_size(), 0xff);
    size_t refused = 0;
    for (size_t index = 0; index < 4 * rounds; index++) {
        oracle_pair pair;
        result r;
        oracle_generate(families[index % 4], 30, index / 4, &pair);
        graze_status status =
            ask(&pair, &g.whole, GRAZE_UNSAFE_STARTS_MAX, &r);
        if (status == GRAZE_OK)
            continue;
        if (refused++ < 3)
            oracle_print(stdout, &pair);
    }
    CU_ASSERT_EQUAL(refused, 0);
    release(&g);
}

static void constant_velocity_leaves_the_memory_alone(void)
{
    const oracle_pair pair = crossing();
    guarded g = guard(graze_workspace_size(), PATTERN);
    result with, without;
    CU_ASSERT_EQUAL(
        ask(&pair, &g.whole, GRAZE_UNSAFE_STARTS_MAX, &with), GRAZE_OK);
    CU_ASSERT(is_filled_with(g.memory, g.size, PATTERN));
    CU_ASSERT_EQUAL(ask(&pair, NULL, GRAZE_UNSAFE_STARTS_MAX, &without), GRAZE_OK);
    CU_ASSERT(memcmp(&with, &without, sizeof with) == 0);
    CU_ASSERT_EQUAL(with.count, 1);
    release(&g);
}

/* ---- stopping ------------------------------------------------------------------------------- */

typedef struct patience {
    size_t asked, patient; /* [count] */
} patience;

static bool should_stop(void *context)
{
    patience *caller = context;
    return caller->asked++ >= caller->patient;
}

/* Two accelerated triangles of the wildest magnitudes, whose depth takes long. */
static oracle_pair slow_pair(void)
{
    static const graze_point corners[] = {{1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.75}};
    oracle_pair pair =
        discs(1e-9, pass(30.75, 0x1.c8p-259, -DBL_MAX, 0x1.f6p939, -DBL_MAX, 0x1p-532), 0,
              drive(0x1.d8p974, 1, 0x1p53, 0x1.c1269e0d5d26ep967, -DBL_MAX, DBL_MAX));
    pair.b.acceleration = (graze_vector){0, 0.1, 0};
    pair.body_a.vertices = pair.body_b.vertices = corners;
    pair.body_a.vertex_count = pair.body_b.vertex_count = 3;
    return pair;
}

static graze_status measure(const oracle_pair *p, patience *caller, graze_clearance *clearance)
{
    const graze_workspace workspace = {.should_stop = should_stop, .context = caller};
    return graze_conflict_clearance_within(&p->body_a, &p->a, &p->body_b, &p->b, &workspace,
                                           clearance);
}

/* And counts how often the caller is asked, a measure of the work: a search of the depth from
 * no guess took 38 times as much. */
static void a_caller_can_stop_a_clearance_at_any_time(void)
{
    enum { ASKED_MAX = 600 };
    const oracle_pair pair = slow_pair();
    graze_clearance whole, clearance;
    patience endless = {0, (size_t)-1};
    CU_ASSERT_EQUAL(measure(&pair, &endless, &whole), GRAZE_OK);
    CU_ASSERT(endless.asked > 0 && endless.asked <= ASKED_MAX);
    for (size_t patient = 0; patient <= endless.asked; patient += 1 + patient / 4) {
        patience caller = {0, patient};
        memset(&clearance, PATTERN, sizeof clearance);
        graze_status status = measure(&pair, &caller, &clearance);
        CU_ASSERT_EQUAL(status, patient < endless.asked ? GRAZE_ERROR_STOPPED : GRAZE_OK);
        if (status == GRAZE_OK)
            CU_ASSERT(clearance.depth == whole.depth && clearance.time == whole.time);
        if (status != GRAZE_OK)
            CU_ASSERT(is_filled_with(&clearance, sizeof clearance, PATTERN));
    }
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

/* Of the numbers that take longest. */
static void a_question_at_constant_velocity_can_be_stopped(void)
{
    const graze_workspace impatient = {.should_stop = stop_at_once};
    size_t stopped = 0;
    for (size_t index = 0; index < 300; index++) {
        oracle_pair pair;
        result r;
        oracle_generate(FAMILY_extreme, 31, index, &pair);
        graze_status status = ask(&pair, &impatient, GRAZE_UNSAFE_STARTS_MAX, &r);
        CU_ASSERT(status == GRAZE_OK || status == GRAZE_ERROR_STOPPED);
        stopped += status == GRAZE_ERROR_STOPPED;
    }
    CU_ASSERT(stopped > 0);
}

/* ---- room for the answer --------------------------------------------------------------------- */

static void an_array_that_is_too_short_is_named_and_left_alone(void)
{
    const oracle_pair two = pinched(), one = crossing();
    guarded g = guard(graze_workspace_size(), 0);
    const graze_workspace workspace = g.whole;
    result r;
    expect_refusal(&two, &workspace, 0, GRAZE_ERROR_CAPACITY);
    expect_refusal(&two, &workspace, 1, GRAZE_ERROR_CAPACITY);
    expect_refusal(&one, NULL, 0, GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(ask(&two, &workspace, 2, &r), GRAZE_OK);
    CU_ASSERT_EQUAL(r.count, 2);
    CU_ASSERT_EQUAL(ask(&one, NULL, 1, &r), GRAZE_OK);
    CU_ASSERT_EQUAL(r.count, 1);
    CU_ASSERT(is_filled_with(&r.interval[1], sizeof r.interval[1], PATTERN));
    release(&g);
}

static void no_room_is_enough_when_every_start_is_safe(void)
{
    oracle_pair pair = crossing();
    result r;
    pair.a.position.z = 9;
    CU_ASSERT_EQUAL(ask(&pair, NULL, 0, &r), GRAZE_OK);
    CU_ASSERT_EQUAL(r.count, 0);
    CU_ASSERT(is_filled_with(r.interval, sizeof r.interval, PATTERN));
}

static graze_status ask_speeds(const oracle_pair *p, const graze_workspace *workspace,
                               graze_interval *interval, size_t capacity, size_t *count)
{
    return graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, 0, workspace, interval,
                               capacity, count);
}

static void a_missing_array_is_named(void)
{
    const oracle_pair p = crossing();
    size_t count = 77;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&p.body_a, &p.a, &p.body_b, &p.b, 0, NULL, NULL, 1, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(ask_speeds(&p, NULL, NULL, 1, &count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(count, 77);
}

/* ---- speeds ---------------------------------------------------------------------------------- */

static void speeds_of_accelerated_motions_need_memory(void)
{
    guarded g = guard(graze_workspace_size(), 0);
    for (int agent = 0; agent < 2; agent++) {
        oracle_pair p = crossing();
        graze_interval interval = {1, 2};
        size_t count = 77;
        (agent == 0 ? &p.a : &p.b)->acceleration.x = 0x1p-10;
        CU_ASSERT_EQUAL(ask_speeds(&p, NULL, &interval, 1, &count), GRAZE_ERROR_WORKSPACE);
        CU_ASSERT_EQUAL(ask_speeds(&p, &g.whole, &interval, 0, &count), GRAZE_ERROR_CAPACITY);
        CU_ASSERT(interval.lower == 1 && interval.upper == 2 && count == 77);
        CU_ASSERT_EQUAL(ask_speeds(&p, &g.whole, &interval, 1, &count), GRAZE_OK);
        CU_ASSERT(count == 1 && interval.lower < 1 && interval.upper > 1);
    }
    release(&g);
}

static void a_parked_motion_has_no_speed(void)
{
    oracle_pair p = crossing();
    graze_interval interval = {1, 2};
    size_t count = 77;
    p.a.form = GRAZE_PARKED;
    CU_ASSERT_EQUAL(ask_speeds(&p, NULL, &interval, 1, &count), GRAZE_ERROR_UNSUPPORTED);
    CU_ASSERT(interval.lower == 1 && interval.upper == 2 && count == 77);
}

/* The second stands in the first one's way, from 1 to 2 metres along it, until time
 * 2: the first must not come nearer than 1 metre before, so not drive 0.5 m/s. */
static void a_speed_that_comes_too_soon_is_unsafe(void)
{
    const oracle_pair p = discs(0.5, drive(0, 0, 1, 0, 0, 4), 0.5, rest(2, 0, 0, 2));
    graze_interval interval = {1, 2};
    size_t count = 77;
    CU_ASSERT_EQUAL(ask_speeds(&p, NULL, &interval, 1, &count), GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT(interval.lower == 0.5 && interval.upper == INFINITY);
}

/* Two ends of unsafe starts of which one is told from the other by 2^-1074 beside 2^1023: the
 * ends of their intervals outgrow the room that roots have at first. */
static void roots_that_are_hard_to_tell_apart_get_longer_ends(void)
{
    const oracle_pair p = {
        .body_a = {.radius = 0x1p-1022},
        .body_b = {.radius = 0x1.38d352e5096afp+498},
        .a = {.form = GRAZE_KINEMATIC,
              .position = {0x1.999999999999ap-4, 0, 0},
              .velocity = {-0x1p-1074, 0x1p+1023, 0},
              .start = -0x1p+1000,
              .duration = 0x1p+52},
        .b = {.form = GRAZE_KINEMATIC,
              .position = {0x1.999999999999ap-4, 0, 0},
              .velocity = {0x1p-1022, 0x1p+1023, 0},
              .start = 2,
              .duration = 1},
    };
    result r;
    CU_ASSERT_EQUAL(ask(&p, NULL, GRAZE_UNSAFE_STARTS_MAX, &r), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(r.count, 1);
    CU_ASSERT_EQUAL(r.interval[0].lower, 0x1.fffffffffffffp+0);
    CU_ASSERT_EQUAL(r.interval[0].upper, 0x1.0000000000001p+1);
}

CU_TestInfo workspace_tests[] = {
    SUPPORT_TEST(an_accelerated_question_without_memory_is_named),
    SUPPORT_TEST(roots_that_are_hard_to_tell_apart_get_longer_ends),
    SUPPORT_TEST(the_size_that_the_library_names_is_enough),
    SUPPORT_TEST(too_little_memory_is_named_or_enough),
    SUPPORT_TEST(everyday_pairs_need_no_more_than_the_size_that_is_named),
    SUPPORT_TEST(constant_velocity_leaves_the_memory_alone),
    SUPPORT_TEST(a_caller_can_stop_a_clearance_at_any_time),
    SUPPORT_TEST(a_question_at_constant_velocity_can_be_stopped),
    SUPPORT_TEST(an_array_that_is_too_short_is_named_and_left_alone),
    SUPPORT_TEST(no_room_is_enough_when_every_start_is_safe),
    SUPPORT_TEST(a_missing_array_is_named),
    SUPPORT_TEST(speeds_of_accelerated_motions_need_memory),
    SUPPORT_TEST(a_parked_motion_has_no_speed),
    SUPPORT_TEST(a_speed_that_comes_too_soon_is_unsafe),
    CU_TEST_INFO_NULL,
};
