/* SPDX-License-Identifier: MIT */
/* Crowds in all units: batches at every level of instructions, the index by every method,
 * trajectories, and bodies at rest answer as the questions about two motions do, and those
 * as they did in the old units. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <graze/gjk.h>
#include <graze/index.h>

#include "contact/batch.h"
#include "kernel/scaled.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { PAIRS = 6, AGENTS = 2 * PAIRS };

typedef struct crowd {
    oracle_bodies pairs[PAIRS];
    graze_body bodies[AGENTS];
    graze_motion motions[AGENTS];
    graze_trajectory trajectories[AGENTS];
    double tolerance;
} crowd;

static void gather(crowd *of)
{
    for (int i = 0; i < PAIRS; i++) {
        const oracle_pair *p = &of->pairs[i].pair;
        of->bodies[2 * i] = p->body_a;
        of->bodies[2 * i + 1] = p->body_b;
        of->motions[2 * i] = p->a;
        of->motions[2 * i + 1] = p->b;
    }
    for (int i = 0; i < AGENTS; i++)
        of->trajectories[i] = (graze_trajectory){.motions = &of->motions[i], .count = 1};
    of->tolerance = of->pairs[0].pair.tolerance;
}

/* What is known of a crowd: who meets whom. */
typedef struct meetings {
    graze_verdict verdict[AGENTS][AGENTS];
    bool rest[AGENTS][AGENTS]; /* do the bodies overlap where the motions begin? */
} meetings;

static bool in_plane(const graze_motion *m)
{
    return m->position.z == 0;
}

static graze_point place_of(const graze_motion *m)
{
    return (graze_point){m->position.x, m->position.y};
}

/* A fault, and between whom. */
static const char *between(const char *fault, int i, int j)
{
    static char text[128];
    snprintf(text, sizeof text, "%s, of motions %d and %d", fault, i, j);
    return text;
}

/* ---- what must agree within a crowd -------------------------------------------------------- */

static const char *find_verdict(const crowd *of, int i, int j, graze_verdict *verdict)
{
    graze_verdict of_trajectories;
    if (graze_conflict_verdict(&of->bodies[i], &of->motions[i], &of->bodies[j], &of->motions[j],
                               of->tolerance, verdict) != GRAZE_OK)
        return between("no verdict", i, j);
    if (i < j &&
        (graze_trajectory_verdict(&of->bodies[i], &of->trajectories[i], &of->bodies[j],
                                  &of->trajectories[j], of->tolerance,
                                  &of_trajectories) != GRAZE_OK ||
         of_trajectories != *verdict))
        return between("the verdict of trajectories", i, j);
    return NULL;
}

static const char *find_verdicts(const crowd *of, meetings *known)
{
    const char *fault = NULL;
    for (int i = 0; i < AGENTS && fault == NULL; i++)
        for (int j = 0; j < AGENTS && fault == NULL; j++) {
            fault = find_verdict(of, i, j, &known->verdict[i][j]);
            if (fault == NULL && j < i && known->verdict[i][j] != known->verdict[j][i])
                fault = between("the verdict by other names", i, j);
        }
    return fault;
}

static const char *batch_is_wrong(const crowd *of, const meetings *known)
{
    static uint64_t memory[(AGENTS + 64) * 16 + 32];
    graze_batch batch;
    if (graze_batch_fill(of->bodies, of->motions, AGENTS, memory, sizeof memory, &batch) !=
        GRAZE_OK)
        return "no batch";
    for (int i = 0; i < AGENTS; i++)
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
            uint64_t hits;
            if (batch_conflicts_at(level, &of->bodies[i], &of->motions[i], of->tolerance, &batch,
                                   &hits, NULL) != GRAZE_OK)
                return "no answer of a batch";
            for (int j = 0; j < AGENTS; j++)
                if ((hits >> j & 1) != (known->verdict[i][j] == GRAZE_CONFLICT))
                    return between("a batch", i, j);
        }
    return NULL;
}

typedef struct found_pairs {
    bool found[AGENTS][AGENTS];
} found_pairs;

static bool note_pair(void *context, const graze_index_pair *pair)
{
    found_pairs *pairs = context;
    pairs->found[pair->agent_a][pair->agent_b] = true;
    return true;
}

/* Those that touch may meet as well. */
static const char *index_is_wrong(const crowd *of, const meetings *known)
{
    static found_pairs pairs[GRAZE_INDEX_MASKS + 1];
    for (int method = 0; method <= GRAZE_INDEX_MASKS; method++) {
        const graze_index_options options = {.method = (graze_index_method)method};
        graze_index *index;
        memset(&pairs[method], 0, sizeof pairs[method]);
        if (graze_index_new(of->bodies, of->trajectories, AGENTS, &options, NULL, &index) !=
            GRAZE_OK)
            return "no index";
        const graze_status status =
            graze_index_pairs(index, 0, 1, NULL, note_pair, &pairs[method]);
        graze_index_free(index);
        if (status != GRAZE_OK)
            return "no pairs of the index";
        if (memcmp(&pairs[0], &pairs[method], sizeof pairs[0]) != 0)
            return "two methods of the index";
    }
    for (int i = 0; i < AGENTS; i++)
        for (int j = i + 1; j < AGENTS; j++)
            if (known->verdict[i][j] >= GRAZE_TOUCH && !pairs[0].found[i][j])
                return between("the index", i, j);
    return NULL;
}

static bool overlap_at_rest(const crowd *of, int i, int j)
{
    const graze_motion a = {.form = GRAZE_KINEMATIC, .position = of->motions[i].position,
                            .duration = 1};
    const graze_motion b = {.form = GRAZE_KINEMATIC, .position = of->motions[j].position,
                            .duration = 1};
    bool exists = false;
    CU_ASSERT_EQUAL(graze_conflict_exists(&of->bodies[i], &a, &of->bodies[j], &b, 0, &exists),
                    GRAZE_OK);
    return exists;
}

static const char *hulls_are_wrong(const crowd *of, meetings *known)
{
    graze_hull hulls[AGENTS];
    for (int i = 0; i < AGENTS; i++)
        if (graze_hull_prepare(&of->bodies[i], &hulls[i]) != GRAZE_OK)
            return "no hull";
    for (int i = 0; i < AGENTS; i++)
        for (int j = 0; j < i; j++) {
            if (!in_plane(&of->motions[i]) || !in_plane(&of->motions[j]))
                continue;
            const graze_point p = place_of(&of->motions[i]), q = place_of(&of->motions[j]);
            graze_separation parted;
            bool overlap;
            double distance;
            if (graze_gjk_overlap(&hulls[i], p, &hulls[j], q, &overlap) != GRAZE_OK ||
                graze_gjk_distance(&hulls[i], p, &hulls[j], q, &distance) != GRAZE_OK ||
                graze_gjk_separation(&hulls[i], p, &hulls[j], q, &parted) != GRAZE_OK)
                return between("no answer of GJK", i, j);
            if (overlap != overlap_at_rest(of, i, j))
                return between("the overlap at rest", i, j);
            if (overlap ? distance != 0 || parted.distance > 0
                        : distance < 0 || parted.distance < 0)
                return between("the distance at rest", i, j);
            known->rest[i][j] = overlap;
        }
    return NULL;
}

static const char *ask(const crowd *of, meetings *known)
{
    memset(known, 0, sizeof *known);
    const char *fault = find_verdicts(of, known);
    if (fault == NULL)
        fault = batch_is_wrong(of, known);
    if (fault == NULL)
        fault = index_is_wrong(of, known);
    return fault == NULL ? hulls_are_wrong(of, known) : fault;
}

/* ---- many crowds ----------------------------------------------------------------------------- */

static void draw_crowd(crowd *of, bool corners, int family, size_t number)
{
    for (int i = 0; i < PAIRS; i++) {
        const uint64_t index = number * PAIRS + (uint64_t)i;
        oracle_bodies *made = &of->pairs[i];
        *made = (oracle_bodies){.pair = {.tolerance = 0}};
        if (corners)
            oracle_generate_bodies((oracle_body_family)family, test_seed() + 1, index, made);
        else
            oracle_generate((oracle_family)family, test_seed() + 1, index, &made->pair);
    }
    gather(of);
}

static void change_crowd(crowd *of, const exact_change *change)
{
    for (int i = 0; i < PAIRS; i++) {
        oracle_bodies_link(&of->pairs[i]);
        change_pair(&of->pairs[i], change);
    }
    gather(of);
}

static void print_crowd(const crowd *of)
{
    for (int i = 0; i < PAIRS; i++)
        oracle_print_bodies(stdout, &of->pairs[i]);
}

/* Units in which none of the crowd loses a bit. */
static void draw_change(const crowd *of, oracle_random *random, exact_change *change)
{
    unit_ranges ranges = units_of_anything();
    for (int i = 0; i < PAIRS; i++)
        units_narrow(&ranges, &of->pairs[i]);
    *change = (exact_change){.turned = random_whole(random, 0, 3)};
    units_draw(&ranges, random, change);
}

static const char *try_crowd(crowd *of, oracle_random *random)
{
    enum { CHANGES = 3 };
    static meetings before, after;
    static crowd changed;
    const char *fault = ask(of, &before);
    for (int i = 0; i < CHANGES && fault == NULL; i++) {
        exact_change change;
        draw_change(of, random, &change);
        changed = *of;
        change_crowd(&changed, &change);
        fault = ask(&changed, &after);
        if (fault == NULL && memcmp(&before, &after, sizeof before) != 0)
            fault = "two crowds in different units";
        if (fault != NULL)
            change_print(stdout, &change);
    }
    return fault;
}

static void hold(bool corners, int first, int end, size_t rounds)
{
    static crowd of;
    size_t wrong = 0;
    for (int family = first; family < end; family++)
        for (size_t number = 0; number < rounds && wrong < 3; number++) {
            oracle_random random;
            random_begin(&random, test_seed(), 777 + (uint64_t)family, number);
            draw_crowd(&of, corners, family, number);
            const char *fault = try_crowd(&of, &random);
            if (fault == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n",
                   corners ? oracle_body_family_name((oracle_body_family)family)
                           : oracle_family_name((oracle_family)family),
                   number, fault);
            print_crowd(&of);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void crowds_of_discs_meet_alike_in_all_units(void)
{
    hold(false, 0, FAMILY_accelerated, support_rounds(8, 10, 500));
}

static void crowds_of_accelerated_discs_meet_alike_in_all_units(void)
{
    hold(false, FAMILY_accelerated, FAMILY_COUNT, support_rounds(4, 10, 250));
}

static void crowds_of_bodies_meet_alike_in_all_units(void)
{
    hold(true, 0, BODY_FAMILY_accelerated, support_rounds(4, 10, 100));
}

static void crowds_of_accelerated_bodies_meet_alike_in_all_units(void)
{
    hold(true, BODY_FAMILY_accelerated, BODY_FAMILY_COUNT, support_rounds(1, 10, 20));
}

CU_TestInfo crowd_scaling_tests[] = {
    SUPPORT_TEST(crowds_of_discs_meet_alike_in_all_units),
    SUPPORT_TEST(crowds_of_accelerated_discs_meet_alike_in_all_units),
    SUPPORT_TEST(crowds_of_bodies_meet_alike_in_all_units),
    SUPPORT_TEST(crowds_of_accelerated_bodies_meet_alike_in_all_units),
    CU_TEST_INFO_NULL,
};
