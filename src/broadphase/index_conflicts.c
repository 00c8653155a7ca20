/* SPDX-License-Identifier: MIT */
/* All conflicts of an index: boxes find pairs, and many of them are decided together. Prepared
 * motions lie anywhere in memory, which is asked for them when a pair is found; most pairs are told
 * at a glance, and what it says is counted, not branched on. */
#include <graze/among.h>

#include "base/cpu.h"
#include "broadphase/index_store.h"
#include "contact/glance.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"

enum { BLOCK = 64 };

/* A pair that waits for its decision. */
typedef struct waiting_pair {
    const graze_prepared *a, *b;
    graze_index_pair pair;
} waiting_pair;

typedef struct conflict_search {
    const graze_index *index;
    const graze_prepared *const *prepared;
    double tolerance;
    graze_index_pair_sink sink;
    void *context;
    bool stopped;
    graze_status status;
    uint32_t waiting;
    waiting_pair block[BLOCK];
} conflict_search;

/* What is left of a block when those are gone that are certainly apart. */
typedef struct remaining {
    uint32_t count;
    uint32_t place[BLOCK];
    bool overlaps[BLOCK]; /* certainly */
} remaining;

static void leave_apart(const conflict_search *search, remaining *left)
{
    left->count = 0;
    for (uint32_t i = 0; i < search->waiting; i++) {
        const waiting_pair *each = &search->block[i];
        const unsigned discs = (each->a->kind | each->b->kind) == GRAZE_PREPARED_DISC;
        const glance at = glance_at(each->a, each->b, search->tolerance);
        left->place[left->count] = i;
        left->overlaps[left->count] = discs & glance_overlaps(&at);
        left->count += 1 - (discs & glance_is_apart(&at));
    }
}

/* Whether a pair is in conflict that a glance did not tell of. */
static bool decide(conflict_search *search, const waiting_pair *of)
{
    const graze_index_pair *pair = &of->pair;
    const index_agent *a = &search->index->agents[pair->agent_a];
    const index_agent *b = &search->index->agents[pair->agent_b];
    bool exists = false;
    search->status = graze_conflict_exists_prepared(
        of->a, index_body(a, pair->motion_a), &a->motions[pair->motion_a], of->b,
        index_body(b, pair->motion_b), &b->motions[pair->motion_b], search->tolerance, &exists);
    search->stopped = search->status != GRAZE_OK;
    return exists;
}

static void decide_block(conflict_search *search)
{
    remaining left;
    leave_apart(search, &left);
    search->waiting = 0;
    for (uint32_t i = 0; i < left.count && !search->stopped; i++) {
        const waiting_pair *each = &search->block[left.place[i]];
        if (left.overlaps[i] || decide(search, each))
            search->stopped = !search->sink(search->context, &each->pair);
    }
}

/* Asks for its first and its last byte: few callers have whole lines of the cache. */
static inline void fetch(const graze_prepared *motion)
{
    CPU_PREFETCH(motion);
    CPU_PREFETCH((const char *)(motion + 1) - 1);
}

static bool keep_pair(void *context, const graze_index_pair *pair)
{
    conflict_search *search = context;
    waiting_pair *kept = &search->block[search->waiting++];
    *kept = (waiting_pair){search->prepared[pair->agent_a] + pair->motion_a,
                           search->prepared[pair->agent_b] + pair->motion_b, *pair};
    fetch(kept->a);
    fetch(kept->b);
    if (search->waiting == BLOCK)
        decide_block(search);
    return !search->stopped;
}

/* Has every motion of the index been prepared, as far as pointers tell? */
static bool is_prepared(const graze_index *index, const graze_prepared *const *prepared)
{
    bool all = true;
    for (size_t i = 0; i < index->agent_count; i++)
        all &= prepared[i] != NULL || index->agents[i].count == 0;
    return all;
}

graze_status graze_index_all_conflicts(const graze_index *index, size_t part, size_t parts,
                                       const graze_prepared *const *prepared, double tolerance,
                                       graze_index_pair_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || prepared == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = tolerance_validate(tolerance);
    if (status != GRAZE_OK)
        return status;
    if (!is_prepared(index, prepared))
        return GRAZE_ERROR_NULL;
    conflict_search search; /* not cleared: it has room for many pairs */
    search.index = index;
    search.prepared = prepared;
    search.tolerance = tolerance;
    search.sink = sink;
    search.context = context;
    search.stopped = false;
    search.status = GRAZE_OK;
    search.waiting = 0;
    status = graze_index_pairs_as_found(index, part, parts, keep_pair, &search);
    if (status != GRAZE_OK)
        return status;
    decide_block(&search);
    return search.status;
}
