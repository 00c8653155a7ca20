/* SPDX-License-Identifier: MIT */
/* Keeping agents and items, and making levels of them. See index_store.h. */
#include "broadphase/index_store.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "broadphase/index_boxes.h"
#include "broadphase/index_course.h"
#include "motion/life.h"
#include "numeric/rounding.h"
#include "paths/validate.h"

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
graze_status index_reserve(graze_index *index, size_t wanted)
{
    const size_t capacity = wanted < INDEX_MOTIONS ? wanted : INDEX_MOTIONS;
    void *boxes = index->items.box, *entries = index->items.entry, *lives = index->lives;
    bool grown = grow(&index->allocator, &boxes, capacity, sizeof *index->items.box) &&
                 grow(&index->allocator, &entries, capacity, sizeof *index->items.entry) &&
                 grow(&index->allocator, &lives, capacity, sizeof *index->lives);
    index->items = (index_items){boxes, entries};
    index->lives = lives;
    if (!grown)
        return GRAZE_ERROR_MEMORY;
    index->item_capacity = (uint32_t)capacity;
    return GRAZE_OK;
}

static graze_status grow_items(graze_index *index)
{
    /* UNREACHED: two thousand million motions would be needed. */
    if (index->item_count == INDEX_MOTIONS)
        return GRAZE_ERROR_INDEX;
    return index_reserve(index,
                         grown_capacity(index->item_capacity, index->item_count + (size_t)1));
}

/* Room on level 0, where cleared places are left behind when it grows. */
static graze_status reserve_recent(graze_index *index, size_t more)
{
    index_shelf *old = &index->levels[0].shelf, grown;
    if (more <= old->capacity - old->count)
        return GRAZE_OK;
    if (!shelf_make(&index->allocator, (uint32_t)grown_capacity(old->capacity, old->count + more),
                    true, &grown))
        return GRAZE_ERROR_MEMORY;
    for (uint32_t place = 0; place < old->count; place++) {
        const index_box sides = shelf_box(old, place);
        if (!shelf_is_clear(old, place))
            shelf_append(&grown, &sides, old->entry[place]);
    }
    shelf_free(&index->allocator, old);
    *old = grown;
    return GRAZE_OK;
}

/* ---- items of an index that was opened ------------------------------------------------ */

/* There is room. A motion with an empty life is an item that is nowhere. */
static inline void append_item(graze_index *index, index_entry entry, const box_reach *reach,
                               const graze_motion *motion)
{
    const uint32_t item = index->item_count++;
    index->items.box[item] =
        boxes_of_motion(reach, motion, index->margin, &index->lives[item]);
    index->items.entry[item] = entry;
    index->alive += !motion_is_empty(motion);
}

/* ---- levels ------------------------------------------------------------------------- */

static void free_levels(graze_index *index, int first)
{
    for (int i = first; i < index->level_count; i++)
        level_free(&index->allocator, &index->levels[i]);
    index->level_count = first;
}

/* The numbers of what is alive among `count` items. */
static void number_items(const index_items *all, uint32_t count, uint32_t *numbers)
{
    uint32_t alive = 0;
    for (uint32_t item = 0; item < count; item++) {
        numbers[alive] = item;
        alive += !index_is_nowhere(&all->box[item]);
    }
}

/* Makes levels of all that is alive, and puts them in the place of the old ones. There is room for
 * as many numbers as there are items. `longest`: of levels_make. */
static bool make_levels_of(graze_index *index, const index_items *all, uint32_t count,
                           const float *longest, uint32_t *numbers)
{
    index_level made[INDEX_LEVELS];
    int level_count;
    if (index->alive < count)
        number_items(all, count, numbers);
    else /* without a look at them */
        for (uint32_t item = 0; item < count; item++)
            numbers[item] = item;
    if (!levels_make(&index->allocator, index->method, all, numbers, index->alive, longest, made,
                     &level_count))
        return false;
    free_levels(index, 0);
    index->levels[0] = (index_level){.method = GRAZE_INDEX_SCAN};
    memcpy(index->levels + 1, made, (size_t)level_count * sizeof *made);
    index->level_count = level_count + 1;
    index->holes = 0;
    return true;
}

static bool make_levels_of_items(graze_index *index)
{
    uint32_t *numbers =
        memory_resize(&index->allocator, NULL, index->item_count, sizeof *numbers);
    if (numbers == NULL)
        return false;
    const bool made = make_levels_of(index, &index->items, index->item_count, NULL, numbers);
    memory_free(&index->allocator, numbers);
    return made;
}

static graze_status validate_bodies(const graze_body *body, const graze_trajectory *trajectory)
{
    if (trajectory->motions == NULL && trajectory->count != 0)
        return GRAZE_ERROR_NULL;
    /* Most are discs, which need no call. */
    if (trajectory->bodies == NULL && body->vertex_count == 0 && body->radius >= 0 &&
        body->radius <= DBL_MAX)
        return GRAZE_OK;
    return trajectory_validate_bodies(body, trajectory);
}

/* Writes the items of all agents. */
static graze_status take_items(graze_index *index, index_items items, boxes_made *made)
{
    for (size_t i = 0; i < index->agent_count; i++) {
        index_agent *self = &index->agents[i];
        const graze_trajectory path = index_trajectory(self);
        if (!index_is_present(self))
            continue;
        const uint32_t before = made->alive;
        graze_status status = validate_bodies(&self->body, &path);
        if (status == GRAZE_OK)
            status = boxes_of_agent(self, (uint32_t)i, index->margin, index->level, &items, made);
        if (status != GRAZE_OK)
            return status;
        self->first = made->alive - before;
        items = (index_items){items.box + self->count, items.entry + self->count};
    }
    index->alive = made->alive;
    return GRAZE_OK;
}

enum {
    BOX_LINE = 64, /* [bytes] two boxes in a line of the cache, none in two lines */
    UNTOUCHED = 12 /* [bytes] an item */
};

/* Room for items and as many numbers, in one block, the end of which nobody touches. (glibc gives
 * the system back what is free at the end of its memory once that is twice the longest block it had
 * mapped. With that end, room, shelf and all else together are less; without it, who makes one
 * index after the other waits for new pages each time.) */
static void *make_room(graze_index *index, size_t count, index_items *items, uint32_t **numbers)
{
    const size_t each = sizeof *items->box + sizeof *items->entry + sizeof **numbers + UNTOUCHED;
    char *room = memory_resize(&index->allocator, NULL, count + BOX_LINE / each + 1, each);
    if (room == NULL)
        return NULL;
    items->box = (index_box *)(void *)(room + (BOX_LINE - (uintptr_t)room % BOX_LINE) % BOX_LINE);
    items->entry = (index_entry *)(void *)(items->box + count);
    *numbers = (uint32_t *)(void *)(items->entry + count);
    return room;
}

static graze_status make_boxes_and_levels(graze_index *index)
{
    size_t count = 0;
    index_items items;
    uint32_t *numbers;
    boxes_made made = {0, {0}};
    for (size_t i = 0; i < index->agent_count; i++)
        count += index->agents[i].count;
    /* UNREACHED: two thousand million motions would be needed. */
    if (count > INDEX_MOTIONS)
        return GRAZE_ERROR_INDEX;
    void *room = make_room(index, count, &items, &numbers);
    if (room == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = take_items(index, items, &made);
    if (status == GRAZE_OK &&
        !make_levels_of(index, &items, (uint32_t)count, made.longest, numbers))
        status = GRAZE_ERROR_MEMORY;
    memory_free(&index->allocator, room);
    return status;
}

bool index_make_levels(graze_index *index)
{
    return index->is_open ? make_levels_of_items(index)
                          : make_boxes_and_levels(index) == GRAZE_OK;
}

/* Is there so much new, or so little left, that the levels are worth making anew? */
static void tidy(graze_index *index)
{
    enum { LITTLE = 256 };
    uint32_t recent = index->levels[0].shelf.count;
    if (recent <= LITTLE + index->alive / 16 && index->holes <= LITTLE + index->alive)
        return;
    index_make_levels(index);
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
    const bool full = index->item_count == index->item_capacity;
    const graze_status status = full ? grow_items(index) : GRAZE_OK;
    if (self->count == 0)
        self->first = index->item_count;
    *entry = (index_entry){(uint32_t)agent, self->count | course};
    self->count += status == GRAZE_OK;
    return status;
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
    if (status == GRAZE_OK) {
        const uint32_t item = index->item_count++;
        index->items.box[item] = index_box_narrow(wide);
        index->items.entry[item] = entry;
        index->lives[item] = (index_life){wide->begin, wide->end};
        index->alive++;
    }
    return status;
}

void index_take_back(graze_index *index)
{
    const uint32_t item = --index->item_count;
    index->agents[index->items.entry[item].agent].count--;
    index->alive -= !index_is_nowhere(&index->items.box[item]);
}

graze_status index_fill(graze_index *index)
{
    return make_boxes_and_levels(index);
}

void index_own_boxes(const graze_index *index, index_entry from, uint32_t count,
                     const index_items *own)
{
    index_agent part = index->agents[from.agent];
    boxes_made unused = {0, {0}};
    assert(!index->is_open); /* nobody asks one about its agents */
    part.motions += from.motion;
    part.bodies = part.bodies == NULL ? NULL : part.bodies + from.motion;
    part.count = count;
    if (boxes_of_agent(&part, from.agent, index->margin, index->level, own, &unused) == GRAZE_OK)
        return;
    /* A caller has changed motions too early. */
    for (uint32_t i = 0; i < count; i++)
        own->box[i].lower[0] = (float)NAN;
}

/* ---- agents in and out -------------------------------------------------------------- */

typedef struct clearing {
    index_entry entry;
    uint32_t place;
    bool found;
} clearing;

/* The visitor that looks for the box of an entry. */
static bool is_other(void *context, const index_shelf *shelf, uint32_t place)
{
    clearing *search = context;
    const index_entry *entry = &shelf->entry[place];
    search->found = entry->agent == search->entry.agent && entry->motion == search->entry.motion;
    search->place = place;
    return !search->found;
}

static void clear_place(graze_index *index, int level, uint32_t place)
{
    level_clear(&index->levels[level], place);
    index->agents[index->levels[level].shelf.entry[place].agent].first--;
    index->holes += level > 0;
    index->alive--;
}

/* A box meets itself, so that asking with it finds it. */
static void clear_motion(graze_index *index, index_entry entry)
{
    index_box sides;
    index_own_boxes(index, entry, 1, &(index_items){&sides, &(index_entry){0, 0}});
    if (index_is_nowhere(&sides))
        return;
    const index_probe probe = probe_of_entry(&sides, &entry);
    clearing search = {entry, 0, false};
    index_sieve sieve;
    index_sieve_make(index, is_other, &search, &sieve);
    for (int level = 0; level < index->level_count && !search.found; level++) {
        level_ask(&index->levels[level], &probe, 0, &sieve);
        if (search.found)
            clear_place(index, level, search.place);
    }
}

/* Where a caller has changed motions too early, boxes are left that only a look at all finds. */
static void clear_rest(graze_index *index, size_t agent)
{
    for (int level = 0; level < index->level_count; level++) {
        const index_shelf *shelf = &index->levels[level].shelf;
        for (uint32_t place = 0; place < shelf->count; place++)
            if (shelf->entry[place].agent == agent && !shelf_is_clear(shelf, place))
                clear_place(index, level, place);
    }
}

static void take_out(graze_index *index, size_t agent)
{
    index_agent *self = &index->agents[agent];
    for (uint32_t i = 0; i < self->count; i++)
        clear_motion(index, (index_entry){(uint32_t)agent, i});
    if (self->first > 0)
        clear_rest(index, agent);
    *self = (index_agent){.first = INDEX_ABSENT};
}

static void put_in(graze_index *index, uint32_t agent)
{
    for (uint32_t i = 0; i < index->agents[agent].count; i++) {
        const index_entry own = {agent, i};
        index_box sides;
        index_own_boxes(index, own, 1, &(index_items){&sides, &(index_entry){0, 0}});
        if (index_is_nowhere(&sides))
            continue;
        shelf_append(&index->levels[0].shelf, &sides, own);
        index->agents[agent].first++;
        index->alive++;
    }
}

graze_status index_insert(graze_index *index, size_t agent, const graze_body *body,
                          const graze_trajectory *trajectory)
{
    const index_agent self = index_agent_of(body, trajectory);
    if (agent >= UINT32_MAX - 1)
        return GRAZE_ERROR_INDEX;
    graze_status status = reserve_agents(index, agent + 1);
    /* UNREACHED: two thousand million motions would be needed. */
    if (status == GRAZE_OK && trajectory->count > INDEX_MOTIONS - index->alive - index->holes)
        status = GRAZE_ERROR_INDEX;
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

index_life index_life_of(const graze_index *index, index_entry entry)
{
    const index_agent *self = &index->agents[entry.agent];
    const uint32_t motion = entry.motion & index->motion_bits;
    index_life life;
    if (index->is_open)
        return index->lives[self->first + motion];
    box_life_of(&self->motions[motion], &life.begin, &life.end);
    return life;
}

static index_life life_of(const void *context, index_entry entry)
{
    return index_life_of(context, entry);
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
