/* results.c - text, lists of text and records of the library as Python objects. */
#include "binding.h"

PyObject *gla_py_text_object(char *text)
{
    PyObject *o = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    gla_free(text);
    return o;
}

PyObject *gla_py_strings_object(gla_strings *s)
{
    PyObject *list = PyList_New((Py_ssize_t)s->n);
    for (Py_ssize_t i = 0; list && i < (Py_ssize_t)s->n; i++) {
        PyObject *item = PyUnicode_DecodeUTF8(s->v[i], (Py_ssize_t)strlen(s->v[i]), "replace");
        if (item)
            PyList_SET_ITEM(list, i, item);
        else
            Py_CLEAR(list);
    }
    gla_strings_free(s);
    return list;
}

PyObject *gla_py_arrays_object(gla_arrays *arrays)
{
    PyObject *all = arrays->n == 1 ? NULL : PyTuple_New((Py_ssize_t)arrays->n), *one = NULL;
    for (int64_t i = 0; (all || arrays->n == 1) && i < arrays->n; i++) {
        one = gla_py_wrap(gla_ref(arrays->v[i]));
        if (one && all)
            PyTuple_SET_ITEM(all, (Py_ssize_t)i, one);
        else if (!one)
            Py_CLEAR(all);
    }
    bool single = arrays->n == 1;
    gla_arrays_free(arrays);
    return single ? one : all;
}

static PyObject *field_value(const gla_field *f)
{
    switch (f->kind) {
    case GLA_FIELD_TEXT: return PyUnicode_DecodeUTF8(f->text, (Py_ssize_t)strlen(f->text), "replace");
    case GLA_FIELD_INTEGER: return PyLong_FromLongLong(f->integer);
    case GLA_FIELD_REAL: return PyFloat_FromDouble(f->real);
    default: return PyBool_FromLong(f->integer != 0);
    }
}

PyObject *gla_py_record_object(gla_record *r)
{
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < r->n; i++) {
        PyObject *value = field_value(r->fields[i]);
        if (!value || PyDict_SetItemString(dict, r->fields[i]->key, value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    gla_record_free(r);
    return dict;
}
