/* SPDX-License-Identifier: MIT */
/* Near touches of discs that move straight on. See passing.h.
 *
 * u = 2^-53, W the sum of both speeds and P that of the differences of places (1-norms), h how
 * long the earlier motion has lived when the later one begins, L the length of the common life, T
 * not below h + L and a finite life of the earlier motion, S the sum of the radii and the
 * tolerance. Products are loose (double_word.h). h is an exact double word, and so is the
 * difference of the places. A velocity is exact, or a quotient and off by 32 u^2 of itself, so w is
 * off by 40 u^2 W; L by 8 u^2 (life + h), life - h where the earlier motion ends first. The
 * displacement V h is off by 41 u^2 of itself and its sum with the places by 16 u^2 (P + V h): d by
 * 57 u^2 (P + V h); w L by 49 u^2 W L + 8 u^2 W (life + h), and its sum with d by 16 u^2 of both.
 * Where w is rounded to 0, the places differ by 40 u^2 W L besides. So d is off by less than
 * e = 2^-99 (P + W T) + 2^-800 at both ends of the common life.
 *
 * Where are they nearest? The slope d.w is taken from doubles: the high parts of d and w are off
 * by 2u of themselves (w by 40 u^2 W besides), products and sum by 3u |d| W. At the end it is d.w
 * + |w|^2 L, where L is off by 8u T (the end of a prepared motion by 6u of itself,
 * filter_uniform.h), and the product by 4u: 16u W (|d| + W T) in all, of a T that has the rounded
 * end; and 20u with rounded velocities, which are off by 3u of themselves, and d with them. The
 * bound is 32u. Slopes that are certainly not negative first, or not positive last, tell the
 * nearest end. One that may be 0 is less than two bounds B: there the least squared distance is
 * below that of the end by (d.w)^2 / |w|^2 at most, which is 4 B^2 / |w|^2, and |w|^2 is right to
 * 2^-20 where it is above 2^-80 W^2 and velocities are not rounded. A common life above 2^-48 T is
 * not empty, however its ends are rounded.
 *
 * The sign at an end. |d|^2 is off by 2 (|d| + e) e and 25 u^2 of itself, reach by 8 u^2 S, its
 * square by 25 u^2 S^2, and the difference by 16 u^2 of both: less than 2 (|d| + e) e + 2^-100
 * (|d|^2 + S^2).
 *
 * A velocity that is rounded in its length alone is lambda times the true one. Where both move
 * along one line, or one stays, w x d is w x (the difference of the places), whatever they have
 * moved, and the sign in between does not depend on the length of w.
 *
 * The sign in between. w x d is off by e W + 65 u^2 |d| W, less than c = e W + 2^-99 |d| W; its
 * square by 2 |w x d| c and 9 u^2 of itself; |w|^2 by 105 u^2 W^2, the product of both squares by
 * 150 u^2 (W S)^2, and the difference by 16 u^2 of both: less than 2 m c + 2^-98 (m^2 + (W S)^2),
 * m = |w x d| + c.
 *
 * Underflow and overflow. Here S and the reach are above 2^-90, W too or 0, and these, magnitudes,
 * starts and lives below 2^90, ends of prepared motions below 2^190: nothing comes near 2^996. A
 * product loses at most L = 2^-1058, a quotient by a life that is above 2^-90 2^-960, and times
 * multiply that by 2^90: far below 2^-800 in d, and 2^-800 W in c. What is lost in |w|^2 and the
 * reach is multiplied by 2^184 at most, and the last bounds are above 2^-460. A w whose square
 * is flushed to 0 leads less than 2^-500 W far in any T.
 */
#include "contact/passing.h"

#include <math.h>

#include "contact/filter_uniform.h"
#include "numeric/double_word.h"

/* A motion at constant velocity. */
typedef struct straight {
    double place[2]; /* [m] */
    double_word v[2];
    double speed;     /* [m/s] |vx| + |vy| */
    double_word life; /* [s] of a motion, else unset */
} straight;

/* The sum of the radii less, and plus, the tolerance. */
typedef struct reach_word {
    double_word is;
    double size;
} reach_word;

/* d and w at the first common instant. */
typedef struct approach {
    double_word d[2], w[2];
    double places, speeds; /* P, W */
    double_word length;    /* of the common life; endless only where nothing moves */
    double times;          /* T */
    bool rounded;          /* w, to 3u of both velocities */
    bool first_known, between_known, last_known; /* whether d, w x d, d at the end are not */
} approach;

/* But for the velocity. */
static inline straight straight_of(const graze_motion *m)
{
    return (straight){.place = {m->position.x, m->position.y},
                      .life = m->duration < INFINITY ? dw_sum(m->duration, m->duration_tail)
                                                     : dw_from(INFINITY)};
}

/* Who is endless has to stay, and nobody moves in next to no time. */
static inline bool has_velocity(const straight *m)
{
    return (m->speed == 0) | ((m->life.high > 0x1p-90) & (m->life.high < INFINITY));
}

static inline double magnitude_of(const graze_motion *m)
{
    return fabs(m->position.x) + fabs(m->position.y) + fabs(m->start);
}

static inline double finite(double life)
{
    return life < INFINITY ? life : 0;
}

/* Whether the earlier of two prepared motions has not moved when the later one begins. */
static bool stays_until(const graze_prepared *early, const graze_prepared *late)
{
    return (early->start == late->start) | ((early->vx == 0) & (early->vy == 0));
}

/* Whether two prepared motions certainly move along one line, if one of them does not stay. */
static bool are_parallel(const graze_prepared *a, const graze_prepared *b)
{
    double tail, other_tail;
    const double product = eft_two_product(a->vx, b->vy, &tail);
    const double other = eft_two_product(a->vy, b->vx, &other_tail);
    const bool none = ((a->vx == 0) | (b->vy == 0)) & ((a->vy == 0) | (b->vx == 0));
    return none | ((product == other) & (tail == other_tail) & (fabs(product) > 0x1p-900));
}

/* How long both live, the earlier one's life before the other one's begin being `elapsed`; 0 or
 * less where they do not. */
static inline double_word common_life(double_word early, double_word late, double_word elapsed)
{
    const double_word left = early.high < INFINITY ? dw_sub(early, elapsed) : early;
    const bool ends_first =
        (left.high < late.high) | ((left.high == late.high) & (left.low < late.low));
    return ends_first ? left : late;
}

/* Whether that is certain: lengths are off by less, and not at all where the earlier life and what
 * has gone of it are doubles, as with consecutive motions. */
static inline bool is_empty(double_word length, double_word early, double_word elapsed,
                            double times)
{
    const bool exact = (early.low == 0) & (elapsed.low == 0);
    return (length.high < -0x1p-100 * times) | (exact & (length.high <= 0));
}

/* How much less than at an end the least squared distance is at most, where the slope may be 0. */
static inline double sag_of(const approach *at, double bound)
{
    const double x = at->w[0].high, y = at->w[1].high, speed = x * x + y * y;
    if (at->rounded)
        return INFINITY;
    if (speed == 0)
        return 0;
    return speed > 0x1p-80 * at->speeds * at->speeds ? 5 * bound * bound / speed : INFINITY;
}

static inline reach_word reach_of(double radius_a, double radius_b, double tolerance)
{
    return (reach_word){dw_add(dw_sum(radius_a, radius_b), dw_from(-tolerance)),
                        radius_a + radius_b + tolerance};
}

static inline bool is_in_range(double most, double speeds, const reach_word *reach)
{
    const double least = 0x1p-50 * reach->size;
    return (most < 0x1p90) & ((speeds > 0x1p-90) | (speeds == 0)) & (reach->is.high > 0x1p-90) &
           (reach->is.high > least);
}

#define LINKAGE ALWAYS_INLINE
#define DOOR static inline
#define WITH(name) plain_##name
#define FUSED 0
#include "contact/passing.inc"

#if CPU_WIDE
#define LINKAGE CPU_AVX2_FUNCTION ALWAYS_INLINE
#define DOOR CPU_AVX2_FUNCTION static inline
#define WITH(name) fused_##name
#define FUSED 1
#include "contact/passing.inc"
#endif

contact passing_contact_at(cpu_instructions level, const graze_prepared *a, const graze_prepared *b,
                           double tolerance, unsigned known)
{
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return fused_prepared(a, b, tolerance, known);
#endif
    (void)level;
    return plain_prepared(a, b, tolerance, known);
}

contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance,
                        unsigned known)
{
    return passing_contact_at(cpu_level(), a, b, tolerance, known);
}

contact passing_contact_of_ways_at(cpu_instructions level, const graze_prepared *a,
                                   const graze_prepared *b, double tolerance)
{
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return fused_ways(a, b, tolerance);
#endif
    (void)level;
    return plain_ways(a, b, tolerance);
}

contact passing_contact_of_ways(const graze_prepared *a, const graze_prepared *b, double tolerance)
{
    return passing_contact_of_ways_at(cpu_level(), a, b, tolerance);
}

contact passing_contact_of(const pair *question)
{
    if (question->cornered || question->dimensions != 2 || !passing_is_straight(question->a) ||
        !passing_is_straight(question->b))
        return CONTACT_UNKNOWN;
#if CPU_WIDE
    if (quick_level(question->without) >= CPU_AVX2)
        return fused_motions(question);
#endif
    return plain_motions(question);
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
 * double. A velocity that is not the motion's own is still that of rest where it is 0. */
static inline bool short_difference(double x, double velocity, double elapsed, double other,
                                    bool own, double *difference)
{
    double product_tail, sum_tail, tail;
    const double moved = eft_two_product(velocity, elapsed, &product_tail);
    const double place = eft_two_sum(x, moved, &sum_tail);
    *difference = eft_two_sum(place, -other, &tail);
    return (product_tail == 0) & (sum_tail == 0) & (tail == 0) &
           ((own & (fabs(moved) > 0x1p-900)) | (velocity == 0) | (elapsed == 0));
}

/* Whether one coordinate of a velocity is certainly not less than another one. What is not the
 * motions' own is off by 3u of itself (filter_prepared), but where it is 0. */
static inline bool is_at_least(double velocity, double other, bool own)
{
    const double margin = own ? 0 : 0x1p-50 * (fabs(velocity) + fabs(other)) + 0x1p-900;
    return (velocity > other + margin) | ((velocity == other) & (own | (velocity == 0)));
}

bool passing_touches(const graze_prepared *a, const graze_prepared *b, unsigned known)
{
    const bool own = (known & PASSING_VELOCITIES) != 0;
    const graze_prepared *early = a->start < b->start ? a : b, *late = early == a ? b : a;
    const double_word elapsed = dw_sum(late->start, -early->start);
    const double_word reach = dw_sum(a->radius, b->radius);
    if ((elapsed.low != 0) | (reach.low != 0))
        return false;
    double x, y;
    const bool x_known = short_difference(early->x, early->vx, elapsed.high, late->x, own, &x);
    const bool y_known = short_difference(early->y, early->vy, elapsed.high, late->y, own, &y);
    const bool x_rises = is_at_least(early->vx, late->vx, own);
    const bool x_falls = is_at_least(late->vx, early->vx, own);
    const bool y_rises = is_at_least(early->vy, late->vy, own);
    const bool y_falls = is_at_least(late->vy, early->vy, own);
    if ((x_known & x_rises & x_falls & (fabs(x) >= reach.high)) |
        (y_known & y_rises & y_falls & (fabs(y) >= reach.high)))
        return true;
    const bool beside = (y == 0) & (fabs(x) == reach.high) & (x > 0 ? x_rises : x_falls);
    const bool behind = (x == 0) & (fabs(y) == reach.high) & (y > 0 ? y_rises : y_falls);
    return x_known & y_known & (beside | behind);
}

bool passing_only_touches(const pair *question)
{
    const graze_motion *a = question->a, *b = question->b;
    const graze_prepared first = filter_prepared(question->radius_a, a);
    const graze_prepared second = filter_prepared(question->radius_b, b);
    const bool own = a->form == GRAZE_KINEMATIC && b->form == GRAZE_KINEMATIC;
    return !passing_loses_velocity(&first, a) && !passing_loses_velocity(&second, b) &&
           (passing_beside(&first, &second) ||
            passing_touches(&first, &second, own ? PASSING_VELOCITIES : 0));
}
