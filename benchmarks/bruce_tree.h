/* SPDX-License-Identifier: MIT */
/* A tree of boxes that stand, as the thesis describes it, with two ways to split a node.
 *
 * SPLIT_AREAS, as printed: a plane across each axis at the median of the centres; the cost of
 * a plane is the sum of the areas of both halves' boxes times their numbers of boxes, and the
 * cheaper plane splits. SPLIT_LONGER_SIDE, as Graze's trees do: at the median along the longer
 * side of the node, half of the boxes on either side. Both search alike.
 *
 * Source: J. R. Bruce, "Real-Time Motion Planning and Safe Navigation in Dynamic
 * Multi-Robot Environments" (PhD thesis, 2006), chapter 3, tables 3.2, 3.3 and 3.6. */
#ifndef GRAZE_BENCHMARKS_BRUCE_TREE_H
#define GRAZE_BENCHMARKS_BRUCE_TREE_H

#include "benchmarks/bruce_masks.h"

typedef enum split_rule { SPLIT_AREAS, SPLIT_LONGER_SIDE } split_rule;

/* The left half of an inner node follows it. */
typedef struct split_node {
    flat_box box;
    int first, count; /* of a leaf's boxes; count 0: an inner node */
    int right;        /* [node] */
} split_node;

typedef struct split_tree {
    int nodes, boxes;
    split_node node[2 * MASK_BOXES];
    flat_box box[MASK_BOXES]; /* in the order of the leaves */
    int object[MASK_BOXES];   /* whose box it is */
} split_tree;

/* At most MASK_BOXES boxes, at least one. */
void split_tree_build(split_tree *built, const flat_box *boxes, int count, split_rule rule);

/* Does `hits` say yes to an object whose box meets the box that is asked about? */
bool split_tree_any(const split_tree *tree, const flat_box *asked,
                    bool (*hits)(const void *context, int object), const void *context);

#endif
