/* SPDX-License-Identifier: MIT */
/* The instance that every processor can run. */
#define WITH(name) name##_plain
#include "contact/uniform_root.inc"
