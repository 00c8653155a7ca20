/* SPDX-License-Identifier: MIT */
#include "io/spelling.h"

#include <stdbool.h>
#include <string.h>

enum { WORD_MAX = 40, ROW = WORD_MAX + 1 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn one
 * word into the other (restricted Damerau-Levenshtein distance). */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t cost[ROW][ROW];
    for (size_t i = 0; i <= a_length; i++)
        cost[i][0] = i;
    for (size_t j = 0; j <= b_length; j++)
        cost[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        for (size_t j = 1; j <= b_length; j++) {
            char p = lower(a[i - 1]), q = lower(b[j - 1]);
            size_t best = cost[i - 1][j - 1] + (p == q ? 0 : 1);
            best = least(best, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && p == lower(b[j - 2]) && q == lower(a[i - 2]))
                best = least(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    }
    return cost[a_length][b_length];
}

const char *spelling_nearest(const char *typed, size_t length, const char *const *words,
                             size_t count)
{
    const char *nearest = NULL;
    size_t nearest_distance = WORD_MAX;
    if (length > WORD_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t word_length = strlen(words[i]);
        if (word_length > WORD_MAX)
            continue;
        size_t distance = edit_distance(typed, length, words[i], word_length);
        if (distance < nearest_distance) {
            nearest = words[i];
            nearest_distance = distance;
        }
    }
    /* A third of the word may be wrong; of a word of one letter only its case. */
    bool near = nearest != NULL && nearest_distance <= (strlen(nearest) + 1) / 3;
    return near ? nearest : NULL;
}
