/* SPDX-License-Identifier: MIT */
/* Batches: how near does the decision of one motion against many come to the speed at which
 * the machine can read, from its nearest cache to its memory? And what do batches cost beside
 * the same questions pair by pair, in worlds more and less crowded? */
#include <graze/batch.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "contact/batch.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* ---- reading -------------------------------------------------------------------------- */

enum { STREAMS = 6 }; /* the arrays that the first filter of a batch reads */

/* Sums count doubles (a multiple of 64), as one stream or as STREAMS side by side. */
typedef double (*reader)(const double *from, size_t count);

static double read_plain(const double *from, size_t count)
{
    double sums[8] = {0};
    for (size_t i = 0; i < count; i += 8)
        for (size_t k = 0; k < 8; k++)
            sums[k] += from[i + k];
    return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

#if CPU_WIDE
#define WIDE_READERS(name, attribute, vector, width, zero, plus, load)                             \
    attribute static double name##_stream(const double *from, size_t count)                       \
    {                                                                                              \
        vector a = zero(), b = zero(), c = zero(), d = zero(), e = zero(), f = zero(), g = zero(), \
               h = zero();                                                                         \
        for (size_t i = 0; i < count; i += 8 * (width)) {                                          \
            a = plus(a, load(from + i));                                                           \
            b = plus(b, load(from + i + (width)));                                                 \
            c = plus(c, load(from + i + 2 * (width)));                                             \
            d = plus(d, load(from + i + 3 * (width)));                                             \
            e = plus(e, load(from + i + 4 * (width)));                                             \
            f = plus(f, load(from + i + 5 * (width)));                                             \
            g = plus(g, load(from + i + 6 * (width)));                                             \
            h = plus(h, load(from + i + 7 * (width)));                                             \
        }                                                                                          \
        double sums[width];                                                                        \
        memcpy(sums, &a, sizeof sums);                                                             \
        vector rest = plus(plus(plus(b, c), plus(d, e)), plus(plus(f, g), h));                     \
        double more[width];                                                                        \
        memcpy(more, &rest, sizeof more);                                                          \
        return sums[0] + more[0];                                                                  \
    }                                                                                              \
    attribute static double name##_streams(const double *from, size_t count)                      \
    {                                                                                              \
        size_t each = count / STREAMS;                                                             \
        vector a = zero(), b = zero(), c = zero(), d = zero(), e = zero(), f = zero();             \
        for (size_t i = 0; i < each; i += (width)) {                                               \
            a = plus(a, load(from + i));                                                           \
            b = plus(b, load(from + i + each));                                                    \
            c = plus(c, load(from + i + 2 * each));                                                \
            d = plus(d, load(from + i + 3 * each));                                                \
            e = plus(e, load(from + i + 4 * each));                                                \
            f = plus(f, load(from + i + 5 * each));                                                \
        }                                                                                          \
        vector rest = plus(plus(plus(b, c), plus(d, e)), plus(a, f));                              \
        double sums[width];                                                                        \
        memcpy(sums, &rest, sizeof sums);                                                          \
        return sums[0];                                                                            \
    }

WIDE_READERS(avx2, CPU_AVX2_FUNCTION, __m256d, 4, _mm256_setzero_pd, _mm256_add_pd, _mm256_load_pd)
WIDE_READERS(avx512, CPU_AVX512_FUNCTION, __m512d, 8, _mm512_setzero_pd, _mm512_add_pd,
             _mm512_load_pd)
#endif

static reader reader_of(bool streams)
{
#if CPU_WIDE
    if (cpu_level() == CPU_AVX512)
        return streams ? avx512_streams : avx512_stream;
    if (cpu_level() == CPU_AVX2)
        return streams ? avx2_streams : avx2_stream;
#endif
    (void)streams;
    return read_plain;
}

/* ---- a world -------------------------------------------------------------------------- */

typedef struct world {
    size_t count;
    graze_body *bodies;
    graze_motion *motions;
    graze_prepared *prepared;
    void *memory;
    uint64_t *hits;
    graze_batch_interval *found;
    graze_batch batch;
} world;

static void *must_have(void *memory)
{
    if (memory == NULL)
        give_up("no memory");
    return memory;
}

/* Discs on straight ways of about 12 s in a square, all within 100 s. */
static void make_world(size_t count, double edge, world *made)
{
    randomness source = {UINT64_C(20240229)};
    *made = (world){.count = count};
    made->bodies = must_have(malloc(count * sizeof *made->bodies));
    made->motions = must_have(malloc(count * sizeof *made->motions));
    made->prepared = must_have(malloc(count * sizeof *made->prepared));
    made->hits = must_have(malloc((count + 63) / 64 * sizeof *made->hits));
    made->found = must_have(malloc(count * sizeof *made->found));
    made->memory = must_have(malloc(graze_batch_size(count)));
    for (size_t i = 0; i < count; i++) {
        double x = random_between(&source, 0, edge), y = random_between(&source, 0, edge);
        graze_vector place = {x, y, 0};
        graze_vector velocity = {random_between(&source, -1, 1), random_between(&source, -1, 1), 0};
        double start = random_between(&source, 0, 88);
        made->bodies[i] = (graze_body){.radius = 0.3};
        double duration = random_between(&source, 10, 14);
        if (graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, start, duration,
                                   &made->motions[i]) != GRAZE_OK ||
            graze_motion_prepare(&made->bodies[i], &made->motions[i], &made->prepared[i]) !=
                GRAZE_OK)
            give_up("a motion was refused");
    }
    if (graze_batch_fill(made->bodies, made->motions, count, made->memory, graze_batch_size(count),
                         &made->batch) != GRAZE_OK)
        give_up("a batch was refused");
}

static void free_world(world *emptied)
{
    free(emptied->bodies);
    free(emptied->motions);
    free(emptied->prepared);
    free(emptied->memory);
    free(emptied->hits);
    free(emptied->found);
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* ---- roofline ------------------------------------------------------------------------- */

enum { LEVELS = CPU_AVX512 + 1, CONTENDERS = LEVELS + 2, MOST_REPEATS = 64 };

typedef struct roof {
    double nanoseconds[CONTENDERS][MOST_REPEATS]; /* of a motion: levels, then both readers */
    size_t hits;
} roof;

static volatile double read_sum; /* so that reading is not left out */

static double time_reading(const world *of, size_t passes, bool streams)
{
    reader read = reader_of(streams);
    double begin = timing_clock();
    for (size_t k = 0; k < passes; k++)
        read_sum = read(of->batch.low_x, STREAMS * of->count);
    return (timing_clock() - begin) / (double)passes / (double)of->count;
}

static double time_deciding(const world *of, size_t passes, cpu_instructions level, size_t *hits)
{
    size_t count = 0;
    *hits = 0;
    double begin = timing_clock();
    for (size_t k = 0; k < passes; k++) {
        size_t asked = k * 7919 % of->count;
        if (batch_conflicts_at(level, &of->bodies[asked], &of->motions[asked], 0, &of->batch,
                               of->hits, &count) != GRAZE_OK)
            give_up("a motion was refused");
        *hits += count;
    }
    return (timing_clock() - begin) / (double)passes / (double)of->count;
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static void print_roof(table *to, const command *given, size_t count)
{
    enum { MOTIONS_A_ROUND = 1 << 22 };
    static roof taken;
    world of;
    make_world(count, 1000, &of);
    size_t passes = MOTIONS_A_ROUND / count + 1;
    size_t repeats = given->repeats < MOST_REPEATS ? given->repeats : MOST_REPEATS;
    for (size_t round = 0; round < repeats; round++) {
        taken.nanoseconds[LEVELS][round] = time_reading(&of, passes, false);
        taken.nanoseconds[LEVELS + 1][round] = time_reading(&of, passes, true);
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
            taken.nanoseconds[level][round] = time_deciding(&of, passes, level, &taken.hits);
    }
    const double bytes = STREAMS * sizeof(double);
    double one = median(taken.nanoseconds[LEVELS], repeats);
    double several = median(taken.nanoseconds[LEVELS + 1], repeats), best = fmin(one, several);
    table_cells(to, "%zu|%.1f|%.1f|%.1f", count * STREAMS * sizeof(double) / 1024, bytes / one,
                bytes / several, 1e6 * (double)taken.hits / (double)passes / (double)count);
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
        double time = median(taken.nanoseconds[level], repeats);
        table_cells(to, "%.2f|**%.0f**", time, 100 * best / time);
    }
    table_end_row(to);
    free_world(&of);
}

/* ---- beside single questions ------------------------------------------------------------ */


static size_t ask_singly(const world *of, size_t asked, int question)
{
    size_t hits = 0;
    const graze_body *body = &of->bodies[asked];
    const graze_motion *motion = &of->motions[asked];
    for (size_t i = 0; i < of->count; i++) {
        graze_interval found;
        size_t count = 0;
        bool exists = false;
        graze_status status =
            question == 0   ? graze_conflict_exists_prepared(
                                  &of->prepared[asked], body, motion, &of->prepared[i],
                                  &of->bodies[i], &of->motions[i], 0, &exists)
            : question == 1 ? graze_conflict_intervals(body, motion, &of->bodies[i],
                                                       &of->motions[i], 0, &found, 1, &count)
                            : graze_unsafe_starts(body, motion, &of->bodies[i], &of->motions[i], 0,
                                                  NULL, &found, 1, &count);
        if (status != GRAZE_OK)
            give_up("a pair was refused");
        hits += count + exists;
    }
    return hits;
}

static size_t ask_batch(const world *of, size_t asked, int question)
{
    size_t hits = 0;
    const graze_body *body = &of->bodies[asked];
    const graze_motion *motion = &of->motions[asked];
    graze_status status =
        question == 0   ? graze_batch_conflicts(body, motion, 0, &of->batch, of->hits, &hits)
        : question == 1 ? graze_batch_intervals(body, motion, 0, &of->batch, of->found, of->count,
                                                &hits)
                        : graze_batch_unsafe_starts(body, motion, 0, &of->batch, NULL, of->found,
                                                    of->count, &hits);
    if (status != GRAZE_OK)
        give_up("a batch was refused");
    return hits;
}

static void print_comparison(table *to, const command *given, double edge)
{
    enum { MOTIONS = 8192, ASKED = 64 };
    static const char *const names[] = {"conflict?", "conflict interval", "unsafe starts"};
    world of;
    make_world(MOTIONS, edge, &of);
    size_t repeats = given->repeats < MOST_REPEATS ? given->repeats : MOST_REPEATS;
    for (int question = 0; question < 3; question++) {
        double single[MOST_REPEATS], batch[MOST_REPEATS];
        size_t hits = 0, same = 0;
        for (size_t round = 0; round < repeats; round++) {
            double begin = timing_clock();
            hits = same = 0;
            for (size_t k = 0; k < ASKED; k++)
                hits += ask_singly(&of, k * 127 % MOTIONS, question);
            single[round] = (timing_clock() - begin) / ASKED / MOTIONS;
            begin = timing_clock();
            for (size_t k = 0; k < ASKED; k++)
                same += ask_batch(&of, k * 127 % MOTIONS, question);
            batch[round] = (timing_clock() - begin) / ASKED / MOTIONS;
        }
        if (hits != same)
            give_up("a batch and its pairs disagree");
        double alone = median(single, repeats), together = median(batch, repeats);
        table_cells(to, "%s|%.0f|%.3f|%.2f|%.2f|**%.3f**", names[question], edge,
                    100.0 * (double)hits / ASKED / MOTIONS, alone, together, together / alone);
        table_end_row(to);
    }
    free_world(&of);
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {384, 8192, 24576, 65536, 262144, 2097152};
    static const double edges[] = {20, 100, 500};
    command given = command_read(argc, argv, COMMAND_PAIRS);
    table_title(&given, "Batches");
    table roofs = table_begin(
        &given, "roof", 1,
        "One motion against many, far apart for the most part: time of a pair [ns], and the share "
        "[%] of the speed at which this machine just adds up the bytes that the first filter reads "
        "(the better of one stream and six). Hits per million pairs.",
        "KiB of boxes|read, one stream [GB/s]|read, six streams [GB/s]|hits|plain C|"
        "**plain C, share**|AVX2|**AVX2, share**|AVX-512|**AVX-512, share**");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        print_roof(&roofs, &given, counts[i]);
    table pairs = table_begin(&given, "pair by pair", 2,
                              "One motion against 8192, time of a pair [ns], pair by pair and as "
                              "a batch.",
                              "question|world [m]|hits %|pair by pair|batch|**ratio**");
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        print_comparison(&pairs, &given, edges[i]);
    return table_status();
}
