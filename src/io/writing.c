/* SPDX-License-Identifier: MIT */
#include "io/writing.h"

#include <csv.h>
#include <stdarg.h>
#include <string.h>

#include "io/number.h"
#include "io/table.h"

enum { MESSAGE_SIZE = 400 };

void writing_refuse(writing *to, const char *hint, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    diagnostic_error(to->sink, &(diagnostic_place){.file = to->file}, hint, "%s", message);
    to->refused++;
}

io_result writing_result(const writing *to)
{
    return to->refused == 0 ? IO_OK : IO_BAD_INPUT;
}

void writing_number(writing *to, double value)
{
    char text[NUMBER_TEXT_SIZE];
    fputs(number_format(value, false, text), to->out);
}

void writing_field(writing *to, const char *text)
{
    size_t length = strlen(text);
    const char *fault = table_refuses(text, length);
    if (fault != NULL && to->refused == 0) /* it comes in every row */
        writing_refuse(to, NULL, "the label '%.40s' cannot be written as CSV: %s", text, fault);
    if (fault != NULL)
        return;
    bool plain = length > 0 && strpbrk(text, ",\"\r\n") == NULL && strchr(" \t", text[0]) == NULL &&
                 strchr(" \t", text[length - 1]) == NULL;
    if (plain)
        fputs(text, to->out);
    else
        csv_fwrite(to->out, text, length);
}

bool writing_counts(writing *to, const char *kind, const char *label, size_t index)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", index);
    if (to->drop || strcmp(label, number) == 0)
        return true;
    writing_refuse(to, "--drop leaves the names out",
                   "%s '%.40s': the format only counts, and calls it %zu", kind, label, index);
    return false;
}
