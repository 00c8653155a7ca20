/* SPDX-License-Identifier: MIT */
/* Two trajectories: the kernel asked for every pair of motions that are alive
 * together, and its answers joined across the boundaries between motions.
 *
 * Positions are continuous at a boundary, so whether two pieces are one stretch
 * is a question about that single instant: does the depth there exceed what the
 * stretch is about? The kernel tells (begins_within, ends_within), exactly.
 */
#include "conflict/pair.h"
#include "motion/walk.h"

/* One pair of motions that meet. */
typedef struct piece {
    pair question;          /* strict: tolerance 0 */
    graze_meeting meeting;  /* as for the `each` sink */
    stretch contact;        /* of the overlap or touch at tolerance 0 */
    stretch conflict;       /* of the overlap at the tolerance, for a conflict */
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

/* ---- growing stretches ------------------------------------------------------------ */

static void grow(growing *stretch_so_far, const piece *p, graze_verdict verdict,
                 graze_interval when, graze_status *status)
{
    graze_meeting *meeting = &stretch_so_far->meeting;
    if (!stretch_so_far->open) {
        *meeting = p->meeting;
        meeting->verdict = verdict;
        meeting->when = when;
        stretch_so_far->deepest = p->question;
        stretch_so_far->open = true;
        return;
    }
    meeting->when.upper = when.upper;
    int order = (p->meeting.depth > meeting->depth) - (p->meeting.depth < meeting->depth);
    if (order == 0 && *status == GRAZE_OK)
        *status = exact_compare_depth(&p->question, &stretch_so_far->deepest, &order);
    if (order <= 0)
        return;
    graze_interval grown = meeting->when;
    *meeting = p->meeting;
    meeting->verdict = verdict;
    meeting->when = grown;
    stretch_so_far->deepest = p->question;
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

static void add_overlap(merger *m, const piece *p, graze_status *status)
{
    bool goes_on = m->overlap.open && m->joined && m->last.contact.ends_within &&
                   p->contact.begins_within;
    if (!goes_on)
        close_overlap(m);
    if (m->touch.open && m->joined && m->last.contact.ends_within)
        m->touch_adjoins = true; /* it ended where this overlap begins */
    close_touch(m);
    grow(&m->overlap, p, GRAZE_GRAZE, p->contact.when, status);

    if (p->meeting.verdict != GRAZE_CONFLICT)
        return;
    goes_on = m->conflict.open && m->joined && m->last.meeting.verdict == GRAZE_CONFLICT &&
              m->last.conflict.ends_within && p->conflict.begins_within;
    if (!goes_on)
        emit(m, &m->conflict);
    grow(&m->conflict, p, GRAZE_CONFLICT, p->conflict.when, status);
    m->overlap_graded = true;
}

static void add_touch(merger *m, const piece *p, graze_status *status)
{
    bool begins_joined = m->joined && p->contact.begins_within;
    bool after_overlap = begins_joined && is_overlap(&m->last);
    bool goes_on = begins_joined && m->touch.open && m->last.contact.ends_within;
    close_overlap(m);
    if (!goes_on)
        close_touch(m);
    grow(&m->touch, p, GRAZE_TOUCH, p->contact.when, status);
    if (after_overlap)
        m->touch_adjoins = true;
}

/* Does p begin exactly when the last piece ended? Where one motion went on, the
 * other one's life must end where its successor's begins. */
static bool continues(const merger *m, size_t i, size_t j)
{
    const graze_meeting *last = &m->last.meeting;
    const graze_motion *a = m->a->motions, *b = m->b->motions;
    if (!m->has_last || (i == last->motion_a && j == last->motion_b))
        return false;
    return (i == last->motion_a || motion_compare_end_start(&a[last->motion_a], &a[i]) == 0) &&
           (j == last->motion_b || motion_compare_end_start(&b[last->motion_b], &b[j]) == 0);
}

static graze_status one_overlap(const pair *question, stretch *result)
{
    stretch overlaps[PAIR_OVERLAPS_MAX];
    int count = 0;
    graze_status status = pair_overlaps(question, overlaps, &count, NULL);
    *result = overlaps[0];
    return status;
}

/* Fills the stretches, the depth and its time of a pair that at least touches. */
static graze_status measure(piece *p, double tolerance, contact strict, contact graded)
{
    graze_clearance clearance = {.common_life = false};
    graze_status status = strict == CONTACT_OVERLAP ? one_overlap(&p->question, &p->contact)
                                                    : exact_touch(&p->question, &p->contact);
    if (status == GRAZE_OK)
        status = pair_clearance(&p->question, &clearance, NULL);
    p->conflict = p->contact;
    if (status == GRAZE_OK && graded == CONTACT_OVERLAP && tolerance != 0) {
        pair question = p->question;
        question.tolerance = tolerance;
        status = one_overlap(&question, &p->conflict);
    }
    p->meeting.verdict = strict == CONTACT_TOUCH      ? GRAZE_TOUCH
                         : graded == CONTACT_OVERLAP ? GRAZE_CONFLICT
                                                     : GRAZE_GRAZE;
    p->meeting.when = p->meeting.verdict == GRAZE_CONFLICT ? p->conflict.when : p->contact.when;
    p->meeting.depth = clearance.depth;
    p->meeting.distance = clearance.distance;
    p->meeting.time = clearance.time;
    return status;
}

/* Asks about one pair of motions: *meets, and then *p is filled. */
static graze_status examine(piece *p, double tolerance, bool *meets)
{
    contact strict = pair_contact(&p->question, NULL), graded = strict;
    *meets = strict == CONTACT_OVERLAP || strict == CONTACT_TOUCH;
    if (strict == CONTACT_FAILED)
        return GRAZE_ERROR_WORKSPACE;
    if (!*meets)
        return GRAZE_OK;
    if (strict == CONTACT_OVERLAP && tolerance != 0) {
        pair question = p->question;
        question.tolerance = tolerance;
        graded = pair_contact(&question, NULL);
        if (graded == CONTACT_FAILED)
            return GRAZE_ERROR_WORKSPACE;
    }
    return measure(p, tolerance, strict, graded);
}

static graze_status add_piece(merger *m, piece *p)
{
    graze_status status = GRAZE_OK;
    m->joined = continues(m, p->meeting.motion_a, p->meeting.motion_b);
    if (m->each != NULL)
        m->stopped = !m->each(m->context, &p->meeting);
    if (is_overlap(p))
        add_overlap(m, p, &status);
    else
        add_touch(m, p, &status);
    m->last = *p;
    m->has_last = true;
    return status;
}

static graze_status validate_trajectories(const graze_body *body_a, const graze_trajectory *a,
                                          const graze_body *body_b, const graze_trajectory *b)
{
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL ||
        (a->motions == NULL && a->count != 0) || (b->motions == NULL && b->count != 0))
        return GRAZE_ERROR_NULL;
    return GRAZE_OK;
}

graze_status graze_trajectory_meetings(const graze_body *body_a, const graze_trajectory *a,
                                       const graze_body *body_b, const graze_trajectory *b,
                                       double tolerance, graze_meeting_sink each,
                                       graze_meeting_sink merged, void *context)
{
    graze_status status = validate_trajectories(body_a, a, body_b, b);
    if (status != GRAZE_OK)
        return status;
    merger m = {.a = a, .b = b, .each = each, .merged = merged, .context = context};
    motion_walk walk;
    piece p = {.meeting = {.verdict = GRAZE_CLEAR}};
    motion_walk_begin(&walk, a, b);
    while (!m.stopped && motion_walk_next(&walk, &p.meeting.motion_a, &p.meeting.motion_b)) {
        bool meets = false;
        status = pair_of(body_a, &a->motions[p.meeting.motion_a], body_b,
                         &b->motions[p.meeting.motion_b], tolerance, &p.question);
        p.question.tolerance = 0;
        if (status == GRAZE_OK)
            status = examine(&p, tolerance, &meets);
        if (status == GRAZE_OK && meets)
            status = add_piece(&m, &p);
        else
            m.has_last = false;
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
