/* eigh.c - Eigenvalues and eigenvectors of symmetric and Hermitian matrices. */
#include "common.h"
#include "strategies.h"

typedef struct decomposing {
    const gla_call *c;
    const gla_array *x; /* in the dtype of c, not empty */
    gla_array *w;
    gla_matrices a; /* overwritten by the eigenvectors, if requested */
    bool vectors;
    int64_t *info;
} decomposing;

/* Copy the lower triangle to a column-major matrix, so that the upper triangle is never read.  The copy is overwritten by the
 * eigenvectors. */
static bool decompose_each(void *call)
{
    decomposing *p = call;
    const gla_call *c = p->c;
    gla_call_triangle(c, true, false, p->x, p->a.array);
    gla_call_require_finite_before(c, c->name, p->a.array);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, syevd),
                              (double)c->count * 9 * (double)c->n * (double)c->n * (double)c->n);
    gla_matrix m = gla_run_matrix(&r, p->vectors ? GLA_UPDATED : GLA_READ, c->dtype, &p->a.matrix, c->count);
    void *w = gla_run_array(&r, GLA_WRITTEN, p->w);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->syevd(r.at, c->dtype, p->vectors, GLA_LOWER, &m, w, c->count, p->info));
    gla_run_end(&r);
    return true;
}

static bool is_small(const void *call)
{
    return gla_has_small_order(((const decomposing *)call)->c);
}

static bool decompose_small(void *call)
{
    decomposing *p = call;
    gla_small answer;
    gla_small_eigh(p->c, p->x, p->w, p->vectors ? p->a.array : NULL, p->info, &answer);
    return gla_small_converged(p->c, answer, p->info);
}

static const gla_strategy rows[] = {
    {"small", "orders up to 64", GLA_SLOT(lapack, small_syevd), is_small, decompose_small},
    {"each", "any: decomposition of a copy of the triangle", GLA_NO_SLOT, NULL, decompose_each},
};
const gla_strategies gla_eigh_strategies = {"eigh", rows};

static gla_status decompose(const char *op, const gla_array *x, gla_array **values, gla_array **vectors)
{
    gla_call c;
    gla_call_begin(&c, op, "x", x, true);
    decomposing p = {&c,
                     NULL,
                     gla_call_new(&c, gla_real_of(c.dtype), c.n),
                     gla_call_matrices(&c, c.n, c.n, GLA_COLUMN_MAJOR),
                     vectors != NULL,
                     NULL};
    if (!gla_failed(&c) && p.a.array->size > 0) {
        p.x = gla_s_astype(c.s, c.dtype, c.a);
        p.info = gla_call_info(&c);
        gla_try(&gla_eigh_strategies, c.dev, &c.s->status, &p);
        gla_info_check(&c, GLA_CONVERGENCE_ERROR, p.info, "the eigenvalues did not converge (info %lld)",
                       "scale the matrix, or compute in float64");
    }
    if (vectors)
        gla_scope_give(c.s, p.a.array, vectors);
    return gla_call_return(&c, p.w, values);
}

gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors)
{
    return decompose("eigh", x, eigenvalues, eigenvectors);
}

gla_status gla_eigvalsh(const gla_array *x, gla_array **out)
{
    return decompose("eigvalsh", x, out, NULL);
}
