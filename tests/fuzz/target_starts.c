/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds. Every end makes the round trip: to start there is no conflict, to
 * start one ulp inside is one; and every quick way gives the bits of the exact mechanism. */
#include <math.h>

#include "base/cpu.h"
#include "contact/question.h"
#include "fuzz/targets.h"
#include "starts/unsafe_starts.h"

enum { STARTS = 512 };

static bool conflicts(const fuzz_two *t, const graze_motion *a)
{
    bool exists = false;
    fuzz_require(graze_conflict_exists(&t->body_a, a, &t->body_b, &t->b, t->tolerance, &exists) ==
                 GRAZE_OK);
    return exists;
}

/* To start at a double conflicts exactly inside the intervals. */
static void try_start(const fuzz_two *t, double start, const graze_interval *starts, size_t count)
{
    graze_motion moved;
    if (!isfinite(start))
        return;
    fuzz_require(graze_motion_restart(&t->a, start, &moved) == GRAZE_OK);
    fuzz_require(conflicts(t, &moved) == fuzz_inside(starts, count, start));
}

static void try_ends(fuzz_input *in, const fuzz_two *t, const graze_interval *starts, size_t count)
{
    for (size_t i = 0; i < count && i < 8; i++) {
        const graze_interval *at = &starts[i];
        fuzz_require(at->lower < at->upper);
        fuzz_require(i == 0 || starts[i - 1].lower <= at->lower);
        try_start(t, at->lower, starts, count);
        try_start(t, nextafter(at->lower, INFINITY), starts, count);
        try_start(t, nextafter(at->upper, -INFINITY), starts, count);
        try_start(t, at->upper, starts, count);
        try_start(t, at->lower / 2 + at->upper / 2, starts, count);
    }
    try_start(t, 0, starts, count);
    try_start(t, t->b.start, starts, count);
    try_start(t, fuzz_number(in), starts, count);
}

/* ---- other ways ---------------------------------------------------------------------- */

static void agree_without_quick_stages(const fuzz_two *t, const graze_interval *starts,
                                       size_t count)
{
    unsafe_starts slow;
    graze_status status =
        unsafe_starts_without(~0U, &t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                              fuzz_workspace(), &slow);
    if (status == GRAZE_OK)
        fuzz_require(fuzz_same_intervals(starts, count, slow.at, slow.count));
    else
        fuzz_require(fuzz_is_short(status));
}

/* The end after the present start, by the list. */
static void agree_with_end(const fuzz_two *t, const graze_interval *starts, size_t count)
{
    double end = 0, wanted = 0;
    bool exists = false, found = false;
    for (size_t i = 0; i < count; i++)
        if (found ? starts[i].lower < wanted
                  : starts[i].upper > t->a.start ||
                        (starts[i].upper == t->a.start && t->a.start_tail < 0)) {
            wanted = starts[i].upper;
            found = true;
        } else if (found)
            break;
    graze_status status = graze_unsafe_end(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance,
                                           fuzz_workspace(), &end, &exists);
    fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
    fuzz_require(status != GRAZE_OK || (exists == found && (!found || end == wanted)));
}

static void agree_in_batch(const fuzz_two *t, const graze_interval *starts, size_t count)
{
    static unsigned char memory[1 << 14];
    static graze_batch_interval found[STARTS];
    graze_batch batch;
    fuzz_require(graze_batch_fill(&t->body_b, &t->b, 1, memory, sizeof memory, &batch) ==
                 GRAZE_OK);
    for (int level = 0; level <= (int)cpu_level(); level++) {
        size_t total = 0;
        graze_status status =
            batch_unsafe_starts_at((cpu_instructions)level, &t->body_a, &t->a, t->tolerance,
                                   &batch, fuzz_workspace(), found, STARTS, &total);
        fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
        fuzz_require(status != GRAZE_OK || total == count);
        for (size_t i = 0; status == GRAZE_OK && i < count; i++)
            fuzz_require(fuzz_same_intervals(&found[i].interval, 1, &starts[i], 1));
    }
}

/* Of a trajectory of one motion, brought into normal form. */
static void agree_with_trajectory(const fuzz_two *t, const graze_interval *starts, size_t count)
{
    static graze_interval normal[STARTS], found[STARTS];
    const graze_trajectory other = {.motions = &t->b, .count = 1};
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        normal[i] = starts[i];
    fuzz_require(graze_intervals_normalise(normal, &count) == GRAZE_OK);
    graze_status status =
        graze_trajectory_unsafe_starts(&t->body_a, &t->a, &t->body_b, &other, t->tolerance,
                                       fuzz_workspace(), found, STARTS, &total);
    fuzz_require(status == GRAZE_OK || fuzz_is_short(status));
    if (status == GRAZE_OK)
        fuzz_require(fuzz_same_intervals(normal, count, found, total));
}

/* ---- speeds ---------------------------------------------------------------------------- */

/* Drives a 2^power times as fast, where that is exact; false where it is not. */
static bool drive(const graze_motion *a, int power, graze_motion *driven)
{
    double k = ldexp(1, power);
    *driven = *a;
    driven->duration /= k;
    driven->duration_tail /= k;
    if (driven->duration * k != a->duration || driven->duration_tail * k != a->duration_tail)
        return false;
    if (a->form == GRAZE_WAYPOINT || a->form == GRAZE_RAMP)
        return true;
    driven->acceleration.x *= k * k;
    driven->acceleration.y *= k * k;
    driven->acceleration.z *= k * k;
    if (driven->acceleration.x / k / k != a->acceleration.x ||
        driven->acceleration.y / k / k != a->acceleration.y ||
        driven->acceleration.z / k / k != a->acceleration.z)
        return false;
    driven->velocity.x *= k;
    driven->velocity.y *= k;
    driven->velocity.z *= k;
    return driven->velocity.x / k == a->velocity.x && driven->velocity.y / k == a->velocity.y &&
           driven->velocity.z / k == a->velocity.z;
}

static void ask_speeds(const fuzz_two *t)
{
    static graze_interval speeds[STARTS];
    size_t count = 0;
    graze_motion driven;
    graze_status status =
        graze_unsafe_speeds(&t->body_a, &t->a, &t->body_b, &t->b, t->tolerance, fuzz_workspace(),
                            speeds, STARTS, &count);
    fuzz_require(status == GRAZE_OK || status == GRAZE_ERROR_UNSUPPORTED || fuzz_is_short(status));
    if (status != GRAZE_OK)
        return;
    for (size_t i = 0; i < count; i++)
        fuzz_require(speeds[i].lower >= 0 && speeds[i].lower < speeds[i].upper);
    static const int powers[] = {-9, -3, -2, -1, 0, 1, 2, 3, 9};
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++)
        if (drive(&t->a, powers[i], &driven))
            fuzz_require(conflicts(t, &driven) ==
                         fuzz_inside(speeds, count, ldexp(1, powers[i])));
}

void fuzz_starts(fuzz_input *in)
{
    static graze_interval starts[STARTS], again[STARTS];
    fuzz_two t;
    size_t count = 0, total = 0;
    fuzz_read_two(in, &t);
    graze_status status =
        graze_unsafe_starts(&t.body_a, &t.a, &t.body_b, &t.b, t.tolerance, fuzz_workspace(),
                            starts, STARTS, &count);
    if (status != GRAZE_OK)
        return;
    try_ends(in, &t, starts, count);
    if (count > 0)
        fuzz_require(graze_unsafe_starts(&t.body_a, &t.a, &t.body_b, &t.b, t.tolerance,
                                         fuzz_workspace(), again, count - 1, &total) ==
                     GRAZE_ERROR_CAPACITY);
    agree_without_quick_stages(&t, starts, count);
    agree_with_end(&t, starts, count);
    agree_in_batch(&t, starts, count);
    agree_with_trajectory(&t, starts, count);
    ask_speeds(&t);
}
