/* SPDX-License-Identifier: MIT */
/* Scenarios, written in every format that scenario.h reads.
 *
 * MovingAI and Continuous-CBS have no radii and speeds, and only count agents. The lengths
 * of a MovingAI scenario are those of shortest paths in eight directions that cut no
 * corner, as that benchmark has them; its bucket is a quarter of the length.
 */
#ifndef GRAZE_IO_SCENARIO_WRITE_H
#define GRAZE_IO_SCENARIO_WRITE_H

#include "io/scenario.h"
#include "io/writing.h"

typedef enum scenario_format { SCENARIO_CSV, SCENARIO_MOVINGAI, SCENARIO_CCBS } scenario_format;

/* map_name is what a MovingAI scenario calls its map. IO_BAD_INPUT (reported) where the
 * format cannot hold the scenario, IO_MEMORY. */
io_result scenario_write(const scenario *source, const map *on, const char *map_name,
                         scenario_format format, writing *to);

#endif
