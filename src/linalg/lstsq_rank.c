/* lstsq_rank.c - the rank, judged by singular values, and the solution where it is not full.
 *
 * With a D = Q R, D diagonal, the singular values of a are those of R D⁻¹, and those that decide on the rank are of R with
 * its columns made of length one: both are small problems beside the QR of a tall a. */
#include "lstsq.h"

#include <math.h>

/* Singular values of R with its columns divided by a row. */
static gla_status triangle_values(const gla_lstsq_call *p, const gla_array *row, gla_array **s)
{
    gla_call small = p->c;
    gla_matrices r = {0};
    small.m = p->k;
    gla_status st = gla_matrices_new(small.op, small.dev, small.dtype, small.nbatch, small.batch, p->k, small.n,
                                     GLA_COLUMN_MAJOR, &r);
    if (!st)
        st = gla_lstsq_map_into(&small, GLA_OP_divide, p->r.array, row, r.array);
    if (!st)
        st = gla_svd_stack(&small, r.array, 'N', NULL, s, NULL);
    gla_matrices_release(&r);
    return st;
}

/* Scaling columns to length one is within √n of the best scaling (van der Sluis 1969), so it worsens the condition by
 * at most that: with this to spare the rank is full, and the second decomposition can be saved. */
static gla_status surely_full(const gla_lstsq_call *p, bool *yes)
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

gla_status gla_lstsq_count_rank(gla_lstsq_call *p, const gla_array *mask)
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
static gla_status decide_scaled(gla_lstsq_call *p)
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
        st = gla_lstsq_count_rank(p, mask);
    gla_unref(lengths);
    gla_unref(zero);
    gla_unref(positive);
    gla_unref(one);
    gla_unref(row);
    gla_unref(s);
    gla_unref(mask);
    return st;
}

gla_status gla_lstsq_all_full(gla_lstsq_call *p)
{
    p->some_full = true;
    gla_status st = gla_array_new(p->c.op, p->c.dev, GLA_INT64, p->c.nbatch, p->c.batch, &p->rank);
    return st ? st : gla_fill(p->c.op, p->rank, (double)p->c.n);
}

/* Of numbers near the end of the range the singular values may be beyond it. */
static gla_status check_values(const gla_lstsq_call *p)
{
    bool yes;
    gla_status st = gla_all_finite(p->s, &yes);
    if (!st && !yes)
        st = gla_fail(GLA_OVERFLOW_ERROR, "%s: the singular values of a are too large for %s; use other units, so that its "
                      "numbers become smaller", p->c.op, gla_dtype_name(p->c.dtype));
    return st;
}

gla_status gla_lstsq_decide_rank(gla_lstsq_call *p, const gla_array *rcond)
{
    gla_array *mask = NULL;
    bool full = false;
    gla_status st = triangle_values(p, p->scale, &p->s);
    if (!st)
        st = check_values(p);
    if (!st && rcond) {
        st = gla_significant(&p->c, p->s, rcond, &mask);
        if (!st)
            st = gla_lstsq_count_rank(p, mask);
    } else if (!st) {
        st = surely_full(p, &full);
        if (!st && !full)
            st = decide_scaled(p);
        if (!st && full)
            st = gla_lstsq_all_full(p);
    }
    gla_unref(mask);
    return st;
}

gla_status gla_lstsq_solve_deficient(const gla_lstsq_call *p, gla_array **x)
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
