/* SPDX-License-Identifier: MIT */
/* What `graze plot` shows of all solver runs of a database: curves of success, time and costs. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/plot_job.h"
#include "io/array.h"
#include "storage/curves.h"

static io_result take_point(void *context, const char *name, double x, double y)
{
    plot_job *job = context;
    plot_curve *last = job->curve_count > 0 ? &job->curves[job->curve_count - 1] : NULL;
    if (!array_grow(&job->points, &job->point_room, job->point_count + 1, sizeof *job->points))
        return IO_MEMORY;
    if (last == NULL || strcmp(last->name, name) != 0) {
        if (!array_grow(&job->curves, &job->curve_room, job->curve_count + 1,
                        sizeof *job->curves))
            return IO_MEMORY;
        last = &job->curves[job->curve_count];
        *last = (plot_curve){strdup(name), job->point_count, 0};
        if (last->name == NULL)
            return IO_MEMORY;
        job->curve_count++;
    }
    job->points[job->point_count++] = (graze_point){x, y};
    last->count++;
    return IO_OK;
}

static int refuse_empty(plot_job *job)
{
    diagnostic_error(&job->run.sink, &(diagnostic_place){.file = job->run.file},
                     "`graze solve -o DB` and `graze batch` keep some", "holds no solver run%s",
                     job->picture == PICTURE_SUCCESS ? "" : " that found a plan");
    return CLI_BAD_INPUT;
}

int plot_read_curves(plot_job *job)
{
    static const curves_kind kinds[PICTURES] = {[PICTURE_SUCCESS] = CURVES_SUCCESS,
                                                [PICTURE_RUNTIME] = CURVES_RUNTIME,
                                                [PICTURE_COSTS] = CURVES_COSTS};
    database *db = NULL;
    io_result result = database_open(job->run.file, &job->run.sink, &db);
    if (result == IO_OK)
        result = curves_read(db, kinds[job->picture], take_point, job);
    database_close(db);
    if (result != IO_OK)
        return cli_status_of(result);
    return job->curve_count > 0 ? CLI_DONE : refuse_empty(job);
}

graze_status plot_draw_curves(plot_job *job, plot_canvas *canvas)
{
    static const plot_curves forms[PICTURES] = {
        [PICTURE_SUCCESS] = {"How many instances have a plan", "agents", "share with a plan",
                             "agents", "share", .y_from = 1},
        [PICTURE_RUNTIME] = {"How many instances are solved in which time", "instances",
                             "time of each [s]", "instances", "time-s", .y_from = 0},
        [PICTURE_COSTS] = {"What plans cost against the best known", "agents",
                           "cost / best known cost", "agents", "ratio", .y_from = 1},
    };
    plot_curves plot = forms[job->picture];
    if (job->title != NULL)
        plot.title = job->title;
    plot.points = job->points;
    plot.point_count = job->point_count;
    plot.curves = job->curves;
    plot.curve_count = job->curve_count;
    return plot_curves_draw(canvas, &plot);
}

void plot_free_curves(plot_job *job)
{
    for (size_t i = 0; i < job->curve_count; i++)
        free(job->curves[i].name);
    free(job->curves);
    free(job->points);
}
