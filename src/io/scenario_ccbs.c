/* SPDX-License-Identifier: MIT */
/* Tasks of Continuous-CBS as scenarios: ccbs_task.h reads the agents, this file looks them
 * up on the map. */
#include <stdio.h>

#include "io/ccbs_task.h"
#include "io/scenario_reading.h"
#include "io/xml.h"

typedef struct task_reader {
    scenario_reading *reading;
    ccbs_task task;
    xml *x;
    bool refused; /* the task is for another kind of map; said once */
} task_reader;

static void report_at(void *context, scenario_field field, const char *hint, const char *message)
{
    const task_reader *r = context;
    bool vertices = r->task.on_roadmap;
    const char *attribute = field == SCENARIO_START  ? (vertices ? "start_id" : "start_i")
                            : field == SCENARIO_GOAL ? (vertices ? "goal_id" : "goal_i")
                                                     : NULL;
    xml_error(r->x, attribute, hint, "%s", message);
}

static bool take_vertex(const task_reader *r, scenario_field field, size_t index, uint32_t *place)
{
    uint32_t count = map_place_count(r->reading->on);
    const char *name = field == SCENARIO_START ? "start_id" : "goal_id";
    *place = (uint32_t)index;
    if (index < count)
        return true;
    xml_error(r->x, name, NULL, "%s: the map has no vertex %zu, only %u of them", name, index,
              (unsigned)count);
    return false;
}

static io_result look_up(task_reader *r, const ccbs_task_agent *agent)
{
    char label[24];
    scenario_row row = {.label = label, .report = report_at, .context = r};
    snprintf(label, sizeof label, "%zu", r->reading->scenario.available);
    bool sound;
    if (r->task.on_roadmap) {
        sound = take_vertex(r, SCENARIO_START, agent->start_vertex, &row.start);
        sound &= take_vertex(r, SCENARIO_GOAL, agent->goal_vertex, &row.goal);
    } else {
        sound = scenario_take_cell(r->reading, &row, SCENARIO_START, agent->start.j,
                                   agent->start.i);
        sound &= scenario_take_cell(r->reading, &row, SCENARIO_GOAL, agent->goal.j, agent->goal.i);
    }
    if (sound)
        return scenario_take_agent(r->reading, &row);
    scenario_skip_agent(r->reading);
    return IO_OK;
}

static void refuse_kind(task_reader *r)
{
    if (!r->refused && r->reading->on == NULL)
        xml_error(r->x, NULL, "--map FILE", "the task names vertices, and no roadmap is given");
    else if (!r->refused)
        xml_error(r->x, NULL, NULL,
                  r->task.on_roadmap ? "the task names vertices, and the map is a grid"
                                     : "the task names cells, and the map is a roadmap");
    r->refused = true;
}

/* An agent whose own numbers are at fault was reported, and is not looked up. */
static io_result take_agent(void *context, xml *x, xml_attributes attributes)
{
    task_reader *r = context;
    size_t errors = r->reading->sink->errors;
    r->x = x;
    io_result result = ccbs_task_take_agent(&r->task, x, attributes);
    if (result != IO_OK)
        return result;
    bool wanted = scenario_wants_agent(r->reading);
    const map *on = r->reading->on;
    r->reading->scenario.in_cells = on == NULL && !r->task.on_roadmap;
    if (r->task.on_roadmap != (on != NULL && on->kind == MAP_ROADMAP))
        refuse_kind(r);
    else if (wanted && r->reading->sink->errors == errors)
        return look_up(r, &r->task.agents[r->task.count - 1]);
    scenario_skip_agent(r->reading);
    return IO_OK;
}

static io_result refuse_log(void *context, xml *x, xml_attributes attributes)
{
    (void)context, (void)attributes;
    xml_error(x, NULL, "a task has agents alone", "this is the log of a solution, not a task");
    return IO_BAD_INPUT;
}

static io_result close_root(void *context, xml *x)
{
    const task_reader *r = context;
    if (r->task.count == 0)
        xml_error(x, NULL, "<agent start_i=\"0\" start_j=\"0\" goal_i=\"1\" goal_j=\"1\"/>",
                  "the task has no agents");
    return IO_OK;
}

io_result scenario_ccbs_read(scenario_reading *reading)
{
    static const xml_element elements[] = {
        {.path = "root", .close = close_root},
        {.path = "root/agent", .open = take_agent},
        {.path = "root/log", .open = refuse_log},
    };
    task_reader reader = {.reading = reading};
    xml *x = NULL;
    io_result result = xml_open(reading->input, reading->sink, &x);
    if (result == IO_OK)
        result = xml_parse(x, elements, sizeof elements / sizeof elements[0], &reader);
    result = xml_finish(x, result);
    ccbs_task_free(&reader.task);
    return result;
}
