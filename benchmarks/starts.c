/* SPDX-License-Identifier: MIT */
/* When must a not start? Graze's exact unsafe starts, both ends, against a planner's
 * bisection for one end, Algorithm 1 and right geometry in doubles; and the unsafe
 * starts of accelerated motions, of which a binary search finds one end. */
#include <graze/unsafe.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "benchmarks/command.h"
#include "benchmarks/methods.h"
#include "benchmarks/opponents.h"
#include "benchmarks/race.h"
#include "benchmarks/stages.h"
#include "benchmarks/table.h"
#include "benchmarks/textbook.h"
#include "benchmarks/workload.h"
#include "starts/start_guess.h"
#include "starts/start_search.h"
#include "starts/uniform_disc_starts.h"

typedef struct answer {
    graze_interval starts;
    size_t count; /* 0 or 1 */
} answer;

/* ---- contenders --------------------------------------------------------------------- */

static void pass_graze_starts(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        if (graze_unsafe_starts(&each->body_a, &each->a, &each->body_b, &each->b, 0, NULL,
                                &found[i].starts, 1, &found[i].count) != GRAZE_OK)
            give_up("a pair was refused");
    }
}

static void pass_bisection(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const planner_move *move = &load->moves[2 * i];
        found[i].starts.lower = move->start;
        found[i].count = planner_unsafe_end(move, move + 1, &found[i].starts.upper);
    }
}

static void pass_textbook(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i].count = textbook_unsafe_starts(&load->specimens[i], &found[i].starts);
}

static void pass_rectangle(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i].count = rectangle_unsafe_starts(&load->specimens[i], &found[i].starts);
}

enum { GRAZE_STARTS, BISECTION, TEXTBOOK, RECTANGLE, CONTENDERS };

static const contender contenders[CONTENDERS] = {
    {"graze", pass_graze_starts, NULL},
    {"bisection", pass_bisection, NULL},
    {"textbook", pass_textbook, NULL},
    {"right geometry", pass_rectangle, NULL},
};

/* Which path of Graze answers. */
enum { QUICK, DECISIONS, CANDIDATES, PATHS };

/* ---- one family --------------------------------------------------------------------- */

typedef struct result {
    const family *of;
    size_t pairs, hits, planner_hits;
    double nanoseconds[CONTENDERS], ratio[CONTENDERS]; /* Graze's time over the other's */
    race_kinds paths;
    double worst[2]; /* [ns] of one pair, among others and again at once */
    size_t slow[2];  /* pairs that take more than a microsecond */
} result;

static unsigned char path_of(const specimen *each)
{
    pair question;
    graze_interval starts;
    bool found;
    if (pair_of(&each->body_a, &each->a, &each->body_b, &each->b, 0, &question) != GRAZE_OK)
        give_up("a pair was refused");
    if (uniform_disc_starts(cpu_level(), true, &each->body_a, &each->a, &each->body_b, &each->b, 0,
                            &starts, &found))
        return QUICK;
    return start_guess(&question, &starts) && start_search_near(&question, starts, &starts)
               ? DECISIONS
               : CANDIDATES;
}

/* [ns], more than 2^53 of them. That of CPU time asks the system, which takes as long as a pair. */
static int64_t wall_clock(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static double wait_for(const specimen *each)
{
    graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
    const int64_t begin = wall_clock();
    graze_says_starts(each, starts);
    return (double)(wall_clock() - begin);
}

/* The slowest pair, and how many take more than a microsecond: asked among all others, where
 * what rarely runs is in no cache, and again at once. Each has the least of its times over the
 * rounds, so that an interrupt is no pair's; reading the clock counts. */
static void measure_worst(const workload *load, result *measured)
{
    enum { ROUNDS = 9, AGAIN = 3 };
    double(*least)[2] = malloc(load->count * sizeof *least);
    if (least == NULL)
        give_up("no memory");
    for (size_t i = 0; i < load->count; i++)
        least[i][0] = least[i][1] = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < load->count; i++) {
            least[i][0] = fmin(least[i][0], wait_for(&load->specimens[i]));
            for (int k = 0; k < AGAIN; k++)
                least[i][1] = fmin(least[i][1], wait_for(&load->specimens[i]));
        }
    for (size_t i = 0; i < load->count; i++)
        for (int k = 0; k < 2; k++) {
            measured->worst[k] = fmax(measured->worst[k], least[i][k]);
            measured->slow[k] += least[i][k] > 1000;
        }
    free(least);
}

static void measure(const command *given, const workload *load, result *measured)
{
    race run;
    race_run(contenders, CONTENDERS, load, sizeof(answer), given->repeats, &run);
    for (size_t k = 0; k < CONTENDERS; k++) {
        measured->nanoseconds[k] = timing_median(&run.taken, k);
        measured->ratio[k] = timing_ratio(&run.taken, GRAZE_STARTS, k);
    }
    const answer *found = run.answers[GRAZE_STARTS], *bisected = run.answers[BISECTION];
    for (size_t i = 0; i < load->count; i++) {
        measured->hits += found[i].count;
        measured->planner_hits += bisected[i].count;
    }
    if (!given->once)
        race_run_kinds(&contenders[GRAZE_STARTS], load, PATHS, path_of, sizeof(answer), 2000,
                       given->repeats, &measured->paths);
    race_free(&run);
    if (!given->once)
        measure_worst(load, measured);
}

/* The pairs that a planner bisects for. */
static bool conflicts(const specimen *each)
{
    planner_move a = planner_move_of(&each->body_a, &each->a);
    planner_move b = planner_move_of(&each->body_b, &each->b);
    return planner_check(&a, &b);
}

static bool any(const specimen *each)
{
    (void)each;
    return true;
}

/* False when the family's data is not on this machine, or none of its pairs is
 * wanted. */
static bool measure_family(const command *given, const family *of,
                           bool (*wanted)(const specimen *each), result *measured)
{
    enum { ATTEMPTS = 40 }; /* times the pairs */
    workload load;
    size_t attempts = wanted == any ? given->pairs : ATTEMPTS * given->pairs;
    family_supply supply = workload_make_wanted(of, wanted, attempts, given->pairs, &load);
    if (supply == FAMILY_BROKEN)
        give_up("a family's pairs could not be made");
    if (supply == FAMILY_ABSENT)
        return false;
    *measured = (result){.of = of, .pairs = load.count};
    if (load.count > 0)
        measure(given, &load, measured);
    workload_free(&load);
    return measured->pairs > 0;
}

/* ---- tables ------------------------------------------------------------------------- */

static void print_times(const command *given, const char *name, const char *about,
                        const result *results, size_t count)
{
    table to = table_begin(given, name, 1, about,
                           "family|pairs|unsafe starts %|conflicts now %|Graze|bisection|"
                           "**ratio**|textbook|ratio to textbook|right geometry|"
                           "ratio to right geometry");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s|%zu|%.1f|%.1f|%.0f|%.0f|**%.2f**|%.0f|%.2f|%.0f|%.2f", row->of->name,
                    row->pairs, 100.0 * (double)row->hits / (double)row->pairs,
                    100.0 * (double)row->planner_hits / (double)row->pairs,
                    row->nanoseconds[GRAZE_STARTS], row->nanoseconds[BISECTION],
                    row->ratio[BISECTION], row->nanoseconds[TEXTBOOK], row->ratio[TEXTBOOK],
                    row->nanoseconds[RECTANGLE], row->ratio[RECTANGLE]);
        table_end_row(&to);
    }
}

static void print_paths(const command *given, const char *name, const result *results,
                        size_t count)
{
    table to = table_begin(given, name, 1,
                           "Who answers, what a pair costs there [ns], and what that adds to the "
                           "average; the slowest pair [ns], and how many take more than 1 us.",
                           "family|quick %|quick, ns|quick adds|decisions %|decisions, ns|"
                           "decisions add|candidates %|candidates, ns|candidates add|worst|"
                           "above 1 us|worst at once again|above 1 us then");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s", row->of->name);
        for (int path = 0; path < PATHS; path++)
            race_print_kind(&to, &row->paths, path);
        table_cells(&to, "%.0f|%zu|%.0f|%zu", row->worst[0], row->slow[0], row->worst[1],
                    row->slow[1]);
        table_end_row(&to);
    }
}

/* The names of a table of times and of one of paths, and what they are about. */
typedef struct selection {
    const char *times, *paths, *about;
    bool (*wanted)(const specimen *each);
} selection;

static void print_uniform(const command *given, const selection *of)
{
    enum { MOST_FAMILIES = 64 };
    static result results[MOST_FAMILIES];
    size_t count = 0;
    for (const family *each = families; each->name != NULL && count < MOST_FAMILIES; each++)
        if (!each->accelerated && command_wants(given, each))
            count += measure_family(given, each, of->wanted, &results[count]);
    if (count == 0)
        return;
    print_times(given, of->times, of->about, results, count);
    if (!given->once)
        print_paths(given, of->paths, results, count);
}

/* ---- acceleration --------------------------------------------------------------------- */

enum { MOST_COMPONENTS = 5 };

typedef struct curved_result {
    size_t pairs, components[MOST_COMPONENTS], searched, others, jumped;
    double microseconds, worst;
} curved_result;

/* One search over exact decisions, so that nothing but its principle can be at fault:
 * the first safe start at or after the own one, to 1e-7. */
static double search_end(const specimen *question)
{
    specimen delayed = *question;
    double delay = 0, width = question->b.start + question->b.duration - question->a.start;
    while (width > 1e-7) {
        bool exists = false;
        width /= 2;
        delayed.a.start = question->a.start + (delay + width);
        if (graze_conflict_exists(&delayed.body_a, &delayed.a, &delayed.body_b, &delayed.b, 0,
                                  &exists) != GRAZE_OK)
            give_up("a pair was refused");
        if (exists)
            delay += width;
    }
    return question->a.start + (delay + width);
}

/* Does the search from an unsafe own start pass over a safe gap? */
static void judge_search(curved_result *of, const specimen *each, const graze_interval *starts,
                         size_t count)
{
    bool exists = false;
    graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &exists);
    if (!exists)
        return;
    of->searched++;
    of->others += count > 1;
    double end = search_end(each);
    for (size_t i = 0; i < count; i++)
        if (starts[i].lower <= each->a.start && each->a.start <= starts[i].upper)
            of->jumped += end > starts[i].upper + 1e-6;
}

static void measure_curved(const workload *load, curved_result *of)
{
    graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
    for (size_t i = 0; i < load->count; i++) {
        double begin = timing_clock();
        size_t count = graze_says_starts(&load->specimens[i], starts);
        double taken = (timing_clock() - begin) / 1000;
        of->microseconds += taken / (double)load->count;
        of->worst = fmax(of->worst, taken);
        of->components[count < MOST_COMPONENTS ? count : MOST_COMPONENTS - 1]++;
        judge_search(of, &load->specimens[i], starts, count);
    }
}

static void print_curved(const command *given)
{
    enum { SHARE = 50 }; /* a question costs what fifty others cost, and more */
    size_t pairs = given->pairs / SHARE > 0 ? given->pairs / SHARE : 1;
    table to = table_begin(given, "accelerated", 1,
                           "Accelerated: the exact union of all components, against one binary "
                           "search from an unsafe own start with exact decisions.",
                           "family|pairs|Graze [us]|worst [us]|none|1|2|3|>= 4|searched|"
                           "other components missed|jumped over a safe gap");
    for (const family *each = families; each->name != NULL; each++) {
        workload load;
        curved_result of = {.pairs = pairs};
        if (!each->accelerated || !command_wants(given, each))
            continue;
        if (workload_make(each, pairs, &load) != FAMILY_FILLED)
            give_up("a family's pairs could not be made");
        measure_curved(&load, &of);
        workload_free(&load);
        table_cells(&to, "%s|%zu|%.0f|%.0f", each->name, of.pairs, of.microseconds, of.worst);
        for (int i = 0; i < MOST_COMPONENTS; i++)
            table_cells(&to, "%zu", of.components[i]);
        table_cells(&to, "%zu|%zu|%zu", of.searched, of.others, of.jumped);
        table_end_row(&to);
    }
}

int main(int argc, char **argv)
{
    command given = command_read_stages(argc, argv, COMMAND_PAIRS, stages_starts);
    if (given.without != NULL) {
        table_title(&given, "Stages");
        const bool accelerated = (given.without->bits & (QUICK_STRAIGHT | QUICK_CURVED)) != 0;
        stages_measure(&given, STAGES_STARTS, accelerated);
        return table_status();
    }
    const selection now = {"times", "paths",
                           "Unsafe starts of pairs that conflict now, which is what a planner "
                           "bisects for [ns]; ratios are Graze's time over the other's. The "
                           "bisection answers with one end, the textbook for such pairs alone.",
                           conflicts};
    const selection all = {"times of all", "paths of all", "All pairs [ns].", any};
    table_title(&given, "Unsafe starts");
    print_uniform(&given, &now);
    if (!given.once)
        print_uniform(&given, &all);
    if (!given.once && (given.only == NULL || given.only->accelerated))
        print_curved(&given);
    return table_status();
}
