/* SPDX-License-Identifier: MIT */
/* The named questions, asked about a small run whose answers are known. */
#include "storage/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "storage/query.h"
#include "support/run.h"

static database *open_results(void)
{
    const char *path = fixture_path("question.db");
    if (fixture_file_count() == 0)
        fixture_write_run(path);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    return db;
}

static int64_t other_plan = 1;

static query_value value_for(const char *name)
{
    if (strcmp(name, "other") == 0)
        return (query_value){.kind = QUERY_INTEGER, .integer = other_plan};
    if (strcmp(name, "agent") == 0)
        return (query_value){.kind = QUERY_TEXT, .text = "bert", .length = 4};
    if (strcmp(name, "t") == 0)
        return (query_value){.kind = QUERY_REAL, .real = 0.25};
    return (query_value){.kind = QUERY_INTEGER, .integer = 1}; /* plan, count, x, y, cell */
}

static void print_cell(FILE *out, const query_value *value)
{
    if (value->kind == QUERY_INTEGER)
        fprintf(out, "%lld", (long long)value->integer);
    if (value->kind == QUERY_REAL)
        fprintf(out, "%g", value->real);
    if (value->kind == QUERY_TEXT)
        fwrite(value->text, 1, value->length, out);
}

/* The rows of a question, columns apart by '|', of the first so many columns. */
static const char *answer_of(const char *sql, size_t columns)
{
    static char text[16384];
    database *db = open_results();
    query *asked = NULL;
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_EQUAL_FATAL(query_open(db, sql, NULL, &asked), IO_OK);
    for (size_t i = 0; i < query_parameters(asked); i++) {
        query_value value = value_for(query_parameter_name(asked, i));
        CU_ASSERT_EQUAL(query_bind(asked, i, &value), IO_OK);
    }
    bool row = false;
    while (query_next(asked, &row) == IO_OK && row)
        for (size_t c = 0; c < columns; c++) {
            query_value value = query_cell(asked, c);
            print_cell(out, &value);
            putc(c + 1 < columns ? '|' : '\n', out);
        }
    fclose(out);
    query_close(asked);
    database_close(db);
    return text;
}

static const char *answer(const char *name, size_t columns)
{
    CU_ASSERT_PTR_NOT_NULL_FATAL(question_find(name));
    return answer_of(question_find(name)->sql, columns);
}

static void runs_lists_every_run(void)
{
    CU_ASSERT_STRING_EQUAL(answer("runs", 5), "1|finished|1|1|5\n");
}

static void safe_says_no_and_how_deep(void)
{
    CU_ASSERT_STRING_EQUAL(answer("safe", 13), "1|no|5|2|2|1|1|0.5|1e-16|1e-09|0|0|2\n");
}

static void first_conflict_is_the_first_in_time(void)
{
    CU_ASSERT_STRING_EQUAL(answer("first-conflict", 8),
                           "anna|cara, \"the third\"|conflict|0|0.1|0.333333|0.5|0.25\n");
}

static void deepest_keeps_to_its_count(void)
{
    CU_ASSERT_STRING_EQUAL(answer("deepest", 3), "anna|cara, \"the third\"|conflict\n");
}

static void at_time_finds_who_is_in_conflict_then(void)
{
    CU_ASSERT_STRING_EQUAL(answer("at-time", 3), "anna|cara, \"the third\"|conflict\n");
}

static void who_lists_the_conflicts_of_an_agent(void)
{
    CU_ASSERT_STRING_EQUAL(answer("who", 5), "anna|bert|conflict|0|1.25\n");
}

static void degree_counts_others_most_first(void)
{
    CU_ASSERT_STRING_EQUAL(answer("degree", 5), "anna|2|2|0.5|0.1\n"
                                                "bert|1|1|0.03125|1.25\n"
                                                "cara, \"the third\"|1|1|0.5|0.1\n");
}

static void delay_says_when_a_motion_may_start_instead(void)
{
    CU_ASSERT_STRING_EQUAL(answer("delay", 7), "anna|0|bert|0|0|0.333333|0.333333\n");
}

static void broken_lists_the_rules_of_each_agent(void)
{
    CU_ASSERT_STRING_EQUAL(answer("broken", 13),
                           "cara, \"the third\"|goal|0|9|9|11|2|3|0.1|2|||\n"
                           "cara, \"the third\"|speed|1|0.333333|9|2|2||||0|1|0.1\n");
}

static void slack_lists_the_tightest_first(void)
{
    CU_ASSERT_STRING_EQUAL(answer("slack", 6), "anna|1|0|bert|0|0\n"
                                               "bert|0|0.333333|cara, \"the third\"|1|0\n"
                                               "cara, \"the third\"|0|inf|||\n");
}

static void histogram_counts_by_decade(void)
{
    CU_ASSERT_STRING_EQUAL(answer("histogram", 5), "-1|conflict|1|0.5|0.5\n"
                                                   "-2|conflict|1|0.03125|0.03125\n"
                                                   "-17|graze|1|1e-16|1e-16\n");
}

static void hot_spots_are_where_the_first_agent_is(void)
{
    CU_ASSERT_STRING_EQUAL(answer("hot-spots", 5), "0|0|1|0.5|0.1\n");
}

static void near_finds_the_agent_at_a_place_and_time(void)
{
    CU_ASSERT_STRING_EQUAL(answer("near", 5), "anna|0|0.25|0|1.25\n");
}

static void compare_sets_numbers_side_by_side(void)
{
    CU_ASSERT_STRING_EQUAL(answer("compare", 3),
                           "broken_rules|2|2\npairs_decided|10|10\nseconds|0.1|0.1\n");
}

static void changed_lists_the_pairs_that_differ(void)
{
    CU_ASSERT_STRING_EQUAL(answer("changed", 9), "");
    const char *path = fixture_path("question.db");
    other_plan = fixture_write_run(path);
    CU_ASSERT_EQUAL(other_plan, 2);
    CU_ASSERT_STRING_EQUAL(answer("changed", 9), "");
    fixture_ask(path, "UPDATE meeting SET depth_m = 0.0625 WHERE plan_id = 2 AND agent_b_id = 1");
    fixture_ask(path, "DELETE FROM meeting "
                      "WHERE plan_id = 2 AND agent_a_id = 0 AND agent_b_id = 2");
    fixture_ask(path, "UPDATE meeting SET verdict = 'conflict' "
                      "WHERE plan_id = 2 AND agent_a_id = 1");
    CU_ASSERT_STRING_EQUAL(answer("changed", 9),
                           "changed|anna|bert|1|1.25|0.03125|1|1.25|0.0625\n"
                           "new|anna|cara, \"the third\"|1|0.1|0.5|||\n"
                           "gone|bert|cara, \"the third\"||||1|7|1e-16\n");
    other_plan = 1;
    fixture_clear();
}

/* ---- changed, held against a search through all pairs ---------------------------------- */

enum { CREW = 12 };

/* A plan of agents "0" to "11" that stand still, numbered from `first` on, round and round;
 * one name may be another. Each pair meets in the way of its names (or numbers), but some
 * otherwise: one in `changes`, never for 0. */
static void write_crew(size_t first, const char *stranger, bool by_number, int changes)
{
    static graze_motion standing = {.form = GRAZE_KINEMATIC, .duration = 9};
    char called[CREW][16];
    plan_agent agents[CREW];
    size_t names[CREW];
    for (size_t i = 0; i < CREW; i++) {
        names[i] = (first + i) % CREW;
        snprintf(called[i], sizeof called[i], "%zu", names[i]);
        agents[i] = (plan_agent){.label = called[i],
                                 .body = {.radius = 1},
                                 .trajectory = {.motions = &standing, .count = 1},
                                 .at_end = GRAZE_STAY};
    }
    if (stranger != NULL)
        snprintf(called[3], sizeof called[3], "%s", stranger);
    const plan crew = {.agents = agents, .agent_count = CREW, .dimension = 2, .has_bodies = true};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(fixture_path("question.db"), fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &crew, 0, &plan_id), IO_OK);
    for (size_t a = 0; a < CREW; a++)
        for (size_t b = a + 1; b < CREW; b++) {
            size_t way = by_number ? a * b : names[a] * names[b];
            bool changed = changes > 0 && rand() % changes == 0;
            int how = changed ? rand() % 3 : -1;
            graze_meeting met = {.verdict = way % 4 == 3 ? GRAZE_GRAZE : GRAZE_CONFLICT,
                                 .when = {(double)(way % 5) - (how == 0), 8},
                                 .depth = (double)(way % 4 + 1 + (how == 1)) / 8};
            for (int part = 0; part < (int)(way % 3) + (how == 2); part++)
                CU_ASSERT_EQUAL(database_add_meeting(db, plan_id, a, b, part, &met), IO_OK);
        }
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
}

#define IN_CONFLICT(plan)                                                                          \
    "(SELECT min(a.label, b.label) AS a, max(a.label, b.label) AS b, p.conflicts AS n, "           \
    "p.first_conflict_s AS first, p.deepest_conflict_m AS deepest FROM pair_summary_counted AS p " \
    "JOIN agent AS a ON a.plan_id = p.plan_id AND a.agent_id = p.agent_a_id "                      \
    "JOIN agent AS b ON b.plan_id = p.plan_id AND b.agent_id = p.agent_b_id "                      \
    "WHERE p.plan_id = " plan " AND p.conflicts > 0)"

static const char changed_by_search[] =
    "SELECT CASE WHEN o.n IS NULL THEN 'new' WHEN p.n IS NULL THEN 'gone' ELSE 'changed' END, "
    "coalesce(p.a, o.a), coalesce(p.b, o.b), p.n, p.first, p.deepest, o.n, o.first, o.deepest "
    "FROM " IN_CONFLICT(":plan") " AS p FULL JOIN " IN_CONFLICT(":other") " AS o "
    "ON o.a = p.a AND o.b = p.b "
    "WHERE (p.n, p.first, p.deepest) IS NOT (o.n, o.first, o.deepest) ORDER BY 2, 3";

static void changed_finds_what_a_search_through_all_pairs_finds(void)
{
    size_t lines = 0;
    srand(7);
    for (size_t round = 0; round < support_rounds(40, 400, 2000); round++) {
        bool equal = round % 4 == 0, by_number = round % 8 == 1;
        write_crew(0, NULL, by_number, 0);
        write_crew(round % 4 == 1 ? 5 : 0, round % 8 == 3 ? "guest" : NULL, by_number,
                   equal ? 0 : 1 + rand() % 60);
        other_plan = 2;
        char found[16384];
        snprintf(found, sizeof found, "%s", answer("changed", 9));
        CU_ASSERT_STRING_EQUAL(found, answer_of(changed_by_search, 9));
        CU_ASSERT_TRUE(!equal || found[0] == '\0');
        for (const char *at = found; (at = strchr(at, '\n')) != NULL; at++)
            lines++;
        fixture_clear();
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(lines > 100));
    other_plan = 1;
}

static void stats_are_those_of_the_run(void)
{
    CU_ASSERT_STRING_EQUAL(answer("stats", 2), "broken_rules|2\npairs_decided|10\nseconds|0.1\n");
}

/* Its kinds come one after the other, so nobody sorts them all. */
static void export_is_in_the_order_of_its_first_columns(void)
{
    static char sorted[16384], found[16384];
    fixture_write_run(fixture_path("question.db"));
    fixture_ask(fixture_path("question.db"),
                "UPDATE meeting SET seq_a = 1 - part, seq_b = 1 - part WHERE agent_b_id = 1");
    snprintf(found, sizeof found, "%s", answer("export", 8));
    snprintf(sorted, sizeof sorted, "SELECT * FROM (%s) ORDER BY 1, 2, 3, 4, 5, 6",
             question_find("export")->sql);
    CU_ASSERT_STRING_EQUAL(found, answer_of(sorted, 8));
    CU_ASSERT_TRUE(strlen(found) > 500);
    fixture_clear();
}

static void export_holds_everything_sorted(void)
{
    CU_ASSERT_STRING_EQUAL(answer("export", 14),
                           "agent|0|||||stay|anna|0.5|||||\n"
                           "agent|1|||||stay|bert|0.25|||||\n"
                           "agent|2|||||vanish|cara, \"the third\"|0.5|||||\n"
                           "agent|3|||||vanish|dora|0.125|||||\n"
                           "agent|4|||||vanish|emil|0|||||\n"
                           "agent_vertex|3||0||||||||||\n"
                           "agent_vertex|3||1||||||||||\n"
                           "agent_vertex|3||2||||||||||\n"
                           "broken_rule|2|||3|0|goal|||9|9|||\n"
                           "broken_rule|2||0||1|speed|||0.333333|9|1|0.1|\n"
                           "conflict|0|1|0|0|0|conflict|||1.25|2.5|0.03125|2|-0.03125\n"
                           "input|||||0|plan|0123456789abcdef0123456789abcdef0123456789abcdef"
                           "0123456789abcdef||||||\n"
                           "input|||||1|bodies|fedcba9876543210fedcba9876543210fedcba9876543210"
                           "fedcba9876543210||||||\n"
                           "meeting|0|1|0|0|0|conflict|||1.25|2.5|0.03125|2|-0.03125\n"
                           "meeting|0|1|1|1|1|touch|||5|5|0|5|0\n"
                           "meeting|0|2|0|0|0|conflict|||0.1|0.333333|0.5|0.25|-0.5\n"
                           "meeting|1|2|1|0|0|graze|||7|inf|1e-16|7|-1e-16\n"
                           "motion|0||0|||waypoint|||||||\n"
                           "motion|0||1|||waypoint|||||||\n"
                           "motion|1||0|||kinematic|||||||\n"
                           "motion|1||1|||parked|||||||\n"
                           "motion|2||0|||kinematic|||||||\n"
                           "motion|3||0|||kinematic|||||||\n"
                           "plan|||||2|finished||1e-09|||||\n"
                           "slack|0|1|0|0|1||||||||\n"
                           "slack|1|2|1|0|0||||||||\n"
                           "slack|2||||0||||||||\n"
                           "unsafe_start|0|1|0|0|0||||-inf|-1|||\n"
                           "unsafe_start|0|1|0|0|1||||-0.5|0.333333|||\n"
                           "unsafe_start|0|1|0|0|2||||1|2|||\n");
    fixture_clear();
}

/* ---- the table -------------------------------------------------------------------- */

static void a_question_tells_exactly_the_parameters_it_has(void)
{
    database *db = open_results();
    for (size_t i = 0; i < question_count; i++) {
        query *asked = NULL;
        CU_ASSERT_EQUAL_FATAL(query_open(db, questions[i].sql, NULL, &asked), IO_OK);
        size_t told = 0;
        for (const char *at = questions[i].parameters; (at = strchr(at, '=')) != NULL; at++)
            told++;
        CU_ASSERT_EQUAL(query_parameters(asked), told);
        for (size_t p = 0; p < query_parameters(asked); p++)
            CU_ASSERT_PTR_NOT_NULL(strstr(questions[i].parameters, query_parameter_name(asked, p)));
        CU_ASSERT_PTR_EQUAL(question_find(questions[i].name), &questions[i]);
        CU_ASSERT_TRUE(strlen(questions[i].meaning) > 0);
        query_close(asked);
    }
    CU_ASSERT_PTR_NULL(question_find("SAFE"));
    database_close(db);
}

static void the_latest_plan_is_that_of_a_finished_run(void)
{
    const char *path = fixture_path("question.db");
    database_close(open_results());
    fixture_write_run(path);
    fixture_ask(path, "UPDATE run SET state = 'failed' WHERE run_id = 2");
    database *db = open_results();
    int64_t plan_id = 0;
    CU_ASSERT_EQUAL(question_latest_plan(db, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(plan_id, 1);
    database_close(db);
    fixture_ask(path, "UPDATE run SET state = 'interrupted' WHERE run_id = 1");
    db = open_results();
    CU_ASSERT_EQUAL(question_latest_plan(db, &plan_id), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "holds no plan of a finished run"));
    database_close(db);
    fixture_clear();
}

static void names_that_the_file_does_not_know_are_refused(void)
{
    database *db = open_results();
    CU_ASSERT_EQUAL(question_check_plan(db, 1), IO_OK);
    CU_ASSERT_EQUAL(question_check_plan(db, 2), IO_BAD_INPUT);
    CU_ASSERT_EQUAL(question_check_agent(db, 1, "emil"), IO_OK);
    CU_ASSERT_EQUAL(question_check_agent(db, 1, "Emil"), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "plan 1 has no agent 'Emil'"));
    database_close(db);
    fixture_clear();
}

CU_TestInfo question_tests[] = {
    SUPPORT_TEST(runs_lists_every_run),
    SUPPORT_TEST(safe_says_no_and_how_deep),
    SUPPORT_TEST(first_conflict_is_the_first_in_time),
    SUPPORT_TEST(deepest_keeps_to_its_count),
    SUPPORT_TEST(at_time_finds_who_is_in_conflict_then),
    SUPPORT_TEST(who_lists_the_conflicts_of_an_agent),
    SUPPORT_TEST(degree_counts_others_most_first),
    SUPPORT_TEST(delay_says_when_a_motion_may_start_instead),
    SUPPORT_TEST(broken_lists_the_rules_of_each_agent),
    SUPPORT_TEST(slack_lists_the_tightest_first),
    SUPPORT_TEST(histogram_counts_by_decade),
    SUPPORT_TEST(hot_spots_are_where_the_first_agent_is),
    SUPPORT_TEST(near_finds_the_agent_at_a_place_and_time),
    SUPPORT_TEST(compare_sets_numbers_side_by_side),
    SUPPORT_TEST(changed_lists_the_pairs_that_differ),
    SUPPORT_TEST(changed_finds_what_a_search_through_all_pairs_finds),
    SUPPORT_TEST(stats_are_those_of_the_run),
    SUPPORT_TEST(export_holds_everything_sorted),
    SUPPORT_TEST(export_is_in_the_order_of_its_first_columns),
    SUPPORT_TEST(a_question_tells_exactly_the_parameters_it_has),
    SUPPORT_TEST(the_latest_plan_is_that_of_a_finished_run),
    SUPPORT_TEST(names_that_the_file_does_not_know_are_refused),
    CU_TEST_INFO_NULL,
};
