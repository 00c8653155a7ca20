/* SPDX-License-Identifier: MIT */
/* The shared set-up of the storage tests. */
#include "fixture.h"

#include <CUnit/CUnit.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/schema.h"

static char folder[256];

/* ---- files ------------------------------------------------------------------------ */

const char *fixture_path(const char *name)
{
    static char paths[8][512];
    static unsigned turn;
    char *path = paths[turn++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int visit_files(bool remove_them)
{
    int count = 0;
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream != NULL && (entry = readdir(stream)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (remove_them)
            remove(path);
    }
    if (stream != NULL)
        closedir(stream);
    return count;
}

void fixture_clear(void)
{
    visit_files(true);
}

int fixture_file_count(void)
{
    return visit_files(false);
}

int fixture_open(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/graze-storage-XXXXXX", base != NULL ? base : "/tmp");
    return mkdtemp(folder) == NULL;
}

int fixture_close(void)
{
    fixture_clear();
    return rmdir(folder);
}

void fixture_write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static char *remembered;
static size_t remembered_size;

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

void fixture_remember(const char *path)
{
    free(remembered);
    remembered = read_file(path, &remembered_size);
}

bool fixture_unchanged(const char *path)
{
    size_t size = 0;
    char *bytes = read_file(path, &size);
    bool same = size == remembered_size && memcmp(bytes, remembered, size) == 0;
    free(bytes);
    free(remembered);
    remembered = NULL;
    return same;
}

/* ---- messages --------------------------------------------------------------------- */

static diagnostics sink;
static char *messages;
static size_t messages_size;

diagnostics *fixture_sink(void)
{
    if (sink.out != NULL)
        fclose(sink.out);
    free(messages);
    messages = NULL;
    sink = (diagnostics){.out = open_memstream(&messages, &messages_size)};
    CU_ASSERT_PTR_NOT_NULL_FATAL(sink.out);
    return &sink;
}

const char *fixture_messages(void)
{
    fflush(sink.out);
    return messages;
}

/* ---- a plan ----------------------------------------------------------------------- */

static const graze_motion anna[] = {
    {.form = GRAZE_WAYPOINT, .position = {0, 0, 0}, .to = {3, 0, 0}, .duration = 3},
    {.form = GRAZE_WAYPOINT,
     .position = {3, 0, 0},
     .to = {3, 0, 0},
     .start = 3,
     .duration = INFINITY},
};
static const graze_motion bert[] = {
    {.form = GRAZE_KINEMATIC,
     .position = {1, -1, 0},
     .velocity = {0, 0.1, 0},
     .acceleration = {0, 0x1p-30, 0},
     .start = 0.1,
     .start_tail = 0x1p-60,
     .duration = 1.0 / 3,
     .duration_tail = -0x1p-58},
    {.form = GRAZE_PARKED,
     .position = {1, -1, 0},
     .velocity = {0, 0.1, 0},
     .acceleration = {0, 0x1p-30, 0},
     .start = 0.1,
     .duration = 1.0 / 3},
};
static const graze_motion cara[] = {
    {.form = GRAZE_KINEMATIC, .position = {2, 2, 0}, .velocity = {1, 0, 0}, .duration = 9},
};

/* A plan owns its texts. */
static char names[][24] = {
    "anna", "bert", "cara, \"the third\"", "dora", "emil", "plan.csv", "plan", "-", "bodies"};

static const graze_point triangle[] = {{0, 0}, {0.1, 0}, {0, 1.0 / 3}};

static plan_agent agents[] = {
    {.label = names[0],
     .body = {.radius = 0.5},
     .trajectory = {.motions = anna, .count = 2},
     .at_end = GRAZE_STAY},
    {.label = names[1],
     .body = {.radius = 0.25},
     .trajectory = {.motions = bert, .count = 2},
     .at_end = GRAZE_STAY},
    {.label = names[2],
     .body = {.radius = 0.5},
     .trajectory = {.motions = cara, .count = 1},
     .at_end = GRAZE_VANISH},
    {.label = names[3],
     .body = {0.125, triangle, 3},
     .trajectory = {.motions = cara, .count = 1},
     .at_end = GRAZE_VANISH},
    {.label = names[4],
     .body = {.radius = 0},
     .trajectory = {.motions = NULL, .count = 0},
     .at_end = GRAZE_VANISH},
};
static plan_input inputs[] = {
    {names[5], names[6], "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
    {names[7], names[8], "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"},
};

static const plan five = {.agents = agents,
                          .agent_count = 5,
                          .inputs = inputs,
                          .input_count = 2,
                          .dimension = 2,
                          .at_start = PLAN_ABSENT,
                          .has_bodies = true};

const char *fixture_version(void)
{
    static char text[16];
    snprintf(text, sizeof text, "%d", schema_present.count);
    return text;
}

const plan *fixture_plan(void)
{
    return &five;
}

/* anna meets bert twice (a conflict, later a touch) and cara once (the deepest
 * conflict, the first in time); bert and cara graze; the rest never meets. The
 * start of anna's first motion, at 0, is in the second of its unsafe intervals.
 * The slack of the first three is known: none, a third of a second, endless.
 * cara breaks two rules. */
int64_t fixture_write_run(const char *path)
{
    static const graze_meeting first = {GRAZE_CONFLICT, 0, 0, {1.25, 2.5}, 0.03125, -0.03125, 2};
    static const graze_meeting later = {GRAZE_TOUCH, 1, 1, {5, 5}, 0, 0, 5};
    static const graze_meeting deep = {GRAZE_CONFLICT, 0, 0, {0.1, 1.0 / 3}, 0.5, -0.5, 0.25};
    static const database_unsafe_start starts[] = {
        {0, 0, 1, 0, 0, {-INFINITY, -1}},
        {0, 0, 1, 0, 1, {-0.5, 1.0 / 3}},
        {0, 0, 1, 0, 2, {1, 2}},
    };
    static const graze_meeting graze = {GRAZE_GRAZE, 1, 0, {7, INFINITY}, 1e-16, -1e-16, 7};
    static const graze_index_slack slacks[] = {
        {{true, 0, 0, 0}, 1},
        {{false, 1.0 / 3, 1, 0}, 2},
        {{false, INFINITY, 77, 77}, 77},
    };
    static const database_broken_rule broken[] = {
        {.agent = 2, .part = 0, .rule = "goal", .begin = 9, .end = 9, .place = {11, 2, 0},
         .wanted = {0.1, 2}, .task = 3, .value = NAN, .allowed = NAN},
        {.agent = 2, .part = 1, .rule = "speed", .begin = 1.0 / 3, .end = 9, .place = {2, 2, 0},
         .has_motion = true, .motion = 0, .value = 1, .allowed = 0.1},
    };
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[\"graze\",\"check\"]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &five, 1e-9, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_add_contact(db, plan_id, 0, 1, 0, &first), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 0, 1, 0, &first), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 0, 1, 1, &later), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 0, 2, 0, &deep), IO_OK);
    CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, 1, 2, 0, &graze), IO_OK);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(database_add_unsafe_start(db, plan_id, &starts[i]), IO_OK);
    for (size_t i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(database_add_slack(db, plan_id, i, &slacks[i]), IO_OK);
    for (size_t i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(database_add_broken_rule(db, plan_id, &broken[i]), IO_OK);
    CU_ASSERT_EQUAL(database_add_stat(db, run, "broken_rules", 2), IO_OK);
    CU_ASSERT_EQUAL(database_add_stat(db, run, "pairs_decided", 10), IO_OK);
    CU_ASSERT_EQUAL(database_add_stat(db, run, "seconds", 0.1), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 1), IO_OK);
    database_close(db);
    return plan_id;
}

/* ---- answers ---------------------------------------------------------------------- */

static void print_row(FILE *out, sqlite3_stmt *statement)
{
    for (int c = 0; c < sqlite3_column_count(statement); c++) {
        const unsigned char *text = sqlite3_column_text(statement, c);
        fprintf(out, "%s%s", c > 0 ? "|" : "", text != NULL ? (const char *)text : "");
    }
}

const char *fixture_ask(const char *path, const char *sql)
{
    static char *text;
    static size_t size;
    free(text);
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(handle, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    for (int rows = 0; code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW; rows++) {
        fputs(rows > 0 ? "\n" : "", out);
        print_row(out, statement);
    }
    if (code != SQLITE_OK || sqlite3_finalize(statement) != SQLITE_OK)
        fprintf(out, "error: %s", sqlite3_errmsg(handle));
    sqlite3_close(handle);
    fclose(out);
    return text;
}
