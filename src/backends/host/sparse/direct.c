/* direct.c - Sparse direct solvers on the host: a solver for narrow bands, and SuiteSparse, in a module that is loaded on first
 * use. */
#include "config.h"
#include "runtime/allocation.h"
#include "runtime/library.h"

#include "backends/host/dense/blas_threads.h"
#include "direct_band.h"
#include "suitesparse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static const gla_suitesparse *suitesparse;
static char reason[600];

static void load(void)
{
    static const gla_suitesparse_needs host = {gla_host_parallel, gla_blas_enter, gla_blas_leave};
    const gla_suitesparse *(*entry)(const gla_suitesparse_needs *) = NULL;
    if (!HAVE_SUITESPARSE) {
        snprintf(reason, sizeof reason, "built without SuiteSparse; install libsuitesparse-dev and build again");
        return;
    }
    *(void **)&entry = gla_module_entry((void *)&load, "suitesparse", "gla_suitesparse_entry");
    if (entry)
        suitesparse = entry(&host);
    if (!suitesparse)
        snprintf(reason, sizeof reason, "SuiteSparse cannot be loaded (%.300s); install libsuitesparse-dev", dlerror());
}

static void load_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const char *gla_host_direct_description(void)
{
    load_once();
    return suitesparse ? suitesparse->version : reason;
}

static const char *absence(gla_device *dev, gla_direct_kind kind)
{
    (void)dev;
    (void)kind;
    load_once();
    return suitesparse ? NULL : reason;
}

/* Factors of one matrix, computed either by the solver for narrow bands or by SuiteSparse. */
typedef struct factors {
    gla_direct_kind kind;
    gla_band_factors *band;
    void *others;
} factors;

static void release(gla_device *dev, void *state)
{
    factors *f = state;
    gla_host_band_release(f->band);
    if (f->others)
        suitesparse->ops.release(dev, f->others);
    gla_free(f);
}

static gla_status refactor(const char *op, gla_device *dev, void *state, const gla_csr *a, gla_direct_report *report)
{
    factors *f = state;
    gla_status st = GLA_OK;
    gla_host_band_release(f->band);
    f->band = NULL;
    if (f->kind == GLA_DIRECT_LU && !f->others) {
        *report = (gla_direct_report){.at = -1, .inertia = {-1, 0, 0}};
        st = gla_host_band_factor(op, a, &f->band, report);
    }
    if (st || f->band)
        return st;
    gla_blas_enter();
    if (f->others)
        st = suitesparse->ops.refactor(op, dev, f->others, a, report);
    else
        st = suitesparse->ops.factor(op, dev, f->kind, a, &f->others, report);
    gla_blas_leave();
    return st;
}

static gla_status factor(const char *op, gla_device *dev, gla_direct_kind kind, const gla_csr *a, void **state,
                         gla_direct_report *report)
{
    factors *f = gla_malloc(sizeof *f);
    if (!f)
        return gla_fail_memory(op, sizeof *f);
    *f = (factors){.kind = kind};
    gla_status st = refactor(op, dev, f, a, report);
    if (st)
        release(dev, f);
    else
        *state = f;
    return st;
}

static gla_status solve(const char *op, gla_device *dev, void *state, gla_trans trans, int64_t k, const void *b, void *x)
{
    const factors *f = state;
    return f->band ? gla_host_band_solve(f->band, trans, k, b, x) : suitesparse->ops.solve(op, dev, f->others, trans, k, b, x);
}

static gla_status lstsq(const char *op, gla_device *dev, const gla_csr *columns, double rcond, int64_t k, const void *b,
                        void *x, int64_t *rank, int64_t *order)
{
    gla_blas_enter();
    gla_status st = suitesparse->ops.lstsq(op, dev, columns, rcond, k, b, x, rank, order);
    gla_blas_leave();
    return st;
}

const gla_direct_ops gla_host_direct_ops = {
    .absence = absence, .factor = factor, .refactor = refactor, .solve = solve, .release = release, .lstsq = lstsq};
