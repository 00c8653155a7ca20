/* SPDX-License-Identifier: MIT */
/* <graze/index.h>: the door of the index. What lies behind it: index_store.h. */
#include <graze/index.h>

#include <math.h>

#include "broadphase/index_course.h"
#include "broadphase/index_store.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "paths/validate.h"

/* ---- making ------------------------------------------------------------------------- */

static graze_status validate_options(const graze_index_options *options)
{
    if (options == NULL)
        return GRAZE_OK;
    if ((unsigned)options->method > GRAZE_INDEX_MASKS)
        return GRAZE_ERROR_CHOICE;
    return tolerance_validate(options->margin);
}

/* But for the motions and bodies themselves, which index_fill looks at while they are at hand. */
static graze_status validate_arrays(const graze_body *bodies,
                                    const graze_trajectory *trajectories, size_t count)
{
    if (count > 0 && (bodies == NULL || trajectories == NULL))
        return GRAZE_ERROR_NULL;
    for (size_t i = 0; i < count && count <= UINT32_MAX - 1; i++)
        if (trajectories[i].count > INDEX_AGENT_MOTIONS)
            return GRAZE_ERROR_INDEX;
    return count > UINT32_MAX - 1 ? GRAZE_ERROR_INDEX : GRAZE_OK;
}

/* Agents without motions. */
static bool take_bodies(graze_index *index, const graze_body *bodies, size_t count)
{
    const graze_trajectory none = {.count = 0};
    index->agents = memory_new(&index->allocator, count, sizeof *index->agents);
    if (index->agents == NULL)
        return false;
    index->agent_count = index->agent_capacity = count;
    for (size_t i = 0; i < count; i++)
        index->agents[i] = index_agent_of(&bodies[i], &none);
    return true;
}

/* Each of two boxes grows by half the margin. */
static double half_up(double margin)
{
    double half = margin / 2;
    return half + half < margin ? double_next_up(half) : half;
}

graze_status index_open(const graze_body *bodies, size_t agents,
                        const graze_index_options *options, const graze_allocator *allocator,
                        graze_index **index)
{
    const graze_allocator memory = memory_allocator(allocator);
    graze_index *made = memory_new(&memory, 1, sizeof *made);
    if (made == NULL)
        return GRAZE_ERROR_MEMORY;
    made->allocator = memory;
    made->method = options == NULL ? GRAZE_INDEX_AUTO : options->method;
    made->margin = options == NULL ? 0 : half_up(options->margin);
    made->motion_bits = COURSE_MOTIONS;
    made->is_open = true;
    made->level = cpu_level();
    made->search = search_with(made->level);
    if (!take_bodies(made, bodies, agents)) {
        graze_index_free(made);
        return GRAZE_ERROR_MEMORY;
    }
    *index = made;
    return GRAZE_OK;
}

graze_status graze_index_new(const graze_body *bodies, const graze_trajectory *trajectories,
                             size_t count, const graze_index_options *options,
                             const graze_allocator *allocator, graze_index **index)
{
    FLOAT_MODE_DEFAULT;
    graze_index *made = NULL;
    if (index == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = validate_options(options);
    if (status == GRAZE_OK)
        status = validate_arrays(bodies, trajectories, count);
    if (status == GRAZE_OK)
        status = index_open(bodies, count, options, allocator, &made);
    if (status != GRAZE_OK)
        return status;
    made->motion_bits = UINT32_MAX;
    made->is_open = false;
    for (size_t i = 0; i < count; i++)
        made->agents[i] = index_agent_of(&bodies[i], &trajectories[i]);
    status = index_fill(made);
    if (status != GRAZE_OK)
        graze_index_free(made);
    else
        *index = made;
    return status;
}

void graze_index_free(graze_index *index)
{
    if (index == NULL)
        return;
    const graze_allocator memory = index->allocator;
    for (int i = 0; i < index->level_count; i++)
        level_free(&memory, &index->levels[i]);
    memory_free(&memory, index->agents);
    memory_free(&memory, index->items.box);
    memory_free(&memory, index->items.entry);
    memory_free(&memory, index->lives);
    memory_free(&memory, index);
}

graze_status graze_index_insert(graze_index *index, size_t agent, const graze_body *body,
                                const graze_trajectory *trajectory)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = index_validate_agent(body, trajectory);
    return status == GRAZE_OK ? index_insert(index, agent, body, trajectory) : status;
}

graze_status index_validate_present(const graze_index *index, size_t agent)
{
    if (index == NULL)
        return GRAZE_ERROR_NULL;
    return agent < index->agent_count && index_is_present(&index->agents[agent])
               ? GRAZE_OK
               : GRAZE_ERROR_INDEX;
}

graze_status graze_index_remove(graze_index *index, size_t agent)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = index_validate_present(index, agent);
    if (status == GRAZE_OK)
        index_remove(index, agent);
    return status;
}

graze_status graze_index_agent(const graze_index *index, size_t agent, graze_body *body,
                               graze_trajectory *trajectory)
{
    graze_status status = index_validate_present(index, agent);
    if (status == GRAZE_OK && (body == NULL || trajectory == NULL))
        status = GRAZE_ERROR_NULL;
    if (status != GRAZE_OK)
        return status;
    *body = index->agents[agent].body;
    *trajectory = index_trajectory(&index->agents[agent]);
    return GRAZE_OK;
}

graze_status graze_index_measure(const graze_index *index, graze_index_size *size)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || size == NULL)
        return GRAZE_ERROR_NULL;
    graze_index_size found = {.agents = index->agent_count, .motions = index->alive,
                              .levels = (size_t)index->level_count,
                              .method = GRAZE_INDEX_SCAN};
    found.bytes = sizeof *index + index->agent_capacity * sizeof *index->agents;
    for (int i = 0, largest = 0; i < index->level_count; i++) {
        found.bytes += level_bytes(&index->levels[i]);
        if (index->levels[i].shelf.count > index->levels[largest].shelf.count)
            largest = i;
        found.method = index->levels[largest].method;
    }
    *size = found;
    return GRAZE_OK;
}
