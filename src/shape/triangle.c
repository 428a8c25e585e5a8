/* triangle.c - tril, triu: set elements above or below a diagonal to zero. */
#include "array/range.h"
#include "elementwise/where.h"

/* Return the indices of the rows (as a column) or columns of a matrix. */
static gla_array *count_along(gla_scope *s, gla_device *dev, int64_t n, int64_t start, bool down)
{
    gla_array *numbers = gla_new_range(s, dev, GLA_INT64, n, 0, 0, start, 1);
    return numbers && down ? gla_s_add_last(s, numbers) : numbers;
}

static gla_status keep_triangle(const char *op, gla_binary *kept, const gla_array *x, int64_t k, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed, *zero;
    const uint8_t nothing = 0;
    *out = NULL;
    if (x->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR, "%s: x has %d dimension%s, but a matrix has two; reshape it first", op, x->ndim,
                        x->ndim == 1 ? "" : "s");
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    k = k < -m ? -m : k > n ? n : k;
    gla_scope_begin(&s, op);
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (s.status)
        return gla_scope_end(&s);
    gla_array *rows = count_along(&s, dev, m, k, true), *columns = count_along(&s, dev, n, 0, false);
    gla_array *mask = gla_s_combine(&s, kept, columns, rows);
    zero = s.status ? NULL : gla_s_adopt(&s, gla_scalar(GLA_BOOL, &nothing, &zero), &zero);
    return gla_scope_return(&s, gla_s_where(&s, mask, placed, zero), out);
}

gla_status gla_tril(const gla_array *x, gla_array **out, int64_t k)
{
    return keep_triangle("tril", gla_less_equal, x, k, out);
}

gla_status gla_triu(const gla_array *x, gla_array **out, int64_t k)
{
    return keep_triangle("triu", gla_greater_equal, x, k, out);
}
