/* SPDX-License-Identifier: MIT */
#include "io/scenario_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- CSV ----------------------------------------------------------------------------- */

static void write_place(const map *on, uint32_t place, writing *to)
{
    if (on->kind == MAP_GRID) {
        graze_point at = map_place(on, place);
        writing_number(to, at.x);
        putc(',', to->out);
        writing_number(to, at.y);
    } else if (on->labels != NULL) {
        writing_field(to, on->labels[place]);
    } else {
        fprintf(to->out, "%" PRIu32, place);
    }
}

/* A number behind a comma; 0: nothing is said. */
static void write_limit(double value, writing *to)
{
    putc(',', to->out);
    if (value != 0)
        writing_number(to, value);
}

static void write_pairs(const double *numbers, size_t count, writing *to)
{
    for (size_t i = 0; i < count; i++) {
        putc(i == 0 ? ',' : ' ', to->out);
        writing_number(to, numbers[i]);
    }
    if (count == 0)
        putc(',', to->out);
}

/* What the row said of a robot: vertices, limits and a heading. */
static void write_robot(const scenario_agent *agent, writing *to)
{
    static const robots_row nothing = {.line = 0};
    const robots_row *own = agent->own != NULL ? agent->own : &nothing;
    const graze_body *body = &own->body;
    write_pairs(body->vertex_count == 0 ? NULL : &body->vertices[0].x, 2 * body->vertex_count, to);
    write_limit(own->acceleration, to);
    write_limit(own->deceleration, to);
    write_limit(own->turn_rate, to);
    write_pairs(own->turn_time_count == 0 ? NULL : &own->turn_times[0].angle,
                2 * own->turn_time_count, to);
    putc(',', to->out);
    if (agent->has_heading)
        writing_number(to, agent->heading);
}

static void write_csv(const scenario *source, const map *on, writing *to)
{
    fprintf(to->out, "agent,%s%s%s%s\n",
            on->kind == MAP_GRID ? "start_x,start_y,goal_x,goal_y" : "start,goal",
            source->has_radius ? ",radius" : "", source->has_speed ? ",speed" : "",
            source->has_robots
                ? ",vertices,acceleration,deceleration,turn_rate,turn_times,heading"
                : "");
    for (size_t i = 0; i < source->count; i++) {
        const scenario_agent *agent = &source->agents[i];
        writing_field(to, agent->label);
        putc(',', to->out);
        write_place(on, agent->start, to);
        putc(',', to->out);
        write_place(on, agent->goal, to);
        if (source->has_radius) {
            putc(',', to->out);
            writing_number(to, agent->radius);
        }
        if (source->has_speed) {
            putc(',', to->out);
            writing_number(to, agent->speed);
        }
        if (source->has_robots)
            write_robot(agent, to);
        putc('\n', to->out);
    }
}

/* ---- formats without sizes and names ---------------------------------------------------- */

static void check_plain(const scenario *source, writing *to)
{
    if (source->has_radius && !to->drop)
        writing_refuse(to, "--drop leaves them out", "the format has no place for radii");
    if (source->has_speed && !to->drop)
        writing_refuse(to, "--drop leaves them out", "the format has no place for speeds");
    if (source->has_robots && !to->drop)
        writing_refuse(to, "--drop leaves them out",
                       "the format has no place for limits of robots");
    for (size_t i = 0; i < source->count; i++)
        if (!writing_counts(to, "agent", source->agents[i].label, i))
            return;
}

static void write_ccbs(const scenario *source, const map *on, writing *to)
{
    fputs("<?xml version=\"1.0\" ?>\n<root>\n", to->out);
    for (size_t i = 0; i < source->count; i++) {
        uint32_t start = source->agents[i].start, goal = source->agents[i].goal;
        if (on->kind == MAP_ROADMAP)
            fprintf(to->out, "    <agent start_id=\"%" PRIu32 "\" goal_id=\"%" PRIu32 "\"/>\n",
                    start, goal);
        else
            fprintf(to->out,
                    "    <agent start_i=\"%" PRIu32 "\" start_j=\"%" PRIu32 "\" goal_i=\"%" PRIu32
                    "\" goal_j=\"%" PRIu32 "\"/>\n",
                    start / on->columns, start % on->columns, goal / on->columns,
                    goal % on->columns);
    }
    fputs("</root>\n", to->out);
}

/* ---- shortest paths on a grid -------------------------------------------------------------
 * Straight steps cost 1 and diagonal ones sqrt 2. Cells leave the two queues in the order of
 * their lengths, so what is put into each of them comes in ascending order too, and no other
 * order has to be kept. */

typedef struct reached {
    uint32_t cell;
    double length;
} reached;

typedef struct flood {
    const map *on;
    double *length;                /* of every cell; +inf: not yet */
    reached *queues[2];            /* by straight and by diagonal steps */
    size_t head[2], tail[2];
} flood;

static bool flood_open(flood *all, const map *on)
{
    size_t cells = (size_t)on->columns * on->rows;
    *all = (flood){.on = on, .length = calloc(cells, sizeof *all->length)};
    for (int i = 0; i < 2; i++)
        all->queues[i] = calloc(4 * cells + 1, sizeof *all->queues[i]);
    return all->length != NULL && all->queues[0] != NULL && all->queues[1] != NULL;
}

static void flood_close(flood *all)
{
    free(all->length);
    free(all->queues[0]);
    free(all->queues[1]);
}

static bool is_free(const map *on, int64_t column, int64_t row)
{
    return column >= 0 && row >= 0 && column < on->columns && row < on->rows &&
           on->blocked[(size_t)row * on->columns + (size_t)column] == 0;
}

static void step(flood *all, reached from, int dx, int dy)
{
    const map *on = all->on;
    int64_t column = from.cell % on->columns, row = from.cell / on->columns;
    if (!is_free(on, column + dx, row + dy) || !is_free(on, column + dx, row) ||
        !is_free(on, column, row + dy))
        return;
    int diagonal = dx != 0 && dy != 0;
    uint32_t cell = (uint32_t)((row + dy) * on->columns + column + dx);
    double length = from.length + (diagonal ? sqrt(2) : 1);
    if (length < all->length[cell]) {
        all->length[cell] = length;
        all->queues[diagonal][all->tail[diagonal]++] = (reached){cell, length};
    }
}

/* The next cell in the order of lengths; false at the end. */
static bool take_nearest(flood *all, reached *next)
{
    bool some[2];
    for (int i = 0; i < 2; i++)
        some[i] = all->head[i] < all->tail[i];
    if (!some[0] && !some[1])
        return false;
    int which = !some[0] || (some[1] && all->queues[1][all->head[1]].length <
                                            all->queues[0][all->head[0]].length);
    *next = all->queues[which][all->head[which]++];
    return true;
}

/* The length of a shortest path, or +inf. */
static double shortest(flood *all, uint32_t start, uint32_t goal)
{
    size_t cells = (size_t)all->on->columns * all->on->rows;
    for (size_t i = 0; i < cells; i++)
        all->length[i] = INFINITY;
    all->head[0] = all->head[1] = all->tail[1] = 0;
    all->tail[0] = 1;
    all->queues[0][0] = (reached){start, 0};
    all->length[start] = 0;
    reached at;
    while (take_nearest(all, &at)) {
        if (at.cell == goal)
            return at.length;
        if (at.length > all->length[at.cell])
            continue;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (dx != 0 || dy != 0)
                    step(all, at, dx, dy);
    }
    return INFINITY;
}

/* ---- MovingAI ------------------------------------------------------------------------ */

static void write_line(const map *on, const char *map_name, const scenario_agent *agent,
                       double length, writing *to)
{
    fprintf(to->out, "%.0f\t%s\t%" PRIu32 "\t%" PRIu32, floor(length / 4), map_name, on->columns,
            on->rows);
    const uint32_t places[] = {agent->start, agent->goal};
    for (int i = 0; i < 2; i++)
        fprintf(to->out, "\t%" PRIu32 "\t%" PRIu32, places[i] % on->columns,
                places[i] / on->columns);
    fprintf(to->out, "\t%.8f\n", length);
}

static io_result write_movingai(const scenario *source, const map *on, const char *map_name,
                                writing *to)
{
    if (on->kind != MAP_GRID) {
        writing_refuse(to, NULL, "a scenario of MovingAI is for a grid, and the map is a roadmap");
        return IO_BAD_INPUT;
    }
    if (strpbrk(map_name, "\t\r\n") != NULL)
        writing_refuse(to, NULL, "the map's name has a tab or an end of line in it");
    flood all;
    bool room = flood_open(&all, on);
    fputs("version 1\n", to->out);
    for (size_t i = 0; room && i < source->count; i++) {
        const scenario_agent *agent = &source->agents[i];
        double length = shortest(&all, agent->start, agent->goal);
        if (length < INFINITY)
            write_line(on, map_name, agent, length, to);
        else
            writing_refuse(to, NULL, "agent '%.40s': its goal cannot be reached, and the format "
                                     "wants the length of a path", agent->label);
    }
    flood_close(&all);
    return room ? writing_result(to) : IO_MEMORY;
}

io_result scenario_write(const scenario *source, const map *on, const char *map_name,
                         scenario_format format, writing *to)
{
    if (format == SCENARIO_CSV)
        write_csv(source, on, to);
    else
        check_plain(source, to);
    if (format == SCENARIO_MOVINGAI)
        return write_movingai(source, on, map_name, to);
    if (format == SCENARIO_CCBS)
        write_ccbs(source, on, to);
    return writing_result(to);
}
