/* SPDX-License-Identifier: MIT */
/* The version of the library as it was built. */
#include <graze/version.h>

const char *graze_version(void)
{
    return GRAZE_VERSION;
}
