/* SPDX-License-Identifier: MIT */
/* A hierarchy of the boxes of things that stand: runs of blocked cells, or obstacles.
 *
 * Boxes are closed and contain what they stand for, so what is outside a box is certainly
 * apart from it, and what is not has to be looked at. The tree never decides.
 *
 *     box_tree_walk walk;
 *     box_tree_walk_begin(&walk, &world->others, &region);
 *     while ((item = box_tree_walk_next(&walk)) != NULL)
 *         ... look closer ...
 *
 * Each inner node halves its items at the median along its longer side, so the depth is below
 * 64 for any number of items, and the tree is the same on every machine.
 */
#ifndef GRAZE_WORLD_BOX_TREE_H
#define GRAZE_WORLD_BOX_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/allocator.h>
#include <graze/body.h>
#include <graze/motion.h>

/* A box of the plane. */
typedef struct world_box {
    double x0, x1, y0, y1; /* [m] x0 <= x1, y0 <= y1 */
} world_box;

/* What a box stands for: the obstacles first .. last. A run of cells in a row has several. */
typedef struct box_tree_item {
    world_box box;
    size_t first, last; /* [index] */
} box_tree_item;

/* The left child of an inner node follows it. */
typedef struct box_tree_node {
    world_box box;
    size_t first, count; /* of a leaf's items; count 0: an inner node */
    size_t right;        /* [node] */
} box_tree_node;

typedef struct box_tree {
    box_tree_item *items; /* in the order of the leaves */
    box_tree_node *nodes; /* the root is the first; none without items */
    size_t item_count;
} box_tree;

enum { BOX_TREE_DEPTH = 64 };

/* Builds a tree over items in memory of the allocator, which the tree then owns. False when
 * there is no memory for the nodes; the items are then still the tree's. */
bool box_tree_build(box_tree *built, box_tree_item *items, size_t count,
                    const graze_allocator *allocator);

void box_tree_free(box_tree *freed, const graze_allocator *allocator);

/* A region of the plane: a box, and within it, if `slanted`, the points nearer than `margin`
 * to the line of a segment. All of it is rounded outward. */
typedef struct box_tree_region {
    world_box box;
    bool slanted;
    double x, y, dx, dy, margin, size; /* [m] size: no number of the segment is greater */
} box_tree_region;

/* The region of a valid body over the life of a valid motion. */
box_tree_region box_tree_region_of(const graze_body *body, const graze_motion *motion);

/* A walk over all items whose boxes meet a region, and others beside them. */
typedef struct box_tree_walk {
    const box_tree *of;
    const box_tree_region *region;
    size_t left[BOX_TREE_DEPTH]; /* [node] still to be looked at */
    size_t count;
    size_t item, items_end;
} box_tree_walk;

void box_tree_walk_begin(box_tree_walk *walk, const box_tree *of, const box_tree_region *region);

/* The next item; null when there is none left. */
const box_tree_item *box_tree_walk_next(box_tree_walk *walk);

/* A lower bound of the signed distance from a point to whatever a box contains: minus the depth
 * when the point is inside the box. */
double box_tree_bound(const world_box *box, graze_point place);

#endif
