/* SPDX-License-Identifier: MIT */
#include "kernel/agent.h"

#include <CUnit/CUnit.h>
#include <graze/conflict.h>
#include <math.h>
#include <stdio.h>

void agent_draw(agent *result, const agent_row *rows, size_t count, graze_at_end at_end)
{
    double times[AGENT_ROWS];
    graze_vector places[AGENT_ROWS];
    CU_ASSERT_TRUE_FATAL(count <= AGENT_ROWS);
    for (size_t i = 0; i < count; i++) {
        times[i] = rows[i].time;
        places[i] = (graze_vector){rows[i].x, rows[i].y, 0};
    }
    result->body = (graze_body){.radius = 0.5};
    result->trajectory = (graze_trajectory){.motions = result->motions};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_waypoints(count, times, places, at_end,
                                                          result->motions,
                                                          &result->trajectory.count, NULL),
                          GRAZE_OK);
}

static void draw_random_rows(agent *result, oracle_random *random, double scale, double offset)
{
    agent_row rows[AGENT_ROWS] = {{0}};
    size_t count = (size_t)random_whole(random, 1, AGENT_ROWS);
    int beat = random_whole(random, 0, 6), x = random_whole(random, 0, 4),
        y = random_whole(random, 0, 2);
    for (size_t i = 0; i < count; i++) {
        rows[i] = (agent_row){offset + beat * scale, x, y};
        beat += random_whole(random, 1, 4);
        if (random_once_in(random, 4))
            continue; /* a wait */
        x += random_whole(random, -2, 2);
        y += random_whole(random, -1, 1);
    }
    agent_draw(result, rows, count, random_once_in(random, 2) ? GRAZE_STAY : GRAZE_VANISH);
}

/* Motions of short numbers, so that each ends exactly where the next one begins. */
static void draw_accelerated(agent *result, oracle_random *random)
{
    graze_motion declared[3];
    size_t count = (size_t)random_whole(random, 1, 3), bad_row;
    graze_vector place = {random_whole(random, 0, 4), random_whole(random, 0, 2), 0};
    double start = random_whole(random, 0, 6);
    for (size_t i = 0; i < count; i++) {
        graze_vector v = {random_short(random, 4, 1), random_short(random, 4, 1), 0};
        graze_vector a = {random_short(random, 4, 2), random_short(random, 4, 2), 0};
        double duration = random_whole(random, 1, 3);
        graze_motion_kinematic(place, v, a, start, duration, &declared[i]);
        place.x += v.x * duration + a.x * duration * duration / 2;
        place.y += v.y * duration + a.y * duration * duration / 2;
        start += duration;
    }
    result->body = (graze_body){.radius = 0.5};
    result->trajectory = (graze_trajectory){.motions = result->motions};
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_from_motions(count, declared,
                                      random_once_in(random, 2) ? GRAZE_STAY : GRAZE_VANISH, 0,
                                      result->motions, &result->trajectory.count, &bad_row),
        GRAZE_OK);
}

static void draw_ramps(agent *result, oracle_random *random)
{
    draw_random_rows(result, random, 1, 0);
    for (size_t i = 0; i < result->trajectory.count; i++) {
        graze_motion *motion = &result->motions[i];
        if (!isinf(motion->duration))
            graze_motion_ramp(motion->position, motion->to, motion->start,
                              motion->start + motion->duration, random_whole(random, 0, 4) * 0.5,
                              motion);
    }
}

static void draw_bodies(agent *result, oracle_random *random)
{
    static const graze_point wedge[] = {{-0.5, -0.25}, {0.75, -0.25}, {0, 0.5}};
    for (size_t i = 0; i < result->trajectory.count; i++)
        result->bodies[i] = random_once_in(random, 4)
                                ? (graze_body){0.25 * random_whole(random, 0, 1), wedge, 3}
                                : (graze_body){.radius = 0.25 * random_whole(random, 0, 4)};
    result->trajectory.bodies = result->bodies;
}

void agent_random(agent *result, agent_kind kind, oracle_random *random)
{
    if (kind == AGENT_ACCELERATED)
        draw_accelerated(result, random);
    else if (kind == AGENT_ON_RAMPS)
        draw_ramps(result, random);
    else if (kind == AGENT_AT_DECIMALS)
        draw_random_rows(result, random, 0.1, random_once_in(random, 2) ? 1e8 : 1e3);
    else
        draw_random_rows(result, random, 1, 0);
    if (random_once_in(random, 3))
        result->body.radius = 0.25 * random_whole(random, 0, 3);
    if (kind == AGENT_ON_GRID && random_once_in(random, 4))
        agent_delay(result, 0x1p-60, result); /* starts with tails */
    if (random_once_in(random, 3))
        draw_bodies(result, random);
}

bool agent_delay(const agent *original, double delay, agent *delayed)
{
    *delayed = *original;
    delayed->trajectory.motions = delayed->motions;
    if (original->trajectory.bodies != NULL)
        delayed->trajectory.bodies = delayed->bodies;
    for (size_t i = 0; i < original->trajectory.count; i++) {
        graze_status status =
            graze_motion_delay(&original->motions[i], delay, &delayed->motions[i]);
        CU_ASSERT_TRUE_FATAL(status == GRAZE_OK || status == GRAZE_ERROR_INEXACT);
        if (status != GRAZE_OK)
            return false;
    }
    return true;
}

bool agents_conflict(const agent *a, const agent *b, double tolerance)
{
    for (size_t i = 0; i < a->trajectory.count; i++)
        for (size_t j = 0; j < b->trajectory.count; j++) {
            bool exists = false;
            CU_ASSERT_EQUAL_FATAL(graze_conflict_exists(agent_body(a, i), &a->motions[i],
                                                        agent_body(b, j), &b->motions[j], tolerance,
                                                        &exists),
                                  GRAZE_OK);
            if (exists)
                return true;
        }
    return false;
}

void agent_print(const char *name, const agent *printed)
{
    printf("/* %s: radius %a */\n", name, printed->body.radius);
    for (size_t i = 0; i < printed->trajectory.count; i++) {
        const graze_motion *m = &printed->motions[i];
        printf("/*   radius %a, %zu corners */\n", agent_body(printed, i)->radius,
               agent_body(printed, i)->vertex_count);
        printf("/*   form %d (%a, %a) (%a, %a) (%a, %a) %a %a, %a %a */\n", (int)m->form,
               m->position.x, m->position.y, m->velocity.x, m->velocity.y, m->acceleration.x,
               m->acceleration.y, m->start, m->start_tail, m->duration, m->duration_tail);
    }
}
