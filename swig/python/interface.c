/* interface.c - objects that describe their memory in the dictionary __array_interface__, or __cuda_array_interface__ for
 * memory of a GPU -> array. */
#include "memory.h"

/* What keeps the memory alive: the object and its description, and the buffer if the memory is one. */
typedef struct owner {
    PyObject *objects;
    Py_buffer buffer;
} owner;

static void release(void *p)
{
    owner *own = p;
    if (!Py_IsInitialized())
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    if (own->buffer.obj)
        PyBuffer_Release(&own->buffer);
    Py_XDECREF(own->objects);
    PyMem_Free(own);
    PyGILState_Release(state);
}

static gla_status fail_entry(const GlaMemory *m, const char *key)
{
    PyErr_Clear();
    return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the __%sarray_interface__ of this %.100s has no valid '%s'; make an array "
                    "of it with its own library first", m->device ? "cuda_" : "", m->type_name, key);
}

/* A tuple of integers; returns their number, or -1. */
static int read_sizes(PyObject *tuple, Py_ssize_t *v)
{
    if (!tuple || !PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) > GLA_MAX_NDIM)
        return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        v[i] = PyNumber_AsSsize_t(PyTuple_GET_ITEM(tuple, i), PyExc_OverflowError);
        if (v[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return (int)PyTuple_GET_SIZE(tuple);
}

static gla_status read_layout(PyObject *dict, GlaMemory *m)
{
    PyObject *typestr = PyDict_GetItemString(dict, "typestr"), *strides = PyDict_GetItemString(dict, "strides");
    m->format = typestr && PyUnicode_Check(typestr) ? PyUnicode_AsUTF8(typestr) : NULL;
    if (!m->format || strlen(m->format) < 3)
        return fail_entry(m, "typestr");
    m->swapped = gla_py_is_swapped(m->format[0]);
    m->itemsize = strtol(m->format + 2, NULL, 10);
    m->dtype = gla_py_kind(m->format[1], m->itemsize);
    if (!m->dtype)
        return gla_py_fail_format(m);
    m->ndim = read_sizes(PyDict_GetItemString(dict, "shape"), m->shape);
    if (m->ndim < 0)
        return fail_entry(m, "shape");
    if (strides && strides != Py_None)
        return read_sizes(strides, m->strides) == m->ndim ? GLA_OK : fail_entry(m, "strides");
    Py_ssize_t step = m->itemsize;
    for (int i = m->ndim; i-- > 0;) {
        m->strides[i] = step;
        if (__builtin_mul_overflow(step, m->shape[i], &step))
            return gla_py_fail_lie(m, "its size overflows");
    }
    return GLA_OK;
}

/* The data is a pair of address and read-only flag, or a buffer (from an offset on), which has to be long enough. */
static gla_status read_data(PyObject *dict, GlaMemory *m, owner *own)
{
    PyObject *data = PyDict_GetItemString(dict, "data"), *start = PyDict_GetItemString(dict, "offset");
    Py_ssize_t low, high, size, offset = start ? PyNumber_AsSsize_t(start, PyExc_OverflowError) : 0;
    if (data && PyTuple_Check(data) && PyTuple_GET_SIZE(data) == 2) {
        m->data = PyLong_AsVoidPtr(PyTuple_GET_ITEM(data, 0));
        m->readonly = PyObject_IsTrue(PyTuple_GET_ITEM(data, 1)) != 0;
        return PyErr_Occurred() ? fail_entry(m, "data") : GLA_OK;
    }
    if (!data || m->device || PyErr_Occurred() || PyObject_GetBuffer(data, &own->buffer, PyBUF_SIMPLE) < 0)
        return fail_entry(m, "data");
    m->data = (char *)own->buffer.buf + offset;
    m->readonly = own->buffer.readonly;
    gla_status st = gla_py_span(m, &low, &high, &size);
    if (!st && size && (offset < 0 || offset + low < 0 || high > own->buffer.len - offset))
        st = gla_py_fail_lie(m, "its shape reaches beyond its data");
    return st;
}

/* Work in the stream that the dictionary names is waited for on the GPU.  Version 2 and older do not tell. */
static gla_status await_stream(PyObject *dict, const GlaMemory *m, const gla_array *a)
{
    PyObject *stream = PyDict_GetItemString(dict, "stream");
    if (stream == Py_None)
        return GLA_OK;
    long long number = (long long)GLA_FOREIGN_DEFAULT;
    if (stream && (!gla_py_stream_number(stream, &number) || number < 0))
        return fail_entry(m, "stream");
    return gla_await_foreign(a, (uintptr_t)number);
}

gla_status gla_py_interface(PyObject *o, bool cuda, gla_array **out)
{
    GlaMemory m = {.type_name = Py_TYPE(o)->tp_name, .device = cuda ? "cuda" : NULL};
    *out = NULL;
    PyObject *dict = PyObject_GetAttrString(o, cuda ? "__cuda_array_interface__" : "__array_interface__");
    owner *own = PyMem_Calloc(1, sizeof *own);
    gla_status st = !dict ? gla_py_pending() : !own ? gla_fail_memory("asarray", sizeof *own) : GLA_OK;
    if (!st && !PyDict_Check(dict))
        st = fail_entry(&m, "typestr");
    if (!st && PyDict_GetItemString(dict, "mask") && PyDict_GetItemString(dict, "mask") != Py_None)
        st = gla_fail(GLA_NOT_SUPPORTED_ERROR, "asarray: this %.100s has a mask; fill its gaps first", m.type_name);
    if (!st && !(own->objects = PyTuple_Pack(2, o, dict)))
        st = gla_py_pending();
    if (!st && !(st = read_layout(dict, &m)) && !(st = read_data(dict, &m, own)))
        st = gla_py_take(&m, release, own, out);
    if (st && own)
        release(own);
    if (!st && cuda && (st = await_stream(dict, &m, *out))) {
        gla_unref(*out);
        *out = NULL;
    }
    Py_XDECREF(dict);
    return st;
}
