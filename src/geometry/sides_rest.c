/* SPDX-License-Identifier: MIT */
/* Two polygons at rest. See sides_rest.h. */
#include "geometry/sides_rest.h"

#include "base/bits.h"
#include "geometry/orientation.h"

#if CPU_WIDE
/* placed_side_quickly() for an edge and a corner. No processor foresees whose edge it is. */
static int side_quickly(const placed_pair *pair, int side, size_t corner)
{
    const graze_body *const body[2] = {&pair->a->body, &pair->b->body};
    const bool of_b = side >= SIDES_OF_BODY;
    const size_t own = (size_t)side % SIDES_OF_BODY;
    const size_t next = duo_chosen(own + 1 < body[of_b]->vertex_count, own + 1, 0);
    const graze_point *vertices = body[of_b]->vertices;
    return placed_side_quickly(pair,
                               duo_load(&body[0]->vertices[duo_chosen(of_b, corner, own)].x),
                               duo_load(&body[1]->vertices[duo_chosen(of_b, own, corner)].x),
                               duo_load(&vertices[duo_chosen(of_b, own, next)].x),
                               duo_load(&vertices[duo_chosen(of_b, next, own)].x));
}
#endif

/* On which side of an edge the origin is, exactly, if the corner is the farthest: 1 beyond it. One
 * that is not is nearer, so that what is not beyond its line is not beyond the edge's. */
static int side_of_origin(cpu_instructions level, const placed_pair *pair, int side, size_t corner)
{
#if CPU_WIDE
    const int sign = level > CPU_PLAIN ? side_quickly(pair, side, corner) : SIGN_UNKNOWN;
    if (sign != SIGN_UNKNOWN)
        return sign;
#endif
    (void)level;
    const graze_body *body_a = &pair->a->body, *body_b = &pair->b->body;
    const size_t own = (size_t)side % SIDES_OF_BODY;
    const graze_point a = body_vertex(body_a, side < SIDES_OF_BODY ? own : corner);
    const graze_point b = body_vertex(body_b, side < SIDES_OF_BODY ? corner : own);
    const exact_vector from = {{pair->place_a.x, -pair->place_b.x, a.x, -b.x},
                               {pair->place_a.y, -pair->place_b.y, a.y, -b.y}};
    const directed_edge edge = sides_edge(body_a, body_b, side);
    return exact_vector_cross_edge_sign(&from, edge.from, edge.to);
}

sides_answer sides_settle(cpu_instructions level, const placed_pair *pair, const seen_sides *seen)
{
    if ((seen->outside & seen->edges) != 0)
        return SIDES_OUTSIDE;
    for (unsigned left = seen->edges & ~seen->inside; left != 0; left &= left - 1) {
        const int side = (int)bits_lowest(left);
        const size_t corner = seen->who[side];
        if (side_of_origin(level, pair, side, corner) < 0)
            continue;
        return (seen->certain >> side & 1) != 0 ||
                       sides_is_farthest(&pair->a->body, &pair->b->body, side, corner)
                   ? SIDES_OUTSIDE
                   : SIDES_UNKNOWN;
    }
    return SIDES_INSIDE;
}
