/* SPDX-License-Identifier: MIT */
/* The inside of a sequence of boxes, shared by the pair filters.
 *
 * Sides are floats, rounded outward and measured from the grid's centre: half the
 * memory, and twice as many of them in a vector. Boxes stand in groups of 16, side by
 * side: 16 lower x, 16 lower y, 16 upper x, ... Groups begin at steps that are multiples
 * of 16, on every level, so that two sequences can be compared group by group without
 * shifting. Level 0 holds the boxes, and entry e of level n + 1 the union of entries
 * 16e .. 16e + 15 of level n. Steps without a box hold the empty box (lower +inf, upper
 * -inf), which meets nothing.
 */
#ifndef GRAZE_BROADPHASE_PAIR_BOXES_H
#define GRAZE_BROADPHASE_PAIR_BOXES_H

#include <graze/boxes.h>

#include "base/cpu.h"

enum {
    PAIR_LANES = 16,
    PAIR_SIDES = 6,
    PAIR_GROUP = PAIR_LANES * PAIR_SIDES,
    PAIR_LEVELS = 7 /* 16^6 > 2^22 steps and the padding */
};

typedef struct pair_level {
    void *memory;  /* that the groups lie in */
    float *groups; /* 64-byte aligned */
    int64_t first; /* the entry in lane 0 of group 0, a multiple of 16 */
    size_t count;  /* [groups] */
} pair_level;

/* Where the sides of each axis are in a group: those of the plane come first. */
enum {
    PAIR_LOWER_X = 0,
    PAIR_LOWER_Y = PAIR_LANES,
    PAIR_UPPER_X = 2 * PAIR_LANES,
    PAIR_UPPER_Y = 3 * PAIR_LANES,
    PAIR_LOWER_Z = 4 * PAIR_LANES,
    PAIR_UPPER_Z = 5 * PAIR_LANES
};

static inline int pair_lower(int axis)
{
    return axis == 2 ? PAIR_LOWER_Z : axis * PAIR_LANES;
}

static inline int pair_upper(int axis)
{
    return axis == 2 ? PAIR_UPPER_Z : (axis + 2) * PAIR_LANES;
}

/* One box alone; in a tree a left child is the next one, a right child comes after all
 * of the left one's. */
typedef struct pair_box {
    float lower[3], upper[3];
} pair_box;

/* Which motions live in a step; first > last: none. */
typedef struct pair_motions {
    uint32_t first, last;
} pair_motions;

struct graze_boxes {
    graze_allocator allocator;
    graze_time_grid grid;
    graze_pair_filter prepared;
    int64_t first, end; /* steps first .. end - 1 have boxes of their own */
    bool stays;         /* from `end` on there is the box `stay` */
    bool flat;          /* all boxes have the same z sides */
    pair_box stay;
    pair_box whole; /* holds them all */
    double pace;    /* [m] no side moves farther from one step to the next; STA */
    pair_level levels[PAIR_LEVELS];
    int level_count;       /* 1 without a pyramid */
    pair_level standing;   /* one group: 16 times `stay` */
    pair_box *nodes;       /* BVH, BVI */
    pair_motions *motions; /* [step - first]; null when made from boxes */
};

/* The entry of the next level that holds entry `entry`. */
static inline int64_t pair_above(int64_t entry)
{
    return (entry - (entry & (PAIR_LANES - 1))) / PAIR_LANES;
}

/* The sides of a step with a box of its own: each PAIR_LANES after the last. */
static inline float *pair_sides(const graze_boxes *boxes, int64_t step)
{
    size_t slot = (size_t)(step - boxes->levels[0].first);
    return boxes->levels[0].groups + slot / PAIR_LANES * PAIR_GROUP + slot % PAIR_LANES;
}

/* One of two sequences over a run of steps: its own boxes, or the stay. */
typedef struct pair_track {
    const graze_boxes *boxes;
    bool staying;
} pair_track;

/* Two tracks over the steps begin .. end - 1, in which both have boxes. */
typedef struct pair_run {
    pair_track a, b;
    int64_t begin, end;
    float margin; /* [m] finite */
} pair_run;

static inline const float *pair_track_sides(const pair_track *track, int64_t step)
{
    return track->staying ? track->boxes->standing.groups : pair_sides(track->boxes, step);
}

/* Farther apart than the margin in one axis? A rounded difference is above the margin
 * only if the real one is; and of the empty box it is an infinity or a NaN. Every filter
 * asks just this, so that their answers are the same. */
static inline bool pair_apart(float a_lower, float a_upper, float b_lower, float b_upper,
                              float margin)
{
    return !(a_lower - b_upper <= margin && b_lower - a_upper <= margin);
}

static inline bool pair_boxes_apart(const pair_box *a, const pair_box *b, float margin)
{
    return pair_apart(a->lower[0], a->upper[0], b->lower[0], b->upper[0], margin) ||
           pair_apart(a->lower[1], a->upper[1], b->lower[1], b->upper[1], margin) ||
           pair_apart(a->lower[2], a->upper[2], b->lower[2], b->upper[2], margin);
}

static inline pair_box pair_box_at(const float *sides)
{
    return (pair_box){{sides[PAIR_LOWER_X], sides[PAIR_LOWER_Y], sides[PAIR_LOWER_Z]},
                      {sides[PAIR_UPPER_X], sides[PAIR_UPPER_Y], sides[PAIR_UPPER_Z]}};
}

static inline bool pair_sides_meet(const float *a, const float *b, float margin)
{
    return !pair_apart(a[PAIR_LOWER_X], a[PAIR_UPPER_X], b[PAIR_LOWER_X], b[PAIR_UPPER_X],
                       margin) &&
           !pair_apart(a[PAIR_LOWER_Y], a[PAIR_UPPER_Y], b[PAIR_LOWER_Y], b[PAIR_UPPER_Y],
                       margin) &&
           !pair_apart(a[PAIR_LOWER_Z], a[PAIR_UPPER_Z], b[PAIR_LOWER_Z], b[PAIR_UPPER_Z], margin);
}

/* ---- making them (pair_build.c) --------------------------------------------------- */

/* The last step that begins at or before a time. False where the doubles near it are
 * too coarse for the grid, or the step is beyond 2^50. */
bool pair_step_at(const graze_time_grid *grid, double time, int64_t *step);

/* The time at which a step begins. */
static inline double pair_time(const graze_time_grid *grid, int64_t step)
{
    return grid->origin + (double)step * grid->step;
}

/* An empty sequence; null without memory. Then first and end are set (and stays and
 * stay), room is made, boxes are united into the sides of steps, and it is finished. */
graze_boxes *pair_boxes_new(const graze_allocator *given, const graze_time_grid *grid,
                            graze_pair_filter filter);

/* Room for empty boxes in the steps first .. end - 1. _CAPACITY, _MEMORY. */
graze_status pair_boxes_make_room(graze_boxes *boxes, bool with_motions);

/* A box as floats measured from the grid's centre, rounded outward. */
pair_box pair_box_of(const graze_time_grid *grid, const graze_box *wide);

/* Makes the box at `sides` hold another. */
void pair_unite_into(float *sides, const pair_box *by);

/* All else that the filters read. _MEMORY. */
graze_status pair_boxes_finish(graze_boxes *boxes);

/* Room for a level over the entries first .. last, all of them empty; false without
 * memory. */
bool pair_level_make(const graze_allocator *allocator, int64_t first, int64_t last,
                     pair_level *level);

/* What a filter needs besides the boxes; false without memory. */
bool pair_prepare_tree(graze_boxes *boxes);
bool pair_prepare_pyramid(graze_boxes *boxes);
void pair_prepare_pace(graze_boxes *boxes);

/* The levels above the boxes once more, in the room that they have (pair_wide.c). */
void pair_fill_pyramid(graze_boxes *boxes, cpu_instructions level);

/* ---- the filters: the first candidate of a run, or run->end ----------------------- */

int64_t pair_scan(const pair_run *run);  /* each step, plain */
int64_t pair_trees(const pair_run *run); /* BVH */

/* BVI: cuts the run at both ends to where each box meets the other path's whole
 * volume; begin = end when nothing is left. */
void pair_cut_to_common(pair_run *run);

/* At the given level of instructions or, if the processor or the compiler has less,
 * at the plain one. */
int64_t pair_scan_wide(const pair_run *run, cpu_instructions level); /* SI */
int64_t pair_pyramid(const pair_run *run, cpu_instructions level);
int64_t pair_leap(const pair_run *run, cpu_instructions level); /* STA */

/* How many steps of the run, from this one on, are certainly no candidates: STA's leap. */
int64_t pair_free_steps(const pair_run *run, int64_t step);

/* The tree of the steps from..until - 1 on 2 * (until - from) - 1 nodes. */
void pair_tree_make(const graze_boxes *boxes, int64_t from, int64_t until, pair_box *nodes);

/* The filter at a level of instructions over all that two sequences share from a step
 * on; false: no candidate. */
bool pair_first_candidate(const graze_boxes *a, const graze_boxes *b, graze_pair_filter filter,
                          cpu_instructions level, float margin, int64_t from, int64_t *step);

#endif
