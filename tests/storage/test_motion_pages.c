/* SPDX-License-Identifier: MIT */
/* Rows that go in as pages are, byte for byte, those that SQLite makes of one INSERT a row. */
#include "storage/motion_pages.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "io/spill.h"
#include "storage/insert.h"
#include "storage/motion_columns.h"
#include "storage/verify.h"
#include "support/run.h"

/* ---- rows ---------------------------------------------------------------------------------- */

static uint64_t state;

static uint64_t random_bits(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state >> 33;
}

/* Where a number takes one byte more, and its neighbours; and what is no integer, or too large. */
static double edge(void)
{
    static const double others[] = {0.5,    -0.1,   1.0 / 3, 5e-324,   1e300,    -1e300,
                                    0x1p53, 0x1p63, -0x1p63, 0x1p1000, HUGE_VAL, -0.0};
    if (random_bits() % 4 == 0)
        return others[random_bits() % (sizeof others / sizeof others[0])];
    const double size = ldexp(1, (int)(random_bits() % 8) * 8 - (random_bits() % 2 == 0));
    const double near = size + (double)(random_bits() % 3) - 1;
    return random_bits() % 2 == 0 ? near : -near;
}

/* Numbers of no bytes at all but seq, of eight bytes all but seq, of all lengths. */
typedef enum width_kind { NARROW, WIDE, MIXED } width_kind;

typedef struct plan_of_rows {
    size_t rows;
    width_kind width;
    int64_t plan_id;
} plan_of_rows;

/* Numbers with which more and more bytes begin. */
static size_t next_agent(size_t agent, width_kind kind)
{
    return kind != MIXED || agent < 3 || random_bits() % 2 == 0 ? agent + 1
           : agent < ((size_t)1 << 56)                          ? agent * 255 - agent / 2
                                                                : agent + 128;
}

static size_t fill(graze_motion *motions, size_t most, width_kind kind)
{
    const size_t count = kind != MIXED ? most : random_bits() % (most + 1);
    for (size_t i = 0; i < count; i++) {
        graze_motion *m = &motions[i];
        const double wide = kind == WIDE ? 0.1 : 0;
        *m = (graze_motion){.form = GRAZE_WAYPOINT,
                            .start = wide,
                            .duration = wide,
                            .position = {wide, wide, 0},
                            .to = {wide, wide, 0}};
        if (kind != MIXED)
            continue;
        m->start = edge();
        m->duration = fabs(edge());
        m->position = (graze_vector){edge(), edge(), 0};
        m->to = (graze_vector){edge(), edge(), 0};
        if (random_bits() % 8 == 0)
            m->start_tail = 0x1p-90;
        if (random_bits() % 64 == 0)
            m->form = GRAZE_KINEMATIC;
    }
    return count;
}

typedef bool (*take_path)(void *context, size_t agent, const graze_trajectory *path);

static bool walk(const plan_of_rows *of, take_path take, void *context)
{
    enum { MOST = 300 };
    graze_motion motions[MOST];
    bool good = true;
    state = of->rows;
    for (size_t left = of->rows, agent = of->width == WIDE ? SIZE_MAX >> 1 : 0; left > 0 && good;
         agent = next_agent(agent, of->width)) {
        const size_t count = fill(motions, left < MOST ? left : MOST, of->width);
        const graze_trajectory path = {.motions = motions, .count = count};
        good = take(context, agent, &path);
        left -= count;
    }
    return good;
}

/* ---- into files ---------------------------------------------------------------------------- */

static database *made(const char *path)
{
    database *db = NULL;
    remove(path);
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(connection_begin_plan(db), IO_OK);
    return db;
}

typedef struct one_by_one {
    insert row;
    int64_t plan_id;
} one_by_one;

static bool insert_path(void *context, size_t agent, const graze_trajectory *path)
{
    one_by_one *all = context;
    bool good = true;
    for (size_t seq = 0; seq < path->count; seq++) {
        const graze_motion *m = &path->motions[seq];
        insert_integer(&all->row, all->plan_id);
        insert_integer(&all->row, (int64_t)agent);
        insert_integer(&all->row, (int64_t)seq);
        insert_real(&all->row, m->start);
        insert_real(&all->row, m->duration);
        insert_real(&all->row, m->position.x);
        insert_real(&all->row, m->position.y);
        if (motion_columns_tell_all(m)) {
            insert_real(&all->row, m->to.x);
            insert_real(&all->row, m->to.y);
        } else {
            insert_null(&all->row);
            insert_null(&all->row);
        }
        good = good && insert_row(&all->row) == IO_OK;
    }
    return good;
}

static void write_one_by_one(const plan_of_rows *of, const char *path)
{
    one_by_one all = {.plan_id = of->plan_id};
    database *db = made(path);
    CU_ASSERT_EQUAL(
        insert_prepare(&all.row, db, "INSERT INTO motion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        IO_OK);
    CU_ASSERT_TRUE(walk(of, insert_path, &all));
    insert_close(&all.row);
    CU_ASSERT_EQUAL(connection_end(db, IO_OK), IO_OK);
    database_close(db);
}

/* The rows of the other file, as their bytes are. */
static void copy(const char *from, const char *path)
{
    char sql[700];
    database *db = made(path);
    CU_ASSERT_EQUAL(connection_end(db, IO_OK), IO_OK);
    snprintf(sql, sizeof sql,
             "ATTACH '%s' AS other; INSERT INTO main.motion SELECT * FROM other.motion", from);
    CU_ASSERT_EQUAL(sqlite3_exec(db->handle, sql, NULL, NULL, NULL), SQLITE_OK);
    database_close(db);
}

static bool add_path(void *context, size_t agent, const graze_trajectory *path)
{
    return motion_pages_add(context, agent, path);
}

static int cache_of(sqlite3 *handle)
{
    sqlite3_stmt *asked = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(handle, "PRAGMA cache_size", -1, &asked, NULL),
                          SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_step(asked), SQLITE_ROW);
    const int size = sqlite3_column_int(asked, 0);
    sqlite3_finalize(asked);
    return size;
}

static void write_pages(const plan_of_rows *of, const char *path)
{
    motion_pages pages;
    const char *image = fixture_path("image.db");
    database *db = made(path);
    CU_ASSERT_EQUAL(connection_end(db, IO_OK), IO_OK);
    CU_ASSERT_EQUAL(cache_of(db->handle), -16384);
    motion_pages_begin(&pages, of->plan_id, of->rows);
    CU_ASSERT_TRUE(walk(of, add_path, &pages));
    CU_ASSERT_EQUAL(motion_pages_copy(&pages, db), IO_OK);
    fixture_write_file(image, pages.bytes, pages.count * 16384); /* a file in its own right */
    CU_ASSERT_STRING_EQUAL(fixture_ask(image, "PRAGMA integrity_check"), "ok");
    motion_pages_end(&pages);
    CU_ASSERT_STRING_EQUAL(fixture_messages(), "");
    CU_ASSERT_PTR_NULL(sqlite3_db_filename(db->handle, "graze_pages"));
    CU_ASSERT_EQUAL(cache_of(db->handle), -16384);
    database_close(db);
}

/* The head of a file counts its changes, and says which SQLite made it. */
static bool same_pages(const char *left, const char *right)
{
    enum { HEAD = 100 };
    FILE *files[2] = {fopen(left, "rb"), fopen(right, "rb")};
    CU_ASSERT_FATAL(files[0] != NULL && files[1] != NULL);
    fseek(files[0], HEAD, SEEK_SET);
    fseek(files[1], HEAD, SEEK_SET);
    int bytes[2];
    do {
        bytes[0] = getc(files[0]);
        bytes[1] = getc(files[1]);
    } while (bytes[0] == bytes[1] && bytes[0] != EOF);
    fclose(files[0]);
    fclose(files[1]);
    return bytes[0] == bytes[1];
}

static void compare(size_t rows, width_kind kind, int64_t plan_id)
{
    const plan_of_rows of = {rows, kind, plan_id};
    char one[512], copied[512], pages[512], counted[40];
    snprintf(one, sizeof one, "%s", fixture_path("one.db"));
    snprintf(copied, sizeof copied, "%s", fixture_path("copied.db"));
    snprintf(pages, sizeof pages, "%s", fixture_path("pages.db"));
    write_one_by_one(&of, one);
    copy(one, copied);
    write_pages(&of, pages);
    snprintf(counted, sizeof counted, "%zu", rows);
    CU_ASSERT_STRING_EQUAL(fixture_ask(pages, "SELECT count(*) FROM motion"), counted);
    CU_ASSERT_STRING_EQUAL(fixture_ask(pages, "PRAGMA integrity_check"), "ok");
    CU_ASSERT_TRUE(same_pages(copied, pages));
    fixture_clear();
}

/* ---- tests --------------------------------------------------------------------------------- */

/* One leaf, and whatever the last one may be left with. */
static void rows_of_few_leaves_are_those_of_sqlite(void)
{
    for (size_t rows = 1; rows < 4; rows++)
        compare(rows, NARROW, 1);
    for (size_t rows = 510; rows < 517; rows++)
        compare(rows, NARROW, INT64_C(1) << 47);
    for (size_t rows = 1022; rows < 1031; rows++)
        compare(rows, NARROW, 1);
    for (size_t rows = 195; rows < 225; rows++) {
        compare(rows, WIDE, 300);
        compare(rows, WIDE, INT64_C(1) << 40);
        compare(rows, WIDE, INT64_MAX);
    }
    const size_t some = support_rounds(20, 200, 2000);
    for (size_t i = 0; i < some; i++)
        compare(1 + i * 37 % 1500, MIXED, i % 3 == 0 ? INT64_C(1) << 40 : (int64_t)i);
}

/* An inner page has room for 183 rows, so for 184 leaves of 512 rows below it, and one row between
 * every two; the last leaf may have one more. */
static void rows_of_many_leaves_are_those_of_sqlite(void)
{
    enum { FULL = 184 * 512 + 183 };
    for (size_t rows = FULL - 1; rows < FULL + 4; rows++)
        compare(rows, NARROW, 1);
    compare(2 * FULL + 100, NARROW, 1);
    compare(150000, MIXED, 77);
}

/* ---- of a whole plan ----------------------------------------------------------------------- */

enum { AGENTS = 7, MOTIONS = 21000, FEW = 9 };

static graze_motion paths[AGENTS][MOTIONS];
static char names[AGENTS][8];
static plan_agent agents[AGENTS];
static plan all = {.agents = agents, .agent_count = AGENTS, .dimension = 2, .has_bodies = true};

/* One agent has no motion, one has few, and one has some of which `motion` does not say all. */
static void make_plan(void)
{
    for (size_t i = 0; i < AGENTS; i++) {
        for (size_t k = 0; k < MOTIONS; k++) {
            const double x = (double)(k * i) / 8, next = (double)((k + 1) * i) / 8;
            paths[i][k] = (graze_motion){.form = GRAZE_WAYPOINT,
                                         .start = (double)k,
                                         .duration = 1,
                                         .position = {x, (double)i, 0},
                                         .to = {next, (double)i, 0}};
            if (i == 3 && k % 100 == 0) {
                paths[i][k].form = GRAZE_RAMP;
                paths[i][k].share = 0.25;
            }
        }
        snprintf(names[i], sizeof names[i], "%zu", i);
        agents[i] = (plan_agent){.label = names[i],
                                 .body = {.radius = 0.25},
                                 .trajectory = {.motions = paths[i], .count = MOTIONS},
                                 .at_end = GRAZE_VANISH};
    }
    agents[1].trajectory.count = 0;
    agents[2].trajectory.count = FEW;
    agents[0].trajectory.count = 100000 - FEW - 4 * MOTIONS;
}

static bool attached;

static int see(void *context, int what, const char *a, const char *b, const char *c, const char *d)
{
    (void)context, (void)a, (void)b, (void)c, (void)d;
    attached = attached || what == SQLITE_ATTACH;
    return SQLITE_OK;
}

static void write_run(database *db)
{
    int64_t run = 0, plan_id = 0;
    attached = false;
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &all, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
}

static void assert_same_rows(const char *path, const char *table, const char *columns)
{
    char sql[700];
    for (int i = 0; i < 2; i++) {
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM (SELECT %s FROM %s WHERE plan_id = %d "
                 "EXCEPT SELECT %s FROM %s WHERE plan_id = %d)",
                 columns, table, 1 + i, columns, table, 2 - i);
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, sql), "0");
    }
}

/* The second run of a file does not go in as pages. Both digests are taken on the way, and again
 * from the file by verify_database. */
static void a_large_plan_goes_in_as_pages_once(void)
{
    char path[512];
    database *db = NULL;
    snprintf(path, sizeof path, "%s", fixture_path("large.db"));
    make_plan();
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    sqlite3_set_authorizer(db->handle, see, NULL);
    write_run(db);
    CU_ASSERT_TRUE(attached);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM motion"), "100000");
    write_run(db);
    CU_ASSERT_FALSE(attached);
    database_close(db);
    assert_same_rows(path, "motion",
                     "agent_id, seq, start_s, duration_s, x_m, y_m, to_x_m, to_y_m");
    assert_same_rows(path, "motion_more", "agent_id, seq, form, to_x_m, to_y_m");
    assert_same_rows(path, "ramp", "agent_id, seq, share");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*), min(plan_id) FROM ramp"), "420|1");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA foreign_key_check"), "");
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_OK);
    database_close(db);
    fixture_clear();
}

/* Of fewer motions, or of a plan that lies in a file, nothing is kept twice. */
static void other_plans_do_not(void)
{
    char path[512];
    database *db = NULL;
    snprintf(path, sizeof path, "%s", fixture_path("other.db"));
    for (int i = 0; i < 2; i++) {
        make_plan();
        all.spill =
            i == 0 ? spill_open(open(fixture_path("spilled"), O_RDWR | O_CREAT, 0600)) : NULL;
        if (i == 1)
            agents[0].trajectory.count--;
        CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
        sqlite3_set_authorizer(db->handle, see, NULL);
        write_run(db);
        CU_ASSERT_FALSE(attached);
        database_close(db);
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT count(*) FROM motion"),
                               i == 0 ? "100000" : "99999");
        spill_close(all.spill);
        all.spill = NULL;
        fixture_clear();
    }
}

CU_TestInfo motion_pages_tests[] = {
    SUPPORT_TEST(rows_of_few_leaves_are_those_of_sqlite),
    SUPPORT_TEST(rows_of_many_leaves_are_those_of_sqlite),
    SUPPORT_TEST(a_large_plan_goes_in_as_pages_once),
    SUPPORT_TEST(other_plans_do_not),
    CU_TEST_INFO_NULL,
};
