/* SPDX-License-Identifier: MIT */
/* Other people's trees of boxes, behind C names: build a tree from boxes and count the
 * pairs that it hands out.
 *
 * A box has three sides, x, y and time. Box2D's tree is made for the plane: it gets x
 * and y, and the times are compared for every pair that it finds. Each library gets the
 * boxes in the form in which it is fastest to build: one packed load where there is
 * one. Answers are counted as pairs of boxes of different owners, each once. */
#ifndef GRAZE_BENCHMARKS_TREES_H
#define GRAZE_BENCHMARKS_TREES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tree_box {
    float lower[3], upper[3];
    uint32_t owner, unused;
} tree_box;

size_t boost_count_pairs(const tree_box *boxes, size_t count);
size_t fcl_count_pairs(const tree_box *boxes, size_t count);
size_t box2d_count_pairs(const tree_box *boxes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
