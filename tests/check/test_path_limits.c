/* SPDX-License-Identifier: MIT */
/* Speeds, accelerations, jumps and borders against a twin in rational numbers: graze_path_excesses
 * passes over in doubles what is certainly within the limits, and must be right where it does,
 * from the least double to the greatest and with limits an ulp away from the truth. */
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

#include <graze/path.h>

#include "oracle/random.h"
#include "oracle/rational.h"
#include "support/run.h"

enum { SEED = 20261122, AXES = 3 };

/* ---- the twin ------------------------------------------------------------------------------ */

static void clear_all(mpq_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        mpq_clear(numbers[i]);
}

static void init_all(mpq_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        mpq_init(numbers[i]);
}

static void axis_of(const graze_motion *m, int axis, double out[4])
{
    const graze_vector *from[] = {&m->position, &m->to, &m->velocity, &m->acceleration};
    for (int i = 0; i < 4; i++)
        out[i] = axis == 0 ? from[i]->x : axis == 1 ? from[i]->y : from[i]->z;
}

/* Along one axis: p + v u + a u^2/2 for u in [0, d]. */
typedef enum part { P, V, A, D, PARTS } part;

static void set_axis(mpq_t q[PARTS], const graze_motion *m, int axis)
{
    double from[4];
    bool between = m->form != GRAZE_KINEMATIC;
    axis_of(m, axis, from);
    mpq_set_d(q[P], from[0]);
    mpq_set_d(q[V], between ? 0 : from[2]);
    mpq_set_d(q[A], between ? 0 : from[3]);
    mpq_set_d(q[D], 0);
    if (isinf(m->duration))
        return;
    rational_sum(q[D], m->duration, m->duration_tail);
    if (!between)
        return;
    mpq_t mean, share;
    mpq_inits(mean, share, NULL);
    rational_sum(mean, from[1], -from[0]);
    mpq_div(mean, mean, q[D]);
    mpq_set_d(share, m->form == GRAZE_RAMP ? m->share : 1);
    mpq_mul(q[V], mean, share);
    mpq_sub(q[A], mean, q[V]); /* the mean speed less that at the start, twice per duration */
    mpq_div(q[A], q[A], q[D]);
    mpq_mul_2exp(q[A], q[A], 1);
    mpq_clears(mean, share, NULL);
}

/* The velocity at the start and at the end, and the acceleration. */
typedef struct facts {
    mpq_t start[AXES], end[AXES], gain[AXES];
} facts;

static void find_facts(facts *f, const graze_motion *m)
{
    mpq_t q[PARTS];
    init_all(q, PARTS);
    init_all(f->start, AXES);
    init_all(f->end, AXES);
    init_all(f->gain, AXES);
    for (int i = 0; i < AXES; i++) {
        set_axis(q, m, i);
        mpq_set(f->start[i], q[V]);
        mpq_set(f->gain[i], q[A]);
        mpq_mul(f->end[i], q[A], q[D]);
        mpq_add(f->end[i], f->end[i], q[V]);
    }
    clear_all(q, PARTS);
}

static void drop_facts(facts *f)
{
    clear_all(f->start, AXES);
    clear_all(f->end, AXES);
    clear_all(f->gain, AXES);
}

/* |v - w|^2; w may be null. */
static void set_square(mpq_t sum, mpq_t *v, mpq_t *w)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_d(sum, 0);
    for (int i = 0; i < AXES; i++) {
        mpq_set(term, v[i]);
        if (w != NULL)
            mpq_sub(term, term, w[i]);
        mpq_mul(term, term, term);
        mpq_add(sum, sum, term);
    }
    mpq_clear(term);
}

/* square > limit^2 */
static bool is_over(const mpq_t square, double limit)
{
    mpq_t most;
    if (isinf(limit))
        return false;
    mpq_init(most);
    mpq_set_d(most, limit);
    mpq_mul(most, most, most);
    bool over = mpq_cmp(square, most) > 0;
    mpq_clear(most);
    return over;
}

/* ---- two motions --------------------------------------------------------------------------- */

static double clamp(double x)
{
    return fmax(fmin(x, DBL_MAX), -DBL_MAX);
}

/* A double near the root of a rational number. */
static double rough_root(const mpq_t square)
{
    mpf_t root;
    long exponent;
    mpf_init2(root, 192);
    mpf_set_q(root, square);
    mpf_sqrt(root, root);
    double fraction = mpf_get_d_2exp(&exponent, root);
    mpf_clear(root);
    return clamp(ldexp(fraction, (int)exponent));
}

/* The value, or one by it: some ulps away, a share of it, or something else. */
static double near(oracle_random *random, double value)
{
    double share = ldexp(random_real(random, 1, 2), -random_whole(random, 20, 53));
    switch (random_whole(random, 0, 9)) {
    case 0:
    case 1:
        return value;
    case 2:
        return clamp(nextafter(value, INFINITY));
    case 3:
        return nextafter(value, 0);
    case 4:
        return clamp(value * (1 + share));
    case 5:
        return value * (1 - share);
    case 6:
        return clamp(value * random_real(random, 0, 4));
    case 7:
        return nextafter(nextafter(value, 0), 0);
    case 8:
        return 0x1p-1074;
    default:
        return 0;
    }
}

/* Human sizes, whole numbers, the whole range, the least, the greatest. */
static double some_number(oracle_random *random, int family)
{
    static const int low[] = {-6, 0, -1074, -1074, 1000}, high[] = {6, 0, 1023, -1000, 1023};
    if (family == 1)
        return random_short(random, 5, 2);
    double size = ldexp(random_real(random, 1, 2), random_whole(random, low[family], high[family]));
    return random_sign(random) * size;
}

static graze_vector some_vector(oracle_random *random, int family)
{
    graze_vector v = {some_number(random, family), some_number(random, family), 0};
    if (random_once_in(random, 3))
        v.z = some_number(random, family);
    if (random_once_in(random, 4))
        v.y = 0;
    return v;
}

/* What changes a velocity by about as much as it is, in so long a time. */
static graze_vector matching(oracle_random *random, graze_vector velocity, double duration)
{
    graze_vector a = some_vector(random, random_whole(random, 0, 1));
    double scale = fmax(fabs(velocity.x), fabs(velocity.y));
    if (scale == 0 || !(duration > 0))
        return a;
    int exponent = ilogb(scale) - ilogb(duration);
    return (graze_vector){ldexp(a.x, exponent), ldexp(a.y, exponent), ldexp(a.z, exponent)};
}

static bool some_motion(oracle_random *random, int family, graze_motion *m)
{
    int of_time = random_once_in(random, 2) ? random_whole(random, 0, 4) : family == 1;
    double start = random_once_in(random, 3) ? 0 : some_number(random, of_time);
    double end = start + fabs(some_number(random, of_time));
    graze_vector from = some_vector(random, family), to = some_vector(random, family);
    if (random_once_in(random, 8))
        to = from;
    switch (random_whole(random, 0, 2)) {
    case 0:
        return graze_motion_waypoint(from, to, start, end, m) == GRAZE_OK;
    case 1:
        return graze_motion_ramp(from, to, start, end, random_short(random, 4, 2) + 1, m) ==
               GRAZE_OK;
    default:
        return graze_motion_kinematic(from, to,
                                      random_once_in(random, 2)
                                          ? matching(random, to, end - start)
                                          : some_vector(random, family),
                                      start, end - start, m) == GRAZE_OK;
    }
}

/* Has it a life, so that it is looked at, and an end? */
static bool is_alive(const graze_motion *m)
{
    return m->duration > 0 && isfinite(m->duration);
}

/* A motion that goes on as the one before ends, or nearly. */
static void follow(oracle_random *random, facts *before, const graze_motion *m, graze_motion *next)
{
    double v[AXES];
    for (int i = 0; i < AXES; i++) {
        v[i] = clamp(mpq_get_d(before->end[i]));
        if (random_once_in(random, 3))
            v[i] = clamp(nextafter(v[i], random_sign(random) * INFINITY));
    }
    if (!random_once_in(random, 3))
        *next = (graze_motion){.form = GRAZE_KINEMATIC,
                               .start = m->start,
                               .duration = 1,
                               .velocity = {v[0], v[1], v[2]}};
}

/* ---- speed, acceleration, jump ------------------------------------------------------------- */

typedef struct verdicts {
    bool fast[2], strong[2], jumps;
} verdicts;

static bool take(void *context, const graze_path_excess *excess)
{
    verdicts *found = context;
    if (excess->limit == GRAZE_PATH_SPEED)
        found->fast[excess->motion] = true;
    else if (excess->limit == GRAZE_PATH_ACCELERATION)
        found->strong[excess->motion] = true;
    else
        found->jumps = true;
    return true;
}

/* Chooses limits near what motion `about` has, and says what is beyond them. */
static void ask_twin(oracle_random *random, facts both[2], graze_path_limits *limits,
                     verdicts *wanted)
{
    int about = random_whole(random, 0, 1);
    mpq_t s[6]; /* per motion: speed at the start, at the end, acceleration */
    mpq_t jump;
    init_all(s, 6);
    mpq_init(jump);
    for (int i = 0; i < 2; i++) {
        set_square(s[3 * i], both[i].start, NULL);
        set_square(s[3 * i + 1], both[i].end, NULL);
        set_square(s[3 * i + 2], both[i].gain, NULL);
    }
    set_square(jump, both[1].start, both[0].end);
    limits->speed = near(random, rough_root(s[3 * about + random_whole(random, 0, 1)]));
    limits->acceleration = near(random, rough_root(s[3 * about + 2]));
    limits->jump = near(random, rough_root(jump));
    for (int i = 0; i < 2; i++) {
        wanted->fast[i] = is_over(s[3 * i], limits->speed) || is_over(s[3 * i + 1], limits->speed);
        wanted->strong[i] = is_over(s[3 * i + 2], limits->acceleration);
    }
    wanted->jumps = is_over(jump, limits->jump);
    clear_all(s, 6);
    mpq_clear(jump);
}

static bool same(const verdicts *a, const verdicts *b)
{
    return a->fast[0] == b->fast[0] && a->fast[1] == b->fast[1] && a->strong[0] == b->strong[0] &&
           a->strong[1] == b->strong[1] && a->jumps == b->jumps;
}

static void print_motion(const graze_motion *m)
{
    printf("    form %d, %a for %a + %a: %a %a %a to %a %a %a, v %a %a %a, a %a %a %a, share %a\n",
           (int)m->form, m->start, m->duration, m->duration_tail, m->position.x, m->position.y,
           m->position.z, m->to.x, m->to.y, m->to.z, m->velocity.x, m->velocity.y, m->velocity.z,
           m->acceleration.x, m->acceleration.y, m->acceleration.z, m->share);
}

/* False, and the question printed, when the answers differ. */
static bool agrees(oracle_random *random, size_t round)
{
    int family = random_whole(random, 0, 4);
    graze_motion m[2];
    facts both[2];
    graze_path_limits limits = {0, 0, 0, {-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    verdicts wanted = {.jumps = false}, found = {.jumps = false};
    for (int i = 0; i < 2; i++)
        if (!some_motion(random, family, &m[i]) || !is_alive(&m[i]))
            return true;
    find_facts(&both[0], &m[0]);
    follow(random, &both[0], &m[0], &m[1]);
    find_facts(&both[1], &m[1]);
    ask_twin(random, both, &limits, &wanted);
    CU_ASSERT_EQUAL(
        graze_path_excesses(&(graze_trajectory){.motions = m, .count = 2}, &limits, take, &found),
        GRAZE_OK);
    drop_facts(&both[0]);
    drop_facts(&both[1]);
    if (same(&wanted, &found))
        return true;
    printf("\n  seed %d, round %zu: fast %d %d, strong %d %d, jumps %d, and not so\n", SEED, round,
           wanted.fast[0], wanted.fast[1], wanted.strong[0], wanted.strong[1], wanted.jumps);
    printf("    limits %a %a %a\n", limits.speed, limits.acceleration, limits.jump);
    print_motion(&m[0]);
    print_motion(&m[1]);
    return false;
}

static void what_exceeds_a_limit_is_what_the_rational_twin_says(void)
{
    size_t rounds = support_rounds(40000, 110000, 2000000);
    bool agree = true;
    for (size_t i = 0; i < rounds && agree; i++) {
        oracle_random random;
        random_begin(&random, SEED, 1, i);
        agree = agrees(&random, i);
    }
    CU_ASSERT_TRUE(agree);
}

/* ---- the box ------------------------------------------------------------------------------- */

/* The greatest of p + v u + a u^2/2 in the closed life, or the least. */
static void set_extreme(mpq_t out, mpq_t q[PARTS], bool greatest)
{
    mpq_t u, place;
    mpq_inits(u, place, NULL);
    mpq_set(out, q[P]);
    for (int i = 0; i < 2; i++) {
        mpq_set(u, q[D]);
        if (i == 1) { /* where it turns back */
            if (mpq_sgn(q[A]) == 0)
                break;
            mpq_div(u, q[V], q[A]);
            mpq_neg(u, u);
            if (mpq_sgn(u) < 0 || mpq_cmp(u, q[D]) > 0)
                break;
        }
        mpq_mul(place, q[A], u);
        mpq_div_2exp(place, place, 1);
        mpq_add(place, place, q[V]);
        mpq_mul(place, place, u);
        mpq_add(place, place, q[P]);
        if ((mpq_cmp(place, out) > 0) == greatest)
            mpq_set(out, place);
    }
    mpq_clears(u, place, NULL);
}

/* A border near an extreme; is the extreme beyond? */
static bool choose_border(oracle_random *random, const mpq_t extreme, bool greatest, double *border)
{
    mpq_t at;
    double rough = clamp(mpq_get_d(extreme));
    *border = random_once_in(random, 4) ? (greatest ? INFINITY : -INFINITY)
                                        : copysign(near(random, fabs(rough)), rough);
    if (isinf(*border))
        return false;
    mpq_init(at);
    mpq_set_d(at, *border);
    int order = mpq_cmp(extreme, at);
    mpq_clear(at);
    return greatest ? order > 0 : order < 0;
}

static bool take_any(void *context, const graze_path_excess *excess)
{
    CU_ASSERT_EQUAL(excess->limit, GRAZE_PATH_BOX);
    *(bool *)context = true;
    return true;
}

static bool box_agrees(oracle_random *random, size_t round)
{
    graze_motion m;
    if (!some_motion(random, random_whole(random, 0, 4), &m) || !is_alive(&m))
        return true;
    bool wanted = false, found = false;
    double borders[4]; /* low x, high x, low y, high y */
    mpq_t q[PARTS], extreme;
    init_all(q, PARTS);
    mpq_init(extreme);
    for (int i = 0; i < 4; i++) {
        set_axis(q, &m, i / 2);
        set_extreme(extreme, q, i % 2 == 1);
        wanted |= choose_border(random, extreme, i % 2 == 1, &borders[i]);
    }
    clear_all(q, PARTS);
    mpq_clear(extreme);
    const graze_path_limits limits = {INFINITY, INFINITY, INFINITY, {borders[0], borders[2]},
                                      {borders[1], borders[3]}};
    CU_ASSERT_EQUAL(graze_path_excesses(&(graze_trajectory){.motions = &m, .count = 1}, &limits,
                                        take_any, &found),
                    GRAZE_OK);
    if (wanted == found)
        return true;
    printf("\n  seed %d, round %zu: leaves %d, and not so\n    x from %a to %a, y from %a to %a\n",
           SEED, round, wanted, borders[0], borders[1], borders[2], borders[3]);
    print_motion(&m);
    return false;
}

static void who_leaves_the_box_is_who_the_rational_twin_says(void)
{
    size_t rounds = support_rounds(20000, 110000, 2000000);
    bool agree = true;
    for (size_t i = 0; i < rounds && agree; i++) {
        oracle_random random;
        random_begin(&random, SEED, 2, i);
        agree = box_agrees(&random, i);
    }
    CU_ASSERT_TRUE(agree);
}

CU_TestInfo path_limit_tests[] = {
    SUPPORT_TEST(what_exceeds_a_limit_is_what_the_rational_twin_says),
    SUPPORT_TEST(who_leaves_the_box_is_who_the_rational_twin_says),
    CU_TEST_INFO_NULL,
};
