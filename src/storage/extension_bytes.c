/* SPDX-License-Identifier: MIT */
/* All values of all rows, in the order in which they come, as one blob:
 *
 *     graze_bytes(value, ...)     an aggregate
 *
 * Two blobs are equal only where the values are, to the last bit and in the same order: each
 * says its type, and a text its length, before its bytes. So rows in the order of a key are
 * held against others at the speed of reading them. No row gives NULL. */
#include "storage/extension.h"

#include <string.h>

enum { ROOM_LEAST = 256, VALUE_HEAD = 1 + 8 };

typedef struct written {
    unsigned char *bytes;
    size_t size, room;
    int code;
} written;

/* Room for so many bytes more; null without memory. */
static unsigned char *extend(written *all, size_t size)
{
    if (size > all->room - all->size) {
        size_t room = 2 * all->room + ROOM_LEAST + size;
        unsigned char *larger = sqlite3_realloc64(all->bytes, room);
        if (larger == NULL) {
            all->code = SQLITE_NOMEM;
            return NULL;
        }
        all->bytes = larger;
        all->room = room;
    }
    unsigned char *place = all->bytes + all->size;
    all->size += size;
    return place;
}

static void write_value(written *all, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    sqlite3_int64 integer = 0; /* or how long a text is */
    double real = 0;
    const void *text = NULL;
    if (type == SQLITE_INTEGER) {
        integer = sqlite3_value_int64(value);
    } else if (type == SQLITE_FLOAT) {
        real = sqlite3_value_double(value);
    } else if (type != SQLITE_NULL) {
        text = sqlite3_value_blob(value);
        integer = sqlite3_value_bytes(value);
    }
    unsigned char *place = extend(all, VALUE_HEAD + (text != NULL ? (size_t)integer : 0));
    if (place == NULL)
        return;
    place[0] = (unsigned char)type;
    if (type == SQLITE_FLOAT)
        memcpy(place + 1, &real, sizeof real);
    else
        memcpy(place + 1, &integer, sizeof integer);
    if (text != NULL)
        memcpy(place + VALUE_HEAD, text, (size_t)integer);
}

static void bytes_step(sqlite3_context *context, int count, sqlite3_value **values)
{
    written *all = sqlite3_aggregate_context(context, sizeof *all);
    for (int i = 0; i < count && all != NULL && all->code == SQLITE_OK; i++)
        write_value(all, values[i]);
    if (all == NULL)
        sqlite3_result_error_nomem(context);
}

static void bytes_final(sqlite3_context *context)
{
    written *all = sqlite3_aggregate_context(context, 0);
    if (all == NULL)
        return;
    if (all->code == SQLITE_OK && all->bytes != NULL) {
        sqlite3_result_blob64(context, all->bytes, all->size, sqlite3_free);
        return;
    }
    sqlite3_free(all->bytes);
    if (all->code != SQLITE_OK)
        sqlite3_result_error_nomem(context);
}

int extension_add_bytes(sqlite3 *handle)
{
    const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC;
    return sqlite3_create_function_v2(handle, "graze_bytes", -1, flags, NULL, NULL, bytes_step,
                                      bytes_final, NULL);
}
