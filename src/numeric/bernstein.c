/* SPDX-License-Identifier: MIT */
/* Bernstein coefficients as rows of limbs. */
#include "numeric/bernstein.h"

#include <string.h>

enum { LIMB_BITS = GMP_NUMB_BITS };

static mp_limb_t *row(const bernstein *form, int i) { return form->limb + i * form->width; }

static mp_limb_t sign_limb(mp_limb_t top)
{
    return (top >> (LIMB_BITS - 1)) != 0 ? ~(mp_limb_t)0 : 0;
}

int bernstein_sign(const bernstein *form, int i)
{
    const mp_limb_t *limb = row(form, i);
    if (sign_limb(limb[form->width - 1]) != 0)
        return -1;
    return mpn_zero_p(limb, form->width) ? 0 : 1;
}

int bernstein_variations(const bernstein *form)
{
    int count = 0, last = 0;
    for (int i = 0; i <= form->degree; i++) {
        int sign = bernstein_sign(form, i);
        count += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return count;
}

void bernstein_move(bernstein *form, mp_limb_t *target)
{
    memmove(target, form->limb, bernstein_limbs(form) * sizeof *target);
    form->limb = target;
}

/* ---- widths ----------------------------------------------------------------------- */

/* The limbs of row i at the top that only repeat the sign. */
static int idle_top(const bernstein *form, int i, int at_most)
{
    const mp_limb_t *limb = row(form, i);
    int idle = 0;
    while (idle < at_most &&
           limb[form->width - 1 - idle] == sign_limb(limb[form->width - 2 - idle]))
        idle++;
    return idle;
}

static int idle_bottom(const bernstein *form, int i, int at_most)
{
    const mp_limb_t *limb = row(form, i);
    int idle = 0;
    while (idle < at_most && limb[idle] == 0)
        idle++;
    return idle;
}

/* Cuts limbs that no row needs, at the top and (a common factor) at the bottom. */
static void tighten(bernstein *form)
{
    int top = form->width - 1, bottom;
    for (int i = 0; i <= form->degree; i++)
        top = idle_top(form, i, top);
    bottom = form->width - 1 - top;
    for (int i = 0; i <= form->degree; i++)
        bottom = idle_bottom(form, i, bottom);
    if (top + bottom == 0)
        return;
    int width = form->width - top - bottom;
    for (int i = 0; i <= form->degree; i++)
        memmove(form->limb + i * width, row(form, i) + bottom, (size_t)width * sizeof(mp_limb_t));
    form->width = width;
}

/* ---- from a polynomial ------------------------------------------------------------ */

static int common_divisor(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* factor[i] = L / binomial(degree, i) for the least L that makes all of them
 * integers: lcm(1, ..., degree + 1) / (degree + 1), below 2^31 up to degree 24. */
static void inverse_binomials(int degree, mp_limb_t *factor)
{
    _Static_assert(POLYNOMIAL_DEGREE_MAX <= 24, "the factors are limbs of 32 bits at least");
    unsigned long long multiple = 1, binomial = 1;
    for (int i = 2; i <= degree + 1; i++)
        multiple = multiple / (unsigned long long)common_divisor((int)(multiple % (unsigned)i), i) *
                   (unsigned long long)i;
    multiple /= (unsigned)(degree + 1);
    for (int i = 0; i <= degree; i++) {
        factor[i] = (mp_limb_t)(multiple / binomial);
        binomial = binomial * (unsigned)(degree - i) / (unsigned)(i + 1);
    }
}

/* The coefficients, times i-th powers of the length, over the binomials. */
static void scale_coefficients(dyadic_arena *arena, polynomial *p, dyadic length)
{
    mp_limb_t factor[POLYNOMIAL_DEGREE_MAX + 1];
    inverse_binomials(p->degree, factor);
    dyadic power = dyadic_on(&(mp_limb_t){1}, 1, 0, 1);
    for (int i = 0; i <= p->degree; i++) {
        dyadic whole = dyadic_on(&factor[i], 1, 0, 1);
        p->coefficient[i] =
            dyadic_mul(arena, p->coefficient[i], dyadic_mul(arena, power, whole));
        power = dyadic_mul(arena, power, length);
    }
}

/* Room for the rows: from the lowest limb of a coefficient to the highest, and
 * one more for sums of degree + 1 of them times binomials. */
static bernstein rows_for(dyadic_arena *arena, const polynomial *p, int *bottom)
{
    bool found = false;
    int low = 0, top = 0;
    for (int i = 0; i <= p->degree; i++) {
        dyadic c = p->coefficient[i];
        if (c.sign == 0)
            continue;
        low = !found || c.place < low ? c.place : low;
        top = !found || c.place + c.size > top ? c.place + c.size : top;
        found = true;
    }
    *bottom = low;
    bernstein form = {.degree = p->degree, .width = top - low + 1};
    form.limb = dyadic_arena_take(arena, bernstein_limbs(&form));
    return form;
}

static void write_rows(const polynomial *p, const bernstein *form, int bottom)
{
    for (int i = 0; i <= p->degree; i++) {
        dyadic c = p->coefficient[i];
        mp_limb_t *limb = row(form, i);
        mpn_zero(limb, form->width);
        if (c.sign != 0)
            mpn_copyi(limb + (c.place - bottom), c.limb, c.size);
        if (c.sign < 0)
            mpn_neg(limb, limb, form->width);
    }
}

/* row[j] = sum of binomial(j, i) row[i], by adding neighbours again and again. */
static void add_up(const bernstein *form)
{
    for (int round = 1; round <= form->degree; round++)
        for (int i = form->degree; i >= round; i--)
            mpn_add_n(row(form, i), row(form, i), row(form, i - 1), form->width);
}

bernstein bernstein_of(dyadic_arena *arena, const polynomial *p, dyadic low, dyadic length)
{
    size_t mark = dyadic_mark(arena);
    polynomial local = polynomial_shift(arena, p, low);
    int bottom;
    if (arena->exhausted)
        return (bernstein){0};
    scale_coefficients(arena, &local, length);
    bernstein form = rows_for(arena, &local, &bottom);
    if (form.limb == NULL)
        return form;
    write_rows(&local, &form, bottom);
    add_up(&form);
    tighten(&form);
    bernstein_move(&form, arena->limbs + mark);
    dyadic_release(arena, mark + bernstein_limbs(&form));
    return form;
}

/* ---- halving ---------------------------------------------------------------------- */

static void shift_row(mp_limb_t *target, const mp_limb_t *source, int width, unsigned bits)
{
    if (bits != 0)
        mpn_lshift(target, source, width, bits);
    else if (target != source)
        mpn_copyi(target, source, width);
}

/* One limb wider: room for the factor 2^degree. */
static void copy_wider(const bernstein *form, const bernstein *wider)
{
    for (int i = 0; i <= form->degree; i++) {
        mpn_copyi(row(wider, i), row(form, i), form->width);
        row(wider, i)[form->width] = sign_limb(row(form, i)[form->width - 1]);
    }
}

/* De Casteljau's scheme without its halves: after round j, row i stands for the
 * mean of rows i to i + j, times 2^j. What is finished is brought to the common
 * factor 2^degree. */
static void casteljau(const bernstein *lower, const bernstein *upper)
{
    int degree = upper->degree, width = upper->width;
    shift_row(row(lower, 0), row(upper, 0), width, (unsigned)degree);
    for (int j = 1; j <= degree; j++) {
        for (int i = 0; i <= degree - j; i++)
            mpn_add_n(row(upper, i), row(upper, i), row(upper, i + 1), width);
        shift_row(row(lower, j), row(upper, 0), width, (unsigned)(degree - j));
    }
    for (int i = 1; i <= degree; i++)
        shift_row(row(upper, i), row(upper, i), width, (unsigned)i);
}

bernstein bernstein_half_room(dyadic_arena *arena, const bernstein *form)
{
    bernstein half = {.degree = form->degree, .width = form->width + 1};
    half.limb = dyadic_arena_take(arena, bernstein_limbs(&half));
    return half;
}

void bernstein_halve(const bernstein *form, bernstein *lower, bernstein *upper)
{
    copy_wider(form, upper);
    casteljau(lower, upper);
    tighten(lower);
    tighten(upper);
}
