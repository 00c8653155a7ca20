/* SPDX-License-Identifier: MIT */
/* Do two moving discs conflict? Graze's exact decision against plain doubles and a
 * planner's check: time, mistakes, and which stage of Graze had to answer. */
#include <graze/conflict.h>
#include <stdio.h>

#include "benchmarks/command.h"
#include "benchmarks/opponents.h"
#include "benchmarks/race.h"
#include "benchmarks/stages.h"
#include "benchmarks/table.h"
#include "benchmarks/workload.h"
#include "contact/contact.h"
#include "contact/question.h"

/* ---- contenders --------------------------------------------------------------------- */

static void pass_graze_prepared(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        const graze_prepared *prepared = &load->prepared[2 * i];
        if (graze_conflict_exists_prepared(prepared, &each->body_a, &each->a, prepared + 1,
                                           &each->body_b, &each->b, 0, &found[i]) != GRAZE_OK)
            give_up("a prepared pair was refused");
    }
}

static void pass_graze_motions(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        if (graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &found[i]) !=
            GRAZE_OK)
            give_up("a pair was refused");
    }
}

static void pass_plain_prepared(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i] = plain_on_prepared(&load->prepared[2 * i], &load->prepared[2 * i + 1]);
}

static void pass_plain_nearest(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i] = plain_at_nearest(&load->prepared[2 * i], &load->prepared[2 * i + 1]);
}

static void pass_plain_motions(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i] = plain_on_motions(&load->specimens[i]);
}

static void pass_planner(const workload *load, void *answers)
{
    bool *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i] = planner_check(&load->moves[2 * i], &load->moves[2 * i + 1]);
}

enum {
    GRAZE_PREPARED,
    PLAIN_PREPARED,
    PLAIN_NEAREST,
    GRAZE_MOTIONS,
    PLAIN_MOTIONS,
    PLANNER,
    CONTENDERS
};

static const contender contenders[CONTENDERS] = {
    {"graze, prepared", pass_graze_prepared, NULL},
    {"plain, prepared", pass_plain_prepared, NULL},
    {"plain, nearest instant", pass_plain_nearest, NULL},
    {"graze, motions", pass_graze_motions, NULL},
    {"plain, motions", pass_plain_motions, NULL},
    {"planner", pass_planner, NULL},
};

/* ---- one family --------------------------------------------------------------------- */

typedef struct mistakes {
    size_t missed, invented;
} mistakes;

typedef struct result {
    const family *of;
    size_t pairs, hits;
    double nanoseconds[CONTENDERS], prepared_ratio, nearest_ratio, motions_ratio, planner_ratio;
    mistakes wrong[CONTENDERS];
    race_kinds stages;
} result;

static void count_mistakes(result *of, void *const *answers)
{
    for (size_t i = 0; i < of->pairs; i++) {
        const bool truth = ((const bool *)answers[GRAZE_MOTIONS])[i];
        of->hits += truth;
        for (size_t k = 0; k < CONTENDERS; k++) {
            const bool found = ((const bool *)answers[k])[i];
            of->wrong[k].missed += truth && !found;
            of->wrong[k].invented += !truth && found;
        }
    }
    if (of->wrong[GRAZE_PREPARED].missed + of->wrong[GRAZE_PREPARED].invented != 0)
        give_up("graze_conflict_exists and graze_conflict_exists_prepared disagree");
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

static void note_times(result *of, const timing *taken)
{
    for (size_t k = 0; k < CONTENDERS; k++)
        of->nanoseconds[k] = timing_median(taken, k);
    of->prepared_ratio = timing_ratio(taken, GRAZE_PREPARED, PLAIN_PREPARED);
    of->nearest_ratio = timing_ratio(taken, GRAZE_PREPARED, PLAIN_NEAREST);
    of->motions_ratio = timing_ratio(taken, GRAZE_MOTIONS, PLAIN_MOTIONS);
    of->planner_ratio = timing_ratio(taken, GRAZE_PREPARED, PLANNER);
}

/* False when the family's data is not on this machine. */
static bool measure(const command *given, const family *of, result *measured)
{
    workload load;
    race run;
    family_supply supply = workload_make(of, given->pairs, &load);
    if (supply == FAMILY_BROKEN)
        give_up("a family's pairs could not be made");
    if (supply == FAMILY_ABSENT)
        return false;
    *measured = (result){.of = of, .pairs = load.count};
    race_run(contenders, CONTENDERS, &load, sizeof(bool), given->repeats, &run);
    note_times(measured, &run.taken);
    count_mistakes(measured, run.answers);
    if (!given->once)
        race_run_kinds(&contenders[GRAZE_PREPARED], &load, STAGE_COUNT, stage_of, sizeof(bool),
                       20000, given->repeats, &measured->stages);
    race_free(&run);
    workload_free(&load);
    return true;
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
                           "family|hits %|plain, prepared|Graze, prepared|**ratio**|"
                           "plain, nearest|ratio to nearest|plain, motions|Graze, motions|"
                           "ratio of motions|planner|**ratio to planner**");
    for (const result *row = results; row < results + count; row++) {
        const double *time = row->nanoseconds;
        table_cells(&to, "%s|%.1f|%.1f|%.1f|**%.2f**|%.1f|%.2f|%.1f|%.1f|%.2f|%.1f|**%.2f**",
                    row->of->name, percent(row, row->hits), time[PLAIN_PREPARED],
                    time[GRAZE_PREPARED], row->prepared_ratio, time[PLAIN_NEAREST],
                    row->nearest_ratio, time[PLAIN_MOTIONS], time[GRAZE_MOTIONS],
                    row->motions_ratio, time[PLANNER], row->planner_ratio);
        table_end_row(&to);
    }
}

static void print_mistakes(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "mistakes", 1,
                           "Wrong decisions: conflicts that were missed + conflicts that are none.",
                           "family|pairs|hits|plain, prepared|plain, nearest|plain, motions|"
                           "planner");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s|%zu|%zu", row->of->name, row->pairs, row->hits);
        static const int shown[] = {PLAIN_PREPARED, PLAIN_NEAREST, PLAIN_MOTIONS, PLANNER};
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
            table_cells(&to, "%zu + %zu", row->wrong[shown[k]].missed,
                        row->wrong[shown[k]].invented);
        table_end_row(&to);
    }
}

static void print_stages(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "stages", 1,
                           "Which stage decides, what the prepared decision costs there [ns], and "
                           "what that adds to the average.",
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
    command given = command_read_stages(argc, argv, COMMAND_PAIRS, stages_uniform);
    if (given.without != NULL) {
        table_title(&given, "Stages");
        stages_measure(&given, STAGES_DECISION, false);
        return table_status();
    }
    for (const family *each = families; each->name != NULL && count < MOST_FAMILIES; each++) {
        if (each->accelerated || !command_wants(&given, each))
            continue;
        if (measure(&given, each, &results[count]))
            count++;
        else
            fprintf(stderr, "%s: its map is not at hand, left out\n", each->name);
    }
    if (count == 0)
        give_up("nothing was measured");
    table_title(&given, "Decision");
    print_times(&given, results, count);
    print_mistakes(&given, results, count);
    if (!given.once)
        print_stages(&given, results, count);
    return table_status();
}
