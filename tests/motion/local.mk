# SPDX-License-Identifier: MIT
# the tests of motion
check_PROGRAMS += tests/test-motion
TESTS += tests/test-motion
tests_test_motion_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_motion_CFLAGS = $(TEST_CFLAGS)
tests_test_motion_LDADD = $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_motion_SOURCES = \
	%reldir%/exact.c \
	%reldir%/exact.h \
	%reldir%/main.c \
	%reldir%/test_box.c \
	%reldir%/test_life.c \
	%reldir%/test_motion.c \
	%reldir%/test_position.c \
	%reldir%/test_ramp.c \
	%reldir%/test_spline.c \
	%reldir%/test_sum.c \
	%reldir%/test_trajectory.c \
	%reldir%/test_turn.c \
	%reldir%/test_walk.c
EXTRA_DIST += %reldir%/README.md
