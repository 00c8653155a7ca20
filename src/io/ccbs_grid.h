/* SPDX-License-Identifier: MIT */
/* Grid maps of Continuous-CBS (XML): unit cells, centres at whole numbers.
 *
 *     <root><map><width>3</width><height>2</height>
 *         <grid><row>0 0 1</row><row>010</row></grid></map></root>
 *
 * 1 is blocked, 0 is free; rows are written with or without blanks. Attributes
 * of <grid> are not looked at: released maps contradict themselves there. */
#ifndef GRAZE_IO_CCBS_GRID_H
#define GRAZE_IO_CCBS_GRID_H

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct ccbs_grid {
    size_t width, height;   /* columns and rows, at least 1 */
    unsigned char *blocked; /* [row * width + column], 0 or 1 */
} ccbs_grid;

/* Reads a map into *result, which needs ccbs_grid_free after IO_OK. */
io_result ccbs_grid_read(source *input, diagnostics *sink, ccbs_grid *result);

void ccbs_grid_free(ccbs_grid *grid);

#endif
