/* SPDX-License-Identifier: MIT */
/* The options of `graze check`. */
#include <stdlib.h>
#include <string.h>

#include "cli/check_job.h"
#include "cli/command.h"
#include "cli/import_options.h"

static const char notes[] =
    "PLAN is CSV with waypoints (agent,time,x,y[,z][,share][,body]) or motions\n"
    "(agent,start,duration,x,y,vx,vy[,ax,ay], in 3-D z,vz[,az] too), sampled trajectories, or\n"
    "what MAPF-LNS2, EECBS, LaCAM, pibt2, League of Robot Runners, PlanViz, MAPF tracker,\n"
    "libMultiRobotPlanning, AA-SIPP(m), Continuous-CBS, RHCR, RVO2 or ORCA write, recognised by\n"
    "content; '-' is standard input. The bodies are discs (3-D: spheres), convex polygons, or\n"
    "polygons with rounded corners, and must be given.\n"
    "\n"
    "share, from 0 to 2, makes a ramp of the way from its row to the agent's next one: constant\n"
    "acceleration between exact places. The speed is share times the mean speed at the row, and\n"
    "2 - share times it at the next: 0 starts from rest, 1 or nothing is uniform, 2 ends at rest.\n"
    "body names the body of that way, and the last row's stays: a row of --bodies with a column\n"
    "body in the place of agent; where it is empty, the agent has its own.\n"
    "\n"
    "prints agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s: one row for each\n"
    "stretch of time in which two agents conflict, its ends rounded outward, and how deep they\n"
    "overlap at the worst instant. part counts the stretches of a pair from 0, whether they are\n"
    "printed or not. Then the counts go to standard error. A pair is\n"
    "  clear     apart at all times\n"
    "  touch     touches and never overlaps\n"
    "  graze     overlaps, and never deeper than the tolerance\n"
    "  conflict  overlaps deeper than the tolerance\n"
    "\n"
    "With --map or --obstacles, an agent's stretches in which it meets a blocked cell or an\n"
    "obstacle follow; agent_b is then 'cell COLUMN ROW' or 'obstacle NAME'. Formats of maps\n"
    "(grids and roadmaps, CSV, MovingAI, Continuous-CBS) and of obstacles are told by their\n"
    "content. Obstacles that are not convex are cut into convex pieces; each tells its own\n"
    "stretches, and their part counts on. Nor may an agent's centre leave the cells of a map\n"
    "(--outside).\n"
    "\n"
    "With --scenario, every agent has to begin at the start of its task and to end at its goal,\n"
    "and on a --map that is a roadmap to move along edges. Several rows of one agent are its\n"
    "tasks in order. Tasks and agents match by label; if no label is a task's, the first tasks\n"
    "are those of the agents in order. Every comparison is exact, and what is broken is a row:\n"
    "agent_b is then 'start X Y', 'task K X Y', 'goal X Y', 'edge', 'speed', 'acceleration',\n"
    "'jump' or 'outside', the verdict 'broken'. An agent costs the time until it has come to\n"
    "where it stays.\n"
    "\n"
    "--unsafe-starts answers a second question for every two motions that meet, and keeps the\n"
    "answer in the database: when must the motion of agent_a not start, while that of agent_b\n"
    "keeps its time? All intervals are there, also those that a search by halves would miss.\n"
    "`graze query DB delay` makes of them how much delay clears each conflict.\n"
    "\n"
    "--slack asks for each agent how late it may be, all the way, while the others keep their\n"
    "times and it stands at its first place, before it is in conflict: every delay below the\n"
    "slack is safe. `graze query DB slack` lists the tightest first.\n"
    "\n"
    "--resume goes on with a check that a signal, kill -9, a full disk or --limit-meetings cut\n"
    "short, at the first agent that was not done. Rows and database become what they would\n"
    "have been.\n"
    "\n"
    "exit status: 0 no conflict; 1 conflicts, or a broken task, limit or map; 2 bad usage or bad\n"
    "input; 3 too many meetings; 4 files, streams or database; 5 memory, or numbers whose exact\n"
    "answer needs more than 256 MiB; 70 a fault of graze itself; 130, 143 ended by a signal\n"
    "\n"
    "examples:\n"
    "  graze check --radius 0.25 plan.csv\n"
    "  graze check --bodies robots.csv --all -o results.db plan.csv\n"
    "  graze check --radius 0.5 --unsafe-starts -o results.db maps/braking.csv\n";

/* The last index is none; the first filter is to be chosen. */
static const char index_choices[] = "auto|scan|sweep|grid|tree|masks|none";
static const char filter_choices[] = "auto|none|bvh|bvi|si|sta|pyramid";

static void choose_filters(graze_check_options *how, int index, int filter)
{
    how->without_index = index > GRAZE_INDEX_MASKS;
    how->index = how->without_index ? GRAZE_INDEX_AUTO : (graze_index_method)index;
    how->filter = filter > 0 ? (graze_pair_filter)(filter - 1)
                  : how->without_index ? GRAZE_FILTER_PYRAMID : GRAZE_FILTER_NONE;
}

static bool can_be_split(const check_job *job)
{
    return job->against.options.file == NULL && job->against.from.file == NULL &&
           !job->unsafe_starts && !job->slack && !job->how.without_index &&
           job->how.filter == GRAZE_FILTER_NONE;
}

int check_parse(check_job *job, int argc, char **argv)
{
    int at_start = PLAN_STAND, at_end = GRAZE_STAY, index = GRAZE_INDEX_AUTO, filter = 0;
    int threads = (int)graze_check_processors();
    const option_rule rules[] = {
        {"radius", 'r', OPTION_RADIUS, "METRES|grid", &job->reading.radius,
         &job->reading.has_radius,
         "radius of every agent that has none of its own [m]; grid: sqrt(2)/4 of a\n"
         "cell, the largest disc of which valid plans on grids are clear"},
        {"bodies", 0, OPTION_TEXT, "FILE", &job->reading.bodies_file, NULL,
         "CSV with a body for each agent: agent,radius[,vertices], or for each\n"
         "name in the plan: body,...; vertices are 'x y x y ...' round the agent's\n"
         "place, counter-clockwise"},
        {"at-start", 0, OPTION_CHOICE, "stand|absent", &at_start, NULL,
         "where an agent is before its first row (default: stand, at its place from\n"
         "the plan's earliest time on)"},
        {"at-end", 0, OPTION_CHOICE, "stay|vanish", &at_end, NULL,
         "what an agent does after its last row (default: stay, for ever)"},
        {"map", 0, OPTION_TEXT, "FILE", &job->against.options.file, NULL,
         "check against the blocked cells of this grid too; or a roadmap, which tells\n"
         "where the agents are that a log leaves without a section"},
        {"edges", 0, OPTION_TEXT, "FILE", &job->against.options.edges_file, NULL,
         "the edges of a map that is a CSV roadmap"},
        {"cell", 0, OPTION_NUMBER, "METRES", &job->against.options.cell,
         &job->against.options.has_cell, "side of the map's cells [m] (default: 1)"},
        {"obstacles", 0, OPTION_TEXT, "FILE", &job->against.from.file, NULL,
         "check against these obstacles too: CSV (obstacle,x,y[,radius]; x,y[,z] for\n"
         "points), WKT or PCD, recognised by content"},
        {"obstacle-radius", 0, OPTION_NUMBER, "METRES", &job->against.from.radius,
         &job->against.from.has_radius,
         "radius of obstacles without one of their own [m] (default: 0)"},
        {"outside", 0, OPTION_CHOICE, "wrong|free", &job->task.outside, NULL,
         "whether an agent's centre may leave the cells of a --map that is a grid\n"
         "(default: wrong)"},
        {"max-speed", 0, OPTION_NUMBER, "M/S", &job->task.speed, &job->task.has_speed,
         "no agent may be faster [m/s]"},
        {"max-acceleration", 0, OPTION_NUMBER, "M/S2", &job->task.acceleration,
         &job->task.has_acceleration,
         "no motion may accelerate more [m/s^2], nor its velocity jump"},
        {"max-jump", 0, OPTION_NUMBER, "M/S", &job->task.jump, &job->task.has_jump,
         "by how much the velocity may differ from one motion to the next [m/s]\n"
         "(default: 1e-9 with --max-acceleration, else any)"},
        OPTIONS_IMPORT(job->reading.import),
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->tolerance, NULL,
         "overlaps up to this depth [m] are no conflict, they graze\n(default: 1e-9)"},
        {"all", 0, OPTION_FLAG, NULL, &job->all, NULL, "print stretches that graze or touch too"},
        {"first", 0, OPTION_FLAG, NULL, &job->first_only, NULL,
         "print the earliest conflict only (of several that begin at the same\n"
         "double, that of the first agents); all pairs are decided and counted"},
        {"limit-meetings", 0, OPTION_NUMBER, "COUNT", &job->limit, NULL,
         "stop with status 3 at more stretches than this, as when all agents stand\n"
         "on one spot (default: 1000000; 0: any number)"},
        {"output", 'o', OPTION_TEXT, "DB", &job->common.output, NULL,
         "keep the plan and all its meetings in this results database (SQLite)"},
        {"unsafe-starts", 0, OPTION_FLAG, NULL, &job->unsafe_starts, NULL,
         "keep in DB when each motion that meets another must not start"},
        {"slack", 0, OPTION_FLAG, NULL, &job->slack, NULL,
         "keep in DB how much delay each agent can take before it first conflicts"},
        {"resume", 0, OPTION_FLAG, NULL, &job->resume, NULL,
         "go on with the newest check in DB that was cut short; options and files\n"
         "must be the same"},
        {"index", 0, OPTION_CHOICE, index_choices, &index, NULL,
         "how pairs that may meet are found (default: auto; none: all pairs are\ntried)"},
        {"filter", 0, OPTION_CHOICE, filter_choices, &filter, NULL,
         "boxes of equal time step, for each pair of agents that the index leaves\n"
         "(default: none where there is an index, else pyramid)"},
        {"split-plan", 0, OPTION_COUNT, "BLOCKS", &job->split.blocks, NULL,
         "cut space into so many blocks and check one at a time, with the memory of\n"
         "one: for plans that are larger than the memory (rows of waypoints lie in a\n"
         "file in TMPDIR); a block of 10^6 motions takes about 250 MB. The answer is\n"
         "the same"},
        {"jobs", 'j', OPTION_COUNT, "N", &threads, NULL,
         "threads (default: as many as there are processors)"},
        OPTION_FORMAT(job->common),
        OPTION_HEX(job->common),
        OPTIONS_TALK(job->common),
        OPTIONS_END,
    };
    const command_help help = {"check [options] PLAN",
                               "Replays a plan exactly: every pair of agents that meets, when and "
                               "how deep.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (argc - first != 1)
        return options_refuse("check", "graze check [options] PLAN",
                              argc == first ? "no plan is given" : "more than one plan is given");
    if (job->common.output != NULL && strcmp(job->common.output, "-") == 0)
        return options_refuse("check", "name a file, or leave out -o to print only",
                              "a results database cannot be written to standard output");
    if (job->unsafe_starts && job->common.output == NULL)
        return options_refuse("check", "add -o DB; `graze pairs` prints unsafe starts of pairs",
                              "--unsafe-starts needs a database to keep them in");
    if (job->slack && job->common.output == NULL)
        return options_refuse("check", "add -o DB; then `graze query DB slack` prints it",
                              "--slack needs a database to keep it in");
    if (job->resume && job->common.output == NULL)
        return options_refuse("check", "add -o DB, the database with the check that was cut short",
                              "--resume needs a database to go on with");
    choose_filters(&job->how, index, filter);
    if (job->split.blocks > 0 && !can_be_split(job))
        return options_refuse("check", "leave them out, or --split-plan",
                              "--split-plan decides pairs of agents by the index of a block: "
                              "without --map, --obstacles, --unsafe-starts, --slack, --filter "
                              "and --index none");
    job->how.tolerance = job->tolerance;
    job->how.threads = job->reading.threads = (size_t)threads;
    job->file = argv[first];
    job->reading.at_start = (plan_at_start)at_start;
    job->reading.at_end = (graze_at_end)at_end;
    job->reading.tolerance = job->tolerance;
    return OPTIONS_GO_ON;
}

char *check_command_line(int argc, char **argv)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    fputs("[\"graze\"", out);
    for (int i = 0; i < argc; i++) {
        putc(',', out);
        rows_json_string(out, argv[i], strlen(argv[i]));
    }
    putc(']', out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
