/* SPDX-License-Identifier: MIT */
/* Two polygons of up to eight corners. See octs.h. */
#include "geometry/octs.h"

#include "base/bits.h"
#include "geometry/eights.h"
#include "geometry/glance.h"

#if CPU_WIDE
enum { LANES = SIDES_OF_BODY };

/* As in quads.c, where the bound is derived: here, too, corners are differences from the middle
 * rounded to floats, sizes are above 2^-42 and the magnitude below 2^60, and what follows are the
 * same sums. Products that are not fused add less than 40 * 2^-23 of m s. */
static const double DOUBT = 320 * 0x1p-23;

/* -A or B about the body's middle: its corners, behind the last of which the first one comes again
 * and again, and the outward normals of its edges. */
typedef struct oct {
    __m256 x, y, nx, ny;
    unsigned edges; /* bits of lanes */
} oct;

/* The lanes that corners come from, of bodies with three and more: pairs of vertices are loaded
 * from 0, 2, 4 and 6 on, but none from behind the last pair, and each half of a vector has the
 * first and third of them, or the second and fourth. */
static const int lane_of[LANES - 2][LANES] = {{0, 1, 5, 0, 0, 0, 0, 0}, {0, 1, 4, 5, 0, 0, 0, 0},
                                              {0, 1, 4, 5, 3, 0, 0, 0}, {0, 1, 4, 5, 2, 3, 0, 0},
                                              {0, 1, 4, 5, 2, 3, 7, 0}, {0, 1, 4, 5, 2, 3, 6, 7}};

INLINE_AVX2 __m128 two_from(const graze_point *at, __m256d middle, bool reflected)
{
    const __m256d two = _mm256_loadu_pd(&at->x);
    return _mm256_cvtpd_ps(reflected ? _mm256_sub_pd(middle, two) : _mm256_sub_pd(two, middle));
}

INLINE_AVX2 oct oct_of(const graze_hull *hull, bool reflected)
{
    const graze_point *at = hull->body.vertices;
    const size_t count = hull->body.vertex_count, last = count - 2;
    const __m256d middle = _mm256_broadcast_pd((const __m128d *)(const void *)&hull->middle);
    const __m256 low = _mm256_set_m128(two_from(at + (last < 2 ? last : 2), middle, reflected),
                                       two_from(at, middle, reflected));
    const __m256 high = _mm256_set_m128(two_from(at + last, middle, reflected),
                                        two_from(at + (last < 4 ? last : 4), middle, reflected));
    const __m256i from = _mm256_loadu_si256((const __m256i *)(const void *)lane_of[count - 3]);
    const __m256i next = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    oct o = {.edges = (1U << count) - 1};
    o.x = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(low, high, 0x88), from);
    o.y = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(low, high, 0xdd), from);
    o.nx = _mm256_sub_ps(_mm256_permutevar8x32_ps(o.y, next), o.y);
    o.ny = _mm256_sub_ps(o.x, _mm256_permutevar8x32_ps(o.x, next));
    return o;
}

/* In memory, whence one number comes to all lanes at once, and where whose edge it is needs no
 * branch. */
typedef struct stored {
    _Alignas(32) float x[LANES];
    float y[LANES], nx[LANES], ny[LANES];
} stored;

INLINE_AVX2 void store(const oct *o, stored *to)
{
    _mm256_store_ps(to->x, o->x);
    _mm256_store_ps(to->y, o->y);
    _mm256_store_ps(to->nx, o->nx);
    _mm256_store_ps(to->ny, o->ny);
}

/* The greatest of eight, in all lanes. */
INLINE_AVX2 __m256 greatest(__m256 eight)
{
    const __m256 four = _mm256_max_ps(eight, _mm256_permute2f128_ps(eight, eight, 1));
    const __m256 two = _mm256_max_ps(four, _mm256_permute_ps(four, 0x4e));
    return _mm256_max_ps(two, _mm256_permute_ps(two, 0xb1));
}

/* How high the other body is across each edge. */
INLINE_AVX2 __m256 heights_of(const stored *other, const oct *own)
{
    __m256 most =
        eight_dots(own->nx, own->ny, _mm256_broadcast_ss(other->x), _mm256_broadcast_ss(other->y));
    for (int i = 1; i < LANES; i++)
        most = _mm256_max_ps(most, eight_dots(own->nx, own->ny, _mm256_broadcast_ss(other->x + i),
                                              _mm256_broadcast_ss(other->y + i)));
    return most;
}

/* Both bodies, the way from middle to middle, and the bounds for their edges. */
typedef struct view {
    stored of[2];
    float way_x, way_y, bound[2];
    unsigned edges[2];
} view;

INLINE_AVX2 void view_of(const placed_pair *pair, const oct *a, const oct *b, graze_point way,
                         view *v)
{
    const double doubt = DOUBT * pair->magnitude;
    store(a, &v->of[0]);
    store(b, &v->of[1]);
    v->way_x = (float)way.x;
    v->way_y = (float)way.y;
    v->bound[0] = (float)(doubt * pair->a->size);
    v->bound[1] = (float)(doubt * pair->b->size);
    v->edges[0] = a->edges;
    v->edges[1] = b->edges;
}

/* Lanes of one body's edges that have the origin beyond them, surely, and surely not. */
typedef struct told {
    unsigned outside, inside;
} told;

INLINE_AVX2 told tell(const view *v, const oct *own, int k)
{
    const __m256 bound = _mm256_broadcast_ss(&v->bound[k]);
    const __m256 x = _mm256_add_ps(_mm256_broadcast_ss(&v->way_x), own->x);
    const __m256 y = _mm256_add_ps(_mm256_broadcast_ss(&v->way_y), own->y);
    const __m256 inner =
        _mm256_add_ps(eight_dots(own->nx, own->ny, x, y), heights_of(&v->of[!k], own));
    return (told){own->edges & eight_above(_mm256_sub_ps(_mm256_setzero_ps(), inner), bound),
                  own->edges & eight_above(inner, bound)};
}

/* What an edge in doubt is at: the corner of the other body, certainly or not; and whether the foot
 * of the origin is certainly between its ends. */
typedef struct doubt {
    unsigned corner;
    bool certain, faced;
} doubt;

INLINE_AVX2 doubt doubt_of(const view *v, unsigned side)
{
    const unsigned k = side / SIDES_OF_BODY, lane = side % SIDES_OF_BODY;
    const stored *own = &v->of[k], *other = &v->of[!k];
    const float nx = own->nx[lane], ny = own->ny[lane], bound = v->bound[k];
    const __m256 height = eight_dots(_mm256_set1_ps(nx), _mm256_set1_ps(ny),
                                     _mm256_load_ps(other->x), _mm256_load_ps(other->y));
    const __m256 most = greatest(height);
    const unsigned near =
        v->edges[!k] & eight_above(height, _mm256_sub_ps(most, _mm256_set1_ps(bound)));
    const unsigned corner = bits_lowest(eight_above(most, height) ^ 0xff);
    const float px = v->way_x + (own->x[lane] + other->x[corner]);
    const float py = v->way_y + (own->y[lane] + other->y[corner]);
    const float ahead = px * ny - py * nx, rest = (nx * nx + ny * ny) - ahead;
    return (doubt){corner, (near & (near - 1)) == 0, ahead > bound && rest > bound};
}

CPU_AVX2_FUNCTION void octs_look(const placed_pair *pair, seen_sides *seen)
{
    const graze_point way = glance_way(pair->a, pair->b, pair->offset);
    const oct a = oct_of(pair->a, true), b = oct_of(pair->b, false);
    view v;
    view_of(pair, &a, &b, way, &v);
    const told of_a = tell(&v, &a, 0), of_b = tell(&v, &b, 1);
    seen->edges = a.edges | b.edges << SIDES_OF_BODY;
    seen->outside = of_a.outside | of_b.outside << SIDES_OF_BODY;
    seen->inside = of_a.inside | of_b.inside << SIDES_OF_BODY;
    seen->certain = 0;
    if (seen->outside != 0)
        return;
    for (unsigned left = seen->edges & ~seen->inside; left != 0; left &= left - 1) {
        const unsigned side = bits_lowest(left);
        const doubt at = doubt_of(&v, side);
        seen->who[side] = (unsigned char)at.corner;
        seen->certain |= (unsigned)at.certain << side;
    }
}

/* The farthest corner in a direction, up to rounding, and how far it is. */
INLINE_AVX2 unsigned far_in(const oct *o, __m256 x, __m256 y, __m256 *most)
{
    const __m256 height = eight_dots(x, y, o->x, o->y);
    *most = greatest(height);
    return bits_lowest(eight_above(*most, height) ^ 0xff);
}

/* A corner far in the direction of the origin from the middle, and whether it does not reach as far
 * as that. */
INLINE_AVX2 bool seem_apart(const oct *a, const oct *b, graze_point way, minkowski_corner *near)
{
    const __m256 x = _mm256_set1_ps((float)-way.x), y = _mm256_set1_ps((float)-way.y);
    __m256 far_a, far_b;
    near->a = far_in(a, x, y, &far_a);
    near->b = far_in(b, x, y, &far_b);
    return eight_above(eight_dots(x, y, x, y), _mm256_add_ps(far_a, far_b)) != 0;
}

/* The edge of C of a side and a corner. No processor foresees whose it is. */
static inline ray_edge edge_of(const placed_pair *pair, unsigned side, size_t corner)
{
    const bool by_a = side < SIDES_OF_BODY;
    const size_t own = side % SIDES_OF_BODY;
    const size_t count = by_a ? pair->a->body.vertex_count : pair->b->body.vertex_count;
    const size_t next = duo_chosen(own + 1 < count, own + 1, 0);
    const minkowski_corner of_a[2] = {{own, corner}, {next, corner}};
    const minkowski_corner of_b[2] = {{corner, own}, {corner, next}};
    return (ray_edge){fan_chosen(by_a, of_a[0], of_b[0]), fan_chosen(by_a, of_a[1], of_b[1])};
}

CPU_AVX2_FUNCTION quads_nearness octs_nearest(const placed_pair *pair, ray_edge *part)
{
    const graze_point way = glance_way(pair->a, pair->b, pair->offset);
    const oct a = oct_of(pair->a, true), b = oct_of(pair->b, false);
    if (seem_apart(&a, &b, way, &part->from))
        return QUADS_NEAR;
    view v;
    view_of(pair, &a, &b, way, &v);
    const told of_a = tell(&v, &a, 0), of_b = tell(&v, &b, 1);
    if ((of_a.outside | of_b.outside) != 0)
        return QUADS_NEAR;
    const unsigned left = (a.edges & ~of_a.inside) | (b.edges & ~of_b.inside) << SIDES_OF_BODY;
    if (left == 0)
        return QUADS_INSIDE;
    const unsigned side = bits_lowest(left);
    const doubt at = doubt_of(&v, side);
    if ((left & (left - 1)) != 0 || !at.certain || !at.faced)
        return QUADS_UNTOLD;
    *part = edge_of(pair, side, at.corner);
    return QUADS_AT_EDGE;
}
#endif
