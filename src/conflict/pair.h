/* SPDX-License-Identifier: MIT */
/* The kernel: two discs (spheres) in uniform or uniformly accelerated motion, one
 * question at a time.
 *
 * Each question goes through stages until one can answer with certainty:
 * doubles with an error bound (plane.h and curve.h for motions in the plane, ball
 * for the rest), double-doubles with an error bound (dd), exact dyadic numbers
 * (exact). The stages but plane.h and curve.h share one formula, written once in
 * relative.inc; they differ in the numbers they compute with.
 */
#ifndef GRAZE_CONFLICT_PAIR_H
#define GRAZE_CONFLICT_PAIR_H

#include <graze/conflict.h>
#include <graze/workspace.h>

#include "conflict/trajectory.h"

/* A question about two valid motions. */
typedef struct pair {
    const graze_motion *a, *b;
    double radius_a, radius_b, tolerance;
    int dimensions; /* 2 when every z is 0, else 3 */
    bool cornered;  /* a body is more than a disc: cornered.h answers, with the bodies */
    const graze_body *body_a, *body_b; /* set when cornered */
    const graze_workspace *workspace;  /* for the exact stage; may be null. Who uses its memory
                                          asks inner questions without that */
} pair;

/* The least value of distance - (radius_a + radius_b - tolerance) over the
 * closure of the common life, as a sign. */
typedef enum contact {
    CONTACT_OVERLAP = -1,
    CONTACT_TOUCH = 0,
    CONTACT_APART = 1,   /* from a filter also: or no common life */
    CONTACT_UNKNOWN = 2, /* this stage cannot tell */
    CONTACT_NO_LIFE = 3, /* the lives share no open interval */
    /* The exact stage failed: */
    CONTACT_NO_WORKSPACE = 4,
    CONTACT_NO_MEMORY = 5,
    CONTACT_STOPPED = 6
} contact;

static inline bool contact_failed(contact answer) { return answer >= CONTACT_NO_WORKSPACE; }

typedef enum pair_stage { STAGE_DOUBLE, STAGE_DD, STAGE_EXACT, STAGE_COUNT } pair_stage;

/* When the contact is at least a touch: its stretch of time, outward rounded. */
typedef struct stretch {
    graze_interval when;
    bool begins_within; /* the question already holds at the common life's first instant */
    bool ends_within;   /* it still holds at the last instant */
    bool from_begin;    /* an overlap only: it begins with the common life, */
    bool to_end;        /* it ends with it (at depth 0, if not `ends_within`) */
} stretch;

/* One of the stretches in which a pair meets. An overlap is an open interval; a
 * touch is closed, one instant unless the distance is constant. */
typedef struct pair_part {
    stretch contact;
    graze_clearance clearance; /* within this part */
} pair_part;

/* Two overlaps or four touches of curved discs, otherwise one part. Curved motion of
 * bodies with corners has more (conflict.h); its parts are asked for by the dozen. */
enum { PAIR_OVERLAPS_MAX = 2, PAIR_PARTS_MAX = 12 };

/* ---- gate.c: the gate ---- */

/* The gate. Nobody makes a question in another way, so behind it bodies, motions and the
 * tolerance are valid, and where a body has corners all motions stay in the plane. On an
 * error *result is untouched; statuses as conflict.h says. */
graze_status pair_of(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                     const graze_motion *b, double tolerance, pair *result);

/* The same of bodies, motions and a tolerance that are known to be valid by themselves:
 * only GRAZE_ERROR_SPATIAL_CORNERS is left. */
graze_status pair_of_valid(const graze_body *body_a, const graze_motion *a,
                           const graze_body *body_b, const graze_motion *b, double tolerance,
                           pair *result);

/* ---- pair.c: from stage to stage ---- */

/* The contact, from the first stage that can tell; *stage (may be null) names it. */
contact pair_contact(const pair *question, pair_stage *stage);

/* The same for a pair that doubles could not decide. */
contact pair_contact_of_tie(const pair *question, pair_stage *stage);

/* The parts of a contact of discs that is known to be an overlap or a touch, in ascending
 * order (two overlaps may share an end). Clearances are filled only if `measured`. */
graze_status pair_parts(const pair *question, contact known, bool measured, pair_part *parts,
                        int *count, pair_stage *stage);

/* The same of any bodies: PAIR_PARTS_MAX from number `first` on; *total is how many there
 * are. */
graze_status pair_parts_from(const pair *question, contact known, bool measured, size_t first,
                             pair_part *parts, size_t *total);

/* The conflict intervals from number `first` on, at most `capacity` (at least
 * PAIR_OVERLAPS_MAX); *total is how many there are. Statuses as conflict.h says. */
graze_status pair_intervals_from(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 size_t first, graze_interval *intervals, size_t capacity,
                                 size_t *total);

/* Least clearance; its tolerance is not used. */
graze_status pair_clearance(const pair *question, graze_clearance *result, pair_stage *stage);

/* The verdict for the question's tolerance. */
graze_status pair_verdict(const pair *question, graze_verdict *verdict);

/* ---- filters.c ---- */

contact ball_contact(const pair *question);
contact dd_contact(const pair *question);
bool dd_overlap(const pair *question, stretch *result);

/* The same of discs of the two radii round a vertex of either body. */
bool dd_overlap_at_corner(const pair *question, graze_point a, graze_point b, stretch *result);
bool dd_clearance(const pair *question, graze_clearance *result);

/* ---- exact.c ---- */

/* Of bodies with corners, too. */
contact exact_contact(const pair *question);

/* Why the exact stage failed; GRAZE_OK when it did not. */
graze_status contact_status(contact answer);

/* Of bodies with corners, too. */
graze_status exact_clearance(const pair *question, graze_clearance *result);

graze_status exact_parts(const pair *question, contact known, bool measured, pair_part *parts,
                         int *count);

/* The same for a question with corners, from number `first` on, at most `capacity`; *total
 * is how many there are. Of accelerated motion they can be many: conflict.h has the bound. */
graze_status cornered_exact_parts(const pair *question, contact known, bool measured,
                                  size_t first, size_t capacity, pair_part *parts, size_t *total);

/* Which of two questions with equal radii has the greater depth, exactly: -1
 * first less deep, 0 equal, 1 deeper. Both have a common life. Depths of curved
 * motion, or of bodies with corners, that round to one double count as equal: ask
 * only about such. */
graze_status exact_compare_depth(const pair *first, const pair *second, int *order);

#endif
