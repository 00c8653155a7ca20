/* SPDX-License-Identifier: MIT */
/* <graze/lattice.h>: the time grid in seconds. */
#include <graze/lattice.h>

#include <math.h>

#include "numeric/float_mode.h"
#include "planner/lattice.h"

/* [s] Between these the tick is a normal double, and so is the horizon. */
static const double SHORTEST = 0x1p-900, LONGEST = 0x1p900;

enum { EXPONENT_MIN = -941, EXPONENT_MAX = 861 };

bool lattice_is_valid(const graze_lattice *lattice)
{
    return lattice->exponent >= EXPONENT_MIN && lattice->exponent <= EXPONENT_MAX &&
           lattice->tick == ldexp(1, lattice->exponent);
}

/* The statuses that all questions begin with. */
static graze_status validate(const graze_lattice *lattice, const void *answer, double time)
{
    if (lattice == NULL || answer == NULL)
        return GRAZE_ERROR_NULL;
    if (!lattice_is_valid(lattice))
        return GRAZE_ERROR_LATTICE;
    return isnan(time) ? GRAZE_ERROR_NOT_FINITE : GRAZE_OK;
}

static graze_status make(double longest, graze_lattice *lattice)
{
    if (!(longest >= SHORTEST && longest <= LONGEST))
        return GRAZE_ERROR_LATTICE;
    *lattice = time_grid_for(longest);
    return GRAZE_OK;
}

graze_status graze_lattice_for(double longest, graze_lattice *lattice)
{
    FLOAT_MODE_DEFAULT;
    if (lattice == NULL)
        return GRAZE_ERROR_NULL;
    return isfinite(longest) ? make(longest, lattice) : GRAZE_ERROR_NOT_FINITE;
}

static graze_status validate_roadmap(const graze_roadmap *roadmap)
{
    if (roadmap->vertex_count == 0)
        return GRAZE_OK;
    if (roadmap->places == NULL || roadmap->first == NULL || roadmap->targets == NULL)
        return GRAZE_ERROR_NULL;
    for (uint32_t v = 0; v < roadmap->vertex_count; v++)
        if (!isfinite(roadmap->places[v].x) || !isfinite(roadmap->places[v].y))
            return GRAZE_ERROR_NOT_FINITE;
    for (size_t e = 0; e < roadmap->first[roadmap->vertex_count]; e++)
        if (roadmap->targets[e] >= roadmap->vertex_count)
            return GRAZE_ERROR_INDEX;
    return GRAZE_OK;
}

static graze_status validate_speed(double speed)
{
    if (!isfinite(speed))
        return GRAZE_ERROR_NOT_FINITE;
    return speed > 0 ? GRAZE_OK : GRAZE_ERROR_SPEED;
}

graze_status graze_lattice_for_roadmap(const graze_roadmap *roadmap, double speed,
                                       graze_lattice *lattice)
{
    FLOAT_MODE_DEFAULT;
    if (roadmap == NULL || lattice == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = validate_roadmap(roadmap);
    if (status == GRAZE_OK)
        status = validate_speed(speed);
    if (status != GRAZE_OK)
        return status;
    double longest = time_grid_longest_move(roadmap, speed);
    return make(longest > 0 ? longest : 1, lattice);
}

/* ---- rounding ----------------------------------------------------------------------- */

double lattice_down(const graze_lattice *lattice, double time)
{
    tick on = time_grid_floor(lattice, time);
    if (on >= TICK_NEVER)
        return isinf(time) ? time : time_grid_seconds(lattice, TICK_HORIZON - 1);
    return on <= -TICK_NEVER ? -INFINITY : time_grid_seconds(lattice, on);
}

double lattice_up(const graze_lattice *lattice, double time)
{
    return 0 - lattice_down(lattice, -time);
}

graze_status graze_lattice_down(const graze_lattice *lattice, double time, double *on)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, on, time);
    if (status == GRAZE_OK)
        *on = lattice_down(lattice, time);
    return status;
}

graze_status graze_lattice_up(const graze_lattice *lattice, double time, double *on)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, on, time);
    if (status == GRAZE_OK)
        *on = lattice_up(lattice, time);
    return status;
}

graze_status graze_lattice_duration(const graze_lattice *lattice, graze_point from, graze_point to,
                                    double speed, double *duration)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, duration, 0);
    if (status == GRAZE_OK &&
        !(isfinite(from.x) && isfinite(from.y) && isfinite(to.x) && isfinite(to.y)))
        status = GRAZE_ERROR_NOT_FINITE;
    if (status == GRAZE_OK)
        status = validate_speed(speed);
    if (status != GRAZE_OK)
        return status;
    tick ticks = time_grid_duration(lattice, to.x - from.x, to.y - from.y, speed);
    *duration = time_grid_seconds(lattice, ticks < TICK_HORIZON ? ticks : TICK_NEVER);
    return GRAZE_OK;
}

graze_status graze_lattice_widen(const graze_lattice *lattice, graze_interval interval,
                                 graze_interval *widened)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, widened, interval.lower);
    if (status == GRAZE_OK && isnan(interval.upper))
        status = GRAZE_ERROR_NOT_FINITE;
    if (status == GRAZE_OK && !(interval.lower < interval.upper))
        status = GRAZE_ERROR_INTERVAL;
    if (status == GRAZE_OK)
        *widened = (graze_interval){lattice_down(lattice, interval.lower),
                                    lattice_up(lattice, interval.upper)};
    return status;
}

/* ---- searches ----------------------------------------------------------------------- */

/* The index of the first interval that ends after a time. */
static size_t first_after(const graze_interval *intervals, size_t count, double time)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (intervals[middle].upper <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

graze_status graze_lattice_earliest_safe(const graze_lattice *lattice,
                                         const graze_interval *intervals, size_t count,
                                         double time, double *safe)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, safe, time);
    if (status != GRAZE_OK)
        return status;
    if (intervals == NULL && count != 0)
        return GRAZE_ERROR_NULL;
    double on = lattice_up(lattice, time);
    if (on == -INFINITY && count > 0 && intervals[0].lower == -INFINITY)
        on = lattice_up(lattice, intervals[0].upper);
    for (size_t i = first_after(intervals, count, on);
         i < count && intervals[i].lower < on && isfinite(on); i++)
        if (on < intervals[i].upper)
            on = lattice_up(lattice, intervals[i].upper);
    *safe = on;
    return GRAZE_OK;
}

graze_status graze_lattice_earliest_within(const graze_lattice *lattice,
                                           const graze_closed_interval *safe, size_t count,
                                           double time, double *found)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate(lattice, found, time);
    if (status == GRAZE_OK && isinf(time))
        status = GRAZE_ERROR_NOT_FINITE;
    if (status != GRAZE_OK)
        return status;
    if (safe == NULL && count != 0)
        return GRAZE_ERROR_NULL;
    size_t low = 0, high = count;
    while (low < high) { /* the first interval that does not end before */
        size_t middle = low + (high - low) / 2;
        if (safe[middle].last < time)
            low = middle + 1;
        else
            high = middle;
    }
    double on = INFINITY;
    for (; low < count && on == INFINITY; low++) {
        double next = lattice_up(lattice, fmax(time, safe[low].first));
        if (next <= safe[low].last)
            on = next;
    }
    *found = on;
    return GRAZE_OK;
}
