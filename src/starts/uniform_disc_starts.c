/* SPDX-License-Identifier: MIT */
/* The instance that every processor can run. */
#define WITH(name) name##_plain
#include "starts/uniform_disc_starts.inc"
