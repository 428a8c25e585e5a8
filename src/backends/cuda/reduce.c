/* reduce.c - reductions: choose how the work is cut, run kernels/reduce.h. */
#include "array_kernels.h"

#include <stdio.h>
#include <string.h>

#define GROUP 256 /* as in the kernel */

typedef struct reduce_layout {
    int nkeep, nred, dtype;
    int64_t keep_shape[GLA_MAX_NDIM], keep_strides[GLA_MAX_NDIM];
    int64_t red_shape[GLA_MAX_NDIM], red_strides[GLA_MAX_NDIM];
} reduce_layout;

/* One reduction in preparation. */
typedef struct plan {
    const char *op;
    gla_device *dev;
    const gla_array *x;
    gla_array *out;
    reduce_layout layout;
    int64_t results, n, splits, chunk;
    bool by_thread; /* neighbouring results are neighbours in memory, or ranges are too short for a group */
    char defines[900];
    size_t acc_size;
} plan;

/* Axes [first, last) of x merged where they can be. */
static int collapse_axes(const gla_array *x, int first, int last, int64_t *shape, int64_t *strides)
{
    int nd = 0;
    for (int d = first; d < last; d++) {
        if (x->shape[d] == 1)
            continue;
        if (nd && strides[nd - 1] == x->strides[d] * x->shape[d])
            shape[--nd] *= x->shape[d];
        else
            shape[nd] = x->shape[d];
        strides[nd++] = x->strides[d];
    }
    return nd;
}

static void cut(plan *p)
{
    gla_cuda *cuda = p->dev->state;
    reduce_layout *l = &p->layout;
    int64_t lanes = (int64_t)cuda->multiprocessors * 2048; /* threads that fill the device */
    bool inner = l->nkeep && l->keep_strides[l->nkeep - 1] == 1 && !(l->nred && l->red_strides[l->nred - 1] == 1);
    p->by_thread = p->n <= 32 || (inner && l->keep_shape[l->nkeep - 1] >= 32);
    int64_t workers = p->by_thread ? p->results : p->results * GROUP;
    int64_t least = p->by_thread ? 64 : 16 * GROUP; /* elements that make a range worth its while */
    p->splits = workers >= lanes ? 1 : (lanes + workers - 1) / workers;
    if (p->splits > (p->n + least - 1) / least)
        p->splits = (p->n + least - 1) / least;
    p->chunk = (p->n + p->splits - 1) / p->splits;
    p->splits = (p->n + p->chunk - 1) / p->chunk;
}

static const char *op_name(gla_reduction op)
{
    static const char *const names[] = {[GLA_REDUCE_SUM] = "SUM", [GLA_REDUCE_PROD] = "PROD", [GLA_REDUCE_MIN] = "MIN",
                                        [GLA_REDUCE_MAX] = "MAX", [GLA_REDUCE_ARGMIN] = "ARGMIN",
                                        [GLA_REDUCE_ARGMAX] = "ARGMAX", [GLA_REDUCE_ANY] = "ANY", [GLA_REDUCE_ALL] = "ALL",
                                        [GLA_REDUCE_VAR] = "VAR",
                                        [GLA_REDUCE_STD] = "STD", [GLA_REDUCE_MEAN] = "SUM"};
    return names[op];
}

/* The type to accumulate in: double precision for sums of single, the type of x where values are only compared. */
static gla_dtype accumulate_in(gla_reduction op, gla_dtype x, gla_dtype out)
{
    bool is_complex = gla_dtype_is_complex(x) || gla_dtype_is_complex(out);
    switch (op) {
    case GLA_REDUCE_SUM:
    case GLA_REDUCE_MEAN:
    case GLA_REDUCE_PROD:
        return out < GLA_FLOAT32 ? out : is_complex ? GLA_COMPLEX128 : GLA_FLOAT64;
    case GLA_REDUCE_VAR:
    case GLA_REDUCE_STD:
        return is_complex ? GLA_COMPLEX128 : GLA_FLOAT64;
    default:
        return x;
    }
}

static void write_defines(gla_reduction op, gla_dtype acc, gla_dtype out, char *buf, size_t size)
{
    char types[600];
    gla_cuda_type_defines(acc, types, sizeof types);
    snprintf(buf, size, "%s#define OUT %s\n#define OP_%s\n", types, gla_cuda_type_name(out), op_name(op));
}

void gla_cuda_reduce_defines(gla_reduction op, gla_dtype from, gla_dtype to, char *buf, size_t size)
{
    write_defines(op, accumulate_in(op, from, to), to, buf, size);
}

static void prepare(plan *p, gla_reduction op, gla_dtype acc, gla_dtype out)
{
    size_t item = gla_itemsize(acc);
    write_defines(op, acc, out, p->defines, sizeof p->defines);
    p->acc_size = op == GLA_REDUCE_ANY || op == GLA_REDUCE_ALL ? sizeof(int)
                : op == GLA_REDUCE_ARGMIN || op == GLA_REDUCE_ARGMAX ? 2 * (item > 8 ? item : 8)
                : op == GLA_REDUCE_VAR || op == GLA_REDUCE_STD ? item + 8 : item;
}

static gla_status run(plan *p, void *result, const void *means, double divisor)
{
    cudaKernel_t kernel, finish;
    void *parts = NULL;
    const void *x = gla_data(p->x);
    gla_status st = gla_cuda_kernel(p->dev, "reduce.h", p->defines, p->by_thread ? "reduce_thread" : "reduce_group", &kernel);
    if (!st && p->splits > 1)
        st = gla_cuda_alloc(p->op, p->dev, (size_t)(p->results * p->splits) * p->acc_size, &parts);
    void *args[] = {&p->results, &p->n, &p->splits, &p->chunk, &p->layout, &x, &means, &parts, &result, &divisor};
    int64_t threads = p->results * p->splits * (p->by_thread ? 1 : GROUP);
    if (!st)
        st = gla_cuda_launch_for(p->op, p->dev, kernel, threads, args);
    if (!st && p->splits > 1) {
        st = gla_cuda_kernel(p->dev, "reduce.h", p->defines, "reduce_parts", &finish);
        void *more[] = {&p->results, &p->n, &p->splits, &parts, &result, &divisor};
        if (!st)
            st = gla_cuda_launch_for(p->op, p->dev, finish, p->results * GROUP, more);
    }
    gla_cuda_free(p->dev, parts);
    return st;
}

/* Means first, in the type that is accumulated in, then the squares about them. */
static gla_status variance(plan *p, gla_reduction op, gla_dtype acc, double correction)
{
    void *means = NULL;
    gla_status st = gla_cuda_alloc(p->op, p->dev, (size_t)p->results * gla_itemsize(acc), &means);
    prepare(p, GLA_REDUCE_SUM, acc, acc);
    if (!st)
        st = run(p, means, NULL, (double)p->n);
    prepare(p, op, acc, p->out->dtype);
    if (!st)
        st = run(p, gla_data(p->out), means, (double)p->n - correction);
    gla_cuda_free(p->dev, means);
    return st;
}

gla_status gla_cuda_reduce(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out)
{
    plan p = {.op = "reduce", .dev = dev, .x = x, .out = out, .results = out->size, .n = x->size / out->size};
    gla_cuda *cuda;
    gla_status st = gla_cuda_enter(p.op, dev, &cuda);
    if (st)
        return st;
    p.layout.dtype = (int)x->dtype;
    p.layout.nkeep = collapse_axes(x, 0, nkeep, p.layout.keep_shape, p.layout.keep_strides);
    p.layout.nred = collapse_axes(x, nkeep, x->ndim, p.layout.red_shape, p.layout.red_strides);
    cut(&p);
    gla_dtype acc = accumulate_in(op, x->dtype, out->dtype);
    if (op == GLA_REDUCE_VAR || op == GLA_REDUCE_STD)
        return variance(&p, op, acc, correction);
    prepare(&p, op, acc, out->dtype);
    return run(&p, gla_data(out), NULL, op == GLA_REDUCE_MEAN ? (double)p.n : 1);
}
