/* items.c - x[key], x[key] = value, len, in, iteration. */
#include "binding.h"

/* ---- index expressions ------------------------------------------------------------------------------------------- */
/* An integer of any size; one beyond 64 bits is out of range for every array, so it is cut to the limit. */
static gla_status index_integer(PyObject *o, int64_t *value)
{
    PyObject *number = PyNumber_Index(o);
    int overflow;
    if (!number)
        return gla_py_pending();
    *value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow)
        *value = overflow > 0 ? INT64_MAX : INT64_MIN + 1;
    Py_DECREF(number);
    return GLA_OK;
}

static gla_status slice_bound(PyObject *o, bool *given, int64_t *value)
{
    char text[GLA_DESCRIPTION];
    *given = o != Py_None;
    if (*given && !PyIndex_Check(o))
        return gla_argument_fact(GLA_DTYPE_ERROR, "has a bound that is %s, but it must be an integer or none",
                                 gla_py_describe(o, text));
    return *given ? index_integer(o, value) : GLA_OK;
}

static gla_status slice_item(PyObject *o, gla_index_item *item)
{
    PySliceObject *slice = (PySliceObject *)o;
    bool given;
    gla_status st;
    item->kind = GLA_INDEX_SLICE;
    item->step = 1;
    if (!(st = slice_bound(slice->start, &item->has_start, &item->start)) &&
        !(st = slice_bound(slice->stop, &item->has_stop, &item->stop)))
        st = slice_bound(slice->step, &given, &item->step);
    return st;
}

static gla_status array_item(PyObject *o, gla_index_item *item, GlaTemp *temp)
{
    gla_array *a, *tmp = NULL;
    if (!temp->arrays && !(temp->arrays = gla_calloc(2 * GLA_MAX_NDIM, sizeof *temp->arrays)))
        return gla_fail_memory("index", 2 * GLA_MAX_NDIM * sizeof *temp->arrays);
    gla_status st = gla_py_array(o, &a, &tmp);
    if (st)
        return st;
    temp->arrays[temp->count++] = tmp ? tmp : gla_ref(a);
    item->kind = GLA_INDEX_ARRAY;
    item->array = a;
    return GLA_OK;
}

static gla_status add_item(PyObject *o, gla_index *index, GlaTemp *temp)
{
    gla_index_item item = {.kind = GLA_INDEX_INTEGER};
    gla_status st = GLA_OK;
    if (PyUnicode_Check(o)) {
        const char *text = PyUnicode_AsUTF8(o);
        return text ? gla_index_parse(text, index) : gla_py_pending();
    }
    if (index->n == 2 * GLA_MAX_NDIM)
        return gla_argument_fact(GLA_INDEX_ERROR, "has more than %d parts", 2 * GLA_MAX_NDIM);
    if (PySlice_Check(o))
        st = slice_item(o, &item);
    else if (o == Py_Ellipsis)
        item.kind = GLA_INDEX_ELLIPSIS;
    else if (o == Py_None)
        item.kind = GLA_INDEX_NEW_AXIS;
    else if (PyLong_CheckExact(o) || (PyIndex_Check(o) && !PyBool_Check(o) && !PySequence_Check(o) &&
                                      !PyObject_TypeCheck(o, &gla_py_base_type)))
        st = index_integer(o, &item.start);
    else if (PyFloat_Check(o))
        st = gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_INDEX);
    else
        st = array_item(o, &item, temp);
    if (!st)
        index->v[index->n++] = item;
    return st;
}

/* A list is an index array, unless there is something in it that an array cannot hold: then it is a list of places. */
static bool is_list_of_places(PyObject *o)
{
    if (!PyList_Check(o))
        return PyTuple_Check(o);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(o); i++) {
        PyObject *item = PyList_GET_ITEM(o, i);
        if (PyUnicode_Check(item) || PySlice_Check(item) || item == Py_None || item == Py_Ellipsis)
            return true;
    }
    return false;
}

gla_status gla_py_index(PyObject *o, gla_index *index, GlaTemp *temp)
{
    index->n = 0;
    if (!is_list_of_places(o))
        return add_item(o, index, temp);
    PyObject *places = PySequence_Tuple(o);
    gla_status st = places ? GLA_OK : gla_py_pending();
    for (Py_ssize_t i = 0; !st && i < PyTuple_GET_SIZE(places); i++)
        if ((st = add_item(PyTuple_GET_ITEM(places, i), index, temp)))
            gla_argument_at(i);
    temp->object = places; /* text and arrays of the items live as long as this */
    return st;
}

void gla_py_free_index(GlaTemp *temp)
{
    for (int i = 0; i < temp->count; i++)
        gla_unref(temp->arrays[i]);
    gla_free(temp->arrays);
    Py_XDECREF(temp->object);
}

/* ---- the protocols of Python ------------------------------------------------------------------------------------- */
static PyObject *get(PyObject *self, PyObject *key)
{
    gla_array *a, *out = NULL;
    GlaTemp temp = {0};
    gla_index index;
    gla_status st = gla_py_self(self, &a);
    if (!st && !(st = gla_py_index(key, &index, &temp)))
        st = gla_getitem(a, &index, &out);
    if (st) {
        gla_argument_of("getitem", "index");
        gla_py_raise(st);
    }
    gla_py_free_index(&temp);
    return st ? NULL : gla_py_wrap(out);
}

static int set(PyObject *self, PyObject *key, PyObject *value)
{
    gla_array *a, *v, *tmp = NULL;
    GlaTemp temp = {0};
    gla_index index;
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "elements of an Array cannot be deleted");
        return -1;
    }
    gla_status st = gla_py_self(self, &a);
    if (!st && (st = gla_py_index(key, &index, &temp)))
        gla_argument_of("setitem", "index");
    if (!st && (st = gla_py_array(value, &v, &tmp)))
        gla_argument_of("setitem", "value");
    if (!st)
        st = gla_setitem(a, &index, v);
    if (st)
        gla_py_raise(st);
    gla_unref(tmp);
    gla_py_free_index(&temp);
    return st ? -1 : 0;
}

static Py_ssize_t length(PyObject *self)
{
    gla_array *a;
    gla_status st = gla_py_self(self, &a);
    if (!st && gla_array_ndim(a) == 0)
        st = gla_fail(GLA_DTYPE_ERROR, "len: an array of no dimensions has no length; its value is item()");
    if (st) {
        gla_py_raise(st);
        return -1;
    }
    return (Py_ssize_t)gla_array_shape(a)[0];
}

static PyObject *get_position(PyObject *self, Py_ssize_t i)
{
    gla_array *a = ((GlaObject *)self)->array, *out;
    gla_index index;
    if (a && gla_array_ndim(a) > 0 && (i < 0 || i >= gla_array_shape(a)[0])) {
        PyErr_SetNone(PyExc_IndexError); /* what ends an iteration need not be described */
        return NULL;
    }
    index.n = 1;
    index.v[0] = (gla_index_item){.kind = GLA_INDEX_INTEGER, .start = i};
    Py_INCREF(self); /* Python's iterator has the only reference, and may be exhausted by another thread */
    gla_status st = gla_py_self(self, &a);
    if (st || (st = gla_getitem(a, &index, &out)))
        gla_py_raise(st);
    Py_DECREF(self);
    return st ? NULL : gla_py_wrap(out);
}

/* value in x: whether an element of x equals it. */
static int contains(PyObject *self, PyObject *value)
{
    gla_array *a, *v, *tmp = NULL, *equal = NULL, *any = NULL;
    GlaNumber n = {.v.b = 0};
    gla_status st = gla_py_self(self, &a);
    if (!st && !(st = gla_py_array(value, &v, &tmp)) && !(st = gla_equal(a, v, &equal)) &&
        !(st = gla_any(equal, &any, NULL, false)))
        st = gla_py_single(any, "in", &n);
    if (st) {
        gla_argument_of("in", "the operand");
        gla_py_raise(st);
    }
    gla_unref(tmp);
    gla_unref(equal);
    gla_unref(any);
    return st ? -1 : n.v.b;
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
