/* lstsq.c - Sparse least squares. */
#include "direct/direct.h"
#include "runtime/interrupt.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"

#include <float.h>
#include <math.h>

/* Return the sums of squares of the rows of b − a x, in the shape of the result.  If a is real and b complex, add the real and
 * the imaginary parts. */
static gla_array *squares_left(gla_scope *s, const gla_sparse *a, const direct_sides *sides, gla_array *x)
{
    gla_array *made, *rest = x && x->size > 0
                                 ? gla_s_combine(s, gla_subtract, sides->rows, direct_product(s, a, GLA_NO_TRANS, x))
                                 : sides->rows;
    gla_array *norms = rest && !s->status ? gla_s_adopt(s, gla_vector_norm(rest, &made, &(gla_ints){1, {1}}, false, 2.0), &made)
                                          : NULL;
    gla_array *sums = gla_s_combine(s, gla_multiply, norms, norms);
    if (sides->is_split && sums)
        sums = gla_s_combine(s, gla_add, gla_s_slice(s, sums, 0, 0, sides->k), gla_s_slice(s, sums, 0, sides->k, sides->k));
    gla_array *there = sums ? gla_s_contiguous(s, sides->dev, gla_real_of(sides->dtype), sums) : NULL;
    return there && sides->is_vector ? gla_s_view(s, there, 0, NULL, NULL, 0) : there;
}

/* Return the tolerance for a dependent column of unit norm.  The tolerance is the rounding error of the factorisation or, if a
 * was given in float32, the rounding error of the elements, which does not grow with the number of rows. */
static double least_share(const gla_csr *columns, gla_dtype dtype)
{
    double share = 20 * DBL_EPSILON * ((double)columns->rows + (double)columns->cols);
    return gla_real_of(dtype) == GLA_FLOAT32 ? fmax(share, 10 * FLT_EPSILON) : share;
}

/* Warn about rank deficiency.  The columns at the end of `order` depend on the others.  If there are fewer rows than columns,
 * the dependent rows are unknown. */
static void warn_deficient(gla_scope *s, const gla_sparse *a, int64_t rank, const int64_t *order)
{
    int64_t m = sparse_m(a), n = sparse_n(a), lines = m < n ? m : n, found = 0;
    if (s->status || rank >= lines || gla_policy_ignores(GLA_RANK_DEFICIENT_WARNING))
        return;
    bool *depends = gla_s_memory(s, n, sizeof *depends);
    int64_t *dependent = gla_s_memory(s, n, sizeof *dependent);
    for (int64_t j = rank; j < n && dependent; j++)
        depends[order[j]] = true;
    for (int64_t j = 0; j < n && dependent; j++)
        if (depends[j])
            dependent[found++] = j;
    const gla_deficiency d = {.rank = rank, .lines = lines, .wide = m < n, .dependent = m < n ? NULL : dependent, .where = ""};
    gla_s_warn_rank_deficient(s, &d);
}

/* Solve with `form`, which is a in column format; `dtype` is the original dtype of a. */
static gla_array *solve(gla_scope *s, gla_device *at, const gla_sparse *form, gla_dtype dtype, const direct_sides *sides,
                        double rcond, int64_t *rank)
{
    int64_t n = s->status ? 0 : sparse_n(form), k = s->status ? 0 : sides->rows->shape[0];
    int64_t *order = gla_s_memory(s, n, sizeof *order);
    gla_array *x = s->status ? NULL : gla_s_zeros(s, at, sides->rows->dtype, 2, (int64_t[]){k, n});
    *rank = 0;
    for (int64_t j = 0; j < n && order; j++)
        order[j] = j;
    if (x && form->own.data->size == 0)
        warn_deficient(s, form, 0, order);
    if (!x || form->own.data->size == 0)
        return x;
    /* compute the rank even without right-hand sides */
    gla_array *b = k ? sides->rows : gla_s_zeros(s, at, sides->rows->dtype, 2, (int64_t[]){1, sparse_m(form)});
    gla_array *made = k ? x : gla_s_zeros(s, at, sides->rows->dtype, 2, (int64_t[]){1, n});
    if (!s->status) {
        const gla_csr columns = direct_rows(form);
        double tolerance = rcond < 0 ? least_share(&columns, dtype) : rcond;
        void *work = gla_work_begin(100 * (double)columns.nnz);
        gla_s_check(
            s, at->backend->direct->lstsq(s->op, at, &columns, tolerance, k ? k : 1, gla_data(b), gla_data(made), rank, order));
        gla_work_end(work);
        warn_deficient(s, form, *rank, order);
        if (gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted after the factorisation", s->op);
    }
    return x;
}

gla_status gla_sparse_lstsq(const gla_sparse *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                            double rcond)
{
    gla_scope s;
    void *data;
    int64_t number = 0;
    *x = *residuals = *rank = NULL;
    gla_scope_begin(&s, "lstsq");
    if (!isfinite(rcond))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "lstsq: rcond is %g, but it must be finite", rcond);
    gla_device *at = direct_place(&s, sparse_device(a), GLA_DIRECT_LU, GLA_SLOT(direct, lstsq));
    gla_array *place = gla_s_new(&s, sparse_device(a), a->own.data->dtype, 1, (int64_t[]){0});
    gla_sparse *there = direct_transfer(&s, at, a);
    if (there && !direct_is_finite(&s, there->own.data))
        gla_s_fail(&s, GLA_NON_FINITE_ERROR, "lstsq: a contains NaN or Inf; remove these rows");
    direct_sides sides = s.status ? (direct_sides){0} : direct_prepare_sides(&s, at, place, sparse_m(a), b);
    sparse_use forms[2] = {{0}, {0}}; /* the factors need the column format, the product needs the row format; formats cached by
                                       * this call are released afterwards */
    for (int i = 0; i < 2 && there; i++)
        forms[i] = sparse_in(&s, there, i == 0);
    gla_array *rows = solve(&s, at, forms[0].form, a->own.data->dtype, &sides, rcond, &number);
    gla_array *left = s.status ? NULL : squares_left(&s, there, &sides, rows), *made = NULL;
    gla_array *result = s.status ? NULL : direct_return_sides(&s, &sides, rows);
    if (!s.status)
        gla_s_adopt(&s, gla_array_new_host(s.op, GLA_INT64, 0, NULL, &made, &data), &made);
    if (!s.status)
        *(int64_t *)data = number;
    gla_scope_give(&s, result, x);
    gla_scope_give(&s, left, residuals);
    gla_scope_give(&s, made, rank);
    gla_status st = gla_scope_end(&s);
    for (int i = 0; i < 2 && there; i++)
        sparse_used(st, &forms[i]);
    gla_object_unref(there);
    return st;
}
