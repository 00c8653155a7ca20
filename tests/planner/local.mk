# SPDX-License-Identifier: MIT
# the tests of planner
check_PROGRAMS += tests/test-planner
TESTS += tests/test-planner
LONG_CHECKS += tests/test-planner
NIGHT_CHECKS += tests/test-planner
tests_test_planner_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)/tests/planner
tests_test_planner_CFLAGS = $(TEST_CFLAGS)
tests_test_planner_LDADD = $(LIBRARY_TEST_LIBS) $(LIBM)
tests_test_planner_SOURCES = \
	%reldir%/account.h \
	%reldir%/bench.c \
	%reldir%/bench.h \
	%reldir%/gaps.h \
	%reldir%/instance.c \
	%reldir%/instance.h \
	%reldir%/main.c \
	%reldir%/rounded.c \
	%reldir%/rounded.h \
	%reldir%/slow.c \
	%reldir%/slow.h \
	%reldir%/slow_robots.c \
	%reldir%/slow_robots.h \
	%reldir%/test_answers.c \
	%reldir%/test_coarse_distances.c \
	%reldir%/test_collision_table.c \
	%reldir%/test_constraints.c \
	%reldir%/test_corridors.c \
	%reldir%/test_conflict_split.c \
	%reldir%/test_example_ccbs.c \
	%reldir%/test_example_sipp.c \
	%reldir%/test_exhaustive.c \
	%reldir%/test_fleet.c \
	%reldir%/test_fleet_plans.c \
	%reldir%/test_doors.c \
	%reldir%/test_kinds.c \
	%reldir%/test_lattice.c \
	%reldir%/test_lifelong.c \
	%reldir%/test_limits.c \
	%reldir%/test_parts.c \
	%reldir%/test_robots.c \
	%reldir%/step_plans.c \
	%reldir%/step_plans.h \
	%reldir%/test_plan_cut.c \
	%reldir%/test_retime.c \
	%reldir%/test_retime_twin.c \
	%reldir%/test_sipp.c \
	%reldir%/test_solve.c \
	%reldir%/test_split.c \
	%reldir%/test_used_vertices.c \
	%reldir%/test_walks.c \
	%reldir%/ticks.c \
	%reldir%/ticks.h \
	%reldir%/walks.c \
	%reldir%/walks.h
EXTRA_DIST += %reldir%/README.md
