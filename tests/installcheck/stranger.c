/* SPDX-License-Identifier: MIT */
/* A stranger's program: knows of Graze what is installed. C11 and C++11. */
#include <graze.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    graze_body body;
    body.radius = -1;
    if (strcmp(graze_version(), GRAZE_VERSION) != 0)
        return 1;
    if (graze_body_validate(&body) != GRAZE_ERROR_NEGATIVE_RADIUS)
        return 1;
    printf("%s: %s\n", graze_version(), graze_status_message(GRAZE_ERROR_NEGATIVE_RADIUS));
    return 0;
}
