/* stack.c - hstack, vstack, column_stack and block_diag. */
#include "core/scope.h"
#include "shape/join.h"

/* Return a vector as a row or a column, and a scalar as one element. */
static gla_array *as_matrix(gla_scope *s, const gla_array *x, bool column)
{
    int64_t n = x->ndim ? x->shape[0] : 1, step = x->ndim ? x->strides[0] : 1;
    return column ? gla_s_view(s, x, 2, (int64_t[]){n, 1}, (int64_t[]){step, 1}, 0)
                  : gla_s_view(s, x, 2, (int64_t[]){1, n}, (int64_t[]){n, step}, 0);
}

static gla_array *as_vector(gla_scope *s, const gla_array *x)
{
    static const int64_t one = 1;
    return gla_s_view(s, x, 1, &one, &one, 0);
}

/* Form of each part before it is joined; parts with enough dimensions are not changed. */
typedef enum form { VECTOR, ROW, COLUMN } form;

static const gla_array **shape_parts(gla_scope *s, const gla_arrays *arrays, form form)
{
    gla_s_check(s, gla_check_parts(s->op, arrays));
    const gla_array **parts = gla_s_memory(s, arrays->n, sizeof *parts);
    for (int64_t i = 0; parts && i < arrays->n; i++) {
        const gla_array *x = arrays->v[i];
        if (form == VECTOR)
            parts[i] = x->ndim > 0 ? x : as_vector(s, x);
        else
            parts[i] = x->ndim > 1 ? x : as_matrix(s, x, form == COLUMN);
    }
    return s->status ? NULL : parts;
}

static gla_status join(const char *op, const gla_arrays *arrays, form form, gla_array **out)
{
    gla_scope s;
    gla_array *joined = NULL;
    *out = NULL;
    gla_scope_begin(&s, op);
    const gla_array **parts = shape_parts(&s, arrays, form);
    gla_axis axis = parts && form != ROW && parts[0]->ndim > 1;
    if (parts)
        gla_s_adopt(&s, gla_join_along(op, &(gla_arrays){.n = arrays->n, .v = parts}, axis, &joined), &joined);
    return gla_scope_return(&s, joined, out);
}

gla_status gla_hstack(const gla_arrays *arrays, gla_array **out)
{
    return join("hstack", arrays, VECTOR, out);
}

gla_status gla_vstack(const gla_arrays *arrays, gla_array **out)
{
    return join("vstack", arrays, ROW, out);
}

gla_status gla_column_stack(const gla_arrays *arrays, gla_array **out)
{
    return join("column_stack", arrays, COLUMN, out);
}

/* Add up the dimensions of the result. */
static void add_lengths(gla_scope *s, int64_t n, const gla_array *const *parts, int64_t *rows, int64_t *cols)
{
    for (int64_t i = 0; i < n && !s->status; i++) {
        const gla_array *x = parts[i];
        if (x->ndim > 2)
            gla_s_fail(s, GLA_SHAPE_ERROR, "block_diag: array %lld has %d dimensions, but it must have at most two",
                       (long long)i, x->ndim);
        else if (__builtin_add_overflow(*rows, x->shape[0], rows) || __builtin_add_overflow(*cols, x->shape[1], cols))
            gla_s_fail(s, GLA_OVERFLOW_ERROR, "block_diag: the size of the result overflows int64");
    }
}

gla_status gla_block_diag(const gla_arrays *arrays, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    int64_t rows = 0, cols = 0, at = 0;
    *out = NULL;
    gla_scope_begin(&s, "block_diag");
    const gla_array **parts = shape_parts(&s, arrays, ROW);
    add_lengths(&s, parts ? arrays->n : 0, parts, &rows, &cols);
    if (!s.status)
        gla_s_check(&s, gla_common_device("block_diag", (int)arrays->n, arrays->v, &dev));
    gla_dtype dtype = s.status ? GLA_NO_DTYPE : gla_promote_arrays((int)arrays->n, arrays->v);
    gla_array *matrix = gla_s_zeros(&s, dev, dtype, 2, (int64_t[]){rows, cols});
    for (int64_t i = 0; matrix && i < arrays->n; i++) {
        const gla_array *x = parts[i];
        gla_array *part = x->size ? gla_s_view(&s, matrix, 2, x->shape, matrix->strides, at) : NULL;
        if (part)
            gla_s_assign(&s, part, x);
        gla_s_release(&s, part);
        at += x->shape[0] * matrix->strides[0] + x->shape[1];
    }
    return gla_scope_return(&s, matrix, out);
}
