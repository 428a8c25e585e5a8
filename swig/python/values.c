/* values.c - single numbers out of arrays: item, tolist, tobytes. */
#include "binding.h"

PyObject *gla_py_number_object(const gla_number *n)
{
    switch (n->dtype) {
    case GLA_BOOL: return PyBool_FromLong(n->v.b);
    case GLA_INT64: return PyLong_FromLongLong(n->v.i);
    case GLA_UINT64: return PyLong_FromUnsignedLongLong(n->v.u);
    case GLA_FLOAT64: return PyFloat_FromDouble(n->v.f[0]);
    default: return PyComplex_FromDoubles(n->v.f[0], n->v.f[1]);
    }
}

static PyObject *list_of(const gla_array *a, int axis, const char *p, uint32_t *steps)
{
    if (axis == gla_array_ndim(a)) {
        gla_number n;
        gla_number_load(&n, gla_array_dtype(a), p);
        return gla_py_number_object(&n);
    }
    Py_ssize_t length = (Py_ssize_t)gla_array_shape(a)[axis];
    ptrdiff_t step = (ptrdiff_t)(gla_array_strides(a)[axis] * (int64_t)gla_itemsize(gla_array_dtype(a)));
    PyObject *list = PyList_New(length);
    if (list)
        PyObject_GC_UnTrack(list); /* nobody sees it before it is full */
    for (Py_ssize_t i = 0; list && i < length; i++) {
        PyObject *item = gla_py_step(steps, 1) ? NULL : list_of(a, axis + 1, p + i * step, steps);
        if (item)
            PyList_SET_ITEM(list, i, item);
        else
            Py_CLEAR(list);
    }
    if (list)
        PyObject_GC_Track(list);
    return list;
}

PyObject *gla_py_tolist(PyObject *self, PyObject *Py_UNUSED(unused))
{
    uint32_t steps = 0;
    gla_array *a, *host;
    void *data;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = gla_to_host(a, &host, &data);
    if (st) {
        gla_py_raise(st);
        return NULL;
    }
    PyObject *list = list_of(host, 0, data, &steps);
    gla_unref(host);
    return list;
}

PyObject *gla_py_item(PyObject *self, PyObject *args)
{
    gla_number n;
    gla_array *a, *part = NULL;
    gla_arrays held = {0, NULL};
    gla_index index;
    gla_status st = gla_py_self(self, &a);
    if (!st && PyTuple_GET_SIZE(args)) { /* item(2), item(1, 0): the same as indexing first */
        PyObject *key = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : args;
        st = gla_py_index(key, &index, &held);
        if (!st)
            st = gla_getitem(a, &index, &part);
    }
    if (!st)
        st = gla_single(part ? part : a, "item", &n);
    if (st) {
        gla_argument_of("item", "index");
        gla_py_raise(st);
    }
    gla_release_arrays(&held);
    gla_unref(part);
    return st ? NULL : gla_py_number_object(&n);
}

static char *copy_out(const gla_array *a, int axis, const char *p, char *to)
{
    size_t size = gla_itemsize(gla_array_dtype(a));
    if (axis == gla_array_ndim(a)) {
        memcpy(to, p, size);
        return to + size;
    }
    ptrdiff_t step = (ptrdiff_t)(gla_array_strides(a)[axis] * (int64_t)size);
    for (int64_t i = 0; i < gla_array_shape(a)[axis]; i++)
        to = copy_out(a, axis + 1, p + i * step, to);
    return to;
}

PyObject *gla_py_tobytes(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gla_array *a, *host;
    void *data;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = gla_to_host(a, &host, &data);
    if (st) {
        gla_py_raise(st);
        return NULL;
    }
    Py_ssize_t bytes = (Py_ssize_t)gla_array_size(host) * (Py_ssize_t)gla_itemsize(gla_array_dtype(host));
    PyObject *result = PyBytes_FromStringAndSize(gla_array_is_contiguous(host) ? data : NULL, bytes);
    if (result && bytes && !gla_array_is_contiguous(host))
        copy_out(host, 0, data, PyBytes_AS_STRING(result));
    gla_unref(host);
    return result;
}

/* The inverse, for pickle. */
PyObject *gla_py_from_bytes(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *type, *shape, *bytes;
    gla_dtype dtype;
    gla_ints store;
    const gla_ints *dims;
    gla_array *out;
    void *data;
    if (!PyArg_ParseTuple(args, "SOO", &bytes, &type, &shape))
        return NULL;
    gla_status st = gla_read_dtype(&gla_py_reader, type, &dtype);
    if (!st)
        st = gla_read_ints(&gla_py_reader, shape, &store, &dims);
    if (!st && (!dtype || !dims))
        st = gla_argument_fact(GLA_ARGUMENT_ERROR, "lacks the type of the array or its shape");
    if (!st)
        st = gla_new_host(dtype, dims->n, dims->v, &out, &data);
    if (!st && gla_array_size(out) * (int64_t)gla_itemsize(dtype) != PyBytes_GET_SIZE(bytes)) {
        st = gla_argument_fact(GLA_ARGUMENT_ERROR, "has not as many bytes as the shape of the array says");
        gla_unref(out);
    }
    if (st) {
        gla_argument_of("asarray", "the pickle");
        gla_py_raise(st);
        return NULL;
    }
    if (PyBytes_GET_SIZE(bytes))
        memcpy(data, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
    for (Py_ssize_t i = 0; dtype == GLA_BOOL && i < PyBytes_GET_SIZE(bytes); i++)
        ((uint8_t *)data)[i] = PyBytes_AS_STRING(bytes)[i] != 0;
    return gla_py_wrap(out);
}
