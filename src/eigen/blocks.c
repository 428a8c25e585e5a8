/* blocks.c - Products of row-major blocks of vectors, (n, columns), with each other and with small matrices. */
#include "eigen/block.h"
#include "contract/dense.h"
#include "elementwise/ops.h"
#include "runtime/interrupt.h"

#include "elementwise/map.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"

#include <string.h>

#define STRIP ((int64_t)1 << 19) /* number of multiplications in a strip */

int64_t block_width(const gla_array *x)
{
    return x ? x->shape[1] : 0;
}

/* A row-major array, read by columns, is its transpose. */
static gla_matrix turned(const gla_array *x)
{
    return (gla_matrix){gla_data(x), x->shape[1], x->shape[0], x->shape[1], 0};
}

static void gemm(gla_scope *s, gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, gla_matrix x, gla_matrix y,
                 gla_matrix to, int64_t count)
{
    if (s->status || to.cols == 0 || count == 0)
        return;
    void *state = gla_work_begin((double)count * (double)x.rows * (double)x.cols * (double)(y.rows < y.cols ? y.rows : y.cols));
    gla_s_check(s, dev->backend->blas->gemm(dev, dtype, ta, tb, &x, &y, &to, count));
    gla_work_end(state);
}

/* Compute out = op(a) op(b) in the column-major view that turned() returns. */
static gla_array *multiply(gla_scope *s, gla_trans ta, gla_trans tb, const gla_array *a, const gla_array *b, int64_t rows,
                           int64_t columns)
{
    gla_array *out = s->status ? NULL : gla_s_new(s, gla_device_of(a), a->dtype, 2, (int64_t[]){rows, columns});
    if (!s->status && out->size > 0)
        gemm(s, gla_device_of(a), a->dtype, ta, tb, turned(a), turned(b), turned(out), 1);
    return s->status ? NULL : out;
}

/* Return consecutive columns of the column-major view, starting at `from`. */
static gla_matrix stretch(const gla_array *x, int64_t from, int64_t count, int64_t apart)
{
    char *data = (char *)gla_data(x) + from * x->shape[1] * (int64_t)gla_itemsize(x->dtype);
    return (gla_matrix){data, x->shape[1], count, x->shape[1], apart * x->shape[1]};
}

/* Combine the columns of a block: compute op(c) x, with the given number of columns, in the view of turned().  On the host this
 * is done strip by strip, because BLAS has faster kernels for small products, which avoid copies. */
static gla_array *mix(gla_scope *s, gla_trans tc, const gla_array *c, const gla_array *x, int64_t columns)
{
    gla_device *dev = s->status ? NULL : gla_device_of(x);
    int64_t n = s->status ? 0 : x->shape[0];
    gla_array *out = s->status ? NULL : gla_s_new(s, dev, x->dtype, 2, (int64_t[]){n, columns});
    if (s->status || out->size == 0)
        return out;
    int64_t strip = dev->is_host ? STRIP / (columns * (x->shape[1] + 1)) + 1 : n, whole = n / strip;
    gemm(s, dev, x->dtype, tc, GLA_NO_TRANS, turned(c), stretch(x, 0, strip, strip), stretch(out, 0, strip, strip), whole);
    gemm(s, dev, x->dtype, tc, GLA_NO_TRANS, turned(c), stretch(x, whole * strip, n - whole * strip, 0),
         stretch(out, whole * strip, n - whole * strip, 0), 1);
    return s->status ? NULL : out;
}

static gla_array *upload(gla_scope *s, const gla_array *like, const double complex *c, int64_t ld, int64_t p, int64_t r)
{
    bool complexes = !s->status && gla_dtype_is_complex(like->dtype);
    gla_array *host = NULL;
    void *data = NULL;
    if (s->status ||
        gla_s_check(s, gla_array_new_host(s->op, complexes ? GLA_COMPLEX128 : GLA_FLOAT64, 2, (int64_t[]){r, p}, &host, &data)))
        return NULL;
    gla_s_own(s, host);
    for (int64_t j = 0; j < r; j++)
        for (int64_t i = 0; i < p; i++) {
            if (complexes)
                ((double complex *)data)[i + j * p] = c[i + j * ld];
            else
                ((double *)data)[i + j * p] = creal(c[i + j * ld]);
        }
    return gla_s_convert(s, host, like->dtype, gla_device_of(like), GLA_YES);
}

gla_array *block_combine(gla_scope *s, const gla_array *x, const double complex *c, int64_t ld, int64_t r)
{
    gla_array *by = s->status ? NULL : upload(s, x, c, ld, x->shape[1], r);
    return mix(s, GLA_TRANS, by, x, r);
}

gla_array *block_gram(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_trans adjoint = s->status || !gla_dtype_is_complex(x->dtype) ? GLA_TRANS : GLA_CONJ_TRANS;
    return s->status ? NULL : multiply(s, GLA_NO_TRANS, adjoint, y, x, x->shape[1], y->shape[1]);
}

gla_array *block_fetch(gla_scope *s, gla_dtype dtype, const gla_array *x)
{
    void *data = NULL;
    gla_array *host = s->status ? NULL : gla_s_to_host(s, x, &data);
    return s->status ? NULL : gla_s_contiguous(s, gla_device_of(host), dtype, host);
}

double complex *block_gram_host(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *g = block_fetch(s, GLA_COMPLEX128, block_gram(s, x, y));
    int64_t p = s->status ? 0 : g->shape[0], r = s->status ? 0 : g->shape[1];
    double complex *out = s->status ? NULL : gla_s_memory(s, p * r, sizeof *out);
    for (int64_t i = 0; i < p && !s->status; i++)
        for (int64_t j = 0; j < r; j++)
            out[i + j * p] = ((double complex *)gla_data(g))[j + i * r];
    return s->status ? NULL : out;
}

gla_array *block_subtract(gla_scope *s, const gla_array *x, const gla_array *y, const gla_array *h)
{
    gla_array *part = mix(s, GLA_NO_TRANS, h, y, s->status ? 0 : h->shape[1]);
    if (part && !s->status)
        gla_s_check(s, gla_map_into(GLA_OP_subtract, part->dtype, 2, (const gla_array *[]){x, part}, part));
    return s->status ? NULL : part;
}

gla_array *block_columns(gla_scope *s, const gla_array *x, int64_t from, int64_t count)
{
    return s->status ? NULL : gla_s_slice(s, x, 1, from, count);
}

gla_array *block_join(gla_scope *s, const gla_array *x, const gla_array *y)
{
    const gla_array *parts[2] = {x, y};
    int64_t at = 0, width = s->status ? 0 : block_width(x) + block_width(y);
    if (s->status)
        return NULL;
    gla_array *made = gla_s_new(s, gla_device_of(x), x->dtype, 2, (int64_t[]){x->shape[0], width});
    for (int i = 0; i < 2 && !s->status; i++) {
        if (block_width(parts[i]) == 0)
            continue;
        gla_array *to = block_columns(s, made, at, block_width(parts[i]));
        if (!s->status)
            gla_s_assign(s, to, parts[i]);
        at += block_width(parts[i]);
    }
    return s->status ? NULL : made;
}

gla_array *block_choose(gla_scope *s, const gla_array *x, const int *which, int64_t count)
{
    gla_array *index = NULL, *made = NULL;
    void *data = NULL;
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &count, &index, &data)))
        return NULL;
    gla_s_own(s, index);
    for (int64_t i = 0; i < count; i++)
        ((int64_t *)data)[i] = which[i];
    const gla_ints axis = {1, {1}};
    if (!gla_s_adopt(s, gla_take(x, index, &made, &axis), &made))
        return NULL;
    return gla_s_contiguous(s, gla_device_of(x), x->dtype, made);
}

gla_array *block_lengths(gla_scope *s, const gla_array *x)
{
    gla_array *size = !s->status && gla_dtype_is_complex(x->dtype) ? gla_s_apply(s, gla_abs, x) : (gla_array *)x;
    gla_array *square = gla_s_combine(s, gla_multiply, size, size), *sum = NULL;
    const gla_ints axis = {1, {0}};
    if (s->status || !gla_s_adopt(s, gla_sum(square, &sum, &axis, GLA_NO_DTYPE, false), &sum))
        return NULL;
    return block_fetch(s, GLA_FLOAT64, gla_s_apply(s, gla_sqrt, sum));
}
