/* SPDX-License-Identifier: MIT */
/* Batches: motions as arrays of their prepared numbers, asked 64 at a time. The filters are
 * in batch.inc, written once for three widths; what they leave goes to the questions about
 * two motions. */

#include "contact/batch.h"
#include "geometry/body.h"

#include <math.h>

#include "base/bits.h"
#include "contact/contact.h"
#include "contact/question.h"
#include "numeric/float_mode.h"

#if CPU_WIDE
#include <immintrin.h>
#endif

static const double BATCH_MARGIN = 0x1p-47; /* see batch.inc */

/* A motion as batch.inc wants it. */
typedef struct batch_motion {
    double x, y;   /* carried back to time 0 */
    double vx, vy;
    double start, end;
    double reach;  /* radius + BATCH_MARGIN magnitude */
    double magnitude;
    double low_x, high_x, low_y, high_y; /* [m] its whole path and reach around it */
} batch_motion;

/* What is asked of each motion of a batch. The tolerance is taken from the reach of `one`. */
typedef struct batch_question {
    batch_motion one;
    const graze_body *body;
    const graze_motion *motion;
    double tolerance;
} batch_question;

/* The second cache holds no boxes of more motions; lines are asked for so many words before. */
enum { BATCH_LONG = 1 << 15, BATCH_WORDS_AHEAD = 3 };

/* ---- three widths ------------------------------------------------------------------------ */

#include "base/lanes_plain.inc"
#include "contact/batch.inc"

#if CPU_WIDE
#include "base/lanes_avx2.inc"
#include "contact/batch.inc"

#include "base/lanes_avx512.inc"
#include "contact/batch.inc"
#endif

enum { MARKED_WORDS = 32 }; /* how many words a wide function does at a time */

typedef void (*word_marker)(const graze_batch *many, size_t first, size_t words,
                            const batch_motion *one, uint64_t *open, uint64_t *certain);

static word_marker marker_of(cpu_instructions level, bool of_paths)
{
#if CPU_WIDE
    if (level == CPU_AVX512)
        return of_paths ? avx512_mark_paths : avx512_mark;
    if (level == CPU_AVX2)
        return of_paths ? avx2_mark_paths : avx2_mark;
#endif
    (void)level;
    return of_paths ? one_mark_paths : one_mark;
}

/* ---- batches ----------------------------------------------------------------------------- */

enum { ARRAYS = 12, ALIGNMENT = 64 };

static size_t padded(size_t count)
{
    return (count + GRAZE_BATCH_LANES - 1) / GRAZE_BATCH_LANES * GRAZE_BATCH_LANES;
}

size_t graze_batch_size(size_t count)
{
    if (count > (SIZE_MAX - ALIGNMENT) / (ARRAYS * sizeof(double)) - GRAZE_BATCH_LANES)
        return 0;
    return padded(count) * ARRAYS * sizeof(double) + ALIGNMENT;
}

/* The range of x + v t over a life, reach around it; 0 times infinity is no number and no way. */
static void range_of(double x, double v, const batch_motion *of, double *low, double *high)
{
    double first = x + (v == 0 ? 0 : v * of->start), last = x + (v == 0 ? 0 : v * of->end);
    *low = (first < last ? first : last) - of->reach;
    *high = (first < last ? last : first) + of->reach;
}

/* A motion to which the filters do not apply must not be given away by its numbers. The end
 * is off by 3u of itself (filter_uniform.h) and must not be too early. */
static batch_motion motion_of(const graze_prepared *p, double tolerance)
{
    if (p->kind != GRAZE_PREPARED_DISC)
        return (batch_motion){.start = -INFINITY, .end = INFINITY, .reach = INFINITY,
                              .magnitude = INFINITY, .low_x = -INFINITY, .high_x = INFINITY,
                              .low_y = -INFINITY, .high_y = INFINITY};
    batch_motion motion = {.x = p->x - p->vx * p->start,
                           .y = p->y - p->vy * p->start,
                           .vx = p->vx,
                           .vy = p->vy,
                           .start = p->start,
                           .end = p->end + 0x1p-49 * fabs(p->end),
                           .reach = p->radius + BATCH_MARGIN * (double)p->magnitude - tolerance,
                           .magnitude = (double)p->magnitude};
    range_of(motion.x, motion.vx, &motion, &motion.low_x, &motion.high_x);
    range_of(motion.y, motion.vy, &motion, &motion.low_y, &motion.high_y);
    return motion;
}

static void store(const graze_batch *batch, size_t i, batch_motion motion)
{
    batch->x[i] = motion.x;
    batch->y[i] = motion.y;
    batch->vx[i] = motion.vx;
    batch->vy[i] = motion.vy;
    batch->start[i] = motion.start;
    batch->end[i] = motion.end;
    batch->reach[i] = motion.reach;
    batch->magnitude[i] = motion.magnitude;
    batch->low_x[i] = motion.low_x;
    batch->high_x[i] = motion.high_x;
    batch->low_y[i] = motion.low_y;
    batch->high_y[i] = motion.high_y;
}

/* One of a batch that asks another one: with a tolerance to be taken from its reach. */
static batch_motion asking(const graze_batch *batch, size_t i, double tolerance)
{
    return (batch_motion){.x = batch->x[i],
                          .y = batch->y[i],
                          .vx = batch->vx[i],
                          .vy = batch->vy[i],
                          .start = batch->start[i],
                          .end = batch->end[i],
                          .reach = batch->reach[i] - tolerance,
                          .magnitude = batch->magnitude[i],
                          .low_x = batch->low_x[i] + tolerance,
                          .high_x = batch->high_x[i] - tolerance,
                          .low_y = batch->low_y[i] + tolerance,
                          .high_y = batch->high_y[i] - tolerance};
}

graze_status graze_batch_fill(const graze_body *bodies, const graze_motion *motions, size_t count,
                              void *memory, size_t size, graze_batch *batch)
{
    FLOAT_MODE_DEFAULT;
    if (batch == NULL || memory == NULL || (count > 0 && (bodies == NULL || motions == NULL)))
        return GRAZE_ERROR_NULL;
    if (graze_batch_size(count) == 0 || size < graze_batch_size(count))
        return GRAZE_ERROR_CAPACITY;
    size_t length = padded(count), skip = (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    double *arrays = (double *)(void *)((char *)memory + skip);
    graze_batch filled = {.count = count, .bodies = bodies, .motions = motions};
    double **named[ARRAYS] = {&filled.low_x, &filled.high_x, &filled.low_y, &filled.high_y,
                              &filled.start, &filled.end,    &filled.x,     &filled.y,
                              &filled.vx,    &filled.vy,     &filled.reach, &filled.magnitude};
    for (size_t k = 0; k < ARRAYS; k++)
        *named[k] = arrays + k * length;
    for (size_t i = 0; i < count; i++) {
        graze_prepared prepared;
        graze_status status = graze_motion_prepare(&bodies[i], &motions[i], &prepared);
        if (status != GRAZE_OK)
            return status;
        store(&filled, i, motion_of(&prepared, 0));
    }
    for (size_t i = count; i < length; i++)
        store(&filled, i, (batch_motion){.low_x = INFINITY, .high_x = -INFINITY});
    *batch = filled;
    return GRAZE_OK;
}

/* ---- questions ---------------------------------------------------------------------------- */

static graze_status question_of(const graze_body *body, const graze_motion *motion,
                                double tolerance, batch_question *q)
{
    graze_prepared prepared;
    graze_status status = graze_motion_prepare(body, motion, &prepared);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    if (status == GRAZE_OK)
        *q = (batch_question){motion_of(&prepared, tolerance), body, motion, tolerance};
    return status;
}

static size_t words_of(const graze_batch *batch)
{
    return padded(batch->count) / GRAZE_BATCH_LANES;
}

/* The bits of a word that stand for motions. */
static uint64_t motions_of_word(const graze_batch *batch, size_t word)
{
    size_t left = batch->count - word * GRAZE_BATCH_LANES;
    return left >= GRAZE_BATCH_LANES ? UINT64_MAX : (UINT64_C(1) << left) - 1;
}

/* What the filters left of a word, decided one by one. */
static graze_status decide_open(const graze_batch *batch, size_t word, const batch_question *q,
                                uint64_t open, uint64_t *hits)
{
    for (; open != 0; open &= open - 1) {
        unsigned bit = bits_lowest(open);
        size_t i = word * GRAZE_BATCH_LANES + bit;
        bool exists = false;
        graze_status status = graze_conflict_exists(q->body, q->motion, &batch->bodies[i],
                                                    &batch->motions[i], q->tolerance, &exists);
        if (status != GRAZE_OK)
            return status;
        *hits |= (uint64_t)exists << bit;
    }
    return GRAZE_OK;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

graze_status batch_conflicts_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, uint64_t *hits, size_t *count)
{
    batch_question q;
    uint64_t open[MARKED_WORDS], certain[MARKED_WORDS];
    if (batch == NULL || (hits == NULL && batch->count > 0))
        return GRAZE_ERROR_NULL;
    graze_status status = question_of(body, motion, tolerance, &q);
    word_marker mark = marker_of(level, false);
    size_t found = 0, words = words_of(batch);
    for (size_t first = 0; first < words && status == GRAZE_OK; first += MARKED_WORDS) {
        size_t some = least(words - first, MARKED_WORDS);
        mark(batch, first, some, &q.one, open, certain);
        for (size_t k = 0; k < some && status == GRAZE_OK; k++) {
            uint64_t known = open[k] & motions_of_word(batch, first + k);
            uint64_t hit = certain[k] & known;
            if (known != 0)
                status = decide_open(batch, first + k, &q, known & ~hit, &hit);
            hits[first + k] = hit;
            found += bits_count(hit);
        }
    }
    if (status == GRAZE_OK && count != NULL)
        *count = found;
    return status;
}

graze_status graze_batch_conflicts(const graze_body *body, const graze_motion *motion,
                                   double tolerance, const graze_batch *batch, uint64_t *hits,
                                   size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return batch_conflicts_at(cpu_level(), body, motion, tolerance, batch, hits, count);
}

/* ---- intervals ---------------------------------------------------------------------------- */

graze_status batch_append(batch_list *list, size_t index, const graze_interval *intervals,
                          size_t count)
{
    if (count > list->capacity - list->count)
        return GRAZE_ERROR_CAPACITY;
    for (size_t i = 0; i < count; i++)
        list->found[list->count++] = (graze_batch_interval){index, intervals[i]};
    return GRAZE_OK;
}

static graze_status ask_conflicts(const batch_pair *of, const graze_workspace *workspace,
                                  batch_list *list)
{
    enum { AT_ONCE = 16 };
    graze_interval intervals[AT_ONCE];
    size_t done = 0, total = 0;
    graze_status status;
    (void)workspace;
    do {
        status = contact_intervals_from(of->body, of->motion, &of->batch->bodies[of->index],
                                        &of->batch->motions[of->index], of->tolerance, done,
                                        intervals, AT_ONCE, &total);
        size_t some = least(total - done, AT_ONCE);
        if (status == GRAZE_OK)
            status = batch_append(list, of->index, intervals, some);
        done += some;
    } while (status == GRAZE_OK && done < total);
    return status;
}

static graze_status intervals_of_word(const graze_batch *batch, size_t word,
                                      const batch_question *q, uint64_t open, batch_ask ask,
                                      const graze_workspace *workspace, batch_list *list)
{
    for (; open != 0; open &= open - 1) {
        size_t i = word * GRAZE_BATCH_LANES + bits_lowest(open);
        const batch_pair of = {q->body, q->motion, q->tolerance, batch, i};
        graze_status status = ask(&of, workspace, list);
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

static graze_status collect(const batch_question *q, const graze_batch *batch, word_marker mark,
                            batch_ask ask, const graze_workspace *workspace,
                            batch_list *list)
{
    uint64_t open[MARKED_WORDS], certain[MARKED_WORDS];
    size_t words = words_of(batch);
    for (size_t first = 0; first < words; first += MARKED_WORDS) {
        size_t some = least(words - first, MARKED_WORDS);
        mark(batch, first, some, &q->one, open, certain);
        for (size_t k = 0; k < some; k++) {
            uint64_t known = open[k] & motions_of_word(batch, first + k);
            graze_status status =
                intervals_of_word(batch, first + k, q, known, ask, workspace, list);
            if (status != GRAZE_OK)
                return status;
        }
    }
    return GRAZE_OK;
}

graze_status batch_ask_open(cpu_instructions level, bool of_starts, const graze_body *body,
                            const graze_motion *motion, double tolerance,
                            const graze_batch *batch, batch_ask ask,
                            const graze_workspace *workspace, batch_list list, size_t *count)
{
    batch_question q;
    if (batch == NULL || count == NULL || (list.found == NULL && list.capacity > 0))
        return GRAZE_ERROR_NULL;
    graze_status status = question_of(body, motion, tolerance, &q);
    if (status == GRAZE_OK)
        status = collect(&q, batch, marker_of(level, of_starts), ask, workspace, &list);
    if (status == GRAZE_OK)
        *count = list.count;
    return status;
}

graze_status batch_intervals_at(cpu_instructions level, const graze_body *body,
                                const graze_motion *motion, double tolerance,
                                const graze_batch *batch, graze_batch_interval *found,
                                size_t capacity, size_t *count)
{
    return batch_ask_open(level, false, body, motion, tolerance, batch, ask_conflicts, NULL,
                          (batch_list){found, capacity, 0}, count);
}

graze_status graze_batch_intervals(const graze_body *body, const graze_motion *motion,
                                   double tolerance, const graze_batch *batch,
                                   graze_batch_interval *found, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return batch_intervals_at(cpu_level(), body, motion, tolerance, batch, found, capacity, count);
}

/* ---- many against many ---------------------------------------------------------------------- */

enum { BLOCK_WORDS = 8 }; /* the boxes of 512 motions are 24 KiB, which a core keeps at hand */

/* Row i of a against a block of b; *more says whether the sink wants to go on. */
static graze_status row_against(const batch_question *q, size_t i, const graze_batch *b,
                                size_t first, size_t words, bool same, word_marker mark,
                                graze_batch_sink sink, void *context, bool *more)
{
    uint64_t open[BLOCK_WORDS], certain[BLOCK_WORDS];
    mark(b, first, words, &q->one, open, certain);
    for (size_t k = 0; k < words; k++) {
        size_t base = (first + k) * GRAZE_BATCH_LANES;
        uint64_t known = open[k] & motions_of_word(b, first + k);
        if (same && base <= i) /* only partners after i */
            known &= i - base >= 63 ? 0 : ~((UINT64_C(2) << (i - base)) - 1);
        uint64_t hit = certain[k] & known;
        graze_status status = known == 0 ? GRAZE_OK
                                         : decide_open(b, first + k, q, known & ~hit, &hit);
        if (status != GRAZE_OK)
            return status;
        for (; hit != 0 && *more; hit &= hit - 1)
            *more = sink(context, i, base + bits_lowest(hit));
        if (!*more)
            break;
    }
    return GRAZE_OK;
}

graze_status batch_conflicts_between_at(cpu_instructions level, const graze_batch *a,
                                        const graze_batch *b, double tolerance,
                                        graze_batch_sink sink, void *context)
{
    if (a == NULL || b == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = tolerance_validate(tolerance);
    word_marker mark = marker_of(level, false);
    bool same = a->x == b->x && a->count == b->count, more = true;
    size_t words = words_of(b);
    for (size_t first = 0; first < words && more && status == GRAZE_OK; first += BLOCK_WORDS) {
        size_t some = least(words - first, BLOCK_WORDS);
        size_t rows = same ? least(a->count, (first + some) * GRAZE_BATCH_LANES) : a->count;
        for (size_t i = 0; i < rows && more && status == GRAZE_OK; i++) {
            const batch_question q = {asking(a, i, tolerance), &a->bodies[i], &a->motions[i],
                                      tolerance};
            status = row_against(&q, i, b, first, some, same, mark, sink, context, &more);
        }
    }
    return status;
}

graze_status graze_batch_conflicts_between(const graze_batch *a, const graze_batch *b,
                                           double tolerance, graze_batch_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    return batch_conflicts_between_at(cpu_level(), a, b, tolerance, sink, context);
}
