/* SPDX-License-Identifier: MIT */
/* What boxes tell of two discs that meet them: only the truth, and mostly all of it. The judge is
 * the kernel's verdict. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "broadphase/index_course.h"
#include "broadphase/index_store.h"
#include "oracle/random.h"
#include "support/run.h"

typedef enum course_kind {
    ON_GRID,  /* cells of 1 m in beats of 1 s, radii with which passing discs touch */
    WAITING,  /* the same, but one of them stays, at times for ever */
    PASSING,  /* side by side, at a distance of about the sum of the radii */
    HALF_WAY, /* there while the other one is on its way, at such a distance */
    CROSSING, /* any way, at any time */
    FAR_AWAY, /* the same, far from the origin of space and time */
    OF_ANY_SIZE,
    COURSE_KINDS
} course_kind;

typedef struct course_pair {
    graze_body bodies[2];
    graze_motion motions[2];
} course_pair;

static double some_size(oracle_random *random)
{
    return ldexp(random_real(random, -1, 1), random_whole(random, -1060, 1000));
}

static void go(graze_vector from, graze_vector to, double begin, double end, graze_motion *motion)
{
    if (!(end > begin))
        end = nextafter(begin, INFINITY);
    if (!isfinite(end))
        to = from;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, begin, end, motion), GRAZE_OK);
}

static void walk_on_grid(oracle_random *random, double end, graze_motion *motion)
{
    static const int step[][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}};
    const int *way = step[random_whole(random, 0, end == 1 ? 6 : 0)];
    const graze_vector from = {random_whole(random, 0, 2), random_whole(random, 0, 2), 0};
    go(from, (graze_vector){from.x + way[0], from.y + way[1], 0}, 0, end, motion);
}

/* About the sum of the radii, or at some more. */
static double some_distance(oracle_random *random, const course_pair *of)
{
    const double both = of->bodies[0].radius + of->bodies[1].radius;
    return both * (1 + random_whole(random, -2, 2) * ldexp(1, random_whole(random, -53, -3)));
}

/* Side by side on a diagonal. */
static void pass(oracle_random *random, course_pair *made)
{
    const double beside = some_distance(random, made) * sqrt(0.5);
    const double at = random_whole(random, 0, 1) * random_whole(random, -300, 300);
    const double begin = random_once_in(random, 2) ? 0 : 1e3 + 0.1;
    go((graze_vector){at, at, 0}, (graze_vector){at + 1, at + 1, 0}, begin, begin + 1,
       &made->motions[0]);
    go((graze_vector){at + 1 + beside, at + 1 - beside, 0},
       (graze_vector){at + beside, at - beside, 0}, begin, begin + 1, &made->motions[1]);
}

/* The other one stands before one that goes, and leaves while it is on its way, or behind it, and
 * comes then. */
static void stand_near(oracle_random *random, course_pair *made)
{
    const double begin = (random_once_in(random, 2) ? 1e3 : 1e5) + random_real(random, 0, 1);
    const double away = some_distance(random, made);
    const double when = random_real(random, 0.5, 1.5);
    const bool leaves = random_once_in(random, 2);
    const graze_vector there = {leaves ? when / 2 + away : when / 2 - away, 0, 0};
    go((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, begin, begin + 2, &made->motions[0]);
    go(there, there, leaves ? begin + 0.3 : begin + when, leaves ? begin + when : begin + 3,
       &made->motions[1]);
}

static void walk_anyhow(oracle_random *random, double place, double time, graze_motion *motion)
{
    const double begin = time + random_real(random, 0, 1);
    go((graze_vector){place + random_real(random, 0, 2), random_real(random, 0, 2) - place, 0},
       (graze_vector){place + random_real(random, 0, 2), random_real(random, 0, 2) - place, 0},
       begin, begin + random_real(random, 0, 2), motion);
}

static void walk_at_any_size(oracle_random *random, graze_motion *motion)
{
    const bool near = random_once_in(random, 2);
    const graze_vector from = {near ? 1 : some_size(random), some_size(random), 0};
    const graze_vector to = {near ? 1 : some_size(random),
                             random_once_in(random, 3) ? from.y : some_size(random), 0};
    const double begin = random_once_in(random, 2) ? 0 : some_size(random);
    go(from, to, begin, begin + fabs(some_size(random)), motion);
}

static void make_pair(course_kind kind, oracle_random *random, course_pair *made)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.25, 0.1, 0};
    for (int i = 0; i < 2; i++) {
        made->bodies[i] = (graze_body){.radius = radii[random_whole(random, 0, 4)]};
        if (kind == OF_ANY_SIZE && random_once_in(random, 2))
            made->bodies[i].radius = fabs(some_size(random));
        if (kind == ON_GRID || (kind == WAITING && i == 0))
            walk_on_grid(random, 1, &made->motions[i]);
        else if (kind == WAITING)
            walk_on_grid(random, random_once_in(random, 2) ? INFINITY : 2, &made->motions[i]);
        else if (kind == CROSSING || kind == FAR_AWAY)
            walk_anyhow(random, kind == FAR_AWAY ? 1e3 : 0, kind == FAR_AWAY ? 1e3 : 0,
                        &made->motions[i]);
        else if (kind == OF_ANY_SIZE)
            walk_at_any_size(random, &made->motions[i]);
    }
    if (kind == PASSING)
        pass(random, made);
    if (kind == HALF_WAY)
        stand_near(random, made);
}

/* What an index says of a pair. */
typedef struct saying {
    bool met, apart;
} saying;

static bool hear(void *context, const graze_index_pair *met, bool apart)
{
    saying *said = context;
    CU_ASSERT(met->agent_a == 0 && met->agent_b == 1 && met->motion_a == 0 && met->motion_b == 0);
    *said = (saying){true, apart};
    return true;
}

static saying ask(graze_index *index, const course_pair *of, bool with_course)
{
    saying said = {false, false};
    index_empty(index);
    for (size_t i = 0; i < 2; i++) {
        const box_reach reach = box_reach_of(&of->bodies[i]);
        index->agents[i].body = of->bodies[i];
        CU_ASSERT_EQUAL(index_append(index, i, &reach, &of->motions[i],
                                     with_course ? course_of(&of->bodies[i], &of->motions[i]) : 0),
                        GRAZE_OK);
    }
    CU_ASSERT_TRUE(index_make_levels(index));
    index_find(index, hear, &said);
    return said;
}

static bool is_clear(const course_pair *of)
{
    graze_verdict verdict;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_verdict(&of->bodies[0], &of->motions[0], &of->bodies[1],
                                                 &of->motions[1], 0, &verdict),
                          GRAZE_OK);
    return verdict == GRAZE_CLEAR;
}

/* Boxes never say "apart" of discs that touch. Of those that do not, most are told where they are
 * of a size that floats know. */
static void discs_that_a_course_says_are_apart_are_apart(void)
{
    static const double least[COURSE_KINDS] = {0.95, 0.95, 0.1, 0.05, 0.95, 0.8, 0};
    const size_t rounds = support_rounds(20000, 100000, 2000000);
    course_pair made;
    graze_index *index = NULL;
    for (int kind = 0; kind < COURSE_KINDS; kind++) {
        oracle_random random;
        size_t wrong = 0, clear = 0, told = 0;
        random_begin(&random, 41, (uint64_t)kind, 0);
        make_pair((course_kind)kind, &random, &made);
        CU_ASSERT_EQUAL_FATAL(index_open(made.bodies, 2, NULL, NULL, &index), GRAZE_OK);
        for (size_t i = 0; i < rounds; i++) {
            make_pair((course_kind)kind, &random, &made);
            const saying said = ask(index, &made, true);
            if (!said.met)
                continue;
            const bool apart = is_clear(&made);
            wrong += said.apart && !apart;
            clear += apart;
            told += said.apart;
        }
        graze_index_free(index);
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT(clear > 0 && (double)told >= least[kind] * (double)clear);
    }
}

/* Other motions are looked at closer: those without a straight course in the plane. */
static void without_a_course_nothing_is_said(void)
{
    static const graze_point needle[] = {{-1, 0}, {1, 0}};
    const graze_vector here = {0, 0, 0}, there = {1, 0, 0}, above = {1, 0, 0.25}, stop = {0, 0, 0};
    const graze_body disc = {.radius = 0.25}, cornered = {0.25, needle, 2};
    graze_motion motion;
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, there, 0, 1, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(course_of(&disc, &motion), COURSE_KNOWN);
    CU_ASSERT_EQUAL(course_of(&cornered, &motion), 0);
    CU_ASSERT_EQUAL(graze_motion_waypoint(here, above, 0, 1, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(course_of(&disc, &motion), 0);
    CU_ASSERT_EQUAL(graze_motion_ramp(here, there, 0, 1, 0, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(course_of(&disc, &motion), 0);
    CU_ASSERT_EQUAL(graze_motion_kinematic(here, there, stop, 0, 1, &motion), GRAZE_OK);
    CU_ASSERT_EQUAL(course_of(&disc, &motion), 0);
    course_pair passing = {{disc, disc}, {{0}}};
    graze_index *index = NULL;
    go(here, there, 0, 1, &passing.motions[0]);
    go(there, (graze_vector){2, 0, 0}, 0, 1, &passing.motions[1]);
    CU_ASSERT_EQUAL_FATAL(index_open(passing.bodies, 2, NULL, NULL, &index), GRAZE_OK);
    CU_ASSERT(ask(index, &passing, true).apart);
    const saying said = ask(index, &passing, false);
    CU_ASSERT(said.met && !said.apart);
    graze_index_free(index);
}

CU_TestInfo index_course_tests[] = {
    SUPPORT_TEST(discs_that_a_course_says_are_apart_are_apart),
    SUPPORT_TEST(without_a_course_nothing_is_said),
    CU_TEST_INFO_NULL,
};
