/* SPDX-License-Identifier: MIT */
/* A command's help in every form: as text, as a page of the manual, and as the part of a shell's
 * completion script that knows the command's options. All are made from the table of options and
 * the notes (options.h), so that they cannot differ.
 *
 *     graze check --help         graze check --help=man     graze --help=bash | zsh | fish
 */
#ifndef GRAZE_CLI_HELP_H
#define GRAZE_CLI_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options.h"

typedef enum help_form { HELP_TEXT, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH } help_form;

/* The form that a word names, null being HELP_TEXT; false for an unknown word. */
bool help_form_of(const char *word, help_form *form);

/* Prints a command's help to standard output. */
void help_print(const command_help *help, help_form form);

/* ---- what main prints round the commands ---------------------------------------------- */

/* A command and its job in a few words. */
typedef struct help_entry {
    const char *name, *job;
} help_entry;

/* Prints what a completion script has before and after the parts of the commands. */
void help_script_begin(help_form form, const help_entry *entries, int count);
void help_script_end(help_form form);

/* Prints the head of a page of the manual: its title, such as "graze-check", and its section. */
void help_man_head(const char *title, const char *section, const char *job);

/* Prints text in paragraphs as roff, up to the paragraph that begins at `until` (null: all of it):
 * what is indented keeps its lines, and a first line of one word and a colon is a heading. */
void help_man_text(const char *text, const char *until);

#endif
