/* items.c - Indexing, assignment, len, membership and iteration of objects: x[key], x[key] = value, len, in. */
#include "python/binding.h"

/* ---- Python's protocols ----------------------------------------------------------------------------------------------- */
static PyObject *get(PyObject *self, PyObject *key)
{
    gla_array *a, *out = NULL;
    gla_arrays held = {0};
    gla_index index;
    gla_status st = gla_py_self(self, &a);
    if (!st && !(st = gla_read_index(&gla_py_reader, key, &index, &held)))
        st = gla_getitem(a, &index, &out);
    if (st)
        gla_py_raise_about(st, "getitem", "index");
    gla_release_arrays(&held);
    return st ? NULL : gla_py_wrap(out);
}

static int set(PyObject *self, PyObject *key, PyObject *value)
{
    gla_array *a, *v, *tmp = NULL;
    gla_arrays held = {0};
    gla_index index;
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "elements of an Array cannot be deleted");
        return -1;
    }
    gla_status st = gla_py_self(self, &a);
    if (!st && (st = gla_read_index(&gla_py_reader, key, &index, &held)))
        gla_argument_of("setitem", "index");
    if (!st && (st = gla_py_array(value, &v, &tmp)))
        gla_argument_of("setitem", "value");
    if (!st)
        st = gla_setitem(a, &index, v);
    if (st)
        gla_py_raise(st);
    gla_unref(tmp);
    gla_release_arrays(&held);
    return st ? -1 : 0;
}

static Py_ssize_t length(PyObject *self)
{
    gla_array *a;
    gla_status st = gla_py_self(self, &a);
    if (!st && gla_array_ndim(a) == 0)
        st = gla_fail(GLA_DTYPE_ERROR, "len: a 0-d array has no length; item() returns its value");
    if (st) {
        gla_py_raise(st);
        return -1;
    }
    return (Py_ssize_t)gla_array_shape(a)[0];
}

static PyObject *get_position(PyObject *self, Py_ssize_t i)
{
    gla_array *a = ((GlaObject *)self)->handle, *out;
    gla_index index;
    if (a && gla_array_ndim(a) > 0 && (i < 0 || i >= gla_array_shape(a)[0])) {
        PyErr_SetNone(PyExc_IndexError); /* no message, because the exception only ends an iteration */
        return NULL;
    }
    index.n = 1;
    index.v[0] = (gla_index_item){.kind = GLA_INDEX_INTEGER, .start = i};
    /* Keep a reference, because Python's iterator may have the only one, and another thread may exhaust the iterator. */
    GLA_PY_OWNED PyObject *held = gla_py_new_ref(self);
    gla_status st = gla_py_self(held, &a);
    if (!st)
        st = gla_getitem(a, &index, &out);
    return st ? gla_py_raise(st) : gla_py_wrap(out);
}

/* value in x: true if an element of x equals the value. */
static int contains(PyObject *self, PyObject *value)
{
    gla_array *a, *v, *tmp = NULL;
    bool found = false;
    gla_status st = gla_py_self(self, &a);
    if (!st && !(st = gla_py_array(value, &v, &tmp)))
        st = gla_contains(a, v, &found);
    if (st)
        gla_py_raise_about(st, "in", "the operand");
    gla_unref(tmp);
    return st ? -1 : found;
}

PyObject *gla_py_iterate(PyObject *self)
{
    return length(self) < 0 ? NULL : PySeqIter_New(self);
}

PyMappingMethods gla_py_mapping_methods = {
    .mp_length = length,
    .mp_subscript = get,
    .mp_ass_subscript = set,
};

PySequenceMethods gla_py_sequence_methods = {
    .sq_length = length,
    .sq_item = get_position,
    .sq_contains = contains,
};
