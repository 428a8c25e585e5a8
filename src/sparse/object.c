/* object.c - The class of sparse matrices, its cached formats, and its attributes. */
#include "sparse/sparse.h"
#include "contract/sparse.h"
#include "runtime/allocation.h"

#include "runtime/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void destroy(void *object)
{
    gla_sparse *a = object;
    gla_unref(a->own.data);
    gla_unref(a->own.indices);
    gla_unref(a->own.indptr);
    gla_unref(a->long_rows);
    gla_unref(a->long_starts);
    for (int lower = 0; lower < 2; lower++) {
        gla_unref(a->triangles[lower].splits);
        gla_unref(a->triangles[lower].order);
        gla_unref(a->triangles[lower].starts);
    }
    gla_unref(a->codes.codes);
    gla_unref(a->codes.starts);
    gla_unref(a->codes.distances);
    gla_unref(a->codes.block_columns);
    gla_unref(a->codes.runs);
    gla_object_unref(a->other);
    gla_object_unref(a->flipped);
    gla_object_unref(a->away);
    pthread_mutex_destroy(&a->lock);
    gla_free(a);
}

/* Return the matrix on another device. It is kept, because matrices never change. */
static gla_status move(const void *object, gla_device *dev, void **moved)
{
    gla_sparse *a = (gla_sparse *)object, *made = NULL, *old = NULL;
    pthread_mutex_lock(&a->lock);
    *moved = a->away && sparse_device(a->away) == dev ? gla_object_ref(a->away) : NULL;
    pthread_mutex_unlock(&a->lock);
    gla_status st = *moved ? GLA_OK : sparse_moved("to_device", a, a->own.data->dtype, dev, false, &made);
    if (st || *moved)
        return st;
    pthread_mutex_lock(&a->lock);
    old = a->away;
    a->away = gla_object_ref(made);
    pthread_mutex_unlock(&a->lock);
    gla_object_unref(old);
    *moved = made;
    return GLA_OK;
}

static double bytes_of(const void *object)
{
    const gla_sparse *a = object;
    const gla_array *parts[] = {a->own.data, a->own.indices, a->own.indptr};
    double bytes = 0;
    for (int i = 0; i < 3; i++)
        bytes += (double)parts[i]->size * (double)gla_itemsize(parts[i]->dtype);
    return bytes;
}

static const gla_device *replica(const void *object)
{
    gla_sparse *a = (gla_sparse *)object;
    pthread_mutex_lock(&a->lock);
    const gla_device *dev = a->away ? sparse_device(a->away) : NULL;
    pthread_mutex_unlock(&a->lock);
    return dev;
}

const gla_class gla_sparse_class = {.name = "Sparse", .destroy = destroy, .move = move, .bytes = bytes_of, .replica = replica};

static gla_sparse *make(gla_scope *s, const sparse_rows *rows, bool turned)
{
    gla_sparse *a = s->status ? NULL : gla_object_new(s->op, &gla_sparse_class, gla_device_of(rows->data), sizeof *a);
    if (!a) {
        gla_s_check(s, s->status ? s->status : gla_last_status());
        return NULL;
    }
    pthread_mutex_init(&a->lock, NULL);
    a->turned = turned;
    a->own = *rows;
    gla_ref(rows->data);
    gla_ref(rows->indices);
    gla_ref(rows->indptr);
    return a;
}

gla_status sparse_return(gla_scope *s, const sparse_rows *rows, bool turned, gla_sparse **out)
{
    *out = make(s, rows, turned);
    return gla_scope_end(s);
}

gla_status sparse_same(const gla_sparse *a, gla_sparse **out)
{
    *out = gla_object_ref((void *)a);
    return GLA_OK;
}

/* Transpose by the slot for it. */
static sparse_rows transpose_at_once(gla_scope *s, const sparse_rows *a)
{
    gla_device *dev = gla_device_of(a->data);
    gla_dtype wanted = sparse_index_dtype(a->rows, a->data->size);
    gla_dtype index = a->indices->dtype == GLA_INT64 ? GLA_INT64 : wanted;
    gla_array *indices = gla_s_astype(s, index, a->indices), *indptr = gla_s_astype(s, index, a->indptr);
    sparse_rows made = {.rows = a->cols, .cols = a->rows};
    if (s->status)
        return made;
    made.data = gla_s_new(s, dev, a->data->dtype, 1, &a->data->size);
    made.indices = gla_s_new(s, dev, index, 1, &a->data->size);
    made.indptr = gla_s_new(s, dev, index, 1, &(int64_t){a->cols + 1});
    if (s->status)
        return made;
    const gla_csr m = sparse_csr(&(sparse_rows){a->rows, a->cols, a->data, indices, indptr});
    gla_s_check(s,
                dev->backend->sparse->transpose(dev, &m, gla_data(made.indptr), gla_data(made.indices), gla_data(made.data)));
    made.indices = s->status ? NULL : gla_s_astype(s, wanted, made.indices);
    made.indptr = s->status ? NULL : gla_s_astype(s, wanted, made.indptr);
    return made;
}

/* Convert the matrix to the other format. */
static gla_sparse *convert(gla_scope *s, const gla_sparse *a)
{
    if (a->own.data->size > 0 && sparse_device(a)->backend->sparse && sparse_device(a)->backend->sparse->transpose) {
        sparse_rows turned = transpose_at_once(s, &a->own);
        return make(s, &turned, !a->turned);
    }
    sparse_triplets t = {a->own.cols, a->own.rows, a->own.data, a->own.indices, a->own.indices};
    sparse_rows rows = a->own.data->size > 0 ? sparse_turned(s, &a->own) : sparse_compress(s, &t);
    return make(s, &rows, !a->turned);
}

/* Return a reference to the cached other format, or NULL. */
static gla_sparse *other_of(const gla_sparse *a)
{
    gla_sparse *kept = (gla_sparse *)a;
    pthread_mutex_lock(&kept->lock);
    gla_sparse *other = kept->other ? gla_object_ref(kept->other) : NULL;
    pthread_mutex_unlock(&kept->lock);
    return other;
}

/* The conversion runs without holding the lock.  A signal handler of the calling program, or another thread that waits for the
 * interpreter's lock, may use the matrix meanwhile. */
sparse_use sparse_in(gla_scope *s, const gla_sparse *a, bool turned)
{
    sparse_use use = {.of = a};
    if (s->status)
        return use;
    use.form = a->turned == turned ? gla_object_ref(a) : other_of(a);
    sparse_await(s, use.form ? use.form : a);
    if (use.form || s->status)
        return use;
    gla_sparse *kept = (gla_sparse *)a, *made = convert(s, a);
    if (!made)
        return use;
    pthread_mutex_lock(&kept->lock);
    use.made = !kept->other;
    if (use.made)
        kept->other = gla_object_ref(made);
    pthread_mutex_unlock(&kept->lock);
    use.form = made;
    return use;
}

gla_status sparse_used(gla_status status, const sparse_use *use)
{
    gla_sparse *of = (gla_sparse *)use->of, *dropped = NULL;
    if (status && use->made) { /* a failed call leaves no cached format */
        pthread_mutex_lock(&of->lock);
        if (of->other == use->form) {
            dropped = of->other;
            of->other = NULL;
        }
        pthread_mutex_unlock(&of->lock);
    }
    gla_object_unref(dropped);
    gla_object_unref(use->form);
    return status;
}

/* ---- attributes ---------------------------------------------------------------------------------------------- */
static gla_status view(const char *op, const gla_array *part, gla_array **out)
{
    gla_status st = gla_array_view(part, part->ndim, part->shape, part->strides, 0, out);
    (void)op;
    if (!st)
        (*out)->flags |= GLA_READONLY; /* the memory is shared */
    return st;
}

gla_status gla_sparse_data(const gla_sparse *a, gla_array **out)
{
    return view("data", a->own.data, out);
}

gla_status gla_sparse_indices(const gla_sparse *a, gla_array **out)
{
    return view("indices", a->own.indices, out);
}

gla_status gla_sparse_indptr(const gla_sparse *a, gla_array **out)
{
    return view("indptr", a->own.indptr, out);
}

gla_status gla_sparse_nnz(const gla_sparse *a, gla_array **out)
{
    void *data;
    gla_status st = gla_array_new_host("nnz", GLA_INT64, 0, NULL, out, &data);
    if (!st)
        *(int64_t *)data = a->own.data->size;
    return st;
}

gla_status gla_sparse_shape(const gla_sparse *a, gla_ints **shape)
{
    *shape = gla_malloc(sizeof **shape);
    if (!*shape)
        return gla_fail_memory("shape", sizeof **shape);
    **shape = (gla_ints){2, {sparse_m(a), sparse_n(a)}};
    return GLA_OK;
}

gla_status gla_sparse_dtype(const gla_sparse *a, gla_dtype *dtype)
{
    *dtype = a->own.data->dtype;
    return GLA_OK;
}

static gla_status say(const char *op, char **text, const char *format, ...) __attribute__((format(printf, 3, 4)));
static gla_status say(const char *op, char **text, const char *format, ...)
{
    char line[200];
    va_list args;
    va_start(args, format);
    gla_vprint(line, sizeof line, format, args);
    va_end(args);
    *text = gla_malloc(strlen(line) + 1);
    if (!*text)
        return gla_fail_memory(op, strlen(line) + 1);
    memcpy(*text, line, strlen(line) + 1);
    return GLA_OK;
}

gla_status gla_sparse_device(const gla_sparse *a, char **name)
{
    return say("device", name, "%s", sparse_device(a)->name);
}

gla_status gla_sparse_format(const gla_sparse *a, char **name)
{
    return say("format", name, "%s", a->turned ? "csc" : "csr");
}

gla_status gla_sparse_text(const gla_sparse *a, char **text)
{
    return say("text", text, "Sparse(%lld x %lld, nnz=%lld, dtype=%s, format='%s', device='%s')", (long long)sparse_m(a),
               (long long)sparse_n(a), (long long)a->own.data->size, gla_dtype_name(a->own.data->dtype),
               a->turned ? "csc" : "csr", sparse_device(a)->name);
}

gla_status sparse_moved(const char *op, const gla_sparse *a, gla_dtype dtype, gla_device *dev, bool always, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows rows = a->own;
    *matrix = NULL;
    gla_scope_begin(&s, op);
    gla_array **part[3] = {&rows.data, &rows.indices, &rows.indptr};
    for (int i = 0; i < 3 && !s.status; i++) {
        gla_array *made, *x = *part[i];
        gla_dtype type = i ? x->dtype : dtype;
        if (always || type != x->dtype || gla_device_of(x) != dev)
            *part[i] = gla_s_adopt(&s, gla_array_copy(op, dev, type, x, &made), &made);
    }
    return sparse_return(&s, &rows, a->turned, matrix);
}
