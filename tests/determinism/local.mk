# SPDX-License-Identifier: MIT
# The same answers everywhere: what is asked, and of which builds (tests/determinism.sh)
check_PROGRAMS += tests/answers
tests_answers_SOURCES = %reldir%/answers.c
tests_answers_LDADD = libgraze-internal.la

# The command itself, and the answers, with instructions of one's choice.
if HAVE_WRAP
check_PROGRAMS += tests/graze-at-level
tests_answers_SOURCES += %reldir%/cpu_level.c
tests_answers_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=cpu_level
tests_graze_at_level_CPPFLAGS = $(DRIVER_CPPFLAGS)
tests_graze_at_level_SOURCES = src/cli/main.c %reldir%/cpu_level.c
tests_graze_at_level_LDADD = libdriver.la libgraze-internal.la
tests_graze_at_level_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=cpu_level
endif
EXTRA_DIST += %reldir%/README.md %reldir%/answers.txt %reldir%/export.txt %reldir%/foreign.sh \
	%reldir%/emulated.sh
