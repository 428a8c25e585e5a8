/* gram.c - large singular values of a sparse matrix by the eigenvalues of the smaller one of AᴴA and AAᴴ.
 *
 * Its vectors are the shorter ones, and no basis of the longer ones is made orthogonal.  Squares cost digits of
 * singular values that are small beside the largest: where such are wanted, or a residual turns out to be large, the
 * search with two bases (golub.c) begins instead. */
#include "eigen/products.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/shape.h"

#include <math.h>

#define ROUNDING 128 /* residuals as small as those of golub.c, in units of ε and the largest singular value */

static gla_array *adjoint_of(gla_scope *s, const gla_array *x)
{
    gla_array *turned = gla_s_swap_last(s, x);
    return turned && gla_dtype_is_complex(x->dtype) ? gla_s_apply(s, gla_conj, turned) : turned;
}

/* The lengths of columns, (1, k). */
static gla_array *lengths(gla_scope *s, const gla_array *x)
{
    const gla_ints axis = {1, {0}};
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_made(s, gla_vector_norm(x, &made, &axis, true, 2), &made);
}

static gla_array *multiply(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *made = NULL;
    return s->status ? NULL : gla_s_made(s, gla_matmul(x, y, &made), &made);
}

/* u (3 I - uᴴu)/2: columns that are nearly orthonormal become so to the square of that. */
static gla_array *orthonormal(gla_scope *s, gla_array *u)
{
    gla_array *gram = multiply(s, adjoint_of(s, u), u);
    gla_array *half = gla_s_combine(s, gla_multiply, multiply(s, u, gram), gla_s_number(s, 0.5));
    return gla_s_combine(s, gla_subtract, gla_s_combine(s, gla_multiply, u, gla_s_number(s, 1.5)), half);
}

/* Whether the largest of `left` is within the limit, the largest of the values being `first`; NaN is not. */
static bool is_within(gla_scope *s, const eigen_solver *q, const gla_array *left, const gla_array *values, bool *large)
{
    double *rest = NULL, *first = NULL, *least = NULL, eps = eigen_epsilon(q->v.dtype);
    gla_s_to_host(s, gla_s_typed(s, GLA_FLOAT64, gla_s_reduce_all(s, gla_max, left)), (void **)&rest);
    gla_s_to_host(s, gla_s_typed(s, GLA_FLOAT64, gla_s_reduce_all(s, gla_max, values)), (void **)&first);
    gla_s_to_host(s, gla_s_typed(s, GLA_FLOAT64, gla_s_reduce_all(s, gla_min, values)), (void **)&least);
    if (s->status)
        return false;
    *large = *least * EIGEN_GRAM_RATIO >= *first && *first > (eps > 0x1p-30 ? 0x1p-40 : 0x1p-400);
    return *rest <= fmax(ROUNDING * eps * *first, q->tol * *least);
}

/* From eigenvectors of the smaller product the triplets, the largest first; false: not good enough. */
static bool make_triplets(gla_scope *s, const eigen_solver *q, const gla_sparse *a, gla_array *out[3])
{
    const gla_ints axis = {1, {1}};
    bool flipped = sparse_m(a) < sparse_n(a), large = false;
    gla_array *v = NULL;
    if (s->status || !gla_s_made(s, gla_flip(q->vectors, &v, &axis), &v))
        return false;
    gla_array *w = eigen_product(s, a, flipped, v), *values = lengths(s, w);
    gla_array *u = orthonormal(s, gla_s_combine(s, gla_divide, w, values));
    gla_array *back = eigen_product(s, a, !flipped, u);
    gla_array *left = lengths(s, gla_s_combine(s, gla_subtract, back, gla_s_combine(s, gla_multiply, v, values)));
    if (!is_within(s, q, left, values, &large) || !large)
        return false;
    gla_array *right = flipped ? u : v;
    out[0] = eigen_normal_signs(s, flipped ? v : u, &right);
    out[1] = s->status ? NULL : gla_s_view(s, values, 1, (int64_t[]){q->k}, (int64_t[]){1}, 0);
    out[2] = adjoint_of(s, right);
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
    if (st != GLA_NON_FINITE_ERROR) /* a square may overflow where the number does not */
        gla_s_check(s, st);
    return found && !s->status;
}
