/* SPDX-License-Identifier: MIT */
/* The scalar functions: graze_verdict, graze_depth, graze_distance, graze_decade,
 * graze_version. */
#include "storage/extension.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes over the message. */
static void fail(sqlite3_context *context, const char *name, int code, char *message)
{
    if (code == SQLITE_NOMEM || message == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    char *whole = sqlite3_mprintf("%s: %s", name, message);
    sqlite3_free(message);
    if (whole == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, whole, -1);
    sqlite3_free(whole);
}

static bool read_pair(sqlite3_context *context, const char *name, int count,
                      sqlite3_value **values, extension_pair *pair)
{
    char *message = NULL;
    int code = extension_read(sqlite3_user_data(context), count, values, pair, &message);
    if (code != SQLITE_OK)
        fail(context, name, code, message);
    return code == SQLITE_OK;
}

static void verdict_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    extension_pair pair;
    graze_verdict verdict;
    if (!read_pair(context, "graze_verdict", count, values, &pair))
        return;
    graze_status status = graze_conflict_verdict(&pair.body_a, &pair.a, &pair.body_b, &pair.b,
                                                 pair.tolerance, &verdict);
    if (status != GRAZE_OK)
        fail(context, "graze_verdict", SQLITE_ERROR, extension_refusal(&pair, status));
    else
        sqlite3_result_text(context, graze_verdict_name(verdict), -1, SQLITE_STATIC);
}

/* False when there is no answer: an error, or NULL because there is no common life. */
static bool clearance_of(sqlite3_context *context, const char *name, int count,
                         sqlite3_value **values, graze_clearance *clearance)
{
    extension_pair pair;
    if (!read_pair(context, name, count, values, &pair))
        return false;
    graze_status status =
        graze_conflict_clearance(&pair.body_a, &pair.a, &pair.body_b, &pair.b, clearance);
    if (status != GRAZE_OK)
        fail(context, name, SQLITE_ERROR, extension_refusal(&pair, status));
    return status == GRAZE_OK && clearance->common_life;
}

static void depth_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    graze_clearance clearance;
    if (clearance_of(context, "graze_depth", count, values, &clearance))
        sqlite3_result_double(context, clearance.depth);
}

static void distance_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    graze_clearance clearance;
    if (clearance_of(context, "graze_distance", count, values, &clearance))
        sqlite3_result_double(context, clearance.distance);
}

/* The exponent of the number as it is printed with 17 digits. A logarithm is right about it
 * but near a power of ten. */
static int decade_of_positive(double value)
{
    char text[40];
    double logarithm = log10(value), nearest = round(logarithm);
    if (fabs(logarithm - nearest) > 1e-9)
        return (int)floor(logarithm);
    snprintf(text, sizeof text, "%.16e", value);
    return atoi(strchr(text, 'e') + 1);
}

/* graze_decade(x): the d with 10^d <= x < 10^(d + 1); NULL for what is not positive and finite. */
static void decade_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    double value = sqlite3_value_double(values[0]);
    if (value > 0 && isfinite(value))
        sqlite3_result_int(context, decade_of_positive(value));
}

static void version_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count, (void)values;
    sqlite3_result_text(context, graze_version(), -1, SQLITE_STATIC);
}

/* By numbers or places an answer depends on its arguments alone. By keys it reads tables, so SQLite
 * must not take it for the same the next time; it changes nothing and tells nothing that
 * the tables do not tell, so a schema that is not trusted may call it as well. */
int extension_add_functions(extension *shared)
{
    static const struct {
        const char *name;
        int count;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"graze_verdict", EXTENSION_NUMBERS, verdict_of},
        {"graze_verdict", EXTENSION_NUMBERS + 1, verdict_of},
        {"graze_verdict", EXTENSION_PLACES, verdict_of},
        {"graze_verdict", EXTENSION_PLACES + 1, verdict_of},
        {"graze_verdict", EXTENSION_KEYS, verdict_of},
        {"graze_verdict", EXTENSION_KEYS + 1, verdict_of},
        {"graze_depth", EXTENSION_NUMBERS, depth_of},
        {"graze_depth", EXTENSION_PLACES, depth_of},
        {"graze_depth", EXTENSION_KEYS, depth_of},
        {"graze_distance", EXTENSION_NUMBERS, distance_of},
        {"graze_distance", EXTENSION_PLACES, distance_of},
        {"graze_distance", EXTENSION_KEYS, distance_of},
        {"graze_decade", 1, decade_of},
        {"graze_version", 0, version_of},
    };
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && code == SQLITE_OK; i++) {
        bool keys =
            functions[i].count == EXTENSION_KEYS || functions[i].count == EXTENSION_KEYS + 1;
        int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (keys ? 0 : SQLITE_DETERMINISTIC);
        shared->users++; /* released by SQLite, also when this fails */
        code = sqlite3_create_function_v2(shared->handle, functions[i].name, functions[i].count,
                                          flags, shared, functions[i].call, NULL, NULL,
                                          extension_release);
    }
    return code;
}
