/* SPDX-License-Identifier: MIT */
/* What a plan's tasks and limits make of it, in rows and on standard error. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/check_task.h"
#include "io/number.h"

enum { SAID = 20, WORDS_SIZE = 160 };

static const char *number(double value, char text[NUMBER_TEXT_SIZE])
{
    return number_format(value, false, text);
}

const char *check_rule_name(check_rule rule)
{
    static const char *const names[CHECK_RULES] = {
        "start", "task", "goal", "edge", "speed", "acceleration", "jump", "outside"};
    return names[rule];
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* The rule, with the place that was wanted. */
static const char *name_rule(const check_fault *fault, char words[WORDS_SIZE])
{
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE];
    const char *name = check_rule_name(fault->rule);
    number(fault->wanted.x, x);
    number(fault->wanted.y, y);
    if (fault->rule > CHECK_GOAL)
        snprintf(words, WORDS_SIZE, "%s", name);
    else if (fault->rule == CHECK_TASK)
        snprintf(words, WORDS_SIZE, "%s %zu %s %s", name, fault->task, x, y);
    else
        snprintf(words, WORDS_SIZE, "%s %s %s", name, x, y);
    return words;
}

void check_task_write(rows *writer, const plan *given, const check_fault *fault)
{
    char words[WORDS_SIZE];
    rows_text(writer, given->agents[fault->agent].label);
    rows_text(writer, name_rule(fault, words));
    rows_text(writer, "broken");
    rows_integer(writer, fault->part);
    rows_real(writer, fault->begin);
    rows_real(writer, fault->end);
    rows_empty(writer);
    rows_empty(writer);
    rows_end(writer);
}

/* ---- words --------------------------------------------------------------------------------- */

static void explain(const check_fault *fault)
{
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], value[NUMBER_TEXT_SIZE],
        limit[NUMBER_TEXT_SIZE];
    number(fault->wanted.x, x);
    number(fault->wanted.y, y);
    number(fault->value, value);
    number(fault->limit, limit);
    switch (fault->rule) {
    case CHECK_START:
        fprintf(stderr, "its start is %s %s", x, y);
        break;
    case CHECK_TASK:
        fprintf(stderr, "%s %s of its task %zu is not visited from here on", x, y, fault->task);
        break;
    case CHECK_GOAL:
        fprintf(stderr, "it ends here, and its goal is %s %s", x, y);
        break;
    case CHECK_EDGE:
        fputs("from here it moves along no edge of the roadmap", stderr);
        break;
    case CHECK_SPEED:
        fprintf(stderr, "its speed is %s m/s, more than %s", value, limit);
        break;
    case CHECK_ACCELERATION:
        fprintf(stderr, "its acceleration is %s m/s^2, more than %s", value, limit);
        break;
    case CHECK_JUMP:
        fprintf(stderr, "its velocity jumps by %s m/s, more than %s", value, limit);
        break;
    case CHECK_OUTSIDE:
    case CHECK_RULES:
        fputs("it leaves the cells of the map", stderr);
        break;
    }
}

static void say_fault(const plan *given, const check_fault *fault)
{
    char time[NUMBER_TEXT_SIZE], x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
    const char *label = given->agents[fault->agent].label;
    bool spatial = given->dimension == 3;
    fputs("broken: agent ", stderr);
    rows_shown(stderr, label, strlen(label));
    fprintf(stderr, " at t = %s s, place %s %s%s%s: ", number(fault->begin, time),
            number(fault->place.x, x), number(fault->place.y, y), spatial ? " " : "",
            spatial ? number(fault->place.z, z) : "");
    explain(fault);
    putc('\n', stderr);
}

/* ---- wrong axes ---------------------------------------------------------------------------- */

/* Are all places that are no start of their agents so after another reading of the axes? */
static bool starts_would_fit(const check_task *task, const map *on, bool swap, bool flip)
{
    for (size_t i = 0; i < task->fault_count; i++) {
        const check_fault *fault = &task->faults[i];
        if (fault->rule != CHECK_START)
            continue;
        double x = swap ? fault->place.y : fault->place.x;
        double y = swap ? fault->place.x : fault->place.y;
        if (flip)
            y = (on->rows - 1) * on->cell - y;
        if (x != fault->wanted.x || y != fault->wanted.y)
            return false;
    }
    return true;
}

static void hint_at_axes(const check_task *task, const plan *given, const plan_import *import,
                         const map *on)
{
    bool grid = on != NULL && on->kind == MAP_GRID;
    bool rows_first = import->has_axes ? import->axes == PLAN_ROW_COLUMN : given->rows_first;
    const char *axes = rows_first ? "--axes column-row" : "--axes row-column";
    if (task->broken[CHECK_START] == 0)
        return;
    for (int reading = 1; reading < (grid ? 4 : 2); reading++) {
        bool swap = reading != 2, flip = reading > 1;
        if (!starts_would_fit(task, on, swap, flip))
            continue;
        fprintf(stderr, "hint: the starts would be right with %s%s%s\n", swap ? axes : "",
                swap && flip ? " " : "", flip ? "--flip-y" : "");
        return;
    }
}

/* ---- all ----------------------------------------------------------------------------------- */

static void say_faults(const check_task *task, const plan *given)
{
    size_t said = task->fault_count < SAID ? task->fault_count : SAID;
    for (size_t i = 0; i < said; i++)
        say_fault(given, &task->faults[i]);
    if (said < task->fault_count)
        fprintf(stderr, "broken: and %zu more\n", task->fault_count - said);
}

static void say_counts(const check_task *task, const plan *given)
{
    size_t used = task->tasks.count - task->ignored;
    fprintf(stderr, "task: %zu tasks of %zu agents matched %s", used, given->agent_count,
            task->by_label ? "by label" : "in order");
    if (task->ignored > 0)
        fprintf(stderr, ", %zu more ignored", task->ignored);
    putc('\n', stderr);
}

void check_task_say(const check_task *task, const plan *given, const plan_options *reading,
                    const map *on)
{
    char sum[NUMBER_TEXT_SIZE], makespan[NUMBER_TEXT_SIZE], length[NUMBER_TEXT_SIZE];
    say_faults(task, given);
    hint_at_axes(task, given, &reading->import, on);
    if (task->given)
        say_counts(task, given);
    if (task->fault_count > 0)
        fprintf(stderr, "broken: %zu rules by %zu of %zu agents\n", task->fault_count,
                task->agents_at_fault, given->agent_count);
    if (task->has_acceleration || task->has_jump)
        fprintf(stderr, "largest jump of velocity %s m/s\n", number(task->greatest_jump, sum));
    fprintf(stderr, "sum of costs %s s, makespan %s s, length of paths %s m\n",
            number(task->costs.sum_of_costs, sum), number(task->costs.makespan, makespan),
            number(task->costs.length, length));
}
