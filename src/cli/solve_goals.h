/* SPDX-License-Identifier: MIT */
/* The goals of a lifelong run: read from --tasks, or drawn for --tasks-per-agent; and which of
 * them each agent can reach.
 */
#ifndef GRAZE_CLI_SOLVE_GOALS_H
#define GRAZE_CLI_SOLVE_GOALS_H

#include "cli/solve_job.h"

/* Makes job->goals and job->reach; the problem is there. Reports goals that no agent reaches. */
io_result solve_read_goals(solve_job *job);

/* Can an agent go to a place, and back from there? */
bool solve_reaches(const solve_job *job, size_t agent, uint32_t place);

void solve_forget_goals(solve_job *job);

#endif
