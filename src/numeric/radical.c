/* SPDX-License-Identifier: MIT */
/* Two square roots, one after the other: x = p + q sqrt(b) with p and q in sqrt(a). */
#include "numeric/radical.h"

static polynomial zero(void) { return polynomial_from(NULL, 0); }

radical radical_from(const polynomial *p)
{
    return (radical){{*p, zero(), zero(), zero()}};
}

radical radical_add(dyadic_arena *arena, const radical *x, const radical *y)
{
    radical sum;
    for (int i = 0; i < 4; i++)
        sum.part[i] = polynomial_add(arena, &x->part[i], &y->part[i]);
    return sum;
}

radical radical_sub(dyadic_arena *arena, const radical *x, const radical *y)
{
    radical difference;
    for (int i = 0; i < 4; i++)
        difference.part[i] = polynomial_sub(arena, &x->part[i], &y->part[i]);
    return difference;
}

radical radical_scale(dyadic_arena *arena, const radical *x, const polynomial *factor)
{
    radical product;
    for (int i = 0; i < 4; i++)
        product.part[i] = polynomial_mul(arena, &x->part[i], factor);
    return product;
}

/* sqrt(a) is bit 0 of a part's index, sqrt(b) is bit 1: roots multiply as the indices
 * are added without carry, and a bit that both have is a or b itself. */
radical radical_mul(dyadic_arena *arena, const radical_field *field, const radical *x,
                    const radical *y)
{
    radical product = {{zero(), zero(), zero(), zero()}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            if (polynomial_is_zero(&x->part[i]) || polynomial_is_zero(&y->part[j]))
                continue;
            polynomial term = polynomial_mul(arena, &x->part[i], &y->part[j]);
            if ((i & j & 1) != 0)
                term = polynomial_scale(arena, &term, field->a);
            if ((i & j & 2) != 0)
                term = polynomial_scale(arena, &term, field->b);
            product.part[i ^ j] = polynomial_add(arena, &product.part[i ^ j], &term);
        }
    return product;
}

/* x with the sign of one square root changed. */
static radical conjugate(const radical *x, int bit)
{
    radical result = *x;
    for (int i = 0; i < 4; i++)
        for (int k = 0; (i & bit) != 0 && k <= result.part[i].degree; k++)
            result.part[i].coefficient[k] = dyadic_negative(result.part[i].coefficient[k]);
    return result;
}

static bool is_without(const radical *x, int bit)
{
    for (int i = 0; i < 4; i++)
        if ((i & bit) != 0 && !polynomial_is_zero(&x->part[i]))
            return false;
    return true;
}

/* x times its conjugate: without that square root. */
static radical without(dyadic_arena *arena, const radical_field *field, const radical *x, int bit)
{
    if (is_without(x, bit))
        return *x;
    radical other = conjugate(x, bit);
    return radical_mul(arena, field, x, &other);
}

polynomial radical_norm(dyadic_arena *arena, const radical_field *field, const radical *x)
{
    radical half = without(arena, field, x, 2);
    return without(arena, field, &half, 1).part[0];
}

/* The sign of p + q sqrt(square), by the signs of p, of q and of p^2 - q^2 square. */
static int combine(int sign_p, int sign_q, int sign_norm)
{
    if (sign_p == 0 || sign_q == 0)
        return sign_p + sign_q;
    return sign_p == sign_q ? sign_p : sign_p * sign_norm;
}

/* p0 + p1 sqrt(a), from the parts 0 and 1. */
static int sign_in_a(dyadic_arena *arena, const radical_field *field, const radical *x, root *at)
{
    int sign_p = root_sign_of(arena, at, &x->part[0]), sign_norm = 1;
    int sign_q = dyadic_sign(field->a) == 0 ? 0 : root_sign_of(arena, at, &x->part[1]);
    if (sign_p * sign_q < 0) {
        radical norm = without(arena, field, x, 1);
        sign_norm = root_sign_of(arena, at, &norm.part[0]);
    }
    return combine(sign_p, sign_q, sign_norm);
}

int radical_sign(dyadic_arena *arena, const radical_field *field, const radical *x, root *at)
{
    size_t mark = dyadic_mark(arena);
    radical p = {{x->part[0], x->part[1], zero(), zero()}};
    radical q = {{x->part[2], x->part[3], zero(), zero()}};
    int sign_p = sign_in_a(arena, field, &p, at), sign_norm = 1;
    int sign_q = dyadic_sign(field->b) == 0 ? 0 : sign_in_a(arena, field, &q, at);
    if (sign_p * sign_q < 0) {
        radical norm = without(arena, field, x, 2);
        sign_norm = sign_in_a(arena, field, &norm, at);
    }
    dyadic_release(arena, mark);
    return combine(sign_p, sign_q, sign_norm);
}
