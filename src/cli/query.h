/* SPDX-License-Identifier: MIT */
/* `graze query`: named questions or free SQL on a results database. */
#ifndef GRAZE_CLI_QUERY_H
#define GRAZE_CLI_QUERY_H

/* See command.h for how commands are called and what they answer. */
int cli_query(int argc, char **argv);

#endif
