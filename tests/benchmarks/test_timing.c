/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "benchmarks/timing.h"
#include "benchmarks/workload.h"
#include "support/run.h"

enum { PAIRS = 1000, ROUNDS = 5 };

/* A contender that notes its turns and does real work. */
typedef struct diary {
    size_t passes, pairs, hits;
    size_t turn[ROUNDS]; /* the place among all passes */
} diary;

static size_t turns;

static void pass_and_note(const workload *load, void *answers)
{
    diary *notes = answers;
    notes->turn[notes->passes++] = turns++;
    for (size_t i = 0; i < load->count; i++)
        notes->hits += plain_on_motions(&load->specimens[i]);
    notes->pairs += load->count;
}

static void every_contender_passes_over_all_pairs_once_a_round(void)
{
    workload load;
    timing taken;
    diary one = {0}, other = {0};
    const contender contenders[] = {{"one", pass_and_note, &one}, {"other", pass_and_note, &other}};
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("grid-1"), PAIRS, &load), FAMILY_FILLED);
    turns = 0;
    CU_ASSERT_TRUE_FATAL(timing_take(contenders, 2, &load, ROUNDS, &taken));
    CU_ASSERT_EQUAL(one.passes, ROUNDS);
    CU_ASSERT_EQUAL(other.pairs, ROUNDS * PAIRS);
    CU_ASSERT(one.hits > 0);
    CU_ASSERT_EQUAL(one.hits, other.hits);
    CU_ASSERT(timing_median(&taken, 0) > 0);
    timing_free(&taken);
    workload_free(&load);
}

static void rounds_are_interleaved_and_each_begins_with_another_contender(void)
{
    workload load;
    timing taken;
    diary one = {0}, other = {0};
    const contender contenders[] = {{"one", pass_and_note, &one}, {"other", pass_and_note, &other}};
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("random"), PAIRS, &load), FAMILY_FILLED);
    turns = 0;
    CU_ASSERT_TRUE_FATAL(timing_take(contenders, 2, &load, ROUNDS, &taken));
    for (size_t round = 0; round < ROUNDS; round++) {
        CU_ASSERT_EQUAL(one.turn[round], 2 * round + round % 2);
        CU_ASSERT_EQUAL(other.turn[round], 2 * round + (round + 1) % 2);
    }
    timing_free(&taken);
    workload_free(&load);
}

static void medians_and_ratios_are_taken_over_the_rounds(void)
{
    double times[] = {9, 1, 5, 7, 3, /* the other: */ 3, 1, 1, 7, 2};
    timing taken = {2, 5, times};
    CU_ASSERT_EQUAL(timing_median(&taken, 0), 5);
    CU_ASSERT_EQUAL(timing_median(&taken, 1), 2);
    CU_ASSERT_EQUAL(timing_ratio(&taken, 0, 1), 1.5); /* of 3, 1, 5, 1, 1.5 */
    timing even = {1, 4, times};
    CU_ASSERT_EQUAL(timing_median(&even, 0), 6); /* of 9, 1, 5, 7 */
}

static void nothing_to_time_is_refused(void)
{
    workload load;
    timing taken;
    diary one = {0};
    const contender contenders[] = {{"one", pass_and_note, &one}};
    CU_ASSERT_EQUAL(workload_make(family_named("random"), 0, &load), FAMILY_BROKEN);
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("random"), PAIRS, &load), FAMILY_FILLED);
    CU_ASSERT_FALSE(timing_take(contenders, 0, &load, ROUNDS, &taken));
    CU_ASSERT_FALSE(timing_take(contenders, 1, &load, 0, &taken));
    workload_free(&load);
}

static void pairs_of_one_kind_are_repeated_until_there_are_enough(void)
{
    workload load, selected;
    unsigned char kinds[PAIRS] = {0};
    kinds[7] = kinds[500] = 1;
    CU_ASSERT_EQUAL_FATAL(workload_make(family_named("random"), PAIRS, &load), FAMILY_FILLED);
    CU_ASSERT_TRUE_FATAL(workload_select(&load, kinds, 1, 5, &selected));
    CU_ASSERT_EQUAL(selected.count, 6);
    CU_ASSERT_EQUAL(selected.specimens[2].a.start, load.specimens[7].a.start);
    CU_ASSERT_EQUAL(selected.specimens[5].a.start, load.specimens[500].a.start);
    CU_ASSERT_EQUAL(selected.prepared[11].x, load.specimens[500].b.position.x);
    CU_ASSERT_FALSE(workload_select(&load, kinds, 2, 5, &selected));
    workload_free(&selected);
    workload_free(&load);
}

/* Two of three pairs hit; the context counts the questions. */
static size_t ask_one(const void *of, size_t i)
{
    ++*(size_t *)(uintptr_t)of;
    return i != 1;
}

static void a_contender_tells_pairs_hits_and_a_time(void)
{
    size_t asked = 0, pairs = 0, hits = 0;
    double nanoseconds = -1;
    FILE *told = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(told);
    timing_tell(told, ask_one, &asked, 3);
    rewind(told);
    CU_ASSERT_EQUAL(fscanf(told, "pairs %zu hits %zu ns %lf\n", &pairs, &hits, &nanoseconds), 3);
    CU_ASSERT_EQUAL(fgetc(told), EOF);
    CU_ASSERT_EQUAL(pairs, 3);
    CU_ASSERT_EQUAL(hits, 2);
    CU_ASSERT(nanoseconds >= 0);
    CU_ASSERT_EQUAL(asked, 4 * 3); /* one pass that nobody times, and three */
    fclose(told);
}

CU_TestInfo timing_tests[] = {
    SUPPORT_TEST(every_contender_passes_over_all_pairs_once_a_round),
    SUPPORT_TEST(rounds_are_interleaved_and_each_begins_with_another_contender),
    SUPPORT_TEST(medians_and_ratios_are_taken_over_the_rounds),
    SUPPORT_TEST(nothing_to_time_is_refused),
    SUPPORT_TEST(pairs_of_one_kind_are_repeated_until_there_are_enough),
    SUPPORT_TEST(a_contender_tells_pairs_hits_and_a_time),
    CU_TEST_INFO_NULL,
};
