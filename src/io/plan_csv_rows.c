/* SPDX-License-Identifier: MIT */
/* The rows of one agent while a plan is read: in memory, or in a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/plan_csv.h"
#include "io/spill.h"

/* In a file, the waypoints of an agent lie in stretches. The latest stretch grows where it lies
 * while nothing is behind it, so those of a plan that is sorted by agents are in one. Where agents
 * take turns, all of them fill short stretches that lie near each other, and no more of the file is
 * in memory at a time. */
typedef struct stretch {
    graze_waypoint *before; /* the waypoints of the stretch before it */
    size_t first;       /* of them, as in agent_rows */
} stretch;

_Static_assert(sizeof(stretch) % 16 == 0, "waypoints follow it in the file");

static size_t stretch_bytes(const agent_rows *rows)
{
    return sizeof(stretch) + (rows->waypoints_capacity - rows->first) * sizeof *rows->waypoints;
}

static bool begin_stretch(spill *into, agent_rows *rows)
{
    const stretch before = {rows->waypoints, rows->first};
    rows->first = rows->count;
    stretch *made = spill_resize(into, NULL, 0, stretch_bytes(rows));
    if (made == NULL)
        return false;
    *made = before;
    rows->waypoints = (graze_waypoint *)(made + 1);
    return true;
}

static bool grow_spilled(spill *into, agent_rows *rows)
{
    enum { TOGETHER = 8 };
    const size_t old = stretch_bytes(rows);
    rows->waypoints_capacity += TOGETHER;
    return (rows->waypoints != NULL &&
            spill_extend(into, (stretch *)rows->waypoints - 1, old, stretch_bytes(rows))) ||
           begin_stretch(into, rows);
}

bool csv_gather_waypoints(const csv_reader *r, agent_rows *rows)
{
    if (rows->first == 0)
        return true;
    graze_waypoint *all = spill_resize(r->reading->plan.spill, NULL, 0, rows->count * sizeof *all);
    if (all == NULL)
        return false;
    stretch from = {rows->waypoints, rows->first};
    for (size_t end = rows->count; end > 0; from = ((stretch *)from.before)[-1]) {
        memcpy(all + from.first, from.before, (end - from.first) * sizeof *all);
        end = from.first;
    }
    rows->waypoints = all;
    rows->first = 0;
    return true;
}

/* How many rows an agent has on average, if the file goes on as it began; 0: who knows? */
static size_t expected_rows(const csv_reader *r)
{
    const double so_far = (double)r->taken * (double)r->reading->plan.agent_count;
    if (r->taken == 0 || r->size == 0)
        return 0;
    return (size_t)fmin((double)r->rows_taken * (double)r->size / so_far + 2, 0x1p30);
}

/* Moves them to the plan's large pages. What they leave there is lost until the plan is freed. */
static bool grow_in_room(csv_reader *r, agent_rows *rows, size_t capacity)
{
    plan *all = &r->reading->plan;
    if (all->room == NULL)
        all->room = spill_open(SPILL_MEMORY);
    graze_waypoint *made =
        all->room == NULL ? NULL : spill_resize(all->room, NULL, 0, capacity * sizeof *made);
    if (made == NULL)
        return false;
    memcpy(made, rows->waypoints, rows->count * sizeof *made);
    plan_free_waypoints(all, rows->waypoints);
    rows->waypoints = made;
    rows->waypoints_capacity = capacity;
    return true;
}

/* Will they be kept, and are they so many that large pages are worth their while? */
static bool is_for_room(const csv_reader *r)
{
    enum { LARGE = 1 << 22 };
    return r->size >= LARGE && r->reading->options->as_waypoints;
}

/* As many as are expected where agents take turns, so that the rest of each array is not touched
 * with its neighbours; else four times as many, and later twice. */
static bool grow_in_memory(csv_reader *r, agent_rows *rows)
{
    enum { FEW = 64, MOST_TIMES = 32 };
    const size_t count = rows->count, expected = expected_rows(r);
    const size_t size = sizeof *rows->waypoints;
    if (expected > count + count / 4 && expected < MOST_TIMES * count &&
        (is_for_room(r)
             ? grow_in_room(r, rows, expected)
             : array_reserve(&rows->waypoints, &rows->waypoints_capacity, expected, size)))
        return true;
    if (spill_has(r->reading->plan.room, rows->waypoints))
        return grow_in_room(r, rows, 2 * count);
    return array_grow(&rows->waypoints, &rows->waypoints_capacity,
                      count < FEW ? 2 * count + 1 : count + 1, size);
}

bool csv_grow_rows(csv_reader *r, agent_rows *rows)
{
    spill *into = r->reading->plan.spill;
    return into != NULL ? grow_spilled(into, rows) : grow_in_memory(r, rows);
}

const graze_waypoint *csv_latest_waypoint(const agent_rows *rows)
{
    return &rows->waypoints[rows->count - 1 - rows->first];
}

void csv_free_rows(const csv_reader *r, agent_rows *rows)
{
    plan_free_waypoints(&r->reading->plan, rows->waypoints);
    free(rows->shares);
    free(rows->declared);
    free(rows->numbers);
    *rows = (agent_rows){.count = 0};
}
