/* chain.c - Validation of a transition matrix, and its transfer to the host. */
#include "markov/markov.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include "sparse/sparse.h"

#include <math.h>
#include <string.h>

static void check_shape(chain *c, int ndim, const int64_t *shape, gla_dtype dtype)
{
    gla_scope *s = &c->s;
    char text[GLA_SHAPE_TEXT];
    if (gla_dtype_is_complex(dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: P is %s, but probabilities are real", s->op, gla_dtype_name(dtype));
    else if (ndim != 2 || shape[0] != shape[1] || shape[0] == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: P has shape %s, but it must have shape (n, n) with n > 0", s->op,
                   gla_shape_text(ndim, shape, text, sizeof text));
}

static const void *on_host(chain *c, gla_dtype dtype, const gla_array *x)
{
    void *data = NULL;
    gla_array *host = gla_s_to_host(&c->s, x, &data);
    if (c->s.status || (host->dtype == dtype && gla_array_is_contiguous(host)))
        return data;
    gla_device *dev;
    gla_s_check(&c->s, gla_host_device(&dev));
    host = c->s.status ? NULL : gla_s_contiguous(&c->s, dev, dtype, host);
    return host ? gla_data(host) : NULL;
}

static void check_row(chain *c, int64_t row, const double *p, int64_t count)
{
    gla_scope *s = &c->s;
    double sum = 0, tolerance = c->dtype == GLA_FLOAT32 ? 1e-4 : 1e-8;
    for (int64_t i = 0; i < count; i++) {
        if (!(p[i] >= 0) || !(p[i] < INFINITY)) {
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: row %lld of P contains %g, which is not a probability", s->op,
                       (long long)row, p[i]);
            return;
        }
        sum += p[i];
    }
    if (!(fabs(sum - 1) <= tolerance))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: row %lld of P sums to %.10g, but it must sum to 1", s->op, (long long)row, sum);
}

/* Keep only the positive probabilities.  Row i begins at position given[i].  If columns is NULL, each row contains all
 * columns. */
static void keep_positive(chain *c, const double *p, const int64_t *columns, const int64_t *given)
{
    gla_scope *s = &c->s;
    int64_t count = 0, all = given ? given[c->n] : c->n * c->n;
    for (int64_t i = 0; i < c->n && !s->status && (i % ROWS || !chain_interrupted(c)); i++)
        check_row(c, i, p + (given ? given[i] : i * c->n), given ? given[i + 1] - given[i] : c->n);
    for (int64_t e = 0; e < all && !s->status; e++)
        count += p[e] > 0;
    int64_t *begins = gla_s_memory(s, c->n + 1, sizeof *begins), *to = gla_s_memory(s, count + 1, sizeof *to);
    double *kept = gla_s_memory(s, count + 1, sizeof *kept);
    if (s->status)
        return;
    for (int64_t i = 0, at = 0; i < c->n && (i % ROWS || !chain_interrupted(c)); i++) {
        int64_t from = given ? given[i] : i * c->n, after = given ? given[i + 1] : from + c->n;
        for (int64_t e = from; e < after; e++)
            if (p[e] > 0) {
                to[at] = columns ? columns[e] : e - from;
                kept[at++] = p[e];
            }
        begins[i + 1] = at;
    }
    c->begins = begins;
    c->to = to;
    c->p = kept;
}

static void read_sparse(chain *c, const gla_sparse *a)
{
    gla_scope *s = &c->s;
    check_shape(c, 2, (int64_t[]){sparse_m(a), sparse_n(a)}, a->own.data->dtype);
    const sparse_use form = sparse_in(s, a, false);
    if (form.form && !s->status) {
        const sparse_rows *rows = &form.form->own;
        c->n = rows->rows;
        const double *p = on_host(c, GLA_FLOAT64, rows->data);
        const int64_t *to = on_host(c, GLA_INT64, rows->indices), *begins = on_host(c, GLA_INT64, rows->indptr);
        if (!s->status)
            keep_positive(c, p, to, begins);
    }
    gla_s_check(s, sparse_used(s->status, &form));
}

void chain_begin(chain *c, const char *op, matrix_given given)
{
    gla_scope *s = &c->s;
    *c = (chain){.n = 0};
    gla_scope_begin(s, op);
    const gla_array *values = given.a ? given.a->own.data : given.P;
    c->dtype = values->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_s_check(s, gla_common_device(op, 1, &values, &c->dev));
    if (!s->status && c->dev->lacks_float64)
        c->dtype = GLA_FLOAT32;
    if (given.a) {
        read_sparse(c, given.a);
        return;
    }
    check_shape(c, values->ndim, values->shape, values->dtype);
    if (s->status)
        return;
    c->n = values->shape[0];
    const double *p = on_host(c, GLA_FLOAT64, values);
    if (!s->status)
        keep_positive(c, p, NULL, NULL);
}

gla_array *chain_numbers(chain *c, gla_dtype dtype, int ndim, const int64_t *shape, void **data)
{
    gla_array *made = NULL;
    *data = NULL;
    if (c->s.status || gla_s_check(&c->s, gla_array_new_host(c->s.op, dtype, ndim, shape, &made, data)))
        return NULL;
    if (made->size > 0)
        memset(*data, 0, (size_t)made->size * gla_itemsize(dtype));
    return gla_s_own(&c->s, made);
}

gla_array *chain_placed(chain *c, gla_array *made)
{
    if (c->s.status)
        return NULL;
    gla_dtype dtype = made->dtype == GLA_INT64 ? GLA_INT64 : c->dtype;
    return gla_s_convert(&c->s, made, dtype, c->dev, GLA_MAYBE);
}

bool chain_interrupted(chain *c)
{
    if (!c->s.status && gla_interrupted())
        gla_s_fail(&c->s, GLA_INTERRUPTED_ERROR, "%s: interrupted", c->s.op);
    return c->s.status != GLA_OK;
}
