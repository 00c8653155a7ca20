/* SPDX-License-Identifier: MIT */
/* The line is drawn over itself, and only when a look at the clock says so. */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 30, STEPS_PER_LOOK = 64 };

static const double patience = 0.5, interval = 0.1; /* [s] */

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

progress progress_begin(bool wanted, const char *unit, uint64_t total)
{
    double now = progress_clock();
    return (progress){wanted, false, unit, total, now, now + patience - interval, 0};
}

static void draw(progress *bar, uint64_t done, double now)
{
    double share = bar->total > 0 ? (double)done / (double)bar->total : 1;
    double rate = (double)done / (now - bar->began);
    double left = rate > 0 ? (double)(bar->total - done) / rate : 0;
    char line[BAR_WIDTH + 1];
    int filled = (int)(share * BAR_WIDTH);
    memset(line, '.', BAR_WIDTH);
    memset(line, '#', (size_t)filled);
    line[BAR_WIDTH] = 0;
    char failed[40] = "";
    if (bar->failed > 0)
        snprintf(failed, sizeof failed, ", %" PRIu64 " failed", bar->failed);
    fprintf(stderr, "\r[%s] %" PRIu64 "/%" PRIu64 " %s%s  %.0f/s  %.0f:%02d left ", line, done,
            bar->total, bar->unit, failed, rate, (left - (double)((int64_t)left % 60)) / 60,
            (int)((int64_t)left % 60));
    fflush(stderr);
    bar->drawn = true;
    bar->last = now;
}

void progress_step(progress *bar, uint64_t done)
{
    if (done % STEPS_PER_LOOK == 0)
        progress_show(bar, done);
}

void progress_show(progress *bar, uint64_t done)
{
    double now = bar->wanted ? progress_clock() : bar->last;
    if (bar->wanted && now - bar->last >= interval)
        draw(bar, done, now);
}

void progress_end(progress *bar)
{
    if (!bar->drawn)
        return;
    fputs(isatty(STDERR_FILENO) ? "\r\033[K" : "\n", stderr);
    bar->drawn = false;
}
