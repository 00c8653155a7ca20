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

# The driver within a program whose calls can be refused at any place. The library is the shared
# one, so that it is not called in its own midst.
if HAVE_SHARED
if HAVE_WRAP
check_LTLIBRARIES += tests/faults/libmain.la
tests_faults_libmain_la_SOURCES = src/cli/main.c
tests_faults_libmain_la_CPPFLAGS = $(DRIVER_CPPFLAGS) -Dmain=graze_main
tests_faults_libmain_la_CFLAGS = $(AM_CFLAGS) -Wno-missing-prototypes
check_PROGRAMS += tests/test-places
TESTS += tests/test-places
LONG_CHECKS += tests/test-places
tests_test_places_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_places_CFLAGS = $(TEST_CFLAGS)
tests_test_places_LDFLAGS = $(AM_LDFLAGS) -Wl,@$(srcdir)/%reldir%/wrapped.txt
tests_test_places_LDADD = libsupport.la tests/faults/libmain.la libdriver.la libgraze.la \
	$(CUNIT_LIBS)
tests_test_places_SOURCES = \
	%reldir%/driver.c \
	%reldir%/driver.h \
	%reldir%/main_places.c \
	%reldir%/scenario.c \
	%reldir%/scenario.h \
	%reldir%/system_calls.c \
	%reldir%/system_calls.h \
	%reldir%/test_places.c \
	%reldir%/wrapped.c \
	%reldir%/wrapped.h
endif
endif
EXTRA_DIST += %reldir%/README.md %reldir%/wrapped.txt
