# SPDX-License-Identifier: MIT
# room contact: two moving bodies: whether, when and how deep they meet

libgraze_scalar_la_SOURCES += \
	%reldir%/contact.c \
	%reldir%/contact.h \
	%reldir%/polygon_aligned.c \
	%reldir%/polygon_aligned.h \
	%reldir%/polygon_crossings.h \
	%reldir%/polygon_filter.c \
	%reldir%/polygon_filter.h \
	%reldir%/polygon_outline.c \
	%reldir%/polygon_outline.h \
	%reldir%/polygon_gates.c \
	%reldir%/polygon_gates.h \
	%reldir%/polygon_round.c \
	%reldir%/polygon_round.h \
	%reldir%/uniform_disc.c \
	%reldir%/uniform_disc.h \
	%reldir%/uniform_disc_clearance.c \
	%reldir%/uniform_disc_clearance.h \
	%reldir%/uniform_disc_ends.c \
	%reldir%/uniform_disc_ends.h \
	%reldir%/uniform_disc_integers.c \
	%reldir%/uniform_disc_integers.h \
	%reldir%/uniform_disc_newton.h \
	%reldir%/uniform_disc_residual.c \
	%reldir%/uniform_disc_residual.h \
	%reldir%/uniform_root.c \
	%reldir%/uniform_overlap.c \
	%reldir%/uniform_overlap.h \
	%reldir%/uniform_overlap.inc

libgraze_fused_la_SOURCES += \
	%reldir%/filter_dd_fused.c \
	%reldir%/polygon_aligned.inc \
	%reldir%/polygon_aligned_fused.c \
	%reldir%/polygon_gates.inc \
	%reldir%/polygon_round.inc \
	%reldir%/polygon_gates_fused.c \
	%reldir%/polygon_round_fused.c \
	%reldir%/uniform_overlap_fused.c \
	%reldir%/uniform_root.inc \
	%reldir%/uniform_root_fused.c

libgraze_internal_la_SOURCES += \
	%reldir%/accelerated_disc.c \
	%reldir%/accelerated_disc.h \
	%reldir%/batch.c \
	%reldir%/batch.h \
	%reldir%/batch.inc \
	%reldir%/comparison.c \
	%reldir%/comparison.h \
	%reldir%/disc_accelerated.c \
	%reldir%/disc_accelerated.h \
	%reldir%/disc_uniform.c \
	%reldir%/disc_uniform.h \
	%reldir%/exact.c \
	%reldir%/exact.h \
	%reldir%/filter_accelerated.h \
	%reldir%/filter_dd.c \
	%reldir%/filter_dd.h \
	%reldir%/filter_dd.inc \
	%reldir%/filter_general.c \
	%reldir%/filter_general.h \
	%reldir%/filter_scan.h \
	%reldir%/filter_uniform.h \
	%reldir%/glance.h \
	%reldir%/motions_glance.h \
	%reldir%/passing.c \
	%reldir%/passing.h \
	%reldir%/passing.inc \
	%reldir%/polygon.c \
	%reldir%/polygon.h \
	%reldir%/polygon_accelerated.c \
	%reldir%/polygon_accelerated.h \
	%reldir%/polygon_deepest.c \
	%reldir%/polygon_deepest.h \
	%reldir%/polygon_guess.c \
	%reldir%/polygon_guess.h \
	%reldir%/polygon_pieces.c \
	%reldir%/polygon_pieces.h \
	%reldir%/polygon_sides.c \
	%reldir%/polygon_sides.h \
	%reldir%/polygon_ties.c \
	%reldir%/polygon_ties.h \
	%reldir%/polygon_sides.inc \
	%reldir%/polygon_timeline.c \
	%reldir%/polygon_timeline.h \
	%reldir%/polygon_uniform.c \
	%reldir%/polygon_uniform.h \
	%reldir%/prepared.c \
	%reldir%/question.c \
	%reldir%/question.h \
	%reldir%/relative.inc \
	%reldir%/with_dd.h \
	%reldir%/with_exact.h
EXTRA_DIST += %reldir%/README.md
