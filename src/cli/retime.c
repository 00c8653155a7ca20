/* SPDX-License-Identifier: MIT */
/* `graze retime`: reads a plan, drives it within limits of acceleration, and prints the new plan
 * when it has been certified. Nothing appears anywhere before. */
#include <math.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/import_options.h"
#include "cli/output.h"
#include "cli/path_jump.h"
#include "cli/plan_check.h"
#include "cli/progress.h"
#include "cli/retime_robots.h"
#include "io/map.h"
#include "io/number.h"
#include "io/plan_rows.h"
#include "io/plan_write.h"

typedef struct retime_job {
    common_options common;
    plan_options reading;
    map_options reading_map;
    retime_robots robots;
    bool has_speed, has_acceleration, has_deceleration, strict;
    graze_retime_options how;
    bool has_time_limit;
    double time_limit, began; /* [s] */
    int jobs;
    const char *file;

    diagnostics sink;
    map map;
    bool has_map;
    plan plan;
    graze_body *bodies;
    graze_trajectory *paths; /* of waypoint motions and ramps */
    graze_motion *motions;   /* of those */
    graze_drive_limits *each;
    double given_makespan, given_costs; /* [s] */
    graze_retiming answer;
    uint64_t meetings[GRAZE_CONFLICT + 1];
    double deepest_graze, jump, seconds;
} retime_job;

static const char notes[] =
    "PLAN is any plan that `graze check` reads, without conflicts; its agents go straight from\n"
    "place to place, as those of LaCAM, MAPF-LNS2, EECBS and Continuous-CBS do. The new plan\n"
    "keeps their ways and who passes where before whom, and nobody jumps to a speed: an agent\n"
    "speeds up from rest, cruises, and brakes to rest where its way turns or where it has to let\n"
    "others pass. All of that is as early as the order allows. Other waits of the plan are left\n"
    "out, and agents stand at their first places from the plan's earliest time on.\n"
    "\n"
    "The kernel decides about the new plan, every two motions that come near each other; so it\n"
    "passes `graze check` with the same --tolerance, --max-speed and --max-acceleration (of two,\n"
    "the greater).\n"
    "\n"
    "Agents that follow each other round a circle share the profile of the slowest, and stop\n"
    "between places of the plan if they have to. If they cannot go even so, as with --slack,\n"
    "their names are told, and nothing is printed.\n"
    "\n"
    "prints the new plan in CSV, agent,radius,time,x,y,share (`graze check --help` tells of\n"
    "share); bodies with corners are left out, and given by --bodies again. Then counts, makespan\n"
    "and sum of costs go to standard error, those of PLAN beside them.\n"
    "\n"
    "--robots FILE says what each agent is and can do, as in `graze solve`; what is empty or\n"
    "missing there is as the options or the plan say. Bodies keep their headings. A row with\n"
    "vertices and neither turn_rate nor turn_times does not turn: corners are stops alone.\n"
    "\n"
    "exit status: 0 done; 1 agents wait for each other in a circle; 2 bad usage or bad input,\n"
    "such as a plan with conflicts; 3 not done within --time-limit; 4 files or streams; 5 memory;\n"
    "70 a fault of graze itself; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  graze retime --radius grid --max-speed 1 --max-acceleration 0.5 lacam.txt -o driven.csv\n"
    "  graze retime -r 0.3 --max-speed 2 --max-acceleration 1 --slack 0.2 plan.csv |\n"
    "      graze check --max-speed 2 --max-acceleration 1 -\n";

/* ---- reading -------------------------------------------------------------------------------- */

static io_result read_files(retime_job *job)
{
    io_result result = retime_robots_read(&job->robots, &job->sink);
    if (result == IO_OK && job->reading_map.file != NULL)
        result = map_read(&job->reading_map, &job->sink, &job->map);
    job->has_map = result == IO_OK && job->reading_map.file != NULL;
    job->reading.map = job->has_map ? &job->map : NULL;
    job->reading.has_cell = job->reading_map.has_cell;
    job->reading.cell = job->reading_map.cell;
    job->reading.unhashed = true;
    job->reading.bodies_optional = job->robots.file != NULL;
    job->robots.has_radius = job->reading.has_radius;
    return result == IO_OK ? plan_read(job->file, &job->reading, &job->sink, &job->plan) : result;
}

static io_result refuse_motion(retime_job *job, const plan_agent *agent, size_t at,
                               const char *fault)
{
    char time[NUMBER_TEXT_SIZE];
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file},
                     "agents have to go straight from place to place, with one body",
                     "agent '%.40s', motion %zu at %s s: %s", agent->label, at,
                     number_format(agent->trajectory.motions[at].start, false, time), fault);
    return IO_BAD_INPUT;
}

/* The same motions, as ways between places. */
static io_result take_path(retime_job *job, const plan_agent *agent, plan_waypoint *places,
                           graze_motion *motions, graze_trajectory *path)
{
    const graze_trajectory *given = &agent->trajectory;
    size_t count = 0, at = 0, made = 0;
    if (given->bodies != NULL)
        return refuse_motion(job, agent, 0, "it has a body of its own");
    const char *fault = given->count > 0 ? plan_rows_waypoints(agent, places, &count, &at) : NULL;
    if (fault != NULL)
        return refuse_motion(job, agent, at, fault);
    for (size_t i = 0; i + 1 < count; i++)
        graze_motion_ramp(places[i].place, places[i + 1].place, places[i].time, places[i + 1].time,
                          places[i].share, &motions[made++]);
    if (count > 0 && agent->at_end == GRAZE_STAY) {
        const plan_waypoint *last = &places[count - 1];
        graze_motion_waypoint(last->place, last->place, last->time, HUGE_VAL, &motions[made++]);
    }
    *path = (graze_trajectory){.motions = motions, .count = made};
    return IO_OK;
}

static size_t most_motions(const plan *given, size_t *sum)
{
    size_t most = 0;
    *sum = 0;
    for (size_t i = 0; i < given->agent_count; i++) {
        size_t count = given->agents[i].trajectory.count + 1;
        *sum += count;
        most = count > most ? count : most;
    }
    return most + 1;
}

static void add_cost(retime_job *job, const graze_trajectory *path)
{
    graze_path_cost cost = {0, 0, 0};
    graze_path_costs(path, &cost);
    job->given_costs += cost.arrival - cost.begin;
    job->given_makespan = fmax(job->given_makespan, cost.arrival - cost.begin);
}

static io_result take_paths(retime_job *job)
{
    size_t agents = job->plan.agent_count, sum, most = most_motions(&job->plan, &sum), at = 0;
    plan_waypoint *places = calloc(most, sizeof *places);
    job->bodies = calloc(agents + 1, sizeof *job->bodies);
    job->paths = calloc(agents + 1, sizeof *job->paths);
    job->each = calloc(agents + 1, sizeof *job->each);
    job->motions = calloc(sum + 1, sizeof *job->motions);
    io_result result = places != NULL && job->bodies != NULL && job->paths != NULL &&
                               job->each != NULL && job->motions != NULL
                           ? retime_robots_take(&job->robots, &job->sink, &job->plan, job->each)
                           : IO_MEMORY;
    for (size_t i = 0; i < agents && result == IO_OK; i++) {
        const plan_agent *agent = &job->plan.agents[i];
        job->bodies[i] = agent->body;
        result = take_path(job, agent, places, job->motions + at, &job->paths[i]);
        at += job->paths[i].count;
        add_cost(job, &job->paths[i]);
    }
    free(places);
    return result;
}

/* ---- the new plan --------------------------------------------------------------------------- */

static io_result take_meetings(void *context, const graze_check_answer *answer)
{
    retime_job *job = context;
    graze_verdict worst = GRAZE_CLEAR;
    for (size_t i = 0; i < answer->merged_count; i++) {
        const graze_meeting *met = &answer->merged[i];
        worst = met->verdict > worst ? met->verdict : worst;
        if (met->verdict == GRAZE_GRAZE)
            job->deepest_graze = fmax(job->deepest_graze, met->depth);
    }
    job->meetings[worst]++;
    return IO_OK;
}

/* UNREACHED: the new plan keeps its limits, which is only held against it. */
static bool take_excess(void *context, const graze_path_excess *excess)
{
    (void)excess;
    ++*(size_t *)context;
    return true;
}

/* Holds the new plan against its limits once more, as `graze check` does. */
static graze_status check_limits(retime_job *job)
{
    size_t broken = 0;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < job->plan.agent_count && status == GRAZE_OK; i++) {
        const graze_drive_limits *l = &job->each[i];
        const graze_path_limits limits = {.speed = l->speed,
                                          .acceleration = fmax(l->acceleration, l->deceleration),
                                          .jump = HUGE_VAL,
                                          .low = {-HUGE_VAL, -HUGE_VAL},
                                          .high = {HUGE_VAL, HUGE_VAL}};
        const graze_trajectory *path = &job->plan.agents[i].trajectory;
        status = graze_path_excesses(path, &limits, take_excess, &broken);
        if (status == GRAZE_OK)
            status = path_greatest_jump(path, &job->jump);
    }
    return status == GRAZE_OK && broken > 0 ? GRAZE_ERROR_CONFLICT : status;
}

/* With the new paths in the place of the given ones, which the plan keeps. */
static io_result hold(retime_job *job, graze_status *fault)
{
    const graze_check_options how = {.tolerance = job->how.tolerance,
                                     .threads = (size_t)job->jobs};
    const plan_check_listener listener = {.take = take_meetings, .context = job};
    graze_check_counts counts;
    io_result result = plan_check_pairs(&job->plan, &how, &listener, &counts, fault);
    if (result == IO_OK)
        *fault = check_limits(job);
    if (result == IO_OK && *fault == GRAZE_OK && job->meetings[GRAZE_CONFLICT] > 0)
        *fault = GRAZE_ERROR_CONFLICT;
    return result;
}

static bool has_corners(const plan *given)
{
    for (size_t i = 0; i < given->agent_count; i++)
        if (given->agents[i].body.vertex_count > 0)
            return true;
    return false;
}

static io_result write_new(retime_job *job, output *out)
{
    writing to = {.out = output_stream(out),
                  .sink = &job->sink,
                  .file = job->file,
                  .drop = has_corners(&job->plan)};
    return plan_write(&job->plan, NULL, PLAN_WAYPOINTS, &to);
}

static void swap_paths(retime_job *job)
{
    for (size_t i = 0; i < job->plan.agent_count; i++) {
        graze_trajectory given = job->plan.agents[i].trajectory;
        job->plan.agents[i].trajectory = job->answer.trajectories[i];
        job->answer.trajectories[i] = given;
    }
}

/* ---- words ---------------------------------------------------------------------------------- */

static void say_names(const retime_job *job, const char *what)
{
    enum { NAMED = 20 };
    const graze_retiming *a = &job->answer;
    fputs(what, stderr);
    for (size_t i = 0; i < a->agent_count && i < NAMED; i++)
        fprintf(stderr, "%s '%.40s'", i > 0 ? "," : "", job->plan.agents[a->agents[i]].label);
    if (a->agent_count > NAMED)
        fprintf(stderr, " and %zu more", a->agent_count - NAMED);
    putc('\n', stderr);
}

static int say_circle(const retime_job *job)
{
    fprintf(stderr, "%s: ", job->file);
    say_names(job, "no profile lets these agents go, who wait for each other:");
    if (job->how.slack > 0)
        fputs("hint: agents that change their places at once have little slack; a smaller --slack "
              "may do\n", stderr);
    return CLI_FOUND;
}

static int say_conflict(retime_job *job)
{
    const graze_retiming *a = &job->answer;
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file},
                     "`graze check` tells when; a plan in conflict has no order to keep",
                     "agents '%.40s' and '%.40s' are in conflict in the plan",
                     job->plan.agents[a->agents[0]].label, job->plan.agents[a->agents[1]].label);
    return CLI_BAD_INPUT;
}

/* The greatest of all agents. */
static graze_drive_limits greatest_limits(const retime_job *job)
{
    graze_drive_limits most = {.speed = 0};
    for (size_t i = 0; i < job->plan.agent_count; i++) {
        const graze_drive_limits *l = &job->each[i];
        most.speed = fmax(most.speed, l->speed);
        most.acceleration = fmax(most.acceleration, l->acceleration);
        most.deceleration = fmax(most.deceleration, l->deceleration);
    }
    return most;
}

static void say_summary(const retime_job *job)
{
    const graze_drive_limits most = greatest_limits(job);
    const graze_retiming *a = &job->answer;
    char text[4][NUMBER_TEXT_SIZE];
    fprintf(stderr,
            "plan of %zu agents: makespan %.9g s (was %.9g), sum of costs %.9g s (was %.9g)\n",
            job->plan.agent_count, a->makespan, job->given_makespan, a->sum_of_costs,
            job->given_costs);
    fprintf(stderr, "certified: speed at most %s m/s, acceleration %s, deceleration %s m/s^2%s; "
                    "largest jump of velocity %s m/s\n",
            number_format(most.speed, false, text[0]),
            number_format(most.acceleration, false, text[1]),
            number_format(most.deceleration, false, text[2]),
            job->robots.file != NULL ? ", each agent within its own" : "",
            number_format(job->jump, false, text[3]));
    fprintf(stderr, "%llu pairs touch, %llu graze (deepest %.3g m)\n",
            (unsigned long long)job->meetings[GRAZE_TOUCH],
            (unsigned long long)job->meetings[GRAZE_GRAZE], job->deepest_graze);
    fprintf(stderr, "%zu legs, %zu precedences, %zu exact headways, %zu rounds in %.3f s\n",
            a->legs, a->precedences, a->exact_headways, a->rounds, job->seconds);
}

/* ---- the run -------------------------------------------------------------------------------- */

static int deliver(retime_job *job)
{
    output *out = NULL;
    graze_status fault = GRAZE_OK;
    swap_paths(job);
    io_result result = hold(job, &fault);
    if (result == IO_OK && fault == GRAZE_OK)
        result = output_open(job->common.output, &job->sink, &out);
    if (result == IO_OK && fault == GRAZE_OK)
        result = write_new(job, out);
    swap_paths(job);
    if (result == IO_OK && fault == GRAZE_OK)
        result = output_commit(out, &job->sink);
    else
        output_discard(out);
    if (fault != GRAZE_OK)
        return fault == GRAZE_ERROR_MEMORY ? cli_memory() : cli_bug(fault);
    if (result == IO_OK && !job->common.quiet)
        say_summary(job);
    return cli_status_of(result);
}

/* Limits of which some are so much greater than others, or than the plan's ways. */
static int say_lattice(retime_job *job)
{
    diagnostic_error(&job->sink, &(diagnostic_place){.file = job->file},
                     "limits, ways and a beginning of the plan that are more alike",
                     "times would differ so much that no tick serves all of them");
    return CLI_BAD_INPUT;
}

static int say_unfinished(const retime_job *job)
{
    char text[NUMBER_TEXT_SIZE];
    fprintf(stderr, "%s: not done within %s s; there is no plan so far\n", job->file,
            number_format(job->time_limit, false, text));
    return CLI_UNFINISHED;
}

static bool is_late(void *context)
{
    const retime_job *job = context;
    return job->has_time_limit && progress_clock() - job->began > job->time_limit;
}

static int run(retime_job *job)
{
    io_result result = read_files(job);
    if (result == IO_OK)
        result = take_paths(job);
    diagnostic_finish(&job->sink);
    if (result != IO_OK)
        return cli_told(cli_status_of(result));
    job->began = progress_clock();
    job->how.stop = is_late;
    job->how.context = job;
    graze_status status = graze_retime(job->bodies, job->paths, job->plan.agent_count, job->each,
                                       &job->how, NULL, &job->answer);
    job->seconds = progress_clock() - job->began;
    if (status == GRAZE_ERROR_MEMORY)
        return cli_memory();
    if (status == GRAZE_ERROR_LATTICE)
        return say_lattice(job);
    if (status != GRAZE_OK)
        return cli_bug(status);
    if (job->answer.outcome == GRAZE_RETIME_STOPPED)
        return say_unfinished(job);
    if (job->answer.outcome == GRAZE_RETIME_CONFLICT)
        return say_conflict(job);
    if (job->answer.outcome == GRAZE_RETIME_CIRCLE)
        return say_circle(job);
    return deliver(job);
}

static int check_choices(retime_job *job, int argc, int first)
{
    const graze_drive_limits *l = &job->robots.common;
    bool need = job->robots.file == NULL;
    if (argc - first != 1)
        return options_refuse("retime", "graze retime [options] PLAN",
                              argc == first ? "no plan is given" : "more than one plan is given");
    if (need && (!job->has_speed || !job->has_acceleration))
        return options_refuse("retime",
                              "such as --max-speed 1 --max-acceleration 0.5, or --robots FILE",
                              "--%s is missing", job->has_speed ? "max-acceleration" : "max-speed");
    if ((job->has_speed && !(l->speed > 0)) ||
        (job->has_acceleration && !(l->acceleration > 0)) ||
        (job->has_deceleration && !(l->deceleration > 0)) || !(l->turn_rate > 0))
        return options_refuse("retime", "a number greater than 0",
                              "nothing moves with a speed, an acceleration or a turn rate of 0");
    return OPTIONS_GO_ON;
}

static int parse(retime_job *job, int argc, char **argv)
{
    int at_end = GRAZE_STAY;
    const option_rule rules[] = {
        {"max-speed", 0, OPTION_NUMBER, "M/S", &job->robots.common.speed, &job->has_speed,
         "no agent is faster [m/s]"},
        {"max-acceleration", 0, OPTION_NUMBER, "M/S2", &job->robots.common.acceleration,
         &job->has_acceleration, "no agent speeds up more [m/s^2]"},
        {"max-deceleration", 0, OPTION_NUMBER, "M/S2", &job->robots.common.deceleration,
         &job->has_deceleration, "no agent brakes more [m/s^2] (default: as it speeds up)"},
        {"turn-rate", 0, OPTION_NUMBER, "RAD/S", &job->robots.common.turn_rate, NULL,
         "turning in place takes the angle by this [rad/s] (default: no time)"},
        {"robots", 0, OPTION_TEXT, "FILE", &job->robots.file, NULL,
         "what each agent is and can do, in CSV: agent,radius,vertices,speed,acceleration,\n"
         "deceleration,turn_rate,turn_times; what is empty or missing is as the options say"},
        {"slack", 0, OPTION_NUMBER, "SECONDS", &job->how.slack, NULL,
         "leave every agent so much delay, alone, before it meets another (default: 0)"},
        {"stop-always", 0, OPTION_FLAG, NULL, &job->how.stop_always, NULL,
         "stop at every place of the plan, to see what it is worth not to"},
        {"radius", 'r', OPTION_RADIUS, "METRES|grid", &job->reading.radius,
         &job->reading.has_radius,
         "radius of every agent that has none of its own [m]; grid: sqrt(2)/4 of a\n"
         "cell, the largest disc of which valid plans on grids are clear"},
        {"bodies", 0, OPTION_TEXT, "FILE", &job->reading.bodies_file, NULL,
         "CSV with a body for each agent: agent,radius[,vertices]"},
        {"at-end", 0, OPTION_CHOICE, "stay|vanish", &at_end, NULL,
         "what an agent does after its last row (default: stay, for ever)"},
        {"map", 0, OPTION_TEXT, "FILE", &job->reading_map.file, NULL,
         "the map of a plan that does not say all by itself (a log, RHCR)"},
        {"edges", 0, OPTION_TEXT, "FILE", &job->reading_map.edges_file, NULL,
         "the edges of a map that is a CSV roadmap"},
        {"cell", 0, OPTION_NUMBER, "METRES", &job->reading_map.cell, &job->reading_map.has_cell,
         "side of the map's cells [m] (default: 1)"},
        OPTIONS_IMPORT(job->reading.import),
        {"time-limit", 't', OPTION_NUMBER, "SECONDS", &job->time_limit, &job->has_time_limit,
         "give up after so long, with 3 (default: never)"},
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->how.tolerance, NULL,
         "overlaps up to this depth [m] are no conflict (default: 1e-9)"},
        {"strict", 0, OPTION_FLAG, NULL, &job->strict, NULL, "no overlap at all (--tolerance 0)"},
        {"jobs", 'j', OPTION_COUNT, "N", &job->jobs, NULL,
         "threads of the last check (default: as many as there are processors)"},
        OPTION_OUTPUT(job->common),
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"retime [options] PLAN",
                               "Drives a plan within limits of speed and acceleration, and "
                               "certifies it.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (job->strict)
        job->how.tolerance = 0;
    job->reading.at_end = (graze_at_end)at_end;
    job->reading.tolerance = job->how.tolerance;
    status = check_choices(job, argc, first);
    job->file = argv[first];
    return status;
}

int cli_retime(int argc, char **argv)
{
    retime_job job = {.common = COMMON_OPTIONS_DEFAULT,
                      .robots = {.common = {.turn_rate = HUGE_VAL}},
                      .how = {.tolerance = 1e-9},
                      .jobs = (int)graze_check_processors()};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    status = run(&job);
    graze_retiming_free(&job.answer, NULL);
    plan_free(&job.plan);
    robots_free(&job.robots.rows);
    if (job.has_map)
        map_free(&job.map);
    free(job.bodies);
    free(job.paths);
    free(job.each);
    free(job.motions);
    return status;
}
