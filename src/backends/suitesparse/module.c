/* module.c - Entry point of the SuiteSparse module, which factors a matrix by one of the libraries. */
#include "suitesparse.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <umfpack.h>

static void release(gla_device *dev, void *state)
{
    solver *f = state;
    (void)dev;
    f->by->release(f);
    gla_free(f->indptr);
    gla_free(f->indices);
    gla_free(f);
}

static gla_status refactor(const char *op, gla_device *dev, void *state, const gla_csr *a, gla_direct_report *report)
{
    solver *f = state;
    (void)dev;
    *report = (gla_direct_report){.at = -1, .inertia = {-1, 0, 0}, .pivots = 1};
    return f->by->factor(op, f, a->data, report);
}

static gla_status factor(const char *op, gla_device *dev, gla_direct_kind kind, const gla_csr *a, void **state,
                         gla_direct_report *report)
{
    static const method *const methods[] = {[GLA_DIRECT_LU] = &suitesparse_umfpack,
                                            [GLA_DIRECT_KLU] = &suitesparse_klu,
                                            [GLA_DIRECT_CHOLESKY] = &suitesparse_cholesky,
                                            [GLA_DIRECT_LDLT] = &suitesparse_ldlt};
    solver *f = gla_calloc(1, sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    *f = (solver){.by = methods[kind],
                  .is_complex = a->dtype == GLA_COMPLEX128,
                  .n = a->rows,
                  .nnz = a->nnz,
                  .indptr = suitesparse_indices(a->indptr, a->index, a->rows + 1),
                  .indices = suitesparse_indices(a->indices, a->index, a->nnz)};
    gla_status st = f->indptr && f->indices ? refactor(op, dev, f, a, report)
                                            : gla_fail_memory(op, (size_t)(a->nnz + a->rows) * sizeof(SuiteSparse_long));
    if (st)
        release(dev, f);
    else
        *state = f;
    return st;
}

static gla_status solve(const char *op, gla_device *dev, void *state, gla_trans trans, int64_t k, const void *b, void *x)
{
    solver *f = state;
    (void)dev;
    return f->by->solve(op, f, trans, k, b, x);
}

const gla_suitesparse *gla_suitesparse_entry(const gla_suitesparse_needs *host)
{
    static char version[120];
    static const gla_suitesparse entry = {
        .version = version,
        .ops = {.factor = factor, .refactor = refactor, .solve = solve, .release = release, .lstsq = suitesparse_lstsq}};
    snprintf(version, sizeof version, "SuiteSparse %d.%d.%d (UMFPACK %d.%d.%d, CHOLMOD %d.%d.%d)", SUITESPARSE_MAIN_VERSION,
             SUITESPARSE_SUB_VERSION, SUITESPARSE_SUBSUB_VERSION, UMFPACK_MAIN_VERSION, UMFPACK_SUB_VERSION,
             UMFPACK_SUBSUB_VERSION, CHOLMOD_MAIN_VERSION, CHOLMOD_SUB_VERSION, CHOLMOD_SUBSUB_VERSION);
    suitesparse_host = host;
    return &entry;
}
