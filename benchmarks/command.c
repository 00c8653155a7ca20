/* SPDX-License-Identifier: MIT */
/* Options of the benchmark programs. See command.h. */
#include "benchmarks/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BENCHMARK_BUILD
#define BENCHMARK_BUILD "unknown"
#endif

enum { MOST_PAIRS = 100000000, MOST_REPEATS = 10001 };

_Noreturn void give_up(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(EXIT_FAILURE);
}

_Noreturn static void refuse(const char *what, const char *value)
{
    fprintf(stderr, "error: %s `%s`; see --help\n", what, value);
    exit(2);
}

static void print_stages(const command_stage *stages)
{
    printf("\n  --without STAGE  the time with and without a stage, and nothing else:\n");
    for (const command_stage *each = stages; each->name != NULL; each++)
        printf("  %-18s %s\n", each->name, each->about);
}

_Noreturn static void print_help(const char *program, size_t pairs, const command_stage *stages)
{
    printf("usage: %s [--pairs N] [--repeats K] [--family NAME] [--once] [--csv]\n\n"
           "  --pairs N      distinct pairs of each family (%zu)\n"
           "  --repeats K    rounds, of which the median counts (9)\n"
           "  --family NAME  one family alone\n"
           "  --once         one pass of each contender and nothing else, for tools that count\n"
           "  --csv          one cell a line: program,table,row,column,value\n\n"
           "families:\n",
           program, pairs);
    for (const family *each = families; each->name != NULL; each++)
        printf("  %-18s %s\n", each->name, each->about);
    if (stages->name != NULL)
        print_stages(stages);
    exit(EXIT_SUCCESS);
}

static size_t read_count(const char *text, unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value == 0 || value > most)
        refuse("not a count", text);
    return value;
}

static const command_stage *stage_named(const command_stage *stages, const char *name)
{
    while (stages->name != NULL && strcmp(stages->name, name) != 0)
        stages++;
    if (stages->name == NULL)
        refuse("no such stage", name);
    return stages;
}

static void read_option(command *given, const char *option, const char *value,
                        const command_stage *stages)
{
    if (value == NULL)
        refuse("unknown option, or its value is missing:", option);
    if (strcmp(option, "--pairs") == 0)
        given->pairs = read_count(value, MOST_PAIRS);
    else if (strcmp(option, "--repeats") == 0)
        given->repeats = read_count(value, MOST_REPEATS);
    else if (strcmp(option, "--family") == 0)
        given->only = family_named(value);
    else if (strcmp(option, "--without") == 0 && stages->name != NULL)
        given->without = stage_named(stages, value);
    else
        refuse("unknown option", option);
    if (strcmp(option, "--family") == 0 && given->only == NULL)
        refuse("no such family", value);
}

/* The name of a program without its folders, and without what libtool puts before it. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    return strncmp(name, "lt-", 3) == 0 ? name + 3 : name;
}

command command_read(int argc, char **argv, size_t pairs)
{
    static const command_stage none = {0};
    return command_read_stages(argc, argv, pairs, &none);
}

command command_read_stages(int argc, char **argv, size_t pairs, const command_stage *stages)
{
    command given = {.pairs = pairs, .repeats = 9, .program = base_name(argv[0])};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            print_help(argv[0], pairs, stages);
        if (strcmp(argv[i], "--once") == 0) {
            given.once = true;
            given.repeats = 1;
        } else if (strcmp(argv[i], "--csv") == 0) {
            given.csv = true;
        } else {
            read_option(&given, argv[i], argv[i + 1], stages);
            i++;
        }
    }
    return given;
}

bool command_wants(const command *given, const family *each)
{
    return given->only == NULL || given->only == each;
}

/* The processor's name where the system tells it. */
static void name_processor(char *name, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "unknown processor");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            line[strcspn(line, "\n")] = '\0';
            const char *behind = strchr(line, ':') + 1;
            snprintf(name, size, "%s", behind + strspn(behind, " "));
            break;
        }
    if (file != NULL)
        fclose(file);
}

void command_build(char *text, size_t size)
{
#if defined __clang__
    const char *compiler = "clang " __clang_version__;
#elif defined __GNUC__
    const char *compiler = "gcc " __VERSION__;
#else
    const char *compiler = "unknown compiler";
#endif
    char processor[256];
    name_processor(processor, sizeof processor);
    snprintf(text, size, "%s; %s; `%s`", processor, compiler, BENCHMARK_BUILD);
}
