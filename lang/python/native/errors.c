/* errors.c - Conversion of the thread's last error into a Python exception, and of warnings into Python warnings. */
#include "python/binding.h"

#include <frameobject.h> /* declares PyFrame_GetBack before Python 3.11 */

static PyObject *classes[GLA_STATUS_COUNT], *categories[GLA_WARNING_COUNT];

/* gpulinalg.Error has one base class. Each kind of error has two base classes: Error and the corresponding built-in class. */
static int add_class(PyObject *module, PyObject **class, const char *name, PyObject *ours, PyObject *builtin)
{
    char full[80];
    snprintf(full, sizeof full, "gpulinalg.%s", name);
    GLA_PY_OWNED PyObject *bases = ours ? PyTuple_Pack(2, ours, builtin) : gla_py_new_ref(builtin);
    if (bases && !*class)
        *class = PyErr_NewException(full, bases, NULL);
    return *class ? PyModule_AddObject(module, name, gla_py_new_ref(*class)) : -1;
}

int gla_py_add_errors(PyObject *module)
{
    if (!classes[GLA_OK])
        classes[GLA_OK] = PyErr_NewExceptionWithDoc("gpulinalg.Error", "Any error that gpulinalg raises.", NULL, NULL);
    if (add_class(module, &classes[GLA_OK], "Error", NULL, PyExc_Exception) < 0)
        return -1;
#define X(status, name, parent)                                                 \
    if (add_class(module, &classes[status], name, classes[GLA_OK], parent) < 0) \
        return -1;
    GLA_ERROR_KINDS(X)
#undef X
    for (int i = 0; i < GLA_WARNING_COUNT; i++)
        if (add_class(module, &categories[i], gla_warning_name((gla_warning)i), NULL, PyExc_RuntimeWarning) < 0)
            return -1;
    return 0;
}

/* Return the number of frames up to the caller outside this package, which is the stack level for PyErr_WarnEx. */
static Py_ssize_t caller_level(void)
{
    bool ours = true;
    Py_ssize_t level = 0;
    GLA_PY_OWNED PyObject *frame = (PyObject *)PyEval_GetFrame();
    Py_XINCREF(frame);
    while (frame && ours) {
        GLA_PY_OWNED PyObject *here = frame, *globals = PyObject_GetAttrString(frame, "f_globals");
        PyObject *name = globals ? PyDict_GetItemString(globals, "__name__") : NULL;
        const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
        ours = text && !strncmp(text, "gpulinalg", 9) && (!text[9] || text[9] == '.');
        frame = (PyObject *)PyFrame_GetBack((PyFrameObject *)here);
        level++;
    }
    PyErr_Clear();
    return level + ours;
}

/* Copy a warning's message into a buffer, rewritten to name the function that the script called. */
static void copy_message(const char *message, char *to, size_t size)
{
    GLA_PY_OWNED PyObject *module = PyImport_ImportModule("gpulinalg._named");
    GLA_PY_OWNED PyObject *named = module ? PyObject_CallMethod(module, "in_name_of_caller", "s", message) : NULL;
    const char *text = named ? PyUnicode_AsUTF8(named) : NULL;
    snprintf(to, size, "%s", text ? text : message);
    PyErr_Clear();
}

/* Filters and hooks may call the library, so the messages are copied first. */
int gla_py_show_warnings(void)
{
    PyObject *kinds[GLA_MAX_NOTES];
    char messages[GLA_MAX_NOTES][1024];
    int n = gla_warning_count() < GLA_MAX_NOTES ? gla_warning_count() : GLA_MAX_NOTES;
    Py_ssize_t level = caller_level();
    for (int i = 0; i < n; i++) {
        kinds[i] = categories[gla_warning_kind(i)];
        copy_message(gla_warning_message(i), messages[i], sizeof messages[i]);
    }
    for (int i = 0; i < n; i++)
        if (PyErr_WarnEx(kinds[i], messages[i], level) < 0)
            return -1;
    return 0;
}

void *gla_py_raise(gla_status status)
{
    if (PyErr_Occurred())
        return NULL;
    status = gla_failure_of(status);
    const char *message = gla_failure_message(status);
    /* A long message may have been truncated in the middle of a character. */
    GLA_PY_OWNED PyObject *text = PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
    if (text)
        PyErr_SetObject(classes[status], text);
    return NULL;
}

void *gla_py_raise_about(gla_status status, const char *function, const char *argument)
{
    gla_argument_of(function, argument);
    return gla_py_raise(status);
}

gla_status gla_py_pending(void)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "an argument raised an exception of its own");
}

gla_status gla_py_clear_refusal(void)
{
    static PyObject **const kinds[] = {&PyExc_TypeError,      &PyExc_ValueError,  &PyExc_OverflowError,
                                       &PyExc_AttributeError, &PyExc_BufferError, &PyExc_NotImplementedError,
                                       &PyExc_UnicodeError};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (PyErr_Occurred() && PyErr_GivenExceptionMatches(PyErr_Occurred(), *kinds[i]))
            PyErr_Clear();
    return PyErr_Occurred() ? gla_py_pending() : GLA_OK;
}

void gla_py_release(PyObject *o)
{
    gla_kept_error kept;
    kept.status = GLA_OK;
    bool ends = o && Py_REFCNT(o) == 1;
    if (ends && gla_last_status() != GLA_OK)
        gla_keep_error(&kept);
    Py_XDECREF(o);
    if (ends)
        gla_restore_error(&kept);
}
