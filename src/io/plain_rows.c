/* SPDX-License-Identifier: MIT */
/* The lines are cut into as many parts as there are threads, at line ends: without quotes, those
 * are the ends of rows. A part that is not read to its end is the last one that counts. */
#include "io/plain_rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/utf8.h"

enum {
    LINE_MAX_BYTES = 1 << 16, /* longer rows are for table_next, which has bounds */
    PART_BYTES = 1 << 15      /* [bytes] so little is not worth a thread */
};

/* ---- one row ------------------------------------------------------------------------- */

static bool ends_field(const plain_format *format, char byte)
{
    return byte == format->delimiter || byte == '\n' || byte == '\r';
}

/* The end of the field that begins here; null where its text is not plain. */
static const char *skip_text(const plain_format *format, const char *begin)
{
    const char *at = begin;
    bool above_127 = false;
    for (; !ends_field(format, *at); at++) {
        const unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == 0x7F || (byte < 0x20 && byte != '\t'))
            return NULL;
        above_127 |= byte >= 0x80;
    }
    const size_t length = (size_t)(at - begin);
    return above_127 && utf8_fault(begin, length) < length ? NULL : at;
}

static const char *read_number(const plain_format *format, const char *begin, double *value)
{
    const char *end = number_scan(begin, value);
    if (end != NULL && ends_field(format, *end))
        return end;
    end = skip_text(format, begin);
    if (end == NULL || number_parse(begin, (size_t)(end - begin), false, value) != NUMBER_OK)
        return NULL;
    return end;
}

/* row->agent is that of the row before it. */
static const char *read_label(const plain_format *format, const char *lines, const char *begin,
                              plain_row *row)
{
    const size_t guess = (size_t)row->agent + 1;
    const char *end = skip_text(format, begin);
    size_t index;
    if (end == NULL || end == begin)
        return NULL;
    row->label = (uint32_t)(begin - lines);
    row->length = (uint32_t)(end - begin);
    bool found = labels_find_near(format->known, begin, row->length, guess, &index);
    row->agent = found && index < PLAIN_UNKNOWN ? (uint32_t)index : PLAIN_UNKNOWN;
    return end;
}

/* The begin of the next line; null where this one is not plain. */
static const char *read_row(const plain_format *format, const char *lines, const char *begin,
                            plain_row *row)
{
    const char *at = begin;
    row->begin = (uint32_t)(begin - lines);
    for (size_t field = 0; field < format->width; field++) {
        const unsigned char use = format->uses[field];
        if (field > 0 && *at++ != format->delimiter)
            return NULL;
        at = use == PLAIN_LABEL  ? read_label(format, lines, at, row)
             : use == PLAIN_TEXT ? skip_text(format, at)
                                 : read_number(format, at, &row->numbers[use]);
        if (at == NULL)
            return NULL;
    }
    at += *at == '\r';
    return *at == '\n' && at - begin < LINE_MAX_BYTES ? at + 1 : NULL;
}

/* ---- parts --------------------------------------------------------------------------- */

typedef struct plain_work {
    const plain_format *format;
    const char *lines, *begin, *end;
    plain_part *part;
    pthread_t thread;
    bool apart; /* in a thread of its own */
} plain_work;

static void *read_part(void *context)
{
    const plain_work *work = context;
    plain_part *part = work->part;
    const char *at = work->begin, *next = at;
    uint32_t agent = PLAIN_UNKNOWN;
    part->count = 0;
    while (at < work->end && next != NULL &&
           array_grow(&part->rows, &part->capacity, part->count + 1, sizeof *part->rows)) {
        part->rows[part->count].agent = agent;
        next = read_row(work->format, work->lines, at, &part->rows[part->count]);
        if (next == NULL)
            break;
        agent = part->rows[part->count++].agent;
        at = next;
    }
    part->end = at;
    return NULL;
}

/* The first line that begins at this byte or behind it. */
static const char *line_from(const char *byte, const char *lines)
{
    while (byte > lines && byte[-1] != '\n')
        byte++;
    return byte;
}

bool plain_rows_read(plain_rows *all, const plain_format *format, const char *lines, size_t length,
                     size_t threads)
{
    plain_work works[PLAIN_THREADS_MAX];
    const char *end = lines + length, *next = lines;
    size_t wanted = 1 + length / PART_BYTES;
    wanted = wanted < threads ? wanted : threads;
    wanted = wanted < PLAIN_THREADS_MAX ? wanted : PLAIN_THREADS_MAX;
    for (size_t i = 0; i < wanted; i++) {
        const char *begin = next;
        next = i + 1 == wanted ? end : line_from(lines + length / wanted * (i + 1), lines);
        works[i] = (plain_work){format, lines, begin, next, &all->parts[i], .apart = false};
        if (i + 1 < wanted) /* the last part is this thread's */
            works[i].apart = pthread_create(&works[i].thread, NULL, read_part, &works[i]) == 0;
        if (!works[i].apart)
            read_part(&works[i]);
    }
    bool whole = true;
    all->count = 0;
    for (size_t i = 0; i < wanted; i++) {
        if (works[i].apart)
            pthread_join(works[i].thread, NULL);
        all->count += whole;
        whole = whole && all->parts[i].end == works[i].end;
    }
    return whole;
}

void plain_rows_free(plain_rows *all)
{
    for (size_t i = 0; i < PLAIN_THREADS_MAX; i++)
        free(all->parts[i].rows);
    *all = (plain_rows){.count = 0};
}
