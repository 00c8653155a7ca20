/* SPDX-License-Identifier: MIT */
/* A small state machine over a sliding buffer. The buffer holds the record that
 * is being read and as much of what follows as one read brings; it grows to the
 * row's cap and not further. */
#include "io/records.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/table.h"
#include "io/utf8.h"

enum { CHUNK = 1 << 17 }; /* [bytes] of one read */

typedef enum scan_state {
    FIELD_BEGIN,
    IN_FIELD,
    IN_QUOTES,
    AFTER_QUOTE, /* a quote inside quotes: the first of two, or the end of the field */
    AFTER_RETURN /* a carriage return outside quotes */
} scan_state;

typedef struct scan {
    scan_state state;
    size_t at;      /* the next byte to look at */
    size_t field;   /* where this field begins */
    bool above_127; /* bytes that must be UTF-8 were seen */
    bool over;      /* the record's end was found */
} scan;

/* ---- faults ------------------------------------------------------------------------ */

static const char text_hint[] = "tables are UTF-8 text";
static const char return_hint[] = "lines end in a line feed, or carriage return and line feed";
static const char quote_hint[] =
    "a field with quotes in it is written \"like \"\"this\"\"\" (RFC 4180)";

diagnostic_place records_place(const records *r, size_t at)
{
    size_t line = r->line, line_begin = r->begin, position = r->begin + at;
    for (size_t i = r->begin; i < position; i++) {
        if (r->buffer[i] == '\n') {
            line++;
            line_begin = i + 1;
        }
    }
    size_t line_end = position;
    while (line_end < r->end && r->buffer[line_end] != '\n')
        line_end++;
    if (line_end > line_begin && r->buffer[line_end - 1] == '\r')
        line_end--;
    return (diagnostic_place){.file = source_name(r->input),
                              .line = line,
                              .column = position - line_begin + 1,
                              .text = r->buffer + line_begin,
                              .text_length = line_end - line_begin};
}

static io_result refuse(records *r, size_t position, const char *hint, const char *what)
{
    diagnostic_place place = records_place(r, position - r->begin);
    diagnostic_error(r->sink, &place, hint, "%s", what);
    return IO_BAD_INPUT;
}

static io_result refuse_byte(records *r, size_t position)
{
    diagnostic_place place = records_place(r, position - r->begin);
    unsigned char byte = (unsigned char)r->buffer[position];
    diagnostic_error(r->sink, &place, text_hint, "byte 0x%02x is not text", byte);
    return IO_BAD_INPUT;
}

static io_result refuse_length(records *r, const scan *s)
{
    if (s->at - s->field <= TABLE_FIELD_MAX)
        return refuse(r, r->begin, "is a line break missing?", "a row is longer than 4 MiB");
    if (r->buffer[s->field] == '"')
        return refuse(r, s->field, "is its closing quote missing?",
                      "a quoted field is longer than 1 MiB");
    return refuse(r, s->field, "is a comma or a line break missing?",
                  "a field is longer than 1 MiB");
}

static bool is_too_long(const records *r, const scan *s)
{
    return s->at - s->field > TABLE_FIELD_MAX || s->at - r->begin > TABLE_ROW_MAX;
}

/* ---- reading ----------------------------------------------------------------------- */

static io_result read_chunk(records *r)
{
    if (!array_grow(&r->buffer, &r->capacity, r->end + CHUNK, 1))
        return IO_MEMORY;
    size_t got = 0;
    io_result result = source_read(r->input, r->sink, r->buffer + r->end, CHUNK, &got);
    r->end += got;
    r->at_end = got == 0;
    return result;
}

/* A byte-order mark is passed over; columns count from behind it. */
io_result records_open(source *input, diagnostics *sink, records *result)
{
    *result = (records){.input = input, .sink = sink, .line = 1, .delimiter = ','};
    io_result outcome = read_chunk(result);
    if (outcome == IO_OK && result->end >= 3 && memcmp(result->buffer, "\xEF\xBB\xBF", 3) == 0)
        result->next = 3;
    return outcome;
}

void records_close(records *r)
{
    free(r->buffer);
    r->buffer = NULL;
}

/* Reads more behind what is there, after moving this record to the front. */
static io_result fill(records *r, scan *s)
{
    if (r->begin > 0)
        memmove(r->buffer, r->buffer + r->begin, r->end - r->begin);
    s->at -= r->begin;
    s->field -= r->begin;
    r->end -= r->begin;
    r->begin = 0;
    return read_chunk(r);
}

static void end_record(records *r, scan *s, size_t line_end_bytes)
{
    s->over = true;
    r->length = s->at - r->begin - (line_end_bytes - 1);
    r->next = s->at + 1;
    r->breaks++;
}

static bool is_control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7F;
}

const char *table_refuses(const char *text, size_t length)
{
    size_t quotes = 2;
    bool above_127 = false;
    for (size_t i = 0; i < length; i++) {
        if (is_control(text[i]) && text[i] != '\n' && text[i] != '\r')
            return "it has a control character";
        quotes += text[i] == '"';
        above_127 = above_127 || (unsigned char)text[i] >= 0x80;
    }
    if (length > TABLE_FIELD_MAX - quotes || length > TABLE_FIELD_MAX)
        return "it is longer than 1 MiB";
    return above_127 && utf8_fault(text, length) < length ? "it is not UTF-8" : NULL;
}

static io_result step_inside_quotes(records *r, scan *s, char c)
{
    if (c == '"')
        s->state = AFTER_QUOTE;
    else if (c == '\n')
        r->breaks++;
    else if (c != '\r' && is_control(c))
        return refuse_byte(r, s->at);
    return IO_OK;
}

static io_result end_field(records *r, scan *s, char c)
{
    if (is_too_long(r, s))
        return refuse_length(r, s);
    if (c == '\n')
        end_record(r, s, s->state == AFTER_RETURN ? 2 : 1);
    s->state = FIELD_BEGIN;
    s->field = s->at + 1;
    return IO_OK;
}

/* One byte that may matter: the state changes, or the reading ends. */
static io_result step(records *r, scan *s, char c)
{
    if ((unsigned char)c >= 0x80)
        s->above_127 = true;
    if (s->state == IN_QUOTES)
        return step_inside_quotes(r, s, c);
    if (s->state == AFTER_RETURN && c != '\n')
        return refuse(r, s->at - 1, return_hint, "a carriage return stands alone");
    if (c == r->delimiter || c == '\n')
        return end_field(r, s, c);
    if (c == '"' && s->state == IN_FIELD)
        return refuse(r, s->at, quote_hint, "a quote inside a field that does not begin with one");
    if (c == '"') {
        s->state = IN_QUOTES; /* also the second of two quotes */
    } else if (c == '\r') {
        s->state = AFTER_RETURN;
    } else if (s->state == AFTER_QUOTE) {
        return refuse(r, s->at, quote_hint, "text after the closing quote of a field");
    } else if (is_control(c)) {
        return refuse_byte(r, s->at);
    } else {
        s->state = IN_FIELD;
    }
    return IO_OK;
}

/* Bytes that change nothing: the common case, kept out of step(). */
static bool is_plain(char c, char delimiter)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != delimiter;
}

static io_result scan_buffer(records *r, scan *s)
{
    char delimiter = r->delimiter;
    while (s->at < r->end) {
        if (s->state == IN_FIELD || s->state == IN_QUOTES)
            while (s->at < r->end && is_plain(r->buffer[s->at], delimiter))
                s->at++;
        if (s->at == r->end)
            break;
        io_result result = step(r, s, r->buffer[s->at]);
        if (result != IO_OK || s->over)
            return result;
        s->at++;
    }
    return is_too_long(r, s) ? refuse_length(r, s) : IO_OK;
}

/* The file ended inside a record. */
static io_result end_file(records *r, scan *s)
{
    if (s->state == IN_QUOTES)
        return refuse(r, s->field, quote_hint, "a quote is opened here and never closed");
    if (s->state == AFTER_RETURN)
        return refuse(r, s->at - 1, return_hint, "a carriage return stands alone");
    s->over = true;
    r->length = r->end - r->begin;
    r->next = r->end;
    return IO_OK;
}

static io_result check_text(records *r, const scan *s)
{
    if (!s->above_127)
        return IO_OK;
    size_t fault = utf8_fault(records_bytes(r), r->length);
    return fault == r->length ? IO_OK : refuse_byte(r, r->begin + fault);
}

io_result records_next(records *r, bool *more)
{
    r->line += r->breaks;
    r->breaks = 0;
    r->begin = r->next;
    scan s = {.state = FIELD_BEGIN, .at = r->begin, .field = r->begin};
    *more = false;
    while (!s.over) {
        io_result result = scan_buffer(r, &s);
        if (result != IO_OK)
            return result;
        if (s.over)
            break;
        if (r->at_end && r->begin == r->end)
            return IO_OK;
        result = r->at_end ? end_file(r, &s) : fill(r, &s);
        if (result != IO_OK)
            return result;
    }
    *more = true;
    return check_text(r, &s);
}

/* ---- looking ahead ----------------------------------------------------------------- */

io_result records_ahead(records *r, size_t wanted, const char **bytes, size_t *length,
                        size_t *line)
{
    scan s = {.at = r->next, .field = r->next};
    io_result result = IO_OK;
    r->line += r->breaks;
    r->breaks = 0;
    r->begin = r->next;
    while (result == IO_OK && !r->at_end && r->end - r->begin < wanted)
        result = fill(r, &s);
    r->next = r->begin;
    r->length = 0;
    *bytes = r->buffer + r->begin;
    *length = r->end - r->begin;
    *line = r->line;
    while (*length > 0 && (*bytes)[*length - 1] != '\n')
        --*length;
    return result;
}

void records_go_to(records *r, const char *byte, size_t line)
{
    r->next = (size_t)(byte - r->buffer);
    r->line = line;
    r->breaks = 0;
}

/* ---- looking at a record ----------------------------------------------------------- */

const char *records_bytes(const records *r)
{
    return r->buffer + r->begin;
}

size_t records_field(const records *r, size_t field)
{
    const char *bytes = records_bytes(r);
    bool inside = false, blanks = r->delimiter == ' ';
    size_t at = 0;
    while (blanks && at < r->length && bytes[at] == ' ')
        at++;
    for (; at < r->length && field > 0; at++) {
        if (bytes[at] == '"') /* two quotes in a row leave and enter again */
            inside = !inside;
        else if (bytes[at] == r->delimiter && !inside)
            field -= !blanks || at + 1 == r->length || bytes[at + 1] != ' ';
    }
    return field == 0 ? at : r->length;
}
