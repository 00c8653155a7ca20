/* SPDX-License-Identifier: MIT */
#include "cli/anytime.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/array.h"
#include "storage/stored.h"

static const double same_share = 0.01, same_seconds = 0.002;

static bool is_news(const plot_anytime_point *before, const plot_anytime_point *now)
{
    return now->cost != before->cost || now->bound != before->bound;
}

/* Does the last point stand for a time that the present one may replace? */
static bool is_near(const anytime *all, const plot_anytime_point *now)
{
    double before = all->count > 1 ? all->points[all->count - 2].seconds : -1;
    return all->count > 1 && now->seconds - before < same_seconds + same_share * now->seconds &&
           (all->points[all->count - 1].cost > 0) == (now->cost > 0);
}

/* Names tell microseconds. */
static bool is_same_time(const anytime *all, const plot_anytime_point *now)
{
    return all->count > 0 && now->seconds - all->points[all->count - 1].seconds < 2e-6;
}

void anytime_note(anytime *all, const plot_anytime_point *now)
{
    if (all->count > 0 && !is_news(&all->points[all->count - 1], now))
        return;
    if (is_near(all, now))
        all->count--;
    anytime_end(all, now);
}

void anytime_end(anytime *all, const plot_anytime_point *now)
{
    if (is_same_time(all, now))
        all->count--;
    if (array_grow(&all->points, &all->capacity, all->count + 1, sizeof *all->points))
        all->points[all->count++] = *now;
    else
        all->no_memory = true;
}

size_t anytime_number_count(const anytime *all)
{
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += all->points[i].cost > 0 ? 2 : 1;
    return count;
}

void anytime_numbers(const anytime *all, database_number *numbers, char *names)
{
    for (size_t i = 0; i < all->count; i++) {
        const plot_anytime_point *p = &all->points[i];
        snprintf(names, ANYTIME_NAME_SIZE, "lower_bound_s@%.6f", p->seconds);
        *numbers++ = (database_number){names, p->bound};
        names += ANYTIME_NAME_SIZE;
        if (!(p->cost > 0))
            continue;
        snprintf(names, ANYTIME_NAME_SIZE, "cost_s@%.6f", p->seconds);
        *numbers++ = (database_number){names, p->cost};
        names += ANYTIME_NAME_SIZE;
    }
}

static io_result take(void *context, double seconds, double cost, double bound)
{
    anytime *all = context;
    if (!array_grow(&all->points, &all->capacity, all->count + 1, sizeof *all->points))
        return IO_MEMORY;
    all->points[all->count++] = (plot_anytime_point){seconds, cost, bound};
    return IO_OK;
}

io_result anytime_read(database *db, int64_t plan_id, anytime *all)
{
    return stored_course_read(db, plan_id, take, all);
}

void anytime_free(anytime *all)
{
    free(all->points);
    *all = (anytime){.points = NULL};
}
