# SPDX-License-Identifier: MIT
# the tests of broadphase
check_PROGRAMS += tests/test-broadphase
TESTS += tests/test-broadphase
LONG_CHECKS += tests/test-broadphase
NIGHT_CHECKS += tests/test-broadphase
tests_test_broadphase_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_broadphase_CFLAGS = $(TEST_CFLAGS)
tests_test_broadphase_LDADD = liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_broadphase_SOURCES = \
	%reldir%/index_cases.c \
	%reldir%/index_cases.h \
	%reldir%/index_model.c \
	%reldir%/index_model.h \
	%reldir%/main.c \
	%reldir%/pair_cases.c \
	%reldir%/pair_cases.h \
	%reldir%/test_index.c \
	%reldir%/test_index_among.c \
	%reldir%/test_index_boxes.c \
	%reldir%/test_index_conflicts.c \
	%reldir%/test_index_course.c \
	%reldir%/test_index_lanes.c \
	%reldir%/test_index_levels.c \
	%reldir%/test_index_seams.c \
	%reldir%/test_pair_boxes.c \
	%reldir%/test_pair_filters.c \
	%reldir%/test_pair_stretches.c \
	%reldir%/test_scaled.c \
	%reldir%/test_standing.c
EXTRA_DIST += %reldir%/README.md
