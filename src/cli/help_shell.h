/* SPDX-License-Identifier: MIT */
/* Completion scripts for bash, zsh and fish: the part of one command. help.h has the rest. */
#ifndef GRAZE_CLI_HELP_SHELL_H
#define GRAZE_CLI_HELP_SHELL_H

#include "cli/help.h"

/* Prints what a shell has to know of a command's options. */
void help_shell_print(const command_help *help, help_form form);

#endif
