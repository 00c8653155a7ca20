/* SPDX-License-Identifier: MIT */
/* The instance without fused multiply-adds. */
#define WITH(name) name##_plain
#include "contact/polygon_aligned.inc"
