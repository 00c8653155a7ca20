/* SPDX-License-Identifier: MIT */
/* `graze replay`: one page that shows a run, from a results database or from a plan.
 * Of a plan all pairs are decided first, with the same kernel as `graze check`; what
 * would happen if an agent started later is decided in either case. */
#include <string.h>

#include "cli/check_slack.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/replay_delays.h"
#include "cli/replay_film.h"
#include "cli/shown_run.h"
#include "view/replay_page.h"

typedef enum slack_choice { SLACK_AUTO, SLACK_YES, SLACK_NO } slack_choice;

typedef struct page_job {
    common_options common;
    shown_run run;
    replay_film film;
    int delays_choice, slack_choice;
    const char *title; /* --title, or null */
    bool has_slack;
    replay_delays delays;
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
    "  graze replay results.db plan=2 -o run.html\n"
    "  graze replay results.db --film run.gif --speed 2\n";

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
    page_job *job = context;
    return shown_run_keep_slack(&job->run, &(stored_slack){agent, *slack});
}

/* Those of the database are there already. */
static int find_slacks(page_job *job)
{
    const check_slack_listener listener = {take_slack, job};
    starts memory;
    graze_status status;
    size_t done = 0; /* none yet */
    job->has_slack = job->slack_choice != SLACK_NO;
    if (!job->has_slack || job->run.slack_count > 0)
        return CLI_DONE;
    job->has_slack = job->slack_choice == SLACK_YES || is_slack_cheap(&job->run.plan);
    if (!job->has_slack)
        return CLI_DONE;
    if (!starts_open(&memory))
        return cli_memory();
    io_result result =
        check_slack(&job->run.plan, job->run.tolerance, &memory, false, &listener, &done, &status);
    starts_close(&memory);
    if (status != GRAZE_OK) {
        job->run.fault = status;
        job->run.fault_a = job->run.fault_b = done;
    }
    return result == IO_MEMORY ? cli_memory() : cli_status_of(result);
}

static int find_delays(page_job *job)
{
    io_result result =
        replay_delays_find(&job->run.plan, job->run.tolerance, job->run.meetings,
                           job->run.meeting_count, (replay_delays_choice)job->delays_choice,
                           &job->delays);
    if (job->delays.fault != GRAZE_OK) {
        job->run.fault = job->delays.fault;
        job->run.fault_a = job->delays.agent;
        job->run.fault_b = job->delays.other;
    } else if (result == IO_MEMORY) {
        return cli_memory();
    }
    return cli_status_of(result);
}

/* The library had no answer: too little memory, or a fault of ours. */
static int explain_fault(page_job *job)
{
    if (job->run.fault != GRAZE_ERROR_WORKSPACE && job->run.fault != GRAZE_ERROR_MEMORY)
        return cli_bug(job->run.fault);
    diagnostic_error(&job->run.sink, &(diagnostic_place){.file = job->run.file},
                     "are some numbers far smaller or larger than the others?",
                     "agents '%s' and '%s': no memory for the exact answer",
                     job->run.plan.agents[job->run.fault_a].label,
                     job->run.plan.agents[job->run.fault_b].label);
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
    io_result result = output_open(job->common.output, &job->run.sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    const replay_page page = {
        .title = job->title != NULL ? job->title : base_name(job->run.file),
        .plan = &job->run.plan,
        .tolerance = job->run.tolerance,
        .map = shown_run_map(&job->run),
        .standing = shown_run_obstacles(&job->run),
        .meetings = job->run.meetings,
        .meeting_count = job->run.meeting_count,
        .obstacles = job->run.obstacles,
        .obstacle_count = job->run.obstacle_count,
        .slacks = job->run.slacks,
        .slack_count = job->run.slack_count,
        .has_slack = job->has_slack,
        .delays = job->delays.items,
        .delay_count = job->delays.count,
        .known = job->delays.known,
    };
    replay_page_write(output_stream(out), &page);
    return cli_status_of(output_commit(out, &job->run.sink));
}

static int run(page_job *job)
{
    int status = shown_run_read(&job->run, true);
    bool wants_page = !replay_film_wanted(&job->film);
    if (status == CLI_DONE && job->run.fault == GRAZE_OK && !wants_page) {
        job->film.title = job->title;
        return replay_film_write(&job->film, &job->run);
    }
    if (status == CLI_DONE)
        status = find_slacks(job);
    if (status == CLI_DONE && job->run.fault == GRAZE_OK)
        status = find_delays(job);
    if (job->run.fault != GRAZE_OK)
        return explain_fault(job);
    return status == CLI_DONE ? write_page(job) : status;
}

static void close_job(page_job *job)
{
    shown_run_close(&job->run);
    replay_delays_free(&job->delays);
}

/* ---- options ------------------------------------------------------------------------ */

static int take_operands(page_job *job, int count, char **operands)
{
    if (count == 0)
        return options_refuse("replay", "graze replay [options] DB|PLAN", "nothing to replay");
    job->run.file = operands[0];
    job->run.is_database = path_is_database(job->run.file);
    for (int i = 1; i < count; i++) {
        if (strncmp(operands[i], "plan=", 5) != 0 || job->run.plan_value != NULL)
            return options_refuse("replay", "graze replay [options] DB [plan=ID]",
                                  "unexpected '%s'", operands[i]);
        job->run.plan_value = operands[i] + 5;
    }
    if (job->run.plan_value != NULL && !job->run.is_database)
        return options_refuse("replay", "graze replay [options] PLAN",
                              "plan=ID is for results databases, and '%s' is none",
                              job->run.file);
    if (job->common.output != NULL && path_is_same_file(job->common.output, job->run.file))
        return options_refuse("replay", "name another file for the page",
                              "--output is the file that is replayed");
    if (replay_film_wanted(&job->film) && job->common.output != NULL)
        return options_refuse("replay", "leave out one of them",
                              "--output names the page, and a film is made in its place");
    int status = shown_run_check_options(&job->run);
    return status == OPTIONS_GO_ON && replay_film_wanted(&job->film)
               ? replay_film_check(&job->film)
               : status;
}

static int parse(page_job *job, int argc, char **argv)
{
    const option_rule rules[] = {
        OPTION_OUTPUT(job->common),
        {"title", 0, OPTION_TEXT, "TEXT", &job->title, NULL,
         "title of the page (default: the name of the file)"},
        {"delays", 0, OPTION_CHOICE, "auto|all|met|none", &job->delays_choice, NULL,
         "whose unsafe starts the page holds (default: auto, see below)"},
        {"slack", 0, OPTION_CHOICE, "auto|yes|no", &job->slack_choice, NULL,
         "whether it holds how late each agent may be (default: auto, see below)"},
        OPTIONS_FILM(job->film),
        OPTIONS_SHOWN_RUN(job->run),
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->run.tolerance, &job->run.has_tolerance,
         "for plans: overlaps up to this depth [m] are no conflict, they graze\n(default: 1e-9)"},
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"replay [options] DB|PLAN [plan=ID]",
                               "Makes one self-contained HTML page that replays a run, or a film "
                               "of it.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    return take_operands(job, argc - first, argv + first);
}

int cli_replay(int argc, char **argv)
{
    page_job job = {.common = COMMON_OPTIONS_DEFAULT,
                    .run = SHOWN_RUN("replay"),
                    .film = REPLAY_FILM_DEFAULT};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.run.sink = options_diagnostics(&job.common);
    status = run(&job);
    close_job(&job);
    return status;
}
