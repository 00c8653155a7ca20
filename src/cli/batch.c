/* SPDX-License-Identifier: MIT */
/* `graze batch`: many checks and solves, each in a process of its own, into one results database.
 * What has ended is kept with the next commit, so the same command goes on after whatever end. */
#include "cli/batch_run.h"
#include "cli/command.h"
#include "cli/interrupt.h"

static int work(batch_run *run)
{
    io_result result = batch_read_list(run);
    if (result == IO_OK)
        result = batch_begin(run);
    if (result == IO_OK)
        result = batch_work(run);
    if (result != IO_OK)
        return cli_status_of(result);
    batch_say_summary(run);
    if (interrupt_pending() != 0)
        return 128 + interrupt_pending();
    return run->ended[JOB_FAILED] > 0 ? CLI_FOUND : CLI_DONE;
}

int cli_batch(int argc, char **argv)
{
    batch_run run = BATCH_RUN;
    int status = batch_parse(&run, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    run.sink = options_diagnostics(&run.common);
    status = work(&run);
    batch_end(&run);
    return status;
}
