/* SPDX-License-Identifier: MIT */
/* Keeping agents and items, and making levels of them. See index_store.h. */
#include "broadphase/index_store.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "broadphase/index_course.h"
#include "broadphase/index_quad.h"
#include "motion/life.h"
#include "numeric/rounding.h"
#include "paths/validate.h"

/* ---- boxes of floats ---------------------------------------------------------------- */

index_box index_box_narrow(const box *wide)
{
    const double *low = wide->lower, *high = wide->upper;
    index_box result;
    quad_store(result.lower, quad_below(low[0], low[1], low[2], wide->begin));
    quad_store(result.upper,
               quad_negative(quad_below(-high[0], -high[1], -high[2], -wide->end)));
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
    if (wanted <= index->agent_capacity)
        return GRAZE_OK;
    size_t capacity = grown_capacity(index->agent_capacity, wanted);
    void *agents = index->agents;
    if (!grow(&index->allocator, &agents, capacity, sizeof *index->agents))
        return GRAZE_ERROR_MEMORY;
    index->agents = agents;
    for (size_t i = index->agent_capacity; i < capacity; i++)
        index->agents[i] = (index_agent){.first = INDEX_ABSENT};
    index->agent_capacity = capacity;
    return GRAZE_OK;
}

/* A block that has grown stays so when a later one cannot: only the capacity tells
 * how much may be used. */
static graze_status reserve_items(graze_index *index, size_t more)
{
    size_t wanted = index->item_count + more;
    /* UNREACHED: two thousand million motions would be needed. */
    if (more > INDEX_MOTIONS || wanted > INDEX_MOTIONS)
        return GRAZE_ERROR_INDEX;
    if (wanted <= index->item_capacity)
        return GRAZE_OK;
    size_t capacity = grown_capacity(index->item_capacity, wanted);
    capacity = capacity < INDEX_MOTIONS ? capacity : INDEX_MOTIONS;
    void *items = index->items, *lives = index->lives;
    bool grown = grow(&index->allocator, &items, capacity, sizeof *index->items) &&
                 grow(&index->allocator, &lives, capacity, sizeof *index->lives);
    index->items = items;
    index->lives = lives;
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
        const index_item item = {shelf_box(old, place), old->entry[place]};
        if (!shelf_is_clear(old, place))
            shelf_append(&grown, &item);
    }
    shelf_free(&index->allocator, old);
    *old = grown;
    return GRAZE_OK;
}

/* ---- items -------------------------------------------------------------------------- */

static index_item item_of(const box_reach *reach, const graze_motion *motion, double margin,
                          index_entry entry, index_life *life)
{
    const float nowhere = (float)NAN;
    index_item item = {index_box_of(reach, motion, margin, life), entry};
    if (motion_is_empty(motion))
        for (int k = 0; k < INDEX_AXES; k++)
            item.box.lower[k] = item.box.upper[k] = nowhere;
    return item;
}

/* There is room. A motion with an empty life is an item that is nowhere. */
static inline void append_item(graze_index *index, index_entry entry, const box_reach *reach,
                               const graze_motion *motion)
{
    const uint32_t item = index->item_count++;
    index->items[item] = item_of(reach, motion, index->margin, entry, &index->lives[item]);
    index->alive += !motion_is_empty(motion);
}

static void append_items(graze_index *index, uint32_t agent)
{
    const index_agent self = index->agents[agent];
    const box_reach reach = box_reach_of(&self.body);
    index->agents[agent].first = index->item_count;
    if (self.bodies == NULL)
        for (uint32_t i = 0; i < self.count; i++)
            append_item(index, (index_entry){agent, i}, &reach, &self.motions[i]);
    else
        for (uint32_t i = 0; i < self.count; i++) {
            const box_reach own = box_reach_of(&self.bodies[i]);
            append_item(index, (index_entry){agent, i}, &own, &self.motions[i]);
        }
}

/* ---- levels ------------------------------------------------------------------------- */

static void free_levels(graze_index *index, int first)
{
    for (int i = first; i < index->level_count; i++)
        level_free(&index->allocator, &index->levels[i]);
    index->level_count = first;
}

static bool is_current(const graze_index *index, uint32_t item)
{
    const index_agent *owner = &index->agents[index->items[item].entry.agent];
    return item - owner->first < owner->count; /* 0 where there is no such agent */
}

/* Renumbers the items that are still there, an agent's at a time. Shelves know agents
 * and motions, not items, so nothing else changes. */
static void compact(graze_index *index)
{
    uint32_t kept = 0;
    for (uint32_t item = 0; item < index->item_count;) {
        index_agent *owner = &index->agents[index->items[item].entry.agent];
        const uint32_t count = owner->count;
        if (!is_current(index, item)) {
            item++;
            continue;
        }
        memmove(index->items + kept, index->items + item, count * sizeof *index->items);
        memmove(index->lives + kept, index->lives + item, count * sizeof *index->lives);
        owner->first = kept;
        kept += count;
        item += count;
    }
    index->item_count = kept;
}

bool index_make_levels(graze_index *index)
{
    index_level made[INDEX_LEVELS];
    int count;
    uint32_t alive = 0;
    uint32_t *items = memory_resize(&index->allocator, NULL, index->alive, sizeof *items);
    if (items == NULL)
        return false;
    for (uint32_t item = 0; item < index->item_count; item++)
        if (!index_item_is_nowhere(&index->items[item]) && is_current(index, item))
            items[alive++] = item;
    bool done = levels_make(&index->allocator, index->method, index->items, items, alive, made,
                            &count);
    memory_free(&index->allocator, items);
    if (!done)
        return false;
    free_levels(index, 0);
    index->levels[0] = (index_level){.method = GRAZE_INDEX_SCAN};
    memcpy(index->levels + 1, made, (size_t)count * sizeof *made);
    index->level_count = count + 1;
    index->holes = 0;
    return true;
}

/* Is there so much new, or so little left, that the levels are worth making anew? */
static void tidy(graze_index *index)
{
    enum { LITTLE = 256 };
    uint32_t recent = index->levels[0].shelf.count;
    if (recent <= LITTLE + index->alive / 16 && index->holes <= LITTLE + index->alive)
        return;
    if (index_make_levels(index) && index->item_count / 2 > index->alive)
        compact(index);
}

graze_status index_validate_agent(const graze_body *body, const graze_trajectory *trajectory)
{
    if (body == NULL || trajectory == NULL)
        return GRAZE_ERROR_NULL;
    if (trajectory->count > INDEX_AGENT_MOTIONS)
        return GRAZE_ERROR_INDEX;
    return trajectory_validate(body, trajectory);
}

void index_empty(graze_index *index)
{
    free_levels(index, 0);
    for (size_t i = 0; i < index->agent_count; i++)
        index->agents[i].count = 0;
    index->item_count = index->alive = 0;
}

/* Room for an agent's next item, and its number. */
static inline graze_status next_entry(graze_index *index, size_t agent, uint32_t course,
                                      index_entry *entry)
{
    index_agent *self = &index->agents[agent];
    /* UNREACHED: it would have to be alive with 536 million others of its agent */
    if (self->count > COURSE_MOTIONS)
        return GRAZE_ERROR_INDEX;
    if (index->item_count == index->item_capacity) {
        graze_status status = reserve_items(index, 1);
        if (status != GRAZE_OK)
            return status;
    }
    if (self->count == 0)
        self->first = index->item_count;
    *entry = (index_entry){(uint32_t)agent, self->count++ | course};
    return GRAZE_OK;
}

graze_status index_append(graze_index *index, size_t agent, const box_reach *reach,
                          const graze_motion *motion, uint32_t course)
{
    index_entry entry;
    graze_status status = next_entry(index, agent, course, &entry);
    if (status == GRAZE_OK)
        append_item(index, entry, reach, motion);
    return status;
}

graze_status index_append_box(graze_index *index, size_t agent, const box *wide, uint32_t course)
{
    index_entry entry;
    graze_status status = next_entry(index, agent, course, &entry);
    if (status != GRAZE_OK)
        return status;
    const uint32_t item = index->item_count++;
    index->items[item] = (index_item){index_box_narrow(wide), entry};
    index->lives[item] = (index_life){wide->begin, wide->end};
    index->alive++;
    return GRAZE_OK;
}

void index_take_back(graze_index *index)
{
    const index_item *item = &index->items[--index->item_count];
    index->agents[item->entry.agent].count--;
    index->alive -= !index_item_is_nowhere(item);
}

graze_status index_fill(graze_index *index)
{
    size_t items = 0;
    for (size_t i = 0; i < index->agent_count; i++)
        items += index->agents[i].count;
    graze_status status = reserve_items(index, items);
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < index->agent_count; i++) {
        const graze_trajectory path = index_trajectory(&index->agents[i]);
        status = index_validate_agent(&index->agents[i].body, &path);
        if (status != GRAZE_OK)
            return status;
        append_items(index, (uint32_t)i);
    }
    return index_make_levels(index) ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* ---- agents in and out -------------------------------------------------------------- */

typedef struct clearing {
    graze_index *index;
    index_entry entry;
    int level;
    bool found;
} clearing;

/* The visitor that looks for the box of an entry. */
static bool is_other(void *context, const index_shelf *shelf, uint32_t place)
{
    clearing *search = context;
    const index_entry *entry = &shelf->entry[place];
    if (entry->agent != search->entry.agent || entry->motion != search->entry.motion)
        return true;
    shelf_clear(&search->index->levels[search->level].shelf, place);
    search->found = true;
    return false;
}

/* A box meets itself, so that asking with it finds it. */
static void clear_item(graze_index *index, uint32_t item)
{
    const index_item *gone = &index->items[item];
    if (index_item_is_nowhere(gone))
        return;
    const index_probe probe = probe_of_life(&gone->box, index->lives[item], false);
    clearing search = {index, gone->entry, 0, false};
    index_sieve sieve;
    index_sieve_make(index, is_other, &search, &sieve);
    for (; search.level < index->level_count && !search.found; search.level++)
        level_ask(&index->levels[search.level], &probe, 0, &sieve);
    assert(search.found);
    index->holes += search.level > 1; /* one more than where it was */
    index->alive--;
}

static void take_out(graze_index *index, size_t agent)
{
    index_agent *self = &index->agents[agent];
    for (size_t i = 0; i < self->count; i++)
        clear_item(index, self->first + (uint32_t)i);
    *self = (index_agent){.first = INDEX_ABSENT};
}

static void put_in(graze_index *index, uint32_t agent)
{
    append_items(index, agent);
    for (uint32_t item = index->agents[agent].first; item < index->item_count; item++)
        if (!index_item_is_nowhere(&index->items[item]))
            shelf_append(&index->levels[0].shelf, &index->items[item]);
}

graze_status index_insert(graze_index *index, size_t agent, const graze_body *body,
                          const graze_trajectory *trajectory)
{
    const index_agent self = index_agent_of(body, trajectory);
    if (agent >= UINT32_MAX - 1)
        return GRAZE_ERROR_INDEX;
    graze_status status = reserve_agents(index, agent + 1);
    if (status == GRAZE_OK)
        status = reserve_items(index, trajectory->count);
    if (status == GRAZE_OK)
        status = reserve_recent(index, trajectory->count);
    if (status != GRAZE_OK)
        return status;
    if (agent < index->agent_count && index_is_present(&index->agents[agent]))
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

static index_life life_of(const void *context, index_entry entry)
{
    const graze_index *index = context;
    return index->lives[index->agents[entry.agent].first + (entry.motion & index->motion_bits)];
}

index_lives index_lives_of(const graze_index *index)
{
    return (index_lives){life_of, index};
}

void index_sieve_make(const graze_index *index, sieve_visit visit, void *context,
                      index_sieve *made)
{
    made->search = index->search;
    made->lives = index_lives_of(index);
    made->except = UINT32_MAX;
    made->visit = visit;
    made->context = context;
    made->stopped = false;
}

void index_ask(const graze_index *index, const index_probe *probe, index_sieve *sieve)
{
    for (int i = 0; i < index->level_count; i++)
        level_ask(&index->levels[i], probe, 0, sieve);
}
