/* SPDX-License-Identifier: MIT */
/* A plan and what was found, read back: the same bits as were written. */
#include <string.h>

#include "fixture.h"
#include "storage/stored.h"
#include "storage/verify.h"
#include "support/run.h"

typedef struct seen {
    size_t meetings, conflicts;
    bool ascending;
    size_t last_a, last_b;
} seen;

static database *open_run(int64_t *plan_id)
{
    database *db = NULL;
    fixture_clear();
    const char *path = fixture_path("stored.db");
    *plan_id = fixture_write_run(path);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    return db;
}

static bool same_numbers(const double *left, const double *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i]) /* SQLite has one zero only */
            return false;
    return true;
}

static bool same_motion(const graze_motion *left, const graze_motion *right)
{
    const double a[] = {left->start,         left->start_tail,     left->duration,
                        left->duration_tail, left->position.x,     left->position.y,
                        left->position.z,    left->to.x,           left->to.y,
                        left->to.z,          left->acceleration.x, left->acceleration.y,
                        left->acceleration.z};
    const double b[] = {right->start,         right->start_tail,     right->duration,
                        right->duration_tail, right->position.x,     right->position.y,
                        right->position.z,    right->to.x,           right->to.y,
                        right->to.z,          right->acceleration.x, right->acceleration.y,
                        right->acceleration.z};
    return left->form == right->form && same_numbers(a, b, sizeof a / sizeof a[0]);
}

static bool same_agent(const plan_agent *left, const plan_agent *right)
{
    if (strcmp(left->label, right->label) != 0 || left->at_end != right->at_end ||
        left->body.radius != right->body.radius ||
        left->body.vertex_count != right->body.vertex_count ||
        left->trajectory.count != right->trajectory.count)
        return false;
    for (size_t i = 0; i < left->body.vertex_count; i++)
        if (left->body.vertices[i].x != right->body.vertices[i].x ||
            left->body.vertices[i].y != right->body.vertices[i].y)
            return false;
    for (size_t i = 0; i < left->trajectory.count; i++)
        if (!same_motion(&left->trajectory.motions[i], &right->trajectory.motions[i]))
            return false;
    return true;
}

static void a_plan_comes_back_bit_for_bit(void)
{
    int64_t plan_id;
    plan back;
    double tolerance = -1;
    database *db = open_run(&plan_id);
    CU_ASSERT_EQUAL_FATAL(stored_plan_read(db, plan_id, &back, &tolerance), IO_OK);
    const plan *wanted = fixture_plan();
    CU_ASSERT_EQUAL(back.dimension, wanted->dimension);
    CU_ASSERT_EQUAL(back.at_start, PLAN_ABSENT);
    CU_ASSERT(tolerance >= 0 && back.has_bodies);
    CU_ASSERT_EQUAL_FATAL(back.agent_count, wanted->agent_count);
    for (size_t i = 0; i < wanted->agent_count; i++)
        CU_ASSERT(same_agent(&back.agents[i], &wanted->agents[i]));
    plan_free(&back);
    database_close(db);
}

/* Slow at first, later fast, in space; a ramp that stands, which only a program makes; one whose
 * share needs all its bits. */
static const graze_motion ramps[] = {
    {.form = GRAZE_RAMP, .position = {1, 0.1, 7}, .to = {3, 0, 1e-300}, .share = 0, .duration = 3},
    {.form = GRAZE_RAMP, .position = {3, 0, 1e-300}, .to = {3, 0, 1e-300}, .share = 1.5,
     .start = 3, .duration = 1},
    {.form = GRAZE_RAMP, .position = {3, 0, 1e-300}, .to = {0, 0.3, 0},
     .share = 0x1.fffffffffffffp0, .start = 4, .start_tail = 0x1p-60,
     .duration = 0.1, .duration_tail = 0x1p-59},
    {.form = GRAZE_WAYPOINT, .position = {0, 0.3, 0}, .to = {0, 0.3, 0}, .start = 5,
     .duration = INFINITY},
};

/* A plan with ramps in a new file, ramps.db, and its run. */
static int64_t write_ramps(const char *path)
{
    static char label[] = "lift";
    plan_agent lift = {.label = label,
                       .body = {.radius = 0.5},
                       .trajectory = {.motions = ramps, .count = 4},
                       .at_end = GRAZE_STAY};
    const plan given = {.agents = &lift, .agent_count = 1, .dimension = 3,
                        .at_start = PLAN_STAND, .has_bodies = true};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &given, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    return plan_id;
}

static void ramps_come_back_bit_for_bit(void)
{
    const char *path = fixture_path("ramps.db");
    database *db = NULL;
    plan back;
    double tolerance;
    int64_t plan_id = write_ramps(path);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(stored_plan_read(db, plan_id, &back, &tolerance), IO_OK);
    CU_ASSERT_EQUAL(back.at_start, PLAN_STAND);
    CU_ASSERT_STRING_EQUAL(fixture_ask(path, "SELECT at_start FROM plan"), "stand");
    CU_ASSERT_EQUAL_FATAL(back.agents[0].trajectory.count, 4);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT(same_motion(&back.agents[0].trajectory.motions[i], &ramps[i]));
    plan_free(&back);
    database_close(db);
    fixture_clear();
}

/* A plan of two agents who do the same, and the digest that its run keeps; then all of it is
 * verified. */
static void write_and_verify(const char *path, const graze_motion *motions, size_t count,
                             int plans, size_t threads)
{
    static char both[][4] = {"one", "two"};
    plan_agent agents[2];
    for (int i = 0; i < 2; i++)
        agents[i] = (plan_agent){.label = both[i], .body = {.radius = 0.5},
                                 .at_end = GRAZE_VANISH,
                                 .trajectory = {.motions = motions, .count = count}};
    const plan given = {.agents = agents, .agent_count = 2, .dimension = 3, .has_bodies = true};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    database_use_threads(db, threads);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    for (int i = 0; i < plans; i++)
        CU_ASSERT_EQUAL(database_add_plan(db, run, &given, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_OK);
    plan back;
    double tolerance;
    CU_ASSERT_EQUAL_FATAL(stored_plan_read(db, plan_id, &back, &tolerance), IO_OK);
    CU_ASSERT_EQUAL_FATAL(back.agents[0].trajectory.count, count);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT(same_motion(&back.agents[0].trajectory.motions[i], &motions[i]));
    plan_free(&back);
    database_close(db);
    fixture_clear();
}

/* Their digest is taken on their way into the file, and `verify` takes it from there. */
static void motions_of_all_forms_are_written_as_they_are_hashed(void)
{
    const char *path = fixture_path("forms.db");
    const graze_motion plain = {.form = GRAZE_WAYPOINT, .position = {1, 2, 0}, .to = {3, 0.1, 0},
                                .duration = 0x1p-30};
    graze_motion one[6];
    for (int i = 0; i < 6; i++)
        one[i] = plain;
    one[0].to.x = -0.0;
    one[1].start_tail = 0x1p-60;
    one[2].duration_tail = -0x1p-90;
    one[3].position.z = 1e-300;
    one[4].to.z = -7;
    one[5] = (graze_motion){.form = GRAZE_PARKED, .velocity = {1, 2, 3}, .acceleration = {4, 5, 6},
                            .duration = 8};
    for (size_t threads = 1; threads < 3; threads++) {
        for (int i = 0; i < 6; i++)
            write_and_verify(path, &one[i], 1, 1 + i % 2, threads);
        write_and_verify(path, one, 6, 1, threads);
    }
}

/* Motions 0 and 2 have bodies of their own, a disc and a triangle. */
static int64_t write_bodies(const char *path)
{
    static char label[] = "lift", names[][8] = {"round", "wedge"};
    static size_t numbers[] = {1, 0, 2, 0};
    static const graze_point wedge[] = {{0, 0}, {0.1, 0}, {0, 1.0 / 3}};
    plan_body bodies[] = {{names[0], {.radius = 0.75}}, {names[1], {0.125, wedge, 3}}};
    graze_motion motions[4];
    graze_body own[4];
    const double times[] = {0, 1, 2, 3};
    const graze_vector places[] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 2, 0}};
    plan_agent lift = {.label = label, .body = {.radius = 0.5}, .numbers = numbers,
                       .trajectory = {.motions = motions, .bodies = own}, .at_end = GRAZE_STAY};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(4, times, places, GRAZE_STAY, motions,
                                                          &lift.trajectory.count, NULL), GRAZE_OK);
    for (size_t i = 0; i < 4; i++)
        own[i] = numbers[i] == 0 ? lift.body : bodies[numbers[i] - 1].body;
    const plan given = {.agents = &lift, .agent_count = 1, .bodies = bodies, .body_count = 2,
                        .dimension = 2, .has_bodies = true};
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    CU_ASSERT_EQUAL_FATAL(database_create(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(database_begin_run(db, "[]", &run), IO_OK);
    CU_ASSERT_EQUAL(database_add_plan(db, run, &given, 0, &plan_id), IO_OK);
    CU_ASSERT_EQUAL(database_finish_run(db, run, "finished", 0), IO_OK);
    database_close(db);
    return plan_id;
}

static void bodies_of_motions_come_back_bit_for_bit(void)
{
    const char *path = fixture_path("bodies.db");
    database *db = NULL;
    plan back;
    double tolerance;
    int64_t plan_id = write_bodies(path);
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL_FATAL(stored_plan_read(db, plan_id, &back, &tolerance), IO_OK);
    CU_ASSERT_EQUAL(back.body_count, 2);
    CU_ASSERT_EQUAL_FATAL(back.agents[0].trajectory.count, 4);
    const graze_body *own = back.agents[0].trajectory.bodies;
    CU_ASSERT_PTR_NOT_NULL_FATAL(own);
    CU_ASSERT(own[0].radius == 0.75 && own[0].vertex_count == 0);
    CU_ASSERT(own[1].radius == 0.5 && own[3].radius == 0.5);
    CU_ASSERT_FATAL(own[2].radius == 0.125 && own[2].vertex_count == 3);
    CU_ASSERT_EQUAL(own[2].vertices[2].y, 1.0 / 3);
    plan_free(&back);
    database_close(db);
    fixture_clear();
}

static void a_body_of_a_motion_that_was_changed_or_is_gone_is_noticed(void)
{
    static const char *const edits[] = {"UPDATE motion_body SET body_id = 1 WHERE seq = 2",
                                        "DELETE FROM motion_body WHERE seq = 0"};
    const char *path = fixture_path("bodies.db");
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        database *db = NULL;
        write_bodies(path);
        CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
        CU_ASSERT_EQUAL(verify_database(db), IO_OK);
        database_close(db);
        CU_ASSERT_STRING_EQUAL(fixture_ask(path, edits[i]), "");
        CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
        CU_ASSERT_NOT_EQUAL(verify_database(db), IO_OK);
        database_close(db);
        fixture_clear();
    }
}

static void more_of_a_motion_that_is_whole_is_noticed(void)
{
    const char *path = fixture_path("more.db");
    database *db = NULL;
    fixture_write_run(path);
    CU_ASSERT_STRING_EQUAL(
        fixture_ask(path, "INSERT INTO motion_more SELECT plan_id, agent_id, seq, 'waypoint', 0, "
                          "0, 1, 1, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL FROM motion "
                          "WHERE agent_id = 0 AND seq = 1"),
        "");
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    CU_ASSERT_EQUAL(verify_database(db), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(),
                                  "'motion_more' says more of a motion of which 'motion' says "
                                  "all: plan 1, agent 0, motion 1"));
    database_close(db);
    fixture_clear();
}

static void a_share_that_was_changed_or_is_gone_is_noticed(void)
{
    static const char *const edits[] = {"UPDATE ramp SET share = 1.25 WHERE seq = 0",
                                        "DELETE FROM ramp WHERE seq = 2"};
    const char *path = fixture_path("ramps.db");
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        database *db = NULL;
        plan back;
        double tolerance;
        int64_t plan_id = write_ramps(path);
        CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
        CU_ASSERT_EQUAL(verify_database(db), IO_OK);
        database_close(db);
        fixture_ask(path, edits[i]);
        CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
        CU_ASSERT_EQUAL(verify_database(db), IO_BAD_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "its rows in 'ramp'"));
        CU_ASSERT_EQUAL(stored_plan_read(db, plan_id, &back, &tolerance),
                        i == 0 ? IO_OK : IO_BAD_INPUT);
        if (i == 0)
            plan_free(&back);
        database_close(db);
        fixture_clear();
    }
}

static io_result take_meeting(void *context, const stored_meeting *met)
{
    seen *all = context;
    all->ascending &= all->meetings == 0 || met->agent_a > all->last_a ||
                      (met->agent_a == all->last_a && met->agent_b >= all->last_b);
    all->last_a = met->agent_a;
    all->last_b = met->agent_b;
    all->meetings++;
    all->conflicts += met->meeting.verdict == GRAZE_CONFLICT;
    return IO_OK;
}

static io_result take_obstacle(void *context, const database_obstacle_meeting *met)
{
    (void)context, (void)met;
    return IO_OK;
}

static io_result take_slack(void *context, const stored_slack *slack)
{
    (void)context, (void)slack;
    return IO_OK;
}

static void findings_come_back_in_the_order_of_agents(void)
{
    int64_t plan_id;
    seen all = {.ascending = true};
    const stored_listener listener = {take_meeting, take_obstacle, take_slack, &all};
    database *db = open_run(&plan_id);
    CU_ASSERT_EQUAL(stored_findings_read(db, plan_id, fixture_plan(), &listener), IO_OK);
    database_close(db);
    char count[32];
    snprintf(count, sizeof count, "%zu|%zu", all.meetings, all.conflicts);
    CU_ASSERT_STRING_EQUAL(fixture_ask(fixture_path("stored.db"),
                                       "SELECT count(*), sum(verdict = 'conflict') FROM meeting"),
                           count);
    CU_ASSERT(all.meetings > 1 && all.ascending);
}

static void edit(const char *path, const char *statement)
{
    sqlite3 *handle = NULL;
    CU_ASSERT_EQUAL(sqlite3_open(path, &handle), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_exec(handle, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* Reading after somebody's statement; what is said about it. */
static io_result read_after(const char *statement)
{
    int64_t plan_id;
    plan back;
    double tolerance;
    seen all = {.ascending = true};
    const stored_listener listener = {take_meeting, take_obstacle, take_slack, &all};
    const char *path = fixture_path("edited.db");
    plan_id = fixture_write_run(path);
    edit(path, statement);
    database *db = NULL;
    CU_ASSERT_EQUAL_FATAL(database_open(path, fixture_sink(), &db), IO_OK);
    io_result result = stored_plan_read(db, plan_id, &back, &tolerance);
    if (result == IO_OK) {
        result = stored_findings_read(db, plan_id, &back, &listener);
        plan_free(&back);
    }
    database_close(db);
    fixture_clear();
    return result;
}

static void rows_that_do_not_fit_together_are_refused(void)
{
    static const char *const edits[] = {
        "DELETE FROM agent WHERE agent_id = 1",
        "DELETE FROM motion WHERE agent_id = 0 AND seq = 0",
        "UPDATE motion SET to_x_m = NULL, to_y_m = NULL WHERE agent_id = 0 AND seq = 0",
        "UPDATE motion_more SET duration_tail_s = -1",
        "DELETE FROM motion_more WHERE agent_id = 1",
        "UPDATE meeting SET seq_b = 1000",
        "UPDATE body SET radius_m = 9e999",
    };
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        CU_ASSERT_EQUAL(read_after(edits[i]), IO_BAD_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(fixture_messages(), "its rows do not fit together"));
    }
}

CU_TestInfo stored_tests[] = {
    SUPPORT_TEST(motions_of_all_forms_are_written_as_they_are_hashed),
    SUPPORT_TEST(a_plan_comes_back_bit_for_bit),
    SUPPORT_TEST(ramps_come_back_bit_for_bit),
    SUPPORT_TEST(bodies_of_motions_come_back_bit_for_bit),
    SUPPORT_TEST(a_body_of_a_motion_that_was_changed_or_is_gone_is_noticed),
    SUPPORT_TEST(more_of_a_motion_that_is_whole_is_noticed),
    SUPPORT_TEST(a_share_that_was_changed_or_is_gone_is_noticed),
    SUPPORT_TEST(findings_come_back_in_the_order_of_agents),
    SUPPORT_TEST(rows_that_do_not_fit_together_are_refused),
    CU_TEST_INFO_NULL,
};
