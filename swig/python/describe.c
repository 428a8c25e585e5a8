/* describe.c - how a value of the script is called in a message, in the words of all languages. */
#include "binding.h"

/* "decimal.Decimal"; classes of the script itself have only their names. */
static const char *class_name(PyObject *o, char text[GLA_DESCRIPTION])
{
    char name[120];
    PyTypeObject *type = Py_TYPE(o);
    if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE))
        return gla_describe_object(text, type->tp_name);
    snprintf(name, sizeof name, "%s", type->tp_name);
    Py_INCREF(type);
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    const char *package = module && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : NULL;
    if (package && strcmp(package, "__main__") != 0 && strcmp(package, "builtins") != 0) {
        char full[120];
        snprintf(full, sizeof full, "%.50s.%.60s", package, name);
        snprintf(name, sizeof name, "%s", full);
    }
    PyErr_Clear(); /* the message is about something else */
    Py_XDECREF(module);
    Py_DECREF(type);
    return gla_describe_object(text, name);
}

static const char *text_of(PyObject *o, char text[GLA_DESCRIPTION])
{
    Py_ssize_t length;
    PyObject *start = PyUnicode_Substring(o, 0, 64); /* more is not shown */
    const char *utf8 = start ? PyUnicode_AsUTF8AndSize(start, &length) : NULL;
    PyErr_Clear(); /* halves of surrogate pairs cannot be shown */
    const char *made = utf8 ? gla_describe_text(text, utf8, (size_t)length) : "text that is not Unicode";
    Py_XDECREF(start);
    return made;
}

const char *gla_py_describe(PyObject *o, char text[GLA_DESCRIPTION])
{
    int overflow;
    if (o == Py_None)
        return GLA_DESCRIBE_NONE;
    if (PyBool_Check(o))
        return o == Py_True ? GLA_DESCRIBE_TRUE : GLA_DESCRIBE_FALSE;
    if (PyLong_CheckExact(o)) {
        long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
        return overflow ? GLA_DESCRIBE_LARGE : gla_describe_integer(text, value);
    }
    if (PyFloat_CheckExact(o))
        return gla_describe_real(text, PyFloat_AS_DOUBLE(o));
    if (PyComplex_CheckExact(o))
        return gla_describe_complex(text, PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o));
    if (PyUnicode_Check(o))
        return text_of(o, text);
    if (PyBytes_Check(o) || PyByteArray_Check(o))
        return GLA_DESCRIBE_BYTES;
    if (PyList_Check(o) || PyTuple_Check(o))
        return GLA_DESCRIBE_LIST;
    if (PyDict_Check(o))
        return GLA_DESCRIBE_DICTIONARY;
    if (PyFunction_Check(o) || PyCFunction_Check(o) || PyMethod_Check(o))
        return GLA_DESCRIBE_FUNCTION;
    if (PyObject_TypeCheck(o, &gla_py_base_type) && ((GlaObject *)o)->array)
        return gla_describe_array(text, ((GlaObject *)o)->array);
    return class_name(o, text);
}

gla_status gla_py_wanted(gla_status kind, PyObject *o, const char *wanted)
{
    char text[GLA_DESCRIPTION];
    const char *got = gla_py_describe(o, text);
    return gla_argument_is(kind, got, wanted);
}
