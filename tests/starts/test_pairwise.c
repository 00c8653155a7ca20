/* SPDX-License-Identifier: MIT */
/* Pairs from arrays are answered as pairs one by one, bit for bit, at every level of
 * instructions that this processor has: ordinary numbers, numbers of all exponents, and
 * invalid ones, which must not be lost in a filter. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kernel/seed.h"
#include "oracle/random.h"
#include "starts/pairwise.h"
#include "support/run.h"

enum { MOST = 200, NUMBERS = 10, ROOM = 2 * MOST * GRAZE_UNSAFE_STARTS_MAX };

/* One side: radius, x, y, z, to (or velocity) x, y, z, acceleration x, start, end (duration). */
typedef struct side {
    double numbers[NUMBERS][MOST];
    graze_moves moves;
} side;

typedef struct pairs {
    side a, b;
    double tolerance;
} pairs;

/* ---- pairs -------------------------------------------------------------------------------- */

static double length_of(oracle_random *random, int exponent)
{
    double number = random_once_in(random, 3) ? random_short(random, 40, 3)
                                              : random_real(random, -5, 5);
    return ldexp(number, exponent);
}

static void draw_numbers(side *of, size_t i, oracle_random *random, int lengths, int times)
{
    for (int k = 1; k < 7; k++)
        of->numbers[k][i] = length_of(random, lengths);
    of->numbers[0][i] = ldexp(random_real(random, 0, 1), lengths);
    of->numbers[7][i] = 0;
    of->numbers[8][i] = length_of(random, times);
    double lasts = ldexp(random_real(random, 0x1p-4, 6), times);
    of->numbers[9][i] = of->moves.form == GRAZE_KINEMATIC ? lasts : of->numbers[8][i] + lasts;
    if (random_once_in(random, 8)) /* a wait, sometimes an endless one */
        for (int k = 1; k < 4; k++)
            of->numbers[k + 3][i] = of->moves.form == GRAZE_KINEMATIC ? 0 : of->numbers[k][i];
}

static void point_at(side *of, graze_form form, size_t count, bool spatial, size_t skip)
{
    double(*numbers)[MOST] = of->numbers;
    of->moves = (graze_moves){.count = count, .form = form, .radius = numbers[0] + skip,
                              .place = {numbers[1] + skip, numbers[2] + skip},
                              .start = numbers[8] + skip};
    const double **far = form == GRAZE_WAYPOINT ? of->moves.to : of->moves.velocity;
    for (int axis = 0; axis < 3; axis++)
        far[axis] = axis < 2 || spatial ? numbers[4 + axis] + skip : NULL;
    if (spatial)
        of->moves.place[2] = numbers[3] + skip;
    *(form == GRAZE_WAYPOINT ? &of->moves.end : &of->moves.duration) = numbers[9] + skip;
}

static graze_form draw_form(oracle_random *random)
{
    return random_once_in(random, 4) ? GRAZE_KINEMATIC : GRAZE_WAYPOINT;
}

static bool draw_pairs(pairs *all, uint64_t seed)
{
    oracle_random random;
    random_begin(&random, seed, 91, 0);
    size_t count = (size_t)random_whole(&random, 0, MOST - 8), skip = (size_t)seed % 8;
    bool spatial = random_once_in(&random, 6), wild = random_once_in(&random, 2);
    point_at(&all->a, draw_form(&random), count, spatial, skip);
    point_at(&all->b, draw_form(&random), count, spatial, skip);
    all->tolerance = random_once_in(&random, 2) ? 0 : random_real(&random, 0, 0.5);
    for (size_t i = 0; i < count + skip; i++) {
        int lengths = wild ? random_whole(&random, -1070, 990) : 0;
        int times = wild ? random_whole(&random, -400, 400) : 0;
        int other = wild && random_once_in(&random, 3) ? lengths + random_whole(&random, -4, 4)
                                                       : lengths;
        draw_numbers(&all->a, i, &random, lengths, times);
        draw_numbers(&all->b, i, &random, other, times);
    }
    return wild;
}

/* ---- one by one --------------------------------------------------------------------------- */

typedef struct single {
    graze_body body_a, body_b;
    graze_motion a, b;
} single;

static graze_status motion_of(const graze_moves *m, size_t i, graze_motion *motion)
{
    const double z = m->place[2] != NULL ? m->place[2][i] : 0;
    const double *const *far = m->form == GRAZE_WAYPOINT ? m->to : m->velocity;
    const graze_vector place = {m->place[0][i], m->place[1][i], z};
    const graze_vector second = {far[0][i], far[1][i], far[2] != NULL ? far[2][i] : 0};
    return m->form == GRAZE_WAYPOINT
               ? graze_motion_waypoint(place, second, m->start[i], m->end[i], motion)
               : graze_motion_kinematic(place, second, (graze_vector){0, 0, 0}, m->start[i],
                                        m->duration[i], motion);
}

static graze_status single_of(const pairs *all, size_t i, single *one)
{
    one->body_a = (graze_body){.radius = all->a.moves.radius[i]};
    one->body_b = (graze_body){.radius = all->b.moves.radius[i]};
    graze_status status = motion_of(&all->a.moves, i, &one->a);
    return status == GRAZE_OK ? motion_of(&all->b.moves, i, &one->b) : status;
}

/* The first status at fault of decisions one by one, and its pair; bits of the others. */
static graze_status decide_singly(const pairs *all, uint64_t *hits, size_t *count, size_t *bad)
{
    memset(hits, 0, MOST / 64 * sizeof *hits + sizeof *hits);
    *count = 0;
    for (size_t i = 0; i < all->a.moves.count; i++) {
        single one;
        bool exists = false;
        graze_status status = single_of(all, i, &one);
        if (status == GRAZE_OK)
            status = graze_conflict_exists(&one.body_a, &one.a, &one.body_b, &one.b,
                                           all->tolerance, &exists);
        *bad = i;
        if (status != GRAZE_OK)
            return status;
        hits[i / 64] |= (uint64_t)exists << i % 64;
        *count += exists ? 1 : 0;
    }
    return GRAZE_OK;
}

static size_t wrong_decisions(const pairs *all, cpu_instructions level)
{
    uint64_t hits[MOST / 64 + 1], truth[MOST / 64 + 1];
    size_t count = 77, truly, bad = 77, first_bad = 77;
    memset(hits, 0xAA, sizeof hits);
    graze_status expected = decide_singly(all, truth, &truly, &first_bad);
    graze_status status = pairwise_conflicts_at(level, &all->a.moves, &all->b.moves,
                                                all->tolerance, hits, &count, &bad);
    if (expected != GRAZE_OK)
        return status != expected || bad != first_bad || count != 77;
    size_t words = (all->a.moves.count + 63) / 64;
    return status != GRAZE_OK || count != truly || bad != 77 ||
           memcmp(hits, truth, words * sizeof *hits) != 0;
}

static size_t wrong_intervals(const pairs *all, cpu_instructions level, pairwise_question question)
{
    static graze_interval found[ROOM];
    static size_t first[MOST + 1];
    size_t wrong = 0, at = 0, bad = 77;
    graze_status status =
        pairwise_intervals_at(level, question, &all->a.moves, &all->b.moves, all->tolerance, NULL,
                              (pairwise_lists){first, found, ROOM}, &bad);
    if (status != GRAZE_OK)
        return 1;
    for (size_t i = 0; i < all->a.moves.count; i++) {
        graze_interval truth[GRAZE_UNSAFE_STARTS_MAX];
        size_t count = 0;
        single one;
        CU_ASSERT_EQUAL_FATAL(single_of(all, i, &one), GRAZE_OK);
        status = question == PAIRWISE_STARTS
                     ? graze_unsafe_starts(&one.body_a, &one.a, &one.body_b, &one.b, all->tolerance,
                                           NULL, truth, GRAZE_UNSAFE_STARTS_MAX, &count)
                     : graze_conflict_intervals(&one.body_a, &one.a, &one.body_b, &one.b,
                                                all->tolerance, truth, GRAZE_UNSAFE_STARTS_MAX,
                                                &count);
        wrong += status != GRAZE_OK || first[i] != at || first[i + 1] != at + count ||
                 memcmp(found + at, truth, count * sizeof *truth) != 0;
        at += count;
    }
    return wrong + (first[all->a.moves.count] != at);
}

static void report(size_t wrong, uint64_t seed)
{
    if (wrong > 0)
        printf("# %zu wrong, seed %" PRIu64 "\n", wrong, seed);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- tests -------------------------------------------------------------------------------- */

static void pairs_are_answered_as_one_by_one(void)
{
    static pairs all;
    const size_t rounds = support_rounds(150, 375, 6000);
    for (size_t round = 0; round < rounds; round++) {
        const uint64_t seed = test_seed() + round;
        draw_pairs(&all, seed);
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            report(wrong_decisions(&all, level), seed);
            report(wrong_intervals(&all, level, PAIRWISE_INTERVALS), seed);
            report(wrong_intervals(&all, level, PAIRWISE_STARTS), seed);
        }
    }
}

/* Discs that are bodies, and places whose height is told at one end alone, are the same pairs. */
static void discs_may_be_told_as_bodies(void)
{
    static pairs all, other;
    static graze_body bodies[2][MOST];
    static const double level_ground[MOST];
    for (uint64_t round = 0; round < 20; round++) {
        uint64_t hits[2][MOST / 64 + 1] = {{0}};
        size_t count[2] = {0, 0}, bad = 77;
        draw_pairs(&all, test_seed() + round);
        other = all;
        for (int k = 0; k < 2; k++) {
            graze_moves *moves = k == 0 ? &other.a.moves : &other.b.moves;
            for (size_t i = 0; i < moves->count; i++)
                bodies[k][i] = (graze_body){.radius = moves->radius[i]};
            if ((round + 1) >> k & 1) {
                moves->bodies = bodies[k];
                moves->radius = NULL;
            }
            if (moves->form == GRAZE_WAYPOINT && moves->to[2] == NULL)
                moves->to[2] = level_ground;
        }
        CU_ASSERT_EQUAL(pairwise_conflicts_at(cpu_level(), &all.a.moves, &all.b.moves,
                                              all.tolerance, hits[0], &count[0], &bad),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(pairwise_conflicts_at(cpu_level(), &other.a.moves, &other.b.moves,
                                              all.tolerance, hits[1], &count[1], &bad),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(count[0], count[1]);
        CU_ASSERT_EQUAL(memcmp(hits[0], hits[1], (all.a.moves.count + 63) / 64 * 8), 0);
    }
}

static void the_first_pair_at_fault_is_told_however_far_apart_it_is(void)
{
    static pairs all;
    const size_t rounds = support_rounds(400, 1000, 40000);
    const double strange[] = {NAN, INFINITY, -INFINITY, -1, 0, DBL_MAX, -DBL_MAX, -0x1p-1074};
    for (size_t round = 0; round < rounds; round++) {
        const uint64_t seed = test_seed() + round;
        oracle_random random;
        random_begin(&random, seed, 92, 0);
        draw_pairs(&all, seed);
        for (int fault = 0; fault < 3; fault++) {
            side *of = random_once_in(&random, 2) ? &all.a : &all.b;
            of->numbers[random_whole(&random, 0, NUMBERS - 1)][random_whole(&random, 0, MOST - 1)] =
                strange[random_whole(&random, 0, 7)];
        }
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
            report(wrong_decisions(&all, level), seed);
    }
}

/* Two discs side by side whose distance is the sum of their radii, or an ulp more or less. */
static void paths_an_ulp_apart_are_decided(void)
{
    static pairs all;
    point_at(&all.a, GRAZE_WAYPOINT, 100, false, 0);
    point_at(&all.b, GRAZE_WAYPOINT, 100, false, 0);
    all.tolerance = 0;
    for (size_t i = 0; i < 100; i++) {
        const double unit = ldexp(1, (int)i * 20 - 1070), radii[2] = {unit * 1.5, unit * 0.7};
        const double gap = radii[0] + radii[1];
        const double y[3] = {gap, nextafter(gap, 0), nextafter(gap, INFINITY)};
        for (int k = 1; k < 7; k++)
            all.a.numbers[k][i] = all.b.numbers[k][i] = 0;
        all.a.numbers[0][i] = radii[0];
        all.b.numbers[0][i] = radii[1];
        all.a.numbers[4][i] = all.b.numbers[4][i] = unit;
        all.b.numbers[2][i] = all.b.numbers[5][i] = y[i % 3];
        for (int k = 0; k < 2; k++)
            all.a.numbers[8 + k][i] = all.b.numbers[8 + k][i] = k;
    }
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        CU_ASSERT_EQUAL(wrong_decisions(&all, level), 0);
}

/* Paths side by side, lines that nearly coincide among them: an end of one at the sum of the radii
 * from the line of the other, or some ulps nearer or farther. */
static void draw_near_line(pairs *all, size_t i, oracle_random *random)
{
    const int lengths = random_whole(random, -300, 300), narrow = random_whole(random, 0, 45);
    double a[4], b[4], gap = INFINITY;
    for (int k = 0; k < 4; k++)
        a[k] = ldexp(random_real(random, -5, 5), lengths);
    const double dx = a[2] - a[0], dy = a[3] - a[1];
    for (int end = 0; end < 2; end++) {
        const double along = random_real(random, 0, 1);
        const double beside = ldexp(random_real(random, 0.5, 1), -narrow);
        b[2 * end] = a[0] + along * dx - beside * dy;
        b[2 * end + 1] = a[1] + along * dy + beside * dx;
        const double cross = dx * (b[2 * end + 1] - a[1]) - dy * (b[2 * end] - a[0]);
        gap = fmin(gap, fabs(cross) / hypot(dx, dy));
    }
    for (int k = 0; k < 4; k++) {
        all->a.numbers[1 + k % 2 + k / 2 * 3][i] = a[k];
        all->b.numbers[1 + k % 2 + k / 2 * 3][i] = b[k];
    }
    gap *= 1 + ldexp(random_real(random, -1, 1), random_whole(random, -54, narrow - 50));
    for (int s = 0; s < 2; s++) {
        side *of = s == 0 ? &all->a : &all->b;
        of->numbers[0][i] = gap / 2;
        of->numbers[8][i] = 0;
        of->numbers[9][i] = 1;
    }
}

static void paths_beside_lines_have_the_starts_that_they_have_one_by_one(void)
{
    static pairs all;
    const size_t rounds = support_rounds(6, 15, 600);
    point_at(&all.a, GRAZE_WAYPOINT, MOST, false, 0);
    point_at(&all.b, GRAZE_WAYPOINT, MOST, false, 0);
    all.tolerance = 0;
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, test_seed() + round, 93, 0);
        for (size_t i = 0; i < MOST; i++)
            draw_near_line(&all, i, &random);
        for (int swapped = 0; swapped < 2; swapped++) {
            const graze_moves kept = all.a.moves;
            for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
                report(wrong_intervals(&all, level, PAIRWISE_STARTS), test_seed() + round);
            all.a.moves = all.b.moves;
            all.b.moves = kept;
        }
    }
}

/* Two moves that mostly meet in time, perhaps in an instant: somewhere, or on a lattice, as plans
 * have them. */
static void draw_moves(pairs *all, size_t i, oracle_random *random)
{
    const bool lattice = random_once_in(random, 3), wild = random_once_in(random, 3);
    const int lengths = !wild                       ? 0
                        : random_once_in(random, 2) ? random_whole(random, -85, 85)
                                                    : random_whole(random, -560, -460);
    const int times = !wild                       ? 0
                      : random_once_in(random, 4) ? -1072 /* lives of which 1/life is infinite */
                                                  : random_whole(random, -60, 60);
    const double units[3] = {1, sqrt(2), 0.1}, unit = units[random_whole(random, 0, 2)];
    for (int s = 0; s < 2; s++) {
        side *of = s == 0 ? &all->a : &all->b;
        const int begin = random_whole(random, 0, 2), end = begin + random_whole(random, 1, 3);
        for (int k = 1; k < 7; k++)
            of->numbers[k][i] = ldexp(lattice ? random_whole(random, 0, 3)
                                              : random_real(random, -5, 5), lengths);
        of->numbers[8][i] = ldexp(lattice ? begin * unit : random_real(random, -3, 0), times);
        of->numbers[9][i] = ldexp(lattice ? end * unit : random_real(random, 1, 4), times);
        if (!(of->numbers[9][i] > of->numbers[8][i])) /* a life that is rounded away */
            of->numbers[9][i] = nextafter(of->numbers[8][i], INFINITY);
    }
}

/* Their least distance in the common life, in doubles. */
static double least_distance(const pairs *all, size_t i)
{
    const side *of[2] = {&all->a, &all->b};
    const double begin = fmax(of[0]->numbers[8][i], of[1]->numbers[8][i]);
    const double end = fmin(of[0]->numbers[9][i], of[1]->numbers[9][i]);
    double first[2] = {0, 0}, way[2] = {0, 0};
    for (int s = 0; s < 2; s++) {
        const double start = of[s]->numbers[8][i], lasts = of[s]->numbers[9][i] - start;
        for (int k = 0; k < 2; k++) {
            const double from = of[s]->numbers[1 + k][i], by = of[s]->numbers[4 + k][i] - from;
            first[k] += (s == 0 ? 1 : -1) * (from + by * ((begin - start) / lasts));
            way[k] += (s == 0 ? 1 : -1) * by * ((end - begin) / lasts);
        }
    }
    const double square = way[0] * way[0] + way[1] * way[1];
    const double slope = first[0] * way[0] + first[1] * way[1];
    const double share = square > 0 ? fmin(fmax(-slope / square, 0), 1) : 0;
    return hypot(first[0] + share * way[0], first[1] + share * way[1]);
}

/* Moves that pass each other far inside their reach, or at it but for some ulps. */
static void draw_passing(pairs *all, size_t i, oracle_random *random)
{
    draw_moves(all, i, random);
    const double least = least_distance(all, i), part = random_real(random, 0, 1);
    const double more = ldexp(random_real(random, -1, 1), -random_whole(random, 0, 54));
    const double reach = least * (1 + more) + (random_once_in(random, 2) ? 0 : all->tolerance);
    all->a.numbers[0][i] = reach * part;
    all->b.numbers[0][i] = fmax(reach - all->a.numbers[0][i], 0);
}

/* b stands, or goes along, and a passes it m beside, where m^2 + k^2 = reach^2 in whole numbers:
 * both ends are doubles, and hardly a guess is one of them. */
static void draw_exact_ends(pairs *all, size_t i, oracle_random *random)
{
    const int k = 2 * random_whole(random, 1, 300) + 1, before = k + random_whole(random, 1, k);
    const int pace = random_whole(random, 1, 7), turned = random_whole(random, 0, 1);
    const double start = random_whole(random, -4000, 4000) * 0.125, lasts = 2.0 * before * pace;
    const double m = ((double)k * k - 1) / 2, reach = (m + 1) * (turned ? 5 : 1);
    const double along[2] = {random_whole(random, -2, 2), random_whole(random, -2, 2)};
    const int lengths = random_whole(random, -20, 20);
    for (int end = 0; end < 2; end++) {
        const double x = end == 0 ? -before : before;
        const double place[2] = {turned ? 3 * x - 4 * m : x, turned ? 4 * x + 3 * m : m};
        for (int axis = 0; axis < 2; axis++) {
            const double by = along[axis] * (end == 0 ? 0 : lasts);
            all->a.numbers[1 + 3 * end + axis][i] = ldexp(place[axis] + by, lengths);
            all->b.numbers[1 + 3 * end + axis][i] = ldexp(by, lengths);
        }
        all->a.numbers[8 + end][i] = all->b.numbers[8 + end][i] = start + (end == 0 ? 0 : lasts);
    }
    all->a.numbers[0][i] = ldexp(1, lengths);
    all->b.numbers[0][i] = ldexp(reach - 1, lengths);
}

typedef void (*pair_family)(pairs *all, size_t i, oracle_random *random);

static void pairs_of_a_family_are_answered(pair_family draw, uint64_t stream, size_t rounds,
                                           bool tolerant)
{
    static pairs all;
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, test_seed() + round, stream, 0);
        point_at(&all.a, GRAZE_WAYPOINT, MOST, false, 0);
        point_at(&all.b, GRAZE_WAYPOINT, MOST, false, 0);
        all.tolerance = tolerant && round % 2 == 1 ? random_real(&random, 0, 0.5) : 0;
        for (size_t i = 0; i < MOST; i++)
            draw(&all, i, &random);
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            report(wrong_decisions(&all, level), test_seed() + round);
            report(wrong_intervals(&all, level, PAIRWISE_INTERVALS), test_seed() + round);
        }
    }
}

static void passing_moves_are_answered_as_one_by_one(void)
{
    pairs_of_a_family_are_answered(draw_passing, 94, support_rounds(60, 300, 6000), true);
}

static void ends_that_are_doubles_are_found_as_one_by_one(void)
{
    pairs_of_a_family_are_answered(draw_exact_ends, 95, support_rounds(20, 100, 2000), false);
}

/* Whether a question about intervals tells another first fault than decisions one by one. */
static size_t wrong_fault(const pairs *all, cpu_instructions level, pairwise_question question)
{
    static graze_interval found[ROOM];
    static size_t first[MOST + 1];
    uint64_t hits[MOST / 64 + 1];
    size_t count, bad = 77, first_bad = 77;
    graze_status expected = decide_singly(all, hits, &count, &first_bad);
    graze_status status =
        pairwise_intervals_at(level, question, &all->a.moves, &all->b.moves, all->tolerance, NULL,
                              (pairwise_lists){first, found, ROOM}, &bad);
    return expected == GRAZE_OK || status != expected || bad != first_bad;
}

/* A disc of a negative radius, or a life that ends before it begins, where a valid pair would
 * certainly be in conflict. */
static void pairs_at_fault_are_told_where_others_conflict(void)
{
    static pairs all;
    for (int fault = 0; fault < 3; fault++) {
        oracle_random random;
        random_begin(&random, test_seed(), 96, 0);
        point_at(&all.a, GRAZE_WAYPOINT, MOST, false, 0);
        point_at(&all.b, GRAZE_WAYPOINT, MOST, false, 0);
        all.tolerance = 0;
        for (size_t i = 0; i < MOST; i++)
            draw_exact_ends(&all, i, &random);
        if (fault == 0) {
            all.a.numbers[0][77] *= -1;
        } else if (fault == 1) {
            const double end = all.b.numbers[9][77];
            all.b.numbers[9][77] = all.b.numbers[8][77];
            all.b.numbers[8][77] = end;
        } else {
            all.a.numbers[1][77] = NAN;
        }
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            CU_ASSERT_EQUAL(wrong_decisions(&all, level), 0);
            CU_ASSERT_EQUAL(wrong_fault(&all, level, PAIRWISE_INTERVALS), 0);
            CU_ASSERT_EQUAL(wrong_fault(&all, level, PAIRWISE_STARTS), 0);
        }
    }
}

static void motions_are_built_as_one_by_one(void)
{
    static pairs all;
    static graze_motion built[MOST];
    for (uint64_t round = 0; round < 50; round++) {
        size_t bad = 77;
        draw_pairs(&all, test_seed() + round);
        CU_ASSERT_EQUAL(graze_moves_motions(&all.a.moves, built, &bad), GRAZE_OK);
        for (size_t i = 0; i < all.a.moves.count; i++) {
            graze_motion one;
            CU_ASSERT_EQUAL(motion_of(&all.a.moves, i, &one), GRAZE_OK);
            CU_ASSERT_EQUAL(memcmp(&one.position, &built[i].position,
                                   sizeof one - offsetof(graze_motion, position)), 0);
            CU_ASSERT_EQUAL(one.form, built[i].form);
        }
        CU_ASSERT_EQUAL(bad, 77);
    }
}

static void the_first_motion_that_cannot_be_built_is_told(void)
{
    const double zeros[3] = {0, 0, 0}, ends[3] = {1, 0, -1}, ones[3] = {1, 1, 1};
    graze_motion built[3];
    size_t bad = 77;
    graze_moves moves = {.count = 3, .form = GRAZE_WAYPOINT, .radius = ones, .start = zeros,
                         .end = ends};
    CU_ASSERT_EQUAL(graze_moves_motions(&moves, built, &bad), GRAZE_ERROR_NEGATIVE_DURATION);
    CU_ASSERT_EQUAL(bad, 2);
    CU_ASSERT_EQUAL(graze_moves_motions(&moves, built, NULL), GRAZE_ERROR_NEGATIVE_DURATION);
    moves.to[0] = ones;
    CU_ASSERT_EQUAL(graze_moves_motions(&moves, built, &bad), GRAZE_ERROR_INSTANT_MOVE);
    CU_ASSERT_EQUAL(bad, 1);
}

static void a_list_that_is_too_long_is_told_at_its_pair(void)
{
    const double zeros[3] = {0, 0, 0}, ones[3] = {1, 1, 1};
    const graze_moves still = {.count = 3, .form = GRAZE_WAYPOINT, .radius = ones,
                               .start = zeros, .end = ones};
    graze_interval found[2];
    size_t first[4], bad = 77;
    CU_ASSERT_EQUAL(graze_pairwise_intervals(&still, &still, 0, first, found, 2, &bad),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(bad, 2);
}

/* Vectors tell all of these, which wait for each other over several blocks. */
static void a_list_of_conflicts_that_is_too_long_is_told_at_its_pair(void)
{
    enum { PAIRS = 200, CAPACITY = 150 };
    static double begin[PAIRS], end[PAIRS], zeros[PAIRS], ones[PAIRS], radius[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        begin[i] = i;
        end[i] = i + 1;
        ones[i] = 1;
        radius[i] = 0.25;
    }
    const graze_moves forth = {.count = PAIRS,
                               .form = GRAZE_WAYPOINT,
                               .radius = radius,
                               .place = {zeros, zeros},
                               .to = {ones, zeros},
                               .start = begin,
                               .end = end};
    graze_moves back = forth;
    back.place[0] = ones;
    back.to[0] = zeros;
    graze_interval found[PAIRS];
    size_t first[PAIRS + 1], bad = 777;
    CU_ASSERT_EQUAL(graze_pairwise_intervals(&forth, &back, 0, first, found, CAPACITY, &bad),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(bad, CAPACITY);
    CU_ASSERT_EQUAL(graze_pairwise_intervals(&forth, &back, 0, first, found, PAIRS, &bad),
                    GRAZE_OK);
    for (size_t i = 0; i < PAIRS; i++)
        CU_ASSERT_TRUE(first[i] == i && found[i].lower == (double)i + 0.25 &&
                       found[i].upper == (double)i + 0.75);
    CU_ASSERT_EQUAL(first[PAIRS], PAIRS);
}

/* Both begin or both end at a zero of either sign while they overlap: pairs one by one tell 0. */
static void common_ends_at_zeros_are_told_as_one_by_one(void)
{
    static pairs all;
    enum { COUNT = 8 };
    point_at(&all.a, GRAZE_WAYPOINT, COUNT, false, 0);
    point_at(&all.b, GRAZE_WAYPOINT, COUNT, false, 0);
    all.tolerance = 0;
    for (size_t i = 0; i < COUNT; i++)
        for (int s = 0; s < 2; s++) {
            side *const of = s == 0 ? &all.a : &all.b;
            const double zero = (i >> s & 1) != 0 ? -0.0 : 0;
            for (int k = 1; k < 8; k++)
                of->numbers[k][i] = 0;
            of->numbers[0][i] = 1;
            of->numbers[4][i] = s;
            of->numbers[8][i] = i < 4 ? zero : -1;
            of->numbers[9][i] = i < 4 ? 1 : zero;
        }
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        CU_ASSERT_EQUAL(wrong_intervals(&all, level, PAIRWISE_INTERVALS), 0);
}

static void a_bad_tolerance_is_told_before_a_list_that_is_not_there(void)
{
    const double zeros[1] = {0}, ones[1] = {1};
    const graze_moves still = {.count = 1, .form = GRAZE_WAYPOINT, .radius = ones,
                               .start = zeros, .end = ones};
    size_t bad = 77;
    CU_ASSERT_EQUAL(graze_pairwise_intervals(&still, &still, -1, NULL, NULL, 2, &bad),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(bad, 77);
}

CU_TestInfo pairwise_tests[] = {
    SUPPORT_TEST(pairs_are_answered_as_one_by_one),
    SUPPORT_TEST(discs_may_be_told_as_bodies),
    SUPPORT_TEST(the_first_pair_at_fault_is_told_however_far_apart_it_is),
    SUPPORT_TEST(paths_an_ulp_apart_are_decided),
    SUPPORT_TEST(paths_beside_lines_have_the_starts_that_they_have_one_by_one),
    SUPPORT_TEST(passing_moves_are_answered_as_one_by_one),
    SUPPORT_TEST(ends_that_are_doubles_are_found_as_one_by_one),
    SUPPORT_TEST(pairs_at_fault_are_told_where_others_conflict),
    SUPPORT_TEST(motions_are_built_as_one_by_one),
    SUPPORT_TEST(the_first_motion_that_cannot_be_built_is_told),
    SUPPORT_TEST(a_list_that_is_too_long_is_told_at_its_pair),
    SUPPORT_TEST(a_list_of_conflicts_that_is_too_long_is_told_at_its_pair),
    SUPPORT_TEST(common_ends_at_zeros_are_told_as_one_by_one),
    SUPPORT_TEST(a_bad_tolerance_is_told_before_a_list_that_is_not_there),
    CU_TEST_INFO_NULL,
};
