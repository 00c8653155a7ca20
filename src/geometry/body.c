/* SPDX-License-Identifier: MIT */
/* Bodies at the door: what the kernel may take for granted about a shape. One pass
 * over the vertices, with exact signs. */
#include "geometry/body.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "geometry/orientation.h"
#include "numeric/float_mode.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

static bool is_finite(graze_point p) { return isfinite(p.x) && isfinite(p.y); }

int graze_orientation(graze_point a, graze_point b, graze_point c)
{
    FLOAT_MODE_DEFAULT;
    return is_finite(a) && is_finite(b) && is_finite(c) ? orientation_turn(a, b, c) : 0;
}

static bool same_place(graze_point a, graze_point b) { return a.x == b.x && a.y == b.y; }

static graze_status check_numbers(const graze_body *body, size_t *at)
{
    if (!isfinite(body->radius))
        return GRAZE_ERROR_NOT_FINITE;
    for (size_t i = 0; i < body->vertex_count; i++) {
        if (!is_finite(body->vertices[i])) {
            *at = i;
            return GRAZE_ERROR_NOT_FINITE;
        }
    }
    return body->radius < 0 ? GRAZE_ERROR_NEGATIVE_RADIUS : GRAZE_OK;
}

static graze_status check_repeats(const graze_body *body, size_t *at)
{
    size_t last = body->vertex_count - 1;
    for (size_t i = 1; i <= last; i++) {
        if (same_place(body->vertices[i - 1], body->vertices[i])) {
            *at = i;
            return GRAZE_ERROR_VERTEX_REPEATED;
        }
    }
    if (same_place(body->vertices[last], body->vertices[0])) {
        *at = last;
        return GRAZE_ERROR_VERTEX_REPEATED;
    }
    return GRAZE_OK;
}

/* Does the edge that leaves the vertex point up, or level to the right? Going round
 * once, in equal turns of less than half a circle, edges change from those to the
 * others once, and back once. */
static bool leaves_upward(const graze_body *body, size_t index)
{
    graze_point from = body->vertices[index], to = body->vertices[body_after(body, index)];
    return to.y > from.y || (to.y == from.y && to.x > from.x);
}

/* The vertex at which edges begin to point upward for the second time, or
 * vertex_count when that happens once. */
static size_t second_round(const graze_body *body)
{
    size_t rounds = 0;
    for (size_t i = 0; i < body->vertex_count; i++) {
        if (leaves_upward(body, i) && !leaves_upward(body, body_before(body, i)) && ++rounds == 2)
            return i;
    }
    return body->vertex_count;
}

/* How often the way round turns left and right, and where first. */
typedef struct turns {
    size_t left, right;
    size_t first_left, first_right;
} turns;

static graze_status count_turns(const graze_body *body, turns *counted, size_t *at)
{
    for (size_t i = body->vertex_count; i-- > 0;) {
        int turn =
            orientation_turn(body->vertices[body_before(body, i)], body->vertices[i],
                             body->vertices[body_after(body, i)]);
        if (turn > 0) {
            counted->left++;
            counted->first_left = i;
        } else if (turn < 0) {
            counted->right++;
            counted->first_right = i;
        } else {
            *at = i;
        }
    }
    return counted->left + counted->right == body->vertex_count ? GRAZE_OK
                                                                : GRAZE_ERROR_VERTEX_COLLINEAR;
}

static graze_status check_turns(const graze_body *body, size_t *at)
{
    turns counted = {0};
    graze_status status = count_turns(body, &counted, at);
    if (status != GRAZE_OK)
        return status;
    if (counted.left != 0 && counted.right != 0) {
        *at = counted.left < counted.right ? counted.first_left : counted.first_right;
        return GRAZE_ERROR_VERTEX_CONCAVE;
    }
    size_t second = second_round(body);
    if (second != body->vertex_count) {
        *at = second;
        return GRAZE_ERROR_VERTEX_CONCAVE;
    }
    *at = 0;
    return counted.right != 0 ? GRAZE_ERROR_VERTEX_CLOCKWISE : GRAZE_OK;
}

/* Whether doubles can tell that nothing is wrong with the corners, three or more: they go round
 * once, with a turn to the left at each, so that no two lie in one place. The bound is that of
 * orientation.h; what is not finite, or overflows, makes it infinite or no number. */
static bool goes_round(const graze_body *body)
{
    const graze_point *at = body->vertices;
    const size_t count = body->vertex_count;
    double x = at[0].x - at[count - 1].x, y = at[0].y - at[count - 1].y;
    bool up = y > 0 || (y == 0 && x > 0), left = true;
    size_t rounds = 0;
    for (size_t i = 0; i < count; i++) {
        const graze_point next = at[i + 1 == count ? 0 : i + 1];
        const double to_x = next.x - at[i].x, to_y = next.y - at[i].y;
        const double one = x * to_y, other = y * to_x;
        const bool goes_up = (to_y > 0) | ((to_y == 0) & (to_x > 0));
        left &= one - other >
                ORIENTATION_ERROR * (fabs(one) + fabs(other)) + ORIENTATION_UNDERFLOW;
        rounds += goes_up & !up;
        up = goes_up;
        x = to_x;
        y = to_y;
    }
    return left & (rounds == 1);
}

#if CPU_WIDE
#include "base/lanes_avx512.inc"

/* The same of up to eight corners at once; and the greatest square of their distances from the
 * origin, off by 2u of itself, or by what underflows. (A product that is added to a denormal number
 * takes 150 cycles; a bound may be larger.) */
BATCH_PASS bool avx512_goes_round(const graze_body *body, double *square)
{
    const unsigned count = (unsigned)body->vertex_count, corners = (1U << count) - 1;
    const avx512_vector none = avx512_all(0);
    avx512_vector x, y;
    avx512_points(&body->vertices->x, count, &x, &y);
    *square = avx512_greatest(avx512_mul_add(x, x, avx512_mul(y, y)));
    const avx512_vector ex = avx512_sub(avx512_next(x, count), x);
    const avx512_vector ey = avx512_sub(avx512_next(y, count), y);
    const avx512_vector one = avx512_mul(ex, avx512_next(ey, count));
    const avx512_vector other = avx512_mul(ey, avx512_next(ex, count));
    const avx512_vector size = avx512_add(avx512_abs(one), avx512_abs(other));
    const avx512_vector bound =
        avx512_mul_add(size, avx512_all(ORIENTATION_ERROR), avx512_all(0x1p-1000));
    const unsigned not_left = avx512_not_above(corners, avx512_sub(one, other), bound);
    const unsigned not_up = avx512_not_above(corners, ey, none);
    const unsigned not_down = avx512_not_above(corners, none, ey);
    const unsigned down = not_up & ~(not_down & ~avx512_not_above(corners, ex, none));
    const unsigned before = (down << 1 | down >> (count - 1)) & corners;
    return not_left == 0 && bits_count(before & ~down) == 1;
}

#include "base/lanes_avx2.inc"

/* One number of up to eight corners or edges, in two vectors. */
typedef struct eight {
    avx2_vector low, high;
} eight;

/* Of the one after each; after the last one comes the first. */
LINKAGE eight eight_next(eight a)
{
    return (eight){_mm256_permute4x64_pd(_mm256_blend_pd(a.low, a.high, 1), 0x39),
                   _mm256_permute4x64_pd(_mm256_blend_pd(a.high, a.low, 1), 0x39)};
}

/* The coordinates of edges from those of corners; behind the last of `count` the first one comes
 * again. */
LINKAGE eight eight_edges(eight at, unsigned count)
{
    const __m256i all = _mm256_set1_epi64x((long long)count);
    const __m256i low = _mm256_cmpgt_epi64(all, _mm256_setr_epi64x(0, 1, 2, 3));
    const __m256i high = _mm256_cmpgt_epi64(all, _mm256_setr_epi64x(4, 5, 6, 7));
    const eight next = eight_next(at);
    const avx2_vector first = avx2_sub(next.low, at.low), last = avx2_sub(next.high, at.high);
    const avx2_vector again = _mm256_permute4x64_pd(first, 0);
    return (eight){_mm256_blendv_pd(again, first, _mm256_castsi256_pd(low)),
                   _mm256_blendv_pd(again, last, _mm256_castsi256_pd(high))};
}

/* Of four edges, and those after them: which surely do not turn to the left; which do not go up. */
typedef struct four_turns {
    unsigned not_left, down;
} four_turns;

LINKAGE four_turns turns_of(avx2_vector ex, avx2_vector ey, avx2_vector next_x,
                            avx2_vector next_y)
{
    const avx2_vector one = avx2_mul(ex, next_y), other = avx2_mul(ey, next_x), none = avx2_all(0);
    const avx2_vector size = avx2_add(avx2_abs(one), avx2_abs(other));
    const avx2_vector bound = avx2_mul_add(size, avx2_all(ORIENTATION_ERROR), avx2_all(0x1p-1000));
    const unsigned not_up = avx2_not_above(0xf, ey, none), not_down = avx2_not_above(0xf, none, ey);
    const unsigned not_right = avx2_not_above(0xf, ex, none);
    return (four_turns){avx2_not_above(0xf, avx2_sub(one, other), bound),
                        not_up & ~(not_down & ~not_right)};
}

/* The same again, four and four. */
BATCH_PASS bool avx2_goes_round(const graze_body *body, double *square)
{
    const unsigned count = (unsigned)body->vertex_count, corners = (1U << count) - 1;
    eight x, y;
    avx2_points_at(&body->vertices->x, 0, count, &x.low, &y.low);
    avx2_points_at(&body->vertices->x, 4, count, &x.high, &y.high);
    *square = avx2_greatest(avx2_max(avx2_mul_add(x.low, x.low, avx2_mul(y.low, y.low)),
                                     avx2_mul_add(x.high, x.high, avx2_mul(y.high, y.high))));
    const eight ex = eight_edges(x, count), ey = eight_edges(y, count);
    const eight next_x = eight_next(ex), next_y = eight_next(ey);
    const four_turns low = turns_of(ex.low, ey.low, next_x.low, next_y.low);
    const four_turns high = turns_of(ex.high, ey.high, next_x.high, next_y.high);
    const unsigned down = (low.down | high.down << 4) & corners;
    const unsigned before = (down << 1 | down >> (count - 1)) & corners;
    return ((low.not_left | high.not_left << 4) & corners) == 0 && bits_count(before & ~down) == 1;
}
#endif

static bool has_radius(const graze_body *body)
{
    return (body->radius >= 0) & (body->radius < INFINITY);
}

double body_square_at(cpu_instructions level, const graze_body *body)
{
#if CPU_WIDE
    double square;
    if (body->vertices == NULL || body->vertex_count < 3 || body->vertex_count > 8 ||
        level == CPU_PLAIN || !has_radius(body))
        return -1;
    return (level == CPU_AVX512 ? avx512_goes_round(body, &square) : avx2_goes_round(body, &square))
               ? square
               : -1;
#else
    (void)level, (void)body;
    return -1;
#endif
}

static bool is_surely_convex(cpu_instructions level, const graze_body *body)
{
    return body->vertex_count <= 8 && level != CPU_PLAIN ? body_square_at(level, body) >= 0
                                                          : has_radius(body) && goes_round(body);
}

graze_status body_find_fault_at(cpu_instructions level, const graze_body *body, size_t *bad_vertex)
{
    if (body == NULL || (body->vertices == NULL && body->vertex_count != 0))
        return GRAZE_ERROR_NULL;
    if (body->vertex_count >= 3 && is_surely_convex(level, body))
        return GRAZE_OK;
    size_t none = body->vertex_count, at = none;
    graze_status status = check_numbers(body, &at);
    if (status == GRAZE_OK && body->vertex_count >= 2)
        status = check_repeats(body, &at);
    if (status == GRAZE_OK && body->vertex_count >= 3)
        status = check_turns(body, &at);
    if (status != GRAZE_OK && at != none && bad_vertex != NULL)
        *bad_vertex = at;
    return status;
}

graze_status graze_body_find_fault(const graze_body *body, size_t *bad_vertex)
{
    FLOAT_MODE_DEFAULT;
    return body_find_fault_at(cpu_level(), body, bad_vertex);
}

graze_status graze_body_validate(const graze_body *body)
{
    FLOAT_MODE_DEFAULT;
    return graze_body_find_fault(body, NULL);
}

/* ---- corners ------------------------------------------------------------------------ */

static bool is_within(double value, double one, double other)
{
    return one < other ? one <= value && value <= other : other <= value && value <= one;
}

/* Is it exactly between the two, on one line? Of points on a line, coordinates tell. */
static bool is_between(graze_point point, graze_point one, graze_point other)
{
    return !same_place(point, one) && !same_place(point, other) &&
           is_within(point.x, one.x, other.x) && is_within(point.y, one.y, other.y) &&
           orientation_turn(one, point, other) == 0;
}

/* The neighbours of a vertex in the body as it was given tell whether it is a corner: on
 * a straight side any two points give the same line. */
static size_t write_corners(const graze_body *body, graze_point *vertices)
{
    size_t count = body->vertex_count, kept = 0;
    graze_point first = body->vertices[0], before = body->vertices[count - 1];
    for (size_t i = 0; i < count; i++) {
        graze_point here = body->vertices[i];
        graze_point after = i + 1 < count ? body->vertices[i + 1] : first;
        if (!is_between(here, before, after))
            vertices[kept++] = here;
        before = here;
    }
    return kept;
}

graze_status graze_body_corners(const graze_body *body, graze_point *vertices, size_t capacity,
                                graze_body *corners)
{
    FLOAT_MODE_DEFAULT;
    if (body == NULL || corners == NULL || (vertices == NULL && capacity != 0) ||
        (body->vertices == NULL && body->vertex_count != 0))
        return GRAZE_ERROR_NULL;
    if (capacity < body->vertex_count)
        return GRAZE_ERROR_CAPACITY;
    size_t unused;
    graze_status status = check_numbers(body, &unused);
    if (status != GRAZE_OK)
        return status;
    graze_body result = {body->radius, vertices, body->vertex_count};
    if (body->vertex_count >= 3)
        result.vertex_count = write_corners(body, vertices);
    else
        for (size_t i = 0; i < body->vertex_count; i++)
            vertices[i] = body->vertices[i];
    if (body->vertex_count >= 3 && result.vertex_count < 3)
        return GRAZE_ERROR_VERTEX_COLLINEAR;
    status = graze_body_validate(&result);
    if (status == GRAZE_OK)
        *corners = result;
    return status;
}

graze_status tolerance_validate(double tolerance)
{
    uint64_t bits; /* which tell of the least number below 0 in every mode */
    memcpy(&bits, &tolerance, sizeof bits);
    if (!isfinite(tolerance))
        return GRAZE_ERROR_NOT_FINITE;
    return bits > UINT64_C(1) << 63 ? GRAZE_ERROR_NEGATIVE_TOLERANCE : GRAZE_OK;
}
