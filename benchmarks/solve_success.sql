-- SPDX-License-Identifier: MIT
-- The share of instances that are solved when agents are added one by one until one fails: who
-- reaches n has solved all up to n. benchmarks/solve puts `reference` in front, see solve.sql.
-- Both sides are counted over the instances that were run here.
instance AS (
    SELECT map, connectivity, scenario, max(agents) FILTER (WHERE found) AS agents
    FROM reference GROUP BY map, connectivity, scenario
),
reach AS (
    SELECT i.map, i.connectivity, i.scenario, s.method, coalesce(max(s.agents), 0) AS agents
    FROM instance AS i
    JOIN solve_reach AS s
        ON s.map LIKE '%/' || i.map || '%/map%' AND coalesce(s.connectivity, 0) = i.connectivity
           AND (s.scenario LIKE '%/' || i.scenario || '\_task.xml' ESCAPE '\'
                OR s.scenario LIKE '%-random-' || i.scenario || '.xml')
    GROUP BY i.map, i.connectivity, i.scenario, s.method
    UNION ALL
    SELECT i.map, i.connectivity, i.scenario, 'reference', coalesce(i.agents, 0)
    FROM instance AS i
    WHERE EXISTS (SELECT 1 FROM solve AS s
                  WHERE s.map LIKE '%/' || i.map || '%/map%'
                    AND coalesce(s.connectivity, 0) = i.connectivity
                    AND (s.scenario LIKE '%/' || i.scenario || '\_task.xml' ESCAPE '\'
                         OR s.scenario LIKE '%-random-' || i.scenario || '.xml'))
),
number AS (
    SELECT 1 AS agents UNION ALL
    SELECT agents + 1 FROM number WHERE agents <= (SELECT max(agents) FROM reach)
)
SELECT map, nullif(connectivity, 0) AS k, method, n.agents, count(*) AS instances,
       round(avg(r.agents >= n.agents), 4) AS solved
FROM reach AS r JOIN number AS n
    ON n.agents <= (SELECT max(o.agents) + 1 FROM reach AS o
                    WHERE o.map = r.map AND o.connectivity = r.connectivity)
GROUP BY map, connectivity, method, n.agents
ORDER BY map, connectivity, method, n.agents
