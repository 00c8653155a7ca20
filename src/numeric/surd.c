/* SPDX-License-Identifier: MIT */
/* Surds by squaring: the sign of a sum of a rational number and one or two square
 * roots, from the signs of its terms and of the difference of their squares. */
#include "numeric/surd.h"

#include <math.h>

surd surd_of(dyadic_arena *arena, dyadic x)
{
    return (surd){.rational = x, .divisor = dyadic_from(arena, 1)};
}

/* The sign of x + y for numbers of known signs and of the known sign of x^2 - y^2. */
static int sign_of_sum(int x, int y, int squares)
{
    if (x == y || y == 0)
        return x;
    if (x == 0)
        return y;
    return squares >= 0 ? squares * x : y;
}

/* x + y sqrt(m) */
static int sign_of_two(dyadic_arena *arena, dyadic x, dyadic y, dyadic m)
{
    int first = dyadic_sign(x), second = dyadic_sign(y) * dyadic_sign(m);
    if (first * second >= 0)
        return sign_of_sum(first, second, 0);
    dyadic square = dyadic_mul(arena, dyadic_square(arena, y), m);
    return sign_of_sum(first, second, dyadic_compare(dyadic_square(arena, x), square));
}

/* x + y sqrt(m) + z sqrt(n), by x^2 - (y sqrt(m) + z sqrt(n))^2, which has one root. */
static int sign_of_three(dyadic_arena *arena, dyadic x, dyadic y, dyadic m, dyadic z, dyadic n)
{
    dyadic y_square = dyadic_mul(arena, dyadic_square(arena, y), m);
    dyadic z_square = dyadic_mul(arena, dyadic_square(arena, z), n);
    int roots = sign_of_sum(dyadic_sign(y) * dyadic_sign(m), dyadic_sign(z) * dyadic_sign(n),
                            dyadic_compare(y_square, z_square));
    int first = dyadic_sign(x);
    if (first * roots >= 0)
        return sign_of_sum(first, roots, 0);
    dyadic rest = dyadic_sub(arena, dyadic_square(arena, x), dyadic_add(arena, y_square, z_square));
    dyadic twice = dyadic_mul(arena, dyadic_from(arena, -2), dyadic_mul(arena, y, z));
    return sign_of_sum(first, roots, sign_of_two(arena, rest, twice, dyadic_mul(arena, m, n)));
}

int surd_sign(dyadic_arena *arena, const surd *x)
{
    size_t mark = dyadic_mark(arena);
    int sign = sign_of_two(arena, x->rational, x->factor, x->radicand);
    dyadic_release(arena, mark);
    return sign;
}

int surd_compare(dyadic_arena *arena, const surd *x, const surd *y)
{
    size_t mark = dyadic_mark(arena);
    dyadic rational = dyadic_sub(arena, dyadic_mul(arena, x->rational, y->divisor),
                                 dyadic_mul(arena, y->rational, x->divisor));
    dyadic first = dyadic_mul(arena, x->factor, y->divisor);
    dyadic second = dyadic_negative(dyadic_mul(arena, y->factor, x->divisor));
    int sign = sign_of_three(arena, rational, first, x->radicand, second, y->radicand);
    dyadic_release(arena, mark);
    return sign;
}

int surd_compare_with(dyadic_arena *arena, dyadic x, const surd *y)
{
    size_t mark = dyadic_mark(arena);
    dyadic rational = dyadic_sub(arena, dyadic_mul(arena, x, y->divisor), y->rational);
    int sign = sign_of_two(arena, rational, dyadic_negative(y->factor), y->radicand);
    dyadic_release(arena, mark);
    return sign;
}

static double nearest(dyadic x) { return dyadic_to_double(x, DYADIC_NEAREST); }

double surd_guess(const surd *x)
{
    double root = dyadic_sign(x->factor) == 0 ? 0 : nearest(x->factor) * sqrt(nearest(x->radicand));
    return (nearest(x->rational) + root) / nearest(x->divisor);
}
