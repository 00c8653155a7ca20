/* SPDX-License-Identifier: MIT */
/* How much stack does a question need? Each question about each family of pairs is asked in
 * a thread on painted memory; what is no longer painted afterwards was used, GMP's alloca
 * and what the C library needs for a thread included. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/body_pairs.h"
#include "oracle/generate.h"
#include "support/run.h"

/* Counters of coverage and sanitizers want stack of their own; scripts/coverage says so itself. */
#if defined HAS_LARGE_FRAMES
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define HAS_LARGE_FRAMES 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_LARGE_FRAMES 1
#endif
#endif

enum { STACK = 1 << 20, PAINT = 0x5a, PARTS = 64 };

typedef graze_status question(const oracle_pair *pair);

static graze_status ask_decision(const oracle_pair *p)
{
    bool exists;
    return graze_conflict_exists(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &exists);
}

static graze_status ask_intervals(const oracle_pair *p)
{
    graze_interval found[PARTS];
    size_t count;
    return graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, found,
                                    PARTS, &count);
}

static graze_status ask_verdict(const oracle_pair *p)
{
    graze_verdict verdict;
    return graze_conflict_verdict(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &verdict);
}

static graze_status ask_clearance(const oracle_pair *p)
{
    graze_clearance clearance;
    return graze_conflict_clearance(&p->body_a, &p->a, &p->body_b, &p->b, &clearance);
}

static graze_status ask_speeds(const oracle_pair *p)
{
    static _Alignas(16) unsigned char memory[32 << 20];
    static graze_interval found[4 * PARTS];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    size_t count;
    graze_status status = graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                              &workspace, found, sizeof found / sizeof *found,
                                              &count);
    return status == GRAZE_ERROR_UNSUPPORTED ? GRAZE_OK : status;
}

static graze_status ask_starts(const oracle_pair *p)
{
    static _Alignas(16) unsigned char memory[32 << 20];
    static graze_interval found[4 * PARTS];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    size_t count;
    return graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &workspace,
                               found, sizeof found / sizeof *found, &count);
}

static const struct {
    question *ask;
    const char *name;
} questions[] = {{ask_decision, "decision"},
                 {ask_intervals, "intervals"},
                 {ask_verdict, "verdict"},
                 {ask_clearance, "clearance"},
                 {ask_speeds, "unsafe speeds"},
                 {ask_starts, "unsafe starts"}};

/* ---- measuring ------------------------------------------------------------------------ */

typedef struct asked {
    question *ask;
    const oracle_pair *pair;
    graze_status status;
} asked;

static void *run(void *context)
{
    asked *job = context;
    job->status = job->ask(job->pair);
    return NULL;
}

static unsigned char *painted_stack(void)
{
    static _Alignas(4096) unsigned char stack[STACK];
    memset(stack, PAINT, sizeof stack);
    return stack;
}

/* [bytes] of stack for one question. */
static size_t stack_of(asked *job)
{
    unsigned char *stack = painted_stack();
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    CU_ASSERT_EQUAL_FATAL(pthread_attr_init(&attributes), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_attr_setstack(&attributes, stack, STACK), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, &attributes, run, job), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    while (untouched < STACK && stack[untouched] == PAINT)
        untouched++;
    return STACK - untouched;
}

static bool is_measurable(void)
{
#ifdef HAS_LARGE_FRAMES
    support_skip("sanitizers need larger stacks");
    return false;
#else
    return true;
#endif
}

/* What was seen of each question. */
typedef struct seen {
    size_t pairs;
    size_t deepest[sizeof questions / sizeof *questions]; /* [bytes] */
    size_t short_of_memory; /* speeds of numbers from 2^-1074 to 1, of which 256 MiB is too few
                               for 6 pairs in 50 000; the stack is measured all the same */
} seen;

static bool is_answered(const asked *job, seen *all)
{
    bool is_short = job->ask == ask_speeds && job->status == GRAZE_ERROR_WORKSPACE;
    all->short_of_memory += is_short;
    return job->status == GRAZE_OK || is_short;
}

/* Every question about one pair. */
static void measure(const oracle_pair *pair, size_t limit, seen *all)
{
    all->pairs++;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        asked job = {questions[i].ask, pair, GRAZE_OK};
        size_t depth = stack_of(&job);
        bool answered = is_answered(&job, all);
        if (!answered || (depth > limit && depth > all->deepest[i])) {
            printf("\n%s: %s, %zu bytes\n", questions[i].name, graze_status_name(job.status),
                   depth);
            oracle_print(stdout, pair);
        }
        CU_ASSERT(answered);
        all->deepest[i] = depth > all->deepest[i] ? depth : all->deepest[i];
    }
}

static void check(const seen *all, size_t limit)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        printf("\n    %-13s %6zu bytes", questions[i].name, all->deepest[i]);
        CU_ASSERT(all->deepest[i] <= limit);
    }
    printf(" (%zu of %zu pairs short of memory) ", all->short_of_memory, all->pairs);
    CU_ASSERT(all->short_of_memory <= all->pairs / 200);
}

static bool has_ramp(const oracle_pair *pair)
{
    return pair->a.form == GRAZE_RAMP || pair->b.form == GRAZE_RAMP;
}

static void measure_discs(bool of_ramps, size_t limit)
{
    const size_t rounds = support_rounds(12, 24, 240);
    seen all = {.pairs = 0};
    if (!is_measurable())
        return;
    for (int family = 0; family < FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_pair pair;
            oracle_generate((oracle_family)family, 11, index, &pair);
            if (has_ramp(&pair) == of_ramps)
                measure(&pair, limit, &all);
        }
    check(&all, limit);
}

static void questions_about_discs_end_in_64_KiB(void) { measure_discs(false, 64 << 10); }

static void questions_about_discs_on_ramps_end_in_128_KiB(void) { measure_discs(true, 128 << 10); }

static void questions_about_bodies_with_corners_end_in_128_KiB(void)
{
    const size_t limit = 128 << 10, rounds = support_rounds(8, 16, 300);
    seen all = {.pairs = 0};
    if (!is_measurable())
        return;
    for (int family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_bodies bodies;
            oracle_generate_bodies((oracle_body_family)family, 12, index, &bodies);
            measure(&bodies.pair, limit, &all);
        }
    check(&all, limit);
}

CU_TestInfo stack_tests[] = {
    SUPPORT_TEST(questions_about_discs_end_in_64_KiB),
    SUPPORT_TEST(questions_about_discs_on_ramps_end_in_128_KiB),
    SUPPORT_TEST(questions_about_bodies_with_corners_end_in_128_KiB),
    CU_TEST_INFO_NULL,
};
