/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "faults/driver.h"
#include "support/run.h"

extern CU_TestInfo place_tests[];

/* The scenarios find programs in their own folder first. */
static int open_folder(void)
{
    char path[4096];
    const char *before = getenv("PATH");
    snprintf(path, sizeof path, ".:%s", before != NULL ? before : "");
    return driver_open() != 0 || setenv("PATH", path, 1) != 0;
}

int main(int argc, char **argv)
{
    CU_SuiteInfo suites[] = {
        {"places", open_folder, driver_close, NULL, NULL, place_tests},
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
