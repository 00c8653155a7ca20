/* SPDX-License-Identifier: MIT */
/* Small worlds, all of them: every pair of straight moves on a grid of 4 x 4 places, with a few
 * durations, starts and radii, plain and accelerated, against the exact twin. The night tier asks
 * every pair, the others each n-th. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "oracle/generate.h"
#include "oracle/starts.h"
#include "oracle/whole.h"
#include "support/run.h"

enum { SIDE = 4, PLACES = SIDE * SIDE };

/* ---- what a number stands for ------------------------------------------------------------- */

/* Takes a digit off a number. */
static size_t digit(size_t *number, size_t base)
{
    size_t found = *number % base;
    *number /= base;
    return found;
}

static graze_vector place_of(size_t number)
{
    return (graze_vector){(double)(number % SIDE), (double)(number / SIDE), 0};
}

/* At speed 1 (a surd of a duration on most diagonals), in 1 s, in 2 s. */
static double duration_of(size_t choice, graze_vector from, graze_vector to)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    return choice == 0 && length > 0 ? length : choice < 2 ? 1 : 2;
}

static const double starts[] = {0, 0.5, 1, 0.1}, radii[] = {0.25, 0.5, 0.35355339059327373, 0.3};
enum { DURATIONS = 3, STARTS = 4, RADII = 4 };

static graze_motion plain_move(size_t *number, double start)
{
    graze_motion move;
    graze_vector from = place_of(digit(number, PLACES)), to = place_of(digit(number, PLACES));
    double duration = duration_of(digit(number, DURATIONS), from, to);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, start + duration, &move),
                          GRAZE_OK);
    return move;
}

/* A unit step, or none, that keeps its speed, speeds up from rest, brakes to rest, or turns
 * back half way. */
static graze_motion curved_move(size_t *number, double start)
{
    static const graze_vector steps[] = {{1, 0, 0}, {0, 1, 0}, {-1, 1, 0}, {0, 0, 0}};
    static const double speeds[] = {1, 0, 2, 4}, pulls[] = {0, 2, -2, -8};
    graze_motion move;
    graze_vector from = place_of(digit(number, PLACES)), step = steps[digit(number, 4)];
    size_t way = digit(number, 4);
    graze_vector velocity = {step.x * speeds[way], step.y * speeds[way], 0};
    graze_vector acceleration = {step.x * pulls[way], step.y * pulls[way], 0};
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(from, velocity, acceleration, start, 1, &move), GRAZE_OK);
    return move;
}

enum {
    PLAIN_MOVES = PLACES * PLACES * DURATIONS,
    PLAIN_PAIRS = PLAIN_MOVES * PLAIN_MOVES * STARTS * RADII,
    CURVED_MOVES = PLACES * 4 * 4,
    CURVED_PAIRS = CURVED_MOVES * CURVED_MOVES * STARTS * RADII
};

typedef graze_motion (*move_maker)(size_t *number, double start);

static void make_pair(move_maker make, size_t number, oracle_pair *pair)
{
    double radius = radii[digit(&number, RADII)], start = starts[digit(&number, STARTS)];
    *pair = (oracle_pair){.body_a = {.radius = radius}, .body_b = {.radius = radius}};
    pair->a = make(&number, 0);
    pair->b = make(&number, start);
}

/* ---- one pair ------------------------------------------------------------------------------ */

static bool intervals_are_right(oracle_whole *whole, const oracle_pair *pair)
{
    oracle_answer kernel, twin;
    if (!kernel_ask(pair, &kernel) || kernel.exists != oracle_whole_exists(whole))
        return false;
    if (!kernel.exists)
        return kernel.count == 0;
    if (whole->degree <= 2)
        return kernel.count == 1 && oracle_whole_confirms(whole, &kernel.intervals[0]);
    oracle_ask_intervals(pair, &twin);
    bool same = kernel.count == twin.count;
    for (size_t i = 0; i < kernel.count && same; i++)
        same = kernel.intervals[i].lower == twin.intervals[i].lower &&
               kernel.intervals[i].upper == twin.intervals[i].upper;
    return same;
}

static bool is_unsafe(oracle_whole *whole, const oracle_pair *pair, double start)
{
    oracle_pair moved = *pair;
    moved.a.start = start;
    moved.a.start_tail = 0;
    oracle_whole_set(whole, &moved);
    return oracle_whole_exists(whole);
}

/* Unsafe an ulp inside both ends, and safe at them, unless the neighbour holds one: where a single
 * safe start that is no double parts two intervals, each ends at the double beyond it. */
static bool ends_are_right(oracle_whole *whole, const oracle_pair *pair,
                           const unsafe_answer *found, const graze_interval *i)
{
    return (isinf(i->lower) ||
            (is_unsafe(whole, pair, i->lower) == unsafe_holds(found, i->lower) &&
             is_unsafe(whole, pair, nextafter(i->lower, INFINITY)))) &&
           (isinf(i->upper) ||
            (is_unsafe(whole, pair, i->upper) == unsafe_holds(found, i->upper) &&
             is_unsafe(whole, pair, nextafter(i->upper, -INFINITY))));
}

/* Both ends of each interval, and eighths of a second in between and around. */
static bool starts_are_right(oracle_whole *whole, const oracle_pair *pair)
{
    unsafe_answer found;
    if (!kernel_unsafe_starts(pair, &found))
        return false;
    for (size_t i = 0; i < found.count; i++)
        if (!ends_are_right(whole, pair, &found, &found.intervals[i]))
            return false;
    for (int eighth = -16; eighth <= 16; eighth += found.count > 0 ? 5 : 3)
        if (unsafe_holds(&found, eighth / 8.0) != is_unsafe(whole, pair, eighth / 8.0))
            return false;
    return true;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Asks `count` of `total` pairs, evenly, and unsafe starts of each n-th of those: an odd n, so that
 * those have all radii and starts. */
static void ask_of_all(move_maker make, size_t total, size_t count, size_t starts_of_each)
{
    oracle_whole whole;
    oracle_pair pair;
    size_t wrong = 0, hits = 0;
    oracle_whole_init(&whole);
    for (size_t i = 0; i < count && wrong < 3; i++) {
        make_pair(make, (size_t)((double)total * (double)i / (double)count), &pair);
        oracle_whole_set(&whole, &pair);
        hits += oracle_whole_exists(&whole);
        if (intervals_are_right(&whole, &pair) &&
            (i % starts_of_each != 0 || starts_are_right(&whole, &pair)))
            continue;
        wrong++;
        printf("\n/* pair %zu of %zu */\n", i, count);
        oracle_print(stdout, &pair);
    }
    oracle_whole_clear(&whole);
    printf(" (%zu of %zu pairs, %zu meet) ", count, total, hits);
    CU_ASSERT(hits > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_pair_of_moves_on_a_small_grid_is_right(void)
{
    ask_of_all(plain_move, PLAIN_PAIRS, support_rounds(20000, 100000, PLAIN_PAIRS), 1);
}

static void every_pair_of_curved_moves_on_a_small_grid_is_right(void)
{
    ask_of_all(curved_move, CURVED_PAIRS, support_rounds(4000, 20000, CURVED_PAIRS), 17);
}

CU_TestInfo small_world_tests[] = {
    SUPPORT_TEST(every_pair_of_moves_on_a_small_grid_is_right),
    SUPPORT_TEST(every_pair_of_curved_moves_on_a_small_grid_is_right),
    CU_TEST_INFO_NULL,
};
