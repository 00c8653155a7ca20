/* SPDX-License-Identifier: MIT */
/* An index of many trajectories in space and time, which finds the motions that may meet.
 *
 * Every motion of every agent has a box: where its body may be (closed, rounded
 * outward) during its life (an open interval). Two motions *may meet* when their
 * boxes share a point in space and more than an instant in time. That is a filter:
 * motions whose bodies overlap or touch always may meet; motions that may meet need not.
 * Which pairs may meet depends on the motions alone, never on the method.
 *
 * Numbers. Agents are numbered by the caller, motions by their place in their
 * trajectory, both from 0 and below 2^32 - 2; altogether there are fewer than 2^31 - 1
 * motions. A motion with an empty life meets no other. The index keeps the boxes; it
 * borrows the vertices of bodies, the motions and their own bodies, which must not change until
 * their agent is removed.
 *
 * Threads. Questions do not change the index: any number of threads may ask at a time,
 * as long as none inserts or removes. Questions do not allocate.
 *
 * Memory: about 40 bytes for each motion in a plane, 50 in space; twice that while the index is
 * built, three times while it is rebuilt.
 *
 * Statuses of every function here: GRAZE_ERROR_NULL, those of conflict.h and body.h
 * for an invalid body, motion, tolerance or margin (GRAZE_ERROR_NEGATIVE_TOLERANCE),
 * GRAZE_ERROR_INDEX for a number that is out of range or an agent that is not in the
 * index, GRAZE_ERROR_CHOICE, GRAZE_ERROR_MEMORY. On an error the index is unchanged.
 *
 * Sources: J. R. Bruce, "Real-Time Motion Planning and Safe Navigation in Dynamic
 * Multi-Robot Environments" (PhD thesis, Carnegie Mellon University, 2006), chapter 3
 * "Collision Detection", for the choice of methods; U. Schwesinger, R. Siegwart and
 * P. Furgale, "Fast Collision Detection Through Bounding Volume Hierarchies in
 * Workspace-Time Space for Sampling-Based Motion Planners", 2015, for the boxes.
 */
#ifndef GRAZE_INDEX_H
#define GRAZE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/trajectory.h>
#include <graze/unsafe.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_index graze_index;

/* How boxes are looked up. The answers are the same for all methods. */
typedef enum graze_index_method {
    GRAZE_INDEX_AUTO,  /* a scan of few boxes, a tree where boxes crowd, else a grid */
    GRAZE_INDEX_SCAN,  /* all boxes, 16 at a time */
    GRAZE_INDEX_SWEEP, /* boxes sorted along the axis that separates them best */
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
 * be 0. allocator may be null. */
GRAZE_API graze_status graze_index_new(const graze_body *bodies,
                                       const graze_trajectory *trajectories, size_t count,
                                       const graze_index_options *options,
                                       const graze_allocator *allocator, graze_index **index);

/* Frees an index; does nothing for null. */
GRAZE_API void graze_index_free(graze_index *index);

/* Inserts an agent; it replaces the agent of that number if there is one. The number may
 * be beyond all others, which costs memory for each number between. O(motions) on
 * average. */
GRAZE_API graze_status graze_index_insert(graze_index *index, size_t agent, const graze_body *body,
                                          const graze_trajectory *trajectory);

/* Removes an agent. */
GRAZE_API graze_status graze_index_remove(graze_index *index, size_t agent);

/* Writes the body and the trajectory of an agent, as they were given: the vertices, motions and
 * motions' bodies are the caller's. */
GRAZE_API graze_status graze_index_agent(const graze_index *index, size_t agent, graze_body *body,
                                         graze_trajectory *trajectory);

/* What an index holds. */
typedef struct graze_index_size {
    size_t agents;             /* [count] one more than the greatest number */
    size_t motions;            /* [count] that are alive */
    size_t bytes;              /* of memory */
    size_t levels;             /* groups of boxes of like sizes that are kept apart */
    graze_index_method method; /* of the largest level; never AUTO */
} graze_index_size;

/* Writes what an index holds. */
GRAZE_API graze_status graze_index_measure(const graze_index *index, graze_index_size *size);

/* ---- questions ------------------------------------------------------------------------
 * A question hands its answers to a sink one by one; a sink that returns false ends the
 * question, which is no error. Answers are sorted in a workspace: null stands for a small
 * one on the stack. Where it is too small for the answers of one agent (16 bytes each) the
 * boxes are searched several times. */

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

/* Finds all pairs of motions that may meet, agent_a < agent_b, each once, sorted by
 * (agent_a, agent_b, motion_a, motion_b).
 *
 * Several threads may share the question: part k of `parts` covers the agents a of the
 * k-th of `parts` equal shares of the numbers; the answers of the parts, one after
 * another, are all pairs. part = 0, parts = 1 asks for all at once. */
GRAZE_API graze_status graze_index_pairs(const graze_index *index, size_t part, size_t parts,
                                         const graze_workspace *workspace,
                                         graze_index_pair_sink sink, void *context);

/* Finds the same pairs several times as fast, in the order in which the method finds them;
 * the order is the same for the same index. Part k of `parts` is a region of space and
 * time: an agent may be in several parts, a pair is in one. */
GRAZE_API graze_status graze_index_pairs_as_found(const graze_index *index, size_t part,
                                                  size_t parts, graze_index_pair_sink sink,
                                                  void *context);

/* Which partners of an agent a question is about. */
typedef enum graze_index_partners {
    GRAZE_INDEX_OTHERS, /* all other agents */
    GRAZE_INDEX_LATER   /* those of greater numbers: each pair of agents once */
} graze_index_partners;

/* Finds the pairs of one agent a of the index, sorted by (agent_b, motion_a, motion_b). */
GRAZE_API graze_status graze_index_agent_pairs(const graze_index *index, size_t agent,
                                               graze_index_partners partners,
                                               const graze_workspace *workspace,
                                               graze_index_pair_sink sink, void *context);

/* The number of no agent, for a question that leaves no agent out. */
#define GRAZE_INDEX_NOBODY SIZE_MAX

/* Finds what a trajectory (or one motion: count 1) that is not in the index may meet,
 * sorted as above. agent_a is `instead_of`, an agent that is left out, or
 * GRAZE_INDEX_NOBODY. margin [m] >= 0 is added to that of the index. */
GRAZE_API graze_status graze_index_what_if(const graze_index *index, const graze_body *body,
                                           const graze_trajectory *trajectory, size_t instead_of,
                                           double margin, const graze_workspace *workspace,
                                           graze_index_pair_sink sink, void *context);

/* A place, or a box round it, and a closed stretch of time. */
typedef struct graze_index_region {
    graze_vector lower, upper; /* [m] closed; may be infinite; lower <= upper */
    double begin, end;         /* [s] closed; may be infinite; equal for an instant */
} graze_index_region;

/* Returns the region of all points no farther than `distance` [m] from a place in every
 * coordinate. */
GRAZE_API graze_index_region graze_index_round(graze_vector place, double distance, double begin,
                                               double end);

/* Finds the motions that may be inside a region, sorted by (agent, motion). A body on the
 * border, or inside at its first or last instant alone, is found. GRAZE_ERROR_NOT_FINITE
 * for NaN, GRAZE_ERROR_INTERVAL when a lower bound is above the upper one. */
GRAZE_API graze_status graze_index_near(const graze_index *index, const graze_index_region *region,
                                        const graze_workspace *workspace,
                                        graze_index_entry_sink sink, void *context);

#ifdef __cplusplus
}
#endif
#endif
