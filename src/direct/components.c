/* components.c - Componentwise backward error of a solution (Oettli and Prager).  The residual of each equation is divided by
 * the magnitude of the terms of this equation, and so does not depend on the units of other equations. */
#include "direct/direct.h"

#include "elementwise/where.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/sparse_maps.h"

#include <float.h>
#include <math.h>

/* The smallest number with full relative precision. */
#define LEAST (DBL_MIN / DBL_EPSILON)

void direct_drop_sizes(gla_sparse_factorization *f, gla_sparse *const kept[2])
{
    for (int i = 0; i < 2; i++) {
        if (kept && kept[i])
            continue;
        gla_object_unref(f->sizes[i]);
        f->sizes[i] = NULL;
    }
}

/* Return |a| in the format required for products with op(a).  The caller must hold the lock. */
static const gla_sparse *sizes_of(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans)
{
    bool by_columns = trans != GLA_NO_TRANS;
    gla_sparse **kept = &((gla_sparse_factorization *)f)->sizes[by_columns];
    if (*kept || s->status)
        return *kept;
    const sparse_use use = sparse_in(s, f->a, by_columns);
    if (!s->status)
        gla_s_check(s, gla_sparse_abs(use.form, kept));
    sparse_used(s->status, &use);
    return *kept;
}

static gla_array *size(gla_scope *s, const gla_array *x)
{
    return gla_s_combine(s, gla_add, gla_s_apply(s, gla_abs, x), gla_s_number(s, LEAST));
}

/* Return |op(a)||x| + |b|, (k, n). */
static gla_array *terms_of(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                           const gla_array *x)
{
    const gla_sparse *a = sizes_of(s, f, trans);
    gla_array *product = s->status ? NULL : direct_product(s, a, trans == GLA_NO_TRANS ? trans : GLA_TRANS, size(s, x));
    return gla_s_combine(s, gla_add, product, size(s, b));
}

static void fetch_shares(gla_scope *s, gla_array *from, double **to)
{
    gla_s_to_host(s, gla_s_astype(s, GLA_FLOAT64, from), (void **)to);
}

gla_array *direct_measure(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                          const gla_array *x, direct_shares *shares)
{
    gla_array *rest, *whole = direct_residual(s, f, trans, b, x, &rest);
    gla_array *equation = direct_sizes(s, gla_s_combine(s, gla_divide, rest, terms_of(s, f, trans, b, x)));
    double *wholes = NULL, *equations = NULL;
    fetch_shares(s, whole, &wholes);
    fetch_shares(s, equation, &equations);
    for (int64_t i = 0; !s->status && i < b->shape[0]; i++)
        shares[i] = (direct_shares){isnan(wholes[i]) ? INFINITY : wholes[i], isnan(equations[i]) ? INFINITY : equations[i]};
    return rest;
}

gla_array *direct_column_sizes(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans)
{
    const gla_sparse *a = sizes_of(s, f, trans);
    gla_array *made = NULL;
    if (s->status || !gla_s_adopt(s, gla_sparse_max(a, &made, trans == GLA_NO_TRANS ? 0 : 1), &made))
        return NULL;
    return gla_s_view(s, made, 2, (int64_t[]){1, made->size}, (int64_t[]){made->size, 1}, 0);
}

/* The terms of an equation may be no larger than the rounding errors of the largest unknowns, in the units of their columns.
 * The residual of such an equation is measured relative to these rounding errors, as Arioli, Demmel and Duff do. */
double direct_worst_equation(gla_scope *s, const gla_sparse_factorization *f, gla_trans trans, const gla_array *b,
                             const gla_array *x)
{
    const gla_ints along = {1, {1}};
    gla_array *sum = NULL;
    double *worst = NULL, rounding = 1000 * (double)direct_order(f) * DBL_EPSILON;
    int start = gla_scope_mark(s);
    gla_array *rest = gla_s_combine(s, gla_subtract, b, direct_product(s, f->a, trans, x));
    gla_array *terms = terms_of(s, f, trans, b, x), *columns = direct_column_sizes(s, f, trans);
    gla_array *units = gla_s_combine(s, gla_divide, gla_s_number(s, 1), columns);
    gla_array *rows = s->status ? NULL
                                : direct_product(s, sizes_of(s, f, trans), trans == GLA_NO_TRANS ? trans : GLA_TRANS, units);
    gla_array *unknowns = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_abs, x), columns);
    gla_array *largest = gla_s_combine(s, gla_multiply, rows, direct_sizes(s, unknowns));
    gla_array *limit = gla_s_combine(s, gla_multiply, gla_s_combine(s, gla_add, largest, gla_s_apply(s, gla_abs, b)),
                                     gla_s_number(s, rounding));
    if (!s->status)
        gla_s_adopt(s, gla_sum(unknowns, &sum, &along, GLA_NO_DTYPE, true), &sum);
    sum = gla_s_combine(s, gla_multiply, rows, sum);
    terms = gla_s_where(s, gla_s_combine(s, gla_less_equal, terms, limit), gla_s_combine(s, gla_add, terms, sum), terms);
    gla_array *shares = direct_sizes(s, gla_s_combine(s, gla_divide, rest, terms));
    double found = INFINITY;
    if (gla_s_to_host(s, gla_s_reduce_all(s, gla_max, shares), (void **)&worst) && !isnan(*worst))
        found = *worst;
    gla_scope_keep(s, start, NULL);
    return found;
}
