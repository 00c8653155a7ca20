/* SPDX-License-Identifier: MIT */
/* The filters of Germar and Fernandez (2018), in plain C: every step (the twin of all
 * others), leaps (STA), two trees (BVH), and the cut to the common volume (BVI).
 *
 * In the paper SI compares the boxes of equal steps one after the other; STA leaps over
 * steps that the boxes' Chebyshev distance and the paths' greatest speeds leave free, and
 * becomes SI for good once a leap reaches no farther than the next step; BVI builds trees
 * over the boxes inside the common volume of the two paths. Here STA leaps again after some
 * steps of SI, sixteen at once. Bounds and roundings are Graze's own. */
#include <math.h>

#include "broadphase/pair_boxes.h"

int64_t pair_scan(const pair_run *run)
{
    int64_t step = run->begin;
    while (step < run->end && !pair_sides_meet(pair_track_sides(&run->a, step),
                                               pair_track_sides(&run->b, step), run->margin))
        step++;
    return step;
}

/* ---- leaps ------------------------------------------------------------------------------ */

/* The greater of two; the first where the second is no number. */
static double greater(double x, double y)
{
    return y > x ? y : x;
}

/* The Chebyshev distance of two boxes; negative when they overlap. */
static double distance_of(const float *a, const float *b)
{
    double distance = -HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        int lower = pair_lower(axis), upper = pair_upper(axis);
        distance = greater(distance, (double)a[lower] - (double)b[upper]);
        distance = greater(distance, (double)b[lower] - (double)a[upper]);
    }
    return distance;
}

static double pace_of(const pair_track *track)
{
    return track->staying ? 0 : track->boxes->pace;
}

/* No side moves farther than its pace p in a step, so n steps later the distance is at
 * least d - n p, where it must be above the margin m even after its rounding to a float:
 * above m (1 + 2U), U = 2^-24. So n p <= (d - m) - 16U d is more than enough, which has a
 * solution n >= 0 only if m < d; that makes up for the rounding of d to a double too, and
 * the factor 1 - 2^-50 for those of p and the quotient. */
int64_t pair_free_steps(const pair_run *run, int64_t step)
{
    double pace = pace_of(&run->a) + pace_of(&run->b);
    double distance = distance_of(pair_track_sides(&run->a, step), pair_track_sides(&run->b, step));
    double free = (distance - (double)run->margin) - distance * 0x1p-20;
    double count = free / pace * (1 - 0x1p-50);
    if (!(free > 0 && count >= 0))
        return 0; /* NaN: empty boxes */
    int64_t left = run->end - step;
    return count + 1 < (double)left ? (int64_t)count + 1 : left;
}

/* Some groups of the run, whole ones but for the first. */
static pair_run part_of(const pair_run *run, int64_t step, int64_t groups)
{
    int64_t length = groups * PAIR_LANES - (step & (PAIR_LANES - 1));
    pair_run part = *run;
    part.begin = step;
    part.end = run->end - step < length ? run->end : step + length;
    return part;
}

/* A leap costs as much as the scan of a few groups, so it is taken when it passes one. After
 * the first that does not a scan passes four groups, after the next eight, ...: where paths
 * keep close together, this costs what SI costs and a few leaps more; and a leap is tried
 * again before a scan has become twice as long as it had to be. */
int64_t pair_leap(const pair_run *run, cpu_instructions level)
{
    enum { FIRST_SCAN = 4 };
    int64_t step = run->begin;
    for (int64_t groups = FIRST_SCAN; step < run->end;) {
        int64_t passed = pair_free_steps(run, step);
        if (passed >= PAIR_LANES || passed == run->end - step) {
            step += passed;
            groups = FIRST_SCAN;
            continue;
        }
        const pair_run part = part_of(run, step, groups);
        step = pair_scan_wide(&part, level);
        if (step < part.end)
            return step;
        groups *= 2;
    }
    return run->end;
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
