/* SPDX-License-Identifier: MIT */
/* One door to all pair filters: the steps that two sequences share are up to three
 * runs, because one body may stay while the other moves on. */
#include <float.h>
#include <math.h>

#include "broadphase/index_float.h"
#include "broadphase/pair_boxes.h"
#include "numeric/float_mode.h"

const char *graze_pair_filter_name(graze_pair_filter filter)
{
    static const char *const names[] = {"none", "bvh", "bvi", "si", "sta", "pyramid"};
    return (unsigned)filter <= GRAZE_FILTER_PYRAMID ? names[filter] : "unknown";
}

static int64_t search_common(const pair_run *run)
{
    pair_run cut = *run;
    pair_cut_to_common(&cut);
    if (cut.begin == cut.end)
        return run->end;
    int64_t found = pair_trees(&cut);
    return found < cut.end ? found : run->end;
}

static int64_t search_run(const pair_run *run, graze_pair_filter filter, cpu_instructions level)
{
    switch (filter) {
    case GRAZE_FILTER_SI:
        return pair_scan_wide(run, level);
    case GRAZE_FILTER_STA:
        return pair_leap(run, level);
    case GRAZE_FILTER_BVH:
        return pair_trees(run);
    case GRAZE_FILTER_BVI:
        return search_common(run);
    case GRAZE_FILTER_PYRAMID:
        return pair_pyramid(run, level);
    case GRAZE_FILTER_NONE:
        break;
    }
    return pair_scan(run);
}

/* The steps from begin on in which a body stays or, else, has boxes of its own. */
static bool find_in_run(const graze_boxes *a, bool a_stays, const graze_boxes *b, bool b_stays,
                        const pair_run *within, graze_pair_filter filter, cpu_instructions level,
                        int64_t *step)
{
    pair_run run = *within;
    run.a = (pair_track){a, a_stays};
    run.b = (pair_track){b, b_stays};
    int64_t a_begin = a_stays ? a->end : a->first, b_begin = b_stays ? b->end : b->first;
    int64_t a_end = a_stays ? INT64_MAX : a->end, b_end = b_stays ? INT64_MAX : b->end;
    run.begin = a_begin > run.begin ? a_begin : run.begin;
    run.begin = b_begin > run.begin ? b_begin : run.begin;
    run.end = a_end < b_end ? a_end : b_end;
    if (a_stays && b_stays) { /* one answer for all of these steps */
        filter = GRAZE_FILTER_NONE;
        run.end = run.begin < INT64_MAX ? run.begin + 1 : run.begin;
    }
    if (run.begin >= run.end)
        return false;
    int64_t found = search_run(&run, filter, level);
    if (found == run.end)
        return false;
    *step = found;
    return true;
}

bool pair_first_candidate(const graze_boxes *a, const graze_boxes *b, graze_pair_filter filter,
                          cpu_instructions level, float margin, int64_t from, int64_t *step)
{
    const pair_run within = {.begin = from, .margin = margin};
    if (find_in_run(a, false, b, false, &within, filter, level, step))
        return true;
    if (a->stays && find_in_run(a, true, b, false, &within, filter, level, step))
        return true;
    if (b->stays && find_in_run(a, false, b, true, &within, filter, level, step))
        return true;
    return a->stays && b->stays && find_in_run(a, true, b, true, &within, filter, level, step);
}

/* ---- the public door ------------------------------------------------------------------ */

static bool is_prepared(const graze_boxes *boxes, graze_pair_filter filter)
{
    bool tree = boxes->prepared == GRAZE_FILTER_BVH || boxes->prepared == GRAZE_FILTER_BVI;
    bool asks_tree = filter == GRAZE_FILTER_BVH || filter == GRAZE_FILTER_BVI;
    return filter == GRAZE_FILTER_NONE || filter == GRAZE_FILTER_SI || filter == boxes->prepared ||
           (tree && asks_tree);
}

static bool same_grid(const graze_time_grid *a, const graze_time_grid *b)
{
    return a->origin == b->origin && a->step == b->step && a->centre.x == b->centre.x &&
           a->centre.y == b->centre.y && a->centre.z == b->centre.z;
}

/* A margin as a float that is not smaller. */
static float float_above(double margin)
{
    float nearest = (float)margin;
    return (double)nearest < margin ? float_up(nearest) : nearest;
}

static graze_status check_question(const graze_boxes *a, const graze_boxes *b,
                                   graze_pair_filter filter, double margin)
{
    if (a == NULL || b == NULL)
        return GRAZE_ERROR_NULL;
    if (!(fabs(margin) <= FLT_MAX))
        return GRAZE_ERROR_NOT_FINITE;
    if (margin < 0)
        return GRAZE_ERROR_NEGATIVE_TOLERANCE;
    if ((unsigned)filter > GRAZE_FILTER_PYRAMID || !is_prepared(a, filter) ||
        !is_prepared(b, filter))
        return GRAZE_ERROR_CHOICE;
    return same_grid(&a->grid, &b->grid) ? GRAZE_OK : GRAZE_ERROR_TIME_GRID;
}

graze_status graze_boxes_first_candidate(const graze_boxes *a, const graze_boxes *b,
                                         graze_pair_filter filter, double margin, int64_t from,
                                         bool *found, int64_t *step)
{
    FLOAT_MODE_DEFAULT;
    if (found == NULL || step == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_question(a, b, filter, margin);
    if (status == GRAZE_OK)
        *found = pair_first_candidate(a, b, filter, cpu_level(), float_above(margin), from, step);
    return status;
}

/* ---- stretches ------------------------------------------------------------------------ */

graze_status graze_stretches_begin(graze_stretches *walk, const graze_boxes *a,
                                   const graze_boxes *b, graze_pair_filter filter, double margin)
{
    FLOAT_MODE_DEFAULT;
    if (walk == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_question(a, b, filter, margin);
    if (status != GRAZE_OK)
        return status;
    if (a->motions == NULL || b->motions == NULL)
        if (a->first < a->end && b->first < b->end)
            return GRAZE_ERROR_CHOICE;
    *walk =
        (graze_stretches){.a = a, .b = b, .filter = filter, .margin = margin, .next = INT64_MIN};
    return GRAZE_OK;
}

/* A body that stays does so in the last motion of its last step. */
static pair_motions motions_at(const graze_boxes *boxes, int64_t step)
{
    if (step < boxes->end)
        return boxes->motions[step - boxes->first];
    uint32_t last = boxes->motions[boxes->end - 1 - boxes->first].last;
    return (pair_motions){last, last};
}

static graze_stretch stretch_at(const graze_stretches *walk, int64_t step)
{
    pair_motions a = motions_at(walk->a, step), b = motions_at(walk->b, step);
    return (graze_stretch){a.first, (size_t)a.last - a.first + 1, b.first,
                           (size_t)b.last - b.first + 1};
}

/* Finds the next candidate step and what lives in it; false: none. After the last step
 * in which anything changes no candidate is new. */
static bool next_step(graze_stretches *walk, graze_stretch *found, int64_t *step)
{
    if (!pair_first_candidate(walk->a, walk->b, walk->filter, cpu_level(),
                              float_above(walk->margin), walk->next, step))
        return false;
    *found = stretch_at(walk, *step);
    bool all_stay = *step >= walk->a->end && *step >= walk->b->end;
    walk->next = all_stay ? INT64_MAX : *step + 1;
    return true;
}

/* Neighbours in time are one stretch, for a meeting may cross the step between them; so
 * are two that share a pair of motions, which can only be the last pair of the one. */
static bool continues(const graze_stretch *first, int64_t last, const graze_stretch *second,
                      int64_t step)
{
    return step == last + 1 || (second->first_a < first->first_a + first->count_a &&
                                second->first_b < first->first_b + first->count_b);
}

static void extend(graze_stretch *stretch, const graze_stretch *by)
{
    size_t end_a = by->first_a + by->count_a, end_b = by->first_b + by->count_b;
    if (end_a > stretch->first_a + stretch->count_a)
        stretch->count_a = end_a - stretch->first_a;
    if (end_b > stretch->first_b + stretch->count_b)
        stretch->count_b = end_b - stretch->first_b;
}

bool graze_stretches_next(graze_stretches *walk, graze_stretch *stretch)
{
    FLOAT_MODE_DEFAULT;
    graze_stretch found;
    int64_t step;
    while (next_step(walk, &found, &step)) {
        bool more = walk->pending && continues(&walk->ahead, walk->last, &found, step);
        if (!more && walk->pending) {
            *stretch = walk->ahead;
            walk->ahead = found;
            walk->last = step;
            return true;
        }
        if (more)
            extend(&walk->ahead, &found);
        else
            walk->ahead = found;
        walk->pending = true;
        walk->last = step;
    }
    if (!walk->pending)
        return false;
    *stretch = walk->ahead;
    walk->pending = false;
    return true;
}
