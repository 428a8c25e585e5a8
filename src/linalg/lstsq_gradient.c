/* lstsq_gradient.c - Residuals and gradients computed in twice the working precision.
 *
 * If g = aᴴ(b - a x) is accurate, the error of x + (aᴴa)⁻¹g is the previous error of x times the relative error of the
 * approximate inverse.  Therefore the steps converge to a fully accurate solution with any good triangle (Björck 1996, 2.9 and
 * 6.6.5). */
#include "lstsq.h"
#include "runtime/interrupt.h"

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

/* Allocate the results: (..., n, nrhs) and (..., nrhs). */
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

/* Position in a stack: one loop of the plan, its offsets, and the number of matrices already done. */
typedef struct stack_walk {
    const gla_lstsq_call *p;
    const gla_array *a, *b, *x;
    const gla_gram_gradient *d;
    const gla_batches *plan;
    int64_t offsets[2], done, nrhs;
} stack_walk;

static char *at(const gla_array *array, int64_t elements)
{
    return (char *)gla_data(array) + elements * (int64_t)gla_itemsize(array->dtype);
}

static gla_strided strided(const gla_array *array, int64_t offset, int64_t step)
{
    return (gla_strided){at(array, offset), array->strides[array->ndim - 2], array->strides[array->ndim - 1], step};
}

/* Process all matrices of one loop in one step, if the device supports this. */
static bool take_stack(const stack_walk *w)
{
    const gla_call *c = &w->p->c;
    bool done = false;
    int64_t each = c->n * w->nrhs;
    gla_strided a = strided(w->a, w->offsets[0], w->plan->step[0]), b = strided(w->b, w->offsets[1], w->plan->step[1]);
    if (c->dev->backend->lapack->small_gradient)
        gla_s_check(c->s, c->dev->backend->lapack->small_gradient(c->dev, c->dtype, c->m, c->n, w->nrhs, &a, &b,
                                                                  at(w->x, w->done * each), at(w->d->g, w->done * each),
                                                                  (double *)gla_data(w->d->sums) + w->done * w->nrhs,
                                                                  w->plan->count, &done));
    return done;
}

static void take_each(const stack_walk *w)
{
    const gla_call *c = &w->p->c;
    gla_tall one = gla_lstsq_tall_of(w->a);
    for (int64_t i = 0; i < w->plan->count && !gla_failed(c); i++) {
        int64_t first = (w->done + i) * c->n * w->nrhs;
        one.data = at(w->a, w->offsets[0] + i * w->plan->step[0]);
        gla_s_check(c->s, c->dev->backend->lapack->gradient(c->dev, &one, at(w->b, w->offsets[1] + i * w->plan->step[1]),
                                                            w->nrhs, at(w->x, first), at(w->d->g, first),
                                                            (double *)gla_data(w->d->sums) + (w->done + i) * w->nrhs));
    }
}

gla_gram_gradient gla_lstsq_gradients(const gla_lstsq_call *p, const gla_array *a, const gla_array *b, const gla_array *x)
{
    const gla_call *c = &p->c;
    gla_batches plan;
    if (gla_failed(c))
        return (gla_gram_gradient){NULL, NULL};
    int64_t nrhs = b->shape[b->ndim - 1];
    gla_gram_gradient d = make_results(p, nrhs);
    if (gla_failed(c))
        return d;
    stack_walk w = {.p = p, .a = a, .b = b, .x = x, .d = &d, .plan = &plan, .nrhs = nrhs};
    gla_batches_plan(&plan, c->nbatch, c->batch, 2, (gla_array *const[]){(gla_array *)a, (gla_array *)b});
    void *state = gla_work_begin(4 * (double)c->count * (double)c->m * (double)c->n * (double)nrhs);
    for (int64_t loop = 0; loop < plan.loops && !gla_failed(c); loop++, w.done += plan.count) {
        gla_batches_offsets(&plan, 2, loop, w.offsets);
        if (!take_stack(&w))
            take_each(&w);
    }
    gla_work_end(state);
    return d;
}

gla_array *gla_lstsq_last_sums(const gla_lstsq_call *p, const gla_gram_gradient *d, const gla_array *dx)
{
    gla_scope *s = p->c.s;
    gla_array *dots;
    int start = gla_scope_mark(s);
    dots = s->status ? NULL : gla_s_adopt(s, gla_vecdot(dx, d->g, &dots, -2), &dots);
    gla_array *rest = gla_s_combine(s, gla_subtract, d->sums, gla_s_apply(s, gla_real, dots));
    gla_array *positive = gla_s_combine(s, gla_maximum, rest, gla_s_number(s, 0));
    return gla_scope_keep(s, start, gla_s_astype(s, gla_real_of(p->c.dtype), positive));
}
