/* SPDX-License-Identifier: MIT */
/* A ramp cut into ramps is the same ramp: all answers about the pieces, linked into a
 * trajectory, are those about the whole, bit for bit.
 *
 * From rest, with the speeds 0 = v0 < v1 < ... < vn at the seams, seam i is at the part vi/vn of
 * the time, mostly a rational that no double holds, and at (vi/vn)² of the way. Its piece has the
 * share 2 vi/(vi + vi+1), a double where that sum is a power of two. Braking is the same
 * backwards. */
#include <CUnit/CUnit.h>
#include <graze/delay.h>
#include <graze/encounter.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/path.h"
#include "oracle/recipe.h"
#include "support/run.h"

enum { SEAMS = 6, HEARD = 32, ROOM = 512 };

typedef struct subject {
    graze_body body;
    graze_motion motions[SEAMS];
    graze_trajectory path;
} subject;

typedef struct scene {
    subject whole, cut;
    oracle_bodies other; /* b of a pair */
    graze_trajectory path;
    double tolerance;
} scene;

/* ---- drawing -------------------------------------------------------------------------------- */

/* Speeds at seams, at least three; each sum of two neighbours is a power of two. */
static size_t draw_speeds(oracle_random *random, int *speed)
{
    size_t count = 1;
    speed[0] = 0;
    while (count < 3 || (count < SEAMS - 1 && random_once_in(random, 2))) {
        int sum = 1;
        while (sum <= 2 * speed[count - 1])
            sum *= 2;
        sum <<= random_whole(random, 0, 1);
        speed[count] = sum - speed[count - 1];
        count++;
    }
    return count;
}

static void reverse(int *speed, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const int kept = speed[i];
        speed[i] = speed[count - 1 - i];
        speed[count - 1 - i] = kept;
    }
}

static void link(subject *made, size_t rows, const double *times, const graze_vector *places,
                 const double *shares, graze_at_end at_end)
{
    made->path = (graze_trajectory){.motions = made->motions};
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(rows, times, places, shares, at_end,
                                                      made->motions, &made->path.count, NULL),
                          GRAZE_OK);
}

static void draw_ramp(recipe *r, scene *s)
{
    int speed[SEAMS];
    double times[SEAMS], shares[SEAMS];
    graze_vector places[SEAMS];
    const size_t count = draw_speeds(&r->random, speed), last = count - 1;
    const int size = ilogb(speed[last]);
    const double unit = ldexp(1, 2 - size), start = random_short(&r->random, 16, 3);
    const graze_vector from = recipe_short_vector(r, 16, 3);
    const graze_vector way = scale(recipe_short_vector(r, 24, 4), ldexp(1, -2 * size));
    const graze_at_end at_end = random_once_in(&r->random, 2) ? GRAZE_STAY : GRAZE_VANISH;
    if (random_once_in(&r->random, 2))
        reverse(speed, count);
    for (size_t i = 0; i < count; i++) {
        const int next = speed[i < last ? i + 1 : i], first = speed[0];
        times[i] = start + abs(speed[i] - first) * unit;
        places[i] = add(from, scale(way, abs(speed[i] * speed[i] - first * first)));
        shares[i] = i < last ? 2.0 * speed[i] / (speed[i] + next) : 1;
    }
    link(&s->cut, count, times, places, shares, at_end);
    times[1] = times[last];
    places[1] = places[last];
    shares[0] = speed[0] == 0 ? 0 : 2;
    link(&s->whole, 2, times, places, shares, at_end);
}

/* Bodies and the other motion are those of a pair of ramps. */
static void draw(size_t index, bool cornered, scene *s)
{
    recipe r = {.space = false};
    random_begin(&r.random, test_seed() + 40, cornered, index);
    if (cornered)
        oracle_generate_bodies(random_once_in(&r.random, 2) ? BODY_FAMILY_ramp
                                                            : BODY_FAMILY_ramp_kinds,
                               test_seed() + 41, index, &s->other);
    else
        oracle_generate(random_once_in(&r.random, 2) ? FAMILY_ramp : FAMILY_ramp_grid,
                        test_seed() + 41, index - index % 4, &s->other.pair);
    draw_ramp(&r, s);
    s->whole.body = s->cut.body = s->other.pair.body_a;
    s->path = (graze_trajectory){.motions = &s->other.pair.b, .count = 1};
    s->tolerance = random_once_in(&r.random, 4) ? 0.0625 : 0;
}

/* ---- comparing ------------------------------------------------------------------------------ */

static bool same_polynomial(const graze_motion *one, const graze_motion *other)
{
    oracle_path paths[2];
    bool same = true;
    for (int i = 0; i < 2; i++) {
        oracle_path_init(&paths[i]);
        oracle_path_set(&paths[i], i == 0 ? one : other);
    }
    for (int axis = 0; axis < 3; axis++)
        for (int power = 0; power < 3; power++)
            same = same && mpq_equal(paths[0].coefficient[axis][power],
                                     paths[1].coefficient[axis][power]) != 0;
    oracle_path_clear(&paths[0]);
    oracle_path_clear(&paths[1]);
    return same;
}

/* Does each piece say the places of the whole? */
static bool are_pieces(const scene *s)
{
    const size_t stay = s->whole.path.count - 1; /* 1: the wait at the end */
    for (size_t i = 0; i + stay < s->cut.path.count; i++)
        if (!same_polynomial(&s->cut.motions[i], &s->whole.motions[0]))
            return false;
    return s->cut.path.count > stay + 1;
}

typedef struct heard {
    size_t count;
    graze_meeting meetings[HEARD];
} heard;

static bool listen(void *context, const graze_meeting *meeting)
{
    heard *h = context;
    if (h->count < HEARD)
        h->meetings[h->count++] = *meeting;
    return true;
}

static bool same_meeting(const graze_meeting *one, const graze_meeting *other)
{
    return one->verdict == other->verdict && one->when.lower == other->when.lower &&
           one->when.upper == other->when.upper && one->depth == other->depth &&
           one->distance == other->distance && one->time == other->time;
}

static bool hear(const subject *a, const scene *s, heard *h)
{
    h->count = 0;
    return graze_trajectory_meetings(&a->body, &a->path, &s->other.pair.body_b, &s->path,
                                     s->tolerance, NULL, listen, h) == GRAZE_OK;
}

static const char *meetings_differ(const scene *s)
{
    static heard whole, cut;
    bool same = hear(&s->whole, s, &whole) && hear(&s->cut, s, &cut) && whole.count == cut.count;
    for (size_t i = 0; same && i < whole.count; i++)
        same = same_meeting(&whole.meetings[i], &cut.meetings[i]);
    return same ? NULL : "the meetings";
}

/* Of depths in two pieces that are one double the first counts (encounter.h): no times. */
static const char *clearances_differ(const scene *s)
{
    graze_approach found[2];
    const subject *a[] = {&s->whole, &s->cut};
    for (int i = 0; i < 2; i++)
        if (graze_trajectory_clearance(&a[i]->body, &a[i]->path, &s->other.pair.body_b, &s->path,
                                       &found[i]) != GRAZE_OK)
            return "the status of a clearance";
    const graze_clearance *one = &found[0].nearest, *other = &found[1].nearest;
    const bool same =
        one->common_life == other->common_life &&
        (!one->common_life || (one->depth == other->depth && one->distance == other->distance));
    return same ? NULL : "the clearance";
}

typedef struct unsafe_list {
    size_t count;
    graze_interval at[ROOM];
} unsafe_list;

static bool same_list(const unsafe_list *one, const unsafe_list *other)
{
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++)
        same = one->at[i].lower == other->at[i].lower && one->at[i].upper == other->at[i].upper;
    return same;
}

static graze_workspace ample_workspace(void)
{
    static max_align_t memory[1 << 20];
    return (graze_workspace){.memory = memory, .size = sizeof memory};
}

/* Delays of the ramp, and starts of the other motion. */
static const char *starts_differ(const scene *s)
{
    static unsafe_list delays[2], starts[2];
    const graze_workspace workspace = ample_workspace();
    const subject *a[] = {&s->whole, &s->cut};
    for (int i = 0; i < 2; i++) {
        if (graze_trajectory_unsafe_delays(&a[i]->body, &a[i]->path, &s->other.pair.body_b,
                                           &s->path, GRAZE_APPEAR, s->tolerance, &workspace,
                                           delays[i].at, ROOM, &delays[i].count) != GRAZE_OK ||
            graze_trajectory_unsafe_starts(&s->other.pair.body_b, &s->other.pair.b, &a[i]->body,
                                           &a[i]->path, s->tolerance, &workspace, starts[i].at,
                                           ROOM, &starts[i].count) != GRAZE_OK)
            return "the status of unsafe starts";
    }
    if (!same_list(&delays[0], &delays[1]))
        return "the unsafe delays";
    return same_list(&starts[0], &starts[1]) ? NULL : "the unsafe starts";
}

static void print(const scene *s)
{
    oracle_pair shown = s->other.pair;
    shown.a = s->whole.motions[0];
    shown.tolerance = s->tolerance;
    oracle_print(stdout, &shown);
    for (size_t i = 1; i < s->cut.path.count; i++)
        printf("/* seam at %a */\n", s->cut.motions[i].start);
}

static void compare(size_t scenes, bool cornered)
{
    static scene s;
    size_t wrong = 0;
    for (size_t i = 0; i < scenes && wrong < 3; i++) {
        draw(i, cornered, &s);
        const char *difference = are_pieces(&s) ? meetings_differ(&s) : "the pieces";
        if (difference == NULL)
            difference = clearances_differ(&s);
        if (difference == NULL && i % 8 == 0)
            difference = starts_differ(&s);
        if (difference == NULL)
            continue;
        printf("\n/* %zu: %s */\n", i, difference);
        print(&s);
        wrong++;
    }
    printf(" (%zu ramps in pieces) ", scenes);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void a_ramp_of_a_disc_in_pieces_is_the_ramp(void)
{
    compare(support_rounds(2000, 8000, 100000), false);
}

static void a_ramp_of_a_body_with_corners_in_pieces_is_the_ramp(void)
{
    compare(support_rounds(100, 400, 10000), true);
}

CU_TestInfo ramp_cut_tests[] = {
    SUPPORT_TEST(a_ramp_of_a_disc_in_pieces_is_the_ramp),
    SUPPORT_TEST(a_ramp_of_a_body_with_corners_in_pieces_is_the_ramp),
    CU_TEST_INFO_NULL,
};
