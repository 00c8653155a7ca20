/* SPDX-License-Identifier: MIT */
/* Seeded random numbers. See random.h. */
#include "oracle/random.h"

#include <math.h>

uint64_t random_bits(oracle_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void random_begin(oracle_random *random, uint64_t seed, uint64_t stream, uint64_t index)
{
    random->state = seed;
    random->state = random_bits(random) + stream;
    random->state = random_bits(random) + index;
    random->state = random_bits(random);
}

int random_whole(oracle_random *random, int low, int high)
{
    uint64_t count = (uint64_t)((int64_t)high - low + 1);
    return (int)(low + (int64_t)(random_bits(random) % count));
}

bool random_once_in(oracle_random *random, int times)
{
    return random_whole(random, 1, times) == 1;
}

double random_real(oracle_random *random, double low, double high)
{
    double unit = (double)(random_bits(random) >> 11) * 0x1p-53;
    return low + (high - low) * unit;
}

double random_short(oracle_random *random, int range, int places)
{
    return ldexp(random_whole(random, -range, range), -places);
}

double random_sign(oracle_random *random)
{
    return random_once_in(random, 2) ? 1 : -1;
}
