/* SPDX-License-Identifier: MIT */
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define EFT_FUSED 0
#else
#define EFT_FUSED 1
#endif

#define exact_vector_cross_sign other_vector_cross_sign
#define exact_vector_cross_edge_sign other_vector_cross_edge_sign
#define exact_vector_dot_sign other_vector_dot_sign
#define exact_sum_nearest other_sum_nearest

#include "geometry/orientation.c"
