# SPDX-License-Identifier: MIT
# the tests of starts
check_PROGRAMS += tests/test-starts
TESTS += tests/test-starts
LONG_CHECKS += tests/test-starts
NIGHT_CHECKS += tests/test-starts
tests_test_starts_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_starts_CFLAGS = $(TEST_CFLAGS)
tests_test_starts_LDADD = $(KERNEL_TEST_LIBS)
tests_test_starts_SOURCES = \
	%reldir%/all_candidates.c \
	%reldir%/all_candidates.h \
	%reldir%/body_answer.c \
	%reldir%/body_answer.h \
	%reldir%/main.c \
	%reldir%/samples.c \
	%reldir%/samples.h \
	%reldir%/start_judge.c \
	%reldir%/start_judge.h \
	%reldir%/test_body_starts.c \
	%reldir%/test_curved_bodies.c \
	%reldir%/test_decided_starts.c \
	%reldir%/test_exact_steps.c \
	%reldir%/test_polygon_lines.c \
	%reldir%/test_polygon_starts.c \
	%reldir%/test_intervals.c \
	%reldir%/test_pairwise.c \
	%reldir%/test_pairwise_bodies.c \
	%reldir%/test_pinch.c \
	%reldir%/test_round_trip.c \
	%reldir%/test_speeds.c \
	%reldir%/test_start_conditions.c \
	%reldir%/test_start_signs.c \
	%reldir%/test_start_stages.c \
	%reldir%/test_starts.c \
	%reldir%/test_unsafe_end.c \
	%reldir%/test_way_stages.c \
	%reldir%/test_workspace.c
EXTRA_DIST += %reldir%/README.md
