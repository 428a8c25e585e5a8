/* stack.c - Covariance matrices of a stack of regressions. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"
#include "linalg/common.h"

/* The diagonals of the projection matrices, (..., n). */
static gla_array *leverage(gla_scope *s, const econ_estimates *e, const gla_array *bread)
{
    gla_array *XB = gla_s_combine(s, gla_matmul, e->X, bread), *h = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_vecdot(XB, e->X, &h, -1), &h);
}

static gla_array *robust(gla_scope *s, const econ_estimates *e, const gla_array *bread, vcov_kind kind)
{
    const gla_array *u = e->u;
    if (kind == VCOV_HC2 || kind == VCOV_HC3) {
        gla_array *left = gla_s_combine(s, gla_subtract, gla_s_number(s, 1), leverage(s, e, bread));
        if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, gla_less, left, gla_s_number(s, 1e-10)))))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a row has leverage 1, so this matrix is undefined; use HC1", s->op);
        u = gla_s_combine(s, gla_divide, u, kind == VCOV_HC2 ? gla_s_apply(s, gla_sqrt, left) : left);
    }
    gla_array *S = s->status ? NULL : gla_s_combine(s, gla_multiply, e->X, gla_s_add_last(s, u));
    gla_array *meat = gla_s_combine(s, gla_matmul, s->status ? NULL : gla_s_swap_last(s, S), S);
    return gla_s_combine(s, gla_matmul, gla_s_combine(s, gla_matmul, bread, meat), bread);
}

void vcov_stack(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    double n = (double)e->n, left = n - (double)e->k;
    gla_array *V, *copy = NULL;
    v->parameters = (double)e->k;
    if (v->spec.kind > VCOV_HC3)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: covariance matrices other than iid and HC0 to HC3 are not possible for a stack of regressions; give "
                   "each regression by itself",
                   s->op);
    if (!econ_holds(s, v->fit, e->u))
        return;
    gla_array *gram = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, e->X), e->X);
    gla_array *bread = gla_s_apply(s, gla_inv, gram);
    if (v->spec.kind == VCOV_IID) {
        gla_array *rss = NULL;
        if (!s->status)
            gla_s_adopt(s, gla_vecdot(e->u, e->u, &rss, -1), &rss);
        gla_array *sigma2 = gla_s_combine(s, gla_divide, rss, gla_s_number(s, left));
        V = gla_s_combine(s, gla_multiply, bread, s->status ? NULL : gla_s_add_last(s, gla_s_add_last(s, sigma2)));
    } else {
        double factor = vcov_factor(v, 0);
        V = robust(s, e, bread, v->spec.kind);
        V = factor == 1 ? V : gla_s_combine(s, gla_multiply, V, gla_s_number(s, factor));
    }
    v->fit->stacked = s->status || gla_s_check(s, gla_copy(V, &copy)) ? NULL : copy;
    v->fit->df_t = left;
}
