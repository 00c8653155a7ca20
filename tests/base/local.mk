# SPDX-License-Identifier: MIT
# the tests of base
check_PROGRAMS += tests/test-base
TESTS += tests/test-base
tests_test_base_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_base_CFLAGS = $(TEST_CFLAGS)
tests_test_base_LDADD = $(LIBRARY_TEST_LIBS)
tests_test_base_SOURCES = \
	%reldir%/main.c \
	%reldir%/test_memory.c \
	%reldir%/test_status.c \
	%reldir%/test_version.c
EXTRA_DIST += %reldir%/README.md
