/* SPDX-License-Identifier: MIT */
#include "storage/plan_digest.h"

#include <stdlib.h>

static void *hash_motions(void *context)
{
    plan_digest *of = context;
    const plan *source = of->source;
    plan_room room = {0};
    graze_trajectory path;
    size_t agent = 0;
    while (agent < source->agent_count && !atomic_load(&of->over) &&
           plan_trajectory(&source->agents[agent], &room, &path) == IO_OK)
        digest_path(&of->hashed, agent++, &path);
    free(room.motions);
    of->whole = agent == source->agent_count;
    return NULL;
}

bool plan_digest_begin(plan_digest *of, const plan *source)
{
    of->source = source;
    of->whole = false;
    atomic_init(&of->over, false);
    digest_begin(&of->hashed);
    return pthread_create(&of->thread, NULL, hash_motions, of) == 0;
}

void plan_digest_end(plan_digest *of, bool wanted, char text[DIGEST_TEXT_SIZE])
{
    atomic_store(&of->over, !wanted);
    pthread_join(of->thread, NULL);
    digest_end(&of->hashed, text);
    text[0] = of->whole ? text[0] : '\0';
}
