/* small.c - systems and Cholesky factors of small order: one kernel, and one wait. */
#include "dense.h"

/* One launch: a kernel of kernels/small.h, and where its groups report: a number for all, which is looked at, and one for each,
 * which is looked at when that is not 0. */
typedef struct small {
    gla_dense d;
    gla_small_variant variant;
    void *kernel;
    int64_t groups;
    int *failed, *each;
} small;

static bool fits(const gla_traits *traits, gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v)
{
    if (!gla_device_small_variant(dtype, n, columns, v))
        return false;
    size_t order = (size_t)v->order, item = gla_itemsize(dtype);
    return order * (order + 1 + GLA_SMALL_COLUMNS + 3) * item + 1024 + order * 8 <= traits->local_memory &&
           order * (size_t)v->slices <= traits->max_group;
}

static gla_status begin(small *s, const char *op, gla_device *dev, gla_dtype dtype, int64_t n, int64_t columns,
                        int64_t groups, const char *name)
{
    gla_device_program p;
    *s = (small){.groups = groups};
    gla_status st = gla_dense_begin(&s->d, op, dev, dtype, 1);
    gla_device_small_program(dtype, n, columns, &p);
    if (!st)
        st = gla_device_find(dev, &p, name, &s->kernel);
    if (!st)
        st = gla_device_scratch(op, dev, (size_t)(groups + 1) * sizeof *s->each, (void **)&s->failed);
    s->each = s->failed + 1;
    return st ? st : gla_device_fill(op, s->d.dev, s->failed, 0, sizeof *s->failed);
}

static gla_status read_each(const small *s, int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    size_t bytes = (size_t)s->groups * sizeof *s->each;
    int *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(s->d.op, bytes);
    gla_status st = gla_device_read(s->d.op, s->d.dev, host, s->each, bytes);
    if (!st)
        *answer = gla_device_small_infos(s->groups, host, batch, info, estimates);
    gla_free(host);
    return st;
}

static gla_status end(const small *s, gla_status st, int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    int failed = 0;
    if (!st)
        st = gla_device_read(s->d.op, s->d.dev, &failed, s->failed, sizeof failed);
    *answer = GLA_SMALL_DONE;
    if (!st && failed)
        st = read_each(s, batch, info, estimates, answer);
    gla_device_drop(s->d.dev, s->failed);
    return st;
}

static gla_status launch(const small *s, int n, const gla_argument *args)
{
    return gla_dense_launch(&s->d, s->kernel, s->groups, s->variant.order * s->variant.slices, n, args);
}

gla_status gla_device_small_gesv(gla_device *dev, gla_dtype dtype, gla_trans ta, int64_t n, int64_t columns,
                                 const gla_strided *a, const gla_strided *b, const gla_strided *x, int64_t batch,
                                 int64_t *info, double *estimates, gla_small *answer)
{
    small s;
    gla_small_variant v;
    gla_strided left = ta == GLA_NO_TRANS ? *a : gla_dense_transposed(*a), right = b ? *b : (gla_strided){0}, out = *x;
    int order = (int)n, conjugate = ta == GLA_CONJ_TRANS;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!fits(gla_device_traits(dev), dtype, n, columns, &v))
        return GLA_OK;
    gla_status st = begin(&s, "solve", dev, dtype, n, columns,
                          batch * ((columns + GLA_SMALL_COLUMNS - 1) / GLA_SMALL_COLUMNS), "solve_small");
    s.variant = v;
    const gla_argument args[] = {GLA_VALUE(batch), GLA_VALUE(order), GLA_VALUE(columns), GLA_VALUE(conjugate),
                                 GLA_BUFFER(left.data), GLA_STACK(left), GLA_BUFFER(right.data), GLA_STACK(right),
                                 GLA_BUFFER(out.data), GLA_STACK(out), GLA_BUFFER(s.each), GLA_BUFFER(s.failed)};
    if (!st)
        st = launch(&s, 12, args);
    return end(&s, st, batch, info, estimates, answer);
}

gla_status gla_device_small_potrf(gla_device *dev, gla_dtype dtype, int64_t n, const gla_strided *a, const gla_strided *x,
                                  int64_t batch, int64_t *info, double *estimates, gla_small *answer)
{
    small s;
    gla_small_variant v;
    gla_strided in = *a, out = *x;
    int order = (int)n;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!fits(gla_device_traits(dev), dtype, n, 1, &v))
        return GLA_OK;
    gla_status st = begin(&s, "cholesky", dev, dtype, n, 1, batch, "cholesky_small");
    s.variant = v;
    const gla_argument args[] = {GLA_VALUE(batch), GLA_VALUE(order), GLA_BUFFER(in.data), GLA_STACK(in), GLA_BUFFER(out.data),
                                 GLA_STACK(out), GLA_BUFFER(s.each), GLA_BUFFER(s.failed)};
    if (!st)
        st = launch(&s, 8, args);
    return end(&s, st, batch, info, estimates, answer);
}
