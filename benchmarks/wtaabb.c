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

static void print_range(const wtaabb_range *range)
{
    double mean = range->sum / (double)range->runs;
    int digits = mean < 100 ? 1 : 0;
    printf(" %.*f / **%.*f** / %.*f |", digits, range->least, digits, mean, digits,
           range->greatest);
}

static void print_times(const results *all)
{
    const size_t shown[] = {WTAABB_BVH_BUILT,
                            WTAABB_BVI_BUILT,
                            WTAABB_BVH,
                            WTAABB_BVI,
                            WTAABB_SI,
                            WTAABB_STA,
                            widest(all, WTAABB_SI_WIDE),
                            widest(all, WTAABB_PYRAMID_BUILT),
                            widest(all, WTAABB_PYRAMID)};
    enum { SHOWN = sizeof shown / sizeof *shown };
    printf("Time [ns] to the first candidate, least / mean / greatest run.\n\n| case | meet %% |");
    for (size_t i = 0; i < SHOWN; i++)
        printf(" %s |", wtaabb_methods[shown[i]].name);
    printf("\n| --- | --: |");
    for (size_t i = 0; i < SHOWN; i++)
        printf(" --: |");
    for (size_t which = 0; which < WTAABB_CASES; which++) {
        if (all->pairs[which] == 0)
            continue;
        printf("\n| %s | %.0f |", wtaabb_cases[which].name,
               100.0 * (double)all->met[which] / (double)all->pairs[which]);
        for (size_t i = 0; i < SHOWN; i++) {
            const wtaabb_range *range = &all->ranges[which][shown[i]];
            print_range(range);
        }
    }
    printf("\n\n");
}

static double mean_ratio(const results *all, size_t which, size_t method, size_t reference)
{
    return all->ranges[which][method].sum / all->ranges[which][reference].sum;
}

static void print_ratio(const results *all, size_t method, size_t reference)
{
    if (!was_run(all, method))
        return;
    printf("| %s | %s |", wtaabb_methods[method].name, wtaabb_methods[reference].name);
    for (size_t which = 0; which < WTAABB_CASES; which++)
        if (all->pairs[which] == 0)
            printf(" |");
        else
            printf(" %.2g |", mean_ratio(all, which, method, reference));
    printf("\n");
}

static void print_ratios(const results *all)
{
    printf("Ratios of the means, case by case in the order above.\n\n| method | over |");
    for (size_t which = 0; which < WTAABB_CASES; which++)
        printf(" %c%zu |", wtaabb_cases[which].spline ? 'c' : 's', which % 5 + 1);
    printf("\n| --- | --- |");
    for (size_t which = 0; which < WTAABB_CASES; which++)
        printf(" --: |");
    printf("\n");
    for (size_t i = WTAABB_SI_WIDE; i < WTAABB_PYRAMID_BUILT; i++)
        print_ratio(all, i, WTAABB_SI);
    print_ratio(all, WTAABB_STA, WTAABB_SI);
    for (size_t i = WTAABB_PYRAMID_BUILT; i < WTAABB_METHODS; i++)
        print_ratio(all, i, WTAABB_BVH_BUILT);
    for (size_t i = WTAABB_PYRAMID; i < WTAABB_METHODS; i++)
        print_ratio(all, i, WTAABB_BVH);
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
                            WTAABB_STA,
                            widest(all, WTAABB_SI_WIDE),
                            widest(all, WTAABB_PYRAMID_BUILT),
                            widest(all, WTAABB_PYRAMID)};
    wtaabb_plot(file, all->ranges, shown, sizeof shown / sizeof *shown);
    if (fclose(file) != 0)
        give_up("the plot cannot be written");
}

/* ---- the command -------------------------------------------------------------------------- */

typedef struct choices {
    size_t pairs, runs;
    const char *family; /* null: all */
    const char *plot;   /* null: none */
} choices;

static const size_t usual_pairs = 32 * 30 * WTAABB_CASES, usual_runs = 30;

_Noreturn static void print_help(const char *program, int status)
{
    fprintf(status == 0 ? stdout : stderr,
            "usage: %s [--pairs N] [--repeats K] [--family WORDS] [--plot FILE]\n\n"
            "  --pairs N       distinct pairs of all cases together (%zu)\n"
            "  --repeats K     runs of each case, at most %d (%zu)\n"
            "  --family WORDS  only the cases whose names contain them\n"
            "  --plot FILE     draws the times as SVG\n",
            program, usual_pairs, MOST_RUNS, usual_runs);
    exit(status);
}

static size_t read_count(const char *program, const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '1' || text[0] > '9' || *end != '\0' || value > 100000000)
        print_help(program, 2);
    return value;
}

static choices read_choices(int argc, char **argv)
{
    choices given = {usual_pairs, usual_runs, NULL, NULL};
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0)
            print_help(argv[0], 0);
        if (i + 1 == argc)
            print_help(argv[0], 2);
        if (strcmp(argv[i], "--pairs") == 0)
            given.pairs = read_count(argv[0], argv[i + 1]);
        else if (strcmp(argv[i], "--repeats") == 0)
            given.runs = read_count(argv[0], argv[i + 1]);
        else if (strcmp(argv[i], "--family") == 0)
            given.family = argv[i + 1];
        else if (strcmp(argv[i], "--plot") == 0)
            given.plot = argv[i + 1];
        else
            print_help(argv[0], 2);
    }
    if (given.runs > MOST_RUNS)
        print_help(argv[0], 2);
    return given;
}

int main(int argc, char **argv)
{
    static results all;
    choices given = read_choices(argc, argv);
    size_t batch = given.pairs / given.runs / WTAABB_CASES;
    batch = batch < 1 ? 1 : batch > MOST_BATCH ? MOST_BATCH : batch;
    printf("## WT-AABB: the first candidate of two paths of %d boxes\n\n", WTAABB_STEPS);
    command_print_build();
    printf("; %zu runs of %zu fresh pairs each\n\n", given.runs, batch);
    for (size_t which = 0; which < WTAABB_CASES; which++)
        if (given.family == NULL || strstr(wtaabb_cases[which].name, given.family) != NULL)
            run_case(which, given.runs, batch, &all);
    print_times(&all);
    print_ratios(&all);
    if (given.plot != NULL)
        write_plot(given.plot, &all);
    return EXIT_SUCCESS;
}
