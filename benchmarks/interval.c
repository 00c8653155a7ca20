/* SPDX-License-Identifier: MIT */
/* When do two moving discs conflict? Graze's correctly rounded ends against the
 * textbook's two roots in doubles: time, mistakes, ends that are off, and which
 * stage of Graze had to answer. */
#include <graze/conflict.h>
#include <math.h>
#include <stdio.h>

#include "benchmarks/command.h"
#include "benchmarks/opponents.h"
#include "benchmarks/race.h"
#include "benchmarks/score.h"
#include "benchmarks/stages.h"
#include "benchmarks/table.h"
#include "benchmarks/workload.h"
#include "contact/contact.h"
#include "contact/question.h"

typedef struct answer {
    graze_interval when;
    size_t count; /* 0 or 1 */
} answer;

/* ---- contenders --------------------------------------------------------------------- */

static void pass_graze_interval(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        if (graze_conflict_intervals(&each->body_a, &each->a, &each->body_b, &each->b, 0,
                                     &found[i].when, 1, &found[i].count) != GRAZE_OK)
            give_up("a pair was refused");
    }
}

static void pass_plain_interval(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        found[i].count = plain_interval(&each->body_a, &each->a, &each->body_b, &each->b,
                                        &found[i].when);
    }
}

static void pass_graze_prepared(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        const graze_prepared *prepared = &load->prepared[2 * i];
        if (graze_conflict_intervals_prepared(prepared, &each->body_a, &each->a, prepared + 1,
                                              &each->body_b, &each->b, 0, &found[i].when, 1,
                                              &found[i].count) != GRAZE_OK)
            give_up("a prepared pair was refused");
    }
}

static void pass_plain_prepared(const workload *load, void *answers)
{
    answer *found = answers;
    for (size_t i = 0; i < load->count; i++)
        found[i].count = plain_interval_of_prepared(&load->prepared[2 * i],
                                                    &load->prepared[2 * i + 1], &found[i].when);
}

enum { GRAZE_INTERVAL, PLAIN_INTERVAL, GRAZE_PREPARED, PLAIN_PREPARED, CONTENDERS };

static const contender contenders[CONTENDERS] = {
    {"graze", pass_graze_interval, NULL},
    {"plain", pass_plain_interval, NULL},
    {"graze, prepared", pass_graze_prepared, NULL},
    {"plain, prepared", pass_plain_prepared, NULL},
};

/* Who has to answer: nobody for pairs without conflict, else a stage of the ends. */
enum { NO_CONFLICT = STAGE_COUNT, KINDS };

/* ---- one family --------------------------------------------------------------------- */

typedef struct result {
    const family *of;
    size_t pairs, hits;
    double nanoseconds[CONTENDERS], ratio, prepared_ratio;
    size_t missed, invented;
    size_t ends, ends_off; /* of conflicts that both see; by more than one ulp */
    double worst_ulps, worst_seconds;
    race_kinds kinds;
} result;

static void compare_ends(result *of, double truth, double end)
{
    double ulps = score_ulps_apart(truth, end);
    of->ends++;
    of->ends_off += ulps > 1;
    of->worst_ulps = fmax(of->worst_ulps, ulps);
    of->worst_seconds = fmax(of->worst_seconds, fabs(truth - end));
}

static void compare(result *of, const answer *truth, const answer *plain)
{
    of->hits += truth->count;
    of->missed += truth->count > plain->count;
    of->invented += truth->count < plain->count;
    if (truth->count == 0 || plain->count == 0)
        return;
    compare_ends(of, truth->when.lower, plain->when.lower);
    compare_ends(of, truth->when.upper, plain->when.upper);
}

static unsigned char kind_of(const specimen *each)
{
    pair question;
    contact_stage stage;
    contact_part parts[CONTACT_PARTS_MAX];
    size_t count;
    if (pair_of(&each->body_a, &each->a, &each->body_b, &each->b, 0, &question) != GRAZE_OK)
        give_up("a pair was refused");
    if (contact_decide(&question, NULL) != CONTACT_OVERLAP)
        return NO_CONFLICT;
    if (contact_parts(&question, CONTACT_OVERLAP, false, 0, parts, &count, &stage) != GRAZE_OK)
        give_up("a conflict has no interval");
    return (unsigned char)stage;
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
    race_run(contenders, CONTENDERS, &load, sizeof(answer), given->repeats, &run);
    for (size_t k = 0; k < CONTENDERS; k++)
        measured->nanoseconds[k] = timing_median(&run.taken, k);
    measured->ratio = timing_ratio(&run.taken, GRAZE_INTERVAL, PLAIN_INTERVAL);
    measured->prepared_ratio = timing_ratio(&run.taken, GRAZE_PREPARED, PLAIN_PREPARED);
    const answer *truth = run.answers[GRAZE_INTERVAL], *plain = run.answers[PLAIN_INTERVAL];
    const answer *prepared = run.answers[GRAZE_PREPARED];
    for (size_t i = 0; i < load.count; i++) {
        compare(measured, &truth[i], &plain[i]);
        if (truth[i].count != prepared[i].count ||
            (truth[i].count != 0 && (truth[i].when.lower != prepared[i].when.lower ||
                                     truth[i].when.upper != prepared[i].when.upper)))
            give_up("intervals of motions and of prepared motions disagree");
    }
    if (!given->once)
        race_run_kinds(&contenders[GRAZE_INTERVAL], &load, KINDS, kind_of, sizeof(answer), 5000,
                       given->repeats, &measured->kinds);
    race_free(&run);
    workload_free(&load);
    return true;
}

/* ---- tables ------------------------------------------------------------------------- */

static void print_times(const command *given, const result *results, size_t count)
{
    table to = table_begin(given, "times", 1,
                           "Time of an interval, per pair [ns], and the mistakes of the plain "
                           "formula.",
                           "family|hits %|plain|Graze|**ratio**|plain, prepared|Graze, prepared|"
                           "**ratio of prepared**|missed + invented|ends off by > 1 ulp|"
                           "worst [ulp]|worst [s]");
    for (const result *row = results; row < results + count; row++) {
        const double *taken = row->nanoseconds;
        table_cells(&to, "%s|%.1f|%.1f|%.1f|**%.2f**|%.1f|%.1f|**%.2f**", row->of->name,
                    100.0 * (double)row->hits / (double)row->pairs, taken[PLAIN_INTERVAL],
                    taken[GRAZE_INTERVAL], row->ratio, taken[PLAIN_PREPARED],
                    taken[GRAZE_PREPARED], row->prepared_ratio);
        table_cells(&to, "%zu + %zu|%zu of %zu|%.2g|%.1e", row->missed, row->invented,
                    row->ends_off, row->ends, row->worst_ulps, row->worst_seconds);
        table_end_row(&to);
    }
}

static void print_kinds(const command *given, const result *results, size_t count)
{
    static const int order[] = {NO_CONFLICT, STAGE_DOUBLE, STAGE_DD, STAGE_EXACT};
    table to = table_begin(given, "stages", 1,
                           "Who answers, what a pair costs there [ns], and what that adds to the "
                           "average.",
                           "family|no conflict %|no conflict, ns|no conflict adds|doubles %|"
                           "doubles, ns|doubles add|double-doubles %|double-doubles, ns|"
                           "double-doubles add|exact %|exact, ns|exact adds");
    for (const result *row = results; row < results + count; row++) {
        table_cells(&to, "%s", row->of->name);
        for (size_t k = 0; k < sizeof order / sizeof *order; k++)
            race_print_kind(&to, &row->kinds, order[k]);
        table_end_row(&to);
    }
}

int main(int argc, char **argv)
{
    enum { MOST_FAMILIES = 64 };
    static result results[MOST_FAMILIES];
    size_t count = 0;
    command given = command_read_stages(argc, argv, COMMAND_PAIRS, stages_uniform + 1);
    if (given.without != NULL) {
        table_title(&given, "Stages");
        stages_measure(&given, STAGES_INTERVALS, false);
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
    table_title(&given, "Interval");
    print_times(&given, results, count);
    if (!given.once)
        print_kinds(&given, results, count);
    return table_status();
}
