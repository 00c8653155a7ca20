/* SPDX-License-Identifier: MIT */
#include "numeric/ball.h"

#include "numeric/exact.h"
#include "support/run.h"

/* A ball and the number that it stands for. */
typedef struct judged {
    ball ball;
    mpq_t exact;
} judged;

static void judged_from(judged *x, double value)
{
    x->ball = ball_from(value);
    mpq_set_d(x->exact, value);
}

/* x becomes x (+, -, *, /) y, or its square; a division by zero is left out. */
static void apply(judged *x, const judged *y, unsigned operation)
{
    switch (operation) {
    case 0:
        x->ball = ball_add(x->ball, y->ball);
        mpq_add(x->exact, x->exact, y->exact);
        break;
    case 1:
        x->ball = ball_sub(x->ball, y->ball);
        mpq_sub(x->exact, x->exact, y->exact);
        break;
    case 2:
        x->ball = ball_mul(x->ball, y->ball);
        mpq_mul(x->exact, x->exact, y->exact);
        break;
    case 3:
        x->ball = ball_square(x->ball);
        mpq_mul(x->exact, x->exact, x->exact);
        break;
    default:
        if (mpq_sgn(y->exact) == 0)
            break;
        x->ball = ball_div(x->ball, y->ball);
        mpq_div(x->exact, x->exact, y->exact);
    }
}

/* The bound holds but for the margin that ball_sign asks for. */
static bool is_bounded(const judged *x)
{
    mpq_t distance, bound;
    mpq_inits(distance, bound, NULL);
    mpq_set_d(distance, x->ball.value);
    mpq_sub(distance, distance, x->exact);
    mpq_abs(distance, distance);
    mpq_set_d(bound, x->ball.error);
    mpq_t margin;
    mpq_init(margin);
    mpq_set_d(margin, 1 + 0x1p-30);
    mpq_mul(bound, bound, margin);
    bool bounded = mpq_cmp(distance, bound) <= 0;
    mpq_clears(distance, bound, margin, NULL);
    return bounded;
}

static void check(const judged *x, size_t *known)
{
    int sign = ball_sign(x->ball);
    if (!isfinite(x->ball.value) || !isfinite(x->ball.error)) {
        CU_ASSERT_EQUAL(sign, SIGN_UNKNOWN);
        return;
    }
    CU_ASSERT(is_bounded(x));
    if (sign == SIGN_UNKNOWN)
        return;
    CU_ASSERT_EQUAL(sign, mpq_sgn(x->exact));
    ++*known;
}

static void run_expressions(double (*leaf)(void), size_t rounds, size_t *known)
{
    judged x, y, z;
    mpq_inits(x.exact, y.exact, z.exact, NULL);
    for (size_t round = 0; round < rounds; round++) {
        judged_from(&x, leaf());
        for (unsigned length = 1 + random_below(6); length > 0; length--) {
            judged_from(&y, leaf());
            judged_from(&z, leaf());
            apply(&y, &z, random_below(3));
            apply(&x, &y, random_below(5));
            check(&x, known);
            if (!isfinite(x.ball.value) || !isfinite(x.ball.error))
                break;
        }
    }
    mpq_clears(x.exact, y.exact, z.exact, NULL);
}

static double everyday(void)
{
    return random_long(10);
}

static void the_error_of_a_ball_bounds_what_was_really_lost(void)
{
    random_seed(31);
    size_t known = 0, rounds = support_rounds(5000, 50000, 800000);
    run_expressions(everyday, rounds, &known);
    CU_ASSERT(known > rounds);
    run_expressions(random_double, rounds, &known);
    run_expressions(random_any, rounds, &known);
}

/* (value - error)^2 <= exact <= (value + error)^2. */
static bool bounds_the_root(const mpq_t exact, ball root)
{
    mpq_t end, bound;
    mpq_inits(end, bound, NULL);
    mpq_set_d(end, root.value);
    mpq_set_d(bound, root.error * (1 + 0x1p-30));
    mpq_add(end, end, bound);
    mpq_mul(end, end, end);
    bool bounded = mpq_cmp(exact, end) <= 0;
    mpq_set_d(end, root.value);
    mpq_sub(end, end, bound);
    if (mpq_sgn(end) > 0) {
        mpq_mul(end, end, end);
        bounded = bounded && mpq_cmp(exact, end) >= 0;
    }
    mpq_clears(end, bound, NULL);
    return bounded;
}

static void a_root_of_a_ball_is_bounded_where_it_is_known(void)
{
    random_seed(32);
    judged x, y;
    mpq_inits(x.exact, y.exact, NULL);
    size_t known = 0;
    for (size_t round = 0; round < support_rounds(5000, 50000, 800000); round++) {
        judged_from(&x, random_double());
        judged_from(&y, random_double());
        apply(&x, &y, random_below(4));
        ball root = ball_sqrt(x.ball);
        if (!isfinite(root.value) || !isfinite(root.error))
            continue;
        CU_ASSERT(mpq_sgn(x.exact) > 0 && bounds_the_root(x.exact, root));
        known++;
    }
    CU_ASSERT(known > 1000);
    mpq_clears(x.exact, y.exact, NULL);
    CU_ASSERT_EQUAL(ball_sign(ball_sqrt(ball_from(0))), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(ball_sign(ball_div(ball_from(1), ball_from(0))), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(ball_sign(ball_div(ball_from(1), (ball){1, 1})), SIGN_UNKNOWN);
}

static void a_tie_of_short_numbers_is_an_exact_zero(void)
{
    ball x = ball_sub(ball_add(ball_from(0.75), ball_from(2.5)), ball_from(3.25));
    CU_ASSERT_EQUAL(ball_sign(x), 0);
    CU_ASSERT_EQUAL(ball_sign(ball_mul(x, ball_from(DBL_MAX))), 0);
    CU_ASSERT_EQUAL(
        ball_sign(ball_sub(ball_mul(ball_from(0.1), ball_from(0.1)), ball_from(0.1 * 0.1))),
        SIGN_UNKNOWN);
}

static void what_underflows_is_not_taken_for_zero(void)
{
    ball tiny = ball_mul(ball_from(0x1p-1074), ball_from(0x1p-1074));
    CU_ASSERT_EQUAL(tiny.value, 0);
    CU_ASSERT_EQUAL(ball_sign(tiny), SIGN_UNKNOWN);
}

static void nothing_is_known_of_what_is_divided_by_or_rooted_near_zero(void)
{
    CU_ASSERT_EQUAL(ball_div(ball_from(1), (ball){1, 1}).error, INFINITY);
    CU_ASSERT_EQUAL(ball_div(ball_from(1), (ball){-1, 1 - 0x1p-31}).error, INFINITY);
    CU_ASSERT_EQUAL(ball_sqrt((ball){1, 1}).error, INFINITY);
    CU_ASSERT_EQUAL(ball_sign(ball_from(INFINITY)), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(ball_sign((ball){1, NAN}), SIGN_UNKNOWN);
}

CU_TestInfo ball_tests[] = {
    SUPPORT_TEST(the_error_of_a_ball_bounds_what_was_really_lost),
    SUPPORT_TEST(a_root_of_a_ball_is_bounded_where_it_is_known),
    SUPPORT_TEST(a_tie_of_short_numbers_is_an_exact_zero),
    SUPPORT_TEST(what_underflows_is_not_taken_for_zero),
    SUPPORT_TEST(nothing_is_known_of_what_is_divided_by_or_rooted_near_zero),
    CU_TEST_INFO_NULL,
};
