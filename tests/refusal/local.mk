# SPDX-License-Identifier: MIT
# the library whose exact stage, or whose allocator, refuses its work once
if HAVE_WRAP
check_PROGRAMS += tests/test-refusal
TESTS += tests/test-refusal
LONG_CHECKS += tests/test-refusal
tests_test_refusal_CPPFLAGS = $(TEST_CPPFLAGS)
tests_test_refusal_CFLAGS = $(TEST_CFLAGS)
tests_test_refusal_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=scratch_run \
	-Wl,--wrap=graze_conflict_exists -Wl,--wrap=graze_conflict_intervals \
	-Wl,--wrap=graze_conflict_clearance -Wl,--wrap=graze_unsafe_starts \
	-Wl,--wrap=sweep_meets_box \
	-Wl,--wrap=pthread_create -Wl,--wrap=pthread_mutex_init -Wl,--wrap=pthread_cond_init
tests_test_refusal_LDADD = $(LIBRARY_TEST_LIBS) $(LIBM)
tests_test_refusal_SOURCES = \
	%reldir%/answers.c \
	%reldir%/answers.h \
	%reldir%/jobs.h \
	%reldir%/jobs_few.c \
	%reldir%/jobs_fleets.c \
	%reldir%/jobs_many.c \
	%reldir%/jobs_small.c \
	%reldir%/main.c \
	%reldir%/plans.c \
	%reldir%/plans.h \
	%reldir%/refusal.c \
	%reldir%/refusal.h \
	%reldir%/scene.c \
	%reldir%/scene.h \
	%reldir%/test_doors.c \
	%reldir%/test_refusal.c \
	%reldir%/test_sinks.c
endif
EXTRA_DIST += %reldir%/README.md
