/* SPDX-License-Identifier: MIT */
/* Boxes of equal time step, and splines: every filter finds the candidates of the plain one,
 * boxes hold the places of their steps, and grids that do not fit are refused. */
#include <math.h>

#include "fuzz/targets.h"

enum { ROWS = 4, PIECES = 3, MOTIONS = ROWS * PIECES + 1, CANDIDATES = 40 };

typedef struct path {
    graze_point corners[FUZZ_VERTICES_MAX];
    graze_motion motions[MOTIONS];
    graze_body body;
    graze_trajectory trajectory;
} path;

static bool read_spline(fuzz_input *in, path *one)
{
    double times[ROWS], deviation = 0;
    graze_vector places[ROWS], accelerations[ROWS];
    size_t rows = 1 + fuzz_below(in, ROWS), count = 0, pieces = fuzz_below(in, PIECES + 1);
    double time = fuzz_number(in);
    for (size_t i = 0; i < rows; i++) {
        times[i] = time;
        time += fuzz_length(in);
        places[i].x = fuzz_number(in);
        places[i].y = fuzz_number(in);
        places[i].z = fuzz_below(in, 8) == 0 ? fuzz_number(in) : 0;
    }
    graze_status status = graze_trajectory_from_spline(
        NULL, rows, times, places, pieces, fuzz_below(in, 2) ? GRAZE_STAY : GRAZE_VANISH,
        one->motions, &count, &deviation, NULL);
    graze_status whole = graze_spline_accelerations(NULL, rows, times, places, accelerations);
    if (status != GRAZE_OK)
        return false;
    fuzz_require(whole == GRAZE_OK && deviation >= 0 && isfinite(deviation));
    for (size_t i = 0; i < count; i++)
        fuzz_require(graze_motion_validate(&one->motions[i]) == GRAZE_OK);
    one->trajectory = (graze_trajectory){.motions = one->motions, .count = count};
    return true;
}

static void read_path(fuzz_input *in, path *one)
{
    one->body = fuzz_body(in, one->corners);
    if (graze_body_validate(&one->body) != GRAZE_OK)
        one->body = (graze_body){.radius = 0.5};
    if (fuzz_below(in, 2) == 0 && read_spline(in, one))
        return;
    one->trajectory = (graze_trajectory){.motions = one->motions,
                                         .count = fuzz_trajectory(in, ROWS, one->motions)};
}

static bool read_grid(fuzz_input *in, const path *a, const path *b, graze_time_grid *grid)
{
    const graze_trajectory both[] = {a->trajectory, b->trajectory};
    double wanted = fuzz_number(in);
    if (fuzz_below(in, 4) > 0)
        return graze_time_grid_of(both, 2, wanted, grid) == GRAZE_OK;
    grid->origin = fuzz_number(in);
    grid->step = fuzz_number(in);
    grid->centre = (graze_vector){fuzz_number(in), 0, 0};
    return true;
}

/* Is the place of the path at the middle of each step in the box of the step? */
static void look_inside(const path *one, const graze_boxes *boxes, const graze_time_grid *grid)
{
    int64_t first = 0;
    size_t count = 0;
    graze_boxes_steps(boxes, &first, &count);
    for (size_t i = 0; i < count && i < CANDIDATES; i++) {
        graze_box box;
        double time = grid->origin + ((double)(first + (int64_t)i) + 0.5) * grid->step;
        if (!graze_boxes_at(boxes, first + (int64_t)i, &box))
            continue;
        for (size_t m = 0; m < one->trajectory.count; m++) {
            const graze_motion *motion = &one->motions[m];
            graze_vector place;
            double start = motion->start + motion->start_tail;
            if (!(time > start && time < start + motion->duration) ||
                graze_motion_place(motion, time, &place) != GRAZE_OK)
                continue;
            double room = 0x1p-40 * (fabs(place.x) + fabs(place.y) + fabs(motion->position.x) +
                                     fabs(motion->position.y) + one->body.radius) + 0x1p-1000;
            if (motion->form == GRAZE_WAYPOINT && one->body.vertex_count == 0)
                fuzz_require(place.x - one->body.radius >= box.lower[0] - room &&
                             place.x + one->body.radius <= box.upper[0] + room);
        }
    }
}

/* Is each corner of a body turned by the angle in the box, but for what this computation rounds? */
static void look_at_corners(const graze_body *body, double angle, graze_vector place, double reach,
                            const graze_box *box)
{
    for (size_t k = 0; k < body->vertex_count; k++) {
        graze_point at = body->vertices[k];
        double x = place.x + at.x * cos(angle) - at.y * sin(angle);
        double room = 0x1p-10 * (fabs(at.x) + fabs(at.y)) + 0x1p-20 * (fabs(place.x) + reach);
        fuzz_require(x >= box->lower[0] - room && x <= box->upper[0] + room);
    }
}

/* The same for each motion that lives in the middle of each step. */
static void look_at_turns(const path *one, const graze_turn *turns, const graze_boxes *boxes,
                          const graze_time_grid *grid)
{
    int64_t first = 0;
    size_t count = 0, motions = one->trajectory.count;
    graze_boxes_steps(boxes, &first, &count);
    for (size_t i = 0; i < count * motions && i < CANDIDATES; i++) {
        const graze_motion *motion = &one->motions[i % motions];
        const graze_turn *turn = &turns[i % motions];
        int64_t step = first + (int64_t)(i / motions);
        graze_box box;
        graze_vector place;
        double time = grid->origin + ((double)step + 0.5) * grid->step;
        double u = time - motion->start, angle = turn->angle + turn->rate * u;
        if (u > 0 && u < motion->duration && motion->form != GRAZE_PARKED &&
            motion->start_tail == 0 && fabs(angle) < 0x1p20 && fabs(turn->rate) < 0x1p20 &&
            fabs(time) < 0x1p20 && graze_boxes_at(boxes, step, &box) &&
            graze_motion_place(motion, time, &place) == GRAZE_OK)
            look_at_corners(&one->body, angle, place,
                            fabs(motion->position.x) + fabs(box.lower[0]), &box);
    }
}

static void ask_turning(fuzz_input *in, const path *one, const graze_time_grid *grid)
{
    graze_turn turns[MOTIONS];
    graze_boxes *boxes = NULL;
    for (size_t i = 0; i < one->trajectory.count; i++)
        turns[i] = (graze_turn){fuzz_number(in), fuzz_number(in)};
    bool whole = fuzz_below(in, 4) == 0;
    if (graze_boxes_of_turning(NULL, &one->body, &one->trajectory, whole ? NULL : turns, grid, 0,
                               GRAZE_FILTER_NONE, &boxes) == GRAZE_OK && !whole)
        look_at_turns(one, turns, boxes, grid);
    graze_boxes_free(boxes);
}

static bool build(const path *one, const graze_time_grid *grid, double margin,
                  graze_pair_filter filter, graze_boxes **boxes)
{
    return graze_boxes_of_trajectory(NULL, &one->body, &one->trajectory, grid, margin, filter,
                                     boxes) == GRAZE_OK;
}

/* The candidates of a filter are those of the plain one. */
static void compare(const graze_boxes *a, const graze_boxes *b, graze_pair_filter filter,
                    double margin, int64_t from)
{
    for (int i = 0; i < CANDIDATES; i++) {
        bool plain = false, found = false;
        int64_t wanted = 0, step = 0;
        graze_status status =
            graze_boxes_first_candidate(a, b, GRAZE_FILTER_NONE, margin, from, &plain, &wanted);
        fuzz_require(graze_boxes_first_candidate(a, b, filter, margin, from, &found, &step) ==
                     status);
        fuzz_require(status != GRAZE_OK || (plain == found && wanted == step));
        if (status != GRAZE_OK || !found || step == INT64_MAX)
            return;
        from = step + 1;
    }
}

void fuzz_boxes(fuzz_input *in)
{
    static path a, b;
    graze_time_grid grid;
    read_path(in, &a);
    read_path(in, &b);
    double margin = fuzz_below(in, 4) == 0 ? fuzz_number(in) : 0;
    double reach = fuzz_below(in, 4) == 0 ? fuzz_number(in) : 0;
    int64_t from = (int64_t)fuzz_below(in, 8) - 2;
    if (!read_grid(in, &a, &b, &grid))
        return;
    for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++) {
        graze_boxes *boxes_a = NULL, *boxes_b = NULL, *coarse = NULL;
        graze_time_grid other = grid;
        bool built = build(&a, &grid, margin, (graze_pair_filter)filter, &boxes_a) &&
                     build(&b, &grid, margin, (graze_pair_filter)filter, &boxes_b);
        if (built) {
            if (filter == GRAZE_FILTER_NONE)
                look_inside(&a, boxes_a, &grid);
            compare(boxes_a, boxes_b, (graze_pair_filter)filter, reach, from);
            other.step *= 3;
            graze_boxes_on_grid(NULL, boxes_a, &other, (graze_pair_filter)filter, &coarse);
        }
        graze_boxes_free(boxes_a);
        graze_boxes_free(boxes_b);
        graze_boxes_free(coarse);
    }
    ask_turning(in, &a, &grid);
}
