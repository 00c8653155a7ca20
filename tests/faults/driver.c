/* SPDX-License-Identifier: MIT */
#include "faults/driver.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults/system_calls.h"

enum { PATIENCE_S = 120, NAMES_MAX = 64, WORDS_MAX = 40 };

static char base[256]; /* of the folder, and of what a run prints */
static char library[600];

static const char *beside(const char *name)
{
    static char paths[4][400];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", base, name);
    return path;
}

/* ---- files ------------------------------------------------------------------------------- */

static int order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

const char *driver_files(void)
{
    static char all[4096];
    char *names[NAMES_MAX];
    size_t count = 0, length = 0;
    DIR *stream = opendir(".");
    for (struct dirent *entry; stream != NULL && (entry = readdir(stream)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            count < NAMES_MAX)
            names[count++] = strdup(entry->d_name);
    if (stream != NULL)
        closedir(stream);
    qsort(names, count, sizeof *names, order);
    all[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i > 0 ? " " : "",
                                   names[i]);
        free(names[i]);
    }
    return all;
}

void driver_clear(void)
{
    char *rest = NULL, *all = strdup(driver_files());
    for (char *name = strtok_r(all, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest))
        remove(name);
    free(all);
}

void driver_write(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        abort();
}

char *driver_read(const char *path, size_t *size)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0)
        return NULL;
    char *bytes = calloc((size_t)status.st_size + 1, 1);
    *size = bytes != NULL ? fread(bytes, 1, (size_t)status.st_size, file) : 0;
    fclose(file);
    return bytes;
}

/* ---- the folder -------------------------------------------------------------------------- */

/* The library that makes calls fail lies where the driver was built. */
static void find_library(void)
{
    const char *top = getenv("top_builddir"), *graze = getenv("GRAZE");
    const char *end = graze != NULL ? strrchr(graze, '/') : NULL;
    if (top != NULL)
        snprintf(library, sizeof library, "%s/tests/faults/.libs/failing.so", top);
    else if (end != NULL)
        snprintf(library, sizeof library, "%.*s/tests/faults/.libs/failing.so",
                 (int)(end - graze), graze);
}

int driver_open(void)
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL) /* in memory, where waiting for the disk takes no time */
        folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    find_library();
    snprintf(base, sizeof base, "%s/graze-faults-XXXXXX", folder);
    return mkdtemp(base) == NULL || mkdir(beside("temporary"), 0777) != 0 ||
           mkdir(beside("work"), 0777) != 0 || chdir(beside("work")) != 0;
}

int driver_close(void)
{
    static const char *const left[] = {"out", "err", "counts"};
    driver_clear();
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
        remove(beside(left[i]));
    if (chdir(beside("temporary")) != 0)
        return 1;
    for (int turn = 0; turn < 100 && driver_files()[0] != '\0'; turn++)
        driver_clear(); /* NAMES_MAX in a turn */
    return chdir("/") != 0 || rmdir(beside("temporary")) != 0 || rmdir(beside("work")) != 0 ||
           rmdir(base) != 0;
}

/* ---- a run ------------------------------------------------------------------------------- */

static void redirect(int stream, const char *name)
{
    int file = open(beside(name), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(file, stream);
    close(file);
}

/* Standard output is a pipe that nobody reads. */
static void break_pipe(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        _exit(126);
    close(ends[0]);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[1]);
}

/* The words of a command line; how many. */
static int take_words(const char *const *arguments, char *words[WORDS_MAX])
{
    static char name[] = "graze";
    int count = 0;
    words[count++] = name;
    for (; arguments[count - 1] != NULL; count++)
        words[count] = (char *)(uintptr_t)arguments[count - 1];
    words[count] = NULL;
    return count;
}

/* In the child: becomes the driver. */
static void become(const driver_fault *fault, const char *const *arguments)
{
    char *argv[WORDS_MAX], text[80];
    take_words(arguments, argv);
    redirect(STDOUT_FILENO, "out");
    redirect(STDERR_FILENO, "err");
    setenv("TMPDIR", beside("temporary"), 1); /* where an unlink that fails leaves files */
    if (fault != NULL && strcmp(fault->call, "pipe") == 0)
        break_pipe();
    else if (fault != NULL && system_calls_know(fault->call))
        system_calls_offer();
    else if (fault != NULL) {
        snprintf(text, sizeof text, "%s %ld %s", fault->call, fault->at,
                 fault->for_ever ? "ever" : "once");
        setenv("GRAZE_FAULT", text, 1);
        setenv("GRAZE_FAULT_COUNTS", beside("counts"), 1);
        setenv("LD_PRELOAD", library, 1);
    }
    alarm(PATIENCE_S);
    execv(getenv("GRAZE"), argv);
    _exit(127);
}

static pid_t start(const driver_fault *fault, const char *const *arguments)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        become(fault, arguments);
    return child;
}

static int meaning_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

pid_t driver_start(const char *const *arguments)
{
    return start(NULL, arguments);
}

int driver_wait(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return meaning_of(status);
}

static int run_traced(const driver_fault *fault, const char *const *arguments, long *count)
{
    system_fault made = {.call = fault->call,
                         .at = fault->at,
                         .for_ever = fault->for_ever,
                         .signal = fault->signal,
                         .room = fault->room};
    int status = meaning_of(system_calls_run(start(fault, arguments), &made));
    *count = made.count;
    return status;
}

int driver_run(const driver_fault *fault, const char *const *arguments)
{
    long count;
    if (fault != NULL && system_calls_know(fault->call))
        return run_traced(fault, arguments, &count);
    return driver_wait(start(fault, arguments));
}

int driver_run_within(driver_main *main, const char *const *arguments)
{
    char *words[WORDS_MAX];
    int count = take_words(arguments, words);
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return driver_wait(child);
    redirect(STDOUT_FILENO, "out");
    redirect(STDERR_FILENO, "err");
    alarm(PATIENCE_S);
    _exit(main(count, words));
}

static long counted(const char *call)
{
    size_t size;
    char *text = driver_read(beside("counts"), &size);
    char wanted[40];
    snprintf(wanted, sizeof wanted, "%s ", call);
    const char *line = text != NULL ? strstr(text, wanted) : NULL;
    long count = line != NULL ? atol(line + strlen(wanted)) : 0;
    free(text);
    return count;
}

long driver_count(const char *call, const char *const *arguments)
{
    const driver_fault none = {.call = call};
    long count = 0;
    if (system_calls_know(call)) {
        run_traced(&none, arguments, &count);
        return count;
    }
    remove(beside("counts"));
    driver_run(&none, arguments);
    return counted(call);
}

const char *driver_cannot_fail(const char *call)
{
    static const char *const version[] = {"--version", NULL};
    if (getenv("GRAZE") == NULL)
        return "GRAZE names no program";
    if (system_calls_know(call))
        return system_calls_can_fail() ? NULL : "no process can be traced here";
    if (access(library, R_OK) != 0)
        return "there is no library to be preloaded";
    return driver_count("malloc", version) > 0 ? NULL : "allocations cannot be counted here";
}

char *driver_output(size_t *size)
{
    return driver_read(beside("out"), size);
}

char *driver_messages(void)
{
    size_t size;
    return driver_read(beside("err"), &size);
}
