/* SPDX-License-Identifier: MIT */
/* Maps in the database, and agents that meet what stands in their way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "support/run.h"

/* A map read from a file of the tests' own folder. */
static map map_of(const char *name, const char *text, const char *edges)
{
    map made = {.kind = MAP_GRID};
    map_options options = {.file = fixture_path(name)};
    FILE *file = fopen(options.file, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    CU_ASSERT_EQUAL(fclose(file), 0);
    if (edges != NULL) {
        options.edges_file = fixture_path("edges.csv");
        file = fopen(options.edges_file, "wb");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        fputs(edges, file);
        CU_ASSERT_EQUAL(fclose(file), 0);
    }
    CU_ASSERT_EQUAL_FATAL(map_read(&options, fixture_sink(), &made), IO_OK);
    return made;
}

/* A finished run of the five agents against a map, with two meetings. */
static const char *write_run(const map *against)
{
    static const database_obstacle_meeting met[] = {
        {3, 2, 1, 0, {GRAZE_CONFLICT, 0, 0, {1.25, 1.0 / 3 + 1}, 0.125, -0.125, 1.3}},
        {2, 1, 0, 0, {GRAZE_GRAZE, 0, 0, {2, 3}, 1e-12, -1e-12, 2.5}},
        {2, 1, 0, 1, {GRAZE_TOUCH, 0, 0, {5, 5}, 0, 0, 5}},
    };
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    const char *path = fixture_path("map.db");
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 1e-9, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_add_map(db, run, plan_id, against), IO_OK);
    for (size_t i = 0; i < sizeof met / sizeof met[0]; i++)
        CU_ASSERT_EQUAL(database_add_obstacle_meeting(db, plan_id, &met[i]), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    return path;
}

static void a_grid_is_kept_as_its_blocked_cells(void)
{
    map grid = map_of("grid.csv", "0,1,0\n0,0,1\n", NULL);
    const char *path = write_run(&grid);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT run_id, kind, columns, rows, cell_m FROM map"),
                           "1|grid|3|2|1.0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT map_row, map_column FROM map_cell"),
                           "0|1\n1|2");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, map_id FROM plan_map"), "1|1");
    map_free(&grid);
    fixture_clear();
}

static void a_roadmap_is_kept_as_vertices_and_edges(void)
{
    map roadmap = map_of("vertices.csv", "vertex,x,y\ngate,0.1,0\ndock,4,1.5\n",
                         "from,to,directed\ngate,dock,0\n");
    const char *path = write_run(&roadmap);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT kind, columns IS NULL FROM map"),
                           "roadmap|1");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT vertex_id, label, x_m, y_m FROM vertex"),
                           "0|gate|0.1|0.0\n1|dock|4.0|1.5");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT from_vertex_id, to_vertex_id FROM edge"),
                           "0|1\n1|0");
    map_free(&roadmap);
    fixture_clear();
}

/* More blocked cells than one transaction takes. */
static void a_large_map_is_kept_whole(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    for (int row = 0; row < 150; row++)
        for (int column = 0; column < 120; column++)
            fprintf(out, "1%c", column < 119 ? ',' : '\n');
    fclose(out);
    map grid = map_of("large.csv", text, NULL);
    const char *path = write_run(&grid);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*), max(map_row), max(map_column) FROM map_cell"),
        "18000|149|119");
    free(text);
    map_free(&grid);
    fixture_clear();
}

static void a_conflict_with_an_obstacle_makes_a_plan_unsafe(void)
{
    map grid = map_of("grid.csv", "0,1,0\n0,0,1\n", NULL);
    const char *path = write_run(&grid);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe, conflicts, obstacle_conflicts, "
                                             "obstacle_grazes, obstacle_touches, "
                                             "obstacle_deepest_m FROM plan_safety"),
                           "no|0|1|1|1|0.125");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT agent, map_column, map_row, part, verdict, seq, end_text "
                          "FROM obstacle_meeting_labelled ORDER BY agent_id, part"),
        "cara, \"the third\"|1|0|0|graze|0|3.0\ncara, \"the third\"|1|0|1|touch|0|5.0\n"
        "dora|2|1|0|conflict|0|1.3333333333333333");
    fixture_ask(path, "DELETE FROM obstacle_meeting WHERE verdict = 'conflict'");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe FROM plan_safety"), "yes");
    map_free(&grid);
    fixture_clear();
}

static void what_makes_no_sense_is_refused(void)
{
    map grid = map_of("grid.csv", "0,1,0\n0,0,1\n", NULL);
    const char *path = write_run(&grid);
    static const char *const wrong[] = {
        "INSERT INTO map VALUES (9, 1, 'maze', 1, 1, 1)",
        "INSERT INTO map VALUES (9, 1, 'grid', NULL, NULL, NULL)",
        "INSERT INTO map VALUES (9, 1, 'roadmap', 1, 1, 1)",
        "INSERT INTO map_cell VALUES (9, 0, 0)",
        "INSERT INTO edge VALUES (1, 0, 1)",
        "INSERT INTO plan_map VALUES (9, 1)",
        "INSERT INTO obstacle_meeting VALUES (1, 0, 0, 0, 0, 'clear', 0, 1, 0, 0, 0, 0)",
        "INSERT INTO obstacle_meeting VALUES (1, 0, 0, 0, 0, 'touch', 0, 1, 0, 0, 0, 99)",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CU_ASSERT_TRUE(strncmp(fixture_ask(path, wrong[i]), "error: ", 7) == 0);
    map_free(&grid);
    fixture_clear();
}

CU_TestInfo map_rows_tests[] = {
    SUPPORT_TEST(a_grid_is_kept_as_its_blocked_cells),
    SUPPORT_TEST(a_roadmap_is_kept_as_vertices_and_edges),
    SUPPORT_TEST(a_large_map_is_kept_whole),
    SUPPORT_TEST(a_conflict_with_an_obstacle_makes_a_plan_unsafe),
    SUPPORT_TEST(what_makes_no_sense_is_refused),
    CU_TEST_INFO_NULL,
};
