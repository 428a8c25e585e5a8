/* small.c - Operations on small matrices, which some devices process in one step without copying. */
#include "common.h"
#include "runtime/interrupt.h"

#include <string.h>

static gla_strided strided(const gla_array *a, int64_t offset, int64_t step, bool turned)
{
    int64_t row = a->strides[a->ndim - 2], col = a->strides[a->ndim - 1];
    return (gla_strided){(char *)gla_data(a) + offset * (int64_t)gla_itemsize(a->dtype), turned ? col : row, turned ? row : col,
                         step};
}

bool gla_has_small_order(const gla_call *c)
{
    return c->n > 0 && c->n <= GLA_SMALL_MAX && c->count > 0;
}

bool gla_is_small(const gla_call *c)
{
    return gla_has_small_order(c) && c->a->dtype == c->dtype && (!c->b || c->b->dtype == c->dtype);
}

/* Jacobi rotations do not converge if the elements of a matrix differ by hundreds of powers of ten. */
bool gla_small_converged(const gla_call *c, gla_small answer, int64_t *info)
{
    bool converged = true;
    for (int64_t i = 0; answer == GLA_SMALL_FAILED && i < c->count; i++)
        converged = converged && info[i] <= 0;
    if (!converged)
        memset(info, 0, (size_t)c->count * sizeof *info);
    return converged && answer != GLA_SMALL_NOT_TAKEN;
}

/* Combine the answer for one part of the stack with the answers for the previous parts.  Clear the info of this part unless
 * this part failed. */
static void note(gla_small part, int64_t count, int64_t *info, gla_small *answer)
{
    if (part != GLA_SMALL_FAILED)
        memset(info, 0, (size_t)count * sizeof *info);
    if (part != GLA_SMALL_DONE && *answer != GLA_SMALL_FAILED)
        *answer = part;
}

/* One pass over a stack; only the call to the slot differs between operations. */
typedef struct walk {
    const gla_call *c;
    int n; /* number of arrays; the first one is read */
    gla_array *arrays[3];
    bool turned;       /* pass the arrays as their transposes */
    gla_array *values; /* NULL, or `count` values for each matrix, contiguous */
    int64_t count;
    gla_array *logs;   /* NULL, or one value for each matrix: logarithms or residuals */
    double *estimates; /* NULL, or one for each matrix */
    double work;       /* operations for each matrix */
    double least;
    bool wanted;
    char job;
    gla_trans trans;
    const gla_array *b;
    /* Call the slot for `batch` matrices, starting at matrix number `first`. */
    gla_status (*run)(const struct walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info,
                      gla_small *answer);
} walk;

static void *values_at(const gla_array *values, int64_t at)
{
    return values ? (char *)gla_data(values) + at * (int64_t)gla_itemsize(values->dtype) : NULL;
}

static void take(const walk *w, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[3];
    *answer = GLA_SMALL_NOT_TAKEN;
    if (gla_failed(c))
        return;
    gla_batches_plan(&plan, c->nbatch, c->batch, w->n, w->arrays);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_small part;
        gla_strided m[3];
        int64_t first = i * plan.count;
        gla_batches_offsets(&plan, w->n, i, at);
        for (int k = 0; k < w->n; k++)
            m[k] = strided(w->arrays[k], at[k], plan.step[k], w->turned);
        void *state = gla_work_begin((double)plan.count * w->work);
        st = w->run(w, m, first, plan.count, info ? info + first : NULL, &part);
        gla_work_end(state);
        if (gla_s_check(c->s, st) || part == GLA_SMALL_NOT_TAKEN) {
            *answer = GLA_SMALL_NOT_TAKEN; /* a slot accepts either all parts of a stack or no part */
            return;
        }
        if (i == 0)
            *answer = GLA_SMALL_DONE;
        if (info && (plan.loops > 1 || part != GLA_SMALL_DONE))
            note(part, plan.count, info + first, answer);
    }
}

static double cube(int64_t n)
{
    return (double)n * (double)n * (double)n;
}

static gla_status run_gesv(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    const gla_array *x = w->arrays[2];
    return c->dev->backend->lapack->small_gesv(c->dev, c->dtype, w->trans, c->n, x->shape[x->ndim - 1], &m[0],
                                               w->b ? &m[1] : NULL, &m[2], batch, info, w->estimates + first, answer);
}

void gla_small_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                     int64_t *info, double *estimates, gla_small *answer)
{
    walk w = {.c = c,
              .n = 3,
              .arrays = {(gla_array *)a, (gla_array *)(b ? b : x), (gla_array *)x},
              .estimates = estimates,
              .work = cube(c->n),
              .trans = trans,
              .b = b,
              .run = run_gesv};
    take(&w, info, answer);
}

static gla_status run_potrf(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    return c->dev->backend->lapack->small_potrf(c->dev, c->dtype, c->n, &m[0], &m[1], batch, info, w->estimates + first,
                                                answer);
}

/* The upper factor is the transpose of the lower factor of the transposed matrix. */
void gla_small_cholesky(const gla_call *c, bool upper, const gla_array *a, const gla_array *x, int64_t *info, double *estimates,
                        gla_small *answer)
{
    walk w = {.c = c,
              .n = 2,
              .arrays = {(gla_array *)a, (gla_array *)x},
              .turned = upper,
              .estimates = estimates,
              .work = cube(c->n),
              .run = run_potrf};
    take(&w, info, answer);
}

static gla_status run_det(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    return c->dev->backend->lapack->small_det(c->dev, c->dtype, c->n, &m[0], values_at(w->values, first),
                                              values_at(w->logs, first), batch, info, w->estimates + first, w->wanted, answer);
}

void gla_small_det(const gla_call *c, const gla_array *a, const gla_array *values, const gla_array *logs, int64_t *info,
                   double *estimates, bool wanted, gla_small *answer)
{
    walk w = {.c = c,
              .n = 1,
              .arrays = {(gla_array *)a},
              .values = (gla_array *)values,
              .logs = (gla_array *)logs,
              .estimates = estimates,
              .work = cube(c->n),
              .wanted = wanted,
              .run = run_det};
    take(&w, info, answer);
}

static gla_status run_syevd(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    return c->dev->backend->lapack->small_syevd(c->dev, c->dtype, c->n, &m[0], values_at(w->values, first * w->count),
                                                w->n > 1 ? &m[1] : NULL, batch, info, answer);
}

static gla_status run_geev(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    return c->dev->backend->lapack->small_geev(c->dev, c->dtype, c->n, &m[0], values_at(w->values, first * w->count),
                                               w->n > 1 ? &m[1] : NULL, batch, info, answer);
}

/* Return the description of the pass for an eigenvalue problem.  v receives the eigenvectors, or is NULL. */
static walk eigenvalues(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *v)
{
    return (walk){.c = c, .n = v ? 2 : 1, .arrays = {(gla_array *)a, (gla_array *)v}, .values = (gla_array *)w, .count = c->n};
}

void gla_small_eigh(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *x, int64_t *info,
                    gla_small *answer)
{
    walk all = eigenvalues(c, a, w, x);
    all.work = 9 * cube(c->n);
    all.run = run_syevd;
    take(&all, info, answer);
}

void gla_small_eig(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *v, int64_t *info,
                   gla_small *answer)
{
    walk all = eigenvalues(c, a, w, v);
    all.work = 25 * cube(c->n);
    all.run = run_geev;
    take(&all, info, answer);
}

static gla_status run_gesvd(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    bool vectors = w->n > 1;
    return c->dev->backend->lapack->small_gesvd(c->dev, c->dtype, w->job, c->m, c->n, &m[0],
                                                values_at(w->values, first * w->count), vectors ? &m[1] : NULL,
                                                vectors ? &m[2] : NULL, batch, info, answer);
}

void gla_small_svd(const gla_call *c, char job, const gla_array *a, const gla_singular *f, int64_t *info, gla_small *answer)
{
    int64_t k = c->m < c->n ? c->m : c->n;
    walk w = {.c = c,
              .n = job == 'N' ? 1 : 3,
              .arrays = {(gla_array *)a, f->u, f->vh},
              .values = f->s,
              .count = k,
              .work = 4 * (double)c->m * (double)c->n * (double)k,
              .job = job,
              .run = run_gesvd};
    take(&w, info, answer);
}

static gla_status run_gels(const walk *w, const gla_strided *m, int64_t first, int64_t batch, int64_t *info, gla_small *answer)
{
    const gla_call *c = w->c;
    (void)info;
    int64_t nrhs = w->arrays[2]->shape[w->arrays[2]->ndim - 1];
    return c->dev->backend->lapack->small_gels(c->dev, c->dtype, c->m, c->n, nrhs, w->least, &m[0], &m[1], &m[2],
                                               values_at(w->logs, first * nrhs), values_at(w->values, first * w->count), batch,
                                               answer);
}

void gla_small_lstsq(const gla_call *c, double least, const gla_array *a, const gla_array *b, const gla_array *x,
                     const gla_array *residuals, const gla_array *s, gla_small *answer)
{
    walk all = {.c = c,
                .n = 3,
                .arrays = {(gla_array *)a, (gla_array *)b, (gla_array *)x},
                .values = (gla_array *)s,
                .count = c->n,
                .logs = (gla_array *)residuals,
                .work = 8 * (double)c->m * (double)c->n * (double)c->n,
                .least = least,
                .run = run_gels};
    take(&all, NULL, answer);
}
