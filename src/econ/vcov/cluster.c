/* cluster.c - Covariance matrices clustered in one to four ways. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

/* Inclusion and exclusion over the sets of cluster variables (Cameron, Gelbach and Miller 2011). */
void vcov_clustered(vcov *v)
{
    gla_scope *s = v->s;
    gla_array *S = vcov_scores(v, v->e->u);
    for (unsigned set = 1; set < 1u << v->n_groups && !s->status; set++) {
        vcov_group g = {0};
        gla_array *sums = NULL;
        int ways = 0, mark = gla_scope_mark(s);
        for (int i = 0; i < v->n_groups; i++)
            ways += set >> i & 1;
        if (ways == 1)
            for (int i = 0; i < v->n_groups; i++)
                g = set >> i & 1 ? v->groups[i] : g;
        else
            vcov_cross(v, set, &g);
        if (!s->status)
            gla_s_adopt(s, gla_group_sum(S, g.codes, &sums, g.size), &sums);
        vcov_add_squares(v, (ways % 2 ? 1 : -1) * vcov_factor(v, g.count), sums);
        gla_scope_keep(s, mark, NULL);
    }
}
