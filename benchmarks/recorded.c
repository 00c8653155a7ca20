/* SPDX-License-Identifier: MIT */
/* Files of pairs. See recorded.h. */
#include "benchmarks/recorded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/eft.h"

enum { LINE = 16384 /* [bytes] */, NUMBERS = 7 /* of an agent */ };

static const char places[] = "id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,"
                             "b_x,b_y,b_to_x,b_to_y,b_start,b_end,b_radius";
static const char swept[] = "id,a_x,a_y,a_vx,a_vy,a_start,a_duration,a_radius,a_vertices,"
                            "b_x,b_y,b_vx,b_vy,b_start,b_duration,b_radius,b_vertices";

/* ---- reading ------------------------------------------------------------------------------ */

/* Makes room for one more of `size` bytes each. */
static bool has_room(void *array, size_t count, size_t size)
{
    void *more, **kept = array;
    if ((count & (count - 1)) != 0)
        return true;
    more = realloc(*kept, (count == 0 ? 1 : 2 * count) * size);
    if (more != NULL)
        *kept = more;
    return more != NULL;
}

/* Reads what is left of a cell as corners, up to its comma or the line's end. */
static bool read_corners(char **at, recorded *into, graze_body *body)
{
    while (**at != ',' && **at != '\n' && **at != 0) {
        char *middle, *end;
        const double x = strtod(*at, &middle), y = strtod(middle, &end);
        if (end == middle || middle == *at ||
            !has_room(&into->corners, into->corner_count, sizeof *into->corners))
            return false;
        into->corners[into->corner_count++] = (graze_point){x, y};
        body->vertex_count++;
        *at = end;
    }
    return true;
}

static bool read_agent(char **at, bool sweeps, recorded *into, graze_body *body,
                       graze_motion *motion)
{
    double n[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        char *end;
        if (**at != ',')
            return false;
        n[i] = strtod(++*at, &end);
        if (end == *at)
            return false;
        *at = end;
    }
    *body = (graze_body){.radius = n[6]};
    const graze_vector none = {0, 0, 0}, from = {n[0], n[1], 0}, far = {n[2], n[3], 0};
    if (!sweeps)
        return graze_motion_waypoint(from, far, n[4], n[5], motion) == GRAZE_OK;
    if (*(*at)++ != ',' || !read_corners(at, into, body))
        return false;
    return graze_motion_kinematic(from, far, none, n[4], n[5], motion) == GRAZE_OK;
}

static bool read_row(char *line, bool sweeps, recorded *into)
{
    if (!has_room(&into->pairs, into->count, sizeof *into->pairs))
        return false;
    specimen *made = &into->pairs[into->count++];
    char *at = line + strcspn(line, ",");
    return read_agent(&at, sweeps, into, &made->body_a, &made->a) &&
           read_agent(&at, sweeps, into, &made->body_b, &made->b) && strcspn(at, "\r\n") == 0;
}

static bool read_rows(FILE *file, recorded *into)
{
    char line[LINE];
    if (fgets(line, LINE, file) == NULL)
        return false;
    line[strcspn(line, "\r\n")] = 0;
    const bool sweeps = strcmp(line, swept) == 0;
    if (!sweeps && strcmp(line, places) != 0)
        return false;
    while (fgets(line, LINE, file) != NULL)
        if (!read_row(line, sweeps, into))
            return false;
    return into->count > 0;
}

/* Corners have their place once all of them are there. */
static void take_corners(recorded *made)
{
    const graze_point *next = made->corners;
    for (size_t i = 0; i < 2 * made->count; i++) {
        specimen *pair = &made->pairs[i / 2];
        graze_body *body = i % 2 == 0 ? &pair->body_a : &pair->body_b;
        if (body->vertex_count == 0)
            continue;
        body->vertices = next;
        next += body->vertex_count;
    }
}

bool recorded_read(const char *name, recorded *made)
{
    *made = (recorded){0};
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    const bool whole = read_rows(file, made);
    fclose(file);
    if (whole)
        take_corners(made);
    else
        recorded_free(made);
    return whole;
}

void recorded_free(recorded *emptied)
{
    free(emptied->pairs);
    free(emptied->corners);
    *emptied = (recorded){0};
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_swept(const specimen *pair)
{
    return pair->a.form == GRAZE_KINEMATIC;
}

static bool accelerates(const graze_motion *motion)
{
    return motion->acceleration.x != 0 || motion->acceleration.y != 0;
}

void recorded_write_head(FILE *to, const specimen *first)
{
    fprintf(to, "%s\n", is_swept(first) ? swept : places);
}

/* The end of a waypoint motion, which is a double. */
static double end_of(const graze_motion *motion)
{
    double low, high = eft_two_sum(motion->start, motion->duration, &low);
    return isfinite(motion->duration) ? high + (low + motion->duration_tail) : motion->duration;
}

static void write_corners(FILE *to, const graze_body *body)
{
    for (size_t i = 0; i < body->vertex_count; i++)
        fprintf(to, "%s%a %a", i == 0 ? "" : " ", body->vertices[i].x, body->vertices[i].y);
}

static void write_agent(FILE *to, bool sweeps, const graze_body *body, const graze_motion *motion)
{
    const graze_vector *far = sweeps ? &motion->velocity : &motion->to;
    fprintf(to, ",%a,%a,%a,%a,%a,%a,%a", motion->position.x, motion->position.y, far->x, far->y,
            motion->start, sweeps ? motion->duration : end_of(motion), body->radius);
    if (sweeps) {
        fputc(',', to);
        write_corners(to, body);
    }
}

bool recorded_write(FILE *to, size_t id, const specimen *pair)
{
    const bool sweeps = is_swept(pair);
    if (accelerates(&pair->a) || accelerates(&pair->b) || pair->a.form != pair->b.form)
        return false;
    fprintf(to, "%zu", id);
    write_agent(to, sweeps, &pair->body_a, &pair->a);
    write_agent(to, sweeps, &pair->body_b, &pair->b);
    fputc('\n', to);
    return true;
}

/* ---- as a family -------------------------------------------------------------------------- */

typedef struct opened_file {
    recorded all;
    size_t *next; /* [index] the one thing that making a pair changes */
    size_t index;
} opened_file;

void *open_recorded(const void *setting)
{
    (void)setting;
    const char *file = getenv("GRAZE_RECORDED");
    opened_file *opened = file != NULL ? calloc(1, sizeof *opened) : NULL;
    if (opened == NULL)
        return NULL;
    opened->next = &opened->index;
    if (recorded_read(file, &opened->all))
        return opened;
    free(opened);
    return NULL;
}

void close_recorded(void *context)
{
    opened_file *opened = context;
    recorded_free(&opened->all);
    free(opened);
}

bool make_recorded(randomness *source, const void *context, specimen *made)
{
    const opened_file *from = context;
    (void)source;
    *made = from->all.pairs[*from->next];
    *from->next = (*from->next + 1) % from->all.count;
    return true;
}
