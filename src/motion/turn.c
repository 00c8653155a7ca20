/* SPDX-License-Identifier: MIT */
/* Reaches of bodies that turn, in plain doubles with an error bound.
 *
 * The sweep of a corner. In a part of a life its angle lies in m - h .. m + h. Turned by m
 * the corner is at (X, Y), at the distance R from the point, in the direction phi from the
 * axis x (0 <= phi <= pi, by symmetry). Turned by d more it reaches R cos(phi - |d|) at most:
 *
 *     R                    if phi <= h, which for h <= pi is X >= R cos h
 *     X cos h + |Y| sin h  else, at d = +-h
 *
 * and the other three sides are the same question about (-X, Y), (Y, X) and (-Y, X).
 *
 * The error bound. U = 2^-53, M the greatest coordinate of the corners, so that R <= 1.42 M.
 *
 * 1. Angles. With |angle| + |rate| u <= 1024 the roundings of m are six at most, of h as
 *    many, each below 1024U = 2^-43, and what underflows in a time of rate <= 2^1024 is
 *    below 2^-48: h is made longer by 2^-39, which is more than both.
 * 2. Sine and cosine. Of m = k pi/2 + r, |k| <= 653, the product and the rounded pi lose
 *    2^-43 each and the difference less: r is off by less than 2^-41, and so are both
 *    functions. Their series lose |r|^16 / 16! < 2^-49 and |r|^17 / 17!, and some U.
 *    Altogether less than 2^-40.
 * 3. X and Y are off by less than 2 M 2^-40 and some U M; the reach is off by 1.42 times
 *    that and by (|X| + |Y|) 2^-40 <= 2 M 2^-40, less than 2^-37 M. So is R cos h, hence
 *    `X >= R cos h` holds with that slack wherever it is true; where it is false and holds,
 *    R is too much at most, and by no more than the slack, for R cos(phi - h) is flat there.
 *
 * e = 2^-36 M + 2^-500 is more than enough, underflow included. (No subnormal numbers: they are
 * slow.) Nothing overflows below M = 2^1000. */
#include "motion/turn.h"

#include <math.h>

static const double slack = 0x1p-36, least_slack = 0x1p-500, angle_slack = 0x1p-39;
static const double most_size = 0x1p1000, most_angle = 1024, half_turn_below = 3.14;

static double greater(double x, double y)
{
    return x > y ? x : y;
}

static double lesser(double x, double y)
{
    return x < y ? x : y;
}

/* ---- sine and cosine ------------------------------------------------------------------ */

typedef struct heading {
    double cosine, sine;
} heading;

/* |angle| <= pi/4 and a little. Taylor's series, which every machine computes alike. */
static heading heading_near_zero(double r)
{
    double s = r * r, cosine = 1, sine = 1;
    for (int n = 14; n >= 2; n -= 2) {
        cosine = 1 - s / (n * (n - 1)) * cosine;
        sine = 1 - s / (n * (n + 1)) * sine;
    }
    return (heading){cosine, r * sine};
}

/* |angle| <= 1025. */
static heading heading_of(double angle)
{
    const double quarter = 0x1.921fb54442d18p0; /* pi/2 */
    int turns = (int)floor(angle / quarter + 0.5);
    heading near_zero = heading_near_zero(angle - turns * quarter);
    switch (turns & 3) {
    case 1:
        return (heading){-near_zero.sine, near_zero.cosine};
    case 2:
        return (heading){-near_zero.cosine, -near_zero.sine};
    case 3:
        return (heading){near_zero.sine, -near_zero.cosine};
    default:
        return near_zero;
    }
}

/* ---- corners -------------------------------------------------------------------------- */

/* At least the distance of a corner from the point, but for underflow, and at most 2^-49 of
 * it more. */
static double length_above(graze_point p)
{
    double size = greater(fabs(p.x), fabs(p.y));
    double scale = size > 0x1p500 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
    double x = p.x * scale, y = p.y * scale;
    return sqrt(x * x + y * y) * (1 + 0x1p-50) / scale;
}

/* The greatest coordinate, and the greatest distance from the point. */
typedef struct extent {
    double size, length;
} extent;

static extent extent_of(const graze_body *body)
{
    extent found = {0, 0};
    for (size_t i = 0; i < body->vertex_count; i++) {
        graze_point p = body->vertices[i];
        found.size = greater(found.size, greater(fabs(p.x), fabs(p.y)));
        found.length = greater(found.length, length_above(p));
    }
    return found;
}

/* The reach with these sides of the corners' hull in the plane, moved outward. Its size is
 * that of the circle for all headings, so that boxes of one body have the same z sides. */
static box_reach reach_with(const graze_body *body, extent of, const double *lower,
                            const double *upper)
{
    double r = body->radius, outward = slack * of.size + least_slack;
    bool in_range = of.size <= most_size;
    box_reach reach = {{-r, -r, -r}, {r, r, r}, 0};
    for (int k = 0; k < 2; k++) {
        reach.lower[k] = in_range ? box_sum_below(lower[k] - outward, -r) : -HUGE_VAL;
        reach.upper[k] = in_range ? box_sum_above(upper[k] + outward, r) : HUGE_VAL;
    }
    reach.size = in_range ? box_sum_above(of.length + 2 * outward, r) : HUGE_VAL;
    return reach;
}

box_reach turn_reach_round(const graze_body *body)
{
    if (body->vertex_count == 0)
        return box_reach_of(body);
    extent of = extent_of(body);
    const double lower[] = {-of.length, -of.length}, upper[] = {of.length, of.length};
    return reach_with(body, of, lower, upper);
}

/* ---- sweeps --------------------------------------------------------------------------- */

/* How far a corner that is at (along, across) in the middle of its sweep comes along. */
static double farthest(double along, double across, double length, heading half, double size)
{
    if (along >= length * half.cosine - slack * size)
        return length;
    return along * half.cosine + fabs(across) * half.sine;
}

static box_reach reach_of_sweep(const graze_body *body, double middle, double half_width)
{
    extent of = extent_of(body);
    heading at = heading_of(middle), half = heading_of(half_width);
    double lower[] = {HUGE_VAL, HUGE_VAL}, upper[] = {-HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < body->vertex_count; i++) {
        graze_point p = body->vertices[i];
        double length = length_above(p);
        double x = p.x * at.cosine - p.y * at.sine, y = p.x * at.sine + p.y * at.cosine;
        upper[0] = greater(upper[0], farthest(x, y, length, half, of.size));
        upper[1] = greater(upper[1], farthest(y, x, length, half, of.size));
        lower[0] = lesser(lower[0], -farthest(-x, y, length, half, of.size));
        lower[1] = lesser(lower[1], -farthest(-y, x, length, half, of.size));
    }
    return reach_with(body, of, lower, upper);
}

box_reach turn_reach_part(const graze_body *body, const graze_turn *turn,
                          const graze_motion *motion, double begin, double end)
{
    double from = 0, to = 0;
    if (turn->rate != 0 && motion->form == GRAZE_PARKED)
        return turn_reach_round(body); /* it turns for ever */
    if (turn->rate != 0)
        box_local_times(motion, begin, end, &from, &to);
    if (body->vertex_count == 0 ||
        !(fabs(turn->angle) + fabs(turn->rate) * to <= most_angle)) /* infinity too */
        return turn_reach_round(body);
    double middle = turn->angle + turn->rate * (0.5 * from + 0.5 * to);
    double half_width = fabs(turn->rate) * (0.5 * to - 0.5 * from) + angle_slack;
    if (half_width > half_turn_below)
        return turn_reach_round(body);
    return reach_of_sweep(body, middle, half_width);
}
