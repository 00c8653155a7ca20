-- SPDX-License-Identifier: MIT
-- From version 9 to version 10, first: views, triggers and indices go, and the tables get out of
-- the way of the new ones. Nothing of another program's is rewritten: ALTER TABLE runs as SQLite's
-- legacy_alter_table has it, and without foreign keys.
DROP TRIGGER meeting_added;
DROP TRIGGER meeting_deleted;
DROP TRIGGER meeting_changed;

DROP VIEW pair_summary_counted;
DROP VIEW plan_safety;
DROP VIEW first_conflict;
DROP VIEW deepest_conflict;
DROP VIEW meeting_labelled;
DROP VIEW conflict_degree;
DROP VIEW depth_histogram;
DROP VIEW conflict_delay;
DROP VIEW obstacle_meeting_labelled;
DROP VIEW slack_labelled;
DROP VIEW solve_summary;
DROP VIEW solve_reach;

DROP INDEX plan_by_run;
DROP INDEX map_by_run;

ALTER TABLE run RENAME TO graze_9_run;
ALTER TABLE input RENAME TO graze_9_input;
ALTER TABLE run_stat RENAME TO graze_9_run_stat;
ALTER TABLE run_digest RENAME TO graze_9_run_digest;
ALTER TABLE plan RENAME TO graze_9_plan;
ALTER TABLE body RENAME TO graze_9_body;
ALTER TABLE body_vertex RENAME TO graze_9_body_vertex;
ALTER TABLE agent RENAME TO graze_9_agent;
ALTER TABLE motion RENAME TO graze_9_motion;
ALTER TABLE conflict RENAME TO graze_9_conflict;
ALTER TABLE meeting RENAME TO graze_9_meeting;
ALTER TABLE pair_summary RENAME TO graze_9_pair_summary;
ALTER TABLE unsafe_start RENAME TO graze_9_unsafe_start;
ALTER TABLE slack RENAME TO graze_9_slack;
ALTER TABLE check_progress RENAME TO graze_9_check_progress;
ALTER TABLE map RENAME TO graze_9_map;
ALTER TABLE map_cell RENAME TO graze_9_map_cell;
ALTER TABLE vertex RENAME TO graze_9_vertex;
ALTER TABLE edge RENAME TO graze_9_edge;
ALTER TABLE plan_map RENAME TO graze_9_plan_map;
ALTER TABLE obstacle_meeting RENAME TO graze_9_obstacle_meeting;
ALTER TABLE solve RENAME TO graze_9_solve;
ALTER TABLE solve_stat RENAME TO graze_9_solve_stat;
