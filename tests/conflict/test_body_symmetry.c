/* SPDX-License-Identifier: MIT */
/* Bodies with corners look the same in a mirror, in other units, at another time and with
 * their names exchanged: all answers, at constant velocity and accelerated. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle/body_pairs.h"
#include "oracle/body_shapes.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { CAPACITY = 64 };

typedef struct interval_list {
    graze_status status;
    size_t count;
    graze_interval at[CAPACITY];
} interval_list;

typedef struct answers {
    graze_status status; /* of the verdict and the clearance */
    graze_verdict verdict;
    graze_clearance clearance;
    interval_list conflicts, starts, speeds;
} answers;

static bool is_accelerated(const graze_motion *m)
{
    return m->form == GRAZE_KINEMATIC && (m->acceleration.x != 0 || m->acceleration.y != 0);
}

static bool is_uniform(const oracle_pair *p)
{
    return !is_accelerated(&p->a) && !is_accelerated(&p->b);
}

static graze_workspace workspace;

/* Accelerated unsafe starts take their time: they are asked for on demand. */
static void ask(const oracle_pair *p, bool starts, answers *given)
{
    *given = (answers){.verdict = GRAZE_CLEAR};
    given->status = graze_conflict_verdict(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                           &given->verdict);
    if (given->status == GRAZE_OK)
        given->status =
            graze_conflict_clearance(&p->body_a, &p->a, &p->body_b, &p->b, &given->clearance);
    interval_list *conflicts = &given->conflicts, *speeds = &given->speeds;
    conflicts->status =
        graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                 conflicts->at, CAPACITY, &conflicts->count);
    if (starts)
        given->starts.status =
            graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &workspace,
                                given->starts.at, CAPACITY, &given->starts.count);
    speeds->status = graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                         speeds->at, &speeds->count);
}

/* ---- how answers may differ -------------------------------------------------------------- */

/* What a change does to lengths, times and speeds: factors that are powers of two, and a
 * shift of all times. */
typedef struct change {
    double length, time, shift;
} change;

/* A moved end is rounded anew: it may be either double beside the moved one. */
static bool is_moved(double before, double after, const change *by)
{
    double moved = before * by->time;
    if (by->shift == 0 || isinf(before))
        return moved == after;
    double beside = nextafter(before, before < by->shift ? -INFINITY : INFINITY);
    double slack = fabs(beside - before) + fabs(nextafter(after, INFINITY) - after);
    return fabs(after - (before + by->shift)) <= 2 * slack;
}

static bool lists_agree(const interval_list *before, const interval_list *after, const change *by)
{
    if (before->status != after->status || before->count != after->count)
        return false;
    for (size_t i = 0; before->status == GRAZE_OK && i < before->count; i++)
        if (!is_moved(before->at[i].lower, after->at[i].lower, by) ||
            !is_moved(before->at[i].upper, after->at[i].upper, by))
            return false;
    return true;
}

static bool clearances_agree(const graze_clearance *before, const graze_clearance *after,
                             const change *by)
{
    return before->common_life == after->common_life &&
           (!before->common_life || (before->depth * by->length == after->depth &&
                                     before->distance * by->length == after->distance &&
                                     is_moved(before->time, after->time, by)));
}

static const char *differ(const answers *before, const answers *after, const change *by)
{
    static const change none = {1, 1, 0};
    if (before->status != after->status || before->verdict != after->verdict)
        return "the verdict";
    if (before->status == GRAZE_OK && !clearances_agree(&before->clearance, &after->clearance, by))
        return "the clearance";
    if (!lists_agree(&before->conflicts, &after->conflicts, by))
        return "the conflicts";
    if (!lists_agree(&before->starts, &after->starts, by))
        return "the unsafe starts";
    return lists_agree(&before->speeds, &after->speeds, &none) ? NULL : "the unsafe speeds";
}

/* ---- every family ------------------------------------------------------------------------- */

static size_t accelerated_starts; /* lists that were not empty */

/* What is wrong with pair i, if anything; `starts`: its unsafe starts are asked for. */
typedef const char *(*property)(const oracle_bodies *bodies, bool starts, size_t i);

/* Of accelerated pairs the unsafe starts are asked for once in a while. */
static void hold(property find_fault)
{
    static oracle_bodies bodies;
    const size_t rounds = support_rounds(16, 64, 2000), every = support_rounds(8, 20, 40);
    size_t wrong = 0;
    workspace.size = graze_workspace_size() * 2;
    workspace.memory = malloc(workspace.size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(workspace.memory);
    accelerated_starts = 0;
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < rounds && wrong < 3; i++) {
            oracle_generate_bodies(family, 51, i, &bodies);
            bool starts = is_uniform(&bodies.pair) || i % every == 0;
            const char *fault = find_fault(&bodies, starts, i);
            if (fault == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n", oracle_body_family_name(family), i, fault);
            oracle_print_bodies(stdout, &bodies);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(accelerated_starts > 0);
    free(workspace.memory);
}

/* Changes a pair without rounding; false where that cannot be. */
typedef bool (*changing)(oracle_bodies *bodies, size_t i, change *by);

static const char *find_change(const oracle_bodies *bodies, bool starts, changing change_it,
                               size_t i)
{
    static oracle_bodies changed;
    static answers before, after;
    change by = {1, 1, 0};
    changed = *bodies;
    oracle_bodies_link(&changed);
    if (!change_it(&changed, i, &by))
        return NULL;
    ask(&bodies->pair, starts, &before);
    ask(&changed.pair, starts, &after);
    accelerated_starts += !is_uniform(&bodies->pair) && before.starts.count > 0;
    return differ(&before, &after, &by);
}

/* ---- mirror and turn ---------------------------------------------------------------------- */

typedef void (*point_change)(double *x, double *y);

static void mirror(double *x, double *y)
{
    (void)y;
    *x = -*x;
}

static void turn(double *x, double *y)
{
    double was = *x;
    *x = -*y;
    *y = was;
}

static void change_motion(graze_motion *m, point_change by)
{
    by(&m->position.x, &m->position.y);
    by(&m->velocity.x, &m->velocity.y); /* or `to` */
    by(&m->acceleration.x, &m->acceleration.y);
}

static void change_all(oracle_bodies *bodies, point_change by, bool reversed)
{
    for (int which = 0; which < 2; which++) {
        body_shape s = body_shape_of(bodies, which);
        size_t count = s.body->vertex_count;
        for (size_t i = 0; i < count; i++)
            by(&s.vertex[i].x, &s.vertex[i].y);
        for (size_t i = 0; reversed && i < count / 2; i++) {
            graze_point kept = s.vertex[i];
            s.vertex[i] = s.vertex[count - 1 - i];
            s.vertex[count - 1 - i] = kept;
        }
    }
    change_motion(&bodies->pair.a, by);
    change_motion(&bodies->pair.b, by);
}

static bool mirrored(oracle_bodies *bodies, size_t i, change *by)
{
    (void)i;
    (void)by;
    change_all(bodies, mirror, true);
    return true;
}

static bool turned(oracle_bodies *bodies, size_t i, change *by)
{
    (void)i;
    (void)by;
    change_all(bodies, turn, false);
    return true;
}

static const char *mirror_changes(const oracle_bodies *bodies, bool starts, size_t i)
{
    return find_change(bodies, starts, mirrored, i);
}

static void a_mirror_changes_nothing(void) { hold(mirror_changes); }

static const char *turn_changes(const oracle_bodies *bodies, bool starts, size_t i)
{
    return find_change(bodies, starts, turned, i);
}

static void a_quarter_turn_changes_nothing(void) { hold(turn_changes); }

/* ---- units --------------------------------------------------------------------------------- */

/* Answers that a double holds in the one unit only are left out with the pairs of tiny or
 * huge numbers. */
static bool is_plain(const oracle_bodies *bodies)
{
    const graze_motion *motions[] = {&bodies->pair.a, &bodies->pair.b};
    for (int i = 0; i < 2; i++) {
        const graze_motion *m = motions[i];
        const double numbers[] = {m->position.x,     m->position.y,     m->velocity.x,
                                  m->velocity.y,     m->acceleration.x, m->acceleration.y,
                                  m->start,          m->duration};
        for (int k = 0; k < 8; k++)
            if (numbers[k] != 0 && isfinite(numbers[k]) &&
                !(fabs(numbers[k]) > 0x1p-300 && fabs(numbers[k]) < 0x1p300))
                return false;
    }
    return true;
}

static bool in_other_lengths(oracle_bodies *bodies, size_t i, change *by)
{
    int exponent = (int)(i % 41) - 20;
    by->length = ldexp(1, exponent);
    return is_plain(bodies) && oracle_scale_lengths(&bodies->pair, exponent) &&
           body_scale(body_shape_of(bodies, 0), exponent) &&
           body_scale(body_shape_of(bodies, 1), exponent);
}

static bool in_other_times(oracle_bodies *bodies, size_t i, change *by)
{
    int exponent = (int)(i % 41) - 20;
    by->time = ldexp(1, exponent);
    return is_plain(bodies) && oracle_scale_times(&bodies->pair, exponent);
}

static const char *lengths_change(const oracle_bodies *bodies, bool starts, size_t i)
{
    return find_change(bodies, starts, in_other_lengths, i);
}

static void other_units_of_length_scale_lengths_alone(void) { hold(lengths_change); }

static const char *times_change(const oracle_bodies *bodies, bool starts, size_t i)
{
    return find_change(bodies, starts, in_other_times, i);
}

static void other_units_of_time_scale_times_alone(void) { hold(times_change); }

/* ---- another time -------------------------------------------------------------------------- */

static bool at_another_time(oracle_bodies *bodies, size_t i, change *by)
{
    static const double shifts[] = {1, -8, 0.375, 1024, -0x1p-20, 1e6, 0x1p40, 0.1};
    by->shift = shifts[i % (sizeof shifts / sizeof *shifts)];
    return is_plain(bodies) && oracle_shift_starts(&bodies->pair, by->shift);
}

static const char *shift_changes(const oracle_bodies *bodies, bool starts, size_t i)
{
    return find_change(bodies, starts, at_another_time, i);
}

static void another_time_moves_times_alone(void) { hold(shift_changes); }

/* ---- names exchanged ------------------------------------------------------------------------ */

/* a may start at s when b starts at 0, as b may start at -s when a starts at 0. */
static const char *exchanging_changes(const oracle_bodies *bodies, bool starts, size_t number)
{
    static answers given, exchanged;
    static const change none = {1, 1, 0};
    oracle_pair p = bodies->pair;
    (void)number;
    p.a.start = p.a.start_tail = p.b.start = p.b.start_tail = 0;
    const oracle_pair other = {p.body_b, p.body_a, p.b, p.a, p.tolerance};
    ask(&p, starts, &given);
    ask(&other, starts, &exchanged);
    interval_list reversed = {exchanged.starts.status, exchanged.starts.count, {{0, 0}}};
    for (size_t i = 0; i < reversed.count; i++) {
        graze_interval end = exchanged.starts.at[reversed.count - 1 - i];
        reversed.at[i] = (graze_interval){-end.upper, -end.lower};
    }
    exchanged.starts = reversed;
    exchanged.speeds = given.speeds; /* who drives faster does matter */
    accelerated_starts += !is_uniform(&p) && given.starts.count > 0;
    return differ(&given, &exchanged, &none);
}

static void exchanged_names_turn_unsafe_starts_round(void) { hold(exchanging_changes); }

CU_TestInfo body_symmetry_tests[] = {
    SUPPORT_TEST(a_mirror_changes_nothing),
    SUPPORT_TEST(a_quarter_turn_changes_nothing),
    SUPPORT_TEST(other_units_of_length_scale_lengths_alone),
    SUPPORT_TEST(other_units_of_time_scale_times_alone),
    SUPPORT_TEST(another_time_moves_times_alone),
    SUPPORT_TEST(exchanged_names_turn_unsafe_starts_round),
    CU_TEST_INFO_NULL,
};
