/* SPDX-License-Identifier: MIT */
/* Races and kinds of answers. See race.h. */
#include "benchmarks/race.h"

#include <stdlib.h>

#include "benchmarks/command.h"

void race_run(const contender *contenders, size_t count, const workload *load, size_t answer_size,
              size_t rounds, race *run)
{
    contender timed[RACE_CONTENDERS];
    if (count > RACE_CONTENDERS)
        give_up("too many contenders");
    run->count = count;
    for (size_t k = 0; k < count; k++) {
        timed[k] = contenders[k];
        timed[k].answers = run->answers[k] = calloc(load->count, answer_size);
        if (timed[k].answers == NULL)
            give_up("no memory");
    }
    if (!timing_take(timed, count, load, rounds, &run->taken))
        give_up("no time could be taken");
}

void race_free(race *emptied)
{
    for (size_t k = 0; k < emptied->count; k++)
        free(emptied->answers[k]);
    timing_free(&emptied->taken);
    *emptied = (race){.count = 0};
}

static double time_kind(const contender *timed, const workload *load, const unsigned char *kinds,
                        unsigned char kind, size_t answer_size, size_t enough, size_t rounds)
{
    workload selected;
    race run;
    if (!workload_select(load, kinds, kind, enough, &selected))
        return 0;
    race_run(timed, 1, &selected, answer_size, rounds, &run);
    const double time = timing_median(&run.taken, 0);
    race_free(&run);
    workload_free(&selected);
    return time;
}

void race_run_kinds(const contender *timed, const workload *load, size_t count,
                    unsigned char (*kind_of)(const specimen *each), size_t answer_size,
                    size_t enough, size_t rounds, race_kinds *measured)
{
    unsigned char *kinds = malloc(load->count);
    if (kinds == NULL || count > RACE_KINDS)
        give_up("no memory, or too many kinds");
    *measured = (race_kinds){.pairs = load->count};
    for (size_t i = 0; i < load->count; i++)
        measured->count[kinds[i] = kind_of(&load->specimens[i])]++;
    for (unsigned char kind = 0; kind < count; kind++)
        measured->nanoseconds[kind] =
            time_kind(timed, load, kinds, kind, answer_size, enough, rounds);
    free(kinds);
}

void race_print_kind(table *to, const race_kinds *measured, int kind)
{
    table_share(to, 100.0 * (double)measured->count[kind] / (double)measured->pairs,
                measured->nanoseconds[kind]);
}
