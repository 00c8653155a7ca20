/* SPDX-License-Identifier: MIT */
/* The reader of exact answers. See vectors.h. */
#include "vectors/vectors.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

/* Cuts a line at its commas, in place. */
static size_t split(char *line, const char **field, size_t capacity)
{
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line != NULL && count < capacity) {
        field[count++] = line;
        line = strchr(line, ',');
        if (line != NULL)
            *line++ = '\0';
    }
    return count;
}

static bool read_columns(vector_file *file)
{
    static const char mark[] = "# columns: ";
    while (fgets(file->header, sizeof file->header, file->stream) != NULL) {
        if (strncmp(file->header, mark, sizeof mark - 1) != 0)
            continue;
        char *names = file->header + sizeof mark - 1;
        names[strcspn(names, " ;")] = '\0';
        file->columns = split(names, file->column, VECTOR_COLUMNS);
        return true;
    }
    return false;
}

bool vectors_open(vector_file *file, const char *name)
{
    char path[4096];
    if (!support_shared(name, path, sizeof path))
        return false;
    file->left_out = 0;
    file->stream = fopen(path, "r");
    if (file->stream != NULL && read_columns(file))
        return true;
    CU_FAIL("the vector file cannot be read");
    if (file->stream != NULL)
        fclose(file->stream);
    return false;
}

void vectors_close(vector_file *file)
{
    fclose(file->stream);
}

bool vectors_next(vector_file *file)
{
    do
        if (fgets(file->line, sizeof file->line, file->stream) == NULL)
            return false;
    while (file->line[0] == '#' || file->left_out-- > 0);
    file->left_out = support_divisor() - 1;
    file->fields = split(file->line, file->field, VECTOR_FIELDS);
    return true;
}

static size_t find(const vector_file *file, const char *column)
{
    size_t i = 0;
    while (i < file->columns && strcmp(file->column[i], column) != 0)
        i++;
    return i;
}

bool vectors_has(const vector_file *file, const char *column)
{
    return find(file, column) < file->columns;
}

double vectors_number(const vector_file *file, const char *column)
{
    size_t i = find(file, column);
    return i < file->columns ? strtod(file->field[i], NULL) : 0;
}

const char *vectors_answer_text(const vector_file *file, size_t i)
{
    return file->columns + i < file->fields ? file->field[file->columns + i] : "";
}

double vectors_answer(const vector_file *file, size_t i)
{
    return strtod(vectors_answer_text(file, i), NULL);
}

/* The number whose column is the agent's letter and a name, as "avx". */
static double number_of(const vector_file *file, char agent, const char *name)
{
    char column[16];
    snprintf(column, sizeof column, "%c%s", agent, name);
    return vectors_number(file, column);
}

static graze_vector vector_of(const vector_file *file, char agent, char kind)
{
    const char x[] = {kind, 'x', '\0'}, y[] = {kind, 'y', '\0'}, z[] = {kind, 'z', '\0'};
    return (graze_vector){number_of(file, agent, x), number_of(file, agent, y),
                          number_of(file, agent, z)};
}

static graze_status motion_of(const vector_file *file, char agent, graze_motion *motion)
{
    const char to[] = {agent, 't', 'x', '\0'};
    graze_vector place = vector_of(file, agent, 'p');
    double start = number_of(file, agent, "start");
    if (vectors_has(file, to)) {
        const char share[] = {agent, 's', 'h', 'a', 'r', 'e', '\0'};
        return graze_motion_ramp(place, vector_of(file, agent, 't'), start,
                                 number_of(file, agent, "end"),
                                 vectors_has(file, share) ? vectors_number(file, share) : 1,
                                 motion);
    }
    return graze_motion_kinematic(place, vector_of(file, agent, 'v'), vector_of(file, agent, 'a'),
                                  start, number_of(file, agent, "dur"), motion);
}

void vectors_pair(const vector_file *file, oracle_pair *pair)
{
    pair->body_a = (graze_body){.radius = vectors_number(file, "ar")};
    pair->body_b = (graze_body){.radius = vectors_number(file, "br")};
    pair->tolerance = vectors_number(file, "e");
    if (motion_of(file, 'a', &pair->a) != GRAZE_OK || motion_of(file, 'b', &pair->b) != GRAZE_OK)
        CU_FAIL("a vector row is refused");
}

/* "x y x y ..." of a column; answers how many vertices. */
static size_t corners_of(const vector_file *file, char agent, graze_point *vertices)
{
    const char column[] = {agent, 'p', 'o', 'l', 'y', '\0'};
    size_t i = find(file, column), count = 0;
    if (i >= file->columns)
        return 0;
    char *end;
    const char *text = file->field[i];
    for (double x = strtod(text, &end); end != text; x = strtod(text, &end)) {
        vertices[count].x = x;
        text = end;
        vertices[count++].y = strtod(text, &end);
        text = end;
        if (count == ORACLE_VERTICES)
            CU_FAIL_FATAL("a vector row has too many vertices");
    }
    return count;
}

void vectors_bodies(const vector_file *file, oracle_bodies *bodies)
{
    *bodies = (oracle_bodies){.pair = {.tolerance = 0}};
    vectors_pair(file, &bodies->pair);
    bodies->pair.body_a.vertex_count = corners_of(file, 'a', bodies->a);
    bodies->pair.body_b.vertex_count = corners_of(file, 'b', bodies->b);
    oracle_bodies_link(bodies);
}

static bool is_accelerated(const graze_motion *motion)
{
    const graze_vector *a = &motion->acceleration;
    return motion->form == GRAZE_RAMP || a->x != 0 || a->y != 0 || a->z != 0;
}

bool vectors_is_accelerated(const oracle_pair *pair)
{
    return is_accelerated(&pair->a) || is_accelerated(&pair->b);
}
