/* SPDX-License-Identifier: MIT */
/* All edges of C at once. See polygon_sides.h; the vectors are in polygon_sides.inc. */
#include "contact/polygon_sides.h"

#include <math.h>

#include "base/bits.h"
#include "geometry/body.h"
#include "geometry/orientation.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* -A or B. */
typedef struct body_sides {
    _Alignas(64) double x[SIDES_OF_BODY];
    double y[SIDES_OF_BODY], ex[SIDES_OF_BODY], ey[SIDES_OF_BODY];
    int count; /* corners */
} body_sides;

/* The bits of a body's edges; a point has none. */
static inline unsigned edges_of(const body_sides *body)
{
    return body->count < 2 ? 0 : (1U << body->count) - 1;
}

/* Before the innermost loop, which other compilers unroll by themselves. */
#if defined __GNUC__ && !defined __clang__
#define SIDES_UNROLLED _Pragma("GCC unroll 8")
#else
#define SIDES_UNROLLED
#endif

/* ---- three widths -------------------------------------------------------------------------- */

#include "base/lanes_plain.inc"
#include "contact/polygon_sides.inc"

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "contact/polygon_sides.inc"

#include "base/lanes_avx512.inc"
#include "contact/polygon_sides.inc"
#endif

typedef sides_seen (*sides_look)(const polygon_path *p, bool along, polygon_sides *s);

static sides_look look_of(cpu_instructions level, bool round)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return round ? avx512_look_rounded : avx512_look_sharp;
    if (level == CPU_AVX2)
        return round ? avx2_look_rounded : avx2_look_sharp;
#endif
    (void)level;
    return round ? one_look_rounded : one_look_sharp;
}

/* C has corners in more than one direction: a polygon, and another one or a point. */
static bool has_sides(const graze_body *body_a, const graze_body *body_b)
{
    const size_t a = body_size(body_a), b = body_size(body_b);
    return a != 2 && b != 2 && a + b > 3 && a <= SIDES_OF_BODY && b <= SIDES_OF_BODY;
}

sides_seen polygon_sides_of(cpu_instructions level, const polygon_path *p, bool along,
                            polygon_sides *s)
{
    if (!has_sides(p->question->body_a, p->question->body_b))
        return SIDES_UNSEEN;
    return look_of(level, p->reach != 0)(p, along, s);
}

/* ---- one edge -------------------------------------------------------------------------------- */

void polygon_side_edge(const polygon_sides *s, int side, crossed_edge *e)
{
    e->index = side;
    e->px = s->px[side];
    e->py = s->py[side];
    e->ex = s->ex[side];
    e->ey = s->ey[side];
    e->norm = s->norm[side];
    e->size = 0;
    e->across[0] = s->across[0][side];
    e->across[1] = s->across[1][side];
    e->bound = s->bound[side];
}

/* An edge of -A or B with the direction that it has in C. */
typedef struct directed {
    graze_point from, to;
} directed;

/* Number i of -A goes from its next corner to this one: a reflection turns it round. */
static directed edge_of(const graze_body *body, bool reflected, size_t i)
{
    const graze_point here = body_vertex(body, i), next = body_vertex(body, body_after(body, i));
    return reflected ? (directed){next, here} : (directed){here, next};
}

static directed edge_of_side(const pair *question, int side)
{
    return side < SIDES_OF_BODY ? edge_of(question->body_a, true, (size_t)side)
                                : edge_of(question->body_b, false, (size_t)side - SIDES_OF_BODY);
}

/* Edges along the axes, as robots on grids have them, are told apart without exact numbers. */
static int turn(directed first, directed second)
{
    if ((first.from.x == first.to.x && second.from.x == second.to.x) ||
        (first.from.y == first.to.y && second.from.y == second.to.y))
        return 0;
    return orientation_of_edges(first.from, first.to, second.from, second.to);
}

/* The body that an edge is not of. */
static const graze_body *other_body(const pair *question, int side)
{
    return side < SIDES_OF_BODY ? question->body_b : question->body_a;
}

/* The corner of the other body that is farthest across an edge, if exact signs of both edges at it
 * tell that it is; else -1. */
static int corner_across(const pair *question, const polygon_sides *s, int side)
{
    const bool reflected = side >= SIDES_OF_BODY; /* the other one is -A */
    const graze_body *body = other_body(question, side);
    const size_t at = (size_t)s->who[side];
    if (body_size(body) == 1)
        return 0;
    const directed edge = edge_of_side(question, side);
    const bool farthest = turn(edge, edge_of(body, reflected, at)) >= 0 &&
                          turn(edge_of(body, reflected, body_before(body, at)), edge) >= 0;
    return farthest ? (int)at : -1;
}

/* The edge that leads to the begin of one: of both before it the later one. */
static int side_before(const pair *question, int side, size_t across)
{
    const bool of_a = side < SIDES_OF_BODY;
    const graze_body *own = of_a ? question->body_a : question->body_b;
    const graze_body *other = other_body(question, side);
    const int first = of_a ? 0 : SIDES_OF_BODY;
    const int mine = first + (int)body_before(own, (size_t)(side - first));
    if (body_size(other) == 1)
        return mine;
    const int theirs = SIDES_OF_BODY - first + (int)body_before(other, across);
    return turn(edge_of_side(question, mine), edge_of_side(question, theirs)) > 0 ? theirs : mine;
}

bool polygon_side_corners(const pair *question, const polygon_sides *s, int side,
                          edge_corners *corners, int *before)
{
    const int found = corner_across(question, s, side);
    const size_t own = (size_t)side % SIDES_OF_BODY, across = (size_t)found;
    const graze_body *a = question->body_a, *b = question->body_b;
    if (found < 0)
        return false;
    if (side < SIDES_OF_BODY) {
        corners->a = body_vertex(a, own);
        corners->a_next = body_vertex(a, body_after(a, own));
        corners->b = corners->b_next = body_vertex(b, across);
    } else {
        corners->b = body_vertex(b, own);
        corners->b_next = body_vertex(b, body_after(b, own));
        corners->a = corners->a_next = body_vertex(a, across);
    }
    if (before != NULL)
        *before = side_before(question, side, across);
    return true;
}

bool polygon_sides_are_parallel(const pair *question, int side, int other)
{
    return turn(edge_of_side(question, side), edge_of_side(question, other)) == 0;
}

void polygon_side_join(const pair *question, const polygon_sides *s, int other, crossed_edge *e)
{
    const int of_a = e->index < other ? e->index : other, of_b = e->index + other - of_a;
    const graze_point a = body_vertex(question->body_a, (size_t)of_a);
    const graze_point b = body_vertex(question->body_b, (size_t)(of_b - SIDES_OF_BODY));
    e->px = b.x - a.x;
    e->py = b.y - a.y;
    e->ex += s->ex[other];
    e->ey += s->ey[other];
    e->norm += s->norm[other];
    e->bound += s->bound[other];
}
