/* SPDX-License-Identifier: MIT */
/* Sums and products of doubles of which nothing is lost, or no answer. See polygon_ties.h.
 *
 * Sums. A pass of exact sums of two leaves the sum of all terms what it is; where it leaves one
 * tail, that is two doubles. What overflows leaves a sum that is infinite, or no number.
 *
 * Products. The tail of a product is exact where it is not flushed: a product above 2^-900 has
 * its last bit above 2^-1010. Overflow leaves a tail that is no number. */
#include "contact/polygon_ties.h"

#include <math.h>

#include "numeric/double_word.h"

enum { PASSES = 3, TERMS = 12 + PASSES };

/* Terms of a sum, and whether nothing of them was lost. */
typedef struct exact_terms {
    double term[TERMS];
    int count;
    bool whole;
} exact_terms;

static void add_product(exact_terms *to, double x, double y)
{
    if (x == 0 || y == 0)
        return;
    const double product = eft_two_product(x, y, &to->term[to->count + 1]);
    to->term[to->count] = product;
    to->count += 2;
    to->whole &= fabs(product) > 0x1p-900;
}

static void add_times(exact_terms *to, double_word x, double y)
{
    add_product(to, x.high, y);
    add_product(to, x.low, y);
}

/* Their sum, if two doubles hold it. */
static bool is_sum(exact_terms *of, double_word *sum)
{
    double high = 0, low = 0;
    int tails = 2;
    for (int pass = 0; pass < PASSES && tails > 1; pass++) {
        high = low = tails = 0;
        for (int i = 0; i < of->count; i++) {
            double tail;
            high = eft_two_sum(high, of->term[i], &tail);
            of->term[i] = tail;
            low = tail != 0 ? tail : low;
            tails += tail != 0;
        }
        of->term[of->count++] = high;
    }
    *sum = dw_sum(high, low);
    return of->whole && tails <= 1 && fabs(sum->high) < INFINITY;
}

/* a - b */
static bool is_difference(double a, double b, double *difference)
{
    double tail;
    *difference = eft_two_sum(a, -b, &tail);
    return tail == 0;
}

/* One coordinate of D, seen from the corner. */
static bool place_at(const double place[2], const double speed[2], const double lived[2],
                     const double corner[2], double_word *d)
{
    exact_terms sum = {{place[0], -place[1], corner[0], -corner[1]}, 4, true};
    add_product(&sum, speed[0], lived[0]);
    add_product(&sum, -speed[1], lived[1]);
    return is_sum(&sum, d);
}

static bool place_of_path(const straight_pair *q, const outline_part *part, double time,
                          double_word d[2])
{
    const straight_body *a = &q->a, *b = &q->b;
    double lived[2];
    return is_difference(time, a->start, &lived[0]) && is_difference(time, b->start, &lived[1]) &&
           place_at((double[]){duo_x(a->place), duo_x(b->place)},
                    (double[]){duo_x(a->v.high), duo_x(b->v.high)}, lived,
                    (double[]){part->a.x, part->b.x}, &d[0]) &&
           place_at((double[]){duo_y(a->place), duo_y(b->place)},
                    (double[]){duo_y(a->v.high), duo_y(b->v.high)}, lived,
                    (double[]){part->a.y, part->b.y}, &d[1]);
}

static bool is_reach(const straight_pair *q, double_word *reach)
{
    exact_terms sum = {{q->a.body->radius, q->b.body->radius, -q->tolerance}, 3, true};
    return is_sum(&sum, reach);
}

/* D x e - R |e|, of an edge along an axis or, where R is 0, of any one. */
static bool add_line(exact_terms *to, const double_word d[2], graze_point from, graze_point end,
                     double_word reach)
{
    double ex, ey;
    if (!is_difference(end.x, from.x, &ex) || !is_difference(end.y, from.y, &ey))
        return false;
    add_times(to, d[0], ey);
    add_times(to, d[1], -ex);
    add_times(to, reach, -(fabs(ex) + fabs(ey)));
    return reach.high == 0 || ex == 0 || ey == 0;
}

/* |D|^2 - R^2 */
static bool add_arc(exact_terms *to, const double_word d[2], double_word reach)
{
    add_product(to, d[0].high, d[0].high);
    add_product(to, d[1].high, d[1].high);
    add_product(to, -reach.high, reach.high);
    return d[0].low == 0 && d[1].low == 0 && reach.low == 0;
}

/* Whether it is known on which side of the outline the path is at a time: 1 outside, 0 on it. */
static bool knows_side(const straight_pair *q, const outline_part *part, double time, int *side)
{
    exact_terms rest = {.whole = true};
    double_word d[2], reach, sum = {0, 0};
    const bool known = place_of_path(q, part, time, d) && is_reach(q, &reach) &&
                       (part->round ? add_arc(&rest, d, reach)
                                    : add_line(&rest, d, part->from, part->to, reach)) &&
                       is_sum(&rest, &sum);
    *side = (sum.high > 0) - (sum.high < 0);
    return known;
}

bool polygon_ties_at(const straight_pair *q, const outline_part *part, double time)
{
    int side;
    return knows_side(q, part, time, &side) && side == 0;
}

/* ---- touches ------------------------------------------------------------------------------- */

static bool is_outside(const straight_pair *q, const outline_part *line, double time)
{
    int side;
    return knows_side(q, line, time, &side) && side >= 0;
}

static outline_part line_of(const straight_pair *q, int side)
{
    const graze_body *a = q->a.body, *b = q->b.body;
    const bool of_a = side < SIDES_OF_BODY;
    const graze_point own = body_vertex(of_a ? a : b, (size_t)side % SIDES_OF_BODY);
    const graze_point other = body_vertex(of_a ? b : a, sides_across(a, b, side));
    const directed_edge edge = sides_edge(a, b, side);
    return (outline_part){.a = of_a ? own : other,
                          .b = of_a ? other : own,
                          .from = edge.from,
                          .to = edge.to};
}

/* The line that the path is inside of last, of those that it begins outside of, or on; and the one
 * that it is outside of first, of those such that it ends outside. */
typedef struct outer_lines {
    outline_part in, out;
    double entered, left; /* [s] about when; infinities: there is none */
} outer_lines;

/* Whether the path is outside of an edge's line at its begin and its end: at once where the bound
 * of polygon_crossings.h tells, else exactly; and about when it crosses the line. */
static double cross_line(const straight_pair *q, const polygon_path *p, const outline_part *line,
                         double end, bool outside[2])
{
    const double x = line->b.x - line->a.x, y = line->b.y - line->a.y;
    const double ex = line->to.x - line->from.x, ey = line->to.y - line->from.y;
    const double norm = fabs(ex) + fabs(ey);
    const double bound = norm > 0x1p-400 ? edge_bound(p, x, y, norm) : (double)INFINITY;
    const double level = p->reach != 0 ? p->reach * sqrt(ex * ex + ey * ey) : 0;
    double across[2];
    for (int k = 0; k < 2; k++) {
        across[k] = edge_across(p, k, x, y, ex, ey) - level;
        outside[k] = across[k] > bound ||
                     (across[k] >= -bound && is_outside(q, line, k == 0 ? p->start : end));
    }
    return p->start + across[0] / (across[0] - across[1]) * p->length;
}

/* True: the path is outside of this one all the time. */
static bool take_line(const straight_pair *q, const polygon_path *p, double end, int side,
                      outer_lines *to)
{
    const outline_part line = line_of(q, side);
    bool outside[2];
    const double crossed = cross_line(q, p, &line, end, outside);
    if (outside[0] && !outside[1] && crossed > to->entered) {
        to->in = line;
        to->entered = crossed;
    }
    if (outside[1] && !outside[0] && crossed < to->left) {
        to->out = line;
        to->left = crossed;
    }
    return outside[0] && outside[1];
}

/* Up to a time the path is outside of one line, and then of another one: how far outside of a line
 * it is grows or falls evenly, so that both ends of a stretch tell. */
static bool goes_from_line_to_line(const straight_pair *q, const polygon_path *p,
                                   const outer_lines *lines)
{
    return fabs(lines->entered - lines->left) <= 0x1p-30 * p->length &&
           is_outside(q, &lines->in, lines->entered) && is_outside(q, &lines->out, lines->entered);
}

bool polygon_only_touches(const polygon_path *p)
{
    const pair *question = p->question;
    outer_lines lines = {.entered = -INFINITY, .left = INFINITY};
    if (!polygon_has_sides(question->body_a, question->body_b))
        return false;
    const straight_pair q = {polygon_straight_body(question->body_a, question->a),
                             polygon_straight_body(question->body_b, question->b),
                             question->tolerance};
    const double end = q.a.end < q.b.end ? q.a.end : q.b.end;
    if (!q.a.exact || !q.b.exact)
        return false;
    for (int side = 0; side < SIDES; side++) {
        const graze_body *own = side < SIDES_OF_BODY ? question->body_a : question->body_b;
        if (body_size(own) > 1 && (size_t)side % SIDES_OF_BODY < body_size(own) &&
            take_line(&q, p, end, side, &lines))
            return true;
    }
    return goes_from_line_to_line(&q, p, &lines);
}
