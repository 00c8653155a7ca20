/* SPDX-License-Identifier: MIT */
/* Runs a target without a fuzzer: over files and folders of them, and over random bytes. A
 * target that aborts ends the program; the file or the seed is printed before it is tried.
 *
 *     tests/fuzz/replay TARGET [COUNT | FILE | FOLDER | --spoilt]...
 *     tests/fuzz/replay --list
 *
 * COUNT: so many random inputs, the same on every machine. After --spoilt all
 * spoilt versions of each file as well (spoil.h). Prints the name of the target and how many
 * inputs it took.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/spoil.h"
#include "fuzz/targets.h"

static const fuzz_target *target;
static unsigned long tried;
static bool spoils;
static FILE *said; /* standard error; targets may send the streams away */

static void try_bytes(const uint8_t *bytes, size_t length)
{
    uint8_t *exactly = malloc(length > 0 ? length : 1); /* so that a sanitizer sees its end */
    fuzz_require(exactly != NULL);
    memcpy(exactly, bytes, length);
    fuzz_input in = {.at = exactly, .left = length};
    target->run(&in);
    free(exactly);
    tried++;
}

/* Leaves the input behind where a target aborts. */
static void try_spoilt(const uint8_t *bytes, size_t length)
{
    fprintf(said, "spoilt:");
    for (size_t i = 0; i < length; i++)
        fprintf(said, bytes[i] < ' ' || bytes[i] > '~' || bytes[i] == '\\' ? "\\%03o" : "%c",
                (unsigned)bytes[i]);
    fputc('\n', said);
    try_bytes(bytes, length);
}

static void try_file(const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(said, "%s: %s\n", path, strerror(errno));
        exit(2);
    }
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    fprintf(said, "%s\n", path);
    try_bytes(bytes, length);
    if (spoils)
        spoil(bytes, length, try_spoilt);
}

static void try_folder(const char *path)
{
    struct dirent **names;
    int count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            try_file(inner);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
}

/* Bytes of one value each run for a while, as a fuzzer's do. */
static void try_random(unsigned long count)
{
    uint64_t state = 0x9E3779B97F4A7C15;
    uint8_t bytes[400];
    for (unsigned long i = 0; i < count; i++) {
        fprintf(said, "random input %lu\n", i);
        size_t length = 40 + (size_t)(i % 8) * 40;
        for (size_t k = 0; k < length; k++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes[k] = (uint8_t)(state >> 32);
            if (state % 4 == 0)
                bytes[k] &= 7;
        }
        try_bytes(bytes, length);
    }
}

static bool find_target(const char *name)
{
    for (target = fuzz_targets; target->name != NULL; target++)
        if (strcmp(target->name, name) == 0)
            return true;
    return false;
}

static int list_targets(void)
{
    for (target = fuzz_targets; target->name != NULL; target++)
        puts(target->name);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list_targets();
    int stream = dup(STDERR_FILENO), results = dup(STDOUT_FILENO);
    said = stream >= 0 ? fdopen(stream, "w") : NULL;
    if (said == NULL || argc < 2 || !find_target(argv[1])) {
        fputs("usage: replay TARGET [COUNT | FILE | FOLDER | --spoilt]...\n", stderr);
        return 2;
    }
    setvbuf(said, NULL, _IOLBF, BUFSIZ);
    for (int i = 2; i < argc; i++) {
        struct stat what;
        char *end;
        unsigned long count = strtoul(argv[i], &end, 10);
        if (strcmp(argv[i], "--spoilt") == 0)
            spoils = true;
        else if (*end == '\0')
            try_random(count);
        else if (stat(argv[i], &what) == 0 && S_ISDIR(what.st_mode))
            try_folder(argv[i]);
        else
            try_file(argv[i]);
    }
    dprintf(results, "%s: %lu inputs\n", target->name, tried);
    return 0;
}
