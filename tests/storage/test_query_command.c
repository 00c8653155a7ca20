/* SPDX-License-Identifier: MIT */
/* `graze query` from its arguments to its exit status and its bytes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/query.h"
#include "fixture.h"
#include "storage/question.h"
#include "support/run.h"

static char printed[65536], complained[65536];

static void read_back(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, sizeof printed - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL)
        fclose(file);
}

/* Runs the command with its two streams sent into files, as a shell would. */
static int query_with(const char *const *arguments)
{
    static char name[] = "query";
    char *argv[16] = {name};
    int argc = 1;
    for (; arguments[argc - 1] != NULL; argc++)
        argv[argc] = (char *)(uintptr_t)arguments[argc - 1];
    fflush(NULL);
    int out = dup(STDOUT_FILENO), error = dup(STDERR_FILENO);
    char out_path[512], error_path[512];
    snprintf(out_path, sizeof out_path, "%s", fixture_path("stdout"));
    snprintf(error_path, sizeof error_path, "%s", fixture_path("stderr"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(out_path, "w", stdout));
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(error_path, "w", stderr));
    int status = cli_query(argc, argv);
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    close(out);
    close(error);
    setvbuf(stdout, NULL, _IOLBF, 0);
    setvbuf(stderr, NULL, _IONBF, 0);
    read_back(out_path, printed);
    read_back(error_path, complained);
    return status;
}

#define QUERY(...) query_with((const char *const[]){__VA_ARGS__, NULL})

static const char *results(void)
{
    static char path[512];
    snprintf(path, sizeof path, "%s", fixture_path("command.db"));
    if (access(path, F_OK) != 0)
        fixture_write_run(path);
    return path;
}

static bool told(const char *words)
{
    return strstr(complained, words) != NULL;
}

static void without_a_name_the_questions_are_listed(void)
{
    CU_ASSERT_EQUAL(QUERY(results()), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "question,parameters,meaning\nruns,,\"every run"));
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "at-time,t=SECONDS [plan=ID],who is in conflict"));
    CU_ASSERT_STRING_EQUAL(complained, "");
}

static void a_question_is_answered_in_each_format(void)
{
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "count=1"), 0);
    CU_ASSERT_STRING_EQUAL(
        printed, "agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s\n"
                 "anna,\"cara, \"\"the third\"\"\",conflict,0,0.1,0.3333333333333333,0.5,0.25\n");
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "count=1", "--format", "jsonl", "--hex"), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "\"agent_b\":\"cara, \\\"the third\\\"\""));
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "\"begin_s\":\"0x1.999999999999ap-4\""));
    CU_ASSERT_EQUAL(QUERY("--format", "table", results(), "who", "agent=bert", "plan=1"), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "agent_a  agent_b  verdict   part"));
}

static void a_limit_leaves_the_first_rows(void)
{
    static char whole[sizeof printed];
    CU_ASSERT_EQUAL(QUERY(results(), "export"), 0);
    strcpy(whole, printed);
    CU_ASSERT_EQUAL(QUERY(results(), "export", "--limit", "3"), 0);
    CU_ASSERT_NSTRING_EQUAL(printed, whole, strlen(printed));
    size_t lines = 0;
    for (const char *at = printed; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    CU_ASSERT_EQUAL(lines, 4);
    CU_ASSERT_EQUAL(QUERY(results(), "export", "--limit", "4096"), 0);
    CU_ASSERT_STRING_EQUAL(printed, whole);
    CU_ASSERT_EQUAL(QUERY(results(), "export", "--limit", "0"), 2);
}

/* An answer may be empty because there is nothing, or because nothing was kept. */
static void an_empty_answer_says_which_option_fills_it(void)
{
    const char *path = results();
    CU_ASSERT_EQUAL(QUERY(path, "slack"), 0);
    CU_ASSERT_EQUAL(QUERY(path, "delay"), 0);
    CU_ASSERT_STRING_EQUAL(complained, "");
    CU_ASSERT_EQUAL(QUERY(path, "obstacles"), 0);
    CU_ASSERT_STRING_EQUAL(
        printed, "agent,map_column,map_row,obstacle,part,begin_s,end_s,depth_m,depth_at_s\n");
    CU_ASSERT_TRUE(told("nothing was kept of plan 1 for 'obstacles'; "
                        "`graze check --map MAP (or --obstacles FILE) PLAN -o FILE` keeps it"));
    fixture_ask(path, "DELETE FROM slack");
    fixture_ask(path, "DELETE FROM unsafe_start");
    CU_ASSERT_EQUAL(QUERY(path, "slack"), 0);
    CU_ASSERT_TRUE(told("`graze check --slack PLAN -o FILE` keeps it"));
    CU_ASSERT_EQUAL(QUERY(path, "delay", "plan=1"), 0);
    CU_ASSERT_TRUE(told("`graze check --unsafe-starts PLAN -o FILE` keeps it"));
    CU_ASSERT_EQUAL(QUERY("-q", path, "delay"), 0);
    CU_ASSERT_STRING_EQUAL(complained, "");
    fixture_ask(path, "DELETE FROM contact"); /* no conflict, so there is no delay to find */
    CU_ASSERT_EQUAL(QUERY(path, "delay"), 0);
    CU_ASSERT_STRING_EQUAL(complained, "");
    fixture_clear();
}

/* Each name with its parameters and its meaning, in the help and without a database. */
static void the_help_tells_every_question(void)
{
    CU_ASSERT_EQUAL(QUERY("--help"), 0);
    for (size_t i = 0; i < question_count; i++) {
        char words[512];
        snprintf(words, sizeof words, "\n  %-15s%s%s%s\n", questions[i].name,
                 questions[i].parameters,
                 questions[i].parameters[0] != '\0' ? "\n                 " : "",
                 questions[i].meaning);
        CU_ASSERT_PTR_NOT_NULL(strstr(printed, words));
    }
}

static void empty_cells_and_kinds_are_kept(void)
{
    CU_ASSERT_EQUAL(QUERY(results(), "SELECT NULL AS n, 7 AS i, 7.0 AS r, '' AS t, x'00ff' AS b"),
                    0);
    CU_ASSERT_STRING_EQUAL(printed, "n,i,r,t,b\n,7,7,\"\",00ff\n");
}

static void free_sql_takes_values_by_name(void)
{
    CU_ASSERT_EQUAL(QUERY(results(),
                          "SELECT label FROM agent WHERE plan_id = :plan AND "
                          "agent_id >= :least AND label <> :name ORDER BY label",
                          "least=2", "name=dora"),
                    0);
    CU_ASSERT_STRING_EQUAL(printed, "label\n\"cara, \"\"the third\"\"\"\nemil\n");
    CU_ASSERT_EQUAL(
        QUERY(results(), "SELECT typeof(:a), typeof(:b), typeof(:c)", "a=1", "b=0x1p-3", "c=1x"),
        0);
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "\ninteger,real,text\n"));
}

static void the_sql_of_a_question_can_be_read_and_asked(void)
{
    CU_ASSERT_EQUAL(QUERY(results(), "--sql", "safe"), 0);
    static char sql[sizeof printed];
    strcpy(sql, printed);
    CU_ASSERT_EQUAL(QUERY(results(), sql), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(printed, "\n1,no,5,2,2,1,1,0.5,1e-16,1e-9,0,0,2\n"));
    CU_ASSERT_EQUAL(QUERY("--sql", "safe"), 0);
    CU_ASSERT_STRING_EQUAL(printed, sql);
}

static void an_answer_can_go_to_a_file(void)
{
    char file[512], text[sizeof printed];
    snprintf(file, sizeof file, "%s", fixture_path("answer.csv"));
    CU_ASSERT_EQUAL(QUERY(results(), "stats", "-o", file), 0);
    CU_ASSERT_STRING_EQUAL(printed, "");
    read_back(file, text);
    CU_ASSERT_STRING_EQUAL(text, "name,value\nbroken_rules,2\npairs_decided,10\nseconds,0.1\n");
    CU_ASSERT_EQUAL(QUERY(results(), "SELECT nothing FROM run", "-o", fixture_path("none.csv")), 2);
    CU_ASSERT_EQUAL(access(fixture_path("none.csv"), F_OK), -1);
}

static void an_answer_never_replaces_its_database(void)
{
    fixture_remember(results());
    CU_ASSERT_EQUAL(QUERY(results(), "stats", "-o", results()), 2);
    CU_ASSERT_TRUE(told("--output is the database itself"));
    CU_ASSERT_TRUE(fixture_unchanged(results()));
}

static void bad_usage_ends_with_two_and_a_hint(void)
{
    CU_ASSERT_EQUAL(QUERY(NULL), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "saef"), 2);
    CU_ASSERT_TRUE(told("there is no question 'saef'") && told("did you mean 'safe'?"));
    CU_ASSERT_EQUAL(QUERY(results(), "at-time"), 2);
    CU_ASSERT_TRUE(told("no value is given for 't'"));
    CU_ASSERT_EQUAL(QUERY(results(), "at-time", "t=nan"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "at-time", "t=soon"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "count=-1"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "count=99999999999999999999"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "plan=2"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "depth=2"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "count=1", "count=1"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "deepest", "2"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "who", "agent=zoe"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "SELECT ?"), 2);
    CU_ASSERT_EQUAL(QUERY(results(), "DELETE FROM plan"), 2);
    CU_ASSERT_TRUE(told("hint: only reading is possible here"));
    CU_ASSERT_STRING_EQUAL(printed, "");
}

static void a_missing_file_is_a_system_error(void)
{
    CU_ASSERT_EQUAL(QUERY(fixture_path("missing.db"), "safe"), 4);
    CU_ASSERT_EQUAL(access(fixture_path("missing.db"), F_OK), -1);
}

/* Another time, another process, another run: the same bytes. */
static void the_export_of_a_repeated_run_is_the_same_bytes(void)
{
    static char first[sizeof printed];
    CU_ASSERT_EQUAL(QUERY(results(), "export"), 0);
    strcpy(first, printed);
    CU_ASSERT_PTR_NOT_NULL(strstr(first, "0x1.5555555555555p-2"));
    fixture_write_run(results());
    CU_ASSERT_EQUAL(QUERY(results(), "export", "plan=2"), 0);
    CU_ASSERT_STRING_EQUAL(printed, first);
    fixture_clear();
}

CU_TestInfo query_command_tests[] = {
    SUPPORT_TEST(without_a_name_the_questions_are_listed),
    SUPPORT_TEST(a_question_is_answered_in_each_format),
    SUPPORT_TEST(a_limit_leaves_the_first_rows),
    SUPPORT_TEST(an_empty_answer_says_which_option_fills_it),
    SUPPORT_TEST(the_help_tells_every_question),
    SUPPORT_TEST(empty_cells_and_kinds_are_kept),
    SUPPORT_TEST(free_sql_takes_values_by_name),
    SUPPORT_TEST(the_sql_of_a_question_can_be_read_and_asked),
    SUPPORT_TEST(an_answer_can_go_to_a_file),
    SUPPORT_TEST(an_answer_never_replaces_its_database),
    SUPPORT_TEST(bad_usage_ends_with_two_and_a_hint),
    SUPPORT_TEST(a_missing_file_is_a_system_error),
    SUPPORT_TEST(the_export_of_a_repeated_run_is_the_same_bytes),
    CU_TEST_INFO_NULL,
};
