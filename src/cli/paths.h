/* SPDX-License-Identifier: MIT */
/* What commands ask of a path before they open it. */
#ifndef GRAZE_CLI_PATHS_H
#define GRAZE_CLI_PATHS_H

#include <stdbool.h>

/* Does the file begin as every SQLite database does, and no plan? False for what cannot
 * be read: whoever reads it will say why. */
bool path_is_database(const char *path);

/* Are these one file? Results must not take the place of what they are made from. */
bool path_is_same_file(const char *left, const char *right);

#endif
