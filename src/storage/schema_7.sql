-- SPDX-License-Identifier: MIT
-- What version 7 of the results database adds: answers that are kept, so that nobody has to
-- count hundreds of thousands of meetings for them.

-- What there is between two agents, all their meetings together: a view until now. Who
-- writes meetings writes this as well, in the same transaction; triggers see to it when
-- others add, change or delete a meeting.
DROP VIEW pair_summary;

CREATE TABLE pair_summary (
    plan_id            INTEGER NOT NULL REFERENCES plan,
    agent_a            INTEGER NOT NULL,
    agent_b            INTEGER NOT NULL,
    conflicts          INTEGER NOT NULL,
    grazes             INTEGER NOT NULL,
    touches            INTEGER NOT NULL,
    deepest_conflict_m REAL,
    deepest_graze_m    REAL,
    first_conflict_s   REAL,
    PRIMARY KEY (plan_id, agent_a, agent_b),
    CHECK (agent_a < agent_b)
) STRICT, WITHOUT ROWID;

-- What pair_summary has to hold.
CREATE VIEW pair_summary_counted AS
SELECT plan_id, agent_a, agent_b,
       count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,
       count(*) FILTER (WHERE verdict = 'graze') AS grazes,
       count(*) FILTER (WHERE verdict = 'touch') AS touches,
       max(depth_m) FILTER (WHERE verdict = 'conflict') AS deepest_conflict_m,
       max(depth_m) FILTER (WHERE verdict = 'graze') AS deepest_graze_m,
       min(begin_s) FILTER (WHERE verdict = 'conflict') AS first_conflict_s
FROM meeting GROUP BY plan_id, agent_a, agent_b;

INSERT INTO pair_summary SELECT * FROM pair_summary_counted;

-- Where agent_a is at the deepest instant, as doubles compute it: for looking, not for
-- deciding. NULL where a double does not reach.
ALTER TABLE meeting ADD COLUMN place_x_m REAL;
ALTER TABLE meeting ADD COLUMN place_y_m REAL;

UPDATE meeting SET (place_x_m, place_y_m) = (
    SELECT iif(m.form = 'waypoint',
               m.x_m + (m.to_x_m - m.x_m) * coalesce(m.u / nullif(m.duration_s, 0.0), 0.0),
               m.x_m + m.vx_mps * m.u + m.ax_mps2 * m.u * m.u / 2),
           iif(m.form = 'waypoint',
               m.y_m + (m.to_y_m - m.y_m) * coalesce(m.u / nullif(m.duration_s, 0.0), 0.0),
               m.y_m + m.vy_mps * m.u + m.ay_mps2 * m.u * m.u / 2)
    FROM (SELECT iif(n.form = 'parked', n.duration_s,
                     max(0.0, min(meeting.depth_at_s - n.start_s, n.duration_s))) AS u, n.*
          FROM motion AS n
          WHERE n.plan_id = meeting.plan_id AND n.agent_id = meeting.agent_a
            AND n.seq = meeting.seq_a) AS m);

CREATE TRIGGER meeting_added AFTER INSERT ON meeting BEGIN
    INSERT OR REPLACE INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = NEW.plan_id AND agent_a = NEW.agent_a AND agent_b = NEW.agent_b;
END;

CREATE TRIGGER meeting_deleted AFTER DELETE ON meeting BEGIN
    DELETE FROM pair_summary
    WHERE plan_id = OLD.plan_id AND agent_a = OLD.agent_a AND agent_b = OLD.agent_b;
    INSERT INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = OLD.plan_id AND agent_a = OLD.agent_a AND agent_b = OLD.agent_b;
END;

CREATE TRIGGER meeting_changed AFTER UPDATE ON meeting BEGIN
    DELETE FROM pair_summary
    WHERE plan_id = OLD.plan_id AND agent_a = OLD.agent_a AND agent_b = OLD.agent_b;
    INSERT INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = OLD.plan_id AND agent_a = OLD.agent_a AND agent_b = OLD.agent_b;
    INSERT OR REPLACE INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = NEW.plan_id AND agent_a = NEW.agent_a AND agent_b = NEW.agent_b;
END;
