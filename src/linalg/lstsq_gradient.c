/* lstsq_gradient.c - residuals and gradients in doubled precision, around the slot.
 *
 * With g = aᴴ(b - a x) this exact, x + (aᴴa)⁻¹g is wrong only by the error of the inverse that is used, times the error
 * that x had: steps with any good triangle lead to the solution of the problem as given, to the last digits (Björck 1996,
 * 2.9 and 6.6.5). */
#include "lstsq.h"

bool gla_lstsq_can_refine(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    return c->dev->backend->lapack->gradient && !c->dev->lacks_float64 &&
           c->n * (gla_dtype_is_complex(c->dtype) ? 2 : 1) <= GLA_TALL_NUMBERS;
}

gla_tall gla_lstsq_tall_of(const gla_array *a)
{
    int64_t m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1], ld = a->strides[a->ndim - 2];
    return (gla_tall){.dtype = a->dtype, .rows = m, .cols = n, .data = gla_data(a), .ld = m > 1 ? ld : n};
}

gla_status gla_lstsq_rows(const gla_lstsq_call *p, const gla_array *a, gla_array **out)
{
    int64_t m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1];
    if ((n == 1 || a->strides[a->ndim - 1] == 1) && (m == 1 || a->strides[a->ndim - 2] >= n)) {
        *out = gla_ref(a);
        return GLA_OK;
    }
    return gla_array_contiguous(p->c.op, p->c.dev, p->c.dtype, a, out);
}

/* Room for the results: (..., n, nrhs) and (..., nrhs). */
static gla_status make_results(const gla_lstsq_call *p, int64_t nrhs, gla_array **g, gla_array **sums)
{
    const gla_call *c = &p->c;
    int64_t shape[GLA_MAX_NDIM];
    *g = *sums = NULL;
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = nrhs;
    gla_status st = gla_array_new(c->op, c->dev, GLA_FLOAT64, c->nbatch + 1, shape, sums);
    shape[c->nbatch] = c->n;
    shape[c->nbatch + 1] = nrhs;
    return st ? st : gla_array_new(c->op, c->dev, gla_wide_of(c->dtype), c->nbatch + 2, shape, g);
}

static gla_status finish(gla_status st, gla_array **g, gla_array **sums)
{
    if (st) {
        gla_unref(*g);
        gla_unref(*sums);
        *g = *sums = NULL;
    }
    return st;
}

gla_status gla_lstsq_gradient(const gla_lstsq_call *p, const gla_tall *a, const gla_array *b, const gla_array *x,
                              gla_array **g, gla_array **sums)
{
    const gla_call *c = &p->c;
    int64_t nrhs = b->shape[1];
    gla_status st = make_results(p, nrhs, g, sums);
    if (!st) {
        void *state = gla_work_begin(4 * (double)c->m * (double)c->n * (double)nrhs);
        st = c->dev->backend->lapack->gradient(c->dev, a, gla_data(b), nrhs, x ? gla_data(x) : NULL, gla_data(*g),
                                               gla_data(*sums));
        gla_work_end(state);
    }
    return finish(st, g, sums);
}

gla_status gla_lstsq_gradients(const gla_lstsq_call *p, const gla_array *a, const gla_array *b, const gla_array *x,
                               gla_array **g, gla_array **sums)
{
    const gla_call *c = &p->c;
    gla_batches plan;
    int64_t nrhs = b->shape[b->ndim - 1], done = 0, offsets[2];
    int64_t item = (int64_t)gla_itemsize(c->dtype), wide = (int64_t)gla_itemsize(gla_wide_of(c->dtype));
    gla_status st = make_results(p, nrhs, g, sums);
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, (gla_array *const[]){(gla_array *)a, (gla_array *)b});
    void *state = gla_work_begin(4 * (double)c->count * (double)c->m * (double)c->n * (double)nrhs);
    for (int64_t loop = 0; loop < plan.loops && !st; loop++) {
        gla_batches_offsets(&plan, 2, loop, offsets);
        for (int64_t i = 0; i < plan.count && !st; i++, done++) {
            gla_tall one = gla_lstsq_tall_of(a);
            one.data = (char *)one.data + (offsets[0] + i * plan.step[0]) * item;
            st = c->dev->backend->lapack->gradient(
                c->dev, &one, (const char *)gla_data(b) + (offsets[1] + i * plan.step[1]) * item, nrhs,
                (const char *)gla_data(x) + done * c->n * nrhs * wide, (char *)gla_data(*g) + done * c->n * nrhs * wide,
                (double *)gla_data(*sums) + done * nrhs);
        }
    }
    gla_work_end(state);
    return finish(st, g, sums);
}

gla_status gla_lstsq_last_sums(const gla_lstsq_call *p, const gla_array *sums, const gla_array *dx, const gla_array *g,
                               gla_array **residuals)
{
    gla_array *dots = NULL, *less = NULL, *rest = NULL, *zero = NULL, *positive = NULL;
    gla_status st = gla_vecdot(dx, g, &dots, -2);
    if (!st)
        st = gla_real(dots, &less);
    if (!st)
        st = gla_subtract(sums, less, &rest);
    if (!st)
        st = gla_number(0, &zero);
    if (!st)
        st = gla_maximum(rest, zero, &positive);
    if (!st)
        st = gla_typed(p->c.op, gla_real_of(p->c.dtype), positive, residuals);
    gla_unref(dots);
    gla_unref(less);
    gla_unref(rest);
    gla_unref(zero);
    gla_unref(positive);
    return st;
}
