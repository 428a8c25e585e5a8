/* gram.c - Large singular values of a sparse matrix, from the eigenvalues of the smaller of AᴴA and AAᴴ.
 *
 * The eigenvectors of the smaller product are the shorter singular vectors, so no basis of the longer ones is orthogonalised.
 * Squaring loses digits of singular values that are much smaller than the largest.  If such values are wanted, or if a residual
 * is large, the search with two bases (golub.c) starts instead. */
#include "eigen/products.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/shape.h"
#include "gpulinalg/sorting.h"
#include "linalg/common.h"

#include <math.h>

#define ROUNDING 128 /* limit for residuals, in units of ε and the largest singular value; residuals of golub.c are as small */

/* Return the norms of the columns, (1, k). */
static gla_array *lengths(gla_scope *s, const gla_array *x)
{
    const gla_ints axis = {1, {0}};
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_vector_norm(x, &made, &axis, true, 2), &made);
}

static gla_array *multiply(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_matmul(x, y, &made), &made);
}

/* Return u (3 I - uᴴu)/2.  The columns are nearly orthonormal, and this step squares their deviation from orthonormality. */
static gla_array *orthonormal(gla_scope *s, gla_array *u)
{
    gla_array *gram = multiply(s, gla_s_adjoint(s, u), u);
    gla_array *half = gla_s_combine(s, gla_multiply, multiply(s, u, gram), gla_s_number(s, 0.5));
    return gla_s_combine(s, gla_subtract, gla_s_combine(s, gla_multiply, u, gla_s_number(s, 1.5)), half);
}

typedef struct triplets {
    gla_array *u, *v, *values; /* (m, k), (n, k), (1, k) */
    gla_array *left;           /* residual norms, (1, k) */
    bool descending;           /* Return true if the values are in descending order.  Values that are equal up to rounding may
                                * be in any order. */
} triplets;

/* Return true if the residuals are small, and the values large, relative to the largest value.  Return false for NaN. */
static bool are_good(gla_scope *s, const eigen_solver *q, triplets *t)
{
    double *values = NULL, *left = NULL, eps = eigen_epsilon(q->v.dtype), first = 0, least = INFINITY, rest = 0;
    gla_s_to_host(s, gla_s_astype(s, GLA_FLOAT64, t->values), (void **)&values);
    gla_s_to_host(s, gla_s_astype(s, GLA_FLOAT64, t->left), (void **)&left);
    t->descending = true;
    for (int i = 0; i < q->k && !s->status; i++) {
        if (isnan(values[i]) || isnan(left[i]))
            return false;
        t->descending = t->descending && (i == 0 || values[i] <= values[i - 1]);
        first = fmax(first, values[i]);
        least = fmin(least, values[i]);
        rest = fmax(rest, left[i]);
    }
    bool large = least * EIGEN_GRAM_RATIO >= first && first > (eps > 0x1p-30 ? 0x1p-40 : 0x1p-400);
    return !s->status && large && rest <= fmax(ROUNDING * eps * first, q->tol * least);
}

static gla_array *take_columns(gla_scope *s, const gla_array *x, const gla_array *places)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_take_along_axis(x, places, &made, 1), &made);
}

static void sort_triplets(gla_scope *s, triplets *t)
{
    gla_array *places = NULL;
    if (s->status || !gla_s_adopt(s, gla_argsort(t->values, &places, 1, true, true), &places))
        return;
    t->u = take_columns(s, t->u, places);
    t->v = take_columns(s, t->v, places);
    t->values = take_columns(s, t->values, places);
}

/* Compute triplets, with the largest value first, from eigenvectors of the smaller product.  Return false if the triplets are
 * not accurate enough. */
static bool make_triplets(gla_scope *s, const eigen_solver *q, const gla_sparse *a, gla_array *out[3])
{
    const gla_ints axis = {1, {1}};
    bool flipped = sparse_m(a) < sparse_n(a);
    triplets t = {0};
    if (s->status || !gla_s_adopt(s, gla_flip(q->vectors, &t.v, &axis), &t.v))
        return false;
    gla_array *w = eigen_product(s, a, flipped, t.v);
    t.values = lengths(s, w);
    t.u = orthonormal(s, gla_s_combine(s, gla_divide, w, t.values));
    gla_array *back = eigen_product(s, a, !flipped, t.u);
    t.left = lengths(s, gla_s_combine(s, gla_subtract, back, gla_s_combine(s, gla_multiply, t.v, t.values)));
    if (!are_good(s, q, &t))
        return false;
    if (!t.descending)
        sort_triplets(s, &t);
    gla_array *right = flipped ? t.u : t.v;
    out[0] = eigen_normal_signs(s, flipped ? t.v : t.u, &right);
    out[1] = s->status ? NULL : gla_s_view(s, t.values, 1, (int64_t[]){q->k}, (int64_t[]){1}, 0);
    out[2] = gla_s_adjoint(s, right);
    return !s->status;
}

bool eigen_by_gram(gla_scope *s, const eigen_request *wanted, const gla_sparse *a, gla_array *out[3])
{
    eigen_request r = *wanted;
    eigen_products p = {.a = a, .gram = true};
    bool found = false;
    if (s->status || r.which[0] != 'L')
        return false;
    r.kind = EIGEN_HERMITIAN;
    r.rows = r.n = r.rows < r.n ? r.rows : r.n;
    r.which = "LA";
    gla_scope inner;
    gla_scope_begin(&inner, s->op);
    eigen_solver *q = eigen_begin(&inner, &r);
    if (q)
        eigen_serve(&inner, q, &p);
    if (q && !inner.status && q->done)
        found = make_triplets(&inner, q, a, out);
    for (int i = 0; i < 3 && found; i++)
        gla_s_own(s, gla_ref(out[i]));
    gla_object_unref(q);
    gla_status st = gla_scope_end(&inner);
    if (st != GLA_NON_FINITE_ERROR) /* the square of an element may overflow although the element is finite */
        gla_s_check(s, st);
    return found && !s->status;
}
