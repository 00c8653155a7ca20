/* SPDX-License-Identifier: MIT */
#include "cli/check_task.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/path_jump.h"
#include "io/array.h"
#include "io/labels.h"

static const size_t nobody = SIZE_MAX;

/* ---- reading and matching -------------------------------------------------------------------- */

io_result check_task_read(check_task *task, const map *on, const char *plan_file,
                          const char *map_file, bool hashed, diagnostics *sink)
{
    if (task->file == NULL)
        return IO_OK;
    bool from_stdin = strcmp(task->file, "-") == 0;
    if (from_stdin &&
        (strcmp(plan_file, "-") == 0 || (map_file != NULL && strcmp(map_file, "-") == 0))) {
        diagnostic_error(sink, &(diagnostic_place){.file = "-"}, "give one of them a name",
                         "standard input can be read only once");
        return IO_BAD_INPUT;
    }
    const scenario_options options = {
        .file = task->file, .hashed = hashed, .places_only = true, .cell = task->cell};
    io_result result = scenario_read(&options, on, sink, &task->tasks);
    task->given = result == IO_OK;
    return result;
}

/* Which agent has a label? An index of the labels of a plan. */
static bool index_agents(const plan *given, labels *index)
{
    bool sound = true;
    for (size_t i = 0; i < given->agent_count && sound; i++)
        sound = labels_add(index, given->agents[i].label, i);
    return sound;
}

/* Are the labels 1, 2, ..., in any order? Then they count from 1 what a file without names counts
 * from 0. */
static bool count_from_one(const plan *given, const labels *index)
{
    char number[24];
    size_t agent;
    for (size_t i = 1; i <= given->agent_count; i++) {
        snprintf(number, sizeof number, "%zu", i);
        if (!labels_find(index, number, &agent))
            return false;
    }
    return true;
}

/* Gives tasks to the agents with their labels; how many agents have one. */
static size_t match_labels(check_task *task, const plan *given, const labels *index, bool from_one)
{
    size_t matched = 0;
    char number[24];
    bool *has = calloc(given->agent_count + 1, sizeof *has);
    for (size_t t = 0; t < task->tasks.count && has != NULL; t++) {
        size_t agent;
        snprintf(number, sizeof number, "%zu", t + 1);
        task->agent_of[t] = nobody;
        if (!labels_find(index, from_one ? number : task->tasks.agents[t].label, &agent))
            continue;
        matched += !has[agent];
        has[agent] = true;
        task->agent_of[t] = agent;
    }
    free(has);
    return matched;
}

static io_result refuse_missing(const check_task *task, const plan *given, diagnostics *sink)
{
    const diagnostic_place place = {.file = task->file};
    for (size_t i = 0; i < given->agent_count; i++) {
        bool has = false;
        for (size_t t = 0; t < task->tasks.count && !has; t++)
            has = task->agent_of[t] == i;
        if (!has) {
            diagnostic_error(sink, &place, "is it the scenario of this plan?",
                             "the scenario has no task for agent '%.40s'",
                             given->agents[i].label);
            break;
        }
    }
    return IO_BAD_INPUT;
}

/* Rows of one name are one agent's tasks, so that names in their order are the agents. */
static io_result match_in_order(check_task *task, const plan *given, diagnostics *sink)
{
    labels names = {0};
    size_t agents = 0;
    io_result result = IO_OK;
    for (size_t t = 0; t < task->tasks.count && result == IO_OK; t++) {
        size_t agent = agents;
        if (!labels_find(&names, task->tasks.agents[t].label, &agent)) {
            result = labels_add(&names, task->tasks.agents[t].label, agents) ? IO_OK : IO_MEMORY;
            agents++;
        }
        task->agent_of[t] = agent < given->agent_count ? agent : nobody;
    }
    labels_free(&names);
    if (result != IO_OK || agents >= given->agent_count)
        return result;
    diagnostic_error(sink, &(diagnostic_place){.file = task->file},
                     "is it the scenario of this plan?",
                     "the plan has %zu agents, the scenario tasks for %zu", given->agent_count,
                     agents);
    return IO_BAD_INPUT;
}

static io_result match(check_task *task, const plan *given, const labels *index, diagnostics *sink)
{
    bool from_one = !task->tasks.is_named && count_from_one(given, index);
    size_t matched = match_labels(task, given, index, from_one);
    task->by_label = matched == given->agent_count;
    if (task->by_label)
        return IO_OK;
    if (task->tasks.is_named && matched > 0)
        return refuse_missing(task, given, sink);
    return match_in_order(task, given, sink);
}

io_result check_task_match(check_task *task, const plan *given, diagnostics *sink)
{
    if (!task->given)
        return IO_OK;
    labels index = {0};
    task->agent_of = calloc(task->tasks.count + 1, sizeof *task->agent_of);
    io_result result =
        task->agent_of != NULL && index_agents(given, &index) ? IO_OK : IO_MEMORY;
    if (result == IO_OK)
        result = match(task, given, &index, sink);
    labels_free(&index);
    for (size_t t = 0; t < task->tasks.count && result == IO_OK; t++)
        task->ignored += task->agent_of[t] == nobody;
    return result;
}

void check_task_close(check_task *task)
{
    plan_walk_end(&task->counting, false);
    if (task->given)
        scenario_free(&task->tasks);
    free(task->agent_of);
    free(task->faults);
    task->given = false;
    task->agent_of = NULL;
    task->faults = NULL;
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* The agent that is looked at. */
typedef struct agent_task {
    check_task *task;
    const map *on; /* null: none */
    size_t agent;
    const graze_trajectory *path;
    graze_path_cost cost;
    int parts;
    io_result result;
} agent_task;

static bool add_fault(agent_task *job, check_fault fault)
{
    check_task *task = job->task;
    if (!array_grow(&task->faults, &task->fault_room, task->fault_count + 1,
                    sizeof *task->faults)) {
        job->result = IO_MEMORY;
        return false;
    }
    fault.agent = job->agent;
    fault.part = job->parts++;
    task->broken[fault.rule]++;
    task->agents_at_fault += fault.part == 0;
    task->faults[task->fault_count++] = fault;
    return true;
}

/* Statuses of the library: there is no memory, or it is a fault of ours. */
static bool answered(agent_task *job, graze_status status)
{
    if (status == GRAZE_OK)
        return true;
    job->task->fault = status;
    job->result = status == GRAZE_ERROR_MEMORY || status == GRAZE_ERROR_WORKSPACE ? IO_MEMORY
                                                                                  : IO_BAD_INPUT;
    return false;
}

/* ---- places ---------------------------------------------------------------------------------- */

static bool is_grid(const map *on)
{
    return on != NULL && on->kind == MAP_GRID;
}

/* A place of the plan that means the wanted one: it is the centre of the same cell but for
 * rounding, or else the wanted one itself. */
static graze_vector meant(const map *on, graze_vector place, graze_point wanted)
{
    uint32_t column, row;
    if (is_grid(on) && place.z == 0 && map_find_cell(on, place.x, place.y, &column, &row)) {
        graze_point centre = map_place(on, row * on->columns + column);
        if (centre.x == wanted.x && centre.y == wanted.y)
            return place;
    }
    return (graze_vector){wanted.x, wanted.y, 0};
}

static graze_vector last_place(const graze_trajectory *path)
{
    const graze_motion *m = &path->motions[path->count - 1];
    bool between = m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP;
    graze_vector place = between ? m->to : m->position;
    if (m->form == GRAZE_PARKED || (m->form == GRAZE_KINEMATIC && isfinite(m->duration)))
        graze_motion_place(m, m->start + m->duration, &place);
    return place;
}

static graze_status path_begins_at(const graze_trajectory *path, graze_vector place, bool *begins)
{
    graze_vector first = path->count > 0 ? path->motions[0].position : place;
    *begins = path->count > 0 && first.x == place.x && first.y == place.y && first.z == place.z;
    return GRAZE_OK;
}

/* The start of the first task, or the goal of the last. */
static void hold_end(agent_task *job, check_rule rule, graze_point wanted, size_t index)
{
    bool is_start = rule == CHECK_START, holds = false;
    const graze_trajectory *path = job->path;
    double time = is_start ? job->cost.begin : job->cost.arrival;
    graze_vector place = {0, 0, 0};
    if (path->count > 0)
        place = is_start ? path->motions[0].position : last_place(path);
    graze_vector means = meant(job->on, place, wanted);
    graze_status status = is_start ? path_begins_at(path, means, &holds)
                                   : graze_path_ends_at(path, means, &holds);
    if (answered(job, status) && !holds)
        add_fault(job, (check_fault){.rule = rule,
                                     .begin = time,
                                     .end = time,
                                     .place = place,
                                     .value = NAN,
                                     .limit = NAN,
                                     .wanted = wanted,
                                     .task = index});
}

/* As a place that is exactly the wanted one is found by the library, one that is the same cell's
 * but for rounding is looked for at the beginnings of motions; the earlier counts. */
static bool visit_cell(const agent_task *job, graze_point wanted, graze_path_visit *visit)
{
    const graze_trajectory *path = job->path;
    for (size_t i = visit->any ? visit->motion : 0; i < path->count; i++) {
        graze_vector place = path->motions[i].position, means = meant(job->on, place, wanted);
        if ((means.x == wanted.x && means.y == wanted.y) || means.x != place.x ||
            means.y != place.y)
            continue;
        bool behind = visit->last.x != place.x || visit->last.y != place.y;
        if (visit->any && visit->motion == i && behind)
            continue;
        *visit = (graze_path_visit){true, i, place};
        return true;
    }
    return false;
}

static bool visit_place(agent_task *job, graze_point wanted, graze_path_visit *visit)
{
    graze_path_visit exactly = *visit, by_cell = *visit;
    bool found = false;
    if (!answered(job, graze_path_visits(job->path, wanted, &exactly, &found)))
        return true;
    bool in_cell = is_grid(job->on) && visit_cell(job, wanted, &by_cell);
    if (in_cell && (!found || by_cell.motion < exactly.motion))
        *visit = by_cell;
    else if (found)
        *visit = exactly;
    return found || in_cell;
}

static void hold_stop(agent_task *job, graze_point wanted, size_t index, graze_path_visit *visit)
{
    if (visit_place(job, wanted, visit))
        return;
    graze_vector place = visit->last;
    double time = job->cost.begin;
    if (visit->any)
        time = fmax(time, job->path->motions[visit->motion].start);
    else if (job->path->count > 0)
        place = job->path->motions[0].position;
    add_fault(job, (check_fault){.rule = CHECK_TASK,
                                 .begin = time,
                                 .end = job->cost.arrival,
                                 .place = place,
                                 .value = NAN,
                                 .limit = NAN,
                                 .wanted = wanted,
                                 .task = index});
}

/* Starts and goals in their order; the last goal is where the path ends. */
static void hold_tasks(agent_task *job, const size_t *own, size_t count)
{
    const scenario_agent *tasks = job->task->tasks.agents;
    graze_path_visit visit = {.any = false};
    for (size_t k = 0; k < count && job->result == IO_OK; k++) {
        const scenario_agent *now = &tasks[own[k]];
        if (k == 0)
            hold_end(job, CHECK_START, now->start_at, k);
        else
            hold_stop(job, now->start_at, k, &visit);
        if (k + 1 < count)
            hold_stop(job, now->goal_at, k, &visit);
        else
            hold_end(job, CHECK_GOAL, now->goal_at, k);
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool take_excess(void *context, const graze_path_excess *excess)
{
    static const check_rule rules[] = {[GRAZE_PATH_SPEED] = CHECK_SPEED,
                                       [GRAZE_PATH_ACCELERATION] = CHECK_ACCELERATION,
                                       [GRAZE_PATH_JUMP] = CHECK_JUMP,
                                       [GRAZE_PATH_BOX] = CHECK_OUTSIDE};
    agent_task *job = context;
    const check_task *task = job->task;
    const double limits[] = {task->speed, task->acceleration, task->jump, 0};
    return add_fault(job, (check_fault){.rule = rules[excess->limit],
                                        .begin = excess->begin,
                                        .end = excess->end,
                                        .place = excess->place,
                                        .has_motion = true,
                                        .motion = excess->motion,
                                        .value = excess->value,
                                        .limit = limits[excess->limit]});
}

/* The borders of a grid are lines between cells as graze/world.h rounds them. */
static graze_path_limits limits_of(const check_task *task, const map *on)
{
    graze_path_limits limits = {HUGE_VAL, HUGE_VAL, HUGE_VAL, {-HUGE_VAL, -HUGE_VAL},
                                {HUGE_VAL, HUGE_VAL}};
    if (task->has_speed)
        limits.speed = task->speed;
    if (task->has_acceleration)
        limits.acceleration = task->acceleration;
    if (task->has_acceleration || task->has_jump)
        limits.jump = task->jump;
    if (is_grid(on) && task->outside == 0) {
        limits.low = (graze_point){-0.5 * on->cell, -0.5 * on->cell};
        limits.high = (graze_point){(on->columns - 0.5) * on->cell, (on->rows - 0.5) * on->cell};
    }
    return limits;
}

/* Is there any of them? */
static bool is_limited(const check_task *task, const map *on)
{
    return task->has_speed || task->has_acceleration || task->has_jump ||
           (is_grid(on) && task->outside == 0);
}

/* ---- the roadmap ----------------------------------------------------------------------------- */

/* Motions off the roadmap, of all agents in their order. */
typedef struct stray {
    size_t agent, motion;
} stray;

typedef struct stray_list {
    stray *items;
    size_t count, room, next; /* next: the first that is not yet told */
    bool no_memory;
} stray_list;

static bool take_stray(void *context, size_t path, size_t motion)
{
    stray_list *list = context;
    if (!array_grow(&list->items, &list->room, list->count + 1, sizeof *list->items)) {
        list->no_memory = true;
        return false;
    }
    list->items[list->count++] = (stray){path, motion};
    return true;
}

static io_result find_strays(check_task *task, const plan *given, const map *on, stray_list *list)
{
    if (!task->given || on == NULL || on->kind != MAP_ROADMAP)
        return IO_OK;
    graze_trajectory *paths = calloc(given->agent_count + 1, sizeof *paths);
    if (paths == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < given->agent_count; i++)
        paths[i] = given->agents[i].trajectory;
    graze_status status =
        graze_path_strays(paths, given->agent_count, &on->roadmap, NULL, take_stray, list);
    free(paths);
    if (status == GRAZE_OK && !list->no_memory)
        return IO_OK;
    task->fault = status;
    return status == GRAZE_OK || status == GRAZE_ERROR_MEMORY ? IO_MEMORY : IO_BAD_INPUT;
}

static void tell_stray(agent_task *job, size_t motion)
{
    const graze_motion *m = &job->path->motions[motion];
    add_fault(job, (check_fault){.rule = CHECK_EDGE,
                             .begin = m->start + m->start_tail,
                             .end = m->start + m->duration,
                             .place = m->position,
                             .has_motion = true,
                             .motion = motion,
                             .value = NAN,
                             .limit = NAN});
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Tasks in the order of the agents: those of agent a are items[first[a]] to before first[a + 1]. */
typedef struct task_lists {
    size_t *first, *items;
} task_lists;

static bool make_lists(const check_task *task, const plan *given, task_lists *lists)
{
    size_t count = task->tasks.count, agents = given->agent_count;
    lists->first = calloc(agents + 2, sizeof *lists->first);
    lists->items = calloc(count + 1, sizeof *lists->items);
    if (lists->first == NULL || lists->items == NULL)
        return false;
    for (size_t t = 0; t < count; t++)
        if (task->agent_of[t] != nobody)
            lists->first[task->agent_of[t] + 2]++;
    for (size_t a = 1; a < agents; a++)
        lists->first[a + 1] += lists->first[a];
    for (size_t t = 0; t < count; t++)
        if (task->agent_of[t] != nobody)
            lists->items[lists->first[task->agent_of[t] + 1]++] = t;
    return true;
}

static void add_cost(cost_sum *sum, const graze_path_cost *cost)
{
    sum->begin = fmin(sum->begin, cost->begin);
    sum->arrival = fmax(sum->arrival, cost->arrival);
    sum->endless |= !isfinite(cost->arrival - cost->begin) || !isfinite(cost->length);
    if (sum->endless)
        return;
    exact_sum_add(&sum->costs, cost->arrival - cost->begin);
    exact_sum_add(&sum->lengths, cost->length);
}

static check_costs total(const cost_sum *sum)
{
    if (sum->endless)
        return (check_costs){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    return (check_costs){exact_sum_rounded(&sum->costs),
                         sum->arrival >= sum->begin ? sum->arrival - sum->begin : 0,
                         exact_sum_rounded(&sum->lengths)};
}

static const cost_sum no_costs = {.begin = HUGE_VAL, .arrival = -HUGE_VAL};

/* Of who has no motions there is nothing to add. */
static bool sum_up(void *context, size_t agent, const graze_trajectory *path)
{
    graze_path_cost cost;
    (void)agent;
    if (graze_path_costs(path, &cost) != GRAZE_OK)
        return false;
    if (path->count > 0)
        add_cost(context, &cost);
    return true;
}

static io_result decide_agent(check_task *task, const plan *given, size_t agent, const map *on,
                              const task_lists *lists, stray_list *strays, plan_room *room,
                              cost_sum *sum)
{
    agent_task job = {.task = task, .on = on, .agent = agent, .result = IO_OK};
    graze_trajectory path;
    const graze_path_limits limits = limits_of(task, on);
    if (plan_trajectory(&given->agents[agent], room, &path) != IO_OK)
        return IO_MEMORY;
    job.path = &path;
    if (!answered(&job, graze_path_costs(job.path, &job.cost)))
        return job.result;
    if (job.path->count > 0)
        add_cost(sum, &job.cost);
    if (task->given)
        hold_tasks(&job, lists->items + lists->first[agent],
                   lists->first[agent + 1] - lists->first[agent]);
    for (; strays->next < strays->count && strays->items[strays->next].agent == agent;
         strays->next++)
        tell_stray(&job, strays->items[strays->next].motion);
    if (job.result == IO_OK && is_limited(task, on))
        answered(&job, graze_path_excesses(job.path, &limits, take_excess, &job));
    if (job.result == IO_OK && limits.jump < HUGE_VAL)
        answered(&job, path_greatest_jump(job.path, &task->greatest_jump));
    return job.result;
}

void check_task_begin(check_task *task, const plan *given, const map *on, size_t threads)
{
    task->sum = no_costs;
    if (threads > 1 && on == NULL && !task->given && !is_limited(task, on) && !task->uncounted)
        plan_walk_begin(&task->counting, given, sum_up, &task->sum);
}

io_result check_task_decide(check_task *task, const plan *given, const map *on)
{
    if (plan_walk_end(&task->counting, true)) {
        task->costs = total(&task->sum);
        task->decided = true;
        return IO_OK;
    }
    task_lists lists = {NULL, NULL};
    cost_sum sum = no_costs;
    stray_list strays = {.next = 0};
    plan_room room = {0};
    io_result result = task->given && !make_lists(task, given, &lists) ? IO_MEMORY : IO_OK;
    if (result == IO_OK)
        result = find_strays(task, given, on, &strays);
    const bool asked = task->given || is_limited(task, on) || !task->uncounted;
    for (size_t a = 0; a < given->agent_count && asked && result == IO_OK; plan_rest(given, a++))
        result = decide_agent(task, given, a, on, &lists, &strays, &room, &sum);
    task->costs = total(&sum);
    task->decided = result == IO_OK;
    free(room.motions);
    free(strays.items);
    free(lists.first);
    free(lists.items);
    return result;
}
