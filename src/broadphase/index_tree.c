/* SPDX-License-Identifier: MIT */
/* A tree of boxes, built from the top.
 *
 * The split. Boxes are sorted by their middles into BINS equal stretches of the axis on
 * which their middles are spread widest, measured in typical extents; the border is
 * chosen at which (boxes on the left) x (size of their hull on that axis) + the same on
 * the right is least, among those that leave a quarter to either side: short hulls are
 * weighed against an even tree. Where no border does that, the boxes are halved in
 * the order in which they come, so that the depth is bounded whatever they are.
 *
 * Nodes lie in the order in which a walk visits them, and know where to go on when
 * they are passed over: walking needs no stack. */
#include <assert.h>
#include <float.h>
#include <math.h>

#include "broadphase/index_methods.h"

enum { LEAF = 16, BINS = 16, DEPTH = 96 };

typedef struct building {
    const index_box *all;
    uint32_t *items;
    tree_node *nodes;
    uint32_t count;
} building;

/* Comparisons, since fminf is a call on plain x86-64. */
static float lesser(float x, float y) { return x < y ? x : y; }
static float greater(float x, float y) { return x > y ? x : y; }

/* ---- splitting ---------------------------------------------------------------------- */

/* Halves first, so that nothing overflows; infinite sides count as the largest float. */
static float middle_of(const index_box *box, int k)
{
    float lower = greater(box->lower[k], -FLT_MAX), upper = lesser(box->upper[k], FLT_MAX);
    return lower / 2 + upper / 2;
}

static float extent_of(const index_box *box, int k)
{
    return lesser(box->upper[k] - box->lower[k], FLT_MAX);
}

typedef struct split {
    int axis;
    float low, scale; /* bin = (middle - low) * scale */
} split;

/* The axis on which the middles are spread widest; false: all are in one place. */
static bool choose_axis(const building *tree, uint32_t first, uint32_t last, split *chosen)
{
    double best = 0;
    for (int k = 0; k < INDEX_AXES; k++) {
        float low = FLT_MAX, high = -FLT_MAX;
        double extents = 0;
        for (uint32_t i = first; i < last; i++) {
            const index_box *box = &tree->all[tree->items[i]];
            float middle = middle_of(box, k);
            low = lesser(low, middle);
            high = greater(high, middle);
            extents += extent_of(box, k);
        }
        double spread = (double)high - low, typical = extents / (last - first);
        double ratio = typical > 0 ? spread / typical : spread > 0 ? HUGE_VAL : 0;
        double scale = BINS / spread;
        if (ratio > best && scale < FLT_MAX) {
            best = ratio;
            *chosen = (split){k, low, (float)scale};
        }
    }
    return best > 0;
}

static int bin_of(const split *by, const index_box *box)
{
    float bin = (middle_of(box, by->axis) - by->low) * by->scale;
    return bin >= BINS - 1 ? BINS - 1 : (int)bin;
}

typedef struct bin {
    uint32_t count;
    float lower, upper;
} bin;

static void bin_add(bin *to, const bin *more)
{
    to->count += more->count;
    to->lower = lesser(to->lower, more->lower);
    to->upper = greater(to->upper, more->upper);
}

static double bin_cost(const bin *side)
{
    return (double)side->count * fmin((double)side->upper - side->lower, FLT_MAX);
}

static void fill_bins(const building *tree, uint32_t first, uint32_t last, const split *by,
                      bin *bins)
{
    for (int i = 0; i < BINS; i++)
        bins[i] = (bin){0, INFINITY, -INFINITY};
    for (uint32_t i = first; i < last; i++) {
        const index_box *box = &tree->all[tree->items[i]];
        bin_add(&bins[bin_of(by, box)], &(bin){1, box->lower[by->axis], box->upper[by->axis]});
    }
}

/* The first bin of the right side; 0 when no border leaves enough to both. */
static int choose_border(const bin *bins, uint32_t count)
{
    bin right[BINS], left = {0, INFINITY, -INFINITY};
    double least = HUGE_VAL;
    int border = 0;
    right[BINS - 1] = bins[BINS - 1];
    for (int i = BINS - 1; i-- > 1;) {
        right[i] = bins[i];
        bin_add(&right[i], &right[i + 1]);
    }
    for (int i = 1; i < BINS; i++) {
        bin_add(&left, &bins[i - 1]);
        if (left.count < count / 4 || right[i].count < count / 4)
            continue;
        double cost = bin_cost(&left) + bin_cost(&right[i]);
        if (cost < least) {
            least = cost;
            border = i;
        }
    }
    return border;
}

/* Puts what lies before the border first; how much is it? */
static uint32_t part(building *tree, uint32_t first, uint32_t last, const split *by, int border)
{
    uint32_t left = first;
    for (uint32_t i = first; i < last; i++) {
        uint32_t item = tree->items[i];
        if (bin_of(by, &tree->all[item]) >= border)
            continue;
        tree->items[i] = tree->items[left];
        tree->items[left++] = item;
    }
    return left;
}

static uint32_t divide(building *tree, uint32_t first, uint32_t last)
{
    bin bins[BINS];
    split by = {0, 0, 0};
    uint32_t half = first + (last - first) / 2;
    if (!choose_axis(tree, first, last, &by))
        return half;
    fill_bins(tree, first, last, &by, bins);
    int border = choose_border(bins, last - first);
    return border == 0 ? half : part(tree, first, last, &by, border);
}

/* ---- making ------------------------------------------------------------------------- */

static index_box hull_of(const building *tree, uint32_t first, uint32_t last)
{
    index_box hull = tree->all[tree->items[first]];
    for (uint32_t i = first + 1; i < last; i++)
        for (int k = 0; k < INDEX_AXES; k++) {
            const index_box *box = &tree->all[tree->items[i]];
            hull.lower[k] = lesser(hull.lower[k], box->lower[k]);
            hull.upper[k] = greater(hull.upper[k], box->upper[k]);
        }
    return hull;
}

/* Depth first, left before right. Either side has a quarter of its parent's boxes, so
 * 2^32 of them are less than 70 levels deep. */
static void build(building *tree, uint32_t count)
{
    shelf_run waiting[DEPTH];
    int left = 0;
    waiting[left++] = (shelf_run){0, count};
    while (left > 0) {
        shelf_run run = waiting[--left];
        index_box hull = hull_of(tree, run.first, run.last);
        tree->nodes[tree->count++] = (tree_node){hull, run.first, run.last, 0};
        if (run.last - run.first <= LEAF)
            continue;
        uint32_t border = divide(tree, run.first, run.last);
        assert(left + 2 <= DEPTH && border > run.first && border < run.last);
        waiting[left++] = (shelf_run){border, run.last};
        waiting[left++] = (shelf_run){run.first, border};
    }
}

/* A node is left for the first node behind it whose places begin where its own end. */
static void link(building *tree)
{
    uint32_t open[DEPTH];
    int depth = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        while (depth > 0 && tree->nodes[open[depth - 1]].last <= tree->nodes[i].first)
            tree->nodes[open[--depth]].next = i;
        open[depth++] = i;
    }
    while (depth > 0)
        tree->nodes[open[--depth]].next = tree->count;
}

bool tree_make(const graze_allocator *allocator, const index_box *all, uint32_t *items,
               uint32_t count, index_tree *made)
{
    building tree = {.all = all, .items = items};
    /* Leaves hold more than LEAF / 4 boxes, or everything. */
    size_t most = (size_t)count / (LEAF / 4) * 2 + 1;
    tree.nodes = memory_resize(allocator, NULL, most, sizeof *tree.nodes);
    if (tree.nodes == NULL)
        return false;
    build(&tree, count);
    link(&tree);
    tree_node *fitted = memory_resize(allocator, tree.nodes, tree.count, sizeof *fitted);
    *made = (index_tree){fitted != NULL ? fitted : tree.nodes, tree.count};
    return true;
}

void tree_free(const graze_allocator *allocator, index_tree *emptied)
{
    memory_free(allocator, emptied->nodes);
    *emptied = (index_tree){0};
}

/* ---- walking ------------------------------------------------------------------------ */

void tree_walk(const index_tree *tree, uint32_t after, index_sieve *sieve)
{
    const index_box *box = &sieve->probe->search.box;
    for (uint32_t i = 0; i < tree->count;) {
        const tree_node *node = &tree->nodes[i];
        if (node->last <= after || !boxes_share(&node->box, box)) {
            i = node->next;
            continue;
        }
        if (node->last - node->first <= LEAF)
            sieve_add(sieve, node->first > after ? node->first : after, node->last);
        i++;
    }
}
