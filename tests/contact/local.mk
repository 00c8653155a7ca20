# SPDX-License-Identifier: MIT
# the tests of contact
check_PROGRAMS += tests/test-contact
TESTS += tests/test-contact
LONG_CHECKS += tests/test-contact
NIGHT_CHECKS += tests/test-contact
tests_test_contact_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_contact_CFLAGS = $(TEST_CFLAGS)
tests_test_contact_LDADD = $(KERNEL_TEST_LIBS)
tests_test_contact_SOURCES = \
	%reldir%/main.c \
	%reldir%/said.h \
	%reldir%/test_accelerated.c \
	%reldir%/test_aligned.c \
	%reldir%/test_batch.c \
	%reldir%/test_beyond.c \
	%reldir%/test_bounds.c \
	%reldir%/test_cases.c \
	%reldir%/test_conditions.c \
	%reldir%/test_extremes.c \
	%reldir%/test_glance.c \
	%reldir%/test_grades.c \
	%reldir%/test_instants.c \
	%reldir%/test_overlaps.c \
	%reldir%/test_passing.c \
	%reldir%/test_pieces.c \
	%reldir%/test_polygons.c \
	%reldir%/test_prepared.c \
	%reldir%/test_properties.c \
	%reldir%/test_quick_clearance.c \
	%reldir%/test_scaled_stages.c \
	%reldir%/test_sides.c \
	%reldir%/test_stages.c \
	%reldir%/test_ties.c \
	%reldir%/test_touches.c \
	%reldir%/test_twin.c \
	%reldir%/test_whole.c
EXTRA_DIST += %reldir%/README.md
