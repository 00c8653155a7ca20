/* SPDX-License-Identifier: MIT */
/* How often is each method wrong? Decisions, numbers of intervals, ends, and the
 * practice of a planner: start where the unsafe interval is said to end, and check
 * again, exactly.
 *
 * Generated pairs are judged by the exact twin of the tests, those of the shared
 * data folder by the answers that come with them. Graze is judged like the others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/answers.h"
#include "benchmarks/command.h"
#include "benchmarks/exact.h"
#include "benchmarks/methods.h"
#include "benchmarks/score.h"
#include "benchmarks/table.h"

enum { MOST_METHODS = 8, DEFAULT_PAIRS = 10000 };

/* ---- one question ---------------------------------------------------------------------- */

static void judge_conflicts(const specimen *question, const graze_interval *truth, size_t count,
                            score *scores)
{
    graze_interval said[METHOD_INTERVALS];
    for (const method *each = conflict_methods; each->name != NULL; each++, scores++)
        if (each->answers == NULL || each->answers(question))
            score_answer(scores, truth, count, said, each->ask(question, said), each->ends);
}

/* Only asked when a's own start is unsafe: the others cannot be asked else. */
static void judge_starts(const specimen *question, const graze_interval *truth, size_t count,
                         score *scores)
{
    graze_interval said[METHOD_INTERVALS];
    for (const method *each = start_methods; each->name != NULL; each++, scores++) {
        if (each->answers != NULL && !each->answers(question))
            continue;
        size_t found = each->ask(question, said);
        score_answer(scores, truth, count, said, found, each->ends);
        for (size_t i = 0; i < found; i++)
            if (isfinite(said[i].upper))
                score_recheck(scores, exact_conflict_from(question, said[i].upper));
    }
}

/* ---- generated pairs ------------------------------------------------------------------- */

static specimen *pairs_of(const family *of, size_t count)
{
    specimen *pairs = malloc(count * sizeof *pairs);
    family_supply supply = pairs == NULL ? FAMILY_BROKEN : family_fill(of, count, pairs);
    if (supply == FAMILY_BROKEN)
        give_up("a family's pairs could not be made");
    if (supply == FAMILY_FILLED)
        return pairs;
    free(pairs);
    return NULL;
}

static void judge_pair(const specimen *each, score *conflicts, score *starts)
{
    graze_interval truth[METHOD_INTERVALS], claims[2], unsafe;
    size_t count = exact_intervals(each, truth);
    judge_conflicts(each, truth, count, conflicts);
    if (count == 0 || is_accelerated(each))
        return;
    graze_says_starts(each, claims);
    if (!exact_unsafe_starts(each, claims, 1, &unsafe))
        give_up("a conflict without an unsafe start");
    judge_starts(each, &unsafe, 1, starts);
}

/* ---- tables ------------------------------------------------------------------------------ */

/* One table while it is filled: whose answers it is about. */
typedef struct scoreboard {
    const method *methods;
    bool rechecked;
    table to;
} scoreboard;

static void print_scores(scoreboard *on, const char *source, const score *scores)
{
    for (const method *each = on->methods; each->name != NULL; each++, scores++) {
        if (scores->asked == 0)
            continue;
        table_cells(&on->to, "%s|%s|%zu|%zu|%zu + %zu|%zu", source, each->name, scores->asked,
                    scores->hits, scores->missed, scores->invented, scores->miscounted);
        if (scores->ends == 0)
            table_cells(&on->to, "|");
        else
            table_cells(&on->to, "%zu of %zu|%zu", scores->off, scores->ends, scores->far_off);
        if (on->rechecked && scores->rechecks > 0)
            table_cells(&on->to, "%zu of %zu", scores->failed, scores->rechecks);
        table_end_row(&on->to);
    }
}

static void measure_family(const family *of, size_t count, scoreboard *conflicts,
                           scoreboard *starts)
{
    score of_conflicts[MOST_METHODS] = {{0}}, of_starts[MOST_METHODS] = {{0}};
    specimen *pairs = pairs_of(of, count);
    if (pairs == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        judge_pair(&pairs[i], of_conflicts, of_starts);
    free(pairs);
    print_scores(conflicts, of->name, of_conflicts);
    print_scores(starts, of->name, of_starts);
}

/* ---- shared answers ------------------------------------------------------------------------ */

/* Which of a file's answers, if any, are about conflicts, and about starts. */
typedef struct shared_file {
    const char *path, *name;
    int conflicts, starts; /* -1: none */
} shared_file;

static void judge_row(const shared_file *of, const answered *row, score *conflicts, score *starts)
{
    const specimen *question = &row->question;
    if (of->conflicts >= 0)
        judge_conflicts(question, row->truth[of->conflicts], row->count[of->conflicts], conflicts);
    if (of->starts >= 0 && exact_conflict(question))
        judge_starts(question, row->truth[of->starts], row->count[of->starts], starts);
}

static void measure_file(const shared_file *of, scoreboard *conflicts, scoreboard *starts)
{
    score of_conflicts[MOST_METHODS] = {{0}}, of_starts[MOST_METHODS] = {{0}};
    static answers_file file;
    static answered row;
    answers_row next;
    if (!answers_open(&file, of->path)) {
        fprintf(stderr, "%s: not at hand, left out\n", of->path);
        return;
    }
    while ((next = answers_next(&file, &row)) == ANSWERS_ROW)
        judge_row(of, &row, of_conflicts, of_starts);
    answers_close(&file);
    if (next == ANSWERS_BROKEN)
        give_up("a file of exact answers has a broken row");
    print_scores(conflicts, of->name, of_conflicts);
    print_scores(starts, of->name, of_starts);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void measure_all(const command *given, scoreboard *conflicts, scoreboard *starts)
{
    static const shared_file files[] = {
        {"vectors/disc_cv.csv", "disc_cv", 0, -1},   {"vectors/disc_ca.csv", "disc_ca", 0, -1},
        {"vectors/disc_wp.csv", "disc_wp", 0, 1},    {"vectors/disc_mixed.csv", "disc_mixed", 0, 1},
        {"vectors/delay_cv.csv", "delay_cv", -1, 0}, {"vectors/delay_ca.csv", "delay_ca", -1, 0},
    };
    for (const family *each = families; each->name != NULL; each++)
        if (command_wants(given, each))
            measure_family(each, given->pairs, conflicts, starts);
    for (size_t i = 0; given->only == NULL && i < sizeof files / sizeof *files; i++)
        measure_file(&files[i], conflicts, starts);
}

static void copy_out(FILE *from)
{
    char part[4096];
    size_t size;
    rewind(from);
    while ((size = fread(part, 1, sizeof part, from)) > 0)
        fwrite(part, 1, size, stdout);
    if (ferror(from))
        give_up("a temporary file cannot be read");
    fclose(from);
}

int main(int argc, char **argv)
{
    command given = command_read(argc, argv, DEFAULT_PAIRS);
    FILE *later = tmpfile(); /* the second table, while the first is printed */
    if (later == NULL)
        give_up("no temporary file");
    table_title(&given, "Correctness");
    scoreboard conflicts = {
        conflict_methods, false,
        table_begin(&given, "conflicts", 2,
                    "Conflicts: decisions missed + invented, another number of intervals, ends "
                    "that are off.",
                    "pairs|method|asked|hits|wrong decisions|wrong counts|ends off by > 1 ulp|"
                    "> 1000 ulp")};
    scoreboard starts = {
        start_methods, true,
        table_begin_on(later, &given, "starts", 2,
                       "Unsafe starts, where the own start is unsafe; at last, starts at the "
                       "reported end that are still in conflict.",
                       "pairs|method|asked|hits|wrong decisions|wrong counts|ends off by > 1 ulp|"
                       "> 1000 ulp|failed re-checks")};
    measure_all(&given, &conflicts, &starts);
    copy_out(later);
    return table_status();
}
