/* SPDX-License-Identifier: MIT */
/* Near touches of discs that move straight on. See passing.h.
 *
 * u = 2^-53, W the sum of both speeds and P that of the differences of places (1-norms), h how
 * long the earlier motion has lived when the later one begins, L the length of the common life, S
 * the sum of the radii and the tolerance. Sums and products are loose (double_word.h, and
 * uniform_overlap.inc for what k u they leave below). h is an exact double word, and so is the
 * difference of the places. M is P + S + 2 W T, T the sum of h and the finite lives; of prepared
 * discs with exact velocities, the sum of both magnitudes (glance.h): P, W h, 2 W L and, where L
 * has a rounded end, W |t| are below M.
 *
 * A velocity is exact, or a quotient and off by 32 u^2 of itself, so w is off by 40 u^2 W; d by
 * 97 u^2 of P + W h, and its low part is below 6u of that. w x d is off by 97 and 40 u^2 M W for d
 * and w, 45 for products and difference: 182 u^2 M W, and its low part is below 10u M W. So its
 * square is off by 364 u^2 (M W)^2 for that, 200 for low parts that are not squared, 9 for its
 * products; |w|^2 times the squared reach by 105 (105 u^2 W^2 in |w|^2), 32 for the reach (8 u^2
 * S), 9 and 41 for products; their difference by 32, since high parts near each other have no error
 * and others are far apart: 792 u^2 (M W)^2 in all. Where velocities are exact, W is |w|: products
 * of coordinates are charged 1.42 times. The bound is 4096 u^2 = 2^-94. That a line never comes as
 * near as the reach is true whenever the discs live.
 *
 * Nearest is the end, or the instant between both, that doubles choose. The slope d.w is off by
 * 6u M W for d, 2u for w and 5u for sum and products, that at the end by 8u more: L is off by 8 u^2
 * of what it is made of, or by 2u |t| and u L where its end is rounded. So both are by less than
 * 32u M W. Who is wrong about the nearest instant is so by that over |w|^2 at most, and the least
 * squared distance then by 1024 u^2 M^2 W^2 / |w|^2: charged to both bounds. At an end, d is off by
 * 200 u^2 M, and the difference of squares by 400 and 100 u^2 M^2. Where w is rounded to 0, it
 * leads 40 u^2 W L far. An end that is rounded is none to ask at.
 *
 * A velocity that is rounded in its length alone is lambda times the true one. Where both move
 * along one line, or one stays, w x d is u x (the difference of the places), u the velocity of one
 * that moves, whatever they have moved, and the sign in between does not depend on the length of u.
 * The slopes do: velocities are off by 3u, which makes less than 32u M W of them; 64u are allowed
 * for, nearest is what is certain then, and where nobody has moved d is exact first.
 *
 * Underflow and overflow. Of prepared discs with exact velocities, or along a line, magnitudes
 * are within 2^-120 and 2^120, speeds below 2^350: w x d is below 2^472, squares below 2^946.
 * Products lose 2^-1058 each: nothing that counts of M^2, and less than 2^-800 or the bound of
 * |w|^2 times the squared reach and of the square of w x d. A w below 2^-450 leads less than 2^-258
 * far. Else S, the reach, lives that are divided by, and W or 0 are above 2^-90, all numbers below
 * 2^90: a quotient loses 2^-960, and times multiply that by 2^90.
 *
 * That no low part is lost of a coordinate that counts as exact and is not below a reach above
 * 2^-900: a displacement whose product may lose something is far smaller, so that the sum has a low
 * part, unless it has become 0, which blur_of asks.
 */
#include "contact/passing.h"

#include <math.h>

#include "contact/filter_uniform.h"
#include "contact/uniform_disc.h"
#include "numeric/duo_word.h"

/* A motion at constant velocity. */
typedef struct straight {
    duo place;        /* [m] */
    duo_word v;       /* [m/s] */
    double start;     /* [s] */
    double_word life; /* [s] */
} straight;

/* Two that live at the same time. */
typedef struct meeting {
    duo_word d, w;         /* relative place at the first common instant, and velocity */
    duo_word along, from;  /* the same, or what w x d may be taken from instead */
    double_word length;    /* of the common life; endless only where nothing moves */
    double_word reach;
    double size, speeds;   /* M, W */
    double times;          /* the lives and what has gone of one */
    double slip;           /* of slopes, where nearest is what is certain; else 0 */
    bool exact;            /* the velocities, and the bound is M |w| */
    bool first_known, last_known; /* d, and d at the end */
} meeting;

/* Who is endless has to stay, and nobody moves in next to no time. */
static inline bool has_velocity(const straight *m)
{
    return (duo_length(m->v.high) == 0) |
           ((m->life.high > 0x1p-90) & (m->life.high < INFINITY));
}

static inline double_word word_chosen(bool first, double_word a, double_word b)
{
    return (double_word){duo_chosen_number(first, a.high, b.high),
                         duo_chosen_number(first, a.low, b.low)};
}

static inline duo_word duo_word_chosen(bool first, duo_word a, duo_word b)
{
    const duo one = duo_all(first), none = duo_all(0);
    return (duo_word){duo_where_above(one, none, a.high, b.high),
                      duo_where_above(one, none, a.low, b.low)};
}

static inline double magnitude_of(const graze_motion *m)
{
    return fabs(m->position.x) + fabs(m->position.y) + fabs(m->start);
}

static inline double finite(double life)
{
    return life < INFINITY ? life : 0;
}

static inline bool is_at_rest(const graze_prepared *p)
{
    return (p->vx == 0) & (p->vy == 0);
}

/* Whether the earlier of two prepared motions has not moved when the later one begins. */
static inline bool stays_until(const graze_prepared *a, const graze_prepared *b)
{
    return (a->start == b->start) | is_at_rest(a->start < b->start ? a : b);
}

/* Whether the end of the common life is no rounded number. (One that is rounded up to a later one
 * than the other life's is not before that.) */
static inline bool owns_end(const graze_prepared *a, const graze_prepared *b)
{
    return ((a->end > b->end) | ((passing_known(a) & PASSING_ENDS) != 0)) &
           ((b->end > a->end) | ((passing_known(b) & PASSING_ENDS) != 0));
}

/* The velocity of who moves, or a's. */
static inline duo moving_of(const graze_prepared *a, const graze_prepared *b)
{
    const bool rests = is_at_rest(a);
    return duo_of(duo_chosen_number(rests, b->vx, a->vx), duo_chosen_number(rests, b->vy, a->vy));
}

/* What is left of a life of which so much has gone. */
static inline double_word left_of(double_word life, double_word lived)
{
    return life.high < INFINITY ? dw_sub(life, lived) : life;
}

static inline double_word shorter_of(double_word a, double_word b)
{
    const bool is_a = (a.high < b.high) | ((a.high == b.high) & (a.low < b.low));
    return is_a ? a : b;
}

/* 1 or -1: certainly is there a common life, or none; 0: unknown. Lengths are off by less, and not
 * at all where nothing of the early life has gone, or both are doubles, as with consecutive
 * motions. */
static inline int sign_of_life(const double_word *length, const double_word *early,
                               const double_word *elapsed)
{
    const bool exact =
        (elapsed->high == 0) | ((early->low == 0) & (elapsed->low == 0));
    const double bound = exact ? 0 : 0x1p-100 * (elapsed->high + finite(early->high));
    return (length->high > bound) - ((length->high < -bound) | (exact & (length->high == 0)));
}

/* Whether two that give their ways back, or stay, begin and end together. */
static inline bool share_life(const graze_prepared *a, const straight *first,
                              const graze_prepared *b, const straight *second)
{
    return (a->start == b->start) & (first->life.high == second->life.high) &
           (first->life.low == second->life.low) &
           ((passing_way_number(a) != 0) | is_at_rest(a)) &
           ((passing_way_number(b) != 0) | is_at_rest(b));
}

/* 0 in the lanes in which the relative place is exactly a double, the sum of `apart` and `by`,
 * which `low` is lost from. Where one has moved at v by too little for a double it is none. */
static inline duo blur_of(double_word elapsed, duo v, const duo_word *apart, const duo_word *by,
                          duo low)
{
    const duo none = duo_all(0), speed = duo_abs(v);
    const duo lost = duo_where_above(duo_abs(by->high), none, none, speed);
    const duo more =
        duo_add(lost, duo_where_above(speed, none, duo_all(fabs(elapsed.low)), none));
    const duo lows = duo_add(duo_abs(apart->low), duo_add(duo_abs(by->low), duo_abs(low)));
    return duo_add(lows, duo_where_above(duo_all(elapsed.high), none, more, none));
}

/* Whether they are a reach apart in a lane that is not blurred. */
static inline bool are_beside(duo from, duo blur, double_word reach)
{
    const unsigned near = duo_above(duo_all(reach.high), duo_abs(from));
    return (reach.high > 0x1p-900) & (reach.low == 0) &
           ((duo_above(blur, duo_all(0)) | near) != 3);
}

/* Whether they touch along an axis, and do not come nearer: at speeds that are rounded, or 0 where
 * w is exact. (Rounded velocities are off by 3u of themselves.) */
static inline bool leave_touch(duo d, duo w, duo speeds, duo blur, double_word reach)
{
    const duo none = duo_all(0), margin = duo_add(duo_mul(duo_all(0x1p-50), speeds),
                                                  duo_all(0x1p-900));
    const unsigned unsure = duo_above(speeds, none) & ~duo_above(duo_abs(w), margin);
    const unsigned nearer = (duo_signs(d) ^ duo_signs(w)) & duo_above(duo_abs(w), none);
    const unsigned off = duo_above(duo_abs(d), none);
    return (reach.high > 0x1p-900) & (reach.low == 0) & (duo_length(d) == reach.high) &
           (duo_above(blur, none) == 0) & (off != 3) & ((off & (nearer | unsure)) == 0);
}

/* The same of rounded velocities, where nobody has moved across to that place. */
static inline bool rounded_leave_touch(const graze_prepared *a, const graze_prepared *b)
{
    const duo va = duo_load(&a->vx), vb = duo_load(&b->vx), none = duo_all(0);
    const duo_word apart = duo_word_sum(duo_load(&a->x), duo_negative(duo_load(&b->x)));
    const duo gone = duo_where_above(duo_all(b->start), duo_all(a->start), duo_abs(va), none);
    const duo lost = duo_where_above(duo_all(a->start), duo_all(b->start), duo_abs(vb), gone);
    return leave_touch(apart.high, duo_sub(va, vb), duo_add(duo_abs(va), duo_abs(vb)),
                       duo_add(duo_abs(apart.low), lost), dw_sum(a->radius, b->radius));
}

static inline bool is_in_range(const meeting *at, double most)
{
    return (most + at->size + at->speeds + at->times < 0x1p90) & (at->reach.high > 0x1p-90) &
           ((at->speeds > 0x1p-90) | (at->speeds == 0));
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
                           double tolerance)
{
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return fused_prepared(a, b, tolerance);
#endif
    (void)level;
    return plain_prepared(a, b, tolerance);
}

contact passing_contact(const graze_prepared *a, const graze_prepared *b, double tolerance)
{
    return passing_contact_at(cpu_has_avx2() ? CPU_AVX2 : CPU_PLAIN, a, b, tolerance);
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
