/* SPDX-License-Identifier: MIT */
/* Quantiles of a sample that is spread evenly over the items. */
#include "broadphase/index_survey.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { SAMPLE = 128 };

/* The `wanted` greatest of at least as many values, the greatest first. Few values are among them,
 * so that the branch is foreseen, as no branch of a sort is. */
static void keep_greatest(const float *values, uint32_t count, uint32_t wanted, float *kept)
{
    uint32_t held = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (held == wanted && values[i] <= kept[held - 1])
            continue;
        uint32_t place = held < wanted ? held++ : held - 1;
        for (; place > 0 && kept[place - 1] < values[i]; place--)
            kept[place] = kept[place - 1];
        kept[place] = values[i];
    }
}

static float finite(float value)
{
    return value < -FLT_MAX ? -FLT_MAX : value > FLT_MAX ? FLT_MAX : value;
}

void survey_take(const index_box *all, const uint32_t *items, uint32_t count,
                 index_survey *taken)
{
    float begins[SAMPLE], before[SAMPLE], extents[SAMPLE];
    float last[SAMPLE], first[SAMPLE], long_ones[SAMPLE];
    const uint32_t size = count < SAMPLE ? count : SAMPLE, edge = size / 50;
    const uint32_t longer = size - 1 - (size - 1) * 9 / 10; /* one in ten */
    assert(count > 0);
    for (int k = 0; k < INDEX_AXES; k++) {
        for (uint32_t i = 0; i < size; i++) {
            const index_box *box = &all[items[(uint64_t)i * count / size]];
            begins[i] = finite(box->lower[k]);
            before[i] = -begins[i];
            extents[i] = box->upper[k] - box->lower[k];
        }
        keep_greatest(begins, size, edge + 1, last);
        keep_greatest(before, size, edge + 1, first);
        keep_greatest(extents, size, longer + 1, long_ones);
        const float low = -first[edge], high = last[edge], least = -first[0], most = last[0];
        /* The sample's own ends, unless a few boxes lie far from all others. */
        const bool compact = (double)most - least <= 1.5 * ((double)high - low);
        taken->low[k] = compact ? least : low;
        taken->high[k] = compact ? most : high;
        taken->extent[k] = long_ones[longer];
    }
}
