/* complement.c - Schur complement of the eliminated groups, and an approximate inverse.
 *
 * For each block of the other grouping variables, the complement has a Laplacian matrix on its diagonal.  Groups are neighbours
 * in the graph of this Laplacian if they have rows in the same group of the first grouping variable.  For two of the other
 * blocks, D'W D is a Laplacian too, after the sign of one block is changed; here groups are neighbours if they share rows.  The
 * approximate inverse is the sum of the inverses of all these Laplacians.  The factors of the Laplacians (elimination.h) are on
 * the host, because the factors have few elements and are used sequentially. */
#include "panel/elimination.h"
#include "panel/panel.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/sparse_arithmetic.h"
#include "sparse/sparse.h"

#include <math.h>

enum { PER_ELEMENT = 4 };     /* exactly eliminated edges for each element of q->means */
enum { MANY = 64 };           /* two blocks form a part only if each has at least this number of groups */
#define BLOCK ((int64_t)4096) /* rows between two checks for an interrupt */

/* One or two blocks that share a factor. */
typedef struct inverse_part {
    elimination *factor;
    int64_t n, begin[2], groups[2]; /* number of blocks; offsets of their groups among the other groups; number of groups in
                                     * each block */
} inverse_part;

struct panel_inverse {
    int64_t n;
    inverse_part *part;
    double *total; /* on the host; INFINITY for groups that belong to a part */
    double *work;
};

/* A matrix in row format on the host. */
typedef struct host_rows {
    int64_t rows;
    const gla_array *data, *indices, *indptr;
    const void *weights, *columns, *ends;
} host_rows;

static int64_t place(const gla_array *x, const void *data, int64_t i)
{
    return x->dtype == GLA_INT32 ? (int64_t)((const int32_t *)data)[i] : ((const int64_t *)data)[i];
}

static host_rows bring(gla_scope *s, const sparse_rows *a)
{
    host_rows h = {.rows = a->rows};
    void *data = NULL;
    h.data = gla_s_to_host(s, a->data, &data);
    h.weights = data;
    h.indices = s->status ? NULL : gla_s_to_host(s, a->indices, &data);
    h.columns = data;
    h.indptr = s->status ? NULL : gla_s_to_host(s, a->indptr, &data);
    h.ends = data;
    return h;
}

/* ---- the complement ------------------------------------------------------------------------------------------ */
static bool has_slopes(const panel *p)
{
    for (int64_t b = 0; b < p->n_blocks; b++)
        if (p->blocks[b].slope)
            return true;
    return false;
}

/* Set q->complement to D_o'W D_o minus the product. */
static void subtract(projections *q, const gla_sparse *product)
{
    gla_scope *s = &q->p->s;
    const int64_t n = q->length;
    gla_sparse *sum = NULL, *made = NULL;
    sparse_rows rows = {.rows = n, .cols = n, .data = gla_s_drop_last(s, q->total)};
    rows.indices = s->status ? NULL : gla_s_astype(s, product->own.indices->dtype, sparse_range(s, q->p->dev, n));
    rows.indptr = s->status ? NULL : gla_s_astype(s, product->own.indptr->dtype, sparse_range(s, q->p->dev, n + 1));
    gla_sparse *own = panel_matrix(s, &rows);
    if (q->among && !s->status)
        gla_s_check(s, gla_sparse_add(own, q->among, &sum));
    if (!s->status && !gla_s_check(s, gla_sparse_subtract(sum ? sum : own, product, &made)))
        gla_s_check(s, gla_sparse_tocsr(made, &q->complement));
    gla_object_unref(made);
    gla_object_unref(sum);
    gla_object_unref(own);
}

/* Return the offset of the groups of the first grouping variable's intercept; -1 if this variable has only slopes. */
static int64_t intercept_of_first(const projections *q)
{
    for (int64_t b = 0; b < q->p->n_blocks; b++)
        if (q->p->blocks[b].way == q->first && !q->p->blocks[b].slope)
            return q->begins[b];
    return -1;
}

/* ---- graphs -------------------------------------------------------------------------------------------------- */
/* Join groups of a part by the elements of its rows.  In a part with one block, each group is joined with later groups.  In a
 * part with two blocks, the groups of one block are joined with the groups of the other. */
static void join_rows(graph *g, const host_rows *h, const inverse_part *x)
{
    const int last = (int)x->n - 1;
    const int64_t shift = last ? x->groups[0] : 0;
    for (int64_t row = 0; row < x->groups[0]; row++) {
        if (row % BLOCK == 0 && gla_interrupted())
            return;
        int64_t end = place(h->indptr, h->ends, x->begin[0] + row + 1);
        for (int64_t i = place(h->indptr, h->ends, x->begin[0] + row); i < end; i++) {
            int64_t to = place(h->indices, h->columns, i) - x->begin[last];
            if (to >= 0 && to < x->groups[last] && to + shift > row)
                panel_graph_join(g, (int32_t)row, (int32_t)(to + shift), panel_real(h->data, h->weights, i));
        }
    }
}

static int64_t longest_row(const host_rows *h)
{
    int64_t longest = 0;
    for (int64_t i = 0; i < h->rows; i++) {
        int64_t length = place(h->indptr, h->ends, i + 1) - place(h->indptr, h->ends, i);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Join the groups of a block that occur in the same row of q->means; each row belongs to one eliminated group. */
static void add_stars(projections *q, graph *g, const host_rows *h, const inverse_part *x)
{
    gla_scope *s = &q->p->s;
    int64_t first = intercept_of_first(q), longest = longest_row(h);
    int mark = gla_scope_mark(s);
    int32_t *nodes = gla_s_memory(s, longest, sizeof *nodes);
    double *weights = gla_s_memory(s, longest, sizeof *weights);
    for (int64_t row = first; row < first + q->p->levels[q->first] && !s->status; row++) {
        int64_t n = 0, end = place(h->indptr, h->ends, row + 1);
        if (row % BLOCK == 0 && gla_interrupted())
            return;
        for (int64_t i = place(h->indptr, h->ends, row); i < end; i++) {
            int64_t to = place(h->indices, h->columns, i) - x->begin[0];
            if (to < 0 || to >= x->groups[0])
                continue;
            nodes[n] = (int32_t)to;
            weights[n++] = panel_real(h->data, h->weights, i);
        }
        panel_graph_add_star(g, n, nodes, weights);
    }
    gla_scope_keep(s, mark, NULL);
}

/* ---- factors ------------------------------------------------------------------------------------------------- */
static void factor(projections *q, inverse_part *x, const host_rows *product, const host_rows *among)
{
    gla_scope *s = &q->p->s;
    const host_rows *h = x->n > 1 ? among : product;
    void *state = gla_work_begin((double)h->data->size);
    graph *g = panel_graph_new(x->groups[0] + x->groups[1], PER_ELEMENT * q->means->own.data->size);
    if (g && (x->n > 1 || q->complement))
        join_rows(g, h, x);
    else if (g)
        add_stars(q, g, h, x);
    x->factor = g && !s->status ? panel_eliminate(g) : NULL;
    panel_graph_free(g);
    gla_work_end(state);
    if (!x->factor && gla_interrupted())
        gla_s_check(s, gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op));
    else if (!x->factor)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)h->data->size * 2 * sizeof(double)));
}

/* Return true if positive weights connect the groups of the block. */
static bool has_laplacian(const projections *q, int64_t block)
{
    const panel_block *b = &q->p->blocks[block];
    return b->way != q->first && !b->slope && q->p->levels[b->way] <= INT32_MAX / 2;
}

static void find_parts(projections *q)
{
    panel *p = q->p;
    panel_inverse *made = q->inverse;
    for (int64_t a = 0; a < p->n_blocks; a++) {
        int64_t groups = p->levels[p->blocks[a].way];
        if (!has_laplacian(q, a))
            continue;
        made->part[made->n++] = (inverse_part){.n = 1, .begin = {q->begins[a]}, .groups = {groups}};
        for (int64_t i = 0; i < groups; i++)
            made->total[q->begins[a] + i] = INFINITY;
        for (int64_t b = a + 1; b < p->n_blocks && groups >= MANY; b++) {
            int64_t others = p->levels[p->blocks[b].way];
            if (has_laplacian(q, b) && others >= MANY)
                made->part[made->n++] = (inverse_part){
                    .n = 2, .begin = {q->begins[a], q->begins[b]}, .groups = {groups, others}};
        }
    }
}

static void make_inverse(projections *q, const sparse_rows *product)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    void *data = NULL;
    const gla_array *total = gla_s_to_host(s, q->total, &data);
    panel_inverse *made = s->status ? NULL : gla_calloc(1, sizeof *made);
    if (!made) {
        gla_s_check(s, gla_fail_memory(s->op, sizeof *made));
        return;
    }
    q->inverse = made;
    made->part = gla_calloc((size_t)(p->n_blocks * (p->n_blocks + 1) / 2), sizeof *made->part);
    made->total = gla_malloc((size_t)q->length * sizeof *made->total);
    made->work = gla_malloc((size_t)(q->length * p->k) * sizeof *made->work);
    if (!made->part || !made->total || !made->work) {
        gla_s_check(s, gla_fail_memory(s->op, (size_t)(q->length * (p->k + 1)) * sizeof *made->total));
        return;
    }
    for (int64_t i = 0; i < q->length; i++)
        made->total[i] = panel_real(total, data, i);
    find_parts(q);
    host_rows h = bring(s, product), among = {0};
    if (q->among)
        among = bring(s, &q->among->own);
    for (int64_t i = 0; i < made->n && !s->status; i++)
        factor(q, &made->part[i], &h, &among);
}

void panel_approximate(projections *q)
{
    gla_scope *s = &q->p->s;
    int mark = gla_scope_mark(s);
    q->approximated = true;
    if (s->status || intercept_of_first(q) < 0)
        return;
    gla_sparse *product = has_slopes(q->p) ? NULL : panel_product(q);
    if (product)
        subtract(q, product);
    if (!s->status)
        make_inverse(q, product ? &product->own : &q->means->own);
    gla_object_unref(product);
    gla_scope_keep(s, mark, NULL);
}

void panel_free_inverse(panel_inverse *inverse)
{
    if (!inverse)
        return;
    for (int64_t i = 0; i < inverse->n; i++)
        panel_elimination_free(inverse->part[i].factor);
    gla_free(inverse->part);
    gla_free(inverse->total);
    gla_free(inverse->work);
    gla_free(inverse);
}

/* ---- solutions ----------------------------------------------------------------------------------------------- */
/* Add the inverse of the part times r to x.  The sign of the second block is changed. */
static void add_part(const inverse_part *part, double *work, int64_t k, const double *r, double *x)
{
    int64_t at = 0;
    for (int b = 0; b < part->n; b++)
        for (int64_t i = part->begin[b] * k; i < (part->begin[b] + part->groups[b]) * k; i++)
            work[at++] = b ? -r[i] : r[i];
    panel_elimination_solve(part->factor, k, work);
    at = 0;
    for (int b = 0; b < part->n; b++)
        for (int64_t i = part->begin[b] * k; i < (part->begin[b] + part->groups[b]) * k; i++)
            x[i] += b ? -work[at++] : work[at++];
}

gla_array *panel_solve_approximately(const projections *q, gla_scope *s, const gla_array *r)
{
    const panel_inverse *inverse = q->inverse;
    const int64_t k = q->p->k;
    gla_array *made = NULL;
    void *from = NULL, *to = NULL;
    r = gla_s_to_host(s, s->status ? NULL : gla_s_astype(s, GLA_FLOAT64, r), &from);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, GLA_FLOAT64, 2, (int64_t[]){q->length, k}, &made, &to)))
        return NULL;
    gla_s_own(s, made);
    double *x = to;
    for (int64_t i = 0; i < q->length; i++)
        for (int64_t c = 0; c < k; c++)
            x[i * k + c] = ((const double *)from)[i * k + c] / inverse->total[i];
    for (int64_t i = 0; i < inverse->n; i++)
        add_part(&inverse->part[i], inverse->work, k, from, x);
    return gla_s_convert(s, made, q->p->dtype, q->p->dev, GLA_MAYBE);
}
