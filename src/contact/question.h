/* SPDX-License-Identifier: MIT */
/* A question about two motions, the words of its answers, and the gate that makes it: behind
 * the gate all numbers are valid, and no stage asks again.
 */
#ifndef GRAZE_CONTACT_QUESTION_H
#define GRAZE_CONTACT_QUESTION_H

#include <graze/conflict.h>
#include <graze/workspace.h>

#include "base/cpu.h"

/* The quick stages in front of the exact one. A question can leave some of them out
 * (pair.without), for tests and benchmarks: its answer has the same bits. */
typedef enum quick_stage {
    QUICK_BOX = 1 << 0,          /* polygon_filter.h: each says "apart" or passes on */
    QUICK_HULL = 1 << 1,
    QUICK_CLIP = 1 << 2,
    QUICK_POLYGON = 7,           /* those three */
    QUICK_ROUND = 1 << 3,        /* polygon_round.h */
    QUICK_UNIFORM = 1 << 4,      /* filter_uniform.h */
    QUICK_ACCELERATED = 1 << 5,  /* filter_accelerated.h */
    QUICK_BALL = 1 << 6,         /* filter_general.h, doubles */
    QUICK_DOUBLE_WORD = 1 << 7,  /* passing.h, uniform_disc_ends.h,
                                    uniform_disc_clearance.h */
    QUICK_DD = 1 << 8,           /* filter_dd.h, polygon_pieces.h */
    QUICK_STARTS = 1 << 9,       /* the rest is of unsafe starts: uniform_disc_starts.h */
    QUICK_SPACE = 1 << 10,       /* start_search.h, in space */
    QUICK_SEPARATED = 1 << 11,   /* separated.h */
    QUICK_GUESS = 1 << 12,       /* start_guess.h */
    QUICK_STRAIGHT = 1 << 13,    /* straight_guess.h */
    QUICK_CURVED = 1 << 14,      /* curved_starts.h */
    QUICK_SIDES = 1 << 15,       /* of contact again: hull, clip and round in one, in double words,
                                    by gates (polygon_gates.h), */
    QUICK_OUTLINE = 1 << 16,     /* or one by one, by an outline (polygon_outline.h) */
    QUICK_FUSED = 1 << 17,       /* passing.h, filter_dd.h, uniform_overlap.h, polygon_round.h,
                                    uniform_disc_starts.h: fused products; curved_lanes.inc */
    QUICK_TIES = 1 << 18,        /* polygon_ties.h: who only touches, for who does not ask that */
    QUICK_ALIGNED = 1 << 19,     /* polygon_aligned.h: rectangles along the axes */
    QUICK_LINES = 1 << 20,       /* of unsafe starts again: polygon_starts.h */
    QUICK_LAST = QUICK_LINES
} quick_stage;

/* What a stage that is there with and without fused multiply-adds may use. */
static inline cpu_instructions quick_level(unsigned without)
{
    return (without & QUICK_FUSED) != 0 ? CPU_PLAIN : cpu_level();
}

/* A question about two valid motions. Variables of this type are called `question`; functions
 * that answer one begin with `contact_` (contact.h). */
typedef struct pair {
    const graze_motion *a, *b;
    double radius_a, radius_b, tolerance;
    int dimensions; /* 2 when every z is 0, else 3 */
    bool cornered;  /* a body is more than a disc: polygon.h answers, with the bodies */
    const graze_body *body_a, *body_b; /* set when cornered */
    unsigned without;                  /* quick stages that are not asked */
    bool only_overlaps; /* nobody asks whether they touch: if they do, it may be CONTACT_APART */
    const graze_workspace *workspace;  /* for the exact stage; may be null. Who uses its memory
                                          asks inner questions without that */
} pair;

/* The least value of distance - (radius_a + radius_b - tolerance) over the
 * closure of the common life, as a sign. */
typedef enum contact {
    CONTACT_CLOSE = -2, /* of two valid discs at constant velocity: doubles cannot tell */
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

typedef enum contact_stage { STAGE_DOUBLE, STAGE_DD, STAGE_EXACT, STAGE_COUNT } contact_stage;

/* When the contact is at least a touch: its stretch of time, outward rounded. */
typedef struct meeting_interval {
    graze_interval when;
    bool begins_within; /* the question already holds at the common life's first instant */
    bool ends_within;   /* it still holds at the last instant */
    bool from_begin;    /* an overlap only: it begins with the common life, */
    bool to_end;        /* it ends with it (at depth 0, if not `ends_within`) */
} meeting_interval;

/* One of the stretches in which a pair meets. An overlap is an open interval; a
 * touch is closed, one instant unless the distance is constant. */
typedef struct contact_part {
    meeting_interval interval;
    graze_clearance clearance; /* within this part */
} contact_part;

/* Two overlaps or four touches of curved discs, otherwise one part. Curved motion of
 * bodies with corners has more (conflict.h); its parts are asked for by the dozen. */
enum { CONTACT_OVERLAPS_MAX = 2, CONTACT_PARTS_MAX = 12 };

/* Whether it may ask this quick stage. */
static inline bool pair_asks(const pair *question, quick_stage stage)
{
    return (question->without & (unsigned)stage) == 0;
}

/* Whether a body and its motion are valid by themselves. */
graze_status pair_validate(const graze_body *body, const graze_motion *motion);

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

#endif
