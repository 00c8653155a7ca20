/* SPDX-License-Identifier: MIT */
/* The hierarchy of boxes. See box_tree.h. */
#include "world/box_tree.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "base/memory.h"
#include "geometry/body.h"
#include "motion/box.h"

enum { LEAF_ITEMS = 4 };

/* ---- building ------------------------------------------------------------------------ */

static double lesser(double a, double b) { return a < b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }

static void unite(world_box *united, const world_box *other)
{
    united->x0 = lesser(united->x0, other->x0);
    united->x1 = greater(united->x1, other->x1);
    united->y0 = lesser(united->y0, other->y0);
    united->y1 = greater(united->y1, other->y1);
}

static world_box box_of_items(const box_tree_item *items, size_t count)
{
    world_box united = items[0].box;
    for (size_t i = 1; i < count; i++)
        unite(&united, &items[i].box);
    return united;
}

/* The middle of a box, which may be infinite, along an axis. */
static double middle(const world_box *of, bool along_y)
{
    double low = greater(along_y ? of->y0 : of->x0, -DBL_MAX);
    double high = lesser(along_y ? of->y1 : of->x1, DBL_MAX);
    return low / 2 + high / 2;
}

static void swap(box_tree_item *a, box_tree_item *b)
{
    box_tree_item kept = *a;
    *a = *b;
    *b = kept;
}

/* Some place below `count`, far from any pattern of the items: points of a ring have their
 * least and greatest where a fixed fraction would look. */
static size_t scatter(size_t count)
{
    return (size_t)((count * UINT64_C(0x9E3779B97F4A7C15) >> 16) % count);
}

/* Puts the `rank` items of the least middles first (Hoare's selection). */
static void select_least(box_tree_item *items, size_t count, size_t rank, bool along_y)
{
    size_t begin = 0, end = count;
    while (end - begin > 1) {
        double pivot = middle(&items[begin + scatter(end - begin)].box, along_y);
        size_t low = begin, high = end - 1;
        for (;;) {
            while (middle(&items[low].box, along_y) < pivot)
                low++;
            while (middle(&items[high].box, along_y) > pivot)
                high--;
            if (low >= high)
                break;
            swap(&items[low++], &items[high--]);
        }
        /* Up to `high` nothing is above the pivot, behind it nothing below. */
        size_t split = low == high && low == begin ? low + 1 : low;
        if (rank < split)
            end = split;
        else
            begin = split;
    }
}

typedef struct builder {
    box_tree *into;
    size_t nodes;
} builder;

/* The recursion is as deep as the tree. */
static size_t build(builder *b, size_t first, size_t count)
{
    size_t at = b->nodes++;
    box_tree_item *items = b->into->items + first;
    box_tree_node node = {.box = box_of_items(items, count), .first = first};
    if (count <= LEAF_ITEMS) {
        node.count = count;
    } else {
        bool along_y = node.box.y1 / 2 - node.box.y0 / 2 > node.box.x1 / 2 - node.box.x0 / 2;
        size_t half = count / 2;
        select_least(items, count, half, along_y);
        build(b, first, half);
        node.right = build(b, first + half, count - half);
    }
    b->into->nodes[at] = node;
    return at;
}

/* Halves of more than LEAF_ITEMS items have at least half of LEAF_ITEMS: that many leaves, and
 * one node less. */
bool box_tree_build(box_tree *built, box_tree_item *items, size_t count,
                    const graze_allocator *allocator)
{
    *built = (box_tree){.items = items, .item_count = count};
    built->nodes = memory_resize(allocator, NULL, count / (LEAF_ITEMS / 2) * 2 + 1,
                                 sizeof *built->nodes);
    if (built->nodes == NULL)
        return false;
    if (count > 0)
        build(&(builder){.into = built}, 0, count);
    return true;
}

void box_tree_free(box_tree *freed, const graze_allocator *allocator)
{
    memory_free(allocator, freed->items);
    memory_free(allocator, freed->nodes);
    *freed = (box_tree){.item_count = 0};
}

/* ---- regions ------------------------------------------------------------------------- */

/* No point of the body is farther than this from its moving point. */
static double reach_of(const graze_body *body)
{
    double reach = 0;
    for (size_t i = 0; i < body_size(body); i++) {
        graze_point vertex = body_vertex(body, i);
        reach = greater(reach, fabs(vertex.x) + fabs(vertex.y));
    }
    return (reach + body->radius) * (1 + 0x1p-50);
}

/* Where the motion is straight and ends, its path is a segment. Its end is off by less than
 * 2^-50 of the magnitudes that it is made of, and so is each difference: `margin` pays for
 * both. Numbers of which a product may over- or underflow keep to the box. */
static void slant(box_tree_region *region, const graze_body *body, const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *a = &motion->acceleration;
    bool waypoint = motion->form == GRAZE_WAYPOINT;
    if (motion->form == GRAZE_PARKED || a->x != 0 || a->y != 0 ||
        (!waypoint && motion->form != GRAZE_KINEMATIC))
        return;
    double time = motion->duration + motion->duration_tail;
    region->x = p->x;
    region->y = p->y;
    region->dx = waypoint ? motion->to.x - p->x : v->x * time;
    region->dy = waypoint ? motion->to.y - p->y : v->y * time;
    double reach = reach_of(body);
    region->size = fabs(p->x) + fabs(p->y) + fabs(region->dx) + fabs(region->dy) + reach;
    region->margin = reach + 0x1p-46 * region->size;
    double length = greater(fabs(region->dx), fabs(region->dy));
    region->slanted = length > 0x1p-300 && region->size < 0x1p300;
}

box_tree_region box_tree_region_of(const graze_body *body, const graze_motion *motion)
{
    box around = box_of_motion(body, motion);
    box_tree_region region = {
        .box = {around.lower[0], around.upper[0], around.lower[1], around.upper[1]}};
    slant(&region, body, motion);
    return region;
}

/* Is the box certainly farther from the segment's line than the margin? With d the segment,
 * c the middle and h half the sides of the box, |d x (c - p)| - |dx| h.y - |dy| h.x is |d| times
 * its distance from the line. Each term is off by less than 2^-50 (|dx| + |dy|) times the
 * magnitudes in it; |dx| + |dy| >= |d|. */
static bool is_beside(const box_tree_region *region, const world_box *at)
{
    double x = at->x0 / 2 + at->x1 / 2, y = at->y0 / 2 + at->y1 / 2;
    double hx = at->x1 / 2 - at->x0 / 2, hy = at->y1 / 2 - at->y0 / 2;
    double size = region->size + fabs(x) + fabs(y) + hx + hy;
    if (!(size < 0x1p300))
        return false;
    double wide = fabs(region->dx), high = fabs(region->dy);
    double cross = fabs(region->dx * (y - region->y) - region->dy * (x - region->x));
    return cross > wide * hy + high * hx + (wide + high) * 0x1p-46 * size +
                       sqrt(wide * wide + high * high) * (1 + 0x1p-50) * region->margin;
}

static bool may_meet(const box_tree_region *region, const world_box *at)
{
    const world_box *own = &region->box;
    return own->x0 <= at->x1 && at->x0 <= own->x1 && own->y0 <= at->y1 && at->y0 <= own->y1 &&
           !(region->slanted && is_beside(region, at));
}

/* ---- walking ------------------------------------------------------------------------- */

void box_tree_walk_begin(box_tree_walk *walk, const box_tree *of, const box_tree_region *region)
{
    walk->of = of;
    walk->region = region;
    walk->count = of->item_count > 0 && may_meet(region, &of->nodes[0].box);
    walk->left[0] = 0;
    walk->item = walk->items_end = 0;
}

static void open_node(box_tree_walk *walk, size_t at)
{
    const box_tree_node *nodes = walk->of->nodes, *node = &nodes[at];
    if (node->count > 0) {
        walk->item = node->first;
        walk->items_end = node->first + node->count;
        return;
    }
    if (may_meet(walk->region, &nodes[node->right].box))
        walk->left[walk->count++] = node->right;
    if (may_meet(walk->region, &nodes[at + 1].box))
        walk->left[walk->count++] = at + 1;
}

const box_tree_item *box_tree_walk_next(box_tree_walk *walk)
{
    for (;;) {
        while (walk->item < walk->items_end) {
            const box_tree_item *item = &walk->of->items[walk->item++];
            if (may_meet(walk->region, &item->box))
                return item;
        }
        if (walk->count == 0)
            return NULL;
        open_node(walk, walk->left[--walk->count]);
    }
}

/* ---- distances ----------------------------------------------------------------------- */

/* A difference of doubles is off by 2^-53 of itself, and exact where it is subnormal; sums of
 * squares are taken only where they neither over- nor underflow, and each side alone is a
 * bound where they may. Nothing that is contained in a box is nearer, nor deeper, than it. */
double box_tree_bound(const world_box *at, graze_point place)
{
    double dx = greater(at->x0 - place.x, place.x - at->x1);
    double dy = greater(at->y0 - place.y, place.y - at->y1);
    double longer = greater(dx, dy);
    if (longer <= 0)
        return longer * (1 + 0x1p-50);
    if (longer > 0x1p-400 && longer < 0x1p400 && dx > 0 && dy > 0)
        longer = sqrt(dx * dx + dy * dy);
    return lesser(longer, DBL_MAX) * (1 - 0x1p-50);
}
