/* SPDX-License-Identifier: MIT */
/* Conflict-based search in continuous time on the public headers of Graze alone: the cheapest
 * plan for discs on a roadmap. doc/solver-authors.md explains it; graze_solve finds the same
 * cost sooner.
 *
 *     cc ccbs.c $(pkg-config --cflags --libs graze) -lm -o ccbs && ./ccbs
 */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 16, MOTIONS = 48, LIST = 512, STATES = 4096 };

/* What one agent must not do, in a list that grows towards the leaves of the tree. */
typedef struct rule {
    const struct rule *before;
    size_t agent, place; /* an edge or a vertex */
    bool of_edge;
    graze_interval when; /* starts along the edge, or times at the vertex */
} rule;

typedef struct path {
    graze_motion motions[MOTIONS]; /* the last is an endless stay */
    graze_prepared prepared[MOTIONS];
    graze_prepared_trajectory ready;
    size_t places[MOTIONS], count; /* edges of moves, vertices of stays */
    bool moves[MOTIONS];
    double arrival;
} path;

typedef struct node {
    rule added; /* and all rules before it */
    path *paths[AGENTS], *own; /* own: the one that was made for this node */
    double cost;
    bool open;
} node;

typedef struct search {
    const graze_problem *problem;
    graze_lattice lattice;
    graze_body bodies[AGENTS];
    node **nodes;
    size_t count;
} search;

static graze_vector place_of(const search *s, size_t vertex)
{
    const graze_point p = s->problem->roadmap->places[vertex];
    return (graze_vector){p.x, p.y, 0};
}

/* ---- one agent: safe-interval path planning under rules --------------------------------- */

/* Being at a vertex during a safe interval, as early as it is known to be possible. */
typedef struct state {
    size_t vertex, parent, edge; /* the move that led here */
    graze_closed_interval safe;
    double start, time; /* of that move, and when it ends */
    bool done;
} state;

/* The times that rules forbid an agent at a place, in normal form. */
static size_t forbidden(const rule *rules, size_t agent, bool of_edge, size_t place,
                        graze_interval list[LIST])
{
    size_t count = 0;
    for (; rules != NULL; rules = rules->before)
        if (rules->agent == agent && rules->of_edge == of_edge && rules->place == place &&
            count < LIST)
            list[count++] = rules->when;
    graze_intervals_normalise(list, &count);
    return count;
}

static size_t safe_intervals(const rule *rules, size_t agent, size_t vertex,
                             graze_closed_interval safe[LIST + 1])
{
    graze_interval list[LIST];
    size_t count = forbidden(rules, agent, false, vertex, list), found = 0;
    graze_intervals_complement(list, count, (graze_closed_interval){0, INFINITY}, safe, LIST + 1,
                               &found);
    return found;
}

/* Writes a state, or makes it earlier. */
static size_t reach(state *states, size_t count, state next)
{
    size_t k = 0;
    while (k < count &&
           (states[k].vertex != next.vertex || states[k].safe.first != next.safe.first))
        k++;
    if (k == count ? count < STATES : next.time < states[k].time)
        states[k] = next;
    return k == count && count < STATES ? count + 1 : count;
}

/* Tries the moves out of state k: as early as rules allow, into each safe interval. */
static size_t expand(const search *s, const rule *rules, size_t agent, state *states, size_t k,
                     size_t count)
{
    const graze_roadmap *roads = s->problem->roadmap;
    const state from = states[k];
    for (size_t e = roads->first[from.vertex]; e < roads->first[from.vertex + 1]; e++) {
        graze_interval starts[LIST];
        graze_closed_interval safe[LIST + 1];
        const size_t to = roads->targets[e];
        size_t gaps = safe_intervals(rules, agent, to, safe);
        size_t blocked = forbidden(rules, agent, true, e, starts);
        double duration, start;
        graze_lattice_duration(&s->lattice, roads->places[from.vertex], roads->places[to],
                               s->problem->tasks[agent].speed, &duration);
        for (size_t i = 0; i < gaps; i++) {
            graze_lattice_earliest_safe(&s->lattice, starts, blocked,
                                        fmax(from.time, safe[i].first - duration), &start);
            if (start <= from.safe.last && start + duration <= safe[i].last)
                count = reach(states, count, (state){to, k, e, safe[i], start, start + duration,
                                                     false});
        }
    }
    return count;
}

static void add_motion(path *made, bool moves, size_t place, graze_vector from, graze_vector to,
                       double start, double end)
{
    if (start < end && made->count < MOTIONS) {
        graze_motion_waypoint(from, to, start, end, &made->motions[made->count]);
        made->moves[made->count] = moves;
        made->places[made->count++] = place;
    }
}

/* Writes the motions that lead to state k. */
static void follow(const search *s, const state *states, size_t k, path *made)
{
    const state *to = &states[k], *from = &states[to->parent];
    if (to == from)
        return;
    follow(s, states, to->parent, made);
    const graze_vector a = place_of(s, from->vertex), b = place_of(s, to->vertex);
    add_motion(made, false, from->vertex, a, a, from->time, to->start);
    add_motion(made, true, to->edge, a, b, to->start, to->time);
}

/* The path of an agent that arrives first under the rules; null when there is none. */
static path *plan(const search *s, const rule *rules, size_t agent)
{
    static state states[STATES];
    graze_closed_interval safe[LIST + 1];
    const graze_task *task = &s->problem->tasks[agent];
    size_t count = 0, next = 0;
    if (safe_intervals(rules, agent, task->start, safe) > 0 && safe[0].first == 0)
        states[count++] = (state){.vertex = task->start, .safe = safe[0]};
    for (; count > 0; next = 0) {
        for (size_t k = 1; k < count; k++)
            if (states[next].done || (!states[k].done && states[k].time < states[next].time))
                next = k;
        if (states[next].done ||
            (states[next].vertex == task->goal && states[next].safe.last == INFINITY))
            break;
        states[next].done = true;
        count = expand(s, rules, agent, states, next, count);
    }
    path *made = count > 0 && !states[next].done ? calloc(1, sizeof *made) : NULL;
    if (made == NULL)
        return NULL;
    follow(s, states, next, made);
    made->arrival = states[next].time;
    const graze_vector goal = place_of(s, task->goal);
    add_motion(made, false, task->goal, goal, goal, made->arrival, INFINITY);
    return made;
}

/* ---- many agents: the tree of constraints ----------------------------------------------- */

static node *add_node(search *s)
{
    node **more = realloc(s->nodes, (s->count + 1) * sizeof *more);
    node *added = more == NULL ? NULL : calloc(1, sizeof *added);
    s->nodes = more == NULL ? s->nodes : more;
    if (added != NULL)
        s->nodes[s->count++] = added;
    return added;
}

/* Gives an agent of a node its best path; false when there is none. */
static bool replan(const search *s, node *of, const rule *rules, size_t agent)
{
    path *made = of->own = plan(s, rules, agent);
    if (made == NULL)
        return false;
    const graze_trajectory trajectory = {made->motions, made->count};
    of->cost += made->arrival - (of->paths[agent] == NULL ? 0 : of->paths[agent]->arrival);
    of->paths[agent] = made;
    return graze_trajectory_prepare(&s->bodies[agent], &trajectory, made->prepared,
                                    &made->ready) == GRAZE_OK;
}

/* A conflict of two agents of a node, and the constraints of which every plan keeps one. */
typedef struct split {
    size_t agents[2];
    rule rules[2];
} split;

/* Splits the first conflict of two agents, if there is one. */
static bool split_pair(const search *s, const node *of, size_t a, size_t b, split *found)
{
    const path *paths[2] = {of->paths[a], of->paths[b]};
    const double tolerance = s->problem->tolerance;
    graze_motion_pair pair = {0, 0};
    graze_constraint constraints[2];
    bool conflict = false;
    graze_trajectory_first_conflict(&paths[0]->ready, &paths[1]->ready, tolerance, &pair,
                                    &conflict);
    if (!conflict ||
        graze_conflict_split(&s->lattice, &s->bodies[a], &paths[0]->motions[pair.motion_a],
                             &s->bodies[b], &paths[1]->motions[pair.motion_b], tolerance,
                             GRAZE_SPLIT_PLAIN, NULL, constraints, &conflict) != GRAZE_OK)
        return false;
    for (int k = 0; k < 2; k++) {
        const size_t motion = k == 0 ? pair.motion_a : pair.motion_b;
        found->agents[k] = k == 0 ? a : b;
        found->rules[k] = (rule){&of->added, found->agents[k], paths[k]->places[motion],
                                 constraints[k].form == GRAZE_NOT_START, constraints[k].when};
    }
    return true;
}

/* How much more the cheaper child of a split costs. */
static double increase(const search *s, const node *of, const split *by)
{
    double least = INFINITY;
    for (int k = 0; k < 2; k++) {
        path *made = plan(s, &by->rules[k], by->agents[k]);
        if (made != NULL)
            least = fmin(least, made->arrival - of->paths[by->agents[k]]->arrival);
        free(made);
    }
    return least;
}

/* Of the conflicts of a node the one whose children cost most; false: it has none. */
static bool find_split(const search *s, const node *of, split *best)
{
    double most = -1;
    for (size_t a = 0; a < s->problem->task_count; a++)
        for (size_t b = a + 1; b < s->problem->task_count; b++) {
            split next;
            if (!split_pair(s, of, a, b, &next))
                continue;
            const double more = increase(s, of, &next);
            if (more > most)
                *best = next;
            most = fmax(most, more);
        }
    return most >= 0;
}

/* A node with one constraint more. */
static void branch(search *s, const node *from, const split *by, int k)
{
    node *child = add_node(s);
    if (child == NULL)
        return;
    *child = *from;
    child->added = by->rules[k];
    child->open = replan(s, child, &child->added, by->agents[k]);
}

static node *cheapest(const search *s)
{
    node *best = NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->nodes[i]->open && (best == NULL || s->nodes[i]->cost < best->cost))
            best = s->nodes[i];
    return best;
}

/* Expands the tree; the cost of the cheapest plan, or infinity after so many nodes. */
static double expand_tree(search *s, size_t limit)
{
    for (node *best = cheapest(s); best != NULL && s->count < limit; best = cheapest(s)) {
        split by;
        if (!find_split(s, best, &by))
            return best->cost;
        best->open = false;
        branch(s, best, &by, 0);
        branch(s, best, &by, 1);
    }
    return INFINITY;
}

/* The least sum of arrival times [s] of a problem of at most AGENTS agents; infinity when there is
 * no plan, or when it takes more than so many nodes. */
static double ccbs_cost(const graze_problem *problem, size_t limit)
{
    search s = {.problem = problem};
    double slowest = INFINITY, cost = INFINITY;
    for (size_t i = 0; i < problem->task_count; i++) {
        s.bodies[i].radius = problem->tasks[i].radius;
        slowest = fmin(slowest, problem->tasks[i].speed);
    }
    graze_lattice_for_roadmap(problem->roadmap, slowest, &s.lattice);
    /* A rule of no agent is before all others; one node for each agent owns its first path. */
    node *root = add_node(&s);
    bool ready = root != NULL;
    if (ready)
        root->added.agent = SIZE_MAX;
    for (size_t i = 0; ready && i < problem->task_count; i++) {
        node *next = add_node(&s);
        ready = next != NULL;
        if (ready) {
            *next = *root;
            ready = replan(&s, next, &next->added, i);
            root = next;
        }
    }
    if (ready) {
        root->open = true;
        cost = expand_tree(&s, limit);
    }
    for (size_t i = 0; i < s.count; i++) {
        free(s.nodes[i]->own);
        free(s.nodes[i]);
    }
    free(s.nodes);
    return cost;
}

/* Two agents change sides of a road with a bay in its middle. */
int main(void)
{
    const graze_point places[] = {{0, 0}, {2, 0}, {4, 0}, {2, 1.5}};
    const graze_edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {1, 3}, {3, 1}};
    const graze_task tasks[] = {{0.5, 1, 0, 2, NULL}, {0.5, 1, 2, 0, NULL}};
    graze_roadmap roads;
    graze_solution solution;
    if (graze_roadmap_from_edges(4, places, 6, edges, NULL, &roads, NULL) != GRAZE_OK)
        return 1;
    const graze_problem problem = {&roads, tasks, 2, 0};
    const double cost = ccbs_cost(&problem, 100000);
    double wanted = INFINITY;
    if (graze_solve(&problem, NULL, NULL, &solution) == GRAZE_OK) {
        wanted = solution.outcome == GRAZE_PLAN_FOUND ? solution.sum_of_costs : INFINITY;
        graze_solution_free(&solution, NULL);
    }
    graze_roadmap_free(&roads, NULL);
    printf("ccbs: %.12g s, graze_solve: %.12g s\n", cost, wanted);
    return cost == wanted ? 0 : 1;
}
