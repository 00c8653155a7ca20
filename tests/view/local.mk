# SPDX-License-Identifier: MIT
# the tests of view
check_PROGRAMS += tests/test-view
TESTS += tests/test-view
LONG_CHECKS += tests/test-view
NIGHT_CHECKS += tests/test-view
tests_test_view_CPPFLAGS = $(TEST_CPPFLAGS) $(PNG_CPPFLAGS)
tests_test_view_CFLAGS = $(TEST_CFLAGS) $(CAIRO_CFLAGS)
tests_test_view_LDADD = liboracle.la $(DRIVER_TEST_LIBS) $(CAIRO_LIBS)
tests_test_view_SOURCES = \
	%reldir%/main.c \
	%reldir%/plot_reader.c \
	%reldir%/plot_reader.h \
	%reldir%/test_axis.c \
	%reldir%/test_plot.c \
	%reldir%/test_replay_text.c \
	%reldir%/test_scene.c
EXTRA_DIST += %reldir%/README.md
