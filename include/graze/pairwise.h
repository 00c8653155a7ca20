/* SPDX-License-Identifier: MIT */
/* Many pairs at once: motion i of one list against motion i of another, from arrays of numbers.
 *
 * Lists are structures of arrays, as numpy or a table of numbers has them, and nobody has to
 * build motions first. The answers are those of the question about two motions, bit for bit:
 * vector instructions find pairs at constant velocity in the plane that are certainly apart, and
 * of discs between two places those that are certainly in conflict, and when; every other pair is
 * decided on its own. Bodies that come again are validated once, if they are few. No question here
 * allocates.
 *
 * Statuses: GRAZE_ERROR_NULL; GRAZE_ERROR_FORM (a form that is none of the two below);
 * GRAZE_ERROR_INDEX when two lists differ in length; the tolerance's; then those of the first
 * pair at fault: of the function that builds its motion (a's, then b's), of the question about
 * two motions. *bad (may be null) receives the index of that pair, and is untouched when there is
 * none. On an error the arrays of answers may have been written in part.
 */
#ifndef GRAZE_PAIRWISE_H
#define GRAZE_PAIRWISE_H

#include <stddef.h>
#include <stdint.h>

#include <graze/conflict.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Motions and their bodies as arrays of `count` numbers; null arrays in the places of
 * coordinates stand for zeros. All zero is an empty list of kinematic motions. */
typedef struct graze_moves {
    size_t count;
    graze_form form;          /* GRAZE_WAYPOINT or GRAZE_KINEMATIC, of all of them */
    const graze_body *bodies; /* null: discs (in space spheres) of `radius` */
    const double *radius;     /* [m] unless there are bodies */
    const double *place[3];   /* [m] x, y, z at the start */
    const double *to[3];      /* [m] at the end; waypoint */
    const double *velocity[3];     /* [m/s] at the start; kinematic */
    const double *acceleration[3]; /* [m/s^2]; kinematic */
    const double *start;      /* [s] */
    const double *end;        /* [s] waypoint */
    const double *duration;   /* [s] kinematic */
} graze_moves;

/* Builds motion i of a list as graze_motion_waypoint or graze_motion_kinematic does, for
 * i < count. Bodies are not looked at. */
GRAZE_API graze_status graze_moves_motions(const graze_moves *moves, graze_motion *motions,
                                           size_t *bad);

/* Decides all pairs. Bit i % 64 of hits[i / 64] is 1 iff pair i is in conflict; hits has
 * (count + 63)/64 words, and the bits beyond the last pair are 0. *conflicts (may be null)
 * receives the number of hits. */
GRAZE_API graze_status graze_pairwise_conflicts(const graze_moves *a, const graze_moves *b,
                                                double tolerance, uint64_t *hits,
                                                size_t *conflicts, size_t *bad);

/* Writes when the motions of each pair conflict, as graze_conflict_intervals does: those of
 * pair i are intervals[first[i] .. first[i + 1] - 1]. first has count + 1 elements.
 * GRAZE_ERROR_CAPACITY (and the first pair without room) when there are more than `capacity`. */
GRAZE_API graze_status graze_pairwise_intervals(const graze_moves *a, const graze_moves *b,
                                                double tolerance, size_t *first,
                                                graze_interval *intervals, size_t capacity,
                                                size_t *bad);

/* Writes when the motion of a must not start, as graze_unsafe_starts does; workspace as there,
 * all else as above. */
GRAZE_API graze_status graze_pairwise_unsafe_starts(const graze_moves *a, const graze_moves *b,
                                                    double tolerance,
                                                    const graze_workspace *workspace,
                                                    size_t *first, graze_interval *intervals,
                                                    size_t capacity, size_t *bad);

#ifdef __cplusplus
}
#endif
#endif
