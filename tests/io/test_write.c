/* SPDX-License-Identifier: MIT */
/* What is written and read again is the same, number for number; or it is not written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "io/map_write.h"
#include "io/plan_rows.h"
#include "io/plan_write.h"
#include "support/run.h"

enum { MOTIONS_MAX = 12 };

/* ---- a plan of one agent --------------------------------------------------------------- */

static plan_agent agent_of(const graze_motion *motions, size_t count)
{
    static char label[] = "0";
    return (plan_agent){.label = label, .trajectory = {motions, count}, .at_end = GRAZE_STAY};
}

static char *write_one(const plan_agent *agent, int dimension, plan_format format, size_t *refused)
{
    char *text = NULL;
    size_t size = 0;
    plan_agent copy = *agent;
    const plan source = {.agents = &copy, .agent_count = 1, .dimension = dimension};
    FILE *said = tmpfile();
    diagnostics sink = {.out = said};
    writing to = {.out = open_memstream(&text, &size), .sink = &sink, .file = "plan"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(to.out);
    io_result result = plan_write(&source, NULL, format, &to);
    CU_ASSERT_EQUAL(result, to.refused == 0 ? IO_OK : IO_BAD_INPUT);
    *refused = to.refused;
    fclose(to.out);
    fclose(said);
    return text;
}

static bool is_same_vector(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* All numbers, but for the sign of zeros. */
static bool is_same_motion(const graze_motion *a, const graze_motion *b)
{
    return a->form == b->form && is_same_vector(a->position, b->position) &&
           is_same_vector(a->velocity, b->velocity) &&
           is_same_vector(a->acceleration, b->acceleration) && a->start == b->start &&
           a->start_tail == b->start_tail && a->duration == b->duration &&
           a->duration_tail == b->duration_tail;
}

/* Reads the text as a plan; its one agent has these motions? */
static bool reads_as(const char *text, const plan_agent *agent)
{
    capture c;
    plan result;
    const plan_options options = {.tolerance = 1e-9, .bodies_optional = true};
    capture_open_text(&c, text);
    bool same = plan_read(c.path, &options, &c.sink, &result) == IO_OK;
    if (same) {
        const graze_trajectory *read = &result.agents[0].trajectory;
        same = result.agent_count == 1 && read->count == agent->trajectory.count;
        for (size_t i = 0; same && i < read->count; i++)
            same = is_same_motion(&read->motions[i], &agent->trajectory.motions[i]);
        plan_free(&result);
    }
    if (!same)
        printf("%s%s", text, capture_said(&c));
    capture_close(&c);
    return same;
}

static bool comes_back(const plan_agent *agent, int dimension, plan_format format)
{
    size_t refused;
    char *text = write_one(agent, dimension, format, &refused);
    bool same = refused == 0 && reads_as(text, agent);
    free(text);
    return same;
}

/* ---- random numbers ---------------------------------------------------------------------- */

/* A whole number and a random fraction of so many bits. */
static double random_number(int whole, int bits)
{
    double value = rand() % whole;
    for (int i = 0; i < bits; i++)
        value += ldexp(rand() % 2, -1 - i);
    return value;
}

/* Waypoints from a cell at 0 s to a cell, with ramps between them or without. */
static size_t random_rows(graze_motion motions[MOTIONS_MAX], int bits, bool solid, bool ramps)
{
    double times[MOTIONS_MAX], shares[MOTIONS_MAX];
    graze_vector places[MOTIONS_MAX];
    size_t rows = 2 + (size_t)rand() % (MOTIONS_MAX - 3), count = 0;
    for (size_t i = 0; i < rows; i++) {
        bool whole = i == 0 || i + 1 == rows;
        double scale = ldexp(1, rand() % 30 - 20);
        times[i] = i == 0 ? 0 : times[i - 1] + random_number(3, bits) * scale + scale;
        places[i] = (graze_vector){random_number(9, whole ? 0 : bits),
                                   random_number(9, whole ? 0 : bits),
                                   solid ? random_number(9, bits) : 0};
        if (i > 0 && rand() % 4 == 0 && !whole)
            places[i] = places[i - 1];
        shares[i] = ramps && rand() % 3 > 0 ? random_number(2, bits) : 1;
    }
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(rows, times, places, shares, GRAZE_STAY,
                                                      motions, &count, NULL),
                          GRAZE_OK);
    return count;
}

static size_t random_waypoints(graze_motion motions[MOTIONS_MAX], int bits, bool solid)
{
    return random_rows(motions, bits, solid, false);
}

static void waypoints_come_back(void)
{
    graze_motion motions[MOTIONS_MAX];
    srand(3);
    for (size_t round = 0; round < support_rounds(300, 20000, 200000); round++) {
        bool solid = round % 3 == 0;
        plan_agent agent = agent_of(motions, random_waypoints(motions, 52, solid));
        CU_ASSERT_TRUE(comes_back(&agent, solid ? 3 : 2, PLAN_WAYPOINTS));
    }
}

static void ramps_come_back(void)
{
    graze_motion motions[MOTIONS_MAX];
    srand(7);
    for (size_t round = 0; round < support_rounds(300, 20000, 200000); round++) {
        bool solid = round % 3 == 0;
        plan_agent agent = agent_of(motions, random_rows(motions, 52, solid, true));
        CU_ASSERT_TRUE(comes_back(&agent, solid ? 3 : 2, PLAN_WAYPOINTS));
    }
}

static void a_log_has_the_times_of_its_plan(void)
{
    graze_motion motions[MOTIONS_MAX];
    srand(4);
    for (size_t round = 0; round < support_rounds(300, 20000, 200000); round++) {
        plan_agent agent = agent_of(motions, random_waypoints(motions, 52, false));
        CU_ASSERT_TRUE(comes_back(&agent, 2, PLAN_LOG));
    }
}

/* Short numbers, so that every place is a double; the last motion brakes to a stand. */
static size_t random_motions(graze_motion motions[MOTIONS_MAX], bool accelerated, bool solid)
{
    graze_motion rows[MOTIONS_MAX];
    size_t count = 0, made = 1 + (size_t)rand() % 6;
    graze_vector place = {random_number(9, 3), random_number(9, 3), solid ? 1.5 : 0};
    double start = random_number(9, 3);
    for (size_t i = 0; i < made; i++) {
        double duration = 1 + random_number(3, 2), d = duration;
        graze_vector v = {random_number(3, 2) - 1, random_number(3, 2) - 1, solid ? 0.25 : 0};
        graze_vector a = {accelerated ? random_number(2, 1) : 0, 0, 0};
        CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic(place, v, a, start, duration, &rows[i]),
                              GRAZE_OK);
        place = (graze_vector){place.x + v.x * d + a.x * d * d / 2, place.y + v.y * d,
                               place.z + v.z * d};
        start += d;
    }
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_from_motions(made, rows, GRAZE_STAY, 1e-9, motions, &count, NULL),
        GRAZE_OK);
    return count;
}

static void motions_come_back(void)
{
    graze_motion motions[MOTIONS_MAX];
    srand(5);
    for (size_t round = 0; round < support_rounds(300, 20000, 200000); round++) {
        bool solid = round % 3 == 0;
        plan_agent agent = agent_of(motions, random_motions(motions, round % 2 == 0, solid));
        CU_ASSERT_TRUE(comes_back(&agent, solid ? 3 : 2, PLAN_MOTIONS));
    }
}

/* Motions whose places are doubles are waypoints and back again, number for number. */
static void what_is_exact_both_ways_goes_both_ways(void)
{
    graze_motion motions[MOTIONS_MAX], parked = {0};
    srand(6);
    for (size_t round = 0; round < support_rounds(300, 20000, 200000); round++) {
        plan_waypoint rows[MOTIONS_MAX + 1];
        graze_motion back[MOTIONS_MAX + 1], again[MOTIONS_MAX + 1];
        double times[MOTIONS_MAX + 1];
        graze_vector places[MOTIONS_MAX + 1];
        size_t count, at, made, rebuilt;
        plan_agent agent = agent_of(motions, random_motions(motions, false, false));
        CU_ASSERT_PTR_NULL_FATAL(plan_rows_waypoints(&agent, rows, &count, &at));
        for (size_t i = 0; i < count; i++) {
            times[i] = rows[i].time;
            places[i] = rows[i].place;
        }
        CU_ASSERT_EQUAL_FATAL(
            graze_trajectory_from_waypoints(count, times, places, GRAZE_STAY, back, &made, NULL),
            GRAZE_OK);
        plan_agent other = agent_of(back, made);
        CU_ASSERT_PTR_NULL_FATAL(plan_rows_motions(&other, again, &rebuilt, &at));
        size_t moving = agent.trajectory.count;
        if (motions[moving - 1].form == GRAZE_PARKED)
            parked = motions[--moving];
        for (size_t i = 0; i < moving && isfinite(motions[i].duration); i++)
            CU_ASSERT_TRUE(i < rebuilt && is_same_motion(&motions[i], &again[i]));
    }
    CU_ASSERT_EQUAL(parked.form, GRAZE_PARKED);
}

/* ---- what cannot be held ------------------------------------------------------------------ */

static graze_motion moving(double x, double vx, double ax, double start, double duration)
{
    return (graze_motion){.form = GRAZE_KINEMATIC,
                          .position = {x, 0, 0},
                          .velocity = {vx, 0, 0},
                          .acceleration = {ax, 0, 0},
                          .start = start,
                          .duration = duration};
}

static const char *waypoint_fault(graze_motion motion)
{
    plan_waypoint rows[2];
    size_t count, at;
    plan_agent agent = agent_of(&motion, 1);
    const char *fault = plan_rows_waypoints(&agent, rows, &count, &at);
    return fault != NULL ? fault : "";
}

static const char *motion_fault(graze_motion motion)
{
    graze_motion rows[1];
    size_t count, at;
    plan_agent agent = agent_of(&motion, 1);
    const char *fault = plan_rows_motions(&agent, rows, &count, &at);
    return fault != NULL ? fault : "";
}

static void motions_that_are_no_waypoints_are_refused(void)
{
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 1, 0, 0, 1)), "");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 1, 0x1p-60, 0, 1)),
                           "it has an acceleration, and between two waypoints motion is uniform");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 1, 0, 0, INFINITY)), "it moves for ever");
    /* 0.1 * 3 and 1 + 2^-53 are no doubles; 0.1 * 4 and 2^53 + 2 are */
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 0.1, 0, 0, 3)),
                           "it ends at a place that is no double");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 0.1, 0, 0, 4)), "");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(1, 0x1p-53, 0, 0, 1)),
                           "it ends at a place that is no double");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0x1p53, 0x1p0, 0, 0, 2)), "");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 0x1p-600, 0, 0, 0x1p-600)),
                           "it ends at a place that is no double");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 0, 0, 1, 0x1p-53)),
                           "it ends at a time that is no double");
    CU_ASSERT_STRING_EQUAL(waypoint_fault(moving(0, 0, 0, 1, 0x1p-52)), "");
    graze_motion tailed = moving(0, 0, 0, 1, 1);
    tailed.start_tail = 0x1p-60;
    CU_ASSERT_STRING_EQUAL(waypoint_fault(tailed), "it starts at a time that is no double");
    CU_ASSERT_STRING_EQUAL(motion_fault(tailed), "it starts at a time that is no double");
}

static void waypoints_that_are_no_motions_are_refused(void)
{
    graze_motion third, half, late;
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 3, &third);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 1, 3, &half);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0x1p-60, 1, &late);
    CU_ASSERT_STRING_EQUAL(motion_fault(third),
                           "its velocity is a quotient of doubles that is no double");
    CU_ASSERT_STRING_EQUAL(motion_fault(half), "");
    CU_ASSERT_STRING_EQUAL(motion_fault(late),
                           "its velocity is a quotient of doubles that is no double");
}

static size_t count_refused(const plan_agent *agent, plan_format format)
{
    size_t refused;
    free(write_one(agent, 2, format, &refused));
    return refused;
}

static void ramps_are_refused_where_motion_is_uniform_or_has_a_velocity(void)
{
    graze_motion ramp;
    graze_motion_ramp((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 1, 0.5, &ramp);
    CU_ASSERT_STRING_EQUAL(waypoint_fault(ramp), "");
    CU_ASSERT_STRING_EQUAL(motion_fault(ramp),
                           "it is a ramp, and motions begin with a velocity");
    plan_agent agent = agent_of(&ramp, 1);
    CU_ASSERT_EQUAL(count_refused(&agent, PLAN_WAYPOINTS), 0);
    CU_ASSERT_EQUAL(count_refused(&agent, PLAN_MOTIONS), 1);
    CU_ASSERT_EQUAL(count_refused(&agent, PLAN_LOG), 1);
    CU_ASSERT_EQUAL(count_refused(&agent, PLAN_LNS), 1);
}

/* Rows of a database that somebody has edited. */
static void motions_with_gaps_are_refused(void)
{
    plan_waypoint rows[3];
    size_t count, at;
    const graze_motion gap[] = {moving(0, 1, 0, 0, 1), moving(1, 0, 0, 2, 1)};
    const graze_motion jump[] = {moving(0, 1, 0, 0, 1), moving(2, 0, 0, 1, 1)};
    plan_agent agent = agent_of(gap, 2);
    CU_ASSERT_STRING_EQUAL(plan_rows_waypoints(&agent, rows, &count, &at),
                           "it does not start when and where the one before it ends");
    CU_ASSERT_EQUAL(at, 1);
    agent = agent_of(jump, 2);
    CU_ASSERT_STRING_EQUAL(plan_rows_waypoints(&agent, rows, &count, &at),
                           "it does not start when and where the one before it ends");
}

CU_TestInfo write_tests[] = {
    SUPPORT_TEST(waypoints_come_back),
    SUPPORT_TEST(ramps_come_back),
    SUPPORT_TEST(a_log_has_the_times_of_its_plan),
    SUPPORT_TEST(motions_come_back),
    SUPPORT_TEST(what_is_exact_both_ways_goes_both_ways),
    SUPPORT_TEST(motions_that_are_no_waypoints_are_refused),
    SUPPORT_TEST(waypoints_that_are_no_motions_are_refused),
    SUPPORT_TEST(ramps_are_refused_where_motion_is_uniform_or_has_a_velocity),
    SUPPORT_TEST(motions_with_gaps_are_refused),
    CU_TEST_INFO_NULL,
};
