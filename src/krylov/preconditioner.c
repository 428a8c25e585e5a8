/* preconditioner.c - The preconditioner class, and the Jacobi preconditioner. */
#include "krylov/preconditioner.h"
#include "runtime/allocation.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"
#include "runtime/object.h"
#include "sparse/sparse.h"

static void destroy(void *object)
{
    gla_sparse_preconditioner *m = object;
    gla_unref(m->scale);
    for (int i = 0; i < PRECONDITIONER_PARTS; i++)
        gla_object_unref(m->matrix[i]);
    gla_free(m);
}

const gla_class gla_sparse_preconditioner_class = {.name = "Preconditioner", .destroy = destroy};

gla_sparse_preconditioner *preconditioner_new(gla_scope *s, int64_t n, preconditioner_apply *apply)
{
    gla_sparse_preconditioner *m = s->status ? NULL : gla_object_new(s->op, &gla_sparse_preconditioner_class, NULL, sizeof *m);
    if (!m) {
        gla_s_check(s, s->status ? s->status : gla_last_status());
        return NULL;
    }
    m->op = s->op;
    m->n = n;
    m->apply = apply;
    return m;
}

gla_status preconditioner_return(gla_scope *s, gla_sparse_preconditioner *m, gla_sparse_preconditioner **out)
{
    *out = s->status ? NULL : m;
    if (s->status)
        gla_object_unref(m);
    return gla_scope_end(s);
}

int64_t preconditioner_order(gla_scope *s, const gla_sparse *a)
{
    if (sparse_m(a) != sparse_n(a))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: A is %lld x %lld, but it must be square", s->op, (long long)sparse_m(a),
                   (long long)sparse_n(a));
    return sparse_m(a);
}

gla_array *preconditioner_scaled(gla_scope *s, gla_array *scale, gla_array *x)
{
    return gla_s_combine(s, gla_multiply, x && x->ndim == 2 ? gla_s_add_last(s, scale) : scale, x);
}

void preconditioner_check_pivots(gla_scope *s, gla_array *pivots, const char *what)
{
    gla_array *zero = gla_s_combine(s, gla_equal, pivots, gla_s_number(s, 0)), *at = NULL;
    if (s->status || pivots->size == 0 || !gla_s_truth(s, gla_s_reduce_all(s, gla_any, zero)))
        return;
    at = gla_s_adopt(s, gla_argmax(zero, &at, NULL, false), &at);
    int64_t row = at ? sparse_integer(s, at) : 0;
    gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: %s in row %lld is zero; reorder the rows, or use another preconditioner", s->op,
               what, (long long)row);
}

gla_status gla_sparse_preconditioner_apply(const gla_sparse_preconditioner *M, const gla_array *x, gla_array **out)
{
    gla_scope s;
    gla_array *placed[1], *result = NULL;
    gla_device *dev = NULL;
    *out = NULL;
    gla_scope_begin(&s, M->op);
    if (x->ndim < 1 || x->ndim > 2 || x->shape[0] != M->n) {
        char text[GLA_SHAPE_TEXT];
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: x has shape %s, but the preconditioner is %lld x %lld", s.op,
                   gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)M->n, (long long)M->n);
    }
    gla_s_place(&s, 1, &x, false, &dev, placed);
    if (!s.status)
        result = M->apply(&s, M, placed[0]);
    return gla_scope_return(&s, result, out);
}

gla_status gla_sparse_preconditioner_shape(const gla_sparse_preconditioner *M, gla_ints **shape)
{
    *shape = gla_malloc(sizeof **shape);
    if (!*shape)
        return gla_fail_memory("shape", sizeof **shape);
    **shape = (gla_ints){2, {M->n, M->n}};
    return GLA_OK;
}

/* ---- Jacobi -------------------------------------------------------------------------------------------------- */
static gla_array *apply_scale(gla_scope *s, const gla_sparse_preconditioner *m, gla_array *x)
{
    return preconditioner_scaled(s, m->scale, x);
}

gla_status gla_sparse_jacobi(const gla_sparse *A, gla_sparse_preconditioner **M)
{
    gla_scope s;
    gla_sparse_preconditioner *m = NULL;
    gla_array *diagonal = NULL;
    gla_scope_begin(&s, "jacobi");
    int64_t n = preconditioner_order(&s, A);
    if (!s.status)
        diagonal = gla_s_adopt(&s, gla_sparse_diagonal(A, &diagonal, 0), &diagonal);
    preconditioner_check_pivots(&s, diagonal, "the diagonal element");
    gla_array *inverse = gla_s_apply(&s, gla_reciprocal, diagonal);
    if ((m = preconditioner_new(&s, n, apply_scale)))
        m->scale = gla_ref(inverse);
    return preconditioner_return(&s, m, M);
}
