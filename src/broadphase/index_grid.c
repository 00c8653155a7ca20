/* SPDX-License-Identifier: MIT */
/* A grid of space and time, filled by a counting sort.
 *
 * The cell of a side is a monotone function of it (a rounded difference times a
 * factor > 0, cut off at both ends), so that a box which meets a probe has its lower
 * side in no later cell than the probe's upper side, and its upper side in no earlier
 * cell than the probe's lower side; hence its lower side is at most `reach` cells
 * before the latter. Nothing depends on how well the cells fit.
 *
 * Lives are open: what ends at an instant does not reach what begins there. So the
 * last instant that counts is one float before the end, and in a plan on a beat every
 * motion stays in one layer of cells.
 *
 * Cells follow each other along time, then x, y and z: a row of them is one run of
 * places, and the rows that a box can reach lie near each other in memory.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "broadphase/index_float.h"
#include "broadphase/index_methods.h"
#include "broadphase/index_quad.h"

enum { X, Y, Z, T };

enum { AHEAD = 32 /* [count] items whose cells, which lie anywhere, are asked for in advance */ };

/* ---- cells -------------------------------------------------------------------------- */

typedef struct cell {
    uint32_t at[INDEX_AXES];
} cell;

/* Not cut off to whole numbers. NaN, which only an axis of one cell can give, counts as 0. */
static inline quad cell_numbers(const index_grid *grid, quad sides)
{
    static const float zero[INDEX_AXES] = {0, 0, 0, 0};
    quad number = quad_mul(quad_sub(sides, quad_load(grid->origin)), quad_load(grid->scale));
    return quad_min(quad_max(number, quad_load(zero)), quad_load(grid->last));
}

static inline cell cell_of(const index_grid *grid, quad sides)
{
    cell result;
    quad_whole(cell_numbers(grid, sides), result.at);
    return result;
}

static inline uint32_t cell_number(const index_grid *grid, const cell *of)
{
    return of->at[T] + of->at[X] * grid->stride[X] + of->at[Y] * grid->stride[Y] +
           of->at[Z] * grid->stride[Z];
}

/* Sides of which the time is one float earlier. */
static inline quad sides_before(const float *sides)
{
    return quad_with_last(quad_load(sides), float_down(sides[T]));
}

/* ---- making ------------------------------------------------------------------------- */

/* The longest box on every axis. */
static void longest(const index_box *all, const uint32_t *items, uint32_t count, float *extent)
{
    quad most = quad_load((const float[4]){0, 0, 0, 0});
    for (uint32_t i = 0; i < count; i++) {
        const index_box *sides = &all[items[i]];
        most = quad_max(quad_sub(quad_load(sides->upper), quad_load(sides->lower)), most);
    }
    quad_store(extent, most);
}

/* How many cells an axis would like to have: cells as long as the longest box, or as
 * twice what most are. */
static double wanted_cells(const index_survey *survey, int k, double extent)
{
    double span = (double)survey->high[k] - survey->low[k];
    extent = fmin(extent, 2.0 * survey->extent[k]);
    if (!(span > 0) || extent >= span)
        return 1;
    return extent > 0 ? fmin(span / extent, 0x1p20) : 0x1p20;
}

/* No more than about two cells for each box: all wishes are cut by one factor. */
static void cut_wishes(double *wanted, double most)
{
    for (int round = 0; round < INDEX_AXES; round++) {
        double product = 1;
        int split = 0;
        for (int k = 0; k < INDEX_AXES; k++) {
            product *= wanted[k];
            split += wanted[k] > 1;
        }
        if (product <= most)
            return;
        double factor = pow(most / product, 1.0 / split);
        for (int k = 0; k < INDEX_AXES; k++)
            wanted[k] = fmax(wanted[k] * factor, 1);
    }
}

/* A factor that keeps whole multiples of the extent whole is worth having: plans have
 * beats. Hence wanted cells are not rounded, and the last cell may stick out. */
static void choose_cells(const index_survey *survey, const float *extent, uint32_t count,
                         index_grid *grid)
{
    double wanted[INDEX_AXES];
    for (int k = 0; k < INDEX_AXES; k++)
        wanted[k] = wanted_cells(survey, k, extent[k]);
    cut_wishes(wanted, 2.0 * count + 64);
    for (int k = 0; k < INDEX_AXES; k++) {
        double scale = wanted[k] / ((double)survey->high[k] - survey->low[k]);
        bool split = wanted[k] > 1 && scale >= FLT_MIN && scale <= FLT_MAX;
        grid->cells[k] = split ? (uint32_t)wanted[k] + 1 : 1;
        grid->last[k] = (float)(grid->cells[k] - 1);
        grid->scale[k] = split ? (float)scale : 1;
        grid->origin[k] = survey->low[k];
    }
    grid->stride[T] = 1;
    grid->stride[X] = grid->cells[T];
    grid->stride[Y] = grid->cells[X] * grid->stride[X];
    grid->stride[Z] = grid->cells[Y] * grid->stride[Y];
}

static uint32_t total_cells(const index_grid *grid)
{
    return grid->cells[Z] * grid->stride[Z];
}

/* The cell of each item, counted in start[cell + 1]; the greatest reach. (Whole numbers of cells
 * are floats here: there are no more than 2^20 on an axis.) */
static void count_cells(const index_box *all, const uint32_t *items, uint32_t count,
                        index_grid *grid, uint32_t *numbers)
{
    quad reach = quad_load((const float[4]){0, 0, 0, 0});
    for (uint32_t i = 0; i < count; i++) {
        const index_box *sides = &all[items[i]];
        const quad from = cell_numbers(grid, quad_load(sides->lower));
        const quad to = cell_numbers(grid, sides_before(sides->upper));
        cell first;
        quad_whole(from, first.at);
        reach = quad_max(quad_sub(quad_cut(to), quad_cut(from)), reach);
        numbers[i] = cell_number(grid, &first);
        CPU_PREFETCH(&grid->start[numbers[i] + 1]);
        if (i >= AHEAD)
            grid->start[numbers[i - AHEAD] + 1]++;
    }
    for (uint32_t i = count < AHEAD ? 0 : count - AHEAD; i < count; i++)
        grid->start[numbers[i] + 1]++;
    quad_whole(reach, grid->reach);
}

/* Turns counts into first places. start[cell] is where the cell's next item goes, one
 * cell late, so that it is the first place of the cell once all have gone. */
static void add_up(index_grid *grid, uint32_t total)
{
    uint32_t place = 0;
    uint64_t squares = 0;
    for (uint32_t number = 1; number <= total; number++) {
        const uint32_t inside = grid->start[number];
        squares += (uint64_t)inside * inside;
        grid->start[number] = place;
        place += inside;
    }
    grid->crowd = (double)squares / place;
}

bool grid_make(const graze_allocator *allocator, const index_box *all,
               const index_survey *survey, uint32_t *items, uint32_t count,
               const shelf_scratch *scratch, index_grid *made)
{
    float extent[INDEX_AXES];
    *made = (index_grid){0};
    longest(all, items, count, extent);
    choose_cells(survey, extent, count, made);
    uint32_t total = total_cells(made);
    uint32_t *numbers = scratch->first, *unsorted = scratch->second;
    made->start = memory_new(allocator, (size_t)total + 2, sizeof *made->start);
    if (made->start == NULL)
        return false;
    count_cells(all, items, count, made, numbers);
    add_up(made, total);
    memcpy(unsorted, items, count * sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            CPU_PREFETCH(&made->start[numbers[i + AHEAD] + 1]);
        items[made->start[numbers[i] + 1]++] = unsorted[i];
    }
    return true;
}

size_t grid_bytes(const index_grid *grid)
{
    return ((size_t)total_cells(grid) + 2) * sizeof *grid->start;
}

void grid_free(const graze_allocator *allocator, index_grid *emptied)
{
    memory_free(allocator, emptied->start);
    *emptied = (index_grid){0};
}

/* ---- walking ------------------------------------------------------------------------ */

/* Cells low..high on every axis. */
typedef struct cell_range {
    cell low, high;
} cell_range;

static inline uint32_t cell_before(const index_grid *grid, uint32_t at, int k)
{
    return at > grid->reach[k] ? at - grid->reach[k] : 0;
}

static inline uint32_t cell_behind(const index_grid *grid, uint32_t at, int k)
{
    const uint32_t last = grid->cells[k] - 1;
    return at + grid->reach[k] < last ? at + grid->reach[k] : last;
}

/* The cells of the lower corners of all answers. Boxes that end when a closed life
 * begins reach to one float before that. */
static cell_range range_of(const index_grid *grid, const index_box *asked)
{
    cell_range range;
    const cell low = cell_of(grid, sides_before(asked->lower));
    range.high = cell_of(grid, quad_load(asked->upper));
    for (int k = 0; k < INDEX_AXES; k++)
        range.low.at[k] = cell_before(grid, low.at[k], k);
    return range;
}

/* Are there more rows than it takes to look at everything? */
static bool is_vast(const cell_range *range, uint32_t count)
{
    uint64_t rows = 1;
    for (int k = X; k <= Z; k++)
        rows *= range->high.at[k] - range->low.at[k] + 1;
    return rows > count / SHELF_LANES + 64;
}

void grid_walk(const index_grid *grid, uint32_t after, index_sieve *sieve)
{
    const cell_range range = range_of(grid, &sieve->probe->search.box);
    const cell *low = &range.low, *high = &range.high;
    if (is_vast(&range, sieve->shelf->count)) {
        sieve_add(sieve, after, sieve->shelf->count);
        return;
    }
    for (uint32_t z = low->at[Z]; z <= high->at[Z]; z++)
        for (uint32_t y = low->at[Y]; y <= high->at[Y]; y++)
            for (uint32_t x = low->at[X]; x <= high->at[X]; x++) {
                const uint32_t *row = grid->start + x * grid->stride[X] + y * grid->stride[Y] +
                                      z * grid->stride[Z];
                const uint32_t first = row[low->at[T]];
                sieve_add(sieve, first > after ? first : after, row[high->at[T] + 1]);
            }
}

/* ---- runs of a whole cell ----------------------------------------------------------- */

static cell cell_at(const index_grid *grid, const index_shelf *shelf, uint32_t place)
{
    const float lower[INDEX_AXES] = {shelf->lower[X][place], shelf->lower[Y][place],
                                     shelf->lower[Z][place], shelf->lower[T][place]};
    return cell_of(grid, quad_load(lower));
}

int grid_runs(const index_grid *grid, const index_shelf *shelf, uint32_t place, shelf_run *runs,
              uint32_t *end)
{
    const cell own = cell_at(grid, shelf, place);
    cell low, high;
    for (int k = 0; k < INDEX_AXES; k++) {
        low.at[k] = cell_before(grid, own.at[k], k);
        high.at[k] = cell_behind(grid, own.at[k], k);
    }
    const uint32_t *start = grid->start;
    const uint32_t own_cell = cell_number(grid, &own), own_row = own_cell - own.at[T];
    int count = 0;
    *end = start[own_cell + 1];
    runs[count++] = (shelf_run){place + 1, start[own_row + high.at[T] + 1]};
    for (uint32_t z = own.at[Z]; z <= high.at[Z]; z++)
        for (uint32_t y = z == own.at[Z] ? own.at[Y] : low.at[Y]; y <= high.at[Y]; y++) {
            const bool own_line = z == own.at[Z] && y == own.at[Y];
            for (uint32_t x = own_line ? own.at[X] + 1 : low.at[X]; x <= high.at[X]; x++) {
                const uint32_t row =
                    x * grid->stride[X] + y * grid->stride[Y] + z * grid->stride[Z];
                const shelf_run run = {start[row + low.at[T]], start[row + high.at[T] + 1]};
                if (count == GRID_RUNS)
                    return 0;
                runs[count] = run;
                count += run.first != run.last;
            }
        }
    return count;
}
