/* SPDX-License-Identifier: MIT */
/* Clearances in double words.
 *
 * d is the relative place at the first common instant, w = va - vb, W = |va| + |vb|, and T bounds
 * all local times there are. uniform_root.inc says by how much d is off: e in each coordinate,
 * where times are exact or off by 16 u^2 T, as those here are: the difference of two starts without
 * tails is exact, and a length of life and a sum with it are two additions of what is below T.
 * Velocities are off by 41 u^2 of themselves, so that w is off by less than 50 u^2 W.
 *
 *   |d|            2 e + 2^-100 |d|            (17/2 + 16) u^2 by the square and its root
 *   |d x w|/|w|    2 e + 2^-97 |d| W/|w|       the direction of w by 50 u^2 W/|w|, which the length
 *                                              of w has once more; 26 u^2 by the cross product,
 *                                              (17/2 + 16 + 32) u^2 by root and quotient
 *   -d.w/|w|^2     (2 e + 2^-96 |d| W/|w|)/|w|  d.w by 67 u^2 |d| W, |w|^2 by 100 u^2 W/|w| of
 *                                              itself, |d.w| <= |d| |w|; 49 u^2 by the quotient
 *
 * where W/|w| < 2^20 is asked for, so that second orders are far below what is rounded up here.
 * Norms of what is off are 1-norms, which are not less than the others. A sum of two double words
 * adds 8 u^2 of both. Underflow costs each of these less than 2^-700 (speeds are above 2^-90, |w|
 * above 2^-110, |d| above 2^-274 where its root is taken), which e is far above: it has W T >
 * 2^-179 in it, and so is above 2^-278.
 *
 * The root of |d| is taken at the begin or the end, where the vertex is on the other side of it by
 * more than 2^-41 of its own distance from the begin, s. By the bound above, which is asked to be
 * below 2^-45 of s, s|w| > 2^46 e; and |d| >= 2^-41 s|w| > 2^5 e there, so that what is known of d
 * is above 2^4 e, never 0.
 */
#include "contact/uniform_disc_clearance.h"

#include <math.h>

#include "contact/uniform_disc.h"

/* The common life, of motions whose starts have no tails. */
typedef struct shared_life {
    double begin;
    double_word u, w;   /* local times at the begin; exact */
    double_word length; /* off by 8 u^2 of `times` */
    double times;       /* T */
} shared_life;

/* False where a start has a tail, or where it is not certain that there is such a life. One of them
 * moves, and who moves has a life that ends. */
static bool shared_life_of(const uniform_discs *q, shared_life *life)
{
    const bool a_first = q->a.begin.high <= q->b.begin.high;
    const uniform_motion *early = a_first ? &q->a : &q->b, *late = a_first ? &q->b : &q->a;
    const double_word elapsed = dw_sum(late->begin.high, -early->begin.high);
    const bool early_ends = early->life < INFINITY, late_ends = late->life < INFINITY;
    const double_word lasts = uniform_life(late), stays = dw_sub(uniform_life(early), elapsed);
    const bool leaves = /* who stays for ever does not */
        stays.high < lasts.high || (stays.high == lasts.high && stays.low < lasts.low);
    const double_word left = leaves ? stays : lasts;
    *life = (shared_life){.begin = late->begin.high,
                          .u = a_first ? elapsed : dw_from(0),
                          .w = a_first ? dw_from(0) : elapsed,
                          .length = left,
                          .times = 2 * elapsed.high + (early_ends ? 2 * early->life : 0) +
                                   (late_ends ? 2 * late->life : 0)};
    return (q->a.begin.low == 0) & (q->b.begin.low == 0) & (left.high > 0x1p-40 * life->times);
}

/* Whether they seem to touch in passing: of a depth that is next to nothing double words know too
 * few bits, as of nearly all depths in a plan on a lattice. It only saves asking. */
static bool seem_to_touch(const uniform_discs *q, const shared_life *life)
{
    const double u = life->u.high, w = life->w.high;
    const double x = q->x + (q->a.vx * u - q->b.vx * w), y = q->y + (q->a.vy * u - q->b.vy * w);
    const double vx = q->a.vx - q->b.vx, vy = q->a.vy - q->b.vy, cross = vx * y - vy * x;
    const double touch = (vx * vx + vy * vy) * (q->reach * q->reach);
    return fabs(cross * cross - touch) < 0x1p-40 * touch;
}

/* How near they come, and when: the least distance and the time after the begin. */
typedef struct nearness {
    dd distance, after;
} nearness;

static dd length_of(const uniform_gap *gap)
{
    const double_word root = dw_sqrt(dw_dot(gap->d, gap->d));
    return (dd){root.high, root.low, 2 * gap->error + 0x1p-100 * root.high};
}

static nearness near_end(const uniform_discs *q, const shared_life *life)
{
    const uniform_gap last = uniform_gap_at_plain(q, dw_add(life->u, life->length),
                                            dw_add(life->w, life->length), life->times);
    return (nearness){length_of(&last),
                      {life->length.high, life->length.low, 0x1p-103 * life->times}};
}

/* Where the parabola is least, on this side of the begin or on that; false when w is not known well
 * enough. */
static bool near_vertex(const uniform_discs *q, const uniform_gap *gap, nearness *near)
{
    double_word w[2];
    for (int k = 0; k < 2; k++)
        w[k] = dw_sub(uniform_velocity(&q->a, k), uniform_velocity(&q->b, k));
    const double_word square = dw_dot(w, w);
    if (!(square.high > 0x1p-40 * q->speeds * q->speeds))
        return false;
    const double_word speed = dw_sqrt(square), cross = dw_cross(gap->d, w);
    const double_word distance = dw_div(cross.high < 0 ? dw_negative(cross) : cross, speed);
    const double_word after = dw_div(dw_negative(dw_dot(gap->d, w)), square);
    const double turned = gap->length * (q->speeds / speed.high);
    near->distance = (dd){distance.high, distance.low, 2 * gap->error + 0x1p-97 * turned};
    near->after = (dd){after.high, after.low, (2 * gap->error + 0x1p-96 * turned) / speed.high};
    return near->after.error < 0x1p-45 * fabs(after.high);
}

/* At the begin where the vertex is before it, at the end where it is behind that. */
static bool nearness_of(const uniform_discs *q, const shared_life *life, nearness *near)
{
    const uniform_gap gap = uniform_gap_at_plain(q, life->u, life->w, life->times);
    if (!near_vertex(q, &gap, near))
        return false;
    if (near->after.high < 0)
        *near = (nearness){length_of(&gap), dd_from(0)};
    else if (near->after.high > (1 + 0x1p-40) * life->length.high)
        *near = near_end(q, life);
    else
        return near->after.high < (1 - 0x1p-40) * life->length.high;
    return true;
}

/* x + y, with the bound of dw_add. */
static dd added(dd x, dd y)
{
    const double_word sum = dw_add((double_word){x.high, x.low}, (double_word){y.high, y.low});
    return (dd){sum.high, sum.low, x.error + y.error + 0x1p-102 * (fabs(x.high) + fabs(y.high))};
}

bool uniform_disc_clearance(const pair *question, graze_clearance *result)
{
    uniform_discs q;
    shared_life life;
    nearness near;
    if (question->cornered ||
        !uniform_discs_of(question->a, question->b, question->radius_a, question->radius_b, 0,
                          &q) ||
        !shared_life_of(&q, &life) || seem_to_touch(&q, &life) || !nearness_of(&q, &life, &near))
        return false;
    const double_word reach = uniform_reach(&q);
    const dd depth = added((dd){reach.high, reach.low, 0}, dd_negative(near.distance));
    const dd time =
        near.after.high == 0 ? dd_from(life.begin) : added(dd_from(life.begin), near.after);
    double clearance;
    if (!dd_round_nearest(time, &result->time) || !dd_round_nearest(depth, &result->depth) ||
        !dd_round_up(depth, &clearance))
        return false;
    result->common_life = true;
    result->distance = -clearance;
    return true;
}
