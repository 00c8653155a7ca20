# SPDX-License-Identifier: MIT
# room starts: when a motion must not start, and how fast it must not go
libgraze_scalar_la_SOURCES += \
	%reldir%/uniform_disc_sides.inc \
	%reldir%/uniform_disc_starts.c \
	%reldir%/uniform_disc_starts.h \
	%reldir%/uniform_disc_starts.inc \
	%reldir%/uniform_disc_ties.inc

libgraze_fused_la_SOURCES += %reldir%/uniform_disc_starts_fused.c

libgraze_internal_la_SOURCES += \
	%reldir%/body_bounds.c \
	%reldir%/body_events.c \
	%reldir%/body_pinch.c \
	%reldir%/body_sieve.c \
	%reldir%/body_sieve.h \
	%reldir%/body_starts.c \
	%reldir%/body_starts.h \
	%reldir%/curved_close.c \
	%reldir%/curved_close.h \
	%reldir%/curved_events.c \
	%reldir%/curved_events.h \
	%reldir%/curved_lane_sides.inc \
	%reldir%/curved_lanes.inc \
	%reldir%/curved_outline.c \
	%reldir%/curved_outline.h \
	%reldir%/curved_pieces.inc \
	%reldir%/curved_starts.c \
	%reldir%/curved_starts.h \
	%reldir%/curved_view.c \
	%reldir%/curved_view.h \
	%reldir%/intervals.c \
	%reldir%/pairwise.c \
	%reldir%/pairwise.h \
	%reldir%/pairwise.inc \
	%reldir%/pairwise_block.c \
	%reldir%/pairwise_block.h \
	%reldir%/pairwise_ends.inc \
	%reldir%/pairwise_sides.c \
	%reldir%/pairwise_sides.h \
	%reldir%/pencil.c \
	%reldir%/pencil.h \
	%reldir%/polygon_starts.c \
	%reldir%/polygon_starts.h \
	%reldir%/separated.c \
	%reldir%/separated.h \
	%reldir%/start_guess.c \
	%reldir%/start_guess.h \
	%reldir%/start_search.c \
	%reldir%/start_search.h \
	%reldir%/straight_close.c \
	%reldir%/straight_close.h \
	%reldir%/straight_guess.c \
	%reldir%/straight_guess.h \
	%reldir%/unsafe_starts.c \
	%reldir%/unsafe_starts.h
EXTRA_DIST += %reldir%/README.md
