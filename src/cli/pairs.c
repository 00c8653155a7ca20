/* SPDX-License-Identifier: MIT */
/* `graze pairs`: the kernel from the shell. One question for every row of a CSV
 * file of pairs of motions; rows stream through and answers keep their order. */
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/rows.h"
#include "cli/starts.h"
#include "io/pairs.h"

typedef enum question {
    ASK_CONFLICTS,
    ASK_CLEARANCE,
    ASK_VERDICT,
    ASK_UNSAFE_STARTS,
    ASK_UNSAFE_SPEEDS,
    QUESTIONS
} question;

static const char choices[] = "conflicts|clearance|verdict|unsafe-starts|unsafe-speeds";

typedef struct pairs_job {
    common_options common;
    int what; /* question */
    double tolerance;
    bool all, exit_code;
    const char *file;
    diagnostics sink;
    rows *writer;
    interval_list conflicts;
    starts asked;       /* open for unsafe starts and speeds only */
    bool found;         /* some pair is in conflict, some start or speed unsafe */
    graze_status fault; /* what the library should never have answered */
} pairs_job;

static const char notes[] =
    "FILE is CSV with a header, in any order of columns: id, and for a_ and b_ each\n"
    "  kinematic  x,y[,z],vx,vy[,vz][,ax,ay[,az]],start,duration   as a_x, a_y, a_vx, ...\n"
    "  waypoint   x,y[,z],to_x,to_y[,to_z],start,end\n"
    "and radius, in metres and seconds, or the corners of a convex polygon, vertices =\n"
    "'x y x y ...' in the body's frame, counter-clockwise, or both (a rounded polygon);\n"
    "vertices that lie between their neighbours on one line are no corners and left out;\n"
    "a_delay moves motion a. '-' is standard input.\n"
    "\n"
    "answers, in the order of the rows:\n"
    "  conflicts  id,index,lower,upper  one row per open interval of conflict [s],\n"
    "             ends rounded outward, index from 0\n"
    "  clearance  id,distance,time      least distance of the surfaces [m], rounded down,\n"
    "             negative in overlap, and its time [s]; the same for every tolerance\n"
    "  verdict    id,verdict,depth,time clear, touch, graze or conflict, with the greatest\n"
    "             depth [m] and its time [s]; one row for every pair\n"
    "  unsafe-starts\n"
    "             id,index,lower,upper  when motion a must not start [s], the rest unchanged:\n"
    "             one row per open interval, all of them; its upper end is a safe start, if\n"
    "             no other interval holds it\n"
    "  unsafe-speeds\n"
    "             id,index,lower,upper  how many times as fast motion a must not go along\n"
    "             its way from the same start: velocity k v, acceleration k^2 a\n"
    "A pair without an interval (conflicts, unsafe-starts, unsafe-speeds) or without common\n"
    "life (clearance) prints nothing, or a row of empty cells with --all.\n"
    "\n"
    "exit status: 0 done; 1 conflicts found (with --exit-code only); 2 bad usage or input;\n"
    "4 files or streams; 5 memory, or numbers whose exact answer needs more than 256 MiB;\n"
    "70 a fault of graze itself\n"
    "\n"
    "examples:\n"
    "  graze pairs --what verdict --tolerance 1e-9 pairs.csv\n"
    "  graze pairs --what unsafe-starts maps/braking-pairs.csv\n"
    "  generate | graze pairs --hex --all - > answers.csv\n";

/* ---- questions -------------------------------------------------------------------- */

static void write_intervals(pairs_job *job, const pairs_row *row, const graze_interval *intervals,
                            size_t count)
{
    job->found = job->found || count > 0;
    for (size_t i = 0; i < count; i++) {
        rows_text(job->writer, row->id);
        rows_integer(job->writer, (int64_t)i);
        rows_real(job->writer, intervals[i].lower);
        rows_real(job->writer, intervals[i].upper);
        rows_end(job->writer);
    }
    if (count == 0 && job->all) {
        rows_text(job->writer, row->id);
        rows_end(job->writer);
    }
}

static graze_status answer_conflicts(pairs_job *job, const pairs_row *row)
{
    interval_list *found = &job->conflicts;
    graze_status status = interval_list_conflicts(found, &row->body_a, &row->a, &row->body_b,
                                                  &row->b, job->tolerance);
    if (status == GRAZE_OK)
        write_intervals(job, row, found->intervals, found->count);
    return status;
}

static graze_status answer_unsafe(pairs_job *job, const pairs_row *row)
{
    graze_status status = (job->what == ASK_UNSAFE_SPEEDS ? starts_ask_speeds : starts_ask)(
        &job->asked, &row->body_a, &row->a, &row->body_b, &row->b, job->tolerance);
    if (status == GRAZE_OK)
        write_intervals(job, row, job->asked.answer.intervals, job->asked.answer.count);
    return status;
}

static graze_status answer_clearance(pairs_job *job, const pairs_row *row)
{
    graze_clearance clearance;
    graze_status status =
        graze_conflict_clearance(&row->body_a, &row->a, &row->body_b, &row->b, &clearance);
    if (status != GRAZE_OK || (!clearance.common_life && !job->all))
        return status;
    rows_text(job->writer, row->id);
    if (clearance.common_life) {
        job->found = job->found || clearance.distance < 0;
        rows_real(job->writer, clearance.distance);
        rows_real(job->writer, clearance.time);
    }
    rows_end(job->writer);
    return GRAZE_OK;
}

static graze_status answer_verdict(pairs_job *job, const pairs_row *row)
{
    graze_verdict verdict;
    graze_clearance clearance;
    graze_status status = graze_conflict_verdict(&row->body_a, &row->a, &row->body_b, &row->b,
                                                 job->tolerance, &verdict);
    if (status == GRAZE_OK)
        status = graze_conflict_clearance(&row->body_a, &row->a, &row->body_b, &row->b, &clearance);
    if (status != GRAZE_OK)
        return status;
    job->found = job->found || verdict == GRAZE_CONFLICT;
    rows_text(job->writer, row->id);
    rows_text(job->writer, graze_verdict_name(verdict));
    if (clearance.common_life) {
        rows_real(job->writer, clearance.depth);
        rows_real(job->writer, clearance.time);
    }
    rows_end(job->writer);
    return GRAZE_OK;
}

static graze_status answer(pairs_job *job, const pairs_row *row)
{
    switch (job->what) {
    case ASK_CLEARANCE:
        return answer_clearance(job, row);
    case ASK_VERDICT:
        return answer_verdict(job, row);
    case ASK_UNSAFE_STARTS:
    case ASK_UNSAFE_SPEEDS:
        return answer_unsafe(job, row);
    default:
        return answer_conflicts(job, row);
    }
}

static io_result refuse_numbers(pairs_job *job, const pairs_row *row)
{
    diagnostic_place place = pairs_id_place(row);
    diagnostic_error(&job->sink, &place, NULL,
                     "row '%s': no memory for the exact answer", row->id);
    return IO_MEMORY;
}

static io_result receive_row(void *context, const pairs_row *row)
{
    pairs_job *job = context;
    graze_status status = answer(job, row);
    switch (status) {
    case GRAZE_OK:
        return rows_result(job->writer);
    case GRAZE_ERROR_WORKSPACE:
    case GRAZE_ERROR_MEMORY:
        return refuse_numbers(job, row);
    default:
        job->fault = status;
        return IO_BAD_INPUT;
    }
}

/* ---- the command ------------------------------------------------------------------ */

static rows *open_rows(const pairs_job *job, FILE *out)
{
    static const char *const headers[QUESTIONS][4] = {
        [ASK_CONFLICTS] = {"id", "index", "lower", "upper"},
        [ASK_CLEARANCE] = {"id", "distance", "time"},
        [ASK_VERDICT] = {"id", "verdict", "depth", "time"},
        [ASK_UNSAFE_STARTS] = {"id", "index", "lower", "upper"},
        [ASK_UNSAFE_SPEEDS] = {"id", "index", "lower", "upper"},
    };
    rows_format format = options_format(&job->common, job->common.output != NULL);
    size_t columns = job->what == ASK_CLEARANCE ? 3 : 4;
    return rows_open(out, format, job->common.hex, columns, headers[job->what]);
}

static int run(pairs_job *job)
{
    output *out;
    io_result result = output_open(job->common.output, &job->sink, &out);
    if (result != IO_OK)
        return cli_status_of(result);
    job->writer = open_rows(job, output_stream(out));
    result = pairs_read(job->file, &job->sink, receive_row, job);
    diagnostic_finish(&job->sink);
    io_result written = rows_close(job->writer);
    if (job->fault != GRAZE_OK) {
        output_discard(out);
        return cli_bug(job->fault);
    }
    if (written == IO_MEMORY || (result != IO_OK && written == IO_OK)) {
        output_discard(out);
        return written == IO_MEMORY ? cli_memory() : cli_status_of(result);
    }
    result = output_commit(out, &job->sink); /* which tells what the stream met with */
    if (result != IO_OK)
        return cli_status_of(result);
    return job->exit_code && job->found ? CLI_FOUND : CLI_DONE;
}

static int parse(pairs_job *job, int argc, char **argv)
{
    const option_rule rules[] = {
        {"what", 0, OPTION_CHOICE, choices, &job->what, NULL, "the question (default: conflicts)"},
        {"tolerance", 0, OPTION_NUMBER, "METRES", &job->tolerance, NULL,
         "overlaps up to this depth [m] are no conflict (default: 0)"},
        {"all", 0, OPTION_FLAG, NULL, &job->all, NULL, "a row for every pair, empty answers too"},
        {"exit-code", 0, OPTION_FLAG, NULL, &job->exit_code, NULL,
         "exit with 1 when a pair is in conflict (unsafe-starts, unsafe-speeds:\n"
         "when there is an unsafe start or speed)"},
        OPTION_OUTPUT(job->common),
        OPTION_FORMAT(job->common),
        OPTION_HEX(job->common),
        OPTION_QUIET(job->common),
        OPTION_COLOR(job->common),
        OPTIONS_END,
    };
    const command_help help = {"pairs [options] FILE",
                               "Answers one question for each pair of motions in a CSV file.",
                               rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (argc - first != 1)
        return options_refuse("pairs", "graze pairs [options] FILE",
                              argc == first ? "no file is given" : "more than one file is given");
    job->file = argv[first];
    return OPTIONS_GO_ON;
}

int cli_pairs(int argc, char **argv)
{
    pairs_job job = {.common = COMMON_OPTIONS_DEFAULT};
    int status = parse(&job, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    job.sink = options_diagnostics(&job.common);
    const bool unsafe = job.what == ASK_UNSAFE_STARTS || job.what == ASK_UNSAFE_SPEEDS;
    if (unsafe && !starts_open(&job.asked))
        return cli_memory();
    status = run(&job);
    starts_close(&job.asked);
    interval_list_free(&job.conflicts);
    return status;
}
