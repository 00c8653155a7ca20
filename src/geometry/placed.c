/* SPDX-License-Identifier: MIT */
/* Points of a placed difference in exact numbers, or nearly. */
#include "geometry/placed.h"

#include "base/bits.h"
#include "geometry/fine.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

int placed_dot_exact(const placed_pair *pair, graze_point direction, minkowski_corner corner)
{
    exact_vector along = exact_vector_of(direction), point = placed_exact(pair, corner);
    return exact_vector_dot_sign(&along, &point);
}

int placed_cross_exact(const placed_pair *pair, minkowski_corner p, minkowski_corner q)
{
    exact_vector first = placed_exact(pair, p), second = placed_exact(pair, q);
    return exact_vector_cross_sign(&first, &second);
}

#if CPU_WIDE
/* As fine_sign() of orientation.c has it and with its bound, but for the sign 0. */
CPU_AVX2_FUNCTION int placed_side_quickly(const placed_pair *pair, duo a, duo b, duo from, duo to)
{
    const duo place_a = duo_load(&pair->place_a.x), place_b = duo_load(&pair->place_b.x);
    duo tail_1, tail_2, tail_3, edge_low;
    const duo first = fine_two_sums(place_a, duo_negative(place_b), &tail_1);
    const duo second = fine_two_sums(a, duo_negative(b), &tail_2);
    const duo high = fine_two_sums(first, second, &tail_3);
    const duo low = duo_add(duo_add(tail_1, tail_2), tail_3);
    const duo size =
        duo_add(duo_add(duo_abs(place_a), duo_abs(place_b)), duo_add(duo_abs(a), duo_abs(b)));
    const duo edge = fine_two_sums(to, duo_negative(from), &edge_low);
    const duo edge_size = duo_swapped(duo_add(duo_abs(to), duo_abs(from)));
    const duo across = duo_swapped(edge), across_low = duo_swapped(edge_low);
    const duo product = duo_mul(high, across), tail = _mm_fmsub_pd(high, across, product);
    const duo more = duo_add(duo_mul(high, across_low), duo_mul(low, across));
    double rest;
    const double sum = eft_two_sum(duo_x(product), -duo_y(product), &rest);
    rest = rest + (duo_x(tail) - duo_y(tail)) + (duo_x(more) - duo_y(more));
    const double total = sum + rest, bound = 0x1p-98 * duo_dot(size, edge_size) + 0x1p-1000;
    return fabs(total) > bound ? (total > 0 ? 1 : -1) : SIGN_UNKNOWN;
}

/* Of one body, four vertices at a time; the last four may have some of the others again. */
CPU_AVX2_FUNCTION static inline size_t far_among(const graze_body *body, __m256d x, __m256d y)
{
    const size_t last = body->vertex_count - 4;
    __m256d highest = _mm256_set1_pd(-INFINITY), at = _mm256_setzero_pd();
    double number[4];
    for (size_t i = 0;; i = i + 4 < last ? i + 4 : last) {
        const __m256d two = _mm256_loadu_pd(&body->vertices[i].x);
        const __m256d more = _mm256_loadu_pd(&body->vertices[i + 2].x);
        const __m256d height = _mm256_fmadd_pd(x, _mm256_unpacklo_pd(two, more),
                                               _mm256_mul_pd(y, _mm256_unpackhi_pd(two, more)));
        const __m256d higher = _mm256_cmp_pd(height, highest, _CMP_GT_OQ);
        at = _mm256_blendv_pd(at, _mm256_set1_pd((double)(long long)i), higher);
        highest = _mm256_max_pd(height, highest);
        if (i == last)
            break;
    }
    const __m256d halves = _mm256_max_pd(highest, _mm256_permute2f128_pd(highest, highest, 1));
    const __m256d most = _mm256_max_pd(halves, _mm256_permute_pd(halves, 5));
    _mm256_storeu_pd(number, _mm256_add_pd(at, _mm256_setr_pd(0, 2, 1, 3)));
    return (size_t)(long long)number[bits_lowest(
        (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(highest, most, _CMP_EQ_OQ)))];
}

CPU_AVX2_FUNCTION minkowski_corner placed_far_quickly(const placed_pair *pair, duo ahead)
{
    const __m256d x = _mm256_set1_pd(duo_x(ahead)), y = _mm256_set1_pd(duo_y(ahead));
    const __m256d none = _mm256_setzero_pd();
    return (minkowski_corner){
        far_among(&pair->a->body, _mm256_sub_pd(none, x), _mm256_sub_pd(none, y)),
        far_among(&pair->b->body, x, y)};
}
#endif
