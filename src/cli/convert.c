/* SPDX-License-Identifier: MIT */
/* `graze convert`: plans, maps and scenarios from one format into another, bit for bit where
 * both can hold the numbers, and not at all where they cannot. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/import_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "io/map_write.h"
#include "io/plan_formats.h"
#include "io/plan_header.h"
#include "io/plan_write.h"
#include "io/scenario_write.h"
#include "io/source.h"
#include "storage/question.h"
#include "storage/stored.h"

typedef enum subject { SUBJECT_PLAN, SUBJECT_MAP, SUBJECT_SCENARIO, SUBJECT_DATABASE } subject;

/* In the order of the choices below. */
typedef enum target {
    TO_WAYPOINTS,
    TO_MOTIONS,
    TO_LOG,
    TO_LNS_PATHS,
    TO_LACAM,
    TO_LORR,
    TO_TRACKER,
    TO_GRID,
    TO_MOVINGAI,
    TO_CCBS_MAP,
    TO_ROADMAP,
    TO_GRAPHML,
    TO_SCENARIO,
    TO_SCEN,
    TO_CCBS_TASK
} target;

static const char target_choices[] = "waypoints|motions|log|lns-paths|lacam|lorr|tracker|"
                                     "grid|movingai|ccbs-map|roadmap|graphml|scenario|scen|"
                                     "ccbs-task";

typedef struct convert_job {
    common_options common;
    const char *input, *output; /* the operands */
    int from;                   /* subject, where has_from */
    bool has_from;
    int to; /* target, where has_to */
    bool has_to;
    const char *map_file, *edges_file, *edges_output, *bodies_file;
    plan_import import;
    double cell, radius, plan_id;
    bool has_cell, has_radius, has_plan_id, drop;
    diagnostics sink;
    map map; /* --map, or IN */
    bool has_map;
} convert_job;

static const char notes[] =
    "IN is recognised by its content; '-' is standard input, and then --from tells what it is.\n"
    "The format of OUT is told by --to, else by the ending of its name:\n"
    "  a plan      waypoints (.csv, when all motions are), motions (.csv), log (.xml)\n"
    "  a map       grid, roadmap (.csv), movingai (.map), ccbs-map, graphml (.xml, .graphml)\n"
    "  a scenario  scenario (.csv), scen (.scen), ccbs-task (.xml); it needs its --map\n"
    "A plan whose agents step from cell to neighbouring cell, once a second, is written for other\n"
    "programs, too: --to lns-paths (MAPF-LNS2, EECBS), lacam (mapf-visualizer), lorr (PlanViz),\n"
    "tracker (MAPF tracker, which wants the --scenario).\n"
    "A results database gives one of its plans. A CSV roadmap is two files: --edges and\n"
    "--edges-output name the second one.\n"
    "\n"
    "Numbers keep every bit: they are written as the shortest decimals that read back. What a\n"
    "format cannot hold is refused: motions with an acceleration as waypoints, ramps (share) and\n"
    "velocities that are no doubles as motions, three dimensions or cells other than 1 m in\n"
    "Continuous-CBS.\n"
    "Names and sizes for which it has no place are refused as well, unless --drop is given.\n"
    "A plan does not say where agents are before their first and after their last row:\n"
    "`graze check --at-start` and `--at-end` do.\n"
    "\n"
    "exit status: 0 done; 2 bad usage or input, or OUT cannot hold it; 4 files or streams;\n"
    "5 memory\n"
    "\n"
    "examples:\n"
    "  graze convert task_log.xml plan.csv\n"
    "  graze convert --to motions plan.csv -\n"
    "  graze convert --edges-output edges.csv roadmap.xml vertices.csv\n"
    "  graze convert --map arena.map arena.scen scenario.csv\n";

/* ---- what is it? -------------------------------------------------------------------------- */

static io_result refuse(convert_job *job, const char *file, const char *hint, const char *what)
{
    diagnostic_error(&job->sink, &(diagnostic_place){.file = file}, hint, "%s", what);
    return IO_BAD_INPUT;
}

static bool begins_with(const char *bytes, size_t length, const char *word)
{
    return length >= strlen(word) && memcmp(bytes, word, strlen(word)) == 0;
}

/* Is one of these the name of a column in the header? */
static bool has_column(const char *bytes, size_t length, const char *const *names)
{
    const char *end = memchr(bytes, '\n', length);
    size_t rest = end != NULL ? (size_t)(end - bytes) : length;
    while (rest > 0) {
        size_t width = 0;
        while (width < rest && strchr(",\r", bytes[width]) == NULL)
            width++;
        size_t begin = width > 1 && bytes[0] == '"', quotes = 2 * begin;
        for (const char *const *name = names; *name != NULL; name++)
            if (strlen(*name) == width - quotes &&
                memcmp(bytes + begin, *name, width - quotes) == 0)
                return true;
        width += width < rest;
        bytes += width;
        rest -= width;
    }
    return false;
}

/* A document that is no plan: a map has a <map> or a <graphml>. */
static subject recognise_xml(const char *bytes, size_t length)
{
    return plan_format_has(bytes, length, "<graphml") || plan_format_has(bytes, length, "<map")
               ? SUBJECT_MAP
               : SUBJECT_SCENARIO;
}

static io_result recognise_table(convert_job *job, const char *bytes, size_t length, subject *found)
{
    static const char *const of_plans[] = {"time", "duration", NULL};
    static const char *const of_scenarios[] = {"goal", "goal_x", NULL};
    static const char *const of_maps[] = {"vertex", NULL};
    if (map_begins_as_grid(bytes, length) || begins_with(bytes, length, "type ") ||
        has_column(bytes, length, of_maps))
        *found = SUBJECT_MAP;
    else if (begins_with(bytes, length, "version") || has_column(bytes, length, of_scenarios))
        *found = SUBJECT_SCENARIO;
    else if (has_column(bytes, length, of_plans))
        *found = SUBJECT_PLAN;
    else
        return refuse(job, job->input, "--from plan, map or scenario, to be told what is missing",
                      "is neither a plan, a map nor a scenario");
    return IO_OK;
}

/* A plan in CSV, by its header or because an option says how to read it. */
static bool is_plan_table(const convert_job *job, const char *bytes, size_t length)
{
    const plan_import *import = &job->import;
    return import->columns != NULL || import->delimiter != NULL || import->no_header ||
           import->has_frame_rate || plan_header_begins(bytes, length);
}

static io_result recognise(convert_job *job, subject *found)
{
    const char *bytes;
    size_t length;
    source *input = NULL;
    *found = (subject)job->from;
    if (job->has_from)
        return IO_OK;
    if (strcmp(job->input, "-") == 0)
        return refuse(job, job->input, "--from plan, map or scenario",
                      "what standard input is has to be told");
    const plan_kind *kind = NULL;
    io_result result = source_open(job->input, false, &job->sink, &input);
    if (result == IO_OK)
        result = plan_recognise(input, &job->sink, &kind);
    if (result == IO_OK)
        result = source_look(input, &job->sink, &bytes, &length);
    if (result == IO_OK) {
        if (begins_with(bytes, length, "SQLite format 3"))
            *found = SUBJECT_DATABASE;
        else if (kind != NULL || is_plan_table(job, bytes, length))
            *found = SUBJECT_PLAN;
        else if (length > 0 && bytes[0] == '<')
            *found = recognise_xml(bytes, length);
        else
            result = recognise_table(job, bytes, length, found);
    }
    source_close(input);
    return result;
}

/* ---- what shall it be? -------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), width = strlen(ending);
    return length > width && strcmp(name + length - width, ending) == 0;
}

static io_result no_target(convert_job *job, const char *hint)
{
    return refuse(job, job->output, hint, "its name does not tell a format");
}

static io_result choose_plan(convert_job *job, const plan *given, plan_format *format)
{
    static const char hint[] = "--to waypoints, motions, log, lns-paths, lacam, lorr or tracker";
    *format = plan_is_waypoints(given) ? PLAN_WAYPOINTS : PLAN_MOTIONS;
    if (job->has_to && job->to > TO_TRACKER)
        return refuse(job, job->input, hint, "a plan is no map, and no scenario");
    if (job->has_to)
        *format = (plan_format)(job->to - TO_WAYPOINTS);
    else if (ends_in(job->output, ".xml"))
        *format = PLAN_LOG;
    else if (!ends_in(job->output, ".csv"))
        return no_target(job, hint);
    return IO_OK;
}

static io_result choose_map(convert_job *job, map_format *format)
{
    static const char hint[] = "--to grid, movingai, ccbs-map, roadmap or graphml";
    static const map_format formats[] = {
        [TO_GRID] = MAP_GRID_CSV,       [TO_MOVINGAI] = MAP_MOVINGAI, [TO_CCBS_MAP] = MAP_CCBS_GRID,
        [TO_ROADMAP] = MAP_ROADMAP_CSV, [TO_GRAPHML] = MAP_GRAPHML,
    };
    bool is_grid = job->map.kind == MAP_GRID;
    *format = is_grid ? MAP_GRID_CSV : MAP_ROADMAP_CSV;
    if (job->has_to && (job->to < TO_GRID || job->to > TO_GRAPHML))
        return refuse(job, job->input, hint, "a map is no plan, and no scenario");
    if (job->has_to)
        *format = formats[job->to];
    else if (ends_in(job->output, ".map"))
        *format = MAP_MOVINGAI;
    else if (ends_in(job->output, ".xml") || ends_in(job->output, ".graphml"))
        *format = is_grid ? MAP_CCBS_GRID : MAP_GRAPHML;
    else if (!ends_in(job->output, ".csv"))
        return no_target(job, hint);
    return IO_OK;
}

static io_result choose_scenario(convert_job *job, scenario_format *format)
{
    static const char hint[] = "--to scenario, scen or ccbs-task";
    *format = SCENARIO_CSV;
    if (job->has_to && job->to < TO_SCENARIO)
        return refuse(job, job->input, hint, "a scenario is no plan, and no map");
    if (job->has_to)
        *format = (scenario_format)(job->to - TO_SCENARIO);
    else if (ends_in(job->output, ".scen"))
        *format = SCENARIO_MOVINGAI;
    else if (ends_in(job->output, ".xml"))
        *format = SCENARIO_CCBS;
    else if (!ends_in(job->output, ".csv"))
        return no_target(job, hint);
    return IO_OK;
}

/* ---- writing ------------------------------------------------------------------------------- */

/* Whether the second file is wanted, and can be. */
static io_result check_edges(convert_job *job, bool wanted)
{
    if (wanted && job->edges_output == NULL)
        return refuse(job, job->output, "--edges-output FILE",
                      "a CSV roadmap is two files, and the one of its edges has no name");
    if (!wanted && job->edges_output != NULL)
        return refuse(job, job->edges_output, "leave out --edges-output",
                      "only a CSV roadmap has a file of edges");
    return IO_OK;
}

/* edges: null, but for a CSV roadmap. */
static io_result open_outputs(convert_job *job, output **out, output **edges)
{
    io_result result = check_edges(job, edges != NULL);
    if (result == IO_OK)
        result = output_open(job->output, &job->sink, out);
    if (result == IO_OK && edges != NULL)
        result = output_open(job->edges_output, &job->sink, edges);
    return result;
}

static writing writing_to(convert_job *job, output *out)
{
    return (writing){.out = out != NULL ? output_stream(out) : NULL,
                     .sink = &job->sink,
                     .file = job->input,
                     .scenario_file = job->import.scenario_file,
                     .drop = job->drop};
}

static io_result commit(convert_job *job, output *out, io_result result)
{
    if (out != NULL && result == IO_OK)
        return output_commit(out, &job->sink);
    output_discard(out);
    return result;
}

static io_result write_map(convert_job *job)
{
    output *out = NULL, *edges_out = NULL;
    map_format format;
    io_result result = choose_map(job, &format);
    if (result == IO_OK)
        result = open_outputs(job, &out, format == MAP_ROADMAP_CSV ? &edges_out : NULL);
    if (result == IO_OK) {
        writing to = writing_to(job, out), edges = writing_to(job, edges_out);
        result = map_write(&job->map, format, &to, &edges);
    }
    result = commit(job, edges_out, result);
    return commit(job, out, result);
}

static io_result write_plan(convert_job *job, const plan *given)
{
    output *out = NULL;
    plan_format format;
    io_result result = choose_plan(job, given, &format);
    if (result == IO_OK)
        result = open_outputs(job, &out, NULL);
    if (result == IO_OK) {
        writing to = writing_to(job, out);
        result = plan_write(given, job->has_map ? &job->map : NULL, format, &to);
    }
    return commit(job, out, result);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static io_result write_scenario(convert_job *job, const scenario *given)
{
    output *out = NULL;
    scenario_format format;
    io_result result = choose_scenario(job, &format);
    if (result == IO_OK)
        result = open_outputs(job, &out, NULL);
    if (result == IO_OK) {
        writing to = writing_to(job, out);
        result = scenario_write(given, &job->map, base_name(job->map_file), format, &to);
    }
    return commit(job, out, result);
}

/* ---- reading ------------------------------------------------------------------------------- */

static io_result read_map(convert_job *job, const char *file)
{
    const map_options options = {
        .file = file, .edges_file = job->edges_file, .has_cell = job->has_cell, .cell = job->cell};
    io_result result = map_read(&options, &job->sink, &job->map);
    job->has_map = result == IO_OK;
    return result;
}

static io_result convert_map(convert_job *job)
{
    if (job->map_file != NULL)
        return refuse(job, job->map_file, "leave out --map", "a map needs no other map");
    io_result result = read_map(job, job->input);
    return result == IO_OK ? write_map(job) : result;
}

static io_result convert_scenario(convert_job *job)
{
    const scenario_options options = {.file = job->input,
                                      .has_radius = job->has_radius,
                                      .radius = job->radius,
                                      .radius_optional = true};
    scenario given;
    if (job->map_file == NULL)
        return refuse(job, job->input, "--map FILE", "a scenario is about places of a map");
    io_result result = read_map(job, job->map_file);
    if (result == IO_OK)
        result = scenario_read(&options, &job->map, &job->sink, &given);
    if (result != IO_OK)
        return result;
    result = write_scenario(job, &given);
    scenario_free(&given);
    return result;
}

static io_result convert_plan(convert_job *job)
{
    plan given;
    io_result result = job->map_file != NULL ? read_map(job, job->map_file) : IO_OK;
    const plan_options options = {.bodies_file = job->bodies_file,
                                  .map = job->has_map ? &job->map : NULL,
                                  .has_radius = job->has_radius,
                                  .radius = job->radius,
                                  .at_start = PLAN_ABSENT,
                                  .at_end = GRAZE_STAY,
                                  .tolerance = 1e-9,
                                  .import = job->import,
                                  .has_cell = job->has_cell,
                                  .cell = job->cell,
                                  .bodies_optional = true,
                                  .unhashed = true};
    if (result == IO_OK)
        result = plan_read(job->input, &options, &job->sink, &given);
    if (result != IO_OK)
        return result;
    result = write_plan(job, &given);
    plan_free(&given);
    return result;
}

static io_result find_plan(const convert_job *job, database *db, int64_t *plan_id)
{
    if (!job->has_plan_id)
        return question_latest_plan(db, plan_id);
    *plan_id = (int64_t)job->plan_id;
    return question_check_plan(db, *plan_id);
}

static io_result convert_database(convert_job *job)
{
    database *db = NULL;
    plan given;
    int64_t plan_id = 0;
    double tolerance;
    io_result result = job->map_file != NULL ? read_map(job, job->map_file) : IO_OK;
    if (result == IO_OK)
        result = database_open(job->input, &job->sink, &db);
    if (result != IO_OK)
        return result;
    result = find_plan(job, db, &plan_id);
    if (result == IO_OK)
        result = stored_plan_read(db, plan_id, &given, &tolerance);
    database_close(db);
    if (result != IO_OK)
        return result;
    given.has_bodies = true;
    result = write_plan(job, &given);
    plan_free(&given);
    return result;
}

/* ---- the command --------------------------------------------------------------------------- */

static int run(convert_job *job)
{
    subject found;
    io_result result = recognise(job, &found);
    if (result == IO_OK)
        result = found == SUBJECT_PLAN       ? convert_plan(job)
                 : found == SUBJECT_MAP      ? convert_map(job)
                 : found == SUBJECT_SCENARIO ? convert_scenario(job)
                                             : convert_database(job);
    if (result == IO_MEMORY && job->sink.errors == 0)
        return cli_memory();
    diagnostic_finish(&job->sink);
    return cli_status_of(result);
}

static int parse(convert_job *job, int argc, char **argv)
{
    const option_rule rules[] = {
        {"from", 0, OPTION_CHOICE, "plan|map|scenario", &job->from, &job->has_from,
         "what IN is (default: recognised by its content)"},
        {"to", 0, OPTION_CHOICE, target_choices, &job->to, &job->has_to,
         "the format of OUT (default: by the ending of its name)"},
        {"map", 0, OPTION_TEXT, "FILE", &job->map_file, NULL,
         "the map of a scenario, or of a log (any format)"},
        {"edges", 0, OPTION_TEXT, "FILE", &job->edges_file, NULL,
         "the edges of a CSV roadmap that is read"},
        {"edges-output", 0, OPTION_TEXT, "FILE", &job->edges_output, NULL,
         "where the edges of a CSV roadmap go"},
        {"cell", 0, OPTION_NUMBER, "METRES", &job->cell, &job->has_cell,
         "side of the cells of a CSV or MovingAI grid (default: 1)"},
        {"bodies", 0, OPTION_TEXT, "FILE", &job->bodies_file, NULL,
         "radii that a plan is to have (CSV)"},
        {"radius", 'r', OPTION_RADIUS, "METRES|grid", &job->radius, &job->has_radius,
         "the radius that all agents are to have"},
        OPTIONS_IMPORT(job->import),
        {"plan", 0, OPTION_NUMBER, "ID", &job->plan_id, &job->has_plan_id,
         "which plan of a results database (default: the latest of a finished run)"},
        {"drop", 0, OPTION_FLAG, NULL, &job->drop, NULL,
         "leave out names, bodies and speeds for which OUT has no place"},
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"convert [options] IN OUT",
                               "Converts plans, maps and scenarios from one format into another.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (argc - first != 2)
        return options_refuse("convert", "graze convert [options] IN OUT",
                              argc - first < 2 ? "two files are wanted, IN and OUT"
                                               : "more than two files are given");
    job->input = argv[first];
    job->output = argv[first + 1];
    return OPTIONS_GO_ON;
}

int cli_convert(int argc, char **argv)
{
    convert_job job = {.common = COMMON_OPTIONS_DEFAULT};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    status = run(&job);
    if (job.has_map)
        map_free(&job.map);
    return status;
}
