/* SPDX-License-Identifier: MIT */
#include "io/plan_steps_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/scen_tasks.h"

typedef struct cell {
    long long column, row;
} cell;

/* One agent: its cell at each step from 0 to count - 1. */
typedef struct step_path {
    cell *cells;
    size_t count, capacity;
    size_t arrival; /* [steps] from when on it stays at its last place */
} step_path;

typedef struct step_plan {
    const plan *given;
    const map *on;
    writing *to;
    step_path *paths;
    size_t makespan; /* [steps] */
    size_t sum_of_costs;
} step_plan;

/* ---- is it a plan of steps? -------------------------------------------------------------- */

static double cell_of(const step_plan *p)
{
    return p->on != NULL && p->on->kind == MAP_GRID ? p->on->cell : 1;
}

static bool to_cell(const step_plan *p, graze_vector place, cell *found)
{
    static const double largest = 0x1p40;
    double column = place.x / cell_of(p), row = place.y / cell_of(p);
    if (!(fabs(column) < largest && fabs(row) < largest) || floor(column) != column ||
        floor(row) != row || place.z != 0)
        return false;
    *found = (cell){(long long)column, (long long)row};
    return true;
}

static bool to_step(double time, size_t *step)
{
    static const double most = 1 << 24;
    if (!(time >= 0 && time <= most) || floor(time) != time)
        return false;
    *step = (size_t)time;
    return true;
}

static void refuse(const step_plan *p, const plan_agent *agent, double time, const char *fault)
{
    char text[NUMBER_TEXT_SIZE];
    writing_refuse(p->to, "the format holds steps of a second from cell to neighbouring cell",
                   "agent '%.40s' at %s s: %s", agent->label, number_format(time, false, text),
                   fault);
}

static io_result add_cell(step_path *path, cell at)
{
    if (!array_grow(&path->cells, &path->capacity, path->count + 1, sizeof *path->cells))
        return IO_MEMORY;
    path->cells[path->count++] = at;
    return IO_OK;
}

/* Why a motion is none of a plan of steps; null when it is, and was added. */
static const char *take_motion(const step_plan *p, const graze_motion *motion, step_path *path,
                               io_result *result)
{
    cell from, end;
    size_t start, steps = 0;
    if (motion->form == GRAZE_RAMP)
        return "it is a ramp, and steps are uniform";
    if (motion->form != GRAZE_WAYPOINT)
        return "it moves with a velocity, not from place to place";
    if (!to_cell(p, motion->position, &from) || !to_cell(p, motion->to, &end))
        return "it is not in the centre of a cell";
    if (!to_step(motion->start, &start) || motion->start_tail != 0 ||
        (!isinf(motion->duration) &&
         (!to_step(motion->duration, &steps) || motion->duration_tail != 0)))
        return "its time is no whole number of seconds";
    if (path->count == 0 && start != 0)
        return "it is not there at 0 s";
    long long far = llabs(end.column - from.column) + llabs(end.row - from.row);
    if (far > 1)
        return "it moves further than to one of four neighbours";
    if (far == 1 && steps != 1)
        return "it takes more than a second to a neighbouring cell";
    if (path->count == 0)
        *result = add_cell(path, from);
    for (size_t i = 0; i < steps && *result == IO_OK; i++)
        *result = add_cell(path, end);
    return NULL;
}

static bool same_cell(cell a, cell b)
{
    return a.column == b.column && a.row == b.row;
}

static io_result take_agent(step_plan *p, size_t number)
{
    const plan_agent *agent = &p->given->agents[number];
    step_path *path = &p->paths[number];
    io_result result = IO_OK;
    for (size_t i = 0; i < agent->trajectory.count && result == IO_OK; i++) {
        const graze_motion *motion = &agent->trajectory.motions[i];
        const char *fault = take_motion(p, motion, path, &result);
        if (fault == NULL)
            continue;
        refuse(p, agent, motion->start, fault);
        return IO_BAD_INPUT;
    }
    if (result != IO_OK)
        return result;
    if (path->count == 0 || agent->at_end != GRAZE_STAY) {
        refuse(p, agent, 0, path->count == 0 ? "it never appears" : "it vanishes at its end");
        return IO_BAD_INPUT;
    }
    path->arrival = path->count - 1;
    while (path->arrival > 0 &&
           same_cell(path->cells[path->arrival - 1], path->cells[path->count - 1]))
        path->arrival--;
    p->sum_of_costs += path->arrival;
    p->makespan = path->count - 1 > p->makespan ? path->count - 1 : p->makespan;
    return IO_OK;
}

static io_result take_plan(step_plan *p)
{
    const plan *given = p->given;
    io_result result = IO_OK;
    if (given->dimension != 2)
        writing_refuse(p->to, NULL, "the format lies in the plane, and the plan is in space");
    if (given->has_bodies && !p->to->drop)
        writing_refuse(p->to, "--drop leaves them out", "the format has no bodies");
    for (size_t i = 0; i < given->agent_count; i++)
        if (!writing_counts(p->to, "agent", given->agents[i].label, i))
            break;
    for (size_t i = 0; i < given->agent_count && result == IO_OK; i++)
        result = take_agent(p, i);
    return result == IO_OK ? writing_result(p->to) : result;
}

/* Where the agent is at a step, its end included. */
static cell cell_at(const step_path *path, size_t step)
{
    return path->cells[step < path->count ? step : path->count - 1];
}

static cell last_cell(const step_path *path)
{
    return path->cells[path->count - 1];
}

/* ---- the formats -------------------------------------------------------------------------- */

static void write_lns(const step_plan *p, FILE *out)
{
    for (size_t i = 0; i < p->given->agent_count; i++) {
        fprintf(out, "Agent %zu: ", i);
        for (size_t k = 0; k < p->paths[i].count; k++)
            fprintf(out, "(%lld,%lld)->", p->paths[i].cells[k].row, p->paths[i].cells[k].column);
        putc('\n', out);
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void write_cells(const step_plan *p, FILE *out, size_t step)
{
    for (size_t i = 0; i < p->given->agent_count; i++) {
        cell at = cell_at(&p->paths[i], step);
        fprintf(out, "(%lld,%lld),", at.column, at.row);
    }
    putc('\n', out);
}

static void write_lacam(const step_plan *p, FILE *out)
{
    fprintf(out, "agents=%zu\n", p->given->agent_count);
    if (p->on != NULL)
        fprintf(out, "map_file=%s\n", base_name(p->on->inputs[0].name));
    fprintf(out, "solver=graze\nsolved=1\nsoc=%zu\nmakespan=%zu\nstarts=", p->sum_of_costs,
            p->makespan);
    write_cells(p, out, 0);
    fputs("goals=", out);
    write_cells(p, out, p->makespan);
    fputs("solution=\n", out);
    for (size_t step = 0; step <= p->makespan; step++) {
        fprintf(out, "%zu:", step);
        write_cells(p, out, step);
    }
}

/* The move to the next cell; up is a row less. */
static char move_of(cell from, cell to, const char letters[6])
{
    return to.row < from.row         ? letters[0]
           : to.row > from.row       ? letters[1]
           : to.column < from.column ? letters[2]
           : to.column > from.column ? letters[3]
                                     : letters[4];
}

static void write_lorr_paths(const step_plan *p, FILE *out, const char *key)
{
    fprintf(out, "\"%s\":[", key);
    for (size_t i = 0; i < p->given->agent_count; i++) {
        fputs(i > 0 ? ",\"" : "\"", out);
        for (size_t step = 1; step <= p->makespan; step++)
            fprintf(out, "%s%c", step > 1 ? "," : "",
                    move_of(cell_at(&p->paths[i], step - 1), cell_at(&p->paths[i], step), "UDLRW"));
        putc('"', out);
    }
    fputs("],\n", out);
}

/* As PlanViz's own converters write it: each agent has one task, the place where it ends. */
static void write_lorr(const step_plan *p, FILE *out)
{
    size_t count = p->given->agent_count;
    fprintf(out, "{\"actionModel\":\"MAPF\",\"AllValid\":\"Yes\",\"teamSize\":%zu,\n\"start\":[",
            count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s[%lld,%lld,\"N/A\"]", i > 0 ? "," : "", p->paths[i].cells[0].row,
                p->paths[i].cells[0].column);
    fprintf(out, "],\n\"numTaskFinished\":%zu,\"sumOfCost\":%zu,\"makespan\":%zu,\n", count,
            p->sum_of_costs, p->makespan);
    write_lorr_paths(p, out, "actualPaths");
    write_lorr_paths(p, out, "plannerPaths");
    fputs("\"plannerTimes\":[],\"errors\":[],\n\"events\":[", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s[[%zu,0,\"assigned\"],[%zu,%zu,\"finished\"]]", i > 0 ? "," : "", i, i,
                p->paths[i].arrival);
    fputs("],\n\"tasks\":[", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s[%zu,%lld,%lld]", i > 0 ? "," : "", i, last_cell(&p->paths[i]).row,
                last_cell(&p->paths[i]).column);
    fputs("]}\n", out);
}

/* ---- MAPF tracker ---------------------------------------------------------------------------- */

/* Agents without names are in the order of the scenario: they start and end as it says. */
static io_result check_tasks(const step_plan *p)
{
    source *input = NULL;
    scen_task *tasks = NULL;
    size_t count = 0, i = 0;
    io_result result = source_open(p->to->scenario_file, false, p->to->sink, &input);
    if (result == IO_OK)
        result = scen_tasks_read(input, p->to->sink, &tasks, &count);
    source_close(input);
    for (; result == IO_OK && i < p->given->agent_count; i++) {
        cell start = p->paths[i].cells[0], goal = last_cell(&p->paths[i]);
        if (i < count && start.column == (long long)tasks[i].start_x &&
            start.row == (long long)tasks[i].start_y && goal.column == (long long)tasks[i].goal_x &&
            goal.row == (long long)tasks[i].goal_y)
            continue;
        writing_refuse(p->to, "is it the scenario of this plan?",
                       "agent %zu does not go from its start in the scenario to its goal", i);
        result = IO_BAD_INPUT;
    }
    free(tasks);
    return result;
}

static void write_moves(const step_path *path, FILE *out)
{
    for (size_t step = 1; step <= path->arrival;) {
        char move = move_of(path->cells[step - 1], path->cells[step], "udlrw");
        size_t run = 1;
        while (step + run <= path->arrival &&
               move_of(path->cells[step + run - 1], path->cells[step + run], "udlrw") == move)
            run++;
        if (run > 1)
            fprintf(out, "%zu", run);
        putc(move, out);
        step += run;
    }
}

/* The name of a scenario is MAP-TYPE-ID.scen; its parts, cut out of `name`. */
static bool cut_name(char *name, char **type, char **id)
{
    char *end = strstr(name, ".scen");
    if (end == NULL)
        return false;
    *end = '\0';
    *id = strrchr(name, '-');
    if (*id == NULL)
        return false;
    *(*id)++ = '\0';
    *type = strrchr(name, '-');
    if (*type == NULL)
        return false;
    *(*type)++ = '\0';
    return true;
}

static io_result write_tracker(const step_plan *p, FILE *out)
{
    char *type, *id;
    static const char hint[] = "--scenario MAP-TYPE-ID.scen, as the benchmark names it";
    if (p->to->scenario_file == NULL) {
        writing_refuse(p->to, hint, "the tracker wants to know which scenario was solved");
        return IO_BAD_INPUT;
    }
    char *name = strdup(base_name(p->to->scenario_file));
    if (name == NULL)
        return IO_MEMORY;
    io_result result = check_tasks(p);
    if (result == IO_OK && !cut_name(name, &type, &id)) {
        writing_refuse(p->to, hint,
                       "the name of the scenario does not tell its map, type and number");
        result = IO_BAD_INPUT;
    }
    if (result == IO_OK) {
        fputs("map_name,scen_type,type_id,agents,solution_plan,flip_up_down\n", out);
        fprintf(out, "\"%s\",%s,%s,%zu,\"", name, type, id, p->given->agent_count);
        for (size_t i = 0; i < p->given->agent_count; i++) {
            if (i > 0)
                putc('\n', out);
            write_moves(&p->paths[i], out);
        }
        fputs("\",FALSE\n", out);
    }
    free(name);
    return result;
}

/* ---- any
 * ----------------------------------------------------------------------------------------- */

static io_result write_steps(const step_plan *p, plan_format format, FILE *out)
{
    if (format == PLAN_TRACKER)
        return write_tracker(p, out);
    (format == PLAN_LNS ? write_lns : format == PLAN_LACAM ? write_lacam : write_lorr)(p, out);
    return IO_OK;
}

io_result plan_steps_write(const plan *given, const map *on, plan_format format, writing *to)
{
    step_plan p = {.given = given, .on = on, .to = to};
    p.paths = calloc(given->agent_count + 1, sizeof *p.paths);
    if (p.paths == NULL)
        return IO_MEMORY;
    io_result result = take_plan(&p);
    if (result == IO_OK)
        result = write_steps(&p, format, to->out);
    for (size_t i = 0; i < given->agent_count; i++)
        free(p.paths[i].cells);
    free(p.paths);
    return result;
}
