/* SPDX-License-Identifier: MIT */
/* One large plan, checked block by block: what a check of the whole says, with the memory of a
 * block at a time.
 *
 * Borders cut space, across the longer side of where agents begin, so that each block has about as
 * many of them. A motion is in every block that its box touches: two motions that meet have a
 * point of both boxes in common, so both are in the block of that point, and are decided there. Two
 * agents that meet in the motions of one block only are done with it. Those that meet in more
 * than one are decided once more, whole: they are few, as borders are. Answers lie in a file until
 * all blocks are done, and are then handed over in the order of the agents.
 *
 * Which process decides a block makes no difference.
 */
#ifndef GRAZE_CLI_CHECK_SPLIT_H
#define GRAZE_CLI_CHECK_SPLIT_H

#include "cli/plan_block.h"
#include "cli/plan_check.h"

/* Where blocks come from and where their answers go. */
typedef struct block_source {
    /* Packs the next block, or leaves *any false: there are no more. */
    io_result (*next)(void *context, block_bytes *block, bool *any);
    io_result (*take)(void *context, const block_bytes *answers);
    void *context;
    size_t threads; /* of this process */
} block_source;

/* Who decides blocks: until there are no more, or something but IO_OK comes of one. */
typedef struct block_workers {
    io_result (*work)(void *context, const block_source *from);
    void *context;
} block_workers;

/* This process, one block after the other. */
io_result block_work_here(void *context, const block_source *from);

typedef struct check_split {
    int blocks;                   /* 0: the plan is checked as a whole */
    const block_workers *workers; /* null: this process */
    double limit;                 /* [pairs] more in one block are not looked for; 0: none */
    bool shown;                   /* a bar counts the blocks */
    bool is_limited;              /* there were more */
    uint64_t pairs_again;         /* that met in more than one block */
} check_split;

/* IO_BAD_INPUT (reported) for plans that cannot be cut: those that name bodies of motions. */
io_result check_split_accept(const plan *given, const char *file, diagnostics *sink);

/* cli_check (command.h) with others to decide the blocks of --split-plan, or null. */
int cli_check_by(int argc, char **argv, const block_workers *workers);

/* As plan_check_pairs; of the counts those of pairs alone are written. Where a signal came, or a
 * block has too many pairs, nothing is handed over. Answers wait in `into`. */
io_result check_split_pairs(check_split *split, const plan *given, struct spill *into,
                            const graze_check_options *options,
                            const plan_check_listener *listener, graze_check_counts *counts,
                            graze_status *fault);

#endif
