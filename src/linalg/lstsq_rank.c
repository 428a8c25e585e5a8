/* lstsq_rank.c - Rank of least squares problems from singular values, and minimum-norm solutions.
 *
 * If a D = Q R with a diagonal matrix D, then a and R D⁻¹ have the same singular values.  The rank is decided by the singular
 * values of R with columns of unit norm.  Both singular value problems are small compared with the QR factorisation of a tall
 * a. */
#include "lstsq.h"
#include "elementwise/ops.h"

#include <math.h>

/* Return the singular values of R after division of each column by its element of a row vector. */
static gla_array *triangle_values(const gla_lstsq_call *p, const gla_array *row)
{
    gla_call small = p->c;
    small.m = p->k;
    int start = gla_scope_mark(small.s);
    gla_matrices r = gla_call_matrices(&small, p->k, small.n, GLA_COLUMN_MAJOR);
    gla_lstsq_map_into(&small, GLA_OP_divide, p->r.array, row, r.array);
    return gla_scope_keep(small.s, start, gla_svd_stack(&small, r.array, 'N').s);
}

double gla_lstsq_full_rank_threshold(const gla_lstsq_call *p)
{
    return 2 * sqrt((double)p->c.n) * (double)(p->c.m > p->c.n ? p->c.m : p->c.n) * gla_epsilon(p->c.dtype);
}

static bool surely_full(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    double factor = gla_lstsq_full_rank_threshold(p);
    void *data;
    if (p->k < c->n)
        return false;
    gla_array *host = gla_s_to_host(c->s, p->s, &data);
    gla_array *wide = host ? gla_s_contiguous(c->s, gla_device_of(host), GLA_FLOAT64, host) : NULL;
    const double *s = wide ? gla_data(wide) : NULL;
    bool yes = s != NULL;
    for (int64_t i = 0; s && i < c->count; i++, s += p->k)
        yes = yes && s[p->k - 1] > factor * s[0];
    return yes;
}

void gla_lstsq_count_rank(gla_lstsq_call *p, const gla_array *mask)
{
    int64_t *rank;
    p->rank = gla_s_sum(p->c.s, mask, -1, GLA_INT64);
    gla_array *host = gla_s_to_host(p->c.s, p->rank, (void **)&rank);
    for (int64_t i = 0; host && i < p->c.count; i++)
        *(rank[i] == p->c.n ? &p->some_full : &p->some_deficient) = true;
}

gla_array *gla_lstsq_lengths(const gla_lstsq_call *p)
{
    gla_scope *s = p->c.s;
    gla_array *lengths = gla_s_combine(s, gla_multiply, p->norms, p->scale);
    gla_array *positive = gla_s_combine(s, gla_greater, lengths, gla_s_number(s, 0));
    return gla_s_where(s, positive, lengths, gla_s_number(s, 1));
}

/* Determine the rank from the scaled matrix; a zero column stays zero. */
static void decide_scaled(gla_lstsq_call *p)
{
    gla_lstsq_count_rank(p, gla_significant(&p->c, triangle_values(p, gla_lstsq_lengths(p)), NULL));
}

void gla_lstsq_all_full(gla_lstsq_call *p)
{
    p->some_full = true;
    p->rank = gla_call_new(&p->c, GLA_INT64, -1);
    gla_s_fill(p->c.s, p->rank, (double)p->c.n);
}

void gla_lstsq_decide_rank(gla_lstsq_call *p)
{
    gla_scope *s = p->c.s;
    p->s = triangle_values(p, p->scale);
    /* The singular values of very large elements may overflow. */
    if (!gla_call_finite(&p->c, p->s))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the singular values of a are too large for %s; rescale a", p->c.op,
                   gla_dtype_name(p->c.dtype));
    if (p->rcond)
        gla_lstsq_count_rank(p, gla_significant(&p->c, p->s, p->rcond));
    else if (surely_full(p))
        gla_lstsq_all_full(p);
    else
        decide_scaled(p);
}

/* Return a mask, (..., k), of the singular values that are treated as nonzero. */
static gla_array *counted(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    gla_scope *s = c->s;
    gla_array *count, *order;
    count = gla_failed(c) ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &p->k, &count), &count);
    order = gla_failed(c) ? NULL : gla_s_adopt(s, gla_arange(count, &order, NULL, NULL, GLA_INT64, c->dev->name), &order);
    return gla_s_combine(s, gla_less, order, gla_s_add_last(s, p->rank));
}

/* Return the shortest of the solutions E (y + V₂ t).  E scales the columns of a to unit norm.  V₂ contains the right singular
 * vectors of a E whose singular values are treated as zero, and t = −(E V₂)⁺ E y.  a x is correct for every t, however
 * different the column norms are. */
static gla_array *shorten(const gla_lstsq_call *p, const gla_singular *f, const gla_array *mask, const gla_array *units,
                          const gla_array *y)
{
    gla_scope *s = p->c.s;
    gla_call square = p->c;
    gla_array *column = gla_s_swap_last(s, units), *kept = gla_s_swap_last(s, gla_s_add_last(s, mask));
    gla_array *free = gla_s_where(s, kept, gla_s_number(s, 0), gla_s_adjoint(s, f->vh));
    gla_array *scaled = gla_s_combine(s, gla_multiply, free, column);
    if (gla_failed(&square))
        return NULL;
    square.m = square.n;
    gla_singular g = gla_svd_stack(&square, gla_s_contiguous(s, square.dev, square.dtype, scaled), 'S');
    gla_array *is_large = gla_failed(&square) ? NULL : gla_significant(&square, g.s, NULL);
    gla_array *t = gla_failed(&square) ? NULL
                                       : gla_apply_pinv(&square, &g, is_large, gla_s_combine(s, gla_multiply, y, column));
    gla_array *less = gla_failed(&square) ? NULL : gla_call_product(&square, free, t);
    return gla_s_combine(s, gla_multiply, gla_s_combine(s, gla_subtract, y, less), column);
}

gla_array *gla_lstsq_solve_deficient(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    gla_scope *s = c->s;
    int start = gla_scope_mark(s);
    bool scales = !p->rcond && c->m >= c->n; /* the scaled columns have determined the rank */
    gla_array *units = scales ? gla_s_combine(s, gla_divide, p->scale, gla_lstsq_lengths(p)) : NULL;
    gla_array *a = scales ? gla_s_combine(s, gla_multiply, p->a, units) : p->a;
    if (gla_failed(c))
        return NULL;
    gla_singular f = gla_svd_stack(c, a, 'S');
    gla_array *mask = counted(p);
    gla_array *x = gla_failed(c) ? NULL : gla_apply_pinv(c, &f, mask, p->b);
    return gla_scope_keep(s, start, scales ? shorten(p, &f, mask, units, x) : x);
}
