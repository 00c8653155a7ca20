/* SPDX-License-Identifier: MIT */
/* The formats of plans, and how each is recognised by its content: one table, which
 * plan_read and `graze convert` ask. A reader takes the whole input into reading->plan. */
#ifndef GRAZE_IO_PLAN_FORMATS_H
#define GRAZE_IO_PLAN_FORMATS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/plan_reading.h"

typedef struct plan_kind {
    const char *name; /* for messages */
    /* Do these bytes, from the first that is no blank, begin such a file? Of XML and JSON
     * they are the whole document. */
    bool (*begins)(const char *bytes, size_t length);
    io_result (*read)(plan_reading *reading);
} plan_kind;

/* Which plan of the table this is; *found is null when it is none (a CSV plan is one). The
 * input is as it was, or held in memory. */
io_result plan_recognise(source *input, diagnostics *sink, const plan_kind **found);

/* ---- for the table and its readers ---------------------------------------------------- */

bool plan_format_begins_with(const char *bytes, size_t length, const char *text);

/* Is this text among the bytes? */
bool plan_format_has(const char *bytes, size_t length, const char *text);

bool plan_lns_begins(const char *bytes, size_t length);
bool plan_lacam_begins(const char *bytes, size_t length);
bool plan_rhcr_begins(const char *bytes, size_t length);
bool plan_rvo2_begins(const char *bytes, size_t length);
bool plan_orca_begins(const char *bytes, size_t length);
bool plan_aasipp_begins(const char *bytes, size_t length);
bool plan_lorr_begins(const char *bytes, size_t length);
bool plan_tracker_begins(const char *bytes, size_t length);
bool plan_tracker_json_begins(const char *bytes, size_t length);
bool plan_yaml_begins(const char *bytes, size_t length);

io_result plan_lns_read(plan_reading *reading);
io_result plan_lacam_read(plan_reading *reading);
io_result plan_rhcr_read(plan_reading *reading);
io_result plan_rvo2_read(plan_reading *reading);
io_result plan_orca_read(plan_reading *reading);
io_result plan_aasipp_read(plan_reading *reading);
io_result plan_lorr_read(plan_reading *reading);
io_result plan_tracker_read(plan_reading *reading);
io_result plan_tracker_json_read(plan_reading *reading);
io_result plan_yaml_read(plan_reading *reading);

#endif
