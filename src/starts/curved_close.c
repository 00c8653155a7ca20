/* SPDX-License-Identifier: MIT */
/* F and G where an event is, and the shift that they tell. */
#include "starts/curved_close.h"

#include "starts/curved_outline.h"

static const double SLACK = CURVED_SLACK;

void curved_distances(const curved_event *e, double f, double g, double *along, double *shift)
{
    const curved_jacobian *j = &e->j;
    *along = *shift = f / j->least * (1 + SLACK);
    if (e->of != TANGENCY)
        return;
    *along = (j->q[1] * f + j->p[1] * g) / j->least * (1 + SLACK);
    *shift = (j->q[0] * f + j->p[0] * g) / j->least * (1 + SLACK);
}

/* D, seen from a part's corner, and V. */
typedef struct close_place {
    dd d[3], v[3];
} close_place;

static close_place place_of(const curved_scene *s, const curved_event *e, dd u, dd w)
{
    const curved_course *a = &s->exact[0], *b = &s->exact[1];
    close_place at;
    dd from[3] = {dd_from(0), dd_from(0), dd_from(0)};
    if (s->question->cornered)
        curved_corner(s->question, e->on->corner, from);
    for (int k = 0; k < s->dimensions; k++) {
        const dd gain_a = dd_mul(a->half[k], u), gain_b = dd_mul(b->half[k], w);
        const dd mean_a = dd_add(gain_a, a->velocity[k]), mean_b = dd_add(gain_b, b->velocity[k]);
        const dd moved = dd_sub(dd_mul(mean_a, u), dd_mul(mean_b, w));
        at.d[k] = dd_sub(dd_add(dd_sub(a->place[k], b->place[k]), moved), from[k]);
        at.v[k] = dd_sub(dd_add(mean_a, gain_a), dd_add(mean_b, gain_b));
    }
    return at;
}

/* What underflows is less than 2^-1000. */
static dd scaled(dd x, double power_of_two)
{
    if (dd_is_exact_zero(x))
        return x;
    return (dd){x.high * power_of_two, x.low * power_of_two, x.error * power_of_two + 0x1p-1000};
}

static void look_at_arc(const curved_scene *s, const curved_event *e, const close_place *at,
                        curved_close *v)
{
    v->f = dd_negative(dd_square(s->exact_reach));
    for (int k = 0; k < s->dimensions; k++) {
        v->f = dd_add(v->f, dd_square(at->d[k]));
        if (e->of == TANGENCY)
            v->g = dd_add(v->g, dd_mul(at->d[k], at->v[k]));
    }
    v->f = scaled(v->f, 0.5);
}

static dd cross(const dd *x, const dd *y)
{
    return dd_sub(dd_mul(x[0], y[1]), dd_mul(x[1], y[0]));
}

static void look_at_line(const curved_scene *s, const curved_event *e, const close_place *at,
                         curved_close *v)
{
    dd from[2], to[2];
    curved_corner(s->question, e->on->corner, from);
    curved_corner(s->question, e->on->next, to);
    const dd along[2] = {dd_sub(to[0], from[0]), dd_sub(to[1], from[1])};
    const dd length = dd_sqrt(dd_add(dd_square(along[0]), dd_square(along[1])));
    const dd apart = dd_sub(dd_div(cross(at->d, along), length), s->exact_reach);
    v->f = scaled(apart, s->scale[0]);
    v->g = scaled(dd_div(cross(at->v, along), length), s->scale[0]);
}

curved_close curved_look_closely(const curved_scene *s, const curved_event *e)
{
    const dd u = e->of == END_A ? s->exact[0].life : dd_from(e->at[0]);
    const dd w = e->of == END_B ? s->exact[1].life : dd_from(e->at[1]);
    const close_place at = place_of(s, e, u, w);
    curved_close v = {dd_from(0), dd_from(0), dd_sub(w, u)};
    if (e->on->shape == CURVED_ARC)
        look_at_arc(s, e, &at, &v);
    else if (e->on->shape == CURVED_LINE)
        look_at_line(s, e, &at, &v);
    else {
        v.f = scaled(at.d[0], s->scale[0]);
        v.g = scaled(at.d[1], s->scale[1]);
    }
    return v;
}

/* Where F and G, of second order, are both 0: q[0] F - p[0] G has no slope along the first axis,
 * but for what slopes are off, and second derivatives leave at most M all^2 of F and as much of G.
 */
static dd shift_at_corner(const curved_scene *s, const curved_event *e, const curved_close *v)
{
    const curved_view here = curved_view_at(s, e->on, e->of, e->at);
    const double *p = here.p, *q = here.q, ratio = s->scale[1] / s->scale[0];
    const double turn = p[0] * q[1] - p[1] * q[0];
    const dd sum = dd_sub(dd_mul(dd_from(q[0]), v->f), dd_mul(dd_from(p[0]), v->g));
    dd off = dd_div(sum, (dd){turn, 0, 0x1p-50 * (fabs(p[0] * q[1]) + fabs(p[1] * q[0]))});
    double along, across;
    curved_distances(e, curved_most(v->f), curved_most(v->g), &along, &across);
    const double all = along + across;
    const double rest_f = e->j.second * all * all + 2 * s->off_g * all;
    const double rest_g = ratio * e->j.second * all * all + 2 * s->off_q * all;
    off.error += (fabs(q[0]) * rest_f + fabs(p[0]) * rest_g) / e->j.least * (1 + SLACK) + 0x1p-1000;
    return dd_add(v->shift, off);
}

dd curved_shift(const curved_scene *s, const curved_event *e)
{
    double along, across;
    if (e->end)
        return e->shift > 0 ? s->exact[1].life : dd_negative(s->exact[0].life);
    const curved_close v = curved_look_closely(s, e);
    if (e->on->shape == CURVED_CORNER)
        return shift_at_corner(s, e, &v);
    dd off = dd_div(v.f, (dd){e->slope, 0, 2 * s->off_g});
    curved_distances(e, curved_most(v.f), curved_most(v.g), &along, &across);
    const double all = along + across, steep = fabs(e->slope) - 2 * s->off_g;
    const double rest = e->of == TANGENCY ? curved_most(v.g) * (along + e->slide) : 0;
    off.error += (rest + e->j.second * all * all) / steep * (1 + SLACK) + 0x1p-1000;
    return dd_add(v.shift, off);
}
