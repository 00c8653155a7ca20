/* SPDX-License-Identifier: MIT */
/* Quantiles of a sample that is spread evenly over the items. */
#include "broadphase/index_survey.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { SAMPLE = 128 };

static void sort(float *values, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            float moved = values[i];
            int j = i;
            for (; j >= gap && values[j - gap] > moved; j -= gap)
                values[j] = values[j - gap];
            values[j] = moved;
        }
}

static float finite(float value)
{
    return value < -FLT_MAX ? -FLT_MAX : value > FLT_MAX ? FLT_MAX : value;
}

void survey_take(const index_box *all, const uint32_t *items, uint32_t count,
                 index_survey *taken)
{
    float begins[SAMPLE], extents[SAMPLE];
    uint32_t size = count < SAMPLE ? count : SAMPLE;
    assert(count > 0);
    for (int k = 0; k < INDEX_AXES; k++) {
        for (uint32_t i = 0; i < size; i++) {
            const index_box *box = &all[items[(uint64_t)i * count / size]];
            begins[i] = finite(box->lower[k]);
            extents[i] = box->upper[k] - box->lower[k];
        }
        sort(begins, (int)size);
        sort(extents, (int)size);
        const uint32_t edge = size / 50;
        const float low = begins[edge], high = begins[size - 1 - edge];
        const float least = begins[0], most = begins[size - 1];
        /* The sample's own ends, unless a few boxes lie far from all others. */
        const bool compact = (double)most - least <= 1.5 * ((double)high - low);
        taken->low[k] = compact ? least : low;
        taken->high[k] = compact ? most : high;
        taken->extent[k] = extents[(size - 1) * 9 / 10];
    }
}
