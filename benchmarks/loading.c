/* SPDX-License-Identifier: MIT */
/* How long does a large roadmap take to read? A GraphML file of 11 342 vertices and
 * 527 066 edges, the size of the largest roadmap of Continuous-CBS, in the form in which
 * that solver's files are written; Graze's reader into a roadmap that can be searched,
 * with and without the SHA-256 of the file, and expat alone with handlers that only count.
 * Run it by itself: the memory it tells is the most that its process had. */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "benchmarks/command.h"
#include "benchmarks/graphml_write.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "io/map.h"

enum { VERTICES = 11342, EDGES = 527066, CHUNK = 1 << 16, ROUNDS_MOST = 99 };

/* ---- the file ----------------------------------------------------------------------- */

static void write_vertex(FILE *out, int vertex, randomness *source)
{
    double x = random_below(source, 256000) / 1000.0, y = random_below(source, 256000) / 1000.0;
    graphml_node(out, vertex, x, y, 6);
}

static void write_edge(FILE *out, int edge, randomness *source)
{
    int from = random_below(source, VERTICES);
    int to = (from + 1 + random_below(source, VERTICES - 1)) % VERTICES;
    graphml_edge(out, edge, from, to);
}

static void write_roadmap(const char *path)
{
    randomness source = {UINT64_C(20)};
    FILE *out = fopen(path, "wb");
    if (out == NULL)
        give_up("the roadmap cannot be written");
    graphml_begin(out);
    for (int i = 0; i < VERTICES; i++)
        write_vertex(out, i, &source);
    for (int i = 0; i < EDGES; i++)
        write_edge(out, i, &source);
    graphml_end(out);
    if (ferror(out) || fclose(out) != 0)
        give_up("the roadmap cannot be written");
}

/* ---- the contenders ------------------------------------------------------------------ */

static size_t load_by_graze(const char *path, bool hashed)
{
    diagnostics sink = {.out = stderr};
    map_options options = {.file = path, .hashed = hashed};
    map loaded;
    if (map_read(&options, &sink, &loaded) != IO_OK)
        give_up("the roadmap was not read");
    size_t edges = loaded.roadmap.first[loaded.roadmap.vertex_count];
    map_free(&loaded);
    return edges;
}

static void XMLCALL count_edge(void *context, const char *name, const char **attributes)
{
    size_t *edges = context;
    (void)attributes;
    *edges += name[0] == 'e';
}

static size_t load_by_expat(const char *path)
{
    static char chunk[CHUNK];
    size_t edges = 0, got;
    FILE *file = fopen(path, "rb");
    XML_Parser parser = XML_ParserCreate(NULL);
    if (file == NULL || parser == NULL)
        give_up("no memory");
    XML_SetUserData(parser, &edges);
    XML_SetElementHandler(parser, count_edge, NULL);
    do {
        got = fread(chunk, 1, sizeof chunk, file);
        if (XML_Parse(parser, chunk, (int)got, got == 0) != XML_STATUS_OK)
            give_up("the roadmap was not read");
    } while (got > 0);
    XML_ParserFree(parser);
    fclose(file);
    return edges;
}

/* ---- rounds --------------------------------------------------------------------------- */

enum { GRAZE, GRAZE_HASHED, EXPAT, CONTENDERS };

static size_t pass(int which, const char *path)
{
    return which == EXPAT ? load_by_expat(path) : load_by_graze(path, which == GRAZE_HASHED);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double most_memory(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? (double)used.ru_maxrss / 1024 : -1;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"Graze", "Graze, with SHA-256", "expat, counting edges"};
    double seconds[CONTENDERS][ROUNDS_MOST], memory = 0;
    size_t edges[CONTENDERS] = {0};
    command given = command_read(argc, argv, 1);
    size_t rounds = given.once ? 1 : given.repeats < ROUNDS_MOST ? given.repeats : ROUNDS_MOST;
    char path[] = P_tmpdir "/graze-roadmap-XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0)
        give_up("the roadmap cannot be written");
    write_roadmap(path);
    for (size_t round = 0; round < rounds; round++)
        for (int k = 0; k < CONTENDERS; k++) {
            double began = timing_clock();
            edges[k] = pass(k, path);
            seconds[k][round] = (timing_clock() - began) * 1e-9;
            if (round == 0 && k == GRAZE)
                memory = most_memory();
        }
    remove(path);

    table_title(&given, "Loading");
    table to = table_begin(&given, "times", 1,
                           "A roadmap of half a million edges; CPU time of the thread; the most "
                           "memory after Graze's first reading.",
                           "reader|edges|s|MB");
    for (int k = 0; k < CONTENDERS; k++) {
        qsort(seconds[k], rounds, sizeof seconds[k][0], compare);
        table_cells(&to, "%s|%zu|%.3f", names[k], edges[k], seconds[k][rounds / 2]);
        if (k == GRAZE)
            table_cells(&to, "%.0f", memory);
        table_end_row(&to);
    }
    return table_status();
}
