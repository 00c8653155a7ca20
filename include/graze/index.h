/* SPDX-License-Identifier: MIT */
/* An index of many trajectories in space and time: who may meet whom?
 *
 * Every motion of every agent gets a box: where its body may be (closed, rounded
 * outward) while it lives (an open interval). Two motions *may meet* when their
 * boxes share a point in space and more than an instant in time. That is a filter:
 * bodies that overlap or touch always may meet, and what may meet need not. Which
 * pairs may meet depends on the motions alone, never on the method.
 *
 * Numbers. Agents are numbered by the caller, motions by their place in their
 * trajectory, both from 0 and below 2^32 - 2; altogether there are fewer than 2^31 - 1
 * motions. A motion with an empty life is nowhere and meets nobody. The
 * index keeps the boxes; bodies' vertices and motions are borrowed and must stay
 * as they are until their agent is removed.
 *
 * Threads. Questions change nothing: any number of threads may ask at a time, as
 * long as none inserts or removes. Questions allocate nothing.
 *
 * Memory: about 100 bytes for each motion, twice that while an index is built
 * anew.
 *
 * Statuses of every function here: GRAZE_ERROR_NULL, those of conflict.h and body.h
 * for an invalid body, motion, tolerance or margin (GRAZE_ERROR_NEGATIVE_TOLERANCE),
 * GRAZE_ERROR_INDEX for a number that is out of range or an agent that is not there,
 * GRAZE_ERROR_CHOICE, GRAZE_ERROR_MEMORY. On an error nothing has changed.
 *
 * Source: J. Bruce, "Real-Time Motion Planning and Safe Navigation in Dynamic
 * Multi-Robot Environments" (thesis, 2006), chapter 3, for the choice of methods;
 * U. Schwesinger, R. Siegwart, P. Furgale, "Fast Collision Detection Through Bounding
 * Volume Hierarchies in Workspace-Time Space" (2015) for the boxes.
 */
#ifndef GRAZE_INDEX_H
#define GRAZE_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/trajectory.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_index graze_index;

/* How boxes are looked up. Answers are the same for all. */
typedef enum graze_index_method {
    GRAZE_INDEX_AUTO,  /* a scan of few boxes, a tree where boxes crowd, else a grid */
    GRAZE_INDEX_SCAN,  /* all boxes, 16 at a time */
    GRAZE_INDEX_SWEEP, /* sorted along the axis that tells them apart best */
    GRAZE_INDEX_GRID,  /* cells of space and time, filled by a counting sort */
    GRAZE_INDEX_TREE,  /* boxes round boxes, split by a balance of overlap and size */
    GRAZE_INDEX_MASKS  /* one bit for each box and stretch of an axis */
} graze_index_method;

/* All zero (or a null pointer) is a good choice. */
typedef struct graze_index_options {
    graze_index_method method;
    double margin; /* [m] >= 0: bodies nearer than this may meet as well */
} graze_index_options;

/* Builds an index: agent i is bodies[i] on trajectories[i], i < count. count may
 * be 0. allocator may be null. @since 0.1 */
GRAZE_API graze_status graze_index_new(const graze_body *bodies,
                                       const graze_trajectory *trajectories, size_t count,
                                       const graze_index_options *options,
                                       const graze_allocator *allocator, graze_index **index);

/* Null is nothing. @since 0.1 */
GRAZE_API void graze_index_free(graze_index *index);

/* Puts an agent in, in the place of the one of that number if there is one. The
 * number may be new and leave a gap (which costs memory for each number in it).
 * O(motions) on average. @since 0.1 */
GRAZE_API graze_status graze_index_insert(graze_index *index, size_t agent, const graze_body *body,
                                          const graze_trajectory *trajectory);

/* @since 0.1 */
GRAZE_API graze_status graze_index_remove(graze_index *index, size_t agent);

/* What an index holds. */
typedef struct graze_index_size {
    size_t agents;             /* [count] one more than the greatest number */
    size_t motions;            /* [count] that are alive */
    size_t bytes;              /* of memory */
    size_t levels;             /* groups of boxes of like sizes that are kept apart */
    graze_index_method method; /* of the largest level; never AUTO */
} graze_index_size;

/* @since 0.1 */
GRAZE_API graze_status graze_index_measure(const graze_index *index, graze_index_size *size);

/* ---- questions ------------------------------------------------------------------------
 * Answers go one by one to a sink; a sink that returns false ends the question, which
 * is no error. Sorted answers are put in order in a workspace: null is a small one on
 * the stack; more memory (16 bytes for each answer of one agent) saves asking again
 * when there are many. */

/* Two motions that may meet. */
typedef struct graze_index_pair {
    size_t agent_a, motion_a, agent_b, motion_b;
} graze_index_pair;

typedef bool (*graze_index_pair_sink)(void *context, const graze_index_pair *pair);

/* One motion. */
typedef struct graze_index_entry {
    size_t agent, motion;
} graze_index_entry;

typedef bool (*graze_index_entry_sink)(void *context, const graze_index_entry *entry);

/* All pairs of motions that may meet, agent_a < agent_b, each once, sorted by
 * (agent_a, agent_b, motion_a, motion_b).
 *
 * The question may be shared by several threads: part k of `parts` is about the
 * agents a of the k-th of `parts` equal shares of the numbers; the answers of the
 * parts, one after another, are the whole. part = 0, parts = 1 is everything.
 * @since 0.1 */
GRAZE_API graze_status graze_index_pairs(const graze_index *index, size_t part, size_t parts,
                                         const graze_workspace *workspace,
                                         graze_index_pair_sink sink, void *context);

/* The same pairs in the order in which the method finds them, which is the same for
 * the same index, and several times as fast. Part k of `parts` is a stretch of
 * space and time: agents may turn up in several parts, pairs in one. @since 0.1 */
GRAZE_API graze_status graze_index_pairs_as_found(const graze_index *index, size_t part,
                                                  size_t parts, graze_index_pair_sink sink,
                                                  void *context);

/* Which partners of an agent? */
typedef enum graze_index_partners {
    GRAZE_INDEX_OTHERS, /* all other agents */
    GRAZE_INDEX_LATER   /* those of greater numbers: each pair of agents once */
} graze_index_partners;

/* The pairs of one agent a of the index, sorted by (agent_b, motion_a, motion_b).
 * @since 0.1 */
GRAZE_API graze_status graze_index_agent_pairs(const graze_index *index, size_t agent,
                                               graze_index_partners partners,
                                               const graze_workspace *workspace,
                                               graze_index_pair_sink sink, void *context);

/* Nobody's number: a what-if that leaves no agent out. */
#define GRAZE_INDEX_NOBODY ((size_t)-1)

/* What may a trajectory (or one motion: count 1) that is not in the index meet? Sorted
 * as above; agent_a is `instead_of`, an agent that is left out, or
 * GRAZE_INDEX_NOBODY. margin [m] >= 0 is added to that of the index. @since 0.1 */
GRAZE_API graze_status graze_index_what_if(const graze_index *index, const graze_body *body,
                                           const graze_trajectory *trajectory, size_t instead_of,
                                           double margin, const graze_workspace *workspace,
                                           graze_index_pair_sink sink, void *context);

/* A place, or a box round it, and a closed stretch of time. */
typedef struct graze_index_region {
    graze_vector lower, upper; /* [m] closed; may be infinite; lower <= upper */
    double begin, end;         /* [s] closed; may be infinite; equal for an instant */
} graze_index_region;

/* The region of all points no farther than `distance` [m] from a place, in every
 * coordinate. @since 0.1 */
GRAZE_API graze_index_region graze_index_round(graze_vector place, double distance, double begin,
                                               double end);

/* Which motions may be inside a region, sorted by (agent, motion)? A body that is on
 * its border, or there at its first or last instant, may be. GRAZE_ERROR_NOT_FINITE
 * for NaN, GRAZE_ERROR_INTERVAL for bounds the wrong way round. @since 0.1 */
GRAZE_API graze_status graze_index_near(const graze_index *index, const graze_index_region *region,
                                        const graze_workspace *workspace,
                                        graze_index_entry_sink sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
