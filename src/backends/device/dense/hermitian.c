/* hermitian.c - Eigenvalues and eigenvectors of large symmetric and Hermitian matrices, one matrix at a time.
 *
 * The host is faster for smaller matrices, and if the device is a CPU. */
#include "config.h"
#include "contract/dense.h"

#include "hermitian.h"
#include "tridiagonal.h"

#include <stdlib.h>
#include <string.h>

#define FROM 512  /* smallest order that a GPU decomposes */
#define GROUP 256 /* number of threads in a group */
#define THREADS (2 * GLA_BAND * 4)

typedef struct call {
    const gla_dense *d;
    gla_dtype real;
    int64_t real_size, n, ld;
    gla_matrix a; /* one matrix of the stack */
    bool lower;
    void *block; /* block that contains the members below */
    void *tau, *diagonal, *beside, *sizes, *band;
    int *power;
    gla_chased chased;
} call;

/* The environment variable GPULINALG_EIGH_FROM sets the smallest order for which the device, whatever its kind, computes
 * eigenvalues itself. */
bool gla_hermitian_takes(gla_device *dev, int64_t n, int64_t from)
{
    const gla_traits *traits = gla_device_traits(dev);
    const char *env = secure_getenv("GPULINALG_EIGH_FROM");
    bool fits = n > 1 && traits->max_group >= THREADS && traits->local_memory >= (size_t)32 << 10;
    if (env && *env)
        return fits && (double)n >= strtod(env, NULL);
    return fits && !traits->is_cpu && n >= from;
}

static gla_status run(const call *c, const char *name, int64_t threads, int n, const gla_argument *args)
{
    return gla_dense_run(c->d, "hermitian.h", gla_hermitian_lines, name, threads, n, args);
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */
static int64_t lay_out(call *c, char *at)
{
    char *begin = at;
    c->tau = gla_dense_cut(&at, c->n * c->d->item);
    c->diagonal = gla_dense_cut(&at, c->n * c->real_size);
    c->beside = gla_dense_cut(&at, c->n * c->real_size);
    c->sizes = gla_dense_cut(&at, c->n * c->real_size);
    c->band = gla_dense_cut(&at, c->n * GLA_BAND_COLUMN * c->d->item);
    c->power = gla_dense_cut(&at, (int64_t)sizeof *c->power);
    return at - begin;
}

/* ---- steps --------------------------------------------------------------------------------------------------------------- */
/* Fill both triangles with the elements, scaled so that the largest are near 1. */
static gla_status fill(const call *c)
{
    int64_t n = c->n, lower = c->lower, ld = c->a.ld;
    const gla_argument sizes[] = {GLA_VALUE(n), GLA_VALUE(lower), GLA_VALUE(ld), GLA_BUFFER(c->a.data), GLA_BUFFER(c->sizes)};
    const gla_argument whole[] = {GLA_VALUE(n),          GLA_VALUE(lower),     GLA_VALUE(ld),
                                  GLA_BUFFER(c->a.data), GLA_BUFFER(c->sizes), GLA_BUFFER(c->power)};
    gla_status st = run(c, "hermitian_sizes", n * GROUP, 5, sizes);
    return st ? st : run(c, "hermitian_fill", n * n, 6, whole);
}

static gla_status make_tridiagonal(const call *c)
{
    int64_t n = c->n, ld = c->a.ld;
    const gla_argument take[] = {GLA_VALUE(n), GLA_VALUE(ld), GLA_BUFFER(c->a.data), GLA_BUFFER(c->band)};
    const gla_argument leave[] = {GLA_VALUE(n), GLA_BUFFER(c->band), GLA_BUFFER(c->diagonal), GLA_BUFFER(c->beside)};
    gla_status st = gla_hermitian_to_band(c->d, &c->a, c->tau);
    if (!st)
        st = run(c, "hermitian_band", n * GLA_BAND_COLUMN, 4, take);
    if (!st)
        st = gla_chase(&c->chased, c->d, c->band);
    return st ? st : run(c, "hermitian_tridiagonal", n, 4, leave);
}

/* Compute the eigenvectors of the tridiagonal matrix, in the memory layout that gla_chase_back requires. */
static gla_status find_vectors(const call *c, void *x, int64_t rows)
{
    const gla_dense *d = c->d;
    int64_t n = c->n;
    void *q;
    gla_status st = gla_device_fill(d->op, d->dev, x, 0, (size_t)(rows * n * d->item));
    if (st || c->real == d->dtype)
        return st ? st : gla_device_tridiagonal_vectors(d->dev, c->real, n, c->diagonal, c->beside, x, rows);
    st = gla_device_scratch(d->op, d->dev, (size_t)(n * n * c->real_size), &q);
    if (st)
        return st;
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(n), GLA_BUFFER(q), GLA_VALUE(rows), GLA_BUFFER(x)};
    st = gla_device_tridiagonal_vectors(d->dev, c->real, n, c->diagonal, c->beside, q, n);
    if (!st)
        st = run(c, "hermitian_vectors", n * n, 5, args);
    gla_device_drop(d->dev, q);
    return st;
}

/* Apply the reflectors of the reduction to a band, by the device's ormqr. */
static gla_status apply_first(const call *c, void *x, int64_t rows)
{
    int64_t k = c->n - GLA_BAND, below = GLA_BAND * c->d->item;
    gla_matrix v = {(char *)c->a.data + below, k, k, c->a.ld, 0}, to = {(char *)x + below, k, c->n, rows, 0};
    if (k <= 0)
        return GLA_OK;
    return c->d->dev->backend->lapack->ormqr(c->d->dev, c->d->dtype, GLA_NO_TRANS, &v, k, c->tau, &to, 1);
}

static gla_status make_vectors(const call *c)
{
    const gla_dense *d = c->d;
    int64_t rows = gla_chase_rows(c->n), n = c->n, ld = c->a.ld;
    void *x;
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)(rows * n * d->item), &x);
    if (st)
        return st;
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(rows), GLA_BUFFER(x), GLA_VALUE(ld), GLA_BUFFER(c->a.data)};
    st = find_vectors(c, x, rows);
    if (!st)
        st = gla_chase_back(&c->chased, d, x);
    if (!st)
        st = apply_first(c, x, rows);
    if (!st)
        st = run(c, "hermitian_copy", n * n, 5, args);
    gla_device_drop(d->dev, x);
    return st;
}

static gla_status decompose(call *c, bool vectors, void *w)
{
    const gla_dense *d = c->d;
    int64_t n = c->n;
    gla_status st = fill(c);
    if (!st)
        st = gla_chase_begin(&c->chased, d, n, vectors);
    if (!st)
        st = make_tridiagonal(c);
    if (!st)
        st = vectors ? make_vectors(c) : gla_device_tridiagonal_values(d->dev, c->real, n, c->diagonal, c->beside);
    const gla_argument args[] = {GLA_VALUE(n), GLA_BUFFER(c->diagonal), GLA_BUFFER(c->power), GLA_BUFFER(w)};
    if (!st)
        st = run(c, "hermitian_values", n, 4, args);
    gla_chase_end(&c->chased, d);
    return st;
}

gla_status gla_hermitian_each(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                              int64_t batch)
{
    gla_dense d;
    gla_status st = gla_dense_begin(&d, "eigh", dev, dtype, 1);
    gla_dtype real = gla_device_real_of(dtype);
    call c = {
        .d = &d, .real = real, .real_size = (int64_t)gla_itemsize(real), .n = a->rows, .a = *a, .lower = uplo == GLA_LOWER};
    if (!st)
        st = gla_device_scratch(d.op, dev, (size_t)lay_out(&c, NULL), &c.block);
    if (st)
        return st;
    lay_out(&c, c.block);
    for (int64_t i = 0; i < batch && !st; i++) {
        c.a.data = (char *)a->data + i * a->stride * d.item;
        st = decompose(&c, vectors, (char *)w + i * c.n * c.real_size);
    }
    gla_device_drop(dev, c.block);
    return st;
}

/* ---- the slot ------------------------------------------------------------------------------------------------------------ */
static gla_status on_host(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                          int64_t batch, int64_t *info)
{
    gla_device *host;
    gla_host_part parts[] = {
        {a->data, gla_host_bytes(gla_itemsize(dtype), a, batch), .in = true, .out = vectors},
        {w, (size_t)(batch * a->rows) * gla_itemsize(gla_device_real_of(dtype)), .out = true},
    };
    gla_status st = gla_device_enter("eigh", dev);
    if (st)
        return st;
    st = gla_host_begin("eigh", dev, parts, 2, &host);
    gla_matrix there = {parts[0].host, a->rows, a->cols, a->ld, a->stride};
    if (!st)
        st = host->backend->lapack->syevd(host, dtype, vectors, uplo, &there, parts[1].host, batch, info);
    return gla_host_end("eigh", dev, parts, 2, st);
}

gla_status gla_device_syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                            int64_t batch, int64_t *info)
{
    if (!gla_hermitian_takes(dev, a->rows, FROM))
        return on_host(dev, dtype, vectors, uplo, a, w, batch, info);
    memset(info, 0, (size_t)batch * sizeof *info);
    return gla_hermitian_each(dev, dtype, vectors, uplo, a, w, batch);
}
