/* SPDX-License-Identifier: MIT */
/* The course of a search, out of the names of its numbers. */
#include "storage/stored.h"
#include "storage/stored_rows.h"

typedef struct course {
    io_result (*take)(void *context, double seconds, double cost, double bound);
    void *context;
} course;

static io_result take_row(void *context, const query *row)
{
    const course *of = context;
    return of->take(of->context, stored_real(row, 0), stored_real(row, 1), stored_real(row, 2));
}

io_result stored_course_read(database *db, int64_t plan_id,
                             io_result (*take)(void *context, double seconds, double cost,
                                               double bound),
                             void *context)
{
    course of = {take, context};
    return stored_rows_each(
        db,
        "SELECT CAST(substr(t.name, instr(t.name, '@') + 1) AS REAL) AS seconds,\n"
        "       coalesce(max(t.value) FILTER (WHERE t.name LIKE 'cost_s@%'), 0.0),\n"
        "       coalesce(max(t.value) FILTER (WHERE t.name LIKE 'lower_bound_s@%'), 0.0)\n"
        "FROM plan AS p JOIN solve_stat AS t USING (run_id)\n"
        "WHERE p.plan_id = ?1 AND instr(t.name, '@') > 0\n"
        "GROUP BY seconds ORDER BY seconds",
        plan_id, take_row, &of);
}
