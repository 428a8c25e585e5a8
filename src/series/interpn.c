/* interpn.c - Interpolation on regular grids. */
#include "series/curve.h"
#include "contract/series.h"

#include <math.h>
#include <string.h>

typedef struct call {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype, real;
    int dims;
    gla_array *grid, *values, *places;
    int ndim; /* number of dimensions of the result */
    int64_t shape[2 * GLA_MAX_NDIM];
} call;

/* Validate the arguments and find the shape of the result.  If xi is a vector, it is one column for one variable, one row for
 * several variables. */
static void check(call *c, const gla_arrays *points, const gla_array *values, const gla_array *xi)
{
    gla_scope *s = &c->s;
    if (points->n < 1 || points->n > values->ndim)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "interpn: the number of vectors in points is %lld, but the number of dimensions of values is %d",
                   (long long)points->n, values->ndim);
    c->dims = (int)points->n;
    for (int d = 0; d < points->n && !s->status; d++)
        if (points->v[d]->ndim != 1 || points->v[d]->size != values->shape[d])
            gla_s_fail(
                s, GLA_SHAPE_ERROR,
                "interpn: the nodes of dimension %d must be a vector of length %lld, the length of values along this axis", d,
                (long long)values->shape[d]);
        else if (values->shape[d] == 0)
            gla_s_fail(s, GLA_SHAPE_ERROR, "interpn: dimension %d has no nodes", d);
    bool column = c->dims == 1 && xi->ndim < 2;
    if (!column && (xi->ndim == 0 || xi->shape[xi->ndim - 1] != c->dims))
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "interpn: the last dimension of xi must have length %d, the number of dimensions of the grid", c->dims);
    if (gla_dtype_is_complex(xi->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "interpn: xi is complex, but positions must be real; take the real part");
    if (s->status)
        return;
    int leading = column ? xi->ndim : xi->ndim - 1;
    memcpy(c->shape, xi->shape, sizeof *c->shape * (size_t)leading);
    if (!column && xi->ndim == 1)
        c->shape[leading++] = 1;
    for (int d = c->dims; d < values->ndim; d++)
        c->shape[leading++] = values->shape[d];
    c->ndim = leading;
    if (c->ndim > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "interpn: the result would have more than %d dimensions", GLA_MAX_NDIM);
}

/* Copy all nodes to one vector, variable by variable.  If the nodes of a variable decrease, the nodes and the values are
 * reversed. */
static void place_grid(call *c, gla_array *const points[], const gla_array *values)
{
    gla_scope *s = &c->s;
    int64_t total = 0, n = 0;
    gla_ints turned = {0};
    for (int d = 0; d < c->dims; d++)
        total += values->shape[d];
    double *all = s->status ? NULL : gla_s_memory(s, total, sizeof *all);
    for (int d = 0; all && d < c->dims; d++) {
        bool decrease = false;
        double *nodes = gla_read_nodes(s, "points", c->real, points[d], &decrease);
        if (!nodes)
            return;
        memcpy(all + n, nodes, sizeof *all * (size_t)points[d]->size);
        n += points[d]->size;
        if (decrease)
            turned.v[turned.n++] = d;
    }
    c->grid = gla_place_numbers(s, c->dev, c->real, 1, &total, all);
    gla_array *flipped = NULL;
    if (!s->status && turned.n)
        values = gla_s_adopt(s, gla_flip(values, &flipped, &turned), &flipped);
    c->values = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, values);
}

/* Return the fill value as a scalar in the dtype of the result. */
static gla_array *place_fill(call *c, const gla_array *fill_value)
{
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    if (fill_value && (fill_value->ndim || (gla_dtype_is_complex(fill_value->dtype) && !gla_dtype_is_complex(c->dtype)))) {
        gla_s_fail(s, fill_value->ndim ? GLA_SHAPE_ERROR : GLA_DTYPE_ERROR,
                   fill_value->ndim ? "interpn: fill_value must be a scalar"
                                    : "interpn: fill_value is complex, but the result is real");
        return NULL;
    }
    if (fill_value)
        return gla_s_contiguous(s, c->dev, c->dtype, fill_value);
    gla_array *made = gla_s_new(s, c->dev, c->dtype, 0, NULL);
    gla_s_fill(s, made, NAN);
    return made;
}

static gla_array *run(call *c, bool nearest, bool bounds_error, const gla_array *fill)
{
    gla_scope *s = &c->s;
    int outside = 0;
    gla_array *out = s->status ? NULL : gla_s_new(s, c->dev, c->dtype, c->ndim, c->shape);
    if (!out || out->size == 0)
        return out;
    gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(series, interpn), 10 * (double)out->size * (double)(1 << c->dims));
    if (!s->status)
        gla_s_check(s, r.at->backend->series->interpn(r.at, c->places, c->grid, c->values, fill, c->dims, nearest, out,
                                                      bounds_error && fill ? &outside : NULL));
    gla_run_end(&r);
    if (outside)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "interpn: a point is outside the grid in dimension %d; set "
                   "bounds_error to false to get fill_value, or set extrapolate to true",
                   outside - 1);
    return out;
}

gla_status gla_interpn(const gla_arrays *points, const gla_array *values, const gla_array *xi, gla_array **out,
                       const char *method, bool bounds_error, const gla_array *fill_value, bool extrapolate)
{
    call c = {.dims = 0};
    const gla_array *in[GLA_MAX_NDIM + 2];
    gla_array *placed[GLA_MAX_NDIM + 2];
    gla_scope *s = &c.s;
    *out = NULL;
    gla_scope_begin(s, "interpn");
    check(&c, points, values, xi);
    int n = s->status ? 0 : c.dims + 2;
    for (int d = 0; d < n; d++) {
        in[d] = d == 0 ? values : d == 1 ? xi : points->v[d - 2];
        placed[d] = NULL;
    }
    if (n) {
        gla_s_place(s, n, in, false, &c.dev, placed);
        c.dtype = gla_floating_of(gla_promote_arrays(n, in));
        c.real = gla_real_of(c.dtype);
    }
    if (!s->status)
        place_grid(&c, placed + 2, placed[0]);
    c.places = s->status ? NULL : gla_s_contiguous(s, c.dev, c.real, placed[1]);
    gla_array *fill = extrapolate ? NULL : place_fill(&c, fill_value);
    return gla_scope_return(s, run(&c, method && strcmp(method, "nearest") == 0, bounds_error, fill), out);
}
