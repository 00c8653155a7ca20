/* SPDX-License-Identifier: MIT */
#include "broadphase/pair_cases.h"

#include <CUnit/CUnit.h>
#include <math.h>

#include "broadphase/pair_boxes.h"

uint64_t pair_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int pair_random_below(uint64_t *state, int below)
{
    return (int)(pair_random(state) % (uint64_t)below);
}

double pair_random_place(uint64_t *state, int reach)
{
    return (double)(pair_random_below(state, 8 * reach + 1) - 4 * reach) / 4;
}

/* ---- agents --------------------------------------------------------------------------- */

static graze_vector random_vector(uint64_t *state, int reach, bool spatial)
{
    graze_vector v = {pair_random_place(state, reach), pair_random_place(state, reach), 0};
    if (spatial)
        v.z = pair_random_place(state, reach);
    return v;
}

/* One motion in three is a wait, and some last long. */
static double random_duration(uint64_t *state)
{
    static const double durations[] = {0.125, 0.5, 1, 1, 1, 0.7, 2.3, 9};
    return durations[pair_random_below(state, 8)];
}

static void walk_waypoints(uint64_t *state, int reach, bool spatial, pair_agent *agent)
{
    double times[PAIR_MOTIONS], shares[PAIR_MOTIONS];
    graze_vector places[PAIR_MOTIONS];
    const bool ramps = pair_random_below(state, 2) == 0;
    size_t rows = 1 + (size_t)pair_random_below(state, PAIR_MOTIONS - 1);
    for (size_t i = 0; i < rows; i++)
        shares[i] = ramps ? 0.5 * pair_random_below(state, 5) : 1;
    times[0] = pair_random_place(state, 8);
    places[0] = random_vector(state, reach, spatial);
    for (size_t i = 1; i < rows; i++) {
        times[i] = times[i - 1] + random_duration(state);
        places[i] =
            pair_random_below(state, 3) ? random_vector(state, reach, spatial) : places[i - 1];
    }
    graze_at_end at_end = pair_random_below(state, 2) ? GRAZE_STAY : GRAZE_VANISH;
    graze_status status = graze_trajectory_from_ramps(rows, times, places, shares, at_end,
                                                      agent->motions, &agent->path.count, NULL);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
}

static double place_after(double p, double v, double a, double u)
{
    return p + (v + a * u / 2) * u;
}

static void drive_curves(uint64_t *state, int reach, bool spatial, pair_agent *agent)
{
    graze_motion declared[PAIR_MOTIONS];
    size_t rows = 1 + (size_t)pair_random_below(state, PAIR_MOTIONS - 1);
    double start = pair_random_place(state, 8);
    graze_vector p = random_vector(state, reach, spatial);
    for (size_t i = 0; i < rows; i++) {
        graze_vector v = random_vector(state, 2, spatial), a = random_vector(state, 1, spatial);
        double u = pair_random_below(state, 2) ? 1 : 0.25;
        declared[i] = (graze_motion){.form = GRAZE_KINEMATIC,
                                     .position = p,
                                     .velocity = v,
                                     .acceleration = a,
                                     .start = start,
                                     .duration = u};
        p = (graze_vector){place_after(p.x, v.x, a.x, u), place_after(p.y, v.y, a.y, u),
                           place_after(p.z, v.z, a.z, u)};
        start += u;
    }
    graze_at_end at_end = pair_random_below(state, 2) ? GRAZE_STAY : GRAZE_VANISH;
    graze_status status = graze_trajectory_from_motions(rows, declared, at_end, 1e-6,
                                                        agent->motions, &agent->path.count, NULL);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
}

void pair_random_agent(uint64_t *state, int reach, bool spatial, pair_agent *agent)
{
    static const graze_point corners[] = {{-0.5, -0.5}, {0.5, -0.5}, {0, 0.5}};
    agent->body = (graze_body){.radius = 0.25 * pair_random_below(state, 4)};
    if (!spatial && pair_random_below(state, 3) == 0) {
        agent->body.vertices = corners;
        agent->body.vertex_count = 3;
    }
    agent->path = (graze_trajectory){.motions = agent->motions, .count = 0};
    if (pair_random_below(state, 2))
        walk_waypoints(state, reach, spatial, agent);
    else
        drive_curves(state, reach, spatial, agent);
}

/* ---- boxes ---------------------------------------------------------------------------- */

/* What kind of sides a sequence has. */
typedef struct style {
    int reach;    /* of the places */
    int infinite; /* one side in so many is infinite; 0: none */
    int gaps;     /* one step in so many has no box; 0: none */
    bool drifts;  /* near the last box */
} style;

static pair_box random_box(uint64_t *state, const style *kind)
{
    pair_box found;
    for (int k = 0; k < 3; k++) {
        float place = (float)pair_random_place(state, kind->reach);
        float size = (float)pair_random_below(state, 4) / 4;
        found.lower[k] = place;
        found.upper[k] = place + size;
        if (kind->infinite > 0 && pair_random_below(state, kind->infinite) == 0)
            found.upper[k] = HUGE_VALF;
        if (kind->infinite > 0 && pair_random_below(state, kind->infinite) == 0)
            found.lower[k] = -HUGE_VALF;
        if (kind->infinite > 0 && pair_random_below(state, kind->infinite) == 0)
            found.lower[k] = -0x1.fp127f, found.upper[k] = 0x1.fp127f;
    }
    return found;
}

static void drift(uint64_t *state, pair_box *moved)
{
    for (int k = 0; k < 3; k++) {
        float by = (float)pair_random_place(state, 1) / 8;
        moved->lower[k] += by;
        moved->upper[k] += by;
    }
}

graze_boxes *pair_random_boxes(uint64_t state, graze_pair_filter filter)
{
    const graze_time_grid grid = {0, 1, {0, 0, 0}};
    static const int lengths[] = {1, 2, 15, 16, 17, 64, 300, 700};
    style kind = {1 + pair_random_below(&state, 40), pair_random_below(&state, 3) ? 0 : 20,
                  pair_random_below(&state, 3) ? 0 : 5, pair_random_below(&state, 2)};
    bool flat = pair_random_below(&state, 2);
    graze_boxes *boxes = pair_boxes_new(NULL, &grid, filter);
    CU_ASSERT_PTR_NOT_NULL_FATAL(boxes);
    boxes->first = pair_random_below(&state, 80) - 40;
    boxes->end = boxes->first + lengths[pair_random_below(&state, 8)];
    boxes->stays = pair_random_below(&state, 2);
    boxes->stay = random_box(&state, &kind);
    CU_ASSERT_EQUAL_FATAL(pair_boxes_make_room(boxes, false), GRAZE_OK);
    pair_box last = random_box(&state, &kind);
    if (flat)
        boxes->stay.lower[2] = -1, boxes->stay.upper[2] = 1;
    for (int64_t step = boxes->first; step < boxes->end; step++) {
        if (kind.drifts)
            drift(&state, &last);
        else
            last = random_box(&state, &kind);
        if (flat)
            last.lower[2] = -1, last.upper[2] = 1;
        if (kind.gaps == 0 || pair_random_below(&state, kind.gaps) > 0)
            pair_unite_into(pair_sides(boxes, step), &last);
    }
    CU_ASSERT_EQUAL_FATAL(pair_boxes_finish(boxes), GRAZE_OK);
    return boxes;
}
