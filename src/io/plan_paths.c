/* SPDX-License-Identifier: MIT */
#include "io/plan_paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"

bool plan_paths_find(const plan_paths *paths, const char *label, size_t *index)
{
    return labels_find(&paths->index, label, index);
}

io_result plan_paths_add(plan_paths *paths, const char *label)
{
    if (!array_grow(&paths->all, &paths->capacity, paths->count + 1, sizeof *paths->all))
        return IO_MEMORY;
    plan_path *path = &paths->all[paths->count];
    *path = (plan_path){.label = strdup(label), .radius = NAN};
    if (path->label == NULL)
        return IO_MEMORY;
    paths->count++;
    return labels_add(&paths->index, path->label, paths->count - 1) ? IO_OK : IO_MEMORY;
}

io_result plan_paths_add_number(plan_paths *paths, size_t number)
{
    char label[24];
    snprintf(label, sizeof label, "%zu", number);
    return plan_paths_add(paths, label);
}

bool plan_paths_follows(const plan_path *path, double time, double x, double y)
{
    if (path->count == 0)
        return true;
    double before = path->times[path->count - 1];
    graze_vector place = path->places[path->count - 1];
    return time > before || (time == before && place.x == x && place.y == y);
}

io_result plan_paths_row(plan_path *path, double time, double x, double y)
{
    if (!array_grow(&path->times, &path->times_capacity, path->count + 1, sizeof *path->times) ||
        !array_grow(&path->places, &path->places_capacity, path->count + 1, sizeof *path->places))
        return IO_MEMORY;
    path->times[path->count] = time;
    path->places[path->count++] = (graze_vector){x, y, 0};
    return IO_OK;
}

/* ---- the plan ------------------------------------------------------------------------ */

static io_result refuse(const plan_reading *reading, const char *hint, const char *what)
{
    diagnostic_place place = {.file = source_name(reading->input)};
    diagnostic_error(reading->sink, &place, hint, "%s", what);
    return IO_BAD_INPUT;
}

static io_result refuse_agent(const plan_reading *reading, const plan_path *path, const char *hint,
                              const char *what)
{
    diagnostic_place place = {.file = source_name(reading->input)};
    diagnostic_error(reading->sink, &place, hint, "agent '%.40s' %s", path->label, what);
    return IO_BAD_INPUT;
}

/* --radius goes before the file's radius, --bodies before both. */
static bool choose_body(const plan_path *path, const plan_reading *reading, graze_body *body)
{
    *body = (graze_body){.radius = isnan(path->radius) ? 0 : path->radius};
    return bodies_choose(&reading->bodies, reading->options, path->label, body) ||
           !isnan(path->radius);
}

static io_result build_motions(const plan_path *path, plan_reading *reading)
{
    graze_status status = plan_reading_set_rows(reading, reading->plan.agent_count - 1, path->count,
                                                path->times, path->places, NULL);
    if (status == GRAZE_OK || status == GRAZE_ERROR_MEMORY)
        return status == GRAZE_OK ? IO_OK : IO_MEMORY;
    return refuse_agent(reading, path, graze_status_message(status), "has no sound path");
}

static io_result build_agent(const plan_path *path, plan_reading *reading)
{
    graze_body body;
    bool known = choose_body(path, reading, &body);
    if (path->count == 0)
        return refuse_agent(reading, path, "a plan says where every agent is", "has no place");
    if (!known && reading->options->bodies_file != NULL)
        return refuse_agent(reading, path,
                            "every agent of the plan needs a row there, or --radius METRES",
                            "has no row in the file of bodies");
    io_result result = plan_reading_add_agent(reading, path->label, &body);
    return result == IO_OK ? build_motions(path, reading) : result;
}

static bool have_radii(const plan_paths *paths)
{
    bool all = paths->count > 0;
    for (size_t i = 0; i < paths->count; i++)
        all &= !isnan(paths->all[i].radius);
    return all;
}

io_result plan_paths_build(plan_paths *paths, plan_reading *reading)
{
    const plan_options *options = reading->options;
    reading->plan.has_bodies =
        options->has_radius || options->bodies_file != NULL || have_radii(paths);
    if (paths->count == 0)
        return refuse(reading, NULL, "the plan has no agents");
    if (!reading->plan.has_bodies && !options->bodies_optional)
        return refuse(reading, bodies_hint, "the agents have no radius");
    io_result result = IO_OK;
    for (size_t i = 0; i < paths->count && result == IO_OK; i++)
        result = build_agent(&paths->all[i], reading);
    return result;
}

void plan_paths_free(plan_paths *paths)
{
    labels_free(&paths->index); /* reads the labels */
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->all[i].label);
        free(paths->all[i].times);
        free(paths->all[i].places);
    }
    free(paths->all);
    *paths = (plan_paths){.all = NULL};
}

io_result plan_paths_finish(plan_paths *paths, plan_reading *reading, io_result result)
{
    if (result == IO_OK)
        result = plan_paths_build(paths, reading);
    plan_paths_free(paths);
    return result;
}
