/* SPDX-License-Identifier: MIT */
/* The options of `graze solve`. */
#include <string.h>

#include "cli/command.h"
#include "cli/solve_job.h"

static const char notes[] =
    "Agents are discs that move straight along the moves of a grid or the edges of a roadmap, at\n"
    "their speed, wait at vertices, and stay at their goals. The cost of a plan is the sum of\n"
    "their arrival times. With --acceleration or --turn-rate they are robots: they speed up and\n"
    "brake along straight runs, turn at rest, and the plan has a column share (ramps). Formats\n"
    "of maps and scenarios are told by their content (CSV, MovingAI, Continuous-CBS).\n"
    "\n"
    "methods:\n"
    "  ccbs         the cheapest plan (or one at most W times as dear), by search over conflicts\n"
    "  prioritised  one agent after the other: a thousand agents, no promise about the cost\n"
    "  lns          such a plan, made cheaper by planning a few agents again, again and again,\n"
    "               until --time-limit, --node-limit or Ctrl-C; the best plan is printed then\n"
    "  sipp         the first agent alone, round the trajectories of --given\n"
    "\n"
    "prints the plan as waypoints, agent,time,x,y, fit for `graze check`. Every plan is checked\n"
    "by the exact kernel before it is printed.\n"
    "\n"
    "--no-... leave out one improvement of ccbs each; the cost of the plan stays the same.\n"
    "\n"
    "With a seed and a --node-limit lns prints the same plan whatever -j; how far it comes within\n"
    "a --time-limit depends on the machine and its load.\n"
    "\n"
    "lifelong: with --tasks or --tasks-per-agent agents go from goal to goal. Every --replan\n"
    "seconds all plan again, --horizon seconds ahead, from where they are; moves that have begun\n"
    "are kept. A goal is made by who comes through it. Each plan ends with all agents at rest and\n"
    "clear for ever, and the whole run is one plan. --node-limit: groups tried in each window\n"
    "(default: twice as many as agents). The run ends when all goals are made, at --until,\n"
    "--time-limit or Ctrl-C; with 3 when nobody came nearer to those that are left, and the plan\n"
    "is printed all the same.\n"
    "\n"
    "exit status: 0 a plan; 1 proven that there is none; 2 bad usage or bad input; 3 not finished\n"
    "(the best bound known is told); 4 files, streams or database; 5 memory; 70 a fault of graze\n"
    "itself; 130, 143 ended by a signal (lns prints the plan that it holds)\n"
    "\n"
    "examples:\n"
    "  graze solve --map room.map --scenario room.scen --agents 10 --radius 0.3 > plan.csv\n"
    "  graze solve --map warehouse.map --scenario day.scen --radius 0.35 -k 2 --method lns -t 30\n"
    "  graze solve --map warehouse.map --scenario day.scen --radius 0.35 -k 2 \\\n"
    "      --tasks goals.csv --replan 5 --horizon 20 --until 2000 -o day.db > day.csv\n"
    "  graze solve --map roads.csv --edges edges.csv --scenario tasks.csv --radius 0.25 \\\n"
    "      --time-limit 30 -o results.db\n";

static int check_lifelong(solve_job *job)
{
    if (!solve_is_lifelong(job))
        return job->has_replan || job->has_horizon || job->has_until
                   ? options_refuse("solve", "add --tasks FILE or --tasks-per-agent N",
                                    "--replan, --horizon and --until are for lifelong runs")
                   : OPTIONS_GO_ON;
    if (job->tasks_per_agent > 0 && job->tasks_file != NULL)
        return options_refuse("solve", "leave out one of them",
                              "--tasks and --tasks-per-agent both say where agents go");
    if (job->has_method && job->method != SOLVE_LNS)
        return options_refuse("solve", "leave out --method",
                              "a lifelong run has one method, lns in windows");
    if (!job->has_horizon && job->horizon < job->replan)
        job->horizon = 4 * job->replan;
    if (job->replan <= 0 || job->horizon < job->replan)
        return options_refuse("solve", "--replan 5 --horizon 20",
                              job->replan <= 0 ? "--replan must be more than 0"
                                               : "--horizon must not be less than --replan");
    job->method = SOLVE_LNS;
    return OPTIONS_GO_ON;
}

static int check_choices(solve_job *job, int argc, int first)
{
    if (argc != first)
        return options_refuse("solve", "graze solve [options] --map MAP --scenario SCENARIO",
                              "there are operands, but files are named by options here");
    if (job->reading_map.file == NULL || job->reading.file == NULL)
        return options_refuse("solve", "graze solve --map MAP --scenario SCENARIO",
                              job->reading_map.file == NULL ? "no map is given"
                                                            : "no scenario is given");
    if (strcmp(job->reading_map.file, "-") == 0 && strcmp(job->reading.file, "-") == 0)
        return options_refuse("solve", NULL, "standard input cannot be map and scenario at once");
    if (job->common.output != NULL && strcmp(job->common.output, "-") == 0)
        return options_refuse("solve", "name a file, or leave out -o to print only",
                              "a results database cannot be written to standard output");
    if (job->connectivity < 2 || job->connectivity > 5)
        return options_refuse("solve", "2 (4 moves), 3 (8), 4 (16) or 5 (32)",
                              "--connectivity must be from 2 to 5");
    if (job->any_angle && job->has_connectivity)
        return options_refuse("solve", "leave out one of them",
                              "--any-angle has all moves, and --connectivity asks for some");
    if (job->strict && job->has_tolerance && job->tolerance > 0)
        return options_refuse("solve", "leave out one of them",
                              "--strict is a tolerance of 0, and --tolerance is another one");
    if ((job->has_acceleration && !(job->acceleration > 0)) ||
        (job->has_turn_rate && !(job->turn_rate > 0)))
        return options_refuse("solve", "more than 0, or leave it out",
                              job->has_acceleration && !(job->acceleration > 0)
                                  ? "--acceleration is not positive"
                                  : "--turn-rate is not positive");
    if (job->suboptimality < 1)
        return options_refuse("solve", NULL, "--suboptimality must be at least 1");
    if (job->given_file != NULL && job->method != SOLVE_SIPP)
        return options_refuse("solve", "add --method sipp",
                              "--given is for one agent among given trajectories");
    if (job->given_bodies != NULL && job->given_file == NULL)
        return options_refuse("solve", "--given PLAN, or --robots FILE",
                              "--bodies is for the others of --given");
    if (solve_is_lifelong(job) &&
        (job->robots_file != NULL || job->has_acceleration || job->has_turn_rate))
        return options_refuse("solve", "one task for each agent, or no limits",
                              "lifelong runs are for agents that start and stop at once");
    return check_lifelong(job);
}

int solve_parse(solve_job *job, int argc, char **argv)
{
    const option_rule rules[] = {
        {"map", 0, OPTION_TEXT, "FILE", &job->reading_map.file, NULL, "grid or roadmap"},
        {"edges", 0, OPTION_TEXT, "FILE", &job->reading_map.edges_file, NULL,
         "the edges of a map that is a CSV roadmap: from,to[,directed]; both ways unless\n"
         "directed is 1"},
        {"cell", 0, OPTION_NUMBER, "METRES", &job->reading_map.cell, &job->reading_map.has_cell,
         "side of the map's cells [m] (default: 1)"},
        {"scenario", 0, OPTION_TEXT, "FILE", &job->reading.file, NULL,
         "where each agent starts and where it goes"},
        {"agents", 0, OPTION_COUNT, "N", &job->agents, NULL,
         "the first N agents of the scenario (default: all)"},
        {"radius", 'r', OPTION_RADIUS, "METRES|grid", &job->reading.radius,
         &job->reading.has_radius,
         "radius of every agent that has none of its own [m]; grid: sqrt(2)/4 of a\n"
         "cell, with which agents can follow each other round corners"},
        {"speed", 0, OPTION_NUMBER, "MPS", &job->reading.speed, &job->reading.has_speed,
         "speed of every agent that has none of its own [m/s] (default: 1)"},
        {"acceleration", 0, OPTION_NUMBER, "MPS2", &job->acceleration, &job->has_acceleration,
         "agents speed up and brake no harder than this [m/s^2] (default: at once)"},
        {"turn-rate", 0, OPTION_NUMBER, "RADPS", &job->turn_rate, &job->has_turn_rate,
         "agents turn at rest, at this rate [rad/s] (default: at once)"},
        {"robots", 0, OPTION_TEXT, "FILE", &job->robots_file, NULL,
         "what each agent is, in CSV: agent,radius,vertices,speed,acceleration,\n"
         "deceleration,turn_rate,turn_times; what is empty or missing is as the options say"},
        {"write-bodies", 0, OPTION_TEXT, "FILE", &job->bodies_file, NULL,
         "write the footprints of robots that turn, which the plan names, for `graze check\n"
         "--bodies FILE`"},
        {"connectivity", 'k', OPTION_COUNT, "K", &job->connectivity, &job->has_connectivity,
         "2^K moves from each cell of a grid, K = 2 ... 5 (default: 3)"},
        {"any-angle", 0, OPTION_FLAG, NULL, &job->any_angle, NULL,
         "on a grid: straight moves from each cell to all that a free segment joins with it"},
        {"method", 0, OPTION_CHOICE, "ccbs|prioritised|sipp|lns", &job->method, &job->has_method,
         "how to solve (default: ccbs)"},
        {"tasks", 0, OPTION_TEXT, "FILE", &job->tasks_file, NULL,
         "lifelong: goals for agents that go on, CSV, x,y (on a roadmap: goal) and, if wanted,\n"
         "agent, release, task; the scenario's goals are not looked at"},
        {"tasks-per-agent", 0, OPTION_COUNT, "N", &job->tasks_per_agent, NULL,
         "lifelong: N goals for each agent, the scenario's and then random ones (see --seed)"},
        {"replan", 0, OPTION_NUMBER, "SECONDS", &job->replan, &job->has_replan,
         "lifelong: plan again so often (default: 5)"},
        {"horizon", 0, OPTION_NUMBER, "SECONDS", &job->horizon, &job->has_horizon,
         "lifelong: plan so far ahead, --replan or more (default: 20)"},
        {"until", 0, OPTION_NUMBER, "SECONDS", &job->until, &job->has_until,
         "lifelong: end the run then (default: when all goals are made)"},
        {"given", 0, OPTION_TEXT, "PLAN", &job->given_file, NULL,
         "with --method sipp: the trajectories of the others, a plan as for `graze check`"},
        {"bodies", 0, OPTION_TEXT, "FILE", &job->given_bodies, NULL,
         "with --given: the bodies of the others (CSV: agent or body, radius, vertices)"},
        {"suboptimality", 'w', OPTION_NUMBER, "W", &job->suboptimality, NULL,
         "ccbs: a plan that costs at most W times the least (default: 1); above 1 it begins\n"
         "with a plan of lns"},
        {"time-limit", 't', OPTION_NUMBER, "SECONDS", &job->time_limit, &job->has_time_limit,
         "stop after so long (default: never)"},
        {"node-limit", 0, OPTION_NUMBER, "COUNT", &job->node_limit, NULL,
         "ccbs: give up after so many nodes; lns: stop after so many neighbourhoods; the same\n"
         "answer on every machine"},
        {"seed", 0, OPTION_COUNT, "N", &job->seed, NULL,
         "lns: another seed, another order of its random choices (default: 1)"},
        {"jobs", 'j', OPTION_COUNT, "N", &job->jobs, NULL,
         "lns, and the check of the plan: threads (default: as many as there are processors)"},
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->tolerance, &job->has_tolerance,
         "overlaps up to this depth [m] are no conflict (default: 1e-9)"},
        {"strict", 0, OPTION_FLAG, NULL, &job->strict, NULL,
         "no overlap at all (--tolerance 0): the plan passes `graze check --tolerance 0`"},
        {"no-cardinal", 0, OPTION_FLAG, NULL, &job->without[0], NULL,
         "do not prefer cardinal conflicts, whose children both cost more"},
        {"no-bypass", 0, OPTION_FLAG, NULL, &job->without[1], NULL,
         "do not try another best route before a node is split"},
        {"no-heuristic", 0, OPTION_FLAG, NULL, &job->without[2], NULL,
         "do not bound nodes by pairs of agents"},
        {"no-targets", 0, OPTION_FLAG, NULL, &job->without[3], NULL,
         "do not reason about agents that rest"},
        {"no-corridors", 0, OPTION_FLAG, NULL, &job->without[4], NULL,
         "do not reason about agents that go against each other"},
        {"no-avoidance-table", 0, OPTION_FLAG, NULL, &job->without[5], NULL,
         "do not prefer best routes that meet few others"},
        {"no-disjoint", 0, OPTION_FLAG, NULL, &job->without[6], NULL,
         "do not give one child of each split a positive constraint"},
        {"no-bicliques", 0, OPTION_FLAG, NULL, &job->without[7], NULL,
         "do not forbid all moves that are in conflict together at once"},
        {"output", 'o', OPTION_TEXT, "DB", &job->common.output, NULL,
         "keep the run, its numbers and the plan in this results database (SQLite)"},
        OPTION_FORMAT(job->common),
        OPTION_HEX(job->common),
        OPTIONS_TALK(job->common),
        /* as the two were called once */
        {"no-lanes", 0, OPTION_FLAG, NULL, &job->without[4], NULL, NULL},
        {"no-crowd", 0, OPTION_FLAG, NULL, &job->without[5], NULL, NULL},
        OPTIONS_END,
    };
    const command_help help = {"solve [options] --map MAP --scenario SCENARIO",
                               "Finds a plan without conflicts for many agents, and certifies it.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status == OPTIONS_GO_ON)
        status = check_choices(job, argc, first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (job->strict)
        job->tolerance = 0;
    job->reading.agents = (size_t)(job->method == SOLVE_SIPP ? 1 : job->agents);
    job->reading.tolerance = job->tolerance;
    job->reading_map.hashed = job->reading.hashed = job->common.output != NULL;
    return OPTIONS_GO_ON;
}
