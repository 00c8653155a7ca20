/* SPDX-License-Identifier: MIT */
#include "numeric/radical.h"

#include "numeric/exact.h"
#include "support/run.h"

/* Numbers c0 + c1 sqrt(5) + ... of three square roots: bit 0 of an index is sqrt(5), which the
 * unknown is, bit 1 is sqrt(a), bit 2 is sqrt(b). */
enum { LIMBS = 1 << 16, TERMS = 8, LARGEST = 3 };

static mp_limb_t limbs[LIMBS];

typedef struct number {
    int term[TERMS];
} number;

typedef struct field {
    unsigned a, b;
} field;

static number random_number(void)
{
    number x;
    for (int i = 0; i < TERMS; i++)
        x.term[i] = random_below(2) != 0 ? 0 : (int)random_below(2 * LARGEST + 1) - LARGEST;
    return x;
}

/* The sign by integers: each root times 2^100 is off by less than 1, so the sum by less than 8
 * times the largest term. What is not 0 is an algebraic integer, whose norm is 1 at least, and
 * none of its eight conjugates is above 2^11: it is above 2^-77. */
static int known_sign(const number *x, field of)
{
    mpz_t sum, whole;
    mpz_inits(sum, whole, NULL);
    for (unsigned i = 0; i < TERMS; i++) {
        unsigned square = ((i & 1) != 0 ? 5 : 1) * ((i & 2) != 0 ? of.a : 1) *
                          ((i & 4) != 0 ? of.b : 1);
        mpz_set_ui(whole, square);
        mpz_mul_2exp(whole, whole, 200);
        mpz_sqrt(whole, whole);
        mpz_mul_si(whole, whole, x->term[i]);
        mpz_add(sum, sum, whole);
    }
    bool zero = mpz_cmpabs_ui(sum, 8 * LARGEST) <= 0;
    int sign = zero ? 0 : mpz_sgn(sum);
    mpz_clears(sum, whole, NULL);
    return sign;
}

static radical radical_of(dyadic_arena *arena, const number *x)
{
    radical result;
    for (int i = 0; i < 4; i++) {
        dyadic coefficient[2] = {dyadic_from(arena, x->term[2 * i]),
                                 dyadic_from(arena, x->term[2 * i + 1])};
        result.part[i] = polynomial_from(coefficient, 2);
    }
    return result;
}

/* x^2 - 5, and its positive root. */
static void find_root(dyadic_arena *arena, polynomial *p, root *at)
{
    dyadic coefficient[3] = {dyadic_from(arena, -5), dyadic_zero(), dyadic_from(arena, 1)};
    *p = polynomial_from(coefficient, 3);
    dyadic three = dyadic_from(arena, 3);
    CU_ASSERT_EQUAL_FATAL(
        root_isolate(arena, p, root_range_closed(dyadic_zero(), three), at), 1);
}

static const field fields[] = {{2, 3}, {2, 8}, {4, 9}, {5, 20}, {1, 7}, {0, 3}, {3, 0}, {0, 0}};
enum { FIELDS = sizeof fields / sizeof *fields };

static radical_field field_of(dyadic_arena *arena, field of)
{
    return (radical_field){dyadic_from(arena, of.a), dyadic_from(arena, of.b)};
}

static void the_sign_of_a_sum_of_roots_is_that_of_long_integers(void)
{
    random_seed(81);
    size_t zeros = 0;
    for (size_t round = 0; round < support_rounds(1500, 10000, 100000); round++) {
        dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
        const field of = fields[round % FIELDS];
        const radical_field in = field_of(&arena, of);
        number x = random_number();
        if (random_below(2) != 0) /* of few terms, which cancel more often */
            for (int i = 0; i < TERMS; i++)
                x.term[i] *= random_below(3) == 0;
        polynomial p;
        root at;
        find_root(&arena, &p, &at);
        radical asked = radical_of(&arena, &x);
        size_t mark = dyadic_mark(&arena);
        CU_ASSERT_EQUAL(radical_sign(&arena, &in, &asked, &at), known_sign(&x, of));
        CU_ASSERT_EQUAL(dyadic_mark(&arena), mark);
        CU_ASSERT_FALSE(arena.exhausted);
        zeros += known_sign(&x, of) == 0;
    }
    CU_ASSERT(zeros > 0);
}

/* The product of the sums of two pairs, by the distributive law. */
static number product_of(const number *x, const number *y, field of)
{
    number product = {{0}};
    for (unsigned i = 0; i < TERMS; i++)
        for (unsigned j = 0; j < TERMS; j++) {
            unsigned both = i & j;
            int factor = ((both & 1) != 0 ? 5 : 1) * ((both & 2) != 0 ? (int)of.a : 1) *
                         ((both & 4) != 0 ? (int)of.b : 1);
            product.term[i ^ j] += x->term[i] * y->term[j] * factor;
        }
    return product;
}

static bool is_zero(const radical *x)
{
    for (int i = 0; i < 4; i++)
        if (!polynomial_is_zero(&x->part[i]))
            return false;
    return true;
}

/* The unknown's square is not 5 before it is put in: products have a square of it. */
static void sums_and_products_are_those_of_their_terms(void)
{
    random_seed(82);
    for (size_t round = 0; round < support_rounds(500, 5000, 50000); round++) {
        dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
        const field of = fields[round % FIELDS];
        const radical_field in = field_of(&arena, of);
        number x = random_number(), y = random_number(), z = random_number();
        polynomial p;
        root at;
        find_root(&arena, &p, &at);
        radical a = radical_of(&arena, &x), b = radical_of(&arena, &y), c = radical_of(&arena, &z);
        radical sum = radical_add(&arena, &a, &b), product = radical_mul(&arena, &in, &sum, &c);
        radical first = radical_mul(&arena, &in, &a, &c), second = radical_mul(&arena, &in, &b, &c);
        radical rest = radical_sub(&arena, &product, &first);
        rest = radical_sub(&arena, &rest, &second);
        CU_ASSERT(is_zero(&rest));
        number expected = product_of(&x, &z, of);
        radical other = radical_of(&arena, &expected);
        other = radical_sub(&arena, &first, &other);
        CU_ASSERT_EQUAL(radical_sign(&arena, &in, &other, &at), 0);
        radical scaled = radical_scale(&arena, &a, &c.part[0]), whole = radical_from(&c.part[0]);
        whole = radical_mul(&arena, &in, &a, &whole);
        whole = radical_sub(&arena, &whole, &scaled);
        CU_ASSERT(is_zero(&whole));
        CU_ASSERT_FALSE(arena.exhausted);
    }
}

static void a_norm_vanishes_where_the_number_or_a_conjugate_does(void)
{
    random_seed(83);
    for (size_t round = 0; round < support_rounds(500, 5000, 50000); round++) {
        dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
        const field of = fields[round % FIELDS];
        const radical_field in = field_of(&arena, of);
        number x = random_number();
        polynomial p;
        root at;
        find_root(&arena, &p, &at);
        radical asked = radical_of(&arena, &x);
        bool has[2] = {!polynomial_is_zero(&asked.part[1]) || !polynomial_is_zero(&asked.part[3]),
                       !polynomial_is_zero(&asked.part[2]) || !polynomial_is_zero(&asked.part[3])};
        int expected = 1;
        for (unsigned change = 0; change < 4; change++) {
            if ((change & 1 && !has[0]) || (change & 2 && !has[1]))
                continue;
            number conjugate = x;
            for (unsigned i = 0; i < TERMS; i++)
                if (((i >> 1 & change & 1) != 0) != ((i >> 1 & change & 2) != 0))
                    conjugate.term[i] = -conjugate.term[i];
            expected *= known_sign(&conjugate, of);
        }
        polynomial norm = radical_norm(&arena, &in, &asked);
        CU_ASSERT_EQUAL(root_sign_of(&arena, &at, &norm) == 0, expected == 0);
        CU_ASSERT_FALSE(arena.exhausted);
    }
}

CU_TestInfo radical_tests[] = {
    SUPPORT_TEST(the_sign_of_a_sum_of_roots_is_that_of_long_integers),
    SUPPORT_TEST(sums_and_products_are_those_of_their_terms),
    SUPPORT_TEST(a_norm_vanishes_where_the_number_or_a_conjugate_does),
    CU_TEST_INFO_NULL,
};
