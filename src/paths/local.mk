# SPDX-License-Identifier: MIT
# room paths: two trajectories
libgraze_internal_la_SOURCES += \
	%reldir%/delay.c \
	%reldir%/encounter.c \
	%reldir%/meetings.c \
	%reldir%/prepared_path.c \
	%reldir%/validate.c \
	%reldir%/validate.h
EXTRA_DIST += %reldir%/README.md
