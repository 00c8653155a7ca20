# SPDX-License-Identifier: MIT
# room io: files in and out
libdriver_la_SOURCES += \
	%reldir%/array.c \
	%reldir%/array.h \
	%reldir%/bodies.c \
	%reldir%/bodies.h \
	%reldir%/ccbs_edges.c \
	%reldir%/ccbs_edges.h \
	%reldir%/ccbs_grid.c \
	%reldir%/ccbs_grid.h \
	%reldir%/ccbs_log.c \
	%reldir%/ccbs_roadmap.c \
	%reldir%/ccbs_roadmap.h \
	%reldir%/ccbs_task.c \
	%reldir%/ccbs_task.h \
	%reldir%/decimal.c \
	%reldir%/decimal.h \
	%reldir%/diagnostic.c \
	%reldir%/diagnostic.h \
	%reldir%/exact_sum.c \
	%reldir%/exact_sum.h \
	%reldir%/labels.c \
	%reldir%/labels.h \
	%reldir%/lines.c \
	%reldir%/lines.h \
	%reldir%/map.c \
	%reldir%/map.h \
	%reldir%/map_grid.c \
	%reldir%/map_movingai.c \
	%reldir%/map_reading.h \
	%reldir%/map_roadmap.c \
	%reldir%/map_write.c \
	%reldir%/map_write.h \
	%reldir%/number.c \
	%reldir%/number.h \
	%reldir%/pairs.c \
	%reldir%/pairs.h \
	%reldir%/obstacles.c \
	%reldir%/obstacles.h \
	%reldir%/obstacles_csv.c \
	%reldir%/obstacles_pcd.c \
	%reldir%/obstacles_reading.h \
	%reldir%/obstacles_wkt.c \
	%reldir%/plain_rows.c \
	%reldir%/plain_rows.h \
	%reldir%/plan.c \
	%reldir%/plan.h \
	%reldir%/plan_aasipp.c \
	%reldir%/plan_bodies.c \
	%reldir%/plan_bodies.h \
	%reldir%/plan_csv.c \
	%reldir%/plan_csv.h \
	%reldir%/plan_csv_ahead.c \
	%reldir%/plan_formats.c \
	%reldir%/plan_formats.h \
	%reldir%/plan_frame.c \
	%reldir%/plan_frame.h \
	%reldir%/plan_header.c \
	%reldir%/plan_header.h \
	%reldir%/plan_lacam.c \
	%reldir%/plan_lns.c \
	%reldir%/plan_orca.c \
	%reldir%/plan_paths.c \
	%reldir%/plan_paths.h \
	%reldir%/plan_reading.h \
	%reldir%/plan_rhcr.c \
	%reldir%/plan_rows.c \
	%reldir%/plan_rows.h \
	%reldir%/plan_rvo2.c \
	%reldir%/plan_steps_write.c \
	%reldir%/plan_steps_write.h \
	%reldir%/plan_tracker.c \
	%reldir%/plan_tracker.h \
	%reldir%/plan_waypoints.c \
	%reldir%/plan_wide.c \
	%reldir%/plan_wide.h \
	%reldir%/plan_write.c \
	%reldir%/plan_write.h \
	%reldir%/polygon.c \
	%reldir%/polygon.h \
	%reldir%/polygon_rings.c \
	%reldir%/polygon_rings.h \
	%reldir%/records.c \
	%reldir%/records.h \
	%reldir%/scan.c \
	%reldir%/scan.h \
	%reldir%/sha256.c \
	%reldir%/sha256.h \
	%reldir%/shape.c \
	%reldir%/shape.h \
	%reldir%/scen_tasks.h \
	%reldir%/scenario.c \
	%reldir%/scenario.h \
	%reldir%/scenario_ccbs.c \
	%reldir%/scenario_csv.c \
	%reldir%/scenario_movingai.c \
	%reldir%/scenario_reading.h \
	%reldir%/scenario_write.c \
	%reldir%/scenario_write.h \
	%reldir%/source.c \
	%reldir%/source.h \
	%reldir%/spelling.c \
	%reldir%/spelling.h \
	%reldir%/table.c \
	%reldir%/table.h \
	%reldir%/utf8.c \
	%reldir%/utf8.h \
	%reldir%/writing.c \
	%reldir%/writing.h \
	%reldir%/xml.c \
	%reldir%/xml.h \
	%reldir%/xml_bytes.c \
	%reldir%/xml_bytes.h
if HAVE_JANSSON
JSON_CPPFLAGS = -DHAVE_JANSSON
libdriver_la_SOURCES += \
	%reldir%/json.c \
	%reldir%/json.h \
	%reldir%/plan_lorr.c \
	%reldir%/plan_tracker_json.c
endif
if HAVE_LIBYAML
YAML_CPPFLAGS = -DHAVE_LIBYAML
libdriver_la_SOURCES += %reldir%/plan_yaml.c
endif
EXTRA_DIST += %reldir%/README.md
