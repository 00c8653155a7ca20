/* SPDX-License-Identifier: MIT */
/* FCL's dynamic tree of axis-aligned boxes, under its collision manager: the hierarchy
 * itself, without the objects that the manager wants. See trees.h. */
#include <fcl/broadphase/detail/hierarchy_tree.h>
#include <fcl/math/bv/AABB.h>
#include <vector>

#include "benchmarks/trees.h"

typedef fcl::AABB<float> sides;
typedef fcl::detail::HierarchyTree<sides> tree;
typedef tree::NodeType node;

static sides sides_of(const tree_box &box)
{
    return sides(fcl::Vector3<float>(box.lower[0], box.lower[1], box.lower[2]),
                 fcl::Vector3<float>(box.upper[0], box.upper[1], box.upper[2]));
}

/* Pairs of leaves below two nodes, and below one: what the manager does with itself. */
static void meet(const node *a, const node *b, const tree_box *boxes, size_t *pairs)
{
    if (!a->bv.overlap(b->bv))
        return;
    if (a->isLeaf() && b->isLeaf()) {
        *pairs += boxes[reinterpret_cast<size_t>(a->data)].owner !=
                  boxes[reinterpret_cast<size_t>(b->data)].owner;
    } else if (b->isLeaf() || (!a->isLeaf() && a->bv.size() > b->bv.size())) {
        meet(a->children[0], b, boxes, pairs);
        meet(a->children[1], b, boxes, pairs);
    } else {
        meet(a, b->children[0], boxes, pairs);
        meet(a, b->children[1], boxes, pairs);
    }
}

static void meet_itself(const node *at, const tree_box *boxes, size_t *pairs)
{
    if (at->isLeaf())
        return;
    meet_itself(at->children[0], boxes, pairs);
    meet_itself(at->children[1], boxes, pairs);
    meet(at->children[0], at->children[1], boxes, pairs);
}

size_t fcl_count_pairs(const tree_box *boxes, size_t count)
{
    tree built;
    std::vector<node *> leaves(count);
    for (size_t i = 0; i < count; i++) {
        leaves[i] = new node;
        leaves[i]->bv = sides_of(boxes[i]);
        leaves[i]->parent = nullptr;
        leaves[i]->children[1] = nullptr;
        leaves[i]->data = reinterpret_cast<void *>(i);
    }
    built.init(leaves, 0); /* from the top, as its manager does */
    size_t pairs = 0;
    if (built.getRoot() != nullptr)
        meet_itself(built.getRoot(), boxes, &pairs);
    return pairs;
}
