# SPDX-License-Identifier: MIT
# room planner: SIPP and searches over conflicts
libgraze_internal_la_SOURCES += \
	%reldir%/among.c \
	%reldir%/ccbs.c \
	%reldir%/ccbs.h \
	%reldir%/collision_intervals.c \
	%reldir%/collision_intervals.h \
	%reldir%/conflict_avoidance_table.c \
	%reldir%/conflict_avoidance_table.h \
	%reldir%/conflict_rating.c \
	%reldir%/conflict_rating.h \
	%reldir%/constraint.c \
	%reldir%/constraint.h \
	%reldir%/constraint_list.c \
	%reldir%/constraint_list.h \
	%reldir%/constraint_view.c \
	%reldir%/constraint_view.h \
	%reldir%/constraint_visit.c \
	%reldir%/corridor.c \
	%reldir%/corridor.h \
	%reldir%/ct_node.c \
	%reldir%/ct_node.h \
	%reldir%/hash_table.c \
	%reldir%/hash_table.h \
	%reldir%/heap.c \
	%reldir%/heap.h \
	%reldir%/matching.c \
	%reldir%/matching.h \
	%reldir%/order_feasibility.c \
	%reldir%/order_feasibility.h \
	%reldir%/overlap_lists.c \
	%reldir%/overlap_lists.h \
	%reldir%/pair_heuristic.c \
	%reldir%/pair_heuristic.h \
	%reldir%/pareto_front.c \
	%reldir%/pareto_front.h \
	%reldir%/plan.c \
	%reldir%/plan.h \
	%reldir%/planning_graph.c \
	%reldir%/planning_graph.h \
	%reldir%/prioritised.c \
	%reldir%/prioritised.h \
	%reldir%/reservation_table.c \
	%reldir%/reservation_table.h \
	%reldir%/route.c \
	%reldir%/route.h \
	%reldir%/sipp.c \
	%reldir%/sipp.h \
	%reldir%/solve.c \
	%reldir%/split.c \
	%reldir%/split.h \
	%reldir%/time_grid.c \
	%reldir%/time_grid.h
EXTRA_DIST += %reldir%/README.md
