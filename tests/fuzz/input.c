/* SPDX-License-Identifier: MIT */
/* Numbers, bodies and motions out of bytes. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fuzz/fuzz.h"

static uint8_t next_byte(fuzz_input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

unsigned fuzz_below(fuzz_input *in, unsigned limit) { return next_byte(in) % limit; }

/* ---- numbers ------------------------------------------------------------------------ */

static const double special[] = {
    0.0, -0.0, 1, -1, 0.5, DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074, 0x1p53,
    0x1p-53, 0x1p53 + 2, 1 + DBL_EPSILON, 1 - DBL_EPSILON / 2, 1e300, -1e300, 1e-300, 1e100, 1e-100,
    0x1p511, 0x1p-511, 0x1p1023, 0.1, 0.35355339059327379, 1.4142135623730951, 1e9, 1e-9, 3e8,
    INFINITY, -INFINITY, NAN, FLT_MAX, FLT_MIN, 0x1p-1022 - 0x1p-1074};

static double raw(fuzz_input *in)
{
    uint8_t bytes[sizeof(double)];
    double x;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = next_byte(in);
    memcpy(&x, bytes, sizeof x);
    return x;
}

/* A number read before, or one a few ulps beside it, or its opposite. */
static double near_recent(fuzz_input *in)
{
    unsigned how = next_byte(in);
    double x = in->recent[how % FUZZ_RECENT];
    for (unsigned steps = how / FUZZ_RECENT % 4; steps > 0; steps--)
        x = nextafter(x, how & 64 ? INFINITY : -INFINITY);
    return how & 128 ? -x : x;
}

static double fresh(fuzz_input *in)
{
    switch (fuzz_below(in, 8)) {
    case 0:
    case 1:
        return (int8_t)next_byte(in);
    case 2: {
        double x = (int8_t)next_byte(in);
        return ldexp(x, -(int)fuzz_below(in, 8));
    }
    case 3: {
        double x = (int8_t)next_byte(in) * 256 + next_byte(in);
        return x / 100;
    }
    case 4:
        return special[fuzz_below(in, sizeof special / sizeof special[0])];
    case 5:
        return raw(in);
    default:
        return near_recent(in);
    }
}

double fuzz_number(fuzz_input *in)
{
    double x = fresh(in);
    in->recent[in->recent_next++ % FUZZ_RECENT] = x;
    return x;
}

double fuzz_length(fuzz_input *in)
{
    double x = fabs(fuzz_number(in));
    return isfinite(x) ? x : 1;
}

double fuzz_tolerance(fuzz_input *in)
{
    switch (fuzz_below(in, 8)) {
    case 0:
        return fuzz_number(in);
    case 1:
        return fuzz_length(in);
    case 2:
        return 1e-9;
    default:
        return 0;
    }
}

/* ---- bodies --------------------------------------------------------------------------- */

static const struct {
    size_t count;
    graze_point at[FUZZ_VERTICES_MAX];
} shapes[] = {{2, {{-1, 0}, {1, 0}}},
              {3, {{-1, -1}, {2, 0}, {0, 1}}},
              {4, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
              {5, {{-2, -1}, {0, -2}, {3, 0}, {1, 2}, {-1, 2}}},
              {1, {{1, 1}}}};

static graze_body cornered(fuzz_input *in, graze_point *corners)
{
    unsigned which = fuzz_below(in, sizeof shapes / sizeof shapes[0]);
    double scale = ldexp(1, (int)fuzz_below(in, 8) - 4);
    graze_body body = {.vertices = corners, .vertex_count = shapes[which].count};
    for (size_t i = 0; i < body.vertex_count; i++)
        corners[i] = (graze_point){scale * shapes[which].at[i].x, scale * shapes[which].at[i].y};
    if (fuzz_below(in, 4) == 0) {
        unsigned moved = fuzz_below(in, (unsigned)body.vertex_count);
        corners[moved].x += fuzz_number(in);
    }
    if (fuzz_below(in, 2) == 0)
        body.radius = fuzz_length(in);
    return body;
}

static graze_body by_hand(fuzz_input *in, graze_point *corners)
{
    graze_body body = {.vertices = corners, .vertex_count = fuzz_below(in, FUZZ_VERTICES_MAX + 1)};
    for (size_t i = 0; i < body.vertex_count; i++) {
        corners[i].x = fuzz_number(in);
        corners[i].y = fuzz_number(in);
    }
    body.radius = fuzz_number(in);
    return body;
}

graze_body fuzz_body(fuzz_input *in, graze_point corners[FUZZ_VERTICES_MAX])
{
    switch (fuzz_below(in, 8)) {
    case 0:
        return by_hand(in, corners);
    case 1:
    case 2:
    case 3:
        return cornered(in, corners);
    default:
        return (graze_body){.radius = fuzz_length(in)};
    }
}

/* ---- motions -------------------------------------------------------------------------- */

static graze_vector vector(fuzz_input *in, bool in_space)
{
    graze_vector v;
    v.x = fuzz_number(in);
    v.y = fuzz_number(in);
    v.z = in_space ? fuzz_number(in) : 0;
    return v;
}

static graze_motion made_by_hand(fuzz_input *in, bool in_space)
{
    graze_motion motion = {.form = (graze_form)fuzz_below(in, 4)};
    motion.position = vector(in, in_space);
    motion.velocity = vector(in, in_space);
    if (fuzz_below(in, 2) == 0)
        motion.acceleration = vector(in, in_space);
    motion.start = fuzz_number(in);
    motion.duration = fuzz_number(in);
    if (fuzz_below(in, 2) == 0) {
        motion.start_tail = fuzz_number(in);
        motion.duration_tail = fuzz_number(in);
    }
    return motion;
}

graze_motion fuzz_motion(fuzz_input *in)
{
    unsigned kind = fuzz_below(in, 16);
    bool in_space = kind >= 14;
    if (kind == 0)
        return made_by_hand(in, in_space);
    graze_motion motion = {.form = GRAZE_KINEMATIC, .duration = 1};
    graze_vector from = vector(in, in_space), to = vector(in, in_space);
    if (kind < 8) {
        double start = fuzz_number(in), end = start + fuzz_length(in);
        graze_motion_waypoint(from, to, start, end, &motion);
        return motion;
    }
    graze_vector curve = {0, 0, 0};
    if (kind >= 11)
        curve = vector(in, in_space);
    double start = fuzz_number(in), duration = fuzz_length(in);
    graze_motion_kinematic(from, to, curve, start, kind == 8 ? INFINITY : duration, &motion);
    if (kind == 9 && fuzz_below(in, 2) == 0)
        motion.form = GRAZE_PARKED;
    return motion;
}

static size_t waypoints(fuzz_input *in, size_t rows, graze_at_end at_end, graze_motion *motions)
{
    enum { ROWS_MAX = 16 };
    double times[ROWS_MAX], time = fuzz_number(in);
    graze_vector places[ROWS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < rows && i < ROWS_MAX; i++) {
        times[i] = time;
        places[i] = vector(in, false);
        time += fuzz_length(in);
    }
    return graze_trajectory_from_waypoints(rows, times, places, at_end, motions, &count, NULL) ==
                   GRAZE_OK
               ? count
               : 0;
}

/* Motions of any kind, each of which begins when the last one ends; at a time at which
 * motions jump nothing is promised but that the rows of pairs are right. */
static size_t kinematic(fuzz_input *in, size_t rows, graze_at_end at_end, graze_motion *motions)
{
    enum { ROWS_MAX = 16 };
    graze_motion declared[ROWS_MAX];
    graze_vector place = vector(in, false);
    double start = fuzz_number(in);
    size_t count = 0;
    for (size_t i = 0; i < rows && i < ROWS_MAX; i++) {
        graze_vector v = vector(in, false), a = {0, 0, 0};
        if (fuzz_below(in, 2) == 0)
            a = vector(in, false);
        double duration = ldexp(fuzz_below(in, 16), -2);
        if (graze_motion_kinematic(place, v, a, start, duration, &declared[i]) != GRAZE_OK)
            return 0;
        start += duration;
        place.x += duration * (v.x + duration * a.x / 2);
        place.y += duration * (v.y + duration * a.y / 2);
    }
    return graze_trajectory_from_motions(rows, declared, at_end, 1e-6, motions, &count, NULL) ==
                   GRAZE_OK
               ? count
               : 0;
}

void fuzz_read_two(fuzz_input *in, fuzz_two *two)
{
    two->body_a = fuzz_body(in, two->corners_a);
    two->body_b = fuzz_body(in, two->corners_b);
    two->a = fuzz_motion(in);
    two->b = fuzz_motion(in);
    two->tolerance = fuzz_tolerance(in);
}

size_t fuzz_trajectory(fuzz_input *in, size_t rows, graze_motion *motions)
{
    size_t wanted = 1 + fuzz_below(in, (unsigned)rows);
    graze_at_end at_end = fuzz_below(in, 2) == 0 ? GRAZE_STAY : GRAZE_VANISH;
    size_t count = fuzz_below(in, 4) > 0 ? waypoints(in, wanted, at_end, motions)
                                         : kinematic(in, wanted, at_end, motions);
    for (size_t i = 0; i < count; i++)
        if (graze_motion_validate(&motions[i]) != GRAZE_OK)
            return 0;
    return count;
}
