/* SPDX-License-Identifier: MIT */
#include "everything.h"

#include <math.h>
#include <string.h>

#include "fixture.h"

/* ---- a plan with bodies of motions ------------------------------------------------------- */

static const graze_point corners[] = {{0, 0}, {1, 0}, {0, 1.0 / 3}};
static graze_body own[2] = {{0.125, corners, 3}, {0.5, NULL, 0}};
static size_t numbers_of_bodies[2] = {1, 0};
static char big[] = "big";
static plan_body bodies[] = {{big, {0.125, corners, 3}}};
static plan_agent agents[8];

const plan *everything_plan(void)
{
    static plan all;
    all = *fixture_plan();
    memcpy(agents, all.agents, all.agent_count * sizeof *agents);
    agents[0].trajectory.bodies = own;
    agents[0].numbers = numbers_of_bodies;
    all.agents = agents;
    all.bodies = bodies;
    all.body_count = 1;
    return &all;
}

/* ---- a run ------------------------------------------------------------------------------- */

static unsigned char cells[] = {0, 1, 0, 0, 0, 1};
static const map grid = {
    .kind = MAP_GRID, .columns = 3, .rows = 2, .blocked = cells, .cell = 0.5};
static graze_point places[] = {{0, 0}, {0.1, 4}, {3, 1e-300}};
static size_t firsts[] = {0, 1, 1, 3};
static uint32_t targets[] = {1, 0, 1};
static const map roadmap = {.kind = MAP_ROADMAP, .roadmap = {3, places, firsts, targets}};
static const graze_point fence[] = {{0, 7}, {1, 7}};
static graze_obstacle pieces[] = {{{0.5, fence, 2}, {0, 0}}, {{0.25, NULL, 0}, {9, 9}}};
static size_t owners[] = {0, 2};
static const obstacles walls = {
    .pieces = pieces, .owners = owners, .piece_count = 2, .count = 3};
static const database_number numbers[] = {{"expanded", 7}, {"seconds", 0.25}};
static const database_solve solve = {.map = "m", .scenario = "s", .method = "ccbs", .agents = 5,
                                     .connectivity = 8, .outcome = "impossible", .reason = "so",
                                     .numbers = numbers, .number_count = 2};
static const graze_meeting met = {GRAZE_CONFLICT, 0, 0, {1.25, 2.5}, 0.03125, -0.03125, 2};
static const graze_meeting touched = {GRAZE_TOUCH, 1, 1, {5, 5}, 0, 0, 5};
const char everything_options[] = "radius 0.5\ntolerance 0\n";

static io_result write_findings(database *db, int64_t plan_id)
{
    static const database_unsafe_start start = {0, 0, 1, 0, 0, {-INFINITY, -1}};
    static const database_obstacle_meeting cell = {
        3, 1, 0, 0, {GRAZE_CONFLICT, 0, 0, {1.25, 1.5}, 0.125, -0.125, 1.3}};
    static const database_obstacle_meeting wall = {
        2, 2, DATABASE_NO_CELL, 0, {GRAZE_TOUCH, 0, 0, {5, 5}, 0, 0, 5}};
    static const database_broken_rule broken = {
        .agent = 2, .rule = "goal", .begin = 9, .end = 9, .wanted = {0.1, 2}, .task = 3,
        .value = NAN, .allowed = NAN};
    static const graze_index_slack bound = {{false, 1.0 / 3, 1, 0}, 2}, none = {{true, 0, 0, 0}, 1};
    io_result result = database_add_contact(db, plan_id, 0, 1, 0, &met);
    EVERYTHING_STEP(database_add_meeting(db, plan_id, 0, 1, 0, &met));
    EVERYTHING_STEP(database_add_meeting(db, plan_id, 0, 1, 1, &touched));
    EVERYTHING_STEP(database_add_unsafe_start(db, plan_id, &start));
    EVERYTHING_STEP(database_agents_done(db, 1));
    EVERYTHING_STEP(database_add_slack(db, plan_id, 0, &none));
    EVERYTHING_STEP(database_add_slack(db, plan_id, 1, &bound));
    EVERYTHING_STEP(database_add_obstacle_meeting(db, plan_id, &wall));
    EVERYTHING_STEP(database_add_obstacle_meeting(db, plan_id, &cell));
    EVERYTHING_STEP(database_add_broken_rule(db, plan_id, &broken));
    return result;
}

io_result everything_write(const char *path, diagnostics *sink, bool on_grid, const char *state)
{
    database *db = NULL;
    int64_t run = 0, plan_id = 0;
    io_result result = database_create(path, sink, &db);
    EVERYTHING_STEP(database_begin_run(db, "[\"graze\"]", &run));
    EVERYTHING_STEP(database_add_plan(db, run, everything_plan(), 1e-9, &plan_id));
    EVERYTHING_STEP(database_add_map(db, run, plan_id, on_grid ? &grid : &roadmap));
    EVERYTHING_STEP(database_add_obstacles(db, plan_id, &walls));
    EVERYTHING_STEP(database_begin_check(db, run, plan_id, everything_options));
    EVERYTHING_STEP(write_findings(db, plan_id));
    EVERYTHING_STEP(database_add_solve(db, run, &solve));
    EVERYTHING_STEP(database_add_stat(db, run, "pairs_decided", 10));
    EVERYTHING_STEP(database_finish_run(db, run, state, 1));
    database_close(db);
    return result;
}

io_result everything_surround(database *db, int64_t run_id, int64_t plan_id)
{
    io_result first = database_add_map(db, run_id, plan_id, &grid);
    io_result second = database_add_obstacles(db, plan_id, &walls);
    return first == second ? second : IO_BAD_INPUT;
}
