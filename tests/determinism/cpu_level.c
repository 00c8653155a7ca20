/* SPDX-License-Identifier: MIT */
/* Takes the place of the library's cpu_level() in programs that are linked with
 * -Wl,--wrap=cpu_level: GRAZE_TEST_CPU chooses the instructions, among those that the processor
 * has. The library itself asks no variable of the environment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

/* The linker's names for the library's own and for this one. */
cpu_instructions __real_cpu_level(void);
cpu_instructions __wrap_cpu_level(void);

cpu_instructions __wrap_cpu_level(void)
{
    static const char *const names[] = {"plain", "avx2", "avx512"};
    const char *wanted = getenv("GRAZE_TEST_CPU");
    cpu_instructions best = __real_cpu_level();
    if (wanted == NULL)
        return best;
    for (int level = CPU_PLAIN; level <= CPU_AVX512; level++)
        if (strcmp(wanted, names[level]) == 0 && level <= (int)best)
            return (cpu_instructions)level;
    fprintf(stderr, "GRAZE_TEST_CPU=%s: this processor has no such instructions\n", wanted);
    exit(77);
}
