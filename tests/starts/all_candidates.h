/* SPDX-License-Identifier: MIT */
/* Unsafe starts from all candidates, in exact numbers: what every quicker way is compared with. */
#ifndef TESTS_STARTS_ALL_CANDIDATES_H
#define TESTS_STARTS_ALL_CANDIDATES_H

#include "contact/question.h"

enum { ALL_CANDIDATES_KEPT = 8 };

typedef struct all_candidates {
    const pair *question;
    graze_interval found[ALL_CANDIDATES_KEPT]; /* the first ones */
    size_t count;                              /* of all */
} all_candidates;

/* In the caller's workspace, or in the library's for null. */
all_candidates all_candidates_of(const pair *question, const graze_workspace *workspace);

#endif
