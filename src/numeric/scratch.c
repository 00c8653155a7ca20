/* SPDX-License-Identifier: MIT */
/* Room for exact numbers: the stack first, then malloc. */
#include "numeric/scratch.h"

#include <stdlib.h>

enum { FIRST_BLOCK = 64 << 10, GROWTH = 4 }; /* [bytes], and up to GRAZE_WORK_MAX */

#ifdef __GNUC__
#define OUT_OF_LINE __attribute__((noinline))
#else
#define OUT_OF_LINE
#endif

/* How to try again when a try did not answer. */
typedef enum next_try { NO_TRY, WITH_MORE_ROOM, WITH_LONGER_ENDS } next_try;

/* Longer ends than this are for nobody: 2^19 bits. */
enum { END_LIMBS_MAX = DYADIC_END_LIMBS << 6 };

static graze_status attempt(dyadic_arena arena, size_t end_limbs, const graze_workspace *given,
                            scratch_work *work, void *job, next_try *next)
{
    dyadic_arena_ask(&arena, given);
    arena.end_limbs = end_limbs;
    graze_status status = work(&arena, job);
    *next = !arena.exhausted || arena.stopped                       ? NO_TRY
            : arena.outgrown && end_limbs < (size_t)END_LIMBS_MAX   ? WITH_LONGER_ENDS
            : arena.full                                            ? WITH_MORE_ROOM
                                                                    : NO_TRY;
    if (!arena.exhausted)
        return status;
    return arena.stopped ? GRAZE_ERROR_STOPPED : GRAZE_ERROR_WORKSPACE;
}

/* A function of its own, so that the stack is free again when malloc's turn comes. */
static OUT_OF_LINE graze_status on_stack(const graze_workspace *given, scratch_work *work,
                                         void *job, next_try *next)
{
    mp_limb_t limbs[SCRATCH_STACK / sizeof(mp_limb_t)];
    return attempt(dyadic_arena_on(limbs, sizeof limbs / sizeof *limbs), DYADIC_END_LIMBS, given,
                   work, job, next);
}

static graze_status on_heap(const graze_workspace *given, size_t size, size_t end_limbs,
                            scratch_work *work, void *job, next_try *next)
{
    mp_limb_t *limbs = malloc(size);
    if (limbs == NULL) {
        *next = NO_TRY;
        return GRAZE_ERROR_MEMORY;
    }
    graze_status status = attempt(dyadic_arena_on(limbs, size / sizeof *limbs), end_limbs, given,
                                  work, job, next);
    free(limbs);
    return status;
}

/* In the caller's memory, which does not grow. */
static graze_status in_memory(const graze_workspace *given, scratch_work *work, void *job)
{
    graze_status status;
    next_try next;
    size_t end_limbs = DYADIC_END_LIMBS;
    do {
        status = attempt(dyadic_arena_on(given->memory, given->size / sizeof(mp_limb_t)),
                         end_limbs, given, work, job, &next);
        end_limbs *= GROWTH;
    } while (next == WITH_LONGER_ENDS);
    return status;
}

graze_status scratch_run(const graze_workspace *given, scratch_work *work, void *job)
{
    next_try next;
    if (given != NULL && given->memory != NULL)
        return in_memory(given, work, job);
    graze_status status = on_stack(given, work, job, &next);
    size_t size = FIRST_BLOCK, end_limbs = DYADIC_END_LIMBS;
    while (next != NO_TRY && size <= GRAZE_WORK_MAX) {
        if (next == WITH_LONGER_ENDS)
            end_limbs *= GROWTH;
        status = on_heap(given, size, end_limbs, work, job, &next);
        if (next == WITH_MORE_ROOM)
            size *= GROWTH;
    }
    return status;
}
