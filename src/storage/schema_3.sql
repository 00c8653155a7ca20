-- SPDX-License-Identifier: MIT
-- What version 3 of the results database adds: bodies with corners.

-- The corners of a body, in its own frame and counter-clockwise. The body is all
-- that lies within radius_m of their convex hull. A body without a row here is a
-- disc round the moving point.
CREATE TABLE body_vertex (
    plan_id INTEGER NOT NULL,
    body_id INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    x_m     REAL NOT NULL,
    y_m     REAL NOT NULL,
    PRIMARY KEY (plan_id, body_id, seq),
    FOREIGN KEY (plan_id, body_id) REFERENCES body
) STRICT, WITHOUT ROWID;
