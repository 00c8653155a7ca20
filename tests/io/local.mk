# SPDX-License-Identifier: MIT
# the tests of io
check_PROGRAMS += tests/test-io
TESTS += tests/test-io
tests_test_io_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)/tests/io $(JSON_CPPFLAGS) $(YAML_CPPFLAGS)
tests_test_io_CFLAGS = $(TEST_CFLAGS) $(YAML_CFLAGS)
tests_test_io_LDADD = $(DRIVER_TEST_LIBS)
tests_test_io_SOURCES = \
	%reldir%/accepted.c \
	%reldir%/accepted.h \
	%reldir%/capture.c \
	%reldir%/capture.h \
	%reldir%/main.c \
	%reldir%/readings.c \
	%reldir%/readings.h \
	%reldir%/readings_spoilt.c \
	%reldir%/readings_twin.c \
	%reldir%/test_array.c \
	%reldir%/test_ccbs_log.c \
	%reldir%/test_ccbs_map.c \
	%reldir%/test_decimal.c \
	%reldir%/test_diagnostic.c \
	%reldir%/test_exact_sum.c \
	%reldir%/test_formats.c \
	%reldir%/test_imports.c \
	%reldir%/test_map.c \
	%reldir%/test_number.c \
	%reldir%/test_pairs.c \
	%reldir%/test_plain_rows.c \
	%reldir%/test_plan_csv.c \
	%reldir%/test_polygon.c \
	%reldir%/test_scenario.c \
	%reldir%/test_short_field.c \
	%reldir%/test_spill.c \
	%reldir%/test_spoilt.c \
	%reldir%/test_table.c \
	%reldir%/test_unwritable.c \
	%reldir%/test_words.c \
	%reldir%/test_write.c
if HAVE_WRAP
tests_test_io_CPPFLAGS += -DHAS_REFUSING
tests_test_io_LDFLAGS = $(REFUSING_LINK)
tests_test_io_SOURCES += $(REFUSING_FILES) %reldir%/test_refused.c
endif
EXTRA_DIST += %reldir%/README.md
