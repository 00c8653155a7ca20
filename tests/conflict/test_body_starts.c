/* SPDX-License-Identifier: MIT */
/* Unsafe starts of accelerated bodies with corners.
 *
 * The shared exact answers, bit for bit; then the oracle, which decides single starts
 * exactly: every reported end and its neighbours, the starts at which lives begin or
 * cease to meet, and starts all over the range. A double is unsafe iff a reported interval
 * holds it. Many more starts are put to the kernel's own decision, which other tests
 * hold against the oracle. */
#include <CUnit/CUnit.h>
#include <graze.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "conflict/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "oracle/random.h"
#include "support/run.h"
#include "vectors/vectors.h"

enum { INTERVALS = 256, SHOWN = 3 };

typedef struct answer {
    graze_status status;
    size_t count;
    graze_interval interval[INTERVALS];
} answer;

/* Asks with more and more memory, up to 256 times the everyday size. */
static void ask(const oracle_pair *p, answer *result)
{
    static graze_workspace workspace;
    const size_t most = graze_workspace_size() << 8;
    for (;;) {
        result->count = 0;
        result->status =
            graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &workspace,
                                result->interval, INTERVALS, &result->count);
        if (result->status != GRAZE_ERROR_WORKSPACE || workspace.size >= most)
            return;
        size_t size = workspace.size > 0 ? 4 * workspace.size : graze_workspace_size();
        void *memory = realloc(workspace.memory, size);
        if (memory == NULL)
            return;
        workspace = (graze_workspace){memory, size};
    }
}

static bool holds(const answer *a, double start)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->interval[i].lower < start && start < a->interval[i].upper)
            return true;
    return false;
}

static void print(const answer *a)
{
    printf("/* %s:", graze_status_name(a->status));
    for (size_t i = 0; i < a->count; i++)
        printf(" (%a, %a)", a->interval[i].lower, a->interval[i].upper);
    printf(" */\n");
}

/* ---- the shared answers ---------------------------------------------------------------------- */

static bool is_row_right(const vector_file *file, const answer *a)
{
    const size_t at = 1 + 3 * (size_t)vectors_answer(file, 0);
    if (a->status != GRAZE_OK || vectors_answer(file, at) != (double)a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (vectors_answer(file, at + 3 * i + 1) != a->interval[i].lower ||
            vectors_answer(file, at + 3 * i + 2) != a->interval[i].upper)
            return false;
    return true;
}

static void every_unsafe_start_of_accelerated_polygons_is_the_shared_one(void)
{
    static vector_file file;
    static oracle_bodies bodies;
    static answer found;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, "vectors/poly_ca.csv"))
        return;
    for (; vectors_next(&file); rows++) {
        vectors_bodies(&file, &bodies);
        ask(&bodies.pair, &found);
        if (is_row_right(&file, &found))
            continue;
        printf("\npoly_ca row %s (%s) differs ", file.field[0], file.field[1]);
        print(&found);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct trial {
    const oracle_bodies *bodies;
    const answer *found;
    oracle_body_starts judge;
    oracle_random random;
} trial;

static bool is_start_right(trial *t, double start)
{
    if (!isfinite(start) || oracle_body_start_is_unsafe(&t->judge, start) == holds(t->found, start))
        return true;
    printf("\n/* the start %a is %s */\n", start, holds(t->found, start) ? "safe" : "unsafe");
    return false;
}

static bool is_right_beside(trial *t, double start)
{
    return is_start_right(t, nextafter(start, -INFINITY)) && is_start_right(t, start) &&
           is_start_right(t, nextafter(start, INFINITY));
}

/* Every end, places ever nearer to it, and the middle of every interval and gap. */
static bool are_ends_right(trial *t)
{
    const answer *a = t->found;
    for (size_t i = 0; i < a->count; i++) {
        const double ends[2] = {a->interval[i].lower, a->interval[i].upper};
        for (int k = 0; k < 2; k++) {
            double unit = fmax(fabs(ends[k]), 0x1p-20) * pow(10, -random_real(&t->random, 1, 16));
            if (!is_right_beside(t, ends[k]) || !is_start_right(t, ends[k] + unit) ||
                !is_start_right(t, ends[k] - unit))
                return false;
        }
        if (!is_start_right(t, ends[0] / 2 + ends[1] / 2) ||
            (i > 0 && !is_start_right(t, ends[0] / 2 + a->interval[i - 1].upper / 2)))
            return false;
    }
    return true;
}

static double length_of(const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    return isinf(duration) || motion->form == GRAZE_PARKED ? 20 : duration;
}

/* A start at which the lives meet, by and large. */
static double some_start(trial *t)
{
    const oracle_pair *p = &t->bodies->pair;
    double lead = p->a.form == GRAZE_PARKED ? p->a.duration : 0;
    double base = p->b.start + (p->b.form == GRAZE_PARKED ? p->b.duration : 0) - lead;
    return base + random_real(&t->random, -1.05 * length_of(&p->a), 1.05 * length_of(&p->b));
}

static bool are_corners_right(trial *t)
{
    const oracle_pair *p = &t->bodies->pair;
    const double a = p->a.duration, b = p->b.duration, start = p->b.start;
    return is_right_beside(t, start) && is_right_beside(t, start - a) &&
           is_right_beside(t, start + b) && is_right_beside(t, start + (b - a));
}

/* The kernel's decision at many starts. */
static bool is_range_right(trial *t, size_t many)
{
    const oracle_pair *p = &t->bodies->pair;
    for (size_t i = 0; i < many; i++) {
        double start = some_start(t);
        graze_motion moved;
        bool exists = false;
        if (graze_motion_restart(&p->a, start, &moved) != GRAZE_OK)
            return true;
        if (graze_conflict_exists(&p->body_a, &moved, &p->body_b, &p->b, p->tolerance, &exists) !=
                GRAZE_OK ||
            exists != holds(t->found, start)) {
            printf("\n/* the kernel finds the start %a %s */\n", start, exists ? "unsafe" : "safe");
            return false;
        }
    }
    return true;
}

static bool is_in_order(const answer *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (!(a->interval[i].lower < a->interval[i].upper) ||
            (i > 0 && !(nextafter(a->interval[i].lower, INFINITY) >= a->interval[i - 1].upper)))
            return false;
    return true;
}

static bool is_pair_right(const oracle_bodies *bodies, const answer *found, uint64_t seed,
                          size_t many)
{
    trial t = {.bodies = bodies, .found = found};
    random_begin(&t.random, seed, 77, many);
    oracle_body_starts_init(&t.judge, &bodies->pair);
    bool right = found->status == GRAZE_OK && is_in_order(found) && are_ends_right(&t) &&
                 are_corners_right(&t) && is_range_right(&t, many);
    for (int i = 0; i < 6 && right; i++)
        right = is_start_right(&t, some_start(&t));
    oracle_body_starts_clear(&t.judge);
    return right;
}

static void decide_starts(oracle_body_family family, size_t pairs)
{
    static oracle_bodies bodies;
    static answer found;
    size_t wrong = 0, several = 0, most = 0;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_generate_bodies(family, test_seed() + 4, index, &bodies);
        ask(&bodies.pair, &found);
        several += found.count > 1;
        most = found.count > most ? found.count : most;
        if (is_pair_right(&bodies, &found, index, 200))
            continue;
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_body_family_name(family),
               test_seed() + 4, index);
        oracle_print_bodies(stdout, &bodies);
        print(&found);
        wrong++;
    }
    printf(" (%zu pairs, %zu with several intervals, at most %zu) ", pairs, several, most);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_start_of_accelerated_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated, support_rounds(40, 3000, 20000));
}

static void every_start_of_accelerated_squares_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_squares, support_rounds(40, 3000, 20000));
}

static void every_start_of_accelerated_touches_of_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_touch, support_rounds(40, 3000, 20000));
}

static void every_start_of_pinched_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_pinch, support_rounds(40, 3000, 20000));
}

static void every_start_of_accelerated_rounded_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_kinds, support_rounds(20, 1000, 10000));
}

static void every_start_of_changed_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_changed, support_rounds(20, 1000, 10000));
}

CU_TestInfo body_start_tests[] = {
    SUPPORT_TEST(every_unsafe_start_of_accelerated_polygons_is_the_shared_one),
    SUPPORT_TEST(every_start_of_accelerated_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_squares_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_touches_of_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_pinched_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_rounded_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_changed_bodies_is_decided_right),
    CU_TEST_INFO_NULL,
};
