/* SPDX-License-Identifier: MIT */
/* Processes as Linux's /proc shows them; elsewhere the pid has to do. */
#include "storage/process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { STAT_SIZE = 1024, STAT_START_FIELD = 22, STAT_STATE_FIELD = 3 };
enum { START_UNKNOWN = -1, START_DEAD = -2 };

/* Without stdio, which needs memory: a file that cannot be read for want of it would make a
 * process look like another one. */
static void read_line(const char *path, char *text, size_t size)
{
    text[0] = '\0';
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t got = read(file, text, size - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

/* The field of /proc/PID/stat, counted from 1 as its manual does; null when
 * there is none. The second field is a name in brackets that may hold anything,
 * brackets and blanks too, so the count starts behind the last bracket. */
static const char *stat_field(const char *line, int field)
{
    const char *at = strrchr(line, ')');
    for (int i = 2; i < field && at != NULL; i++) {
        at = strchr(at, ' ');
        if (at != NULL)
            at++;
    }
    return at;
}

/* When the process started; START_DEAD for a zombie, which writes no more;
 * START_UNKNOWN when nothing tells. */
static int64_t start_of(int64_t pid)
{
    char path[64], line[STAT_SIZE];
    snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    read_line(path, line, sizeof line);
    const char *state = stat_field(line, STAT_STATE_FIELD);
    const char *start = stat_field(line, STAT_START_FIELD);
    if (state == NULL || start == NULL)
        return START_UNKNOWN;
    if (*state == 'Z' || *state == 'X')
        return START_DEAD;
    return strtoll(start, NULL, 10);
}

void process_identify(process_identity *self)
{
    memset(self, 0, sizeof *self);
    if (gethostname(self->host, sizeof self->host - 1) != 0)
        self->host[0] = '\0';
    read_line("/proc/sys/kernel/random/boot_id", self->boot_id, sizeof self->boot_id);
    if (readlink("/proc/self/ns/pid", self->pid_namespace, sizeof self->pid_namespace - 1) < 0)
        self->pid_namespace[0] = '\0';
    self->pid = getpid();
    self->start_ticks = start_of(self->pid);
}

static bool pid_is_free(int64_t pid)
{
    return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

bool process_is_gone(const process_identity *recorded, const process_identity *self)
{
    if (recorded->pid <= 0)
        return true; /* no process ever had such a number */
    if (strcmp(recorded->boot_id, self->boot_id) != 0)
        return strcmp(recorded->host, self->host) == 0; /* an earlier boot of this machine */
    if (recorded->boot_id[0] == '\0' && strcmp(recorded->host, self->host) != 0)
        return false;
    if (strcmp(recorded->pid_namespace, self->pid_namespace) != 0)
        return false;
    if (recorded->start_ticks < 0 || self->start_ticks < 0)
        return pid_is_free(recorded->pid);
    int64_t start = start_of(recorded->pid);
    /* No answer may also mean that /proc hides other people's processes. */
    return start == START_UNKNOWN ? pid_is_free(recorded->pid) : start != recorded->start_ticks;
}
