-- SPDX-License-Identifier: MIT
-- What version 11 adds: ramps, motions at constant acceleration between two exact places. The
-- checks of `motion` know the form, so the table is made anew; the shares have a table of their
-- own, so that motions without one are no larger.
DROP VIEW agent_path;
ALTER TABLE motion RENAME TO graze_10_motion;

CREATE TABLE motion (
    -- One piece of movement; its numbers are exact. It lives from start + start_tail for
    -- duration + duration_tail, sums of real numbers. A waypoint motion goes to a place at one
    -- speed, and so does a ramp at a constant acceleration, which the table ramp has; the other
    -- forms have a velocity and an acceleration; a parked one stands for ever where the kinematic
    -- motion of its numbers ends. seq counts from 0 within the agent.
    plan_id         INTEGER NOT NULL,
    agent_id        INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    form            TEXT NOT NULL
                    CHECK (form = 'kinematic' OR form = 'waypoint' OR form = 'parked'
                           OR form = 'ramp'),
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
    CHECK ((form = 'waypoint' OR form = 'ramp')
           = (to_x_m IS NOT NULL AND to_y_m IS NOT NULL AND to_z_m IS NOT NULL)),
    CHECK ((form = 'waypoint' OR form = 'ramp')
           = (vx_mps IS NULL AND vy_mps IS NULL AND vz_mps IS NULL
              AND ax_mps2 IS NULL AND ay_mps2 IS NULL AND az_mps2 IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO motion SELECT * FROM graze_10_motion;
DROP TABLE graze_10_motion;

CREATE TABLE ramp (
    -- The share of each motion whose form is ramp: with x = u / duration, u the time since its
    -- start, it is at (x_m, y_m, z_m) + (to - from) * (share * x + (1 - share) * x * x). Its speed
    -- is share times the mean speed at the start and 2 - share times that at the end.
    plan_id  INTEGER NOT NULL,
    agent_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    share    REAL NOT NULL CHECK (share >= 0 AND share <= 2),
    PRIMARY KEY (plan_id, agent_id, seq),
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion
) STRICT, WITHOUT ROWID;

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
                        FROM motion) AS h) AS k) AS g
      WINDOW of_agent AS (PARTITION BY g.plan_id, g.agent_id)) AS l
     ON l.plan_id = a.plan_id AND l.agent_id = a.agent_id
GROUP BY a.plan_id, a.agent_id;
