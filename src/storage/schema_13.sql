-- SPDX-License-Identifier: MIT
-- What version 13 adds: obstacles of a file, which a plan was held against. The comment and the
-- checks of `obstacle_meeting` know them, so that table is made anew.
DROP VIEW obstacle_meeting_labelled;
ALTER TABLE obstacle_meeting RENAME TO graze_12_obstacle_meeting;

CREATE TABLE obstacle (
    -- An obstacle of a file that a plan was held against: all that lies within radius_m of its
    -- convex pieces, which obstacle_vertex has. They count from 0 in the order of the file.
    plan_id     INTEGER NOT NULL REFERENCES plan,
    obstacle_id INTEGER NOT NULL,
    label       TEXT NOT NULL, -- its name in the file, or its number
    radius_m    REAL NOT NULL CHECK (radius_m >= 0),
    PRIMARY KEY (plan_id, obstacle_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE obstacle_vertex (
    -- The corners of the convex pieces of obstacles, counter-clockwise. A piece of one is a point,
    -- a piece of two a segment. Pieces count from 0 within the obstacle, corners within the piece.
    plan_id     INTEGER NOT NULL,
    obstacle_id INTEGER NOT NULL,
    piece       INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    x_m         REAL NOT NULL,
    y_m         REAL NOT NULL,
    PRIMARY KEY (plan_id, obstacle_id, piece, seq),
    FOREIGN KEY (plan_id, obstacle_id) REFERENCES obstacle
) STRICT, WITHOUT ROWID;

CREATE TABLE obstacle_meeting (
    -- One stretch of time in which an agent meets a blocked cell, or an obstacle of a file, as
    -- meeting has them for two agents: part counts those of the agent with this cell or obstacle,
    -- seq is the motion at the deepest instant. Kept only after `graze check --map` or
    -- `--obstacles`.
    plan_id         INTEGER NOT NULL REFERENCES plan,
    agent_id        INTEGER NOT NULL,
    map_row         INTEGER NOT NULL CHECK (map_row >= -1), -- of the cell; -1: it is no cell,
    map_column      INTEGER NOT NULL, -- and here is the obstacle_id
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

INSERT INTO obstacle_meeting SELECT * FROM graze_12_obstacle_meeting;
DROP TABLE graze_12_obstacle_meeting;

-- A run that finished before has no row there: the digests of none, for a run with a plan and for
-- one without.
INSERT INTO run_digest
SELECT d.run_id, t.name,
       iif((SELECT count(*) FROM plan AS p WHERE p.run_id = d.run_id) = 0,
           'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
           'cbe5cfdf7c2118a9c3d78ef1d684f3afa089201352886449a06a6511cfef74a7')
FROM run_digest AS d JOIN (SELECT 'obstacle' AS name UNION ALL SELECT 'obstacle_vertex') AS t
WHERE d.table_name = 'plan';

CREATE VIEW obstacle_meeting_labelled AS
-- Meetings of agents with blocked cells and obstacles of a file, with the agents' own names and
-- the obstacles'. Of a cell, obstacle is NULL; of an obstacle, the column and row.
SELECT o.plan_id, a.label AS agent,
       iif(o.map_row < 0, NULL, o.map_column) AS map_column,
       iif(o.map_row < 0, NULL, o.map_row) AS map_row,
       b.label AS obstacle, o.part, o.verdict,
       o.begin_s, o.end_s, o.depth_m, o.depth_at_s, o.agent_id, o.seq, o.min_clearance_m,
       printf('%!.17g', o.begin_s) AS begin_text,
       printf('%!.17g', o.end_s) AS end_text,
       printf('%!.17g', o.depth_m) AS depth_text,
       printf('%!.17g', o.depth_at_s) AS depth_at_text,
       b.obstacle_id
FROM obstacle_meeting AS o
JOIN agent AS a ON a.plan_id = o.plan_id AND a.agent_id = o.agent_id
LEFT JOIN obstacle AS b
     ON o.map_row < 0 AND b.plan_id = o.plan_id AND b.obstacle_id = o.map_column;
