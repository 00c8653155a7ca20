/* SPDX-License-Identifier: MIT */
#include "io/ccbs_task.h"

#include <stdlib.h>

#include "io/array.h"

static const char *const agent_attributes[] = {"id",     "start_i",  "start_j", "goal_i",
                                               "goal_j", "start_id", "goal_id", NULL};

/* Cells are places: whole numbers that a double holds. */
static void take_cell(xml *x, xml_attributes attributes, const char *name, size_t *number)
{
    static const size_t largest = (size_t)1 << 53;
    if (xml_count(x, attributes, name, number) && *number > largest)
        xml_error(x, name, NULL, "%s is beyond 2^53", name);
}

static void take_cells(xml *x, xml_attributes attributes, ccbs_task_agent *agent)
{
    take_cell(x, attributes, "start_i", &agent->start.i);
    take_cell(x, attributes, "start_j", &agent->start.j);
    take_cell(x, attributes, "goal_i", &agent->goal.i);
    take_cell(x, attributes, "goal_j", &agent->goal.j);
}

static void take_vertices(xml *x, xml_attributes attributes, ccbs_task_agent *agent)
{
    xml_count(x, attributes, "start_id", &agent->start_vertex);
    xml_count(x, attributes, "goal_id", &agent->goal_vertex);
}

/* All agents of a task are on one kind of map; the first decides. */
static void check_kind(ccbs_task *task, xml *x, xml_attributes attributes)
{
    bool vertices = xml_attribute(attributes, "start_id") || xml_attribute(attributes, "goal_id");
    bool cells = xml_attribute(attributes, "start_i") || xml_attribute(attributes, "start_j") ||
                 xml_attribute(attributes, "goal_i") || xml_attribute(attributes, "goal_j");
    if (task->count == 0)
        task->on_roadmap = vertices;
    if ((vertices && cells) ||
        (task->count > 0 && (vertices || cells) && task->on_roadmap != vertices))
        xml_error(x, NULL,
                  "start_i, start_j, goal_i, goal_j on a grid; start_id, goal_id on a roadmap",
                  "cells and vertices are mixed");
}

static void check_id(const ccbs_task *task, xml *x, xml_attributes attributes)
{
    size_t id;
    if (xml_attribute(attributes, "id") == NULL || !xml_count(x, attributes, "id", &id))
        return;
    if (id != task->count)
        xml_error(x, "id", "agents are numbered from 0 in the order of the file",
                  "this is agent %zu, not %zu", task->count, id);
}

io_result ccbs_task_take_agent(ccbs_task *task, xml *x, xml_attributes attributes)
{
    if (!array_grow(&task->agents, &task->capacity, task->count + 1, sizeof *task->agents))
        return IO_MEMORY;
    ccbs_task_agent agent = {.offset = xml_offset(x)};
    xml_expect(x, attributes, agent_attributes);
    check_kind(task, x, attributes);
    check_id(task, x, attributes);
    if (task->on_roadmap)
        take_vertices(x, attributes, &agent);
    else
        take_cells(x, attributes, &agent);
    task->agents[task->count++] = agent;
    return IO_OK;
}

/* ---- a file that is a task alone ----------------------------------------------------- */

static io_result take_agent(void *context, xml *x, xml_attributes attributes)
{
    return ccbs_task_take_agent(context, x, attributes);
}

static io_result refuse_log(void *context, xml *x, xml_attributes attributes)
{
    (void)context, (void)attributes;
    xml_error(x, NULL, "a task has agents alone", "this is the log of a solution, not a task");
    return IO_BAD_INPUT;
}

static io_result close_root(void *context, xml *x)
{
    const ccbs_task *task = context;
    if (task->count == 0)
        xml_error(x, NULL, "<agent start_i=\"0\" start_j=\"0\" goal_i=\"1\" goal_j=\"1\"/>",
                  "the task has no agents");
    return IO_OK;
}

io_result ccbs_task_read(source *input, diagnostics *sink, ccbs_task *result)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/agent", .open = take_agent},
        {.path = "root/log", .open = refuse_log},
    };
    ccbs_task task = {.count = 0};
    xml *x = NULL;
    io_result outcome = xml_open(input, sink, &x);
    if (outcome == IO_OK)
        outcome = xml_parse(x, elements, sizeof elements / sizeof elements[0], &task);
    outcome = xml_finish(x, outcome);
    if (outcome == IO_OK)
        *result = task;
    else
        ccbs_task_free(&task);
    return outcome;
}

void ccbs_task_free(ccbs_task *task)
{
    free(task->agents);
    *task = (ccbs_task){.agents = NULL};
}
