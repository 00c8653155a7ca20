# SPDX-License-Identifier: MIT
# room planner: SIPP and searches over conflicts
libgraze_internal_la_SOURCES += \
	%reldir%/among.c \
	%reldir%/array.h \
	%reldir%/branch.c \
	%reldir%/branch.h \
	%reldir%/ccbs.c \
	%reldir%/ccbs.h \
	%reldir%/clash.c \
	%reldir%/clash.h \
	%reldir%/crowd.c \
	%reldir%/crowd.h \
	%reldir%/demand.c \
	%reldir%/demand.h \
	%reldir%/demand_view.c \
	%reldir%/demand_view.h \
	%reldir%/demand_visit.c \
	%reldir%/front.c \
	%reldir%/front.h \
	%reldir%/hash.h \
	%reldir%/heap.c \
	%reldir%/heap.h \
	%reldir%/lane.c \
	%reldir%/lane.h \
	%reldir%/lattice.c \
	%reldir%/lattice.h \
	%reldir%/matching.c \
	%reldir%/matching.h \
	%reldir%/near.c \
	%reldir%/near.h \
	%reldir%/node.c \
	%reldir%/node.h \
	%reldir%/order.c \
	%reldir%/order.h \
	%reldir%/outlook.c \
	%reldir%/outlook.h \
	%reldir%/plan.c \
	%reldir%/plan.h \
	%reldir%/prioritised.c \
	%reldir%/prioritised.h \
	%reldir%/prospect.c \
	%reldir%/prospect.h \
	%reldir%/rivals.c \
	%reldir%/rivals.h \
	%reldir%/route.c \
	%reldir%/route.h \
	%reldir%/sipp.c \
	%reldir%/sipp.h \
	%reldir%/solve.c \
	%reldir%/terrain.c \
	%reldir%/terrain.h \
	%reldir%/timetable.c \
	%reldir%/timetable.h
EXTRA_DIST += %reldir%/README.md
