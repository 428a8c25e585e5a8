/* attributes.c - Determinant, inertia and condition number from sparse factors, and attributes of the object. */
#include "direct/direct.h"
#include "runtime/lock.h"

#include "elementwise/where.h"
#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- scalars ------------------------------------------------------------------------------------------------- */
static gla_status give_real(const char *op, double value, gla_array **out)
{
    void *data;
    gla_status st = gla_array_new_host(op, GLA_FLOAT64, 0, NULL, out, &data);
    if (!st)
        *(double *)data = value;
    return st;
}

/* Return a copy of the report, made while the lock is held. */
static gla_direct_report report_of(gla_scope *s, const gla_sparse_factorization *f)
{
    direct_lock(s, f);
    gla_direct_report report = f->report;
    direct_unlock(f);
    return report;
}

/* Compute the determinant from a separate factorisation on the host. */
static void find_determinant(gla_scope *s, gla_sparse_factorization *f)
{
    gla_sparse_factorization *other = NULL;
    gla_sparse *there = NULL;
    gla_status st = gla_sparse_to_device(f->a, "host", &there);
    if (!st)
        st = gla_sparse_factor(there, &other, direct_kinds[f->kind]);
    if (!st) {
        f->report.log_det = other->report.log_det;
        memcpy(f->report.sign, other->report.sign, sizeof f->report.sign);
    }
    gla_object_unref(other);
    gla_object_unref(there);
    if (st == GLA_NOT_SUPPORTED_ERROR)
        gla_clear_error();
    else
        gla_s_check(s, st);
}

/* Return a copy of the report with the determinant, which some libraries compute only on request. */
static gla_direct_report with_determinant(gla_scope *s, const gla_sparse_factorization *factor)
{
    gla_sparse_factorization *f = (gla_sparse_factorization *)factor;
    direct_lock(s, f);
    gla_direct_report *r = &f->report;
    const gla_direct_ops *ops = f->at->backend->direct;
    if (!s->status && isnan(r->log_det) && f->kind == GLA_DIRECT_CHOLESKY && ops->log_det) {
        gla_s_check(s, ops->log_det(s->op, f->at, f->state, &r->log_det));
        r->sign[0] = 1;
    }
    if (!s->status && isnan(r->log_det) && !f->at->is_host)
        find_determinant(s, f);
    gla_direct_report report = *r;
    direct_unlock(f);
    if (!s->status && isnan(report.log_det))
        gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR,
                   "%s: the solver on %s does not compute the determinant for kind \"%s\", and the host "
                   "has no solver; install libsuitesparse-dev and rebuild the library",
                   s->op, f->at->name, direct_kinds[f->kind]);
    return report;
}

gla_status gla_sparse_factorization_slogdet(const gla_sparse_factorization *factor, gla_array **sign, gla_array **logabsdet)
{
    gla_scope s;
    void *data;
    *sign = *logabsdet = NULL;
    gla_scope_begin(&s, "slogdet");
    const gla_direct_report r = with_determinant(&s, factor);
    bool is_complex = gla_dtype_is_complex(factor->dtype);
    if (!s.status &&
        !gla_s_check(&s, gla_array_new_host(s.op, is_complex ? GLA_COMPLEX128 : GLA_FLOAT64, 0, NULL, sign, &data))) {
        ((double *)data)[0] = r.sign[0];
        if (is_complex)
            ((double *)data)[1] = r.sign[1];
        gla_s_check(&s, give_real(s.op, r.log_det, logabsdet));
    }
    if (s.status) {
        gla_unref(*sign);
        *sign = NULL;
    }
    return gla_scope_end(&s);
}

gla_status gla_sparse_factorization_logdet(const gla_sparse_factorization *factor, gla_array **out)
{
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "logdet");
    const gla_direct_report r = with_determinant(&s, factor);
    /* The imaginary part of the sign of a complex matrix is subject to rounding. */
    if (!s.status && !(r.sign[0] > 0 && fabs(r.sign[1]) < 1e-8))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "logdet: the determinant is not positive, so its logarithm is not real; use slogdet");
    if (!s.status)
        gla_s_check(&s, give_real(s.op, r.log_det, out));
    return gla_scope_end(&s);
}

gla_status gla_sparse_factorization_inertia(const gla_sparse_factorization *factor, gla_array **out)
{
    gla_scope s;
    void *data;
    *out = NULL;
    gla_scope_begin(&s, "inertia");
    direct_lock(&s, factor);
    gla_direct_report r = factor->report;
    gla_direct_kind kind = factor->kind;
    direct_unlock(factor);
    if (!s.status && kind != GLA_DIRECT_LDLT && kind != GLA_DIRECT_CHOLESKY)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "inertia: factors of kind \"%s\" do not determine the inertia; use the kind \"ldlt\"", direct_kinds[kind]);
    else if (!s.status && r.inertia[0] < 0)
        gla_s_fail(&s, GLA_NOT_SUPPORTED_ERROR,
                   "inertia: the solver on %s does not report the inertia; factor the matrix on the host", factor->at->name);
    if (!s.status && !gla_s_check(&s, gla_array_new_host(s.op, GLA_INT64, 1, (int64_t[]){3}, out, &data)))
        for (int i = 0; i < 3; i++)
            ((int64_t *)data)[i] = r.inertia[i];
    return gla_scope_end(&s);
}

/* ---- condition: Higham, ACM Transactions on Mathematical Software 14 (1988) 381, algorithm 4.1 --------------- */
static double number_of(gla_scope *s, const gla_array *x)
{
    double *value = NULL;
    return x && gla_s_to_host(s, x, (void **)&value) ? *value : NAN;
}

/* Return the sum of the absolute values. */
static double length_of(gla_scope *s, const gla_array *x)
{
    gla_array *made, *sizes = x ? gla_s_apply(s, gla_abs, x) : NULL;
    return number_of(s, sizes ? gla_s_adopt(s, gla_sum(sizes, &made, NULL, GLA_NO_DTYPE, false), &made) : NULL);
}

/* Return x / |x|, with 1 for 0. */
static gla_array *directions(gla_scope *s, gla_array *x)
{
    gla_array *sizes = x ? gla_s_apply(s, gla_abs, x) : NULL;
    gla_array *is_zero = gla_s_combine(s, gla_equal, sizes, gla_s_number(s, 0));
    gla_array *one = gla_s_number(s, 1);
    return gla_s_where(s, is_zero, one, gla_s_combine(s, gla_divide, x, gla_s_where(s, is_zero, one, sizes)));
}

/* Return the unit vector for the largest element of x.  *place is the position of this element. */
static gla_array *largest_unit(gla_scope *s, const gla_array *x, gla_array *numbers, int64_t *place)
{
    gla_array *at = x ? gla_s_reduce_all(s, gla_argmax, gla_s_apply(s, gla_abs, x)) : NULL;
    *place = at ? sparse_integer(s, at) : 0;
    return gla_s_astype(s, x ? x->dtype : GLA_FLOAT64, sparse_with(s, gla_equal, numbers, *place));
}

/* Return a vector of increasing magnitude with alternating signs.  This vector covers cases that the iteration misses. */
static gla_array *alternating(gla_scope *s, gla_array *numbers, int64_t n)
{
    gla_array *share = gla_s_combine(s, gla_divide, numbers, gla_s_number(s, n > 1 ? (double)(n - 1) : 1));
    gla_array *odd = gla_s_combine(s, gla_remainder, numbers, gla_s_number(s, 2));
    gla_array *sign = gla_s_combine(s, gla_subtract, gla_s_number(s, 1),
                                    gla_s_combine(s, gla_multiply, odd, gla_s_number(s, 2)));
    return gla_s_combine(s, gla_multiply, sign, gla_s_combine(s, gla_add, share, gla_s_number(s, 1)));
}

static double norm_of_inverse(gla_scope *s, const gla_sparse_factorization *f)
{
    int64_t n = direct_order(f), place, before = -1;
    gla_dtype dtype = f->a->own.data->dtype;
    gla_array *line = s->status ? NULL : sparse_range(s, f->at, n);
    gla_array *numbers = line ? gla_s_view(s, line, 2, (int64_t[]){1, n}, (int64_t[]){n, 1}, 0) : NULL;
    gla_array *x = gla_s_new(s, f->at, dtype, 2, (int64_t[]){1, n});
    double best = 0;
    if (x)
        gla_s_fill(s, x, 1.0 / (double)n);
    for (int i = 0; i < 5 && !s->status; i++) {
        gla_array *y = direct_solve(s, f, GLA_NO_TRANS, x);
        double length = length_of(s, y);
        if (i > 0 && !(length > best))
            break;
        best = length;
        gla_array *way = directions(s, y);
        way = way ? gla_s_contiguous(s, f->at, dtype, way) : NULL;
        x = largest_unit(s, direct_solve(s, f, GLA_CONJ_TRANS, way), numbers, &place);
        if (place == before)
            break;
        before = place;
    }
    gla_array *other = alternating(s, numbers, n);
    other = other ? gla_s_contiguous(s, f->at, dtype, other) : NULL;
    return fmax(best, 2 * length_of(s, direct_solve(s, f, GLA_NO_TRANS, other)) / (3 * (double)n));
}

static void find_rcond(gla_scope *s, gla_sparse_factorization *f)
{
    gla_array *made = NULL;
    if (s->status || direct_order(f) == 0) {
        f->rcond = INFINITY;
        return;
    }
    double norm = number_of(s, gla_s_adopt(s, gla_sparse_norm(f->a, &made, "1"), &made));
    double rcond = 1 / (norm * norm_of_inverse(s, f));
    if (!s->status)
        f->rcond = isnan(rcond) ? 0 : rcond;
}

gla_status gla_sparse_factorization_rcond(const gla_sparse_factorization *factor, gla_array **out)
{
    gla_scope s;
    double rcond = NAN;
    *out = NULL;
    gla_scope_begin(&s, "rcond");
    direct_lock(&s, factor);
    if (!s.status && isnan(factor->rcond))
        find_rcond(&s, (gla_sparse_factorization *)factor);
    rcond = factor->rcond;
    direct_unlock(factor);
    if (!s.status)
        gla_s_check(&s, give_real(s.op, rcond, out));
    return gla_scope_end(&s);
}

/* ---- attributes ---------------------------------------------------------------------------------------------- */
static const char *kind_of(const gla_sparse_factorization *f)
{
    gla_lock((pthread_mutex_t *)&f->lock);
    gla_direct_kind kind = f->kind;
    direct_unlock(f);
    return direct_kinds[kind];
}

gla_status gla_sparse_factorization_kind(const gla_sparse_factorization *factor, char **kind)
{
    return gla_copy_text("kind", kind_of(factor), kind);
}

gla_status gla_sparse_factorization_shape(const gla_sparse_factorization *factor, gla_ints **shape)
{
    return gla_sparse_shape(factor->a, shape);
}

gla_status gla_sparse_factorization_dtype(const gla_sparse_factorization *factor, gla_dtype *dtype)
{
    *dtype = factor->dtype;
    return GLA_OK;
}

gla_status gla_sparse_factorization_device(const gla_sparse_factorization *factor, char **name)
{
    return gla_copy_text("device", factor->object.dev->name, name);
}

gla_status gla_sparse_factorization_nnz(const gla_sparse_factorization *factor, gla_array **out)
{
    gla_scope s;
    void *data;
    *out = NULL;
    gla_scope_begin(&s, "nnz");
    const gla_direct_report r = report_of(&s, factor);
    if (!s.status && !gla_s_check(&s, gla_array_new_host(s.op, GLA_INT64, 0, NULL, out, &data)))
        *(int64_t *)data = r.nnz;
    return gla_scope_end(&s);
}

gla_status gla_sparse_factorization_text(const gla_sparse_factorization *factor, char **text)
{
    char line[200];
    long long n = (long long)direct_order(factor);
    snprintf(line, sizeof line, "SparseFactor(%lld x %lld, kind='%s', dtype=%s, device='%s')", n, n, kind_of(factor),
             gla_dtype_name(factor->dtype), factor->object.dev->name);
    return gla_copy_text("text", line, text);
}
