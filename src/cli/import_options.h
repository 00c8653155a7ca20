/* SPDX-License-Identifier: MIT */
/* The options that say how a plan of another program is to be read, the same in every command
 * that reads plans (io/plan.h, struct plan_import). */
#ifndef GRAZE_CLI_IMPORT_OPTIONS_H
#define GRAZE_CLI_IMPORT_OPTIONS_H

#include "cli/options.h"
#include "io/plan.h"

/* Eight rules of a table; import is a struct plan_import. */
#define OPTIONS_IMPORT(import)                                                                     \
    {"scenario",                                                                                   \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     "FILE",                                                                                       \
     &(import).scenario_file,                                                                      \
     NULL,                                                                                         \
     "tasks: starts and goals, that `check` holds the plan against; and for plans\n"              \
     "that hold moves alone (MovingAI)"},                              \
        {"record",                                                                                 \
         0,                                                                                        \
         OPTION_INDEX,                                                                             \
         "N",                                                                                      \
         &(import).record,                                                                         \
         &(import).has_record,                                                                     \
         "which plan of a file that holds many, from 0"},                                          \
        {"axes",                                                                                   \
         0,                                                                                        \
         OPTION_CHOICE,                                                                            \
         "row-column|column-row",                                                                  \
         &(import).axes,                                                                           \
         &(import).has_axes,                                                                       \
         "which number of a place comes first (default: as its format has it)"},                   \
        {"flip-y",                                                                                 \
         0,                                                                                        \
         OPTION_FLAG,                                                                              \
         NULL,                                                                                     \
         &(import).flip_y,                                                                         \
         NULL,                                                                                     \
         "count the rows from the other end of the --map"},                                        \
        {"columns",                                                                                \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "LIST",                                                                                   \
         &(import).columns,                                                                        \
         NULL,                                                                                     \
         "which columns of a CSV file are meant: time=t,agent=id,x=px,y=py"},                      \
        {"delimiter",                                                                              \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         "C",                                                                                      \
         &(import).delimiter,                                                                      \
         NULL,                                                                                     \
         "what is between the fields of a CSV plan: ';', tab, space (default: a comma)"},          \
        {"no-header",                                                                              \
         0,                                                                                        \
         OPTION_FLAG,                                                                              \
         NULL,                                                                                     \
         &(import).no_header,                                                                      \
         NULL,                                                                                     \
         "the first row of a CSV plan is data: agent,time,x,y[,z], or as --columns"},              \
    {                                                                                              \
        "frame-rate", 0, OPTION_NUMBER, "HZ", &(import).frame_rate, &(import).has_frame_rate,      \
            "times of a sampled plan are numbers of frames, so many a second"                      \
    }

#endif
