/* SPDX-License-Identifier: MIT */
/* In doubles: leg a is at `s` of its way at time A(s), leg b at B(s). b is behind a when, at
 * each pair of ways (s, t) at which they are too near, b comes to t no earlier than a to s:
 * start_b + B(t) >= start_a + A(s). The headway is the greatest A(s) - B(t). Pairs that are too
 * near are a convex set, and A grows, so it is at the last s for a given t, which is the root of
 * a quadratic or the end of a; t is searched. */
#include "planner/headway.h"

#include <math.h>

#include <graze/delay.h>
#include <graze/unsafe.h>

enum { BISECTIONS = 44, SAMPLES = 12, GOLDEN_STEPS = 36 };

static graze_vector minus(graze_vector a, graze_vector b)
{
    return (graze_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(graze_vector a, graze_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static graze_vector place_on(const leg *of, double way)
{
    graze_vector u = of->along;
    return (graze_vector){of->from.x + way * u.x, of->from.y + way * u.y, of->from.z + way * u.z};
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

double headway_distance(graze_vector from_a, graze_vector to_a, graze_vector from_b,
                        graze_vector to_b, double *along_b)
{
    graze_vector u = minus(to_a, from_a), v = minus(to_b, from_b), w = minus(from_a, from_b);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    double det = uu * vv - uv * uv;
    double s = det > 0x1p-40 * uu * vv ? clamp((uv * vw - vv * uw) / det, 0, 1) : 0;
    double t = clamp((uv * s + vw) / vv, 0, 1);
    s = clamp((uv * t - uw) / uu, 0, 1);
    t = clamp((uv * s + vw) / vv, 0, 1);
    graze_vector d = {w.x + s * u.x - t * v.x, w.y + s * u.y - t * v.y, w.z + s * u.z - t * v.z};
    *along_b = t * sqrt(vv);
    return sqrt(dot(d, d));
}

/* ---- two legs ------------------------------------------------------------------------------- */

typedef struct crossing {
    const leg *a, *b;
    double reach;
} crossing;

/* How far from a place on b the leg a is, at the nearest. */
static double distance_at(const crossing *c, double t)
{
    graze_vector w = minus(place_on(c->b, t), c->a->from);
    double s = clamp(dot(w, c->a->along), 0, c->a->length);
    graze_vector d = minus(place_on(c->b, t), place_on(c->a, s));
    return sqrt(dot(d, d));
}

/* The last s of a that is too near to t of b. */
static double last_near(const crossing *c, double t)
{
    graze_vector w = minus(place_on(c->b, t), c->a->from);
    double s = dot(w, c->a->along), off = dot(w, w) - s * s;
    double half = c->reach * c->reach - off;
    return clamp(s + sqrt(fmax(half, 0)), 0, c->a->length);
}

static double lead(const crossing *c, double t)
{
    return leg_time_at(c->a, last_near(c, t)) - leg_time_at(c->b, t);
}

/* The end of the near part of b between `inside`, which is near, and `outside`. */
static double edge_of(const crossing *c, double inside, double outside)
{
    if (distance_at(c, outside) < c->reach)
        return outside;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (inside + outside) / 2;
        *(distance_at(c, middle) < c->reach ? &inside : &outside) = middle;
    }
    return inside;
}

static double best_between(const crossing *c, double low, double high)
{
    const double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = lead(c, a), at_b = lead(c, b);
    for (int i = 0; i < GOLDEN_STEPS; i++) {
        if (at_a >= at_b) {
            high = b, b = a, at_b = at_a;
            a = high - golden * (high - low);
            at_a = lead(c, a);
        } else {
            low = a, a = b, at_a = at_b;
            b = low + golden * (high - low);
            at_b = lead(c, b);
        }
    }
    return at_a >= at_b ? a : b;
}

static void keep_greater(const crossing *c, double t, headway *best)
{
    double start = lead(c, t);
    if (best->any && start <= best->start)
        return;
    *best = (headway){true, start, last_near(c, t), t};
}

headway headway_of_discs(const leg *earlier, const leg *later, double reach)
{
    const crossing c = {earlier, later, reach};
    headway best = {.any = false};
    double nearest;
    if (headway_distance(earlier->from, earlier->to, later->from, later->to, &nearest) >= reach ||
        distance_at(&c, nearest) >= reach)
        return best;
    double low = edge_of(&c, nearest, 0), high = edge_of(&c, nearest, later->length);
    int top = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        double before = best.start;
        keep_greater(&c, low + (high - low) * i / SAMPLES, &best);
        if (i == 0 || best.start > before)
            top = i;
    }
    double each = (high - low) / SAMPLES;
    keep_greater(&c, best_between(&c, low + each * (top > 0 ? top - 1 : 0),
                                  low + each * (top < SAMPLES ? top + 1 : SAMPLES)), &best);
    return best;
}

/* ---- exactly -------------------------------------------------------------------------------- */

graze_status headway_exactly(const graze_body *body_earlier, const leg *earlier,
                             const graze_body *body_later, const leg *later, double tolerance,
                             const graze_workspace *workspace, headway *found)
{
    graze_motion a[LEG_MOTIONS], b[LEG_MOTIONS];
    graze_interval unsafe[HEADWAY_ROOM];
    graze_trajectory first = {.motions = a}, second = {.motions = b};
    size_t count = 0;
    graze_status status = leg_motions(earlier, 0, a, &first.count);
    if (status == GRAZE_OK)
        status = leg_motions(later, 0, b, &second.count);
    if (status == GRAZE_OK)
        status = graze_trajectory_unsafe_delays(body_later, &second, body_earlier, &first,
                                                GRAZE_APPEAR, tolerance, workspace, unsafe,
                                                HEADWAY_ROOM, &count);
    if (status != GRAZE_OK)
        return status;
    found->any = count > 0;
    found->start = count > 0 ? unsafe[count - 1].upper : 0;
    return GRAZE_OK;
}
