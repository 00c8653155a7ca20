/* SPDX-License-Identifier: MIT */
/* All edges of C at once. See polygon_sides.h; the vectors are in polygon_sides.inc. */
#include "contact/polygon_sides.h"

#include <math.h>

#include "base/bits.h"
#include "contact/uniform_overlap.h"
#include "geometry/body.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* ---- bodies on their ways -------------------------------------------------------------- */

/* Is v.high all of the step in that life? (A tail that is flushed does not matter: what moves by
 * less than 2^-900 is asked no tie.) */
static inline bool is_exact_quotient(duo_word step, double_word life, duo_word v)
{
    const duo all = duo_all(life.high), product = duo_mul(v.high, all);
    const duo tail = duo_product_tail(v.high, all, product);
    const duo off = duo_add(duo_abs(duo_sub(product, step.high)), duo_abs(tail));
    return (duo_length(duo_add(off, duo_abs(step.low))) == 0) & (life.low == 0);
}

straight_body polygon_straight_body(const graze_body *body, const graze_motion *m)
{
    straight_body of = {.body = body,
                        .place = duo_load(&m->position.x),
                        .v = {duo_load(&m->velocity.x), duo_all(0)},
                        .start = m->start,
                        .end = uniform_end_of(m).up,
                        .exact = true,
                        .ranged = true};
    if (m->form == GRAZE_WAYPOINT && m->duration == INFINITY) {
        of.v.high = duo_all(0);
    } else if (m->form == GRAZE_WAYPOINT) {
        const double_word life = dw_sum(m->duration, m->duration_tail);
        const duo_word step = duo_word_sum(of.v.high, duo_negative(of.place));
        of.v = duo_word_div(step, duo_word_all(life));
        of.exact = is_exact_quotient(step, life, of.v);
        of.ranged = (life.high > 0x1p-90) & (life.high < 0x1p90);
    }
    return of;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* How far outside of the edges' lines the path begins, and how much less it ends. */
typedef struct path_lines {
    _Alignas(64) double begin[SIDES];
    double falls[SIDES], norm[SIDES]; /* |e| in the 1-norm */
    double most[SIDES];               /* how far the other body's farthest corner is across */
} path_lines;

/* [m^2] More than what underflows of a line, and [m] how long the edges of gates are at least. */
static const double LINE_LOST = 0x1p-400, GATE_SHORTEST = 0x1p-90;

/* For each m of an edge and of what a place may be off by, at least: how much a line that is surely
 * crossed falls by (polygon_sides.inc). */
static const double LINE_STEEP = 0x1p27, LINE_LEAST = 0x1p-370;

/* Whether the path surely crosses an edge's line inwards, or outwards, and where. */
ALWAYS_INLINE bool crosses(const path_lines *of, double wrong, bool outwards, path_gate *gate)
{
    const double falls = of->falls[gate->side];
    gate->at = of->begin[gate->side] / falls;
    return (outwards ? -falls : falls) > of->norm[gate->side] * (LINE_STEEP * wrong) + LINE_LEAST &&
           fabs(gate->at) < GATE_FARTHEST;
}

/* Of two parallel edges of both bodies that the path crosses the same way, the one of a, since they
 * are one line. */
static unsigned without_twins(const graze_body *a, const graze_body *b, const path_lines *of,
                              unsigned lines)
{
    const unsigned own = (1U << SIDES_OF_BODY) - 1;
    for (unsigned first = lines & own; first != 0; first &= first - 1)
        for (unsigned second = lines & ~own; second != 0; second &= second - 1) {
            const int i = (int)bits_lowest(first), j = (int)bits_lowest(second);
            if ((of->falls[i] > 0) == (of->falls[j] > 0) &&
                sides_turn(sides_edge(a, b, i), sides_edge(a, b, j)) == 0)
                lines &= ~(1U << j);
        }
    return lines;
}

/* ---- four widths --------------------------------------------------------------------------- */

#include "base/lanes_plain.inc"
#include "contact/polygon_sides.inc"

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "contact/polygon_sides.inc"

#include "base/lanes_avx2_twice.inc"
#include "contact/polygon_sides.inc"

#include "base/lanes_avx512.inc"
#include "contact/polygon_sides.inc"
#endif

sides_seen polygon_sides_of(cpu_instructions level, const polygon_path *p, const graze_body *a,
                            const graze_body *b, polygon_sides *s)
{
    if (!polygon_has_sides(a, b))
        return SIDES_UNSEEN;
#if CPU_WIDE
    if (level == CPU_AVX512)
        return p->reach != 0 ? avx512_look_rounded(p, a, b, s) : avx512_look_sharp(p, a, b, s);
    if (level == CPU_AVX2 && (a->vertex_count > 4 || b->vertex_count > 4)) /* no loops */
        return p->reach != 0 ? twice_look_rounded(p, a, b, s) : twice_look_sharp(p, a, b, s);
    if (level == CPU_AVX2)
        return p->reach != 0 ? avx2_look_rounded(p, a, b, s) : avx2_look_sharp(p, a, b, s);
#endif
    (void)level;
    return p->reach != 0 ? one_look_rounded(p, a, b, s) : one_look_sharp(p, a, b, s);
}
