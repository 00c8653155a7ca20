/* SPDX-License-Identifier: MIT */
/* What agents of one kind of moves can reach is found once for each part of the map. */
#include "cli/solve_goals.h"

#include <stdlib.h>
#include <string.h>

/* ---- what can be reached ---------------------------------------------------------------- */

/* The vertices to and from which there are ways from a start. */
struct solve_part {
    const graze_roadmap *moves;
    unsigned char *has; /* by vertex: 0 or 1 */
    uint32_t *members;  /* ascending */
    uint32_t count;
};

enum { FORTH = 1, BACK = 2 };

/* Turns all edges of a roadmap round. */
static void turn(const graze_roadmap *roadmap, size_t *first, uint32_t *targets)
{
    uint32_t count = roadmap->vertex_count;
    for (size_t e = 0; e < roadmap->first[count]; e++)
        first[roadmap->targets[e] + 2]++;
    for (uint32_t v = 0; v < count; v++)
        first[v + 2] += first[v + 1];
    for (uint32_t v = 0; v < count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++)
            targets[first[roadmap->targets[e] + 1]++] = v;
}

static void spread(const graze_roadmap *moves, uint32_t from, unsigned char bit,
                   unsigned char *marks, uint32_t *queue)
{
    uint32_t count = 0;
    marks[from] |= bit;
    queue[count++] = from;
    for (uint32_t i = 0; i < count; i++)
        for (size_t e = moves->first[queue[i]]; e < moves->first[queue[i] + 1]; e++) {
            uint32_t to = moves->targets[e];
            if ((marks[to] & bit) == 0)
                queue[count++] = to;
            marks[to] |= bit;
        }
}

static void fill_part(struct solve_part *part, uint32_t from, const graze_roadmap *back)
{
    spread(part->moves, from, FORTH, part->has, part->members);
    spread(back, from, BACK, part->has, part->members);
    for (uint32_t v = 0; v < back->vertex_count; v++) {
        part->has[v] = part->has[v] == (FORTH | BACK);
        if (part->has[v])
            part->members[part->count++] = v;
    }
}

static io_result find_part(const graze_roadmap *moves, uint32_t from, struct solve_part *part)
{
    uint32_t vertices = moves->vertex_count;
    size_t *first = calloc((size_t)vertices + 2, sizeof *first);
    uint32_t *targets = calloc(moves->first[vertices] + 1, sizeof *targets);
    *part = (struct solve_part){.moves = moves,
                                .has = calloc(vertices, 1),
                                .members = calloc(vertices, sizeof *part->members)};
    bool has_room =
        first != NULL && targets != NULL && part->has != NULL && part->members != NULL;
    if (has_room) {
        const graze_roadmap back = {vertices, moves->places, first, targets};
        turn(moves, first, targets);
        fill_part(part, from, &back);
    }
    free(first);
    free(targets);
    return has_room ? IO_OK : IO_MEMORY;
}

static const graze_roadmap *moves_of(const solve_job *job, size_t agent)
{
    const graze_roadmap *own = job->tasks[agent].moves;
    return own != NULL ? own : job->problem.roadmap;
}

static io_result find_parts(solve_job *job)
{
    size_t count = job->scenario.count;
    io_result result = IO_OK;
    job->parts = calloc(count, sizeof *job->parts);
    job->part_of = calloc(count, sizeof *job->part_of);
    if (job->parts == NULL || job->part_of == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < count && result == IO_OK; i++) {
        size_t p = 0;
        while (p < job->part_count && (job->parts[p].moves != moves_of(job, i) ||
                                       !job->parts[p].has[job->tasks[i].start]))
            p++;
        if (p == job->part_count)
            result = find_part(moves_of(job, i), job->tasks[i].start,
                               &job->parts[job->part_count++]);
        job->part_of[i] = p;
    }
    return result;
}

bool solve_reaches(const solve_job *job, size_t agent, uint32_t place)
{
    return job->parts[job->part_of[agent]].has[place];
}

/* ---- goals ------------------------------------------------------------------------------ */

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The goal of the scenario, then random ones. */
static void draw_goals(const solve_job *job, size_t agent, goal_row *goals)
{
    uint64_t seed = (uint64_t)job->seed << 32 ^ agent;
    const struct solve_part *part = &job->parts[job->part_of[agent]];
    for (int k = 0; k < job->tasks_per_agent; k++) {
        uint64_t drawn = (next_random(&seed) >> 32) * part->count >> 32;
        goals[k] = (goal_row){.agent = agent,
                             .place = k == 0 ? job->tasks[agent].goal : part->members[drawn]};
    }
}

static io_result draw_all(solve_job *job)
{
    size_t each = (size_t)job->tasks_per_agent;
    job->goals.count = job->scenario.count * each;
    job->goals.rows = calloc(job->goals.count, sizeof *job->goals.rows);
    if (job->goals.rows == NULL)
        return IO_MEMORY;
    for (size_t i = 0; i < job->scenario.count; i++)
        draw_goals(job, i, &job->goals.rows[i * each]);
    return IO_OK;
}

/* Can the agent, or anybody, do the rows of a task? */
static bool somebody_reaches(const solve_job *job, const goal_row *row)
{
    if (row->agent != GOAL_FOR_ANYBODY)
        return solve_reaches(job, row->agent, row->place);
    for (size_t i = 0; i < job->scenario.count; i++)
        if (solve_reaches(job, i, row->place))
            return true;
    return false;
}

static io_result check_reach(solve_job *job)
{
    static const char wanted[] = "a goal that can be reached, and from which there is a way on";
    io_result result = IO_OK;
    for (size_t i = 0; i < job->goals.count; i++) {
        const goal_row *row = &job->goals.rows[i];
        const char *file = job->tasks_file != NULL ? job->tasks_file : job->reading.file;
        if (somebody_reaches(job, row))
            continue;
        const diagnostic_place place = {file, row->line, row->column, NULL, 0};
        if (row->agent == GOAL_FOR_ANYBODY)
            diagnostic_error(&job->sink, &place, wanted,
                             "the agents cannot reach this goal and come back");
        else
            diagnostic_error(&job->sink, &place, wanted,
                             "agent '%s' cannot reach this goal and come back",
                             job->scenario.agents[row->agent].label);
        result = IO_BAD_INPUT;
    }
    return result;
}

io_result solve_read_goals(solve_job *job)
{
    io_result result = find_parts(job);
    if (result == IO_OK)
        result = job->tasks_file == NULL
                     ? draw_all(job)
                     : goals_read(job->tasks_file, job->reading.hashed, &job->map, &job->scenario,
                                  &job->sink, &job->goals);
    if (result == IO_OK)
        result = check_reach(job);
    diagnostic_finish(&job->sink);
    return result;
}

void solve_forget_goals(solve_job *job)
{
    for (size_t p = 0; p < job->part_count; p++) {
        free(job->parts[p].has);
        free(job->parts[p].members);
    }
    free(job->parts);
    free(job->part_of);
    goals_free(&job->goals);
}
