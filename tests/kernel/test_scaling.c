/* SPDX-License-Identifier: MIT */
/* A pair is the same pair in all units, in a mirror, by other names and at another time.
 *
 * Every pair of every family, its lengths multiplied by 2^i and its times by 2^j, wherever
 * all its numbers stay finite and lose no bit, has the decision, the verdict and as many
 * intervals as before; ends, depths and times are multiplied alike, and rounded anew only
 * where they become subnormal or too large (roundings.h). Whether a start or a duration is one
 * number or a sum makes no difference. And all answers about one pair agree with each other.
 * Nothing here knows an answer: what is found is that two differ. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "kernel/every_answer.h"
#include "kernel/scaled.h"
#include "kernel/seed.h"
#include "oracle/body_shapes.h"
#include "oracle/generate.h"
#include "support/run.h"

/* ---- where pairs come from ---------------------------------------------------------------- */

/* Families of discs in the plane or in space, of plain polygons, or of rounded bodies. */
typedef enum kind { DISCS, SPHERES, POLYGONS, ROUNDED } kind;

/* At constant velocity, accelerated, or with a ramp. */
typedef enum drive { UNIFORM, ACCELERATED, RAMPS } drive;

typedef struct source {
    kind kind;
    drive drive;
    bool slow; /* also what takes milliseconds: unsafe starts, of ramps speeds, of bodies
                  clearances */
} source;

static bool has_corners(const source *of) { return of->kind == POLYGONS || of->kind == ROUNDED; }

/* The families of one drive begin where those of the one before it end. */
static int families_before(const source *of, int which)
{
    static const int discs[] = {0, FAMILY_accelerated, FAMILY_ramp, FAMILY_COUNT};
    static const int bodies[] = {0, BODY_FAMILY_accelerated, BODY_FAMILY_ramp, BODY_FAMILY_COUNT};
    return has_corners(of) ? bodies[which] : discs[which];
}

static const char *family_name(const source *of, int family)
{
    return has_corners(of) ? oracle_body_family_name((oracle_body_family)family)
                           : oracle_family_name((oracle_family)family);
}

/* Every fourth number of generate.h is in space. */
static void make_pair(const source *of, int family, uint64_t number, oracle_bodies *made)
{
    const uint64_t index = of->kind == SPHERES ? 4 * number + 3 : number / 3 * 4 + number % 3;
    if (has_corners(of)) {
        oracle_generate_bodies((oracle_body_family)family, test_seed(), number, made);
        if (of->kind == POLYGONS)
            made->pair.body_a.radius = made->pair.body_b.radius = 0;
        return;
    }
    *made = (oracle_bodies){.pair = {.tolerance = 0}};
    oracle_generate((oracle_family)family, test_seed(), index, &made->pair);
}

/* ---- one pair ------------------------------------------------------------------------------ */

typedef struct trial {
    oracle_bodies original, changed;
    exact_change change;
    all_answers before, after;
    const char *fault;
} trial;

static void draw_change(const oracle_bodies *bodies, oracle_random *random, exact_change *change)
{
    unit_ranges ranges = units_of_anything();
    units_narrow(&ranges, bodies);
    *change = (exact_change){.mirrored = random_once_in(random, 4),
                             .turned = random_once_in(random, 2) ? random_whole(random, 1, 3) : 0,
                             .swapped = random_once_in(random, 4)};
    units_draw(&ranges, random, change);
    if (random_once_in(random, 8))
        change->shift = ldexp(random_real(random, -1, 1),
                              change->times + random_whole(random, -10, 20));
    if (random_once_in(random, 8))
        change->split = ldexp(random_once_in(random, 2) ? 1 : -1,
                              change->times + random_whole(random, -10, 40));
}

/* A shift that would have to be rounded is left out. */
static void make_changed(trial *t)
{
    t->changed = t->original;
    oracle_bodies_link(&t->changed);
    if (change_pair(&t->changed, &t->change))
        return;
    t->change.shift = 0;
    t->changed = t->original;
    oracle_bodies_link(&t->changed);
    change_pair(&t->changed, &t->change);
}

static void try_change(trial *t, asked_for what)
{
    make_changed(t);
    ask_everything(&t->changed.pair, what, &t->after);
    t->fault = answers_contradict(&t->changed.pair, &t->after);
    if (t->fault == NULL)
        t->fault = answers_differ_beyond(&t->changed.pair, &t->change, &t->before, &t->after);
}

static void print_trial(const trial *t, const char *family, size_t number)
{
    printf("\n/* %s %zu: %s */\n", family, number, t->fault);
    oracle_print_bodies(stdout, &t->original);
    answers_print(stdout, "before", &t->before);
    change_print(stdout, &t->change);
    oracle_print_bodies(stdout, &t->changed);
    answers_print(stdout, "after", &t->after);
}

/* ---- many ----------------------------------------------------------------------------------- */

enum { CHANGES = 4 }; /* of each pair */

/* Unsafe speeds are half of what a pair costs: a night asks for those of one pair in eight,
 * behind the first of a family, of which all are asked. */
static bool asks_speeds(uint64_t number) { return number < 2000 || number % 8 == 0; }

static asked_for questions_to(const source *of, uint64_t number)
{
    if (of->drive == UNIFORM)
        return (asked_for){true, true, asks_speeds(number)};
    return (asked_for){of->slow || !has_corners(of), of->slow, of->slow && of->drive == RAMPS};
}

static size_t try_pair(const source *of, int family, size_t number, trial *t)
{
    const asked_for what = questions_to(of, number);
    oracle_random random;
    random_begin(&random, test_seed(), 4242 + (uint64_t)family, number);
    make_pair(of, family, number, &t->original);
    oracle_bodies_link(&t->original);
    t->change = (exact_change){.lengths = 0};
    ask_everything(&t->original.pair, what, &t->before);
    t->fault = answers_contradict(&t->original.pair, &t->before);
    for (int i = 0; i < CHANGES && t->fault == NULL; i++) {
        draw_change(&t->original, &random, &t->change);
        try_change(t, what);
    }
    if (t->fault == NULL)
        return 0;
    print_trial(t, family_name(of, family), number);
    return 1;
}

/* Tries so many changed pairs, all families alike. */
static void hold(const source *of, size_t changed_pairs)
{
    static trial t;
    enum { ENOUGH = 3 };
    const int first = families_before(of, (int)of->drive),
              end = families_before(of, (int)of->drive + 1);
    const size_t families = (size_t)(end - first);
    const size_t each = (changed_pairs / CHANGES + families - 1) / families;
    size_t wrong = 0;
    for (int family = first; family < end; family++) {
        size_t here = 0;
        for (size_t number = 0; number < each && here < ENOUGH; number++)
            here += try_pair(of, family, number, &t);
        wrong += here;
    }
    printf(" (%zu pairs) ", each * families * CHANGES);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void discs_are_the_same_in_all_units(void)
{
    hold(&(source){DISCS, UNIFORM, false}, support_rounds(16000, 50000, 400000));
}

static void spheres_are_the_same_in_all_units(void)
{
    hold(&(source){SPHERES, UNIFORM, false}, support_rounds(4000, 10000, 40000));
}

static void accelerated_discs_are_the_same_in_all_units(void)
{
    hold(&(source){DISCS, ACCELERATED, false}, support_rounds(5000, 10000, 150000));
}

static void accelerated_spheres_are_the_same_in_all_units(void)
{
    hold(&(source){SPHERES, ACCELERATED, false}, support_rounds(2400, 4800, 30000));
}

static void polygons_are_the_same_in_all_units(void)
{
    hold(&(source){POLYGONS, UNIFORM, false}, support_rounds(8000, 16000, 100000));
}

static void rounded_bodies_are_the_same_in_all_units(void)
{
    hold(&(source){ROUNDED, UNIFORM, false}, support_rounds(2600, 5200, 37000));
}

static void accelerated_polygons_are_the_same_in_all_units(void)
{
    hold(&(source){POLYGONS, ACCELERATED, false}, support_rounds(4000, 8000, 37000));
}

static void accelerated_rounded_bodies_are_the_same_in_all_units(void)
{
    hold(&(source){ROUNDED, ACCELERATED, false}, support_rounds(2000, 5000, 37000));
}

static void starts_of_accelerated_discs_are_the_same_in_all_units(void)
{
    hold(&(source){DISCS, ACCELERATED, true}, support_rounds(600, 1200, 5000));
}

static void starts_of_accelerated_spheres_are_the_same_in_all_units(void)
{
    hold(&(source){SPHERES, ACCELERATED, true}, support_rounds(300, 600, 5000));
}

static void starts_of_accelerated_polygons_are_the_same_in_all_units(void)
{
    hold(&(source){POLYGONS, ACCELERATED, true}, support_rounds(56, 140, 5000));
}

static void starts_of_accelerated_rounded_bodies_are_the_same_in_all_units(void)
{
    hold(&(source){ROUNDED, ACCELERATED, true}, support_rounds(28, 70, 5000));
}

static void discs_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){DISCS, RAMPS, false}, support_rounds(3000, 6000, 100000));
}

static void starts_and_speeds_of_discs_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){DISCS, RAMPS, true}, support_rounds(400, 800, 5000));
}

static void spheres_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){SPHERES, RAMPS, false}, support_rounds(1600, 3200, 20000));
}

static void starts_and_speeds_of_spheres_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){SPHERES, RAMPS, true}, support_rounds(200, 400, 5000));
}

static void polygons_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){POLYGONS, RAMPS, false}, support_rounds(2000, 4000, 37000));
}

static void starts_and_speeds_of_polygons_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){POLYGONS, RAMPS, true}, support_rounds(40, 100, 5000));
}

static void rounded_bodies_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){ROUNDED, RAMPS, false}, support_rounds(1000, 2500, 37000));
}

static void starts_and_speeds_of_rounded_bodies_on_ramps_are_the_same_in_all_units(void)
{
    hold(&(source){ROUNDED, RAMPS, true}, support_rounds(20, 50, 5000));
}

CU_TestInfo disc_scaling_tests[] = {
    SUPPORT_TEST(discs_are_the_same_in_all_units),
    SUPPORT_TEST(spheres_are_the_same_in_all_units),
    SUPPORT_TEST(accelerated_discs_are_the_same_in_all_units),
    SUPPORT_TEST(accelerated_spheres_are_the_same_in_all_units),
    SUPPORT_TEST(starts_of_accelerated_discs_are_the_same_in_all_units),
    SUPPORT_TEST(starts_of_accelerated_spheres_are_the_same_in_all_units),
    SUPPORT_TEST(discs_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(starts_and_speeds_of_discs_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(spheres_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(starts_and_speeds_of_spheres_on_ramps_are_the_same_in_all_units),
    CU_TEST_INFO_NULL,
};

CU_TestInfo body_scaling_tests[] = {
    SUPPORT_TEST(polygons_are_the_same_in_all_units),
    SUPPORT_TEST(rounded_bodies_are_the_same_in_all_units),
    SUPPORT_TEST(accelerated_polygons_are_the_same_in_all_units),
    SUPPORT_TEST(accelerated_rounded_bodies_are_the_same_in_all_units),
    SUPPORT_TEST(starts_of_accelerated_polygons_are_the_same_in_all_units),
    SUPPORT_TEST(starts_of_accelerated_rounded_bodies_are_the_same_in_all_units),
    SUPPORT_TEST(polygons_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(starts_and_speeds_of_polygons_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(rounded_bodies_on_ramps_are_the_same_in_all_units),
    SUPPORT_TEST(starts_and_speeds_of_rounded_bodies_on_ramps_are_the_same_in_all_units),
    CU_TEST_INFO_NULL,
};
