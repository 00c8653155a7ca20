/* SPDX-License-Identifier: MIT */
/* The lines are cut into parts at line ends: without quotes, those are the ends of rows. Parts are
 * small, so that the thread that takes the rows, which has more to do than the others, reads fewer
 * of them. A part that is not read to its bound is the last one that counts. */
#include "io/plain_rows.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/short_field.h"
#include "io/utf8.h"

enum {
    LINE_MAX_BYTES = 1 << 16, /* longer rows are for table_next, which has bounds */
    PART_BYTES = 1 << 15 /* [bytes] that one thread reads at a time */
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

/* A short one that is that of the row before it, of row->agent, or of the next agent; else null. */
static inline const char *read_short_label(const plain_format *format, const char *begin,
                                           plain_row *row)
{
    unsigned length;
    const uint64_t word = short_label(begin, format->delimiter, &length);
    const size_t before = row->agent, next = before + 1;
    if (word == 0)
        return NULL;
    if (labels_word(format->known, next) == word)
        row->agent = (uint32_t)next;
    else if (labels_word(format->known, before) != word)
        return NULL;
    return begin + length;
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

/* A field where SHORT_REACH bytes can be read; null where it is not short, or not plain. */
static inline const char *read_short(const plain_format *format, const char *begin,
                                     unsigned char use, plain_row *row)
{
    if (use == PLAIN_LABEL)
        return read_short_label(format, begin, row);
    if (use == PLAIN_TEXT)
        return NULL;
    const char *end = short_number(begin, &row->numbers[use]);
    return end != NULL && ends_field(format, *end) ? end : NULL;
}

static const char *read_any(const plain_format *format, const char *lines, const char *begin,
                            unsigned char use, plain_row *row)
{
    return use == PLAIN_LABEL  ? read_label(format, lines, begin, row)
           : use == PLAIN_TEXT ? skip_text(format, begin)
                               : read_number(format, begin, &row->numbers[use]);
}

/* The begin of the next line; null where this one is not plain. All lines end at `bound`. */
static const char *read_row(const plain_format *format, const char *lines, const char *begin,
                            const char *bound, plain_row *row)
{
    const char *at = begin;
    row->begin = (uint32_t)(begin - lines);
    for (size_t field = 0; field < format->width; field++) {
        const unsigned char use = format->uses[field];
        if (field > 0 && *at++ != format->delimiter)
            return NULL;
        const char *end = bound - at >= SHORT_REACH ? read_short(format, at, use, row) : NULL;
        at = end != NULL ? end : read_any(format, lines, at, use, row);
        if (at == NULL)
            return NULL;
    }
    at += *at == '\r';
    return *at == '\n' && at - begin < LINE_MAX_BYTES ? at + 1 : NULL;
}

/* ---- parts --------------------------------------------------------------------------- */

/* What changes with each row is the thread's own: parts lie side by side in lines of the cache. */
static void read_part(const plain_rows *all, plain_part *into)
{
    plain_part part = *into;
    const char *at = part.begin, *next = at;
    uint32_t agent = PLAIN_UNKNOWN;
    part.count = 0;
    while (at < part.bound && next != NULL &&
           array_grow(&part.rows, &part.capacity, part.count + 1, sizeof *part.rows)) {
        part.rows[part.count].agent = agent;
        next = read_row(all->format, all->lines, at, part.bound, &part.rows[part.count]);
        if (next == NULL)
            break;
        agent = part.rows[part.count++].agent;
        at = next;
    }
    into->rows = part.rows;
    into->capacity = part.capacity;
    into->count = part.count;
    into->end = at;
}

/* Reads the next part that nobody has; with the lock, which is let go meanwhile. */
static void read_next(plain_rows *all)
{
    plain_part *part = &all->parts[all->claimed++];
    pthread_mutex_unlock(&all->lock);
    read_part(all, part);
    pthread_mutex_lock(&all->lock);
    part->read = true;
}

static void *help(void *context)
{
    plain_rows *all = context;
    pthread_mutex_lock(&all->lock);
    while (!all->over && all->claimed < all->count) {
        if (all->paused) {
            pthread_cond_wait(&all->changed, &all->lock);
            continue;
        }
        all->reading++;
        read_next(all);
        all->reading--;
        pthread_cond_broadcast(&all->changed);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* The first line that begins at this byte or behind it. */
static const char *line_from(const char *byte, const char *lines)
{
    while (byte > lines && byte[-1] != '\n')
        byte++;
    return byte;
}

static void cut(plain_rows *all, const char *lines, size_t length, size_t parts)
{
    const char *next = lines;
    all->count = parts;
    for (size_t i = 0; i < parts; i++) {
        plain_part *part = &all->parts[i];
        part->begin = next;
        next = i + 1 == parts ? lines + length : line_from(lines + length / parts * (i + 1), lines);
        part->bound = next;
        part->read = false;
    }
}

void plain_rows_begin(plain_rows *all, const plain_format *format, const char *lines, size_t length,
                      size_t threads)
{
    const size_t fine = 1 + length / PART_BYTES, most = PLAIN_PARTS_MAX;
    cut(all, lines, length, threads < 2 ? 1 : fine < most ? fine : most);
    all->format = format;
    all->lines = lines;
    all->claimed = all->taken = all->reading = all->helper_count = 0;
    all->paused = all->over = false;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    const size_t helpers = threads < PLAIN_THREADS_MAX ? threads : PLAIN_THREADS_MAX;
    while (all->helper_count + 1 < helpers && all->helper_count + 1 < all->count &&
           pthread_create(&all->helpers[all->helper_count], NULL, help, all) == 0)
        all->helper_count++;
}

const plain_part *plain_rows_next(plain_rows *all)
{
    if (all->taken == all->count ||
        (all->taken > 0 && all->parts[all->taken - 1].end != all->parts[all->taken - 1].bound))
        return NULL;
    plain_part *part = &all->parts[all->taken++];
    pthread_mutex_lock(&all->lock);
    while (!part->read) {
        if (all->claimed < all->count)
            read_next(all);
        else
            pthread_cond_wait(&all->changed, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return part;
}

void plain_rows_pause(plain_rows *all)
{
    pthread_mutex_lock(&all->lock);
    all->paused = true;
    while (all->reading > 0)
        pthread_cond_wait(&all->changed, &all->lock);
    pthread_mutex_unlock(&all->lock);
}

void plain_rows_go_on(plain_rows *all)
{
    pthread_mutex_lock(&all->lock);
    all->paused = false;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

bool plain_rows_end(plain_rows *all)
{
    pthread_mutex_lock(&all->lock);
    all->over = true;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < all->helper_count; i++)
        pthread_join(all->helpers[i], NULL);
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
    return all->taken == all->count &&
           (all->count == 0 || all->parts[all->count - 1].end == all->parts[all->count - 1].bound);
}

void plain_rows_free(plain_rows *all)
{
    for (size_t i = 0; i < PLAIN_PARTS_MAX; i++)
        free(all->parts[i].rows);
    *all = (plain_rows){.count = 0};
}
