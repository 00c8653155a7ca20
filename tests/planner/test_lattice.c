/* SPDX-License-Identifier: MIT */
/* The lattice of times, against lattice times counted one by one. */
#include <graze/lattice.h>
#include <math.h>

#include "instance.h"
#include "support/run.h"

enum { LIST = 5, REACH = 40 };

static graze_lattice lattice_of(double longest)
{
    graze_lattice lattice = {0, 0};
    CU_ASSERT_EQUAL_FATAL(graze_lattice_for(longest, &lattice), GRAZE_OK);
    return lattice;
}

static double down(const graze_lattice *lattice, double time)
{
    double on = NAN;
    CU_ASSERT_EQUAL(graze_lattice_down(lattice, time, &on), GRAZE_OK);
    return on;
}

static double up(const graze_lattice *lattice, double time)
{
    double on = NAN;
    CU_ASSERT_EQUAL(graze_lattice_up(lattice, time, &on), GRAZE_OK);
    return on;
}

static void a_tick_is_a_power_of_two_of_which_2_to_the_40_fit_into_the_longest_move(void)
{
    CU_ASSERT_EQUAL(lattice_of(1).tick, 0x1p-40);
    CU_ASSERT_EQUAL(lattice_of(1.9).tick, 0x1p-40);
    CU_ASSERT_EQUAL(lattice_of(2).tick, 0x1p-39);
    graze_lattice lattice = {7, 7};
    CU_ASSERT_EQUAL(graze_lattice_for(0, &lattice), GRAZE_ERROR_LATTICE);
    CU_ASSERT_EQUAL(graze_lattice_for(-1, &lattice), GRAZE_ERROR_LATTICE);
    CU_ASSERT_EQUAL(graze_lattice_for(0x1p901, &lattice), GRAZE_ERROR_LATTICE);
    CU_ASSERT_EQUAL(graze_lattice_for(INFINITY, &lattice), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(lattice.exponent, 7);
    for (double longest = 0x1p-900; longest <= 0x1p900; longest *= 0x1p100) {
        lattice = lattice_of(longest);
        CU_ASSERT_EQUAL(lattice.tick, longest * 0x1p-40);
        CU_ASSERT_EQUAL(down(&lattice, INFINITY), INFINITY);
        CU_ASSERT_EQUAL(down(&lattice, 0x1p1023), lattice.tick * (0x1p52 - 1));
    }
}

static void times_round_to_the_lattice_times_around_them_at_all_magnitudes(void)
{
    const graze_lattice second = lattice_of(0x1p40);
    CU_ASSERT_EQUAL_FATAL(second.tick, 1);
    CU_ASSERT_EQUAL(down(&second, 2.5), 2);
    CU_ASSERT_EQUAL(up(&second, 2.5), 3);
    CU_ASSERT_EQUAL(down(&second, -2.5), -3);
    CU_ASSERT_EQUAL(up(&second, -2.5), -2);
    CU_ASSERT_EQUAL(up(&second, 2), 2);
    CU_ASSERT_EQUAL(up(&second, 0x1p-1074), 1);
    CU_ASSERT_EQUAL(down(&second, -0x1p-1074), -1);
    CU_ASSERT_EQUAL(down(&second, 0x1p-1074), 0);
    CU_ASSERT(!signbit(up(&second, 0)) && !signbit(up(&second, -0x1p-1074)));
    CU_ASSERT_EQUAL(down(&second, 0x1p52), 0x1p52 - 1);
    CU_ASSERT_EQUAL(up(&second, 0x1p52 - 1), 0x1p52 - 1);
    CU_ASSERT_EQUAL(up(&second, 0x1p52), INFINITY);
    CU_ASSERT_EQUAL(up(&second, -0x1p60), 1 - 0x1p52);
    CU_ASSERT_EQUAL(down(&second, -0x1p60), -INFINITY);
    CU_ASSERT_EQUAL(up(&second, -INFINITY), -INFINITY);
    const graze_lattice long_ticks = lattice_of(0x1p500);
    CU_ASSERT_EQUAL(up(&long_ticks, 0x1p-1074), long_ticks.tick);
    CU_ASSERT_EQUAL(down(&long_ticks, -0x1p-1074), -long_ticks.tick);
}

static void a_lattice_made_by_hand_is_refused(void)
{
    const graze_lattice wrong[] = {{0, 0.9}, {3, 4}, {-2000, 0}, {1000, 0x1p1000}, {0, NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double on = 7;
        CU_ASSERT_EQUAL(graze_lattice_down(&wrong[i], 1, &on), GRAZE_ERROR_LATTICE);
        CU_ASSERT_EQUAL(on, 7);
    }
}

static void a_roadmap_has_the_lattice_of_its_longest_edge_which_is_the_planners(void)
{
    const graze_point places[] = {{0, 0}, {3, 4}, {3, 5}};
    const instance_edge edges[] = {{0, 1}, {1, 2}};
    instance made;
    instance_make_both(&made, 3, places, 2, edges);
    instance_task(&made, 0, 2, 0.25);
    instance_task(&made, 2, 1, 0.25);
    made.tasks[1].speed = 0.125;
    graze_lattice lattice;
    graze_solution solution;
    CU_ASSERT_EQUAL_FATAL(graze_lattice_for_roadmap(&made.roadmap, 0.125, &lattice), GRAZE_OK);
    CU_ASSERT_EQUAL(lattice.tick, 0x1p-35); /* 40 s */
    CU_ASSERT_EQUAL_FATAL(graze_solve(&made.problem, NULL, NULL, &solution), GRAZE_OK);
    CU_ASSERT_EQUAL(solution.tick, lattice.tick);
    graze_solution_free(&solution, NULL);
    CU_ASSERT_EQUAL(graze_lattice_for_roadmap(&made.roadmap, 0, &lattice), GRAZE_ERROR_SPEED);
    const graze_roadmap empty = {0, NULL, NULL, NULL};
    CU_ASSERT_EQUAL(graze_lattice_for_roadmap(&empty, 1, &lattice), GRAZE_OK);
    CU_ASSERT_EQUAL(lattice.tick, 0x1p-40);
    made.targets[0] = 3;
    CU_ASSERT_EQUAL(graze_lattice_for_roadmap(&made.roadmap, 1, &lattice), GRAZE_ERROR_INDEX);
}

static void no_move_is_faster_than_its_speed_and_exact_ones_are_exact(void)
{
    graze_lattice lattice = lattice_of(5);
    const graze_point origin = {0, 0};
    double duration;
    CU_ASSERT_EQUAL(
        graze_lattice_duration(&lattice, origin, (graze_point){3, 4}, 1, &duration), GRAZE_OK);
    CU_ASSERT_EQUAL(duration, 5);
    CU_ASSERT_EQUAL(
        graze_lattice_duration(&lattice, origin, (graze_point){1, 1}, 1, &duration), GRAZE_OK);
    CU_ASSERT(duration * duration > 2 && duration - lattice.tick < sqrt(2));
    CU_ASSERT_EQUAL(graze_lattice_duration(&lattice, origin, origin, 1, &duration), GRAZE_OK);
    CU_ASSERT_EQUAL(duration, lattice.tick);
    CU_ASSERT_EQUAL(
        graze_lattice_duration(&lattice, origin, (graze_point){1e300, 0}, 1, &duration), GRAZE_OK);
    CU_ASSERT_EQUAL(duration, INFINITY);
    /* A third of a second, whose squares underflow. */
    CU_ASSERT_EQUAL(
        graze_lattice_duration(&lattice, origin, (graze_point){0x1p-600, 0}, 0x3p-600, &duration),
        GRAZE_OK);
    CU_ASSERT(duration > 1.0 / 3 && duration - lattice.tick < 1.0 / 3);
}

/* ---- searches ------------------------------------------------------------------------- */

/* Ends in quarters of a tick, so that a list of a few holds no lattice time, one, or several;
 * the first begins at -inf and the last ends at inf now and then. */
static size_t draw_list(uint64_t *seed, double tick, graze_interval list[LIST])
{
    size_t count = instance_random(seed) % (LIST + 1);
    double at = -10 * tick;
    for (size_t i = 0; i < count; i++) {
        list[i].lower = at + tick * (double)(instance_random(seed) % 6) / 4;
        at = list[i].upper = list[i].lower + tick * (double)(1 + instance_random(seed) % 10) / 4;
    }
    if (count > 0 && instance_random(seed) % 8 == 0)
        list[0].lower = -INFINITY;
    if (count > 0 && instance_random(seed) % 8 == 0)
        list[count - 1].upper = INFINITY;
    return count;
}

static bool is_unsafe(const graze_interval *list, size_t count, double time)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].lower < time && time < list[i].upper)
            return true;
    return false;
}

static double counted_safe(double tick, const graze_interval *list, size_t count, double time)
{
    for (int k = -REACH; k < REACH; k++)
        if (k * tick >= time && !is_unsafe(list, count, k * tick))
            return k * tick;
    return INFINITY;
}

static double counted_within(double tick, const graze_closed_interval *safe, size_t count,
                             double time)
{
    for (int k = -REACH; k < REACH; k++)
        for (size_t i = 0; i < count; i++)
            if (k * tick >= time && safe[i].first <= k * tick && k * tick <= safe[i].last)
                return k * tick;
    return INFINITY;
}

static void searches_find_what_counting_finds(void)
{
    const graze_lattice lattices[] = {lattice_of(1), lattice_of(0x1p40), lattice_of(0x1p-700)};
    uint64_t seed = 17;
    size_t wrong = 0, rounds = support_rounds(20000, 50000, 2000000);
    for (size_t i = 0; i < rounds; i++) {
        const graze_lattice *lattice = &lattices[i % 3];
        graze_interval list[LIST], wide;
        graze_closed_interval safe[LIST + 1];
        size_t count = draw_list(&seed, lattice->tick, list), safe_count = 0;
        double time = lattice->tick * ((double)(instance_random(&seed) % 160) / 4 - 20), found;
        CU_ASSERT_EQUAL_FATAL(
            graze_lattice_earliest_safe(lattice, list, count, time, &found), GRAZE_OK);
        wrong += found != counted_safe(lattice->tick, list, count, time);
        const graze_closed_interval horizon = {-INFINITY, INFINITY};
        CU_ASSERT_EQUAL_FATAL(graze_intervals_complement(list, count, horizon, safe, LIST + 1,
                                                         &safe_count), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(
            graze_lattice_earliest_within(lattice, safe, safe_count, time, &found), GRAZE_OK);
        wrong += found != counted_within(lattice->tick, safe, safe_count, time);
        for (size_t k = 0; k < count; k++) {
            CU_ASSERT_EQUAL_FATAL(graze_lattice_widen(lattice, list[k], &wide), GRAZE_OK);
            for (int t = -REACH; t < REACH; t++)
                wrong += is_unsafe(&wide, 1, t * lattice->tick) !=
                         is_unsafe(&list[k], 1, t * lattice->tick);
            wrong += isfinite(wide.lower) && down(lattice, wide.lower) != wide.lower;
            wrong += isfinite(wide.upper) && up(lattice, wide.upper) != wide.upper;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void searches_begin_and_end_at_infinity(void)
{
    const graze_lattice lattice = lattice_of(0x1p40);
    const graze_interval late = {5, INFINITY}, early = {-INFINITY, 5.5};
    const graze_closed_interval always = {-INFINITY, INFINITY};
    double found;
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, &late, 1, 6, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, INFINITY);
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, &late, 1, -INFINITY, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, -INFINITY);
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, &early, 1, -INFINITY, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, 6);
    CU_ASSERT_EQUAL(graze_lattice_earliest_safe(&lattice, NULL, 0, 0x1p60, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, INFINITY);
    CU_ASSERT_EQUAL(graze_lattice_earliest_within(&lattice, &always, 1, 0x1p60, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, INFINITY);
    CU_ASSERT_EQUAL(graze_lattice_earliest_within(&lattice, &always, 1, -3.5, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found, -3);
}

CU_TestInfo lattice_tests[] = {
    SUPPORT_TEST(a_tick_is_a_power_of_two_of_which_2_to_the_40_fit_into_the_longest_move),
    SUPPORT_TEST(times_round_to_the_lattice_times_around_them_at_all_magnitudes),
    SUPPORT_TEST(a_lattice_made_by_hand_is_refused),
    SUPPORT_TEST(a_roadmap_has_the_lattice_of_its_longest_edge_which_is_the_planners),
    SUPPORT_TEST(no_move_is_faster_than_its_speed_and_exact_ones_are_exact),
    SUPPORT_TEST(searches_find_what_counting_finds),
    SUPPORT_TEST(searches_begin_and_end_at_infinity),
    CU_TEST_INFO_NULL,
};
