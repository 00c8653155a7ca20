/* SPDX-License-Identifier: MIT */
/* Where D is to an edge and a corner, in doubles; bounds as curved_events.c has them. Directions of
 * edges are known to 2^-50, so that what is measured along them is off by less than 2^-46 S, as is
 * a distance from a corner: twice `off_place` covers what two of them are compared with. */
#include "starts/curved_outline.h"

#include <math.h>

#include "geometry/body.h"

static const double SLACK = CURVED_SLACK;

/* ---- parts ------------------------------------------------------------------------------ */

void curved_corner(const pair *question, minkowski_corner corner, dd place[2])
{
    const graze_point a = body_vertex(question->body_a, corner.a);
    const graze_point b = body_vertex(question->body_b, corner.b);
    place[0] = dd_sub(dd_from(b.x), dd_from(a.x));
    place[1] = dd_sub(dd_from(b.y), dd_from(a.y));
}

/* The edge between two corners; false where it is too short, or too little known. */
static bool set_edge(const pair *question, curved_part *part)
{
    dd from[2], to[2], along[2];
    curved_corner(question, part->corner, from);
    curved_corner(question, part->next, to);
    for (int k = 0; k < 2; k++) {
        along[k] = dd_sub(to[k], from[k]);
        part->from[k] = from[k].high;
        part->along[k] = along[k].high;
    }
    const double size = fabs(along[0].high) + fabs(along[1].high);
    const double error = along[0].error + along[1].error;
    part->length = sqrt(along[0].high * along[0].high + along[1].high * along[1].high);
    for (int k = 0; k < 2; k++)
        part->along[k] /= part->length;
    return (size > 0x1p-200) & (size < 0x1p200) & (error <= 0x1p-60 * size);
}

/* Any direction between both normals would do for the middle. */
static void set_turn(curved_part *part, const curved_part *before)
{
    const double x = before->along[0] - part->along[0], y = before->along[1] - part->along[1];
    const double length = sqrt(x * x + y * y);
    const bool straight = !(length > 0x1p-10);
    part->middle[0] = straight ? part->along[1] : x / length;
    part->middle[1] = straight ? -part->along[0] : y / length;
    part->chord =
        straight ? 1 : part->middle[0] * part->along[1] - part->middle[1] * part->along[0];
    part->chord -= 0x1p-16;
    part->last[0] = before->along[0];
    part->last[1] = before->along[1];
}

enum { CORNERS = CURVED_PARTS_MAX / 2 };

/* The corners of C; 0 when there are too many. */
static int corners_of(const pair *question, minkowski_corner *corner)
{
    minkowski_walk walk = minkowski_begin(question->body_a, question->body_b);
    int count = 0;
    while (count < CORNERS && minkowski_next(&walk, &corner[count]))
        count++;
    minkowski_corner more;
    return count < CORNERS || !minkowski_next(&walk, &more) ? count : 0;
}

/* A circle round the only corner. */
static void set_circle(const pair *question, minkowski_corner corner, curved_search *all)
{
    dd place[2];
    curved_corner(question, corner, place);
    all->part[0] = (curved_part){
        .shape = CURVED_ARC, .corner = corner, .from = {place[0].high, place[1].high}};
    all->parts = 1;
}

static bool set_parts(const pair *question, curved_search *all, bool rounded)
{
    minkowski_corner corner[CORNERS];
    const int count = corners_of(question, corner);
    curved_part *part = all->part;
    if (count == 0 || (!rounded && count < 3))
        return false;
    if (count == 1) {
        set_circle(question, corner[0], all);
        return true;
    }
    for (int i = 0; i < count; i++, part += 2) {
        *part = (curved_part){
            .shape = CURVED_LINE, .corner = corner[i], .next = corner[i + 1 < count ? i + 1 : 0]};
        if (!set_edge(question, part))
            return false;
        part[1] = *part;
        part[1].shape = rounded ? CURVED_ARC : CURVED_CORNER;
    }
    for (int i = 0; i < count; i++)
        set_turn(&all->part[2 * i + 1], &all->part[2 * (i > 0 ? i - 1 : count - 1)]);
    all->parts = 2 * count;
    return true;
}

bool curved_outline_of(const pair *question, curved_search *all, double *size)
{
    double most = 0;
    if (!question->cornered) {
        all->part[0] = (curved_part){.shape = CURVED_ARC};
        all->parts = 1;
        return true;
    }
    const bool sharp = dd_is_exact_zero(all->scene.exact_reach);
    if (!set_parts(question, all, !sharp))
        return false;
    for (int i = 0; i < all->parts; i++)
        most = fmax(most,
                    fabs(all->part[i].from[0]) + fabs(all->part[i].from[1]) + all->part[i].length);
    *size += 2 * most;
    return true;
}

/* ---- where D is ------------------------------------------------------------------------- */

/* D and V in the middle of a piece, the slopes of D along its axes, and how far both are off what
 * these tell. */
typedef struct outlook {
    double place[2], v[2], slope[2][2], half[2];
    double bent, swift, far, relative; /* lengths: far: of D from where it is in the middle */
    int ends;                          /* 0: where diagonals are tangent; -1, 1: begin, end */
} outlook;

static outlook outlook_of(const curved_scene *s, const curved_piece *p)
{
    const bool tangent = p->of == TANGENCY, moves_b = curved_moves_b(p->of);
    const double u = p->at[0], w = p->at[1], more = 1 + SLACK;
    const double h = p->half[0], k = tangent ? p->half[1] : 0, *bend = s->bend[p->of];
    outlook o = {.half = {h, k}};
    double length[2] = {0, 0}, relative = 0;
    for (int i = 0; i < 2; i++) {
        const double gain_a = u * s->half[0][i], gain_b = w * s->half[1][i];
        const double a = s->velocity[0][i] + 2 * gain_a, b = s->velocity[1][i] + 2 * gain_b;
        o.place[i] =
            s->apart[i] + (u * (s->velocity[0][i] + gain_a) - w * (s->velocity[1][i] + gain_b));
        o.v[i] = a - b;
        o.slope[0][i] = tangent ? o.v[i] : moves_b ? -b : a;
        o.slope[1][i] = tangent ? -0.5 * (a + b) : 0;
        length[0] += o.slope[0][i] * o.slope[0][i];
        length[1] += o.slope[1][i] * o.slope[1][i];
        relative += o.v[i] * o.v[i];
    }
    const double off = s->off_speed * (h + k) + 2 * s->off_place;
    o.bent = ((0.5 * bend[0] * h + bend[1] * k) * h + 0.5 * bend[2] * k * k) * more + off;
    o.far = (sqrt(length[0]) * h + sqrt(length[1]) * k) * more + o.bent;
    o.swift = (bend[0] * h + bend[1] * k) * more + 2 * s->off_speed;
    o.relative = sqrt(relative) * more + s->off_speed;
    o.ends = p->of == BEGIN_A || p->of == BEGIN_B ? -1 : tangent ? 0 : 1;
    return o;
}

/* How far D is in a direction from a corner, its slopes along both axes of a piece, and how far it
 * may be off the sum of these, and off the middle. */
typedef struct measure {
    double value, slope[2], bent, off;
} measure;

static inline measure measure_of(const outlook *o, const curved_part *part, double x, double y)
{
    measure m = {
        .value = x * (o->place[0] - part->from[0]) + y * (o->place[1] - part->from[1]),
        .slope = {x * o->slope[0][0] + y * o->slope[0][1], x * o->slope[1][0] + y * o->slope[1][1]},
        .bent = o->bent};
    m.off = (fabs(m.slope[0]) * o->half[0] + fabs(m.slope[1]) * o->half[1] + o->bent) * (1 + SLACK);
    return m;
}

/* Whether it may be between two values, and where, if that is asked. */
static inline bool may_be_between(const outlook *o, const measure *m, double low, double high,
                                  curved_stretch *left)
{
    if (!(m->value + m->off >= low && m->value - m->off <= high))
        return false;
    if (left == NULL || (m->value - m->off >= low && m->value + m->off <= high))
        return true;
    for (int i = 0; i < 2; i++) {
        const double over = 1 / m->slope[i];
        const double rest = (fabs(m->slope[1 - i]) * o->half[1 - i] + m->bent) * (1 + SLACK);
        const double x = (low - rest - m->value) * over, y = (high + rest - m->value) * over;
        const double least = x < y ? x : y, most = x < y ? y : x;
        const double off = SLACK * (fabs(x) + fabs(y) + fabs(m->value * over));
        if (least - off > left[i].low)
            left[i].low = least - off;
        if (most + off < left[i].high)
            left[i].high = most + off;
    }
    return true;
}

static bool is_on_line(const curved_scene *s, const outlook *o, const curved_part *part,
                       curved_stretch *left)
{
    const measure across = measure_of(o, part, part->along[1], -part->along[0]);
    if (!(fabs(across.value - s->reach) <= across.off))
        return false;
    const measure ahead = measure_of(o, part, part->along[0], part->along[1]);
    return may_be_between(o, &ahead, 0, part->length, left);
}

static double distance_of(const outlook *o, const curved_part *part)
{
    const double x = o->place[0] - part->from[0], y = o->place[1] - part->from[1];
    return sqrt(x * x + y * y);
}

/* An arc lies between its chord and its tangent in the middle, and between both edges' ends. */
static bool is_on_arc(const curved_scene *s, const outlook *o, const curved_part *part,
                      curved_stretch *left)
{
    const measure out = measure_of(o, part, part->middle[0], part->middle[1]);
    const measure ahead = measure_of(o, part, part->along[0], part->along[1]);
    const measure behind = measure_of(o, part, part->last[0], part->last[1]);
    return may_be_between(o, &out, s->reach * part->chord, s->reach, left) &&
           may_be_between(o, &ahead, -s->reach, 0, left) &&
           may_be_between(o, &behind, 0, s->reach, left) &&
           fabs(distance_of(o, part) - s->reach) <= o->far;
}

static bool is_on(const curved_scene *s, const outlook *o, const curved_part *part,
                  curved_stretch *left)
{
    if (part->shape == CURVED_ARC)
        return is_on_arc(s, o, part, left);
    return part->shape == CURVED_LINE ? is_on_line(s, o, part, left)
                                      : distance_of(o, part) <= o->far;
}

/* ---- where V leads ---------------------------------------------------------------------- */

/* Whether D may be tangent, or may leave as a life begins, or enter as one ends. */
static bool may_end(const outlook *o, double leaving, double off)
{
    return o->ends == 0 ? fabs(leaving) <= off : o->ends < 0 ? leaving >= -off : leaving <= off;
}

static double leaving(const outlook *o, const double *along)
{
    return o->v[0] * along[1] - o->v[1] * along[0];
}

/* The same of a corner, where it ends if D passes from one of the edges' outer sides to the
 * other's, and of an arc, all normals of which are between those of the edges. */
static bool may_turn(const outlook *o, const curved_part *part)
{
    const double x = leaving(o, part->along), y = leaving(o, part->last);
    const bool leaves = x > o->swift && y > o->swift, enters = x < -o->swift && y < -o->swift;
    return !(leaves && o->ends >= 0) && !(enters && o->ends <= 0);
}

static bool may_leave(const outlook *o, const curved_part *part)
{
    if (part->shape == CURVED_LINE)
        return may_end(o, leaving(o, part->along), o->swift);
    if (!may_turn(o, part))
        return false;
    if (part->shape == CURVED_CORNER)
        return o->ends == 0;
    const double x = o->place[0] - part->from[0], y = o->place[1] - part->from[1];
    const double off = (distance_of(o, part) + o->far) * o->swift + o->relative * o->far;
    return may_end(o, x * o->v[0] + y * o->v[1], off * (1 + SLACK));
}

/* ---- all parts -------------------------------------------------------------------------- */

uint64_t curved_parts_in(const curved_search *all, const curved_piece *p, uint64_t parts)
{
    const outlook o = outlook_of(&all->scene, p);
    uint64_t left = 0;
    for (int i = 0; i < all->parts; i++) {
        const curved_part *part = &all->part[i];
        if ((parts >> i & 1) && is_on(&all->scene, &o, part, NULL) && may_leave(&o, part))
            left |= UINT64_C(1) << i;
    }
    return left;
}

/* V to the right of a direction. */
static measure measure_of_way(const curved_scene *s, const outlook *o, const double *along,
                              double sign)
{
    measure m = {.value = sign * leaving(o, along), .bent = 2 * s->off_speed};
    for (int k = 0; k < 2; k++) {
        const double turn = s->half[0][k] - s->half[1][k], drift = s->half[0][k] + s->half[1][k];
        const double normal = sign * (k == 0 ? along[1] : -along[0]);
        m.slope[0] += 2 * turn * normal;
        m.slope[1] -= drift * normal;
    }
    m.off = (fabs(m.slope[0]) * o->half[0] + fabs(m.slope[1]) * o->half[1] + m.bent) * (1 + SLACK);
    return m;
}

/* Where an arc's tangents go, or the other way: if V certainly goes more or less with one of these,
 * it is to the right of the edge that leaves and to the left of the other. */
static bool cut_to_turn(const curved_scene *s, const outlook *o, const curved_part *part,
                        curved_stretch *left)
{
    const double ahead =
        o->v[0] * (part->along[0] + part->last[0]) + o->v[1] * (part->along[1] + part->last[1]);
    if (o->ends != 0 || !(fabs(ahead) > 3 * o->swift))
        return true;
    const double sign = ahead > 0 ? 1 : -1;
    const measure next = measure_of_way(s, o, part->along, sign);
    const measure last = measure_of_way(s, o, part->last, sign);
    return may_be_between(o, &next, 0, fabs(next.value) + next.off, left) &&
           may_be_between(o, &last, -fabs(last.value) - last.off, 0, left);
}

bool curved_part_in(const curved_scene *s, const curved_piece *p, curved_stretch left[2])
{
    const outlook o = outlook_of(s, p);
    return is_on(s, &o, p->on, left) && may_leave(&o, p->on) &&
           (p->on->shape == CURVED_LINE || cut_to_turn(s, &o, p->on, left));
}

bool curved_is_clear(const curved_search *all, const double *at)
{
    const outlook o =
        outlook_of(&all->scene, &(curved_piece){.of = TANGENCY, .at = {at[0], at[1]}});
    for (int i = 0; i < all->parts; i++)
        if (is_on(&all->scene, &o, &all->part[i], NULL))
            return false;
    return true;
}
