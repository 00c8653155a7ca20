/* SPDX-License-Identifier: MIT */
/* Submissions to the MAPF tracker as JSON: an object for each plan, or a list of them, whose
 * `solution_plan` is one text or a list of one for each agent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/json.h"
#include "io/plan_formats.h"
#include "io/plan_tracker.h"

typedef struct moves_text {
    char *bytes;
    size_t length, capacity;
} moves_text;

static bool append(moves_text *text, const char *bytes, size_t length)
{
    if (!array_grow(&text->bytes, &text->capacity, text->length + length + 1, 1))
        return false;
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

/* A list of texts as one, with line breaks between them. */
static io_result join(const plan_reading *reading, const json_t *list, moves_text *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (!json_is_string(item))
            return json_refuse(reading->input, reading->sink, "one text of moves for each agent",
                               "solution_plan[%zu] is no text", i);
        if ((i > 0 && !append(text, "\n", 1)) ||
            !append(text, json_string_value(item), json_string_length(item)))
            return IO_MEMORY;
    }
    return IO_OK;
}

static void name_scenario(const json_t *object, tracker_record *record)
{
    const char *map = json_string_value(json_object_get(object, "map_name"));
    const char *type = json_string_value(json_object_get(object, "scen_type"));
    long long id;
    if (map != NULL && type != NULL && json_count(json_object_get(object, "type_id"), 0, &id))
        snprintf(record->scenario, sizeof record->scenario, "%.80s-%.40s-%lld.scen", map, type, id);
}

static io_result take_object(plan_reading *reading, const json_t *object, moves_text *text)
{
    const json_t *moves = json_object_get(object, "solution_plan");
    tracker_record record = {.line = 0};
    io_result result = IO_OK;
    if (json_is_array(moves))
        result = join(reading, moves, text);
    else if (!json_is_string(moves))
        result = json_refuse(reading->input, reading->sink, "u, d, l, r and w",
                             "there is no solution_plan");
    else if (!append(text, json_string_value(moves), json_string_length(moves)))
        result = IO_MEMORY;
    if (result != IO_OK)
        return result;
    record.moves = text->bytes != NULL ? text->bytes : "";
    record.length = text->length;
    record.has_agents = json_count(json_object_get(object, "agents"), 0, &record.agents);
    if (json_is_array(moves) && !record.has_agents) {
        record.has_agents = true;
        record.agents = (long long)json_array_size(moves);
    }
    name_scenario(object, &record);
    return plan_tracker_take(reading, &record);
}

io_result plan_tracker_json_read(plan_reading *reading)
{
    json_t *root = NULL;
    moves_text text = {.bytes = NULL};
    size_t record;
    io_result result = json_read(reading->input, reading->sink, &root);
    if (result != IO_OK)
        return result;
    bool list = json_is_array(root);
    result = plan_tracker_choose(reading, list ? json_array_size(root) : 1, &record);
    if (result == IO_OK)
        result = take_object(reading, list ? json_array_get(root, record) : root, &text);
    json_decref(root);
    free(text.bytes);
    return result;
}
