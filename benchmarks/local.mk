# SPDX-License-Identifier: MIT
# Built and run by `make bench` alone; tests/benchmarks links the parts.

BENCHMARKS = %reldir%/correctness %reldir%/decision %reldir%/interval \
	%reldir%/acceleration %reldir%/starts %reldir%/gjk %reldir%/wtaabb \
	%reldir%/allpairs %reldir%/bruce %reldir%/links %reldir%/loading %reldir%/sweep \
	%reldir%/roofline %reldir%/records %reldir%/solvers %reldir%/world
EXTRA_PROGRAMS = $(BENCHMARKS) %reldir%/box2d3_peer %reldir%/contender %reldir%/fleet %reldir%/crowds %reldir%/pibt \
	%reldir%/record %reldir%/robots %reldir%/superdense
EXTRA_LTLIBRARIES += libbenchmarks.la libtruth.la
CLEANFILES += $(EXTRA_PROGRAMS) libbenchmarks.la libtruth.la

BENCHMARK_CPPFLAGS = $(DRIVER_CPPFLAGS) -I$(top_srcdir) $(EIGEN_CPPFLAGS)
BENCHMARK_CFLAGS = $(AM_CFLAGS) $(EXPAT_CFLAGS)

libbenchmarks_la_CPPFLAGS = $(BENCHMARK_CPPFLAGS) -DBENCHMARK_BUILD='"$(CC) $(CFLAGS)"'
libbenchmarks_la_CFLAGS = $(BENCHMARK_CFLAGS)
libbenchmarks_la_LIBADD = $(EXPAT_LIBS) $(LIBM)
libbenchmarks_la_SOURCES = \
	%reldir%/accelerations.c \
	%reldir%/accelerations.h \
	%reldir%/answers.c \
	%reldir%/answers.h \
	%reldir%/categories.c \
	%reldir%/categories.h \
	%reldir%/command.c \
	%reldir%/command.h \
	%reldir%/families.c \
	%reldir%/families.h \
	%reldir%/graphml.c \
	%reldir%/graphml.h \
	%reldir%/methods.c \
	%reldir%/methods.h \
	%reldir%/opponents.c \
	%reldir%/opponents.h \
	%reldir%/plain_quartic.c \
	%reldir%/plain_quartic.h \
	%reldir%/race.c \
	%reldir%/race.h \
	%reldir%/random.h \
	%reldir%/recorded.c \
	%reldir%/recorded.h \
	%reldir%/roadmap.c \
	%reldir%/roadmap.h \
	%reldir%/score.c \
	%reldir%/score.h \
	%reldir%/stages.c \
	%reldir%/stages.h \
	%reldir%/swept.c \
	%reldir%/swept.h \
	%reldir%/table.c \
	%reldir%/table.h \
	%reldir%/tangents.c \
	%reldir%/tangents.h \
	%reldir%/textbook.c \
	%reldir%/textbook.h \
	%reldir%/timing.c \
	%reldir%/timing.h \
	%reldir%/workload.c \
	%reldir%/workload.h \
	%reldir%/wtaabb_methods.c \
	%reldir%/wtaabb_methods.h \
	%reldir%/wtaabb_paths.c \
	%reldir%/wtaabb_paths.h \
	%reldir%/wtaabb_plot.c \
	%reldir%/wtaabb_plot.h

# The judge of generated pairs: the exact twin of the tests.
libtruth_la_CPPFLAGS = $(BENCHMARK_CPPFLAGS) -I$(top_srcdir)/tests
libtruth_la_CFLAGS = $(AM_CFLAGS) $(GMP_CFLAGS)
libtruth_la_LIBADD = liboracle.la
libtruth_la_SOURCES = %reldir%/exact.c %reldir%/exact.h

BENCHMARK_LIBS = libbenchmarks.la libgraze-internal.la

benchmarks_acceleration_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_acceleration_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_acceleration_LDADD = $(EIGEN_OBJECTS) $(BENCHMARK_LIBS) $(EIGEN_RUNTIME)
benchmarks_acceleration_DEPENDENCIES = $(EIGEN_OBJECTS) $(BENCHMARK_LIBS)
benchmarks_acceleration_SOURCES = %reldir%/acceleration.c

benchmarks_allpairs_CPPFLAGS = $(BENCHMARK_CPPFLAGS) $(TREE_CPPFLAGS)
benchmarks_allpairs_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_allpairs_LDADD = $(TREE_OBJECTS) $(BENCHMARK_LIBS) $(TREE_LIBS)
benchmarks_allpairs_DEPENDENCIES = $(TREE_OBJECTS) $(BENCHMARK_LIBS)
benchmarks_allpairs_SOURCES = \
	%reldir%/allpairs.c \
	%reldir%/allpairs_crowd.c \
	%reldir%/allpairs_crowd.h \
	%reldir%/trees.h

benchmarks_bruce_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_bruce_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_bruce_LDADD = $(BENCHMARK_LIBS)
benchmarks_bruce_SOURCES = \
	%reldir%/bruce.c \
	%reldir%/bruce_masks.c \
	%reldir%/bruce_masks.h \
	%reldir%/bruce_tree.c \
	%reldir%/bruce_tree.h

benchmarks_contender_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_contender_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_contender_LDADD = $(BENCHMARK_LIBS)
benchmarks_contender_SOURCES = %reldir%/contender.c

benchmarks_correctness_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_correctness_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_correctness_LDADD = libtruth.la $(BENCHMARK_LIBS)
benchmarks_correctness_SOURCES = %reldir%/correctness.c

benchmarks_decision_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_decision_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_decision_LDADD = $(BENCHMARK_LIBS)
benchmarks_decision_SOURCES = %reldir%/decision.c

benchmarks_gjk_CPPFLAGS = $(BENCHMARK_CPPFLAGS) $(PEER_CPPFLAGS)
benchmarks_gjk_CFLAGS = $(BENCHMARK_CFLAGS) $(CCD_CFLAGS)
benchmarks_gjk_LDADD = $(PEER_OBJECTS) $(BENCHMARK_LIBS) $(PEER_LIBS)
benchmarks_gjk_DEPENDENCIES = $(PEER_OBJECTS) $(BENCHMARK_LIBS)
benchmarks_gjk_SOURCES = \
	%reldir%/distances.h \
	%reldir%/gjk.c \
	%reldir%/polygons.c \
	%reldir%/polygons.h

benchmarks_interval_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_interval_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_interval_LDADD = $(BENCHMARK_LIBS)
benchmarks_interval_SOURCES = %reldir%/interval.c

# The program `graze` with one function of the planner between.
benchmarks_record_CPPFLAGS = $(DRIVER_CPPFLAGS)
benchmarks_record_CFLAGS = $(AM_CFLAGS) -Wno-reserved-identifier
benchmarks_record_LDADD = libdriver.la libgraze-internal.la
benchmarks_record_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=route_conflicts
benchmarks_record_SOURCES = %reldir%/record.c src/cli/main.c

benchmarks_roofline_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_roofline_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_roofline_LDADD = $(BENCHMARK_LIBS)
benchmarks_roofline_SOURCES = %reldir%/roofline.c

benchmarks_solvers_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_solvers_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_solvers_LDADD = $(BENCHMARK_LIBS)
benchmarks_solvers_SOURCES = %reldir%/solvers.c

benchmarks_starts_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_starts_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_starts_LDADD = $(BENCHMARK_LIBS)
benchmarks_starts_SOURCES = %reldir%/starts.c

benchmarks_sweep_CPPFLAGS = $(BENCHMARK_CPPFLAGS) $(SWEEP_CPPFLAGS)
benchmarks_sweep_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_sweep_LDADD = $(SWEEP_OBJECTS) $(BENCHMARK_LIBS) $(SWEEP_LIBS)
benchmarks_sweep_DEPENDENCIES = $(SWEEP_OBJECTS) $(BENCHMARK_LIBS)
benchmarks_sweep_SOURCES = %reldir%/sweep.c %reldir%/box2d_sweep.h

# For who has a Box2D 3, which is in no Debian 12: its flags are given on the line of make.
benchmarks_box2d3_peer_CPPFLAGS = $(BENCHMARK_CPPFLAGS) $(BOX2D3_CPPFLAGS)
benchmarks_box2d3_peer_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_box2d3_peer_LDADD = $(BENCHMARK_LIBS) $(BOX2D3_LIBS)
benchmarks_box2d3_peer_SOURCES = %reldir%/box2d3_peer.c

benchmarks_wtaabb_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_wtaabb_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_wtaabb_LDADD = $(BENCHMARK_LIBS)
benchmarks_wtaabb_SOURCES = %reldir%/wtaabb.c

benchmarks_links_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_links_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_links_LDADD = $(BENCHMARK_LIBS)
benchmarks_links_SOURCES = %reldir%/links.c

benchmarks_world_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_world_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_world_LDADD = $(BENCHMARK_LIBS)
benchmarks_world_SOURCES = %reldir%/world.c

benchmarks_loading_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_loading_CFLAGS = $(BENCHMARK_CFLAGS)
benchmarks_loading_LDADD = libdriver.la $(BENCHMARK_LIBS)
benchmarks_loading_SOURCES = %reldir%/loading.c %reldir%/graphml_write.h

benchmarks_records_CPPFLAGS = $(BENCHMARK_CPPFLAGS)
benchmarks_records_CFLAGS = $(BENCHMARK_CFLAGS) $(SQLITE_CFLAGS)
benchmarks_records_LDADD = libdriver.la $(BENCHMARK_LIBS)
benchmarks_records_SOURCES = %reldir%/records.c

# Eigen is C++, the rest of the tree needs no C++ compiler: hence by hand.
if HAVE_EIGEN
EIGEN_CPPFLAGS = -DHAVE_EIGEN
EIGEN_OBJECTS = %reldir%/eigen.o
EIGEN_RUNTIME = -lstdc++
CLEANFILES += %reldir%/eigen.o

%reldir%/eigen.o: %reldir%/eigen.cc
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(CXX) $(CPPFLAGS) $(EIGEN_CFLAGS) $(CFLAGS) -c -o $@ $(srcdir)/%reldir%/eigen.cc
endif HAVE_EIGEN

# The peer of %reldir%/sweep.
if HAVE_BOX2D
SWEEP_CPPFLAGS = -DHAVE_BOX2D
SWEEP_OBJECTS = %reldir%/box2d_sweep.o
SWEEP_LIBS = $(BOX2D_LIBS) -lstdc++
CLEANFILES += %reldir%/box2d_sweep.o

%reldir%/box2d_sweep.o: %reldir%/box2d_sweep.cc %reldir%/box2d_sweep.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(CXX) $(CPPFLAGS) -I$(srcdir) $(BOX2D_CFLAGS) $(CFLAGS) -c -o $@ $(srcdir)/%reldir%/box2d_sweep.cc
endif HAVE_BOX2D

# The peers of %reldir%/gjk, of which all but libccd are C++, too.
PEER_CPPFLAGS =
PEER_LIBS =
PEER_OBJECTS =
PEER_COMPILE = $(CXX) $(CPPFLAGS) -I$(srcdir) $(CFLAGS)
if HAVE_BOX2D
PEER_CPPFLAGS += -DHAVE_BOX2D
PEER_OBJECTS += %reldir%/box2d_distance.o
PEER_LIBS += $(BOX2D_LIBS) -lstdc++

%reldir%/box2d_distance.o: %reldir%/box2d_distance.cc %reldir%/distances.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) $(BOX2D_CFLAGS) -c -o $@ $(srcdir)/%reldir%/box2d_distance.cc
endif HAVE_BOX2D
if HAVE_FCL
PEER_CPPFLAGS += -DHAVE_FCL
PEER_OBJECTS += %reldir%/fcl_distance.o
PEER_LIBS += $(FCL_LIBS) -lstdc++

%reldir%/fcl_distance.o: %reldir%/fcl_distance.cc %reldir%/distances.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) $(FCL_CFLAGS) -c -o $@ $(srcdir)/%reldir%/fcl_distance.cc
endif HAVE_FCL
if HAVE_BULLET
PEER_CPPFLAGS += -DHAVE_BULLET
PEER_OBJECTS += %reldir%/bullet_distance.o
PEER_LIBS += $(BULLET_LIBS) -lstdc++

%reldir%/bullet_distance.o: %reldir%/bullet_distance.cc %reldir%/distances.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) $(BULLET_CFLAGS) -c -o $@ $(srcdir)/%reldir%/bullet_distance.cc
endif HAVE_BULLET
if HAVE_CCD
PEER_CPPFLAGS += -DHAVE_CCD
PEER_LIBS += $(CCD_LIBS)
benchmarks_gjk_SOURCES += %reldir%/ccd_distance.c
endif HAVE_CCD
CLEANFILES += %reldir%/box2d_distance.o %reldir%/bullet_distance.o %reldir%/fcl_distance.o

# The trees of %reldir%/allpairs.
TREE_CPPFLAGS =
TREE_LIBS =
TREE_OBJECTS =
if HAVE_BOOST
TREE_CPPFLAGS += -DHAVE_BOOST
TREE_OBJECTS += %reldir%/boost_tree.o
TREE_LIBS += -lstdc++

%reldir%/boost_tree.o: %reldir%/boost_tree.cc %reldir%/trees.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) -c -o $@ $(srcdir)/%reldir%/boost_tree.cc
endif HAVE_BOOST
if HAVE_BOX2D
TREE_CPPFLAGS += -DHAVE_BOX2D
TREE_OBJECTS += %reldir%/box2d_tree.o
TREE_LIBS += $(BOX2D_LIBS) -lstdc++

%reldir%/box2d_tree.o: %reldir%/box2d_tree.cc %reldir%/trees.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) $(BOX2D_CFLAGS) -c -o $@ $(srcdir)/%reldir%/box2d_tree.cc
endif HAVE_BOX2D
if HAVE_FCL
TREE_CPPFLAGS += -DHAVE_FCL
TREE_OBJECTS += %reldir%/fcl_tree.o
TREE_LIBS += $(FCL_LIBS) -lstdc++

%reldir%/fcl_tree.o: %reldir%/fcl_tree.cc %reldir%/trees.h
	@$(MKDIR_P) benchmarks
	$(AM_V_GEN)$(PEER_COMPILE) $(FCL_CFLAGS) -c -o $@ $(srcdir)/%reldir%/fcl_tree.cc
endif HAVE_FCL
CLEANFILES += %reldir%/boost_tree.o %reldir%/box2d_tree.o %reldir%/fcl_tree.o
EXTRA_DIST += %reldir%/boost_tree.cc %reldir%/box2d_tree.cc %reldir%/fcl_tree.cc

# Short by default; BENCHFLAGS= is what the figures in the README were taken with.
BENCHFLAGS = --pairs 10000 --repeats 5

bench: $(BENCHMARKS)
	@for program in $(BENCHMARKS); do \
	  echo "==== $$program $(BENCHFLAGS)" >&2; \
	  GRAZE_SHARED="$${GRAZE_SHARED-$(abs_top_srcdir)/../shared}" ./$$program $(BENCHFLAGS) \
	  || exit 1; done

# What a machine measures, one cell a line; benchmarks/results keeps it for the README.
bench-results: $(BENCHMARKS)
	@echo 'program,table,row,column,value' >results.csv
	@for program in $(BENCHMARKS); do \
	  echo "==== $$program --csv $(BENCHFLAGS)" >&2; \
	  GRAZE_SHARED="$${GRAZE_SHARED-$(abs_top_srcdir)/../shared}" ./$$program --csv $(BENCHFLAGS) \
	  >>results.csv || exit 1; done
CLEANFILES += results.csv

.PHONY: bench bench-results

EXTRA_DIST += %reldir%/results/stages-amd-epyc.csv %reldir%/results/recorded-amd-epyc.csv
EXTRA_DIST += %reldir%/README.md %reldir%/limits.md %reldir%/results/amd-epyc-zen3.csv \
	%reldir%/results/amd-epyc-zen5.csv %reldir%/results/amd-epyc.csv %reldir%/results/xeon-emerald-rapids.csv \
	%reldir%/box2d_distance.cc %reldir%/box2d_sweep.cc \
	%reldir%/bullet_distance.cc %reldir%/eigen.cc %reldir%/fcl_distance.cc %reldir%/instructions \
	%reldir%/batch_scaling.py %reldir%/compare %reldir%/held %reldir%/results/solve-agents.csv \
	%reldir%/million.py \
	%reldir%/replay-frames %reldir%/retime %reldir%/robot-fleets %reldir%/solve %reldir%/solve-success.svg %reldir%/solve.sql \
	%reldir%/solve_plot.awk %reldir%/solve_success.sql %reldir%/tables %reldir%/wtaabb.svg

# A fleet to check a whole plan with; not run by `make bench`.
benchmarks_fleet_CPPFLAGS = -I$(top_srcdir)
benchmarks_fleet_CFLAGS = $(AM_CFLAGS)
benchmarks_fleet_SOURCES = %reldir%/fleet.c %reldir%/random.h

# One robot among walkers beside a search in steps; not run by `make bench`.
benchmarks_robots_CPPFLAGS = $(BENCHMARK_CPPFLAGS) -I$(top_srcdir)/tests
benchmarks_robots_CFLAGS = $(AM_CFLAGS)
benchmarks_robots_LDADD = libgraze-internal.la $(LIBM)
benchmarks_robots_SOURCES = \
	%reldir%/robots.c \
	tests/planner/instance.h \
	tests/planner/walks.c \
	tests/planner/walks.h

# Maps and scenarios for crowds of agents, and a roadmap with many edges.
benchmarks_crowds_CPPFLAGS = -I$(top_srcdir)
benchmarks_crowds_CFLAGS = $(AM_CFLAGS)
benchmarks_crowds_SOURCES = %reldir%/crowds.c %reldir%/random.h
benchmarks_superdense_CPPFLAGS = -I$(top_srcdir)
benchmarks_superdense_CFLAGS = $(AM_CFLAGS)
benchmarks_superdense_SOURCES = %reldir%/superdense.c %reldir%/graphml_write.h \
	%reldir%/random.h

# A rule of one step, beside lifelong plans.
benchmarks_pibt_CPPFLAGS = -I$(top_srcdir)
benchmarks_pibt_CFLAGS = $(AM_CFLAGS)
benchmarks_pibt_SOURCES = %reldir%/pibt.c %reldir%/random.h
