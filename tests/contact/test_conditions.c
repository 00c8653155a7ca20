/* SPDX-License-Identifier: MIT */
/* Where one condition of several decides alone: lives of which one never ends, places abreast of a
 * corner, points for bodies, numbers beyond what a stage takes, arguments that are missing. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <graze.h>
#include <math.h>
#include <stdint.h>

#include "contact/contact.h"
#include "contact/passing.h"
#include "contact/uniform_disc_ends.h"
#include "support/motion.h"
#include "support/run.h"

static const graze_point square_corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_body square = {.vertices = square_corners, .vertex_count = 4};

/* The square in other units. */
static graze_body square_in(double unit, graze_point corners[4])
{
    for (int i = 0; i < 4; i++)
        corners[i] = (graze_point){unit * square_corners[i].x, unit * square_corners[i].y};
    return (graze_body){.vertices = corners, .vertex_count = 4};
}
static const graze_vector none = {0, 0, 0};

static graze_clearance clearance_of(const graze_body *body_a, const graze_motion *a,
                                    const graze_body *body_b, const graze_motion *b)
{
    graze_clearance found = {.depth = NAN}, turned = {.depth = NAN};
    CU_ASSERT_EQUAL(graze_conflict_clearance(body_a, a, body_b, b, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_clearance(body_b, b, body_a, a, &turned), GRAZE_OK);
    CU_ASSERT_TRUE(found.depth == turned.depth && found.time == turned.time);
    return found;
}

/* ---- lives ------------------------------------------------------------------------------- */

/* The quarter turns of a vector. */
static graze_vector turned(graze_vector v, int quarters)
{
    for (; quarters > 0; quarters--)
        v = (graze_vector){-v.y, v.x, v.z};
    return v;
}

/* A square comes near another one that rests, and turns back at time 4: it is deepest, or nearest,
 * there. */
static void who_turns_back_is_nearest_where_it_turns(void)
{
    static const double apexes[] = {-0.625, -2, -1};
    for (int k = 0; k < 3 * 4 * 2; k++) {
        const double apex = apexes[k % 3], lasts = k < 12 ? INFINITY : 9;
        const int quarters = k / 3 % 4;
        const graze_motion a =
            support_driven(turned((graze_vector){apex - 4, 0.125, 0}, quarters),
                           turned((graze_vector){2, 0, 0}, quarters),
                           turned((graze_vector){-0.5, 0, 0}, quarters), 0, lasts);
        const graze_motion b = support_driven(none, none, none, 0, INFINITY);
        const graze_clearance found = clearance_of(&square, &a, &square, &b);
        CU_ASSERT_EQUAL(found.depth, 1 + apex);
        CU_ASSERT_EQUAL(found.time, 4);
        bool conflict = apex == -2;
        CU_ASSERT_EQUAL(graze_conflict_exists(&square, &a, &square, &b, 0, &conflict), GRAZE_OK);
        CU_ASSERT_EQUAL(conflict, apex > -1);
    }
}

/* An overlap that lasts as long as both live ends with the one whose life ends. */
static void an_overlap_ends_with_the_life_that_ends(void)
{
    const graze_motion always = support_driven(none, none, none, 0, INFINITY);
    const graze_motion soon =
        support_driven((graze_vector){-3, 0.25, 0}, (graze_vector){9.9, 0, 0}, none, 0.1, 0.3);
    graze_interval found[4];
    size_t count = 0;
    for (int k = 0; k < 2; k++) {
        const graze_motion *a = k == 0 ? &soon : &always, *b = k == 0 ? &always : &soon;
        CU_ASSERT_EQUAL(graze_conflict_intervals(&square, a, &square, b, 0, found, 4, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, 1);
        CU_ASSERT_EQUAL(found[0].upper, 0.4); /* 0.1 + 0.3 is a little below */
        CU_ASSERT_TRUE(found[0].lower > 0.3 && found[0].lower < 0.4);
    }
}

static bool take_meeting(void *context, const graze_meeting *meeting)
{
    *(graze_meeting *)context = *meeting;
    return true;
}

/* Discs that never end touch once. */
static void a_touch_of_endless_discs_is_an_instant(void)
{
    const graze_body disc = {.radius = 0.5};
    graze_motion a = support_driven(none, none, none, 0, INFINITY);
    graze_motion b =
        support_driven((graze_vector){-4, 1, 0}, (graze_vector){1, 0, 0}, none, 0, INFINITY);
    const graze_trajectory path_a = {.motions = &a, .count = 1};
    const graze_trajectory path_b = {.motions = &b, .count = 1};
    graze_meeting last = {.verdict = GRAZE_CLEAR};
    CU_ASSERT_EQUAL(
        graze_trajectory_meetings(&disc, &path_a, &disc, &path_b, 0, NULL, take_meeting, &last),
        GRAZE_OK);
    CU_ASSERT_EQUAL(last.verdict, GRAZE_TOUCH);
    CU_ASSERT_TRUE(last.when.lower == 4 && last.when.upper == 4);
}

/* ---- corners ----------------------------------------------------------------------------- */

/* A point goes along a side of a square, a little off it, and is nearest from when it is abreast of
 * the first corner, or from its own begin. */
static void a_way_along_a_side_is_nearest_from_its_corner_on(void)
{
    const graze_point corner = {0, 0};
    const graze_body point = {0.25, &corner, 1};
    for (int k = 0; k < 4 * 2 * 5; k++) {
        const int quarters = k % 4, back = k / 4 % 2 ? -1 : 1;
        const double ahead = 0.5 * (k / 8); /* how far beyond the corner it begins */
        const graze_motion rests = support_driven(none, none, none, 0, INFINITY);
        const graze_motion goes =
            support_driven(turned((graze_vector){back * (-1.5 + ahead), 1, 0}, quarters),
                           turned((graze_vector){back * 0.5, 0, 0}, quarters), none, 0, 8);
        const graze_clearance found = clearance_of(&square, &rests, &point, &goes);
        if (ahead <= 2) {
            CU_ASSERT_EQUAL(found.depth, -0.25);
            CU_ASSERT_EQUAL(found.time, ahead < 1 ? 2 - 2 * ahead : found.time);
        }
    }
}

/* Bodies of one point each, away from what moves, meet in a point. */
static void bodies_of_a_point_meet_in_a_point(void)
{
    static const graze_point at = {1, 2};
    const graze_body a = {0.25, &at, 1}, b = {0.5, &at, 1};
    const graze_motion rests = support_driven(none, none, none, 0, 8);
    const graze_motion comes =
        support_driven((graze_vector){-4, 0, 0}, (graze_vector){1, 0, 0}, none, 0, 8);
    const graze_motion bends = support_driven((graze_vector){-4, 0, 0}, (graze_vector){2, 0, 0},
                                              (graze_vector){-0.5, 0, 0}, 0, 8);
    graze_clearance found = clearance_of(&a, &rests, &b, &comes);
    CU_ASSERT_TRUE(found.depth == 0.75 && found.time == 4);
    found = clearance_of(&a, &rests, &b, &bends);
    CU_ASSERT_TRUE(found.depth == 0.75 && found.time == 4);
    found = clearance_of(&a, &rests, &b, &rests);
    CU_ASSERT_EQUAL(found.depth, 0.75);
}

/* ---- magnitudes -------------------------------------------------------------------------- */

static bool conflict_of(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                        const graze_motion *b)
{
    bool exists = false, other = false;
    CU_ASSERT_EQUAL(graze_conflict_exists(body_a, a, body_b, b, 0, &exists), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_exists(body_b, b, body_a, a, 0, &other), GRAZE_OK);
    CU_ASSERT_EQUAL(exists, other);
    return exists;
}

/* So large that a filter gives up: a wall of 2^1001 m, radii that add up to no double. */
static void bodies_beyond_the_filters_are_decided(void)
{
    const double half = 0x1p1000;
    const graze_point far[] = {{-half, -1}, {half, -1}, {half, 1}, {-half, 1}};
    const graze_body wall = {0, far, 4}, ball = {DBL_MAX, square_corners, 4};
    const graze_motion passes =
        support_driven((graze_vector){-9, 0, 0}, (graze_vector){1, 1, 0}, none, 0, 4);
    const graze_motion bends = support_driven((graze_vector){-9, 0, 0}, (graze_vector){1, 1, 0},
                                              (graze_vector){1, 0, 0}, 0, 4);
    const graze_motion rests = support_driven(none, none, none, 0, 9);
    const graze_motion away = support_driven((graze_vector){1.5 * half, 0, 0}, none, none, 0, 9);
    CU_ASSERT_TRUE(conflict_of(&wall, &passes, &square, &rests));
    CU_ASSERT_TRUE(conflict_of(&wall, &bends, &square, &rests));
    CU_ASSERT_FALSE(conflict_of(&wall, &passes, &square, &away));
    CU_ASSERT_FALSE(conflict_of(&wall, &bends, &square, &away));
    CU_ASSERT_TRUE(conflict_of(&ball, &passes, &ball, &away));
    CU_ASSERT_TRUE(conflict_of(&ball, &bends, &ball, &away));
}

/* ---- arguments --------------------------------------------------------------------------- */

static void what_doubles_do_not_decide_needs_bodies_and_motions(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion motion = support_driven(none, none, none, 0, 1);
    graze_prepared prepared;
    graze_interval found[3];
    size_t count = 77;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_motion_prepare(&disc, &motion, &prepared), GRAZE_OK);
    for (int k = 0; k < 4; k++) {
        const graze_body *body_a = k == 0 ? NULL : &disc, *body_b = k == 1 ? NULL : &disc;
        const graze_motion *a = k == 2 ? NULL : &motion, *b = k == 3 ? NULL : &motion;
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&prepared, body_a, a, &prepared, body_b,
                                                          b, 0, found, 3, &count),
                        GRAZE_ERROR_NULL);
    }
    CU_ASSERT_EQUAL(count, 77);
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared, &disc, &motion, &prepared, &disc,
                                                   &motion, INFINITY, &exists),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared, &disc, &motion, &prepared, &disc,
                                                   &motion, -INFINITY, &exists),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared, &disc, &motion, &prepared, &disc,
                                                   &motion, -1, &exists),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
}

/* What is for discs at constant velocity is silent about bodies with corners. */
static void double_words_leave_corners_alone(void)
{
    const graze_motion rests = support_driven(none, none, none, 0, 4);
    const graze_motion comes =
        support_driven((graze_vector){-4, 0, 0}, (graze_vector){2, 0, 0}, none, 0, 4);
    const graze_body round = {.radius = 0.5};
    const graze_body bodies[2] = {round, {0.5, square_corners, 4}};
    for (int cornered = 0; cornered < 2; cornered++) {
        pair question;
        meeting_interval when = {.begins_within = false};
        CU_ASSERT_EQUAL(pair_of(&bodies[cornered], &comes, &round, &rests, 0, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(passing_contact_of(&question) == CONTACT_UNKNOWN, cornered == 1);
        CU_ASSERT_EQUAL(uniform_disc_overlap(&question, &when), cornered == 0);
    }
}

/* Bodies with corners overlap for as long when no end is rounded in doubles; in metres, and in
 * units in which the bounds of doubles are too small. */
static void ends_of_corners_need_no_rounding_in_doubles(void)
{
    graze_interval found[2][4];
    size_t count[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        const double unit = k == 0 ? 1 : 0x1p-380;
        graze_point corners[4];
        const graze_body body = square_in(unit, corners);
        const graze_motion rests = support_driven(none, none, none, 0, 4);
        const graze_motion comes =
            support_driven((graze_vector){-4 * unit, 0.1 * unit, 0},
                           (graze_vector){3 * unit, 0.1 * unit, 0}, none, 0, 4);
        pair question;
        CU_ASSERT_EQUAL(pair_of(&body, &comes, &body, &rests, 0, &question), GRAZE_OK);
        for (int i = 0; i < 2; i++) {
            question.without = i == 0 ? 0 : QUICK_ROUND;
            CU_ASSERT_EQUAL(contact_intervals(&question, CONTACT_UNKNOWN, found[i], 4, &count[i]),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(count[i], 1);
        }
        CU_ASSERT_TRUE(found[0][0].lower == found[1][0].lower &&
                       found[0][0].upper == found[1][0].upper);
    }
}

/* Rounded squares meet, corner to corner or side to side: their motions may be told in either form.
 * One begins 2^-50 m beside 0 and lives for 1 s, so that its goal is nearly its velocity: who takes
 * the one for the other is wrong by some last bits alone. */
static void rounded_bodies_meet_alike_in_both_forms(void)
{
    static const struct {
        double life, x, y, from;
        graze_vector way;
    } cases[] = {{8, -4.1, 1.3125, 0, {0, 0.25, 0}},
                 {1, -2.1, 0.25, 0x1p-50, {-0.5 - 0x1p-50, 0, 0}}};
    const graze_body body = {0.25, square_corners, 4};
    for (int k = 0; k < 2 * 4; k++) {
        const double life = cases[k / 4].life, from = cases[k / 4].from;
        const graze_vector way = cases[k / 4].way, start = {cases[k / 4].x, cases[k / 4].y, 0};
        graze_motion forms[2][2];
        graze_interval found[2];
        forms[0][0] = support_driven(start, (graze_vector){1, 0, 0}, none, 0, life);
        forms[1][0] = support_driven((graze_vector){from, 0, 0},
                                     (graze_vector){way.x / life, way.y / life, 0}, none, 0, life);
        graze_motion_waypoint(start, (graze_vector){start.x + life, start.y, 0}, 0, life,
                              &forms[0][1]);
        graze_motion_waypoint((graze_vector){from, 0, 0}, (graze_vector){from + way.x, way.y, 0}, 0,
                              life, &forms[1][1]);
        for (int i = 0; i < 2; i++) {
            const graze_motion *a = &forms[0][i * k % 2], *b = &forms[1][i * k / 2 % 2];
            size_t count = 0;
            CU_ASSERT_EQUAL(
                graze_conflict_intervals(&body, a, &body, b, 0, &found[i], 1, &count), GRAZE_OK);
            CU_ASSERT_EQUAL(count, 1);
        }
        CU_ASSERT_TRUE(found[0].lower > 0 && found[0].upper < 6);
        CU_ASSERT_TRUE(found[0].lower == found[1].lower && found[0].upper == found[1].upper);
    }
}

/* One overlap of bodies with corners, which doubles tell, with and without room for it; and bodies
 * that are not there, of which nothing is read where boxes are apart. */
static void an_overlap_of_corners_needs_room_and_bodies(void)
{
    const graze_motion rests = support_driven(none, none, none, 0, 4);
    const graze_motion comes = support_driven((graze_vector){-4.3, 0.1, 0},
                                              (graze_vector){3.1, 0.1, 0}, none, 0, 4);
    const graze_motion far = support_driven((graze_vector){0, 9, 0}, none, none, 0, 1);
    graze_prepared a, b, c;
    graze_interval found[2];
    size_t count = 77;
    CU_ASSERT_EQUAL(graze_motion_prepare(&square, &comes, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(&square, &rests, &b), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(&square, &far, &c), GRAZE_OK);
    for (size_t room = 0; room < 2; room++) {
        const graze_status expected = room == 0 ? GRAZE_ERROR_CAPACITY : GRAZE_OK;
        CU_ASSERT_EQUAL(graze_conflict_intervals(&square, &comes, &square, &rests, 0, &found[0],
                                                 room, &count),
                        expected);
        CU_ASSERT_EQUAL(count, room == 0 ? 77 : 1);
        count = 77;
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&a, &square, &comes, &b, &square, &rests,
                                                          0, &found[1], room, &count),
                        expected);
        CU_ASSERT_EQUAL(count, room == 0 ? 77 : 1);
    }
    CU_ASSERT_TRUE(found[0].lower == found[1].lower && found[0].upper == found[1].upper);
    for (int k = 0; k < 2; k++) {
        const graze_body *one = k == 0 ? NULL : &square, *other = k == 0 ? &square : NULL;
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&a, one, &comes, &b, other, &rests, 0,
                                                          found, 2, &count),
                        GRAZE_ERROR_NULL);
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&a, &square, k == 0 ? NULL : &comes, &b,
                                                          &square, k == 0 ? &rests : NULL, 0,
                                                          found, 2, &count),
                        GRAZE_ERROR_NULL);
        CU_ASSERT_EQUAL(
            graze_conflict_intervals_prepared(&c, one, NULL, &b, other, NULL, 0, found, 2, &count),
            GRAZE_OK);
        CU_ASSERT_EQUAL(count, 0);
        count = 77;
    }
}

/* Prepared bodies with corners overlap for as long as their motions do, in metres and in units of
 * which products overflow or are flushed. */
static void prepared_corners_have_any_size(void)
{
    const double units[] = {1, 0x1p300, 0x1p-300};
    for (int k = 0; k < 3; k++) {
        const double unit = units[k];
        graze_point corners[4];
        const graze_body body = square_in(unit, corners);
        const graze_motion rests = support_driven(none, none, none, 0, 4);
        const graze_motion comes =
            support_driven((graze_vector){-4 * unit, 0.25 * unit, 0},
                           (graze_vector){2 * unit, 0.0625 * unit, 0}, none, 0, 4);
        graze_prepared a, b;
        graze_interval when = {0, 0};
        size_t count = 0;
        CU_ASSERT_EQUAL(graze_motion_prepare(&body, &comes, &a), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_motion_prepare(&body, &rests, &b), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&a, &body, &comes, &b, &body, &rests, 0,
                                                          &when, 1, &count),
                        GRAZE_OK);
        CU_ASSERT_TRUE(count == 1 && when.lower == 1.5 && when.upper == 2.5);
    }
}

static void a_batch_that_no_memory_holds_is_refused(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion motion = support_driven(none, none, none, 0, 1);
    static max_align_t memory[4];
    graze_batch batch = {.count = 77};
    CU_ASSERT_EQUAL(graze_batch_size(SIZE_MAX), 0);
    CU_ASSERT_EQUAL(graze_batch_fill(&disc, &motion, SIZE_MAX, memory, SIZE_MAX, &batch),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_batch_fill(&disc, &motion, 1, memory, sizeof memory, &batch),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(batch.count, 77);
}

CU_TestInfo condition_tests[] = {
    SUPPORT_TEST(who_turns_back_is_nearest_where_it_turns),
    SUPPORT_TEST(an_overlap_ends_with_the_life_that_ends),
    SUPPORT_TEST(a_touch_of_endless_discs_is_an_instant),
    SUPPORT_TEST(a_way_along_a_side_is_nearest_from_its_corner_on),
    SUPPORT_TEST(bodies_of_a_point_meet_in_a_point),
    SUPPORT_TEST(bodies_beyond_the_filters_are_decided),
    SUPPORT_TEST(what_doubles_do_not_decide_needs_bodies_and_motions),
    SUPPORT_TEST(double_words_leave_corners_alone),
    SUPPORT_TEST(ends_of_corners_need_no_rounding_in_doubles),
    SUPPORT_TEST(rounded_bodies_meet_alike_in_both_forms),
    SUPPORT_TEST(an_overlap_of_corners_needs_room_and_bodies),
    SUPPORT_TEST(prepared_corners_have_any_size),
    SUPPORT_TEST(a_batch_that_no_memory_holds_is_refused),
    CU_TEST_INFO_NULL,
};
