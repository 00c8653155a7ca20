/* SPDX-License-Identifier: MIT */
/* What a prepared motion says of itself. That decisions equal those of the motions is held on
 * all families by every_answer.c. */
#include <CUnit/CUnit.h>
#include <graze/conflict.h>
#include <math.h>

#include "geometry/body.h"
#include "kernel/modes.h"
#include "oracle/random.h"
#include "support/run.h"

static graze_prepared prepared_of(graze_body body, graze_motion motion)
{
    graze_prepared prepared = {.kind = GRAZE_PREPARED_OTHER};
    CU_ASSERT_EQUAL(graze_motion_prepare(&body, &motion, &prepared), GRAZE_OK);
    return prepared;
}

static graze_motion moving(graze_vector from, graze_vector velocity, graze_vector acceleration)
{
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_kinematic(from, velocity, acceleration, 1, 2, &motion), GRAZE_OK);
    return motion;
}

static const graze_vector none = {0, 0, 0}, right = {1, 0, 0};

static void a_plane_disc_is_bounded_by_its_magnitude(void)
{
    const graze_vector from = {3, -4, 0}, velocity = {1, 0x1p-50, 0};
    graze_prepared prepared =
        prepared_of((graze_body){.radius = 0.5}, moving(from, velocity, none));
    CU_ASSERT_EQUAL(prepared.kind, GRAZE_PREPARED_DISC);
    CU_ASSERT(prepared.magnitude > 12.5f); /* 3 + 4 + 1/2 + (1 + 2^-50) (1 + 4) */
    CU_ASSERT(prepared.magnitude < 12.501f);
}

static void numbers_beyond_the_floats_are_extreme(void)
{
    const graze_vector far = {0x1p125, 0, 0}, farther = {0x1p300, 0, 0}, near = {0x1p-125, 0, 0};
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 1}, moving(far, none, none)).kind,
                    GRAZE_PREPARED_EXTREME);
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 1}, moving(farther, none, none)).kind,
                    GRAZE_PREPARED_EXTREME);
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 0}, moving(near, none, none)).kind,
                    GRAZE_PREPARED_EXTREME);
}

static void a_body_with_corners_says_so(void)
{
    const graze_point corners[] = {{-1, 0}, {1, 0}};
    graze_prepared prepared = prepared_of((graze_body){0.5, corners, 2},
                                          moving(none, right, none));
    CU_ASSERT_EQUAL(prepared.kind, GRAZE_PREPARED_CORNERS);
    CU_ASSERT(prepared.radius >= 1.5);
    CU_ASSERT(prepared.magnitude >= 1.5f);
    const graze_vector far = {0x1p125, 0, 0};
    prepared = prepared_of((graze_body){0.5, corners, 2}, moving(far, none, none));
    CU_ASSERT_EQUAL(prepared.kind, GRAZE_PREPARED_CORNERS);
    CU_ASSERT_EQUAL(prepared.magnitude, 0);
}

/* Two squares on end pass each other, a corner below the other's: they are as near as the discs
 * that hold them, a few last bits more or less, of ordinary sizes and of extreme ones. */
static void corners_that_pass_are_not_taken_to_be_apart(void)
{
    for (int power = -130; power <= 130; power += 13) {
        const double size = ldexp(1, power);
        const graze_point corners[] = {{size, 0}, {0, size}, {-size, 0}, {0, -size}};
        const graze_body square = {0, corners, 4}, disc = {.radius = size};
        const graze_body *const bodies[] = {&square, &disc};
        const graze_motion rests = moving(none, none, none);
        const graze_prepared below = prepared_of(square, rests);
        for (int ulps = -3; ulps <= 3; ulps++)
            for (int k = 0; k < 2; k++) {
                const double height = 2 * size + ulps * size * 0x1p-51;
                const graze_motion passes = moving((graze_vector){-3 * size, height, 0},
                                                   (graze_vector){3 * size, 0, 0}, none);
                const graze_prepared above = prepared_of(*bodies[k], passes);
                graze_interval when;
                bool exists = ulps >= 0;
                size_t count = 7;
                CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&below, &square, &rests, &above,
                                                               bodies[k], &passes, 0, &exists),
                                GRAZE_OK);
                CU_ASSERT_EQUAL(exists, ulps < 0);
                CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&below, &square, &rests, &above,
                                                                  bodies[k], &passes, 0, &when, 1,
                                                                  &count),
                                GRAZE_OK);
                CU_ASSERT_EQUAL(count, ulps < 0);
            }
    }
}

static void other_motions_say_so(void)
{
    const graze_vector up = {0, 0, 1};
    graze_motion parked = moving(none, none, none);
    parked.form = GRAZE_PARKED;
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 1}, moving(none, up, none)).kind,
                    GRAZE_PREPARED_OTHER);
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 1}, moving(none, none, right)).kind,
                    GRAZE_PREPARED_OTHER);
    CU_ASSERT_EQUAL(prepared_of((graze_body){.radius = 1}, parked).kind, GRAZE_PREPARED_OTHER);
}

static void prepared_numbers_alone_tell_that_bodies_are_apart(void)
{
    const graze_point corners[] = {{-1, 0}, {1, 0}};
    const graze_vector far = {100, 0, 0}, farther = {0x1p200, 0, 0};
    graze_prepared disc = prepared_of((graze_body){.radius = 0.5}, moving(none, right, none));
    const graze_prepared others[] = {
        prepared_of((graze_body){.radius = 0.5}, moving(far, right, none)),
        prepared_of((graze_body){.radius = 0.5}, moving(farther, right, none)),
        prepared_of((graze_body){0.5, corners, 2}, moving(far, right, none)),
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        bool exists = true;
        size_t count = 7;
        CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&disc, NULL, NULL, &others[i], NULL, NULL,
                                                       0, &exists),
                        GRAZE_OK);
        CU_ASSERT_FALSE(exists);
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&disc, NULL, NULL, &others[i], NULL,
                                                          NULL, 0, NULL, 0, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, 0);
    }
}

/* Bodies with corners that move by a velocity or from place to place, whose velocity is mostly no
 * double. */
static void corners_are_told_as_by_their_motions(void)
{
    const graze_point corners[] = {{-0.7, -0.6}, {0.7, -0.5}, {0.6, 0.7}, {-0.7, 0.6}};
    oracle_random random;
    random_begin(&random, 53, 4, 0);
    size_t hits = 0;
    for (size_t round = 0; round < support_rounds(2000, 8000, 200000); round++) {
        graze_body bodies[2];
        graze_motion motions[2];
        graze_prepared prepared[2];
        for (int i = 0; i < 2; i++) {
            bodies[i] = (graze_body){random_once_in(&random, 2) * 0.25, corners, 4};
            motions[i] = moving((graze_vector){random_real(&random, -2, 2),
                                               random_real(&random, -2, 2), 0},
                                (graze_vector){random_real(&random, -3, 3),
                                               random_real(&random, -3, 3), 0},
                                (graze_vector){0, 0, 0});
            motions[i].duration = random_real(&random, 0.7, 3);
            motions[i].start = random_real(&random, 0, 1);
            if (random_once_in(&random, 2))
                motions[i].form = GRAZE_WAYPOINT;
            prepared[i] = prepared_of(bodies[i], motions[i]);
        }
        const double radii = bodies[0].radius + bodies[1].radius; /* as a tolerance: a tie */
        const double tolerance = random_once_in(&random, 4) ? radii : 0;
        graze_interval when[2] = {{7, 7}, {7, 7}};
        size_t count[2] = {9, 9};
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&prepared[0], &bodies[0], &motions[0],
                                                          &prepared[1], &bodies[1], &motions[1],
                                                          tolerance, &when[0], 1, &count[0]),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(graze_conflict_intervals(&bodies[0], &motions[0], &bodies[1], &motions[1],
                                                 tolerance, &when[1], 1, &count[1]),
                        GRAZE_OK);
        CU_ASSERT(count[0] == count[1] && when[0].lower == when[1].lower &&
                  when[0].upper == when[1].upper);
        hits += count[0];
    }
    CU_ASSERT(SUPPORT_ENOUGH(hits > 500));
}

/* A disc in space and a body with corners in the plane, each of them well prepared; and tolerances
 * that are none. */
static void prepared_motions_that_do_not_go_together_are_refused_by_name(void)
{
    const graze_point corners[] = {{-1, 0}, {1, 0}};
    const graze_vector up = {0, 0, 1};
    const graze_body bodies[] = {{.radius = 0.5}, {0.5, corners, 2}};
    const graze_motion motions[] = {moving(none, up, none), moving(none, right, none)};
    graze_prepared prepared[2];
    graze_interval when[2];
    bool exists;
    size_t count;
    for (int i = 0; i < 2; i++)
        prepared[i] = prepared_of(bodies[i], motions[i]);
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&prepared[0], &bodies[0], &motions[0],
                                                   &prepared[1], &bodies[1], &motions[1], 0,
                                                   &exists),
                    GRAZE_ERROR_SPATIAL_CORNERS);
    const double tolerances[] = {0, -1, NAN, INFINITY, -INFINITY};
    const graze_status wanted[] = {GRAZE_ERROR_SPATIAL_CORNERS, GRAZE_ERROR_NEGATIVE_TOLERANCE,
                                   GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_NOT_FINITE,
                                   GRAZE_ERROR_NOT_FINITE};
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(
                            &prepared[0], &bodies[0], &motions[0], &prepared[1], &bodies[1],
                            &motions[1], tolerances[i], when, 2, &count),
                        wanted[i]);
}

/* The smallest number below 0, which some modes take for 0. */
static void ask_for_next_to_no_tolerance(const void *context, answers *all)
{
    const graze_prepared *of = context;
    const graze_body disc = {.radius = 0.5};
    const graze_motion rests = moving(none, none, none);
    bool exists = false;
    size_t count = 0;
    put_count(all, (size_t)graze_conflict_exists_prepared(of, &disc, &rests, of, &disc, &rests,
                                                          -0x1p-1074, &exists));
    put_count(all, (size_t)graze_conflict_intervals_prepared(of, &disc, &rests, of, &disc, &rests,
                                                             -0x1p-1074, NULL, 0, &count));
    put_count(all, (size_t)tolerance_validate(-0x1p-1074));
}

static const volatile questions ask_for_little = ask_for_next_to_no_tolerance;

static void the_smallest_tolerance_below_0_is_refused_in_every_mode(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion rests = moving(none, none, none);
    const graze_prepared of = prepared_of(disc, rests);
    bool exists = false;
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&of, &disc, &rests, &of, &disc, &rests,
                                                   -0x1p-1074, &exists),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT(answers_alike(ask_for_little, &of));
}

/* A tolerance is looked at as a whole number first, which the sign of a zero changes. */
static void a_tolerance_of_minus_0_is_0(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_vector places[] = {{0.5, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const graze_motion one = moving(none, right, none);
    const graze_prepared a = prepared_of(disc, one);
    for (int i = 0; i < 3; i++) {
        const graze_motion other = moving(places[i], right, none);
        const graze_prepared b = prepared_of(disc, other);
        bool exists = i != 0;
        CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&a, &disc, &one, &b, &disc, &other, -0.0,
                                                       &exists),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(exists, i == 0);
        graze_interval when;
        size_t count = 2;
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&a, &disc, &one, &b, &disc, &other, -0.0,
                                                          &when, 1, &count),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count, i == 0);
        CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&a, &disc, &one, &b, &disc, &other, -1,
                                                       &exists),
                        GRAZE_ERROR_NEGATIVE_TOLERANCE);
        CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&a, &disc, &one, &b, &disc, &other,
                                                       INFINITY, &exists),
                        GRAZE_ERROR_NOT_FINITE);
    }
}

/* Whether they overlap depends on two ends alone, one of which is no double: it is rounded up, and
 * nobody needs the motions. */
static void lives_that_only_meet_want_no_motion(void)
{
    const graze_body disc = {.radius = 1};
    graze_motion first, second;
    CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, 0.1, 0.2, &first), GRAZE_OK);
    const double end = 0.1 + 0.2; /* rounded up */
    for (int early = 0; early < 2; early++) {
        const double start = early ? nextafter(end, 0) : end;
        CU_ASSERT_EQUAL(graze_motion_kinematic(none, none, none, start, 1, &second), GRAZE_OK);
        const graze_prepared a = prepared_of(disc, first), b = prepared_of(disc, second);
        for (int order = 0; order < 2; order++) {
            bool exists = early == 0;
            CU_ASSERT_EQUAL(graze_conflict_exists_prepared(order ? &b : &a, NULL, NULL,
                                                           order ? &a : &b, NULL, NULL, 0,
                                                           &exists),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(exists, early == 1);
        }
    }
}

/* A touch in passing that no double tells wants all four. */
static void what_prepared_numbers_do_not_tell_wants_what_is_missing(void)
{
    const graze_body third = {.radius = 1.0 / 3};
    graze_motion rests = moving(none, none, none), to, fro;
    bool exists = true;
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){-1, 2.0 / 3, 0},
                                          (graze_vector){1, 2.0 / 3 + 0x1.8p-52, 0}, 1.0 / 3,
                                          1 + 2.0 / 3, &to),
                    GRAZE_OK);
    CU_ASSERT_TRUE(to.duration_tail != 0); /* or the way would be given back */
    fro = moving((graze_vector){0x1p-60, 0, 0}, none, none);
    rests.velocity = fro.velocity = (graze_vector){0x1p-60, 0x1p-60, 0}; /* or one stays */
    const graze_prepared c = prepared_of(third, to), d = prepared_of(third, rests),
                         e = prepared_of(third, fro);
    const graze_prepared *others[] = {&d, &e};
    const graze_motion *others_of[] = {&rests, &fro};
    for (int k = 0; k < 4; k++) {
        const graze_prepared *other = others[k / 2];
        const graze_motion *one = k % 2 == 0 ? NULL : &to;
        const graze_motion *another = k % 2 == 1 ? NULL : others_of[k / 2];
        graze_interval when;
        size_t count = 0;
        CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&c, &third, one, other, &third, another, 0,
                                                       &exists),
                        GRAZE_ERROR_NULL);
        CU_ASSERT_EQUAL(graze_conflict_intervals_prepared(&c, &third, one, other, &third, another,
                                                          0, &when, 1, &count),
                        GRAZE_ERROR_NULL);
    }
}

CU_TestInfo prepared_tests[] = {
    SUPPORT_TEST(a_plane_disc_is_bounded_by_its_magnitude),
    SUPPORT_TEST(numbers_beyond_the_floats_are_extreme),
    SUPPORT_TEST(a_body_with_corners_says_so),
    SUPPORT_TEST(corners_that_pass_are_not_taken_to_be_apart),
    SUPPORT_TEST(corners_are_told_as_by_their_motions),
    SUPPORT_TEST(other_motions_say_so),
    SUPPORT_TEST(prepared_numbers_alone_tell_that_bodies_are_apart),
    SUPPORT_TEST(prepared_motions_that_do_not_go_together_are_refused_by_name),
    SUPPORT_TEST(the_smallest_tolerance_below_0_is_refused_in_every_mode),
    SUPPORT_TEST(a_tolerance_of_minus_0_is_0),
    SUPPORT_TEST(lives_that_only_meet_want_no_motion),
    SUPPORT_TEST(what_prepared_numbers_do_not_tell_wants_what_is_missing),
    CU_TEST_INFO_NULL,
};
