/* SPDX-License-Identifier: MIT */
/* The footprints of robots that turn: the bodies that a plan's motions have by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/rows.h"
#include "cli/solve_job.h"
#include "io/number.h"
#include "io/shape.h"

enum { NAME_SIZE = 32, NUMBERS_PER_VERTEX = 2 };

/* The number of a body among the plan's, from 1, added if it is new; 0: no memory. */
static size_t number_of(plan *all, const graze_body *body)
{
    char name[NAME_SIZE];
    for (size_t i = 0; i < all->body_count; i++)
        if (shape_equal(&all->bodies[i].body, body))
            return i + 1;
    plan_body *grown = realloc(all->bodies, (all->body_count + 1) * sizeof *grown);
    if (grown == NULL)
        return 0;
    all->bodies = grown;
    snprintf(name, sizeof name, "footprint-%zu", all->body_count + 1);
    grown[all->body_count] = (plan_body){strdup(name), *body};
    return grown[all->body_count].name != NULL ? ++all->body_count : 0;
}

io_result solve_take_bodies(solve_job *job)
{
    for (size_t i = 0; job->solution.bodies != NULL && i < job->plan.agent_count; i++) {
        plan_agent *agent = &job->plan.agents[i];
        agent->numbers = calloc(agent->trajectory.count + 1, sizeof *agent->numbers);
        if (agent->numbers == NULL)
            return IO_MEMORY;
        for (size_t m = 0; m < agent->trajectory.count; m++) {
            agent->numbers[m] = number_of(&job->plan, &agent->trajectory.bodies[m]);
            if (agent->numbers[m] == 0)
                return IO_MEMORY;
        }
    }
    return IO_OK;
}

void solve_forget_bodies(solve_job *job)
{
    for (size_t i = 0; job->plan.agents != NULL && i < job->plan.agent_count; i++)
        free(job->plan.agents[i].numbers);
    for (size_t b = 0; b < job->plan.body_count; b++)
        free(job->plan.bodies[b].name);
    free(job->plan.bodies);
}

/* `x y x y ...`; null: no memory. */
static char *vertices_text(const graze_body *body)
{
    const size_t numbers = NUMBERS_PER_VERTEX * body->vertex_count;
    char *text = calloc(numbers + 1, NUMBER_TEXT_SIZE), one[NUMBER_TEXT_SIZE];
    if (text == NULL)
        return NULL;
    for (size_t i = 0, at = 0; i < numbers; i++) {
        const graze_point *p = &body->vertices[i / NUMBERS_PER_VERTEX];
        number_format(i % NUMBERS_PER_VERTEX == 0 ? p->x : p->y, false, one);
        at += (size_t)sprintf(text + at, at == 0 ? "%s" : " %s", one);
    }
    return text;
}

static io_result write_rows(const solve_job *job, FILE *stream)
{
    static const char *const columns[] = {"body", "radius", "vertices"};
    rows *writer = rows_open(stream, ROWS_CSV, false, 3, columns);
    bool room = true;
    for (size_t b = 0; b < job->plan.body_count && room; b++) {
        const plan_body *body = &job->plan.bodies[b];
        char *text = vertices_text(&body->body);
        room = text != NULL;
        rows_text(writer, body->name);
        rows_real(writer, body->body.radius);
        rows_text(writer, room ? text : "");
        rows_end(writer);
        free(text);
    }
    io_result result = rows_close(writer);
    return room ? result : IO_MEMORY;
}

io_result solve_write_bodies(solve_job *job)
{
    output *out = NULL;
    if (job->solution.bodies == NULL || job->bodies_file == NULL)
        return IO_OK;
    io_result result = output_open(job->bodies_file, &job->sink, &out);
    if (result != IO_OK)
        return result;
    result = write_rows(job, output_stream(out));
    if (result == IO_MEMORY) {
        output_discard(out);
        return result;
    }
    return output_commit(out, &job->sink); /* which tells what the stream met with */
}
