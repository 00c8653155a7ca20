/* SPDX-License-Identifier: MIT */
/* Suggestions for misspelt words: the known word nearest to one that is not known. */
#ifndef GRAZE_IO_SPELLING_H
#define GRAZE_IO_SPELLING_H

#include <stddef.h>

/* The nearest of `count` words, letters' case aside, or null when none is near
 * enough to be meant. */
const char *spelling_nearest(const char *typed, size_t length, const char *const *words,
                             size_t count);

#endif
