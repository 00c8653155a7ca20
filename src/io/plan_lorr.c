/* SPDX-License-Identifier: MIT */
/* Outputs of the League of Robot Runners' start kit, of 2023, 2024 and 2026, and of PlanViz
 * (JSON). The first `teamSize` entries of `start` ([row, column, heading]) and of
 * `actualPaths` are the robots:
 *
 *     MAPF_T         "F,R,W"   forward, turn clockwise (C: counter-clockwise), wait (T as well);
 *                              one step each
 *     MAPF_T, 2026   "[(0,2,6,0,0):(R 10,F 10)][(100,2,6,0,0):(W 20)]"   so many ticks each; a
 *                              tick is 1/agentMaxCounter of a cell or of a right angle
 *     MAPF           "U,R,W"   up, right, down, left, wait; one step each
 *
 * Turning in place is standing for a disc. The states that segments of 2026 begin with are not
 * looked at: the start kit prints that of the first segment in all of them. Up is a row less,
 * unless the robots come to their tasks only when it is a row more (converters and viewers
 * disagree): where neither brings them there, the plan is refused. `plannerPaths` is what was
 * asked for, and no plan. Keys that say nothing about the plan are passed over. */
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "io/plan_formats.h"
#include "io/plan_paths.h"

typedef enum action_model { MODEL_STEPS, MODEL_TICKS, MODEL_ARROWS } action_model;

typedef struct robot {
    long long row, column;
    int heading;      /* 0 E, 1 S, 2 W, 3 N */
    long long moved;  /* [ticks] of a cell that is not done */
    long long turned; /* [ticks] of a right angle that is not done, clockwise */
    long long time;
} robot;

typedef struct lorr_reader {
    plan_reading *reading;
    json_t *root;
    const json_t *starts, *actions;
    size_t team;
    action_model model;
    long long ticks; /* of a cell */
    bool up_is_more;
    plan_paths paths;
} lorr_reader;

static const int row_of_heading[] = {0, 1, 0, -1}, column_of_heading[] = {1, 0, -1, 0};

#define REFUSE(r, ...) json_refuse((r)->reading->input, (r)->reading->sink, __VA_ARGS__)

/* ---- the frame ------------------------------------------------------------------------- */

static io_result take_team(lorr_reader *r)
{
    long long team;
    const json_t *size = json_object_get(r->root, "teamSize");
    r->starts = json_object_get(r->root, "start");
    r->actions = json_object_get(r->root, "actualPaths");
    if (!json_is_array(r->actions))
        return REFUSE(r, "actualPaths: [\"F,R,W\", ...]",
                      json_object_get(r->root, "plannerPaths") != NULL
                          ? "there are only plannerPaths, which say what was asked for and not "
                            "what the robots did"
                          : "there are no actualPaths: no plan");
    if (!json_is_array(r->starts))
        return REFUSE(r, "start: [[row, column, \"E\"], ...]", "there is no list `start`");
    r->team = json_array_size(r->actions);
    if (size != NULL && !json_count(size, 1, &team))
        return REFUSE(r, NULL, "teamSize is no number of robots");
    if (size != NULL)
        r->team = (size_t)team;
    if (r->team == 0 || json_array_size(r->starts) < r->team ||
        json_array_size(r->actions) < r->team)
        return REFUSE(r, NULL, "teamSize is %zu, and there are %zu starts and %zu actualPaths",
                      r->team, json_array_size(r->starts), json_array_size(r->actions));
    return IO_OK;
}

/* Ticks are told by how paths are written. */
static bool has_segments(const lorr_reader *r)
{
    for (size_t i = 0; i < r->team; i++) {
        const char *text = json_string_value(json_array_get(r->actions, i));
        if (text != NULL && text[strspn(text, " ")] == '[')
            return true;
    }
    return false;
}

static io_result take_model(lorr_reader *r)
{
    const char *model = json_string_value(json_object_get(r->root, "actionModel"));
    const json_t *ticks = json_object_get(r->root, "agentMaxCounter");
    if (model != NULL && strcmp(model, "MAPF") == 0) {
        r->model = MODEL_ARROWS;
        return IO_OK;
    }
    if (model == NULL || strcmp(model, "MAPF_T") != 0)
        return REFUSE(r, "MAPF_T or MAPF", "actionModel '%.40s' is not known",
                      model != NULL ? model : "");
    r->model = has_segments(r) ? MODEL_TICKS : MODEL_STEPS;
    if (r->model == MODEL_TICKS && !json_count(ticks, 1, &r->ticks))
        return REFUSE(r, "agentMaxCounter: 10", "it is not said how many ticks make a cell");
    return IO_OK;
}

static io_result take_start(const lorr_reader *r, size_t number, robot *who)
{
    static const char *const headings[] = {"E", "S", "W", "N"};
    const json_t *start = json_array_get(r->starts, number);
    const char *heading = json_string_value(json_array_get(start, 2));
    *who = (robot){.heading = -1};
    if (!json_count(json_array_get(start, 0), 0, &who->row) ||
        !json_count(json_array_get(start, 1), 0, &who->column))
        return REFUSE(r, "[row, column, heading]", "start[%zu] is no place", number);
    for (int i = 0; i < 4; i++)
        if (heading != NULL && strcmp(heading, headings[i]) == 0)
            who->heading = i;
    if (who->heading < 0 && r->model != MODEL_ARROWS)
        return REFUSE(r, "\"E\", \"S\", \"W\" or \"N\"", "start[%zu] has no heading", number);
    return IO_OK;
}

/* ---- actions ---------------------------------------------------------------------------- */

static bool go(robot *who, char arrow, bool up_is_more)
{
    int up = up_is_more ? 1 : -1;
    switch (arrow) {
    case 'U':
        who->row += up;
        return true;
    case 'D':
        who->row -= up;
        return true;
    case 'L':
        who->column--;
        return true;
    case 'R':
        who->column++;
        return true;
    case 'W':
    case 'T':
        return true;
    default:
        return false;
    }
}

static void turn(robot *who, int quarters)
{
    who->heading = (who->heading + quarters + 4) % 4;
}

static bool step(robot *who, char action)
{
    switch (action) {
    case 'F':
        who->row += row_of_heading[who->heading];
        who->column += column_of_heading[who->heading];
        return true;
    case 'R':
        turn(who, 1);
        return true;
    case 'C':
        turn(who, 3);
        return true;
    case 'W':
    case 'T':
        return true;
    default:
        return false;
    }
}

/* Why a robot cannot do this for so many ticks; null when it can, and has. */
static const char *tick(robot *who, char action, long long count, long long whole)
{
    if (action == 'F') {
        if (who->turned != 0)
            return "the robot moves before its turn is done";
        who->moved += count;
        who->row += row_of_heading[who->heading] * (who->moved / whole);
        who->column += column_of_heading[who->heading] * (who->moved / whole);
        who->moved %= whole;
    } else if (action == 'R' || action == 'C') {
        if (who->moved != 0)
            return "the robot turns between two cells";
        who->turned += action == 'R' ? count : -count;
        turn(who, (int)(who->turned / whole % 4));
        who->turned %= whole;
    } else if (action != 'W' && action != 'T') {
        return "this is no action";
    }
    who->time += count;
    return NULL;
}

/* ---- paths ------------------------------------------------------------------------------ */

static io_result refuse_action(const lorr_reader *r, size_t number, const char *text,
                               const char *at, const char *fault)
{
    return REFUSE(r, r->model == MODEL_ARROWS ? "U, D, L, R, W" : "F forward, R and C turn, W wait",
                  "actualPaths[%zu], byte %zu, '%.10s': %s", number, (size_t)(at - text) + 1, at,
                  fault);
}

static io_result add_row(const lorr_reader *r, plan_path *path, const robot *who)
{
    double x = (double)who->column, y = (double)who->row;
    if (who->moved != 0) { /* rounded once */
        x = (double)(who->column * r->ticks + column_of_heading[who->heading] * who->moved) /
            (double)r->ticks;
        y = (double)(who->row * r->ticks + row_of_heading[who->heading] * who->moved) /
            (double)r->ticks;
    }
    return plan_paths_row(path, (double)who->time, x, y);
}

/* Letters with commas between them. */
static io_result take_steps(const lorr_reader *r, size_t number, const char *text, plan_path *path,
                            robot *who)
{
    io_result result = add_row(r, path, who);
    const char *at = text + strspn(text, " ");
    while (result == IO_OK && *at != '\0') {
        bool known = r->model == MODEL_ARROWS ? go(who, *at, r->up_is_more) : step(who, *at);
        if (!known)
            return refuse_action(r, number, text, at, "this is no action");
        at++;
        at += strspn(at, " ");
        if (*at != '\0' && *at != ',')
            return refuse_action(r, number, text, at, "a comma is missing");
        at += *at == ',';
        at += strspn(at, " ");
        who->time++;
        result = add_row(r, path, who);
    }
    return result;
}

/* `F 10,R 5` up to the bracket that closes. */
static io_result take_ticks(const lorr_reader *r, size_t number, const char *text,
                            const char **begin, plan_path *path, robot *who)
{
    io_result result = IO_OK;
    const char *at = *begin;
    while (result == IO_OK && *at != ')') {
        char *end;
        const char *action = at++;
        at += strspn(at, " ");
        long long count = strspn(at, "0123456789") > 0 ? strtoll(at, &end, 10) : -1;
        if (count < 0 || count > 1LL << 40)
            return refuse_action(r, number, text, action, "it is not said for how many ticks");
        at = end + strspn(end, " ");
        const char *fault = tick(who, *action, count, r->ticks);
        if (fault != NULL)
            return refuse_action(r, number, text, action, fault);
        if (*at != ',' && *at != ')')
            return refuse_action(r, number, text, at, "a comma or a bracket is missing");
        at += *at == ',';
        at += strspn(at, " ");
        result = count > 0 ? add_row(r, path, who) : IO_OK;
    }
    *begin = at + (*at == ')');
    return result;
}

/* Segments `[(state):(actions)]`. */
static io_result take_segments(const lorr_reader *r, size_t number, const char *text,
                               plan_path *path, robot *who)
{
    static const char fault[] = "a segment is [(tick,row,column,heading,ticks):(F 10,R 5)]";
    io_result result = add_row(r, path, who);
    const char *at = text + strspn(text, " ");
    while (result == IO_OK && *at != '\0') {
        const char *colon = strchr(at, ':');
        if (*at != '[' || colon == NULL)
            return refuse_action(r, number, text, at, fault);
        at = colon + 1 + strspn(colon + 1, " ");
        if (*at != '(')
            return refuse_action(r, number, text, at, fault);
        at += 1 + strspn(at + 1, " ");
        result = take_ticks(r, number, text, &at, path, who);
        if (result != IO_OK)
            return result;
        at += strspn(at, " ");
        if (*at != ']')
            return refuse_action(r, number, text, at, fault);
        at += 1 + strspn(at + 1, " ,");
    }
    return result;
}

static io_result take_path(lorr_reader *r, size_t number)
{
    const char *text = json_string_value(json_array_get(r->actions, number));
    robot who;
    if (text == NULL)
        return REFUSE(r, NULL, "actualPaths[%zu] is no text", number);
    io_result result = take_start(r, number, &who);
    if (result == IO_OK)
        result = plan_paths_add_number(&r->paths, number);
    if (result != IO_OK)
        return result;
    plan_path *path = &r->paths.all[number];
    return r->model == MODEL_TICKS ? take_segments(r, number, text, path, &who)
                                   : take_steps(r, number, text, path, &who);
}

static io_result take_paths(lorr_reader *r)
{
    io_result result = IO_OK;
    for (size_t i = 0; i < r->team && result == IO_OK; i++)
        result = take_path(r, i);
    return result;
}

/* ---- which way is up? -------------------------------------------------------------------- */

/* Was the robot there at that step? */
static bool was_there(const lorr_reader *r, size_t number, long long step, const json_t *row,
                      const json_t *column)
{
    const plan_path *path = &r->paths.all[number];
    size_t at = step < (long long)path->count ? (size_t)step : path->count - 1;
    return json_number_value(row) == path->places[at].y &&
           json_number_value(column) == path->places[at].x;
}

/* An event says that a robot has done a task, or a part of one; both spellings. Counts it,
 * and whether the robot was where it says. */
static void judge(const lorr_reader *r, long long number, long long step, const json_t *task,
                  long long part, size_t *events, size_t *hits)
{
    const json_t *row = json_array_get(task, 1), *column = json_array_get(task, 2);
    if (json_is_array(column)) {
        row = json_array_get(column, (size_t)(2 * part));
        column = json_array_get(column, (size_t)(2 * part + 1));
    }
    if (number < 0 || number >= (long long)r->team || step < 0 || !json_is_number(row) ||
        !json_is_number(column))
        return;
    ++*events;
    *hits += was_there(r, (size_t)number, step, row, column);
}

static const json_t *find_task(const json_t *tasks, long long id)
{
    const json_t *task = id >= 0 ? json_array_get(tasks, (size_t)id) : NULL;
    long long own;
    if (json_count(json_array_get(task, 0), 0, &own) && own == id)
        return task;
    for (size_t i = 0; i < json_array_size(tasks); i++)
        if (json_count(json_array_get(json_array_get(tasks, i), 0), 0, &own) && own == id)
            return json_array_get(tasks, i);
    return NULL;
}

/* [task, step, "finished"] in a list for each robot. */
static void judge_list(const lorr_reader *r, size_t number, const json_t *list, const json_t *tasks,
                       size_t *events, size_t *hits)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *event = json_array_get(list, i);
        const char *what = json_string_value(json_array_get(event, 2));
        long long id, step;
        if (what != NULL && strcmp(what, "finished") == 0 &&
            json_count(json_array_get(event, 0), 0, &id) &&
            json_count(json_array_get(event, 1), 0, &step))
            judge(r, (long long)number, step, find_task(tasks, id), 0, events, hits);
    }
}

/* [step, robot, task, parts done] in one list. */
static void judge_flat(const lorr_reader *r, const json_t *event, const json_t *tasks,
                       size_t *events, size_t *hits)
{
    long long step, number, id, done;
    if (json_count(json_array_get(event, 0), 0, &step) &&
        json_count(json_array_get(event, 1), 0, &number) &&
        json_count(json_array_get(event, 2), 0, &id) &&
        json_count(json_array_get(event, 3), 1, &done))
        judge(r, number, step, find_task(tasks, id), done - 1, events, hits);
}

/* How many events there are, and how many of them happen where the robot is. Without any, one
 * task for each robot is where its path ends. */
static void judge_all(const lorr_reader *r, size_t *events, size_t *hits)
{
    const json_t *list = json_object_get(r->root, "events");
    const json_t *tasks = json_object_get(r->root, "tasks");
    *events = *hits = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (json_is_array(json_array_get(item, 0)))
            judge_list(r, i, item, tasks, events, hits);
        else
            judge_flat(r, item, tasks, events, hits);
    }
    for (size_t i = 0; *events == 0 && json_array_size(tasks) >= r->team && i < r->team; i++)
        *hits += was_there(r, i, (long long)r->paths.all[i].count,
                           json_array_get(json_array_get(tasks, i), 1),
                           json_array_get(json_array_get(tasks, i), 2));
    if (*events == 0 && json_array_size(tasks) >= r->team)
        *events = r->team;
}

static io_result take_arrows(lorr_reader *r)
{
    size_t events, hits, other_hits;
    io_result result = take_paths(r);
    if (result != IO_OK)
        return result;
    judge_all(r, &events, &hits);
    if (hits == events)
        return IO_OK;
    plan_paths_free(&r->paths);
    r->up_is_more = true;
    result = take_paths(r);
    if (result != IO_OK)
        return result;
    judge_all(r, &events, &other_hits);
    if (other_hits == events)
        return IO_OK;
    return REFUSE(r, "is U a row less, or a row more? the tasks tell, and here they do not",
                  "%zu of %zu tasks are not where the robots are when U is a row less, %zu when it "
                  "is a row more",
                  events - hits, events, events - other_hits);
}

/* ---- the whole --------------------------------------------------------------------------- */

io_result plan_lorr_read(plan_reading *reading)
{
    lorr_reader r = {.reading = reading};
    io_result result = json_read(reading->input, reading->sink, &r.root);
    if (result != IO_OK)
        return result;
    result = take_team(&r);
    if (result == IO_OK)
        result = take_model(&r);
    if (result == IO_OK)
        result = r.model == MODEL_ARROWS ? take_arrows(&r) : take_paths(&r);
    json_decref(r.root);
    reading->plan.in_cells = true;
    reading->plan.rows_first = true;
    return plan_paths_finish(&r.paths, reading, result);
}
