/* SPDX-License-Identifier: MIT */
#include "readings.h"

#include <stdlib.h>
#include <string.h>

#include "io/goals.h"
#include "io/map_write.h"
#include "io/obstacles.h"
#include "io/pairs.h"
#include "io/plan_write.h"
#include "io/robots.h"
#include "io/scenario_write.h"

static void add(uint64_t *sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
}

static void add_number(uint64_t *sum, double value) { add(sum, &value, sizeof value); }
static void add_text(uint64_t *sum, const char *text) { add(sum, text, strlen(text) + 1); }

static void add_place(uint64_t *sum, graze_vector place)
{
    add_number(sum, place.x);
    add_number(sum, place.y);
    add_number(sum, place.z);
}

/* A format may refuse what was read; then it does so each time. */
static io_result written(io_result result, uint64_t *sum, io_result so_far)
{
    add_number(sum, result);
    return result == IO_MEMORY ? result : so_far;
}

static writing writer(FILE *nowhere, diagnostics *quiet, const char *scenario_file)
{
    return (writing){.out = nowhere, .sink = quiet, .file = "FILE", .drop = true,
                     .scenario_file = scenario_file};
}

/* ---- readers --------------------------------------------------------------------------- */

/* Where an agent's waypoints are kept, its motions are made of them. */
static io_result add_plan(uint64_t *sum, const plan *all, plan_room *room)
{
    for (size_t i = 0; i < all->agent_count; i++) {
        const plan_agent *agent = &all->agents[i];
        add_text(sum, agent->label);
        add_number(sum, agent->body.radius);
        graze_trajectory path;
        if (plan_trajectory(agent, room, &path) != IO_OK)
            return IO_MEMORY;
        for (size_t k = 0; k < path.count; k++) {
            const graze_motion *motion = &path.motions[k];
            add_place(sum, motion->position);
            add_place(sum, motion->to);
            add_number(sum, motion->start);
            add_number(sum, motion->duration);
            add_number(sum, plan_body_of(agent, k)->radius);
        }
    }
    for (size_t i = 0; i < all->input_count; i++)
        add_text(sum, all->inputs[i].sha256);
    return IO_OK;
}

io_result reading_plan(const reading *of, const char *const *paths, diagnostics *sink,
                       FILE *nowhere, uint64_t *sum)
{
    plan all;
    map on = {.kind = MAP_GRID};
    plan_options how = of->how;
    const map_options place = {.file = paths[1], .hashed = true};
    how.bodies_file = of->second == BODIES ? paths[1] : NULL;
    how.import.scenario_file = of->second == SCENARIO ? paths[1] : NULL;
    io_result result = of->second == MAP ? map_read(&place, sink, &on) : IO_OK;
    if (result != IO_OK)
        return result;
    how.map = of->second == MAP ? &on : NULL;
    result = plan_read(paths[0], &how, sink, &all);
    if (result == IO_OK) {
        plan_room room = {.motions = NULL};
        result = add_plan(sum, &all, &room);
        free(room.motions);
        for (int format = PLAN_WAYPOINTS; format <= PLAN_TRACKER && !how.as_waypoints; format++) {
            diagnostics quiet = {.out = nowhere};
            writing to = writer(nowhere, &quiet, of->second == SCENARIO ? paths[1] : NULL);
            result = written(plan_write(&all, how.map, (plan_format)format, &to), sum, result);
        }
        plan_free(&all);
    }
    map_free(&on);
    return result;
}

static io_result take_pair(void *context, const pairs_row *row)
{
    uint64_t *sum = context;
    add_text(sum, row->id);
    add_place(sum, row->a.position);
    add_place(sum, row->b.position);
    add_number(sum, row->body_a.radius + row->body_b.radius);
    add_number(sum, (double)row->body_a.vertex_count);
    return IO_OK;
}

io_result reading_pairs(const reading *of, const char *const *paths, diagnostics *sink,
                        FILE *nowhere, uint64_t *sum)
{
    (void)of, (void)nowhere;
    return pairs_read(paths[0], sink, take_pair, sum);
}

static io_result write_map(const map *all, FILE *nowhere, uint64_t *sum)
{
    io_result result = IO_OK;
    for (int format = MAP_GRID_CSV; format <= MAP_GRAPHML; format++) {
        diagnostics quiet = {.out = nowhere};
        writing to = writer(nowhere, &quiet, NULL), edges = to;
        if ((format == MAP_ROADMAP_CSV || format == MAP_GRAPHML) == (all->kind == MAP_ROADMAP))
            result = written(map_write(all, (map_format)format, &to,
                                       format == MAP_ROADMAP_CSV ? &edges : NULL),
                             sum, result);
    }
    return result;
}

io_result reading_map(const reading *of, const char *const *paths, diagnostics *sink,
                      FILE *nowhere, uint64_t *sum)
{
    map all;
    const map_options how = {
        .file = paths[0], .edges_file = of->texts[1] != NULL ? paths[1] : NULL, .hashed = true};
    io_result result = map_read(&how, sink, &all);
    if (result != IO_OK)
        return result;
    add_number(sum, map_place_count(&all));
    for (uint32_t i = 0; i < map_place_count(&all); i++) {
        const graze_point at = map_place(&all, i);
        add_place(sum, (graze_vector){at.x, at.y, 0});
        add_number(sum, all.kind == MAP_GRID ? all.blocked[i] : (double)all.roadmap.first[i]);
    }
    result = write_map(&all, nowhere, sum);
    map_free(&all);
    return result;
}

static void add_scenario(uint64_t *sum, const scenario *all)
{
    for (size_t i = 0; i < all->count; i++) {
        add_text(sum, all->agents[i].label);
        add_number(sum, all->agents[i].start);
        add_number(sum, all->agents[i].goal);
        add_number(sum, all->agents[i].radius);
        add_number(sum, all->agents[i].speed);
    }
}

/* Goals of the scenario SECOND on the map THIRD. */
io_result reading_goals(const reading *of, const char *const *paths, diagnostics *sink,
                        FILE *nowhere, uint64_t *sum)
{
    (void)of;
    (void)nowhere;
    map on = {.kind = MAP_GRID};
    scenario agents = {.count = 0};
    goal_list all = {.count = 0};
    const map_options place = {.file = paths[2]};
    const scenario_options how = {.file = paths[1], .has_radius = true, .radius = 0.25};
    io_result result = map_read(&place, sink, &on);
    if (result != IO_OK)
        return result;
    result = scenario_read(&how, &on, sink, &agents);
    if (result == IO_OK)
        result = goals_read(paths[0], true, &on, &agents, sink, &all);
    for (size_t i = 0; i < all.count; i++) {
        add_number(sum, all.rows[i].place);
        add_number(sum, (double)all.rows[i].agent);
        add_number(sum, all.rows[i].release);
        add_number(sum, all.rows[i].goes_on);
    }
    if (result == IO_OK)
        add_text(sum, all.input.sha256);
    goals_free(&all);
    scenario_free(&agents);
    map_free(&on);
    return result;
}

io_result reading_robots(const reading *of, const char *const *paths, diagnostics *sink,
                         FILE *nowhere, uint64_t *sum)
{
    (void)of;
    (void)nowhere;
    robots all = {.count = 0};
    io_result result = robots_read(paths[0], sink, &all);
    for (size_t i = 0; i < all.count && result == IO_OK; i++) {
        const robots_row *row = &all.rows[i];
        add_text(sum, row->label);
        add_number(sum, row->body.radius);
        for (size_t k = 0; k < row->body.vertex_count; k++)
            add_number(sum, row->body.vertices[k].x);
        add_number(sum, row->speed);
        add_number(sum, row->acceleration);
        add_number(sum, row->deceleration);
        add_number(sum, row->turn_rate);
        for (size_t k = 0; k < row->turn_time_count; k++)
            add_number(sum, row->turn_times[k].angle + row->turn_times[k].seconds);
    }
    robots_free(&all);
    return result;
}

io_result reading_scenario(const reading *of, const char *const *paths, diagnostics *sink,
                           FILE *nowhere, uint64_t *sum)
{
    map on = {.kind = MAP_GRID};
    scenario all;
    const map_options place = {.file = paths[1],
                               .edges_file = of->texts[2] != NULL ? paths[2] : NULL};
    const scenario_options how = {.file = paths[0], .has_radius = of->how.has_radius,
                                  .radius = of->how.radius, .hashed = true};
    io_result result = map_read(&place, sink, &on);
    if (result != IO_OK)
        return result;
    result = scenario_read(&how, &on, sink, &all);
    if (result == IO_OK) {
        add_scenario(sum, &all);
        for (int format = SCENARIO_CSV; format <= SCENARIO_CCBS; format++) {
            diagnostics quiet = {.out = nowhere};
            writing to = writer(nowhere, &quiet, NULL);
            result = written(scenario_write(&all, &on, "map", (scenario_format)format, &to), sum,
                             result);
        }
        scenario_free(&all);
    }
    map_free(&on);
    return result;
}

io_result reading_places(const reading *of, const char *const *paths, diagnostics *sink,
                         FILE *nowhere, uint64_t *sum)
{
    (void)of, (void)nowhere;
    scenario all;
    const scenario_options how = {.file = paths[0], .places_only = true, .cell = 1,
                                  .radius_optional = true};
    io_result result = scenario_read(&how, NULL, sink, &all);
    if (result == IO_OK) {
        add_scenario(sum, &all);
        scenario_free(&all);
    }
    return result;
}

io_result reading_obstacles(const reading *of, const char *const *paths, diagnostics *sink,
                            FILE *nowhere, uint64_t *sum)
{
    (void)nowhere;
    obstacles all;
    const obstacles_options how = {.file = paths[0], .has_radius = of->how.has_radius,
                                   .radius = of->how.radius, .hashed = true};
    io_result result = obstacles_read(&how, sink, &all);
    if (result != IO_OK)
        return result;
    for (size_t i = 0; i < all.piece_count; i++) {
        char room[32];
        const graze_body *body = &all.pieces[i].body;
        add_text(sum, obstacles_label(&all, all.owners[i], room));
        add_place(sum, (graze_vector){all.pieces[i].place.x, all.pieces[i].place.y, body->radius});
        for (size_t k = 0; k < body->vertex_count; k++)
            add_place(sum, (graze_vector){body->vertices[k].x, body->vertices[k].y, 0});
    }
    obstacles_free(&all);
    return IO_OK;
}

/* ---- what they read -------------------------------------------------------------------- */

static const char scen[] = "version 1\n1\ta b.map\t9\t9\t2\t3\t3\t5\t1\n"
                           "1\ta b.map\t9\t9\t5\t5\t5\t5\t0\n";
static const char grid[] = "0,0,0,0\n0,1,0,0\n0,0,0,0\n";
static const char vertices[] = "vertex,x,y\na,0,0\nb,4,0\n\"c \"\"d\"\"\",4,3.5\n";
static const char edges[] = "from,to,directed\na,b,0\nb,\"c \"\"d\"\"\",1\n";
static const char ccbs_grid[] =
    "<?xml version=\"1.0\"?>\n<root><map><width>4</width><height>3</height>\n"
    "<grid><row>0 0 0 0</row><row>0100</row><row>0 0 0 0</row></grid></map></root>\n";
static const char ccbs_roadmap[] =
    "<graphml><key id=\"key0\" for=\"node\" attr.name=\"coords\" attr.type=\"string\"/>\n"
    "<graph id=\"G\" edgedefault=\"directed\" parse.nodeids=\"canonical\" "
    "parse.order=\"nodesfirst\">\n<node id=\"n0\"><data key=\"key0\">0,0</data></node>\n"
    "<node id=\"n1\"><data key=\"key0\">3.5,-1e-3</data></node>\n"
    "<edge id=\"e0\" source=\"n0\" target=\"n1\"><data key=\"key1\">1</data></edge>\n"
    "<edge source='n1' target='n0'/>\n</graph></graphml>\n";
static const char ccbs_log[] =
    "<root><agent start_i=\"0\" start_j=\"0\" goal_i=\"0\" goal_j=\"2\"/>\n"
    "<agent start_i=\"0\" start_j=\"2\" goal_i=\"2\" goal_j=\"2\"/>\n<log>"
    "<summary time=\"0.1\"/>\n<agent number=\"0\"><path duration=\"2\">"
    "<section number=\"0\" start_i=\"0\" start_j=\"0\" goal_i=\"0\" goal_j=\"1\" duration=\"1\"/>"
    "<section number=\"1\" start_i=\"0\" start_j=\"1\" goal_i=\"0\" goal_j=\"2\" "
    "duration=\"1.5\"/></path></agent>\n<agent number=\"1\"><path duration=\"2\">"
    "<section number=\"0\" start_i=\"0\" start_j=\"2\" goal_i=\"2\" goal_j=\"2\" duration=\"2\"/>"
    "</path></agent></log></root>\n";
static const char ids_log[] =
    "<root><agent start_id='0' goal_id='1'/><log><agent number='0'><path>"
    "<section number='0' start_i='0' start_j='0' goal_i='3.5' "
    "goal_j='-1e-3' duration='4'/></path></agent></log></root>\n";
static const char orca[] =
    "<root><agents number='2'><default_parameters size='0.3'/><agent id='a' start.xr='1'\n"
    "start.yr='2' goal.xr='2' goal.yr='2' size='0.4'/></agents><map><width>4</width></map>\n"
    "<algorithm><delta>1</delta><timestep>0.1</timestep></algorithm><log><summary/>\n"
    "<agent id='b'><path pathfound='true' steps='4'>\n"
    "<step number='0' xr='1.5' yr='2.5' next.xr='1' next.yr='1'/>\n"
    "<step number='3' xr='1.6' yr='2.5'/></path></agent>\n"
    "<agent id='a'><path><step number='0' x='1' y='2'/></path></agent></log></root>\n";
static const char aasipp[] =
    "<root><agents number='9'><agent id='z' start.x='7' start.y='7' goal.x='1' goal.y='1'/>"
    "</agents>\n<log><summary agentssolved='1 (100%)'/><path><row number='0'>0 *</row></path>\n"
    "<agent id='north pole' start.x='1' start.y='2' goal.x='4' goal.y='2' size='0.4' "
    "movespeed='1'>\n<path pathfound='true' duration='3.3'>\n"
    "<section id='0' start.x='1' start.y='2' start.heading='-1' goal.x='1' goal.y='2' "
    "duration='0.1'/>\n"
    "<section id='1' start.x='1' start.y='2' goal.x='4' goal.y='2' duration='3.2'/>\n"
    "</path></agent></log></root>\n";

/* clang-format off */
const reading sound_readings[] = {
    {OF("waypoints", reading_plan,
     "agent,time,x,y,#note\nada,0,0,0,\"a, \"\"b\"\"\"\nbob,0,5,5,\n"
     "ada,1.5,1e1,-0x1.8p1,\nbob,4,0,0,\n"), .how = DISCS},
    {OF("plain waypoints", reading_plan,
     "agent,time,x,y\nada,0,0,0\nada,1,2,3\nada,4,2,3\n"
     "bob,0,5,5\nbob,2,5,5\nbob,4,0,0\n"), .how = DISCS_AND(.threads = 2)},
    {OF("waypoints as they are", reading_plan,
     "agent,time,x,y\nada,0,0,0\nada,1,2,3\nada,1,2,3\nada,4,2,3\nbob,2,5,5\nbob,4,0,0\n"),
     .how = DISCS_AND(.as_waypoints = true)},
    {OF("a wait of two large parts", reading_plan,
     "agent,time,x,y\nada,-1e308,0,0\nada,0,2,3\nbob,1e308,5,5\n"),
     .how = DISCS_AND(.as_waypoints = true)},
    {OF("ramps", reading_plan,
     "agent,time,x,y,share\na,0,0,0,0\na,2,4,0,2\na,4,4,0,1\na,5,8,0,1\n"),
     .how = DISCS},
    {OF("motions", reading_plan,
     "agent,start,duration,x,y,z,vx,vy,vz,ax,ay,az,radius\n"
     "ada,0,2,0,0,0,1,0,0,0,0,0,0.5\nada,2,inf,2,0,0,0,0,0,0,0,0,0.5\n"
     "bob,0,3,1,1,1,0,-1,0,0.5,0,0,0.25\n"), .how = {.tolerance = 1e-9}},
    {OF("bodies", reading_plan,
     "agent,time,x,y\nada,0,0,0\nada,1,2,3\nbob,0,9,9\n",
     "agent,radius,vertices\nada,0.5,\nbob,0,-1 -1 1 -1 1 1 -1 1\n"), .second = BODIES},
    {OF("bodies of motions", reading_plan,
     "agent,body,time,x,y\na,big,0,0,0\na,,1,1,0\na,big,2,0,0\n"
     "b,,0,9,9\n", "agent,body,radius,vertices\na,,0.5,\n,big,1,0 0 1 0 0 1\nb,,0.25,\n"),
     .second = BODIES},
    {OF("sampled", reading_plan,
     "t,id,px,py,vx,vy\n0,a,1,2,0,0\n0,b,5,5,0,0\n0.5,a,2,2,9,9\n"),
     .how = DISCS},
    {OF("columns of each agent", reading_plan,
     "frame;x0;y0;b.y;b.x\n0;1;2;;\n1;2;2;1;1\n2;3;2;1;2\n"),
     .how = DISCS_AND(.import = {.delimiter = ";", .has_frame_rate = true, .frame_rate = 25})},
    {OF("named columns", reading_plan, "when,who,east,north,junk\n0,a,1,2,?\n3,a,2,2,?\n"),
     .how = DISCS_AND(.import = {.columns = "time=when,agent=who,x=east,y=north"})},
    {OF("no header", reading_plan, "a,0,1,2\na,1,2,2\n"),
     .how = DISCS_AND(.import = {.no_header = true})},
    {OF("a log", reading_plan, ccbs_log), .how = DISCS},
    {OF("a log on a grid", reading_plan, ccbs_log, ccbs_grid),
     .second = MAP, .how = DISCS},
    {OF("a log on a roadmap", reading_plan, ids_log, ccbs_roadmap), .second = MAP, .how = DISCS},
    {OF("MAPF-LNS2", reading_plan, "Agent 0:(0,2)->(1,2)->(1,3)->\nAgent 1:(2,4)->\n"),
     .how = {.has_radius = true, .radius = PLAN_RADIUS_GRID}},
    {OF("exchanged axes", reading_plan, "Agent 0:(0,1)->(0,2)->(1,2)->\nAgent 1:(2,0)->\n", grid),
     .second = MAP,
     .how = DISCS_AND(.import = {.has_axes = true, .axes = PLAN_COLUMN_ROW, .flip_y = true},
               .has_cell = true, .cell = 1)},
    {OF("LaCAM", reading_plan,
     "agents=2\nmap_file=a.map\nsolved=1\nstarts=(1,0),(3,0),\n"
     "goals=(1,1),(3,0),\nsolution=\n0:(1,0),(3,0),\n1:(1,1),(3,0),\n"), .how = DISCS},
    {OF("RHCR", reading_plan, "2\n7,-1,0;3,0,1;\n0,-1,0;1,-1,1;\n", grid),
     .second = MAP, .how = DISCS},
    {OF("RVO2", reading_plan, "0 (8,0) (-1.5e-2,3)\n0.25 (7.75,0) (0,2.5)\n"), .how = DISCS},
    {OF("ORCA", reading_plan, orca), .how = {.bodies_optional = true}},
    {OF("AA-SIPP", reading_plan, aasipp), .how = {.bodies_optional = true}},
#ifdef HAVE_LIBYAML
    {OF("YAML", reading_plan,
     "# a comment\nstatistics:\n  cost: 3\nschedule:\n  agent0:\n    - x: 1\n"
     "      y: 4\n      t: 0\n    - x: 2\n      y: 4\n      t: 3\n"
     "  'agent1': [{t: 0, y: 1, x: 1, k: [1, 2]}, {t: 3, x: 2, y: 1}]\n"), .how = DISCS},
#endif
#ifdef HAVE_JANSSON
    {OF("robots", reading_plan,
     "{\"makespan\": 3, \"actualPaths\": [\"F,R,F,T,C,F,W\", \"F\"], "
     "\"odd\": {\"a\": [1e300]},\n\"start\": [[1, 1, \"E\"], [2, 4, \"N\"]], \"teamSize\": 2, "
     "\"actionModel\": \"MAPF_T\"}\n"), .how = DISCS},
    {OF("robots with tasks", reading_plan,
     "{\"actualPaths\": [\"U,R,W\"], \"start\": [[5, 2, \"N/A\"]],"
     " \"tasks\": [[0, 4, 3]], \"teamSize\": 1, \"actionModel\": \"MAPF\"}\n"), .how = DISCS},
    {OF("robots in ticks", reading_plan,
     "{\"actualPaths\": [\"[(0,1,2,0,0):(F 7,W 2)]"
     "[(9,1,2,0,0):(F 3,R 5,F 5)]\"],\n\"start\": [[1, 2, \"E\"]], \"agentMaxCounter\": 5, "
     "\"teamSize\": 1, \"actionModel\": \"MAPF_T\"}\n"), .how = DISCS},
    {OF("a submission in JSON", reading_plan,
     "[{\"solution_plan\": []}, "
     "{\"solution_plan\": [\"uur\", \"\"]}]\n", scen),
     .second = SCENARIO,
     .how = DISCS_AND(.import = {.has_record = true, .record = 1})},
#endif
    {OF("the tracker", reading_plan, "agents,solution_plan\n1,2ur\n2,\"2ur\n\"\n", scen),
     .second = SCENARIO,
     .how = DISCS_AND(.import = {.has_record = true, .record = 1})},
    {OF("pairs", reading_pairs,
     "id,a_x,a_y,a_vx,a_vy,a_ax,a_ay,a_start,a_duration,a_radius,b_x,b_y,"
     "b_vx,b_vy,b_start,b_duration,b_radius,a_vertices\none,0,0,1,0,0,0,0,10,0.5,5,-5,0,1,0,10,"
     "0.5,-1 -1 1 -1 0 1\ntwo,0,0,1,0,0,0.25,0,inf,0.5,5,-5,0,1,1e-3,10,0x1p-1,\n")},
    {OF("a grid", reading_map, grid)},
    {OF("a grid of MovingAI", reading_map, "type octile\nheight 2\nwidth 4\nmap\n.@T.\nG.W.\n")},
    {OF("a grid of Continuous-CBS", reading_map, ccbs_grid)},
    {OF("a roadmap of Continuous-CBS", reading_map, ccbs_roadmap)},
    {OF("a roadmap", reading_map, vertices, edges)},
    {OF("a scenario", reading_scenario,
     "agent,start_x,start_y,goal_x,goal_y,speed\n"
     "ada,0,0,3,2,1\nbob,3,2,0,0,0x1p-1\n", grid), .how = DISCS},
    {OF("a scenario of MovingAI", reading_scenario,
     "version 1\n0\tgrid.map\t4\t3\t0\t0\t3\t2\t3.8\n"
     "0\tgrid.map\t4\t3\t3\t2\t0\t0\t3.8\n", "type octile\nheight 3\nwidth 4\nmap\n....\n.@T.\n"
     "G.W.\n"), .how = DISCS},
    {OF("a task", reading_scenario,
     "<root><agent start_i=\"0\" start_j=\"0\" goal_i=\"2\" "
     "goal_j=\"3\"/>\n<agent id=\"1\" start_i=\"2\" start_j=\"3\" goal_i=\"0\" goal_j=\"0\"/>"
     "</root>\n", ccbs_grid), .how = DISCS},
    {OF("a task on a roadmap", reading_scenario,
     "<root><agent start_id=\"0\" goal_id=\"1\"/></root>\n",
     ccbs_roadmap), .how = DISCS},
    {OF("a scenario by names", reading_scenario, "agent,start,goal\nada,a,b\n", vertices, edges),
     .how = DISCS},
    {OF("tasks in metres", reading_places,
     "agent,start_x,start_y,goal_x,goal_y\nada,0,0,3,2\n"
     "ada,3,2,1,1\n")},
    {OF("tasks in cells", reading_places, scen)},
    {OF("goals", reading_goals,
     "x,y,agent,release,task\n3,1,ada,0.5,\n0,0,,0x1p2,two\n1,0,,9,two\n",
     "agent,start_x,start_y,goal_x,goal_y\nada,0,0,3,2\nbob,3,2,0,0\n", grid)},
    {OF("goals by names", reading_goals, "goal\n1\n0\n", "agent,start,goal\nada,0,1\n",
     ccbs_roadmap)},
    {OF("robots of a fleet", reading_robots,
     "agent,radius,vertices,speed,acceleration,deceleration,turn_rate,turn_times\n"
     "ada,0.05,-1 -1 1 -1 0 1,1,0.5,1,inf,\nbob,0.5,,,,,,1 2 3 0x1p-1\ncy,,,0x1p-1,,,,\n")},
    {OF("a scenario of robots", reading_scenario,
     "agent,start_x,start_y,goal_x,goal_y,radius,vertices,acceleration,deceleration,turn_rate,"
     "turn_times,heading\n"
     "ada,0,0,3,2,0.25,,0.5,1,2,,1.5\nbob,3,2,0,0,,-1e-1 -1e-1 1e-1 -1e-1 0 1e-1,,,,1 2 3 4,\n",
     grid)},
    {OF("obstacles", reading_obstacles,
     "obstacle,x,y,radius\nbay,0,0,0\nbay,4,0,0\nbay,4,3,0\n"
     "bay,2,1,0\nbay,0,3,0\nfence,0,7,0.5\nfence,1,7,0.5\npost,9,9,0.25\n")},
    {OF("obstacles in WKT", reading_obstacles,
     "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, "
     "1 1), (4 4, 5 4, 5 5, 4 4))\nLINESTRING (1 10, 2 11, 3 10)\nPOINT (20 20)\n"
     "MULTIPOLYGON (((30 0, 31 0, 31 1, 30 0)))\n"), .how = DISCS},
    {OF("a cloud", reading_obstacles,
     "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\n"
     "TYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA ascii\n"
     "1 2 3\n4 5 nan\n"), .how = DISCS},
};

const size_t sound_reading_count = sizeof sound_readings / sizeof *sound_readings;
