/* errors.c - the thread's last error as a Python exception. */
#include "binding.h"

static PyObject *classes[GLA_STATUS_COUNT];

/* One class for each kind of error, with two parents: gpulinalg.Error and the built-in class that fits. */
static PyObject *error_class(const char *name, PyObject *parent)
{
    char full[80];
    snprintf(full, sizeof full, "gpulinalg.%s", name);
    if (!parent)
        return PyErr_NewExceptionWithDoc(full, "Any error that gpulinalg raises.", NULL, NULL);
    PyObject *bases = PyTuple_Pack(2, classes[GLA_OK], parent);
    PyObject *made = bases ? PyErr_NewException(full, bases, NULL) : NULL;
    Py_XDECREF(bases);
    return made;
}

static int add_class(PyObject *module, gla_status status, const char *name, PyObject *parent)
{
    if (!classes[status] && !(classes[status] = error_class(name, parent)))
        return -1;
    return PyModule_AddObject(module, name, gla_py_new_ref(classes[status]));
}

int gla_py_add_errors(PyObject *module)
{
    if (add_class(module, GLA_OK, "Error", NULL) < 0)
        return -1;
#define X(status, name, parent)                            \
    if (add_class(module, status, name, parent) < 0)       \
        return -1;
    GLA_ERROR_KINDS(X)
#undef X
    return 0;
}

void gla_py_raise(void)
{
    if (PyErr_Occurred())
        return;
    gla_status status = gla_last_status();
    const char *message = gla_last_message();
    if (status == GLA_OK || status >= GLA_STATUS_COUNT)
        status = GLA_INTERNAL_ERROR;
    /* A long message may have been cut in the middle of a character. */
    PyObject *text = PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
    if (!text)
        return;
    PyErr_SetObject(classes[status], text);
    Py_DECREF(text);
}

gla_status gla_py_pending(void)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "an argument raised an exception of its own");
}
