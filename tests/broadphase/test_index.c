/* SPDX-License-Identifier: MIT */
/* Every method of the index against brute force: nothing lost, nothing twice, nothing
 * besides, in the promised order. */
#include <CUnit/CUnit.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/index_boxes.h"
#include "broadphase/index_cases.h"
#include "broadphase/index_model.h"
#include "broadphase/index_order.h"
#include "broadphase/index_store.h"
#include "support/run.h"

/* ---- asking ------------------------------------------------------------------------- */

static const graze_index_method methods[] = {GRAZE_INDEX_AUTO, GRAZE_INDEX_SCAN,
                                             GRAZE_INDEX_SWEEP, GRAZE_INDEX_GRID,
                                             GRAZE_INDEX_TREE, GRAZE_INDEX_MASKS};
enum { METHODS = sizeof methods / sizeof methods[0] };

static graze_index *index_of(const model *of, graze_index_method method)
{
    const graze_index_options options = {method, of->margin};
    graze_index *made = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(of->crowd.bodies, of->crowd.trajectories,
                                          (size_t)of->crowd.agents, &options, NULL, &made),
                          GRAZE_OK);
    return made;
}

static void expect(const char *kind, graze_index_method method, const char *question,
                   const pair_list *found, const pair_list *wanted)
{
    bool same = pair_lists_agree(found, wanted);
    CU_ASSERT_TRUE(same);
    if (!same)
        fprintf(stderr, "%s, method %d, %s: %zu answers, not %zu\n", kind, (int)method, question,
                found->count, wanted->count);
}

static void expect_pairs(const char *kind, const graze_index *index, graze_index_method method,
                         const pair_list *wanted)
{
    answer few[ORDER_SMALL * 3 / 2];
    const graze_workspace workspace = {.memory = few, .size = sizeof few};
    for (size_t parts = 1; parts <= 3; parts += 2) {
        pair_list found = {0}, sorted = {0};
        for (size_t part = 0; part < parts; part++) {
            graze_index_pairs_as_found(index, part, parts, pair_list_take, &found);
            graze_index_pairs(index, part, parts, parts == 1 ? NULL : &workspace, pair_list_take,
                              &sorted);
        }
        pair_list_sort(&found);
        expect(kind, method, "pairs as found", &found, wanted);
        expect(kind, method, "pairs", &sorted, wanted);
        pair_list_free(&found);
        pair_list_free(&sorted);
    }
}

static void expect_agent(const char *kind, const model *of, const graze_index *index,
                         graze_index_method method, int agent)
{
    pair_list found = {0}, later = {0};
    pair_list wanted = brute_agent(of, agent, 0), wanted_later = brute_agent(of, agent, agent);
    graze_status status = graze_index_agent_pairs(index, (size_t)agent, GRAZE_INDEX_OTHERS, NULL,
                                                  pair_list_take, &found);
    CU_ASSERT_EQUAL(status, of->present[agent] ? GRAZE_OK : GRAZE_ERROR_INDEX);
    graze_index_agent_pairs(index, (size_t)agent, GRAZE_INDEX_LATER, NULL, pair_list_take, &later);
    expect(kind, method, "an agent's pairs", &found, &wanted);
    expect(kind, method, "an agent's later pairs", &later, &wanted_later);
    pair_list_free(&found);
    pair_list_free(&later);
    pair_list_free(&wanted);
    pair_list_free(&wanted_later);
}

/* A guest whose own margin is that of the brute force's boxes, halved and joined. */
static void expect_guest(const char *kind, const model *of, const graze_index *index,
                         graze_index_method method, uint64_t seed)
{
    const crowd_kind *like = &crowd_kinds[seed % CROWD_KINDS];
    crowd guests = crowd_make(like, 2, seed);
    size_t except = seed % 3 == 0 ? GRAZE_INDEX_NOBODY : 1;
    pair_list found = {0}, wanted = {0};
    for (size_t i = 0; i < guests.trajectories[0].count; i++) {
        const plain_box sides =
            plain_box_of(crowd_body(&guests, 0, i), &guests.trajectories[0].motions[i], of->margin);
        const graze_index_pair pair = {except, i, 0, 0};
        brute_partners(of, &sides, false, except, 0, pair, &wanted);
    }
    pair_list_sort(&wanted);
    CU_ASSERT_EQUAL(graze_index_what_if(index, &guests.bodies[0], &guests.trajectories[0], except,
                                        0, NULL, pair_list_take, &found),
                    GRAZE_OK);
    expect(kind, method, "a what-if", &found, &wanted);
    pair_list_free(&found);
    pair_list_free(&wanted);
    crowd_free(&guests);
}

/* Round the begin or the end of a motion: ties are what a region is asked with. */
static void expect_near(const char *kind, const model *of, const graze_index *index,
                        graze_index_method method, dice *thrown)
{
    int agent = dice_below(thrown, of->crowd.agents);
    if (motions_of(of, agent) == 0)
        return;
    const plain_box *sides = box_at(of, agent, 0);
    double begin = dice_below(thrown, 2) ? sides->begin : sides->end;
    double end = dice_below(thrown, 2) ? begin : fmax(sides->end, begin);
    graze_index_region region = {
        {sides->exact_upper[0], sides->exact_lower[1], sides->exact_lower[2]},
        {sides->exact_upper[0], sides->exact_upper[1], sides->exact_upper[2]},
        begin,
        end};
    const plain_box asked = plain_box_of_region(&region);
    pair_list found = {0}, wanted = {0};
    brute_partners(of, &asked, true, GRAZE_INDEX_NOBODY, 0, (graze_index_pair){0}, &wanted);
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found), GRAZE_OK);
    expect(kind, method, "what is near", &found, &wanted);
    pair_list_free(&found);
    pair_list_free(&wanted);
}

static void expect_all(const char *kind, const model *of, const graze_index *index,
                       graze_index_method method, const pair_list *wanted, uint64_t seed)
{
    dice thrown = {seed};
    expect_pairs(kind, index, method, wanted);
    for (int i = 0; i < 4; i++) {
        expect_agent(kind, of, index, method, dice_below(&thrown, of->crowd.agents));
        expect_guest(kind, of, index, method, dice_bits(&thrown));
        expect_near(kind, of, index, method, &thrown);
    }
}

/* ---- tests -------------------------------------------------------------------------- */

static void every_method_finds_what_brute_force_finds(void)
{
    const size_t rounds = support_rounds(2, 10, 100);
    for (size_t round = 0; round < rounds; round++)
        for (int k = 0; k < CROWD_KINDS; k++) {
            const crowd_kind *kind = &crowd_kinds[k];
            double margin = round % 3 == 1 ? 0.3 : 0;
            model of =
                model_make(kind, 20 + 73 * (int)(round % 4), margin, round * 100 + (size_t)k);
            pair_list wanted = brute_pairs(&of);
            for (int m = 0; m < METHODS; m++) {
                graze_index *index = index_of(&of, methods[m]);
                expect_all(kind->name, &of, index, methods[m], &wanted, round);
                graze_index_free(index);
            }
            pair_list_free(&wanted);
            model_free(&of);
        }
}

static void every_level_of_instructions_answers_the_same(void)
{
    for (int k = 0; k < CROWD_KINDS; k++) {
        model of = model_make(&crowd_kinds[k], 150, 0, (uint64_t)k + 7);
        pair_list wanted = brute_pairs(&of);
        for (int m = 0; m < METHODS; m++) {
            graze_index *index = index_of(&of, methods[m]);
            for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
                index->search = search_with((cpu_instructions)level);
                expect_pairs(crowd_kinds[k].name, index, methods[m], &wanted);
            }
            graze_index_free(index);
        }
        pair_list_free(&wanted);
        model_free(&of);
    }
}

/* One step of a sequence: an agent is changed, put in or taken out. */
static void change(model *of, const crowd_kind *kind, graze_index *index, dice *thrown)
{
    int agent = dice_below(thrown, of->crowd.agents);
    if (of->present[agent] && dice_below(thrown, 3) == 0) {
        CU_ASSERT_EQUAL(graze_index_remove(index, (size_t)agent), GRAZE_OK);
        of->present[agent] = false;
        return;
    }
    crowd_change(&of->crowd, kind, agent, thrown);
    of->present[agent] = true;
    model_agent(of, agent);
    CU_ASSERT_EQUAL(graze_index_insert(index, (size_t)agent, &of->crowd.bodies[agent],
                                       &of->crowd.trajectories[agent]),
                    GRAZE_OK);
}

static void answers_stay_right_while_agents_come_and_go(void)
{
    const size_t rounds = support_rounds(1, 10, 50);
    for (size_t round = 0; round < rounds; round++)
        for (int k = 0; k < CROWD_KINDS; k++)
            for (int m = 0; m < METHODS; m++) {
                dice thrown = {round * 1000 + (size_t)(k * METHODS + m)};
                model of = model_make(&crowd_kinds[k], 120, 0, round + 5);
                graze_index *index = index_of(&of, methods[m]);
                for (int step = 1; step <= 600; step++) {
                    change(&of, &crowd_kinds[k], index, &thrown);
                    if (step % 150 != 0)
                        continue;
                    pair_list wanted = brute_pairs(&of);
                    expect_all(crowd_kinds[k].name, &of, index, methods[m], &wanted, round);
                    pair_list_free(&wanted);
                }
                graze_index_free(index);
                model_free(&of);
            }
}

/* The reason why it may be called a filter: boxes in doubles that meet are found, and
 * so is every pair that touches. */
static void no_pair_that_touches_is_lost(void)
{
    for (int k = 0; k < CROWD_KINDS; k++) {
        model of = model_make(&crowd_kinds[k], 40, 0, (uint64_t)k + 99);
        pair_list found = brute_pairs(&of);
        size_t next = 0;
        for (int a = 0; a < of.crowd.agents; a++)
            for (int b = a + 1; b < of.crowd.agents; b++)
                for (size_t i = 0; i < motions_of(&of, a); i++)
                    for (size_t j = 0; j < motions_of(&of, b); j++) {
                        const graze_index_pair pair = {(size_t)a, i, (size_t)b, j};
                        bool listed =
                            next < found.count &&
                            compare_index_pairs(&found.pairs[next], &pair) == 0;
                        graze_verdict verdict = GRAZE_CLEAR;
                        next += listed;
                        if (listed)
                            continue;
                        CU_ASSERT_FALSE(exact_boxes_meet(box_at(&of, a, i), box_at(&of, b, j)));
                        graze_conflict_verdict(crowd_body(&of.crowd, a, i),
                                               &of.crowd.trajectories[a].motions[i],
                                               crowd_body(&of.crowd, b, j),
                                               &of.crowd.trajectories[b].motions[j], 0, &verdict);
                        CU_ASSERT_EQUAL(verdict, GRAZE_CLEAR);
                    }
        CU_ASSERT_EQUAL(next, found.count);
        pair_list_free(&found);
        model_free(&of);
    }
}

static void a_sink_that_has_enough_ends_the_question(void)
{
    model of = model_make(&crowd_kinds[9], 30, 0, 1); /* all the same sides */
    for (int m = 0; m < METHODS; m++) {
        graze_index *index = index_of(&of, methods[m]);
        pair_list found = {.stop_at = 3}, sorted = {.stop_at = 3};
        graze_index_pairs_as_found(index, 0, 1, pair_list_take, &found);
        graze_index_pairs(index, 0, 1, NULL, pair_list_take, &sorted);
        CU_ASSERT_EQUAL(found.count, 3);
        CU_ASSERT_EQUAL(sorted.count, 3);
        pair_list_free(&found);
        pair_list_free(&sorted);
        graze_index_free(index);
    }
    model_free(&of);
}

static void a_guest_with_a_margin_meets_what_is_that_near(void)
{
    const graze_body body = {.radius = 1};
    graze_motion stands, passes;
    graze_index *index = NULL;
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 10, &stands);
    graze_motion_waypoint((graze_vector){3, 0, 0}, (graze_vector){3, 0, 0}, 0, 10, &passes);
    const graze_trajectory one = {.motions = &stands, .count = 1},
                           other = {.motions = &passes, .count = 1};
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &one, 1, NULL, NULL, &index), GRAZE_OK);
    for (int k = 0; k < 3; k++) {
        static const double margins[] = {0, 0.999, 1};
        pair_list found = {0};
        CU_ASSERT_EQUAL(graze_index_what_if(index, &body, &other, GRAZE_INDEX_NOBODY, margins[k],
                                            NULL, pair_list_take, &found),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(found.count, k == 2);
        pair_list_free(&found);
    }
    graze_index_free(index);
}

static void a_place_is_near_what_its_box_touches_then(void)
{
    const graze_body body = {.radius = 1};
    graze_motion motions[2];
    graze_index *index = NULL;
    pair_list found = {0};
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){4, 0, 0}, 0, 1, &motions[0]);
    graze_motion_waypoint((graze_vector){4, 0, 0}, (graze_vector){4, 0, 0}, 1, INFINITY,
                          &motions[1]);
    const graze_trajectory both = {.motions = motions, .count = 2};
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &both, 1, NULL, NULL, &index), GRAZE_OK);
    graze_index_region region = graze_index_round((graze_vector){4, 0, 0}, 0.5, 1, 1);
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found.count, 2); /* the one ends, the other begins */
    region = graze_index_round((graze_vector){-2, 0, 0}, 1, 0, INFINITY);
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found.count, 3); /* the first, which touches the region */
    region = graze_index_round((graze_vector){4, 0, 0}, 0.5, 1e9, 1e9);
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(found.count, 4);
    region.end = 0;
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found),
                    GRAZE_ERROR_INTERVAL);
    region.begin = (double)NAN;
    CU_ASSERT_EQUAL(graze_index_near(index, &region, NULL, pair_list_take_entry, &found),
                    GRAZE_ERROR_NOT_FINITE);
    pair_list_free(&found);
    graze_index_free(index);
}

/* Endless waits are kept apart from short motions, and those from long ones. */
static void boxes_of_different_sizes_are_kept_apart(void)
{
    model waits = model_make(&crowd_kinds[3], 400, 0, 3),
          alike = model_make(&crowd_kinds[1], 400, 0, 3);
    graze_index *index = index_of(&waits, GRAZE_INDEX_GRID);
    graze_index_size size;
    CU_ASSERT_EQUAL(graze_index_measure(index, &size), GRAZE_OK);
    CU_ASSERT_EQUAL(size.method, GRAZE_INDEX_GRID);
    CU_ASSERT_TRUE(size.levels >= 3);
    for (int i = 1; i < index->level_count; i++) {
        const index_shelf *shelf = &index->levels[i].shelf;
        uint32_t endless_ones = 0;
        for (uint32_t place = 0; place < shelf->count; place++)
            endless_ones += shelf->upper[INDEX_TIME][place] == (float)INFINITY;
        CU_ASSERT_TRUE(endless_ones == 0 || endless_ones == shelf->count);
    }
    graze_index_free(index);
    index = index_of(&alike, GRAZE_INDEX_GRID);
    CU_ASSERT_EQUAL(graze_index_measure(index, &size), GRAZE_OK);
    CU_ASSERT_EQUAL(size.levels, 2); /* and the one for what is inserted */
    graze_index_free(index);
    model_free(&waits);
    model_free(&alike);
}

static void the_method_is_chosen_by_a_rule(void)
{
    static const struct { int kind, agents; graze_index_method method; } wanted[] = {
        {0, 20, GRAZE_INDEX_SCAN}, {0, 400, GRAZE_INDEX_GRID}, {9, 400, GRAZE_INDEX_TREE}};
    for (int i = 0; i < 3; i++) {
        model of = model_make(&crowd_kinds[wanted[i].kind], wanted[i].agents, 0, 11);
        graze_index *index = index_of(&of, GRAZE_INDEX_AUTO);
        graze_index_size size;
        CU_ASSERT_EQUAL(graze_index_measure(index, &size), GRAZE_OK);
        CU_ASSERT_EQUAL(size.method, wanted[i].method);
        graze_index_free(index);
        model_free(&of);
    }
}

/* ---- statuses and memory ------------------------------------------------------------ */

/* Lets a number of requests pass, then refuses one, or all from then on. */
typedef struct miser {
    int left;
    bool for_good;
    size_t blocks; /* that are not freed */
} miser;

static void *resize_sparingly(void *context, void *block, size_t size)
{
    miser *self = context;
    if (size == 0) {
        self->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    bool refused = self->left == 0 || (self->for_good && self->left < 0);
    self->left--;
    if (refused)
        return NULL;
    self->blocks += block == NULL;
    return realloc(block, size);
}

static void every_refused_allocation_is_a_status(void)
{
    model of = model_make(&crowd_kinds[3], 100, 0, 3);
    for (int m = 0; m < METHODS; m++)
        for (int refused = 0;; refused++) {
            miser saves = {refused, refused % 2 == 0, 0};
            const graze_allocator allocator = {resize_sparingly, &saves};
            const graze_index_options options = {methods[m], 0};
            graze_index *index = NULL;
            graze_status status =
                graze_index_new(of.crowd.bodies, of.crowd.trajectories, (size_t)of.crowd.agents,
                                &options, &allocator, &index);
            bool reached = saves.left < 0;
            /* A tree that cannot be fitted into less memory keeps what it has. */
            CU_ASSERT_TRUE(status == GRAZE_OK || (reached && status == GRAZE_ERROR_MEMORY));
            CU_ASSERT_TRUE((index != NULL) == (status == GRAZE_OK));
            graze_index_free(index);
            CU_ASSERT_EQUAL(saves.blocks, 0);
            if (!reached)
                break;
        }
    model_free(&of);
}

static void an_insertion_without_memory_changes_nothing(void)
{
    const crowd_kind *kind = &crowd_kinds[0];
    for (int refused = 0; refused < 40; refused++) {
        model of = model_make(kind, 80, 0, 3);
        miser saves = {1000, true, 0};
        const graze_allocator allocator = {resize_sparingly, &saves};
        graze_index *index = NULL;
        CU_ASSERT_EQUAL_FATAL(graze_index_new(of.crowd.bodies, of.crowd.trajectories, 40, NULL,
                                              &allocator, &index),
                              GRAZE_OK);
        for (int i = 40; i < 80; i++)
            of.present[i] = false;
        saves.left = refused;
        for (int i = 40; i < 80; i++) {
            graze_status status = graze_index_insert(
                index, (size_t)i, &of.crowd.bodies[i], &of.crowd.trajectories[i]);
            CU_ASSERT_TRUE(status == GRAZE_OK || status == GRAZE_ERROR_MEMORY);
            of.present[i] = status == GRAZE_OK;
        }
        pair_list wanted = brute_pairs(&of);
        expect_pairs(kind->name, index, GRAZE_INDEX_AUTO, &wanted);
        pair_list_free(&wanted);
        graze_index_free(index);
        CU_ASSERT_EQUAL(saves.blocks, 0);
        model_free(&of);
    }
}

static void bad_questions_are_refused_by_name(void)
{
    const graze_body body = {.radius = 1}, bad = {.radius = -1};
    graze_motion motion;
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, 0, 1, &motion);
    const graze_trajectory one = {.motions = &motion, .count = 1};
    graze_index *index = NULL;
    graze_index_options options = {(graze_index_method)99, 0};
    pair_list found = {0};
    CU_ASSERT_EQUAL(graze_index_new(&body, &one, 1, NULL, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_new(NULL, &one, 1, NULL, NULL, &index), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_new(&bad, &one, 1, NULL, NULL, &index),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_index_new(&body, &one, 1, &options, NULL, &index), GRAZE_ERROR_CHOICE);
    options = (graze_index_options){GRAZE_INDEX_AUTO, -1};
    CU_ASSERT_EQUAL(graze_index_new(&body, &one, 1, &options, NULL, &index),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    options.margin = INFINITY;
    CU_ASSERT_EQUAL(graze_index_new(&body, &one, 1, &options, NULL, &index),
                    GRAZE_ERROR_NOT_FINITE);
    const graze_trajectory endless = {.motions = one.motions, .count = UINT32_MAX - 1};
    CU_ASSERT_EQUAL(graze_index_new(&body, &endless, 1, NULL, NULL, &index), GRAZE_ERROR_INDEX);
    CU_ASSERT_PTR_NULL(index);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(NULL, NULL, 0, NULL, NULL, &index), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_pairs(index, 0, 1, NULL, pair_list_take, &found), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_pairs(index, 1, 1, NULL, pair_list_take, &found),
                    GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_pairs(index, 0, 1, NULL, NULL, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_pairs_as_found(index, 0, 0, pair_list_take, &found),
                    GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_remove(index, 0), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_insert(index, 3, &bad, &one), GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_index_insert(index, (size_t)-1, &body, &one), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_insert(index, 3, &body, &one), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_insert(index, 2, &body, &endless), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_insert(NULL, 2, &body, &one), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_remove(index, 2), GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(graze_index_remove(NULL, 2), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_agent_pairs(index, 3, GRAZE_INDEX_OTHERS, NULL, NULL, NULL),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_agent_pairs(index, 3, (graze_index_partners)9, NULL, pair_list_take,
                                            &found),
                    GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_index_what_if(index, &body, &one, 0, -1, NULL, pair_list_take, &found),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(found.count, 0);
    graze_index_free(index);
    graze_index_free(NULL);
}

/* Bits of a double: any, or those of a side near the range of floats. */
static double some_side(dice *thrown)
{
    static const double special[] = {0, -0.0, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-50, -1e-50, 1e39,
                                     -1e39, INFINITY, -INFINITY, 0x1p-149, -0x1p-149, 1, -1};
    const uint64_t drawn = dice_bits(thrown);
    double side = special[drawn % (sizeof special / sizeof *special)];
    if (drawn & UINT64_C(1) << 40)
        side = nextafter(side, drawn & UINT64_C(1) << 41 ? INFINITY : -INFINITY);
    return drawn & UINT64_C(1) << 42 ? side
                                     : ldexp((double)(int64_t)drawn, (int)(drawn % 300) - 210);
}

/* Bit for bit, so that a zero keeps its sign. */
static bool is_the_same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void four_sides_are_narrowed_as_one_by_one(void)
{
    dice thrown = {45};
    bool same = true;
    for (int i = 0; i < 200000; i++) {
        double side[8];
        for (int k = 0; k < 8; k++)
            side[k] = some_side(&thrown);
        const box wide = {{side[0], side[1], side[2]}, {side[4], side[5], side[6]}, side[3],
                          side[7]};
        const index_box narrow = index_box_narrow(&wide);
        for (int k = 0; k < INDEX_AXES; k++)
            same &= is_the_same(narrow.lower[k], plain_float_below(side[k])) &&
                    is_the_same(narrow.upper[k], -plain_float_below(-side[k + 4]));
    }
    CU_ASSERT_TRUE(same);
}

CU_TestInfo index_tests[] = {
    SUPPORT_TEST(every_method_finds_what_brute_force_finds),
    SUPPORT_TEST(every_level_of_instructions_answers_the_same),
    SUPPORT_TEST(answers_stay_right_while_agents_come_and_go),
    SUPPORT_TEST(no_pair_that_touches_is_lost),
    SUPPORT_TEST(a_sink_that_has_enough_ends_the_question),
    SUPPORT_TEST(a_guest_with_a_margin_meets_what_is_that_near),
    SUPPORT_TEST(a_place_is_near_what_its_box_touches_then),
    SUPPORT_TEST(boxes_of_different_sizes_are_kept_apart),
    SUPPORT_TEST(the_method_is_chosen_by_a_rule),
    SUPPORT_TEST(every_refused_allocation_is_a_status),
    SUPPORT_TEST(an_insertion_without_memory_changes_nothing),
    SUPPORT_TEST(four_sides_are_narrowed_as_one_by_one),
    SUPPORT_TEST(bad_questions_are_refused_by_name),
    CU_TEST_INFO_NULL,
};
