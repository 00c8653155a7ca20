-- SPDX-License-Identifier: MIT
-- What version 9 of the results database adds: how far an unfinished check has come.

-- The rows of all pairs whose first agent is below agents_done are in the file. `options` are
-- those that decide the answers, one `name value` a line. The row goes when the check has
-- finished; while it is there, `graze check --resume` can go on.
CREATE TABLE check_progress (
    run_id      INTEGER PRIMARY KEY REFERENCES run,
    plan_id     INTEGER NOT NULL REFERENCES plan,
    agents_done INTEGER NOT NULL CHECK (agents_done >= 0),
    options     TEXT NOT NULL
) STRICT;
