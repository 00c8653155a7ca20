/* SPDX-License-Identifier: MIT */
#include "cli/retime_robots.h"

#include <math.h>

#include "io/shape.h"

io_result retime_robots_read(retime_robots *all, diagnostics *sink)
{
    return all->file == NULL ? IO_OK : robots_read(all->file, sink, &all->rows);
}

/* An agent, and the row of it. */
typedef struct robot {
    const retime_robots *all;
    diagnostics *sink;
    const plan *given;
    plan_agent *agent;
    const robots_row *row; /* nothing is said: all zeros */
} robot;

static io_result refuse(const robot *of, const char *hint, const char *what)
{
    diagnostic_error(of->sink,
                     &(diagnostic_place){.file = of->all->file, .line = of->row->line}, hint,
                     "agent '%.40s' %s", of->agent->label, what);
    return IO_BAD_INPUT;
}

/* ---- bodies --------------------------------------------------------------------------------- */

static bool turns(const robots_row *row)
{
    return row->body.vertex_count > 0 && (row->turn_rate > 0 || row->turn_time_count > 0);
}

static io_result take_body(const robot *of)
{
    const graze_body *own = &of->row->body;
    bool known = of->given->has_bodies && !of->all->has_radius;
    if (!of->row->has_body)
        return of->given->has_bodies || of->all->file == NULL
                   ? IO_OK
                   : refuse(of, "a radius or vertices there, --radius METRES or --bodies FILE",
                            "has no radius");
    if (known && !shape_equal(own, &of->agent->body))
        return refuse(of, "leave out one of them", "has another body in the plan, or in --bodies");
    if (turns(of->row))
        return refuse(of, "leave turn_rate and turn_times empty: it keeps its heading; or a radius "
                          "without vertices", "has a footprint that turns");
    if (of->given->dimension == 3 && shape_is_flat(own))
        return refuse(of, "a radius without vertices", "has corners, and the plan has a z");
    shape_forget(&of->agent->body);
    return shape_copy(own, &of->agent->body) ? IO_OK : IO_MEMORY;
}

/* ---- limits --------------------------------------------------------------------------------- */

static double first_of(double own, double common)
{
    return own > 0 ? own : common;
}

/* A footprint keeps its heading, and so need not turn. */
static double turn_rate_of(const robot *of)
{
    if (of->row->turn_rate == 0 && of->row->body.vertex_count > 0)
        return HUGE_VAL;
    return first_of(of->row->turn_rate, of->all->common.turn_rate);
}

static io_result take_limits(const robot *of, graze_drive_limits *limits)
{
    const graze_drive_limits *common = &of->all->common;
    const robots_row *row = of->row;
    double up = first_of(row->acceleration, common->acceleration);
    *limits = (graze_drive_limits){
        .speed = first_of(row->speed, common->speed),
        .acceleration = up,
        .deceleration = first_of(row->deceleration, first_of(common->deceleration, up)),
        .turn_rate = turn_rate_of(of),
        .turn_times = row->turn_times,
        .turn_time_count = row->turn_time_count};
    if (limits->speed == 0)
        return refuse(of, "a speed there, or --max-speed for all", "has no greatest speed");
    return limits->acceleration > 0 ? IO_OK
                                    : refuse(of, "an acceleration there, or --max-acceleration "
                                                 "for all", "has no acceleration");
}

io_result retime_robots_take(const retime_robots *all, diagnostics *sink, plan *given,
                             graze_drive_limits *each)
{
    static const robots_row nothing = {.line = 0};
    bool sound = true;
    size_t used = 0;
    for (size_t i = 0; i < given->agent_count; i++)
        used += robots_find(&all->rows, given->agents[i].label) != NULL;
    if (all->file != NULL)
        sound = robots_check_used(all->file, used, sink) == IO_OK;
    for (size_t i = 0; i < given->agent_count; i++) {
        plan_agent *agent = &given->agents[i];
        const robots_row *row = robots_find(&all->rows, agent->label);
        const robot one = {all, sink, given, agent, row != NULL ? row : &nothing};
        io_result result = take_body(&one);
        if (result == IO_MEMORY)
            return result;
        sound &= result == IO_OK;
        sound &= take_limits(&one, &each[i]) == IO_OK;
    }
    given->has_bodies = true;
    return sound ? IO_OK : IO_BAD_INPUT;
}
