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

/* One try; *again: more room may help. */
static graze_status attempt(dyadic_arena arena, const graze_workspace *given, scratch_work *work,
                            void *job, bool *again)
{
    dyadic_arena_ask(&arena, given);
    graze_status status = work(&arena, job);
    *again = arena.exhausted && arena.full && !arena.stopped;
    if (!arena.exhausted)
        return status;
    return arena.stopped ? GRAZE_ERROR_STOPPED : GRAZE_ERROR_WORKSPACE;
}

/* A function of its own, so that the stack is free again when malloc's turn comes. */
static OUT_OF_LINE graze_status on_stack(const graze_workspace *given, scratch_work *work,
                                         void *job, bool *again)
{
    mp_limb_t limbs[SCRATCH_STACK / sizeof(mp_limb_t)];
    return attempt(dyadic_arena_on(limbs, sizeof limbs / sizeof *limbs), given, work, job, again);
}

static graze_status on_heap(const graze_workspace *given, size_t size, scratch_work *work,
                            void *job, bool *again)
{
    mp_limb_t *limbs = malloc(size);
    if (limbs == NULL) {
        *again = false;
        return GRAZE_ERROR_MEMORY;
    }
    graze_status status =
        attempt(dyadic_arena_on(limbs, size / sizeof *limbs), given, work, job, again);
    free(limbs);
    return status;
}

graze_status scratch_run(const graze_workspace *given, scratch_work *work, void *job)
{
    bool again;
    if (given != NULL && given->memory != NULL)
        return attempt(dyadic_arena_on(given->memory, given->size / sizeof(mp_limb_t)), given,
                       work, job, &again);
    graze_status status = on_stack(given, work, job, &again);
    for (size_t size = FIRST_BLOCK; again && size <= GRAZE_WORK_MAX; size *= GROWTH)
        status = on_heap(given, size, work, job, &again);
    return status;
}
