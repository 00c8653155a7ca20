/* SPDX-License-Identifier: MIT */
#include "io/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line of that number (from 1), without its end. */
static void find_line(const char *bytes, size_t length, size_t number, diagnostic_place *place)
{
    const char *end = bytes + length;
    for (size_t line = 1; line < number; line++) {
        const char *next = memchr(bytes, '\n', (size_t)(end - bytes));
        if (next == NULL)
            return;
        bytes = next + 1;
    }
    const char *line_end = memchr(bytes, '\n', (size_t)(end - bytes));
    place->text = bytes;
    place->text_length = (size_t)((line_end != NULL ? line_end : end) - bytes);
}

static io_result refuse_syntax(const source *input, diagnostics *sink, const char *bytes,
                               size_t length, const json_error_t *fault)
{
    diagnostic_place place = {.file = source_name(input),
                              .line = fault->line > 0 ? (size_t)fault->line : 1,
                              .column = fault->column > 0 ? (size_t)fault->column : 1};
    find_line(bytes, length, place.line, &place);
    if (place.column > place.text_length + 1)
        place.column = place.text_length + 1;
    diagnostic_error(sink, &place, NULL, "no sound JSON: %s", fault->text);
    return IO_BAD_INPUT;
}

/* Without memory jansson mostly calls it bad JSON, or leaves letters out of a text. */
static bool out_of_memory;

static void *take_memory(size_t size)
{
    void *block = malloc(size);
    out_of_memory |= block == NULL;
    return block;
}

/* Whole numbers are read as doubles: some programs write rubbish into fields that nobody
 * reads, and that must not spoil the others. */
io_result json_read(source *input, diagnostics *sink, json_t **document)
{
    const char *bytes;
    size_t length;
    json_error_t fault;
    io_result result = source_hold(input, sink, SIZE_MAX, &bytes, &length);
    if (result != IO_OK)
        return result;
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    json_set_alloc_funcs(take_memory, free);
    out_of_memory = false;
    *document = json_loadb(
        bytes, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &fault);
    if (out_of_memory) {
        json_decref(*document);
        return IO_MEMORY;
    }
    if (*document != NULL)
        return IO_OK;
    return refuse_syntax(input, sink, bytes, length, &fault);
}

bool json_count(const json_t *value, long long least, long long *number)
{
    double real = json_is_number(value) ? json_number_value(value) : NAN;
    if (!(real >= (double)least && real <= 0x1p53) || floor(real) != real)
        return false;
    *number = (long long)real;
    return true;
}

io_result json_refuse(const source *input, diagnostics *sink, const char *hint, const char *format,
                      ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    diagnostic_error(sink, &(diagnostic_place){.file = source_name(input), .line = 1}, hint, "%s",
                     message);
    return IO_BAD_INPUT;
}
