/* SPDX-License-Identifier: MIT */
/* The exact stage in memory that ends anywhere. Its numbers are zeros from there on, and what it
 * makes of them nobody hears; but the way there must not lead through what was never written: the
 * stack is soiled before each question, so that such an address is none. */
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

enum { LIMBS = 1 << 16, SOILED = 128 << 10, PARTS = CONTACT_PARTS_MAX, STARTS = 256 };

/* All that the stage is asked, in the same memory each time. */
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

/* What is asked of a pair; `known` is its contact. */
typedef graze_status (*room_question)(const pair *question, contact known);

static graze_status ask_contact(const pair *question, contact known)
{
    contact answer = exact_contact(question);
    CU_ASSERT(contact_failed(answer) || answer == known);
    return contact_status(answer);
}

static graze_status ask_clearance(const pair *question, contact known)
{
    graze_clearance clearance;
    return known == CONTACT_NO_LIFE ? GRAZE_OK : exact_clearance(question, &clearance);
}

static graze_status ask_parts(const pair *question, contact known)
{
    contact_part parts[PARTS];
    size_t total;
    if (known != CONTACT_OVERLAP && known != CONTACT_TOUCH)
        return GRAZE_OK;
    return exact_parts(question, known, true, 0, PARTS, parts, &total);
}

static graze_status ask_starts(const pair *question, contact known)
{
    const graze_body a = {.radius = question->radius_a}, b = {.radius = question->radius_b};
    graze_interval starts[STARTS];
    size_t count;
    (void)known;
    return graze_unsafe_starts(question->cornered ? question->body_a : &a, question->a,
                               question->cornered ? question->body_b : &b, question->b,
                               question->tolerance, question->workspace, starts, STARTS, &count);
}

static graze_status ask_speeds(const pair *question, contact known)
{
    const graze_body a = {.radius = question->radius_a}, b = {.radius = question->radius_b};
    graze_interval speeds[STARTS];
    size_t count;
    (void)known;
    graze_status status =
        graze_unsafe_speeds(question->cornered ? question->body_a : &a, question->a,
                            question->cornered ? question->body_b : &b, question->b,
                            question->tolerance, question->workspace, speeds, STARTS, &count);
    return status == GRAZE_ERROR_UNSUPPORTED ? GRAZE_OK : status; /* of a parked motion */
}

/* From nothing on, until it is enough: each limb at first, then in steps of a part of the size. */
static void narrow(little_room *room, pair *question, room_question ask, contact known)
{
    static const int bytes[] = {0xFF, 0xA5, 0x7F, 0x81};
    graze_status status = GRAZE_ERROR_WORKSPACE;
    const size_t finer = support_rounds(24, 48, 96);
    question->workspace = &room->space;
    for (size_t limbs = 1; limbs <= LIMBS && status == GRAZE_ERROR_WORKSPACE;
         limbs += 1 + limbs / finer) {
        room->space.size = limbs * sizeof(mp_limb_t);
        soil(bytes[limbs % 4]);
        status = ask(question, known);
        room->refused += status == GRAZE_ERROR_WORKSPACE;
    }
    CU_ASSERT(status == GRAZE_OK || status == GRAZE_ERROR_WORKSPACE);
    room->answered += status == GRAZE_OK;
}

static void ask_all(little_room *room, const oracle_pair *p, bool with_starts)
{
    pair question;
    if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK)
        return;
    const contact known = exact_contact(&question);
    narrow(room, &question, ask_contact, known);
    narrow(room, &question, ask_parts, known);
    if (with_starts) {
        narrow(room, &question, ask_starts, known);
        narrow(room, &question, ask_speeds, known);
    }
    question.tolerance = 0;
    narrow(room, &question, ask_clearance, known);
}

static void begin(little_room *room)
{
    *room = (little_room){.refused = 0};
    room->space.memory = room->memory;
}

static void discs_are_asked_in_little_room(void)
{
    static little_room room;
    const size_t rounds = support_rounds(4, 8, 60);
    begin(&room);
    for (int family = 0; family < FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            oracle_pair asked;
            oracle_generate((oracle_family)family, test_seed() + 31, index, &asked);
            ask_all(&room, &asked, index % 4 == 0);
        }
    CU_ASSERT(room.refused > 1000 && room.answered > 0);
}

static void bodies_with_corners_are_asked_in_little_room(void)
{
    static little_room room;
    const size_t rounds = support_rounds(2, 4, 20);
    begin(&room);
    for (int family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t index = 0; index < rounds; index++) {
            static oracle_bodies bodies;
            oracle_generate_bodies((oracle_body_family)family, test_seed() + 31, index, &bodies);
            ask_all(&room, &bodies.pair, index % 4 == 0);
        }
    CU_ASSERT(room.refused > 1000 && room.answered > 0);
}

/* y = 2 x^2 - 4 beside a reach of 2: two overlaps. */
static void two_overlaps_without_an_end_are_measured_in_little_room(void)
{
    static little_room room;
    const graze_body disc = {.radius = 1};
    const graze_motion still = {.duration = HUGE_VAL};
    const graze_motion thrown = {.position = {-4, 28, 0}, .velocity = {1, -16, 0},
                                 .acceleration = {0, 4, 0}, .duration = HUGE_VAL};
    pair question;
    begin(&room);
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &still, &disc, &thrown, 0, &question), GRAZE_OK);
    narrow(&room, &question, ask_parts, CONTACT_OVERLAP);
    CU_ASSERT(room.refused > 10 && room.answered == 1);
}

CU_TestInfo little_room_tests[] = {
    SUPPORT_TEST(discs_are_asked_in_little_room),
    SUPPORT_TEST(bodies_with_corners_are_asked_in_little_room),
    SUPPORT_TEST(two_overlaps_without_an_end_are_measured_in_little_room),
    CU_TEST_INFO_NULL,
};
