/* SPDX-License-Identifier: MIT */
/* What the exact stage of a question may use: memory and patience.
 *
 * Nearly all questions are answered from doubles with error bounds. The few that are not
 * go to exact numbers, whose length depends on the magnitudes that the question mixes.
 * The exact stage works in a small room on the stack first; the smallest stacks that are
 * enough are 64 KiB for questions about discs and 128 KiB for all others, GMP included.
 * When the room is too small it goes on in memory from malloc, ever more of it and at most
 * GRAZE_WORK_MAX at a time, and frees it before it answers. GRAZE_ERROR_MEMORY when malloc
 * fails; GRAZE_ERROR_WORKSPACE when GRAZE_WORK_MAX is not enough, or a bound of the method
 * is met, which is not known to happen.
 *
 * A caller who wants none of that memory to be allocated gives a workspace with memory of
 * their own; then GRAZE_ERROR_WORKSPACE says that it was too small.
 *
 * A caller who wants to stop a question that takes too long gives a workspace with
 * `should_stop`; then GRAZE_ERROR_STOPPED says that it was stopped.
 */
#ifndef GRAZE_WORKSPACE_H
#define GRAZE_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* [bytes] the most that one question takes from malloc at a time. */
#define GRAZE_WORK_MAX ((size_t)256 << 20)

/* The library neither keeps nor frees what is in here. All members may be null or 0; members
 * may be added, so initialize by name. */
typedef struct graze_workspace {
    void *memory; /* aligned for any type; null: the stack, and malloc when that is not enough */
    size_t size;  /* [bytes] of memory */

    /* Is asked now and then by the exact stage, in the thread that asked the question; true
     * ends the question with GRAZE_ERROR_STOPPED. It is not asked by what doubles answer. */
    bool (*should_stop)(void *context);
    void *context; /* for should_stop */
} graze_workspace;

#ifdef __cplusplus
}
#endif
#endif
