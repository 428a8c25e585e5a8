/* lstsq_qr.c - QR factorisation for least squares, and solutions of full rank. */
#include "lstsq.h"
#include "strategies.h"
#include "elementwise/ops.h"

void gla_lstsq_factor(gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    gla_lstsq_measure(p);
    p->qr = gla_call_matrices(c, c->m, c->n, GLA_COLUMN_MAJOR);
    gla_lstsq_map_into(c, GLA_OP_multiply, p->a, p->scale, p->qr.array);
    p->tau = gla_qr_factor(c, &p->qr);
    p->r = gla_call_matrices(c, p->k, c->n, GLA_COLUMN_MAJOR);
    gla_call_triangle(c, false, false, gla_call_part(c, &p->qr, p->k, c->n).array, p->r.array);
}

/* x = D R⁻¹ Qᴴ b. */
static gla_array *solve_scaled(const gla_lstsq_call *p, const gla_array *b)
{
    const gla_call *c = &p->c;
    int start = gla_scope_mark(c->s);
    gla_matrices y = gla_call_copy(c, b, GLA_COLUMN_MAJOR);
    if (gla_failed(c))
        return NULL;
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, ormqr), 4 * (double)y.array->size * (double)p->k);
    gla_matrix q = gla_run_matrix(&r, GLA_READ, c->dtype, &p->qr.matrix, c->count);
    gla_matrix right = gla_run_matrix(&r, GLA_UPDATED, c->dtype, &y.matrix, c->count);
    void *tau = gla_run_array(&r, GLA_READ, p->tau);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->ormqr(r.at, c->dtype, GLA_CONJ_TRANS, &q, p->k, tau, &right, c->count));
    gla_run_end(&r);
    gla_matrices top = gla_call_part(c, &y, c->n, y.array->shape[y.array->ndim - 1]);
    gla_triangular_stack(c, p->r.array, GLA_NO_TRANS, false, false, &top);
    gla_array *x = gla_s_combine(c->s, gla_multiply, top.array, gla_s_swap_last(c->s, p->scale));
    return gla_scope_keep(c->s, start, x);
}

gla_array *gla_lstsq_residual(const gla_lstsq_call *p, const gla_array *x)
{
    int start = gla_scope_mark(p->c.s);
    gla_array *fitted = gla_call_product(&p->c, p->a, x);
    return gla_scope_keep(p->c.s, start, gla_s_combine(p->c.s, gla_subtract, p->b, fitted));
}

/* Compute dx = D R⁻¹ y for y = R⁻ᴴ D g, and the squared norms of y. */
static gla_array *step(const gla_lstsq_call *p, const gla_array *g, gla_array **size)
{
    const gla_call *c = &p->c;
    gla_scope *s = c->s;
    gla_array *scale = gla_s_swap_last(s, p->scale);
    gla_matrices y = gla_call_copy(c, gla_s_combine(s, gla_multiply, g, scale), GLA_COLUMN_MAJOR);
    gla_triangular_stack(c, p->r.array, GLA_CONJ_TRANS, false, false, &y);
    *size = gla_s_squares(s, y.array, -2);
    gla_triangular_stack(c, p->r.array, GLA_NO_TRANS, false, false, &y);
    return gla_s_combine(s, gla_multiply, y.array, scale);
}

/* Return dx, with zeros for columns whose step is not clearly smaller than their previous step, because such columns do not
 * converge. */
static gla_array *zero_diverging_steps(gla_scope *s, const gla_array *size, const gla_array *before, const gla_array *dx)
{
    gla_array *good = gla_s_combine(s, gla_less_equal, size, gla_s_combine(s, gla_multiply, before, gla_s_number(s, 0.25)));
    return gla_s_where(s, gla_s_swap_last(s, gla_s_add_last(s, good)), dx, gla_s_number(s, 0));
}

/* Return true if every value is zero or can be squared without overflow or underflow. */
static bool in_range(gla_scope *s, const gla_array *x, double limit)
{
    double *values;
    gla_array *host = gla_s_to_host(s, x, (void **)&values);
    bool yes = host != NULL;
    for (int64_t i = 0; host && i < x->size; i++)
        yes = yes && (values[i] == 0 || (values[i] <= limit && values[i] >= 1 / limit));
    gla_s_release(s, host);
    return yes;
}

/* Return true if gradients can be computed from a and b without scaling.  In single precision this is always possible, because
 * the wide dtype has a larger range. */
static bool has_gradients(const gla_lstsq_call *p)
{
    gla_scope *s = p->c.s;
    if (!gla_lstsq_can_refine(p) || gla_real_of(p->c.dtype) == GLA_FLOAT32)
        return gla_lstsq_can_refine(p);
    return in_range(s, p->norms, 0x1p400) && in_range(s, gla_s_squares(s, p->b, -2), 0x1p800);
}

/* ---- refinement of the first x ------------------------------------------------------------------------------- */
typedef struct refining {
    gla_lstsq_call *p;
    gla_array *x;
} refining;

static bool has_gradients_of(const void *call)
{
    return has_gradients(((const refining *)call)->p);
}

/* Take two steps along gradients in doubled precision. */
static bool refine_by_gradients(void *call)
{
    refining *job = call;
    gla_lstsq_call *p = job->p;
    const gla_call *c = &p->c;
    gla_scope *s = c->s;
    gla_array *a = gla_lstsq_rows(p, p->a), *b = gla_s_contiguous(s, c->dev, c->dtype, p->b), *before = NULL, *size;
    gla_array *wide = gla_s_contiguous(s, c->dev, gla_wide_of(c->dtype), job->x);
    for (int i = 0; i < 2 && !gla_failed(c); i++, before = size) {
        gla_gram_gradient d = gla_lstsq_gradients(p, a, b, wide);
        gla_array *dx = step(p, d.g, &size);
        if (before)
            dx = zero_diverging_steps(s, size, before, dx);
        gla_array *sum = gla_s_combine(s, gla_add, wide, dx);
        wide = sum ? gla_s_contiguous(s, c->dev, sum->dtype, sum) : NULL;
        if (i == 1)
            p->residuals = gla_lstsq_last_sums(p, &d, dx);
    }
    job->x = gla_s_astype(s, c->dtype, wide);
    return true;
}

/* One step of refinement removes from x most of the rounding error of the factorisation (Björck 1996, 2.9.2). */
static bool refine_plainly(void *call)
{
    refining *job = call;
    gla_scope *s = job->p->c.s;
    gla_array *r = gla_lstsq_residual(job->p, job->x);
    job->x = gla_s_combine(s, gla_add, job->x, solve_scaled(job->p, r));
    gla_s_release(s, r);
    return true;
}

static const gla_strategy rows[] = {
    {"gradients", "after QR, at most 1024 real columns: two steps in doubled precision", GLA_SLOT(lapack, gradient),
     has_gradients_of, refine_by_gradients},
    {"residuals", "after QR: one step", GLA_NO_SLOT, NULL, refine_plainly},
};
const gla_strategies gla_refine_strategies = {"lstsq, last digits", rows};

gla_array *gla_lstsq_solve_full(gla_lstsq_call *p)
{
    refining job = {p, solve_scaled(p, p->b)};
    gla_try(&gla_refine_strategies, p->c.dev, &p->c.s->status, &job);
    return job.x;
}
