/* SPDX-License-Identifier: MIT */
/* All conflicts of an index against the pairs that it finds, each asked on its own. */
#include <CUnit/CUnit.h>
#include <graze/among.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/index_model.h"
#include "support/run.h"

enum { FLAT_KINDS = 4 /* the first ones, in which nothing leaves the plane */ };

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};

/* A crowd with its motions prepared. */
typedef struct prepared_crowd {
    crowd crowd;
    graze_prepared *prepared;
    const graze_prepared **of; /* an agent */
} prepared_crowd;

static prepared_crowd prepared_crowd_make(int kind, int agents, uint64_t seed)
{
    prepared_crowd made = {.crowd = crowd_make(&crowd_kinds[kind], agents, seed)};
    made.prepared = calloc((size_t)agents * CROWD_MOTIONS, sizeof *made.prepared);
    made.of = calloc((size_t)agents, sizeof *made.of);
    CU_ASSERT_FATAL(made.prepared != NULL && made.of != NULL);
    for (int a = 0; a < agents; a++) {
        const graze_trajectory *path = &made.crowd.trajectories[a];
        graze_prepared *first = made.prepared + a * CROWD_MOTIONS;
        if (kind < FLAT_KINDS && a % 4 == 0)
            made.crowd.bodies[a] = (graze_body){0.125, square, 4};
        for (size_t i = 0; i < path->count; i++)
            CU_ASSERT_EQUAL(graze_motion_prepare(crowd_body(&made.crowd, a, i), &path->motions[i],
                                                 &first[i]), GRAZE_OK);
        made.of[a] = path->count > 0 ? first : NULL;
    }
    return made;
}

static void prepared_crowd_free(prepared_crowd *emptied)
{
    crowd_free(&emptied->crowd);
    free(emptied->prepared);
    free(emptied->of);
}

static graze_index *index_of(const prepared_crowd *of, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(of->crowd.bodies, of->crowd.trajectories,
                                          (size_t)of->crowd.agents, &options, NULL, &made),
                          GRAZE_OK);
    return made;
}

static bool conflicts(const crowd *of, const graze_index_pair *pair, double tolerance)
{
    bool exists = false;
    CU_ASSERT_EQUAL(
        graze_conflict_exists(crowd_body(of, (int)pair->agent_a, pair->motion_a),
                              &of->trajectories[pair->agent_a].motions[pair->motion_a],
                              crowd_body(of, (int)pair->agent_b, pair->motion_b),
                              &of->trajectories[pair->agent_b].motions[pair->motion_b], tolerance,
                              &exists), GRAZE_OK);
    return exists;
}

static bool same_order(const pair_list *a, const pair_list *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->pairs, b->pairs, a->count * sizeof *a->pairs) == 0);
}

/* Those of one part, and the first few of them. */
static size_t check_part(const prepared_crowd *of, const graze_index *index, size_t part,
                         size_t parts, double tolerance)
{
    pair_list found = {0}, wanted = {0}, told = {0};
    CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, part, parts, pair_list_take, &found),
                    GRAZE_OK);
    for (size_t i = 0; i < found.count; i++)
        if (conflicts(&of->crowd, &found.pairs[i], tolerance))
            pair_list_take(&wanted, &found.pairs[i]);
    CU_ASSERT_EQUAL(graze_index_all_conflicts(index, part, parts, of->of, tolerance,
                                              pair_list_take, &told), GRAZE_OK);
    CU_ASSERT_TRUE(same_order(&told, &wanted));
    const size_t all = wanted.count;
    for (size_t most = 1; most < all; most = most * 3 + 1) {
        pair_list few = {.stop_at = most};
        CU_ASSERT_EQUAL(graze_index_all_conflicts(index, part, parts, of->of, tolerance,
                                                  pair_list_take, &few), GRAZE_OK);
        wanted.count = most;
        CU_ASSERT_TRUE(same_order(&few, &wanted));
        pair_list_free(&few);
    }
    pair_list_free(&found);
    pair_list_free(&wanted);
    pair_list_free(&told);
    return all;
}

static void all_conflicts_are_the_pairs_found_that_conflict(void)
{
    static const int sizes[] = {1, 12, 70};
    const size_t rounds = support_rounds(1, 3, 40);
    size_t told = 0;
    for (size_t round = 0; round < rounds; round++)
        for (int kind = 0; kind < CROWD_KINDS; kind++)
            for (int method = 0; method <= GRAZE_INDEX_MASKS; method++) {
                const int agents = sizes[(round + (size_t)method) % 3];
                prepared_crowd of = prepared_crowd_make(kind, agents, round * 13 + (size_t)kind);
                graze_index *index = index_of(&of, (graze_index_method)method);
                for (size_t parts = 1; parts <= 3; parts += 2)
                    for (size_t part = 0; part < parts; part++) {
                        told += check_part(&of, index, part, parts, 0);
                        told += check_part(&of, index, part, parts, 0.0625);
                    }
                graze_index_free(index);
                prepared_crowd_free(&of);
            }
    CU_ASSERT_TRUE(told > 1000);
}

static void who_left_and_who_is_new_are_asked_as_they_are(void)
{
    enum { AGENTS = 70, GONE = 3 };
    prepared_crowd of = prepared_crowd_make(1, AGENTS, 5);
    graze_index *index = index_of(&of, GRAZE_INDEX_AUTO);
    for (size_t a = 0; a < AGENTS; a += GONE) {
        CU_ASSERT_EQUAL(graze_index_remove(index, a), GRAZE_OK);
        if (a % 2 == 0)
            of.of[a] = NULL;
        else
            CU_ASSERT_EQUAL(graze_index_insert(index, a, &of.crowd.bodies[a],
                                               &of.crowd.trajectories[a]), GRAZE_OK);
    }
    CU_ASSERT_TRUE(check_part(&of, index, 0, 1, 0) > 0);
    graze_index_free(index);
    prepared_crowd_free(&of);
}

static void motions_that_were_not_prepared_are_refused(void)
{
    prepared_crowd of = prepared_crowd_make(0, 12, 1);
    graze_index *index = index_of(&of, GRAZE_INDEX_AUTO);
    for (int a = 0; a < 12; a++) {
        const graze_prepared *kept = of.of[a];
        pair_list told = {0};
        of.of[a] = NULL;
        CU_ASSERT_EQUAL(graze_index_all_conflicts(index, 0, 1, of.of, 0, pair_list_take, &told),
                        kept == NULL ? GRAZE_OK : GRAZE_ERROR_NULL);
        of.of[a] = kept;
        pair_list_free(&told);
    }
    graze_index_free(index);
    prepared_crowd_free(&of);
}

CU_TestInfo index_conflict_tests[] = {
    SUPPORT_TEST(all_conflicts_are_the_pairs_found_that_conflict),
    SUPPORT_TEST(who_left_and_who_is_new_are_asked_as_they_are),
    SUPPORT_TEST(motions_that_were_not_prepared_are_refused),
    CU_TEST_INFO_NULL,
};
