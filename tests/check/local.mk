# SPDX-License-Identifier: MIT
# the tests of check
check_PROGRAMS += tests/test-check
TESTS += tests/test-check
LONG_CHECKS += tests/test-check
NIGHT_CHECKS += tests/test-check
tests_test_check_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_check_CFLAGS = $(TEST_CFLAGS)
tests_test_check_LDADD = liboracle.la $(LIBRARY_TEST_LIBS) $(GMP_LIBS) $(LIBM)
tests_test_check_SOURCES = \
	%reldir%/main.c \
	%reldir%/test_filters.c \
	%reldir%/test_path.c \
	%reldir%/test_path_limits.c \
	%reldir%/test_path_odd.c \
	%reldir%/test_plan_check.c
EXTRA_DIST += %reldir%/README.md
