/* SPDX-License-Identifier: MIT */
/* The blocks of one plan on the ranks of an MPI job: rank 0 reads the plan and hands out blocks as
 * ranks are free; every other rank has a block at a time, and sends back what it found. */
#ifndef GRAZE_CLI_CHECK_MPI_H
#define GRAZE_CLI_CHECK_MPI_H

/* `graze check` with these arguments, argv[0] its name, on rank 0 of `count`; the others wait for
 * blocks. Returns the exit status of this rank, 0 also when there are conflicts: mpirun takes any
 * other status for a rank that died. */
int check_mpi(int rank, int count, int argc, char **argv);

#endif
