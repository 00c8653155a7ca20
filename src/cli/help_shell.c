/* SPDX-License-Identifier: MIT */
/* Completion scripts. In each shell a command's options are offered where a word begins with a
 * minus, the choices after an option that has them, and files after one that takes a file. */
#include "cli/help_shell.h"

#include <string.h>

/* ---- what may follow an option --------------------------------------------------------- */

typedef enum follower { NOTHING, ANYTHING, WORDS, FILES } follower;

static follower follower_of(const option_rule *rule)
{
    static const char *const files[] = {"FILE", "DB", "PLAN", "MAP", "SCENARIO"};
    if (rule->kind == OPTION_FLAG)
        return NOTHING;
    if (rule->kind == OPTION_CHOICE || rule->kind == OPTION_RADIUS)
        return WORDS;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (rule->kind == OPTION_TEXT && strcmp(rule->argument, files[i]) == 0)
            return FILES;
    return ANYTHING;
}

static void print_words(const option_rule *rule)
{
    if (rule->kind == OPTION_RADIUS)
        fputs(strstr(rule->argument, "grid") != NULL ? "grid" : "", stdout);
    else
        for (const char *at = rule->argument; *at != 0; at++)
            putchar(*at == '|' ? ' ' : *at);
}

static int name_length(const command_help *help)
{
    return (int)strcspn(help->usage, " ");
}

/* The first line of an option's help, with a backslash before what the shell would take. */
static void print_help_line(const char *text, const char *taken)
{
    for (; *text != 0 && *text != '\n'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(taken, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

/* ---- bash ------------------------------------------------------------------------------- */

static void print_bash_values(const option_rule *rule)
{
    follower after = follower_of(rule);
    if (after == NOTHING)
        return;
    printf("        --%s", rule->name);
    if (rule->letter != 0)
        printf("|-%c", rule->letter);
    fputs(after == FILES ? ") kind=files" : ") kind=words words='", stdout);
    if (after != FILES) {
        if (after == WORDS)
            print_words(rule);
        putchar('\'');
    }
    puts(" ;;");
}

static void print_bash(const command_help *help)
{
    printf("    %.*s)\n        options='", name_length(help), help->usage);
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            printf("--%s ", rule->name);
    puts("--help'\n        case $before in");
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            print_bash_values(rule);
    puts("        esac ;;");
}

static void begin_bash(const help_entry *entries, int count)
{
    puts("# Completion of graze in bash, made by `graze --help=bash`.\n"
         "_graze() {\n"
         "    local word=$2 before=$3 kind=files words='' options=''\n"
         "    COMPREPLY=()\n"
         "    if [ \"$word\" = = ]; then word=''\n"
         "    elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "    if [ \"$COMP_CWORD$before\" = 2help ] || [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "        kind=words words='help --help --version'");
    fputs("        words=\"$words", stdout);
    for (int i = 0; i < count; i++)
        printf(" %s", entries[i].name);
    puts("\"\n    fi\n    case ${COMP_WORDS[1]} in");
}

static void end_bash(void)
{
    puts("    esac\n"
         "    if [ \"$COMP_CWORD\" -gt 1 ] && [ \"$kind\" = files ]; then\n"
         "        case $word in -*) kind=words words=$options ;; esac\n"
         "    fi\n"
         "    if [ \"$kind\" = words ]; then\n"
         "        while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
         "            < <(compgen -W \"$words\" -- \"$word\")\n"
         "    else\n"
         "        while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
         "            < <(compgen -f -- \"$word\")\n"
         "        compopt -o filenames 2>/dev/null\n"
         "    fi\n"
         "}\n"
         "complete -F _graze graze");
}

/* ---- zsh -------------------------------------------------------------------------------- */

static void print_zsh_rule(const option_rule *rule)
{
    follower after = follower_of(rule);
    const char *value = after != NOTHING ? "=" : "", *letter_value = after != NOTHING ? "+" : "";
    if (rule->letter != 0)
        printf("            '(-%c --%s)'{-%c%s,--%s%s}'[", rule->letter, rule->name, rule->letter,
               letter_value, rule->name, value);
    else
        printf("            '--%s%s[", rule->name, value);
    print_help_line(rule->help, "[]:\\");
    putchar(']');
    if (after != NOTHING) {
        putchar(':');
        print_help_line(rule->argument, "[]:\\");
        fputs(after == FILES ? ":_files" : after == WORDS ? ":(" : ": ", stdout);
    }
    if (after == WORDS) {
        print_words(rule);
        putchar(')');
    }
    puts("' \\");
}

static void print_zsh(const command_help *help)
{
    printf("    %.*s)\n        _arguments -s \\\n", name_length(help), help->usage);
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            print_zsh_rule(rule);
    puts("            '(-h --help)'{-h,--help}'[print this text]' \\\n"
         "            '*:file:_files' ;;");
}

static void begin_zsh(const help_entry *entries, int count)
{
    puts("#compdef graze\n"
         "# Completion of graze in zsh, made by `graze --help=zsh`.\n"
         "local -a graze_commands=(");
    for (int i = 0; i < count; i++) {
        printf("    '%s:", entries[i].name);
        print_help_line(entries[i].job, "\\");
        puts("'");
    }
    puts("    'help:the help of a command'\n"
         ")\n"
         "if (( CURRENT == 2 )) || [[ $CURRENT$words[2] == 3help ]]; then\n"
         "    _describe command graze_commands\n"
         "    return\n"
         "fi\n"
         "shift words\n"
         "(( CURRENT-- ))\n"
         "case $words[1] in");
}

/* ---- fish ------------------------------------------------------------------------------- */

static void print_fish_rule(const command_help *help, const option_rule *rule)
{
    printf("complete -c graze -n '__fish_seen_subcommand_from %.*s' -l %s", name_length(help),
           help->usage, rule->name);
    if (rule->letter != 0)
        printf(" -s %c", rule->letter);
    follower after = follower_of(rule);
    if (after == FILES)
        fputs(" -r -F", stdout);
    else if (after != NOTHING)
        fputs(" -x", stdout);
    if (after == WORDS) {
        fputs(" -a '", stdout);
        print_words(rule);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    print_help_line(rule->help, "\\");
    puts("'");
}

static void print_fish(const command_help *help)
{
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            print_fish_rule(help, rule);
    printf("complete -c graze -n '__fish_seen_subcommand_from %.*s' -s h -l help "
           "-d 'print this text'\n", name_length(help), help->usage);
}

static void begin_fish(const help_entry *entries, int count)
{
    puts("# Completion of graze in fish, made by `graze --help=fish`.");
    for (int i = 0; i < count; i++) {
        printf("complete -c graze -f -n __fish_use_subcommand -a %s -d '", entries[i].name);
        print_help_line(entries[i].job, "\\");
        puts("'");
    }
    puts("complete -c graze -f -n __fish_use_subcommand -a help -d 'the help of a command'");
    fputs("complete -c graze -f -n '__fish_seen_subcommand_from help' -a '", stdout);
    for (int i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", entries[i].name);
    puts("'");
}

/* ---- all of them ------------------------------------------------------------------------ */

void help_shell_print(const command_help *help, help_form form)
{
    if (form == HELP_BASH)
        print_bash(help);
    else if (form == HELP_ZSH)
        print_zsh(help);
    else
        print_fish(help);
}

void help_script_begin(help_form form, const help_entry *entries, int count)
{
    if (form == HELP_BASH)
        begin_bash(entries, count);
    else if (form == HELP_ZSH)
        begin_zsh(entries, count);
    else
        begin_fish(entries, count);
}

void help_script_end(help_form form)
{
    if (form == HELP_BASH)
        end_bash();
    else if (form == HELP_ZSH)
        puts("esac");
}
