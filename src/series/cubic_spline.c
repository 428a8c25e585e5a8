/* cubic_spline.c - Piecewise cubic interpolation: the slopes at the nodes are computed first, then a cubic in each interval. */
#include "series/curve.h"
#include "series/recurrence.h"

#include <string.h>

typedef struct call {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype, real;
    int axis, nu;
    bool extrapolate;
    int64_t n;
    double *nodes;
    gla_array *grid, *y, *places; /* y in rows along its last axis */
    const gla_array *values;      /* as given */
} call;

static void begin(call *c, const char *op, const gla_array *x, const gla_array *y, const gla_array *xnew)
{
    gla_scope *s = &c->s;
    const gla_array *in[3] = {x, y, xnew};
    gla_array *placed[3] = {NULL, NULL, NULL};
    gla_scope_begin(s, op);
    gla_s_check(s, gla_normalize_axis(op, y->ndim, c->axis, &c->axis));
    if (gla_dtype_is_complex(xnew->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: x is complex, but positions must be real; take the real part", op);
    if (c->nu < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the order of the derivative is %d, but it must not be negative", op, c->nu);
    if (x->ndim != 1 || x->size < 2)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: xp must be a vector of at least 2 positions; the arguments are %s(xp, fp, x)", op,
                   op);
    else if (!s->status && y->shape[c->axis] != x->size)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: xp has length %lld, but fp has length %lld along axis %d; the arguments are %s(xp, fp, x)", op,
                   (long long)x->size, (long long)y->shape[c->axis], c->axis, op);
    if (!s->status && y->ndim - 1 + xnew->ndim > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have more than %d dimensions", op, GLA_MAX_NDIM);
    if (s->status)
        return;
    gla_s_place(s, 3, in, false, &c->dev, placed);
    c->dtype = gla_floating_of(gla_promote_arrays(3, in));
    c->real = gla_real_of(c->dtype);
    c->n = x->size;
    c->nodes = s->status ? NULL : gla_read_nodes(s, "xp", c->real, placed[0], NULL);
    c->grid = gla_place_numbers(s, c->dev, c->real, 1, &c->n, c->nodes);
    c->places = s->status ? NULL : gla_s_contiguous(s, c->dev, c->real, placed[2]);
    c->values = placed[1];
}

/* Move the axis of the nodes last, so that the values of each function are a row. */
static void make_rows(call *c)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0;
    if (c->s.status)
        return;
    for (int d = 0; d <= c->values->ndim; d++) {
        int from = d == c->values->ndim ? c->axis : d;
        if (d == c->axis)
            continue;
        shape[n] = c->values->shape[from];
        strides[n++] = c->values->strides[from];
    }
    gla_array *turned = gla_s_view(&c->s, c->values, n, shape, strides, 0);
    c->y = c->s.status ? NULL : gla_s_contiguous(&c->s, c->dev, c->dtype, turned);
}

/* Evaluate at the given positions, from the slopes at the nodes.  The axes of the positions replace the axis of the nodes. */
static gla_array *evaluate(call *c, const gla_array *slopes)
{
    gla_scope *s = &c->s;
    int64_t shape[GLA_MAX_NDIM] = {0}, strides[GLA_MAX_NDIM], turned[GLA_MAX_NDIM], steps[GLA_MAX_NDIM], step = 1;
    if (s->status)
        return NULL;
    int rows = c->y->ndim - 1, along = c->places->ndim, n = 0;
    for (int d = 0; d < rows + along; d++)
        shape[d] = d < rows ? c->y->shape[d] : c->places->shape[d - rows];
    gla_array *out = gla_s_new(s, c->dev, c->dtype, rows + along, shape);
    if (out && out->size) {
        gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(series, spline), 10 * (double)out->size);
        if (!s->status)
            gla_s_check(s, r.at->backend->series->spline(r.at, c->places, c->grid, c->y, slopes, c->nu, c->extrapolate, out));
        gla_run_end(&r);
    }
    for (int d = rows + along; d-- > 0; step *= shape[d])
        strides[d] = step;
    for (int d = 0; d < rows + along; d++) {
        int from = d < c->axis ? d : d < c->axis + along ? d - c->axis + rows : d - along;
        turned[n] = shape[from];
        steps[n++] = strides[from];
    }
    return s->status || c->axis == rows ? out : gla_s_view(s, out, n, turned, steps, 0);
}

/* ---- slopes of a spline -------------------------------------------------------------------------------------- */
/* A tridiagonal system for the slopes.  a, b, c are the three diagonals of the matrix, by rows.  The right-hand side is p·m[i -
 * 1] + q·m[i], where m contains the difference quotients of neighbouring nodes.  At the two ends the first two and the last two
 * quotients are used. */
enum { LOWER, MIDDLE, UPPER, FIRST, SECOND, ROWS };

static void set_row(double *row[ROWS], int64_t i, double a, double b, double c, double p, double q)
{
    row[LOWER][i] = a;
    row[MIDDLE][i] = b;
    row[UPPER][i] = c;
    row[FIRST][i] = p;
    row[SECOND][i] = q;
}

/* h: length of the interval at the end; k: length of the adjacent interval; other: coefficient of the neighbour's slope. */
static void set_end(double *row[ROWS], int64_t i, bool last, double h, double k, const char *bc_type, int64_t n)
{
    double own = 1, other = 0, near = 0, far = 0;
    if (n == 2 && strcmp(bc_type, "not-a-knot") == 0) { /* a straight line */
        near = 1;
    } else if (n == 3 && strcmp(bc_type, "not-a-knot") == 0) { /* a parabola */
        other = 1;
        near = 2;
    } else if (strcmp(bc_type, "not-a-knot") == 0) {
        own = k;
        other = h + k;
        near = (h + 2 * (h + k)) * k / (h + k);
        far = h * h / (h + k);
    } else if (strcmp(bc_type, "natural") == 0) {
        own = 2;
        other = 1;
        near = 3;
    }
    set_row(row, i, last ? other : 0, own, last ? 0 : other, last ? far : near, last ? near : far);
}

/* Eliminate without pivoting, dividing each row by its pivot.  The remaining computation consists of two recurrences. */
static void eliminate(double *row[ROWS], int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        double inverse = 1 / (row[MIDDLE][i] - (i ? row[LOWER][i] * row[UPPER][i - 1] : 0));
        row[LOWER][i] *= -inverse;
        row[UPPER][i] *= inverse;
        row[FIRST][i] *= inverse;
        row[SECOND][i] *= inverse;
    }
}

/* Return the rows of the system on the device, in the dtype of the call.  On return, row MIDDLE contains the lengths of the
 * intervals. */
static gla_array *make_system(call *c, const char *bc_type)
{
    gla_scope *s = &c->s;
    int64_t n = c->n, shape[2] = {ROWS, n};
    double *all = s->status ? NULL : gla_s_memory(s, ROWS * n, sizeof *all), *row[ROWS];
    const double *x = c->nodes;
    if (!all || s->status)
        return NULL;
    for (int i = 0; i < ROWS; i++)
        row[i] = all + i * n;
    for (int64_t i = 1; i < n - 1; i++) {
        double h = x[i] - x[i - 1], k = x[i + 1] - x[i];
        set_row(row, i, k, 2 * (h + k), h, 3 * k, 3 * h);
    }
    double first = x[1] - x[0], last = x[n - 1] - x[n - 2];
    set_end(row, 0, false, first, n > 2 ? x[2] - x[1] : first, bc_type, n);
    set_end(row, n - 1, true, last, n > 2 ? x[n - 2] - x[n - 3] : last, bc_type, n);
    eliminate(row, n);
    for (int64_t i = 0; i < n; i++) { /* back substitution runs from the last row to the first */
        row[MIDDLE][i] = i < n - 1 ? x[i + 1] - x[i] : 1;
        if (i < n - 1 - i) {
            double other = row[UPPER][i];
            row[UPPER][i] = row[UPPER][n - 1 - i];
            row[UPPER][n - 1 - i] = other;
        }
    }
    for (int64_t i = 0; i < n; i++)
        row[UPPER][i] = -row[UPPER][i];
    return gla_place_numbers(s, c->dev, c->real, 2, shape, all);
}

/* Return elements of a row of the system, as a vector. */
static gla_array *part(call *c, const gla_array *system, int row, int64_t start, int64_t count)
{
    int64_t step = 1;
    return c->s.status ? NULL : gla_s_view(&c->s, system, 1, &count, &step, row * c->n + start);
}

/* out[start ...] = p·m[first ...] + q·m[first + 1 ...]; only p·m[first] if there is a single interval. */
static void set_terms(call *c, gla_array *out, const gla_array *system, const gla_array *m, int64_t start, int64_t first,
                      int64_t count)
{
    gla_scope *s = &c->s;
    if (s->status || count <= 0)
        return;
    int last = m->ndim - 1;
    gla_array *p = part(c, system, c->n == 2 && start ? SECOND : FIRST, start, count), *sum;
    sum = gla_s_combine(s, gla_multiply, gla_s_slice(s, m, last, first, count), p);
    if (c->n > 2)
        sum = gla_s_combine(
            s, gla_add, sum,
            gla_s_combine(s, gla_multiply, gla_s_slice(s, m, last, first + 1, count), part(c, system, SECOND, start, count)));
    gla_s_assign(s, gla_s_slice(s, out, last, start, count), sum);
}

static gla_array *reversed(call *c, const gla_array *rows)
{
    gla_ints axis = {1, {-1}};
    gla_array *made = NULL;
    gla_array *turned = c->s.status ? NULL : gla_s_adopt(&c->s, gla_flip(rows, &made, &axis), &made);
    gla_array *out = turned ? gla_s_new(&c->s, c->dev, c->dtype, rows->ndim, rows->shape) : NULL;
    gla_s_assign(&c->s, out, turned);
    return out;
}

static gla_array *spline_slopes(call *c, const char *bc_type)
{
    gla_scope *s = &c->s;
    gla_array *system = make_system(c, bc_type), *rows = s->status ? NULL : c->y;
    int64_t n = c->n;
    if (s->status || rows->size == 0)
        return rows;
    int last = rows->ndim - 1;
    gla_array *rise = gla_s_combine(s, gla_subtract, gla_s_slice(s, rows, last, 1, n - 1),
                                    gla_s_slice(s, rows, last, 0, n - 1));
    gla_array *m = gla_s_combine(s, gla_divide, rise, part(c, system, MIDDLE, 0, n - 1));
    gla_array *slopes = s->status ? NULL : gla_s_new(s, c->dev, c->dtype, rows->ndim, rows->shape);
    set_terms(c, slopes, system, m, 0, 0, 1);
    set_terms(c, slopes, system, m, 1, 0, n - 2);
    set_terms(c, slopes, system, m, n - 1, n > 2 ? n - 3 : 0, 1);
    gla_recurrence r = {.lines = rows->size / n, .n = n, .k = 1, .a_step = 1};
    r.a = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, part(c, system, LOWER, 0, n));
    gla_recur(s, c->dev, &r, slopes);
    slopes = reversed(c, slopes);
    r.a = s->status ? NULL : gla_s_contiguous(s, c->dev, c->dtype, part(c, system, UPPER, 0, n));
    gla_recur(s, c->dev, &r, slopes);
    return reversed(c, slopes);
}

gla_status gla_cubic_spline(const gla_array *x, const gla_array *y, const gla_array *xnew, gla_array **out, int axis,
                            const char *bc_type, bool extrapolate, int nu)
{
    call c = {.axis = axis, .nu = nu, .extrapolate = extrapolate};
    *out = NULL;
    begin(&c, "cubic_spline", x, y, xnew);
    make_rows(&c);
    bool periodic = bc_type && strcmp(bc_type, "periodic") == 0;
    gla_array *slopes = spline_slopes(&c, periodic ? "clamped" : bc_type ? bc_type : "not-a-knot");
    if (periodic && !c.s.status) {
        slopes = gla_periodic_slopes(&c.s, c.n, c.nodes, c.y, slopes);
        slopes = c.s.status ? NULL : gla_s_contiguous(&c.s, c.dev, c.dtype, slopes);
        c.places = extrapolate ? gla_wrap_places(&c.s, c.n, c.nodes, c.places) : c.places;
    }
    return gla_scope_return(&c.s, evaluate(&c, slopes), out);
}

/* ---- slopes of monotone curves ------------------------------------------------------------------------------- */
static gla_array *pchip_slopes(call *c)
{
    gla_scope *s = &c->s;
    gla_array *slopes = s->status ? NULL : gla_s_new(s, c->dev, c->dtype, c->y->ndim, c->y->shape);
    if (slopes && slopes->size) {
        gla_run r = gla_run_begin(s, c->dev, GLA_SLOT(series, pchip_slopes), 10 * (double)slopes->size);
        if (!s->status)
            gla_s_check(s, r.at->backend->series->pchip_slopes(r.at, c->grid, c->y, slopes));
        gla_run_end(&r);
    }
    return slopes;
}

gla_status gla_pchip_interpolate(const gla_array *xi, const gla_array *yi, const gla_array *x, gla_array **out, int der,
                                 int axis)
{
    call c = {.axis = axis, .nu = der, .extrapolate = true};
    *out = NULL;
    begin(&c, "pchip_interpolate", xi, yi, x);
    if (gla_dtype_is_complex(yi->dtype))
        gla_s_fail(&c.s, GLA_DTYPE_ERROR,
                   "pchip_interpolate: yi is complex, but it must be real; interpolate both parts separately");
    make_rows(&c);
    return gla_scope_return(&c.s, evaluate(&c, pchip_slopes(&c)), out);
}
