/* SPDX-License-Identifier: MIT */
/* The greatest jump of a path's velocity where two of its motions meet. */
#ifndef GRAZE_CLI_PATH_JUMP_H
#define GRAZE_CLI_PATH_JUMP_H

#include <graze.h>

/* Raises *greatest [m/s] to that of the path, as doubles compute it. Jumps up to what it is at
 * the call are passed over quickly. Statuses: graze_path_excesses. */
graze_status path_greatest_jump(const graze_trajectory *path, double *greatest);

#endif
