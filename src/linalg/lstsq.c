/* lstsq.c - least squares by scaled QR, with the rank judged by singular values.
 *
 * The columns are scaled by powers of two to lengths in [1, 2), so that scaling brings no rounding of its own into a, b
 * or x.  With a D = Q R, D diagonal, the singular values of a are those of R D⁻¹, and those that decide on the rank are
 * of R with its columns made of length one: both are small problems beside the QR of a tall a. */
#include "common.h"

#include <math.h>

typedef struct lstsq {
    gla_call c;
    int64_t k;        /* min(m, n) */
    gla_array *a, *b; /* of the type computed in */
    gla_array *norms; /* of the columns, (..., 1, n) */
    gla_array *scale; /* D, (..., 1, n) */
    gla_matrices qr;     /* of a D, column-major */
    gla_array *tau;
    gla_matrices r;      /* the triangle alone, (..., k, n) */
    gla_array *s, *rank;
    bool some_full, some_deficient; /* among the matrices of the stack */
} lstsq;

static void release(lstsq *p)
{
    gla_array *owned[] = {p->a, p->b, p->norms, p->scale, p->tau, p->s, p->rank};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        gla_unref(owned[i]);
    gla_matrices_release(&p->qr);
    gla_matrices_release(&p->r);
    gla_call_end(&p->c);
}

/* 2^-⌊log2 length⌋, kept away from overflow; of a zero column any finite number will do. */
static gla_status power_of_two(const gla_array *lengths, gla_array **scale)
{
    double limit = lengths->dtype == GLA_FLOAT32 ? 120 : 1000;
    gla_array *logs = NULL, *floors = NULL, *exponents = NULL, *low = NULL, *high = NULL, *capped = NULL, *both = NULL;
    gla_array *two = NULL;
    gla_status st = gla_log2(lengths, &logs);
    if (!st)
        st = gla_floor(logs, &floors);
    if (!st)
        st = gla_negative(floors, &exponents);
    if (!st)
        st = gla_number(-limit, &low);
    if (!st)
        st = gla_number(limit, &high);
    if (!st)
        st = gla_minimum(exponents, high, &capped);
    if (!st)
        st = gla_maximum(capped, low, &both);
    if (!st)
        st = gla_number(2, &two);
    if (!st)
        st = gla_pow(two, both, scale);
    gla_unref(logs);
    gla_unref(floors);
    gla_unref(exponents);
    gla_unref(low);
    gla_unref(high);
    gla_unref(capped);
    gla_unref(both);
    gla_unref(two);
    return st;
}

/* Lengths of the columns of a and their scale, each as a row beside a. */
static gla_status measure(lstsq *p)
{
    gla_array *columns = NULL, *lengths = NULL, *upright = NULL;
    gla_status st = gla_swap_last(p->a, &columns);
    if (!st)
        st = gla_length_last(p->c.op, columns, &lengths);
    if (!st)
        st = gla_add_last(lengths, &upright);
    if (!st)
        st = gla_swap_last(upright, &p->norms);
    if (!st)
        st = power_of_two(p->norms, &p->scale);
    gla_unref(columns);
    gla_unref(lengths);
    gla_unref(upright);
    return st;
}

/* dst = x op y through the slot itself, because dst has an order of its own. */
static gla_status map_into(const gla_call *c, gla_op op, const gla_array *x, const gla_array *y, gla_array *dst)
{
    gla_array *in[2] = {NULL, NULL};
    if (!c->dev->backend->array->map)
        return gla_fail_unsupported(c->op, c->dev);
    gla_status st = gla_broadcast_view(x, dst->ndim, dst->shape, &in[0]);
    if (!st)
        st = gla_broadcast_view(y, dst->ndim, dst->shape, &in[1]);
    if (!st) {
        void *state = gla_work_begin((double)dst->size);
        st = c->dev->backend->array->map(c->dev, op, c->dtype, 2, (const gla_array *const *)in, dst);
        gla_work_end(state);
    }
    gla_unref(in[0]);
    gla_unref(in[1]);
    return st;
}

static gla_status factor(lstsq *p)
{
    const gla_call *c = &p->c;
    gla_matrices top = {0};
    gla_status st = measure(p);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->m, c->n, GLA_COLUMN_MAJOR, &p->qr);
    if (!st)
        st = map_into(c, GLA_OP_multiply, p->a, p->scale, p->qr.array);
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

/* Singular values of R with its columns divided by a row. */
static gla_status triangle_values(const lstsq *p, const gla_array *row, gla_array **s)
{
    gla_call small = p->c;
    gla_matrices r = {0};
    small.m = p->k;
    gla_status st = gla_matrices_new(small.op, small.dev, small.dtype, small.nbatch, small.batch, p->k, small.n,
                                     GLA_COLUMN_MAJOR, &r);
    if (!st)
        st = map_into(&small, GLA_OP_divide, p->r.array, row, r.array);
    if (!st)
        st = gla_svd_stack(&small, r.array, 'N', NULL, s, NULL);
    gla_matrices_release(&r);
    return st;
}

/* Scaling columns to length one is within √n of the best scaling (van der Sluis 1969), so it worsens the condition by
 * at most that: with this to spare the rank is full, and the second decomposition can be saved. */
static gla_status surely_full(const lstsq *p, bool *yes)
{
    gla_array *host = NULL, *wide = NULL;
    const gla_call *c = &p->c;
    double factor = 2 * sqrt((double)c->n) * (double)(c->m > c->n ? c->m : c->n) * gla_epsilon(c->dtype);
    void *data;
    *yes = false;
    if (p->k < c->n)
        return GLA_OK;
    gla_status st = gla_to_host(p->s, &host, &data);
    if (!st)
        st = gla_array_contiguous(c->op, gla_device_of(host), GLA_FLOAT64, host, &wide);
    if (!st) {
        const double *s = gla_data(wide);
        *yes = true;
        for (int64_t i = 0; i < c->count; i++, s += p->k)
            *yes = *yes && s[p->k - 1] > factor * s[0];
    }
    gla_unref(host);
    gla_unref(wide);
    return st;
}

/* rank from what the mask keeps, and whether the stack has matrices of full column rank, and others. */
static gla_status count_rank(lstsq *p, const gla_array *mask)
{
    gla_array *host = NULL;
    gla_ints last = {1, {-1}};
    int64_t *rank;
    gla_status st = gla_sum(mask, &p->rank, &last, GLA_INT64, false);
    if (!st)
        st = gla_to_host(p->rank, &host, (void **)&rank);
    for (int64_t i = 0; !st && i < p->c.count; i++)
        *(rank[i] == p->c.n ? &p->some_full : &p->some_deficient) = true;
    gla_unref(host);
    return st;
}

/* The scaled matrix decides; a zero column keeps its zeros. */
static gla_status decide_scaled(lstsq *p)
{
    gla_array *lengths = NULL, *zero = NULL, *positive = NULL, *one = NULL, *row = NULL, *s = NULL, *mask = NULL;
    gla_status st = gla_multiply(p->norms, p->scale, &lengths);
    if (!st)
        st = gla_number(0, &zero);
    if (!st)
        st = gla_number(1, &one);
    if (!st)
        st = gla_greater(lengths, zero, &positive);
    if (!st)
        st = gla_where(positive, lengths, one, &row);
    if (!st)
        st = triangle_values(p, row, &s);
    if (!st)
        st = gla_significant(&p->c, s, NULL, &mask);
    if (!st)
        st = count_rank(p, mask);
    gla_unref(lengths);
    gla_unref(zero);
    gla_unref(positive);
    gla_unref(one);
    gla_unref(row);
    gla_unref(s);
    gla_unref(mask);
    return st;
}

static gla_status decide_rank(lstsq *p, const gla_array *rcond)
{
    gla_array *mask = NULL;
    bool full = false;
    gla_status st = triangle_values(p, p->scale, &p->s);
    if (!st && rcond) {
        st = gla_significant(&p->c, p->s, rcond, &mask);
        if (!st)
            st = count_rank(p, mask);
    } else if (!st) {
        st = surely_full(p, &full);
        if (!st && !full)
            st = decide_scaled(p);
        if (!st && full) {
            p->some_full = true;
            st = gla_array_new(p->c.op, p->c.dev, GLA_INT64, p->c.nbatch, p->c.batch, &p->rank);
            if (!st)
                st = gla_fill(p->c.op, p->rank, (double)p->c.n);
        }
    }
    gla_unref(mask);
    return st;
}

/* x = D R⁻¹ Qᴴ b. */
static gla_status solve_scaled(const lstsq *p, const gla_array *b, gla_array **x)
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

/* b - a x */
static gla_status residual(const lstsq *p, const gla_array *x, gla_array **r)
{
    gla_array *fitted = NULL;
    gla_status st = gla_product(p->c.op, p->c.dev, p->c.dtype, p->a, x, false, &fitted);
    if (!st)
        st = gla_subtract(p->b, fitted, r);
    gla_unref(fitted);
    return st;
}

/* One step of refinement takes out most of what the factorisation's own rounding left in x (Björck 1996, 2.9.2). */
static gla_status solve_full(const lstsq *p, gla_array **x)
{
    gla_array *first = NULL, *r = NULL, *correction = NULL;
    gla_status st = solve_scaled(p, p->b, &first);
    if (!st)
        st = residual(p, first, &r);
    if (!st)
        st = solve_scaled(p, r, &correction);
    if (!st)
        st = gla_add(first, correction, x);
    gla_unref(first);
    gla_unref(r);
    gla_unref(correction);
    return st;
}

/* The shortest x, from the `rank` largest singular values. */
static gla_status solve_deficient(const lstsq *p, gla_array **x)
{
    const gla_call *c = &p->c;
    gla_array *u = NULL, *s = NULL, *vh = NULL, *count = NULL, *order = NULL, *rank = NULL, *mask = NULL;
    gla_status st = gla_svd_stack(c, p->a, 'S', &u, &s, &vh);
    if (!st)
        st = gla_scalar(GLA_INT64, &p->k, &count);
    if (!st)
        st = gla_arange(count, &order, NULL, NULL, GLA_INT64, c->dev->name);
    if (!st)
        st = gla_add_last(p->rank, &rank);
    if (!st)
        st = gla_less(order, rank, &mask);
    if (!st)
        st = gla_apply_pinv(c, u, s, vh, mask, p->b, x);
    gla_unref(u);
    gla_unref(s);
    gla_unref(vh);
    gla_unref(count);
    gla_unref(order);
    gla_unref(rank);
    gla_unref(mask);
    return st;
}

/* Some matrices of the stack have full rank, others not: take each solution from where it belongs. */
static gla_status choose(const lstsq *p, const gla_array *full, const gla_array *deficient, gla_array **x)
{
    gla_array *n = NULL, *is_full = NULL, *column = NULL, *square = NULL;
    gla_status st = gla_scalar(GLA_INT64, &p->c.n, &n);
    if (!st)
        st = gla_equal(p->rank, n, &is_full);
    if (!st)
        st = gla_add_last(is_full, &column);
    if (!st)
        st = gla_add_last(column, &square);
    if (!st)
        st = gla_where(square, full, deficient, x);
    gla_unref(n);
    gla_unref(is_full);
    gla_unref(column);
    gla_unref(square);
    return st;
}

static gla_status solve(const lstsq *p, gla_array **x)
{
    gla_array *full = NULL, *deficient = NULL;
    gla_status st = p->some_full ? solve_full(p, &full) : GLA_OK;
    if (!st && p->some_deficient)
        st = solve_deficient(p, &deficient);
    if (!st && full && deficient)
        st = choose(p, full, deficient, x);
    else if (!st)
        *x = gla_ref(full ? full : deficient);
    gla_unref(full);
    gla_unref(deficient);
    return st;
}

/* Sums of squares of the columns of r, (..., m, k). */
static gla_status column_sums(const gla_array *r, gla_array **out)
{
    gla_array *dots;
    gla_status st = gla_vecdot(r, r, &dots, -2);
    if (st)
        return st;
    st = gla_real(dots, out);
    gla_unref(dots);
    return st;
}

static gla_status residual_sums(const lstsq *p, const gla_array *x, gla_array **out)
{
    gla_array *r = NULL;
    gla_status st = residual(p, x, &r);
    if (!st)
        st = column_sums(r, out);
    gla_unref(r);
    return st;
}

/* No rows, no columns or no matrices: x is zero, all of b is left. */
static gla_status solve_empty(lstsq *p, gla_array **x, gla_array **residuals)
{
    const gla_call *c = &p->c;
    gla_matrices solution = {0}, rest = {0};
    int64_t nrhs = p->b->shape[p->b->ndim - 1], shape[GLA_MAX_NDIM];
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = p->k;
    gla_status st = gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch + 1, shape, &p->s);
    if (!st)
        st = gla_array_new(c->op, c->dev, GLA_INT64, c->nbatch, c->batch, &p->rank);
    if (!st)
        st = gla_fill(c->op, p->rank, 0);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, nrhs, GLA_ROW_MAJOR, &solution);
    *x = solution.array;
    if (!st)
        st = gla_fill(c->op, *x, 0);
    if (!st)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, p->b, c->nbatch, c->batch, GLA_ROW_MAJOR, &rest);
    if (!st)
        st = column_sums(rest.array, residuals);
    gla_matrices_release(&rest);
    return st;
}

static gla_status begin(lstsq *p, const gla_array *a, const gla_array *b, bool *vector)
{
    *p = (lstsq){.k = 0};
    gla_status st = gla_call_begin_pair(&p->c, "lstsq", a, b, false, vector);
    if (!st)
        st = gla_typed(p->c.op, p->c.dtype, p->c.a, &p->a);
    if (!st)
        st = gla_typed(p->c.op, p->c.dtype, p->c.b, &p->b);
    if (!st)
        st = gla_require_finite(p->c.op, "a", p->a);
    if (!st)
        st = gla_require_finite(p->c.op, "b", p->b);
    p->k = p->c.m < p->c.n ? p->c.m : p->c.n;
    return st;
}

gla_status gla_lstsq(const gla_array *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                     gla_array **s, const gla_array *rcond)
{
    lstsq p;
    bool vector;
    *x = *residuals = *rank = *s = NULL;
    if (rcond && (gla_dtype_is_complex(rcond->dtype) || rcond->dtype == GLA_BOOL))
        return gla_fail(GLA_DTYPE_ERROR, "lstsq: rcond is %s, but it must be real", gla_dtype_name(rcond->dtype));
    gla_status st = begin(&p, a, b, &vector);
    if (!st && (p.k == 0 || p.c.count == 0)) {
        st = solve_empty(&p, x, residuals);
    } else if (!st) {
        st = factor(&p);
        if (!st)
            st = decide_rank(&p, rcond);
        if (!st)
            st = solve(&p, x);
        if (!st)
            st = residual_sums(&p, *x, residuals);
    }
    if (!st && vector)
        st = gla_drop_last(x);
    if (!st && vector)
        st = gla_drop_last(residuals);
    if (!st) {
        *rank = gla_ref(p.rank);
        *s = gla_ref(p.s);
    } else {
        gla_unref(*x);
        gla_unref(*residuals);
        *x = *residuals = NULL;
    }
    release(&p);
    return st;
}
