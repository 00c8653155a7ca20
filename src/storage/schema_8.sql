-- SPDX-License-Identifier: MIT
-- What version 8 of the results database adds: what a run's rows were when it finished.

-- The SHA-256 of the rows that a run has in each table, in the order of their keys and without the
-- ids of runs, plans and maps: the same answers have the same digests in every file. Written
-- with the state `finished`; `graze query DB verify` takes them again and compares.
CREATE TABLE run_digest (
    run_id     INTEGER NOT NULL REFERENCES run,
    table_name TEXT NOT NULL,
    sha256     TEXT CHECK (length(sha256) = 64),
    PRIMARY KEY (run_id, table_name)
) STRICT, WITHOUT ROWID;

-- Of a run that finished before there were digests nobody knows what it wrote: NULL says so.
INSERT INTO run_digest SELECT run_id, 'run', NULL FROM run WHERE state = 'finished';
