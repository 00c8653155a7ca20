/* SPDX-License-Identifier: MIT */
#include "io/lines.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Where the last line ends that says anything. */
static size_t end_of_text(const lines *all)
{
    size_t end = all->length;
    while (end > 0 && (is_blank(all->bytes[end - 1]) || all->bytes[end - 1] == '\n'))
        end--;
    while (end > 0 && end < all->length && all->bytes[end] != '\n')
        end++;
    return end;
}

io_result lines_open(source *input, diagnostics *sink, lines *all)
{
    *all = (lines){.input = input, .sink = sink};
    io_result result = source_hold(input, sink, SIZE_MAX, &all->bytes, &all->length);
    if (result != IO_OK)
        return result;
    all->length = end_of_text(all);
    if (all->length >= 3 && memcmp(all->bytes, "\xEF\xBB\xBF", 3) == 0)
        all->next = 3;
    all->text = all->bytes;
    return IO_OK;
}

bool lines_next(lines *all)
{
    if (all->next >= all->length)
        return false;
    const char *begin = all->bytes + all->next;
    size_t left = all->length - all->next;
    const char *end = memchr(begin, '\n', left);
    size_t length = end == NULL ? left : (size_t)(end - begin);
    all->next += length + 1;
    all->number++;
    if (length > 0 && begin[length - 1] == '\r')
        length--;
    all->text = begin;
    all->text_length = length;
    return true;
}

bool lines_word(const lines *all, size_t *at, const char **word, size_t *length)
{
    size_t i = *at;
    while (i < all->text_length && is_blank(all->text[i]))
        i++;
    size_t begin = i;
    while (i < all->text_length && !is_blank(all->text[i]))
        i++;
    *at = i;
    *word = all->text + begin;
    *length = i - begin;
    return i > begin;
}

void lines_error(lines *all, size_t at, const char *hint, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    all->failed = true;
    diagnostic_place place = {.file = source_name(all->input),
                              .line = all->number == 0 ? 1 : all->number,
                              .column = at + 1,
                              .text = all->text,
                              .text_length = all->text_length};
    diagnostic_error(all->sink, &place, hint, "%s", message);
}

io_result lines_close(lines *all, io_result result)
{
    return result == IO_OK && all->failed ? IO_BAD_INPUT : result;
}
