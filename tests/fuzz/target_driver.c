/* SPDX-License-Identifier: MIT */
/* Commands of the driver on files of any content. They may refuse a file; they may not crash,
 * and may not end with a fault of their own. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "fuzz/targets.h"

static const char *pick(fuzz_input *in, const char *const *words, unsigned count)
{
    return words[fuzz_below(in, count)];
}

#define PICK(in, ...)                                                                              \
    pick(in, (const char *const[]){__VA_ARGS__},                                                   \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

void fuzz_check(fuzz_input *in)
{
    char line[1024], bodies[128], map[256];
    const char *options = PICK(in, "", "--all", "--unsafe-starts", "--slack", "--first", "--hex");
    const char *filter = PICK(in, "", "--filter sta", "--filter pyramid", "--index tree");
    const char *radius = PICK(in, "--radius 0.5", "", "--radius 1e300");
    const char *end = PICK(in, "", "--at-end vanish", "--tolerance 0", "--tolerance 1e9");
    unsigned how = fuzz_below(in, 8);
    snprintf(bodies, sizeof bodies, how & 1 ? "--bodies %s" : "%.0s", fuzz_path(1));
    snprintf(map, sizeof map, how & 2 ? "--map %s" : "%.0s", fuzz_path(2));
    if (how & 1)
        fuzz_file(in, 1);
    if (how & 2)
        fuzz_file(in, 2);
    snprintf(line, sizeof line, "check -q -j 1 %s %s %s %s %s %s %s", options, filter, radius, end,
             bodies, map, fuzz_file(in, 0));
    fuzz_command(cli_check, line);
}

void fuzz_convert(fuzz_input *in)
{
    char line[1024], second[256];
    const char *from = PICK(in, "", "--from plan", "--from map", "--from scenario");
    const char *to = PICK(in, "waypoints", "motions", "log", "grid", "movingai", "ccbs-map",
                          "roadmap", "graphml", "scenario", "scen", "ccbs-task");
    const char *more = PICK(in, "", "--drop", "--radius 0.5", "--cell 0.3", "--drop --cell 2");
    const char *role = PICK(in, "", "--map", "--edges", "--bodies");
    snprintf(second, sizeof second, "%s %s", role, role[0] != '\0' ? fuzz_file(in, 1) : "");
    fuzz_file(in, 0);
    unlink(fuzz_path(2));
    unlink(fuzz_path(3));
    snprintf(line, sizeof line, "convert %s --to %s %s %s --edges-output %s %s %s", from, to, more,
             second, fuzz_path(3), fuzz_path(0), fuzz_path(2));
    int status = fuzz_command(cli_convert, line);
    fuzz_require(status == CLI_DONE || status == CLI_BAD_INPUT || status == CLI_MEMORY);
    fuzz_require((access(fuzz_path(2), F_OK) == 0) == (status == CLI_DONE));
}

void fuzz_solve(fuzz_input *in)
{
    char line[1024], edges[128];
    const char *method = PICK(in, "ccbs", "prioritised", "sipp");
    const char *options = PICK(in, "--agents 2", "--suboptimality 1.5", "--no-disjoint",
                               "-k 5", "-k 2", "--tolerance 0.1 --no-corridors", "");
    const char *sizes = PICK(in, "--radius 0.3", "", "--radius 0.3 --speed 0.7", "--speed 1e9");
    bool has_edges = fuzz_below(in, 2) != 0;
    snprintf(edges, sizeof edges, has_edges ? "--edges %s" : "%.0s", fuzz_path(1));
    if (has_edges)
        fuzz_file(in, 1);
    fuzz_file(in, 0);
    fuzz_file(in, 2);
    snprintf(line, sizeof line,
             "solve -q --node-limit 40 --time-limit 1 --method %s %s %s %s --map %s --scenario %s",
             method, options, sizes, edges, fuzz_path(0), fuzz_path(2));
    fuzz_command(cli_solve, line);
}
