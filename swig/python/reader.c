/* reader.c - Reads the values of scripts: Python's part of gpulinalg/binding.h. */
#include "binding.h"

#include <math.h>

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
static void show_integer(PyObject *o, gla_value *v)
{
    int overflow;
    v->number.dtype = GLA_INT64;
    v->number.v.i = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (!overflow)
        return;
    v->number.dtype = GLA_UINT64;
    v->number.v.u = PyLong_AsUnsignedLongLong(o);
    if (!PyErr_Occurred())
        return;
    PyErr_Clear();
    v->kind = GLA_VALUE_LARGE;
    v->number.dtype = GLA_FLOAT64;
    v->number.v.f[0] = PyLong_AsDouble(o);
    if (PyErr_Occurred())
        v->number.v.f[0] = overflow > 0 ? HUGE_VAL : -HUGE_VAL;
    PyErr_Clear();
}

/* Return true if o may be a number, including subclasses of Python's numbers. This quick test excludes None, slices and
 * lists. */
static bool may_be_number(PyObject *o)
{
    const PyNumberMethods *m = Py_TYPE(o)->tp_as_number;
    return m && m->nb_add && Py_TYPE(o) != gla_py_class;
}

static bool show_number(PyObject *o, gla_value *v, bool exact)
{
    v->kind = PyLong_CheckExact(o) || may_be_number(o) ? GLA_VALUE_NUMBER : GLA_VALUE_OTHER;
    if (v->kind == GLA_VALUE_OTHER)
        return false;
    v->text = NULL;
    if (PyLong_CheckExact(o) || (!exact && PyLong_Check(o) && !PyBool_Check(o)))
        show_integer(o, v);
    else if (PyBool_Check(o))
        gla_show_truth(v, o == Py_True);
    else if (PyFloat_CheckExact(o) || (!exact && PyFloat_Check(o))) { /* includes numpy.float64 */
        v->number.dtype = GLA_FLOAT64;
        v->number.v.f[0] = PyFloat_AS_DOUBLE(o);
    } else if (exact ? PyComplex_CheckExact(o) : PyComplex_Check(o))
        v->number = (gla_number){GLA_COMPLEX128, {.f = {PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o)}}};
    else
        v->kind = GLA_VALUE_OTHER;
    return v->kind != GLA_VALUE_OTHER;
}

/* A Decimal of 1e400 would silently become infinite. */
static gla_status check_finite(PyObject *o, PyObject *value)
{
    if (!isinf(PyFloat_AS_DOUBLE(value)))
        return GLA_OK;
    int same = PyObject_RichCompareBool(o, value, Py_EQ);
    if (same)
        return same < 0 ? gla_py_pending() : GLA_OK;
    return gla_argument_fact(GLA_OVERFLOW_ERROR, "is a number beyond the range of float64 (1.8e308); scale it");
}

/* Read an object of another class as a number, or return GLA_VALUE_OTHER. */
static gla_status plain_number(PyObject *o, gla_value *v)
{
    PyNumberMethods *m = Py_TYPE(o)->tp_as_number;
    v->kind = GLA_VALUE_OTHER;
    if (!m || !(m->nb_index || m->nb_float))
        return GLA_OK;
    bool integer = m->nb_index != NULL; /* the call may change the class of o, and destroy the old class */
    GLA_PY_OWNED PyObject *number = integer ? PyNumber_Index(o) : PyNumber_Float(o);
    gla_status st = !number ? gla_py_pending() : integer ? GLA_OK : check_finite(o, number);
    if (!st)
        show_number(number, v, false);
    return st;
}

/* A TypeError raised by o's methods means that o is not a number, as for arrays with more than one element. */
static gla_status show_converted(PyObject *o, PyObject *number, gla_value *v)
{
    v->kind = GLA_VALUE_OTHER;
    if (number)
        show_number(number, v, false);
    else if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return gla_py_pending();
    PyErr_Clear();
    Py_XDECREF(number);
    if (v->kind == GLA_VALUE_OTHER && PySequence_Check(o))
        gla_show_list(v, o);
    return GLA_OK;
}

/* ---- strings ----------------------------------------------------------------------------------------------------------- */
static void show_text(PyObject *o, gla_value *v)
{
    Py_ssize_t length = 0;
    v->kind = GLA_VALUE_TEXT;
    v->text = PyUnicode_AsUTF8AndSize(o, &length);
    v->length = (size_t)length;
    if (!v->text)
        PyErr_Clear(); /* unpaired surrogates cannot be shown */
}

/* Describe a class, for example "decimal.Decimal". Classes of the script are described by name only. */
static void show_class(PyObject *o, gla_value *v)
{
    GLA_PY_OWNED PyObject *type = gla_py_new_ref((PyObject *)Py_TYPE(o)), *module = gla_py_module_of(Py_TYPE(o));
    const char *name = ((PyTypeObject *)type)->tp_name, *package = module ? PyUnicode_AsUTF8(module) : NULL;
    v->kind = GLA_VALUE_OTHER;
    v->text = v->buffer;
    if (package && strcmp(package, "__main__") != 0 && strcmp(package, "builtins") != 0)
        snprintf(v->buffer, sizeof v->buffer, "%.40s.%.60s", package, name);
    else
        snprintf(v->buffer, sizeof v->buffer, "%s", name);
    PyErr_Clear(); /* the message is about another problem */
}

/* Classes such as float and numpy.float32 have a __name__; dtype objects have a name. */
static gla_status show_dtype(PyObject *o, gla_value *v)
{
    GLA_PY_OWNED PyObject *name = PyObject_GetAttrString(o, PyType_Check(o) ? "__name__" : "name");
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    v->kind = GLA_VALUE_OTHER;
    if (text && strlen(text) < sizeof v->buffer)
        gla_show_text(v, strcpy(v->buffer, text));
    return gla_py_clear_refusal();
}

/* Return true for pandas.NA and pandas.NaT in a list of strings. */
static bool is_pandas_missing(PyObject *o)
{
    const char *name = Py_TYPE(o)->tp_name, *last = strrchr(name, '.');
    last = last ? last + 1 : name;
    return !strcmp(last, "NAType") || !strcmp(last, "NaTType");
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* Read an object that is not of a built-in kind by calling its methods. */
static gla_status show_object(PyObject *o, gla_look how, gla_value *v)
{
    PyNumberMethods *m = Py_TYPE(o)->tp_as_number;
    if (how == GLA_LOOK_TRUTH && !strncmp(Py_TYPE(o)->tp_name, "numpy.bool", 10)) {
        int truth = PyObject_IsTrue(o);
        gla_show_truth(v, truth == 1);
        return truth < 0 ? gla_py_pending() : GLA_OK;
    }
    if (how == GLA_LOOK_DTYPE)
        return show_dtype(o, v);
    if (how == GLA_LOOK_REAL && m && (m->nb_float || m->nb_index))
        return show_converted(o, PyNumber_Float(o), v);
    if ((how == GLA_LOOK_TEXT || how == GLA_LOOK_PLACE) && PySequence_Check(o))
        return GLA_OK;
    if (how == GLA_LOOK_TEXT && is_pandas_missing(o)) {
        v->kind = GLA_VALUE_NONE;
        return GLA_OK;
    }
    if (how == GLA_LOOK_TEXT)
        return plain_number(o, v);
    if (how != GLA_LOOK_REAL && PyIndex_Check(o))
        return show_converted(o, PyNumber_Index(o), v);
    if (how == GLA_LOOK_INTEGER && PySequence_Check(o))
        gla_show_list(v, o);
    return GLA_OK;
}

static void show_bound(PyObject *o, gla_bound *bound)
{
    int overflow = 1;
    *bound = (gla_bound){NULL, false, 0};
    if (o == Py_None)
        return;
    if (PyLong_CheckExact(o))
        bound->value = PyLong_AsLongLongAndOverflow(o, &overflow);
    bound->given = !overflow;
    bound->object = overflow ? o : NULL;
}

static gla_status look(gla_reader *Py_UNUSED(r), void *object, gla_look how, gla_value *v)
{
    PyObject *o = object;
    gla_dtype dtype;
    if (how == GLA_LOOK_TEXT && PyUnicode_CheckExact(o)) { /* fast path, because there may be many */
        show_text(o, v);
        return GLA_OK;
    }
    if (how == GLA_LOOK_TEXT && Py_TYPE(o) == &gla_py_floating_device_type) {
        show_text(o, v);
        gla_show_floating_device(v);
        return GLA_OK;
    }
    if (o == Py_None && how != GLA_LOOK_PATH) { /* the most common argument */
        v->kind = GLA_VALUE_NONE;
        return GLA_OK;
    }
    if (PySlice_Check(o) && (how >= GLA_LOOK_PLACE || how == GLA_LOOK_ELEMENT)) {
        PySliceObject *slice = (PySliceObject *)o;
        PyObject *bounds[] = {slice->start, slice->stop, slice->step};
        v->kind = GLA_VALUE_SLICE;
        for (int i = 0; i < 3; i++)
            show_bound(bounds[i], &v->bounds[i]);
    } else if (show_number(o, v, how == GLA_LOOK_ONLY || how == GLA_LOOK_ARRAY))
        return GLA_OK; /* objects of derived classes are described in messages */
    else if (PyList_Check(o) || PyTuple_Check(o))
        gla_show_list(v, o);
    else if (how == GLA_LOOK_PATH)
        return gla_py_show_path(o, v);
    else if (how == GLA_LOOK_BYTES)
        return gla_py_show_bytes(o, v);
    else if (o == Py_Ellipsis && (how >= GLA_LOOK_PLACE || how == GLA_LOOK_ELEMENT))
        v->kind = GLA_VALUE_ELLIPSIS;
    else if (PyUnicode_Check(o))
        show_text(o, v);
    else if ((dtype = gla_py_dtype_of(o)))
        gla_show_text(v, gla_dtype_name(dtype));
    else if (PyBytes_Check(o) || (how != GLA_LOOK_ARRAY && PyByteArray_Check(o)))
        v->kind = GLA_VALUE_BYTES;
    else if (gla_py_is_array(o) && (how != GLA_LOOK_ONLY || ((GlaObject *)o)->handle)) {
        v->kind = GLA_VALUE_ARRAY;
        return gla_py_self(o, &v->array);
    } else if (how == GLA_LOOK_ELEMENT || how == GLA_LOOK_ARRAY)
        v->kind = GLA_VALUE_OTHER;
    else if (PyDict_Check(o)) {
        v->kind = GLA_VALUE_DICTIONARY;
        v->text = NULL;
    } else if (PyFunction_Check(o) || PyCFunction_Check(o) || PyMethod_Check(o))
        v->kind = GLA_VALUE_FUNCTION;
    else if (how == GLA_LOOK_ONLY && gla_py_handle_of(o))
        gla_show_handle(v, gla_py_handle_of(o));
    else if (how == GLA_LOOK_ONLY)
        show_class(o, v);
    else
        return show_object(o, how, v);
    return GLA_OK;
}

/* Objects of the library that have rows, such as sparse matrices, are not lists of numbers. */
static bool is_sequence(PyObject *o)
{
    return PySequence_Check(o) && !PyUnicode_Check(o) && !PyBytes_Check(o) && !PyByteArray_Check(o) && !PyType_Check(o) &&
           !gla_py_is_other(o);
}

/* Return the current items of a sequence or an iterator as a new list. */
static PyObject *list_of(PyObject *o)
{
    GLA_PY_OWNED PyObject *items = PyObject_GetIter(o);
    PyObject *list = items ? PyList_New(0) : NULL, *item;
    uint32_t steps = 0;
    while (list && (item = PyIter_Next(items))) {
        if (PyList_Append(list, item) < 0 || gla_py_step(&steps, 8))
            Py_CLEAR(list);
        Py_DECREF(item);
    }
    if (list && PyErr_Occurred())
        Py_CLEAR(list);
    return list;
}

/* Read an element that is neither a plain number nor a Python list. */
static gla_status element(gla_reader *Py_UNUSED(r), void *object, gla_value *v)
{
    gla_status st = GLA_OK;
    v->array = NULL;
    if (gla_py_foreign(object, &v->array, &st))
        v->kind = GLA_VALUE_ARRAY;
    else if (show_number(object, v, false))
        return st;
    else if (is_sequence(object)) {
        gla_show_list(v, list_of(object));
        st = v->list ? GLA_OK : gla_py_pending();
    } else if (!(st = plain_number(object, v)) && v->kind == GLA_VALUE_OTHER && gla_py_described(object, &v->array, &st))
        v->kind = GLA_VALUE_ARRAY;
    return st;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */
/* Return the keys and values of a dictionary alternately, sorted by key. */
static PyObject *flatten(PyObject *o)
{
    GLA_PY_OWNED PyObject *keys = PyDict_Keys(o);
    PyObject *flat = keys && !PyList_Sort(keys) ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; flat && i < PyList_GET_SIZE(keys); i++) {
        GLA_PY_OWNED PyObject *key = gla_py_new_ref(PyList_GET_ITEM(keys, i)), *value = PyDict_GetItemWithError(o, key);
        Py_XINCREF(value);
        if (!value && !PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a key of the dictionary is not found in it");
        if (!value || PyList_Append(flat, key) < 0 || PyList_Append(flat, value) < 0)
            Py_CLEAR(flat);
    }
    return flat;
}

/* Return the keys and values of a dictionary alternately, in its order. */
static void *pairs(gla_reader *Py_UNUSED(r), void *object, int64_t *n, gla_status *status)
{
    GLA_PY_OWNED PyObject *items = PyDict_Items(object);
    PyObject *flat = items ? PyTuple_New(2 * PyList_GET_SIZE(items)) : NULL;
    for (Py_ssize_t i = 0; flat && i < PyList_GET_SIZE(items); i++)
        for (int k = 0; k < 2; k++)
            PyTuple_SET_ITEM(flat, 2 * i + k, gla_py_new_ref(PyTuple_GET_ITEM(PyList_GET_ITEM(items, i), k)));
    *n = flat ? PyTuple_GET_SIZE(flat) : 0;
    if (!flat)
        *status = gla_py_pending();
    return flat;
}

/* Return true for a pandas Series, Index or array. The object's own method creates a list of the same items many times faster
 * than iteration. */
static bool is_pandas_column(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    const char *package = type->tp_flags & Py_TPFLAGS_HEAPTYPE ? gla_py_package(type) : NULL;
    return package && !strcmp(package, "pandas") && PyObject_HasAttrString((PyObject *)type, "tolist");
}

/* Return the current items of a sequence or a dictionary as a tuple. */
static PyObject *items_of(PyObject *o)
{
    if (PyTuple_CheckExact(o))
        return gla_py_new_ref(o);
    if (PyList_CheckExact(o))
        return PyList_AsTuple(o);
    GLA_PY_OWNED PyObject *now = PyDict_Check(o)       ? flatten(o)
                                 : is_pandas_column(o) ? PyObject_CallMethod(o, "tolist", NULL)
                                                       : list_of(o);
    return now ? PySequence_Tuple(now) : NULL;
}

/* Return a new tuple, because converting an item may run code that changes the list. */
static void *list(gla_reader *Py_UNUSED(r), void *object, int64_t most, int64_t *n, gla_status *status)
{
    *n = 0;
    if (!PyTuple_CheckExact(object) && !PyDict_Check(object) && !is_sequence(object) && !PyIter_Check(object))
        return NULL;
    if (most < INT64_MAX && PySequence_Check(object)) /* a range may be long, and len() of other objects is only an estimate */
        *n = PySequence_Size(object);
    if (*n > most)
        return NULL;
    PyObject *items = *n < 0 ? NULL : items_of(object);
    if (items)
        *n = PyTuple_GET_SIZE(items);
    else
        *status = gla_py_pending();
    return items;
}

static int64_t length(gla_reader *Py_UNUSED(r), void *list)
{
    return PySequence_Fast_GET_SIZE((PyObject *)list);
}

static void *item(gla_reader *Py_UNUSED(r), void *list, int64_t i)
{
    return PySequence_Fast_GET_ITEM((PyObject *)list, (Py_ssize_t)i);
}

static int64_t numbers(gla_reader *Py_UNUSED(r), void *list, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    PyObject **items = PySequence_Fast_ITEMS((PyObject *)list) + first;
    int overflow = 0;
    int64_t i = 0;
    if (dtype == GLA_FLOAT64)
        for (; i < n && PyFloat_CheckExact(items[i]); i++)
            ((double *)to)[i] = PyFloat_AS_DOUBLE(items[i]);
    else
        for (; i < n && PyLong_CheckExact(items[i]); i++) {
            if (!to)
                continue;
            ((int64_t *)to)[i] = PyLong_AsLongLongAndOverflow(items[i], &overflow);
            if (overflow)
                break;
        }
    return i;
}

static void hold(gla_reader *Py_UNUSED(r), void *object)
{
    Py_INCREF((PyObject *)object);
}

static void release(gla_reader *Py_UNUSED(r), void *object)
{
    gla_py_release(object);
}

static gla_status to_array(gla_reader *Py_UNUSED(r), void *object, gla_array **array, gla_array **made)
{
    return gla_py_array(object, array, made);
}

static gla_status hear_signals(gla_reader *Py_UNUSED(r))
{
    return PyErr_CheckSignals() < 0 ? gla_py_pending() : GLA_OK;
}

static bool is_parts(gla_reader *Py_UNUSED(r), void *object)
{
    return PyTuple_Check((PyObject *)object);
}

static gla_status to_object(gla_reader *Py_UNUSED(r), void *object, const char *class_name, void **made)
{
    if (strcmp(class_name, "Table") == 0)
        return gla_py_frame(object, made);
    return strcmp(class_name, "Sparse") == 0 && gla_py_is_sparse(object) ? gla_py_take_sparse(object, made) : GLA_OK;
}

static const gla_binding python = {
    .look = look,
    .array = to_array,
    .list = list,
    .pairs = pairs,
    .length = length,
    .item = item,
    .numbers = numbers,
    .hold = hold,
    .release = release,
    .element = element,
    .pause = hear_signals,
    .is_parts = is_parts,
    .object = to_object,
    .column = gla_py_column,
};
gla_reader gla_py_reader = {&python};
