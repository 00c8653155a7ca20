/* SPDX-License-Identifier: MIT */
/* All pairs by bytes: what the bytes of boxes tell, and that they are those of the boxes. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/index_cases.h"
#include "broadphase/index_model.h"
#include "broadphase/index_store.h"
#include "support/run.h"

/* ---- bytes ---------------------------------------------------------------------------- */

enum { PLACES = 300, RUNS = 4, ROUNDS = 300 };

/* Numbers that bytes stand for, lower and upper ones of every axis; they begin anywhere. */
static int number[2 * NARROW_AXES][PLACES];

static index_narrow narrow_of(dice *thrown, int axes)
{
    index_narrow made = {axes, PLACES + NARROW_LANES, NULL};
    made.first = calloc(2 * (size_t)axes, made.stride);
    CU_ASSERT_PTR_NOT_NULL_FATAL(made.first);
    for (int k = 0; k < axes; k++) {
        const int begin = dice_below(thrown, 1000), length = 32 + dice_below(thrown, 95);
        for (int place = 0; place < PLACES; place++) {
            const int low = begin + dice_below(thrown, 128 - length);
            number[k][place] = low;
            number[axes + k][place] = low + dice_below(thrown, length + 1);
            narrow_column(&made, k, false)[place] = (uint8_t)number[k][place];
            narrow_column(&made, k, true)[place] = (uint8_t)number[axes + k][place];
        }
    }
    return made;
}

static void look_at(int axes, uint32_t own, uint32_t other, lane_pairs *to)
{
    bool sure = true, near = true;
    for (int k = 0; k < axes; k++) {
        sure &=
            number[k][own] < number[axes + k][other] && number[k][other] < number[axes + k][own];
        near &=
            number[k][own] <= number[axes + k][other] && number[k][other] <= number[axes + k][own];
    }
    if (sure)
        to->sure_of[to->sure++] = pair_of(own, other);
    else if (near)
        to->unsure_of[to->unsure++] = pair_of(own, other);
}

static void look_through(int axes, const shelf_run *runs, int count, uint32_t first, uint32_t last,
                         lane_pairs *to)
{
    for (uint32_t own = first; own < last; own++)
        for (int i = 0; i < count; i++)
            for (uint32_t other = i == 0 ? own + 1 : runs[i].first; other < runs[i].last; other++)
                look_at(axes, own, other, to);
}

/* A first run that begins with a cell, and others behind it, some of them empty. */
static int runs_of(dice *thrown, shelf_run *runs)
{
    const int count = 1 + dice_below(thrown, RUNS);
    uint32_t place = (uint32_t)dice_below(thrown, 20);
    for (int i = 0; i < count; i++) {
        runs[i].first = place;
        place += (uint32_t)(i == 0) + (uint32_t)dice_below(thrown, i % 2 == 0 ? 70 : 34);
        runs[i].last = place;
        place += (uint32_t)dice_below(thrown, 4);
    }
    return count;
}

static bool lists_agree(const lane_pairs *a, const lane_pairs *b)
{
    return a->sure == b->sure && a->unsure == b->unsure &&
           memcmp(a->sure_of, b->sure_of, a->sure * sizeof *a->sure_of) == 0 &&
           memcmp(a->unsure_of, b->unsure_of, a->unsure * sizeof *a->unsure_of) == 0;
}

static void every_level_finds_the_pairs_in_one_order(void)
{
    static lane_pairs found, wanted;
    uint32_t sure = 0, unsure = 0;
    dice thrown = {1};
    for (int round = 0; round < ROUNDS; round++) {
        const index_narrow of = narrow_of(&thrown, 3 + round % 2);
        shelf_run runs[RUNS];
        const int count = runs_of(&thrown, runs);
        const uint32_t first = runs[0].first, length = runs[0].last - first;
        const uint32_t last = first + (length < 5 ? length : 5);
        wanted.sure = wanted.unsure = 0;
        look_through(of.axes, runs, count, first, last, &wanted);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            found.sure = found.unsure = 0;
            lanes_with((cpu_instructions)level)(&of, runs, count, first, last, &found);
            CU_ASSERT_TRUE(lists_agree(&found, &wanted));
        }
        sure += wanted.sure;
        unsure += wanted.unsure;
        free(of.first);
    }
    CU_ASSERT_TRUE(sure > 1000 && unsure > 1000);
}

/* ---- boxes ---------------------------------------------------------------------------- */

static int scale_of_places, scale_of_times; /* exponents */
static double offset;                       /* of places, in their scale */

/* Quarters among others, so that sides and ends are equal now and then. */
static double anywhere(dice *thrown, double span)
{
    const double at = dice_between(thrown, 0, span);
    return dice_below(thrown, 2) ? floor(4 * at) / 4 : at;
}

static void scaled(dice *thrown, int agent, int number_of, graze_body *body, graze_motion *motion)
{
    const double meter = ldexp(1, scale_of_places), second = ldexp(1, scale_of_times);
    const double z = agent % 2 ? 0.25 * dice_below(thrown, 4) : 0;
    const graze_vector from = {(offset + anywhere(thrown, 16)) * meter,
                               (offset + anywhere(thrown, 16)) * meter, z * meter};
    const graze_vector to = {from.x + dice_between(thrown, -1, 1) * meter,
                             from.y + dice_between(thrown, -1, 1) * meter, from.z};
    const double begin = number_of + anywhere(thrown, 0.5);
    body->radius = 0.25 * meter;
    graze_motion_waypoint(from, to, begin * second, (begin + 1 - anywhere(thrown, 0.5)) * second,
                          motion);
}

static void expect_all_pairs(uint64_t seed)
{
    static const crowd_kind kind = {"scaled", scaled};
    model of = model_make(&kind, 100, 0, seed);
    const graze_index_options options = {GRAZE_INDEX_GRID, 0};
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(of.crowd.bodies, of.crowd.trajectories, 100, &options, NULL, &index),
        GRAZE_OK);
    pair_list wanted = brute_pairs(&of);
    for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
        index->search = search_with((cpu_instructions)level);
        CU_ASSERT_TRUE(index_finds(index, &wanted));
    }
    pair_list_free(&wanted);
    graze_index_free(index);
    model_free(&of);
}

/* From below the normal floats to where they end, and where neighbours are a good part of a box
 * apart. */
static void pairs_are_found_at_every_scale(void)
{
    static const int scales[] = {-148, -140, -120, -40, 0, 40, 110, 122, 126, 140};
    enum { SCALES = sizeof scales / sizeof scales[0] };
    static const double offsets[] = {0, -8, 0x1p16, -0x1p21, 0x1p24};
    for (uint64_t seed = 0; seed < support_rounds(50, 500, 5000); seed++) {
        scale_of_places = scales[seed % SCALES];
        scale_of_times = scales[seed / 3 % SCALES];
        offset = offsets[seed % 5];
        expect_all_pairs(seed);
    }
}

CU_TestInfo index_lanes_tests[] = {
    SUPPORT_TEST(every_level_finds_the_pairs_in_one_order),
    SUPPORT_TEST(pairs_are_found_at_every_scale),
    CU_TEST_INFO_NULL,
};
