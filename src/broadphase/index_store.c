/* SPDX-License-Identifier: MIT */
/* Keeping agents and items, and making levels of them. See index_store.h. */
#include "broadphase/index_store.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "motion/life.h"
#include "numeric/rounding.h"

/* ---- boxes of floats ---------------------------------------------------------------- */

/* Beyond the range the cast gives an infinity or is not defined: hence the largest
 * float first. */
static float below(double side)
{
    if (side > FLT_MAX)
        return FLT_MAX;
    if (side < -FLT_MAX)
        return -INFINITY;
    float nearest = (float)side;
    return nearest > side ? float_down(nearest) : nearest;
}

static float above(double side)
{
    return -below(-side);
}

index_box index_box_narrow(const box *wide)
{
    index_box result;
    for (int k = 0; k < 3; k++) {
        result.lower[k] = below(wide->lower[k]);
        result.upper[k] = above(wide->upper[k]);
    }
    result.lower[INDEX_TIME] = below(wide->begin);
    result.upper[INDEX_TIME] = above(wide->end);
    return result;
}

index_box index_box_of(const box_reach *reach, const graze_motion *motion, double margin,
                       index_life *life)
{
    box wide;
    box_of_reach(reach, motion, &wide);
    box_grow(&wide, margin);
    *life = (index_life){wide.begin, wide.end};
    return index_box_narrow(&wide);
}

double index_margin_of(const graze_index *index, double margin)
{
    return margin == 0 ? index->margin : double_next_up(index->margin + margin);
}

/* ---- room --------------------------------------------------------------------------- */

/* Room for at least `wanted` of something; half as many again when it grows. */
static bool grow(const graze_allocator *allocator, void **block, size_t capacity, size_t size)
{
    void *grown = memory_resize(allocator, *block, capacity, size);
    if (grown == NULL)
        return false;
    *block = grown;
    return true;
}

static size_t grown_capacity(size_t capacity, size_t wanted)
{
    size_t more = capacity + capacity / 2;
    return wanted > more ? wanted : more;
}

static graze_status reserve_agents(graze_index *index, size_t wanted)
{
    if (wanted > UINT32_MAX - 1)
        return GRAZE_ERROR_INDEX;
    if (wanted <= index->agent_capacity)
        return GRAZE_OK;
    size_t capacity = grown_capacity(index->agent_capacity, wanted);
    void *agents = index->agents;
    if (!grow(&index->allocator, &agents, capacity, sizeof *index->agents))
        return GRAZE_ERROR_MEMORY;
    index->agents = agents;
    memset(index->agents + index->agent_capacity, 0,
           (capacity - index->agent_capacity) * sizeof *index->agents);
    index->agent_capacity = capacity;
    return GRAZE_OK;
}

/* A block that has grown stays so when a later one cannot: only the capacity tells
 * how much may be used. */
static graze_status reserve_items(graze_index *index, size_t more)
{
    size_t wanted = index->item_count + more;
    if (more > UINT32_MAX - 1 || wanted > UINT32_MAX - 1)
        return GRAZE_ERROR_INDEX;
    if (wanted <= index->item_capacity)
        return GRAZE_OK;
    size_t capacity = grown_capacity(index->item_capacity, wanted);
    capacity = capacity < UINT32_MAX - 1 ? capacity : UINT32_MAX - 1;
    void *boxes = index->boxes, *lives = index->lives, *owners = index->owners,
         *places = index->places;
    bool grown = grow(&index->allocator, &boxes, capacity, sizeof *index->boxes) &&
                 grow(&index->allocator, &lives, capacity, sizeof *index->lives) &&
                 grow(&index->allocator, &owners, capacity, sizeof *index->owners) &&
                 grow(&index->allocator, &places, capacity, sizeof *index->places);
    index->boxes = boxes;
    index->lives = lives;
    index->owners = owners;
    index->places = places;
    if (!grown)
        return GRAZE_ERROR_MEMORY;
    index->item_capacity = (uint32_t)capacity;
    return GRAZE_OK;
}

/* Room on level 0, where cleared places are left behind when it grows. */
static graze_status reserve_recent(graze_index *index, size_t more)
{
    index_shelf *old = &index->levels[0].shelf, grown;
    if (more <= old->capacity - old->count)
        return GRAZE_OK;
    if (!shelf_make(&index->allocator, (uint32_t)grown_capacity(old->capacity, old->count + more),
                    &grown))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t place = 0; place < old->count; place++) {
        uint32_t item = old->item[place];
        if (index->places[item].level != 0 || index->places[item].place != place)
            continue;
        index->places[item].place = grown.count;
        shelf_append(&grown, item, &index->boxes[item]);
    }
    shelf_free(&index->allocator, old);
    *old = grown;
    return GRAZE_OK;
}

/* ---- items -------------------------------------------------------------------------- */

/* There is room. Motions with empty lives are items that are nowhere. */
static void append_items(graze_index *index, uint32_t agent)
{
    index_agent *self = &index->agents[agent];
    const box_reach reach = box_reach_of(&self->body);
    self->first = index->item_count;
    for (size_t i = 0; i < self->trajectory.count; i++) {
        const graze_motion *motion = &self->trajectory.motions[i];
        uint32_t item = index->item_count++;
        index->boxes[item] = index_box_of(&reach, motion, index->margin, &index->lives[item]);
        index->owners[item] = agent;
        index->places[item].level = motion_is_empty(motion) ? INDEX_NOWHERE : 0;
        index->alive += !motion_is_empty(motion);
    }
}

/* ---- levels ------------------------------------------------------------------------- */

static void free_levels(graze_index *index, int first)
{
    for (int i = first; i < index->level_count; i++)
        level_free(&index->allocator, &index->levels[i]);
    index->level_count = first;
}

static void note_places(graze_index *index)
{
    for (int i = 1; i < index->level_count; i++) {
        const index_shelf *shelf = &index->levels[i].shelf;
        for (uint32_t place = 0; place < shelf->count; place++)
            index->places[shelf->item[place]] = (index_place){place, (uint8_t)i};
    }
}

/* Renumbers the items that are still there, when most are not. Needs memory, and
 * does without where there is none. */
static void compact(graze_index *index)
{
    uint32_t *number = memory_resize(&index->allocator, NULL, index->item_count, sizeof *number);
    uint32_t kept = 0;
    if (number == NULL)
        return;
    for (uint32_t item = 0; item < index->item_count; item++) {
        const index_agent *owner = &index->agents[index->owners[item]];
        bool stays = owner->present && item - owner->first < owner->trajectory.count;
        number[item] = kept;
        if (!stays)
            continue;
        index->boxes[kept] = index->boxes[item];
        index->lives[kept] = index->lives[item];
        index->owners[kept] = index->owners[item];
        index->places[kept++] = index->places[item];
    }
    for (size_t i = 0; i < index->agent_count; i++)
        if (index->agents[i].present && index->agents[i].trajectory.count > 0)
            index->agents[i].first = number[index->agents[i].first];
    for (int i = 0; i < index->level_count; i++)
        for (uint32_t place = 0; place < index->levels[i].shelf.count; place++)
            index->levels[i].shelf.item[place] = number[index->levels[i].shelf.item[place]];
    index->item_count = kept;
    memory_free(&index->allocator, number);
}

/* All levels anew; false when there is no memory, and then the old ones stand. */
static bool make_levels(graze_index *index)
{
    index_level made[INDEX_LEVELS];
    int count;
    uint32_t alive = 0;
    uint32_t *items =
        memory_resize(&index->allocator, NULL, (size_t)index->alive, sizeof *items);
    if (items == NULL)
        return false;
    for (uint32_t item = 0; item < index->item_count; item++)
        if (index->places[item].level != INDEX_NOWHERE)
            items[alive++] = item;
    bool done = levels_make(&index->allocator, index->method, index->boxes, items, alive, made,
                            &count);
    memory_free(&index->allocator, items);
    if (!done)
        return false;
    free_levels(index, 0);
    index->levels[0] = (index_level){.method = GRAZE_INDEX_SCAN};
    memcpy(index->levels + 1, made, (size_t)count * sizeof *made);
    index->level_count = count + 1;
    index->holes = 0;
    note_places(index);
    return true;
}

/* Is there so much new, or so little left, that the levels are worth making anew? */
static void tidy(graze_index *index)
{
    enum { LITTLE = 256 };
    uint32_t recent = index->levels[0].shelf.count;
    if (recent <= LITTLE + index->alive / 16 && index->holes <= LITTLE + index->alive)
        return;
    if (make_levels(index) && index->item_count / 2 > index->alive)
        compact(index);
}

graze_status index_fill(graze_index *index)
{
    size_t items = 0;
    for (size_t i = 0; i < index->agent_count; i++)
        items += index->agents[i].trajectory.count;
    graze_status status = reserve_items(index, items);
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < index->agent_count; i++)
        append_items(index, (uint32_t)i);
    return make_levels(index) ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* ---- agents in and out -------------------------------------------------------------- */

static void clear_item(graze_index *index, uint32_t item)
{
    index_place *at = &index->places[item];
    if (at->level == INDEX_NOWHERE)
        return;
    shelf_clear(&index->levels[at->level].shelf, at->place);
    index->holes += at->level > 0;
    index->alive--;
    at->level = INDEX_NOWHERE;
}

static void take_out(graze_index *index, size_t agent)
{
    index_agent *self = &index->agents[agent];
    for (size_t i = 0; i < self->trajectory.count; i++)
        clear_item(index, self->first + (uint32_t)i);
    *self = (index_agent){.present = false};
}

static void put_in(graze_index *index, uint32_t agent)
{
    append_items(index, agent);
    for (uint32_t item = index->agents[agent].first; item < index->item_count; item++)
        if (index->places[item].level == 0) {
            index->places[item].place = index->levels[0].shelf.count;
            shelf_append(&index->levels[0].shelf, item, &index->boxes[item]);
        }
}

graze_status index_insert(graze_index *index, size_t agent, const graze_body *body,
                          const graze_trajectory *trajectory)
{
    const index_agent self = {*body, *trajectory, 0, true};
    if (agent >= UINT32_MAX - 1)
        return GRAZE_ERROR_INDEX;
    graze_status status = reserve_agents(index, agent + 1);
    if (status == GRAZE_OK)
        status = reserve_items(index, trajectory->count);
    if (status == GRAZE_OK)
        status = reserve_recent(index, trajectory->count);
    if (status != GRAZE_OK)
        return status;
    if (agent < index->agent_count && index->agents[agent].present)
        take_out(index, agent);
    if (agent >= index->agent_count)
        index->agent_count = agent + 1;
    index->agents[agent] = self;
    put_in(index, (uint32_t)agent);
    tidy(index);
    return GRAZE_OK;
}

void index_remove(graze_index *index, size_t agent)
{
    take_out(index, agent);
    tidy(index);
}

/* ---- asking ------------------------------------------------------------------------- */

void index_ask(const graze_index *index, const index_probe *probe, index_sieve *sieve)
{
    for (int i = 0; i < index->level_count; i++)
        level_ask(&index->levels[i], probe, 0, sieve);
}
