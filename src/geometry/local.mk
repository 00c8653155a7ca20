# SPDX-License-Identifier: MIT
# room geometry: bodies
# Chains of scalar arithmetic in which a compiler's habit of storing pairs of doubles
# and loading them as one vector costs a third of the time.
noinst_LTLIBRARIES += libgraze-scalar.la
libgraze_scalar_la_CFLAGS = $(AM_CFLAGS) $(GMP_CFLAGS) $(GRAZE_VISIBILITY) $(GRAZE_SCALAR)
libgraze_scalar_la_SOURCES = \
	%reldir%/boxes.c \
	%reldir%/boxes.h \
	%reldir%/boundary.c \
	%reldir%/boundary.h \
	%reldir%/fan.h \
	%reldir%/fine.h \
	%reldir%/gjk.c \
	%reldir%/gjk.h \
	%reldir%/measure.c \
	%reldir%/measure.h \
	%reldir%/orientation.c \
	%reldir%/orientation.h \
	%reldir%/quick_distance.c \
	%reldir%/quick_distance.h \
	%reldir%/quick_distance.inc \
	%reldir%/ray.c \
	%reldir%/ray.h

# Stages that are there once more, for processors that have fused multiply-adds.
noinst_LTLIBRARIES += libgraze-fused.la
libgraze_fused_la_CFLAGS = $(libgraze_scalar_la_CFLAGS) $(GRAZE_FUSED)
libgraze_fused_la_SOURCES = \
	%reldir%/quick_distance_fused.c

libgraze_internal_la_SOURCES += \
	%reldir%/apart.c \
	%reldir%/apart.h \
	%reldir%/body.c \
	%reldir%/body.h \
	%reldir%/eights.h \
	%reldir%/glance.c \
	%reldir%/glance.h \
	%reldir%/hull.c \
	%reldir%/hull.h \
	%reldir%/minkowski.c \
	%reldir%/minkowski.h \
	%reldir%/octs.c \
	%reldir%/octs.h \
	%reldir%/placed.c \
	%reldir%/placed.h \
	%reldir%/quads.c \
	%reldir%/quads.h \
	%reldir%/sides.h \
	%reldir%/sides.inc \
	%reldir%/sides_rest.c \
	%reldir%/sides_rest.h \
	%reldir%/simplex.h \
	%reldir%/turned.c \
	%reldir%/within.c \
	%reldir%/within.h
EXTRA_DIST += %reldir%/README.md
