/* SPDX-License-Identifier: MIT */
/* The numbers of a split. */
#include "planner/split_spans.h"

/* The share of the overlap by which a mover is put off; the stayer gets the rest. Of a
 * few ticks it gets all: d = 1. From 16 ticks on, u - l > 14 and the share of it is
 * below 0.9 (u - l + 2) < u - l + 1 as it must be. */
static const double share = 0.9;
enum { FEW_TICKS = 16 };

void split_spans_of_moves(tick a, tick b, span when, span forbidden[2])
{
    forbidden[0] = (span){a - 1, b + when.upper};
    forbidden[1] = (span){b - 1, a - when.lower};
}

void split_spans_of_stay(tick until, tick start, span when, span *stayer, span *mover)
{
    tick length = when.upper - when.lower;
    tick delay = length < FEW_TICKS ? 1 : (tick)(share * (double)length);
    if (until < TICK_NEVER && delay > until - when.lower)
        delay = until - when.lower;
    *stayer = (span){when.lower + delay - 1, when.upper};
    *mover = (span){start - 1, start + delay};
}

void split_spans_of_wait(tick until, tick start, span when, span *stayer, span *mover)
{
    *stayer = (span){when.upper - 1, until};
    *mover = (span){start - 1, start + until - when.lower};
}

void split_spans_of_target(span when, span *stayer, span *mover)
{
    *stayer = (span){when.upper, TICK_NEVER};
    *mover = (span){when.upper - 1, TICK_NEVER};
}
