/* SPDX-License-Identifier: MIT */
/* The Hungarian method on small dense matrices of costs (the negated weights), one for the
 * agents that pairs connect with each other. */
#include "planner/matching.h"

#include <stdbool.h>

#include "base/array.h"
#include "base/memory.h"

/* Rows and columns count from 1; 0 is "none". */
typedef struct tables {
    size_t n;
    tick *cost;                             /* [n + 1][n + 1] */
    tick *row_price, *column_price, *slack; /* [n + 1] */
    tick *row_of, *came_from, *seen;        /* [n + 1] */
} tables;

static tick *cost_of(const tables *t, tick row, tick column)
{
    return &t->cost[(size_t)row * (t->n + 1) + (size_t)column];
}

static void lay_out(tables *t, tick *numbers, size_t n)
{
    tick **rows[] = {&t->row_price, &t->column_price, &t->slack,
                     &t->row_of,    &t->came_from,    &t->seen};
    t->n = n;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, numbers += n + 1)
        *rows[i] = numbers;
    t->cost = numbers;
    for (size_t i = 0; i < (n + 1) * (n + 1); i++)
        t->cost[i] = 0;
    for (size_t i = 0; i <= n; i++)
        t->row_price[i] = t->column_price[i] = t->row_of[i] = t->came_from[i] = 0;
}

/* Prices a new row so that no column is cheaper than free, and gives it one that is free, if
 * nobody has it. */
static bool begin(tables *t, tick row)
{
    tick least = TICK_NEVER;
    for (tick j = 1; j <= (tick)t->n; j++) {
        tick price = *cost_of(t, row, j) - t->column_price[j];
        least = price < least ? price : least;
    }
    t->row_price[row] = least;
    for (tick j = 1; j <= (tick)t->n; j++)
        if (t->row_of[j] == 0 && *cost_of(t, row, j) - t->column_price[j] == least) {
            t->row_of[j] = row;
            return true;
        }
    return false;
}

/* Finds the cheapest way to give a row a column, by shortest paths over reduced costs: the
 * slack of a column is the way to it. */
static tick find_column(tables *t, tick row)
{
    tick column = 0, way = 0;
    for (size_t i = 0; i <= t->n; i++) {
        t->slack[i] = TICK_NEVER;
        t->seen[i] = 0;
    }
    t->row_of[0] = row;
    t->slack[0] = 0;
    do {
        tick at = t->row_of[column], least = TICK_NEVER, next = 0, base = way - t->row_price[at];
        const tick *cost = cost_of(t, at, 0);
        t->seen[column] = 1;
        for (tick j = 1; j <= (tick)t->n; j++) {
            if (t->seen[j])
                continue;
            tick there = base + cost[j] - t->column_price[j];
            if (there < t->slack[j]) {
                t->slack[j] = there;
                t->came_from[j] = column;
            }
            if (t->slack[j] < least) {
                least = t->slack[j];
                next = j;
            }
        }
        column = next;
        way = least;
    } while (t->row_of[column] != 0);
    for (size_t j = 0; j <= t->n; j++)
        if (t->seen[j]) {
            t->row_price[t->row_of[j]] += way - t->slack[j];
            t->column_price[j] -= way - t->slack[j];
        }
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

/* ---- agents that pairs connect ------------------------------------------------------- */

typedef struct agents {
    const matching_edge *pairs;
    size_t pair_count, count;
    tick *agent;  /* by number */
    tick *leader; /* by number: of those it is connected with, as far as known */
    tick *place;  /* by number: among its component, from 1 */
    tick *ends;   /* [2 * pair_count] numbers of the pairs' agents */
} agents;

static tick number_of(agents *a, uint32_t agent)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->agent[i] == (tick)agent)
            return (tick)i;
    a->agent[a->count] = (tick)agent;
    a->leader[a->count] = (tick)a->count;
    return (tick)a->count++;
}

static tick leader_of(const agents *a, tick number)
{
    while (a->leader[number] != number)
        number = a->leader[number];
    return number;
}

/* The leader of a component is its least number. */
static void connect(agents *a)
{
    for (size_t i = 0; i < a->pair_count; i++) {
        a->ends[2 * i] = number_of(a, a->pairs[i].first);
        a->ends[2 * i + 1] = number_of(a, a->pairs[i].second);
        tick p = leader_of(a, a->ends[2 * i]), q = leader_of(a, a->ends[2 * i + 1]);
        if (p < q)
            a->leader[q] = p;
        else
            a->leader[p] = q;
    }
    for (size_t i = 0; i < a->count; i++)
        a->leader[i] = leader_of(a, (tick)i);
}

/* Twice the bound of the component of a leader. */
static tick weigh(const agents *a, tick leader, tick *numbers)
{
    tables t;
    size_t n = 0;
    for (size_t i = (size_t)leader; i < a->count; i++)
        if (a->leader[i] == leader)
            a->place[i] = (tick)++n;
    lay_out(&t, numbers, n);
    for (size_t i = 0; i < a->pair_count; i++) {
        tick p = a->ends[2 * i], q = a->ends[2 * i + 1];
        if (a->leader[p] == leader)
            *cost_of(&t, a->place[p], a->place[q]) = *cost_of(&t, a->place[q], a->place[p]) =
                -a->pairs[i].weight;
    }
    for (tick row = 1; row <= (tick)n; row++)
        if (!begin(&t, row))
            assign(&t, find_column(&t, row));
    tick total = 0;
    for (tick j = 1; j <= (tick)n; j++)
        total -= *cost_of(&t, t.row_of[j], j);
    return total;
}

graze_status matching_bound(matching *work, const graze_allocator *memory,
                            const matching_edge *pairs, size_t count, tick *bound)
{
    if (count <= 1) {
        *bound = count == 0 ? 0 : pairs[0].weight;
        return GRAZE_OK;
    }
    size_t most = 2 * count; /* agents */
    if (!ARRAY_RESERVE(memory, work->numbers, work->capacity, 4 * most + (most + 7) * (most + 1)))
        return GRAZE_ERROR_MEMORY;
    tick *numbers = work->numbers;
    agents a = {.pairs = pairs,
                .pair_count = count,
                .agent = numbers,
                .leader = numbers + most,
                .place = numbers + 2 * most,
                .ends = numbers + 3 * most};
    connect(&a);
    tick total = 0;
    for (size_t i = 0; i < a.count; i++)
        if (a.leader[i] == (tick)i)
            total += weigh(&a, (tick)i, numbers + 4 * most);
    *bound = total / 2;
    return GRAZE_OK;
}

void matching_free(matching *work, const graze_allocator *memory)
{
    memory_free(memory, work->numbers);
    *work = (matching){0};
}
