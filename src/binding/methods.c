/* methods.c - Methods of arrays that are common to all languages. */
#include "gpulinalg/binding.h"

#include "core/core.h"
#include "runtime/object.h"

#include "gpulinalg/array.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/shape.h"

#include <string.h>

gla_status gla_truth(const gla_array *x, bool *truth)
{
    gla_number n;
    *truth = false;
    if (gla_array_size(x) != 1)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "bool: the array has %lld elements, not one; combine conditions with & and | in parentheses, as in "
                        "{(x > 0) & (y > 0)}, and reduce them to one value with {any(x)} or {all(x)}",
                        (long long)gla_array_size(x));
    gla_status st = gla_single(x, "bool", &n);
    *truth = !st && (n.dtype == GLA_COMPLEX128 ? n.v.f[0] != 0 || n.v.f[1] != 0 : gla_number_real(&n) != 0);
    return st;
}

gla_status gla_contains(const gla_array *x, const gla_array *value, bool *found)
{
    gla_array *equal = NULL, *any = NULL;
    gla_number n = {.v.b = 0};
    gla_status st = gla_equal(x, value, &equal);
    if (!st)
        st = gla_any(equal, &any, NULL, false);
    if (!st)
        st = gla_single(any, "in", &n);
    *found = n.v.b;
    gla_unref(equal);
    gla_unref(any);
    return st;
}

gla_status gla_single_real(const gla_array *x, const char *op, gla_number *n)
{
    gla_status st = gla_single(x, op, n);
    if (!st && n->dtype == GLA_COMPLEX128)
        st = gla_fail(GLA_DTYPE_ERROR, "%s: the array is complex; take its real part or abs first", op);
    return st;
}

gla_status gla_single_index(const gla_array *x, gla_number *n)
{
    if (!gla_dtype_is_integer(gla_array_dtype(x)) || gla_array_ndim(x) != 0)
        return gla_fail(GLA_DTYPE_ERROR,
                        "index: only a 0-d integer array can be used as an integer, not a %d-d %s array; use int() or item()",
                        gla_array_ndim(x), gla_dtype_name(gla_array_dtype(x)));
    return gla_single(x, "index", n);
}

gla_status gla_transpose_of(const gla_array *x, gla_array **out)
{
    *out = NULL;
    gla_status st = gla_admit_array("T", "x", x);
    if (st)
        return st;
    if (gla_array_ndim(x) == 2)
        return gla_matrix_transpose(x, out);
    if (gla_array_ndim(x) == 1)
        return gla_fail(GLA_SHAPE_ERROR,
                        "T: a vector has no transpose, and products do not need one: {x @ y} and {x @ a} treat x as a row, "
                        "{a @ x} as a column; {expand_dims(x, axis=1)} makes it a one-column matrix");
    return gla_fail(GLA_SHAPE_ERROR,
                    "T: the array has %d dimensions, but only a matrix has a transpose; use mT for a stack of matrices, or "
                    "permute_dims for another order of axes",
                    gla_array_ndim(x));
}

/* Compute the size in bytes of an array of this shape, limited to SIZE_MAX. Return false if a dimension is negative;
 * gla_new_host refuses such a shape. */
static bool measure(gla_dtype dtype, const gla_ints *shape, size_t *bytes)
{
    *bytes = gla_itemsize(dtype);
    bool good = true;
    for (int i = 0; i < shape->n; i++) {
        good = good && shape->v[i] >= 0;
        if (good && __builtin_mul_overflow(*bytes, (size_t)shape->v[i], bytes))
            *bytes = SIZE_MAX;
    }
    return good;
}

gla_status gla_from_bytes(const char *what, const gla_bytes *bytes, gla_dtype dtype, const gla_ints *shape, gla_array **out)
{
    void *data;
    size_t need;
    dtype = dtype ? dtype : GLA_FLOAT64;
    gla_ints all = {1, {(int64_t)(bytes->n / gla_itemsize(dtype))}};
    *out = NULL;
    if (!shape && bytes->n % gla_itemsize(dtype))
        return gla_fail(GLA_SHAPE_ERROR, "%s has %zu bytes, which is not a multiple of the size of %s", what, bytes->n,
                        gla_dtype_name(dtype));
    shape = shape ? shape : &all;
    if (measure(dtype, shape, &need) && need != bytes->n) /* checked before memory is allocated */
        return gla_fail(GLA_SHAPE_ERROR, "%s has %zu bytes, but an array of this shape and dtype %s needs %zu", what, bytes->n,
                        gla_dtype_name(dtype), need);
    gla_status st = gla_new_host(dtype, shape->n, shape->v, out, &data);
    if (!st && bytes->n)
        memcpy(data, bytes->data, bytes->n);
    for (size_t i = 0; !st && dtype == GLA_BOOL && i < bytes->n; i++)
        ((uint8_t *)data)[i] = bytes->data[i] != 0; /* store every nonzero byte as 1 */
    return st;
}

gla_status gla_borrow_columns(void *data, gla_dtype dtype, int ndim, const int64_t *shape, void (*release)(void *), void *owner,
                              gla_array **out)
{
    int64_t strides[GLA_MAX_NDIM], step = 1;
    *out = NULL;
    if (ndim > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "has %d dimensions, but an array has at most %d", ndim, GLA_MAX_NDIM);
    for (int i = 0; i < ndim; i++) {
        strides[i] = step;
        step *= shape[i];
    }
    return gla_borrow(data, dtype, ndim, shape, strides, true, release, owner, out);
}

gla_status gla_to_columns(gla_reader *r, const gla_array *x, gla_dtype dtype, void *to)
{
    gla_array *turned = NULL, *cast = NULL;
    gla_ints axes = {.n = gla_array_ndim(x)};
    for (int i = 0; i < axes.n; i++)
        axes.v[i] = axes.n - 1 - i;
    gla_status st = gla_permute_dims(x, &axes, &turned);
    if (!st && !(st = gla_astype(turned, dtype, &cast, false, NULL)))
        st = gla_to_bytes(r, cast, to);
    gla_unref(turned);
    gla_unref(cast);
    return st;
}
