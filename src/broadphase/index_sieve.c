/* SPDX-License-Identifier: MIT */
/* From runs of places to answers. */
#include "broadphase/index_sieve.h"

bool sieve_begin(index_sieve *sieve, const index_shelf *shelf, const index_probe *probe)
{
    sieve->shelf = shelf;
    sieve->probe = probe;
    sieve->runs = 0;
    sieve->length = 0;
    return shelf->count > 0 && !sieve->stopped && boxes_share(&shelf->bounds, &probe->search.box);
}

static bool tie_meets(const index_sieve *sieve, uint32_t place)
{
    const index_lives *lives = &sieve->lives;
    const index_probe *asked = sieve->probe;
    const index_life life = lives->of(lives->context, sieve->shelf->entry[place]);
    const index_life own =
        asked->owner == NULL ? asked->life : lives->of(lives->context, *asked->owner);
    return lives_meet(own, life, asked->closed);
}

void sieve_flush(index_sieve *sieve)
{
    const index_shelf *shelf = sieve->shelf;
    uint32_t found = sieve->stopped ? 0
                                    : sieve->search.through(shelf, sieve->run, sieve->runs,
                                                            &sieve->probe->search, sieve->place);
    const search_probe *asked = &sieve->probe->search;
    sieve->runs = 0;
    sieve->length = 0;
    for (uint32_t i = 0; i < found && !sieve->stopped; i++) {
        const uint32_t place = sieve->place[i];
        if (shelf->entry[place].agent == sieve->except)
            continue; /* most ties are those of successive motions */
        if (!search_is_tie(shelf, place, asked->begin, asked->end) || tie_meets(sieve, place))
            sieve->stopped = !sieve->visit(sieve->context, shelf, place);
    }
}

void sieve_add_long(index_sieve *sieve, uint32_t first, uint32_t last)
{
    while (first < last && !sieve->stopped) {
        sieve_flush(sieve);
        uint32_t part = last - first < SIEVE_PLACES ? last - first : SIEVE_PLACES;
        sieve->run[0] = (shelf_run){first, first + part};
        sieve->runs = 1;
        sieve->length = part;
        first += part;
    }
}
