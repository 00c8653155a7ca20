/* SPDX-License-Identifier: MIT */
#include "check/time_slices.h"

#include <math.h>

#include "base/array.h"
#include "base/cpu.h"
#include "broadphase/index_course.h"
#include "motion/box.h"

/* ---- cutting ------------------------------------------------------------------------ */

enum { SAMPLES_PER_SLICE = 128 };

/* Shell's: the library's qsort may allocate. */
static void sort(double *list, size_t count)
{
    static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t i = gaps[g]; i < count; i++) {
            const double moved = list[i];
            size_t at = i;
            for (; at >= gaps[g] && moved < list[at - gaps[g]]; at -= gaps[g])
                list[at] = list[at - gaps[g]];
            list[at] = moved;
        }
}

/* Or must it be refused? */
static bool has_motions(const plan_check *check, size_t agent)
{
    return check->options.source != NULL || check->trajectories[agent].motions != NULL;
}

/* The starts of some motions, `stride` apart on average: plans have beats, and a stride of their
 * length would see but one instant. */
static size_t sample_starts(const plan_check *check, size_t stride, size_t most, double *starts)
{
    size_t count = 0, next = 0;
    uint64_t random = 1;
    for (size_t a = 0; a < check->count; a++) {
        const graze_trajectory *path = &check->trajectories[a];
        while (next < path->count && has_motions(check, a) && count < most) {
            graze_motion made;
            const double start = plan_check_motion(check, a, next, &made)->start;
            if (isfinite(start))
                starts[count++] = start;
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            next += 1 + (size_t)(random >> 33) % (2 * stride);
        }
        next = next > path->count ? next - path->count : 0;
    }
    return count;
}

void time_slices_cut(const plan_check *check, size_t motions, size_t wanted, time_slices *cut)
{
    const size_t slices = wanted < SLICES_MAX ? wanted : SLICES_MAX;
    const size_t most = slices * SAMPLES_PER_SLICE;
    double *starts =
        slices < 2 ? NULL : memory_resize(check->allocator, NULL, most, sizeof *starts);
    cut->count = 0;
    cut->borders[0] = -HUGE_VAL;
    if (starts != NULL) {
        const size_t count = sample_starts(check, motions / most + 1, most, starts);
        sort(starts, count);
        for (size_t k = 1; k < slices && count > 0; k++) {
            const double border = starts[count * k / slices];
            if (border > starts[0] && border > cut->borders[cut->count])
                cut->borders[++cut->count] = border;
        }
    }
    cut->borders[++cut->count] = HUGE_VAL;
    memory_free(check->allocator, starts);
}

/* ---- walking ------------------------------------------------------------------------ */

typedef struct life {
    double begin, end; /* [s] rounded outward */
} life;

/* False for a motion that is not valid. */
static bool life_of(const graze_motion *motion, life *of)
{
    if (graze_motion_validate(motion) != GRAZE_OK)
        return false;
    box_life_of(motion, &of->begin, &of->end);
    return true;
}

/* The first motion that does not begin before a time; where they are not in order, any. */
static size_t first_from(const plan_check *check, size_t agent, double time)
{
    size_t low = 0, high = has_motions(check, agent) ? check->trajectories[agent].count : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        graze_motion made;
        life at;
        if (life_of(plan_check_motion(check, agent, middle, &made), &at) && at.begin < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The life of the motion before `end`; false where it is not valid. */
static bool note_last(const plan_check *check, size_t agent, slice_agent *at)
{
    graze_motion made;
    life last = {-HUGE_VAL, -HUGE_VAL};
    const bool valid =
        at->end == 0 || life_of(plan_check_motion(check, agent, at->end - 1, &made), &last);
    at->last_begin = last.begin;
    at->last_end = last.end;
    return valid;
}

bool slice_walk_open(slice_walk *walk, const plan_check *check, double begin, size_t motions)
{
    const size_t others = check->count; /* of each agent one that goes on, or comes too late */
    const graze_index_options options = {.method = check->options.index};
    walk->check = check;
    walk->index = NULL;
    walk->agents = memory_resize(check->allocator, NULL, check->count, sizeof *walk->agents);
    bool valid = walk->agents != NULL;
    for (size_t a = 0; valid && a < check->count; a++) {
        const size_t end = begin > -HUGE_VAL ? first_from(check, a, begin) : 0;
        walk->agents[a] = (slice_agent){.first = end, .fresh = end, .end = end};
        valid = note_last(check, a, &walk->agents[a]);
    }
    return valid &&
           index_open(check->bodies, check->count, &options, check->allocator, &walk->index) ==
               GRAZE_OK &&
           index_reserve(walk->index, motions + others) == GRAZE_OK;
}

void slice_walk_close(slice_walk *walk)
{
    memory_free(walk->check->allocator, walk->agents);
    graze_index_free(walk->index);
}

/* Goes back to the first motion that lives beyond the time at which the slice begins: ends are in
 * order, so mostly the last one tells that there is none. */
static bool go_back(const plan_check *check, size_t agent, double begin, slice_agent *at)
{
    graze_motion made;
    life before = {at->last_begin, at->last_end};
    if (at->fresh == 0)
        return true;
    if (!(before.begin < begin))
        return false; /* UNREACHED: but by a source that tells other motions now */
    while (before.end > begin && --at->first > 0 &&
           life_of(plan_check_motion(check, agent, at->first - 1, &made), &before))
        ;
    return true;
}

/* A motion, and what else its agent has in common. */
static bool append(slice_walk *walk, size_t agent, size_t motion, const box_reach *reach,
                   const graze_motion *at)
{
    const graze_body *bodies = walk->check->trajectories[agent].bodies;
    if (graze_motion_validate(at) != GRAZE_OK)
        return false;
    if (bodies == NULL)
        return index_append(walk->index, agent, reach, at,
                            course_of(&walk->check->bodies[agent], at)) == GRAZE_OK;
    const box_reach own = box_reach_of(&bodies[motion]);
    return index_append(walk->index, agent, &own, at, 0) == GRAZE_OK;
}

/* Those that were alive before. */
static bool take_old(slice_walk *walk, size_t agent, const slice_agent *at, const box_reach *reach)
{
    bool taken = true;
    for (size_t k = at->first; k < at->fresh && taken; k++) {
        graze_motion made;
        taken = append(walk, agent, k, reach, plan_check_motion(walk->check, agent, k, &made));
    }
    return taken;
}

/* Does the life of what was appended last follow, begin and end? */
static bool follows(const slice_walk *walk, slice_agent *at)
{
    const index_life *own = &walk->index->lives[walk->index->item_count - 1];
    const bool does = own->begin >= at->last_begin && own->end >= at->last_end;
    at->last_begin = own->begin;
    at->last_end = own->end;
    return does;
}

/* Appends the motion at `end`, unless it begins too late (*late). */
static bool take_motion(slice_walk *walk, size_t agent, double end, const box_reach *reach,
                        const graze_motion *motion, bool *late)
{
    slice_agent *at = &walk->agents[agent];
    const slice_agent before = *at;
    if (!append(walk, agent, at->end, reach, motion) || !follows(walk, at))
        return false;
    at->end++;
    *late = at->last_begin >= end;
    if (*late) {
        index_take_back(walk->index);
        *at = before;
    }
    return true;
}

/* Those that begin before `end`, some at a time. */
static bool take_fresh(slice_walk *walk, size_t agent, double end, size_t at_a_time,
                       const box_reach *reach)
{
    const graze_check_source *source = walk->check->options.source;
    const graze_trajectory *path = &walk->check->trajectories[agent];
    const graze_motion *motions = path->motions;
    const slice_agent *at = &walk->agents[agent];
    const size_t most = at_a_time < SLICE_AT_ONCE ? at_a_time : SLICE_AT_ONCE;
    size_t first = 0, ready = source == NULL ? path->count : at->end;
    for (bool late = false; at->end < path->count && !late;) {
        if (at->end == ready) {
            const size_t left = path->count - ready;
            first = ready;
            ready += left < most ? left : most;
            motions = walk->made;
            source->motions(source->context, agent, first, ready - first, walk->made);
        }
        if (!take_motion(walk, agent, end, reach, &motions[at->end - first], &late))
            return false;
    }
    return true;
}

static bool is_finite(const graze_waypoint *at)
{
    return at->time * 0 + at->place.x * 0 + at->place.y * 0 + at->place.z * 0 == 0;
}

/* The same from waypoints; false also where they make no motion. */
static bool take_ways(slice_walk *walk, size_t agent, double end,
                      const graze_check_waypoints *way, const box_reach *reach)
{
    const graze_body *body = &walk->check->bodies[agent];
    const size_t count = walk->check->trajectories[agent].count;
    slice_agent *at = &walk->agents[agent];
    bool taken = true;
    if (at->end < count && !is_finite(&way->points[at->end]))
        return false;
    for (; at->end < count && taken; at->end++) {
        const bool stays = at->end + 1 == way->count;
        const graze_waypoint *from = &way->points[at->end], *to = from + !stays;
        box where = {.begin = from->time, .end = stays ? HUGE_VAL : to->time};
        if (where.begin >= end)
            break;
        if (!(where.begin < where.end && where.begin >= at->last_begin &&
              where.end >= at->last_end && is_finite(to)))
            return false;
        box_of_way(reach, &from->place, &to->place, &where);
        taken = index_append_box(walk->index, agent, &where,
                                 course_of_way(body, &from->place, &to->place)) == GRAZE_OK;
        at->last_begin = where.begin;
        at->last_end = where.end;
    }
    return taken;
}

/* Agents lie far from each other: what will be taken of one that comes soon is asked for in
 * advance, about as much as of this slice's. */
static void fetch(const slice_walk *walk, size_t agent)
{
    enum { SOON = 4, MOST = 16 /* [count] waypoints */ };
    const size_t soon = agent + SOON;
    const graze_check_waypoints *way =
        soon < walk->check->count ? plan_check_waypoints(walk->check, soon) : NULL;
    if (way == NULL)
        return;
    const size_t first = walk->agents[soon].end;
    for (size_t i = first; i < way->count && i < first + MOST; i += 2)
        CPU_PREFETCH(&way->points[i]);
}

static bool take_agent(slice_walk *walk, size_t agent, double begin, double end)
{
    const plan_check *check = walk->check;
    const graze_check_waypoints *way = plan_check_waypoints(check, agent);
    const box_reach reach = box_reach_of(&check->bodies[agent]);
    slice_agent *at = &walk->agents[agent];
    const size_t as_before = at->end - at->fresh + 1; /* and the first that is too late */
    at->first = at->fresh = at->end;
    if (check->trajectories[agent].count > 0 && !has_motions(check, agent))
        return false;
    return go_back(check, agent, begin, at) && take_old(walk, agent, at, &reach) &&
           (way != NULL ? take_ways(walk, agent, end, way, &reach)
                        : take_fresh(walk, agent, end, as_before, &reach));
}

bool slice_walk_next(slice_walk *walk, double begin, double end)
{
    index_empty(walk->index);
    for (size_t a = 0; a < walk->check->count; a++) {
        fetch(walk, a);
        if (!take_agent(walk, a, begin, end))
            return false;
    }
    return index_make_levels(walk->index);
}
