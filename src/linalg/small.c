/* small.c - small matrices, which a device may do in one step from where they lie. */
#include "common.h"

#include <string.h>

static gla_strided strided(const gla_array *a, int64_t offset, int64_t step, bool turned)
{
    int64_t row = a->strides[a->ndim - 2], col = a->strides[a->ndim - 1];
    return (gla_strided){(char *)gla_data(a) + offset * (int64_t)gla_itemsize(a->dtype), turned ? col : row, turned ? row : col,
                         step};
}

bool gla_has_small_order(const gla_call *c)
{
    return c->n > 0 && c->n <= GLA_SMALL_MOST && c->count > 0;
}

bool gla_is_small(const gla_call *c)
{
    return gla_has_small_order(c) && c->a->dtype == c->dtype && (!c->b || c->b->dtype == c->dtype);
}

/* One part of the stack has failed; what is known of others is that nothing is. */
static void note(gla_small part, int64_t count, int64_t *info, gla_small *answer)
{
    if (part != GLA_SMALL_FAILED)
        memset(info, 0, (size_t)count * sizeof *info);
    if (part != GLA_SMALL_DONE && *answer != GLA_SMALL_FAILED)
        *answer = part;
}

void gla_small_solve(const gla_call *c, gla_trans trans, const gla_array *a, const gla_array *b, const gla_array *x,
                     int64_t *info, double *estimates, gla_small *answer)
{
    gla_array *arrays[3] = {(gla_array *)a, (gla_array *)(b ? b : x), (gla_array *)x};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[3];
    *answer = GLA_SMALL_NOT_TAKEN;
    if (gla_failed(c))
        return;
    gla_batches_plan(&plan, c->nbatch, c->batch, 3, arrays);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_small part;
        gla_batches_offsets(&plan, 3, i, at);
        gla_strided sa = strided(a, at[0], plan.step[0], false), sx = strided(x, at[2], plan.step[2], false);
        gla_strided sb = b ? strided(b, at[1], plan.step[1], false) : (gla_strided){0};
        void *state = gla_work_begin((double)plan.count * (double)(c->n * c->n * c->n));
        st = c->dev->backend->lapack->small_gesv(c->dev, c->dtype, trans, c->n, x->shape[x->ndim - 1], &sa, b ? &sb : NULL, &sx,
                                                 plan.count, info + i * plan.count, estimates + i * plan.count, &part);
        gla_work_end(state);
        if (gla_s_check(c->s, st) || part == GLA_SMALL_NOT_TAKEN)
            return;
        if (i == 0)
            *answer = GLA_SMALL_DONE;
        if (part == GLA_SMALL_DONE)
            memset(estimates + i * plan.count, 0, (size_t)plan.count * sizeof *estimates);
        if (plan.loops > 1 || part != GLA_SMALL_DONE)
            note(part, plan.count, info + i * plan.count, answer);
    }
}

void gla_small_cholesky(const gla_call *c, bool upper, const gla_array *a, const gla_array *x, int64_t *info, double *estimates,
                        gla_small *answer)
{
    gla_array *arrays[2] = {(gla_array *)a, (gla_array *)x};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[2];
    *answer = GLA_SMALL_NOT_TAKEN;
    if (gla_failed(c))
        return;
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, arrays);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_small part;
        gla_batches_offsets(&plan, 2, i, at);
        /* The upper factor is the lower one of the transpose, turned. */
        gla_strided sa = strided(a, at[0], plan.step[0], upper), sx = strided(x, at[1], plan.step[1], upper);
        void *state = gla_work_begin((double)plan.count * (double)(c->n * c->n * c->n));
        st = c->dev->backend->lapack->small_potrf(c->dev, c->dtype, c->n, &sa, &sx, plan.count, info + i * plan.count,
                                                  estimates + i * plan.count, &part);
        gla_work_end(state);
        if (gla_s_check(c->s, st) || part == GLA_SMALL_NOT_TAKEN)
            return;
        if (i == 0)
            *answer = GLA_SMALL_DONE;
        if (plan.loops > 1 || part != GLA_SMALL_DONE)
            note(part, plan.count, info + i * plan.count, answer);
    }
}

/* A decomposition, of which only the call of the slot differs. */
typedef struct decomposition {
    const gla_call *c;
    int n; /* of the arrays, a first */
    gla_array *arrays[3];
    gla_array *values; /* so many for each matrix, without gaps: */
    int64_t count;
    double work; /* for each */
    char job;
    gla_status (*run)(const struct decomposition *d, const gla_strided *m, void *values, int64_t batch, int64_t *info,
                      gla_small *answer);
} decomposition;

static void decompose(const decomposition *d, int64_t *info, gla_small *answer)
{
    const gla_call *c = d->c;
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[3];
    *answer = GLA_SMALL_NOT_TAKEN;
    if (gla_failed(c))
        return;
    gla_batches_plan(&plan, c->nbatch, c->batch, d->n, d->arrays);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_small part;
        gla_strided m[3];
        int64_t first = i * plan.count;
        gla_batches_offsets(&plan, d->n, i, at);
        for (int k = 0; k < d->n; k++)
            m[k] = strided(d->arrays[k], at[k], plan.step[k], false);
        void *state = gla_work_begin((double)plan.count * d->work);
        st = d->run(d, m, (char *)gla_data(d->values) + first * d->count * (int64_t)gla_itemsize(d->values->dtype), plan.count,
                    info + first, &part);
        gla_work_end(state);
        if (gla_s_check(c->s, st) || part == GLA_SMALL_NOT_TAKEN) {
            *answer = GLA_SMALL_NOT_TAKEN; /* of the parts of one stack a slot takes all or none */
            return;
        }
        if (i == 0)
            *answer = GLA_SMALL_DONE;
        note(part, plan.count, info + first, answer);
    }
}

void gla_small_det(const gla_call *c, const gla_array *a, const gla_array *values, const gla_array *logs, int64_t *info,
                   double *estimates, bool wanted, gla_small *answer)
{
    gla_array *arrays[1] = {(gla_array *)a};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[1];
    *answer = GLA_SMALL_NOT_TAKEN;
    if (gla_failed(c))
        return;
    gla_batches_plan(&plan, c->nbatch, c->batch, 1, arrays);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_small part;
        gla_batches_offsets(&plan, 1, i, at);
        gla_strided sa = strided(a, at[0], plan.step[0], false);
        int64_t done = i * plan.count;
        char *value = (char *)gla_data(values) + done * (int64_t)gla_itemsize(values->dtype);
        char *log = logs ? (char *)gla_data(logs) + done * (int64_t)gla_itemsize(logs->dtype) : NULL;
        void *state = gla_work_begin((double)plan.count * (double)(c->n * c->n * c->n));
        st = c->dev->backend->lapack->small_det(c->dev, c->dtype, c->n, &sa, value, log, plan.count, info + done,
                                                estimates + done, wanted, &part);
        gla_work_end(state);
        if (gla_s_check(c->s, st) || part == GLA_SMALL_NOT_TAKEN)
            return;
        if (i == 0)
            *answer = GLA_SMALL_DONE;
        if (part == GLA_SMALL_DONE)
            memset(estimates + done, 0, (size_t)plan.count * sizeof *estimates);
        if (plan.loops > 1 || part != GLA_SMALL_DONE)
            note(part, plan.count, info + done, answer);
    }
}

static gla_status run_syevd(const decomposition *d, const gla_strided *m, void *values, int64_t batch, int64_t *info,
                            gla_small *answer)
{
    const gla_call *c = d->c;
    return c->dev->backend->lapack->small_syevd(c->dev, c->dtype, c->n, &m[0], values, d->n > 1 ? &m[1] : NULL, batch, info,
                                                answer);
}

void gla_small_eigh(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *x, int64_t *info,
                    gla_small *answer)
{
    decomposition d = {.c = c,
                       .n = x ? 2 : 1,
                       .arrays = {(gla_array *)a, (gla_array *)x},
                       .values = (gla_array *)w,
                       .count = c->n,
                       .work = 9 * (double)c->n * (double)c->n * (double)c->n,
                       .run = run_syevd};
    decompose(&d, info, answer);
}

static gla_status run_gesvd(const decomposition *d, const gla_strided *m, void *values, int64_t batch, int64_t *info,
                            gla_small *answer)
{
    const gla_call *c = d->c;
    bool vectors = d->n > 1;
    return c->dev->backend->lapack->small_gesvd(c->dev, c->dtype, d->job, c->m, c->n, &m[0], values, vectors ? &m[1] : NULL,
                                                vectors ? &m[2] : NULL, batch, info, answer);
}

void gla_small_svd(const gla_call *c, char job, const gla_array *a, const gla_singular *f, int64_t *info, gla_small *answer)
{
    int64_t k = c->m < c->n ? c->m : c->n;
    decomposition d = {.c = c,
                       .n = job == 'N' ? 1 : 3,
                       .arrays = {(gla_array *)a, f->u, f->vh},
                       .values = f->s,
                       .count = k,
                       .work = 4 * (double)c->m * (double)c->n * (double)k,
                       .job = job,
                       .run = run_gesvd};
    decompose(&d, info, answer);
}

static gla_status run_geev(const decomposition *d, const gla_strided *m, void *values, int64_t batch, int64_t *info,
                           gla_small *answer)
{
    const gla_call *c = d->c;
    return c->dev->backend->lapack->small_geev(c->dev, c->dtype, c->n, &m[0], values, d->n > 1 ? &m[1] : NULL, batch, info,
                                               answer);
}

void gla_small_eig(const gla_call *c, const gla_array *a, const gla_array *w, const gla_array *v, int64_t *info,
                   gla_small *answer)
{
    decomposition d = {.c = c,
                       .n = v ? 2 : 1,
                       .arrays = {(gla_array *)a, (gla_array *)v},
                       .values = (gla_array *)w,
                       .count = c->n,
                       .work = 25 * (double)c->n * (double)c->n * (double)c->n,
                       .run = run_geev};
    decompose(&d, info, answer);
}
