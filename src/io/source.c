/* SPDX-License-Identifier: MIT */
#include "io/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/array.h"
#include "io/sha256.h"

enum { AHEAD_SIZE = 4096 }; /* [bytes] to look at before the format is known */

struct source {
    const char *name;
    FILE *file;
    bool hashed;
    sha256 hash;
    char ahead[AHEAD_SIZE]; /* read by source_peek, not handed out yet */
    size_t ahead_begin, ahead_end;
    char *held; /* what source_hold has read */
    size_t held_length, held_at, held_capacity;
};

static io_result report_system(const source *input, diagnostics *sink, const char *what)
{
    int fault = errno;
    diagnostic_error(sink, &(diagnostic_place){.file = input->name}, NULL, "%s: %s", what,
                     strerror(fault));
    return fault == ENOMEM ? IO_MEMORY : IO_SYSTEM;
}

io_result source_open(const char *path, bool hashed, diagnostics *sink, source **result)
{
    source *input = malloc(sizeof *input);
    if (input == NULL)
        return IO_MEMORY;
    input->name = path;
    input->hashed = hashed;
    input->ahead_begin = input->ahead_end = 0;
    input->held = NULL;
    input->held_length = input->held_at = input->held_capacity = 0;
    sha256_begin(&input->hash);
    input->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (input->file == NULL) {
        io_result failure = report_system(input, sink, "cannot be opened");
        free(input);
        return failure;
    }
    *result = input;
    return IO_OK;
}

void source_close(source *input)
{
    if (input == NULL)
        return;
    if (input->file != stdin)
        fclose(input->file); /* nothing was written: there is nothing to lose */
    free(input->held);
    free(input);
}

const char *source_name(const source *input)
{
    return input->name;
}

size_t source_size(const source *input)
{
    struct stat status;
    const bool known = fstat(fileno(input->file), &status) == 0 && S_ISREG(status.st_mode);
    return known ? (size_t)status.st_size : 0;
}

static io_result read_file(source *input, diagnostics *sink, char *buffer, size_t room, size_t *got)
{
    size_t count = fread(buffer, 1, room, input->file);
    if (count == 0 && ferror(input->file))
        return report_system(input, sink, "cannot be read");
    if (input->hashed)
        sha256_add(&input->hash, buffer, count);
    *got = count;
    return IO_OK;
}

/* What is not held: what source_look has read, then the file. */
static io_result read_on(source *input, diagnostics *sink, char *buffer, size_t room, size_t *got)
{
    size_t ahead = input->ahead_end - input->ahead_begin;
    if (ahead == 0)
        return read_file(input, sink, buffer, room, got);
    *got = ahead < room ? ahead : room;
    memcpy(buffer, input->ahead + input->ahead_begin, *got);
    input->ahead_begin += *got;
    return IO_OK;
}

io_result source_read(source *input, diagnostics *sink, char *buffer, size_t room, size_t *got)
{
    size_t held = input->held_length - input->held_at;
    if (held == 0)
        return read_on(input, sink, buffer, room, got);
    *got = held < room ? held : room;
    memcpy(buffer, input->held + input->held_at, *got);
    input->held_at += *got;
    return IO_OK;
}

io_result source_hold(source *input, diagnostics *sink, size_t least, const char **bytes,
                      size_t *length)
{
    enum { CHUNK = 1 << 16 };
    size_t got = 1;
    while (got > 0 && input->held_length - input->held_at < least) {
        if (!array_grow(&input->held, &input->held_capacity, input->held_length + CHUNK, 1))
            return IO_MEMORY;
        io_result result = read_on(input, sink, input->held + input->held_length, CHUNK, &got);
        if (result != IO_OK)
            return result;
        input->held_length += got;
    }
    *bytes = input->held + input->held_at;
    *length = input->held_length - input->held_at;
    return IO_OK;
}

static bool is_space_or_mark(unsigned char byte)
{
    return byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) || byte == 0xEF || byte == 0xBB ||
           byte == 0xBF;
}

static void skip_spaces(const char **bytes, size_t *length)
{
    while (*length > 0 && is_space_or_mark((unsigned char)**bytes)) {
        ++*bytes;
        --*length;
    }
}

io_result source_look(source *input, diagnostics *sink, const char **bytes, size_t *length)
{
    if (input->held != NULL) {
        *bytes = input->held + input->held_at;
        *length = input->held_length - input->held_at;
        skip_spaces(bytes, length);
        return IO_OK;
    }
    if (input->ahead_end == 0) {
        io_result result = read_file(input, sink, input->ahead, AHEAD_SIZE, &input->ahead_end);
        if (result != IO_OK)
            return result;
    }
    *bytes = input->ahead + input->ahead_begin;
    *length = input->ahead_end - input->ahead_begin;
    skip_spaces(bytes, length);
    return IO_OK;
}

io_result source_peek(source *input, diagnostics *sink, int *first)
{
    const char *bytes;
    size_t length;
    *first = -1;
    io_result result = source_look(input, sink, &bytes, &length);
    if (result == IO_OK && length > 0)
        *first = (unsigned char)bytes[0];
    return result;
}

void source_hash(source *input, char hash[SOURCE_HASH_SIZE])
{
    sha256_end(&input->hash, hash);
}
