# SPDX-License-Identifier: MIT
# What all tests share, and the scripts among them. A program lists its files in its own folder.

# `make check` runs TESTS; check-long and check-night run LONG_CHECKS and
# NIGHT_CHECKS (which may name the same programs) with GRAZE_TIER set, see
# tests/README.md.

TESTS =
# Of these sanitizers would tell nothing: they read texts, compile by themselves, ask a browser,
# compare answers with golden ones, ask again what a program asks, ask readers of files, which the
# fuzz targets of `.ci/run` do with sanitizers, or start processes of a library that leaks (MPI).
UNSANITIZED_TESTS =
LONG_CHECKS =
NIGHT_CHECKS =
check_PROGRAMS =
check_LTLIBRARIES =

TEST_CPPFLAGS = $(DRIVER_CPPFLAGS) -I$(top_srcdir)/tests
TEST_CFLAGS = $(AM_CFLAGS) $(GMP_CFLAGS) $(EXPAT_CFLAGS) $(SQLITE_CFLAGS) $(NETTLE_CFLAGS) $(CUNIT_CFLAGS)
LIBRARY_TEST_LIBS = libsupport.la libgraze-internal.la $(CUNIT_LIBS)
DRIVER_TEST_LIBS = libsupport.la libdriver.la libgraze-internal.la $(CUNIT_LIBS)

# What may fail once, where the linker can put functions of ours in its place (support/refusing.h).
REFUSING_LINK = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=strdup,--wrap=strndup \
	-Wl,--wrap=pthread_create,--wrap=XML_ParserCreate,--wrap=csv_init \
	-Wl,--wrap=yaml_parser_initialize,--wrap=yaml_parser_load \
	-Wl,--wrap=sqlite3_malloc64,--wrap=sqlite3_realloc64,--wrap=sqlite3_mprintf \
	-Wl,--wrap=sqlite3_aggregate_context,--wrap=sqlite3_value_dup,--wrap=sqlite3_serialize \
	-Wl,--wrap=sqlite3_step,--wrap=sqlite3_reset,--wrap=sqlite3_finalize,--wrap=sqlite3_exec \
	-Wl,--wrap=sqlite3_prepare_v2,--wrap=sqlite3_prepare_v3,--wrap=sqlite3_open_v2 \
	-Wl,--wrap=sqlite3_extended_result_codes,--wrap=sqlite3_busy_handler \
	-Wl,--wrap=sqlite3_file_control,--wrap=sqlite3_declare_vtab,--wrap=sqlite3_deserialize \
	-Wl,--wrap=sqlite3_create_function_v2,--wrap=sqlite3_create_module_v2 \
	-Wl,--wrap=sqlite3_bind_int64,--wrap=sqlite3_bind_double,--wrap=sqlite3_bind_null \
	-Wl,--wrap=sqlite3_bind_value,--wrap=sqlite3_bind_text
REFUSING_FILES = tests/support/refusing.c tests/support/refusing.h

# GRAZE is the driver under test; scripts find their files under top_srcdir.
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	GRAZE='$(abs_top_builddir)/graze'; export GRAZE; \
	CC='$(CC)'; export CC; CXX='$(CXX)'; export CXX; \
	GRAZE_LDFLAGS='$(GRAZE_LDFLAGS)'; export GRAZE_LDFLAGS; \
	SQLITE3='$(SQLITE3)'; export SQLITE3; \
	GRAZE_TIER="$${GRAZE_TIER-check}"; export GRAZE_TIER; \
	test ! -d tests/locale/de_DE.UTF-8 || LOCPATH='$(abs_top_builddir)/tests/locale'; \
	test ! -d tests/locale/de_DE.UTF-8 || export LOCPATH; \
	GRAZE_SHARED="$${GRAZE_SHARED-$(abs_top_srcdir)/../shared}"; export GRAZE_SHARED;

# A locale whose decimal point is a comma, made here so that no test depends on
# what is installed; where that fails, the tests that want it skip.
check_DATA = tests/locale/stamp
tests/locale/stamp:
	$(AM_V_GEN)$(MKDIR_P) tests/locale && touch $@ && \
	{ localedef -i de_DE -f UTF-8 tests/locale/de_DE.UTF-8 2>/dev/null || :; }

clean-local:
	rm -rf tests/locale

include tests/oracle/local.mk
include tests/fuzz/local.mk
include tests/mutation/local.mk
include benchmarks/local.mk

include tests/determinism/local.mk

if HAVE_CUNIT

check_LTLIBRARIES += libsupport.la
libsupport_la_CPPFLAGS = $(TEST_CPPFLAGS)
libsupport_la_CFLAGS = $(TEST_CFLAGS)
libsupport_la_SOURCES = tests/support/run.c tests/support/run.h tests/support/motion.h

# The longest first, so that several cores end a long tier together.
include tests/kernel/local.mk
include tests/starts/local.mk
include tests/contact/local.mk
include tests/paths/local.mk
include tests/base/local.mk
include tests/numeric/local.mk
include tests/geometry/local.mk
include tests/motion/local.mk
include tests/broadphase/local.mk
include tests/world/local.mk
include tests/check/local.mk
include tests/planner/local.mk
include tests/io/local.mk
include tests/storage/local.mk
include tests/view/local.mk
include tests/cli/local.mk
include tests/faults/local.mk
include tests/refusal/local.mk
include tests/benchmarks/local.mk

endif HAVE_CUNIT

# ---- tests: scripts --------------------------------------------------------------
UNSANITIZED_TESTS += \
	tests/check-binaries.sh \
	tests/check-circles.sh \
	tests/check-count.sh \
	tests/check-docs.sh \
	tests/check-gate.sh \
	tests/check-headers.sh \
	tests/check-layers.sh \
	tests/check-library.sh \
	tests/check-packages.sh \
	tests/check-site.sh \
	tests/cli/test_bad_input.sh \
	tests/cli/test_batch_mpi.sh \
	tests/cli/test_convert.sh \
	tests/cli/test_formats.sh \
	tests/cli/test_reference.sh \
	tests/cli/test_replay_page.sh \
	tests/cli/test_solve.sh \
	tests/cli/test_solve_robots.sh \
	tests/cli/test_split_plan.sh \
	tests/determinism.sh \
	tests/view/test_replay.sh
SCRIPT_TESTS = \
	tests/check-arithmetic.sh \
	tests/check-readme.sh \
	tests/cli/test_batch.sh \
	tests/cli/test_check.sh \
	tests/cli/test_check_map.sh \
	tests/cli/test_check_task.sh \
	tests/cli/test_corners.sh \
	tests/cli/test_bodies.sh \
	tests/cli/test_ramps.sh \
	tests/cli/test_full_disk.sh \
	tests/cli/test_obstacles.sh \
	tests/cli/test_output.sh \
	tests/cli/test_pairs.sh \
	tests/cli/test_plot.sh \
	tests/cli/test_query.sh \
	tests/cli/test_resume.sh \
	tests/cli/test_lifelong.sh \
	tests/cli/test_retime.sh \
	tests/cli/test_usage.sh \
	tests/storage/test_extension.sh
EXTRA_DIST += tests/view/browser.py tests/view/cases.py tests/view/data.py \
	tests/view/replay_looks.py tests/view/replay_map.py tests/view/test_data.py tests/view/test_replay.py
EXTRA_DIST += tests/check-installed.sh tests/check-reproducible.sh tests/slow-programs \
	tests/slow-sanitized
EXTRA_DIST += tests/analysis/README.md tests/analysis/analyzer.txt tests/analysis/cppcheck.txt \
	tests/analysis/tidy.txt
EXTRA_DIST += tests/analysis/memory/gmp.h tests/analysis/memory/main.c
EXTRA_DIST += tests/coverage/report.py tests/coverage/conditions.md tests/coverage/one-processor
LONG_CHECKS += tests/check-headers.sh tests/check-installed.sh tests/check-reproducible.sh
if NEVER
TESTS += tests/check-installed.sh tests/check-reproducible.sh
endif
LONG_CHECKS += tests/cli/test_convert.sh tests/view/test_replay.sh tests/cli/test_batch.sh \
	tests/cli/test_split_plan.sh
TESTS += $(UNSANITIZED_TESTS) $(SCRIPT_TESTS)
EXTRA_DIST += $(UNSANITIZED_TESTS) $(SCRIPT_TESTS) tests/cli/driver.sh tests/cli/formats.py

# A stranger, and what `make install` put there.
EXTRA_DIST += \
	tests/installcheck/check.sh \
	tests/installcheck/cmake.sh \
	tests/installcheck/cxx.sh \
	tests/installcheck/examples.sh \
	tests/installcheck/layout.c \
	tests/installcheck/manual.sh \
	tests/installcheck/programs.sh \
	tests/installcheck/stranger.c \
	tests/installcheck/python.sh \
	tests/installcheck/stranger.cpp \
	tests/installcheck/stranger.py \
	tests/installcheck/try.sh
installcheck-local:
	CC='$(CC)' CXX='$(CXX)' PKG_CONFIG='$(PKG_CONFIG)' SYSROOT='$(DESTDIR)' \
	libdir='$(DESTDIR)$(libdir)' bindir='$(DESTDIR)$(bindir)' \
	datadir='$(DESTDIR)$(datadir)' mandir='$(DESTDIR)$(mandir)' \
	pythondir='$(DESTDIR)$(pythondir)' PYTHON='$(PYTHON)' \
	docdir='$(DESTDIR)$(docdir)' \
	version='$(PACKAGE_VERSION)' $(srcdir)/tests/installcheck/check.sh

# Each ends with the line of scripts/count-tests about its own programs. What `all` makes, another make
# makes; so what the programs need comes after it, or both would link one archive at the same time.
check-long: all
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) $(LONG_CHECKS)
	$(AM_V_at)status=0; \
	GRAZE_TIER=long $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(LONG_CHECKS)' || status=$$?; \
	$(top_srcdir)/scripts/count-tests . $$status $(LONG_CHECKS)

check-night: all
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) $(NIGHT_CHECKS)
	$(AM_V_at)status=0; \
	GRAZE_TIER=night $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(NIGHT_CHECKS)' || status=$$?; \
	$(top_srcdir)/scripts/count-tests . $$status $(NIGHT_CHECKS)

# The rows of tests/determinism.sh, with builds by other compilers: some ten minutes of processor
# time, which check-long has not.
determinism: all
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) tests/answers
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) GRAZE_TIER=long $(top_srcdir)/tests/determinism.sh

# One tool each that looks for faults: scripts/analyse says which, and what it reads or runs.
analyse-address analyse-undefined analyse-threads analyse-memory analyse-valgrind \
analyse-analyzer analyse-tidy analyse-cppcheck analyse-conversion: all
	$(AM_V_at)$(top_srcdir)/scripts/analyse `echo $@ | $(SED) 's/analyse-//'` '$(abs_top_builddir)'

# What the tests reach, room by room, with gates; builds of their own.
coverage:
	$(AM_V_at)$(top_srcdir)/scripts/coverage
coverage-mcdc:
	$(AM_V_at)$(top_srcdir)/scripts/coverage --mcdc

.PHONY: check-long check-night determinism coverage coverage-mcdc
.PHONY: analyse-address analyse-undefined analyse-threads analyse-memory analyse-valgrind \
	analyse-analyzer analyse-tidy analyse-cppcheck analyse-conversion
