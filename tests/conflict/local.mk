# SPDX-License-Identifier: MIT
# the tests of conflict
check_PROGRAMS += tests/test-conflict
TESTS += tests/test-conflict
LONG_CHECKS += tests/test-conflict
NIGHT_CHECKS += tests/test-conflict
tests_test_conflict_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_conflict_CFLAGS = $(TEST_CFLAGS)
tests_test_conflict_LDADD = liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS)
tests_test_conflict_SOURCES = \
	%reldir%/agent.c \
	%reldir%/agent.h \
	%reldir%/ask.c \
	%reldir%/ask.h \
	%reldir%/expect.c \
	%reldir%/expect.h \
	%reldir%/main.c \
	%reldir%/samples.c \
	%reldir%/samples.h \
	%reldir%/seed.h \
	%reldir%/test_batch.c \
	%reldir%/test_beyond.c \
	%reldir%/test_among.c \
	%reldir%/test_body_properties.c \
	%reldir%/test_body_twin.c \
	%reldir%/test_body_starts.c \
	%reldir%/test_cases.c \
	%reldir%/test_cornered_starts.c \
	%reldir%/test_delay.c \
	%reldir%/test_encounter.c \
	%reldir%/test_extremes.c \
	%reldir%/test_gate.c \
	%reldir%/test_gate_rows.c \
	%reldir%/test_grades.c \
	%reldir%/test_intervals.c \
	%reldir%/test_many_parts.c \
	%reldir%/test_modes.c \
	%reldir%/test_pinch.c \
	%reldir%/test_prepared.c \
	%reldir%/test_properties.c \
	%reldir%/test_round_trip.c \
	%reldir%/test_scaled_stages.c \
	%reldir%/test_stages.c \
	%reldir%/test_stack.c \
	%reldir%/test_starts.c \
	%reldir%/test_status.c \
	%reldir%/test_trajectories.c \
	%reldir%/test_twin.c \
	%reldir%/test_vectors.c \
	%reldir%/test_whole.c \
	%reldir%/test_workspace.c \
	tests/oracle/test_bodies.c \
	tests/oracle/test_oracle.c \
	tests/vectors/vectors.c \
	tests/vectors/vectors.h

# Each pair in all units: discs, and bodies with corners.
check_PROGRAMS += tests/test-scaling tests/test-scaling-bodies
TESTS += tests/test-scaling tests/test-scaling-bodies
LONG_CHECKS += tests/test-scaling tests/test-scaling-bodies
tests_test_scaling_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_scaling_CFLAGS = $(TEST_CFLAGS)
tests_test_scaling_LDADD = liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_scaling_SOURCES = \
	%reldir%/every_answer.c \
	%reldir%/every_answer.h \
	%reldir%/main_scaling.c \
	%reldir%/roundings.c \
	%reldir%/roundings.h \
	%reldir%/scaled.c \
	%reldir%/scaled.h \
	%reldir%/test_roundings.c \
	%reldir%/test_scaled_crowds.c \
	%reldir%/test_scaling.c
tests_test_scaling_bodies_CPPFLAGS = $(TEST_CPPFLAGS) -DSCALING_OF_BODIES
tests_test_scaling_bodies_CFLAGS = $(TEST_CFLAGS)
tests_test_scaling_bodies_LDADD = $(tests_test_scaling_LDADD)
tests_test_scaling_bodies_SOURCES = \
	%reldir%/every_answer.c \
	%reldir%/main_scaling.c \
	%reldir%/roundings.c \
	%reldir%/scaled.c \
	%reldir%/test_scaling.c
EXTRA_DIST += %reldir%/README.md
