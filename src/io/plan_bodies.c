/* SPDX-License-Identifier: MIT */
#include "io/plan_bodies.h"

#include <stdlib.h>

bool plan_bodies_find(const plan_reading *reading, table *t, size_t column, const char **name,
                      size_t *row)
{
    size_t length = 0;
    *name = table_has(t, column) ? table_text(t, column, &length) : "";
    return length > 0 && bodies_find(&reading->bodies, *name, row);
}

/* The number of the body in a row of the bodies file, which is the plan's from now on. */
static io_result number_of(plan_reading *reading, size_t row, size_t *number)
{
    bodies_row *named = &reading->bodies.rows[row];
    if (named->number == 0) {
        io_result result = plan_add_body(&reading->plan, named->label, &named->body);
        if (result != IO_OK)
            return result;
        named->number = reading->plan.body_count;
    }
    *number = named->number;
    return IO_OK;
}

io_result plan_bodies_read(plan_reading *reading, table *t, size_t column, bool first,
                           const char *label, size_t *number)
{
    const plan_options *options = reading->options;
    const char *name;
    graze_body own;
    size_t row;
    *number = 0;
    if (plan_bodies_find(reading, t, column, &name, &row))
        return number_of(reading, row, number);
    if (name[0] != '\0')
        table_error(t, column, "every body that the plan names has a row there",
                    "body '%.40s' has no row in %.200s", name, options->bodies_file);
    else if (table_has(t, column) && !first &&
             !bodies_choose(&reading->bodies, options, label, &own))
        table_error(t, column, "name one, or give the agent a row in --bodies",
                    "agent '%.40s' has no body of its own", label);
    else
        return IO_OK;
    return IO_BAD_INPUT;
}

io_result plan_bodies_give(plan_reading *reading, size_t agent, const size_t *numbers,
                           const double *times, size_t count)
{
    const size_t motions = reading->plan.agents[agent].trajectory.count;
    size_t named = 0, given = 0;
    for (size_t row = 0; row < count; row++)
        named += numbers[row] != 0;
    if (named == 0)
        return IO_OK;
    size_t *of_motions = calloc(motions + 1, sizeof *of_motions);
    if (of_motions == NULL)
        return IO_MEMORY;
    for (size_t row = 0; row < count && given < motions; row++)
        if (times == NULL || row + 1 == count || times[row + 1] > times[row])
            of_motions[given++] = numbers[row];
    for (; given < motions; given++)
        of_motions[given] = numbers[count - 1];
    return plan_set_bodies(&reading->plan, agent, of_motions);
}
