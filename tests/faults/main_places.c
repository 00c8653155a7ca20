/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/worker.h"
#include "faults/driver.h"
#include "faults/wrapped.h"
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

/* The pool of `graze batch` runs its own program for each job, which is this one. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], worker_word) == 0)
        return wrapped_main(argc, argv);
    CU_SuiteInfo suites[] = {
        {"places", open_folder, driver_close, NULL, NULL, place_tests},
        CU_SUITE_INFO_NULL,
    };
    return support_run(argc, argv, suites);
}
