/* SPDX-License-Identifier: MIT */
/* Boxes round motions, in plain double arithmetic with an error bound.
 *
 * The workload that shaped this file: an index asks for the boxes of millions of
 * motions, most of them straight, whose lives are two doubles; so there is one pass
 * over the three axes without a call, and anything unusual goes elsewhere.
 *
 * The error bound. U = 2^-53, N = 2^-1075 (half the least subnormal: what a product
 * may lose besides its relative U). In one axis let p, v, a be the numbers of the
 * motion, 0 <= t <= T a time in its range, r the reach of the body there, and
 *
 *     m = |p| + |v| T + |a| T^2/2 + |r|.
 *
 * 1. P(t) = p + (v + (a t)/2) t as it is computed for a double t is wrong by at most
 *    4U m (1 + 8U) + N (3t + 2): U of |a t|, of |v| + |a t|/2, of their product with
 *    t and of the sum with p add up to U (|p| + 3|v|t + 2|a|t^2) <= 4U m, and the
 *    halving and the two products may underflow.
 * 2. The extremum lies at t* = -v/a, its double at t' with |t' - t*| <= U t* + N, so
 *    that P there misses the extreme value by |a| (t' - t*)^2 / 2 <= 2U^2 m + N. A t'
 *    outside the range is replaced by its nearer end, and then so is t*, or t* is
 *    nearer to that end than to t'.
 * 3. Adding r rounds by U m (1 + 6U); moving the side outward by e rounds by
 *    U (m + e)(1 + 6U).
 *
 * Altogether at most 7U m + U e + 4N (1 + T) with the second orders in it. The `m`
 * that is computed has |a| T^2 in the place of |a| T^2/2 and lacks at most
 * 5U m + N (1 + T), so e = 16U m + 2^-500 is more than enough for T < 2^500. (No
 * subnormal numbers: they are slow.) Longer stretches are treated as endless. Where m
 * is 2^1000 or more, or no number at all because something overflowed, the sides are
 * infinite; below, nothing overflows. (|r| is taken from the axis that has most.)
 *
 * Ranges of time may be wider than the truth (a rounded difference moved outward):
 * the box of a longer stretch holds that of a shorter one. */
#include "motion/box.h"

#include <float.h>
#include <math.h>

#include "motion/life.h"
#include "numeric/dyadic.h"
#include "numeric/eft.h"
#include "numeric/rounding.h"

static const double relative_slack = 0x1p-49, least_slack = 0x1p-500;
static const double most_magnitude = 0x1p1000, most_time = 0x1p500;
static const double least_fraction = 0x1p-960;

/* Comparisons, since fmin and fmax are calls on plain x86-64. A NaN in x is passed
 * over. */
static double lesser(double x, double y)
{
    return x < y ? x : y;
}

static double greater(double x, double y)
{
    return x > y ? x : y;
}

/* ---- the body ------------------------------------------------------------------------- */

double box_sum_below(double a, double b)
{
    double tail;
    double sum = eft_two_sum(a, b, &tail);
    if (!(fabs(sum) <= DBL_MAX))
        return sum > 0 ? DBL_MAX : -HUGE_VAL;
    return tail >= 0 ? sum : double_next_down(sum);
}

double box_sum_above(double a, double b)
{
    return -box_sum_below(-a, -b);
}

box_reach box_reach_of(const graze_body *body)
{
    double r = body->radius;
    box_reach reach = {{-r, -r, -r}, {r, r, r}, r};
    if (body->vertex_count == 0)
        return reach;
    graze_point low = body->vertices[0], high = low;
    for (size_t i = 1; i < body->vertex_count; i++) {
        graze_point vertex = body->vertices[i];
        low = (graze_point){lesser(vertex.x, low.x), lesser(vertex.y, low.y)};
        high = (graze_point){greater(vertex.x, high.x), greater(vertex.y, high.y)};
    }
    reach.lower[0] = box_sum_below(low.x, -r);
    reach.lower[1] = box_sum_below(low.y, -r);
    reach.upper[0] = box_sum_above(high.x, r);
    reach.upper[1] = box_sum_above(high.y, r);
    for (int k = 0; k < 2; k++)
        reach.size = greater(reach.size, greater(fabs(reach.lower[k]), fabs(reach.upper[k])));
    return reach;
}

/* ---- times ---------------------------------------------------------------------------- */

/* Room for four doubles and their sums, 2098 bits each at most. */
enum { ARENA_LIMBS = 8 * (2098 / GMP_NUMB_BITS + 4) };

static double exact_end(const graze_motion *motion, dyadic_direction direction)
{
    mp_limb_t limbs[ARENA_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, ARENA_LIMBS);
    dyadic sum = dyadic_sum(&arena, motion->start, motion->start_tail);
    sum = dyadic_add(&arena, sum, dyadic_from(&arena, motion->duration));
    sum = dyadic_add(&arena, sum, dyadic_from(&arena, motion->duration_tail));
    return dyadic_to_double(sum, direction);
}

/* The double next to the end of the numbers, for a finite duration. When the tails
 * join the error of start + duration without one of their own, the sum is
 * high + tail exactly and high is its nearest double. */
static inline double end_time(const graze_motion *motion, dyadic_direction direction)
{
    double low, error, other_error, tail;
    double high = eft_two_sum(motion->start, motion->duration, &low);
    low = eft_two_sum(low, motion->duration_tail, &error);
    low = eft_two_sum(low, motion->start_tail, &other_error);
    high = eft_two_sum(high, low, &tail);
    if (!(fabs(error) + fabs(other_error) == 0 && fabs(high) < DBL_MAX))
        return exact_end(motion, direction);
    int64_t step = direction == DYADIC_UP ? tail > 0 : -(tail < 0);
    return double_of_rank(double_rank(high) + step); /* no branch: tails are random */
}

static inline double start_below(const graze_motion *motion)
{
    return motion->start_tail == 0 ? motion->start
                                   : box_sum_below(motion->start, motion->start_tail);
}

static inline void set_life(const graze_motion *motion, double *begin, double *end)
{
    bool parked = motion->form == GRAZE_PARKED;
    bool endless = parked || motion->duration == HUGE_VAL;
    *begin = parked ? end_time(motion, DYADIC_DOWN) : start_below(motion);
    *end = endless ? HUGE_VAL : end_time(motion, DYADIC_UP);
}

void box_life_of(const graze_motion *motion, double *begin, double *end)
{
    set_life(motion, begin, end);
}

/* At least the real duration; exact where there is no tail. */
static double duration_above(const graze_motion *motion)
{
    if (motion->duration_tail == 0)
        return motion->duration;
    return (motion->duration + motion->duration_tail) * (1 + 0x1p-51);
}

static double duration_below(const graze_motion *motion)
{
    if (motion->duration_tail == 0)
        return motion->duration;
    return (motion->duration + motion->duration_tail) * (1 - 0x1p-51);
}

/* ---- one axis --------------------------------------------------------------------------- */

/* The numbers of an axis, and the sides that are found. */
typedef struct axis {
    double position, velocity, acceleration; /* [m], [m/s], [m/s^2] */
    double lower, upper;                     /* [m] of the reach, then of the box */
    double size;                             /* [m] of the reach, then m above */
} axis;

/* Local times from..to [s], doubles, 0 <= from <= to. */
typedef struct range {
    double from, to;
} range;

/* Puts the reach round least..most and moves it outward; `magnitude` is m without the
 * reach. */
static inline void set_sides(axis *in, double least, double most, double magnitude)
{
    in->size += magnitude;
    double outward = relative_slack * in->size + least_slack;
    in->lower = (least + in->lower) - outward;
    in->upper = (most + in->upper) + outward;
}

static inline void bound_straight(axis *in, range u)
{
    double first = in->position + in->velocity * u.from;
    double last = in->position + in->velocity * u.to;
    set_sides(in, lesser(first, last), greater(first, last),
              fabs(in->position) + fabs(in->velocity) * u.to);
}

static inline double place_at(const axis *in, double t)
{
    return in->position + (in->velocity + in->acceleration * t * 0.5) * t;
}

static inline void bound_curve(axis *in, range u)
{
    double turn = -in->velocity / in->acceleration; /* infinite or NaN without acceleration */
    turn = lesser(greater(turn, u.from), u.to);
    double first = place_at(in, u.from), last = place_at(in, u.to), between = place_at(in, turn);
    double change = (fabs(in->velocity) + fabs(in->acceleration) * u.to) * u.to;
    set_sides(in, lesser(lesser(first, last), between), greater(greater(first, last), between),
              fabs(in->position) + change);
}

/* Of a stretch that is endless or nearly so: to infinity where acceleration, or else
 * velocity, leads; on the other side the start or the turn bounds. */
static void bound_long(axis *in, range u)
{
    double course = in->acceleration != 0 ? in->acceleration : in->velocity;
    if (course == 0) {
        set_sides(in, in->position, in->position, fabs(in->position));
        return;
    }
    double turn = in->acceleration != 0 ? -in->velocity / in->acceleration : 0;
    turn = turn > u.from ? turn : u.from;
    if (turn < most_time) {
        bound_curve(in, (range){u.from, turn});
    } else {
        in->lower = -HUGE_VAL;
        in->upper = HUGE_VAL;
    }
    if (course > 0)
        in->upper = HUGE_VAL;
    else
        in->lower = -HUGE_VAL;
}

/* ---- three axes ------------------------------------------------------------------------- */

typedef struct axes {
    axis x, y, z;
} axes;

static inline axes axes_of(const box_reach *reach, const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    return (axes){{p->x, v->x, a->x, reach->lower[0], reach->upper[0], reach->size},
                  {p->y, v->y, a->y, reach->lower[1], reach->upper[1], reach->size},
                  {p->z, v->z, a->z, reach->lower[2], reach->upper[2], reach->size}};
}

static void open_wide(const axis *in, double *lower, double *upper)
{
    bool in_range = in->size < most_magnitude; /* it may be NaN */
    *lower = in_range ? in->lower : -HUGE_VAL;
    *upper = in_range ? in->upper : HUGE_VAL;
}

static inline void put_sides(const axes *in, box *result)
{
    result->lower[0] = in->x.lower;
    result->lower[1] = in->y.lower;
    result->lower[2] = in->z.lower;
    result->upper[0] = in->x.upper;
    result->upper[1] = in->y.upper;
    result->upper[2] = in->z.upper;
    if (in->x.size + in->y.size + in->z.size < most_magnitude)
        return;
    open_wide(&in->x, &result->lower[0], &result->upper[0]);
    open_wide(&in->y, &result->lower[1], &result->upper[1]);
    open_wide(&in->z, &result->lower[2], &result->upper[2]);
}

static void bound_long_way(const box_reach *reach, const graze_motion *motion, range u, box *result)
{
    axes in = axes_of(reach, motion);
    bound_long(&in.x, u);
    bound_long(&in.y, u);
    bound_long(&in.z, u);
    put_sides(&in, result);
}

static void bound_curves(const box_reach *reach, const graze_motion *motion, range u, box *result)
{
    axes in = axes_of(reach, motion);
    bound_curve(&in.x, u);
    bound_curve(&in.y, u);
    bound_curve(&in.z, u);
    put_sides(&in, result);
}

/* The common straight motions in line, the others in their own functions. */
static inline void bound_kinematic(const box_reach *reach, const graze_motion *motion, range u,
                                   box *result)
{
    axes in = axes_of(reach, motion);
    bool curved = in.x.acceleration != 0 || in.y.acceleration != 0 || in.z.acceleration != 0;
    if (!(u.to < most_time)) {
        bound_long_way(reach, motion, u, result);
    } else if (curved) {
        bound_curves(reach, motion, u, result);
    } else {
        bound_straight(&in.x, u);
        bound_straight(&in.y, u);
        bound_straight(&in.z, u);
        put_sides(&in, result);
    }
}

static inline void bound_segment(axis *in, double to)
{
    double from = in->position;
    set_sides(in, lesser(from, to), greater(from, to), greater(fabs(from), fabs(to)));
}

/* Waypoint motions and ramps keep to the segment between two places. */
static inline bool goes_to_place(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

static inline void bound_way(const box_reach *reach, const graze_vector *from,
                             const graze_vector *to, box *result)
{
    axes in = {{from->x, 0, 0, reach->lower[0], reach->upper[0], reach->size},
               {from->y, 0, 0, reach->lower[1], reach->upper[1], reach->size},
               {from->z, 0, 0, reach->lower[2], reach->upper[2], reach->size}};
    bound_segment(&in.x, to->x);
    bound_segment(&in.y, to->y);
    bound_segment(&in.z, to->z);
    put_sides(&in, result);
}

static inline void bound_waypoints(const box_reach *reach, const graze_motion *motion, box *result)
{
    bound_way(reach, &motion->position, &motion->to, result);
}

void box_of_way(const box_reach *reach, const graze_vector *from, const graze_vector *to,
                box *result)
{
    bound_way(reach, from, to, result);
}

void box_of_reach(const box_reach *reach, const graze_motion *motion, box *result)
{
    set_life(motion, &result->begin, &result->end);
    if (goes_to_place(motion))
        bound_waypoints(reach, motion, result);
    else if (motion->form == GRAZE_KINEMATIC)
        bound_kinematic(reach, motion, (range){0, duration_above(motion)}, result);
    else
        bound_kinematic(reach, motion, (range){duration_below(motion), duration_above(motion)},
                        result);
}

box box_of_motion(const graze_body *body, const graze_motion *motion)
{
    box_reach reach = box_reach_of(body);
    box result;
    box_of_reach(&reach, motion, &result);
    return result;
}

/* ---- a part of a life ------------------------------------------------------------------- */

/* The local times of begin..end, moved outward, within `whole`. A difference of two
 * doubles is rounded by at most U of itself. */
static range part_of_range(const graze_motion *motion, double begin, double end, range whole)
{
    double from = (begin - box_sum_above(motion->start, motion->start_tail)) * (1 - 0x1p-51);
    double to = (end - start_below(motion)) * (1 + 0x1p-51);
    range u;
    u.from = lesser(greater(from, whole.from), whole.to);
    u.to = lesser(greater(to, u.from), whole.to);
    return u;
}

void box_local_times(const graze_motion *motion, double begin, double end, double *from, double *to)
{
    range u = part_of_range(motion, begin, end, (range){0, duration_above(motion)});
    *from = u.from;
    *to = u.to;
}

/* The stretch between the fractions first..last of a segment: an axis that moves at
 * velocity to - from, cut by the whole segment. That this velocity is rounded costs
 * another U m. */
static inline void bound_fraction(axis *in, double to, range fraction)
{
    axis whole = *in;
    bound_segment(&whole, to);
    in->velocity = to - in->position;
    bound_straight(in, fraction);
    if (in->size < most_magnitude) {
        whole.lower = greater(in->lower, whole.lower);
        whole.upper = lesser(in->upper, whole.upper);
    }
    *in = whole;
}

/* The part x of its time in which a ramp has gone share x + (1 - share) x^2 of its way, which
 * does not fall with x <= 1. The sum of the sizes of both terms is at most three times their sum,
 * so that the computed way is off by at most 16U of itself. */
static double way_gone(const graze_motion *motion, double x)
{
    x = lesser(x, 1);
    return (motion->share + (1 - motion->share) * x) * x;
}

static void bound_waypoint_part(const box_reach *reach, const graze_motion *motion, range u,
                                box *result)
{
    range fraction = {u.from / duration_above(motion) * (1 - 0x1p-51),
                      u.to / duration_below(motion) * (1 + 0x1p-51)};
    if (motion->form == GRAZE_RAMP) {
        fraction.from = way_gone(motion, fraction.from) * (1 - 0x1p-48);
        fraction.to = way_gone(motion, fraction.to) * (1 + 0x1p-48);
    }
    /* A fraction that underflows would be wrong by more than a part of itself. */
    fraction.from = fraction.from < least_fraction ? 0 : fraction.from;
    fraction.to = fraction.to < least_fraction ? least_fraction : fraction.to;
    if (!(fraction.to > fraction.from && fraction.to < most_time)) {
        bound_waypoints(reach, motion, result);
        return;
    }
    axes in = axes_of(reach, motion);
    bound_fraction(&in.x, motion->to.x, fraction);
    bound_fraction(&in.y, motion->to.y, fraction);
    bound_fraction(&in.z, motion->to.z, fraction);
    put_sides(&in, result);
}

bool box_of_reach_part(const box_reach *reach, const graze_motion *motion, double begin, double end,
                       box *result)
{
    box part;
    set_life(motion, &part.begin, &part.end);
    /* Next doubles lie on the same side of a double as the real numbers. */
    if (motion_is_empty(motion) || end <= part.begin || begin >= part.end)
        return false;
    range u = {0, duration_above(motion)};
    if (motion->form == GRAZE_PARKED) {
        u.from = duration_below(motion);
        bound_kinematic(reach, motion, u, &part);
    } else {
        u = part_of_range(motion, begin, end, u);
        if (goes_to_place(motion))
            bound_waypoint_part(reach, motion, u, &part);
        else
            bound_kinematic(reach, motion, u, &part);
    }
    part.begin = greater(begin, part.begin);
    part.end = lesser(end, part.end);
    *result = part;
    return true;
}

bool box_of_part(const graze_body *body, const graze_motion *motion, double begin, double end,
                 box *result)
{
    box_reach reach = box_reach_of(body);
    return box_of_reach_part(&reach, motion, begin, end, result);
}

/* ---- boxes ------------------------------------------------------------------------------ */

void box_grow(box *grown, double margin)
{
    if (margin == 0)
        return;
    for (int k = 0; k < 3; k++) {
        grown->lower[k] = box_sum_below(grown->lower[k], -margin);
        grown->upper[k] = box_sum_above(grown->upper[k], margin);
    }
}
