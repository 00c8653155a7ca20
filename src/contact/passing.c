/* SPDX-License-Identifier: MIT */
/* Near touches of prepared discs. See passing.h.
 *
 * u = 2^-53, W the sum of both speeds and P that of the differences of places (1-norms), h how
 * long the earlier motion has lived when the later one begins, V its speed, S the sum of the radii
 * and the tolerance. Products are loose (double_word.h). w and h are exact double words, and so is
 * the difference of the places; the displacement V h is off by 9 u^2 of itself and its sum with the
 * places by 16 u^2 (P + V h): d is off by less than e = 2^-99 (P + V h) + 2^-800.
 *
 * Is the least distance within the common life? The slope d.w is taken from doubles: the high
 * parts of d and w are off by 2u of themselves, products and sum by 3u |d| W. At the end it is
 * d.w + |w|^2 L, where the end is off by 6u of itself (filter_uniform.h), L by u more of itself,
 * and the product by 4u: 16u W (|d| + W (|end| + |L|)) in all; twice that is the bound. A slope
 * that is certainly negative first and certainly positive last says that L > 0, too.
 *
 * Then the sign. w x d is off by e W + 25 u^2 |d| W, less than c = e W + 2^-100 |d| W; its square
 * by 2 |w x d| c and 9 u^2 of itself; |w|^2 by 25 u^2 W^2, the reach by 8 u^2 S, its square by 25
 * u^2 S^2, the product of both by 70 u^2 (W S)^2, and the difference by 16 u^2 of both: less than
 * 2 m c + 2^-98 (m^2 + (W S)^2), m = |w x d| + c.
 *
 * Underflow and overflow. Here W, S and the reach are above 2^-90 and these, magnitudes and starts
 * below 2^90: nothing comes near 2^996. A product loses at most L = 2^-1058, which
 * is far below 2^-800 in d and 2^-800 W in c; what is lost in |w|^2 and the reach is multiplied by
 * 2^184 at most, and the last bound is above 2^-460.
 */
#include "contact/passing.h"

#include <math.h>

#include "numeric/double_word.h"

/* d and w, and how far d is off. */
typedef struct approach {
    double_word d[2], w[2];
    double error;
} approach;

/* The distance certainly falls when both live first, and grows when they do last. */
static inline bool passes(const approach *at, double begin, double end, double speeds)
{
    const double x = at->w[0].high, y = at->w[1].high, length = end - begin;
    const double first = at->d[0].high * x + at->d[1].high * y;
    const double distance = fabs(at->d[0].high) + fabs(at->d[1].high);
    const double error =
        0x1p-48 * speeds * (distance + speeds * (fabs(end) + fabs(length))) + 0x1p-800;
    return (first < -error) & (first + (x * x + y * y) * length > error);
}

#define LINKAGE static inline
#define WITH(name) plain_##name
#define FUSED 0
#include "contact/passing.inc"

#if CPU_WIDE
#define LINKAGE CPU_AVX2_FUNCTION static inline
#define WITH(name) fused_##name
#define FUSED 1
#include "contact/passing.inc"
#endif

contact passing_contact_at(cpu_instructions level, const graze_prepared *a, const graze_prepared *b,
                           double tolerance)
{
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return fused_passing(a, b, tolerance);
#endif
    (void)level;
    return plain_passing(a, b, tolerance);
}

contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance)
{
    return passing_contact_at(cpu_level(), a, b, tolerance);
}

/* Whether two numbers are at least this far apart. A distance that is rounded to it may be less. */
static inline bool are_apart(double x, double other, double reach)
{
    double tail;
    const double distance = eft_two_sum(x, -other, &tail);
    return (fabs(distance) > reach) | ((fabs(distance) == reach) & (tail == 0));
}

bool passing_beside(const graze_prepared *a, const graze_prepared *b)
{
    const double_word reach = dw_sum(a->radius, b->radius);
    return (reach.low == 0) &
           (((a->vx == 0) & (b->vx == 0) & are_apart(a->x, b->x, reach.high)) |
            ((a->vy == 0) & (b->vy == 0) & are_apart(a->y, b->y, reach.high)));
}

/* A coordinate of the relative place when the later of both lives begins, if that is exactly a
 * double. */
static inline bool short_difference(double x, double velocity, double elapsed, double other,
                                    double *difference)
{
    double product_tail, sum_tail, tail;
    const double moved = eft_two_product(velocity, elapsed, &product_tail);
    const double place = eft_two_sum(x, moved, &sum_tail);
    *difference = eft_two_sum(place, -other, &tail);
    return (product_tail == 0) & (sum_tail == 0) & (tail == 0) &
           ((fabs(moved) > 0x1p-900) | (velocity == 0) | (elapsed == 0));
}

bool passing_touches(const graze_prepared *a, const graze_prepared *b)
{
    const graze_prepared *early = a->start < b->start ? a : b, *late = early == a ? b : a;
    const double_word elapsed = dw_sum(late->start, -early->start);
    const double_word reach = dw_sum(a->radius, b->radius);
    if ((elapsed.low != 0) | (reach.low != 0))
        return false;
    double x, y;
    const bool x_known = short_difference(early->x, early->vx, elapsed.high, late->x, &x);
    const bool y_known = short_difference(early->y, early->vy, elapsed.high, late->y, &y);
    const double vx = early->vx - late->vx, vy = early->vy - late->vy;
    if ((x_known & (vx == 0) & (fabs(x) >= reach.high)) |
        (y_known & (vy == 0) & (fabs(y) >= reach.high)))
        return true;
    const bool beside = (y == 0) & (fabs(x) == reach.high) & ((x > 0) == (vx >= 0));
    const bool behind = (x == 0) & (fabs(y) == reach.high) & ((y > 0) == (vy >= 0));
    return x_known & y_known & (beside | behind);
}
