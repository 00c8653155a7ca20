/* SPDX-License-Identifier: MIT */
#include "cli/batch_run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/check_job.h"
#include "cli/interrupt.h"
#include "io/number.h"

static const double pace = 0.5; /* [s] between two commits, unless many answers wait */

/* ---- begin ------------------------------------------------------------------------------- */

bool batch_read_shard(const char *text, size_t *shard, size_t *shards)
{
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return false;
    *shard = (size_t)strtoull(text, &end, 10);
    if (*end != '/' || end[1] < '0' || end[1] > '9')
        return false;
    *shards = (size_t)strtoull(end + 1, &end, 10);
    return *end == '\0' && *shard >= 1 && *shard <= *shards && *shards < SIZE_MAX;
}

static void put_limit(FILE *out, const char *name, double value)
{
    char text[NUMBER_TEXT_SIZE];
    fprintf(out, "%s %s\n", name, value > 0 ? number_format(value, false, text) : "none");
}

/* What decides the answers; null without memory. */
static char *deciding_options(const batch_run *run)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    fprintf(out, "jobs-sha256 %s\n", run->list.sha256);
    put_limit(out, "time-limit", run->how.time_limit);
    put_limit(out, "memory-limit", run->how.memory_limit);
    fprintf(out, "stop-at-failure %s\n", run->how.stop_at_failure ? "yes" : "no");
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* A job is found when its series may go on. */
static io_result take_ended(void *context, const database_ended_job *job)
{
    batch_run *run = context;
    if (job->number < 1 || job->number > run->list.count)
        return IO_OK;
    job_state *state = &run->states[job->number - 1];
    if (*state == JOB_ELSEWHERE)
        return IO_OK;
    *state = job->state == JOB_DONE && job->exit_status == 0 ? JOB_FOUND : JOB_ENDED;
    run->ended[job->state]++;
    return IO_OK;
}

static io_result find_ended(batch_run *run)
{
    run->states = calloc(run->list.count + 1, sizeof *run->states);
    if (run->states == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < run->list.count; i++)
        if (run->list.jobs[i].series % run->shards != run->shard - 1)
            run->states[i] = JOB_ELSEWHERE;
        else
            run->mine++;
    return database_each_job(run->db, run->batch_id, take_ended, run);
}

/* The digest of a file as it is now; false where it cannot be read. */
static bool hash_file(const char *path, char text[SHA256_TEXT_SIZE])
{
    char bytes[1 << 14];
    size_t got;
    FILE *in = fopen(path, "rbe");
    sha256 hash;
    if (in == NULL)
        return false;
    sha256_begin(&hash);
    while ((got = fread(bytes, 1, sizeof bytes, in)) > 0)
        sha256_add(&hash, bytes, got);
    bool whole = !ferror(in);
    sha256_end(&hash, text);
    fclose(in);
    return whole;
}

/* A file that is gone says nothing against the answers that it once gave. */
static io_result compare_input(void *context, const database_job_input *input)
{
    batch_run *run = context;
    char now[SHA256_TEXT_SIZE];
    if (!hash_file(input->name, now) || strcmp(now, input->sha256) == 0)
        return IO_OK;
    diagnostic_error(&run->sink, &(diagnostic_place){.file = input->name},
                     "bring it back, or give the list another --name and all jobs are done anew",
                     "the file is not what it was when job %zu of list '%s' was done",
                     input->number, run->how.name);
    return IO_BAD_INPUT;
}

static io_result begin_batch(batch_run *run)
{
    char *options = deciding_options(run);
    if (options == NULL)
        return IO_MEMORY;
    const database_batch batch = {run->how.name, run->list.count, options};
    io_result result = database_begin_batch(run->db, &batch, &run->batch_id);
    free(options);
    if (result == IO_OK && run->how.retry_failed)
        result = database_forget_failures(run->db, run->batch_id);
    if (result == IO_OK)
        result = database_each_job_input(run->db, run->batch_id, compare_input, run);
    return result == IO_OK ? find_ended(run) : result;
}

/* The pool's lock comes first: what has ended is known when nobody else adds to it. */
static io_result open_pool(batch_run *run)
{
    size_t room = strlen(run->common.output) + sizeof ".jobs";
    run->folder = malloc(room);
    if (run->folder == NULL)
        return IO_MEMORY;
    snprintf(run->folder, room, "%s.jobs", run->common.output);
    const pool_options how = {run->folder, (size_t)run->how.processes, run->how.time_limit,
                              run->how.memory_limit, (int)run->how.retries};
    return pool_open(&how, &run->sink, &run->pool);
}

io_result batch_read_list(batch_run *run)
{
    return batch_list_read(&run->how.from, &run->sink, &run->list);
}

io_result batch_begin(batch_run *run)
{
    interrupt_defer(true);
    database_gives_up_when(interrupt_is_pending);
    io_result result = open_pool(run);
    if (result == IO_OK)
        result = database_create(run->common.output, &run->sink, &run->db);
    return result == IO_OK ? begin_batch(run) : result;
}

/* ---- which job is next ------------------------------------------------------------------- */

static bool has_ended(job_state state)
{
    return state == JOB_FOUND || state == JOB_ENDED || state == JOB_ELSEWHERE;
}

static bool may_start(const batch_run *run, size_t index)
{
    bool bound = run->how.stop_at_failure && run->list.jobs[index].follows;
    return run->states[index] == JOB_WAITS && (!bound || run->states[index - 1] == JOB_FOUND);
}

size_t batch_find_job(batch_run *run)
{
    size_t count = run->list.count;
    while (run->first < count && has_ended(run->states[run->first]))
        run->first++;
    size_t index = run->first;
    while (index < count && !may_start(run, index))
        index++;
    return index;
}

static io_result start_jobs(batch_run *run)
{
    io_result result = IO_OK;
    while (result == IO_OK && pool_is_free(run->pool)) {
        size_t index = run->ask != NULL ? run->ask(run) : batch_find_job(run);
        if (index == run->list.count)
            break;
        run->states[index] = JOB_RUNS;
        result = pool_start(run->pool, index + 1, &run->list.jobs[index]);
    }
    return result;
}

/* ---- what comes of it -------------------------------------------------------------------- */

/* After a failure the rest of the series is not tried. */
static io_result skip_rest(batch_run *run, size_t failed)
{
    char reason[60];
    io_result result = IO_OK;
    snprintf(reason, sizeof reason, "job %zu has no plan", failed + 1);
    for (size_t i = failed + 1; i < run->list.count && run->list.jobs[i].follows; i++) {
        if (run->states[i] != JOB_WAITS || result != IO_OK)
            continue;
        const database_job skipped = {.number = i + 1,
                                      .command_json = run->list.jobs[i].command_json,
                                      .state = JOB_SKIPPED,
                                      .reason = reason};
        result = database_add_jobs(run->db, run->batch_id, &skipped, 1);
        run->states[i] = JOB_ENDED;
        run->ended[JOB_SKIPPED]++;
    }
    return result;
}

/* A writer that was killed between a failure and what it skips. */
static io_result skip_all(batch_run *run)
{
    io_result result = IO_OK;
    for (size_t i = 0; i < run->list.count && run->how.stop_at_failure && result == IO_OK; i++)
        if (run->states[i] == JOB_ENDED)
            result = skip_rest(run, i);
    return result;
}

static void note_ended(batch_run *run, const database_job *job)
{
    bool found = job->state == JOB_DONE && job->exit_status == 0;
    run->states[job->number - 1] = found ? JOB_FOUND : JOB_ENDED;
    run->ended[job->state]++;
    if (run->tell != NULL)
        run->tell(run, job->number - 1, job->state);
}

/* All that have ended, as many at once as go. */
static io_result store_ended(batch_run *run)
{
    pool_ended ended[DATABASE_JOBS_MAX];
    database_job jobs[DATABASE_JOBS_MAX];
    size_t count = 0;
    while (count < DATABASE_JOBS_MAX && pool_take(run->pool, &ended[count])) {
        jobs[count] = ended[count].job;
        count++;
    }
    io_result result = database_add_jobs(run->db, run->batch_id, jobs, count);
    for (size_t i = 0; i < count && result == IO_OK; i++) {
        note_ended(run, &jobs[i]);
        if (run->how.stop_at_failure && run->states[jobs[i].number - 1] == JOB_ENDED)
            result = skip_rest(run, jobs[i].number - 1);
    }
    for (size_t i = 0; i < count; i++)
        pool_drop(run->pool, &ended[i]);
    run->stored = progress_clock();
    return result;
}

static bool is_time_to_store(const batch_run *run)
{
    size_t ready = pool_ready(run->pool);
    return ready >= DATABASE_JOBS_MAX ||
           (ready > 0 && (pool_running(run->pool) == 0 || run->how.stop_at_failure ||
                          progress_clock() - run->stored > pace));
}

void batch_show_progress(batch_run *run)
{
    run->bar.failed = run->ended[JOB_FAILED];
    progress_show(&run->bar, run->ended[JOB_DONE] + run->ended[JOB_FAILED] +
                                 run->ended[JOB_SKIPPED] +
                                 (run->pool != NULL ? pool_ready(run->pool) : 0));
}

/* ---- the work ---------------------------------------------------------------------------- */

static io_result work_off(batch_run *run)
{
    const struct timespec nap = {.tv_nsec = 20000000};
    io_result result = skip_all(run);
    while (result == IO_OK && interrupt_pending() == 0) {
        result = start_jobs(run);
        bool idle = pool_running(run->pool) == 0 && pool_ready(run->pool) == 0;
        if (result != IO_OK || (idle && (run->ask == NULL || run->closed)))
            return result;
        if (idle)
            nanosleep(&nap, NULL); /* others may end what one of these has to wait for */
        else if (!is_time_to_store(run))
            pool_wait(run->pool, 0.1);
        if (is_time_to_store(run))
            result = store_ended(run);
        batch_show_progress(run);
    }
    while (result == IO_OK && pool_ready(run->pool) > 0)
        result = store_ended(run);
    return result;
}

io_result batch_work(batch_run *run)
{
    run->bar = progress_begin(options_progress(&run->common), "jobs", run->mine);
    io_result result = work_off(run);
    progress_end(&run->bar);
    return result;
}

void batch_say_summary(const batch_run *run)
{
    if (run->common.quiet && run->ended[JOB_FAILED] == 0)
        return;
    size_t left = run->mine - run->ended[JOB_DONE] - run->ended[JOB_FAILED] -
                  run->ended[JOB_SKIPPED];
    fprintf(stderr, "%zu jobs: %zu done, %zu failed, %zu skipped", run->mine, run->ended[JOB_DONE],
            run->ended[JOB_FAILED], run->ended[JOB_SKIPPED]);
    if (left > 0)
        fprintf(stderr, ", %zu left\nhint: the same command goes on there\n", left);
    else
        fputs("\n", stderr);
    if (run->ended[JOB_FAILED] > 0)
        fprintf(stderr, "hint: `graze query %s jobs` tells why jobs failed\n", run->common.output);
}

/* After other files have come in. */
io_result batch_count_again(batch_run *run)
{
    memset(run->ended, 0, sizeof run->ended);
    return database_each_job(run->db, run->batch_id, take_ended, run);
}

void batch_leave(batch_run *run)
{
    database_close(run->db);
    pool_close(run->pool);
    run->db = NULL;
    run->pool = NULL;
}

void batch_end(batch_run *run)
{
    batch_leave(run);
    interrupt_defer(false);
    free(run->folder);
    free(run->states);
    batch_list_free(&run->list);
}
