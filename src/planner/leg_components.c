/* SPDX-License-Identifier: MIT */
#include "planner/leg_components.h"

#include <stdlib.h>

#include "base/memory.h"

/* A walk from leg to leg they wait for, without recursion. Numbers count from 1 in the order in
 * which legs are come to; a leg that has its component has `done`. */
typedef struct walk {
    schedule *s;
    uint32_t *number, *low; /* by leg */
    uint32_t *path, *edge;  /* the walk, and at which edge each leg of it is */
    uint32_t *open;         /* legs without a component, in the order of their numbers */
    size_t path_count, open_count, sorted;
    uint32_t last;
} walk;

static const uint32_t done = UINT32_MAX;

/* The k-th leg that a leg waits for; false where there are no more. */
static bool waits_for(const schedule *s, uint32_t at, uint32_t k, uint32_t *before)
{
    if (schedule_is_next(s, at)) {
        *before = at - 1;
        if (k-- == 0)
            return true;
    }
    size_t i = s->into_first[at] + k;
    if (i >= s->into_first[at + 1])
        return false;
    *before = s->into[i].from;
    return true;
}

static void enter(walk *w, uint32_t at)
{
    w->number[at] = w->low[at] = ++w->last;
    w->path[w->path_count] = at;
    w->edge[w->path_count++] = 0;
    w->open[w->open_count++] = at;
}

static int compare_begins(const void *left, const void *right)
{
    const leg_begin *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->leg < b->leg ? -1 : a->leg > b->leg;
}

/* Takes the open legs from `at` on as a component. */
static void close_component(walk *w, uint32_t at)
{
    schedule *s = w->s;
    size_t first = w->sorted;
    for (uint32_t taken = done; taken != at; w->sorted++) {
        taken = w->open[--w->open_count];
        w->number[taken] = done;
        s->begins[w->sorted] = (leg_begin){s->reached[s->legs[taken].first], taken};
    }
    if (w->sorted - first > 1)
        qsort(s->begins + first, w->sorted - first, sizeof *s->begins, compare_begins);
    for (size_t i = first; i < w->sorted; i++) {
        s->sequence[i] = s->begins[i].leg;
        s->ends[i] = i + 1 == w->sorted;
    }
}

/* The last leg of the walk has no more legs that it waits for. */
static void leave(walk *w)
{
    uint32_t at = w->path[--w->path_count];
    if (w->low[at] == w->number[at]) {
        close_component(w, at);
        return;
    }
    uint32_t from = w->path[w->path_count - 1];
    w->low[from] = w->low[at] < w->low[from] ? w->low[at] : w->low[from];
}

static void go_on(walk *w)
{
    uint32_t at = w->path[w->path_count - 1], before;
    if (!waits_for(w->s, at, w->edge[w->path_count - 1]++, &before)) {
        leave(w);
        return;
    }
    if (w->number[before] == 0)
        enter(w, before);
    else if (w->number[before] != done && w->number[before] < w->low[at])
        w->low[at] = w->number[before];
}

graze_status leg_components_find(schedule *s)
{
    const graze_allocator *memory = s->all->memory;
    size_t count = s->leg_count;
    uint32_t *room = memory_new(memory, count, 5 * sizeof *room);
    if (room == NULL)
        return GRAZE_ERROR_MEMORY;
    walk w = {.s = s, .number = room, .low = room + count, .path = room + 2 * count,
              .edge = room + 3 * count, .open = room + 4 * count};
    for (uint32_t i = 0; i < count; i++) {
        if (w.number[i] == 0)
            enter(&w, i);
        while (w.path_count > 0)
            go_on(&w);
    }
    memory_free(memory, room);
    return GRAZE_OK;
}
