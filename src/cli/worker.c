/* SPDX-License-Identifier: MIT */
#include "cli/worker.h"

#include <string.h>

#include "cli/command.h"
#include "storage/database.h"

const char worker_word[] = "--worker";

int worker_run(int argc, char **argv)
{
    database_may_be_lost();
    if (argc > 0 && strcmp(argv[0], "check") == 0)
        return cli_check(argc, argv);
    if (argc > 0 && strcmp(argv[0], "solve") == 0)
        return cli_solve(argc, argv);
    return CLI_BAD_INPUT;
}
