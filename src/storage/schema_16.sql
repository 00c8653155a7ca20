-- SPDX-License-Identifier: MIT
-- What version 16 changes: motions in rows of nine columns. Nearly all motions go straight from
-- place to place in the plane, at times that are doubles; what the others have besides is a table
-- of its own, and the view motion_whole has all columns that motion had before.
DROP VIEW agent_path;
DROP VIEW conflict_delay;
ALTER TABLE motion RENAME TO graze_15_motion;

CREATE TABLE motion (
    -- One piece of movement; its numbers are exact. A motion goes at one speed from (x_m, y_m) to
    -- (to_x_m, to_y_m), from start_s on, for duration_s. Of another form, out of the plane, or at
    -- times that are no doubles, to_x_m and to_y_m are NULL, and motion_more has what is missing;
    -- the view motion_whole has all in one. seq counts from 0 within the agent.
    plan_id    INTEGER NOT NULL,
    agent_id   INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    start_s    REAL NOT NULL,
    duration_s REAL NOT NULL CHECK (duration_s >= 0),
    x_m        REAL NOT NULL,
    y_m        REAL NOT NULL,
    to_x_m     REAL,
    to_y_m     REAL,
    PRIMARY KEY (plan_id, agent_id, seq),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    CHECK ((to_x_m IS NULL) = (to_y_m IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE motion_more (
    -- What motion does not say of a motion whose to_x_m is NULL there. It lives from start +
    -- start_tail for duration + duration_tail, sums of real numbers. A waypoint motion goes to a
    -- place at one speed, and so does a ramp at a constant acceleration, which the table ramp has;
    -- the other forms have a velocity and an acceleration; a parked one stands for ever where the
    -- kinematic motion of its numbers ends.
    plan_id         INTEGER NOT NULL,
    agent_id        INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    form            TEXT NOT NULL
                    CHECK (form = 'kinematic' OR form = 'waypoint' OR form = 'parked'
                           OR form = 'ramp'),
    start_tail_s    REAL NOT NULL,
    duration_tail_s REAL NOT NULL,
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
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion,
    CHECK ((form = 'waypoint' OR form = 'ramp')
           = (to_x_m IS NOT NULL AND to_y_m IS NOT NULL AND to_z_m IS NOT NULL)),
    CHECK ((form = 'waypoint' OR form = 'ramp')
           = (vx_mps IS NULL AND vy_mps IS NULL AND vz_mps IS NULL
              AND ax_mps2 IS NULL AND ay_mps2 IS NULL AND az_mps2 IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TEMP VIEW graze_15_flat AS
SELECT *, form = 'waypoint' AND start_tail_s = 0 AND duration_tail_s = 0
          AND z_m = 0 AND to_z_m = 0 AS flat
FROM main.graze_15_motion;
INSERT INTO motion
SELECT plan_id, agent_id, seq, start_s, duration_s, x_m, y_m, iif(flat, to_x_m, NULL),
       iif(flat, to_y_m, NULL)
FROM temp.graze_15_flat;
INSERT INTO motion_more
SELECT plan_id, agent_id, seq, form, start_tail_s, duration_tail_s, z_m, to_x_m, to_y_m, to_z_m,
       vx_mps, vy_mps, vz_mps, ax_mps2, ay_mps2, az_mps2
FROM temp.graze_15_flat WHERE NOT flat;
DROP VIEW temp.graze_15_flat;
DROP TABLE graze_15_motion;

CREATE VIEW motion_whole AS
-- Each motion with all that motion and motion_more say of it. A motion of which motion_more should
-- say more, and does not, lasts -Inf: no reader takes it.
SELECT m.plan_id, m.agent_id, m.seq, iif(m.to_x_m IS NULL, o.form, 'waypoint') AS form,
       m.start_s, coalesce(o.start_tail_s, 0.0) AS start_tail_s, m.duration_s,
       coalesce(o.duration_tail_s, iif(m.to_x_m IS NULL, -9e999, 0.0)) AS duration_tail_s,
       m.x_m, m.y_m, coalesce(o.z_m, 0.0) AS z_m,
       coalesce(m.to_x_m, o.to_x_m) AS to_x_m, coalesce(m.to_y_m, o.to_y_m) AS to_y_m,
       iif(m.to_x_m IS NULL, o.to_z_m, 0.0) AS to_z_m,
       o.vx_mps, o.vy_mps, o.vz_mps, o.ax_mps2, o.ay_mps2, o.az_mps2
FROM motion AS m
LEFT JOIN motion_more AS o -- no row is looked for where there is none: NULL has no place in a key
    ON o.plan_id = iif(m.to_x_m IS NULL, m.plan_id, NULL)
       AND o.agent_id = m.agent_id AND o.seq = m.seq;

CREATE VIEW conflict_delay AS
-- How much delay of motion seq_a clears each conflict of two motions? Of the unsafe starts it is
-- in the last interval that begins before its own start, so that it may start at that upper end at
-- the earliest: safe_start_s is exact, delay_s the nearest double. NULL where the unsafe starts
-- were not asked for.
SELECT c.plan_id, a.label AS agent_a, b.label AS agent_b, c.begin_s AS conflict_begin_s,
       m.start_s, u.upper_s AS safe_start_s, u.upper_s - m.start_s AS delay_s,
       c.agent_a_id, c.seq_a, c.agent_b_id, c.seq_b,
       iif(u.upper_s IS NULL, NULL, printf('%!.17g', u.upper_s)) AS safe_start_text
FROM contact AS c
JOIN motion AS m ON m.plan_id = c.plan_id AND m.agent_id = c.agent_a_id AND m.seq = c.seq_a
JOIN agent AS a ON a.plan_id = c.plan_id AND a.agent_id = c.agent_a_id
JOIN agent AS b ON b.plan_id = c.plan_id AND b.agent_id = c.agent_b_id
LEFT JOIN unsafe_start AS u
    ON u.plan_id = c.plan_id AND u.agent_a_id = c.agent_a_id AND u.agent_b_id = c.agent_b_id
       AND u.seq_a = c.seq_a AND u.seq_b = c.seq_b
       AND u.part = (SELECT max(x.part) FROM unsafe_start AS x
                     WHERE x.plan_id = c.plan_id
                       AND x.agent_a_id = c.agent_a_id AND x.agent_b_id = c.agent_b_id
                       AND x.seq_a = c.seq_a AND x.seq_b = c.seq_b
                       AND (x.lower_s < m.start_s
                            OR (x.lower_s = m.start_s
                                AND EXISTS (SELECT 1 FROM motion_more AS o
                                            WHERE o.plan_id = m.plan_id
                                              AND o.agent_id = m.agent_id AND o.seq = m.seq
                                              AND o.start_tail_s > 0))))
WHERE c.verdict = 'conflict' AND c.part = 0;

CREATE VIEW agent_path AS
-- The way of each agent: when it begins, when it has come to where it stays (arrival_s, the end of
-- its last motion that moves; begin_s when none does), how long its way is, how often and how long
-- it stands before it arrives; NULL for an agent without a motion. As doubles compute it, and with
-- SQLite's functions of mathematics. Of an accelerated motion, p and q are the speeds along the
-- acceleration a at both ends, k that across it: its length is the integral of the speed.
SELECT a.plan_id, a.label AS agent, a.agent_id,
       min(l.begin_s) AS begin_s, max(l.arrival_s) AS arrival_s,
       sum(l.length_m) AS length_m,
       count(*) FILTER (WHERE NOT l.moves AND l.moved IS NOT 0 AND l.end_s <= l.arrival_s) AS waits,
       coalesce(sum(l.end_s - l.begin_s)
                FILTER (WHERE NOT l.moves AND l.end_s <= l.arrival_s), 0.0) AS waiting_s
FROM agent AS a
LEFT JOIN
     (SELECT g.plan_id, g.agent_id, g.begin_s, g.end_s, g.moves, g.length_m,
             lag(g.moves) OVER (PARTITION BY g.plan_id, g.agent_id ORDER BY g.seq) AS moved,
             coalesce(max(g.end_s) FILTER (WHERE g.moves) OVER of_agent,
                      min(g.begin_s) OVER of_agent) AS arrival_s
      FROM (SELECT k.plan_id, k.agent_id, k.seq, k.begin_s,
                   iif(k.form = 'parked', 9e999, k.begin_s + k.lasts_s) AS end_s,
                   k.form <> 'parked' AND k.lasts_s > 0 AND (k.speed > 0 OR k.a > 0) AS moves,
                   CASE WHEN k.form = 'parked' OR k.lasts_s = 0 OR NOT (k.speed > 0 OR k.a > 0)
                        THEN 0.0
                        WHEN k.form = 'waypoint' OR k.form = 'ramp' THEN k.speed
                        WHEN k.a = 0 THEN k.speed * k.lasts_s
                        ELSE (k.q * sqrt(k.q * k.q + k.k * k.k)
                              - k.p * sqrt(k.p * k.p + k.k * k.k)
                              + iif(k.k = 0, 0.0, k.k * k.k * (asinh(k.q / k.k)
                                                               - asinh(k.p / k.k)))) / (2 * k.a)
                   END AS length_m
            FROM (SELECT h.*, h.dot / nullif(h.a, 0) AS p,
                         h.dot / nullif(h.a, 0) + h.a * h.lasts_s AS q,
                         h.cross / nullif(h.a, 0) AS k
                  FROM (SELECT plan_id, agent_id, seq, form,
                               start_s + start_tail_s AS begin_s,
                               duration_s + duration_tail_s AS lasts_s,
                               iif(form = 'waypoint' OR form = 'ramp',
                                   sqrt((to_x_m - x_m) * (to_x_m - x_m)
                                        + (to_y_m - y_m) * (to_y_m - y_m)
                                        + (to_z_m - z_m) * (to_z_m - z_m)),
                                   sqrt(vx_mps * vx_mps + vy_mps * vy_mps
                                        + vz_mps * vz_mps)) AS speed,
                               coalesce(sqrt(ax_mps2 * ax_mps2 + ay_mps2 * ay_mps2
                                             + az_mps2 * az_mps2), 0.0) AS a,
                               vx_mps * ax_mps2 + vy_mps * ay_mps2 + vz_mps * az_mps2 AS dot,
                               sqrt((vx_mps * ay_mps2 - vy_mps * ax_mps2)
                                    * (vx_mps * ay_mps2 - vy_mps * ax_mps2)
                                    + (vy_mps * az_mps2 - vz_mps * ay_mps2)
                                    * (vy_mps * az_mps2 - vz_mps * ay_mps2)
                                    + (vz_mps * ax_mps2 - vx_mps * az_mps2)
                                    * (vz_mps * ax_mps2 - vx_mps * az_mps2)) AS cross
                        FROM motion_whole) AS h) AS k) AS g
      WINDOW of_agent AS (PARTITION BY g.plan_id, g.agent_id)) AS l
     ON l.plan_id = a.plan_id AND l.agent_id = a.agent_id
GROUP BY a.plan_id, a.agent_id;
