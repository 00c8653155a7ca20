/* SPDX-License-Identifier: MIT */
/* One question to one shelf: a method hands in runs of places that may hold
 * answers, the boxes in them are compared, and what is left is told.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SIEVE_H
#define GRAZE_BROADPHASE_INDEX_SIEVE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "broadphase/index_shelf.h"

/* A life [s] in doubles, rounded outward: they decide the ties of the floats. */
typedef struct index_life {
    double begin, end;
} index_life;

/* What is asked of every box. */
typedef struct index_probe {
    index_box box; /* its time moved inward for an open life: see index_shelf.h */
    const index_life *life;
    float begin, end; /* floats beyond these are beyond in doubles as well */
    bool closed; /* does sharing one instant count? */
} index_probe;

/* The next float, for anything but NaN; infinities are their own neighbours outward. */
static inline float float_up(float value)
{
    int32_t bits;
    if (value == (float)INFINITY)
        return value;
    value += 0.0f; /* -0 becomes 0 */
    memcpy(&bits, &value, sizeof bits);
    bits += bits >= 0 ? 1 : -1;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float float_down(float value)
{
    return -float_up(-value);
}

/* box and life belong together, the box rounded outward. A double that was rounded down
 * to b is at most up(b), one that was rounded up to e at least down(e); so b < down(e)
 * says that the doubles are in that order too: b < e leaves a float between them. */
static inline index_probe probe_of(const index_box *box, const index_life *life, bool closed)
{
    index_probe probe = {.box = *box, .life = life, .closed = closed};
    float begin = float_up(box->lower[INDEX_TIME]), end = float_down(box->upper[INDEX_TIME]);
    if (!closed) {
        probe.box.lower[INDEX_TIME] = begin;
        probe.box.upper[INDEX_TIME] = end;
    }
    probe.begin = begin;
    probe.end = end;
    return probe;
}

enum { SIEVE_RUNS = 32, SIEVE_PLACES = 512 };

/* Receives the item of a box that meets the probe; false ends the question. */
typedef bool (*sieve_visit)(void *context, uint32_t item);

typedef struct index_sieve {
    shelf_search search;
    const index_life *lives; /* of all items */
    sieve_visit visit;
    void *context;
    const index_shelf *shelf;
    const index_probe *probe;
    bool stopped;
    int runs;
    uint32_t length; /* places in the runs */
    shelf_run run[SIEVE_RUNS];
    uint32_t place[SIEVE_PLACES];
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

#endif
