/* trcon.c - Accuracy estimates for triangular systems. */
#include "blas_threads.h"
#include "condition.h"
#include "lapack.h"

#include <math.h>

typedef void trsv_fn(const char *uplo, const char *ta, const char *diag, const fint *n, const void *a, const fint *lda, void *x,
                     const fint *incx, flen, flen, flen);

GLA_FOUR(trsv_fn, trsv, strsv, dtrsv, ctrsv, ztrsv);

typedef struct triangle {
    gla_dtype dtype;
    char uplo, trans, diag;
    gla_factor_of of;
    bool x_transposed, wanted;
    gla_matrix a, x; /* x.data may be NULL */
    int64_t *info;
    double *estimates;
} triangle;

/* Return the 1-based index of the first zero on the diagonal, or 0 if there is none. */
static int64_t first_zero(const triangle *t, const gla_matrix *a)
{
    int parts = gla_kind(t->dtype) >= 2 ? 2 : 1;
    bool single = gla_kind(t->dtype) % 2 == 0;
    for (int64_t i = 0; i < a->rows && t->diag == 'N'; i++) {
        bool zero = true;
        for (int k = 0; k < parts; k++) {
            int64_t at = (i * a->ld + i) * parts + k;
            zero = zero && (single ? ((const float *)a->data)[at] == 0 : ((const double *)a->data)[at] == 0);
        }
        if (zero)
            return i + 1;
    }
    return 0;
}

static void substitute(const triangle *t, const gla_matrix *a, char trans, void *w)
{
    fint n = (fint)a->rows, lda = (fint)a->ld, one = 1;
    gla_blas_begin(n >= 1000);
    trsv[gla_kind(t->dtype)](&t->uplo, &trans, &t->diag, &n, a->data, &lda, w, &one, 1, 1, 1);
    gla_blas_end();
}

static gla_status estimate(const triangle *t, const gla_matrix *a, const gla_matrix *x, void *work, double *out)
{
    gla_status st;
    int64_t n = a->rows;
    double *w = work, *room = w + 2 * n, *sizes = room + 2 * n;
    gla_surveyed part = {
        .n = n, .ld = a->ld, .data = a->data, .part = t->uplo, .unit = t->diag == 'U', .turned = t->trans != 'N'};
    bool fair;
    if (t->of == GLA_OF_CHOLESKY)
        st = gla_host_survey_product(t->dtype, &part, sizes, w, room, &fair);
    else
        st = gla_host_survey_triangle(t->dtype, &part, x->data ? x : NULL, t->x_transposed, sizes, w, &fair);
    *out = st || !fair ? NAN : 0;
    if (st || !fair || !t->wanted)
        return st;
    substitute(t, a, t->of != GLA_OF_CHOLESKY && t->uplo == 'L' ? 'T' : 'N', w);
    if (t->of == GLA_OF_CHOLESKY)
        substitute(t, a, 'C', w);
    *out = gla_host_finish_estimate(t->dtype, n, w, sizes);
    return GLA_OK;
}

static gla_status look_at_one(void *job, int64_t i, void *work)
{
    const triangle *t = job;
    gla_matrix a = t->a, x = t->x;
    a.data = gla_at(t->dtype, a.data, i * a.stride);
    t->info[i] = first_zero(t, &a);
    t->estimates[i] = 0;
    if (t->info[i])
        return GLA_OK;
    if (x.data)
        x.data = gla_at(t->dtype, x.data, i * x.stride);
    if (!x.data || gla_host_finite(t->dtype, &x))
        return estimate(t, &a, &x, work, &t->estimates[i]);
    t->estimates[i] = NAN;
    return GLA_OK;
}

gla_status gla_host_trcon(gla_device *dev, gla_dtype dtype, const gla_triangular *which, const gla_matrix *a,
                          const gla_matrix *x, int64_t batch, int64_t *info, double *estimates, bool wanted)
{
    triangle t = {.dtype = dtype,
                  .uplo = (char)which->uplo,
                  .trans = (char)which->trans,
                  .diag = (char)which->diag,
                  .of = which->of,
                  .x_transposed = which->x_transposed,
                  .wanted = wanted,
                  .a = *a,
                  .x = x ? *x : (gla_matrix){0},
                  .info = info,
                  .estimates = estimates};
    (void)dev;
    double n = (double)a->rows;
    const gla_host_stack stack = {"solve_triangular", batch, (size_t)a->rows * 5 * sizeof(double),
                                  2 * n * n * gla_host_cost(dtype), false};
    return gla_host_each(&stack, look_at_one, &t);
}
