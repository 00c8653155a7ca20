/* SPDX-License-Identifier: MIT */
/* What double words say of two discs that nearly touch, with the instructions of every level, and
 * whether that is so. */
#ifndef TESTS_CONTACT_SAID_H
#define TESTS_CONTACT_SAID_H

#include <CUnit/CUnit.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/passing.h"
#include "oracle/generate.h"

/* From prepared numbers; CONTACT_UNKNOWN of what is no GRAZE_PREPARED_DISC. */
static inline contact say_passing(const oracle_pair *p)
{
    graze_prepared a, b;
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_a, &p->a, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_b, &p->b, &b), GRAZE_OK);
    if ((a.kind | b.kind) != GRAZE_PREPARED_DISC)
        return CONTACT_UNKNOWN;
    const contact said = passing_contact(&a, &b, p->tolerance);
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        CU_ASSERT_EQUAL(passing_contact_at(level, &a, &b, p->tolerance), said);
    return said;
}

/* Of prepared numbers: who is said to touch may be apart. */
static inline bool is_so(contact said, contact truth)
{
    return said == CONTACT_UNKNOWN || said == truth ||
           (said == CONTACT_TOUCH && truth == CONTACT_APART);
}

/* Of the motions, with and without fused products. */
static inline contact say_motions(const pair *question)
{
    pair plain = *question;
    plain.without = QUICK_FUSED;
    const contact said = passing_contact_of(question);
    CU_ASSERT_EQUAL(passing_contact_of(&plain), said);
    return said;
}

/* The same, and what is said is true. */
static inline contact say_truth(const oracle_pair *p)
{
    pair question;
    CU_ASSERT_EQUAL_FATAL(
        pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question), GRAZE_OK);
    const contact said = say_motions(&question), truth = exact_contact(&question);
    CU_ASSERT_TRUE_FATAL(said == CONTACT_UNKNOWN || said == truth);
    return said;
}

#endif
