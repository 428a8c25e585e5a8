/* args.c - plain arguments: integers, shapes, axes, truth values, types, text. */
#include "binding.h"

#include <math.h>

/* An Array's handle, or NULL. */
static const gla_array *array_of(PyObject *o)
{
    return PyObject_TypeCheck(o, &gla_py_base_type) ? ((GlaObject *)o)->array : NULL;
}

/* The methods of o make no number of it; with a TypeError, as arrays of several elements do, it says just that. */
static gla_status unfit(PyObject *o, const char *wanted)
{
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return gla_py_pending();
    PyErr_Clear();
    return gla_py_wanted(GLA_DTYPE_ERROR, o, wanted);
}

static gla_status int64_as(PyObject *o, const char *wanted, int64_t *value)
{
    int overflow = 0;
    if (PyLong_CheckExact(o)) {
        *value = PyLong_AsLongLongAndOverflow(o, &overflow);
    } else {
        const gla_array *a = array_of(o);
        if (!PyIndex_Check(o) || (a && (gla_array_ndim(a) || !gla_dtype_is_integer(gla_array_dtype(a)))))
            return gla_py_wanted(GLA_DTYPE_ERROR, o, wanted);
        PyObject *number = PyNumber_Index(o);
        if (!number)
            return unfit(o, wanted);
        *value = PyLong_AsLongLongAndOverflow(number, &overflow);
        Py_DECREF(number);
    }
    if (overflow)
        return gla_argument_is(GLA_OVERFLOW_ERROR, GLA_DESCRIBE_LARGE, GLA_WANT_INTEGER_64);
    return GLA_OK;
}

gla_status gla_py_int64(PyObject *o, int64_t *value)
{
    return int64_as(o, GLA_WANT_INTEGER, value);
}

gla_status gla_py_int(PyObject *o, int *value)
{
    char text[GLA_DESCRIPTION];
    int64_t wide = 0;
    gla_status st = gla_py_int64(o, &wide);
    if (st)
        return st;
    if (wide < INT32_MIN || wide > INT32_MAX)
        return gla_argument_is(GLA_OVERFLOW_ERROR, gla_describe_integer(text, wide), GLA_WANT_INTEGER_32);
    *value = (int)wide;
    return GLA_OK;
}

gla_status gla_py_axis(PyObject *o, gla_axis *axis)
{
    if (o == Py_None) {
        *axis = GLA_NO_AXIS;
        return GLA_OK;
    }
    return int64_as(o, GLA_WANT_AXIS, axis);
}

gla_status gla_py_double(PyObject *o, double *value)
{
    if (PyFloat_CheckExact(o)) {
        *value = PyFloat_AS_DOUBLE(o);
        return GLA_OK;
    }
    PyNumberMethods *m = Py_TYPE(o)->tp_as_number;
    const gla_array *a = array_of(o);
    if (PyComplex_Check(o) || !m || !(m->nb_float || m->nb_index)
        || (a && (gla_array_size(a) != 1 || gla_dtype_is_complex(gla_array_dtype(a)))))
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_REAL);
    *value = PyFloat_AsDouble(o);
    return *value == -1 && PyErr_Occurred() ? unfit(o, GLA_WANT_REAL) : GLA_OK;
}

/* True, False, the truth values of NumPy and ours. */
static bool is_truth(PyObject *o)
{
    const gla_array *a = array_of(o);
    return PyBool_Check(o) || !strncmp(Py_TYPE(o)->tp_name, "numpy.bool", 10)
        || (a && gla_array_ndim(a) == 0 && gla_array_dtype(a) == GLA_BOOL);
}

static gla_status truth_of(PyObject *o, bool *value)
{
    int truth = PyObject_IsTrue(o);
    *value = truth == 1;
    return truth < 0 ? gla_py_pending() : GLA_OK;
}

/* 1 and 0 stand for true and false. */
gla_status gla_py_bool(PyObject *o, bool *value)
{
    int64_t number = 0;
    if (is_truth(o))
        return truth_of(o, value);
    gla_status st = int64_as(o, GLA_WANT_BOOL, &number);
    if (!st && number != 0 && number != 1)
        return gla_py_wanted(GLA_ARGUMENT_ERROR, o, GLA_WANT_BOOL);
    *value = !st && number;
    return st;
}

/* A number here is likely to be something else: a part of the shape in reshape(x, 4, 1), the line of the names in header=0. */
gla_status gla_py_maybe(PyObject *o, gla_maybe *value)
{
    bool yes = false;
    *value = GLA_MAYBE;
    if (o == Py_None)
        return GLA_OK;
    if (!is_truth(o))
        return gla_py_wanted(GLA_DTYPE_ERROR, o, PyNumber_Check(o) ? GLA_WANT_FLAG : GLA_WANT_MAYBE);
    gla_status st = truth_of(o, &yes);
    if (!st)
        *value = yes ? GLA_YES : GLA_NO;
    return st;
}

/* ---- shapes and lists of axes ------------------------------------------------------------------------------------ */
gla_status gla_py_ints(PyObject *o, gla_ints *store, gla_ints **p)
{
    *p = NULL;
    if (o == Py_None)
        return GLA_OK;
    *p = store;
    store->n = 0;
    if (PyIndex_Check(o) && !PySequence_Check(o)) {
        store->n = 1;
        return int64_as(o, GLA_WANT_INTEGERS, &store->v[0]);
    }
    const gla_array *a = array_of(o);
    if (a && gla_array_ndim(a) == 0) {
        store->n = 1;
        return int64_as(o, GLA_WANT_INTEGERS, &store->v[0]);
    }
    if (a && (gla_array_ndim(a) > 1 || (gla_array_size(a) && !gla_dtype_is_integer(gla_array_dtype(a)))))
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_INTEGERS);
    if (PyUnicode_Check(o) || PyBytes_Check(o) || !PySequence_Check(o))
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_INTEGERS);
    Py_ssize_t n = PySequence_Size(o); /* a range may be long, and what it says no more than a hint */
    PyObject *items = n > GLA_MAX_NDIM || n < 0 ? NULL : PySequence_Tuple(o);
    if (!items && n <= GLA_MAX_NDIM)
        return gla_py_pending();
    gla_status st = GLA_OK;
    n = items ? PyTuple_GET_SIZE(items) : n;
    if (n > GLA_MAX_NDIM)
        st = gla_argument_fact(GLA_SHAPE_ERROR, "is a list of %lld integers, but an array has at most %d dimensions",
                               (long long)n, GLA_MAX_NDIM);
    for (Py_ssize_t i = 0; !st && i < n; i++)
        if ((st = gla_py_int64(PyTuple_GET_ITEM(items, i), &store->v[store->n++])))
            gla_argument_at(i);
    gla_py_let_go(items);
    return st;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */
static gla_status dtype_by_name(PyObject *o, PyObject *name, gla_dtype *dtype)
{
    char plain[40];
    const char *text = PyUnicode_AsUTF8(name);
    if (!text)
        return gla_py_pending();
    /* NumPy's classes: bool_, longlong (on machines where long is as wide). */
    const char *meant = !strcmp(text, "longlong") ? "int64" : !strcmp(text, "ulonglong") ? "uint64" : text;
    snprintf(plain, sizeof plain, "%s", meant);
    size_t length = strlen(plain);
    if (length && plain[length - 1] == '_')
        plain[length - 1] = 0;
    *dtype = gla_dtype_from_name(plain);
    return *dtype ? GLA_OK : gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_DTYPE);
}

gla_status gla_py_dtype(PyObject *o, gla_dtype *dtype)
{
    *dtype = GLA_NO_DTYPE;
    if (o == Py_None)
        return GLA_OK;
    if (PyUnicode_Check(o))
        return dtype_by_name(o, o, dtype);
    /* Classes have a __name__ (float, numpy.float32), dtype objects a name. */
    PyObject *name = PyObject_GetAttrString(o, PyType_Check(o) ? "__name__" : "name");
    if (!name || !PyUnicode_Check(name)) {
        Py_XDECREF(name);
        if (gla_py_excuse())
            return gla_last_status();
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_DTYPE);
    }
    gla_status st = dtype_by_name(o, name, dtype);
    gla_py_let_go(name);
    return st;
}

/* ---- text -------------------------------------------------------------------------------------------------------- */
/* 2.0 says the same as 2. */
static PyObject *number_text(GlaNumber *n)
{
    if (n->dtype == GLA_FLOAT64 && fabs(n->v.f[0]) < 1e15 && n->v.f[0] == floor(n->v.f[0]))
        *n = (GlaNumber){.dtype = GLA_INT64, .v.i = (int64_t)n->v.f[0]};
    PyObject *number = gla_py_number_object(n), *text = number ? PyObject_Repr(number) : NULL;
    Py_XDECREF(number);
    return text;
}

/* None, text, or a number as text: orders of norms are "fro", 1, inf. */
gla_status gla_py_text(PyObject *o, char **text, GlaTemp *temp)
{
    *text = NULL;
    if (o == Py_None)
        return GLA_OK;
    if (!PyUnicode_Check(o)) {
        GlaNumber n;
        gla_status st;
        if (PyBool_Check(o) || PyComplex_Check(o) || !gla_py_number(o, true, &n, &st))
            return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_TEXT);
        if (st)
            return st;
        if (!(o = temp->object = number_text(&n)))
            return gla_py_pending();
    }
    Py_ssize_t length;
    const char *utf8 = PyUnicode_AsUTF8AndSize(o, &length);
    if (!utf8)
        return gla_py_pending();
    if (strlen(utf8) != (size_t)length)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a zero character, at which it would end; leave it out");
    *text = (char *)utf8;
    return GLA_OK;
}

/* The name of a file: text, bytes, or an object of os.PathLike. */
gla_status gla_py_path(PyObject *o, char **path, GlaTemp *temp)
{
    *path = NULL;
    PyObject *name = PyOS_FSPath(o);
    if (!name) {
        if (gla_py_excuse())
            return gla_last_status();
        return gla_py_wanted(o == Py_None ? GLA_ARGUMENT_ERROR : GLA_DTYPE_ERROR, o, GLA_WANT_PATH);
    }
    temp->object = PyUnicode_Check(name) ? PyUnicode_EncodeFSDefault(name) : gla_py_new_ref(name);
    Py_DECREF(name);
    if (!temp->object && gla_py_excuse())
        return gla_last_status();
    if (!temp->object)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a character that no name of a file can hold");
    *path = PyBytes_AS_STRING(temp->object);
    if (strlen(*path) != (size_t)PyBytes_GET_SIZE(temp->object))
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a zero character, at which it would end; leave it out");
    return GLA_OK;
}
