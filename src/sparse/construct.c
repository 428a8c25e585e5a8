/* construct.c - Construction of sparse matrices from arrays, which are validated first. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/scan.h"
#include "gpulinalg/shape.h"

static void check_vector(gla_scope *s, const char *name, const gla_array *x, bool places)
{
    if (!s->status && x->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %d dimensions, but it must be 1-d", s->op, name, x->ndim);
    if (!s->status && places && x->size > 0 && !gla_dtype_is_integer(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s has dtype %s, but it must be integer", s->op, name, gla_dtype_name(x->dtype));
}

void sparse_check_unsigned(gla_scope *s, const gla_array *places)
{
    void *data;
    if (s->status || places->dtype != GLA_UINT64 || places->size == 0)
        return;
    gla_array *largest = gla_s_reduce_all(s, gla_max, places);
    if (gla_s_to_host(s, largest, &data) && *(const uint64_t *)data > INT64_MAX)
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: index %llu is out of range", s->op, (unsigned long long)*(const uint64_t *)data);
}

/* Copy the parts to one device, so that the caller cannot change them: values in a storage dtype, indices as int64.  The values
 * of triplets are not copied if the slot sorts them. */
static void bring(gla_scope *s, const gla_array *const given[3], bool triplets, gla_array *parts[3])
{
    gla_device *dev = NULL;
    if (s->status || gla_s_check(s, gla_common_device(s->op, 3, given, &dev)))
        return;
    bool only_read = triplets && dev->backend->sparse && dev->backend->sparse->compress && dev == gla_device_of(given[0]);
    for (int i = 0; i < 3; i++) {
        gla_dtype dtype = i ? GLA_INT64 : sparse_dtype_of(s, given[0]->dtype);
        gla_array *made;
        if (i)
            sparse_check_unsigned(s, given[i]);
        if (!s->status && !i && only_read)
            parts[i] = gla_s_contiguous(s, dev, dtype, given[i]);
        else if (!s->status)
            parts[i] = gla_s_adopt(s, gla_array_copy(s->op, dev, dtype, given[i], &made), &made);
    }
}

bool sparse_has_shape(gla_scope *s, const gla_ints *shape)
{
    if (!s->status && shape &&
        (shape->n != 2 || shape->v[0] < 0 || shape->v[1] < 0 || shape->v[0] == INT64_MAX || shape->v[1] == INT64_MAX))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: shape must be two non-negative integers, rows and columns", s->op);
    return shape != NULL;
}

/* Check that all indices along an axis are in range.  Return the given length, or the smallest sufficient length if none is
 * given. */
static int64_t check_places(gla_scope *s, const char *name, const gla_array *places, bool has_length, int64_t length)
{
    if (s->status || places->size == 0)
        return has_length ? length : 0;
    int64_t least = sparse_integer(s, gla_s_reduce_all(s, gla_min, places));
    int64_t largest = sparse_integer(s, gla_s_reduce_all(s, gla_max, places));
    if (s->status)
        return 0;
    if (least < 0)
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: %s contains %lld, but indices must not be negative", s->op, name, (long long)least);
    else if ((has_length && largest >= length) || largest >= INT64_MAX - 1)
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: %s contains %lld, which is out of range for length %lld; indices start at 0", s->op,
                   name, (long long)largest, (long long)(has_length ? length : INT64_MAX - 1));
    return has_length || s->status ? length : largest + 1;
}

static void check_indptr(gla_scope *s, const gla_array *indptr, int64_t nnz)
{
    if (s->status)
        return;
    if (indptr->size == 0) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: indptr is empty, but it must have one element more than the number of rows", s->op);
        return;
    }
    int64_t rows = indptr->size - 1;
    int64_t first = sparse_integer(s, gla_s_view(s, indptr, 0, NULL, NULL, 0));
    int64_t last = sparse_integer(s, gla_s_view(s, indptr, 0, NULL, NULL, rows));
    if (!s->status && (first != 0 || last != nnz))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: indptr goes from %lld to %lld, but it must go from 0 to the number of values, %lld", s->op,
                   (long long)first, (long long)last, (long long)nnz);
    if (s->status || rows == 0)
        return;
    gla_array *falls = gla_s_combine(s, gla_less, gla_s_slice(s, indptr, 0, 1, rows), gla_s_slice(s, indptr, 0, 0, rows));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, falls)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: indptr decreases, but it must be non-decreasing", s->op);
}

/* Copy parts that are already sorted and match the given shape, as checked by the slot check_rows.  Return false if the parts
 * are not sorted or do not match, or if the device does not have the slot. */
static bool take_in_order(gla_scope *s, const gla_array *const given[3], int64_t m, int64_t n, sparse_rows *made)
{
    gla_device *dev = NULL;
    gla_array *parts[3] = {NULL};
    const gla_sparse_ops *slots = gla_device_of(given[0])->backend->sparse;
    gla_dtype index = given[1]->dtype;
    bool good = false;
    if (s->status || !slots || !slots->check_rows || (index != GLA_INT32 && index != GLA_INT64) || given[2]->dtype != index ||
        given[0]->size == 0 || m == 0 || given[2]->size - 1 != m || gla_s_check(s, gla_common_device(s->op, 3, given, &dev)) ||
        dev != gla_device_of(given[0]))
        return false;
    for (int i = 0; i < 3 && !s->status; i++) {
        gla_array *copy;
        gla_dtype dtype = i ? index : sparse_dtype_of(s, given[0]->dtype);
        parts[i] = s->status ? NULL : gla_s_adopt(s, gla_array_copy(s->op, dev, dtype, given[i], &copy), &copy);
    }
    if (s->status)
        return false;
    *made = (sparse_rows){.rows = m, .cols = n, .data = parts[0], .indices = parts[1], .indptr = parts[2]};
    const gla_csr a = sparse_csr(made);
    if (gla_s_check(s, slots->check_rows(dev, &a, &good)) || !good)
        return false;
    index = sparse_index_dtype(n, parts[0]->size);
    made->indices = gla_s_astype(s, index, parts[1]);
    made->indptr = s->status ? NULL : gla_s_astype(s, index, parts[2]);
    return !s->status;
}

/* Construct from csr parts, or from csc parts, which are the csr parts of the transpose. */
static gla_status compressed(const char *op, bool turned, const gla_array *const given[3], const gla_ints *shape,
                             gla_sparse **matrix)
{
    gla_scope s;
    gla_array *parts[3] = {NULL};
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, op);
    check_vector(&s, "data", given[0], false);
    check_vector(&s, "indices", given[1], true);
    check_vector(&s, "indptr", given[2], true);
    if (!s.status && given[0]->size != given[1]->size)
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: the numbers of values (%lld) and indices (%lld) must be equal", op,
                   (long long)given[0]->size, (long long)given[1]->size);
    bool fixed = sparse_has_shape(&s, shape);
    if (!s.status && fixed && take_in_order(&s, given, shape->v[turned], shape->v[!turned], &made))
        return sparse_return(&s, &made, turned, matrix);
    bring(&s, given, false, parts);
    check_indptr(&s, parts[2], s.status ? 0 : parts[0]->size);
    int64_t m = s.status ? 0 : parts[2]->size - 1;
    if (!s.status && fixed && shape->v[turned] != m)
        gla_s_fail(&s, GLA_SHAPE_ERROR,
                   "%s: indptr has length %lld, but its length must be %lld + 1, one more than the number of %s", op,
                   (long long)m + 1, (long long)shape->v[turned], turned ? "columns" : "rows");
    int64_t n = check_places(&s, "indices", parts[1], fixed, fixed && !s.status ? shape->v[!turned] : 0);
    if (!s.status)
        made = sparse_from_parts(&s, m, n, parts[0], parts[1], parts[2]);
    return sparse_return(&s, &made, turned, matrix);
}

gla_status gla_sparse_csr(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape)
{
    return compressed("sparse.csr", false, (const gla_array *[]){data, indices, indptr}, shape, matrix);
}

gla_status gla_sparse_csc(const gla_array *data, const gla_array *indices, const gla_array *indptr, gla_sparse **matrix,
                          const gla_ints *shape)
{
    return compressed("sparse.csc", true, (const gla_array *[]){data, indices, indptr}, shape, matrix);
}

gla_status gla_sparse_coo(const gla_array *data, const gla_array *row, const gla_array *col, gla_sparse **matrix,
                          const gla_ints *shape)
{
    gla_scope s;
    gla_array *parts[3] = {NULL};
    sparse_rows made = {0};
    const gla_array *given[3] = {data, row, col};
    *matrix = NULL;
    gla_scope_begin(&s, "sparse.coo");
    check_vector(&s, "data", data, false);
    check_vector(&s, "row", row, true);
    check_vector(&s, "col", col, true);
    if (!s.status && (data->size != row->size || data->size != col->size))
        gla_s_fail(&s, GLA_SHAPE_ERROR,
                   "sparse.coo: the numbers of values (%lld), rows (%lld) and columns (%lld) must be equal",
                   (long long)data->size, (long long)row->size, (long long)col->size);
    bool fixed = sparse_has_shape(&s, shape);
    bring(&s, given, true, parts);
    int64_t m = check_places(&s, "row", parts[1], fixed, fixed && !s.status ? shape->v[0] : 0);
    int64_t n = check_places(&s, "col", parts[2], fixed, fixed && !s.status ? shape->v[1] : 0);
    sparse_triplets t = {m, n, parts[0], parts[1], parts[2]};
    if (!s.status)
        made = sparse_compress(&s, &t);
    return sparse_return(&s, &made, false, matrix);
}

gla_status gla_sparse_new(const gla_array *x, gla_sparse **matrix)
{
    gla_scope s;
    gla_array *dense = NULL, *values;
    gla_arrays *places = NULL;
    gla_device *dev = NULL;
    sparse_rows made = {0};
    *matrix = NULL;
    gla_scope_begin(&s, "Sparse");
    if (x->ndim != 2)
        gla_s_fail(&s, GLA_SHAPE_ERROR,
                   "Sparse: x has %d dimension%s; give a matrix, or use sparse.coo with values, rows and columns", x->ndim,
                   x->ndim == 1 ? "" : "s");
    gla_s_place(&s, 1, &x, false, &dev, &dense);
    if (!s.status)
        gla_s_check(&s, gla_nonzero(dense, &places));
    if (!s.status) {
        gla_index key = {
            .n = 2, .v = {{.kind = GLA_INDEX_ARRAY, .array = places->v[0]}, {.kind = GLA_INDEX_ARRAY, .array = places->v[1]}}};
        values = gla_s_adopt(&s, gla_getitem(dense, &key, &values), &values);
        sparse_triplets t = {
            dense->shape[0], dense->shape[1], values ? gla_s_astype(&s, sparse_dtype_of(&s, x->dtype), values) : NULL,
            gla_s_own(&s, gla_ref((gla_array *)places->v[0])), gla_s_own(&s, gla_ref((gla_array *)places->v[1]))};
        made = sparse_compress(&s, &t);
    }
    gla_arrays_free(places);
    return sparse_return(&s, &made, false, matrix);
}

/* ---- diagonals ----------------------------------------------------------------------------------------------- */
/* Build the matrix, with the device's slot for this, from contiguous diagonals of one dtype.  Each diagonal has the required
 * length, or one value for all its elements.  Empty diagonals are skipped. */
static sparse_rows diagonals_at_once(gla_scope *s, gla_device *dev, int64_t m, int64_t n, int count, gla_array *const values[],
                                     const int64_t *offsets)
{
    gla_diagonals d = {.rows = m, .cols = n};
    int64_t nnz = 0, ends = m + 1;
    sparse_rows made = {.rows = m, .cols = n};
    for (int i = 0; i < count && !s->status; i++) {
        int64_t length = sparse_diagonal_length(m, n, offsets[i]);
        int at = d.n;
        if (length == 0)
            continue;
        for (; at > 0 && d.offsets[at - 1] > offsets[i]; at--) {
            d.offsets[at] = d.offsets[at - 1];
            d.steps[at] = d.steps[at - 1];
            d.values[at] = d.values[at - 1];
        }
        d.dtype = values[i]->dtype;
        d.offsets[at] = offsets[i];
        d.steps[at] = values[i]->size > 1;
        d.values[at] = gla_data(values[i]);
        d.n++;
        if (__builtin_add_overflow(nnz, length, &nnz))
            gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the number of elements would exceed 2**63", s->op);
    }
    gla_dtype index = sparse_index_dtype(n, nnz);
    made.data = s->status ? NULL : gla_s_new(s, dev, d.dtype, 1, &nnz);
    made.indices = s->status ? NULL : gla_s_new(s, dev, index, 1, &nnz);
    made.indptr = s->status ? NULL : gla_s_new(s, dev, index, 1, &ends);
    if (!s->status)
        gla_s_check(s, dev->backend->sparse->from_diagonals(dev, &d, index, gla_data(made.indptr), gla_data(made.indices),
                                                            gla_data(made.data)));
    return made;
}

/* Return the triplets of one diagonal. */
static void put_diagonal(gla_scope *s, gla_device *dev, const gla_array *values, int64_t k, int64_t m, int64_t n,
                         gla_array *parts[3])
{
    int64_t length = sparse_diagonal_length(m, n, k);
    gla_array *spread = s->status ? NULL : gla_s_new(s, dev, values->dtype, 1, &length);
    if (!s->status && length > 0)
        gla_s_assign(s, spread, values);
    parts[0] = spread;
    parts[1] = sparse_range_from(s, dev, k < 0 && length ? -k : 0, length);
    parts[2] = sparse_range_from(s, dev, k > 0 && length ? k : 0, length);
}

/* Build the matrix from contiguous values of one dtype for each diagonal: one value for each element, or one value for all. */
static sparse_rows from_diagonals(gla_scope *s, gla_device *dev, int64_t m, int64_t n, int count, gla_array *const values[],
                                  const int64_t *offsets)
{
    const gla_sparse_ops *slots = dev->backend->sparse;
    gla_array *one[3], *parts[3][GLA_MAX_NDIM];
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= sparse_diagonal_length(m, n, offsets[i]) > 0;
    if (any && slots && slots->from_diagonals)
        return diagonals_at_once(s, dev, m, n, count, values, offsets);
    for (int i = 0; i < count && !s->status; i++) {
        put_diagonal(s, dev, values[i], offsets[i], m, n, one);
        for (int j = 0; j < 3; j++)
            parts[j][i] = one[j];
    }
    if (s->status)
        return (sparse_rows){0};
    if (count > 1)
        for (int j = 0; j < 3; j++)
            one[j] = sparse_joined(s, count, parts[j]);
    return sparse_compress(s, &(sparse_triplets){m, n, one[0], one[1], one[2]});
}

gla_status gla_sparse_eye(int64_t m, gla_sparse **matrix, gla_axis n, int64_t k, gla_dtype dtype, const char *device)
{
    gla_scope s;
    gla_device *dev = NULL;
    sparse_rows made = {0};
    int64_t cols = n == GLA_NO_AXIS ? m : n;
    *matrix = NULL;
    gla_scope_begin(&s, "sparse.eye");
    if (m < 0 || cols < 0 || m == INT64_MAX || cols == INT64_MAX)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "sparse.eye: %lld rows and %lld columns are not a valid shape; give non-negative integers", (long long)m,
                   (long long)cols);
    dtype = dtype ? dtype : GLA_FLOAT64;
    if (gla_floating_of(dtype) != dtype)
        gla_s_fail(&s, GLA_DTYPE_ERROR, "sparse.eye: dtype is %s, but it must be float32, float64, complex64 or complex128",
                   gla_dtype_name(dtype));
    if (!s.status)
        gla_s_check(&s, device ? gla_find_device(device, &dev) : gla_default_device(&dev));
    if (!s.status) {
        const int64_t one = 1;
        gla_array *ones = gla_s_new(&s, dev, dtype, 1, &one);
        gla_s_fill(&s, ones, 1);
        made = from_diagonals(&s, dev, m, cols, 1, &ones, &k);
    }
    return sparse_return(&s, &made, false, matrix);
}

/* Return the values of one diagonal: one value for each element, or one value for all. */
static gla_array *diagonal_of(gla_scope *s, gla_device *dev, gla_dtype dtype, const gla_array *d, int64_t k, int64_t m,
                              int64_t n)
{
    int64_t length = sparse_diagonal_length(m, n, k);
    if (!s->status && d->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: a diagonal has %d dimensions, but it must be a vector", s->op, d->ndim);
    if (!s->status && d->size != length && d->size != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: diagonal %lld of a %lld x %lld matrix has length %lld, but the given length is %lld", s->op,
                   (long long)k, (long long)m, (long long)n, (long long)length, (long long)d->size);
    return s->status ? NULL : gla_s_contiguous(s, dev, dtype, d);
}

static void check_offsets(gla_scope *s, const gla_arrays *diagonals, const gla_ints *offsets)
{
    int64_t n = diagonals->n;
    if (n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the list of diagonals is empty; give at least one", s->op);
    if (n != offsets->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the numbers of diagonals (%lld) and offsets (%d) must be equal", s->op,
                   (long long)n, offsets->n);
    for (int i = 0; i < offsets->n && !s->status; i++) {
        if (offsets->v[i] == INT64_MIN)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: offset %lld is out of range", s->op, (long long)offsets->v[i]);
        for (int j = 0; j < i; j++)
            if (offsets->v[i] == offsets->v[j])
                gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: offset %lld occurs twice", s->op, (long long)offsets->v[i]);
    }
}

/* Return the diagonals as vectors.  A scalar is repeated along its diagonal.  If several scalars are given for a single
 * diagonal, they are its elements, because a scripting language may pass a vector as a list of numbers. */
static gla_arrays read_diagonals(gla_scope *s, const gla_arrays *given, const gla_ints *offsets,
                                 const gla_array *vectors[GLA_MAX_NDIM])
{
    const int64_t one = 1;
    int64_t numbers = 0;
    gla_array *joined = NULL;
    for (int64_t i = 0; i < given->n; i++)
        numbers += given->v[i]->ndim == 0;
    if (numbers == given->n && numbers > 1 && offsets->n == 1) {
        vectors[0] = gla_s_adopt(s, gla_stack(given, &joined, 0), &joined);
        return (gla_arrays){.n = s->status ? 0 : 1, .v = vectors};
    }
    if (numbers == 0 || given->n > GLA_MAX_NDIM)
        return *given;
    for (int64_t i = 0; i < given->n && !s->status; i++)
        vectors[i] = given->v[i]->ndim ? given->v[i] : gla_s_view(s, given->v[i], 1, &one, &one, 0);
    return (gla_arrays){.n = given->n, .v = vectors};
}

gla_status gla_sparse_diags(const gla_arrays *given, gla_sparse **matrix, const gla_ints *offsets, const gla_ints *shape)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *values[GLA_MAX_NDIM];
    const gla_array *vectors[GLA_MAX_NDIM];
    sparse_rows made = {0};
    const gla_ints main = {1, {0}};
    *matrix = NULL;
    gla_scope_begin(&s, "sparse.diags");
    offsets = offsets ? offsets : &main;
    gla_arrays read = read_diagonals(&s, given, offsets, vectors);
    const gla_arrays *diagonals = &read;
    int n = (int)diagonals->n;
    if (!s.status)
        check_offsets(&s, diagonals, offsets);
    bool fixed = sparse_has_shape(&s, shape);
    if (!s.status && !gla_s_check(&s, gla_common_device(s.op, n, diagonals->v, &dev))) {
        int64_t k = offsets->v[0] < 0 ? -offsets->v[0] : offsets->v[0], size;
        if (__builtin_add_overflow(diagonals->v[0]->size, k, &size) || size == INT64_MAX)
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "sparse.diags: offset %lld is out of range", (long long)offsets->v[0]);
        gla_dtype dtype = sparse_dtype_of(&s, gla_promote_arrays(n, diagonals->v));
        int64_t rows = fixed && !s.status ? shape->v[0] : size, cols = fixed && !s.status ? shape->v[1] : size;
        for (int i = 0; i < n && !s.status; i++)
            values[i] = diagonal_of(&s, dev, dtype, diagonals->v[i], offsets->v[i], rows, cols);
        if (!s.status)
            made = from_diagonals(&s, dev, rows, cols, n, values, offsets->v);
    }
    return sparse_return(&s, &made, false, matrix);
}
