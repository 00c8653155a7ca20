-- SPDX-License-Identifier: MIT
-- What version 14 adds: a body for each motion. They have a table of their own, so that plans
-- whose agents keep their bodies are no larger.
CREATE TABLE motion_body (
    -- The body of each motion that has one of its own, in the place of its agent's.
    plan_id  INTEGER NOT NULL,
    agent_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    body_id  INTEGER NOT NULL,
    PRIMARY KEY (plan_id, agent_id, seq),
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion,
    FOREIGN KEY (plan_id, body_id) REFERENCES body
) STRICT, WITHOUT ROWID;
