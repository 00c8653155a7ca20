/* SPDX-License-Identifier: MIT */
/* What an index keeps: agents, and the levels in which the boxes of their motions are looked up.
 *
 * Level 0 is a shelf of what was inserted since the other levels were made; what is removed leaves
 * a hole, and a search for the motion's own box tells where. When either has become much, all
 * levels are made anew; if there is no memory for that, everything goes on as it was, only slower.
 *
 * Boxes are on shelves alone, in floats: whoever asks for the box of a motion, or for its life in
 * doubles, makes it again from the motion, which has not changed. Levels are made from a list of
 * all boxes (*items*) that is gone afterwards. Only an index that was opened keeps items and lives,
 * since its motions are gone; an item's number is that of its agent's first one plus its motion's.
 */
#ifndef GRAZE_BROADPHASE_INDEX_STORE_H
#define GRAZE_BROADPHASE_INDEX_STORE_H

#include <graze/index.h>

#include "broadphase/index_level.h"
#include "motion/box.h"
#include "motion/moving_body.h"

/* No more items than this, so that sums of two numbers of them do not overflow. */
#define INDEX_MOTIONS (UINT32_MAX / 2)
#define INDEX_AGENT_MOTIONS (UINT32_MAX - 2) /* of one agent */

/* Packed: the bodies of motions take no room of their own. */
typedef struct index_agent {
    graze_body body; /* where its motions have none of their own */
    const graze_motion *motions;
    const graze_body *bodies; /* of its motions; may be null */
    uint32_t count;           /* of motions */
    uint32_t first; /* of an index that was opened: its first item; else how many boxes it has on
                       shelves. INDEX_ABSENT: there is no such agent */
} index_agent;

#define INDEX_ABSENT UINT32_MAX

struct graze_index {
    graze_allocator allocator;
    graze_index_method method;
    double margin; /* [m] by which each box grows */
    uint32_t motion_bits; /* of an entry's number that are its motion's (index_course.h) */
    cpu_instructions level; /* that of the processor */
    index_search search;
    index_agent *agents;
    size_t agent_count, agent_capacity;
    bool is_open; /* it has items */
    index_items items;
    index_life *lives; /* of items */
    uint32_t item_count, item_capacity;
    uint32_t alive, holes; /* [count] boxes on shelves; cleared ones on levels 1 and more */
    index_level levels[INDEX_LEVELS + 1];
    int level_count; /* >= 1 */
};

static inline bool index_is_present(const index_agent *agent)
{
    return agent->first != INDEX_ABSENT;
}

/* An agent before it has items. */
static inline index_agent index_agent_of(const graze_body *body, const graze_trajectory *trajectory)
{
    return (index_agent){*body, trajectory->motions, trajectory->bodies,
                         (uint32_t)trajectory->count, 0};
}

static inline graze_trajectory index_trajectory(const index_agent *agent)
{
    return (graze_trajectory){agent->motions, agent->count, agent->bodies};
}

/* One of its motions as a trajectory of its own. */
static inline graze_trajectory index_motion(const index_agent *agent, size_t motion)
{
    const graze_trajectory whole = index_trajectory(agent);
    return trajectory_part(&whole, motion, 1);
}

/* The body of one of its motions. */
static inline const graze_body *index_body(const index_agent *agent, size_t motion)
{
    return agent->bodies == NULL ? &agent->body : &agent->bodies[motion];
}

/* How much the box of a guest grows: half the index's margin and all of its own. */
double index_margin_of(const graze_index *index, double margin);

/* What graze_index_insert refuses of an agent. */
graze_status index_validate_agent(const graze_body *body, const graze_trajectory *trajectory);

/* GRAZE_OK, GRAZE_ERROR_NULL (the index), GRAZE_ERROR_INDEX. */
graze_status index_validate_present(const graze_index *index, size_t agent);

/* An index of agents without motions, whose boxes are appended one after the other, for who looks
 * at many motions for a short time: it answers index_find alone. */
graze_status index_open(const graze_body *bodies, size_t agents,
                        const graze_index_options *options, const graze_allocator *allocator,
                        graze_index **index);

/* Makes room for as many items as will come, no fewer than there are, so that arrays need not grow.
 * GRAZE_ERROR_MEMORY. */
graze_status index_reserve(graze_index *index, size_t wanted);

/* Forgets all items, and keeps their memory. */
void index_empty(graze_index *index);

/* Appends the next motion of an agent, whose motions come in a row; both are valid. The life is in
 * index->lives, at the last place. `course`: course_of the motion, or 0. GRAZE_ERROR_MEMORY,
 * GRAZE_ERROR_INDEX. */
graze_status index_append(graze_index *index, size_t agent, const box_reach *reach,
                          const graze_motion *motion, uint32_t course);

/* The same for one whose box is known, in a life that is not empty. */
graze_status index_append_box(graze_index *index, size_t agent, const box *wide, uint32_t course);

/* Takes the item back that was appended last. */
void index_take_back(graze_index *index);

/* Receives two motions whose boxes meet, and whether they are certainly apart; false ends it. */
typedef bool (*index_found_sink)(void *context, const graze_index_pair *met, bool apart);

/* graze_index_pairs_as_found of an index that was opened. */
void index_find(const graze_index *index, index_found_sink found, void *context);

/* Looks at each agent (index_validate_agent) and makes its boxes while its motions are at hand;
 * then makes all levels. */
graze_status index_fill(graze_index *index);

/* Makes all levels anew; false when there is no memory, and then the old ones stand. */
bool index_make_levels(graze_index *index);

/* Writes the items of some motions of the index, from one on; where a life is empty, nowhere. */
void index_own_boxes(const graze_index *index, index_entry from, uint32_t count,
                     const index_items *own);

/* Puts a valid agent in. GRAZE_ERROR_MEMORY, GRAZE_ERROR_INDEX; nothing has changed then. */
graze_status index_insert(graze_index *index, size_t agent, const graze_body *body,
                          const graze_trajectory *trajectory);

/* Takes an agent that is present out. */
void index_remove(graze_index *index, size_t agent);

/* Asks every level. */
void index_ask(const graze_index *index, const index_probe *probe, index_sieve *sieve);

/* The box of a motion with an empty life, which is on no shelf. */
static inline bool index_is_nowhere(const index_box *sides)
{
    return !(sides->lower[0] <= sides->upper[0]);
}

/* The life of an entry, and of all of an index. */
index_life index_life_of(const graze_index *index, index_entry entry);
index_lives index_lives_of(const graze_index *index);

/* A sieve before its first shelf. */
void index_sieve_make(const graze_index *index, sieve_visit visit, void *context,
                      index_sieve *made);

#endif
