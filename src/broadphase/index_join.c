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
    const place_pair pair = pair_of(by->place, place);
    by->join->stopped = !by->join->meet(by->join->context, shelf, &pair, 1);
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

/* Do two boxes of which bytes cannot tell share a point, as floats, and more than an instant? A
 * box that was taken away does not. */
static bool sides_share(const index_shelf *shelf, uint32_t a, uint32_t b)
{
    enum { Z = 2, T = INDEX_TIME };
    float *const *low = shelf->lower, *const *high = shelf->upper;
    bool share = low[T][a] < high[T][b] && low[T][b] < high[T][a];
    for (int k = 0; k < T; k++)
        if (k != Z || shelf->kind == SHELF_SPACE)
            share &= low[k][a] <= high[k][b] && low[k][b] <= high[k][a];
    return share;
}

/* Do the lives at two places that floats see together overlap? */
static inline bool lives_overlap(const index_join *join, const index_shelf *shelf, uint32_t a,
                                 uint32_t b)
{
    return !search_is_tie(shelf, b, search_begin(shelf->lower[INDEX_TIME][a]),
                          search_end(shelf->upper[INDEX_TIME][a])) ||
           lives_meet(join->lives.of(join->lives.context, shelf->entry[a]),
                      join->lives.of(join->lives.context, shelf->entry[b]), false);
}

/* Successive motions of one agent are next to each other all the time: they go first, without a
 * branch that nobody could predict. */
static uint32_t drop_own(const index_shelf *shelf, place_pair *pairs, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const place_pair pair = pairs[i];
        pairs[kept] = pair;
        kept += shelf->entry[pair_own(pair)].agent != shelf->entry[pair_other(pair)].agent;
    }
    return kept;
}

/* Those that floats or doubles tell apart. */
static uint32_t drop_apart(const index_join *join, const index_shelf *shelf, place_pair *pairs,
                           uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t own = pair_own(pairs[i]), other = pair_other(pairs[i]);
        pairs[kept] = pairs[i];
        kept += sides_share(shelf, own, other) && lives_overlap(join, shelf, own, other);
    }
    return kept;
}

/* Tells what many cells found: they have a few pairs each, so that nobody could predict the ends of
 * loops for each. */
static void tell_found(index_join *join, const index_level *level)
{
    const index_shelf *shelf = &level->shelf;
    lane_pairs *found = &join->found;
    uint32_t sure = found->sure, unsure = drop_own(shelf, found->unsure_of, found->unsure);
    if (level->grid.has_holes)
        sure = drop_apart(join, shelf, found->sure_of, sure);
    unsure = drop_apart(join, shelf, found->unsure_of, unsure);
    found->sure = found->unsure = 0;
    join->stopped = !join->meet(join->context, shelf, found->sure_of, sure) ||
                    !join->meet(join->context, shelf, found->unsure_of, unsure);
}

/* The places of one cell, as many at a time as there is room for what they may meet. */
static void join_places(index_join *join, const index_level *level, const shelf_run *runs,
                        int count, uint32_t length, uint32_t first, uint32_t last)
{
    const lane_pairs *found = &join->found;
    while (first < last && !join->stopped) {
        const uint32_t most = found->sure > found->unsure ? found->sure : found->unsure;
        const uint32_t room = LANES_PAIRS - most, left = last - first;
        const uint32_t step = (uint64_t)left * length <= room ? left : room / length;
        if (step > 0)
            join->search.between(&level->grid.narrow, runs, count, first, first + step,
                                 &join->found);
        else
            tell_found(join, level);
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
                          uint32_t number, uint32_t first, uint32_t last)
{
    cell_runs runs;
    grid_runs(&level->grid, ahead, number, first, &runs);
    last = runs.end < last ? runs.end : last;
    if (runs.length <= LANES_PAIRS)
        join_places(join, level, runs.run, ahead->rows, (uint32_t)runs.length, first, last);
    else
        ask_for_places(join, level, first, last);
    return last;
}

static void join_grid(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    const uint32_t *start = level->grid.start;
    uint32_t number = grid_cell_at(&level->grid, first);
    grid_ahead ahead;
    grid_look_ahead(&level->grid, &ahead);
    while (first < last && !join->stopped) {
        while (start[number + 1] <= first)
            number++;
        first = join_cell(join, level, &ahead, number, first, last);
    }
    if (!join->stopped)
        tell_found(join, level);
}

void join_level(index_join *join, const index_level *level, uint32_t first, uint32_t last)
{
    if (level->method == GRAZE_INDEX_GRID && level->grid.narrow.first != NULL)
        join_grid(join, level, first, last);
    else
        ask_for_places(join, level, first, last);
}
