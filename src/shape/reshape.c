/* reshape.c - View or copy the same elements with another shape. */
#include "shape/reshape.h"

#include <string.h>

/* Check the requested dimensions, and compute the dimension given as -1. */
static gla_status resolve(const gla_array *x, const gla_ints *asked, gla_ints *shape)
{
    int unknown = -1;
    int64_t known = 1, size;
    char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
    *shape = *asked;
    for (int i = 0; i < shape->n; i++) {
        if (shape->v[i] == -1 && unknown >= 0)
            return gla_fail(GLA_SHAPE_ERROR, "reshape: dimensions %d and %d are both -1, but only one can be inferred", unknown,
                            i);
        if (shape->v[i] == -1) {
            unknown = i;
            shape->v[i] = 1; /* while the other dimensions are checked and multiplied */
        }
    }
    gla_status st = gla_check_shape("reshape", x->dtype, shape->n, shape->v, &known);
    if (st)
        return st;
    if (unknown >= 0) {
        if (known == 0 || x->size % known != 0)
            return gla_fail(GLA_SHAPE_ERROR,
                            "reshape: shape %s cannot contain the %lld elements of shape %s, whatever the length for -1",
                            gla_shape_text(asked->n, asked->v, to, sizeof to), (long long)x->size,
                            gla_shape_text(x->ndim, x->shape, from, sizeof from));
        shape->v[unknown] = x->size / known;
    }
    if ((st = gla_check_shape("reshape", x->dtype, shape->n, shape->v, &size)))
        return st;
    if (size != x->size)
        return gla_fail(GLA_SHAPE_ERROR, "reshape: shape %s has size %lld, but x of shape %s has size %lld",
                        gla_shape_text(asked->n, asked->v, to, sizeof to), (long long)size,
                        gla_shape_text(x->ndim, x->shape, from, sizeof from), (long long)x->size);
    return GLA_OK;
}

/* Find strides for the new shape in x's memory; return false if no such strides exist. Groups of axes with equal numbers of
 * elements in the old and the new shape are matched from the first axis on. Within a group the old axes must be contiguous. */
static bool find_strides(const gla_array *x, const gla_ints *shape, int64_t *strides)
{
    int64_t dims[GLA_MAX_NDIM], steps[GLA_MAX_NDIM];
    int n = 0, i = 0, j = 0;
    for (int d = 0; d < x->ndim; d++) /* axes of length one do not matter */
        if (x->shape[d] != 1) {
            dims[n] = x->shape[d];
            steps[n++] = x->strides[d];
        }
    for (; i < n; i++) {
        int begin = j;
        int64_t old = dims[i], new = 1;
        while (j < shape->n && new < old)
            new *= shape->v[j++];
        while (old != new) {
            if (old < new) {
                if (++i >= n || steps[i - 1] != dims[i] * steps[i])
                    return false;
                old *= dims[i];
            } else {
                new *= shape->v[j++];
            }
        }
        int64_t step = steps[i];
        for (int d = j; d-- > begin;) {
            strides[d] = step;
            step *= shape->v[d];
        }
    }
    for (; j < shape->n; j++)
        strides[j] = 1;
    return true;
}

static gla_status reshape(const gla_array *x, const gla_ints *shape, gla_array **out, gla_maybe copy)
{
    gla_ints to;
    int64_t strides[GLA_MAX_NDIM];
    gla_array *own;
    *out = NULL;
    gla_status st = resolve(x, shape, &to);
    if (st)
        return st;
    bool easy = x->contiguous || x->size == 0;
    if (copy != GLA_YES && (easy || find_strides(x, &to, strides)))
        return gla_array_view(x, to.n, to.v, easy ? NULL : strides, 0, out);
    if (copy == GLA_NO)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "reshape: copy is false, but the strides of x require a copy; omit the copy argument");
    if ((st = gla_copy(x, &own)))
        return st;
    st = gla_array_view(own, to.n, to.v, NULL, 0, out);
    gla_unref(own);
    return st;
}

/* View x with its axes in reverse order. */
static gla_status turn(const gla_array *x, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    for (int d = 0; d < x->ndim; d++) {
        shape[d] = x->shape[x->ndim - 1 - d];
        strides[d] = x->strides[x->ndim - 1 - d];
    }
    return gla_array_view(x, x->ndim, shape, strides, 0, out);
}

gla_status gla_reshape(const gla_array *x, const gla_ints *shape, gla_array **out, gla_maybe copy, const char *order)
{
    gla_array *turned = NULL, *made = NULL;
    gla_ints back = {.n = shape->n};
    *out = NULL;
    if (!order || strcmp(order, "C") == 0)
        return reshape(x, shape, out, copy);
    for (int d = 0; d < shape->n; d++)
        back.v[d] = shape->v[shape->n - 1 - d];
    gla_status st = turn(x, &turned);
    if (!st)
        st = reshape(turned, &back, &made, copy);
    if (!st)
        st = turn(made, out);
    gla_unref(turned);
    gla_unref(made);
    return st;
}

gla_array *gla_s_reshape(gla_scope *s, const gla_array *x, int n, const int64_t *shape)
{
    gla_array *out;
    gla_ints to = {.n = n};
    if (s->status)
        return NULL;
    memcpy(to.v, shape, (size_t)n * sizeof *shape);
    return gla_s_adopt(s, gla_reshape(x, &to, &out, GLA_MAYBE, NULL), &out);
}
