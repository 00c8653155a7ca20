/* SPDX-License-Identifier: MIT */
#include "cli/check_mpi.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "cli/check_split.h"
#include "cli/command.h"

enum { TAG_LENGTH = 11, TAG_BYTES };
enum { CHUNK = 1 << 26 /* [bytes] of a message */ };

/* ---- messages -------------------------------------------------------------------------------- */

/* MPI would wait busily. Returns from whom. */
static int wait_for_length(int from, uint64_t *length)
{
    const struct timespec nap = {.tv_nsec = 500000};
    MPI_Status about;
    int here = 0;
    while (MPI_Iprobe(from, TAG_LENGTH, MPI_COMM_WORLD, &here, &about), !here)
        nanosleep(&nap, NULL);
    MPI_Recv(length, 1, MPI_UINT64_T, about.MPI_SOURCE, TAG_LENGTH, MPI_COMM_WORLD, &about);
    return about.MPI_SOURCE;
}

static int next_chunk(uint64_t left)
{
    return left < CHUNK ? (int)left : CHUNK;
}

static void send_bytes(int to, const block_bytes *bytes)
{
    const uint64_t length = bytes->length;
    MPI_Send(&length, 1, MPI_UINT64_T, to, TAG_LENGTH, MPI_COMM_WORLD);
    for (uint64_t at = 0; at < length; at += (uint64_t)next_chunk(length - at))
        MPI_Send(bytes->data + at, next_chunk(length - at), MPI_BYTE, to, TAG_BYTES,
                 MPI_COMM_WORLD);
}

/* Returns from whom; where there is no memory, the job ends. */
static int receive_bytes(int from, block_bytes *into)
{
    uint64_t length = 0;
    from = wait_for_length(from, &length);
    if (!block_reserve(into, (size_t)length))
        MPI_Abort(MPI_COMM_WORLD, cli_memory());
    for (uint64_t at = 0; at < length; at += (uint64_t)next_chunk(length - at))
        MPI_Recv(into->data + at, next_chunk(length - at), MPI_BYTE, from, TAG_BYTES,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    into->length = (size_t)length;
    return from;
}

/* ---- a rank that decides --------------------------------------------------------------------- */

/* An empty block is the end. */
static int serve(void)
{
    block_bytes block = {0}, answers = {0};
    while (receive_bytes(0, &block), block.length > 0) {
        if (block_decide(&block, 1, &answers) != IO_OK)
            MPI_Abort(MPI_COMM_WORLD, cli_memory());
        send_bytes(0, &answers);
    }
    free(block.data);
    free(answers.data);
    return CLI_DONE;
}

/* ---- rank 0 ---------------------------------------------------------------------------------- */

typedef struct ranks {
    int count;
} ranks;

/* Gives a rank the next block, if there is one. */
static io_result give(const block_source *from, int rank, block_bytes *block, int *busy)
{
    bool any = false;
    io_result result = from->next(from->context, block, &any);
    if (result == IO_OK && any) {
        send_bytes(rank, block);
        ++*busy;
    }
    return result;
}

/* Takes all answers that come, also when something went wrong. */
static io_result hand_out(void *context, const block_source *from)
{
    const ranks *all = context;
    block_bytes block = {0}, answers = {0};
    io_result result = IO_OK;
    int busy = 0;
    for (int rank = 1; rank < all->count && result == IO_OK; rank++)
        result = give(from, rank, &block, &busy);
    for (; busy > 0; busy--) {
        const int rank = receive_bytes(MPI_ANY_SOURCE, &answers);
        if (result == IO_OK)
            result = from->take(from->context, &answers);
        if (result == IO_OK)
            result = give(from, rank, &block, &busy);
    }
    free(block.data);
    free(answers.data);
    return result;
}

int check_mpi(int rank, int count, int argc, char **argv)
{
    if (rank > 0)
        return serve();
    ranks all = {count};
    const block_workers workers = {hand_out, &all};
    const int status = cli_told(cli_check_by(argc, argv, count > 1 ? &workers : NULL));
    const block_bytes end = {0};
    for (int to = 1; to < count; to++)
        send_bytes(to, &end);
    return status == CLI_FOUND ? CLI_DONE : status;
}
