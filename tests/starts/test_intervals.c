/* SPDX-License-Identifier: MIT */
/* Interval lists: pictures, random lists on a small grid against brute force,
 * rounded ends, and every refusal. */
#include <CUnit/CUnit.h>
#include <graze/intervals.h>
#include <math.h>
#include <string.h>

#include "oracle/random.h"
#include "support/run.h"

enum { ROOM = 32, GRID = 8 };

typedef struct bag {
    graze_interval at[ROOM];
    size_t count;
} bag;

static bool same_intervals(const graze_interval *x, size_t count_x, const graze_interval *y,
                           size_t count_y)
{
    if (count_x != count_y)
        return false;
    for (size_t i = 0; i < count_x; i++)
        if (x[i].lower != y[i].lower || x[i].upper != y[i].upper)
            return false;
    return true;
}

#define LIST(...) ((const graze_interval[]){__VA_ARGS__})
#define COUNT(...) (sizeof LIST(__VA_ARGS__) / sizeof *LIST(__VA_ARGS__))
#define ASSERT_IS(bag, ...)                                                                        \
    CU_ASSERT_TRUE(same_intervals((bag).at, (bag).count, LIST(__VA_ARGS__), COUNT(__VA_ARGS__)))
#define BAG_OF(...) bag_of(LIST(__VA_ARGS__), COUNT(__VA_ARGS__))

static bag bag_of(const graze_interval *intervals, size_t count)
{
    bag result = {.count = count};
    memcpy(result.at, intervals, count * sizeof *intervals);
    return result;
}

typedef graze_status (*merging)(const graze_interval *, size_t, const graze_interval *, size_t,
                                graze_interval *, size_t, size_t *);

static bag merged(merging merge, const bag *a, const bag *b)
{
    bag result = {.count = 0};
    CU_ASSERT_EQUAL_FATAL(
        merge(a->at, a->count, b->at, b->count, result.at, ROOM, &result.count), GRAZE_OK);
    return result;
}

/* ---- pictures ----------------------------------------------------------------------- */

/*  0   1   2   3   4   5   6
 *      o=======o               (1,3)
 *  o=======o                   (0,2)      o===========o        (0,3)
 *                  o===o       (4,5)  ->              o===o    (3,4)
 *              o===o           (3,4)                      o===o (4,5)      */
static void overlapping_intervals_unite_and_touching_ones_stay_two(void)
{
    bag list = BAG_OF({1, 3}, {0, 2}, {4, 5}, {3, 4});
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, &list.count), GRAZE_OK);
    ASSERT_IS(list, {0, 3}, {3, 4}, {4, 5});
}

/*  0   1   2   3
 *  o===o===o                   (0,1) (1,2)
 *    o===o       covers 1  ->  o=======o  (0,2)   */
static void a_third_interval_over_a_shared_end_closes_the_gap(void)
{
    bag a = BAG_OF({0, 1}, {1, 2}), b = BAG_OF({0.5, 1.5});
    bag either = merged(graze_intervals_unite, &a, &b);
    ASSERT_IS(either, {0, 2});
    bag list = BAG_OF({1, 2}, {0.5, 1.5}, {0, 1});
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, &list.count), GRAZE_OK);
    ASSERT_IS(list, {0, 2});
}

static void an_interval_inside_another_leaves_no_trace(void)
{
    bag list = BAG_OF({0, 9}, {2, 3}, {1, 8}, {0, 1});
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, &list.count), GRAZE_OK);
    ASSERT_IS(list, {0, 9});
}

/*  a  o=======o   o===o            o=======o...
 *  b    o===========o===o        ...=====o
 *  and  -o====o---o=o=o-------------o====o         */
static void what_is_unsafe_in_both_is_cut_at_every_end(void)
{
    bag a = BAG_OF({0, 4}, {6, 8}, {20, INFINITY}), b = BAG_OF({1, 7}, {7, 9}, {19, 24});
    bag both = merged(graze_intervals_intersect, &a, &b);
    ASSERT_IS(both, {1, 4}, {6, 7}, {7, 8}, {20, 24});
}

static void endless_intervals_are_intervals_like_any_other(void)
{
    bag all = BAG_OF({-INFINITY, INFINITY}), before = BAG_OF({-INFINITY, 1}),
        after = BAG_OF({1, INFINITY}), some = BAG_OF({0, 2}), result;
    result = merged(graze_intervals_unite, &before, &after);
    ASSERT_IS(result, {-INFINITY, 1}, {1, INFINITY});
    result = merged(graze_intervals_unite, &result, &some);
    ASSERT_IS(result, {-INFINITY, INFINITY});
    result = merged(graze_intervals_intersect, &all, &some);
    ASSERT_IS(result, {0, 2});
    result = merged(graze_intervals_intersect, &before, &after);
    CU_ASSERT_EQUAL(result.count, 0);
}

static void an_empty_list_changes_nothing_and_may_be_null(void)
{
    bag a = BAG_OF({0, 1}, {1, 2}), result = {.count = 7};
    CU_ASSERT_EQUAL(graze_intervals_unite(a.at, 2, NULL, 0, result.at, ROOM, &result.count),
                    GRAZE_OK);
    ASSERT_IS(result, {0, 1}, {1, 2});
    CU_ASSERT_EQUAL(graze_intervals_intersect(NULL, 0, a.at, 2, NULL, 0, &result.count), GRAZE_OK);
    CU_ASSERT_EQUAL(result.count, 0);
    CU_ASSERT_EQUAL(graze_intervals_unite(NULL, 0, NULL, 0, NULL, 0, &result.count), GRAZE_OK);
    CU_ASSERT_EQUAL(result.count, 0);
    CU_ASSERT_EQUAL(graze_intervals_normalise(NULL, &result.count), GRAZE_OK);
    CU_ASSERT_EQUAL(result.count, 0);
}

static size_t complement(const bag *unsafe, double first, double last, graze_closed_interval *safe)
{
    size_t count = 999;
    graze_closed_interval horizon = {first, last};
    CU_ASSERT_EQUAL_FATAL(graze_intervals_complement(unsafe->at, unsafe->count, horizon, safe,
                                                     ROOM + 1, &count),
                          GRAZE_OK);
    return count;
}

static bool is_closed(graze_closed_interval interval, double first, double last)
{
    return interval.first == first && interval.last == last;
}

/*  unsafe  0   o===o===o       o===========>
 *          [---]   !   [-------]
 *          0   1   3   5       7                */
static void the_complement_is_closed_and_keeps_single_instants(void)
{
    graze_closed_interval safe[ROOM + 1];
    bag unsafe = BAG_OF({1, 3}, {3, 5}, {7, INFINITY});
    CU_ASSERT_EQUAL_FATAL(complement(&unsafe, 0, 9, safe), 3);
    CU_ASSERT_TRUE(is_closed(safe[0], 0, 1));
    CU_ASSERT_TRUE(is_closed(safe[1], 3, 3));
    CU_ASSERT_TRUE(is_closed(safe[2], 5, 7));
}

static void a_horizon_may_begin_and_end_at_safe_instants_or_inside_intervals(void)
{
    graze_closed_interval safe[ROOM + 1];
    bag unsafe = BAG_OF({1, 3}, {3, 5});
    CU_ASSERT_EQUAL_FATAL(complement(&unsafe, 1, 5, safe), 3);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_TRUE(is_closed(safe[i], 1 + 2 * i, 1 + 2 * i));
    CU_ASSERT_EQUAL_FATAL(complement(&unsafe, 2, 4, safe), 1);
    CU_ASSERT_TRUE(is_closed(safe[0], 3, 3));
    CU_ASSERT_EQUAL_FATAL(complement(&unsafe, 3, 3, safe), 1);
    CU_ASSERT_TRUE(is_closed(safe[0], 3, 3));
    CU_ASSERT_EQUAL(complement(&unsafe, 2, 2, safe), 0);
}

static void a_horizon_may_be_endless(void)
{
    graze_closed_interval safe[ROOM + 1];
    bag some = BAG_OF({1, 3}), all = BAG_OF({-INFINITY, INFINITY}),
        ends = BAG_OF({-INFINITY, 1}, {3, INFINITY}), none = {.count = 0};
    CU_ASSERT_EQUAL_FATAL(complement(&some, -INFINITY, INFINITY, safe), 2);
    CU_ASSERT_TRUE(is_closed(safe[0], -INFINITY, 1) && is_closed(safe[1], 3, INFINITY));
    CU_ASSERT_EQUAL(complement(&all, -INFINITY, INFINITY, safe), 0);
    CU_ASSERT_EQUAL(complement(&all, 0, INFINITY, safe), 0);
    CU_ASSERT_EQUAL_FATAL(complement(&ends, -INFINITY, INFINITY, safe), 1);
    CU_ASSERT_TRUE(is_closed(safe[0], 1, 3));
    CU_ASSERT_EQUAL_FATAL(complement(&none, -INFINITY, INFINITY, safe), 1);
    CU_ASSERT_TRUE(is_closed(safe[0], -INFINITY, INFINITY));
}

static double earliest(const bag *list, double time)
{
    double safe = NAN;
    CU_ASSERT_EQUAL(graze_intervals_earliest_safe(list->at, list->count, time, &safe), GRAZE_OK);
    return safe;
}

static double latest(const bag *list, double time)
{
    double safe = NAN;
    CU_ASSERT_EQUAL(graze_intervals_latest_safe(list->at, list->count, time, &safe), GRAZE_OK);
    return safe;
}

static bool contains(const bag *list, double time)
{
    bool contained = false;
    CU_ASSERT_EQUAL(graze_intervals_contain(list->at, list->count, time, &contained), GRAZE_OK);
    return contained;
}

static void waiting_leads_to_the_next_end_and_no_farther(void)
{
    bag list = BAG_OF({1, 3}, {3, 5}, {7, INFINITY});
    CU_ASSERT_EQUAL(earliest(&list, 0.5), 0.5);
    CU_ASSERT_EQUAL(earliest(&list, 1), 1);
    CU_ASSERT_EQUAL(earliest(&list, 2), 3);
    CU_ASSERT_EQUAL(earliest(&list, nextafter(3, 4)), 5);
    CU_ASSERT_EQUAL(earliest(&list, 8), INFINITY);
    CU_ASSERT_EQUAL(latest(&list, 8), 7);
    CU_ASSERT_EQUAL(latest(&list, nextafter(3, 0)), 1);
    CU_ASSERT_EQUAL(latest(&list, 3), 3);
}

static void infinities_are_bounds_and_no_instants(void)
{
    bag ends = BAG_OF({-INFINITY, 1}, {3, INFINITY}), some = BAG_OF({1, 3}),
        all = BAG_OF({-INFINITY, INFINITY});
    CU_ASSERT_FALSE(contains(&all, INFINITY));
    CU_ASSERT_FALSE(contains(&all, -INFINITY));
    CU_ASSERT_TRUE(contains(&all, 0));
    CU_ASSERT_EQUAL(earliest(&ends, -INFINITY), 1);
    CU_ASSERT_EQUAL(latest(&ends, INFINITY), 3);
    CU_ASSERT_EQUAL(latest(&ends, 0), -INFINITY);
    CU_ASSERT_EQUAL(earliest(&some, -INFINITY), -INFINITY);
    CU_ASSERT_EQUAL(latest(&some, INFINITY), INFINITY);
    CU_ASSERT_EQUAL(earliest(&all, -INFINITY), INFINITY);
    CU_ASSERT_EQUAL(latest(&all, INFINITY), -INFINITY);
}

/* ---- brute force on a small grid ---------------------------------------------------- */

/* Ends are the whole numbers 0 .. GRID, and now and then an infinity. The
 * probes are these ends, their neighbours and their midpoints: enough to see
 * every difference of two such sets. */
enum { PROBES = 4 * (GRID + 2) };

static double probe(int index)
{
    double whole = (double)(index / 4 - 1);
    switch (index % 4) {
    case 0:
        return whole;
    case 1:
        return nextafter(whole, INFINITY);
    case 2:
        return whole + 0.5;
    default:
        return nextafter(whole + 1, -INFINITY);
    }
}

static bool is_inside(const graze_interval *intervals, size_t count, double x)
{
    for (size_t i = 0; i < count; i++)
        if (intervals[i].lower < x && x < intervals[i].upper)
            return true;
    return false;
}

static bag random_bag(oracle_random *random, size_t most)
{
    bag result = {.count = (size_t)random_whole(random, 0, (int)most)};
    for (size_t i = 0; i < result.count; i++) {
        int lower = random_whole(random, 0, GRID - 1);
        int longest = random_once_in(random, 3) ? GRID : lower + 2;
        int upper = random_whole(random, lower + 1, longest < GRID ? longest : GRID);
        result.at[i] = (graze_interval){lower, upper};
        if (random_once_in(random, 12))
            result.at[i].lower = -INFINITY;
        if (random_once_in(random, 12))
            result.at[i].upper = INFINITY;
    }
    return result;
}

static bag random_normal(oracle_random *random, size_t most)
{
    bag result = random_bag(random, most);
    CU_ASSERT_EQUAL_FATAL(graze_intervals_normalise(result.at, &result.count), GRAZE_OK);
    return result;
}

/* The components of the unsafe set that `inside` samples. */
static size_t components(const bool *inside, bool wanted)
{
    size_t count = 0;
    for (int i = 0; i < PROBES; i++)
        count += inside[i] == wanted && (i == 0 || inside[i - 1] != wanted);
    return count;
}

static void sample(const bag *list, bool *inside)
{
    for (int i = 0; i < PROBES; i++)
        inside[i] = is_inside(list->at, list->count, probe(i));
}

/* In normal form, with just these members and not one interval too many. */
static bool describes(const bag *list, const bool *inside)
{
    bool found[PROBES];
    sample(list, found);
    return graze_intervals_validate(list->at, list->count) == GRAZE_OK &&
           memcmp(found, inside, sizeof found) == 0 && list->count == components(inside, true);
}

static void the_normal_form_of_random_lists_is_the_same_set(void)
{
    size_t rounds = support_rounds(20000, 40000, 400000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 20, 1, round);
        bag list = random_bag(&random, ROOM);
        bool inside[PROBES];
        sample(&list, inside);
        CU_ASSERT_EQUAL_FATAL(graze_intervals_normalise(list.at, &list.count), GRAZE_OK);
        CU_ASSERT_TRUE_FATAL(describes(&list, inside));
    }
}

/* The same answer whatever the place of the result, and none where it does not fit. */
static void check_places(merging merge, const bag *a, const bag *b, const bag *result)
{
    size_t count = 999, both = a->count + b->count;
    bag place = *a;
    CU_ASSERT_EQUAL_FATAL(merge(place.at, a->count, b->at, b->count, place.at, both, &place.count),
                          GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(same_intervals(place.at, place.count, result->at, result->count));
    place = *b;
    CU_ASSERT_EQUAL_FATAL(merge(a->at, a->count, place.at, b->count, place.at, both, &place.count),
                          GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(same_intervals(place.at, place.count, result->at, result->count));

    graze_interval tight[ROOM], untouched = {-7, -6};
    tight[0] = untouched;
    if (result->count > 0) {
        CU_ASSERT_EQUAL_FATAL(
            merge(a->at, a->count, b->at, b->count, tight, result->count - 1, &count),
            GRAZE_ERROR_CAPACITY);
        CU_ASSERT_TRUE_FATAL(count == 999 && same_intervals(tight, 1, &untouched, 1));
    }
    CU_ASSERT_EQUAL_FATAL(merge(a->at, a->count, b->at, b->count, tight, result->count, &count),
                          GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(same_intervals(tight, count, result->at, result->count));
}

static void random_unions_and_intersections_are_those_of_their_members(void)
{
    size_t rounds = support_rounds(20000, 40000, 400000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 20, 2, round);
        bag a = random_normal(&random, ROOM / 4), b = random_normal(&random, ROOM / 4);
        bag either = merged(graze_intervals_unite, &a, &b);
        bag both = merged(graze_intervals_intersect, &a, &b);
        bool in_a[PROBES], in_b[PROBES], in_either[PROBES], in_both[PROBES];
        sample(&a, in_a);
        sample(&b, in_b);
        for (int i = 0; i < PROBES; i++) {
            in_either[i] = in_a[i] || in_b[i];
            in_both[i] = in_a[i] && in_b[i];
        }
        CU_ASSERT_TRUE_FATAL(describes(&either, in_either));
        CU_ASSERT_TRUE_FATAL(describes(&both, in_both));
        check_places(graze_intervals_unite, &a, &b, &either);
        check_places(graze_intervals_intersect, &a, &b, &both);
    }
}

static bool is_among(const graze_closed_interval *safe, size_t count, double x)
{
    for (size_t i = 0; i < count; i++)
        if (safe[i].first <= x && x <= safe[i].last)
            return true;
    return false;
}

static double random_end(oracle_random *random, double infinite)
{
    return random_once_in(random, 4) ? infinite : probe(random_whole(random, 0, PROBES - 1));
}

/* Safe, inside the horizon, and one interval for each run of safe probes. */
static void check_complement(const bag *unsafe, graze_closed_interval horizon)
{
    graze_closed_interval safe[ROOM + 1];
    size_t count = complement(unsafe, horizon.first, horizon.last, safe), tight = 999;
    bool is_safe[PROBES];
    for (int i = 0; i < PROBES; i++) {
        double x = probe(i);
        is_safe[i] = horizon.first <= x && x <= horizon.last &&
                     !is_inside(unsafe->at, unsafe->count, x);
        CU_ASSERT_EQUAL_FATAL(is_among(safe, count, x), is_safe[i]);
    }
    CU_ASSERT_EQUAL_FATAL(count, components(is_safe, true));
    for (size_t i = 1; i < count; i++)
        CU_ASSERT_TRUE_FATAL(safe[i - 1].last < safe[i].first);
    if (count > 0)
        CU_ASSERT_EQUAL_FATAL(graze_intervals_complement(unsafe->at, unsafe->count, horizon, safe,
                                                         count - 1, &tight),
                              GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL_FATAL(tight, 999);
    CU_ASSERT_EQUAL_FATAL(graze_intervals_complement(unsafe->at, unsafe->count, horizon, safe,
                                                     count, &tight),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(tight, count);
}

static void random_complements_hold_every_safe_instant_and_no_other(void)
{
    size_t rounds = support_rounds(20000, 40000, 400000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 20, 3, round);
        bag unsafe = random_normal(&random, ROOM / 4);
        double first = random_end(&random, -INFINITY), last = random_end(&random, INFINITY);
        if (first <= last)
            check_complement(&unsafe, (graze_closed_interval){first, last});
    }
}

static void check_searches(const bag *list, int at)
{
    double x = probe(at), next = earliest(list, x), previous = latest(list, x);
    CU_ASSERT_EQUAL_FATAL(contains(list, x), is_inside(list->at, list->count, x));
    CU_ASSERT_TRUE_FATAL(next >= x && !is_inside(list->at, list->count, next));
    CU_ASSERT_TRUE_FATAL(previous <= x && !is_inside(list->at, list->count, previous));
    for (int i = 0; i < PROBES; i++) {
        bool between = (x <= probe(i) && probe(i) < next) || (previous < probe(i) && probe(i) <= x);
        CU_ASSERT_TRUE_FATAL(!between || is_inside(list->at, list->count, probe(i)));
    }
}

static void random_searches_skip_no_safe_time(void)
{
    size_t rounds = support_rounds(5000, 10000, 100000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 20, 4, round);
        bag list = random_normal(&random, ROOM / 2);
        for (int i = 0; i < PROBES; i++)
            check_searches(&list, i);
    }
}

/* ---- rounded ends ------------------------------------------------------------------- */

/* True ends in eighths of an ulp above 2^53, where an ulp is 2; rounded outward. */
enum { EIGHTHS = 8 };

static double rounded(int eighths, bool up)
{
    int whole = eighths / EIGHTHS, rest = eighths % EIGHTHS;
    return 0x1p53 + 2 * (whole + (up && rest != 0));
}

static void rounded_ends_lose_no_safe_double_and_free_no_unsafe_one(void)
{
    enum { SPAN = 12, TRUE_ENDS = SPAN * EIGHTHS };
    size_t rounds = support_rounds(20000, 40000, 400000);
    for (size_t round = 0; round < rounds; round++) {
        oracle_random random;
        random_begin(&random, 20, 5, round);
        bag list = {.count = (size_t)random_whole(&random, 0, ROOM)};
        bool is_unsafe[SPAN + 1] = {false};
        for (size_t i = 0; i < list.count; i++) {
            int lower = random_whole(&random, 0, TRUE_ENDS - 1);
            int upper = random_whole(&random, lower + 1, lower + 2 * EIGHTHS);
            upper = upper < TRUE_ENDS ? upper : TRUE_ENDS;
            list.at[i] = (graze_interval){rounded(lower, false), rounded(upper, true)};
            for (int x = 0; x <= SPAN; x++)
                is_unsafe[x] |= lower < x * EIGHTHS && x * EIGHTHS < upper;
        }
        CU_ASSERT_EQUAL_FATAL(graze_intervals_normalise(list.at, &list.count), GRAZE_OK);
        for (int x = 0; x <= SPAN; x++)
            CU_ASSERT_EQUAL_FATAL(contains(&list, 0x1p53 + 2 * x), is_unsafe[x]);
    }
}

/* ---- refusals ----------------------------------------------------------------------- */

static graze_status validated(graze_interval first, graze_interval second)
{
    return graze_intervals_validate(LIST(first, second), 2);
}

static void lists_out_of_normal_form_are_named_for_their_first_fault(void)
{
    const graze_interval good = {0, 1};
    CU_ASSERT_EQUAL(validated(good, (graze_interval){1, 2}), GRAZE_OK);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){0.5, 2}), GRAZE_ERROR_INTERVAL_ORDER);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){-3, -2}), GRAZE_ERROR_INTERVAL_ORDER);
    CU_ASSERT_EQUAL(validated(good, good), GRAZE_ERROR_INTERVAL_ORDER);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){2, 2}), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){3, 2}), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){INFINITY, INFINITY}), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(validated(good, (graze_interval){NAN, 2}), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(validated((graze_interval){0, NAN}, good), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_intervals_validate(NULL, 1), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_validate(NULL, 0), GRAZE_OK);
}

static void a_list_that_cannot_be_normalised_is_left_as_it_was(void)
{
    bag list = BAG_OF({5, 6}, {0, 1}, {2, 2});
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, &list.count), GRAZE_ERROR_INTERVAL);
    ASSERT_IS(list, {5, 6}, {0, 1}, {2, 2});
    list.at[2].upper = NAN;
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, &list.count), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_intervals_normalise(list.at, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_normalise(NULL, &list.count), GRAZE_ERROR_NULL);
}

static void check_merge_refusals(merging merge)
{
    graze_interval good[] = {{0, 1}}, bad[] = {{0, 1}, {0, 2}}, other[] = {{0, 1}}, result[4];
    size_t count = 999;
    CU_ASSERT_EQUAL(merge(good, 1, good, 1, result, 4, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(merge(good, 1, good, 1, NULL, 4, &count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(merge(NULL, 1, good, 1, result, 4, &count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(merge(good, 1, NULL, 1, result, 4, &count), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(merge(bad, 2, good, 1, result, 4, &count), GRAZE_ERROR_INTERVAL_ORDER);
    CU_ASSERT_EQUAL(merge(good, 1, bad, 2, result, 4, &count), GRAZE_ERROR_INTERVAL_ORDER);
    CU_ASSERT_EQUAL(merge(good, 1, other, 1, good, 1, &count), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(merge(good, 1, other, 1, other, 1, &count), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(merge(good, 1, good, 1, NULL, 0, &count), GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(count, 999);
}

static void merges_refuse_what_they_cannot_read_or_hold(void)
{
    check_merge_refusals(graze_intervals_unite);
    check_merge_refusals(graze_intervals_intersect);
}

static graze_status complement_status(double first, double last)
{
    graze_closed_interval safe[2];
    size_t count;
    graze_closed_interval horizon = {first, last};
    return graze_intervals_complement(LIST({0, 1}), 1, horizon, safe, 2, &count);
}

static void a_horizon_needs_an_instant(void)
{
    CU_ASSERT_EQUAL(complement_status(0, 0), GRAZE_OK);
    CU_ASSERT_EQUAL(complement_status(1, 0), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(complement_status(INFINITY, INFINITY), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(complement_status(-INFINITY, -INFINITY), GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(complement_status(NAN, 0), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(complement_status(0, NAN), GRAZE_ERROR_NOT_FINITE);
}

static void complements_and_searches_refuse_null_and_nan(void)
{
    graze_interval good[] = {{0, 1}}, bad[] = {{1, 1}};
    graze_closed_interval horizon = {0, 1}, safe[2];
    size_t count;
    bool contained;
    double time;
    CU_ASSERT_EQUAL(graze_intervals_complement(bad, 1, horizon, safe, 2, &count),
                    GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(graze_intervals_complement(good, 1, horizon, NULL, 2, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_complement(good, 1, horizon, safe, 2, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_contain(NULL, 1, 0, &contained), GRAZE_ERROR_NULL);
    contained = true;
    CU_ASSERT_EQUAL(graze_intervals_contain(NULL, 0, 0, &contained), GRAZE_OK);
    CU_ASSERT_FALSE(contained);
    CU_ASSERT_EQUAL(graze_intervals_contain(good, 1, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_contain(good, 1, NAN, &contained), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_intervals_earliest_safe(NULL, 1, 0, &time), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_earliest_safe(good, 1, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_earliest_safe(good, 1, NAN, &time), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_intervals_latest_safe(NULL, 1, 0, &time), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_latest_safe(good, 1, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_intervals_latest_safe(good, 1, NAN, &time), GRAZE_ERROR_NOT_FINITE);
}

CU_TestInfo interval_tests[] = {
    SUPPORT_TEST(overlapping_intervals_unite_and_touching_ones_stay_two),
    SUPPORT_TEST(a_third_interval_over_a_shared_end_closes_the_gap),
    SUPPORT_TEST(an_interval_inside_another_leaves_no_trace),
    SUPPORT_TEST(what_is_unsafe_in_both_is_cut_at_every_end),
    SUPPORT_TEST(endless_intervals_are_intervals_like_any_other),
    SUPPORT_TEST(an_empty_list_changes_nothing_and_may_be_null),
    SUPPORT_TEST(the_complement_is_closed_and_keeps_single_instants),
    SUPPORT_TEST(a_horizon_may_begin_and_end_at_safe_instants_or_inside_intervals),
    SUPPORT_TEST(a_horizon_may_be_endless),
    SUPPORT_TEST(waiting_leads_to_the_next_end_and_no_farther),
    SUPPORT_TEST(infinities_are_bounds_and_no_instants),
    SUPPORT_TEST(the_normal_form_of_random_lists_is_the_same_set),
    SUPPORT_TEST(random_unions_and_intersections_are_those_of_their_members),
    SUPPORT_TEST(random_complements_hold_every_safe_instant_and_no_other),
    SUPPORT_TEST(random_searches_skip_no_safe_time),
    SUPPORT_TEST(rounded_ends_lose_no_safe_double_and_free_no_unsafe_one),
    SUPPORT_TEST(lists_out_of_normal_form_are_named_for_their_first_fault),
    SUPPORT_TEST(a_list_that_cannot_be_normalised_is_left_as_it_was),
    SUPPORT_TEST(merges_refuse_what_they_cannot_read_or_hold),
    SUPPORT_TEST(a_horizon_needs_an_instant),
    SUPPORT_TEST(complements_and_searches_refuse_null_and_nan),
    CU_TEST_INFO_NULL,
};
