/* SPDX-License-Identifier: MIT */
#include "io/plan_write.h"

#include <math.h>
#include <stdlib.h>

#include "io/exact_sum.h"
#include "io/number.h"
#include "io/plan_rows.h"
#include "io/plan_steps_write.h"

bool plan_is_waypoints(const plan *source)
{
    for (size_t i = 0; i < source->agent_count; i++)
        for (size_t k = 0; k < source->agents[i].trajectory.count; k++)
            if (source->agents[i].trajectory.motions[k].form != GRAZE_WAYPOINT &&
                source->agents[i].trajectory.motions[k].form != GRAZE_RAMP)
                return false;
    return true;
}

static bool has_ramps(const plan *source)
{
    for (size_t i = 0; i < source->agent_count; i++)
        for (size_t k = 0; k < source->agents[i].trajectory.count; k++)
            if (source->agents[i].trajectory.motions[k].form == GRAZE_RAMP)
                return true;
    return false;
}

/* The agent with the most motions has so many, and one more. */
static size_t most_rows(const plan *source)
{
    size_t most = 0;
    for (size_t i = 0; i < source->agent_count; i++)
        if (source->agents[i].trajectory.count > most)
            most = source->agents[i].trajectory.count;
    return most + 1;
}

static void refuse_motion(writing *to, const plan_agent *agent, size_t at, const char *fault)
{
    char start[NUMBER_TEXT_SIZE];
    number_format(agent->trajectory.motions[at].start, false, start);
    writing_refuse(to, NULL, "agent '%.40s', motion %zu at %s s: %s", agent->label, at, start,
                   fault);
}

static bool appears(const plan_agent *agent, writing *to)
{
    if (agent->label[0] == '\0') {
        writing_refuse(to, NULL, "an agent has an empty label");
        return false;
    }
    if (agent->trajectory.count > 0)
        return true;
    writing_refuse(to, NULL, "agent '%.40s' never appears, and has no row", agent->label);
    return false;
}

/* ---- CSV ----------------------------------------------------------------------------- */

static void write_vector(graze_vector v, int dimension, writing *to)
{
    const double numbers[] = {v.x, v.y, v.z};
    for (int i = 0; i < dimension; i++) {
        putc(',', to->out);
        writing_number(to, numbers[i]);
    }
}

/* What a row has of bodies: the agent's radius, or the name of a motion's body. */
static const char *body_column(const plan *source, const writing *to)
{
    return to->drop || !source->has_bodies ? "" : source->body_count > 0 ? ",body" : ",radius";
}

/* The name of the body of a motion, or of the last one; empty: the agent's own. */
static void write_name(const plan *source, const plan_agent *agent, size_t motion, writing *to)
{
    const size_t motions = agent->trajectory.count;
    if (agent->numbers == NULL || motions == 0)
        return;
    const size_t number = agent->numbers[motion < motions ? motion : motions - 1];
    if (number > 0)
        writing_field(to, source->bodies[number - 1].name);
}

static void begin_row(const plan *source, const plan_agent *agent, size_t motion, writing *to)
{
    writing_field(to, agent->label);
    if (source->has_bodies && !to->drop) {
        putc(',', to->out);
        if (source->body_count > 0)
            write_name(source, agent, motion, to);
        else
            writing_number(to, agent->body.radius);
    }
    putc(',', to->out);
}

static void check_corners(const plan *source, writing *to)
{
    for (size_t i = 0; i < source->agent_count && !to->drop && source->body_count == 0; i++)
        if (source->agents[i].body.vertex_count > 0) {
            writing_refuse(to, "--drop leaves the bodies out; `graze check` takes them by --bodies",
                           "agent '%.40s' has corners, for which a plan has no column",
                           source->agents[i].label);
            return;
        }
}

/* Empty, where the motion that begins here is no ramp. */
static void write_share(double share, writing *to)
{
    putc(',', to->out);
    if (share != 1)
        writing_number(to, share);
}

static void write_waypoints(const plan *source, writing *to, plan_waypoint *rows)
{
    bool ramps = has_ramps(source);
    fprintf(to->out, "agent%s,time,x,y%s%s\n", body_column(source, to),
            source->dimension == 3 ? ",z" : "", ramps ? ",share" : "");
    for (size_t i = 0; i < source->agent_count; i++) {
        const plan_agent *agent = &source->agents[i];
        size_t count, at;
        if (!appears(agent, to))
            continue;
        const char *fault = plan_rows_waypoints(agent, rows, &count, &at);
        if (fault != NULL) {
            refuse_motion(to, agent, at, fault);
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            begin_row(source, agent, rows[k].motion, to);
            writing_number(to, rows[k].time);
            write_vector(rows[k].place, source->dimension, to);
            if (ramps)
                write_share(rows[k].share, to);
            putc('\n', to->out);
        }
    }
}

static bool is_accelerated(const plan *source)
{
    for (size_t i = 0; i < source->agent_count; i++)
        for (size_t k = 0; k < source->agents[i].trajectory.count; k++) {
            const graze_motion *motion = &source->agents[i].trajectory.motions[k];
            graze_vector a = motion->acceleration;
            if (motion->form == GRAZE_KINEMATIC && (a.x != 0 || a.y != 0 || a.z != 0))
                return true;
        }
    return false;
}

static void write_motion_header(const plan *source, bool accelerated, writing *to)
{
    bool solid = source->dimension == 3;
    fprintf(to->out, "agent%s,start,duration,x,y%s,vx,vy%s%s%s\n",
            body_column(source, to), solid ? ",z" : "", solid ? ",vz" : "",
            accelerated ? ",ax,ay" : "", accelerated && solid ? ",az" : "");
}

static void write_motions(const plan *source, writing *to, graze_motion *rows)
{
    bool accelerated = is_accelerated(source);
    write_motion_header(source, accelerated, to);
    for (size_t i = 0; i < source->agent_count; i++) {
        const plan_agent *agent = &source->agents[i];
        size_t count, at;
        if (!appears(agent, to))
            continue;
        const char *fault = plan_rows_motions(agent, rows, &count, &at);
        if (fault != NULL) {
            refuse_motion(to, agent, at, fault);
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            begin_row(source, agent, k, to);
            writing_number(to, rows[k].start);
            putc(',', to->out);
            writing_number(to, rows[k].duration);
            write_vector(rows[k].position, source->dimension, to);
            write_vector(rows[k].velocity, source->dimension, to);
            if (accelerated)
                write_vector(rows[k].acceleration, source->dimension, to);
            putc('\n', to->out);
        }
    }
}

/* ---- a log of Continuous-CBS ----------------------------------------------------------- */

/* What a log has in the place of x and y. */
static void write_places(const char *name, graze_vector place, bool on_roadmap, writing *to)
{
    fprintf(to->out, " %s_i=\"", name);
    writing_number(to, on_roadmap ? place.x : place.y);
    fprintf(to->out, "\" %s_j=\"", name);
    writing_number(to, on_roadmap ? place.y : place.x);
    putc('"', to->out);
}

/* The running sum of the durations of a path, and how far it is ahead of the row's time. */
typedef struct path_clock {
    exact_sum elapsed;
    double ahead; /* [s] */
} path_clock;

static void clock_add(path_clock *clock, double duration, double ahead)
{
    exact_sum_add(&clock->elapsed, duration);
    clock->ahead = ahead;
}

/* The duration that brings the running sum nearest to `end`; does it round to it? */
static bool find_duration(path_clock *clock, double begin, double end, double *duration)
{
    double whole = end - begin, shown = whole - end;
    double rest = (end - (whole - shown)) - (begin + shown); /* end - begin = whole + rest */
    double behind = rest - clock->ahead;
    path_clock later = *clock;
    *duration = whole + behind;
    if (*duration < 0)
        return false;
    clock_add(&later, *duration, (*duration - whole) - behind);
    if (exact_sum_rounded(&later.elapsed) != end)
        return false;
    *clock = later;
    return true;
}

/* Every sum of `begin` and a duration as coarse as `end` may be half-way between two doubles.
 * A wait that is too short to move the rounded sum from `begin` moves it from there. */
static bool find_wait(path_clock *clock, double begin, double *wait)
{
    *wait = (nextafter(begin, INFINITY) - begin) / 4;
    clock_add(clock, *wait, clock->ahead + *wait);
    return exact_sum_rounded(&clock->elapsed) == begin;
}

typedef struct path_writer {
    writing *to;
    bool on_roadmap;
    path_clock clock;
    size_t sections;
} path_writer;

static void write_section(path_writer *w, graze_vector start, graze_vector goal, double duration)
{
    FILE *out = w->to->out;
    fprintf(out, "                <section number=\"%zu\"", w->sections++);
    write_places("start", start, w->on_roadmap, w->to);
    write_places("goal", goal, w->on_roadmap, w->to);
    fputs(" duration=\"", out);
    writing_number(w->to, duration);
    fputs("\"/>\n", out);
}

static bool write_move(path_writer *w, const plan_waypoint *from, const plan_waypoint *to)
{
    double duration, wait;
    if (!find_duration(&w->clock, from->time, to->time, &duration)) {
        if (!find_wait(&w->clock, from->time, &wait) ||
            !find_duration(&w->clock, from->time, to->time, &duration))
            return false;
        write_section(w, from->place, from->place, wait);
    }
    write_section(w, from->place, to->place, duration);
    return true;
}

static void write_path(const plan_agent *agent, size_t index, const plan_waypoint *rows,
                       size_t count, bool on_roadmap, writing *to)
{
    path_writer w = {.to = to, .on_roadmap = on_roadmap};
    fprintf(to->out, "        <agent number=\"%zu\">\n            <path duration=\"", index);
    writing_number(to, rows[count - 1].time);
    fputs("\">\n", to->out);
    for (size_t i = 0; i + 1 < count; i++)
        if (!write_move(&w, &rows[i], &rows[i + 1])) {
            refuse_motion(to, agent, i, "no duration leads to the time at which it ends");
            return;
        }
    fputs("            </path>\n        </agent>\n", to->out);
}

static bool is_index(double value)
{
    return value >= 0 && value < 0x1p32 && value == floor(value);
}

static bool find_vertex(const map *on, graze_vector place, uint32_t *vertex)
{
    for (*vertex = 0; *vertex < on->roadmap.vertex_count; (*vertex)++)
        if (on->roadmap.places[*vertex].x == place.x && on->roadmap.places[*vertex].y == place.y)
            return true;
    return false;
}

/* The start or goal of an agent in the task. */
static void write_task_place(const plan_agent *agent, const map *on, const char *name,
                             graze_vector place, writing *to)
{
    uint32_t vertex;
    if (on != NULL && on->kind == MAP_ROADMAP) {
        if (!find_vertex(on, place, &vertex))
            writing_refuse(to, NULL, "agent '%.40s': its %s is no vertex of the map", agent->label,
                           name);
        fprintf(to->out, " %s_id=\"%u\"", name, (unsigned)vertex);
        return;
    }
    if (!is_index(place.x) || !is_index(place.y))
        writing_refuse(to, "--map ROADMAP, if it is on one",
                       "agent '%.40s': its %s is not the centre of a unit cell", agent->label,
                       name);
    else
        fprintf(to->out, " %s_i=\"%.0f\" %s_j=\"%.0f\"", name, place.y, name, place.x);
}

static void check_log(const plan *source, const map *on, writing *to)
{
    if (source->dimension != 2)
        writing_refuse(to, NULL, "a log of Continuous-CBS lies in the plane, and the plan is in "
                                 "space");
    if (on != NULL && on->kind == MAP_GRID && on->cell != 1)
        writing_refuse(to, NULL, "the cells of Continuous-CBS are 1 m wide, and these are not");
    if (source->has_bodies && !to->drop)
        writing_refuse(to, "--drop leaves them out", "a log of Continuous-CBS has no bodies");
    for (size_t i = 0; i < source->agent_count; i++)
        if (!writing_counts(to, "agent", source->agents[i].label, i))
            break;
    for (size_t i = 0; i < source->agent_count; i++)
        if (source->agents[i].at_end != GRAZE_STAY) {
            writing_refuse(to, NULL, "agent '%.40s' vanishes, and in a log agents stay",
                           source->agents[i].label);
            break;
        }
}

/* Reads the rows of an agent, and says what a log cannot hold. */
static bool log_rows(const plan_agent *agent, plan_waypoint *rows, size_t *count, writing *to)
{
    size_t at;
    if (!appears(agent, to))
        return false;
    const char *fault = plan_rows_waypoints(agent, rows, count, &at);
    for (size_t i = 0; fault == NULL && i < agent->trajectory.count; i++)
        if (agent->trajectory.motions[i].form == GRAZE_RAMP) {
            at = i;
            fault = "it is a ramp, and in a log motion is uniform";
        }
    if (fault == NULL && rows[0].time != 0) {
        at = 0;
        fault = "it does not start at 0 s, as every path of a log does";
    }
    if (fault != NULL)
        refuse_motion(to, agent, at, fault);
    return fault == NULL;
}

static void write_log(const plan *source, const map *on, writing *to, plan_waypoint *rows)
{
    bool on_roadmap = on != NULL && on->kind == MAP_ROADMAP;
    double flow_time = 0, makespan = 0;
    size_t count;
    check_log(source, on, to);
    fputs("<?xml version=\"1.0\" ?>\n<root>\n", to->out);
    for (size_t i = 0; i < source->agent_count; i++) {
        const plan_agent *agent = &source->agents[i];
        if (!log_rows(agent, rows, &count, to))
            continue;
        fputs("    <agent", to->out);
        write_task_place(agent, on, "start", rows[0].place, to);
        write_task_place(agent, on, "goal", rows[count - 1].place, to);
        fputs("/>\n", to->out);
        flow_time += rows[count - 1].time;
        makespan = fmax(makespan, rows[count - 1].time);
    }
    if (to->refused > 0)
        return;
    fputs("    <log>\n        <summary flowtime=\"", to->out);
    writing_number(to, flow_time);
    fputs("\" makespan=\"", to->out);
    writing_number(to, makespan);
    fputs("\"/>\n", to->out);
    for (size_t i = 0; i < source->agent_count; i++)
        if (log_rows(&source->agents[i], rows, &count, to))
            write_path(&source->agents[i], i, rows, count, on_roadmap, to);
    fputs("    </log>\n</root>\n", to->out);
}

/* ---- any --------------------------------------------------------------------------------- */

io_result plan_write(const plan *source, const map *on, plan_format format, writing *to)
{
    if (format >= PLAN_LNS)
        return plan_steps_write(source, on, format, to);
    void *rows = calloc(most_rows(source), format == PLAN_MOTIONS ? sizeof(graze_motion)
                                                                  : sizeof(plan_waypoint));
    if (rows == NULL)
        return IO_MEMORY;
    if (format == PLAN_LOG) {
        write_log(source, on, to, rows);
    } else {
        check_corners(source, to);
        if (format == PLAN_WAYPOINTS)
            write_waypoints(source, to, rows);
        else
            write_motions(source, to, rows);
    }
    free(rows);
    return writing_result(to);
}
