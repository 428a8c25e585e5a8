/* tables.c - data frames, masked and sparse arrays: gpulinalg._tables says what they mean, before their memory is read. */
#include "binding.h"

/* The first word is the name that _tables knows. */
static const char *const packages[] = {"numpy.ma", "pandas", "polars", "pyarrow", "scipy.sparse", "cupyx.scipy.sparse"};

static const char *package_in(const char *module)
{
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        size_t length = strlen(packages[i]);
        if (!strncmp(module, packages[i], length) && (module[length] == '.' || !module[length]))
            return packages[i];
    }
    return NULL;
}

const char *gla_py_package(PyTypeObject *type)
{
    if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE))
        return package_in(type->tp_name);
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    const char *text = module && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : NULL;
    const char *package = text ? package_in(text) : NULL;
    PyErr_Clear(); /* a class without a module is of none */
    Py_XDECREF(module);
    return package;
}

/* Of the class of o or one that it is derived from. */
static const char *package_of(PyObject *o)
{
    const char *package = NULL;
    PyObject *classes = Py_TYPE(o)->tp_mro;
    Py_XINCREF(classes);
    for (Py_ssize_t i = 0; !package && classes && i < PyTuple_GET_SIZE(classes); i++)
        package = gla_py_package((PyTypeObject *)PyTuple_GET_ITEM(classes, i));
    Py_XDECREF(classes);
    return package;
}

bool gla_py_is_sparse(PyObject *o)
{
    const char *package = package_of(o);
    return package && strstr(package, "scipy.sparse");
}

gla_status gla_py_take_sparse(PyObject *o, void **matrix)
{
    PyObject *module = PyImport_ImportModule("gpulinalg._sparse");
    PyObject *made = module ? PyObject_CallMethod(module, "_from_scipy", "O", o) : NULL;
    gla_status st = made ? GLA_OK : gla_py_pending();
    *matrix = made ? gla_object_ref(gla_py_held(made)) : NULL;
    gla_py_let_go(made);
    Py_XDECREF(module);
    return st;
}

static PyObject *ask(PyObject *o, const char *package)
{
    PyObject *module = PyImport_ImportModule("gpulinalg._tables");
    int length = (int)strcspn(package, ".");
    PyObject *answer = module ? PyObject_CallMethod(module, "read", "Os#", o, package, (Py_ssize_t)length) : NULL;
    Py_XDECREF(module);
    return answer;
}

bool gla_py_table(PyObject *o, gla_array **tmp, gla_status *status)
{
    PyObject *fact;
    int about_type;
    const char *package = package_of(o);
    *status = GLA_OK;
    if (!package)
        return false;
    PyObject *answer = ask(o, package);
    if (answer == Py_None) {
        Py_DECREF(answer);
        return false;
    }
    if (!answer)
        *status = gla_py_pending();
    else if (!PyTuple_Check(answer))
        *status = gla_py_buffer(answer, tmp);
    else if (!PyArg_ParseTuple(answer, "Up", &fact, &about_type) || !PyUnicode_AsUTF8(fact))
        *status = gla_py_pending();
    else
        *status = gla_argument_fact(about_type ? GLA_DTYPE_ERROR : GLA_ARGUMENT_ERROR, "%s", PyUnicode_AsUTF8(fact));
    gla_py_let_go(answer);
    return true;
}
