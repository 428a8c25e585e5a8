/* common.c - see common.h. */
#include "common.h"

#include <stdio.h>

static gla_status check_device(const gla_call *c)
{
    const gla_backend *b = c->dev->backend;
    return b->array && b->blas && b->lapack ? GLA_OK : gla_fail_unsupported(c->op, c->dev);
}

static gla_status check_matrix(const char *op, const char *name, const gla_array *a, bool square)
{
    char text[GLA_SHAPE_TEXT];
    if (a->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s, but a matrix needs two dimensions", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text));
    if (square && a->shape[a->ndim - 2] != a->shape[a->ndim - 1])
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s, but the last two dimensions must be equal", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text));
    return GLA_OK;
}

/* Place the operands and describe the stack; `late` leaves a where it is. */
static gla_status place(gla_call *c, const gla_array *a, const gla_array *b, bool late)
{
    const gla_array *in[2] = {a, b}, *now[2] = {late ? NULL : a, b};
    gla_array *placed[2];
    int n = b ? 2 : 1;
    gla_status st = gla_common_device(c->op, n, in, &c->dev);
    if (!st)
        st = check_device(c);
    if (!st)
        st = gla_place_operands(c->op, c->dev, n, now, false, placed);
    if (st)
        return st;
    if (late)
        placed[0] = gla_ref(a);
    c->dtype = gla_floating_of(gla_promote_arrays(n, in));
    c->a = placed[0];
    c->b = b ? placed[1] : NULL;
    c->m = a->shape[a->ndim - 2];
    c->n = a->shape[a->ndim - 1];
    return GLA_OK;
}

static gla_status describe(gla_call *c)
{
    gla_status st = gla_broadcast_batches(c->op, c->a, c->b, &c->nbatch, c->batch);
    c->count = 1;
    for (int i = 0; !st && i < c->nbatch; i++)
        if (__builtin_mul_overflow(c->count, c->batch[i], &c->count))
            st = gla_fail(GLA_OVERFLOW_ERROR, "%s: the stack has more matrices than can be counted", c->op);
    return st;
}

gla_status gla_call_begin(gla_call *c, const char *op, const char *name, const gla_array *a, bool square)
{
    *c = (gla_call){.op = op, .name = name};
    gla_status st = check_matrix(op, name, a, square);
    if (!st)
        st = place(c, a, NULL, false);
    if (!st)
        st = describe(c);
    return st;
}

static gla_status begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square, bool late,
                             bool *vector)
{
    char ta[GLA_SHAPE_TEXT], tb[GLA_SHAPE_TEXT];
    *c = (gla_call){.op = op, .name = "a"};
    *vector = b->ndim == 1;
    gla_status st = check_matrix(op, "a", a, square);
    if (st)
        return st;
    if (b->ndim == 0)
        return gla_fail(GLA_SHAPE_ERROR, "%s: b is a number, but it must be a vector or a matrix", op);
    int64_t rows = b->shape[*vector ? 0 : b->ndim - 2];
    if (rows != a->shape[a->ndim - 2])
        return gla_fail(GLA_SHAPE_ERROR, "%s: a has shape %s and b %s, but they must have the same number of rows%s",
                        op, gla_shape_text(a->ndim, a->shape, ta, sizeof ta),
                        gla_shape_text(b->ndim, b->shape, tb, sizeof tb),
                        b->ndim > 1 && b->ndim == a->ndim - 1 && b->shape[b->ndim - 1] == a->shape[a->ndim - 2]
                            ? "; for a stack of vectors give b a last dimension of one" : "");
    st = place(c, a, b, late);
    if (!st && *vector) {
        gla_array *column;
        st = gla_add_last(c->b, &column);
        if (!st) {
            gla_unref(c->b);
            c->b = column;
        }
    }
    if (!st)
        st = describe(c);
    return st;
}

gla_status gla_call_begin_pair(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool square,
                               bool *vector)
{
    return begin_pair(c, op, a, b, square, false, vector);
}

gla_status gla_call_begin_late(gla_call *c, const char *op, const gla_array *a, const gla_array *b, bool *vector)
{
    return begin_pair(c, op, a, b, false, true, vector);
}

gla_status gla_call_bring(gla_call *c)
{
    const gla_array *a = c->a;
    gla_array *placed;
    gla_status st = gla_place_operands(c->op, c->dev, 1, &a, false, &placed);
    if (st)
        return st;
    gla_unref(c->a);
    c->a = placed;
    return GLA_OK;
}

void gla_call_end(gla_call *c)
{
    gla_unref(c->a);
    gla_unref(c->b);
}

gla_status gla_all_finite(const gla_array *x, bool *yes)
{
    gla_device *dev = gla_device_of(x);
    const gla_array_ops *ops = dev->backend->array;
    gla_status st;
    *yes = true;
    if (x->size == 0 || x->dtype < GLA_FLOAT32)
        return GLA_OK;
    if (ops->all_finite) {
        void *state = gla_work_begin((double)x->size);
        st = ops->all_finite(dev, x, yes);
        gla_work_end(state);
    } else {
        gla_array *each = NULL, *all = NULL, *host = NULL;
        void *data;
        st = gla_isfinite(x, &each);
        if (!st)
            st = gla_all(each, &all, NULL, false);
        if (!st)
            st = gla_to_host(all, &host, &data);
        if (!st)
            *yes = *(unsigned char *)data;
        gla_unref(each);
        gla_unref(all);
        gla_unref(host);
    }
    return st;
}

gla_status gla_require_finite(const char *op, const char *name, const gla_array *x)
{
    bool yes;
    gla_status st = gla_all_finite(x, &yes);
    if (!st && !yes)
        st = gla_fail(GLA_NON_FINITE_ERROR, "%s: %s holds NaN or Inf; find them with isfinite", op, name);
    return st;
}

gla_status gla_require_finite_before(const gla_call *c, const char *name, const gla_array *x)
{
    return c->dev->backend->lapack->tells_non_finite ? GLA_OK : gla_require_finite(c->op, name, x);
}

gla_status gla_triangle(const char *op, bool lower, bool unit, const gla_array *src, gla_array *dst)
{
    gla_device *dev = gla_device_of(dst);
    if (!dev->backend->array->triangle)
        return gla_fail_unsupported(op, dev);
    void *state = gla_work_begin((double)dst->size);
    gla_status st = dev->backend->array->triangle(dev, lower, unit, src, dst);
    gla_work_end(state);
    return st;
}

gla_status gla_number(double value, gla_array **out)
{
    return gla_scalar(GLA_FLOAT64, &value, out);
}

gla_status gla_fill(const char *op, gla_array *dst, double value)
{
    gla_array *number;
    if (dst->size == 0)
        return GLA_OK;
    gla_status st = gla_number(value, &number);
    if (st)
        return st;
    st = gla_array_assign(op, dst, number);
    gla_unref(number);
    return st;
}

gla_status gla_fill_eye(const char *op, gla_array *dst)
{
    gla_array *diagonal = NULL;
    gla_status st = gla_fill(op, dst, 0);
    if (!st)
        st = gla_diagonal_view(dst, 0, &diagonal);
    if (!st)
        st = gla_fill(op, diagonal, 1);
    gla_unref(diagonal);
    return st;
}

gla_status gla_info_new(const char *op, int64_t count, int64_t few[GLA_FEW], int64_t **info)
{
    *info = count <= GLA_FEW ? few : gla_malloc((size_t)count * sizeof **info);
    return *info ? GLA_OK : gla_fail_memory(op, (size_t)count * sizeof **info);
}

void gla_info_free(int64_t few[GLA_FEW], int64_t *info)
{
    if (info != few)
        gla_free(info);
}

const char *gla_stack_text(const gla_call *c, int64_t at, char *buf, size_t size)
{
    int64_t position[GLA_MAX_NDIM] = {0};
    char text[GLA_SHAPE_TEXT];
    *buf = '\0';
    for (int d = c->nbatch; d-- > 0; at /= c->batch[d])
        position[d] = at % c->batch[d];
    if (c->nbatch)
        snprintf(buf, size, " in matrix %s of the stack", gla_shape_text(c->nbatch, position, text, sizeof text));
    return buf;
}

gla_status gla_info_check_finite(const gla_call *c, const int64_t *info)
{
    int64_t at = 0;
    char where[GLA_SHAPE_TEXT + 40];
    while (at < c->count && info[at] >= 0)
        at++;
    if (at == c->count)
        return GLA_OK;
    return gla_fail(GLA_NON_FINITE_ERROR, "%s: %s holds NaN or Inf%s; find them with isfinite", c->op,
                    info[at] == GLA_INFO_A_NOT_FINITE ? c->name : "b", gla_stack_text(c, at, where, sizeof where));
}

gla_status gla_info_check(const gla_call *c, gla_status kind, const int64_t *info, const char *what, const char *remedy)
{
    int64_t at = 0;
    char where[GLA_SHAPE_TEXT + 40], fact[200];
    gla_status st = gla_info_check_finite(c, info);
    while (!st && at < c->count && info[at] == 0)
        at++;
    if (st || at == c->count)
        return st;
    snprintf(fact, sizeof fact, what, (long long)info[at]);
    return gla_fail(kind, "%s: %s%s; %s", c->op, fact, gla_stack_text(c, at, where, sizeof where), remedy);
}

gla_status gla_typed(const char *op, gla_dtype dtype, const gla_array *x, gla_array **out)
{
    if (x->dtype != dtype)
        return gla_array_contiguous(op, gla_device_of(x), dtype, x, out);
    *out = gla_ref(x);
    return GLA_OK;
}

double gla_epsilon(gla_dtype dtype)
{
    return gla_real_of(dtype) == GLA_FLOAT32 ? 0x1p-23 : 0x1p-52;
}

gla_status gla_drop_last(gla_array **x)
{
    gla_array *view;
    gla_status st = gla_array_view(*x, (*x)->ndim - 1, (*x)->shape, (*x)->strides, 0, &view);
    if (st)
        return st;
    gla_unref(*x);
    *x = view;
    return GLA_OK;
}

gla_status gla_add_last(const gla_array *x, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM + 1], strides[GLA_MAX_NDIM + 1];
    for (int i = 0; i < x->ndim; i++) {
        shape[i] = x->shape[i];
        strides[i] = x->strides[i];
    }
    shape[x->ndim] = strides[x->ndim] = 1;
    if (x->ndim == GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "linalg: more than %d dimensions would be needed", GLA_MAX_NDIM);
    return gla_array_view(x, x->ndim + 1, shape, strides, 0, out);
}

gla_status gla_swap_last(const gla_array *x, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int nd = x->ndim;
    for (int i = 0; i < nd; i++) {
        int from = i == nd - 1 ? nd - 2 : i == nd - 2 ? nd - 1 : i;
        shape[i] = x->shape[from];
        strides[i] = x->strides[from];
    }
    return gla_array_view(x, nd, shape, strides, 0, out);
}
