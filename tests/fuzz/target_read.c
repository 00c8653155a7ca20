/* SPDX-License-Identifier: MIT */
/* The readers, by their one door each: any file is read whole or refused with a reason, and
 * what was read and can be written comes back the same. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"
#include "io/map_write.h"
#include "io/number.h"
#include "io/pairs.h"
#include "io/plan_write.h"
#include "io/scenario_write.h"
#include "io/writing.h"

static diagnostics sink_to_nowhere(void) { return (diagnostics){.out = fuzz_nowhere()}; }

/* Refused files have a reason, and only those. */
static void judge(io_result result, const diagnostics *sink)
{
    fuzz_require(result != IO_SYSTEM);
    fuzz_require((result == IO_BAD_INPUT) == (sink->errors > 0));
}

/* ---- numbers ----------------------------------------------------------------------------- */

static void compare_with_strtod(const char *text, double value)
{
    char *end;
    double wanted = strtod(text, &end);
    fuzz_require(value == wanted || (value == 0 && wanted == 0));
}

static void there_and_back(double x)
{
    char text[NUMBER_TEXT_SIZE];
    double back = NAN;
    for (int hex = 0; hex <= 1; hex++) {
        number_format(x, hex, text);
        fuzz_require(strlen(text) < NUMBER_TEXT_SIZE);
        if (!(isinf(x) && x < 0))
            fuzz_require(number_parse(text, strlen(text), true, &back) == NUMBER_OK && back == x);
    }
}

void fuzz_numbers(fuzz_input *in)
{
    char text[512];
    double value = 0, x = fuzz_number(in);
    size_t length = in->left < sizeof text - 1 ? in->left : sizeof text - 1;
    if (length > 0)
        memcpy(text, in->at, length);
    text[length] = '\0';
    if (number_parse(text, length, true, &value) == NUMBER_OK) {
        fuzz_require(!isnan(value));
        compare_with_strtod(text, value);
        there_and_back(value);
    }
    if (!isnan(x))
        there_and_back(x);
}

/* ---- plans -------------------------------------------------------------------------------- */

/* How a plan of another program is to be read. */
static plan_import read_import(fuzz_input *in)
{
    static const char *const columns[] = {NULL, "time=when,agent=who,x=east,y=north", "x=1,y=2,=",
                                          "time=1,agent=2,x=3,y=4"};
    static const char *const delimiters[] = {NULL, ";", "tab", "space"};
    unsigned how = fuzz_below(in, 256), more = fuzz_below(in, 64);
    plan_import import = {.columns = columns[how % 4],
                          .delimiter = delimiters[how / 4 % 4],
                          .no_header = (how & 16) != 0,
                          .has_frame_rate = (how & 32) != 0,
                          .frame_rate = 25,
                          .has_axes = (how & 64) != 0,
                          .axes = (how & 128) != 0 ? PLAN_COLUMN_ROW : PLAN_ROW_COLUMN,
                          .flip_y = (more & 1) != 0,
                          .has_record = (more & 2) != 0,
                          .record = more / 4 % 4};
    if (more & 16)
        import.scenario_file = fuzz_file(in, 3);
    return import;
}

static plan_options read_plan_options(fuzz_input *in)
{
    unsigned how = fuzz_below(in, 256);
    plan_options options = {.at_end = how & 1 ? GRAZE_STAY : GRAZE_VANISH,
                            .has_radius = (how & 2) != 0,
                            .radius = 0.5,
                            .tolerance = 1e-9,
                            .bodies_optional = (how & 4) != 0,
                            .unhashed = (how & 8) != 0};
    if (how & 16)
        options.bodies_file = fuzz_file(in, 1);
    if (how & 32)
        options.radius = PLAN_RADIUS_GRID;
    if (how & 64)
        options.import = read_import(in);
    options.has_cell = (how & 128) != 0;
    options.cell = 0.25;
    return options;
}

static void look_at_plan(const plan *read)
{
    for (size_t i = 0; i < read->agent_count; i++) {
        const plan_agent *agent = &read->agents[i];
        fuzz_require(agent->label != NULL);
        fuzz_require(graze_body_validate(&agent->body) == GRAZE_OK);
        for (size_t k = 0; k < agent->trajectory.count; k++)
            fuzz_require(graze_motion_validate(&agent->trajectory.motions[k]) == GRAZE_OK);
    }
}

/* A parked motion is written as a wait where it stands. */
static bool same_motion(const graze_motion *a, const graze_motion *b)
{
    if (a->form == GRAZE_PARKED || b->form == GRAZE_PARKED)
        return true;
    return a->start + a->start_tail == b->start + b->start_tail &&
           a->position.x == b->position.x && a->position.y == b->position.y &&
           a->position.z == b->position.z;
}

/* The next motion that lasts. One that ends where and when it begins is not written as a waypoint
 * of its own beside another: the agent is in the same places without it. */
static size_t next_lasting(const graze_trajectory *t, size_t at)
{
    while (at < t->count && t->motions[at].form != GRAZE_PARKED &&
           t->motions[at].duration + t->motions[at].duration_tail == 0)
        at++;
    return at;
}

static void compare_plans(const plan *a, const plan *b)
{
    fuzz_require(a->agent_count == b->agent_count);
    for (size_t i = 0; i < a->agent_count; i++) {
        const graze_trajectory *p = &a->agents[i].trajectory, *q = &b->agents[i].trajectory;
        size_t k = next_lasting(p, 0), l = next_lasting(q, 0);
        while (k < p->count && l < q->count) {
            fuzz_require(same_motion(&p->motions[k], &q->motions[l]));
            k = next_lasting(p, k + 1);
            l = next_lasting(q, l + 1);
        }
        fuzz_require(k >= p->count && l >= q->count);
    }
}

/* Written as waypoints or as motions, it is read as the same plan; a log may join waits. */
static void write_plan(const plan *read, const plan_options *options, plan_format format)
{
    diagnostics sink = sink_to_nowhere();
    FILE *file = fopen(fuzz_path(2), "wb");
    fuzz_require(file != NULL);
    writing to = {.out = file, .sink = &sink, .file = "written"};
    io_result result = plan_write(read, NULL, format, &to);
    fclose(file);
    fuzz_require(result == IO_OK || result == IO_BAD_INPUT);
    if (result != IO_OK || format == PLAN_LOG)
        return;
    plan again;
    plan_options plain = *options;
    plain.import = (plan_import){.columns = NULL};
    plain.has_cell = false;
    plain.map = NULL;
    if (plain.radius == PLAN_RADIUS_GRID)
        plain.has_radius = false; /* it is in the file now, whose motions may have no grid */
    result = plan_read(fuzz_path(2), &plain, &sink, &again);
    fuzz_require(result == IO_OK);
    compare_plans(read, &again);
    plan_free(&again);
}

void fuzz_read_plan(fuzz_input *in)
{
    static const char cells[] = "type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n..@..\n";
    static map on;
    plan read;
    diagnostics sink = sink_to_nowhere();
    bool has_map = fuzz_below(in, 2) != 0;
    plan_options options = read_plan_options(in);
    if (on.world == NULL) { /* read once, and kept */
        const map_options place = {.file = fuzz_file_of(cells, sizeof cells - 1, 4)};
        fuzz_require(map_read(&place, &sink, &on) == IO_OK);
    }
    options.map = has_map ? &on : NULL;
    io_result result = plan_read(fuzz_file(in, 0), &options, &sink, &read);
    judge(result, &sink);
    if (result != IO_OK)
        return;
    look_at_plan(&read);
    if (read.has_bodies || options.bodies_optional)
        for (int format = PLAN_WAYPOINTS; format <= PLAN_LOG; format++)
            write_plan(&read, &options, (plan_format)format);
    plan_free(&read);
}

/* ---- pairs -------------------------------------------------------------------------------- */

static io_result take_row(void *context, const pairs_row *row)
{
    bool exists;
    (void)context;
    fuzz_require(graze_motion_validate(&row->a) == GRAZE_OK &&
                 graze_motion_validate(&row->b) == GRAZE_OK);
    fuzz_require(graze_body_validate(&row->body_a) == GRAZE_OK &&
                 graze_body_validate(&row->body_b) == GRAZE_OK);
    graze_status status = graze_conflict_exists_within(&row->body_a, &row->a, &row->body_b, &row->b,
                                                       0, fuzz_patience(), &exists);
    fuzz_require(status == GRAZE_OK || status == GRAZE_ERROR_SPATIAL_CORNERS ||
                 fuzz_is_short(status));
    fuzz_require(pairs_id_place(row).line > 0);
    return IO_OK;
}

void fuzz_read_pairs(fuzz_input *in)
{
    diagnostics sink = sink_to_nowhere();
    judge(pairs_read(fuzz_file(in, 0), &sink, take_row, NULL), &sink);
}

/* ---- maps and scenarios ------------------------------------------------------------------- */

static io_result read_map(fuzz_input *in, map *read, diagnostics *sink)
{
    unsigned how = fuzz_below(in, 256);
    map_options options = {.has_cell = (how & 1) != 0,
                           .cell = how & 2 ? 0.1 : 3,
                           .hashed = (how & 4) != 0};
    if (how & 8)
        options.edges_file = fuzz_file(in, 1);
    options.file = fuzz_file(in, 0);
    return map_read(&options, sink, read);
}

static void look_at_map(const map *read)
{
    for (uint32_t i = 0; i < map_place_count(read) && i < 1000; i++) {
        graze_point at = map_place(read, i);
        fuzz_require(isfinite(at.x) && isfinite(at.y));
        uint32_t column, row;
        if (read->kind == MAP_GRID)
            fuzz_require(map_find_cell(read, at.x, at.y, &column, &row) &&
                         row * read->columns + column == i);
    }
}

static void compare_maps(const map *a, const map *b)
{
    fuzz_require(a->kind == b->kind && map_place_count(a) == map_place_count(b));
    if (a->kind == MAP_GRID) {
        fuzz_require(a->columns == b->columns &&
                     memcmp(a->blocked, b->blocked, (size_t)a->columns * a->rows) == 0);
        return;
    }
    for (uint32_t i = 0; i < map_place_count(a); i++) {
        graze_point p = map_place(a, i), q = map_place(b, i);
        fuzz_require(p.x == q.x && p.y == q.y &&
                     a->roadmap.first[i + 1] == b->roadmap.first[i + 1]);
    }
    fuzz_require(memcmp(a->roadmap.targets, b->roadmap.targets,
                        a->roadmap.first[a->roadmap.vertex_count] * sizeof(uint32_t)) == 0);
}

static void write_map(const map *read, map_format format)
{
    diagnostics sink = sink_to_nowhere();
    FILE *file = fopen(fuzz_path(2), "wb"), *second = fopen(fuzz_path(3), "wb");
    fuzz_require(file != NULL && second != NULL);
    writing to = {.out = file, .sink = &sink, .file = "written"};
    writing edges = {.out = second, .sink = &sink, .file = "edges"};
    io_result result = map_write(read, format, &to, format == MAP_ROADMAP_CSV ? &edges : NULL);
    fclose(file);
    fclose(second);
    fuzz_require(result == IO_OK || result == IO_BAD_INPUT);
    if (result != IO_OK)
        return;
    map again;
    const map_options options = {.file = fuzz_path(2),
                                 .edges_file = format == MAP_ROADMAP_CSV ? fuzz_path(3) : NULL,
                                 .has_cell = format == MAP_GRID_CSV || format == MAP_MOVINGAI,
                                 .cell = read->cell};
    fuzz_require(map_read(&options, &sink, &again) == IO_OK);
    compare_maps(read, &again);
    map_free(&again);
}

void fuzz_read_map(fuzz_input *in)
{
    map read;
    diagnostics sink = sink_to_nowhere();
    io_result result = read_map(in, &read, &sink);
    judge(result, &sink);
    if (result != IO_OK)
        return;
    look_at_map(&read);
    for (int format = MAP_GRID_CSV; format <= MAP_GRAPHML; format++)
        if ((format == MAP_ROADMAP_CSV || format == MAP_GRAPHML) == (read.kind == MAP_ROADMAP))
            write_map(&read, (map_format)format);
    map_free(&read);
}

static void write_scenario(const scenario *read, const map *on, scenario_format format,
                           scenario_options options)
{
    diagnostics sink = sink_to_nowhere();
    FILE *file = fopen(fuzz_path(2), "wb");
    fuzz_require(file != NULL);
    writing to = {.out = file, .sink = &sink, .file = "written"};
    io_result result = scenario_write(read, on, "map", format, &to);
    fclose(file);
    fuzz_require(result == IO_OK || result == IO_BAD_INPUT);
    if (result != IO_OK)
        return;
    scenario again;
    options.file = fuzz_path(2);
    options.has_radius = options.has_radius && format != SCENARIO_CSV;
    options.has_speed = options.has_speed && format != SCENARIO_CSV;
    if (scenario_read(&options, on, &sink, &again) != IO_OK) /* sizes of agents may be lost */
        return;
    fuzz_require(again.count == read->count);
    for (size_t i = 0; i < read->count; i++)
        fuzz_require(read->agents[i].start == again.agents[i].start &&
                     read->agents[i].goal == again.agents[i].goal);
    scenario_free(&again);
}

void fuzz_read_scenario(fuzz_input *in)
{
    map on;
    scenario read;
    diagnostics sink = sink_to_nowhere();
    unsigned how = fuzz_below(in, 256);
    scenario_options options = {.agents = how % 4, .has_radius = (how & 4) != 0, .radius = 0.25,
                                .has_speed = (how & 8) != 0, .speed = 2, .tolerance = 1e-9,
                                .hashed = (how & 16) != 0, .radius_optional = (how & 32) != 0};
    if (read_map(in, &on, &sink) != IO_OK)
        return;
    options.file = fuzz_file(in, 1);
    sink.errors = 0;
    io_result result = scenario_read(&options, &on, &sink, &read);
    judge(result, &sink);
    if (result == IO_OK) {
        for (int format = SCENARIO_CSV; format <= SCENARIO_CCBS; format++)
            write_scenario(&read, &on, (scenario_format)format, options);
        scenario_free(&read);
    }
    map_free(&on);
}
