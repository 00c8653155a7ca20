/* SPDX-License-Identifier: MIT */
#include "kernel/corner_stages.h"

#include "contact/exact.h"
#include "contact/polygon_filter.h"

static bool is_contradicted(contact quick, contact exact)
{
    return quick == CONTACT_OVERLAP ? exact != CONTACT_OVERLAP
           : quick == CONTACT_APART ? exact != CONTACT_APART && exact != CONTACT_NO_LIFE
                                    : false;
}

/* The exact interval, once somebody asks for it. */
typedef struct exact_interval {
    bool known, failed;
    graze_interval when;
} exact_interval;

static bool is_rounded_otherwise(const pair *question, contact exact, graze_interval quick,
                                 exact_interval *true_one)
{
    if (!true_one->known) {
        contact_part part;
        size_t total;
        true_one->known = true;
        true_one->failed = exact_parts(question, exact, false, 0, 1, &part, &total) != GRAZE_OK;
        true_one->when = part.interval.when;
    }
    return !true_one->failed &&
           (quick.lower != true_one->when.lower || quick.upper != true_one->when.upper);
}

/* One of them at one level. */
static const char *says(cpu_instructions level, const pair *question, contact exact,
                        exact_interval *true_one)
{
    graze_interval when;
    bool rounded;
    if (is_contradicted(polygon_filter_interval_at(level, question, NULL, &rounded), exact) ||
        is_contradicted(polygon_filter_interval_at(level, question, &when, &rounded), exact))
        return "a quick decision with corners";
    if (rounded && exact != CONTACT_OVERLAP)
        return "a quick overlap with corners";
    return rounded && is_rounded_otherwise(question, exact, when, true_one)
               ? "a rounded end with corners"
               : NULL;
}

const char *corner_stages_differ(const pair *question, contact exact)
{
    pair less = *question;
    exact_interval true_one = {.known = false};
    const char *difference = NULL;
    for (unsigned left_out = 0; left_out < QUICK_POLYGON && difference == NULL; left_out++) {
        less.without = left_out | QUICK_SIDES;
        difference = says(CPU_PLAIN, &less, exact, &true_one);
        for (int level = CPU_PLAIN; level <= (int)cpu_level() && difference == NULL; level++) {
            less.without = left_out | QUICK_OUTLINE | (level == CPU_PLAIN ? QUICK_FUSED : 0U);
            difference = says((cpu_instructions)level, &less, exact, &true_one);
        }
    }
    return difference;
}
