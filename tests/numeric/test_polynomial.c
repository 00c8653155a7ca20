/* SPDX-License-Identifier: MIT */
#include "numeric/polynomial.h"

#include "numeric/bernstein.h"
#include "numeric/exact.h"
#include "numeric/factors.h"
#include "numeric/sturm.h"
#include "support/run.h"

enum { LIMBS = 1 << 18, SUBRESULTANT_LIMBS = 4096 };

static mp_limb_t limbs[LIMBS];

static dyadic_arena fresh_arena(void)
{
    return dyadic_arena_on(limbs, LIMBS);
}

static polynomial random_polynomial(dyadic_arena *arena, int degree_max)
{
    dyadic coefficient[POLYNOMIAL_DEGREE_MAX + 1];
    int count = (int)random_below((unsigned)degree_max + 2);
    for (int i = 0; i < count; i++)
        coefficient[i] = dyadic_from(arena, random_below(4) == 0 ? 0 : random_double());
    return polynomial_from(coefficient, count);
}

/* p(x) by the powers of x. */
static void value_at(mpq_t value, const polynomial *p, const mpq_t x)
{
    mpq_t power, term;
    mpq_inits(power, term, NULL);
    mpq_set_si(power, 1, 1);
    mpq_set_si(value, 0, 1);
    for (int i = 0; i <= p->degree; i++) {
        rational_of_dyadic(term, p->coefficient[i]);
        mpq_mul(term, term, power);
        mpq_add(value, value, term);
        mpq_mul(power, power, x);
    }
    mpq_clears(power, term, NULL);
}

static bool is_same(const polynomial *x, const polynomial *y)
{
    if (x->degree != y->degree)
        return false;
    for (int i = 0; i <= x->degree; i++)
        if (dyadic_compare(x->coefficient[i], y->coefficient[i]) != 0)
            return false;
    return true;
}

static void zeros_at_the_top_are_cut_off(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, 1), dyadic_from(&arena, 2), dyadic_zero(), dyadic_zero()};
    CU_ASSERT_EQUAL(polynomial_from(c, 4).degree, 1);
    CU_ASSERT_EQUAL(polynomial_from(c + 2, 2).degree, -1);
    polynomial p = polynomial_from(c, 4), none = polynomial_sub(&arena, &p, &p);
    CU_ASSERT_TRUE(polynomial_is_zero(&none));
}

static void rings_agree_with_values_at_points(void)
{
    random_seed(61);
    mpq_t x, left, right, expected, found;
    mpq_inits(x, left, right, expected, found, NULL);
    for (size_t round = 0; round < support_rounds(500, 10000, 160000); round++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = random_polynomial(&arena, 12), q = random_polynomial(&arena, 12);
        mpq_set_d(x, random_long(5));
        value_at(left, &p, x);
        value_at(right, &q, x);

        polynomial sum = polynomial_add(&arena, &p, &q);
        value_at(found, &sum, x);
        mpq_add(expected, left, right);
        CU_ASSERT(mpq_equal(found, expected));
        polynomial difference = polynomial_sub(&arena, &p, &q);
        value_at(found, &difference, x);
        mpq_sub(expected, left, right);
        CU_ASSERT(mpq_equal(found, expected));
        polynomial product = polynomial_mul(&arena, &p, &q);
        value_at(found, &product, x);
        mpq_mul(expected, left, right);
        CU_ASSERT(mpq_equal(found, expected));
        CU_ASSERT_FALSE(arena.exhausted);
    }
    mpq_clears(x, left, right, expected, found, NULL);
}

static void substitutions_agree_with_values_at_points(void)
{
    random_seed(62);
    mpq_t x, at, expected, found;
    mpq_inits(x, at, expected, found, NULL);
    for (size_t round = 0; round < support_rounds(500, 10000, 160000); round++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = random_polynomial(&arena, 12);
        double point = random_double(), shift = random_double();
        mpq_set_d(x, point);
        mpq_set_d(at, shift);
        mpq_add(at, at, x);
        value_at(expected, &p, at);
        polynomial moved = polynomial_shift(&arena, &p, dyadic_from(&arena, shift));
        value_at(found, &moved, x);
        CU_ASSERT(mpq_equal(found, expected));

        long exponent = (long)random_below(400) - 200;
        if (exponent >= 0)
            mpq_mul_2exp(at, x, (mp_bitcnt_t)exponent);
        else
            mpq_div_2exp(at, x, (mp_bitcnt_t)-exponent);
        value_at(expected, &p, at);
        polynomial stretched = polynomial_stretch(&arena, &p, exponent);
        value_at(found, &stretched, x);
        CU_ASSERT(mpq_equal(found, expected));

        size_t mark = dyadic_mark(&arena);
        dyadic at_point = dyadic_from(&arena, point);
        value_at(expected, &p, x);
        rational_of_dyadic(found, polynomial_evaluate(&arena, &p, at_point));
        CU_ASSERT(mpq_equal(found, expected));
        dyadic_release(&arena, mark);
        at_point = dyadic_from(&arena, point);
        mark = dyadic_mark(&arena);
        CU_ASSERT_EQUAL(polynomial_sign_at(&arena, &p, at_point), mpq_sgn(expected));
        CU_ASSERT_EQUAL(dyadic_mark(&arena), mark);
    }
    mpq_clears(x, at, expected, found, NULL);
}

static void a_derivative_obeys_the_product_rule(void)
{
    random_seed(63);
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = random_polynomial(&arena, 8), q = random_polynomial(&arena, 8);
        polynomial product = polynomial_mul(&arena, &p, &q);
        polynomial slope = polynomial_derivative(&arena, &product);
        polynomial p_slope = polynomial_derivative(&arena, &p);
        polynomial q_slope = polynomial_derivative(&arena, &q);
        polynomial left = polynomial_mul(&arena, &p_slope, &q);
        polynomial right = polynomial_mul(&arena, &p, &q_slope);
        polynomial sum = polynomial_add(&arena, &left, &right);
        CU_ASSERT(is_same(&slope, &sum));
    }
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, 7), dyadic_from(&arena, 5), dyadic_from(&arena, -3)};
    polynomial p = polynomial_from(c, 3), slope = polynomial_derivative(&arena, &p);
    CU_ASSERT_EQUAL(slope.degree, 1);
    CU_ASSERT_EQUAL(dyadic_to_double(slope.coefficient[0], DYADIC_DOWN), 5);
    CU_ASSERT_EQUAL(dyadic_to_double(slope.coefficient[1], DYADIC_DOWN), -6);
}

static void a_product_divided_by_a_factor_is_the_other_factor(void)
{
    random_seed(64);
    for (size_t round = 0; round < support_rounds(500, 10000, 160000); round++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = random_polynomial(&arena, 12), q = random_polynomial(&arena, 12);
        if (q.degree < 0)
            continue;
        polynomial product = polynomial_mul(&arena, &p, &q);
        polynomial quotient = polynomial_divide_exact(&arena, &product, &q);
        CU_ASSERT(is_same(&quotient, &p));
    }
}

static void a_primitive_part_has_coprime_integers_and_the_same_signs(void)
{
    random_seed(65);
    mpq_t exact;
    mpz_t content;
    mpq_init(exact);
    mpz_init(content);
    for (size_t round = 0; round < support_rounds(500, 10000, 160000); round++) {
        dyadic_arena arena = fresh_arena();
        polynomial p = random_polynomial(&arena, 8);
        dyadic scale =
            dyadic_mul(&arena, dyadic_from(&arena, 105), dyadic_from(&arena, random_long(9)));
        polynomial scaled = polynomial_scale(&arena, &p, scale);
        polynomial primitive = polynomial_primitive(&arena, &scaled);
        CU_ASSERT_EQUAL(primitive.degree, p.degree);
        mpz_set_ui(content, 0);
        for (int i = 0; i <= primitive.degree; i++) {
            rational_of_dyadic(exact, primitive.coefficient[i]);
            CU_ASSERT_EQUAL(mpz_cmp_ui(mpq_denref(exact), 1), 0);
            mpz_gcd(content, content, mpq_numref(exact));
            CU_ASSERT_EQUAL(mpq_sgn(exact), scaled.coefficient[i].sign);
        }
        CU_ASSERT(p.degree < 0 || mpz_cmp_ui(content, 1) == 0);
    }
    mpq_clear(exact);
    mpz_clear(content);
}

/* Does d divide p? For a primitive d the quotient is dyadic if so. */
static bool divides(dyadic_arena *arena, const polynomial *d, const polynomial *p)
{
    polynomial quotient = polynomial_divide_exact(arena, p, d);
    polynomial product = polynomial_mul(arena, &quotient, d);
    return is_same(&product, p);
}

static bool is_same_factor(const factor *a, const factor *b)
{
    return a->side == b->side && a->centre == b->centre && (a->side == 0 || a->square == b->square);
}

static int degree_of(const factor *f)
{
    return f->side == 0 ? 1 : 2;
}

/* How often a factor occurs: factors may be listed twice. */
static int multiplicity_in(const factors *f, const factor *wanted)
{
    int count = 0;
    for (int i = 0; i < f->count; i++)
        if (is_same_factor(&f->factor[i], wanted))
            count += f->multiplicity[i];
    return count;
}

static bool is_first(const factors *f, int at)
{
    for (int i = 0; i < at; i++)
        if (is_same_factor(&f->factor[i], &f->factor[at]))
            return false;
    return true;
}

static int common_degree(const factors *x, const factors *y)
{
    int degree = 0;
    for (int i = 0; i < x->count; i++) {
        int in_x = multiplicity_in(x, &x->factor[i]), in_y = multiplicity_in(y, &x->factor[i]);
        if (is_first(x, i))
            degree += degree_of(&x->factor[i]) * (in_x < in_y ? in_x : in_y);
    }
    return degree;
}

static void a_common_divisor_is_the_product_of_the_common_factors(void)
{
    random_seed(66);
    size_t met = 0;
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        factors f = factors_random(9), g = factors_random(9);
        for (int i = 0; i < f.count && i < g.count; i++)
            if (random_below(2) != 0 && degree_of(&g.factor[i]) == degree_of(&f.factor[i]))
                g.factor[i] = f.factor[i];
        polynomial p = factors_product(&arena, &f), q = factors_product(&arena, &g);
        polynomial common = polynomial_gcd(&arena, &p, &q);
        CU_ASSERT_EQUAL_FATAL(common.degree, common_degree(&f, &g));
        CU_ASSERT(divides(&arena, &common, &p) && divides(&arena, &common, &q));
        CU_ASSERT_FALSE(arena.exhausted);
        met += common.degree > 0;
    }
    CU_ASSERT(met > 100);
}

static void the_common_divisor_with_zero_is_the_other_one(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, 6), dyadic_from(&arena, 9)};
    polynomial p = polynomial_from(c, 2), zero = polynomial_from(c, 0);
    polynomial common = polynomial_gcd(&arena, &zero, &p);
    CU_ASSERT_EQUAL_FATAL(common.degree, 1);
    CU_ASSERT_EQUAL(dyadic_to_double(common.coefficient[0], DYADIC_DOWN), 2);
    CU_ASSERT_EQUAL(dyadic_to_double(common.coefficient[1], DYADIC_DOWN), 3);
    CU_ASSERT_EQUAL(polynomial_gcd(&arena, &zero, &zero).degree, -1);
}

/* A leading coefficient that the prime of the residues divides. */
static void a_common_divisor_is_found_where_the_prime_is_of_no_use(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, 1), dyadic_from(&arena, 2147483629), dyadic_zero()};
    polynomial p = polynomial_from(c, 2);
    c[0] = dyadic_from(&arena, 3);
    polynomial q = polynomial_from(c, 2), product = polynomial_mul(&arena, &p, &q);
    polynomial square = polynomial_mul(&arena, &p, &p);
    polynomial common = polynomial_gcd(&arena, &product, &square);
    CU_ASSERT(is_same(&common, &p));
    CU_ASSERT_EQUAL(polynomial_gcd(&arena, &p, &q).degree, 0);
}

static void a_square_free_part_has_every_factor_once(void)
{
    random_seed(67);
    for (size_t round = 0; round < support_rounds(300, 2500, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        factors f = factors_random(12);
        polynomial p = factors_product(&arena, &f);
        size_t mark = dyadic_mark(&arena);
        polynomial simple = polynomial_square_free(&arena, &p);
        CU_ASSERT(dyadic_mark(&arena) - mark <= mark); /* no temporaries left */
        int degree = 0;
        for (int i = 0; i < f.count; i++)
            degree += is_first(&f, i) ? degree_of(&f.factor[i]) : 0;
        CU_ASSERT_EQUAL(simple.degree, degree);
        polynomial primitive = polynomial_primitive(&arena, &simple);
        CU_ASSERT(degree == 0 || divides(&arena, &primitive, &p));
    }
}

static void what_lies_above_the_degree_does_not_count(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, 1), dyadic_from(&arena, 2), dyadic_from(&arena, 3)};
    polynomial p = polynomial_from(c, 2), q = polynomial_from(c, 3);
    p.coefficient[2] = dyadic_from(&arena, 100);
    for (int i = 0; i < 2; i++) {
        polynomial sum = i == 0 ? polynomial_add(&arena, &p, &q) : polynomial_add(&arena, &q, &p);
        CU_ASSERT_EQUAL_FATAL(sum.degree, 2);
        CU_ASSERT_EQUAL(dyadic_to_double(sum.coefficient[1], DYADIC_DOWN), 4);
        CU_ASSERT_EQUAL(dyadic_to_double(sum.coefficient[2], DYADIC_DOWN), 3);
    }
}

/* Remainders that are divided by less than the theory of subresultants tells are right, and
 * several times as long. The leading coefficients are of no use to the prime of the residues. */
static void remainders_are_as_short_as_subresultants(void)
{
    random_seed(69);
    dyadic_arena arena = dyadic_arena_on(limbs, SUBRESULTANT_LIMBS);
    dyadic c[11];
    polynomial pair[2];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 10; i++)
            c[i] = dyadic_from(&arena, (double)random_below(1u << 31));
        c[10] = dyadic_mul(&arena, dyadic_from(&arena, 2147483629), dyadic_from(&arena, k + 1));
        pair[k] = polynomial_from(c, 11);
    }
    CU_ASSERT_EQUAL(polynomial_gcd(&arena, &pair[0], &pair[1]).degree, 0);
    CU_ASSERT_FALSE(arena.exhausted);
}

static void a_product_of_too_high_a_degree_exhausts_the_arena(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[14] = {{0}};
    c[13] = dyadic_from(&arena, 1);
    polynomial p = polynomial_from(c, 14);
    CU_ASSERT_EQUAL(polynomial_mul(&arena, &p, &p).degree, -1);
    CU_ASSERT_TRUE(arena.exhausted);
}

/* ---- Bernstein -------------------------------------------------------------------- */

/* p on [low, low + length] has the sign of the first and last coefficient at the
 * ends, and at least as many sign changes as roots inside, by an even number. */
static void check_form(const sturm *judge, const bernstein *form, const mpq_t low, const mpq_t high)
{
    CU_ASSERT_EQUAL(bernstein_sign(form, 0), sturm_sign_at(judge, low));
    CU_ASSERT_EQUAL(bernstein_sign(form, form->degree), sturm_sign_at(judge, high));
    int roots = sturm_count(judge, low, high) - (sturm_sign_at(judge, high) == 0);
    int excess = bernstein_variations(form) - roots;
    CU_ASSERT(excess >= 0);
    if (bernstein_sign(form, 0) != 0 && bernstein_sign(form, form->degree) != 0)
        CU_ASSERT_EQUAL(excess % 2, 0);
}

static void check_halves(dyadic_arena *arena, const sturm *judge, const bernstein *form, mpq_t low,
                         mpq_t high, int levels)
{
    check_form(judge, form, low, high);
    if (levels == 0)
        return;
    bernstein half[2] = {bernstein_half_room(arena, form), bernstein_half_room(arena, form)};
    bernstein_halve(form, &half[0], &half[1]);
    CU_ASSERT(bernstein_variations(&half[0]) + bernstein_variations(&half[1]) <=
              bernstein_variations(form));
    mpq_t middle;
    mpq_init(middle);
    mpq_add(middle, low, high);
    mpq_div_2exp(middle, middle, 1);
    check_halves(arena, judge, &half[0], low, middle, levels - 1);
    check_halves(arena, judge, &half[1], middle, high, levels - 1);
    mpq_clear(middle);
}

/* x^2 - 2 on [0, 2] and on its ever smaller halves. */
static void short_coefficients_take_one_limb_each(void)
{
    dyadic_arena arena = fresh_arena();
    dyadic c[] = {dyadic_from(&arena, -2), dyadic_zero(), dyadic_from(&arena, 1)};
    polynomial p = polynomial_from(c, 3);
    bernstein form = bernstein_of(&arena, &p, dyadic_zero(), dyadic_from(&arena, 2));
    for (int i = 0; i < 10; i++) {
        CU_ASSERT_EQUAL(form.width, 1);
        bernstein lower = bernstein_half_room(&arena, &form);
        bernstein upper = bernstein_half_room(&arena, &form);
        bernstein_halve(&form, &lower, &upper);
        form = bernstein_variations(&lower) != 0 ? lower : upper;
    }
    CU_ASSERT_EQUAL(bernstein_variations(&form), 1);
}

static void bernstein_signs_bound_the_roots_in_every_half(void)
{
    random_seed(68);
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    for (size_t round = 0; round < support_rounds(100, 1000, 8000); round++) {
        dyadic_arena arena = fresh_arena();
        factors f = factors_random(10);
        for (int i = 0; i < f.count; i++)
            f.multiplicity[i] = 1;
        polynomial p = factors_product(&arena, &f);
        polynomial simple = polynomial_square_free(&arena, &p);
        double start = random_short(), length = 0.25 + (double)random_below(64) / 4;
        bernstein form = bernstein_of(&arena, &simple, dyadic_from(&arena, start),
                                      dyadic_from(&arena, length));
        mpq_set_d(low, start);
        mpq_set_d(high, start + length);
        sturm judge;
        sturm_open(&judge, &simple);
        check_halves(&arena, &judge, &form, low, high, 4);
        sturm_close(&judge);
        CU_ASSERT_FALSE(arena.exhausted);
    }
    mpq_clears(low, high, NULL);
}

CU_TestInfo polynomial_tests[] = {
    SUPPORT_TEST(zeros_at_the_top_are_cut_off),
    SUPPORT_TEST(rings_agree_with_values_at_points),
    SUPPORT_TEST(substitutions_agree_with_values_at_points),
    SUPPORT_TEST(a_derivative_obeys_the_product_rule),
    SUPPORT_TEST(a_product_divided_by_a_factor_is_the_other_factor),
    SUPPORT_TEST(a_primitive_part_has_coprime_integers_and_the_same_signs),
    SUPPORT_TEST(a_common_divisor_is_the_product_of_the_common_factors),
    SUPPORT_TEST(the_common_divisor_with_zero_is_the_other_one),
    SUPPORT_TEST(a_common_divisor_is_found_where_the_prime_is_of_no_use),
    SUPPORT_TEST(a_square_free_part_has_every_factor_once),
    SUPPORT_TEST(a_product_of_too_high_a_degree_exhausts_the_arena),
    SUPPORT_TEST(what_lies_above_the_degree_does_not_count),
    SUPPORT_TEST(remainders_are_as_short_as_subresultants),
    SUPPORT_TEST(short_coefficients_take_one_limb_each),
    SUPPORT_TEST(bernstein_signs_bound_the_roots_in_every_half),
    CU_TEST_INFO_NULL,
};
