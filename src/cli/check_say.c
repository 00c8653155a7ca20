/* SPDX-License-Identifier: MIT */
/* What `graze check` says on standard error when it is done. */
#include <inttypes.h>
#include <string.h>

#include "cli/check_job.h"
#include "io/number.h"

bool check_filters_listed(const check_job *job)
{
    return !job->how.without_index && job->how.filter != GRAZE_FILTER_NONE;
}

static void say_number(double value)
{
    char text[NUMBER_TEXT_SIZE];
    fputs(number_format(value, false, text), stderr);
}

static void say_label(const check_job *job, size_t agent)
{
    const char *label = job->plan.agents[agent].label;
    rows_shown(stderr, label, strlen(label));
}

void check_say_unfinished(const check_job *job)
{
    const char *why = job->limited ? "too many meetings: stopped" : "interrupted";
    fprintf(stderr, "graze: %s after %" PRIu64 " of %" PRIu64 " pairs\n", why,
            job->counts.pairs_done, plan_pair_count(&job->plan));
    if (job->limited)
        fprintf(stderr,
                "hint: do the agents stand on one spot? --limit-meetings allows more than %.17g, "
                "and 0 any number\n",
                job->limit);
    if (job->common.output != NULL)
        fputs("hint: the same command with --resume goes on there\n", stderr);
}

static void say_deepest(const check_job *job)
{
    fputs("deepest graze: ", stderr);
    say_number(job->deepest.meeting.depth);
    fputs(" m, agents ", stderr);
    say_label(job, job->deepest.agent_a);
    fputs(" and ", stderr);
    say_label(job, job->deepest.agent_b);
    fputs(" at t = ", stderr);
    say_number(job->deepest.meeting.time);
    fputs(" s\n", stderr);
}

void check_say_summary(const check_job *job)
{
    fprintf(stderr,
            "%" PRIu64 " pairs of %zu agents: %" PRIu64 " conflict, %" PRIu64 " graze, %" PRIu64
            " touch, %" PRIu64 " clear (tolerance ",
            job->counts.pairs_done, job->plan.agent_count, job->pairs[GRAZE_CONFLICT],
            job->pairs[GRAZE_GRAZE], job->pairs[GRAZE_TOUCH], job->pairs[GRAZE_CLEAR]);
    say_number(job->tolerance);
    fputs(" m)\n", stderr);
    check_map_say(&job->against, &job->plan);
    if (job->has_deepest)
        say_deepest(job);
    check_task_say(&job->task, &job->plan, &job->reading,
                   job->against.given ? &job->against.map : NULL);
}

/* What each stage had to do with and what it left. */
static void say_work(const check_job *job)
{
    const graze_check_counts *counts = &job->counts;
    const graze_work *work = &counts->work;
    fprintf(stderr, "%" PRIu64 " pairs of agents, %" PRIu64 " asked exactly\n", counts->pairs,
            counts->pairs_asked);
    if (!job->how.without_index)
        fprintf(stderr, "index left %" PRIu64 " pairs of motions\n", counts->motions_indexed);
    if (check_filters_listed(job))
        fprintf(stderr, "filter %s left %" PRIu64 " of them\n",
                graze_pair_filter_name(job->how.filter), counts->motions_filtered);
    fprintf(stderr,
            "decided %zu by their lives, %zu in doubles, %zu in double-doubles, %zu exactly\n",
            work->by_lives, work->by_doubles, work->by_double_doubles, work->by_exact);
}

void check_say_details(const check_job *job)
{
    for (size_t i = 0; i < job->plan.input_count; i++) {
        const plan_input *input = &job->plan.inputs[i];
        fprintf(stderr, "%s ", input->role);
        rows_shown(stderr, input->name, strlen(input->name));
        fprintf(stderr, ": sha256 %s\n", input->sha256);
    }
    fprintf(stderr, "read %zu motions of %zu agents in %.3f s, decided in %.3f s\n",
            plan_motion_count(&job->plan), job->plan.agent_count, job->read_seconds,
            job->decide_seconds);
    if (job->split.blocks == 0)
        say_work(job);
    else
        fprintf(stderr, "in %d blocks; %" PRIu64 " pairs of agents met in more than one\n",
                job->split.blocks, job->split.pairs_again);
    if (job->common.output != NULL)
        fprintf(stderr, "run %" PRId64 " in %s\n", job->run_id, job->common.output);
}
