/* steps.c - Steps of a solution: the library's solve, the residual of the result, and a check for harmful perturbed pivots. */
#include "direct/direct.h"
#include "runtime/interrupt.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <float.h>
#include <math.h>

#define REPLACED 1e-3 /* relative residual from which on perturbed pivots are assumed to hide a singular matrix */

gla_array *direct_solve(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, gla_array *b)
{
    gla_array *x = b ? gla_s_new(s, f->at, b->dtype, 2, b->shape) : NULL;
    if (!x || s->status || x->size == 0)
        return x;
    /* For a matrix in column format the rows of the transpose are factored.  For a Hermitian matrix the transpose is the
     * conjugate. */
    bool turned = f->a->turned, symmetric = f->kind == GLA_DIRECT_CHOLESKY || f->kind == GLA_DIRECT_LDLT;
    bool conjugated = symmetric ? turned != (trans == GLA_TRANS) : turned && trans == GLA_CONJ_TRANS;
    gla_trans of = symmetric ? GLA_NO_TRANS : !turned ? trans : trans == GLA_NO_TRANS ? GLA_TRANS : GLA_NO_TRANS;
    conjugated = conjugated && gla_dtype_is_complex(b->dtype);
    if (conjugated)
        b = gla_s_apply(s, gla_conj, b);
    if (s->status)
        return NULL;
    void *work = gla_work_begin(4 * (double)f->report.nnz * (double)b->shape[0]);
    gla_s_check(s, f->at->backend->direct->solve(s->op, f->at, f->state, of, b->shape[0], gla_data(b), gla_data(x)));
    gla_work_end(work);
    return conjugated ? gla_s_apply(s, gla_conj, x) : x;
}

/* ---- residuals ----------------------------------------------------------------------------------------------- */
/* max |x| of each row: (k, 1). */
gla_array *direct_sizes(gla_scope *s, const gla_array *x)
{
    return x ? gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, x), 1, true) : NULL;
}

double direct_norm(const gla_sparse_factorization *f)
{
    double row = (double)f->a->own.data->size / (double)direct_order(f);
    return f->largest * (row > 1 ? row : 1);
}

/* Return |b − op(a) x| relative to |a||x| + |b| for each row, and the residual b − op(a) x. */
gla_array *direct_residual(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                           const gla_array *x, gla_array **rest)
{
    *rest = x ? gla_s_combine(s, gla_subtract, b, direct_product(s, f->a, trans, x)) : NULL;
    gla_array *norm = gla_s_number(s, direct_norm(f));
    gla_array *beside = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, direct_sizes(s, x), norm), direct_sizes(s, b));
    gla_array *positive = gla_s_combine(s, gla_maximum, beside, gla_s_number(s, DBL_MIN));
    return gla_s_combine(s, gla_divide, direct_sizes(s, *rest), positive);
}

/* Return false for NaN too. */
bool direct_all_below(gla_scope *s, const gla_array *x, double limit)
{
    return gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_less_equal, x, gla_s_number(s, limit))));
}

/* Return a right-hand side with a component in every direction. */
static gla_array *make_wave(gla_scope *s, const gla_sparse_factorization *f)
{
    int64_t n = direct_order(f);
    gla_array *wave = gla_s_apply(s, gla_cos, gla_s_astype(s, GLA_FLOAT64, s->status ? NULL : sparse_range(s, f->at, n)));
    gla_array *row = wave ? gla_s_view(s, wave, 2, (int64_t[]){1, n}, (int64_t[]){n, 1}, 0) : NULL;
    return row ? gla_s_astype(s, f->a->own.data->dtype, row) : NULL;
}

double direct_trial_residual(gla_scope *s, const gla_sparse_factorization *f)
{
    gla_trans trans = f->a->turned ? GLA_TRANS : GLA_NO_TRANS; /* the direction in which the stored rows are used */
    int start = gla_scope_mark(s);
    double *left = NULL, largest = INFINITY;
    gla_array *rest, *b = make_wave(s, f), *x = b ? direct_solve(s, f, trans, b) : NULL;
    if (gla_s_to_host(s, direct_residual(s, f, trans, b, x, &rest), (void **)&left) && !isnan(*left))
        largest = *left;
    gla_scope_keep(s, start, NULL);
    return largest;
}

void direct_check_perturbed(gla_scope *s, gla_sparse_factorization *f)
{
    gla_trans trans = f->a->turned ? GLA_TRANS : GLA_NO_TRANS;
    gla_array *unused, *left;
    int start = gla_scope_mark(s);
    gla_array *b = make_wave(s, f), *x = b ? direct_solve(s, f, trans, b) : NULL;
    for (int i = 0; i < 3 && !s->status; i++) {
        gla_array *rest = gla_s_combine(s, gla_subtract, b, direct_product(s, f->a, trans, x));
        x = gla_s_combine(s, gla_add, x, direct_solve(s, f, trans, gla_s_contiguous(s, f->at, b->dtype, rest)));
    }
    left = direct_residual(s, f, trans, b, x, &unused);
    gla_array *beside = gla_s_combine(s, gla_divide, direct_sizes(s, unused), direct_sizes(s, b));
    if (!s->status && left && !direct_all_below(s, beside, REPLACED))
        f->report.outcome = GLA_DIRECT_SINGULAR;
    gla_scope_keep(s, start, NULL);
}
