/* SPDX-License-Identifier: MIT */
#include "benchmarks/table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The cell at `*text`, without its '|'; moves *text behind it. False when there is none. */
static bool next_cell(const char **text, const char **cell, int *length)
{
    if (**text == '\0')
        return false;
    size_t size = strcspn(*text, "|");
    *cell = *text;
    *length = (int)size;
    *text += size + ((*text)[size] == '|');
    return true;
}

static size_t count_cells(const char *text)
{
    const char *cell;
    int length;
    size_t count = 0;
    while (next_cell(&text, &cell, &length))
        count++;
    return count;
}

table table_begin_on(FILE *to, const command *given, const char *name, size_t keys,
                     const char *about, const char *columns)
{
    const table made = {.given = given, .to = to, .name = name, .columns = columns, .keys = keys};
    const char *rest = columns, *cell;
    int length;
    if (given->csv)
        return made;
    fprintf(to, "\n%s\n\n|", about);
    while (next_cell(&rest, &cell, &length))
        fprintf(to, " %.*s |", length, cell);
    fputs("\n|", to);
    for (size_t i = 0; i < count_cells(columns); i++)
        fputs(i < keys ? " --- |" : " --: |", to);
    fputc('\n', to);
    return made;
}

table table_begin(const command *given, const char *name, size_t keys, const char *about,
                  const char *columns)
{
    return table_begin_on(stdout, given, name, keys, about, columns);
}

void table_title(const command *given, const char *title)
{
    char build[TABLE_ROW];
    command_build(build, sizeof build);
    if (!given->csv) {
        printf("## %s\n\n%s; %zu pairs a family, median of %zu rounds\n", title, build,
               given->pairs, given->repeats);
        return;
    }
    table run = table_begin(given, "run", 1, title, "run|value");
    table_cells(&run, "machine|%s", build);
    table_end_row(&run);
    table_cells(&run, "pairs|%zu", given->pairs);
    table_end_row(&run);
    table_cells(&run, "rounds|%zu", given->repeats);
    table_end_row(&run);
}

void table_cells(table *of, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    size_t room = sizeof of->row - of->length;
    int length = vsnprintf(of->row + of->length, room, format, values);
    va_end(values);
    if (length < 0 || (size_t)length + 2 > room)
        give_up("a row of a table is too long");
    of->length += (size_t)length;
    of->row[of->length++] = '|';
    of->row[of->length] = '\0';
}

void table_share(table *of, double percent, double nanoseconds)
{
    if (percent > 0)
        table_cells(of, "%.3f|%.0f|%.1f", percent, nanoseconds, percent * nanoseconds / 100);
    else
        table_cells(of, "0||");
}

static void print_field(FILE *to, const char *text, int length)
{
    fputc('"', to);
    for (int i = 0; i < length; i++)
        if (text[i] == '"')
            fputs("\"\"", to);
        else if (text[i] != '*') /* which is bold in Markdown */
            fputc(text[i], to);
    fputc('"', to);
}

/* One line for each cell behind those that name the row. */
static void print_lines(const table *of)
{
    const char *names = of->columns, *values = of->row, *name, *value;
    int name_length, value_length;
    char key[TABLE_ROW] = "";
    for (size_t column = 0; next_cell(&names, &name, &name_length) &&
                            next_cell(&values, &value, &value_length); column++) {
        if (column < of->keys) {
            size_t used = strlen(key);
            snprintf(key + used, sizeof key - used, "%s%.*s", column > 0 ? "; " : "",
                     value_length, value);
            continue;
        }
        if (value_length == 0)
            continue;
        fprintf(of->to, "%s,%s,", of->given->program, of->name);
        print_field(of->to, key, (int)strlen(key));
        fputc(',', of->to);
        print_field(of->to, name, name_length);
        fputc(',', of->to);
        print_field(of->to, value, value_length);
        fputc('\n', of->to);
    }
}

void table_end_row(table *of)
{
    if (of->given->csv) {
        print_lines(of);
    } else {
        const char *rest = of->row, *cell;
        int length;
        size_t cells = 0;
        fputc('|', of->to);
        for (; next_cell(&rest, &cell, &length); cells++)
            fprintf(of->to, length > 0 ? " %.*s |" : " |", length, cell);
        for (; cells < count_cells(of->columns); cells++)
            fputs(" |", of->to);
        fputc('\n', of->to);
    }
    fflush(of->to);
    of->length = 0;
    of->row[0] = '\0';
}

int table_status(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
