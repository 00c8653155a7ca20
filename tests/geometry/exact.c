/* SPDX-License-Identifier: MIT */
/* Planar geometry in rationals. See exact.h. */
#include "exact.h"

#include <stdlib.h>

#include "oracle/rational.h"

void exact_point_init(exact_point *point)
{
    mpq_init(point->x);
    mpq_init(point->y);
}

void exact_point_clear(exact_point *point)
{
    mpq_clear(point->x);
    mpq_clear(point->y);
}

bool exact_points_equal(const exact_point *p, const exact_point *q)
{
    return mpq_equal(p->x, q->x) && mpq_equal(p->y, q->y);
}

static size_t vertices_of(const graze_body *body, graze_point *only, const graze_point **vertices)
{
    *only = (graze_point){0, 0};
    *vertices = body->vertex_count == 0 ? only : body->vertices;
    return body->vertex_count == 0 ? 1 : body->vertex_count;
}

exact_point *exact_differences(const graze_body *a, const graze_body *b)
{
    graze_point only_a, only_b;
    const graze_point *of_a, *of_b;
    size_t count_a = vertices_of(a, &only_a, &of_a), count_b = vertices_of(b, &only_b, &of_b);
    exact_point *points = malloc(count_a * count_b * sizeof *points);
    if (points == NULL)
        abort();
    for (size_t j = 0; j < count_b; j++) {
        for (size_t i = 0; i < count_a; i++) {
            exact_point *point = &points[j * count_a + i];
            exact_point_init(point);
            rational_difference(point->x, of_b[j].x, of_a[i].x);
            rational_difference(point->y, of_b[j].y, of_a[i].y);
        }
    }
    return points;
}

void exact_points_free(exact_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        exact_point_clear(&points[i]);
    free(points);
}

int exact_area_sign(const exact_point *p, const exact_point *q, const exact_point *r)
{
    mpq_t area, term, factor;
    mpq_inits(area, term, factor, NULL);
    const exact_point *corner[3] = {p, q, r};
    for (int i = 0; i < 3; i++) { /* the shoelace formula */
        const exact_point *here = corner[i], *next = corner[(i + 1) % 3];
        mpq_mul(term, here->x, next->y);
        mpq_mul(factor, next->x, here->y);
        mpq_sub(term, term, factor);
        mpq_add(area, area, term);
    }
    int sign = mpq_sgn(area);
    mpq_clears(area, term, factor, NULL);
    return (sign > 0) - (sign < 0);
}

static bool is_lower(const exact_point *p, const exact_point *q)
{
    int height = mpq_cmp(p->y, q->y);
    return height != 0 ? height < 0 : mpq_cmp(p->x, q->x) < 0;
}

/* Is r farther from p than q is, all three on a line and q, r on the same side? */
static bool is_beyond(const exact_point *p, const exact_point *q, const exact_point *r)
{
    int x = mpq_cmp(q->x, p->x), y = mpq_cmp(q->y, p->y);
    if (x != 0)
        return x > 0 ? mpq_cmp(r->x, q->x) > 0 : mpq_cmp(r->x, q->x) < 0;
    return y > 0 ? mpq_cmp(r->y, q->y) > 0 : mpq_cmp(r->y, q->y) < 0;
}

/* The point that has all others on its left, seen from `from`; the farthest of such. */
static size_t next_corner(const exact_point *points, size_t count, size_t from)
{
    size_t best = from;
    for (size_t i = 0; i < count; i++) {
        if (exact_points_equal(&points[i], &points[from]))
            continue;
        if (best == from) {
            best = i;
            continue;
        }
        int side = exact_area_sign(&points[from], &points[best], &points[i]);
        if (side < 0 || (side == 0 && is_beyond(&points[from], &points[best], &points[i])))
            best = i;
    }
    return best;
}

size_t exact_hull(const exact_point *points, size_t count, size_t *hull)
{
    size_t first = 0;
    for (size_t i = 1; i < count; i++)
        if (is_lower(&points[i], &points[first]))
            first = i;
    size_t corners = 0, at = first;
    do {
        hull[corners++] = at;
        at = next_corner(points, count, at);
    } while (corners < count && !exact_points_equal(&points[at], &points[first]));
    return corners;
}

/* The square of the origin's distance to the segment: at p + t (q - p) for the t in
 * [0, 1] nearest to -p . (q - p) / |q - p|^2. */
static void segment_squared(mpq_t squared, const exact_point *p, const exact_point *q)
{
    mpq_t x, y, t, part;
    mpq_inits(x, y, t, part, NULL);
    mpq_sub(x, q->x, p->x);
    mpq_sub(y, q->y, p->y);
    mpq_mul(t, x, p->x);
    mpq_mul(part, y, p->y);
    mpq_add(t, t, part);
    mpq_neg(t, t);
    mpq_mul(squared, x, x);
    mpq_mul(part, y, y);
    mpq_add(squared, squared, part);
    if (mpq_sgn(squared) == 0 || mpq_sgn(t) < 0)
        mpq_set_ui(t, 0, 1);
    else if (mpq_cmp(t, squared) > 0)
        mpq_set_ui(t, 1, 1);
    else
        mpq_div(t, t, squared);
    mpq_mul(x, x, t);
    mpq_add(x, x, p->x);
    mpq_mul(y, y, t);
    mpq_add(y, y, p->y);
    mpq_mul(squared, x, x);
    mpq_mul(part, y, y);
    mpq_add(squared, squared, part);
    mpq_clears(x, y, t, part, NULL);
}

/* Where the segment meets the line x = 0: widens [low, high] by that; whole segments on
 * the line by both ends. */
static void widen(mpq_t low, mpq_t high, bool *any, const exact_point *p, const exact_point *q)
{
    if (mpq_sgn(p->x) * mpq_sgn(q->x) > 0)
        return;
    mpq_t y[2], part;
    mpq_inits(y[0], y[1], part, NULL);
    mpq_set(y[0], p->y);
    mpq_set(y[1], q->y);
    if (!mpq_equal(p->x, q->x)) { /* y = p.y + (q.y - p.y) p.x / (p.x - q.x) */
        mpq_sub(part, p->x, q->x);
        mpq_div(part, p->x, part);
        mpq_sub(y[0], q->y, p->y);
        mpq_mul(y[0], y[0], part);
        mpq_add(y[0], y[0], p->y);
        mpq_set(y[1], y[0]);
    }
    for (int i = 0; i < 2; i++) {
        if (!*any || mpq_cmp(y[i], low) < 0)
            mpq_set(low, y[i]);
        if (!*any || mpq_cmp(y[i], high) > 0)
            mpq_set(high, y[i]);
        *any = true;
    }
    mpq_clears(y[0], y[1], part, NULL);
}

int exact_origin(const exact_point *points, const size_t *hull, size_t corners, mpq_t squared)
{
    mpq_t low, high, candidate;
    mpq_inits(low, high, candidate, NULL);
    bool any = false, left = false, right = false;
    for (size_t i = 0; i < corners; i++) {
        const exact_point *p = &points[hull[i]], *q = &points[hull[(i + 1) % corners]];
        segment_squared(candidate, p, q);
        if (i == 0 || mpq_cmp(candidate, squared) < 0)
            mpq_set(squared, candidate);
        left = left || mpq_sgn(p->x) < 0;
        right = right || mpq_sgn(p->x) > 0;
        widen(low, high, &any, p, q);
    }
    bool inside = left && right && mpq_sgn(low) < 0 && mpq_sgn(high) > 0;
    int place = mpq_sgn(squared) == 0 ? 0 : inside ? 1 : -1;
    mpq_clears(low, high, candidate, NULL);
    return place;
}

static void set_total(mpq_t total, const double terms[4])
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(total, 0, 1);
    for (int i = 0; i < 4; i++) {
        mpq_set_d(term, terms[i]);
        mpq_add(total, total, term);
    }
    mpq_clear(term);
}

int exact_product_sum_sign(const double (*p)[4], const double (*q)[4], size_t count)
{
    mpq_t sum, left, right;
    mpq_inits(sum, left, right, NULL);
    for (size_t i = 0; i < count; i++) {
        set_total(left, p[i]);
        set_total(right, q[i]);
        mpq_mul(left, left, right);
        mpq_add(sum, sum, left);
    }
    int sign = mpq_sgn(sum);
    mpq_clears(sum, left, right, NULL);
    return (sign > 0) - (sign < 0);
}
