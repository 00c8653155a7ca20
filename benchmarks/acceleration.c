/* SPDX-License-Identifier: MIT */
/* Do two accelerating discs conflict, and when? Graze's exact decision and intervals
 * against quartics in plain doubles: Ferrari's closed form, simultaneous iteration,
 * and Eigen's solver where it is installed. */
#include <graze/conflict.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/command.h"
#include "benchmarks/plain_quartic.h"
#include "benchmarks/race.h"
#include "benchmarks/score.h"
#include "benchmarks/stages.h"
#include "benchmarks/table.h"
#include "benchmarks/workload.h"
#include "contact/contact.h"
#include "contact/question.h"

/* ---- contenders --------------------------------------------------------------------- */

typedef struct answer {
    graze_interval when[CONTACT_OVERLAPS_MAX];
    size_t count;
} answer;

static void pass_graze_decision(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        bool exists = false;
        if (graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &exists) !=
            GRAZE_OK)
            give_up("a pair was refused");
        found[i].count = exists;
    }
}

static void pass_decision(const workload *load, void *answers, root_finder find)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i].count = plain_quartic_conflict(&load->specimens[i], find);
}

static void pass_ferrari(const workload *load, void *answers)
{
    pass_decision(load, answers, ferrari_roots);
}

static void pass_iteration(const workload *load, void *answers)
{
    pass_decision(load, answers, durand_kerner_roots);
}

#ifdef HAVE_EIGEN
static void pass_eigen(const workload *load, void *answers)
{
    pass_decision(load, answers, eigen_roots);
}
#endif

static void pass_graze_intervals(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        if (graze_conflict_intervals(&each->body_a, &each->a, &each->body_b, &each->b, 0,
                                     found[i].when, CONTACT_OVERLAPS_MAX,
                                     &found[i].count) != GRAZE_OK)
            give_up("a pair was refused");
    }
}

static void pass_ferrari_intervals(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i].count = (size_t)plain_quartic_intervals(&load->specimens[i], ferrari_roots,
                                                         found[i].when);
}

enum {
    GRAZE_DECISION,
    FERRARI,
    ITERATION,
    GRAZE_INTERVALS,
    FERRARI_INTERVALS,
#ifdef HAVE_EIGEN
    EIGEN,
#endif
    CONTENDERS
};

static const contender contenders[CONTENDERS] = {
    {"graze", pass_graze_decision, NULL},
    {"ferrari", pass_ferrari, NULL},
    {"iteration", pass_iteration, NULL},
    {"graze, intervals", pass_graze_intervals, NULL},
    {"ferrari, intervals", pass_ferrari_intervals, NULL},
#ifdef HAVE_EIGEN
    {"eigen", pass_eigen, NULL},
#endif
};

/* ---- one family --------------------------------------------------------------------- */

typedef struct result {
    const family *of;
    size_t pairs, hits, two;
    double nanoseconds[CONTENDERS], ratio[CONTENDERS]; /* Graze's decision over the other */
    double intervals_ratio;
    score wrong[CONTENDERS];
    race_kinds stages;
} result;

static void count_mistakes(result *of, void *const *answers)
{
    for (size_t i = 0; i < of->pairs; i++) {
        const answer *truth = (const answer *)answers[GRAZE_INTERVALS] + i;
        of->hits += truth->count > 0;
        of->two += truth->count > 1;
        for (size_t k = 0; k < CONTENDERS; k++) {
            bool ends = k == GRAZE_INTERVALS || k == FERRARI_INTERVALS;
            const answer *each = (const answer *)answers[k] + i;
            score_answer(&of->wrong[k], truth->when, truth->count, each->when, each->count,
                         ends ? SCORE_BOTH_ENDS : SCORE_NO_END);
        }
    }
    if (of->wrong[GRAZE_DECISION].missed + of->wrong[GRAZE_DECISION].invented != 0)
        give_up("graze_conflict_exists and graze_conflict_intervals disagree");
}

static unsigned char stage_of(const specimen *each)
{
    pair question;
    contact_stage stage;
    if (pair_of(&each->body_a, &each->a, &each->body_b, &each->b, 0, &question) != GRAZE_OK ||
        contact_failed(contact_decide(&question, &stage)))
        give_up("a pair has no answer");
    return (unsigned char)stage;
}

static void measure(const command *given, const family *of, result *measured)
{
    workload load;
    race run;
    if (workload_make(of, given->pairs, &load) != FAMILY_FILLED)
        give_up("a family's pairs could not be made");
    *measured = (result){.of = of, .pairs = load.count};
    race_run(contenders, CONTENDERS, &load, sizeof(answer), given->repeats, &run);
    for (size_t k = 0; k < CONTENDERS; k++) {
        measured->nanoseconds[k] = timing_median(&run.taken, k);
        measured->ratio[k] = timing_ratio(&run.taken, GRAZE_DECISION, k);
    }
    measured->intervals_ratio = timing_ratio(&run.taken, GRAZE_INTERVALS, FERRARI_INTERVALS);
    count_mistakes(measured, run.answers);
    if (!given->once)
        race_run_kinds(&contenders[GRAZE_DECISION], &load, STAGE_COUNT, stage_of, sizeof(answer),
                       2000, given->repeats, &measured->stages);
    race_free(&run);
    workload_free(&load);
}

/* ---- tables ------------------------------------------------------------------------- */

static double percent(const result *of, size_t part)
{
    return 100.0 * (double)part / (double)of->pairs;
}

static void print_times(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "times", 1,
                           "Time of a decision [ns]; ratios are Graze's time over the other's.",
                           "family|hits %|twice %|Graze|Ferrari|**ratio**|iteration|"
                           "ratio to iteration|Eigen|ratio to Eigen");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s|%.1f|%.1f|%.0f|%.0f|**%.2f**|%.0f|%.2f", row->of->name,
                    percent(row, row->hits), percent(row, row->two),
                    row->nanoseconds[GRAZE_DECISION], row->nanoseconds[FERRARI],
                    row->ratio[FERRARI], row->nanoseconds[ITERATION], row->ratio[ITERATION]);
#ifdef HAVE_EIGEN
        table_cells(&to, "%.0f|%.2f", row->nanoseconds[EIGEN], row->ratio[EIGEN]);
#endif
        table_end_row(&to);
    }
}

static void print_mistakes(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "mistakes", 1,
                           "Wrong decisions: conflicts that were missed + conflicts that are none.",
                           "family|pairs|hits|Ferrari|iteration|Eigen");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s|%zu|%zu|%zu + %zu|%zu + %zu", row->of->name, row->pairs, row->hits,
                    row->wrong[FERRARI].missed, row->wrong[FERRARI].invented,
                    row->wrong[ITERATION].missed, row->wrong[ITERATION].invented);
#ifdef HAVE_EIGEN
        table_cells(&to, "%zu + %zu", row->wrong[EIGEN].missed, row->wrong[EIGEN].invented);
#endif
        table_end_row(&to);
    }
}

static void print_intervals(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "intervals", 1,
                           "Time of the intervals [us], and the mistakes of the plain ones.",
                           "family|Graze|Ferrari|ratio|missed + invented|wrong counts|"
                           "ends off by > 1 ulp|> 1000 ulp");
    for (const result *row = results; row < results + count; row++) {
        const score *wrong = &row->wrong[FERRARI_INTERVALS];
        table_cells(&to, "%s|%.2f|%.2f|%.1f|%zu + %zu|%zu|%zu of %zu|%zu", row->of->name,
                    row->nanoseconds[GRAZE_INTERVALS] / 1000,
                    row->nanoseconds[FERRARI_INTERVALS] / 1000, row->intervals_ratio,
                    wrong->missed, wrong->invented, wrong->miscounted, wrong->off, wrong->ends,
                    wrong->far_off);
        table_end_row(&to);
    }
}

static void print_stages(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "stages", 1,
                           "Which stage decides, what a decision costs there [ns], and what that "
                           "adds to the average.",
                           "family|doubles %|doubles, ns|doubles add|double-doubles %|"
                           "double-doubles, ns|double-doubles add|exact %|exact, ns|exact adds");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s", row->of->name);
        for (int stage = 0; stage < STAGE_COUNT; stage++)
            race_print_kind(&to, &row->stages, stage);
        table_end_row(&to);
    }
}

int main(int argc, char **argv)
{
    enum { MOST_FAMILIES = 64 };
    static result results[MOST_FAMILIES];
    size_t count = 0;
    command given = command_read_stages(argc, argv, COMMAND_PAIRS, stages_accelerated);
    if (given.without != NULL) {
        table_title(&given, "Stages");
        stages_measure(&given, STAGES_DECISION, true);
        stages_measure(&given, STAGES_INTERVALS, true);
        return table_status();
    }
    for (const family *each = families; each->name != NULL && count < MOST_FAMILIES; each++)
        if (each->accelerated && command_wants(&given, each))
            measure(&given, each, &results[count++]);
    if (count == 0) /* a family of another program's was asked for */
        return EXIT_SUCCESS;
    table_title(&given, "Acceleration");
    print_times(&given, results, count);
    print_mistakes(&given, results, count);
    print_intervals(&given, results, count);
    if (!given.once)
        print_stages(&given, results, count);
    return table_status();
}
