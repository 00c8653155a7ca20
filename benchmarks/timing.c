/* SPDX-License-Identifier: MIT */
/* Interleaved timing. See timing.h. */
#include "benchmarks/timing.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

double timing_clock(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return (double)NAN;
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* What a contender frees in a million small blocks is joined by the next large request: nobody
 * pays for the one before. */
static void tidy_memory(void)
{
    enum { LARGE = 1 << 16 };
    char *volatile block = malloc(LARGE); /* volatile: or the compiler leaves both calls out */
    free(block);
}

static double time_pass(const contender *each, const workload *load)
{
    tidy_memory();
    double begin = timing_clock();
    each->pass(load, each->answers);
    return (timing_clock() - begin) / (double)load->count;
}

bool timing_take(const contender *contenders, size_t count, const workload *load, size_t rounds,
                 timing *taken)
{
    *taken = (timing){count, rounds, NULL};
    if (count == 0 || rounds == 0 || rounds > SIZE_MAX / count / sizeof(double))
        return false;
    taken->nanoseconds = malloc(count * rounds * sizeof(double));
    if (taken->nanoseconds == NULL)
        return false;
    for (size_t round = 0; round < rounds; round++)
        for (size_t k = 0; k < count; k++) {
            size_t which = (round + k) % count;
            double time = time_pass(&contenders[which], load);
            if (!(time > 0)) {
                timing_free(taken);
                return false;
            }
            taken->nanoseconds[which * rounds + round] = time;
        }
    return true;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Sorts the values. */
static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double timing_ratio(const timing *taken, size_t which, size_t reference)
{
    double *values = malloc(taken->rounds * sizeof *values);
    if (values == NULL)
        return (double)NAN;
    const double *over = taken->nanoseconds + which * taken->rounds;
    const double *under = taken->nanoseconds + reference * taken->rounds;
    for (size_t round = 0; round < taken->rounds; round++)
        values[round] = over[round] / under[round];
    double result = median(values, taken->rounds);
    free(values);
    return result;
}

double timing_median(const timing *taken, size_t which)
{
    double *values = malloc(taken->rounds * sizeof *values);
    if (values == NULL)
        return (double)NAN;
    for (size_t round = 0; round < taken->rounds; round++)
        values[round] = taken->nanoseconds[which * taken->rounds + round];
    double result = median(values, taken->rounds);
    free(values);
    return result;
}

void timing_free(timing *emptied)
{
    free(emptied->nanoseconds);
    *emptied = (timing){0, 0, NULL};
}

void timing_tell(FILE *to, timing_question ask, const void *of, size_t count)
{
    enum { PASSES = 3 };
    double taken[PASSES + 1];
    size_t hits = 0;
    for (int pass = 0; pass <= PASSES; pass++) {
        const double begin = timing_clock();
        hits = 0;
        for (size_t i = 0; i < count; i++)
            hits += ask(of, i);
        taken[pass] = (timing_clock() - begin) / (double)count;
    }
    fprintf(to, "pairs %zu hits %zu ns %.2f\n", count, hits, median(taken + 1, PASSES));
}
