/* SPDX-License-Identifier: MIT */
/* Paths for the WT-AABB experiment: drawn so that they should do what their case says,
 * and drawn again when they do not. */
#include "benchmarks/wtaabb_paths.h"

#include <graze/spline.h>
#include <math.h>
#include <stddef.h>

#include "broadphase/pair_boxes.h"

const wtaabb_case wtaabb_cases[WTAABB_CASES] = {
    {"straight, collide near the start", false, WTAABB_START},
    {"straight, collide in the middle", false, WTAABB_MIDDLE},
    {"straight, collide near the end", false, WTAABB_END},
    {"straight, volumes meet", false, WTAABB_VOLUMES},
    {"straight, apart", false, WTAABB_APART},
    {"straight, convoy", false, WTAABB_CONVOY},
    {"spline, collide near the start", true, WTAABB_START},
    {"spline, collide in the middle", true, WTAABB_MIDDLE},
    {"spline, collide near the end", true, WTAABB_END},
    {"spline, volumes meet", true, WTAABB_VOLUMES},
    {"spline, apart", true, WTAABB_APART},
    {"spline, convoy", true, WTAABB_CONVOY},
};

enum { ROWS = 11, PIECES = 8 };

/* A world of 100 m by 100 m, discs of 0.5 m, a box each tenth of a second. */
static const double reach = 50, step = 0.1;
static const graze_body disc = {.radius = 0.5};

/* ---- one path --------------------------------------------------------------------------- */

/* The course that a path follows: at `via` when `at` of its time has passed. */
typedef struct course {
    graze_vector via;
    double at;
    double vx, vy; /* [m] in the whole time */
    double noise;  /* [m] how far a spline's way-points stray from it */
} course;

static graze_vector on_course(const course *along, double fraction)
{
    double passed = fraction - along->at;
    return (graze_vector){along->via.x + along->vx * passed, along->via.y + along->vy * passed, 0};
}

static graze_status straight_path(const course *along, graze_boxes **boxes)
{
    const double times[] = {0, WTAABB_STEPS * step};
    const graze_vector places[] = {on_course(along, 0), on_course(along, 1)};
    const graze_time_grid grid = {0, step, {0, 0, 0}};
    graze_motion motions[2];
    graze_trajectory path = {.motions = motions, .count = 0};
    graze_status status =
        graze_trajectory_from_waypoints(2, times, places, GRAZE_VANISH, motions, &path.count, NULL);
    if (status != GRAZE_OK)
        return status;
    return graze_boxes_of_trajectory(NULL, &disc, &path, &grid, 0, GRAZE_FILTER_NONE, boxes);
}

/* Way-points stray from the course by less near the time at which they must be on it. */
static graze_status spline_path(const course *along, randomness *source, graze_boxes **boxes)
{
    double times[ROWS], deviation;
    graze_vector places[ROWS];
    graze_motion motions[(ROWS - 1) * PIECES + 1];
    graze_trajectory path = {.motions = motions, .count = 0};
    const graze_time_grid grid = {0, step, {0, 0, 0}};
    for (int i = 0; i < ROWS; i++) {
        double fraction = (double)i / (ROWS - 1);
        double stray = along->noise * fmin(1, 4 * fabs(fraction - along->at));
        times[i] = fraction * WTAABB_STEPS * step;
        places[i] = on_course(along, fraction);
        places[i].x += random_between(source, -stray, stray);
        places[i].y += random_between(source, -stray, stray);
    }
    graze_status status = graze_trajectory_from_spline(
        NULL, ROWS, times, places, PIECES, GRAZE_VANISH, motions, &path.count, &deviation, NULL);
    if (status != GRAZE_OK)
        return status;
    return graze_boxes_of_trajectory(NULL, &disc, &path, &grid, deviation, GRAZE_FILTER_NONE,
                                     boxes);
}

static graze_status draw_path(bool spline, const course *along, randomness *source,
                              graze_boxes **boxes)
{
    graze_status status = spline ? spline_path(along, source, boxes) : straight_path(along, boxes);
    if (status != GRAZE_OK)
        return status;
    pair_prepare_pace(*boxes);
    bool prepared = pair_prepare_tree(*boxes) && pair_prepare_pyramid(*boxes);
    return prepared ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

/* ---- two paths -------------------------------------------------------------------------- */

static course random_course(randomness *source, graze_vector via, double at)
{
    double angle = random_between(source, 0, 6.283185307179586);
    double length = random_between(source, 0.8, 1.6) * reach;
    return (course){via, at, length * cos(angle), length * sin(angle), 0.1 * reach};
}

/* Both at one place, at one time or at two; or far to either side of the world; or side by
 * side, some decimetres apart. */
static void draw_courses(wtaabb_meeting meeting, randomness *source, course *a, course *b)
{
    static const double times_a[] = {0.05, 0.5, 0.95, 0.25, 0.5, 0.5};
    static const double times_b[] = {0.05, 0.5, 0.95, 0.75, 0.5, 0.5};
    double middle = reach / 2;
    graze_vector place = {random_between(source, -middle, middle),
                          random_between(source, -middle, middle), 0};
    graze_vector other = place;
    if (meeting == WTAABB_APART) {
        place.x -= 2 * reach;
        other.x += 2 * reach;
    }
    *a = random_course(source, place, times_a[meeting]);
    *b = random_course(source, other, times_b[meeting]);
    if (meeting == WTAABB_CONVOY) {
        *b = *a;
        b->via.x += random_between(source, 1.2, 1.5);
        b->via.y += random_between(source, -1, 1);
    }
}

static bool volumes_meet(const wtaabb_pair *pair)
{
    return !pair_boxes_apart(&pair->a->whole, &pair->b->whole, 0);
}

/* Both members of a convoy stray alike. */
static graze_status draw_paths(const wtaabb_case *which, const course *a, const course *b,
                               randomness *source, wtaabb_pair *pair)
{
    randomness again = *source;
    graze_status status = draw_path(which->spline, a, source, &pair->a);
    if (which->meeting != WTAABB_CONVOY)
        again = *source;
    if (status == GRAZE_OK)
        status = draw_path(which->spline, b, &again, &pair->b);
    *source = again;
    return status;
}

static bool is_what_it_should_be(wtaabb_meeting meeting, const wtaabb_pair *pair)
{
    static const int64_t earliest[] = {1, WTAABB_STEPS * 4 / 10, WTAABB_STEPS * 85 / 100};
    static const int64_t latest[] = {WTAABB_STEPS / 10, WTAABB_STEPS * 6 / 10, WTAABB_STEPS};
    if (meeting == WTAABB_APART)
        return !volumes_meet(pair);
    if (meeting == WTAABB_VOLUMES || meeting == WTAABB_CONVOY)
        return !pair->meets && volumes_meet(pair);
    return pair->meets && pair->first >= earliest[meeting] && pair->first <= latest[meeting];
}

bool wtaabb_draw(const wtaabb_case *which, randomness *source, wtaabb_pair *pair)
{
    for (;;) {
        course a, b;
        draw_courses(which->meeting, source, &a, &b);
        *pair = (wtaabb_pair){NULL, NULL, false, WTAABB_STEPS};
        if (draw_paths(which, &a, &b, source, pair) != GRAZE_OK) {
            wtaabb_free(pair);
            return false;
        }
        pair->meets = pair_first_candidate(pair->a, pair->b, GRAZE_FILTER_NONE, CPU_PLAIN, 0, 0,
                                           &pair->first);
        if (is_what_it_should_be(which->meeting, pair))
            return true;
        wtaabb_free(pair);
    }
}

void wtaabb_free(wtaabb_pair *pair)
{
    graze_boxes_free(pair->a);
    graze_boxes_free(pair->b);
    pair->a = pair->b = NULL;
}
