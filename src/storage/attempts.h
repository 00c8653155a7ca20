/* SPDX-License-Identifier: MIT */
/* Solver runs as SQL, for who asks across runs: one row for each that was tried, by itself or as a
 * job, and for each job that failed or was skipped. Of those the words of the command are all there
 * is. A file's name is told without its folder, since shards are worked off in many. */
#ifndef GRAZE_STORAGE_ATTEMPTS_H
#define GRAZE_STORAGE_ATTEMPTS_H

/* The word behind `option` in the command of the row j of `job`. */
#define ATTEMPT_WORD(option)                                                                       \
    "(SELECT w.value FROM json_each(j.command_json) AS o JOIN json_each(j.command_json) AS w\n"    \
    "    ON w.key = o.key + 1 WHERE o.value = '" option "')"
#define ATTEMPT_FILE(path) "replace(" path ", rtrim(" path ", replace(" path ", '/', '')), '')"

#define ATTEMPTS                                                                                   \
    "attempt AS MATERIALIZED (\n"                                                                  \
    "  SELECT " ATTEMPT_FILE("s.map") " AS map, " ATTEMPT_FILE("s.scenario") " AS scenario,\n"     \
    "         s.agents, s.method, s.outcome, s.run_id, c.value AS cost_s, t.value AS seconds,\n"   \
    "         l.value AS bound_s\n"                                                                \
    "  FROM solve AS s\n"                                                                          \
    "  LEFT JOIN solve_stat AS c ON c.run_id = s.run_id AND c.name = 'sum_of_costs_s'\n"           \
    "  LEFT JOIN solve_stat AS t ON t.run_id = s.run_id AND t.name = 'seconds'\n"                  \
    "  LEFT JOIN solve_stat AS l ON l.run_id = s.run_id AND l.name = 'lower_bound_s'\n"            \
    "  UNION ALL\n"                                                                                \
    "  SELECT " ATTEMPT_FILE("f.map") ", " ATTEMPT_FILE("f.scenario") ", f.agents, f.method,\n"    \
    "         f.state, NULL, NULL, NULL, NULL\n"                                                   \
    "  FROM (SELECT " ATTEMPT_WORD("--map") " AS map, " ATTEMPT_WORD("--scenario")                 \
    " AS scenario,\n"                                                                              \
    "               CAST(" ATTEMPT_WORD("--agents") " AS INTEGER) AS agents,\n"                    \
    "               coalesce(" ATTEMPT_WORD("--method") ", 'ccbs') AS method, j.state\n"           \
    "        FROM job AS j WHERE j.state <> 'done'\n"                                              \
    "          AND json_extract(j.command_json, '$[1]') = 'solve') AS f)"

#endif
