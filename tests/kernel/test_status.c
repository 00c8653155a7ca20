/* SPDX-License-Identifier: MIT */
/* Every entry of <graze/conflict.h> and <graze/unsafe.h> names every defect of its input, and an
 * answer that is refused leaves its result untouched. */
#include <CUnit/CUnit.h>
#include <graze/conflict.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"

/* A call with everything in it, some of it broken. */
typedef struct call {
    graze_body body[2];
    graze_motion motion[2];
    double tolerance;
    const graze_body *body_a, *body_b; /* into this struct, or null */
    const graze_motion *a, *b;
} call;

static void sound_call(call *c)
{
    const graze_vector origin = {0, 0, 0}, right = {1, 0, 0};
    *c = (call){.body = {{0.5}, {0.5}}};
    c->body_a = &c->body[0];
    c->body_b = &c->body[1];
    c->a = &c->motion[0];
    c->b = &c->motion[1];
    graze_motion_kinematic(origin, right, origin, 0, 4, &c->motion[0]);
    graze_motion_waypoint(right, origin, 0, 4, &c->motion[1]);
}

/* ---- the entries: each fills its result with a pattern and tells whether it is still there */

enum { PATTERN = 0x5a };

typedef struct outcome {
    graze_status status;
    bool untouched;
} outcome;

static bool is_untouched(const void *result, size_t size)
{
    const unsigned char *bytes = result;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != PATTERN)
            return false;
    return true;
}

static outcome ask_exists(const call *c)
{
    bool exists;
    memset(&exists, PATTERN, sizeof exists);
    graze_status status =
        graze_conflict_exists(c->body_a, c->a, c->body_b, c->b, c->tolerance, &exists);
    return (outcome){status, is_untouched(&exists, sizeof exists)};
}

static outcome ask_intervals(const call *c)
{
    struct {
        graze_interval interval[2];
        size_t count;
    } result;
    memset(&result, PATTERN, sizeof result);
    graze_status status = graze_conflict_intervals(c->body_a, c->a, c->body_b, c->b, c->tolerance,
                                                   result.interval, 2, &result.count);
    return (outcome){status, is_untouched(&result, sizeof result)};
}

static outcome ask_verdict(const call *c)
{
    graze_verdict verdict;
    memset(&verdict, PATTERN, sizeof verdict);
    graze_status status =
        graze_conflict_verdict(c->body_a, c->a, c->body_b, c->b, c->tolerance, &verdict);
    return (outcome){status, is_untouched(&verdict, sizeof verdict)};
}

static outcome ask_clearance(const call *c)
{
    graze_clearance clearance;
    memset(&clearance, PATTERN, sizeof clearance);
    graze_status status = graze_conflict_clearance(c->body_a, c->a, c->body_b, c->b, &clearance);
    return (outcome){status, is_untouched(&clearance, sizeof clearance)};
}

static outcome prepare_first(const call *c)
{
    graze_prepared prepared;
    memset(&prepared, PATTERN, sizeof prepared);
    graze_status status = graze_motion_prepare(c->body_a, c->a, &prepared);
    return (outcome){status, is_untouched(&prepared, sizeof prepared)};
}

static outcome prepare_second(const call *c)
{
    graze_prepared prepared;
    memset(&prepared, PATTERN, sizeof prepared);
    graze_status status = graze_motion_prepare(c->body_b, c->b, &prepared);
    return (outcome){status, is_untouched(&prepared, sizeof prepared)};
}

static bool count_meeting(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ++*(size_t *)context;
    return true;
}

static outcome ask_meetings(const call *c)
{
    const graze_trajectory a = {.motions = c->a, .count = 1}, b = {.motions = c->b, .count = 1};
    size_t heard = 0;
    graze_status status = graze_trajectory_meetings(c->body_a, &a, c->body_b, &b, c->tolerance,
                                                    count_meeting, count_meeting, &heard);
    return (outcome){status, heard == 0};
}

static outcome ask_trajectory_verdict(const call *c)
{
    const graze_trajectory a = {.motions = c->a, .count = 1}, b = {.motions = c->b, .count = 1};
    graze_verdict verdict;
    memset(&verdict, PATTERN, sizeof verdict);
    graze_status status =
        graze_trajectory_verdict(c->body_a, &a, c->body_b, &b, c->tolerance, &verdict);
    return (outcome){status, is_untouched(&verdict, sizeof verdict)};
}

/* Of a list of unsafe starts or speeds. */
typedef struct unsafe_result {
    graze_interval interval[GRAZE_UNSAFE_STARTS_MAX];
    size_t count;
} unsafe_result;

static outcome ask_unsafe_starts(const call *c)
{
    static max_align_t memory[1 << 16];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    unsafe_result result;
    memset(&result, PATTERN, sizeof result);
    graze_status status =
        graze_unsafe_starts(c->body_a, c->a, c->body_b, c->b, c->tolerance, &workspace,
                            result.interval, GRAZE_UNSAFE_STARTS_MAX, &result.count);
    return (outcome){status, is_untouched(&result, sizeof result)};
}

static outcome ask_unsafe_starts_without_memory(const call *c)
{
    unsafe_result result;
    memset(&result, PATTERN, sizeof result);
    graze_status status =
        graze_unsafe_starts(c->body_a, c->a, c->body_b, c->b, c->tolerance, NULL, result.interval,
                            GRAZE_UNSAFE_STARTS_MAX, &result.count);
    return (outcome){status, is_untouched(&result, sizeof result)};
}

static outcome ask_unsafe_end(const call *c)
{
    static max_align_t memory[1 << 16];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    double end;
    bool exists;
    memset(&end, PATTERN, sizeof end);
    graze_status status = graze_unsafe_end(c->body_a, c->a, c->body_b, c->b, c->tolerance,
                                           &workspace, &end, &exists);
    return (outcome){status, is_untouched(&end, sizeof end)};
}

static outcome ask_unsafe_speeds(const call *c)
{
    unsafe_result result;
    memset(&result, PATTERN, sizeof result);
    graze_status status =
        graze_unsafe_speeds(c->body_a, c->a, c->body_b, c->b, c->tolerance, NULL, result.interval,
                            GRAZE_UNSAFE_STARTS_MAX, &result.count);
    return (outcome){status, is_untouched(&result, sizeof result)};
}

typedef outcome (*entry)(const call *);

enum { FIRST = 1, SECOND = 2, TOLERANCE = 4, ALL = 7 }; /* what an entry looks at */

static const struct {
    const char *name;
    entry ask;
    int sees;
} entries[] = {
    {"graze_conflict_exists", ask_exists, ALL},
    {"graze_conflict_intervals", ask_intervals, ALL},
    {"graze_conflict_verdict", ask_verdict, ALL},
    {"graze_conflict_clearance", ask_clearance, FIRST | SECOND},
    {"graze_motion_prepare of the first", prepare_first, FIRST},
    {"graze_motion_prepare of the second", prepare_second, SECOND},
    {"graze_trajectory_meetings", ask_meetings, ALL},
    {"graze_trajectory_verdict", ask_trajectory_verdict, ALL},
    {"graze_unsafe_starts", ask_unsafe_starts, ALL},
    {"graze_unsafe_starts without a workspace", ask_unsafe_starts_without_memory, ALL},
    {"graze_unsafe_end", ask_unsafe_end, ALL},
    {"graze_unsafe_speeds", ask_unsafe_speeds, ALL},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void expect_status(const call *c, int where, graze_status expected)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        if ((entries[i].sees & where) == 0)
            continue;
        outcome got = entries[i].ask(c);
        if (got.status != expected || !got.untouched)
            printf("\n%s: %s%s, expected %s", entries[i].name, graze_status_name(got.status),
                   got.untouched ? "" : " with a written result", graze_status_name(expected));
        CU_ASSERT_EQUAL(got.status, expected);
        CU_ASSERT(got.untouched);
    }
}

/* ---- defects ----------------------------------------------------------------------------------
 */

static void a_sound_call_is_answered_by_every_entry(void)
{
    call c;
    sound_call(&c);
    for (size_t i = 0; i < ENTRIES; i++) {
        outcome got = entries[i].ask(&c);
        CU_ASSERT_EQUAL(got.status, GRAZE_OK);
        CU_ASSERT_FALSE(got.untouched);
    }
}

static void a_null_input_is_named(void)
{
    call c;
    sound_call(&c);
    c.body_a = NULL;
    expect_status(&c, FIRST, GRAZE_ERROR_NULL);
    sound_call(&c);
    c.body_b = NULL;
    expect_status(&c, SECOND, GRAZE_ERROR_NULL);
    sound_call(&c);
    c.a = NULL;
    expect_status(&c, FIRST, GRAZE_ERROR_NULL);
    sound_call(&c);
    c.b = NULL;
    expect_status(&c, SECOND, GRAZE_ERROR_NULL);
}

static void a_null_result_is_named(void)
{
    call c;
    graze_interval interval;
    graze_prepared prepared;
    sound_call(&c);
    const graze_trajectory one = {.motions = c.a, .count = 1};
    const graze_body *disc = c.body_a;
    CU_ASSERT_EQUAL(graze_conflict_exists(disc, c.a, disc, c.b, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_conflict_intervals(disc, c.a, disc, c.b, 0, &interval, 1, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_conflict_verdict(disc, c.a, disc, c.b, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_conflict_clearance(disc, c.a, disc, c.b, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_prepare(disc, c.a, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_motion_prepare(disc, c.a, &prepared), GRAZE_OK);
    CU_ASSERT_EQUAL(
        graze_conflict_exists_prepared(&prepared, disc, c.a, &prepared, disc, c.a, 0, NULL),
        GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_unsafe_starts(disc, c.a, disc, c.b, 0, NULL, &interval, 1, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_unsafe_speeds(disc, c.a, disc, c.b, 0, NULL, &interval, 1, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_verdict(disc, &one, disc, &one, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_verdict(disc, NULL, disc, &one, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_meetings(disc, &one, disc, NULL, 0, NULL, NULL, NULL),
                    GRAZE_ERROR_NULL);
}

static void a_number_that_is_not_finite_is_named(void)
{
    static const double numbers[] = {NAN, INFINITY, -INFINITY};
    for (size_t n = 0; n < 3; n++)
        for (int agent = 0; agent < 2; agent++)
            for (int field = 0; field < 8; field++) {
                call c;
                sound_call(&c);
                graze_motion *m = &c.motion[agent];
                double *fields[] = {
                    &m->position.x, &m->position.y, &m->velocity.x,    &m->acceleration.y,
                    &m->start,      &m->start_tail, &m->duration_tail, &c.body[agent].radius};
                *fields[field] = numbers[n];
                expect_status(&c, agent == 0 ? FIRST : SECOND, GRAZE_ERROR_NOT_FINITE);
            }
}

/* Who rests for ever has an endless life, which hides what is added to it. */
static void a_number_of_an_endless_rest_that_is_not_finite_is_named(void)
{
    static const double numbers[] = {NAN, INFINITY, -INFINITY};
    const graze_vector place = {1, 0, 0}, still = {0, 0, 0};
    for (size_t n = 0; n < 3; n++)
        for (int k = 0; k < 4; k++)
            for (int field = 0; field < 5; field++) {
                call c;
                sound_call(&c);
                graze_motion *m = &c.motion[k / 2];
                CU_ASSERT_EQUAL(k % 2 == 0
                                    ? graze_motion_waypoint(place, place, 0, INFINITY, m)
                                    : graze_motion_kinematic(place, still, still, 0, INFINITY, m),
                                GRAZE_OK);
                double *fields[] = {&m->position.x, &m->to.y, &m->start, &m->start_tail,
                                    &m->duration_tail};
                *fields[field] = numbers[n];
                expect_status(&c, k < 2 ? FIRST : SECOND, GRAZE_ERROR_NOT_FINITE);
            }
}

static void a_duration_that_is_no_number_is_named(void)
{
    call c;
    sound_call(&c);
    c.motion[0].duration = NAN;
    expect_status(&c, FIRST, GRAZE_ERROR_NOT_FINITE);
    sound_call(&c);
    c.motion[1].duration = -INFINITY;
    expect_status(&c, SECOND, GRAZE_ERROR_NOT_FINITE);
}

static void a_tolerance_that_is_not_finite_is_named(void)
{
    call c;
    sound_call(&c);
    c.tolerance = NAN;
    expect_status(&c, TOLERANCE, GRAZE_ERROR_NOT_FINITE);
    c.tolerance = INFINITY;
    expect_status(&c, TOLERANCE, GRAZE_ERROR_NOT_FINITE);
}

static void a_negative_tolerance_is_named(void)
{
    call c;
    sound_call(&c);
    c.tolerance = -0x1p-1074;
    expect_status(&c, TOLERANCE, GRAZE_ERROR_NEGATIVE_TOLERANCE);
}

static void a_negative_radius_is_named(void)
{
    call c;
    sound_call(&c);
    c.body[0].radius = -1;
    expect_status(&c, FIRST, GRAZE_ERROR_NEGATIVE_RADIUS);
    sound_call(&c);
    c.body[1].radius = -0x1p-1074;
    expect_status(&c, SECOND, GRAZE_ERROR_NEGATIVE_RADIUS);
}

static void a_negative_duration_is_named(void)
{
    call c;
    sound_call(&c);
    c.motion[0].duration = -1;
    expect_status(&c, FIRST, GRAZE_ERROR_NEGATIVE_DURATION);
    sound_call(&c);
    c.motion[1].duration_tail = -5;
    expect_status(&c, SECOND, GRAZE_ERROR_NEGATIVE_DURATION);
}

static void an_endless_waypoint_move_is_named(void)
{
    call c;
    sound_call(&c);
    c.motion[1].duration = INFINITY;
    expect_status(&c, SECOND, GRAZE_ERROR_ENDLESS_MOVE);
}

static void a_waypoint_move_in_no_time_is_named(void)
{
    call c;
    sound_call(&c);
    c.motion[1].duration = 0;
    expect_status(&c, SECOND, GRAZE_ERROR_INSTANT_MOVE);
}

static void a_form_that_does_not_exist_is_named(void)
{
    call c;
    sound_call(&c);
    c.motion[0].form = (graze_form)7;
    expect_status(&c, FIRST, GRAZE_ERROR_FORM);
    sound_call(&c);
    c.motion[1].acceleration.x = 1; /* a waypoint motion has none */
    expect_status(&c, SECOND, GRAZE_ERROR_FORM);
}

static void a_full_array_is_named_and_left_alone(void)
{
    call c;
    graze_interval interval = {1, 2};
    size_t count = 77;
    sound_call(&c);
    CU_ASSERT_EQUAL(graze_conflict_intervals(c.body_a, c.a, c.body_b, c.b, 0, &interval, 0, &count),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT(interval.lower == 1 && interval.upper == 2 && count == 77);
}

static void no_room_is_enough_for_no_interval(void)
{
    call c;
    graze_interval interval = {1, 2};
    size_t count = 77;
    sound_call(&c);
    c.motion[1].position.y = c.motion[1].to.y = 9; /* far away */
    CU_ASSERT_EQUAL(graze_conflict_intervals(c.body_a, c.a, c.body_b, c.b, 0, &interval, 0, &count),
                    GRAZE_OK);
    CU_ASSERT(interval.lower == 1 && interval.upper == 2 && count == 0);
}

static void a_bad_motion_late_in_a_trajectory_is_named(void)
{
    call c;
    graze_verdict verdict = GRAZE_GRAZE;
    graze_motion motions[2];
    sound_call(&c);
    motions[0] = motions[1] = c.motion[0];
    motions[1].start = 4;
    motions[1].position.x = NAN;
    const graze_trajectory a = {.motions = motions, .count = 2}, b = {.motions = c.b, .count = 1};
    CU_ASSERT_EQUAL(graze_trajectory_verdict(c.body_a, &a, c.body_b, &b, 0, &verdict),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(verdict, GRAZE_GRAZE);
}

static void verdicts_have_their_four_names(void)
{
    CU_ASSERT_STRING_EQUAL(graze_verdict_name(GRAZE_CLEAR), "clear");
    CU_ASSERT_STRING_EQUAL(graze_verdict_name(GRAZE_TOUCH), "touch");
    CU_ASSERT_STRING_EQUAL(graze_verdict_name(GRAZE_GRAZE), "graze");
    CU_ASSERT_STRING_EQUAL(graze_verdict_name(GRAZE_CONFLICT), "conflict");
    CU_ASSERT_PTR_NOT_NULL(graze_verdict_name((graze_verdict)42));
}

CU_TestInfo status_tests[] = {
    SUPPORT_TEST(a_sound_call_is_answered_by_every_entry),
    SUPPORT_TEST(a_null_input_is_named),
    SUPPORT_TEST(a_null_result_is_named),
    SUPPORT_TEST(a_number_that_is_not_finite_is_named),
    SUPPORT_TEST(a_number_of_an_endless_rest_that_is_not_finite_is_named),
    SUPPORT_TEST(a_duration_that_is_no_number_is_named),
    SUPPORT_TEST(a_tolerance_that_is_not_finite_is_named),
    SUPPORT_TEST(a_negative_tolerance_is_named),
    SUPPORT_TEST(a_negative_radius_is_named),
    SUPPORT_TEST(a_negative_duration_is_named),
    SUPPORT_TEST(an_endless_waypoint_move_is_named),
    SUPPORT_TEST(a_waypoint_move_in_no_time_is_named),
    SUPPORT_TEST(a_form_that_does_not_exist_is_named),
    SUPPORT_TEST(a_full_array_is_named_and_left_alone),
    SUPPORT_TEST(no_room_is_enough_for_no_interval),
    SUPPORT_TEST(a_bad_motion_late_in_a_trajectory_is_named),
    SUPPORT_TEST(verdicts_have_their_four_names),
    CU_TEST_INFO_NULL,
};
