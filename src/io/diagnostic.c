/* SPDX-License-Identifier: MIT */
/* Diagnostics on a terminal. Whatever a hostile file says, only printable text
 * reaches the terminal, and a source line takes at most one row of it. */
#include "io/diagnostic.h"

#include <stdarg.h>
#include <string.h>

#include "io/utf8.h"

enum {
    MESSAGE_MAX = 1024,  /* [bytes] of one message or hint */
    EXCERPT_BEFORE = 60, /* [bytes] shown before the caret, */
    EXCERPT_AFTER = 40,  /* and from it on */
    EXCERPT_MAX = EXCERPT_BEFORE + EXCERPT_AFTER
};

static const char red[] = "\033[1;31m", green[] = "\033[1;32m", cyan[] = "\033[1;36m",
                  plain[] = "\033[0m";

static void put_styled(const diagnostics *sink, const char *style, const char *text)
{
    fprintf(sink->out, "%s%s%s", sink->color ? style : "", text, sink->color ? plain : "");
}

/* Printable characters go out as they are, a tab as one blank (so that the caret
 * stays in its column), any other character, and each byte that is none, as '?'. Returns the
 * columns it took. */
static size_t put_clean(FILE *out, const char *text, size_t length)
{
    size_t columns = 0;
    for (size_t at = 0; at < length; columns++) {
        size_t bytes = utf8_printable(text + at, length - at);
        if (bytes > 0)
            fwrite(text + at, 1, bytes, out);
        else
            putc(text[at] == '\t' ? ' ' : '?', out);
        size_t whole = utf8_character(text + at, length - at);
        at += whole > 0 ? whole : 1;
    }
    return columns;
}

/* ---- the source line --------------------------------------------------------------- */

/* Moves a cut back to the first byte of the character that it would split. */
static size_t whole_character(const char *text, size_t at)
{
    for (int step = 0; step < 3 && at > 0 && utf8_continues(text[at]); step++)
        at--;
    return at;
}

static void put_excerpt(const diagnostics *sink, const diagnostic_place *place)
{
    size_t length = place->text_length;
    size_t caret = place->column > 0 ? place->column - 1 : 0;
    if (caret > length)
        caret = length;
    size_t begin = 0, end = length;
    if (length > EXCERPT_MAX) {
        if (caret > EXCERPT_BEFORE)
            begin = whole_character(place->text, caret - EXCERPT_BEFORE);
        if (length - begin > EXCERPT_MAX)
            end = whole_character(place->text, begin + EXCERPT_MAX);
    }
    size_t columns = 0;
    if (begin > 0)
        columns += (size_t)fprintf(sink->out, "...");
    columns += put_clean(sink->out, place->text + begin, caret - begin);
    put_clean(sink->out, place->text + caret, end - caret);
    fputs(end < length ? "...\n" : "\n", sink->out);
    if (place->column == 0)
        return;
    fprintf(sink->out, "%*s", (int)columns, "");
    put_styled(sink, green, "^");
    putc('\n', sink->out);
}

/* ---- the whole --------------------------------------------------------------------- */

static void put_place(const diagnostics *sink, const diagnostic_place *place)
{
    put_clean(sink->out, place->file, strlen(place->file));
    if (place->line > 0)
        fprintf(sink->out, ":%zu", place->line);
    if (place->line > 0 && place->column > 0)
        fprintf(sink->out, ":%zu", place->column);
    fputs(": ", sink->out);
}

static void put_hint(const diagnostics *sink, const char *hint)
{
    if (hint == NULL)
        return;
    put_styled(sink, cyan, "hint:");
    putc(' ', sink->out);
    put_clean(sink->out, hint, strlen(hint));
    putc('\n', sink->out);
}

static void put_message(const diagnostics *sink, const diagnostic_place *place, const char *kind,
                        const char *hint, const char *format, va_list arguments)
    __attribute__((format(printf, 5, 0)));

static void put_message(const diagnostics *sink, const diagnostic_place *place, const char *kind,
                        const char *hint, const char *format, va_list arguments)
{
    char message[MESSAGE_MAX];
    vsnprintf(message, sizeof message, format, arguments);
    put_place(sink, place);
    put_styled(sink, red, kind);
    putc(' ', sink->out);
    put_clean(sink->out, message, strlen(message));
    putc('\n', sink->out);
    if (place->text != NULL && place->line > 0)
        put_excerpt(sink, place);
    put_hint(sink, hint);
}

void diagnostic_error(diagnostics *sink, const diagnostic_place *place, const char *hint,
                      const char *format, ...)
{
    va_list arguments;
    sink->errors++;
    if (sink->errors > DIAGNOSTIC_SHOWN_MAX)
        return;
    va_start(arguments, format);
    put_message(sink, place, "error:", hint, format, arguments);
    va_end(arguments);
}

void diagnostic_warning(diagnostics *sink, const diagnostic_place *place, const char *hint,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_message(sink, place, "warning:", hint, format, arguments);
    va_end(arguments);
}

void diagnostic_note(diagnostics *sink, const diagnostic_place *place, const char *message)
{
    put_place(sink, place);
    fprintf(sink->out, "%s\n", message);
}

void diagnostic_finish(diagnostics *sink)
{
    if (sink->errors <= DIAGNOSTIC_SHOWN_MAX)
        return;
    size_t hidden = sink->errors - DIAGNOSTIC_SHOWN_MAX;
    fprintf(sink->out, "and %zu more error%s\n", hidden, hidden == 1 ? "" : "s");
}
