# SPDX-License-Identifier: MIT
# room broadphase: boxes, filters, the space-time index
libgraze_internal_la_SOURCES += \
	%reldir%/index.c \
	%reldir%/index_among.c \
	%reldir%/index_among.h \
	%reldir%/index_boxes.c \
	%reldir%/index_boxes.h \
	%reldir%/index_candidate.c \
	%reldir%/index_conflicts.c \
	%reldir%/index_course.c \
	%reldir%/index_course.h \
	%reldir%/index_float.h \
	%reldir%/index_grid.c \
	%reldir%/index_join.c \
	%reldir%/index_join.h \
	%reldir%/index_lanes.c \
	%reldir%/index_lanes.h \
	%reldir%/index_lanes.inc \
	%reldir%/index_level.c \
	%reldir%/index_level.h \
	%reldir%/index_masks.c \
	%reldir%/index_methods.h \
	%reldir%/index_narrow.c \
	%reldir%/index_narrow.h \
	%reldir%/index_order.c \
	%reldir%/index_order.h \
	%reldir%/index_partners.c \
	%reldir%/index_partners.h \
	%reldir%/index_quad.h \
	%reldir%/index_questions.c \
	%reldir%/index_search.c \
	%reldir%/index_search.h \
	%reldir%/index_search.inc \
	%reldir%/index_shelf.c \
	%reldir%/index_shelf.h \
	%reldir%/index_sieve.c \
	%reldir%/index_sieve.h \
	%reldir%/index_standing.c \
	%reldir%/index_store.c \
	%reldir%/index_store.h \
	%reldir%/index_survey.c \
	%reldir%/index_survey.h \
	%reldir%/index_sweep.c \
	%reldir%/index_tree.c \
	%reldir%/pair_boxes.c \
	%reldir%/pair_boxes.h \
	%reldir%/pair_build.c \
	%reldir%/pair_filter.c \
	%reldir%/pair_grid.c \
	%reldir%/pair_leap.c \
	%reldir%/pair_plain.c \
	%reldir%/pair_wide.c \
	%reldir%/pair_wide.inc
EXTRA_DIST += %reldir%/README.md
