/* SPDX-License-Identifier: MIT */
/* A grid of space and time, filled by a counting sort.
 *
 * The cell of a side is a monotone function of it (a rounded difference times a
 * factor > 0, cut off at both ends), so that a box which meets a probe has its lower
 * side in no later cell than the probe's upper side, and its upper side in no earlier
 * cell than the probe's lower side; hence its lower side is at most `reach` cells
 * before the latter. Nothing depends on how well the cells fit.
 *
 * Cells follow each other along x, then y, then z, then time: a row of cells is one
 * run of places, and what comes after a box is in its own cell of time or later.
 */
#include <float.h>
#include <math.h>

#include "broadphase/index_methods.h"

static inline uint32_t cell_of(const index_grid *grid, int k, float side)
{
    float cell = (side - grid->origin[k]) * grid->scale[k];
    if (!(cell > 0)) /* NaN too, which only an axis of one cell can give */
        return 0;
    return cell >= (float)grid->cells[k] ? grid->cells[k] - 1 : (uint32_t)cell;
}

static inline uint32_t cell_number(const index_grid *grid, const uint32_t *cell)
{
    uint32_t number = cell[3];
    for (int k = 2; k >= 0; k--)
        number = number * grid->cells[k] + cell[k];
    return number;
}

/* ---- making ------------------------------------------------------------------------- */

/* How many cells an axis would like to have: cells as long as most boxes. */
static double wanted_cells(const index_survey *survey, int k)
{
    double span = (double)survey->high[k] - survey->low[k];
    double extent = survey->extent[k];
    if (!(span > 0) || extent >= span)
        return 1;
    return fmin(extent > 0 ? span / extent : HUGE_VAL, 0x1p20);
}

/* No more than about two cells for each box: all wishes are cut by one factor. */
static void choose_cells(const index_survey *survey, uint32_t count, index_grid *grid)
{
    double wanted[INDEX_AXES], most = 2.0 * count + 64;
    for (int k = 0; k < INDEX_AXES; k++)
        wanted[k] = wanted_cells(survey, k);
    for (int round = 0; round < INDEX_AXES; round++) {
        double product = 1;
        int split = 0;
        for (int k = 0; k < INDEX_AXES; k++) {
            product *= wanted[k];
            split += wanted[k] > 1;
        }
        if (product <= most)
            break;
        double factor = pow(most / product, 1.0 / split);
        for (int k = 0; k < INDEX_AXES; k++)
            wanted[k] = fmax(wanted[k] * factor, 1);
    }
    for (int k = 0; k < INDEX_AXES; k++) {
        double span = (double)survey->high[k] - survey->low[k];
        double scale = floor(wanted[k]) / span;
        bool split = wanted[k] >= 2 && scale >= FLT_MIN && scale <= FLT_MAX;
        grid->cells[k] = split ? (uint32_t)wanted[k] : 1;
        grid->scale[k] = split ? (float)scale : 1;
        grid->origin[k] = survey->low[k];
    }
}

static uint32_t total_cells(const index_grid *grid)
{
    return grid->cells[0] * grid->cells[1] * grid->cells[2] * grid->cells[3];
}

/* The cell of each item, counted in start[cell + 1]; the greatest reach. */
static void count_cells(const index_box *boxes, const uint32_t *items, uint32_t count,
                        index_grid *grid, uint32_t *cells)
{
    for (uint32_t i = 0; i < count; i++) {
        const index_box *box = &boxes[items[i]];
        uint32_t cell[INDEX_AXES];
        for (int k = 0; k < INDEX_AXES; k++) {
            cell[k] = cell_of(grid, k, box->lower[k]);
            uint32_t reach = cell_of(grid, k, box->upper[k]) - cell[k];
            grid->reach[k] = reach > grid->reach[k] ? reach : grid->reach[k];
        }
        cells[i] = cell_number(grid, cell);
        grid->start[cells[i] + 1]++;
    }
}

/* Turns counts into first places. start[cell] is where the cell's next item goes, one
 * cell late, so that it is the first place of the cell once all have gone. */
static void add_up(index_grid *grid, uint32_t total)
{
    uint32_t place = 0;
    double squares = 0;
    for (uint32_t cell = 1; cell <= total; cell++) {
        uint32_t inside = grid->start[cell];
        squares += (double)inside * inside;
        grid->start[cell] = place;
        place += inside;
    }
    grid->crowd = squares / place;
}

bool grid_make(const graze_allocator *allocator, const index_box *boxes,
               const index_survey *survey, uint32_t *items, uint32_t count, index_grid *made)
{
    *made = (index_grid){0};
    choose_cells(survey, count, made);
    uint32_t total = total_cells(made);
    uint32_t *cells = memory_resize(allocator, NULL, count, 2 * sizeof *cells);
    made->start = memory_new(allocator, (size_t)total + 2, sizeof *made->start);
    if (cells == NULL || made->start == NULL) {
        memory_free(allocator, cells);
        memory_free(allocator, made->start);
        return false;
    }
    uint32_t *unsorted = cells + count;
    count_cells(boxes, items, count, made, cells);
    add_up(made, total);
    for (uint32_t i = 0; i < count; i++)
        unsorted[i] = items[i];
    for (uint32_t i = 0; i < count; i++)
        items[made->start[cells[i] + 1]++] = unsorted[i];
    memory_free(allocator, cells);
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

/* The cells in which the lower corners of all answers lie. */
typedef struct cell_range {
    uint32_t low[INDEX_AXES], high[INDEX_AXES];
} cell_range;

static inline cell_range range_of(const index_grid *grid, const index_box *box, bool forward)
{
    cell_range range;
    for (int k = 0; k < INDEX_AXES; k++) {
        uint32_t low = cell_of(grid, k, box->lower[k]);
        range.high[k] = cell_of(grid, k, box->upper[k]);
        range.low[k] = low > grid->reach[k] ? low - grid->reach[k] : 0;
    }
    /* The probe's time was moved by one float: back to where the box itself begins. */
    if (forward)
        range.low[INDEX_TIME] = cell_of(grid, INDEX_TIME, float_down(box->lower[INDEX_TIME]));
    return range;
}

/* Are there more rows than it takes to look at everything? */
static inline bool is_vast(const cell_range *range, uint32_t count)
{
    uint64_t rows = 1;
    for (int k = 1; k < INDEX_AXES; k++)
        rows *= range->high[k] - range->low[k] + 1;
    return rows > count / SHELF_LANES + 64;
}

static void add_rows(const index_grid *grid, const cell_range *range, uint32_t plane,
                     uint32_t after, index_sieve *sieve)
{
    for (uint32_t y = range->low[1]; y <= range->high[1]; y++) {
        const uint32_t *row = grid->start + (plane * grid->cells[1] + y) * grid->cells[0];
        uint32_t first = row[range->low[0]];
        sieve_add(sieve, first > after ? first : after, row[range->high[0] + 1]);
    }
}

void grid_walk(const index_grid *grid, uint32_t after, index_sieve *sieve)
{
    cell_range range = range_of(grid, &sieve->probe->box, after > 0);
    if (is_vast(&range, sieve->shelf->count)) {
        sieve_add(sieve, after, sieve->shelf->count);
        return;
    }
    for (uint32_t t = range.low[3]; t <= range.high[3]; t++)
        for (uint32_t z = range.low[2]; z <= range.high[2]; z++)
            add_rows(grid, &range, t * grid->cells[2] + z, after, sieve);
}
