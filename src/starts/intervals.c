/* SPDX-License-Identifier: MIT */
/* The algebra of interval lists: merges of sorted arrays, and binary searches.
 *
 * Each merge is one function that also runs without an output, to count; so that
 * a result which does not fit is refused before anything is written. */
#include <graze/intervals.h>

#include <math.h>
#include <string.h>

#include "numeric/float_mode.h"

/* ---- validation --------------------------------------------------------------------- */

static graze_status validate_ends(graze_interval interval)
{
    if (isnan(interval.lower) || isnan(interval.upper))
        return GRAZE_ERROR_NOT_FINITE;
    return interval.lower < interval.upper ? GRAZE_OK : GRAZE_ERROR_INTERVAL;
}

graze_status graze_intervals_validate(const graze_interval *intervals, size_t count)
{
    FLOAT_MODE_DEFAULT;
    if (intervals == NULL && count != 0)
        return GRAZE_ERROR_NULL;
    for (size_t i = 0; i < count; i++) {
        graze_status status = validate_ends(intervals[i]);
        if (status != GRAZE_OK)
            return status;
        if (i > 0 && intervals[i].lower < intervals[i - 1].upper)
            return GRAZE_ERROR_INTERVAL_ORDER;
    }
    return GRAZE_OK;
}

static double later(double x, double y)
{
    return x > y ? x : y;
}

static double earlier(double x, double y)
{
    return x < y ? x : y;
}

/* ---- normal form -------------------------------------------------------------------- */

/* Heapsort, because the library's qsort may allocate. Lets the element at `root`
 * sink to its place in a heap with the greatest lower end on top. */
static void sink(graze_interval *heap, size_t root, size_t count)
{
    graze_interval sinking = heap[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && heap[child + 1].lower > heap[child].lower)
            child++;
        if (heap[child].lower <= sinking.lower)
            break;
        heap[root] = heap[child];
    }
    heap[root] = sinking;
}

static void sort(graze_interval *intervals, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        sink(intervals, root, count);
    for (size_t left = count; left-- > 1;) {
        graze_interval greatest = intervals[0];
        intervals[0] = intervals[left];
        intervals[left] = greatest;
        sink(intervals, 0, left);
    }
}

/* Appends an interval that begins no earlier than those before it, or unites it
 * with the last one. Sharing an end is no overlap. */
static size_t append(graze_interval *list, size_t count, graze_interval next)
{
    if (count == 0 || next.lower >= list[count - 1].upper) {
        list[count] = next;
        return count + 1;
    }
    list[count - 1].upper = later(list[count - 1].upper, next.upper);
    return count;
}

graze_status graze_intervals_normalise(graze_interval *intervals, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (count == NULL || (intervals == NULL && *count != 0))
        return GRAZE_ERROR_NULL;
    bool sorted = true;
    for (size_t i = 0; i < *count; i++) {
        graze_status status = validate_ends(intervals[i]);
        if (status != GRAZE_OK)
            return status;
        sorted = sorted && (i == 0 || intervals[i - 1].lower <= intervals[i].lower);
    }
    if (!sorted)
        sort(intervals, *count);
    size_t left = 0;
    for (size_t i = 0; i < *count; i++)
        left = append(intervals, left, intervals[i]);
    *count = left;
    return GRAZE_OK;
}

/* ---- merges ------------------------------------------------------------------------- */

typedef struct list {
    const graze_interval *at;
    size_t count;
} list;

/* Writes the merge to `result` unless that is null; says how long it is. When a
 * merge has read i of a and j of b, it has written no more than i + j. */
typedef size_t (*merge)(list a, list b, graze_interval *result);

static size_t unite(list a, list b, graze_interval *result)
{
    size_t i = 0, j = 0, written = 0;
    double reached = -INFINITY; /* the last written upper end */
    while (i < a.count || j < b.count) {
        bool from_a = j == b.count || (i < a.count && a.at[i].lower <= b.at[j].lower);
        graze_interval next = from_a ? a.at[i++] : b.at[j++];
        if (result != NULL)
            written = append(result, written, next);
        else
            written += next.lower >= reached;
        reached = later(reached, next.upper);
    }
    return written;
}

static size_t intersect(list a, list b, graze_interval *result)
{
    size_t i = 0, j = 0, written = 0;
    while (i < a.count && j < b.count) {
        graze_interval x = a.at[i], y = b.at[j];
        graze_interval both = {later(x.lower, y.lower), earlier(x.upper, y.upper)};
        i += x.upper <= y.upper;
        j += y.upper <= x.upper;
        if (!(both.lower < both.upper))
            continue;
        if (result != NULL)
            result[written] = both;
        written++;
    }
    return written;
}

/* Moves the list that the result takes the place of to the end of the room for
 * both. There the merge cannot overtake it: it writes at most i + j intervals,
 * and the next one to be read is at the other list's count + i or later. */
static void make_way(list *moved, size_t other_count, graze_interval *result)
{
    if (moved->count != 0)
        memmove(result + other_count, moved->at, moved->count * sizeof *result);
    moved->at = result + other_count;
}

static graze_status merge_lists(list a, list b, merge merge_two, graze_interval *result,
                                size_t capacity, size_t *count)
{
    if (count == NULL || (result == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = graze_intervals_validate(a.at, a.count);
    if (status == GRAZE_OK)
        status = graze_intervals_validate(b.at, b.count);
    if (status != GRAZE_OK)
        return status;

    bool is_a = result != NULL && result == a.at, is_b = result != NULL && result == b.at;
    bool has_room = a.count <= capacity && b.count <= capacity - a.count;
    if (!has_room && (is_a || is_b || merge_two(a, b, NULL) > capacity))
        return GRAZE_ERROR_CAPACITY;
    if (is_a)
        make_way(&a, b.count, result);
    else if (is_b)
        make_way(&b, a.count, result);
    *count = capacity == 0 ? 0 : merge_two(a, b, result);
    return GRAZE_OK;
}

graze_status graze_intervals_unite(const graze_interval *a, size_t count_a, const graze_interval *b,
                                   size_t count_b, graze_interval *result, size_t capacity,
                                   size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return merge_lists((list){a, count_a}, (list){b, count_b}, unite, result, capacity, count);
}

graze_status graze_intervals_intersect(const graze_interval *a, size_t count_a,
                                       const graze_interval *b, size_t count_b,
                                       graze_interval *result, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return merge_lists((list){a, count_a}, (list){b, count_b}, intersect, result, capacity, count);
}

/* ---- what is safe ------------------------------------------------------------------- */

static size_t emit(graze_closed_interval *safe, size_t written, double first, double last)
{
    if (safe != NULL)
        safe[written] = (graze_closed_interval){first, last};
    return written + 1;
}

/* Writes the complement to `safe` unless that is null; says how long it is. An
 * infinite end is no instant: nothing is left before (-inf, or after +inf). */
static size_t complement(list unsafe, graze_closed_interval horizon, graze_closed_interval *safe)
{
    size_t written = 0;
    double from = horizon.first; /* nothing is unsafe at it, and what is before it is done */
    for (size_t i = 0; i < unsafe.count && unsafe.at[i].lower < horizon.last; i++) {
        graze_interval interval = unsafe.at[i];
        if (interval.upper <= from)
            continue;
        if (interval.lower >= from && interval.lower > -INFINITY)
            written = emit(safe, written, from, interval.lower);
        from = interval.upper;
    }
    if (from <= horizon.last && from < INFINITY)
        written = emit(safe, written, from, horizon.last);
    return written;
}

graze_status graze_intervals_complement(const graze_interval *intervals, size_t count,
                                        graze_closed_interval horizon, graze_closed_interval *safe,
                                        size_t capacity, size_t *safe_count)
{
    FLOAT_MODE_DEFAULT;
    if (safe_count == NULL || (safe == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = graze_intervals_validate(intervals, count);
    if (status != GRAZE_OK)
        return status;
    if (isnan(horizon.first) || isnan(horizon.last))
        return GRAZE_ERROR_NOT_FINITE;
    if (!(horizon.first <= horizon.last && horizon.first < INFINITY && horizon.last > -INFINITY))
        return GRAZE_ERROR_INTERVAL;

    list unsafe = {intervals, count};
    if (capacity <= count && complement(unsafe, horizon, NULL) > capacity)
        return GRAZE_ERROR_CAPACITY;
    *safe_count = capacity == 0 ? 0 : complement(unsafe, horizon, safe);
    return GRAZE_OK;
}

/* ---- searches ----------------------------------------------------------------------- */

/* The interval that the time is inside; null when it is safe. */
static const graze_interval *find(const graze_interval *intervals, size_t count, double time)
{
    size_t begin = 0, end = count; /* the first upper end above the time is in [begin, end] */
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (intervals[middle].upper > time)
            end = middle;
        else
            begin = middle + 1;
    }
    return begin < count && intervals[begin].lower < time ? &intervals[begin] : NULL;
}

static graze_status validate_search(const graze_interval *intervals, size_t count, double time,
                                    const void *result)
{
    if (result == NULL || (intervals == NULL && count != 0))
        return GRAZE_ERROR_NULL;
    return isnan(time) ? GRAZE_ERROR_NOT_FINITE : GRAZE_OK;
}

graze_status graze_intervals_contain(const graze_interval *intervals, size_t count, double time,
                                     bool *contained)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate_search(intervals, count, time, contained);
    if (status == GRAZE_OK)
        *contained = find(intervals, count, time) != NULL;
    return status;
}

/* The nearest safe time from `time` on, or up to it. At an end of time an interval that reaches
 * there is left, too. */
static graze_status find_safe(const graze_interval *intervals, size_t count, double time,
                              bool later, double *safe)
{
    graze_status status = validate_search(intervals, count, time, safe);
    if (status != GRAZE_OK)
        return status;
    const graze_interval *unsafe = find(intervals, count, time);
    if (count > 0 && time == -INFINITY && intervals[0].lower == time)
        unsafe = &intervals[0];
    if (count > 0 && time == INFINITY && intervals[count - 1].upper == time)
        unsafe = &intervals[count - 1];
    *safe = unsafe == NULL ? time : later ? unsafe->upper : unsafe->lower;
    return GRAZE_OK;
}

graze_status graze_intervals_earliest_safe(const graze_interval *intervals, size_t count,
                                           double time, double *safe)
{
    FLOAT_MODE_DEFAULT;
    return find_safe(intervals, count, time, true, safe);
}

graze_status graze_intervals_latest_safe(const graze_interval *intervals, size_t count, double time,
                                         double *safe)
{
    FLOAT_MODE_DEFAULT;
    return find_safe(intervals, count, time, false, safe);
}
