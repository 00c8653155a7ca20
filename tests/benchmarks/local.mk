# SPDX-License-Identifier: MIT
# the tests of benchmarks
check_PROGRAMS += tests/test-benchmarks
TESTS += tests/test-benchmarks %reldir%/test_compare.sh
tests_test_benchmarks_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)
tests_test_benchmarks_CFLAGS = $(TEST_CFLAGS)
tests_test_benchmarks_LDADD = libsupport.la libtruth.la $(BENCHMARK_LIBS) $(CUNIT_LIBS)
tests_test_benchmarks_SOURCES = \
	%reldir%/main.c \
	%reldir%/test_families.c \
	%reldir%/test_opponents.c \
	%reldir%/test_recorded.c \
	%reldir%/test_score.c \
	%reldir%/test_starts.c \
	%reldir%/test_table.c \
	%reldir%/test_timing.c \
	%reldir%/test_wtaabb.c
# Builds them and their peers: some minutes.
LONG_CHECKS += %reldir%/check-programs.sh
if NEVER
TESTS += %reldir%/check-programs.sh
endif
EXTRA_DIST += %reldir%/README.md %reldir%/check-programs.sh %reldir%/test_compare.sh
