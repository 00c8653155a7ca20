/* SPDX-License-Identifier: MIT */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* wait4 */
#endif
#include "cli/batch_pool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/command.h"
#include "cli/progress.h"
#include "cli/worker.h"

enum { REASON_SIZE = 512, PATIENCE_S = 10, ADDED_WORDS = 8 };

/* A job from its start until it is dropped. */
typedef struct pool_run {
    const batch_job *job;
    size_t number;
    pid_t pid; /* 0: ended */
    int tries;
    bool killed; /* by us, at its time limit */
    double began, wall;
    int status; /* of wait4 */
    struct rusage used;
    char reason[REASON_SIZE], file[PATH_MAX];
    struct pool_run *next;
} pool_run;

struct pool {
    pool_options how;
    diagnostics *sink;
    int lock; /* the folder's; processes hold it, too */
    pid_t self;
    char *template; /* an empty results database */
    size_t template_size;
    char program[PATH_MAX];
    sigset_t before;
    size_t running, ready;
    pool_run *active, *first, **last; /* started; ended, the oldest first */
};

/* ---- the folder -------------------------------------------------------------------------- */

static void path_of(const pool *p, const pool_run *run, const char *ending, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%ld-%zu%s", p->how.folder, (long)p->self, run->number, ending);
}

static void remove_run_files(const pool *p, const pool_run *run)
{
    static const char *const endings[] = {".db", ".db-journal", ".err"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        path_of(p, run, endings[i], path);
        unlink(path);
    }
}

static io_result fail(const pool *p, const char *path, const char *what)
{
    diagnostic_error(p->sink, &(diagnostic_place){.file = path}, NULL, "%s: %s", what,
                     strerror(errno));
    return errno == ENOMEM ? IO_MEMORY : IO_SYSTEM;
}

/* Files that a pool has left which was killed. Nobody else puts any there. */
static void empty_folder(const pool *p)
{
    char path[PATH_MAX];
    DIR *folder = opendir(p->how.folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (strspn(entry->d_name, "0123456789-") > 1 &&
            snprintf(path, sizeof path, "%s/%s", p->how.folder, entry->d_name) < PATH_MAX)
            unlink(path);
    if (folder != NULL)
        closedir(folder);
}

/* Who held the lock may have removed the folder that was opened here. */
static bool is_still_there(const pool *p)
{
    struct stat opened, named;
    return fstat(p->lock, &opened) == 0 && stat(p->how.folder, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* *locked: the folder is ours. The lock lives on in the processes of a pool that was killed, for as
 * long as they do. */
static io_result try_folder(pool *p, bool *locked)
{
    *locked = false;
    if (mkdir(p->how.folder, 0777) != 0 && errno != EEXIST)
        return fail(p, p->how.folder, "cannot make the folder");
    p->lock = open(p->how.folder, O_RDONLY | O_DIRECTORY);
    if (p->lock < 0)
        return errno == ENOENT ? IO_OK : fail(p, p->how.folder, "cannot open the folder");
    *locked = flock(p->lock, LOCK_EX | LOCK_NB) == 0 && is_still_there(p);
    if (!*locked) {
        close(p->lock);
        p->lock = -1;
    }
    return IO_OK;
}

static io_result lock_folder(pool *p)
{
    const struct timespec nap = {.tv_nsec = 20000000};
    double began = progress_clock();
    bool locked;
    io_result result;
    while ((result = try_folder(p, &locked)) == IO_OK && !locked) {
        if (progress_clock() - began > PATIENCE_S) {
            diagnostic_error(p->sink, &(diagnostic_place){.file = p->how.folder},
                             "wait for it, or name another database",
                             "another batch works on this database");
            return IO_SYSTEM;
        }
        nanosleep(&nap, NULL);
    }
    if (result == IO_OK)
        empty_folder(p);
    return result;
}

/* ---- the empty database ------------------------------------------------------------------ */

static io_result read_template(pool *p, const char *path)
{
    struct stat about;
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0 || fstat(in, &about) != 0)
        return fail(p, path, "cannot read it");
    p->template_size = (size_t)about.st_size;
    p->template = malloc(p->template_size);
    bool whole = p->template != NULL &&
                 read(in, p->template, p->template_size) == (ssize_t)p->template_size;
    close(in);
    return whole ? IO_OK : fail(p, path, "cannot read it");
}

static io_result make_template(pool *p)
{
    database *db = NULL;
    pool_run none = {0};
    char path[PATH_MAX];
    path_of(p, &none, ".db", path);
    io_result result = database_create(path, p->sink, &db);
    database_close(db);
    if (result == IO_OK)
        result = read_template(p, path);
    remove_run_files(p, &none);
    return result;
}

static bool copy_template(const pool *p, const char *path)
{
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0)
        return false;
    bool whole = write(out, p->template, p->template_size) == (ssize_t)p->template_size;
    return close(out) == 0 && whole;
}

/* ---- opening ----------------------------------------------------------------------------- */

static void block_children(pool *p)
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, &p->before);
}

static io_result find_program(pool *p)
{
    ssize_t length = readlink("/proc/self/exe", p->program, sizeof p->program - 1);
    if (length <= 0)
        return fail(p, "/proc/self/exe", "cannot find this program");
    p->program[length] = '\0';
    return IO_OK;
}

io_result pool_open(const pool_options *how, diagnostics *sink, pool **result)
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return IO_MEMORY;
    p->how = *how;
    p->sink = sink;
    p->lock = -1;
    p->self = getpid();
    p->last = &p->first;
    block_children(p);
    io_result outcome = find_program(p);
    if (outcome == IO_OK)
        outcome = lock_folder(p);
    if (outcome == IO_OK)
        outcome = make_template(p);
    *result = p;
    if (outcome != IO_OK) {
        pool_close(p);
        *result = NULL;
    }
    return outcome;
}

/* ---- starting ---------------------------------------------------------------------------- */

static void limit(int what, double most)
{
    const struct rlimit both = {(rlim_t)most, (rlim_t)most};
    setrlimit(what, &both);
}

/* In the new process: never returns. It is in a group of its own, so that Ctrl-C reaches the pool,
 * which decides. */
static void become_worker(const pool *p, const pool_run *run, char **words)
{
    char errors[PATH_MAX];
    path_of(p, run, ".err", errors);
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != p->self)
        _exit(CLI_SYSTEM);
    int in = open("/dev/null", O_RDWR), out = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(in, STDIN_FILENO);
    dup2(in, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    close(in);
    close(out);
    limit(RLIMIT_CORE, 0);
    if (p->how.memory_limit > 0)
        limit(RLIMIT_AS, fmin(p->how.memory_limit * 0x1p20, 0x1p62));
    sigprocmask(SIG_SETMASK, &p->before, NULL);
    execv(p->program, words);
    _exit(CLI_SYSTEM);
}

/* The job's words between those that the pool adds; one thread, unless the job wants more. */
static char **make_words(const pool *p, const batch_job *job, char *results, char *seconds)
{
    static char program[] = "graze", quiet[] = "-q", output[] = "-o", threads[] = "-j1",
                time[] = "-t";
    static char worker[16];
    char **words = calloc(job->count + ADDED_WORDS + 1, sizeof *words);
    if (words == NULL)
        return NULL;
    size_t count = 0;
    snprintf(worker, sizeof worker, "%s", worker_word);
    words[count++] = program;
    words[count++] = worker;
    words[count++] = job->words[0];
    words[count++] = quiet;
    if (!batch_job_has(job, "jobs", 'j'))
        words[count++] = threads;
    bool solves = strcmp(job->words[0], "solve") == 0;
    if (solves && p->how.time_limit > 0 && !batch_job_has(job, "time-limit", 't')) {
        snprintf(seconds, 40, "%.17g", p->how.time_limit);
        words[count++] = time;
        words[count++] = seconds;
    }
    words[count++] = output;
    words[count++] = results;
    memcpy(words + count, job->words + 1, job->count * sizeof *words); /* and its null */
    return words;
}

static io_result launch(pool *p, pool_run *run)
{
    char results[PATH_MAX], seconds[40];
    path_of(p, run, ".db", results);
    if (!copy_template(p, results))
        return fail(p, results, "cannot write it");
    char **words = make_words(p, run->job, results, seconds);
    if (words == NULL)
        return IO_MEMORY;
    run->began = progress_clock();
    run->killed = false;
    run->tries++;
    run->pid = fork();
    if (run->pid == 0)
        become_worker(p, run, words);
    free(words);
    return run->pid > 0 ? IO_OK : fail(p, p->program, "cannot start it");
}

io_result pool_start(pool *p, size_t number, const batch_job *job)
{
    pool_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return IO_MEMORY;
    *run = (pool_run){.job = job, .number = number};
    io_result result = launch(p, run);
    if (result != IO_OK) {
        remove_run_files(p, run);
        free(run);
        return result;
    }
    run->next = p->active;
    p->active = run;
    p->running++;
    return IO_OK;
}

bool pool_is_free(const pool *p)
{
    return p->running < p->how.processes && p->ready < 4 * p->how.processes + 16;
}

size_t pool_running(const pool *p)
{
    return p->running;
}

size_t pool_ready(const pool *p)
{
    return p->ready;
}

/* ---- ending ------------------------------------------------------------------------------ */

/* The first line that the job said, for the reason. */
static void first_words(const pool *p, const pool_run *run, char *text, size_t size)
{
    char path[PATH_MAX];
    path_of(p, run, ".err", path);
    int in = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = in >= 0 ? read(in, text, size - 1) : 0;
    if (in >= 0)
        close(in);
    text[got > 0 ? got : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    for (char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            *at = '?';
}

/* Why there is no answer; empty when there is one. */
static void find_reason(const pool *p, pool_run *run)
{
    char said[REASON_SIZE - 64], *reason = run->reason;
    int status = run->status;
    reason[0] = '\0';
    if (run->killed) {
        snprintf(reason, REASON_SIZE, "time limit of %.17g s", p->how.time_limit);
    } else if (WIFSIGNALED(status)) {
        snprintf(reason, REASON_SIZE, "signal %d: %s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == CLI_MEMORY && p->how.memory_limit > 0) {
        snprintf(reason, REASON_SIZE, "memory limit of %.17g MiB", p->how.memory_limit);
    } else if (WEXITSTATUS(status) > CLI_UNFINISHED || WEXITSTATUS(status) == CLI_BAD_INPUT) {
        first_words(p, run, said, sizeof said);
        snprintf(reason, REASON_SIZE, "exit status %d: %s", WEXITSTATUS(status), said);
    } else {
        char path[PATH_MAX];
        path_of(p, run, ".db", path);
        if (!database_has_finished_run(path))
            snprintf(reason, REASON_SIZE, "exit status %d: not finished", WEXITSTATUS(status));
    }
}

/* A crash, no memory or a full disk may be the machine's fault; bad input, a time limit and
 * an answer are not. */
static bool is_worth_another_try(const pool *p, const pool_run *run)
{
    int status = run->status;
    bool crashed = WIFSIGNALED(status) ||
                   (WIFEXITED(status) && WEXITSTATUS(status) > CLI_UNFINISHED);
    return crashed && !run->killed && run->tries <= p->how.retries;
}

static void unlink_active(pool *p, const pool_run *run)
{
    pool_run **at = &p->active;
    while (*at != run)
        at = &(*at)->next;
    *at = run->next;
    p->running--;
}

static void end_run(pool *p, pool_run *run)
{
    run->wall = progress_clock() - run->began;
    run->pid = 0;
    if (is_worth_another_try(p, run)) {
        remove_run_files(p, run);
        if (launch(p, run) == IO_OK)
            return;
    }
    find_reason(p, run);
    unlink_active(p, run);
    run->next = NULL;
    *p->last = run;
    p->last = &run->next;
    p->ready++;
}

/* A solver that has a limit of its own gets a second more to end by itself. */
static double deadline_of(const pool *p, const pool_run *run)
{
    bool solves = strcmp(run->job->words[0], "solve") == 0;
    double grace = solves ? fmax(1, p->how.time_limit / 10) : 0;
    return p->how.time_limit > 0 ? run->began + p->how.time_limit + grace : HUGE_VAL;
}

static bool reap(pool *p)
{
    bool any = false;
    for (pool_run *run = p->active, *next; run != NULL; run = next) {
        next = run->next;
        if (progress_clock() > deadline_of(p, run) && !run->killed) {
            run->killed = true;
            kill(run->pid, SIGKILL);
        }
        if (wait4(run->pid, &run->status, WNOHANG, &run->used) != run->pid)
            continue;
        end_run(p, run);
        any = true;
    }
    return any;
}

/* SIGCHLD is blocked, and stays pending until it is waited for. */
void pool_wait(pool *p, double seconds)
{
    double now = progress_clock(), until = now + seconds;
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    if (reap(p) || p->running == 0)
        return;
    for (const pool_run *run = p->active; run != NULL; run = run->next)
        until = fmin(until, deadline_of(p, run) + 1e-3);
    double left = fmax(until - now, 0);
    const struct timespec wait = {(time_t)left, (long)((left - floor(left)) * 1e9)};
    sigtimedwait(&children, NULL, &wait);
    reap(p);
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

bool pool_take(pool *p, pool_ended *ended)
{
    pool_run *run = p->first;
    if (run == NULL)
        return false;
    p->first = run->next;
    if (p->first == NULL)
        p->last = &p->first;
    p->ready--;
    path_of(p, run, ".db", run->file);
    bool failed = run->reason[0] != '\0';
    ended->run = run;
    ended->job = (database_job){
        .number = run->number,
        .command_json = run->job->command_json,
        .state = failed ? JOB_FAILED : JOB_DONE,
        .has_exit_status = WIFEXITED(run->status),
        .exit_status = WIFEXITED(run->status) ? WEXITSTATUS(run->status) : 0,
        .reason = failed ? run->reason : NULL,
        .tries = run->tries,
        .wall = run->wall,
        .cpu = seconds_of(run->used.ru_utime) + seconds_of(run->used.ru_stime),
        .peak = (int64_t)run->used.ru_maxrss * 1024,
        .run_file = run->file};
    return true;
}

void pool_drop(pool *p, pool_ended *ended)
{
    remove_run_files(p, ended->run);
    free(ended->run);
    *ended = (pool_ended){0};
}

static void kill_all(pool *p)
{
    for (const pool_run *run = p->active; run != NULL; run = run->next)
        kill(run->pid, SIGKILL);
    while (p->active != NULL) {
        pool_run *run = p->active;
        waitpid(run->pid, NULL, 0);
        unlink_active(p, run);
        remove_run_files(p, run);
        free(run);
    }
}

void pool_close(pool *p)
{
    pool_ended ended;
    if (p == NULL)
        return;
    kill_all(p);
    while (pool_take(p, &ended))
        pool_drop(p, &ended);
    if (p->lock >= 0) {
        rmdir(p->how.folder); /* while it is locked: the next one makes it again */
        close(p->lock);
    }
    sigprocmask(SIG_SETMASK, &p->before, NULL);
    free(p->template);
    free(p);
}
