/* SPDX-License-Identifier: MIT */
/* One call of `graze plot`: what plot.c reads from the command line, and plot_read.c and
 * plot_pair.c fill with what the database, the plan or the library says. */
#ifndef GRAZE_CLI_PLOT_JOB_H
#define GRAZE_CLI_PLOT_JOB_H

#include "cli/anytime.h"
#include "cli/shown_run.h"
#include "cli/starts.h"
#include "view/plot.h"

typedef enum plot_picture {
    PICTURE_DISTANCE,
    PICTURE_DIAGRAM,
    PICTURE_MAP,
    PICTURE_PRISM,
    PICTURE_GANTT,
    PICTURE_SPEED,
    PICTURE_DEPTHS,
    PICTURE_ANYTIME,
    PICTURE_SUCCESS, /* from here on of all runs of a database */
    PICTURE_RUNTIME,
    PICTURE_COSTS,
    PICTURES
} plot_picture;

/* name=value on the command line; null where it is not given. */
typedef struct plot_values {
    const char *a, *b, *motion_a, *motion_b, *id;
} plot_values;

typedef struct plot_job {
    common_options common;
    const char *title;
    plot_picture picture;
    plot_values values;
    shown_run run; /* the plan; of a file of pairs the two agents of one */
    bool is_pairs; /* the file is of pairs */
    const plot_writer *writer;
    int image; /* svg|png|pdf, where has_image */
    bool has_image, has_digits;
    int digits; /* where has_digits */

    bool *shown; /* of each agent; null: all */
    plot_meeting *meetings;
    size_t meeting_count;
    plot_decade *decades;
    size_t decade_count, decade_room;
    anytime course;

    plot_curve *curves;
    size_t curve_count, curve_room;
    graze_point *points;
    size_t point_count, point_room;

    size_t agent_a, agent_b, seq_a, seq_b; /* the pair */
    graze_approach approach;
    graze_meeting *met; /* of the pair */
    size_t met_count, met_room;
    interval_list conflicts;
    starts asked, speeds;
    bool has_speeds;
} plot_job;

/* Each answers an exit status (CLI_DONE to go on); what is wrong has been said, but for
 * job->run.fault. */

/* What the picture needs from the database or the plan. */
int plot_read_run(plot_job *job);

/* The course of the search that found a plan; of a database alone. */
int plot_read_course(plot_job *job);

/* What all solver runs of the database look like. */
int plot_read_curves(plot_job *job);
graze_status plot_draw_curves(plot_job *job, plot_canvas *canvas);
void plot_free_curves(plot_job *job);

/* The pair of a CSV file as a plan of two agents. */
int plot_read_pair(plot_job *job);

/* Asks the library about agents agent_a and agent_b of the plan. */
int plot_ask_distance(plot_job *job);
int plot_ask_diagram(plot_job *job);

#endif
