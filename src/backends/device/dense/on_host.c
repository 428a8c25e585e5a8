/* on_host.c - singular values and eigenvalues: matrices go to the host, whose LAPACK does it, and results come back. */
#include "condition.h"
#include "dense.h"

/* A stack of matrices on the device, and memory for it on the host. */
typedef struct mirror {
    gla_matrix on_device, on_host;
    size_t bytes;
} mirror;

static gla_status mirror_new(const gla_dense *d, const gla_matrix *m, int64_t item, mirror *out)
{
    out->on_device = out->on_host = *m;
    out->bytes = (size_t)(((d->batch - 1) * m->stride + (m->cols - 1) * m->ld + m->rows) * item);
    out->on_host.data = gla_malloc(out->bytes);
    return out->on_host.data ? GLA_OK : gla_fail_memory(d->op, out->bytes);
}

static gla_status fetch(const gla_dense *d, mirror *m)
{
    return gla_device_read(d->op, d->dev, m->on_host.data, m->on_device.data, m->bytes);
}

static gla_status send(const gla_dense *d, const mirror *m)
{
    return m->bytes ? gla_device_write(d->op, d->dev, m->on_device.data, m->on_host.data, m->bytes) : GLA_OK;
}

static void mirror_free(mirror *m)
{
    gla_free(m->on_host.data);
}

/* Numbers in a row, `count` for each matrix. */
static gla_matrix row_of(void *data, int64_t count)
{
    return (gla_matrix){data, count, 1, count, count};
}

static int64_t real_item(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 4 : 8;
}

static gla_status begin(gla_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch, gla_device **host)
{
    gla_status st = gla_dense_begin(d, op, dev, dtype, batch);
    return st ? st : gla_host_device(host);
}

static gla_status gesvd(gla_device *dev, gla_dtype dtype, char job, const gla_matrix *a, void *s, const gla_matrix *u,
                        const gla_matrix *vt, int64_t batch, int64_t *info)
{
    gla_dense d;
    gla_device *host;
    mirror ma = {0}, ms = {0}, mu = {0}, mv = {0};
    gla_matrix values = row_of(s, a->rows < a->cols ? a->rows : a->cols);
    gla_status st = begin(&d, "svd", dev, dtype, batch, &host);
    if (!st)
        st = mirror_new(&d, a, d.item, &ma);
    if (!st)
        st = mirror_new(&d, &values, real_item(dtype), &ms);
    if (!st && u)
        st = mirror_new(&d, u, d.item, &mu);
    if (!st && vt)
        st = mirror_new(&d, vt, d.item, &mv);
    if (!st)
        st = fetch(&d, &ma);
    if (!st)
        st = host->backend->lapack->gesvd(host, dtype, job, &ma.on_host, ms.on_host.data, u ? &mu.on_host : NULL,
                                          vt ? &mv.on_host : NULL, batch, info);
    if (!st)
        st = send(&d, &ms);
    if (!st)
        st = send(&d, &mu);
    if (!st)
        st = send(&d, &mv);
    mirror_free(&ma);
    mirror_free(&ms);
    mirror_free(&mu);
    mirror_free(&mv);
    return st;
}

static gla_status syevd(gla_device *dev, gla_dtype dtype, bool vectors, gla_uplo uplo, const gla_matrix *a, void *w,
                        int64_t batch, int64_t *info)
{
    gla_dense d;
    gla_device *host;
    mirror ma = {0}, mw = {0};
    gla_matrix values = row_of(w, a->rows);
    gla_status st = begin(&d, "eigh", dev, dtype, batch, &host);
    if (!st)
        st = mirror_new(&d, a, d.item, &ma);
    if (!st)
        st = mirror_new(&d, &values, real_item(dtype), &mw);
    if (!st)
        st = fetch(&d, &ma);
    if (!st)
        st = host->backend->lapack->syevd(host, dtype, vectors, uplo, &ma.on_host, mw.on_host.data, batch, info);
    if (!st)
        st = send(&d, &mw);
    if (!st && vectors)
        st = send(&d, &ma);
    mirror_free(&ma);
    mirror_free(&mw);
    return st;
}

static gla_status geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                       int64_t *info)
{
    gla_dense d;
    gla_device *host;
    mirror ma = {0}, mw = {0}, mv = {0};
    gla_matrix values = row_of(w, a->rows);
    gla_status st = begin(&d, "eig", dev, dtype, batch, &host);
    if (!st)
        st = mirror_new(&d, a, d.item, &ma);
    if (!st)
        st = mirror_new(&d, &values, 2 * real_item(dtype), &mw);
    if (!st && v)
        st = mirror_new(&d, v, 2 * real_item(dtype), &mv);
    if (!st)
        st = fetch(&d, &ma);
    if (!st)
        st = host->backend->lapack->geev(host, dtype, &ma.on_host, mw.on_host.data, v ? &mv.on_host : NULL, batch, info);
    if (!st)
        st = send(&d, &mw);
    if (!st)
        st = send(&d, &mv);
    mirror_free(&ma);
    mirror_free(&mw);
    mirror_free(&mv);
    return st;
}

const gla_lapack_ops gla_device_lapack_ops = {
    .gesv = gla_device_gesv,
    .getrf = gla_device_getrf,
    .potrf = gla_device_potrf,
    .trcon = gla_device_trcon,
    .geqrf = gla_device_geqrf,
    .orgqr = gla_device_orgqr,
    .ormqr = gla_device_ormqr,
    .gesvd = gesvd,
    .syevd = syevd,
    .geev = geev,
    .gradient = gla_device_gradient,
    .small_gesv = gla_device_small_gesv,
    .small_potrf = gla_device_small_potrf,
    .on_host = GLA_GESVD_ON_HOST | GLA_SYEVD_ON_HOST | GLA_GEEV_ON_HOST,
};
