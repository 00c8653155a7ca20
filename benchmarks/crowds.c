/* SPDX-License-Identifier: MIT */
/* Maps and scenarios for hundreds and thousands of agents, in MovingAI's formats:
 *
 *     crowds map KIND > crowd.map
 *     crowds tasks KIND AGENTS [SEED] > crowd.scen
 *     crowds mixed KIND AGENTS [SEED] > mixed.csv     radii 0.2 ... 0.35 m, moves of 1 ... 5 s
 *     crowds goals KIND AGENTS EACH [SEED] > goals.csv      for `graze solve --tasks`
 *
 *     aisles     161 x 63, shelves of 10 x 2 cells up to both long walls, aisles of one cell
 *                between them, 14 open columns at either side
 *     halls      161 x 63, 10 x 20 such shelves in the middle, an open hall at either side
 *     caves      270 x 160, rooms and passages of irregular walls, some 28 000 cells in one part
 *     plains     256 x 257, irregular open areas and wide passages, 28 949 cells in one part
 *     scattered  64 x 64, a fifth of the cells blocked at random
 *
 * Starts are different cells, and so are goals, all in the largest part of the map. The same
 * on every machine. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/random.h"

enum { SHELF_LONG = 10, SHELF_DEEP = 2, SIDE_MAX = 270, CELLS_MAX = SIDE_MAX * SIDE_MAX };

typedef struct grid {
    int width, height;
    bool blocked[CELLS_MAX];
    int part[CELLS_MAX]; /* of which part of the map a cell is; 0: of none */
} grid;

static int at(const grid *g, int x, int y)
{
    return y * g->width + x;
}

/* Fills a rectangle with shelves and aisles; an aisle comes first. */
static void put_shelves(grid *g, int left, int top, int right, int bottom)
{
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            g->blocked[at(g, x, y)] =
                (x - left) % (SHELF_LONG + 1) != 0 && (y - top) % (SHELF_DEEP + 1) != 0;
}

static void make_aisles(grid *g)
{
    g->width = 161, g->height = 63;
    put_shelves(g, 14, 0, g->width - 14, g->height);
}

static void make_halls(grid *g)
{
    g->width = 161, g->height = 63;
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            g->blocked[at(g, x, y)] = x == 0 || y == 0 || x == g->width - 1 || y == g->height - 1;
    put_shelves(g, 25, 1, 136, 62);
}

static void scatter(grid *g, randomness *source, int percent)
{
    for (int i = 0; i < g->width * g->height; i++)
        g->blocked[i] = random_below(source, 100) < percent;
}

static void make_scattered(grid *g)
{
    randomness source = {7};
    g->width = g->height = 64;
    scatter(g, &source, 20);
}

/* How many of the nine cells around a cell are blocked; outside all are. */
static int walls_around(const grid *g, int x, int y)
{
    int count = 0;
    for (int b = y - 1; b <= y + 1; b++)
        for (int a = x - 1; a <= x + 1; a++)
            count += a < 0 || b < 0 || a >= g->width || b >= g->height || g->blocked[at(g, a, b)];
    return count;
}

/* Again and again each cell becomes as most around it are. */
static void smooth(grid *g, int rounds)
{
    static bool next[CELLS_MAX];
    for (int round = 0; round < rounds; round++) {
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++)
                next[at(g, x, y)] = walls_around(g, x, y) >= 5;
        memcpy(g->blocked, next, sizeof next);
    }
}

static void make_caves(grid *g)
{
    enum { ROUNDS = 6, PERCENT = 46 };
    randomness source = {520};
    g->width = 270, g->height = 160;
    scatter(g, &source, PERCENT);
    smooth(g, ROUNDS);
}

/* Caves of large cells within a circle, of whose cells every fourth is turned over before they are
 * smoothed in turn. */
static void make_plains(grid *g)
{
    enum { ROUNDS = 4, PERCENT = 49, SIDE = 52, LARGE = 5, ROUGH = 4, FINE_ROUNDS = 3 };
    randomness source = {520};
    static grid large;
    large.width = large.height = SIDE;
    scatter(&large, &source, PERCENT);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if ((2 * x - SIDE) * (2 * x - SIDE) + (2 * y - SIDE) * (2 * y - SIDE) > SIDE * SIDE)
                large.blocked[at(&large, x, y)] = true;
    smooth(&large, ROUNDS);
    g->width = 256, g->height = 257;
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            g->blocked[at(g, x, y)] = large.blocked[at(&large, x / LARGE, y / LARGE)] !=
                                      (random_below(&source, ROUGH) == 0);
    smooth(g, FINE_ROUNDS);
}

static bool make(grid *g, const char *kind)
{
    static const struct {
        const char *name;
        void (*make)(grid *);
    } kinds[] = {{"aisles", make_aisles},
                 {"halls", make_halls},
                 {"caves", make_caves},
                 {"plains", make_plains},
                 {"scattered", make_scattered}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i].name) == 0) {
            kinds[i].make(g);
            return true;
        }
    return false;
}

/* ---- tasks -------------------------------------------------------------------------- */

/* Marks the cells that can be reached from one; their number. */
static int mark_part(grid *g, int from, int part, int *queue)
{
    int count = 0;
    g->part[from] = part;
    queue[count++] = from;
    for (int i = 0; i < count; i++) {
        const int x = queue[i] % g->width, y = queue[i] / g->width;
        const int near[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
        for (int k = 0; k < 4; k++) {
            const int a = near[k][0], b = near[k][1];
            if (a < 0 || b < 0 || a >= g->width || b >= g->height || g->blocked[at(g, a, b)] ||
                g->part[at(g, a, b)] != 0)
                continue;
            g->part[at(g, a, b)] = part;
            queue[count++] = at(g, a, b);
        }
    }
    return count;
}

/* The cells of the largest part; their number. */
static int largest_part(grid *g, int *cells)
{
    static int queue[CELLS_MAX];
    int largest = 0, part = 0;
    for (int i = 0; i < g->width * g->height; i++) {
        const int count = g->blocked[i] || g->part[i] != 0 ? 0 : mark_part(g, i, ++part, queue);
        if (count > largest) {
            largest = count;
            memcpy(cells, queue, (size_t)count * sizeof *cells);
        }
    }
    return largest;
}

static void shuffle(int *cells, int count, randomness *source)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = random_below(source, i + 1), kept = cells[i];
        cells[i] = cells[j];
        cells[j] = kept;
    }
}

/* A scenario of MovingAI, or in CSV with bodies and speeds of many kinds. */
static int print_tasks(grid *g, const char *kind, int agents, uint64_t seed, bool mixed)
{
    static const double radii[] = {0.2, 0.3, 0.35, 0.25};
    static int starts[CELLS_MAX], goals[CELLS_MAX];
    randomness source = {seed};
    const int count = largest_part(g, starts);
    if (agents < 1 || agents > count) {
        fprintf(stderr, "crowds: from 1 to %d agents\n", count);
        return 2;
    }
    memcpy(goals, starts, sizeof goals);
    shuffle(starts, count, &source);
    shuffle(goals, count, &source);
    puts(mixed ? "agent,start_x,start_y,goal_x,goal_y,radius,speed" : "version 1");
    for (int i = 0; i < agents && mixed; i++)
        printf("%d,%d,%d,%d,%d,%.2f,%.17g\n", i, starts[i] % g->width, starts[i] / g->width,
               goals[i] % g->width, goals[i] / g->width, radii[i % 4], 1.0 / (1 + i % 5));
    for (int i = 0; i < agents && !mixed; i++)
        printf("0\t%s.map\t%d\t%d\t%d\t%d\t%d\t%d\t0\n", kind, g->width, g->height,
               starts[i] % g->width, starts[i] / g->width, goals[i] % g->width,
               goals[i] / g->width);
    return 0;
}

/* So many goals for each agent, in any cells of the largest part. */
static int print_goals(grid *g, int agents, int each, uint64_t seed)
{
    static int cells[CELLS_MAX];
    randomness source = {seed};
    const int count = largest_part(g, cells);
    puts("agent,x,y");
    for (int i = 0; i < agents; i++)
        for (int k = 0; k < each; k++) {
            const int cell = cells[random_below(&source, count)];
            printf("%d,%d,%d\n", i, cell % g->width, cell / g->width);
        }
    return 0;
}

static int print_map(const grid *g)
{
    printf("type octile\nheight %d\nwidth %d\nmap\n", g->height, g->width);
    for (int i = 0; i < g->width * g->height; i++) {
        putchar(g->blocked[i] ? '@' : '.');
        if ((i + 1) % g->width == 0)
            putchar('\n');
    }
    return 0;
}

int main(int argc, char **argv)
{
    static grid g;
    if (argc == 3 && strcmp(argv[1], "map") == 0 && make(&g, argv[2]))
        return print_map(&g);
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "tasks") == 0 && make(&g, argv[2]))
        return print_tasks(&g, argv[2], atoi(argv[3]),
                           argc == 5 ? strtoull(argv[4], NULL, 10) : 1, false);
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "mixed") == 0 && make(&g, argv[2]))
        return print_tasks(&g, argv[2], atoi(argv[3]),
                           argc == 5 ? strtoull(argv[4], NULL, 10) : 1, true);
    if ((argc == 5 || argc == 6) && strcmp(argv[1], "goals") == 0 && make(&g, argv[2]))
        return print_goals(&g, atoi(argv[3]), atoi(argv[4]),
                           argc == 6 ? strtoull(argv[5], NULL, 10) : 1);
    fputs("usage: crowds map|tasks|mixed|goals aisles|halls|caves|plains|scattered "
          "[AGENTS [EACH] [SEED]]\n",
          stderr);
    return 2;
}
