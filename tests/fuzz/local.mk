# SPDX-License-Identifier: MIT
# Fuzz targets: one program that has them all. Built for libFuzzer it is tests/fuzz/fuzz; else
# tests/fuzz/replay, which takes files, so that the targets stay alive under every compiler.
FUZZ_SOURCES = \
	%reldir%/compare.c \
	%reldir%/files.c \
	%reldir%/fuzz.h \
	%reldir%/input.c \
	%reldir%/target_boxes.c \
	%reldir%/target_database.c \
	%reldir%/target_driver.c \
	%reldir%/target_kit.c \
	%reldir%/target_pair.c \
	%reldir%/target_paths.c \
	%reldir%/target_plan.c \
	%reldir%/target_read.c \
	%reldir%/target_shapes.c \
	%reldir%/target_starts.c \
	%reldir%/target_world.c \
	%reldir%/targets.c \
	%reldir%/targets.h
FUZZ_CFLAGS = $(AM_CFLAGS) $(GMP_CFLAGS) $(SQLITE_CFLAGS)
FUZZ_LIBS = libdriver.la libgraze-internal.la

check_PROGRAMS += tests/fuzz/replay
tests_fuzz_replay_CPPFLAGS = $(TEST_CPPFLAGS)
tests_fuzz_replay_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_replay_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_SOURCES = $(FUZZ_SOURCES) %reldir%/replay.c %reldir%/spoil.c %reldir%/spoil.h

if FUZZERS
check_PROGRAMS += tests/fuzz/fuzz
tests_fuzz_fuzz_CPPFLAGS = $(TEST_CPPFLAGS) -DGRAZE_LIBFUZZER
tests_fuzz_fuzz_CFLAGS = $(FUZZ_CFLAGS)
tests_fuzz_fuzz_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_SOURCES = $(FUZZ_SOURCES)
endif

UNSANITIZED_TESTS += %reldir%/check-replay.sh
EXTRA_DIST += %reldir%/README.md %reldir%/check-replay.sh %reldir%/found %reldir%/run.sh \
	%reldir%/nights.csv %reldir%/seeds.sh

# In a build for fuzzers its own, else in build-fuzz/.
fuzz-smoke fuzz-night:
if FUZZERS
	$(MAKE) $(AM_MAKEFLAGS) tests/fuzz/fuzz tests/fuzz/replay
	top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
	$(srcdir)/%reldir%/run.sh `echo $@ | sed s/fuzz-//` $(FUZZ_TARGETS)
else
	$(srcdir)/scripts/fuzz `echo $@ | sed s/fuzz-//` $(FUZZ_TARGETS)
endif
.PHONY: fuzz-smoke fuzz-night
