/* SPDX-License-Identifier: MIT */
/* Two discs in the plane with constant accelerations, decided in doubles.
 *
 * Over the common life the relative path is a quadratic Bezier curve with control
 * points D0, D1, D2, and distance^2 - reach^2 has the Bernstein coefficients
 *
 *   D0.D0,  D0.D1,  (2 D1.D1 + D0.D2)/3,  D1.D2,  D2.D2,   each minus reach^2.
 *
 * All of them positive is "apart"; the first or the last one negative is a witness
 * of overlap; else the curve is cut (filter_scan.h).
 *
 * Notation as in filter_uniform.h, with half accelerations c: local times e = t - start at
 * the begin and E = e + length + 16u|t| after the end of the common life (which is off by 3u of
 * itself: a life that rounds to an instant may be long enough for an acceleration), all norms
 * 1-norms,
 *
 *   S = sum over both motions of |place| + |v| E + |c| E^2,
 *   V = sum of |v| + 2|c| E,   C = |d| + |w| length + |c| length^2 >= |Di|,   C <= S.
 *
 * Bound. Velocities are off by 3u relative (waypoints), local times by u, and each
 * operation by u of its result, so D0 is off by 8u |d|, w length by 7u, c length^2 by 5u,
 * their sum by 2u C, all in the terms of S; and through the length, which is off by
 * 3u(|t| + length), by 3u V (|t| + length) <= 6u S + 3u V |t|: control points are off by
 * less than 16u S + 3u V |t| < g/2, g = 32u (S + V |t|). A coefficient is then off by
 * C g + g^2 + 8u (C^2 + size^2), and each of FILTER_HALVINGS = 8 halvings
 * adds at most 4u (C^2 + size^2): together less than 2g (C + g) + 64u (C^2 + size^2).
 *
 * Ramps. Of the mean velocity m = (to - from)/duration, off by 3u, they have v = share m and
 * c = (1 - share) m/duration, off by 4u and 7u. In place of the 8u of above what v adds to D0 is
 * off by 9u and what c adds by 14u, in w length by 8u and 12u, and c length^2 by 10u: control
 * points by less than 14u S + 2u S + 6u S + 3u V |t|. Their S and V count twice. What is flushed
 * in m is divided by the duration again and multiplied by E^2: with the ranges of
 * filter_ramp_is_ready E is below 2^151, and a place loses less than eta 2^80 2^302 = 2^-640.
 * Nothing overflows before v and c are there.
 *
 * Underflow. Velocities and half accelerations are off by 2 eta more (also half of a subnormal
 * one), which FILTER_SLOW beside |v| and |c| pays for, as in filter_uniform.h. Products and
 * sums that are flushed lose eta, and eta e where they are multiplied by e again, which the same
 * shares pay for. So places are off by less than 40 eta more, for the times by 6 eta V.
 * FILTER_FLOOR in S and in C, and as much in |t|, make g at least 2^-497 + 2^-497 V and the bound
 * at least 2^-946, beside which a hundred eta in the coefficients vanish. Overflow leaves S or
 * V |t| or C at 2^511 or more, and the bound above 2^900, which counts as infinite.
 */
#ifndef GRAZE_CONTACT_FILTER_ACCELERATED_H
#define GRAZE_CONTACT_FILTER_ACCELERATED_H

#include "contact/filter_scan.h"
#include "contact/filter_uniform.h"

/* The same of a ramp, with numbers in the ranges of the head comment. */
static inline bool filter_ramp_is_ready(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *to = &motion->to, *behind = &motion->acceleration;
    double duration = motion->duration + motion->duration_tail, share = motion->share;
    double places = fabs(p->x) + fabs(p->y) + fabs(to->x) + fabs(to->y);
    uint64_t zero = double_bits(p->z) | double_bits(to->z) | double_bits(behind->y) |
                    double_bits(behind->z) | double_bits(motion->start_tail);
    bool shares = (double_bits(share) == 0) | ((share >= 0x1p-40) & (share <= 2));
    return (zero == 0) & (places < 0x1p900) & shares & (fabs(motion->start) < 0x1p200) &
           (duration >= 0x1p-40) & (duration < 0x1p100) & filter_end_fits(motion, duration);
}

/* Whether it is valid, in the plane, with a simple start and a life that ends. As in
 * filter_uniform_is_ready, false is no verdict. */
static inline bool filter_accelerated_is_ready(const graze_motion *motion)
{
    bool waypoint = motion->form == GRAZE_WAYPOINT;
    if (motion->form == GRAZE_RAMP)
        return filter_ramp_is_ready(motion);
    if (!waypoint && motion->form != GRAZE_KINEMATIC)
        return false;
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    double duration = motion->duration + motion->duration_tail;
    double finite = (p->x + p->y) + (v->x + v->y) + (a->x + a->y) + motion->start +
                    motion->duration_tail + duration;
    uint64_t zero = double_bits(p->z) | double_bits(v->z) | double_bits(a->z) |
                    double_bits(motion->start_tail);
    bool straight = (double_bits(a->x) | double_bits(a->y)) == 0;
    return (zero == 0) & (finite * 0 == 0) & (straight | !waypoint) &
           filter_end_fits(motion, duration);
}

/* A motion at the begin of the common life, which lasts for less than `longest`. */
typedef struct filter_state {
    double x, y, vx, vy, cx, cy;
    double reached, speed; /* its shares of S and V */
} filter_state;

static inline filter_state filter_state_at(const graze_prepared *m, const graze_motion *motion,
                                           double elapsed, double longest)
{
    filter_state s;
    double vx = m->vx, vy = m->vy, weight = 1;
    s.cx = 0.5 * motion->acceleration.x;
    s.cy = 0.5 * motion->acceleration.y;
    if (motion->form == GRAZE_RAMP) {
        double duration = motion->duration + motion->duration_tail, rest = 1 - motion->share;
        vx = (motion->to.x - motion->position.x) / duration;
        vy = (motion->to.y - motion->position.y) / duration;
        s.cx = vx * rest / duration;
        s.cy = vy * rest / duration;
        vx *= motion->share;
        vy *= motion->share;
        weight = 2;
    }
    s.x = m->x + (vx + s.cx * elapsed) * elapsed;
    s.y = m->y + (vy + s.cy * elapsed) * elapsed;
    s.vx = vx + 2 * s.cx * elapsed;
    s.vy = vy + 2 * s.cy * elapsed;
    double v = fabs(vx) + fabs(vy) + FILTER_SLOW, end = elapsed + longest;
    double c = fabs(s.cx) + fabs(s.cy) + FILTER_SLOW;
    s.reached = (fabs(m->x) + fabs(m->y) + (v + c * end) * end) * weight;
    s.speed = (v + 2 * c * end) * weight;
    return s;
}

/* The relative path over the common life, or what the lives may share of it. */
typedef struct filter_control {
    double x[3], y[3]; /* D0, D1, D2 */
    double wrong;      /* g: they are off by less than half of it */
    double far;        /* C */
    double start, length, margin; /* lives surely meet if length > margin, and surely do
                                     not if length < -margin; else length counts as 0 */
} filter_control;

/* Of motions that are ready. */
static inline filter_control filter_control_of(const graze_prepared *m, const graze_motion *a,
                                               const graze_prepared *n, const graze_motion *b)
{
    filter_control c;
    c.start = m->start > n->start ? m->start : n->start;
    double end = m->end < n->end ? m->end : n->end;
    c.length = end - c.start;
    c.margin = 0x1p-48 * fabs(c.start);
    double length = c.length > 0 ? c.length : 0; /* lives that may only meet can still be apart */
    filter_state s = filter_state_at(m, a, c.start - m->start, length + c.margin);
    filter_state r = filter_state_at(n, b, c.start - n->start, length + c.margin);

    double x = s.x - r.x, y = s.y - r.y;
    double wx = (s.vx - r.vx) * length, wy = (s.vy - r.vy) * length;
    double cx = (s.cx - r.cx) * length * length, cy = (s.cy - r.cy) * length * length;
    c.x[0] = x;
    c.y[0] = y;
    c.x[1] = x + 0.5 * wx;
    c.y[1] = y + 0.5 * wy;
    c.x[2] = x + wx + cx;
    c.y[2] = y + wy + cy;
    c.far = fabs(x) + fabs(y) + fabs(wx) + fabs(wy) + fabs(cx) + fabs(cy) + FILTER_FLOOR;
    c.wrong = 0x1p-47 * (s.reached + r.reached + FILTER_FLOOR +
                         (s.speed + r.speed) * (fabs(c.start) + FILTER_FLOOR));
    return c;
}

/* CONTACT_OVERLAP, _APART (or no common life) or _UNKNOWN, for motions that are
 * ready. */
static inline contact filter_accelerated_contact(double radius_a, const graze_motion *a,
                                                 double radius_b, const graze_motion *b,
                                                 double tolerance)
{
    graze_prepared m = filter_prepared(radius_a, a), n = filter_prepared(radius_b, b);
    filter_control c = filter_control_of(&m, a, &n, b);
    if (c.length < -c.margin)
        return CONTACT_APART;
    double reach = radius_a + radius_b - tolerance, squared = reach * reach;
    double x = c.x[0], y = c.y[0], x1 = c.x[1], y1 = c.y[1], x2 = c.x[2], y2 = c.y[2];
    const double coefficient[FILTER_TERMS] = {
        x * x + y * y - squared, x * x1 + y * y1 - squared,
        (2 * (x1 * x1 + y1 * y1) + x * x2 + y * y2) / 3 - squared, x1 * x2 + y1 * y2 - squared,
        x2 * x2 + y2 * y2 - squared};

    double size = radius_a + radius_b + tolerance, g = c.wrong;
    double bound = 2 * g * (c.far + g) + 0x1p-46 * (c.far * c.far + size * size);
    if (!(reach > 0 && bound < 0x1p900))
        return CONTACT_UNKNOWN;
    contact answer = filter_scan(coefficient, bound, NULL);
    return answer == CONTACT_OVERLAP && !(c.length > c.margin) ? CONTACT_UNKNOWN : answer;
}

#endif
