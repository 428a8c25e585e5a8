/* svd.c - Singular value decomposition. */
#include "common.h"
#include "strategies.h"

static int64_t count_values(const gla_call *c)
{
    return c->m < c->n ? c->m : c->n;
}

static gla_singular make_results(const gla_call *c, bool full, bool vectors, gla_order order, gla_matrices *left,
                                 gla_matrices *right)
{
    int64_t k = count_values(c);
    gla_array *values = gla_call_new(c, gla_real_of(c->dtype), k);
    *left = vectors ? gla_call_matrices(c, c->m, full ? c->m : k, order) : (gla_matrices){0};
    *right = vectors ? gla_call_matrices(c, full ? c->n : k, c->n, order) : (gla_matrices){0};
    return (gla_singular){left->array, values, right->array};
}

typedef struct decomposing {
    const gla_call *c;
    const gla_array *x; /* not empty */
    char job;
    gla_singular f; /* the results */
    int64_t *info;
} decomposing;

static bool is_small(const void *call)
{
    const gla_call *c = ((const decomposing *)call)->c;
    return count_values(c) <= GLA_SMALL_MAX && c->count > 0;
}

static bool decompose_small(void *call)
{
    decomposing *p = call;
    const gla_call *c = p->c;
    gla_small answer;
    gla_matrices left, right;
    int start = gla_scope_mark(c->s);
    gla_array *x = gla_s_astype(c->s, c->dtype, p->x);
    p->f = make_results(c, p->job == 'A', p->job != 'N', GLA_ROW_MAJOR, &left, &right);
    gla_small_svd(c, p->job, x, &p->f, p->info, &answer);
    bool taken = gla_small_converged(c, answer, p->info);
    if (!taken)
        gla_scope_keep(c->s, start, NULL);
    return taken;
}

/* A row-major x is, read by columns, xᵀ = Vhᵀ S Uᵀ.  Therefore the two factors are exchanged, and both are row-major too. */
static bool decompose_each(void *call)
{
    decomposing *p = call;
    const gla_call *c = p->c;
    bool vectors = p->job != 'N';
    gla_matrices left, right, work = gla_call_copy(c, p->x, GLA_KEEP_ORDER);
    gla_call_require_finite_before(c, c->name, work.array);
    p->f = make_results(c, p->job == 'A', vectors, work.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR, &left, &right);
    if (!gla_failed(c)) {
        const gla_matrices *first = work.transposed ? &right : &left, *second = work.transposed ? &left : &right;
        gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, gesvd),
                                  (double)c->count * 4 * (double)c->m * (double)c->n * (double)count_values(c));
        gla_matrix a = gla_run_matrix(&r, GLA_READ, c->dtype, &work.matrix, c->count);
        gla_matrix u = gla_run_matrix(&r, GLA_WRITTEN, c->dtype, &first->matrix, c->count);
        gla_matrix v = gla_run_matrix(&r, GLA_WRITTEN, c->dtype, &second->matrix, c->count);
        void *values = gla_run_array(&r, GLA_WRITTEN, p->f.s);
        if (!gla_failed(c))
            gla_s_check(c->s, r.at->backend->lapack->gesvd(r.at, c->dtype, p->job, &a, values, vectors ? &u : NULL,
                                                           vectors ? &v : NULL, c->count, p->info));
        gla_run_end(&r);
    }
    gla_s_release(c->s, work.array);
    return true;
}

static const gla_strategy rows[] = {
    {"small", "min(m, n) up to 64", GLA_SLOT(lapack, small_gesvd), is_small, decompose_small},
    {"each", "any: decomposition of a copy", GLA_NO_SLOT, NULL, decompose_each},
};
const gla_strategies gla_svd_strategies = {"svd", rows};

gla_singular gla_svd_stack(const gla_call *c, const gla_array *x, char job)
{
    decomposing p = {.c = c, .x = x, .job = job, .info = gla_call_info(c)};
    gla_try(&gla_svd_strategies, c->dev, &c->s->status, &p);
    gla_info_check(c, GLA_CONVERGENCE_ERROR, p.info, "the singular values did not converge (info %lld)",
                   "scale the matrix, or compute in float64");
    return p.f;
}

/* Without singular values the full factors are identities. */
static gla_singular svd_empty(const gla_call *c, bool full)
{
    gla_matrices left, right;
    gla_singular f = make_results(c, full, true, GLA_ROW_MAJOR, &left, &right);
    gla_call_eye(c, f.u);
    gla_call_eye(c, f.vh);
    return f;
}

gla_status gla_svd(const gla_array *x, gla_array **U, gla_array **S, gla_array **Vh, bool full_matrices)
{
    gla_call c;
    bool empty = !gla_call_begin(&c, "svd", "x", x, false) && c.a->size == 0;
    gla_singular f = empty ? svd_empty(&c, full_matrices) : gla_svd_stack(&c, c.a, full_matrices ? 'A' : 'S');
    gla_scope_give(c.s, f.u, U);
    gla_scope_give(c.s, f.s, S);
    gla_scope_give(c.s, f.vh, Vh);
    return gla_call_end(&c);
}

gla_array *gla_singular_values(const gla_call *c)
{
    if (!gla_failed(c) && c->a->size == 0)
        return gla_call_new(c, gla_real_of(c->dtype), count_values(c));
    return gla_svd_stack(c, c->a, 'N').s;
}

gla_status gla_svdvals(const gla_array *x, gla_array **out)
{
    gla_call c;
    gla_call_begin(&c, "svdvals", "x", x, false);
    return gla_call_return(&c, gla_singular_values(&c), out);
}
