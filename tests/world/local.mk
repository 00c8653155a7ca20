# SPDX-License-Identifier: MIT
# the tests of world
check_PROGRAMS += tests/test-world
TESTS += tests/test-world
LONG_CHECKS += tests/test-world
NIGHT_CHECKS += tests/test-world
tests_test_world_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)/tests/world
tests_test_world_CFLAGS = $(TEST_CFLAGS)
tests_test_world_LDADD = $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_world_SOURCES = \
	%reldir%/main.c \
	%reldir%/oracle.c \
	%reldir%/oracle.h \
	%reldir%/test_any_angle.c \
	%reldir%/test_link.c \
	%reldir%/test_meetings.c \
	%reldir%/test_neighbourhood.c \
	%reldir%/test_roadmap.c \
	%reldir%/test_standing.c \
	%reldir%/test_sweep.c \
	%reldir%/test_tangents.c \
	%reldir%/test_tree.c \
	%reldir%/test_world.c
EXTRA_DIST += %reldir%/README.md
