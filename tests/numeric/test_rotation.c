/* SPDX-License-Identifier: MIT */
#include "numeric/rotation.h"

#include <math.h>
#include <string.h>

#include "support/run.h"

enum { LIMBS = 2048, BITS = 200 };

static void a_rotation_is_as_near_as_was_asked(void)
{
    static const double angles[] = {0x1p-1074, -0x1p-300, 0.5, -1, 3, 100, -0x1p40};
    static mp_limb_t limbs[LIMBS];
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        dyadic_arena arena = dyadic_arena_on(limbs, LIMBS);
        const rotation z = rotation_by(&arena, angles[i], BITS);
        const dyadic error = dyadic_sub(
            &arena,
            dyadic_add(&arena, dyadic_square(&arena, z.cosine), dyadic_square(&arena, z.sine)),
            dyadic_from(&arena, 1));
        CU_ASSERT_FALSE(arena.exhausted);
        CU_ASSERT_TRUE(fabs(dyadic_to_double(error, DYADIC_UP)) <= 0x1p-196);
        CU_ASSERT_DOUBLE_EQUAL(dyadic_to_double(z.cosine, DYADIC_DOWN), cos(angles[i]), 0x1p-51);
        CU_ASSERT_DOUBLE_EQUAL(dyadic_to_double(z.sine, DYADIC_DOWN), sin(angles[i]), 0x1p-51);
    }
}

/* Whatever the room, it is the same rotation, or the room is told to be too small. */
static void too_little_room_for_a_rotation_is_told(void)
{
    mp_limb_t limbs[LIMBS], enough[LIMBS];
    dyadic_arena whole = dyadic_arena_on(enough, LIMBS);
    const rotation right = rotation_by(&whole, 2.5, BITS);
    size_t refused = 0, answered = 0;
    for (size_t room = 1; room < 200; room++) {
        dyadic_arena arena = dyadic_arena_on(limbs, room);
        limbs[room] = 77;
        const rotation z = rotation_by(&arena, 2.5, BITS);
        CU_ASSERT_EQUAL(limbs[room], 77);
        refused += arena.exhausted;
        answered += !arena.exhausted;
        CU_ASSERT_TRUE(arena.exhausted || (dyadic_compare(z.cosine, right.cosine) == 0 &&
                                           dyadic_compare(z.sine, right.sine) == 0));
    }
    CU_ASSERT_TRUE(refused > 10 && answered > 10);
}

CU_TestInfo rotation_tests[] = {
    SUPPORT_TEST(a_rotation_is_as_near_as_was_asked),
    SUPPORT_TEST(too_little_room_for_a_rotation_is_told),
    CU_TEST_INFO_NULL,
};
