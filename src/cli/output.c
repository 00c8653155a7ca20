/* SPDX-License-Identifier: MIT */
/* Output: first to a temporary file, then to its goal in one step. For a
 * regular file the step is a rename within its folder; for standard output, a
 * device or a pipe it is a copy, which happens after the last chance of bad
 * input. */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"

struct output {
    FILE *stream;
    char *goal;      /* null: standard output */
    char *temporary; /* the file to rename to goal; null: copy instead */
};

static io_result report(diagnostics *sink, const char *goal, const char *what)
{
    int fault = errno;
    diagnostic_place place = {.file = goal != NULL ? goal : "standard output"};
    diagnostic_error(sink, &place, NULL, "%s: %s", what, strerror(fault));
    return fault == ENOMEM ? IO_MEMORY : IO_SYSTEM;
}

static io_result report_memory(diagnostics *sink)
{
    diagnostic_error(sink, &(diagnostic_place){.file = "graze"}, NULL, "out of memory");
    return IO_MEMORY;
}

int output_nameless(void)
{
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/graze-XXXXXX",
                          folder != NULL && folder[0] != 0 ? folder : "/tmp");
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    interrupt_hold();
    int file = mkstemp(path);
    if (file >= 0)
        unlink(path);
    interrupt_release();
    return file;
}

/* A new file in the goal's folder, with the permissions that the umask gives. */
static int open_beside(output *out)
{
    size_t size = strlen(out->goal) + 48;
    out->temporary = malloc(size);
    if (out->temporary == NULL)
        return -1;
    const char *slash = strrchr(out->goal, '/');
    int folder = slash != NULL ? (int)(slash - out->goal) + 1 : 0;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(out->temporary, size, "%.*s.graze-%ld-%d.tmp", folder, out->goal, (long)getpid(),
                 attempt);
        interrupt_hold();
        int file = open(out->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0)
            interrupt_removes(out->temporary);
        interrupt_release();
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* The same in the place of a file that exists, whose permissions stay. */
static int open_instead(output *out, mode_t mode)
{
    int file = open_beside(out);
    if (file >= 0 && fchmod(file, mode & 07777) != 0) {
        close(file);
        return -1;
    }
    return file;
}

/* Follows symbolic links, so that the file is replaced and not the link. */
static char *resolved(const char *path)
{
    char *real = realpath(path, NULL);
    return real != NULL || errno != ENOENT ? real : strdup(path);
}

/* Opens the temporary for out->goal; -1 with errno set. */
static int open_temporary(output *out)
{
    struct stat existing;
    if (out->goal == NULL)
        return output_nameless();
    if (stat(out->goal, &existing) != 0)
        return errno == ENOENT ? open_beside(out) : -1;
    if (S_ISDIR(existing.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (access(out->goal, W_OK) != 0)
        return -1;
    return S_ISREG(existing.st_mode) ? open_instead(out, existing.st_mode) : output_nameless();
}

io_result output_open(const char *path, diagnostics *sink, output **result)
{
    *result = NULL;
    output *out = calloc(1, sizeof *out);
    if (out == NULL)
        return report_memory(sink);
    if (path != NULL && strcmp(path, "-") != 0) {
        out->goal = resolved(path);
        if (out->goal == NULL) {
            free(out);
            return report(sink, path, "cannot be written");
        }
    }
    int file = open_temporary(out);
    out->stream = file >= 0 ? fdopen(file, "w+") : NULL;
    if (out->stream == NULL) {
        io_result failure = report(sink, path, "cannot be written");
        if (file >= 0)
            close(file);
        output_discard(out);
        return failure;
    }
    *result = out;
    return IO_OK;
}

FILE *output_stream(output *out)
{
    return out->stream;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* Copies what was held back to its goal. */
static bool copy_out(output *out)
{
    int goal = out->goal != NULL ? open(out->goal, O_WRONLY | O_NOCTTY) : STDOUT_FILENO;
    bool good = goal >= 0;
    char buffer[1 << 16];
    size_t length;
    rewind(out->stream);
    while (good && (length = fread(buffer, 1, sizeof buffer, out->stream)) > 0)
        good = write_all(goal, buffer, length);
    if (good && ferror(out->stream))
        good = false;
    int fault = errno; /* close would overwrite it */
    if (out->goal != NULL && goal >= 0 && close(goal) != 0 && good)
        return false;
    errno = fault;
    return good;
}

static bool rename_out(output *out)
{
    if (fsync(fileno(out->stream)) != 0 || rename(out->temporary, out->goal) != 0)
        return false;
    interrupt_removes(NULL);
    free(out->temporary);
    out->temporary = NULL;
    return true;
}

/* Tells why the results did not arrive, unless their reader just went away. */
static io_result report_commit(const output *out, diagnostics *sink, bool held)
{
    if (held && errno == EPIPE)
        return IO_SYSTEM;
    return report(sink, out->goal, held ? "cannot be written" : "the results cannot be held");
}

io_result output_commit(output *out, diagnostics *sink)
{
    errno = 0;
    bool held = fflush(out->stream) == 0 && !ferror(out->stream);
    if (!held && errno == 0)
        errno = EIO; /* an earlier write failed and its reason is gone */
    bool good = held && (out->temporary != NULL ? rename_out(out) : copy_out(out));
    io_result result = good ? IO_OK : report_commit(out, sink, held);
    output_discard(out);
    return result;
}

void output_discard(output *out)
{
    if (out == NULL)
        return;
    if (out->stream != NULL)
        fclose(out->stream);
    if (out->temporary != NULL) {
        unlink(out->temporary);
        interrupt_removes(NULL);
    }
    free(out->temporary);
    free(out->goal);
    free(out);
}
