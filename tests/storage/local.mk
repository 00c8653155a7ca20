# SPDX-License-Identifier: MIT
# the tests of storage
check_PROGRAMS += tests/test-storage
TESTS += tests/test-storage
LONG_CHECKS += tests/test-storage
NIGHT_CHECKS += tests/test-storage
tests_test_storage_CPPFLAGS = $(TEST_CPPFLAGS) -I$(top_srcdir)/tests/storage $(YAML_CPPFLAGS)
tests_test_storage_CFLAGS = $(TEST_CFLAGS) $(YAML_CFLAGS)
tests_test_storage_LDADD = $(DRIVER_TEST_LIBS)
tests_test_storage_SOURCES = \
	%reldir%/everything.c \
	%reldir%/everything.h \
	%reldir%/fixture.c \
	%reldir%/fixture.h \
	%reldir%/main.c \
	%reldir%/test_crash.c \
	%reldir%/test_database.c \
	%reldir%/test_digest.c \
	%reldir%/test_edited.c \
	%reldir%/test_export.c \
	%reldir%/test_extension.c \
	%reldir%/test_honest.c \
	%reldir%/test_killed_check.c \
	%reldir%/test_map_rows.c \
	%reldir%/test_motion_pages.c \
	%reldir%/test_obstacle_rows.c \
	%reldir%/test_opening.c \
	%reldir%/test_process.c \
	%reldir%/test_query.c \
	%reldir%/test_query_command.c \
	%reldir%/test_question.c \
	%reldir%/test_schema.c \
	%reldir%/test_schema_page.c \
	%reldir%/test_stored.c \
	%reldir%/test_summary.c \
	%reldir%/test_tally.c
if HAVE_WRAP
tests_test_storage_CPPFLAGS += -DHAS_REFUSING
tests_test_storage_LDFLAGS = $(REFUSING_LINK)
tests_test_storage_SOURCES += $(REFUSING_FILES) %reldir%/test_refused.c
endif
EXTRA_DIST += %reldir%/README.md
