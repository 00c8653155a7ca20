# SPDX-License-Identifier: MIT
# room numeric: the arithmetic of certainty
libgraze_internal_la_SOURCES += \
	%reldir%/arithmetic.c \
	%reldir%/arithmetic.h \
	%reldir%/ball.h \
	%reldir%/bernstein.c \
	%reldir%/bernstein.h \
	%reldir%/dd.h \
	%reldir%/double_word.h \
	%reldir%/duo.h \
	%reldir%/duo_word.h \
	%reldir%/quad_word.h \
	%reldir%/dyadic.c \
	%reldir%/dyadic.h \
	%reldir%/eft.h \
	%reldir%/events.c \
	%reldir%/events.h \
	%reldir%/fixed.h \
	%reldir%/float_mode.h \
	%reldir%/polynomial.c \
	%reldir%/polynomial.h \
	%reldir%/radical.c \
	%reldir%/radical.h \
	%reldir%/roots.c \
	%reldir%/roots.h \
	%reldir%/rounding.c \
	%reldir%/rounding.h \
	%reldir%/rotation.c \
	%reldir%/rotation.h \
	%reldir%/surd.c \
	%reldir%/surd.h \
	%reldir%/scratch.c \
	%reldir%/scratch.h
EXTRA_DIST += %reldir%/README.md
