/* SPDX-License-Identifier: MIT */
#include "numeric/factors.h"

#include <math.h>

#include "numeric/exact.h"

factor factor_random(void)
{
    static const double free_of_squares[] = {2, 3, 5, 6, 7};
    static const int scales[] = {0, 0, 0, 0, 2, -4, -20, -60, -104, 30};
    factor f = {.side = (int)random_below(3) - 1};
    f.centre = random_below(3) == 0 ? random_long(3) : random_short();
    f.square = ldexp(free_of_squares[random_below(5)], scales[random_below(10)]);
    return f;
}

factors factors_random(int degree_max)
{
    factors f = {.scale = random_below(2) != 0 ? 1 : random_long(10)};
    int degree = 0;
    for (int i = 0; i < FACTORS_MAX; i++) {
        factor next = factor_random();
        if (i > 0 && random_below(4) == 0) { /* a neighbour of the one before */
            next = f.factor[i - 1];
            next.centre = nextafter(next.centre, 100);
        }
        int multiplicity = random_below(4) == 0 ? 1 + (int)random_below(3) : 1;
        int grows = (next.side == 0 ? 1 : 2) * multiplicity;
        if (degree + grows > degree_max)
            continue;
        degree += grows;
        f.factor[f.count] = next;
        f.multiplicity[f.count++] = multiplicity;
        if (f.count < i + 1)
            break;
    }
    return f;
}

static polynomial polynomial_of(dyadic_arena *arena, const factor *f)
{
    dyadic c = dyadic_from(arena, f->centre), coefficient[3];
    if (f->side == 0) {
        coefficient[0] = dyadic_negative(c);
        coefficient[1] = dyadic_from(arena, 1);
        return polynomial_from(coefficient, 2);
    }
    dyadic square = dyadic_from(arena, f->side > 0 ? -f->square : f->square);
    coefficient[0] = dyadic_add(arena, dyadic_square(arena, c), square);
    coefficient[1] = dyadic_mul(arena, c, dyadic_from(arena, -2));
    coefficient[2] = dyadic_from(arena, 1);
    return polynomial_from(coefficient, 3);
}

polynomial factors_product(dyadic_arena *arena, const factors *f)
{
    dyadic scale = dyadic_from(arena, f->scale);
    polynomial product = polynomial_from(&scale, 1);
    for (int i = 0; i < f->count; i++) {
        polynomial next = polynomial_of(arena, &f->factor[i]);
        for (int k = 0; k < f->multiplicity[i]; k++)
            product = polynomial_mul(arena, &product, &next);
    }
    return product;
}

int known_compare(const known_root *root, double x)
{
    mpq_t distance, square;
    mpq_inits(distance, square, NULL);
    mpq_set_d(distance, x);
    mpq_set_d(square, root->centre);
    mpq_sub(distance, distance, square);
    int order = mpq_sgn(distance);
    if (root->side != 0) {
        int before = order; /* of x - centre */
        mpq_mul(distance, distance, distance);
        mpq_set_d(square, root->square);
        int outside = mpq_cmp(distance, square);
        outside = (outside > 0) - (outside < 0);
        if (root->side > 0)
            order = before <= 0 ? -1 : outside;
        else
            order = before >= 0 ? 1 : -outside;
    }
    mpq_clears(distance, square, NULL);
    return order;
}

static void approximate(mpf_t value, const known_root *root)
{
    mpf_set_d(value, root->side == 0 ? 0 : root->square);
    mpf_sqrt(value, value);
    if (root->side < 0)
        mpf_neg(value, value);
    mpf_t centre;
    mpf_init2(centre, 4096);
    mpf_set_d(centre, root->centre);
    mpf_add(value, value, centre);
    mpf_clear(centre);
}

/* Roots written differently are different (the squares are no rational squares),
 * and two of them of such short numbers differ within 4096 bits. */
int known_order(const known_root *a, const known_root *b)
{
    if (a->side == b->side && a->centre == b->centre && (a->side == 0 || a->square == b->square))
        return 0;
    mpf_t x, y;
    mpf_init2(x, 4096);
    mpf_init2(y, 4096);
    approximate(x, a);
    approximate(y, b);
    int order = mpf_cmp(x, y);
    mpf_clear(x);
    mpf_clear(y);
    return (order > 0) - (order < 0);
}

static void insert(known_root *roots, int *count, known_root root)
{
    int at = *count;
    for (; at > 0 && known_order(&roots[at - 1], &root) >= 0; at--)
        if (known_order(&roots[at - 1], &root) == 0)
            return;
    for (int i = *count; i > at; i--)
        roots[i] = roots[i - 1];
    roots[at] = root;
    ++*count;
}

int factors_roots(const factors *f, known_root *roots)
{
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        known_root root = {f->factor[i].centre, f->factor[i].square, f->factor[i].side};
        if (root.side < 0)
            continue;
        insert(roots, &count, root);
        root.side = -root.side;
        insert(roots, &count, root);
    }
    return count;
}

int known_sign_of(const known_root *root, const factors *f)
{
    int sign = (f->scale > 0) - (f->scale < 0);
    for (int i = 0; i < f->count; i++) {
        known_root zero = {f->factor[i].centre, f->factor[i].square, f->factor[i].side};
        if (zero.side < 0)
            continue;
        int factor_sign = known_order(root, &zero);
        zero.side = -zero.side;
        if (zero.side != 0)
            factor_sign *= known_order(root, &zero);
        for (int k = 0; k < f->multiplicity[i]; k++)
            sign *= factor_sign;
    }
    return sign;
}
