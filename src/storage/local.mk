# SPDX-License-Identifier: MIT
# room storage: the results database
libdriver_la_SOURCES += \
	%reldir%/attempts.h \
	%reldir%/batch.c \
	%reldir%/batch.h \
	%reldir%/connection.c \
	%reldir%/connection.h \
	%reldir%/curves.c \
	%reldir%/curves.h \
	%reldir%/database.c \
	%reldir%/database.h \
	%reldir%/digest.c \
	%reldir%/digest.h \
	%reldir%/extension.c \
	%reldir%/extension.h \
	%reldir%/extension_bytes.c \
	%reldir%/extension_function.c \
	%reldir%/extension_pair.c \
	%reldir%/extension_position.c \
	%reldir%/extension_table.c \
	%reldir%/extension_tally.c \
	%reldir%/insert.c \
	%reldir%/insert.h \
	%reldir%/job_rows.c \
	%reldir%/jobs.h \
	%reldir%/map_rows.c \
	%reldir%/memory_table.c \
	%reldir%/memory_table.h \
	%reldir%/merge.c \
	%reldir%/motion_columns.h \
	%reldir%/motion_pages.c \
	%reldir%/motion_pages.h \
	%reldir%/obstacle_rows.c \
	%reldir%/pair_rows.c \
	%reldir%/pair_rows.h \
	%reldir%/plan_rows.c \
	%reldir%/process.c \
	%reldir%/process.h \
	%reldir%/query.c \
	%reldir%/query.h \
	%reldir%/ramp_sql.h \
	%reldir%/question.c \
	%reldir%/question.h \
	%reldir%/resume.c \
	%reldir%/resume.h \
	%reldir%/schema.c \
	%reldir%/schema.h \
	%reldir%/schema_compare.c \
	%reldir%/solve_rows.c
libdriver_la_SOURCES += \
	%reldir%/stored.h \
	%reldir%/stored_course.c \
	%reldir%/stored_findings.c \
	%reldir%/stored_obstacles.c \
	%reldir%/stored_plan.c \
	%reldir%/stored_rows.c \
	%reldir%/stored_rows.h \
	%reldir%/taking.c \
	%reldir%/taking.h \
	%reldir%/transaction.c \
	%reldir%/verify.c \
	%reldir%/verify.h
nodist_libdriver_la_SOURCES = %reldir%/schema_sql.c
SCHEMA_WHOLE_STEPS = %reldir%/schema_10.sql %reldir%/schema_11.sql %reldir%/schema_12.sql \
	%reldir%/schema_13.sql %reldir%/schema_14.sql %reldir%/schema_15.sql %reldir%/schema_16.sql \
	%reldir%/schema_17.sql
SCHEMA_STEPS = %reldir%/schema.sql %reldir%/schema_2.sql %reldir%/schema_3.sql \
	%reldir%/schema_4.sql %reldir%/schema_5.sql %reldir%/schema_6.sql \
	%reldir%/schema_7.sql %reldir%/schema_8.sql %reldir%/schema_9.sql \
	$(SCHEMA_WHOLE_STEPS) %reldir%/schema_10_aside.sql %reldir%/schema_10_rows.sql \
	%reldir%/export.sql
EXTRA_DIST += $(SCHEMA_STEPS) %reldir%/schema_whole.awk
CLEANFILES += %reldir%/schema_sql.c %reldir%/schema_whole.sql

# The same functions as a loadable extension of SQLite, which brings all of libgraze.
if HAVE_SQLITE_EXTENSION
pkglib_LTLIBRARIES = graze_sqlite.la
endif
graze_sqlite_la_CPPFLAGS = $(AM_CPPFLAGS) -DGRAZE_LOADABLE
graze_sqlite_la_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS) $(GRAZE_VISIBILITY)
graze_sqlite_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-export-symbols-regex "^sqlite3_grazesqlite_init$$"
graze_sqlite_la_LIBADD = libgraze-internal.la
graze_sqlite_la_SOURCES = \
	%reldir%/extension.c \
	%reldir%/extension.h \
	%reldir%/extension_bytes.c \
	%reldir%/extension_function.c \
	%reldir%/extension_pair.c \
	%reldir%/extension_position.c \
	%reldir%/extension_table.c \
	%reldir%/extension_tally.c \
	%reldir%/ramp_sql.h
EXTRA_DIST += %reldir%/extension.md

%reldir%/schema_whole.sql: $(SCHEMA_WHOLE_STEPS) %reldir%/schema_whole.awk
	$(AM_V_GEN)$(MKDIR_P) src/storage && \
	(cd $(srcdir) && $(AWK) -f %reldir%/schema_whole.awk $(SCHEMA_WHOLE_STEPS)) >$@.tmp && \
	mv $@.tmp $@

# The schema as texts in C, each named as its file: as numbers,
# since a string literal may be too long for a compiler.
%reldir%/schema_sql.c: $(SCHEMA_STEPS) %reldir%/schema_whole.sql
	$(AM_V_GEN)$(MKDIR_P) src/storage && { \
	  echo '#include "storage/schema.h"' && \
	  for step in $(SCHEMA_STEPS) %reldir%/schema_whole.sql; do \
	    text=$$step && { test -f $$text || text=$(srcdir)/$$step; } && \
	    echo "/* Made from $$step. */" && \
	    echo "const char `basename $$step .sql`_sql[] = {" && \
	    od -An -v -tu1 $$text | $(SED) 's/[0-9][0-9]*/&,/g' && \
	    echo '0};' || exit 1; \
	  done; } > $@.tmp && mv $@.tmp $@
EXTRA_DIST += %reldir%/README.md
