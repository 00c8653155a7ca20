/* SPDX-License-Identifier: MIT */
/* One question to one shelf: a method hands in runs of places that may hold
 * answers, the boxes in them are compared, and what is left is told.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SIEVE_H
#define GRAZE_BROADPHASE_INDEX_SIEVE_H

#include "broadphase/index_search.h"

/* A life [s] in doubles, rounded outward: they decide the ties of the floats. */
typedef struct index_life {
    double begin, end;
} index_life;

/* Lives in doubles, by entry. */
typedef struct index_lives {
    index_life (*of)(const void *context, index_entry entry);
    const void *context;
} index_lives;

/* What is asked. */
typedef struct index_probe {
    search_probe search;
    index_life life;
    const index_entry *owner; /* whose life counts, which a tie alone asks for; null: `life` */
    bool closed;              /* sharing one instant counts */
} index_probe;

/* The sides and the life of one motion, both rounded outward. */
static inline index_probe probe_of_life(const index_box *sides, index_life life, bool closed)
{
    return (index_probe){search_probe_of(sides, closed), life, NULL, closed};
}

/* The sides of an entry of the index, whose life is open. */
static inline index_probe probe_of_entry(const index_box *sides, const index_entry *owner)
{
    return (index_probe){search_probe_of(sides, false), {0, 0}, owner, false};
}

enum { SIEVE_RUNS = 32, SIEVE_PLACES = 512 };

/* Receives the place of a box that meets the probe; false ends the question. */
typedef bool (*sieve_visit)(void *context, const index_shelf *shelf, uint32_t place);

typedef struct index_sieve {
    index_search search;
    index_lives lives;
    uint32_t except; /* an agent that is left out; UINT32_MAX is none */
    sieve_visit visit;
    void *context;
    const index_shelf *shelf;
    const index_probe *probe;
    bool stopped;
    int runs;
    uint32_t length; /* places in the runs */
    shelf_run run[SIEVE_RUNS];
    uint32_t place[SIEVE_PLACES + SHELF_LANES];
} index_sieve;

/* Begins with a shelf; the answer says whether the question can have any there. */
bool sieve_begin(index_sieve *sieve, const index_shelf *shelf, const index_probe *probe);

/* Looks through what has been added. */
void sieve_flush(index_sieve *sieve);

/* Adds a run that may be longer than the sieve. */
void sieve_add_long(index_sieve *sieve, uint32_t first, uint32_t last);

/* Adds a run; empty ones (first >= last) too. */
static inline void sieve_add(index_sieve *sieve, uint32_t first, uint32_t last)
{
    if (first >= last)
        return;
    if (sieve->runs == SIEVE_RUNS || last - first > SIEVE_PLACES - sieve->length) {
        sieve_add_long(sieve, first, last);
        return;
    }
    sieve->run[sieve->runs++] = (shelf_run){first, last};
    sieve->length += last - first;
}

/* Do two lives share more than an instant (or one, when that counts)? */
static inline bool lives_meet(index_life a, index_life b, bool closed)
{
    return closed ? a.begin <= b.end && b.begin <= a.end : a.begin < b.end && b.begin < a.end;
}

#endif
