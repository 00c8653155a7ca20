/* SPDX-License-Identifier: MIT */
/* Many motions at once: one against many, many against many.
 *
 * A batch holds motions as arrays of rounded numbers, one array for each number, so that
 * vector instructions decide several pairs at a time. Each call chooses the fastest
 * instructions that the processor has. The answers are those of the questions about two
 * motions, bit for bit: vector arithmetic with error bounds finds pairs that are certainly
 * apart or certainly overlap, and every other pair is decided on its own. No question here
 * allocates.
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

/* graze_batch_fill fills it. Only the library reads the arrays. */
typedef struct graze_batch {
    size_t count;
    const graze_body *bodies;    /* [0 .. count - 1] the caller's */
    const graze_motion *motions; /* [0 .. count - 1] the caller's */
    double *low_x, *high_x, *low_y, *high_y; /* [m] boxes round whole paths */
    double *start, *end;                     /* [s] */
    double *x, *y, *vx, *vy;                 /* [m] carried back to time 0, [m/s] */
    double *reach, *magnitude;               /* [m] infinite: decided on its own */
} graze_batch;

/* Returns the memory [bytes] that a batch of this many motions needs; 0 when size_t cannot
 * hold it. */
GRAZE_API size_t graze_batch_size(size_t count);

/* Prepares motion i of body i, for i < count, in the caller's memory, which may have any
 * alignment. The batch borrows bodies and motions; they must outlive it.
 * GRAZE_ERROR_CAPACITY when the memory is too small, else the statuses of
 * graze_motion_prepare for the first motion at fault. */
GRAZE_API graze_status graze_batch_fill(const graze_body *bodies, const graze_motion *motions,
                                        size_t count, void *memory, size_t size,
                                        graze_batch *batch);

/* Finds the motions of the batch that a motion conflicts with. Bit i % 64 of hits[i / 64] is
 * 1 iff motion i is one of them; hits has (count + 63)/64 words, and the bits beyond the last
 * motion are 0. *count (may be null) receives the number of hits. On an error part of hits
 * may have been written. */
GRAZE_API graze_status graze_batch_conflicts(const graze_body *body, const graze_motion *motion,
                                             double tolerance, const graze_batch *batch,
                                             uint64_t *hits, size_t *count);

/* An interval of the pair with motion `index` of the batch. */
typedef struct graze_batch_interval {
    size_t index;
    graze_interval interval; /* [s] */
} graze_batch_interval;

/* Writes the conflict intervals of a motion with each of the batch, as
 * graze_conflict_intervals(motion, each) does, in ascending order of the index and of time.
 * On an error part of found may have been written. */
GRAZE_API graze_status graze_batch_intervals(const graze_body *body, const graze_motion *motion,
                                             double tolerance, const graze_batch *batch,
                                             graze_batch_interval *found, size_t capacity,
                                             size_t *count);

/* Writes the unsafe starts of a motion against each of the batch, as
 * graze_unsafe_starts(motion, each) does, in ascending order of the index and of the starts;
 * workspace as there. */
GRAZE_API graze_status graze_batch_unsafe_starts(const graze_body *body, const graze_motion *motion,
                                                 double tolerance, const graze_batch *batch,
                                                 const graze_workspace *workspace,
                                                 graze_batch_interval *found, size_t capacity,
                                                 size_t *count);

/* Receives the indices of a pair in conflict; returns false to stop early (not an error). */
typedef bool (*graze_batch_sink)(void *context, size_t a, size_t b);

/* Hands every pair of a motion of batch a and a motion of batch b that conflict to the sink,
 * block by block. The order of the pairs is the same on every processor; nothing else about
 * it is promised. When both are the same batch, each pair a < b is asked once. */
GRAZE_API graze_status graze_batch_conflicts_between(const graze_batch *a, const graze_batch *b,
                                                     double tolerance, graze_batch_sink sink,
                                                     void *context);

#ifdef __cplusplus
}
#endif
#endif
