/* SPDX-License-Identifier: MIT */
/* Temporary files with parts of an input, and commands of the driver that read them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "fuzz/fuzz.h"

static char folder[64];
static char paths[FUZZ_FILES][96];

static void remove_all(void)
{
    for (int i = 0; i < FUZZ_FILES; i++)
        unlink(paths[i]);
    rmdir(folder);
}

const char *fuzz_path(int number)
{
    if (folder[0] == '\0') {
        bool has_memory = access("/dev/shm", W_OK) == 0; /* ten times as fast as a disk */
        snprintf(folder, sizeof folder, "%s/graze-fuzz-XXXXXX", has_memory ? "/dev/shm" : "/tmp");
        fuzz_require(mkdtemp(folder) != NULL);
        for (int i = 0; i < FUZZ_FILES; i++)
            snprintf(paths[i], sizeof paths[i], "%s/%d", folder, i);
        atexit(remove_all);
    }
    return paths[number];
}

const char *fuzz_file_of(const void *bytes, size_t length, int number)
{
    const char *path = fuzz_path(number);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fuzz_require(file >= 0);
    fuzz_require(write(file, bytes, length) == (ssize_t)length);
    close(file);
    return path;
}

const char *fuzz_file(fuzz_input *in, int number)
{
    static const uint8_t nothing;
    const uint8_t *begin = in->left > 0 ? in->at : &nothing;
    const uint8_t *end = memchr(begin, 0xFF, in->left);
    size_t length = end != NULL ? (size_t)(end - begin) : in->left;
    size_t taken = end != NULL ? length + 1 : length;
    in->at += taken;
    in->left -= taken;
    return fuzz_file_of(begin, length, number);
}

void *fuzz_nowhere(void)
{
    static FILE *nowhere;
    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    fuzz_require(nowhere != NULL);
    return nowhere;
}

/* Standard error keeps its descriptor: what sanitizers say is seen. */
void fuzz_be_quiet(void)
{
    static bool is_quiet;
    if (!is_quiet)
        dup2(fileno(fuzz_nowhere()), STDOUT_FILENO);
    is_quiet = true;
#ifdef __GLIBC__
    stdout = stderr = fuzz_nowhere();
#endif
}

int fuzz_command(int (*command)(int argc, char **argv), const char *line)
{
    enum { WORDS = 24 };
    char *words[WORDS + 1], text[1024];
    int count = 0;
    fuzz_be_quiet();
    fuzz_require(strlen(line) < sizeof text);
    strcpy(text, line);
    for (char *word = strtok(text, " "); word != NULL && count < WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    int status = command(count, words);
    fuzz_require(status >= CLI_DONE && status <= CLI_MEMORY);
    return status;
}
