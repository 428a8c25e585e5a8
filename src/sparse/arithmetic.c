/* arithmetic.c - Elementwise arithmetic of sparse matrices, on stored values or on merged triplets. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/sorting.h"

/* A real or imaginary part is a strided view of the values, so the part is copied. */
gla_status sparse_with_values(const char *op, const gla_sparse *a, gla_unary *function, gla_sparse **out)
{
    gla_scope s;
    gla_scope_begin(&s, op);
    sparse_rows rows = a->own;
    gla_array *made = gla_s_apply(&s, function, rows.data);
    rows.data = made ? gla_s_contiguous(&s, sparse_device(a), made->dtype, made) : NULL;
    return sparse_return(&s, &rows, a->turned, out);
}

gla_status gla_sparse_negative(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("negative", a, gla_negative, matrix);
}

gla_status gla_sparse_positive(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_same(a, matrix);
}

gla_status gla_sparse_abs(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("abs", a, gla_abs, matrix);
}

gla_status gla_sparse_conj(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("conj", a, gla_conj, matrix);
}

gla_status gla_sparse_real(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("real", a, gla_real, matrix);
}

gla_status gla_sparse_imag(const gla_sparse *a, gla_sparse **matrix)
{
    *matrix = NULL;
    if (gla_dtype_is_complex(a->own.data->dtype))
        return sparse_with_values("imag", a, gla_imag, matrix);
    return gla_fail(GLA_DTYPE_ERROR, "imag: the matrix is %s, but only complex matrices have imaginary parts",
                    gla_dtype_name(a->own.data->dtype));
}

/* ---- with scalars and arrays --------------------------------------------------------------------------------- */
static bool check_broadcast(gla_scope *s, const gla_sparse *a, const gla_array *x)
{
    char text[GLA_SHAPE_TEXT];
    int64_t m = sparse_m(a), n = sparse_n(a);
    bool fits = x->ndim <= 2 && (x->ndim < 1 || x->shape[x->ndim - 1] == n || x->shape[x->ndim - 1] == 1) &&
                (x->ndim < 2 || x->shape[0] == m || x->shape[0] == 1);
    if (!s->status && !fits)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: an array of shape %s cannot be broadcast to the shape (%lld, %lld) of the matrix",
                   s->op, gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)m, (long long)n);
    return !s->status;
}

/* Return the elements of x, broadcast to the shape of the matrix, at the stored positions of the matrix. */
static gla_array *elements_at(gla_scope *s, const gla_sparse *a, gla_array *x)
{
    sparse_triplets t = sparse_triplets_of(s, a);
    gla_array *made, *all = x ? gla_s_broadcast(s, x, 2, (int64_t[]){t.rows, t.cols}) : NULL;
    if (s->status || !all)
        return NULL;
    gla_index key = {.n = 2, .v = {{.kind = GLA_INDEX_ARRAY, .array = t.row}, {.kind = GLA_INDEX_ARRAY, .array = t.col}}};
    return gla_s_adopt(s, gla_getitem(all, &key, &made), &made);
}

static gla_status scaled(const char *op, const gla_sparse *a, const gla_array *x, gla_binary *function, gla_sparse **matrix)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed[2] = {NULL, NULL};
    const gla_array *in[2] = {a->own.data, x};
    sparse_rows rows = a->own;
    *matrix = NULL;
    gla_scope_begin(&s, op);
    check_broadcast(&s, a, x);
    if (!s.status && x->ndim == 0) {
        rows.data = gla_s_combine(&s, function, a->own.data, x);
    } else if (!s.status) {
        gla_s_place(&s, 2, in, false, &dev, placed);
        rows.data = gla_s_combine(&s, function, a->own.data, elements_at(&s, a, placed[1]));
    }
    return sparse_return(&s, &rows, a->turned, matrix);
}

gla_status gla_sparse_multiply(const gla_sparse *a, const gla_array *x, gla_sparse **matrix)
{
    return scaled("multiply", a, x, gla_multiply, matrix);
}

gla_status gla_sparse_divide(const gla_sparse *a, const gla_array *x, gla_sparse **matrix)
{
    *matrix = NULL;
    if (x->ndim == 0)
        return scaled("divide", a, x, gla_divide, matrix);
    return gla_fail(GLA_SHAPE_ERROR,
                    "divide: a sparse matrix can be divided only by a scalar, because 0/0 is not 0; use toarray");
}

/* ---- two matrices -------------------------------------------------------------------------------------------- */
static void check_pair(gla_scope *s, const gla_sparse *a, const gla_sparse *b)
{
    gla_device *dev;
    gla_s_check(s, gla_common_device(s->op, 2, (const gla_array *[]){a->own.data, b->own.data}, &dev));
    if (!s->status && (sparse_m(a) != sparse_m(b) || sparse_n(a) != sparse_n(b)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the matrices have different shapes (%lld, %lld) and (%lld, %lld)", s->op,
                   (long long)sparse_m(a), (long long)sparse_n(a), (long long)sparse_m(b), (long long)sparse_n(b));
}

static gla_dtype common_dtype(const gla_sparse *a, const gla_sparse *b)
{
    return gla_promote(a->own.data->dtype, b->own.data->dtype);
}

static bool are_equal(gla_scope *s, const gla_array *x, const gla_array *y)
{
    return !s->status && x->size == y->size &&
           (gla_data(x) == gla_data(y) || x->size == 0 ||
            gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_equal, x, y))));
}

/* Return true if both matrices have the same sparsity pattern, so that only the values need to be added. */
static bool have_one_pattern(gla_scope *s, const sparse_rows *a, const sparse_rows *b)
{
    return a->data->size == b->data->size && are_equal(s, a->indptr, b->indptr) && are_equal(s, a->indices, b->indices);
}

/* Merge two matrices with the slots for it. */
typedef enum merge { ADD, SUBTRACT, MULTIPLY } merge;

static sparse_rows merged(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b, merge how)
{
    gla_device *dev = gla_device_of(a->data);
    const gla_sparse_ops *slots = dev->backend->sparse;
    gla_status st;
    int64_t nnz = a->data->size + b->data->size;
    gla_dtype index = sparse_index_dtype(a->cols, nnz);
    const sparse_rows *given[2] = {a, b};
    sparse_rows in[2], made = {.rows = a->rows, .cols = a->cols};
    for (int i = 0; i < 2; i++)
        in[i] = (sparse_rows){a->rows, a->cols, gla_s_astype(s, dtype, given[i]->data),
                              gla_s_astype(s, index, given[i]->indices), gla_s_astype(s, index, given[i]->indptr)};
    nnz = how == MULTIPLY ? a->data->size : nnz;
    made.data = gla_s_new(s, dev, dtype, 1, &nnz);
    made.indices = gla_s_new(s, dev, index, 1, &nnz);
    const int64_t pointers = a->rows + 1;
    made.indptr = gla_s_new(s, dev, index, 1, &pointers);
    if (s->status)
        return made;
    const gla_csr left = sparse_csr(&in[0]), right = sparse_csr(&in[1]);
    void *indptr = gla_data(made.indptr), *indices = gla_data(made.indices), *values = gla_data(made.data);
    if (how == MULTIPLY)
        st = slots->multiply_elements(dev, &left, &right, indptr, indices, values, &nnz);
    else
        st = slots->add(dev, &left, &right, how == SUBTRACT, indptr, indices, values, &nnz);
    gla_s_check(s, st);
    return s->status ? made : sparse_first(s, &made, nnz);
}

sparse_rows sparse_added(gla_scope *s, gla_dtype dtype, const sparse_rows *a, const sparse_rows *b)
{
    return merged(s, dtype, a, b, ADD);
}

static sparse_rows put_together(gla_scope *s, gla_dtype dtype, const gla_sparse *a, const gla_sparse *b, bool minus)
{
    sparse_triplets t = sparse_triplets_of(s, a), u = sparse_triplets_of(s, b);
    gla_array *left = gla_s_astype(s, dtype, t.data), *right = gla_s_astype(s, dtype, u.data);
    if (minus)
        right = gla_s_apply(s, gla_negative, right);
    sparse_triplets both = {t.rows, t.cols, sparse_joined(s, 2, (gla_array *[]){left, right}),
                            sparse_joined(s, 2, (gla_array *[]){t.row, u.row}),
                            sparse_joined(s, 2, (gla_array *[]){t.col, u.col})};
    return sparse_compress(s, &both);
}

static gla_status added(const char *op, const gla_sparse *a, const gla_sparse *b, bool minus, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, op);
    check_pair(&s, a, b);
    const gla_sparse_ops *slots = sparse_device(a)->backend->sparse;
    bool has_slot = slots && slots->add, by_rows = has_slot || (!a->turned && !b->turned);
    gla_dtype dtype = common_dtype(a, b);
    const sparse_use l = sparse_in(&s, a, by_rows ? false : a->turned), r = sparse_in(&s, b, by_rows ? false : b->turned);
    if (!s.status && by_rows && have_one_pattern(&s, &l.form->own, &r.form->own)) {
        made = l.form->own;
        made.data = gla_s_astype(&s, dtype, gla_s_combine(&s, minus ? gla_subtract : gla_add, made.data, r.form->own.data));
    } else if (!s.status) {
        made = has_slot ? merged(&s, dtype, &l.form->own, &r.form->own, minus ? SUBTRACT : ADD)
                        : put_together(&s, dtype, a, b, minus);
    }
    return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
}

gla_status gla_sparse_add(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    return added("add", a, b, false, matrix);
}

gla_status gla_sparse_subtract(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    return added("subtract", a, b, true, matrix);
}

/* Check this on all devices, so that all devices behave alike, although only some of them number the positions. */
static bool can_number_places(gla_scope *s, int64_t rows, int64_t cols)
{
    int64_t places;
    if (!s->status && __builtin_mul_overflow(rows, cols, &places))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: elementwise products require that rows times columns is less than 2**63", s->op);
    return !s->status;
}

/* Return the row-major position of each element, in increasing order. */
static gla_array *keys_of(gla_scope *s, const sparse_triplets *t)
{
    return s->status ? NULL : gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, t->row, t->cols), t->col);
}

/* Multiply the elements of the first matrix by the corresponding elements of the second, found by binary search of their
 * positions. */
static sparse_rows multiply_partners(gla_scope *s, gla_dtype dtype, const gla_sparse *a, const gla_sparse *b)
{
    sparse_triplets t = sparse_triplets_of(s, a), u = sparse_triplets_of(s, b);
    gla_array *left = keys_of(s, &t), *right = keys_of(s, &u), *at = NULL, *made_at;
    if (!s->status && u.data->size == 0) { /* no element has a partner */
        t.data = gla_s_astype(s, dtype, gla_s_slice(s, t.data, 0, 0, 0));
        t.row = gla_s_slice(s, t.row, 0, 0, 0);
        t.col = gla_s_slice(s, t.col, 0, 0, 0);
    } else if (!s->status) {
        at = gla_s_adopt(s, gla_searchsorted(right, left, &made_at, "left", NULL), &made_at);
        at = s->status ? NULL : gla_s_astype(s, GLA_INT64, at);
        gla_array *inside = sparse_with(s, gla_minimum, at, u.data->size - 1);
        gla_array *met = gla_s_combine(s, gla_equal, sparse_take(s, right, inside), left);
        t.data = gla_s_combine(s, gla_multiply, sparse_masked(s, t.data, met),
                               sparse_take(s, u.data, sparse_masked(s, inside, met)));
        t.row = sparse_masked(s, t.row, met);
        t.col = sparse_masked(s, t.col, met);
    }
    return sparse_compress(s, &t);
}

gla_status gla_sparse_multiply_elements(const gla_sparse *a, const gla_sparse *b, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "multiply");
    check_pair(&s, a, b);
    const gla_sparse_ops *slots = sparse_device(a)->backend->sparse;
    gla_dtype dtype = common_dtype(a, b);
    const sparse_use l = sparse_in(&s, a, false), r = sparse_in(&s, b, false);
    if (!s.status && have_one_pattern(&s, &l.form->own, &r.form->own)) {
        made = l.form->own;
        made.data = gla_s_astype(&s, dtype, gla_s_combine(&s, gla_multiply, made.data, r.form->own.data));
    } else if (!can_number_places(&s, sparse_m(a), sparse_n(a))) {
        made = (sparse_rows){0};
    } else if (slots && slots->multiply_elements && l.form->own.data->size > 0 && r.form->own.data->size > 0) {
        made = merged(&s, dtype, &l.form->own, &r.form->own, MULTIPLY);
    } else {
        made = multiply_partners(&s, dtype, l.form, r.form);
    }
    return sparse_used(sparse_used(sparse_return(&s, &made, false, matrix), &l), &r);
}

/* ---- a matrix and an array, giving an array ------------------------------------------------------------------ */
static gla_status with_array(const char *op, const gla_sparse *a, const gla_array *x, gla_binary *function, bool reversed,
                             gla_array **out)
{
    gla_scope s;
    gla_array *made;
    gla_scope_begin(&s, op);
    check_broadcast(&s, a, x);
    gla_array *dense = s.status ? NULL : gla_s_adopt(&s, gla_sparse_toarray(a, &made), &made);
    return gla_scope_return(&s, reversed ? gla_s_combine(&s, function, x, dense) : gla_s_combine(&s, function, dense, x), out);
}

gla_status gla_sparse_add_array(const gla_sparse *a, const gla_array *x, gla_array **out)
{
    return with_array("add", a, x, gla_add, false, out);
}

gla_status gla_sparse_subtract_array(const gla_sparse *a, const gla_array *x, gla_array **out)
{
    return with_array("subtract", a, x, gla_subtract, false, out);
}

gla_status gla_sparse_subtract_from(const gla_sparse *a, const gla_array *x, gla_array **out)
{
    return with_array("subtract", a, x, gla_subtract, true, out);
}
