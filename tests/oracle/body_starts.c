/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners. See body_starts.h. */
#include "oracle/body_starts.h"

#include <assert.h>
#include <stdlib.h>

#include "oracle/diagram.h"
#include "oracle/rational.h"
#include "oracle/rounding.h"

/* ---- single decisions ------------------------------------------------------------------------ */

void oracle_body_starts_init(oracle_body_starts *starts, const oracle_pair *pair)
{
    mpq_t tail;
    mpq_inits(starts->reach, starts->start, tail, NULL);
    oracle_body_scene_init(&starts->scene, pair);
    oracle_reach(starts->reach, &pair->body_a, &pair->body_b, pair->tolerance);
    mpq_set_d(starts->start, pair->a.start);
    mpq_set_d(tail, pair->a.start_tail);
    mpq_add(starts->start, starts->start, tail);
    mpq_clear(tail);
}

void oracle_body_starts_clear(oracle_body_starts *starts)
{
    oracle_body_scene_clear(&starts->scene);
    mpq_clears(starts->reach, starts->start, NULL);
}

bool oracle_body_start_is_unsafe_at(oracle_body_starts *starts, const mpq_t start)
{
    mpq_t delay;
    mpq_init(delay);
    mpq_sub(delay, start, starts->start);
    oracle_body_scene_delay(&starts->scene, delay);
    mpq_set(starts->start, start);
    mpq_clear(delay);
    return oracle_body_scene_overlaps(&starts->scene, starts->reach);
}

bool oracle_body_start_is_unsafe(oracle_body_starts *starts, double start)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, start);
    bool is_unsafe = oracle_body_start_is_unsafe_at(starts, exact);
    mpq_clear(exact);
    return is_unsafe;
}

bool oracle_body_speed_is_unsafe(const oracle_pair *pair, double factor)
{
    oracle_body_starts starts;
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, factor);
    oracle_body_starts_init(&starts, pair);
    oracle_path_drive(&starts.scene.a, starts.start, exact);
    mpq_set_ui(exact, 0, 1);
    oracle_body_scene_delay(&starts.scene, exact); /* by nothing: the rest follows */
    bool is_unsafe = oracle_body_scene_overlaps(&starts.scene, starts.reach);
    oracle_body_starts_clear(&starts);
    mpq_clear(exact);
    return is_unsafe;
}

/* ---- a point where they overlap -------------------------------------------------------------- */

static int sign_at_start(void *unused, const oracle_polynomial *p)
{
    (void)unused;
    return p->degree < 0 ? 0 : mpz_sgn(p->coefficient[0]);
}

/* Do the bodies overlap when a is where it is at the one time, b where it is at the
 * other? */
static bool is_blocked(const oracle_body_starts *s, const oracle_meeting_point *at)
{
    mpq_t place[2][3], other;
    oracle_outline outline;
    mpq_init(other);
    for (int i = 0; i < 6; i++)
        mpq_init(place[i / 3][i % 3]);
    for (int axis = 0; axis < 2; axis++) {
        oracle_path_place(place[axis][0], &s->scene.a, axis, at->time_a);
        oracle_path_place(other, &s->scene.b, axis, at->time_b);
        mpq_sub(place[axis][0], place[axis][0], other);
    }
    oracle_outline_init(&outline, &s->scene.hull, place, s->reach);
    bool blocked = oracle_outline_is_within(&outline, sign_at_start, NULL);
    oracle_outline_clear(&outline);
    for (int i = 0; i < 6; i++)
        mpq_clear(place[i / 3][i % 3]);
    mpq_clear(other);
    return blocked;
}

/* A line over both times: constant + by_a time_a + by_b time_b >= 0 on its inner side. */
typedef struct half_plane {
    mpq_t constant, by_a, by_b;
} half_plane;

static void half_plane_init(half_plane *h)
{
    mpq_inits(h->constant, h->by_a, h->by_b, NULL);
}

static void half_plane_clear(half_plane *h)
{
    mpq_clears(h->constant, h->by_a, h->by_b, NULL);
}

static void height_over(mpq_t height, const half_plane *h, const oracle_meeting_point *at)
{
    mpq_set(height, h->constant);
    rational_add_product(height, h->by_a, at->time_a, 1);
    rational_add_product(height, h->by_b, at->time_b, 1);
}

/* edge x (A(time_a) - B(time_b) - corner) - shrink >= 0; `ahead`: with a dot for x. */
static void set_side(half_plane *h, const oracle_body_scene *scene, size_t corner, bool ahead,
                     const mpq_t shrink)
{
    const oracle_corner *from = &scene->hull.corner[corner];
    const oracle_corner *to = &scene->hull.corner[(corner + 1) % scene->hull.count];
    mpq_t edge[2], rest;
    mpq_inits(edge[0], edge[1], rest, NULL);
    mpq_neg(h->constant, shrink);
    mpq_set_ui(h->by_a, 0, 1);
    mpq_set_ui(h->by_b, 0, 1);
    for (int axis = 0; axis < 2; axis++)
        mpq_sub(edge[axis], to->at[axis], from->at[axis]);
    if (ahead) { /* e . r = (e turned right) x r */
        mpq_swap(edge[0], edge[1]);
        mpq_neg(edge[1], edge[1]);
    }
    for (int axis = 0; axis < 2; axis++) {
        const int sign = axis == 1 ? 1 : -1;
        const mpq_t *a = scene->a.coefficient[axis], *b = scene->b.coefficient[axis];
        mpq_sub(rest, a[0], b[0]);
        mpq_sub(rest, rest, from->at[axis]);
        rational_add_product(h->constant, edge[1 - axis], rest, sign);
        rational_add_product(h->by_a, edge[1 - axis], a[1], sign);
        rational_add_product(h->by_b, edge[1 - axis], b[1], -sign);
    }
    mpq_clears(edge[0], edge[1], rest, NULL);
}

/* |edge| times `depth`, rounded to a multiple of 2^-bits away from it or towards 0. */
static void set_shrink(mpq_t shrink, const oracle_hull *hull, size_t corner, const mpq_t depth,
                       unsigned bits, bool more)
{
    const oracle_corner *from = &hull->corner[corner];
    const oracle_corner *to = &hull->corner[(corner + 1) % hull->count];
    mpq_t square, step;
    mpz_t root;
    mpq_inits(square, step, NULL);
    mpz_init(root);
    for (int axis = 0; axis < 2; axis++) {
        mpq_sub(step, to->at[axis], from->at[axis]);
        rational_add_product(square, step, step, 1);
    }
    mpq_mul(square, square, depth);
    mpq_mul(square, square, depth);
    mpq_mul_2exp(square, square, 2 * bits);
    mpz_fdiv_q(root, mpq_numref(square), mpq_denref(square));
    mpz_sqrt(root, root);
    if (more)
        mpz_add_ui(root, root, 1);
    mpq_set_z(shrink, root);
    mpq_div_2exp(shrink, shrink, bits);
    mpq_clears(square, step, NULL);
    mpz_clear(root);
}

/* ---- clipping -------------------------------------------------------------------------------- */

typedef struct polygon {
    size_t count;
    oracle_meeting_point *point;
} polygon;

static polygon new_polygon(size_t room)
{
    polygon p = {0, malloc(room * sizeof *p.point)};
    assert(p.point != NULL);
    for (size_t i = 0; i < room; i++)
        oracle_meeting_point_init(&p.point[i]);
    return p;
}

static void free_polygon(polygon *p, size_t room)
{
    for (size_t i = 0; i < room; i++)
        oracle_meeting_point_clear(&p->point[i]);
    free(p->point);
}

static void add_point(polygon *p, const mpq_t time_a, const mpq_t time_b)
{
    mpq_set(p->point[p->count].time_a, time_a);
    mpq_set(p->point[p->count++].time_b, time_b);
}

/* Where the line between two points on both sides crosses the half plane's. */
static void add_crossing(polygon *p, const oracle_meeting_point *from, const mpq_t height_from,
                         const oracle_meeting_point *to, const mpq_t height_to)
{
    mpq_t part, time_a, time_b;
    mpq_inits(part, time_a, time_b, NULL);
    mpq_sub(part, height_from, height_to);
    mpq_div(part, height_from, part);
    mpq_sub(time_a, to->time_a, from->time_a);
    mpq_mul(time_a, time_a, part);
    mpq_add(time_a, time_a, from->time_a);
    mpq_sub(time_b, to->time_b, from->time_b);
    mpq_mul(time_b, time_b, part);
    mpq_add(time_b, time_b, from->time_b);
    add_point(p, time_a, time_b);
    mpq_clears(part, time_a, time_b, NULL);
}

static void clip(polygon *result, const polygon *p, const half_plane *by)
{
    mpq_t here, next;
    mpq_inits(here, next, NULL);
    result->count = 0;
    for (size_t i = 0; i < p->count; i++) {
        const oracle_meeting_point *from = &p->point[i], *to = &p->point[(i + 1) % p->count];
        height_over(here, by, from);
        height_over(next, by, to);
        if (mpq_sgn(here) >= 0)
            add_point(result, from->time_a, from->time_b);
        if (mpq_sgn(here) * mpq_sgn(next) < 0)
            add_crossing(result, from, here, to, next);
    }
    mpq_clears(here, next, NULL);
}

static void raise(mpq_t most, const mpq_t x)
{
    if (mpq_cmp(x, most) > 0)
        mpq_set(most, x);
}

/* Later than the times of every crossing of two of the lines. */
static void bound_crossings(mpq_t later, const half_plane *line, size_t count)
{
    mpq_t determinant, time;
    mpq_inits(determinant, time, NULL);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const half_plane *x = &line[i], *y = &line[j];
            mpq_set_ui(determinant, 0, 1);
            rational_add_product(determinant, x->by_a, y->by_b, 1);
            rational_add_product(determinant, x->by_b, y->by_a, -1);
            if (mpq_sgn(determinant) == 0)
                continue;
            mpq_set_ui(time, 0, 1);
            rational_add_product(time, x->by_b, y->constant, 1);
            rational_add_product(time, x->constant, y->by_b, -1);
            mpq_div(time, time, determinant);
            raise(later, time);
            mpq_set_ui(time, 0, 1);
            rational_add_product(time, x->constant, y->by_a, 1);
            rational_add_product(time, x->by_a, y->constant, -1);
            mpq_div(time, time, determinant);
            raise(later, time);
        }
    mpq_set_ui(time, 1, 1);
    mpq_add(later, later, time);
    mpq_clears(determinant, time, NULL);
}

/* The four sides of the rectangle of both lives, as lines. */
static size_t set_lives(half_plane *line, const oracle_stretch *a, const oracle_stretch *b)
{
    size_t count = 0;
    for (int of_b = 0; of_b < 2; of_b++) {
        const oracle_stretch *life = of_b ? b : a;
        for (int at_end = 0; at_end < (life->endless ? 1 : 2); at_end++) {
            half_plane *h = &line[count++];
            mpq_set_ui(of_b ? h->by_b : h->by_a, 1, 1);
            mpq_neg(h->constant, at_end ? life->end : life->begin);
        }
    }
    return count;
}

/* The rectangle, cut off at `later` where a life is endless: after every corner of
 * what the sides will leave of it. */
static void set_rectangle(polygon *p, const oracle_body_scene *scene, const mpq_t later)
{
    const oracle_stretch *a = &scene->a.life, *b = &scene->b.life;
    mpq_srcptr end_a = a->endless ? later : a->end, end_b = b->endless ? later : b->end;
    add_point(p, a->begin, b->begin);
    add_point(p, end_a, b->begin);
    add_point(p, end_a, end_b);
    add_point(p, a->begin, end_b);
}

static void average(oracle_meeting_point *middle, const polygon *p)
{
    mpq_t count;
    mpq_init(count);
    mpq_set_ui(middle->time_a, 0, 1);
    mpq_set_ui(middle->time_b, 0, 1);
    for (size_t i = 0; i < p->count; i++) {
        mpq_add(middle->time_a, middle->time_a, p->point[i].time_a);
        mpq_add(middle->time_b, middle->time_b, p->point[i].time_b);
    }
    mpq_set_ui(count, p->count, 1);
    mpq_div(middle->time_a, middle->time_a, count);
    mpq_div(middle->time_b, middle->time_b, count);
    mpq_clear(count);
}

/* The middle of the part of the rectangle in which D is inside C (or on it, when it is a
 * segment), shrunk by about the negative reach; false when there is no such part. Of a
 * set with interior the middle is inside every line. */
static bool find_middle(const oracle_body_starts *s, unsigned bits, bool more,
                        oracle_meeting_point *middle)
{
    const size_t corners = s->scene.hull.count, edges = corners == 2 ? 4 : corners;
    const size_t lines = edges + 4, room = edges + 8;
    half_plane *line = malloc(lines * sizeof *line);
    polygon part[2] = {new_polygon(room), new_polygon(room)};
    mpq_t shrink, depth, later;
    assert(line != NULL);
    mpq_inits(shrink, depth, later, NULL);
    if (mpq_sgn(s->reach) < 0)
        mpq_neg(depth, s->reach);
    for (size_t i = 0; i < lines; i++)
        half_plane_init(&line[i]);
    for (size_t i = 0; i < edges; i++) {
        if (mpq_sgn(depth) > 0)
            set_shrink(shrink, &s->scene.hull, i, depth, bits, more);
        set_side(&line[i], &s->scene, i % corners, i >= corners, shrink);
    }
    size_t sides = set_lives(line + edges, &s->scene.a.life, &s->scene.b.life);
    raise(later, s->scene.a.life.begin);
    raise(later, s->scene.b.life.begin);
    bound_crossings(later, line, edges + sides);
    set_rectangle(&part[0], &s->scene, later);
    for (size_t i = 0; i < edges; i++)
        clip(&part[(i + 1) % 2], &part[i % 2], &line[i]);
    const bool found = part[edges % 2].count > 0;
    if (found)
        average(middle, &part[edges % 2]);
    for (size_t i = 0; i < lines; i++)
        half_plane_clear(&line[i]);
    free(line);
    free_polygon(&part[0], room);
    free_polygon(&part[1], room);
    mpq_clears(shrink, depth, later, NULL);
    return found;
}

/* ---- looking for it -------------------------------------------------------------------------- */

static bool find_corner(const oracle_body_starts *s, oracle_meeting_point *point)
{
    const oracle_stretch *a = &s->scene.a.life, *b = &s->scene.b.life;
    for (int k = 0; k < 4; k++) {
        if ((k % 2 == 1 && a->endless) || (k / 2 == 1 && b->endless))
            continue;
        mpq_set(point->time_a, k % 2 == 1 ? a->end : a->begin);
        mpq_set(point->time_b, k / 2 == 1 ? b->end : b->begin);
        if (is_blocked(s, point))
            return true;
    }
    return false;
}

/* As near to a corner of C as two discs would have to come. */
static bool find_near_corner(const oracle_body_starts *s, oracle_meeting_point *point)
{
    for (size_t i = 0; i < s->scene.hull.count; i++) {
        oracle_path carried = s->scene.b;
        mpq_t x, y;
        mpq_inits(x, y, NULL);
        mpq_add(x, carried.coefficient[0][0], s->scene.hull.corner[i].at[0]);
        mpq_add(y, carried.coefficient[1][0], s->scene.hull.corner[i].at[1]);
        carried.coefficient[0][0][0] = x[0];
        carried.coefficient[1][0][0] = y[0];
        bool found = oracle_find_meeting_point(point, &s->scene.a, &carried, s->reach);
        mpq_clears(x, y, NULL);
        if (found)
            return true;
    }
    return false;
}

/* C shrunk by a number that is no rational: ever closer from both sides. A tie of square
 * roots, which cannot be told so, is taken for what it is after 4096 bits. */
static bool find_in_shrunk(const oracle_body_starts *s, oracle_meeting_point *point)
{
    for (unsigned bits = 128; bits <= 4096; bits *= 2) {
        if (find_middle(s, bits, true, point) && is_blocked(s, point))
            return true;
        if (!find_middle(s, bits, false, point))
            return false;
    }
    return false;
}

/* Some point of the closed rectangle with the bodies overlapping. Where D never enters
 * C, the two sets are nearest at a corner of one of them. */
static bool find_point(const oracle_body_starts *s, oracle_meeting_point *point)
{
    const size_t corners = s->scene.hull.count;
    if (mpq_sgn(s->reach) < 0)
        return corners >= 3 && find_in_shrunk(s, point);
    if (corners >= 2 && find_middle(s, 0, false, point) && is_blocked(s, point))
        return true;
    return mpq_sgn(s->reach) > 0 && (find_corner(s, point) || find_near_corner(s, point));
}

static void some_instant(mpq_t instant, const oracle_stretch *life)
{
    mpq_t later;
    mpq_init(later);
    mpq_set_ui(later, 1, 1);
    mpq_add(later, later, life->begin);
    oracle_choose_between(instant, life->begin, life->endless ? later : life->end);
    mpq_clear(later);
}

static void go_halfway(mpq_t x, const mpq_t to)
{
    mpq_add(x, x, to);
    mpq_div_2exp(x, x, 1);
}

/* The point may lie on a side of the rectangle: from inside, half the way towards it
 * again and again. */
static void step_inside(const oracle_body_starts *s, oracle_meeting_point *point)
{
    oracle_meeting_point step;
    oracle_meeting_point_init(&step);
    some_instant(step.time_a, &s->scene.a.life);
    some_instant(step.time_b, &s->scene.b.life);
    while (!is_blocked(s, &step)) {
        go_halfway(step.time_a, point->time_a);
        go_halfway(step.time_b, point->time_b);
    }
    mpq_set(point->time_a, step.time_a);
    mpq_set(point->time_b, step.time_b);
    oracle_meeting_point_clear(&step);
}

/* ---- the ends -------------------------------------------------------------------------------- */

typedef struct end_question {
    oracle_body_starts *starts;
    mpq_t inside; /* an unsafe start */
} end_question;

static int compare(double x, const mpq_t q)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, x);
    int order = mpq_cmp(exact, q);
    mpq_clear(exact);
    return order;
}

static bool is_safe_below(const void *context, double x)
{
    const end_question *q = context;
    return compare(x, q->inside) < 0 && !oracle_body_start_is_unsafe(q->starts, x);
}

static bool is_safe_above(const void *context, double opposite)
{
    const end_question *q = context;
    return compare(-opposite, q->inside) > 0 && !oracle_body_start_is_unsafe(q->starts, -opposite);
}

bool oracle_body_unsafe_starts(const oracle_pair *pair, graze_interval *interval)
{
    oracle_body_starts starts;
    oracle_meeting_point point;
    end_question question = {.starts = &starts};
    oracle_body_starts_init(&starts, pair);
    oracle_meeting_point_init(&point);
    mpq_init(question.inside);
    bool any = !oracle_stretch_is_empty(&starts.scene.a.life) &&
               !oracle_stretch_is_empty(&starts.scene.b.life) && find_point(&starts, &point);
    if (any) {
        step_inside(&starts, &point);
        mpq_sub(question.inside, point.time_b, point.time_a);
        mpq_add(question.inside, question.inside, starts.start);
        interval->lower = oracle_last_yes(is_safe_below, &question, interval->lower);
        interval->upper = -oracle_last_yes(is_safe_above, &question, -interval->upper);
    }
    mpq_clear(question.inside);
    oracle_meeting_point_clear(&point);
    oracle_body_starts_clear(&starts);
    return any;
}
