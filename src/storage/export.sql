-- SPDX-License-Identifier: MIT
-- The kinds of records by name, and each kind in the order of the columns 2 to 6. One ORDER BY for
-- all would sort what lies in order already; the limits keep SQLite from leaving an order out. Kinds
-- of which there are many get their NULLs outside, where no row that is sorted has them.
SELECT * FROM (
SELECT 'agent' AS record, a.agent_id AS agent_a, NULL AS agent_b, NULL AS seq_a,
       NULL AS seq_b, NULL AS part, a.at_end AS kind, a.label AS text,
       b.radius_m, NULL AS begin_s, NULL AS end_s, NULL AS depth_m, NULL AS depth_at_s,
       NULL AS min_clearance_m, NULL AS start_s, NULL AS start_tail_s,
       NULL AS duration_s, NULL AS duration_tail_s, NULL AS x_m, NULL AS y_m,
       NULL AS z_m, NULL AS to_x_m, NULL AS to_y_m, NULL AS to_z_m, NULL AS vx_mps,
       NULL AS vy_mps, NULL AS vz_mps, NULL AS ax_mps2, NULL AS ay_mps2, NULL AS az_mps2
FROM agent AS a JOIN body AS b ON b.plan_id = a.plan_id AND b.body_id = a.body_id
WHERE a.plan_id = :plan
ORDER BY 2 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'agent_vertex', a.agent_id, NULL, v.seq, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, v.x_m, v.y_m, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM agent AS a JOIN body_vertex AS v ON v.plan_id = a.plan_id AND v.body_id = a.body_id
WHERE a.plan_id = :plan
ORDER BY 2, 4 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'broken_rule', agent_id, NULL, seq, task, part, rule, NULL, NULL,
       begin_s, end_s, value, allowed, NULL, NULL, NULL, NULL, NULL,
       x_m, y_m, z_m, wanted_x_m, wanted_y_m, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL
FROM broken_rule WHERE plan_id = :plan
ORDER BY 2, 4, 5, 6 LIMIT -1)
UNION ALL
SELECT 'conflict', agent_a_id, agent_b_id, seq_a, seq_b, part, verdict, NULL, NULL,
       begin_s, end_s, depth_m, min_clearance_at_s, min_clearance_m,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (SELECT agent_a_id, agent_b_id, seq_a, seq_b, part, verdict, begin_s, end_s, depth_m,
             min_clearance_at_s, min_clearance_m
      FROM contact WHERE plan_id = :plan
      ORDER BY 1, 2, 3, 4, 5 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'input', NULL, NULL, NULL, NULL, i.input_id, i.role, i.sha256, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM plan AS p JOIN input AS i ON i.run_id = p.run_id WHERE p.plan_id = :plan
ORDER BY 6 LIMIT -1)
UNION ALL
SELECT 'meeting', agent_a_id, agent_b_id, seq_a, seq_b, part, verdict, NULL, NULL,
       begin_s, end_s, depth_m, depth_at_s, min_clearance_m,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (SELECT agent_a_id, agent_b_id, seq_a, seq_b, part, verdict, begin_s, end_s, depth_m,
             depth_at_s, min_clearance_m
      FROM meeting WHERE plan_id = :plan
      ORDER BY 1, 2, 3, 4, 5 LIMIT -1)
UNION ALL
SELECT 'motion', agent_id, NULL, seq, NULL, NULL, form, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, start_s, start_tail_s, duration_s, duration_tail_s,
       x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps,
       ax_mps2, ay_mps2, az_mps2
FROM (SELECT agent_id, seq, form, start_s, start_tail_s, duration_s, duration_tail_s,
             x_m, y_m, z_m, to_x_m, to_y_m, to_z_m, vx_mps, vy_mps, vz_mps,
             ax_mps2, ay_mps2, az_mps2
      FROM motion_whole WHERE plan_id = :plan
      ORDER BY 1, 2 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'motion_body', o.agent_id, NULL, o.seq, NULL, NULL, NULL, NULL, b.radius_m,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM motion_body AS o JOIN body AS b ON b.plan_id = o.plan_id AND b.body_id = o.body_id
WHERE o.plan_id = :plan
ORDER BY 2, 4 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'motion_vertex', o.agent_id, NULL, o.seq, NULL, v.seq, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, v.x_m, v.y_m, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM motion_body AS o
JOIN body_vertex AS v ON v.plan_id = o.plan_id AND v.body_id = o.body_id
WHERE o.plan_id = :plan
ORDER BY 2, 4, 6 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'obstacle_meeting', agent_id, map_row, seq, map_column, part, verdict, NULL, NULL,
       begin_s, end_s, depth_m, depth_at_s, min_clearance_m,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM obstacle_meeting WHERE plan_id = :plan
ORDER BY 2, 3, 4, 5, 6 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'plan', NULL, NULL, NULL, NULL, p.dimension, r.state, NULL, p.tolerance_m,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM plan AS p JOIN run AS r ON r.run_id = p.run_id WHERE p.plan_id = :plan
ORDER BY 6 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'ramp', agent_id, NULL, seq, NULL, NULL, NULL, printf('%!.17g', share), NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM ramp WHERE plan_id = :plan
ORDER BY 2, 4 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'slack', agent_id, agent_b_id, seq_a, seq_b, in_conflict, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, delay_s, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM slack WHERE plan_id = :plan
ORDER BY 2, 3, 4, 5, 6 LIMIT -1)
UNION ALL
SELECT * FROM (
SELECT 'unsafe_start', agent_a_id, agent_b_id, seq_a, seq_b, part, NULL, NULL, NULL,
       lower_s, upper_s, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM unsafe_start WHERE plan_id = :plan
ORDER BY 2, 3, 4, 5, 6 LIMIT -1)
