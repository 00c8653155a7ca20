/* SPDX-License-Identifier: MIT */
/* The public split of two actions: every pair of actions that both constraints forbid is in
 * conflict, as the kernel decides from motions made for it, and each forbids what is done now. */
#include <graze/split.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stdio.h>

#include "instance.h"
#include "support/run.h"

enum { TRIES = 6 };

static _Alignas(16) unsigned char work_memory[1 << 18];
static const graze_workspace work = {.memory = work_memory, .size = sizeof work_memory};

/* Two actions, all of whose times are whole ticks. */
typedef struct question {
    uint64_t seed;
    graze_lattice lattice;
    graze_body bodies[2];
    graze_motion motions[2];
    double tolerance;
    graze_split_reasoning reasoning;
} question;

static uint64_t dice(question *q, uint64_t sides)
{
    return instance_random(&q->seed) % sides;
}

static bool stays(const graze_motion *m)
{
    return m->form != GRAZE_KINEMATIC && m->position.x == m->to.x && m->position.y == m->to.y;
}

static double end_of(const graze_motion *m)
{
    return m->start + m->duration;
}

static graze_motion motion_between(graze_vector from, graze_vector to, double start, double end)
{
    graze_motion made;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, end, &made), GRAZE_OK);
    return made;
}

/* Ticks of a few lengths: so coarse that a move takes some of them, or so fine that doubles
 * between them are rare. */
static const int tick_exponents[] = {0, -3, -12, -40};

static double some_ticks(question *q, uint64_t most)
{
    return (double)dice(q, most + 1) * q->lattice.tick;
}

static graze_vector some_place(question *q)
{
    return (graze_vector){(double)dice(q, 17) / 8 - 1, (double)dice(q, 17) / 8 - 1, 0};
}

/* A stay, a last stay, a move, a ramp or an accelerated motion. */
static graze_motion draw_action(question *q)
{
    uint64_t fine = (uint64_t)(2 / q->lattice.tick);
    double start = some_ticks(q, fine), end = start + q->lattice.tick + some_ticks(q, fine);
    graze_vector from = some_place(q), to = some_place(q);
    graze_motion made;
    switch (dice(q, 6)) {
    case 0:
        return motion_between(from, from, start, end);
    case 1:
        return motion_between(from, from, start, INFINITY);
    case 2:
        CU_ASSERT_EQUAL_FATAL(graze_motion_ramp(from, to, start, end, 0.25 * (double)dice(q, 9),
                                                &made), GRAZE_OK);
        return made;
    case 3:
        CU_ASSERT_EQUAL_FATAL(graze_motion_kinematic(from, to, some_place(q), start, end - start,
                                                     &made), GRAZE_OK);
        return made;
    default:
        return motion_between(from, to, start, end);
    }
}

static void draw(question *q, uint64_t seed)
{
    *q = (question){.seed = seed * 2654435761u + 1};
    q->lattice.exponent = tick_exponents[dice(q, 4)];
    q->lattice.tick = ldexp(1, q->lattice.exponent);
    q->tolerance = dice(q, 3) == 0 ? 0.0625 : 0;
    q->reasoning = dice(q, 2) == 0 ? GRAZE_SPLIT_PLAIN : GRAZE_SPLIT_TARGETS;
    for (int i = 0; i < 2; i++) {
        q->bodies[i].radius = 0.125 * (double)(1 + dice(q, 6));
        q->motions[i] = draw_action(q);
    }
}

static graze_status split(const question *q, graze_constraint constraints[2], bool *conflict)
{
    return graze_conflict_split(&q->lattice, &q->bodies[0], &q->motions[0], &q->bodies[1],
                                &q->motions[1], q->tolerance, q->reasoning, &work, constraints,
                                conflict);
}

/* ---- what a constraint forbids -------------------------------------------------------- */

/* A finite lattice time inside an open interval: an end, or any; NAN when there is none. */
static double time_inside(question *q, graze_interval when)
{
    const double tick = q->lattice.tick;
    double first = when.lower + tick, last = when.upper - tick;
    if (first == -INFINITY)
        first = fmin(last, 0) - 8;
    if (last == INFINITY)
        last = fmax(first, 0) + 8;
    if (!(first <= last))
        return NAN;
    uint64_t kind = dice(q, 3);
    if (kind == 2)
        return first + (double)dice(q, (uint64_t)fmin((last - first) / tick, 0x1p50) + 1) * tick;
    return kind == 0 ? first : last;
}

/* A stay that a NOT_AT forbids: it shares an instant with the open interval, perhaps not more
 * than that around a lattice time, perhaps beginning or ending just inside. */
static graze_motion stay_inside(question *q, const graze_motion *now, graze_interval when)
{
    const double tick = q->lattice.tick, at = time_inside(q, when);
    double from = at, until = at;
    if (isnan(at) || dice(q, 3) == 0) { /* [x, y] with x < upper, y > lower: the longest gap */
        from = isfinite(when.lower) ? when.lower : when.upper - tick;
        until = from + tick;
    } else if (dice(q, 2) == 0)
        from = at - tick * (double)(1 + dice(q, 4));
    else
        until = at + tick * (double)(1 + dice(q, 4));
    return motion_between(now->position, now->position, from, until);
}

static graze_motion restarted(const graze_motion *motion, double start)
{
    graze_motion moved;
    CU_ASSERT_EQUAL_FATAL(graze_motion_restart(motion, start, &moved), GRAZE_OK);
    return moved;
}

/* A start at which the mover overlaps the other's body, at rest, in an interval that ends after
 * a time. */
static double start_of_late_overlap(question *q, int mover, double after)
{
    const graze_motion *move = &q->motions[mover], *stay = &q->motions[1 - mover];
    graze_motion rest = motion_between(stay->position, stay->position, move->start, INFINITY);
    graze_interval overlaps[8], last;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_intervals(&q->bodies[1 - mover], &rest, &q->bodies[mover],
                                                   move, q->tolerance, overlaps, 8, &count),
                          GRAZE_OK);
    CU_ASSERT_FATAL(count > 0);
    CU_ASSERT_EQUAL_FATAL(graze_lattice_widen(&q->lattice, overlaps[count - 1], &last), GRAZE_OK);
    double first = after - (last.upper - move->start) + q->lattice.tick;
    return dice(q, 2) == 0 ? first : first + some_ticks(q, (uint64_t)(1 / q->lattice.tick));
}

/* One of the actions that a constraint forbids agent i. */
static graze_motion forbidden_action(question *q, int i, const graze_constraint *c)
{
    const graze_motion *now = &q->motions[i];
    const double tick = q->lattice.tick;
    switch (c->form) {
    case GRAZE_NOT_START:
        return restarted(now, time_inside(q, c->when));
    case GRAZE_NOT_AT:
        return stay_inside(q, now, c->when);
    case GRAZE_NOT_WAIT: /* the shortest, or longer on either side */
        return motion_between(now->position, now->position,
                              c->when.lower - tick * (double)dice(q, 3),
                              c->when.upper + tick * (double)dice(q, 3));
    case GRAZE_NOT_ARRIVE:
        return motion_between(now->position, now->position,
                              c->when.upper - tick * (double)(1 + dice(q, 3)), INFINITY);
    default:
        return restarted(now, start_of_late_overlap(q, i, c->when.lower));
    }
}

static bool conflict_of(const question *q, const graze_motion *a, const graze_motion *b)
{
    bool exists = false;
    CU_ASSERT_EQUAL_FATAL(
        graze_conflict_exists(&q->bodies[0], a, &q->bodies[1], b, q->tolerance, &exists), GRAZE_OK);
    return exists;
}

/* A stay of one instant is an agent that passes: it overlaps what moves there at that instant. As a
 * motion it has no life, so half a tick is added on either side where only the instant counts. */
static bool in_conflict(const question *q, const graze_motion *a, const graze_motion *b)
{
    graze_motion pair[2] = {*a, *b};
    for (int i = 0; i < 2; i++)
        if (stays(&pair[i]) && pair[i].duration == 0)
            pair[i] = motion_between(pair[i].position, pair[i].position,
                                     pair[i].start - q->lattice.tick * 0x1p-5,
                                     pair[i].start + q->lattice.tick * 0x1p-5);
    return conflict_of(q, &pair[0], &pair[1]);
}

/* Does a constraint forbid what the agent does in the conflict? */
static bool breaks(const graze_constraint *c, const graze_motion *m)
{
    switch (c->form) {
    case GRAZE_NOT_START:
        return c->when.lower < m->start && m->start < c->when.upper;
    case GRAZE_NOT_AT:
        return m->start < c->when.upper && end_of(m) > c->when.lower;
    case GRAZE_NOT_WAIT:
        return m->start <= c->when.lower && end_of(m) >= c->when.upper;
    case GRAZE_NOT_ARRIVE:
        return end_of(m) == INFINITY && m->start < c->when.upper;
    default:
        return true; /* start_of_late_overlap: asked below */
    }
}

typedef struct tally {
    size_t conflicts, unsound, idle, forms[GRAZE_NOT_MEET + 1];
} tally;

static void print_question(const question *q, uint64_t number)
{
    printf("\n [question %llu: tick 2^%d, reasoning %d]", (unsigned long long)number,
           q->lattice.exponent, (int)q->reasoning);
    for (int i = 0; i < 2; i++)
        printf("\n  form %d (%a, %a) to (%a, %a) from %a for %a, radius %a",
               (int)q->motions[i].form, q->motions[i].position.x, q->motions[i].position.y,
               q->motions[i].to.x, q->motions[i].to.y, q->motions[i].start,
               q->motions[i].duration, q->bodies[i].radius);
}

/* A touching pair of stays can be free where the instants only touch; nothing else may be. */
static void try_question(question *q, uint64_t number, tally *counts)
{
    graze_constraint constraints[2];
    bool conflict = false, sound = true;
    CU_ASSERT_EQUAL_FATAL(split(q, constraints, &conflict), GRAZE_OK);
    CU_ASSERT_EQUAL(conflict, conflict_of(q, &q->motions[0], &q->motions[1]));
    if (!conflict)
        return;
    counts->conflicts++;
    for (int i = 0; i < 2; i++) {
        counts->forms[constraints[i].form]++;
        counts->idle += !breaks(&constraints[i], &q->motions[i]);
    }
    for (int k = 0; k < TRIES && sound; k++) {
        graze_motion a = forbidden_action(q, 0, &constraints[0]);
        graze_motion b = forbidden_action(q, 1, &constraints[1]);
        sound = in_conflict(q, &a, &b);
    }
    if (!sound && counts->unsound++ < 3)
        print_question(q, number);
}

/* The tick is so fine that the move ends 2^60 of them later. */
static void an_overlap_beyond_the_lattice_is_not_passed_over(void)
{
    const graze_lattice fine = {-60, 0x1p-60};
    const graze_body body = {.radius = 0.25};
    const graze_vector here = {0}, there = {100, 0, 0};
    const graze_motion move = motion_between(there, here, 0, 1),
                       rest = motion_between(here, here, 0, INFINITY),
                       brief = motion_between(here, here, 0, 0x1p-20);
    for (int k = 0; k < 2; k++) {
        const graze_split_reasoning how = k == 0 ? GRAZE_SPLIT_PLAIN : GRAZE_SPLIT_TARGETS;
        graze_constraint c[2];
        bool conflict = true;
        CU_ASSERT_EQUAL(graze_conflict_split(&fine, &body, &move, &body, &rest, 0, how, &work, c,
                                             &conflict), GRAZE_ERROR_LATTICE);
        CU_ASSERT_EQUAL(graze_conflict_split(&fine, &body, &rest, &body, &move, 0, how, &work, c,
                                             &conflict), GRAZE_ERROR_LATTICE);
        CU_ASSERT_TRUE(conflict); /* untouched */
        CU_ASSERT_EQUAL(graze_conflict_split(&fine, &body, &move, &body, &brief, 0, how, &work, c,
                                             &conflict), GRAZE_OK);
        CU_ASSERT_FALSE(conflict);
    }
}

static void every_pair_that_both_constraints_forbid_is_in_conflict(void)
{
    tally counts = {0};
    size_t rounds = support_rounds(20000, 50000, 800000);
    for (size_t i = 0; i < rounds; i++) {
        question q;
        draw(&q, i);
        try_question(&q, i, &counts);
    }
    CU_ASSERT_EQUAL(counts.unsound, 0);
    CU_ASSERT_EQUAL(counts.idle, 0);
    CU_ASSERT(counts.conflicts > rounds / 8);
    for (int form = GRAZE_NOT_START; form <= GRAZE_NOT_MEET; form++)
        CU_ASSERT(counts.forms[form] > rounds / 400);
}

/* ---- by hand -------------------------------------------------------------------------- */

static const graze_body half = {.radius = 0.5};
static const graze_vector west = {0, 0, 0}, middle = {5, 0, 0}, east = {10, 0, 0};
static const graze_lattice seconds = {0, 1}, quarters = {-2, 0.25};

static void two_moves_share_the_interval_of_their_differences(void)
{
    /* Head-on on one line: the first must not start before the second is away. */
    const graze_motion a = motion_between(west, east, 0, 10), b = motion_between(east, west, 3, 13);
    graze_constraint c[2];
    bool conflict = false;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_split(&seconds, &half, &a, &half, &b, 0,
                                               GRAZE_SPLIT_PLAIN, NULL, c, &conflict), GRAZE_OK);
    CU_ASSERT(conflict && c[0].form == GRAZE_NOT_START && c[1].form == GRAZE_NOT_START);
    CU_ASSERT(c[0].when.lower == -1 && c[0].when.upper == 3 + 10);
    CU_ASSERT(c[1].when.lower == 2 && c[1].when.upper == 0 + 10);
}

static void a_stay_and_a_move_are_split_by_a_delay(void)
{
    /* The mover overlaps the middle from 4 s to 6 s. */
    const graze_motion a = motion_between(west, east, 0, 10);
    const graze_motion b = motion_between(middle, middle, 1, 5);
    graze_constraint c[2];
    bool conflict = false;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_split(&quarters, &half, &a, &half, &b, 0,
                                               GRAZE_SPLIT_TARGETS, NULL, c, &conflict), GRAZE_OK);
    CU_ASSERT(conflict && c[0].form == GRAZE_NOT_START && c[1].form == GRAZE_NOT_AT);
    CU_ASSERT(c[0].when.lower == -0.25 && c[0].when.upper == 0.25); /* few ticks: a delay of one */
    CU_ASSERT(c[1].when.lower == 4 && c[1].when.upper == 6);
}

static void a_last_stay_comes_later_or_is_met_no_more(void)
{
    const graze_motion a = motion_between(middle, middle, 1, INFINITY);
    const graze_motion b = motion_between(west, east, 0, 10);
    graze_constraint c[2];
    bool conflict = false;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_split(&seconds, &half, &a, &half, &b, 0,
                                               GRAZE_SPLIT_TARGETS, NULL, c, &conflict), GRAZE_OK);
    CU_ASSERT(conflict && c[0].form == GRAZE_NOT_ARRIVE && c[1].form == GRAZE_NOT_MEET);
    CU_ASSERT(c[0].when.lower == -INFINITY && c[0].when.upper == 6);
    CU_ASSERT(c[1].when.lower == 5 && c[1].when.upper == INFINITY);
}

static void touches_and_lives_that_meet_in_an_instant_are_not_split(void)
{
    const graze_motion a = motion_between(west, east, 0, 10);
    const graze_motion after = motion_between(middle, middle, 6, 9);
    const graze_motion beside =
        motion_between((graze_vector){5, 1, 0}, (graze_vector){5, 1, 0}, 0, INFINITY);
    const graze_motion instant = motion_between(middle, middle, 5, 5);
    const graze_motion *free[] = {&after, &beside, &instant};
    for (int i = 0; i < 3; i++) {
        graze_constraint c[2] = {{GRAZE_NOT_AT, {7, 8}}, {GRAZE_NOT_AT, {7, 8}}};
        bool conflict = true;
        CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &a, &half, free[i], 0,
                                             GRAZE_SPLIT_TARGETS, NULL, c, &conflict), GRAZE_OK);
        CU_ASSERT(!conflict && c[0].when.lower == 7);
    }
}

static void times_between_lattice_times_are_refused(void)
{
    graze_constraint c[2];
    bool conflict = false;
    const graze_motion a = motion_between(west, east, 0, 9.5); /* a move may last any time */
    const graze_motion stay = motion_between(middle, middle, 1, 5.5);
    graze_motion late = motion_between(middle, middle, 1, 6);
    CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &a, &half, &late, 0, GRAZE_SPLIT_PLAIN,
                                         NULL, c, &conflict), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &a, &half, &stay, 0, GRAZE_SPLIT_PLAIN,
                                         NULL, c, &conflict), GRAZE_ERROR_LATTICE);
    late.start_tail = 0x1p-80;
    CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &a, &half, &late, 0, GRAZE_SPLIT_PLAIN,
                                         NULL, c, &conflict), GRAZE_ERROR_LATTICE);
}

static void motions_that_are_none_are_not_split(void)
{
    graze_constraint c[2];
    bool conflict = true;
    const graze_motion a = motion_between(west, east, 0, 10);
    graze_motion nowhere = a;
    nowhere.to.x = (double)NAN;
    CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &nowhere, &half, &a, 0, GRAZE_SPLIT_PLAIN,
                                         NULL, c, &conflict), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_conflict_split(&seconds, &half, &a, &half, &nowhere, 0, GRAZE_SPLIT_PLAIN,
                                         NULL, c, &conflict), GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_TRUE(conflict);
}

CU_TestInfo conflict_split_tests[] = {
    SUPPORT_TEST(two_moves_share_the_interval_of_their_differences),
    SUPPORT_TEST(a_stay_and_a_move_are_split_by_a_delay),
    SUPPORT_TEST(a_last_stay_comes_later_or_is_met_no_more),
    SUPPORT_TEST(touches_and_lives_that_meet_in_an_instant_are_not_split),
    SUPPORT_TEST(times_between_lattice_times_are_refused),
    SUPPORT_TEST(motions_that_are_none_are_not_split),
    SUPPORT_TEST(an_overlap_beyond_the_lattice_is_not_passed_over),
    SUPPORT_TEST(every_pair_that_both_constraints_forbid_is_in_conflict),
    CU_TEST_INFO_NULL,
};
