/* SPDX-License-Identifier: MIT */
/* Pieces of a quartic in doubles, values in double-doubles.
 *
 * Bounds. U = 2^-53. Of the double-doubles P, V, C, L and the reach R only the high parts are
 * taken, off by U of themselves and by their errors. With the 1-norm S = |P| + |V| L + |C| L^2 a
 * control point is off by less than 8U S + E, E the errors' share in it, so by g/2 with
 * g = 2^-48 S + 2E; a coefficient by g(S + R + g) + 8U (S^2 + R^2), and by 32U of the same more
 * after FILTER_HALVINGS halvings. FLOOR in S makes g at least 2^-498 and the bound at least 2^-946,
 * beside which what underflows vanishes: with 2^-400 < L < 2^400 that is less than 2^-700 of a
 * control point and 2^-1060 of a product. |F''| <= 2|D'|^2 + 2|D||D''|. */
#include "contact/accelerated_disc.h"

#include "contact/filter_scan.h"

static const double FLOOR = 0x1p-450, SLACK = 0x1p-30;

/* F over the common life, or over a part of it. */
typedef struct excess {
    const dd_relative *motion;
    dd begin, span;
    double length;                   /* span.high */
    double row[FILTER_TERMS], bound; /* its Bernstein coefficients; off by less than the bound */
    double turn;                     /* more than |F''|, by the share of the life */
} excess;

static bool excess_of(const dd_relative *r, excess *f)
{
    double l = r->length.high, reach = r->reach.high, far = FLOOR, off = r->reach.error;
    double terms[FILTER_TERMS] = {0, 0, 0, 0, 0}, rate = FLOOR, bend = FLOOR;
    for (int k = 0; k < r->dimensions; k++) {
        double place = r->place[k].high, velocity = r->velocity[k].high, curve = r->curve[k].high;
        double moved = velocity * l, bent = curve * (l * l);
        double first = place + 0.5 * moved, last = place + moved + bent;
        terms[0] += place * place;
        terms[1] += place * first;
        terms[2] += (2 * (first * first) + place * last) / 3;
        terms[3] += first * last;
        terms[4] += last * last;
        far += fabs(place) + fabs(moved) + fabs(bent);
        const double drift = r->velocity[k].error * l + 2 * r->curve[k].error * (l * l) +
                             r->length.error * (fabs(velocity) + 4 * fabs(curve) * l);
        rate += fabs(moved) + 2 * fabs(bent) + drift;
        bend += fabs(bent) + drift;
        off += r->place[k].error + drift;
    }
    double g = 0x1p-48 * far + 2 * off * (1 + SLACK);
    *f = (excess){.motion = r, .begin = dd_from(0), .span = r->length, .length = l};
    f->bound = 2 * g * (far + reach + g) + 0x1p-46 * (far * far + reach * reach);
    f->turn = (2 * rate * rate + 4 * (far + off) * bend) * (1 + SLACK);
    for (int i = 0; i < FILTER_TERMS; i++)
        f->row[i] = terms[i] - reach * reach;
    return l > 0x1p-400 && l < 0x1p400 && f->bound < 0x1p900;
}

/* The value and the slope at tau. */
typedef struct glimpse {
    dd value, slope;
} glimpse;

static glimpse look_at(const dd_relative *r, dd tau)
{
    glimpse seen = {dd_negative(dd_square(r->reach)), dd_from(0)};
    for (int k = 0; k < r->dimensions; k++) {
        dd gained = dd_mul(r->curve[k], tau), velocity = dd_add(r->velocity[k], gained);
        dd place = dd_add(r->place[k], dd_mul(velocity, tau)), rate = dd_add(velocity, gained);
        seen.value = dd_add(seen.value, dd_square(place));
        seen.slope = dd_add(seen.slope, dd_mul(place, rate));
    }
    seen.slope = (dd){2 * seen.slope.high, 2 * seen.slope.low, 2 * seen.slope.error};
    return seen;
}

/* An instant at a share. Which double it is near an inner share does not matter. */
static dd instant_at(const excess *f, double share)
{
    const dd inner = dd_from(share == 0 ? 0 : share * f->length);
    return dd_add(f->begin, share == 1 ? f->span : inner);
}

/* The sign at the begin (0) or the end (1) of the life. */
static int sign_at_end(const excess *f, int end)
{
    const double value = f->row[end * (FILTER_TERMS - 1)];
    if (fabs(value) > f->bound)
        return value > 0 ? 1 : -1;
    return dd_sign(look_at(f->motion, instant_at(f, end)).value);
}

static double least(dd x)
{
    return fabs(x.high) * (1 - SLACK) - x.error;
}

static double most(dd x)
{
    return (fabs(x.high) + x.error) * (1 + SLACK);
}

/* ---- decisions -------------------------------------------------------------------------- */

/* Of a piece that is convex, seen where it is least but for a slope. */
static contact judge_valley(const excess *f, const filter_doubt *doubt, const glimpse *seen)
{
    const int value = dd_sign(seen->value), slope = dd_sign(seen->slope);
    const bool outward = (doubt->at == 0 && slope == 1) || (doubt->at == 1 && slope == -1);
    if (value == -1)
        return CONTACT_OVERLAP;
    if (value == 0)
        return slope == 0 || outward   ? CONTACT_TOUCH
               : slope == SIGN_UNKNOWN ? CONTACT_UNKNOWN
                                       : CONTACT_OVERLAP;
    double steep = most(seen->slope) * f->length;
    return value == 1 && (outward || least(seen->value) * doubt->bend > steep * steep)
               ? CONTACT_APART
               : CONTACT_UNKNOWN;
}

static contact judge(const excess *f, const filter_doubt *doubt)
{
    const glimpse seen = look_at(f->motion, instant_at(f, doubt->at));
    if (doubt->bend < 0 || (doubt->bend == 0 && doubt->at != 0 && doubt->at != 1))
        return dd_sign(seen.value) == -1 ? CONTACT_OVERLAP : CONTACT_UNKNOWN;
    return doubt->bend > 0 ? judge_valley(f, doubt, &seen) : (contact)dd_sign(seen.value);
}

/* Of two that are no overlaps. */
static contact worse(contact one, contact other)
{
    return one == CONTACT_UNKNOWN || other == CONTACT_UNKNOWN ? CONTACT_UNKNOWN
           : one == CONTACT_TOUCH || other == CONTACT_TOUCH   ? CONTACT_TOUCH
                                                              : CONTACT_APART;
}

/* The part of the life that a piece is of, and a share of 2^-40 more on the sides on which the life
 * goes on: shares are rounded. */
static void take_part(const excess *f, const filter_piece *piece, excess *part)
{
    const double begin = piece->low * f->length * (1 - 0x1p-40);
    part->motion = f->motion;
    part->begin = dd_from(begin);
    part->span = piece->high > 1 - 0x1p-18
                     ? dd_sub(f->span, part->begin)
                     : dd_from(piece->high * f->length * (1 + 0x1p-40) - begin);
    part->length = part->span.high;
}

/* Twelve times the Bernstein coefficients of a part, from its beginning on. */
static void take_coefficients(const excess *part, dd *twelve)
{
    static const double factor[FILTER_TERMS][FILTER_TERMS] = {{12, 0, 0, 0, 0},
                                                              {12, 3, 0, 0, 0},
                                                              {12, 6, 2, 0, 0},
                                                              {12, 9, 6, 3, 0},
                                                              {12, 12, 12, 12, 12}};
    const dd_relative *r = part->motion;
    const dd square = dd_square(part->span);
    dd place[3], rate[3], curve[3];
    for (int k = 0; k < r->dimensions; k++) {
        const dd gained = dd_mul(r->curve[k], part->begin);
        const dd velocity = dd_add(r->velocity[k], gained);
        place[k] = dd_add(r->place[k], dd_mul(velocity, part->begin));
        rate[k] = dd_mul(dd_add(velocity, gained), part->span);
        curve[k] = dd_mul(r->curve[k], square);
    }
    const dd across = dd_dot(NULL, place, rate, r->dimensions);
    const dd bend = dd_dot(NULL, place, curve, r->dimensions);
    const dd twist = dd_dot(NULL, rate, curve, r->dimensions);
    const dd term[FILTER_TERMS] = {
        dd_excess(NULL, r, place), dd_add(across, across),
        dd_add(dd_length_squared(NULL, rate, r->dimensions), dd_add(bend, bend)),
        dd_add(twist, twist), dd_length_squared(NULL, curve, r->dimensions)};
    for (int i = 0; i < FILTER_TERMS; i++) {
        twelve[i] = dd_from(0);
        for (int k = 0; k <= i; k++)
            twelve[i] = dd_add(twelve[i], dd_mul(term[k], dd_from(factor[i][k])));
    }
}

/* A piece that is in doubt as a whole, seen from near: coefficients from double-doubles are off by
 * little more than what they are rounded by. Of sums in the place of maxima none is finite when a
 * number is not, as beyond 2^996, where products cannot be taken apart by splitting. */
static contact judge_part(const excess *f, const filter_piece *piece)
{
    excess part;
    dd twelve[FILTER_TERMS];
    filter_doubts doubts = {.count = 0};
    take_part(f, piece, &part);
    take_coefficients(&part, twelve);
    double size = 0, off = 0x1p-900;
    int below = 0;
    for (int i = 0; i < FILTER_TERMS; i++) {
        part.row[i] = twelve[i].high / 12;
        size += fabs(part.row[i]);
        off += twelve[i].error;
        below += dd_sign(twelve[i]) != 1 && dd_sign(twelve[i]) != 0;
    }
    if (below == 0)
        return dd_sign(twelve[0]) == 0 || dd_sign(twelve[FILTER_TERMS - 1]) == 0 ? CONTACT_TOUCH
                                                                                 : CONTACT_APART;
    part.bound = off + 0x1p-47 * size;
    if (!(part.length > 0x1p-400 && part.bound < 0x1p900))
        return CONTACT_UNKNOWN;
    contact answer = filter_scan(part.row, part.bound, &doubts);
    if (answer != CONTACT_UNKNOWN || doubts.count > FILTER_DOUBTS)
        return answer;
    answer = CONTACT_APART;
    for (int i = 0; i < doubts.count; i++) {
        const contact here = judge(&part, &doubts.at[i]);
        if (here == CONTACT_OVERLAP)
            return here;
        answer = worse(answer, here);
    }
    return answer;
}

contact accelerated_disc_contact(const dd_relative *r)
{
    excess f;
    filter_doubts doubts = {.count = 0};
    if (r->endless || dd_sign(r->reach) != 1 || !excess_of(r, &f))
        return CONTACT_UNKNOWN;
    contact answer = filter_scan(f.row, f.bound, &doubts);
    if (answer != CONTACT_UNKNOWN || doubts.count > FILTER_DOUBTS)
        return answer;
    answer = CONTACT_APART;
    for (int i = 0; i < doubts.count; i++) {
        contact here = judge(&f, &doubts.at[i]);
        if (here == CONTACT_UNKNOWN)
            here = judge_part(&f, &doubts.at[i].piece);
        if (here == CONTACT_OVERLAP)
            return here;
        answer = worse(answer, here);
    }
    return answer;
}

/* ---- ends ------------------------------------------------------------------------------- */

/* Where F changes its sign: in a piece, or at an end of the life. */
typedef struct crossing {
    filter_piece piece;
    bool at_end, none; /* no crossing: the overlap goes on beyond the life */
} crossing;

/* The signs of the coefficients of a piece, 0 where it is unknown; those from `first` to `last`
 * count, the others are exact zeros, of the value and of the slope at an end of the life. */
typedef struct signs {
    int of[FILTER_TERMS], first, last;
} signs;

typedef struct walk {
    const excess *f;
    int first, last; /* signs at the ends of the life, */
    int rise, fall;  /* where they are 0 of the slopes that leave them inward */
    crossing low[CONTACT_OVERLAPS_MAX], high[CONTACT_OVERLAPS_MAX];
    int begun, ended;
} walk;

/* A coefficient next to an exact zero has the sign of the slope there. False where the sign at the
 * end of the piece is unknown. Where a piece begins the one before it ends, with the same
 * coefficient, so that a sign is unknown at the begin of the life alone. */
static bool signs_of(const walk *w, const filter_piece *piece, signs *s)
{
    enum { LAST = FILTER_TERMS - 1 };
    *s = (signs){.first = 0, .last = LAST};
    for (int i = 0; i < FILTER_TERMS; i++)
        s->of[i] = piece->row[i] > w->f->bound ? 1 : piece->row[i] < -w->f->bound ? -1 : 0;
    if (s->of[0] == 0) {
        s->of[0] = w->first;
        s->first = w->first != 0 ? 0 : w->rise != 0 ? 1 : 2;
        s->of[1] = w->first == 0 ? w->rise : s->of[1];
    }
    if (s->of[LAST] == 0 && piece->high == 1) {
        s->of[LAST] = w->last;
        s->last = w->last != 0 ? LAST : w->fall != 0 ? LAST - 1 : LAST - 2;
        s->of[LAST - 1] = w->last == 0 ? w->fall : s->of[LAST - 1];
    }
    return s->of[LAST] != 0 || s->last < LAST;
}

/* How often F changes its sign inside; 2: maybe more than once. A coefficient that is unknown
 * does not matter between two different signs. */
static int changes_of(const signs *s)
{
    int count = 0, last = 0, unknown = 0;
    for (int i = s->first; i <= s->last; i++) {
        if (s->of[i] == 0) {
            unknown++;
            continue;
        }
        if (unknown > 1 || (unknown == 1 && s->of[i] != -last))
            return 2;
        count += last != 0 && s->of[i] != last;
        last = s->of[i];
        unknown = 0;
    }
    return unknown > 0 || count > 1 ? 2 : count;
}

static bool begin_overlap(walk *w, crossing at)
{
    if (w->begun == CONTACT_OVERLAPS_MAX)
        return false; /* UNREACHED: a quartic of positive lead is below 0 at most twice */
    w->low[w->begun++] = at;
    return true;
}

static bool end_overlap(walk *w, crossing at)
{
    if (w->begun == w->ended)
        return false; /* UNREACHED: a piece begins with the sign that the last one ends with */
    w->high[w->ended++] = at;
    return true;
}

/* Takes note of a piece in which F changes its sign at most once. Where two pieces meet they have
 * one coefficient, so that only the first one can begin in an overlap that is not yet known. */
static bool note_piece(walk *w, const filter_piece *piece, const signs *s, int changes)
{
    int sign = 0;
    for (int i = s->last; i >= s->first; i--)
        sign = s->of[i] != 0 ? s->of[i] : sign; /* of the first part */
    bool fits = true;
    if (sign < 0 && piece->low == 0)
        fits = begin_overlap(w, (crossing){*piece, w->first == 0, w->first < 0});
    if (changes == 0)
        return fits;
    const crossing here = {*piece, false, false};
    const bool more = sign > 0 ? begin_overlap(w, here) : end_overlap(w, here);
    return fits & more;
}

/* Where to cut a piece with several roots, or none. */
static double share_of(const filter_piece *piece)
{
    double negative[FILTER_TERMS], t;
    for (int i = 0; i < FILTER_TERMS; i++)
        negative[i] = -piece->row[i];
    const bool valley = filter_bend(piece->row) > 0, hill = filter_bend(negative) > 0;
    if (piece->level + FILTER_CUT > FILTER_HALVINGS || !(valley || hill))
        return 0.5;
    t = filter_lowest(valley ? piece->row : negative);
    return t > 0x1p-10 && t < 1 - 0x1p-10 ? t : 0.5;
}

static bool walk_pieces(walk *w)
{
    filter_piece pending[FILTER_HALVINGS + 2] = {{.low = 0, .high = 1}}, left;
    int count = 1;
    for (int i = 0; i < FILTER_TERMS; i++)
        pending[0].row[i] = w->f->row[i];
    while (count > 0) {
        filter_piece *piece = &pending[--count];
        signs s;
        if (!signs_of(w, piece, &s))
            return false;
        const int changes = changes_of(&s);
        if (changes < 2) {
            if (!note_piece(w, piece, &s, changes))
                return false; /* UNREACHED: as there */
        } else if (piece->level >= FILTER_HALVINGS) {
            return false;
        } else {
            filter_cut(piece, share_of(piece), &left);
            pending[++count] = left;
            count++;
        }
    }
    if (w->begun == w->ended)
        return true;
    return end_overlap(w, (crossing){.at_end = w->last == 0, .none = w->last < 0});
}

/* ---- one end ---- */

/* The share of the life at which the piece is nearly zero: Newton steps, halvings where they
 * leave the bracket. */
static double guess_root(const filter_piece *piece)
{
    enum { STEPS = 24 };
    const double *r = piece->row;
    const double p1 = 4 * (r[1] - r[0]), p2 = 6 * filter_second(r, 0);
    const double p3 = 4 * (filter_second(r, 1) - filter_second(r, 0));
    const double p4 = filter_second(r, 2) - 2 * filter_second(r, 1) + filter_second(r, 0);
    const bool falls = r[0] > r[FILTER_TERMS - 1];
    double low = 0, high = 1, t = 0.5, step = 1;
    for (int i = 0; i < STEPS && !(fabs(step) < 0x1p-27); i++) {
        double value = r[0] + t * (p1 + t * (p2 + t * (p3 + t * p4)));
        double slope = p1 + t * (2 * p2 + t * (3 * p3 + t * 4 * p4));
        if ((value > 0) == falls)
            low = t;
        else
            high = t;
        double next = t - value / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        step = next - t;
        t = next;
    }
    return piece->low + t * (piece->high - piece->low);
}

/* One Newton step; false where it leads nowhere. `known`: the root is *tau, within its error and
 * with all of that inside the piece, the only one where F is monotone: within `clear` of tau. */
typedef struct newton {
    dd tau;
    double clear;
    bool known;
} newton;

static bool step_to_root(const excess *f, const filter_piece *piece, newton *n)
{
    const double bend = f->turn / f->length / f->length * (1 + SLACK); /* |F''| is below it */
    const glimpse seen = look_at(f->motion, n->tau);
    const double steep = least(seen.slope), value = most(seen.value);
    const double way = value / steep, near = n->tau.high / f->length, off = 2 * way / f->length;
    if (!(steep > 0x1p-400 && steep < 0x1p500 && bend > 0x1p-900 && bend < 0x1p900))
        return false; /* no product below overflows on both sides */
    dd root = dd_sub(n->tau, dd_div(seen.value, seen.slope));
    n->known = bend * value <= 0.25 * steep * steep && near - off > piece->low + 0x1p-48 &&
               near + off < piece->high - 0x1p-48;
    if (!dd_is_exact_zero(seen.value))
        root.error += 2 * (bend * way / steep + 0x1p-600) * way * (1 + SLACK) + 0x1p-1000;
    n->clear = 0.25 * steep / bend;
    n->tau = root;
    return true;
}

/* Rounds begin + root; where the root is next to a double, F tells on which side: it is no farther
 * away than the root may be, which is still within the life (step_to_root). */
static bool round_root(const excess *f, bool falls, dd root, double clear, bool upper, double *end)
{
    const dd begin = f->motion->begin, time = dd_add(begin, root);
    if (upper ? dd_round_up(time, end) : dd_round_down(time, end))
        return true;
    const dd tau = dd_sub(dd_from(time.high), begin);
    if (!(time.error < 0x1p-56 * fabs(time.high)) || !(most(dd_sub(tau, root)) < clear))
        return false;
    const int sign = dd_sign(look_at(f->motion, tau).value);
    const int later = falls ? sign : -sign; /* 1: the root is later */
    *end = upper && later > 0    ? double_next_up(time.high)
           : !upper && later < 0 ? double_next_down(time.high)
                                 : time.high;
    return sign != SIGN_UNKNOWN;
}

static bool round_crossing(const excess *f, const crossing *at, bool upper, double *end)
{
    enum { STEPS = 8 };
    const dd_relative *r = f->motion;
    if (at->at_end || at->none)
        return upper ? dd_round_up(dd_add(r->begin, r->length), end) : dd_round_down(r->begin, end);
    newton n = {.tau = instant_at(f, guess_root(&at->piece))};
    for (int i = 0; i < STEPS && step_to_root(f, &at->piece, &n); i++) {
        if (n.known && round_root(f, !upper, n.tau, n.clear, upper, end))
            return true;
        n.tau = dd_from(n.tau.high);
    }
    return false;
}

/* ---- all of them ---- */

static bool take_overlap(const walk *w, int i, meeting_interval *when)
{
    const crossing *low = &w->low[i], *high = &w->high[i];
    *when = (meeting_interval){.begins_within = low->none,
                               .ends_within = high->none,
                               .from_begin = low->none || low->at_end,
                               .to_end = high->none || high->at_end};
    return round_crossing(w->f, low, false, &when->when.lower) &&
           round_crossing(w->f, high, true, &when->when.upper);
}

bool accelerated_disc_overlaps(const dd_relative *r, contact_part *parts, size_t *count)
{
    excess f;
    if (r->endless || dd_sign(r->reach) != 1 || !excess_of(r, &f))
        return false;
    walk w = {.f = &f};
    w.first = sign_at_end(&f, 0);
    w.last = sign_at_end(&f, 1);
    w.rise = w.first == 0 ? dd_sign(look_at(r, dd_from(0)).slope) : 0;
    w.fall = w.last == 0 ? dd_sign(dd_negative(look_at(r, r->length).slope)) : 0;
    if (w.first == SIGN_UNKNOWN || w.last == SIGN_UNKNOWN || w.rise == SIGN_UNKNOWN ||
        w.fall == SIGN_UNKNOWN || !walk_pieces(&w))
        return false;
    for (int i = 0; i < w.ended; i++)
        if (!take_overlap(&w, i, &parts[i].interval))
            return false;
    *count = (size_t)w.ended;
    return w.ended > 0;
}
