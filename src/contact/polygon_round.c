/* SPDX-License-Identifier: MIT */
/* The instance without fused multiply-adds, the door to both, and which corners are met. */
#define WITH(name) name##_plain
#include "contact/polygon_round.inc"

bool polygon_round(const polygon_path *p, const outline *c, const path_crossings *w,
                   const corner_crossings *corners, graze_interval *when)
{
    return quick_level(p->question->without) >= CPU_AVX2
               ? polygon_round_fused(p, c, w, corners, when)
               : polygon_round_plain(p, c, w, corners, when);
}

/* ---- round corners ---------------------------------------------------------------------- */

/* Whether the path surely gets into the disc round a corner. The bound of filter_uniform.h, with
 * the corner's own size added to that of the places: 1.3 g far + 20u far^2. */
static bool enters_disc(const polygon_path *p, double px, double py, double *first, double *last)
{
    double x = p->x[0] - px, y = p->y[0] - py, vx = p->x[1] - p->x[0], vy = p->y[1] - p->y[0];
    double speed = vx * vx + vy * vy, slope = x * vx + y * vy, squared = p->reach * p->reach;
    double back = speed > 0 ? -slope / speed : 0, nearest = duo_greater(back < 1 ? back : 1, 0);
    double qx = x + vx * nearest, qy = y + vy * nearest;
    double far = p->places + fabs(px) + fabs(py);
    double bound = 3 * p->g * (far + p->g) + 0x1p-46 * far * far + 0x1p-1000;
    if (!(qx * qx + qy * qy - squared < -bound))
        return false;
    double cross = vx * y - vy * x, root = sqrt(duo_greater(speed * squared - cross * cross, 0));
    *first = speed > 0 ? (-slope - root) / speed : 0;
    *last = speed > 0 ? (-slope + root) / speed : 1;
    return true;
}

/* No processor foresees which corner is the first or the last one, so nothing branches on it. */
static void take_corner(const polygon_path *p, int i, double px, double py, corner_crossings *w)
{
    double first, last;
    if (!enters_disc(p, px, py, &first, &last))
        return;
    const bool enters = (w->in < 0) | (first < w->first), leaves = (w->out < 0) | (last > w->last);
    w->in = (int)duo_chosen(enters, (size_t)i, (size_t)w->in);
    w->first = duo_chosen_number(enters, first, w->first);
    w->out = (int)duo_chosen(leaves, (size_t)i, (size_t)w->out);
    w->last = duo_chosen_number(leaves, last, w->last);
}

corner_crossings polygon_corner_crossings(const polygon_path *p, const outline *c)
{
    corner_crossings w = {.in = -1, .out = -1};
    for (int i = 0; i < c->count || i == 0; i++)
        take_corner(p, i, c->x[i], c->y[i], &w);
    return w;
}
