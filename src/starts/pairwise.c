/* SPDX-License-Identifier: MIT */
/* Pairs from arrays, in blocks of 64 (pairwise_block.h); what these leave goes through the
 * questions about two motions. */
#include "starts/pairwise.h"

#include <string.h>

#include "base/bits.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "geometry/body.h"
#include "motion/waypoint.h"
#include "numeric/float_mode.h"
#include "starts/pairwise_sides.h"

/* ---- lists -------------------------------------------------------------------------------- */

static graze_status check_list(const graze_moves *moves)
{
    if (moves == NULL)
        return GRAZE_ERROR_NULL;
    if (moves->form != GRAZE_WAYPOINT && moves->form != GRAZE_KINEMATIC)
        return GRAZE_ERROR_FORM;
    const double *until = moves->form == GRAZE_WAYPOINT ? moves->end : moves->duration;
    return moves->count > 0 && (moves->start == NULL || until == NULL) ? GRAZE_ERROR_NULL
                                                                       : GRAZE_OK;
}

static graze_status check_lists(const graze_moves *a, const graze_moves *b, double tolerance)
{
    graze_status status = check_list(a);
    if (status == GRAZE_OK)
        status = check_list(b);
    if (status == GRAZE_OK && a->count != b->count)
        status = GRAZE_ERROR_INDEX;
    if (status == GRAZE_OK && a->count > 0 &&
        ((a->bodies == NULL && a->radius == NULL) || (b->bodies == NULL && b->radius == NULL)))
        status = GRAZE_ERROR_NULL;
    return status == GRAZE_OK ? tolerance_validate(tolerance) : status;
}

static graze_vector vector_at(const double *const arrays[3], size_t i)
{
    return (graze_vector){arrays[0] != NULL ? arrays[0][i] : 0,
                          arrays[1] != NULL ? arrays[1][i] : 0,
                          arrays[2] != NULL ? arrays[2][i] : 0};
}

static graze_status motion_at(const graze_moves *moves, size_t i, graze_motion *motion)
{
    graze_vector place = vector_at(moves->place, i);
    if (moves->form == GRAZE_WAYPOINT)
        return graze_motion_waypoint(place, vector_at(moves->to, i), moves->start[i], moves->end[i],
                                     motion);
    return graze_motion_kinematic(place, vector_at(moves->velocity, i),
                                  vector_at(moves->acceleration, i), moves->start[i],
                                  moves->duration[i], motion);
}

/* The same of numbers that are known to make a motion. */
static void write_motion(const graze_moves *moves, size_t i, graze_motion *motion)
{
    const graze_vector place = vector_at(moves->place, i);
    if (moves->form == GRAZE_WAYPOINT) {
        waypoint_write(place, vector_at(moves->to, i), moves->start[i], moves->end[i], motion);
        return;
    }
    *motion = (graze_motion){.form = GRAZE_KINEMATIC,
                             .position = place,
                             .velocity = vector_at(moves->velocity, i),
                             .acceleration = vector_at(moves->acceleration, i),
                             .start = moves->start[i],
                             .duration = moves->duration[i]};
}

static graze_body body_at(const graze_moves *moves, size_t i)
{
    return moves->bodies != NULL ? moves->bodies[i] : (graze_body){.radius = moves->radius[i]};
}

graze_status graze_moves_motions(const graze_moves *moves, graze_motion *motions, size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = check_list(moves);
    if (status != GRAZE_OK || moves->count == 0)
        return status;
    if (motions == NULL)
        return GRAZE_ERROR_NULL;
    for (size_t i = 0; i < moves->count; i++) {
        status = motion_at(moves, i, &motions[i]);
        if (status != GRAZE_OK) {
            if (bad != NULL)
                *bad = i;
            return status;
        }
    }
    return GRAZE_OK;
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* A question to all pairs of two lists. */
typedef struct asked_lists {
    cpu_instructions level;
    const graze_moves *a, *b;
    double tolerance;
} asked_lists;

/* One pair of them, on its own. */
typedef struct asked_pair {
    graze_status status; /* of its motions */
    graze_body body_a, body_b;
    graze_motion a, b;
} asked_pair;

/* Up to 64 pairs from `first` on: what the filter sees of them, and those that it leaves, as
 * pairs. */
typedef struct asked_block {
    size_t first;
    pairwise_sifted left;
    pairwise_view shown;
    pairwise_block lanes; /* that are not shown in lists */
    pairwise_bodies bodies; /* of all blocks */
    asked_pair pairs[GRAZE_BATCH_LANES];
} asked_block;

/* Which pairs from `first` on are not certainly apart. */
static void sift_from(const asked_lists *of, size_t first, bool lives, asked_block *block)
{
    const size_t left = of->a->count - first;
    const size_t count = left < GRAZE_BATCH_LANES ? left : GRAZE_BATCH_LANES;
    const uint64_t pairs = count < GRAZE_BATCH_LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    pairwise_block *lanes = &block->lanes;
    pairwise_view *shown = &block->shown;
    block->first = first;
    block->left = (pairwise_sifted){pairs, 0, pairs};
    if (!pairwise_is_level(of->a) || !pairwise_is_level(of->b))
        return;
    if (count < GRAZE_BATCH_LANES)
        memset(lanes, 0, sizeof *lanes);
    const uint64_t discs =
        pairwise_fill_side(of->level, of->a, first, count, 0, &block->bodies, lanes, shown) &
        pairwise_fill_side(of->level, of->b, first, count, 1, &block->bodies, lanes, shown);
    block->left = pairwise_sift(of->level, shown, count, &(pairwise_sieve){of->tolerance, lives});
    block->left.certain &= discs;
}

/* Makes pairs of some lanes, all before the first of them is asked: what was just written cannot
 * be read at once in other pieces. */
static void write_pairs(const asked_lists *of, uint64_t lanes, asked_block *block)
{
    for (; lanes != 0; lanes &= lanes - 1) {
        const size_t lane = bits_lowest(lanes), i = block->first + lane;
        asked_pair *one = &block->pairs[lane];
        one->body_a = body_at(of->a, i);
        one->body_b = body_at(of->b, i);
        one->status = GRAZE_OK;
        if ((block->left.strange >> lane & 1) == 0) {
            write_motion(of->a, i, &one->a);
            write_motion(of->b, i, &one->b);
            continue;
        }
        one->status = motion_at(of->a, i, &one->a);
        if (one->status == GRAZE_OK)
            one->status = motion_at(of->b, i, &one->b);
    }
}

/* Whether it has corners and is known to be valid. The filter was a box. */
static bool is_known_cornered(const asked_lists *of, const asked_block *block, size_t lane,
                              pair *question)
{
    const asked_pair *one = &block->pairs[lane];
    if ((block->left.strange >> lane & 1) != 0)
        return false;
    pair_of_valid(&one->body_a, &one->a, &one->body_b, &one->b, of->tolerance, question);
    question->without = QUICK_BOX;
    question->only_overlaps = true;
    return question->cornered;
}

static graze_status fault_at(graze_status status, size_t i, size_t *bad)
{
    if (bad != NULL)
        *bad = i;
    return status;
}

/* ---- decisions ---------------------------------------------------------------------------- */

static graze_status decide(const asked_lists *of, const asked_block *block, size_t lane,
                           bool *exists)
{
    const asked_pair *one = &block->pairs[lane];
    pair question;
    if (one->status != GRAZE_OK)
        return one->status;
    if (!is_known_cornered(of, block, lane, &question))
        return graze_conflict_exists(&one->body_a, &one->a, &one->body_b, &one->b, of->tolerance,
                                     exists);
    const contact answer = contact_decide(&question, NULL);
    *exists = answer == CONTACT_OVERLAP;
    return contact_status(answer);
}

static graze_status decide_all(const asked_lists *of, uint64_t *hits, size_t *conflicts,
                               size_t *bad)
{
    size_t count = 0;
    asked_block block;
    memset(&block.bodies, 0, sizeof block.bodies);
    for (size_t first = 0; first < of->a->count; first += GRAZE_BATCH_LANES) {
        sift_from(of, first, true, &block);
        uint64_t found = block.left.certain, open = block.left.open & ~found;
        write_pairs(of, open, &block);
        for (; open != 0; open &= open - 1) {
            const size_t lane = bits_lowest(open);
            bool exists = false;
            graze_status status = decide(of, &block, lane, &exists);
            if (status != GRAZE_OK)
                return fault_at(status, first + lane, bad);
            found |= exists ? open & -open : 0;
        }
        hits[first / GRAZE_BATCH_LANES] = found;
        count += bits_count(found);
    }
    if (conflicts != NULL)
        *conflicts = count;
    return GRAZE_OK;
}

graze_status pairwise_conflicts_at(cpu_instructions level, const graze_moves *a,
                                   const graze_moves *b, double tolerance, uint64_t *hits,
                                   size_t *conflicts, size_t *bad)
{
    graze_status status = check_lists(a, b, tolerance);
    if (status == GRAZE_OK && hits == NULL && a->count > 0)
        status = GRAZE_ERROR_NULL;
    return status == GRAZE_OK
               ? decide_all(&(asked_lists){level, a, b, tolerance}, hits, conflicts, bad)
               : status;
}

graze_status graze_pairwise_conflicts(const graze_moves *a, const graze_moves *b, double tolerance,
                                      uint64_t *hits, size_t *conflicts, size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    return pairwise_conflicts_at(cpu_level(), a, b, tolerance, hits, conflicts, bad);
}

/* ---- intervals ---------------------------------------------------------------------------- */

/* Pairs that are certainly in conflict, once each, of as many blocks as it takes to fill this one:
 * vectors of few pairs take as long as full ones. */
typedef struct late_pairs {
    size_t count, pair[GRAZE_BATCH_LANES];
    graze_interval *to[GRAZE_BATCH_LANES];
    pairwise_block lanes;
} late_pairs;

typedef struct interval_lists {
    const asked_lists *of;
    pairwise_question question;
    const graze_workspace *workspace;
    pairwise_lists to;
    size_t done, count; /* pairs whose first[] is written, intervals */
    late_pairs late;
} interval_lists;

/* Pairs before i that the filter has answered have no intervals. */
static void catch_up(interval_lists *lists, size_t i)
{
    size_t *const first = lists->to.first, count = lists->count;
    for (size_t k = lists->done; k <= i; k++)
        first[k] = count;
    lists->done = i + 1;
}

static graze_status list_intervals(interval_lists *lists, const asked_block *block, size_t lane)
{
    const asked_pair *one = &block->pairs[lane];
    const double tolerance = lists->of->tolerance;
    const size_t room = lists->to.capacity - lists->count;
    graze_interval *to = room > 0 ? lists->to.intervals + lists->count : NULL;
    graze_status status = one->status;
    size_t count = 0;
    pair question;
    if (status != GRAZE_OK)
        return status;
    if (lists->question == PAIRWISE_STARTS)
        status = graze_unsafe_starts(&one->body_a, &one->a, &one->body_b, &one->b, tolerance,
                                     lists->workspace, to, room, &count);
    else if (is_known_cornered(lists->of, block, lane, &question))
        status = contact_intervals(&question, CONTACT_UNKNOWN, to, room, &count);
    else
        status = graze_conflict_intervals(&one->body_a, &one->a, &one->body_b, &one->b, tolerance,
                                          to, room, &count);
    lists->count += count;
    return status;
}

/* The interval of a pair, by vectors if they know its ends. */
static graze_status tell_late(const asked_lists *of, const late_pairs *late,
                              const pairwise_ends *ends, size_t k)
{
    const size_t i = late->pair[k];
    if ((ends->known >> k & 1) != 0) {
        *late->to[k] = pairwise_interval(ends, k);
        return GRAZE_OK;
    }
    const graze_body body_a = body_at(of->a, i), body_b = body_at(of->b, i);
    graze_motion a, b;
    size_t count;
    write_motion(of->a, i, &a);
    write_motion(of->b, i, &b);
    return graze_conflict_intervals(&body_a, &a, &body_b, &b, of->tolerance, late->to[k], 1,
                                    &count);
}

static graze_status tell_all_late(interval_lists *lists, size_t *bad)
{
    late_pairs *late = &lists->late;
    const asked_lists *of = lists->of;
    graze_status status = GRAZE_OK;
    pairwise_ends ends;
    size_t k = 0;
    if (late->count == 0)
        return GRAZE_OK;
    pairwise_find_all_ends(of->level, &late->lanes, late->count, of->tolerance, &ends);
    while (status == GRAZE_OK && k < late->count)
        status = tell_late(of, late, &ends, k++);
    late->count = 0;
    return status == GRAZE_OK ? GRAZE_OK : fault_at(status, late->pair[k - 1], bad);
}

/* Keeps a place for the interval, of which there is one. */
static void keep_late(interval_lists *lists, const asked_block *block, size_t lane)
{
    late_pairs *late = &lists->late;
    pairwise_copy(&block->shown, lane, &late->lanes, late->count);
    late->pair[late->count] = block->first + lane;
    late->to[late->count++] = &lists->to.intervals[lists->count++];
}

static graze_status list_late(interval_lists *lists, const asked_block *block, size_t lane)
{
    if (lists->count == lists->to.capacity)
        return GRAZE_ERROR_CAPACITY;
    keep_late(lists, block, lane);
    return GRAZE_OK;
}

/* The same of all pairs that a full block leaves, without a branch on which they are. */
static void list_all_late(interval_lists *lists, const asked_block *block, uint64_t certain)
{
    size_t *const first = lists->to.first + block->first, count = lists->count;
    for (size_t lane = 0, before = count; lane < GRAZE_BATCH_LANES; lane++) {
        first[lane] = before;
        before += certain >> lane & 1;
    }
    lists->done = block->first + GRAZE_BATCH_LANES;
    for (; certain != 0; certain &= certain - 1)
        keep_late(lists, block, bits_lowest(certain));
}

static graze_status list_block(interval_lists *lists, const asked_block *block, uint64_t certain,
                               size_t *bad)
{
    const size_t end = block->first + GRAZE_BATCH_LANES;
    if (block->left.open == certain && end <= lists->of->a->count &&
        bits_count(certain) <= lists->to.capacity - lists->count) {
        catch_up(lists, block->first);
        list_all_late(lists, block, certain);
        return GRAZE_OK;
    }
    for (uint64_t open = block->left.open; open != 0; open &= open - 1) {
        const size_t lane = bits_lowest(open);
        catch_up(lists, block->first + lane);
        graze_status status = (certain >> lane & 1) != 0 ? list_late(lists, block, lane)
                                                         : list_intervals(lists, block, lane);
        if (status != GRAZE_OK)
            return fault_at(status, block->first + lane, bad);
    }
    return GRAZE_OK;
}

static graze_status list_from(interval_lists *lists, size_t first, asked_block *block, size_t *bad)
{
    const asked_lists *of = lists->of;
    graze_status status = GRAZE_OK;
    sift_from(of, first, lists->question == PAIRWISE_INTERVALS, block);
    const uint64_t certain = of->level > CPU_PLAIN ? block->left.certain : 0;
    if (lists->late.count + bits_count(certain) > GRAZE_BATCH_LANES)
        status = tell_all_late(lists, bad);
    write_pairs(of, block->left.open & ~certain, block);
    return status == GRAZE_OK ? list_block(lists, block, certain, bad) : status;
}

static graze_status list_blocks(interval_lists *lists, size_t *bad)
{
    const size_t count = lists->of->a->count;
    graze_status status = GRAZE_OK;
    asked_block block;
    memset(&block.bodies, 0, sizeof block.bodies);
    for (size_t i = 0; status == GRAZE_OK && i < count; i += GRAZE_BATCH_LANES)
        status = list_from(lists, i, &block, bad);
    if (status == GRAZE_OK)
        status = tell_all_late(lists, bad);
    if (status == GRAZE_OK)
        catch_up(lists, count);
    return status;
}

graze_status pairwise_intervals_at(cpu_instructions level, pairwise_question question,
                                   const graze_moves *a, const graze_moves *b, double tolerance,
                                   const graze_workspace *workspace, pairwise_lists lists,
                                   size_t *bad)
{
    graze_status status = check_lists(a, b, tolerance);
    if (status == GRAZE_OK &&
        (lists.first == NULL || (lists.intervals == NULL && lists.capacity > 0)))
        status = GRAZE_ERROR_NULL;
    if (status != GRAZE_OK)
        return status;
    const asked_lists of = {level, a, b, tolerance};
    interval_lists all;
    all.of = &of;
    all.question = question;
    all.workspace = workspace;
    all.to = lists;
    all.done = all.count = all.late.count = 0; /* its lanes are large, and written first */
    return list_blocks(&all, bad);
}

graze_status graze_pairwise_intervals(const graze_moves *a, const graze_moves *b, double tolerance,
                                      size_t *first, graze_interval *intervals, size_t capacity,
                                      size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    return pairwise_intervals_at(cpu_level(), PAIRWISE_INTERVALS, a, b, tolerance, NULL,
                                 (pairwise_lists){first, intervals, capacity}, bad);
}

graze_status graze_pairwise_unsafe_starts(const graze_moves *a, const graze_moves *b,
                                          double tolerance, const graze_workspace *workspace,
                                          size_t *first, graze_interval *intervals, size_t capacity,
                                          size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    return pairwise_intervals_at(cpu_level(), PAIRWISE_STARTS, a, b, tolerance, workspace,
                                 (pairwise_lists){first, intervals, capacity}, bad);
}
