/* SPDX-License-Identifier: MIT */
/* Files that are nearly right: one line, word or sign of a good one is another. */
#ifndef GRAZE_TESTS_FUZZ_SPOIL_H
#define GRAZE_TESTS_FUZZ_SPOIL_H

#include <stddef.h>
#include <stdint.h>

/* Hands spoilt versions of the bytes to `take`: cut off after a word; without a line, or with it
 * twice; with another word in the place of one; without a sign between words, or with a blank
 * there. */
void spoil(const uint8_t *bytes, size_t length, void (*take)(const uint8_t *bytes, size_t length));

#endif
