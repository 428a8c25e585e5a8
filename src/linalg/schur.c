/* schur.c - Schur form, computed on the host in double precision, one matrix at a time. */
#include "equation.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include "complexes.h"

#include <math.h>
#include <string.h>

static bool is_wanted(const char *sort, double complex value)
{
    switch (*sort) {
    case 'l': return creal(value) < 0;
    case 'r': return creal(value) >= 0;
    case 'i': return cabs(value) <= 1;
    default: return cabs(value) > 1;
    }
}

/* Write the transpose of `from`, times 2^exponent, to `to`.  Both have n x n elements of `width` doubles. */
static void copy_transposed(int64_t n, int width, const double *from, double *to, int exponent)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            for (int k = 0; k < width; k++) {
                double x = from[width * (i * n + j) + k];
                to[width * (j * n + i) + k] = exponent ? ldexp(x, exponent) : x;
            }
}

/* Return the exponent of the largest element if products of such elements might overflow or underflow, otherwise 0. */
static int find_exponent(int64_t numbers, const double *x)
{
    double most = 0;
    for (int64_t i = 0; i < numbers; i++)
        most = fmax(most, fabs(x[i]));
    return most > 0 && (most < 0x1p-300 || most > 0x1p300) ? ilogb(most) : 0;
}

/* Workspace for one matrix at a time: its elements by columns, the columns of z, the eigenvalues, and flags of the selected
 * eigenvalues. */
typedef struct decomposing {
    const gla_call *c;
    gla_device *host;
    gla_dtype dtype;
    int64_t n;
    const char *sort;
    double *a, *q;
    double complex *values;
    bool *wanted;
} decomposing;

/* Move the selected eigenvalues to the front.  Return the number of selected eigenvalues. */
static int64_t put_in_order(const decomposing *p, int exponent)
{
    const gla_call *c = p->c;
    int64_t info = 0, count = 0;
    for (int64_t i = 0; i < p->n; i++) {
        const double complex value = p->values[i];
        p->wanted[i] = is_wanted(p->sort, CMPLX(ldexp(creal(value), exponent), ldexp(cimag(value), exponent)));
        count += p->wanted[i];
    }
    gla_s_check(c->s, p->host->backend->lapack->trsen(p->host, p->dtype, p->n, p->a, p->q, p->wanted, &info));
    if (info)
        gla_s_fail(c->s, GLA_CONVERGENCE_ERROR, "%s: eigenvalues are too close to be reordered; omit the sort argument", c->op);
    return count;
}

/* Decompose one matrix; t and z are row-major. */
static int64_t decompose(const decomposing *p, const double *x, double *t, double *z)
{
    const gla_call *c = p->c;
    const int64_t n = p->n;
    const int width = p->dtype == GLA_COMPLEX128 ? 2 : 1, exponent = find_exponent(n * n * width, x);
    int64_t info = 0, count = 0;
    copy_transposed(n, width, x, p->a, -exponent);
    if (gla_s_check(c->s, p->host->backend->lapack->gees(p->host, p->dtype, n, p->a, p->q, p->values, false, &info)))
        return 0;
    if (info)
        gla_s_fail(c->s, GLA_CONVERGENCE_ERROR,
                   "%s: the eigenvalues did not converge; check a for elements of extreme magnitude", c->op);
    else if (p->sort)
        count = put_in_order(p, exponent);
    copy_transposed(n, width, p->a, t, exponent);
    copy_transposed(n, width, p->q, z, 0);
    return count;
}

void gla_schur_forms(const gla_call *c, const gla_array *x, const char *sort, gla_array **t, gla_array **z, int64_t *counts)
{
    gla_device *host = NULL;
    *t = *z = NULL;
    if (gla_failed(c) || gla_s_check(c->s, gla_host_device(&host)))
        return;
    const int64_t n = x->shape[x->ndim - 1], width = x->dtype == GLA_COMPLEX128 ? 2 : 1, numbers = n * n * width;
    gla_array *from = gla_s_contiguous(c->s, host, x->dtype, x);
    *t = gla_s_new(c->s, host, x->dtype, x->ndim, x->shape);
    *z = gla_s_new(c->s, host, x->dtype, x->ndim, x->shape);
    if (gla_failed(c) || x->size == 0)
        return;
    double *work = gla_s_memory(c->s, 2 * numbers + 2 * n, sizeof *work);
    const decomposing p = {c,
                           host,
                           x->dtype,
                           n,
                           sort,
                           work,
                           work + numbers,
                           (double complex *)(work + 2 * numbers),
                           gla_s_memory(c->s, n, sizeof(bool))};
    const double *first = gla_data(from);
    double *to = gla_data(*t), *vectors = gla_data(*z);
    void *state = gla_work_begin((double)x->size * 25 * (double)n);
    for (int64_t i = 0; !gla_failed(c) && i < x->size / (n * n); i++) {
        int64_t count = decompose(&p, first + i * numbers, to + i * numbers, vectors + i * numbers);
        if (counts)
            counts[i] = count;
    }
    gla_work_end(state);
}

gla_status gla_schur(const gla_array *a, gla_array **T, gla_array **Z, gla_array **sdim, const char *output, const char *sort)
{
    gla_call c;
    gla_device *host = NULL;
    gla_array *t = NULL, *z = NULL, *number = NULL;
    *T = *Z = *sdim = NULL;
    gla_call_begin(&c, "schur", "a", a, true);
    gla_call_require_finite(&c, "a", c.a);
    gla_s_check(c.s, gla_host_device(&host));
    const bool complexes = !gla_failed(&c) && (gla_dtype_is_complex(c.dtype) || (output && !strcmp(output, "complex")));
    const gla_dtype dtype = complexes ? gla_complex_of(c.dtype) : c.dtype;
    int64_t *counts = gla_s_memory(c.s, c.count, sizeof *counts);
    gla_array *x = gla_failed(&c) ? NULL : gla_s_contiguous(c.s, host, complexes ? GLA_COMPLEX128 : GLA_FLOAT64, c.a);
    if (x)
        gla_schur_forms(&c, x, sort, &t, &z, counts);
    t = t ? gla_s_contiguous(c.s, c.dev, dtype, t) : NULL;
    z = z ? gla_s_contiguous(c.s, c.dev, dtype, z) : NULL;
    if (sort && !gla_failed(&c) && (number = gla_s_new(c.s, host, GLA_INT64, c.nbatch, c.batch))) {
        if (c.count > 0)
            memcpy(gla_data(number), counts, (size_t)c.count * sizeof *counts);
        number = gla_s_contiguous(c.s, c.dev, GLA_INT64, number);
    }
    gla_scope_give(c.s, t, T);
    if (number)
        gla_scope_give(c.s, number, sdim);
    return gla_call_return(&c, z, Z);
}
