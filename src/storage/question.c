/* SPDX-License-Identifier: MIT */
/* The SQL of the named questions. Each narrows the tables to one plan at the
 * innermost place, before it groups or sorts; meetings are joined with the
 * labels of their agents last. The rows have a definite order. */
#include "storage/question.h"

#include <inttypes.h>
#include <string.h>

#include "storage/attempts.h"
#include "storage/connection.h"
#include "storage/query.h"
#include "storage/ramp_sql.h"
#include "storage/schema.h"

/* The columns of `graze check`. */
#define MEETING_COLUMNS                                                                            \
    "SELECT l.agent_a, l.agent_b, l.verdict, l.part,\n"                                            \
    "       l.begin_s, l.end_s, l.depth_m, l.depth_at_s\n"

/* Where the row m of `motion` is at its local time u, as doubles compute it: for looking, not
 * for deciding. */
#define LOCAL_TIME(time)                                                                           \
    "iif(m.form = 'parked', m.duration_s, max(0.0, min(" time " - m.start_s, m.duration_s)))"
#define PLACE(place, to, velocity, acceleration)                                                   \
    "iif(m.form = 'waypoint' OR m.form = 'ramp',\n"                                                \
    "          m." place " + (m." to " - m." place ")\n"                                           \
    "          * (m.share + (1 - m.share) * m.x) * m.x,\n"                                         \
    "          m." place " + m." velocity " * m.u + m." acceleration " * m.u * m.u / 2)"
#define PLACE_X PLACE("x_m", "to_x_m", "vx_mps", "ax_mps2")
#define PLACE_Y PLACE("y_m", "to_y_m", "vy_mps", "ay_mps2")

/* What the two agents of the row `pair` are called in the other plan, and that plan's row. */
#define TWINS(side, pair)                                                                          \
    "LEFT JOIN twin AS a ON a." side " = " pair ".agent_a_id "                                     \
    "LEFT JOIN twin AS b ON b." side " = " pair ".agent_b_id"
#define SAME_PAIR(pair, plan, side)                                                                \
    "LEFT JOIN pair_summary AS " pair " ON " pair ".plan_id = " plan " AND " pair                  \
    ".conflicts > 0\n"                                                                             \
    "           AND " pair ".agent_a_id = min(a." side ", b." side ")"                             \
    " AND " pair ".agent_b_id = max(a." side ", b." side ")"

/* The conflicts of a plan between the agent a and those behind it, in the order of the key. */
#define CONFLICTS_OF_A(plan)                                                                       \
    "(SELECT graze_bytes(agent_b_id, conflicts, first_conflict_s, deepest_conflict_m)\n"           \
    "           FROM pair_summary WHERE plan_id = " plan " AND agent_a_id = a.agent_id\n"          \
    "             AND conflicts > 0)"

/* clang-format off */
const question questions[] = {
    {"runs", "", "every run: its state, its plan, its command",
     "SELECT r.run_id, r.state, r.exit_status, p.plan_id,\n"
     "       (SELECT count(*) FROM agent AS a WHERE a.plan_id = p.plan_id) AS agents,\n"
     "       r.started_at, r.finished_at, r.graze_version, r.command_json\n"
     "FROM run AS r LEFT JOIN plan AS p ON p.run_id = r.run_id\n"
     "ORDER BY r.run_id, p.plan_id\n",
     false, NULL, NULL},
    {"safe", "[plan=ID]", "is the plan safe? and how much was passed over as graze or touch",
     "SELECT p.plan_id,\n"
     "       CASE WHEN m.conflicts + o.conflicts + b.rules > 0 OR s.value > 0 THEN 'no'\n"
     "            WHEN r.state = 'finished' THEN 'yes' ELSE 'unknown' END AS safe,\n"
     "       (SELECT count(*) FROM agent AS a WHERE a.plan_id = p.plan_id) AS agents,\n"
     "       m.pairs_in_conflict, m.conflicts, m.grazes, m.touches,\n"
     "       m.deepest_conflict_m, m.deepest_graze_m, p.tolerance_m,\n"
     "       o.conflicts AS obstacle_conflicts, o.grazes AS obstacle_grazes,\n"
     "       iif(b.rules > 0, b.rules, CAST(coalesce(s.value, 0) AS INTEGER)) AS broken_rules\n"
     "FROM plan AS p JOIN run AS r ON r.run_id = p.run_id\n"
     "LEFT JOIN run_stat AS s ON s.run_id = p.run_id AND s.name = 'broken_rules'\n"
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
     "CROSS JOIN (SELECT count(*) AS rules FROM broken_rule WHERE plan_id = :plan) AS b\n"
     "WHERE p.plan_id = :plan\n",
     false, NULL, NULL},
    {"first-conflict", "[plan=ID]", "the first conflict in time",
     MEETING_COLUMNS
     "FROM (SELECT plan_id, agent_a_id, agent_b_id, part FROM meeting\n"
     "      WHERE plan_id = :plan AND verdict = 'conflict'\n"
     "      ORDER BY begin_s, agent_a_id, agent_b_id, part LIMIT 1) AS m\n"
     "CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a_id, agent_b_id, part)\n",
     false, NULL, NULL},
    {"deepest", "[count=10] [plan=ID]", "the deepest conflicts, deepest first",
     MEETING_COLUMNS
     "FROM (SELECT plan_id, agent_a_id, agent_b_id, part FROM meeting\n"
     "      WHERE plan_id = :plan AND verdict = 'conflict'\n"
     "      ORDER BY depth_m DESC, agent_a_id, agent_b_id, part LIMIT :count) AS m\n"
     "CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a_id, agent_b_id, part)\n"
     "ORDER BY l.depth_m DESC, l.agent_a_id, l.agent_b_id, l.part\n",
     false, NULL, NULL},
    {"at-time", "t=SECONDS [plan=ID]", "who is in conflict at time t",
     /* Ends are rounded outward, so for a double t these comparisons are exact. */
     MEETING_COLUMNS
     "FROM meeting_labelled AS l\n"
     "WHERE l.plan_id = :plan AND l.verdict = 'conflict' AND l.begin_s < :t AND :t < l.end_s\n"
     "ORDER BY l.agent_a_id, l.agent_b_id, l.part\n",
     false, NULL, NULL},
    {"who", "agent=LABEL [plan=ID]", "every conflict of one agent, in order of time",
     MEETING_COLUMNS
     "FROM meeting_labelled AS l\n"
     "WHERE l.plan_id = :plan AND l.verdict = 'conflict'\n"
     "  AND (SELECT agent_id FROM agent WHERE plan_id = :plan AND label = :agent)\n"
     "      IN (l.agent_a_id, l.agent_b_id)\n"
     "ORDER BY l.begin_s, l.agent_a_id, l.agent_b_id, l.part\n",
     false, NULL, NULL},
    {"degree", "[plan=ID]", "with how many others each agent is in conflict, most first",
     "SELECT a.label AS agent, g.count AS degree, g.total AS conflicts, g.greatest AS deepest_m,\n"
     "       g.least AS first_begin_s\n"
     "FROM graze_tallies((\n"
     "    SELECT graze_tally(agent_id, NULL, first_conflict_s, deepest_conflict_m, conflicts)\n"
     "    FROM (SELECT agent_a_id AS agent_id, conflicts, first_conflict_s, deepest_conflict_m\n"
     "          FROM pair_summary WHERE plan_id = :plan AND conflicts > 0\n"
     "          UNION ALL\n"
     "          SELECT agent_b_id, conflicts, first_conflict_s, deepest_conflict_m\n"
     "          FROM pair_summary WHERE plan_id = :plan AND conflicts > 0))) AS g\n"
     "CROSS JOIN agent AS a ON a.plan_id = :plan AND a.agent_id = g.key_1\n"
     "ORDER BY degree DESC, conflicts DESC, a.agent_id\n",
     false, NULL, NULL},
    {"delay", "[plan=ID]",
     "how much later a motion clears its conflict (after check --unsafe-starts)",
     "SELECT a.label AS agent_a, c.seq_a, b.label AS agent_b, c.seq_b,\n"
     "       c.start_s, c.safe_start_s, c.safe_start_s - c.start_s AS delay_s\n"
     "FROM (SELECT c.agent_a_id, c.seq_a, c.agent_b_id, c.seq_b, m.start_s,\n"
     "             (SELECT x.upper_s FROM unsafe_start AS x\n"
     "              WHERE x.plan_id = c.plan_id AND x.agent_a_id = c.agent_a_id\n"
     "                AND x.agent_b_id = c.agent_b_id AND x.seq_a = c.seq_a AND x.seq_b = c.seq_b\n"
     "                AND (x.lower_s < m.start_s\n"
     "                     OR (x.lower_s = m.start_s AND EXISTS (\n"
     "                         SELECT 1 FROM motion_more AS o WHERE o.plan_id = m.plan_id\n"
     "                           AND o.agent_id = m.agent_id AND o.seq = m.seq\n"
     "                           AND o.start_tail_s > 0)))\n"
     "              ORDER BY x.part DESC LIMIT 1) AS safe_start_s\n"
     "      FROM contact AS c CROSS JOIN motion AS m\n"
     "      WHERE c.plan_id = :plan AND c.verdict = 'conflict' AND c.part = 0\n"
     "        AND m.plan_id = c.plan_id AND m.agent_id = c.agent_a_id AND m.seq = c.seq_a) AS c\n"
     "CROSS JOIN agent AS a ON a.plan_id = :plan AND a.agent_id = c.agent_a_id\n"
     "CROSS JOIN agent AS b ON b.plan_id = :plan AND b.agent_id = c.agent_b_id\n"
     "ORDER BY c.agent_a_id, c.agent_b_id, c.seq_a, c.seq_b\n",
     false, "check --unsafe-starts",
     "SELECT NOT EXISTS (SELECT 1 FROM contact WHERE plan_id = ?1 AND verdict = 'conflict')\n"
     "    OR EXISTS (SELECT 1 FROM unsafe_start WHERE plan_id = ?1)"},
    {"obstacles", "[plan=ID]",
     "every conflict of an agent with a cell or an obstacle (after check --map, --obstacles)",
     "SELECT o.agent, o.map_column, o.map_row, o.obstacle, o.part,\n"
     "       o.begin_s, o.end_s, o.depth_m, o.depth_at_s\n"
     "FROM obstacle_meeting_labelled AS o\n"
     "WHERE o.plan_id = :plan AND o.verdict = 'conflict'\n"
     "ORDER BY o.begin_s, o.agent_id, o.obstacle_id, o.map_row, o.map_column, o.part\n",
     false, "check --map MAP (or --obstacles FILE)",
     "SELECT EXISTS (SELECT 1 FROM plan_map WHERE plan_id = ?1)\n"
     "    OR EXISTS (SELECT 1 FROM plan AS p JOIN run_stat AS s ON s.run_id = p.run_id\n"
     "               WHERE p.plan_id = ?1 AND s.name = 'obstacle_conflicts')"},
    {"broken", "[plan=ID]",
     "every rule that an agent breaks: starts, goals, order, edges, limits, leaving the map",
     "SELECT b.agent, b.rule, b.part, b.begin_s, b.end_s, b.x_m, b.y_m,\n"
     "       b.task, b.wanted_x_m, b.wanted_y_m, b.seq, b.value, b.allowed\n"
     "FROM broken_rule_labelled AS b WHERE b.plan_id = :plan\n"
     "ORDER BY b.agent_id, b.part\n",
     false, "check",
     /* Until version 12 they were counted, and not kept. */
     "SELECT EXISTS (SELECT 1 FROM broken_rule WHERE plan_id = ?1)\n"
     "    OR EXISTS (SELECT 1 FROM plan AS p JOIN run_stat AS s ON s.run_id = p.run_id\n"
     "               WHERE p.plan_id = ?1 AND s.name = 'broken_rules' AND s.value = 0)"},
    {"slack", "[plan=ID]",
     "how late each agent may be before it first conflicts, least first (after check --slack)",
     "SELECT l.agent, l.in_conflict, l.delay_s, l.agent_b AS meets, l.seq_a, l.seq_b\n"
     "FROM slack_labelled AS l WHERE l.plan_id = :plan\n"
     "ORDER BY l.delay_s, l.in_conflict DESC, l.agent_id\n",
     false, "check --slack",
     "SELECT NOT EXISTS (SELECT 1 FROM agent WHERE plan_id = ?1)\n"
     "    OR EXISTS (SELECT 1 FROM slack WHERE plan_id = ?1)"},
    {"histogram", "[plan=ID]", "how many meetings are how deep: from 10^decade m to ten times that",
     "SELECT g.key_1 AS decade, g.key_2 AS verdict, g.count AS meetings,\n"
     "       g.least AS shallowest_m, g.greatest AS deepest_m\n"
     "FROM graze_tallies((\n"
     "    SELECT graze_tally(graze_decade(depth_m), verdict, depth_m, depth_m)\n"
     "    FROM meeting WHERE plan_id = :plan AND depth_m > 0)) AS g\n"
     "ORDER BY decade DESC, verdict\n",
     false, NULL, NULL},
    {"hot-spots", "[cell=1] [count=10] [plan=ID]",
     "the squares of a grid in which most conflicts are deepest, by their centres",
     "SELECT g.key_1 * :cell AS spot_x_m, g.key_2 * :cell AS spot_y_m, g.count AS conflicts,\n"
     "       g.greatest AS deepest_m, g.least AS first_begin_s\n"
     "FROM graze_tallies((\n"
     "    SELECT graze_tally(round(place_x_m / :cell), round(place_y_m / :cell),\n"
     "                       begin_s, depth_m)\n"
     "    FROM meeting WHERE plan_id = :plan AND verdict = 'conflict')) AS g\n"
     "ORDER BY conflicts DESC, deepest_m DESC, spot_x_m, spot_y_m LIMIT :count\n",
     false, NULL, NULL},
    {"near", "x=METRES y=METRES t=SECONDS [count=10] [plan=ID]",
     "who is nearest to a point at time t, by the centres of their bodies",
     "SELECT a.label AS agent, e.seq, e.x_m, e.y_m,\n"
     "       graze_distance(e.x_m, e.y_m, 0, 0, 0, 1, 0, :x, :y, 0, 0, 0, 1, 0) AS distance_m\n"
     "FROM (SELECT m.agent_id, m.seq, " PLACE_X " AS x_m, " PLACE_Y " AS y_m\n"
     "      FROM (SELECT coalesce(m.u / nullif(m.duration_s, 0.0), 0.0) AS x, m.*\n"
     "            FROM (SELECT " LOCAL_TIME(":t") " AS u,\n"
     "                         coalesce(" RAMP_SHARE_OF("m") ", 1.0) AS share, m.*\n"
     "                  FROM motion_whole AS m WHERE m.plan_id = :plan AND m.start_s <= :t\n"
     "                    AND (:t < m.start_s + m.duration_s OR m.form = 'parked')) AS m)\n"
     "           AS m) AS e\n"
     "CROSS JOIN agent AS a ON a.plan_id = :plan AND a.agent_id = e.agent_id\n"
     "ORDER BY distance_m, e.agent_id LIMIT :count\n",
     false, NULL, NULL},
    {"compare", "other=ID [plan=ID]",
     "what two runs counted and timed, side by side: one solver against another",
     "SELECT s.name, max(s.value) FILTER (WHERE s.plan_id = :plan) AS value,\n"
     "       max(s.value) FILTER (WHERE s.plan_id = :other) AS other_value\n"
     "FROM (SELECT p.plan_id, t.name, t.value FROM plan AS p JOIN run_stat AS t USING (run_id)\n"
     "      UNION ALL\n"
     "      SELECT p.plan_id, t.name, t.value FROM plan AS p JOIN solve_stat AS t USING (run_id))\n"
     "     AS s\n"
     "WHERE s.plan_id IN (:plan, :other) AND instr(s.name, '@') = 0\n"
     "GROUP BY s.name ORDER BY s.name\n",
     false, NULL, NULL},
    {"anytime", "[plan=ID]",
     "what the plan of a search cost over time, and the bound that was proven",
     "SELECT seconds, cost_s, lower_bound_s, cost_s / nullif(lower_bound_s, 0.0) - 1 AS gap\n"
     "FROM (SELECT CAST(substr(t.name, instr(t.name, '@') + 1) AS REAL) AS seconds,\n"
     "             max(t.value) FILTER (WHERE t.name LIKE 'cost_s@%') AS cost_s,\n"
     "             max(t.value) FILTER (WHERE t.name LIKE 'lower_bound_s@%') AS lower_bound_s\n"
     "      FROM plan AS p JOIN solve_stat AS t USING (run_id)\n"
     "      WHERE p.plan_id = :plan AND instr(t.name, '@') > 0\n"
     "      GROUP BY seconds)\n"
     "ORDER BY seconds\n",
     false, NULL, NULL},
    {"changed", "other=ID [plan=ID]",
     "which pairs of agents are in conflict in one of two plans only, or otherwise",
     /* Agents are matched by their names; pairs that are the same bit for bit are left out. An
      * agent whose pairs all are the same is seen without a search, if it and the others bear
      * the same numbers in both plans. */
     "WITH twin AS MATERIALIZED (\n"
     "    SELECT a.agent_id AS own, b.agent_id AS others\n"
     "    FROM agent AS a CROSS JOIN agent AS b\n"
     "    WHERE a.plan_id = :plan AND b.plan_id = :other AND b.label = a.label),\n"
     "alike AS MATERIALIZED (\n"
     "    SELECT count(*) = (SELECT count(*) FROM agent WHERE plan_id = :plan)\n"
     "       AND count(*) = (SELECT count(*) FROM agent WHERE plan_id = :other) AS numbers\n"
     "    FROM twin WHERE own = others),\n"
     "suspect AS MATERIALIZED (\n"
     "    SELECT a.agent_id FROM agent AS a\n"
     "    WHERE a.plan_id = :plan\n"
     "      AND " CONFLICTS_OF_A(":plan") " IS NOT\n"
     "          " CONFLICTS_OF_A(":other") "\n"
     "    UNION\n"
     "    SELECT a.agent_id FROM alike CROSS JOIN agent AS a\n"
     "    WHERE NOT alike.numbers AND a.plan_id IN (:plan, :other))\n"
     "SELECT d.change, min(a.label, b.label) AS agent_a, max(a.label, b.label) AS agent_b,\n"
     "       d.conflicts, d.first_begin_s, d.deepest_m,\n"
     "       d.other_conflicts, d.other_first_begin_s, d.other_deepest_m\n"
     "FROM (SELECT iif(o.plan_id IS NULL, 'new', 'changed') AS change,\n"
     "             p.plan_id, p.agent_a_id, p.agent_b_id, p.conflicts,\n"
     "             p.first_conflict_s AS first_begin_s, p.deepest_conflict_m AS deepest_m,\n"
     "             o.conflicts AS other_conflicts, o.first_conflict_s AS other_first_begin_s,\n"
     "             o.deepest_conflict_m AS other_deepest_m\n"
     "      FROM suspect AS s CROSS JOIN pair_summary AS p\n"
     "      " TWINS("own", "p") "\n"
     "      " SAME_PAIR("o", ":other", "others") "\n"
     "      WHERE p.plan_id = :plan AND p.agent_a_id = s.agent_id AND p.conflicts > 0\n"
     "        AND (p.conflicts IS NOT o.conflicts OR p.first_conflict_s IS NOT o.first_conflict_s\n"
     "             OR p.deepest_conflict_m IS NOT o.deepest_conflict_m)\n"
     "      UNION ALL\n"
     "      SELECT 'gone', o.plan_id, o.agent_a_id, o.agent_b_id, NULL, NULL, NULL,\n"
     "             o.conflicts, o.first_conflict_s, o.deepest_conflict_m\n"
     "      FROM suspect AS s CROSS JOIN pair_summary AS o\n"
     "      " TWINS("others", "o") "\n"
     "      " SAME_PAIR("p", ":plan", "own") "\n"
     "      WHERE o.plan_id = :other AND o.agent_a_id = s.agent_id AND o.conflicts > 0\n"
     "        AND p.plan_id IS NULL) AS d\n"
     "CROSS JOIN agent AS a ON a.plan_id = d.plan_id AND a.agent_id = d.agent_a_id\n"
     "CROSS JOIN agent AS b ON b.plan_id = d.plan_id AND b.agent_id = d.agent_b_id\n"
     "ORDER BY 2, 3\n",
     false, NULL, NULL},
    {"stats", "[plan=ID]", "the numbers that the plan's run counted and timed",
     "SELECT s.name, s.value\n"
     "FROM plan AS p JOIN run_stat AS s ON s.run_id = p.run_id\n"
     "WHERE p.plan_id = :plan\n"
     "ORDER BY s.name\n",
     false, NULL, NULL},
    {"export", "[plan=ID]",
     "everything that was read and found, sorted, to the last bit: no clocks, no counters",
     export_sql,
     true, NULL, NULL},
    {"jobs", "", "how each job of a batch ended, and why some did not",
     "SELECT b.name AS list, j.job, j.state, j.exit_status, j.reason, j.tries,\n"
     "       j.wall_s, j.cpu_s, j.peak_bytes, j.run_id, j.command_json\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id\n"
     "ORDER BY b.name, j.job\n",
     false, NULL, NULL},
    {"success", "", "how many solver runs found a plan, by map, method and number of agents",
     "WITH " ATTEMPTS "\n"
     "SELECT map, method, agents, count(*) AS runs, sum(outcome = 'found') AS found,\n"
     "       sum(outcome = 'impossible') AS impossible,\n"
     "       avg(outcome = 'found') AS success_rate\n"
     "FROM attempt GROUP BY map, method, agents ORDER BY map, method, agents\n",
     false, NULL, NULL},
    {"runtime", "", "how long runs took that found a plan: percentiles by map, method and agents",
     "WITH " ATTEMPTS ",\n"
     "ranked AS (SELECT map, method, agents, seconds,\n"
     "                  row_number() OVER (PARTITION BY map, method, agents\n"
     "                                     ORDER BY seconds) AS n,\n"
     "                  count(*) OVER (PARTITION BY map, method, agents) AS found\n"
     "           FROM attempt WHERE outcome = 'found')\n"
     "SELECT map, method, agents, found,\n"
     "       min(seconds) FILTER (WHERE n >= 0.5 * found) AS median_s,\n"
     "       min(seconds) FILTER (WHERE n >= 0.9 * found) AS p90_s,\n"
     "       min(seconds) FILTER (WHERE n >= 0.99 * found) AS p99_s,\n"
     "       max(seconds) AS longest_s\n"
     "FROM ranked GROUP BY map, method, agents ORDER BY map, method, agents\n",
     false, NULL, NULL},
    {"costs", "", "what each plan that was found costs against the best known of its instance",
     "WITH " ATTEMPTS "\n"
     "SELECT map, scenario, agents, method, run_id, cost_s,\n"
     "       min(cost_s) OVER instance AS best_s, cost_s / min(cost_s) OVER instance AS ratio,\n"
     "       max(bound_s) OVER instance AS bound_s\n"
     "FROM attempt WHERE outcome = 'found'\n"
     "WINDOW instance AS (PARTITION BY map, scenario, agents)\n"
     "ORDER BY map, scenario, agents, method, run_id\n",
     false, NULL, NULL},
    {"deepest-of-all", "[count=10]",
     "the deepest conflicts of all plans of the file, deepest first",
     "SELECT d.plan_id,\n"
     "       (SELECT i.name FROM plan AS p JOIN input AS i USING (run_id)\n"
     "        WHERE p.plan_id = d.plan_id ORDER BY i.input_id LIMIT 1) AS file,\n"
     "       a.label AS agent_a, b.label AS agent_b, d.conflicts, d.first_conflict_s AS begin_s,\n"
     "       d.deepest_conflict_m AS depth_m\n"
     "FROM (SELECT * FROM pair_summary WHERE conflicts > 0\n"
     "      ORDER BY deepest_conflict_m DESC, plan_id, agent_a_id, agent_b_id LIMIT :count) AS d\n"
     "JOIN agent AS a ON a.plan_id = d.plan_id AND a.agent_id = d.agent_a_id\n"
     "JOIN agent AS b ON b.plan_id = d.plan_id AND b.agent_id = d.agent_b_id\n"
     "ORDER BY d.deepest_conflict_m DESC, d.plan_id, d.agent_a_id, d.agent_b_id\n",
     false, NULL, NULL},
    {"regressions", "list=NAME than=NAME",
     "which jobs ended worse in one batch than the same job in another",
     "WITH ended AS MATERIALIZED (\n"
     "  SELECT b.name, j.job, j.command_json, j.state, j.exit_status, j.cpu_s,\n"
     "         coalesce(s.outcome, j.state) AS outcome, c.value AS cost_s, n.value AS conflicts\n"
     "  FROM batch AS b JOIN job AS j USING (batch_id)\n"
     "  LEFT JOIN solve AS s ON s.run_id = j.run_id\n"
     "  LEFT JOIN solve_stat AS c ON c.run_id = j.run_id AND c.name = 'sum_of_costs_s'\n"
     "  LEFT JOIN run_stat AS n ON n.run_id = j.run_id AND n.name = 'pairs_conflict')\n"
     "SELECT w.job, CASE WHEN w.state <> 'done' AND o.state = 'done' THEN 'no answer'\n"
     "                   WHEN w.outcome <> 'found' AND o.outcome = 'found' THEN 'no plan'\n"
     "                   WHEN w.conflicts > o.conflicts THEN 'more conflicts'\n"
     "                   WHEN w.cost_s > o.cost_s THEN 'dearer'\n"
     "                   WHEN w.cpu_s > 1.5 * o.cpu_s AND w.cpu_s > o.cpu_s + 0.1 THEN 'slower'\n"
     "              END AS worse,\n"
     "       w.outcome, o.outcome AS other_outcome, w.conflicts,\n"
     "       o.conflicts AS other_conflicts, w.cost_s, o.cost_s AS other_cost_s,\n"
     "       w.cpu_s, o.cpu_s AS other_cpu_s, w.command_json\n"
     "FROM ended AS w JOIN ended AS o ON o.command_json = w.command_json\n"
     "WHERE w.name = :list AND o.name = :than AND worse IS NOT NULL ORDER BY w.job\n",
     false, NULL, NULL},
    {"batch-export", "",
     "everything that batches found, to the last bit: no clocks, no counters, no ids of this file",
     "SELECT b.name AS list, j.job, 'job' AS record, j.state AS name,\n"
     "       coalesce(j.reason, 'exit status ' || j.exit_status) AS text, NULL AS value\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id\n"
     "UNION ALL\n"
     "SELECT b.name, j.job, 'command', b.graze_version, j.command_json, NULL\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id\n"
     "UNION ALL\n"
     "SELECT b.name, j.job, 'input', i.input_id || ' ' || i.role, i.sha256, NULL\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id JOIN input AS i USING (run_id)\n"
     "UNION ALL\n"
     "SELECT b.name, j.job, 'digest', d.table_name, d.sha256, NULL\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id\n"
     "JOIN run_digest AS d USING (run_id)\n"
     "WHERE d.table_name NOT IN ('run_stat', 'solve_stat')\n"
     "UNION ALL\n"
     "SELECT b.name, j.job, 'number', s.name, NULL, s.value\n"
     "FROM batch AS b JOIN job AS j ON j.batch_id = b.batch_id JOIN\n"
     "     (SELECT run_id, name, value FROM run_stat\n"
     "      UNION ALL SELECT run_id, name, value FROM solve_stat) AS s USING (run_id)\n"
     "WHERE s.name IN ('agents', 'pairs_conflict', 'pairs_graze', 'pairs_touch', 'pairs_clear',\n"
     "                 'broken_rules', 'deepest_graze_m', 'tolerance_m', 'obstacle_conflicts',\n"
     "                 'obstacle_grazes', 'obstacle_touches', 'unsafe_starts', 'length_m',\n"
     "                 'sum_of_costs_s', 'makespan_s', 'lower_bound_s')\n"
     "ORDER BY 1, 2, 3, 4\n",
     true, NULL, NULL},
    {"verify", "",
     "is the file what its runs wrote? their digests, after all of them were taken again",
     "-- graze query takes every digest again before it asks this\n"
     "SELECT r.run_id, r.state, d.table_name, d.sha256,\n"
     "       CASE WHEN d.sha256 IS NOT NULL THEN 'same'\n"
     "            WHEN r.state = 'finished' THEN 'unknown' ELSE 'unfinished' END AS digest\n"
     "FROM run AS r LEFT JOIN run_digest AS d ON d.run_id = r.run_id\n"
     "ORDER BY r.run_id, d.table_name\n",
     false, NULL, NULL},
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

io_result question_has_source(database *db, const question *asked, int64_t plan_id, bool *has)
{
    query_value answer, value = {.kind = QUERY_INTEGER, .integer = plan_id};
    *has = true;
    if (asked->was_kept == NULL)
        return IO_OK;
    io_result result = ask_integer(db, asked->was_kept, &value, 1, &answer);
    *has = answer.kind == QUERY_INTEGER && answer.integer != 0;
    return result;
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
