/* einsum.c - Einstein summation.  Operands are contracted two at a time, in the order that needs the fewest multiplications. */
#include "array/number.h"
#include "einsum.h"
#include "shape/reshape.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define FEW 4 /* plans for at most this many operands need no memory allocation */

/* the subset of operands that is contracted first when this set is split in two; 0: not yet planned */
typedef struct split {
    double cost;
    unsigned first;
} split;

typedef struct contraction {
    gla_call c;
    gla_subscripts e;
    uint64_t labels[GLA_EINSUM_OPERANDS]; /* bit mask of the labels of each operand */
    split *splits, few[1 << FEW];         /* one for each set of operands */
} contraction;

/* Return the mask of all labels in a set of operands, or of the labels in the set that are still needed outside it. */
static uint64_t all_labels(const contraction *k, unsigned set)
{
    uint64_t mask = 0;
    for (; set; set &= set - 1)
        mask |= k->labels[__builtin_ctz(set)];
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
    for (; labels; labels &= labels - 1)
        size *= (double)k->e.length[__builtin_ctzll(labels)];
    return size;
}

/* Return the smallest number of multiplications for contracting a set of operands; memoised. */
static double plan(contraction *k, unsigned set)
{
    split *of = k->splits + set;
    if ((set & (set - 1)) == 0)
        return 0;
    if (of->first)
        return of->cost;
    of->cost = INFINITY;
    for (unsigned part = (set - 1) & set; part; part = (part - 1) & set) {
        unsigned rest = set & ~part;
        if (part < rest)
            continue;
        double cost = plan(k, part) + plan(k, rest) + size_of(k, kept_labels(k, part) | kept_labels(k, rest));
        if (cost < of->cost || !of->first) {
            of->cost = cost;
            of->first = part;
        }
    }
    return of->cost;
}

/* Two operands can be contracted in only one order, so they need no plan. */
static gla_status make_plan(contraction *k)
{
    const int n = k->e.n;
    for (int i = 0; i < n; i++)
        k->labels[i] = gla_labels_mask(&k->e.terms[i]);
    k->splits = k->few;
    if (n < 3)
        k->few[3].first = 2;
    else if (n <= FEW)
        memset(k->few, 0, sizeof *k->few << n);
    else
        k->splits = gla_calloc((size_t)1 << n, sizeof *k->splits);
    if (!k->splits)
        return gla_fail_memory("einsum", sizeof *k->splits << n);
    if (n > 2)
        plan(k, (1u << n) - 1);
    return GLA_OK;
}

/* Return true if the term has the same axes as the array t->x, in the same order. */
static bool is_whole(const gla_term *t)
{
    const size_t bytes = (size_t)t->n * sizeof(int64_t);
    return t->n == t->x->ndim && !memcmp(t->shape, t->x->shape, bytes) && !memcmp(t->strides, t->x->strides, bytes) &&
           !(t->x->flags & (GLA_WEAK | GLA_UNPLACED));
}

static gla_array *array_of(gla_scope *s, const gla_term *t)
{
    return s->status || is_whole(t) ? t->x : gla_s_view(s, t->x, t->n, t->shape, t->strides, 0);
}

/* Replace the array of a term by x, a new array; the labels stay the same. */
static void set_array(gla_term *t, gla_array *x)
{
    t->x = x;
    for (int i = 0; x && i < t->n; i++) {
        t->shape[i] = x->shape[i];
        t->strides[i] = x->strides[i];
    }
}

/* Sum over the axes whose labels are no longer needed. */
static void sum_unneeded(contraction *k, gla_term *t, uint64_t needed)
{
    gla_ints axes;
    gla_array *sum;
    int n = 0;
    if (!(gla_labels_mask(t) & ~needed) || gla_failed(&k->c))
        return;
    gla_array *x = array_of(k->c.s, t);
    axes.n = 0;
    for (int i = 0; i < t->n; i++)
        if (needed >> t->labels[i] & 1)
            t->labels[n++] = t->labels[i];
        else
            axes.v[axes.n++] = i;
    t->n = n;
    set_array(t, x ? gla_s_adopt(k->c.s, gla_sum(x, &sum, &axes, k->c.dtype, false), &sum) : NULL);
}

/* Return the axes of t whose labels are in the mask, in the order of the label numbers. */
static int order_of(const gla_term *t, uint64_t mask, int *axes)
{
    int n = 0;
    for (; mask; mask &= mask - 1)
        for (int i = 0; i < t->n; i++)
            if (t->labels[i] == __builtin_ctzll(mask))
                axes[n++] = i;
    return n;
}

/* Merge several axes into one.  Return false if the elements along the merged axis would not be evenly spaced. */
static bool join_axes(const gla_term *t, int n, const int *axes, int64_t *length, int64_t *stride)
{
    *length = *stride = 1;
    for (int i = n; i-- > 0;) {
        const int64_t step = t->strides[axes[i]];
        if (t->shape[axes[i]] == 1)
            continue;
        if (*length == 1)
            *stride = step;
        else if (step != *length * *stride)
            return false;
        *length *= t->shape[axes[i]];
    }
    return true;
}

/* If the elements along a merged axis would not be evenly spaced, copy them in matrix order. */
static gla_array *as_new_matrices(gla_scope *s, const gla_term *t, int stack, int n, const int *axes, const int64_t *shape)
{
    int64_t turned[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    for (int i = 0; i < n; i++) {
        turned[i] = t->shape[axes[i]];
        strides[i] = t->strides[axes[i]];
    }
    gla_array *x = gla_s_view(s, t->x, n, turned, strides, 0);
    return x ? gla_s_reshape(s, x, stack + 2, shape) : NULL;
}

/* Return t as a stack of matrices: first the axes in `stack`, then two groups of axes, each merged into one axis. */
static gla_array *as_matrices(gla_scope *s, const gla_term *t, uint64_t stack, uint64_t rows, uint64_t cols)
{
    int axes[GLA_MAX_NDIM];
    int64_t shape[GLA_MAX_NDIM + 2], strides[GLA_MAX_NDIM + 2];
    if (s->status)
        return NULL;
    const int n = order_of(t, stack, axes), end = n + order_of(t, rows, axes + n), all = end + order_of(t, cols, axes + end);
    for (int i = 0; i < n; i++) {
        shape[i] = t->shape[axes[i]];
        strides[i] = t->strides[axes[i]];
    }
    bool even = join_axes(t, end - n, axes + n, &shape[n], &strides[n]);
    even = join_axes(t, all - end, axes + end, &shape[n + 1], &strides[n + 1]) && even;
    if (!even) {
        shape[n] = shape[n + 1] = 1;
        for (int i = n; i < all; i++)
            shape[i < end ? n : n + 1] *= t->shape[axes[i]];
        return as_new_matrices(s, t, n, all, axes, shape);
    }
    if (shape[n] == 1)
        strides[n] = shape[n + 1] * strides[n + 1];
    return gla_s_view(s, t->x, n + 2, shape, strides, 0);
}

/* Append those labels of a term that are in the mask to the labels of the product. */
static void add_labels(const contraction *k, const gla_term *t, uint64_t mask, gla_term *product)
{
    int axes[GLA_MAX_NDIM], n = order_of(t, mask, axes);
    for (int i = 0; i < n; i++) {
        product->labels[product->n] = t->labels[axes[i]];
        product->shape[product->n++] = k->e.length[t->labels[axes[i]]];
    }
}

/* Compute the sum of products over the labels in `summed` by matrix multiplication. */
static void multiply_matrices(contraction *k, const gla_term *a, const gla_term *b, uint64_t summed, gla_term *product)
{
    uint64_t in_a = gla_labels_mask(a), in_b = gla_labels_mask(b), stack = in_a & in_b & ~summed;
    gla_call call = k->c;
    gla_array *x = as_matrices(k->c.s, a, stack, in_a & ~in_b, summed),
              *y = as_matrices(k->c.s, b, stack, summed, in_b & ~in_a);
    int64_t step = 1;
    product->x = gla_product(&call, x, y, false); /* row-major, contiguous */
    product->n = 0;
    add_labels(k, a, stack, product);
    add_labels(k, a, in_a & ~in_b, product);
    add_labels(k, b, in_b & ~in_a, product);
    for (int i = product->n; i-- > 0; step *= product->shape[i])
        product->strides[i] = step;
}

/* Return t with the axes of the product, of length one if t does not have the axis. */
static gla_array *align(gla_scope *s, const gla_term *t, const gla_term *product)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    if (t->n == product->n && !memcmp(t->labels, product->labels, (size_t)t->n * sizeof *t->labels))
        return array_of(s, t);
    for (int i = 0; i < product->n; i++) {
        int at = 0;
        while (at < t->n && t->labels[at] != product->labels[i])
            at++;
        shape[i] = at < t->n ? t->shape[at] : 1;
        strides[i] = at < t->n ? t->strides[at] : 1;
    }
    return gla_s_view(s, t->x, product->n, shape, strides, 0);
}

static void multiply_elements(contraction *k, const gla_term *a, const gla_term *b, gla_term *product)
{
    uint64_t both = gla_labels_mask(a) | gla_labels_mask(b);
    product->n = 0;
    for (; both; both &= both - 1)
        product->labels[product->n++] = __builtin_ctzll(both);
    set_array(product, gla_s_combine(k->c.s, gla_multiply, align(k->c.s, a, product), align(k->c.s, b, product)));
}

/* Return true if the axes of t in the mask are contiguous when merged. */
static bool lie_together(const gla_term *t, uint64_t mask)
{
    int axes[GLA_MAX_NDIM], n = order_of(t, mask, axes);
    int64_t length, stride;
    return join_axes(t, n, axes, &length, &stride) && stride == 1;
}

/* Return true if each matrix product is an inner product that is faster without matrix multiplication. */
static bool are_short_vectors(const contraction *k, const gla_term *a, const gla_term *b, uint64_t summed)
{
    uint64_t labels = gla_labels_mask(a);
    return labels == gla_labels_mask(b) && gla_are_short_vectors(&k->c, size_of(k, labels & ~summed), size_of(k, summed),
                                                                 lie_together(a, summed) && lie_together(b, summed));
}

static void contract_pair(contraction *k, gla_term *a, gla_term *b, uint64_t needed, gla_term *product)
{
    sum_unneeded(k, a, needed | gla_labels_mask(b));
    sum_unneeded(k, b, needed | gla_labels_mask(a));
    uint64_t in_a = gla_labels_mask(a), in_b = gla_labels_mask(b), summed = in_a & in_b & ~needed;
    if (__builtin_popcountll((in_a | in_b) & ~summed) > GLA_MAX_NDIM)
        gla_s_fail(k->c.s, GLA_SHAPE_ERROR, "einsum: a product of two operands would have more than %d dimensions",
                   GLA_MAX_NDIM);
    if (gla_failed(&k->c))
        return;
    if (summed && !are_short_vectors(k, a, b, summed)) {
        multiply_matrices(k, a, b, summed, product);
    } else {
        multiply_elements(k, a, b, product);
        sum_unneeded(k, product, needed);
    }
}

static void contract(contraction *k, unsigned set, gla_term *result)
{
    gla_term a, b;
    if ((set & (set - 1)) == 0) {
        *result = k->e.terms[__builtin_ctz(set)];
        sum_unneeded(k, result, kept_labels(k, set));
    } else if (!gla_failed(&k->c)) {
        int mark = gla_scope_mark(k->c.s);
        unsigned part = k->splits[set].first;
        contract(k, part, &a);
        contract(k, set & ~part, &b);
        if (!gla_failed(&k->c))
            contract_pair(k, &a, &b, kept_labels(k, set), result);
        result->x = gla_scope_keep(k->c.s, mark, gla_failed(&k->c) ? NULL : result->x);
    }
}

static void run(contraction *k, const char *subscripts, int n, const gla_array *const in[], gla_array **result)
{
    gla_array *placed[GLA_EINSUM_OPERANDS];
    gla_term t;
    gla_s_place(k->c.s, n, in, false, &k->c.dev, placed);
    for (int i = 0; i < n && !gla_failed(&k->c); i++)
        placed[i] = placed[i]->dtype == k->c.dtype ? placed[i] : gla_s_astype(k->c.s, k->c.dtype, placed[i]);
    if (!gla_failed(&k->c))
        gla_read_subscripts(k->c.s, subscripts, n, placed, &k->e);
    if (gla_failed(&k->c) || gla_s_check(k->c.s, make_plan(k)))
        return;
    contract(k, (1u << n) - 1, &t);
    gla_array *x = gla_failed(&k->c) ? NULL : align(k->c.s, &t, &k->e.result); /* axes in the requested order */
    if (n == 1)
        x = gla_s_convert(k->c.s, x, GLA_NO_DTYPE, NULL, GLA_YES); /* for one operand the result may be a view */
    *result = gla_product_of(k->c.s, n, in, x);
}

/* Check NumPy's argument `optimize`, which has no effect because the best order is always found. */
static gla_status check_optimize(const gla_chosen *optimize)
{
    gla_number v = {.re = NAN};
    if (!optimize || !optimize->array)
        return GLA_OK;
    const gla_array *x = optimize->array;
    gla_status st = x->size == 1 && x->ndim == 0 ? gla_read_number("einsum", "optimize", x, &v) : GLA_OK;
    if (!st && (v.is_complex || (v.re != 0 && v.re != 1)))
        st = gla_fail(
            GLA_ARGUMENT_ERROR,
            "einsum: optimize must be true, false, \"greedy\" or \"optimal\"; the contraction order is optimal in any case");
    return st;
}

gla_status gla_einsum(const char *subscripts, const gla_arrays *operands, gla_array **out, const gla_chosen *optimize)
{
    contraction k; /* not initialised, because the array is large and calls on small arrays are frequent */
    gla_array *result = NULL;
    *out = NULL;
    if (operands->n < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "einsum: operands are missing; give at least one after the subscripts");
    if (operands->n > GLA_EINSUM_OPERANDS)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "einsum: %lld operands were given, but at most %d are supported; contract them in parts",
                        (long long)operands->n, GLA_EINSUM_OPERANDS);
    int n = (int)operands->n;
    gla_status st = check_optimize(optimize);
    if (st)
        return st;
    k.splits = k.few;
    gla_call_begin_part(&k.c, "einsum", "operands", NULL, gla_product_dtype(n, operands->v), 0, 0);
    run(&k, subscripts, n, operands->v, &result);
    st = gla_call_return(&k.c, result, out);
    if (k.splits != k.few)
        gla_free(k.splits);
    return st;
}
