/* SPDX-License-Identifier: MIT */
/* The rectangle of both local times, halved, in doubles.
 *
 * Bounds, of an arc; D is what it is from its middle. With D = A - B, A' and B' the velocities, V =
 * A' - B' and W = (A' + B')/2, over the time t = (u + w)/2 and the shift s = w - u: D_t = V, D_s =
 * -W, F_t = G = D.V; the slopes of F are p, of G q. Pieces are upright in t and s, since F is flat
 * along t where an event is near. In a piece D is what it is in the middle, a linear part and Q,
 * |Q| <= `bent`, and V is linear, and off the middle by `swift`. So F is its Taylor sum of third
 * order up to |Q|^2/2, and G, whose second derivatives are F's third ones, is that of second order
 * up to |Q| `swift`. Second derivatives add `above` at most and take `below` at most: half of the
 * difference, up to half of the sum. (Along a side products of `far`, `swift` and lengths do.)
 *
 * Between two zeros z of (F, G) in a piece 0 = J (z2 - z1), each row of J a gradient somewhere
 * between them: there is one at most where |p1||q0| > |p0||q1| whatever places the four are taken
 * from, and it is -J^-1 (F, G)(m) off any place m of the piece. From m the true shift is F/slope
 * off, but for (|G| t + M (t + s)^2)/|slope|, where t and s are how far off it may be and M is more
 * than the second derivatives of F.
 *
 * Of a line with the outer normal n, of length 1, F = S (n.D - reach) and G = S n.V, and D is from
 * where its edge begins: F is of second order and G of first, so that their Taylor sums leave
 * nothing. Of a sharp corner F and G are the coordinates of D, times S and T, of second order both:
 * there is one zero at most where p0 q1 - p1 q0 keeps its sign whatever places the four are taken
 * from. An event may be on a part only where D is beside its edge, between the edges of its corner
 * and not beyond both its chord and its tangent, and where V goes with a tangent of it
 * (curved_outline.c); what is found elsewhere is no harm, since all gaps are decided.
 *
 * Rounding. S is the sum of all that D is made of, for times up to 1.25 of both lives together, and
 * of what the reach and the corners are made of; T that of velocities, C that of accelerations.
 * Coefficients are off by less than 2^-51 of themselves, and no quantity takes more than 2^4
 * operations: D is off by less than 2^-47 S, velocities by less than 2^-47 T, F by less than 2^-46
 * S^2, D times a velocity by less than 2^-46 S T, second derivatives by less than 2^-46 (T^2 + S
 * C); most is counted twice. Of bodies with corners S and T are powers of two, no less than those.
 * Normals are off by less than 2^-50, since edges are known to 2^-53 of their lengths, so that the
 * same bounds hold. With S, T and lives between 2^-100 and 2^100 what underflows vanishes beside
 * that. SLACK pays for what bounds lose in their own sums. */
#include "starts/curved_events.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "starts/curved_close.h"
#include "starts/curved_outline.h"

static const double PART = 0x1p-46, SLACK = CURVED_SLACK;

#if CPU_WIDE
#include <immintrin.h>
#endif

#include "starts/curved_pieces.inc"

/* The rectangle is cut five times at first: hardly anything larger can be told. */
enum { PENDING = 40, STEPS = 2000, FIRST_CUTS = 5, SIDE_CUTS = 3 };
/* Side by side it is cut into what one question takes. */
enum { PENDING_LANES = 128, LANE_CUTS = 2 };

/* How much wider a piece is that has one event at most: shares of its sides, and of both lives. Of
 * these, too: what is too small to be halved. */
static const double WIDER = 0x1p-3, WIDER_LEAST = 0x1p-18, LARGE = 0x1p-20;

/* ---- both motions ----------------------------------------------------------------------- */

static bool course_of(const graze_motion *m, int dimensions, curved_course *c)
{
    const double *from = &m->position.x, *v = &m->velocity.x, *a = &m->acceleration.x;
    if (m->form == GRAZE_PARKED || isinf(m->duration))
        return false;
    c->life = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    for (int k = 0; k < dimensions; k++) {
        c->place[k] = dd_from(from[k]);
        c->velocity[k] = dd_from(v[k]);
        c->half[k] = dd_from(m->form == GRAZE_KINEMATIC ? 0.5 * a[k] : 0);
        if (m->form == GRAZE_KINEMATIC)
            continue;
        const dd mean = dd_div(dd_sub(c->velocity[k], c->place[k]), c->life); /* v is `to` */
        c->velocity[k] = mean;
        if (m->form != GRAZE_RAMP)
            continue;
        c->velocity[k] = dd_mul(mean, dd_from(m->share));
        c->half[k] = dd_div(dd_sub(mean, c->velocity[k]), c->life);
    }
    return true;
}

static bool has_size(double x)
{
    return x > 0x1p-100 && x < 0x1p100;
}

/* Doubles of a course, its share in S and in T. A coefficient that is off by more leaves S
 * infinite. */
static void take_course(curved_scene *s, int i, double *size, double *speed, double *curve)
{
    const curved_course *c = &s->exact[i];
    const double twice = 1.25 * (s->life[0] + s->life[1]);
    for (int k = 0; k < s->dimensions; k++) {
        const double v = s->velocity[i][k] = c->velocity[k].high;
        const double h = s->half[i][k] = c->half[k].high;
        const bool close = c->velocity[k].error <= 0x1p-60 * fabs(v) + 0x1p-400 &&
                           c->half[k].error <= 0x1p-60 * fabs(h) + 0x1p-400;
        *size += close ? (fabs(v) + fabs(h) * twice) * twice : INFINITY;
        *speed += fabs(v) + 2 * fabs(h) * twice;
        *curve += 2 * fabs(h);
    }
}

static void take_bends(curved_scene *s)
{
    double square[4] = {0, 0, 0, 0};
    for (int k = 0; k < s->dimensions; k++) {
        const double a = 2 * s->half[0][k], b = 2 * s->half[1][k];
        const double terms[4] = {a, b, a - b, 0.5 * (a + b)};
        for (int i = 0; i < 4; i++)
            square[i] += terms[i] * terms[i];
    }
    const double off = 0x1p-300, a = sqrt(square[0]) * (1 + SLACK) + off;
    const double b = sqrt(square[1]) * (1 + SLACK) + off;
    const double curve = sqrt(square[2]) + SLACK * (a + b),
                 mean = sqrt(square[3]) + SLACK * (a + b);
    for (int i = 0; i < SOURCES; i++)
        for (int k = 0; k < 3; k++)
            s->bend[i][k] = k > 0 ? 0 : i == BEGIN_A || i == END_A ? b : a;
    s->bend[TANGENCY][0] = curve;
    s->bend[TANGENCY][1] = mean;
    s->bend[TANGENCY][2] = 0.25 * curve;
}

static double power_of_two_above(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent);
}

static bool scene_of(const pair *question, curved_search *all)
{
    curved_scene *s = &all->scene;
    double speed = 0, curve = 0,
           size = question->radius_a + question->radius_b + question->tolerance;
    s->question = question;
    s->dimensions = question->dimensions;
    if (!course_of(question->a, s->dimensions, &s->exact[0]) ||
        !course_of(question->b, s->dimensions, &s->exact[1]))
        return false;
    s->exact_reach = dd_add(dd_from(question->radius_a), dd_from(question->radius_b));
    s->exact_reach = dd_sub(s->exact_reach, dd_from(question->tolerance));
    s->reach = s->exact_reach.high;
    if (!curved_outline_of(question, all, &size))
        return false;
    for (int k = 0; k < s->dimensions; k++) {
        s->apart[k] = (&question->a->position.x)[k] - (&question->b->position.x)[k];
        size += fabs(s->apart[k]);
    }
    for (int i = 0; i < 2; i++)
        s->life[i] = s->exact[i].life.high;
    for (int i = 0; i < 2; i++)
        take_course(s, i, &size, &speed, &curve);
    if (!has_size(size) || !has_size(speed) || !has_size(s->life[0]) || !has_size(s->life[1]))
        return false;
    if (question->cornered) {
        size = s->scale[0] = power_of_two_above(size);
        speed = s->scale[1] = power_of_two_above(speed);
    }
    take_bends(s);
    s->off_place = PART * size;
    s->off_speed = PART * speed;
    s->off_f = PART * size * size;
    s->off_g = PART * size * speed;
    s->off_q = PART * (speed * speed + size * curve);
    return s->reach > PART * size || (question->cornered && dd_is_exact_zero(s->exact_reach));
}

/* Newton steps in a wide piece with one event at most, until they are so short that the next one
 * would be as rounding is (take_place tells how near that is); false when they leave it. */
static bool approach(const curved_scene *s, const curved_piece *wide, double *at, curved_view *v)
{
    enum { NEWTON = 8 };
    const double least = 0x1p-30 * (s->life[0] + s->life[1]);
    for (int i = 0; i < NEWTON; i++) {
        const double from[2] = {at[0], at[1]};
        step_from(v, wide->of, at);
        if (!is_within(wide, at, 0))
            return false;
        *v = curved_view_at(s, wide->on, wide->of, at);
        if (fabs(at[0] - from[0]) + fabs(at[1] - from[1]) <= least)
            break;
    }
    return true;
}

/* How near the true place is, by what F and G are at most. */
static void take_place(const curved_scene *s, double f, double g, curved_event *e)
{
    const double rounding = 0x1p-50 * (s->life[0] + s->life[1]);
    double along, shift;
    curved_distances(e, f, g, &along, &shift);
    e->shift = e->at[1] - e->at[0];
    e->off = shift + rounding;
    e->near = along + shift + rounding;
}

/* The same by double-doubles. */
static void take_place_closely(const curved_scene *s, curved_event *e)
{
    const curved_close close = curved_look_closely(s, e);
    take_place(s, curved_most(close.f), curved_most(close.g), e);
}

/* ---- all events ------------------------------------------------------------------------- */

/* Whether it was found from a neighbouring piece. */
static bool is_known(const curved_search *all, const curved_event *e)
{
    for (int i = 0; i < all->count; i++) {
        const curved_event *other = &all->event[i];
        const double near = e->near + other->near;
        if (other->of == e->of && other->on == e->on && 8 * near < other->margin &&
            fabs(e->at[0] - other->at[0]) <= near && fabs(e->at[1] - other->at[1]) <= near)
            return true;
    }
    return false;
}

/* Whether a place may be on its part. */
static bool is_on_part(const curved_search *all, const curved_event *e)
{
    const curved_piece around = {e->of, e->on, {e->at[0], e->at[1]}, {e->near, 2 * e->near}};
    return all->parts == 1 ||
           curved_parts_in(all, &around, UINT64_C(1) << (e->on - all->part)) != 0;
}

/* A piece that is a little wider, and no narrower than what rounding leaves of an event's place by
 * far; how much wider it is. */
static curved_piece widened(const curved_scene *s, const curved_piece *p, double *margin)
{
    const double least = WIDER_LEAST * (s->life[0] + s->life[1]);
    curved_piece wide = *p;
    *margin = INFINITY;
    for (int i = 0; i < (p->of == TANGENCY ? 2 : 1); i++) {
        const double part = WIDER * p->half[i], more = part > least ? part : least;
        wide.half[i] += more;
        *margin = more < *margin ? more : *margin;
    }
    return wide;
}

/* Takes the event of a piece, if it has one at most, as has a piece a little wider: so what is
 * found from two pieces is one. False where the piece has to be halved, and where there is no room
 * for one more: then halves are, until they are too small. */
static bool take_event(curved_search *all, const curved_piece *p, const curved_view *middle)
{
    const curved_scene *s = &all->scene;
    double margin;
    const curved_piece wide = widened(s, p, &margin);
    if (!seems_regular(&wide, middle))
        return false;
    curved_view v = *middle;
    curved_event e = {.of = p->of, .on = p->on, .at = {p->at[0], p->at[1]}, .margin = margin};
    e.j = jacobian_of(s, &wide, &v);
    if (!(e.j.least > 0) || !approach(s, &wide, e.at, &v))
        return false;
    e.slope = e.of == TANGENCY ? -v.p[1] : curved_moves_b(e.of) ? -v.p[0] : v.p[0];
    take_place(s, fabs(v.f) + s->off_f, fabs(v.g) + s->off_g, &e);
    if (!(8 * e.near < e.margin))
        take_place_closely(s, &e);
    if (!(8 * e.near < e.margin) || all->count == CURVED_EVENTS_MAX)
        return false;
    if (is_within(p, e.at, e.near) && !is_known(all, &e) && is_on_part(all, &e))
        all->event[all->count++] = e;
    return true;
}

static bool is_large(const curved_scene *s, const curved_piece *p)
{
    const double least = LARGE * (s->life[0] + s->life[1]);
    return p->half[0] > least || (p->of == TANGENCY && p->half[1] > least);
}

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "starts/curved_lanes.inc"
#include "starts/curved_lane_sides.inc"
#endif

/* All events of a part in a piece, or false. */
static bool find_events(curved_search *all, const curved_piece *from, int *step)
{
    const curved_scene *s = &all->scene;
    curved_piece pending[PENDING]; /* to fill it would take longer than most searches */
    pending[0] = *from;
    for (int waiting = 1; waiting > 0; ++*step) {
        curved_piece *p = &pending[--waiting];
        curved_stretch left[2] = {{-p->half[0], p->half[0]}, {-p->half[1], p->half[1]}};
        if (!is_inside(s, p) || (all->parts > 1 && !curved_part_in(s, p, left)))
            continue;
        if (p->on->shape == CURVED_ARC && all->parts > 1) {
            if (!(left[0].low <= left[0].high && left[1].low <= left[1].high))
                continue;
            if (shorten(p, left) && *step < STEPS) {
                waiting++;
                continue;
            }
            left[0] = (curved_stretch){-p->half[0], p->half[0]};
            left[1] = (curved_stretch){-p->half[1], p->half[1]};
        }
        const curved_view v = curved_view_at(s, p->on, p->of, p->at);
        if (!may_hold(s, p, &v, left) || take_event(all, p, &v))
            continue;
        if (*step >= STEPS || waiting + 2 > PENDING || !is_large(s, p))
            return false;
        waiting++; /* what is left of it stays where it was */
        if (shorten(p, left))
            continue;
        halve(axis_to_halve(p, &v), p, &pending[waiting]);
        waiting++;
    }
    return true;
}

/* The same of some parts, in a piece that is cut first. */
static bool find_all(curved_search *all, curved_piece p, uint64_t parts, int cuts, int *step)
{
    if (!is_inside(&all->scene, &p))
        return true;
    if (all->parts > 1 && cuts <= 3)
        parts = curved_parts_in(all, &p, parts);
    if (cuts > 0 && parts != 0) {
        curved_piece rest;
        halve(p.of == TANGENCY ? (cuts + 1) % 2 : 0, &p, &rest);
        return find_all(all, p, parts, cuts - 1, step) &&
               find_all(all, rest, parts, cuts - 1, step);
    }
    for (int i = 0; i < all->parts; i++) {
        p.on = &all->part[i];
        if ((parts >> i & 1) && !find_events(all, &p, step))
            return false;
    }
    return true;
}

/* At constant velocity D may go along a line as far as doubles tell: then F depends on the shift
 * alone, but for what G is, which is the same everywhere, and one event stands for all of them.
 * False where it hardly depends on the shift either. */
static bool take_slide(curved_search *all, const curved_part *part, const curved_view *v)
{
    const curved_scene *s = &all->scene;
    const double lives = s->life[0] + s->life[1], steep = fabs(v->p[1]) - 2 * s->off_g;
    const double most = (fabs(v->p[1]) + fabs(v->g) + 8 * s->off_g) * lives + 4 * s->off_f;
    const double ahead = -v->f / v->p[1];
    if (fabs(v->f) > most)
        return true;
    if (!(steep > 0x1p-20 * s->scale[0] * s->scale[1]) || all->count == CURVED_EVENTS_MAX)
        return false;
    curved_event e = {.of = TANGENCY,
                      .on = part,
                      .at = {0.5 * (s->life[0] - ahead), 0.5 * (s->life[1] + ahead)},
                      .slope = -v->p[1],
                      .slide = lives,
                      .j = {.p = {lives, 0}, .q = {1, 0}, .least = steep}};
    if (abs(dd_sign(curved_look_closely(s, &e).g)) == 1)
        return true; /* not quite along the line */
    take_place_closely(s, &e);
    if (e.shift - e.off <= s->life[1] * (1 + SLACK) && e.shift + e.off >= -s->life[0] * (1 + SLACK))
        all->event[all->count++] = e;
    return true;
}

static bool is_uniform(const curved_scene *s)
{
    bool uniform = true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < s->dimensions; k++)
            uniform = uniform && dd_is_exact_zero(s->exact[i].half[k]);
    return uniform;
}

/* The parts along which D does not slide; 0 when that is not certain. */
static uint64_t take_slides(curved_search *all)
{
    const curved_scene *s = &all->scene;
    const double middle[2] = {0.5 * s->life[0], 0.5 * s->life[1]};
    const int lines = s->question->cornered && is_uniform(s) ? all->parts : 0;
    uint64_t parts = ~UINT64_C(0) >> (CURVED_PARTS_MAX - all->parts);
    for (int i = 0; i < lines; i++) {
        const curved_part *part = &all->part[i];
        if (part->shape != CURVED_LINE)
            continue;
        const curved_view v = curved_view_at(s, part, TANGENCY, middle);
        if (fabs(v.g) > 4 * s->off_g)
            continue;
        if (!take_slide(all, part, &v))
            return 0;
        parts &= ~(UINT64_C(1) << i);
    }
    return parts;
}

static bool find_everywhere(curved_search *all)
{
    const uint64_t every = ~UINT64_C(0) >> (CURVED_PARTS_MAX - all->parts);
    const uint64_t steady = take_slides(all);
    const bool many = all->parts > 1;
    int step = 0;
    if (steady == 0)
        return false;
#if CPU_WIDE
    if (!many && quick_level(all->scene.question->without) >= CPU_AVX2)
        return avx2_find(all);
#endif
    for (curved_source of = TANGENCY; of < SOURCES; of++)
        if (!find_all(all, whole(&all->scene, of), of == TANGENCY ? steady : every,
                      of == TANGENCY ? FIRST_CUTS + many
                      : many         ? SIDE_CUTS
                                     : 0,
                      &step))
            return false;
    return true;
}

/* Whether all corners of the rectangle are inside or outside of the outline. */
static bool corners_are_clear(const curved_search *all)
{
    for (int i = 0; i < 4; i++) {
        const double at[2] = {(i & 1) * all->scene.life[0], (i >> 1) * all->scene.life[1]};
        if (all->parts == 1 ? !(fabs(curved_view_at(&all->scene, all->part, TANGENCY, at).f) >
                                 2 * all->scene.off_f)
                             : !curved_is_clear(all, at))
            return false;
    }
    return true;
}

/* In ascending order; false when two may be the same. */
static bool sort_events(curved_search *all)
{
    double most = -INFINITY;
    bool apart = true;
    for (int i = 1; i < all->count; i++) {
        const curved_event moved = all->event[i];
        int at = i;
        for (; at > 0 && all->event[at - 1].shift > moved.shift; at--)
            all->event[at] = all->event[at - 1];
        all->event[at] = moved;
    }
    for (int i = 0; i < all->count; i++) {
        curved_event *e = &all->event[i];
        e->tied = !(e->shift - 2 * e->off > most);
        most = fmax(most, e->shift + 2 * e->off);
        apart = apart && !e->tied;
    }
    return apart;
}

/* The same of the ends of all diagonals, too, which are certainly ends. */
static bool order_events(curved_search *all)
{
    const curved_scene *s = &all->scene;
    const double off = 0x1p-50 * (s->life[0] + s->life[1]);
    all->event[all->count++] = (curved_event){.shift = -s->life[0], .off = off, .end = true};
    all->event[all->count++] = (curved_event){.shift = s->life[1], .off = off, .end = true};
    if (!sort_events(all)) {
        for (int i = 0; i < all->count; i++)
            if (!all->event[i].end)
                take_place_closely(s, &all->event[i]);
        sort_events(all);
    }
    const curved_event *last = &all->event[all->count - 1];
    return all->event[0].end & !all->event[1].tied & last->end & !last->tied;
}

bool curved_events_of(const pair *question, curved_search *all)
{
    all->count = 0;
    return scene_of(question, all) && corners_are_clear(all) && find_everywhere(all) &&
           order_events(all);
}
