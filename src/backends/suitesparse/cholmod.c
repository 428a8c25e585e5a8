/* cholmod.c - Cholesky factorisation by CHOLMOD, which is supernodal if that is faster, and LDLᴴ factorisation without
 * pivoting. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

/* Number of operations per element of the factor from which supernodes are faster.  CHOLMOD's own value of 40 is too small for
 * one thread: for the Laplacian of a grid of 1e4 points, a simplicial factorisation takes two thirds of the time, and a
 * solution takes half the time. */
#define SUPERNODAL 110

static gla_status check(const char *op, const cholmod_common *c)
{
    if (c->status >= CHOLMOD_OK)
        return GLA_OK;
    if (c->status == CHOLMOD_OUT_OF_MEMORY)
        return suitesparse_no_memory(op);
    if (c->status == CHOLMOD_TOO_LARGE)
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: the factors would have too many elements for CHOLMOD", op);
    return gla_fail(GLA_INTERNAL_ERROR, "%s: CHOLMOD failed with status %d", op, c->status);
}

static void drop_scratch(solver *f)
{
    for (int i = 0; i < 2; i++) {
        cholmod_dense *scratch = f->scratch[i];
        if (scratch)
            cholmod_l_free_dense(&scratch, f->common);
        f->scratch[i] = NULL;
    }
}

static void release(solver *f)
{
    cholmod_factor *l = f->symbolic;
    drop_scratch(f);
    if (l)
        cholmod_l_free_factor(&l, f->common);
    if (f->common)
        cholmod_l_finish(f->common);
    gla_free(f->common);
}

/* Describe the matrix for CHOLMOD, which reads the upper triangle. */
static cholmod_sparse matrix_of(const solver *f, const void *values)
{
    size_t n = (size_t)f->n;
    return (cholmod_sparse){.nrow = n,
                            .ncol = n,
                            .nzmax = (size_t)f->nnz,
                            .p = f->indptr,
                            .i = f->indices,
                            .x = (void *)(uintptr_t)values,
                            .stype = 1,
                            .itype = CHOLMOD_LONG,
                            .xtype = f->is_complex ? CHOLMOD_COMPLEX : CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

/* Return element j of the diagonal of L, or of D. */
static double simplicial_pivot(const solver *f, const cholmod_factor *l, int64_t j)
{
    const SuiteSparse_long *starts = l->p;
    return ((const double *)l->x)[starts[j] * (f->is_complex ? 2 : 1)];
}

static void add_pivot(gla_direct_report *report, double pivot)
{
    report->log_det += log(fabs(pivot));
    report->inertia[pivot > 0 ? 0 : pivot < 0 ? 1 : 2]++;
    if (pivot < 0)
        report->sign[0] = -report->sign[0];
}

static void add_supernodes(const solver *f, const cholmod_factor *l, gla_direct_report *report)
{
    const SuiteSparse_long *super = l->super, *pi = l->pi, *px = l->px;
    int64_t parts = f->is_complex ? 2 : 1;
    for (size_t s = 0; s < l->nsuper; s++) {
        int64_t rows = pi[s + 1] - pi[s], cols = super[s + 1] - super[s];
        for (int64_t j = 0; j < cols; j++)
            add_pivot(report, ((const double *)l->x)[(px[s] + j * (rows + 1)) * parts]);
    }
}

static void describe(const solver *f, gla_direct_report *report)
{
    cholmod_factor *l = f->symbolic;
    cholmod_common *c = f->common;
    report->sign[0] = 1;
    report->inertia[0] = 0;
    if (l->is_super)
        add_supernodes(f, l, report);
    else
        for (int64_t j = 0; j < f->n; j++)
            add_pivot(report, simplicial_pivot(f, l, j));
    if (l->is_ll)
        report->log_det *= 2;
    report->pivots = cholmod_l_rcond(l, c);
    report->nnz = (int64_t)c->lnz;
}

/* Convert LLᴴ to LDLᴴ for simplicial factors.  With LLᴴ, a solution needs two divisions for each unknown before the next
 * unknown can be computed.  With LDLᴴ all divisions are between the two triangular solves. */
static gla_status convert_to_ldlt(const char *op, const solver *f)
{
    cholmod_factor *l = f->symbolic;
    if (l->is_super || !l->is_ll)
        return GLA_OK;
    bool done = cholmod_l_change_factor(l->xtype, false, false, true, true, l, f->common);
    return done ? GLA_OK : check(op, f->common);
}

static gla_status factor(const char *op, solver *f, const void *values, gla_direct_report *report)
{
    cholmod_common *c = f->common;
    bool positive = f->by == &suitesparse_cholesky;
    if (!c) {
        c = f->common = gla_calloc(1, sizeof *c);
        if (!c)
            return gla_fail_memory(op, sizeof *c);
        cholmod_l_start(c);
        c->print = 0;
        c->supernodal = positive ? CHOLMOD_AUTO : CHOLMOD_SIMPLICIAL;
        c->supernodal_switch = SUPERNODAL;
        c->final_ll = positive;
        c->quick_return_if_not_posdef = 1;
    }
    cholmod_sparse a = matrix_of(f, values);
    if (!f->symbolic)
        f->symbolic = cholmod_l_analyze(&a, c);
    if (f->symbolic)
        cholmod_l_factorize(&a, f->symbolic, c);
    gla_status st = check(op, c);
    if (st)
        return st;
    const cholmod_factor *l = f->symbolic;
    if (c->status == CHOLMOD_NOT_POSDEF || l->minor < l->n) {
        report->outcome = positive ? GLA_DIRECT_NOT_POSITIVE : GLA_DIRECT_SINGULAR;
        report->at = l->Perm && l->minor < l->n ? ((const SuiteSparse_long *)l->Perm)[l->minor] : -1;
        return GLA_OK;
    }
    describe(f, report);
    return convert_to_ldlt(op, f);
}

/* Solve, and let CHOLMOD write the result directly to x.  CHOLMOD uses the memory of x if it is large enough. */
static bool solve_into(solver *f, cholmod_dense *b, cholmod_dense *x)
{
    cholmod_dense *made = x, *scratch[2] = {f->scratch[0], f->scratch[1]};
    bool done = cholmod_l_solve2(CHOLMOD_A, f->symbolic, b, NULL, &made, NULL, &scratch[0], &scratch[1], f->common);
    if (made && made != x) {
        memcpy(x->x, made->x, x->nzmax * (f->is_complex ? 2 : 1) * sizeof(double));
        cholmod_l_free_dense(&made, f->common);
    }
    f->scratch[0] = scratch[0];
    f->scratch[1] = scratch[1];
    if (b->ncol > 1) /* do not keep workspace for more than a vector */
        drop_scratch(f);
    return done;
}

/* Solve a system.  The factored matrix is aᵀ, which is the conjugate of `a`. */
static gla_status solve(const char *op, solver *f, gla_trans trans, int64_t k, const void *b, void *x)
{
    size_t n = (size_t)f->n;
    bool conjugated = f->is_complex && trans != GLA_TRANS;
    if (conjugated) {
        suitesparse_conjugate(f->n * k, b, x);
        b = x;
    }
    cholmod_dense right = {.nrow = n,
                           .ncol = (size_t)k,
                           .nzmax = n * (size_t)k,
                           .d = n,
                           .x = (void *)(uintptr_t)b,
                           .xtype = f->is_complex ? CHOLMOD_COMPLEX : CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE};
    cholmod_dense left = right;
    left.x = x;
    suitesparse_host->blas_enter();
    bool done = solve_into(f, &right, &left);
    suitesparse_host->blas_leave();
    if (!done) {
        gla_status st = check(op, f->common);
        return st ? st : gla_fail(GLA_INTERNAL_ERROR, "%s: CHOLMOD returned no solution", op);
    }
    if (conjugated)
        suitesparse_conjugate(f->n * k, x, x);
    return GLA_OK;
}

const method suitesparse_cholesky = {.factor = factor, .solve = solve, .release = release};
const method suitesparse_ldlt = {.factor = factor, .solve = solve, .release = release};
