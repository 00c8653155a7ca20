/* SPDX-License-Identifier: MIT */
/* From what went wrong to the exit status, and the two messages that belong to
 * no file. */
#include "cli/command.h"

#include <stdio.h>

int cli_status_of(io_result result)
{
    switch (result) {
    case IO_OK:
        return CLI_DONE;
    case IO_BAD_INPUT:
        return CLI_BAD_INPUT;
    case IO_SYSTEM:
        return CLI_SYSTEM;
    case IO_MEMORY:
        break;
    }
    return CLI_MEMORY;
}

static bool memory_told;

int cli_memory(void)
{
    memory_told = true;
    fputs("graze: error: out of memory\n", stderr);
    return CLI_MEMORY;
}

int cli_told(int status)
{
    return status == CLI_MEMORY && !memory_told ? cli_memory() : status;
}

int cli_bug(graze_status status)
{
    if (status == GRAZE_ERROR_MEMORY)
        return cli_memory();
    fprintf(stderr,
            "graze: internal error: %s: %s\n"
            "hint: this is a fault of graze itself; please report it with `graze selftest`\n",
            graze_status_name(status), graze_status_message(status));
    return CLI_BUG;
}
