/* SPDX-License-Identifier: MIT */
/* The arithmetic of the library as it was built. */
#include "numeric/arithmetic.h"

#include <graze/version.h>

#include "numeric/float_mode.h"

const char *graze_arithmetic_fault(void)
{
    FLOAT_MODE_DEFAULT;
    return arithmetic_fault();
}
