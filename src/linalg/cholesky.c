/* cholesky.c - Cholesky factors. */
#include "condition.h"

/* Estimates for systems with x, from its factor; none for matrices that have none. */
static void look_at(const gla_call *c, const gla_matrices *f, const int64_t *info, gla_doubts *doubts)
{
    gla_triangular factor = {.uplo = GLA_LOWER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT, .of = GLA_OF_CHOLESKY};
    if (gla_failed(c) || !c->dev->backend->lapack->trcon) {
        doubts->wanted = false;
        return;
    }
    gla_triangle_doubts(c, f, factor, NULL, gla_call_info(c), doubts);
    for (int64_t i = 0; i < c->count && !gla_failed(c); i++)
        if (info[i])
            doubts->of[i] = 0;
}

static void factor(const gla_call *c, bool upper, const gla_array *x, const gla_matrices *f, int64_t *info)
{
    gla_call_triangle(c, !upper, false, x, f->array);
    gla_call_require_finite_before(c, c->name, f->array);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, potrf),
                              (double)c->count * (double)c->n * (double)c->n * (double)c->n / 3);
    gla_matrix m = gla_run_matrix(&r, GLA_UPDATED, c->dtype, &f->matrix, c->count);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->potrf(r.at, c->dtype, GLA_LOWER, &m, c->count, info));
    gla_run_end(&r);
}

/* D x D with powers of two in D, whose factor is D times that of x. */
static void factor_scaled(const gla_call *c, bool upper, const gla_array *x, const gla_matrices *f, int64_t *info,
                          gla_doubts *doubts)
{
    gla_scaled s = gla_scaled_new(c, x, GLA_SCALE_SYMMETRIC);
    factor(c, upper, gla_s_contiguous(c->s, c->dev, c->dtype, s.host.array), f, info);
    gla_matrices back = gla_scaled_fetch(c, f->array);
    for (int64_t i = 0; i < c->count * c->n && !gla_failed(c); i++)
        s.rows[i] = -s.rows[i];
    look_at(c, f, info, doubts);
    gla_scaled_store(c, &back, upper ? NULL : s.rows, upper ? s.rows : NULL, info, "the factor", f->array);
}

/* Of c's a, not empty, into f. */
static void factor_any(const gla_call *c, bool upper, const gla_matrices *f)
{
    gla_small answer;
    gla_array *typed = gla_s_typed(c->s, c->dtype, c->a);
    int64_t *info = gla_call_info(c);
    gla_doubts doubts = gla_doubts_new(c);
    gla_small_cholesky(c, upper, typed, f->array, info, doubts.of, &answer);
    if (answer == GLA_SMALL_DONE)
        return;
    if (answer == GLA_SMALL_NOT_TAKEN)
        factor(c, upper, typed, f, info);
    gla_info_check_finite(c, info);
    if (answer == GLA_SMALL_NOT_TAKEN)
        look_at(c, f, info, &doubts);
    if (gla_doubts_scale(c, &doubts))
        factor_scaled(c, upper, typed, f, info, &doubts);
    gla_info_check(c, GLA_NOT_POSITIVE_DEFINITE_ERROR, info,
                   "x is not positive definite: its leading minor of order %lld is not",
                   "check that x is symmetric and its columns are independent, or use eigh");
    gla_doubts_check(c, &doubts, "what is solved with its factor",
                     "look for columns that nearly depend on others, or add a small number to the diagonal");
}

/* The factor wanted lies so that LAPACK sees a lower one: L by columns, or U by rows, which by columns is its transpose
 * and factors conj(x): the triangle that is read is the one that is returned. */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper)
{
    gla_call c;
    gla_call_begin(&c, "cholesky", "x", x, true);
    gla_matrices f = gla_call_matrices(&c, c.n, c.n, upper ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR);
    if (!gla_failed(&c) && f.array->size > 0)
        factor_any(&c, upper, &f);
    return gla_call_return(&c, f.array, out);
}
