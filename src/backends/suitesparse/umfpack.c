/* umfpack.c - Multifrontal LU factorisation by UMFPACK, with threshold pivoting. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <umfpack.h>

static void begin(const solver *f, double control[UMFPACK_CONTROL])
{
    if (f->is_complex)
        umfpack_zl_defaults(control);
    else
        umfpack_dl_defaults(control);
    control[UMFPACK_IRSTEP] = 0; /* no refinement here, because the facade refines the solutions of all libraries in the same
                                  * way */
}

static gla_status check(const char *op, SuiteSparse_long status)
{
    if (status >= 0)
        return GLA_OK;
    if (status == UMFPACK_ERROR_out_of_memory)
        return suitesparse_no_memory(op);
    return gla_fail(GLA_INTERNAL_ERROR, "%s: UMFPACK failed with status %lld", op, (long long)status);
}

static void drop_numeric(solver *f)
{
    if (f->numeric && f->is_complex)
        umfpack_zl_free_numeric(&f->numeric);
    else if (f->numeric)
        umfpack_dl_free_numeric(&f->numeric);
    f->numeric = NULL;
}

static void release(solver *f)
{
    drop_numeric(f);
    if (f->symbolic && f->is_complex)
        umfpack_zl_free_symbolic(&f->symbolic);
    else if (f->symbolic)
        umfpack_dl_free_symbolic(&f->symbolic);
}

static SuiteSparse_long analyse(solver *f, const double *values, const double *control, double *info)
{
    return f->is_complex ? umfpack_zl_symbolic(f->n, f->n, f->indptr, f->indices, values, NULL, &f->symbolic, control, info)
                         : umfpack_dl_symbolic(f->n, f->n, f->indptr, f->indices, values, &f->symbolic, control, info);
}

static SuiteSparse_long compute(solver *f, const double *values, const double *control, double *info)
{
    return f->is_complex ? umfpack_zl_numeric(f->indptr, f->indices, values, NULL, f->symbolic, &f->numeric, control, info)
                         : umfpack_dl_numeric(f->indptr, f->indices, values, f->symbolic, &f->numeric, control, info);
}

/* Compute the determinant from the pivots.  UMFPACK's own function is not used, because it loops forever if a pivot is
 * infinite. */
static gla_status find_determinant(const char *op, const solver *f, gla_direct_report *report)
{
    size_t n = (size_t)f->n;
    SuiteSparse_long *order = gla_malloc(2 * n * sizeof *order), reciprocal = 0, status = UMFPACK_ERROR_out_of_memory;
    double *numbers = gla_malloc(3 * n * sizeof *numbers), *scales = numbers ? numbers + 2 * n : NULL;
    if (order && numbers)
        status = f->is_complex ? umfpack_zl_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, order, order + n,
                                                        numbers, NULL, &reciprocal, scales, f->numeric)
                               : umfpack_dl_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, order, order + n, numbers,
                                                        &reciprocal, scales, f->numeric);
    gla_status st = check(op, status);
    if (!st)
        st = suitesparse_determinant(op, f, numbers, order, order + n, scales, reciprocal ? -1 : 1, report);
    gla_free(order);
    gla_free(numbers);
    return st;
}

static gla_status factor(const char *op, solver *f, const void *values, gla_direct_report *report)
{
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    SuiteSparse_long status = UMFPACK_OK;
    begin(f, control);
    drop_numeric(f);
    if (!f->symbolic)
        status = analyse(f, values, control, info);
    if (status >= 0)
        status = compute(f, values, control, info);
    if (status == UMFPACK_WARNING_singular_matrix) {
        report->outcome = GLA_DIRECT_SINGULAR;
        report->zeros = f->n - (int64_t)info[UMFPACK_UDIAG_NZ];
        drop_numeric(f);
        return GLA_OK;
    }
    if (status >= 0) {
        report->nnz = (int64_t)(info[UMFPACK_LNZ] + info[UMFPACK_UNZ]);
        report->pivots = info[UMFPACK_RCOND];
        return find_determinant(op, f, report);
    }
    return check(op, status);
}

/* ---- solving: threads share the columns ------------------------------------------------------------------------------- */
typedef struct solving {
    const solver *f;
    int system;
    bool conjugated;
    const double *b, *control;
    double *x;
    SuiteSparse_long status; /* first status that is not UMFPACK_OK */
} solving;

static SuiteSparse_long solve_column(const solving *p, const double *b, double *x, SuiteSparse_long *places, double *work)
{
    const solver *f = p->f;
    return f->is_complex
               ? umfpack_zl_wsolve(p->system, f->indptr, f->indices, NULL, NULL, x, NULL, b, NULL, f->numeric, p->control, NULL,
                                   places, work)
               : umfpack_dl_wsolve(p->system, f->indptr, f->indices, NULL, x, b, f->numeric, p->control, NULL, places, work);
}

static void solve_some(void *arg, int64_t begin, int64_t end)
{
    solving *p = arg;
    int64_t n = p->f->n, parts = p->f->is_complex ? 2 : 1, size = n * parts;
    SuiteSparse_long *places = gla_malloc((size_t)n * sizeof *places), status = UMFPACK_OK;
    double *work = gla_malloc((size_t)(size + (p->conjugated ? size : 0)) * sizeof *work);
    if (!places || !work)
        status = UMFPACK_ERROR_out_of_memory;
    for (int64_t j = begin; j < end && status >= 0; j++) {
        const double *b = p->b + j * size;
        double *x = p->x + j * size;
        if (p->conjugated) {
            suitesparse_conjugate(n, b, work + size);
            b = work + size;
        }
        status = solve_column(p, b, x, places, work);
        if (p->conjugated && status >= 0)
            suitesparse_conjugate(n, x, x);
    }
    if (status < 0)
        __atomic_store_n(&p->status, status, __ATOMIC_RELAXED);
    gla_free(places);
    gla_free(work);
}

static gla_status solve(const char *op, solver *f, gla_trans trans, int64_t k, const void *b, void *x)
{
    double control[UMFPACK_CONTROL];
    solving p = {.f = f,
                 .system = trans == GLA_NO_TRANS ? UMFPACK_Aat : UMFPACK_A,
                 .conjugated = trans == GLA_CONJ_TRANS && f->is_complex,
                 .b = b,
                 .control = control,
                 .x = x};
    begin(f, control);
    gla_status st = suitesparse_host->parallel(k, 1, solve_some, &p);
    return st ? st : check(op, p.status);
}

const method suitesparse_umfpack = {.factor = factor, .solve = solve, .release = release};
