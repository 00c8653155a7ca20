/* SPDX-License-Identifier: MIT */
/* Box2D's dynamic tree. See trees.h. */
#include <box2d/b2_dynamic_tree.h>
#include <vector>

#include "benchmarks/trees.h"

static b2AABB sides_of(const tree_box &box)
{
    b2AABB sides;
    sides.lowerBound.Set(box.lower[0], box.lower[1]);
    sides.upperBound.Set(box.upper[0], box.upper[1]);
    return sides;
}

/* The tree's boxes are grown by a margin of its own, so all sides are compared again. */
struct counter {
    const tree_box *boxes;
    const b2DynamicTree *tree;
    size_t self, pairs;

    bool QueryCallback(int32 proxy)
    {
        size_t other = reinterpret_cast<size_t>(tree->GetUserData(proxy));
        const tree_box &a = boxes[self], &b = boxes[other];
        bool meet = other > self && a.owner != b.owner;
        for (int k = 0; k < 3; k++)
            meet = meet && a.lower[k] <= b.upper[k] && b.lower[k] <= a.upper[k];
        pairs += meet;
        return true;
    }
};

size_t box2d_count_pairs(const tree_box *boxes, size_t count)
{
    b2DynamicTree tree;
    for (size_t i = 0; i < count; i++)
        tree.CreateProxy(sides_of(boxes[i]), reinterpret_cast<void *>(i));
    counter counted = {boxes, &tree, 0, 0};
    for (; counted.self < count; counted.self++)
        tree.Query(&counted, sides_of(boxes[counted.self]));
    return counted.pairs;
}
