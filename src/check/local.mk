# SPDX-License-Identifier: MIT
# room check: a whole plan
libgraze_internal_la_SOURCES += \
	%reldir%/agent_check.c \
	%reldir%/agent_check.h \
	%reldir%/listed_pairs.c \
	%reldir%/listed_pairs.h \
	%reldir%/path_limits.c \
	%reldir%/path_motion.h \
	%reldir%/path_places.c \
	%reldir%/path_roadmap.c \
	%reldir%/plan_check.c \
	%reldir%/plan_check.h \
	%reldir%/time_slices.c \
	%reldir%/time_slices.h
EXTRA_DIST += %reldir%/README.md
