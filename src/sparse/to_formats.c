/* to_formats.c - Conversion to SciPy's block (BSR) and diagonal (DIA) formats. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/index.h"
#include "gpulinalg/sorting.h"
#include "shape/reshape.h"

/* Return the distinct keys in increasing order, and the position of each element's key among the distinct keys. */
static gla_array *number_keys(gla_scope *s, const gla_array *keys, gla_array **number)
{
    gla_array *values = NULL, *inverse = NULL;
    *number = NULL;
    if (s->status || gla_s_check(s, gla_unique_inverse(keys, &values, &inverse)))
        return NULL;
    *number = gla_s_own(s, inverse);
    return gla_s_own(s, values);
}

/* Return an array of zeros, except for the values of the matrix at the given flat positions. */
static gla_array *spread(gla_scope *s, const gla_sparse *a, int ndim, const int64_t *shape, const gla_array *at)
{
    gla_array *made = gla_s_zeros(s, sparse_device(a), a->own.data->dtype, ndim, shape);
    gla_array *flat = made ? gla_s_reshape(s, made, 1, &made->size) : NULL;
    if (s->status || a->own.data->size == 0)
        return made;
    const gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = at}}};
    gla_s_check(s, gla_setitem(flat, &key, a->own.data));
    return made;
}

gla_status gla_sparse_todia(const gla_sparse *a, gla_array **data, gla_array **offsets)
{
    gla_scope s;
    gla_array *number;
    int64_t n = sparse_n(a);
    *data = *offsets = NULL;
    gla_scope_begin(&s, "todia");
    sparse_triplets t = sparse_triplets_of(&s, a);
    gla_array *kept = number_keys(&s, s.status ? NULL : gla_s_combine(&s, gla_subtract, t.col, t.row), &number);
    gla_array *at = gla_s_combine(&s, gla_add, sparse_with(&s, gla_multiply, number, n), t.col);
    gla_array *made = s.status ? NULL : spread(&s, a, 2, (int64_t[]){kept->size, n}, at);
    if (!s.status) {
        gla_scope_give(&s, made, data);
        gla_scope_give(&s, kept, offsets);
    }
    return gla_scope_end(&s);
}

static void check_blocksize(gla_scope *s, const gla_sparse *a, const gla_ints *size)
{
    int64_t m = sparse_m(a), n = sparse_n(a), places;
    if (size->n != 2 || size->v[0] < 1 || size->v[1] < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: blocksize must be two positive integers, the rows and columns of a block",
                   s->op);
    else if (m % size->v[0] != 0 || n % size->v[1] != 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a %lld x %lld matrix cannot be divided into blocks of %lld x %lld", s->op,
                   (long long)m, (long long)n, (long long)size->v[0], (long long)size->v[1]);
    else if (__builtin_mul_overflow(m / size->v[0], n / size->v[1], &places))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the number of possible blocks is 2**63 or more", s->op);
}

/* first*size + second mod size */
static gla_array *within(gla_scope *s, const gla_array *first, int64_t size, const gla_array *second)
{
    return gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, first, size), sparse_with(s, gla_remainder, second, size));
}

static bool can_cut(const gla_sparse *a, int64_t r)
{
    const gla_sparse_ops *slots = sparse_device(a)->backend->sparse;
    return slots && slots->fill_blocks && r <= GLA_SPARSE_TALL && a->own.data->size > 0;
}

/* Extract blocks from a matrix in row format with the device's slots for this operation. */
static void cut(gla_scope *s, const gla_sparse *a, int64_t r, int64_t c, gla_array **data, gla_array **indices,
                gla_array **indptr)
{
    gla_device *dev = sparse_device(a);
    const gla_sparse_ops *slots = dev->backend->sparse;
    int64_t rows = sparse_m(a) / r, n = rows + 1;
    const gla_csr m = sparse_csr(&a->own);
    gla_array *starts = gla_s_new(s, dev, GLA_INT64, 1, &n);
    if (starts)
        gla_s_check(s, slots->count_blocks(dev, &m, r, c, gla_data(starts)));
    int64_t count = s->status ? 0 : sparse_integer(s, gla_s_view(s, starts, 0, NULL, NULL, rows));
    gla_array *made = gla_s_new(s, dev, a->own.data->dtype, 3, (int64_t[]){count, r, c});
    gla_array *place = gla_s_new(s, dev, GLA_INT64, 1, &count);
    if (!s->status)
        gla_s_check(s, slots->fill_blocks(dev, &m, r, c, gla_data(starts), gla_data(place), gla_data(made)));
    *data = made;
    *indices = place;
    *indptr = starts;
}

/* Extract blocks by sorting the elements by the position of their block. */
static void sort_blocks(gla_scope *s, const gla_sparse *a, int64_t r, int64_t c, gla_array **data, gla_array **indices,
                        gla_array **indptr)
{
    gla_array *number, *counts;
    int64_t rows = sparse_m(a) / r, cols = sparse_n(a) / c, part = cols > 0 ? cols : 1;
    sparse_triplets t = sparse_triplets_of(s, a);
    gla_array *key = sparse_with(s, gla_multiply, sparse_with(s, gla_floor_divide, t.row, r), cols);
    key = gla_s_combine(s, gla_add, key, sparse_with(s, gla_floor_divide, t.col, c));
    gla_array *kept = number_keys(s, key, &number);
    gla_array *at = within(s, within(s, number, r, t.row), c, t.col);
    *data = s->status ? NULL : spread(s, a, 3, (int64_t[]){kept->size, r, c}, at);
    gla_array *row = sparse_with(s, gla_floor_divide, kept, part);
    gla_array *ends = s->status ? NULL : gla_s_adopt(s, gla_group_count(row, &counts, rows), &counts);
    *indptr = sparse_running_sum(s, ends, true);
    *indices = sparse_with(s, gla_remainder, kept, part);
}

gla_status gla_sparse_tobsr(const gla_sparse *a, const gla_ints *blocksize, gla_array **data, gla_array **indices,
                            gla_array **indptr)
{
    gla_scope s;
    gla_array *made = NULL, *place = NULL, *ends = NULL;
    *data = *indices = *indptr = NULL;
    gla_scope_begin(&s, "tobsr");
    check_blocksize(&s, a, blocksize);
    if (s.status)
        return gla_scope_end(&s);
    int64_t r = blocksize->v[0], c = blocksize->v[1];
    bool slots = can_cut(a, r);
    const sparse_use form = sparse_in(&s, a, slots ? false : a->turned);
    if (form.form && !s.status)
        (slots ? cut : sort_blocks)(&s, form.form, r, c, &made, &place, &ends);
    gla_dtype index = s.status || !place ? GLA_INT64 : sparse_index_dtype(sparse_n(a) / c, place->size);
    place = s.status ? NULL : gla_s_astype(&s, index, place);
    ends = s.status ? NULL : gla_s_astype(&s, index, ends);
    if (!s.status) {
        gla_scope_give(&s, made, data);
        gla_scope_give(&s, place, indices);
        gla_scope_give(&s, ends, indptr);
    }
    return sparse_used(gla_scope_end(&s), &form);
}
