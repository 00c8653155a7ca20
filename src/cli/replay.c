/* SPDX-License-Identifier: MIT */
/* `graze replay`: one page that shows a run, from a results database or from a plan.
 * Of a plan all pairs are decided first, with the same kernel as `graze check`; what
 * would happen if an agent started later is decided in either case. */
#include <stdlib.h>
#include <string.h>

#include "cli/check_map.h"
#include "cli/check_slack.h"
#include "cli/command.h"
#include "cli/import_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/plan_check.h"
#include "cli/plan_operand.h"
#include "cli/replay_delays.h"
#include "io/array.h"
#include "storage/stored.h"
#include "view/replay_page.h"

typedef enum slack_choice { SLACK_AUTO, SLACK_YES, SLACK_NO } slack_choice;

typedef struct page_job {
    common_options common;
    plan_options reading;
    bool has_at_end, has_tolerance;
    double tolerance;
    int delays_choice, slack_choice;
    int jobs;
    const char *title; /* --title, or null */
    const char *file;
    const char *plan_value; /* of plan=ID, or null */

    diagnostics sink;
    bool is_database;
    check_map against; /* --map */
    map map;           /* of the database */
    bool has_map;
    plan plan;
    bool has_plan;
    stored_meeting *meetings;
    size_t meeting_count, meeting_room;
    database_obstacle_meeting *obstacles;
    size_t obstacle_count, obstacle_room;
    stored_slack *slacks;
    size_t slack_count, slack_room;
    bool has_slack;
    replay_delays delays;
    graze_status fault;
    size_t fault_a, fault_b; /* the agents that the library had no answer for */
} page_job;

static const char notes[] =
    "The page is one file that needs nothing else: open it in a browser. It shows the map, the\n"
    "bodies to scale, and every conflict with its exact times; playback follows the motions as\n"
    "they are stored. Keys: space, arrows, Home, End, n and N for conflicts, f, /.\n"
    "\n"
    "DB is a results database of `graze check -o`; plan=ID names one of its plans (default: that\n"
    "of the latest finished run). PLAN is read and decided as by `graze check`, with the options\n"
    "for plans below.\n"
    "\n"
    "--delays says whose unsafe starts go into the page, to be explored with its slider. For an\n"
    "agent these are the delays at which it would conflict with another one that keeps its\n"
    "times, while it stands at its first place until it starts:\n"
    "  all   against every other agent\n"
    "  met   against those that it meets as planned\n"
    "  none  not at all\n"
    "  auto  the first of these that takes no more than a few seconds (by the number of\n"
    "        motions, so the same plan gives the same page)\n"
    "\n"
    "--slack says whether the page holds how late each agent may be before its first conflict:\n"
    "  yes   from the database, or else computed as by `graze check --slack`\n"
    "  no    not at all\n"
    "  auto  like yes, but computed only for plans of up to 100000 motions; those of an agent\n"
    "        that ever accelerates count 30 each\n"
    "\n"
    "exit status: 0 done, whatever conflicts there are; 2 bad usage or bad input; 4 files or\n"
    "streams; 5 memory; 70 a fault of graze itself; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  graze replay --bodies maps/crossing-bodies.csv -o crossing.html maps/crossing.csv\n"
    "  graze replay results.db plan=2 -o run.html\n";

/* ---- gathering ---------------------------------------------------------------------- */

static io_result no_memory(page_job *job)
{
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file}, NULL, "out of memory");
    return IO_MEMORY;
}

static io_result keep_meeting(void *context, const stored_meeting *met)
{
    page_job *job = context;
    if (!array_grow(&job->meetings, &job->meeting_room, job->meeting_count + 1,
                    sizeof *job->meetings))
        return no_memory(job);
    job->meetings[job->meeting_count++] = *met;
    return IO_OK;
}

static io_result keep_obstacle(void *context, const database_obstacle_meeting *met)
{
    page_job *job = context;
    if (!array_grow(&job->obstacles, &job->obstacle_room, job->obstacle_count + 1,
                    sizeof *job->obstacles))
        return no_memory(job);
    job->obstacles[job->obstacle_count++] = *met;
    return IO_OK;
}

static io_result keep_slack(void *context, const stored_slack *slack)
{
    page_job *job = context;
    if (!array_grow(&job->slacks, &job->slack_room, job->slack_count + 1, sizeof *job->slacks))
        return no_memory(job);
    job->slacks[job->slack_count++] = *slack;
    return IO_OK;
}

/* ---- from a database ---------------------------------------------------------------- */

static int load_plan(page_job *job, database *db)
{
    const stored_listener listener = {keep_meeting, keep_obstacle, keep_slack, job};
    int64_t plan_id;
    int status = plan_operand("replay", job->plan_value, db, &plan_id);
    if (status != CLI_DONE)
        return status;
    io_result result = stored_plan_read(db, plan_id, &job->plan, &job->tolerance);
    job->has_plan = result == IO_OK;
    if (result == IO_OK)
        result = check_map_accept(&job->against, &job->plan, &job->sink);
    if (result == IO_OK)
        result = stored_map_read(db, plan_id, &job->map, &job->has_map);
    if (result == IO_OK)
        result = stored_findings_read(db, plan_id, &job->plan, &listener);
    return cli_status_of(result);
}

static int load(page_job *job)
{
    database *db = NULL;
    io_result result = database_open(job->file, &job->sink, &db);
    if (result != IO_OK)
        return cli_status_of(result);
    int status = load_plan(job, db);
    database_close(db);
    return status;
}

/* ---- from a plan -------------------------------------------------------------------- */

static io_result keep_answer(void *context, const graze_check_answer *answer)
{
    page_job *job = context;
    io_result result = IO_OK;
    for (size_t i = 0; i < answer->merged_count && result == IO_OK; i++) {
        const stored_meeting met = {answer->agent_a, answer->agent_b, answer->merged[i]};
        result = keep_meeting(job, &met);
    }
    return result;
}

static io_result decide_pairs(page_job *job)
{
    const plan_check_listener listener = {.take = keep_answer, .context = job};
    const graze_check_options how = {.tolerance = job->tolerance, .threads = (size_t)job->jobs};
    graze_check_counts counts;
    io_result result = plan_check_pairs(&job->plan, &how, &listener, &counts, &job->fault);
    job->fault_a = counts.agent_a;
    job->fault_b = counts.agent_b;
    return result;
}

static io_result decide_obstacles(page_job *job)
{
    const check_map_listener listener = {.take = keep_obstacle, .context = job};
    io_result result = check_map_decide(&job->against, &job->plan, job->tolerance, &listener);
    if (job->against.fault != GRAZE_OK) {
        job->fault = job->against.fault;
        job->fault_a = job->fault_b = job->against.agent_at_fault;
    }
    return result;
}

static int read_and_decide(page_job *job)
{
    job->reading.tolerance = job->tolerance;
    job->reading.has_cell = job->against.options.has_cell;
    job->reading.cell = job->against.options.cell;
    job->reading.map = job->against.given ? &job->against.map : NULL;
    io_result result = plan_read(job->file, &job->reading, &job->sink, &job->plan);
    job->has_plan = result == IO_OK;
    if (result == IO_OK)
        result = check_map_accept(&job->against, &job->plan, &job->sink);
    diagnostic_finish(&job->sink);
    if (result == IO_OK)
        result = decide_pairs(job);
    if (result == IO_OK)
        result = decide_obstacles(job);
    return cli_status_of(result);
}

/* ---- the page ----------------------------------------------------------------------- */

/* May slacks be computed without being asked for? By the plan alone, so the same plan gives
 * the same page. An index keeps the work near to the number of motions. */
static bool is_slack_cheap(const plan *given)
{
    enum { WORK_MAX = 100000, CURVED = 30 };
    uint64_t work = 0;
    for (size_t i = 0; i < given->agent_count; i++) {
        const plan_agent *agent = &given->agents[i];
        work += agent->trajectory.count * (replay_delays_is_curved(agent) ? CURVED : 1);
    }
    return work <= WORK_MAX;
}

static io_result take_slack(void *context, size_t agent, const graze_index_slack *slack)
{
    return keep_slack(context, &(stored_slack){agent, *slack});
}

/* Those of the database are there already. */
static int find_slacks(page_job *job)
{
    const check_slack_listener listener = {take_slack, job};
    starts memory;
    graze_status status;
    size_t done = 0; /* none yet */
    job->has_slack = job->slack_choice != SLACK_NO;
    if (!job->has_slack || job->slack_count > 0)
        return CLI_DONE;
    job->has_slack = job->slack_choice == SLACK_YES || is_slack_cheap(&job->plan);
    if (!job->has_slack)
        return CLI_DONE;
    if (!starts_open(&memory))
        return cli_memory();
    io_result result =
        check_slack(&job->plan, job->tolerance, &memory, false, &listener, &done, &status);
    starts_close(&memory);
    if (status != GRAZE_OK) {
        job->fault = status;
        job->fault_a = job->fault_b = done;
    }
    return result == IO_MEMORY ? cli_memory() : cli_status_of(result);
}

static int find_delays(page_job *job)
{
    io_result result =
        replay_delays_find(&job->plan, job->tolerance, job->meetings, job->meeting_count,
                           (replay_delays_choice)job->delays_choice, &job->delays);
    if (job->delays.fault != GRAZE_OK) {
        job->fault = job->delays.fault;
        job->fault_a = job->delays.agent;
        job->fault_b = job->delays.other;
    } else if (result == IO_MEMORY) {
        return cli_memory();
    }
    return cli_status_of(result);
}

/* The library had no answer: too little memory, or a fault of ours. */
static int explain_fault(page_job *job)
{
    if (job->fault != GRAZE_ERROR_WORKSPACE && job->fault != GRAZE_ERROR_MEMORY)
        return cli_bug(job->fault);
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file},
                     "are some numbers far smaller or larger than the others?",
                     "agents '%s' and '%s': no memory for the exact answer",
                     job->plan.agents[job->fault_a].label, job->plan.agents[job->fault_b].label);
    return CLI_MEMORY;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static int write_page(page_job *job)
{
    output *out;
    io_result result = output_open(job->common.output, &job->sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    const replay_page page = {
        .title = job->title != NULL ? job->title : base_name(job->file),
        .plan = &job->plan,
        .tolerance = job->tolerance,
        .map = job->against.given ? &job->against.map
               : job->has_map     ? &job->map
                                  : NULL,
        .meetings = job->meetings,
        .meeting_count = job->meeting_count,
        .obstacles = job->obstacles,
        .obstacle_count = job->obstacle_count,
        .slacks = job->slacks,
        .slack_count = job->slack_count,
        .has_slack = job->has_slack,
        .delays = job->delays.items,
        .delay_count = job->delays.count,
        .known = job->delays.known,
    };
    replay_page_write(output_stream(out), &page);
    return cli_status_of(output_commit(out, &job->sink));
}

static int run(page_job *job)
{
    io_result result = check_map_read(&job->against, job->file, false, &job->sink);
    int status = cli_status_of(result);
    if (status == CLI_DONE)
        status = job->is_database ? load(job) : read_and_decide(job);
    if (status == CLI_DONE)
        status = find_slacks(job);
    if (status == CLI_DONE && job->fault == GRAZE_OK)
        status = find_delays(job);
    if (job->fault != GRAZE_OK)
        return explain_fault(job);
    return status == CLI_DONE ? write_page(job) : status;
}

static void close_job(page_job *job)
{
    if (job->has_plan)
        plan_free(&job->plan);
    if (job->has_map)
        map_free(&job->map);
    check_map_close(&job->against);
    replay_delays_free(&job->delays);
    free(job->meetings);
    free(job->obstacles);
    free(job->slacks);
}

/* ---- options ------------------------------------------------------------------------ */

/* A database knows its bodies, its tolerance and what its agents do at the end. */
static int check_database_options(const page_job *job)
{
    const char *given = job->reading.has_radius    ? "--radius"
                        : job->reading.bodies_file ? "--bodies"
                        : job->has_at_end          ? "--at-end"
                        : job->has_tolerance       ? "--tolerance"
                                                   : NULL;
    if (given == NULL)
        return OPTIONS_GO_ON;
    return options_refuse("replay",
                          "leave it out: the database holds what the plan was decided with",
                          "%s is for plans, and '%s' is a results database", given, job->file);
}

static int take_operands(page_job *job, int count, char **operands)
{
    if (count == 0)
        return options_refuse("replay", "graze replay [options] DB|PLAN", "nothing to replay");
    job->file = operands[0];
    job->is_database = path_is_database(job->file);
    for (int i = 1; i < count; i++) {
        if (strncmp(operands[i], "plan=", 5) != 0 || job->plan_value != NULL)
            return options_refuse("replay", "graze replay [options] DB [plan=ID]",
                                  "unexpected '%s'", operands[i]);
        job->plan_value = operands[i] + 5;
    }
    if (job->plan_value != NULL && !job->is_database)
        return options_refuse("replay", "graze replay [options] PLAN",
                              "plan=ID is for results databases, and '%s' is none", job->file);
    if (job->common.output != NULL && path_is_same_file(job->common.output, job->file))
        return options_refuse("replay", "name another file for the page",
                              "--output is the file that is replayed");
    return job->is_database ? check_database_options(job) : OPTIONS_GO_ON;
}

static int parse(page_job *job, int argc, char **argv)
{
    int at_end = GRAZE_STAY;
    const option_rule rules[] = {
        OPTION_OUTPUT(job->common),
        {"title", 0, OPTION_TEXT, "TEXT", &job->title, NULL,
         "title of the page (default: the name of the file)"},
        {"delays", 0, OPTION_CHOICE, "auto|all|met|none", &job->delays_choice, NULL,
         "whose unsafe starts the page holds (default: auto, see below)"},
        {"slack", 0, OPTION_CHOICE, "auto|yes|no", &job->slack_choice, NULL,
         "whether it holds how late each agent may be (default: auto, see below)"},
        {"map", 0, OPTION_TEXT, "FILE", &job->against.options.file, NULL,
         "draw this map; a plan is decided against its blocked cells too"},
        {"edges", 0, OPTION_TEXT, "FILE", &job->against.options.edges_file, NULL,
         "the edges of a map that is a CSV roadmap"},
        {"cell", 0, OPTION_NUMBER, "METRES", &job->against.options.cell,
         &job->against.options.has_cell, "side of the map's cells [m] (default: 1)"},
        {"radius", 'r', OPTION_RADIUS, "METRES|grid", &job->reading.radius,
         &job->reading.has_radius,
         "for plans: radius of every agent that has none of its own [m], or grid"},
        {"bodies", 0, OPTION_TEXT, "FILE", &job->reading.bodies_file, NULL,
         "for plans: CSV with a body for each agent: agent,radius[,vertices]"},
        {"at-end", 0, OPTION_CHOICE, "stay|vanish", &at_end, &job->has_at_end,
         "for plans: what an agent does after its last row (default: stay, for ever)"},
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->tolerance, &job->has_tolerance,
         "for plans: overlaps up to this depth [m] are no conflict, they graze\n(default: 1e-9)"},
        OPTIONS_IMPORT(job->reading.import),
        {"jobs", 'j', OPTION_COUNT, "N", &job->jobs, NULL,
         "for plans: threads (default: as many as there are processors)"},
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"replay [options] DB|PLAN [plan=ID]",
                               "Makes one self-contained HTML page that replays a run.", rules,
                               notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    job->reading.at_end = (graze_at_end)at_end;
    return take_operands(job, argc - first, argv + first);
}

int cli_replay(int argc, char **argv)
{
    page_job job = {
        .common = COMMON_OPTIONS_DEFAULT, .tolerance = 1e-9, .jobs = (int)graze_check_processors()};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    status = run(&job);
    close_job(&job);
    return status;
}
