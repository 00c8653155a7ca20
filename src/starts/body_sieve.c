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

/* D over the rectangle, its constant, a0, a1, b0, b1; and how long that is. */
enum { OF_A = 1, OF_B = 3, TERMS = 5 };

typedef struct exact_course {
    dyadic term[TERMS][3];
    dyadic for_a, for_b;
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
    for (int i = 0; i < TERMS; i++)
        enlarge(exponent, course->term[i], 3);
}

/* The terms of one motion over a time. */
static void stretch(dyadic_arena *context, dyadic (*term)[3], dyadic time)
{
    for (int k = 0; k < 3; k++) {
        term[0][k] = MUL(term[0][k], time);
        term[1][k] = MUL(term[1][k], SQUARE(time));
    }
}

/* The same over a power of two after which a uniform motion that never ends is at least 2^4
 * times as far as all that has to do with the other one: `size` is its exponent. 1 at rest. */
static dyadic stretch_long_enough(dyadic_arena *arena, dyadic (*term)[3], long size)
{
    long speed = NO_EXPONENT;
    enlarge(&speed, term[0], 3);
    dyadic one = dyadic_from(arena, 1);
    dyadic time = speed == NO_EXPONENT ? one : dyadic_scale(arena, one, size - speed + 6);
    stretch(arena, term, time);
    return time;
}

/* One of both motions is uniform and never ends, or none. */
static void set_course(dyadic_arena *context, const body_problem *problem, exact_course *course)
{
    const pencil *p = &problem->motions;
    long size = exponent_of_outline(problem);
    *course = (exact_course){.for_a = p->a.duration, .for_b = p->b.duration};
    for (int k = 0; k < p->path.dimensions; k++) {
        dyadic a[3], b[3];
        pencil_coefficients(context, p, k, a, b);
        course->term[0][k] = SUB(a[0], b[0]);
        for (int i = 0; i < 2; i++) {
            course->term[OF_A + i][k] = a[i + 1];
            course->term[OF_B + i][k] = b[i + 1];
        }
    }
    if (!p->a.endless)
        stretch(context, &course->term[OF_A], course->for_a);
    if (!p->b.endless)
        stretch(context, &course->term[OF_B], course->for_b);
    enlarge_by_course(&size, course);
    if (p->a.endless)
        course->for_a = stretch_long_enough(context, &course->term[OF_A], size);
    if (p->b.endless)
        course->for_b = stretch_long_enough(context, &course->term[OF_B], size);
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

/* How fast each of the two goes on along a line of the pencil, as parts of the faster. */
static void set_weights(dyadic_arena *arena, const exact_course *course, body_sieve *sieve)
{
    long longest = NO_EXPONENT;
    enlarge(&longest, &course->for_a, 1);
    enlarge(&longest, &course->for_b, 1);
    sieve->weight_a = scaled(arena, course->for_b, longest);
    sieve->weight_b = scaled(arena, course->for_a, longest);
    sieve->ahead = sieve->lead / sieve->for_b;
    sieve->unit = fmax(1, fabs(sieve->ahead));
}

static bool has_size(double x) { return x > 0x1p-900 && x < 0x1p900; }

static void set_times(body_sieve *sieve, const exact_course *course)
{
    const pencil *p = &sieve->problem->motions;
    sieve->for_a = dyadic_to_double(course->for_a, DYADIC_NEAREST);
    sieve->for_b = dyadic_to_double(course->for_b, DYADIC_NEAREST);
    sieve->lead = p->kind == PENCIL_SPEEDS ? dyadic_to_double(p->lead, DYADIC_NEAREST) : 0;
    sieve->ready = has_size(sieve->for_a) && has_size(sieve->for_b) &&
                   (sieve->lead == 0 || has_size(fabs(sieve->lead)));
}

/* Does it never move, or move on for ever without acceleration while the other one does not? */
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
    const pencil *p = &sieve->problem->motions;
    exact_course course;
    set_course(arena, sieve->problem, &course);
    set_times(sieve, &course);
    sieve->rests_a = p->a.endless && p->a.still;
    sieve->rests_b = p->b.endless && p->b.still;
    long exponent = exponent_of_outline(sieve->problem);
    enlarge_by_course(&exponent, &course);
    for (int k = 0; k < sieve->dimensions; k++) {
        sieve->constant[k] = scaled(arena, course.term[0][k], exponent);
        for (int i = 0; i < 2; i++) {
            sieve->a[k][i] = scaled(arena, course.term[OF_A + i][k], exponent);
            sieve->b[k][i] = scaled(arena, course.term[OF_B + i][k], exponent);
        }
    }
    set_outline(arena, sieve, exponent);
    set_weights(arena, &course, sieve);
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
    double u, w, half_u, half_w;
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
    double velocity_a = s->a[k][0] + 2 * p->u * s->a[k][1];
    double velocity_b = s->b[k][0] + 2 * p->w * s->b[k][1];
    double size_a = fabs(s->a[k][0]) + 2 * p->u * fabs(s->a[k][1]);
    double size_b = fabs(s->b[k][0]) + 2 * p->w * fabs(s->b[k][1]);
    double off_a = 2 * fabs(s->a[k][1]) * p->half_u + PART * size_a;
    double off_b = 2 * fabs(s->b[k][1]) * p->half_w + PART * size_b;
    double weight_a = s->weight_a, weight_b = s->weight_b, spread_a = 0, spread_b = 0;
    if (s->problem->motions.kind == PENCIL_SPEEDS) {
        weight_a = p->u / s->unit;
        weight_b = (p->w - s->ahead) / s->unit;
        spread_a = p->half_u / s->unit;
        spread_b = p->half_w / s->unit + PART * (p->w + fabs(s->ahead)) / s->unit;
    }
    return (range){weight_a * velocity_a - weight_b * velocity_b,
                   (fabs(weight_a) + spread_a) * off_a + spread_a * fabs(velocity_a) +
                       (fabs(weight_b) + spread_b) * off_b + spread_b * fabs(velocity_b) + LEAST};
}

/* Within a piece D is at most as far from where it is in the middle as its velocities there and
 * its accelerations allow. */
static range place_of(const body_sieve *s, const piece *p, int k)
{
    const double *a = s->a[k], *b = s->b[k];
    double at = s->constant[k] + p->u * (a[0] + p->u * a[1]) - p->w * (b[0] + p->w * b[1]);
    double size = fabs(s->constant[k]) + p->u * (fabs(a[0]) + p->u * fabs(a[1])) +
                  p->w * (fabs(b[0]) + p->w * fabs(b[1]));
    double off = (fabs(a[0] + 2 * p->u * a[1]) + fabs(a[1]) * p->half_u) * p->half_u +
                 (fabs(b[0] + 2 * p->w * b[1]) + fabs(b[1]) * p->half_w) * p->half_w;
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

static bool may_hold(const body_sieve *s, const piece *p, const sieve_place *asked)
{
    const sieve_edge *e = &s->edge[asked->edge];
    view v;
    if (s->problem->motions.kind == PENCIL_SPEEDS && !s->rests_b &&
        p->w + p->half_w - s->ahead < -PART * (1 + fabs(s->ahead)))
        return false; /* before a starts */
    for (int k = 0; k < s->dimensions; k++) {
        v.place[k] = place_of(s, p, k);
        v.slope[k] = slope_of(s, p, k);
    }
    switch (asked->kind) {
    case SIEVE_LINE:
        return may_be_on_line(s, &v, asked->edge) && may_end(leaving_edge(&v, e), asked->instant);
    case SIEVE_CIRCLE:
        return may_be_on_circle(s, &v, asked->edge) &&
               may_end(leaving_circle(s, &v, e), asked->instant);
    default:
        return may_be_on_line(s, &v, asked->edge) && may_be_on_line(s, &v, asked->other) &&
               may_pass_corner(leaving_edge(&v, e), leaving_edge(&v, &s->edge[asked->other]));
    }
}

/* ---- all pieces ------------------------------------------------------------------------ */

enum { PIECES = 64, STEPS = 512 };

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

/* Shifts: w - u. */
static span shifts_of(const body_sieve *s, const piece *p)
{
    double first_w = s->for_b * (p->w - p->half_w), last_w = s->for_b * (p->w + p->half_w);
    double first_u = s->for_a * (p->u - p->half_u), last_u = s->for_a * (p->u + p->half_u);
    double off = PART * (last_w + last_u) + LEAST;
    return (span){s->rests_a ? -INFINITY : first_w - last_u - off,
                  s->rests_b ? INFINITY : last_w - first_u + off};
}

/* Speeds: u / (w - lead). */
static span speeds_of(const body_sieve *s, const piece *p)
{
    if (s->rests_a || s->rests_b)
        return (span){0, INFINITY};
    double off = PART * (s->for_b + fabs(s->lead));
    double least = s->for_b * (p->w - p->half_w) - s->lead - off;
    double most = s->for_b * (p->w + p->half_w) - s->lead + off;
    double low = s->for_a * (p->u - p->half_u), high = s->for_a * (p->u + p->half_u);
    return (span){low > 0 && most > 0 ? low / most * (1 - PART) : 0,
                  least > 0 ? high / least * (1 + PART) : INFINITY};
}

static void widen(const body_sieve *s, const piece *p, span *all)
{
    span here = s->problem->motions.kind == PENCIL_SHIFTS ? shifts_of(s, p) : speeds_of(s, p);
    all->low = fmin(all->low, here.low);
    all->high = fmax(all->high, here.high);
}

static piece whole(const pencil_instant *instant)
{
    piece p = {0.5, 0.5, 0.5, 0.5};
    if (instant == NULL)
        return p;
    double at = instant->ends ? 1 : 0;
    if (instant->of_a) {
        p.u = at;
        p.half_u = 0;
    } else {
        p.w = at;
        p.half_w = 0;
    }
    return p;
}

/* Along the time in which D moves farther. */
static bool splits_u(const body_sieve *s, const piece *p)
{
    double by_u = 0, by_w = 0;
    if (p->half_u == 0 || p->half_w == 0)
        return p->half_w == 0;
    for (int k = 0; k < s->dimensions; k++) {
        by_u += (fabs(s->a[k][0]) + 2 * (p->u + p->half_u) * fabs(s->a[k][1])) * p->half_u;
        by_w += (fabs(s->b[k][0]) + 2 * (p->w + p->half_w) * fabs(s->b[k][1])) * p->half_w;
    }
    return by_u == by_w ? p->half_u >= p->half_w : by_u > by_w;
}

/* The middles of its halves would be rounded, or it is small enough. */
static bool is_small(const piece *p, bool by_u)
{
    return by_u ? p->half_u <= 0x1p-40 * p->u || p->half_u < 0x1p-400
                : p->half_w <= 0x1p-40 * p->w || p->half_w < 0x1p-400;
}

static void halve(pieces *all, piece p, bool by_u)
{
    piece first = p, second = p;
    if (by_u) {
        first.half_u = second.half_u = 0.5 * p.half_u;
        first.u -= first.half_u;
        second.u += first.half_u;
    } else {
        first.half_w = second.half_w = 0.5 * p.half_w;
        first.w -= first.half_w;
        second.w += first.half_w;
    }
    put(all, first);
    put(all, second);
}

static span sift(const body_sieve *s, const sieve_place *asked)
{
    pieces all = {.count = 0};
    span found = {INFINITY, -INFINITY};
    put(&all, whole(asked->instant));
    for (int step = 0; all.count > 0; step++) {
        piece p = take(&all);
        if (!may_hold(s, &p, asked))
            continue;
        bool by_u = splits_u(s, &p);
        if (step >= STEPS || all.count + 2 > PIECES || is_small(&p, by_u))
            widen(s, &p, &found);
        else
            halve(&all, p, by_u);
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
