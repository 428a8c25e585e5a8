/* arrow_out.c - Export of a vector as a column: __arrow_c_array__ of the Arrow C data interface.  Arrow's columns are
 * immutable, so the elements are copied. */
#include "arrow.h"

const char *gla_py_arrow_format(gla_dtype dtype)
{
    static const char *const formats[GLA_DTYPE_COUNT] = {
        [GLA_BOOL] = "b",   [GLA_INT8] = "c",   [GLA_INT16] = "s",  [GLA_INT32] = "i",   [GLA_INT64] = "l",  [GLA_UINT8] = "C",
        [GLA_UINT16] = "S", [GLA_UINT32] = "I", [GLA_UINT64] = "L", [GLA_FLOAT32] = "f", [GLA_FLOAT64] = "g"};
    return formats[dtype];
}

/* The consumer may call these functions in any thread. */
static void release_schema(arrow_schema *schema)
{
    schema->release = NULL;
}

static void release_array(arrow_array *array)
{
    gla_py_arrow_free(array);
    array->release = NULL;
}

void gla_py_arrow_free(arrow_array *array)
{
    for (int64_t i = 0; i < array->n_buffers && array->buffers; i++)
        gla_free((void *)array->buffers[i]);
    gla_free(array->buffers);
    array->buffers = NULL;
}

static void end_schema(PyObject *capsule)
{
    arrow_schema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release)
        schema->release(schema);
    gla_free(schema);
}

static void end_array(PyObject *capsule)
{
    arrow_array *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release)
        array->release(array);
    gla_free(array);
}

/* Copy n elements at distance `step`. Bools are packed as bits. */
static void copy_elements(void *to, const char *from, int64_t n, int64_t step, size_t item, bool is_bool)
{
    if (!is_bool && step == 1)
        memcpy(to, from, (size_t)n * item);
    for (int64_t i = 0; i < n && (is_bool || step != 1); i++) {
        const char *element = from + i * step * (int64_t)item;
        if (!is_bool)
            memcpy((char *)to + (size_t)i * item, element, item);
        else if (*element)
            ((uint8_t *)to)[i / 8] |= (uint8_t)(1 << i % 8);
    }
}

gla_status gla_py_arrow_fill(const gla_array *a, arrow_array *array)
{
    gla_array *host = NULL;
    void *data;
    size_t item = gla_itemsize(gla_array_dtype(a));
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    int64_t n = gla_array_shape(host)[0];
    const void **buffers = gla_calloc(2, sizeof *buffers);
    void *elements = buffers ? gla_calloc((size_t)n + 64, item) : NULL; /* consumers expect an address even for empty columns */
    if (elements) {
        copy_elements(elements, data, n, gla_array_strides(host)[0], item, gla_array_dtype(host) == GLA_BOOL);
        buffers[1] = elements;
        *array = (arrow_array){.length = n, .n_buffers = 2, .buffers = buffers, .release = release_array};
    } else {
        gla_free(buffers);
        st = gla_fail_memory("__arrow_c_array__", (size_t)n * item);
    }
    gla_unref(host);
    return st;
}

static gla_status check(const gla_array *a)
{
    char text[GLA_DESCRIPTION];
    if (gla_array_ndim(a) != 1)
        return gla_fail(GLA_SHAPE_ERROR,
                        "__arrow_c_array__: x is %s, but a column has one dimension; give the columns one by one",
                        gla_describe_array(text, a));
    if (!gla_py_arrow_format(gla_array_dtype(a)))
        return gla_fail(GLA_DTYPE_ERROR, "__arrow_c_array__: Arrow has no complex numbers; give real(x) and imag(x)");
    return GLA_OK;
}

PyObject *gla_py_arrow_array(PyObject *self, PyObject *args, PyObject *words)
{
    static char *names[] = {"requested_schema", NULL};
    PyObject *ignored = NULL; /* a consumer that requires another type converts the column itself */
    gla_array *a;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|O:__arrow_c_array__", names, &ignored))
        return NULL;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = check(a);
    if (st)
        return gla_py_raise(st);
    arrow_schema *schema = gla_calloc(1, sizeof *schema);
    GLA_PY_OWNED PyObject *first = schema ? PyCapsule_New(schema, "arrow_schema", end_schema) : PyErr_NoMemory();
    if (!first) {
        gla_free(schema);
        return NULL;
    }
    *schema = (arrow_schema){.format = gla_py_arrow_format(gla_array_dtype(a)), .name = "", .release = release_schema};
    arrow_array *array = gla_calloc(1, sizeof *array);
    GLA_PY_OWNED PyObject *second = array ? PyCapsule_New(array, "arrow_array", end_array) : PyErr_NoMemory();
    if (!second) {
        gla_free(array);
        return NULL;
    }
    st = gla_py_arrow_fill(a, array);
    return st ? gla_py_raise(st) : PyTuple_Pack(2, first, second);
}
