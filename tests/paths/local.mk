# SPDX-License-Identifier: MIT
# the tests of paths
check_PROGRAMS += tests/test-paths
TESTS += tests/test-paths
LONG_CHECKS += tests/test-paths
NIGHT_CHECKS += tests/test-paths
tests_test_paths_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_paths_CFLAGS = $(TEST_CFLAGS)
tests_test_paths_LDADD = $(KERNEL_TEST_LIBS)
tests_test_paths_SOURCES = \
	%reldir%/hearing.c \
	%reldir%/hearing.h \
	%reldir%/main.c \
	%reldir%/test_among.c \
	%reldir%/test_delay.c \
	%reldir%/test_encounter.c \
	%reldir%/test_ramp_cuts.c \
	%reldir%/test_random_trajectories.c \
	%reldir%/test_trajectories.c
EXTRA_DIST += %reldir%/README.md
