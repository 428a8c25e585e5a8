/* small.c - systems, Cholesky factors and eigenvalues of small order: one kernel of ours, and one wait. */
#include "backends/device/dense/dense.h"
#include "math.h"

#include <stdio.h>
#include <string.h>

static gla_status kernel_of(gla_device *dev, gla_dtype dtype, int64_t n, int64_t columns, const char *name, void **kernel)
{
    gla_device_program p;
    gla_device_small_program(dtype, n, columns, &p);
    return gla_device_find(dev, &p, name, kernel);
}

/* Where the groups of one launch report: a number for all, which is looked at, and one for each, which is looked at when that
 * is not 0. */
typedef struct report {
    const char *op;
    gla_device *dev;
    gla_cuda *cuda;
    int64_t groups;
    int *failed, *each;
    bool on_device;
} report;

#define FEW_GROUPS ((int64_t)(GLA_CUDA_SLOT_BYTES / sizeof(int)) - 1)

static gla_status report_begin(report *r, const char *op, gla_device *dev, int64_t groups)
{
    *r = (report){.op = op, .dev = dev, .groups = groups, .on_device = groups > FEW_GROUPS};
    gla_status st = gla_cuda_enter(op, dev, &r->cuda);
    if (!st && r->on_device)
        st = gla_cuda_alloc(op, dev, (size_t)groups * sizeof *r->each, (void **)&r->each);
    if (st)
        return st;
    r->failed = gla_cuda_result_slot(r->cuda);
    *r->failed = 0;
    if (!r->on_device)
        r->each = r->failed + 1;
    return GLA_OK;
}

/* What each group said becomes what is said of each matrix: NaN and Inf before a pivot. */
static gla_status read_each(report *r, int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    size_t bytes = (size_t)r->groups * sizeof *r->each;
    int *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(r->op, bytes);
    gla_status st = GLA_OK;
    if (r->on_device)
        st = gla_cuda_read(r->op, r->cuda, host, r->each, bytes);
    else
        memcpy(host, r->each, bytes);
    if (!st)
        *answer = gla_device_small_infos(r->groups, host, batch, info, estimates);
    gla_free(host);
    return st;
}

static gla_status report_end(report *r, gla_status st, int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    if (!st)
        st = gla_cuda_wait(r->op, r->cuda);
    *answer = GLA_SMALL_DONE;
    if (!st && *(volatile int *)r->failed)
        st = read_each(r, batch, info, estimates, answer);
    if (r->on_device)
        gla_cuda_free(r->dev, r->each);
    return st;
}

static unsigned blocks_of(int64_t groups)
{
    return (unsigned)(groups < 0x7fffffff ? groups : 0x7fffffff);
}

gla_status gla_cuda_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns, const gla_strided *a,
                               const gla_strided *b, const gla_strided *x, int64_t batch, int64_t *info,
                               double *estimates, gla_small *answer)
{
    gla_small_variant v;
    report r;
    void *kernel;
    gla_strided op = *a, right = b ? *b : (gla_strided){0}, out = *x;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_variant(dtype, n, columns, &v))
        return GLA_OK;
    if (ta != GLA_NO_TRANS) {
        op.row = a->col;
        op.col = a->row;
    }
    int order = (int)n, conjugate = ta == GLA_CONJ_TRANS;
    gla_status st = report_begin(&r, "solve", dev, batch * ((columns + GLA_SMALL_COLUMNS - 1) / GLA_SMALL_COLUMNS));
    if (st)
        return st;
    st = kernel_of(dev, dtype, n, columns, "solve_small", &kernel);
    void *args[] = {&batch, &order, &columns, &conjugate, &op.data, &op.row, &right.data, &right.row, &out.data, &out.row,
                    &r.each, &r.failed};
    if (!st)
        st = gla_cuda_launch("solve", dev, kernel, blocks_of(r.groups), (unsigned)(v.order * v.slices), 0, args);
    return report_end(&r, st, batch, info, estimates, answer);
}

gla_status gla_cuda_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    gla_small_variant v;
    report r;
    void *kernel;
    gla_strided in = *a, out = *x;
    int order = (int)n;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!gla_device_small_variant(dtype, n, 1, &v))
        return GLA_OK;
    gla_status st = report_begin(&r, "cholesky", dev, batch);
    if (st)
        return st;
    st = kernel_of(dev, dtype, n, 1, "cholesky_small", &kernel);
    void *args[] = {&batch, &order, &in.data, &in.row, &out.data, &out.row, &r.each, &r.failed};
    if (!st)
        st = gla_cuda_launch("cholesky", dev, kernel, blocks_of(r.groups), (unsigned)(v.order * v.slices), 0, args);
    return report_end(&r, st, batch, info, estimates, answer);
}

/* One thread makes the rotations for all others, which pays where the GPU is full of matrices, or they are tiny. */
#define TINY_ORDER 8
#define MANY 1000

gla_status gla_cuda_small_syevd(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, void *w,
                                const gla_strided *x, int64_t batch, int64_t *info, gla_small *answer)
{
    gla_device_program p;
    report r;
    void *kernel;
    gla_strided in = *a, out = x ? *x : (gla_strided){0};
    int order = (int)n, vectors = x != NULL;
    *answer = GLA_SMALL_NOT_TAKEN;
    if ((n > TINY_ORDER && batch < MANY) || !gla_device_small_eigh_program(dtype, n, &p))
        return GLA_OK;
    gla_status st = report_begin(&r, "eigh", dev, batch);
    if (st)
        return st;
    st = gla_device_find(dev, &p, "eigh_small", &kernel);
    void *args[] = {&batch, &order, &vectors, &in.data, &in.row, &w, &out.data, &out.row, &r.each, &r.failed};
    if (!st)
        st = gla_cuda_launch("eigh", dev, kernel, blocks_of(r.groups), 32, 0, args);
    return report_end(&r, st, batch, info, NULL, answer);
}
