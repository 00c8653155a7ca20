/* SPDX-License-Identifier: MIT */
/* Options of the sub-commands: one table per command from which both the
 * parser and the --help text are made, so that they cannot drift apart.
 *
 *     common_options common = COMMON_OPTIONS_DEFAULT;
 *     double radius;
 *     bool has_radius = false;
 *     const option_rule rules[] = {
 *         {"radius", 'r', OPTION_NUMBER, "METRES", &radius, &has_radius, "radius of every agent"},
 *         OPTION_FORMAT(common), OPTION_HEX(common), OPTIONS_TALK(common), OPTIONS_END,
 *     };
 *     const command_help help = {"check [options] PLAN", "one sentence", rules, "more\n"};
 *     int first = 0;
 *     int status = options_parse(&help, argc, argv, &first);
 *     if (status != OPTIONS_GO_ON) return status;
 *     ... operands are argv[first] ... argv[argc - 1]
 *
 * GNU manners (getopt_long): options and operands in any order, `--` ends the
 * options, `--name=value`, unique abbreviations, `-` is an operand. --help is
 * understood by every command without being listed.
 */
#ifndef GRAZE_CLI_OPTIONS_H
#define GRAZE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/rows.h"
#include "io/diagnostic.h"

typedef enum option_kind {
    OPTION_FLAG,   /* value: bool *, set to true */
    OPTION_TEXT,   /* value: const char ** */
    OPTION_NUMBER, /* value: double *, finite and >= 0 */
    OPTION_COUNT,  /* value: int *, a whole number from 1 to 4096 */
    OPTION_INDEX,  /* value: size_t *, a whole number from 0 */
    OPTION_RADIUS, /* value: double *, as OPTION_NUMBER, or PLAN_RADIUS_GRID for 'grid' */
    OPTION_CHOICE  /* value: int *, the index in `argument`, words apart by '|' */
} option_kind;

typedef struct option_rule {
    const char *name; /* without the dashes; null ends the table */
    char letter;      /* 0: none */
    option_kind kind;
    const char *argument; /* its name in --help, or the choices */
    void *value;
    bool *given; /* set when the option was given; may be null */
    const char *help; /* null: an older spelling, which --help does not name */
} option_rule;

typedef struct command_help {
    const char *usage;   /* "check [options] PLAN", or "graze-NAME ..." of another program */
    const char *summary; /* one sentence */
    const option_rule *rules;
    const char *notes; /* what follows the options: columns, statuses, examples */
} command_help;

enum { OPTIONS_GO_ON = -1 };

/* Parses a command's own argv (argv[0] is its name). OPTIONS_GO_ON, or the exit
 * status to end with: 0 after --help, 2 after bad usage, both already told. */
int options_parse(const command_help *help, int argc, char **argv, int *first_operand);

/* Bad usage in other ways: message, hint (may be null), pointer to --help.
 * Returns the exit status, 2. */
int options_refuse(const char *command, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The word of the null-terminated list nearest to what was typed, or null when
 * none is near: for "did you mean". */
const char *options_nearest(const char *typed, const char *const *words);

/* ---- the options that are the same everywhere -------------------------------------- */

typedef enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER } when;

typedef struct common_options {
    const char *output; /* -o, or null */
    int format;         /* rows_format, where has_format */
    bool has_format;
    bool hex;
    bool quiet, verbose;
    int progress, color; /* when */
} common_options;

#define COMMON_OPTIONS_DEFAULT {.output = NULL, .format = ROWS_CSV}

#define OPTION_OUTPUT(common)                                                                      \
    {"output", 'o', OPTION_TEXT, "FILE", &(common).output, NULL,                                   \
     "write to FILE, which appears whole or not at all ('-': standard output)"}
#define OPTION_FORMAT(common)                                                                      \
    {"format", 0, OPTION_CHOICE, "table|csv|jsonl", &(common).format, &(common).has_format,        \
     "form of the rows (default: table on a terminal, else csv)"}
#define OPTION_HEX(common)                                                                         \
    {"hex", 0, OPTION_FLAG, NULL, &(common).hex, NULL, "print numbers as C99 hex floats"}
#define OPTION_QUIET(common)                                                                       \
    {"quiet", 'q', OPTION_FLAG, NULL, &(common).quiet, NULL, "results and errors only"}
#define OPTION_VERBOSE(common)                                                                     \
    {"verbose", 'v', OPTION_FLAG, NULL, &(common).verbose, NULL, "say more on standard error"}
#define OPTION_PROGRESS(common)                                                                    \
    {"progress", 0, OPTION_CHOICE, "auto|always|never", &(common).progress, NULL,                  \
     "a bar on standard error (auto: on a terminal only)"}
#define OPTION_COLOR(common)                                                                       \
    {"color", 0, OPTION_CHOICE, "auto|always|never", &(common).color, NULL,                        \
     "colours in messages (auto: on a terminal, unless NO_COLOR is set)"}
#define OPTIONS_TALK(common)                                                                       \
    OPTION_QUIET(common), OPTION_VERBOSE(common), OPTION_PROGRESS(common), OPTION_COLOR(common)
#define OPTIONS_END {NULL, 0, OPTION_FLAG, NULL, NULL, NULL, NULL}

/* The format asked for; else a table when results go to a terminal, else CSV.
 * to_file: results go to a file that was named. */
rows_format options_format(const common_options *common, bool to_file);

/* Where errors go: standard error, in colour when allowed. */
diagnostics options_diagnostics(const common_options *common);

/* True when a progress bar is wanted. */
bool options_progress(const common_options *common);

#endif
