/* SPDX-License-Identifier: MIT */
/* The quick stages of bodies with corners, asked directly: each of them alone and together, with
 * the edges side by side and as an outline, in every width of vectors, against exact numbers. */
#ifndef TESTS_KERNEL_CORNER_STAGES_H
#define TESTS_KERNEL_CORNER_STAGES_H

#include "contact/question.h"

/* What they say that is not so, or null; `exact` is what the exact stage says. */
const char *corner_stages_differ(const pair *question, contact exact);

#endif
