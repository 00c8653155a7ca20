# SPDX-License-Identifier: MIT
# room base: statuses, memory, version
libgraze_internal_la_SOURCES += \
	%reldir%/array.h \
	%reldir%/bits.h \
	%reldir%/cpu.c \
	%reldir%/cpu.h \
	%reldir%/lanes_avx2.inc \
	%reldir%/lanes_avx2_twice.inc \
	%reldir%/lanes_avx512.inc \
	%reldir%/lanes_plain.inc \
	%reldir%/memory.c \
	%reldir%/memory.h \
	%reldir%/status.c \
	%reldir%/version.c
EXTRA_DIST += %reldir%/README.md
