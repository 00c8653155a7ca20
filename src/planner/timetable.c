/* SPDX-License-Identifier: MIT */
/* Who is where when, by cells of the plane. */
#include "planner/timetable.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "planner/array.h"

/* Notes are named by their index + 1, 0 is none. */
typedef struct timetable_note {
    uint32_t next, previous; /* in the same cell */
    uint32_t cell;
    uint32_t also; /* of the same route, or vacant, too */
    uint32_t kind, agent;
    uint64_t serial; /* later notes have greater ones, and come first in their cell */
    route_part part;
} timetable_note;

/* What is blocked at a vertex or an edge for a kind, by all notes up to a serial. */
typedef struct timetable_answer {
    uint64_t serial, turn;
    uint32_t kind;
    span *spans; /* ascending; apart or sharing ends */
    size_t count, capacity;
} timetable_answer;

enum { CELLS_MAX = 1 << 20 };

static const graze_allocator *memory_of(const timetable *table)
{
    return &table->clashes->ground->memory;
}

static double greatest_radius(const terrain *ground)
{
    double greatest = 0;
    for (uint32_t k = 0; k < ground->kind_count; k++)
        greatest = fmax(greatest, ground->kinds[k].body.radius);
    return greatest;
}

/* Cells about as large as a move with its bodies, and not too many of them. */
static void lay_out(timetable *table)
{
    const terrain *ground = table->clashes->ground;
    terrain_box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double extent = 0;
    for (uint32_t v = 0; v < ground->roadmap->vertex_count; v++) {
        graze_point p = terrain_place(ground, v);
        all = (terrain_box){fmin(all.left, p.x), fmin(all.bottom, p.y), fmax(all.right, p.x),
                            fmax(all.top, p.y)};
    }
    for (uint32_t e = 0; e < ground->edge_count; e++)
        extent += fmax(ground->boxes[e].right - ground->boxes[e].left,
                       ground->boxes[e].top - ground->boxes[e].bottom);
    double width = all.right - all.left, height = all.top - all.bottom;
    double mean = ground->edge_count > 0 ? extent / ground->edge_count : 1;
    table->left = all.left;
    table->bottom = all.bottom;
    table->greatest_radius = greatest_radius(ground);
    table->cell = fmax(mean + 2 * table->greatest_radius, sqrt(width * height / CELLS_MAX));
    table->cell = fmax(table->cell, fmax(width, height) / (CELLS_MAX / 64));
    table->columns = (size_t)(width / table->cell) + 1;
    table->rows = (size_t)(height / table->cell) + 1;
}

graze_status timetable_open(timetable *table, clash_book *clashes)
{
    *table = (timetable){.clashes = clashes};
    lay_out(table);
    table->heads = memory_new(memory_of(table), table->columns * table->rows,
                              sizeof *table->heads);
    return table->heads != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

void timetable_close(timetable *table)
{
    memory_free(memory_of(table), table->heads);
    memory_free(memory_of(table), table->notes);
    size_t places = table->clashes->ground->edge_count +
                    (size_t)table->clashes->ground->roadmap->vertex_count;
    for (size_t i = 0; table->answers != NULL && i < places; i++)
        memory_free(memory_of(table), table->answers[i].spans);
    memory_free(memory_of(table), table->answers);
    *table = (timetable){.clashes = table->clashes};
}

void timetable_clear(timetable *table)
{
    for (size_t i = 0; i < table->count; i++)
        table->heads[table->notes[i].cell] = 0;
    table->count = 0;
    table->vacant = 0;
    table->turn++;
}

/* ---- cells -------------------------------------------------------------------------- */

typedef struct cell_range {
    size_t left, bottom, right, top; /* inclusive */
} cell_range;

static size_t cell_index(double from, double to, double cell, size_t count)
{
    double index = (to - from) / cell;
    if (!(index > 0))
        return 0;
    return index < (double)count ? (size_t)index : count - 1;
}

/* The cells of a box made wider by `reach`. Who is within reach shares a cell with it:
 * indices grow with the coordinate, however they are rounded. */
static cell_range cells_of(const timetable *table, const terrain_box *box, double reach)
{
    return (cell_range){
        cell_index(table->left, box->left - reach, table->cell, table->columns),
        cell_index(table->bottom, box->bottom - reach, table->cell, table->rows),
        cell_index(table->left, box->right + reach, table->cell, table->columns),
        cell_index(table->bottom, box->top + reach, table->cell, table->rows)};
}

static terrain_box box_at(const terrain *ground, uint32_t vertex)
{
    graze_point p = terrain_place(ground, vertex);
    return (terrain_box){p.x, p.y, p.x, p.y};
}

static uint32_t new_note(timetable *table)
{
    uint32_t note = table->vacant;
    if (note != 0) {
        table->vacant = table->notes[note - 1].also;
        return note;
    }
    if (!ARRAY_RESERVE(memory_of(table), table->notes, table->capacity, table->count + 1))
        return 0;
    return (uint32_t)++table->count;
}

/* Notes a part in its cells, in front of the chain of its route. */
static graze_status note_part(timetable *table, uint32_t kind, uint32_t agent,
                              const route_part *part, uint32_t *chain)
{
    const terrain *ground = table->clashes->ground;
    terrain_box box =
        part->edge != EDGE_NONE ? ground->boxes[part->edge] : box_at(ground, part->vertex);
    double reach = (ground->kinds[kind].body.radius + table->greatest_radius) * (1 + 0x1p-40);
    cell_range cells = cells_of(table, &box, reach);
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++) {
            uint32_t cell = (uint32_t)(y * table->columns + x), note = new_note(table);
            if (note == 0)
                return GRAZE_ERROR_MEMORY;
            uint32_t next = table->heads[cell];
            table->notes[note - 1] = (timetable_note){
                next, 0, cell, *chain, kind, agent, ++table->serial, *part};
            if (next != 0)
                table->notes[next - 1].previous = note;
            table->heads[cell] = *chain = note;
        }
    return GRAZE_OK;
}

graze_status timetable_add(timetable *table, const route_agent *agent, uint32_t number,
                           const step *steps, size_t count, uint32_t *chain)
{
    const terrain *ground = table->clashes->ground;
    route_part stay = {EDGE_NONE, agent->start, 0, 0};
    graze_status status = GRAZE_OK;
    *chain = 0;
    for (size_t i = 0; i < count && status == GRAZE_OK; i++) {
        tick end = steps[i].start + terrain_duration(ground, agent->kind, steps[i].edge);
        route_part move = {steps[i].edge, VERTEX_NONE, steps[i].start, end};
        stay.until = move.from;
        if (stay.from < stay.until)
            status = note_part(table, agent->kind, number, &stay, chain);
        if (status == GRAZE_OK)
            status = note_part(table, agent->kind, number, &move, chain);
        stay.vertex = terrain_to(ground, move.edge);
        stay.from = end;
    }
    stay.until = TICK_NEVER;
    return status == GRAZE_OK ? note_part(table, agent->kind, number, &stay, chain) : status;
}

void timetable_remove(timetable *table, uint32_t chain)
{
    table->turn++;
    while (chain != 0) {
        timetable_note *note = &table->notes[chain - 1];
        uint32_t also = note->also;
        if (note->previous != 0)
            table->notes[note->previous - 1].next = note->next;
        else
            table->heads[note->cell] = note->next;
        if (note->next != 0)
            table->notes[note->next - 1].previous = note->previous;
        note->also = table->vacant;
        table->vacant = chain;
        chain = also;
    }
}

/* ---- questions ---------------------------------------------------------------------- */

/* Adds an interval, and unites it with those that it overlaps; intervals that share an end
 * stay two. */
static graze_status insert_span(const timetable *table, timetable_answer *answer, span more)
{
    if (!ARRAY_RESERVE(memory_of(table), answer->spans, answer->capacity, answer->count + 1))
        return GRAZE_ERROR_MEMORY;
    size_t end = answer->count, first;
    while (end > 0 && answer->spans[end - 1].lower >= more.upper)
        end--;
    for (first = end; first > 0 && answer->spans[first - 1].upper > more.lower; first--) {
        span with = answer->spans[first - 1];
        more = (span){with.lower < more.lower ? with.lower : more.lower,
                      with.upper > more.upper ? with.upper : more.upper};
    }
    memmove(answer->spans + first + 1, answer->spans + end,
            (answer->count - end) * sizeof *answer->spans);
    answer->count += 1 + first - end;
    answer->spans[first] = more;
    return GRAZE_OK;
}

/* When what is noted keeps an agent from a vertex: an open interval of times. */
static span keeps_from_vertex(timetable *table, const timetable_note *note, uint32_t vertex)
{
    const route_part *part = &note->part;
    if (part->edge == EDGE_NONE) {
        bool near = clash_places(table->clashes, note->kind, part->vertex, table->kind, vertex);
        return near ? (span){part->from, part->until} : (span){0, 0};
    }
    span when = clash_stay(table->clashes, table->kind, vertex, note->kind, part->edge);
    return when.lower < when.upper ? (span){when.lower + part->from, when.upper + part->from}
                                   : when;
}

/* Which starts along an edge it forbids: against a stay those whose overlap [s + lower,
 * s + upper] shares an instant with it. */
static span keeps_from_edge(timetable *table, const timetable_note *note, uint32_t edge)
{
    const route_part *part = &note->part;
    if (part->edge != EDGE_NONE) {
        span when = clash_moves(table->clashes, table->kind, edge, note->kind, part->edge);
        return when.lower < when.upper ? (span){when.lower + part->from, when.upper + part->from}
                                       : when;
    }
    span when = clash_stay(table->clashes, note->kind, part->vertex, table->kind, edge);
    if (when.lower >= when.upper)
        return when;
    return (span){part->from - when.upper,
                  part->until >= TICK_NEVER ? TICK_NEVER : part->until - when.lower};
}

/* The answer for a place, begun anew if it is of another kind or something was removed. */
static timetable_answer *answer_for(timetable *table, uint32_t place, bool is_edge)
{
    const terrain *ground = table->clashes->ground;
    size_t vertices = ground->roadmap->vertex_count;
    if (table->answers == NULL)
        table->answers = memory_new(memory_of(table), ground->edge_count + vertices,
                                    sizeof *table->answers);
    if (table->answers == NULL)
        return NULL;
    timetable_answer *answer = &table->answers[is_edge ? vertices + place : place];
    if (answer->turn != table->turn || answer->kind != table->kind) {
        answer->turn = table->turn;
        answer->kind = table->kind;
        answer->serial = 0;
        answer->count = 0;
    }
    return answer;
}

static graze_status ask(timetable *table, uint32_t place, bool is_edge, span_list *blocked)
{
    const terrain *ground = table->clashes->ground;
    terrain_box box = is_edge ? ground->boxes[place] : box_at(ground, place);
    cell_range cells = cells_of(table, &box, 0);
    timetable_answer *answer = answer_for(table, place, is_edge);
    graze_status status = answer != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
    for (size_t y = cells.bottom; status == GRAZE_OK && y <= cells.top; y++)
        for (size_t x = cells.left; status == GRAZE_OK && x <= cells.right; x++)
            for (uint32_t i = table->heads[y * table->columns + x];
                 i != 0 && table->notes[i - 1].serial > answer->serial && status == GRAZE_OK;
                 i = table->notes[i - 1].next) {
                const timetable_note *note = &table->notes[i - 1];
                span more = is_edge ? keeps_from_edge(table, note, place)
                                    : keeps_from_vertex(table, note, place);
                if (more.lower < more.upper && more.upper > 0)
                    status = insert_span(table, answer, more);
            }
    if (status != GRAZE_OK)
        return status;
    answer->serial = table->serial;
    *blocked = (span_list){answer->spans, answer->count};
    return table->clashes->status;
}

graze_status timetable_vertex(void *context, uint32_t vertex, span_list *blocked,
                              span_list *stays)
{
    *stays = (span_list){NULL, 0};
    return ask(context, vertex, false, blocked);
}

graze_status timetable_edge(void *context, uint32_t edge, span_list *blocked)
{
    return ask(context, edge, true, blocked);
}

/* ---- company ------------------------------------------------------------------------- */

/* Two stays begin to overlap only while one of their agents moves, which is told then. */
static bool are_in_conflict(const timetable *table, const route_part *part,
                            const timetable_note *note)
{
    const route_part *other = &note->part;
    if (part->until <= other->from || other->until <= part->from)
        return false;
    if (part->edge != EDGE_NONE && other->edge != EDGE_NONE)
        return span_holds(clash_moves(table->clashes, table->kind, part->edge, note->kind,
                                      other->edge),
                          part->from - other->from);
    if (part->edge == EDGE_NONE && other->edge == EDGE_NONE)
        return false;
    bool moves = part->edge != EDGE_NONE;
    const route_part *stay = moves ? other : part, *move = moves ? part : other;
    span when = clash_stay(table->clashes, moves ? note->kind : table->kind, stay->vertex,
                           moves ? table->kind : note->kind, move->edge);
    return when.lower < when.upper && stay->from < when.upper + move->from &&
           stay->until > when.lower + move->from;
}

uint32_t timetable_meet(const timetable *table, const route_part *part, uint32_t *seen,
                        uint32_t question)
{
    const terrain *ground = table->clashes->ground;
    terrain_box box =
        part->edge != EDGE_NONE ? ground->boxes[part->edge] : box_at(ground, part->vertex);
    cell_range cells = cells_of(table, &box, 0);
    uint32_t count = 0;
    for (size_t y = cells.bottom; y <= cells.top; y++)
        for (size_t x = cells.left; x <= cells.right; x++)
            for (uint32_t i = table->heads[y * table->columns + x]; i != 0;
                 i = table->notes[i - 1].next) {
                const timetable_note *note = &table->notes[i - 1];
                if (seen[note->agent] == question || !are_in_conflict(table, part, note))
                    continue;
                seen[note->agent] = question;
                count++;
            }
    return count;
}
