/* SPDX-License-Identifier: MIT */
/* When two discs overlap that move straight on and certainly do: the squared distance after the
 * later of both lives begins, a polynomial in double words, and one Newton step to each of its
 * roots, both side by side. Nothing branches on what a predictor cannot know: whose life begins
 * first, and which of the ends are roots.
 *
 * Twice: without fused multiply-adds, and with them for processors that have them.
 */
#ifndef GRAZE_CONTACT_UNIFORM_OVERLAP_H
#define GRAZE_CONTACT_UNIFORM_OVERLAP_H

#include "contact/question.h"
#include "numeric/double_word.h"
#include "numeric/rounding.h"

/* What is known of |d|^2 - reach^2 at the first and the last common instant: signs, or SIGN_UNKNOWN
 * of what is to be found out. */
typedef struct end_signs {
    int first, last;
} end_signs;

/* The overlap, rounded outward; with a corner, of discs round a corner of either body: b - a, seen
 * from the moving points, which is taken off the relative place. False where it is not known: where
 * numbers that are no doubles lead to a touch, or nearly, and where a bound does not hold. */
bool uniform_overlap(const pair *question, const double_word *corner, end_signs signs,
                     meeting_interval *result);

/* The same of GRAZE_PREPARED_DISC. A motion is only read where its prepared numbers do not give
 * back its velocity (passing_way_of) or, at a touch, the end of its life. */
bool uniform_overlap_of_prepared(const graze_prepared *a, const graze_motion *motion_a,
                                 const graze_prepared *b, const graze_motion *motion_b,
                                 double tolerance, meeting_interval *result);

/* The instances. */
bool uniform_overlap_plain(const pair *question, const double_word *corner, end_signs signs,
                           meeting_interval *result);
bool uniform_overlap_fused(const pair *question, const double_word *corner, end_signs signs,
                           meeting_interval *result);
bool uniform_prepared_plain(const graze_prepared *a, const graze_motion *motion_a,
                            const graze_prepared *b, const graze_motion *motion_b,
                            double tolerance, meeting_interval *result);
bool uniform_prepared_fused(const graze_prepared *a, const graze_motion *motion_a,
                            const graze_prepared *b, const graze_motion *motion_b,
                            double tolerance, meeting_interval *result);

/* The end of a life: exactly, or off by 8 u^2 of itself with a tail; and the least double that is
 * not below it. */
typedef struct life_end {
    double_word is; /* [s] */
    double up;      /* [s] */
} life_end;

ALWAYS_INLINE life_end uniform_end_of(const graze_motion *m)
{
    double_word end = dw_sum(m->start, m->duration);
    double beyond = end.low;
    if (!(m->duration < INFINITY))
        return (life_end){dw_from(INFINITY), INFINITY};
    if (m->duration_tail != 0) {
        double rest;
        const double middle = eft_two_sum(end.low, m->duration_tail, &rest);
        end = dw_sum(end.high, middle);
        beyond = end.low != 0 ? end.low : rest;
    }
    return (life_end){end, double_outward(end.high, beyond, true)};
}

#endif
