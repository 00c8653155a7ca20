/* SPDX-License-Identifier: MIT */
#include "cli/paths.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool path_is_database(const char *path)
{
    static const char magic[16] = "SQLite format 3";
    char bytes[sizeof magic] = {0};
    FILE *in = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    if (in == NULL)
        return false;
    size_t got = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    return got == sizeof bytes && memcmp(bytes, magic, sizeof magic) == 0;
}

bool path_is_same_file(const char *left, const char *right)
{
    struct stat a, b;
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}
