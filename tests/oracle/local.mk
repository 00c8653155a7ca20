# SPDX-License-Identifier: MIT
# The oracle: exact answers by another way, in rational numbers. It includes nothing of src/.
EXTRA_LTLIBRARIES += liboracle.la
liboracle_la_CPPFLAGS = $(TEST_CPPFLAGS)
liboracle_la_CFLAGS = $(AM_CFLAGS) $(GMP_CFLAGS)
liboracle_la_LIBADD = $(GMP_LIBS) $(LIBM)
liboracle_la_SOURCES = \
	%reldir%/accelerated.c \
	%reldir%/bodies.c \
	%reldir%/bodies.h \
	%reldir%/body_pairs.c \
	%reldir%/body_pairs.h \
	%reldir%/body_shapes.c \
	%reldir%/body_shapes.h \
	%reldir%/body_starts.c \
	%reldir%/body_starts.h \
	%reldir%/body_time.c \
	%reldir%/body_time.h \
	%reldir%/change.c \
	%reldir%/change.h \
	%reldir%/deepest.c \
	%reldir%/deepest.h \
	%reldir%/diagram.c \
	%reldir%/diagram.h \
	%reldir%/generate.c \
	%reldir%/generate.h \
	%reldir%/meetings.c \
	%reldir%/meetings.h \
	%reldir%/number.c \
	%reldir%/number.h \
	%reldir%/oracle.c \
	%reldir%/oracle.h \
	%reldir%/outline.c \
	%reldir%/outline.h \
	%reldir%/path.c \
	%reldir%/path.h \
	%reldir%/polynomial.c \
	%reldir%/polynomial.h \
	%reldir%/random.c \
	%reldir%/random.h \
	%reldir%/rational.h \
	%reldir%/recipe.c \
	%reldir%/recipe.h \
	%reldir%/rounding.c \
	%reldir%/rounding.h \
	%reldir%/starts.c \
	%reldir%/starts.h \
	%reldir%/touches.c \
	%reldir%/whole.c \
	%reldir%/whole.h
CLEANFILES += liboracle.la
EXTRA_DIST += %reldir%/README.md
