# SPDX-License-Identifier: MIT
# the tests of geometry
check_PROGRAMS += tests/test-geometry
TESTS += tests/test-geometry
LONG_CHECKS += tests/test-geometry
NIGHT_CHECKS += tests/test-geometry
tests_test_geometry_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)/tests/geometry
tests_test_geometry_CFLAGS = $(TEST_CFLAGS)
tests_test_geometry_LDADD = liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_geometry_SOURCES = \
	%reldir%/exact.c \
	%reldir%/exact.h \
	%reldir%/main.c \
	%reldir%/other_orientation.c \
	%reldir%/other_orientation.h \
	%reldir%/pairs.c \
	%reldir%/pairs.h \
	%reldir%/shapes.c \
	%reldir%/shapes.h \
	%reldir%/test_apart.c \
	%reldir%/test_body.c \
	%reldir%/test_boxes.c \
	%reldir%/test_gjk.c \
	%reldir%/test_glance.c \
	%reldir%/test_hull.c \
	%reldir%/test_minkowski.c \
	%reldir%/test_octs.c \
	%reldir%/test_orientation.c \
	%reldir%/test_quads.c \
	%reldir%/test_quick_distance.c \
	%reldir%/test_ray.c \
	%reldir%/test_turned.c \
	%reldir%/test_within.c \
	%reldir%/truth.c \
	%reldir%/truth.h
EXTRA_DIST += %reldir%/README.md
