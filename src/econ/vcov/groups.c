/* groups.c - The grouping variables of a covariance matrix. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <string.h>

/* Count the groups. */
static void measure(vcov *v, vcov_group *group)
{
    gla_scope *s = v->s;
    gla_array *counts = NULL;
    double count = 0;
    if (!s->status)
        gla_s_adopt(s, gla_group_count(group->codes, &counts, GLA_NO_AXIS), &counts);
    group->size = s->status ? 0 : counts->shape[0];
    econ_read(s, s->status ? NULL : gla_s_adopt(s, gla_count_nonzero(counts, &counts, NULL, false), &counts), &count, 1);
    group->count = (int64_t)count;
}

void vcov_find_group(vcov *v, const char *name, vcov_group *group)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    model_group read = {0};
    *group = (vcov_group){.name = name};
    for (int i = 0; i < e->n_effects && !group->codes; i++)
        if (strcmp(e->effects[i].name, name) == 0)
            group->codes = e->effects[i].codes;
    if (!group->codes && e->table && model_read_group(s, e->table, e->rows, name, &read))
        group->codes = read.codes;
    else if (!group->codes && !e->table && !s->status)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: there is no column '%s', because this Fit %s; give the groups as the argument cluster", s->op, name,
                   e->residuals || e->X || e->scores ? "was made from arrays" : "does not hold its data");
    measure(v, group);
}

static void check(vcov *v, const vcov_group *group)
{
    if (v->s->status || group->count > 1)
        return;
    gla_s_fail(v->s, GLA_ARGUMENT_ERROR,
               "%s: all rows are in one cluster of %s; at least 2 clusters are needed, and many more for reliable errors",
               v->s->op, group->name);
}

void vcov_find_clusters(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    int given = v->spec.n ? v->spec.n : e->n_clusters;
    if (given == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: vcov '%s' has no columns; write '%s:column', or give the argument cluster",
                   s->op, v->spec.text, v->spec.text);
    else if (given > VCOV_WAYS || (v->spec.kind == VCOV_CRV3 && given > 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: vcov '%s' with %d cluster variables; at most %d %s possible", s->op,
                   v->spec.text, given, v->spec.kind == VCOV_CRV3 ? 1 : VCOV_WAYS, v->spec.kind == VCOV_CRV3 ? "is" : "are");
    for (int i = 0; i < given && !s->status; i++) {
        vcov_group *g = &v->groups[i];
        if (v->spec.n)
            vcov_find_group(v, v->spec.names[i], g);
        else {
            *g = (vcov_group){.name = "cluster", .codes = e->clusters[i]};
            measure(v, g);
        }
        check(v, g);
        v->fit->groups[i] = g->count;
        v->n_groups = v->fit->n_groups = i + 1;
    }
}

void vcov_cross(vcov *v, unsigned set, vcov_group *group)
{
    gla_scope *s = v->s;
    gla_array *codes = NULL, *crossed, *made, *uniques;
    int64_t size = 1;
    bool many = false;
    for (int i = 0; i < v->n_groups && !s->status; i++) {
        const vcov_group *next = &v->groups[i];
        if (!(set >> i & 1))
            continue;
        if (!codes) {
            codes = next->codes;
            size = next->size;
            continue;
        }
        crossed = gla_s_combine(s, gla_multiply, codes, gla_s_number(s, (double)next->size));
        crossed = gla_s_astype(s, GLA_INT64, gla_s_combine(s, gla_add, crossed, next->codes));
        if (s->status || gla_s_check(s, gla_factorize(crossed, &made, &uniques, false)))
            return;
        codes = gla_s_own(s, made);
        gla_s_own(s, uniques);
        size = s->status ? 0 : uniques->shape[0];
        many = true;
    }
    *group = (vcov_group){.name = "", .codes = codes, .size = size, .count = size};
    if (!many && !s->status)
        measure(v, group);
}
