/* SPDX-License-Identifier: MIT */
/* `graze query export` is the same bytes for the same answers: however many threads looked
 * for them, with whatever index and filter, in whatever order the rows went in, and in
 * whatever order they lie in the file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "support/run.h"

enum { AGENTS = 30, ROWS = 12, ARGUMENTS = 24 };

static void write_plan(const char *path)
{
    FILE *out = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs("agent,time,x,y\n", out);
    srand(21);
    for (int agent = 0; agent < AGENTS; agent++)
        for (int row = 0; row < ROWS; row++)
            fprintf(out, "%d,%d,%d.%d,%d.%d\n", agent, row, rand() % 7, rand() % 10, rand() % 7,
                    rand() % 10);
    CU_ASSERT_EQUAL(fclose(out), 0);
}

/* Runs the driver with its results thrown away. */
static int run(const char *const *arguments)
{
    char *argv[ARGUMENTS];
    int count = 0, status = 0;
    for (; arguments[count] != NULL; count++)
        argv[count] = (char *)(uintptr_t)arguments[count];
    argv[count] = NULL;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execv(getenv("GRAZE"), argv);
        _exit(127);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define RUN(...) run((const char *const[]){"graze", __VA_ARGS__, NULL})

static char plan_path[512], expected[512], found[512];

static void check_into(const char *database_path, const char *jobs, const char *index,
                       const char *filter)
{
    CU_ASSERT_EQUAL(RUN("check", "-q", "--radius", "0.4", "--unsafe-starts", "--slack", "-j", jobs,
                        "--index", index, "--filter", filter, "-o", database_path, plan_path),
                    1);
}

static bool exports_the_same(const char *database_path)
{
    CU_ASSERT_EQUAL(RUN("query", database_path, "export", "-o", found), 0);
    fixture_remember(expected);
    return fixture_unchanged(found);
}

static bool prepare(void)
{
    if (getenv("GRAZE") == NULL) {
        support_skip("GRAZE names no program");
        return false;
    }
    const char *path = fixture_path("first.db");
    snprintf(plan_path, sizeof plan_path, "%s", fixture_path("plan.csv"));
    snprintf(expected, sizeof expected, "%s", fixture_path("expected.csv"));
    snprintf(found, sizeof found, "%s", fixture_path("found.csv"));
    write_plan(plan_path);
    check_into(path, "1", "none", "none");
    CU_ASSERT_TRUE(atol(fixture_ask(path, "SELECT count(*) FROM contact")) > 500);
    CU_ASSERT_EQUAL(RUN("query", path, "export", "-o", expected), 0);
    return true;
}

/* Every index without a filter and every filter without an index, the threads changing; all
 * together where there is time. */
static void the_way_to_the_answers_does_not_show(void)
{
    static const char *const jobs[] = {"1", "2", "5"};
    static const char *const indices[] = {"none", "auto", "scan", "sweep", "grid", "tree", "masks"};
    static const char *const filters[] = {"none", "auto", "bvh", "bvi", "si", "sta", "pyramid"};
    enum { WAYS = 7 };
    if (!prepare())
        return;
    bool all = support_rounds(1, 2, 2) == 2;
    const char *path = fixture_path("other.db");
    for (int way = 0; way < WAYS * WAYS; way++) {
        if (!all && way % WAYS != 0 && way / WAYS != 0)
            continue;
        for (int j = 0; j < (all ? 3 : 1); j++) {
            check_into(path, jobs[(way + j) % 3], indices[way % WAYS], filters[way / WAYS]);
            CU_ASSERT_TRUE(exports_the_same(path));
            remove(path);
        }
    }
    fixture_clear();
}

#define DO(format)                                                                                 \
    do {                                                                                           \
        char sql[256];                                                                             \
        snprintf(sql, sizeof sql, format, table);                                                  \
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, sql), "");                                        \
    } while (0)

static void shuffle(const char *path, const char *table)
{
    DO("CREATE TABLE shuffled AS SELECT * FROM %s ORDER BY random()");
    DO("DELETE FROM %s");
    DO("INSERT INTO %s SELECT * FROM shuffled ORDER BY random()");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "DROP TABLE shuffled"), "");
}

static void the_order_of_rows_does_not_show(void)
{
    static const char *const tables[] = {"meeting", "contact", "unsafe_start", "slack"};
    if (!prepare())
        return;
    const char *path = fixture_path("first.db");
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        shuffle(path, tables[t]);
    CU_ASSERT_TRUE(exports_the_same(path));
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "VACUUM"), "");
    CU_ASSERT_TRUE(exports_the_same(path));
    fixture_ask(path, "PRAGMA journal_mode = WAL");
    CU_ASSERT_TRUE(exports_the_same(path));
    check_into(path, "2", "tree", "none"); /* once more: another run, another plan */
    CU_ASSERT_TRUE(exports_the_same(path));
    fixture_ask(path, "UPDATE contact SET begin_s = begin_s - 1e-15 WHERE plan_id = 2");
    CU_ASSERT_FALSE(exports_the_same(path));
    fixture_clear();
}

CU_TestInfo export_tests[] = {
    SUPPORT_TEST(the_way_to_the_answers_does_not_show),
    SUPPORT_TEST(the_order_of_rows_does_not_show),
    CU_TEST_INFO_NULL,
};
