/* SPDX-License-Identifier: MIT */
/* Workspaces: the memory of the exact stage of a question, and a way to stop it.
 *
 * Doubles with error bounds answer nearly all questions. The others go to exact numbers,
 * whose length depends on the magnitudes that the question mixes. The exact stage first
 * works in a small array on the stack; a stack of 64 KiB is enough for questions about
 * discs without ramps, one of 128 KiB for all others, GMP included. When the array is too
 * small, the stage takes memory from malloc, more each time and at most GRAZE_WORK_MAX at a
 * time, and frees
 * it before it answers. GRAZE_ERROR_MEMORY when malloc fails; GRAZE_ERROR_WORKSPACE when
 * GRAZE_WORK_MAX is not enough, or a bound of the method is reached, which is not known to
 * happen.
 *
 * A caller who wants the exact stage not to allocate gives it a workspace with memory;
 * GRAZE_ERROR_WORKSPACE then says that the memory was too small.
 *
 * A caller who wants to stop a question that takes too long gives it a workspace with
 * `should_stop`; GRAZE_ERROR_STOPPED then says that it was stopped.
 */
#ifndef GRAZE_WORKSPACE_H
#define GRAZE_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* [bytes] The most that one question takes from malloc at a time: 256 MiB, as a size_t. */
#define GRAZE_WORK_MAX (sizeof(char) << 28)

/* The library neither keeps nor frees these members. All may be null or 0. Later versions may
 * add members: initialize by name. */
typedef struct graze_workspace {
    void *memory; /* aligned for any type; null: the stack, and malloc when that is not enough */
    size_t size;  /* [bytes] of memory */

    /* The exact stage calls it repeatedly, in the thread that asked the question; it returns
     * true to end the question with GRAZE_ERROR_STOPPED. Questions that doubles answer do
     * not call it. */
    bool (*should_stop)(void *context);
    void *context; /* for should_stop */
} graze_workspace;

#ifdef __cplusplus
}
#endif
#endif
