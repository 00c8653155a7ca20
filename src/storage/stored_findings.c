/* SPDX-License-Identifier: MIT */
/* Maps and what a run has found, back from their rows. */
#include <stdlib.h>

#include "io/array.h"
#include "storage/stored.h"
#include "storage/stored_rows.h"

/* ---- maps --------------------------------------------------------------------------- */

typedef struct map_rows {
    database *db;
    map map;
    bool found;
    graze_point *places;
    size_t *first;
    uint32_t *targets;
    size_t place_room, label_room, target_count, target_room;
} map_rows;

static io_result take_map(void *context, const query *row)
{
    map_rows *all = context;
    map *read = &all->map;
    all->found = true;
    read->kind = stored_text_is(row, 0, "grid") ? MAP_GRID : MAP_ROADMAP;
    if (read->kind == MAP_ROADMAP)
        return IO_OK;
    int64_t columns = stored_integer(row, 1), rows = stored_integer(row, 2);
    if (columns < 1 || rows < 1 || columns > INT32_MAX || rows > INT32_MAX / columns)
        return stored_refuse(all->db, "the map is too large");
    read->columns = (uint32_t)columns;
    read->rows = (uint32_t)rows;
    read->cell = stored_real(row, 3);
    read->blocked = calloc((size_t)(columns * rows), 1);
    return read->blocked != NULL ? IO_OK : stored_no_memory(all->db);
}

static io_result take_cell(void *context, const query *row)
{
    map_rows *all = context;
    int64_t map_row = stored_integer(row, 0), column = stored_integer(row, 1);
    if (map_row < 0 || map_row >= all->map.rows || column < 0 || column >= all->map.columns)
        return stored_refuse(all->db, "a cell lies outside its map");
    all->map.blocked[map_row * all->map.columns + column] = 1;
    return IO_OK;
}

static io_result take_place(void *context, const query *row)
{
    map_rows *all = context;
    size_t count = all->map.label_count;
    if (stored_integer(row, 0) != (int64_t)count)
        return stored_refuse(all->db, "a vertex of the roadmap is missing");
    if (!array_grow(&all->places, &all->place_room, count + 1, sizeof *all->places) ||
        !array_grow(&all->map.labels, &all->label_room, count + 1, sizeof *all->map.labels))
        return stored_no_memory(all->db);
    all->places[count] = (graze_point){stored_real(row, 2), stored_real(row, 3)};
    all->map.labels[count] = stored_text(row, 1);
    all->map.label_count++;
    return all->map.labels[count] != NULL ? IO_OK : stored_no_memory(all->db);
}

/* Edges come sorted by the vertex that they leave. */
static io_result take_edge(void *context, const query *row)
{
    map_rows *all = context;
    size_t count = all->map.label_count;
    int64_t from = stored_integer(row, 0), to = stored_integer(row, 1);
    if (from < 0 || (uint64_t)from >= count || to < 0 || (uint64_t)to >= count)
        return stored_refuse(all->db, "an edge has no vertex");
    if (!array_grow(&all->targets, &all->target_room, all->target_count + 1, sizeof *all->targets))
        return stored_no_memory(all->db);
    all->targets[all->target_count++] = (uint32_t)to;
    all->first[from + 1] = all->target_count;
    return IO_OK;
}

/* Where a vertex has no edge, its list begins where the one before it ends. */
static void close_gaps(map_rows *all)
{
    for (size_t v = 1; v <= all->map.label_count; v++)
        if (all->first[v] < all->first[v - 1])
            all->first[v] = all->first[v - 1];
}

#define MAP_OF_PLAN "IN (SELECT map_id FROM plan_map WHERE plan_id = ?)"

static io_result read_cells(map_rows *all, int64_t plan_id)
{
    return stored_rows_each(all->db,
                            "SELECT map_row, map_column FROM map_cell WHERE map_id " MAP_OF_PLAN,
                            plan_id, take_cell, all);
}

static io_result read_roadmap(map_rows *all, int64_t plan_id)
{
    io_result result =
        stored_rows_each(all->db,
                         "SELECT vertex_id, label, x_m, y_m FROM vertex WHERE map_id " MAP_OF_PLAN
                         " ORDER BY vertex_id",
                         plan_id, take_place, all);
    if (result != IO_OK)
        return result;
    all->first = calloc(all->map.label_count + 1, sizeof *all->first);
    if (all->first == NULL)
        return stored_no_memory(all->db);
    result = stored_rows_each(all->db,
                              "SELECT from_vertex_id, to_vertex_id FROM edge "
                              "WHERE map_id " MAP_OF_PLAN
                              " ORDER BY from_vertex_id, to_vertex_id",
                              plan_id, take_edge, all);
    close_gaps(all);
    return result;
}

io_result stored_map_read(database *db, int64_t plan_id, map *result, bool *found)
{
    map_rows all = {.db = db};
    io_result outcome = stored_rows_each(
        db, "SELECT kind, columns, rows, cell_m FROM map WHERE map_id " MAP_OF_PLAN, plan_id,
        take_map, &all);
    if (outcome == IO_OK && all.found)
        outcome =
            all.map.kind == MAP_GRID ? read_cells(&all, plan_id) : read_roadmap(&all, plan_id);
    all.map.roadmap =
        (graze_roadmap){(uint32_t)all.map.label_count, all.places, all.first, all.targets};
    if (outcome != IO_OK) {
        map_free(&all.map);
        return outcome;
    }
    *result = all.map;
    *found = all.found;
    return IO_OK;
}

/* ---- what was found ----------------------------------------------------------------- */

typedef struct finding_rows {
    database *db;
    const plan *of;
    const stored_listener *listener;
} finding_rows;

static graze_verdict verdict_of(const query *row, size_t column)
{
    return stored_text_is(row, column, "conflict") ? GRAZE_CONFLICT
           : stored_text_is(row, column, "graze")  ? GRAZE_GRAZE
                                                   : GRAZE_TOUCH;
}

/* Is there such an agent with such a motion? */
static bool has_motion(const plan *of, int64_t agent, int64_t motion)
{
    return agent >= 0 && (uint64_t)agent < of->agent_count && motion >= 0 &&
           (uint64_t)motion < of->agents[agent].trajectory.count;
}

static io_result take_meeting(void *context, const query *row)
{
    const finding_rows *all = context;
    int64_t a = stored_integer(row, 0), b = stored_integer(row, 1);
    int64_t seq_a = stored_integer(row, 2), seq_b = stored_integer(row, 3);
    if (!has_motion(all->of, a, seq_a) || !has_motion(all->of, b, seq_b))
        return stored_refuse(all->db, "a meeting has no motion");
    const stored_meeting met = {
        (size_t)a,
        (size_t)b,
        {verdict_of(row, 4),
         (size_t)seq_a,
         (size_t)seq_b,
         {stored_real(row, 5), stored_real(row, 6)},
         .depth = stored_real(row, 7),
         .distance = stored_real(row, 9),
         .time = stored_real(row, 8)},
    };
    return all->listener->meeting(all->listener->context, &met);
}

static io_result take_obstacle(void *context, const query *row)
{
    const finding_rows *all = context;
    int64_t agent = stored_integer(row, 0), seq = stored_integer(row, 1);
    if (!has_motion(all->of, agent, seq))
        return stored_refuse(all->db, "a meeting with a cell or obstacle has no motion");
    if (stored_integer(row, 3) < 0 && stored_is_null(row, 11))
        return stored_refuse(all->db, "a meeting has no obstacle");
    const database_obstacle_meeting met = {
        (size_t)agent,
        (uint32_t)stored_integer(row, 2),
        stored_integer(row, 3) < 0 ? DATABASE_NO_CELL : (uint32_t)stored_integer(row, 3),
        (int)stored_integer(row, 10),
        {verdict_of(row, 4),
         (size_t)seq,
         0,
         {stored_real(row, 5), stored_real(row, 6)},
         .depth = stored_real(row, 7),
         .distance = stored_real(row, 9),
         .time = stored_real(row, 8)},
    };
    return all->listener->obstacle(all->listener->context, &met);
}

static io_result take_slack(void *context, const query *row)
{
    const finding_rows *all = context;
    stored_slack found = {.agent = (size_t)stored_integer(row, 0)};
    found.slack.slack.conflicts = stored_integer(row, 1) != 0;
    found.slack.slack.delay = stored_real(row, 2);
    if (found.agent >= all->of->agent_count)
        return stored_refuse(all->db, "slack has no agent");
    if (!stored_is_null(row, 3)) {
        if (!has_motion(all->of, stored_integer(row, 3), stored_integer(row, 5)))
            return stored_refuse(all->db, "slack has no motion");
        found.slack.agent_b = (size_t)stored_integer(row, 3);
        found.slack.slack.motion_a = (size_t)stored_integer(row, 4);
        found.slack.slack.motion_b = (size_t)stored_integer(row, 5);
    }
    return all->listener->slack(all->listener->context, &found);
}

io_result stored_meetings_read(database *db, int64_t plan_id, const plan *of,
                               const stored_listener *listener)
{
    finding_rows all = {db, of, listener};
    return stored_rows_each(
        db,
        "SELECT agent_a_id, agent_b_id, seq_a, seq_b, verdict, begin_s, end_s, depth_m, "
        "depth_at_s, min_clearance_m FROM meeting WHERE plan_id = ? ORDER BY agent_a_id, "
        "agent_b_id, part",
        plan_id, take_meeting, &all);
}

io_result stored_findings_read(database *db, int64_t plan_id, const plan *of,
                               const stored_listener *listener)
{
    finding_rows all = {db, of, listener};
    io_result result = stored_meetings_read(db, plan_id, of, listener);
    if (result == IO_OK)
        result = stored_rows_each(
            db,
            "SELECT o.agent_id, o.seq, o.map_column, o.map_row, o.verdict, o.begin_s, o.end_s, "
            "o.depth_m, o.depth_at_s, o.min_clearance_m, o.part, b.obstacle_id "
            "FROM obstacle_meeting AS o LEFT JOIN obstacle AS b ON o.map_row < 0 "
            "AND b.plan_id = o.plan_id AND b.obstacle_id = o.map_column WHERE o.plan_id = ? "
            "ORDER BY o.agent_id, o.map_row < 0, o.map_row, o.map_column, o.part",
            plan_id, take_obstacle, &all);
    if (result == IO_OK)
        result = stored_rows_each(db,
                                  "SELECT agent_id, in_conflict, delay_s, agent_b_id, seq_a, seq_b "
                                  "FROM slack WHERE plan_id = ? ORDER BY agent_id",
                                  plan_id, take_slack, &all);
    return result;
}
