/* SPDX-License-Identifier: MIT */
#include "contact/polygon_crossings.h"

bool polygon_path_is_between(const polygon_path *p, const crossed_edge *e, double fraction,
                             double wrong)
{
    double x = p->x[0] + (p->x[1] - p->x[0]) * fraction - e->px;
    double y = p->y[0] + (p->y[1] - p->y[0]) * fraction - e->py;
    double ahead = x * e->ex + y * e->ey, whole = e->ex * e->ex + e->ey * e->ey;
    double bound = e->bound + 2 * wrong * p->places * e->norm;
    return ahead > bound && whole - ahead > bound;
}

bool polygon_begins_at_edge(const polygon_path *p, const path_crossings *w)
{
    if (w->in.any && p->reach > 0)
        return polygon_path_is_between(p, &w->in.edge, w->in.at, w->in.wrong);
    return w->in.any || p->reach <= 0 || w->inside[0] || w->beside[0];
}

bool polygon_ends_at_edge(const polygon_path *p, const path_crossings *w)
{
    if (w->out.any && p->reach > 0)
        return polygon_path_is_between(p, &w->out.edge, -w->out.at, w->out.wrong);
    return w->out.any || p->reach <= 0 || w->inside[1] || w->beside[1];
}
