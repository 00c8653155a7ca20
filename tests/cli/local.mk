# SPDX-License-Identifier: MIT
# the tests of cli
check_PROGRAMS += tests/test-cli
TESTS += tests/test-cli
tests_test_cli_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_cli_CFLAGS = $(TEST_CFLAGS)
tests_test_cli_LDADD = $(DRIVER_TEST_LIBS)
tests_test_cli_SOURCES = \
	%reldir%/main.c \
	%reldir%/test_options.c \
	%reldir%/test_progress.c \
	%reldir%/test_rows.c \
	%reldir%/test_starts.c
EXTRA_DIST += %reldir%/README.md
