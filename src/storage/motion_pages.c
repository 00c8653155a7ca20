/* SPDX-License-Identifier: MIT */
/* Pages and rows as SQLite's file format has them (https://www.sqlite.org/fileformat2.html): a
 * table without rowids is a tree, whose leaves and inner pages hold the rows in the order of their
 * keys. A page has a head, the places of its rows from there on, and the rows at its end. A row is
 * its length, the length of its head, the type of each value, and the values.
 *
 * The leaves are filled while rows come, one after the other; between two of them one row is left
 * over for the page above. When all are there, the inner pages are made from below. The first page
 * of the file, which has the text of the table, is made by SQLite. */
#include "storage/motion_pages.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "storage/motion_columns.h"

enum {
    PAGE = 16384, /* [bytes] */
    ROOT = 1,     /* the index of the page on which the table begins */
    VALUES = 9,
    ROW_MAX = 2 + 9 * VALUES, /* [bytes] both lengths, and a type and 8 bytes of each value */
    LEAF_HEAD = 8,
    LEAF_ROWS = 512, /* at most, and one more at the end of all */
    LEAF_BEGIN = LEAF_HEAD + 2 * (LEAF_ROWS + 1),
    INNER_HEAD = 12,
    INNER_ROWS = (PAGE - INNER_HEAD) / (2 + 4 + ROW_MAX),
    INNER_BEGIN = INNER_HEAD + 2 * INNER_ROWS,
    PAGE_COUNT_AT = 28 /* in the head of the file */
};

typedef struct motion_row {
    uint8_t bytes[ROW_MAX];
} motion_row;

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- numbers, the highest byte first ------------------------------------------------- */

static void put_16(uint8_t *at, size_t value)
{
    at[0] = (uint8_t)(value >> 8), at[1] = (uint8_t)value;
}

static void put_32(uint8_t *at, size_t value)
{
    put_16(at, value >> 16);
    put_16(at + 2, value);
}

static void put_64(uint8_t *at, uint64_t value)
{
    at[0] = (uint8_t)(value >> 56), at[1] = (uint8_t)(value >> 48);
    at[2] = (uint8_t)(value >> 40), at[3] = (uint8_t)(value >> 32);
    at[4] = (uint8_t)(value >> 24), at[5] = (uint8_t)(value >> 16);
    at[6] = (uint8_t)(value >> 8), at[7] = (uint8_t)value;
}

/* ---- a row --------------------------------------------------------------------------- */

/* A row that is being written: the type of the next value, and the place of its bytes. Eight are
 * written in any case, of which those that count come first; no value takes more. */
typedef struct row_end {
    uint8_t *type, *bytes;
} row_end;

/* 0 and 1 are types of their own; else the fewest of 1, 2, 3, 4, 6 and 8 bytes. */
ALWAYS_INLINE row_end put_integer(row_end at, int64_t value)
{
    static const uint8_t lengths[] = {1, 2, 3, 4, 6, 8};
    const uint64_t bits = (uint64_t)value, size = value < 0 ? ~bits : bits;
    if (bits <= 1) {
        *at.type = (uint8_t)(8 + bits);
        return (row_end){at.type + 1, at.bytes};
    }
    const int kind = size <= INT16_MAX ? size > INT8_MAX
                                       : 2 + (size > (1 << 23) - 1) + (size > INT32_MAX) +
                                             (size > (UINT64_C(1) << 47) - 1);
    *at.type = (uint8_t)(1 + kind);
    put_64(at.bytes, bits << (64 - 8 * lengths[kind]));
    return (row_end){at.type + 1, at.bytes + lengths[kind]};
}

/* As SQLite keeps a REAL: as an integer where it is one of at most 6 bytes. */
ALWAYS_INLINE row_end put_real(row_end at, double value)
{
    if (value >= -0x1p47 && value < 0x1p47 && value == (double)(int64_t)value)
        return put_integer(at, (int64_t)value);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    *at.type = 7;
    put_64(at.bytes, bits);
    return (row_end){at.type + 1, at.bytes + 8};
}

static row_end put_null(row_end at)
{
    *at.type = 0;
    return (row_end){at.type + 1, at.bytes};
}

/* The columns of `motion` in their order. Answers the end of the row. */
static uint8_t *put_row(uint8_t *row, int64_t plan_id, size_t agent, size_t seq,
                        const graze_motion *m)
{
    const bool tells_all = motion_columns_tell_all(m);
    row_end at = {row + 2, row + 2 + VALUES};
    at = put_integer(at, plan_id);
    at = put_integer(at, (int64_t)agent);
    at = put_integer(at, (int64_t)seq);
    at = put_real(put_real(at, m->start), m->duration);
    at = put_real(put_real(at, m->position.x), m->position.y);
    at = tells_all ? put_real(put_real(at, m->to.x), m->to.y) : put_null(put_null(at));
    row[0] = (uint8_t)(at.bytes - (row + 1));
    row[1] = 1 + VALUES;
    return at.bytes;
}

/* ---- leaves -------------------------------------------------------------------------- */

static uint8_t *page_at(const motion_pages *pages, size_t index)
{
    return pages->bytes + index * PAGE;
}

/* What is left behind the rows is a free block, for which 4 bytes are enough. A leaf has them: two
 * rows at most go into its last 2 ROW_MAX bytes, and one whose seq is below 2^47 has no more than
 * ROW_MAX - 2. */
static void put_head(uint8_t *page, uint8_t kind, size_t rows, size_t begin, size_t end)
{
    page[0] = kind;
    put_16(page + 1, end);
    put_16(page + 3, rows);
    put_16(page + 5, begin);
    page[7] = 0;
    put_32(page + end, PAGE - end); /* there is no next one */
}

static bool add_page(motion_pages *pages)
{
    if (!array_grow(&pages->bytes, &pages->capacity, pages->count + 1, PAGE))
        return false;
    pages->count++;
    return true;
}

static void end_leaf(motion_pages *pages)
{
    put_head(page_at(pages, pages->count - 1), 10, pages->rows, LEAF_BEGIN, pages->end);
}

static bool begin_leaf(motion_pages *pages)
{
    pages->rows = 0;
    pages->end = LEAF_BEGIN;
    return add_page(pages);
}

/* The last row of all goes onto the last leaf in any case, since no leaf may be without a row; so
 * room for one more is kept. */
static bool is_full(const motion_pages *pages)
{
    return pages->left > 1 && (pages->rows == LEAF_ROWS || pages->end + 2 * (size_t)ROW_MAX > PAGE);
}

static bool add_between(motion_pages *pages, size_t agent, size_t seq, const graze_motion *motion)
{
    if (!array_grow(&pages->between, &pages->between_capacity, pages->between_count + 1,
                    sizeof *pages->between))
        return false;
    put_row(pages->between[pages->between_count++].bytes, pages->plan_id, agent, seq, motion);
    end_leaf(pages);
    return begin_leaf(pages);
}

static void add_row(motion_pages *pages, size_t agent, size_t seq, const graze_motion *motion)
{
    uint8_t *page = page_at(pages, pages->count - 1);
    put_16(page + LEAF_HEAD + 2 * pages->rows++, pages->end);
    pages->end = (size_t)(put_row(page + pages->end, pages->plan_id, agent, seq, motion) - page);
}

void motion_pages_begin(motion_pages *pages, int64_t plan_id, size_t rows)
{
    *pages = (motion_pages){.count = ROOT + 1, .left = rows, .plan_id = plan_id};
}

bool motion_pages_add(motion_pages *pages, size_t agent, const graze_trajectory *path)
{
    if (pages->count == ROOT + 1 && !begin_leaf(pages))
        return false;
    for (size_t seq = 0; seq < path->count; seq++, pages->left--) {
        if (!is_full(pages))
            add_row(pages, agent, seq, &path->motions[seq]);
        else if (!add_between(pages, agent, seq, &path->motions[seq]))
            return false;
    }
    return true;
}

/* ---- inner pages --------------------------------------------------------------------- */

/* An inner page above the pages from `first` up to `last`, with the rows between them. Pages have
 * numbers from 1. */
static bool add_inner(motion_pages *pages, size_t first, size_t last, const motion_row *between)
{
    if (!add_page(pages))
        return false;
    uint8_t *page = page_at(pages, pages->count - 1), *at = page + INNER_BEGIN;
    for (size_t i = 0; i < last - first; i++) {
        put_16(page + INNER_HEAD + 2 * i, (size_t)(at - page));
        put_32(at, first + i + 1);
        memcpy(at + 4, between[i].bytes, sizeof between[i].bytes);
        at += 4 + 1 + between[i].bytes[0];
    }
    put_head(page, 2, last - first, INNER_BEGIN, (size_t)(at - page));
    put_32(page + LEAF_HEAD, last + 1);
    return true;
}

/* The pages above `count` pages from `first` on: as many below each of them, as far as that goes.
 * Rows between pages that have no page in common above them are left for the next level. */
static bool add_level(motion_pages *pages, size_t first, size_t count, size_t above)
{
    size_t begin = 0;
    for (size_t i = 1; i <= above; i++) {
        const size_t end = count * i / above;
        if (!add_inner(pages, first + begin, first + end - 1, pages->between + begin))
            return false;
        if (i < above)
            pages->between[i - 1] = pages->between[end - 1];
        begin = end;
    }
    return true;
}

/* The one page above all others is the last, and moves to where the table begins. Of two pages and
 * more, one stands above them; of 184 and more, each has 92 below it at least. */
static bool add_inner_pages(motion_pages *pages)
{
    size_t first = ROOT + 1, count = pages->count - first;
    end_leaf(pages);
    while (count > 1) {
        const size_t above = count / (INNER_ROWS + 1) + 1;
        if (!add_level(pages, first, count, above))
            return false;
        first += count;
        count = above;
    }
    memcpy(page_at(pages, ROOT), page_at(pages, --pages->count), PAGE);
    return true;
}

/* ---- the database -------------------------------------------------------------------- */

/* The same table in a database of its own, without a row. An SQLite result code. */
static int make_table(sqlite3 *handle)
{
    static const char sql[] = "SELECT 'CREATE TABLE graze_pages.' || substr(sql, 14) "
                              "FROM main.sqlite_schema WHERE type = 'table' AND name = 'motion'";
    sqlite3_stmt *texts = NULL;
    int code = sqlite3_exec(handle,
                            "ATTACH ':memory:' AS graze_pages; "
                            "PRAGMA graze_pages.auto_vacuum = NONE; "
                            "PRAGMA graze_pages.page_size = 16384",
                            NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle, sql, -1, &texts, NULL);
    if (code == SQLITE_OK && sqlite3_step(texts) == SQLITE_ROW)
        code = sqlite3_exec(handle, (const char *)sqlite3_column_text(texts, 0), NULL, NULL, NULL);
    const int ended = sqlite3_finalize(texts);
    return code == SQLITE_OK ? ended : code;
}

/* Puts our pages behind the first one of that database. */
static int take_pages(motion_pages *pages, sqlite3 *handle)
{
    sqlite3_int64 size = 0;
    unsigned char *head = sqlite3_serialize(handle, "graze_pages", &size, 0);
    if (head == NULL)
        return SQLITE_NOMEM;
    memcpy(pages->bytes, head, PAGE);
    sqlite3_free(head);
    put_32(pages->bytes + PAGE_COUNT_AT, pages->count);
    size = (sqlite3_int64)pages->count * PAGE;
    return sqlite3_deserialize(handle, "graze_pages", pages->bytes, size, size,
                               SQLITE_DESERIALIZE_READONLY);
}

/* Not between BEGIN IMMEDIATE and COMMIT, which would begin to write our pages, too. Rows come in
 * order, so that SQLite needs few of its own pages at a time. */
io_result motion_pages_copy(motion_pages *pages, database *db)
{
    static const char copy[] =
        "PRAGMA main.cache_size = -1024; "
        "INSERT INTO main.motion SELECT * FROM graze_pages.motion; " CONNECTION_CACHE;
    int code = add_inner_pages(pages) ? make_table(db->handle) : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = take_pages(pages, db->handle);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db->handle, copy, NULL, NULL, NULL);
    const io_result result =
        code == SQLITE_OK ? IO_OK : connection_fail(db, code, "write the database");
    sqlite3_exec(db->handle, "DETACH graze_pages", NULL, NULL, NULL); /* if it is there */
    return result;
}

void motion_pages_end(motion_pages *pages)
{
    free(pages->bytes);
    free(pages->between);
    *pages = (motion_pages){0};
}
