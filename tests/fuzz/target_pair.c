/* SPDX-License-Identifier: MIT */
/* Two motions of two bodies, through every door that answers whether, when and how deep they
 * conflict: all doors agree with each other and with the exact stage. */
#include <math.h>

#include "base/cpu.h"
#include "contact/batch.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "fuzz/targets.h"

enum { INTERVALS = 64, UNTOUCHED = 12345 };

typedef struct answers {
    bool exists;
    graze_interval intervals[INTERVALS];
    size_t count;
    graze_verdict verdict;
    graze_clearance clearance;
    bool has_clearance;
} answers;

/* ---- refused by all ------------------------------------------------------------------- */

static void ask_refused(const fuzz_two *t, graze_status wanted)
{
    bool exists = true;
    graze_interval intervals[4];
    size_t count = UNTOUCHED;
    graze_verdict verdict = GRAZE_GRAZE;
    graze_prepared first, second;
    fuzz_require(graze_conflict_intervals(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                          intervals, 4, &count) == wanted);
    fuzz_require(graze_conflict_verdict(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                        &verdict) == wanted);
    fuzz_require(graze_conflict_exists_within(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                              NULL, &exists) == wanted);
    fuzz_require(exists && count == UNTOUCHED && verdict == GRAZE_GRAZE);
    if (graze_motion_prepare(&t->body_a, &t->a, &first) == GRAZE_OK &&
        graze_motion_prepare(&t->body_b, &t->b, &second) == GRAZE_OK)
        fuzz_require(graze_conflict_exists_prepared(&first, &t->body_a, &t->a, &second, &t->body_b,
                                                    &t->b, t->tolerance, &exists) == wanted);
    graze_unsafe_starts(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance, fuzz_workspace(),
                        intervals, 4, &count);
    graze_unsafe_speeds(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance, fuzz_workspace(),
                        intervals, 4, &count);
}

/* ---- one answer against another -------------------------------------------------------- */

/* False where patience ended. */
static bool ask(const fuzz_two *t, answers *all)
{
    graze_status status =
        graze_conflict_intervals_within(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                        fuzz_patience(), all->intervals, INTERVALS, &all->count);
    if (fuzz_is_short(status))
        return false;
    fuzz_require(status == GRAZE_OK);
    status = graze_conflict_verdict_within(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                           fuzz_patience(), &all->verdict);
    if (fuzz_is_short(status))
        return false;
    fuzz_require(status == GRAZE_OK);
    status = graze_conflict_clearance_within(&t->body_a, &t->a, &t->body_b, &t->b, fuzz_patience(),
                                             &all->clearance);
    fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
    all->has_clearance = status == GRAZE_OK;
    return true;
}

static void agree(const fuzz_two *t, const answers *all)
{
    fuzz_require((all->count > 0) == all->exists);
    fuzz_require((all->verdict == GRAZE_CONFLICT) == all->exists);
    for (size_t i = 0; i < all->count; i++) {
        fuzz_require(all->intervals[i].lower < all->intervals[i].upper);
        fuzz_require(i == 0 || all->intervals[i - 1].lower <= all->intervals[i].lower);
    }
    if (!all->has_clearance)
        return;
    const graze_clearance *near = &all->clearance;
    if (!near->common_life) {
        fuzz_require(all->verdict == GRAZE_CLEAR);
        return;
    }
    fuzz_require(!isnan(near->depth) && !isnan(near->distance) && !isnan(near->time));
    fuzz_require(near->depth >= t->tolerance || all->verdict != GRAZE_CONFLICT);
    fuzz_require(near->depth <= t->tolerance || all->verdict == GRAZE_CONFLICT);
    fuzz_require(near->depth >= 0 || all->verdict == GRAZE_CLEAR);
    fuzz_require(near->depth <= 0 || all->verdict >= GRAZE_GRAZE);
    fuzz_require(near->distance <= -near->depth || isinf(near->depth));
    fuzz_require(nextafter(near->distance, INFINITY) >= -near->depth || isinf(near->depth));
}

static void agree_when_swapped(const fuzz_two *t, const answers *all)
{
    fuzz_two other = {.body_a = t->body_b, .body_b = t->body_a, .a = t->b, .b = t->a,
                      .tolerance = t->tolerance};
    answers swapped = {.exists = all->exists};
    if (!ask(&other, &swapped))
        return;
    fuzz_require(fuzz_same_intervals(all->intervals, all->count, swapped.intervals, swapped.count));
    fuzz_require(all->verdict == swapped.verdict);
    if (all->has_clearance && swapped.has_clearance)
        fuzz_require(fuzz_same_clearance(&all->clearance, &swapped.clearance));
}

static void agree_with_exact_stage(const fuzz_two *t, const answers *all)
{
    pair question;
    graze_interval intervals[INTERVALS];
    graze_clearance clearance;
    size_t count = 0;
    fuzz_require(pair_of(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance, &question) ==
                 GRAZE_OK);
    question.without = ~0U;
    question.workspace = fuzz_patience();
    contact known = exact_contact(&question);
    if (contact_failed(known))
        return;
    fuzz_require((known == CONTACT_OVERLAP) == all->exists);
    graze_status status = contact_intervals(&question, CONTACT_UNKNOWN, intervals, INTERVALS,
                                            &count);
    if (status == GRAZE_OK)
        fuzz_require(fuzz_same_intervals(all->intervals, all->count, intervals, count));
    question.workspace = fuzz_patience();
    status = contact_clearance(&question, &clearance, NULL);
    if (status == GRAZE_OK && all->has_clearance)
        fuzz_require(fuzz_same_clearance(&all->clearance, &clearance));
}

static void agree_when_prepared(const fuzz_two *t, const answers *all)
{
    graze_prepared first, second;
    graze_interval intervals[INTERVALS];
    bool exists = !all->exists;
    size_t count = 0;
    fuzz_require(graze_motion_prepare(&t->body_a, &t->a, &first) == GRAZE_OK);
    fuzz_require(graze_motion_prepare(&t->body_b, &t->b, &second) == GRAZE_OK);
    fuzz_require(graze_conflict_exists_prepared(&first, &t->body_a, &t->a, &second, &t->body_b,
                                                &t->b, t->tolerance, &exists) == GRAZE_OK);
    fuzz_require(exists == all->exists);
    fuzz_require(graze_conflict_intervals_prepared(&first, &t->body_a, &t->a, &second, &t->body_b,
                                                   &t->b, t->tolerance, intervals, INTERVALS,
                                                   &count) == GRAZE_OK);
    fuzz_require(fuzz_same_intervals(all->intervals, all->count, intervals, count));
    if (all->count > 0)
        fuzz_require(graze_conflict_intervals(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                              intervals, all->count - 1,
                                              &count) == GRAZE_ERROR_CAPACITY);
}

static bool note_pair(void *context, size_t a, size_t b)
{
    bool *noted = context;
    noted[2 * a + b] = true;
    return true;
}

/* Of a batch of both motions of the pair: a against itself as well. */
static void agree_in_batch(const fuzz_two *t, const answers *all)
{
    _Alignas(64) static unsigned char memory[1 << 14];
    const graze_body bodies[] = {t->body_b, t->body_a};
    const graze_motion motions[] = {t->b, t->a};
    graze_batch batch;
    bool itself = false;
    fuzz_require(graze_batch_size(2) <= sizeof memory);
    fuzz_require(graze_batch_fill(bodies, motions, 2, memory, sizeof memory, &batch) == GRAZE_OK);
    fuzz_require(graze_conflict_exists(&t->body_a, &t->a, &t->body_a, &t->a, t->tolerance,
                                       &itself) == GRAZE_OK);
    for (int level = 0; level <= (int)cpu_level(); level++) {
        uint64_t hits;
        size_t count = UNTOUCHED;
        fuzz_require(batch_conflicts_at((cpu_instructions)level, &t->body_a, &t->a, t->tolerance,
                                        &batch, &hits, &count) == GRAZE_OK);
        fuzz_require(hits == (uint64_t)(all->exists | itself << 1));
        fuzz_require(count == (size_t)all->exists + itself);

        graze_batch_interval found[2 * INTERVALS];
        fuzz_require(batch_intervals_at((cpu_instructions)level, &t->body_a, &t->a, t->tolerance,
                                        &batch, found, 2 * INTERVALS, &count) == GRAZE_OK);
        fuzz_require(count >= all->count);
        for (size_t i = 0; i < all->count; i++)
            fuzz_require(found[i].index == 0 &&
                         fuzz_same_intervals(&found[i].interval, 1, &all->intervals[i], 1));
        bool noted[4] = {false, false, false, false};
        fuzz_require(batch_conflicts_between_at((cpu_instructions)level, &batch, &batch,
                                                t->tolerance, note_pair, noted) == GRAZE_OK);
        fuzz_require((noted[1] | noted[2]) == all->exists);
    }
}

static bool note_index_pair(void *context, const graze_index_pair *one)
{
    (void)one;
    *(bool *)context = true;
    return true;
}

/* What meets, the index finds, with every method. */
static void agree_with_index(const fuzz_two *t, const answers *all)
{
    const graze_body bodies[] = {t->body_a, t->body_b};
    const graze_trajectory trajectories[] = {{.motions = &t->a, .count = 1},
                                             {.motions = &t->b, .count = 1}};
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        graze_index_options options = {.method = (graze_index_method)method};
        graze_index *index;
        bool met = false;
        fuzz_require(graze_index_new(bodies, trajectories, 2, &options, NULL, &index) == GRAZE_OK);
        fuzz_require(graze_index_pairs(index, 0, 1, NULL, note_index_pair, &met) == GRAZE_OK);
        fuzz_require(met || all->verdict == GRAZE_CLEAR);
        graze_index_free(index);
    }
}

void fuzz_pair(fuzz_input *in)
{
    fuzz_two t;
    answers all;
    fuzz_read_two(in, &t);
    graze_status status =
        graze_conflict_exists_within(&t.body_a, &t.a, &t.body_b, &t.b, t.tolerance,
                                     fuzz_patience(), &all.exists);
    if (status != GRAZE_OK && !fuzz_is_short(status))
        ask_refused(&t, status);
    if (status != GRAZE_OK || !ask(&t, &all))
        return;
    agree(&t, &all);
    agree_when_swapped(&t, &all);
    agree_with_exact_stage(&t, &all);
    agree_when_prepared(&t, &all);
    agree_in_batch(&t, &all);
    agree_with_index(&t, &all);
}
