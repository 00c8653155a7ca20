/* SPDX-License-Identifier: MIT */
/* How the boxes of an index are laid out: levels of like sizes, cells, and what they take. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>

#include "broadphase/index_cases.h"
#include "broadphase/index_model.h"
#include "broadphase/index_store.h"
#include "support/run.h"

static const graze_body small = {.radius = 0.25};

/* An index of one agent. */
static graze_index *index_of(const graze_motion *motions, size_t count, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    const graze_trajectory path = {.motions = motions, .count = count};
    graze_index *made = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&small, &path, 1, &options, NULL, &made), GRAZE_OK);
    return made;
}

static graze_index_size size_of(const graze_motion *motions, size_t count,
                                graze_index_method method)
{
    graze_index *index = index_of(motions, count, method);
    graze_index_size size = {.agents = 0};
    CU_ASSERT_EQUAL(graze_index_measure(index, &size), GRAZE_OK);
    graze_index_free(index);
    return size;
}

static graze_motion stand(double x, double begin, double duration)
{
    const graze_vector place = {x, 0, 0};
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(place, place, begin, begin + duration, &motion),
                          GRAZE_OK);
    return motion;
}

/* ---- levels ----------------------------------------------------------------------------- */

/* Some motions are long among the short ones, and a few of these are longer still. Those few are
 * one level, of whatever sizes they are. */
static void motions_of_three_durations_have_three_levels(void)
{
    enum { SHORT = 4000, LONG = 360, LONGEST = 20 };
    static graze_motion motions[SHORT + LONG + LONGEST];
    for (int i = 0; i < SHORT + LONG + LONGEST; i++)
        motions[i] = stand(i % 61, i,
                           i < SHORT          ? 1
                           : i < SHORT + LONG ? 0x1p7
                           : i % 10           ? 0x1p14
                                              : 0x1p24);
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        const graze_index_size size =
            size_of(motions, sizeof motions / sizeof *motions, (graze_index_method)method);
        CU_ASSERT_EQUAL(size.levels, 4); /* and the one for what is inserted */
        CU_ASSERT_EQUAL(size.motions, SHORT + LONG + LONGEST);
    }
}

/* Bodies and durations of so many sizes that each level leaves long ones behind. */
static void all_sizes(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    const double size = exp2(dice_between(thrown, -100, 20));
    const double duration = exp2(dice_between(thrown, -100, 20));
    graze_vector from = {dice_between(thrown, 0, 100), dice_between(thrown, 0, 100), 0}, to = from;
    (void)agent;
    body->radius = 0x1p-10;
    to.x += size;
    to.y -= dice_below(thrown, 2) ? size : 0;
    graze_motion_waypoint(from, to, number, number + duration, motion);
}

static void no_more_levels_are_made_than_there_is_room_for(void)
{
    static const crowd_kind kind = {"all sizes", all_sizes};
    model of = model_make(&kind, 4000, 0, 5);
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(of.crowd.bodies, of.crowd.trajectories,
                                          (size_t)of.crowd.agents, NULL, NULL, &index),
                          GRAZE_OK);
    CU_ASSERT_TRUE(index->level_count >= INDEX_LEVELS && index->level_count <= INDEX_LEVELS + 1);
    /* Many of many sizes are left when there is no room for three more. */
    CU_ASSERT_TRUE(index->levels[index->level_count - 1].shelf.count > 200);
    uint32_t most = 0, boxes = 0;
    for (int i = 1; i < index->level_count; i++) {
        const uint32_t count = index->levels[i].shelf.count;
        most = count > most ? count : most;
        boxes += count;
    }
    CU_ASSERT_EQUAL(boxes, index->alive);
    CU_ASSERT_TRUE(most < boxes);
    for (int agent = 0; agent < 4000; agent += 97) {
        pair_list found = {0}, wanted = brute_agent(&of, agent, 0);
        CU_ASSERT_EQUAL(graze_index_agent_pairs(index, (size_t)agent, GRAZE_INDEX_OTHERS, NULL,
                                                pair_list_take, &found),
                        GRAZE_OK);
        CU_ASSERT_TRUE(pair_lists_agree(&found, &wanted));
        pair_list_free(&found);
        pair_list_free(&wanted);
    }
    graze_index_free(index);
    model_free(&of);
}

static void an_index_of_nobody_has_one_empty_level(void)
{
    const graze_index_size size = size_of(NULL, 0, GRAZE_INDEX_GRID);
    CU_ASSERT_EQUAL(size.levels, 1);
    CU_ASSERT_EQUAL(size.motions, 0);
    CU_ASSERT_EQUAL(size.method, GRAZE_INDEX_SCAN);
}

/* ---- cells ------------------------------------------------------------------------------ */

enum { ROW = 500 };

/* How many cells a grid of motions that stand in a row has. It takes a number for each, and six
 * bytes for each box. */
static size_t cells_of_row(double first, double spacing)
{
    static graze_motion motions[ROW];
    for (int i = 0; i < ROW; i++)
        motions[i] = stand(first + spacing * i, 0, 1);
    const size_t bytes = size_of(motions, ROW, GRAZE_INDEX_GRID).bytes,
                 scan = size_of(motions, ROW, GRAZE_INDEX_SCAN).bytes;
    graze_index *index = index_of(motions, ROW, GRAZE_INDEX_GRID);
    size_t cells = 1;
    CU_ASSERT_EQUAL(index->level_count, 2);
    for (int k = 0; k < INDEX_AXES; k++)
        cells *= index->levels[1].grid.cells[k];
    CU_ASSERT_TRUE(bytes >= scan + cells * sizeof(uint32_t) + (size_t)ROW * 6);
    CU_ASSERT_TRUE(bytes <= scan + (cells + 16) * sizeof(uint32_t) + ((size_t)ROW + 32) * 6);
    graze_index_free(index);
    return cells;
}

static void a_grid_has_cells_of_about_four_boxes_in_rows(void)
{
    const size_t cells = cells_of_row(0, 0x1p14);
    CU_ASSERT_TRUE(cells <= ROW / 4 + 1);
    CU_ASSERT_TRUE(cells >= ROW / 4);
}

static void a_grid_has_as_many_cells_wherever_it_lies(void)
{
    const size_t cells = cells_of_row(0, 1);
    CU_ASSERT_TRUE(cells > ROW / 5);
    CU_ASSERT_EQUAL(cells_of_row(-ROW / 2, 1), cells);
    CU_ASSERT_EQUAL(cells_of_row(-2 * ROW, 1), cells);
}

static void what_is_shorter_than_one_box_is_one_cell(void)
{
    CU_ASSERT_EQUAL(cells_of_row(0, 0x1p-12), 1);
    CU_ASSERT_EQUAL(cells_of_row(0, 0), 1);
}

/* Points in a cube, and some long diagonals, in so few cells that most lie near each other: for one
 * cell there are more runs than are kept. */
static void in_a_cube(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    graze_vector from = {dice_between(thrown, 0, 16), dice_between(thrown, 0, 16),
                         dice_between(thrown, 0, 16)};
    graze_vector to = from;
    body->radius = 0.125;
    if (agent % 8 == 0 && number == 0)
        to = (graze_vector){16 - from.x, 16 - from.y, 16 - from.z};
    graze_motion_waypoint(from, to, 0, 1, motion);
}

static void cells_with_many_neighbours_lose_nothing(void)
{
    static const crowd_kind kind = {"in a cube", in_a_cube};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        model of = model_make(&kind, 36, 0, seed);
        const graze_index_options options = {GRAZE_INDEX_GRID, 0};
        graze_index *index = NULL;
        CU_ASSERT_EQUAL_FATAL(
            graze_index_new(of.crowd.bodies, of.crowd.trajectories, 36, &options, NULL, &index),
            GRAZE_OK);
        pair_list found = {0}, few = {.stop_at = 2}, wanted = brute_pairs(&of);
        CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, 0, 1, pair_list_take, &found), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, 0, 1, pair_list_take, &few), GRAZE_OK);
        pair_list_sort(&found);
        CU_ASSERT_TRUE(pair_lists_agree(&found, &wanted));
        CU_ASSERT_EQUAL(few.count, 2);
        pair_list_free(&found);
        pair_list_free(&few);
        pair_list_free(&wanted);
        graze_index_free(index);
        model_free(&of);
    }
}

/* Moves on a beat, and one in a hundred that lasts twice as long: layers of cells are two beats
 * then. */
static void in_layers(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    const double storey = body->radius = agent % 2 == 0 ? 0.75 : 0.25;
    const graze_vector from = {dice_between(thrown, 0, 12), dice_between(thrown, 0, 12),
                               storey * dice_below(thrown, 3)};
    const graze_vector to = {from.x + dice_between(thrown, 0, 1), from.y, from.z};
    const double lasts = dice_below(thrown, 100) == 0 ? 2 : 1;
    graze_motion_waypoint(from, to, number, number + lasts, motion);
}

static void in_flat_layers(dice *thrown, int agent, int number, graze_body *body,
                           graze_motion *motion)
{
    in_layers(thrown, agent, number, body, motion);
    motion->position.z = motion->to.z = 0;
}

/* Rows of cells lie along x where all of a sample stay in their layers; the others do not. */
static void who_stays_for_longer_than_a_layer_loses_nobody(void)
{
    static const crowd_kind kinds[] = {{"layers", in_layers}, {"flat layers", in_flat_layers}};
    int seams = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        model of = model_make(&kinds[seed % 2], 150, 0, seed);
        const graze_index_options options = {GRAZE_INDEX_GRID, 0};
        graze_index *index = NULL;
        CU_ASSERT_EQUAL_FATAL(
            graze_index_new(of.crowd.bodies, of.crowd.trajectories, 150, &options, NULL, &index),
            GRAZE_OK);
        const index_grid *grid = &index->levels[1].grid;
        seams += grid->row == 0 && grid->reach[INDEX_TIME] > 0 && grid->cells[INDEX_TIME] > 2;
        pair_list wanted = brute_pairs(&of);
        CU_ASSERT_TRUE(index_finds(index, &wanted));
        pair_list_free(&wanted);
        graze_index_free(index);
        model_free(&of);
    }
    CU_ASSERT_TRUE(seams > 2);
}

/* Shelves are without z where all of a sample has the same. */
static void who_is_above_all_of_a_sample_meets_nobody_below(void)
{
    enum { AGENTS = 400 };
    static graze_motion motions[AGENTS];
    static graze_trajectory paths[AGENTS];
    static graze_body bodies[AGENTS];
    dice thrown = {1};
    pair_list wanted = {0};
    for (int i = 0; i < AGENTS; i++) {
        const graze_vector at = {0.125 * dice_below(&thrown, 64), 0.125 * dice_below(&thrown, 64),
                                 i % 100 != 51 ? 0 : i == 51 ? 0.5 : 5};
        graze_motion_waypoint(at, at, 0.25 * (i % 2), 1, &motions[i]);
        bodies[i] = small;
        paths[i] = (graze_trajectory){.motions = &motions[i], .count = 1};
        for (int j = 0; j < i; j++) {
            const graze_vector other = motions[j].position;
            if (fabs(at.x - other.x) <= 0.5 && fabs(at.y - other.y) <= 0.5 &&
                fabs(at.z - other.z) <= 0.5)
                pair_list_take(&wanted, &(graze_index_pair){(size_t)j, 0, (size_t)i, 0});
        }
    }
    pair_list_sort(&wanted);
    for (int method = GRAZE_INDEX_AUTO; method <= GRAZE_INDEX_MASKS; method++) {
        const graze_index_options options = {(graze_index_method)method, 0};
        graze_index *index = NULL;
        CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, paths, AGENTS, &options, NULL, &index),
                              GRAZE_OK);
        CU_ASSERT_TRUE(index_finds(index, &wanted));
        graze_index_free(index);
    }
    pair_list_free(&wanted);
}

/* More boxes in one cell than are asked about at once. */
static void a_crowded_cell_ends_when_the_sink_has_enough(void)
{
    static const graze_index_method methods[] = {GRAZE_INDEX_GRID, GRAZE_INDEX_MASKS};
    model of = model_make(&crowd_kinds[9], 700, 0, 2); /* all the same sides */
    for (int i = 0; i < 2; i++) {
        const graze_index_options options = {methods[i], 0};
        graze_index *index = NULL;
        CU_ASSERT_EQUAL_FATAL(
            graze_index_new(of.crowd.bodies, of.crowd.trajectories, 700, &options, NULL, &index),
            GRAZE_OK);
        for (size_t enough = 1; enough < 5000; enough += 1777) {
            pair_list found = {.stop_at = enough};
            CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, 0, 1, pair_list_take, &found),
                            GRAZE_OK);
            CU_ASSERT_EQUAL(found.count, enough);
            pair_list_free(&found);
        }
        graze_index_free(index);
    }
    model_free(&of);
}

/* ---- memory ----------------------------------------------------------------------------- */

static void every_method_counts_what_it_keeps_besides_the_boxes(void)
{
    static graze_motion motions[ROW];
    for (int i = 0; i < ROW; i++)
        motions[i] = stand(i, 0, 1);
    const size_t scan = size_of(motions, ROW, GRAZE_INDEX_SCAN).bytes;
    CU_ASSERT_TRUE(size_of(motions, ROW, GRAZE_INDEX_SWEEP).bytes >= scan + ROW * sizeof(float));
    CU_ASSERT_TRUE(size_of(motions, ROW, GRAZE_INDEX_TREE).bytes >=
                   scan + ROW / 16 * sizeof(tree_node));
    CU_ASSERT_EQUAL(size_of(motions, ROW, GRAZE_INDEX_MASKS).bytes,
                    scan + 2 * INDEX_AXES * MASKS_STRETCHES * ((ROW + 63) / 64) * sizeof(uint64_t));
}

/* What was removed makes room when it is more than what is left. */
static void most_of_what_is_removed_is_forgotten(void)
{
    enum { AGENTS = 2000, LEFT = 100 };
    model of = model_make(&crowd_kinds[1], AGENTS, 0, 8);
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(of.crowd.bodies, of.crowd.trajectories, AGENTS, NULL, NULL, &index),
        GRAZE_OK);
    graze_index_size before, after;
    CU_ASSERT_EQUAL(graze_index_measure(index, &before), GRAZE_OK);
    for (int agent = LEFT; agent < AGENTS; agent++) {
        CU_ASSERT_EQUAL(graze_index_remove(index, (size_t)agent), GRAZE_OK);
        of.present[agent] = false;
    }
    CU_ASSERT_EQUAL(graze_index_measure(index, &after), GRAZE_OK);
    CU_ASSERT_TRUE(after.bytes < before.bytes / 2);
    CU_ASSERT_TRUE(index->holes <= 256 + index->alive);
    pair_list found = {0}, wanted = brute_pairs(&of);
    CU_ASSERT_EQUAL(graze_index_pairs(index, 0, 1, NULL, pair_list_take, &found), GRAZE_OK);
    CU_ASSERT_TRUE(pair_lists_agree(&found, &wanted));
    pair_list_free(&found);
    pair_list_free(&wanted);
    graze_index_free(index);
    model_free(&of);
}

CU_TestInfo index_level_tests[] = {
    SUPPORT_TEST(motions_of_three_durations_have_three_levels),
    SUPPORT_TEST(no_more_levels_are_made_than_there_is_room_for),
    SUPPORT_TEST(an_index_of_nobody_has_one_empty_level),
    SUPPORT_TEST(a_grid_has_cells_of_about_four_boxes_in_rows),
    SUPPORT_TEST(a_grid_has_as_many_cells_wherever_it_lies),
    SUPPORT_TEST(what_is_shorter_than_one_box_is_one_cell),
    SUPPORT_TEST(cells_with_many_neighbours_lose_nothing),
    SUPPORT_TEST(who_stays_for_longer_than_a_layer_loses_nobody),
    SUPPORT_TEST(who_is_above_all_of_a_sample_meets_nobody_below),
    SUPPORT_TEST(a_crowded_cell_ends_when_the_sink_has_enough),
    SUPPORT_TEST(every_method_counts_what_it_keeps_besides_the_boxes),
    SUPPORT_TEST(most_of_what_is_removed_is_forgotten),
    CU_TEST_INFO_NULL,
};
