/* SPDX-License-Identifier: MIT */
#include <graze/conflict.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/families.h"
#include "benchmarks/swept.h"
#include "support/run.h"

enum { PAIRS = 8192 };

static specimen first[PAIRS], second[PAIRS];

/* False, and visibly skipped, when the family's map is not at hand. */
static bool fill(const family *each, specimen *specimens)
{
    family_supply supply = family_fill(each, PAIRS, specimens);
    CU_ASSERT_NOT_EQUAL(supply, FAMILY_BROKEN);
    if (supply == FAMILY_ABSENT)
        support_skip("no map for %s", each->name);
    return supply == FAMILY_FILLED;
}

/* ---- fresh pairs, the same at every run ---------------------------------------------- */

static int by_numbers(const void *a, const void *b)
{
    const specimen *x = a, *y = b;
    const double one[] = {x->a.position.x, x->a.position.y, x->a.start,       x->b.position.x,
                          x->b.position.y, x->b.start,      x->a.to.x,        x->a.to.y,
                          x->b.to.x,       x->b.to.y,       x->body_a.radius, x->body_b.radius};
    const double other[] = {y->a.position.x, y->a.position.y, y->a.start,       y->b.position.x,
                            y->b.position.y, y->b.start,      y->a.to.x,        y->a.to.y,
                            y->b.to.x,       y->b.to.y,       y->body_a.radius, y->body_b.radius};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (one[i] != other[i])
            return one[i] < other[i] ? -1 : 1;
    return 0;
}

static void nearly_all_pairs_of_a_family_are_different_questions(void)
{
    for (const family *each = families; each->name != NULL; each++) {
        if (!fill(each, first))
            continue;
        size_t distinct = 1;
        qsort(first, PAIRS, sizeof *first, by_numbers);
        for (size_t i = 1; i < PAIRS; i++)
            distinct += by_numbers(&first[i - 1], &first[i]) != 0;
        CU_ASSERT(distinct > PAIRS - PAIRS / 100);
    }
}

static void a_family_is_the_same_at_every_run(void)
{
    for (const family *each = families; each->name != NULL; each++) {
        if (!fill(each, first) || !fill(each, second))
            continue;
        size_t same = 0;
        for (size_t i = 0; i < PAIRS; i++)
            same += by_numbers(&first[i], &second[i]) == 0;
        CU_ASSERT_EQUAL(same, PAIRS);
    }
}

/* ---- what they are made for ---------------------------------------------------------- */

static size_t hits_of(const specimen *specimens)
{
    size_t hits = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        const specimen *each = &specimens[i];
        bool exists = false;
        CU_ASSERT_EQUAL(
            graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &exists),
            GRAZE_OK);
        hits += exists;
    }
    return hits;
}

static void every_family_holds_conflicts_and_pairs_without(void)
{
    for (const family *each = families; each->name != NULL; each++) {
        if (!fill(each, first))
            continue;
        size_t hits = hits_of(first);
        CU_ASSERT(hits > 0);
        CU_ASSERT(hits < PAIRS || strcmp(each->name, "twice") == 0);
    }
}

static void lives_of_grid_moves_meet_and_their_cells_are_within_the_name(void)
{
    static const struct {
        const char *name;
        double cells;
    } grids[] = {{"grid-1", 1}, {"grid-2-waypoint", 2}, {"grid-5", 5}, {"far-waypoint", 3}};
    for (size_t k = 0; k < sizeof grids / sizeof *grids; k++) {
        const family *grid = family_named(grids[k].name);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grid);
        CU_ASSERT_EQUAL_FATAL(family_fill(grid, PAIRS, first), FAMILY_FILLED);
        size_t apart = 0, outside = 0;
        for (size_t i = 0; i < PAIRS; i++) {
            const graze_motion *a = &first[i].a, *b = &first[i].b;
            apart += a->start + a->duration < b->start || b->start + b->duration < a->start;
            outside += fabs(a->position.x - b->position.x) > grids[k].cells ||
                       fabs(a->position.y - b->position.y) > grids[k].cells;
        }
        CU_ASSERT_EQUAL(apart, 0);
        CU_ASSERT_EQUAL(outside, 0);
    }
}

/* Half of them touch exactly, a quarter overlaps, a quarter stays apart. */
static void about_half_of_the_tangent_pairs_touch_exactly(void)
{
    size_t seen[4] = {0};
    CU_ASSERT_EQUAL_FATAL(family_fill(family_named("tangent"), PAIRS, first), FAMILY_FILLED);
    for (size_t i = 0; i < PAIRS; i++) {
        graze_verdict verdict;
        CU_ASSERT_EQUAL_FATAL(graze_conflict_verdict(&first[i].body_a, &first[i].a,
                                                     &first[i].body_b, &first[i].b, 0, &verdict),
                              GRAZE_OK);
        seen[verdict]++;
    }
    CU_ASSERT(seen[GRAZE_TOUCH] > PAIRS * 4 / 10 && seen[GRAZE_TOUCH] < PAIRS * 6 / 10);
    CU_ASSERT(seen[GRAZE_CONFLICT] > PAIRS * 2 / 10 && seen[GRAZE_CONFLICT] < PAIRS * 3 / 10);
    CU_ASSERT(seen[GRAZE_CLEAR] > PAIRS * 2 / 10 && seen[GRAZE_CLEAR] < PAIRS * 3 / 10);
}

static void near_tangent_pairs_come_within_1e_11_of_the_reach(void)
{
    size_t deeper = 0;
    CU_ASSERT_EQUAL_FATAL(family_fill(family_named("near-tangent"), PAIRS, first), FAMILY_FILLED);
    for (size_t i = 0; i < PAIRS; i++) {
        graze_clearance clearance;
        CU_ASSERT_EQUAL_FATAL(graze_conflict_clearance(&first[i].body_a, &first[i].a,
                                                       &first[i].body_b, &first[i].b, &clearance),
                              GRAZE_OK);
        double reach = first[i].body_a.radius + first[i].body_b.radius;
        deeper += !clearance.common_life || !(fabs(clearance.depth) < 1e-11 * reach);
    }
    CU_ASSERT_EQUAL(deeper, 0);
}

/* The share [%] of conflicts is what README's table has; half of those that graze do, and no
 * deeper than a millimetre. */
static void swept_bodies_hit_and_graze_as_they_are_said_to(void)
{
    static graze_point corners[2 * PAIRS * SWEPT_CORNERS];
    static const size_t hits[] = {4, 17, 5, 1, 49, 8, 48, 16, 4, 50, 5, 5};
    size_t k = 0, slow = 0; /* some do not get past each other in a second */
    for (const swept_family *each = swept_families; each->name != NULL; each++, k++) {
        CU_ASSERT_PTR_EQUAL(swept_family_named(each->name), each);
        CU_ASSERT_FATAL(swept_fill(each, PAIRS, first, corners));
        CU_ASSERT_EQUAL(100 * hits_of(first) / PAIRS, hits[k]);
        for (size_t i = 0; i < PAIRS / 64 && each->grazing; i++) {
            graze_clearance clearance;
            CU_ASSERT_EQUAL_FATAL(graze_conflict_clearance(&first[i].body_a, &first[i].a,
                                                           &first[i].body_b, &first[i].b,
                                                           &clearance),
                                  GRAZE_OK);
            CU_ASSERT(clearance.depth < 1.001e-3);
            slow += clearance.depth < -1.001e-3;
        }
    }
    CU_ASSERT(slow < 3 * PAIRS / 64 / 50);
    CU_ASSERT_PTR_NULL(swept_family_named("9 corners"));
}

CU_TestInfo families_tests[] = {
    SUPPORT_TEST(nearly_all_pairs_of_a_family_are_different_questions),
    SUPPORT_TEST(a_family_is_the_same_at_every_run),
    SUPPORT_TEST(every_family_holds_conflicts_and_pairs_without),
    SUPPORT_TEST(lives_of_grid_moves_meet_and_their_cells_are_within_the_name),
    SUPPORT_TEST(about_half_of_the_tangent_pairs_touch_exactly),
    SUPPORT_TEST(near_tangent_pairs_come_within_1e_11_of_the_reach),
    SUPPORT_TEST(swept_bodies_hit_and_graze_as_they_are_said_to),
    CU_TEST_INFO_NULL,
};
