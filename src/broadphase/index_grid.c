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
 * places, and the rows that a box can reach lie near each other in memory. Where lives stay in
 * one layer of cells, a row along time would be one cell: there they follow along x, then time.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "broadphase/index_float.h"
#include "broadphase/index_methods.h"
#include "broadphase/index_quad.h"

enum { X, Y, Z, T };

enum {
    AHEAD = 32,  /* [count] items whose cells, which lie anywhere, are asked for in advance */
    ROOMY = 4,   /* [count] boxes in a cell, where the axis of rows allows */
    JOINED = 12, /* [count] boxes in a cell at most, where an axis is not split */
    FAR = 8      /* [count] cells that boxes may reach, for rows to be ahead */
};

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

/* Sides of which the time is one float earlier. */
static inline quad sides_before(const float *sides)
{
    return quad_last_before(quad_load(sides));
}

/* ---- making ------------------------------------------------------------------------- */

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

/* An axis of few cells is not split where the cells of all others have few boxes: there are fewer
 * rows to look through then, and each has a word or two (index_lanes.h). */
static void join_cells(double *wanted, double count)
{
    for (;;) {
        double cells = 1;
        int least = 0;
        for (int k = 0; k < INDEX_AXES; k++) {
            cells *= wanted[k];
            if (wanted[k] > 1 && !(wanted[least] > 1 && wanted[least] <= wanted[k]))
                least = k;
        }
        if (!(wanted[least] > 1) || count * wanted[least] > JOINED * cells)
            return;
        wanted[least] = 1;
    }
}

/* How many cells a box of some extent [cells] reaches beyond its own, roundings included. */
static uint32_t margin_of(uint32_t cells, double extent)
{
    const double reach = floor(extent * (1 + 0x1p-20)) + 1;
    return (uint32_t)fmin(fmin(reach, cells - 1), FAR);
}

/* Of an axis of one cell, which has NARROW_NUMBERS numbers: whole ones for what most boxes are. */
static double scale_of_one(double span, double usual)
{
    const double numbers = floor(NARROW_NUMBERS * usual / span);
    return numbers >= 1 && numbers <= NARROW_NUMBERS ? numbers / usual / NARROW_NUMBERS : 1 / span;
}

/* A factor that keeps whole multiples of the extent whole is worth having: plans have
 * beats. Hence wanted cells are not rounded, and the last cell may stick out. */
static void split_axis(const index_survey *survey, int k, double wanted, double extent,
                       index_grid *grid)
{
    const double span = (double)survey->high[k] - survey->low[k];
    const double whole = span + (extent < FLT_MAX ? extent : 0);
    const double scale = wanted > 1 ? wanted / span : scale_of_one(whole, survey->extent[k]);
    const bool fits = scale >= FLT_MIN && scale <= 0x1p120;
    const bool split = wanted > 1 && fits;
    const uint32_t cells = split ? (uint32_t)wanted + 1 : 1;
    grid->last[k] = (float)(cells - 1);
    grid->scale[k] = fits ? (float)scale : 1;
    grid->origin[k] = survey->low[k];
    grid->cells[k] = cells;
    grid->margin[k] = margin_of(cells, scale * extent);
}

/* Do all lives of a sample stay in one layer of cells? */
static bool has_layers(const index_grid *grid, const index_box *all, const uint32_t *items,
                       uint32_t count)
{
    enum { SAMPLE = 64 };
    bool stay = true;
    for (uint32_t i = 0; i < SAMPLE; i++) {
        const index_box *sides = &all[items[(uint64_t)i * count / SAMPLE]];
        stay &= cell_of(grid, quad_load(sides->lower)).at[T] ==
                cell_of(grid, sides_before(sides->upper)).at[T];
    }
    return stay;
}

/* Cells, and the axis of rows, along which they are longer where most would be empty. */
static void choose_cells(const index_survey *survey, const index_box *all, const uint32_t *items,
                         uint32_t count, index_grid *grid)
{
    double wanted[INDEX_AXES];
    const float *extent = survey->longest;
    for (int k = 0; k < INDEX_AXES; k++)
        wanted[k] = wanted_cells(survey, k, extent[k]);
    cut_wishes(wanted, 2.0 * count + 64);
    join_cells(wanted, count);
    for (int k = 0; k < INDEX_AXES; k++)
        split_axis(survey, k, wanted[k], extent[k], grid);
    const int along = has_layers(grid, all, items, count) ? X : T, across = along == X ? T : X;
    const double rows = (double)grid->cells[across] * grid->cells[Y] * grid->cells[Z];
    split_axis(survey, along, fmin(wanted[along], count / rows / ROOMY), extent[along], grid);
    grid->row = along;
    grid->column = across;
    grid->stride[along] = 1;
    grid->stride[across] = grid->cells[along] + grid->margin[along];
    grid->stride[Y] = (grid->cells[across] + grid->margin[across]) * grid->stride[across];
    grid->stride[Z] = (grid->cells[Y] + grid->margin[Y]) * grid->stride[Y];
}

static uint32_t total_cells(const index_grid *grid)
{
    return (grid->cells[Z] + grid->margin[Z]) * grid->stride[Z];
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
        reach = quad_max(quad_sub(quad_cut(to), quad_cut(from)), reach);
        numbers[i] = quad_place(from, grid->stride);
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
    *made = (index_grid){0};
    choose_cells(survey, all, items, count, made);
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
    return ((size_t)total_cells(grid) + 2) * sizeof *grid->start +
           grid->narrow.stride * 2 * (size_t)grid->narrow.axes;
}

void grid_free(const graze_allocator *allocator, index_grid *emptied)
{
    memory_free(allocator, emptied->start);
    memory_free(allocator, emptied->narrow.first);
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
static bool is_vast(const index_grid *grid, const cell_range *range, uint32_t count)
{
    uint64_t rows = 1;
    for (int k = 0; k < INDEX_AXES; k++)
        rows *= k == grid->row ? 1 : range->high.at[k] - range->low.at[k] + 1;
    return rows > count / SHELF_LANES + 64;
}

void grid_walk(const index_grid *grid, uint32_t after, index_sieve *sieve)
{
    const cell_range range = range_of(grid, &sieve->probe->search.box);
    const cell *low = &range.low, *high = &range.high;
    if (is_vast(grid, &range, sieve->shelf->count)) {
        sieve_add(sieve, after, sieve->shelf->count);
        return;
    }
    const int along = grid->row, across = grid->column;
    for (uint32_t z = low->at[Z]; z <= high->at[Z]; z++)
        for (uint32_t y = low->at[Y]; y <= high->at[Y]; y++)
            for (uint32_t c = low->at[across]; c <= high->at[across]; c++) {
                const uint32_t *row = grid->start + c * grid->stride[across] +
                                      y * grid->stride[Y] + z * grid->stride[Z];
                const uint32_t first = row[low->at[along]];
                sieve_add(sieve, first > after ? first : after, row[high->at[along] + 1]);
            }
}

/* ---- runs of a whole cell ----------------------------------------------------------- */

bool grid_can_look_ahead(const index_grid *grid)
{
    uint64_t rows = 1;
    for (int k = 0; k < INDEX_AXES && rows < 2 * GRID_RUNS; k++) {
        if (grid->reach[k] > grid->margin[k])
            return false;
        rows *= k == grid->row ? 1 : 2 * (uint64_t)grid->reach[k] + 1;
    }
    return rows < 2 * GRID_RUNS;
}

/* Beyond both ends of an axis are the empty cells of its margin. */
void grid_look_ahead(const index_grid *grid, grid_ahead *ahead)
{
    const int along = grid->row, across = grid->column;
    const uint32_t reach = grid->reach[along], far = grid->reach[across];
    ahead->rows = 1;
    ahead->last[0] = reach + 1;
    for (uint32_t z = 0; z <= grid->reach[Z]; z++)
        for (uint32_t y = z == 0 ? grid->reach[Y] : 0; y <= 2 * grid->reach[Y]; y++)
            for (uint32_t c = z == 0 && y == grid->reach[Y] ? far + 1 : 0; c <= 2 * far; c++) {
                const uint32_t row = (c - far) * grid->stride[across] +
                                     (y - grid->reach[Y]) * grid->stride[Y] + z * grid->stride[Z];
                ahead->first[ahead->rows] = row - reach;
                ahead->last[ahead->rows++] = row + reach + 1;
            }
}

uint32_t grid_cell_at(const index_grid *grid, uint32_t place)
{
    uint32_t low = 0, behind = total_cells(grid);
    while (behind - low > 1) {
        const uint32_t middle = low + (behind - low) / 2;
        if (grid->start[middle] <= place)
            low = middle;
        else
            behind = middle;
    }
    return low;
}

void grid_runs(const index_grid *grid, const grid_ahead *ahead, uint32_t number, uint32_t place,
               cell_runs *found)
{
    const uint32_t *start = grid->start + number;
    found->end = start[1];
    found->run[0] = (shelf_run){place, start[ahead->last[0]]};
    found->length = found->run[0].last - place;
    for (int i = 1; i < ahead->rows; i++) {
        const uint32_t first = start[ahead->first[i]], last = start[ahead->last[i]];
        found->run[i] = (shelf_run){first, last};
        found->length += last - first;
    }
}
