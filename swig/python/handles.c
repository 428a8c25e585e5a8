/* handles.c - Python objects of the library's handles, and the classes registered for them. */
#include "binding.h"

PyTypeObject *gla_py_class = &gla_py_base_type;
static PyObject *dtypes[GLA_DTYPE_COUNT], *classes; /* name -> class, after registration */

/* _register({name: class or dtype object}): register the classes of results. */
PyObject *gla_py_register(PyObject *Py_UNUSED(module), PyObject *names)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    if (!PyDict_Check(names))
        return PyErr_Format(PyExc_TypeError, "a dictionary of classes is required");
    while (PyDict_Next(names, &at, &name, &value)) {
        const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
        gla_dtype dtype = text ? gla_dtype_from_name(text) : GLA_NO_DTYPE;
        if (dtype)
            dtypes[dtype] = gla_py_new_ref(value);
        else if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, &gla_py_handle_type))
            return PyErr_Format(PyExc_TypeError, "%R is not a class of handles", value);
        else if (PyType_IsSubtype((PyTypeObject *)value, &gla_py_base_type)) {
            gla_py_class = (PyTypeObject *)gla_py_new_ref(value);
            /* Python has replaced it by a call to __getitem__, because two slots have that name. */
            gla_py_class->tp_as_sequence->sq_item = gla_py_sequence_methods.sq_item;
        } else if (PyObject_SetAttrString(value, "__array_ufunc__", Py_None) < 0) {
            return NULL; /* NumPy's operators defer to our object as right operand, and NumPy's functions refuse such an
                          * object */
        }
    }
    if ((!classes && !(classes = PyDict_New())) || PyDict_Update(classes, names) < 0)
        return NULL;
    Py_RETURN_NONE;
}

gla_dtype gla_py_dtype_of(const PyObject *o)
{
    gla_dtype dtype = dtypes[GLA_BOOL] && Py_TYPE(o) == Py_TYPE(dtypes[GLA_BOOL]) ? GLA_DTYPE_COUNT - 1 : GLA_NO_DTYPE;
    while (dtype && dtypes[dtype] != o)
        dtype--;
    return dtype;
}

PyObject *gla_py_dtype_object(gla_dtype dtype)
{
    return dtypes[dtype] ? dtypes[dtype] : Py_None;
}

/* ---- handle -> object -------------------------------------------------------------------------------------------- */
static PyObject *wrap(PyTypeObject *class, void *handle)
{
    GlaObject *o = class ? (GlaObject *)class->tp_alloc(class, 0) : NULL;
    if (o)
        o->handle = handle;
    else
        gla_object_unref(handle);
    return (PyObject *)o;
}

PyObject *gla_py_wrap(gla_array *a)
{
    return wrap(gla_py_class, a);
}

PyObject *gla_py_object(void *handle)
{
    PyObject *class = classes ? PyDict_GetItemString(classes, gla_object_class(handle)) : (PyObject *)&gla_py_handle_type;
    return wrap((PyTypeObject *)class, handle);
}

/* _adopt(class, x): return an object of a derived class that refers to the same object of the library. Return x itself if its
 * class is `class`. */
PyObject *gla_py_adopt(PyObject *Py_UNUSED(module), PyObject *given)
{
    PyTypeObject *class;
    PyObject *x;
    if (!PyArg_ParseTuple(given, "O!O!:_adopt", &PyType_Type, &class, &gla_py_handle_type, &x))
        return NULL;
    if (class == Py_TYPE(x))
        return gla_py_new_ref(x);
    void *handle = ((GlaObject *)x)->handle;
    PyObject *base = handle && classes ? PyDict_GetItemString(classes, gla_object_class(handle)) : NULL;
    if (!base || !PyType_IsSubtype(class, (PyTypeObject *)base))
        return PyErr_Format(PyExc_TypeError, "%s is not derived from %s", class->tp_name, Py_TYPE(x)->tp_name);
    return wrap(class, gla_object_ref(handle));
}

/* ---- object -> handle -------------------------------------------------------------------------------------------- */
void *gla_py_handle_of(PyObject *o)
{
    return gla_py_is_other(o) ? ((GlaObject *)o)->handle : NULL;
}

gla_status gla_py_fail_no_array(void)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "this Array is uninitialised; create arrays with asarray or zeros, not with __new__");
}

gla_status gla_py_self(PyObject *o, gla_array **a)
{
    if (!gla_py_is_array(o))
        return gla_wanted(&gla_py_reader, GLA_DTYPE_ERROR, o, GLA_WANT_SELF);
    *a = ((GlaObject *)o)->handle;
    return *a ? GLA_OK : gla_py_fail_no_array();
}
