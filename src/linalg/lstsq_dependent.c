/* lstsq_dependent.c - Identification of the dependent columns of a rank-deficient matrix.
 *
 * The right singular vectors whose singular values are treated as zero span the linear dependencies.  A column can be removed
 * if one of these vectors has a large component in this column.  The last such column is chosen, so that the reported column
 * depends on earlier columns. Then that component is eliminated from the remaining vectors.  Reference: Golub, Klema and
 * Stewart, Rank degeneracy and least squares problems (1976). */
#include "complexes.h"
#include "lstsq.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAMEABLE 100    /* if there are more dependent columns, only their number is reported */
#define LARGE_SHARE 0.1 /* relative to the largest component among the candidates */

/* Return matrix i of the stack, as a view.  The stack of x has the shape of the stack of c or broadcasts to it. */
static gla_array *one_of(const gla_call *c, const gla_array *x, int64_t i)
{
    int64_t shape[GLA_MAX_NDIM], offset = 0;
    if (gla_failed(c))
        return NULL;
    const int64_t *last = x->shape + x->ndim - 2;
    for (int d = 0; d < c->nbatch; d++)
        shape[d] = c->batch[d];
    shape[c->nbatch] = last[0];
    shape[c->nbatch + 1] = last[1];
    gla_array *whole = gla_s_broadcast(c->s, x, c->nbatch + 2, shape);
    for (int d = c->nbatch; d-- > 0 && whole; i /= c->batch[d])
        offset += i % c->batch[d] * whole->strides[d];
    return whole ? gla_s_view(c->s, whole, 2, last, whole->strides + c->nbatch, offset) : NULL;
}

/* Return the matrix whose singular values determined the rank.  For a wide matrix this is the adjoint, so that rows are
 * examined. */
static gla_array *decisive(const gla_lstsq_call *p, int64_t i)
{
    const gla_call *c = &p->c;
    gla_scope *s = c->s;
    bool wide = c->m < c->n;
    gla_array *lengths = one_of(c, gla_lstsq_lengths(p), i), *scale = one_of(c, p->scale, i);
    if (!wide)
        return gla_s_combine(s, gla_divide, one_of(c, p->r.array, i), p->rcond ? scale : lengths);
    gla_array *a = one_of(c, p->a, i);
    if (!p->rcond)
        a = gla_s_combine(s, gla_divide, gla_s_combine(s, gla_multiply, a, scale), lengths);
    return gla_s_adjoint(s, a);
}

/* Return the linear dependencies, (count, n), on the host. */
static double complex *dependences(const gla_lstsq_call *p, int64_t i, int64_t n, int64_t count)
{
    void *data;
    gla_call one = p->c;
    gla_array *x = decisive(p, i);
    if (gla_failed(&one))
        return NULL;
    one.nbatch = 0;
    one.count = 1;
    one.m = x->shape[0];
    one.n = n;
    gla_array *host = gla_s_to_host(one.s, gla_svd_stack(&one, gla_s_contiguous(one.s, one.dev, one.dtype, x), 'S').vh, &data);
    gla_array *wide = host ? gla_s_contiguous(one.s, gla_device_of(host), GLA_COMPLEX128, host) : NULL;
    return wide ? (double complex *)gla_data(wide) + (n - count) * n : NULL;
}

static double length_of(const double complex *v, int64_t rows, int64_t n)
{
    double sum = 0;
    for (int64_t k = 0; k < rows; k++)
        sum += creal(v[k * n]) * creal(v[k * n]) + cimag(v[k * n]) * cimag(v[k * n]);
    return sqrt(sum);
}

/* Return the last column in which the dependencies have components nearly as large as the largest. */
static int64_t choose(const double complex *v, int64_t rows, int64_t n, const bool *chosen)
{
    double most = 0;
    int64_t j = n - 1;
    for (int64_t i = 0; i < n; i++)
        most = chosen[i] ? most : fmax(most, length_of(v + i, rows, n));
    while (j > 0 && (chosen[j] || length_of(v + j, rows, n) < LARGE_SHARE * most))
        j--;
    return j;
}

/* Apply a reflection to the rows of v that makes column j zero in all rows but the first. */
static void take_out(double complex *v, int64_t rows, int64_t n, int64_t j, double complex *u)
{
    double length = length_of(v + j, rows, n), square = 0, first = cabs(v[j]);
    for (int64_t k = 0; k < rows; k++)
        u[k] = v[k * n + j];
    u[0] += first > 0 ? length * u[0] / first : length;
    for (int64_t k = 0; k < rows; k++)
        square += creal(u[k]) * creal(u[k]) + cimag(u[k]) * cimag(u[k]);
    for (int64_t i = 0; i < n && square > 0; i++) {
        double complex dot = 0;
        for (int64_t k = 0; k < rows; k++)
            dot += conj(u[k]) * v[k * n + i];
        for (int64_t k = 0; k < rows; k++)
            v[k * n + i] -= 2 * dot / square * u[k];
    }
}

/* Return n positions, the first `count` of which are the dependent columns. */
static const int64_t *name_columns(const gla_lstsq_call *p, int64_t i, int64_t n, int64_t count)
{
    gla_scope *s = p->c.s;
    if (count > NAMEABLE)
        return NULL;
    double complex *v = dependences(p, i, n, count), *u = gla_s_memory(s, count, sizeof *u);
    int64_t *columns = gla_s_memory(s, n, sizeof *columns), found = 0;
    bool *chosen = gla_s_memory(s, n, sizeof *chosen);
    if (s->status)
        return NULL;
    for (int64_t k = 0; k < count; k++) {
        int64_t j = choose(v + k * n, count - k, n, chosen);
        chosen[j] = true;
        take_out(v + k * n, count - k, n, j, u);
    }
    for (int64_t j = 0; j < n; j++)
        if (chosen[j])
            columns[found++] = j;
    return columns;
}

void gla_lstsq_warn_deficient(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    int64_t *rank, first = -1, many = 0;
    char where[GLA_SHAPE_TEXT + 100];
    if (gla_failed(c) || !p->some_deficient || gla_policy_ignores(GLA_RANK_DEFICIENT_WARNING))
        return;
    int start = gla_scope_mark(c->s);
    gla_array *host = gla_s_to_host(c->s, p->rank, (void **)&rank);
    for (int64_t i = c->count; host && i-- > 0;)
        if (rank[i] < p->k) {
            first = i;
            many++;
        }
    if (first >= 0) {
        gla_stack_text(c, first, where, sizeof where - 60);
        if (many > 1)
            snprintf(where + strlen(where), 60, ", the first of %lld rank-deficient matrices", (long long)many);
        const gla_deficiency d = {.rank = rank[first],
                                  .lines = p->k,
                                  .wide = c->m < c->n,
                                  .dependent = name_columns(p, first, p->k, p->k - rank[first]),
                                  .where = where};
        gla_s_warn_rank_deficient(c->s, &d);
    }
    gla_scope_keep(c->s, start, NULL);
}
