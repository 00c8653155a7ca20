/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "numeric/exact.h"
#include "numeric/factors.h"
#include "numeric/roots.h"
#include "numeric/rounding.h"
#include "numeric/sturm.h"
#include "support/run.h"

enum { LIMBS = 1 << 18 };

static mp_limb_t limbs[LIMBS];

static dyadic_arena fresh_arena(void)
{
    return dyadic_arena_on(limbs, LIMBS);
}

/* From doubles, the constant first. */
static polynomial from_doubles(dyadic_arena *arena, const double *values, int count)
{
    dyadic coefficient[POLYNOMIAL_DEGREE_MAX + 1];
    for (int i = 0; i < count; i++)
        coefficient[i] = dyadic_from(arena, values[i]);
    return polynomial_from(coefficient, count);
}

#define POLYNOMIAL(arena, ...)                                                                     \
    from_doubles(arena, (const double[]){__VA_ARGS__},                                             \
                 (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* Each record is what its type promises, by the judge's counts. */
static bool is_record(const sturm *judge, const root *r)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    rational_of_dyadic(low, r->low);
    rational_of_dyadic(high, r->high);
    int sign_low = sturm_sign_at(judge, low), sign_high = sturm_sign_at(judge, high);
    bool good;
    if (r->exact)
        good = mpq_equal(low, high) && sign_low == 0;
    else
        good = mpq_cmp(low, high) < 0 && sign_low == r->sign_low && sign_low * sign_high == -1 &&
               sturm_count(judge, low, high) == 1;
    mpq_clears(low, high, NULL);
    return good;
}

/* How many roots the judge counts in the range. */
static int judged_count(const sturm *judge, const root_range *range)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    rational_of_dyadic(low, range->low);
    rational_of_dyadic(high, range->high);
    bool is_point = !range->endless_low && !range->endless_high && mpq_equal(low, high);
    int count =
        sturm_count(judge, range->endless_low ? NULL : low, range->endless_high ? NULL : high);
    if (is_point)
        count = range->closed_low && range->closed_high && sturm_sign_at(judge, low) == 0;
    else if (!range->endless_high && !range->closed_high && sturm_sign_at(judge, high) == 0)
        count--;
    if (!is_point && !range->endless_low && range->closed_low && sturm_sign_at(judge, low) == 0)
        count++;
    mpq_clears(low, high, NULL);
    return count;
}

/* The doubles next to a root, by the judge: no root in (low, down), or down is
 * the root; none in (up, high), or up is. */
static bool is_rounding(const sturm *judge, const root *r, double down, double up)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    mpq_set_d(low, down);
    mpq_set_d(high, up);
    bool good = sturm_sign_at(judge, low) == 0
                    ? down == up
                    : up == double_next_up(down) && sturm_count(judge, low, high) >= 1;
    rational_of_dyadic(low, r->low);
    rational_of_dyadic(high, r->high);
    mpq_t at;
    mpq_init(at);
    mpq_set_d(at, down);
    if (mpq_cmp(at, low) > 0 && down != up)
        good = good && sturm_count(judge, low, at) == 0;
    mpq_set_d(at, up);
    if (mpq_cmp(at, high) < 0)
        good = good && sturm_count(judge, at, high) == 0;
    mpq_clear(at);
    mpq_clears(low, high, NULL);
    return good;
}

/* Isolates and checks everything; answers how many roots there are. */
static int check_roots(dyadic_arena *arena, const polynomial *p, root_range range)
{
    sturm judge;
    sturm_open(&judge, p);
    polynomial simple = polynomial_square_free(arena, p);
    sturm simple_judge;
    sturm_open(&simple_judge, &simple);
    root roots[POLYNOMIAL_DEGREE_MAX];
    size_t mark = dyadic_mark(arena);
    int count = root_isolate(arena, &simple, range, roots);
    CU_ASSERT_FALSE(arena->exhausted);
    CU_ASSERT_EQUAL(dyadic_mark(arena) - mark, (size_t)count * 2 * DYADIC_END_LIMBS);
    CU_ASSERT_EQUAL(count, judged_count(&judge, &range));
    for (int i = 0; i < count; i++) {
        CU_ASSERT(is_record(&simple_judge, &roots[i]));
        CU_ASSERT(i == 0 || dyadic_compare(roots[i - 1].high, roots[i].low) <= 0);
        mark = dyadic_mark(arena);
        double down = root_to_double(arena, &roots[i], DYADIC_DOWN);
        double up = root_to_double(arena, &roots[i], DYADIC_UP);
        CU_ASSERT_EQUAL(mark, dyadic_mark(arena));
        if (isfinite(down) && isfinite(up))
            CU_ASSERT(is_rounding(&simple_judge, &roots[i], down, up));
    }
    sturm_close(&simple_judge);
    sturm_close(&judge);
    return count;
}

/* ---- polynomials of known roots --------------------------------------------------- */

static void constants_and_zero_have_no_roots(void)
{
    dyadic_arena arena = fresh_arena();
    root roots[POLYNOMIAL_DEGREE_MAX];
    polynomial zero = polynomial_from(NULL, 0), seven = POLYNOMIAL(&arena, 7);
    CU_ASSERT_EQUAL(zero.degree, -1);
    CU_ASSERT_EQUAL(root_isolate(&arena, &zero, root_range_all(), roots), 0);
    CU_ASSERT_EQUAL(root_isolate(&arena, &seven, root_range_all(), roots), 0);
    CU_ASSERT_FALSE(arena.exhausted);
}

static void a_polynomial_without_real_roots_has_none(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, 1, 0, 1), q = POLYNOMIAL(&arena, 0x1p-1074, 0, 0, 0, 1);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), 0);
    CU_ASSERT_EQUAL(check_roots(&arena, &q, root_range_all()), 0);
}

static void roots_at_the_ends_count_in_a_closed_range_only(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, 0, 2, -3, 1); /* x (x - 1) (x - 2) */
    dyadic zero = dyadic_zero(), two = dyadic_from(&arena, 2), one = dyadic_from(&arena, 1);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_closed(zero, two)), 3);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_open(zero, two)), 1);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_closed(one, one)), 1);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_open(one, one)), 0);
    root_range range = {.low = one, .endless_high = true};
    CU_ASSERT_EQUAL(check_roots(&arena, &p, range), 1);
    range.closed_low = true;
    CU_ASSERT_EQUAL(check_roots(&arena, &p, range), 2);
    range = (root_range){.high = one, .endless_low = true, .closed_high = true};
    CU_ASSERT_EQUAL(check_roots(&arena, &p, range), 2);
    root roots[POLYNOMIAL_DEGREE_MAX];
    CU_ASSERT_EQUAL(root_isolate(&arena, &p, root_range_closed(two, one), roots), 0);
}

static void multiple_roots_count_once(void)
{
    dyadic_arena arena = fresh_arena();
    factors f = {.count = 3,
                 .scale = -3,
                 .factor = {{0.1, 0, 0}, {0.3, 2, 1}, {-4, 5, -1}},
                 .multiplicity = {3, 2, 2}};
    polynomial p = factors_product(&arena, &f);
    CU_ASSERT_EQUAL(p.degree, 11);
    CU_ASSERT_EQUAL(polynomial_square_free(&arena, &p).degree, 5);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), 3);
}

static void roots_one_ulp_apart_are_told_apart(void)
{
    const double near[] = {1, 0.1, -3.7, 0x1p-1074, 0x1.fffffffffffffp1022, 1e-300, DBL_MIN};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        dyadic_arena arena = fresh_arena();
        double next = double_next_up(near[i]);
        polynomial a = POLYNOMIAL(&arena, -near[i], 1), b = POLYNOMIAL(&arena, -next, 1);
        polynomial p = polynomial_mul(&arena, &a, &b);
        CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), 2);
        root roots[POLYNOMIAL_DEGREE_MAX];
        CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &p, root_range_all(), roots), 2);
        for (int direction = DYADIC_DOWN; direction <= DYADIC_NEAREST; direction++) {
            CU_ASSERT_EQUAL(root_to_double(&arena, &roots[0], (dyadic_direction)direction),
                            near[i]);
            CU_ASSERT_EQUAL(root_to_double(&arena, &roots[1], (dyadic_direction)direction), next);
        }
    }
}

static void a_cluster_of_twelve_roots_is_taken_apart(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, 1);
    for (int i = 0; i < 12; i++) {
        polynomial next = POLYNOMIAL(&arena, -(1 + i * 0x1p-40), 1);
        p = polynomial_mul(&arena, &p, &next);
    }
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), 12);
}

static void mignottes_close_irrational_roots_are_taken_apart(void)
{
    dyadic_arena arena = fresh_arena();
    /* x^9 - 2 (2^20 x - 1)^2: two roots near 2^-20 that differ by about 2^-109. */
    polynomial p = POLYNOMIAL(&arena, -2, 0x1p22, -0x1p41, 0, 0, 0, 0, 0, 0, 1);
    CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), 3);
    root roots[POLYNOMIAL_DEGREE_MAX];
    CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &p, root_range_all(), roots), 3);
    CU_ASSERT_EQUAL(root_to_double(&arena, &roots[0], DYADIC_NEAREST), 0x1p-20);
    CU_ASSERT_EQUAL(root_to_double(&arena, &roots[1], DYADIC_DOWN), 0x1p-20);
    CU_ASSERT_EQUAL(root_compare_roots(&arena, &roots[0], &roots[1]), -1);
}

static void roots_beyond_doubles_round_like_any_number(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, -DBL_MAX, 0x1p-1074); /* DBL_MAX*2^1074 */
    root r[POLYNOMIAL_DEGREE_MAX];
    CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &p, root_range_all(), r), 1);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_DOWN), DBL_MAX);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_UP), INFINITY);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_NEAREST), INFINITY);
    polynomial q = POLYNOMIAL(&arena, -0x1p-1074, -DBL_MAX); /* -2^-1074/DBL_MAX */
    CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &q, root_range_all(), r), 1);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_DOWN), -0x1p-1074);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_UP), 0);
    CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_NEAREST), 0);
    CU_ASSERT_FALSE(arena.exhausted);
}

static void a_root_halfway_between_doubles_rounds_to_even(void)
{
    const double low[] = {1, 1 + 0x1p-52, -1, 0x1p-1074, 0, DBL_MAX, 3};
    for (size_t i = 0; i < sizeof low / sizeof *low; i++) {
        dyadic_arena arena = fresh_arena();
        double step = low[i] == DBL_MAX ? 0x1p971 : double_next_up(low[i]) - low[i];
        polynomial p = POLYNOMIAL(&arena, step, -2);
        p.coefficient[0] = dyadic_add(&arena, p.coefficient[0],
                                      dyadic_scale(&arena, dyadic_from(&arena, low[i]), 1));
        root r[POLYNOMIAL_DEGREE_MAX];
        CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &p, root_range_all(), r), 1);
        dyadic middle = dyadic_scale(&arena, p.coefficient[0], -1);
        CU_ASSERT_EQUAL(root_compare(&arena, &r[0], middle), 0);
        CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_NEAREST),
                        dyadic_to_double(middle, DYADIC_NEAREST));
        CU_ASSERT_EQUAL(root_to_double(&arena, &r[0], DYADIC_DOWN), low[i]);
    }
}

/* The roots of x^2 - 3/16 in (0, 2) and of x^2 - 8 in (1, 3): after one halving of each, (0, 1) and
 * (2, 3) leave 3/2 in the middle between them. */
static void a_number_between_two_roots_is_found_by_halving_both(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, -0.1875, 0, 1), q = POLYNOMIAL(&arena, -8, 0, 1);
    dyadic one = dyadic_from(&arena, 1), two = dyadic_from(&arena, 2),
           three = dyadic_from(&arena, 3);
    root first, second;
    CU_ASSERT_EQUAL_FATAL(
        root_isolate(&arena, &p, root_range_open(dyadic_zero(), two), &first), 1);
    CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &q, root_range_open(one, three), &second), 1);
    CU_ASSERT_EQUAL(dyadic_to_double(root_between(&arena, &first, &second), DYADIC_DOWN), 1.5);
}

/* ---- random polynomials ----------------------------------------------------------- */

static root_range random_range(dyadic_arena *arena, const known_root *known, int count)
{
    double end[2];
    for (int i = 0; i < 2; i++) {
        end[i] = random_below(2) != 0 ? random_short() : random_long(4);
        if (count > 0 && random_below(2) != 0) /* at a root or next to it */
            end[i] = known[random_below((unsigned)count)].centre;
    }
    double low = fmin(end[0], end[1]), high = fmax(end[0], end[1]);
    return (root_range){.low = dyadic_from(arena, low),
                        .high = dyadic_from(arena, high),
                        .endless_low = random_below(4) == 0,
                        .endless_high = random_below(4) == 0,
                        .closed_low = random_below(2) != 0,
                        .closed_high = random_below(2) != 0};
}

static void random_products_have_the_roots_that_sturm_counts(void)
{
    random_seed(1);
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        factors f = factors_random(2 + (int)random_below(8));
        known_root known[2 * FACTORS_MAX];
        int count = factors_roots(&f, known);
        polynomial p = factors_product(&arena, &f);
        CU_ASSERT_EQUAL(check_roots(&arena, &p, root_range_all()), count);
        check_roots(&arena, &p, random_range(&arena, known, count));
    }
}

static void random_coefficients_have_the_roots_that_sturm_counts(void)
{
    random_seed(2);
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        dyadic coefficient[9];
        int count = 1 + (int)random_below(9);
        for (int i = 0; i < count; i++)
            coefficient[i] =
                dyadic_from(&arena, random_below(8) == 0 ? random_any() : random_long(6));
        polynomial p = polynomial_from(coefficient, count);
        if (p.degree < 0)
            continue;
        check_roots(&arena, &p, root_range_all());
        check_roots(&arena, &p, random_range(&arena, NULL, 0));
    }
}

/* ---- exact questions -------------------------------------------------------------- */

typedef struct known_case {
    factors factors;
    known_root known[2 * FACTORS_MAX];
    polynomial product, simple;
    root roots[POLYNOMIAL_DEGREE_MAX];
    int count;
} known_case;

static void open_case(dyadic_arena *arena, known_case *c)
{
    int count = factors_roots(&c->factors, c->known);
    c->product = factors_product(arena, &c->factors);
    c->simple = polynomial_square_free(arena, &c->product);
    c->count = root_isolate(arena, &c->simple, root_range_all(), c->roots);
    CU_ASSERT_EQUAL_FATAL(c->count, count);
}

/* Two products that share factors. */
static void random_cases(dyadic_arena *arena, known_case *c)
{
    c[0].factors = factors_random(7);
    c[1].factors = factors_random(7);
    for (int i = 0; i < c[0].factors.count && i < c[1].factors.count; i++)
        if (random_below(2) != 0 && c[0].factors.factor[i].side == c[1].factors.factor[i].side)
            c[1].factors.factor[i] = c[0].factors.factor[i];
    open_case(arena, &c[0]);
    open_case(arena, &c[1]);
}

static void a_double_is_compared_with_a_root_exactly(void)
{
    random_seed(3);
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        known_case c = {.factors = factors_random(8)};
        open_case(&arena, &c);
        for (int i = 0; i < c.count; i++) {
            double close = root_guess(&arena, &c.roots[i]);
            double tried[] = {close, double_next_up(close), double_next_down(close), random_short(),
                              c.known[i].centre};
            for (int k = 0; k < 5; k++) {
                int order = root_compare(&arena, &c.roots[i], dyadic_from(&arena, tried[k]));
                CU_ASSERT_EQUAL(order, known_compare(&c.known[i], tried[k]));
            }
            root_refine(&arena, &c.roots[i]);
            double down = root_to_double(&arena, &c.roots[i], DYADIC_DOWN);
            CU_ASSERT(known_compare(&c.known[i], down) <= 0);
            CU_ASSERT(known_compare(&c.known[i], double_next_up(down)) > 0);
        }
        CU_ASSERT_FALSE(arena.exhausted);
    }
}

/* 2^e/3 between 0 and 2^1100. */
static void a_guess_is_beside_a_root_of_any_magnitude(void)
{
    for (int e = -1020; e <= 1020; e += 20) {
        for (int sign = -1; sign <= 1; sign += 2) {
            dyadic_arena arena = fresh_arena();
            dyadic far = dyadic_scale(&arena, dyadic_from(&arena, sign), 1100);
            polynomial p = POLYNOMIAL(&arena, -sign * ldexp(1, e), 3);
            root found;
            CU_ASSERT_EQUAL_FATAL(
                root_isolate(&arena, &p,
                             sign > 0 ? root_range_closed(dyadic_zero(), far)
                                      : root_range_closed(far, dyadic_zero()),
                             &found),
                1);
            double third = sign * ldexp(1.0 / 3, e), guess = root_guess(&arena, &found);
            CU_ASSERT(guess >= double_next_down(third) && guess <= double_next_up(third));
        }
    }
}

static void roots_of_different_polynomials_are_ordered_exactly(void)
{
    random_seed(4);
    size_t equal = 0;
    for (size_t round = 0; round < support_rounds(200, 1500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        known_case c[2];
        random_cases(&arena, c);
        size_t mark = dyadic_mark(&arena);
        for (int i = 0; i < c[0].count; i++)
            for (int k = 0; k < c[1].count; k++) {
                int order = root_compare_roots(&arena, &c[0].roots[i], &c[1].roots[k]);
                CU_ASSERT_EQUAL(order, known_order(&c[0].known[i], &c[1].known[k]));
                equal += order == 0;
            }
        CU_ASSERT_EQUAL(mark, dyadic_mark(&arena));
        CU_ASSERT_FALSE(arena.exhausted);
    }
    CU_ASSERT(equal > 50);
}

static void the_sign_of_another_polynomial_at_a_root_is_exact(void)
{
    random_seed(5);
    size_t zeros = 0;
    for (size_t round = 0; round < support_rounds(200, 1500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        known_case c[2];
        random_cases(&arena, c);
        for (int i = 0; i < c[0].count; i++) {
            int sign = root_sign_of(&arena, &c[0].roots[i], &c[1].product);
            CU_ASSERT_EQUAL(sign, known_sign_of(&c[0].known[i], &c[1].factors));
            zeros += sign == 0;
            CU_ASSERT_EQUAL(root_sign_of(&arena, &c[0].roots[i], &c[0].product), 0);
        }
        CU_ASSERT_FALSE(arena.exhausted);
    }
    CU_ASSERT(zeros > 20);
}

static void a_constant_has_its_own_sign_at_every_root(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, -2, 0, 1), zero = polynomial_from(NULL, 0);
    polynomial minus = POLYNOMIAL(&arena, -0x1p-1074);
    root r[POLYNOMIAL_DEGREE_MAX];
    CU_ASSERT_EQUAL_FATAL(root_isolate(&arena, &p, root_range_all(), r), 2);
    CU_ASSERT_EQUAL(root_sign_of(&arena, &r[0], &minus), -1);
    CU_ASSERT_EQUAL(root_sign_of(&arena, &r[0], &zero), 0);
    CU_ASSERT_EQUAL(root_sign_of(&arena, &r[0], &p), 0);
}

/* ---- workspace -------------------------------------------------------------------- */

static void a_small_arena_is_exhausted_and_nothing_is_claimed(void)
{
    random_seed(6);
    for (size_t capacity = 0; capacity < 6000; capacity += 1 + capacity / 8) {
        dyadic_arena arena = fresh_arena();
        known_case c[2];
        c[0].factors = c[1].factors = factors_random(9);
        c[1].factors.scale = 5;
        open_case(&arena, &c[0]);
        open_case(&arena, &c[1]);
        if (c[0].count == 0)
            continue;
        arena.capacity = arena.used + capacity < LIMBS ? arena.used + capacity : LIMBS;
        polynomial simple = polynomial_square_free(&arena, &c[0].product);
        root roots[POLYNOMIAL_DEGREE_MAX];
        int count = root_isolate(&arena, &simple, root_range_all(), roots);
        CU_ASSERT(arena.exhausted ? count == 0 : count == c[0].count);
        arena.exhausted = false;
        int order = root_compare_roots(&arena, &c[0].roots[0], &c[1].roots[0]);
        CU_ASSERT_EQUAL(order, 0);
        arena.exhausted = false;
        int sign = root_sign_of(&arena, &c[0].roots[0], &c[1].product);
        CU_ASSERT_EQUAL(sign, 0);
        root_to_double(&arena, &c[0].roots[0], DYADIC_NEAREST);
    }
}

/* Whatever the capacity: of a parabola whose two roots are told apart by halving, with
 * coefficients that take more room side by side than each for itself. */
static void nothing_is_written_beyond_the_arena(void)
{
    enum { GUARD = 400, MOST = 2000 };
    static const mp_limb_t paint = 0x5a5a;
    bool was_enough = false;
    for (size_t capacity = 0; capacity < MOST; capacity++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = POLYNOMIAL(&arena, 0x1p-1000, -0x1p-400, 0x1p-600);
        const dyadic high = dyadic_from(&arena, 0x1p300);
        root roots[POLYNOMIAL_DEGREE_MAX];
        arena.capacity = arena.used + capacity;
        mp_limb_t *guard = arena.limbs + arena.capacity;
        for (int i = 0; i < GUARD; i++)
            guard[i] = paint;
        root_isolate(&arena, &p, root_range_closed(dyadic_zero(), high), roots);
        for (int i = 0; i < GUARD; i++)
            CU_ASSERT_EQUAL(guard[i], paint);
        was_enough = !arena.exhausted;
    }
    CU_ASSERT(was_enough);
}

static void a_multiple_root_that_was_not_taken_out_exhausts_the_arena(void)
{
    dyadic_arena arena = fresh_arena();
    polynomial p = POLYNOMIAL(&arena, 0x1p-2 / 3, 0, 1);
    polynomial q = POLYNOMIAL(&arena, 4, 0, -4, 0, 1); /* (x^2 - 2)^2 */
    root roots[POLYNOMIAL_DEGREE_MAX];
    CU_ASSERT_EQUAL(root_isolate(&arena, &p, root_range_all(), roots), 0);
    CU_ASSERT_FALSE(arena.exhausted);
    CU_ASSERT_EQUAL(root_isolate(&arena, &q, root_range_all(), roots), 0);
    CU_ASSERT_TRUE(arena.exhausted);
}

static void everyday_quartics_stay_within_the_limbs_that_are_promised(void)
{
    random_seed(7);
    for (size_t round = 0; round < 200; round++) {
        dyadic_arena arena = fresh_arena();
        dyadic coefficient[5];
        for (int i = 0; i < 5; i++)
            coefficient[i] =
                dyadic_mul(&arena, dyadic_square(&arena, dyadic_from(&arena, random_long(4))),
                           dyadic_square(&arena, dyadic_from(&arena, random_long(4))));
        polynomial p = polynomial_from(coefficient, 5);
        dyadic low = dyadic_from(&arena, -fabs(random_long(3)));
        dyadic high = dyadic_from(&arena, fabs(random_long(3)));
        arena.capacity = arena.used + (size_t)500 * 64 / GMP_NUMB_BITS + 4 * 2 * DYADIC_END_LIMBS;
        polynomial simple = polynomial_square_free(&arena, &p);
        root roots[POLYNOMIAL_DEGREE_MAX];
        root_isolate(&arena, &simple, root_range_closed(low, high), roots);
        CU_ASSERT_FALSE(arena.exhausted);
    }
}

CU_TestInfo roots_tests[] = {
    SUPPORT_TEST(a_number_between_two_roots_is_found_by_halving_both),
    SUPPORT_TEST(constants_and_zero_have_no_roots),
    SUPPORT_TEST(a_polynomial_without_real_roots_has_none),
    SUPPORT_TEST(roots_at_the_ends_count_in_a_closed_range_only),
    SUPPORT_TEST(multiple_roots_count_once),
    SUPPORT_TEST(roots_one_ulp_apart_are_told_apart),
    SUPPORT_TEST(a_cluster_of_twelve_roots_is_taken_apart),
    SUPPORT_TEST(mignottes_close_irrational_roots_are_taken_apart),
    SUPPORT_TEST(roots_beyond_doubles_round_like_any_number),
    SUPPORT_TEST(a_root_halfway_between_doubles_rounds_to_even),
    SUPPORT_TEST(random_products_have_the_roots_that_sturm_counts),
    SUPPORT_TEST(random_coefficients_have_the_roots_that_sturm_counts),
    SUPPORT_TEST(a_double_is_compared_with_a_root_exactly),
    SUPPORT_TEST(a_guess_is_beside_a_root_of_any_magnitude),
    SUPPORT_TEST(roots_of_different_polynomials_are_ordered_exactly),
    SUPPORT_TEST(the_sign_of_another_polynomial_at_a_root_is_exact),
    SUPPORT_TEST(a_constant_has_its_own_sign_at_every_root),
    SUPPORT_TEST(a_small_arena_is_exhausted_and_nothing_is_claimed),
    SUPPORT_TEST(nothing_is_written_beyond_the_arena),
    SUPPORT_TEST(a_multiple_root_that_was_not_taken_out_exhausts_the_arena),
    SUPPORT_TEST(everyday_quartics_stay_within_the_limbs_that_are_promised),
    CU_TEST_INFO_NULL,
};
