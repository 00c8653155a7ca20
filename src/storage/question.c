/* SPDX-License-Identifier: MIT */
/* The SQL of the named questions. Each narrows the tables to one plan at the
 * innermost place, before it groups or sorts; meetings are joined with the
 * labels of their agents last. The rows have a definite order. */
#include "storage/question.h"

#include <inttypes.h>
#include <string.h>

#include "storage/connection.h"
#include "storage/query.h"

/* The columns of `graze check`. */
#define MEETING_COLUMNS                                                                            \
    "SELECT l.label_a AS agent_a, l.label_b AS agent_b, l.verdict, l.part,\n"                      \
    "       l.begin_s, l.end_s, l.depth_m, l.depth_at_s\n"

/* clang-format off */
const question questions[] = {
    {"runs", "", "every run: its state, its plan, its command",
     "SELECT r.run_id, r.state, r.exit_status, p.plan_id,\n"
     "       (SELECT count(*) FROM agent AS a WHERE a.plan_id = p.plan_id) AS agents,\n"
     "       r.started_at, r.finished_at, r.graze_version, r.command_json\n"
     "FROM run AS r LEFT JOIN plan AS p ON p.run_id = r.run_id\n"
     "ORDER BY r.run_id, p.plan_id\n",
     false},
    {"safe", "[plan=ID]", "is the plan safe? and how much was passed over as graze or touch",
     "SELECT p.plan_id,\n"
     "       CASE WHEN m.conflicts + o.conflicts > 0 THEN 'no'\n"
     "            WHEN r.state = 'finished' THEN 'yes' ELSE 'unknown' END AS safe,\n"
     "       (SELECT count(*) FROM agent AS a WHERE a.plan_id = p.plan_id) AS agents,\n"
     "       m.pairs_in_conflict, m.conflicts, m.grazes, m.touches,\n"
     "       m.deepest_conflict_m, m.deepest_graze_m, p.tolerance_m,\n"
     "       o.conflicts AS obstacle_conflicts, o.grazes AS obstacle_grazes\n"
     "FROM plan AS p JOIN run AS r ON r.run_id = p.run_id\n"
     "CROSS JOIN (SELECT coalesce(sum(conflicts > 0), 0) AS pairs_in_conflict,\n"
     "                   coalesce(sum(conflicts), 0) AS conflicts,\n"
     "                   coalesce(sum(grazes), 0) AS grazes,\n"
     "                   coalesce(sum(touches), 0) AS touches,\n"
     "                   max(deepest_conflict_m) AS deepest_conflict_m,\n"
     "                   max(deepest_graze_m) AS deepest_graze_m\n"
     "            FROM pair_summary WHERE plan_id = :plan) AS m\n"
     "CROSS JOIN (SELECT count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,\n"
     "                   count(*) FILTER (WHERE verdict = 'graze') AS grazes\n"
     "            FROM obstacle_meeting WHERE plan_id = :plan) AS o\n"
     "WHERE p.plan_id = :plan\n",
     false},
    {"first-conflict", "[plan=ID]", "the first conflict in time",
     MEETING_COLUMNS
     "FROM (SELECT plan_id, agent_a, agent_b, part FROM meeting\n"
     "      WHERE plan_id = :plan AND verdict = 'conflict'\n"
     "      ORDER BY begin_s, agent_a, agent_b, part LIMIT 1) AS m\n"
     "CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a, agent_b, part)\n",
     false},
    {"deepest", "[count=10] [plan=ID]", "the deepest conflicts, deepest first",
     MEETING_COLUMNS
     "FROM (SELECT plan_id, agent_a, agent_b, part FROM meeting\n"
     "      WHERE plan_id = :plan AND verdict = 'conflict'\n"
     "      ORDER BY depth_m DESC, agent_a, agent_b, part LIMIT :count) AS m\n"
     "CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a, agent_b, part)\n"
     "ORDER BY l.depth_m DESC, l.agent_a, l.agent_b, l.part\n",
     false},
    {"at-time", "t=SECONDS [plan=ID]", "who is in conflict at time t",
     /* Ends are rounded outward, so for a double t these comparisons are exact. */
     MEETING_COLUMNS
     "FROM meeting_labelled AS l\n"
     "WHERE l.plan_id = :plan AND l.verdict = 'conflict' AND l.begin_s < :t AND :t < l.end_s\n"
     "ORDER BY l.agent_a, l.agent_b, l.part\n",
     false},
    {"who", "agent=LABEL [plan=ID]", "every conflict of one agent, in order of time",
     MEETING_COLUMNS
     "FROM meeting_labelled AS l\n"
     "WHERE l.plan_id = :plan AND l.verdict = 'conflict'\n"
     "  AND (SELECT agent_id FROM agent WHERE plan_id = :plan AND label = :agent)\n"
     "      IN (l.agent_a, l.agent_b)\n"
     "ORDER BY l.begin_s, l.agent_a, l.agent_b, l.part\n",
     false},
    {"degree", "[plan=ID]", "with how many others each agent is in conflict, most first",
     "WITH pair AS (SELECT agent_a, agent_b, conflicts, deepest_conflict_m, first_conflict_s\n"
     "              FROM pair_summary WHERE plan_id = :plan AND conflicts > 0)\n"
     "SELECT a.label AS agent, count(*) AS degree, sum(e.conflicts) AS conflicts,\n"
     "       max(e.deepest_conflict_m) AS deepest_m, min(e.first_conflict_s) AS first_begin_s\n"
     "FROM (SELECT agent_a AS agent_id, conflicts, deepest_conflict_m, first_conflict_s FROM pair\n"
     "      UNION ALL\n"
     "      SELECT agent_b, conflicts, deepest_conflict_m, first_conflict_s FROM pair) AS e\n"
     "JOIN agent AS a ON a.plan_id = :plan AND a.agent_id = e.agent_id\n"
     "GROUP BY e.agent_id\n"
     "ORDER BY degree DESC, conflicts DESC, e.agent_id\n",
     false},
    {"delay", "[plan=ID]",
     "how much later a motion clears its conflict (after check --unsafe-starts)",
     "SELECT d.label_a AS agent_a, d.seq_a, d.label_b AS agent_b, d.seq_b,\n"
     "       d.start_s, d.safe_start_s, d.delay_s\n"
     "FROM conflict_delay AS d WHERE d.plan_id = :plan\n"
     "ORDER BY d.agent_a, d.agent_b, d.seq_a, d.seq_b\n",
     false},
    {"obstacles", "[plan=ID]",
     "every conflict of an agent with a blocked cell (after check --map), in order of time",
     "SELECT o.label AS agent, o.map_column, o.map_row, o.part,\n"
     "       o.begin_s, o.end_s, o.depth_m, o.depth_at_s\n"
     "FROM obstacle_meeting_labelled AS o\n"
     "WHERE o.plan_id = :plan AND o.verdict = 'conflict'\n"
     "ORDER BY o.begin_s, o.agent_id, o.map_row, o.map_column, o.part\n",
     false},
    {"slack", "[plan=ID]",
     "how late each agent may be before it first conflicts, least first (after check --slack)",
     "SELECT l.label_a AS agent, l.in_conflict, l.delay_s, l.label_b AS meets, l.seq_a, l.seq_b\n"
     "FROM slack_labelled AS l WHERE l.plan_id = :plan\n"
     "ORDER BY l.delay_s, l.in_conflict DESC, l.agent_id\n",
     false},
    {"histogram", "[plan=ID]", "how many meetings are how deep: from 10^decade m to ten times that",
     "SELECT decade, verdict, meetings, shallowest_m, deepest_m\n"
     "FROM depth_histogram WHERE plan_id = :plan\n"
     "ORDER BY decade DESC, verdict\n",
     false},
    {"stats", "[plan=ID]", "the numbers that the plan's run counted and timed",
     "SELECT s.name, s.value\n"
     "FROM plan AS p JOIN run_stat AS s ON s.run_id = p.run_id\n"
     "WHERE p.plan_id = :plan\n"
     "ORDER BY s.name\n",
     false},
    {"export", "[plan=ID]",
     "everything that was read and found, sorted, to the last bit: no clocks, no counters",
     "SELECT 'agent' AS record, a.agent_id AS agent_a, NULL AS agent_b, NULL AS seq_a,\n"
     "       NULL AS seq_b, NULL AS part, a.at_end AS kind, a.label AS text,\n"
     "       b.radius_m, NULL AS begin_s, NULL AS end_s, NULL AS depth_m, NULL AS depth_at_s,\n"
     "       NULL AS min_clearance_m, NULL AS start_s, NULL AS start_tail_s,\n"
     "       NULL AS duration_s, NULL AS duration_tail_s, NULL AS x_m, NULL AS y_m,\n"
     "       NULL AS z_m, NULL AS to_x_m, NULL AS to_y_m, NULL AS to_z_m, NULL AS vx_mps,\n"
     "       NULL AS vy_mps, NULL AS vz_mps, NULL AS ax_mps2, NULL AS ay_mps2, NULL AS az_mps2\n"
     "FROM agent AS a JOIN body AS b ON b.plan_id = a.plan_id AND b.body_id = a.body_id\n"
     "WHERE a.plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'agent_vertex', a.agent_id, NULL, v.seq, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, v.x_m, v.y_m, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM agent AS a JOIN body_vertex AS v ON v.plan_id = a.plan_id AND v.body_id = a.body_id\n"
     "WHERE a.plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'conflict', agent_a, agent_b, seq_a, seq_b, part, verdict, NULL, NULL,\n"
     "       begin_s, end_s, depth_m, min_clearance_at_s, min_clearance_m,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM conflict WHERE plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'input', NULL, NULL, NULL, NULL, i.input_id, i.role, i.sha256, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM plan AS p JOIN input AS i ON i.run_id = p.run_id WHERE p.plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'meeting', agent_a, agent_b, seq_a, seq_b, part, verdict, NULL, NULL,\n"
     "       begin_s, end_s, depth_m, depth_at_s, min_clearance_m,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM meeting WHERE plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'motion', agent_id, NULL, seq, NULL, NULL, form, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, start_s, start_tail_s, duration_s, duration_tail_s,\n"
     "       x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps,\n"
     "       ax_mps2, ay_mps2, az_mps2\n"
     "FROM motion WHERE plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'obstacle_meeting', agent_id, map_row, seq, map_column, part, verdict, NULL, NULL,\n"
     "       begin_s, end_s, depth_m, depth_at_s, min_clearance_m,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM obstacle_meeting WHERE plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'plan', NULL, NULL, NULL, NULL, p.dimension, r.state, NULL, p.tolerance_m,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM plan AS p JOIN run AS r ON r.run_id = p.run_id WHERE p.plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'slack', agent_id, agent_b, seq_a, seq_b, in_conflict, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, delay_s, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM slack WHERE plan_id = :plan\n"
     "UNION ALL\n"
     "SELECT 'unsafe_start', agent_a, agent_b, seq_a, seq_b, part, NULL, NULL, NULL,\n"
     "       lower_s, upper_s, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,\n"
     "       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\n"
     "FROM unsafe_start WHERE plan_id = :plan\n"
     "ORDER BY 1, 2, 3, 4, 5, 6\n",
     true},
};
/* clang-format on */

const size_t question_count = sizeof questions / sizeof *questions;

const question *question_find(const char *name)
{
    for (size_t i = 0; i < question_count; i++)
        if (strcmp(questions[i].name, name) == 0)
            return &questions[i];
    return NULL;
}

/* ---- looking up what a parameter names -------------------------------------------- */

/* The first value of the first row, NULL when there is no row. */
static io_result ask_integer(database *db, const char *sql, const query_value *values, size_t count,
                             query_value *answer)
{
    query *asked = NULL;
    io_result result = query_open(db, sql, NULL, &asked);
    for (size_t i = 0; i < count && result == IO_OK; i++)
        result = query_bind(asked, i, &values[i]);
    bool row = false;
    if (result == IO_OK)
        result = query_next(asked, &row);
    *answer = row ? query_cell(asked, 0) : (query_value){.kind = QUERY_NULL};
    query_close(asked);
    return result;
}

io_result question_latest_plan(database *db, int64_t *plan_id)
{
    query_value answer;
    io_result result = ask_integer(db,
                                   "SELECT max(p.plan_id) FROM plan AS p JOIN run AS r "
                                   "ON r.run_id = p.run_id WHERE r.state = 'finished'",
                                   NULL, 0, &answer);
    if (result != IO_OK)
        return result;
    if (answer.kind == QUERY_NULL)
        return connection_refuse(db, "name a plan with plan=ID; `graze query DB runs` lists them",
                                 "holds no plan of a finished run");
    *plan_id = answer.integer;
    return IO_OK;
}

io_result question_check_plan(database *db, int64_t plan_id)
{
    query_value answer, value = {.kind = QUERY_INTEGER, .integer = plan_id};
    io_result result =
        ask_integer(db, "SELECT plan_id FROM plan WHERE plan_id = ?", &value, 1, &answer);
    if (result != IO_OK || answer.kind != QUERY_NULL)
        return result;
    return connection_refuse(db, "`graze query DB runs` lists the plans", "holds no plan %" PRId64,
                             plan_id);
}

io_result question_check_agent(database *db, int64_t plan_id, const char *label)
{
    query_value answer, values[] = {
                            {.kind = QUERY_INTEGER, .integer = plan_id},
                            {.kind = QUERY_TEXT, .text = label, .length = strlen(label)},
                        };
    io_result result = ask_integer(db, "SELECT agent_id FROM agent WHERE plan_id = ? AND label = ?",
                                   values, 2, &answer);
    if (result != IO_OK || answer.kind != QUERY_NULL)
        return result;
    return connection_refuse(db,
                             "agents are named as in the plan's file: "
                             "graze query DB \"SELECT label FROM agent WHERE plan_id = :plan\"",
                             "plan %" PRId64 " has no agent '%s'", plan_id, label);
}
