/* SPDX-License-Identifier: MIT */
/* The filters of Germar and Fernandez (2018), in plain C: every step (the twin of all
 * others), two trees (BVH), and the cut to the common volume (BVI).
 *
 * In the paper SI compares the boxes of equal steps one after the other; BVI builds trees
 * over the boxes inside the common volume of the two paths. STA is in pair_leap.c. Bounds and
 * roundings are Graze's own. */
#include "broadphase/pair_boxes.h"

int64_t pair_scan(const pair_run *run)
{
    int64_t step = run->begin;
    while (step < run->end && !pair_sides_meet(pair_track_sides(&run->a, step),
                                               pair_track_sides(&run->b, step), run->margin))
        step++;
    return step;
}

/* ---- trees ------------------------------------------------------------------------------ */

/* A node over the steps begin .. end - 1. */
typedef struct subtree {
    const pair_box *node;
    int64_t begin, end;
    bool leaf; /* one box for all of its steps */
} subtree;

static subtree root_of(const pair_track *track, const pair_run *run)
{
    const graze_boxes *boxes = track->boxes;
    if (!track->staying)
        return (subtree){boxes->nodes, boxes->first, boxes->end, boxes->end - boxes->first == 1};
    return (subtree){&boxes->stay, run->begin, run->end, true};
}

static subtree left_of(const subtree *tree)
{
    int64_t half = (tree->end - tree->begin) / 2;
    return (subtree){tree->node + 1, tree->begin, tree->begin + half, half == 1};
}

static subtree right_of(const subtree *tree)
{
    int64_t half = (tree->end - tree->begin) / 2, middle = tree->begin + half;
    return (subtree){tree->node + 2 * half, middle, tree->end, tree->end - middle == 1};
}

static int64_t later(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static int64_t earlier(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

/* The first candidate of two subtrees in the run, or its end. Candidates in an earlier
 * child come before all in a later one, whichever tree is opened. As deep as the two
 * trees together: at most 62 calls. */
static int64_t search_trees(const subtree *a, const subtree *b, const pair_run *run)
{
    int64_t begin = later(later(a->begin, b->begin), run->begin);
    int64_t end = earlier(earlier(a->end, b->end), run->end);
    if (begin >= end || pair_boxes_apart(a->node, b->node, run->margin))
        return run->end;
    if (a->leaf && b->leaf)
        return begin;
    bool open_a = !a->leaf && (b->leaf || a->end - a->begin >= b->end - b->begin);
    const subtree *opened = open_a ? a : b;
    subtree child = left_of(opened);
    int64_t found = open_a ? search_trees(&child, b, run) : search_trees(a, &child, run);
    if (found < run->end)
        return found;
    child = right_of(opened);
    return open_a ? search_trees(&child, b, run) : search_trees(a, &child, run);
}

int64_t pair_trees(const pair_run *run)
{
    subtree a = root_of(&run->a, run), b = root_of(&run->b, run);
    return search_trees(&a, &b, run);
}

/* ---- the common volume ------------------------------------------------------------------ */

/* Is the box of a step away from the whole volume of the other path? */
static bool off_volume(const pair_track *track, int64_t step, const pair_box *volume, float margin)
{
    pair_box at = pair_box_at(pair_track_sides(track, step));
    return pair_boxes_apart(&at, volume, margin);
}

static bool off_common(const pair_run *run, int64_t step)
{
    return off_volume(&run->a, step, &run->b.boxes->whole, run->margin) ||
           off_volume(&run->b, step, &run->a.boxes->whole, run->margin);
}

/* The two wholes first: mostly there is no common volume at all. */
void pair_cut_to_common(pair_run *run)
{
    if (pair_boxes_apart(&run->a.boxes->whole, &run->b.boxes->whole, run->margin))
        run->begin = run->end;
    while (run->begin < run->end && off_common(run, run->begin))
        run->begin++;
    while (run->begin < run->end && off_common(run, run->end - 1))
        run->end--;
}
