/* SPDX-License-Identifier: MIT */
/* `graze merge`: results databases into one, such as the shards of a batch. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "storage/jobs.h"

static const char notes[] =
    "Runs, plans and maps get new numbers; what refers to them follows. Jobs are the same by the\n"
    "names of their lists and their numbers, other runs by their commands (-o aside) and the\n"
    "digests of the files that they have read: what is there already is not taken again. Refused\n"
    "are lists of one name that differ, the same job of other files, and the same question\n"
    "answered by two versions of Graze. The new file takes the place of OUT whole, or not at all;\n"
    "OUT may be there as a results database, and as nothing else.\n"
    "\n"
    "exit status: 0 done; 2 bad usage, or databases that do not fit together; 4 files or\n"
    "database; 5 memory; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  graze merge shard1.db shard2.db -o all.db\n"
    "  graze query all.db batch-export\n";

typedef struct merge_job {
    common_options common;
    char **files;
    int count;
    char *path; /* beside the output */
    diagnostics sink;
    database_merged counts;
} merge_job;

static void remove_beside(const merge_job *job)
{
    char name[4096];
    unlink(job->path);
    if (snprintf(name, sizeof name, "%s-journal", job->path) < (int)sizeof name)
        unlink(name);
}

/* OUT may be an older results database, and nothing else. */
static io_result look_at_output(merge_job *job)
{
    struct stat about;
    database *before = NULL;
    if (stat(job->common.output, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return IO_OK;
    io_result result = database_open(job->common.output, &job->sink, &before);
    database_close(before);
    return result;
}

static io_result merge_all(merge_job *job)
{
    database *db = NULL;
    io_result result = database_create(job->path, &job->sink, &db);
    for (int i = 0; i < job->count && result == IO_OK && interrupt_pending() == 0; i++)
        result = database_merge(db, job->files[i], &job->counts);
    database_close(db);
    return result;
}

static io_result put_in_place(merge_job *job)
{
    if (rename(job->path, job->common.output) == 0)
        return IO_OK;
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->common.output}, NULL,
                     "cannot be written: %s", strerror(errno));
    return IO_SYSTEM;
}

static void say_summary(const merge_job *job)
{
    const database_merged *counts = &job->counts;
    fprintf(stderr, "%d files: %llu runs, %llu of them jobs'", job->count,
            (unsigned long long)counts->runs, (unsigned long long)counts->jobs);
    if (counts->doubled_jobs + counts->doubled_runs > 0)
        fprintf(stderr, "; there already: %llu jobs, %llu other runs",
                (unsigned long long)counts->doubled_jobs,
                (unsigned long long)counts->doubled_runs);
    fputs("\n", stderr);
}

static int run(merge_job *job)
{
    size_t room = strlen(job->common.output) + sizeof ".merging";
    job->path = malloc(room);
    if (job->path == NULL)
        return cli_memory();
    snprintf(job->path, room, "%s.merging", job->common.output);
    remove_beside(job); /* what a killed one has left */
    interrupt_defer(true);
    database_gives_up_when(interrupt_is_pending);
    io_result result = look_at_output(job);
    if (result == IO_OK)
        result = merge_all(job);
    int status = interrupt_pending() != 0 ? 128 + interrupt_pending() : cli_status_of(result);
    if (status == CLI_DONE)
        status = cli_status_of(put_in_place(job));
    if (status != CLI_DONE)
        remove_beside(job);
    else if (!job->common.quiet)
        say_summary(job);
    interrupt_defer(false);
    free(job->path);
    return status;
}

static int check_operands(const merge_job *job)
{
    if (job->count == 0)
        return options_refuse("merge", "graze merge DB... -o OUT", "no database is given");
    if (job->common.output == NULL || strcmp(job->common.output, "-") == 0)
        return options_refuse("merge", "add -o OUT", "the merged database needs a file");
    for (int i = 0; i < job->count; i++)
        if (path_is_same_file(job->files[i], job->common.output))
            return options_refuse("merge", "name another file for the result",
                                  "'%s' would take its own place", job->files[i]);
    return OPTIONS_GO_ON;
}

int cli_merge(int argc, char **argv)
{
    merge_job job = {.common = COMMON_OPTIONS_DEFAULT};
    const option_rule rules[] = {
        {"output", 'o', OPTION_TEXT, "OUT", &job.common.output, NULL, "the merged database"},
        OPTION_QUIET(job.common),
        OPTION_COLOR(job.common),
        OPTIONS_END,
    };
    const command_help help = {"merge [options] DB... -o OUT",
                               "Makes one results database of several, such as a batch's shards.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    job.files = argv + first;
    job.count = argc - first;
    status = check_operands(&job);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    return run(&job);
}
