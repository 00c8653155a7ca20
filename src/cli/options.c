/* SPDX-License-Identifier: MIT */
/* Options: getopt_long driven by a command's table. Messages are ours, because getopt's own know
 * neither the command's name nor a hint. */
#include "cli/options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/help.h"
#include "io/number.h"
#include "io/plan.h"
#include "io/spelling.h"

enum {
    RULES_MAX = 60,
    HELP_CODE = 1000, /* above every letter, as are the codes of the rules */
    FIRST_CODE = 1001,
    COUNT_MAX = 4096
};

/* ---- messages --------------------------------------------------------------------- */

const char *options_nearest(const char *typed, const char *const *words)
{
    size_t count = 0;
    while (words[count] != NULL)
        count++;
    return spelling_nearest(typed, strlen(typed), words, count);
}

static void refuse_list(const char *command, const char *hint, const char *format,
                        va_list arguments) __attribute__((format(printf, 3, 0)));

static void refuse_list(const char *command, const char *hint, const char *format,
                        va_list arguments)
{
    fprintf(stderr, "graze %s: error: ", command);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    if (hint != NULL)
        fprintf(stderr, "hint: %s\n", hint);
    fprintf(stderr, "`graze %s --help` lists every option\n", command);
}

int options_refuse(const char *command, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse_list(command, hint, format, arguments);
    va_end(arguments);
    return CLI_BAD_INPUT;
}

static int refuse_unknown(const command_help *help, const char *command, const char *typed)
{
    const char *words[RULES_MAX + 1];
    size_t count = 0;
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        words[count++] = rule->name;
    words[count++] = "help";

    char hint[80];
    size_t dashes = strspn(typed, "-");
    size_t length = strcspn(typed + dashes, "=");
    const char *nearest = spelling_nearest(typed + dashes, length, words, count);
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "did you mean --%s?", nearest);
    return options_refuse(command, nearest != NULL ? hint : NULL, "unknown option '%.*s'",
                          (int)(dashes + length), typed);
}

/* ---- values ----------------------------------------------------------------------- */

/* Finds `typed` among the words of "one|two|three"; -1 when it is not there. */
static int choice_index(const char *choices, const char *typed)
{
    size_t length = strlen(typed);
    for (int index = 0; choices != NULL; index++) {
        const char *end = strchr(choices, '|');
        size_t word = end != NULL ? (size_t)(end - choices) : strlen(choices);
        if (word == length && memcmp(choices, typed, length) == 0)
            return index;
        choices = end != NULL ? end + 1 : NULL;
    }
    return -1;
}

static int take_choice(const option_rule *rule, const char *command, const char *typed)
{
    int index = choice_index(rule->argument, typed);
    if (index < 0) {
        char hint[200];
        snprintf(hint, sizeof hint, "one of %s", rule->argument);
        return options_refuse(command, hint, "--%s: unknown choice '%s'", rule->name, typed);
    }
    *(int *)rule->value = index;
    return OPTIONS_GO_ON;
}

static int take_number(const option_rule *rule, const char *command, const char *typed)
{
    double value;
    number_fault fault = number_parse(typed, strlen(typed), false, &value);
    if (fault != NUMBER_OK)
        return options_refuse(command, "a decimal or a C99 hex float, such as 0.25 or 0x1p-2",
                              "--%s: '%s' %s", rule->name, typed, number_fault_message(fault));
    if (value < 0)
        return options_refuse(command, "a number that is 0 or greater", "--%s: %s is negative",
                              rule->name, typed);
    *(double *)rule->value = value;
    return OPTIONS_GO_ON;
}

static int take_count(const option_rule *rule, const char *command, const char *typed)
{
    char *end;
    size_t digits = strspn(typed, "0123456789");
    long value = digits > 0 && typed[digits] == 0 ? strtol(typed, &end, 10) : 0;
    if (value < 1 || value > COUNT_MAX)
        return options_refuse(command, "a whole number from 1 to 4096", "--%s: '%s' is not a count",
                              rule->name, typed);
    *(int *)rule->value = (int)value;
    return OPTIONS_GO_ON;
}

static int take_index(const option_rule *rule, const char *command, const char *typed)
{
    enum { DIGITS_MAX = 18 };
    size_t digits = strspn(typed, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX || typed[digits] != 0)
        return options_refuse(command, "a whole number, from 0", "--%s: '%s' is not an index",
                              rule->name, typed);
    *(size_t *)rule->value = (size_t)strtoull(typed, NULL, 10);
    return OPTIONS_GO_ON;
}

static int take_radius(const option_rule *rule, const char *command, const char *typed)
{
    if (strcmp(typed, "grid") != 0)
        return take_number(rule, command, typed);
    *(double *)rule->value = PLAN_RADIUS_GRID;
    return OPTIONS_GO_ON;
}

static int take_value(const option_rule *rule, const char *command, const char *typed)
{
    if (rule->given != NULL)
        *rule->given = true;
    switch (rule->kind) {
    case OPTION_FLAG:
        *(bool *)rule->value = true;
        return OPTIONS_GO_ON;
    case OPTION_TEXT:
        *(const char **)rule->value = typed;
        return OPTIONS_GO_ON;
    case OPTION_NUMBER:
        return take_number(rule, command, typed);
    case OPTION_COUNT:
        return take_count(rule, command, typed);
    case OPTION_INDEX:
        return take_index(rule, command, typed);
    case OPTION_RADIUS:
        return take_radius(rule, command, typed);
    case OPTION_CHOICE:
        break;
    }
    return take_choice(rule, command, typed);
}

/* ---- parsing ---------------------------------------------------------------------- */

typedef struct getopt_table {
    struct option longs[RULES_MAX + 2];
    char shorts[2 * RULES_MAX + 4];
} getopt_table;

static void build_table(const option_rule *rules, getopt_table *table)
{
    size_t count = 0, at = 0;
    table->shorts[at++] = ':'; /* tells a missing value from an unknown option */
    for (; count < RULES_MAX && rules[count].name != NULL; count++) {
        const option_rule *rule = &rules[count];
        int has_value = rule->kind == OPTION_FLAG ? no_argument : required_argument;
        table->longs[count] = (struct option){rule->name, has_value, NULL, FIRST_CODE + (int)count};
        if (rule->letter == 0)
            continue;
        table->shorts[at++] = rule->letter;
        if (has_value == required_argument)
            table->shorts[at++] = ':';
    }
    table->longs[count++] = (struct option){"help", optional_argument, NULL, HELP_CODE};
    table->longs[count] = (struct option){0};
    table->shorts[at++] = 'h';
    table->shorts[at] = 0;
}

static const option_rule *find_rule(const option_rule *rules, int code)
{
    if (code >= FIRST_CODE)
        return &rules[code - FIRST_CODE];
    for (; rules->name != NULL; rules++)
        if (rules->letter != 0 && rules->letter == code)
            return rules;
    return NULL;
}

static int refuse_code(const command_help *help, int code, char **argv)
{
    const char *command = argv[0];
    const char *typed = argv[optind - 1];
    const option_rule *rule = find_rule(help->rules, optopt);
    if (code == ':')
        return options_refuse(command, rule->argument, "option '%s' needs a value", typed);
    if (optopt >= FIRST_CODE)
        return options_refuse(command, NULL, "option '--%s' takes no value", rule->name);
    if (optopt != 0)
        return options_refuse(command, NULL, "unknown option '-%c'", optopt);
    return refuse_unknown(help, command, typed);
}

/* main flushes and checks standard output. */
static int show_help(const command_help *help, const char *command, const char *word)
{
    help_form form;
    if (!help_form_of(word, &form))
        return options_refuse(command, "one of text|man|bash|zsh|fish", "--help: unknown form '%s'",
                              word);
    help_print(help, form);
    return CLI_DONE;
}

int options_parse(const command_help *help, int argc, char **argv, int *first_operand)
{
    getopt_table table;
    build_table(help->rules, &table);
    opterr = 0;
    optind = 0; /* glibc: start afresh */
    int code;
    while ((code = getopt_long(argc, argv, table.shorts, table.longs, NULL)) != -1) {
        if (code == 'h' || code == HELP_CODE)
            return show_help(help, argv[0], code == HELP_CODE ? optarg : NULL);
        if (code == '?' || code == ':')
            return refuse_code(help, code, argv);
        int status = take_value(find_rule(help->rules, code), argv[0], optarg);
        if (status != OPTIONS_GO_ON)
            return status;
    }
    *first_operand = optind;
    return OPTIONS_GO_ON;
}

/* ---- what the common options ask for ---------------------------------------------- */

rows_format options_format(const common_options *common, bool to_file)
{
    if (common->has_format)
        return (rows_format)common->format;
    return !to_file && isatty(STDOUT_FILENO) ? ROWS_TABLE : ROWS_CSV;
}

static bool color_wanted(int choice)
{
    if (choice != WHEN_AUTO)
        return choice == WHEN_ALWAYS;
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (refused != NULL && refused[0] != 0)
        return false;
    if (terminal == NULL || strcmp(terminal, "dumb") == 0)
        return false;
    return isatty(STDERR_FILENO);
}

diagnostics options_diagnostics(const common_options *common)
{
    return (diagnostics){.out = stderr, .color = color_wanted(common->color)};
}

bool options_progress(const common_options *common)
{
    if (common->progress != WHEN_AUTO)
        return common->progress == WHEN_ALWAYS;
    return !common->quiet && isatty(STDERR_FILENO);
}
