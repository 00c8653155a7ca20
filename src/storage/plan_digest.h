/* SPDX-License-Identifier: MIT */
/* The digest of a plan's motions, in a thread of its own while they are written: a sixth of
 * the time that writing them takes. */
#ifndef GRAZE_STORAGE_PLAN_DIGEST_H
#define GRAZE_STORAGE_PLAN_DIGEST_H

#include <pthread.h>
#include <stdatomic.h>

#include "io/plan.h"
#include "storage/digest.h"

typedef struct plan_digest {
    const plan *source;
    digest hashed;
    bool whole;       /* there was memory for all motions, and time */
    atomic_bool over; /* nobody wants it any more */
    pthread_t thread;
} plan_digest;

/* Begins; false where there is no thread to be had, and whoever writes motions hashes them. The
 * plan stays as it is until plan_digest_end. */
bool plan_digest_begin(plan_digest *of, const plan *source);

/* Ends what has begun: waits if the digest is `wanted`. The text is empty where it is not known. */
void plan_digest_end(plan_digest *of, bool wanted, char text[DIGEST_TEXT_SIZE]);

#endif
