/* SPDX-License-Identifier: MIT */
/* `graze plot`: pictures of a plan, a results database, or a pair of motions. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/plot_job.h"

static const char *const pictures[PICTURES + 1] = {
    [PICTURE_DISTANCE] = "distance", [PICTURE_DIAGRAM] = "diagram", [PICTURE_MAP] = "map",
    [PICTURE_PRISM] = "prism",       [PICTURE_GANTT] = "gantt",     [PICTURE_DEPTHS] = "depths",
    [PICTURE_SPEED] = "speed",
    [PICTURE_ANYTIME] = "anytime",
    [PICTURE_SUCCESS] = "success",   [PICTURE_RUNTIME] = "runtime", [PICTURE_COSTS] = "costs",
};

static const char notes[] =
    "pictures:\n"
    "  distance  how far two agents are apart over time, with their conflicts\n"
    "  diagram   free-space diagram of two motions: what is blocked, the present diagonal,\n"
    "            unsafe starts and unsafe speeds of the first\n"
    "  map       paths from above, and where agents meet; the map too, if there is one\n"
    "  prism     paths in space and time\n"
    "  gantt     a row for each agent over time\n"
    "  speed     how fast each agent is over time\n"
    "  depths    how many meetings are how deep, by powers of ten\n"
    "  anytime   of `graze solve -o`: what the plan cost over time, and the bound\n"
    "  success   the share of all solver runs of a database that found a plan, by agents\n"
    "  runtime   how many of them did in which time\n"
    "  costs     what plans cost against the best known of their instances, by agents\n"
    "\n"
    "FILE is a results database of `graze check -o`, or a plan in any format of `graze check`,\n"
    "which is decided first; or, for distance and diagram without a= and b=, a CSV file as for\n"
    "`graze pairs`.\n"
    "\n"
    "name=value:\n"
    "  plan=ID           which plan of the database (default: that of the latest finished run)\n"
    "  a=LABEL b=LABEL   two agents; the map, prism, gantt and speed show all without them\n"
    "  motion_a=N motion_b=N\n"
    "                    for the diagram, counted from 0 (default: those that come nearest)\n"
    "  id=ID             which pair of the CSV file, when there are more than one\n"
    "\n"
    "Every number that the library answered stands in the SVG unrounded, as data-... of the\n"
    "group of shapes that shows it, and in its tooltip.\n"
    "\n"
    "exit status: 0 done, whatever conflicts there are; 2 bad usage or input; 4 files or\n"
    "streams; 5 memory; 70 a fault of graze itself\n"
    "\n"
    "examples:\n"
    "  graze plot distance results.db a=alder b=birch -o distance.svg\n"
    "  graze plot diagram maps/braking-pairs.csv id=pinch -o pinch.svg\n"
    "  graze plot map results.db -o map.svg\n"
    "  graze plot map --map room.map --radius 0.3 plan.txt -o map.pdf\n";

/* ---- drawing ---------------------------------------------------------------------------- */

static graze_status draw_pair(plot_job *job, plot_canvas *canvas)
{
    const plan_agent *a = &job->run.plan.agents[job->agent_a];
    const plan_agent *b = &job->run.plan.agents[job->agent_b];
    if (job->picture == PICTURE_DISTANCE) {
        const plot_distance plot = {
            job->title, a, b, job->run.tolerance, job->met, job->met_count, job->approach};
        return plot_distance_draw(canvas, &plot);
    }
    const plot_diagram plot = {
        .title = job->title,
        .agent_a = a,
        .agent_b = b,
        .seq_a = job->seq_a,
        .seq_b = job->seq_b,
        .tolerance = job->run.tolerance,
        .conflicts = job->conflicts.intervals,
        .conflict_count = job->conflicts.count,
        .starts = job->asked.answer.intervals,
        .start_count = job->asked.answer.count,
        .has_speeds = job->has_speeds,
        .speeds = job->speeds.answer.intervals,
        .speed_count = job->has_speeds ? job->speeds.answer.count : 0,
    };
    return plot_diagram_draw(canvas, &plot);
}

static graze_status draw_plan(plot_job *job, plot_canvas *canvas)
{
    const plot_plan plot = {
        job->title,
        &job->run.plan,
        job->run.tolerance,
        shown_run_map(&job->run),
        shown_run_obstacles(&job->run),
        job->meetings,
        job->meeting_count,
        job->shown};
    return job->picture == PICTURE_MAP     ? plot_map_draw(canvas, &plot)
           : job->picture == PICTURE_PRISM ? plot_prism_draw(canvas, &plot)
           : job->picture == PICTURE_GANTT ? plot_gantt_draw(canvas, &plot)
                                           : plot_speed_draw(canvas, &plot);
}

static graze_status draw_course(plot_job *job, plot_canvas *canvas)
{
    const plot_anytime plot = {job->title, job->course.points, job->course.count};
    return plot_anytime_draw(canvas, &plot);
}

static graze_status draw(plot_job *job, plot_canvas *canvas)
{
    if (job->picture <= PICTURE_DIAGRAM)
        return draw_pair(job, canvas);
    if (job->picture >= PICTURE_SUCCESS)
        return plot_draw_curves(job, canvas);
    if (job->picture < PICTURE_DEPTHS)
        return draw_plan(job, canvas);
    if (job->picture == PICTURE_ANYTIME)
        return draw_course(job, canvas);
    const plot_depths plot = {job->title, job->run.tolerance, job->decades, job->decade_count};
    return plot_depths_draw(canvas, &plot);
}

/* The library had no answer: too little memory, numbers that no picture can hold, or a
 * fault of ours. */
static int explain_fault(plot_job *job)
{
    const diagnostic_place place = {.file = job->run.file};
    switch (job->run.fault) {
    case GRAZE_ERROR_WORKSPACE:
    case GRAZE_ERROR_MEMORY:
        diagnostic_error(&job->run.sink, &place,
                         "are some numbers far smaller or larger than the others?",
                         "no memory for the exact answer");
        return CLI_MEMORY;
    case GRAZE_ERROR_NOT_FINITE:
        diagnostic_error(&job->run.sink, &place,
                         "`graze pairs` and `graze check` answer all the same",
                         "a place is beyond the largest double and cannot be drawn");
        return CLI_BAD_INPUT;
    default:
        return cli_bug(job->run.fault);
    }
}

static int write_picture(plot_job *job)
{
    output *out;
    io_result result = output_open(job->common.output, &job->run.sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    plot_canvas canvas = {.to = job->writer,
                          .out = output_stream(out),
                          .hex = job->common.hex,
                          .digits = job->digits};
    job->run.fault = draw(job, &canvas);
    if (job->run.fault == GRAZE_OK && !canvas.failed)
        return cli_status_of(output_commit(out, &job->run.sink));
    output_discard(out);
    return job->run.fault != GRAZE_OK ? explain_fault(job) : cli_memory();
}

/* ---- the command ------------------------------------------------------------------------ */

static int run(plot_job *job)
{
    int status = job->picture >= PICTURE_SUCCESS   ? plot_read_curves(job)
                 : job->is_pairs                   ? plot_read_pair(job)
                 : job->picture == PICTURE_ANYTIME ? plot_read_course(job)
                                                   : plot_read_run(job);
    if (status == CLI_DONE && job->picture == PICTURE_DISTANCE)
        status = plot_ask_distance(job);
    if (status == CLI_DONE && job->picture == PICTURE_DIAGRAM)
        status = plot_ask_diagram(job);
    if (job->run.fault != GRAZE_OK)
        return explain_fault(job);
    return status == CLI_DONE ? write_picture(job) : status;
}

static void close_job(plot_job *job)
{
    shown_run_close(&job->run);
    free(job->shown);
    free(job->meetings);
    free(job->decades);
    anytime_free(&job->course);
    plot_free_curves(job);
    free(job->met);
    interval_list_free(&job->conflicts);
    starts_close(&job->asked);
    starts_close(&job->speeds);
}

static int find_picture(plot_job *job, const char *word)
{
    for (int i = 0; i < PICTURES; i++)
        if (strcmp(word, pictures[i]) == 0) {
            job->picture = (plot_picture)i;
            return OPTIONS_GO_ON;
        }
    const char *nearest = options_nearest(word, pictures);
    char hint[110] = "distance, diagram, map, prism, gantt, speed, depths, anytime, success, "
                     "runtime or costs";
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return options_refuse("plot", hint, "there is no picture '%s'", word);
}

/* Takes name=value apart; which names there are is said here and nowhere else. */
static int take_value(plot_job *job, const char *operand)
{
    plot_values *values = &job->values;
    const struct {
        const char *name;
        const char **value;
        const char *has_such; /* which files have such things */
        bool meant;           /* has this one? */
        bool of_diagram;
    } names[] = {
        {"plan", &job->run.plan_value, "results databases", job->run.is_database, false},
        {"a", &values->a, "plans and results databases", !job->is_pairs, false},
        {"b", &values->b, "plans and results databases", !job->is_pairs, false},
        {"motion_a", &values->motion_a, "plans and results databases", !job->is_pairs, true},
        {"motion_b", &values->motion_b, "plans and results databases", !job->is_pairs, true},
        {"id", &values->id, "files of pairs", job->is_pairs, false},
    };
    size_t count = job->picture < PICTURE_SUCCESS ? sizeof names / sizeof names[0] : 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i].name);
        if (strncmp(operand, names[i].name, length) != 0 || operand[length] != '=')
            continue;
        if (!names[i].meant)
            return options_refuse("plot", NULL, "%s=... is for %s, and '%s' is none", names[i].name,
                                  names[i].has_such, job->run.file);
        if (names[i].of_diagram && job->picture != PICTURE_DIAGRAM)
            return options_refuse("plot", NULL, "%s=... is for the diagram", names[i].name);
        if (*names[i].value != NULL)
            return options_refuse("plot", NULL, "'%s' is given twice", names[i].name);
        *names[i].value = operand + length + 1;
        return OPTIONS_GO_ON;
    }
    return options_refuse("plot", "graze plot [options] PICTURE FILE [name=value ...]",
                          "unexpected '%s'", operand);
}

/* Two agents are named in a plan, and not in a file of pairs. */
static bool names_agents(int count, char **operands)
{
    for (int i = 0; i < count; i++)
        if (strncmp(operands[i], "a=", 2) == 0 || strncmp(operands[i], "b=", 2) == 0)
            return true;
    return false;
}

static int check_source(plot_job *job, int count, char **operands)
{
    shown_run *run = &job->run;
    run->is_database = path_is_database(run->file);
    job->is_pairs =
        !run->is_database && job->picture <= PICTURE_DIAGRAM && !names_agents(count, operands);
    if (job->is_pairs && !run->has_tolerance)
        run->tolerance = 0;
    if (job->picture == PICTURE_ANYTIME && !run->is_database)
        return options_refuse("plot", "graze solve -o DB keeps it",
                              "the course of a search is in results databases, and '%s' is none",
                              run->file);
    if (job->picture >= PICTURE_SUCCESS && !run->is_database)
        return options_refuse("plot", "`graze batch` and `graze solve -o DB` keep some",
                              "'%s' is no results database", run->file);
    if (job->common.output != NULL && path_is_same_file(job->common.output, run->file))
        return options_refuse("plot", "name another file for the picture",
                              "--output is the file that is plotted");
    return shown_run_check_options(run);
}

typedef enum image_form { IMAGE_SVG, IMAGE_PNG, IMAGE_PDF } image_form;

static int choose_cairo(plot_job *job, image_form form)
{
#ifdef HAVE_CAIRO
    const char *explanation = NULL;
    job->writer = form == IMAGE_PDF ? plot_pdf(&explanation) : plot_png(&explanation);
    if (job->writer == NULL)
        return options_refuse("plot", "write SVG, or install cairo (Debian: libcairo2)",
                              "cairo cannot be loaded: %s", explanation);
    return OPTIONS_GO_ON;
#else
    (void)job;
    (void)form;
    return options_refuse("plot", "write SVG, or build graze with cairo",
                          "this graze was built without cairo and writes no PNG and no PDF");
#endif
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = name != NULL ? strlen(name) : 0, of_ending = strlen(ending);
    return length > of_ending && strcmp(name + length - of_ending, ending) == 0;
}

/* PNG or PDF when it is asked for, or the name of the output says so. */
static int choose_image(plot_job *job)
{
    const char *name = job->common.output;
    image_form form = job->has_image           ? (image_form)job->image
                      : ends_with(name, ".png") ? IMAGE_PNG
                      : ends_with(name, ".pdf") ? IMAGE_PDF
                                                : IMAGE_SVG;
    job->writer = &plot_svg;
    return form == IMAGE_SVG ? OPTIONS_GO_ON : choose_cairo(job, form);
}

static int take_operands(plot_job *job, int count, char **operands)
{
    if (job->digits > 17)
        return options_refuse("plot", "a double has no more", "--digits must be from 1 to 17");
    if (count < 2)
        return options_refuse("plot", "graze plot [options] PICTURE FILE [name=value ...]",
                              count == 0 ? "no picture is named" : "no file is given");
    int status = find_picture(job, operands[0]);
    job->run.file = operands[1];
    if (status == OPTIONS_GO_ON)
        status = check_source(job, count - 2, operands + 2);
    for (int i = 2; i < count && status == OPTIONS_GO_ON; i++)
        status = take_value(job, operands[i]);
    return status == OPTIONS_GO_ON ? choose_image(job) : status;
}

static int parse(plot_job *job, int argc, char **argv)
{
    const option_rule rules[] = {
        OPTION_OUTPUT(job->common),
        {"image", 0, OPTION_CHOICE, "svg|png|pdf", &job->image, &job->has_image,
         "form of the picture (default: svg, but png into FILE.png, pdf into FILE.pdf)"},
        {"title", 0, OPTION_TEXT, "TEXT", &job->title, NULL, "title of the picture"},
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->run.tolerance, &job->run.has_tolerance,
         "for plans and pairs: overlaps up to this depth [m] are no conflict\n"
         "(default: 1e-9 for plans, 0 for pairs)"},
        OPTIONS_SHOWN_RUN(job->run),
        {"digits", 0, OPTION_COUNT, "N", &job->digits, &job->has_digits,
         "significant digits of numbers that are drawn, 1 ... 17 (default: the shortest\n"
         "decimals that read back the same); data-... stay unrounded"},
        {"hex", 0, OPTION_FLAG, NULL, &job->common.hex, NULL,
         "numbers of data-... as C99 hex floats"},
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"plot [options] PICTURE FILE [name=value ...]",
                               "Draws a plan, a results database, or a pair of motions, as SVG, "
                               "PNG or PDF.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    return status == OPTIONS_GO_ON ? take_operands(job, argc - first, argv + first) : status;
}

int cli_plot(int argc, char **argv)
{
    plot_job job = {.common = COMMON_OPTIONS_DEFAULT, .run = SHOWN_RUN("plot")};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.run.sink = options_diagnostics(&job.common);
    status = run(&job);
    close_job(&job);
    return status;
}
