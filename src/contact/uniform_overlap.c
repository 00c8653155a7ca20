/* SPDX-License-Identifier: MIT */
/* Overlaps of discs that move straight on: the instance for any processor, and the doors. */
#include "contact/uniform_overlap.h"

#include "base/cpu.h"
#include "numeric/float_mode.h"

#define WITH(name) name##_plain
#include "contact/uniform_overlap.inc"

bool uniform_overlap(const pair *question, const double_word *corner, end_signs signs,
                     meeting_interval *result)
{
    if (question->dimensions != 2 || !passing_is_straight(question->a) ||
        !passing_is_straight(question->b))
        return false;
    return quick_level(question->without) >= CPU_AVX2
               ? uniform_overlap_fused(question, corner, signs, result)
               : uniform_overlap_plain(question, corner, signs, result);
}

bool uniform_overlap_of_prepared(const graze_prepared *a, const graze_motion *motion_a,
                                 const graze_prepared *b, const graze_motion *motion_b,
                                 double tolerance, meeting_interval *result)
{
    return cpu_has_avx2()
               ? uniform_prepared_fused(a, motion_a, b, motion_b, tolerance, result)
               : uniform_prepared_plain(a, motion_a, b, motion_b, tolerance, result);
}
