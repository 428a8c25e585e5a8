/* effects.c - Remove the fixed effects from columns, with weights. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

enum { ABSORB_ITERATIONS = 10000 };

/* The grouping variables as arguments of absorb. */
typedef struct groupings {
    gla_arrays ids, slopes;
    gla_array *intercepts;
    bool sloped;
} groupings;

static groupings read_groupings(gla_scope *s, const model_frame *f, const gla_array *like)
{
    int64_t n = f->n_effects;
    groupings g = {.ids = {.n = n}, .slopes = {.n = n}};
    double *has = gla_s_memory(s, n, sizeof *has);
    g.ids.v = gla_s_memory(s, n, sizeof *g.ids.v);
    g.slopes.v = gla_s_memory(s, n, sizeof *g.slopes.v);
    for (int64_t i = 0; i < n && !s->status; i++) {
        const model_columns *slopes = &f->effects[i].slopes;
        g.ids.v[i] = f->effects[i].codes;
        has[i] = f->effects[i].intercepts;
        g.sloped |= slopes->n > 0;
        g.slopes.v[i] = slopes->n > 0 ? slopes->values : gla_s_new(s, like->object.dev, like->dtype, 2, (int64_t[]){f->n, 0});
    }
    g.intercepts = g.sloped ? gla_s_astype(s, GLA_BOOL, econ_array(s, has, 1, &n)) : NULL;
    return g;
}

void lik_absorb(gla_scope *s, const model_frame *f, const gla_array *columns, const gla_array *weights, double tol,
                double collinear_tol, gla_array *out[LIK_ABSORBED])
{
    gla_array *none = s->status ? NULL : gla_s_new(s, gla_device_of(columns), columns->dtype, 2, (int64_t[]){f->n, 0});
    groupings g = {.sloped = false};
    if (!s->status)
        g = read_groupings(s, f, columns);
    if (s->status)
        return;
    gla_s_check(s, gla_absorb(none, columns, &g.ids, &out[0], &out[1], &out[2], &out[3], &out[4], &out[5], &out[6], NULL,
                              weights, NULL, tol, ABSORB_ITERATIONS, false, collinear_tol, g.sloped ? &g.slopes : NULL,
                              g.intercepts, false));
    for (int i = 0; i < LIK_ABSORBED; i++)
        gla_s_own(s, out[i]);
}
