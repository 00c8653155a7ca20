/* SPDX-License-Identifier: MIT */
/* Two trajectories: the kernel asked for every pair of motions that are alive
 * together, and its answers joined across the boundaries between motions.
 *
 * Positions are continuous at a boundary, so whether two runs are one stretch
 * is a question about that single instant: does the depth there exceed what the
 * stretch is about? The kernel tells (begins_within, ends_within), exactly.
 *
 * Rounded kinematic rows may jump by an ulp at a boundary, and a body may change there
 * (graze/trajectory.h). Each motion speaks for its own side of the instant: a touch that
 * begins there adjoins an overlap only if that one lasts until the boundary.
 */
#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/question.h"
#include "motion/moving_body.h"
#include "motion/walk.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"

/* One stretch in which one pair of motions meets: an overlap or a touch at
 * tolerance 0, and what is known of the conflicts inside it. */
typedef struct run {
    pair question;         /* strict: tolerance 0 */
    graze_meeting meeting; /* of the whole run */
    meeting_interval interval;
    bool conflicts;   /* the depth exceeds the tolerance somewhere, */
    bool ends_within; /* and does so at the last instant of the last such stretch */
} run;

/* A stretch that may go on in the next run. */
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
    bool joined; /* the present run begins where and when the last one ended */
    bool has_last;
    run last;            /* the last run so far */
    growing overlap;     /* depth > 0 */
    growing conflict;    /* depth > tolerance, inside the overlap */
    growing touch;       /* depth = 0 */
    bool overlap_graded; /* a conflict was seen in the present overlap */
    bool touch_adjoins;  /* the present touch adjoins an overlap: no row of its own */
    const graze_body *body_a, *body_b; /* the agents' */
    double tolerance;
    graze_work *work; /* may be null */
} merger;

static bool is_overlap(const run *p) { return p->meeting.verdict >= GRAZE_GRAZE; }

/* Motions i and j in one of the parts of their contact. */
static graze_meeting meeting_of(size_t i, size_t j, graze_verdict verdict,
                                const contact_part *part)
{
    return (graze_meeting){.motion_a = i,
                           .motion_b = j,
                           .verdict = verdict,
                           .when = part->interval.when,
                           .depth = part->clearance.depth,
                           .distance = part->clearance.distance,
                           .time = part->clearance.time};
}

/* ---- growing stretches ------------------------------------------------------------ */

static void grow(growing *so_far, const run *p, const graze_meeting *added, graze_status *status)
{
    graze_meeting *meeting = &so_far->meeting;
    if (!so_far->open) {
        *meeting = *added;
        so_far->deepest = p->question;
        so_far->open = true;
        return;
    }
    graze_interval grown = {meeting->when.lower, added->when.upper};
    int order = 0;
    if (*status == GRAZE_OK)
        *status = exact_compare_nearness(
            &(nearness){&p->question, added->depth, added->distance},
            &(nearness){&so_far->deepest, meeting->depth, meeting->distance}, &order);
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

/* ---- runs ----------------------------------------------------------------------- */

/* Tells the `each` sink. */
static void tell_each(merger *m, const graze_meeting *meeting)
{
    if (m->each != NULL && !m->stopped)
        m->stopped = !m->each(m->context, meeting);
}

/* The next conflict inside the present run, after add_overlap: an older one is open only where the
 * run goes on from the last one, and reaches that one's end only if it was in it. */
static void add_conflict(merger *m, run *p, const contact_part *part, graze_status *status)
{
    graze_meeting conflict =
        meeting_of(p->meeting.motion_a, p->meeting.motion_b, GRAZE_CONFLICT, part);
    bool goes_on = !p->conflicts && m->conflict.open && m->last.ends_within &&
                   part->interval.begins_within;
    tell_each(m, &conflict);
    if (!goes_on)
        emit(m, &m->conflict);
    grow(&m->conflict, p, &conflict, status);
    m->overlap_graded = true;
    p->conflicts = true;
    p->ends_within = part->interval.ends_within;
}

static void add_overlap(merger *m, const run *p, graze_status *status)
{
    bool goes_on =
        m->overlap.open && m->joined && m->last.interval.ends_within && p->interval.begins_within;
    if (!goes_on)
        close_overlap(m);
    if (m->touch.open && m->joined && m->last.interval.ends_within && p->interval.from_begin)
        m->touch_adjoins = true; /* it ended where this overlap begins */
    close_touch(m);
    grow(&m->overlap, p, &p->meeting, status);
}

static void add_touch(merger *m, const run *p, graze_status *status)
{
    bool begins_joined = m->joined && p->interval.begins_within;
    bool after_overlap = begins_joined && is_overlap(&m->last) && m->last.interval.to_end;
    bool goes_on = begins_joined && m->touch.open && m->last.interval.ends_within;
    close_overlap(m);
    if (!goes_on)
        close_touch(m);
    grow(&m->touch, p, &p->meeting, status);
    if (after_overlap)
        m->touch_adjoins = true;
}

/* Whether p begins exactly when the last run ended. Where one motion went on, the
 * other one's life must end where its successor's begins; where both did, both at
 * once (between them a pair that is apart may have been left out). */
static bool continues(const merger *m, size_t i, size_t j)
{
    const graze_meeting *last = &m->last.meeting;
    const graze_motion *a = &m->a->motions[last->motion_a], *b = &m->b->motions[last->motion_b];
    bool a_goes_on = i != last->motion_a, b_goes_on = j != last->motion_b;
    if (!m->has_last)
        return false;
    if (a_goes_on && b_goes_on && motion_compare_end_start(a, &m->b->motions[j]) != 0)
        return false;
    return (!a_goes_on || motion_compare_end_start(a, &m->a->motions[i]) == 0) &&
           (!b_goes_on || motion_compare_end_start(b, &m->b->motions[j]) == 0);
}

/* ---- one pair of motions --------------------------------------------------------------- */

/* The parts of one contact, one after another; the kernel is asked for some at a time. */
typedef struct part_list {
    pair question;
    contact known; /* no parts unless an overlap or a touch */
    size_t next, total;
    size_t first; /* the number of part[0] */
    contact_part part[CONTACT_PARTS_MAX];
    graze_status status;
} part_list;

static void fill(part_list *list)
{
    list->first = list->next;
    list->status = contact_parts(&list->question, list->known, true, list->first, list->part,
                                 &list->total, NULL);
}

static void part_list_begin(part_list *list, const pair *question, contact known)
{
    list->question = *question;
    list->known = known;
    list->next = list->total = 0;
    list->status = contact_status(known);
    if (known == CONTACT_OVERLAP || known == CONTACT_TOUCH)
        fill(list);
}

/* The part that comes next; null after the last one, or when the kernel failed. */
static const contact_part *part_list_peek(part_list *list)
{
    if (list->status == GRAZE_OK && list->next < list->total &&
        list->next - list->first == CONTACT_PARTS_MAX)
        fill(list);
    return list->status == GRAZE_OK && list->next < list->total
               ? &list->part[list->next - list->first]
               : NULL;
}

static void count_work(graze_work *work, contact known, contact_stage stage)
{
    if (work == NULL)
        return;
    if (known == CONTACT_NO_LIFE)
        work->by_lives++;
    else if (stage == STAGE_DOUBLE)
        work->by_doubles++;
    else if (stage == STAGE_DD)
        work->by_double_doubles++;
    else
        work->by_exact++;
}

/* Where the depth exceeds the tolerance inside the overlaps of a pair. */
static void begin_conflicts(part_list *conflicts, const pair *strict, double tolerance)
{
    pair question = *strict;
    question.tolerance = tolerance;
    contact answer = contact_decide(&question, NULL);
    part_list_begin(conflicts, &question, answer == CONTACT_TOUCH ? CONTACT_APART : answer);
}

/* The conflicts of an overlap: those that end after it begins, up to the next overlap
 * (null after the last one). */
static void add_conflicts(merger *m, run *p, const contact_part *next, part_list *conflicts,
                          graze_status *status)
{
    const contact_part *part;
    while (!m->stopped && *status == GRAZE_OK && (part = part_list_peek(conflicts)) != NULL &&
           (next == NULL || part->interval.when.upper <= next->interval.when.lower)) {
        add_conflict(m, p, part, status);
        conflicts->next++;
    }
    if (*status == GRAZE_OK)
        *status = conflicts->status;
}

/* Without a tolerance an overlap is its own conflict. */
static graze_status add_run(merger *m, run *p, const contact_part *part, const contact_part *next,
                            part_list *conflicts)
{
    graze_status status = GRAZE_OK;
    if (!is_overlap(p)) {
        add_touch(m, p, &status);
    } else {
        add_overlap(m, p, &status);
        if (m->tolerance == 0)
            add_conflict(m, p, part, &status);
        else
            add_conflicts(m, p, next, conflicts, &status);
    }
    if (!p->conflicts)
        tell_each(m, &p->meeting);
    m->last = *p;
    m->has_last = true;
    return status;
}

/* Motions i and j, with their bodies. */
static graze_status meet(merger *m, size_t i, const graze_body *body_a, size_t j,
                         const graze_body *body_b)
{
    part_list overlaps, conflicts;
    contact_stage stage;
    pair strict;
    graze_status status = pair_of_valid(body_a, &m->a->motions[i], body_b, &m->b->motions[j], 0,
                                        &strict);
    /* UNREACHED: both doors have validated bodies and motions together */
    if (status != GRAZE_OK)
        return status;
    contact known = contact_decide(&strict, &stage);
    count_work(m->work, known, stage);
    if (known != CONTACT_OVERLAP && known != CONTACT_TOUCH)
        return contact_status(known);
    part_list_begin(&overlaps, &strict, known);
    if (known == CONTACT_OVERLAP && m->tolerance != 0 && overlaps.status == GRAZE_OK)
        begin_conflicts(&conflicts, &strict, m->tolerance);
    const contact_part *next = part_list_peek(&overlaps);
    status = overlaps.status;
    for (bool first = true; next != NULL && !m->stopped && status == GRAZE_OK; first = false) {
        const contact_part part = *next;
        overlaps.next++;
        next = part_list_peek(&overlaps);
        /* A row of its own only without a conflict in it. */
        graze_verdict verdict = known == CONTACT_TOUCH ? GRAZE_TOUCH : GRAZE_GRAZE;
        run p = {.question = strict, .meeting = meeting_of(i, j, verdict, &part),
                 .interval = part.interval};
        m->joined = first && continues(m, i, j);
        status =
            overlaps.status == GRAZE_OK ? add_run(m, &p, &part, next, &conflicts) : overlaps.status;
    }
    return status;
}

static void finish(merger *m)
{
    close_touch(m);
    close_overlap(m);
}

graze_status graze_trajectory_meetings_counted(const graze_body *body_a, const graze_trajectory *a,
                                               const graze_body *body_b, const graze_trajectory *b,
                                               double tolerance, graze_meeting_sink each,
                                               graze_meeting_sink merged, void *context,
                                               graze_work *work)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = trajectory_validate_pair(body_a, a, body_b, b, tolerance);
    if (status != GRAZE_OK)
        return status;
    merger m = {.a = a, .b = b, .each = each, .merged = merged, .context = context,
                .body_a = body_a, .body_b = body_b, .tolerance = tolerance, .work = work};
    motion_walk walk;
    size_t i, j;
    motion_walk_begin(&walk, a, b);
    while (status == GRAZE_OK && !m.stopped && motion_walk_next(&walk, &i, &j))
        status = meet(&m, i, moving_body(a, body_a, i), j, moving_body(b, body_b, j));
    if (status == GRAZE_OK)
        finish(&m);
    return status;
}

graze_status graze_trajectory_meetings(const graze_body *body_a, const graze_trajectory *a,
                                       const graze_body *body_b, const graze_trajectory *b,
                                       double tolerance, graze_meeting_sink each,
                                       graze_meeting_sink merged, void *context)
{
    FLOAT_MODE_DEFAULT;
    return graze_trajectory_meetings_counted(body_a, a, body_b, b, tolerance, each, merged, context,
                                             NULL);
}

/* ---- only some pairs ---------------------------------------------------------------- */

static bool ascend(const graze_motion_pair *first, const graze_motion_pair *second)
{
    return first->motion_a < second->motion_a ||
           (first->motion_a == second->motion_a && first->motion_b < second->motion_b);
}

/* The agent's body has been validated. */
static graze_status validate_one(const graze_trajectory *path, size_t motion)
{
    graze_status status = graze_motion_validate(&path->motions[motion]);
    return status == GRAZE_OK && path->bodies != NULL ? graze_body_validate(&path->bodies[motion])
                                                      : status;
}

static graze_status validate_list(const graze_body *body_a, const graze_trajectory *a,
                                  const graze_body *body_b, const graze_trajectory *b,
                                  const graze_motion_pair *pairs, size_t count)
{
    pair question;
    for (size_t k = 0; k < count; k++) {
        if (pairs[k].motion_a >= a->count || pairs[k].motion_b >= b->count)
            return GRAZE_ERROR_INDEX;
        if (k > 0 && !ascend(&pairs[k - 1], &pairs[k]))
            return GRAZE_ERROR_INDEX;
        const size_t i = pairs[k].motion_a, j = pairs[k].motion_b;
        graze_status status = GRAZE_OK;
        if (k == 0 || i != pairs[k - 1].motion_a)
            status = validate_one(a, i);
        if (status == GRAZE_OK && (k == 0 || j != pairs[k - 1].motion_b))
            status = validate_one(b, j);
        if (status == GRAZE_OK)
            status = pair_of_valid(moving_body(a, body_a, i), &a->motions[i],
                                   moving_body(b, body_b, j), &b->motions[j], 0, &question);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

static graze_status validate_among(const graze_body *body_a, const graze_trajectory *a,
                                   const graze_body *body_b, const graze_trajectory *b,
                                   const graze_motion_pair *pairs, size_t count, double tolerance)
{
    const graze_trajectory none = {.motions = NULL, .count = 0};
    if (a == NULL || b == NULL || (a->motions == NULL && a->count != 0) ||
        (b->motions == NULL && b->count != 0) || (pairs == NULL && count != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate_pair(body_a, &none, body_b, &none, tolerance);
    return status == GRAZE_OK ? validate_list(body_a, a, body_b, b, pairs, count) : status;
}

graze_status graze_trajectory_meetings_among(const graze_body *body_a, const graze_trajectory *a,
                                             const graze_body *body_b, const graze_trajectory *b,
                                             const graze_motion_pair *pairs, size_t count,
                                             double tolerance, graze_meeting_sink each,
                                             graze_meeting_sink merged, void *context,
                                             graze_work *work)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate_among(body_a, a, body_b, b, pairs, count, tolerance);
    if (status != GRAZE_OK)
        return status;
    merger m = {.a = a, .b = b, .each = each, .merged = merged, .context = context,
                .body_a = body_a, .body_b = body_b, .tolerance = tolerance, .work = work};
    for (size_t k = 0; k < count && !m.stopped && status == GRAZE_OK; k++)
        status = meet(&m, pairs[k].motion_a, moving_body(a, body_a, pairs[k].motion_a),
                      pairs[k].motion_b, moving_body(b, body_b, pairs[k].motion_b));
    if (status == GRAZE_OK)
        finish(&m);
    return status;
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
    FLOAT_MODE_DEFAULT;
    graze_verdict worst = GRAZE_CLEAR;
    if (verdict == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status =
        graze_trajectory_meetings(body_a, a, body_b, b, tolerance, note_worst, NULL, &worst);
    if (status == GRAZE_OK)
        *verdict = worst;
    return status;
}
