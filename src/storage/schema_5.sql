-- SPDX-License-Identifier: MIT
-- What version 5 of the results database adds: slack.

-- How much delay each agent can take, while all others keep their times and it
-- stands at its first place: every delay in [0, delay_s) is free of conflict.
-- delay_s is rounded down, and Inf where no delay ever conflicts. Beyond it the
-- agent's motion seq_a meets motion seq_b of agent_b. An agent that is in conflict
-- already has in_conflict 1 and no slack. Kept only when it is asked for.
CREATE TABLE slack (
    plan_id     INTEGER NOT NULL REFERENCES plan,
    agent_id    INTEGER NOT NULL,
    in_conflict INTEGER NOT NULL CHECK (in_conflict = 0 OR in_conflict = 1),
    delay_s     REAL NOT NULL CHECK (delay_s >= 0),
    agent_b     INTEGER,
    seq_a       INTEGER,
    seq_b       INTEGER,
    PRIMARY KEY (plan_id, agent_id),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    FOREIGN KEY (plan_id, agent_id, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b, seq_b) REFERENCES motion,
    CHECK ((agent_b IS NULL) = (seq_a IS NULL) AND (agent_b IS NULL) = (seq_b IS NULL)),
    CHECK ((agent_b IS NULL) = (delay_s > 1.7976931348623157e308)),
    CHECK (in_conflict = 0 OR delay_s = 0)
) STRICT, WITHOUT ROWID;

-- The same with the agents' own names.
CREATE VIEW slack_labelled AS
SELECT s.plan_id, a.label AS label_a, s.in_conflict, s.delay_s, b.label AS label_b,
       s.agent_id, s.seq_a, s.agent_b, s.seq_b,
       printf('%!.17g', s.delay_s) AS delay_text
FROM slack AS s
JOIN agent AS a ON a.plan_id = s.plan_id AND a.agent_id = s.agent_id
LEFT JOIN agent AS b ON b.plan_id = s.plan_id AND b.agent_id = s.agent_b;
