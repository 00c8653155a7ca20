/* SPDX-License-Identifier: MIT */
#include "cli/check_slack.h"

#include "cli/interrupt.h"
#include "cli/plan_check.h"

static graze_status ask(const graze_index *index, size_t agent, double tolerance, starts *memory,
                        graze_index_slack *slack)
{
    graze_status status;
    do
        status = graze_index_agent_slack(index, agent, tolerance, &memory->workspace, slack);
    while (status == GRAZE_ERROR_WORKSPACE && starts_grow(memory));
    return status;
}

io_result check_slack(const plan *given, double tolerance, starts *memory, bool show_progress,
                      const check_slack_listener *listener, size_t *done, graze_status *status)
{
    graze_index *index = NULL;
    io_result result = plan_index(given, &index);
    progress bar = progress_begin(show_progress, "agents", given->agent_count);
    *status = GRAZE_OK;
    for (; *done < given->agent_count && result == IO_OK && interrupt_pending() == 0;
         ++*done) {
        graze_index_slack slack;
        *status = ask(index, *done, tolerance, memory, &slack);
        if (*status != GRAZE_OK)
            break;
        result = listener->take(listener->context, *done, &slack);
        progress_step(&bar, *done + 1);
    }
    progress_end(&bar);
    graze_index_free(index);
    return result;
}
