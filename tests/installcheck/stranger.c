/* SPDX-License-Identifier: MIT */
/* A stranger's program: it knows of Graze what is installed. C11 and C++11. */
#include <graze.h>
#include <stdio.h>
#include <string.h>

/* Names that the library has inside: they are the stranger's all the same. */
#ifdef __cplusplus
extern "C" {
#endif
int heap_push(void);
int tree_free(void);
#ifdef __cplusplus
}
#endif
int heap_push(void)
{
    return 1;
}
int tree_free(void)
{
    return 2;
}

/* Two discs head-on at 2 m/s, from 10 m apart: they overlap from 4.5 s to 5.5 s. */
static int head_on(graze_interval *when)
{
    const graze_vector west = {0, 0, 0}, east = {10, 0, 0};
    const graze_body body = {.radius = 0.5};
    graze_motion a, b;
    size_t count = 0;
    if (graze_motion_waypoint(west, east, 0, 10, &a) != GRAZE_OK ||
        graze_motion_waypoint(east, west, 0, 10, &b) != GRAZE_OK ||
        graze_conflict_intervals(&body, &a, &body, &b, 0, when, 1, &count) != GRAZE_OK)
        return 0;
    return count == 1 && when->lower == 4.5 && when->upper == 5.5;
}

int main(void)
{
    graze_interval when;
    /* A program that plans takes in the planner, and with it a heap that has a heap_push. */
    void (*volatile planner)(void) = (void (*)(void))graze_solve;
    if (strcmp(graze_version(), GRAZE_VERSION) != 0 || !head_on(&when) ||
        planner == NULL || heap_push() + tree_free() != 3)
        return 1;
    printf("%s: conflict from %g s to %g s\n", graze_version(), when.lower, when.upper);
    return 0;
}
