/* SPDX-License-Identifier: MIT */
/* Unsafe starts of accelerated bodies with corners beside the oracle, which decides single starts
 * exactly: every reported end and its neighbours, the starts at which lives begin or cease to meet,
 * and starts all over the range. A double is unsafe iff a reported interval holds it. Many more
 * starts are put to the kernel's own decision, which other tests hold against the oracle. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "kernel/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "oracle/random.h"
#include "starts/body_answer.h"
#include "starts/body_starts.h"
#include "support/run.h"

enum { SHOWN = 3 };

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct trial {
    const oracle_bodies *bodies;
    const body_answer *found;
    oracle_body_starts judge;
    oracle_random random;
} trial;

static bool is_start_right(trial *t, double start)
{
    if (!isfinite(start) ||
        oracle_body_start_is_unsafe(&t->judge, start) == holds_start(t->found, start))
        return true;
    printf("\n/* the start %a is %s */\n", start, holds_start(t->found, start) ? "safe" : "unsafe");
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
    const body_answer *a = t->found;
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
            exists != holds_start(t->found, start)) {
            printf("\n/* the kernel finds the start %a %s */\n", start, exists ? "unsafe" : "safe");
            return false;
        }
    }
    return true;
}

static bool is_in_order(const body_answer *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (!(a->interval[i].lower < a->interval[i].upper) ||
            (i > 0 && !(nextafter(a->interval[i].lower, INFINITY) >= a->interval[i - 1].upper)))
            return false;
    return true;
}

static bool is_pair_right(const oracle_bodies *bodies, const body_answer *found, uint64_t seed,
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

/* The start that the families of pinched and sliding pairs turn round, a rational number:
 * it may be the only safe one between two unsafe doubles. */
static void set_turning_start(mpq_t start, const oracle_pair *p, oracle_body_family family)
{
    mpq_t other;
    mpq_init(other);
    if (family == BODY_FAMILY_accelerated_pinch) { /* -x / w - 4 */
        mpq_set_d(start, -p->b.position.x);
        mpq_set_d(other, p->b.velocity.x);
        mpq_div(start, start, other);
        mpq_set_d(other, 4);
    } else { /* -(velocity gained) / acceleration */
        mpq_set_d(start, p->a.velocity.y - p->b.velocity.y);
        mpq_set_d(other, p->a.acceleration.y);
        mpq_div(start, start, other);
        mpq_set_d(other, 0);
    }
    mpq_sub(start, start, other);
    mpq_clear(other);
}

static int compare(double x, const mpq_t q)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, fmin(fmax(x, -DBL_MAX), DBL_MAX));
    int order = mpq_cmp(exact, q);
    mpq_clear(exact);
    return order;
}

/* What the list says of a start that need not be a double. Beside an end, between the same
 * two doubles, it leaves that open, unless two intervals share the end: then there is a
 * safe start, and only one can be meant. */
typedef enum saying { SAYS_SAFE, SAYS_UNSAFE, SAYS_SHARED_END, SAYS_NOTHING } saying;

static saying say(const body_answer *a, const mpq_t start)
{
    saying result = SAYS_SAFE;
    for (size_t i = 0; i < a->count; i++) {
        const double lower = a->interval[i].lower, upper = a->interval[i].upper;
        if (compare(lower, start) >= 0 || compare(upper, start) <= 0)
            continue;
        if (result == SAYS_NOTHING)
            return SAYS_SHARED_END;
        const bool inside = compare(nextafter(lower, INFINITY), start) <= 0 &&
                            compare(nextafter(upper, -INFINITY), start) >= 0;
        result = inside ? SAYS_UNSAFE : SAYS_NOTHING;
    }
    return result;
}

static bool is_turning_start_right(const oracle_bodies *bodies, const body_answer *found,
                                   oracle_body_family family, size_t *shared)
{
    oracle_body_starts judge;
    mpq_t start;
    if (family != BODY_FAMILY_accelerated_pinch && family != BODY_FAMILY_accelerated_slide)
        return true;
    mpq_init(start);
    set_turning_start(start, &bodies->pair, family);
    oracle_body_starts_init(&judge, &bodies->pair);
    const bool is_unsafe = oracle_body_start_is_unsafe_at(&judge, start);
    const saying said = say(found, start);
    *shared += said == SAYS_SHARED_END;
    oracle_body_starts_clear(&judge);
    mpq_clear(start);
    if (said == SAYS_NOTHING || is_unsafe == (said == SAYS_UNSAFE))
        return true;
    printf("\n/* the start that it turns round is %s */\n", is_unsafe ? "unsafe" : "safe");
    return false;
}

/* ---- algebraic shifts -------------------------------------------------------------------------
 */

typedef struct surroundings {
    double low, high; /* start shifts, the root between them */
} surroundings;

/* Puts a square root between two neighbouring doubles to the kernel's exact decision. */
static bool decide_at_root(const oracle_pair *p, double square, bool negative, surroundings *near,
                           bool *is_unsafe)
{
    static mp_limb_t limbs[1 << 20];
    dyadic_arena arena = dyadic_arena_on(limbs, sizeof limbs / sizeof *limbs);
    const dyadic coefficient[3] = {dyadic_from(&arena, -square), dyadic_zero(),
                                   dyadic_from(&arena, 1)};
    const polynomial p2 = polynomial_from(coefficient, 3);
    body_problem problem;
    pair question;
    root roots[2];
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK ||
        !question.cornered || root_isolate(&arena, &p2, root_range_all(), roots) != 2)
        return false;
    root *at = &roots[negative ? 0 : 1];
    near->low = root_to_double(&arena, at, DYADIC_DOWN);
    near->high = root_to_double(&arena, at, DYADIC_UP);
    body_problem_of(&arena, &question, PENCIL_SHIFTS, &problem);
    if (at->exact || near->low == near->high ||
        (problem.reaching <= 0 && problem.kind != POLYGON_AREA))
        return false;
    *is_unsafe = body_pinch_is_unsafe(&arena, &problem, at);
    CU_ASSERT_FALSE(arena.exhausted);
    return true;
}

static bool is_unsafe_after(oracle_body_starts *judge, double start, double shift)
{
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    mpq_set_d(sum, start);
    mpq_set_d(part, shift);
    mpq_add(sum, sum, part);
    bool is_unsafe = oracle_body_start_is_unsafe_at(judge, sum);
    mpq_clears(sum, part, NULL);
    return is_unsafe;
}

/* Where the neighbouring doubles are both unsafe, or both safe, so is nearly always what
 * is between them. */
static void a_square_root_is_decided_as_its_neighbours_are(void)
{
    const size_t pairs = support_rounds(60, 120, 1200);
    static oracle_bodies bodies;
    size_t wrong = 0, asked[2] = {0, 0};
    for (oracle_body_family family = BODY_FAMILY_accelerated; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
            const oracle_pair *p = &bodies.pair;
            surroundings near;
            bool is_unsafe;
            oracle_generate_bodies(family, test_seed() + 5, index, &bodies);
            double far = 0.9 * (index % 2 ? length_of(&p->a) : length_of(&p->b));
            double square = far * far * (double)(1 + index % 7) / 8;
            if (p->a.form == GRAZE_PARKED || p->b.form == GRAZE_PARKED || p->b.start_tail != 0 ||
                !decide_at_root(p, square, index % 2 == 1, &near, &is_unsafe))
                continue;
            oracle_body_starts judge;
            oracle_body_starts_init(&judge, p);
            bool below = is_unsafe_after(&judge, p->b.start, near.low);
            bool told = below == is_unsafe_after(&judge, p->b.start, near.high);
            asked[is_unsafe] += told;
            if (told && is_unsafe != below) {
                printf("\n/* %s %zu */\n", oracle_body_family_name(family), index);
                oracle_print_bodies(stdout, &bodies);
                wrong++;
            }
            oracle_body_starts_clear(&judge);
        }
    printf(" (%zu safe, %zu unsafe) ", asked[0], asked[1]);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void decide_starts(oracle_body_family family, size_t pairs)
{
    static oracle_bodies bodies;
    static body_answer found;
    size_t wrong = 0, several = 0, most = 0, shared = 0;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        oracle_generate_bodies(family, test_seed() + 4, index, &bodies);
        ask_starts(&bodies.pair, &found);
        several += found.count > 1;
        most = found.count > most ? found.count : most;
        if (is_pair_right(&bodies, &found, index, 200) &&
            is_turning_start_right(&bodies, &found, family, &shared))
            continue;
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_body_family_name(family),
               test_seed() + 4, index);
        oracle_print_bodies(stdout, &bodies);
        print_starts(&found);
        wrong++;
    }
    printf(" (%zu pairs, %zu with several intervals, at most %zu) ", pairs, several, most);
    CU_ASSERT_EQUAL(wrong, 0);
    if (family == BODY_FAMILY_accelerated_pinch || family == BODY_FAMILY_accelerated_slide)
        CU_ASSERT(shared > 0);
}

static void every_start_of_accelerated_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated, support_rounds(40, 80, 750));
}

static void every_start_of_accelerated_squares_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_squares, support_rounds(40, 80, 750));
}

static void every_start_of_accelerated_touches_of_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_touch, support_rounds(40, 80, 750));
}

static void every_start_of_pinched_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_pinch, support_rounds(40, 80, 750));
}

static void every_start_of_sliding_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_slide, support_rounds(40, 80, 750));
}

static void every_start_of_accelerated_rounded_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_kinds, support_rounds(20, 40, 500));
}

static void every_start_of_changed_bodies_is_decided_right(void)
{
    decide_starts(BODY_FAMILY_accelerated_changed, support_rounds(20, 40, 500));
}

static void every_start_of_bodies_on_ramps_is_decided_right(void)
{
    for (oracle_body_family family = BODY_FAMILY_ramp; family < BODY_FAMILY_COUNT; family++)
        decide_starts(family, support_rounds(20, 40, 800));
}

CU_TestInfo decided_start_tests[] = {
    SUPPORT_TEST(a_square_root_is_decided_as_its_neighbours_are),
    SUPPORT_TEST(every_start_of_accelerated_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_squares_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_touches_of_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_pinched_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_sliding_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_accelerated_rounded_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_changed_bodies_is_decided_right),
    SUPPORT_TEST(every_start_of_bodies_on_ramps_is_decided_right),
    CU_TEST_INFO_NULL,
};
