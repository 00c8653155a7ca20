/* SPDX-License-Identifier: MIT */
#include "view/plot_scene.h"

#include <math.h>
#include <string.h>

#include "io/utf8.h"
#include "view/plot_obstacles.h"

bool plot_is_shown(const plot_plan *plot, size_t agent)
{
    return plot->shown == NULL || plot->shown[agent];
}

size_t plot_shown_count(const plot_plan *plot)
{
    size_t count = 0;
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        count += plot_is_shown(plot, i);
    return count;
}

bool plot_meeting_is_shown(const plot_plan *plot, const plot_meeting *met)
{
    return plot_is_shown(plot, met->agent_a) && plot_is_shown(plot, met->agent_b);
}

/* ---- how much there is to see --------------------------------------------------------- */

static void add_place(plot_scene *scene, graze_vector place, double reach)
{
    plot_range_add(&scene->x, place.x - reach);
    plot_range_add(&scene->x, place.x + reach);
    plot_range_add(&scene->y, place.y - reach);
    plot_range_add(&scene->y, place.y + reach);
}

double plot_reach_of(const graze_body *body)
{
    double reach = 0;
    for (size_t i = 0; i < body->vertex_count; i++)
        reach = fmax(reach, hypot(body->vertices[i].x, body->vertices[i].y));
    return reach + body->radius;
}

static void add_times(plot_scene *scene, const plot_plan *plot)
{
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            plot_range_add_life(&scene->times, &plot->plan->agents[i].trajectory);
    for (size_t i = 0; i < plot->meeting_count; i++) {
        if (!plot_meeting_is_shown(plot, &plot->meetings[i]))
            continue;
        plot_range_add(&scene->times, plot->meetings[i].meeting.when.lower);
        plot_range_add(&scene->times, plot->meetings[i].meeting.when.upper);
    }
}

/* The middle as well: a parabola may turn there. */
static void add_path(plot_scene *scene, const plan_agent *agent)
{
    for (size_t i = 0; i < agent->trajectory.count; i++) {
        double reach = plot_reach_of(plan_body_of(agent, i));
        const graze_motion *motion = &agent->trajectory.motions[i];
        double begin = plot_begin_of(motion), end = fmin(plot_end_of(motion), scene->times.high);
        graze_vector place;
        for (int k = 0; k <= 4; k++)
            if (graze_motion_place(motion, begin + (end - begin) * k / 4, &place) == GRAZE_OK)
                add_place(scene, place, reach);
    }
}

static void add_map(plot_scene *scene, const map *ground)
{
    if (ground->kind == MAP_GRID) {
        graze_vector last = {(ground->columns - 1) * ground->cell,
                             (ground->rows - 1) * ground->cell, 0};
        add_place(scene, (graze_vector){0, 0, 0}, ground->cell / 2);
        add_place(scene, last, ground->cell / 2);
        return;
    }
    for (uint32_t i = 0; i < ground->roadmap.vertex_count; i++)
        add_place(scene,
                  (graze_vector){ground->roadmap.places[i].x, ground->roadmap.places[i].y, 0}, 0);
}

static void add_obstacles(plot_scene *scene, const obstacles *all)
{
    for (size_t i = 0; i < all->piece_count; i++) {
        const graze_obstacle *piece = &all->pieces[i];
        const graze_body *body = &piece->body;
        if (body->vertex_count == 0)
            add_place(scene, (graze_vector){piece->place.x, piece->place.y, 0}, body->radius);
        for (size_t k = 0; k < body->vertex_count; k++)
            add_place(scene,
                      (graze_vector){piece->place.x + body->vertices[k].x,
                                     piece->place.y + body->vertices[k].y, 0},
                      body->radius);
    }
}

bool plot_is_down(const plot_plan *plot)
{
    return (plot->map != NULL && plot->map->kind == MAP_GRID) || plot->plan->in_cells;
}

plot_scene plot_scene_of(const plot_plan *plot)
{
    plot_scene scene = {plot_range_none(), plot_range_none(), plot_range_none()};
    add_times(&scene, plot);
    scene.times.high += 0.05 * (scene.times.high - scene.times.low);
    scene.times = plot_range_padded(scene.times, 0);
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            add_path(&scene, &plot->plan->agents[i]);
    if (plot->map != NULL)
        add_map(&scene, plot->map);
    if (plot->obstacles != NULL)
        add_obstacles(&scene, plot->obstacles);
    scene.x = plot_range_padded(scene.x, 0.02);
    scene.y = plot_range_padded(scene.y, 0.02);
    return scene;
}

/* ---- paths ---------------------------------------------------------------------------- */

void plot_project(const plot_projection *how, graze_vector place, double time, double *x, double *y)
{
    const plot_rectangle *area = &how->frame.area;
    double back = 1 - (plot_y(&how->frame, place.y) - area->top) / area->height;
    double up = (time / 2 - how->times.low / 2) / (how->times.high / 2 - how->times.low / 2);
    bool flat = how->rise == 0;
    *x = plot_x(&how->frame, place.x) + how->slant_x * back;
    *y = flat ? plot_y(&how->frame, place.y)
              : area->top + area->height - how->slant_y * back - how->rise * up;
}

/* Is it drawn as a curve? A ramp keeps to its segment, so that it only bends over time. */
static bool is_bent(const plot_projection *how, const graze_motion *motion)
{
    const graze_vector *a = &motion->acceleration;
    if (motion->form == GRAZE_RAMP)
        return how->rise != 0;
    return motion->form == GRAZE_KINEMATIC && (a->x != 0 || a->y != 0);
}

/* A quadratic curve through its middle: the control point is where the tangents meet. */
static void draw_motion(plot_canvas *canvas, const plot_projection *how, const graze_motion *motion,
                        plot_range when, bool first)
{
    graze_vector from, middle, to;
    double half = when.low / 2 + when.high / 2, x, y, x1, y1, x2, y2;
    if (graze_motion_place(motion, when.low, &from) != GRAZE_OK ||
        graze_motion_place(motion, half, &middle) != GRAZE_OK ||
        graze_motion_place(motion, when.high, &to) != GRAZE_OK)
        return;
    plot_project(how, from, when.low, &x, &y);
    if (first)
        canvas->to->move(canvas, x, y);
    plot_project(how, middle, half, &x1, &y1);
    plot_project(how, to, when.high, &x2, &y2);
    if (is_bent(how, motion))
        canvas->to->curve(canvas, 2 * x1 - (x + x2) / 2, 2 * y1 - (y + y2) / 2, x2, y2);
    else
        canvas->to->line(canvas, x2, y2);
}

void plot_path(plot_canvas *canvas, const plot_projection *how, plot_ink ink,
               const plan_agent *agent, plot_range times)
{
    const graze_trajectory *path = &agent->trajectory;
    const graze_motion *motion = plot_motion_at(path, times.low);
    bool first = true;
    canvas->to->begin_path(canvas, ink, 0);
    for (; motion != NULL && motion < path->motions + path->count; motion++) {
        plot_range when = {fmax(plot_begin_of(motion), times.low),
                           fmin(plot_end_of(motion), times.high)};
        if (when.low > times.high)
            break;
        if (when.low > when.high)
            continue;
        draw_motion(canvas, how, motion, when, first);
        first = false;
    }
    canvas->to->end_path(canvas);
}

/* ---- the floor ------------------------------------------------------------------------ */

static void corner(plot_canvas *canvas, const plot_projection *how, double x, double y, bool first)
{
    double at_x, at_y;
    plot_project(how, (graze_vector){x, y, 0}, how->times.low, &at_x, &at_y);
    if (first)
        canvas->to->move(canvas, at_x, at_y);
    else
        canvas->to->line(canvas, at_x, at_y);
}

/* Cells from..to-1 of a row as one box. */
static void draw_run(plot_canvas *canvas, const plot_projection *how, const map *ground,
                     uint32_t row, uint32_t from, uint32_t to)
{
    double left = (from - 0.5) * ground->cell, right = (to - 0.5) * ground->cell;
    double low = (row - 0.5) * ground->cell, high = (row + 0.5) * ground->cell;
    corner(canvas, how, left, low, true);
    corner(canvas, how, right, low, false);
    corner(canvas, how, right, high, false);
    corner(canvas, how, left, high, false);
    canvas->to->close(canvas);
}

static void draw_row(plot_canvas *canvas, const plot_projection *how, const map *ground,
                     uint32_t row)
{
    const unsigned char *cells = &ground->blocked[(size_t)row * ground->columns];
    for (uint32_t from = 0, to; from < ground->columns; from = to) {
        to = from + 1;
        while (to < ground->columns && cells[to] == cells[from])
            to++;
        if (cells[from])
            draw_run(canvas, how, ground, row, from, to);
    }
}

static void draw_edges(plot_canvas *canvas, const plot_projection *how,
                       const graze_roadmap *roadmap)
{
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t e = roadmap->first[v]; e < roadmap->first[v + 1]; e++) {
            const graze_point *to = &roadmap->places[roadmap->targets[e]];
            corner(canvas, how, roadmap->places[v].x, roadmap->places[v].y, true);
            corner(canvas, how, to->x, to->y, false);
        }
}

static void draw_map(plot_canvas *canvas, const plot_projection *how, const map *ground)
{
    bool grid = ground->kind == MAP_GRID;
    canvas->to->open_group(canvas, &(plot_group){"map", NULL, 0});
    canvas->to->begin_path(canvas, grid ? PLOT_BLOCKED : PLOT_ROAD, 0);
    for (uint32_t row = 0; grid && row < ground->rows; row++)
        draw_row(canvas, how, ground, row);
    if (!grid)
        draw_edges(canvas, how, &ground->roadmap);
    canvas->to->end_path(canvas);
    canvas->to->close_group(canvas);
}

void plot_floor(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot)
{
    if (plot->map != NULL)
        draw_map(canvas, how, plot->map);
    plot_obstacles_draw(canvas, how, plot->obstacles);
}

/* ---- groups --------------------------------------------------------------------------- */

void plot_open_agent(plot_canvas *canvas, const plan_agent *agent)
{
    const plot_datum data[] = {{"label", agent->label, 0}, {"radius-m", NULL, agent->body.radius}};
    canvas->to->open_group(canvas, &(plot_group){"agent", data, 2});
}

/* Whom or what an agent meets: another agent, a cell, or an obstacle. Returns how many data. */
static size_t tell_other(const plot_plan *plot, const plot_meeting *met, char number[32],
                         plot_datum data[2])
{
    if (met->obstacle && met->is_cell) {
        data[0] = (plot_datum){"column", NULL, met->column};
        data[1] = (plot_datum){"row", NULL, met->row};
        return 2;
    }
    data[0] = (plot_datum){"agent-b", plot->plan->agents[met->agent_b].label, 0};
    if (met->obstacle)
        data[0] = (plot_datum){
            "obstacle", plot->obstacles != NULL
                            ? obstacles_label(plot->obstacles, met->column, number)
                            : "?", 0};
    return 1;
}

void plot_open_meeting(plot_canvas *canvas, const plot_plan *plot, const plot_meeting *met)
{
    char number[32];
    const graze_meeting *meeting = &met->meeting;
    plot_datum data[] = {
        {"begin-s", NULL, meeting->when.lower},
        {"end-s", NULL, meeting->when.upper},
        {"depth-m", NULL, meeting->depth},
        {"depth-at-s", NULL, meeting->time},
        {"distance-m", NULL, meeting->distance},
        {"agent-a", plot->plan->agents[met->agent_a].label, 0},
        {NULL, NULL, 0},
        {NULL, NULL, 0},
    };
    size_t count = 6 + tell_other(plot, met, number, data + 6);
    canvas->to->open_group(canvas,
                           &(plot_group){graze_verdict_name(meeting->verdict), data, count});
}

void plot_tell_scene(FILE *out, const plot_plan *plot)
{
    size_t counts[GRAZE_CONFLICT + 1] = {0};
    const graze_meeting *first = NULL;
    for (size_t i = 0; i < plot->meeting_count; i++) {
        const graze_meeting *met = &plot->meetings[i].meeting;
        if (!plot_meeting_is_shown(plot, &plot->meetings[i]))
            continue;
        counts[met->verdict]++;
        if (met->verdict == GRAZE_CONFLICT &&
            (first == NULL || met->when.lower < first->when.lower))
            first = met;
    }
    fprintf(out, " Agents: %zu. Conflicts: %zu, grazes: %zu, touches: %zu.",
            plot_shown_count(plot),
            counts[GRAZE_CONFLICT], counts[GRAZE_GRAZE], counts[GRAZE_TOUCH]);
    if (first == NULL)
        return;
    fputs(" The first conflict begins at ", out);
    plot_number(out, first->when.lower, false);
    fputs(" s.", out);
}

/* ---- names ---------------------------------------------------------------------------- */

enum { LABEL_HEIGHT = 14, LETTER_WIDTH = 8 }; /* [px] */

static double width_of(const char *text)
{
    double letters = 0;
    for (size_t left = strlen(text), length; left > 0; left -= length, text += length) {
        length = utf8_character(text, left);
        length = length > 0 ? length : 1;
        letters += 1;
    }
    return letters * LETTER_WIDTH;
}

static bool is_free(const plot_labels *names, const plot_rectangle *place)
{
    for (size_t i = 0; i < names->count; i++) {
        const plot_rectangle *other = &names->items[i].place;
        if (place->left < other->left + other->width && other->left < place->left + place->width &&
            fabs(place->top - other->top) < LABEL_HEIGHT)
            return false;
    }
    return true;
}

static const char *name_of(const plot_plan *plot, size_t agent, char short_form[PLOT_SHORT_SIZE])
{
    return plot_shorten(plot->plan->agents[agent].label, PLOT_LABEL, short_form);
}

void plot_labels_add(plot_labels *names, const plot_plan *plot, size_t agent, double x, double y)
{
    static const int lines[] = {0, 1, -1, 2, -2};
    char short_form[PLOT_SHORT_SIZE];
    double width = width_of(name_of(plot, agent, short_form));
    if (names->count == PLOT_LABELS_MAX)
        return;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const plot_label label = {
            agent, {x - width / 2, y + lines[i] * LABEL_HEIGHT, width, LABEL_HEIGHT}};
        if (!is_free(names, &label.place))
            continue;
        names->items[names->count++] = label;
        return;
    }
}

static void write_names(plot_canvas *canvas, const plot_plan *plot, const plot_labels *names)
{
    char short_form[PLOT_SHORT_SIZE];
    canvas->to->open_group(canvas, &(plot_group){"names", NULL, 0});
    for (size_t i = 0; i < names->count; i++) {
        const plot_label *label = &names->items[i];
        canvas->to->text(canvas, PLOT_TEXT, label->place.left + label->place.width / 2,
                         label->place.top, PLOT_MIDDLE, name_of(plot, label->agent, short_form));
    }
    canvas->to->close_group(canvas);
}

/* ---- everybody ------------------------------------------------------------------------ */

void plot_scene_draw(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                     const plot_drawers *drawers)
{
    /* of too many none is named */
    plot_labels names = {.count = plot_shown_count(plot) > PLOT_LABELS_MAX ? PLOT_LABELS_MAX : 0};
    bool named = names.count == 0;
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            drawers->agent(canvas, how, plot, &names, i);
    for (size_t i = 0; i < plot->meeting_count; i++)
        if (plot_meeting_is_shown(plot, &plot->meetings[i]))
            drawers->meeting(canvas, how, plot, &plot->meetings[i]);
    if (named)
        write_names(canvas, plot, &names);
}
