/* SPDX-License-Identifier: MIT */
/* In plain doubles: where a point that moves uniformly comes nearest to C. A guess to
 * begin an exact search at, and nothing else. */
#include "contact/polygon_guess.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/polygon.h"
#include "contact/question.h"
#include "contact/with_exact.h"
#include "geometry/body.h"

/* The motion without the common scale, and the signed distance with its slope. Lengths
 * are in units of which `part` squared make a metre. */
typedef struct course {
    const pair *question;
    double x, y, vx, vy;
    double length;
    double part;
    bool polygon;
} course;

typedef struct tangent {
    double tau, distance, slope;
} tangent;

static graze_point corner_of(const course *c, minkowski_corner corner)
{
    graze_point a = body_vertex(c->question->body_a, corner.a);
    graze_point b = body_vertex(c->question->body_b, corner.b);
    const double part = c->part;
    return (graze_point){b.x * part * part - a.x * part * part,
                         b.y * part * part - a.y * part * part};
}

typedef struct nearest_seen {
    tangent inside, outside; /* the greatest across, the least distance */
} nearest_seen;

static void look_at(const course *c, graze_point from, graze_point to, double x, double y,
                    nearest_seen *seen)
{
    double ex = to.x - from.x, ey = to.y - from.y, size = hypot(ex, ey);
    double px = x - from.x, py = y - from.y, away = hypot(px, py);
    if (away < seen->outside.distance) {
        seen->outside.distance = away;
        seen->outside.slope = away > 0 ? (px * c->vx + py * c->vy) / away : hypot(c->vx, c->vy);
    }
    if (!(size > 0))
        return;
    double across = (px * ey - py * ex) / size, ahead = (px * ex + py * ey) / size;
    double slope = (c->vx * ey - c->vy * ex) / size;
    if (across > seen->inside.distance) {
        seen->inside.distance = across;
        seen->inside.slope = slope;
    }
    if (across >= 0 && ahead > 0 && ahead < size && across < seen->outside.distance) {
        seen->outside.distance = across;
        seen->outside.slope = slope;
    }
}

static tangent tangent_from(const course *c, double tau, double x, double y)
{
    nearest_seen seen = {{tau, -INFINITY, 0}, {tau, INFINITY, 0}};
    minkowski_walk walk = minkowski_begin(c->question->body_a, c->question->body_b);
    minkowski_corner corner;
    minkowski_next(&walk, &corner);
    graze_point first = corner_of(c, corner), from = first;
    while (minkowski_next(&walk, &corner)) {
        graze_point to = corner_of(c, corner);
        look_at(c, from, to, x, y, &seen);
        from = to;
    }
    look_at(c, from, first, x, y, &seen);
    const bool inside = c->polygon && seen.inside.distance < 0;
    return inside ? seen.inside : seen.outside;
}

static tangent tangent_at(const course *c, double tau)
{
    return tangent_from(c, tau, c->x + c->vx * tau, c->y + c->vy * tau);
}

enum { GUESS_ROUNDS = 128 };

/* The first least value of a convex function between a falling tangent and one that does not
 * fall: where the two tangents cross, or the middle where the last step did not halve. */
static tangent least_between(const course *c, tangent low, tangent high)
{
    bool halved = true;
    for (int i = 0; i < GUESS_ROUNDS; i++) {
        double width = high.tau - low.tau, middle = low.tau + width / 2;
        double rise = high.distance - low.distance - high.slope * width;
        double crossing = low.tau + rise / (low.slope - high.slope);
        bool crosses = crossing > low.tau && crossing < high.tau;
        double tau = halved && crosses ? crossing : middle;
        if (tau <= low.tau || tau >= high.tau)
            break;
        tangent at = tangent_at(c, tau);
        if (at.slope < 0)
            low = at;
        else
            high = at;
        halved = high.tau - low.tau <= width / 2;
    }
    return low.distance < high.distance ? low : high;
}

static tangent least_of(const course *c)
{
    tangent low = tangent_at(c, 0), high;
    if (low.slope >= 0)
        return low;
    double tau = isfinite(c->length) ? c->length : 1;
    high = tangent_at(c, tau);
    while (isinf(c->length) && high.slope < 0 && tau < INFINITY) {
        tau *= 2;
        high = tangent_at(c, tau);
    }
    return high.slope < 0 ? high : least_between(c, low, high);
}

static double largest_coordinate(const graze_body *body)
{
    double largest = 0;
    for (size_t i = 0; i < body->vertex_count; i++)
        largest = fmax(largest, fmax(fabs(body->vertices[i].x), fabs(body->vertices[i].y)));
    return largest;
}

/* Products of two lengths stay in range when the largest one is about 1. (With corners it is not
 * 0.) */
static double part_of(const pair *question, double place)
{
    const double largest = fmax(place, fmax(largest_coordinate(question->body_a),
                                            largest_coordinate(question->body_b)));
    return isfinite(largest) ? ldexp(1, -(ilogb(largest) / 2)) : 1;
}

static course course_of(const pair *question, const exact_relative *r)
{
    const double scale = nearest_double(r->scale);
    const double x = nearest_double(r->place[0]) / scale, y = nearest_double(r->place[1]) / scale;
    const double part = part_of(question, fmax(fabs(x), fabs(y)));
    return (course){.question = question,
                    .x = x * part * part,
                    .y = y * part * part,
                    .vx = nearest_double(r->velocity[0]) / scale * part * part,
                    .vy = nearest_double(r->velocity[1]) / scale * part * part,
                    .length = r->endless ? INFINITY : nearest_double(r->length),
                    .part = part,
                    .polygon = polygon_kind_of(question) == POLYGON_AREA};
}

double polygon_guess_distance(const pair *question, const exact_relative *r, const dyadic *place)
{
    const double x = dyadic_quotient(place[0], r->scale);
    const double y = dyadic_quotient(place[1], r->scale);
    const double part = part_of(question, fmax(fabs(x), fabs(y)));
    const course still = {
        .question = question, .part = part, .polygon = polygon_kind_of(question) == POLYGON_AREA};
    return tangent_from(&still, 0, x * part * part, y * part * part).distance / part / part;
}

static double depth_of(const course *c, double distance)
{
    return c->question->radius_a + c->question->radius_b - distance / c->part / c->part;
}

void polygon_guess_nearest(const pair *question, const exact_relative *r, double *time,
                           double *depth)
{
    course c = course_of(question, r);
    tangent nearest = least_of(&c);
    *time = nearest_double(r->begin) + nearest.tau;
    *depth = depth_of(&c, nearest.distance);
}

/* ---- curved motion ------------------------------------------------------------------- */

static double distance_at(const course *c, const double *curve, double tau)
{
    course moved = *c;
    moved.x += curve[0] * tau * tau;
    moved.y += curve[1] * tau * tau;
    return tangent_at(&moved, tau).distance;
}

enum { SAMPLES = 64, SECTION_ROUNDS = 80 };

/* After this time an endless motion only leaves. */
static double settled_after(const course *c, const double *curve)
{
    double bend = hypot(curve[0], curve[1]), speed = hypot(c->vx, c->vy);
    double far = hypot(c->x, c->y) + fabs(tangent_at(c, 0).distance);
    return 2 * (speed + hypot(speed, 2 * sqrt(bend) * sqrt(far))) / bend;
}

/* The best of some samples, then golden sections beside it. */
static double least_by_samples(const course *c, const double *curve, double from, double to)
{
    double best = from, least = INFINITY, step = (to - from) / SAMPLES;
    for (int i = 0; i <= SAMPLES; i++) {
        double distance = distance_at(c, curve, from + i * step);
        if (distance < least) {
            least = distance;
            best = from + i * step;
        }
    }
    const double golden = 0.3819660112501051;
    double low = fmax(from, best - step), high = fmin(to, best + step);
    for (int i = 0; i < SECTION_ROUNDS; i++) {
        double first = low + golden * (high - low), second = high - golden * (high - low);
        if (distance_at(c, curve, first) <= distance_at(c, curve, second))
            high = second;
        else
            low = first;
    }
    double middle = low + (high - low) / 2;
    return distance_at(c, curve, middle) < least ? middle : best;
}

/* Samples cannot see a C that is so much smaller than the way past it. */
static const double WAY_MAX = 0x1p30;

bool polygon_guess_accelerated(const pair *question, const exact_relative *r, double from,
                               double to, double *depth)
{
    course c = course_of(question, r);
    double scale = nearest_double(r->scale);
    const double curve[2] = {nearest_double(r->curve[0]) / scale * c.part * c.part,
                             nearest_double(r->curve[1]) / scale * c.part * c.part};
    if (isinf(to))
        to = from + settled_after(&c, curve);
    double way = to * (hypot(c.vx, c.vy) + to * hypot(curve[0], curve[1]));
    double size = (largest_coordinate(question->body_a) + largest_coordinate(question->body_b) +
                   question->radius_a + question->radius_b) * c.part * c.part;
    if (!(way <= WAY_MAX * size))
        return false;
    double tau = least_by_samples(&c, curve, from, to);
    *depth = depth_of(&c, distance_at(&c, curve, tau));
    return isfinite(*depth);
}
