/* SPDX-License-Identifier: MIT */
/* Making joint plans. See allpairs_crowd.h. */
#include "benchmarks/allpairs_crowd.h"

#include <math.h>
#include <stdlib.h>

#include "benchmarks/random.h"
#include "broadphase/index_float.h"
#include "broadphase/index_boxes.h"
#include "motion/box.h"

const char *const crowd_names[CROWD_PLANS] = {"free", "beat", "waiting"};

enum { MOVES_MOST = 1000 };

static const double pi = 3.141592653589793;

/* Rows of one agent inside a square. */
static void walk_freely(randomness *source, double side, size_t moves, double *times,
                        graze_vector *places)
{
    times[0] = random_between(source, 0, 1);
    places[0] = (graze_vector){random_between(source, 0, side), random_between(source, 0, side), 0};
    for (size_t i = 0; i < moves; i++) {
        double way = random_between(source, -pi, pi), length = random_between(source, 0.5, 1.5);
        graze_vector to = places[i];
        to.x += length * cos(way);
        to.y += length * sin(way);
        bool inside = to.x >= 0 && to.x <= side && to.y >= 0 && to.y <= side;
        places[i + 1] = inside ? to : places[i];
        times[i + 1] = times[i] + length;
    }
}

static void walk_on_beats(randomness *source, double side, size_t moves, double *times,
                          graze_vector *places)
{
    const int cells = (int)side;
    places[0] = (graze_vector){random_below(source, cells), random_below(source, cells), 0};
    times[0] = 0;
    for (size_t i = 0; i < moves; i++) {
        const int way = random_below(source, 5);
        graze_vector to = places[i];
        to.x += (way == 0) - (way == 1);
        to.y += (way == 2) - (way == 3);
        bool inside = to.x >= 0 && to.x < cells && to.y >= 0 && to.y < cells;
        places[i + 1] = inside ? to : places[i];
        times[i + 1] = (double)(i + 1);
    }
}

static void add_agent(crowd_plan plan, size_t agent, size_t moves, randomness *source, crowd *to)
{
    double times[MOVES_MOST + 1];
    graze_vector places[MOVES_MOST + 1];
    graze_motion *motions = to->motions + agent * to->stride;
    const double side = 2 * sqrt((double)to->agents);
    size_t count = 0;
    (plan == CROWD_BEAT ? walk_on_beats : walk_freely)(source, side, moves, times, places);
    to->bodies[agent] = (graze_body){.radius = 0.35};
    graze_trajectory_from_waypoints(moves + 1, times, places,
                                    plan == CROWD_WAITING ? GRAZE_STAY : GRAZE_VANISH, motions,
                                    &count, NULL);
    to->trajectories[agent] = (graze_trajectory){.motions = motions, .count = count};
}

/* Boxes as the index narrows them, their ends earlier by a float, so that trees that
 * compare closed boxes answer as for open lives, and finite, which some need; and prepared
 * motions. */
static void prepare(crowd *of)
{
    for (size_t i = 0; i < of->agents; i++) {
        of->prepared_of[i] = &of->prepared[of->count];
        for (size_t j = 0; j < of->trajectories[i].count; j++) {
            const graze_motion *motion = &of->trajectories[i].motions[j];
            const box_reach reach = box_reach_of(&of->bodies[i]);
            index_life life;
            const index_box sides = index_box_of(&reach, motion, 0, &life);
            of->boxes[of->count] = (tree_box){
                {sides.lower[0], sides.lower[1], sides.lower[INDEX_TIME]},
                {sides.upper[0], sides.upper[1], fminf(float_down(sides.upper[INDEX_TIME]), 1e6f)},
                (uint32_t)i, 0};
            graze_motion_prepare(&of->bodies[i], motion, &of->prepared[of->count++]);
        }
    }
}

bool crowd_make(crowd_plan plan, size_t agents, size_t moves, crowd *made)
{
    randomness source = {agents};
    *made = (crowd){.agents = agents, .stride = moves + 1};
    const size_t most = agents * made->stride;
    made->bodies = malloc(agents * sizeof *made->bodies);
    made->trajectories = malloc(agents * sizeof *made->trajectories);
    made->motions = malloc(most * sizeof *made->motions);
    made->prepared = malloc(most * sizeof *made->prepared);
    made->prepared_of = malloc(agents * sizeof *made->prepared_of);
    made->boxes = malloc(most * sizeof *made->boxes);
    if (moves > MOVES_MOST || made->bodies == NULL || made->trajectories == NULL ||
        made->motions == NULL || made->prepared == NULL || made->prepared_of == NULL ||
        made->boxes == NULL) {
        crowd_free(made);
        return false;
    }
    for (size_t i = 0; i < agents; i++)
        add_agent(plan, i, moves, &source, made);
    prepare(made);
    return true;
}

void crowd_free(crowd *emptied)
{
    free(emptied->bodies);
    free(emptied->trajectories);
    free(emptied->motions);
    free(emptied->prepared);
    free(emptied->prepared_of);
    free(emptied->boxes);
    *emptied = (crowd){0};
}
