/* SPDX-License-Identifier: MIT */
/* Rows counted by their keys without sorting them, which is how SQLite would do GROUP BY:
 *
 *     graze_tally(key_1, key_2, low, high[, weight])  an aggregate; its answer is a blob,
 *     graze_tallies(blob)                             which this table takes apart again
 *
 * as rows key_1, key_2, count, total, least, greatest, one for each pair of keys, in the order
 * in which they were met first. The blob lives within one statement: its form is nobody's
 * business, and what is not of that form is refused. */
#include "storage/extension.h"

#include <stdint.h>
#include <string.h>

enum { TALLY_KEYS = 2, SLOTS_LEAST = 64, GROUPS_LEAST = 32 };

/* An integer, a real's bits, or a text: so many bytes from `bits` on in the texts. */
typedef struct tally_key {
    int64_t bits;
    int32_t type;   /* SQLITE_INTEGER, ... */
    uint32_t bytes; /* of a text, else 0 */
} tally_key;

typedef struct tally_group {
    tally_key keys[TALLY_KEYS];
    int64_t count, total;
    double least, greatest;
    int32_t has_least, has_greatest;
} tally_group;

typedef struct tally {
    tally_group *groups;
    char *texts;
    uint32_t *slots; /* a hash table of group + 1; 0: empty */
    size_t count, room, text_bytes, text_room, slot_count;
    size_t last; /* the group of the row before: often the next one's, too */
    int code;
} tally;

/* What a blob begins with; the groups and then the texts follow. */
typedef struct tally_head {
    char magic[16];
    uint64_t groups, text_bytes;
} tally_head;

static const char tally_magic[16] = "graze tallies 1";

/* ---- keys ------------------------------------------------------------------------------ */

/* An SQLite result code; a blob is no key. */
static int read_key(sqlite3_value *value, tally_key *key, const char **text)
{
    *key = (tally_key){.type = sqlite3_value_type(value)};
    *text = "";
    if (key->type == SQLITE_INTEGER) {
        key->bits = sqlite3_value_int64(value);
    } else if (key->type == SQLITE_FLOAT) {
        double real = sqlite3_value_double(value) + 0.0; /* -0.0 is 0.0 */
        memcpy(&key->bits, &real, sizeof real);
    } else if (key->type == SQLITE_TEXT) {
        *text = (const char *)sqlite3_value_text(value);
        key->bytes = (uint32_t)sqlite3_value_bytes(value);
    }
    if (key->type == SQLITE_BLOB)
        return SQLITE_MISMATCH;
    return *text != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static uint64_t mix(uint64_t hash, uint64_t bits)
{
    hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t hash_keys(const tally_key *keys, const char *const *texts)
{
    uint64_t hash = 0;
    for (int i = 0; i < TALLY_KEYS; i++) {
        hash = mix(hash, (uint64_t)keys[i].type);
        hash = mix(hash, (uint64_t)keys[i].bits);
        for (uint32_t k = 0; k < keys[i].bytes; k++)
            hash = mix(hash, (unsigned char)texts[i][k]);
    }
    return hash;
}

/* The text of a key that was kept. There is no memory for texts until one has a byte. */
static const char *kept_text(const tally *all, const tally_key *kept)
{
    return kept->bytes > 0 ? all->texts + kept->bits : "";
}

static bool same_key(const tally *all, const tally_key *kept, const tally_key *key,
                     const char *text)
{
    if (kept->type != key->type || kept->bytes != key->bytes)
        return false;
    return key->type == SQLITE_TEXT ? memcmp(kept_text(all, kept), text, key->bytes) == 0
                                    : kept->bits == key->bits;
}

static bool same_keys(const tally *all, size_t group, const tally_key *keys,
                      const char *const *texts)
{
    const tally_key *kept = all->groups[group].keys;
    return same_key(all, &kept[0], &keys[0], texts[0]) &&
           same_key(all, &kept[1], &keys[1], texts[1]);
}

/* ---- groups ---------------------------------------------------------------------------- */

static bool grow(void *memory, size_t *room, size_t wanted, size_t least, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t larger = *room > 0 ? 2 * *room : least;
    while (larger < wanted)
        larger *= 2;
    void *grown = sqlite3_realloc64(*(void **)memory, (sqlite3_uint64)larger * size);
    if (grown == NULL)
        return false;
    *(void **)memory = grown;
    *room = larger;
    return true;
}

static void keep_texts(tally *all, tally_key *keys, const char *const *texts)
{
    for (int i = 0; i < TALLY_KEYS; i++) {
        if (keys[i].type != SQLITE_TEXT)
            continue;
        keys[i].bits = (int64_t)all->text_bytes;
        if (keys[i].bytes > 0)
            memcpy(all->texts + all->text_bytes, texts[i], keys[i].bytes);
        all->text_bytes += keys[i].bytes;
    }
}

/* The keys of a group, with their texts at hand. */
static uint64_t hash_group(const tally *all, const tally_group *group)
{
    const char *texts[TALLY_KEYS];
    tally_key keys[TALLY_KEYS];
    for (int i = 0; i < TALLY_KEYS; i++) {
        keys[i] = group->keys[i];
        texts[i] = keys[i].type == SQLITE_TEXT ? kept_text(all, &keys[i]) : "";
        if (keys[i].type == SQLITE_TEXT)
            keys[i].bits = 0;
    }
    return hash_keys(keys, texts);
}

static bool grow_slots(tally *all)
{
    if (2 * (all->count + 1) <= all->slot_count)
        return true;
    size_t count = all->slot_count > 0 ? 2 * all->slot_count : SLOTS_LEAST;
    uint32_t *slots = sqlite3_malloc64(count * sizeof *slots);
    if (slots == NULL || count > UINT32_MAX) {
        sqlite3_free(slots);
        return false;
    }
    memset(slots, 0, count * sizeof *slots);
    for (size_t i = 0; i < all->count; i++) {
        size_t at = hash_group(all, &all->groups[i]) & (count - 1);
        while (slots[at] != 0)
            at = (at + 1) & (count - 1);
        slots[at] = (uint32_t)i + 1;
    }
    sqlite3_free(all->slots);
    all->slots = slots;
    all->slot_count = count;
    return true;
}

/* The group of these keys, a new one if there is none; null without memory. */
static tally_group *find_group(tally *all, tally_key *keys, const char *const *texts)
{
    if (all->count > 0 && same_keys(all, all->last, keys, texts))
        return &all->groups[all->last];
    if (!grow_slots(all) ||
        !grow(&all->groups, &all->room, all->count + 1, GROUPS_LEAST, sizeof *all->groups) ||
        !grow(&all->texts, &all->text_room, all->text_bytes + keys[0].bytes + keys[1].bytes,
              GROUPS_LEAST, 1))
        return NULL;
    size_t at = hash_keys(keys, texts) & (all->slot_count - 1);
    for (; all->slots[at] != 0; at = (at + 1) & (all->slot_count - 1)) {
        all->last = all->slots[at] - 1;
        if (same_keys(all, all->last, keys, texts))
            return &all->groups[all->last];
    }
    all->last = all->count++;
    all->slots[at] = (uint32_t)all->count;
    keep_texts(all, keys, texts);
    tally_group *group = &all->groups[all->last];
    memset(group, 0, sizeof *group);
    memcpy(group->keys, keys, sizeof group->keys);
    return group;
}

/* ---- the aggregate --------------------------------------------------------------------- */

/* SQLITE_TOOBIG when the total is beyond the integers. */
static int count_row(tally_group *group, int count, sqlite3_value **values)
{
    enum { LOW = TALLY_KEYS, HIGH, WEIGHT };
    int64_t weight = count > WEIGHT ? sqlite3_value_int64(values[WEIGHT]) : 1;
    bool fits =
        weight >= 0 ? group->total <= INT64_MAX - weight : group->total >= INT64_MIN - weight;
    if (!fits)
        return SQLITE_TOOBIG;
    group->count++;
    group->total += weight;
    double low = sqlite3_value_double(values[LOW]), high = sqlite3_value_double(values[HIGH]);
    if (sqlite3_value_type(values[LOW]) != SQLITE_NULL &&
        (!group->has_least || low < group->least)) {
        group->least = low;
        group->has_least = 1;
    }
    if (sqlite3_value_type(values[HIGH]) != SQLITE_NULL &&
        (!group->has_greatest || high > group->greatest)) {
        group->greatest = high;
        group->has_greatest = 1;
    }
    return SQLITE_OK;
}

static void tally_step(sqlite3_context *context, int count, sqlite3_value **values)
{
    tally *all = sqlite3_aggregate_context(context, sizeof *all);
    if (all == NULL || all->code != SQLITE_OK)
        return;
    tally_key keys[TALLY_KEYS];
    const char *texts[TALLY_KEYS];
    all->code = read_key(values[0], &keys[0], &texts[0]);
    if (all->code == SQLITE_OK)
        all->code = read_key(values[1], &keys[1], &texts[1]);
    if (all->code != SQLITE_OK)
        return;
    tally_group *group = find_group(all, keys, texts);
    all->code = group != NULL ? count_row(group, count, values) : SQLITE_NOMEM;
}

static void forget(tally *all)
{
    sqlite3_free(all->groups);
    sqlite3_free(all->texts);
    sqlite3_free(all->slots);
}

static void tally_final(sqlite3_context *context)
{
    tally none = {.count = 0}, *all = sqlite3_aggregate_context(context, 0);
    if (all == NULL) /* not a row */
        all = &none;
    tally_head head = {.groups = all->count, .text_bytes = all->text_bytes};
    memcpy(head.magic, tally_magic, sizeof head.magic);
    size_t groups = all->count * sizeof *all->groups, size = sizeof head + groups + all->text_bytes;
    char *blob = all->code == SQLITE_OK ? sqlite3_malloc64(size) : NULL;
    if (blob != NULL) {
        memcpy(blob, &head, sizeof head);
        if (groups > 0)
            memcpy(blob + sizeof head, all->groups, groups);
        if (all->text_bytes > 0)
            memcpy(blob + sizeof head + groups, all->texts, all->text_bytes);
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    } else if (all->code == SQLITE_MISMATCH) {
        sqlite3_result_error(context, "graze_tally: a key is a blob", -1);
    } else if (all->code == SQLITE_TOOBIG) {
        sqlite3_result_error(context, "integer overflow", -1); /* as sum() says it */
    } else {
        sqlite3_result_error_nomem(context);
    }
    forget(all);
}

/* ---- the table ------------------------------------------------------------------------- */

enum { COLUMN_COUNT = TALLY_KEYS, COLUMN_TOTAL, COLUMN_LEAST, COLUMN_GREATEST, COLUMN_BLOB };

typedef struct tally_cursor {
    sqlite3_vtab_cursor base;
    sqlite3_value *given;
    const char *blob, *texts;
    size_t count, at;
} tally_cursor;

static int connect_tallies(sqlite3 *handle, void *unused, int argc, const char *const *argv,
                           sqlite3_vtab **result, char **message)
{
    (void)unused, (void)argc, (void)argv, (void)message;
    int code = sqlite3_declare_vtab(handle, "CREATE TABLE tallies (key_1, key_2, count INTEGER, "
                                            "total INTEGER, least REAL, greatest REAL, "
                                            "tally HIDDEN)");
    if (code == SQLITE_OK)
        code = sqlite3_vtab_config(handle, SQLITE_VTAB_INNOCUOUS);
    if (code != SQLITE_OK)
        return code;
    *result = sqlite3_malloc64(sizeof **result);
    if (*result == NULL)
        return SQLITE_NOMEM;
    **result = (sqlite3_vtab){0};
    return SQLITE_OK;
}

static int disconnect_tallies(sqlite3_vtab *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != COLUMN_BLOB ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 1000;
        info->estimatedRows = 1000;
        return SQLITE_OK;
    }
    base->zErrMsg = sqlite3_mprintf("graze_tallies: takes what graze_tally gives");
    return base->zErrMsg != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **result)
{
    (void)base;
    tally_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    *cursor = (tally_cursor){.count = 0};
    *result = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_value_free(((tally_cursor *)base)->given);
    sqlite3_free(base);
    return SQLITE_OK;
}

static tally_group group_at(const tally_cursor *cursor, size_t at)
{
    tally_group group;
    memcpy(&group, cursor->blob + sizeof(tally_head) + at * sizeof group, sizeof group);
    return group;
}

static bool key_is_whole(const tally_key *key, size_t text_bytes)
{
    bool known = key->type == SQLITE_INTEGER || key->type == SQLITE_FLOAT ||
                 key->type == SQLITE_TEXT || key->type == SQLITE_NULL;
    if (key->type != SQLITE_TEXT)
        return known;
    return key->bits >= 0 && (uint64_t)key->bits <= text_bytes &&
           key->bytes <= text_bytes - (uint64_t)key->bits;
}

/* Anybody may call this with any blob. */
static bool read_blob(tally_cursor *cursor, size_t size)
{
    tally_head head;
    if (cursor->blob == NULL || size < sizeof head)
        return false;
    memcpy(&head, cursor->blob, sizeof head);
    size -= sizeof head;
    if (memcmp(head.magic, tally_magic, sizeof head.magic) != 0 ||
        head.groups > size / sizeof(tally_group) ||
        size - head.groups * sizeof(tally_group) != head.text_bytes)
        return false;
    cursor->texts = cursor->blob + sizeof head + head.groups * sizeof(tally_group);
    for (size_t i = 0; i < head.groups; i++) {
        tally_group group = group_at(cursor, i);
        if (!key_is_whole(&group.keys[0], head.text_bytes) ||
            !key_is_whole(&group.keys[1], head.text_bytes))
            return false;
    }
    cursor->count = head.groups;
    return true;
}

static int filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                  sqlite3_value **values)
{
    (void)plan, (void)text, (void)count;
    tally_cursor *cursor = (tally_cursor *)base;
    sqlite3_value_free(cursor->given);
    *cursor = (tally_cursor){.base = cursor->base, .given = sqlite3_value_dup(values[0])};
    if (cursor->given == NULL)
        return SQLITE_NOMEM;
    bool is_blob = sqlite3_value_type(cursor->given) == SQLITE_BLOB;
    cursor->blob = is_blob ? sqlite3_value_blob(cursor->given) : NULL;
    if (read_blob(cursor, is_blob ? (size_t)sqlite3_value_bytes(cursor->given) : 0))
        return SQLITE_OK;
    sqlite3_free(base->pVtab->zErrMsg);
    base->pVtab->zErrMsg = sqlite3_mprintf("graze_tallies: this is not what graze_tally gives");
    return base->pVtab->zErrMsg != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((tally_cursor *)base)->at++;
    return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base)
{
    const tally_cursor *cursor = (const tally_cursor *)base;
    return cursor->at >= cursor->count;
}

static void give_key(sqlite3_context *context, const tally_cursor *cursor, const tally_key *key)
{
    double real;
    memcpy(&real, &key->bits, sizeof real);
    if (key->type == SQLITE_INTEGER)
        sqlite3_result_int64(context, key->bits);
    else if (key->type == SQLITE_FLOAT)
        sqlite3_result_double(context, real);
    else if (key->type == SQLITE_TEXT)
        sqlite3_result_text(context, cursor->texts + key->bits, (int)key->bytes, SQLITE_TRANSIENT);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
    const tally_cursor *cursor = (const tally_cursor *)base;
    tally_group group = group_at(cursor, cursor->at);
    if (index < TALLY_KEYS)
        give_key(context, cursor, &group.keys[index]);
    else if (index == COLUMN_COUNT)
        sqlite3_result_int64(context, group.count);
    else if (index == COLUMN_TOTAL)
        sqlite3_result_int64(context, group.total);
    else if (index == COLUMN_LEAST && group.has_least)
        sqlite3_result_double(context, group.least);
    else if (index == COLUMN_GREATEST && group.has_greatest)
        sqlite3_result_double(context, group.greatest);
    else if (index == COLUMN_BLOB)
        sqlite3_result_value(context, cursor->given);
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
    *id = (sqlite3_int64)((const tally_cursor *)base)->at;
    return SQLITE_OK;
}

static const sqlite3_module tallies_module = {
    .xConnect = connect_tallies,
    .xBestIndex = best_index,
    .xDisconnect = disconnect_tallies,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = at_end,
    .xColumn = column,
    .xRowid = row_id,
};

int extension_add_tallies(sqlite3 *handle)
{
    const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC;
    int code = SQLITE_OK;
    for (int count = TALLY_KEYS + 2; count <= TALLY_KEYS + 3 && code == SQLITE_OK; count++)
        code = sqlite3_create_function_v2(handle, "graze_tally", count, flags, NULL, NULL,
                                          tally_step, tally_final, NULL);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_create_module_v2(handle, "graze_tallies", &tallies_module, NULL, NULL);
}
