/* SPDX-License-Identifier: MIT */
/* Every filter against the last stage at every magnitude: pairs of all families whose lengths
 * are scaled by 2^i and whose times by 2^j, over the whole range in which that loses no bit, as
 * often at its rims, and pairs of a few exponents each that have nothing to do with each other.
 * A filter may say nothing; what it says has to be true. */
#include <CUnit/CUnit.h>
#include <fenv.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <graze/unsafe.h>

#include "contact/batch.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_accelerated.h"
#include "contact/filter_dd.h"
#include "contact/filter_general.h"
#include "contact/filter_uniform.h"
#include "contact/glance.h"
#include "contact/motions_glance.h"
#include "contact/uniform_disc_clearance.h"
#include "contact/passing.h"
#include "contact/uniform_disc_ends.h"
#include "contact/uniform_overlap.h"
#include "kernel/stages.h"
#include "geometry/body.h"
#include "kernel/corner_stages.h"
#include "kernel/scaled.h"
#include "kernel/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "support/run.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { SHOWN = 3, DRAWS = 20 };

/* ---- the stages ------------------------------------------------------------------------- */

/* Filters may call lives that do not meet "apart". */
static bool is_contradicted(contact said, contact truth)
{
    return said != CONTACT_UNKNOWN && said != truth &&
           !(said == CONTACT_APART && truth == CONTACT_NO_LIFE);
}

static contact say_plane(const pair *q)
{
    graze_prepared a = filter_prepared(q->radius_a, q->a), b = filter_prepared(q->radius_b, q->b);
    return filter_uniform_contact(&a, &b, q->tolerance);
}

static contact say_glance(const pair *q)
{
    const contact said =
        motions_glance(q->radius_a, q->a, q->radius_b, q->b, q->tolerance);
    return said == CONTACT_CLOSE ? CONTACT_UNKNOWN : said;
}

static contact say_boxes(const pair *q)
{
    const bool ways = q->a->form == GRAZE_WAYPOINT && q->b->form == GRAZE_WAYPOINT;
    return ways && filter_ways_are_apart(q->a, q->b, q->radius_a + q->radius_b) ? CONTACT_APART
                                                                                : CONTACT_UNKNOWN;
}

static contact say_curve(const pair *q)
{
    return filter_accelerated_contact(q->radius_a, q->a, q->radius_b, q->b, q->tolerance);
}

/* A decision of the two motions in another way; what is not an overlap counts as truth has it. */
static contact as_contact(bool exists, contact truth)
{
    return exists ? CONTACT_OVERLAP : truth == CONTACT_OVERLAP ? CONTACT_APART : CONTACT_UNKNOWN;
}

static contact say_prepared(const oracle_pair *p, contact truth)
{
    graze_prepared a, b;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_a, &p->a, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_b, &p->b, &b), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                                   p->tolerance, &exists),
                    GRAZE_OK);
    return as_contact(exists, truth);
}

static contact say_batch(const oracle_pair *p, cpu_instructions level, contact truth)
{
    char memory[64 * 12 * sizeof(double) + 64];
    graze_batch batch;
    uint64_t hits = 0;
    CU_ASSERT_EQUAL(graze_batch_fill(&p->body_b, &p->b, 1, memory, sizeof memory, &batch),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(batch_conflicts_at(level, &p->body_a, &p->a, p->tolerance, &batch, &hits, NULL),
                    GRAZE_OK);
    return as_contact(hits == 1, truth);
}

static bool is_plain(const pair *q)
{
    return q->dimensions == 2 && filter_uniform_applies(q->a) && filter_uniform_applies(q->b);
}

static bool is_curve(const pair *q)
{
    return q->dimensions == 2 && filter_accelerated_is_ready(q->a) &&
           filter_accelerated_is_ready(q->b);
}

static bool meet(const pair *q, contact truth)
{
    return is_plain(q) && truth != CONTACT_NO_LIFE;
}

static const char *discs_differ(const oracle_pair *p, const pair *q, contact truth)
{
    if (is_plain(q) && is_contradicted(say_plane(q), truth))
        return "doubles in the plane";
    if (is_contradicted(say_glance(q), truth))
        return "motions at a glance";
    if (is_plain(q) && is_contradicted(say_boxes(q), truth))
        return "boxes";
    if (is_curve(q) && is_contradicted(say_curve(q), truth))
        return "curves in doubles";
    if (is_contradicted(ball_contact(q), truth))
        return "balls";
    if (is_contradicted(dd_contact(q), truth))
        return "double-doubles";
    if (is_contradicted(say_prepared(p, truth), truth))
        return "prepared";
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        if (is_contradicted(say_batch(p, level, truth), truth))
            return "batch";
    return meet(q, truth) && is_contradicted(passing_contact_of(q), truth)
               ? "ties in double words"
               : NULL;
}

static bool same_clearance(const graze_clearance *x, const graze_clearance *y)
{
    return x->common_life == y->common_life &&
           (!x->common_life ||
            (x->distance == y->distance && x->depth == y->depth && x->time == y->time));
}

static const end_signs OPEN = {SIGN_UNKNOWN, SIGN_UNKNOWN};

/* Ends on one line, of motions and of prepared ones, with and without fused products. */
static bool line_differs(const pair *q, const meeting_interval *truth)
{
    const graze_body body_a = {.radius = q->radius_a}, body_b = {.radius = q->radius_b};
    graze_prepared a, b;
    meeting_interval found;
    pair plain = *q;
    plain.without = QUICK_FUSED;
    if ((uniform_overlap(q, NULL, OPEN, &found) && !stages_same_stretch(&found, truth)) ||
        (uniform_overlap(&plain, NULL, OPEN, &found) && !stages_same_stretch(&found, truth)))
        return true;
    if (graze_motion_prepare(&body_a, q->a, &a) != GRAZE_OK ||
        graze_motion_prepare(&body_b, q->b, &b) != GRAZE_OK ||
        (a.kind | b.kind) != GRAZE_PREPARED_DISC)
        return false;
    return (uniform_overlap_of_prepared(&a, q->a, &b, q->b, q->tolerance, &found) &&
            !stages_same_stretch(&found, truth)) ||
           (uniform_prepared_plain(&a, q->a, &b, q->b, q->tolerance, &found) &&
            !stages_same_stretch(&found, truth));
}

static const char *ends_differ(const pair *q, contact truth)
{
    meeting_interval found;
    contact_part parts[CONTACT_PARTS_MAX], quick[CONTACT_OVERLAPS_MAX];
    size_t count = 0, some = 0;
    graze_clearance clearance, exact;
    bool known = truth == CONTACT_OVERLAP &&
                 exact_parts(q, truth, false, 0, CONTACT_PARTS_MAX, parts, &count) == GRAZE_OK;
    if (known && dd_overlaps(q, quick, &some) && !stages_same_parts(quick, some, parts, count))
        return "ends in double-doubles";
    if (known && count == 1 && line_differs(q, &parts[0].interval))
        return "ends on one line";
    if (known && uniform_disc_overlap(q, &found) &&
        !(count == 1 && stages_same_stretch(&found, &parts[0].interval)))
        return "ends in double words";
    pair plain = *q;
    plain.without = QUICK_FUSED;
    if (known && uniform_disc_overlap(&plain, &found) &&
        !(count == 1 && stages_same_stretch(&found, &parts[0].interval)))
        return "ends in double words without fused products";
    if (exact_clearance(q, &exact) != GRAZE_OK)
        return NULL;
    if (dd_clearance(q, &clearance) && !same_clearance(&clearance, &exact))
        return "clearance in double-doubles";
    return uniform_disc_clearance(q, &clearance) && !same_clearance(&clearance, &exact)
               ? "clearance in double words"
               : NULL;
}

/* The discs round corner a of one body and b of the other, where they overlap; *told counts those
 * whose ends double words tell. */
static const char *corner_differs(const oracle_pair *p, graze_point a, graze_point b, size_t *told)
{
    const graze_body body_a = {p->body_a.radius, &a, 1}, body_b = {p->body_b.radius, &b, 1};
    pair q;
    contact_part part;
    size_t count = 0;
    meeting_interval found;
    if (pair_of(&body_a, &p->a, &body_b, &p->b, p->tolerance, &q) != GRAZE_OK ||
        exact_contact(&q) != CONTACT_OVERLAP || !uniform_disc_overlap_at_corner(&q, a, b, &found))
        return NULL;
    if (exact_parts(&q, CONTACT_OVERLAP, false, 0, 1, &part, &count) != GRAZE_OK)
        return NULL;
    const double_word corner[2] = {dw_sum(b.x, -a.x), dw_sum(b.y, -a.y)};
    meeting_interval on_line;
    const bool known = uniform_overlap(&q, corner, OPEN, &on_line);
    *told += known;
    const bool same = stages_same_stretch(&found, &part.interval) &&
                      (!known || stages_same_stretch(&on_line, &part.interval));
    return same ? NULL : "ends round corners in double words";
}

/* What first contradicts the last stage, or null. Nothing does where that runs out of room. */
static const char *stages_differ(const oracle_pair *p)
{
    pair q;
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &q) != GRAZE_OK)
        return NULL;
    contact truth = exact_contact(&q);
    if (contact_failed(truth))
        return NULL;
    if (q.cornered)
        return corner_stages_differ(&q, truth);
    const char *difference = discs_differ(p, &q, truth);
    return difference != NULL ? difference : ends_differ(&q, truth);
}

/* ---- scaled pairs ------------------------------------------------------------------------- */

static oracle_random random_for(int family, size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 900 + (uint64_t)family, index);
    return random;
}

/* By random powers of two; false when all that are drawn lose bits. */
static bool scale_pair(oracle_random *random, oracle_pair *scaled, int *lengths, int *times)
{
    const oracle_pair original = *scaled;
    for (int draw = 0; draw < DRAWS; draw++) {
        int range = draw < DRAWS / 2 ? 1070 : 500;
        *lengths = random_whole(random, -range, range);
        *times = random_whole(random, -range, range);
        *scaled = original;
        if (oracle_scale_lengths(scaled, *lengths) && oracle_scale_times(scaled, *times))
            return true;
    }
    return false;
}

/* By powers of two from all that lose no bit, the largest and the smallest among them; half the
 * time so that an acceleration is one of the largest doubles, which products take apart no more. */
static void stretch_pair(oracle_random *random, oracle_pair *scaled, int *lengths, int *times)
{
    oracle_bodies bodies = {.pair = *scaled};
    exact_change change = {.lengths = 0};
    unit_ranges ranges = units_of_anything();
    units_narrow(&ranges, &bodies);
    if (random_once_in(random, 2))
        ranges.accelerations.low = ranges.accelerations.high - 40;
    units_draw(&ranges, random, &change);
    change_pair(&bodies, &change);
    *scaled = bodies.pair;
    *lengths = change.lengths;
    *times = change.times;
}

static void stages_agree_on_discs_at_every_scale(void)
{
    const size_t rounds = support_rounds(2000, 4000, 64000);
    for (int family = 0; family < FAMILY_COUNT; family++) {
        size_t shown = 0, count = rounds / oracle_family_cost((oracle_family)family) + 1, asked = 0;
        for (size_t index = 0; index < count && shown < SHOWN; index++) {
            oracle_random random = random_for(family, index);
            oracle_pair asked_about;
            int lengths, times;
            oracle_generate((oracle_family)family, test_seed(), index, &asked_about);
            if (!scale_pair(&random, &asked_about, &lengths, &times))
                continue;
            asked++;
            const char *difference = stages_differ(&asked_about);
            if (difference == NULL)
                continue;
            printf("/* %s, index %zu, 2^%d m, 2^%d s: %s */\n",
                   oracle_family_name((oracle_family)family), index, lengths, times, difference);
            oracle_print(stdout, &asked_about);
            shown++;
        }
        CU_ASSERT_EQUAL(shown, 0);
        CU_ASSERT(asked * 2 > count || family == FAMILY_extreme || family == FAMILY_denormal ||
                  family == FAMILY_mixed_magnitude);
    }
}

/* Moves a's start to an end of its unsafe starts, or by an ulp or two from there: as in a search
 * for such an end, they just touch, or nearly. */
static void start_at_an_end(oracle_random *random, oracle_pair *moved, const graze_workspace *space)
{
    graze_interval starts[GRAZE_UNSAFE_STARTS_MAX];
    size_t count = 0;
    if (graze_unsafe_starts(&moved->body_a, &moved->a, &moved->body_b, &moved->b, moved->tolerance,
                            space, starts, GRAZE_UNSAFE_STARTS_MAX, &count) != GRAZE_OK ||
        count == 0)
        return;
    const graze_interval *chosen = &starts[random_whole(random, 0, (int)count - 1)];
    double end = random_once_in(random, 2) ? chosen->lower : chosen->upper;
    for (int i = random_whole(random, -2, 2); i != 0; i += i < 0 ? 1 : -1)
        end = nextafter(end, i < 0 ? -INFINITY : INFINITY);
    if (isfinite(end))
        moved->a.start = end;
    moved->a.start_tail = 0;
}

/* Squares of times take accelerations to more rims, and what hangs on the last bit goes through
 * all stages. */
static void stages_agree_on_curves_that_nearly_touch_at_the_rims(void)
{
    static mp_limb_t memory[1 << 19];
    const graze_workspace space = {.memory = memory, .size = sizeof memory};
    const size_t rounds = support_rounds(40, 100, 1200);
    for (int family = FAMILY_accelerated; family < FAMILY_COUNT; family++) {
        size_t shown = 0;
        for (size_t index = 0; index < rounds && shown < SHOWN; index++) {
            oracle_random random = random_for(3000 + family, index);
            oracle_pair near;
            oracle_generate((oracle_family)family, test_seed(), index, &near);
            start_at_an_end(&random, &near, &space);
            for (int draw = 0; draw < DRAWS && shown < SHOWN; draw++) {
                oracle_pair asked_about = near;
                int lengths, times;
                stretch_pair(&random, &asked_about, &lengths, &times);
                const char *difference = stages_differ(&asked_about);
                if (difference == NULL)
                    continue;
                printf("/* %s, index %zu, 2^%d m, 2^%d s: %s */\n",
                       oracle_family_name((oracle_family)family), index, lengths, times,
                       difference);
                oracle_print(stdout, &asked_about);
                shown++;
            }
        }
        CU_ASSERT_EQUAL(shown, 0);
    }
}

static void scale_vertices(graze_point *vertices, int exponent, bool *exact)
{
    for (int i = 0; i < ORACLE_VERTICES; i++) {
        graze_point *v = &vertices[i];
        const graze_point scaled = {ldexp(v->x, exponent), ldexp(v->y, exponent)};
        *exact = *exact && ldexp(scaled.x, -exponent) == v->x && isfinite(scaled.x) &&
                 ldexp(scaled.y, -exponent) == v->y && isfinite(scaled.y);
        *v = scaled;
    }
}

static bool scale_bodies(oracle_random *random, oracle_bodies *bodies, int *lengths, int *times)
{
    const oracle_bodies original = *bodies;
    for (int draw = 0; draw < DRAWS; draw++) {
        *bodies = original;
        oracle_bodies_link(bodies);
        bool exact = scale_pair(random, &bodies->pair, lengths, times);
        scale_vertices(bodies->a, *lengths, &exact);
        scale_vertices(bodies->b, *lengths, &exact);
        if (exact)
            return true;
    }
    return false;
}

static void stages_agree_on_corners_at_every_scale(void)
{
    const size_t count = support_rounds(200, 400, 6400);
    for (int family = 0; family < BODY_FAMILY_COUNT; family++) {
        size_t shown = 0;
        for (size_t index = 0; index < count && shown < SHOWN; index++) {
            oracle_random random = random_for(FAMILY_COUNT + family, index);
            static oracle_bodies bodies;
            int lengths, times;
            memset(&bodies, 0, sizeof bodies);
            oracle_generate_bodies((oracle_body_family)family, test_seed(), index, &bodies);
            if (!scale_bodies(&random, &bodies, &lengths, &times))
                continue;
            const char *difference = stages_differ(&bodies.pair);
            if (difference == NULL)
                continue;
            printf("/* %s, index %zu, 2^%d m, 2^%d s: %s */\n",
                   oracle_body_family_name((oracle_body_family)family), index, lengths, times,
                   difference);
            oracle_print_bodies(stdout, &bodies);
            shown++;
        }
        CU_ASSERT_EQUAL(shown, 0);
    }
}

/* Of the motions and radii that discs have, too. */
static const char *any_corner_differs(const oracle_bodies *bodies, size_t *told)
{
    for (size_t i = 0; i == 0 || i < bodies->pair.body_a.vertex_count; i++)
        for (size_t k = 0; k == 0 || k < bodies->pair.body_b.vertex_count; k++) {
            const graze_point a = body_vertex(&bodies->pair.body_a, i);
            const graze_point b = body_vertex(&bodies->pair.body_b, k);
            const char *difference = corner_differs(&bodies->pair, a, b, told);
            if (difference != NULL)
                return difference;
        }
    return NULL;
}

static void ends_round_corners_agree_at_every_scale(void)
{
    const size_t count = support_rounds(400, 1000, 20000);
    size_t shown = 0, told = 0;
    for (int family = 0; family < 2 * BODY_FAMILY_COUNT; family++) {
        for (size_t index = 0; index < count && shown < SHOWN; index++) {
            oracle_random random = random_for(2000 + family, index);
            static oracle_bodies bodies;
            int lengths = 0, times = 0;
            memset(&bodies, 0, sizeof bodies);
            oracle_generate_bodies((oracle_body_family)(family / 2), test_seed(), index, &bodies);
            if (bodies.pair.body_a.radius + bodies.pair.body_b.radius == 0)
                bodies.pair.body_a.radius = 0.5;
            if (family % 2 == 1 && !scale_bodies(&random, &bodies, &lengths, &times))
                continue;
            const char *difference = any_corner_differs(&bodies, &told);
            if (difference == NULL)
                continue;
            printf("/* %s, index %zu, 2^%d m, 2^%d s: %s */\n",
                   oracle_body_family_name((oracle_body_family)(family / 2)), index, lengths,
                   times, difference);
            oracle_print_bodies(stdout, &bodies);
            shown++;
        }
    }
    CU_ASSERT_EQUAL(shown, 0);
    printf(" (%zu told) ", told);
    CU_ASSERT(SUPPORT_ENOUGH(told > 2500));
}

/* ---- wild pairs ----------------------------------------------------------------------------- */

/* Exponents that belong together: most numbers of a pair keep to them. */
typedef struct magnitudes {
    oracle_random random;
    int length, time;
} magnitudes;

static double number_near(magnitudes *w, int exponent)
{
    if (random_once_in(&w->random, 5))
        return 0;
    if (random_once_in(&w->random, 12))
        exponent = random_whole(&w->random, -1074, 1020);
    if (random_once_in(&w->random, 8))
        exponent += random_whole(&w->random, -60, 60);
    double number = random_once_in(&w->random, 2) ? random_real(&w->random, -4, 4)
                                                  : random_short(&w->random, 8, 1);
    number = ldexp(number, exponent);
    return isfinite(number) ? number : 1;
}

static graze_vector vector_near(magnitudes *w, int exponent)
{
    return (graze_vector){number_near(w, exponent), number_near(w, exponent), 0};
}

static graze_motion wild_motion(magnitudes *w)
{
    graze_motion m = {.form = random_once_in(&w->random, 2) ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                      .position = vector_near(w, w->length)};
    bool waypoint = m.form == GRAZE_WAYPOINT;
    m.velocity = vector_near(w, waypoint ? w->length : w->length - w->time);
    if (!waypoint && random_once_in(&w->random, 3))
        m.acceleration = vector_near(w, w->length - 2 * w->time);
    m.start = number_near(w, w->time);
    m.duration = fabs(number_near(w, w->time)) + 0x1p-1074;
    if (random_once_in(&w->random, 8))
        m.duration_tail = ldexp(m.duration, -random_whole(&w->random, 50, 60));
    if (!waypoint && random_once_in(&w->random, 8))
        m.duration = INFINITY;
    return m;
}

static oracle_pair wild_pair(size_t index)
{
    magnitudes w = {.random = random_for(900, index)};
    w.length = random_whole(&w.random, -1070, 1000);
    w.time = random_whole(&w.random, -1070, 1000);
    oracle_pair made = {.a = wild_motion(&w), .b = wild_motion(&w)};
    made.body_a.radius = fabs(number_near(&w, w.length));
    made.body_b.radius = fabs(number_near(&w, w.length));
    if (random_once_in(&w.random, 4))
        made.tolerance = fabs(number_near(&w, w.length));
    return made;
}

static void print_wild(size_t index, const char *difference, const oracle_pair *printed)
{
    const graze_vector *a = &printed->a.acceleration, *b = &printed->b.acceleration;
    printf("/* wild, index %zu: %s; accelerations %a %a, %a %a */\n", index, difference, a->x, a->y,
           b->x, b->y);
    oracle_print(stdout, printed);
}

static void stages_agree_on_wild_discs(void)
{
    const size_t rounds = support_rounds(8000, 20000, 640000);
    size_t shown = 0, told = 0;
    for (size_t index = 0; index < rounds && shown < SHOWN; index++) {
        oracle_pair asked_about = wild_pair(index);
        magnitudes w = {.random = random_for(901, index)};
        const int length = asked_about.a.position.x == 0 ? 0 : ilogb(asked_about.a.position.x);
        const graze_point a = {number_near(&w, length), number_near(&w, length)};
        const graze_point b = {number_near(&w, length), number_near(&w, length)};
        const char *difference = stages_differ(&asked_about);
        if (difference == NULL)
            difference = corner_differs(&asked_about, a, b, &told);
        if (difference == NULL)
            continue;
        print_wild(index, difference, &asked_about);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
}

/* ---- modes of the processor ------------------------------------------------------------------ */

/* What prepared.c asks before anything else. */
static contact say_static(const pair *q)
{
    graze_body body_a = {.radius = q->radius_a}, body_b = {.radius = q->radius_b};
    graze_prepared a, b;
    if (graze_motion_prepare(&body_a, q->a, &a) != GRAZE_OK ||
        graze_motion_prepare(&body_b, q->b, &b) != GRAZE_OK || a.kind != GRAZE_PREPARED_DISC ||
        b.kind != GRAZE_PREPARED_DISC)
        return CONTACT_UNKNOWN;
    const glance at = glance_at(&a, &b, q->tolerance);
    return glance_is_apart(&at)   ? CONTACT_APART
           : glance_overlaps(&at) ? CONTACT_OVERLAP
                                  : CONTACT_UNKNOWN;
}

static contact say_plane_if_ready(const pair *q)
{
    return filter_uniform_is_ready(q->a) && filter_uniform_is_ready(q->b) ? say_plane(q)
                                                                          : CONTACT_UNKNOWN;
}

static contact say_boxes_if_ready(const pair *q)
{
    return filter_uniform_is_ready(q->a) && filter_uniform_is_ready(q->b) ? say_boxes(q)
                                                                          : CONTACT_UNKNOWN;
}

static contact say_curve_if_ready(const pair *q)
{
    return is_curve(q) ? say_curve(q) : CONTACT_UNKNOWN;
}

/* Called through a volatile pointer, so that nothing of it is computed in another mode. */
static contact (*const volatile quick[])(const pair *q) = {say_plane_if_ready, say_boxes_if_ready,
                                                           say_curve_if_ready, say_static,
                                                           say_glance};

enum { ROUNDINGS = 4, QUICK = sizeof quick / sizeof *quick };

static const int roundings[ROUNDINGS] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

/* Subnormal results and operands count as zeros, or do not. */
static void flush_subnormals(bool flush)
{
#ifdef __SSE2__
    const unsigned both = 0x8040;
    _mm_setcsr(flush ? _mm_getcsr() | both : _mm_getcsr() & ~both);
#else
    (void)flush;
#endif
}

static const char *modes_differ(const oracle_pair *p)
{
    pair q;
    contact said[2][ROUNDINGS][QUICK];
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &q) != GRAZE_OK ||
        q.dimensions != 2)
        return NULL;
    for (int flush = 0; flush < 2; flush++)
        for (int i = 0; i < ROUNDINGS; i++) {
            fesetround(roundings[i]);
            flush_subnormals(flush == 1);
            for (size_t k = 0; k < QUICK; k++)
                said[flush][i][k] = quick[k](&q);
            flush_subnormals(false);
            fesetround(FE_TONEAREST);
        }
    contact truth = exact_contact(&q);
    for (int i = 0; i < 2 * ROUNDINGS * (int)QUICK && !contact_failed(truth); i++)
        if (is_contradicted(((const contact *)said)[i], truth)) {
            static char what[64];
            snprintf(what, sizeof what, "flushed %d, rounding %d, filter %d",
                     i / (ROUNDINGS * (int)QUICK), i / (int)QUICK % ROUNDINGS, i % (int)QUICK);
            return what;
        }
    return NULL;
}

static void filters_in_the_plane_hold_in_every_mode_of_the_processor(void)
{
    const size_t rounds = support_rounds(1000, 2000, 32000);
    for (int family = 0; family < FAMILY_COUNT; family++) {
        size_t shown = 0;
        for (size_t index = 0; index < rounds && shown < SHOWN; index++) {
            oracle_random random = random_for(2000 + family, index);
            oracle_pair asked_about;
            int lengths = 0, times = 0;
            oracle_generate((oracle_family)family, test_seed(), index, &asked_about);
            if (index % 2 == 1 && !scale_pair(&random, &asked_about, &lengths, &times))
                continue;
            const char *difference = modes_differ(&asked_about);
            if (difference == NULL)
                continue;
            printf("/* %s, index %zu, 2^%d m, 2^%d s: %s */\n",
                   oracle_family_name((oracle_family)family), index, lengths, times, difference);
            oracle_print(stdout, &asked_about);
            shown++;
        }
        CU_ASSERT_EQUAL(shown, 0);
    }
}

static void filters_hold_for_wild_discs_in_every_mode(void)
{
    const size_t rounds = support_rounds(8000, 20000, 640000);
    size_t shown = 0;
    for (size_t index = 0; index < rounds && shown < SHOWN; index++) {
        oracle_pair asked_about = wild_pair(index);
        const char *difference = modes_differ(&asked_about);
        if (difference == NULL)
            continue;
        print_wild(index, difference, &asked_about);
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 0);
}

CU_TestInfo scaled_stage_tests[] = {
    SUPPORT_TEST(stages_agree_on_discs_at_every_scale),
    SUPPORT_TEST(stages_agree_on_curves_that_nearly_touch_at_the_rims),
    SUPPORT_TEST(stages_agree_on_corners_at_every_scale),
    SUPPORT_TEST(ends_round_corners_agree_at_every_scale),
    SUPPORT_TEST(stages_agree_on_wild_discs),
    SUPPORT_TEST(filters_in_the_plane_hold_in_every_mode_of_the_processor),
    SUPPORT_TEST(filters_hold_for_wild_discs_in_every_mode),
    CU_TEST_INFO_NULL,
};
