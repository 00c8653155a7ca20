/* SPDX-License-Identifier: MIT */
/* Many motions at once: one against many, many against many.
 *
 * A batch holds motions as arrays of rounded numbers, one array for each number, so that
 * vector instructions ask several pairs at a time. The fastest instructions of the
 * processor at hand are chosen when a question is asked; the answers are those of the
 * questions about two motions, bit for bit: wide arithmetic tells "certainly apart" and
 * "certainly overlapping" with error bounds, and each pair that it cannot tell is asked
 * for itself. No question here allocates.
 *
 * Statuses: those of the question about two motions for the motion given here;
 * GRAZE_ERROR_NULL; GRAZE_ERROR_CAPACITY where the caller's array is too small.
 */
#ifndef GRAZE_BATCH_H
#define GRAZE_BATCH_H

#include <stdint.h>

#include <graze/conflict.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays are padded to a multiple of this many motions, and begin at addresses that
 * are multiples of 64 bytes. */
enum { GRAZE_BATCH_LANES = 64 };

/* Filled by graze_batch_fill. The arrays are for the library alone. */
typedef struct graze_batch {
    size_t count;
    const graze_body *bodies;    /* [0 .. count - 1] the caller's */
    const graze_motion *motions; /* [0 .. count - 1] the caller's */
    double *low_x, *high_x, *low_y, *high_y; /* [m] boxes round whole paths */
    double *start, *end;                     /* [s] */
    double *x, *y, *vx, *vy;                 /* [m] carried back to time 0, [m/s] */
    double *reach, *magnitude;               /* [m] infinite: asked for itself always */
} graze_batch;

/* [bytes] of memory that a batch of this many motions takes; 0 when there is no such
 * size. @since 0.1 */
GRAZE_API size_t graze_batch_size(size_t count);

/* Prepares motion i of body i, for i < count, into the caller's memory, which may have
 * any alignment. Bodies and motions stay the caller's and must outlive the batch.
 * GRAZE_ERROR_CAPACITY when the memory is too small, else the statuses of
 * graze_motion_prepare for the first motion at fault. @since 0.1 */
GRAZE_API graze_status graze_batch_fill(const graze_body *bodies, const graze_motion *motions,
                                        size_t count, void *memory, size_t size,
                                        graze_batch *batch);

/* Which of the batch does a motion conflict with? Bit i % 64 of hits[i / 64] tells of
 * motion i; hits has (count + 63)/64 words, the bits beyond the last motion are 0.
 * *count (may be null) is the number of hits. On an error hits may be written in part.
 * @since 0.1 */
GRAZE_API graze_status graze_batch_conflicts(const graze_body *body, const graze_motion *motion,
                                             double tolerance, const graze_batch *batch,
                                             uint64_t *hits, size_t *count);

/* An interval of the pair with motion `index` of the batch. */
typedef struct graze_batch_interval {
    size_t index;
    graze_interval interval; /* [s] */
} graze_batch_interval;

/* When does it conflict with them? As graze_conflict_intervals(motion, each), in ascending
 * order of the index and of time. On an error found may be written in part. @since 0.1 */
GRAZE_API graze_status graze_batch_intervals(const graze_body *body, const graze_motion *motion,
                                             double tolerance, const graze_batch *batch,
                                             graze_batch_interval *found, size_t capacity,
                                             size_t *count);

/* When must it not start because of them? As graze_unsafe_starts(motion, each), in ascending
 * order of the index and of time; workspace as there. @since 0.1 */
GRAZE_API graze_status graze_batch_unsafe_starts(const graze_body *body, const graze_motion *motion,
                                                 double tolerance, const graze_batch *batch,
                                                 const graze_workspace *workspace,
                                                 graze_batch_interval *found, size_t capacity,
                                                 size_t *count);

/* Receives the indices of a pair in conflict; return false to stop early (not an error). */
typedef bool (*graze_batch_sink)(void *context, size_t a, size_t b);

/* Every conflict between a motion of one batch and one of another, block by block: the
 * order of the pairs is the same on every processor, but no other promise. When both are
 * the same batch, each pair a < b is asked once. @since 0.1 */
GRAZE_API graze_status graze_batch_conflicts_between(const graze_batch *a, const graze_batch *b,
                                                     double tolerance, graze_batch_sink sink,
                                                     void *context);

#ifdef __cplusplus
}
#endif
#endif
