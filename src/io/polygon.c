/* SPDX-License-Identifier: MIT */
#include "io/polygon.h"

#include <stdlib.h>
#include <string.h>

typedef struct piece {
    size_t *corners; /* [index] counter-clockwise */
    size_t count;
} piece;

typedef struct diagonal {
    size_t from, to; /* an edge of the ear that it cuts off */
} diagonal;

typedef struct cutting {
    const graze_point *points;
    size_t point_count;
    size_t *ring; /* [index] of the corners that are left */
    size_t count;
    piece *pieces;
    size_t piece_count;
    diagonal *diagonals;
    size_t diagonal_count;
} cutting;

/* ---- exact geometry ----------------------------------------------------------------------- */

/* 1 left, -1 right, 0 straight: what the library says of a triangle. */
static int turn_of(graze_point a, graze_point b, graze_point c)
{
    graze_point corners[3] = {a, b, c};
    graze_body triangle = {.vertices = corners, .vertex_count = 3};
    graze_status status = graze_body_validate(&triangle);
    return status == GRAZE_OK ? 1 : status == GRAZE_ERROR_VERTEX_CLOCKWISE ? -1 : 0;
}

static bool is_same(graze_point a, graze_point b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_among(double x, double a, double b)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

/* Is p, which is on the line through a and b, on the segment? */
static bool is_between(graze_point p, graze_point a, graze_point b)
{
    return is_among(p.x, a.x, b.x) && is_among(p.y, a.y, b.y);
}

static bool are_apart(double a, double b, double c, double d)
{
    double low = a < b ? a : b, high = a < b ? b : a;
    return (c < low && d < low) || (c > high && d > high);
}

/* Do two closed segments share a point? */
static bool segments_meet(graze_point a, graze_point b, graze_point c, graze_point d)
{
    if (are_apart(a.x, b.x, c.x, d.x) || are_apart(a.y, b.y, c.y, d.y))
        return false;
    int c_side = turn_of(a, b, c), d_side = turn_of(a, b, d);
    int a_side = turn_of(c, d, a), b_side = turn_of(c, d, b);
    if (c_side * d_side < 0 && a_side * b_side < 0)
        return true;
    return (c_side == 0 && is_between(c, a, b)) || (d_side == 0 && is_between(d, a, b)) ||
           (a_side == 0 && is_between(a, c, d)) || (b_side == 0 && is_between(b, c, d));
}

/* ---- is it a polygon? --------------------------------------------------------------------- */

static graze_point corner(const cutting *c, size_t at)
{
    return c->points[c->ring[at % c->count]];
}

static int turn_at(const cutting *c, size_t at)
{
    return turn_of(corner(c, at + c->count - 1), corner(c, at), corner(c, at + 1));
}

static void drop(cutting *c, size_t at)
{
    memmove(c->ring + at, c->ring + at + 1, (c->count - at - 1) * sizeof *c->ring);
    c->count--;
}

/* Leaves out points that are there twice in a row, and those on a line between their
 * neighbours. (A spike is no such point: two edges lie on each other then.) */
static void drop_flat(cutting *c)
{
    for (size_t at = 0; at < c->count && c->count >= 3;) {
        graze_point before = corner(c, at + c->count - 1), after = corner(c, at + 1);
        if (is_same(corner(c, at), after) ||
            (turn_at(c, at) == 0 && is_between(corner(c, at), before, after))) {
            drop(c, at);
            at = at > 0 ? at - 1 : 0;
        } else {
            at++;
        }
    }
}

/* Neighbours may share their corner, and only that. */
static bool edges_cross(const cutting *c, size_t i, size_t j)
{
    graze_point a = corner(c, i), b = corner(c, i + 1), p = corner(c, j), q = corner(c, j + 1);
    if (i + 1 == j || (i == 0 && j == c->count - 1)) {
        graze_point shared = i + 1 == j ? b : a, one = i + 1 == j ? a : b;
        graze_point other = i + 1 == j ? q : p;
        return turn_of(one, shared, other) == 0 && !is_between(shared, one, other);
    }
    return segments_meet(a, b, p, q);
}

static bool check_simple(const cutting *c, polygon_report *report)
{
    for (size_t i = 0; i < c->count; i++)
        for (size_t j = i + 1; j < c->count; j++)
            if (edges_cross(c, i, j)) {
                *report = (polygon_report){POLYGON_CROSSED, c->ring[i], c->ring[j]};
                return false;
            }
    return true;
}

/* The turn at the lowest of the leftmost corners is that of the whole. */
static bool is_clockwise(const cutting *c)
{
    size_t least = 0;
    for (size_t i = 1; i < c->count; i++) {
        graze_point p = corner(c, i), best = corner(c, least);
        if (p.x < best.x || (p.x == best.x && p.y < best.y))
            least = i;
    }
    return turn_at(c, least) < 0;
}

static void reverse(cutting *c)
{
    for (size_t i = 0; i < c->count / 2; i++) {
        size_t kept = c->ring[i];
        c->ring[i] = c->ring[c->count - 1 - i];
        c->ring[c->count - 1 - i] = kept;
    }
}

/* ---- ears --------------------------------------------------------------------------------- */

static bool is_ear(const cutting *c, size_t at)
{
    graze_point a = corner(c, at + c->count - 1), b = corner(c, at), d = corner(c, at + 1);
    for (size_t i = 2; i + 1 < c->count; i++) {
        graze_point p = corner(c, at + i);
        if (are_apart(a.x, d.x, p.x, p.x) && are_apart(b.x, d.x, p.x, p.x) &&
            are_apart(a.x, b.x, p.x, p.x))
            continue;
        if (turn_of(a, b, p) >= 0 && turn_of(b, d, p) >= 0 && turn_of(d, a, p) >= 0)
            return false;
    }
    return true;
}

static bool add_piece(cutting *c, const size_t *corners, size_t count)
{
    size_t *own = malloc(count * sizeof *own);
    if (own == NULL)
        return false;
    memcpy(own, corners, count * sizeof *own);
    c->pieces[c->piece_count++] = (piece){own, count};
    return true;
}

/* Clips one ear, or drops a corner that has become flat. Every simple polygon has one (Meisters'
 * theorem). */
static io_result clip_one(cutting *c)
{
    for (size_t at = 0; at < c->count; at++) {
        int turn = turn_at(c, at);
        size_t before = c->ring[(at + c->count - 1) % c->count];
        size_t after = c->ring[(at + 1) % c->count];
        if (turn == 0) {
            drop(c, at);
            return IO_OK;
        }
        if (turn < 0 || !is_ear(c, at))
            continue;
        if (!add_piece(c, (size_t[3]){before, c->ring[at], after}, 3))
            return IO_MEMORY;
        c->diagonals[c->diagonal_count++] = (diagonal){after, before};
        drop(c, at);
        return IO_OK;
    }
    return IO_BAD_INPUT;
}

/* ---- putting together ----------------------------------------------------------------------- */

/* The piece with the edge from -> to, which begins at its corner *at; null when there is none. */
static piece *find_edge(const cutting *c, size_t from, size_t to, size_t *at)
{
    for (size_t k = 0; k < c->piece_count; k++)
        for (size_t i = 0; i < c->pieces[k].count; i++)
            if (c->pieces[k].corners[i] == from &&
                c->pieces[k].corners[(i + 1) % c->pieces[k].count] == to) {
                *at = i;
                return &c->pieces[k];
            }
    return NULL;
}

static int turn_in(const cutting *c, const size_t *corners, size_t count, size_t at)
{
    return turn_of(c->points[corners[(at + count - 1) % count]], c->points[corners[at]],
                   c->points[corners[(at + 1) % count]]);
}

/* Both pieces as one, if that is convex; the second one is then empty. */
static io_result join(cutting *c, const diagonal *along)
{
    size_t at_a, at_b, count = 0;
    piece *a = find_edge(c, along->from, along->to, &at_a);
    piece *b = find_edge(c, along->to, along->from, &at_b);
    if (a == NULL || b == NULL)
        return IO_OK;
    size_t *whole = malloc((a->count + b->count) * sizeof *whole);
    if (whole == NULL)
        return IO_MEMORY;
    for (size_t i = 1; i < a->count; i++) /* from `to` round to before `from`, then b's */
        whole[count++] = a->corners[(at_a + i) % a->count];
    for (size_t i = 1; i < b->count; i++)
        whole[count++] = b->corners[(at_b + i) % b->count];
    size_t first = 0, second = a->count - 1; /* where the corners of the diagonal are */
    int turns[2] = {turn_in(c, whole, count, first), turn_in(c, whole, count, second)};
    if (turns[0] <= 0 || turns[1] <= 0) {
        free(whole);
        return IO_OK;
    }
    free(a->corners);
    free(b->corners);
    *a = (piece){whole, count};
    *b = (piece){NULL, 0};
    return IO_OK;
}

static io_result hand_over(const cutting *c, polygon_sink take, void *context)
{
    graze_point *room = malloc(c->point_count * sizeof *room);
    io_result result = room == NULL ? IO_MEMORY : IO_OK;
    for (size_t k = 0; k < c->piece_count && result == IO_OK; k++) {
        for (size_t i = 0; i < c->pieces[k].count; i++)
            room[i] = c->points[c->pieces[k].corners[i]];
        if (c->pieces[k].count > 0)
            result = take(context, room, c->pieces[k].count);
    }
    free(room);
    return result;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool is_convex(const cutting *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (turn_at(c, i) <= 0)
            return false;
    return true;
}

static io_result cut_all(cutting *c)
{
    io_result result = IO_OK;
    if (is_convex(c))
        return add_piece(c, c->ring, c->count) ? IO_OK : IO_MEMORY;
    while (c->count >= 3 && result == IO_OK)
        result = clip_one(c);
    for (size_t i = 0; i < c->diagonal_count && result == IO_OK; i++)
        result = join(c, &c->diagonals[i]);
    return result;
}

static io_result prepare(cutting *c, polygon_report *report)
{
    drop_flat(c);
    if (c->count < 3) {
        *report = (polygon_report){.fault = POLYGON_FLAT};
        return IO_BAD_INPUT;
    }
    if (!check_simple(c, report))
        return IO_BAD_INPUT;
    if (is_clockwise(c))
        reverse(c);
    return IO_OK;
}

io_result polygon_cut(const graze_point *points, size_t count, polygon_sink take, void *context,
                      polygon_report *report)
{
    cutting c = {.points = points, .point_count = count, .count = count};
    c.ring = malloc(count * sizeof *c.ring);
    c.pieces = malloc(count * sizeof *c.pieces);
    c.diagonals = malloc(count * sizeof *c.diagonals);
    bool has_room = c.ring != NULL && c.pieces != NULL && c.diagonals != NULL;
    io_result result = has_room ? IO_OK : IO_MEMORY;
    *report = (polygon_report){.fault = POLYGON_SOUND};
    for (size_t i = 0; i < count && has_room; i++)
        c.ring[i] = i;
    if (result == IO_OK)
        result = prepare(&c, report);
    if (result == IO_OK)
        result = cut_all(&c);
    if (result == IO_OK)
        result = hand_over(&c, take, context);
    for (size_t i = 0; i < c.piece_count; i++)
        free(c.pieces[i].corners);
    free(c.ring);
    free(c.pieces);
    free(c.diagonals);
    return result;
}
