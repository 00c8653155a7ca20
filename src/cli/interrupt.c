/* SPDX-License-Identifier: MIT */
/* Signals. The handler only reads what it may: flags, and one path that is
 * changed with the signals blocked; time, unlink and _exit are safe there. */
#include "cli/interrupt.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t pending;
static volatile sig_atomic_t deferring;
static time_t pending_since; /* only the handler's */
static char doomed[PATH_MAX];

static const int watched[] = {SIGINT, SIGTERM, SIGHUP};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static void on_signal(int number)
{
    time_t now = time(NULL);
    if (deferring && pending == 0) {
        pending = number;
        pending_since = now;
    }
    if (deferring && now <= pending_since + 1)
        return;
    if (doomed[0] != 0)
        unlink(doomed);
    _exit(128 + number);
}

static void watched_set(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < WATCHED; i++)
        sigaddset(set, watched[i]);
}

void interrupt_install(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    watched_set(&action.sa_mask);
    for (int i = 0; i < WATCHED; i++) {
        struct sigaction before;
        if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(watched[i], &action, NULL);
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

static sigset_t held; /* what was blocked before */

void interrupt_hold(void)
{
    sigset_t block;
    watched_set(&block);
    sigprocmask(SIG_BLOCK, &block, &held);
}

void interrupt_release(void)
{
    int fault = errno;
    sigprocmask(SIG_SETMASK, &held, NULL);
    errno = fault;
}

bool interrupt_removes(const char *path)
{
    size_t length = path != NULL ? strlen(path) : 0;
    if (length >= sizeof doomed)
        return false;
    sigset_t block, before;
    watched_set(&block);
    sigprocmask(SIG_BLOCK, &block, &before);
    memcpy(doomed, path != NULL ? path : "", length + 1);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return true;
}

void interrupt_defer(bool defer)
{
    deferring = defer;
}

int interrupt_pending(void)
{
    return pending;
}

bool interrupt_is_pending(void)
{
    return pending != 0;
}
