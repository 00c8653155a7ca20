/* SPDX-License-Identifier: MIT */
/* The rectangle of both local times, halved, in doubles.
 *
 * Bounds. With D = A - B, A' and B' the velocities, V = A' - B' and W = (A' + B')/2, over the time
 * t = (u + w)/2 and the shift s = w - u: D_t = V, D_s = -W, F_t = G = D.V; the slopes of F are p,
 * of G q. Pieces are upright in t and s, since F is flat along t where an event is near. In a piece
 * D is what it is in the middle, a linear part and Q, |Q| <= `bent`, and V is linear, and off the
 * middle by `swift`. So F is its Taylor sum of third order up to |Q|^2/2, and G, whose second
 * derivatives are F's third ones, is that of second order up to |Q| `swift`. Second derivatives
 * add `above` at most and take `below` at most: half of the difference, up to half of the sum.
 * (Along a side products of `far`, `swift` and lengths do.)
 *
 * Between two zeros z of (F, G) in a piece 0 = J (z2 - z1), each row of J a gradient somewhere
 * between them: there is one at most where |p1||q0| > |p0||q1| whatever places the four are taken
 * from, and it is -J^-1 (F, G)(m) off any place m of the piece. From m the true shift is F/slope
 * off, but for (|G| t + M (t + s)^2)/|slope|, where t and s are how far off it may be and M is more
 * than the second derivatives of F.
 *
 * Rounding. S is the sum of all that D is made of, for times up to 1.25 of both lives together, and
 * of what the reach is made of; T that of velocities, C that of accelerations. Coefficients are off
 * by less than 2^-51 of themselves, and no quantity takes more than 2^4 operations: D is off by
 * less than 2^-47 S, velocities by less than 2^-47 T, F by less than 2^-46 S^2, D times a velocity
 * by less than 2^-46 S T, second derivatives by less than 2^-46 (T^2 + S C); most is counted twice.
 * With S, T and lives between 2^-100 and 2^100 what underflows vanishes beside that. SLACK pays
 * for what bounds lose in their own sums. */
#include "starts/curved_events.h"

#include <math.h>

#include "starts/curved_view.h"

static const double PART = 0x1p-46, SLACK = CURVED_SLACK;

/* The rectangle is cut five times at first: hardly anything larger can be told. */
enum { PENDING = 80, STEPS = 2000, FIRST_CUTS = 5 };

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

static bool scene_of(const pair *question, curved_scene *s)
{
    double speed = 0, curve = 0,
           size = question->radius_a + question->radius_b + question->tolerance;
    s->question = question;
    s->dimensions = question->dimensions;
    if (question->cornered || !course_of(question->a, s->dimensions, &s->exact[0]) ||
        !course_of(question->b, s->dimensions, &s->exact[1]))
        return false;
    s->exact_reach = dd_add(dd_from(question->radius_a), dd_from(question->radius_b));
    s->exact_reach = dd_sub(s->exact_reach, dd_from(question->tolerance));
    s->reach = s->exact_reach.high;
    for (int k = 0; k < s->dimensions; k++) {
        s->apart[k] = (&question->a->position.x)[k] - (&question->b->position.x)[k];
        size += fabs(s->apart[k]);
    }
    for (int i = 0; i < 2; i++)
        s->life[i] = s->exact[i].life.high;
    for (int i = 0; i < 2; i++)
        take_course(s, i, &size, &speed, &curve);
    take_bends(s);
    s->off_place = PART * size;
    s->off_speed = PART * speed;
    s->off_f = PART * size * size;
    s->off_g = PART * size * speed;
    s->off_q = PART * (speed * speed + size * curve);
    return s->reach > PART * size && has_size(size) && has_size(speed) && has_size(s->life[0]) &&
           has_size(s->life[1]);
}

/* ---- pieces ----------------------------------------------------------------------------- */

/* The axes of a piece: time and shift; or along a side. What one step does to u and to w. */
typedef struct axes {
    double u[2], w[2];
} axes;

static axes axes_of(curved_source of)
{
    if (of == TANGENCY)
        return (axes){{1, -0.5}, {1, 0.5}};
    return curved_moves_b(of) ? (axes){{0, 0}, {1, 0}} : (axes){{1, 0}, {0, 0}};
}

typedef struct piece {
    curved_source of;
    double at[2], half[2]; /* u and w of its middle; half its sides, along its axes */
} piece;

static piece whole(const curved_scene *s, curved_source of)
{
    const double both = s->life[0] + s->life[1];
    piece p = {.of = of, .at = {0.5 * s->life[0], 0.5 * s->life[1]}};
    if (of == TANGENCY) {
        p.half[0] = 0.25 * both * (1 + SLACK);
        p.half[1] = 0.5 * both * (1 + SLACK);
        return p;
    }
    const int still = of == BEGIN_A || of == END_A ? 0 : 1;
    p.at[still] = of == END_A || of == END_B ? s->life[still] : 0;
    p.half[0] = 0.5 * s->life[1 - still] * (1 + SLACK);
    return p;
}

/* How far D may be from what its slopes make of it; V and D's slope along the second axis from what
 * they are in the middle. */
typedef struct spread {
    double bent, swift, turn;
} spread;

static spread spread_of(const curved_scene *s, const piece *p)
{
    const double h = p->half[0], k = p->half[1], *bend = s->bend[p->of];
    return (spread){.swift = bend[0] * h + bend[1] * k,
                    .turn = bend[1] * h + bend[2] * k,
                    .bent = (0.5 * bend[0] * h + bend[1] * k) * h + 0.5 * bend[2] * k * k};
}

/* No less than the lengths of D, V and D's slopes in the middle, and how far D is from there. */
typedef struct lengths {
    double apart, relative, x[2], far;
} lengths;

static lengths lengths_of(const curved_scene *s, const piece *p, const curved_view *v,
                          const spread *r)
{
    lengths l = {.apart = sqrt(v->d_d) + s->off_place, .relative = sqrt(v->v_v) + s->off_speed};
    for (int i = 0; i < (p->of == TANGENCY ? 2 : 1); i++)
        l.x[i] = sqrt(v->x_x[i]) + s->off_speed;
    l.far = l.x[0] * p->half[0] + l.x[1] * p->half[1] + r->bent;
    return l;
}

/* Whether it has places in the rectangle. */
static bool is_inside(const curved_scene *s, const piece *p)
{
    const double reach = (p->half[0] + 0.5 * p->half[1]) * (1 + SLACK);
    return p->of != TANGENCY || (p->at[0] + reach > 0 && p->at[1] + reach > 0 &&
                                 p->at[0] - reach < s->life[0] * (1 + SLACK) &&
                                 p->at[1] - reach < s->life[1] * (1 + SLACK));
}

/* What is left of one axis of a piece, from its middle. */
typedef struct stretch {
    double low, high;
} stretch;

/* Where y + slope x may be 0 up to `rest`, by what is 1 / slope. */
static void cut(stretch *of, double y, double over, double rest)
{
    const double middle = -y * over, reach = rest * fabs(over);
    const double off = SLACK * (fabs(middle) + reach);
    if (middle - reach - off > of->low)
        of->low = middle - reach - off;
    if (middle + reach + off < of->high)
        of->high = middle + reach + off;
}

/* Cuts off where G or, with one axis eliminated, both are not 0 (an interval Newton step: R. E.
 * Moore, Interval Analysis, 1966); false where nothing is left. F and G are their slopes' sums up
 * to their rests, so q[i] F - p[i] G has no slope along axis i and is off by |q[i]| and |p[i]|
 * times these. A slope of 0 gives infinities or NaN, which cut nothing. */
static bool shave(const piece *p, const curved_view *v, double f, double f_rest, double g,
                  double g_rest, stretch left[2])
{
    const double *half = p->half, more = 1 + SLACK;
    const double turn = v->p[0] * v->q[1] - v->p[1] * v->q[0];
    const double off = SLACK * (fabs(v->p[0] * v->q[1]) + fabs(v->p[1] * v->q[0]));
    const double over = 1 / turn;
    for (int k = 0; k < 2; k++) {
        const int i = 1 - k;
        const double first = v->q[i] * f, second = v->p[i] * g;
        const double both = fabs(v->q[i]) * f_rest + fabs(v->p[i]) * g_rest +
                            SLACK * (fabs(first) + fabs(second)) + half[k] * off;
        left[k] = (stretch){-half[k], half[k]};
        cut(&left[k], first - second, k == 0 ? over : -over, both * more);
        cut(&left[k], g, 1 / v->q[k], (fabs(v->q[i]) * half[i] + g_rest) * more);
    }
    return (left[0].low <= left[0].high) & (left[1].low <= left[1].high);
}

/* fmax is a call, which takes a twentieth of a search. */
static double positive(double x)
{
    return x > 0 ? x : 0;
}

/* How much more, and how much less, second derivatives make of something in a piece. */
typedef struct sway {
    double above, below;
} sway;

static inline sway sway_of(const double *second, double h, double k)
{
    const double twist = fabs(second[1]) * h * k;
    return (sway){
        0.5 * (positive(second[0]) * h * h + positive(second[2]) * k * k) + twist,
        0.5 * (positive(-second[0]) * h * h + positive(-second[2]) * k * k) + twist,
    };
}

/* Whether F, off its second order by `cubic`, may be 0. */
static inline bool may_vanish(const piece *p, const curved_view *v, sway f, double cubic)
{
    const double slope = fabs(v->p[0]) * p->half[0] + fabs(v->p[1]) * p->half[1];
    return (v->f <= (slope + f.below) * (1 + SLACK) + cubic) &
           (-v->f <= (slope + f.above) * (1 + SLACK) + cubic);
}

/* Whether both F and G may be 0 in a piece, and where. */
static bool may_touch(const curved_scene *s, const piece *p, const curved_view *v, stretch left[2])
{
    const double h = p->half[0], k = p->half[1], more = 1 + SLACK, *t = v->third;
    const spread r = spread_of(s, p);
    const sway f = sway_of(v->second, h, k), g = sway_of(v->third, h, k);
    const double third = (h * h * (fabs(t[0]) * h + 3 * fabs(t[1]) * k) +
                          k * k * (3 * fabs(t[2]) * h + fabs(t[3]) * k)) / 6;
    const double rounding = s->off_q * (h + k);
    const double cubic =
        (third + 0.5 * r.bent * r.bent + (s->off_g + rounding) * (h + k)) * more + 2 * s->off_f;
    const double f_rest = 0.5 * (f.above + f.below) * more + cubic;
    const double g_rest = (0.5 * (g.above + g.below) + r.bent * r.swift + 2 * rounding) * more +
                          2 * s->off_g;
    const double middle = v->g + 0.5 * (g.above - g.below);
    const double most = (fabs(v->q[0]) * h + fabs(v->q[1]) * k) * more + g_rest;
    return may_vanish(p, v, f, cubic) && fabs(middle) <= most &&
           shave(p, v, v->f + 0.5 * (f.above - f.below), f_rest, middle, g_rest, left);
}

/* On a side: whether F may be 0 where G tells that the shift has an end, and where. */
static bool may_begin(const curved_scene *s, const piece *p, const curved_view *v, stretch *left)
{
    const double h = p->half[0], more = 1 + SLACK;
    const spread r = spread_of(s, p);
    const lengths l = lengths_of(s, p, v, &r);
    const double rounding = s->off_q * h;
    const double cubic =
        ((l.far - 0.5 * r.bent) * r.bent + (s->off_g + rounding) * h) * more + 2 * s->off_f;
    const double g_rest =
        (l.far * r.swift + r.bent * l.relative + rounding) * more + 2 * s->off_g;
    const double most = fabs(v->q[0]) * h * more + g_rest;
    const sway f = sway_of(v->second, h, 0);
    *left = (stretch){-h, h};
    cut(left, v->f + 0.5 * (f.above - f.below), 1 / v->p[0],
        (0.5 * (f.above + f.below) * more + cubic) * more);
    return may_vanish(p, v, f, cubic) && left->low <= left->high &&
           (p->of == BEGIN_A || p->of == BEGIN_B ? v->g >= -most : v->g <= most);
}

/* ---- one event at most ------------------------------------------------------------------ */

static curved_jacobian jacobian_of(const curved_scene *s, const piece *p, const curved_view *v)
{
    const spread r = spread_of(s, p);
    const double h = p->half[0], k = p->half[1], more = 1 + SLACK, *bend = s->bend[p->of];
    const lengths l = lengths_of(s, p, v, &r);
    const double x0 = l.x[0] + r.swift, x1 = l.x[1] + r.turn, apart = l.apart + l.far;
    const double off = 2 * s->off_g + s->off_q * (h + k);
    /* a slope of F less what it is in the middle and what second derivatives add */
    const double spin[2] = {
        (fabs(v->second[0]) * h + fabs(v->second[1]) * k + l.far * r.swift + r.bent * l.x[0]) *
                more +
            off,
        (fabs(v->second[1]) * h + fabs(v->second[2]) * k + l.far * r.turn + r.bent * l.x[1]) *
                more +
            off};
    const double change[2] = {
        (r.swift * (l.relative + x0) + l.far * bend[0]) * more + 2 * s->off_q,
        (r.swift * x1 + l.relative * r.turn + l.far * bend[1]) * more + 2 * s->off_q};
    curved_jacobian j = {
        .second = ((x0 + x1) * (x0 + x1) + apart * (bend[0] + 2 * bend[1] + bend[2])) * more};
    for (int i = 0; i < 2; i++) {
        j.p[i] = fabs(v->p[i]) + spin[i];
        j.q[i] = fabs(v->q[i]) + change[i];
    }
    const double steep = fabs(v->p[1]) - spin[1], bent = fabs(v->q[0]) - change[0];
    if (p->of != TANGENCY)
        j.least = fabs(v->p[0]) - spin[0];
    else
        j.least =
            steep > 0 && bent > 0 ? steep * bent * (1 - SLACK) - j.p[0] * j.q[1] * (1 + SLACK) : -1;
    return j;
}

/* One Newton step from a place. */
static void step_from(const curved_view *v, curved_source of, double *at)
{
    const axes e = axes_of(of);
    const double least = v->p[0] * v->q[1] - v->p[1] * v->q[0];
    double along = -v->f / v->p[0], across = 0;
    if (of == TANGENCY) {
        along = (v->p[1] * v->g - v->q[1] * v->f) / least;
        across = (v->q[0] * v->f - v->p[0] * v->g) / least;
    }
    at[0] += along * e.u[0] + across * e.u[1];
    at[1] += along * e.w[0] + across * e.w[1];
}

/* Whether a place is in the piece, or not farther away than that. */
static bool is_within(const piece *p, const double *at, double more)
{
    const double u = at[0] - p->at[0], w = at[1] - p->at[1];
    if (p->of != TANGENCY)
        return fabs(u) + fabs(w) <= p->half[0] + more;
    return fabs(0.5 * (u + w)) <= p->half[0] + more && fabs(w - u) <= p->half[1] + 2 * more;
}

/* Newton steps in a wide piece with one event at most, until they are so short that the next one
 * would be as rounding is (take_place tells how near that is); false when they leave it. */
static bool approach(const curved_scene *s, const piece *wide, double *at, curved_view *v)
{
    enum { NEWTON = 8 };
    const double least = 0x1p-30 * (s->life[0] + s->life[1]);
    for (int i = 0; i < NEWTON; i++) {
        const double from[2] = {at[0], at[1]};
        step_from(v, wide->of, at);
        if (!is_within(wide, at, 0))
            return false;
        *v = curved_view_at(s, wide->of, at);
        if (fabs(at[0] - from[0]) + fabs(at[1] - from[1]) <= least)
            break;
    }
    return true;
}

void curved_distances(const curved_event *e, double f, double g, double *along, double *shift)
{
    const curved_jacobian *j = &e->j;
    *along = *shift = f / j->least * (1 + SLACK);
    if (e->of != TANGENCY)
        return;
    *along = (j->q[1] * f + j->p[1] * g) / j->least * (1 + SLACK);
    *shift = (j->q[0] * f + j->p[0] * g) / j->least * (1 + SLACK);
}

static void take_place(const curved_scene *s, const curved_view *v, curved_event *e)
{
    const double rounding = 0x1p-50 * (s->life[0] + s->life[1]);
    double along, shift;
    curved_distances(e, fabs(v->f) + s->off_f, fabs(v->g) + s->off_g, &along, &shift);
    e->shift = e->at[1] - e->at[0];
    e->off = shift + rounding;
    e->near = along + shift + rounding;
    e->slope = e->of == TANGENCY ? -v->p[1] : curved_moves_b(e->of) ? -v->p[0] : v->p[0];
}

/* ---- all events ------------------------------------------------------------------------- */

/* Whether it was found from a neighbouring piece. */
static bool is_known(const curved_search *all, const curved_event *e)
{
    for (int i = 0; i < all->count; i++) {
        const curved_event *other = &all->event[i];
        const double near = e->near + other->near;
        if (other->of == e->of && 8 * near < other->margin &&
            fabs(e->at[0] - other->at[0]) <= near && fabs(e->at[1] - other->at[1]) <= near)
            return true;
    }
    return false;
}

/* Whether there is one event at most, as far as first and second derivatives of F and G tell: what
 * jacobian_of would say at best, for a third of its work. */
static bool seems_regular(const piece *p, const curved_view *v)
{
    const double h = p->half[0], k = p->half[1], *f = v->second, *g = v->third;
    const double steep = fabs(v->p[1]) - (fabs(f[1]) * h + fabs(f[2]) * k);
    const double bent = fabs(v->q[0]) - (fabs(g[0]) * h + fabs(g[1]) * k);
    const double flat = fabs(v->p[0]) + (fabs(f[0]) * h + fabs(f[1]) * k);
    const double slant = fabs(v->q[1]) + (fabs(g[1]) * h + fabs(g[2]) * k);
    return p->of != TANGENCY || (steep > 0 && bent > 0 && steep * bent > flat * slant);
}

/* Takes the event of a piece, if it has one at most, as has a piece a little wider: so what is
 * found from two pieces is one. False where the piece has to be halved, and where there is no room
 * for one more: then halves are, until they are too small. */
static bool take_event(curved_search *all, const piece *p, const curved_view *middle)
{
    const double margin = 0x1p-3;
    const curved_scene *s = &all->scene;
    piece wide = *p;
    for (int i = 0; i < 2; i++)
        wide.half[i] *= 1 + margin;
    if (!seems_regular(&wide, middle))
        return false;
    curved_view v = *middle;
    curved_event e = {.of = p->of, .at = {p->at[0], p->at[1]}, .j = jacobian_of(s, &wide, &v)};
    if (!(e.j.least > 0) || !approach(s, &wide, e.at, &v))
        return false;
    take_place(s, &v, &e);
    const double side = p->of == TANGENCY ? fmin(p->half[0], p->half[1]) : p->half[0];
    e.margin = margin * side;
    if (!(8 * e.near < e.margin) || all->count == CURVED_EVENTS_MAX)
        return false;
    if (is_within(p, e.at, e.near) && !is_known(all, &e))
        all->event[all->count++] = e;
    return true;
}

/* Along the axis that F and G together depend on more. */
static int axis_to_halve(const piece *p, const curved_view *v)
{
    const double h = p->half[0], k = p->half[1];
    const double f0 = (fabs(v->p[0]) + 0.5 * fabs(v->second[0]) * h) * h;
    const double f1 = (fabs(v->p[1]) + 0.5 * fabs(v->second[2]) * k) * k;
    const double g0 = fabs(v->q[0]) * h, g1 = fabs(v->q[1]) * k;
    return p->of == TANGENCY && f1 * (g0 + g1) + g1 * (f0 + f1) > (f0 + f1) * (g0 + g1);
}

/* Cuts a piece along axis i, and what is behind the cut goes to *rest. Not in the middle, where
 * symmetric events are. Both are a little larger than they have to be, for the rounding of their
 * middles. */
static void halve(int i, piece *p, piece *rest)
{
    const double share = 0x1.ep-2;
    const axes e = axes_of(p->of);
    const double half = p->half[i], back = -half * (1 - share), on = half * share;
    *rest = *p;
    rest->half[i] = half * (1 - share) * (1 + SLACK);
    rest->at[0] += on * e.u[i];
    rest->at[1] += on * e.w[i];
    p->half[i] = half * share * (1 + SLACK);
    p->at[0] += back * e.u[i];
    p->at[1] += back * e.w[i];
}

/* Leaves what is left of a piece; whether that is so much less that it is asked about again. */
static bool shorten(piece *p, const stretch left[2])
{
    const axes e = axes_of(p->of);
    double share = 1;
    for (int i = 0; i < (p->of == TANGENCY ? 2 : 1); i++) {
        const double moved = 0.5 * (left[i].low + left[i].high);
        const double half = 0.5 * (left[i].high - left[i].low) + SLACK * p->half[i];
        share *= half / p->half[i];
        p->half[i] = half;
        p->at[0] += moved * e.u[i];
        p->at[1] += moved * e.w[i];
    }
    return share < 0.7;
}

static bool is_large(const curved_scene *s, const piece *p)
{
    const double least = 0x1p-20 * (s->life[0] + s->life[1]);
    return p->half[0] > least && (p->of != TANGENCY || p->half[1] > least);
}

/* All events, or false. */
static bool find_events(curved_search *all)
{
    const curved_scene *s = &all->scene;
    piece pending[PENDING];
    int waiting = 0;
    for (curved_source of = TANGENCY; of < SOURCES; of++)
        pending[waiting++] = whole(s, of);
    for (int n = 0; n < FIRST_CUTS; n++)
        for (int i = waiting - 1; i >= 0; i--)
            if (pending[i].of == TANGENCY)
                halve(n % 2, &pending[i], &pending[waiting++]);
    for (int step = 0; waiting > 0; step++) {
        piece *p = &pending[--waiting];
        if (!is_inside(s, p))
            continue;
        const curved_view v = curved_view_at(s, p->of, p->at);
        stretch left[2] = {{0, 0}, {0, 0}};
        if (!(p->of == TANGENCY ? may_touch(s, p, &v, left) : may_begin(s, p, &v, left)))
            continue;
        if (take_event(all, p, &v))
            continue;
        if (step >= STEPS || waiting + 2 > PENDING || !is_large(s, p))
            return false;
        waiting++; /* what is left of it stays where it was */
        if (shorten(p, left))
            continue;
        halve(axis_to_halve(p, &v), p, &pending[waiting++]);
    }
    return true;
}

/* Whether all corners of the rectangle are inside or outside of the circle. */
static bool corners_are_clear(const curved_scene *s)
{
    for (int i = 0; i < 4; i++) {
        const double at[2] = {(i & 1) * s->life[0], (i >> 1) * s->life[1]};
        if (!(fabs(curved_view_at(s, TANGENCY, at).f) > 2 * s->off_f))
            return false;
    }
    return true;
}

/* In ascending order, the ends of all diagonals among them; false when two may be the same. */
static bool order_events(curved_search *all)
{
    const curved_scene *s = &all->scene;
    const double off = 0x1p-50 * (s->life[0] + s->life[1]);
    all->event[all->count++] = (curved_event){.shift = -s->life[0], .off = off, .end = true};
    all->event[all->count++] = (curved_event){.shift = s->life[1], .off = off, .end = true};
    for (int i = 1; i < all->count; i++) {
        const curved_event moved = all->event[i];
        int at = i;
        for (; at > 0 && all->event[at - 1].shift > moved.shift; at--)
            all->event[at] = all->event[at - 1];
        all->event[at] = moved;
    }
    for (int i = 1; i < all->count; i++) {
        const curved_event *e = &all->event[i], *last = e - 1;
        if (!(e->shift - last->shift > 2 * (e->off + last->off)))
            return false;
    }
    return all->event[0].end && all->event[all->count - 1].end;
}

bool curved_events_of(const pair *question, curved_search *all)
{
    all->count = 0;
    return scene_of(question, &all->scene) && corners_are_clear(&all->scene) && find_events(all) &&
           order_events(all);
}
