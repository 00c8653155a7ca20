/* SPDX-License-Identifier: MIT */
/* Files of recorded pairs. See recorded.h. */
#include "benchmarks/recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct recorded {
    specimen *pairs;
    size_t count;
    size_t *next; /* [index] the one thing that making a pair changes */
    size_t index;
} recorded;

enum { LINE = 1024 /* [bytes] */, NUMBERS = 14 };

static bool make_agent(const double numbers[7], graze_body *body, graze_motion *motion)
{
    const graze_vector from = {numbers[0], numbers[1], 0}, to = {numbers[2], numbers[3], 0};
    *body = (graze_body){.radius = numbers[6]};
    return graze_motion_waypoint(from, to, numbers[4], numbers[5], motion) == GRAZE_OK;
}

static bool read_row(const char *line, specimen *made)
{
    double numbers[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        char *end;
        line = strchr(line, ',');
        if (line == NULL)
            return false;
        numbers[i] = strtod(++line, &end);
        if (end == line)
            return false;
    }
    return make_agent(numbers, &made->body_a, &made->a) &&
           make_agent(numbers + NUMBERS / 2, &made->body_b, &made->b);
}

static bool has_room(specimen **pairs, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return true;
    const size_t wanted = *capacity == 0 ? 4096 : 2 * *capacity;
    specimen *more = realloc(*pairs, wanted * sizeof *more);
    if (more == NULL)
        return false;
    *pairs = more;
    *capacity = wanted;
    return true;
}

/* The first line is a heading. */
static specimen *read_rows(FILE *file, size_t *count)
{
    char line[LINE];
    size_t capacity = 0;
    specimen *pairs = NULL;
    *count = 0;
    bool whole = fgets(line, LINE, file) != NULL;
    while (whole && fgets(line, LINE, file) != NULL) {
        whole = has_room(&pairs, *count, &capacity) && read_row(line, &pairs[*count]);
        ++*count;
    }
    if (whole && *count > 0)
        return pairs;
    free(pairs);
    return NULL;
}

specimen *recorded_read(const char *name, size_t *count)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return NULL;
    specimen *pairs = read_rows(file, count);
    fclose(file);
    return pairs;
}

void *open_recorded(const void *setting)
{
    (void)setting;
    const char *file = getenv("GRAZE_RECORDED");
    recorded *opened = file != NULL ? calloc(1, sizeof *opened) : NULL;
    if (opened == NULL)
        return NULL;
    opened->pairs = recorded_read(file, &opened->count);
    opened->next = &opened->index;
    if (opened->pairs != NULL)
        return opened;
    free(opened);
    return NULL;
}

void close_recorded(void *context)
{
    recorded *opened = context;
    free(opened->pairs);
    free(opened);
}

bool make_recorded(randomness *source, const void *context, specimen *made)
{
    const recorded *from = context;
    (void)source;
    *made = from->pairs[*from->next];
    *from->next = (*from->next + 1) % from->count;
    return true;
}
