/* SPDX-License-Identifier: MIT */
/* Filters at any scale: small whole numbers with lengths times 2^i and times 2^j, over the
 * whole range of doubles, and numbers of any bits. What overlaps or touches is never passed
 * over, and all methods and filters say the same. */
#include <graze/boxes.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "broadphase/index_cases.h"
#include "broadphase/index_model.h"
#include "support/run.h"

enum { AGENTS = 24, MOTIONS = 3 };

typedef struct fleet {
    int i, j; /* the exponents; of any bits when `bits` */
    bool bits;
    graze_body bodies[AGENTS];
    graze_trajectory paths[AGENTS];
    graze_motion motions[AGENTS][MOTIONS];
} fleet;

static double any_bits(dice *thrown)
{
    const uint64_t bits = dice_bits(thrown);
    double value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0;
}

static double whole(dice *thrown, const fleet *of, int exponent)
{
    if (of->bits)
        return any_bits(thrown);
    return ldexp(dice_below(thrown, 17) - 8, exponent);
}

static graze_vector vector(dice *thrown, const fleet *of, int exponent)
{
    return (graze_vector){whole(thrown, of, exponent), whole(thrown, of, exponent), 0};
}

static graze_motion draw_motion(dice *thrown, const fleet *of, int number, graze_vector from)
{
    const graze_vector rest = {0, 0, 0};
    const double start = ldexp(4 * number, of->j), end = ldexp(4 * number + 4, of->j);
    graze_motion motion;
    graze_status status = GRAZE_ERROR_FORM;
    const graze_vector way = vector(thrown, of, of->i - of->j);
    const graze_vector bend = vector(thrown, of, of->i - 2 * of->j);
    switch (dice_below(thrown, 4)) {
    case 0:
        status = graze_motion_kinematic(from, way, rest, start, end - start, &motion);
        break;
    case 1:
        status = graze_motion_kinematic(from, way, bend, start, end - start, &motion);
        break;
    case 2:
        if (number == MOTIONS - 1)
            status = graze_motion_kinematic(from, way, dice_below(thrown, 2) ? bend : rest, start,
                                            INFINITY, &motion);
        break;
    default:
        status = graze_motion_waypoint(from, vector(thrown, of, of->i), start, end, &motion);
    }
    if (status != GRAZE_OK)
        CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, from, start, end, &motion), GRAZE_OK);
    return motion;
}

static void draw_fleet(uint64_t seed, fleet *made)
{
    dice thrown = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    made->bits = dice_below(&thrown, 4) == 0;
    made->i = dice_below(&thrown, 2084) - 1070;
    made->j = dice_below(&thrown, 2084) - 1070;
    for (int agent = 0; agent < AGENTS; agent++) {
        made->bodies[agent] = (graze_body){.radius = fabs(whole(&thrown, made, made->i - 3))};
        for (int k = 0; k < MOTIONS; k++)
            made->motions[agent][k] =
                draw_motion(&thrown, made, k, vector(&thrown, made, made->i));
        made->paths[agent] = (graze_trajectory){.motions = made->motions[agent], .count = MOTIONS};
    }
}

/* Do two motions overlap or touch, or come as near as the margin? */
static bool must_meet(const fleet *of, int a, size_t k, int b, size_t l, double margin)
{
    const graze_motion *one = &of->motions[a][k], *other = &of->motions[b][l];
    graze_verdict verdict = GRAZE_CLEAR;
    graze_clearance nearest = {.common_life = false};
    if (margin == 0)
        graze_conflict_verdict(&of->bodies[a], one, &of->bodies[b], other, 0, &verdict);
    else if (graze_conflict_clearance(&of->bodies[a], one, &of->bodies[b], other, &nearest) !=
             GRAZE_OK)
        return false;
    return verdict != GRAZE_CLEAR || (nearest.common_life && -nearest.depth < margin);
}

static bool is_listed(const pair_list *list, int a, size_t k, int b, size_t l)
{
    const graze_index_pair wanted = {(size_t)a, k, (size_t)b, l};
    for (size_t n = 0; n < list->count; n++)
        if (compare_index_pairs(&list->pairs[n], &wanted) == 0)
            return true;
    return false;
}

static pair_list pairs_by(const fleet *of, graze_index_method method, double margin)
{
    const graze_index_options options = {method, margin};
    graze_index *index = NULL;
    pair_list list = {0};
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(of->bodies, of->paths, AGENTS, &options, NULL, &index), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, 0, 1, pair_list_take, &list), GRAZE_OK);
    pair_list_sort(&list);
    graze_index_free(index);
    return list;
}

static bool none_is_lost(const fleet *of, const pair_list *list, double margin)
{
    for (int a = 0; a < AGENTS; a++)
        for (int b = a + 1; b < AGENTS; b++)
            for (size_t k = 0; k < MOTIONS; k++)
                for (size_t l = 0; l < MOTIONS; l++)
                    if (!is_listed(list, a, k, b, l) && must_meet(of, a, k, b, l, margin))
                        return false;
    return true;
}

static void report(const char *what, uint64_t seed, const fleet *of)
{
    printf("\n [%s: seed %llu, i %d, j %d%s] ", what, (unsigned long long)seed, of->i, of->j,
           of->bits ? ", any bits" : "");
}

static void no_index_loses_a_meeting_at_any_scale(void)
{
    static fleet of;
    const size_t rounds = support_rounds(120, 240, 6000);
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        draw_fleet(seed, &of);
        const double margin = seed % 3 == 0 ? fmin(ldexp(1, of.i), 0x1p1000) : 0;
        pair_list scanned = pairs_by(&of, GRAZE_INDEX_SCAN, margin);
        bool kept = none_is_lost(&of, &scanned, margin), agree = true;
        for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
            pair_list found = pairs_by(&of, (graze_index_method)method, margin);
            agree &= pair_lists_agree(&found, &scanned);
            pair_list_free(&found);
        }
        pair_list_free(&scanned);
        CU_ASSERT_TRUE(kept && agree);
        if (!kept || !agree)
            report(kept ? "methods differ" : "a meeting is lost", seed, &of);
    }
}

/* ---- pairs of paths --------------------------------------------------------------------- */

/* The stretches of a pair by a filter: which pairs of motions are to be asked. */
static bool stretches_by(const fleet *of, int a, int b, const graze_time_grid *grid,
                         graze_pair_filter filter, bool asked[MOTIONS][MOTIONS])
{
    graze_boxes *boxes[2] = {NULL, NULL};
    const int agent[2] = {a, b};
    bool made = true;
    memset(asked, 0, MOTIONS * sizeof *asked);
    for (int k = 0; k < 2; k++)
        made &= graze_boxes_of_trajectory(NULL, &of->bodies[agent[k]], &of->paths[agent[k]], grid,
                                          0, filter, &boxes[k]) == GRAZE_OK;
    graze_stretches walk;
    graze_stretch stretch;
    if (made && graze_stretches_begin(&walk, boxes[0], boxes[1], filter, 0) == GRAZE_OK)
        while (graze_stretches_next(&walk, &stretch))
            for (size_t k = 0; k < stretch.count_a; k++)
                for (size_t l = 0; l < stretch.count_b; l++)
                    asked[stretch.first_a + k][stretch.first_b + l] = true;
    graze_boxes_free(boxes[0]);
    graze_boxes_free(boxes[1]);
    return made;
}

static void no_filter_of_pairs_loses_a_meeting_at_any_scale(void)
{
    static fleet of;
    size_t refused = 0, met = 0;
    const size_t rounds = support_rounds(400, 800, 12000);
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        draw_fleet(seed, &of);
        for (int a = 0; a + 1 < 8; a += 2) {
            graze_time_grid grid;
            CU_ASSERT_EQUAL_FATAL(graze_time_grid_of(&of.paths[a], 2, 4, &grid), GRAZE_OK);
            bool plain[MOTIONS][MOTIONS], asked[MOTIONS][MOTIONS], kept = true, agree = true;
            if (!stretches_by(&of, a, a + 1, &grid, GRAZE_FILTER_NONE, plain)) {
                refused++;
                continue;
            }
            for (size_t k = 0; k < MOTIONS; k++)
                for (size_t l = 0; l < MOTIONS; l++) {
                    const bool must = must_meet(&of, a, k, a + 1, l, 0);
                    met += must;
                    kept &= plain[k][l] || !must;
                }
            for (int filter = GRAZE_FILTER_BVH; filter <= GRAZE_FILTER_PYRAMID; filter++)
                agree &= stretches_by(&of, a, a + 1, &grid, (graze_pair_filter)filter, asked) &&
                         memcmp(asked, plain, sizeof plain) == 0;
            CU_ASSERT_TRUE(kept && agree);
            if (!kept || !agree)
                report(kept ? "filters differ" : "a meeting is lost", seed, &of);
        }
    }
    CU_ASSERT_TRUE(refused < 2 * rounds && met > rounds);
}

CU_TestInfo scaled_tests[] = {
    SUPPORT_TEST(no_index_loses_a_meeting_at_any_scale),
    SUPPORT_TEST(no_filter_of_pairs_loses_a_meeting_at_any_scale),
    CU_TEST_INFO_NULL,
};
