# SPDX-License-Identifier: MIT
# room geometry: bodies
libgraze_internal_la_SOURCES += \
	%reldir%/apart.c \
	%reldir%/apart.h \
	%reldir%/body.c \
	%reldir%/body.h \
	%reldir%/boundary.c \
	%reldir%/boundary.h \
	%reldir%/gjk.c \
	%reldir%/gjk.h \
	%reldir%/hull.c \
	%reldir%/hull.h \
	%reldir%/measure.c \
	%reldir%/measure.h \
	%reldir%/minkowski.c \
	%reldir%/minkowski.h \
	%reldir%/orientation.c \
	%reldir%/orientation.h \
	%reldir%/placed.c \
	%reldir%/placed.h \
	%reldir%/ray.c \
	%reldir%/ray.h \
	%reldir%/simplex.h \
	%reldir%/turned.c \
	%reldir%/within.c \
	%reldir%/within.h
EXTRA_DIST += %reldir%/README.md
