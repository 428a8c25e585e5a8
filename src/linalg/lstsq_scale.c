/* lstsq_scale.c - Scaling of columns to norms in [1, 2) by powers of two, so that scaling is exact for a, b and x. */
#include "lstsq.h"
#include "runtime/interrupt.h"
#include "contract/array.h"

/* Return 2^-⌊log2 length⌋, clamped to avoid overflow.  For a zero column any finite value is correct. */
static gla_array *power_of_two(gla_scope *s, const gla_array *lengths)
{
    if (s->status)
        return NULL;
    double limit = lengths->dtype == GLA_FLOAT32 ? 120 : 1000;
    int start = gla_scope_mark(s);
    gla_array *exponents = gla_s_apply(s, gla_negative, gla_s_apply(s, gla_floor, gla_s_apply(s, gla_log2, lengths)));
    gla_array *below = gla_s_combine(s, gla_minimum, exponents, gla_s_number(s, limit));
    gla_array *within = gla_s_combine(s, gla_maximum, below, gla_s_number(s, -limit));
    return gla_scope_keep(s, start, gla_s_combine(s, gla_pow, gla_s_number(s, 2), within));
}

void gla_lstsq_measure(gla_lstsq_call *p)
{
    gla_scope *s = p->c.s;
    gla_array *lengths = gla_s_length_last(s, gla_s_swap_last(s, p->a));
    p->norms = gla_s_swap_last(s, gla_s_add_last(s, lengths));
    p->scale = power_of_two(s, p->norms);
}

void gla_lstsq_map_into(const gla_call *c, gla_op op, const gla_array *x, const gla_array *y, gla_array *dst)
{
    gla_array *in[2] = {NULL, NULL};
    if (gla_failed(c))
        return;
    if (!c->dev->backend->array->map) {
        gla_s_check(c->s, gla_fail_unsupported(c->op, c->dev));
        return;
    }
    in[0] = gla_s_broadcast(c->s, x, dst->ndim, dst->shape);
    in[1] = gla_s_broadcast(c->s, y, dst->ndim, dst->shape);
    if (!in[1])
        return;
    void *state = gla_work_begin((double)dst->size);
    gla_s_check(c->s, c->dev->backend->array->map(c->dev, op, c->dtype, 2, (const gla_array *const *)in, dst));
    gla_work_end(state);
}
