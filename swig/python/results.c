/* results.c - Conversion of results to Python objects. */
#include "binding.h"

/* Return the items of a list or tuple; for a record, return the items with their names. */
static PyObject *collect(const gla_result *r, Py_ssize_t n)
{
    bool is_tuple = r->form == GLA_FORM_SHAPE || r->form == GLA_FORM_ARRAYS || r->form == GLA_FORM_OBJECTS ||
                    r->form == GLA_FORM_SIZES;
    PyObject *all = r->form == GLA_FORM_RECORD ? PyDict_New() : is_tuple ? PyTuple_New(n) : PyList_New(n);
    for (Py_ssize_t i = 0; all && i < n; i++) {
        gla_result item;
        const char *name = gla_result_item(r, i, &item);
        PyObject *value = gla_py_show(&item);
        if (value && is_tuple)
            PyTuple_SET_ITEM(all, i, value);
        else if (value && !name)
            PyList_SET_ITEM(all, i, value);
        else {
            if (!value || PyDict_SetItemString(all, name, value) < 0)
                Py_CLEAR(all);
            Py_XDECREF(value);
        }
    }
    return all;
}

PyObject *gla_py_show(const gla_result *r)
{
    gla_result item;
    switch (r->form) {
    case GLA_FORM_TEXT:
        if (!r->v.text)
            return gla_py_new_ref(Py_None);
        return PyUnicode_DecodeUTF8(r->v.text, (Py_ssize_t)strlen(r->v.text), "replace");
    case GLA_FORM_BOOL: return PyBool_FromLong(r->v.truth);
    case GLA_FORM_INT64: return PyLong_FromLongLong(r->v.integer);
    case GLA_FORM_UINT64: return PyLong_FromUnsignedLongLong((unsigned long long)r->v.integer);
    case GLA_FORM_DTYPE: return gla_py_new_ref(gla_py_dtype_object(r->v.dtype));
    case GLA_FORM_DOUBLE: return PyFloat_FromDouble(r->v.real);
    case GLA_FORM_ARRAY: return gla_py_wrap(gla_ref(r->v.array));
    case GLA_FORM_OBJECT: return gla_py_object(gla_object_ref(r->v.object));
    default: break;
    }
    if (!gla_result_is_single(r))
        return collect(r, (Py_ssize_t)gla_result_length(r));
    gla_result_item(r, 0, &item);
    return gla_py_show(&item);
}

PyObject *gla_py_append(PyObject *results, PyObject *value)
{
    GLA_PY_OWNED PyObject *before = results, *added = value, *all = NULL;
    if (!results || !value)
        return NULL; /* an exception is pending */
    if (results == Py_None)
        return gla_py_new_ref(value);
    if (PyList_CheckExact(results))
        all = gla_py_new_ref(results);
    else if ((all = PyList_New(1)))
        PyList_SET_ITEM(all, 0, gla_py_new_ref(results));
    return all && !PyList_Append(all, added) ? gla_py_new_ref(all) : NULL;
}

PyObject *gla_py_take_text(char *text)
{
    PyObject *value = text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace") : gla_py_new_ref(Py_None);
    gla_free(text);
    return value;
}

PyObject *gla_py_result(gla_form form, const void *place)
{
    gla_result result = gla_result_at(form, place);
    PyObject *value = gla_py_show(&result);
    gla_release_result(&result);
    return value;
}

PyObject *gla_py_byte_strides(const gla_array *a)
{
    gla_ints bytes = {.n = gla_array_ndim(a)};
    for (int i = 0; i < bytes.n; i++)
        bytes.v[i] = gla_array_strides(a)[i] * (int64_t)gla_itemsize(gla_array_dtype(a));
    return gla_py_show(&(gla_result){GLA_FORM_SIZES, {.sizes = &bytes}});
}
