/* SPDX-License-Identifier: MIT */
/* Obstacles of a file in the database, and agents that meet them. */
#include <stdio.h>
#include <string.h>

#include "fixture.h"
#include "storage/stored.h"
#include "storage/verify.h"
#include "support/run.h"

/* A bay of two pieces at least, a fence and a post; numbers that need all their bits. */
static const char walls[] = "obstacle,x,y,radius\n"
                            "bay,0.1,0,0.25\nbay,4,0,0.25\nbay,4,3,0.25\n"
                            "bay,2,1,0.25\nbay,0.1,3,0.25\n"
                            "fence,1e-300,7,0\nfence,0.30000000000000004,8,0\n"
                            "post,9,9,0.5\n";

static obstacles read_walls(const char *text)
{
    obstacles all = {.count = 0};
    const char *path = fixture_path("walls.csv");
    const obstacles_options options = {.file = path, .hashed = true};
    fixture_write_file(path, text, strlen(text));
    CU_ASSERT_EQUAL_FATAL(obstacles_read(&options, fixture_sink(), &all), IO_OK);
    return all;
}

/* A finished run of the five agents against them, in which two meet the fence and a cell. */
static const char *write_run(const obstacles *against, int64_t *plan_id)
{
    static const database_obstacle_meeting met[] = {
        {2, 1, 0, 0, {GRAZE_GRAZE, 0, 0, {2, 3}, 1e-12, -1e-12, 2.5}},
        {2, 1, DATABASE_NO_CELL, 0, {GRAZE_CONFLICT, 0, 0, {1, 2}, 0.125, -0.125, 1.3}},
        {2, 1, DATABASE_NO_CELL, 1, {GRAZE_TOUCH, 0, 0, {5, 5}, 0, 0, 5}},
    };
    database *db = NULL;
    int64_t run = 0;
    const char *path = fixture_path("walls.db");
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 1e-9, plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_add_obstacles(db, *plan_id, against), IO_OK);
    for (size_t i = 0; i < sizeof met / sizeof met[0]; i++)
        CU_ASSERT_EQUAL(database_add_obstacle_meeting(db, *plan_id, &met[i]), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    return path;
}

static io_result read_back(const char *path, int64_t plan_id, obstacles *back)
{
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    io_result result = stored_obstacles_read(db, plan_id, back);
    database_close(db);
    return result;
}

static bool same_piece(const graze_obstacle *a, const graze_obstacle *b)
{
    if (a->body.radius != b->body.radius || a->body.vertex_count != b->body.vertex_count ||
        a->place.x != b->place.x || a->place.y != b->place.y)
        return false;
    for (size_t i = 0; i < a->body.vertex_count; i++)
        if (a->body.vertices[i].x != b->body.vertices[i].x ||
            a->body.vertices[i].y != b->body.vertices[i].y)
            return false;
    return true;
}

static void obstacles_come_back_bit_for_bit(void)
{
    int64_t plan_id = 0;
    obstacles given = read_walls(walls), back;
    const char *path = write_run(&given, &plan_id);
    CU_ASSERT_EQUAL_FATAL(read_back(path, plan_id, &back), IO_OK);
    CU_ASSERT_EQUAL_FATAL(back.count, 3);
    CU_ASSERT_EQUAL_FATAL(back.piece_count, given.piece_count);
    CU_ASSERT_TRUE(given.piece_count > 3);
    for (size_t i = 0; i < back.piece_count; i++) {
        CU_ASSERT_EQUAL(back.owners[i], given.owners[i]);
        CU_ASSERT_TRUE(same_piece(&back.pieces[i], &given.pieces[i]));
    }
    for (size_t i = 0; i < back.count; i++)
        CU_ASSERT_STRING_EQUAL(back.labels[i], given.labels[i]);
    obstacles_free(&back);
    CU_ASSERT_EQUAL(read_back(path, plan_id + 1, &back), IO_OK);
    CU_ASSERT_EQUAL(back.count, 0);
    obstacles_free(&given);
    fixture_clear();
}

/* Those without names are called by their numbers, and one may have nothing in it. */
static void obstacles_without_names_or_pieces_are_kept(void)
{
    int64_t plan_id = 0;
    obstacles given = read_walls("POINT EMPTY POINT (1 2)"), back;
    const char *path = write_run(&given, &plan_id);
    CU_ASSERT_EQUAL_FATAL(read_back(path, plan_id, &back), IO_OK);
    CU_ASSERT_EQUAL_FATAL(back.count, given.count);
    CU_ASSERT_EQUAL_FATAL(back.piece_count, 1);
    CU_ASSERT_EQUAL(back.owners[0], given.owners[0]);
    CU_ASSERT_EQUAL(back.pieces[0].place.y, 2);
    CU_ASSERT_STRING_EQUAL(back.labels[0], "0");
    obstacles_free(&back);
    obstacles_free(&given);
    fixture_clear();
}

/* More rows than one transaction takes. */
static void a_large_cloud_is_kept_whole(void)
{
    static char text[400000] = "x,y\n";
    size_t length = strlen(text);
    for (int i = 0; i < 20000; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d\n", i, i % 7);
    int64_t plan_id = 0;
    obstacles given = read_walls(text), back;
    const char *path = write_run(&given, &plan_id);
    CU_ASSERT_EQUAL_FATAL(read_back(path, plan_id, &back), IO_OK);
    CU_ASSERT_EQUAL(back.count, 20000);
    CU_ASSERT_EQUAL(back.pieces[19999].place.x, 19999);
    obstacles_free(&back);
    obstacles_free(&given);
    fixture_clear();
}

static void a_conflict_with_an_obstacle_is_told_by_its_name(void)
{
    int64_t plan_id = 0;
    obstacles given = read_walls(walls);
    const char *path = write_run(&given, &plan_id);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe, obstacle_conflicts, obstacle_grazes, "
                                             "obstacle_touches FROM plan_safety"),
                           "no|1|1|1");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT map_column, map_row, obstacle, obstacle_id, part, verdict "
                          "FROM obstacle_meeting_labelled ORDER BY begin_s"),
        "||fence|1|0|conflict\n1|0|||0|graze\n||fence|1|1|touch");
    obstacles_free(&given);
    fixture_clear();
}

static io_result pass_meeting(void *context, const stored_meeting *met)
{
    (void)context, (void)met;
    return IO_OK;
}

static io_result pass_slack(void *context, const stored_slack *slack)
{
    (void)context, (void)slack;
    return IO_OK;
}

/* Cells first, as they are found. */
static io_result take_met(void *context, const database_obstacle_meeting *met)
{
    size_t length = strlen(context);
    snprintf((char *)context + length, 100 - length, "%d %u %d;",
             met->row == DATABASE_NO_CELL ? -1 : (int)met->row, (unsigned)met->column, met->part);
    return IO_OK;
}

static io_result read_met(const char *path, int64_t plan_id, char found[100])
{
    const stored_listener listener = {pass_meeting, take_met, pass_slack, found};
    database *db = NULL;
    found[0] = '\0';
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    io_result result = stored_findings_read(db, plan_id, fixture_plan(), &listener);
    database_close(db);
    return result;
}

static void meetings_come_back_with_cells_before_obstacles(void)
{
    char found[100];
    int64_t plan_id = 0;
    obstacles given = read_walls(walls);
    const char *path = write_run(&given, &plan_id);
    CU_ASSERT_EQUAL(read_met(path, plan_id, found), IO_OK);
    CU_ASSERT_STRING_EQUAL(found, "0 1 0;-1 1 0;-1 1 1;");
    obstacles_free(&given);
    fixture_clear();
}

static void verify_fails_after(const char *sql, const char *table)
{
    int64_t plan_id = 0;
    obstacles given = read_walls(walls);
    const char *path = write_run(&given, &plan_id);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, sql), "");
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), table));
    database_close(db);
    obstacles_free(&given);
    fixture_clear();
}

static void obstacles_that_were_changed_are_noticed(void)
{
    verify_fails_after("UPDATE obstacle SET label = 'hedge' WHERE obstacle_id = 1", "obstacle");
    verify_fails_after("UPDATE obstacle_vertex SET x_m = 8 WHERE obstacle_id = 2",
                       "obstacle_vertex");
    verify_fails_after("DELETE FROM obstacle_meeting WHERE map_row < 0 AND part = 1",
                       "obstacle_meeting");
}

/* As somebody does who has not switched foreign keys on. */
static void change(const char *path, const char *sql)
{
    sqlite3 *other = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &other), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(other, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

static void refused_after(const char *sql, const char *words)
{
    char found[100];
    int64_t plan_id = 0;
    obstacles given = read_walls(walls), back;
    const char *path = write_run(&given, &plan_id);
    change(path, sql);
    io_result result = read_back(path, plan_id, &back);
    if (result == IO_OK) {
        obstacles_free(&back);
        result = read_met(path, plan_id, found);
    }
    CU_ASSERT_EQUAL(result, IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), words));
    obstacles_free(&given);
    fixture_clear();
}

static void rows_that_make_no_sense_are_refused(void)
{
    refused_after("UPDATE obstacle SET obstacle_id = 7 WHERE obstacle_id = 2",
                  "an obstacle is missing");
    refused_after("DELETE FROM obstacle WHERE obstacle_id = 2",
                  "a corner has no obstacle");
    refused_after("UPDATE obstacle_vertex SET x_m = -x_m WHERE obstacle_id = 0", "clockwise");
    refused_after("UPDATE obstacle_vertex SET y_m = 9e999 WHERE obstacle_id = 2", "finite");
    refused_after("UPDATE obstacle_meeting SET map_column = 9 WHERE map_row < 0",
                  "a meeting has no obstacle");
}

CU_TestInfo obstacle_rows_tests[] = {
    SUPPORT_TEST(obstacles_come_back_bit_for_bit),
    SUPPORT_TEST(obstacles_without_names_or_pieces_are_kept),
    SUPPORT_TEST(a_large_cloud_is_kept_whole),
    SUPPORT_TEST(a_conflict_with_an_obstacle_is_told_by_its_name),
    SUPPORT_TEST(meetings_come_back_with_cells_before_obstacles),
    SUPPORT_TEST(obstacles_that_were_changed_are_noticed),
    SUPPORT_TEST(rows_that_make_no_sense_are_refused),
    CU_TEST_INFO_NULL,
};
