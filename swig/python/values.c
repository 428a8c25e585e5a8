/* values.c - Conversion of elements to Python objects: item, tolist, tobytes. */
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
        PyObject_GC_UnTrack(list); /* hidden from the garbage collector until it is full */
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

/* Warn that elements leave a tape. Return false if the warning is an exception. */
bool gla_py_leave_tape(const char *op, const gla_array *a)
{
    gla_start_call();
    gla_status st = gla_leave_tape(op, a);
    if (st)
        gla_py_raise(st);
    return !st && (!gla_warning_count() || gla_py_show_warnings() == 0);
}

PyObject *gla_py_tolist(PyObject *self, PyObject *Py_UNUSED(unused))
{
    uint32_t steps = 0;
    gla_array *a, *host;
    void *data;
    gla_status st = gla_py_self(self, &a);
    if (!st && !gla_py_leave_tape("tolist", a))
        return NULL;
    if (!st)
        st = gla_to_host(a, &host, &data);
    if (st)
        return gla_py_raise(st);
    PyObject *list = list_of(host, 0, data, &steps);
    gla_unref(host);
    return list;
}

PyObject *gla_py_item(PyObject *self, PyObject *args)
{
    gla_number n;
    gla_array *a, *part = NULL;
    gla_arrays held = {0};
    gla_index index;
    gla_status st = gla_py_self(self, &a);
    if (!st && !gla_py_leave_tape("item", a))
        return NULL;
    if (!st && PyTuple_GET_SIZE(args)) { /* item(2), item(1, 0): same as indexing first */
        PyObject *key = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : args;
        st = gla_read_index(&gla_py_reader, key, &index, &held);
        if (!st)
            st = gla_getitem(a, &index, &part);
    }
    if (!st)
        st = gla_single(part ? part : a, "item", &n);
    if (st)
        gla_py_raise_about(st, "item", "index");
    gla_release_arrays(&held);
    gla_unref(part);
    return st ? NULL : gla_py_number_object(&n);
}

PyObject *gla_py_tobytes(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gla_array *a;
    PyObject *result = NULL;
    gla_status st = gla_py_self(self, &a);
    if (!st && !(result = PyBytes_FromStringAndSize(NULL, gla_array_size(a) * (Py_ssize_t)gla_itemsize(gla_array_dtype(a)))))
        return NULL;
    if (!st && (st = gla_to_bytes(&gla_py_reader, a, PyBytes_AS_STRING(result))))
        Py_CLEAR(result);
    if (st)
        gla_py_raise(st);
    return result;
}
