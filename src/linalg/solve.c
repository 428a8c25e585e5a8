/* solve.c - Linear systems by LU factorisation. */
#include "condition.h"
#include "strategies.h"
#include "runtime/interrupt.h"

/* A matrix of at least this order in host memory is factored while it is copied.  Copying a smaller matrix takes too little
 * time. */
#define LARGE 4096

typedef struct solving {
    gla_call c;
    gla_transpose asked;
    gla_trans trans;
    bool stays; /* c.a is still where it was given */
    gla_matrices x;
} solving;

static void report(const gla_call *c, const int64_t *info, const gla_estimates *doubts)
{
    gla_info_check(c, GLA_SINGULAR_ERROR, info, "a is singular: pivot %lld (counted from 1) is exactly zero",
                   "look for linearly dependent rows or columns, or use lstsq");
    gla_estimates_warn(c, doubts, "x", "look for nearly dependent columns, or use lstsq");
}

/* Report failures and warnings for c, which is the call to p or represents it.  If a matrix must be scaled, solve the whole
 * stack again first. */
static void finish(const solving *p, const gla_call *c, const int64_t *info, const gla_estimates *doubts)
{
    if (!gla_estimates_need_scaling(c, doubts) || gla_info_check_finite(c, info)) {
        report(c, info, doubts);
        return;
    }
    int64_t *again = gla_call_info(&p->c);
    gla_estimates all = gla_estimates_new(&p->c);
    gla_scaled_solve(&p->c, p->trans, p->c.a, p->c.b, p->x.array, again, &all);
    report(&p->c, again, &all);
}

/* ---- one large matrix in host memory, factored while it is copied -------------------------------------------- */
/* Find the transpose flag for the matrix as stored, read by columns.  Return false if no flag describes this matrix. */
static bool find_flag(const gla_array *a, gla_transpose asked, gla_trans trans, gla_trans *flag)
{
    bool columns = a->strides[0] == 1 && a->strides[1] == a->shape[0];
    *flag = columns ? trans : asked == GLA_AS_GIVEN ? GLA_TRANS : GLA_NO_TRANS;
    return columns || (a->contiguous && trans != GLA_CONJ_TRANS);
}

static bool comes_from_host(const void *call)
{
    const solving *p = call;
    const gla_array *a = p->c.a, *b = p->c.b;
    gla_trans flag;
    return p->stays && !p->c.dev->is_host && gla_device_of(a)->is_host && a->dtype == p->c.dtype && b->ndim == 2 &&
           b->shape[1] >= 1 && b->shape[1] <= a->shape[0] / 2 && find_flag(a, p->asked, p->trans, &flag);
}

static bool solve_from_host(void *call)
{
    solving *p = call;
    const gla_call *c = &p->c;
    int64_t info = 0;
    double n = (double)c->n;
    gla_trans flag;
    int start = gla_scope_mark(c->s);
    p->x = gla_call_copy(c, c->b, GLA_COLUMN_MAJOR);
    gla_matrices work = gla_call_matrices(c, c->n, c->n, GLA_COLUMN_MAJOR);
    gla_estimates doubts = gla_estimates_new(c);
    if (!gla_failed(c) && find_flag(c->a, p->asked, p->trans, &flag)) {
        void *state = gla_work_begin(n * n * n);
        gla_s_check(c->s, c->dev->backend->lapack->gesv_from_host(c->dev, c->dtype, flag, gla_data(c->a), &work.matrix,
                                                                  &p->x.matrix, &info, doubts.of, doubts.wanted));
        gla_work_end(state);
    }
    if (gla_info_check_finite(c, &info) || info || !gla_estimates_need_scaling(c, &doubts)) {
        report(c, &info, &doubts);
        return true;
    }
    gla_scope_keep(c->s, start, NULL); /* scaling requires that the complete matrix is on the device */
    return false;
}

/* ---- small matrices, in one step ----------------------------------------------------------------------------- */
static bool is_small(const void *call)
{
    const solving *p = call;
    return gla_is_small(&p->c) && p->c.b->size > 0;
}

static bool solve_small(void *call)
{
    solving *p = call;
    const gla_call *c = &p->c;
    gla_small answer;
    p->x = gla_call_matrices(c, c->n, c->b->shape[c->b->ndim - 1], GLA_COLUMN_MAJOR);
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_new(c);
    gla_small_solve(c, p->trans, c->a, c->b, p->x.array, info, doubts.of, &answer);
    if (answer == GLA_SMALL_NOT_TAKEN)
        gla_s_release(c->s, p->x.array);
    else if (answer != GLA_SMALL_DONE)
        finish(p, c, info, &doubts);
    return answer != GLA_SMALL_NOT_TAKEN;
}

/* ---- elimination in a copy ----------------------------------------------------------------------------------- */
/* Copy b to x.  Return false if there is nothing to compute. */
static bool begin_elimination(solving *p)
{
    if (p->stays)
        gla_call_bring(&p->c);
    p->x = gla_call_copy(&p->c, p->c.b, GLA_COLUMN_MAJOR);
    if (gla_failed(&p->c) || p->x.array->size == 0)
        return false;
    gla_call_require_finite_before(&p->c, "b", p->x.array);
    return true;
}

/* A copy of the row-major a in its own order is aᵀ, so the flag is inverted; only conj(a) has no flag. */
static void eliminate(const solving *p, const gla_call *c, const gla_array *matrix, const gla_matrix *right)
{
    gla_trans trans = p->trans;
    gla_matrices a = gla_call_copy(c, matrix, trans == GLA_CONJ_TRANS ? GLA_COLUMN_MAJOR : GLA_KEEP_ORDER);
    if (a.transposed)
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : GLA_NO_TRANS;
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_new(c);
    gla_call_require_finite_before(c, "a", a.array);
    gla_lu_solve(c, trans, &a.matrix, right, info, &doubts);
    gla_s_release(c->s, a.array);
    finish(p, c, info, &doubts);
}

static bool shares_matrix(const void *call)
{
    const gla_call *c = &((const solving *)call)->c;
    for (int i = 0; i < c->a->ndim - 2; i++)
        if (c->a->shape[i] != 1)
            return false;
    return c->count > 1;
}

/* Factor once and solve for all columns together. */
static bool solve_shared(void *call)
{
    solving *p = call;
    if (!begin_elimination(p))
        return true;
    gla_call one = p->c; /* only one matrix to report on */
    gla_matrix right = p->x.matrix;
    int skip = one.a->ndim - 2;
    right.cols *= one.count;
    one.nbatch = 0;
    one.count = 1;
    gla_array *matrix = gla_s_view(one.s, one.a, 2, one.a->shape + skip, one.a->strides + skip, 0);
    eliminate(p, &one, matrix, &right);
    return true;
}

static bool solve_each(void *call)
{
    solving *p = call;
    if (begin_elimination(p))
        eliminate(p, &p->c, p->c.a, &p->x.matrix);
    return true;
}

static const gla_strategy rows[] = {
    {"from host", "one matrix of order 4096 or more in host memory", GLA_SLOT(lapack, gesv_from_host), comes_from_host,
     solve_from_host},
    {"small", "orders up to 64, a and b of one dtype", GLA_SLOT(lapack, small_gesv), is_small, solve_small},
    {"shared", "one matrix for a stack of right-hand sides: factored once", GLA_NO_SLOT, shares_matrix, solve_shared},
    {"each", "any: LU factorisation of a copy", GLA_NO_SLOT, NULL, solve_each},
};
const gla_strategies gla_solve_strategies = {"solve", rows};

gla_status gla_solve_as(const char *op, const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    solving p;
    bool vector;
    *out = NULL;
    if ((unsigned)trans > GLA_CONJUGATE_TRANSPOSED)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: trans is %d, but it must be 0 (not transposed), 1 (transposed) or 2 (conjugate transposed)", op,
                        (int)trans);
    p.stays = a->flags & GLA_BORROWED && a->ndim == 2 && a->shape[0] >= LARGE;
    gla_call_begin_pair(&p.c, op, a, b, true, p.stays, &vector);
    p.asked = trans;
    p.trans = trans == GLA_CONJUGATE_TRANSPOSED && !gla_dtype_is_complex(p.c.dtype) ? GLA_TRANS : flags[trans];
    p.x.array = NULL;
    gla_try(&gla_solve_strategies, p.c.dev, &p.c.s->status, &p);
    return gla_call_return(&p.c, vector ? gla_s_become_vectors(p.c.s, p.x.array) : p.x.array, out);
}

gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans)
{
    return gla_solve_as("solve", a, b, out, trans);
}
