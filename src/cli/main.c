/* SPDX-License-Identifier: MIT */
/* graze: the driver. Finds the command, and makes sure that what it printed
 * has arrived. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <graze.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/query.h"
#include "cli/worker.h"
#include "storage/database.h"

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *job;
} command;

static const command commands[] = {
    {"check", cli_check, "replay a plan exactly: every pair that meets, when and how deep"},
    {"pairs", cli_pairs, "answer one question for each pair of motions in a CSV file"},
    {"plot", cli_plot, "pictures of a run, or of a pair of motions, as SVG or PNG"},
    {"query", cli_query, "named questions or free SQL on a results database"},
    {"solve", cli_solve, "find a plan without conflicts for many agents, and certify it"},
    {"batch", cli_batch, "many checks and solves, resumably, into one results database"},
    {"merge", cli_merge, "several results databases into one, such as the shards of a batch"},
    {"replay", cli_replay, "one self-contained HTML page that replays a run"},
    {"retime", cli_retime, "drive a given plan within limits of acceleration, and certify it"},
    {"convert", cli_convert, "plans, maps and scenarios from one format into another"},
    {"selftest", cli_selftest, "prove that this build computes right"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char usage[] = "graze <command> [options] [files]\n"
                            "       graze help <command>\n"
                            "       graze --version\n";

/* What follows the list of the commands. */
static const char notes[] =
    "'-' as a file is standard input. Results go to standard output, all else to standard\n"
    "error.\n"
    "\n"
    "exit status: 0 done, nothing found; 1 conflicts found, or no plan exists; 2 bad usage\n"
    "or bad input; 3 not finished; 4 files, streams or database; 5 memory; 70 a fault of\n"
    "graze itself; 130, 143 ended by a signal\n";

static void print_usage(FILE *out)
{
    fprintf(out, "usage: %s\nExact conflicts of moving agents.\n\ncommands:\n", usage);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].job);
    fprintf(out, "\n%s", notes);
}

static void print_manual(void)
{
    help_man_head("graze", "1", "exact conflicts of moving agents");
    printf(".SH SYNOPSIS\n.nf\n%s.fi\n.SH COMMANDS\n", usage);
    for (int i = 0; i < COMMANDS; i++)
        printf(".TP\n.BR graze\\-%s (1)\n%s\n", commands[i].name, commands[i].job);
    puts(".SH DESCRIPTION");
    help_man_text(notes, NULL);
    puts(".SH SEE ALSO\n.BR graze\\-formats (5),\n.BR graze\\-schema (5),\n.BR graze (3)");
}

/* A completion script: each command prints the part that knows its options. */
static int print_script(help_form form, char *word)
{
    int status = CLI_DONE;
    help_entry entries[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        entries[i] = (help_entry){commands[i].name, commands[i].job};
    help_script_begin(form, entries, COMMANDS);
    for (int i = 0; i < COMMANDS && status == CLI_DONE; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s", commands[i].name);
        char *arguments[] = {name, word, NULL};
        status = commands[i].run(2, arguments);
    }
    if (status == CLI_DONE)
        help_script_end(form);
    return status;
}

static int refuse_command(const char *typed)
{
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *nearest = options_nearest(typed, names);
    fprintf(stderr, "graze: error: unknown command '%s'\n", typed);
    if (nearest != NULL)
        fprintf(stderr, "hint: did you mean '%s'?\n", nearest);
    fputs("`graze --help` lists every command\n", stderr);
    return CLI_BAD_INPUT;
}

/* --help, or --help=FORM */
static int print_help(char *word)
{
    help_form form = HELP_TEXT;
    const char *typed = strchr(word, '=');
    if (!help_form_of(typed != NULL ? typed + 1 : NULL, &form)) {
        fprintf(stderr, "graze: error: --help: unknown form '%s'\n"
                        "hint: one of text|man|bash|zsh|fish\n", typed + 1);
        return CLI_BAD_INPUT;
    }
    if (form == HELP_BASH || form == HELP_ZSH || form == HELP_FISH)
        return print_script(form, word);
    if (form == HELP_TEXT)
        print_usage(stdout);
    else
        print_manual();
    return CLI_DONE;
}

/* graze help [COMMAND] */
static int help_about(int argc, char **argv)
{
    if (argc < 3) {
        print_usage(stdout);
        return CLI_DONE;
    }
    char help[] = "--help";
    char *arguments[] = {argv[2], help, NULL};
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[2], commands[i].name) == 0)
            return commands[i].run(2, arguments);
    return refuse_command(argv[2]);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_BAD_INPUT;
    }
    char *first = argv[1];
    if (strcmp(first, "help") == 0)
        return help_about(argc, argv);
    if (strcmp(first, "--help") == 0 || strncmp(first, "--help=", 7) == 0 ||
        strcmp(first, "-h") == 0)
        return print_help(first);
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        printf("graze %s\n", graze_version());
        return CLI_DONE;
    }
    if (strcmp(first, worker_word) == 0)
        return worker_run(argc - 2, argv + 2);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(first, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return refuse_command(first);
}

/* A standard stream that the caller closed would give its number to the next
 * file that is opened, and messages would end up in there. It is filled with
 * something that fails the other way round instead. */
static int fill_standard_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) {
        if (fcntl(stream, F_GETFD) != -1 || errno != EBADF)
            continue;
        if (open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream)
            return CLI_SYSTEM;
    }
    return CLI_DONE;
}

/* What printf left behind must arrive as well; a reader that went away is no news. */
static int flush_results(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno != EPIPE)
        fprintf(stderr, "graze: error: standard output: %s\n", strerror(errno));
    return CLI_SYSTEM;
}

int main(int argc, char **argv)
{
    int status = fill_standard_streams();
    if (status != CLI_DONE)
        return status;
    interrupt_install();
    database_process_begins();
    return flush_results(cli_told(dispatch(argc, argv)));
}
