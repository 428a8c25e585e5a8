/* incomplete.c - Incomplete factors with the sparsity pattern of the matrix: ILU(0) and IC(0).  The factors are computed on the
 * host, row by row. */
#include "krylov/preconditioner.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/sparse_triangular.h"
#include "sparse/sparse.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* The rows of a matrix on the host; `value` is overwritten by the factor. */
typedef struct rows {
    int64_t n, count;
    int64_t *col, *start, *diagonal, *place; /* place: position of each column in the current row, or -1 */
    double complex *value;
} rows;

static void read_rows(gla_scope *s, const gla_sparse *a, rows *r)
{
    void *data = NULL, *indices = NULL, *indptr = NULL;
    gla_s_to_host(s, gla_s_astype(s, GLA_COMPLEX128, a->own.data), &data);
    gla_s_to_host(s, gla_s_astype(s, GLA_INT64, a->own.indices), &indices);
    gla_s_to_host(s, gla_s_astype(s, GLA_INT64, a->own.indptr), &indptr);
    r->n = a->own.rows;
    r->count = a->own.data->size;
    r->col = gla_s_memory(s, r->count, sizeof *r->col);
    r->start = gla_s_memory(s, r->n + 1, sizeof *r->start);
    r->diagonal = gla_s_memory(s, r->n, sizeof *r->diagonal);
    r->place = gla_s_memory(s, r->n, sizeof *r->place);
    r->value = gla_s_memory(s, r->count, sizeof *r->value);
    if (s->status)
        return;
    if (r->count > 0) {
        memcpy(r->value, data, (size_t)r->count * sizeof *r->value);
        memcpy(r->col, indices, (size_t)r->count * sizeof *r->col);
    }
    memcpy(r->start, indptr, (size_t)(r->n + 1) * sizeof *r->start);
    for (int64_t i = 0; i < r->n; i++)
        r->place[i] = r->diagonal[i] = -1;
}

static void drop_upper(rows *r)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < r->n; i++) {
        int64_t begin = r->start[i], end = r->start[i + 1];
        r->start[i] = kept;
        for (int64_t p = begin; p < end && r->col[p] <= i; p++, kept++) {
            r->col[kept] = r->col[p];
            r->value[kept] = r->value[p];
        }
    }
    r->start[r->n] = r->count = kept;
}

static void mark(rows *r, int64_t i, bool on)
{
    for (int64_t p = r->start[i]; p < r->start[i + 1]; p++)
        r->place[r->col[p]] = on ? p : -1;
}

static void eliminate(gla_scope *s, rows *r)
{
    for (int64_t i = 0; i < r->n; i++) {
        mark(r, i, true);
        for (int64_t p = r->start[i]; p < r->start[i + 1] && r->col[p] < i; p++) {
            int64_t k = r->col[p];
            double complex factor = r->value[p] /= r->value[r->diagonal[k]];
            for (int64_t q = r->diagonal[k] + 1; q < r->start[k + 1]; q++)
                if (r->place[r->col[q]] >= 0)
                    r->value[r->place[r->col[q]]] -= factor * r->value[q];
        }
        r->diagonal[i] = r->place[i];
        mark(r, i, false);
        if (r->diagonal[i] < 0 || r->value[r->diagonal[i]] == 0) {
            gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: the pivot of row %lld is zero; reorder the rows, or use %s", s->op,
                       (long long)i, "block_jacobi");
            return;
        }
    }
}

static void take_root(gla_scope *s, rows *r)
{
    for (int64_t i = 0; i < r->n; i++) {
        double rest = 0;
        mark(r, i, true);
        for (int64_t p = r->start[i]; p < r->start[i + 1] && r->col[p] < i; p++) {
            int64_t k = r->col[p];
            for (int64_t q = r->start[k]; q < r->diagonal[k]; q++)
                if (r->place[r->col[q]] >= 0)
                    r->value[p] -= r->value[r->place[r->col[q]]] * conj(r->value[q]);
            r->value[p] /= r->value[r->diagonal[k]];
            rest += creal(r->value[p] * conj(r->value[p]));
        }
        r->diagonal[i] = r->place[i];
        mark(r, i, false);
        rest = r->diagonal[i] < 0 ? -1 : creal(r->value[r->diagonal[i]]) - rest;
        if (!(rest > 0)) {
            gla_s_fail(
                s, GLA_NOT_POSITIVE_DEFINITE_ERROR,
                "%s: the pivot of row %lld is not positive; the matrix, or its incomplete factor, is not positive definite",
                s->op, (long long)i);
            return;
        }
        r->value[r->diagonal[i]] = sqrt(rest);
    }
}

/* Copy host memory to an array on a device. */
static gla_array *array_of(gla_scope *s, gla_device *dev, gla_dtype dtype, const void *from, int64_t n, gla_dtype to)
{
    gla_array *host = NULL;
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, dtype, 1, &n, &host, &data)))
        return NULL;
    gla_s_own(s, host);
    if (n > 0)
        memcpy(data, from, (size_t)n * gla_itemsize(dtype));
    if (gla_dtype_is_complex(dtype) && !gla_dtype_is_complex(to)) /* all imaginary parts are zero */
        host = gla_s_apply(s, gla_real, host);
    return host ? gla_s_convert(s, host, to, dev, GLA_YES) : NULL;
}

static gla_sparse *matrix_of(gla_scope *s, const gla_sparse *a, const rows *r)
{
    gla_sparse *made = NULL;
    gla_device *dev = sparse_device(a);
    if (s->status)
        return NULL;
    gla_array *data = array_of(s, dev, GLA_COMPLEX128, r->value, r->count, a->own.data->dtype);
    gla_array *col = array_of(s, dev, GLA_INT64, r->col, r->count, GLA_INT64);
    gla_array *start = array_of(s, dev, GLA_INT64, r->start, r->n + 1, GLA_INT64);
    const gla_ints shape = {2, {r->n, r->n}};
    if (!s->status)
        gla_s_check(s, gla_sparse_csr(data, col, start, &made, &shape));
    return made;
}

static gla_array *solved(gla_scope *s, const gla_sparse *triangle, gla_array *b, bool lower, bool unit)
{
    gla_array *x = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_sparse_solve_triangular(triangle, b, &x, lower, unit), &x);
}

static gla_array *apply_lu(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x)
{
    return solved(s, m->matrix[0], solved(s, m->matrix[0], x, true, true), false, false);
}

static gla_array *apply_cholesky(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x)
{
    return solved(s, m->matrix[1], solved(s, m->matrix[0], x, true, false), false, false);
}

static gla_status factor(const char *op, const gla_sparse *a, bool cholesky, gla_sparse_preconditioner **out)
{
    gla_scope s;
    gla_sparse_preconditioner *m = NULL;
    gla_sparse *adjoint = NULL, *turned = NULL;
    rows r = {0};
    gla_scope_begin(&s, op);
    int64_t n = preconditioner_order(&s, a);
    const sparse_use form = sparse_in(&s, a, false);
    if (!s.status)
        read_rows(&s, form.form, &r);
    if (!s.status && cholesky)
        drop_upper(&r);
    if (!s.status)
        (cholesky ? take_root : eliminate)(&s, &r);
    gla_sparse *made = matrix_of(&s, a, &r);
    if (made && cholesky && !gla_s_check(&s, gla_sparse_adjoint(made, &adjoint)))
        gla_s_check(&s, gla_sparse_tocsr(adjoint, &turned));
    if ((m = preconditioner_new(&s, n, cholesky ? apply_cholesky : apply_lu))) {
        m->matrix[0] = made ? gla_object_ref(made) : NULL;
        m->matrix[1] = turned ? gla_object_ref(turned) : NULL;
        /* Each triangle caches the dependency levels of its rows.  Compute the levels now instead of at the first use. */
        gla_array *zeros = gla_s_zeros(&s, sparse_device(a), a->own.data->dtype, 1, &n);
        if (!s.status)
            m->apply(&s, m, zeros);
    }
    gla_object_unref(made);
    gla_object_unref(adjoint);
    gla_object_unref(turned);
    return sparse_used(preconditioner_return(&s, m, out), &form);
}

gla_status gla_sparse_ilu0(const gla_sparse *A, gla_sparse_preconditioner **M)
{
    return factor("ilu0", A, false, M);
}

gla_status gla_sparse_ic0(const gla_sparse *A, gla_sparse_preconditioner **M)
{
    return factor("ic0", A, true, M);
}
