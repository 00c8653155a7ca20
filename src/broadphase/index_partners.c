/* SPDX-License-Identifier: MIT */
/* Asking with many probes, and answering in order. */
#include "broadphase/index_partners.h"

#include "broadphase/index_boxes.h"
#include "broadphase/index_order.h"
#include "motion/life.h"

typedef struct partner_search {
    const index_asker *asker;
    uint32_t motion; /* of the asker */
    answer_order order;
    index_sieve sieve;
} partner_search;

static bool collect(void *context, const index_shelf *shelf, uint32_t place)
{
    partner_search *search = context;
    const index_entry entry = shelf->entry[place];
    if (entry.agent >= search->asker->least)
        order_add(&search->order, entry.agent, search->motion, entry.motion);
    return true;
}

static void ask_all(const graze_index *index, partner_search *search)
{
    for (size_t i = 0; i < search->asker->motions; i++) {
        index_probe probe;
        search->motion = (uint32_t)i;
        if (search->asker->make(search->asker->from, i, &probe))
            index_ask(index, &probe, &search->sieve);
    }
}

void partners_tell(const graze_index *index, const index_asker *asker,
                   const graze_workspace *workspace, graze_index_pair_sink sink, void *context)
{
    answer small[ORDER_SMALL];
    partner_search search; /* not cleared: the sieve has room for hundreds of places */
    bool going_on = true;
    search.asker = asker;
    search.order = order_begin(workspace, small);
    index_sieve_make(index, collect, &search, &search.sieve);
    if (asker->except < UINT32_MAX)
        search.sieve.except = (uint32_t)asker->except;
    do {
        ask_all(index, &search);
        order_close(&search.order);
        for (size_t i = 0; i < search.order.count && going_on; i++) {
            const answer *found = &search.order.list[i];
            const graze_index_pair pair = {asker->except, (uint32_t)found->major,
                                           (size_t)(found->major >> 32), found->minor};
            going_on = sink(context, &pair);
        }
    } while (going_on && order_again(&search.order));
}

bool guest_probe(void *guest, size_t motion, index_probe *probe)
{
    index_guest *self = guest;
    const graze_motion *asked = &self->trajectory->motions[motion];
    index_life life;
    if (motion_is_empty(asked))
        return false;
    if (self->trajectory->bodies != NULL)
        self->reach = box_reach_of(&self->trajectory->bodies[motion]);
    const index_box sides = index_box_of(&self->reach, asked, self->margin, &life);
    *probe = probe_of_life(&sides, life, false);
    return true;
}
