/* SPDX-License-Identifier: MIT */
#include "view/replay_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "view/replay_parts.h"
#include "view/replay_text.h"

/* ---- small pieces ------------------------------------------------------------------- */

static void write_key(FILE *out, const char *name)
{
    fprintf(out, ",\n\"%s\": ", name);
}

/* One more item of a list. */
static void separate(FILE *out, bool *is_first, const char *by)
{
    if (!*is_first)
        fputs(by, out);
    *is_first = false;
}

static void write_more(FILE *out, double value)
{
    putc(',', out);
    replay_text_number(out, value);
}

/* ---- agents ------------------------------------------------------------------------- */

static bool is_plus_zero(double value)
{
    return value == 0 && !signbit(value);
}

static void write_vector(FILE *out, const graze_vector *vector, int dimension)
{
    write_more(out, vector->x);
    write_more(out, vector->y);
    if (dimension == 3)
        write_more(out, vector->z);
}

static int form_number(graze_form form)
{
    switch (form) {
    case GRAZE_WAYPOINT:
        return 1;
    case GRAZE_PARKED:
        return 2;
    case GRAZE_RAMP:
        return 3;
    case GRAZE_KINEMATIC:
        break;
    }
    return 0;
}

static void write_motion(FILE *out, const graze_motion *motion, int dimension)
{
    const graze_vector *a = &motion->acceleration;
    bool between = motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
    fprintf(out, "[%d", form_number(motion->form));
    write_more(out, motion->start);
    write_more(out, motion->start_tail);
    write_more(out, motion->duration);
    write_more(out, motion->duration_tail);
    write_vector(out, &motion->position, dimension);
    write_vector(out, between ? &motion->to : &motion->velocity, dimension);
    if (motion->form == GRAZE_RAMP)
        write_more(out, motion->share);
    else if (!is_plus_zero(a->x) || !is_plus_zero(a->y) || !is_plus_zero(a->z))
        write_vector(out, a, dimension);
    putc(']', out);
}

static void write_corners(FILE *out, const graze_body *body)
{
    for (size_t i = 0; i < body->vertex_count; i++) {
        write_more(out, body->vertices[i].x);
        write_more(out, body->vertices[i].y);
    }
}

/* Which body each motion has, from 1 in the list of bodies; 0: the agent's. */
static void write_numbers(FILE *out, const plan_agent *agent)
{
    if (agent->numbers == NULL)
        return;
    fputs(",\"bodies\":[", out);
    for (size_t i = 0; i < agent->trajectory.count; i++)
        fprintf(out, i == 0 ? "%zu" : ",%zu", agent->numbers[i]);
    putc(']', out);
}

static void write_agent(FILE *out, const plan_agent *agent, int dimension)
{
    bool is_first = true;
    fputs("{\"label\":", out);
    replay_text_string(out, agent->label);
    fputs(",\"radius\":", out);
    replay_text_number(out, agent->body.radius);
    fputs(",\"vertices\":[", out);
    for (size_t i = 0; i < agent->body.vertex_count; i++) {
        separate(out, &is_first, ",");
        replay_text_number(out, agent->body.vertices[i].x);
        write_more(out, agent->body.vertices[i].y);
    }
    fputs("],\"motions\":[\n", out);
    is_first = true;
    for (size_t i = 0; i < agent->trajectory.count; i++) {
        separate(out, &is_first, ",\n");
        write_motion(out, &agent->trajectory.motions[i], dimension);
    }
    fputs("]", out);
    write_numbers(out, agent);
    putc('}', out);
}

/* Bodies that motions have by their numbers: radius, then corners. */
static void write_bodies(FILE *out, const plan *shown)
{
    if (shown->body_count == 0)
        return;
    write_key(out, "bodies");
    for (size_t i = 0; i < shown->body_count; i++) {
        const graze_body *body = &shown->bodies[i].body;
        fputs(i == 0 ? "[[" : ",\n[", out);
        replay_text_number(out, body->radius);
        write_corners(out, body);
        putc(']', out);
    }
    putc(']', out);
}

static void write_agents(FILE *out, const plan *shown)
{
    bool is_first = true;
    write_bodies(out, shown);
    write_key(out, "agents");
    fputs("[\n", out);
    for (size_t i = 0; i < shown->agent_count; i++) {
        separate(out, &is_first, ",\n");
        write_agent(out, &shown->agents[i], shown->dimension);
    }
    putc(']', out);
}

/* ---- the map ------------------------------------------------------------------------ */

static void write_runs(FILE *out, const map *grid)
{
    size_t count = (size_t)grid->columns * grid->rows, length = 0;
    unsigned char present = 0;
    bool is_first = true;
    for (size_t i = 0; i <= count; i++) {
        if (i < count && grid->blocked[i] == present) {
            length++;
            continue;
        }
        separate(out, &is_first, ",");
        fprintf(out, "%zu", length);
        present = !present;
        length = 1;
    }
}

static void write_roadmap(FILE *out, const graze_roadmap *roadmap)
{
    bool is_first = true;
    fputs("{\"kind\":\"roadmap\",\"places\":[", out);
    for (uint32_t v = 0; v < roadmap->vertex_count; v++) {
        separate(out, &is_first, ",");
        replay_text_number(out, roadmap->places[v].x);
        write_more(out, roadmap->places[v].y);
    }
    fputs("],\"edges\":[", out);
    is_first = true;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        for (size_t i = roadmap->first[v]; i < roadmap->first[v + 1]; i++) {
            separate(out, &is_first, ",");
            fprintf(out, "%" PRIu32 ",%" PRIu32, v, roadmap->targets[i]);
        }
    fputs("]}", out);
}

static void write_map(FILE *out, const map *shown)
{
    write_key(out, "map");
    if (shown == NULL) {
        fputs("null", out);
    } else if (shown->kind == MAP_ROADMAP) {
        write_roadmap(out, &shown->roadmap);
    } else {
        fprintf(out, "{\"kind\":\"grid\",\"columns\":%" PRIu32 ",\"rows\":%" PRIu32 ",\"cell\":",
                shown->columns, shown->rows);
        replay_text_number(out, shown->cell);
        fputs(",\"runs\":[", out);
        write_runs(out, shown);
        fputs("]}", out);
    }
}

/* ---- other obstacles ---------------------------------------------------------------- */

static void write_piece_of(FILE *out, const graze_obstacle *piece)
{
    const graze_body *body = &piece->body;
    putc('[', out);
    replay_text_number(out, body->radius);
    write_more(out, piece->place.x);
    write_more(out, piece->place.y);
    write_corners(out, body);
    putc(']', out);
}

static void write_standing(FILE *out, const obstacles *all)
{
    char number[32];
    write_key(out, "standing");
    fputs(all == NULL ? "null" : "[", out);
    for (size_t i = 0; all != NULL && i < all->piece_count; i++) {
        size_t owner = all->owners[i];
        bool begins = i == 0 || all->owners[i - 1] != owner;
        fputs(begins ? i == 0 ? "\n{\"label\":" : "]},\n{\"label\":" : ",", out);
        if (begins) {
            replay_text_string(out, obstacles_label(all, owner, number));
            fputs(",\"pieces\":[", out);
        }
        write_piece_of(out, &all->pieces[i]);
    }
    if (all != NULL)
        fputs(all->piece_count > 0 ? "]}]" : "]", out);
}

/* ---- what was found ----------------------------------------------------------------- */

static void write_answer(FILE *out, const graze_meeting *meeting)
{
    fprintf(out, ",%d", (int)meeting->verdict);
    write_more(out, meeting->when.lower);
    write_more(out, meeting->when.upper);
    write_more(out, meeting->depth);
    write_more(out, meeting->time);
    putc(']', out);
}

static void write_meetings(FILE *out, const replay_page *page)
{
    bool is_first = true;
    write_key(out, "meetings");
    putc('[', out);
    for (size_t i = 0; i < page->meeting_count; i++) {
        separate(out, &is_first, ",\n");
        fprintf(out, "[%zu,%zu", page->meetings[i].agent_a, page->meetings[i].agent_b);
        write_answer(out, &page->meetings[i].meeting);
    }
    putc(']', out);
}

static void write_obstacles(FILE *out, const replay_page *page)
{
    bool is_first = true;
    write_key(out, "obstacles");
    putc('[', out);
    for (size_t i = 0; i < page->obstacle_count; i++) {
        const database_obstacle_meeting *met = &page->obstacles[i];
        separate(out, &is_first, ",\n");
        fprintf(out, "[%zu,%" PRIu32, met->agent, met->column);
        if (met->row == DATABASE_NO_CELL)
            fputs(",-1", out);
        else
            fprintf(out, ",%" PRIu32, met->row);
        write_answer(out, &met->meeting);
    }
    putc(']', out);
}

static void write_slacks(FILE *out, const replay_page *page)
{
    bool is_first = true;
    write_key(out, "slack");
    fputs(page->has_slack ? "[" : "null", out);
    for (size_t i = 0; page->has_slack && i < page->slack_count; i++) {
        const stored_slack *found = &page->slacks[i];
        const graze_slack *slack = &found->slack.slack;
        separate(out, &is_first, ",\n");
        fprintf(out, "[%zu,%d", found->agent, slack->conflicts ? 1 : 0);
        write_more(out, slack->delay);
        if (isinf(slack->delay))
            fputs(",-1]", out);
        else
            fprintf(out, ",%zu]", found->slack.agent_b);
    }
    if (page->has_slack)
        putc(']', out);
}

static void write_known(FILE *out, const replay_page *page, replay_known which)
{
    bool is_first = true;
    putc('[', out);
    for (size_t i = 0; i < page->plan->agent_count; i++) {
        if (page->known[i] != which)
            continue;
        separate(out, &is_first, ",");
        fprintf(out, "%zu", i);
    }
    putc(']', out);
}

static void write_delays(FILE *out, const replay_page *page)
{
    bool is_first = true;
    write_key(out, "delays");
    fputs("{\"met\":", out);
    write_known(out, page, REPLAY_MET);
    fputs(",\"whole\":", out);
    write_known(out, page, REPLAY_WHOLE);
    fputs(",\"pairs\":[", out);
    for (size_t i = 0; i < page->delay_count; i++) {
        const replay_delay *delay = &page->delays[i];
        separate(out, &is_first, ",\n");
        fprintf(out, "[%zu,%zu", delay->agent, delay->other);
        for (size_t k = 0; k < delay->count; k++) {
            write_more(out, delay->intervals[k].lower);
            write_more(out, delay->intervals[k].upper);
        }
        putc(']', out);
    }
    fputs("]}", out);
}

/* ---- the page ----------------------------------------------------------------------- */

/* A grid has its first row, at y = 0, on top. */
static bool is_down(const replay_page *page)
{
    return (page->map != NULL && page->map->kind == MAP_GRID) || page->plan->in_cells;
}

static void write_data(FILE *out, const replay_page *page)
{
    fputs("{\"title\": ", out);
    replay_text_string(out, page->title);
    write_key(out, "graze");
    replay_text_string(out, graze_version());
    fprintf(out, ",\n\"dimension\": %d,\n\"tolerance\": ", page->plan->dimension);
    replay_text_number(out, page->tolerance);
    write_agents(out, page->plan);
    write_map(out, page->map);
    fprintf(out, ",\n\"down\": %s", is_down(page) ? "true" : "false");
    write_standing(out, page->standing);
    write_meetings(out, page);
    write_obstacles(out, page);
    write_slacks(out, page);
    write_delays(out, page);
    fputs("}\n", out);
}

/* A piece as text. */
static const char *text_of(const unsigned char *piece)
{
    return (const char *)piece;
}

static bool is_named(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

static void write_piece(FILE *out, const replay_page *page, const char *name, size_t length)
{
    if (is_named(name, length, "title"))
        replay_text_html(out, page->title);
    else if (is_named(name, length, "style"))
        fputs(text_of(replay_parts_style), out);
    else if (is_named(name, length, "script"))
        fputs(text_of(replay_parts_script), out);
    else if (is_named(name, length, "data"))
        write_data(out, page);
}

void replay_page_write(FILE *out, const replay_page *page)
{
    const char *at = text_of(replay_parts_page);
    for (;;) {
        const char *mark = strstr(at, "@@");
        const char *close = mark != NULL ? strstr(mark + 2, "@@") : NULL;
        if (close == NULL)
            break;
        fwrite(at, 1, (size_t)(mark - at), out);
        write_piece(out, page, mark + 2, (size_t)(close - mark) - 2);
        at = close + 2;
    }
    fputs(at, out);
}
