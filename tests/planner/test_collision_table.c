/* SPDX-License-Identifier: MIT */
/* The public table of collision intervals against the plain way: two motions and the kernel; and
 * bicliques against all subsets. */
#include <graze/collision_table.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "instance.h"
#include "support/run.h"

enum { KINDS = 3, EDGES = 64 };

static const graze_point corners[] = {{-0.25, -0.125}, {0.375, -0.125}, {0, 0.5}};

/* A random roadmap and its table; of real numbers in half of the rounds. */
typedef struct field {
    instance made;
    graze_body_kind kinds[KINDS];
    double tolerance;
    graze_lattice lattice;
    graze_collision_table *table;
} field;

static void open_field(field *f, uint64_t *seed)
{
    instance_make_random(&f->made, seed);
    const bool real = instance_random(seed) % 2 == 0;
    for (uint32_t v = 0; real && v < f->made.roadmap.vertex_count; v++) {
        f->made.places[v].x += 0x1p-48 * (double)(instance_random(seed) % (1ull << 45));
        f->made.places[v].y += 0x1p-48 * (double)(instance_random(seed) % (1ull << 45));
    }
    f->kinds[0] = (graze_body_kind){{.radius = f->made.tasks[0].radius}, 1, NULL};
    f->kinds[1] = (graze_body_kind){{.radius = 0.5}, 0.75, NULL};
    f->kinds[2] = (graze_body_kind){{.radius = 0, .vertices = corners, .vertex_count = 3}, 2, NULL};
    f->tolerance = instance_random(seed) % 2 == 0 ? 0 : 0.125;
    CU_ASSERT_EQUAL_FATAL(
        graze_collision_table_new(&f->made.roadmap, f->kinds, KINDS, f->tolerance, NULL, &f->table),
        GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_lattice(f->table, &f->lattice), GRAZE_OK);
}

static uint32_t edge_count(const field *f)
{
    return (uint32_t)f->made.roadmap.first[f->made.roadmap.vertex_count];
}

static uint32_t origin(const field *f, uint32_t edge)
{
    uint32_t v = 0;
    while (f->made.roadmap.first[v + 1] <= edge)
        v++;
    return v;
}

/* The move along an edge, made without the table. */
static graze_motion move_along(const field *f, size_t kind, uint32_t edge, double start)
{
    const graze_point a = f->made.places[origin(f, edge)];
    const graze_point b = f->made.places[f->made.roadmap.targets[edge]];
    graze_motion motion;
    double duration;
    if (graze_lattice_duration(&f->lattice, a, b, f->kinds[kind].speed, &duration) != GRAZE_OK ||
        graze_motion_waypoint((graze_vector){a.x, a.y, 0}, (graze_vector){b.x, b.y, 0}, start,
                              start + duration, &motion) != GRAZE_OK)
        abort();
    return motion;
}

static graze_motion stay_at(const field *f, uint32_t vertex)
{
    const graze_vector place = {f->made.places[vertex].x, f->made.places[vertex].y, 0};
    graze_motion motion;
    if (graze_motion_waypoint(place, place, 0, INFINITY, &motion) != GRAZE_OK)
        abort();
    return motion;
}

/* Is an answer of the table what the kernel's interval becomes on the lattice? */
static bool is_widened(const field *f, size_t count, graze_interval of_kernel, bool exists,
                       graze_interval answer)
{
    graze_interval widened;
    if (count == 0 || !exists)
        return (count == 1) == exists;
    return graze_lattice_widen(&f->lattice, of_kernel, &widened) == GRAZE_OK &&
           widened.lower == answer.lower && widened.upper == answer.upper;
}

static bool moves_are_as_asked(const field *f, size_t kind_a, uint32_t a, size_t kind_b, uint32_t b)
{
    const graze_motion move_a = move_along(f, kind_a, a, 0), move_b = move_along(f, kind_b, b, 0);
    graze_interval wanted = {0, 0}, answer = {0, 0};
    size_t count = 0;
    bool exists = false;
    return graze_unsafe_starts(&f->kinds[kind_a].body, &move_a, &f->kinds[kind_b].body, &move_b,
                               f->tolerance, NULL, &wanted, 1, &count) == GRAZE_OK &&
           graze_collision_table_moves(f->table, kind_a, a, kind_b, b, &answer, &exists) ==
               GRAZE_OK &&
           is_widened(f, count, wanted, exists, answer);
}

static bool stay_is_as_asked(const field *f, size_t kind_a, uint32_t vertex, size_t kind_b,
                             uint32_t edge)
{
    const graze_motion rest = stay_at(f, vertex), move = move_along(f, kind_b, edge, 0);
    graze_interval wanted = {0, 0}, answer = {0, 0};
    size_t count = 0;
    bool exists = false;
    return graze_conflict_intervals(&f->kinds[kind_a].body, &rest, &f->kinds[kind_b].body, &move,
                                    f->tolerance, &wanted, 1, &count) == GRAZE_OK &&
           graze_collision_table_stay(f->table, kind_a, vertex, kind_b, edge, &answer, &exists) ==
               GRAZE_OK &&
           is_widened(f, count, wanted, exists, answer);
}

static bool places_are_as_asked(const field *f, size_t kind_a, uint32_t v, size_t kind_b,
                                uint32_t w)
{
    const graze_motion a = stay_at(f, v), b = stay_at(f, w);
    bool wanted = false, overlap = false;
    return graze_conflict_exists(&f->kinds[kind_a].body, &a, &f->kinds[kind_b].body, &b,
                                 f->tolerance, &wanted) == GRAZE_OK &&
           graze_collision_table_places(f->table, kind_a, v, kind_b, w, &overlap) == GRAZE_OK &&
           wanted == overlap;
}

static void a_table_answers_what_the_kernel_does_however_often_it_is_asked(void)
{
    size_t rounds = support_rounds(40, 100, 1400);
    uint64_t seed = 170;
    for (size_t round = 0; round < rounds; round++) {
        field f;
        open_field(&f, &seed);
        for (int again = 0; again < 2; again++)
            for (size_t k = 0; k < KINDS * KINDS; k++)
                for (uint32_t a = 0; a < edge_count(&f); a++) {
                    for (uint32_t b = 0; b < edge_count(&f); b++)
                        CU_ASSERT_TRUE(moves_are_as_asked(&f, k / KINDS, a, k % KINDS, b));
                    for (uint32_t v = 0; v < f.made.roadmap.vertex_count; v++)
                        CU_ASSERT_TRUE(stay_is_as_asked(&f, k / KINDS, v, k % KINDS, a));
                }
        for (uint32_t v = 0; v < f.made.roadmap.vertex_count; v++)
            for (uint32_t w = 0; w < f.made.roadmap.vertex_count; w++)
                CU_ASSERT_TRUE(places_are_as_asked(&f, v % KINDS, v, w % KINDS, w));
        graze_collision_table_free(f.table);
    }
}

/* Among many answers, those about offsets that are equal in their last 16 bits. */
static void moves_far_from_each_other_are_told_apart(void)
{
    enum { NEAR = 40, STAR = NEAR - 1, ROW = 8 };
    const double far = 65536;
    graze_point places[NEAR + 2] = {[NEAR] = {far, 1}, {far + 1, 1}};
    instance_edge edges[STAR + 2] = {[STAR] = {ROW, ROW + 1}, {NEAR, NEAR + 1}};
    field f = {.kinds = {{{.radius = 0.625}, 1, NULL}}};
    for (uint32_t v = 0; v < NEAR; v++)
        places[v] = (graze_point){(double)(v % ROW), (double)(v - v % ROW) / ROW};
    for (uint32_t e = 0; e < STAR; e++)
        edges[e] = (instance_edge){0, e + 1};
    instance_make(&f.made, NEAR + 2, places, STAR + 2, edges);
    CU_ASSERT_EQUAL_FATAL(
        graze_collision_table_new(&f.made.roadmap, f.kinds, 1, 0, NULL, &f.table), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_lattice(f.table, &f.lattice), GRAZE_OK);
    for (uint32_t a = 0; a < STAR; a++)
        for (uint32_t b = 0; b < STAR + 2; b++)
            CU_ASSERT_TRUE(moves_are_as_asked(&f, 0, a, 0, b));
    CU_ASSERT_TRUE(moves_are_as_asked(&f, 0, 0, 0, STAR));
    CU_ASSERT_TRUE(moves_are_as_asked(&f, 0, 0, 0, STAR + 1));
    graze_collision_table_free(f.table);
}

static void moves_of_a_table_last_as_long_as_the_lattice_says(void)
{
    uint64_t seed = 171;
    for (int round = 0; round < 100; round++) {
        field f;
        open_field(&f, &seed);
        for (uint32_t e = 0; e < edge_count(&f); e++) {
            const double start = f.lattice.tick * (double)(instance_random(&seed) % 1000);
            const graze_motion wanted = move_along(&f, e % KINDS, e, start);
            graze_motion motion;
            CU_ASSERT_EQUAL_FATAL(
                graze_collision_table_motion(f.table, e % KINDS, e, start, &motion), GRAZE_OK);
            CU_ASSERT_EQUAL(motion.start, start);
            CU_ASSERT_EQUAL(motion.duration, wanted.duration);
            CU_ASSERT_EQUAL(motion.position.x, wanted.position.x);
            CU_ASSERT_EQUAL(motion.to.y, wanted.to.y);
        }
        graze_collision_table_free(f.table);
    }
}

static void a_move_that_a_kind_may_not_make_conflicts_with_nothing(void)
{
    const graze_point places[] = {{0, 0}, {1, 0}};
    const size_t first[] = {0, 1, 2}, one_way[] = {0, 1, 1};
    const uint32_t targets[] = {1, 0};
    const graze_roadmap roads = {2, places, first, targets}, east = {2, places, one_way, targets};
    const graze_body_kind kinds[] = {{{.radius = 0.25}, 1, NULL}, {{.radius = 0.25}, 1, &east}};
    graze_collision_table *table = NULL;
    graze_interval when;
    graze_motion motion;
    bool exists;
    CU_ASSERT_EQUAL_FATAL(graze_collision_table_new(&roads, kinds, 2, 0, NULL, &table), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_collision_table_moves(table, 0, 0, 1, 0, &when, &exists), GRAZE_OK);
    CU_ASSERT_TRUE(exists);
    CU_ASSERT_EQUAL(graze_collision_table_moves(table, 0, 0, 1, 1, &when, &exists), GRAZE_OK);
    CU_ASSERT_FALSE(exists);
    CU_ASSERT_EQUAL(graze_collision_table_stay(table, 0, 0, 1, 1, &when, &exists), GRAZE_OK);
    CU_ASSERT_FALSE(exists);
    CU_ASSERT_EQUAL(graze_collision_table_motion(table, 1, 1, 0, &motion), GRAZE_ERROR_UNSUPPORTED);
    graze_collision_table_free(table);
}

/* ---- bicliques ---------------------------------------------------------------------- */

/* Do the moves conflict at this difference of starts? Asked of the kernel. */
static bool conflict_at(const field *f, size_t kind_a, uint32_t a, size_t kind_b, uint32_t b,
                        double difference)
{
    const graze_motion move_a = move_along(f, kind_a, a, difference < 0 ? 0 : difference);
    const graze_motion move_b = move_along(f, kind_b, b, difference < 0 ? -difference : 0);
    bool exists = false;
    if (graze_conflict_exists(&f->kinds[kind_a].body, &move_a, &f->kinds[kind_b].body, &move_b,
                              f->tolerance, &exists) != GRAZE_OK)
        abort();
    return exists;
}

/* The lattice differences in the open interval are an interval: the first and the last decide. */
static bool conflict_throughout(const field *f, size_t kind_a, uint32_t a, size_t kind_b,
                                uint32_t b, graze_interval when)
{
    return conflict_at(f, kind_a, a, kind_b, b, when.lower + f->lattice.tick) &&
           conflict_at(f, kind_a, a, kind_b, b, when.upper - f->lattice.tick);
}

/* An interval of some lattice times round 0 to a second. */
static graze_interval some_interval(const field *f, uint64_t *seed)
{
    double middle, width = 0x1p-6 * (double)(instance_random(seed) % 32) + f->lattice.tick;
    graze_lattice_down(&f->lattice, 0.01 * (double)(instance_random(seed) % 200) - 1, &middle);
    graze_lattice_up(&f->lattice, width, &width);
    return (graze_interval){middle - width, middle + width};
}

static void partners_are_all_edges_that_conflict_throughout(void)
{
    uint64_t seed = 172;
    size_t rounds = support_rounds(60, 150, 2100), met = 0;
    for (size_t round = 0; round < rounds; round++) {
        field f;
        open_field(&f, &seed);
        const graze_interval when = some_interval(&f, &seed);
        for (uint32_t a = 0; a < edge_count(&f); a++) {
            uint32_t found[EDGES];
            size_t count = 0, next = 0;
            CU_ASSERT_EQUAL_FATAL(
                graze_collision_table_partners(f.table, 0, a, &when, 1, found, EDGES, &count),
                GRAZE_OK);
            for (uint32_t b = 0; b < edge_count(&f); b++)
                if (conflict_throughout(&f, 0, a, 1, b, when)) {
                    CU_ASSERT_TRUE(next < count && found[next] == b);
                    next++;
                }
            CU_ASSERT_EQUAL(next, count);
            met += count;
        }
        graze_collision_table_free(f.table);
    }
    CU_ASSERT_TRUE(met > rounds);
}

/* The most edges that a biclique of candidates with the first of each can have. */
static size_t most_edges(const field *f, const uint32_t *a, size_t count_a, const uint32_t *b,
                         size_t count_b, graze_interval when)
{
    size_t most = 0;
    for (uint32_t set = 1; set < 1u << count_a; set += 2) {
        size_t taken = 0, common = 0;
        bool first = true;
        for (size_t i = 0; i < count_a; i++)
            taken += set >> i & 1;
        for (size_t j = 0; j < count_b; j++) {
            bool all = true;
            for (size_t i = 0; i < count_a; i++)
                all = all && (!(set >> i & 1) || conflict_throughout(f, 0, a[i], 1, b[j], when));
            common += all;
            first = first && (j > 0 || all);
        }
        if (first && taken + common > most)
            most = taken + common;
    }
    return most;
}

static uint32_t some_candidates(const field *f, uint64_t *seed, uint32_t *edges)
{
    const uint32_t count = 1 + (uint32_t)(instance_random(seed) % 6);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (uint32_t)(instance_random(seed) % edge_count(f));
    return count;
}

/* Does every pair conflict throughout, and one of them no longer at each end? */
static bool is_biclique(const field *f, const uint32_t *a, size_t count_a, const uint32_t *b,
                        size_t count_b, graze_interval common)
{
    bool ends_early = false, ends_late = false;
    for (size_t i = 0; i < count_a; i++)
        for (size_t j = 0; j < count_b; j++) {
            if (!conflict_throughout(f, 0, a[i], 1, b[j], common))
                return false;
            ends_early = ends_early || !conflict_at(f, 0, a[i], 1, b[j], common.lower);
            ends_late = ends_late || !conflict_at(f, 0, a[i], 1, b[j], common.upper);
        }
    return ends_early && ends_late;
}

/* Is a biclique the one of its own edges for its whole interval? */
static bool stays(const field *f, uint32_t *a, size_t count_a, uint32_t *b, size_t count_b,
                  graze_interval common)
{
    size_t kept_a = count_a, kept_b = count_b;
    graze_interval again = {0, 0};
    return graze_collision_table_biclique(f->table, &common, 0, a, &kept_a, 1, b, &kept_b,
                                          &again) == GRAZE_OK &&
           kept_a == count_a && kept_b == count_b && again.lower == common.lower &&
           again.upper == common.upper;
}

static void a_biclique_conflicts_throughout_and_none_has_more_edges(void)
{
    uint64_t seed = 173;
    size_t rounds = support_rounds(2000, 5000, 70000), found = 0, wide = 0;
    for (size_t round = 0; round < rounds; round++) {
        field f;
        open_field(&f, &seed);
        if (edge_count(&f) > 0) {
            uint32_t a[8], b[8], left_a[8], left_b[8];
            size_t count_a = some_candidates(&f, &seed, a), count_b = some_candidates(&f, &seed, b);
            size_t kept_a = count_a, kept_b = count_b;
            const graze_interval when = some_interval(&f, &seed);
            graze_interval common = {0, 0};
            for (int i = 0; i < 8; i++) {
                left_a[i] = a[i];
                left_b[i] = b[i];
            }
            CU_ASSERT_EQUAL_FATAL(graze_collision_table_biclique(f.table, &when, 0, left_a, &kept_a,
                                                                 1, left_b, &kept_b, &common),
                                  GRAZE_OK);
            CU_ASSERT_EQUAL(kept_a + kept_b, most_edges(&f, a, count_a, b, count_b, when));
            CU_ASSERT_TRUE(kept_a == 0 || (left_a[0] == a[0] && left_b[0] == b[0]));
            CU_ASSERT_TRUE(kept_a == 0 || is_biclique(&f, left_a, kept_a, left_b, kept_b, common));
            CU_ASSERT_TRUE(kept_a == 0 ||
                           (common.lower <= when.lower && when.upper <= common.upper));
            CU_ASSERT_TRUE(kept_a == 0 || stays(&f, left_a, kept_a, left_b, kept_b, common));
            found += kept_a > 0;
            wide += kept_a > 1 && kept_b > 1;
        }
        graze_collision_table_free(f.table);
    }
    CU_ASSERT_TRUE(found > rounds / 20);
    CU_ASSERT_TRUE(wide > rounds / 200);
}

/* ---- memory ------------------------------------------------------------------------- */

typedef struct account {
    size_t left, blocks;
} account;

static void *resize_by_account(void *context, void *block, size_t size)
{
    account *kept = context;
    if (size == 0) {
        kept->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (kept->left == 0)
        return NULL;
    kept->left--;
    kept->blocks += block == NULL;
    return realloc(block, size);
}

static void a_table_tells_every_failed_allocation_and_answers_when_asked_again(void)
{
    instance made;
    graze_status status = GRAZE_ERROR_MEMORY;
    size_t room = 0, refused = 0;
    instance_alcove(&made, 1);
    for (; status == GRAZE_ERROR_MEMORY && room < 100; room++) {
        const graze_body_kind kind = {{.radius = 0.375}, 1, NULL};
        account kept = {room, 0};
        const graze_allocator memory = {resize_by_account, &kept};
        graze_collision_table *table = NULL;
        uint32_t edges[EDGES];
        size_t count = 0;
        status = graze_collision_table_new(&made.roadmap, &kind, 1, 0, &memory, &table);
        if (status == GRAZE_OK) {
            status = graze_collision_table_partners(table, 0, 0, NULL, 0, edges, EDGES, &count);
            if (status == GRAZE_ERROR_MEMORY) {
                refused++;
                kept.left = 100;
                CU_ASSERT_EQUAL(
                    graze_collision_table_partners(table, 0, 0, NULL, 0, edges, EDGES, &count),
                    GRAZE_OK);
            }
        }
        graze_collision_table_free(table);
        CU_ASSERT_EQUAL(kept.blocks, 0);
    }
    CU_ASSERT_EQUAL(status, GRAZE_OK);
    CU_ASSERT_TRUE(refused > 0);
}

CU_TestInfo collision_table_tests[] = {
    SUPPORT_TEST(a_table_answers_what_the_kernel_does_however_often_it_is_asked),
    SUPPORT_TEST(moves_far_from_each_other_are_told_apart),
    SUPPORT_TEST(moves_of_a_table_last_as_long_as_the_lattice_says),
    SUPPORT_TEST(a_move_that_a_kind_may_not_make_conflicts_with_nothing),
    SUPPORT_TEST(partners_are_all_edges_that_conflict_throughout),
    SUPPORT_TEST(a_biclique_conflicts_throughout_and_none_has_more_edges),
    SUPPORT_TEST(a_table_tells_every_failed_allocation_and_answers_when_asked_again),
    CU_TEST_INFO_NULL,
};
