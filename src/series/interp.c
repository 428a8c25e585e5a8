/* interp.c - Linear interpolation in one dimension, of one function or of many functions. */
#include "array/number.h"
#include "core/dispatch.h"
#include "elementwise/where.h"
#include "contract/series.h"

#include <math.h>
#include <string.h>

typedef struct call {
    gla_scope s;
    gla_device *dev;
    gla_dtype real, dtype;        /* dtypes of positions and of values */
    gla_array *x, *grid, *values; /* grid and values have rows along their last axis */
} call;

static void check(call *c, const gla_array *x, const gla_array *xp, const gla_array *fp)
{
    if (gla_dtype_is_complex(x->dtype) || gla_dtype_is_complex(xp->dtype))
        gla_s_fail(&c->s, GLA_DTYPE_ERROR, "interp: %s is complex, but positions must be real; take the real part",
                   gla_dtype_is_complex(x->dtype) ? "x" : "xp");
    if (xp->ndim == 0 || fp->ndim == 0)
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "interp: %s is a scalar, but it must be a vector", xp->ndim == 0 ? "xp" : "fp");
    else if (xp->shape[xp->ndim - 1] != fp->shape[fp->ndim - 1])
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "interp: xp has length %lld, but fp has length %lld",
                   (long long)xp->shape[xp->ndim - 1], (long long)fp->shape[fp->ndim - 1]);
    else if (xp->shape[xp->ndim - 1] == 0)
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "interp: xp has no elements");
}

/* Return true if an element is less than the previous element, or NaN.  A loop without an early exit is faster. */
#define FALLS(type)                                    \
    static bool falls_##type(const type *x, int64_t n) \
    {                                                  \
        int falls = x[0] != x[0];                      \
        for (int64_t i = 1; i < n; i++)                \
            falls |= !(x[i] >= x[i - 1]);              \
        return falls;                                  \
    }
FALLS(float)
FALLS(double)

static void fail_order(call *c)
{
    gla_s_fail(&c->s, GLA_ARGUMENT_ERROR,
               "interp: xp decreases or contains NaN; remove NaN, and sort xp and fp together (argsort, take)");
}

/* Check a single row in host memory in place.  This case is usual, and the check takes less time than one device operation. */
static bool require_order_here(call *c, int64_t n)
{
    void *data;
    if (!gla_device_of(c->grid)->is_host || c->grid->ndim != 1 || !c->grid->contiguous)
        return false;
    if (gla_s_to_host(&c->s, c->grid, &data) && (c->real == GLA_FLOAT32 ? falls_float(data, n) : falls_double(data, n)))
        fail_order(c);
    return true;
}

static void require_order(call *c)
{
    gla_scope *s = &c->s;
    gla_array *all = NULL;
    if (s->status)
        return;
    const int last = c->grid->ndim - 1;
    const int64_t n = c->grid->shape[last];
    if (require_order_here(c, n))
        return;
    gla_array *later = n > 1 ? gla_s_slice(s, c->grid, last, 1, n - 1) : c->grid; /* NaN does not even equal itself */
    gla_array *earlier = n > 1 ? gla_s_slice(s, c->grid, last, 0, n - 1) : c->grid;
    gla_array *rises = gla_s_combine(s, gla_greater_equal, later, earlier);
    if (!s->status)
        gla_s_adopt(s, gla_all(rises, &all, NULL, false), &all);
    if (!s->status && !gla_s_truth(s, all) && !s->status)
        fail_order(c);
}

static void require_finite(call *c)
{
    gla_scope *s = &c->s;
    gla_array *all = NULL, *finite = gla_s_apply(s, gla_isfinite, c->grid);
    if (!s->status)
        gla_s_adopt(s, gla_all(finite, &all, NULL, false), &all);
    if (!s->status && !gla_s_truth(s, all) && !s->status)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "interp: xp contains NaN or infinities, which cannot be mapped to a period; remove them");
}

/* Map positions to one period, and sort the points.  On either side, add one more point from the neighbouring period. */
static void wrap(call *c, const gla_array *period)
{
    gla_scope *s = &c->s;
    gla_number p;
    gla_array *order = NULL, *grid = NULL, *values = NULL;
    if (s->status || gla_s_check(s, gla_read_number("interp", "period", period, &p)))
        return;
    if (p.is_complex || !isfinite(p.re) || p.re == 0) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "interp: period must be finite and nonzero");
        return;
    }
    if (c->grid->ndim != 1 || c->values->ndim != 1) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "interp: with a period, xp and fp must be vectors");
        return;
    }
    require_finite(c);
    int64_t n = c->grid->shape[0];
    gla_array *length = gla_s_number(s, fabs(p.re));
    c->x = gla_s_combine(s, gla_remainder, c->x, length);
    c->grid = gla_s_combine(s, gla_remainder, c->grid, length);
    if (s->status || !gla_s_adopt(s, gla_argsort(c->grid, &order, 0, false, true), &order) ||
        !gla_s_adopt(s, gla_take(c->grid, order, &grid, NULL), &grid) ||
        !gla_s_adopt(s, gla_take(c->values, order, &values, NULL), &values))
        return;
    gla_array *before = gla_s_combine(s, gla_subtract, gla_s_slice(s, grid, grid->ndim - 1, n - 1, 1), length);
    gla_array *after = gla_s_combine(s, gla_add, gla_s_slice(s, grid, grid->ndim - 1, 0, 1), length);
    gla_arrays places = {.n = 3, .v = (const gla_array *[]){before, grid, after}};
    gla_arrays points = {.n = 3,
                         .v = (const gla_array *[]){gla_s_slice(s, values, values->ndim - 1, n - 1, 1), values,
                                                    gla_s_slice(s, values, values->ndim - 1, 0, 1)}};
    if (!s->status && gla_s_adopt(s, gla_concat(&places, &c->grid, 0), &c->grid))
        gla_s_adopt(s, gla_concat(&points, &c->values, 0), &c->values);
}

/* Return rows with the leading dimensions of the result, contiguous; a single row stays as it is. */
static gla_array *spread(call *c, const gla_array *rows, gla_dtype dtype, int nbatch, const int64_t *batch)
{
    int64_t shape[GLA_MAX_NDIM];
    if (c->s.status)
        return NULL;
    memcpy(shape, batch, sizeof *shape * (size_t)nbatch);
    shape[nbatch] = rows->shape[rows->ndim - 1];
    if (rows->size == shape[nbatch]) { /* one row */
        int64_t step = rows->strides[rows->ndim - 1];
        return gla_s_contiguous(&c->s, c->dev, dtype, gla_s_view(&c->s, rows, 1, shape + nbatch, &step, 0));
    }
    return gla_s_contiguous(&c->s, c->dev, dtype, gla_s_broadcast(&c->s, rows, nbatch + 1, shape));
}

/* Find the leading dimensions of the result.  For a single function these are the dimensions of x; otherwise they are the
 * broadcast shape of rows and x.  A scalar x is one position in each row. */
static gla_array *shape_places(call *c, int *nbatch, int64_t *batch)
{
    gla_scope *s = &c->s;
    gla_array *x = c->x->ndim ? c->x : gla_s_add_last(s, c->x);
    if (s->status)
        return NULL;
    gla_stack_view views[3];
    const gla_array *rows[3] = {x, c->grid, c->values};
    for (int i = 0; i < 3; i++)
        rows[i] = gla_view_on_stack(&views[i], rows[i], rows[i]->ndim - 1, rows[i]->shape, rows[i]->strides);
    gla_s_check(s, gla_common_shape("interp", 3, rows, nbatch, batch));
    batch[*nbatch] = x->shape[x->ndim - 1];
    return s->status ? NULL : gla_s_contiguous(s, c->dev, c->real, gla_s_broadcast(s, x, *nbatch + 1, batch));
}

static gla_array *interpolate(call *c)
{
    gla_scope *s = &c->s;
    int64_t batch[GLA_MAX_NDIM + 1];
    int nbatch = 0;
    gla_array *places = s->status ? NULL : shape_places(c, &nbatch, batch);
    gla_array *grid = spread(c, c->grid, c->real, nbatch, batch), *values = spread(c, c->values, c->dtype, nbatch, batch);
    gla_array *out = s->status ? NULL : gla_s_new(s, c->dev, c->dtype, nbatch + 1, batch);
    if (out && out->size) {
        gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(series, interp), 10 * (double)out->size);
        if (!s->status)
            gla_s_check(s, r.at->backend->series->interp(r.at, places, grid, values, out));
        gla_run_end(&r);
    }
    return s->status || c->x->ndim ? out : gla_s_drop_last(s, out);
}

/* Replace the results at positions x beyond an end of the grid. */
static gla_array *replace(call *c, gla_array *result, const gla_array *value, bool left)
{
    gla_scope *s = &c->s;
    if (!value || s->status)
        return result;
    int64_t n = c->grid->shape[c->grid->ndim - 1];
    gla_array *end = gla_s_slice(s, c->grid, c->grid->ndim - 1, left ? 0 : n - 1, 1);
    end = c->x->ndim ? end : gla_s_drop_last(s, end);
    gla_array *beyond = gla_s_combine(s, left ? gla_less : gla_greater, c->x, end);
    gla_array *typed = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, value);
    return gla_s_where(s, beyond, typed, result);
}

gla_status gla_interp(const gla_array *x, const gla_array *xp, const gla_array *fp, gla_array **out, const gla_array *left,
                      const gla_array *right, const gla_array *period)
{
    const gla_array *in[3] = {x, xp, fp};
    gla_array *placed[3] = {NULL, NULL, NULL};
    call c = {.real = GLA_NO_DTYPE};
    *out = NULL;
    gla_scope_begin(&c.s, "interp");
    check(&c, x, xp, fp);
    gla_s_place(&c.s, 3, in, false, &c.dev, placed);
    c.dtype = gla_floating_of(gla_promote_arrays(3, in));
    c.real = gla_real_of(c.dtype);
    c.x = c.s.status ? NULL : gla_s_astype(&c.s, c.real, placed[0]);
    c.grid = c.s.status ? NULL : gla_s_astype(&c.s, c.real, placed[1]);
    c.values = placed[2];
    if (period)
        wrap(&c, period);
    else
        require_order(&c);
    gla_array *result = interpolate(&c);
    if (!period)
        result = replace(&c, replace(&c, result, left, true), right, false);
    return gla_scope_return(&c.s, result, out);
}
