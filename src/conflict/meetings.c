/* SPDX-License-Identifier: MIT */
/* Two trajectories: the kernel asked for every pair of motions that are alive
 * together, and its answers joined across the boundaries between motions.
 *
 * Positions are continuous at a boundary, so whether two pieces are one stretch
 * is a question about that single instant: does the depth there exceed what the
 * stretch is about? The kernel tells (begins_within, ends_within), exactly.
 *
 * Rounded kinematic rows may jump by an ulp at a boundary (trajectory.h). There each
 * motion speaks for its own side of the instant: a touch that begins there adjoins
 * an overlap only if that one lasts until the boundary.
 */
#include "conflict/pair.h"
#include "conflict/trajectory.h"
#include "motion/walk.h"

/* One stretch in which one pair of motions meets: an overlap or a touch at
 * tolerance 0, and the conflicts inside it. */
typedef struct piece {
    pair question;         /* strict: tolerance 0 */
    graze_meeting meeting; /* of the whole piece */
    stretch contact;
    pair_part conflict[PAIR_OVERLAPS_MAX]; /* where the depth exceeds the tolerance */
    int conflicts;
    bool first, last; /* of the pieces of its pair of motions */
} piece;

/* A stretch that may go on in the next piece. */
typedef struct growing {
    bool open;
    graze_meeting meeting;
    pair deepest; /* the question that its depth comes from */
} growing;

typedef struct merger {
    const graze_trajectory *a, *b;
    graze_meeting_sink each, merged;
    void *context;
    bool stopped;
    bool joined; /* does the present piece begin where and when the last one ended? */
    bool has_last; /* did the pair of motions before this one meet? */
    piece last;
    growing overlap;     /* depth > 0 */
    growing conflict;    /* depth > tolerance, inside the overlap */
    growing touch;       /* depth = 0 */
    bool overlap_graded; /* a conflict was seen in the present overlap */
    bool touch_adjoins;  /* the present touch adjoins an overlap: no row of its own */
} merger;

static bool is_overlap(const piece *p) { return p->meeting.verdict >= GRAZE_GRAZE; }

/* The meeting of a piece narrowed to one of its conflicts. */
static graze_meeting conflict_of(const piece *p, int i)
{
    graze_meeting meeting = p->meeting;
    meeting.verdict = GRAZE_CONFLICT;
    meeting.when = p->conflict[i].contact.when;
    meeting.depth = p->conflict[i].clearance.depth;
    meeting.distance = p->conflict[i].clearance.distance;
    meeting.time = p->conflict[i].clearance.time;
    return meeting;
}

/* ---- growing stretches ------------------------------------------------------------ */

static void grow(growing *so_far, const piece *p, const graze_meeting *added,
                 graze_status *status)
{
    graze_meeting *meeting = &so_far->meeting;
    if (!so_far->open) {
        *meeting = *added;
        so_far->deepest = p->question;
        so_far->open = true;
        return;
    }
    graze_interval grown = {meeting->when.lower, added->when.upper};
    int order = (added->depth > meeting->depth) - (added->depth < meeting->depth);
    if (order == 0 && *status == GRAZE_OK)
        *status = exact_compare_depth(&p->question, &so_far->deepest, &order);
    if (order > 0) {
        *meeting = *added;
        so_far->deepest = p->question;
    }
    meeting->when = grown;
}

static void emit(merger *m, growing *stretch_so_far)
{
    if (stretch_so_far->open && !m->stopped && m->merged != NULL)
        m->stopped = !m->merged(m->context, &stretch_so_far->meeting);
    stretch_so_far->open = false;
}

static void close_overlap(merger *m)
{
    emit(m, &m->conflict);
    if (m->overlap_graded)
        m->overlap.open = false; /* its conflicts are its rows */
    emit(m, &m->overlap);
    m->overlap_graded = false;
}

static void close_touch(merger *m)
{
    if (m->touch_adjoins)
        m->touch.open = false;
    emit(m, &m->touch);
    m->touch_adjoins = false;
}

/* ---- pieces ----------------------------------------------------------------------- */

static void add_conflicts(merger *m, const piece *p, graze_status *status)
{
    for (int i = 0; i < p->conflicts; i++) {
        graze_meeting conflict = conflict_of(p, i);
        const piece *last = &m->last;
        bool goes_on = i == 0 && m->conflict.open && m->joined && last->conflicts > 0 &&
                       last->conflict[last->conflicts - 1].contact.ends_within &&
                       p->conflict[0].contact.begins_within;
        if (!goes_on)
            emit(m, &m->conflict);
        grow(&m->conflict, p, &conflict, status);
        m->overlap_graded = true;
    }
}

static void add_overlap(merger *m, const piece *p, graze_status *status)
{
    bool goes_on = m->overlap.open && m->joined && m->last.contact.ends_within &&
                   p->contact.begins_within;
    if (!goes_on)
        close_overlap(m);
    if (m->touch.open && m->joined && m->last.contact.ends_within && p->contact.from_begin)
        m->touch_adjoins = true; /* it ended where this overlap begins */
    close_touch(m);
    graze_meeting overlap = p->meeting;
    overlap.verdict = GRAZE_GRAZE; /* a row of its own only without a conflict in it */
    overlap.when = p->contact.when;
    grow(&m->overlap, p, &overlap, status);
    add_conflicts(m, p, status);
}

static void add_touch(merger *m, const piece *p, graze_status *status)
{
    bool begins_joined = m->joined && p->contact.begins_within;
    bool after_overlap = begins_joined && is_overlap(&m->last) && m->last.contact.to_end;
    bool goes_on = begins_joined && m->touch.open && m->last.contact.ends_within;
    close_overlap(m);
    if (!goes_on)
        close_touch(m);
    grow(&m->touch, p, &p->meeting, status);
    if (after_overlap)
        m->touch_adjoins = true;
}

/* Does p begin exactly when the last piece ended? Where one motion went on, the
 * other one's life must end where its successor's begins. */
static bool continues(const merger *m, size_t i, size_t j)
{
    const graze_meeting *last = &m->last.meeting;
    const graze_motion *a = m->a->motions, *b = m->b->motions;
    if (!m->has_last || !m->last.last || (i == last->motion_a && j == last->motion_b))
        return false;
    return (i == last->motion_a || motion_compare_end_start(&a[last->motion_a], &a[i]) == 0) &&
           (j == last->motion_b || motion_compare_end_start(&b[last->motion_b], &b[j]) == 0);
}

/* The pieces of one pair of motions. */
typedef struct pieces {
    piece piece[PAIR_PARTS_MAX];
    int count;
} pieces;

/* Hands each conflict to the piece that it lies in: the last that begins before
 * it ends. */
static void share_out(pieces *found, const pair_part *conflicts, int count)
{
    for (int i = 0; i < count; i++) {
        int k = found->count - 1;
        while (k > 0 && conflicts[i].contact.when.upper <= found->piece[k].contact.when.lower)
            k--;
        found->piece[k].conflict[found->piece[k].conflicts++] = conflicts[i];
    }
}

/* Where the depth exceeds the tolerance inside an overlap. */
static graze_status grade(const pair *strict, double tolerance, pieces *found)
{
    pair question = *strict;
    pair_part conflicts[PAIR_PARTS_MAX];
    int count = 0;
    question.tolerance = tolerance;
    contact answer = pair_contact(&question, NULL);
    if (answer == CONTACT_FAILED)
        return GRAZE_ERROR_WORKSPACE;
    graze_status status = answer == CONTACT_OVERLAP
                              ? pair_parts(&question, answer, true, conflicts, &count, NULL)
                              : GRAZE_OK;
    share_out(found, conflicts, count);
    return status;
}

static piece piece_of(const pair *strict, contact known, const pair_part *part)
{
    const graze_clearance *clearance = &part->clearance;
    piece result = {.question = *strict, .contact = part->contact};
    result.meeting.verdict = known == CONTACT_TOUCH ? GRAZE_TOUCH : GRAZE_GRAZE;
    result.meeting.when = part->contact.when;
    result.meeting.depth = clearance->depth;
    result.meeting.distance = clearance->distance;
    result.meeting.time = clearance->time;
    return result;
}

/* Asks about one pair of motions; no pieces when it does not meet. */
static graze_status examine(const pair *strict, double tolerance, pieces *found)
{
    pair_part parts[PAIR_PARTS_MAX];
    contact known = pair_contact(strict, NULL);
    found->count = 0;
    if (known == CONTACT_FAILED)
        return GRAZE_ERROR_WORKSPACE;
    if (known != CONTACT_OVERLAP && known != CONTACT_TOUCH)
        return GRAZE_OK;
    graze_status status = pair_parts(strict, known, true, parts, &found->count, NULL);
    if (status != GRAZE_OK)
        return status;
    for (int i = 0; i < found->count; i++)
        found->piece[i] = piece_of(strict, known, &parts[i]);
    found->piece[0].first = true;
    found->piece[found->count - 1].last = true;
    if (known == CONTACT_TOUCH)
        return GRAZE_OK;
    if (tolerance != 0)
        return grade(strict, tolerance, found);
    for (int i = 0; i < found->count; i++) {
        found->piece[i].conflict[0] = parts[i];
        found->piece[i].conflicts = 1;
    }
    return GRAZE_OK;
}

/* Tells the piece to the `each` sink: its conflicts, or itself. */
static void tell_each(merger *m, const piece *p)
{
    if (m->each == NULL)
        return;
    if (p->conflicts == 0)
        m->stopped = !m->each(m->context, &p->meeting);
    for (int i = 0; i < p->conflicts && !m->stopped; i++) {
        graze_meeting conflict = conflict_of(p, i);
        m->stopped = !m->each(m->context, &conflict);
    }
}

static graze_status add_pieces(merger *m, pieces *found, size_t i, size_t j)
{
    graze_status status = GRAZE_OK;
    if (found->count == 0)
        m->has_last = false;
    for (int k = 0; k < found->count && !m->stopped && status == GRAZE_OK; k++) {
        piece *p = &found->piece[k];
        p->meeting.motion_a = i;
        p->meeting.motion_b = j;
        m->joined = p->first && continues(m, i, j);
        tell_each(m, p);
        if (is_overlap(p))
            add_overlap(m, p, &status);
        else
            add_touch(m, p, &status);
        m->last = *p;
        m->has_last = true;
    }
    return status;
}

graze_status graze_trajectory_meetings(const graze_body *body_a, const graze_trajectory *a,
                                       const graze_body *body_b, const graze_trajectory *b,
                                       double tolerance, graze_meeting_sink each,
                                       graze_meeting_sink merged, void *context)
{
    graze_status status = trajectory_validate(body_a, a);
    if (status == GRAZE_OK)
        status = trajectory_validate(body_b, b);
    if (status == GRAZE_OK)
        status = pair_validate_tolerance(tolerance);
    if (status != GRAZE_OK)
        return status;
    merger m = {.a = a, .b = b, .each = each, .merged = merged, .context = context};
    motion_walk walk;
    pieces found;
    size_t i, j;
    motion_walk_begin(&walk, a, b);
    while (!m.stopped && motion_walk_next(&walk, &i, &j)) {
        pair strict = pair_of_valid(body_a, &a->motions[i], body_b, &b->motions[j], 0);
        status = examine(&strict, tolerance, &found);
        if (status == GRAZE_OK)
            status = add_pieces(&m, &found, i, j);
        if (status != GRAZE_OK)
            return status;
    }
    close_touch(&m);
    close_overlap(&m);
    return GRAZE_OK;
}

/* Remembers the worst verdict and stops at a conflict. */
static bool note_worst(void *context, const graze_meeting *meeting)
{
    graze_verdict *worst = context;
    if (meeting->verdict > *worst)
        *worst = meeting->verdict;
    return *worst != GRAZE_CONFLICT;
}

graze_status graze_trajectory_verdict(const graze_body *body_a, const graze_trajectory *a,
                                      const graze_body *body_b, const graze_trajectory *b,
                                      double tolerance, graze_verdict *verdict)
{
    graze_verdict worst = GRAZE_CLEAR;
    if (verdict == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status =
        graze_trajectory_meetings(body_a, a, body_b, b, tolerance, note_worst, NULL, &worst);
    if (status == GRAZE_OK)
        *verdict = worst;
    return status;
}
