-- SPDX-License-Identifier: MIT
-- What version 6 of the results database adds: what a solver was asked, how it ended,
-- and its numbers.

-- One run of a solver. connectivity is k of a grid's 2^k moves, null on a roadmap.
CREATE TABLE solve (
    run_id       INTEGER PRIMARY KEY REFERENCES run,
    map          TEXT NOT NULL,
    scenario     TEXT NOT NULL,
    agents       INTEGER NOT NULL,
    connectivity INTEGER,
    method       TEXT NOT NULL,
    outcome      TEXT NOT NULL
                 CHECK (outcome = 'found' OR outcome = 'unfinished' OR outcome = 'impossible'),
    reason       TEXT,
    plan_id      INTEGER REFERENCES plan,
    CHECK ((outcome = 'found') = (plan_id IS NOT NULL)),
    CHECK ((outcome = 'impossible') = (reason IS NOT NULL))
) STRICT;

-- Its numbers: sum_of_costs_s, makespan_s, lower_bound_s, nodes_expanded, seconds, ...
CREATE TABLE solve_stat (
    run_id INTEGER NOT NULL REFERENCES solve,
    name   TEXT NOT NULL,
    value  REAL NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

-- One row for each run, with the numbers that people ask first.
CREATE VIEW solve_summary AS
SELECT s.run_id, s.map, s.scenario, s.agents, s.connectivity, s.method, s.outcome, s.reason,
       max(t.value) FILTER (WHERE t.name = 'sum_of_costs_s') AS sum_of_costs_s,
       max(t.value) FILTER (WHERE t.name = 'makespan_s') AS makespan_s,
       max(t.value) FILTER (WHERE t.name = 'lower_bound_s') AS lower_bound_s,
       max(t.value) FILTER (WHERE t.name = 'nodes_expanded') AS nodes_expanded,
       max(t.value) FILTER (WHERE t.name = 'seconds') AS seconds,
       max(t.value) FILTER (WHERE t.name = 'pairs_graze') AS pairs_graze,
       max(t.value) FILTER (WHERE t.name = 'deepest_graze_m') AS deepest_graze_m,
       s.plan_id
FROM solve AS s LEFT JOIN solve_stat AS t USING (run_id)
GROUP BY s.run_id;

-- How many agents does each method manage when they are added one by one until it fails?
-- The greatest number with a plan below the least without one.
CREATE VIEW solve_reach AS
SELECT s.map, s.scenario, s.connectivity, s.method,
       max(s.agents) FILTER (WHERE s.outcome = 'found'
                             AND s.agents < coalesce(f.agents, 1e9)) AS agents
FROM solve AS s
LEFT JOIN (SELECT map, scenario, connectivity, method, min(agents) AS agents
           FROM solve AS u
           WHERE outcome <> 'found'
             AND NOT EXISTS (SELECT 1 FROM solve AS v
                             WHERE v.map = u.map AND v.scenario = u.scenario
                               AND v.connectivity IS u.connectivity AND v.method = u.method
                               AND v.agents = u.agents AND v.outcome = 'found')
           GROUP BY map, scenario, connectivity, method) AS f
    ON f.map = s.map AND f.scenario = s.scenario AND f.connectivity IS s.connectivity
       AND f.method = s.method
GROUP BY s.map, s.scenario, s.connectivity, s.method;
