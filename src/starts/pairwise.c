/* SPDX-License-Identifier: MIT */
/* Pairs from arrays: blocks of 64 go through the wide filter (pairwise.inc), what it leaves
 * through the questions about two motions. */
#include "starts/pairwise.h"

#include <graze/batch.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

/* The numbers of 64 pairs of discs between two places, [0] of a and [1] of b. */
typedef struct pairwise_block {
    _Alignas(64) double place[2][2][GRAZE_BATCH_LANES];
    _Alignas(64) double to[2][2][GRAZE_BATCH_LANES];
    _Alignas(64) double start[2][GRAZE_BATCH_LANES], end[2][GRAZE_BATCH_LANES];
    _Alignas(64) double radius[2][GRAZE_BATCH_LANES];
} pairwise_block;

#include "contact/lanes_plain.inc"
#include "starts/pairwise.inc"

#if CPU_WIDE
#include "contact/lanes_avx2.inc"
#include "starts/pairwise.inc"

#include "contact/lanes_avx512.inc"
#include "starts/pairwise.inc"
#endif

static uint64_t open_pairs(cpu_instructions level, const pairwise_block *block, bool lives)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return avx512_open_pairs(block, lives);
    if (level == CPU_AVX2)
        return avx2_open_pairs(block, lives);
#endif
    (void)level;
    return one_open_pairs(block, lives);
}

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

/* Which of up to 64 pairs from `first` on are to be decided on their own, as bits. */
static uint64_t open_of(cpu_instructions level, const graze_moves *a, const graze_moves *b,
                        size_t first, bool lives)
{
    size_t left = a->count - first, count = left < GRAZE_BATCH_LANES ? left : GRAZE_BATCH_LANES;
    uint64_t pairs = count < GRAZE_BATCH_LANES ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    if (!is_plain(a) || !is_plain(b))
        return pairs;
    pairwise_block block;
    if (count < GRAZE_BATCH_LANES)
        memset(&block, 0, sizeof block);
    fill_side(&block, 0, a, first, count);
    fill_side(&block, 1, b, first, count);
    return open_pairs(level, &block, lives) & pairs;
}

/* Calls `ask` for every pair that the filter leaves open, in ascending order. */
typedef struct asked_pair {
    graze_body body_a, body_b;
    graze_motion a, b;
    double tolerance;
} asked_pair;

typedef graze_status (*pair_ask)(void *context, size_t i, const asked_pair *of);

static graze_status ask_pair(const graze_moves *a, const graze_moves *b, size_t i, double tolerance,
                             pair_ask ask, void *context)
{
    asked_pair one = {.body_a = body_at(a, i), .body_b = body_at(b, i), .tolerance = tolerance};
    graze_status status = motion_at(a, i, &one.a);
    if (status == GRAZE_OK)
        status = motion_at(b, i, &one.b);
    return status == GRAZE_OK ? ask(context, i, &one) : status;
}

static graze_status ask_open(cpu_instructions level, const graze_moves *a, const graze_moves *b,
                             double tolerance, bool lives, pair_ask ask, void *context, size_t *bad)
{
    for (size_t first = 0; first < a->count; first += GRAZE_BATCH_LANES) {
        uint64_t open = open_of(level, a, b, first, lives);
        for (; open != 0; open &= open - 1) {
            size_t i = first + bits_lowest(open);
            graze_status status = ask_pair(a, b, i, tolerance, ask, context);
            if (status == GRAZE_OK)
                continue;
            if (bad != NULL)
                *bad = i;
            return status;
        }
    }
    return GRAZE_OK;
}

/* ---- decisions ---------------------------------------------------------------------------- */

typedef struct decisions {
    uint64_t *hits;
    size_t count;
} decisions;

static graze_status decide(void *context, size_t i, const asked_pair *of)
{
    decisions *all = context;
    bool exists = false;
    graze_status status = graze_conflict_exists(&of->body_a, &of->a, &of->body_b, &of->b,
                                                of->tolerance, &exists);
    if (status == GRAZE_OK && exists) {
        all->hits[i / 64] |= UINT64_C(1) << i % 64;
        all->count++;
    }
    return status;
}

graze_status pairwise_conflicts_at(cpu_instructions level, const graze_moves *a,
                                   const graze_moves *b, double tolerance, uint64_t *hits,
                                   size_t *conflicts, size_t *bad)
{
    graze_status status = check_lists(a, b, tolerance);
    if (status == GRAZE_OK && hits == NULL && a->count > 0)
        status = GRAZE_ERROR_NULL;
    if (status != GRAZE_OK)
        return status;
    if (a->count > 0)
        memset(hits, 0, ((a->count - 1) / 64 + 1) * sizeof *hits);
    decisions all = {hits, 0};
    status = ask_open(level, a, b, tolerance, true, decide, &all, bad);
    if (status == GRAZE_OK && conflicts != NULL)
        *conflicts = all.count;
    return status;
}

graze_status graze_pairwise_conflicts(const graze_moves *a, const graze_moves *b, double tolerance,
                                      uint64_t *hits, size_t *conflicts, size_t *bad)
{
    FLOAT_MODE_DEFAULT;
    return pairwise_conflicts_at(cpu_level(), a, b, tolerance, hits, conflicts, bad);
}

/* ---- intervals ---------------------------------------------------------------------------- */

typedef struct interval_lists {
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

static graze_status list_intervals(void *context, size_t i, const asked_pair *of)
{
    interval_lists *lists = context;
    catch_up(lists, i);
    size_t room = lists->to.capacity - lists->count, count = 0;
    graze_interval *to = room > 0 ? lists->to.intervals + lists->count : NULL;
    graze_status status =
        lists->question == PAIRWISE_STARTS
            ? graze_unsafe_starts(&of->body_a, &of->a, &of->body_b, &of->b,
                                  of->tolerance, lists->workspace, to, room, &count)
            : graze_conflict_intervals(&of->body_a, &of->a, &of->body_b, &of->b,
                                       of->tolerance, to, room, &count);
    lists->count += count;
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
    interval_lists all = {question, workspace, lists, 0, 0};
    status = ask_open(level, a, b, tolerance, question == PAIRWISE_INTERVALS, list_intervals, &all,
                      bad);
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
