# SPDX-License-Identifier: MIT
# room base: statuses, memory, version
libgraze_internal_la_SOURCES += \
	%reldir%/array.h \
	%reldir%/bits.h \
	%reldir%/cpu.c \
	%reldir%/cpu.h \
	%reldir%/memory.c \
	%reldir%/memory.h \
	%reldir%/status.c \
	%reldir%/version.c
EXTRA_DIST += %reldir%/README.md
