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
    const index_probe probe = probe_of_entry(&sides, &shelf->entry[place]);
    join->sieve.search = join->search;
    join->sieve.lives = join->lives;
    join->sieve.visit = tell;
    join->sieve.context = &by;
    join->sieve.except = shelf->entry[place].agent;
    join->sieve.stopped = false;
    level_ask(level, &probe, place + 1, &join->sieve);
}

/* ---- cells -------------------------------------------------------------------------- */

/* Do the lives at two places that floats see together overlap? */
static inline bool lives_overlap(const index_join *join, const index_shelf *shelf, uint32_t a,
                                 uint32_t b)
{
    return !search_is_tie(shelf, b, search_begin(shelf->lower[INDEX_TIME][a]),
                          search_end(shelf->upper[INDEX_TIME][a])) ||
           lives_meet(join->lives.of(join->lives.context, shelf->entry[a]),
                      join->lives.of(join->lives.context, shelf->entry[b]), false);
}

/* Successive motions of one agent meet all the time: they go first, without a branch
 * that nobody could predict. */
static uint32_t drop_own(index_join *join, const index_shelf *shelf)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < join->found; i++) {
        const uint32_t own = join->own[i], other = join->other[i];
        join->own[kept] = own;
        join->other[kept] = other;
        kept += shelf->entry[own].agent != shelf->entry[other].agent;
    }
    return kept;
}

/* Tells what many cells found: they have a few pairs each, so that nobody could predict the ends of
 * loops for each. */
static void tell_found(index_join *join, const index_shelf *shelf)
{
    const uint32_t found = drop_own(join, shelf);
    join->found = 0;
    for (uint32_t i = 0; i < found && !join->stopped; i++)
        if (lives_overlap(join, shelf, join->own[i], join->other[i]))
            join->stopped = !join->meet(join->context, shelf, join->own[i], join->other[i]);
}

/* The places of one cell, as many at a time as there is room for what they may meet. */
static void join_places(index_join *join, const index_shelf *shelf, shelf_run *runs, int count,
                        uint32_t length, uint32_t first, uint32_t last)
{
    while (first < last && !join->stopped) {
        const uint32_t room = JOIN_PLACES - join->found, left = last - first;
        const uint32_t step = (uint64_t)left * length <= room ? left : room / length;
        if (step > 0)
            join->found += join->search.between(shelf, runs, count, first, first + step,
                                                join->own + join->found, join->other + join->found);
        else
            tell_found(join, shelf);
        first += step;
    }
}

static void ask_for_places(index_join *join, const index_level *level, uint32_t first,
                           uint32_t last)
{
    for (uint32_t place = first; place < last && !join->stopped; place++)
        ask_for_place(join, level, place);
}

/* From a place on to the end of its cell, or to `last`; answers where it stopped. */
static uint32_t join_cell(index_join *join, const index_level *level, const grid_ahead *ahead,
                          uint32_t first, uint32_t last)
{
    const index_shelf *shelf = &level->shelf;
    cell_runs runs;
    grid_runs(&level->grid, ahead, shelf, first, &runs);
    last = runs.end < last ? runs.end : last;
    if (runs.length <= JOIN_PLACES)
        join_places(join, shelf, runs.run, ahead->rows, (uint32_t)runs.length, first, last);
    else
        ask_for_places(join, level, first, last);
    return last;
}

/* Cleared boxes lie in some cell too, but nothing tells which: they are passed over
 * one by one. */
static void join_grid(index_join *join, const index_level *level, const grid_ahead *ahead,
                      uint32_t first, uint32_t last)
{
    while (first < last && !join->stopped)
        first = shelf_is_clear(&level->shelf, first)
                    ? first + 1
                    : join_cell(join, level, ahead, first, last);
    tell_found(join, &level->shelf);
}

void join_level(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    grid_ahead ahead = {.rows = 0};
    if (level->method == GRAZE_INDEX_GRID)
        grid_look_ahead(&level->grid, &ahead);
    if (ahead.rows > 0)
        join_grid(join, level, &ahead, first, last);
    else
        ask_for_places(join, level, first, last);
}
