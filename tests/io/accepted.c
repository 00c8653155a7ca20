/* SPDX-License-Identifier: MIT */
#include "accepted.h"

#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "io/number.h"
#include "support/run.h"

const plan_options with_radius = {.has_radius = true, .radius = 0.25};

plan accept_with(const char *text, const plan_options *options)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    io_result result = plan_read(c.path, options, &c.sink, &all);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL_FATAL(result, IO_OK);
    capture_close(&c);
    return all;
}

plan accept(const char *text)
{
    return accept_with(text, &with_radius);
}

void refuse_with(const char *text, const plan_options *options, const char *expected)
{
    capture c;
    plan all = {.agent_count = 0};
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(plan_read(c.path, options, &c.sink, &all), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    CU_ASSERT_EQUAL(c.sink.errors, 1);
    capture_close(&c);
}

void refuse(const char *text, const char *expected)
{
    refuse_with(text, &with_radius, expected);
}

/* Options with this map, which the caller frees. */
plan_options on_map(const char *text, map *on)
{
    capture c;
    capture_open_text(&c, text);
    const map_options file = {.file = c.path};
    CU_ASSERT_EQUAL_FATAL(map_read(&file, &c.sink, on), IO_OK);
    capture_close(&c);
    plan_options options = with_radius;
    options.map = on;
    return options;
}

/* The path of an agent as "LABEL t:x,y t:x,y". */
bool goes(const plan *all, size_t agent, const char *expected)
{
    char text[1000], number[NUMBER_TEXT_SIZE];
    const plan_agent *who = &all->agents[agent];
    size_t at = (size_t)snprintf(text, sizeof text, "%s", who->label);
    for (size_t i = 0; i < who->trajectory.count && at < sizeof text; i++) {
        const graze_motion *motion = &who->trajectory.motions[i];
        const double numbers[] = {motion->start, motion->position.x, motion->position.y};
        for (int k = 0; k < 3; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%c%s", " :,"[k],
                                   number_format(numbers[k], false, number));
    }
    if (strcmp(text, expected) != 0)
        printf("\n# %s\n# not %s\n", text, expected);
    return strcmp(text, expected) == 0;
}
