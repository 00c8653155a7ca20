/* SPDX-License-Identifier: MIT */
/* Reaches of bodies that turn against their corners in exact arithmetic: places and angles as
 * rationals, sine and cosine between two rationals that are 2^-399 apart. */
#include "motion/turn.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "motion/exact.h"
#include "support/run.h"

/* ---- sine and cosine ------------------------------------------------------------------------ */

enum {
    BITS = 512,    /* behind the point */
    DOUBLINGS = 24 /* of an angle below 1/16, to 2^20 */
};

static void multiply(mpz_t product, const mpz_t x, const mpz_t y)
{
    mpz_mul(product, x, y);
    mpz_fdiv_q_2exp(product, product, BITS);
}

/* Taylor's series of a small angle: some units of 2^-BITS off. */
static void small_heading(mpz_t cosine, mpz_t sine, const mpz_t angle)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(cosine, 0);
    mpz_set_ui(sine, 0);
    mpz_setbit(term, BITS);
    for (unsigned long n = 1; n < 200; n++) {
        int negative = (n - 1) / 2 % 2 == 1;
        mpz_ptr sum = n % 2 == 1 ? cosine : sine;
        (negative ? mpz_sub : mpz_add)(sum, sum, term);
        multiply(term, term, angle);
        mpz_fdiv_q_ui(term, term, n);
    }
    mpz_clear(term);
}

/* Each doubling makes the error four times as large: 2^(10 + 48 - BITS) in the end, at most. */
static void exact_heading(mpq_t cosine, mpq_t sine, const mpq_t angle)
{
    mpz_t c, s, square, small;
    mpz_inits(c, s, square, small, NULL);
    mpz_mul_2exp(small, mpq_numref(angle), BITS - DOUBLINGS);
    mpz_fdiv_q(small, small, mpq_denref(angle));
    small_heading(c, s, small);
    for (int i = 0; i < DOUBLINGS; i++) {
        multiply(square, s, s);
        multiply(s, s, c);
        mpz_mul_2exp(s, s, 1);
        multiply(c, c, c);
        mpz_sub(c, c, square);
    }
    mpq_set_z(cosine, c);
    mpq_set_z(sine, s);
    mpq_div_2exp(cosine, cosine, BITS);
    mpq_div_2exp(sine, sine, BITS);
    mpz_clears(c, s, square, small, NULL);
}

/* ---- one instant ---------------------------------------------------------------------------- */

/* Something that turns, and the box of a part of its life. */
typedef struct scene {
    graze_point corners[4];
    graze_body body;
    graze_turn turn;
    graze_motion motion;
    double begin, end;
} scene;

/* low <= value - radius, value + radius <= high, where the value is off by `error`. */
static bool is_between(double low, double high, const mpq_t value, double radius,
                       const mpq_t error)
{
    mpq_t bound, side;
    mpq_inits(bound, side, NULL);
    bool holds = true;
    if (isfinite(low)) {
        mpq_set_d(side, radius);
        mpq_sub(bound, value, side);
        mpq_sub(bound, bound, error);
        mpq_set_d(side, low);
        holds &= mpq_cmp(side, bound) <= 0;
    }
    if (isfinite(high)) {
        mpq_set_d(side, radius);
        mpq_add(bound, value, side);
        mpq_add(bound, bound, error);
        mpq_set_d(side, high);
        holds &= mpq_cmp(side, bound) >= 0;
    }
    mpq_clears(bound, side, NULL);
    return holds && low < HUGE_VAL && high > -HUGE_VAL;
}

/* value := forward x - aside y; error := (|x| + |y|) 2^-400. */
static void turned(mpq_t value, mpq_t error, double x, double y, const mpq_t forward,
                   const mpq_t aside)
{
    mpq_t number;
    mpq_init(number);
    mpq_set_d(number, x);
    mpq_mul(value, number, forward);
    mpq_abs(error, number);
    mpq_set_d(number, y);
    mpq_t term;
    mpq_init(term);
    mpq_mul(term, number, aside);
    mpq_sub(value, value, term);
    mpq_abs(number, number);
    mpq_add(error, error, number);
    mpq_div_2exp(error, error, 400);
    mpq_clears(number, term, NULL);
}

/* Is the body inside the box at local time u? */
static bool holds_at(const box *found, const scene *of, const mpq_t u)
{
    mpq_t angle, cosine, sine, place, value, error;
    mpq_inits(angle, cosine, sine, place, value, error, NULL);
    mpq_set_d(angle, of->turn.rate);
    mpq_mul(angle, angle, u);
    mpq_set_d(value, of->turn.angle);
    mpq_add(angle, angle, value);
    exact_heading(cosine, sine, angle);
    bool holds = true;
    for (size_t i = 0; i < of->body.vertex_count; i++) {
        graze_point p = of->corners[i];
        for (int k = 0; k < 2; k++) {
            if (k == 0)
                turned(value, error, p.x, p.y, cosine, sine);
            else
                turned(value, error, p.y, -p.x, cosine, sine);
            exact_position(place, &of->motion, u, k);
            mpq_add(value, value, place);
            holds &= is_between(found->lower[k], found->upper[k], value, of->body.radius, error);
        }
    }
    mpq_clears(angle, cosine, sine, place, value, error, NULL);
    return holds;
}

/* u := the local time at a fraction of what [begin, end] and the life share. */
static bool sample(mpq_t u, const scene *of, unsigned numerator, unsigned denominator)
{
    mpq_t start, end, life, fraction;
    mpq_inits(start, end, life, fraction, NULL);
    exact_start(start, &of->motion);
    exact_duration(life, &of->motion);
    mpq_set_d(u, of->begin);
    mpq_sub(u, u, start);
    mpq_set_d(end, of->end);
    mpq_sub(end, end, start);
    if (mpq_sgn(u) < 0)
        mpq_set_ui(u, 0, 1);
    if (mpq_cmp(end, life) > 0)
        mpq_set(end, life);
    bool some = mpq_cmp(u, end) <= 0;
    mpq_sub(end, end, u);
    mpq_set_ui(fraction, numerator, denominator);
    mpq_canonicalize(fraction);
    mpq_mul(end, end, fraction);
    mpq_add(u, u, end);
    mpq_clears(start, end, life, fraction, NULL);
    return some;
}

/* ---- random scenes -------------------------------------------------------------------------- */

/* Small whole numbers times 2^exponent, or any significand there. */
static double draw(uint64_t *state, int exponent)
{
    if (random_below(state, 2))
        return ldexp((int)random_below(state, 17) - 8, exponent);
    return random_double(state, exponent - 52, exponent - 50);
}

static double draw_angle(uint64_t *state)
{
    const double quarter = 0x1.921fb54442d18p0;
    switch (random_below(state, 5)) {
    case 0:
        return ((int)random_below(state, 1280) - 640) * quarter;
    case 1:
        return ((int)random_below(state, 9) - 4) * quarter / 2;
    case 2:
        return random_double(state, -60, -51);
    case 3:
        return random_double(state, -45, -35); /* up to 2^18: a circle */
    default:
        return random_double(state, -53, -50);
    }
}

static int draw_exponent(uint64_t *state)
{
    return random_below(state, 2) ? (int)random_below(state, 2040) - 1070
                                  : (int)random_below(state, 20) - 10;
}

static void draw_scene(uint64_t *state, scene *drawn)
{
    int lengths = draw_exponent(state), times = (int)random_below(state, 60) - 30;
    *drawn = (scene){.turn = {.angle = draw_angle(state)}};
    drawn->body = (graze_body){fabs(random_below(state, 2) ? 0 : draw(state, lengths)),
                               drawn->corners, 1 + random_below(state, 4)};
    for (size_t i = 0; i < drawn->body.vertex_count; i++)
        drawn->corners[i] = (graze_point){draw(state, lengths), draw(state, lengths)};
    drawn->motion.start = random_below(state, 2) ? 0 : random_double(state, -60, -40);
    drawn->motion.duration = ldexp(1 + random_below(state, 63), times);
    drawn->turn.rate = random_below(state, 4) == 0 ? 0 : draw_angle(state) / drawn->motion.duration;
    if (random_below(state, 2)) {
        drawn->motion.position.x = draw(state, lengths);
        drawn->motion.velocity.y = draw(state, lengths - times);
    }
    drawn->begin = drawn->motion.start;
    drawn->end = drawn->begin + drawn->motion.duration;
    if (random_below(state, 2)) {
        double step = ldexp(drawn->motion.duration, -(int)random_below(state, 8));
        drawn->begin += step * random_below(state, 4) - step / 2;
        drawn->end = drawn->begin + step;
    }
}

static void report(const scene *of, unsigned at)
{
    printf(" [instant %u: turn %a + %a u, radius %a, start %a for %a, part %a to %a", at,
           of->turn.angle, of->turn.rate, of->body.radius, of->motion.start, of->motion.duration,
           of->begin, of->end);
    for (size_t i = 0; i < of->body.vertex_count; i++)
        printf(", (%a, %a)", of->corners[i].x, of->corners[i].y);
    printf("] ");
}

static void a_box_holds_every_corner_of_a_turning_body_at_every_instant(void)
{
    enum { INSTANTS = 8 };
    uint64_t state = 9;
    size_t asked = 0;
    mpq_t u;
    mpq_init(u);
    for (size_t i = 0; i < support_rounds(4000, 100000, 2000000); i++) {
        scene of;
        box found;
        draw_scene(&state, &of);
        of.body.vertices = of.corners;
        box_reach reach = turn_reach_part(&of.body, &of.turn, &of.motion, of.begin, of.end);
        if (!box_of_reach_part(&reach, &of.motion, of.begin, of.end, &found))
            continue;
        for (unsigned k = 0; k <= INSTANTS; k++) {
            bool holds = !sample(u, &of, k, INSTANTS) || holds_at(&found, &of, u);
            CU_ASSERT_TRUE(holds);
            if (!holds)
                report(&of, k);
            asked++;
        }
    }
    CU_ASSERT_TRUE(asked > 10000);
    mpq_clear(u);
}

/* ---- known answers -------------------------------------------------------------------------- */

static const graze_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const graze_body crate = {.radius = 0, .vertices = square, .vertex_count = 4};
static const graze_motion rest = {.form = GRAZE_KINEMATIC, .duration = 1};

static void assert_near(double found, double expected, double relative)
{
    CU_ASSERT_TRUE(found >= expected && found <= expected + relative);
}

static void a_reach_is_hardly_wider_than_the_sweep(void)
{
    const double eighth = 0x1.921fb54442d18p-1, root = sqrt(2);
    box_reach found = turn_reach_part(&crate, &(graze_turn){0, 0}, &rest, 0, 1);
    assert_near(found.upper[0], 1, 1e-9);
    found = turn_reach_part(&crate, &(graze_turn){eighth, 0}, &rest, 0, 1);
    assert_near(found.upper[1], root, 1e-9);
    found = turn_reach_part(&crate, &(graze_turn){0, 0.1}, &rest, 0, 1);
    assert_near(found.upper[0], cos(0.1) + sin(0.1), 1e-9);
    assert_near(-found.lower[1], cos(0.1) + sin(0.1), 1e-9);
    found = turn_reach_part(&crate, &(graze_turn){0, 0.1}, &rest, 0.25, 0.5);
    assert_near(found.upper[0], cos(0.05) + sin(0.05), 1e-9);
    found = turn_reach_part(&crate, &(graze_turn){0.7, 0.2}, &rest, 0, 1); /* past the diagonal */
    assert_near(found.upper[0], root, 1e-9);
}

static void a_body_that_turns_too_far_counts_as_its_circle(void)
{
    const graze_turn far[] = {{2000, 0}, {0, 1e300}, {0, -7}, {1e308, 1e308}};
    const box_reach circle = turn_reach_round(&crate);
    assert_near(circle.upper[0], sqrt(2), 1e-9);
    for (int i = 0; i < 4; i++) {
        box_reach found = turn_reach_part(&crate, &far[i], &rest, 0, 1);
        CU_ASSERT_TRUE(found.upper[0] == circle.upper[0] && found.lower[1] == circle.lower[1]);
    }
    graze_motion parked = rest;
    parked.form = GRAZE_PARKED;
    box_reach found = turn_reach_part(&crate, &(graze_turn){0, 0.01}, &parked, 1, 2);
    CU_ASSERT_EQUAL(found.upper[0], circle.upper[0]);
}

static void corners_that_are_too_far_away_reach_everywhere(void)
{
    const graze_point far[] = {{0, 0}, {1e308, 1e308}};
    const graze_body long_body = {.vertices = far, .vertex_count = 2};
    for (int i = 0; i < 9; i++) {
        box_reach found = turn_reach_part(&long_body, &(graze_turn){i, 0.5}, &rest, 0, 1);
        for (int k = 0; k < 2; k++)
            CU_ASSERT_TRUE(found.upper[k] == HUGE_VAL && found.lower[k] == -HUGE_VAL);
    }
}

/* Of the smallest double no turned coordinate is a double: 1 and 1 become 0.7 and 1.3. */
static void corners_of_the_smallest_double_do_not_vanish_in_a_turn(void)
{
    const graze_point tiny[] = {{0x1p-1074, 0x1p-1074}, {-0x1p-1074, -0x1p-1074}};
    const graze_body body = {.vertices = tiny, .vertex_count = 2};
    box_reach found = turn_reach_part(&body, &(graze_turn){0.3, 0}, &rest, 0, 1);
    CU_ASSERT(found.upper[1] > 0x1p-1074 && found.lower[1] < -0x1p-1074);
}

static void a_disc_that_turns_is_a_disc(void)
{
    const graze_body disc = {.radius = 0.3};
    const box_reach found = turn_reach_part(&disc, &(graze_turn){1, 1}, &rest, 0, 1);
    for (int k = 0; k < 3; k++)
        CU_ASSERT_TRUE(found.upper[k] == 0.3 && found.lower[k] == -0.3);
}

CU_TestInfo turn_tests[] = {
    SUPPORT_TEST(a_box_holds_every_corner_of_a_turning_body_at_every_instant),
    SUPPORT_TEST(a_reach_is_hardly_wider_than_the_sweep),
    SUPPORT_TEST(a_body_that_turns_too_far_counts_as_its_circle),
    SUPPORT_TEST(corners_that_are_too_far_away_reach_everywhere),
    SUPPORT_TEST(corners_of_the_smallest_double_do_not_vanish_in_a_turn),
    SUPPORT_TEST(a_disc_that_turns_is_a_disc),
    CU_TEST_INFO_NULL,
};
