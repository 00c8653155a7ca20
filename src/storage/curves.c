/* SPDX-License-Identifier: MIT */
#include "storage/curves.h"

#include <stdlib.h>

#include "storage/attempts.h"
#include "storage/stored_rows.h"

#define CURVE "iif((SELECT count(DISTINCT method) FROM attempt) > 1, method, map)"

/* The parameter of stored_rows_each is not asked for anything. */
static const char *const statements[] = {
    [CURVES_SUCCESS] = "WITH " ATTEMPTS " SELECT " CURVE " AS curve, CAST(agents AS REAL), "
                       "avg(outcome = 'found') FROM attempt WHERE agents > ?1 "
                       "GROUP BY 1, 2 ORDER BY 1, 2",
    [CURVES_RUNTIME] = "WITH " ATTEMPTS " SELECT " CURVE " AS curve, "
                       "CAST(row_number() OVER (PARTITION BY " CURVE " ORDER BY seconds) AS REAL), "
                       "seconds FROM attempt WHERE outcome = 'found' AND agents > ?1 ORDER BY 1, 2",
    [CURVES_COSTS] = "WITH " ATTEMPTS " SELECT curve, CAST(agents AS REAL), avg(ratio) FROM "
                     "(SELECT " CURVE " AS curve, agents, cost_s / min(cost_s) OVER "
                     "(PARTITION BY map, scenario, agents) AS ratio FROM attempt "
                     "WHERE outcome = 'found' AND agents > ?1) GROUP BY 1, 2 ORDER BY 1, 2",
};

typedef struct curves_listener {
    database *db;
    io_result (*take)(void *context, const char *curve, double x, double y);
    void *context;
} curves_listener;

static io_result take_point(void *context, const query *row)
{
    const curves_listener *listener = context;
    char *curve = stored_text(row, 0);
    if (curve == NULL)
        return stored_no_memory(listener->db);
    io_result result =
        listener->take(listener->context, curve, stored_real(row, 1), stored_real(row, 2));
    free(curve);
    return result;
}

io_result curves_read(database *db, curves_kind kind,
                      io_result (*take)(void *context, const char *curve, double x, double y),
                      void *context)
{
    curves_listener listener = {db, take, context};
    return stored_rows_each(db, statements[kind], 0, take_point, &listener);
}
