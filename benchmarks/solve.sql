-- SPDX-License-Identifier: MIT
-- How far each method came, beside the reference. benchmarks/solve puts the reference's runs in
-- front: WITH reference(map, connectivity, scenario, agents, found, nodes, seconds, cost) AS
-- (VALUES ...), with connectivity 0 for a roadmap. An instance is a map, a connectivity and a
-- scenario; nodes per second are over the numbers of agents that both sides tried, and of runs
-- of the same instance the latest counts. Costs that differ by 1e-5 or less are equal: the
-- reference looks for the end of a conflict by halving, and stops within 1e-7 of each.
instance AS (
    SELECT map, connectivity, scenario, max(agents) FILTER (WHERE found) AS agents
    FROM reference GROUP BY map, connectivity, scenario
),
latest AS (
    SELECT i.map, i.connectivity, i.scenario, s.method, s.agents, s.outcome = 'found' AS found,
           s.nodes_expanded AS nodes, s.seconds, s.sum_of_costs_s AS cost, s.pairs_graze,
           s.deepest_graze_m, max(s.run_id) AS run_id
    FROM instance AS i
    JOIN solve_summary AS s
        ON s.map LIKE '%/' || i.map || '%/map%' AND coalesce(s.connectivity, 0) = i.connectivity
           AND (s.scenario LIKE '%/' || i.scenario || '\_task.xml' ESCAPE '\'
                OR s.scenario LIKE '%-random-' || i.scenario || '.xml')
    GROUP BY i.map, i.connectivity, i.scenario, s.method, s.agents
),
total AS (
    SELECT map, connectivity, scenario, method, max(l.agents) FILTER (WHERE l.found) AS agents,
           count(*) FILTER (WHERE l.found) AS plans, sum(l.pairs_graze) AS grazes,
           max(l.deepest_graze_m) AS deepest_graze_m,
           sum(l.nodes) FILTER (WHERE r.agents NOT NULL) AS nodes,
           sum(l.seconds) FILTER (WHERE r.agents NOT NULL) AS seconds,
           sum(r.nodes) AS their_nodes, sum(r.seconds) AS their_seconds,
           count(*) FILTER (WHERE l.found AND r.found AND l.cost < r.cost - 1e-5) AS cheaper,
           count(*) FILTER (WHERE l.found AND r.found AND l.cost > r.cost + 1e-5) AS dearer
    FROM latest AS l LEFT JOIN reference AS r USING (map, connectivity, scenario, agents)
    GROUP BY map, connectivity, scenario, method
)
SELECT t.map, nullif(t.connectivity, 0) AS k, t.scenario, t.method, t.agents,
       i.agents AS reference_agents, l.cost AS sum_of_costs_s, l.nodes AS nodes_expanded, l.seconds,
       round(t.nodes / t.seconds) AS nodes_per_s,
       round(t.their_nodes / t.their_seconds) AS reference_nodes_per_s,
       round(t.nodes / t.seconds / (t.their_nodes / t.their_seconds), 1) AS ratio,
       t.cheaper, t.dearer, t.plans, t.grazes, t.deepest_graze_m
FROM total AS t
JOIN instance AS i USING (map, connectivity, scenario)
LEFT JOIN latest AS l USING (map, connectivity, scenario, method, agents)
ORDER BY t.map, t.connectivity, t.scenario, t.method
