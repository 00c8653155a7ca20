# SPDX-License-Identifier: MIT
# the tests of numeric
check_PROGRAMS += tests/test-numeric
TESTS += tests/test-numeric
LONG_CHECKS += tests/test-numeric
NIGHT_CHECKS += tests/test-numeric
tests_test_numeric_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_numeric_CFLAGS = $(TEST_CFLAGS)
tests_test_numeric_LDADD = $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_numeric_SOURCES = \
	%reldir%/exact.c \
	%reldir%/exact.h \
	%reldir%/factors.c \
	%reldir%/factors.h \
	%reldir%/main.c \
	%reldir%/sturm.c \
	%reldir%/sturm.h \
	%reldir%/test_ball.c \
	%reldir%/test_dd.c \
	%reldir%/test_duo_word.c \
	%reldir%/test_dyadic.c \
	%reldir%/test_eft.c \
	%reldir%/test_events.c \
	%reldir%/test_fixed.c \
	%reldir%/test_lanes.c \
	%reldir%/test_polynomial.c \
	%reldir%/test_radical.c \
	%reldir%/test_roots.c \
	%reldir%/test_rotation.c \
	%reldir%/test_rounding.c \
	%reldir%/test_scratch.c
EXTRA_DIST += %reldir%/README.md
