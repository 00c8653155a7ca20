/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "faults/system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {"write", "fsync", "rename", "unlink", "truncate", "create",
                                    "room",  "any",   NULL};

#ifdef __x86_64__

typedef struct user_regs_struct registers;

/* Standard error is left alone: a message that cannot be written cannot be asked for. */
static bool writes(const registers *r)
{
    long number = (long)r->orig_rax;
    return (number == SYS_write || number == SYS_pwrite64) && r->rdi != STDERR_FILENO;
}

static bool is_among(long number, const long *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

#define AMONG(number, ...)                                                                         \
    is_among(number, (const long[]){__VA_ARGS__},                                                  \
             sizeof((const long[]){__VA_ARGS__}) / sizeof(long))

static bool matches(const char *call, const registers *r)
{
    long number = (long)r->orig_rax;
    if (strcmp(call, "any") == 0)
        return true;
    if (strcmp(call, "write") == 0 || strcmp(call, "room") == 0)
        return writes(r);
    if (strcmp(call, "fsync") == 0)
        return AMONG(number, SYS_fsync, SYS_fdatasync);
    if (strcmp(call, "rename") == 0)
        return AMONG(number, SYS_rename, SYS_renameat, SYS_renameat2, SYS_link, SYS_linkat);
    if (strcmp(call, "unlink") == 0)
        return AMONG(number, SYS_unlink, SYS_unlinkat);
    if (strcmp(call, "truncate") == 0)
        return AMONG(number, SYS_truncate, SYS_ftruncate);
    return number == SYS_openat && (r->rdx & (O_WRONLY | O_RDWR)) != 0;
}

/* Does this call fail? It is counted; of a disk that is full, the bytes that it would write are. */
static bool fails(system_fault *fault, const registers *r)
{
    if (strcmp(fault->call, "room") == 0) {
        if (fault->at > 0 && fault->count + (long)r->rdx > fault->room)
            return true;
        fault->count += (long)r->rdx;
        return false;
    }
    fault->count++;
    return fault->at > 0 &&
           (fault->count == fault->at || (fault->for_ever && fault->count > fault->at));
}

static long error_of(const system_fault *fault)
{
    bool is_space = strcmp(fault->call, "room") == 0 || strcmp(fault->call, "write") == 0;
    return is_space ? ENOSPC : strcmp(fault->call, "create") == 0 ? EACCES : EIO;
}

/* A call that does not exist, whose answer is the error. */
static void enter(pid_t child, system_fault *fault, bool *failed)
{
    registers r;
    *failed = false;
    if (ptrace(PTRACE_GETREGS, child, NULL, &r) != 0 || !matches(fault->call, &r))
        return;
    *failed = fails(fault, &r);
    if (*failed && fault->signal != 0)
        kill(child, fault->signal);
    *failed = *failed && fault->signal == 0;
    if (!*failed)
        return;
    r.orig_rax = (unsigned long long)-1;
    ptrace(PTRACE_SETREGS, child, NULL, &r);
}

static void leave(pid_t child, const system_fault *fault)
{
    registers r;
    if (ptrace(PTRACE_GETREGS, child, NULL, &r) != 0)
        return;
    r.rax = (unsigned long long)-error_of(fault);
    ptrace(PTRACE_SETREGS, child, NULL, &r);
}

int system_calls_run(pid_t child, system_fault *fault)
{
    int status = 0;
    bool inside = false, failed = false;
    fault->count = 0;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return status;
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
    for (long signal = 0;;) {
        ptrace(PTRACE_SYSCALL, child, NULL, (void *)signal);
        if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
            return status;
        signal = WSTOPSIG(status);
        if (signal == SIGTRAP)
            signal = 0; /* it has become another program */
        if (signal != (SIGTRAP | 0x80))
            continue;
        signal = 0;
        inside = !inside;
        if (inside)
            enter(child, fault, &failed);
        else if (failed)
            leave(child, fault);
    }
}

void system_calls_offer(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
}

static bool can_trace(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

#else

int system_calls_run(pid_t child, system_fault *fault)
{
    int status = 0;
    (void)fault;
    waitpid(child, &status, 0);
    return status;
}

void system_calls_offer(void)
{
}

static bool can_trace(void)
{
    return false;
}

#endif

bool system_calls_can_fail(void)
{
    static int can = -1;
    if (can < 0)
        can = can_trace();
    return can;
}

bool system_calls_know(const char *call)
{
    for (const char *const *name = names; *name != NULL; name++)
        if (strcmp(*name, call) == 0)
            return true;
    return false;
}
