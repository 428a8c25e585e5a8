/* texts.c - several texts, and bytes, of a script. */
#include "binding.h"

static gla_status add(gla_strings *s, PyObject *o)
{
    Py_ssize_t length;
    const char *text = PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, &length) : NULL;
    if (!text) {
        PyErr_Clear();
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_TEXT);
    }
    if (strlen(text) != (size_t)length)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a zero character, at which it would end; use load_module for a "
                                 "binary");
    if (!(s->v[s->n] = gla_malloc((size_t)length + 1)))
        return gla_fail_memory("text", (size_t)length);
    memcpy(s->v[s->n++], text, (size_t)length + 1);
    return GLA_OK;
}

/* A list of the keys and values of a dictionary in turn, in the order of the keys; anything else as it is. */
static PyObject *flatten(PyObject *o)
{
    if (!PyDict_Check(o))
        return PyUnicode_Check(o) ? PyList_New(0) : gla_py_list(o);
    PyObject *keys = PyDict_Keys(o), *flat = keys ? PyList_New(0) : NULL;
    if (flat && PyList_Sort(keys) < 0)
        Py_CLEAR(flat);
    for (Py_ssize_t i = 0; flat && i < PyList_GET_SIZE(keys); i++) {
        PyObject *key = gla_py_new_ref(PyList_GET_ITEM(keys, i)), *value = PyDict_GetItemWithError(o, key);
        if (!value && !PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a key of the dictionary is not found in it");
        Py_XINCREF(value);
        if (!value || PyList_Append(flat, key) < 0 || PyList_Append(flat, value) < 0)
            Py_CLEAR(flat);
        Py_XDECREF(value);
        Py_DECREF(key);
    }
    Py_XDECREF(keys);
    return flat;
}

gla_status gla_py_texts(PyObject *o, gla_strings **p)
{
    *p = NULL;
    if (o == Py_None)
        return GLA_OK;
    PyObject *list = flatten(o);
    if (!list) {
        if (gla_py_excuse())
            return gla_last_status();
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_TEXTS);
    }
    Py_ssize_t n = PyUnicode_Check(o) ? 1 : PyList_GET_SIZE(list);
    gla_strings *s = gla_calloc(1, sizeof *s);
    gla_status st = s && (s->v = gla_calloc((size_t)n, sizeof *s->v)) ? GLA_OK : gla_fail_memory("text", (size_t)n);
    for (Py_ssize_t i = 0; i < n && !st; i++)
        if ((st = add(s, PyUnicode_Check(o) ? o : PyList_GET_ITEM(list, i))) && !PyUnicode_Check(o))
            gla_argument_at(i);
    gla_py_let_go(list);
    if (st)
        gla_strings_free(s);
    else
        *p = s;
    return st;
}

gla_status gla_py_bytes(PyObject *o, gla_bytes *bytes, GlaTemp *temp)
{
    temp->object = PyUnicode_Check(o) ? PyUnicode_AsUTF8String(o) : PyObject_CheckBuffer(o) ? PyBytes_FromObject(o) : NULL;
    if (!temp->object) {
        if (gla_py_excuse())
            return gla_last_status();
        return gla_py_wanted(GLA_DTYPE_ERROR, o, GLA_WANT_BYTES);
    }
    *bytes = (gla_bytes){(size_t)PyBytes_GET_SIZE(temp->object), PyBytes_AS_STRING(temp->object)};
    return GLA_OK;
}
