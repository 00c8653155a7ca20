/* SPDX-License-Identifier: MIT */
/* Events: distinct algebraic numbers in order, each with the polynomial it comes from.
 *
 * Where something that depends on a parameter can change, a polynomial is zero. All such
 * places, in order, cut the line into gaps in which nothing changes: each gap is decided at
 * one dyadic number in it.
 *
 *     events all = events_begin(&arena);
 *     events_add(&all, zero);                                 // a number that is known
 *     events_add_roots(&all, mark, p, root_range_all());      // roots of p
 *     events_sort(&all);
 *     for (size_t gap = 0; gap <= all.count; gap++)
 *         … events_between(&all, gap) …
 */
#ifndef GRAZE_NUMERIC_EVENTS_H
#define GRAZE_NUMERIC_EVENTS_H

#include "numeric/roots.h"

typedef struct event event;
struct event {
    root at;
    const polynomial *source; /* NULL: all of its roots are simple, or a number was given */
    bool shared;              /* several sources have it */
    event *next;
};

typedef struct events {
    dyadic_arena *arena; /* holds all of them */
    event *last;         /* those that were added, by `next` */
    size_t added;
    event **at; /* after events_sort: ascending and distinct */
    size_t count;
} events;

events events_begin(dyadic_arena *arena);

/* Room for `count` items of `size` bytes; NULL when the arena is exhausted. */
void *events_take(dyadic_arena *arena, size_t count, size_t size);

void events_add(events *all, dyadic number);

/* Adds the roots in a range, made before the mark, of a polynomial whose numbers are not older
 * than it. Of what was made since the mark nothing stays but what the roots need. */
void events_add_roots(events *all, size_t mark, polynomial p, root_range range);

/* Puts them in order, equal ones as one. */
void events_sort(events *all);

/* Some number inside gap i, which lies below event i; gap `count` lies above all. */
dyadic events_between(const events *all, size_t gap);

/* True when x is inside the gap. */
bool events_gap_holds(const events *all, size_t gap, dyadic x);

/* True when it is a simple root of a single source, or a number that was given once. */
bool event_is_lone(dyadic_arena *arena, event *event);

#endif
