/* robust.c - Covariance matrices that allow for heteroscedasticity: HC0 to HC3. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <math.h>

#define FULL 1e-10 /* a leverage is 1 if it differs from 1 by less than this */

/* The leverage of the fixed effects in each row: its weight as a share of its group. */
static gla_array *effects_leverage(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    gla_array *sums = NULL, *made = NULL;
    const econ_effect *f = e->effects;
    if (e->n_effects > 1 || f->has_slopes) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %s needs the leverage of the fixed effects, which is known for one fixed effect without slopes only; "
                   "use HC1, cluster or CRV3, or add the smaller effects to the formula as i(%s)",
                   s->op, v->spec.text, e->effects[e->n_effects - 1].name);
        return NULL;
    }
    if (e->weights)
        gla_s_adopt(s, gla_group_sum(e->weights, f->codes, &sums, GLA_NO_AXIS), &sums);
    else
        gla_s_adopt(s, gla_group_count(f->codes, &sums, GLA_NO_AXIS), &sums);
    gla_array *each = s->status ? NULL : gla_s_adopt(s, gla_take(sums, f->codes, &made, &(gla_ints){1, {0}}), &made);
    return gla_s_combine(s, gla_divide, e->weights && !e->is_frequency ? e->weights : gla_s_number(s, 1), each);
}

/* The diagonal of the projection matrix, (n,). A row that stands for several has the leverage of one of them. */
static gla_array *leverage(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    gla_array *B = econ_array(s, e->bread, 2, (int64_t[]){e->k, e->k}), *h = NULL;
    gla_array *XB = gla_s_combine(s, gla_matmul, e->X, B);
    if (!s->status)
        gla_s_adopt(s, gla_vecdot(XB, e->X, &h, -1), &h);
    gla_s_release(s, XB);
    if (e->weights && !e->is_frequency)
        h = gla_s_combine(s, gla_multiply, h, e->weights);
    if (e->n_effects && !s->status)
        h = gla_s_combine(s, gla_add, h, effects_leverage(v));
    return h;
}

/* Fail if a leverage is 1: the residual of this row is 0 whatever y is. */
static void check(vcov *v, const gla_array *left)
{
    gla_scope *s = v->s;
    double least[2] = {1, 0};
    gla_array *at = NULL;
    econ_read(s, s->status ? NULL : gla_s_reduce_all(s, gla_min, left), least, 1);
    if (least[0] > FULL || s->status)
        return;
    econ_read(s, gla_s_adopt(s, gla_argmin(left, &at, NULL, false), &at), least + 1, 1);
    if (v->e->rows && !s->status)
        econ_read(s, gla_s_slice(s, v->e->rows, 0, (int64_t)least[1], 1), least + 1, 1);
    gla_s_fail(s, GLA_ARGUMENT_ERROR,
               "%s: row %lld has leverage 1, because a regressor is special to it, so %s is undefined; use HC1", s->op,
               (long long)least[1] + 1, v->spec.text);
}

void vcov_robust(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    const gla_array *u = e->u;
    if (v->spec.kind == VCOV_HC2 || v->spec.kind == VCOV_HC3) {
        if (!e->X || e->method->likelihood) {
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is defined for linear regressions only; use HC1", s->op, v->spec.text);
            return;
        }
        gla_array *left = gla_s_combine(s, gla_subtract, gla_s_number(s, 1), leverage(v));
        check(v, left);
        u = gla_s_combine(s, gla_divide, u, v->spec.kind == VCOV_HC2 ? gla_s_apply(s, gla_sqrt, left) : left);
    }
    if (e->is_frequency && !s->status) {
        gla_array *roots = gla_s_apply(s, gla_sqrt, e->weights);
        u = gla_s_combine(s, gla_divide, e->scores ? gla_s_number(s, 1) : u, roots);
    }
    vcov_add_squares(v, 1, vcov_scores(v, u));
}
