-- SPDX-License-Identifier: MIT
-- The results database, version 1.
--
-- Units are in the names: _s seconds, _m metres, _mps metres per second, _mps2
-- metres per second squared. Every number is the double that was computed; go
-- through bind and column calls to keep all of its bits (SQLite holds -0.0 as
-- 0.0 and has no NaN; infinities are ordinary values).
--
-- Agents count from 0 in the order in which the plan names them, motions from
-- 0 within their agent. In a pair, agent_a < agent_b.
--
-- The big tables are loaded by the million: their primary keys follow the order
-- in which rows come, their checks avoid IN, which builds a set per row, and
-- they have no index whose order is another one: README.md has the figures.

-- One call of the program. `state` tells how it ended; the columns from `host`
-- on name the process that wrote it, so that a run whose writer was killed is
-- not taken for one that still runs.
CREATE TABLE run (
    run_id              INTEGER PRIMARY KEY,
    command_json        TEXT NOT NULL,
    state               TEXT NOT NULL
                        CHECK (state IN ('running', 'finished', 'interrupted', 'failed')),
    exit_status         INTEGER,
    started_at          TEXT NOT NULL, -- UTC, ISO 8601
    finished_at         TEXT,
    graze_version       TEXT NOT NULL,
    host                TEXT,
    boot_id             TEXT,
    pid_namespace       TEXT,
    pid                 INTEGER NOT NULL,
    process_start_ticks INTEGER -- since boot
) STRICT;

-- The files that a run has read.
CREATE TABLE input (
    run_id   INTEGER NOT NULL REFERENCES run,
    input_id INTEGER NOT NULL,
    role     TEXT NOT NULL,
    name     TEXT NOT NULL,
    sha256   TEXT NOT NULL,
    PRIMARY KEY (run_id, input_id)
) STRICT, WITHOUT ROWID;

-- Numbers about a run: pairs_decided, pairs_conflict, seconds, ...
CREATE TABLE run_stat (
    run_id INTEGER NOT NULL REFERENCES run,
    name   TEXT NOT NULL,
    value  REAL NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan (
    plan_id     INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run,
    dimension   INTEGER NOT NULL CHECK (dimension IN (2, 3)),
    tolerance_m REAL NOT NULL CHECK (tolerance_m >= 0)
) STRICT;

CREATE INDEX plan_by_run ON plan (run_id);

CREATE TABLE body (
    plan_id  INTEGER NOT NULL REFERENCES plan,
    body_id  INTEGER NOT NULL,
    radius_m REAL NOT NULL CHECK (radius_m >= 0),
    PRIMARY KEY (plan_id, body_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent (
    plan_id  INTEGER NOT NULL REFERENCES plan,
    agent_id INTEGER NOT NULL,
    label    TEXT NOT NULL,
    body_id  INTEGER NOT NULL,
    at_end   TEXT NOT NULL CHECK (at_end = 'stay' OR at_end = 'vanish'),
    PRIMARY KEY (plan_id, agent_id),
    UNIQUE (plan_id, label),
    FOREIGN KEY (plan_id, body_id) REFERENCES body
) STRICT, WITHOUT ROWID;

-- One piece of movement; its numbers are exact. It lives from start + start_tail
-- for duration + duration_tail, sums of real numbers. A waypoint motion goes to
-- a place, the other forms have a velocity and an acceleration; a parked one
-- stands for ever where the kinematic motion of its numbers ends.
CREATE TABLE motion (
    plan_id         INTEGER NOT NULL,
    agent_id        INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    form            TEXT NOT NULL
                    CHECK (form = 'kinematic' OR form = 'waypoint' OR form = 'parked'),
    start_s         REAL NOT NULL,
    start_tail_s    REAL NOT NULL,
    duration_s      REAL NOT NULL CHECK (duration_s >= 0),
    duration_tail_s REAL NOT NULL,
    x_m             REAL NOT NULL,
    y_m             REAL NOT NULL,
    z_m             REAL NOT NULL,
    to_x_m          REAL,
    to_y_m          REAL,
    to_z_m          REAL,
    vx_mps          REAL,
    vy_mps          REAL,
    vz_mps          REAL,
    ax_mps2         REAL,
    ay_mps2         REAL,
    az_mps2         REAL,
    PRIMARY KEY (plan_id, agent_id, seq),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    CHECK ((form = 'waypoint')
           = (to_x_m IS NOT NULL AND to_y_m IS NOT NULL AND to_z_m IS NOT NULL)),
    CHECK ((form = 'waypoint')
           = (vx_mps IS NULL AND vy_mps IS NULL AND vz_mps IS NULL
              AND ax_mps2 IS NULL AND ay_mps2 IS NULL AND az_mps2 IS NULL))
) STRICT, WITHOUT ROWID;

-- Two motions that meet, as the kernel answers for that pair alone. The time
-- between begin and end is open and rounded outward; touches are closed.
CREATE TABLE conflict (
    plan_id            INTEGER NOT NULL REFERENCES plan,
    agent_a            INTEGER NOT NULL,
    seq_a              INTEGER NOT NULL,
    agent_b            INTEGER NOT NULL,
    seq_b              INTEGER NOT NULL,
    part               INTEGER NOT NULL,
    verdict            TEXT NOT NULL
                       CHECK (verdict = 'touch' OR verdict = 'graze' OR verdict = 'conflict'),
    begin_s            REAL NOT NULL,
    end_s              REAL NOT NULL,
    min_clearance_m    REAL NOT NULL, -- rounded down
    min_clearance_at_s REAL NOT NULL,
    depth_m            REAL NOT NULL, -- the greatest, rounded to nearest
    PRIMARY KEY (plan_id, agent_a, agent_b, seq_a, seq_b, part),
    FOREIGN KEY (plan_id, agent_a, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b, seq_b) REFERENCES motion,
    CHECK (agent_a < agent_b)
) STRICT, WITHOUT ROWID;

-- One stretch of time in which two agents meet: conflict rows that follow each
-- other without a break are one meeting. seq_a and seq_b are the motions at its
-- deepest instant.
CREATE TABLE meeting (
    plan_id         INTEGER NOT NULL REFERENCES plan,
    agent_a         INTEGER NOT NULL,
    agent_b         INTEGER NOT NULL,
    part            INTEGER NOT NULL,
    verdict         TEXT NOT NULL
                       CHECK (verdict = 'touch' OR verdict = 'graze' OR verdict = 'conflict'),
    begin_s         REAL NOT NULL,
    end_s           REAL NOT NULL,
    depth_m         REAL NOT NULL, -- the greatest, rounded to nearest
    depth_at_s      REAL NOT NULL,
    min_clearance_m REAL NOT NULL, -- rounded down
    seq_a           INTEGER NOT NULL,
    seq_b           INTEGER NOT NULL,
    PRIMARY KEY (plan_id, agent_a, agent_b, part),
    FOREIGN KEY (plan_id, agent_a, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b, seq_b) REFERENCES motion,
    CHECK (agent_a < agent_b)
) STRICT, WITHOUT ROWID;

-- ---- what people ask first ---------------------------------------------------------
-- The _text columns are the same numbers with 17 digits, for tools that would
-- print fewer.

-- What there is between two agents, all their meetings together.
CREATE VIEW pair_summary AS
SELECT plan_id, agent_a, agent_b,
       count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,
       count(*) FILTER (WHERE verdict = 'graze') AS grazes,
       count(*) FILTER (WHERE verdict = 'touch') AS touches,
       max(depth_m) FILTER (WHERE verdict = 'conflict') AS deepest_conflict_m,
       max(depth_m) FILTER (WHERE verdict = 'graze') AS deepest_graze_m,
       min(begin_s) FILTER (WHERE verdict = 'conflict') AS first_conflict_s
FROM meeting GROUP BY plan_id, agent_a, agent_b;

-- Is a plan safe? 'yes' needs a run that came to its end.
CREATE VIEW plan_safety AS
SELECT p.plan_id, p.run_id,
       CASE WHEN m.conflicts > 0 THEN 'no' WHEN r.state = 'finished' THEN 'yes'
            ELSE 'unknown' END AS safe,
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
           printf('%!.17g', m.deepest_graze_m)) AS deepest_graze_text
FROM plan AS p JOIN run AS r USING (run_id)
LEFT JOIN (SELECT plan_id,
                  sum(conflicts > 0) AS pairs_in_conflict,
                  sum(conflicts) AS conflicts,
                  sum(grazes) AS grazes,
                  sum(touches) AS touches,
                  max(deepest_conflict_m) AS deepest_conflict_m,
                  max(deepest_graze_m) AS deepest_graze_m
           FROM pair_summary GROUP BY plan_id) AS m USING (plan_id);

-- Meetings with the agents' own names.
CREATE VIEW meeting_labelled AS
SELECT m.plan_id, a.label AS label_a, b.label AS label_b, m.verdict,
       m.begin_s, m.end_s, m.depth_m, m.depth_at_s,
       m.agent_a, m.agent_b, m.part, m.seq_a, m.seq_b, m.min_clearance_m,
       printf('%!.17g', m.begin_s) AS begin_text,
       printf('%!.17g', m.end_s) AS end_text,
       printf('%!.17g', m.depth_m) AS depth_text,
       printf('%!.17g', m.depth_at_s) AS depth_at_text
FROM meeting AS m
JOIN agent AS a ON a.plan_id = m.plan_id AND a.agent_id = m.agent_a
JOIN agent AS b ON b.plan_id = m.plan_id AND b.agent_id = m.agent_b;

-- The first conflict of each plan in time. (Beside min(), SQLite takes the other
-- columns from the row of the minimum; ties go to the first agents.)
CREATE VIEW first_conflict AS
SELECT l.*
FROM (SELECT plan_id, agent_a, agent_b, part, min(begin_s)
      FROM meeting WHERE verdict = 'conflict' GROUP BY plan_id) AS f
CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a, agent_b, part);

-- The ten deepest conflicts of each plan, deepest first.
CREATE VIEW deepest_conflict AS
SELECT d.place, l.*
FROM (SELECT plan_id, agent_a, agent_b, part,
             row_number() OVER (PARTITION BY plan_id
                                ORDER BY depth_m DESC, agent_a, agent_b, part) AS place
      FROM meeting WHERE verdict = 'conflict') AS d
CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a, agent_b, part)
WHERE d.place <= 10;

-- Conflict degree: with how many others is each agent in conflict, how often,
-- how deep, from when on? Agents without a conflict are left out.
CREATE VIEW conflict_degree AS
SELECT e.plan_id, e.agent_id, a.label, count(*) AS degree, sum(e.conflicts) AS conflicts,
       max(e.deepest_conflict_m) AS deepest_m, min(e.first_conflict_s) AS first_begin_s
FROM (SELECT plan_id, agent_a AS agent_id, conflicts, deepest_conflict_m, first_conflict_s
      FROM pair_summary
      UNION ALL
      SELECT plan_id, agent_b, conflicts, deepest_conflict_m, first_conflict_s
      FROM pair_summary) AS e
JOIN agent AS a ON a.plan_id = e.plan_id AND a.agent_id = e.agent_id
WHERE e.conflicts > 0
GROUP BY e.plan_id, e.agent_id;

-- How many meetings are how deep: decade d holds depths in [10^d, 10^(d+1)) m.
-- The decade is read from the printed exponent: no logarithm rounds it.
CREATE VIEW depth_histogram AS
SELECT plan_id, verdict,
       CAST(substr(scientific, instr(scientific, 'e') + 1) AS INTEGER) AS decade,
       count(*) AS meetings, min(depth_m) AS shallowest_m, max(depth_m) AS deepest_m
FROM (SELECT plan_id, verdict, depth_m, printf('%!.16e', depth_m) AS scientific
      FROM meeting WHERE depth_m > 0)
GROUP BY plan_id, verdict, decade;
