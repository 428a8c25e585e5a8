/* qr.c - Householder QR factorisation through OpenBLAS's LAPACK. */
#include "blas_threads.h"
#include "lapack.h"

typedef void geqrf_fn(const fint *m, const fint *n, void *a, const fint *lda, void *tau, void *work, const fint *lwork,
                      fint *info);
typedef void orgqr_fn(const fint *m, const fint *n, const fint *k, void *a, const fint *lda, const void *tau, void *work,
                      const fint *lwork, fint *info);
typedef void ormqr_fn(const char *side, const char *ta, const fint *m, const fint *n, const fint *k, const void *a,
                      const fint *lda, const void *tau, void *c, const fint *ldc, void *work, const fint *lwork, fint *info,
                      flen, flen);

GLA_FOUR(geqrf_fn, geqrf, sgeqrf, dgeqrf, cgeqrf, zgeqrf);
GLA_FOUR(orgqr_fn, orgqr, sorgqr, dorgqr, cungqr, zungqr);
GLA_FOUR(ormqr_fn, ormqr, sormqr, dormqr, cunmqr, zunmqr);

typedef struct reflect {
    void (*call)(const struct reflect *r, int64_t i, void *work);
    gla_dtype dtype;
    char ta;
    gla_matrix a, c;
    const void *tau;
    int64_t k; /* number of reflectors, and of elements of tau, per matrix */
    fint lwork;
} reflect;

/* If lwork is -1, each of the following three functions queries the optimal workspace, and LAPACK writes the size to `work`. */
static void factor(const reflect *r, int64_t i, void *work)
{
    fint m = (fint)r->a.rows, n = (fint)r->a.cols, lda = (fint)r->a.ld, info;
    geqrf[gla_kind(r->dtype)](&m, &n, gla_at(r->dtype, r->a.data, i * r->a.stride), &lda, gla_at(r->dtype, r->tau, i * r->k),
                              work, &r->lwork, &info);
}

static void generate(const reflect *r, int64_t i, void *work)
{
    fint m = (fint)r->a.rows, n = (fint)r->a.cols, k = (fint)r->k, lda = (fint)r->a.ld, info;
    orgqr[gla_kind(r->dtype)](&m, &n, &k, gla_at(r->dtype, r->a.data, i * r->a.stride), &lda,
                              gla_at(r->dtype, r->tau, i * r->k), work, &r->lwork, &info);
}

static void apply(const reflect *r, int64_t i, void *work)
{
    fint m = (fint)r->c.rows, n = (fint)r->c.cols, k = (fint)r->k, lda = (fint)r->a.ld, ldc = (fint)r->c.ld, info;
    ormqr[gla_kind(r->dtype)]("L", &r->ta, &m, &n, &k, gla_at(r->dtype, r->a.data, i * r->a.stride), &lda,
                              gla_at(r->dtype, r->tau, i * r->k), gla_at(r->dtype, r->c.data, i * r->c.stride), &ldc, work,
                              &r->lwork, &info, 1, 1);
}

/* Use threads if the reflectors have many rows and columns. */
static gla_status reflect_one(void *job, int64_t i, void *work)
{
    const reflect *r = job;
    const gla_matrix *on = r->c.data ? &r->c : &r->a;
    int64_t cols = r->c.data && r->k < on->cols ? r->k : on->cols;
    gla_blas_begin(on->rows >= 700 && on->rows * cols >= 120000);
    r->call(r, i, work);
    gla_blas_end();
    return GLA_OK;
}

static gla_status each(reflect *r, int64_t batch)
{
    const gla_matrix *on = r->c.data ? &r->c : &r->a;
    double answer[2] = {0, 0};
    r->lwork = -1;
    r->call(r, 0, answer);
    int64_t elements = gla_host_work_size(r->dtype, answer);
    r->lwork = (fint)elements;
    double cost = 2.0 * (double)on->rows * (double)on->cols * (double)r->k * gla_host_cost(r->dtype);
    const gla_host_stack stack = {"qr", batch, (size_t)elements * gla_itemsize(r->dtype), cost, false};
    return gla_host_each(&stack, reflect_one, r);
}

gla_status gla_host_geqrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *tau, int64_t batch)
{
    reflect r = {.call = factor, .dtype = dtype, .a = *a, .tau = tau, .k = a->rows < a->cols ? a->rows : a->cols};
    (void)dev;
    gla_status st = gla_host_fits("qr", a);
    return st ? st : each(&r, batch);
}

gla_status gla_host_orgqr(gla_device *dev, gla_dtype dtype, const gla_matrix *q, int64_t nreflect, const void *tau,
                          int64_t batch)
{
    reflect r = {.call = generate, .dtype = dtype, .a = *q, .tau = tau, .k = nreflect};
    (void)dev;
    gla_status st = gla_host_fits("qr", q);
    return st ? st : each(&r, batch);
}

gla_status gla_host_ormqr(gla_device *dev, gla_dtype dtype, gla_trans ta, const gla_matrix *a, int64_t nreflect,
                          const void *tau, const gla_matrix *c, int64_t batch)
{
    /* The real routines accept only the transpose, and the complex routines only the conjugate transpose. */
    char flag = ta == GLA_NO_TRANS ? 'N' : gla_dtype_is_complex(dtype) ? 'C' : 'T';
    reflect r = {.call = apply, .dtype = dtype, .ta = flag, .a = *a, .c = *c, .tau = tau, .k = nreflect};
    (void)dev;
    gla_status st = gla_host_fits("qr", a);
    if (!st)
        st = gla_host_fits("qr", c);
    return st ? st : each(&r, batch);
}
