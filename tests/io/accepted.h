/* SPDX-License-Identifier: MIT */
/* Texts as plans: what is accepted goes where it should, and what is refused is told. */
#ifndef GRAZE_TESTS_IO_ACCEPTED_H
#define GRAZE_TESTS_IO_ACCEPTED_H

#include "io/map.h"
#include "io/plan.h"

extern const plan_options with_radius; /* 0.25 for all who have none */

/* The plan of a text, without a word said; the caller frees it. */
plan accept_with(const char *text, const plan_options *options);
plan accept(const char *text);

/* The text is refused with one error that begins as expected, "FILE" being its name. */
void refuse_with(const char *text, const plan_options *options, const char *expected);
void refuse(const char *text, const char *expected);

/* Options with this map, which the caller frees. */
plan_options on_map(const char *text, map *on);

/* Whether the path of an agent is "LABEL t:x,y t:x,y"; prints it where it is not. */
bool goes(const plan *all, size_t agent, const char *expected);

#define GOES(text, agent, expected)                                                                \
    do {                                                                                           \
        plan read_ = accept(text);                                                                 \
        CU_ASSERT_TRUE(goes(&read_, agent, expected));                                             \
        plan_free(&read_);                                                                         \
    } while (0)

#endif
