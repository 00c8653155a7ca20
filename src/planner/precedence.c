/* SPDX-License-Identifier: MIT */
/* Steps are put into cells of the plane (of space, by x and y alone), in order of time. A step
 * looks at those that come after it in its cells, until NEXT other agents pass behind it in one;
 * of each agent the first step that does is enough. */
#include "planner/precedence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <graze/unsafe.h>

#include "base/array.h"
#include "geometry/body.h"
#include "motion/box.h"

enum { NEXT = 2, LOOKED_AT = 48, CELLS_A_STEP = 64, STEP_WORK = 64 };

graze_status passing_go_on(passing_watch *watch, uint32_t work)
{
    watch->work += work;
    if (watch->work < WATCH_WORK)
        return GRAZE_OK;
    watch->work = 0;
    return watch->stop != NULL && watch->stop(watch->context) ? GRAZE_ERROR_STOPPED : GRAZE_OK;
}

bool passing_of_discs(const passing *all, uint32_t agent_a, uint32_t agent_b)
{
    return !body_has_corners(&all->bodies[agent_a]) && !body_has_corners(&all->bodies[agent_b]);
}

double passing_reach(const passing *all, uint32_t agent_a, uint32_t agent_b)
{
    return all->bodies[agent_a].radius + all->bodies[agent_b].radius - all->tolerance;
}

/* ---- two steps ------------------------------------------------------------------------------ */

static bool far_apart(const passing *all, const plan_step *a, const plan_step *b)
{
    double along;
    return passing_of_discs(all, a->agent, b->agent) &&
           headway_distance(a->motion->position, a->motion->to, b->motion->position,
                            b->motion->to, &along) >=
               passing_reach(all, a->agent, b->agent) * (1 + 0x1p-40);
}

/* The start is at or beyond one end of all unsafe ones, but for the last bits: they are rounded
 * outwards, and it may have a tail. One between two of them would be safe only for motions that
 * turn back. */
graze_status passing_order(const passing *all, uint32_t a, uint32_t b, int *order)
{
    const plan_step *first = &all->steps[a], *second = &all->steps[b];
    graze_interval unsafe[HEADWAY_ROOM];
    size_t count = 0;
    *order = 0;
    graze_status status = graze_unsafe_starts(
        &all->bodies[first->agent], first->motion, &all->bodies[second->agent], second->motion,
        all->tolerance, &all->workspace, unsafe, HEADWAY_ROOM, &count);
    if (status != GRAZE_OK || count == 0)
        return status;
    double start = first->motion->start;
    *order = start - unsafe[0].lower <= unsafe[count - 1].upper - start ? 1 : 2;
    return GRAZE_OK;
}

/* ---- cells ---------------------------------------------------------------------------------- */

typedef struct cells {
    const passing *all;
    box_reach *reaches; /* by agent */
    uint32_t *order;    /* steps by their begin */
    double side;
    size_t mask;        /* buckets - 1 */
    size_t *first;      /* of each bucket, and one more */
    size_t *next;       /* of each bucket: behind the step that is looked at */
    uint32_t *entries;  /* places in `order`, ascending in a bucket */
    uint32_t *seen;     /* of each step: which one looked at it last, + 1 */
    uint32_t *behind;   /* of each agent: which step it passes behind, + 1, as far as is known */
    uint32_t *passes;   /* of each agent: the place in `order` of its first step that does */
} cells;

typedef struct cell_range {
    int64_t low[2], high[2];
} cell_range;

static int64_t cell_at(const cells *c, double at)
{
    return (int64_t)floor(fmin(fmax(at / c->side, -0x1p50), 0x1p50) + 0.5);
}

static cell_range cells_of(const cells *c, const plan_step *s)
{
    box around;
    cell_range range;
    box_of_reach(&c->reaches[s->agent], s->motion, &around);
    range.low[0] = cell_at(c, around.lower[0]);
    range.low[1] = cell_at(c, around.lower[1]);
    range.high[0] = cell_at(c, around.upper[0]);
    range.high[1] = cell_at(c, around.upper[1]);
    return range;
}

static size_t bucket_of(const cells *c, int64_t x, int64_t y)
{
    uint64_t mixed = (uint64_t)x * UINT64_C(0x9e3779b97f4a7c15) ^
                     (uint64_t)y * UINT64_C(0xc2b2ae3d27d4eb4f);
    mixed ^= mixed >> 29;
    mixed *= UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)(mixed >> 32) & c->mask;
}

/* Wide enough for most steps to be in few cells, and for the longest not to be in too many. */
static double side_of(const cells *c)
{
    double sum = 0, most = 0;
    for (size_t i = 0; i < c->all->step_count; i++) {
        box around;
        box_of_reach(&c->reaches[c->all->steps[i].agent], c->all->steps[i].motion, &around);
        double wide = fmax(around.upper[0] - around.lower[0], around.upper[1] - around.lower[1]);
        sum += wide;
        most = fmax(most, wide);
    }
    return fmax(fmax(sum / (double)c->all->step_count / 2, most / CELLS_A_STEP), 0x1p-500);
}

static int compare_steps(const void *left, const void *right)
{
    const plan_step *a = *(const plan_step *const *)left, *b = *(const plan_step *const *)right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a < b ? -1 : a > b;
}

static graze_status sort_steps(cells *c)
{
    const plan_step **sorted = memory_new(c->all->memory, c->all->step_count, sizeof *sorted);
    if (sorted == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < c->all->step_count; i++)
        sorted[i] = &c->all->steps[i];
    qsort(sorted, c->all->step_count, sizeof *sorted, compare_steps);
    for (size_t i = 0; i < c->all->step_count; i++)
        c->order[i] = (uint32_t)(sorted[i] - c->all->steps);
    memory_free(c->all->memory, sorted);
    return GRAZE_OK;
}

/* Counts the steps of each bucket, or puts them in. */
static size_t fill(cells *c, bool puts)
{
    size_t total = 0;
    for (size_t at = 0; at < c->all->step_count; at++) {
        cell_range r = cells_of(c, &c->all->steps[c->order[at]]);
        for (int64_t y = r.low[1]; y <= r.high[1]; y++)
            for (int64_t x = r.low[0]; x <= r.high[0]; x++, total++) {
                size_t bucket = bucket_of(c, x, y);
                if (puts)
                    c->entries[c->next[bucket]++] = (uint32_t)at;
                else
                    c->first[bucket + 1]++;
            }
    }
    return total;
}

static graze_status open_cells(cells *c, const passing *all, size_t agents)
{
    const graze_allocator *memory = all->memory;
    size_t buckets = 64;
    while (buckets < 2 * all->step_count)
        buckets *= 2;
    *c = (cells){.all = all, .mask = buckets - 1};
    c->reaches = memory_new(memory, agents, sizeof *c->reaches);
    c->order = memory_new(memory, all->step_count, sizeof *c->order);
    c->first = memory_new(memory, buckets + 1, sizeof *c->first);
    c->next = memory_new(memory, buckets, sizeof *c->next);
    c->seen = memory_new(memory, all->step_count, sizeof *c->seen);
    c->behind = memory_new(memory, agents, sizeof *c->behind);
    c->passes = memory_new(memory, agents, sizeof *c->passes);
    if (c->reaches == NULL || c->order == NULL || c->first == NULL || c->next == NULL ||
        c->seen == NULL || c->behind == NULL || c->passes == NULL || sort_steps(c) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < agents; i++)
        c->reaches[i] = box_reach_of(&all->bodies[i]);
    c->side = side_of(c);
    c->entries = memory_new(memory, fill(c, false), sizeof *c->entries);
    if (c->entries == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < buckets; i++) {
        c->first[i + 1] += c->first[i];
        c->next[i] = c->first[i];
    }
    fill(c, true);
    memcpy(c->next, c->first, buckets * sizeof *c->next);
    return GRAZE_OK;
}

static void close_cells(cells *c)
{
    const graze_allocator *memory = c->all->memory;
    memory_free(memory, c->reaches);
    memory_free(memory, c->order);
    memory_free(memory, c->first);
    memory_free(memory, c->next);
    memory_free(memory, c->entries);
    memory_free(memory, c->seen);
    memory_free(memory, c->behind);
    memory_free(memory, c->passes);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

graze_status precedence_add(precedence_list *list, const graze_allocator *memory,
                            precedence added)
{
    if (!ARRAY_RESERVE(memory, list->items, list->room, list->count + 1))
        return GRAZE_ERROR_MEMORY;
    list->items[list->count++] = added;
    return GRAZE_OK;
}

/* A step and one that begins no earlier. *found tells whether they are a pair. */
static graze_status look_at(const passing *all, uint32_t a, uint32_t b, precedence_list *list,
                            bool *found)
{
    const plan_step *first = &all->steps[a], *second = &all->steps[b];
    int order = 1;
    *found = false;
    if (far_apart(all, first, second))
        return GRAZE_OK;
    if (second->begin < first->end || !passing_of_discs(all, first->agent, second->agent)) {
        graze_status status = passing_order(all, a, b, &order);
        if (status != GRAZE_OK || order == 0)
            return status;
    }
    *found = true;
    return precedence_add(list, all->memory,
                          order == 1 ? (precedence){.first = a, .second = b}
                                     : (precedence){.first = b, .second = a});
}

/* The steps in a bucket behind one. */
static graze_status look_behind(cells *c, uint32_t a, size_t bucket, precedence_list *list)
{
    const passing *all = c->all;
    size_t begin = c->next[bucket], end = c->first[bucket + 1];
    size_t found = 0;
    graze_status status = GRAZE_OK;
    for (size_t i = begin; i < end && i < begin + LOOKED_AT && found < NEXT; i++) {
        uint32_t b = c->order[c->entries[i]];
        bool is_pair = false;
        uint32_t other = all->steps[b].agent;
        if (other == all->steps[a].agent)
            continue;
        if (c->behind[other] == a + 1 && c->passes[other] <= c->entries[i]) {
            found++;
            continue;
        }
        if (c->seen[b] == a + 1)
            continue;
        c->seen[b] = a + 1;
        status = look_at(all, a, b, list, &is_pair);
        if (status != GRAZE_OK)
            return status;
        if (is_pair) {
            c->behind[other] = a + 1;
            c->passes[other] = c->entries[i];
        }
        found += is_pair;
    }
    return GRAZE_OK;
}

static graze_status find_all(cells *c, precedence_list *list)
{
    graze_status status = GRAZE_OK;
    for (size_t at = 0; at < c->all->step_count; at++) {
        uint32_t a = c->order[at];
        cell_range r = cells_of(c, &c->all->steps[a]);
        for (int64_t y = r.low[1]; y <= r.high[1]; y++)
            for (int64_t x = r.low[0]; x <= r.high[0] && status == GRAZE_OK; x++) {
                size_t bucket = bucket_of(c, x, y);
                c->next[bucket]++;
                status = look_behind(c, a, bucket, list);
            }
        if (status == GRAZE_OK)
            status = passing_go_on(c->all->watch, STEP_WORK);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

graze_status precedence_find(const passing *all, precedence_list *list)
{
    cells c;
    size_t agents = 0;
    for (size_t i = 0; i < all->step_count; i++)
        agents = all->steps[i].agent >= agents ? all->steps[i].agent + 1 : agents;
    if (all->step_count == 0)
        return GRAZE_OK;
    graze_status status = open_cells(&c, all, agents);
    if (status == GRAZE_OK)
        status = find_all(&c, list);
    close_cells(&c);
    return status;
}
