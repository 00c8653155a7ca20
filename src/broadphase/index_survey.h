/* SPDX-License-Identifier: MIT */
/* What a crowd of boxes looks like, told from a sample of them: the numbers from
 * which sizes of cells, axes and levels are chosen. They decide about speed alone.
 */
#ifndef GRAZE_BROADPHASE_INDEX_SURVEY_H
#define GRAZE_BROADPHASE_INDEX_SURVEY_H

#include "broadphase/index_shelf.h"

typedef struct index_survey {
    float low[INDEX_AXES], high[INDEX_AXES]; /* where most boxes begin; finite, low <= high */
    float extent[INDEX_AXES]; /* nine of ten boxes are no longer; may be +inf */
    float longest[INDEX_AXES]; /* no box is longer, of all of them; not for survey_take to tell */
} index_survey;

/* count > 0. */
void survey_take(const index_box *all, const uint32_t *items, uint32_t count,
                 index_survey *taken);

#endif
