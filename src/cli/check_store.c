/* SPDX-License-Identifier: MIT */
/* What `graze check` keeps in a results database: how its run begins, or goes on, and ends. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_job.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "io/number.h"

/* ---- begin, or go on -------------------------------------------------------------------- */

static void put_number(FILE *out, const char *name, bool given, double value)
{
    char text[NUMBER_TEXT_SIZE];
    fprintf(out, "%s %s\n", name, given ? number_format(value, false, text) : "none");
}

/* What decides the answers beside the files that are read; null without memory. How answers are
 * found, printed and limited is not part of it. */
static char *deciding_options(const check_job *job)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    fprintf(out, "graze %s\n", graze_version());
    put_number(out, "tolerance", true, job->tolerance);
    put_number(out, "radius", job->reading.has_radius, job->reading.radius);
    fprintf(out, "at-start %s\n", job->reading.at_start == PLAN_STAND ? "stand" : "absent");
    fprintf(out, "at-end %s\n", job->reading.at_end == GRAZE_STAY ? "stay" : "vanish");
    const map_options *of_map = &job->against.options;
    put_number(out, "cell", job->against.given, of_map->has_cell ? of_map->cell : 1);
    const obstacles_options *from = &job->against.from;
    put_number(out, "obstacle-radius", from->has_radius, from->radius);
    const check_task *task = &job->task;
    fprintf(out, "outside %s\n", task->outside == 0 ? "wrong" : "free");
    put_number(out, "max-speed", task->has_speed, task->speed);
    put_number(out, "max-acceleration", task->has_acceleration, task->acceleration);
    put_number(out, "max-jump", task->has_jump, task->jump);
    fprintf(out, "unsafe-starts %s\n", job->unsafe_starts ? "yes" : "no");
    fprintf(out, "slack %s\n", job->slack ? "yes" : "no");
    bool written = !ferror(out);
    if (fclose(out) == 0 && written)
        return text;
    free(text);
    return NULL;
}

static io_result begin(check_job *job, const char *options)
{
    io_result result = database_begin_run(job->db, job->command_json, &job->run_id);
    if (result == IO_OK)
        result = database_add_plan(job->db, job->run_id, &job->plan, job->tolerance, &job->plan_id);
    if (result == IO_OK)
        result = check_map_store(&job->against, job->db, job->run_id, job->plan_id);
    return result == IO_OK ? database_begin_check(job->db, job->run_id, job->plan_id, options)
                           : result;
}

static io_result go_on(check_job *job, const char *options)
{
    database_resumed from;
    io_result result = database_resume_check(job->db, options, &job->plan, &from);
    if (result != IO_OK)
        return result;
    job->run_id = from.run_id;
    job->plan_id = from.plan_id;
    job->agents_done = from.agents_done;
    job->starts_kept = from.unsafe_starts;
    job->slacks_kept = from.slacks;
    return IO_OK;
}

static io_result open_file(check_job *job)
{
    const char *path = job->common.output;
    if (job->resume && access(path, F_OK) != 0) {
        diagnostic_error(&job->sink, &(diagnostic_place){.file = path},
                         "leave out --resume to begin a check", "there is no such database");
        return IO_BAD_INPUT;
    }
    database_gives_up_when(interrupt_is_pending);
    io_result result =
        database_create_for(path, plan_motion_count(&job->plan), &job->sink, &job->db);
    if (result == IO_OK)
        database_use_threads(job->db, job->how.threads);
    return result;
}

/* From here on a signal has to wait until the run's state is put right. */
io_result check_store_open(check_job *job)
{
    if (job->common.output == NULL)
        return IO_OK;
    interrupt_defer(true);
    io_result result = open_file(job);
    char *options = result == IO_OK ? deciding_options(job) : NULL;
    if (result == IO_OK && options == NULL)
        result = IO_MEMORY;
    if (result == IO_OK)
        result = job->resume ? go_on(job, options) : begin(job, options);
    free(options);
    return result;
}

/* ---- broken rules ------------------------------------------------------------------------- */

io_result check_store_fault(check_job *job, const check_fault *fault)
{
    if (job->db == NULL)
        return IO_OK;
    const database_broken_rule row = {.agent = fault->agent,
                                      .part = fault->part,
                                      .rule = check_rule_name(fault->rule),
                                      .begin = fault->begin,
                                      .end = fault->end,
                                      .place = fault->place,
                                      .has_motion = fault->has_motion,
                                      .motion = fault->motion,
                                      .wanted = fault->wanted,
                                      .task = fault->task,
                                      .value = fault->value,
                                      .allowed = fault->limit};
    return database_add_broken_rule(job->db, job->plan_id, &row);
}

/* ---- end ---------------------------------------------------------------------------------- */

/* Of a check that was resumed nobody knows the work that the earlier call did; of one in blocks
 * it is told by nobody, since blocks decide some pairs twice. */
static io_result store_stats(check_job *job)
{
    const bool whole = !job->resume && job->split.blocks == 0;
    const check_map *against = &job->against;
    const bool blocked = against->given || against->world != NULL;
    const struct {
        const char *name;
        double value;
        bool known;
    } stats[] = {
        {"agents", (double)job->plan.agent_count, true},
        {"pairs_decided", (double)job->counts.pairs_done, true},
        {"pairs_clear", (double)job->pairs[GRAZE_CLEAR], true},
        {"pairs_touch", (double)job->pairs[GRAZE_TOUCH], true},
        {"pairs_graze", (double)job->pairs[GRAZE_GRAZE], true},
        {"pairs_conflict", (double)job->pairs[GRAZE_CONFLICT], true},
        {"pairs_asked", (double)job->counts.pairs_asked, whole},
        {"motion_pairs_indexed", (double)job->counts.motions_indexed,
         whole && !job->how.without_index},
        {"motion_pairs_filtered", (double)job->counts.motions_filtered,
         whole && check_filters_listed(job)},
        {"motion_pairs_by_lives", (double)job->counts.work.by_lives, whole},
        {"motion_pairs_by_doubles", (double)job->counts.work.by_doubles, whole},
        {"motion_pairs_by_double_doubles", (double)job->counts.work.by_double_doubles, whole},
        {"motion_pairs_by_exact", (double)job->counts.work.by_exact, whole},
        {"tolerance_m", job->tolerance, true},
        {"unsafe_starts", (double)job->starts_kept, job->unsafe_starts},
        {"deepest_graze_m", job->deepest.meeting.depth, job->has_deepest},
        {"obstacle_conflicts", (double)against->stretches[GRAZE_CONFLICT], blocked},
        {"obstacle_grazes", (double)against->stretches[GRAZE_GRAZE], blocked},
        {"obstacle_touches", (double)against->stretches[GRAZE_TOUCH], blocked},
        {"sum_of_costs_s", job->task.costs.sum_of_costs, job->task.decided},
        {"makespan_s", job->task.costs.makespan, job->task.decided},
        {"length_m", job->task.costs.length, job->task.decided},
        {"broken_rules", (double)job->task.fault_count, job->task.decided},
        {"seconds", job->read_seconds + job->decide_seconds, !job->resume},
    };
    io_result result = IO_OK;
    for (size_t i = 0; i < sizeof stats / sizeof stats[0] && result == IO_OK; i++)
        if (stats[i].known)
            result = database_add_stat(job->db, job->run_id, stats[i].name, stats[i].value);
    return result;
}

/* Says truthfully how the run ended. What failed in the database itself was
 * told there already, and leaves the run to be found unfinished. */
io_result check_store_close(check_job *job, io_result so_far, int status)
{
    io_result result = so_far;
    bool cut_short = status > 128 || status == CLI_UNFINISHED;
    if (job->db != NULL && so_far == IO_OK) {
        result = store_stats(job);
        if (result == IO_OK)
            result = database_finish_run(job->db, job->run_id,
                                         cut_short ? "interrupted" : "finished", status);
    } else if (job->db != NULL && so_far != IO_SYSTEM && job->run_id != 0) {
        database_finish_run(job->db, job->run_id, "failed", status);
    }
    database_close(job->db);
    job->db = NULL;
    interrupt_defer(false);
    return result;
}
