/* lstsq_qr.c - the QR factorisation, and solutions by its triangle where the rank is full. */
#include "lstsq.h"

gla_status gla_lstsq_factor(gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    gla_matrices top = {0};
    gla_status st = gla_lstsq_measure(p);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, c->n, GLA_COLUMN_MAJOR, &p->qr);
    if (!st)
        st = gla_lstsq_map_into(c, GLA_OP_multiply, p->a, p->scale, p->qr.array);
    if (!st)
        st = gla_qr_factor(c, &p->qr, &p->tau);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, p->k, c->n, GLA_COLUMN_MAJOR, &p->r);
    if (!st)
        st = gla_matrices_part(&p->qr, p->k, c->n, &top);
    if (!st)
        st = gla_triangle(c->op, false, false, top.array, p->r.array);
    gla_matrices_release(&top);
    return st;
}

/* x = D R⁻¹ Qᴴ b. */
static gla_status solve_scaled(const gla_lstsq_call *p, const gla_array *b, gla_array **x)
{
    const gla_call *c = &p->c;
    gla_matrices y = {0}, top = {0};
    gla_array *turned = NULL;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, b, c->nbatch, c->batch, GLA_COLUMN_MAJOR, &y);
    if (!st) {
        void *state = gla_work_begin(4 * (double)y.array->size * (double)p->k);
        st = c->dev->backend->lapack->ormqr(c->dev, c->dtype, GLA_CONJ_TRANS, &p->qr.matrix, p->k, gla_data(p->tau),
                                            &y.matrix, c->count);
        gla_work_end(state);
    }
    if (!st)
        st = gla_matrices_part(&y, c->n, y.array->shape[y.array->ndim - 1], &top);
    if (!st)
        st = gla_triangular_stack(c, p->r.array, GLA_NO_TRANS, false, false, &top);
    if (!st)
        st = gla_swap_last(p->scale, &turned);
    if (!st)
        st = gla_multiply(top.array, turned, x);
    gla_unref(turned);
    gla_matrices_release(&y);
    gla_matrices_release(&top);
    return st;
}

gla_status gla_lstsq_residual(const gla_lstsq_call *p, const gla_array *x, gla_array **r)
{
    gla_array *fitted = NULL;
    gla_status st = gla_product(p->c.op, p->c.dev, p->c.dtype, p->a, x, false, &fitted);
    if (!st)
        st = gla_subtract(p->b, fitted, r);
    gla_unref(fitted);
    return st;
}

/* One step of refinement takes out most of what the factorisation's own rounding left in x (Björck 1996, 2.9.2). */
static gla_status refine_plainly(const gla_lstsq_call *p, const gla_array *first, gla_array **x)
{
    gla_array *r = NULL, *correction = NULL;
    gla_status st = gla_lstsq_residual(p, first, &r);
    if (!st)
        st = solve_scaled(p, r, &correction);
    if (!st)
        st = gla_add(first, correction, x);
    gla_unref(r);
    gla_unref(correction);
    return st;
}

/* dx = D R⁻¹ y for y = R⁻ᴴ D g, and the squares of the lengths of y. */
static gla_status step(const gla_lstsq_call *p, const gla_array *g, gla_array **dx, gla_array **size)
{
    const gla_call *c = &p->c;
    gla_array *turned = NULL, *scaled = NULL, *dots = NULL;
    gla_matrices y = {0};
    gla_status st = gla_swap_last(p->scale, &turned);
    if (!st)
        st = gla_multiply(g, turned, &scaled);
    if (!st)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, scaled, c->nbatch, c->batch, GLA_COLUMN_MAJOR, &y);
    if (!st)
        st = gla_triangular_stack(c, p->r.array, GLA_CONJ_TRANS, false, false, &y);
    if (!st)
        st = gla_vecdot(y.array, y.array, &dots, -2);
    if (!st)
        st = gla_real(dots, size);
    if (!st)
        st = gla_triangular_stack(c, p->r.array, GLA_NO_TRANS, false, false, &y);
    if (!st)
        st = gla_multiply(y.array, turned, dx);
    gla_unref(turned);
    gla_unref(scaled);
    gla_unref(dots);
    gla_matrices_release(&y);
    return st;
}

/* dx, but zero where its size is not clearly below that of the step before: there the steps do not converge. */
static gla_status tame(const gla_array *size, const gla_array *before, gla_array **dx)
{
    gla_array *quarter = NULL, *limit = NULL, *good = NULL, *column = NULL, *row = NULL, *zero = NULL, *tamed = NULL;
    gla_status st = gla_number(0.25, &quarter);
    if (!st)
        st = gla_multiply(before, quarter, &limit);
    if (!st)
        st = gla_less_equal(size, limit, &good);
    if (!st)
        st = gla_add_last(good, &column);
    if (!st)
        st = gla_swap_last(column, &row);
    if (!st)
        st = gla_number(0, &zero);
    if (!st)
        st = gla_where(row, *dx, zero, &tamed);
    if (!st) {
        gla_unref(*dx);
        *dx = tamed;
    }
    gla_unref(quarter);
    gla_unref(limit);
    gla_unref(good);
    gla_unref(column);
    gla_unref(row);
    gla_unref(zero);
    return st;
}

/* Whether all numbers are zero or far from overflow and underflow when they are squared. */
static gla_status in_range(const gla_array *x, double limit, bool *yes)
{
    gla_array *host = NULL;
    double *values;
    gla_status st = gla_to_host(x, &host, (void **)&values);
    for (int64_t i = 0; !st && i < x->size; i++)
        *yes = *yes && (values[i] == 0 || (values[i] <= limit && values[i] >= 1 / limit));
    gla_unref(host);
    return st;
}

/* Whether gradients can be computed of a and b as they are; those of single precision always can, in the wide type. */
static gla_status has_gradients(const gla_lstsq_call *p, bool *yes)
{
    gla_array *dots = NULL, *squares = NULL;
    *yes = gla_lstsq_can_refine(p);
    if (!*yes || gla_real_of(p->c.dtype) == GLA_FLOAT32)
        return GLA_OK;
    gla_status st = in_range(p->norms, 0x1p400, yes);
    if (!st && *yes)
        st = gla_vecdot(p->b, p->b, &dots, -2);
    if (!st && *yes)
        st = gla_real(dots, &squares);
    if (!st && *yes)
        st = in_range(squares, 0x1p800, yes);
    gla_unref(dots);
    gla_unref(squares);
    return st;
}

/* Two steps along gradients in doubled precision. */
static gla_status refine(const gla_lstsq_call *p, const gla_array *first, gla_array **x, gla_array **residuals)
{
    const gla_call *c = &p->c;
    gla_array *a = NULL, *b = NULL, *wide = NULL, *before = NULL, *size = NULL;
    gla_status st = gla_lstsq_rows(p, p->a, &a);
    if (!st)
        st = gla_array_contiguous(c->op, c->dev, c->dtype, p->b, &b);
    if (!st)
        st = gla_array_contiguous(c->op, c->dev, gla_wide_of(c->dtype), first, &wide);
    for (int i = 0; i < 2 && !st; i++) {
        gla_array *g = NULL, *sums = NULL, *dx = NULL, *sum = NULL, *next = NULL;
        st = gla_lstsq_gradients(p, a, b, wide, &g, &sums);
        if (!st)
            st = step(p, g, &dx, &size);
        if (!st && before)
            st = tame(size, before, &dx);
        if (!st)
            st = gla_add(wide, dx, &sum);
        if (!st)
            st = gla_array_contiguous(c->op, c->dev, sum->dtype, sum, &next);
        if (!st && i == 1)
            st = gla_lstsq_last_sums(p, sums, dx, g, residuals);
        gla_unref(g);
        gla_unref(sums);
        gla_unref(dx);
        gla_unref(sum);
        gla_unref(wide);
        wide = next;
        gla_unref(before);
        before = size;
        size = NULL;
    }
    if (!st)
        st = gla_typed(c->op, c->dtype, wide, x);
    gla_unref(a);
    gla_unref(b);
    gla_unref(wide);
    gla_unref(before);
    return st;
}

gla_status gla_lstsq_solve_full(const gla_lstsq_call *p, gla_array **x, gla_array **residuals)
{
    gla_array *first = NULL;
    bool wide = false;
    gla_status st = solve_scaled(p, p->b, &first);
    if (!st)
        st = has_gradients(p, &wide);
    if (!st)
        st = wide ? refine(p, first, x, residuals) : refine_plainly(p, first, x);
    gla_unref(first);
    return st;
}
