/* SPDX-License-Identifier: MIT */
/* What the kernel says about moves and stays of a terrain, asked once.
 *
 * The unsafe starts of one move against another are an interval (one, at constant
 * velocity) that moves with the other's start. So an answer is kept for a pair of
 * edges, as the open interval of start differences in ticks, and serves all starts
 * exactly (lattice.h). On a regular terrain it serves all pairs of edges that look
 * the same from each other: a translation by whole numbers changes no distance.
 *
 * Two stays need no question in a search: whose starts do not overlap comes to lie
 * too near a resting agent only by moving, and that move is in conflict then
 * (README.md), so there is only the question whether two places are too near.
 */
#ifndef GRAZE_PLANNER_CLASH_H
#define GRAZE_PLANNER_CLASH_H

#include "planner/terrain.h"

/* An open interval of ticks; empty when lower >= upper. */
typedef struct span {
    tick lower, upper;
} span;

static inline bool span_holds(span when, tick time)
{
    return when.lower < time && time < when.upper;
}

typedef struct clash_entry clash_entry;

typedef struct clash_book {
    const terrain *ground;
    clash_entry *entries; /* open addressing */
    size_t count, capacity;
    graze_status status; /* the first failure; every answer after it is empty */
    uint64_t kernel_calls;
} clash_book;

/* An empty book; the terrain must outlive it. */
void clash_open(clash_book *book, const terrain *ground);
void clash_close(clash_book *book);

/* The differences (start of a) - (start of b) at which edge a of kind_a and edge b of
 * kind_b conflict. */
span clash_moves(clash_book *book, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                 uint32_t edge_b);

/* The times, since the start of the move along `edge`, at which it overlaps a body
 * that rests at `vertex`. */
span clash_stay(clash_book *book, uint32_t kind_resting, uint32_t vertex, uint32_t kind_moving,
                uint32_t edge);

/* Do bodies that rest at both vertices overlap? */
bool clash_places(clash_book *book, uint32_t kind_a, uint32_t vertex_a, uint32_t kind_b,
                  uint32_t vertex_b);

#endif
