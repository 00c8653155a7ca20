/* SPDX-License-Identifier: MIT */
/* Boxes of a shelf among themselves. In a grid all boxes of a cell look through the
 * same runs, so the runs are found once for each cell; elsewhere every box asks. */
#include "broadphase/index_join.h"

/* ---- one box after another ---------------------------------------------------------- */

typedef struct asking {
    index_join *join;
    uint32_t place;
} asking;

static bool tell(void *context, const index_shelf *shelf, uint32_t place)
{
    asking *by = context;
    by->join->stopped = !by->join->meet(by->join->context, shelf, by->place, place);
    return !by->join->stopped;
}

static void ask_for_place(index_join *join, const index_level *level, uint32_t place)
{
    const index_shelf *shelf = &level->shelf;
    if (shelf_is_clear(shelf, place))
        return;
    const index_box sides = shelf_box(shelf, place);
    asking by = {join, place};
    const index_probe probe = probe_of_life(
        &sides, join->lives.of(join->lives.context, shelf->entry[place]), false);
    join->sieve.search = join->search;
    join->sieve.lives = join->lives;
    join->sieve.visit = tell;
    join->sieve.context = &by;
    join->sieve.except = shelf->entry[place].agent;
    join->sieve.stopped = false;
    level_ask(level, &probe, place + 1, &join->sieve);
}

/* ---- cells -------------------------------------------------------------------------- */

static bool tie_meets(const index_join *join, const index_shelf *shelf, uint32_t a, uint32_t b)
{
    return lives_meet(join->lives.of(join->lives.context, shelf->entry[a]),
                      join->lives.of(join->lives.context, shelf->entry[b]), false);
}

static void tell_found(index_join *join, const index_shelf *shelf, uint32_t found)
{
    for (uint32_t i = 0; i < found && !join->stopped; i++) {
        const uint32_t own = join->own[i], other = join->other[i] & ~SEARCH_TIE;
        if (shelf->entry[own].agent == shelf->entry[other].agent)
            continue; /* most ties are those of successive motions */
        if (other == join->other[i] || tie_meets(join, shelf, own, other))
            join->stopped = !join->meet(join->context, shelf, own, other);
    }
}

/* The places of one cell; as many at a time as there is room for what they may meet. */
static void join_cell(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    const index_shelf *shelf = &level->shelf;
    shelf_run runs[GRID_RUNS];
    uint64_t length = 0;
    int count = grid_runs(&level->grid, shelf, first, runs);
    for (int i = 0; i < count; i++)
        length += runs[i].last - runs[i].first;
    if (count == 0 || length > JOIN_PLACES) {
        for (uint32_t place = first; place < last && !join->stopped; place++)
            ask_for_place(join, level, place);
        return;
    }
    const uint32_t step = length > 0 ? JOIN_PLACES / (uint32_t)length : last - first;
    for (; first < last && !join->stopped; first = last - first > step ? first + step : last) {
        const uint32_t end = last - first > step ? first + step : last;
        tell_found(join, shelf, join->search.between(shelf, runs, count, first, end, join->own,
                                                     join->other));
    }
}

/* Cleared boxes lie in some cell too, but nothing tells which: they are passed over
 * one by one. */
static void join_grid(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    while (first < last && !join->stopped) {
        if (shelf_is_clear(&level->shelf, first)) {
            first++;
            continue;
        }
        uint32_t end = grid_cell_end(&level->grid, &level->shelf, first);
        end = end < last ? end : last;
        join_cell(join, level, first, end);
        first = end;
    }
}

void join_level(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    if (level->method == GRAZE_INDEX_GRID) {
        join_grid(join, level, first, last);
        return;
    }
    for (uint32_t place = first; place < last && !join->stopped; place++)
        ask_for_place(join, level, place);
}
