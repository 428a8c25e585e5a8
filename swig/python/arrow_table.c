/* arrow_table.c - Export of a Table by __arrow_c_stream__: one batch, in which missing values, NaN too, are marked in a
 * validity bitmap, and strings are of the type large_utf8. The elements are copied, because Arrow's columns are immutable. */
#include "arrow.h"

#include <math.h>

/* The batch until it is taken, and the schema. Any thread may release it. */
typedef struct exported {
    int64_t n;
    char **names;
    const char **formats;
    arrow_array batch;
} exported;

/* ---- batch --------------------------------------------------------------------------------------------------------------- */
static void release_column(arrow_array *array)
{
    gla_py_arrow_free(array);
    array->release = NULL;
}

static void release_batch(arrow_array *batch)
{
    for (int64_t i = 0; i < batch->n_children; i++) {
        if (batch->children[i] && batch->children[i]->release)
            batch->children[i]->release(batch->children[i]);
        gla_free(batch->children[i]);
    }
    gla_free(batch->children);
    gla_free(batch->buffers);
    batch->release = NULL;
}

static gla_status start_batch(exported *x, int64_t n)
{
    arrow_array *b = &x->batch;
    *b = (arrow_array){.n_buffers = 1, .release = release_batch};
    b->children = gla_calloc((size_t)n + 1, sizeof *b->children);
    b->buffers = gla_calloc(1, sizeof *b->buffers);
    x->names = gla_calloc((size_t)n + 1, sizeof *x->names);
    x->formats = gla_calloc((size_t)n + 1, sizeof *x->formats);
    bool made = b->children && b->buffers && x->names && x->formats;
    for (; made && b->n_children < n; b->n_children++)
        made = (b->children[b->n_children] = gla_calloc(1, sizeof **b->children)) != NULL;
    return made ? GLA_OK : gla_fail_memory("__arrow_c_stream__", (size_t)n * sizeof **b->children);
}

/* Add the validity bitmap: `missing` contains a byte for each element, at a distance of `step` bytes. */
static gla_status add_validity(arrow_array *array, const char *missing, int64_t step)
{
    uint8_t *bits = gla_calloc((size_t)array->length / 8 + 64, 1);
    if (!bits)
        return gla_fail_memory("__arrow_c_stream__", (size_t)array->length);
    for (int64_t i = 0; i < array->length; i++)
        if (missing[i * step])
            array->null_count++;
        else
            bits[i / 8] |= (uint8_t)(1 << i % 8);
    array->buffers[0] = bits;
    return GLA_OK;
}

/* Mark NaN, which is a missing value of a Table, as missing. */
static gla_status mark_nan(arrow_array *array, gla_dtype dtype)
{
    bool any = false;
    char *missing = gla_calloc((size_t)array->length + 1, 1);
    if (!missing)
        return gla_fail_memory("__arrow_c_stream__", (size_t)array->length);
    for (int64_t i = 0; i < array->length; i++) {
        missing[i] = dtype == GLA_FLOAT64 ? isnan(((const double *)array->buffers[1])[i]) != 0
                                          : isnan(((const float *)array->buffers[1])[i]) != 0;
        any |= missing[i];
    }
    gla_status st = any ? add_validity(array, missing, 1) : GLA_OK;
    gla_free(missing);
    return st;
}

static gla_status add_numbers(arrow_array *array, const gla_array *values, const gla_array *mask)
{
    gla_array *host = NULL;
    void *missing;
    gla_status st = gla_py_arrow_fill(values, array);
    if (st)
        return st;
    array->release = release_column;
    if (gla_array_size(mask) == 0)
        return gla_dtype_is_real_floating(gla_array_dtype(values)) ? mark_nan(array, gla_array_dtype(values)) : GLA_OK;
    if (!(st = gla_to_host(mask, &host, &missing)))
        st = add_validity(array, missing, gla_array_strides(host)[0]);
    gla_unref(host);
    return st;
}

/* ---- strings ---------------------------------------------------------------------------------------------------------- */
static gla_status fill_texts(arrow_array *array, const int64_t *codes, int64_t step, const gla_strings *levels)
{
    int64_t n = array->length, size = 0;
    int64_t *ends = gla_calloc((size_t)n + 1, sizeof *ends);
    char *missing = gla_calloc((size_t)n + 1, 1);
    array->buffers[1] = ends;
    for (int64_t i = 0; ends && missing && i < n; i++) {
        missing[i] = codes[i * step] < 0;
        size += missing[i] ? 0 : (int64_t)strlen(levels->v[codes[i * step]]);
        ends[i + 1] = size;
    }
    char *bytes = ends && missing ? gla_calloc((size_t)size + 64, 1) : NULL;
    array->buffers[2] = bytes;
    for (int64_t i = 0; bytes && i < n; i++)
        if (!missing[i])
            memcpy(bytes + ends[i], levels->v[codes[i * step]], (size_t)(ends[i + 1] - ends[i]));
    gla_status st = bytes ? add_validity(array, missing, 1) : gla_fail_memory("__arrow_c_stream__", (size_t)size);
    gla_free(missing);
    return st;
}

static gla_status add_texts(arrow_array *array, const gla_array *codes, const gla_strings *levels)
{
    gla_array *host = NULL;
    void *data;
    gla_status st = gla_to_host(codes, &host, &data);
    if (st)
        return st;
    *array = (arrow_array){.length = gla_array_size(host), .n_buffers = 3, .buffers = gla_calloc(3, sizeof *array->buffers)};
    if (array->buffers) {
        array->release = release_column;
        st = fill_texts(array, data, gla_array_strides(host)[0], levels);
    } else
        st = gla_fail_memory("__arrow_c_stream__", 3 * sizeof *array->buffers);
    gla_unref(host);
    return st;
}

/* ---- schema ----------------------------------------------------------------------------------------------------------- */
static void release_schema(arrow_schema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        arrow_schema *child = schema->children[i];
        if (child && child->release)
            child->release(child);
        gla_free(child);
    }
    gla_free(schema->children);
    gla_free((char *)schema->name);
    schema->release = NULL;
}

static char *copy_text(const char *text)
{
    char *copy = gla_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

enum { NULLABLE = 2 }; /* flag of the interface */

static int get_schema(arrow_stream *stream, arrow_schema *schema)
{
    const exported *x = stream->private_data;
    *schema = (arrow_schema){.format = "+s", .name = copy_text(""), .release = release_schema};
    schema->children = gla_calloc((size_t)x->n + 1, sizeof *schema->children);
    bool made = schema->name && schema->children;
    for (int64_t i = 0; made && i < x->n; i++) {
        arrow_schema *child = schema->children[schema->n_children++] = gla_calloc(1, sizeof *child);
        if ((made = child != NULL))
            *child = (arrow_schema){x->formats[i], copy_text(x->names[i]), NULL, NULLABLE, 0, NULL, NULL, release_schema, NULL};
        made = made && child->name;
    }
    if (!made)
        release_schema(schema);
    return made ? 0 : 12; /* ENOMEM */
}

/* ---- stream ----------------------------------------------------------------------------------------------------------- */
static int get_next(arrow_stream *stream, arrow_array *array)
{
    exported *x = stream->private_data;
    *array = x->batch; /* moved; released structures mark the end of the stream */
    x->batch.release = NULL;
    return 0;
}

static const char *get_last_error(arrow_stream *stream)
{
    (void)stream;
    return "out of memory";
}

static void free_exported(exported *x)
{
    if (x->batch.release)
        x->batch.release(&x->batch);
    for (int64_t i = 0; i < x->n && x->names; i++)
        gla_free(x->names[i]);
    gla_free(x->names);
    gla_free(x->formats);
    gla_free(x);
}

static void release_stream(arrow_stream *stream)
{
    free_exported(stream->private_data);
    stream->release = NULL;
}

static void end_stream(PyObject *capsule)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release)
        stream->release(stream);
    gla_free(stream);
}

static gla_status export_column(exported *x, const struct gla_table *table, const char *name, bool is_text,
                                const gla_array *values, const gla_array *mask)
{
    gla_strings *levels = NULL;
    int64_t i = x->n;
    if (!(x->names[i] = copy_text(name)))
        return gla_fail_memory("__arrow_c_stream__", strlen(name));
    x->n++;
    x->formats[i] = is_text ? "U" : gla_py_arrow_format(gla_array_dtype(values));
    gla_status st = is_text ? gla_table_levels(table, name, &levels) : add_numbers(x->batch.children[i], values, mask);
    if (!st && is_text)
        st = add_texts(x->batch.children[i], values, levels);
    gla_strings_free(levels);
    x->batch.length = x->batch.children[i]->length;
    return st;
}

static gla_status export_columns(exported *x, const struct gla_table *table)
{
    gla_strings *names = NULL, *kinds = NULL;
    gla_arrays *arrays = NULL;
    gla_status st = gla_table_names(table, &names);
    if (!st)
        st = gla_table_kinds(table, &kinds);
    if (!st)
        st = gla_table_arrays(table, &arrays);
    if (!st)
        st = start_batch(x, names->n);
    for (int64_t i = 0; !st && i < names->n; i++)
        st = export_column(x, table, names->v[i], !strcmp(kinds->v[i], "text"), arrays->v[i], arrays->v[names->n + i]);
    gla_strings_free(names);
    gla_strings_free(kinds);
    gla_arrays_free(arrays);
    return st;
}

/* Export the columns that the Table has now, because another thread may change it. */
static gla_status export_table(exported *x, const struct gla_table *table)
{
    struct gla_table *now = NULL;
    gla_status st = gla_new_table(table, &now);
    if (!st)
        st = export_columns(x, now);
    gla_object_unref(now);
    return st;
}

PyObject *gla_py_arrow_stream(PyObject *Py_UNUSED(module), PyObject *o)
{
    const struct gla_table *table = gla_py_handle_of(o);
    if (!table || strcmp(gla_object_class(table), "Table") != 0)
        return PyErr_Format(PyExc_TypeError, "__arrow_c_stream__: a Table is required");
    exported *x = gla_calloc(1, sizeof *x);
    arrow_stream *stream = x ? gla_calloc(1, sizeof *stream) : NULL;
    gla_status st = stream ? export_table(x, table) : gla_fail_memory("__arrow_c_stream__", sizeof *stream);
    PyObject *capsule = st ? NULL : PyCapsule_New(stream, "arrow_array_stream", end_stream);
    if (capsule) {
        *stream = (arrow_stream){get_schema, get_next, get_last_error, release_stream, x};
        return capsule;
    }
    if (x)
        free_exported(x);
    gla_free(stream);
    return st ? gla_py_raise(st) : NULL;
}
