/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <graze/trajectory.h>
#include <math.h>
#include <string.h>

#include "motion/exact.h"
#include "support/motion.h"
#include "support/run.h"

enum { ROOM = 8, NO_ROW = 77 };

static const graze_vector here = {1, 2, 3};
static const graze_vector there = {1, 2, 4};
static const graze_vector zero = {0, 0, 0};

/* What a builder answered, and whether it wrote. */
typedef struct answer {
    graze_status status;
    graze_motion motions[ROOM];
    size_t count, bad_row;
} answer;

static answer fresh(void)
{
    answer found = {.count = NO_ROW, .bad_row = NO_ROW};
    memset(found.motions, 0x5a, sizeof found.motions);
    return found;
}

static answer from_waypoints(size_t rows, const double *times, const graze_vector *places,
                             graze_at_end at_end)
{
    answer found = fresh();
    found.status = graze_trajectory_from_waypoints(rows, times, places, at_end, found.motions,
                                                   &found.count, &found.bad_row);
    return found;
}

static answer from_motions(size_t rows, const graze_motion *declared, graze_at_end at_end,
                           double tolerance)
{
    answer found = fresh();
    found.status = graze_trajectory_from_motions(rows, declared, at_end, tolerance, found.motions,
                                                 &found.count, &found.bad_row);
    return found;
}

static void assert_refused(const answer *found, graze_status status, size_t bad_row)
{
    answer untouched = fresh();
    CU_ASSERT_EQUAL(found->status, status);
    CU_ASSERT_EQUAL(found->bad_row, bad_row);
    CU_ASSERT_EQUAL(found->count, NO_ROW);
    CU_ASSERT_EQUAL(memcmp(found->motions, untouched.motions, sizeof untouched.motions), 0);
}

static void assert_built(const answer *found, size_t count)
{
    CU_ASSERT_EQUAL_FATAL(found->status, GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(found->count, count);
    CU_ASSERT_EQUAL(found->bad_row, NO_ROW);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(graze_motion_validate(&found->motions[i]), GRAZE_OK);
}

/* Does each motion end exactly where, in time, the next one starts? */
static void assert_seamless(const answer *found)
{
    mpq_t end, start;
    mpq_inits(end, start, NULL);
    for (size_t i = 0; i + 1 < found->count; i++) {
        exact_end(end, &found->motions[i]);
        exact_start(start, &found->motions[i + 1]);
        CU_ASSERT_TRUE(mpq_equal(end, start));
    }
    mpq_clears(end, start, NULL);
}

static bool is_place(graze_vector found, graze_vector wanted)
{
    return found.x == wanted.x && found.y == wanted.y && found.z == wanted.z;
}

/* ---- waypoints ---------------------------------------------------------------------------- */

static void rows_become_motions_without_seams(void)
{
    const double times[] = {0.1, 0.3, 0.1 + 0.2, 1e9 + 0.1};
    const graze_vector places[] = {here, there, there, here};
    answer found = from_waypoints(4, times, places, GRAZE_STAY);
    assert_built(&found, 4);
    assert_seamless(&found);
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(found.motions[i].form, GRAZE_WAYPOINT);
        CU_ASSERT_EQUAL(found.motions[i].start, times[i]);
        CU_ASSERT_TRUE(is_place(found.motions[i].position, places[i]));
        CU_ASSERT_TRUE(is_place(found.motions[i].to, places[i < 3 ? i + 1 : 3]));
    }
    CU_ASSERT_EQUAL(found.motions[3].duration, HUGE_VAL);
}

static void an_agent_that_vanishes_has_no_endless_wait(void)
{
    const graze_vector places[] = {here, there};
    answer found = from_waypoints(2, (double[]){0, 1}, places, GRAZE_VANISH);
    assert_built(&found, 1);
    CU_ASSERT_EQUAL(found.motions[0].duration, 1.0);
}

static void a_single_row_stands_for_ever_or_never_appears(void)
{
    answer stays = from_waypoints(1, (double[]){-3}, &here, GRAZE_STAY);
    assert_built(&stays, 1);
    CU_ASSERT_EQUAL(stays.motions[0].start, -3);
    CU_ASSERT_EQUAL(stays.motions[0].duration, HUGE_VAL);
    answer vanishes = from_waypoints(1, (double[]){-3}, &here, GRAZE_VANISH);
    assert_built(&vanishes, 0);
}

static void rows_of_one_time_and_place_are_one_row(void)
{
    const graze_vector places[] = {here, here, there, there, there};
    answer found = from_waypoints(5, (double[]){0, 0, 1, 1, 1}, places, GRAZE_STAY);
    assert_built(&found, 2);
    assert_seamless(&found);
    CU_ASSERT_TRUE(is_place(found.motions[0].to, there));
}

static void the_longest_waypoint_list_of_all_is_seamless(void)
{
    const graze_vector places[] = {here, there, here};
    answer found = from_waypoints(3, (double[]){-DBL_MAX, 0x1p-1074, DBL_MAX}, places, GRAZE_STAY);
    assert_built(&found, 3);
    assert_seamless(&found);
}

static void a_row_earlier_than_the_one_before_is_refused(void)
{
    const graze_vector places[] = {here, here, here};
    answer found = from_waypoints(3, (double[]){0, 1, nextafter(1, 0)}, places, GRAZE_STAY);
    assert_refused(&found, GRAZE_ERROR_TIME_ORDER, 2);
}

static void two_places_at_one_time_are_refused(void)
{
    const graze_vector places[] = {here, there, here};
    answer found = from_waypoints(3, (double[]){0, 0, 1}, places, GRAZE_STAY);
    assert_refused(&found, GRAZE_ERROR_INSTANT_MOVE, 1);
}

static void a_waypoint_row_that_is_not_finite_is_refused(void)
{
    graze_vector places[] = {here, there, here};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 3; i++) {
        answer time = from_waypoints(3, (double[]){0, 1, bad[i]}, places, GRAZE_STAY);
        assert_refused(&time, GRAZE_ERROR_NOT_FINITE, 2);
        graze_vector broken[] = {here, {1, 2, bad[i]}, here};
        answer place = from_waypoints(3, (double[]){0, 1, 2}, broken, GRAZE_STAY);
        assert_refused(&place, GRAZE_ERROR_NOT_FINITE, 1);
        answer first_time = from_waypoints(3, (double[]){bad[i], 0, 1}, places, GRAZE_STAY);
        assert_refused(&first_time, GRAZE_ERROR_NOT_FINITE, 0);
        graze_vector first_broken[] = {{1, bad[i], 2}, here, there};
        answer first = from_waypoints(3, (double[]){0, 1, 2}, first_broken, GRAZE_STAY);
        assert_refused(&first, GRAZE_ERROR_NOT_FINITE, 0);
    }
}

static void a_waypoint_list_needs_rows_and_room(void)
{
    const double time = 0;
    size_t count;
    graze_motion motion;
    answer empty = from_waypoints(0, NULL, NULL, GRAZE_STAY);
    assert_refused(&empty, GRAZE_ERROR_EMPTY, NO_ROW);
    answer no_times = from_waypoints(1, NULL, &here, GRAZE_STAY);
    assert_refused(&no_times, GRAZE_ERROR_NULL, NO_ROW);
    answer no_places = from_waypoints(1, &time, NULL, GRAZE_STAY);
    assert_refused(&no_places, GRAZE_ERROR_NULL, NO_ROW);
    CU_ASSERT_EQUAL(
        graze_trajectory_from_waypoints(1, &time, &here, GRAZE_STAY, NULL, &count, NULL),
        GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(
        graze_trajectory_from_waypoints(1, &time, &here, GRAZE_STAY, &motion, NULL, NULL),
        GRAZE_ERROR_NULL);
    const double backwards[] = {1, 0};
    const graze_vector places[] = {here, here};
    CU_ASSERT_EQUAL(
        graze_trajectory_from_waypoints(2, backwards, places, GRAZE_STAY, &motion, &count, NULL),
        GRAZE_ERROR_TIME_ORDER);
}

/* ---- motions ------------------------------------------------------------------------------ */

/* Along x from `place`, at a constant speed. */
static graze_motion along_x(double place, double speed, double start, double duration)
{
    return (graze_motion){.form = GRAZE_KINEMATIC,
                          .position = {place, 0, 0},
                          .velocity = {speed, 0, 0},
                          .start = start,
                          .duration = duration};
}

static void the_next_start_rules(void)
{
    /* 0.1 + 0.2 is below the double that it rounds to. */
    const graze_motion declared[] = {along_x(0, 0, 0.1, 0.2), along_x(0, 1, 0.1 + 0.2, 0.7),
                                     along_x(0.7, 0, 1, 0)};
    answer found = from_motions(3, declared, GRAZE_VANISH, 1e-9);
    assert_built(&found, 3);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[1].velocity.x, 1);
    CU_ASSERT_EQUAL(found.motions[2].duration, 0);
}

static void an_end_one_ulp_off_is_accepted_and_no_more(void)
{
    /* Doubles are 2^-51 apart from 3 up. */
    const double ends[] = {3, 3 - 0x1p-51, 3 + 0x1p-51};
    for (size_t i = 0; i < 3; i++) {
        const graze_motion declared[] = {along_x(0, 0, 0, ends[i]), along_x(0, 0, 3, 1)};
        answer found = from_motions(2, declared, GRAZE_VANISH, 0);
        assert_built(&found, 2);
        CU_ASSERT_EQUAL(found.motions[0].duration, 3.0);
    }
    for (int direction = -1; direction <= 1; direction += 2) {
        graze_motion declared[] = {along_x(0, 0, 0, 3 + direction * 0x1p-51), along_x(0, 0, 3, 1)};
        declared[0].duration_tail = direction * 0x1p-1074;
        answer found = from_motions(2, declared, GRAZE_VANISH, 0);
        assert_refused(&found, GRAZE_ERROR_END_MISMATCH, 0);
    }
}

static void a_rounded_duration_up_to_a_start_near_zero_is_accepted(void)
{
    /* The duration cannot be nearer than 2^-54: the start's own ulp is 2^-1074. */
    const double start = -0x1.9999999999999p-1, next = 0x1p-60;
    const graze_motion declared[] = {along_x(0, 0, start, next - start), along_x(0, 0, next, 1)};
    CU_ASSERT_NOT_EQUAL(start + declared[0].duration, next);
    answer found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_built(&found, 2);
    assert_seamless(&found);
}

static void only_the_last_motion_may_be_endless(void)
{
    const graze_motion declared[] = {along_x(0, 0, 0, 1), along_x(0, 0, 1, HUGE_VAL),
                                     along_x(0, 0, 2, HUGE_VAL)};
    answer found = from_motions(3, declared, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_END_MISMATCH, 1);
    answer good = from_motions(2, declared, GRAZE_STAY, 0);
    assert_built(&good, 2);
    CU_ASSERT_EQUAL(good.motions[1].duration, HUGE_VAL);
}

static void a_motion_that_starts_before_the_one_before_is_refused(void)
{
    const graze_motion declared[] = {along_x(0, 0, 1, 0), along_x(0, 0, nextafter(1, 0), 1)};
    answer found = from_motions(2, declared, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_TIME_ORDER, 1);
}

static void a_jump_is_measured_exactly(void)
{
    /* (3, 4, 12) is 13 away: at tolerance 13 a touch, one ulp below a jump. */
    graze_motion declared[] = {along_x(0, 0, 0, 1), along_x(3, 0, 1, 1)};
    declared[1].position.y = 4;
    declared[1].position.z = 12;
    answer near = from_motions(2, declared, GRAZE_VANISH, 13);
    assert_built(&near, 2);
    answer far = from_motions(2, declared, GRAZE_VANISH, nextafter(13, 0));
    assert_refused(&far, GRAZE_ERROR_JUMP, 1);
    declared[1].position.z = nextafter(12, 13);
    far = from_motions(2, declared, GRAZE_VANISH, 13);
    assert_refused(&far, GRAZE_ERROR_JUMP, 1);
}

static void a_jump_is_measured_where_the_accelerated_formula_leads(void)
{
    graze_motion declared[] = {along_x(1, 2, 10, 3), along_x(1 + 6 + 18, 0, 13, 1)};
    declared[0].acceleration.x = 4;
    answer found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_built(&found, 2);
    declared[1].position.x = nextafter(25, 26);
    found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_refused(&found, GRAZE_ERROR_JUMP, 1);
    found = from_motions(2, declared, GRAZE_VANISH, nextafter(25, 26) - 25);
    assert_built(&found, 2);
}

static void a_jump_is_measured_over_the_life_that_rules_not_the_declared_one(void)
{
    /* Rounded 0.2 would lead to 0.2; the exact life is a little longer. */
    const graze_motion declared[] = {along_x(0, 1, 0.1, 0.2), along_x(0.2, 0, 0.1 + 0.2, 1)};
    answer found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_refused(&found, GRAZE_ERROR_JUMP, 1);
    found = from_motions(2, declared, GRAZE_VANISH, 0x1p-50);
    assert_built(&found, 2);
}

static void a_jump_is_measured_over_both_parts_of_a_life(void)
{
    const double start = 0.1, next = 1e9 + 0.1, rounded = next - start;
    const graze_motion declared[] = {along_x(0, 1, start, rounded), along_x(rounded, 0, next, 1)};
    answer found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_refused(&found, GRAZE_ERROR_JUMP, 1);
    found = from_motions(2, declared, GRAZE_VANISH, 0x1p-23);
    assert_built(&found, 2);
    CU_ASSERT_EQUAL(found.motions[0].duration, rounded);
    double tail = fabs(found.motions[0].duration_tail);
    found = from_motions(2, declared, GRAZE_VANISH, tail);
    assert_built(&found, 2);
    found = from_motions(2, declared, GRAZE_VANISH, nextafter(tail, 0));
    assert_refused(&found, GRAZE_ERROR_JUMP, 1);
}

static void the_widest_numbers_of_all_are_measured(void)
{
    graze_motion declared[] = {along_x(0x1p-1074, DBL_MAX, -DBL_MAX, DBL_MAX),
                               along_x(-0x1p-1074, 0, 0x1p-1074, 1)};
    declared[0].acceleration = (graze_vector){0x1p-1074, DBL_MAX, -DBL_MAX};
    declared[0].velocity = (graze_vector){DBL_MAX, 0x1p-1074, -0x1p-1074};
    declared[0].position = (graze_vector){DBL_MAX, 0x1p-1074, -0x1p-1074};
    declared[1].position = (graze_vector){0x1p-1074, DBL_MAX, -DBL_MAX};
    answer found = from_motions(2, declared, GRAZE_STAY, 0x1p-1074);
    assert_refused(&found, GRAZE_ERROR_JUMP, 1);
}

static void an_agent_that_stays_is_parked_where_its_last_motion_ends(void)
{
    graze_motion declared = along_x(1, 2, 10, 0.1);
    declared.acceleration.y = 0x1p-9;
    answer found = from_motions(1, &declared, GRAZE_STAY, 0);
    assert_built(&found, 2);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[0].duration, 0.1);
    CU_ASSERT_EQUAL(found.motions[1].form, GRAZE_PARKED);
    found.motions[1].form = GRAZE_KINEMATIC;
    CU_ASSERT_TRUE(support_same_motions(&found.motions[0], &found.motions[1], 1));
}

static void speed_or_acceleration_alone_is_a_motion_that_parks(void)
{
    graze_motion declared = along_x(1, 2, 10, 1);
    answer found = from_motions(1, &declared, GRAZE_STAY, 0);
    assert_built(&found, 2);
    declared = along_x(1, 0, 10, 1);
    declared.acceleration.z = 0x1p-1074;
    found = from_motions(1, &declared, GRAZE_STAY, 0);
    assert_built(&found, 2);
    found = from_motions(1, &declared, GRAZE_VANISH, 0);
    assert_built(&found, 1);
}

static void an_agent_that_stands_still_at_the_end_stands_for_ever(void)
{
    const double durations[] = {0, 0.1};
    for (size_t i = 0; i < 2; i++) {
        graze_motion declared = along_x(1, -0.0, 10, durations[i]);
        declared.duration_tail = 0x1p-70;
        answer found = from_motions(1, &declared, GRAZE_STAY, 0);
        assert_built(&found, 1);
        CU_ASSERT_EQUAL(found.motions[0].duration, HUGE_VAL);
        CU_ASSERT_EQUAL(found.motions[0].duration_tail, 0.0);
    }
}

static void an_endless_last_motion_stays_as_it_is(void)
{
    graze_motion declared = along_x(1, 2, 10, HUGE_VAL);
    const graze_at_end ends[] = {GRAZE_STAY, GRAZE_VANISH};
    for (size_t i = 0; i < 2; i++) {
        answer found = from_motions(1, &declared, ends[i], 0);
        assert_built(&found, 1);
        CU_ASSERT_TRUE(support_same_motions(&found.motions[0], &declared, 1));
    }
}

static void a_row_without_a_life_stays_a_motion(void)
{
    const graze_motion declared[] = {along_x(1, 5, 2, 0), along_x(1, 0, 2, 1)};
    answer found = from_motions(2, declared, GRAZE_VANISH, 0);
    assert_built(&found, 2);
    CU_ASSERT_EQUAL(found.motions[0].duration, 0);
}

static void lists_moved_in_time_by_an_exact_sum_are_linked(void)
{
    graze_motion declared[] = {along_x(0, 1, 0, 1), along_x(1, 1, 1, 1), along_x(2, 0, 2, 1)};
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(graze_motion_delay(&declared[i], 1e16 / 3, &declared[i]), GRAZE_OK);
    answer found = from_motions(3, declared, GRAZE_STAY, 0);
    assert_built(&found, 3);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[0].duration, 1.0);
}

static void a_life_that_needs_three_doubles_is_refused(void)
{
    graze_motion declared[] = {along_x(0, 0, 0x1p-200, 0x1p100), along_x(0, 0, 0x1p100, 1)};
    declared[1].start_tail = 1;
    answer found = from_motions(2, declared, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_INEXACT, 0);
}

static void a_declared_motion_must_be_valid_and_kinematic(void)
{
    graze_motion declared[] = {along_x(0, 0, 0, 1), along_x(0, 0, 1, 1), along_x(0, 0, 2, 1)};
    declared[1].duration = -1;
    answer found = from_motions(3, declared, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_NEGATIVE_DURATION, 1);
    declared[1].duration = (double)NAN;
    found = from_motions(3, declared, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_NOT_FINITE, 1);
    const graze_form others[] = {GRAZE_WAYPOINT, GRAZE_PARKED, (graze_form)7};
    for (size_t i = 0; i < 3; i++) {
        declared[1] = along_x(0, 0, 1, 1);
        declared[1].to = declared[1].position;
        declared[1].form = others[i];
        found = from_motions(3, declared, GRAZE_STAY, 0);
        assert_refused(&found, GRAZE_ERROR_FORM, 1);
    }
}

static void a_list_of_motions_needs_rows_room_and_a_tolerance(void)
{
    graze_motion declared = along_x(0, 0, 0, 1), motion;
    size_t count;
    answer found = from_motions(0, NULL, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_EMPTY, NO_ROW);
    found = from_motions(1, NULL, GRAZE_STAY, 0);
    assert_refused(&found, GRAZE_ERROR_NULL, NO_ROW);
    found = from_motions(1, &declared, GRAZE_STAY, -0x1p-1074);
    assert_refused(&found, GRAZE_ERROR_NEGATIVE_TOLERANCE, NO_ROW);
    found = from_motions(1, &declared, GRAZE_STAY, (double)NAN);
    assert_refused(&found, GRAZE_ERROR_NOT_FINITE, NO_ROW);
    found = from_motions(1, &declared, GRAZE_STAY, HUGE_VAL);
    assert_refused(&found, GRAZE_ERROR_NOT_FINITE, NO_ROW);
    CU_ASSERT_EQUAL(graze_trajectory_from_motions(1, &declared, GRAZE_STAY, 0, NULL, &count, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_from_motions(1, &declared, GRAZE_STAY, 0, &motion, NULL, NULL),
                    GRAZE_ERROR_NULL);
}

/* Rows as a program writes them: running sums of durations, rounded each time. */
static void running_sums_of_rounded_durations_are_linked_without_seams(void)
{
    uint64_t state = 6;
    graze_motion declared[ROOM - 1];
    for (size_t round = 0; round < support_rounds(2000, 20000, 500000); round++) {
        double time = ldexp((double)random_below(&state, 1000), -3);
        for (size_t i = 0; i < ROOM - 1; i++) {
            double duration = ldexp((double)(random_bits(&state) >> 11), -50);
            declared[i] = along_x(5, 0, time, duration);
            time += duration;
        }
        answer found = from_motions(ROOM - 1, declared, GRAZE_STAY, 0);
        assert_built(&found, ROOM - 1);
        assert_seamless(&found);
        CU_ASSERT_TRUE(is_place(found.motions[0].velocity, zero));
    }
}

/* ---- before the first row ----------------------------------------------------------------- */

static void assert_same(const answer *found, const answer *wanted)
{
    CU_ASSERT_EQUAL(found->status, wanted->status);
    CU_ASSERT_EQUAL_FATAL(found->count, wanted->count);
    CU_ASSERT_TRUE(support_same_motions(found->motions, wanted->motions, wanted->count));
}

static void stand(answer *found, double from)
{
    found->status = graze_trajectory_stand(from, found->motions, &found->count);
}

static void an_agent_that_stands_waits_where_its_first_row_is(void)
{
    const double times[] = {5, 6};
    const graze_vector places[] = {here, there};
    answer found = from_waypoints(2, times, places, GRAZE_STAY), plain = found;
    stand(&found, -2);
    assert_built(&found, 3);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[0].form, GRAZE_WAYPOINT);
    CU_ASSERT_EQUAL(found.motions[0].start, -2);
    CU_ASSERT_TRUE(is_place(found.motions[0].position, here));
    CU_ASSERT_TRUE(is_place(found.motions[0].to, here));
    CU_ASSERT_TRUE(support_same_motions(found.motions + 1, plain.motions, 2));
}

/* By the real numbers: a tail decides. */
static void an_agent_that_is_there_by_then_stays_as_it_is(void)
{
    graze_motion declared = along_x(1, 2, 5, 1);
    declared.start_tail = 0x1p-60;
    answer plain = from_motions(1, &declared, GRAZE_VANISH, 0), found = plain;
    stand(&found, nextafter(5, 6));
    assert_same(&found, &plain);
    stand(&found, 5);
    assert_built(&found, 2);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[0].duration, 0x1p-60);
    answer stood = found;
    stand(&found, 5);
    assert_same(&found, &stood);
    size_t nobody = 0;
    CU_ASSERT_EQUAL(graze_trajectory_stand(0, found.motions, &nobody), GRAZE_OK);
    CU_ASSERT_EQUAL(nobody, 0);
}

/* The wait is of one form with the list, which can so be built once more of its motions. */
static void who_stands_before_a_list_of_motions_has_one_motion_more_in_it(void)
{
    graze_motion declared = along_x(1, 2, 0.3, 1);
    declared.acceleration.y = 0x1p-9;
    answer found = from_motions(1, &declared, GRAZE_STAY, 0);
    stand(&found, 0.1);
    assert_built(&found, 3);
    assert_seamless(&found);
    CU_ASSERT_EQUAL(found.motions[0].form, GRAZE_KINEMATIC);
    CU_ASSERT_TRUE(is_place(found.motions[0].position, declared.position));
    CU_ASSERT_TRUE(is_place(found.motions[0].velocity, zero));
    CU_ASSERT_TRUE(is_place(found.motions[0].acceleration, zero));
    answer again = from_motions(2, found.motions, GRAZE_STAY, 0);
    assert_built(&again, 3);
}

static void who_cannot_stand_is_refused_and_stays_as_it_is(void)
{
    const graze_motion declared = along_x(1, 2, 5, 1);
    answer found = from_motions(1, &declared, GRAZE_STAY, 0), plain = found;
    stand(&found, NAN);
    CU_ASSERT_EQUAL(found.status, GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_trajectory_stand(0, NULL, &found.count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_trajectory_stand(0, found.motions, NULL), GRAZE_ERROR_NULL);
    size_t one = 1;
    CU_ASSERT_EQUAL(graze_trajectory_stand(0, found.motions + 1, &one), GRAZE_ERROR_FORM);
    CU_ASSERT_EQUAL(one, 1);
    CU_ASSERT_TRUE(support_same_motions(found.motions, plain.motions, plain.count));
    found.motions[0].start_tail = 0x1p-200;
    stand(&found, 0x1p200);
    CU_ASSERT_EQUAL(found.status, GRAZE_OK);
    stand(&found, -0x1p200);
    CU_ASSERT_EQUAL(found.status, GRAZE_ERROR_INEXACT);
    found.motions[0].position.x = NAN;
    stand(&found, 0);
    CU_ASSERT_EQUAL(found.status, GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(found.count, 2);
}

CU_TestInfo trajectory_tests[] = {
    SUPPORT_TEST(rows_become_motions_without_seams),
    SUPPORT_TEST(an_agent_that_vanishes_has_no_endless_wait),
    SUPPORT_TEST(a_single_row_stands_for_ever_or_never_appears),
    SUPPORT_TEST(rows_of_one_time_and_place_are_one_row),
    SUPPORT_TEST(the_longest_waypoint_list_of_all_is_seamless),
    SUPPORT_TEST(a_row_earlier_than_the_one_before_is_refused),
    SUPPORT_TEST(two_places_at_one_time_are_refused),
    SUPPORT_TEST(a_waypoint_row_that_is_not_finite_is_refused),
    SUPPORT_TEST(a_waypoint_list_needs_rows_and_room),
    SUPPORT_TEST(the_next_start_rules),
    SUPPORT_TEST(an_end_one_ulp_off_is_accepted_and_no_more),
    SUPPORT_TEST(a_rounded_duration_up_to_a_start_near_zero_is_accepted),
    SUPPORT_TEST(only_the_last_motion_may_be_endless),
    SUPPORT_TEST(a_motion_that_starts_before_the_one_before_is_refused),
    SUPPORT_TEST(a_jump_is_measured_exactly),
    SUPPORT_TEST(a_jump_is_measured_where_the_accelerated_formula_leads),
    SUPPORT_TEST(a_jump_is_measured_over_the_life_that_rules_not_the_declared_one),
    SUPPORT_TEST(a_jump_is_measured_over_both_parts_of_a_life),
    SUPPORT_TEST(the_widest_numbers_of_all_are_measured),
    SUPPORT_TEST(an_agent_that_stays_is_parked_where_its_last_motion_ends),
    SUPPORT_TEST(speed_or_acceleration_alone_is_a_motion_that_parks),
    SUPPORT_TEST(an_agent_that_stands_still_at_the_end_stands_for_ever),
    SUPPORT_TEST(an_endless_last_motion_stays_as_it_is),
    SUPPORT_TEST(a_row_without_a_life_stays_a_motion),
    SUPPORT_TEST(lists_moved_in_time_by_an_exact_sum_are_linked),
    SUPPORT_TEST(a_life_that_needs_three_doubles_is_refused),
    SUPPORT_TEST(a_declared_motion_must_be_valid_and_kinematic),
    SUPPORT_TEST(a_list_of_motions_needs_rows_room_and_a_tolerance),
    SUPPORT_TEST(running_sums_of_rounded_durations_are_linked_without_seams),
    SUPPORT_TEST(an_agent_that_stands_waits_where_its_first_row_is),
    SUPPORT_TEST(an_agent_that_is_there_by_then_stays_as_it_is),
    SUPPORT_TEST(who_stands_before_a_list_of_motions_has_one_motion_more_in_it),
    SUPPORT_TEST(who_cannot_stand_is_refused_and_stays_as_it_is),
    CU_TEST_INFO_NULL,
};
