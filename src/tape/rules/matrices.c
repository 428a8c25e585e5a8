/* matrices.c - Derivatives of structured and block matrices. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

GLA_VJP(diag)
{
    const gla_operand *v = gla_r_like(c, 0);
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    int64_t k = c->node->in[1].integer;
    if (!g)
        return;
    if (v->ndim == 1) {
        gla_r_give(c, 0, gla_r_adopt(c, gla_diag(g, &made, k), &made));
        return;
    }
    gla_array *numbers = gla_r_numbers(c, v); /* a matrix need not be square */
    if (numbers)
        gla_r_give(c, 0, gla_r_collect(c, gla_r_adopt(c, gla_diag(numbers, &made, k), &made), g, v->ndim, v->shape));
}

/* Insert axes of length one: x[i] has the axes (x[i], 1), or (1, x[i]) if it is the second factor. */
static gla_array *interleaved(gla_vjp *c, gla_array *x, int ndim, int second)
{
    int64_t shape[2 * GLA_MAX_NDIM];
    for (int i = 0; i < 2 * ndim; i++)
        shape[i] = 1;
    for (int i = 0; x && i < x->ndim; i++)
        shape[2 * (ndim - x->ndim + i) + second] = x->shape[i];
    return gla_r_reshape(c, x, 2 * ndim, shape);
}

/* Axis i of the result consists of the axes (a, b). */
GLA_VJP(kron)
{
    int ndim = gla_r_like_out(c, 0)->ndim;
    int64_t shape[2 * GLA_MAX_NDIM];
    for (int i = 0; i < ndim; i++)
        for (int k = 0; k < 2; k++) {
            const gla_operand *x = gla_r_like(c, k);
            shape[2 * i + k] = i < ndim - x->ndim ? 1 : x->shape[i - (ndim - x->ndim)];
        }
    gla_array *g = gla_r_reshape(c, gla_r_g(c, 0), 2 * ndim, shape);
    for (int k = 0; k < 2; k++) {
        const gla_operand *x = gla_r_like(c, k);
        gla_ints axes = {.n = ndim};
        if (!gla_r_wants(c, k))
            continue;
        for (int i = 0; i < ndim; i++)
            axes.v[i] = 2 * i + 1 - k;
        gla_array *product = gla_r_multiply(c, g, interleaved(c, gla_r_conj(c, gla_r_x(c, 1 - k)), ndim, 1 - k));
        gla_r_give(c, k, gla_r_reshape(c, ndim ? gla_r_sum(c, product, &axes, false) : product, x->ndim, x->shape));
    }
}

/* Arrange the numbers of all elements as the function arranges its blocks, and collect the cotangents of each block. */
static void collect_blocks(gla_vjp *c, gla_status (*arrange)(const gla_arrays *, gla_array **))
{
    gla_arrays list = *c->node->in[0].arrays;
    int64_t total = 0;
    gla_array *made = NULL;
    list.v = gla_s_memory(&c->s, list.n, sizeof *list.v);
    for (int64_t k = 0; list.v && k < list.n && !gla_r_fails(c); k++) {
        const gla_operand *x = gla_r_like_item(c, 0, (int)k);
        int64_t n = 1;
        for (int i = 0; i < x->ndim; i++)
            n *= x->shape[i];
        list.v[k] = gla_r_reshape(c, gla_r_range(c, x->dev, total + 1, n, GLA_INT64), x->ndim, x->shape);
        total += n;
    }
    if (gla_r_fails(c))
        return;
    gla_array *numbers = gla_r_adopt(c, arrange(&list, &made), &made);
    gla_array *flat = gla_r_collect(c, numbers, gla_r_g(c, 0), 1, &total);
    for (int64_t k = 0, start = 0; k < list.n && flat && !gla_r_fails(c); start += list.v[k++]->size)
        gla_r_give_item(c, 0, (int)k,
                        gla_r_reshape(c, gla_r_part(c, flat, 0, start, list.v[k]->size), list.v[k]->ndim, list.v[k]->shape));
}

GLA_VJP(block_diag)
{
    if (gla_r_g(c, 0))
        collect_blocks(c, gla_block_diag);
}

GLA_VJP(block)
{
    if (gla_r_g(c, 0))
        collect_blocks(c, gla_block);
}

/* ---- Toeplitz and Hankel matrices -------------------------------------------------------------------------------- */
typedef gla_status arrangement(const gla_array *c, gla_array **out, const gla_array *r);

/* Return the sums of g (..., m, n) over the elements of each matrix that the arrangement takes from its first (k = 0) or second
 * vector, of length n[k]: of all matrices of a stack at once. */
static gla_array *sums_of(gla_vjp *c, arrangement *arrange, const gla_array *g, const int64_t n[2], int k)
{
    gla_array *zeros[2], *made = NULL, *v[2];
    if (!g || gla_r_fails(c))
        return NULL;
    for (int i = 0; i < 2; i++) {
        zeros[i] = gla_s_zeros(&c->s, gla_device_of(g), GLA_INT64, 1, &n[i]);
        v[i] = i == k ? gla_r_range(c, gla_device_of(g), 1, n[i], GLA_INT64) : zeros[i];
    }
    if (gla_r_fails(c))
        return NULL;
    gla_array *at = gla_r_adopt(c, arrange(v[0], &made, v[1]), &made);
    gla_index key = {.n = 2, .v = {{.kind = GLA_INDEX_ELLIPSIS}, {.kind = GLA_INDEX_ARRAY, .array = at}}};
    int64_t shape[GLA_MAX_NDIM];
    memcpy(shape, g->shape, (size_t)g->ndim * sizeof *shape);
    shape[g->ndim - 2] = n[k] + 1;
    gla_array *sums = at ? gla_s_zeros(&c->s, gla_device_of(g), g->dtype, g->ndim - 1, shape) : NULL;
    gla_r_add_at(c, sums, &key, g);
    return gla_r_part(c, sums, g->ndim - 2, 1, n[k]);
}

static void give_vectors(gla_vjp *c, arrangement *arrange, bool symmetric)
{
    gla_array *g = gla_r_g(c, 0);
    const gla_operand *x = gla_r_like(c, 0), *r = gla_r_like(c, 1);
    bool second = r->dtype != GLA_NO_DTYPE;
    int64_t n[2] = {x->shape[x->ndim - 1], second ? r->shape[r->ndim - 1] : x->shape[x->ndim - 1]};
    gla_array *first = gla_r_wants(c, 0) ? sums_of(c, arrange, g, n, 0) : NULL;
    if (!second && symmetric && gla_r_wants(c, 0))
        first = gla_r_add(c, first, gla_r_conj(c, sums_of(c, arrange, g, n, 1)));
    gla_r_give(c, 0, first);
    if (second && gla_r_wants(c, 1))
        gla_r_give(c, 1, sums_of(c, arrange, g, n, 1));
}

GLA_VJP(toeplitz)
{
    give_vectors(c, gla_toeplitz, true);
}

GLA_VJP(hankel)
{
    give_vectors(c, gla_hankel, false);
}

/* The derivative of column xᵏ is k·xᵏ⁻¹, the column to its side. */
GLA_VJP(vander)
{
    bool increasing = c->node->in[2].truth;
    gla_array *g = gla_r_g(c, 0), *made = NULL, *x = gla_r_conj(c, gla_r_x(c, 0));
    if (!g || g->shape[1] < 2)
        return;
    int64_t n = g->shape[1] - 1;
    g = gla_r_part(c, increasing ? g : gla_r_flipped(c, g, 1), 1, 1, n);
    if (!g)
        return;
    gla_array *powers = gla_r_adopt(c, gla_vander(x, &made, &(const gla_ints){1, {n}}, true), &made);
    gla_array *factors = gla_r_astype(c, gla_r_range(c, gla_device_of(g), 1, n, GLA_INT64), g->dtype);
    gla_r_give(c, 0, gla_r_sum(c, gla_r_multiply(c, gla_r_multiply(c, g, powers), factors), &(const gla_ints){1, {1}}, false));
}
