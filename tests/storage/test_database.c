/* SPDX-License-Identifier: MIT */
/* What goes in comes out: runs, plans, meetings, bit for bit. */
#include "storage/database.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "support/run.h"

static database *begin(const char *path, int64_t *run)
{
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(database_begin_run(db, "[]", run), IO_OK);
    return db;
}

/* ---- doubles ---------------------------------------------------------------------- */

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double number_from(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static const double special[] = {0.1,
                                 1.0 / 3,
                                 DBL_TRUE_MIN,
                                 -DBL_TRUE_MIN,
                                 DBL_MIN,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 INFINITY,
                                 -INFINITY,
                                 0x1.fffffffffffffp52,
                                 1e22,
                                 4503599627370497.5,
                                 9007199254740993.0,
                                 0.35355339059327379,
                                 123456789.0,
                                 0.0};

enum { SPECIAL = sizeof special / sizeof *special, DOUBLES = 3000 };

/* Special values first, then every bit pattern that is a number. */
static double value_at(int index)
{
    static uint64_t state = 88172645463325252u;
    if (index < SPECIAL)
        return special[index];
    for (;;) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        double value = number_from(state);
        if (value == value)
            return value;
    }
}

static void every_bit_of_a_double_comes_back(void)
{
    const char *path = fixture_path("bits.db");
    static double sent[DOUBLES];
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 1e-9, &plan_id), IO_OK);
    for (int i = 0; i < DOUBLES; i++) {
        sent[i] = value_at(i);
        graze_meeting meeting = {GRAZE_CONFLICT, 0,       0,      {sent[i], sent[i]},
                                 sent[i],        sent[i], sent[i]};
        CU_ASSERT_EQUAL(database_add_contact(db, plan_id, 0, 1, i, &meeting), IO_OK);
    }
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    sqlite3 *handle = NULL;
    sqlite3_stmt *rows = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(handle,
                                             "SELECT begin_s, depth_m FROM contact "
                                             "ORDER BY part",
                                             -1, &rows, NULL),
                          SQLITE_OK);
    int wrong = 0, seen = 0;
    for (; sqlite3_step(rows) == SQLITE_ROW; seen++)
        wrong += bits_of(sqlite3_column_double(rows, 0)) != bits_of(sent[seen]) ||
                 bits_of(sqlite3_column_double(rows, 1)) != bits_of(sent[seen]);
    CU_ASSERT_EQUAL(seen, DOUBLES);
    CU_ASSERT_EQUAL(wrong, 0);
    sqlite3_finalize(rows);
    sqlite3_close(handle);
    fixture_clear();
}

/* The one value that SQLite changes, and it is the same number. */
static void minus_zero_comes_back_as_zero(void)
{
    const char *path = fixture_path("zero.db");
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), -0.0, &plan_id), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT tolerance_m FROM plan"), "0.0");
    fixture_clear();
}

/* The views' text columns: 17 digits are enough for numbers of human size. */
static void text_columns_read_back_to_the_same_double(void)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *print = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(
        sqlite3_prepare_v2(handle, "SELECT printf('%!.17g', ?)", -1, &print, NULL), SQLITE_OK);
    int wrong = 0;
    for (int i = SPECIAL; i < SPECIAL + 20000; i++) {
        double value = ldexp(1 + fabs(remainder(value_at(i), 1.0)), i % 100 - 70);
        sqlite3_bind_double(print, 1, value);
        sqlite3_step(print);
        wrong += strtod((const char *)sqlite3_column_text(print, 0), NULL) != value;
        sqlite3_reset(print);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    sqlite3_finalize(print);
    sqlite3_close(handle);
}

/* ---- plans ------------------------------------------------------------------------ */

static void a_plan_comes_back_with_every_form_of_motion(void)
{
    const char *path = fixture_path("plan.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT plan_id, run_id, dimension, tolerance_m FROM plan"),
        "1|1|2|1.0e-09");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT input_id, role, name, substr(sha256, 1, 4) "
                                             "FROM input"),
                           "0|plan|plan.csv|0123\n1|bodies|-|fedc");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT agent_id, label, radius_m, at_end FROM agent "
                                             "JOIN body USING (plan_id, body_id) ORDER BY 1"),
                           "0|anna|0.5|stay\n1|bert|0.25|stay\n2|cara, \"the third\"|0.5|vanish\n"
                           "3|dora|0.125|vanish\n4|emil|0.0|vanish");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT agent_id, seq, form, start_s, duration_s, x_m, y_m, z_m, to_x_m, "
                          "to_y_m, to_z_m, vx_mps, vy_mps, vz_mps, ax_mps2 FROM motion_whole "
                          "WHERE agent_id < 2"),
        "0|0|waypoint|0.0|3.0|0.0|0.0|0.0|3.0|0.0|0.0||||\n"
        "0|1|waypoint|3.0|Inf|3.0|0.0|0.0|3.0|0.0|0.0||||\n"
        "1|0|kinematic|0.1|0.333333333333333|1.0|-1.0|0.0||||0.0|0.1|0.0|0.0\n"
        "1|1|parked|0.1|0.333333333333333|1.0|-1.0|0.0||||0.0|0.1|0.0|0.0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT start_tail_s = 1.0 / (1 << 60), "
                                             "duration_tail_s = -1.0 / (1 << 58), "
                                             "ay_mps2 = 1.0 / (1 << 30) FROM motion_more "
                                             "WHERE form = 'kinematic' AND agent_id = 1"),
                           "1|1|1");
    fixture_clear();
}

static void corners_come_back_to_the_last_bit(void)
{
    const char *path = fixture_path("corners.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT a.label, v.seq, v.x_m, v.y_m = 1.0 / 3 "
                                             "FROM agent AS a JOIN body_vertex AS v "
                                             "USING (plan_id, body_id) ORDER BY v.seq"),
                           "dora|0|0.0|0\ndora|1|0.1|0\ndora|2|0.0|1");
    fixture_clear();
}

static void agents_of_one_shape_share_a_body(void)
{
    const char *path = fixture_path("bodies.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT body_id, radius_m FROM body"),
                           "0|0.0\n1|0.125\n2|0.25\n3|0.5");
    fixture_clear();
}

static void a_plan_larger_than_a_transaction_is_whole(void)
{
    enum { MOTIONS = 20011 };
    const char *path = fixture_path("large.db");
    graze_motion *motions = calloc(MOTIONS, sizeof *motions);
    CU_ASSERT_PTR_NOT_NULL_FATAL(motions);
    for (int i = 0; i < MOTIONS; i++)
        motions[i].duration = i;
    char label[] = "only";
    plan_agent agent = {.label = label,
                        .body = {.radius = 1},
                        .trajectory = {.motions = motions, .count = MOTIONS},
                        .at_end = GRAZE_STAY};
    plan large = {.agents = &agent, .agent_count = 1, .dimension = 3, .has_bodies = true};
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &large, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    free(motions);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*), sum(duration_s = seq) FROM motion"),
                           "20011|20011");
    fixture_clear();
}

static void a_plan_without_agents_is_a_plan(void)
{
    const char *path = fixture_path("none.db");
    plan none = {.dimension = 2};
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &none, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe, agents FROM plan_safety"), "yes|0");
    fixture_clear();
}

/* ---- meetings --------------------------------------------------------------------- */

static void meetings_come_back_in_their_columns(void)
{
    const char *path = fixture_path("meet.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path,
                                       "SELECT plan_id, agent_a_id, seq_a, agent_b_id, seq_b, "
                                       "part, begin_s, end_s, min_clearance_m, "
                                       "min_clearance_at_s, depth_m, verdict FROM contact"),
                           "1|0|0|1|0|0|1.25|2.5|-0.03125|2.0|0.03125|conflict");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path,
                                       "SELECT agent_a_id, agent_b_id, part, verdict, begin_s, "
                                       "end_s, depth_m, depth_at_s, min_clearance_m, seq_a, seq_b "
                                       "FROM meeting"),
                           "0|1|0|conflict|1.25|2.5|0.03125|2.0|-0.03125|0|0\n"
                           "0|1|1|touch|5.0|5.0|0.0|5.0|0.0|1|1\n"
                           "0|2|0|conflict|0.1|0.333333333333333|0.5|0.25|-0.5|0|0\n"
                           "1|2|0|graze|7.0|Inf|1.0e-16|7.0|-1.0e-16|1|0");
    fixture_clear();
}

static void unsafe_starts_come_back_in_their_columns(void)
{
    const char *path = fixture_path("unsafe.db");
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, agent_a_id, seq_a, agent_b_id, "
                                             "seq_b, part, lower_s, upper_s FROM unsafe_start"),
                           "1|0|0|1|0|0|-Inf|-1.0\n"
                           "1|0|0|1|0|1|-0.5|0.333333333333333\n"
                           "1|0|0|1|0|2|1.0|2.0");
    fixture_clear();
}

static void swapped_agents_are_the_same_row(void)
{
    const char *path = fixture_path("swap.db");
    const graze_meeting meeting = {GRAZE_CONFLICT, 0, 1, {1, 2}, 3, -3, 1.5};
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 2, 0, 0, &meeting), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT agent_a_id, seq_a, agent_b_id, seq_b FROM meeting"), "0|1|2|0");
    fixture_clear();
}

/* 3 batches and a bit; the writer has looked up the keys instead of SQLite. */
static void many_rows_leave_no_key_without_its_row(void)
{
    enum { ROWS = 25000 };
    const char *path = fixture_path("many.db");
    const graze_meeting meeting = {GRAZE_GRAZE, 1, 1, {1, 2}, 1e-12, -1e-12, 1.5};
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 0, &plan_id), IO_OK);
    int failed = 0;
    for (int i = 0; i < ROWS; i++)
        failed += database_add_contact(db, plan_id, 0, 1, i, &meeting) != IO_OK;
    CU_ASSERT_EQUAL(failed, 0);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM contact"), "25000");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    fixture_clear();
}

/* One statement puts in a batch's rows of a kind; of a batch that fails none may stay. */
static void a_row_that_is_refused_takes_its_batch_back(void)
{
    enum { BEFORE = 32768, AGAIN = 20 };
    const char *path = fixture_path("twice.db");
    const graze_meeting meeting = {GRAZE_GRAZE, 1, 1, {1, 2}, 1e-12, -1e-12, 1.5};
    int64_t run = 0, plan_id = 0;
    database *db = begin(path, &run);
    CU_ASSERT_EQUAL(database_add_plan(db, run, fixture_plan(), 0, &plan_id), IO_OK);
    for (int i = 0; i < BEFORE / 2; i++) {
        database_add_contact(db, plan_id, 0, 1, i, &meeting);
        database_add_meeting(db, plan_id, 0, 1, i, &meeting);
    }
    for (int i = 0; i <= AGAIN; i++) { /* the last has the number of the first */
        int part = BEFORE + i % AGAIN;
        CU_ASSERT_EQUAL(database_add_contact(db, plan_id, 0, 1, part, &meeting), IO_OK);
        CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 0, 1, part, &meeting), IO_OK);
    }
    CU_ASSERT_NOT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state FROM run"), "failed");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*), max(part) FROM contact"),
                           "16384|16383");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*), max(part) FROM meeting"),
                           "16384|16383");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT sum(grazes) FROM pair_summary"), "16384");
    fixture_clear();
}

/* ---- runs ------------------------------------------------------------------------- */

static void a_run_is_running_until_it_is_finished(void)
{
    const char *path = fixture_path("run.db");
    int64_t run = 0;
    database *db = begin(path, &run);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state, exit_status, finished_at FROM run"),
                           "running||");
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT state, exit_status, finished_at >= started_at, "
                          "started_at GLOB '20[0-9][0-9]-[01][0-9]-[0-3][0-9]T*Z', "
                          "command_json, graze_version = '" GRAZE_VERSION "' FROM run"),
        "finished|1|1|1|[]|1");
    database_close(db);
    fixture_clear();
}

static void a_run_that_is_closed_unfinished_is_interrupted(void)
{
    const char *path = fixture_path("closed.db");
    int64_t run = 0;
    database_close(begin(path, &run));
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT state FROM run"), "interrupted");
    fixture_clear();
}

static void many_runs_live_in_one_file(void)
{
    const char *path = fixture_path("runs.db");
    CU_ASSERT_EQUAL(fixture_write_run(path), 1);
    CU_ASSERT_EQUAL(fixture_write_run(path), 2);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT count(*), count(DISTINCT plan_id) FROM meeting"), "8|2");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT run_id, name, value FROM run_stat"),
                           "1|broken_rules|2.0\n1|pairs_decided|10.0\n1|seconds|0.1\n"
                           "2|broken_rules|2.0\n2|pairs_decided|10.0\n2|seconds|0.1");
    fixture_clear();
}

static void two_writers_can_take_turns(void)
{
    const char *path = fixture_path("two.db");
    int64_t one = 0, two = 0, plan_one = 0, plan_two = 0;
    const graze_meeting meeting = {GRAZE_CONFLICT, 0, 0, {1, 2}, 3, -3, 1.5};
    database *first = begin(path, &one), *second = begin(path, &two);
    CU_ASSERT_NOT_EQUAL(one, two);
    CU_ASSERT_EQUAL(database_add_plan(first, one, fixture_plan(), 0, &plan_one), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(second, two, fixture_plan(), 0, &plan_two), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(first, plan_one, 0, 1, 0, &meeting), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(second, plan_two, 0, 1, 0, &meeting), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(first, one, "finished", 1), IO_OK);
    database_close(first);
    CU_ASSERT_EQUAL(database_finish_run(second, two, "finished", 1), IO_OK);
    database_close(second);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT plan_id, count(*) FROM meeting GROUP BY 1"),
                           "1|1\n2|1");
    fixture_clear();
}

static void a_finished_file_is_one_file(void)
{
    fixture_write_run(fixture_path("alone.db"));
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(fixture_path("alone.db"), fixture_sink(), &db), IO_OK);
    database_close(db);
    CU_ASSERT_EQUAL(fixture_file_count(), 1);
    fixture_clear();
}

/* Pages are what a file begins with: what comes later does not change them. */
static void a_new_file_for_many_rows_has_larger_pages(void)
{
    static const size_t rows[] = {0, 99999, 100000, SIZE_MAX};
    static const char *const sizes[] = {"4096", "4096", "8192", "8192"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = fixture_path("pages.db");
        for (size_t again = 0; again < 2; again++) {
            database *db = NULL;
            const size_t expected = again == 0 ? rows[i] : SIZE_MAX - rows[i];
            CU_ASSERT_EQUAL_FATAL(database_create_for(path, expected, fixture_sink(), &db), IO_OK);
            database_close(db);
            CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA page_size"), sizes[i]);
        }
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
        fixture_clear();
    }
}

CU_TestInfo database_tests[] = {
    SUPPORT_TEST(every_bit_of_a_double_comes_back),
    SUPPORT_TEST(minus_zero_comes_back_as_zero),
    SUPPORT_TEST(text_columns_read_back_to_the_same_double),
    SUPPORT_TEST(a_plan_comes_back_with_every_form_of_motion),
    SUPPORT_TEST(corners_come_back_to_the_last_bit),
    SUPPORT_TEST(agents_of_one_shape_share_a_body),
    SUPPORT_TEST(a_plan_larger_than_a_transaction_is_whole),
    SUPPORT_TEST(a_plan_without_agents_is_a_plan),
    SUPPORT_TEST(meetings_come_back_in_their_columns),
    SUPPORT_TEST(unsafe_starts_come_back_in_their_columns),
    SUPPORT_TEST(swapped_agents_are_the_same_row),
    SUPPORT_TEST(many_rows_leave_no_key_without_its_row),
    SUPPORT_TEST(a_row_that_is_refused_takes_its_batch_back),
    SUPPORT_TEST(a_run_is_running_until_it_is_finished),
    SUPPORT_TEST(a_run_that_is_closed_unfinished_is_interrupted),
    SUPPORT_TEST(many_runs_live_in_one_file),
    SUPPORT_TEST(two_writers_can_take_turns),
    SUPPORT_TEST(a_finished_file_is_one_file),
    SUPPORT_TEST(a_new_file_for_many_rows_has_larger_pages),
    CU_TEST_INFO_NULL,
};
