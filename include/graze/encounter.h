/* SPDX-License-Identifier: MIT */
/* Two trajectories: the first time they meet, and the nearest they come.
 *
 * Trajectories are arrays of motions in order of time, as trajectory.h builds
 * them. Statuses: those of conflict.h, for any motion of a trajectory, whether the
 * answer depends on it or not. Memory: as in conflict.h.
 */
#ifndef GRAZE_ENCOUNTER_H
#define GRAZE_ENCOUNTER_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/conflict.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the first contact of a and b. at_least says what a contact is:
 *     GRAZE_CONFLICT   depth > tolerance
 *     GRAZE_GRAZE      depth > 0
 *     GRAZE_TOUCH      depth >= 0
 * GRAZE_ERROR_CHOICE for any other value. Pairs of motions after the first pair that is in
 * contact are not asked about.
 *
 * *found tells whether there is a contact. If not, *first is untouched; else it describes
 * the first pair of motions alone, like the `each` rows of graze_trajectory_meetings:
 *     when      the time of their contact, as graze_conflict_intervals returns it at
 *               the tolerance (GRAZE_CONFLICT) or at 0 (else); for a touch its
 *               closed stretch. when.lower is the first contact, rounded down
 *     verdict   their verdict for the tolerance; depth, distance, time: how near
 *               they come, and when */
GRAZE_API graze_status graze_trajectory_first_contact(const graze_body *body_a,
                                                      const graze_trajectory *a,
                                                      const graze_body *body_b,
                                                      const graze_trajectory *b, double tolerance,
                                                      graze_verdict at_least,
                                                      graze_meeting *first, bool *found);

/* A trajectory made ready for many questions of the kind "in conflict, or not?": its motions
 * prepared (conflict.h), and what is known of their times. graze_trajectory_prepare fills it. It
 * borrows all that it points to. */
typedef struct graze_prepared_trajectory {
    const graze_body *body;
    graze_trajectory trajectory;
    const graze_prepared *motions; /* as many */
    bool plane; /* every motion stays at z = 0 */
    bool timed; /* every life begins and ends at a double, which the prepared motion has */
    bool plain; /* timed, and no motion has a body of its own */
} graze_prepared_trajectory;

/* Prepares a trajectory of a body. motions: room for trajectory->count prepared motions, which
 * belong to the answer. Statuses: those of conflict.h for the body and each motion. On an error
 * the room may have been written in part. */
GRAZE_API graze_status graze_trajectory_prepare(const graze_body *body,
                                                const graze_trajectory *trajectory,
                                                graze_prepared *motions,
                                                graze_prepared_trajectory *prepared);

/* Tells whether two trajectories are in conflict, and which motions are first: the answer and the
 * motions are those of graze_trajectory_first_contact with GRAZE_CONFLICT, always, at the price of
 * a merge of two sorted lists and of decisions about prepared motions. `first` may be null, and is
 * untouched without a conflict. When the conflict is, graze_conflict_intervals tells of the two
 * motions. Bodies and motions are not validated again. GRAZE_ERROR_NULL, those of the tolerance,
 * GRAZE_ERROR_SPATIAL_CORNERS, and those of the exact stage. */
GRAZE_API graze_status graze_trajectory_first_conflict(const graze_prepared_trajectory *a,
                                                       const graze_prepared_trajectory *b,
                                                       double tolerance,
                                                       graze_motion_pair *first, bool *found);

/* How near two trajectories come. */
typedef struct graze_approach {
    graze_clearance nearest;   /* as graze_conflict_clearance, over all their common life */
    size_t motion_a, motion_b; /* [index] the first motions that come so near; unset
                                  without common life */
} graze_approach;

/* Writes the clearance of a and b. Of pairs of motions whose greatest depths are the same double,
 * the one of the least distance, which is rounded down, counts; where these are the same, too,
 * discs at constant velocity are compared exactly, and of others the first counts. */
GRAZE_API graze_status graze_trajectory_clearance(const graze_body *body_a,
                                                  const graze_trajectory *a,
                                                  const graze_body *body_b,
                                                  const graze_trajectory *b,
                                                  graze_approach *approach);

#ifdef __cplusplus
}
#endif
#endif
