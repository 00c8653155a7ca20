/* SPDX-License-Identifier: MIT */
/* The exact stage in memory that ends anywhere: the answer is the same, or refused. Its numbers are
 * zeros from that end on, and what it makes of them nobody hears; but the way there must not lead
 * through what was never written: the stack is soiled before each question, so that such an address
 * is none. */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include <graze/unsafe.h>

#include "contact/exact.h"
#include "kernel/seed.h"
#include "oracle/body_pairs.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { LIMBS = 1 << 16, SOILED = 128 << 10, FOUND = 256, NUMBERS = 8 };

/* A question in some memory, and what there is to compare of the answer, zeros else. */
typedef struct room_question {
    const oracle_pair *given;
    pair asked;
    contact known;
    double numbers[NUMBERS];
} room_question;

/* All that is asked, in the same memory each time. */
typedef struct little_room {
    mp_limb_t memory[LIMBS];
    graze_workspace space;
    size_t refused, answered; /* [count] */
} little_room;

static __attribute__((noinline)) void soil(int byte)
{
    volatile unsigned char stack[SOILED];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = (unsigned char)byte;
}

static graze_status ask_contact(room_question *q)
{
    contact answer = exact_contact(&q->asked);
    CU_ASSERT(contact_failed(answer) || answer == q->known);
    return contact_status(answer);
}

static void keep_clearance(const graze_clearance *clearance, double numbers[3])
{
    numbers[0] = clearance->depth;
    numbers[1] = clearance->distance;
    numbers[2] = clearance->time;
}

static graze_status ask_clearance(room_question *q)
{
    graze_clearance clearance;
    graze_status status = exact_clearance(&q->asked, &clearance);
    if (status == GRAZE_OK && clearance.common_life)
        keep_clearance(&clearance, q->numbers);
    return status;
}

static graze_status ask_parts(room_question *q)
{
    contact_part parts[CONTACT_PARTS_MAX];
    size_t total;
    if (q->known != CONTACT_OVERLAP && q->known != CONTACT_TOUCH)
        return GRAZE_OK;
    graze_status status =
        exact_parts(&q->asked, q->known, true, 0, CONTACT_PARTS_MAX, parts, &total);
    if (status != GRAZE_OK)
        return status;
    const contact_part *last =
        &parts[(total < CONTACT_PARTS_MAX ? total : CONTACT_PARTS_MAX) - 1];
    keep_clearance(&last->clearance, q->numbers);
    q->numbers[3] = last->interval.when.lower;
    q->numbers[4] = last->interval.when.upper;
    q->numbers[5] = (double)total;
    return GRAZE_OK;
}

/* The same pair twice: its depths are equal. */
static graze_status ask_nearness(room_question *q)
{
    const nearness near = {&q->asked, 0, 0};
    int order = 0;
    if (q->known == CONTACT_NO_LIFE)
        return GRAZE_OK;
    graze_status status = exact_compare_nearness(&near, &near, &order);
    CU_ASSERT(status != GRAZE_OK || order == 0);
    return status;
}

static void keep_list(const graze_interval *list, size_t count, double numbers[NUMBERS])
{
    numbers[0] = (double)count;
    for (size_t i = 0; i < count && 2 * i + 2 < NUMBERS; i++) {
        numbers[2 * i + 1] = list[i].lower;
        numbers[2 * i + 2] = list[i].upper;
    }
}

typedef graze_status unsafe_question(const graze_body *, const graze_motion *, const graze_body *,
                                     const graze_motion *, double, const graze_workspace *,
                                     graze_interval *, size_t, size_t *);

static graze_status ask_unsafe(room_question *q, unsafe_question *unsafe)
{
    const oracle_pair *p = q->given;
    graze_interval found[FOUND];
    size_t count;
    graze_status status = unsafe(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                 q->asked.workspace, found, FOUND, &count);
    if (status == GRAZE_OK)
        keep_list(found, count, q->numbers);
    return status;
}

static graze_status ask_starts(room_question *q)
{
    return ask_unsafe(q, graze_unsafe_starts);
}

static graze_status ask_speeds(room_question *q)
{
    return q->given->a.form == GRAZE_PARKED ? GRAZE_OK : ask_unsafe(q, graze_unsafe_speeds);
}

/* In the whole memory first, then from nothing on, until it is enough: each limb at first, then in
 * steps of a part of the size. */
static void narrow(little_room *room, room_question *q, graze_status (*ask)(room_question *q))
{
    static const int bytes[] = {0xFF, 0xA5, 0x7F, 0x81};
    const size_t finer = support_rounds(24, 48, 96);
    double right[NUMBERS];
    q->asked.workspace = &room->space;
    room->space.size = sizeof room->memory;
    memset(q->numbers, 0, sizeof q->numbers);
    graze_status status = ask(q), whole = status;
    memcpy(right, q->numbers, sizeof right);
    for (size_t limbs = 1; limbs <= LIMBS; limbs += 1 + limbs / finer) {
        room->space.size = limbs * sizeof(mp_limb_t);
        memset(q->numbers, 0, sizeof q->numbers);
        soil(bytes[limbs % 4]);
        status = ask(q);
        if (status != GRAZE_ERROR_WORKSPACE)
            break;
        room->refused++;
    }
    CU_ASSERT(status == whole && (whole == GRAZE_OK || whole == GRAZE_ERROR_WORKSPACE));
    if (status != GRAZE_OK)
        return;
    CU_ASSERT_EQUAL(memcmp(q->numbers, right, sizeof right), 0);
    room->answered++;
}

static void ask_all(little_room *room, const oracle_pair *p, bool with_starts)
{
    room_question q = {.given = p};
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &q.asked) != GRAZE_OK)
        return;
    q.known = exact_contact(&q.asked);
    narrow(room, &q, ask_contact);
    narrow(room, &q, ask_parts);
    if (with_starts) {
        narrow(room, &q, ask_starts);
        narrow(room, &q, ask_speeds);
    }
    q.asked.tolerance = 0;
    narrow(room, &q, ask_clearance);
    narrow(room, &q, ask_nearness);
}

static void ask_families(bool corners, int count, size_t rounds)
{
    static little_room room;
    room = (little_room){.space.memory = room.memory};
    for (int family = 0; family < count; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_bodies made;
            if (corners)
                oracle_generate_bodies((oracle_body_family)family, test_seed() + 31, index, &made);
            else
                oracle_generate((oracle_family)family, test_seed() + 31, index, &made.pair);
            ask_all(&room, &made.pair, index % 4 == 0);
        }
    CU_ASSERT(SUPPORT_ENOUGH(room.refused > 1000 && room.answered > 200));
}

static void discs_are_asked_in_little_room(void)
{
    ask_families(false, FAMILY_COUNT, support_rounds(4, 8, 60));
}

static void bodies_with_corners_are_asked_in_little_room(void)
{
    ask_families(true, BODY_FAMILY_COUNT, support_rounds(2, 4, 20));
}

/* y = 2 x^2 - 4 beside a reach of 2: two overlaps. */
static void two_overlaps_without_an_end_are_measured_in_little_room(void)
{
    static little_room room;
    const graze_body disc = {.radius = 1};
    const graze_motion still = {.duration = HUGE_VAL};
    const graze_motion thrown = {.position = {-4, 28, 0}, .velocity = {1, -16, 0},
                                 .acceleration = {0, 4, 0}, .duration = HUGE_VAL};
    room_question q = {.known = CONTACT_OVERLAP};
    room = (little_room){.space.memory = room.memory};
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &still, &disc, &thrown, 0, &q.asked), GRAZE_OK);
    narrow(&room, &q, ask_parts);
    CU_ASSERT(room.refused > 10 && room.answered == 1);
    CU_ASSERT_EQUAL(q.numbers[5], 2);
}

CU_TestInfo little_room_tests[] = {
    SUPPORT_TEST(discs_are_asked_in_little_room),
    SUPPORT_TEST(bodies_with_corners_are_asked_in_little_room),
    SUPPORT_TEST(two_overlaps_without_an_end_are_measured_in_little_room),
    CU_TEST_INFO_NULL,
};
