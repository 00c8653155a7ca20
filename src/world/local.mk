# SPDX-License-Identifier: MIT
# room world: static maps
libgraze_internal_la_SOURCES += \
	%reldir%/any_angle.c \
	%reldir%/box_tree.c \
	%reldir%/box_tree.h \
	%reldir%/cells.c \
	%reldir%/cells.h \
	%reldir%/distance.c \
	%reldir%/distance.h \
	%reldir%/link.c \
	%reldir%/link.h \
	%reldir%/meetings.c \
	%reldir%/nearest.c \
	%reldir%/neighbourhood.c \
	%reldir%/roadmap.c \
	%reldir%/roadmap.h \
	%reldir%/sight.c \
	%reldir%/sight.h \
	%reldir%/standing.c \
	%reldir%/standing.h \
	%reldir%/standing.inc \
	%reldir%/sweep.c \
	%reldir%/sweep.h \
	%reldir%/sweep.inc \
	%reldir%/tangents.c \
	%reldir%/world.c \
	%reldir%/world.h
EXTRA_DIST += %reldir%/README.md
