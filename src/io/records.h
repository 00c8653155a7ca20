/* SPDX-License-Identifier: MIT */
/* Records of a CSV file: where one row ends and the next begins.
 *
 * A record is the raw bytes of one row without its line end; a line break inside
 * quotes belongs to the record. Bytes that are no text, quotes in the wrong
 * place, lone carriage returns, fields above TABLE_FIELD_MAX and rows above
 * TABLE_ROW_MAX end the reading at once, with the place: after them nobody can
 * tell where rows end.
 */
#ifndef GRAZE_IO_RECORDS_H
#define GRAZE_IO_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct records {
    source *input;
    diagnostics *sink;
    char *buffer;
    size_t capacity;
    size_t begin;  /* the first byte of this record, */
    size_t length; /* its bytes, */
    size_t line;   /* and the line it begins on */
    size_t next;   /* the first byte after its line end */
    size_t end;    /* the end of what was read */
    size_t breaks; /* line breaks in this record, its own end included */
    bool at_end;   /* the source has no more */
    char delimiter; /* between fields: a comma, unless it is set before the first record */
} records;

io_result records_open(source *input, diagnostics *sink, records *result);
void records_close(records *r);

/* Goes to the next record; *more is false at the end. */
io_result records_next(records *r, bool *more);

/* The whole lines behind this record that have been read; more of the file is read while they
 * are fewer than `wanted` bytes. *length 0: there is no whole line. They stay until the next
 * reading beyond their end. *line: that of the first of them. */
io_result records_ahead(records *r, size_t wanted, const char **bytes, size_t *length,
                        size_t *line);

/* The next record is the one that begins at this byte of the lines ahead, on this line. */
void records_go_to(records *r, const char *byte, size_t line);

/* The record's bytes, until the next record. */
const char *records_bytes(const records *r);

/* The begin of field number `field` (from 0) in this record, or the record's
 * length when it has fewer. */
size_t records_field(const records *r, size_t field);

/* The place of a byte of this record, for a diagnostic. */
diagnostic_place records_place(const records *r, size_t at);

#endif
