/* convert.c - Conversion of sparse matrices: to arrays, triplets, the other format, another dtype or device, and the transpose.
 */
#include "sparse/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"

gla_status gla_sparse_toarray(const gla_sparse *a, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "toarray");
    sparse_triplets t = sparse_triplets_of(&s, a);
    gla_array *dense = gla_s_zeros(&s, sparse_device(a), a->own.data->dtype, 2, (int64_t[]){t.rows, t.cols});
    if (!s.status && t.data->size > 0) {
        gla_index key = {.n = 2, .v = {{.kind = GLA_INDEX_ARRAY, .array = t.row}, {.kind = GLA_INDEX_ARRAY, .array = t.col}}};
        gla_s_check(&s, gla_setitem(dense, &key, t.data));
    }
    return gla_scope_return(&s, dense, out);
}

gla_status gla_sparse_tocoo(const gla_sparse *a, gla_array **data, gla_array **row, gla_array **col)
{
    gla_scope s;
    *data = *row = *col = NULL;
    gla_scope_begin(&s, "tocoo");
    sparse_triplets t = sparse_triplets_of(&s, a);
    gla_array *values = NULL, *copy;
    if (!s.status)
        values = gla_s_adopt(&s, gla_array_copy(s.op, sparse_device(a), t.data->dtype, t.data, &copy), &copy);
    if (!s.status && (t.row == a->own.indices || t.col == a->own.indices)) { /* stored as int64, so it must be copied */
        gla_array **kept = t.row == a->own.indices ? &t.row : &t.col;
        *kept = gla_s_adopt(&s, gla_array_copy(s.op, sparse_device(a), GLA_INT64, *kept, &copy), &copy);
    }
    if (!s.status) {
        gla_scope_give(&s, values, data);
        gla_scope_give(&s, t.row, row);
        gla_scope_give(&s, t.col, col);
    }
    return gla_scope_end(&s);
}

static gla_status in_format(const char *op, const gla_sparse *a, bool turned, gla_sparse **matrix)
{
    gla_scope s;
    *matrix = NULL;
    gla_scope_begin(&s, op);
    sparse_use use = sparse_in(&s, a, turned);
    *matrix = use.form ? gla_object_ref(use.form) : NULL;
    return sparse_used(gla_scope_end(&s), &use);
}

gla_status gla_sparse_tocsr(const gla_sparse *a, gla_sparse **matrix)
{
    return in_format("tocsr", a, false, matrix);
}

gla_status gla_sparse_tocsc(const gla_sparse *a, gla_sparse **matrix)
{
    return in_format("tocsc", a, true, matrix);
}

/* The transpose is cached, so that the other format of the transpose is computed only once for `a.T @ x` in a loop. */
gla_status gla_sparse_transpose(const gla_sparse *a, gla_sparse **matrix)
{
    gla_scope s;
    gla_sparse *kept = (gla_sparse *)a;
    pthread_mutex_lock(&kept->lock);
    *matrix = kept->flipped ? gla_object_ref(kept->flipped) : NULL;
    pthread_mutex_unlock(&kept->lock);
    if (*matrix)
        return GLA_OK;
    gla_scope_begin(&s, "transpose");
    gla_status st = sparse_return(&s, &a->own, !a->turned, matrix);
    if (st)
        return st;
    pthread_mutex_lock(&kept->lock);
    if (!kept->flipped)
        kept->flipped = gla_object_ref(*matrix);
    pthread_mutex_unlock(&kept->lock);
    return GLA_OK;
}

gla_status gla_sparse_adjoint(const gla_sparse *a, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows rows = a->own;
    if (!gla_dtype_is_complex(rows.data->dtype))
        return gla_sparse_transpose(a, matrix);
    gla_scope_begin(&s, "adjoint");
    rows.data = gla_s_apply(&s, gla_conj, rows.data);
    return sparse_return(&s, &rows, !a->turned, matrix);
}

gla_status gla_sparse_copy(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_moved("copy", a, a->own.data->dtype, sparse_device(a), true, matrix);
}

gla_status gla_sparse_astype(const gla_sparse *a, gla_dtype dtype, gla_sparse **matrix)
{
    *matrix = NULL;
    if (!dtype || gla_floating_of(dtype) != dtype)
        return gla_fail(GLA_DTYPE_ERROR, "astype: a sparse matrix can be float32, float64, complex64 or complex128, but not %s",
                        dtype ? gla_dtype_name(dtype) : "a missing dtype");
    return sparse_moved("astype", a, dtype, sparse_device(a), false, matrix);
}

gla_status gla_sparse_to_device(const gla_sparse *a, const char *device, gla_sparse **matrix)
{
    gla_device *dev = NULL;
    *matrix = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (st)
        return st;
    return dev == sparse_device(a) ? sparse_same(a, matrix)
                                   : sparse_moved("to_device", a, a->own.data->dtype, dev, false, matrix);
}
