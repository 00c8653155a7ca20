/* SPDX-License-Identifier: MIT */
/* The compiler's runtime has asked the processor before main. */
#include "base/cpu.h"

#if CPU_WIDE

static bool has_avx512(void)
{
    /* UNREACHED: as above. */
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

cpu_instructions cpu_level(void)
{
    /* UNREACHED: as above. */
    if (!cpu_has_avx2())
        return CPU_PLAIN;
    /* UNREACHED: as above. */
    return has_avx512() ? CPU_AVX512 : CPU_AVX2;
}

#else

cpu_instructions cpu_level(void)
{
    return CPU_PLAIN;
}

#endif
