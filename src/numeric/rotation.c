/* SPDX-License-Identifier: MIT */
/* Cosine and sine by their series at a small angle, which is then doubled: no constant of the
 * circle is needed, whatever the size of the angle.
 *
 * All numbers are cut to multiples of a unit 2^-P. Errors, in units. The small angle t is below
 * 2^-8 and cut, its powers t^j/j! are cut twice each: that of one is wrong by
 * d' <= d/256 + 3 < 4. Each is below 2^-8 of the one before it, so one that is cut to 0 comes
 * after at most P/8 + 1; what is left out then is below 5. So cosine and sine together are
 * wrong by less than P/2 + 22. Doubling squares a complex number z: an error e of it becomes
 * e(2|z| + e), and cutting adds less than 2. After h doublings less than 2^h (P/2 + 24) units are
 * wrong, where e was below 2^-100 throughout: less than 2^(h + 16) for P < 2^16. */
#include "numeric/rotation.h"

#include <math.h>
#include <string.h>

enum { SMALL = 8, LOST = 16, LIMB_BITS = GMP_NUMB_BITS };

/* Without the limbs below a place. */
static dyadic cut(dyadic x, int least)
{
    int below = least - x.place;
    if (x.sign == 0 || below <= 0)
        return x;
    return below >= x.size ? dyadic_zero()
                           : dyadic_on(x.limb + below, x.size - below, least, x.sign);
}

/* x / divisor, cut. x has no limbs below the place. */
static dyadic divide(dyadic_arena *arena, dyadic x, mp_limb_t divisor, int least)
{
    if (x.sign == 0)
        return x;
    int size = x.place + x.size - least, gap = x.place - least;
    mp_limb_t *limb = dyadic_arena_take(arena, (size_t)size);
    if (limb == NULL)
        return dyadic_zero();
    memset(limb, 0, (size_t)gap * sizeof *limb);
    memcpy(limb + gap, x.limb, (size_t)x.size * sizeof *limb);
    mpn_divrem_1(limb, 0, limb, size, divisor);
    return dyadic_on(limb, size, least, x.sign);
}

/* Of an angle in [0, 2^-SMALL). The powers have the signs + + - - + + ... */
static rotation series(dyadic_arena *arena, dyadic angle, int least)
{
    enum { COSINE, SINE, POWER, NUMBERS };
    dyadic kept[NUMBERS] = {dyadic_from(arena, 1), dyadic_zero(), dyadic_from(arena, 1)};
    size_t mark = dyadic_mark(arena);
    for (mp_limb_t j = 1;; j++) {
        dyadic power = cut(dyadic_mul(arena, kept[POWER], angle), least);
        kept[POWER] = divide(arena, power, j, least);
        if (dyadic_sign(kept[POWER]) == 0)
            return (rotation){kept[COSINE], kept[SINE]};
        dyadic *sum = &kept[j % 2 == 0 ? COSINE : SINE];
        *sum = j % 4 < 2 ? dyadic_add(arena, *sum, kept[POWER])
                         : dyadic_sub(arena, *sum, kept[POWER]);
        dyadic_keep(arena, mark, kept, NUMBERS);
    }
}

static rotation doubled(dyadic_arena *arena, rotation z, int least)
{
    dyadic both = dyadic_mul(arena, z.cosine, z.sine);
    dyadic cosine =
        dyadic_sub(arena, dyadic_square(arena, z.cosine), dyadic_square(arena, z.sine));
    return (rotation){cut(cosine, least), cut(dyadic_add(arena, both, both), least)};
}

rotation rotation_by(dyadic_arena *arena, double angle, int bits)
{
    int exponent;
    frexp(angle, &exponent);
    const int doublings = exponent + SMALL > 0 ? exponent + SMALL : 0;
    const int least = -((bits + doublings + LOST) / LIMB_BITS + 1);
    dyadic small = dyadic_scale(arena, dyadic_from(arena, fabs(angle)), -(long)doublings);
    rotation z = series(arena, cut(small, least), least);
    size_t mark = dyadic_mark(arena);
    for (int i = 0; i < doublings; i++) {
        z = doubled(arena, z, least);
        dyadic kept[] = {z.cosine, z.sine};
        dyadic_keep(arena, mark, kept, 2);
        z = (rotation){kept[0], kept[1]};
    }
    return angle < 0 ? (rotation){z.cosine, dyadic_negative(z.sine)} : z;
}
