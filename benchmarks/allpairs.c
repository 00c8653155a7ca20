/* SPDX-License-Identifier: MIT */
/* Who may meet whom among 1 000, 10 000 and 100 000 agents of 8 motions? The index and
 * its methods against trees of other people: building from boxes and finding all pairs,
 * the same with exact decisions, and everything from motions. --pairs is the greatest
 * number of agents. */
#include <graze/among.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "benchmarks/allpairs_crowd.h"
#include "benchmarks/command.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "broadphase/index_store.h"

enum { MOVES = 8 };

/* ---- contenders --------------------------------------------------------------------- */

/* What a contender works on, and what it found. */
typedef struct task {
    const crowd *of;
    graze_index *index; /* with the boxes, in levels of some method */
    size_t pairs, conflicts;
} task;

static bool count_pair(void *context, const graze_index_pair *pair)
{
    task *self = context;
    (void)pair;
    self->pairs++;
    return true;
}

/* Decides, exactly, on motions that were prepared. */
static bool decide_pair(void *context, const graze_index_pair *pair)
{
    task *self = context;
    const crowd *of = self->of;
    bool exists;
    if (graze_conflict_exists_prepared(
            &of->prepared_of[pair->agent_a][pair->motion_a], &of->bodies[pair->agent_a],
            &of->trajectories[pair->agent_a].motions[pair->motion_a],
            &of->prepared_of[pair->agent_b][pair->motion_b], &of->bodies[pair->agent_b],
            &of->trajectories[pair->agent_b].motions[pair->motion_b], 0, &exists) != GRAZE_OK)
        give_up("a pair was refused");
    self->pairs++;
    self->conflicts += exists;
    return true;
}

static bool count_conflict(void *context, const graze_index_pair *pair)
{
    task *self = context;
    (void)pair;
    self->conflicts++;
    return true;
}

static void find_pairs(task *self, graze_index_pair_sink sink)
{
    self->pairs = self->conflicts = 0;
    if (graze_index_pairs_as_found(self->index, 0, 1, sink, self) != GRAZE_OK)
        give_up("the pairs were refused");
}

static void build_levels(task *self)
{
    if (!index_make_levels(self->index))
        give_up("no memory");
}

static void pass_index(const workload *load, void *answers)
{
    (void)load;
    build_levels(answers);
    find_pairs(answers, count_pair);
}

static void pass_pairs(const workload *load, void *answers)
{
    (void)load;
    find_pairs(answers, count_pair);
}

/* Its pairs were counted before: conflicts alone are told. */
static void pass_conflicts(const workload *load, void *answers)
{
    task *self = answers;
    (void)load;
    build_levels(self);
    self->conflicts = 0;
    if (graze_index_all_conflicts(self->index, 0, 1, self->of->prepared_of, 0, count_conflict,
                                  self) != GRAZE_OK)
        give_up("the conflicts were refused");
}

static void pass_index_decided(const workload *load, void *answers)
{
    (void)load;
    build_levels(answers);
    find_pairs(answers, decide_pair);
}

static graze_index *index_of(const crowd *of, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    if (graze_index_new(of->bodies, of->trajectories, of->agents, &options, NULL, &made) !=
        GRAZE_OK)
        give_up("no index could be made");
    return made;
}

/* An index that has the boxes, for who builds from boxes. */
static graze_index *open_index_of(const crowd *of, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    if (index_open(of->bodies, of->agents, &options, NULL, &made) != GRAZE_OK)
        give_up("no index could be made");
    for (size_t i = 0; i < of->agents; i++) {
        const box_reach reach = box_reach_of(&of->bodies[i]);
        made->agents[i].motions = of->trajectories[i].motions; /* near touches are asked of them */
        for (size_t j = 0; j < of->trajectories[i].count; j++)
            if (index_append(made, i, &reach, &of->trajectories[i].motions[j], 0) != GRAZE_OK)
                give_up("a motion was refused");
    }
    if (!index_make_levels(made))
        give_up("no memory");
    return made;
}

/* Everything: validation, boxes, levels, pairs. */
static void pass_from_motions(const workload *load, void *answers)
{
    task *self = answers;
    task whole = {.of = self->of, .index = index_of(self->of, GRAZE_INDEX_AUTO)};
    (void)load;
    find_pairs(&whole, count_pair);
    graze_index_free(whole.index);
    self->pairs = whole.pairs;
}

/* The same in order. (An index that was opened cannot: it makes an agent's boxes again.) */
static void pass_sorted(const workload *load, void *answers)
{
    static uint64_t room[1 << 16];
    const graze_workspace workspace = {.memory = room, .size = sizeof room};
    task *self = answers;
    graze_index *index = index_of(self->of, GRAZE_INDEX_AUTO);
    (void)load;
    self->pairs = 0;
    if (graze_index_pairs(index, 0, 1, &workspace, count_pair, self) != GRAZE_OK)
        give_up("the pairs were refused");
    graze_index_free(index);
}

#if defined HAVE_BOOST
static void pass_boost(const workload *load, void *answers)
{
    task *self = answers;
    self->pairs = boost_count_pairs(self->of->boxes, load->count);
}
#endif
#if defined HAVE_FCL
static void pass_fcl(const workload *load, void *answers)
{
    task *self = answers;
    self->pairs = fcl_count_pairs(self->of->boxes, load->count);
}
#endif
#if defined HAVE_BOX2D
static void pass_box2d(const workload *load, void *answers)
{
    task *self = answers;
    self->pairs = box2d_count_pairs(self->of->boxes, load->count);
}
#endif

typedef struct entrant {
    const char *name;
    void (*pass)(const workload *load, void *answers);
    graze_index_method method;
    size_t most_agents, most_waiting; /* beyond that it would take minutes */
    bool is_tree;       /* somebody else's */
} entrant;

static const entrant entrants[] = {
#if defined HAVE_BOOST
    {"Boost R-tree", pass_boost, GRAZE_INDEX_AUTO, SIZE_MAX, 1000, true},
#endif
#if defined HAVE_FCL
    {"FCL tree", pass_fcl, GRAZE_INDEX_AUTO, SIZE_MAX, 10000, true},
#endif
#if defined HAVE_BOX2D
    {"Box2D tree", pass_box2d, GRAZE_INDEX_AUTO, 10000, 10000, true},
#endif
    {"**Graze, auto**", pass_index, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX, false},
    {"levels are there", pass_pairs, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX, false},
    {"**with exact decisions**", pass_conflicts, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX, false},
    {"with each decided on its own", pass_index_decided, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX,
     false},
    {"from motions", pass_from_motions, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX, false},
    {"from motions, in order", pass_sorted, GRAZE_INDEX_AUTO, SIZE_MAX, SIZE_MAX, false},
    {"grid", pass_index, GRAZE_INDEX_GRID, SIZE_MAX, SIZE_MAX, false},
    {"tree", pass_index, GRAZE_INDEX_TREE, SIZE_MAX, SIZE_MAX, false},
    {"sweep", pass_index, GRAZE_INDEX_SWEEP, 10000, 10000, false},
    {"masks", pass_index, GRAZE_INDEX_MASKS, 1000, 1000, false},
    {"scan", pass_index, GRAZE_INDEX_SCAN, 1000, 1000, false},
};
enum { ENTRANTS = sizeof entrants / sizeof entrants[0] };

/* ---- one crowd ---------------------------------------------------------------------- */

typedef struct race {
    const entrant *entered[ENTRANTS];
    contender timed[ENTRANTS];
    task tasks[ENTRANTS];
    size_t count;
} race;

static race race_of(const crowd *of, crowd_plan plan)
{
    race made = {.count = 0};
    for (size_t k = 0; k < ENTRANTS; k++) {
        if (of->agents > entrants[k].most_agents ||
            (plan == CROWD_WAITING && of->agents > entrants[k].most_waiting))
            continue;
        made.entered[made.count] = &entrants[k];
        made.tasks[made.count].of = of;
        if (!entrants[k].is_tree) {
            made.tasks[made.count].index = open_index_of(of, entrants[k].method);
            find_pairs(&made.tasks[made.count], count_pair);
        }
        made.count++;
    }
    return made;
}

static void race_free(race *emptied)
{
    for (size_t k = 0; k < emptied->count; k++)
        graze_index_free(emptied->tasks[k].index);
}

/* The row of the best tree: NaN when there is none. */
static double ratio_to_best_tree(const race *of, const timing *taken, size_t which)
{
    double best = NAN, least = HUGE_VAL;
    for (size_t k = 0; k < of->count; k++)
        if (of->entered[k]->is_tree && timing_median(taken, k) < least) {
            least = timing_median(taken, k);
            best = timing_ratio(taken, which, k);
        }
    return best;
}

/* Trees compare floats and cannot tell a tie of two lives from an overlap: one pair in
 * a million. */
static bool agrees(const race *of, size_t which)
{
    const size_t graze = of->tasks[of->count - 1].pairs, found = of->tasks[which].pairs;
    return found == graze ||
           (of->entered[which]->is_tree && found > graze && found - graze <= graze / 100000);
}

static void print_rows(table *to, const race *of, const timing *taken, const crowd *plan,
                       const char *name)
{
    for (size_t k = 0; k < of->count; k++) {
        const task *each = &of->tasks[k];
        if (!agrees(of, k))
            give_up("two contenders found different pairs");
        double each_motion = timing_median(taken, k);
        table_cells(to, "%s|%zu|%s|%.2f|%.0f|%.3f|%zu", name, plan->agents, of->entered[k]->name,
                    each_motion * (double)plan->count * 1e-6, each_motion,
                    ratio_to_best_tree(of, taken, k), each->pairs);
        if (each->conflicts > 0)
            table_cells(to, "%zu", each->conflicts);
        table_end_row(to);
    }
}

static void measure(table *to, crowd_plan plan, size_t agents, size_t repeats)
{
    crowd made;
    timing taken;
    if (!crowd_make(plan, agents, MOVES, &made))
        give_up("no memory");
    race entered = race_of(&made, plan);
    for (size_t k = 0; k < entered.count; k++)
        entered.timed[k] = (contender){entered.entered[k]->name, entered.entered[k]->pass,
                                       &entered.tasks[k]};
    const workload load = {.count = made.count};
    if (!timing_take(entered.timed, entered.count, &load, repeats, &taken))
        give_up("no time could be taken");
    print_rows(to, &entered, &taken, &made, crowd_names[plan]);
    timing_free(&taken);
    race_free(&entered);
    crowd_free(&made);
}

/* ---- building ----------------------------------------------------------------------- */

/* Validation, boxes, levels; and all given back. */
static void pass_build(const workload *load, void *answers)
{
    const crowd *of = answers;
    (void)load;
    graze_index_free(index_of(of, GRAZE_INDEX_AUTO));
}

static void measure_building(table *to, crowd_plan plan, size_t agents, size_t moves,
                             size_t repeats)
{
    crowd made;
    timing taken;
    graze_index_size size;
    if (!crowd_make(plan, agents, moves, &made))
        give_up("no memory");
    const contender builder = {"building", pass_build, &made};
    const workload load = {.count = made.count};
    graze_index *index = index_of(&made, GRAZE_INDEX_AUTO);
    if (graze_index_measure(index, &size) != GRAZE_OK ||
        !timing_take(&builder, 1, &load, repeats, &taken))
        give_up("no time could be taken");
    table_cells(to, "%s|%zu|%zu|%.0f|%.0f", crowd_names[plan], agents, moves,
                timing_median(&taken, 0), (double)size.bytes / (double)made.count);
    table_end_row(to);
    timing_free(&taken);
    graze_index_free(index);
    crowd_free(&made);
}

/* What is freed stays with the process, whoever had it: a fresh page costs 0.25 to 15 us on one
 * machine or another, which is no contender's own work. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1000, 10000, 100000};
    const command given = command_read(argc, argv, 100000);
    keep_memory();
    table_title(&given, "All pairs");
    table to = table_begin(&given, "times", 3,
                           "Time to build from boxes and to find all pairs, 8 motions an agent; "
                           "ratio to the best tree of others.",
                           "plan|agents|method|ms|ns a motion|ratio|pairs|conflicts");
    for (int plan = 0; plan < CROWD_PLANS; plan++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
            if (sizes[k] <= given.pairs)
                measure(&to, (crowd_plan)plan, sizes[k], given.repeats);
    to = table_begin(&given, "building", 3, "graze_index_new of some 200 000 motions.",
                     "plan|agents|motions each|ns a motion|bytes a motion");
    for (int plan = 0; plan < CROWD_PLANS && given.pairs >= 1000; plan++) {
        measure_building(&to, (crowd_plan)plan, 1000, 200, given.repeats);
        measure_building(&to, (crowd_plan)plan, 25000, 8, given.repeats);
    }
    return table_status();
}
