/* SPDX-License-Identifier: MIT */
/* The sign of a quartic over an interval, from its five Bernstein coefficients, in doubles.
 *
 * The interval is cut into pieces. All coefficients of a piece above the bound: it is positive
 * there; the first or the last one, a value, below -bound: a witness of a negative value. A piece
 * whose coefficients are convex is cut where it is least, so that one cut tells nearly always;
 * others are halved. What cannot be told is left as a *doubt*, with what somebody who can tell
 * the sign at one place needs to decide it (accelerated_disc.h).
 *
 * Rounding. A halving takes one operation for each of four rounds of means, a cut elsewhere three:
 * it counts as three halvings. FILTER_HALVINGS of them cost 4 roundings of the largest coefficient
 * each, which the bound has to cover, in every rounding mode. Where to cut needs no proof.
 */
#ifndef GRAZE_CONTACT_FILTER_SCAN_H
#define GRAZE_CONTACT_FILTER_SCAN_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "contact/question.h"

enum { FILTER_HALVINGS = 8, FILTER_CUT = 3, FILTER_TERMS = 5, FILTER_DOUBTS = 4 };

/* A piece from `low` to `high`, shares of the interval. */
typedef struct filter_piece {
    double row[FILTER_TERMS], low, high;
    int level;
} filter_piece;

/* A piece whose sign hangs on the value at a place: when `bend` is positive the second derivative
 * (by the share) is at least that on the whole piece, and it is least nearly there; when it is 0,
 * all of the piece but that end is positive; else nothing is known. */
typedef struct filter_doubt {
    filter_piece piece;
    double at, bend;
} filter_doubt;

/* More doubts than there is room for are counted, too. */
typedef struct filter_doubts {
    filter_doubt at[FILTER_DOUBTS];
    int count;
} filter_doubts;

/* The piece up to a share t of it goes to *left, the rest stays. */
static inline void filter_cut(filter_piece *piece, double t, filter_piece *left)
{
    double row[FILTER_TERMS], rest = 1 - t;
    *left = *piece;
    left->high = piece->low =
        t == 0.5 ? 0.5 * (piece->low + piece->high) : piece->low + t * (piece->high - piece->low);
    left->level = piece->level += t == 0.5 ? 1 : FILTER_CUT;
    for (int i = 0; i < FILTER_TERMS; i++)
        row[i] = piece->row[i];
    for (int size = FILTER_TERMS; size > 0; size--) {
        left->row[FILTER_TERMS - size] = row[0];
        piece->row[size - 1] = row[size - 1];
        for (int i = 0; i + 1 < size; i++)
            row[i] = t == 0.5 ? 0.5 * (row[i] + row[i + 1]) : rest * row[i] + t * row[i + 1];
    }
}

static inline double filter_second(const double *row, int i)
{
    return (row[i] - row[i + 1]) + (row[i + 2] - row[i + 1]);
}

/* The least of the second differences. */
static inline double filter_bend(const double *row)
{
    double bend = filter_second(row, 0);
    for (int i = 1; i < FILTER_TERMS - 2; i++)
        bend = filter_second(row, i) < bend ? filter_second(row, i) : bend;
    return bend;
}

/* The share at which a convex piece is least, nearly, from 0 to 1: Newton steps on its slope. */
static inline double filter_lowest(const double *row)
{
    enum { STEPS = 6 };
    const double d[] = {row[1] - row[0], row[2] - row[1], row[3] - row[2], row[4] - row[3]};
    if (!(d[0] < 0))
        return 0;
    if (!(d[3] > 0))
        return 1;
    double t = d[0] / (d[0] - d[3]), step = 1;
    for (int i = 0; i < STEPS && !(fabs(step) < 0x1p-27); i++) {
        double s = 1 - t;
        double slope = s * s * (s * d[0] + 3 * t * d[1]) + t * t * (3 * s * d[2] + t * d[3]);
        double bend = s * s * (d[1] - d[0]) + 2 * s * t * (d[2] - d[1]) + t * t * (d[3] - d[2]);
        step = slope / (3 * bend);
        t = t - step > 1 ? 1 : t - step > 0 ? t - step : 0;
    }
    return t;
}

static inline void filter_doubt_of(filter_doubts *doubts, const filter_piece *piece, double at,
                                   double bend)
{
    if (doubts == NULL)
        return;
    if (doubts->count < FILTER_DOUBTS)
        doubts->at[doubts->count] = (filter_doubt){*piece, at, bend};
    doubts->count++;
}

/* Whether only the ends of a piece may be anything but positive. */
static inline bool filter_ends_tell(filter_doubts *doubts, const filter_piece *piece, double bound)
{
    const double *row = piece->row;
    if (!(row[1] > bound && row[2] > bound && row[3] > bound))
        return false;
    if (!(row[0] > bound))
        filter_doubt_of(doubts, piece, piece->low, 0);
    if (!(row[FILTER_TERMS - 1] > bound))
        filter_doubt_of(doubts, piece, piece->high, 0);
    return true;
}

/* Whether a convex piece is in doubt; else where to cut a piece that may be anything. */
static inline bool filter_valley_tells(filter_doubts *doubts, filter_piece *piece, double bound,
                                       double *share)
{
    const double bend = filter_bend(piece->row) - 4 * bound;
    const double edge = 0x1p-20, width = piece->high - piece->low;
    *share = 0.5;
    if (!(bend > 0 && piece->level + FILTER_CUT <= FILTER_HALVINGS && width > edge))
        return false;
    double t = filter_lowest(piece->row);
    bool first = t < edge && piece->low == 0, last = t > 1 - edge && piece->high == 1;
    if (!(first || last || (t >= edge && t <= 1 - edge)))
        return false;
    filter_piece rest = *piece, left;
    *share = t;
    filter_cut(&rest, t, &left);
    if (fabs(rest.row[0]) > bound && !first && !last)
        return false;
    filter_doubt_of(doubts, piece, last && t > 1 - 0x1p-40 ? 1 : rest.low,
                    12 * bend / (width * width));
    return true;
}

/* Whether the polynomial has a value below -bound, or only values above bound. The left pieces
 * come first; no recursion: `pending` holds the right ones. `doubts` may be null. */
static inline contact filter_scan(const double *whole, double bound, filter_doubts *doubts)
{
    filter_piece pending[FILTER_HALVINGS + 2], left;
    int count = 1;
    for (int i = 0; i < FILTER_TERMS; i++)
        pending[0].row[i] = whole[i];
    pending[0].low = 0;
    pending[0].high = 1;
    pending[0].level = 0;
    contact answer = CONTACT_APART;
    while (count > 0) {
        filter_piece *piece = &pending[--count];
        double *row = piece->row, least = row[0], largest = row[0], share;
        for (int i = 1; i < FILTER_TERMS; i++) {
            least = row[i] < least ? row[i] : least;
            largest = row[i] > largest ? row[i] : largest;
        }
        if (least > bound)
            continue;
        if (row[0] < -bound || row[FILTER_TERMS - 1] < -bound)
            return CONTACT_OVERLAP;
        if (filter_ends_tell(doubts, piece, bound) ||
            filter_valley_tells(doubts, piece, bound, &share)) {
            answer = CONTACT_UNKNOWN;
        } else if (piece->level >= FILTER_HALVINGS || !(largest > bound || least < -bound)) {
            filter_doubt_of(doubts, piece, piece->low, -1);
            answer = CONTACT_UNKNOWN;
        } else {
            filter_cut(piece, share, &left);
            pending[++count] = left;
            count++;
        }
    }
    return answer;
}

#endif
