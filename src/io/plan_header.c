/* SPDX-License-Identifier: MIT */
#include "io/plan_header.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"

/* Names that other programs give to columns of ours. */
static const char *const times[] = {"time", "t",       "timestamp", "time_s", "time_sec",
                                    "sec",  "seconds", "stamp",     NULL};
static const char *const frames[] = {"frame", "frame_id",  "frame_number", "frame_num",
                                     "step",  "time_step", "timestep",     NULL};
static const char *const agents[] = {
    "agent",         "id",       "agent_id",  "agentid",    "robot", "robot_id", "ped_id",
    "pedestrian_id", "track_id", "object_id", "vehicle_id", "name",  NULL};
static const char *const xs[] = {"x", "px", "pos_x", "x_m", "position_x", "pos.x", NULL};
static const char *const ys[] = {"y", "py", "pos_y", "y_m", "position_y", "pos.y", NULL};
static const char *const zs[] = {"z", "pz", "pos_z", "z_m", "position_z", "pos.z", NULL};

static const struct {
    const char *ours;
    const char *const *names;
} obvious[] = {{"time", times}, {"agent", agents}, {"x", xs}, {"y", ys}, {"z", zs}};

enum { OBVIOUS = sizeof obvious / sizeof obvious[0], NEEDED = 4 };

static bool is_listed(const char *name, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, name) == 0)
            return true;
    return false;
}

/* ---- fields of the first line --------------------------------------------------------- */

static void forget_fields(plan_header *header)
{
    for (size_t i = 0; i < header->count; i++)
        free(header->fields[i]);
    header->count = 0;
}

/* Takes a field of `length` bytes; quotes round it are left out. */
static bool add_field(plan_header *header, const char *text, size_t length)
{
    if (length > 1 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    if (!array_grow(&header->fields, &header->capacity, header->count + 1, sizeof *header->fields))
        return false;
    header->fields[header->count] = strndup(text, length);
    return header->fields[header->count++] != NULL;
}

/* Of more fields than a table may have: one more than those. */
static bool split(plan_header *header, const char *line, size_t length, char delimiter)
{
    bool quoted = false;
    size_t begin = 0;
    forget_fields(header);
    for (size_t at = 0; at <= length && header->count <= TABLE_COLUMNS_MAX; at++) {
        if (at < length && line[at] == '"')
            quoted = !quoted;
        if (at < length && (quoted || line[at] != delimiter))
            continue;
        bool run = delimiter == ' ' && at == begin; /* blanks come in runs */
        if (!run && !add_field(header, line + begin, at - begin))
            return false;
        begin = at + 1;
    }
    return true;
}

static size_t count_delimiters(const char *line, size_t length, char delimiter)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += line[i] == delimiter && !(delimiter == ' ' && i > 0 && line[i - 1] == ' ');
    return count;
}

/* What is between the fields of a line without the one that was looked for; 0: nothing. */
static char other_delimiter(const char *line, size_t length, char wanted)
{
    static const char others[] = ";\t,|";
    for (const char *other = others; *other != '\0'; other++)
        if (*other != wanted && count_delimiters(line, length, *other) >= 2)
            return *other;
    return wanted != ' ' && count_delimiters(line, length, ' ') >= 2 ? ' ' : '\0';
}

static bool is_number(const char *text)
{
    double value;
    char point[40];
    if (strlen(text) < sizeof point) { /* with a decimal comma, too */
        strcpy(point, text);
        char *comma = strchr(point, ',');
        if (comma != NULL)
            *comma = '.';
        text = point;
    }
    return number_parse(text, strlen(text), true, &value) == NUMBER_OK;
}

/* A first line that is data has at most one field, the agent's, that is no number. */
static bool is_data(const plan_header *header)
{
    size_t numbers = 0;
    for (size_t i = 0; i < header->count; i++)
        numbers += is_number(header->fields[i]);
    return header->count >= 3 && numbers + 1 >= header->count;
}

/* ---- options ---------------------------------------------------------------------------- */

static io_result refuse_option(const plan_reading *reading, const char *option, const char *hint,
                               const char *what, const char *word)
{
    diagnostic_error(reading->sink, &(diagnostic_place){.file = option}, hint, "'%.60s' %s", word,
                     what);
    return IO_BAD_INPUT;
}

static io_result take_delimiter(const plan_reading *reading, char *delimiter)
{
    const char *word = reading->options->import.delimiter;
    *delimiter = ',';
    if (word == NULL)
        return IO_OK;
    if (strcmp(word, "tab") == 0 || strcmp(word, "\\t") == 0)
        *delimiter = '\t';
    else if (strcmp(word, "space") == 0)
        *delimiter = ' ';
    else if (strlen(word) == 1 && !isalnum((unsigned char)word[0]) &&
             strchr("\"\r\n.+-", word[0]) == NULL)
        *delimiter = word[0];
    else
        return refuse_option(reading, "--delimiter", "',', ';', tab, space, '|', ...",
                             "is not between fields", word);
    return IO_OK;
}

static size_t find_name(const char *const *names, size_t count, const char *name, size_t length)
{
    size_t at = 0;
    while (at < count && (strlen(names[at]) != length || memcmp(names[at], name, length) != 0))
        at++;
    return at;
}

/* The field of that name, or without a header of that number, from 1. */
static const char *find_field(const plan_header *header, const char *name, size_t length)
{
    for (size_t i = 0; i < header->count; i++) {
        const char *field = header->fields[i];
        size_t blanks = strspn(field, " "), width = strlen(field + blanks);
        while (width > 0 && field[blanks + width - 1] == ' ')
            width--;
        if (width == length && memcmp(field + blanks, name, length) == 0)
            return field;
    }
    return NULL;
}

/* One item of --columns: NAME=COLUMN, or without a header NAME alone for the next field. */
static io_result take_item(const plan_reading *reading, const char *const *names, size_t count,
                           plan_header *header, const char *item, size_t length, size_t number)
{
    char word[80], hint[160] = "time, agent, x, y, z, share, radius, or a column of motions";
    const char *equals = memchr(item, '=', length);
    size_t width = equals != NULL ? (size_t)(equals - item) : length;
    snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), item);
    if (equals == NULL && header->no_header && (item[0] == '#' || item[0] == '-'))
        return IO_OK;
    size_t column = find_name(names, count, item, width);
    if (column == count)
        return refuse_option(reading, "--columns", hint, "names none of our columns", word);
    const char *of = equals != NULL ? equals + 1 : NULL;
    size_t rest = of != NULL ? length - width - 1 : 0;
    const char *field = NULL;
    if (header->no_header) {
        size_t wanted = of != NULL ? (size_t)strtoul(of, NULL, 10) : number + 1;
        field = wanted >= 1 && wanted <= header->count ? header->fields[wanted - 1] : NULL;
        if (field != NULL) /* it is called as we call it */
            memcpy(header->fields[wanted - 1], names[column], strlen(names[column]) + 1);
        snprintf(hint, sizeof hint, "the first row has %zu fields", header->count);
    } else {
        field = of != NULL ? find_field(header, of, rest) : NULL;
        snprintf(hint, sizeof hint, of != NULL ? "names of the first line" : "%s=COLUMN", word);
    }
    if (field == NULL)
        return refuse_option(reading, "--columns", hint, "names no column of the file", word);
    header->columns[column] = field;
    header->foreign = true;
    return IO_OK;
}

static io_result take_columns(const plan_reading *reading, const char *const *names, size_t count,
                              plan_header *header)
{
    const char *list = reading->options->import.columns;
    io_result result = IO_OK;
    for (size_t number = 0; list != NULL && *list != '\0' && result == IO_OK; number++) {
        size_t length = strcspn(list, ",");
        result = take_item(reading, names, count, header, list, length, number);
        list += length + (list[length] == ',');
    }
    return result;
}

/* Without a header the fields have room for any name of ours, and are none of them yet. */
static io_result name_fields(const plan_reading *reading, const char *const *names, size_t count,
                             plan_header *header)
{
    enum { NAME_MAX_SIZE = 16 };
    static const char in_order[] = "agent,time,x,y,z";
    plan_reading ordered = *reading;
    plan_options options = *reading->options;
    for (size_t i = 0; i < header->count; i++) {
        char *field = realloc(header->fields[i], NAME_MAX_SIZE);
        if (field == NULL)
            return IO_MEMORY;
        header->fields[i] = strcpy(field, "#");
    }
    if (options.import.columns != NULL)
        return take_columns(reading, names, count, header);
    if (header->count != 4 && header->count != 5)
        return refuse_option(reading, "--no-header", "--columns agent,time,x,y,#,...",
                             "has neither 4 nor 5 fields: which are they?",
                             source_name(reading->input));
    char list[sizeof in_order];
    strcpy(list, in_order);
    list[header->count == 4 ? sizeof in_order - 3 : sizeof in_order - 1] = '\0';
    options.import.columns = list;
    ordered.options = &options;
    return take_columns(&ordered, names, count, header);
}

/* ---- names of other programs ---------------------------------------------------------------- */

/* Finds the column of an obvious name; two of them are none. */
static const char *find_obvious(const plan_header *header, const char *const *list)
{
    const char *found = NULL;
    for (size_t i = 0; i < header->count; i++) {
        if (!is_listed(header->fields[i], list))
            continue;
        if (found != NULL)
            return NULL;
        found = header->fields[i];
    }
    return found;
}

static size_t column_of(const char *const *names, size_t count, const char *name)
{
    return find_name(names, count, name, strlen(name));
}

/* Fills the columns that nobody named; those of our own names go first. */
static void take_obvious(const char *const *names, size_t count, plan_header *header)
{
    for (size_t i = 0; i < OBVIOUS; i++) {
        size_t column = column_of(names, count, obvious[i].ours);
        const char *own = find_field(header, obvious[i].ours, strlen(obvious[i].ours));
        if (column < count && header->columns[column] == NULL)
            header->columns[column] = own != NULL ? own : find_obvious(header, obvious[i].names);
    }
    size_t time = column_of(names, count, "time");
    if (header->columns[time] != NULL)
        return;
    header->columns[time] = find_obvious(header, frames);
    header->frames = header->columns[time] != NULL;
}

static bool has_needed(const char *const *names, size_t count, const plan_header *header)
{
    bool all = true;
    for (size_t i = 0; i < NEEDED; i++)
        all &= header->columns[column_of(names, count, obvious[i].ours)] != NULL;
    return all;
}

/* ---- a column for each agent ------------------------------------------------------------------
 */

/* Which coordinate of which agent is this? x0, x_0, px[0], robot1_x, 0.y: its axis and the
 * agent's label; 0 when it is none. */
static char take_wide_name(const char *name, const char **label, size_t *length)
{
    static const char separators[] = "_.-[( ";
    const char *at = name + (name[0] == 'p' && (name[1] == 'x' || name[1] == 'y'));
    size_t width = strlen(name);
    if ((at[0] == 'x' || at[0] == 'y') && at[1] != '\0' &&
        (isdigit((unsigned char)at[1]) || strchr(separators, at[1]) != NULL)) {
        *label = at + 1 + (isdigit((unsigned char)at[1]) ? 0 : 1);
        *length = strcspn(*label, "])");
        return *length > 0 ? at[0] : '\0';
    }
    if (width <= 2)
        return '\0';
    char axis = name[width - 1];
    size_t end = width - 1;
    if (end > 1 && name[end - 1] == 'p')
        end--;
    if ((axis != 'x' && axis != 'y') || strchr(separators, name[end - 1]) == NULL)
        return '\0';
    *label = name;
    *length = end - 1;
    return *length > 0 ? axis : '\0';
}

static plan_pair *find_pair(plan_header *header, const char *label, size_t length)
{
    for (size_t i = 0; i < header->pair_count; i++)
        if (strlen(header->pairs[i].label) == length &&
            memcmp(header->pairs[i].label, label, length) == 0)
            return &header->pairs[i];
    if (!array_grow(&header->pairs, &header->pair_capacity, header->pair_count + 1,
                    sizeof *header->pairs))
        return NULL;
    plan_pair *pair = &header->pairs[header->pair_count];
    *pair = (plan_pair){.label = strndup(label, length)};
    header->pair_count += pair->label != NULL;
    return pair->label != NULL ? pair : NULL;
}

static void forget_pairs(plan_header *header)
{
    for (size_t i = 0; i < header->pair_count; i++)
        free(header->pairs[i].label);
    header->pair_count = 0;
}

/* Only whole pairs count. */
static io_result take_pairs(plan_header *header)
{
    bool whole = true;
    for (size_t i = 0; i < header->count; i++) {
        const char *label;
        size_t length;
        char axis = take_wide_name(header->fields[i], &label, &length);
        if (axis == '\0')
            continue;
        plan_pair *pair = find_pair(header, label, length);
        if (pair == NULL)
            return IO_MEMORY;
        const char **field = axis == 'x' ? &pair->x : &pair->y;
        whole &= *field == NULL;
        *field = header->fields[i];
    }
    for (size_t i = 0; i < header->pair_count; i++)
        whole &= header->pairs[i].x != NULL && header->pairs[i].y != NULL;
    if (!whole)
        forget_pairs(header);
    return IO_OK;
}

/* ---- one error ---------------------------------------------------------------------------------
 */

static const char *name_of(char delimiter, char *text, size_t size)
{
    if (delimiter == '\t')
        return "tabs";
    if (delimiter == ' ')
        return "blanks";
    snprintf(text, size, "'%c'", delimiter);
    return text;
}

/* The names as ours but for case, as --columns needs them; false where they are others. */
static bool spell_columns(const plan_header *header, char *list, size_t size)
{
    size_t found = 0, length = 0;
    list[0] = '\0';
    for (size_t i = 0; i < header->count; i++) {
        char lower[40];
        const char *field = header->fields[i] + strspn(header->fields[i], " ");
        size_t width = strcspn(field, " ");
        for (size_t k = 0; k < sizeof lower; k++)
            lower[k] = (char)(k < width ? tolower((unsigned char)field[k]) : '\0');
        lower[sizeof lower - 1] = '\0';
        for (size_t k = 0; k < OBVIOUS; k++) {
            if (!is_listed(lower, obvious[k].names) || length >= size)
                continue;
            length += (size_t)snprintf(list + length, size - length, "%s%s=%.*s",
                                       length > 0 ? "," : "", obvious[k].ours, (int)width, field);
            found += k < NEEDED;
        }
    }
    return found == NEEDED && length < size;
}

static io_result refuse_line(const plan_reading *reading, const char *line, size_t length,
                             const char *hint, const char *what)
{
    const diagnostic_place place = {.file = source_name(reading->input),
                                    .line = 1,
                                    .column = 1,
                                    .text = line,
                                    .text_length = length};
    diagnostic_error(reading->sink, &place, hint, "%s", what);
    return IO_BAD_INPUT;
}

/* Other separators, and whether a header is missing as well. */
static io_result refuse_delimiter(const plan_reading *reading, plan_header *header,
                                  const char *line, size_t length, char found)
{
    char what[120], hint[80], wanted_name[4], found_name[4];
    if (!split(header, line, length, found))
        return IO_MEMORY;
    bool data = is_data(header);
    snprintf(what, sizeof what, "the fields are separated by %s, not by %s%s",
             name_of(found, found_name, sizeof found_name),
             name_of(header->delimiter, wanted_name, sizeof wanted_name),
             data ? ", and there is no header" : "");
    snprintf(hint, sizeof hint, "--delimiter %s%s",
             found == '\t'  ? "tab"
             : found == ' ' ? "space"
                            : name_of(found, found_name, sizeof found_name),
             data ? " --no-header" : "");
    return refuse_line(reading, line, length, hint, what);
}

static io_result refuse_data(const plan_reading *reading, const char *line, size_t length)
{
    return refuse_line(reading, line, length,
                       "--no-header, when the columns are agent,time,x,y[,z]; else say which they "
                       "are, too: --columns time,agent,x,y",
                       "there is no header: the first line is data");
}

static io_result refuse_case(const plan_reading *reading, const char *line, size_t length,
                             const char *list)
{
    char hint[300];
    snprintf(hint, sizeof hint, "--columns %s", list);
    return refuse_line(reading, line, length, hint,
                       "the columns are written in another case, or with blanks, than agent, time, "
                       "x and y");
}

static io_result refuse_frames(const plan_reading *reading, const char *line, size_t length,
                               const char *name)
{
    char what[120];
    snprintf(what, sizeof what, "'%.40s' counts frames, and it is not said how many are a second",
             name);
    return refuse_line(reading, line, length, "--frame-rate HZ", what);
}

/* ---- the whole
 * ------------------------------------------------------------------------------------ */

/* The first line of the input, without its end; of one that is longer than a table's, its begin. */
static io_result find_line(plan_reading *reading, const char **line, size_t *length)
{
    io_result result = source_look(reading->input, reading->sink, line, length);
    size_t least = 1, held = *length;
    while (result == IO_OK && held >= least && least < TABLE_ROW_MAX &&
           memchr(*line, '\n', *length) == NULL) {
        least = 2 * held;
        result = source_hold(reading->input, reading->sink, least, line, &held);
        if (result == IO_OK)
            result = source_look(reading->input, reading->sink, line, length);
    }
    if (result != IO_OK)
        return result;
    const char *end = *length > 0 ? memchr(*line, '\n', *length) : NULL;
    *length = end != NULL ? (size_t)(end - *line) : *length;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        --*length;
    return IO_OK;
}

/* Is it a header in our own names, which the reader judges word by word? */
static bool is_own(const plan_header *header)
{
    static const char *const own[] = {"agent", "x", "y"};
    size_t found = 0;
    for (size_t i = 0; i < 3; i++)
        found += find_obvious(header, (const char *const[]){own[i], NULL}) != NULL;
    static const char *const clocks[] = {"time", "start", "duration", NULL};
    bool clock = false;
    for (size_t i = 0; i < header->count; i++)
        clock |= is_listed(header->fields[i], clocks);
    return found == 3 && clock;
}

/* Radius and share, and the columns of motions where --columns names some of them. */
static void take_own(const char *const *names, size_t count, plan_header *header)
{
    bool motions = header->columns[column_of(names, count, "start")] != NULL ||
                   header->columns[column_of(names, count, "duration")] != NULL;
    size_t radius = column_of(names, count, "radius"), share = column_of(names, count, "share");
    for (size_t i = 0; i < count; i++)
        if (header->columns[i] == NULL && (motions || i == radius || i == share))
            header->columns[i] = find_field(header, names[i], strlen(names[i]));
}

/* Frames are no seconds until somebody says how many are one. */
static io_result check_frames(const plan_reading *reading, const plan_header *header,
                              const char *time, const char *line, size_t length)
{
    const plan_import *import = &reading->options->import;
    if (import->has_frame_rate && !(import->frame_rate > 0))
        return refuse_option(reading, "--frame-rate", "above 0", "is no rate", "0");
    return header->frames && !import->has_frame_rate ? refuse_frames(reading, line, length, time)
                                                     : IO_OK;
}

/* How many columns have names of ours? */
static size_t count_own(const char *const *names, size_t count, const plan_header *header)
{
    size_t own = 0;
    for (size_t i = 0; i < header->count; i++)
        own += column_of(names, count, header->fields[i]) < count;
    return own;
}

static io_result find_columns(plan_reading *reading, const char *const *names, size_t count,
                              plan_header *header, const char *line, size_t length)
{
    char list[200];
    size_t time = column_of(names, count, "time");
    io_result result = take_columns(reading, names, count, header);
    bool named = header->foreign;
    if (result != IO_OK || (!named && is_own(header)))
        return result;
    take_own(names, count, header);
    take_obvious(names, count, header);
    bool whole = has_needed(names, count, header);
    if (!whole && header->columns[time] != NULL)
        result = take_pairs(header);
    if (result == IO_OK && (whole || header->pair_count > 0)) {
        header->foreign = true;
        return check_frames(reading, header, header->columns[time], line, length);
    }
    if (result == IO_OK && !named && spell_columns(header, list, sizeof list))
        return refuse_case(reading, line, length, list);
    if (result == IO_OK && !named && count_own(names, count, header) < 2 && header->count > 2)
        return refuse_line(reading, line, length,
                           "--columns time=COLUMN,agent=COLUMN,x=COLUMN,y=COLUMN",
                           "it is not clear which of these columns are time, agent, x and y");
    return result;
}

/* Bytes that are no text are the table's business. */
static bool is_text(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < 0x20 && line[i] != '\t')
            return false;
    return true;
}

io_result plan_header_read(plan_reading *reading, const char *const *names, size_t count,
                           plan_header *header)
{
    const char *line;
    size_t length;
    *header = (plan_header){.no_header = reading->options->import.no_header};
    io_result result = take_delimiter(reading, &header->delimiter);
    if (result == IO_OK)
        result = find_line(reading, &line, &length);
    if (result != IO_OK)
        return result;
    header->columns = calloc(count, sizeof *header->columns);
    if (header->columns == NULL)
        return IO_MEMORY;
    if (!is_text(line, length) && !header->no_header)
        return IO_OK;
    if (!split(header, line, length, header->delimiter))
        return IO_MEMORY;
    if (header->count > TABLE_COLUMNS_MAX)
        return IO_OK; /* which is the table's business, too */
    char other = header->count < 3 ? other_delimiter(line, length, header->delimiter) : '\0';
    if (other != '\0')
        return refuse_delimiter(reading, header, line, length, other);
    if (header->no_header)
        return name_fields(reading, names, count, header);
    if (is_data(header))
        return refuse_data(reading, line, length);
    return find_columns(reading, names, count, header, line, length);
}

/* ---- recognising
 * ----------------------------------------------------------------------------------- */

static bool has_clock_and_places(plan_header *header)
{
    char list[200];
    bool clock = find_obvious(header, times) != NULL || find_obvious(header, frames) != NULL;
    if (is_own(header) || spell_columns(header, list, sizeof list))
        return true;
    if (clock && find_obvious(header, agents) && find_obvious(header, xs) &&
        find_obvious(header, ys))
        return true;
    return clock && take_pairs(header) == IO_OK && header->pair_count > 0;
}

bool plan_header_begins(const char *bytes, size_t length)
{
    plan_header header = {.count = 0};
    const char *end = length > 0 ? memchr(bytes, '\n', length) : NULL;
    size_t line = end != NULL ? (size_t)(end - bytes) : length;
    line -= line > 0 && bytes[line - 1] == '\r';
    char other = other_delimiter(bytes, line, ',');
    bool begins = split(&header, bytes, line, ',') && has_clock_and_places(&header);
    if (!begins && other != '\0')
        begins = split(&header, bytes, line, other) && has_clock_and_places(&header);
    plan_header_free(&header);
    return begins;
}

void plan_header_free(plan_header *header)
{
    forget_fields(header);
    forget_pairs(header);
    free(header->fields);
    free(header->columns);
    free(header->pairs);
    *header = (plan_header){.fields = NULL};
}
