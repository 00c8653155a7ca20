/* SPDX-License-Identifier: MIT */
/* All edges of C at once. See polygon_sides.h; the vectors are in polygon_sides.inc. */
#include "contact/polygon_sides.h"

#include <math.h>

#include "base/bits.h"
#include "geometry/body.h"

#if CPU_WIDE
#include <immintrin.h>
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

static directed_edge edge_of(const pair *question, int side)
{
    return sides_edge(question->body_a, question->body_b, side);
}

/* The edge that leads to the begin of one: of both before it the later one. */
static int side_before(const pair *question, int side, size_t across)
{
    const bool of_a = side < SIDES_OF_BODY;
    const graze_body *own = of_a ? question->body_a : question->body_b;
    const graze_body *other = sides_other(question->body_a, question->body_b, side);
    const int first = of_a ? 0 : SIDES_OF_BODY;
    const int mine = first + (int)body_before(own, (size_t)(side - first));
    if (body_size(other) == 1)
        return mine;
    const int theirs = SIDES_OF_BODY - first + (int)body_before(other, across);
    return sides_turn(edge_of(question, mine), edge_of(question, theirs)) > 0 ? theirs : mine;
}

bool polygon_side_corners(const pair *question, const polygon_sides *s, int side,
                          edge_corners *corners, int *before)
{
    const size_t own = (size_t)side % SIDES_OF_BODY, across = (size_t)(int)s->who[side];
    const graze_body *a = question->body_a, *b = question->body_b;
    if ((s->certain >> side & 1) == 0 && !sides_is_farthest(a, b, side, across))
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
    return sides_turn(edge_of(question, side), edge_of(question, other)) == 0;
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
