/* SPDX-License-Identifier: MIT */
/* Help as text, and as a page of the manual in roff (man(7)). */
#include "cli/help.h"

#include <ctype.h>
#include <string.h>

#include <graze.h>

#include "cli/help_shell.h"

enum { HELP_COLUMN = 30 };

bool help_form_of(const char *word, help_form *form)
{
    static const char *const words[] = {"text", "man", "bash", "zsh", "fish"};
    *form = HELP_TEXT;
    if (word == NULL)
        return true;
    for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++)
        if (strcmp(word, words[i]) == 0) {
            *form = (help_form)i;
            return true;
        }
    return false;
}

/* ---- text ------------------------------------------------------------------------------- */

/* One option: its names, then its text, whose further lines are indented. */
static void print_rule(char letter, const char *name, const char *argument, const char *text)
{
    int width = letter != 0 ? printf("  -%c, --%s", letter, name) : printf("      --%s", name);
    if (argument != NULL)
        width += printf(" %s", argument);
    if (width >= HELP_COLUMN) {
        putchar('\n');
        width = 0;
    }
    for (;;) {
        size_t length = strcspn(text, "\n");
        printf("%*s%.*s\n", HELP_COLUMN - width, "", (int)length, text);
        if (text[length] == 0)
            return;
        text += length + 1;
        width = 0;
    }
}

/* What comes before the usage. */
static const char *program_of(const command_help *help)
{
    return strncmp(help->usage, "graze-", sizeof "graze-" - 1) == 0 ? "" : "graze ";
}

static void print_text(const command_help *help)
{
    printf("usage: %s%s\n\n%s\n\noptions:\n", program_of(help), help->usage, help->summary);
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            print_rule(rule->letter, rule->name, rule->argument, rule->help);
    print_rule('h', "help", NULL, "print this text");
    printf("\n%s", help->notes);
}

/* ---- roff ------------------------------------------------------------------------------- */

/* A line of text, of which nothing is taken for a command of roff. A minus stays a minus. */
static void print_roff(const char *text, size_t length)
{
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '\'' || text[i] == '`')
            fputs(text[i] == '`' ? "\\(ga" : "\\(aq", stdout);
        else
            putchar(text[i]);
}

static void print_capitals(const char *text)
{
    for (; *text != 0; text++)
        putchar(toupper((unsigned char)*text));
}

/* True when some line of a paragraph is indented: then its lines are kept. */
static bool keeps_lines(const char *text, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++)
        if ((i == 0 || text[i - 1] == '\n') && text[i] == ' ')
            return true;
    return false;
}

static void print_lines(const char *text, size_t length)
{
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t line = end != NULL ? (size_t)(end - text) : length;
        print_roff(text, line);
        putchar('\n');
        line += end != NULL;
        text += line;
        length -= line;
    }
}

/* A heading is the first line when it ends with a colon; "exit status:" and "examples:" are the
 * sections that every manual has. Returns its length, 0 for none. */
static size_t print_heading(const char *text, size_t length)
{
    static const char status[] = "exit status: ", examples[] = "examples:\n";
    if (strncmp(text, status, sizeof status - 1) == 0) {
        puts(".SH EXIT STATUS");
        return sizeof status - 1;
    }
    if (strncmp(text, examples, sizeof examples - 1) == 0) {
        puts(".SH EXAMPLES");
        return sizeof examples - 1;
    }
    size_t line = strcspn(text, "\n");
    if (line == 0 || line >= length || text[line - 1] != ':' || text[line + 1] != ' ' ||
        memchr(text, ' ', line) != NULL)
        return 0;
    fputs(".SS ", stdout);
    print_roff(text, line - 1);
    putchar('\n');
    return line + 1;
}

void help_man_text(const char *text, const char *until)
{
    while (*text != 0 && text != until) {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end + 1 - text) : strlen(text);
        size_t heading = print_heading(text, length);
        bool kept = keeps_lines(text + heading, length - heading);
        if (heading == 0)
            puts(".PP");
        if (kept)
            puts(".nf");
        print_lines(text + heading, length - heading);
        if (kept)
            puts(".fi");
        text += length;
        text += strspn(text, "\n");
    }
}

void help_man_head(const char *title, const char *section, const char *job)
{
    printf(".TH \"");
    print_capitals(title);
    printf("\" \"%s\" \"\" \"Graze %s\" \"Graze\"\n.SH NAME\n", section, graze_version());
    print_roff(title, strlen(title));
    fputs(" \\- ", stdout);
    print_roff(job, strlen(job));
    putchar('\n');
}

static void print_man_rule(char letter, const char *name, const char *argument, const char *text)
{
    puts(".TP");
    if (letter != 0)
        printf("\\fB\\-%c\\fR, ", letter);
    fputs("\\fB\\-\\-", stdout);
    print_roff(name, strlen(name));
    fputs("\\fR", stdout);
    if (argument != NULL) {
        fputs(" \\fI", stdout);
        print_roff(argument, strlen(argument));
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_lines(text, strlen(text));
}

static void print_man(const command_help *help)
{
    char title[40];
    snprintf(title, sizeof title, "%s%.*s", *program_of(help) != '\0' ? "graze-" : "",
             (int)strcspn(help->usage, " "), help->usage);
    size_t job = strlen(help->summary);
    char summary[200];
    snprintf(summary, sizeof summary, "%.*s", (int)(job - 1), help->summary); /* no full stop */
    summary[0] = (char)tolower((unsigned char)summary[0]);
    help_man_head(title, "1", summary);
    puts(".SH SYNOPSIS");
    printf(".B %s", program_of(help));
    print_roff(help->usage, strlen(help->usage));
    const char *status = strstr(help->notes, "exit status: ");
    puts("\n.SH DESCRIPTION");
    help_man_text(help->notes, status);
    puts(".SH OPTIONS");
    for (const option_rule *rule = help->rules; rule->name != NULL; rule++)
        if (rule->help != NULL)
            print_man_rule(rule->letter, rule->name, rule->argument, rule->help);
    print_man_rule('h', "help", NULL, "print this text");
    if (status != NULL)
        help_man_text(status, NULL);
    puts(".SH SEE ALSO\n.BR graze (1),\n.BR graze\\-formats (5),\n.BR graze\\-schema (5),\n"
         ".BR graze (3)");
}

void help_print(const command_help *help, help_form form)
{
    if (form == HELP_TEXT)
        print_text(help);
    else if (form == HELP_MAN)
        print_man(help);
    else
        help_shell_print(help, form);
}
