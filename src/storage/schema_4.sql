-- SPDX-License-Identifier: MIT
-- What version 4 of the results database adds: maps, and what does not get past them.

-- A map that a run has read. Cells count from 0, their centres are at the whole
-- multiples of cell_m; a roadmap has no cells.
CREATE TABLE map (
    map_id  INTEGER PRIMARY KEY,
    run_id  INTEGER NOT NULL REFERENCES run,
    kind    TEXT NOT NULL CHECK (kind IN ('grid', 'roadmap')),
    columns INTEGER,
    rows    INTEGER,
    cell_m  REAL,
    CHECK (CASE kind
           WHEN 'grid' THEN coalesce(columns > 0 AND rows > 0 AND cell_m > 0, 0)
           ELSE columns IS NULL AND rows IS NULL AND cell_m IS NULL END)
) STRICT;

CREATE INDEX map_by_run ON map (run_id);

-- The cells that are blocked.
CREATE TABLE map_cell (
    map_id     INTEGER NOT NULL REFERENCES map,
    map_row    INTEGER NOT NULL,
    map_column INTEGER NOT NULL,
    PRIMARY KEY (map_id, map_row, map_column)
) STRICT, WITHOUT ROWID;

-- The vertices of a roadmap, and its directed edges.
CREATE TABLE vertex (
    map_id    INTEGER NOT NULL REFERENCES map,
    vertex_id INTEGER NOT NULL,
    label     TEXT NOT NULL,
    x_m       REAL NOT NULL,
    y_m       REAL NOT NULL,
    PRIMARY KEY (map_id, vertex_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE edge (
    map_id      INTEGER NOT NULL,
    from_vertex INTEGER NOT NULL,
    to_vertex   INTEGER NOT NULL,
    PRIMARY KEY (map_id, from_vertex, to_vertex),
    FOREIGN KEY (map_id, from_vertex) REFERENCES vertex,
    FOREIGN KEY (map_id, to_vertex) REFERENCES vertex
) STRICT, WITHOUT ROWID;

-- The map that a plan was made for, or was held against.
CREATE TABLE plan_map (
    plan_id INTEGER PRIMARY KEY REFERENCES plan,
    map_id  INTEGER NOT NULL REFERENCES map
) STRICT;

-- One stretch of time in which an agent meets a blocked cell, as `meeting` has them
-- for two agents: part counts those of the agent with this cell, seq is the motion at
-- the deepest instant, and the same is called a graze or a touch.
CREATE TABLE obstacle_meeting (
    plan_id         INTEGER NOT NULL REFERENCES plan,
    agent_id        INTEGER NOT NULL,
    map_row         INTEGER NOT NULL,
    map_column      INTEGER NOT NULL,
    part            INTEGER NOT NULL,
    verdict         TEXT NOT NULL
                    CHECK (verdict = 'touch' OR verdict = 'graze' OR verdict = 'conflict'),
    begin_s         REAL NOT NULL,
    end_s           REAL NOT NULL,
    depth_m         REAL NOT NULL, -- the greatest, rounded to nearest
    depth_at_s      REAL NOT NULL,
    min_clearance_m REAL NOT NULL, -- rounded down
    seq             INTEGER NOT NULL,
    PRIMARY KEY (plan_id, agent_id, map_row, map_column, part),
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion
) STRICT, WITHOUT ROWID;

CREATE VIEW obstacle_meeting_labelled AS
SELECT o.plan_id, a.label, o.map_column, o.map_row, o.part, o.verdict, o.begin_s, o.end_s,
       o.depth_m, o.depth_at_s, o.agent_id, o.seq, o.min_clearance_m,
       printf('%!.17g', o.begin_s) AS begin_text,
       printf('%!.17g', o.end_s) AS end_text,
       printf('%!.17g', o.depth_m) AS depth_text,
       printf('%!.17g', o.depth_at_s) AS depth_at_text
FROM obstacle_meeting AS o JOIN agent AS a USING (plan_id, agent_id);

-- Is a plan safe? 'yes' needs a run that came to its end; agents must not conflict with
-- each other nor, where a map was looked at, with what stands in their way.
DROP VIEW plan_safety;

CREATE VIEW plan_safety AS
SELECT p.plan_id, p.run_id,
       CASE WHEN m.conflicts > 0 OR o.conflicts > 0 THEN 'no'
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
       o.deepest_m AS obstacle_deepest_m
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
           FROM obstacle_meeting GROUP BY plan_id) AS o USING (plan_id);
