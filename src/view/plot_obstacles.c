/* SPDX-License-Identifier: MIT */
#include "view/plot_obstacles.h"

#include <math.h>

enum { GROUPS_MOST = 1000 };

/* ---- an outline ----------------------------------------------------------------------- */

/* A convex piece grown to a radius, in metres, as a path of straight lines. */
typedef struct pen {
    plot_canvas *canvas;
    const plot_projection *how;
    const graze_obstacle *piece;
    double radius;
    double turn_cos, turn_sin; /* of a step round a corner */
    bool begun;
} pen;

/* Goes to the point at a direction, of length 1, from a vertex. */
static void go(pen *with, graze_point vertex, double dx, double dy)
{
    double x, y;
    const graze_point *at = &with->piece->place;
    const graze_vector place = {at->x + vertex.x + with->radius * dx,
                                at->y + vertex.y + with->radius * dy, 0};
    plot_project(with->how, place, with->how->times.low, &x, &y);
    if (with->begun)
        with->canvas->to->line(with->canvas, x, y);
    else
        with->canvas->to->move(with->canvas, x, y);
    with->begun = true;
}

/* Round a vertex from one direction to another, by half a turn at most. */
static void go_round(pen *with, graze_point vertex, graze_point from, graze_point to)
{
    double x = from.x, y = from.y;
    do {
        double turned = x * with->turn_cos - y * with->turn_sin;
        go(with, vertex, x, y);
        y = x * with->turn_sin + y * with->turn_cos;
        x = turned;
    } while (x * to.y - y * to.x > 1e-6 || x * to.x + y * to.y < 0);
    go(with, vertex, to.x, to.y);
}

static graze_point vertex_of(const graze_body *body, size_t at)
{
    return body->vertex_count == 0 ? (graze_point){0, 0} : body->vertices[at % body->vertex_count];
}

/* The direction out of the edge that begins at a vertex. */
static graze_point outward(const graze_body *body, size_t at)
{
    graze_point a = vertex_of(body, at), b = vertex_of(body, at + 1);
    double length = hypot(b.x - a.x, b.y - a.y);
    return (graze_point){(b.y - a.y) / length, (a.x - b.x) / length};
}

static void trace(pen *with)
{
    const graze_body *body = &with->piece->body;
    size_t count = body->vertex_count;
    if (count <= 1) {
        go_round(with, vertex_of(body, 0), (graze_point){1, 0}, (graze_point){-1, 0});
        go_round(with, vertex_of(body, 0), (graze_point){-1, 0}, (graze_point){1, 0});
    }
    for (size_t i = 0; count > 1 && i < count; i++)
        go_round(with, body->vertices[i], outward(body, i + count - 1), outward(body, i));
    with->canvas->to->close(with->canvas);
}

/* ---- an obstacle ---------------------------------------------------------------------- */

/* Draws the pieces first .. end, grown by some pixels. */
static void fill(plot_canvas *canvas, const plot_projection *how, const obstacles *all,
                 size_t first, size_t end, plot_ink ink, double grown)
{
    double pixel = (how->frame.x.high - how->frame.x.low) / how->frame.area.width;
    canvas->to->begin_path(canvas, ink, 0);
    for (size_t i = first; i < end; i++) {
        const graze_obstacle *piece = &all->pieces[i];
        bool is_thin = piece->body.vertex_count < 3 || plot_reach_of(&piece->body) < pixel;
        double radius = (is_thin ? fmax(piece->body.radius, pixel) : piece->body.radius);
        pen with = {canvas, how, piece, radius + grown * pixel, 0.98480775301220802,
                    0.17364817766693036, false}; /* 10 degrees */
        if (with.radius < 3 * pixel)
            with.turn_cos = with.turn_sin = 0.70710678118654757; /* 45 degrees */
        trace(&with);
    }
    canvas->to->end_path(canvas);
}

static size_t end_of(const obstacles *all, size_t first)
{
    size_t end = first;
    while (end < all->piece_count && all->owners[end] == all->owners[first])
        end++;
    return end;
}

static void draw_one(plot_canvas *canvas, const plot_projection *how, const obstacles *all,
                     size_t first, size_t end)
{
    fill(canvas, how, all, first, end, PLOT_FAINT, 1);
    fill(canvas, how, all, first, end, PLOT_PAPER, 0);
    fill(canvas, how, all, first, end, PLOT_BLOCKED, 0);
}

void plot_obstacles_draw(plot_canvas *canvas, const plot_projection *how, const obstacles *all)
{
    char number[32];
    if (all == NULL)
        return;
    bool apart = all->count <= GROUPS_MOST;
    canvas->to->open_group(canvas, &(plot_group){"obstacles", NULL, 0});
    for (size_t first = 0, end; first < all->piece_count; first = end) {
        end = end_of(all, first);
        const plot_datum label = {"label", obstacles_label(all, all->owners[first], number), 0};
        if (apart)
            canvas->to->open_group(canvas, &(plot_group){"obstacle", &label, 1});
        draw_one(canvas, how, all, first, end);
        if (apart)
            canvas->to->close_group(canvas);
    }
    canvas->to->close_group(canvas);
}

void plot_obstacles_swatch(plot_canvas *canvas, double left, double top, double side)
{
    plot_box(canvas, PLOT_FAINT, left, top, side, side);
    plot_box(canvas, PLOT_PAPER, left + 1, top + 1, side - 2, side - 2);
    plot_box(canvas, PLOT_BLOCKED, left + 1, top + 1, side - 2, side - 2);
}
