/* SPDX-License-Identifier: MIT */
#include "numeric/dd.h"

#include "numeric/exact.h"
#include "support/run.h"

/* A double-double and the number that it stands for. */
typedef struct judged {
    dd dd;
    mpq_t exact;
} judged;

static void judged_from(judged *x, double value)
{
    x->dd = dd_from(value);
    mpq_set_d(x->exact, value);
}

static bool is_usable(dd x)
{
    return isfinite(x.high) && isfinite(x.low) && isfinite(x.error);
}

/* x becomes x (+, -, *, /) y, or its square; a division by zero is left out. */
static void apply(judged *x, const judged *y, unsigned operation)
{
    switch (operation) {
    case 0:
        x->dd = dd_add(x->dd, y->dd);
        mpq_add(x->exact, x->exact, y->exact);
        break;
    case 1:
        x->dd = dd_sub(x->dd, y->dd);
        mpq_sub(x->exact, x->exact, y->exact);
        break;
    case 2:
        x->dd = dd_mul(x->dd, y->dd);
        mpq_mul(x->exact, x->exact, y->exact);
        break;
    case 3:
        x->dd = dd_square(x->dd);
        mpq_mul(x->exact, x->exact, x->exact);
        break;
    default:
        if (mpq_sgn(y->exact) == 0)
            break;
        x->dd = dd_div(x->dd, y->dd);
        mpq_div(x->exact, x->exact, y->exact);
    }
}

static void value_of(mpq_t value, dd x)
{
    mpq_t low;
    mpq_init(low);
    mpq_set_d(value, x.high);
    mpq_set_d(low, x.low);
    mpq_add(value, value, low);
    mpq_clear(low);
}

/* The error with the margin that signs and roundings ask for. */
static void bound_of(mpq_t bound, dd x)
{
    mpq_t margin;
    mpq_init(margin);
    mpq_set_d(bound, x.error);
    mpq_set_d(margin, 1 + 0x1p-30);
    mpq_mul(bound, bound, margin);
    mpq_clear(margin);
}

static bool is_bounded(const judged *x)
{
    mpq_t distance, bound;
    mpq_inits(distance, bound, NULL);
    value_of(distance, x->dd);
    mpq_sub(distance, distance, x->exact);
    mpq_abs(distance, distance);
    bound_of(bound, x->dd);
    bool bounded = mpq_cmp(distance, bound) <= 0;
    mpq_clears(distance, bound, NULL);
    return bounded;
}

typedef struct tally {
    size_t asked, signs, rounded;
} tally;

static void check_roundings(const judged *x, tally *count)
{
    bool (*const round[])(dd, double *) = {dd_round_down, dd_round_up, dd_round_nearest};
    const dyadic_direction direction[] = {DYADIC_DOWN, DYADIC_UP, DYADIC_NEAREST};
    for (int i = 0; i < 3; i++) {
        double rounded;
        if (!round[i](x->dd, &rounded))
            continue;
        CU_ASSERT(is_rounded(x->exact, rounded, direction[i]));
        count->rounded++;
    }
}

static void check(const judged *x, tally *count)
{
    int sign = dd_sign(x->dd);
    if (!is_usable(x->dd)) { /* a product may still know its sign where its tail is lost */
        double rounded;
        CU_ASSERT(sign == SIGN_UNKNOWN || sign == mpq_sgn(x->exact));
        CU_ASSERT_FALSE(dd_round_down(x->dd, &rounded));
        CU_ASSERT_FALSE(dd_round_up(x->dd, &rounded));
        CU_ASSERT_FALSE(dd_round_nearest(x->dd, &rounded));
        return;
    }
    count->asked++;
    CU_ASSERT(is_bounded(x));
    CU_ASSERT(fabs(x->dd.low) <= (double_next_up(fabs(x->dd.high)) - fabs(x->dd.high)) / 2 ||
              fabs(x->dd.high) < 0x1p-1000);
    if (sign != SIGN_UNKNOWN) {
        CU_ASSERT_EQUAL(sign, mpq_sgn(x->exact));
        count->signs++;
    }
    check_roundings(x, count);
}

static void run_expressions(double (*leaf)(void), size_t rounds, tally *count)
{
    judged x, y, z;
    mpq_inits(x.exact, y.exact, z.exact, NULL);
    for (size_t round = 0; round < rounds; round++) {
        judged_from(&x, leaf());
        for (unsigned length = 1 + random_below(5); length > 0; length--) {
            judged_from(&y, leaf());
            judged_from(&z, leaf());
            apply(&y, &z, random_below(3));
            apply(&x, &y, random_below(5));
            check(&x, count);
            if (!is_usable(x.dd))
                break;
        }
    }
    mpq_clears(x.exact, y.exact, z.exact, NULL);
}

static double everyday(void)
{
    return random_long(10);
}

static double tiny_or_everyday(void)
{
    return random_below(2) != 0 ? ldexp(random_long(30), -480) : random_long(10);
}

static void the_error_bounds_what_was_really_lost_and_roundings_are_right(void)
{
    random_seed(41);
    tally count = {0};
    size_t rounds = support_rounds(5000, 50000, 800000);
    run_expressions(everyday, rounds, &count);
    CU_ASSERT(count.signs > count.asked * 9 / 10);
    CU_ASSERT(count.rounded > count.asked * 5 / 2);
    run_expressions(random_short, rounds, &count);
    run_expressions(tiny_or_everyday, rounds, &count);
    run_expressions(random_double, rounds, &count);
    run_expressions(random_any, rounds, &count);
}

static void cancelling_sums_stay_bounded(void)
{
    random_seed(42);
    tally count = {0};
    judged x, y;
    mpq_inits(x.exact, y.exact, NULL);
    for (size_t round = 0; round < support_rounds(5000, 50000, 800000); round++) {
        double a = random_long(20), b = random_long(20);
        judged_from(&x, a);
        judged_from(&y, b);
        apply(&x, &y, 2); /* ab - round(ab) - what is left of it, nearly */
        judged_from(&y, a * b);
        apply(&x, &y, 1);
        check(&x, &count);
        judged_from(&y, x.dd.high * (1 + (double)random_below(3) * 0x1p-52));
        apply(&x, &y, 1);
        check(&x, &count);
    }
    mpq_clears(x.exact, y.exact, NULL);
}

/* (value - error)^2 <= exact <= (value + error)^2. */
static bool bounds_the_root(const judged *x, dd root)
{
    mpq_t value, bound, side;
    mpq_inits(value, bound, side, NULL);
    value_of(value, root);
    bound_of(bound, root);
    mpq_add(side, value, bound);
    mpq_mul(side, side, side);
    bool bounded = mpq_cmp(side, x->exact) >= 0;
    mpq_sub(side, value, bound);
    bounded = bounded && (mpq_sgn(side) <= 0 || (mpq_mul(side, side, side), true));
    bounded = bounded && (mpq_sgn(side) <= 0 || mpq_cmp(side, x->exact) <= 0);
    mpq_clears(value, bound, side, NULL);
    return bounded;
}

static void a_square_root_is_bounded_and_exact_where_it_can_be(void)
{
    random_seed(43);
    judged x, y;
    mpq_inits(x.exact, y.exact, NULL);
    size_t usable = 0;
    for (size_t round = 0; round < support_rounds(5000, 50000, 800000); round++) {
        judged_from(&x, round % 2 == 0 ? random_long(20) : random_any());
        judged_from(&y, round % 2 == 0 ? random_long(20) : random_any());
        apply(&x, &y, random_below(4));
        dd root = dd_sqrt(x.dd);
        if (!is_usable(root))
            continue;
        usable++;
        CU_ASSERT(mpq_sgn(x.exact) > 0);
        CU_ASSERT(bounds_the_root(&x, root));
        double rounded;
        dd square = dd_square(dd_from(random_short()));
        if (square.high != 0) {
            dd exact = dd_sqrt(square);
            CU_ASSERT_EQUAL(exact.error, 0);
            CU_ASSERT(dd_round_down(exact, &rounded) && rounded * rounded == square.high);
        }
    }
    CU_ASSERT(usable > 1000);
    mpq_clears(x.exact, y.exact, NULL);
}

static void a_root_or_quotient_of_what_may_be_zero_is_unknown(void)
{
    dd zero = dd_from(0), may_be_zero = {0x1p-60, 0, 0x1p-50}, minus = dd_from(-1);
    CU_ASSERT_EQUAL(dd_sign(dd_sqrt(zero)), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(dd_sign(dd_sqrt(may_be_zero)), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(dd_sign(dd_sqrt(minus)), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(dd_sign(dd_div(dd_from(1), zero)), SIGN_UNKNOWN);
    CU_ASSERT_EQUAL(dd_sign(dd_div(dd_from(1), may_be_zero)), SIGN_UNKNOWN);
}

static void a_quotient_by_what_overflowed_is_unknown(void)
{
    dd overflowed = dd_mul(dd_from(0x1p1000), dd_from(-0x1p1000));
    dd sum = dd_add(dd_from(0x1p-990), dd_div(dd_from(0x1p970), overflowed));
    CU_ASSERT_EQUAL(dd_sign(sum), SIGN_UNKNOWN);
}

static void ties_of_short_numbers_are_exact_zeros(void)
{
    dd three = dd_from(3), four = dd_from(4), five = dd_from(5);
    dd x = dd_sub(dd_add(dd_square(three), dd_square(four)), dd_square(five));
    CU_ASSERT_EQUAL(dd_sign(x), 0);
    CU_ASSERT_TRUE(dd_is_exact_zero(dd_mul(x, dd_from(DBL_MAX))));
    dd tiny = dd_mul(dd_from(0x1p-1074), dd_from(0x1p-1074));
    CU_ASSERT_EQUAL(dd_sign(tiny), SIGN_UNKNOWN);
}

static void a_rounding_that_is_not_certain_is_refused(void)
{
    double rounded;
    CU_ASSERT_FALSE(dd_round_down((dd){1, 0, 0x1p-200}, &rounded));
    CU_ASSERT_FALSE(dd_round_up((dd){1, 0, 0x1p-200}, &rounded));
    CU_ASSERT_FALSE(dd_round_nearest((dd){1, 0x1p-53, 0}, &rounded));
    CU_ASSERT_TRUE(dd_round_nearest((dd){1, 0, 0x1p-200}, &rounded) && rounded == 1);
    CU_ASSERT_TRUE(dd_round_nearest(dd_from(0), &rounded) && rounded == 0);
    CU_ASSERT_TRUE(dd_round_nearest(dd_from(0x1p-1074), &rounded) && rounded == 0x1p-1074);
    CU_ASSERT_TRUE(dd_round_down((dd){1, 0x1p-60, 0x1p-70}, &rounded) && rounded == 1);
    CU_ASSERT_TRUE(dd_round_up((dd){1, 0x1p-60, 0x1p-70}, &rounded) && rounded == 1 + 0x1p-52);
    CU_ASSERT_TRUE(dd_round_down((dd){1, -0x1p-60, 0x1p-70}, &rounded) && rounded == 1 - 0x1p-53);
}

static void products_of_few_bits_have_no_error(void)
{
    const dd x = {1, 0x1p-60, 0}, three = dd_from(3);
    const dd product[] = {dd_mul(x, three), dd_mul(three, x)};
    for (int i = 0; i < 2; i++)
        CU_ASSERT(product[i].high == 3 && product[i].low == 3 * 0x1p-60 && product[i].error == 0);
    CU_ASSERT_EQUAL(dd_div(dd_from(1), dd_from(0)).error, INFINITY);
}

/* By a bound that reaches from one double beyond the next, the rounding is not known. */
static void a_bound_that_reaches_a_neighbour_leaves_the_rounding_open(void)
{
    double rounded = 77;
    dd above = {1, 0x1p-53, 0x1p-53 * (1 - 0x1p-29)}, below = {1, -0x1.ep-54, 0x1p-54};
    above.error = 0x1p-53 / (1 + 0x1p-30);
    while (above.error * (1 + 0x1p-30) >= 0x1p-53)
        above.error = nextafter(above.error, 0);
    CU_ASSERT_FALSE(dd_round_down(above, &rounded));
    CU_ASSERT_FALSE(dd_round_down(below, &rounded));
    CU_ASSERT_EQUAL(rounded, 77);
    above.error = below.error = 0x1p-60;
    CU_ASSERT_TRUE(dd_round_down(above, &rounded) && rounded == 1);
    CU_ASSERT_TRUE(dd_round_down(below, &rounded) && rounded == 1 - 0x1p-53);
}

/* A divisor that is not certain leaves an exact quotient uncertain. */
static void a_quotient_is_as_uncertain_as_its_divisor(void)
{
    const dd exact = dd_div(dd_from(6), dd_from(3)), zero = dd_div(dd_from(0), (dd){3, 0, 0x1p-60});
    CU_ASSERT_TRUE(exact.high == 2 && exact.low == 0 && exact.error == 0);
    CU_ASSERT_TRUE(zero.high == 0 && zero.error > 0 && zero.error <= 0x1p-999);
}

CU_TestInfo dd_tests[] = {
    SUPPORT_TEST(a_bound_that_reaches_a_neighbour_leaves_the_rounding_open),
    SUPPORT_TEST(a_quotient_is_as_uncertain_as_its_divisor),
    SUPPORT_TEST(the_error_bounds_what_was_really_lost_and_roundings_are_right),
    SUPPORT_TEST(cancelling_sums_stay_bounded),
    SUPPORT_TEST(a_square_root_is_bounded_and_exact_where_it_can_be),
    SUPPORT_TEST(a_root_or_quotient_of_what_may_be_zero_is_unknown),
    SUPPORT_TEST(a_quotient_by_what_overflowed_is_unknown),
    SUPPORT_TEST(ties_of_short_numbers_are_exact_zeros),
    SUPPORT_TEST(products_of_few_bits_have_no_error),
    SUPPORT_TEST(a_rounding_that_is_not_certain_is_refused),
    CU_TEST_INFO_NULL,
};
