-- SPDX-License-Identifier: MIT
-- The whole schema of a results database, newest version: what the steps make of an empty file,
-- in one text. A new file takes it instead of them; schema_present_fingerprint holds both to it.
--
-- What a reader has to know stands inside of the statements, where `sqlite3 FILE .schema` shows
-- it; doc/schema.md says the same at more length. The big tables are loaded by the million: their
-- primary keys follow the order in which rows come, their checks avoid IN, which builds a set per
-- row, and they have no index whose order is another one: README.md has the figures.

CREATE TABLE run (
    -- One call of the program. state tells how it ended; the columns from host on name the
    -- process that wrote it, so that a run whose writer was killed is not taken for one that
    -- still runs.
    -- Units are in the names of columns, here and below: _s seconds, _m metres, _mps metres per
    -- second, _mps2 metres per second squared. Ids end in _id; agent, agent_a and agent_b are
    -- labels.
    run_id              INTEGER PRIMARY KEY,
    command_json        TEXT NOT NULL, -- its words, as a JSON array
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

CREATE TABLE input (
    -- The files that a run has read.
    run_id   INTEGER NOT NULL REFERENCES run,
    input_id INTEGER NOT NULL,
    role     TEXT NOT NULL, -- plan, map, ...
    name     TEXT NOT NULL, -- as the user wrote it
    sha256   TEXT NOT NULL,
    PRIMARY KEY (run_id, input_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_stat (
    -- Numbers about a run: pairs_decided, pairs_conflict, seconds, ...
    run_id INTEGER NOT NULL REFERENCES run,
    name   TEXT NOT NULL,
    value  REAL NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_digest (
    -- The SHA-256 of the rows that a run has in each table, in the order of their keys and without
    -- the ids of runs, plans and maps: the same answers have the same digests in every file.
    -- Written with the state finished; `graze query DB verify` takes them again and compares.
    run_id     INTEGER NOT NULL REFERENCES run,
    table_name TEXT NOT NULL,
    sha256     TEXT CHECK (length(sha256) = 64), -- NULL: the run is older than digests
    PRIMARY KEY (run_id, table_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan (
    -- What moves, and the tolerance it was checked with: an overlap of more than tolerance_m is a
    -- conflict, a smaller one a graze, none a touch.
    plan_id     INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run,
    dimension   INTEGER NOT NULL CHECK (dimension IN (2, 3)),
    tolerance_m REAL NOT NULL CHECK (tolerance_m >= 0)
, at_start TEXT NOT NULL DEFAULT 'absent' -- before their first row
    CHECK (at_start = 'stand' OR at_start = 'absent')) STRICT;

CREATE INDEX plan_by_run ON plan (run_id);

CREATE TABLE body (
    -- The shapes of a plan's agents: all that lies within radius_m of the moving point, or of the
    -- convex hull of body_vertex.
    plan_id  INTEGER NOT NULL REFERENCES plan,
    body_id  INTEGER NOT NULL,
    radius_m REAL NOT NULL CHECK (radius_m >= 0),
    PRIMARY KEY (plan_id, body_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE body_vertex (
    -- The corners of a body, in its own frame and counter-clockwise. A body without a row here is
    -- a disc round the moving point.
    plan_id INTEGER NOT NULL,
    body_id INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    x_m     REAL NOT NULL,
    y_m     REAL NOT NULL,
    PRIMARY KEY (plan_id, body_id, seq),
    FOREIGN KEY (plan_id, body_id) REFERENCES body
) STRICT, WITHOUT ROWID;

CREATE TABLE agent (
    -- The agents of a plan count from 0 in the order in which it names them.
    plan_id  INTEGER NOT NULL REFERENCES plan,
    agent_id INTEGER NOT NULL,
    label    TEXT NOT NULL, -- its name in the plan's file
    body_id  INTEGER NOT NULL,
    at_end   TEXT NOT NULL CHECK (at_end = 'stay' OR at_end = 'vanish'),
    PRIMARY KEY (plan_id, agent_id),
    UNIQUE (plan_id, label),
    FOREIGN KEY (plan_id, body_id) REFERENCES body
) STRICT, WITHOUT ROWID;

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

-- ---- what was found ----------------------------------------------------------------

CREATE TABLE contact (
    -- Two motions whose bodies touch or overlap, as the kernel answers for that pair of motions
    -- alone; collision detection calls such a pair a contact. Contacts that follow each other
    -- without a break are one meeting: to count conflicts of agents, ask the views conflict,
    -- graze and touch. The time between begin and end is open and rounded outward; touches are
    -- closed. agent_a_id < agent_b_id, here and in all tables of pairs.
    plan_id            INTEGER NOT NULL REFERENCES plan,
    agent_a_id         INTEGER NOT NULL,
    seq_a              INTEGER NOT NULL, -- the motion of agent_a
    agent_b_id         INTEGER NOT NULL,
    seq_b              INTEGER NOT NULL,
    part               INTEGER NOT NULL, -- counts the stretches of these two motions
    verdict            TEXT NOT NULL
                       CHECK (verdict = 'touch' OR verdict = 'graze' OR verdict = 'conflict'),
    begin_s            REAL NOT NULL,
    end_s              REAL NOT NULL,
    min_clearance_m    REAL NOT NULL, -- rounded down
    min_clearance_at_s REAL NOT NULL,
    depth_m            REAL NOT NULL, -- the greatest, rounded to nearest
    PRIMARY KEY (plan_id, agent_a_id, agent_b_id, seq_a, seq_b, part),
    FOREIGN KEY (plan_id, agent_a_id, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b_id, seq_b) REFERENCES motion,
    CHECK (agent_a_id < agent_b_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE meeting (
    -- One stretch of time in which two agents touch or overlap. seq_a and seq_b are the motions
    -- at its deepest instant, and place is where agent_a is then, as doubles compute it: for
    -- looking, not for deciding; NULL where a double does not reach.
    plan_id         INTEGER NOT NULL REFERENCES plan,
    agent_a_id      INTEGER NOT NULL,
    agent_b_id      INTEGER NOT NULL,
    part            INTEGER NOT NULL, -- counts the meetings of these two agents
    verdict         TEXT NOT NULL
                    CHECK (verdict = 'touch' OR verdict = 'graze' OR verdict = 'conflict'),
    begin_s         REAL NOT NULL,
    end_s           REAL NOT NULL,
    depth_m         REAL NOT NULL, -- the greatest, rounded to nearest
    depth_at_s      REAL NOT NULL,
    min_clearance_m REAL NOT NULL, -- rounded down
    seq_a           INTEGER NOT NULL,
    seq_b           INTEGER NOT NULL,
    place_x_m       REAL,
    place_y_m       REAL,
    PRIMARY KEY (plan_id, agent_a_id, agent_b_id, part),
    FOREIGN KEY (plan_id, agent_a_id, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b_id, seq_b) REFERENCES motion,
    CHECK (agent_a_id < agent_b_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pair_summary (
    -- What there is between two agents, all their meetings together. Who writes meetings writes
    -- this as well, in the same transaction; the triggers see to it when others add, change or
    -- delete a meeting.
    plan_id            INTEGER NOT NULL REFERENCES plan,
    agent_a_id         INTEGER NOT NULL,
    agent_b_id         INTEGER NOT NULL,
    conflicts          INTEGER NOT NULL,
    grazes             INTEGER NOT NULL,
    touches            INTEGER NOT NULL,
    deepest_conflict_m REAL,
    deepest_graze_m    REAL,
    first_conflict_s   REAL,
    PRIMARY KEY (plan_id, agent_a_id, agent_b_id),
    CHECK (agent_a_id < agent_b_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE unsafe_start (
    -- When motion seq_a of agent_a must not start, while motion seq_b of agent_b keeps its time:
    -- all open intervals in ascending order, as the kernel answers for these two motions alone.
    -- Ends are rounded outward and may be infinite; to start exactly at an upper end is safe
    -- unless another interval holds it. Kept for the pairs of motions in contact, and only after
    -- `graze check --unsafe-starts`.
    plan_id    INTEGER NOT NULL REFERENCES plan,
    agent_a_id INTEGER NOT NULL,
    seq_a      INTEGER NOT NULL,
    agent_b_id INTEGER NOT NULL,
    seq_b      INTEGER NOT NULL,
    part       INTEGER NOT NULL,
    lower_s    REAL NOT NULL,
    upper_s    REAL NOT NULL,
    PRIMARY KEY (plan_id, agent_a_id, agent_b_id, seq_a, seq_b, part),
    FOREIGN KEY (plan_id, agent_a_id, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b_id, seq_b) REFERENCES motion,
    CHECK (agent_a_id < agent_b_id),
    CHECK (lower_s < upper_s)
) STRICT, WITHOUT ROWID;

CREATE TABLE slack (
    -- How much delay an agent can take, while all others keep their times and it stands at its
    -- first place: every delay in [0, delay_s) is free of conflict. delay_s is rounded down, and
    -- Inf where no delay ever conflicts. Beyond it the agent's motion seq_a meets motion seq_b of
    -- agent_b. An agent that is in conflict already has in_conflict 1 and no slack. Kept only
    -- after `graze check --slack`.
    plan_id     INTEGER NOT NULL REFERENCES plan,
    agent_id    INTEGER NOT NULL,
    in_conflict INTEGER NOT NULL CHECK (in_conflict = 0 OR in_conflict = 1),
    delay_s     REAL NOT NULL CHECK (delay_s >= 0),
    agent_b_id  INTEGER,
    seq_a       INTEGER,
    seq_b       INTEGER,
    PRIMARY KEY (plan_id, agent_id),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    FOREIGN KEY (plan_id, agent_id, seq_a) REFERENCES motion,
    FOREIGN KEY (plan_id, agent_b_id, seq_b) REFERENCES motion,
    CHECK ((agent_b_id IS NULL) = (seq_a IS NULL) AND (agent_b_id IS NULL) = (seq_b IS NULL)),
    CHECK ((agent_b_id IS NULL) = (delay_s > 1.7976931348623157e308)),
    CHECK (in_conflict = 0 OR delay_s = 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE broken_rule (
    -- A rule that an agent breaks, of those that `graze check` holds a plan to: what it prints with
    -- the verdict 'broken'. start, task and goal are places of the scenario, edge is a motion off
    -- the roadmap, speed, acceleration and jump are limits, outside is off the cells of the map.
    -- Exact decisions; the numbers that tell of them are doubles.
    plan_id    INTEGER NOT NULL REFERENCES plan,
    agent_id   INTEGER NOT NULL,
    part       INTEGER NOT NULL, -- counts what the agent breaks
    rule       TEXT NOT NULL
               CHECK (rule = 'start' OR rule = 'task' OR rule = 'goal' OR rule = 'edge'
                      OR rule = 'speed' OR rule = 'acceleration' OR rule = 'jump'
                      OR rule = 'outside'),
    begin_s    REAL NOT NULL,
    end_s      REAL NOT NULL,
    x_m        REAL, -- where the agent is at begin_s
    y_m        REAL,
    z_m        REAL,
    wanted_x_m REAL, -- where it should be: of start, task and goal, else NULL
    wanted_y_m REAL,
    task       INTEGER, -- of start, task and goal: which of the agent's tasks, from 0
    seq        INTEGER, -- of the others: the motion
    value      REAL, -- its speed, acceleration or jump, or how far it is outside; in m and s
    allowed    REAL, -- the limit
    PRIMARY KEY (plan_id, agent_id, part),
    FOREIGN KEY (plan_id, agent_id) REFERENCES agent,
    FOREIGN KEY (plan_id, agent_id, seq) REFERENCES motion,
    CHECK ((seq IS NULL) = (rule = 'start' OR rule = 'task' OR rule = 'goal')),
    CHECK ((task IS NULL) = (seq IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE check_progress (
    -- How far an unfinished check has come: the rows of all pairs whose first agent is below
    -- agents_done are in the file. The row goes when the check has finished; while it is there,
    -- `graze check --resume` can go on.
    run_id      INTEGER PRIMARY KEY REFERENCES run,
    plan_id     INTEGER NOT NULL REFERENCES plan,
    agents_done INTEGER NOT NULL CHECK (agents_done >= 0),
    options     TEXT NOT NULL -- those that decide the answers, one `name value` a line
) STRICT;

-- ---- maps --------------------------------------------------------------------------

CREATE TABLE map (
    -- A map that a run has read. Cells count from 0, their centres are at the whole multiples of
    -- cell_m; a roadmap has no cells.
    map_id  INTEGER PRIMARY KEY,
    run_id  INTEGER NOT NULL REFERENCES run,
    kind    TEXT NOT NULL CHECK (kind IN ('grid', 'roadmap')),
    columns INTEGER,
    rows    INTEGER,
    cell_m  REAL,
    CHECK (CASE kind
           WHEN 'grid' THEN coalesce(columns > 0 AND rows > 0 AND cell_m > 0, 0)
           ELSE columns IS NULL AND rows IS NULL AND cell_m IS NULL END)
) STRICT;

CREATE INDEX map_by_run ON map (run_id);

CREATE TABLE map_cell (
    -- The cells that are blocked.
    map_id     INTEGER NOT NULL REFERENCES map,
    map_row    INTEGER NOT NULL,
    map_column INTEGER NOT NULL,
    PRIMARY KEY (map_id, map_row, map_column)
) STRICT, WITHOUT ROWID;

CREATE TABLE vertex (
    -- The vertices of a roadmap.
    map_id    INTEGER NOT NULL REFERENCES map,
    vertex_id INTEGER NOT NULL,
    label     TEXT NOT NULL,
    x_m       REAL NOT NULL,
    y_m       REAL NOT NULL,
    PRIMARY KEY (map_id, vertex_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE edge (
    -- The directed edges of a roadmap.
    map_id         INTEGER NOT NULL,
    from_vertex_id INTEGER NOT NULL,
    to_vertex_id   INTEGER NOT NULL,
    PRIMARY KEY (map_id, from_vertex_id, to_vertex_id),
    FOREIGN KEY (map_id, from_vertex_id) REFERENCES vertex,
    FOREIGN KEY (map_id, to_vertex_id) REFERENCES vertex
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_map (
    -- The map that a plan was made for, or was held against.
    plan_id INTEGER PRIMARY KEY REFERENCES plan,
    map_id  INTEGER NOT NULL REFERENCES map
) STRICT;

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

-- ---- solvers -----------------------------------------------------------------------

CREATE TABLE solve (
    -- One run of a solver: what it was asked, and how it ended.
    run_id       INTEGER PRIMARY KEY REFERENCES run,
    map          TEXT NOT NULL,
    scenario     TEXT NOT NULL,
    agents       INTEGER NOT NULL,
    connectivity INTEGER, -- k of a grid's 2^k moves, NULL on a roadmap
    method       TEXT NOT NULL,
    outcome      TEXT NOT NULL
                 CHECK (outcome = 'found' OR outcome = 'unfinished' OR outcome = 'impossible'),
    reason       TEXT,
    plan_id      INTEGER REFERENCES plan,
    CHECK ((outcome = 'found') = (plan_id IS NOT NULL)),
    CHECK ((outcome = 'impossible') = (reason IS NOT NULL))
) STRICT;

CREATE TABLE solve_stat (
    -- Its numbers: sum_of_costs_s, makespan_s, lower_bound_s, nodes_expanded, seconds, ...
    run_id INTEGER NOT NULL REFERENCES solve,
    name   TEXT NOT NULL,
    value  REAL NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE batch (
    -- A list of jobs that `graze batch` works off, whole or a shard of it in each file.
    batch_id      INTEGER PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    jobs          INTEGER NOT NULL, -- of all shards
    options       TEXT NOT NULL,    -- what decides the answers, one `name value` a line
    graze_version TEXT NOT NULL
) STRICT;

CREATE TABLE job (
    -- A job that has ended. `done`: its run has an answer; `failed`: reason says why there is none;
    -- `skipped`: one before it in its series failed. wall_s and what follows are of the last try.
    batch_id     INTEGER NOT NULL REFERENCES batch,
    job          INTEGER NOT NULL, -- counts from 1 in the order of the list
    command_json TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('done', 'failed', 'skipped')),
    exit_status  INTEGER, -- NULL: it did not end by itself
    reason       TEXT,
    tries        INTEGER NOT NULL,
    wall_s       REAL NOT NULL,
    cpu_s        REAL NOT NULL,
    peak_bytes   INTEGER NOT NULL,
    run_id       INTEGER REFERENCES run,
    PRIMARY KEY (batch_id, job),
    CHECK ((state = 'done') = (run_id IS NOT NULL)),
    CHECK ((state = 'done') = (reason IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX job_by_run ON job (run_id) WHERE run_id IS NOT NULL;

-- ---- with the agents' own names ----------------------------------------------------

CREATE VIEW meeting_labelled AS
-- Meetings with the agents' own names. The _text columns, here and below, are the same numbers
-- with 17 digits, for tools that would print fewer.
SELECT m.plan_id, a.label AS agent_a, b.label AS agent_b, m.verdict,
       m.begin_s, m.end_s, m.depth_m, m.depth_at_s,
       m.agent_a_id, m.agent_b_id, m.part, m.seq_a, m.seq_b, m.min_clearance_m,
       m.place_x_m, m.place_y_m,
       printf('%!.17g', m.begin_s) AS begin_text,
       printf('%!.17g', m.end_s) AS end_text,
       printf('%!.17g', m.depth_m) AS depth_text,
       printf('%!.17g', m.depth_at_s) AS depth_at_text
FROM meeting AS m
JOIN agent AS a ON a.plan_id = m.plan_id AND a.agent_id = m.agent_a_id
JOIN agent AS b ON b.plan_id = m.plan_id AND b.agent_id = m.agent_b_id;

CREATE VIEW conflict AS
-- The conflicts of agents: meetings that are deeper than the plan's tolerance.
SELECT * FROM meeting_labelled WHERE verdict = 'conflict';

CREATE VIEW graze AS
-- Meetings that overlap, but by no more than the plan's tolerance.
SELECT * FROM meeting_labelled WHERE verdict = 'graze';

CREATE VIEW touch AS
-- Meetings that touch and do not overlap.
SELECT * FROM meeting_labelled WHERE verdict = 'touch';

CREATE VIEW agent_meeting AS
-- Each meeting twice, once for either agent: all that concerns one agent is WHERE agent = 'its
-- label'. seq is the motion of agent at the deepest instant, other_seq that of the other.
SELECT m.plan_id, a.label AS agent, b.label AS other_agent, m.verdict,
       m.begin_s, m.end_s, m.depth_m, m.depth_at_s, m.min_clearance_m,
       m.agent_a_id AS agent_id, m.agent_b_id AS other_agent_id, m.part,
       m.seq_a AS seq, m.seq_b AS other_seq
FROM meeting AS m
JOIN agent AS a ON a.plan_id = m.plan_id AND a.agent_id = m.agent_a_id
JOIN agent AS b ON b.plan_id = m.plan_id AND b.agent_id = m.agent_b_id
UNION ALL
SELECT m.plan_id, b.label, a.label, m.verdict,
       m.begin_s, m.end_s, m.depth_m, m.depth_at_s, m.min_clearance_m,
       m.agent_b_id, m.agent_a_id, m.part, m.seq_b, m.seq_a
FROM meeting AS m
JOIN agent AS a ON a.plan_id = m.plan_id AND a.agent_id = m.agent_a_id
JOIN agent AS b ON b.plan_id = m.plan_id AND b.agent_id = m.agent_b_id;

CREATE VIEW contact_labelled AS
-- Contacts of two motions with the agents' own names.
SELECT c.plan_id, a.label AS agent_a, c.seq_a, b.label AS agent_b, c.seq_b, c.part, c.verdict,
       c.begin_s, c.end_s, c.min_clearance_m, c.min_clearance_at_s, c.depth_m,
       c.agent_a_id, c.agent_b_id
FROM contact AS c
JOIN agent AS a ON a.plan_id = c.plan_id AND a.agent_id = c.agent_a_id
JOIN agent AS b ON b.plan_id = c.plan_id AND b.agent_id = c.agent_b_id;

CREATE VIEW pair_summary_labelled AS
-- What there is between two agents, with their own names.
SELECT p.plan_id, a.label AS agent_a, b.label AS agent_b, p.conflicts, p.grazes, p.touches,
       p.deepest_conflict_m, p.deepest_graze_m, p.first_conflict_s, p.agent_a_id, p.agent_b_id
FROM pair_summary AS p
JOIN agent AS a ON a.plan_id = p.plan_id AND a.agent_id = p.agent_a_id
JOIN agent AS b ON b.plan_id = p.plan_id AND b.agent_id = p.agent_b_id;

CREATE VIEW unsafe_start_labelled AS
-- Unsafe starts with the agents' own names.
SELECT u.plan_id, a.label AS agent_a, u.seq_a, b.label AS agent_b, u.seq_b, u.part,
       u.lower_s, u.upper_s, u.agent_a_id, u.agent_b_id
FROM unsafe_start AS u
JOIN agent AS a ON a.plan_id = u.plan_id AND a.agent_id = u.agent_a_id
JOIN agent AS b ON b.plan_id = u.plan_id AND b.agent_id = u.agent_b_id;

CREATE VIEW slack_labelled AS
-- Slack with the agents' own names: agent_b is whom the agent meets when it is later than that.
SELECT s.plan_id, a.label AS agent, s.in_conflict, s.delay_s, b.label AS agent_b,
       s.agent_id, s.seq_a, s.agent_b_id, s.seq_b,
       printf('%!.17g', s.delay_s) AS delay_text
FROM slack AS s
JOIN agent AS a ON a.plan_id = s.plan_id AND a.agent_id = s.agent_id
LEFT JOIN agent AS b ON b.plan_id = s.plan_id AND b.agent_id = s.agent_b_id;

CREATE VIEW broken_rule_labelled AS
-- Broken rules with the agents' own names.
SELECT b.plan_id, a.label AS agent, b.rule, b.part, b.begin_s, b.end_s, b.x_m, b.y_m, b.z_m,
       b.wanted_x_m, b.wanted_y_m, b.task, b.seq, b.value, b.allowed, b.agent_id,
       printf('%!.17g', b.begin_s) AS begin_text,
       printf('%!.17g', b.end_s) AS end_text
FROM broken_rule AS b
JOIN agent AS a ON a.plan_id = b.plan_id AND a.agent_id = b.agent_id;

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

-- ---- what people ask first ---------------------------------------------------------

CREATE VIEW plan_safety AS
-- Is a plan safe? 'yes' needs a run that came to its end; agents must not conflict with each other
-- nor, where a map was looked at, with what stands in their way, nor break a rule that the plan was
-- held to. (Checks before version 12 have only counted broken rules.)
SELECT p.plan_id, p.run_id,
       CASE WHEN m.conflicts > 0 OR o.conflicts > 0 OR b.rules > 0 OR s.value > 0 THEN 'no'
            WHEN r.state = 'finished' THEN 'yes' ELSE 'unknown' END AS safe,
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
           printf('%!.17g', m.deepest_graze_m)) AS deepest_graze_text,
       coalesce(o.conflicts, 0) AS obstacle_conflicts,
       coalesce(o.grazes, 0) AS obstacle_grazes,
       coalesce(o.touches, 0) AS obstacle_touches,
       o.deepest_m AS obstacle_deepest_m,
       coalesce(b.rules, CAST(s.value AS INTEGER), 0) AS broken_rules
FROM plan AS p JOIN run AS r USING (run_id)
LEFT JOIN (SELECT plan_id,
                  sum(conflicts > 0) AS pairs_in_conflict,
                  sum(conflicts) AS conflicts,
                  sum(grazes) AS grazes,
                  sum(touches) AS touches,
                  max(deepest_conflict_m) AS deepest_conflict_m,
                  max(deepest_graze_m) AS deepest_graze_m
           FROM pair_summary GROUP BY plan_id) AS m USING (plan_id)
LEFT JOIN (SELECT plan_id,
                  count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,
                  count(*) FILTER (WHERE verdict = 'graze') AS grazes,
                  count(*) FILTER (WHERE verdict = 'touch') AS touches,
                  max(depth_m) FILTER (WHERE depth_m > 0) AS deepest_m
           FROM obstacle_meeting GROUP BY plan_id) AS o USING (plan_id)
LEFT JOIN (SELECT plan_id, count(*) AS rules
           FROM broken_rule GROUP BY plan_id) AS b USING (plan_id)
LEFT JOIN run_stat AS s ON s.run_id = p.run_id AND s.name = 'broken_rules';

CREATE VIEW first_conflict AS
-- The first conflict of each plan in time. (Beside min(), SQLite takes the other columns from the
-- row of the minimum; ties go to the first agents.)
SELECT l.*
FROM (SELECT plan_id, agent_a_id, agent_b_id, part, min(begin_s)
      FROM meeting WHERE verdict = 'conflict' GROUP BY plan_id) AS f
CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a_id, agent_b_id, part);

CREATE VIEW deepest_conflict AS
-- The ten deepest conflicts of each plan, deepest first.
SELECT d.place, l.*
FROM (SELECT plan_id, agent_a_id, agent_b_id, part,
             row_number() OVER (PARTITION BY plan_id
                                ORDER BY depth_m DESC, agent_a_id, agent_b_id, part) AS place
      FROM meeting WHERE verdict = 'conflict') AS d
CROSS JOIN meeting_labelled AS l USING (plan_id, agent_a_id, agent_b_id, part)
WHERE d.place <= 10;

CREATE VIEW conflict_degree AS
-- Conflict degree: with how many others is each agent in conflict, how often, how deep, from when
-- on? Agents without a conflict are left out.
SELECT e.plan_id, a.label AS agent, e.agent_id, count(*) AS degree,
       sum(e.conflicts) AS conflicts, max(e.deepest_conflict_m) AS deepest_m,
       min(e.first_conflict_s) AS first_begin_s
FROM (SELECT plan_id, agent_a_id AS agent_id, conflicts, deepest_conflict_m, first_conflict_s
      FROM pair_summary
      UNION ALL
      SELECT plan_id, agent_b_id, conflicts, deepest_conflict_m, first_conflict_s
      FROM pair_summary) AS e
JOIN agent AS a ON a.plan_id = e.plan_id AND a.agent_id = e.agent_id
WHERE e.conflicts > 0
GROUP BY e.plan_id, e.agent_id;

CREATE VIEW depth_histogram AS
-- How many meetings are how deep: decade d holds depths in [10^d, 10^(d+1)) m. The decade is read
-- from the printed exponent: no logarithm rounds it.
SELECT plan_id, verdict,
       CAST(substr(scientific, instr(scientific, 'e') + 1) AS INTEGER) AS decade,
       count(*) AS meetings, min(depth_m) AS shallowest_m, max(depth_m) AS deepest_m
FROM (SELECT plan_id, verdict, depth_m, printf('%!.16e', depth_m) AS scientific
      FROM meeting WHERE depth_m > 0)
GROUP BY plan_id, verdict, decade;

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

CREATE VIEW solve_summary AS
-- One row for each run of a solver, with the numbers that people ask first.
SELECT s.run_id, s.map, s.scenario, s.agents, s.connectivity, s.method, s.outcome, s.reason,
       max(t.value) FILTER (WHERE t.name = 'sum_of_costs_s') AS sum_of_costs_s,
       max(t.value) FILTER (WHERE t.name = 'makespan_s') AS makespan_s,
       max(t.value) FILTER (WHERE t.name = 'lower_bound_s') AS lower_bound_s,
       max(t.value) FILTER (WHERE t.name = 'nodes_expanded') AS nodes_expanded,
       max(t.value) FILTER (WHERE t.name = 'seconds') AS seconds,
       max(t.value) FILTER (WHERE t.name = 'pairs_graze') AS pairs_graze,
       max(t.value) FILTER (WHERE t.name = 'deepest_graze_m') AS deepest_graze_m,
       s.plan_id
FROM solve AS s LEFT JOIN solve_stat AS t USING (run_id)
GROUP BY s.run_id;

CREATE VIEW solve_reach AS
-- How many agents does each method manage when they are added one by one until it fails? The
-- greatest number with a plan below the least without one.
SELECT s.map, s.scenario, s.connectivity, s.method,
       max(s.agents) FILTER (WHERE s.outcome = 'found'
                             AND s.agents < coalesce(f.agents, 1e9)) AS agents
FROM solve AS s
LEFT JOIN (SELECT map, scenario, connectivity, method, min(agents) AS agents
           FROM solve AS u
           WHERE outcome <> 'found'
             AND NOT EXISTS (SELECT 1 FROM solve AS v
                             WHERE v.map = u.map AND v.scenario = u.scenario
                               AND v.connectivity IS u.connectivity AND v.method = u.method
                               AND v.agents = u.agents AND v.outcome = 'found')
           GROUP BY map, scenario, connectivity, method) AS f
    ON f.map = s.map AND f.scenario = s.scenario AND f.connectivity IS s.connectivity
       AND f.method = s.method
GROUP BY s.map, s.scenario, s.connectivity, s.method;

-- ---- what is kept twice is the same twice ------------------------------------------

CREATE VIEW pair_summary_counted AS
-- What pair_summary has to hold.
SELECT plan_id, agent_a_id, agent_b_id,
       count(*) FILTER (WHERE verdict = 'conflict') AS conflicts,
       count(*) FILTER (WHERE verdict = 'graze') AS grazes,
       count(*) FILTER (WHERE verdict = 'touch') AS touches,
       max(depth_m) FILTER (WHERE verdict = 'conflict') AS deepest_conflict_m,
       max(depth_m) FILTER (WHERE verdict = 'graze') AS deepest_graze_m,
       min(begin_s) FILTER (WHERE verdict = 'conflict') AS first_conflict_s
FROM meeting GROUP BY plan_id, agent_a_id, agent_b_id;

CREATE TRIGGER meeting_added AFTER INSERT ON meeting BEGIN
    INSERT OR REPLACE INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = NEW.plan_id AND agent_a_id = NEW.agent_a_id AND agent_b_id = NEW.agent_b_id;
END;

CREATE TRIGGER meeting_deleted AFTER DELETE ON meeting BEGIN
    DELETE FROM pair_summary
    WHERE plan_id = OLD.plan_id AND agent_a_id = OLD.agent_a_id AND agent_b_id = OLD.agent_b_id;
    INSERT INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = OLD.plan_id AND agent_a_id = OLD.agent_a_id AND agent_b_id = OLD.agent_b_id;
END;

CREATE TRIGGER meeting_changed AFTER UPDATE ON meeting BEGIN
    DELETE FROM pair_summary
    WHERE plan_id = OLD.plan_id AND agent_a_id = OLD.agent_a_id AND agent_b_id = OLD.agent_b_id;
    INSERT INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = OLD.plan_id AND agent_a_id = OLD.agent_a_id AND agent_b_id = OLD.agent_b_id;
    INSERT OR REPLACE INTO pair_summary
    SELECT * FROM pair_summary_counted
    WHERE plan_id = NEW.plan_id AND agent_a_id = NEW.agent_a_id AND agent_b_id = NEW.agent_b_id;
END;
