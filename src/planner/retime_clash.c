/* SPDX-License-Identifier: MIT */
#include "planner/retime_clash.h"

#include <graze/conflict.h>

#include "base/array.h"
#include "base/memory.h"

/* Of passing_go_on: two motions. */
enum { MOTIONS_WORK = 16 };

typedef struct clash_search {
    retiming *all;
    const graze_trajectory *paths;
    bool one; /* is enough */
} clash_search;

graze_status retime_add_clash(retiming *r, clash found)
{
    if (!ARRAY_RESERVE(&r->memory, r->clashes, r->clash_room, r->clash_count + 1))
        return GRAZE_ERROR_MEMORY;
    r->clashes[r->clash_count++] = found;
    return GRAZE_OK;
}

static bool try_pair(void *context, const graze_index_pair *pair)
{
    const clash_search *search = context;
    retiming *r = search->all;
    bool conflict = false;
    r->status = graze_conflict_exists(&r->bodies[pair->agent_a],
                                      &search->paths[pair->agent_a].motions[pair->motion_a],
                                      &r->bodies[pair->agent_b],
                                      &search->paths[pair->agent_b].motions[pair->motion_b],
                                      r->options->tolerance, &conflict);
    if (r->status == GRAZE_OK)
        r->status = passing_go_on(&r->watch, MOTIONS_WORK);
    if (conflict && r->status == GRAZE_OK)
        r->status = retime_add_clash(
            r, (clash){pair->agent_a, pair->motion_a, pair->agent_b, pair->motion_b});
    return r->status == GRAZE_OK && !(search->one && conflict);
}

graze_status retime_find_clashes(retiming *r, const graze_trajectory *paths, bool one,
                                 graze_index **index)
{
    clash_search search = {r, paths, one};
    r->clash_count = 0;
    r->status = GRAZE_OK;
    graze_status status = graze_index_new(r->bodies, paths, r->count, NULL, &r->memory, index);
    if (status == GRAZE_OK)
        status = graze_index_pairs_as_found(*index, 0, 1, try_pair, &search);
    return status == GRAZE_OK ? r->status : status;
}

graze_status retime_name_agents(retiming *r, graze_retime_outcome outcome, size_t count)
{
    r->answer->outcome = outcome;
    r->answer->agents = memory_new(&r->memory, count, sizeof *r->answer->agents);
    r->answer->agent_count = 0;
    return r->answer->agents != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void retime_name_agent(retiming *r, size_t agent)
{
    graze_retiming *a = r->answer;
    for (size_t i = 0; i < a->agent_count; i++)
        if (a->agents[i] == agent)
            return;
    a->agents[a->agent_count++] = agent;
}

graze_status retime_name_clash(retiming *r, graze_retime_outcome outcome, const clash *of)
{
    graze_status status = retime_name_agents(r, outcome, 2);
    if (status == GRAZE_OK) {
        retime_name_agent(r, of->agent_a);
        retime_name_agent(r, of->agent_b);
    }
    return status;
}
