/* SPDX-License-Identifier: MIT */
/* `graze check --slack`: how much delay each agent can take, asked of an index over the whole
 * plan, one agent after the other. */
#ifndef GRAZE_CLI_CHECK_SLACK_H
#define GRAZE_CLI_CHECK_SLACK_H

#include <graze.h>
#include <stdbool.h>

#include "cli/progress.h"
#include "cli/starts.h"
#include "io/plan.h"

typedef struct check_slack_listener {
    /* Receives the slack of an agent; any result but IO_OK ends it and is handed on. */
    io_result (*take)(void *context, size_t agent, const graze_index_slack *slack);
    void *context;
} check_slack_listener;

/* Agents in their order, until all are done or a signal is pending; *done counts them.
 * memory: made by starts_open (cli/starts.h), grows as needed. *status is not GRAZE_OK when
 * the library has no answer about agent *done, which at first says how many are done already;
 * IO_MEMORY when there is no room for the index. */
io_result check_slack(const plan *given, double tolerance, starts *memory, bool show_progress,
                      const check_slack_listener *listener, size_t *done, graze_status *status);

#endif
