/* einsum.c - sums of products by subscripts, two operands at a time, in the order with the fewest multiplications. */
#include "einsum.h"
#include "shape/reshape.h"

#include <math.h>

typedef struct contraction {
    gla_call c;
    gla_subscripts e;
    double cost[1 << GLA_EINSUM_OPERANDS];
    uint16_t first[1 << GLA_EINSUM_OPERANDS]; /* how a set of operands is split in two; 0: not looked at yet */
} contraction;

/* Labels that a set of operands has, and of these the ones that are still needed outside of it. */
static uint64_t all_labels(const contraction *k, unsigned set)
{
    uint64_t mask = 0;
    for (int i = 0; i < k->e.n; i++)
        if (set >> i & 1)
            mask |= gla_labels_mask(&k->e.terms[i]);
    return mask;
}

static uint64_t kept_labels(const contraction *k, unsigned set)
{
    unsigned others = ((1u << k->e.n) - 1) & ~set;
    return all_labels(k, set) & (all_labels(k, others) | gla_labels_mask(&k->e.result));
}

static double size_of(const contraction *k, uint64_t labels)
{
    double size = 1;
    for (int i = 0; i < k->e.nlabels; i++)
        if (labels >> i & 1)
            size *= (double)k->e.length[i];
    return size;
}

/* The fewest multiplications for a set of operands, found once for each set. */
static double plan(contraction *k, unsigned set)
{
    if ((set & (set - 1)) == 0)
        return 0;
    if (k->first[set])
        return k->cost[set];
    k->cost[set] = INFINITY;
    for (unsigned part = (set - 1) & set; part; part = (part - 1) & set) {
        unsigned rest = set & ~part;
        if (part < rest)
            continue;
        double cost = plan(k, part) + plan(k, rest) + size_of(k, kept_labels(k, part) | kept_labels(k, rest));
        if (cost < k->cost[set] || !k->first[set]) {
            k->cost[set] = cost;
            k->first[set] = (uint16_t)part;
        }
    }
    return k->cost[set];
}

/* The term without the labels that nobody needs: sums over their axes. */
static void sum_unneeded(contraction *k, gla_term *t, uint64_t needed)
{
    gla_ints axes = {0};
    gla_term rest = {0};
    gla_array *sum;
    for (int i = 0; i < t->n; i++)
        if (needed >> t->labels[i] & 1)
            rest.labels[rest.n++] = t->labels[i];
        else
            axes.v[axes.n++] = i;
    if (!axes.n || gla_failed(&k->c))
        return;
    rest.x = gla_s_made(k->c.s, gla_sum(t->x, &sum, &axes, k->c.dtype, false), &sum);
    *t = rest;
}

/* The axes of t that a mask has, in the order of the labels' numbers. */
static int order_of(const gla_term *t, uint64_t mask, int64_t *axes, int *labels)
{
    int n = 0;
    for (int label = 0; label < GLA_EINSUM_LABELS; label++)
        for (int i = 0; mask >> label & 1 && i < t->n; i++)
            if (t->labels[i] == label) {
                axes[n] = i;
                labels[n++] = label;
            }
    return n;
}

/* t as a stack of matrices: its axes in `stack`, then those of two groups, each as one. */
static gla_array *as_matrices(gla_scope *s, const gla_term *t, uint64_t stack, uint64_t rows, uint64_t cols)
{
    gla_ints order = {0}, shape = {0};
    int labels[GLA_MAX_NDIM];
    gla_array *turned;
    if (s->status)
        return NULL;
    order.n = order_of(t, stack, order.v, labels);
    int n = order.n, end = n + order_of(t, rows, order.v + n, labels);
    order.n = end + order_of(t, cols, order.v + end, labels);
    shape.n = n + 2;
    for (int i = 0; i < n; i++)
        shape.v[i] = t->x->shape[order.v[i]];
    shape.v[n] = shape.v[n + 1] = 1;
    for (int i = n; i < order.n; i++)
        shape.v[i < end ? n : n + 1] *= t->x->shape[order.v[i]];
    turned = gla_s_made(s, gla_permute_dims(t->x, &order, &turned), &turned);
    return gla_s_reshape(s, turned, shape.n, shape.v);
}

/* Sums of products over the labels in `summed`. */
static gla_array *multiply_matrices(contraction *k, const gla_term *a, const gla_term *b, uint64_t summed, gla_term *product)
{
    uint64_t in_a = gla_labels_mask(a), in_b = gla_labels_mask(b), stack = in_a & in_b & ~summed;
    gla_call call = k->c;
    gla_ints shape = {0};
    int64_t axes[GLA_MAX_NDIM];
    gla_array *x = as_matrices(k->c.s, a, stack, in_a & ~in_b, summed),
              *y = as_matrices(k->c.s, b, stack, summed, in_b & ~in_a);
    gla_array *z = gla_product(&call, x, y, false);
    product->n = order_of(a, stack, axes, product->labels);
    product->n += order_of(a, in_a & ~in_b, axes, product->labels + product->n);
    product->n += order_of(b, in_b & ~in_a, axes, product->labels + product->n);
    shape.n = product->n;
    for (int i = 0; i < product->n; i++)
        shape.v[i] = k->e.length[product->labels[i]];
    return gla_s_reshape(k->c.s, z, shape.n, shape.v);
}

/* t with the axes of the product, of length one where it has none. */
static gla_array *align(gla_scope *s, const gla_term *t, const gla_term *product)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    for (int i = 0; i < product->n; i++) {
        int at = 0;
        while (at < t->n && t->labels[at] != product->labels[i])
            at++;
        shape[i] = at < t->n ? t->x->shape[at] : 1;
        strides[i] = at < t->n ? t->x->strides[at] : 1;
    }
    return gla_s_view(s, t->x, product->n, shape, strides, 0);
}

static gla_array *multiply_elements(contraction *k, const gla_term *a, const gla_term *b, gla_term *product)
{
    uint64_t both = gla_labels_mask(a) | gla_labels_mask(b);
    product->n = 0;
    for (int label = 0; label < k->e.nlabels; label++)
        if (both >> label & 1)
            product->labels[product->n++] = label;
    return gla_s_combine(k->c.s, gla_multiply, align(k->c.s, a, product), align(k->c.s, b, product));
}

/* Whether each matrix would be a number. */
static bool are_short_vectors(const contraction *k, uint64_t in_a, uint64_t in_b, uint64_t summed)
{
    return in_a == in_b && size_of(k, summed) <= GLA_SHORT_VECTOR && size_of(k, in_a & ~summed) >= GLA_MANY_VECTORS;
}

static gla_term contract_pair(contraction *k, gla_term a, gla_term b, uint64_t needed)
{
    gla_term product = {0};
    sum_unneeded(k, &a, needed | gla_labels_mask(&b));
    sum_unneeded(k, &b, needed | gla_labels_mask(&a));
    uint64_t in_a = gla_labels_mask(&a), in_b = gla_labels_mask(&b), summed = in_a & in_b & ~needed;
    if (__builtin_popcountll((in_a | in_b) & ~summed) > GLA_MAX_NDIM)
        gla_s_fail(k->c.s, GLA_SHAPE_ERROR, "einsum: a product of two operands would have more than %d dimensions",
                   GLA_MAX_NDIM);
    if (gla_failed(&k->c))
        return product;
    if (summed && !are_short_vectors(k, in_a, in_b, summed)) {
        product.x = multiply_matrices(k, &a, &b, summed, &product);
    } else {
        product.x = multiply_elements(k, &a, &b, &product);
        sum_unneeded(k, &product, needed);
    }
    return product;
}

static gla_term contract(contraction *k, unsigned set)
{
    gla_term result = {0};
    if ((set & (set - 1)) == 0) {
        result = k->e.terms[__builtin_ctz(set)];
        sum_unneeded(k, &result, kept_labels(k, set));
    } else if (!gla_failed(&k->c)) {
        int mark = gla_scope_mark(k->c.s);
        unsigned part = k->first[set];
        gla_term a = contract(k, part), b = contract(k, set & ~part);
        result = gla_failed(&k->c) ? a : contract_pair(k, a, b, kept_labels(k, set));
        result.x = gla_scope_keep(k->c.s, mark, result.x);
    }
    return result;
}

static void run(contraction *k, const char *subscripts, int n, const gla_array *const in[], gla_array **result)
{
    gla_array *placed[GLA_EINSUM_OPERANDS];
    gla_s_place(k->c.s, n, in, false, &k->c.dev, placed);
    for (int i = 0; i < n; i++)
        placed[i] = gla_s_typed(k->c.s, k->c.dtype, placed[i]);
    if (!gla_failed(&k->c))
        gla_read_subscripts(k->c.s, subscripts, n, placed, &k->e);
    if (gla_failed(&k->c))
        return;
    unsigned all = (1u << n) - 1;
    plan(k, all);
    gla_term t = contract(k, all);
    gla_array *x = align(k->c.s, &t, &k->e.result); /* its axes in the order asked for */
    if (n == 1)
        x = gla_s_convert(k->c.s, x, GLA_NO_DTYPE, NULL, GLA_YES); /* of one operand, it may be a view */
    *result = gla_product_of(k->c.s, n, in, x);
}

gla_status gla_einsum(const char *subscripts, const gla_arrays *operands, gla_array **out)
{
    gla_array *result = NULL;
    *out = NULL;
    if (operands->n < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "einsum: there are no operands; give at least one behind the subscripts");
    if (operands->n > GLA_EINSUM_OPERANDS)
        return gla_fail(GLA_ARGUMENT_ERROR, "einsum: %lld operands are more than %d; contract them in parts",
                        (long long)operands->n, GLA_EINSUM_OPERANDS);
    contraction *k = gla_calloc(1, sizeof *k);
    if (!k)
        return gla_fail_memory("einsum", sizeof *k);
    int n = (int)operands->n;
    gla_call_begin_part(&k->c, "einsum", "operands", NULL, gla_product_dtype(n, operands->v), 0, 0);
    run(k, subscripts, n, operands->v, &result);
    gla_status st = gla_call_return(&k->c, result, out);
    gla_free(k);
    return st;
}
