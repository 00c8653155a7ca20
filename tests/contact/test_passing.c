/* SPDX-License-Identifier: MIT */
/* Near touches of discs that move straight on: what double words say is true, and they say it
 * wherever they can. test_scaled_stages.c asks through the door, at every magnitude. */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "contact/said.h"
#include "kernel/seed.h"
#include "oracle/random.h"
#include "oracle/rational.h"
#include "support/run.h"

static oracle_random random_for(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 901, index);
    return random;
}

/* A disc passes another at a distance that is `off` times as far as they reach; both are moved on
 * and start at different times. */
static oracle_pair passing_pair(double off, int exponent)
{
    const double unit = ldexp(1, exponent);
    oracle_pair made = {.a = {.form = GRAZE_KINEMATIC,
                              .position = {-3 * unit, off * unit, 0},
                              .velocity = {unit, unit, 0},
                              .duration = 8},
                        .b = {.form = GRAZE_KINEMATIC,
                              .position = {0, unit, 0},
                              .velocity = {0, unit, 0},
                              .start = 1,
                              .duration = 8}};
    made.body_a.radius = 0.375 * unit;
    made.body_b.radius = 0.75 * unit;
    made.tolerance = 0.125 * unit;
    return made;
}

static void discs_that_pass_near_a_touch_are_decided_in_double_words(void)
{
    for (int exponent = -100; exponent <= 100; exponent++)
        for (int digits = 20; digits <= 52; digits++) {
            const double less = ldexp(1, -digits);
            const oracle_pair apart = passing_pair(1 + less, exponent);
            const oracle_pair overlapping = passing_pair(1 - less, exponent);
            CU_ASSERT_EQUAL(say_passing(&apart), CONTACT_APART);
            CU_ASSERT_EQUAL(say_passing(&overlapping), CONTACT_OVERLAP);
        }
    const oracle_pair touching = passing_pair(1, 0);
    CU_ASSERT_EQUAL(say_passing(&touching), CONTACT_TOUCH);
}

/* The least distance of two discs whose relative velocity is m (3, 4), rounded down, and the
 * rest: together they are within 2^-104 of it. (m is in the cross product and in the speed.) */
static void distance_of(const oracle_pair *of, double *high, double *low)
{
    const double terms[][3] = {{of->a.position.y, 3, 1},
                               {of->a.position.x, -4, 1},
                               {of->b.velocity.y, 3, of->b.start},
                               {of->b.velocity.x, -4, of->b.start}};
    mpq_t sum, term, factor;
    mpq_inits(sum, term, factor, NULL);
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        mpq_set_d(term, terms[i][0]);
        mpq_set_d(factor, terms[i][1]), mpq_mul(term, term, factor);
        mpq_set_d(factor, terms[i][2]), mpq_mul(term, term, factor);
        mpq_add(sum, sum, term);
    }
    mpq_abs(sum, sum), mpq_set_ui(factor, 5, 1), mpq_div(sum, sum, factor);
    *high = mpq_get_d(sum); /* towards 0 */
    mpq_set_d(term, *high), mpq_sub(sum, sum, term);
    *low = mpq_get_d(sum);
    mpq_clears(sum, term, factor, NULL);
}

/* Radii that differ from the least distance by next to nothing, or by some 2^-55 to 2^-94 of it. */
static oracle_pair nearly_touching(oracle_random *random)
{
    const double m = ldexp(random_whole(random, 1 << 29, 1 << 30), -30);
    const double vx = ldexp(random_whole(random, -8, 8), -6);
    const double vy = ldexp(random_whole(random, -8, 8), -6);
    oracle_pair made = {.a = {.form = GRAZE_KINEMATIC,
                              .position = {-6, random_real(random, -7, -6), 0},
                              .velocity = {3 * m + vx, 4 * m + vy, 0},
                              .duration = 100},
                        .b = {.form = GRAZE_KINEMATIC,
                              .velocity = {vx, vy, 0},
                              .start = random_real(random, 0.5, 1),
                              .duration = 100}};
    distance_of(&made, &made.body_a.radius, &made.body_b.radius);
    if (random_once_in(random, 2))
        made.body_b.radius *= 1 + random_sign(random) * ldexp(1, -random_whole(random, 1, 40));
    return made;
}

/* What is said is true, and something is said of a sixth of the pairs at least, not of all. */
static void expect_truth_of(oracle_pair (*make)(oracle_random *),
                            contact (*say)(const oracle_pair *))
{
    const size_t rounds = support_rounds(3000, 6000, 400000);
    size_t known = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        const oracle_pair p = make(&random);
        const contact said = say(&p);
        pair q;
        known += said != CONTACT_UNKNOWN;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, p.tolerance, &q),
                              GRAZE_OK);
        CU_ASSERT_TRUE(is_so(said, exact_contact(&q)));
    }
    CU_ASSERT_TRUE(known > rounds / 6 && known < rounds / 4 * 3);
}

static void what_double_words_say_of_nearest_touches_is_true(void)
{
    expect_truth_of(nearly_touching, say_passing);
    expect_truth_of(nearly_touching, say_truth);
}

/* On a line, a goes away from b since b's life began, at a speed that is no double if it is a move
 * between places; the radii are their distance then, or next to that. */
static oracle_pair nearly_touching_first(oracle_random *random)
{
    const bool move = random_once_in(random, 2);
    const double life = move ? random_real(random, 1, 2) : 1, way = random_real(random, 1, 2);
    const double start = random_real(random, 0.5, 1);
    oracle_pair made = {.a = {.form = move ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                              .position = {1, 0, 0},
                              .duration = life},
                        .b = {.form = GRAZE_KINEMATIC, .start = start, .duration = 8}};
    made.a.velocity.x = move ? 1 + way : way;
    mpq_t distance, term;
    mpq_inits(distance, term, NULL);
    rational_difference(distance, made.a.velocity.x, move ? 1 : 0);
    mpq_set_d(term, life), mpq_div(distance, distance, term);
    mpq_set_d(term, start), mpq_mul(distance, distance, term);
    mpq_set_ui(term, 1, 1), mpq_add(distance, distance, term);
    made.body_a.radius = mpq_get_d(distance); /* towards 0 */
    mpq_set_d(term, made.body_a.radius), mpq_sub(distance, distance, term);
    made.body_b.radius = mpq_get_d(distance);
    if (random_once_in(random, 2))
        made.body_b.radius *= 1 + random_sign(random) * ldexp(1, -random_whole(random, 1, 40));
    mpq_clears(distance, term, NULL);
    return made;
}

static void what_double_words_say_of_ends_at_a_touch_is_true(void)
{
    expect_truth_of(nearly_touching_first, say_truth);
}

/* When a life ends, when one begins, and all the time; each a little more and a little less than
 * they reach. */
static void discs_that_are_nearest_at_an_end_are_decided_in_double_words(void)
{
    oracle_pair early = passing_pair(1.25, 0), late = early, still = early;
    early.a.duration = 2;
    late.b.start = 3.5;
    late.b.position.y = 3.5;
    still.a.velocity = still.b.velocity;
    still.a.position.x = -1;
    const struct {
        const oracle_pair *pair;
        double touch; /* its squared reach */
    } cases[] = {{&early, 2.5625}, {&late, 1.8125}, {&still, 2.5625}};
    for (size_t i = 0; i < 3; i++)
        for (int off = -1; off <= 1; off += 2) {
            oracle_pair p = *cases[i].pair;
            p.tolerance = 0;
            p.body_a.radius = sqrt(cases[i].touch) / 2;
            p.body_b.radius = p.body_a.radius * (1 + off * 0x1p-40);
            const contact known = off < 0 ? CONTACT_APART : CONTACT_OVERLAP;
            CU_ASSERT_EQUAL(say_passing(&p), known);
            CU_ASSERT_EQUAL(say_truth(&p), known);
            p.a.duration_tail = p.b.duration_tail = 0x1p-80; /* ends are rounded, */
            CU_ASSERT_EQUAL(say_passing(&p), i == 0 ? CONTACT_UNKNOWN : known);
            p.a.duration_tail = 0; /* but not the one that counts */
            CU_ASSERT_EQUAL(say_passing(&p), known);
        }
}

/* For less than slopes can tell. */
static void who_meets_for_a_last_bit_is_decided_in_double_words(void)
{
    oracle_pair p = passing_pair(1.25, 0);
    p.b.start = 8;
    CU_ASSERT_EQUAL(say_truth(&p), CONTACT_NO_LIFE);
    p.b.start = nextafter(8, 0);
    CU_ASSERT_EQUAL(say_passing(&p), CONTACT_APART);
    CU_ASSERT_EQUAL(say_truth(&p), CONTACT_APART);
    p.b.position = (graze_vector){5, 9.25, 0}; /* a has come there then */
    CU_ASSERT_EQUAL(say_passing(&p), CONTACT_OVERLAP);
    CU_ASSERT_EQUAL(say_truth(&p), CONTACT_OVERLAP);
}

/* At the end that seems to be nearest they are 2^-91 too far apart in the square; 2^-45 s away they
 * overlap by as much. */
static void an_end_that_is_nearly_the_nearest_one_is_not_taken_for_it(void)
{
    oracle_pair first = {.a = {.form = GRAZE_KINEMATIC,
                               .position = {1, 0, 0},
                               .velocity = {-0x1p-45, 1, 0},
                               .duration = 8},
                         .b = {.form = GRAZE_KINEMATIC, .duration = 8},
                         .body_a = {.radius = 0.5},
                         .body_b = {.radius = 0.5},
                         .tolerance = 0x1p-92};
    oracle_pair last = first;
    last.a.position = (graze_vector){1 - 0x1p-42, 8, 0};
    last.a.velocity = (graze_vector){0x1p-45, -1, 0};
    CU_ASSERT_EQUAL(say_passing(&first), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_passing(&last), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&first), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&last), CONTACT_UNKNOWN);
    first.tolerance = last.tolerance = 0x1p-80; /* and here they do not */
    CU_ASSERT_EQUAL(say_passing(&first), CONTACT_APART);
    CU_ASSERT_EQUAL(say_truth(&last), CONTACT_APART);
}

/* Head on; the lives end with these tails. They touch at the tail 2^-61 * 1.5, which is where
 * v (1 + tail) = 1 + tolerance. */
static contact say_head_on(double tail_a, double tail_b)
{
    oracle_pair p = {.a = {.form = GRAZE_WAYPOINT,
                           .to = {1 + 0x1p-52, 0, 0},
                           .duration = 1,
                           .duration_tail = tail_a},
                     .b = {.form = GRAZE_WAYPOINT,
                           .position = {2.5, 0, 0},
                           .to = {2.5, 0, 0},
                           .start = 0.5,
                           .duration = 0.5,
                           .duration_tail = tail_b},
                     .body_a = {.radius = 0.75},
                     .body_b = {.radius = 0.75}};
    mpq_t way, term, one;
    mpq_inits(way, term, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(way, p.a.to.x);
    mpq_set_d(term, tail_a), mpq_add(term, term, one), mpq_div(way, way, term);
    mpq_set_d(term, 0x1.8p-61), mpq_add(term, term, one), mpq_mul(way, way, term);
    mpq_sub(way, way, one);
    p.tolerance = mpq_get_d(way);
    mpq_clears(way, term, one, NULL);
    return say_truth(&p);
}

static void of_lives_that_end_nearly_together_the_shorter_one_counts(void)
{
    CU_ASSERT_EQUAL(say_head_on(0x1p-60, 0x1p-61), CONTACT_APART);
    CU_ASSERT_EQUAL(say_head_on(0x1p-61, 0x1p-60), CONTACT_APART);
    CU_ASSERT_EQUAL(say_head_on(0x1p-60, 0x1p-60), CONTACT_OVERLAP);
}

CU_TestInfo passing_tests[] = {
    SUPPORT_TEST(discs_that_pass_near_a_touch_are_decided_in_double_words),
    SUPPORT_TEST(what_double_words_say_of_nearest_touches_is_true),
    SUPPORT_TEST(what_double_words_say_of_ends_at_a_touch_is_true),
    SUPPORT_TEST(discs_that_are_nearest_at_an_end_are_decided_in_double_words),
    SUPPORT_TEST(who_meets_for_a_last_bit_is_decided_in_double_words),
    SUPPORT_TEST(an_end_that_is_nearly_the_nearest_one_is_not_taken_for_it),
    SUPPORT_TEST(of_lives_that_end_nearly_together_the_shorter_one_counts),
    CU_TEST_INFO_NULL,
};
