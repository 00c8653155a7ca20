-- SPDX-License-Identifier: MIT
-- What version 2 of the results database adds to schema.sql: unsafe starts.

-- When motion seq_a of agent_a must not start, while motion seq_b of agent_b
-- keeps its time: all open intervals in ascending order, as the kernel answers
-- for these two motions alone. Ends are rounded outward and may be infinite; to
-- start exactly at an upper end is safe unless another interval holds it. Kept
-- for the pairs of motions of `conflict`, and only when they are asked for.
CREATE TABLE unsafe_start (
    plan_id INTEGER NOT NULL REFERENCES plan,
    agent_a INTEGER NOT NULL,
    seq_a   INTEGER NOT NULL,
    agent_b INTEGER NOT NULL,
    seq_b   INTEGER NOT NULL,
    part    INTEGER NOT NULL,
    lower_s REAL NOT NULL,
    upper_s REAL NOT NULL,
    PRIMARY KEY (plan_id, agent_a, agent_b, seq_a, seq_b, part),
    FOREIGN KEY (plan_id, agent_a, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b, seq_b) REFERENCES motion,
    CHECK (agent_a < agent_b),
    CHECK (lower_s < upper_s)
) STRICT, WITHOUT ROWID;

-- How much delay of motion seq_a clears each conflict of two motions? Of the
-- unsafe starts it is in the last interval that begins before its own start, so
-- that it may start at that upper end at the earliest: safe_start_s is exact,
-- delay_s the nearest double. NULL where the unsafe starts were not asked for.
CREATE VIEW conflict_delay AS
SELECT c.plan_id, a.label AS label_a, b.label AS label_b, c.begin_s AS conflict_begin_s,
       m.start_s, u.upper_s AS safe_start_s, u.upper_s - m.start_s AS delay_s,
       c.agent_a, c.seq_a, c.agent_b, c.seq_b,
       iif(u.upper_s IS NULL, NULL, printf('%!.17g', u.upper_s)) AS safe_start_text
FROM conflict AS c
JOIN motion AS m ON m.plan_id = c.plan_id AND m.agent_id = c.agent_a AND m.seq = c.seq_a
JOIN agent AS a ON a.plan_id = c.plan_id AND a.agent_id = c.agent_a
JOIN agent AS b ON b.plan_id = c.plan_id AND b.agent_id = c.agent_b
LEFT JOIN unsafe_start AS u
    ON u.plan_id = c.plan_id AND u.agent_a = c.agent_a AND u.agent_b = c.agent_b
       AND u.seq_a = c.seq_a AND u.seq_b = c.seq_b
       AND u.part = (SELECT max(x.part) FROM unsafe_start AS x
                     WHERE x.plan_id = c.plan_id
                       AND x.agent_a = c.agent_a AND x.agent_b = c.agent_b
                       AND x.seq_a = c.seq_a AND x.seq_b = c.seq_b
                       AND (x.lower_s < m.start_s
                            OR (x.lower_s = m.start_s AND m.start_tail_s > 0)))
WHERE c.verdict = 'conflict' AND c.part = 0;
