/* SPDX-License-Identifier: MIT */
/* Conflicts of two moving bodies, decided exactly.
 *
 * Two motions *conflict* when there is a time inside both (open) lives at which
 * the bodies overlap with strictly positive depth; for discs of radii r1, r2
 * with centres P1, P2 the *depth* at a time is r1 + r2 - |P1 - P2|. Touching is
 * not a conflict, and lives that share a single instant do not conflict. For bodies
 * with corners |P1 - P2| is replaced by the signed distance of P1 - P2 from the
 * difference { b - a } of their vertices' hulls, negative inside it: the depth of two
 * overlapping squares is the length of the shortest move that parts them.
 *
 * The promise. For every valid input the decision is the mathematically true
 * one, and the ends of an interval are correctly rounded outward: the lower end
 * is the largest double not above the true end, the upper end the smallest
 * double not below it. There is no epsilon.
 *
 * `tolerance` [m], >= 0: with tolerance e a question is asked with the exact
 * real number r1 + r2 - e in the place of r1 + r2. 0 is the strict question.
 *
 * Order of agents: swapping a and b changes labels alone.
 *
 * Statuses of every function here: GRAZE_ERROR_NULL, _NOT_FINITE,
 * _NEGATIVE_RADIUS, _NEGATIVE_DURATION, _NEGATIVE_TOLERANCE, _ENDLESS_MOVE,
 * _INSTANT_MOVE, _FORM, _VERTEX_... for invalid input; GRAZE_ERROR_SPATIAL_CORNERS when
 * a body has corners and a motion leaves the plane z = 0; GRAZE_ERROR_MEMORY and
 * GRAZE_ERROR_WORKSPACE when the exact stage needs more memory than there is
 * (graze/workspace.h).
 *
 * Memory. A stack of 64 KiB is enough for questions about discs and spheres without ramps, one
 * of 128 KiB for all others (on x86-64 with GMP 6; tests/kernel/test_stack.c measures it).
 * Exact numbers that do not fit into a small part of it (accelerated bodies with corners;
 * numbers of wildly different magnitudes) are kept in memory from malloc while the question
 * is answered.
 *
 * Source: T. Walker and N. Sturtevant, "Tech Report: Efficient and Exact Collision
 * Detection for Circular Agents", 2019 (arXiv:1908.09707), for the closed form; the decision
 * from signs and the certified roundings are Graze's own (src/contact/README.md).
 */
#ifndef GRAZE_CONFLICT_H
#define GRAZE_CONFLICT_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/body.h>
#include <graze/motion.h>
#include <graze/trajectory.h>
#include <graze/workspace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An open interval of time [s]; -inf and +inf are ends like any other. */
typedef struct graze_interval {
    double lower, upper;
} graze_interval;

/* Greatest depth d of two motions against a tolerance e:
 * clear d < 0 or no common life; touch d = 0; graze 0 < d <= e; conflict d > e. */
typedef enum graze_verdict { GRAZE_CLEAR, GRAZE_TOUCH, GRAZE_GRAZE, GRAZE_CONFLICT } graze_verdict;

/* Returns "clear", "touch", "graze" or "conflict". Never null. */
GRAZE_API const char *graze_verdict_name(graze_verdict verdict);

/* How near two motions come. */
typedef struct graze_clearance {
    bool common_life; /* false: the lives share no open interval; the rest is unset */
    double distance;  /* [m] least distance between the surfaces, rounded down;
                         negative when they overlap */
    double depth;     /* [m] greatest depth, the exact -distance rounded to nearest */
    double time;      /* [s] when it is reached, nearest double; the earliest such
                         time of the closed common life (for a distance that is
                         constant in all of it the first double inside it). Of
                         accelerated bodies with corners: two instants whose depths
                         agree in 128 bits more than a double has are as deep */
} graze_clearance;

/* Decides whether there is a conflict. */
GRAZE_API graze_status graze_conflict_exists(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             double tolerance, bool *exists);

/* Writes when the motions conflict: the connected components of the conflict set, in
 * ascending order, into intervals[0 .. *count - 1]; without a conflict *count is 0.
 * At constant velocity there is at most one, with acceleration at most two, which
 * may share an end. Of accelerated bodies with corners there are at most 1 + n, where
 * n is the number of vertices of both together (1 + 3 n when a radius is not 0), few
 * in practice. GRAZE_ERROR_CAPACITY when there are more than `capacity`. */
GRAZE_API graze_status graze_conflict_intervals(const graze_body *body_a, const graze_motion *a,
                                                const graze_body *body_b, const graze_motion *b,
                                                double tolerance, graze_interval *intervals,
                                                size_t capacity, size_t *count);

/* Writes the verdict of the greatest depth. */
GRAZE_API graze_status graze_conflict_verdict(const graze_body *body_a, const graze_motion *a,
                                              const graze_body *body_b, const graze_motion *b,
                                              double tolerance, graze_verdict *verdict);

/* Writes how near the motions come, and when. */
GRAZE_API graze_status graze_conflict_clearance(const graze_body *body_a, const graze_motion *a,
                                                const graze_body *body_b, const graze_motion *b,
                                                graze_clearance *clearance);

/* The same questions for callers with a workspace: memory of their own, or a way to stop
 * (graze/workspace.h). workspace may be null.
 *
 * Time, measured on one core of 2026. A question about discs, or about numbers of everyday
 * magnitudes, takes some milliseconds at most. For accelerated bodies with n vertices
 * together, up to 64, and numbers of the most different magnitudes (2^-1074 beside 2^1023) a
 * decision or verdict has taken 2 ms a vertex, and a clearance 5 ms a vertex; where the place
 * of b relative to a is inside the difference of the hulls, depths are compared in 128 bits
 * more than a double has, and a clearance has taken up to 180 times as long as a decision.
 * The cost grows with n times the number of intervals. */
GRAZE_API graze_status graze_conflict_exists_within(const graze_body *body_a, const graze_motion *a,
                                                    const graze_body *body_b, const graze_motion *b,
                                                    double tolerance,
                                                    const graze_workspace *workspace, bool *exists);
GRAZE_API graze_status graze_conflict_intervals_within(
    const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
    const graze_motion *b, double tolerance, const graze_workspace *workspace,
    graze_interval *intervals, size_t capacity, size_t *count);
GRAZE_API graze_status graze_conflict_verdict_within(
    const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
    const graze_motion *b, double tolerance, const graze_workspace *workspace,
    graze_verdict *verdict);
GRAZE_API graze_status graze_conflict_clearance_within(
    const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
    const graze_motion *b, const graze_workspace *workspace, graze_clearance *clearance);

/* ---- prepared motions: the hot decision ------------------------------------------- */

/* What the numbers of a prepared motion are good for. Of two motions the later kind counts. */
typedef enum graze_prepared_kind {
    GRAZE_PREPARED_DISC,    /* a plane disc whose magnitude bounds every error */
    GRAZE_PREPARED_EXTREME, /* a plane disc of very large or small numbers, whose errors are
                               bounded for each question */
    GRAZE_PREPARED_CORNERS, /* a body with corners: the numbers of a disc that holds it, which
                               can only tell that it is apart */
    GRAZE_PREPARED_OTHER    /* in space, accelerated, parked, ...: the numbers tell nothing */
} graze_prepared_kind;

/* A plane disc and its motion in 64 bytes (of a body with corners the disc round the
 * moving point that holds it): rounded numbers and a bound on their magnitude, built
 * once, so that the common decision costs what the plain double formula costs. It only
 * filters; what it cannot certify is decided from the motion itself, so answers equal
 * graze_conflict_exists always. */
typedef struct graze_prepared {
    double x, y;      /* [m] */
    double vx, vy;    /* [m/s] */
    double start;     /* [s] */
    double end;       /* [s] of _DISC rounded up */
    double radius;    /* [m] */
    float magnitude;  /* [m] of _DISC and _CORNERS: 0, where none is known (not of a disc), or
                         >= |x|+|y| + radius + (|vx|+|vy|)(|start|+2 duration), whose last bits
                         tell how to get the motion back */
    graze_prepared_kind kind;
} graze_prepared;

/* Prepares a motion of a body. */
GRAZE_API graze_status graze_motion_prepare(const graze_body *body, const graze_motion *motion,
                                            graze_prepared *prepared);

/* graze_conflict_exists for prepared motions, which were made from exactly these bodies and
 * motions. graze_motion_prepare has validated bodies and motions; they are not validated
 * again. Where the prepared numbers decide, no motion and no vertex is read, of discs nothing. */
GRAZE_API graze_status graze_conflict_exists_prepared(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, bool *exists);

/* graze_conflict_intervals for prepared motions, in the same way. It is worth it for bodies
 * with corners: boxes of the swept bodies come first, and where they are apart the bodies are
 * read, but no motion and no vertex. */
GRAZE_API graze_status graze_conflict_intervals_prepared(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count);

/* ---- whole trajectories ------------------------------------------------------------ */

/* One stretch of time in which two trajectories meet.
 *
 * verdict conflict: a component of { t : depth(t) > e }.
 * verdict graze:    a component of { t : depth(t) > 0 } with no depth > e in it.
 * verdict touch:    a stretch (mostly one instant) of { t : depth(t) = 0 } that
 *                   adjoins no overlap; its closed ends, rounded outward.
 *
 * Rounded kinematic rows may jump by an ulp where one follows the other
 * (trajectory.h). There each motion is asked on its own side of the instant: a
 * touch at the jump adjoins an overlap only if the overlap lasts until the jump. */
typedef struct graze_meeting {
    graze_verdict verdict;
    size_t motion_a, motion_b; /* [index] the motions at the deepest instant */
    graze_interval when;       /* [s] rounded outward */
    double depth;              /* [m] greatest depth in it, nearest double */
    double distance;           /* [m] its least clearance, rounded down */
    double time;               /* [s] the earliest time of the greatest depth, nearest double */
} graze_meeting;

/* Receives a meeting; returns false to stop early (not an error). */
typedef bool (*graze_meeting_sink)(void *context, const graze_meeting *meeting);

/* Finds every meeting of two trajectories in ascending order of time.
 *
 * each (may be null) receives the stretches of every pair of motions that meets, not
 * merged: the pair's conflict intervals where there are any, else its grazes or
 * touches (one, or with acceleration up to four).
 * merged (may be null) receives the meetings of the trajectories: two stretches of one
 * verdict that join at a boundary between motions are one stretch iff the verdict holds at
 * that instant itself (an agent may turn back exactly at distance r1 + r2).
 * The number of meetings is not limited by memory. */
GRAZE_API graze_status graze_trajectory_meetings(const graze_body *body_a,
                                                 const graze_trajectory *a,
                                                 const graze_body *body_b,
                                                 const graze_trajectory *b, double tolerance,
                                                 graze_meeting_sink each,
                                                 graze_meeting_sink merged, void *context);

/* Motion motion_a of one trajectory and motion motion_b of the other. */
typedef struct graze_motion_pair {
    size_t motion_a, motion_b; /* [index] */
} graze_motion_pair;

/* How many pairs of motions each stage decided: whether they overlap, touch or are
 * apart. */
typedef struct graze_work {
    size_t by_lives;          /* [count] no common life, so no geometry was needed */
    size_t by_doubles;        /* [count] doubles with an error bound */
    size_t by_double_doubles; /* [count] pairs of doubles with an error bound */
    size_t by_exact;          /* [count] exact numbers */
} graze_work;

/* graze_trajectory_meetings that also adds its counts to *work. */
GRAZE_API graze_status graze_trajectory_meetings_counted(
    const graze_body *body_a, const graze_trajectory *a, const graze_body *body_b,
    const graze_trajectory *b, double tolerance, graze_meeting_sink each,
    graze_meeting_sink merged, void *context, graze_work *work);

/* graze_trajectory_meetings_counted for a caller whose filters (graze/index.h) know that
 * most pairs of motions are apart: only the `count` pairs listed are decided. They
 * ascend by motion_a, then by motion_b. The answers are the same when every pair that
 * overlaps or touches at any time is listed. Only listed motions are validated. work may be
 * null.
 *
 * GRAZE_ERROR_INDEX for a motion that does not exist, or for pairs that do not ascend. */
GRAZE_API graze_status graze_trajectory_meetings_among(
    const graze_body *body_a, const graze_trajectory *a, const graze_body *body_b,
    const graze_trajectory *b, const graze_motion_pair *pairs, size_t count, double tolerance,
    graze_meeting_sink each, graze_meeting_sink merged, void *context, graze_work *work);

/* Writes the worst verdict of two trajectories. */
GRAZE_API graze_status graze_trajectory_verdict(const graze_body *body_a, const graze_trajectory *a,
                                                const graze_body *body_b, const graze_trajectory *b,
                                                double tolerance, graze_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
