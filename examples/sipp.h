/* SPDX-License-Identifier: MIT */
/* Safe-interval path planning on a lattice of times, for sipp.c (one agent round others) and ccbs.c
 * (one agent under constraints): the fastest moves of an agent in a world that says when it may be
 * at a vertex, and when a move must not start.
 *
 * Source: M. Phillips and M. Likhachev, "SIPP: Safe Interval Path Planning for Dynamic
 * Environments", 2011.
 */
#ifndef SIPP_H
#define SIPP_H

#include <graze.h>
#include <math.h>

enum { SIPP_LIST = 512, SIPP_STATES = 4096, SIPP_MOVES = 24 };

typedef struct sipp_world {
    const graze_roadmap *roads;
    const graze_lattice *lattice;
    double speed; /* [m/s] */
    /* Both write at most SIPP_LIST intervals in order of time, and return how many. */
    size_t (*safe)(const void *context, uint32_t vertex, graze_vector place,
                   graze_closed_interval *intervals);
    size_t (*unsafe)(const void *context, size_t edge, const graze_motion *move,
                     graze_closed_interval window, graze_interval *starts);
    const void *context;
} sipp_world;

typedef struct sipp_move {
    size_t edge;
    double start, end; /* [s] */
} sipp_move;

/* Being at a vertex in a safe interval of it, by the move that is known to lead there first. */
typedef struct sipp_state {
    uint32_t vertex;
    graze_closed_interval safe;
    sipp_move by;
    size_t before; /* the state that the move begins in */
    bool done;
} sipp_state;

static graze_vector sipp_place(const graze_roadmap *roads, uint32_t vertex)
{
    return (graze_vector){roads->places[vertex].x, roads->places[vertex].y, 0};
}

/* Notes a state, or that it is reached earlier. */
static size_t sipp_reach(sipp_state *states, size_t count, sipp_state next)
{
    size_t k = 0;
    while (k < count &&
           (states[k].vertex != next.vertex || states[k].safe.first != next.safe.first))
        k++;
    if (k < count ? next.by.end < states[k].by.end : k < SIPP_STATES)
        states[k] = next;
    return k == count && k < SIPP_STATES ? count + 1 : count;
}

/* Tries every move out of a state: as early as it may start, into each safe interval at its end. */
static size_t sipp_expand(const sipp_world *w, sipp_state *states, size_t count, size_t k)
{
    static graze_closed_interval safe[SIPP_LIST];
    static graze_interval unsafe[SIPP_LIST];
    const sipp_state from = states[k];
    for (size_t e = w->roads->first[from.vertex]; e < w->roads->first[from.vertex + 1]; e++) {
        const uint32_t to = w->roads->targets[e];
        double duration, start;
        graze_motion move;
        graze_lattice_duration(w->lattice, w->roads->places[from.vertex], w->roads->places[to],
                               w->speed, &duration);
        const graze_vector begin = sipp_place(w->roads, from.vertex),
                           end = sipp_place(w->roads, to);
        graze_motion_waypoint(begin, end, 0, duration, &move);
        const graze_closed_interval window = {from.by.end, from.safe.last};
        const size_t gaps = w->safe(w->context, to, end, safe);
        const size_t blocked = w->unsafe(w->context, e, &move, window, unsafe);
        for (size_t i = 0; i < gaps; i++) {
            graze_lattice_earliest_safe(w->lattice, unsafe, blocked,
                                        fmax(window.first, safe[i].first - duration), &start);
            const sipp_state next = {to, safe[i], {e, start, start + duration}, k, false};
            if (start <= window.last && next.by.end <= safe[i].last)
                count = sipp_reach(states, count, next);
        }
    }
    return count;
}

/* Writes the moves that lead from a vertex to a goal first, to stay there for ever, and returns the
 * time of arrival [s]; infinity when there are none. */
static double sipp_search(const sipp_world *w, uint32_t start, uint32_t goal,
                          sipp_move moves[SIPP_MOVES], size_t *count)
{
    static sipp_state states[SIPP_STATES];
    graze_closed_interval safe[SIPP_LIST];
    size_t known = 0, best = 0, length = 0;
    if (w->safe(w->context, start, sipp_place(w->roads, start), safe) > 0 && safe[0].first == 0)
        states[known++] = (sipp_state){.vertex = start, .safe = safe[0]};
    for (; known > 0; known = sipp_expand(w, states, known, best)) {
        for (size_t k = best = 0; k < known; k++)
            if (states[best].done || (!states[k].done && states[k].by.end < states[best].by.end))
                best = k;
        if (states[best].done ||
            (states[best].vertex == goal && states[best].safe.last == INFINITY))
            break;
        states[best].done = true;
    }
    for (size_t k = best; known > 0 && k != 0; k = states[k].before)
        length++;
    if (known == 0 || states[best].done || length > SIPP_MOVES)
        return INFINITY;
    *count = length;
    for (size_t k = best; k != 0; k = states[k].before)
        moves[--length] = states[k].by;
    return states[best].by.end;
}

#endif
