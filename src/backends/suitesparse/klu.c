/* klu.c - LU factorisation by KLU of the diagonal blocks of a block triangular form, for very sparse matrices such as those of
 * circuits. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <klu.h>
#include <string.h>

#define GROWTH 1e-10 /* minimum pivot growth with an earlier pivot order; below it, a new pivot order is computed */

static gla_status check(const char *op, const klu_l_common *c)
{
    if (c->status >= 0)
        return GLA_OK;
    if (c->status == KLU_OUT_OF_MEMORY)
        return suitesparse_no_memory(op);
    return gla_fail(GLA_INTERNAL_ERROR, "%s: KLU failed with status %lld", op, (long long)c->status);
}

static void drop_numeric(solver *f)
{
    klu_l_numeric *numeric = f->numeric;
    if (numeric && f->is_complex)
        klu_zl_free_numeric(&numeric, f->common);
    else if (numeric)
        klu_l_free_numeric(&numeric, f->common);
    f->numeric = NULL;
}

static void release(solver *f)
{
    klu_l_symbolic *symbolic = f->symbolic;
    drop_numeric(f);
    if (symbolic)
        klu_l_free_symbolic(&symbolic, f->common);
    gla_free(f->common);
}

/* Factor new values with the pivot order of the last factorisation.  Return false if pivots have become too small. */
static bool renew(solver *f, double *values)
{
    klu_l_common *c = f->common;
    bool done = f->is_complex ? klu_zl_refactor(f->indptr, f->indices, values, f->symbolic, f->numeric, c) &&
                                    klu_zl_rgrowth(f->indptr, f->indices, values, f->symbolic, f->numeric, c)
                              : klu_l_refactor(f->indptr, f->indices, values, f->symbolic, f->numeric, c) &&
                                    klu_l_rgrowth(f->indptr, f->indices, values, f->symbolic, f->numeric, c);
    return done && c->status == KLU_OK && c->rgrowth > GROWTH;
}

static gla_status describe(const char *op, solver *f, gla_direct_report *report)
{
    const klu_l_numeric *numeric = f->numeric;
    const klu_l_symbolic *symbolic = f->symbolic;
    klu_l_common *c = f->common;
    if (f->is_complex)
        klu_zl_rcond(f->symbolic, f->numeric, c);
    else
        klu_l_rcond(f->symbolic, f->numeric, c);
    report->pivots = c->rcond;
    report->nnz = numeric->lnz + numeric->unz + numeric->nzoff;
    return suitesparse_determinant(op, f, numeric->Udiag, numeric->Pnum, symbolic->Q, numeric->Rs, 1, report);
}

static gla_status factor(const char *op, solver *f, const void *values, gla_direct_report *report)
{
    klu_l_common *c = f->common;
    double *data = (void *)(uintptr_t)values; /* KLU does not change the values */
    if (!c) {
        c = f->common = gla_malloc(sizeof *c);
        if (!c)
            return gla_fail_memory(op, sizeof *c);
        klu_l_defaults(c);
    }
    if (!f->symbolic)
        f->symbolic = klu_l_analyze(f->n, f->indptr, f->indices, c);
    if (!f->numeric || !renew(f, data)) {
        drop_numeric(f);
        if (f->symbolic)
            f->numeric = f->is_complex ? klu_zl_factor(f->indptr, f->indices, data, f->symbolic, c)
                                       : klu_l_factor(f->indptr, f->indices, data, f->symbolic, c);
    }
    if (c->status == KLU_SINGULAR) {
        report->outcome = GLA_DIRECT_SINGULAR;
        report->at = c->singular_col < f->n ? c->singular_col : -1;
        drop_numeric(f);
        return GLA_OK;
    }
    gla_status st = check(op, c);
    return st ? st : describe(op, f, report);
}

static gla_status solve(const char *op, solver *f, gla_trans trans, int64_t k, const void *b, void *x)
{
    klu_l_common *c = f->common;
    bool conjugated = trans == GLA_CONJ_TRANS && f->is_complex;
    if (conjugated)
        suitesparse_conjugate(f->n * k, b, x);
    else
        memcpy(x, b, (size_t)(f->n * k) * (f->is_complex ? 2 : 1) * sizeof(double));
    if (trans == GLA_NO_TRANS && f->is_complex)
        klu_zl_tsolve(f->symbolic, f->numeric, f->n, k, x, 0, c);
    else if (trans == GLA_NO_TRANS)
        klu_l_tsolve(f->symbolic, f->numeric, f->n, k, x, c);
    else if (f->is_complex)
        klu_zl_solve(f->symbolic, f->numeric, f->n, k, x, c);
    else
        klu_l_solve(f->symbolic, f->numeric, f->n, k, x, c);
    if (conjugated)
        suitesparse_conjugate(f->n * k, x, x);
    return check(op, c);
}

const method suitesparse_klu = {.factor = factor, .solve = solve, .release = release};
