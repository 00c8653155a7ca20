WITH last AS (
    SELECT map, scenario, connectivity, method, max(agents) AS agents
    FROM solve WHERE outcome = 'found' GROUP BY map, scenario, connectivity, method
)
SELECT r.map, r.scenario, r.connectivity, r.method, r.agents,
       s.sum_of_costs_s, s.nodes_expanded, s.seconds,
       round(s.nodes_expanded / s.seconds) AS nodes_per_second,
       (SELECT count(*) FROM solve AS q
        WHERE q.map = r.map AND q.scenario = r.scenario AND q.method = r.method
          AND q.connectivity IS r.connectivity AND q.outcome = 'found') AS plans,
       (SELECT coalesce(sum(q.pairs_graze), 0) FROM solve_summary AS q
        WHERE q.map = r.map AND q.scenario = r.scenario AND q.method = r.method
          AND q.connectivity IS r.connectivity) AS grazes,
       (SELECT max(q.deepest_graze_m) FROM solve_summary AS q
        WHERE q.map = r.map AND q.scenario = r.scenario AND q.method = r.method
          AND q.connectivity IS r.connectivity) AS deepest_graze_m
FROM solve_reach AS r
LEFT JOIN solve_summary AS s
    ON s.map = r.map AND s.scenario = r.scenario AND s.connectivity IS r.connectivity
       AND s.method = r.method AND s.agents = r.agents AND s.outcome = 'found'
ORDER BY r.map, r.connectivity, r.scenario, r.method
