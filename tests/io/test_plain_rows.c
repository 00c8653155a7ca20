/* SPDX-License-Identifier: MIT */
/* Rows that are read ahead on many processors, beside the same rows one by one; and names. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "io/labels.h"
#include "io/number.h"
#include "io/plan.h"
#include "io/spill.h"
#include "support/run.h"

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static unsigned below(uint64_t *state, unsigned limit)
{
    return (unsigned)((next_random(state) >> 33) % limit);
}

/* ---- text ---------------------------------------------------------------------------- */

/* Text that grows. */
typedef struct writing {
    char *text;
    size_t length, room;
    uint64_t random;
} writing;

static void put(writing *w, const char *text)
{
    size_t length = strlen(text);
    if (w->length + length + 1 > w->room) {
        w->room = 2 * w->room + length + 1;
        w->text = realloc(w->text, w->room);
    }
    memcpy(w->text + w->length, text, length + 1);
    w->length += length;
}

/* ---- names --------------------------------------------------------------------------- */

/* The hash of labels.c for names of more than eight bytes. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

enum { NAMES = 3000, NAME_SIZE = 24 };

static void find_all(const labels *all, char (*names)[NAME_SIZE], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t index = SIZE_MAX;
        CU_ASSERT_TRUE(labels_find(all, names[i], &index));
        CU_ASSERT_EQUAL(index, i);
        if (labels_find_bytes(all, names[i], strlen(names[i]), &index))
            CU_ASSERT_EQUAL(index, i);
        for (size_t guess = i > 0 ? i - 1 : 0; guess < i + 2; guess++)
            if (labels_find_near(all, names[i], strlen(names[i]), guess, &index))
                CU_ASSERT_EQUAL(index, i);
    }
}

static void every_name_is_found_and_no_other(void)
{
    static char names[NAMES][NAME_SIZE];
    labels all = {0};
    size_t index;
    CU_ASSERT_FALSE(labels_find(&all, "a", &index));
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(names[i], NAME_SIZE, "agent %zu", i);
        CU_ASSERT_FALSE(labels_find(&all, names[i], &index));
        CU_ASSERT_TRUE(labels_add(&all, names[i], i));
        CU_ASSERT_TRUE(labels_add(&all, names[i], i + 1)); /* keeps its index */
    }
    find_all(&all, names, NAMES);
    CU_ASSERT_FALSE(labels_find(&all, "agent", &index));
    CU_ASSERT_FALSE(labels_find(&all, "agent 1\x01", &index));
    CU_ASSERT_FALSE(labels_find(&all, "agent 30000", &index));
    CU_ASSERT_FALSE(labels_find_bytes(&all, "agent 1x", 9, &index));
    CU_ASSERT_TRUE(labels_find_bytes(&all, "agent 17x", 8, &index));
    CU_ASSERT_EQUAL(index, 17);
    CU_ASSERT_TRUE(labels_find_near(&all, "agent 17x", 8, 18, &index));
    CU_ASSERT_EQUAL(index, 17);
    CU_ASSERT_FALSE(labels_find_near(&all, "agent 1x", 8, 17, &index));
    CU_ASSERT_TRUE(labels_find_near(&all, "agent 100", 8, 100, &index)); /* which begins like it */
    CU_ASSERT_EQUAL(index, 10);
    labels_free(&all);
}

/* Names that want the same few slots, however many there are. */
static void names_that_share_their_slots_are_found_too(void)
{
    enum { ALIKE = 60 };
    static char names[ALIKE][NAME_SIZE];
    labels all = {0};
    size_t count = 0;
    for (uint64_t i = 0; count < ALIKE; i++) {
        snprintf(names[count], NAME_SIZE, "a long name %" PRIx64, i);
        count += (hash_of(names[count]) & 4095) == 5;
    }
    for (size_t i = 0; i < ALIKE; i++)
        CU_ASSERT_TRUE(labels_add(&all, names[i], i));
    CU_ASSERT_PTR_NOT_NULL(all.root);
    find_all(&all, names, ALIKE);
    labels_free(&all);
}

/* x ^ x >> shift undone. */
static uint64_t unshifted(uint64_t x, int shift)
{
    uint64_t word = x;
    for (int known = shift; known < 64; known += shift)
        word = x ^ word >> shift;
    return word;
}

/* The word that labels.c mixes to this hash: its factors are those of the inverses there. */
static uint64_t unmixed(uint64_t hash)
{
    uint64_t word = unshifted(hash, 32) * UINT64_C(0x96de1b173f119089);
    return unshifted(unshifted(word, 29) * UINT64_C(0xf1de83e19937733d), 31);
}

/* Of eight bytes, with the hash of a longer name. */
static void a_short_name_is_no_long_one_with_its_hash(void)
{
    char name[NAME_SIZE], twin[9] = "";
    labels all = {0};
    size_t index = 0, length = 0;
    for (unsigned i = 0; length < 8; i++) {
        snprintf(name, NAME_SIZE, "a long name %u", i);
        const uint64_t word = unmixed(hash_of(name));
        for (int k = 0; k < 8; k++)
            twin[k] = (char)(word >> 8 * k);
        length = strlen(twin);
    }
    CU_ASSERT_TRUE(labels_add(&all, twin, 2));
    CU_ASSERT_FALSE(labels_find(&all, name, &index));
    CU_ASSERT_TRUE(labels_add(&all, name, 1));
    CU_ASSERT_TRUE(labels_find(&all, twin, &index));
    CU_ASSERT_EQUAL(index, 2);
    CU_ASSERT_TRUE(labels_find(&all, name, &index));
    CU_ASSERT_EQUAL(index, 1);
    labels_free(&all);
}

/* ---- numbers ------------------------------------------------------------------------- */

static void put_digits(writing *w, unsigned count)
{
    char digit[] = "0";
    for (unsigned i = 0; i < count; i++) {
        digit[0] = (char)('0' + below(&w->random, 10));
        put(w, digit);
    }
}

/* What number_scan reads, number_parse reads as the same double. */
static void a_scanned_number_is_the_parsed_one(void)
{
    static const char *const signs[] = {"", "-", "+"}, *const ends[] = {",", "\n", " ", "e5", "x"};
    writing w = {.random = 7};
    size_t scanned = 0;
    for (int round = 0; round < 100000; round++) {
        w.length = 0;
        put(&w, signs[below(&w.random, 3)]);
        put_digits(&w, below(&w.random, 14));
        put(&w, below(&w.random, 4) > 0 ? "." : "");
        put_digits(&w, w.length > 0 && w.text[w.length - 1] == '.' ? below(&w.random, 14) : 0);
        const size_t length = w.length;
        put(&w, ends[below(&w.random, 5)]);
        double value = 0, wanted = 1;
        const char *end = number_scan(w.text, &value);
        if (end == NULL)
            continue;
        scanned++;
        CU_ASSERT_EQUAL(end, w.text + length);
        CU_ASSERT_EQUAL(number_parse(w.text, length, false, &wanted), NUMBER_OK);
        CU_ASSERT_EQUAL(memcmp(&value, &wanted, sizeof value), 0);
    }
    CU_ASSERT_TRUE(scanned > 30000);
    free(w.text);
}

/* ---- rows ---------------------------------------------------------------------------- */

/* The form with the agent's number for @ and the time for &. */
static void put_row(writing *w, const char *form, unsigned agent, unsigned time)
{
    for (; *form != '\0'; form++) {
        char text[24] = {*form, '\0'};
        if (*form == '@' || *form == '&')
            snprintf(text, sizeof text, "%u", *form == '@' ? agent : time);
        put(w, text);
    }
}

enum { AGENTS = 37, ODD_ROWS = 16, BAD_ROWS = 9 };

/* A sound row of the agent at a time, in an unusual spelling. */
static void put_odd(writing *w, unsigned agent, unsigned time)
{
    static const char *const forms[ODD_ROWS] = {
        "\"n@\",&,1,2\n",
        "n@, & ,1,2\n",
        "n@,&e0,1,2\n",
        "n@,&,0x1p3,2\n",
        "n@,&,1,2\r\n",
        "n@,+&,1,2\n",
        "n@,&,1,-.5\n",
        "n@,&,\"1\",2\n",
        "\"n@\",&,1,2\r\n",
        "n@,&,7.,1e-300\n",
        "\xC3\xA9@,&,1,2\n",
        "\"a\nb\"\"@\",&,1,2\n",
        "n\t@,&,1,2\n",
        "n@,&.0000000000000000000000000,1,2\n",
        "n@,&,12345678901234567890123,0.1000000000000000055511151231257827\n",
        "n@,&,0.30000000000000004,9007199254740993\n"};
    put_row(w, forms[below(&w->random, ODD_ROWS)], agent, time);
}

static void put_bad(writing *w, unsigned agent, unsigned time)
{
    static const char *const forms[BAD_ROWS] = {"n@,&,1\n",  "n@,&,1,2,3\n", "n@,&,x,2\n",
                                                ",@&,1,2\n", "n@,-&,1,2\n",  "\n",
                                                "n@,&,,2\n", "n@,&,inf,2\n", "n@,&,1e999,2\n"};
    put_row(w, forms[below(&w->random, BAD_ROWS)], agent, time);
}

/* Now and then a row that ends the reading. */
static void put_end(writing *w)
{
    static const char *const forms[] = {"n\"1,1,1,1\n", "n1,\x01,1,1\n", "n1,1,1,\"1\n",
                                        "n1\r,1,1\n", "\x80,1,1,1\n"};
    put(w, forms[below(&w->random, 5)]);
}

/* rare: one of so many rows is odd, and one of so many bad; 0: none is. */
static void write_plan(writing *w, unsigned rows, unsigned odd, unsigned bad, bool agents_apart)
{
    unsigned times[AGENTS] = {0};
    put(w, "agent,time,x,y\n");
    for (unsigned i = 0; i < rows; i++) {
        char row[120];
        unsigned agent = agents_apart ? i * AGENTS / rows : below(&w->random, AGENTS);
        const unsigned time = times[agent] += below(&w->random, 40) > 0;
        if (odd > 0 && below(&w->random, odd) == 0) {
            put_odd(w, agent, time);
        } else if (bad > 0 && below(&w->random, bad) == 0) {
            put_bad(w, agent, time);
        } else {
            snprintf(row, sizeof row, "n%u,%u,%u.%u,-%u\n", agent, time, below(&w->random, 100),
                     below(&w->random, 1000), below(&w->random, 5));
            put(w, row);
        }
    }
    if (bad > 0 && below(&w->random, 3) == 0)
        put_end(w);
    put(w, below(&w->random, 2) == 0 ? "n0,1000000,1,2" : "");
}

static bool same_vector(graze_vector a, graze_vector b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_motion(const graze_motion *a, const graze_motion *b)
{
    return a->form == b->form && same_vector(a->position, b->position) &&
           same_vector(a->to, b->to) && same_vector(a->acceleration, b->acceleration) &&
           a->start == b->start && a->start_tail == b->start_tail && a->duration == b->duration &&
           a->duration_tail == b->duration_tail;
}

static void same_plan(const plan *a, const plan *b)
{
    CU_ASSERT_EQUAL_FATAL(a->agent_count, b->agent_count);
    for (size_t i = 0; i < a->agent_count; i++) {
        const plan_agent *x = &a->agents[i], *y = &b->agents[i];
        CU_ASSERT_STRING_EQUAL(x->label, y->label);
        CU_ASSERT_EQUAL(x->body.radius, y->body.radius);
        CU_ASSERT_EQUAL_FATAL(x->trajectory.count, y->trajectory.count);
        for (size_t k = 0; k < x->trajectory.count; k++) {
            graze_motion motion, other;
            plan_motions(x, k, 1, &motion);
            plan_motions(y, k, 1, &other);
            CU_ASSERT_TRUE(same_motion(&motion, &other));
        }
    }
    CU_ASSERT_STRING_EQUAL(a->inputs[0].sha256, b->inputs[0].sha256);
}

/* Reads a text both ways. */
static void read_alike(const writing *w, size_t threads)
{
    plan_options options = {.has_radius = true, .radius = 0.5, .threads = threads};
    plan ahead = {.agent_count = 0}, plainly = {.agent_count = 0};
    capture c, d;
    capture_open(&c, w->text, w->length);
    capture_open(&d, w->text, w->length);
    io_result result = plan_read(c.path, &options, &c.sink, &ahead);
    options.one_by_one = true;
    CU_ASSERT_EQUAL(plan_read(d.path, &options, &d.sink, &plainly), result);
    CU_ASSERT_EQUAL(c.sink.errors, d.sink.errors);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), capture_said(&d));
    if (result == IO_OK)
        same_plan(&ahead, &plainly);
    plan_free(&ahead);
    plan_free(&plainly);
    capture_close(&c);
    capture_close(&d);
}

static void rows_read_ahead_are_those_read_one_by_one(void)
{
    static const unsigned rare[] = {0, 9000, 500, 20, 3};
    const size_t rounds = support_rounds(1, 10, 100);
    for (size_t round = 0; round < rounds; round++)
        for (unsigned odd = 0; odd < 5; odd++)
            for (unsigned bad = 0; bad < 5; bad++) {
                writing w = {.random = 1 + round * 1000 + odd * 10 + bad};
                write_plan(&w, 100 + below(&w.random, 30000), rare[odd], rare[bad],
                           below(&w.random, 2) == 0);
                read_alike(&w, 1 + below(&w.random, 4));
                free(w.text);
            }
}

/* Agents begin all over the file, while rows behind them are being read: one after the other, or a
 * new one among many who go on. */
static void agents_that_come_late_are_known_to_rows_behind_them(void)
{
    for (unsigned apart = 0; apart < 2; apart++)
        for (size_t threads = 1; threads <= 8; threads *= 2) {
            writing w = {.random = 7 + apart};
            put(&w, "agent,time,x,y\n");
            for (unsigned i = 0; i < 24000; i++) {
                char row[60];
                const unsigned agent = apart ? i / 4 : i % (1 + i / 40);
                snprintf(row, sizeof row, "n%u,%u,1,2\n", agent, i);
                put(&w, row);
            }
            read_alike(&w, threads);
            free(w.text);
        }
}

/* Each thing that is wrong, alone, behind many plain rows: the message has its very place. */
static void a_fault_behind_plain_rows_is_told_at_its_place(void)
{
    static const char *const faults[] = {
        "n1,5,1\n",       "n1,5,1,2,3\n", "n1,5,x,2\n",    ",5,1,2\n",
        "n1,-1,1,2\n",    "\nn1,9,1,2\n", "n1,5,,2\n",     "n1,inf,1,2\n",
        "n1,5,1e999,2\n", "n\"1,1,1,1\n", "n1,\x01,1,1\n", "n1,5,1,\"1\n",
        "n1\r,1,1\n",     "\x80,1,1,1\n", "n1,4000,8,8\n", "n1,5,nan,1\n"};
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
        writing w = {.random = 3 + k};
        put(&w, "agent,time,x,y\n");
        for (unsigned i = 0; i < 5000; i++) {
            char row[60];
            snprintf(row, sizeof row, "n%u,%u,1,2\n", i % 5, i);
            put(&w, i == 4001 ? faults[k] : row);
        }
        read_alike(&w, 2);
        free(w.text);
    }
}

/* Their radius is a column, or their columns have other names, order and separators. */
static void other_headers_are_read_ahead_as_well(void)
{
    static const struct {
        const char *header, *row, *odd;
    } tables[] = {
        {"radius,agent,y,#note,x,time\n", "0.5,n@,3,what,2,&\n", "0.25,n@,3,what,2,&\n"},
        {"agent,radius,time,x,y,z\n", "n@,0.5,&,1,2,3\n", "n@,0.5,&,1,2,\n"},
        {"t,id,x,y,colour\n", "&,n@,1,2,red\n", "&,n@,1,2,\"red\"\n"},
        {"t,id,x,y,colour\n", "&,n@,1,2,red\n", "&,n@,1,2,\"re\nd\"\n"},
        {"t,id,x,y,colour\n", "&,n@,1,2,\xC3\xA9\n", "&,n@,1,2,\xC3\n"},
        {"t,id,x,y,colour\n", "&,n@,1,2,red\n", "&,n@,1,2,\x7F\n"},
    };
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
        for (int odd = 0; odd < 2; odd++) {
            writing w = {.random = 3 + k};
            put(&w, tables[k].header);
            for (unsigned i = 0; i < 6000; i++)
                put_row(&w, odd && i == 3000 ? tables[k].odd : tables[k].row, i % 7, i);
            read_alike(&w, 3);
            free(w.text);
        }
}

/* ---- waypoints that are kept ------------------------------------------------------------ */

/* Agents that begin and end at any time, stay at a place, are named twice at an instant, have one
 * row alone; and times so far apart that their difference is no double. */
static void write_stays(writing *w, unsigned agents, bool extreme)
{
    put(w, "agent,time,x,y\n");
    for (unsigned agent = 0; agent < agents; agent++) {
        unsigned time = below(&w->random, 30), rows = 1 + below(&w->random, 80), x = 0;
        for (unsigned i = 0; i < rows; i++) {
            char row[120];
            snprintf(row, sizeof row, "n%u,%u.%u,%u.25,-3\n", agent, time, agent % 10, x);
            put(w, row);
            put(w, below(&w->random, 4) == 0 ? row : "");
            time += 1 + below(&w->random, 5);
            x += below(&w->random, 2);
        }
    }
    if (extreme)
        put(w, "first,-1.7e308,1,2\nlast,1.7e308,1,2\nlast,1.75e308,1,2\n");
}

static void compare_whole(const plan *kept, const plan *made)
{
    plan_room room = {0};
    for (size_t i = 0; i < kept->agent_count; i++) {
        const plan_agent *agent = &kept->agents[i];
        graze_trajectory path;
        CU_ASSERT_EQUAL(plan_trajectory(agent, &room, &path), IO_OK);
        CU_ASSERT_EQUAL_FATAL(path.count, made->agents[i].trajectory.count);
        for (size_t k = 0; k < path.count; k++)
            CU_ASSERT_TRUE(same_motion(&path.motions[k], &made->agents[i].trajectory.motions[k]));
    }
    free(room.motions);
}

static void keep_alike(const writing *w, plan_at_start at_start, graze_at_end at_end)
{
    plan_options options = {.has_radius = true, .radius = 0.5, .as_waypoints = true,
                            .at_start = at_start, .at_end = at_end};
    plan kept = {.agent_count = 0}, made = {.agent_count = 0};
    capture c, d;
    capture_open(&c, w->text, w->length);
    capture_open(&d, w->text, w->length);
    CU_ASSERT_EQUAL_FATAL(plan_read(c.path, &options, &c.sink, &kept), IO_OK);
    options.as_waypoints = false;
    CU_ASSERT_EQUAL_FATAL(plan_read(d.path, &options, &d.sink, &made), IO_OK);
    same_plan(&kept, &made);
    compare_whole(&kept, &made);
    size_t without = 0;
    for (size_t i = 0; i < kept.agent_count; i++)
        without += kept.agents[i].waypoints != NULL && kept.agents[i].trajectory.motions == NULL;
    CU_ASSERT_TRUE(without > kept.agent_count / 2);
    CU_ASSERT_EQUAL(kept.room != NULL, w->length > 1 << 22);
    plan_free(&kept);
    plan_free(&made);
    capture_close(&c);
    capture_close(&d);
}

static void waypoints_that_are_kept_are_the_same_motions(void)
{
    for (uint64_t index = 0; index < 20; index++) {
        writing w = {.random = 1 + index};
        write_stays(&w, 40, index % 5 == 4);
        keep_alike(&w, PLAN_STAND, GRAZE_STAY);
        keep_alike(&w, PLAN_STAND, GRAZE_VANISH);
        keep_alike(&w, PLAN_ABSENT, GRAZE_STAY);
        keep_alike(&w, PLAN_ABSENT, GRAZE_VANISH);
        free(w.text);
    }
}

/* A file that is large enough for large pages: many agents take turns, the first of whom goes on
 * when the others have ended; some come late, and one so late that its wait is made of two motions.
 * Each has a row twice. */
static void write_turns(writing *w, bool extreme)
{
    enum { LATE = 7, ALONE = 5000 };
    char row[80];
    put(w, "agent,time,x,y\n");
    put(w, extreme ? "n0,-1.7e308,0,0\n" : "");
    for (unsigned time = 0; w->length < (size_t)9 << 19; time++)
        for (unsigned agent = 0; agent < AGENTS && (time < ALONE || agent == 0); agent++) {
            snprintf(row, sizeof row, extreme && agent == 3 ? "n%u,1.0%06ue308,%u.25,-3\n"
                                                            : "n%u,%u,%u.25,-3\n",
                     agent, time + (agent % LATE == 5), time % 100);
            put(w, row);
            put(w, time == 100 + agent ? row : "");
        }
}

static void waypoints_in_large_pages_are_the_same_motions(void)
{
    for (int extreme = 0; extreme < 2; extreme++) {
        writing w = {.random = 5};
        write_turns(&w, extreme);
        keep_alike(&w, PLAN_STAND, GRAZE_STAY);
        keep_alike(&w, PLAN_ABSENT, GRAZE_VANISH);
        free(w.text);
    }
}

CU_TestInfo plain_rows_tests[] = {
    SUPPORT_TEST(waypoints_in_large_pages_are_the_same_motions),
    SUPPORT_TEST(waypoints_that_are_kept_are_the_same_motions),
    SUPPORT_TEST(every_name_is_found_and_no_other),
    SUPPORT_TEST(names_that_share_their_slots_are_found_too),
    SUPPORT_TEST(a_short_name_is_no_long_one_with_its_hash),
    SUPPORT_TEST(a_scanned_number_is_the_parsed_one),
    SUPPORT_TEST(rows_read_ahead_are_those_read_one_by_one),
    SUPPORT_TEST(agents_that_come_late_are_known_to_rows_behind_them),
    SUPPORT_TEST(a_fault_behind_plain_rows_is_told_at_its_place),
    SUPPORT_TEST(other_headers_are_read_ahead_as_well),
    CU_TEST_INFO_NULL,
};
