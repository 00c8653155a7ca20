/* SPDX-License-Identifier: MIT */
/* Sequences of boxes from trajectories, and from other sequences.
 *
 * First the steps are counted, then room is made, then each motion puts its boxes into
 * the steps that it lives in. */
#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "broadphase/index_float.h"
#include "broadphase/pair_boxes.h"
#include "geometry/body.h"
#include "motion/box.h"
#include "motion/life.h"
#include "motion/moving_body.h"
#include "motion/turn.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"

static const int64_t most_steps = INT64_C(1) << 22; /* as boxes.h says */

/* ---- an empty sequence ---------------------------------------------------------------- */

graze_boxes *pair_boxes_new(const graze_allocator *given, const graze_time_grid *grid,
                            graze_pair_filter filter)
{
    graze_allocator allocator = memory_allocator(given);
    graze_boxes *boxes = memory_new(&allocator, 1, sizeof *boxes);
    if (boxes == NULL)
        return NULL;
    boxes->allocator = allocator;
    boxes->grid = *grid;
    boxes->prepared = filter;
    const pair_box empty = {{HUGE_VALF, HUGE_VALF, HUGE_VALF},
                            {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
    boxes->stay = boxes->whole = empty;
    return boxes;
}

graze_status pair_boxes_make_room(graze_boxes *boxes, bool with_motions)
{
    if (boxes->first >= boxes->end) {
        boxes->first = boxes->end = 0;
        return GRAZE_OK;
    }
    if (boxes->end - boxes->first > most_steps)
        return GRAZE_ERROR_CAPACITY;
    if (!pair_level_make(&boxes->allocator, boxes->first, boxes->end - 1, &boxes->levels[0]))
        return GRAZE_ERROR_MEMORY;
    boxes->level_count = 1;
    if (!with_motions)
        return GRAZE_OK;
    size_t count = (size_t)(boxes->end - boxes->first);
    boxes->motions = memory_resize(&boxes->allocator, NULL, count, sizeof *boxes->motions);
    if (boxes->motions == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        boxes->motions[i] = (pair_motions){UINT32_MAX, 0};
    return GRAZE_OK;
}

static float float_below(double side)
{
    if (!(fabs(side) <= FLT_MAX))
        return side > 0 ? FLT_MAX : -HUGE_VALF;
    float nearest = (float)side;
    return (double)nearest > side ? float_down(nearest) : nearest;
}

static float lower_side(double side, double centre)
{
    return float_below(box_sum_below(side, -centre));
}

static float upper_side(double side, double centre)
{
    return -lower_side(-side, -centre);
}

pair_box pair_box_of(const graze_time_grid *grid, const graze_box *wide)
{
    const graze_vector *centre = &grid->centre;
    return (pair_box){{lower_side(wide->lower[0], centre->x), lower_side(wide->lower[1], centre->y),
                       lower_side(wide->lower[2], centre->z)},
                      {upper_side(wide->upper[0], centre->x), upper_side(wide->upper[1], centre->y),
                       upper_side(wide->upper[2], centre->z)}};
}

static void unite_side(float *lower, float *upper, float by_lower, float by_upper)
{
    *lower = by_lower < *lower ? by_lower : *lower;
    *upper = by_upper > *upper ? by_upper : *upper;
}

void pair_unite_into(float *sides, const pair_box *by)
{
    unite_side(&sides[PAIR_LOWER_X], &sides[PAIR_UPPER_X], by->lower[0], by->upper[0]);
    unite_side(&sides[PAIR_LOWER_Y], &sides[PAIR_UPPER_Y], by->lower[1], by->upper[1]);
    unite_side(&sides[PAIR_LOWER_Z], &sides[PAIR_UPPER_Z], by->lower[2], by->upper[2]);
}

static void unite_boxes(pair_box *united, const pair_box *by)
{
    for (int k = 0; k < 3; k++)
        unite_side(&united->lower[k], &united->upper[k], by->lower[k], by->upper[k]);
}

/* ---- finishing ------------------------------------------------------------------------ */

static bool make_standing(graze_boxes *boxes)
{
    if (!boxes->stays)
        return true;
    if (!pair_level_make(&boxes->allocator, 0, 0, &boxes->standing))
        return false;
    for (int lane = 0; lane < PAIR_LANES; lane++)
        pair_unite_into(boxes->standing.groups + lane, &boxes->stay);
    return true;
}

/* The whole, and whether all boxes stand between the same two z. */
static void survey(graze_boxes *boxes)
{
    boxes->flat = true;
    if (boxes->stays)
        boxes->whole = boxes->stay;
    for (int64_t step = boxes->first; step < boxes->end; step++) {
        pair_box found = pair_box_at(pair_sides(boxes, step));
        if (found.lower[0] > found.upper[0])
            continue;
        if (boxes->whole.lower[2] <= boxes->whole.upper[2])
            boxes->flat &=
                found.lower[2] == boxes->whole.lower[2] && found.upper[2] == boxes->whole.upper[2];
        unite_boxes(&boxes->whole, &found);
    }
}

static bool prepare(graze_boxes *boxes)
{
    if (boxes->prepared == GRAZE_FILTER_STA)
        pair_prepare_pace(boxes);
    if (boxes->prepared == GRAZE_FILTER_BVH || boxes->prepared == GRAZE_FILTER_BVI)
        return pair_prepare_tree(boxes);
    if (boxes->prepared == GRAZE_FILTER_PYRAMID)
        return pair_prepare_pyramid(boxes);
    return true;
}

graze_status pair_boxes_finish(graze_boxes *boxes)
{
    if (!make_standing(boxes))
        return GRAZE_ERROR_MEMORY;
    survey(boxes);
    return prepare(boxes) ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* Hands a sequence out only when it is whole. */
static graze_status deliver(graze_boxes *built, graze_status status, graze_boxes **boxes)
{
    if (status == GRAZE_OK)
        *boxes = built;
    else
        graze_boxes_free(built);
    return status;
}

/* ---- trajectories --------------------------------------------------------------------- */

/* The steps in which a motion lives; of an endless one, just the first. */
typedef struct steps {
    int64_t first, last;
} steps;

static bool steps_of(const graze_time_grid *grid, const graze_box *life, steps *found)
{
    if (!pair_step_at(grid, life->begin, &found->first))
        return false;
    found->last = found->first;
    if (life->end == HUGE_VAL)
        return true;
    if (!pair_step_at(grid, life->end, &found->last))
        return false;
    if (found->last > found->first && pair_time(grid, found->last) == life->end)
        found->last--; /* lives are open */
    return true;
}

/* What the boxes of one trajectory have in common. */
typedef struct agent {
    box_reach (*reach_of)(const graze_body *body);
    box_reach reach; /* of this body, which motions have that name none */
    const graze_body *body;
    const graze_trajectory *trajectory;
    const graze_turn *turns; /* null: the reach is that of all headings */
    double margin;
} agent;

/* The reach in a part of a motion. */
static box_reach reach_in(const agent *from, size_t index, double begin, double end)
{
    const graze_body *body = moving_body(from->trajectory, from->body, index);
    if (from->turns == NULL)
        return body == from->body ? from->reach : from->reach_of(body);
    return turn_reach_part(body, &from->turns[index], &from->trajectory->motions[index], begin,
                           end);
}

static graze_status count_steps(const agent *from, graze_boxes *boxes)
{
    boxes->first = INT64_MAX;
    boxes->end = INT64_MIN;
    for (size_t i = 0; i < from->trajectory->count; i++) {
        const graze_motion *motion = &from->trajectory->motions[i];
        graze_status status = graze_motion_validate(motion);
        if (status != GRAZE_OK)
            return status;
        if (motion_is_empty(motion))
            continue;
        graze_box life;
        steps lived;
        box_of_reach(&from->reach, motion, &life);
        if (!steps_of(&boxes->grid, &life, &lived))
            return GRAZE_ERROR_CAPACITY;
        boxes->first = lived.first < boxes->first ? lived.first : boxes->first;
        boxes->end = lived.last >= boxes->end ? lived.last + 1 : boxes->end;
    }
    return GRAZE_OK;
}

static void note_motion(pair_motions *motions, size_t index)
{
    uint32_t motion = (uint32_t)index;
    motions->first = motion < motions->first ? motion : motions->first;
    motions->last = motion > motions->last ? motion : motions->last;
}

static void put_motion(const agent *from, size_t index, graze_boxes *boxes)
{
    const graze_motion *motion = &from->trajectory->motions[index];
    graze_box whole;
    steps lived;
    box_reach reach = reach_in(from, index, -HUGE_VAL, HUGE_VAL);
    box_of_reach(&reach, motion, &whole);
    box_grow(&whole, from->margin);
    steps_of(&boxes->grid, &whole, &lived);
    bool endless = whole.end == HUGE_VAL;
    if (endless) {
        boxes->stays = true;
        pair_box stay = pair_box_of(&boxes->grid, &whole);
        unite_boxes(&boxes->stay, &stay);
        lived.last = boxes->end - 1;
    }
    for (int64_t step = lived.first; step <= lived.last; step++) {
        graze_box part = whole;
        if (lived.first < lived.last && !endless) {
            double begin = pair_time(&boxes->grid, step), end = pair_time(&boxes->grid, step + 1);
            reach = reach_in(from, index, begin, end);
            if (box_of_reach_part(&reach, motion, begin, end, &part)) /* or the whole, grown */
                box_grow(&part, from->margin);
        }
        pair_box sides = pair_box_of(&boxes->grid, &part);
        pair_unite_into(pair_sides(boxes, step), &sides);
        note_motion(&boxes->motions[step - boxes->first], index);
    }
}

static graze_status put_trajectory(const agent *from, graze_boxes *boxes)
{
    if (from->trajectory->count > UINT32_MAX - 1)
        return GRAZE_ERROR_CAPACITY;
    graze_status status = count_steps(from, boxes);
    if (status == GRAZE_OK)
        status = pair_boxes_make_room(boxes, true);
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < from->trajectory->count; i++)
        if (!motion_is_empty(&from->trajectory->motions[i]))
            put_motion(from, i, boxes);
    return pair_boxes_finish(boxes);
}

static graze_status check_choices(const graze_time_grid *grid, graze_pair_filter filter)
{
    if ((unsigned)filter > GRAZE_FILTER_PYRAMID)
        return GRAZE_ERROR_CHOICE;
    if (!isfinite(grid->origin) || !isfinite(grid->step) || !isfinite(grid->centre.x) ||
        !isfinite(grid->centre.y) || !isfinite(grid->centre.z))
        return GRAZE_ERROR_NOT_FINITE;
    return grid->step > 0 ? GRAZE_OK : GRAZE_ERROR_TIME_ORDER;
}

static graze_status check_turns(const graze_turn *turns, const graze_trajectory *trajectory)
{
    for (size_t i = 0; turns != NULL && i < trajectory->count; i++)
        if (!isfinite(turns[i].angle) || !isfinite(turns[i].rate))
            return GRAZE_ERROR_NOT_FINITE;
    return GRAZE_OK;
}

static graze_status check_agent(const graze_body *body, const graze_trajectory *trajectory,
                                const graze_time_grid *grid, double margin,
                                graze_pair_filter filter, graze_boxes **boxes)
{
    if (trajectory == NULL || grid == NULL || boxes == NULL ||
        (trajectory->motions == NULL && trajectory->count > 0))
        return GRAZE_ERROR_NULL;
    graze_status status = check_choices(grid, filter);
    if (status == GRAZE_OK)
        status = trajectory_validate_bodies(body, trajectory);
    return status == GRAZE_OK ? tolerance_validate(margin) : status;
}

static graze_status build(const graze_allocator *allocator, const agent *from,
                          const graze_time_grid *grid, graze_pair_filter filter,
                          graze_boxes **boxes)
{
    graze_boxes *built = pair_boxes_new(allocator, grid, filter);
    if (built == NULL)
        return GRAZE_ERROR_MEMORY;
    return deliver(built, put_trajectory(from, built), boxes);
}

graze_status graze_boxes_of_trajectory(const graze_allocator *allocator, const graze_body *body,
                                       const graze_trajectory *trajectory,
                                       const graze_time_grid *grid, double margin,
                                       graze_pair_filter filter, graze_boxes **boxes)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = check_agent(body, trajectory, grid, margin, filter, boxes);
    if (status != GRAZE_OK)
        return status;
    const agent from = {box_reach_of, box_reach_of(body), body, trajectory, NULL, margin};
    return build(allocator, &from, grid, filter, boxes);
}

graze_status graze_box_of_motion(const graze_body *body, const graze_motion *motion,
                                 graze_box *result)
{
    FLOAT_MODE_DEFAULT;
    if (result == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = graze_body_validate(body);
    if (status == GRAZE_OK)
        status = graze_motion_validate(motion);
    if (status == GRAZE_OK)
        *result = box_of_motion(body, motion);
    return status;
}

graze_status graze_boxes_of_turning(const graze_allocator *allocator, const graze_body *body,
                                    const graze_trajectory *trajectory, const graze_turn *turns,
                                    const graze_time_grid *grid, double margin,
                                    graze_pair_filter filter, graze_boxes **boxes)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = check_agent(body, trajectory, grid, margin, filter, boxes);
    if (status == GRAZE_OK)
        status = check_turns(turns, trajectory);
    if (status != GRAZE_OK)
        return status;
    const agent from = {turn_reach_round, turn_reach_round(body), body, trajectory, turns, margin};
    return build(allocator, &from, grid, filter, boxes);
}

/* ---- another grid --------------------------------------------------------------------- */

static bool new_steps_of(const graze_boxes *source, int64_t step, const graze_time_grid *grid,
                         steps *found)
{
    const graze_box life = {.begin = pair_time(&source->grid, step),
                            .end = pair_time(&source->grid, step + 1)};
    return steps_of(grid, &life, found);
}

static graze_status put_boxes(const graze_boxes *source, graze_boxes *boxes)
{
    steps lived = {0, -1}, last = {0, -1};
    if (source->first < source->end &&
        !(new_steps_of(source, source->first, &boxes->grid, &lived) &&
          new_steps_of(source, source->end - (source->stays ? 0 : 1), &boxes->grid, &last)))
        return GRAZE_ERROR_CAPACITY;
    boxes->first = lived.first;
    boxes->end = source->stays ? last.first + 1 : last.last + 1;
    graze_status status = pair_boxes_make_room(boxes, false);
    if (status != GRAZE_OK)
        return status;
    for (int64_t step = source->first; step < source->end; step++) {
        graze_box found;
        if (!graze_boxes_at(source, step, &found) ||
            !new_steps_of(source, step, &boxes->grid, &lived))
            continue;
        pair_box sides = pair_box_of(&boxes->grid, &found);
        for (int64_t to = lived.first; to <= lived.last && to < boxes->end; to++)
            pair_unite_into(pair_sides(boxes, to), &sides);
    }
    graze_box stay;
    boxes->stays = source->stays && graze_boxes_at(source, source->end, &stay);
    if (boxes->stays) {
        boxes->stay = pair_box_of(&boxes->grid, &stay);
        pair_unite_into(pair_sides(boxes, boxes->end - 1), &boxes->stay);
    }
    return pair_boxes_finish(boxes);
}

graze_status graze_boxes_on_grid(const graze_allocator *allocator, const graze_boxes *source,
                                 const graze_time_grid *grid, graze_pair_filter filter,
                                 graze_boxes **boxes)
{
    FLOAT_MODE_DEFAULT;
    if (source == NULL || grid == NULL || boxes == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_choices(grid, filter);
    if (status != GRAZE_OK)
        return status;
    graze_boxes *built = pair_boxes_new(allocator, grid, filter);
    if (built == NULL)
        return GRAZE_ERROR_MEMORY;
    return deliver(built, put_boxes(source, built), boxes);
}
