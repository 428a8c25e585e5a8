/* factor.c - Factorisation of sparse matrices: the object, the choice of the kind of factors, and their computation. */
#include "direct/direct.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <math.h>
#include <string.h>

const char *const direct_kinds[] = {
    [GLA_DIRECT_LU] = "lu", [GLA_DIRECT_KLU] = "klu", [GLA_DIRECT_CHOLESKY] = "cholesky", [GLA_DIRECT_LDLT] = "ldlt"};
enum { KINDS = sizeof direct_kinds / sizeof *direct_kinds, PLANAR = 6 };

#define ACCURATE 1e-9 /* acceptable residual of factors without pivoting; one correction reduces it to rounding level */

static void drop_factors(gla_sparse_factorization *f)
{
    if (f->state)
        f->at->backend->direct->release(f->at, f->state);
    f->state = NULL;
}

static void destroy(void *object)
{
    gla_sparse_factorization *f = object;
    drop_factors(f);
    direct_drop_sizes(f, NULL);
    gla_unref(f->place);
    gla_object_unref(f->a);
    pthread_mutex_destroy(&f->lock);
    gla_free(f);
}

const gla_class gla_sparse_factorization_class = {.name = "SparseFactor", .destroy = destroy};

/* A signal handler of the calling program may run in the thread that holds the lock, and use the object. */
static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
}

/* ---- factors ------------------------------------------------------------------------------------------------- */
static void report_singular(gla_scope *s, const gla_sparse_factorization *f)
{
    static const char remedy[] = "look for linearly dependent rows or columns, or use sparse.lstsq";
    const gla_direct_report *r = &f->report;
    char line[80];
    if (direct_empty_line(s, f->a, line, sizeof line)[0])
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: a is singular: %s; add elements to it or use sparse.lstsq", s->op, line);
    else if (f->kind == GLA_DIRECT_LDLT)
        gla_s_fail(s, GLA_SINGULAR_ERROR,
                   "%s: a pivot is zero; \"ldlt\" does not exchange rows, so a might be nonsingular; use \"lu\"", s->op);
    else if (r->zeros > 0)
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: a is singular: %lld of %lld pivots %s exactly zero; %s", s->op,
                   (long long)r->zeros, (long long)direct_order(f), r->zeros == 1 ? "is" : "are", remedy);
    else
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: a is singular: a pivot is zero; %s", s->op, remedy);
}

static void report(gla_scope *s, const gla_sparse_factorization *f)
{
    if (s->status || f->report.outcome == GLA_DIRECT_DONE)
        return;
    if (f->report.outcome == GLA_DIRECT_SINGULAR)
        report_singular(s, f);
    else
        gla_s_fail(s, GLA_NOT_POSITIVE_DEFINITE_ERROR,
                   "%s: a is not positive definite: a pivot%s is not positive; use the kind \"ldlt\" or \"lu\"", s->op,
                   f->report.at < 0 ? "" : " of its factors");
}

/* Factor once; reuse the symbolic analysis if there is one. */
static void compute(gla_scope *s, gla_sparse_factorization *f)
{
    const gla_csr rows = direct_rows(f->a);
    const gla_direct_ops *ops = f->at->backend->direct;
    f->report = (gla_direct_report){.sign = {1, 0}, .pivots = 1}; /* the values for a matrix without rows */
    f->doubt = f->rcond = NAN;
    if (s->status || rows.rows == 0)
        return;
    if (rows.nnz == 0) {
        f->report.outcome = GLA_DIRECT_SINGULAR;
        f->report.zeros = rows.rows;
        return;
    }
    void *work = gla_work_begin(100 * (double)rows.nnz);
    if (f->state)
        gla_s_check(s, ops->refactor(s->op, f->at, f->state, &rows, &f->report));
    else
        gla_s_check(s, ops->factor(s->op, f->at, f->kind, &rows, &f->state, &f->report));
    gla_work_end(work);
    if (!s->status && f->report.outcome == GLA_DIRECT_DONE && f->report.zeros > 0)
        direct_check_perturbed(s, f);
    if (!s->status && gla_interrupted())
        gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted after the factorisation", s->op);
}

static void compute_as(gla_scope *s, gla_sparse_factorization *f, gla_direct_kind kind)
{
    drop_factors(f);
    f->kind = kind;
    compute(s, f);
}

/* Factor the matrix.  If kind is "auto", fall back from Cholesky if the matrix is not positive definite, and from LDLᴴ if LDLᴴ
 * would need pivoting. */
static void compute_with_fallback(gla_scope *s, gla_sparse_factorization *f)
{
    compute(s, f);
    if (s->status || !f->is_automatic)
        return;
    if (f->kind == GLA_DIRECT_CHOLESKY && f->report.outcome == GLA_DIRECT_NOT_POSITIVE)
        compute_as(s, f, f->solves_often ? GLA_DIRECT_LDLT : GLA_DIRECT_LU);
    if (s->status || f->kind != GLA_DIRECT_LDLT)
        return;
    if (f->report.outcome != GLA_DIRECT_DONE || !(direct_trial_residual(s, f) <= ACCURATE))
        compute_as(s, f, GLA_DIRECT_LU);
}

static void check_matrix(gla_scope *s, gla_sparse_factorization *f)
{
    const gla_array *data = s->status ? NULL : gla_s_to_device(s, f->at, f->a->own.data);
    if (!data)
        return;
    if (!direct_is_finite(s, data))
        gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: a contains NaN or Inf; remove these elements", s->op);
    double *largest = NULL;
    f->largest = 0;
    if (data->size > 0 && gla_s_to_host(s, gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, data)), (void **)&largest))
        f->largest = *largest;
}

/* Choose the kind of factors; f->a is set. */
static void choose_kind(gla_scope *s, gla_sparse_factorization *f)
{
    bool must_be = f->kind == GLA_DIRECT_CHOLESKY || f->kind == GLA_DIRECT_LDLT;
    if (s->status || (!must_be && !f->is_automatic))
        return;
    direct_symmetry is = direct_test_symmetry(s, f->a);
    if (f->is_automatic)
        f->kind = is.is_hermitian && is.is_positive    ? GLA_DIRECT_CHOLESKY
                  : is.is_hermitian && f->solves_often ? GLA_DIRECT_LDLT
                                                       : GLA_DIRECT_LU;
    else if (!is.is_hermitian)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a is not %s, but the kind \"%s\" is for such matrices; use \"lu\"", s->op,
                   gla_dtype_is_complex(f->dtype) ? "Hermitian" : "symmetric", direct_kinds[f->kind]);
}

/* Factors of planar graphs, which have fewer than six neighbours per node, have little fill-in.  For these graphs factoring and
 * solving with LDLᴴ take half the time of LU.  The times were not measured on GPUs. */
static bool gains_from_symmetry(const gla_sparse_factorization *f)
{
    return f->at->is_host && f->a->own.data->size <= PLANAR * direct_order(f);
}

static gla_sparse_factorization *make(gla_scope *s, const gla_sparse *a, gla_direct_kind kind, bool is_automatic)
{
    gla_device *dev = sparse_device(a), *at = direct_place(s, dev, kind, GLA_SLOT(direct, factor));
    gla_array *place = gla_s_new(s, dev, a->own.data->dtype, 1, (int64_t[]){0});
    gla_sparse *there = direct_transfer(s, at, a);
    gla_sparse_factorization *f = NULL;
    if (!s->status && !(f = gla_object_new(s->op, &gla_sparse_factorization_class, dev, sizeof *f)))
        gla_s_check(s, gla_last_status());
    if (!f) {
        gla_object_unref(there);
        return NULL;
    }
    make_lock(&f->lock);
    f->at = at;
    f->kind = kind;
    f->is_automatic = is_automatic;
    f->dtype = a->own.data->dtype;
    f->place = gla_ref(place);
    f->a = there;
    return f;
}

static gla_status make_factor(const gla_sparse *a, gla_sparse_factorization **factor, const char *kind, bool often)
{
    gla_scope s;
    int number = -1;
    bool is_automatic = !kind || strcmp(kind, "auto") == 0;
    *factor = NULL;
    gla_scope_begin(&s, "factor");
    for (int i = 0; i < KINDS && !is_automatic; i++)
        if (strcmp(kind, direct_kinds[i]) == 0)
            number = i;
    if (number < 0 && !is_automatic)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "factor: kind is '%.40s', but it must be auto, lu, klu, cholesky or ldlt", kind);
    if (sparse_m(a) != sparse_n(a))
        gla_s_fail(&s, GLA_SHAPE_ERROR, "factor: a is %lld x %lld, but it must be square; use sparse.lstsq",
                   (long long)sparse_m(a), (long long)sparse_n(a));
    gla_sparse_factorization *f = s.status ? NULL
                                           : make(&s, a, is_automatic ? GLA_DIRECT_LU : (gla_direct_kind)number, is_automatic);
    if (f) {
        f->solves_often = often && gains_from_symmetry(f);
        check_matrix(&s, f);
        choose_kind(&s, f);
        compute_with_fallback(&s, f);
        report(&s, f);
    }
    if (s.status)
        gla_object_unref(f);
    else
        *factor = f;
    return gla_scope_end(&s);
}

gla_status gla_sparse_factor(const gla_sparse *a, gla_sparse_factorization **factor, const char *kind)
{
    return make_factor(a, factor, kind, false);
}

gla_status direct_factor_often(const gla_sparse *a, gla_sparse_factorization **factor)
{
    return make_factor(a, factor, NULL, true);
}

/* ---- refactorisation with other values ----------------------------------------------------------------------- */
static bool are_equal(gla_scope *s, const gla_array *x, const gla_array *y)
{
    if (s->status || x == y || gla_data(x) == gla_data(y))
        return true;
    return x->size == y->size && gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_equal, x, y)));
}

static void check_other(gla_scope *s, const gla_sparse_factorization *f, const gla_sparse *a)
{
    if (sparse_m(a) != direct_order(f) || sparse_n(a) != direct_order(f))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a is %lld x %lld, but the factored matrix is %lld x %lld", s->op,
                   (long long)sparse_m(a), (long long)sparse_n(a), (long long)direct_order(f), (long long)direct_order(f));
    else if (gla_dtype_is_complex(a->own.data->dtype) != gla_dtype_is_complex(f->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR,
                   "%s: a is %s, but the factored matrix is %s; convert it with astype, or use sparse.factor", s->op,
                   gla_dtype_name(a->own.data->dtype), gla_dtype_name(f->dtype));
    else if (sparse_device(a) != f->object.dev)
        gla_s_fail(s, GLA_DEVICE_ERROR, "%s: a is on %s, but the factored matrix is on %s; move it with to_device", s->op,
                   sparse_device(a)->name, f->object.dev->name);
}

/* Return the matrix in the format, and on the device, of the factors; NULL after a failure. */
static gla_sparse *bring_other(gla_scope *s, const gla_sparse_factorization *f, const gla_sparse *form)
{
    gla_sparse *there = s->status ? NULL : direct_transfer(s, f->at, form);
    if (there && (!are_equal(s, there->own.indptr, f->a->own.indptr) || !are_equal(s, there->own.indices, f->a->own.indices)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the sparsity pattern of a differs from that of the factored matrix; use sparse.factor", s->op);
    return there;
}

static void renew(gla_scope *s, gla_sparse_factorization *f, gla_sparse *there)
{
    gla_direct_kind before = f->kind;
    gla_object_unref(f->a);
    f->a = gla_object_ref(there);
    direct_drop_sizes(f, NULL);
    f->is_lost = true;
    check_matrix(s, f);
    if (before == GLA_DIRECT_CHOLESKY || before == GLA_DIRECT_LDLT)
        choose_kind(s, f);
    if (f->kind != before)
        drop_factors(f);
    compute_with_fallback(s, f);
    report(s, f);
    f->is_lost = s->status != GLA_OK;
}

gla_status gla_sparse_factorization_refactor(const gla_sparse_factorization *factor, const gla_sparse *a)
{
    gla_scope s;
    gla_sparse_factorization *f = (gla_sparse_factorization *)factor;
    gla_scope_begin(&s, "refactor");
    gla_lock(&f->lock);
    check_other(&s, f, a);
    const sparse_use form = sparse_in(&s, a, f->a->turned);
    gla_sparse *there = bring_other(&s, f, form.form);
    if (!s.status) {
        f->dtype = a->own.data->dtype;
        renew(&s, f, there);
    }
    gla_object_unref(there);
    direct_unlock(f);
    return sparse_used(gla_scope_end(&s), &form);
}
