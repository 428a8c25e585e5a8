/* product.c - The matrix D_o'W D_f (D_f'W D_f)⁻¹ D_f'W D_o, which is a term of the Schur complement, if the matrix has few
 * elements. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/sparse_structure.h"
#include "sparse/sparse.h"

enum { SAMPLE = 64 };     /* number of rows of the product that are sampled to estimate the number of its elements */
enum { FEW_GROUPS = 64 }; /* blocks with at most this number of rows may be multiplied as dense matrices */
enum { DENSE = 8 };       /* minimum density of such blocks: one nonzero among this number of elements */

/* Return q->means with each row divided by the total weight of its group. */
static sparse_rows divided(projections *q)
{
    gla_scope *s = &q->p->s;
    sparse_rows rows = q->means->own;
    gla_array *total = gla_s_drop_last(s, q->of_first);
    rows.data = gla_s_combine(s, gla_divide, rows.data, sparse_take(s, total, sparse_row_numbers(s, &rows)));
    return rows;
}

/* Return true if the product has at most as many elements as q->means and q->sums together. */
static bool is_small(projections *q, const sparse_rows *right)
{
    gla_scope *s = &q->p->s;
    gla_array *of, *at, *numbers;
    int64_t rows = q->length < SAMPLE ? q->length : SAMPLE;
    const sparse_rows *all = &q->sums->own;
    int mark = gla_scope_mark(s);
    if (s->status || !sparse_can_multiply_rows(q->p->dev, all, right))
        return false;
    numbers = sparse_with(s, gla_multiply, sparse_range(s, q->p->dev, rows), q->length / rows);
    sparse_rows some = {.rows = rows, .cols = all->cols, .indptr = sparse_expand_rows(s, all, numbers, &of, &at)};
    some.indptr = s->status ? NULL : gla_s_astype(s, all->indptr->dtype, some.indptr);
    some.data = sparse_take(s, all->data, at);
    some.indices = sparse_take(s, all->indices, at);
    sparse_rows product = s->status ? some : sparse_multiply_rows(s, q->p->dtype, &some, right);
    bool small = !s->status && (double)product.data->size / (double)rows * (double)q->length <= 2.0 * (double)all->data->size;
    gla_scope_keep(s, mark, NULL);
    return small;
}

/* Return the rows of q->sums that belong to one block. */
static sparse_rows rows_of(projections *q, int64_t block)
{
    gla_scope *s = &q->p->s;
    const sparse_rows *all = &q->sums->own;
    sparse_rows rows = {.rows = q->p->levels[q->p->blocks[block].way], .cols = all->cols};
    gla_array *ends = gla_s_slice(s, all->indptr, 0, q->begins[block], rows.rows + 1);
    int64_t first = s->status ? 0 : sparse_integer(s, gla_s_astype(s, GLA_INT64, gla_s_view(s, ends, 0, NULL, NULL, 0)));
    int64_t last = s->status ? 0 : sparse_integer(s, gla_s_astype(s, GLA_INT64, gla_s_view(s, ends, 0, NULL, NULL, rows.rows)));
    rows.indptr = s->status ? NULL : gla_s_astype(s, all->indptr->dtype, sparse_with(s, gla_subtract, ends, first));
    rows.data = gla_s_slice(s, all->data, 0, first, last - first);
    rows.indices = gla_s_slice(s, all->indices, 0, first, last - first);
    return rows;
}

/* Compute the product's rows for a block with few groups but many elements.  A sparse product would be slow here, because a GPU
 * computes each row with one group of threads.  The product is symmetric, so its columns are computed and transposed. */
static gla_sparse *dense_rows(projections *q, const sparse_rows *left)
{
    gla_scope *s = &q->p->s;
    gla_sparse *rows = panel_matrix(s, left), *made = NULL;
    gla_array *dense = NULL, *product = NULL;
    if (!s->status && !gla_s_check(s, gla_sparse_toarray(rows, &dense)))
        gla_s_own(s, dense);
    gla_array *means = s->status ? NULL : gla_s_combine(s, gla_divide, gla_s_swap_last(s, dense), q->of_first);
    if (!s->status && !gla_s_check(s, gla_sparse_dot(q->sums, means, &product)))
        gla_s_own(s, product);
    gla_array *turned = s->status ? NULL : gla_s_contiguous(s, q->p->dev, q->p->dtype, gla_s_swap_last(s, product));
    if (!s->status)
        gla_s_check(s, gla_sparse_new(turned, &made));
    gla_object_unref(rows);
    return made;
}

static gla_sparse *product_of(projections *q, int64_t block, const sparse_rows *right)
{
    gla_scope *s = &q->p->s;
    int mark = gla_scope_mark(s);
    gla_sparse *made = NULL;
    sparse_rows left = rows_of(q, block);
    if (!s->status && left.rows <= FEW_GROUPS && left.cols / DENSE <= left.data->size / left.rows) {
        made = dense_rows(q, &left);
    } else if (!s->status) {
        sparse_rows rows = sparse_multiply_rows(s, q->p->dtype, &left, right);
        made = panel_matrix(s, &rows);
    }
    gla_scope_keep(s, mark, NULL);
    return made;
}

gla_sparse *panel_product(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    gla_sparse *made = NULL, **parts = gla_s_memory(s, p->n_blocks, sizeof *parts);
    gla_sparses all = {.v = (const gla_sparse **)parts};
    sparse_rows right = divided(q);
    if (s->status || !is_small(q, &right))
        return NULL;
    for (int64_t b = 0; b < p->n_blocks; b++)
        if (p->blocks[b].way != q->first)
            parts[all.n++] = product_of(q, b, &right);
    if (!s->status)
        gla_s_check(s, gla_sparse_vstack(&all, &made, "csr", p->dtype));
    for (int64_t i = 0; i < all.n; i++)
        gla_object_unref(parts[i]);
    return made;
}
