/* SPDX-License-Identifier: MIT */
/* A disc that stands among few obstacles: the filter and its door, against exact rationals and
 * against the kernel, over all magnitudes. */
#include <CUnit/CUnit.h>
#include <fenv.h>
#include <gmp.h>
#include <math.h>

#include "base/memory.h"
#include "oracle.h"
#include "support/run.h"
#include "world/world.h"

enum { MOST = 70 };

/* The sign of what R exceeds the distance of the centres by: 1 in conflict, 0 where they touch. */
static int truth_of(const graze_obstacle *obstacle, graze_point place, double radius,
                    double tolerance)
{
    mpq_t x, y, reach, other;
    mpq_inits(x, y, reach, other, NULL);
    mpq_set_d(x, obstacle->place.x), mpq_set_d(other, place.x), mpq_sub(x, x, other);
    mpq_set_d(y, obstacle->place.y), mpq_set_d(other, place.y), mpq_sub(y, y, other);
    mpq_set_d(reach, obstacle->body.radius), mpq_set_d(other, radius);
    mpq_add(reach, reach, other), mpq_set_d(other, tolerance), mpq_sub(reach, reach, other);
    int sign = mpq_sgn(reach);
    mpq_mul(x, x, x), mpq_mul(y, y, y), mpq_add(x, x, y), mpq_mul(reach, reach, reach);
    sign = sign < 0 ? -1 : mpq_cmp(reach, x);
    mpq_clears(x, y, reach, other, NULL);
    return sign > 0 ? 1 : sign < 0 ? -1 : 0;
}

/* ---- pairs ------------------------------------------------------------------------------ */

typedef struct question {
    graze_obstacle obstacle;
    graze_point place;
    double radius, tolerance;
} question;

static double some_ulps(uint64_t *state, double value)
{
    for (unsigned steps = random_below(state, 4); steps > 0; steps--)
        value = nextafter(value, random_below(state, 2) ? INFINITY : -INFINITY);
    return value;
}

/* Circles that touch (3, 4 and 5 times something), give or take some ulps, or that lie anywhere;
 * times a power of two from the subnormals to where squares overflow. */
static question draw(uint64_t *state)
{
    const int exponent = (int)random_below(state, 2080) - 1070;
    const double unit = ldexp(1, exponent > 1000 ? 1000 : exponent);
    const double step = random_below(state, 2) ? random_real(state, 3) : random_short(state, 3);
    const bool free = random_below(state, 4) == 0;
    const double x = random_below(state, 2) ? random_short(state, 64) : 0;
    question drawn = {.tolerance = random_below(state, 3) ? 0 : ldexp(fabs(step), -3)};
    drawn.obstacle.place = (graze_point){x, -x / 2};
    drawn.place = (graze_point){x + 3 * step, 4 * step - x / 2};
    drawn.radius = fabs(free ? random_real(state, 9) : 2 * step);
    drawn.obstacle.body.radius = fabs(free ? random_real(state, 9) : 3 * step) + drawn.tolerance;
    double *const numbers[] = {&drawn.obstacle.place.x, &drawn.obstacle.place.y, &drawn.place.x,
                               &drawn.place.y, &drawn.radius, &drawn.obstacle.body.radius,
                               &drawn.tolerance};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double value = *numbers[i] * unit;
        *numbers[i] = isfinite(value) ? some_ulps(state, value) : 0x1p1000;
        if (i >= 4)
            *numbers[i] = fabs(*numbers[i]);
    }
    return drawn;
}

static void what_the_filter_says_is_true_at_all_magnitudes(void)
{
    uint64_t state = 71;
    const size_t rounds = support_rounds(6000, 30000, 1000000);
    size_t certain = 0, apart = 0, left = 0;
    for (size_t i = 0; i < rounds; i++) {
        const question asked = draw(&state);
        const int truth =
            truth_of(&asked.obstacle, asked.place, asked.radius, asked.tolerance);
        const graze_allocator memory = memory_allocator(NULL);
        const standing_disc disc = standing_disc_at(asked.place, asked.radius, asked.tolerance);
        standing_set among;
        CU_ASSERT_TRUE_FATAL(standing_make(&asked.obstacle, 1, &memory, &among));
        for (among.level = CPU_PLAIN; among.level <= cpu_level(); among.level++) {
            uint64_t open[STANDING_WORDS] = {0};
            if (standing_conflicts(&among, &disc, open)) {
                CU_ASSERT_EQUAL(truth, 1);
                certain++;
            } else if (open[0] == 0) {
                CU_ASSERT_TRUE(truth <= 0);
                apart++;
            } else {
                CU_ASSERT_EQUAL(open[0], 1);
                left++;
            }
        }
        standing_free(&among, &memory);
    }
    const size_t share = (certain + apart + left) / 30;
    CU_ASSERT_TRUE(certain > share && apart > share && left > share);
}

/* ---- at a glance -------------------------------------------------------------------------- */

/* A mode of arithmetic; flushed: subnormal numbers are zeros, where a processor can do that. */
static void enter_mode(int rounding, bool flushed)
{
    fesetround(rounding);
#if defined __x86_64__ && defined __GNUC__
    const unsigned mode = __builtin_ia32_stmxcsr() & ~0x8040u;
    __builtin_ia32_ldmxcsr(flushed ? mode | 0x8040u : mode);
#else
    (void)flushed;
#endif
}

static standing_sight glance_in_mode(const standing_set *among, const question *asked, int rounding,
                                     bool flushed)
{
    enter_mode(rounding, flushed);
    const standing_sight seen =
        standing_glance(among, asked->place, asked->radius, asked->tolerance);
    enter_mode(FE_TONEAREST, false);
    return seen;
}

static bool is_for_glance(const standing_set *among, const question *asked)
{
    return among->for_glance && asked->tolerance <= asked->radius &&
           asked->radius + fabs(asked->place.x) + fabs(asked->place.y) <= STANDING_MODEST;
}

static void a_glance_tells_the_truth_in_every_mode(void)
{
    static const int roundings[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    uint64_t state = 73;
    const size_t rounds = support_rounds(6000, 30000, 1000000);
    size_t met = 0, apart = 0, left = 0, wrong = 0;
    for (size_t i = 0; i < rounds; i++) {
        const question asked = draw(&state);
        const int truth = truth_of(&asked.obstacle, asked.place, asked.radius, asked.tolerance);
        const graze_allocator memory = memory_allocator(NULL);
        standing_set among;
        CU_ASSERT_TRUE_FATAL(standing_make(&asked.obstacle, 1, &memory, &among));
        if (is_for_glance(&among, &asked))
            for (among.level = CPU_PLAIN; among.level <= cpu_level(); among.level++)
                for (int mode = 0; mode < 8; mode++) {
                    const standing_sight seen =
                        glance_in_mode(&among, &asked, roundings[mode % 4], mode >= 4);
                    met += seen == (STANDING_NEAR | STANDING_MET);
                    apart += seen == 0;
                    left += seen == STANDING_NEAR;
                    wrong += (seen & STANDING_MET) ? truth != 1 : seen == 0 && truth == 1;
                }
        standing_free(&among, &memory);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    const size_t share = (met + apart + left) / 30;
    CU_ASSERT_TRUE(met > share && apart > share && left > share);
}

/* In conflict or apart by a part in 2^40, circles wait for no closer look. */
static void little_is_left_by_a_glance(void)
{
    const graze_obstacle posts[] = {{{.radius = 0.25}, {1, 2}}, {{.radius = 0.25}, {-7, 2}}};
    const double touch = 1.75, step = 0x1p-40;
    const graze_point overlaps = {touch - step, 2}, apart = {touch + step, 2};
    const graze_allocator memory = memory_allocator(NULL);
    standing_set among;
    CU_ASSERT_TRUE_FATAL(standing_make(posts, 2, &memory, &among));
    CU_ASSERT_TRUE(among.for_glance);
    for (among.level = CPU_PLAIN; among.level <= cpu_level(); among.level++) {
        CU_ASSERT_EQUAL(standing_glance(&among, overlaps, 0.5, 0), STANDING_NEAR | STANDING_MET);
        CU_ASSERT_EQUAL(standing_glance(&among, (graze_point){touch, 2}, 0.5, 0), STANDING_NEAR);
        CU_ASSERT_EQUAL(standing_glance(&among, apart, 0.5, 0), 0);
        CU_ASSERT_EQUAL(standing_glance(&among, overlaps, 0.5, 0x1p-30), 0);
    }
    standing_free(&among, &memory);
}

/* A corner may be anywhere in its circle, and squares of large numbers overflow. */
static void other_obstacles_are_not_for_a_glance(void)
{
    static const graze_point needle[] = {{-0.25, 0}, {0.25, 0}};
    const graze_obstacle posts[] = {{{.radius = 0.25}, {1, 2}},
                                    {{.vertices = needle, .vertex_count = 2}, {0, 0}},
                                    {{.radius = 0x1p501}, {0, 0}},
                                    {{.radius = 1}, {0, -0x1p501}}};
    const graze_allocator memory = memory_allocator(NULL);
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        const graze_obstacle both[] = {posts[0], posts[i]};
        standing_set among;
        CU_ASSERT_TRUE_FATAL(standing_make(both, 2, &memory, &among));
        CU_ASSERT_EQUAL(among.for_glance, i == 0);
        standing_free(&among, &memory);
    }
}

/* Each of some circles is seen, wherever it is in the list, and none that is not there. */
static void a_glance_sees_everyone(void)
{
    graze_obstacle posts[STANDING_MOST];
    const graze_allocator memory = memory_allocator(NULL);
    for (size_t count = 1; count <= STANDING_MOST; count += count < 20 ? 1 : 47) {
        standing_set among;
        for (size_t i = 0; i < count; i++)
            posts[i] = (graze_obstacle){{.radius = 0.25}, {2.0 * (double)i + 2, 1}};
        CU_ASSERT_TRUE_FATAL(standing_make(posts, count, &memory, &among));
        for (among.level = CPU_PLAIN; among.level <= cpu_level(); among.level++)
            for (size_t i = 0; i <= count + 8; i++) {
                const graze_point on = {2.0 * (double)i + 2, 1}, beside = {2.0 * (double)i + 1, 1};
                CU_ASSERT_EQUAL(standing_glance(&among, on, 0.25, 0),
                                i < count ? STANDING_NEAR | STANDING_MET : 0);
                CU_ASSERT_EQUAL(standing_glance(&among, beside, 0.25, 0), 0);
                CU_ASSERT_EQUAL(standing_glance(&among, (graze_point){0, 0}, 0.25, 0), 0);
            }
        standing_free(&among, &memory);
    }
}

/* ---- certain pairs ------------------------------------------------------------------------ */

static void pairs_that_are_not_near_are_decided(void)
{
    const graze_obstacle post = {.body = {.radius = 0.09}, .place = {1.1, 2.3}};
    const graze_allocator memory = memory_allocator(NULL);
    standing_set among;
    CU_ASSERT_TRUE_FATAL(standing_make(&post, 1, &memory, &among));
    for (among.level = CPU_PLAIN; among.level <= cpu_level(); among.level++)
        for (int k = 0; k < 40; k++) {
            uint64_t open[STANDING_WORDS] = {0};
            const standing_disc disc =
                standing_disc_at((graze_point){1.1 + 0.0101 * k, 2.3}, 0.09, 0);
            const bool met = standing_conflicts(&among, &disc, open);
            CU_ASSERT_EQUAL(met, k < 18);
            CU_ASSERT_TRUE(met || open[0] == 0);
        }
    standing_free(&among, &memory);
}

/* ---- among many -------------------------------------------------------------------------- */

static const graze_point corners[] = {{-0.5, -0.5}, {0.75, -0.25}, {0, 0.75}};

static graze_obstacle draw_obstacle(uint64_t *state, unsigned span)
{
    graze_obstacle drawn = {.body = {.radius = fabs(random_short(state, 1)) / 4},
                            .place = {random_short(state, span), random_short(state, span)}};
    const unsigned count = random_below(state, 6);
    drawn.body.vertices = count == 0 || count > 3 ? NULL : corners;
    drawn.body.vertex_count = count > 3 ? 0 : count;
    return drawn;
}

static bool link_says(const graze_world *world, const graze_body *body, graze_point place,
                      double tolerance)
{
    const graze_vector at = {place.x, place.y, 0};
    graze_motion waiting;
    bool is_free = false;
    CU_ASSERT_EQUAL(graze_motion_waypoint(at, at, 0, 1, &waiting), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_link(world, body, &waiting, tolerance, &is_free), GRAZE_OK);
    return is_free;
}

static void a_place_is_clear_iff_who_waits_there_is(void)
{
    static const size_t counts[] = {1, 7, 8, 9, 63, 64, 65, MOST};
    uint64_t state = 72;
    size_t clear_ones = 0, asked = 0;
    for (size_t w = 0; w < support_rounds(16, 40, 800); w++) {
        const size_t count = counts[w % 8];
        const unsigned span = count < 10 ? 2 : 6;
        unsigned char blocked[16] = {0};
        const graze_grid grid = {4, 4, blocked, 1};
        graze_obstacle obstacles[MOST];
        graze_world *world = NULL;
        blocked[random_below(&state, 16)] = 1;
        for (size_t i = 0; i < count; i++)
            obstacles[i] = draw_obstacle(&state, span);
        for (size_t i = 0; w % 3 == 1 && i < count; i++) /* discs alone */
            obstacles[i].body = (graze_body){.radius = fabs(random_short(&state, 1)) / 2};
        CU_ASSERT_EQUAL_FATAL(graze_world_create(w % 3 ? NULL : &grid, obstacles, count, NULL,
                                                 &world),
                              GRAZE_OK);
        for (int i = 0; i < 200; i++) {
            const graze_point place = {random_short(&state, span), random_short(&state, span)};
            const graze_body body = {.radius = fabs(random_short(&state, 1)) / 4};
            const double tolerance = random_below(&state, 2) ? 0.03125 : 0;
            bool clear = false;
            CU_ASSERT_EQUAL(graze_world_clear(world, &body, place, tolerance, &clear), GRAZE_OK);
            CU_ASSERT_EQUAL(clear, link_says(world, &body, place, tolerance));
            clear_ones += clear;
            asked++;
        }
        graze_world_free(world);
    }
    CU_ASSERT_TRUE(clear_ones > asked / 10 && clear_ones < asked - asked / 10);
}

static void places_that_are_none_are_refused(void)
{
    const graze_obstacle post = {.body = {.radius = 1}};
    const graze_body body = {.radius = 1}, negative = {.radius = -1};
    const graze_body endless = {.radius = INFINITY};
    const graze_point origin = {0, 0};
    graze_world *world = NULL;
    bool clear = true;
    CU_ASSERT_EQUAL_FATAL(graze_world_create(NULL, &post, 1, NULL, &world), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_world_clear(NULL, &body, origin, 0, &clear), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_clear(world, NULL, origin, 0, &clear), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, origin, 0, NULL), GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_world_clear(world, &negative, origin, 0, &clear),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_world_clear(world, &endless, origin, 0, &clear),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, origin, -1, &clear),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, origin, INFINITY, &clear),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, (graze_point){INFINITY, 0}, 0, &clear),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_world_clear(world, &body, (graze_point){0, NAN}, 0, &clear),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(clear);
    graze_world_free(world);
}

CU_TestInfo standing_tests[] = {
    SUPPORT_TEST(what_the_filter_says_is_true_at_all_magnitudes),
    SUPPORT_TEST(a_glance_tells_the_truth_in_every_mode),
    SUPPORT_TEST(little_is_left_by_a_glance),
    SUPPORT_TEST(other_obstacles_are_not_for_a_glance),
    SUPPORT_TEST(a_glance_sees_everyone),
    SUPPORT_TEST(pairs_that_are_not_near_are_decided),
    SUPPORT_TEST(a_place_is_clear_iff_who_waits_there_is),
    SUPPORT_TEST(places_that_are_none_are_refused),
    CU_TEST_INFO_NULL,
};
