/* tables.c - Arrays from data frames, masked arrays and sparse arrays: gpulinalg._tables interprets them before their memory is
 * read. */
#include "binding.h"

/* The first word of each entry is the package name used in _tables. */
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

PyObject *gla_py_module_of(PyTypeObject *type)
{
    bool is_script = type->tp_flags & Py_TPFLAGS_HEAPTYPE;
    /* The metaclass is not queried, because it may run code of the script. */
    PyObject *module = is_script ? PyDict_GetItemString(type->tp_dict, "__module__") : NULL;
    return module && PyUnicode_Check(module) ? gla_py_new_ref(module) : NULL;
}

const char *gla_py_package(PyTypeObject *type)
{
    GLA_PY_OWNED PyObject *module = gla_py_module_of(type);
    bool is_script = type->tp_flags & Py_TPFLAGS_HEAPTYPE;
    const char *text = !is_script ? type->tp_name : module ? PyUnicode_AsUTF8(module) : NULL;
    const char *package = text ? package_in(text) : NULL;
    PyErr_Clear();
    return package;
}

/* Return the package of the class of o or of one of its base classes. */
const char *gla_py_package_of(PyObject *o)
{
    const char *package = NULL;
    GLA_PY_OWNED PyObject *classes = Py_TYPE(o)->tp_mro;
    Py_XINCREF(classes);
    for (Py_ssize_t i = 0; !package && classes && i < PyTuple_GET_SIZE(classes); i++)
        package = gla_py_package((PyTypeObject *)PyTuple_GET_ITEM(classes, i));
    return package;
}

bool gla_py_is_sparse(PyObject *o)
{
    const char *package = gla_py_package_of(o);
    return package && strstr(package, "scipy.sparse");
}

gla_status gla_py_take_sparse(PyObject *o, void **matrix)
{
    GLA_PY_OWNED PyObject *module = PyImport_ImportModule("gpulinalg._sparse");
    GLA_PY_OWNED PyObject *made = module ? PyObject_CallMethod(module, "_from_scipy", "O", o) : NULL;
    *matrix = made ? gla_object_ref(gla_py_handle_of(made)) : NULL;
    return made ? GLA_OK : gla_py_pending();
}

bool gla_py_table(PyObject *o, gla_array **tmp, gla_status *status)
{
    PyObject *fact;
    int about_type;
    const char *package = gla_py_package_of(o);
    *status = GLA_OK;
    if (!package)
        return false;
    GLA_PY_OWNED PyObject *module = PyImport_ImportModule("gpulinalg._tables");
    Py_ssize_t length = (Py_ssize_t)strcspn(package, ".");
    GLA_PY_OWNED PyObject *answer = module ? PyObject_CallMethod(module, "read", "Os#", o, package, length) : NULL;
    if (answer == Py_None)
        return false;
    if (!answer)
        *status = gla_py_pending();
    else if (!PyTuple_Check(answer))
        *status = gla_py_buffer(answer, tmp);
    else if (!PyArg_ParseTuple(answer, "Up", &fact, &about_type) || !PyUnicode_AsUTF8(fact))
        *status = gla_py_pending();
    else
        *status = gla_argument_fact(about_type ? GLA_DTYPE_ERROR : GLA_ARGUMENT_ERROR, "%s", PyUnicode_AsUTF8(fact));
    return true;
}
