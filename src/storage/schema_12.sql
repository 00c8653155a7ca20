-- SPDX-License-Identifier: MIT
-- What version 12 adds: the rules that agents break, which make a plan unsafe; and where agents
-- are before their first row.

-- Until now nobody stood there.
ALTER TABLE plan ADD COLUMN at_start TEXT NOT NULL DEFAULT 'absent' -- before their first row
    CHECK (at_start = 'stand' OR at_start = 'absent');

CREATE TABLE broken_rule (
    -- A rule that an agent breaks, of those that `graze check` holds a plan to: what it prints with
    -- the verdict 'broken'. start, task and goal are places of the scenario, edge is a motion off
    -- the roadmap, speed, acceleration and jump are limits, outside is off the cells of the map.
    -- Exact decisions; the numbers that tell of them are doubles.
    plan_id    INTEGER NOT NULL REFERENCES plan,
    agent_id   INTEGER NOT NULL,
    part       INTEGER NOT NULL, -- counts what the agent breaks
    rule       TEXT NOT NULL
               CHECK (rule = 'start' OR rule = 'task' OR rule = 'goal' OR rule = 'edge'
                      OR rule = 'speed' OR rule = 'acceleration' OR rule = 'jump'
                      OR rule = 'outside'),
    begin_s    REAL NOT NULL,
    end_s      REAL NOT NULL,
    x_m        REAL, -- where the agent is at begin_s
    y_m        REAL,
    z_m        REAL,
    wanted_x_m REAL, -- where it should be: of start, task and goal, else NULL
    wanted_y_m REAL,
    task       INTEGER, -- of start, task and goal: which of the agent's tasks, from 0
    seq        INTEGER, -- of the others: the motion
    value      REAL, -- its speed, acceleration or jump, or how far it is outside; in m and s
    allowed    REAL, -- the limit
    PRIMARY KEY (plan_id, agent_id, part),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion,
    CHECK ((seq IS NULL) = (rule = 'start' OR rule = 'task' OR rule = 'goal')),
    CHECK ((task IS NULL) = (seq IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- A run that finished before has no row there: the digest of none, for a run with a plan and for
-- one without.
INSERT INTO run_digest
SELECT d.run_id, 'broken_rule',
       iif((SELECT count(*) FROM plan AS p WHERE p.run_id = d.run_id) = 0,
           'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
           'cbe5cfdf7c2118a9c3d78ef1d684f3afa089201352886449a06a6511cfef74a7')
FROM run_digest AS d WHERE d.table_name = 'plan';

CREATE VIEW broken_rule_labelled AS
-- Broken rules with the agents' own names.
SELECT b.plan_id, a.label AS agent, b.rule, b.part, b.begin_s, b.end_s, b.x_m, b.y_m, b.z_m,
       b.wanted_x_m, b.wanted_y_m, b.task, b.seq, b.value, b.allowed, b.agent_id,
       printf('%!.17g', b.begin_s) AS begin_text,
       printf('%!.17g', b.end_s) AS end_text
FROM broken_rule AS b
JOIN agent AS a ON a.plan_id = b.plan_id AND a.agent_id = b.agent_id;

DROP VIEW plan_safety;

CREATE VIEW plan_safety AS
-- Is a plan safe? 'yes' needs a run that came to its end; agents must not conflict with each other
-- nor, where a map was looked at, with what stands in their way, nor break a rule that the plan was
-- held to. (Checks before version 12 have only counted broken rules.)
SELECT p.plan_id, p.run_id,
       CASE WHEN m.conflicts > 0 OR o.conflicts > 0 OR b.rules > 0 OR s.value > 0 THEN 'no'
            WHEN r.state = 'finished' THEN 'yes' ELSE 'unknown' END AS safe,
       (SELECT count(*) FROM agent AS a WHERE a.plan_id = p.plan_id) AS agents,
       coalesce(m.pairs_in_conflict, 0) AS pairs_in_conflict,
       coalesce(m.conflicts, 0) AS conflicts,
       coalesce(m.grazes, 0) AS grazes,
       coalesce(m.touches, 0) AS touches,
       m.deepest_conflict_m,
       m.deepest_graze_m,
       p.tolerance_m,
       iif(m.deepest_conflict_m IS NULL, NULL,
           printf('%!.17g', m.deepest_conflict_m)) AS deepest_conflict_text,
       iif(m.deepest_graze_m IS NULL, NULL,
           printf('%!.17g', m.deepest_graze_m)) AS deepest_graze_text,
       coalesce(o.conflicts, 0) AS obstacle_conflicts,
       coalesce(o.grazes, 0) AS obstacle_grazes,
       coalesce(o.touches, 0) AS obstacle_touches,
       o.deepest_m AS obstacle_deepest_m,
       coalesce(b.rules, CAST(s.value AS INTEGER), 0) AS broken_rules
FROM plan AS p JOIN run AS r USING (run_id)
LEFT JOIN (SELECT plan_id,
                  sum(conflicts > 0) AS pairs_in_conflict,
                  sum(conflicts) AS conflicts,
                  sum(grazes) AS grazes,
                  sum(touches) AS touches,
                  max(deepest_conflict_m) AS deepest_conflict_m,
                  max(deepest_graze_m) AS deepest_graze_m
           FROM pair_summary GROUP BY plan_id) AS m USING (plan_id)
LEFT JOIN (SELECT plan_id,
                  count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,
                  count(*) FILTER (WHERE verdict = 'graze') AS grazes,
                  count(*) FILTER (WHERE verdict = 'touch') AS touches,
                  max(depth_m) FILTER (WHERE depth_m > 0) AS deepest_m
           FROM obstacle_meeting GROUP BY plan_id) AS o USING (plan_id)
LEFT JOIN (SELECT plan_id, count(*) AS rules
           FROM broken_rule GROUP BY plan_id) AS b USING (plan_id)
LEFT JOIN run_stat AS s ON s.run_id = p.run_id AND s.name = 'broken_rules';
