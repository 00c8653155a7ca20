/* SPDX-License-Identifier: MIT */
/* The options of `graze batch`, and of the program for MPI. */
#include <string.h>

#include "cli/batch_run.h"
#include "cli/command.h"

static const char notes[] =
    "JOBS is a CSV file with a row for each job: command (check or solve) and, as it needs, plan,\n"
    "map, scenario, agents (N, A..B or A..B..STEP: a job for each number), radius, options (words\n"
    "of the command line, apart by blanks). Or jobs are made of files that match patterns: checks\n"
    "of --plans, solves of --scenarios on that of --maps whose name a scenario's begins with.\n"
    "\n"
    "Each job is a process of its own. One that fails, crashes or comes to a limit costs itself\n"
    "alone, and is kept with its reason. The same command goes on where it was cut short, even by\n"
    "kill -9: a job is done once. `graze query DB jobs` shows how each ended, `batch-export` all\n"
    "that was found, and both do not depend on the order in which jobs end. Where a file is not\n"
    "what a job that is done has read, nothing goes on: another --name begins anew.\n"
    "\n"
    "--time-limit of a job that solves becomes the solver's own, unless it has one; it is killed\n"
    "when it does not end a second, or a tenth of the limit, after it. A check is killed at once.\n"
    "\n"
    "shards: with --shard I/N every Nth series of jobs is worked off, a job or an A..B of agents;\n"
    "`graze merge` makes one file of all. A results database must not lie on a file system\n"
    "that several machines share: write it to a local disk, and copy it when it is done.\n"
    "\n"
    "exit status: 0 every job is done; 1 some failed; 2 bad usage or bad input; 4 files, streams\n"
    "or database; 5 memory; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  graze batch jobs.csv -o results.db\n"
    "  graze batch --plans 'logs/*.xml' --radius 0.3 -o results.db\n"
    "  graze batch --maps 'maps/*.map' --scenarios 'scen/*.scen' --agents 10..100..10 \\\n"
    "      --radius 0.35 --time-limit 30 --stop-at-failure -o results.db\n"
    "  graze batch jobs.csv --shard 2/8 -o shard2.db\n";

static const char notes_of_ranks[] =
    "JOBS, patterns and options are those of graze-batch(1). Rank 0 hands out jobs as ranks ask\n"
    "for them; every other rank keeps what it has found in a database of its own in TMPDIR, which\n"
    "has to be on its own disk, and rank 0 takes all of them into DB in the end. When a rank dies\n"
    "the run ends, and the same command goes on with what is not done.\n"
    "\n"
    "graze-batch-mpi check --split-plan BLOCKS [options] PLAN is graze-check(1) of one large\n"
    "plan: rank 0 reads it and hands out its blocks, every other rank has one block at a time.\n"
    "Rows, summary and database are those of one process.\n"
    "\n"
    "exit status: 0 it has come to its end, also when jobs failed or there are conflicts, since\n"
    "mpirun takes any other status for a rank that died; 2 bad usage or bad input; 4 files,\n"
    "streams or database; 5 memory; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  mpirun -n 64 graze-batch-mpi jobs.csv -o all.db\n"
    "  mpirun -n 64 graze-batch-mpi check --radius 0.4 --split-plan 500 -o huge.db huge.csv\n";

static int check_source(const batch_source *from, int operands)
{
    const char *usage = "graze batch JOBS -o DB, or --plans, or --maps and --scenarios";
    bool patterns = from->plans != NULL || from->maps != NULL || from->scenarios != NULL;
    if (operands > 1)
        return options_refuse("batch", usage, "more than one file of jobs is given");
    if (operands == 1 && (patterns || from->agents != NULL || from->radius != NULL ||
                          from->options != NULL))
        return options_refuse("batch", "rows of JOBS name their own files, agents, radius, options",
                              "JOBS and patterns cannot be given at once");
    if (operands == 0 && !patterns)
        return options_refuse("batch", usage, "no jobs are given");
    if (from->plans != NULL && (from->maps != NULL || from->scenarios != NULL))
        return options_refuse("batch", usage, "--plans and --maps cannot be given at once");
    if (from->plans == NULL && operands == 0 && (from->maps == NULL || from->scenarios == NULL))
        return options_refuse("batch", usage, "--maps and --scenarios need each other");
    return OPTIONS_GO_ON;
}

int batch_parse(batch_run *run, int argc, char **argv)
{
    batch_options *how = &run->how;
    const option_rule rules[] = {
        {"output", 'o', OPTION_TEXT, "DB", &run->common.output, NULL,
         "the results database (SQLite)"},
        {"plans", 0, OPTION_TEXT, "GLOB", &how->from.plans, NULL, "check these plans"},
        {"maps", 0, OPTION_TEXT, "GLOB", &how->from.maps, NULL, "solve on these maps"},
        {"scenarios", 0, OPTION_TEXT, "GLOB", &how->from.scenarios, NULL, "these scenarios"},
        {"agents", 0, OPTION_TEXT, "A..B..STEP", &how->from.agents, NULL,
         "with so many agents each: N, A..B or A..B..STEP (default: all)"},
        {"radius", 'r', OPTION_TEXT, "METRES", &how->from.radius, NULL,
         "--radius of each job of the patterns"},
        {"options", 0, OPTION_TEXT, "WORDS", &how->from.options, NULL,
         "more options of each job of the patterns, as one word"},
        {"name", 0, OPTION_TEXT, "NAME", &how->name, NULL,
         "what the list is called in DB, which may hold several (default: batch)"},
        {"shard", 0, OPTION_TEXT, "I/N", &how->shard, NULL,
         "work off the Ith of N parts, from 1"},
        {"jobs", 'j', OPTION_COUNT, "N", &how->processes, NULL,
         "processes (default: as many as there are processors)"},
        {"time-limit", 't', OPTION_NUMBER, "SECONDS", &how->time_limit, NULL,
         "of each job (default: none)"},
        {"memory-limit", 0, OPTION_NUMBER, "MIB", &how->memory_limit, NULL,
         "of each job's address space (default: none)"},
        {"retries", 0, OPTION_INDEX, "N", &how->retries, NULL,
         "try a job that crashed or had no memory so many times more (default: 0)"},
        {"stop-at-failure", 0, OPTION_FLAG, NULL, &how->stop_at_failure, NULL,
         "in each series of agents, skip what follows the first number without a plan"},
        {"retry-failed", 0, OPTION_FLAG, NULL, &how->retry_failed, NULL,
         "try again what failed when this command ran before"},
        OPTIONS_TALK(run->common),
        OPTIONS_END,
    };
    command_help help = {"batch [options] [JOBS] -o DB",
                         "Works off many checks and solves, resumably, into one database.", rules,
                         notes};
    if (run->on_ranks) {
        help = (command_help){"graze-batch-mpi [options] [JOBS] -o DB",
                              "Works off checks and solves, or one large plan, on ranks of MPI.",
                              rules, notes_of_ranks};
    }
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status == OPTIONS_GO_ON)
        status = check_source(&how->from, argc - first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (run->common.output == NULL || strcmp(run->common.output, "-") == 0)
        return options_refuse("batch", "add -o DB", "a batch needs a database to keep its results");
    if (how->shard != NULL && !batch_read_shard(how->shard, &run->shard, &run->shards))
        return options_refuse("batch", "I/N with 1 <= I <= N, such as 2/8",
                              "--shard: '%s' is no part", how->shard);
    if (argc > first)
        how->from.file = argv[first];
    return OPTIONS_GO_ON;
}
