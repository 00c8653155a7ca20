/* SPDX-License-Identifier: MIT */
/* `graze-batch-mpi`: `graze batch` on the ranks of an MPI job. Rank 0 hands out jobs as ranks ask
 * for them and keeps the results database; every other rank works jobs off into a database of its
 * own on its local disk, and sends that file to rank 0 in the end, which takes it in. What a rank
 * has kept it tells when it begins, so the same command goes on after a rank or a machine died.
 *
 * `graze-batch-mpi check --split-plan BLOCKS ... PLAN` has the ranks decide the blocks of one plan
 * (check_mpi.h).
 *
 * It ends with 0 when jobs have failed, too: mpirun takes any other status for a rank that died. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/batch_run.h"
#include "cli/check_mpi.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/worker.h"

enum { TAG_WORD = 1, TAG_JOB, TAG_FILE };
enum { WORD_ASK, WORD_ENDED, WORD_DONE, WORD_FAILED, WORD_BEFORE };
enum { NONE_NOW = -1, NONE_LEFT = -2, CHUNK = 1 << 22 /* [bytes] of a file */ };

/* What a rank says: one of WORD_..., the job's index, and whether its series may go on. */
typedef struct word {
    long long what, index, found, state;
} word;

typedef struct ranks {
    batch_run run;
    int rank, count;
    char shard[PATH_MAX];
} ranks;

/* ---- messages ---------------------------------------------------------------------------- */

/* MPI would wait busily. */
static void wait_for_message(int from, int tag, MPI_Status *about)
{
    const struct timespec nap = {.tv_nsec = 500000};
    int here = 0;
    while (MPI_Iprobe(from, tag, MPI_COMM_WORLD, &here, about), !here)
        nanosleep(&nap, NULL);
}

static void say(word said)
{
    MPI_Send(&said, 4, MPI_LONG_LONG, 0, TAG_WORD, MPI_COMM_WORLD);
}

/* ---- a rank that works ------------------------------------------------------------------- */

static size_t ask_for_job(batch_run *run)
{
    long long index = NONE_NOW;
    MPI_Status about;
    say((word){.what = WORD_ASK});
    wait_for_message(0, TAG_JOB, &about);
    MPI_Recv(&index, 1, MPI_LONG_LONG, 0, TAG_JOB, MPI_COMM_WORLD, &about);
    run->closed = index == NONE_LEFT;
    return index >= 0 ? (size_t)index : run->list.count;
}

static void tell_ended(batch_run *run, size_t index, database_job_state state)
{
    say((word){WORD_ENDED, (long long)index, run->states[index] == JOB_FOUND, state});
}

static void tell_before(batch_run *run)
{
    for (size_t i = 0; i < run->list.count; i++)
        if (run->states[i] == JOB_FOUND || run->states[i] == JOB_ENDED)
            say((word){WORD_BEFORE, (long long)i, run->states[i] == JOB_FOUND, 0});
}

static io_result send_file(const char *path)
{
    char *bytes = malloc(CHUNK);
    int in = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;
    io_result result = bytes != NULL && in >= 0 ? IO_OK : IO_SYSTEM;
    while (result == IO_OK && got > 0) {
        got = read(in, bytes, CHUNK);
        result = got >= 0 ? IO_OK : IO_SYSTEM;
        MPI_Send(bytes, got > 0 ? (int)got : 0, MPI_BYTE, 0, TAG_FILE, MPI_COMM_WORLD);
    }
    if (in >= 0)
        close(in);
    free(bytes);
    return result;
}

/* Where the rank keeps its part: named by the list and the rank, on a local disk. */
static void name_shard(ranks *all)
{
    const char *folder = getenv("TMPDIR");
    snprintf(all->shard, sizeof all->shard, "%s/graze-%.16s-%s-%d.db",
             folder != NULL && folder[0] != '\0' ? folder : "/tmp", all->run.list.sha256,
             all->run.how.name, all->rank);
}

static io_result work_rank(ranks *all)
{
    batch_run *run = &all->run;
    io_result result = batch_begin(run);
    if (result == IO_OK)
        tell_before(run);
    say((word){.what = result == IO_OK ? WORD_BEFORE : WORD_FAILED, .index = -1});
    if (result != IO_OK)
        return result;
    MPI_Barrier(MPI_COMM_WORLD);
    run->ask = ask_for_job;
    run->tell = tell_ended;
    result = batch_work(run);
    batch_leave(run);
    if (interrupt_pending() != 0 || result != IO_OK) {
        say((word){.what = WORD_FAILED});
        return result;
    }
    say((word){.what = WORD_DONE});
    return send_file(all->shard);
}

/* ---- rank 0 ------------------------------------------------------------------------------ */

static void take_word(batch_run *run, const word *said, database_job_state *state)
{
    size_t index = (size_t)said->index;
    if (said->index < 0 || index >= run->list.count)
        return;
    if (run->states[index] != JOB_FOUND && run->states[index] != JOB_ENDED)
        run->ended[said->what == WORD_ENDED ? *state : JOB_DONE]++;
    run->states[index] = said->found ? JOB_FOUND : JOB_ENDED;
    if (!said->found && run->how.stop_at_failure)
        for (size_t i = index + 1; i < run->list.count && run->list.jobs[i].follows; i++)
            if (run->states[i] == JOB_WAITS)
                run->states[i] = JOB_ENDED;
}

static void hand_out(batch_run *run, int to)
{
    size_t index = batch_find_job(run);
    long long answer = NONE_NOW;
    if (interrupt_pending() != 0 || run->first == run->list.count)
        answer = NONE_LEFT;
    else if (index < run->list.count)
        answer = (long long)index;
    if (answer >= 0)
        run->states[index] = JOB_RUNS;
    MPI_Send(&answer, 1, MPI_LONG_LONG, to, TAG_JOB, MPI_COMM_WORLD);
}

/* Hears ranks until each is done; false when one has failed. */
static bool serve(batch_run *run, int wanted)
{
    bool sound = true;
    for (int done = 0; done < wanted;) {
        word said = {0};
        MPI_Status about;
        wait_for_message(MPI_ANY_SOURCE, TAG_WORD, &about);
        MPI_Recv(&said, 4, MPI_LONG_LONG, about.MPI_SOURCE, TAG_WORD, MPI_COMM_WORLD, &about);
        database_job_state state = (database_job_state)said.state;
        if (said.what == WORD_ASK)
            hand_out(run, about.MPI_SOURCE);
        else if (said.what == WORD_ENDED || (said.what == WORD_BEFORE && said.index >= 0))
            take_word(run, &said, &state);
        else
            done++;
        sound = sound && said.what != WORD_FAILED;
        batch_show_progress(run);
    }
    return sound;
}

static io_result receive_file(const char *path, int from)
{
    char *bytes = malloc(CHUNK);
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), count = 1;
    bool sound = bytes != NULL && out >= 0;
    while (bytes != NULL && count > 0) {
        MPI_Status about;
        wait_for_message(from, TAG_FILE, &about);
        MPI_Recv(bytes, CHUNK, MPI_BYTE, from, TAG_FILE, MPI_COMM_WORLD, &about);
        MPI_Get_count(&about, MPI_BYTE, &count);
        sound = sound && write(out, bytes, (size_t)count) == count;
    }
    if (out >= 0)
        close(out);
    free(bytes);
    return sound ? IO_OK : IO_SYSTEM;
}

/* Takes the files of all ranks in, one after the other. */
static io_result gather(ranks *all)
{
    char path[PATH_MAX + 16];
    database_merged counts = {0};
    io_result result = IO_OK;
    snprintf(path, sizeof path, "%s.gathered", all->shard);
    for (int rank = 1; rank < all->count && result == IO_OK; rank++) {
        result = receive_file(path, rank);
        if (result == IO_OK)
            result = database_merge(all->run.db, path, &counts);
        unlink(path);
    }
    return result;
}

static io_result lead(ranks *all)
{
    batch_run *run = &all->run;
    io_result result = batch_begin(run);
    if (result != IO_OK)
        return result;
    run->bar = progress_begin(options_progress(&run->common), "jobs", run->mine);
    bool sound = serve(run, all->count - 1);
    MPI_Barrier(MPI_COMM_WORLD); /* nobody asks before all have told what they have kept */
    sound = sound && serve(run, all->count - 1);
    progress_end(&run->bar);
    if (!sound || interrupt_pending() != 0)
        return IO_SYSTEM;
    result = gather(all);
    return result == IO_OK ? batch_count_again(run) : result;
}

/* ---- the program ------------------------------------------------------------------------- */

/* Each rank reads the list for itself, and has its own database. */
static int run_rank(ranks *all)
{
    batch_run *run = &all->run;
    io_result result = all->count == 1 ? batch_begin(run) : IO_OK;
    if (all->count == 1 && result == IO_OK)
        result = batch_work(run);
    else if (all->count > 1 && all->rank == 0)
        result = lead(all);
    else if (all->count > 1)
        result = work_rank(all);
    if (result != IO_OK)
        return cli_status_of(result);
    if (all->rank == 0)
        batch_say_summary(run);
    return CLI_DONE;
}

/* The results are in: nobody needs the shard any more. */
static void end_together(ranks *all, int status)
{
    int sound = status == CLI_DONE, every = 0;
    MPI_Allreduce(&sound, &every, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (every && all->rank > 0)
        unlink(all->shard);
}

/* OPTIONS_GO_ON, or an exit status. Rank 0 goes first, and tells for all what is wrong. */
static int read_arguments(batch_run *run, int argc, char **argv)
{
    int status = batch_parse(run, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    run->sink = options_diagnostics(&run->common);
    status = cli_status_of(batch_read_list(run));
    return status == CLI_DONE ? OPTIONS_GO_ON : status;
}

static int run_all(int argc, char **argv)
{
    ranks all = {.run = BATCH_RUN};
    MPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &all.count);
    if (argc > 1 && strcmp(argv[1], "check") == 0)
        return check_mpi(all.rank, all.count, argc - 1, argv + 1);
    batch_run *run = &all.run;
    run->how.processes = 1;
    run->on_ranks = true;
    int status = all.rank == 0 ? read_arguments(run, argc, argv) : CLI_DONE;
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (status == OPTIONS_GO_ON && all.rank > 0)
        status = read_arguments(run, argc, argv);
    if (status == OPTIONS_GO_ON) {
        name_shard(&all);
        if (all.rank > 0)
            run->common.output = all.shard;
        status = run_rank(&all);
        if (status != CLI_DONE)
            MPI_Abort(MPI_COMM_WORLD, status);
        end_together(&all, status);
    }
    batch_end(run);
    return all.rank == 0 ? status : CLI_DONE;
}

/* The manual's, which is made where there may be no MPI to be run. */
static int print_page(char **argv)
{
    batch_run run = BATCH_RUN;
    run.on_ranks = true;
    return batch_parse(&run, 2, argv);
}

int main(int argc, char **argv)
{
    interrupt_install();
    if (argc > 1 && strcmp(argv[1], worker_word) == 0)
        return cli_told(worker_run(argc - 2, argv + 2));
    static char name[] = "batch";
    if (argc == 2 && strcmp(argv[1], "--help=man") == 0)
        return print_page((char *[]){name, argv[1], NULL});
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return CLI_SYSTEM;
    if (argc > 0)
        argv[0] = name;
    int status = run_all(argc, argv);
    MPI_Finalize();
    return status;
}
