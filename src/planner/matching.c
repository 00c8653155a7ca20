/* SPDX-License-Identifier: MIT */
/* The Hungarian method on a small dense matrix of costs (the negated weights). */
#include "planner/matching.h"

#include <stdbool.h>

#include "base/memory.h"
#include "planner/array.h"

/* Rows and columns count from 1; 0 is "none". */
typedef struct tables {
    size_t n;
    tick *cost;                                /* [n + 1][n + 1] */
    tick *row_price, *column_price, *slack;    /* [n + 1] */
    tick *row_of, *came_from, *seen, *vertex; /* [n + 1] */
} tables;

static tick *cost_of(const tables *t, tick row, tick column)
{
    return &t->cost[(size_t)row * (t->n + 1) + (size_t)column];
}

/* The number of an agent among those that are named, added if it is new. */
static tick number_of(tables *t, uint32_t agent)
{
    for (size_t i = 1; i <= t->n; i++)
        if (t->vertex[i] == (tick)agent)
            return (tick)i;
    t->vertex[++t->n] = (tick)agent;
    return (tick)t->n;
}

static bool lay_out(tables *t, matching *work, const graze_allocator *memory,
                    const matching_edge *pairs, size_t count)
{
    size_t most = 2 * count + 1; /* agents, and the 0 */
    if (!ARRAY_RESERVE(memory, work->numbers, work->capacity, (most + 7) * most))
        return false;
    *t = (tables){.vertex = work->numbers};
    for (size_t i = 0; i < count; i++) {
        number_of(t, pairs[i].first);
        number_of(t, pairs[i].second);
    }
    tick *next = work->numbers + most;
    tick **rows[] = {&t->row_price, &t->column_price, &t->slack,
                     &t->row_of,    &t->came_from,    &t->seen};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, next += t->n + 1)
        *rows[i] = next;
    t->cost = next;
    for (size_t i = 0; i < (t->n + 1) * (t->n + 1); i++)
        t->cost[i] = 0;
    for (size_t i = 0; i <= t->n; i++)
        t->row_price[i] = t->column_price[i] = t->row_of[i] = t->came_from[i] = 0;
    return true;
}

/* Finds the cheapest way to give a row a column, by shortest paths over reduced costs. */
static tick find_column(tables *t, tick row)
{
    tick column = 0;
    t->row_of[0] = row;
    for (size_t i = 0; i <= t->n; i++) {
        t->slack[i] = TICK_NEVER;
        t->seen[i] = 0;
    }
    do {
        tick at = t->row_of[column], least = TICK_NEVER, next = 0;
        t->seen[column] = 1;
        for (tick j = 1; j <= (tick)t->n; j++) {
            if (t->seen[j])
                continue;
            tick reduced = *cost_of(t, at, j) - t->row_price[at] - t->column_price[j];
            if (reduced < t->slack[j]) {
                t->slack[j] = reduced;
                t->came_from[j] = column;
            }
            if (t->slack[j] < least) {
                least = t->slack[j];
                next = j;
            }
        }
        for (size_t j = 0; j <= t->n; j++) {
            if (t->seen[j]) {
                t->row_price[t->row_of[j]] += least;
                t->column_price[j] -= least;
            } else {
                t->slack[j] -= least;
            }
        }
        column = next;
    } while (t->row_of[column] != 0);
    return column;
}

static void assign(tables *t, tick column)
{
    while (column != 0) {
        tick before = t->came_from[column];
        t->row_of[column] = t->row_of[before];
        column = before;
    }
}

graze_status matching_bound(matching *work, const graze_allocator *memory,
                            const matching_edge *pairs, size_t count, tick *bound)
{
    tables t;
    if (count <= 1) {
        *bound = count == 0 ? 0 : pairs[0].weight;
        return GRAZE_OK;
    }
    if (!lay_out(&t, work, memory, pairs, count))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        tick a = number_of(&t, pairs[i].first), b = number_of(&t, pairs[i].second);
        *cost_of(&t, a, b) = *cost_of(&t, b, a) = -pairs[i].weight;
    }
    for (tick row = 1; row <= (tick)t.n; row++)
        assign(&t, find_column(&t, row));
    tick total = 0;
    for (tick j = 1; j <= (tick)t.n; j++)
        total -= *cost_of(&t, t.row_of[j], j);
    *bound = total / 2;
    return GRAZE_OK;
}

void matching_free(matching *work, const graze_allocator *memory)
{
    memory_free(memory, work->numbers);
    *work = (matching){0};
}
