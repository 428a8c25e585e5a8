/* eig.c - Eigenvalues and eigenvectors of general matrices. */
#include "common.h"
#include "strategies.h"

typedef struct decomposing {
    const gla_call *c; /* not empty */
    gla_array *w;
    gla_matrices v; /* without an array if vectors are not requested */
    int64_t *info;
} decomposing;

static bool is_small(const void *call)
{
    return gla_has_small_order(((const decomposing *)call)->c);
}

static bool decompose_small(void *call)
{
    decomposing *p = call;
    const gla_call *c = p->c;
    gla_small answer;
    gla_small_eig(c, gla_s_astype(c->s, c->dtype, c->a), p->w, p->v.array, p->info, &answer);
    return gla_small_converged(c, answer, p->info);
}

static bool decompose_each(void *call)
{
    decomposing *p = call;
    const gla_call *c = p->c;
    gla_matrices a = gla_call_copy(c, c->a, GLA_COLUMN_MAJOR);
    gla_call_require_finite_before(c, "x", a.array);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, geev),
                              (double)c->count * 25 * (double)c->n * (double)c->n * (double)c->n);
    gla_matrix m = gla_run_matrix(&r, GLA_READ, c->dtype, &a.matrix, c->count);
    gla_matrix columns = gla_run_matrix(&r, GLA_WRITTEN, gla_complex_of(c->dtype), &p->v.matrix, c->count);
    void *w = gla_run_array(&r, GLA_WRITTEN, p->w);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->geev(r.at, c->dtype, &m, w, p->v.array ? &columns : NULL, c->count, p->info));
    gla_run_end(&r);
    return true;
}

static const gla_strategy rows[] = {
    {"small", "orders up to 32", GLA_SLOT(lapack, small_geev), is_small, decompose_small},
    {"each", "any: decomposition of a copy", GLA_NO_SLOT, NULL, decompose_each},
};
const gla_strategies gla_eig_strategies = {"eig", rows};

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c, of_complex;
    gla_call_begin(&c, op, "x", x, true);
    of_complex = c;
    of_complex.dtype = gla_complex_of(c.dtype);
    decomposing p = {.c = &c, .w = gla_call_new(&of_complex, of_complex.dtype, c.n)};
    if (vectors)
        p.v = gla_call_matrices(&of_complex, c.n, c.n, GLA_COLUMN_MAJOR);
    if (!gla_failed(&c) && c.a->size > 0) {
        p.info = gla_call_info(&c);
        gla_try(&gla_eig_strategies, c.dev, &c.s->status, &p);
        gla_info_check(&c, GLA_CONVERGENCE_ERROR, p.info, "the eigenvalues did not converge (info %lld)",
                       "scale the matrix, or compute in float64");
    }
    if (vectors)
        gla_scope_give(c.s, p.v.array, vectors);
    return gla_call_return(&c, p.w, values);
}

gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    return decompose("eig", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvals(const gla_array *x, gla_array **out)
{
    return decompose("eigvals", x, out, NULL);
}
