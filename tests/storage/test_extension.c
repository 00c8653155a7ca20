/* SPDX-License-Identifier: MIT */
/* The kernel in SQL gives the kernel's answers, or says why not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "storage/extension.h"
#include "support/run.h"

static sqlite3 *open_with_functions(const char *path)
{
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(extension_register(handle), SQLITE_OK);
    return handle;
}

/* The first value of each row, apart by blanks; or the message. Valid until the next call. */
static const char *say(sqlite3 *handle, const char *sql)
{
    static char text[2048];
    text[0] = '\0';
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *value = (const char *)sqlite3_column_text(statement, 0);
            size_t length = strlen(text);
            snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? " " : "",
                     value != NULL ? value : "NULL");
        }
    if (sqlite3_finalize(statement) != SQLITE_OK || code != SQLITE_OK)
        snprintf(text, sizeof text, "%s", sqlite3_errmsg(handle));
    return text;
}

/* ---- by numbers ---------------------------------------------------------------------- */

/* Places and times on a coarse lattice, so that lives and discs often just touch. */
static double pick(int low, int high)
{
    return (low + rand() % (high - low + 1)) / 4.0;
}

static void fill(double numbers[EXTENSION_NUMBERS + 1])
{
    for (int side = 0; side < 2; side++) {
        double *of = numbers + side * (EXTENSION_NUMBERS / 2);
        for (int i = 0; i < 2; i++)
            of[i] = pick(-8, 8);
        for (int i = 2; i < 4; i++)
            of[i] = rand() % 2 == 0 ? pick(-8, 8) : 0;
        of[4] = pick(0, 8);
        of[5] = rand() % 4 == 0 ? INFINITY : pick(0, 32);
        of[6] = pick(0, 6);
    }
    numbers[EXTENSION_NUMBERS] = rand() % 2 == 0 ? 0 : pick(0, 2);
}

static graze_motion motion_of(const double *of)
{
    graze_motion motion = {.form = GRAZE_KINEMATIC};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){of[0], of[1], 0},
                                           (graze_vector){of[2], of[3], 0},
                                           (graze_vector){0, 0, 0}, of[4], of[5], &motion),
                    GRAZE_OK);
    return motion;
}

static sqlite3_stmt *prepared(sqlite3 *handle, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    return statement;
}

static void bind(sqlite3_stmt *statement, const double *numbers)
{
    sqlite3_reset(statement);
    for (int i = 0; i < sqlite3_bind_parameter_count(statement); i++)
        CU_ASSERT_EQUAL(sqlite3_bind_double(statement, i + 1, numbers[i]), SQLITE_OK);
}

static bool is_real(sqlite3_stmt *statement, int column, double value)
{
    double given = sqlite3_column_double(statement, column);
    return sqlite3_column_type(statement, column) == SQLITE_FLOAT && given == value;
}

static bool is_real_or_null(sqlite3_stmt *statement, int column, bool real, double value)
{
    return real ? is_real(statement, column, value)
                : sqlite3_column_type(statement, column) == SQLITE_NULL;
}

static void check_list(sqlite3_stmt *statement, const graze_interval *intervals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL_FATAL(sqlite3_step(statement), SQLITE_ROW);
        CU_ASSERT_EQUAL(sqlite3_column_int64(statement, 0), (sqlite3_int64)i);
        CU_ASSERT_TRUE(is_real(statement, 1, intervals[i].lower));
        CU_ASSERT_TRUE(is_real(statement, 2, intervals[i].upper));
    }
    CU_ASSERT_EQUAL(sqlite3_step(statement), SQLITE_DONE);
}

#define FIFTEEN "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
#define FOURTEEN "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"

static void answers_by_numbers_are_the_kernels(void)
{
    sqlite3 *handle = open_with_functions(":memory:");
    sqlite3_stmt *scalar = prepared(handle, "SELECT graze_verdict" FIFTEEN ", graze_depth" FOURTEEN
                                            ", graze_distance" FOURTEEN);
    sqlite3_stmt *when = prepared(handle, "SELECT * FROM graze_conflict_intervals" FIFTEEN);
    sqlite3_stmt *starts = prepared(handle, "SELECT * FROM graze_unsafe_starts" FIFTEEN);
    sqlite3_stmt *speeds =
        prepared(handle, "SELECT part, lower, upper FROM graze_unsafe_speeds" FIFTEEN);
    size_t verdicts[4] = {0}, apart = 0;
    srand(7);
    for (size_t round = 0; round < support_rounds(3000, 100000, 1000000); round++) {
        double numbers[EXTENSION_NUMBERS + 1];
        fill(numbers);
        graze_body body_a = {.radius = numbers[6]}, body_b = {.radius = numbers[13]};
        graze_motion a = motion_of(numbers), b = motion_of(numbers + 7);
        graze_verdict verdict = GRAZE_CLEAR;
        graze_clearance clearance = {.common_life = false};
        graze_interval intervals[2];
        size_t count = 0;
        CU_ASSERT_EQUAL(
            graze_conflict_verdict(&body_a, &a, &body_b, &b, numbers[14], &verdict), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_conflict_clearance(&body_a, &a, &body_b, &b, &clearance), GRAZE_OK);
        bind(scalar, numbers);
        CU_ASSERT_EQUAL_FATAL(sqlite3_step(scalar), SQLITE_ROW);
        CU_ASSERT_STRING_EQUAL((const char *)sqlite3_column_text(scalar, 0),
                               graze_verdict_name(verdict));
        CU_ASSERT_TRUE(is_real_or_null(scalar, 1, clearance.common_life, clearance.depth));
        CU_ASSERT_TRUE(is_real_or_null(scalar, 2, clearance.common_life, clearance.distance));
        verdicts[verdict]++;
        apart += !clearance.common_life;
        CU_ASSERT_EQUAL(graze_conflict_intervals(&body_a, &a, &body_b, &b, numbers[14], intervals,
                                                 2, &count),
                        GRAZE_OK);
        bind(when, numbers);
        check_list(when, intervals, count);
        CU_ASSERT_EQUAL(graze_unsafe_starts(&body_a, &a, &body_b, &b, numbers[14], NULL, intervals,
                                            2, &count),
                        GRAZE_OK);
        bind(starts, numbers);
        check_list(starts, intervals, count);
        CU_ASSERT_EQUAL(graze_unsafe_speeds(&body_a, &a, &body_b, &b, numbers[14], NULL, intervals,
                                            2, &count),
                        GRAZE_OK);
        bind(speeds, numbers);
        check_list(speeds, intervals, count);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(verdicts[0] > 9 && verdicts[1] > 9 && verdicts[2] > 9 &&
                                  verdicts[3] > 9 && apart > 9));
    sqlite3_finalize(scalar);
    sqlite3_finalize(when);
    sqlite3_finalize(starts);
    sqlite3_finalize(speeds);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void without_a_tolerance_the_question_is_strict(void)
{
    sqlite3 *handle = open_with_functions(":memory:");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT graze_verdict(0,0,0,0,0,1,1, 1.5,0,0,0,0,1,1)"), "conflict");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT graze_verdict(0,0,0,0,0,1,1, 1.5,0,0,0,0,1,1, 0.5)"), "graze");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(0,0,0,0,0,1,1, 2,0,0,0,0,1,1)"),
                           "touch");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_version()"), graze_version());
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT graze_decade(column1) FROM (VALUES (1), (9.999999999999998), (10), "
                    "(1e-9), (9.999999999999999e-10), (1.5e300), (5e-324), (0), (-1), (NULL), "
                    "(9e999))"),
        "0 0 1 -9 -10 300 -324 NULL NULL NULL NULL");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void bad_arguments_are_named(void)
{
    static const char *const cases[][2] = {
        {"SELECT graze_verdict(0,NULL,0,0,0,1,1, 1,0,0,0,0,1,1)",
         "graze_verdict: argument 2 (a_y) is NULL, not a number"},
        {"SELECT graze_depth(0,0,0,0,0,1,1, 1,0,0,0,'0',1,1)",
         "graze_depth: argument 12 (b_start) is text, not a number"},
        {"SELECT graze_distance(0,0,0,0,0,1,x'00', 1,0,0,0,0,1,1)",
         "graze_distance: argument 7 (a_radius) is a blob, not a number"},
        {"SELECT graze_verdict(0,0,0,0,9007199254740993,1,1, 1,0,0,0,0,1,1)",
         "graze_verdict: argument 5 (a_start): no double holds the integer 9007199254740993"},
        {"SELECT graze_verdict(9223372036854775807,0,0,0,0,1,1, 1,0,0,0,0,1,1)",
         "graze_verdict: argument 1 (a_x): no double holds the integer 9223372036854775807"},
        {"SELECT graze_verdict(0,0,0,0,0,1,1, 1,0,0,0,0,1,-1)",
         "graze_verdict: motion b: a radius is negative"},
        {"SELECT graze_verdict(0,0,0,0,0,-1,1, 1,0,0,0,0,1,1)",
         "graze_verdict: motion a: a motion ends before it starts"},
        {"SELECT graze_verdict(9e999,0,0,0,0,1,1, 1,0,0,0,0,1,1)", NULL},
        {"SELECT graze_verdict(0,0,0,0,0,1,1, 1,0,0,0,0,1,1, -1)",
         "graze_verdict: the tolerance is negative"},
        {"SELECT graze_verdict(1, 2)", "wrong number of arguments to function graze_verdict()"},
        {"SELECT graze_verdict(1, 2, 3, 4, '5')",
         "graze_verdict: argument 5 (seq_b) is text, not an integer"},
        {"SELECT part FROM graze_unsafe_starts(0,0,0,0,0,1,1, 1,0,0,0,0,1,NULL)",
         "graze_unsafe_starts: argument 14 (b_radius) is NULL, not a number"},
        {"SELECT part FROM graze_conflict_intervals(0,0,0,0,0,1,-1, 1,0,0,0,0,1,1)",
         "graze_conflict_intervals: motion a: a radius is negative"},
        {"SELECT part FROM graze_conflict_intervals(1, 2, 3)", NULL},
        {"SELECT part FROM graze_conflict_intervals", NULL},
        {"SELECT graze_verdict(1, 0, 0, 1, 0)",
         "graze_verdict: cannot look up the motions in a results database: "
         "no such table: main.motion_whole"},
    };
    sqlite3 *handle = open_with_functions(":memory:");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said = say(handle, cases[i][0]);
        if (cases[i][1] != NULL) {
            CU_ASSERT_STRING_EQUAL(said, cases[i][1]);
        }
        CU_ASSERT_NOT_EQUAL(sqlite3_errcode(handle), SQLITE_OK);
    }
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void by_numbers_an_index_may_use_them(void)
{
    sqlite3 *handle = open_with_functions(":memory:");
    CU_ASSERT_EQUAL(
        sqlite3_exec(handle,
                     "CREATE TABLE t (x, v AS (graze_verdict(0,0,0,0,0,1,1, x,0,0,0,0,1,1)));"
                     "CREATE INDEX by_v ON t (v); INSERT INTO t VALUES (1), (2), (3);"
                     "CREATE VIEW w AS SELECT v FROM t; PRAGMA trusted_schema = OFF",
                     NULL, NULL, NULL),
        SQLITE_OK);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT v FROM w ORDER BY v"), "clear conflict touch");
    CU_ASSERT_NOT_EQUAL(
        sqlite3_exec(handle, "CREATE INDEX by_key ON t (graze_verdict(x, 0, 0, 1, 0))", NULL, NULL,
                     NULL),
        SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

static void a_table_may_come_before_its_arguments(void)
{
    sqlite3 *handle = open_with_functions(":memory:");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "WITH t(x) AS (VALUES (1), (9), (0.5)) SELECT x FROM "
                    "graze_conflict_intervals(0,0,0,0,0,1,1, x,0,0,0,0,1,1), t ORDER BY x"),
        "0.5 1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT argument_8 FROM "
                                       "graze_conflict_intervals(0,0,0,0,0,1,1, 0.25,0,0,0,0,1,1)"),
                           "0.25");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

/* ---- by places ----------------------------------------------------------------------- */

/* The lift is at t*t metres; the same with constant speed is 2.25 s on its way to the crate. */
static void answers_by_places_are_those_of_ramps_and_waypoints(void)
{
    sqlite3 *handle = open_with_functions(":memory:");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT lower_s || ' ' || printf('%!.17g', upper_s) "
                    "FROM graze_conflict_intervals("
                    "0, 0, 16, 0, 0, 4, 0, 0.5, 10, 0, 10, 0, 0, 9e999, 1, 0.5)"),
        "3.0 3.3166247903554003");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT lower_s || ' ' || upper_s FROM graze_conflict_intervals("
                    "0, 0, 16, 0, 0, 4, 1, 0.5, 10, 0, 10, 0, 0, 9e999, 1, 0.5)"),
        "2.25 2.75");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(0, 0, 9, 0, 0, 3, 2, 0.5, "
                                       "10, 0, 10, 0, 0, 9, 1, 0.5) || ' ' || "
                                       "graze_verdict(0, 0, 9, 0, 0, 3, 2, 0.5, "
                                       "10, 0, 10, 0, 0, 9, 1, 0.75, 0.25) || ' ' || "
                                       "graze_depth(0, 0, 9, 0, 0, 3, 2, 0.5, "
                                       "10, 0, 10, 0, 0, 9, 1, 0.75) || ' ' || "
                                       "graze_distance(0, 0, 9, 0, 0, 3, 2, 0.5, "
                                       "12, 0, 12, 0, 0, 9, 1, 0.5)"),
                           "touch graze 0.25 2.0");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT count(*) || ' ' || (upper_s > lower_s) FROM graze_unsafe_starts("
                    "0, 0, 16, 0, 0, 4, 0, 0.5, 9, 0, 9, 0, 10, 11, 1, 0.5, 0)"),
        "1 1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_depth(0, 0, 9, 0, 0, 3, 1, 0.5, "
                                       "10, 0, 10, 0, 0, 9, 2.5, 0.5)"),
                           "graze_depth: motion b: the share of a ramp is not between 0 and 2");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_depth(0, 0, 9, 0, 0, 3, 'even', 0.5, "
                                       "10, 0, 10, 0, 0, 9, 1, 0.5)"),
                           "graze_depth: argument 7 (a_share) is text, not a number");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

/* ---- by keys ------------------------------------------------------------------------- */

/* All pairs of the fixture's motions against the kernel's own answers: every form, tails,
 * corners, other agents' plans. */
static void answers_by_keys_are_those_of_the_stored_motions(void)
{
    const char *path = fixture_path("keys.db");
    int64_t plan_id = fixture_write_run(path);
    const plan *stored = fixture_plan();
    sqlite3 *handle = open_with_functions(path);
    sqlite3_stmt *scalar = prepared(handle, "SELECT graze_verdict(?1, ?2, ?3, ?4, ?5), "
                                            "graze_distance(?1, ?2, ?3, ?4, ?5)");
    size_t met = 0;
    for (size_t i = 0; i < stored->agent_count; i++)
        for (size_t k = 0; k < stored->agent_count; k++)
            for (size_t m = 0; m < stored->agents[i].trajectory.count; m++)
                for (size_t n = 0; n < stored->agents[k].trajectory.count; n++) {
                    const plan_agent *a = &stored->agents[i], *b = &stored->agents[k];
                    const sqlite3_int64 keys[] = {plan_id, (sqlite3_int64)i, (sqlite3_int64)m,
                                                  (sqlite3_int64)k, (sqlite3_int64)n};
                    graze_verdict verdict = GRAZE_CLEAR;
                    graze_clearance clearance = {.common_life = false};
                    CU_ASSERT_EQUAL(
                        graze_conflict_verdict(&a->body, &a->trajectory.motions[m], &b->body,
                                               &b->trajectory.motions[n], 1e-9, &verdict),
                        GRAZE_OK);
                    CU_ASSERT_EQUAL(
                        graze_conflict_clearance(&a->body, &a->trajectory.motions[m], &b->body,
                                                 &b->trajectory.motions[n], &clearance),
                        GRAZE_OK);
                    sqlite3_reset(scalar);
                    for (int c = 0; c < 5; c++)
                        sqlite3_bind_int64(scalar, c + 1, keys[c]);
                    CU_ASSERT_EQUAL_FATAL(sqlite3_step(scalar), SQLITE_ROW);
                    CU_ASSERT_STRING_EQUAL((const char *)sqlite3_column_text(scalar, 0),
                                           graze_verdict_name(verdict));
                    CU_ASSERT_TRUE(is_real_or_null(scalar, 1, clearance.common_life,
                                                   clearance.distance));
                    met += verdict == GRAZE_CONFLICT;
                }
    CU_ASSERT_TRUE(met > 5);
    sqlite3_finalize(scalar);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

/* The lift is at t*t metres from 0 s to 4 s: 1 m from the crate at 3 s. */
static void motions_by_keys_and_positions_may_be_ramps(void)
{
    static char named[][8] = {"lift", "crate"};
    const graze_motion up = {.form = GRAZE_RAMP, .to = {16, 0, 0}, .share = 0, .duration = 4};
    const graze_motion stand = {.form = GRAZE_WAYPOINT, .position = {10, 0, 0}, .to = {10, 0, 0},
                                .duration = INFINITY};
    plan_agent agents[] = {{.label = named[0],
                            .body = {.radius = 0.5},
                            .trajectory = {.motions = &up, .count = 1},
                            .at_end = GRAZE_VANISH},
                           {.label = named[1],
                            .body = {.radius = 0.5},
                            .trajectory = {.motions = &stand, .count = 1},
                            .at_end = GRAZE_STAY}};
    const plan given = {.agents = agents, .agent_count = 2, .dimension = 2, .has_bodies = true};
    const char *path = fixture_path("ramp.db");
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &given, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    sqlite3 *handle = open_with_functions(path);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT lower_s FROM "
                                       "graze_conflict_intervals(1, 0, 0, 1, 0)"),
                           "3.0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT printf('%!.17g', upper_s) FROM "
                                       "graze_conflict_intervals(1, 0, 0, 1, 0)"),
                           "3.3166247903554003");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_depth(1, 0, 0, 1, 0)"), "1.0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 'lift', 3)"), "[9.0,0.0]");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 'lift', 0.5, 'x')"), "0.25");
    CU_ASSERT_STRING_EQUAL(say(handle, "DELETE FROM ramp"), "");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT graze_position(1, 'lift', 3)"),
        "graze_position: the share of a ramp is not between 0 and 2");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

static void the_plans_tolerance_holds_unless_another_is_given(void)
{
    const char *path = fixture_path("tolerance.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "UPDATE plan SET tolerance_m = 100"), "");
    sqlite3 *handle = open_with_functions(path);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 0, 0, 1, 0)"), "clear");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 2, 0, 3, 0)"), "graze");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 2, 0, 3, 0, 0)"), "conflict");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT count(*) FROM graze_conflict_intervals(1, 2, 0, 3, 0)"), "0");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT upper_s FROM graze_conflict_intervals(1, 2, 0, 3, 0, 0)"), "9.0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 0, 0, 1, 7)"),
                           "graze_verdict: plan 1 has no motion 7 of agent 1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT part FROM graze_unsafe_starts(2, 0, 0, 1, 0)"),
                           "graze_unsafe_starts: plan 2 has no motion 0 of agent 0");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

/* ---- places -------------------------------------------------------------------------- */

static void an_agent_has_a_place_while_it_lives(void)
{
    const char *path = fixture_path("place.db");
    fixture_write_run(path);
    fixture_ask(path, "UPDATE motion SET start_s = 1, duration_s = 3, x_m = 0, y_m = 2, "
                      "to_x_m = 1, to_y_m = 2 WHERE agent_id = 0 AND seq = 0");
    fixture_ask(path, "DELETE FROM unsafe_start");
    sqlite3 *handle = open_with_functions(path);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2)"),
                           "[0.33333333333333331,2.0]");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 'anna', 2.0, 'x') = 1.0 / 3"),
                           "1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 'anna', 0.5) IS NULL"), "1");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 'nobody', 2)"),
                           "graze_position: plan 1 has no agent 'nobody'");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2, 'w')"),
                           "graze_position: argument 4 (axis) is not 'x', 'y' or 'z'");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2, 'xy')"),
                           "graze_position: argument 4 (axis) is not 'x', 'y' or 'z'");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2, NULL)"),
                           "graze_position: argument 4 (axis) is not 'x', 'y' or 'z'");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2, '{')"),
                           "graze_position: argument 4 (axis) is not 'x', 'y' or 'z'");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position('1', 0, 2)"),
                           "graze_position: argument 1 (plan_id) is not an integer");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0.5, 2)"),
                           "graze_position: argument 2 (agent) is neither a label nor an agent_id");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2, 'z')"), "0.0");
    fixture_ask(path, "UPDATE plan SET dimension = 3");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, 2)"),
                           "[0.33333333333333331,2.0,0.0]");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_position(1, 0, '2')"),
                           "graze_position: argument 3 (t) is not a number");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

/* ---- tables -------------------------------------------------------------------------- */

#define HEAD_ON "0, 0, 1, 0, 0, 10, 0.5, 8, 0, -1, 0, 0, 10, 0.5"

/* What SQL may do with any table: rows by number, hidden columns, conditions on columns. */
static void lists_of_intervals_are_tables(void)
{
    static const char takes[] = "graze_conflict_intervals: takes 14 numbers (x, y, vx, vy, start, "
                                "duration, radius of a, then of b), 16 (x, y, to_x, to_y, start, "
                                "end, share, radius of a, then of b) or 5 keys (plan_id, "
                                "agent_a_id, seq_a, agent_b_id, seq_b), and perhaps a tolerance";
    sqlite3 *handle = open_with_functions(":memory:");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT rowid FROM graze_conflict_intervals(" HEAD_ON ")"), "0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT lower_s FROM graze_conflict_intervals(" HEAD_ON ") "
                                       "WHERE lower_s > 3 AND upper_s < 5 AND part = 0"),
                           "3.5");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT lower_s FROM graze_conflict_intervals(" HEAD_ON ") "
                                       "WHERE lower_s > 4"),
                           "");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT i.upper_s FROM (SELECT 0.5 AS radius UNION ALL SELECT 1) AS r, "
                    "graze_conflict_intervals(0, 0, 1, 0, 0, 10, r.radius, 8, 0, -1, 0, 0, 10, "
                    "r.radius) AS i"),
        "4.5 5.0");
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT * FROM graze_conflict_intervals(1, 2, 3)"), takes);
    CU_ASSERT_STRING_EQUAL(say(handle, "SELECT * FROM graze_conflict_intervals"), takes);
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT rowid FROM graze_tallies((SELECT graze_tally(column1, 0, 1, 1) FROM "
                    "(VALUES (7), (8))))"),
        "0 1");
    CU_ASSERT_STRING_EQUAL(
        say(handle, "SELECT key_1 FROM graze_tallies((SELECT graze_tally(column1, 0, 1, 1) FROM "
                    "(VALUES (7), (8)))) WHERE count = 1 AND key_1 > 7"),
        "8");
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
}

/* ---- motions that were read before ---------------------------------------------------- */

static const char ask_distance[] =
    "SELECT printf('%!.17g', graze_distance(plan_id, agent_a_id, seq_a, agent_b_id, seq_b)) "
    "FROM contact LIMIT 1";

/* The same without a table, so that nothing holds the file's content still. */
static const char ask_outside[] = "SELECT printf('%!.17g', graze_distance(1, 0, 0, 1, 0))";

/* What a connection says that has never read a motion. */
static bool is_as_if_new(sqlite3 *handle, const char *path)
{
    char said[64];
    snprintf(said, sizeof said, "%s", say(handle, ask_distance));
    sqlite3 *fresh = open_with_functions(path);
    bool same = strcmp(say(fresh, ask_distance), said) == 0;
    CU_ASSERT_EQUAL(sqlite3_close(fresh), SQLITE_OK);
    return same;
}

static void move_anna(sqlite3 *handle, const char *how)
{
    char sql[256];
    snprintf(sql, sizeof sql, "UPDATE motion SET y_m = y_m %s WHERE agent_id = 0 AND seq = 0", how);
    CU_ASSERT_EQUAL(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void do_all(sqlite3 *handle, const char *sql)
{
    CU_ASSERT_EQUAL(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void motions_are_read_again_when_anybody_has_changed_them(void)
{
    static const char *const journals[] = {"PRAGMA journal_mode = DELETE",
                                           "PRAGMA journal_mode = WAL"};
    for (int i = 0; i < 2; i++) {
        const char *path = fixture_path("changing.db");
        char before[64], now[64];
        fixture_write_run(path);
        sqlite3 *handle = open_with_functions(path), *other = open_with_functions(path);
        say(handle, journals[i]);
        snprintf(before, sizeof before, "%s", say(handle, ask_distance));
        CU_ASSERT_TRUE(is_as_if_new(handle, path));
        move_anna(handle, "+ 7");
        CU_ASSERT_TRUE(is_as_if_new(handle, path));
        snprintf(now, sizeof now, "%s", say(handle, ask_distance));
        CU_ASSERT_STRING_NOT_EQUAL(now, before);
        do_all(handle, "BEGIN");
        move_anna(handle, "- 7");
        CU_ASSERT_STRING_EQUAL(say(handle, ask_distance), before);
        do_all(handle, "ROLLBACK");
        CU_ASSERT_STRING_EQUAL(say(handle, ask_distance), now);
        move_anna(other, "- 7");
        CU_ASSERT_STRING_EQUAL(say(handle, ask_distance), before);
        snprintf(before, sizeof before, "%s", say(handle, ask_outside));
        move_anna(other, "+ 70");
        CU_ASSERT_STRING_NOT_EQUAL(say(handle, ask_outside), before);
        CU_ASSERT_TRUE(is_as_if_new(handle, path));
        do_all(handle, "DELETE FROM contact; DELETE FROM meeting");
        do_all(other, "UPDATE plan SET tolerance_m = 100");
        CU_ASSERT_STRING_EQUAL(
            say(handle, "SELECT graze_verdict(plan_id, 2, 0, 3, 0) FROM plan"), "graze");
        do_all(other, "UPDATE body SET radius_m = 100");
        CU_ASSERT_STRING_EQUAL(
            say(handle, "SELECT graze_verdict(plan_id, 2, 0, 3, 0) FROM plan"), "conflict");
        CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
        CU_ASSERT_EQUAL(sqlite3_close(other), SQLITE_OK);
        fixture_clear();
    }
}

/* A reader's snapshot stays what it was while another one writes. */
static void a_snapshot_keeps_its_motions(void)
{
    const char *path = fixture_path("snapshot.db");
    char before[64];
    fixture_write_run(path);
    sqlite3 *handle = open_with_functions(path), *other = open_with_functions(path);
    say(handle, "PRAGMA journal_mode = WAL");
    do_all(handle, "BEGIN");
    snprintf(before, sizeof before, "%s", say(handle, ask_distance));
    move_anna(other, "+ 7");
    CU_ASSERT_STRING_EQUAL(say(handle, ask_distance), before);
    do_all(handle, "COMMIT");
    CU_ASSERT_STRING_NOT_EQUAL(say(handle, ask_distance), before);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_close(other), SQLITE_OK);
    fixture_clear();
}

/* More motions than are kept at first: by keys and by numbers the answers are the same. */
static void many_motions_by_keys_are_those_by_numbers(void)
{
    static const char fill[] =
        "INSERT INTO body VALUES (1, 9, 0.4);"
        "INSERT INTO agent WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n "
        "WHERE i < 199) SELECT 1, i, 'agent ' || i, 9, 'stay' FROM n;"
        "INSERT INTO motion WITH RECURSIVE s(q) AS (SELECT 0 UNION ALL SELECT q + 1 FROM s WHERE "
        "q < 9) SELECT 1, agent_id, q, q, 1, agent_id * 7 % 10 + q / 8.0, agent_id * 3 % 10, NULL, "
        "NULL FROM agent, s WHERE agent_id >= 100;"
        "INSERT INTO motion_more SELECT 1, agent_id, seq, 'kinematic', 0, 0, 0, NULL, NULL, NULL, "
        "agent_id % 5 - 2.0, seq - 4.5, 0, 0, 0, 0 FROM motion WHERE agent_id >= 100";
    static const char compare[] =
        "SELECT count(*) || ' ' || coalesce(sum(graze_verdict(1, a.agent_id, a.seq, b.agent_id, "
        "b.seq, 0) = 'conflict'), 0) FROM motion_whole AS a, motion_whole AS b "
        "WHERE a.agent_id >= 100 AND b.agent_id >= 100 "
        "AND (a.agent_id * 31 + a.seq * 7 + b.agent_id * 17 + b.seq) %% %zu = 0 AND "
        "graze_distance(1, a.agent_id, a.seq, b.agent_id, b.seq) IS %s "
        "graze_distance(a.x_m, a.y_m, a.vx_mps, a.vy_mps, a.start_s, a.duration_s, 0.4, "
        "b.x_m, b.y_m, b.vx_mps, b.vy_mps, b.start_s, b.duration_s, 0.4)";
    const char *path = fixture_path("many.db");
    fixture_write_run(path);
    sqlite3 *handle = open_with_functions(path);
    do_all(handle, fill);
    char sql[1024];
    size_t step = support_rounds(50, 2, 1);
    snprintf(sql, sizeof sql, compare, step, "NOT");
    CU_ASSERT_NSTRING_EQUAL(say(handle, sql), "0 ", 2);
    snprintf(sql, sizeof sql, compare, step, "");
    size_t count = 0, conflicts = 0;
    CU_ASSERT_EQUAL(sscanf(say(handle, sql), "%zu %zu", &count, &conflicts), 2);
    CU_ASSERT_TRUE(count > 19000 && conflicts > 100);
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

/* Statements of ours must not keep the connection from being closed, and questions by keys
 * go on after a table-valued function was disconnected. */
static void a_connection_that_asked_by_keys_can_be_closed(void)
{
    const char *path = fixture_path("close.db");
    fixture_write_run(path);
    for (int i = 0; i < 2; i++) {
        sqlite3 *handle = open_with_functions(path);
        CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 2, 0, 3, 0)"), "conflict");
        CU_ASSERT_EQUAL(extension_register(handle), SQLITE_OK); /* loaded twice */
        CU_ASSERT_STRING_EQUAL(say(handle, "SELECT graze_verdict(1, 2, 0, 3, 0)"), "conflict");
        CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    }
    fixture_clear();
}

static void a_view_that_asks_for_itself_is_an_error(void)
{
    const char *path = fixture_path("evil.db");
    fixture_write_run(path);
    sqlite3 *handle = open_with_functions(path);
    CU_ASSERT_EQUAL(sqlite3_exec(handle,
                                 "DROP VIEW motion_whole; CREATE VIEW motion_whole AS SELECT *, "
                                 "'waypoint' AS form, 0 AS start_tail_s, 0 AS duration_tail_s, "
                                 "0 AS z_m, 0 AS to_z_m, 0 AS vx_mps, 0 AS vy_mps, 0 AS vz_mps, "
                                 "0 AS ax_mps2, 0 AS ay_mps2, 0 AS az_mps2 FROM motion WHERE "
                                 "graze_verdict(plan_id, 2, 0, 3, 0) = 'conflict'",
                                 NULL, NULL, NULL),
                    SQLITE_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(say(handle, "SELECT graze_verdict(1, 2, 0, 3, 0)"),
                                  "asks for motions again"));
    CU_ASSERT_EQUAL(sqlite3_close(handle), SQLITE_OK);
    fixture_clear();
}

CU_TestInfo extension_tests[] = {
    SUPPORT_TEST(lists_of_intervals_are_tables),
    SUPPORT_TEST(answers_by_numbers_are_the_kernels),
    SUPPORT_TEST(without_a_tolerance_the_question_is_strict),
    SUPPORT_TEST(bad_arguments_are_named),
    SUPPORT_TEST(by_numbers_an_index_may_use_them),
    SUPPORT_TEST(a_table_may_come_before_its_arguments),
    SUPPORT_TEST(answers_by_keys_are_those_of_the_stored_motions),
    SUPPORT_TEST(answers_by_places_are_those_of_ramps_and_waypoints),
    SUPPORT_TEST(motions_by_keys_and_positions_may_be_ramps),
    SUPPORT_TEST(the_plans_tolerance_holds_unless_another_is_given),
    SUPPORT_TEST(motions_are_read_again_when_anybody_has_changed_them),
    SUPPORT_TEST(a_snapshot_keeps_its_motions),
    SUPPORT_TEST(many_motions_by_keys_are_those_by_numbers),
    SUPPORT_TEST(a_connection_that_asked_by_keys_can_be_closed),
    SUPPORT_TEST(a_view_that_asks_for_itself_is_an_error),
    SUPPORT_TEST(an_agent_has_a_place_while_it_lives),
    CU_TEST_INFO_NULL,
};
