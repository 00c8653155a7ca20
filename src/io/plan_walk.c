/* SPDX-License-Identifier: MIT */
#include "io/plan_walk.h"

#include <stdlib.h>

static void *go(void *context)
{
    plan_walk *walk = context;
    const plan *all = walk->through;
    plan_room room = {0};
    graze_trajectory path;
    size_t agent = 0;
    while (agent < all->agent_count && !atomic_load(&walk->over) &&
           plan_trajectory(&all->agents[agent], &room, &path) == IO_OK &&
           walk->visit(walk->context, agent, &path))
        agent++;
    free(room.motions);
    walk->whole = agent == all->agent_count;
    return NULL;
}

bool plan_walk_begin(plan_walk *walk, const plan *through, plan_visit visit, void *context)
{
    walk->through = through;
    walk->visit = visit;
    walk->context = context;
    walk->whole = false;
    atomic_init(&walk->over, false);
    walk->runs =
        through->spill == NULL && pthread_create(&walk->thread, NULL, go, walk) == 0;
    return walk->runs;
}

bool plan_walk_end(plan_walk *walk, bool wanted)
{
    if (!walk->runs)
        return false;
    atomic_store(&walk->over, !wanted);
    pthread_join(walk->thread, NULL);
    walk->runs = false;
    return walk->whole;
}
