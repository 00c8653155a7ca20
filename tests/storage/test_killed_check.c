/* SPDX-License-Identifier: MIT */
/* kill -9 at any moment of a long `graze check -o`: the file is whole and tells that its run
 * was interrupted, and the same check again, or resumed, gives what an undisturbed one does. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"
#include "support/run.h"

enum { AGENTS = 100, ROWS = 30 };

/* Agents that criss-cross a small hall, so that tens of thousands of motions meet. */
static void write_plan(const char *path)
{
    FILE *out = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs("agent,time,x,y\n", out);
    srand(9);
    for (int agent = 0; agent < AGENTS; agent++)
        for (int row = 0; row < ROWS; row++)
            fprintf(out, "%d,%d,%d.%d,%d.%d\n", agent, row, rand() % 8, rand() % 10, rand() % 8,
                    rand() % 10);
    CU_ASSERT_EQUAL(fclose(out), 0);
}

static const char *driver(void)
{
    return getenv("GRAZE");
}

/* Starts the driver with its results thrown away. */
static pid_t start(const char *const *arguments)
{
    char *argv[16];
    int count = 0;
    for (; arguments[count] != NULL; count++)
        argv[count] = (char *)(uintptr_t)arguments[count];
    argv[count] = NULL;
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return child;
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(driver(), argv);
    _exit(127);
}

static int status_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

#define START(...) start((const char *const[]){"graze", __VA_ARGS__, NULL})

static pid_t start_check(const char *database_path, const char *plan_path)
{
    return START("check", "-q", "--radius", "0.4", "--unsafe-starts", "-o", database_path,
                 plan_path);
}

static void export_to(const char *database_path, const char *path)
{
    CU_ASSERT_EQUAL(status_of(START("query", database_path, "export", "-o", path)), 0);
}

static double seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void sleep_for(double length)
{
    struct timespec time = {(time_t)length, (long)((length - (double)(time_t)length) * 1e9)};
    nanosleep(&time, NULL);
}

/* The states of the runs, as `graze query runs` tells them. */
static void read_states(const char *path, char states[64])
{
    const char *answer = fixture_path("states");
    CU_ASSERT_EQUAL(status_of(START("query", path, "SELECT group_concat(state) FROM run", "-o",
                                    answer)),
                    0);
    FILE *file = fopen(answer, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_PTR_NOT_NULL(fgets(states, 64, file)); /* the header */
    states[0] = '\0';
    if (fgets(states, 64, file) != NULL)
        states[strcspn(states, "\n")] = '\0';
    fclose(file);
}

/* What a killed check has left: nothing yet, or a file that is whole. True when its run was
 * told to be interrupted. */
static bool check_remains(const char *path, bool killed)
{
    struct stat status;
    char states[64];
    if (stat(path, &status) != 0 || status.st_size == 0)
        return false;
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "PRAGMA integrity_check"), "ok");
    if (strcmp(fixture_ask(path, "SELECT count(*) FROM sqlite_schema"), "0") == 0)
        return false; /* killed while it made the tables, and rolled back */
    read_states(path, states);
    if (states[0] == '\0' || strcmp(states, "\"\"") == 0)
        return false; /* killed before its run began */
    bool interrupted = strcmp(states, "interrupted") == 0;
    CU_ASSERT_TRUE(interrupted || strcmp(states, "finished") == 0);
    CU_ASSERT_TRUE(killed || !interrupted);
    return interrupted;
}

typedef struct killed_files {
    char plan[512], whole[512], killed[512]; /* the databases of two checks of it */
    char first[512], second[512];            /* their exports */
} killed_files;

/* Checks a plan that nobody disturbs; *length is how long that takes. False where there is no
 * program to do it. */
static bool check_undisturbed(killed_files *files, double *length)
{
    if (driver() == NULL) {
        support_skip("GRAZE names no program");
        return false;
    }
    snprintf(files->plan, sizeof files->plan, "%s", fixture_path("plan.csv"));
    snprintf(files->whole, sizeof files->whole, "%s", fixture_path("whole.db"));
    snprintf(files->killed, sizeof files->killed, "%s", fixture_path("killed.db"));
    snprintf(files->first, sizeof files->first, "%s", fixture_path("whole.csv"));
    snprintf(files->second, sizeof files->second, "%s", fixture_path("killed.csv"));
    write_plan(files->plan);
    double begun = seconds();
    CU_ASSERT_EQUAL_FATAL(status_of(start_check(files->whole, files->plan)), 1);
    *length = seconds() - begun;
    export_to(files->whole, files->first);
    return true;
}

static void a_check_that_is_killed_can_be_repeated(void)
{
    killed_files files;
    double length;
    if (!check_undisturbed(&files, &length))
        return;
    CU_ASSERT_TRUE(atol(fixture_ask(files.whole, "SELECT (SELECT count(*) FROM contact) + "
                                           "(SELECT count(*) FROM unsafe_start)")) > 32768);
    size_t rounds = support_rounds(3, 60, 200), interrupted = 0;
    for (size_t i = 0; i < rounds; i++) {
        pid_t child = start_check(files.killed, files.plan);
        sleep_for(length * (rand() % 1000) / 1000);
        kill(child, SIGKILL);
        interrupted += check_remains(files.killed, status_of(child) == -SIGKILL);
        CU_ASSERT_EQUAL(status_of(start_check(files.killed, files.plan)), 1);
        export_to(files.killed, files.second);
        fixture_remember(files.first);
        CU_ASSERT_TRUE(fixture_unchanged(files.second));
        remove(files.killed);
        remove(files.second);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(interrupted > 0));
    fixture_clear();
}

static pid_t resume_check(const char *database_path, const char *plan_path)
{
    return START("check", "-q", "--radius", "0.4", "--unsafe-starts", "--resume", "-o",
                 database_path, plan_path);
}

/* Is there a check that can be resumed? */
static bool is_resumable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0 &&
           strcmp(fixture_ask(path, "SELECT count(*) FROM check_progress"), "1") == 0;
}

/* Killed and resumed until it comes to its end; how often it went on behind its first agent. */
static size_t kill_until_done(const char *path, const char *plan_path, double length)
{
    size_t later = 0;
    for (int status = -SIGKILL; status == -SIGKILL;) {
        bool resumable = is_resumable(path);
        later += resumable &&
                 atol(fixture_ask(path, "SELECT agents_done FROM check_progress")) > 0;
        if (!resumable)
            remove(path); /* killed before its plan was in */
        pid_t child = resumable ? resume_check(path, plan_path) : start_check(path, plan_path);
        sleep_for(length * (0.1 + rand() % 1000 / 1000.0));
        kill(child, SIGKILL);
        status = status_of(child);
        CU_ASSERT_TRUE(status == -SIGKILL || status == 1);
    }
    return later;
}

static void a_check_that_is_killed_again_and_again_is_resumed(void)
{
    killed_files files;
    double length;
    if (!check_undisturbed(&files, &length))
        return;
    size_t rounds = support_rounds(2, 30, 200), later = 0;
    for (size_t i = 0; i < rounds; i++) {
        later += kill_until_done(files.killed, files.plan, length);
        export_to(files.killed, files.second);
        fixture_remember(files.first);
        CU_ASSERT_TRUE(fixture_unchanged(files.second));
        CU_ASSERT_EQUAL(status_of(START("query", files.killed, "verify")), 0);
        CU_ASSERT_STRING_EQUAL(fixture_ask(files.killed, "SELECT count(*) FROM run"), "1");
        CU_ASSERT_STRING_EQUAL(
            fixture_ask(files.killed, "SELECT count(*) FROM check_progress"), "0");
        remove(files.killed);
        remove(files.second);
    }
    CU_ASSERT_TRUE(later > 0 || rounds < 10);
    fixture_clear();
}

CU_TestInfo killed_check_tests[] = {
    SUPPORT_TEST(a_check_that_is_killed_again_and_again_is_resumed),
    SUPPORT_TEST(a_check_that_is_killed_can_be_repeated),
    CU_TEST_INFO_NULL,
};
