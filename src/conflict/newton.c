/* SPDX-License-Identifier: MIT */
/* Rounded ends in one Newton step: what does not depend on how doubles are multiplied,
 * the two ways to do that, and the doors. Fused multiply-add halves the cost of a double
 * word; the answers are certified and so the same. */
#include "conflict/newton.h"

#include <math.h>

#include "conflict/plane.h"
#include "numeric/dd.h"
#include "numeric/rounding.h"

typedef struct word {
    double high, low;
} word;

/* A motion as doubles. Velocities are off by 3U of each coordinate. */
typedef struct newton_piece {
    const graze_motion *motion;
    double vx, vy, speed; /* [m/s], speed = |vx| + |vy| */
    double moved_x, moved_y, travel; /* [m] in its life; 0 at rest; travel is the 1-norm */
    double life;          /* [s] */
    bool waypoint, still;
} newton_piece;

typedef struct newton_pair {
    newton_piece a, b;
    double radius_a, radius_b, tolerance;
    double x, y, place;   /* a's place - b's, at their starts; |x| + |y| */
    double reach, size;   /* the sum of the radii minus, plus the tolerance */
    double speeds, scale; /* both speeds; place + both travels */
    double square;        /* scale^2 + size^2 */
} newton_pair;

/* The sides of the rectangle of local times; all shifts of equal velocities. */
enum { A_BEGINS, A_ENDS, B_BEGINS, B_ENDS, SHIFTS, ALL_SIDES = 15 };

/* Sides as bits 1 << A_BEGINS ...: beyond which a point lies, and for which that is open. */
typedef struct newton_beyond {
    unsigned sides, open;
} newton_beyond;

/* What is known of the blocked part of a side, seen from one of its ends: nothing, there is
 * none, from that end on, from a later time on. */
typedef enum reachability { SIDE_OPEN, SIDE_FREE, SIDE_AT_ONCE, SIDE_LATER } reachability;

/* Where a side begins to be blocked, in doubles: a root, or if the two roots are `narrow` their
 * middle. */
typedef struct newton_contact {
    double time;
    bool narrow;
} newton_contact;

/* The corners of the rectangle as sums of these bits, and a relative place there. */
enum { A_ENDED = 1, B_ENDED = 2, CORNERS = 4 };

typedef struct newton_corner {
    double x, y, excess; /* |(x, y)|^2 - reach^2 */
} newton_corner;

/* A walk along a side from corner to corner. */
typedef struct newton_side {
    double vx, vy, speed, length;
    int which, from, to;
    bool last; /* it begins at the side's end */
} newton_side;
/* A local time as a function of the number that is looked for: rest + sign (s - from). */
typedef struct newton_clock {
    word rest;
    double from, sign; /* sign: 1, 0 or -1 */
} newton_clock;

/* The relative place d at two local times, |d| (1-norm), and h = |d|^2 - reach^2. */
typedef struct newton_gap {
    word d[2];
    double length, error; /* |d|, and how far d is off */
    double h, h_error;
} newton_gap;

/* Numbers of the tangent diagonals that both ends share, in the motions' units of time. */
typedef struct newton_tangents {
    word step_a[2], step_b[2], across[2], place[2], length, reach, turn;
    double span_a, span_b, speeds; /* the units [s]; both speeds times both units */
} newton_tangents;

/* ---- exact sums and exact ties --------------------------------------------------------- */

static dd duration_of(const graze_motion *motion)
{
    return dd_add(dd_from(motion->duration), dd_from(motion->duration_tail));
}

static bool round_outward(dd x, bool upper, double *end)
{
    return upper ? dd_round_up(x, end) : dd_round_down(x, end);
}

/* The start at which both are at this corner; infinite for endless lives. */
static bool newton_round_corner(const newton_pair *q, int corner, bool upper, double *end)
{
    const graze_motion *a = q->a.motion, *b = q->b.motion;
    bool a_ends = (corner & A_ENDED) != 0, b_ends = (corner & B_ENDED) != 0;
    if ((a_ends && q->a.life == INFINITY) || (b_ends && q->b.life == INFINITY)) {
        *end = upper ? INFINITY : -INFINITY;
        return true;
    }
    if (!(a_ends && b_ends) && a->duration_tail == 0 && b->duration_tail == 0) {
        double tail, sum = eft_two_sum(b->start, a_ends ? -a->duration : b_ends ? b->duration : 0,
                                       &tail);
        *end = upper ? (tail > 0 ? double_next_up(sum) : sum)
                     : (tail < 0 ? double_next_down(sum) : sum);
        return true;
    }
    dd start = dd_from(b->start);
    if (b_ends)
        start = dd_add(start, duration_of(b));
    if (a_ends)
        start = dd_sub(start, duration_of(a));
    return round_outward(start, upper, end);
}

/* Is this start exactly the corner? */
static bool newton_is_corner(const newton_pair *q, int corner, double start)
{
    double low, high;
    return newton_round_corner(q, corner, false, &low) && low == start &&
           newton_round_corner(q, corner, true, &high) && high == start;
}

/* The end of the common life, rounded up. */
static bool newton_last_instant(const graze_motion *a, const graze_motion *b, double *end)
{
    double end_a = INFINITY, end_b = INFINITY;
    if (a->duration < INFINITY &&
        !dd_round_up(dd_add(dd_from(a->start), duration_of(a)), &end_a))
        return false;
    if (b->duration < INFINITY &&
        !dd_round_up(dd_add(dd_from(b->start), duration_of(b)), &end_b))
        return false;
    *end = end_a < end_b ? end_a : end_b; /* rounding is monotone */
    return true;
}

/* Local times at the first common instant: exact. */
static void newton_first_instant(const newton_pair *q, dd *u, dd *w)
{
    dd gap = dd_sub(dd_from(q->a.motion->start), dd_from(q->b.motion->start));
    *u = gap.high < 0 ? dd_negative(gap) : dd_from(0);
    *w = gap.high > 0 ? gap : dd_from(0);
}

/* Local times at the last common instant; false when it is not known whose life ends. */
static bool newton_last_common(const newton_pair *q, dd *u, dd *w)
{
    const newton_piece *a = &q->a, *b = &q->b;
    dd gap = dd_sub(dd_from(a->motion->start), dd_from(b->motion->start));
    bool a_ends = a->life < INFINITY, b_ends = b->life < INFINITY;
    if (a_ends && b_ends) {
        dd later = dd_sub(dd_add(gap, duration_of(a->motion)), duration_of(b->motion));
        int order = dd_sign(later);
        if (order == SIGN_UNKNOWN)
            return false;
        a_ends = order <= 0;
    }
    *u = a_ends ? duration_of(a->motion) : dd_sub(duration_of(b->motion), gap);
    *w = a_ends ? dd_add(gap, duration_of(a->motion)) : duration_of(b->motion);
    return true;
}

/* The displacement of a coordinate in the motion's unit of time. */
static dd step_of(const newton_piece *piece, double from, double to)
{
    return piece->waypoint ? dd_sub(dd_from(to), dd_from(from)) : dd_from(to);
}

static dd unit_of(const newton_piece *piece)
{
    return piece->waypoint ? duration_of(piece->motion) : dd_from(1);
}

/* Is the cross product of the steps exactly 0? Asked where plain products could not tell. */
static bool newton_is_parallel(const newton_pair *q)
{
    const graze_motion *a = q->a.motion, *b = q->b.motion;
    dd ax = step_of(&q->a, a->position.x, a->velocity.x);
    dd ay = step_of(&q->a, a->position.y, a->velocity.y);
    dd bx = step_of(&q->b, b->position.x, b->velocity.x);
    dd by = step_of(&q->b, b->position.y, b->velocity.y);
    return dd_is_exact_zero(dd_sub(dd_mul(ax, by), dd_mul(ay, bx)));
}

/* Which of two motions in one direction is faster: the sign of |va| - |vb|. */
static int newton_speed_order(const newton_pair *q)
{
    double difference = q->a.speed - q->b.speed;
    if (fabs(difference) > 0x1p-48 * q->speeds)
        return difference > 0 ? 1 : -1;
    const graze_motion *a = q->a.motion, *b = q->b.motion;
    bool along_x = fabs(q->a.vx) > fabs(q->a.vy);
    if (!q->a.waypoint && !q->b.waypoint) { /* these velocities are exact */
        double by_a = fabs(along_x ? q->a.vx : q->a.vy), by_b = fabs(along_x ? q->b.vx : q->b.vy);
        return (by_a > by_b) - (by_a < by_b);
    }
    dd step_a = along_x ? step_of(&q->a, a->position.x, a->velocity.x)
                        : step_of(&q->a, a->position.y, a->velocity.y);
    dd step_b = along_x ? step_of(&q->b, b->position.x, b->velocity.x)
                        : step_of(&q->b, b->position.y, b->velocity.y);
    int sign = dd_sign(dd_sub(dd_mul(step_a, unit_of(&q->b)), dd_mul(step_b, unit_of(&q->a))));
    return sign == SIGN_UNKNOWN || step_a.high > 0 ? sign : -sign;
}

/* A side in the moving motion's unit of time, in double-doubles: ties of plans on grids come
 * out as the exact zeros that they are. */
typedef struct exact_side {
    dd place[2], step[2], length, reach;
} exact_side;

static dd place_of(const newton_piece *piece, double from, double to, bool at_end)
{
    dd place = dd_from(from);
    if (!at_end || piece->still)
        return place;
    return piece->waypoint ? dd_from(to)
                           : dd_add(place, dd_mul(dd_from(to), duration_of(piece->motion)));
}

static dd reach_of(const newton_pair *q)
{
    dd reach = dd_add(dd_from(q->radius_a), dd_from(q->radius_b));
    return q->tolerance == 0 ? reach : dd_sub(reach, dd_from(q->tolerance));
}

static exact_side side_again(const newton_pair *q, int which, bool last)
{
    bool at_a = which <= A_ENDS, at_end = which == A_ENDS || which == B_ENDS;
    const newton_piece *resting = at_a ? &q->a : &q->b, *moving = at_a ? &q->b : &q->a;
    const double *from = &resting->motion->position.x, *to = &resting->motion->velocity.x;
    const double *start = &moving->motion->position.x, *goal = &moving->motion->velocity.x;
    exact_side side = {.reach = reach_of(q)};
    side.length = moving->waypoint || moving->still ? dd_from(1) : duration_of(moving->motion);
    for (int k = 0; k < 2; k++) {
        side.place[k] = dd_sub(place_of(moving, start[k], goal[k], last),
                               place_of(resting, from[k], to[k], at_end));
        side.step[k] = moving->still ? dd_from(0) : step_of(moving, start[k], goal[k]);
        if (last)
            side.step[k] = dd_negative(side.step[k]);
    }
    return side;
}

static dd dot_of(const dd *x, const dd *y)
{
    return dd_add(dd_mul(x[0], y[0]), dd_mul(x[1], y[1]));
}

/* Signs that a filter of newton_starts.inc could not tell. */
typedef enum side_sign { SIDE_SLOPE, SIDE_WIDTH, SIDE_LAST_SLOPE } side_sign;

static int newton_side_sign(const newton_pair *q, int which, bool last, side_sign wanted)
{
    const exact_side side = side_again(q, which, last);
    if (wanted == SIDE_SLOPE)
        return dd_sign(dot_of(side.place, side.step));
    if (wanted == SIDE_WIDTH) {
        dd cross = dd_sub(dd_mul(side.step[0], side.place[1]), dd_mul(side.step[1], side.place[0]));
        dd square = dd_mul(dot_of(side.step, side.step), dd_square(side.reach));
        return dd_sign(dd_sub(square, dd_square(cross)));
    }
    dd place[2];
    for (int k = 0; k < 2; k++)
        place[k] = dd_add(side.place[k], dd_mul(side.step[k], side.length));
    return dd_sign(dot_of(place, side.step));
}

/* The same on the walk over all shifts of equal velocities, from the greatest down if `last`: it
 * begins as one of two sides does, and ends where the other one begins. */
static int newton_shift_sign(const newton_pair *q, bool last, side_sign wanted)
{
    if (wanted != SIDE_LAST_SLOPE)
        return newton_side_sign(q, last ? A_BEGINS : A_ENDS, last, wanted);
    int sign = newton_side_sign(q, last ? A_ENDS : A_BEGINS, !last, SIDE_SLOPE);
    return sign == SIGN_UNKNOWN ? sign : -sign;
}

/* Is d.across exactly 0 at a corner? */
static bool newton_is_level(const newton_pair *q, int corner)
{
    const newton_piece *a = &q->a, *b = &q->b;
    const double *from_a = &a->motion->position.x, *to_a = &a->motion->velocity.x;
    const double *from_b = &b->motion->position.x, *to_b = &b->motion->velocity.x;
    dd place[2], across[2];
    for (int k = 0; k < 2; k++) {
        place[k] = dd_sub(place_of(a, from_a[k], to_a[k], (corner & A_ENDED) != 0),
                          place_of(b, from_b[k], to_b[k], (corner & B_ENDED) != 0));
        across[k] = dd_sub(dd_mul(step_of(a, from_a[k], to_a[k]), unit_of(b)),
                           dd_mul(step_of(b, from_b[k], to_b[k]), unit_of(a)));
    }
    return dd_is_exact_zero(dot_of(place, across));
}

/* A displacement times `unit`: of a waypoint motion at an end of its life the unit is 1. */
typedef struct exact_move {
    dd by[2], unit;
} exact_move;

static exact_move move_at(const newton_piece *piece, dd time)
{
    const double *from = &piece->motion->position.x, *to = &piece->motion->velocity.x;
    exact_move move = {{dd_from(0), dd_from(0)}, dd_from(1)};
    if (piece->still || dd_is_exact_zero(time))
        return move;
    bool whole = piece->waypoint &&
                 dd_is_exact_zero(dd_sub(duration_of(piece->motion), time));
    for (int k = 0; k < 2; k++) {
        move.by[k] = step_of(piece, from[k], to[k]);
        if (!whole)
            move.by[k] = dd_mul(move.by[k], time);
    }
    if (piece->waypoint && !whole)
        move.unit = unit_of(piece);
    return move;
}

/* The sign of distance - reach when a is at local time u, b at w, or SIGN_UNKNOWN. */
static int newton_sign_at(const newton_pair *q, dd u, dd w)
{
    const double *a = &q->a.motion->position.x, *b = &q->b.motion->position.x;
    exact_move by_a = move_at(&q->a, u), by_b = move_at(&q->b, w);
    dd unit = dd_mul(by_a.unit, by_b.unit), sum = dd_negative(dd_square(dd_mul(reach_of(q), unit)));
    for (int k = 0; k < 2; k++) {
        dd place = dd_mul(dd_sub(dd_from(a[k]), dd_from(b[k])), unit);
        dd moved = dd_sub(dd_mul(by_a.by[k], by_b.unit), dd_mul(by_b.by[k], by_a.unit));
        sum = dd_add(sum, dd_square(dd_add(place, moved)));
    }
    return dd_sign(sum);
}

static dd dd_time_at(const newton_clock *clock, double s)
{
    dd change = dd_mul(dd_sub(dd_from(s), dd_from(clock->from)), dd_from(clock->sign));
    return dd_add((dd){clock->rest.high, clock->rest.low, 0}, change);
}

/* Is s itself the root near which a Newton step ends? */
static bool newton_hits(const newton_pair *q, double s, const newton_clock *u,
                        const newton_clock *w)
{
    return isfinite(s) && newton_sign_at(q, dd_time_at(u, s), dd_time_at(w, s)) == 0;
}

/* Is s itself the start of a tangent diagonal? */
static bool newton_touches(const newton_pair *q, double s, bool above)
{
    const graze_motion *a = q->a.motion, *b = q->b.motion;
    const double *from[2] = {&a->position.x, &b->position.x};
    const double *to[2] = {&a->velocity.x, &b->velocity.x};
    dd unit_a = unit_of(&q->a), unit_b = unit_of(&q->b), across[2], step_a[2], step_b[2], place[2];
    if (!isfinite(s))
        return false;
    for (int k = 0; k < 2; k++) {
        step_a[k] = step_of(&q->a, from[0][k], to[0][k]);
        step_b[k] = step_of(&q->b, from[1][k], to[1][k]);
        across[k] = dd_sub(dd_mul(step_a[k], unit_b), dd_mul(step_b[k], unit_a));
        place[k] = dd_sub(dd_from(from[0][k]), dd_from(from[1][k]));
    }
    dd middle = dd_sub(dd_mul(across[0], place[1]), dd_mul(across[1], place[0]));
    dd width = dd_mul(dd_sqrt(dot_of(across, across)), reach_of(q));
    dd turn = dd_sub(dd_mul(step_a[0], step_b[1]), dd_mul(step_a[1], step_b[0]));
    dd shift = dd_sub(dd_from(s), dd_from(b->start));
    dd top = above ? dd_add(middle, width) : dd_sub(middle, width);
    return dd_is_exact_zero(dd_sub(top, dd_mul(turn, shift)));
}

/* ---- the formulas, for each way to multiply ---------------------------------------------- */

#define LINKAGE static inline
#define NEWTON(name) plain_##name
#define PRODUCT(a, b, tail) eft_two_product(a, b, tail)
#include "conflict/newton.inc"
#include "conflict/newton_overlap.inc"
#include "conflict/newton_starts.inc"

#if CPU_WIDE
#undef LINKAGE
#undef NEWTON
#undef PRODUCT
#undef WORD
#define LINKAGE CPU_AVX2_FUNCTION static inline
#define NEWTON(name) fused_##name
#define PRODUCT(a, b, tail) fused_product(a, b, tail)

LINKAGE double fused_product(double a, double b, double *tail)
{
    double product = a * b;
    *tail = __builtin_fma(a, b, -product);
    return product;
}

#include "conflict/newton.inc"
#include "conflict/newton_overlap.inc"
#include "conflict/newton_starts.inc"
#endif

/* ---- the doors ------------------------------------------------------------------------ */

static bool plain_starts(const graze_body *body_a, const graze_motion *a,
                         const graze_body *body_b, const graze_motion *b, double tolerance,
                         graze_interval *starts, bool *found)
{
    newton_pair q = plain_pair_of(a, b, body_a->radius, body_b->radius, tolerance);
    return plain_applies(&q) && plain_starts_of(&q, starts, found);
}

static bool plain_overlap(const pair *p, stretch *result)
{
    newton_pair q = plain_pair_of(p->a, p->b, p->radius_a, p->radius_b, p->tolerance);
    return plain_applies(&q) && plain_overlap_of(&q, result);
}

static int plain_contact(const pair *p)
{
    newton_pair q = plain_pair_of(p->a, p->b, p->radius_a, p->radius_b, p->tolerance);
    return plain_applies(&q) ? plain_least_sign(&q) : SIGN_UNKNOWN;
}

#if CPU_WIDE
LINKAGE int fused_contact(const pair *p)
{
    newton_pair q = fused_pair_of(p->a, p->b, p->radius_a, p->radius_b, p->tolerance);
    return fused_applies(&q) ? fused_least_sign(&q) : SIGN_UNKNOWN;
}

LINKAGE bool fused_starts(const graze_body *body_a, const graze_motion *a,
                          const graze_body *body_b, const graze_motion *b, double tolerance,
                          graze_interval *starts, bool *found)
{
    newton_pair q = fused_pair_of(a, b, body_a->radius, body_b->radius, tolerance);
    return fused_applies(&q) && fused_starts_of(&q, starts, found);
}

LINKAGE bool fused_overlap(const pair *p, stretch *result)
{
    newton_pair q = fused_pair_of(p->a, p->b, p->radius_a, p->radius_b, p->tolerance);
    return fused_applies(&q) && fused_overlap_of(&q, result);
}
#endif

/* Is a body a disc whose radius is a valid number, as far as a bound needs to know? */
static bool is_disc(const graze_body *body)
{
    return (body->vertex_count == 0) & (body->radius >= 0);
}

bool newton_starts(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                   const graze_motion *b, double tolerance, cpu_instructions level,
                   graze_interval *starts, bool *found)
{
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL)
        return false;
    if (!(is_disc(body_a) && is_disc(body_b) && tolerance >= 0) || !plane_is_ready(a) ||
        !plane_is_ready(b))
        return false;
    graze_interval answer;
    bool known;
#if CPU_WIDE
    if (level >= CPU_AVX2)
        known = fused_starts(body_a, a, body_b, b, tolerance, &answer, found);
    else
#endif
        known = plain_starts(body_a, a, body_b, b, tolerance, &answer, found);
    (void)level;
    if (known && *found)
        *starts = answer;
    return known;
}

/* A pair of discs in the plane with simple starts? */
static bool is_plain(const pair *question)
{
    return question->dimensions == 2 && !question->cornered && plane_is_ready(question->a) &&
           plane_is_ready(question->b);
}

bool newton_overlap(const pair *question, cpu_instructions level, stretch *result)
{
    if (!is_plain(question))
        return false;
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return fused_overlap(question, result);
#endif
    (void)level;
    return plain_overlap(question, result);
}

contact newton_contact_of(const pair *question, cpu_instructions level)
{
    if (!is_plain(question))
        return CONTACT_UNKNOWN;
#if CPU_WIDE
    if (level >= CPU_AVX2)
        return (contact)fused_contact(question);
#endif
    (void)level;
    return (contact)plain_contact(question);
}
