# SPDX-License-Identifier: MIT
# the driver with a fault in it
check_PROGRAMS += tests/test-faults
TESTS += tests/test-faults
LONG_CHECKS += tests/test-faults
tests_test_faults_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_faults_CFLAGS = $(TEST_CFLAGS)
tests_test_faults_LDADD = $(DRIVER_TEST_LIBS)
tests_test_faults_SOURCES = \
	%reldir%/driver.c \
	%reldir%/driver.h \
	%reldir%/main.c \
	%reldir%/scenario.c \
	%reldir%/scenario.h \
	%reldir%/system_calls.c \
	%reldir%/system_calls.h \
	%reldir%/test_allocators.c \
	%reldir%/test_calls.c \
	%reldir%/test_signals.c

# A library to be preloaded. It has no place to be installed in, but libtool makes a shared one
# only for such a place.
if HAVE_SHARED
check_LTLIBRARIES += tests/faults/failing.la
tests_faults_failing_la_SOURCES = %reldir%/failing.c
tests_faults_failing_la_CPPFLAGS = $(DRIVER_CPPFLAGS)
tests_faults_failing_la_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
tests_faults_failing_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
endif
EXTRA_DIST += %reldir%/README.md
