# SPDX-License-Identifier: MIT
# room motion: motions, trajectories, boxes
libgraze_internal_la_SOURCES += \
	%reldir%/box.c \
	%reldir%/box.h \
	%reldir%/life.c \
	%reldir%/life.h \
	%reldir%/limits.c \
	%reldir%/motion.c \
	%reldir%/moving_body.h \
	%reldir%/position.c \
	%reldir%/spline.c \
	%reldir%/sum.c \
	%reldir%/sum.h \
	%reldir%/trajectory.c \
	%reldir%/turn.c \
	%reldir%/turn.h \
	%reldir%/walk.c \
	%reldir%/walk.h \
	%reldir%/waypoint.h
EXTRA_DIST += %reldir%/README.md
