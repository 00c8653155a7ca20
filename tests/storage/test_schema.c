/* SPDX-License-Identifier: MIT */
/* The tables themselves, and the way from one version to the next. */
#include "storage/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "support/run.h"

static const char *results(void)
{
    static const char *path;
    path = fixture_path("schema.db");
    if (fixture_file_count() == 0)
        fixture_write_run(path);
    return path;
}

static void the_file_says_what_it_is(void)
{
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "PRAGMA application_id"), "1198678394");
    CU_ASSERT_EQUAL(SCHEMA_APPLICATION_ID, ('G' << 24) + ('r' << 16) + ('a' << 8) + 'z');
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "PRAGMA user_version"), fixture_version());
}

static void the_promised_tables_are_there_and_strict(void)
{
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "SELECT name FROM pragma_table_list WHERE "
                                                  "type = 'table' AND name NOT LIKE 'sqlite_%' "
                                                  "AND strict ORDER BY name"),
                           "agent\nbatch\nbody\nbody_vertex\nbroken_rule\ncheck_progress\ncontact\n"
                           "edge\n"
                           "input\njob\nmap\nmap_cell\n"
                           "meeting\nmotion\nmotion_body\nmotion_more\nobstacle\nobstacle_meeting\n"
                           "obstacle_vertex\npair_summary\nplan\nplan_map\n"
                           "ramp\nrun\n"
                           "run_digest\nrun_stat\nslack\nsolve\nsolve_stat\nunsafe_start\nvertex");
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "SELECT count(*) FROM pragma_table_list WHERE "
                                                  "type = 'table' AND name NOT LIKE 'sqlite_%' "
                                                  "AND NOT strict"),
                           "0");
}

static void columns_with_numbers_carry_their_unit(void)
{
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(),
                                       "SELECT t.name, c.name FROM pragma_table_list AS t, "
                                       "pragma_table_info(t.name) AS c WHERE t.type = 'table' AND "
                                       "c.type = 'REAL' AND c.name NOT GLOB '*_s' AND "
                                       "c.name NOT GLOB '*_m' AND c.name NOT GLOB '*_mps' AND "
                                       "c.name NOT GLOB '*_mps2' ORDER BY t.name, c.name"),
                           "broken_rule|allowed\nbroken_rule|value\nramp|share\n"
                           "run_stat|value\nsolve_stat|value");
}

static void every_view_can_be_asked(void)
{
    static const char *const views[][2] = {
        {"plan_safety", "1"},
        {"meeting_labelled", "4"},
        {"conflict", "2"},
        {"graze", "1"},
        {"touch", "1"},
        {"agent_meeting", "8"},
        {"agent_path", "5"},
        {"motion_whole", "6"},
        {"contact_labelled", "1"},
        {"pair_summary_labelled", "3"},
        {"pair_summary_counted", "3"},
        {"unsafe_start_labelled", "3"},
        {"slack_labelled", "3"},
        {"obstacle_meeting_labelled", "0"},
        {"broken_rule_labelled", "2"},
        {"first_conflict", "1"},
        {"deepest_conflict", "2"},
        {"conflict_degree", "3"},
        {"conflict_delay", "1"},
        {"depth_histogram", "3"},
        {"solve_summary", "0"},
        {"solve_reach", "0"},
    };
    enum { VIEWS = sizeof views / sizeof views[0] };
    char ask[128];
    for (int i = 0; i < VIEWS; i++) {
        snprintf(ask, sizeof ask, "SELECT count(*) FROM %s", views[i][0]);
        CU_ASSERT_STRING_EQUAL(fixture_ask(results(), ask), views[i][1]);
    }
    CU_ASSERT_EQUAL(
        atoi(fixture_ask(results(), "SELECT count(*) FROM sqlite_schema WHERE type = 'view'")),
        VIEWS);
}

/* "agent" and "agent_a" are the labels of agents in every view, and ids end in _id, in every
 * table; pair_summary_counted is but the other half of a table. */
static void agents_of_views_are_labels_and_ids_end_in_id(void)
{
    static const char columns[] =
        "FROM pragma_table_list AS t, pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND "
        "c.name IN ('agent', 'agent_a', 'agent_b', 'other_agent')";
    char ask[512];
    snprintf(ask, sizeof ask,
             "SELECT group_concat(DISTINCT t.type), group_concat(DISTINCT c.type), count(*) > 20 "
             "%s",
             columns);
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), ask), "view|TEXT|1");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT t.name, c.name FROM pragma_table_list AS t, "
                               "pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND "
                               "c.name GLOB '*_id' AND c.type <> 'INTEGER'"),
        "run|boot_id");
}

/* Inside of their statements, where the sqlite3 shell shows it. */
static void every_table_and_view_says_what_it_is(void)
{
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                               "AND name NOT LIKE 'sqlite_%' AND sql NOT GLOB "
                               "'CREATE * ' || name || ' *' || char(10) || '*-- [A-Z]*'"),
        "");
}

static void conflicts_are_counted_by_their_name(void)
{
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT (SELECT count(*) FROM conflict), (SELECT count(*) FROM "
                               "graze), (SELECT count(*) FROM touch), conflicts, grazes, touches "
                               "FROM plan_safety"),
        "2|1|1|2|1|1");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT agent_a, agent_b, agent_a_id, agent_b_id, begin_s "
                               "FROM conflict ORDER BY begin_s"),
        "anna|cara, \"the third\"|0|2|0.1\nanna|bert|0|1|1.25");
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "SELECT agent_a, agent_b FROM graze"),
                           "bert|cara, \"the third\"");
}

static void all_meetings_of_an_agent_need_no_or(void)
{
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT other_agent, verdict, agent_id, other_agent_id, seq, "
                               "other_seq FROM agent_meeting WHERE agent = 'bert' "
                               "ORDER BY begin_s"),
        "anna|conflict|1|0|0|0\nanna|touch|1|0|1|1\ncara, \"the third\"|graze|1|2|1|0");
}

/* On its way an agent waits twice in a row, goes along a parabola and arrives braking; it stands
 * there. Another one stands all the time, and a third brakes along a ramp. */
static void the_way_of_an_agent_has_an_arrival_a_length_and_waits(void)
{
    const char *path = results();
    fixture_ask(path, "DELETE FROM slack");
    fixture_ask(path, "DELETE FROM unsafe_start");
    fixture_ask(path, "DELETE FROM contact");
    fixture_ask(path, "DELETE FROM meeting");
    fixture_ask(path, "DELETE FROM broken_rule");
    fixture_ask(path, "DELETE FROM motion_more");
    fixture_ask(path, "DELETE FROM motion");
    fixture_ask(path, "INSERT INTO motion VALUES (1,0,0, 1,1, 0,0, 3,4), (1,0,1, 2,1, 3,4, 3,4), "
                      "(1,0,2, 3,1, 3,4, NULL,NULL), (1,0,3, 5,2, 3,4, NULL,NULL), "
                      "(1,0,4, 7,2, 5,6, NULL,NULL), (1,0,5, 7,2, 5,6, NULL,NULL), "
                      "(1,1,0, 4,9e999, 1,1, 1,1), (1,3,0, 4,2, 1,1, NULL,NULL)");
    fixture_ask(path,
                "INSERT INTO motion_more VALUES "
                "(1,0,2,'kinematic', 0,1,0, NULL,NULL,NULL, 0,0,0, 0,0,0),"
                "(1,0,3,'kinematic', 0,0,0, NULL,NULL,NULL, 0,1,0, 1,0,0),"
                "(1,0,4,'kinematic', 0,0,0, NULL,NULL,NULL, 4,0,0, -2,0,0),"
                "(1,0,5,'parked',    0,0,0, NULL,NULL,NULL, 4,0,0, -2,0,0),"
                "(1,3,0,'ramp', 0,0,0, 4,5,0, NULL,NULL,NULL,NULL,NULL,NULL)");
    fixture_ask(path, "INSERT INTO ramp VALUES (1,3,0,2)");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "SELECT agent, begin_s, arrival_s, round(length_m, 9), waits, "
                          "waiting_s FROM agent_path WHERE agent_id < 4"),
        "anna|1.0|9.0|11.957885715|1|3.0\n"
        "bert|4.0|4.0|0.0|0|0.0\n"
        "cara, \"the third\"||||0|0.0\n"
        "dora|4.0|6.0|5.0|0|0.0");
    fixture_clear();
}

static void views_answer_what_people_ask_first(void)
{
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(),
                                       "SELECT safe, agents, pairs_in_conflict, conflicts, grazes, "
                                       "touches, deepest_conflict_m, deepest_graze_text "
                                       "FROM plan_safety"),
                           "no|5|2|2|1|1|0.5|9.9999999999999998e-17");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT agent_a, agent_b, begin_text FROM first_conflict"),
        "anna|cara, \"the third\"|0.10000000000000001");
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT place, agent_b FROM deepest_conflict ORDER BY place"),
        "1|cara, \"the third\"\n2|bert");
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "SELECT agent, degree, conflicts, deepest_m, "
                                                  "first_begin_s FROM conflict_degree"),
                           "anna|2|2|0.5|0.1\nbert|1|1|0.03125|1.25\n"
                           "cara, \"the third\"|1|1|0.5|0.1");
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(),
                                       "SELECT verdict, decade, meetings FROM depth_histogram "
                                       "ORDER BY decade"),
                           "graze|-17|1\nconflict|-2|1\nconflict|-1|1");
}

/* The interval that holds the start is the last that begins before it; one that
 * begins at the very double does so only when the start has a tail. */
static void the_delay_of_a_conflict_ends_at_the_interval_that_holds_its_start(void)
{
    static const char ask[] = "SELECT agent_a, agent_b, conflict_begin_s, start_s, "
                              "safe_start_text, delay_s FROM conflict_delay";
    const char *path = results();
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask),
                           "anna|bert|1.25|0.0|0.33333333333333331|0.333333333333333");
    fixture_ask(path, "UPDATE motion SET start_s = 1 WHERE agent_id = 0 AND seq = 0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask),
                           "anna|bert|1.25|1.0|0.33333333333333331|-0.666666666666667");
    fixture_ask(path, "INSERT INTO motion_more SELECT plan_id, agent_id, seq, 'waypoint', 1e-30, "
                      "0, 0, to_x_m, to_y_m, 0, NULL, NULL, NULL, NULL, NULL, NULL FROM motion "
                      "WHERE agent_id = 0 AND seq = 0");
    fixture_ask(path, "UPDATE motion SET to_x_m = NULL, to_y_m = NULL "
                      "WHERE agent_id = 0 AND seq = 0");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "anna|bert|1.25|1.0|2.0|1.0");
    fixture_ask(path, "DELETE FROM unsafe_start");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "anna|bert|1.25|1.0||");
    fixture_ask(path, "UPDATE contact SET verdict = 'graze'");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "");
    fixture_clear();
}

static void a_plan_of_an_unfinished_run_is_not_called_safe(void)
{
    const char *path = results();
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "UPDATE meeting SET verdict = 'graze'"), "");
    fixture_ask(path, "DELETE FROM broken_rule");
    fixture_ask(path, "DELETE FROM run_stat WHERE name = 'broken_rules'");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe, deepest_conflict_text FROM plan_safety"),
                           "yes|");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "UPDATE run SET state = 'interrupted'"), "");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT safe FROM plan_safety"), "unknown");
    fixture_clear();
}

/* Rows are looked at, and the number that checks before version 12 kept alone. */
static void a_plan_that_breaks_a_rule_is_not_called_safe(void)
{
    static const char ask[] = "SELECT safe, conflicts, broken_rules FROM plan_safety";
    const char *path = results();
    fixture_ask(path, "DELETE FROM meeting");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "no|0|2");
    fixture_ask(path, "DELETE FROM run_stat WHERE name = 'broken_rules'");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "no|0|2");
    fixture_ask(path, "DELETE FROM broken_rule");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "yes|0|0");
    fixture_ask(path, "INSERT INTO run_stat VALUES (1, 'broken_rules', 3)");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "no|0|3");
    fixture_ask(path, "UPDATE run_stat SET value = 0 WHERE name = 'broken_rules'");
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, ask), "yes|0|0");
    fixture_clear();
}

static void broken_rules_are_kept_with_what_they_are_about(void)
{
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(results(), "SELECT agent, rule, part, begin_s, end_s, x_m, y_m, z_m, "
                               "wanted_x_m, wanted_y_m, task, seq, value, allowed "
                               "FROM broken_rule_labelled ORDER BY part"),
        "cara, \"the third\"|goal|0|9.0|9.0|11.0|2.0|0.0|0.1|2.0|3|||\n"
        "cara, \"the third\"|speed|1|0.333333333333333|9.0|2.0|2.0|0.0||||0|1.0|0.1");
}

static void what_makes_no_sense_is_refused(void)
{
    static const char *const refused[] = {
        "INSERT INTO plan VALUES (9, 77, 2, 0, 'stand')",                      /* no such run */
        "INSERT INTO plan VALUES (9, 1, 4, 0, 'stand')",                       /* dimension */
        "INSERT INTO plan VALUES (9, 1, 2, 0, 'sit')",                         /* at_start */
        "INSERT INTO body VALUES (1, 9, 'wide')",                              /* a text */
        "INSERT INTO body VALUES (1, 9, -1.0)",                                /* radius */
        "INSERT INTO body_vertex VALUES (1, 77, 0, 0, 0)",                     /* no such body */
        "INSERT INTO agent VALUES (1, 9, 'anna', 0, 'stay')",                  /* label taken */
        "INSERT INTO agent VALUES (1, 9, 'zoe', 77, 'stay')",                  /* no such body */
        "INSERT INTO agent VALUES (1, 9, 'zoe', 0, 'leave')",                  /* at_end */
        "INSERT INTO agent VALUES (1, 9, NULL, 0, 'stay')",                    /* no label */
        "UPDATE run SET state = 'done'",                                       /* state */
        "UPDATE motion SET to_y_m = NULL WHERE to_x_m IS NOT NULL",            /* half a place */
        "UPDATE motion_more SET form = 'curved'",                              /* form */
        "UPDATE motion_more SET vx_mps = NULL, vy_mps = NULL, vz_mps = NULL, ax_mps2 = NULL, "
        "ay_mps2 = NULL, az_mps2 = NULL",                                      /* no velocity */
        "UPDATE motion_more SET to_x_m = 1, to_y_m = 1, to_z_m = 1",           /* both */
        "UPDATE motion_more SET form = 'ramp' WHERE form = 'parked'",          /* no place */
        "UPDATE motion_more SET seq = 77",                                     /* no such motion */
        "INSERT INTO ramp VALUES (1, 0, 0, 2.5)",                              /* share */
        "INSERT INTO ramp VALUES (1, 0, 0, NULL)",                             /* no share */
        "INSERT INTO ramp VALUES (1, 0, 77, 0.5)",                             /* no such motion */
        "INSERT INTO motion_body VALUES (1, 0, 77, 0)",                        /* no such motion */
        "INSERT INTO motion_body VALUES (1, 0, 0, 77)",                        /* no such body */
        "UPDATE motion SET duration_s = -1",                                   /* duration */
        "UPDATE motion SET agent_id = 77 WHERE agent_id = 3",                  /* no such agent */
        "UPDATE contact SET seq_b = 77",                                      /* no such motion */
        "UPDATE meeting SET agent_a_id = 2, agent_b_id = 1",                       /* order */
        "UPDATE meeting SET verdict = 'clear'",                      /* clear pairs do not meet */
        "INSERT INTO unsafe_start VALUES (1, 0, 0, 1, 0, 9, 2, 2)",  /* an empty interval */
        "INSERT INTO unsafe_start VALUES (1, 1, 0, 0, 0, 9, 1, 2)",  /* order */
        "INSERT INTO unsafe_start VALUES (1, 0, 0, 1, 77, 9, 1, 2)", /* no such motion */
        "INSERT INTO slack VALUES (1, 3, 0, 1.0, NULL, NULL, NULL)", /* bounded by nobody */
        "INSERT INTO slack VALUES (1, 3, 1, 1.0, 0, 0, 0)",          /* slack in a conflict */
        "INSERT INTO slack VALUES (1, 3, 0, -1.0, 0, 0, 0)",         /* negative */
        "INSERT INTO obstacle VALUES (9, 0, 'wall', 0)",             /* no such plan */
        "INSERT INTO obstacle VALUES (1, 0, NULL, 0)",               /* no label */
        "INSERT INTO obstacle VALUES (1, 0, 'wall', -1)",            /* radius */
        "INSERT INTO obstacle_vertex VALUES (1, 7, 0, 0, 0, 0)",     /* no such obstacle */
        "INSERT INTO obstacle_meeting VALUES (1, 0, -2, 0, 0, 'touch', 0, 1, 0, 0, 0, 0)", /* row */
        "UPDATE broken_rule SET rule = 'colour'",                    /* no such rule */
        "UPDATE broken_rule SET rule = 'speed'",                     /* of no motion */
        "UPDATE broken_rule SET task = NULL",                        /* of no task */
        "UPDATE broken_rule SET seq = 77 WHERE rule = 'speed'",      /* no such motion */
        "UPDATE broken_rule SET agent_id = 77 WHERE part = 0",       /* no such agent */
        "DELETE FROM run",                                           /* a plan hangs on it */
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *answer = fixture_ask(results(), refused[i]);
        CU_ASSERT_NSTRING_EQUAL(answer, "error: ", 7);
    }
    CU_ASSERT_STRING_EQUAL(fixture_ask(results(), "PRAGMA foreign_key_check"), "");
}

/* ---- versions --------------------------------------------------------------------- */

static sqlite3 *open_empty(void)
{
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &handle), SQLITE_OK);
    return handle;
}

static int version_of(sqlite3 *handle)
{
    int version = -1;
    CU_ASSERT_EQUAL(schema_version(handle, &version), SQLITE_OK);
    return version;
}

static bool works(sqlite3 *handle, const char *sql)
{
    return sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *const growing[] = {
    "CREATE TABLE first (x INTEGER) STRICT; INSERT INTO first VALUES (1)",
    "ALTER TABLE first ADD COLUMN y INTEGER NOT NULL DEFAULT 7",
    "CREATE TABLE third (z INTEGER) STRICT; INSERT INTO third SELECT x + y FROM first",
};

static void an_older_file_takes_only_the_steps_it_lacks(void)
{
    sqlite3 *handle = open_empty();
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 1}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(version_of(handle), 1);
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 3}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(version_of(handle), 3);
    CU_ASSERT_TRUE(works(handle, "UPDATE third SET z = iif(z = 8, 8, abs(-9223372036854775808))"));
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 3}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(version_of(handle), 3);
    sqlite3_close(handle);
}

static void a_step_that_fails_leaves_the_file_as_it_was(void)
{
    const char *const failing[] = {growing[0], growing[1], "CREATE TABLE first (x)"};
    sqlite3 *handle = open_empty();
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 1}),
        SQLITE_OK);
    CU_ASSERT_NOT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = failing, .count = 3}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(version_of(handle), 1);
    CU_ASSERT_TRUE(sqlite3_get_autocommit(handle));
    CU_ASSERT_FALSE(works(handle, "SELECT y FROM first"));
    CU_ASSERT_TRUE(works(handle, "SELECT x FROM first"));
    sqlite3_close(handle);
}

static void a_newer_file_stays_as_it_is(void)
{
    sqlite3 *handle = open_empty();
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 3}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(
        schema_upgrade(handle, &(schema_history){.steps = growing, .count = 2}),
        SQLITE_OK);
    CU_ASSERT_EQUAL(version_of(handle), 3);
    sqlite3_close(handle);
}

CU_TestInfo schema_tests[] = {
    SUPPORT_TEST(the_file_says_what_it_is),
    SUPPORT_TEST(the_promised_tables_are_there_and_strict),
    SUPPORT_TEST(columns_with_numbers_carry_their_unit),
    SUPPORT_TEST(every_view_can_be_asked),
    SUPPORT_TEST(agents_of_views_are_labels_and_ids_end_in_id),
    SUPPORT_TEST(every_table_and_view_says_what_it_is),
    SUPPORT_TEST(conflicts_are_counted_by_their_name),
    SUPPORT_TEST(all_meetings_of_an_agent_need_no_or),
    SUPPORT_TEST(the_way_of_an_agent_has_an_arrival_a_length_and_waits),
    SUPPORT_TEST(views_answer_what_people_ask_first),
    SUPPORT_TEST(what_makes_no_sense_is_refused),
    SUPPORT_TEST(the_delay_of_a_conflict_ends_at_the_interval_that_holds_its_start),
    SUPPORT_TEST(a_plan_of_an_unfinished_run_is_not_called_safe),
    SUPPORT_TEST(a_plan_that_breaks_a_rule_is_not_called_safe),
    SUPPORT_TEST(broken_rules_are_kept_with_what_they_are_about),
    SUPPORT_TEST(an_older_file_takes_only_the_steps_it_lacks),
    SUPPORT_TEST(a_step_that_fails_leaves_the_file_as_it_was),
    SUPPORT_TEST(a_newer_file_stays_as_it_is),
    CU_TEST_INFO_NULL,
};
