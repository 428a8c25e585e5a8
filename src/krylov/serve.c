/* serve.c - Products with sparse matrices and preconditioners that an iteration requests. */
#include "krylov/krylov.h"

#include "sparse/sparse.h"

static void check_shape(gla_sparse_iteration *q, gla_scope *s, const gla_sparse *a)
{
    int64_t m = sparse_m(a), n = sparse_n(a);
    if (!q->method->least_squares && m != n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: A is %lld x %lld, but it must be square; use lsmr", s->op, (long long)m,
                   (long long)n);
    else if (m != q->m || (q->n >= 0 && n != q->n))
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   m == q->m ? "%s: A is %lld x %lld and b has %lld rows, but the rows of x0 do not match the columns of A"
                             : "%s: A is %lld x %lld, but b has %lld rows",
                   s->op, (long long)m, (long long)n, (long long)q->m);
    else if (q->n < 0)
        q->n = n;
}

void krylov_serve(gla_sparse_iteration *q, gla_scope *s, const gla_sparse *a, const gla_sparse_preconditioner *m)
{
    if (a && !s->status)
        check_shape(q, s, a);
    if (s->status)
        return;
    krylov_advance(q, s);
    while (!s->status && !q->done && !q->paused) {
        int mark = gla_scope_mark(s);
        gla_array *x = krylov_requested(q, s), *made = NULL, *product = NULL;
        if (q->want == WANT_A && a && !s->status)
            product = gla_s_adopt(s, gla_sparse_dot(a, x, &made), &made);
        else if (q->want == WANT_ADJOINT && a)
            product = sparse_adjoint_product(s, a, x);
        else if (q->want == WANT_M && m && !s->status)
            product = gla_s_adopt(s, gla_sparse_preconditioner_apply(m, x, &made), &made);
        else
            return;
        krylov_take(q, s, product);
        krylov_advance(q, s);
        gla_scope_keep(s, mark, NULL);
    }
}
