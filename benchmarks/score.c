/* SPDX-License-Identifier: MIT */
/* Counting mistakes. See score.h. */
#include "benchmarks/score.h"

#include <math.h>

#include "numeric/rounding.h"

enum { FAR_OFF = 1000 };

/* In whole numbers: as doubles, ranks would lose their last ten bits. */
double score_ulps_apart(double a, double b)
{
    if (isnan(a) || isnan(b))
        return INFINITY;
    int64_t first = double_rank(a), second = double_rank(b);
    return first > second ? (double)((uint64_t)first - (uint64_t)second)
                          : (double)((uint64_t)second - (uint64_t)first);
}

static void compare(score *of, double truth, double said)
{
    double ulps = score_ulps_apart(truth, said);
    of->ends++;
    of->off += ulps > 1;
    of->far_off += ulps > FAR_OFF;
}

void score_answer(score *of, const graze_interval *truth, size_t true_count,
                  const graze_interval *said, size_t said_count, score_ends ends)
{
    of->asked++;
    of->hits += true_count > 0;
    of->missed += true_count > 0 && said_count == 0;
    of->invented += true_count == 0 && said_count > 0;
    if (true_count == 0 || said_count == 0 || ends == SCORE_NO_END)
        return;
    of->miscounted += true_count != said_count;
    for (size_t i = 0; i < true_count && true_count == said_count; i++) {
        if (ends == SCORE_BOTH_ENDS)
            compare(of, truth[i].lower, said[i].lower);
        compare(of, truth[i].upper, said[i].upper);
    }
}

void score_recheck(score *of, bool still_in_conflict)
{
    of->rechecks++;
    of->failed += still_in_conflict;
}
