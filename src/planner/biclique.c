/* SPDX-License-Identifier: MIT */
/* A greatest matching by augmenting paths, and what can be reached from its rest. */
#include "planner/biclique.h"

#include "base/memory.h"

#define NONE SIZE_MAX

typedef struct matcher {
    const bipartite *graph;
    bool *in_a, *in_b;
    size_t *mate_a, *mate_b; /* NONE: not matched */
    size_t *reached_from;    /* of b: the a before it on an alternating path; NONE: not reached */
    size_t *queue;           /* of a */
} matcher;

static void set_none(size_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        list[i] = NONE;
}

/* Goes all alternating paths from a to b that are not reached yet; the first b that is not
 * matched, or NONE. */
static size_t follow_paths(matcher *m, size_t start)
{
    size_t head = 0, tail = 0;
    m->queue[tail++] = start;
    while (head < tail) {
        size_t a = m->queue[head++];
        const bool *apart = m->graph->apart + a * m->graph->count_b;
        for (size_t b = 0; b < m->graph->count_b; b++) {
            if (!apart[b] || !m->in_b[b] || m->reached_from[b] != NONE)
                continue;
            m->reached_from[b] = a;
            if (m->mate_b[b] == NONE)
                return b;
            m->queue[tail++] = m->mate_b[b];
        }
    }
    return NONE;
}

/* Matches the vertices of the path that ends at b anew, one pair more. */
static void augment(matcher *m, size_t b)
{
    while (b != NONE) {
        size_t a = m->reached_from[b], before = m->mate_a[a];
        m->mate_a[a] = b;
        m->mate_b[b] = a;
        b = before;
    }
}

static void match(matcher *m)
{
    set_none(m->mate_a, m->graph->count_a);
    set_none(m->mate_b, m->graph->count_b);
    for (size_t a = 0; a < m->graph->count_a; a++) {
        set_none(m->reached_from, m->graph->count_b);
        if (m->in_a[a])
            augment(m, follow_paths(m, a));
    }
}

static void choose(matcher *m)
{
    set_none(m->reached_from, m->graph->count_b);
    for (size_t a = 0; a < m->graph->count_a; a++)
        if (m->in_a[a] && m->mate_a[a] == NONE)
            follow_paths(m, a);
    for (size_t a = 0; a < m->graph->count_a; a++)
        if (m->mate_a[a] != NONE)
            m->in_a[a] = m->reached_from[m->mate_a[a]] != NONE;
    for (size_t b = 0; b < m->graph->count_b; b++)
        if (m->reached_from[b] != NONE)
            m->in_b[b] = false;
}

graze_status biclique_find(const bipartite *graph, const graze_allocator *memory, bool *in_a,
                           bool *in_b)
{
    size_t *numbers = memory_new(memory, graph->count_a + 3 * graph->count_b + 1, sizeof *numbers);
    if (numbers == NULL)
        return GRAZE_ERROR_MEMORY;
    matcher m = {.graph = graph, .in_a = in_a, .in_b = in_b, .mate_a = numbers};
    m.mate_b = m.mate_a + graph->count_a;
    m.reached_from = m.mate_b + graph->count_b;
    m.queue = m.reached_from + graph->count_b;
    match(&m);
    choose(&m);
    memory_free(memory, numbers);
    return GRAZE_OK;
}
