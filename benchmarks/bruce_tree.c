/* SPDX-License-Identifier: MIT */
/* A tree of boxes that stand. See bruce_tree.h. */
#include "benchmarks/bruce_tree.h"

#include <math.h>
#include <stdlib.h>

enum { LEAF_MOST = 4, DEPTH_MOST = MASK_BOXES };

typedef struct located {
    float centre;
    flat_box box;
    int object;
} located;

static flat_box join(const flat_box *a, const flat_box *b)
{
    return (flat_box){{fminf(a->lower[0], b->lower[0]), fminf(a->lower[1], b->lower[1])},
                      {fmaxf(a->upper[0], b->upper[0]), fmaxf(a->upper[1], b->upper[1])}};
}

static flat_box box_of(const located *these, int count)
{
    flat_box box = these[0].box;
    for (int i = 1; i < count; i++)
        box = join(&box, &these[i].box);
    return box;
}

static float side_of(const flat_box *box, int axis)
{
    return box->upper[axis] - box->lower[axis];
}

static float area_of(const located *these, int count)
{
    const flat_box box = box_of(these, count);
    return side_of(&box, 0) * side_of(&box, 1);
}

static int by_centre(const void *a, const void *b)
{
    const located *x = a, *y = b;
    if (x->centre != y->centre)
        return (x->centre > y->centre) - (x->centre < y->centre);
    return (x->object > y->object) - (x->object < y->object);
}

static void sort_along(located *these, int count, int axis)
{
    for (int i = 0; i < count; i++)
        these[i].centre = (these[i].box.lower[axis] + these[i].box.upper[axis]) / 2;
    qsort(these, (size_t)count, sizeof *these, by_centre);
}

/* How many sorted boxes have their centre at the median or before it. */
static int before_median(const located *these, int count)
{
    int before = (count + 1) / 2;
    while (before < count && these[before].centre == these[before - 1].centre)
        before++;
    return before;
}

/* EvaluateSplitPlane, table 3.6. A plane that splits nothing off costs all that there is. */
static float cost_along(located *these, int count, int axis)
{
    sort_along(these, count, axis);
    const int left = before_median(these, count);
    if (left == count)
        return HUGE_VALF;
    return area_of(these, left) * (float)left +
           area_of(these + left, count - left) * (float)(count - left);
}

/* Sorts the boxes and returns how many are in the left half; all of them: a leaf. */
static int split(located *these, int count, split_rule rule)
{
    const flat_box box = box_of(these, count);
    int axis = side_of(&box, 1) > side_of(&box, 0);
    if (rule == SPLIT_AREAS)
        axis = cost_along(these, count, 1) < cost_along(these, count, 0);
    sort_along(these, count, axis);
    return rule == SPLIT_AREAS ? before_median(these, count) : count / 2;
}

static void add_node(split_tree *to, located *these, int count, split_rule rule)
{
    split_node *made = &to->node[to->nodes++];
    *made = (split_node){.box = box_of(these, count)};
    const int left = count <= LEAF_MOST ? count : split(these, count, rule);
    if (left < count) {
        add_node(to, these, left, rule);
        made->right = to->nodes;
        add_node(to, these + left, count - left, rule);
        return;
    }
    made->first = to->boxes;
    made->count = count;
    for (int i = 0; i < count; i++) {
        to->box[to->boxes] = these[i].box;
        to->object[to->boxes++] = these[i].object;
    }
}

void split_tree_build(split_tree *built, const flat_box *boxes, int count, split_rule rule)
{
    located these[MASK_BOXES];
    for (int i = 0; i < count; i++)
        these[i] = (located){0, boxes[i], i};
    built->nodes = built->boxes = 0;
    add_node(built, these, count, rule);
}

static bool overlap(const flat_box *a, const flat_box *b)
{
    return a->lower[0] <= b->upper[0] && b->lower[0] <= a->upper[0] &&
           a->lower[1] <= b->upper[1] && b->lower[1] <= a->upper[1];
}

bool split_tree_any(const split_tree *tree, const flat_box *asked,
                    bool (*hits)(const void *context, int object), const void *context)
{
    int left[DEPTH_MOST], count = 0;
    left[count++] = 0;
    while (count > 0) {
        const int at = left[--count];
        const split_node *node = &tree->node[at];
        if (!overlap(&node->box, asked))
            continue;
        if (node->count == 0) {
            left[count++] = node->right;
            left[count++] = at + 1;
        }
        for (int i = node->first; i < node->first + node->count; i++)
            if (overlap(&tree->box[i], asked) && hits(context, tree->object[i]))
                return true;
    }
    return false;
}
