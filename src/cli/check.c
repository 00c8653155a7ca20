/* SPDX-License-Identifier: MIT */
/* `graze check`: holds a plan against itself, exactly. Reads the plan whole, decides every
 * pair of agents, prints the stretches in which they meet, and keeps all of it
 * in a results database when one is asked for. Nothing appears anywhere before
 * the plan was read without error. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_job.h"
#include "cli/check_slack.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "io/spill.h"
#include "storage/stored.h"

/* ---- rows ------------------------------------------------------------------------- */

static const char *label(const check_job *job, size_t agent)
{
    return job->plan.agents[agent].label;
}

static void write_stretch(check_job *job, const check_stretch *at)
{
    rows *writer = job->writer;
    rows_text(writer, label(job, at->agent_a));
    rows_text(writer, label(job, at->agent_b));
    rows_text(writer, graze_verdict_name(at->meeting.verdict));
    rows_integer(writer, (int64_t)at->part);
    rows_real(writer, at->meeting.when.lower);
    rows_real(writer, at->meeting.when.upper);
    rows_real(writer, at->meeting.depth);
    rows_real(writer, at->meeting.time);
    rows_end(writer);
}

static rows *open_rows(const check_job *job, FILE *out)
{
    static const char *const columns[] = {"agent_a", "agent_b", "verdict", "part",
                                          "begin_s", "end_s",   "depth_m", "depth_at_s"};
    return rows_open(out, options_format(&job->common, false), job->common.hex,
                     sizeof columns / sizeof columns[0], columns);
}

/* ---- one pair's answer ------------------------------------------------------------ */

/* Answers come in the order of the agents, so an equal time keeps the earlier pair. */
static void note_first(check_job *job, const check_stretch *at)
{
    if (job->has_first && at->meeting.when.lower >= job->first.meeting.when.lower)
        return;
    job->first = *at;
    job->has_first = true;
}

static void note_deepest(check_job *job, const check_stretch *at)
{
    if (job->has_deepest && at->meeting.depth <= job->deepest.meeting.depth)
        return;
    job->deepest = *at;
    job->has_deepest = true;
}

/* Takes a stretch, without keeping it. */
static void note_stretch(check_job *job, const check_stretch *at)
{
    graze_verdict verdict = at->meeting.verdict;
    if (verdict == GRAZE_CONFLICT)
        note_first(job, at);
    if (verdict == GRAZE_GRAZE)
        note_deepest(job, at);
    if (!job->first_only && (verdict == GRAZE_CONFLICT || job->all))
        write_stretch(job, at);
    job->stretches++;
}

static io_result take_stretch(check_job *job, const check_stretch *at)
{
    note_stretch(job, at);
    if (job->db == NULL)
        return IO_OK;
    return database_add_meeting(job->db, job->plan_id, at->agent_a, at->agent_b, (int)at->part,
                                &at->meeting);
}

/* Is there room for so many stretches more? If not, the check ends. */
static bool has_room(check_job *job, size_t more)
{
    job->limited = job->limit > 0 && (double)(job->stretches + more) > job->limit;
    return !job->limited;
}

/* No answer: the numbers need more memory than there is, or it is a fault of ours. */
static io_result refuse_pair(check_job *job, size_t a, size_t b, graze_status status)
{
    if (status != GRAZE_ERROR_WORKSPACE) {
        job->fault = status;
        return IO_BAD_INPUT;
    }
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file},
                     "are some numbers far smaller or larger than the others?",
                     "agents '%s' and '%s': no memory for the exact answer",
                     label(job, a), label(job, b));
    return IO_MEMORY;
}

/* When must a motion of the first agent not start, for the sake of one that it meets? */
static io_result store_starts(check_job *job, const graze_check_answer *answer,
                              const graze_meeting *met)
{
    const plan_agent *a = &job->plan.agents[answer->agent_a];
    const plan_agent *b = &job->plan.agents[answer->agent_b];
    graze_status status =
        starts_ask(&job->asked, plan_body_of(a, met->motion_a),
                   &a->trajectory.motions[met->motion_a], plan_body_of(b, met->motion_b),
                   &b->trajectory.motions[met->motion_b], job->tolerance);
    if (status != GRAZE_OK)
        return refuse_pair(job, answer->agent_a, answer->agent_b, status);
    database_unsafe_start row = {answer->agent_a, met->motion_a, answer->agent_b, met->motion_b,
                                 .part = 0};
    io_result result = IO_OK;
    for (size_t i = 0; i < job->asked.answer.count && result == IO_OK; i++) {
        row.part = (int)i;
        row.starts = job->asked.answer.intervals[i];
        result = database_add_unsafe_start(job->db, job->plan_id, &row);
        job->starts_kept++;
    }
    return result;
}

/* Stores the pairs of motions, which come together; part counts the stretches
 * of one pair. */
static io_result store_motions(check_job *job, const graze_check_answer *answer)
{
    int part = 0;
    io_result result = IO_OK;
    for (size_t i = 0; i < answer->each_count && result == IO_OK; i++) {
        const graze_meeting *now = &answer->each[i], *before = now - 1;
        bool same = i > 0 && now->motion_a == before->motion_a && now->motion_b == before->motion_b;
        part = same ? part + 1 : 0;
        result = database_add_contact(job->db, job->plan_id, answer->agent_a, answer->agent_b,
                                       part, now);
        if (result == IO_OK && part == 0 && job->unsafe_starts)
            result = store_starts(job, answer, now);
    }
    return result;
}

static io_result take_answer(void *context, const graze_check_answer *answer)
{
    check_job *job = context;
    graze_verdict worst = GRAZE_CLEAR;
    io_result result = IO_OK;
    if (!has_room(job, answer->merged_count))
        return IO_OK;
    for (size_t i = 0; i < answer->merged_count && result == IO_OK; i++) {
        check_stretch at = {answer->agent_a, answer->agent_b, i, answer->merged[i]};
        if (at.meeting.verdict > worst)
            worst = at.meeting.verdict;
        result = take_stretch(job, &at);
    }
    if (result == IO_OK && job->db != NULL)
        result = store_motions(job, answer);
    if (result != IO_OK)
        return result;
    job->pairs[worst]++;
    return rows_result(job->writer);
}

static io_result end_agent(void *context, uint64_t done)
{
    check_job *job = context;
    progress_step(&job->bar, done);
    job->agents_done++;
    return job->db != NULL ? database_agents_done(job->db, job->agents_done) : IO_OK;
}

/* ---- what was found before ----------------------------------------------------------- */

/* Stored stretches as answers again: what comes of them is printed and counted once more. */
typedef struct recall {
    check_job *job;
    check_stretch at; /* the latest */
    graze_verdict worst;
    bool any;
} recall;

static void end_recalled_pair(recall *past)
{
    if (past->any)
        past->job->pairs[past->worst]++;
    past->worst = GRAZE_CLEAR;
}

static io_result recall_stretch(void *context, const stored_meeting *met)
{
    recall *past = context;
    check_stretch *at = &past->at;
    bool same = past->any && at->agent_a == met->agent_a && at->agent_b == met->agent_b;
    if (!same)
        end_recalled_pair(past);
    *at = (check_stretch){met->agent_a, met->agent_b, same ? at->part + 1 : 0, met->meeting};
    past->any = true;
    if (met->meeting.verdict > past->worst)
        past->worst = met->meeting.verdict;
    note_stretch(past->job, at);
    return rows_result(past->job->writer);
}

static io_result recall_stretches(check_job *job)
{
    recall past = {.job = job};
    const stored_listener listener = {.meeting = recall_stretch, .context = &past};
    io_result result = stored_meetings_read(job->db, job->plan_id, &job->plan, &listener);
    end_recalled_pair(&past);
    return result;
}

/* ---- the run ---------------------------------------------------------------------- */

static const map *map_of(const check_job *job)
{
    return job->against.given ? &job->against.map : NULL;
}

/* The tasks before the plan, which notes their file with its own. */
static io_result read_task(check_job *job, bool hashed)
{
    const check_map *against = &job->against;
    job->task.file = job->reading.import.scenario_file;
    job->task.cell = against->options.has_cell ? against->options.cell : 1;
    io_result result = check_task_read(&job->task, map_of(job), job->file, against->options.file,
                                       hashed, &job->sink);
    job->reading.tasks_input = job->task.given ? &job->task.tasks.input : NULL;
    return result;
}

/* Do agents meet each other, and nobody asks for anything that looks at motions elsewhere? */
static bool is_plain(const check_job *job)
{
    const plan_options *reading = &job->reading;
    return !job->against.given && job->against.world == NULL && !job->unsafe_starts &&
           !job->slack && !job->against.options.has_cell &&
           !(reading->has_radius && reading->radius == PLAN_RADIUS_GRID);
}

/* A plan that is checked in blocks lies in a file. */
static io_result open_spill(check_job *job)
{
    if (job->split.blocks == 0)
        return IO_OK;
    const int file = output_nameless();
    if (file < 0) {
        diagnostic_error(&job->sink, &(diagnostic_place){.file = "--split-plan"},
                         "TMPDIR names the folder", "no file for the plan: %s", strerror(errno));
        return IO_SYSTEM;
    }
    job->spill = spill_open(file);
    job->reading.spill = job->reading.as_waypoints ? job->spill : NULL;
    job->split.limit = job->limit;
    job->split.shown = options_progress(&job->common);
    return job->spill != NULL ? IO_OK : IO_MEMORY;
}

static io_result read_plan(check_job *job)
{
    double began = progress_clock();
    bool hashed = job->common.output != NULL || job->common.verbose;
    io_result result = check_map_read(&job->against, job->file, hashed, &job->sink);
    job->reading.has_cell = job->against.options.has_cell;
    job->reading.cell = job->against.options.cell;
    job->reading.map = map_of(job);
    job->reading.obstacles_input =
        job->against.world != NULL ? &job->against.obstacles.input : NULL;
    job->reading.unhashed = !hashed;
    job->reading.as_waypoints = is_plain(job);
    job->task.uncounted = job->common.quiet && job->common.output == NULL;
    if (result == IO_OK)
        result = read_task(job, hashed);
    if (result == IO_OK)
        result = open_spill(job);
    if (result == IO_OK)
        result = plan_read(job->file, &job->reading, &job->sink, &job->plan);
    if (result == IO_OK && job->split.blocks > 0)
        result = check_split_accept(&job->plan, job->file, &job->sink);
    if (result == IO_OK)
        result = check_map_accept(&job->against, &job->plan,
                                  job->task.given && job->task.tasks.in_cells, &job->sink);
    if (result == IO_OK)
        result = check_task_match(&job->task, &job->plan, &job->sink);
    diagnostic_finish(&job->sink);
    job->read_seconds = progress_clock() - began;
    return result;
}

static io_result take_obstacle(void *context, const database_obstacle_meeting *met)
{
    check_job *job = context;
    job->stretches++;
    if (!job->first_only && (met->meeting.verdict == GRAZE_CONFLICT || job->all))
        check_map_write(job->writer, &job->against, &job->plan, met);
    io_result result = rows_result(job->writer);
    if (result == IO_OK && job->db != NULL)
        result = database_add_obstacle_meeting(job->db, job->plan_id, met);
    return result;
}

static bool has_room_for_obstacle(void *context)
{
    return has_room(context, 1);
}

static io_result meet_obstacles(check_job *job)
{
    const check_map_listener listener = {take_obstacle, has_room_for_obstacle, job};
    io_result result = check_map_decide(&job->against, &job->plan, job->tolerance, &listener);
    if (job->against.fault == GRAZE_OK || result != IO_BAD_INPUT)
        return result;
    job->fault = job->against.fault;
    return result;
}

/* Tasks and limits. Faults are few where a plan is sound, and many where a limit is wrong. */
static io_result hold_task(check_job *job)
{
    check_task *task = &job->task;
    io_result result = check_task_decide(task, &job->plan, map_of(job));
    if (task->fault != GRAZE_OK && result == IO_BAD_INPUT)
        job->fault = task->fault;
    for (size_t i = 0; i < task->fault_count && result == IO_OK; i++) {
        if (!job->first_only)
            check_task_write(job->writer, &job->plan, &task->faults[i]);
        result = rows_result(job->writer);
        if (result == IO_OK)
            result = check_store_fault(job, &task->faults[i]);
    }
    return result;
}

static io_result store_slack(void *context, size_t agent, const graze_index_slack *slack)
{
    check_job *job = context;
    return database_add_slack(job->db, job->plan_id, agent, slack);
}

static io_result find_slack(check_job *job)
{
    const check_slack_listener listener = {store_slack, job};
    graze_status status;
    io_result result =
        check_slack(&job->plan, job->tolerance, &job->asked, options_progress(&job->common),
                    &listener, &job->slacks_kept, &status);
    if (status != GRAZE_OK)
        return refuse_pair(job, job->slacks_kept, job->slacks_kept, status);
    return result;
}

/* The earliest fault of a task; null when there is none. */
static const check_fault *first_fault(const check_task *task)
{
    const check_fault *first = NULL;
    for (size_t i = 0; i < task->fault_count; i++)
        if (first == NULL || task->faults[i].begin < first->begin)
            first = &task->faults[i];
    return first;
}

/* The earliest conflict of all, or what was broken before it; of two at one time, that of two
 * agents, then that with a cell. */
static void write_first(check_job *job)
{
    const check_map *against = &job->against;
    const check_fault *fault = first_fault(&job->task);
    double time = HUGE_VAL;
    if (job->has_first)
        time = job->first.meeting.when.lower;
    bool by_cell = against->has_first &&
                   (!job->has_first || against->first.meeting.when.lower < time);
    if (by_cell)
        time = against->first.meeting.when.lower;
    if (fault != NULL && ((!job->has_first && !by_cell) || fault->begin < time))
        check_task_write(job->writer, &job->plan, fault);
    else if (by_cell)
        check_map_write(job->writer, against, &job->plan, &against->first);
    else if (job->has_first)
        write_stretch(job, &job->first);
}

static io_result decide_pairs(check_job *job, const plan_check_listener *listener,
                              graze_status *status)
{
    if (job->split.blocks == 0)
        return plan_check_pairs(&job->plan, &job->how, listener, &job->counts, status);
    io_result result = check_split_pairs(&job->split, &job->plan, job->spill, &job->how, listener,
                                         &job->counts, status);
    job->limited |= job->split.is_limited;
    return result;
}

/* Every pair of agents. */
static io_result meet_each_other(check_job *job)
{
    const plan_check_listener listener = {
        .take = take_answer, .step = end_agent, .enough = &job->limited, .context = job};
    graze_status status;
    job->how.first_agent = job->agents_done;
    job->bar = progress_begin(options_progress(&job->common) && job->split.blocks == 0, "pairs",
                              plan_pair_count(&job->plan));
    io_result result = decide_pairs(job, &listener, &status);
    progress_end(&job->bar);
    if (status != GRAZE_OK && status != GRAZE_ERROR_MEMORY)
        result = refuse_pair(job, job->counts.agent_a, job->counts.agent_b, status);
    job->pairs[GRAZE_CLEAR] = job->counts.pairs_done - job->pairs[GRAZE_TOUCH] -
                              job->pairs[GRAZE_GRAZE] - job->pairs[GRAZE_CONFLICT];
    return result;
}

static io_result check(check_job *job)
{
    double began = progress_clock();
    io_result result = job->resume ? recall_stretches(job) : IO_OK;
    if (result == IO_OK)
        result = meet_each_other(job);
    bool all_done = job->counts.pairs_done == plan_pair_count(&job->plan);
    if (result == IO_OK && all_done)
        result = meet_obstacles(job);
    if (result == IO_OK && all_done && !job->against.interrupted && !job->limited)
        result = hold_task(job);
    if (result == IO_OK && job->slack && all_done && !job->against.interrupted && !job->limited)
        result = find_slack(job);
    if (result == IO_OK && job->first_only)
        write_first(job);
    job->decide_seconds = progress_clock() - began;
    return result;
}

/* The exit status of a check that went as far as `result` says. */
static int check_status(const check_job *job, io_result result)
{
    if (job->fault != GRAZE_OK)
        return CLI_BUG;
    if (result != IO_OK)
        return cli_status_of(result);
    if (job->limited)
        return CLI_UNFINISHED;
    if (job->counts.pairs_done < plan_pair_count(&job->plan) || job->against.interrupted ||
        (job->slack && job->slacks_kept < job->plan.agent_count))
        return 128 + interrupt_pending();
    bool found = job->pairs[GRAZE_CONFLICT] > 0 || job->against.stretches[GRAZE_CONFLICT] > 0 ||
                 job->task.fault_count > 0;
    return found ? CLI_FOUND : CLI_DONE;
}

/* Decides and stores. Returns the exit status; standard output is not yet written. */
static int decide(check_job *job)
{
    check_task_begin(&job->task, &job->plan, map_of(job), job->how.threads);
    io_result result = check_store_open(job);
    if (result == IO_OK)
        result = check(job);
    int status = check_status(job, result);
    io_result stored = check_store_close(job, result, status);
    if (job->fault != GRAZE_OK)
        return cli_bug(job->fault);
    if (stored == IO_OK && status > CLI_FOUND)
        check_say_unfinished(job);
    return stored != IO_OK ? cli_status_of(stored) : status;
}

/* Hands the rows over when the work was done, throws them away when not. */
static int deliver(check_job *job, output *out, int status)
{
    io_result written = rows_close(job->writer);
    if (written == IO_MEMORY)
        status = cli_memory();
    bool is_lost = written == IO_SYSTEM && status <= CLI_SYSTEM;
    if (status > CLI_FOUND && !is_lost) {
        output_discard(out);
        return status;
    }
    io_result result = output_commit(out, &job->sink); /* which tells what the stream met with */
    if (result != IO_OK)
        return cli_status_of(result);
    if (job->common.verbose)
        check_say_details(job);
    if (!job->common.quiet)
        check_say_summary(job);
    return status;
}

static int run(check_job *job)
{
    output *out;
    io_result result = output_open(NULL, &job->sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    result = read_plan(job);
    if (result != IO_OK) {
        output_discard(out);
        return cli_status_of(result);
    }
    job->writer = open_rows(job, output_stream(out));
    return deliver(job, out, decide(job));
}

int cli_check_by(int argc, char **argv, const block_workers *workers)
{
    check_job job = {.common = COMMON_OPTIONS_DEFAULT, .tolerance = 1e-9, .limit = 1e6,
                     .task.jump = 1e-9, .split.workers = workers};
    job.command_json = check_command_line(argc, argv); /* before getopt reorders it */
    if (job.command_json == NULL)
        return cli_memory();
    int status = check_parse(&job, argc, argv);
    if (status == OPTIONS_GO_ON && workers != NULL && job.split.blocks == 0)
        status = options_refuse("check", "add --split-plan BLOCKS",
                                "one plan needs blocks to be shared by many");
    if (status == OPTIONS_GO_ON && (job.unsafe_starts || job.slack) &&
        !starts_open(&job.asked))
        status = cli_memory();
    if (status == OPTIONS_GO_ON) {
        job.sink = options_diagnostics(&job.common);
        status = run(&job);
    }
    starts_close(&job.asked);
    check_task_close(&job.task);
    plan_free(&job.plan);
    spill_close(job.spill);
    check_map_close(&job.against);
    free(job.command_json);
    return status;
}

int cli_check(int argc, char **argv)
{
    return cli_check_by(argc, argv, NULL);
}
