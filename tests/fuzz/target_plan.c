/* SPDX-License-Identifier: MIT */
/* Some agents together: the check of a whole plan against pairs of trajectories, and the
 * questions of an index against all agents asked one by one. */
#include <math.h>
#include <string.h>

#include "fuzz/targets.h"

enum { AGENTS = 4, ROWS = 3, MOTIONS = ROWS + 1, MEETINGS = 512, STARTS = 512, PAIRS = 512 };

typedef struct crowd {
    graze_point corners[AGENTS][FUZZ_VERTICES_MAX];
    graze_motion motions[AGENTS][MOTIONS];
    graze_body bodies[AGENTS];
    graze_trajectory paths[AGENTS];
    size_t count;
    double tolerance;
} crowd;

static void read_crowd(fuzz_input *in, crowd *all)
{
    all->count = 2 + fuzz_below(in, AGENTS - 1);
    all->tolerance = fuzz_tolerance(in);
    if (!(all->tolerance >= 0 && all->tolerance <= 1e300))
        all->tolerance = 0;
    for (size_t i = 0; i < all->count; i++) {
        all->bodies[i] = fuzz_body(in, all->corners[i]);
        if (graze_body_validate(&all->bodies[i]) != GRAZE_OK)
            all->bodies[i] = (graze_body){.radius = 0.5};
        all->paths[i] = (graze_trajectory){.motions = all->motions[i],
                                           .count = fuzz_trajectory(in, ROWS, all->motions[i])};
    }
}

/* ---- the whole plan -------------------------------------------------------------------- */

/* What a plan's listener hears, agents included. */
typedef struct heard {
    graze_index_meeting merged[MEETINGS], each[MEETINGS];
    size_t merged_count, each_count, agent_a, agent_b;
} heard;

static void hear(graze_index_meeting *list, size_t *count, const heard *all,
                 const graze_meeting *met)
{
    fuzz_require(*count < MEETINGS);
    list[(*count)++] = (graze_index_meeting){all->agent_a, all->agent_b, *met};
}

static bool hear_each(void *context, const graze_meeting *met)
{
    heard *all = context;
    hear(all->each, &all->each_count, all, met);
    return true;
}

static bool hear_merged(void *context, const graze_meeting *met)
{
    heard *all = context;
    hear(all->merged, &all->merged_count, all, met);
    return true;
}

static bool take(void *context, const graze_check_answer *answer)
{
    heard *all = context;
    all->agent_a = answer->agent_a;
    all->agent_b = answer->agent_b;
    for (size_t i = 0; i < answer->each_count; i++)
        hear_each(all, &answer->each[i]);
    for (size_t i = 0; i < answer->merged_count; i++)
        hear_merged(all, &answer->merged[i]);
    return true;
}

static bool same_list(const graze_index_meeting *a, const graze_index_meeting *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].agent_a != b[i].agent_a || a[i].agent_b != b[i].agent_b ||
            !fuzz_same_meeting(&a[i].meeting, &b[i].meeting))
            return false;
    return true;
}

static void hear_pairs(const crowd *all, heard *wanted)
{
    memset(wanted, 0, sizeof *wanted);
    for (size_t i = 0; i < all->count; i++)
        for (size_t k = i + 1; k < all->count; k++) {
            wanted->agent_a = i;
            wanted->agent_b = k;
            fuzz_require(graze_trajectory_meetings(&all->bodies[i], &all->paths[i],
                                                   &all->bodies[k], &all->paths[k], all->tolerance,
                                                   hear_each, hear_merged, wanted) == GRAZE_OK);
        }
}

static void check(const crowd *all, const graze_check_options *options, const heard *wanted)
{
    static heard got;
    graze_check_counts counts;
    const graze_check_listener listener = {.take = take, .context = &got};
    got.merged_count = got.each_count = 0;
    fuzz_require(graze_check_plan(all->bodies, all->paths, all->count, options, &listener, NULL,
                                  &counts) == GRAZE_OK);
    fuzz_require(counts.pairs == counts.pairs_done);
    fuzz_require(got.each_count == wanted->each_count && got.merged_count == wanted->merged_count);
    fuzz_require(same_list(got.each, wanted->each, got.each_count));
    fuzz_require(same_list(got.merged, wanted->merged, got.merged_count));
}

static void check_in_every_way(fuzz_input *in, const crowd *all, const heard *wanted)
{
    graze_check_options options = {.tolerance = all->tolerance, .threads = 1};
    check(all, &options, wanted);
    options.filter = (graze_pair_filter)fuzz_below(in, GRAZE_FILTER_PYRAMID + 1);
    options.without_index = fuzz_below(in, 2) != 0;
    options.index = (graze_index_method)fuzz_below(in, GRAZE_INDEX_MASKS + 1);
    options.threads = fuzz_below(in, 16) == 0 ? 2 : 1;
    check(all, &options, wanted);
}

/* ---- the index -------------------------------------------------------------------------- */

typedef struct found_pairs {
    graze_index_pair at[PAIRS];
    size_t count;
} found_pairs;

static bool note(void *context, const graze_index_pair *one)
{
    found_pairs *all = context;
    fuzz_require(all->count < PAIRS);
    all->at[all->count++] = *one;
    return true;
}

static bool same_pairs(const found_pairs *a, const found_pairs *b)
{
    return a->count == b->count && memcmp(a->at, b->at, a->count * sizeof a->at[0]) == 0;
}

static graze_index *index_of(const crowd *all, graze_index_method method)
{
    const graze_index_options options = {.method = method};
    graze_index *made;
    fuzz_require(graze_index_new(all->bodies, all->paths, all->count, &options, NULL, &made) ==
                 GRAZE_OK);
    return made;
}

/* Every method finds the same pairs, also after an agent has gone and come back. */
static void compare_methods(fuzz_input *in, const crowd *all)
{
    static found_pairs wanted, got, loose;
    size_t agent = fuzz_below(in, (unsigned)all->count);
    wanted.count = 0;
    graze_index *plain = index_of(all, GRAZE_INDEX_SCAN);
    fuzz_require(graze_index_pairs(plain, 0, 1, NULL, note, &wanted) == GRAZE_OK);
    graze_index_free(plain);
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        graze_index *other = index_of(all, (graze_index_method)method);
        got.count = loose.count = 0;
        fuzz_require(graze_index_remove(other, agent) == GRAZE_OK);
        fuzz_require(graze_index_what_if(other, &all->bodies[agent], &all->paths[agent], agent, 0,
                                         NULL, note, &loose) == GRAZE_OK);
        fuzz_require(graze_index_insert(other, agent, &all->bodies[agent], &all->paths[agent]) ==
                     GRAZE_OK);
        fuzz_require(graze_index_agent_pairs(other, agent, GRAZE_INDEX_OTHERS, NULL, note, &got) ==
                     GRAZE_OK);
        fuzz_require(same_pairs(&got, &loose));
        got.count = loose.count = 0;
        for (size_t part = 0; part < 2; part++) {
            fuzz_require(graze_index_pairs(other, part, 2, NULL, note, &got) == GRAZE_OK);
            fuzz_require(graze_index_pairs_as_found(other, part, 2, note, &loose) == GRAZE_OK);
        }
        fuzz_require(same_pairs(&got, &wanted) && loose.count == wanted.count);
        graze_index_free(other);
    }
}

/* ---- one among many ------------------------------------------------------------------------ */

static void clip(graze_interval *intervals, size_t *count, graze_closed_interval window)
{
    size_t kept = 0;
    double below = nextafter(window.first, -INFINITY), above = nextafter(window.last, INFINITY);
    for (size_t i = 0; i < *count; i++) {
        if (!(intervals[i].upper > window.first && intervals[i].lower < window.last))
            continue;
        intervals[kept] = intervals[i];
        intervals[kept].lower = fmax(intervals[kept].lower, below);
        intervals[kept].upper = fmin(intervals[kept].upper, above);
        kept += intervals[kept].lower < intervals[kept].upper;
    }
    *count = kept;
}

/* The same set of doubles of the window? An interval without a double of it is none. */
static void same_set(const graze_interval *a, size_t count_a, const graze_interval *b,
                     size_t count_b, graze_closed_interval window)
{
    for (size_t i = 0; i < count_a + count_b; i++) {
        const graze_interval *at = i < count_a ? &a[i] : &b[i - count_a];
        const double tried[] = {at->lower, nextafter(at->lower, INFINITY),
                                nextafter(at->upper, -INFINITY), at->upper};
        for (int k = 0; k < 4; k++)
            if (tried[k] >= window.first && tried[k] <= window.last && isfinite(tried[k]))
                fuzz_require(fuzz_inside(a, count_a, tried[k]) ==
                             fuzz_inside(b, count_b, tried[k]));
    }
}

static graze_closed_interval read_window(fuzz_input *in)
{
    graze_closed_interval window = {-INFINITY, INFINITY};
    double first = fuzz_number(in), length = fuzz_length(in);
    if (fuzz_below(in, 2) != 0 && isfinite(first) && isfinite(first + length))
        window = (graze_closed_interval){first, first + length};
    return window;
}

static void ask_starts(fuzz_input *in, const crowd *all, const graze_index *among)
{
    static graze_interval got[STARTS], wanted[STARTS];
    size_t count = 0, total = 0;
    graze_point corners[FUZZ_VERTICES_MAX];
    graze_body body = fuzz_body(in, corners);
    graze_motion motion = fuzz_motion(in);
    graze_closed_interval window = read_window(in);
    graze_status status =
        graze_index_unsafe_starts(among, &body, &motion, GRAZE_INDEX_NOBODY, window,
                                  all->tolerance, fuzz_workspace(), got, STARTS, &count);
    graze_status plain = graze_trajectories_unsafe_starts(
        &body, &motion, all->bodies, all->paths, all->count, all->tolerance, fuzz_workspace(),
        wanted, STARTS, &total);
    if (status != GRAZE_OK || plain != GRAZE_OK)
        return;
    clip(wanted, &total, window);
    same_set(got, count, wanted, total, window);
}

static void ask_times(fuzz_input *in, const crowd *all, const graze_index *among)
{
    static graze_interval got[STARTS];
    static graze_closed_interval safe[STARTS];
    size_t count = 0, total = 0;
    graze_vector place = {0, 0, 0};
    place.x = fuzz_number(in);
    place.y = fuzz_number(in);
    graze_closed_interval window = read_window(in);
    if (graze_index_unsafe_times(among, &all->bodies[0], place, 0, window, all->tolerance, got,
                                 STARTS, &count) != GRAZE_OK)
        return;
    fuzz_require(graze_intervals_validate(got, count) == GRAZE_OK);
    fuzz_require(graze_index_safe_intervals(among, &all->bodies[0], place, 0, window,
                                            all->tolerance, got, STARTS, safe, STARTS,
                                            &total) == GRAZE_OK);
    for (size_t i = 0; i < total; i++)
        fuzz_require(!fuzz_inside(got, count, safe[i].first) &&
                     !fuzz_inside(got, count, safe[i].last));
}

/* The conflicts of the last agent as a candidate in its own place: each pair of motions once,
 * however often it meets. */
static void ask_candidate(const crowd *all, const graze_index *among, const heard *wanted)
{
    static found_pairs got;
    size_t agent = all->count - 1, conflicts = 0;
    bool found = false, met[AGENTS][MOTIONS][MOTIONS] = {{{false}}};
    got.count = 0;
    fuzz_require(graze_index_conflicts(among, &all->bodies[agent], &all->paths[agent], agent,
                                       all->tolerance, note, &got, &found) == GRAZE_OK);
    for (size_t i = 0; i < wanted->each_count; i++) {
        const graze_index_meeting *one = &wanted->each[i];
        if (one->agent_b != agent || one->meeting.verdict != GRAZE_CONFLICT)
            continue;
        bool *pair = &met[one->agent_a][one->meeting.motion_a][one->meeting.motion_b];
        conflicts += !*pair;
        *pair = true;
    }
    fuzz_require(got.count == conflicts && found == (conflicts > 0));
    for (size_t i = 0; i < got.count; i++)
        fuzz_require(met[got.at[i].agent_b][got.at[i].motion_b][got.at[i].motion_a]);
}

static void ask_first(const crowd *all, const graze_index *among, const heard *wanted)
{
    graze_index_meeting first;
    bool found = false, conflicts = false;
    fuzz_require(graze_index_first_conflict(among, all->tolerance, GRAZE_CONFLICT, &first,
                                            &found) == GRAZE_OK);
    for (size_t i = 0; i < wanted->each_count; i++) {
        const graze_meeting *met = &wanted->each[i].meeting;
        if (met->verdict != GRAZE_CONFLICT)
            continue;
        conflicts = true;
        fuzz_require(found && first.meeting.when.lower <= met->when.lower);
    }
    fuzz_require(found == conflicts);
}

static void ask_slack(const crowd *all, const graze_index *among, size_t agent)
{
    graze_index_slack slack;
    double least = INFINITY;
    if (graze_index_agent_slack(among, agent, all->tolerance, fuzz_workspace(), &slack) !=
        GRAZE_OK)
        return;
    for (size_t i = 0; i < all->count; i++) {
        graze_slack one;
        if (i == agent)
            continue;
        if (graze_trajectory_slack(&all->bodies[agent], &all->paths[agent], &all->bodies[i],
                                   &all->paths[i], all->tolerance, fuzz_workspace(), &one) !=
            GRAZE_OK)
            return;
        least = fmin(least, one.delay);
    }
    fuzz_require(slack.slack.delay == least);
}

void fuzz_plan(fuzz_input *in)
{
    static crowd all;
    static heard wanted;
    read_crowd(in, &all);
    hear_pairs(&all, &wanted);
    check_in_every_way(in, &all, &wanted);
    compare_methods(in, &all);
    graze_index *among = index_of(&all, (graze_index_method)fuzz_below(in, GRAZE_INDEX_MASKS + 1));
    ask_first(&all, among, &wanted);
    ask_candidate(&all, among, &wanted);
    ask_slack(&all, among, fuzz_below(in, (unsigned)all.count));
    ask_times(in, &all, among);
    ask_starts(in, &all, among);
    graze_index_free(among);
}
