/* SPDX-License-Identifier: MIT */
#include "check/time_slices.h"

#include <math.h>

#include "base/array.h"
#include "motion/box.h"

/* ---- cutting ------------------------------------------------------------------------ */

enum { SAMPLES_PER_SLICE = 16 };

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

bool slice_walk_open(slice_walk *walk, const plan_check *check, double begin)
{
    *walk = (slice_walk){.check = check};
    walk->agents = memory_resize(check->allocator, NULL, check->count, sizeof *walk->agents);
    walk->paths = memory_resize(check->allocator, NULL, check->count, sizeof *walk->paths);
    for (size_t a = 0; walk->agents != NULL && a < check->count; a++)
        walk->agents[a].fresh = walk->agents[a].end =
            begin > -HUGE_VAL ? first_from(check, a, begin) : 0;
    return walk->agents != NULL && walk->paths != NULL;
}

void slice_walk_close(slice_walk *walk)
{
    memory_free(walk->check->allocator, walk->agents);
    memory_free(walk->check->allocator, walk->paths);
    memory_free(walk->check->allocator, walk->made);
}

/* Goes back to the first motion that lives beyond the time at which the slice begins; *last is the
 * life of the motion before `fresh`. */
static bool go_back(const plan_check *check, size_t agent, double begin, slice_agent *at,
                    life *last)
{
    graze_motion made;
    life before;
    if (at->fresh == 0)
        return true;
    if (!life_of(plan_check_motion(check, agent, at->fresh - 1, &made), last) ||
        !(last->begin < begin))
        return false;
    while (at->first > 0 &&
           life_of(plan_check_motion(check, agent, at->first - 1, &made), &before) &&
           before.end > begin)
        at->first--;
    return true;
}

/* Do the lives of valid motions begin and end in order? */
static bool follows(const graze_motion *motion, life *last)
{
    const life before = *last;
    return life_of(motion, last) && last->begin >= before.begin && last->end >= before.end;
}

/* Has a source make more motions of an agent behind those that the walk has; false without
 * memory. */
static bool make(slice_walk *walk, size_t agent, size_t first, size_t count)
{
    const graze_check_source *source = walk->check->options.source;
    if (!ARRAY_RESERVE(walk->check->allocator, walk->made, walk->capacity, walk->count + count))
        return false;
    source->motions(source->context, agent, first, count, walk->made + walk->count);
    return true;
}

/* Those that were alive before. */
static bool take_old(slice_walk *walk, size_t agent, const slice_agent *at)
{
    const size_t old = at->fresh - at->first;
    if (walk->check->options.source == NULL || old == 0)
        return true;
    if (!make(walk, agent, at->first, old))
        return false;
    walk->count += old;
    return true;
}

/* Those that begin before `end`, made so many at a time. */
static bool take_fresh(slice_walk *walk, size_t agent, double end, size_t at_a_time, life *last)
{
    const graze_trajectory *path = &walk->check->trajectories[agent];
    const bool is_made = walk->check->options.source != NULL;
    slice_agent *at = &walk->agents[agent];
    for (size_t ready = at->end; at->end < path->count; at->end++) {
        if (is_made && at->end == ready) {
            const size_t left = path->count - ready;
            const size_t more = at_a_time < left ? at_a_time : left;
            if (!make(walk, agent, ready, more))
                return false;
            ready += more;
        }
        if (!follows(is_made ? &walk->made[walk->count] : &path->motions[at->end], last))
            return false;
        if (last->begin >= end)
            break;
        walk->count += is_made;
    }
    return true;
}

static bool take_agent(slice_walk *walk, size_t agent, double begin, double end)
{
    const plan_check *check = walk->check;
    slice_agent *at = &walk->agents[agent];
    const size_t as_before = at->end - at->fresh + 1; /* and the first that is too late */
    life last = {-HUGE_VAL, -HUGE_VAL};
    at->first = at->fresh = at->end;
    if (check->trajectories[agent].count > 0 && !has_motions(check, agent))
        return false;
    return go_back(check, agent, begin, at, &last) && take_old(walk, agent, at) &&
           take_fresh(walk, agent, end, as_before, &last);
}

/* Once nothing moves any more. */
static void point_at_motions(slice_walk *walk)
{
    const plan_check *check = walk->check;
    size_t place = 0;
    for (size_t a = 0; a < check->count; a++) {
        const slice_agent *at = &walk->agents[a];
        const size_t count = at->end - at->first;
        graze_trajectory *path = &walk->paths[a];
        *path = check->trajectories[a];
        if (path->count > 0 && check->options.source == NULL)
            path->motions += at->first;
        if (check->options.source != NULL)
            path->motions = walk->made + place;
        if (path->bodies != NULL)
            path->bodies += at->first;
        path->count = count;
        place += count;
    }
}

bool slice_walk_next(slice_walk *walk, double begin, double end)
{
    walk->count = 0;
    for (size_t a = 0; a < walk->check->count; a++)
        if (!take_agent(walk, a, begin, end))
            return false;
    point_at_motions(walk);
    return true;
}
