/* SPDX-License-Identifier: MIT */
/* Boxes of equal time step round a moving body, and the first step at which two
 * bodies may meet: the filter before the exact questions.
 *
 * A *grid of time* cuts time into steps of equal length: step k is the closed stretch
 * from origin + k * step to origin + (k + 1) * step, each computed in doubles. A body
 * on a trajectory has one box for each step in which it is alive, closed, rounded
 * outward, and bounding the whole body over all of its life inside the step: the
 * interior extrema of curves, and every motion of the step. Before its first motion a
 * body is absent; after the last one it stays (its last box then counts for all later
 * steps) or is gone.
 *
 * Two sequences of boxes are compared on one grid, step by step. A step is a
 * *candidate* when the two boxes are not farther apart than `margin` in any axis; the
 * boxes are closed, so boxes that touch are candidates at margin 0. Between candidates the
 * bodies are certainly farther apart than the margin. Every filter finds the same candidates.
 *
 * Many threads may read a sequence at once as soon as it is built.
 *
 * Sources: M. A. Germar and P. L. Fernandez Jr., "Time Advancement and Bounds Intersection
 * Checking for Faster Broad-Phase Collision Detection of Paired Object Trajectories", 2018:
 * BVI, SI, STA, and boxes of equal time step; U. Schwesinger, R. Siegwart and P. Furgale,
 * "Fast Collision Detection Through Bounding Volume Hierarchies in Workspace-Time Space for
 * Sampling-Based Motion Planners", 2015: BVH. The pyramid is Graze's own, and that STA leaps
 * again after it has fallen back to SI.
 */
#ifndef GRAZE_BOXES_H
#define GRAZE_BOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/status.h>
#include <graze/trajectory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A closed box in space and time. */
typedef struct graze_box {
    double lower[3], upper[3]; /* [m]; +-inf when a bound is beyond the largest double */
    double begin, end;         /* [s] of the stretch, rounded outward; end may be +inf */
} graze_box;

/* Writes the box of a valid body over the whole life of a valid motion, rounded outward: two bodies
 * that touch or overlap have boxes with a point in common. A motion that moves for ever has
 * infinite sides.
 * GRAZE_ERROR_NULL, and what graze_body_validate and graze_motion_validate answer. */
GRAZE_API graze_status graze_box_of_motion(const graze_body *body, const graze_motion *motion,
                                           graze_box *box);

/* Where the steps are, and from where sides are measured: sides are kept in single
 * precision, which is fine near the centre and coarse far from it (1 cm at 100 km). */
typedef struct graze_time_grid {
    double origin;       /* [s] finite */
    double step;         /* [s] finite, > 0 */
    graze_vector centre; /* [m] finite */
} graze_time_grid;

/* A body's boxes; opaque. */
typedef struct graze_boxes graze_boxes;

typedef enum graze_pair_filter {
    GRAZE_FILTER_NONE,   /* each step in plain C: the twin of all others */
    GRAZE_FILTER_BVH,    /* two trees, split at the median step */
    GRAZE_FILTER_BVI,    /* the boxes that meet the common volume of both paths, then BVH */
    GRAZE_FILTER_SI,     /* each step, several at once */
    GRAZE_FILTER_STA,    /* leaps that distance and speed prove safe; SI between them */
    GRAZE_FILTER_PYRAMID /* blocks of 16 boxes, of 16 blocks, ..., 16 at once */
} graze_pair_filter;

/* "none", "bvh", "bvi", "si", "sta" or "pyramid". Never null. */
GRAZE_API const char *graze_pair_filter_name(graze_pair_filter filter);

/* Writes a grid of time for the trajectories of a plan, whose motions are valid. Its origin
 * is 0, its centre the mean place where motions start, and its step the greatest power of
 * two that gives at least `boxes_per_motion` (> 0, finite) boxes to a finite motion of mean
 * duration; so the plan has that many boxes for each motion, or up to twice as many, and a
 * few more. The step is longer where times are so large that doubles could not tell such
 * steps apart. Without a finite motion the step is 1.
 * GRAZE_ERROR_NULL, _NOT_FINITE, _CHOICE (boxes_per_motion). */
GRAZE_API graze_status graze_time_grid_of(const graze_trajectory *trajectories, size_t count,
                                          double boxes_per_motion, graze_time_grid *grid);

/* Builds the boxes of a valid body on a valid trajectory, each grown by `margin` [m]:
 * 0, or the distance that the true path may keep from the trajectory (<graze/spline.h>).
 * `filter` says what is prepared besides the boxes: the sequence can then be used with that
 * filter, and with NONE and SI. allocator: null for the C library's. The caller frees the
 * boxes with graze_boxes_free.
 *
 * GRAZE_ERROR_NULL, _CHOICE (no such filter), _NOT_FINITE (grid or margin),
 * _TIME_ORDER (a step that is not positive), _NEGATIVE_TOLERANCE (the margin), what
 * graze_body_validate and graze_motion_validate answer, _CAPACITY (more than 2^22
 * steps, which is 128 MiB of boxes, or 320 MiB with trees: a grid that does not fit the
 * path; or steps that doubles of that size cannot tell apart), _MEMORY. All but _MEMORY are
 * found before memory is asked for. */
GRAZE_API graze_status graze_boxes_of_trajectory(const graze_allocator *allocator,
                                                 const graze_body *body,
                                                 const graze_trajectory *trajectory,
                                                 const graze_time_grid *grid, double margin,
                                                 graze_pair_filter filter, graze_boxes **boxes);

/* How a body turns about its moving point: u seconds after the start of its motion's life it
 * is turned counter-clockwise by angle + rate u. (A parked motion's life starts where it
 * begins to stand.) */
typedef struct graze_turn {
    double angle; /* [rad] finite */
    double rate;  /* [rad/s] finite */
} graze_turn;

/* Builds the boxes of a body with corners that turns while it moves, which no exact question
 * of Graze is about: the boxes tell in which steps two such bodies are certainly apart, and
 * where another judge has to look closer.
 *
 * turns: one for each motion of the trajectory, and each box bounds the hull that the body
 * sweeps in its step; a body that turns by more than 1024 rad in a motion, or by a whole turn
 * in a step, counts as its circle. Null: the body may turn in any way, and counts as the circle
 * round the moving point through its farthest corner for all of its life. Statuses as
 * above, _NOT_FINITE also for a turn. */
GRAZE_API graze_status graze_boxes_of_turning(const graze_allocator *allocator,
                                              const graze_body *body,
                                              const graze_trajectory *trajectory,
                                              const graze_turn *turns, const graze_time_grid *grid,
                                              double margin, graze_pair_filter filter,
                                              graze_boxes **boxes);

/* Builds a sequence on another grid, each of whose boxes holds all boxes of `source` that
 * share an instant with its step. Statuses as above. */
GRAZE_API graze_status graze_boxes_on_grid(const graze_allocator *allocator,
                                           const graze_boxes *source, const graze_time_grid *grid,
                                           graze_pair_filter filter, graze_boxes **boxes);

/* Frees the boxes; does nothing for null. */
GRAZE_API void graze_boxes_free(graze_boxes *boxes);

/* Writes which steps have a box of their own: first .. first + count - 1. */
GRAZE_API void graze_boxes_steps(const graze_boxes *boxes, int64_t *first, size_t *count);

/* Writes the box of a step; returns false where the body is absent. */
GRAZE_API bool graze_boxes_at(const graze_boxes *boxes, int64_t step, graze_box *box);

/* Finds the first candidate step >= from; a call with the step after it finds the next one.
 * Where both bodies stay near each other for ever, every later step is a candidate.
 *
 * margin [m] >= 0, at most FLT_MAX (else _NOT_FINITE). When there is no candidate, *found is
 * false and *step is untouched. GRAZE_ERROR_NULL, _NOT_FINITE, _NEGATIVE_TOLERANCE, _CHOICE
 * (a filter that one of the sequences was not prepared for), _TIME_GRID (the grids differ). */
GRAZE_API graze_status graze_boxes_first_candidate(const graze_boxes *a, const graze_boxes *b,
                                                   graze_pair_filter filter, double margin,
                                                   int64_t from, bool *found, int64_t *step);

/* ---- from boxes to motions ---------------------------------------------------------- */

/* Motions first .. first + count - 1 of each of two trajectories. */
typedef struct graze_stretch {
    size_t first_a, count_a, first_b, count_b;
} graze_stretch;

/* A walk through the stretches of two trajectories that need an exact answer. */
typedef struct graze_stretches {
    const graze_boxes *a, *b;
    graze_pair_filter filter;
    double margin;
    int64_t next; /* the step from which to search on */
    bool pending; /* `ahead` is a stretch that was found but not handed out */
    graze_stretch ahead;
    int64_t last; /* the last candidate step of `ahead` */
} graze_stretches;

/* Begins a walk before its first stretch. a and b were made by graze_boxes_of_trajectory and
 * outlive the walk; margin and statuses as above. */
GRAZE_API graze_status graze_stretches_begin(graze_stretches *walk, const graze_boxes *a,
                                             const graze_boxes *b, graze_pair_filter filter,
                                             double margin);

/* Writes the next stretch in order of time; returns false when there is none left.
 *
 * The trajectories { motions_a + first_a, count_a } and { motions_b + first_b, count_b }
 * cover every time at which the bodies are within the margin. No pair of motions is in two
 * stretches, and between two stretches the bodies are farther apart than the margin. So
 * graze_trajectory_meetings of one stretch after the other finds what it finds in the whole
 * trajectories, its motions counted from first_a and first_b. */
GRAZE_API bool graze_stretches_next(graze_stretches *walk, graze_stretch *stretch);

#ifdef __cplusplus
}
#endif
#endif
