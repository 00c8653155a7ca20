/* SPDX-License-Identifier: MIT */
/* The rectangle of both lives, halved. */
#include "starts/body_sieve.h"

#include <math.h>

static const double PART = 0x1p-46, LEAST = 0x1p-900; /* of a quantity's terms; see the head */
static const long NO_EXPONENT = -(1L << 40);

/* ---- numbers below 1 ------------------------------------------------------------------ */

/* Makes an exponent that of the largest of some numbers, too. */
static void enlarge(long *exponent, const dyadic *x, int count)
{
    for (int i = 0; i < count; i++)
        if (dyadic_sign(x[i]) != 0 && dyadic_exponent(x[i]) > *exponent)
            *exponent = dyadic_exponent(x[i]);
}

static double scaled(dyadic_arena *arena, dyadic x, long exponent)
{
    size_t mark = dyadic_mark(arena);
    double value = dyadic_to_double(dyadic_scale(arena, x, -exponent), DYADIC_NEAREST);
    dyadic_release(arena, mark);
    return value;
}

/* D over the rectangle, whose sides are lives or parts of them; of each motion the terms of
 * degree 1 and 2. */
typedef struct exact_course {
    dyadic constant[3], term[2][2][3];
    dyadic life[2];
} exact_course;

static long exponent_of_outline(const body_problem *problem)
{
    long exponent = NO_EXPONENT;
    enlarge(&exponent, &problem->motions.reach, 1);
    for (size_t i = 0; i < problem->edges; i++) {
        enlarge(&exponent, problem->edge[i].edge.from, 2);
        enlarge(&exponent, problem->edge[i].edge.along, 2);
    }
    return exponent;
}

static void enlarge_by_course(long *exponent, const exact_course *course)
{
    enlarge(exponent, course->constant, 3);
    for (int i = 0; i < 4; i++)
        enlarge(exponent, course->term[i / 2][i % 2], 3);
}

static void stretch(dyadic_arena *context, exact_course *course, int which, dyadic life)
{
    dyadic(*term)[3] = course->term[which];
    course->life[which] = life;
    for (int k = 0; k < 3; k++) {
        term[0][k] = MUL(term[0][k], life);
        term[1][k] = MUL(term[1][k], SQUARE(life));
    }
}

/* A power of two after which a uniform motion that never ends is at least 2^4 times as far as
 * all that has to do with the other one: `size` is its exponent. 1 at rest. */
static dyadic long_enough(dyadic_arena *arena, const dyadic *velocity, long size)
{
    long speed = NO_EXPONENT;
    enlarge(&speed, velocity, 3);
    dyadic one = dyadic_from(arena, 1);
    return speed == NO_EXPONENT ? one : dyadic_scale(arena, one, size - speed + 6);
}

/* One of both motions is uniform and never ends, or none. */
static void set_course(dyadic_arena *context, const body_problem *problem, exact_course *course)
{
    const pencil *p = &problem->motions;
    const exact_motion *motion[2] = {&p->a, &p->b};
    long size = exponent_of_outline(problem);
    *course = (exact_course){.life = {dyadic_zero()}};
    for (int k = 0; k < p->path.dimensions; k++) {
        dyadic a[3], b[3];
        pencil_coefficients(context, p, k, a, b);
        course->constant[k] = SUB(a[0], b[0]);
        for (int i = 0; i < 2; i++) {
            course->term[0][i][k] = a[i + 1];
            course->term[1][i][k] = b[i + 1];
        }
    }
    for (int i = 0; i < 2; i++)
        if (!motion[i]->endless)
            stretch(context, course, i, motion[i]->duration);
    enlarge_by_course(&size, course);
    for (int i = 0; i < 2; i++)
        if (motion[i]->endless)
            stretch(context, course, i, long_enough(context, course->term[i][0], size));
}

static sieve_edge edge_of(dyadic_arena *arena, const polygon_edge *edge, long exponent)
{
    long size = NO_EXPONENT;
    enlarge(&size, edge->along, 2);
    sieve_edge e = {scaled(arena, edge->from[0], exponent), scaled(arena, edge->from[1], exponent),
                    0, 0, 0};
    if (dyadic_sign(edge->square) == 0)
        return e; /* of a point */
    double x = scaled(arena, edge->along[0], size), y = scaled(arena, edge->along[1], size);
    double length = sqrt(x * x + y * y);
    e.along_x = x / length;
    e.along_y = y / length;
    e.length = length * exp2((double)(size - exponent));
    return e;
}

static bool has_size(double x) { return x > 0x1p-900 && x < 0x1p900; }

static void set_times(dyadic_arena *arena, const exact_course *course, body_sieve *sieve)
{
    const pencil *p = &sieve->problem->motions;
    const exact_motion *motion[2] = {&p->a, &p->b};
    long longest = NO_EXPONENT;
    enlarge(&longest, course->life, 2);
    for (int i = 0; i < 2; i++) {
        sieve->life[i] = dyadic_to_double(course->life[i], DYADIC_NEAREST);
        sieve->rests[i] = motion[i]->endless && motion[i]->still;
        sieve->weight[i] = scaled(arena, course->life[1 - i], longest);
    }
    sieve->lead = p->kind == PENCIL_SPEEDS ? dyadic_to_double(p->lead, DYADIC_NEAREST) : 0;
    sieve->ahead[1] = sieve->lead / sieve->life[1];
    sieve->unit = fmax(1, fabs(sieve->ahead[1]));
    sieve->ready = has_size(sieve->life[0]) && has_size(sieve->life[1]) &&
                   (sieve->lead == 0 || has_size(fabs(sieve->lead)));
}

/* Whether none of both moves for ever, or only one, without acceleration. */
static bool has_rectangle(const pencil *p)
{
    bool goes_a = p->a.endless && !p->a.still, goes_b = p->b.endless && !p->b.still;
    return !(goes_a && goes_b) && !(goes_a && p->a.curved) && !(goes_b && p->b.curved);
}

static void set_outline(dyadic_arena *arena, body_sieve *sieve, long exponent)
{
    const body_problem *problem = sieve->problem;
    sieve->reach = scaled(arena, problem->motions.reach, exponent);
    for (size_t i = 0; i < problem->edges; i++)
        sieve->edge[i] = edge_of(arena, &problem->edge[i].edge, exponent);
}

static void set_rectangle(dyadic_arena *arena, body_sieve *sieve)
{
    exact_course course;
    set_course(arena, sieve->problem, &course);
    set_times(arena, &course, sieve);
    long exponent = exponent_of_outline(sieve->problem);
    enlarge_by_course(&exponent, &course);
    for (int k = 0; k < sieve->dimensions; k++) {
        sieve->constant[k] = scaled(arena, course.constant[k], exponent);
        for (int i = 0; i < 4; i++)
            sieve->term[i / 2][i % 2][k] = scaled(arena, course.term[i / 2][i % 2][k], exponent);
    }
    set_outline(arena, sieve, exponent);
}

body_sieve body_sieve_of(dyadic_arena *arena, const body_problem *problem)
{
    const pencil *p = &problem->motions;
    body_sieve sieve = {.problem = problem, .dimensions = p->path.dimensions};
    if (p->uniform && problem->kind == POLYGON_POINT)
        return sieve; /* the roots cost less */
    sieve.edge = events_take(arena, problem->edges, sizeof *sieve.edge);
    if (sieve.edge == NULL)
        return sieve;
    size_t mark = dyadic_mark(arena);
    if (has_rectangle(p) && !problem->unsifted)
        set_rectangle(arena, &sieve);
    else
        set_outline(arena, &sieve, exponent_of_outline(problem));
    dyadic_release(arena, mark);
    sieve.ready = sieve.ready && !arena->exhausted;
    return sieve;
}

bool body_sieve_keeps(const body_sieve *s, size_t edge)
{
    const sieve_edge *e = &s->edge[edge];
    double x = e->x + 0.5 * e->length * e->along_x + s->reach * e->along_y;
    double y = e->y + 0.5 * e->length * e->along_y - s->reach * e->along_x;
    if (s->problem->reaching == 0)
        return true;
    for (size_t i = 0; i < s->problem->edges; i++) {
        const sieve_edge *other = &s->edge[i];
        double across = (x - other->x) * other->along_y - (y - other->y) * other->along_x;
        double size = fabs(x) + fabs(y) + fabs(other->x) + fabs(other->y) + fabs(s->reach);
        if (i != edge && !(across < s->reach - PART * size - LEAST))
            return false;
    }
    return true;
}

/* ---- one piece of the rectangle ------------------------------------------------------- */

typedef struct piece {
    double at[2], half[2]; /* its middle, u and w, and half its sides */
} piece;

/* Values in a piece: within `radius` of `value`. */
typedef struct range {
    double value, radius;
} range;

/* The coordinates of D and of the pencil's direction there. */
typedef struct view {
    range place[3], slope[3];
} view;

/* The direction: the velocities with their weights. */
static range slope_of(const body_sieve *s, const piece *p, int k)
{
    range slope = {0, LEAST};
    for (int i = 0; i < 2; i++) {
        double linear = s->term[i][0][k], square = s->term[i][1][k];
        double velocity = linear + 2 * p->at[i] * square, weight = s->weight[i], spread = 0;
        double size = fabs(linear) + 2 * p->at[i] * fabs(square);
        double off = 2 * fabs(square) * p->half[i] + PART * size;
        if (s->problem->motions.kind == PENCIL_SPEEDS) {
            weight = (p->at[i] - s->ahead[i]) / s->unit;
            spread = (p->half[i] + PART * (p->at[i] + fabs(s->ahead[i]))) / s->unit;
        }
        slope.value += i == 0 ? weight * velocity : -weight * velocity;
        slope.radius += (fabs(weight) + spread) * off + spread * fabs(velocity);
    }
    return slope;
}

/* Within a piece D is at most as far from where it is in the middle as its velocities there and
 * its accelerations allow. */
static range place_of(const body_sieve *s, const piece *p, int k)
{
    double at = s->constant[k], size = fabs(at), off = 0;
    for (int i = 0; i < 2; i++) {
        double linear = s->term[i][0][k], square = s->term[i][1][k];
        double t = p->at[i], half = p->half[i];
        double moved = t * (linear + t * square);
        at += i == 0 ? moved : -moved;
        size += t * (fabs(linear) + t * fabs(square));
        off += (fabs(linear + 2 * t * square) + fabs(square) * half) * half;
    }
    return (range){at, off + PART * size + LEAST};
}

/* How far D is in a direction from a corner; the slope along it. */
static range along(const range *at, double from_x, double from_y, double x, double y)
{
    double size = fabs(at[0].value) + fabs(at[1].value) + fabs(from_x) + fabs(from_y);
    return (range){(at[0].value - from_x) * x + (at[1].value - from_y) * y,
                   at[0].radius * fabs(x) + at[1].radius * fabs(y) + PART * size + LEAST};
}

static double beyond(range r, double value) { return r.radius * (1 + PART) + PART * fabs(value); }
static bool may_be(range r, double value) { return fabs(r.value - value) <= beyond(r, value); }
static bool may_be_above(range r, double value) { return r.value + beyond(r, value) >= value; }
static bool may_be_below(range r, double value) { return r.value - beyond(r, value) <= value; }

static range across_edge(const view *v, const sieve_edge *e)
{
    return along(v->place, e->x, e->y, e->along_y, -e->along_x);
}

static range along_edge(const view *v, const sieve_edge *e)
{
    return along(v->place, e->x, e->y, e->along_x, e->along_y);
}

static bool may_be_inside(const body_sieve *s, const view *v)
{
    for (size_t i = 0; i < s->problem->edges; i++)
        if (!may_be_below(across_edge(v, &s->edge[i]), s->reach))
            return false;
    return true;
}

static bool may_be_on_line(const body_sieve *s, const view *v, size_t i)
{
    const sieve_edge *e = &s->edge[i];
    if (!may_be(across_edge(v, e), s->reach))
        return false;
    if (s->problem->reaching <= 0)
        return may_be_inside(s, v);
    range ahead = along_edge(v, e);
    return may_be_above(ahead, 0) && may_be_below(ahead, e->length);
}

/* A coordinate of the way from a corner. */
static range from_corner(const view *v, const sieve_edge *e, int k)
{
    double corner = k == 0 ? e->x : k == 1 ? e->y : 0;
    range x = v->place[k];
    return (range){x.value - corner, x.radius + PART * (fabs(x.value) + fabs(corner)) + LEAST};
}

static range distance_from(const body_sieve *s, const view *v, const sieve_edge *e)
{
    double sum = 0, off = 0;
    for (int k = 0; k < s->dimensions; k++) {
        range x = from_corner(v, e, k);
        sum += x.value * x.value;
        off += x.radius;
    }
    /* a square that underflows is one of less than 2^-500 */
    return (range){sqrt(sum), off + PART * sqrt(sum) + 0x1p-500};
}

static bool may_be_on_circle(const body_sieve *s, const view *v, size_t i)
{
    const size_t edges = s->problem->edges;
    const sieve_edge *e = &s->edge[i], *last = &s->edge[(i + edges - 1) % edges];
    if (!may_be(distance_from(s, v, e), s->reach))
        return false;
    range beyond_last = along(v->place, e->x, e->y, last->along_x, last->along_y);
    return edges == 1 || (may_be_below(along_edge(v, e), 0) && may_be_above(beyond_last, 0));
}

/* How fast D leaves a circle, or an edge, times something positive. */
static range leaving_circle(const body_sieve *s, const view *v, const sieve_edge *e)
{
    range rate = {0, 0};
    for (int k = 0; k < s->dimensions; k++) {
        range x = from_corner(v, e, k), slope = v->slope[k];
        rate.value += x.value * slope.value;
        rate.radius += fabs(x.value) * slope.radius +
                       (fabs(slope.value) + slope.radius) * x.radius +
                       PART * fabs(x.value * slope.value) + LEAST;
    }
    return rate;
}

static range leaving_edge(const view *v, const sieve_edge *e)
{
    return along(v->slope, 0, 0, e->along_y, -e->along_x);
}

/* An overlap ends where D is tangent; where it leaves as a life begins, or enters as one
 * ends. */
static bool may_end(range leaving, const pencil_instant *instant)
{
    if (instant == NULL)
        return may_be(leaving, 0);
    return instant->ends ? may_be_below(leaving, 0) : may_be_above(leaving, 0);
}

/* At a corner it ends where D passes from one of the edges' outer sides to the other's. */
static bool may_pass_corner(range x, range y)
{
    return (may_be_above(x, 0) && may_be_below(y, 0)) || (may_be_below(x, 0) && may_be_above(y, 0));
}

/* Whether D may be where such an event is. */
static bool may_be_there(const body_sieve *s, const view *v, const sieve_place *asked)
{
    if (asked->kind == SIEVE_CIRCLE)
        return may_be_on_circle(s, v, asked->edge);
    return may_be_on_line(s, v, asked->edge) &&
           (asked->kind == SIEVE_LINE || may_be_on_line(s, v, asked->other));
}

/* Whether it may leave there, or pass. */
static bool may_end_there(const body_sieve *s, const view *v, const sieve_place *asked)
{
    const sieve_edge *e = &s->edge[asked->edge];
    if (asked->kind == SIEVE_CORNER)
        return may_pass_corner(leaving_edge(v, e), leaving_edge(v, &s->edge[asked->other]));
    return may_end(asked->kind == SIEVE_LINE ? leaving_edge(v, e) : leaving_circle(s, v, e),
                   asked->instant);
}

/* Most pieces are left out for their places. */
static bool may_hold(const body_sieve *s, const piece *p, const sieve_place *asked)
{
    view v;
    if (s->problem->motions.kind == PENCIL_SPEEDS && !s->rests[1] &&
        p->at[1] + p->half[1] - s->ahead[1] < -PART * (1 + fabs(s->ahead[1])))
        return false; /* before a starts */
    for (int k = 0; k < s->dimensions; k++)
        v.place[k] = place_of(s, p, k);
    if (!may_be_there(s, &v, asked))
        return false;
    for (int k = 0; k < s->dimensions; k++)
        v.slope[k] = slope_of(s, p, k);
    return may_end_there(s, &v, asked);
}

/* ---- all pieces ------------------------------------------------------------------------ */

enum { PIECES = 64 };

/* Each event that is none costs a root, and a decision in the gap behind it, which is dearest where
 * outlines are round. */
static int steps_of(const body_problem *problem)
{
    return problem->kind != POLYGON_POINT && problem->reaching > 0 ? 256 : 64;
}

typedef struct pieces {
    piece at[PIECES]; /* a ring */
    int first, count;
} pieces;

static void put(pieces *all, piece p) { all->at[(all->first + all->count++) % PIECES] = p; }

static piece take(pieces *all)
{
    piece p = all->at[all->first];
    all->first = (all->first + 1) % PIECES;
    all->count--;
    return p;
}

typedef struct span {
    double low, high;
} span;

/* The times in a piece. */
static span times_of(const body_sieve *s, const piece *p, int i)
{
    return (span){s->life[i] * (p->at[i] - p->half[i]), s->life[i] * (p->at[i] + p->half[i])};
}

/* Shifts: w - u. */
static span shifts_of(const body_sieve *s, const piece *p)
{
    const span u = times_of(s, p, 0), w = times_of(s, p, 1);
    double off = PART * (w.high + u.high) + LEAST;
    return (span){s->rests[0] ? -INFINITY : w.low - u.high - off,
                  s->rests[1] ? INFINITY : w.high - u.low + off};
}

/* Speeds: u / (w - lead). */
static span speeds_of(const body_sieve *s, const piece *p)
{
    const span u = times_of(s, p, 0), w = times_of(s, p, 1);
    if (s->rests[0] || s->rests[1])
        return (span){0, INFINITY};
    double off = PART * (s->life[1] + fabs(s->lead));
    double least = w.low - s->lead - off, most = w.high - s->lead + off;
    return (span){u.low > 0 && most > 0 ? u.low / most * (1 - PART) : 0,
                  least > 0 ? u.high / least * (1 + PART) : INFINITY};
}

static void widen(const body_sieve *s, const piece *p, span *all)
{
    span here = s->problem->motions.kind == PENCIL_SHIFTS ? shifts_of(s, p) : speeds_of(s, p);
    all->low = fmin(all->low, here.low);
    all->high = fmax(all->high, here.high);
}

static piece whole(const pencil_instant *instant)
{
    piece p = {{0.5, 0.5}, {0.5, 0.5}};
    if (instant != NULL) {
        p.at[!instant->of_a] = instant->ends;
        p.half[!instant->of_a] = 0;
    }
    return p;
}

/* Along the time in which D moves farther. */
static int longer_side(const body_sieve *s, const piece *p)
{
    double by[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < s->dimensions && p->half[i] > 0; k++)
            by[i] += (fabs(s->term[i][0][k]) +
                      2 * (p->at[i] + p->half[i]) * fabs(s->term[i][1][k])) *
                     p->half[i];
    return by[0] == by[1] ? p->half[0] < p->half[1] : by[0] < by[1];
}

/* The middles of its halves would be rounded, or it is small enough. */
static bool is_small(const piece *p, int side)
{
    return p->half[side] <= 0x1p-40 * p->at[side] || p->half[side] < 0x1p-400;
}

static void halve(pieces *all, piece p, int side)
{
    p.half[side] *= 0.5;
    p.at[side] -= p.half[side];
    put(all, p);
    p.at[side] += 2 * p.half[side];
    put(all, p);
}

static span sift(const body_sieve *s, const sieve_place *asked)
{
    pieces all = {.count = 0};
    span found = {INFINITY, -INFINITY};
    const int steps = steps_of(s->problem);
    put(&all, whole(asked->instant));
    for (int step = 0; all.count > 0; step++) {
        piece p = take(&all);
        if (!may_hold(s, &p, asked))
            continue;
        int side = longer_side(s, &p);
        if (step >= steps || all.count + 2 > PIECES || is_small(&p, side))
            widen(s, &p, &found);
        else
            halve(&all, p, side);
    }
    return found;
}

bool body_sieve_range(dyadic_arena *arena, const body_sieve *s, sieve_place asked,
                      root_range *narrowed)
{
    *narrowed = pencil_range(&s->problem->motions);
    if (!s->ready)
        return true;
    span found = sift(s, &asked);
    if (!(found.low <= found.high))
        return false;
    dyadic low = found.low == -INFINITY ? narrowed->low : dyadic_from(arena, found.low);
    if (found.low > -INFINITY &&
        (narrowed->endless_low || dyadic_compare(narrowed->low, low) < 0)) {
        narrowed->low = low;
        narrowed->endless_low = false;
        narrowed->closed_low = true;
    }
    if (found.high == INFINITY)
        return true;
    dyadic high = dyadic_from(arena, found.high);
    if (narrowed->endless_high || dyadic_compare(high, narrowed->high) < 0) {
        narrowed->high = high;
        narrowed->endless_high = false;
        narrowed->closed_high = true;
    }
    return true;
}
