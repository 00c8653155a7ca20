/* SPDX-License-Identifier: MIT */
/* The instance for processors that have fused multiply-adds: the build compiles this file with them
 * (local.mk). Where there is no flag for that, no processor has a level that asks for it. */
#define WITH(name) name##_fused
#include "contact/polygon_aligned.inc"
