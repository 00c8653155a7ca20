/* SPDX-License-Identifier: MIT */
/* What authors of solvers call: pairs in arrays against the questions about two motions, the
 * lattice of times, and the split of a conflict. */
#include <math.h>
#include <string.h>

#include "fuzz/targets.h"

/* ---- pairs in arrays ------------------------------------------------------------------ */

enum { PAIRS = 70, KINDS = 7, ROOM = 3 * PAIRS };

/* One side of the pairs: the numbers that its arrays point to. More pairs than a word has bits. */
typedef struct side {
    double numbers[15][PAIRS];
    graze_moves moves;
    graze_motion motions[PAIRS];
} side;

static void read_numbers(fuzz_input *in, double *numbers, size_t count, bool lengths)
{
    for (size_t i = 0; i < count; i++) {
        if (i >= KINDS) /* the rest repeats the first in another rhythm for each array */
            numbers[i] = numbers[i % KINDS];
        else
            numbers[i] = lengths ? fuzz_length(in) : fuzz_number(in);
    }
}

static void read_side(fuzz_input *in, size_t count, graze_form form, side *one)
{
    bool in_space = fuzz_below(in, 8) == 0, accelerated = fuzz_below(in, 2) == 0;
    graze_moves moves = {.count = count, .form = form, .radius = one->numbers[0],
                         .start = one->numbers[1], .end = one->numbers[2],
                         .duration = one->numbers[2]};
    for (int axis = 0; axis < (in_space ? 3 : 2); axis++) {
        moves.place[axis] = one->numbers[3 + axis];
        moves.to[axis] = one->numbers[6 + axis];
        moves.velocity[axis] = one->numbers[9 + axis];
        if (accelerated)
            moves.acceleration[axis] = one->numbers[12 + axis];
    }
    for (int i = 0; i < 15; i++)
        read_numbers(in, one->numbers[i], count, i == 0 || i == 2);
    if (form == GRAZE_WAYPOINT)
        for (size_t i = 0; i < count; i++)
            one->numbers[2][i] += one->numbers[1][i];
    one->moves = moves;
}

static graze_body disc(const side *one, size_t i)
{
    return (graze_body){.radius = one->numbers[0][i]};
}

/* The intervals of pair i, found alone. */
typedef graze_status (*question)(const side *a, const side *b, size_t i, double tolerance,
                                 graze_interval *intervals, size_t *count);

static graze_status when(const side *a, const side *b, size_t i, double tolerance,
                         graze_interval *intervals, size_t *count)
{
    graze_body body_a = disc(a, i), body_b = disc(b, i);
    return graze_conflict_intervals(&body_a, &a->motions[i], &body_b, &b->motions[i], tolerance,
                                    intervals, ROOM, count);
}

static graze_status starts(const side *a, const side *b, size_t i, double tolerance,
                           graze_interval *intervals, size_t *count)
{
    graze_body body_a = disc(a, i), body_b = disc(b, i);
    return graze_unsafe_starts(&body_a, &a->motions[i], &body_b, &b->motions[i], tolerance,
                               fuzz_workspace(), intervals, ROOM, count);
}

static void compare_lists(const side *a, const side *b, double tolerance, question ask,
                          const size_t *first, const graze_interval *all)
{
    graze_interval alone[ROOM];
    fuzz_require(first[0] == 0);
    for (size_t i = 0; i < a->moves.count; i++) {
        size_t count = 0;
        graze_status status = ask(a, b, i, tolerance, alone, &count);
        fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
        fuzz_require(status != GRAZE_OK || fuzz_same_intervals(all + first[i],
                                                               first[i + 1] - first[i], alone,
                                                               count));
    }
}

/* Every pair that a bit tells of, and its number. */
static void compare_decisions(const side *a, const side *b, double tolerance)
{
    uint64_t hits[(PAIRS + 63) / 64];
    size_t bad = PAIRS, total = 0, found = 0;
    graze_status status =
        graze_pairwise_conflicts(&a->moves, &b->moves, tolerance, hits, &total, &bad);
    for (size_t i = 0; i < a->moves.count; i++) {
        graze_body body_a = disc(a, i), body_b = disc(b, i);
        bool exists = false;
        graze_status alone = graze_conflict_exists(&body_a, &a->motions[i], &body_b,
                                                   &b->motions[i], tolerance, &exists);
        if (alone != GRAZE_OK) {
            fuzz_require(status == alone && (bad == i || bad == PAIRS));
            return;
        }
        fuzz_require(status != GRAZE_OK || (hits[i / 64] >> i % 64 & 1) == exists);
        found += exists;
    }
    fuzz_require(status == GRAZE_OK && found == total);
}

void fuzz_pairwise(fuzz_input *in)
{
    static side a, b;
    static graze_interval all[PAIRS * ROOM];
    size_t first[PAIRS + 1], bad = PAIRS, count = 1 + fuzz_below(in, PAIRS);
    graze_form form = fuzz_below(in, 2) == 0 ? GRAZE_WAYPOINT : GRAZE_KINEMATIC;
    read_side(in, count, form, &a);
    read_side(in, count, form, &b);
    double tolerance = fuzz_tolerance(in);
    if (graze_moves_motions(&a.moves, a.motions, &bad) != GRAZE_OK ||
        graze_moves_motions(&b.moves, b.motions, &bad) != GRAZE_OK) {
        fuzz_require(bad < count);
        return;
    }
    compare_decisions(&a, &b, tolerance);
    if (graze_pairwise_intervals(&a.moves, &b.moves, tolerance, first, all, PAIRS * ROOM, &bad) ==
        GRAZE_OK)
        compare_lists(&a, &b, tolerance, when, first, all);
    a.moves.count = b.moves.count = count < 8 ? count : 8;
    if (graze_pairwise_unsafe_starts(&a.moves, &b.moves, tolerance, fuzz_workspace(), first, all,
                                     PAIRS * ROOM, &bad) == GRAZE_OK)
        compare_lists(&a, &b, tolerance, starts, first, all);
}

/* ---- the lattice --------------------------------------------------------------------- */

static void ask_lattice(fuzz_input *in, const graze_lattice *lattice)
{
    double time = fuzz_number(in), down = 0, up = 0, again = 0, safe = 0;
    graze_status status = graze_lattice_down(lattice, time, &down);
    fuzz_require(graze_lattice_up(lattice, time, &up) == status);
    fuzz_require((status == GRAZE_OK) == !isnan(time));
    if (status != GRAZE_OK)
        return;
    fuzz_require(down <= time && time <= up);
    fuzz_require(!isfinite(down) || !isfinite(up) || up - down == 0 || up - down == lattice->tick);
    fuzz_require(graze_lattice_down(lattice, down, &again) == GRAZE_OK && again == down);
    graze_interval around = {fuzz_number(in), fuzz_number(in)}, wide;
    if (!(around.lower < around.upper) || isnan(time))
        return;
    fuzz_require(graze_lattice_widen(lattice, around, &wide) == GRAZE_OK);
    fuzz_require(wide.lower <= around.lower && wide.upper >= around.upper);
    fuzz_require(!isfinite(up) || fuzz_inside(&around, 1, up) == fuzz_inside(&wide, 1, up));
    fuzz_require(graze_lattice_earliest_safe(lattice, &around, 1, time, &safe) == GRAZE_OK);
    fuzz_require(safe >= time && !fuzz_inside(&around, 1, safe));
    bool from_ever = up == -INFINITY && around.lower == -INFINITY;
    fuzz_require(fuzz_inside(&around, 1, up) || from_ever || safe == up);
}

/* ---- the split ----------------------------------------------------------------------- */

/* The motion begun at the lattice time nearest to an end of the open interval, or false. */
static bool begun_inside(const graze_lattice *lattice, const graze_motion *motion,
                         graze_interval interval, bool late, graze_motion *begun)
{
    double start = late ? interval.upper - lattice->tick : interval.lower + lattice->tick;
    return isfinite(start) && interval.lower < start && start < interval.upper &&
           graze_motion_restart(motion, start, begun) == GRAZE_OK;
}

/* Two constraints on starts: every pair of starts that both forbid is in conflict. */
static void judge_starts(const graze_lattice *lattice, const fuzz_two *two,
                         const graze_constraint *constraints)
{
    for (int corner = 0; corner < 4; corner++) {
        graze_motion a, b;
        bool exists = false;
        if (!begun_inside(lattice, &two->a, constraints[0].when, corner & 1, &a) ||
            !begun_inside(lattice, &two->b, constraints[1].when, corner & 2, &b))
            continue;
        fuzz_require(graze_conflict_exists(&two->body_a, &a, &two->body_b, &b, two->tolerance,
                                           &exists) == GRAZE_OK);
        fuzz_require(exists);
    }
}

static void to_lattice(const graze_lattice *lattice, graze_motion *motion)
{
    double start = 0;
    graze_motion moved;
    if (graze_lattice_down(lattice, motion->start, &start) == GRAZE_OK && isfinite(start) &&
        graze_motion_restart(motion, start, &moved) == GRAZE_OK)
        *motion = moved;
}

void fuzz_split(fuzz_input *in)
{
    fuzz_two two;
    graze_lattice lattice;
    graze_constraint constraints[2];
    bool conflict = false, exists = false;
    if (graze_lattice_for(fuzz_length(in), &lattice) != GRAZE_OK)
        return;
    ask_lattice(in, &lattice);
    fuzz_read_two(in, &two);
    to_lattice(&lattice, &two.a);
    to_lattice(&lattice, &two.b);
    graze_split_reasoning reasoning = (graze_split_reasoning)fuzz_below(in, 3);
    memset(constraints, 0, sizeof constraints);
    graze_status status =
        graze_conflict_split(&lattice, &two.body_a, &two.a, &two.body_b, &two.b, two.tolerance,
                             reasoning, fuzz_workspace(), constraints, &conflict);
    if (status != GRAZE_OK)
        return;
    fuzz_require(graze_conflict_exists(&two.body_a, &two.a, &two.body_b, &two.b, two.tolerance,
                                       &exists) == GRAZE_OK);
    fuzz_require(conflict == exists);
    if (!conflict)
        return;
    for (int i = 0; i < 2; i++) {
        const graze_motion *now = i == 0 ? &two.a : &two.b;
        if (constraints[i].form == GRAZE_NOT_START)
            fuzz_require(fuzz_inside(&constraints[i].when, 1, now->start));
    }
    if (constraints[0].form == GRAZE_NOT_START && constraints[1].form == GRAZE_NOT_START)
        judge_starts(&lattice, &two, constraints);
}
