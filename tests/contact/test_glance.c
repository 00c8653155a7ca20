/* SPDX-License-Identifier: MIT */
/* Prepared discs at a glance: what it tells of pairs that nearly touch, of every speed that it
 * takes, is true in every mode of the processor, and it tells most of them. The same of boxes. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "contact/exact.h"
#include "contact/filter_uniform.h"
#include "contact/glance.h"
#include "contact/motions_glance.h"
#include "kernel/modes.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "support/run.h"

/* ---- pairs that nearly touch ---------------------------------------------------------------- */

typedef struct scales {
    oracle_random random;
    int length, speed, time; /* exponents */
} scales;

static graze_vector vector_of(scales *s, int exponent)
{
    return (graze_vector){ldexp(random_real(&s->random, -1, 1), exponent),
                          ldexp(random_real(&s->random, -1, 1), exponent), 0};
}

/* Ordinary, near the greatest speed, too slow to count, or slow for a long time; but for what is
 * too slow, with times in which they move about as far as they are apart. */
static scales scales_of(size_t index)
{
    scales s = {.length = 0};
    random_begin(&s.random, test_seed(), 902, index);
    s.length = random_whole(&s.random, -100, 100);
    const int kind = random_whole(&s.random, 0, 4);
    s.length = kind == 2 ? random_whole(&s.random, -110, -80) : s.length;
    s.speed = kind == 0   ? random_whole(&s.random, 345, 351)
              : kind == 1 ? random_whole(&s.random, -360, -320)
              : kind == 2 ? s.length - random_whole(&s.random, 110, 138)
                          : random_whole(&s.random, -40, 40);
    s.time = s.length - s.speed + random_whole(&s.random, -3, 1);
    s.time = s.time > 138 ? 138 : s.time;
    return s;
}

static graze_motion motion_of(scales *s, graze_vector velocity)
{
    const int late = random_once_in(&s->random, 4) ? 4 : 0;
    graze_motion made = {.form = GRAZE_KINEMATIC,
                         .position = vector_of(s, s->length),
                         .velocity = velocity,
                         .start = ldexp(random_real(&s->random, -0.5, 0.5), s->time + late),
                         .duration = ldexp(random_real(&s->random, 0.6, 1.2), s->time + late)};
    if (random_once_in(&s->random, 4))
        made.start = 0;
    return made;
}

/* Far from time 0, where the glance has its places. */
static void put_off(scales *s, oracle_pair *made)
{
    const double later =
        random_sign(&s->random) * ldexp(1, s->time + random_whole(&s->random, 1, 9));
    made->a.start += later;
    made->b.start += later;
}

/* Roughly, the least distance of a common life; not above 0 when there is none. */
static double distance_of(const oracle_pair *p)
{
    const double begin = fmax(p->a.start, p->b.start);
    const double end = fmin(p->a.start + p->a.duration, p->b.start + p->b.duration);
    const double since_a = begin - p->a.start, since_b = begin - p->b.start;
    const double x = (p->a.position.x + p->a.velocity.x * since_a) -
                     (p->b.position.x + p->b.velocity.x * since_b);
    const double y = (p->a.position.y + p->a.velocity.y * since_a) -
                     (p->b.position.y + p->b.velocity.y * since_b);
    const double vx = p->a.velocity.x - p->b.velocity.x, vy = p->a.velocity.y - p->b.velocity.y;
    const double speed = hypot(vx, vy);
    const double tau =
        speed > 0 ? fmin(fmax(0, -(x * (vx / speed) + y * (vy / speed)) / speed), end - begin) : 0;
    return end > begin ? hypot(x + vx * tau, y + vy * tau) : 0;
}

static bool near_pair(size_t index, oracle_pair *made)
{
    scales s = scales_of(index);
    const graze_vector v = vector_of(&s, s.speed), w = vector_of(&s, s.speed - 30);
    *made = (oracle_pair){.a = motion_of(&s, v), .b = motion_of(&s, vector_of(&s, s.speed))};
    if (random_once_in(&s.random, 3))
        made->b.velocity = (graze_vector){v.x + w.x, v.y + w.y, 0};
    if (random_once_in(&s.random, 16))
        made->b.velocity = v;
    if (random_once_in(&s.random, 3))
        put_off(&s, made);
    const double distance = distance_of(made);
    const double off = random_sign(&s.random) * ldexp(1, random_whole(&s.random, -53, -30));
    const double reach = distance * (1 + off), share = random_real(&s.random, 0, 1);
    if (random_once_in(&s.random, 3))
        made->tolerance = distance * random_real(&s.random, 0, 1);
    made->body_a.radius = (reach + made->tolerance) * share;
    made->body_b.radius = fmax(0, (reach + made->tolerance) - made->body_a.radius);
    if (random_once_in(&s.random, 16))
        made->tolerance = 3 * distance;
    return distance > 0;
}

/* ---- in every mode -------------------------------------------------------------------------- */

typedef struct glanced {
    oracle_pair pair;
    graze_prepared a, b;
    double tolerance;
    contact truth;
} glanced;

static bool is_wrong(const glance *at, contact truth)
{
    return (glance_is_apart(at) && truth == CONTACT_OVERLAP) ||
           (glance_overlaps(at) && truth != CONTACT_OVERLAP) ||
           (!glance_is_apart(at) && truth == CONTACT_NO_LIFE) ||
           (glance_is_apart(at) || glance_overlaps(at)) != glance_tells(at);
}

static contact seen_of(const oracle_pair *p)
{
    return motions_glance(p->body_a.radius, &p->a, p->body_b.radius, &p->b, p->tolerance);
}

static bool is_wrongly_seen(contact seen, contact truth)
{
    return seen == CONTACT_OVERLAP ? truth != CONTACT_OVERLAP
                                   : seen == CONTACT_APART && truth == CONTACT_OVERLAP;
}

static void ask_glance(const void *context, answers *all)
{
    const glanced *of = context;
    const glance at = glance_at(&of->a, &of->b, of->tolerance);
    put_count(all, is_wrong(&at, of->truth));
    put_count(all, is_wrongly_seen(seen_of(&of->pair), of->truth));
}

/* Called through a volatile pointer, so that nothing of it is computed in another mode. */
static const volatile questions ask = ask_glance;

static bool prepares(const oracle_pair *p, glanced *made)
{
    pair question;
    *made = (glanced){.pair = *p, .tolerance = p->tolerance};
    if (graze_motion_prepare(&p->body_a, &p->a, &made->a) != GRAZE_OK ||
        graze_motion_prepare(&p->body_b, &p->b, &made->b) != GRAZE_OK ||
        (made->a.kind | made->b.kind) != GRAZE_PREPARED_DISC ||
        pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK)
        return false;
    made->truth = exact_contact(&question);
    return !contact_failed(made->truth);
}

static void what_a_glance_tells_is_true_in_every_mode(void)
{
    const size_t rounds = support_rounds(20000, 100000, 2000000);
    size_t apart = 0, overlap = 0, doubt = 0, fast = 0, seen = 0, shown = 0;
    for (size_t index = 0; index < rounds && shown < 3; index++) {
        oracle_pair p;
        glanced of;
        if (!near_pair(index, &p) || !prepares(&p, &of))
            continue;
        const glance at = glance_at(&of.a, &of.b, of.tolerance);
        apart += glance_is_apart(&at);
        overlap += glance_overlaps(&at);
        doubt += !glance_tells(&at);
        fast += fabs(of.a.vx) > GLANCE_FASTEST / 8;
        const contact told = seen_of(&p);
        seen += told == CONTACT_OVERLAP || told == CONTACT_APART;
        if (!is_wrong(&at, of.truth) && !is_wrongly_seen(told, of.truth) && answers_alike(ask, &of))
            continue;
        printf("/* index %zu */\n", index);
        oracle_print(stdout, &p);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
    CU_ASSERT(apart > rounds / 10);
    CU_ASSERT(overlap > rounds / 10);
    CU_ASSERT(doubt > rounds / 10);
    CU_ASSERT(seen > rounds / 10);
    CU_ASSERT(SUPPORT_ENOUGH(fast > rounds / 100));
}

/* One in the other, which begins within some last bits of the first one's end. */
static oracle_pair meeting_pair(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 903, index);
    oracle_pair made = {.body_a = {.radius = 1}, .body_b = {.radius = 1}};
    made.a.start = random_real(&random, -8, 1);
    made.a.duration = random_real(&random, 1, 2);
    made.a.duration_tail = ldexp(random_real(&random, -1, 1), random_whole(&random, -60, -52));
    made.b.start = made.a.start + made.a.duration;
    made.b.duration = 1;
    for (int i = random_whole(&random, -4, 4); i != 0; i += i < 0 ? 1 : -1)
        made.b.start = nextafter(made.b.start, i < 0 ? -INFINITY : INFINITY);
    return made;
}

static void lives_that_nearly_meet_are_told_in_every_mode(void)
{
    const size_t rounds = support_rounds(5000, 20000, 400000);
    size_t met = 0, shown = 0;
    for (size_t index = 0; index < rounds && shown < 3; index++) {
        const oracle_pair p = meeting_pair(index);
        glanced of;
        if (!prepares(&p, &of))
            continue;
        const glance at = glance_at(&of.a, &of.b, 0);
        met += of.truth == CONTACT_OVERLAP;
        if (glance_overlaps(&at) == (of.truth == CONTACT_OVERLAP) && !is_wrong(&at, of.truth) &&
            !is_wrongly_seen(seen_of(&p), of.truth) && answers_alike(ask, &of))
            continue;
        printf("/* index %zu */\n", index);
        oracle_print(stdout, &p);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
    CU_ASSERT(met > rounds / 4 && met < rounds / 4 * 3);
}

/* A comes near B until its life ends, which is late, or a small difference of great numbers; they
 * reach nearly as far as they are apart then. */
static oracle_pair late_pair(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 905, index);
    const int late = random_whole(&random, 0, 40);
    const double great = ldexp(random_real(&random, 1, 2), late);
    const double life = random_real(&random, 1, 2), since = random_real(&random, 0, 0.5);
    oracle_pair made = {.a = {.velocity = {1, 0, 0}, .duration = life},
                        .b = {.position = {4, 0.5, 0}, .duration = 4}};
    if (random_once_in(&random, 2)) {
        made.b.start = -great;
        made.a.start = since - great;
    } else {
        made.a.start = since;
        made.a.duration = great;
        made.a.duration_tail = life - great;
    }
    const double gone = made.a.duration + made.a.duration_tail;
    const double distance = hypot(4 - gone, 0.5);
    const double off = random_real(&random, -1, 1) * ldexp(1, late - 53);
    made.body_a.radius = made.body_b.radius = 0.5 * distance * (1 + off);
    return made;
}

static void ask_motions(const void *context, answers *all)
{
    const glanced *of = context;
    put_count(all, is_wrongly_seen(seen_of(&of->pair), of->truth));
}

static const volatile questions ask_about_motions = ask_motions;

static void motions_that_end_late_are_told_in_every_mode(void)
{
    const size_t rounds = support_rounds(5000, 20000, 400000);
    size_t overlap = 0, shown = 0;
    for (size_t index = 0; index < rounds && shown < 3; index++) {
        glanced of = {.pair = late_pair(index)};
        const oracle_pair *p = &of.pair;
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, 0, &question),
                              GRAZE_OK);
        of.truth = exact_contact(&question);
        overlap += of.truth == CONTACT_OVERLAP;
        if (!is_wrongly_seen(seen_of(p), of.truth) && answers_alike(ask_about_motions, &of))
            continue;
        printf("/* index %zu */\n", index);
        oracle_print(stdout, p);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
    CU_ASSERT(overlap > rounds / 4 && overlap < rounds / 4 * 3);
}

/* ---- boxes ---------------------------------------------------------------------------------- */

/* Two that leave each other, from nearly as far as they reach; far from the origin, or not. */
static oracle_pair leaving_pair(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 904, index);
    const double unit = ldexp(1, random_whole(&random, -60, 60));
    const double reach = random_real(&random, 1, 2);
    const double off = random_sign(&random) * ldexp(1, random_whole(&random, -53, -20));
    const double x = random_real(&random, -1, 1) * ldexp(1, random_whole(&random, 0, 12));
    const double back = x - random_real(&random, 0, 4), on = x + reach + off;
    const bool upright = random_once_in(&random, 2);
    const graze_vector places[] = {{x * unit, 0, 0}, {back * unit, 0, 0}, {on * unit, 0, 0},
                                   {(on + random_real(&random, 0, 4)) * unit, 0, 0}};
    graze_vector at[4];
    for (int i = 0; i < 4; i++)
        at[i] = upright ? (graze_vector){0, places[i].x, 0} : places[i];
    return (oracle_pair){
        .body_a = {.radius = 0.5 * reach * unit},
        .body_b = {.radius = 0.5 * reach * unit},
        .a = {.form = GRAZE_WAYPOINT, .position = at[0], .to = at[1], .duration = 1},
        .b = {.form = GRAZE_WAYPOINT, .position = at[2], .to = at[3], .duration = 1}};
}

typedef struct boxed {
    oracle_pair pair;
    contact truth;
} boxed;

static void ask_boxes(const void *context, answers *all)
{
    const boxed *of = context;
    const double reach = of->pair.body_a.radius + of->pair.body_b.radius;
    put_count(all, filter_ways_are_apart(&of->pair.a, &of->pair.b, reach) &&
                       of->truth == CONTACT_OVERLAP);
}

static const volatile questions ask_about_boxes = ask_boxes;

static void what_boxes_tell_is_true_in_every_mode(void)
{
    const size_t rounds = support_rounds(5000, 20000, 400000);
    size_t apart = 0, overlap = 0, shown = 0;
    for (size_t index = 0; index < rounds && shown < 3; index++) {
        boxed of = {.pair = leaving_pair(index)};
        const oracle_pair *p = &of.pair;
        const double reach = p->body_a.radius + p->body_b.radius;
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, 0, &question),
                              GRAZE_OK);
        of.truth = exact_contact(&question);
        const bool told = filter_ways_are_apart(&p->a, &p->b, reach);
        apart += told;
        overlap += of.truth == CONTACT_OVERLAP;
        if (!(told && of.truth == CONTACT_OVERLAP) && answers_alike(ask_about_boxes, &of))
            continue;
        printf("/* index %zu */\n", index);
        oracle_print(stdout, p);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
    CU_ASSERT(apart > rounds / 8);
    CU_ASSERT(overlap > rounds / 4);
}

/* Sums of numbers near the largest one are that, or infinite, as the mode has it. */
static void boxes_that_may_have_overflowed_tell_nothing(void)
{
    const graze_motion here = {.form = GRAZE_WAYPOINT, .duration = 1};
    graze_motion there = here;
    there.position.x = there.to.x = 0x1p800;
    CU_ASSERT_TRUE(filter_ways_are_apart(&here, &there, 1));
    there.position.x = there.to.x = 0x1p950;
    CU_ASSERT_FALSE(filter_ways_are_apart(&here, &there, 1));
    there.position.x = there.to.x = 0x1.8p1023;
    CU_ASSERT_FALSE(filter_ways_are_apart(&here, &there, 1));
}

/* A life that ends at 0 and one that begins there: differences of zeros have any sign, which the
 * mode of arithmetic may choose. */
static void lives_that_meet_at_0_are_told_in_every_mode(void)
{
    const double zeros[] = {0, -0.0};
    for (int i = 0; i < 4; i++) {
        const graze_motion first = {.start = -1, .duration = 1};
        const graze_motion second = {.start = zeros[i / 2], .duration = 1};
        oracle_pair p = {.body_a = {.radius = 1}, .body_b = {.radius = 1}, .a = first, .b = second};
        if (i % 2 == 1) {
            p.a = second;
            p.b = first;
        }
        glanced of;
        CU_ASSERT_FATAL(prepares(&p, &of));
        CU_ASSERT_EQUAL(of.truth, CONTACT_NO_LIFE);
        const glance at = glance_at(&of.a, &of.b, 0);
        CU_ASSERT_EQUAL(at.excess, INFINITY);
        CU_ASSERT(answers_alike(ask, &of));
    }
}

/* What is fast and over is, seen from a late life, farther away than any double. */
static void lives_that_are_far_apart_are_told_in_every_mode(void)
{
    oracle_pair p = {.body_a = {.radius = 1},
                     .body_b = {.radius = 1},
                     .a = {.duration = 0x1p-300, .velocity = {0x1p340, 0x1p340, 0}},
                     .b = {.start = 0x1p149, .duration = 1}};
    for (int i = 0; i < 4; i++) {
        glanced of;
        p.b.start = -p.b.start;
        p.a.velocity.y = i < 2 ? 0x1p340 : 0;
        p.b.duration = i == 0 ? 1 : 0x1p100;
        CU_ASSERT_FATAL(prepares(&p, &of));
        CU_ASSERT_EQUAL(of.truth, CONTACT_NO_LIFE);
        CU_ASSERT(answers_alike(ask, &of));
        const glance at = glance_at(&of.a, &of.b, 0);
        CU_ASSERT_EQUAL(at.excess, INFINITY);
    }
}

/* The shortest common life of starts and ends that have a glance, and what is shorter. */
static void the_shortest_lives_are_told_in_every_mode(void)
{
    const double start = 0x1p-960, next = nextafter(start, 1);
    glanced of;
    oracle_pair p = {.body_a = {.radius = 1},
                     .body_b = {.radius = 1},
                     .a = {.start = -1, .duration = 1, .duration_tail = next},
                     .b = {.start = start, .duration = 1}};
    CU_ASSERT_FATAL(prepares(&p, &of));
    CU_ASSERT_EQUAL(of.truth, CONTACT_OVERLAP);
    glance at = glance_at(&of.a, &of.b, 0);
    CU_ASSERT(glance_overlaps(&at));
    at = glance_at(&of.b, &of.a, 0);
    CU_ASSERT(glance_overlaps(&at));
    CU_ASSERT(answers_alike(ask, &of));
    p.b.start = next;
    CU_ASSERT_FATAL(prepares(&p, &of));
    CU_ASSERT_EQUAL(of.truth, CONTACT_NO_LIFE);
    at = glance_at(&of.a, &of.b, 0);
    CU_ASSERT_EQUAL(at.excess, INFINITY);
    CU_ASSERT(answers_alike(ask, &of));
    p.b.start = nextafter(start, 0);
    CU_ASSERT_FALSE(prepares(&p, &of));
    p.b.start = start;
    p.a.duration_tail = nextafter(start, 0);
    CU_ASSERT_FALSE(prepares(&p, &of));
}

/* A speed whose square, or that times a squared distance, is no double any more. */
static void speeds_out_of_range_have_no_glance(void)
{
    const graze_body disc = {.radius = 1};
    graze_motion motion = {.duration = 0x1p-400, .velocity = {GLANCE_FASTEST, 0, 0}};
    graze_prepared prepared;
    CU_ASSERT_EQUAL(graze_motion_prepare(&disc, &motion, &prepared), GRAZE_OK);
    CU_ASSERT_EQUAL(prepared.kind, GRAZE_PREPARED_EXTREME);
    motion.velocity.x = nextafter(GLANCE_FASTEST, 0);
    CU_ASSERT_EQUAL(graze_motion_prepare(&disc, &motion, &prepared), GRAZE_OK);
    CU_ASSERT_EQUAL(prepared.kind, GRAZE_PREPARED_DISC);
}

/* Slow motions lead somewhere in longer times. */
static void times_out_of_range_have_no_glance(void)
{
    const graze_body disc = {.radius = 1};
    const double most = nextafter(GLANCE_LATEST, 0);
    const struct {
        double start, duration;
        graze_prepared_kind kind;
    } lives[] = {{GLANCE_LATEST, 1, GRAZE_PREPARED_EXTREME},
                 {-GLANCE_LATEST, 1, GRAZE_PREPARED_EXTREME},
                 {0, GLANCE_LATEST, GRAZE_PREPARED_EXTREME},
                 {most, 1, GRAZE_PREPARED_DISC},
                 {-most, 1, GRAZE_PREPARED_DISC},
                 {0, most, GRAZE_PREPARED_DISC}};
    for (size_t i = 0; i < sizeof lives / sizeof *lives; i++) {
        const graze_motion motion = {.start = lives[i].start, .duration = lives[i].duration};
        graze_prepared prepared;
        CU_ASSERT_EQUAL(graze_motion_prepare(&disc, &motion, &prepared), GRAZE_OK);
        CU_ASSERT_EQUAL(prepared.kind, lives[i].kind);
    }
}

CU_TestInfo glance_tests[] = {
    SUPPORT_TEST(what_a_glance_tells_is_true_in_every_mode),
    SUPPORT_TEST(what_boxes_tell_is_true_in_every_mode),
    SUPPORT_TEST(boxes_that_may_have_overflowed_tell_nothing),
    SUPPORT_TEST(lives_that_nearly_meet_are_told_in_every_mode),
    SUPPORT_TEST(lives_that_meet_at_0_are_told_in_every_mode),
    SUPPORT_TEST(motions_that_end_late_are_told_in_every_mode),
    SUPPORT_TEST(the_shortest_lives_are_told_in_every_mode),
    SUPPORT_TEST(lives_that_are_far_apart_are_told_in_every_mode),
    SUPPORT_TEST(speeds_out_of_range_have_no_glance),
    SUPPORT_TEST(times_out_of_range_have_no_glance),
    CU_TEST_INFO_NULL,
};
