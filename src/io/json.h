/* SPDX-License-Identifier: MIT */
/* JSON documents, taken apart by jansson, and words about them. Jansson does not know where a
 * value stood, so a fault is told with the name of what it is in: `actualPaths[3]`. */
#ifndef GRAZE_IO_JSON_H
#define GRAZE_IO_JSON_H

#include <jansson.h>

#include "io/diagnostic.h"
#include "io/source.h"

/* Reads the whole input, a document of any kind. json_decref what comes back. What is no JSON
 * is reported with its line and column. */
io_result json_read(source *input, diagnostics *sink, json_t **document);

/* A whole number from `least` to 2^53; false when it is none. */
bool json_count(const json_t *value, long long least, long long *number);

/* Reports something that is wrong in the document as a whole. Returns IO_BAD_INPUT. */
io_result json_refuse(const source *input, diagnostics *sink, const char *hint, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));

#endif
