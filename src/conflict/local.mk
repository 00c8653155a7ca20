# SPDX-License-Identifier: MIT
# room conflict: two moving bodies
# Chains of scalar arithmetic in which a compiler's habit of storing pairs of doubles
# and loading them as one vector costs a third of the time.
noinst_LTLIBRARIES += libgraze-scalar.la
libgraze_scalar_la_CFLAGS = $(AM_CFLAGS) $(GRAZE_VISIBILITY) $(GRAZE_SCALAR)
libgraze_scalar_la_SOURCES = \
	%reldir%/uniform_disc.c \
	%reldir%/uniform_disc.h \
	%reldir%/uniform_disc_ends.c \
	%reldir%/uniform_disc_ends.h \
	%reldir%/uniform_disc_starts.c \
	%reldir%/uniform_disc_starts.h \
	%reldir%/uniform_disc_ties.c \
	%reldir%/uniform_disc_ties.h

libgraze_internal_la_SOURCES += \
	%reldir%/answers.h \
	%reldir%/batch.c \
	%reldir%/batch.h \
	%reldir%/batch.inc \
	%reldir%/body_bounds.c \
	%reldir%/body_events.c \
	%reldir%/body_pinch.c \
	%reldir%/body_starts.c \
	%reldir%/body_starts.h \
	%reldir%/comparison.c \
	%reldir%/comparison.h \
	%reldir%/cornered.c \
	%reldir%/cornered.h \
	%reldir%/cornered_answers.h \
	%reldir%/cornered_curved.c \
	%reldir%/cornered_deep.c \
	%reldir%/cornered_depth.c \
	%reldir%/cornered_ends.c \
	%reldir%/cornered_guess.c \
	%reldir%/cornered_lives.c \
	%reldir%/cornered_lives.h \
	%reldir%/cornered_nearest.c \
	%reldir%/cornered_outline.c \
	%reldir%/cornered_outline.h \
	%reldir%/cornered_quick.c \
	%reldir%/cornered_quick.h \
	%reldir%/cornered_start_guess.c \
	%reldir%/cornered_starts.c \
	%reldir%/cornered_starts.h \
	%reldir%/cornered_straight.c \
	%reldir%/cornered_timeline.c \
	%reldir%/cornered_timeline.h \
	%reldir%/cornered_way.h \
	%reldir%/curve.h \
	%reldir%/curved.c \
	%reldir%/delay.c \
	%reldir%/encounter.c \
	%reldir%/exact.c \
	%reldir%/exact.h \
	%reldir%/filters.c \
	%reldir%/intervals.c \
	%reldir%/lanes_avx2.inc \
	%reldir%/lanes_avx512.inc \
	%reldir%/lanes_plain.inc \
	%reldir%/meetings.c \
	%reldir%/gate.c \
	%reldir%/pair.c \
	%reldir%/pair.h \
	%reldir%/pinch.c \
	%reldir%/pinch.h \
	%reldir%/plane.h \
	%reldir%/prepared.c \
	%reldir%/quartic.c \
	%reldir%/quartic.h \
	%reldir%/relative.inc \
	%reldir%/separated.c \
	%reldir%/separated.h \
	%reldir%/speeds.c \
	%reldir%/start_search.c \
	%reldir%/start_search.h \
	%reldir%/pencil.c \
	%reldir%/pencil.h \
	%reldir%/straight.c \
	%reldir%/surd.c \
	%reldir%/surd.h \
	%reldir%/trajectory.h \
	%reldir%/unsafe.c \
	%reldir%/unsafe.h \
	%reldir%/unsafe_starts.h \
	%reldir%/with_ball.inc \
	%reldir%/with_dd.inc
EXTRA_DIST += %reldir%/README.md
