# SPDX-License-Identifier: MIT
# room cli: one file per command
libdriver_la_SOURCES += \
	%reldir%/anytime.c \
	%reldir%/anytime.h \
	%reldir%/batch.c \
	%reldir%/batch_list.c \
	%reldir%/batch_list.h \
	%reldir%/batch_options.c \
	%reldir%/batch_pool.c \
	%reldir%/batch_pool.h \
	%reldir%/batch_run.c \
	%reldir%/batch_run.h \
	%reldir%/check.c \
	%reldir%/check_job.h \
	%reldir%/check_map.c \
	%reldir%/check_map.h \
	%reldir%/check_options.c \
	%reldir%/check_say.c \
	%reldir%/check_slack.c \
	%reldir%/check_slack.h \
	%reldir%/check_split.c \
	%reldir%/check_split.h \
	%reldir%/check_store.c \
	%reldir%/check_task.c \
	%reldir%/check_task.h \
	%reldir%/check_task_say.c \
	%reldir%/command.c \
	%reldir%/command.h \
	%reldir%/convert.c \
	%reldir%/help.c \
	%reldir%/help.h \
	%reldir%/help_shell.c \
	%reldir%/help_shell.h \
	%reldir%/interval_list.c \
	%reldir%/interval_list.h \
	%reldir%/import_options.h \
	%reldir%/interrupt.c \
	%reldir%/interrupt.h \
	%reldir%/known_cases.c \
	%reldir%/known_cases.h \
	%reldir%/merge.c \
	%reldir%/options.c \
	%reldir%/options.h \
	%reldir%/output.c \
	%reldir%/output.h \
	%reldir%/pairs.c \
	%reldir%/path_jump.c \
	%reldir%/path_jump.h \
	%reldir%/paths.c \
	%reldir%/paths.h \
	%reldir%/plan_block.c \
	%reldir%/plan_block.h \
	%reldir%/plan_check.c \
	%reldir%/plan_check.h \
	%reldir%/plan_operand.c \
	%reldir%/plan_operand.h \
	%reldir%/plot.c \
	%reldir%/plot_job.h \
	%reldir%/plot_pair.c \
	%reldir%/plot_read.c \
	%reldir%/plot_runs.c \
	%reldir%/progress.c \
	%reldir%/progress.h \
	%reldir%/replay.c \
	%reldir%/replay_delays.c \
	%reldir%/replay_delays.h \
	%reldir%/replay_film.c \
	%reldir%/replay_film.h \
	%reldir%/query.c \
	%reldir%/query.h \
	%reldir%/retime.c \
	%reldir%/retime_robots.c \
	%reldir%/retime_robots.h \
	%reldir%/rows.c \
	%reldir%/rows.h \
	%reldir%/selftest.c \
	%reldir%/selftest.h \
	%reldir%/selftest_intervals.c \
	%reldir%/shown_run.c \
	%reldir%/shown_run.h \
	%reldir%/solve.c \
	%reldir%/solve_bodies.c \
	%reldir%/solve_goals.c \
	%reldir%/solve_goals.h \
	%reldir%/solve_job.h \
	%reldir%/solve_lifelong.c \
	%reldir%/solve_options.c \
	%reldir%/solve_read.c \
	%reldir%/solve_store.c \
	%reldir%/starts.c \
	%reldir%/starts.h \
	%reldir%/worker.c \
	%reldir%/worker.h

# The program. It takes libgraze statically, so that it runs from anywhere, also
# before the loader has heard of a new library.
bin_PROGRAMS = graze
graze_SOURCES = %reldir%/main.c
graze_CPPFLAGS = $(DRIVER_CPPFLAGS)
graze_CFLAGS = $(AM_CFLAGS)
graze_LDFLAGS = $(AM_LDFLAGS) $(GRAZE_PROGRAM_LDFLAGS) -static
graze_LDADD = libdriver.la libgraze.la

# The same batches on the ranks of an MPI job.
if HAVE_MPI
bin_PROGRAMS += graze-batch-mpi
graze_batch_mpi_SOURCES = %reldir%/batch_mpi.c %reldir%/check_mpi.c %reldir%/check_mpi.h
graze_batch_mpi_CPPFLAGS = $(DRIVER_CPPFLAGS) $(MPI_CPPFLAGS)
graze_batch_mpi_CFLAGS = $(AM_CFLAGS)
graze_batch_mpi_LDFLAGS = $(AM_LDFLAGS) $(GRAZE_PROGRAM_LDFLAGS) -static
graze_batch_mpi_LDADD = libdriver.la libgraze.la $(MPI_LIBS)
else
EXTRA_DIST += %reldir%/batch_mpi.c %reldir%/check_mpi.c %reldir%/check_mpi.h
endif
EXTRA_DIST += %reldir%/README.md
