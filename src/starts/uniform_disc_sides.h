/* SPDX-License-Identifier: MIT */
/* The corners and the sides of the rectangle of local times, for uniform_disc_starts.inc, which has
 * the bounds: which corners are blocked, where a side begins to be, and the double of that start.
 *
 * A side is walked from one of its corners, a share of 1 being the whole of it, so that nothing is
 * divided by a life: the relative place is that at the corner and a share of the way of the motion
 * that moves there.
 *
 * A root in double words. The place at the corner is off by 17 u^2 of the way of each kinematic
 * motion that has ended, and by 8 u^2 S for each that is added; the way by 9 u^2 of itself, its
 * share by 3 u^2 more, and their sum by 8 u^2 S: less than 2^-99 S (128 u^2), S = q->scale. The sum
 * is loose, its low part below 5u S: the square of that is left out of h, and products with it are
 * off by 60 u^2 S^2 at most: less than 2^-98 S^2 (256 u^2) more than uniform_disc.c has for h; and
 * h' = 2 d.way is off by 18U S|way| < 2^-48 S|way|. A step is only taken where 10 |way|^2 |h| <
 * h'^2 <= 4.1 |d|^2 |way|^2, which makes |h| < 0.41 |d|^2 and so |d| > 0.8 reach > 2^-91: what
 * underflow loses is far below all of these. The start is that of the corner, off by
 * 16 u^2 of its parts, and the share of the life: 3 u^2 by the product, 2U of the step's own, and
 * 8 u^2 by the sum. A life is below |start| + |begin of b| + the other one, so these are less than
 * 2^-100 (64 u^2) of what is added up in root_on_walk.
 */
#ifndef GRAZE_STARTS_UNIFORM_DISC_SIDES_H
#define GRAZE_STARTS_UNIFORM_DISC_SIDES_H

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "base/bits.h"
#include "contact/uniform_disc_newton.h"
#include "numeric/duo.h"
#include "starts/uniform_disc_ties.h"

/* The sides; all shifts of equal velocities. */
enum { A_BEGINS, B_BEGINS, A_ENDS, B_ENDS, SHIFTS, ALL_SIDES = 15 };

/* The relative places at the corners, and excess = |(x, y)|^2 - reach^2, by the corners' numbers,
 * which are bits here: where doubles tell the sign of the excess, or it was asked. */
typedef struct corner_places {
    double x[CORNERS], y[CORNERS];
    unsigned outside, inside, known;
} corner_places;

/* What is known of the blocked part of a side, seen from one of its corners: nothing, there is
 * none, from that corner on, from a later share on. */
typedef enum reachability { SIDE_OPEN, SIDE_FREE, SIDE_AT_ONCE, SIDE_LATER } reachability;

/* The share at which a side begins to be blocked, in doubles: a root, or if the two roots are
 * `narrow` their middle. */
typedef struct side_contact {
    double share;
    bool narrow;
} side_contact;

/* A walk along a side from corner to corner: the way of the place, and in what time. */
typedef struct side_walk {
    const uniform_motion *moving;
    double x, y, travel, length;
    double forth; /* 1 where the start grows along it, else -1 */
    int which, from, to;
    bool last; /* it begins at the side's end */
} side_walk;

/* What is asked about a side. */
typedef enum wanted_sign { SIDE_SLOPE, SIDE_WIDTH, SIDE_LAST_SLOPE } wanted_sign;

/* ---- corners ---------------------------------------------------------------------------- */

/* Corners where b begins, and those a life of it later, side by side. */
static inline void find_corners(const uniform_discs *q, corner_places *corners)
{
    const duo x = duo_of(q->x, q->x + q->a.moved_x), y = duo_of(q->y, q->y + q->a.moved_y);
    const duo ended_x = duo_sub(x, duo_all(q->b.moved_x));
    const duo ended_y = duo_sub(y, duo_all(q->b.moved_y));
    const duo reach = duo_all(q->reach * q->reach), bound = duo_all(0x1p-48 * q->square);
    const duo excess = duo_sub(duo_add(duo_mul(x, x), duo_mul(y, y)), reach);
    const duo ended =
        duo_sub(duo_add(duo_mul(ended_x, ended_x), duo_mul(ended_y, ended_y)), reach);
    duo_store(corners->x, x);
    duo_store(corners->y, y);
    duo_store(corners->x + B_ENDED, ended_x);
    duo_store(corners->y + B_ENDED, ended_y);
    corners->outside =
        duo_signs(duo_sub(bound, excess)) | duo_signs(duo_sub(bound, ended)) << B_ENDED;
    corners->inside =
        duo_signs(duo_add(bound, excess)) | duo_signs(duo_add(bound, ended)) << B_ENDED;
    corners->known = corners->outside | corners->inside;
}

/* The sign of the excess at a corner: both ends and two sides may ask. */
static inline int excess_sign(const uniform_discs *q, corner_places *corners, int corner)
{
    if ((corners->known >> corner & 1) == 0) {
        const int sign = uniform_corner_sign(q, corner, corners->x[corner], corners->y[corner]);
        if (sign == SIGN_UNKNOWN)
            return sign;
        corners->outside |= (unsigned)(sign > 0) << corner;
        corners->inside |= (unsigned)(sign < 0) << corner;
        corners->known |= 1U << corner;
    }
    return (int)(corners->outside >> corner & 1) - (int)(corners->inside >> corner & 1);
}

/* The start at a corner, rounded outward. Without tails and with at most one life it is the sum
 * of two doubles. */
static inline bool round_corner(const uniform_discs *q, int corner, bool upper, double *end)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const double tails = fabs(b->begin.low) + fabs(a->motion->duration_tail) +
                         fabs(b->motion->duration_tail);
    const double life = corner == A_ENDED ? -a->life : corner == B_ENDED ? b->life : -0.0;
    if ((corner == (A_ENDED | B_ENDED)) | !(tails == 0) | !(fabs(life) < INFINITY))
        return uniform_round_corner(q, corner, upper, end);
    double low;
    const double high = eft_two_sum(b->begin.high, life, &low);
    *end = double_outward(high, low, upper);
    return true;
}

/* The place of a motion at the begin or the end of its life, but for the way of a kinematic one. */
static inline const graze_vector *place_of(const uniform_motion *moving, bool ended)
{
    const size_t at = offsetof(graze_motion, position), to = offsetof(graze_motion, to);
    return (const graze_vector *)((const char *)moving->motion +
                                  (ended & moving->waypoint ? to : at));
}

/* The relative place at a corner. */
static inline void place_at(const uniform_discs *q, int corner, double_word place[2])
{
    const bool a_ended = (corner & A_ENDED) != 0, b_ended = (corner & B_ENDED) != 0;
    const graze_vector *p = place_of(&q->a, a_ended), *r = place_of(&q->b, b_ended);
    place[0] = dw_sum(p->x, -r->x);
    place[1] = dw_sum(p->y, -r->y);
    double_word by[2];
    if (a_ended & !q->a.waypoint) {
        uniform_moved(&q->a, by);
        place[0] = dw_add(place[0], by[0]);
        place[1] = dw_add(place[1], by[1]);
    }
    if (b_ended & !q->b.waypoint) {
        uniform_moved(&q->b, by);
        place[0] = dw_sub(place[0], by[0]);
        place[1] = dw_sub(place[1], by[1]);
    }
}

/* The start at a corner of lives that end. */
static inline double_word start_at(const uniform_discs *q, int corner)
{
    double_word start = q->b.begin;
    if ((corner & B_ENDED) != 0)
        start = dw_add(start, uniform_life(&q->b));
    if ((corner & A_ENDED) != 0)
        start = dw_sub(start, uniform_life(&q->a));
    return start;
}

/* ---- sides ------------------------------------------------------------------------------ */

/* A side, walked from its end if `last`; or all shifts. On a side one motion stands at an end of
 * its life; along all shifts both move alike. */
static inline side_walk side_of(const uniform_discs *q, int which, bool last)
{
    const bool at_a = (which & 1) == 0;
    const int here = last ? 1 : 0, fixed = which >> 1 & 1;
    side_walk side = {.moving = at_a ? &q->b : &q->a, .which = which, .last = last};
    side.from = at_a ? fixed | here << 1 : here | fixed << 1;
    side.to = side.from ^ (at_a ? B_ENDED : A_ENDED);
    side.forth = 2 * (double)(at_a != last) - 1; /* gcc would make two ways of a choice */
    side.length = side.moving->life;
    side.x = -side.forth * side.moving->moved_x;
    side.y = -side.forth * side.moving->moved_y;
    side.travel = side.moving->travel;
    if (which == SHIFTS) {
        side.from = last ? B_ENDED : A_ENDED;
        side.to = side.from ^ (A_ENDED | B_ENDED);
        side.length = q->a.life + q->b.life;
        side.x = -side.forth * side.length * side.moving->vx;
        side.y = -side.forth * side.length * side.moving->vy;
        side.travel = side.length * side.moving->speed;
    }
    return side;
}

/* Whether x y + z w is exactly 0, shown by two products that are exactly opposite. */
static inline bool cancels(double x, double y, double z, double w)
{
    double first_tail, second_tail;
    double first = eft_two_product(x, y, &first_tail), second = eft_two_product(z, w, &second_tail);
    return (first == -second) & (first_tail == -second_tail) &
           ((fabs(first) > 0x1p-900) | (((x == 0) | (y == 0)) & ((z == 0) | (w == 0))));
}

/* A sign on a walk along a side that doubles may not tell. */
static int side_sign(const uniform_discs *q, const corner_places *corners, const side_walk *side,
                     wanted_sign wanted, double value, double bound)
{
    if (fabs(value) > bound)
        return value > 0 ? 1 : -1;
    const int corner = wanted == SIDE_LAST_SLOPE ? side->to : side->from;
    const double x = corners->x[corner], y = corners->y[corner];
    double_word step[2];
    uniform_steps(side->moving, step);
    if (wanted != SIDE_WIDTH && value == 0 && step[0].low == 0 && step[1].low == 0 &&
        cancels(x, step[0].high, y, step[1].high) && uniform_is_short(q, corner, x, y))
        return 0;
    return uniform_tie_sign(q, corner, side->moving, side->forth > 0, wanted == SIDE_WIDTH);
}

/* Tells whether a part of the side is blocked, from its very begin or from a later share on. */
static reachability reach_side(const uniform_discs *q, corner_places *corners,
                               const side_walk *side, side_contact *first)
{
    const double x = corners->x[side->from], y = corners->y[side->from];
    const int outside = excess_sign(q, corners, side->from);
    if (outside == SIGN_UNKNOWN || outside < 0)
        return outside < 0 ? SIDE_AT_ONCE : SIDE_OPEN;
    const double slope = x * side->x + y * side->y;
    const double slope_bound = 0x1p-48 * q->scale * side->travel;
    assert(side->travel > 0); /* what stands still has no sides */
    if (slope > slope_bound)
        return SIDE_FREE;
    const double reach = q->reach * q->reach, v = side->x * side->x + side->y * side->y;
    const double per = 1 / v, cross = side->x * y - side->y * x, width = v * reach - cross * cross;
    const double width_bound = 0x1p-47 * side->travel * side->travel * q->square;
    if (width < -width_bound)
        return SIDE_FREE;
    first->narrow = width < 0x1p-20 * v * reach;
    first->share = (-slope - (first->narrow ? 0 : sqrt(width))) * per;
    if (outside > 0 && (corners->inside >> side->to & 1) != 0)
        return SIDE_LATER;
    int rises = side_sign(q, corners, side, SIDE_SLOPE, slope, slope_bound);
    if (rises >= 0) /* or unknown */
        return rises == SIGN_UNKNOWN ? SIDE_OPEN : SIDE_FREE;
    if (outside == 0)
        return SIDE_AT_ONCE;
    const double last_slope = corners->x[side->to] * side->x + corners->y[side->to] * side->y;
    rises = side_sign(q, corners, side, SIDE_LAST_SLOPE, last_slope, slope_bound);
    int sign = rises == SIGN_UNKNOWN ? SIGN_UNKNOWN
               : rises > 0           ? side_sign(q, corners, side, SIDE_WIDTH, width, width_bound)
                                     : excess_sign(q, corners, side->to);
    if (sign == SIGN_UNKNOWN)
        return SIDE_OPEN;
    return (rises > 0) == (sign > 0) && sign != 0 ? SIDE_LATER : SIDE_FREE;
}

/* The root, by one Newton step in shares. */
static inline bool root_on_walk(const uniform_discs *q, const side_walk *side, double share,
                                bool upper, double *end)
{
    double_word from[2], way[2], life = uniform_life(side->moving);
    place_at(q, side->from, from);
    uniform_moved(side->moving, way);
    /* One by one: a loop becomes vectors, which wait for what was just stored in halves. */
    const double_word x = dw_add_loosely(from[0], dw_times(dw_signed(way[0], -side->forth), share));
    const double_word y = dw_add_loosely(from[1], dw_times(dw_signed(way[1], -side->forth), share));
    uniform_gap gap = uniform_gap_of(q, x, y, 0x1p-99 * q->scale + 0x1p-800);
    gap.h_error += 0x1p-98 * q->scale * q->scale;
    gap.length = q->scale;
    const double slope = 2 * (x.high * side->x + y.high * side->y);
    const uniform_newton newton = uniform_step_of_wide(
        &gap, slope, side->x * side->x + side->y * side->y, side->travel, -1);
    if (!newton.known | !(fabs(share) < 2))
        return false;
    const double_word start = dw_add(start_at(q, side->from), dw_times(life, side->forth * share));
    const double more = side->forth * side->length * newton.step;
    const double whole = fabs(q->b.begin.high) + side->length + fabs(start.high);
    const double error = 1.01 * side->length * newton.error + 0x1p-51 * fabs(more) +
                         0x1p-100 * whole;
    return uniform_round_outward(start.high, start.low + more, error, upper, end);
}

/* The root as a function of the start, by as many steps as it takes. */
static bool root_on_side(const uniform_discs *q, const side_walk *side, const side_contact *first,
                         bool upper, double *end)
{
    const uniform_motion *a = &q->a, *b = &q->b;
    const bool at_a = (side->which & 1) == 0, at_end = (side->which >> 1 & 1) != 0;
    const double t = side->length * (side->last ? 1 - first->share : first->share);
    const double shift = at_a ? (at_end || side->which == SHIFTS ? t - a->life : t)
                              : (at_end ? b->life - t : -t);
    const double_word rest = at_end ? uniform_life(at_a ? a : b) : (double_word){0, 0};
    const uniform_clock resting = {rest, b->begin, 0}, moving = {rest, b->begin, at_a ? 1 : -1};
    return uniform_root(q, b->begin.high + shift, at_a ? &resting : &moving,
                        at_a ? &moving : &resting, first->narrow, upper, end);
}

static inline bool side_root(const uniform_discs *q, const side_walk *side,
                             const side_contact *first, bool upper, double *end)
{
    return ((!first->narrow & (side->which != SHIFTS)) &&
            root_on_walk(q, side, first->share, upper, end)) ||
           root_on_side(q, side, first, upper, end);
}

/* The extreme of one side, if it is reached at all: false when that cannot be told. */
static bool side_end(const uniform_discs *q, corner_places *corners, int which, bool upper,
                     bool *reached, double *end)
{
    const side_walk side = side_of(q, which, ((which & 1) == 0) == upper);
    side_contact first = {0, false};
    const reachability known = reach_side(q, corners, &side, &first);
    if (known == SIDE_OPEN || known == SIDE_FREE)
        return known == SIDE_FREE;
    double other;
    const bool rounded = known == SIDE_AT_ONCE ? round_corner(q, side.from, upper, &other)
                                               : side_root(q, &side, &first, upper, &other);
    if (!rounded && !(known == SIDE_LATER && other != 0 && uniform_is_corner(q, side.from, other)))
        return false; /* a root just inside a corner that is a double is rounded out to it */
    if (!*reached)
        *end = other;
    else if (upper ? other > *end : other < *end) /* rounding is monotone */
        *end = other;
    *reached = true;
    return true;
}

/* The extremes of some sides. */
static inline bool sides_end(const uniform_discs *q, corner_places *corners, unsigned sides,
                             bool upper, bool *reached, double *end)
{
    for (; sides != 0; sides &= sides - 1)
        if (!side_end(q, corners, (int)bits_lowest(sides), upper, reached, end))
            return false;
    return true;
}

#endif
