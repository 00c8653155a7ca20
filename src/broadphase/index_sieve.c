/* SPDX-License-Identifier: MIT */
/* From runs of places to answers. */
#include "broadphase/index_sieve.h"

bool sieve_begin(index_sieve *sieve, const index_shelf *shelf, const index_probe *probe)
{
    sieve->shelf = shelf;
    sieve->probe = probe;
    sieve->runs = 0;
    sieve->length = 0;
    return shelf->count > 0 && !sieve->stopped && boxes_share(&shelf->bounds, &probe->box);
}

/* Lives that the floats see together. */
static bool lives_meet(const index_sieve *sieve, uint32_t place, uint32_t item)
{
    const index_probe *probe = sieve->probe;
    if (sieve->shelf->lower[INDEX_TIME][place] < probe->end &&
        sieve->shelf->upper[INDEX_TIME][place] > probe->begin)
        return true;
    const index_life *mine = probe->life, *other = &sieve->lives[item];
    return probe->closed ? mine->begin <= other->end && other->begin <= mine->end
                         : mine->begin < other->end && other->begin < mine->end;
}

void sieve_flush(index_sieve *sieve)
{
    const index_shelf *shelf = sieve->shelf;
    uint32_t found = sieve->stopped ? 0
                                    : sieve->search(shelf, sieve->run, sieve->runs,
                                                    &sieve->probe->box, sieve->place);
    sieve->runs = 0;
    sieve->length = 0;
    for (uint32_t i = 0; i < found && !sieve->stopped; i++) {
        uint32_t place = sieve->place[i], item = shelf->item[place];
        if (lives_meet(sieve, place, item))
            sieve->stopped = !sieve->visit(sieve->context, item);
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
