/* convert.c - Conversion of array-like objects to arrays: chooses the protocol. */
#include "binding.h"

/* ---- arrays of other libraries ----------------------------------------------------------------------------------- */
/* Look up an attribute in the class, because objects that invent every requested attribute are not arrays. Skip the lookup
 * after a failure. */
static bool has(PyObject *o, const char *name, gla_status *status)
{
    if (*status)
        return false;
    GLA_PY_OWNED PyObject *type = gla_py_new_ref((PyObject *)Py_TYPE(o)); /* the metaclass may assign o another class */
    GLA_PY_OWNED PyObject *value = PyObject_GetAttrString(type, name);
    if (!value)
        *status = gla_py_clear_refusal();
    return value != NULL;
}

/* Convert the result of the method __array__. */
static gla_status from_method(PyObject *o, gla_array **tmp)
{
    GLA_PY_OWNED PyObject *made = PyObject_CallMethod(o, "__array__", NULL);
    if (!made || PyObject_CheckBuffer(made))
        return made ? gla_py_buffer(made, tmp) : gla_py_pending();
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose method __array__ returned a %.100s, which is not an array",
                             Py_TYPE(o)->tp_name, Py_TYPE(made)->tp_name);
}

/* Data on a GPU stays there.  For data on the host other protocols are tried first, because they support more dtypes than
 * DLPack. */
static bool from_device(PyObject *o, gla_array **tmp, gla_status *status)
{
    *status = GLA_OK;
    if (has(o, "__dlpack_device__", status) && has(o, "__dlpack__", status))
        return (*status = gla_py_dlpack(o, false, GLA_MAYBE, tmp)) || *tmp;
    if (!has(o, "__cuda_array_interface__", status))
        return *status != GLA_OK;
    *status = gla_py_interface(o, true, tmp);
    return true;
}

/* NumPy arrays are always on the host. A query for the device would cost more than the rest of the conversion. */
static bool is_numpy(PyObject *o)
{
    return !strncmp(Py_TYPE(o)->tp_name, "numpy.", 6);
}

static bool from_host(PyObject *o, gla_array **tmp, gla_status *status)
{
    *status = GLA_OK;
    if (PyObject_CheckBuffer(o))
        *status = gla_py_buffer(o, tmp);
    else if (has(o, "__array__", status))
        *status = from_method(o, tmp);
    else if (has(o, "__array_interface__", status))
        *status = gla_py_interface(o, false, tmp);
    else if (has(o, "__dlpack__", status) && has(o, "__dlpack_device__", status))
        *status = gla_py_dlpack(o, true, GLA_MAYBE, tmp);
    else
        return *status != GLA_OK;
    return true;
}

static bool is_text_or_type(PyObject *o)
{
    return PyUnicode_Check(o) || PyBytes_Check(o) || PyType_Check(o);
}

bool gla_py_foreign(PyObject *o, gla_array **tmp, gla_status *status)
{
    return !is_text_or_type(o) &&
           ((!is_numpy(o) && (gla_py_table(o, tmp, status) || from_device(o, tmp, status))) || from_host(o, tmp, status));
}

/* Return true if the object itself, not its class, has the attribute. Objects whose class invents attributes are not
 * queried. */
static bool has_itself(PyObject *o, const char *name, gla_status *status)
{
    GLA_PY_OWNED PyObject *key = PyUnicode_FromString(name), *value = key ? PyObject_GenericGetAttr(o, key) : NULL;
    if (!value)
        *status = gla_py_clear_refusal();
    return value != NULL;
}

bool gla_py_described(PyObject *o, gla_array **tmp, gla_status *status)
{
    *status = GLA_OK;
    bool may = !is_text_or_type(o), host = may && has_itself(o, "__array_interface__", status);
    bool cuda = may && !host && !*status && has_itself(o, "__cuda_array_interface__", status);
    if (host || cuda)
        *status = gla_py_interface(o, cuda, tmp);
    return host || cuda || *status;
}

static bool item_of_range(PyObject *o, Py_ssize_t i, int64_t *value)
{
    GLA_PY_OWNED PyObject *item = PySequence_GetItem(o, i);
    *value = item ? PyLong_AsLongLong(item) : -1;
    return !PyErr_Occurred();
}

/* Compute the elements of a range directly. A list of the elements would use five times the memory before a size check could
 * refuse it. Return GLA_NO_ARRAY if int64 cannot represent the elements. */
static gla_status from_range(PyObject *o, gla_array **tmp)
{
    int64_t first, second, last;
    uint32_t steps = 0;
    void *data;
    Py_ssize_t n = PySequence_Size(o);
    if (n < 0) {
        PyErr_Clear();
        return gla_argument_fact(GLA_OVERFLOW_ERROR, "is a range whose length does not fit in 64 bits; work in parts");
    }
    if (n < 2 || !item_of_range(o, 0, &first) || !item_of_range(o, 1, &second) || !item_of_range(o, n - 1, &last)) {
        PyErr_Clear();
        return GLA_NO_ARRAY;
    }
    gla_status st = gla_new_host(GLA_INT64, 1, &(int64_t){n}, tmp, &data);
    uint64_t step = (uint64_t)second - (uint64_t)first; /* the difference may overflow int64, so it is computed modulo 2**64 */
    for (Py_ssize_t i = 0; !st && i < n; i++) {
        ((int64_t *)data)[i] = (int64_t)((uint64_t)first + (uint64_t)i * step);
        st = gla_py_step(&steps, 1);
    }
    if (st) {
        gla_unref(*tmp);
        *tmp = NULL;
    }
    return st;
}

gla_status gla_py_convert(PyObject *o, gla_array **a, gla_array **tmp)
{
    *tmp = NULL;
    gla_status st;
    if (is_numpy(o) && !is_text_or_type(o) && from_host(o, tmp, &st)) { /* never a plain number or list */
        *a = *tmp;
        return st;
    }
    st = PyRange_Check(o) ? from_range(o, tmp) : GLA_NO_ARRAY;
    *a = *tmp;
    return st == GLA_NO_ARRAY ? gla_make_array(&gla_py_reader, o, a, tmp) : st;
}
