/* SPDX-License-Identifier: MIT */
#include "cli/paths.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_is_database(const char *path)
{
    static const char magic[16] = "SQLite format 3";
    char bytes[sizeof magic] = {0};
    int in = strcmp(path, "-") == 0 ? -1 : open(path, O_RDONLY); /* needs no memory, fopen does */
    if (in < 0)
        return false;
    ssize_t got = read(in, bytes, sizeof bytes);
    close(in);
    return got == sizeof bytes && memcmp(bytes, magic, sizeof magic) == 0;
}

bool path_is_same_file(const char *left, const char *right)
{
    struct stat a, b;
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}
