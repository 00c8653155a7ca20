/* SPDX-License-Identifier: MIT */
/* The instance without fused multiply-adds, and the doors to both. */
#define WITH(name) name##_plain
#include "contact/filter_dd.inc"

static bool is_fused(const pair *question)
{
    return quick_level(question->without) >= CPU_AVX2;
}

contact dd_contact(const pair *question)
{
    return is_fused(question) ? dd_contact_fused(question) : dd_contact_plain(question);
}

bool dd_overlaps(const pair *question, contact_part *parts, size_t *count)
{
    return is_fused(question) ? dd_overlaps_fused(question, parts, count)
                              : dd_overlaps_plain(question, parts, count);
}

bool dd_overlap_at_corner(const pair *question, graze_point a, graze_point b,
                          meeting_interval *result)
{
    return is_fused(question) ? dd_overlap_at_corner_fused(question, a, b, result)
                              : dd_overlap_at_corner_plain(question, a, b, result);
}

bool dd_clearance(const pair *question, graze_clearance *result)
{
    return is_fused(question) ? dd_clearance_fused(question, result)
                              : dd_clearance_plain(question, result);
}
