/* SPDX-License-Identifier: MIT */
/* The experiment of Germar and Fernandez (2018): how long does it take to find the first
 * step at which the boxes of two paths meet?
 *
 * Each run of a case draws fresh pairs and lets every method pass over all of them, in an
 * order that changes from run to run, again and again until the clock has seen enough.
 * Least, mean and greatest time of the runs are printed, and how many pairs had a
 * candidate; methods that do not agree end the program. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "benchmarks/wtaabb_methods.h"
#include "benchmarks/wtaabb_plot.h"

enum { MOST_BATCH = 512, MOST_RUNS = 1000 };

/* What a run has to last for the clock [ns]. */
static const double enough = 50000;

/* Times [ns per pair] of all methods over the runs of all cases. Methods that the
 * processor cannot run, and cases that were not asked for, have no runs. */
typedef struct results {
    wtaabb_range ranges[WTAABB_CASES][WTAABB_METHODS];
    size_t pairs[WTAABB_CASES], met[WTAABB_CASES];
} results;

static size_t find_all(const wtaabb_method *by, const wtaabb_pair *pairs, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (size_t)wtaabb_find(by, &pairs[i]);
    return sum;
}

/* [ns] per pair. The first pass brings all methods into one state of the caches. */
static double time_method(const wtaabb_method *by, const wtaabb_pair *pairs, size_t count,
                          size_t expected)
{
    size_t passes = 0, sum = find_all(by, pairs, count);
    double begin = timing_clock(), passed = 0;
    for (; passed < enough; passes++) {
        sum += find_all(by, pairs, count);
        passed = timing_clock() - begin;
        if (!(passed >= 0))
            give_up("there is no clock of this thread's time");
    }
    if (sum != (passes + 1) * expected)
        give_up("two methods found different steps");
    return passed / (double)(passes * count);
}

static void add_time(wtaabb_range *range, double time)
{
    range->least = range->runs == 0 ? time : fmin(range->least, time);
    range->greatest = fmax(range->greatest, time);
    range->sum += time;
    range->runs++;
}

static void run_once(size_t which, size_t run, const wtaabb_pair *pairs, size_t count, results *all)
{
    size_t expected = 0;
    for (size_t i = 0; i < count; i++) {
        expected += (size_t)pairs[i].first;
        all->met[which] += pairs[i].meets;
    }
    all->pairs[which] += count;
    for (size_t i = 0; i < WTAABB_METHODS; i++) {
        size_t method = (i + run) % WTAABB_METHODS;
        if (wtaabb_methods[method].level <= cpu_level())
            add_time(&all->ranges[which][method],
                     time_method(&wtaabb_methods[method], pairs, count, expected));
    }
}

static void run_case(size_t which, size_t runs, size_t batch, results *all)
{
    static wtaabb_pair pairs[MOST_BATCH];
    randomness source = {2018 + which};
    for (size_t run = 0; run < runs; run++) {
        for (size_t i = 0; i < batch; i++)
            if (!wtaabb_draw(&wtaabb_cases[which], &source, &pairs[i]))
                give_up("out of memory");
        run_once(which, run, pairs, batch, all);
        for (size_t i = 0; i < batch; i++)
            wtaabb_free(&pairs[i]);
    }
}

/* ---- tables ------------------------------------------------------------------------------- */

static bool was_run(const results *all, size_t method)
{
    for (size_t which = 0; which < WTAABB_CASES; which++)
        if (all->ranges[which][method].runs > 0)
            return true;
    return false;
}

/* The widest of three methods that was run. */
static size_t widest(const results *all, size_t first)
{
    size_t method = first;
    for (size_t i = first; i < first + 3; i++)
        if (was_run(all, i))
            method = i;
    return method;
}

static void print_range(table *to, const wtaabb_range *range)
{
    double mean = range->sum / (double)range->runs;
    int digits = mean < 100 ? 1 : 0;
    table_cells(to, "%.*f / **%.*f** / %.*f", digits, range->least, digits, mean, digits,
                range->greatest);
}

static void print_times(const command *given, const results *all)
{
    const size_t shown[] = {WTAABB_BVH_BUILT,
                            WTAABB_BVI_BUILT,
                            WTAABB_BVH,
                            WTAABB_BVI,
                            WTAABB_SI,
                            WTAABB_STA_PRINTED,
                            widest(all, WTAABB_STA),
                            widest(all, WTAABB_SI_WIDE),
                            widest(all, WTAABB_PYRAMID_BUILT),
                            widest(all, WTAABB_PYRAMID)};
    enum { SHOWN = sizeof shown / sizeof *shown };
    char columns[TABLE_ROW] = "case|meet %";
    for (size_t i = 0; i < SHOWN; i++) {
        strcat(columns, "|");
        strcat(columns, wtaabb_methods[shown[i]].name);
    }
    table to = table_begin(given, "times", 1,
                           "Time [ns] to the first candidate, least / mean / greatest run.",
                           columns);
    for (size_t which = 0; which < WTAABB_CASES; which++) {
        if (all->pairs[which] == 0)
            continue;
        table_cells(&to, "%s|%.0f", wtaabb_cases[which].name,
                    100.0 * (double)all->met[which] / (double)all->pairs[which]);
        for (size_t i = 0; i < SHOWN; i++)
            print_range(&to, &all->ranges[which][shown[i]]);
        table_end_row(&to);
    }
}

static double mean_ratio(const results *all, size_t which, size_t method, size_t reference)
{
    return all->ranges[which][method].sum / all->ranges[which][reference].sum;
}

static void print_ratio(table *to, const results *all, size_t method, size_t reference)
{
    if (!was_run(all, method))
        return;
    table_cells(to, "%s|%s", wtaabb_methods[method].name, wtaabb_methods[reference].name);
    for (size_t which = 0; which < WTAABB_CASES; which++)
        if (all->pairs[which] == 0)
            table_cells(to, "%s", "");
        else
            table_cells(to, "%.2g", mean_ratio(all, which, method, reference));
    table_end_row(to);
}

static void print_ratios(const command *given, const results *all)
{
    char columns[TABLE_ROW] = "method|over";
    for (size_t which = 0; which < WTAABB_CASES; which++) {
        const char name[] = {'|', wtaabb_cases[which].spline ? 'c' : 's',
                             (char)('1' + which % (WTAABB_CASES / 2)), '\0'};
        strcat(columns, name);
    }
    table to = table_begin(given, "ratios", 2,
                           "Ratios of the means, case by case in the order above.", columns);
    for (size_t i = WTAABB_STA_PRINTED; i < WTAABB_PYRAMID_BUILT; i++)
        print_ratio(&to, all, i, WTAABB_SI);
    print_ratio(&to, all, widest(all, WTAABB_STA), WTAABB_STA_PRINTED);
    print_ratio(&to, all, widest(all, WTAABB_STA), widest(all, WTAABB_SI_WIDE));
    for (size_t i = WTAABB_PYRAMID_BUILT; i < WTAABB_METHODS; i++)
        print_ratio(&to, all, i, WTAABB_BVH_BUILT);
    for (size_t i = WTAABB_PYRAMID; i < WTAABB_METHODS; i++)
        print_ratio(&to, all, i, WTAABB_BVH);
}

static void write_plot(const char *path, const results *all)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        give_up("the plot cannot be written");
    const size_t shown[] = {WTAABB_BVH_BUILT,
                            WTAABB_BVI_BUILT,
                            WTAABB_BVH,
                            WTAABB_SI,
                            WTAABB_STA_PRINTED,
                            widest(all, WTAABB_STA),
                            widest(all, WTAABB_SI_WIDE),
                            widest(all, WTAABB_PYRAMID_BUILT),
                            widest(all, WTAABB_PYRAMID)};
    wtaabb_plot(file, all->ranges, shown, sizeof shown / sizeof *shown);
    if (fclose(file) != 0)
        give_up("the plot cannot be written");
}

/* ---- the command -------------------------------------------------------------------------- */

typedef struct choices {
    command given;      /* pairs: of all cases together; repeats: runs of each case */
    const char *family; /* null: all */
    const char *plot;   /* null: none */
} choices;

static const size_t usual_pairs = 32 * 30 * WTAABB_CASES, usual_runs = 30;

/* Reads --family WORDS (only the cases whose names contain them) and --plot FILE (draws the
 * times as SVG) here, all else as every program does. */
static choices read_choices(int argc, char **argv)
{
    choices read = {.family = NULL};
    int kept = 1;
    bool has_repeats = false;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        has_repeats |= strcmp(argv[i], "--repeats") == 0;
        if (has_value && strcmp(argv[i], "--family") == 0)
            read.family = argv[++i];
        else if (has_value && strcmp(argv[i], "--plot") == 0)
            read.plot = argv[++i];
        else
            argv[kept++] = argv[i];
    }
    read.given = command_read(kept, argv, usual_pairs);
    if (!has_repeats)
        read.given.repeats = usual_runs;
    if (read.given.repeats > MOST_RUNS)
        give_up("there are too many runs");
    return read;
}

int main(int argc, char **argv)
{
    static results all;
    choices chosen = read_choices(argc, argv);
    const command *given = &chosen.given;
    size_t batch = given->pairs / given->repeats / WTAABB_CASES;
    batch = batch < 1 ? 1 : batch > MOST_BATCH ? MOST_BATCH : batch;
    table_title(given, "WT-AABB: the first candidate of two paths of 1000 boxes");
    for (size_t which = 0; which < WTAABB_CASES; which++)
        if (chosen.family == NULL || strstr(wtaabb_cases[which].name, chosen.family) != NULL)
            run_case(which, given->repeats, batch, &all);
    print_times(given, &all);
    print_ratios(given, &all);
    if (chosen.plot != NULL)
        write_plot(chosen.plot, &all);
    return table_status();
}
