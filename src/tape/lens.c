/* lens.c - Derivatives of the calls that share.c records: each of gather and scatter is made of the other one. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

/* Positions outside the memory do not occur: the lens is that of an array. */
static gla_status part_of(const gla_array *flat, const gla_ints *shape, const gla_ints *strides, int64_t offset,
                          gla_array **part)
{
    return gla_array_view(flat, shape->n, shape->v, strides->v, offset, part);
}

static gla_status gather(const gla_array *flat, const gla_ints *shape, const gla_ints *strides, int64_t offset, gla_array **out)
{
    gla_node *node = NULL;
    gla_array *part = NULL;
    const gla_passed in[] = {{.array = flat}, {.ints = shape}, {.ints = strides}, {.integer = offset}};
    gla_status st = gla_admit_array("gradient", "x", flat);
    if (!st)
        st = gla_tape_begin(&node, &gla_derivative_of_gather, in);
    if (st)
        return st;
    st = part_of(flat, shape, strides, offset, &part);
    if (!st)
        st = gla_copy(part, out);
    gla_unref(part);
    return node ? gla_tape_end(node, st, (void *const[]){out}) : st;
}

static gla_status scatter(const gla_array *flat, const gla_array *value, const gla_ints *shape, const gla_ints *strides,
                          int64_t offset, gla_array **out)
{
    gla_node *node = NULL;
    gla_array *part = NULL;
    const gla_passed in[] = {{.array = flat}, {.array = value}, {.ints = shape}, {.ints = strides}, {.integer = offset}};
    gla_status st = gla_admit_array("gradient", "x", flat);
    if (!st)
        st = gla_admit_array("gradient", "value", value);
    if (!st)
        st = gla_tape_begin(&node, &gla_derivative_of_scatter, in);
    if (st)
        return st;
    st = gla_copy(flat, out);
    if (!st)
        st = part_of(*out, shape, strides, offset, &part);
    if (!st)
        st = gla_array_assign("gradient", part, value);
    gla_unref(part);
    return node ? gla_tape_end(node, st, (void *const[]){out}) : st;
}

/* The value of the part must be zero where the lens repeats elements, except for the first of them; repeats have stride 0. */
void gla_vjp_lens_gather(gla_vjp *c)
{
    const gla_ints *shape = c->node->in[1].ints, *strides = c->node->in[2].ints;
    gla_ints once = *shape, repeated = {.n = 0};
    for (int i = 0; i < shape->n; i++)
        if (!strides->v[i] && shape->v[i] > 1) {
            once.v[i] = 1;
            repeated.v[repeated.n++] = i;
        }
    gla_array *g = repeated.n ? gla_r_sum(c, gla_r_g(c, 0), &repeated, true) : gla_r_g(c, 0), *made = NULL;
    gla_array *zeros = gla_r_zeros(c, 0);
    if (!c->s.status)
        gla_r_give(c, 0, gla_s_adopt(&c->s, scatter(zeros, g, &once, strides, c->node->in[3].integer, &made), &made));
}

void gla_vjp_lens_scatter(gla_vjp *c)
{
    const gla_ints *shape = c->node->in[2].ints, *strides = c->node->in[3].ints;
    int64_t offset = c->node->in[4].integer;
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    if (gla_r_wants(c, 0) && !c->s.status)
        gla_r_give(c, 0, gla_s_adopt(&c->s, scatter(g, gla_s_number(&c->s, 0), shape, strides, offset, &made), &made));
    if (gla_r_wants(c, 1) && !c->s.status)
        gla_r_give(c, 1, gla_s_adopt(&c->s, gather(g, shape, strides, offset, &made), &made));
}
