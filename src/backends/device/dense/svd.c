/* svd.c - Singular values and vectors of large matrices from the polar decomposition, one matrix at a time.  If a matrix is
 * wide, its conjugate transpose is decomposed.  The host decomposes smaller matrices, matrices that polar.c does not accept,
 * and, if the device is a CPU, all matrices. */
#include "hermitian.h"
#include "contract/dense.h"

#define FROM 512     /* smallest order that a GPU decomposes */
#define MIN 192      /* smallest order that polar.c accepts */
#define MAX_OBLONG 2 /* largest ratio of the longer side to the shorter side */

typedef struct call {
    gla_dense d;
    char job;
    gla_matrix a, u, vt; /* first matrix of each stack; u and vt are empty if they are not requested */
    char *s;
    int64_t real_size, p, q; /* p is the length of the longer side, q the length of the shorter side */
    bool wide;
} call;

static bool takes(const call *c)
{
    bool thin = c->job != 'A' || c->p == c->q;
    return c->q >= MIN && c->p <= MAX_OBLONG * c->q && thin && c->a.ld == c->a.rows && c->u.ld == c->u.rows &&
           gla_hermitian_takes(c->d.dev, c->q, FROM);
}

static gla_status adjoint(const call *c, int64_t rows, int64_t cols, const void *in, int64_t ldi, void *out, int64_t ldo)
{
    const gla_argument args[] = {GLA_VALUE(rows), GLA_VALUE(cols), GLA_BUFFER(in),
                                 GLA_VALUE(ldi),  GLA_BUFFER(out), GLA_VALUE(ldo)};
    return gla_dense_run(&c->d, "polar.h", NULL, "polar_adjoint", rows * cols, 6, args);
}

static void *at(const call *c, const gla_matrix *m, int64_t i)
{
    return (char *)m->data + i * m->stride * c->d.item;
}

/* Decompose matrix i on the device.  Set *done to false if the host must decompose the matrix. */
static gla_status on_device(const call *c, int64_t i, bool *done)
{
    bool vectors = c->job != 'N';
    int64_t p = c->p, q = c->q;
    char *block = NULL, *x = at(c, &c->a, i);
    gla_status st = gla_device_scratch(c->d.op, c->d.dev, (size_t)((2 * p * q + q * q) * c->d.item), (void **)&block);
    if (st)
        return st;
    char *turned = block, *left = turned + p * q * c->d.item, *v = left + p * q * c->d.item;
    void *u = c->wide ? left : at(c, &c->u, i);
    if (c->wide) {
        st = adjoint(c, q, p, x, c->a.ld, turned, p);
        x = turned;
    }
    if (!st)
        st = gla_dense_svd_polar(c->d.op, c->d.dev, c->d.dtype, p, q, x, c->s + i * q * c->real_size, vectors ? u : NULL, p,
                                 vectors ? v : NULL, done);
    if (!st && *done && vectors)
        st = adjoint(c, c->wide ? p : q, q, c->wide ? left : v, c->wide ? p : q, at(c, &c->vt, i), c->vt.ld);
    if (!st && *done && vectors && c->wide)
        st = gla_device_copy_block(c->d.op, c->d.dev, at(c, &c->u, i), v, (size_t)(q * q * c->d.item));
    gla_device_drop(c->d.dev, block);
    return st;
}

/* Decompose `count` matrices, beginning at index i, on the host, which divides them among its processors. */
static gla_status on_host(const call *c, int64_t i, int64_t count, int64_t *info)
{
    gla_matrix a = c->a, u = c->u, vt = c->vt;
    gla_device *host;
    gla_host_part parts[] = {
        {at(c, &a, i), gla_host_bytes((size_t)c->d.item, &a, count), .in = true},
        {at(c, &u, i), gla_host_bytes((size_t)c->d.item, &u, count), .out = true},
        {at(c, &vt, i), gla_host_bytes((size_t)c->d.item, &vt, count), .out = true},
        {c->s + i * c->q * c->real_size, (size_t)(count * c->q * c->real_size), .out = true},
    };
    gla_status st = gla_host_begin(c->d.op, c->d.dev, parts, 4, &host);
    a.data = parts[0].host;
    u.data = parts[1].host;
    vt.data = parts[2].host;
    if (!st)
        st = host->backend->lapack->gesvd(host, c->d.dtype, c->job, &a, parts[3].host, u.cols ? &u : NULL, vt.cols ? &vt : NULL,
                                          count, info);
    return gla_host_end(c->d.op, c->d.dev, parts, 4, st);
}

static gla_status begin(call *c, gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                        const gla_matrix *vt)
{
    static const gla_matrix none = {0};
    *c = (call){.job = job, .a = *a, .u = u ? *u : none, .vt = vt ? *vt : none, .s = s, .wide = a->rows < a->cols};
    c->real_size = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 4 : 8;
    c->p = c->wide ? a->cols : a->rows;
    c->q = c->wide ? a->rows : a->cols;
    return gla_dense_begin(&c->d, "svd", dev, dtype, 1);
}

gla_status gla_host_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                          const gla_matrix *vt, int64_t batch, int64_t *info)
{
    call c;
    gla_status st = begin(&c, dev, dtype, job, a, s, u, vt);
    return st ? st : on_host(&c, 0, batch, info);
}

gla_status gla_device_gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                            const gla_matrix *vt, int64_t batch, int64_t *info)
{
    call c;
    if (job == 'N' && !gla_device_traits(dev)->is_cpu && gla_device_stack_values_take(dev, dtype, a->rows, a->cols, batch))
        return gla_device_stack_values(dev, dtype, a, s, batch, info);
    gla_status st = begin(&c, dev, dtype, job, a, s, u, vt);
    if (!st && !takes(&c))
        return on_host(&c, 0, batch, info);
    for (int64_t i = 0; i < batch && !st; i++) {
        bool done = false;
        info[i] = 0;
        st = on_device(&c, i, &done);
        if (!st && !done)
            st = on_host(&c, i, 1, info + i);
    }
    return st;
}
