/* SPDX-License-Identifier: MIT */
/* The methods of an index, in one form each:
 *
 *   make   puts the items of a level into the order that the method likes (the shelf
 *          is filled in that order afterwards) and builds what it needs besides;
 *          false when there is no memory, and then nothing is left to free
 *   walk   adds to the sieve every run of places >= `after` that may hold a box that
 *          meets the probe's; each place at most once
 *   bytes  of memory that make took
 *   free   gives it back
 *
 * A pair of boxes on one shelf is found once, from the place that comes first, by
 * walking from the place after it. A grid knows a quicker way (index_join.h).
 */
#ifndef GRAZE_BROADPHASE_INDEX_METHODS_H
#define GRAZE_BROADPHASE_INDEX_METHODS_H

#include "broadphase/index_narrow.h"
#include "broadphase/index_sieve.h"
#include "broadphase/index_survey.h"

/* ---- grid: equal cells; a box lies in the cell of its lower corner ------------------ */

typedef struct index_grid {
    float origin[INDEX_AXES], scale[INDEX_AXES]; /* cell = (side - origin) * scale */
    float last[INDEX_AXES];                      /* the number of the last cell */
    uint32_t cells[INDEX_AXES];
    uint32_t margin[INDEX_AXES]; /* empty cells behind the last one of an axis */
    uint32_t stride[INDEX_AXES]; /* in cells */
    int row, column;             /* axes along which cells, then rows follow: of time and x */
    uint32_t reach[INDEX_AXES];  /* how many cells farther any box extends */
    uint32_t *start;             /* the first place of each cell, and the end */
    double crowd;                /* how many boxes share a cell, as boxes see it */
    bool has_holes;              /* some boxes have been taken away */
    index_narrow narrow;         /* of the shelf, if rows of cells are ahead; else empty */
} index_grid;

bool grid_make(const graze_allocator *allocator, const index_box *all,
               const index_survey *survey, uint32_t *items, uint32_t count,
               const shelf_scratch *scratch, index_grid *made);
void grid_walk(const index_grid *grid, uint32_t after, index_sieve *sieve);
size_t grid_bytes(const index_grid *grid);
void grid_free(const graze_allocator *allocator, index_grid *emptied);

enum { GRID_RUNS = 64 };

/* Do the boxes of a cell meet boxes in few rows of cells only, and none far away? */
bool grid_can_look_ahead(const index_grid *grid);

/* Makes the bytes of a shelf that is full (index_narrow.h), for a grid that can look ahead; false
 * when there is no memory. */
bool grid_narrow(const graze_allocator *allocator, const index_shelf *shelf, index_grid *grid);

/* The rows of cells in which boxes of a cell meet those of cells with greater numbers: from the
 * cell's number + first on, before its number + last. The first one is its own row. */
typedef struct grid_ahead {
    int rows;
    uint32_t first[GRID_RUNS], last[GRID_RUNS];
} grid_ahead;

/* Of a grid that can. */
void grid_look_ahead(const index_grid *grid, grid_ahead *ahead);

/* What a cell is joined with. */
typedef struct cell_runs {
    shelf_run run[GRID_RUNS]; /* one for each row, some of them empty */
    uint64_t length;          /* places in them */
    uint32_t end;             /* of the cell itself */
} cell_runs;

/* The number of the cell that a place is in. */
uint32_t grid_cell_at(const index_grid *grid, uint32_t place);

/* The runs of those rows for a cell; the first is its own row from a place in the cell on. */
void grid_runs(const index_grid *grid, const grid_ahead *ahead, uint32_t number, uint32_t place,
               cell_runs *found);

/* ---- sweep: sorted by the lower sides on one axis ----------------------------------- */

typedef struct index_sweep {
    int axis;
    float *sorted; /* the lower sides; cleared boxes keep theirs */
    float *reach;  /* the greatest upper side of all boxes up to the end of each block */
} index_sweep;

bool sweep_make(const graze_allocator *allocator, const index_box *all,
                const index_survey *survey, uint32_t *items, uint32_t count, index_sweep *made);
void sweep_walk(const index_sweep *sweep, uint32_t after, index_sieve *sieve);
void sweep_free(const graze_allocator *allocator, index_sweep *emptied);

/* ---- tree: boxes round boxes -------------------------------------------------------- */

typedef struct tree_node {
    index_box box;
    uint32_t first, last; /* its places */
    uint32_t next;        /* the node to go on with where this one is left out */
} tree_node;

typedef struct index_tree {
    tree_node *nodes; /* parents before children, the left subtree before the right */
    uint32_t count;
} index_tree;

bool tree_make(const graze_allocator *allocator, const index_box *all, uint32_t *items,
               uint32_t count, index_tree *made);
void tree_walk(const index_tree *tree, uint32_t after, index_sieve *sieve);
void tree_free(const graze_allocator *allocator, index_tree *emptied);

/* ---- masks: bits for what begins before, and for what ends after -------------------- */

enum { MASKS_STRETCHES = 64 };

typedef struct index_masks {
    uint32_t words; /* of 64 boxes each */
    int stretches;
    float begin[INDEX_AXES][MASKS_STRETCHES], end[INDEX_AXES][MASKS_STRETCHES]; /* ascending */
    uint64_t *begun; /* [axis][stretch][word]: lower side <= begin[axis][stretch] */
    uint64_t *ended; /* the same: upper side >= end[axis][stretch] */
} index_masks;

bool masks_make(const graze_allocator *allocator, const index_box *all, const uint32_t *items,
                uint32_t count, index_masks *made);
void masks_walk(const index_masks *masks, uint32_t after, index_sieve *sieve);
size_t masks_bytes(const index_masks *masks);
void masks_free(const graze_allocator *allocator, index_masks *emptied);

#endif
