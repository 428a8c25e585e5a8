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

gla_array *gla_lstsq_rows(const gla_lstsq_call *p, const gla_array *a)
{
    if (gla_failed(&p->c))
        return NULL;
    int64_t m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1];
    if ((n == 1 || a->strides[a->ndim - 1] == 1) && (m == 1 || a->strides[a->ndim - 2] >= n))
        return gla_s_own(p->c.s, gla_ref(a));
    return gla_s_contiguous(p->c.s, p->c.dev, p->c.dtype, a);
}

/* Memory for the results: (..., n, nrhs) and (..., nrhs). */
static gla_gram_gradient make_results(const gla_lstsq_call *p, int64_t nrhs)
{
    gla_call wide = p->c;
    wide.dtype = gla_wide_of(p->c.dtype);
    gla_array *sums = gla_call_new(&wide, GLA_FLOAT64, nrhs);
    return (gla_gram_gradient){gla_call_matrices(&wide, wide.n, nrhs, GLA_ROW_MAJOR).array, sums};
}

gla_gram_gradient gla_lstsq_gradient(const gla_lstsq_call *p, const gla_tall *a, const gla_array *b, const gla_array *x)
{
    const gla_call *c = &p->c;
    if (gla_failed(c))
        return (gla_gram_gradient){NULL, NULL};
    int64_t nrhs = b->shape[1];
    gla_gram_gradient d = make_results(p, nrhs);
    if (!gla_failed(c)) {
        void *state = gla_work_begin(4 * (double)c->m * (double)c->n * (double)nrhs);
        gla_s_check(c->s, c->dev->backend->lapack->gradient(c->dev, a, gla_data(b), nrhs, x ? gla_data(x) : NULL, gla_data(d.g),
                                                            gla_data(d.sums)));
        gla_work_end(state);
    }
    return d;
}

gla_gram_gradient gla_lstsq_gradients(const gla_lstsq_call *p, const gla_array *a, const gla_array *b, const gla_array *x)
{
    const gla_call *c = &p->c;
    gla_batches plan;
    if (gla_failed(c))
        return (gla_gram_gradient){NULL, NULL};
    int64_t nrhs = b->shape[b->ndim - 1], done = 0, offsets[2];
    int64_t item = (int64_t)gla_itemsize(c->dtype), wide = (int64_t)gla_itemsize(gla_wide_of(c->dtype));
    gla_gram_gradient d = make_results(p, nrhs);
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, (gla_array *const[]){(gla_array *)a, (gla_array *)b});
    void *state = gla_work_begin(4 * (double)c->count * (double)c->m * (double)c->n * (double)nrhs);
    for (int64_t loop = 0; loop < plan.loops; loop++) {
        gla_batches_offsets(&plan, 2, loop, offsets);
        for (int64_t i = 0; i < plan.count && !gla_failed(c); i++, done++) {
            gla_tall one = gla_lstsq_tall_of(a);
            one.data = (char *)one.data + (offsets[0] + i * plan.step[0]) * item;
            gla_s_check(c->s, c->dev->backend->lapack->gradient(
                                  c->dev, &one, (const char *)gla_data(b) + (offsets[1] + i * plan.step[1]) * item, nrhs,
                                  (const char *)gla_data(x) + done * c->n * nrhs * wide,
                                  (char *)gla_data(d.g) + done * c->n * nrhs * wide, (double *)gla_data(d.sums) + done * nrhs));
        }
    }
    gla_work_end(state);
    return d;
}

gla_array *gla_lstsq_last_sums(const gla_lstsq_call *p, const gla_gram_gradient *d, const gla_array *dx)
{
    gla_scope *s = p->c.s;
    gla_array *dots;
    int start = gla_scope_mark(s);
    dots = s->status ? NULL : gla_s_made(s, gla_vecdot(dx, d->g, &dots, -2), &dots);
    gla_array *rest = gla_s_combine(s, gla_subtract, d->sums, gla_s_apply(s, gla_real, dots));
    gla_array *positive = gla_s_combine(s, gla_maximum, rest, gla_s_number(s, 0));
    return gla_scope_keep(s, start, gla_s_typed(s, gla_real_of(p->c.dtype), positive));
}
