/* tridiagonal_vectors.c - Eigenvalues and eigenvectors of symmetric tridiagonal matrices by divide and conquer.
 * kernels/tridiagonal_leaves.h solves the leaves.  Then each level merges pairs of halves, for all nodes at once, by
 * kernels/tridiagonal_merge.h, tridiagonal_roots.h and matrix products.
 *
 * All nodes of a level except the last node have the same size, so their products are computed as a stack.  The host waits once
 * per level, because the size of the products depends on the number of eigenvalues that are deflated. */
#include "tridiagonal.h"
#include "runtime/allocation.h"

#define LEAF 32 /* number of rows of a leaf, and of threads in its group */
#define GROUP 256
#define COLUMN 64 /* number of threads that copy a column */
#define LANES 32  /* number of threads per root */
#define SINGLE 4  /* up to this number of nodes, the products are computed one by one in their actual sizes */

static const char leaves[] = "tridiagonal_leaves.h", merges[] = "tridiagonal_merge.h", roots[] = "tridiagonal_roots.h";
static const char lanes[] = "#define LANES 32\n";

typedef struct conquest {
    const gla_dense *d;
    int64_t n, leaf, nodes; /* nodes: number of nodes in the lowest level of merges */
    gla_strided q;
    void *beside;
    merge_sizes s; /* sizes of the current level */
    int *found;    /* on the host: MERGE_COUNTS values for each node of the level */
    bool is_whole; /* no eigenvalue of the level was deflated: all columns are in order */
    void *block;   /* allocated block that contains the members below */
    void *left, *right, *reals;
    int *ints, *counts, *state;
} conquest;

/* Lay out the parts of one block.  With address 0, compute the size of the block. */
static int64_t lay_out(conquest *c, char *at)
{
    char *begin = at;
    int64_t n = c->n, ints = (int64_t)sizeof(int);
    c->reals = gla_dense_cut(&at, MERGE_REALS * n * c->d->item);
    c->ints = gla_dense_cut(&at, MERGE_INTS * n * ints);
    c->counts = gla_dense_cut(&at, MERGE_COUNTS * c->nodes * ints);
    c->state = gla_dense_cut(&at, 2 * ints);
    c->left = gla_dense_cut(&at, c->nodes ? n * n * c->d->item : 0);
    c->right = gla_dense_cut(&at, c->nodes ? n * n * c->d->item : 0);
    return at - begin;
}

/* Choose a common size of the leaves such that repeated doubling reaches n or slightly more. */
static gla_status prepare(conquest *c, const gla_dense *d, int64_t n, void *beside, void *q, int64_t ldq)
{
    int64_t count = 1;
    while ((n + count - 1) / count > LEAF)
        count *= 2;
    *c = (conquest){.d = d, .n = n, .leaf = (n + count - 1) / count, .q = {q, 1, ldq, 0}, .beside = beside, .is_whole = true};
    c->nodes = (n + c->leaf - 1) / c->leaf / 2;
    c->s = (merge_sizes){.n = n, .size = c->leaf, .ldq = ldq};
    size_t bytes = (size_t)(c->nodes + 1) * MERGE_COUNTS * sizeof(int);
    if (!(c->found = gla_malloc(bytes)))
        return gla_fail_memory(d->op, bytes);
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)lay_out(c, NULL), &c->block);
    if (!st)
        lay_out(c, c->block);
    return st;
}

static gla_status launch(const conquest *c, const char *file, const char *lines, const char *name, int64_t groups, int threads,
                         int n_args, const gla_argument *args)
{
    void *kernel;
    gla_status st = gla_dense_kernel(c->d, file, lines, name, &kernel);
    return st ? st : gla_dense_launch(c->d, kernel, groups, threads, n_args, args);
}

static gla_status solve_leaves(const conquest *c, const void *diagonal)
{
    const gla_argument clear[] = {GLA_VALUE(c->s), GLA_BUFFER(c->q.data)};
    const gla_argument leaf[] = {GLA_VALUE(c->s),      GLA_BUFFER(diagonal), GLA_BUFFER(c->beside), GLA_BUFFER(c->q.data),
                                 GLA_BUFFER(c->reals), GLA_BUFFER(c->ints),  GLA_BUFFER(c->state)};
    gla_status st = launch(c, leaves, "", "tridiagonal_clear", c->n, GROUP, 2, clear);
    return st ? st : launch(c, leaves, "", "tridiagonal_leaves", (c->n + c->leaf - 1) / c->leaf, LEAF, 7, leaf);
}

/* ---- one level ----------------------------------------------------------------------------------------------------------- */
static int64_t merged_nodes(const conquest *c)
{
    return (c->n + c->s.size / 2 - 1) / c->s.size;
}

/* Merge the sorted orders of both halves, deflate, and read the counts of each node. */
static gla_status deflate(conquest *c)
{
    int64_t nodes = merged_nodes(c);
    const gla_argument halves[] = {GLA_VALUE(c->s), GLA_BUFFER(c->beside), GLA_BUFFER(c->q.data), GLA_BUFFER(c->reals),
                                   GLA_BUFFER(c->ints)};
    const gla_argument each[] = {GLA_VALUE(c->s), GLA_BUFFER(c->beside), GLA_BUFFER(c->reals), GLA_BUFFER(c->ints),
                                 GLA_BUFFER(c->counts)};
    gla_status st = gla_dense_run(c->d, merges, "", "merge_halves", c->n, 5, halves);
    if (!st)
        st = launch(c, merges, "", "merge_deflate", nodes, GROUP, 5, each);
    if (!st)
        st = gla_device_read(c->d->op, c->d->dev, c->found, c->counts, (size_t)nodes * MERGE_COUNTS * sizeof(int));
    return st;
}

static int64_t larger_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Maximum of each count over several nodes. */
typedef struct extent {
    int64_t poles, upper, lower, turns;
} extent;

static extent extent_of(const conquest *c, int64_t first, int64_t count)
{
    extent x = {0, 0, 0, 0};
    for (int64_t i = first; i < first + count; i++) {
        const int *found = c->found + i * MERGE_COUNTS;
        x.poles = larger_of(x.poles, found[MERGE_COUNT_POLES]);
        x.upper = larger_of(x.upper, found[MERGE_COUNT_UPPER] + found[MERGE_COUNT_BOTH]);
        x.lower = larger_of(x.lower, found[MERGE_COUNT_LOWER] + found[MERGE_COUNT_BOTH]);
        x.turns = larger_of(x.turns, found[MERGE_COUNT_ROTATIONS]);
    }
    return x;
}

/* Compute the vectors of `count` nodes of the same size, as a stack. */
static gla_status multiply(const conquest *c, int64_t first, int64_t count)
{
    gla_dense d = *c->d;
    extent x = extent_of(c, first, count);
    int64_t size = c->s.size, half = size / 2, begin = first * size, rest = c->n - begin, rows = rest < size ? rest : size;
    gla_strided left = {c->left, 1, half, size * size}, right = {c->right, 1, rows, size * size};
    gla_strided out = gla_dense_part(&d, c->q, begin, begin), below;
    gla_product p = {.m = half, .n = x.poles, .k = x.upper};
    d.batch = count;
    out.step = size * (c->s.ldq + 1);
    left.data = (char *)left.data + first * size * size * d.item;
    right.data = (char *)right.data + first * size * size * d.item;
    gla_status st = gla_dense_multiply(&d, &p, left, right, out);
    below = gla_dense_part(&d, left, 0, half);
    below.col = rows - half;
    p.m = rows - half;
    p.k = x.lower;
    return st ? st : gla_dense_multiply(&d, &p, below, gla_dense_part(&d, right, half, 0), gla_dense_part(&d, out, half, 0));
}

static gla_status multiply_all(conquest *c)
{
    int64_t nodes = merged_nodes(c), whole = c->n / c->s.size, first = 0;
    gla_status st = GLA_OK;
    if (nodes > SINGLE) {
        st = multiply(c, 0, whole);
        first = whole;
    }
    for (; first < nodes && !st; first++)
        st = multiply(c, first, 1);
    return st;
}

/* Pack the columns that remain after deflation, and compute their roots and vectors. */
static gla_status find_roots(const conquest *c, extent x)
{
    const gla_argument turn[] = {GLA_VALUE(c->s), GLA_BUFFER(c->q.data), GLA_BUFFER(c->reals), GLA_BUFFER(c->ints),
                                 GLA_BUFFER(c->counts)};
    const gla_argument pack[] = {GLA_VALUE(c->s),       GLA_BUFFER(c->q.data), GLA_BUFFER(c->ints),
                                 GLA_BUFFER(c->counts), GLA_BUFFER(c->left),   GLA_BUFFER(c->right)};
    const gla_argument root[] = {GLA_VALUE(c->s),      GLA_BUFFER(c->beside), GLA_BUFFER(c->counts),
                                 GLA_BUFFER(c->reals), GLA_BUFFER(c->ints),   GLA_BUFFER(c->state)};
    const gla_argument weight[] = {GLA_VALUE(c->s), GLA_BUFFER(c->counts), GLA_BUFFER(c->reals), GLA_BUFFER(c->ints)};
    const gla_argument vector[] = {GLA_VALUE(c->s), GLA_BUFFER(c->counts), GLA_BUFFER(c->reals), GLA_BUFFER(c->ints),
                                   GLA_BUFFER(c->right)};
    gla_status st = GLA_OK;
    if (x.turns)
        st = launch(c, merges, "", "merge_rotate", (c->n + COLUMN - 1) / COLUMN, COLUMN, 5, turn);
    if (!st)
        st = launch(c, merges, "", "merge_pack", c->n, COLUMN, 6, pack);
    if (!st && x.poles)
        st = launch(c, roots, lanes, "merge_roots", c->n, LANES, 6, root);
    if (!st && x.poles)
        st = launch(c, roots, lanes, "merge_weights", c->n, LANES, 4, weight);
    return st || !x.poles ? st : launch(c, roots, lanes, "merge_vectors", c->n, LANES, 5, vector);
}

static gla_status merge(conquest *c)
{
    gla_status st = deflate(c);
    if (st)
        return st;
    int64_t nodes = merged_nodes(c), whole = c->n / c->s.size;
    extent all = extent_of(c, 0, nodes), padded = nodes > SINGLE ? extent_of(c, 0, whole) : (extent){0, 0, 0, 0};
    c->s.upper = padded.upper;
    c->s.lower = padded.lower;
    const gla_argument unpack[] = {GLA_VALUE(c->s), GLA_BUFFER(c->counts), GLA_BUFFER(c->right), GLA_BUFFER(c->q.data)};
    const gla_argument order[] = {GLA_VALUE(c->s), GLA_BUFFER(c->counts), GLA_BUFFER(c->reals), GLA_BUFFER(c->ints)};
    c->is_whole = all.poles == c->n;
    st = find_roots(c, all);
    if (!st)
        st = multiply_all(c);
    if (!st && !c->is_whole)
        st = launch(c, merges, "", "merge_unpack", c->n, COLUMN, 4, unpack);
    return st ? st : gla_dense_run(c->d, merges, "", "merge_order", c->n, 4, order);
}

/* Undo the scaling of the eigenvalues, and sort the columns. */
static gla_status finish(const conquest *c, void *diagonal)
{
    int64_t n = c->n, ldq = c->s.ldq;
    const int *columns = c->ints + MERGE_COLUMNS * n, *as_they_are = NULL;
    const char *sorted = (const char *)c->reals + MERGE_SORTED * n * c->d->item;
    const gla_argument rescale[] = {GLA_VALUE(n), GLA_BUFFER(sorted), GLA_BUFFER(c->state), GLA_BUFFER(diagonal)};
    const gla_argument order[] = {GLA_VALUE(n),   GLA_BUFFER(columns), GLA_BUFFER(c->q.data),
                                  GLA_VALUE(ldq), GLA_BUFFER(c->left), GLA_VALUE(n)};
    const gla_argument copy[] = {GLA_VALUE(n), GLA_BUFFER(as_they_are), GLA_BUFFER(c->left),
                                 GLA_VALUE(n), GLA_BUFFER(c->q.data),   GLA_VALUE(ldq)};
    gla_status st = gla_dense_run(c->d, leaves, "", "tridiagonal_rescale", n, 4, rescale);
    if (!st && !c->is_whole)
        st = launch(c, leaves, "", "tridiagonal_order", n, GROUP, 6, order);
    if (!st && !c->is_whole)
        st = launch(c, leaves, "", "tridiagonal_order", n, GROUP, 6, copy);
    return st ? st : gla_tridiagonal_report(c->d, c->state);
}

gla_status gla_device_tridiagonal_vectors(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e, void *q, int64_t ldq)
{
    gla_dense call;
    conquest c = {.block = NULL};
    gla_status st = gla_dense_begin(&call, "eigh", dev, real, 1);
    if (st || n == 0)
        return st;
    st = prepare(&c, &call, n, e, q, ldq);
    if (!st)
        st = gla_tridiagonal_scale(&call, n, d, e, c.state);
    if (!st)
        st = solve_leaves(&c, d);
    for (c.s.size *= 2; c.s.size / 2 < n && !st; c.s.size *= 2)
        st = merge(&c);
    if (!st)
        st = finish(&c, d);
    gla_device_drop(dev, c.block);
    gla_free(c.found);
    return st;
}
