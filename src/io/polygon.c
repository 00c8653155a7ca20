/* SPDX-License-Identifier: MIT */
#include "io/polygon.h"

#include <stdlib.h>
#include <string.h>

#include "io/polygon_rings.h"

typedef struct piece {
    size_t *corners; /* [index] counter-clockwise */
    size_t count;
} piece;

typedef struct cutting {
    polygon_ring left; /* what is left of the outline */
    piece *pieces;
    size_t piece_count;
    polygon_edge *cuts; /* bridges, and edges of the ears that were clipped */
    size_t cut_count;
} cutting;

/* ---- ears --------------------------------------------------------------------------------- */

/* Corners of one place have one index. */
static bool is_in_ear(const polygon_ring *of, size_t at, size_t other)
{
    size_t before = (at + of->count - 1) % of->count, after = (at + 1) % of->count;
    graze_point a = polygon_corner(of, before), b = polygon_corner(of, at);
    graze_point d = polygon_corner(of, after), p = polygon_corner(of, other);
    size_t index = of->corners[other];
    if (index == of->corners[before] || index == of->corners[at] || index == of->corners[after])
        return false;
    if (polygon_are_apart(a.x, d.x, p.x, p.x) && polygon_are_apart(b.x, d.x, p.x, p.x) &&
        polygon_are_apart(a.x, b.x, p.x, p.x))
        return false;
    return graze_orientation(a, b, p) >= 0 && graze_orientation(b, d, p) >= 0 &&
           graze_orientation(d, a, p) >= 0;
}

static bool is_ear(const polygon_ring *of, size_t at)
{
    for (size_t i = 2; i + 1 < of->count; i++)
        if (is_in_ear(of, at, (at + i) % of->count))
            return false;
    return true;
}

static bool is_there_twice(const polygon_ring *of, size_t at)
{
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++)
        count += of->corners[i] == of->corners[at];
    return count > 1;
}

/* Does the outline lose nothing without this corner? It is there twice in a row; or it is the end
 * of a bridge that is left over; or it is on a line between its neighbours. Of the latter those
 * that are there twice stay: what is tied to them must not lie within an edge. */
static bool is_spare(const polygon_ring *of, size_t at)
{
    size_t before = of->corners[(at + of->count - 1) % of->count];
    size_t after = of->corners[(at + 1) % of->count];
    return of->corners[at] == after || before == after || !is_there_twice(of, at);
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

/* Clips one ear, or drops a corner that is spare. An outline has a triangulation that uses all of
 * its corners, also those that are flat or there twice: its ears are two of those triangles at
 * least. (Meisters' theorem) */
static io_result clip_one(cutting *c)
{
    polygon_ring *left = &c->left;
    for (size_t at = 0; at < left->count; at++) {
        int turn = polygon_turn_at(left, at);
        size_t before = left->corners[(at + left->count - 1) % left->count];
        size_t after = left->corners[(at + 1) % left->count];
        if (turn == 0 && is_spare(left, at)) {
            polygon_drop(left, at);
            return IO_OK;
        }
        if (turn <= 0 || !is_ear(left, at))
            continue;
        if (!add_piece(c, (size_t[3]){before, left->corners[at], after}, 3))
            return IO_MEMORY;
        c->cuts[c->cut_count++] = (polygon_edge){after, before};
        polygon_drop(left, at);
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
    const graze_point *points = c->left.points;
    return graze_orientation(points[corners[(at + count - 1) % count]], points[corners[at]],
                             points[corners[(at + 1) % count]]);
}

/* Both pieces as one, if that is convex; the second one is then empty. */
static io_result join(cutting *c, const polygon_edge *along)
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
    size_t first = 0, second = a->count - 1; /* where the ends of the cut are */
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
    size_t most = 0;
    for (size_t k = 0; k < c->piece_count; k++)
        most = c->pieces[k].count > most ? c->pieces[k].count : most;
    graze_point *room = malloc((most + 1) * sizeof *room);
    io_result result = room == NULL ? IO_MEMORY : IO_OK;
    for (size_t k = 0; k < c->piece_count && result == IO_OK; k++) {
        for (size_t i = 0; i < c->pieces[k].count; i++)
            room[i] = c->left.points[c->pieces[k].corners[i]];
        if (c->pieces[k].count > 0)
            result = take(context, room, c->pieces[k].count);
    }
    free(room);
    return result;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool is_convex(const polygon_ring *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (polygon_turn_at(of, i) <= 0)
            return false;
    return true;
}

static io_result cut_all(cutting *c)
{
    io_result result = IO_OK;
    if (c->cut_count == 0 && is_convex(&c->left))
        return add_piece(c, c->left.corners, c->left.count) ? IO_OK : IO_MEMORY;
    while (c->left.count >= 3 && result == IO_OK)
        result = clip_one(c);
    for (size_t i = 0; i < c->cut_count && result == IO_OK; i++)
        result = join(c, &c->cuts[i]);
    return result;
}

io_result polygon_cut(const graze_point *points, const size_t *ends, size_t ring_count,
                      polygon_sink take, void *context, polygon_report *report)
{
    size_t holes = ring_count - 1, most = ends[holes] + 2 * holes;
    size_t *corners = malloc(most * sizeof *corners);
    cutting c = {.left = {points, corners, 0}};
    c.pieces = malloc(most * sizeof *c.pieces);
    c.cuts = malloc((most + holes) * sizeof *c.cuts);
    bool has_room = corners != NULL && c.pieces != NULL && c.cuts != NULL;
    io_result result = IO_MEMORY;
    *report = (polygon_report){.fault = POLYGON_SOUND};
    if (has_room)
        result = polygon_unite(points, ends, ring_count, &c.left, c.cuts, report);
    c.cut_count = holes;
    if (result == IO_OK)
        result = cut_all(&c);
    if (result == IO_OK)
        result = hand_over(&c, take, context);
    for (size_t i = 0; i < c.piece_count; i++)
        free(c.pieces[i].corners);
    free(corners);
    free(c.pieces);
    free(c.cuts);
    return result;
}
