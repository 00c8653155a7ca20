/* SPDX-License-Identifier: MIT */
/* Overlaps of discs that move straight on: the instance for any processor, and the doors. */
#include "contact/uniform_overlap.h"

#include "base/cpu.h"
#include "numeric/float_mode.h"

#define WITH(name) name##_plain
#include "contact/uniform_overlap.inc"

/* Whether it is at constant velocity, and begins at a double. In the plane, nothing is accelerated
 * across it. */
static inline bool is_straight(const graze_motion *m)
{
    return (m->start_tail == 0) &
           ((m->form == GRAZE_WAYPOINT) |
            ((m->form == GRAZE_KINEMATIC) & (m->acceleration.x == 0) & (m->acceleration.y == 0)));
}

bool uniform_overlap(const pair *question, const double_word *corner, end_signs signs,
                     meeting_interval *result)
{
    if (question->dimensions != 2 || !is_straight(question->a) || !is_straight(question->b))
        return false;
    return quick_level(question->without) >= CPU_AVX2
               ? uniform_overlap_fused(question, corner, signs, result)
               : uniform_overlap_plain(question, corner, signs, result);
}

bool uniform_overlap_of_prepared(const graze_prepared *a, const graze_motion *motion_a,
                                 const graze_prepared *b, const graze_motion *motion_b,
                                 double tolerance, meeting_interval *result)
{
    return cpu_level() >= CPU_AVX2
               ? uniform_prepared_fused(a, motion_a, b, motion_b, tolerance, result)
               : uniform_prepared_plain(a, motion_a, b, motion_b, tolerance, result);
}
