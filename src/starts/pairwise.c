/* SPDX-License-Identifier: MIT */
/* Pairs from arrays, in blocks of 64 (pairwise_block.h); what these leave goes through the
 * questions about two motions. */
#include "starts/pairwise.h"

#include <string.h>

#include "base/bits.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "starts/pairwise_block.h"

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

/* The filter reads discs between two places of the plane. */
static bool is_plain(const graze_moves *moves)
{
    return moves->form == GRAZE_WAYPOINT && moves->bodies == NULL && moves->place[2] == NULL &&
           moves->to[2] == NULL;
}

static void copy_lanes(double *to, const double *from, size_t first, size_t count)
{
    if (from != NULL)
        memcpy(to, from + first, count * sizeof *to);
    else
        memset(to, 0, count * sizeof *to);
}

static void fill_side(pairwise_block *block, int side, const graze_moves *moves, size_t first,
                      size_t count)
{
    for (int axis = 0; axis < 2; axis++) {
        copy_lanes(block->place[side][axis], moves->place[axis], first, count);
        copy_lanes(block->to[side][axis], moves->to[axis], first, count);
    }
    copy_lanes(block->start[side], moves->start, first, count);
    copy_lanes(block->end[side], moves->end, first, count);
    copy_lanes(block->radius[side], moves->radius, first, count);
}

/* A question to all pairs of two lists. */
typedef struct asked_lists {
    cpu_instructions level;
    const graze_moves *a, *b;
    double tolerance;
} asked_lists;

/* Which of up to 64 pairs from `first` on are not certainly apart; the block is filled where the
 * filter applies. */
static pairwise_sifted sift_from(const asked_lists *of, size_t first, bool lives,
                                 pairwise_block *block)
{
    size_t left = of->a->count - first;
    size_t count = left < GRAZE_BATCH_LANES ? left : GRAZE_BATCH_LANES;
    uint64_t pairs = count < GRAZE_BATCH_LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    if (!is_plain(of->a) || !is_plain(of->b))
        return (pairwise_sifted){pairs, 0};
    if (count < GRAZE_BATCH_LANES)
        memset(block, 0, sizeof *block);
    fill_side(block, 0, of->a, first, count);
    fill_side(block, 1, of->b, first, count);
    return pairwise_sift(of->level, block, count, &(pairwise_sieve){of->tolerance, lives});
}

/* One pair of them, on its own. */
typedef struct asked_pair {
    graze_body body_a, body_b;
    graze_motion a, b;
} asked_pair;

static graze_status pair_at(const asked_lists *of, size_t i, asked_pair *one)
{
    one->body_a = body_at(of->a, i);
    one->body_b = body_at(of->b, i);
    graze_status status = motion_at(of->a, i, &one->a);
    return status == GRAZE_OK ? motion_at(of->b, i, &one->b) : status;
}

static graze_status fault_at(graze_status status, size_t i, size_t *bad)
{
    if (bad != NULL)
        *bad = i;
    return status;
}

/* ---- decisions ---------------------------------------------------------------------------- */

static graze_status decide(const asked_lists *of, size_t i, bool *exists)
{
    asked_pair one;
    graze_status status = pair_at(of, i, &one);
    return status == GRAZE_OK ? graze_conflict_exists(&one.body_a, &one.a, &one.body_b, &one.b,
                                                      of->tolerance, exists)
                              : status;
}

static graze_status decide_all(const asked_lists *of, uint64_t *hits, size_t *conflicts,
                               size_t *bad)
{
    size_t count = 0;
    pairwise_block block;
    for (size_t first = 0; first < of->a->count; first += GRAZE_BATCH_LANES) {
        pairwise_sifted left = sift_from(of, first, true, &block);
        uint64_t found = left.certain;
        for (uint64_t open = left.open & ~left.certain; open != 0; open &= open - 1) {
            size_t i = first + bits_lowest(open);
            bool exists = false;
            graze_status status = decide(of, i, &exists);
            if (status != GRAZE_OK)
                return fault_at(status, i, bad);
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

typedef struct interval_lists {
    const asked_lists *of;
    pairwise_question question;
    const graze_workspace *workspace;
    pairwise_lists to;
    size_t done, count; /* pairs whose first[] is written, intervals */
} interval_lists;

/* Pairs before i that the filter has answered have no intervals. */
static void catch_up(interval_lists *lists, size_t i)
{
    while (lists->done <= i)
        lists->to.first[lists->done++] = lists->count;
}

static graze_status list_intervals(interval_lists *lists, size_t i)
{
    asked_pair one;
    graze_status status = pair_at(lists->of, i, &one);
    if (status != GRAZE_OK)
        return status;
    size_t room = lists->to.capacity - lists->count, count = 0;
    graze_interval *to = room > 0 ? lists->to.intervals + lists->count : NULL;
    double tolerance = lists->of->tolerance;
    status = lists->question == PAIRWISE_STARTS
                 ? graze_unsafe_starts(&one.body_a, &one.a, &one.body_b, &one.b, tolerance,
                                       lists->workspace, to, room, &count)
                 : graze_conflict_intervals(&one.body_a, &one.a, &one.body_b, &one.b, tolerance,
                                            to, room, &count);
    lists->count += count;
    return status;
}

static graze_status list_known(interval_lists *lists, graze_interval known)
{
    if (lists->count == lists->to.capacity)
        return GRAZE_ERROR_CAPACITY;
    lists->to.intervals[lists->count++] = known;
    return GRAZE_OK;
}

static graze_status list_block(interval_lists *lists, size_t first, size_t *bad)
{
    pairwise_block block;
    pairwise_ends ends;
    const bool lives = lists->question == PAIRWISE_INTERVALS;
    const pairwise_sifted left = sift_from(lists->of, first, lives, &block);
    const uint64_t known = pairwise_find_ends(lists->of->level, &block, left.certain,
                                              lists->of->tolerance, &ends);
    size_t k = 0;
    for (uint64_t open = left.open; open != 0; open &= open - 1) {
        const uint64_t bit = open & -open;
        const size_t lane = bits_lowest(open);
        catch_up(lists, first + lane);
        graze_status status =
            (known & bit) != 0
                ? list_known(lists, pairwise_interval(&block, lane, &ends, k))
                : list_intervals(lists, first + lane);
        if (status != GRAZE_OK)
            return fault_at(status, first + lane, bad);
        k += (left.certain & bit) != 0;
    }
    return GRAZE_OK;
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
    interval_lists all = {&of, question, workspace, lists, 0, 0};
    for (size_t first = 0; status == GRAZE_OK && first < a->count; first += GRAZE_BATCH_LANES)
        status = list_block(&all, first, bad);
    if (status == GRAZE_OK)
        catch_up(&all, a->count);
    return status;
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
                                          size_t *first, graze_interval *intervals,
                                          size_t capacity, size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    return pairwise_intervals_at(cpu_level(), PAIRWISE_STARTS, a, b, tolerance, workspace,
                                 (pairwise_lists){first, intervals, capacity}, bad);
}
