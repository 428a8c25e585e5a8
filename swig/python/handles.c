/* handles.c - objects of the library other than arrays: streams, events. */
#include "binding.h"

/* The C part of such a class: a handle, which is NULL only in an object that was never initialised. */
typedef struct handle {
    PyObject_HEAD
    void *object;
} handle;

static PyObject *classes; /* name -> class, once they are registered */

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    gla_object_unref(((handle *)self)->object);
    type->tp_free(self);
}

/* Several Python objects may hold one object of the library: they are equal. */
static Py_hash_t hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)((handle *)self)->object >> 4);
}

static PyTypeObject type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "gpulinalg._Handle",
    .tp_basicsize = sizeof(handle),
    .tp_dealloc = dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &gla_py_object_methods,
    .tp_richcompare = gla_py_compare_objects,
    .tp_hash = hash,
};

bool gla_py_is_handle(PyObject *o)
{
    return PyObject_TypeCheck(o, &type);
}

void *gla_py_held(PyObject *o)
{
    return gla_py_is_handle(o) ? ((handle *)o)->object : NULL;
}

int gla_py_add_handle(PyObject *module)
{
    if (PyType_Ready(&type) < 0 || PyDict_SetItemString(type.tp_dict, "__array_ufunc__", Py_None) < 0)
        return -1; /* NumPy leaves operators with an object on the right to us */
    return PyModule_AddObject(module, "_Handle", gla_py_new_ref((PyObject *)&type));
}

PyObject *gla_py_register_handles(PyObject *module, PyObject *dict)
{
    PyObject *name, *class;
    Py_ssize_t at = 0;
    (void)module;
    if (!PyDict_Check(dict))
        return PyErr_Format(PyExc_TypeError, "a dictionary of classes is needed");
    while (PyDict_Next(dict, &at, &name, &class))
        if (!PyType_Check(class) || !PyType_IsSubtype((PyTypeObject *)class, &type))
            return PyErr_Format(PyExc_TypeError, "%R is no class of handles", class);
    if ((!classes && !(classes = PyDict_New())) || PyDict_Update(classes, dict) < 0)
        return NULL;
    return gla_py_new_ref(Py_None);
}

PyObject *gla_py_object(void *object)
{
    PyObject *class = classes ? PyDict_GetItemString(classes, gla_object_class(object)) : (PyObject *)&type;
    handle *h = class ? (handle *)((PyTypeObject *)class)->tp_alloc((PyTypeObject *)class, 0) : NULL;
    if (h)
        h->object = object;
    else
        gla_object_unref(object);
    return (PyObject *)h;
}

gla_status gla_py_handle(PyObject *o, const char *class, void **object)
{
    *object = NULL;
    if (o == Py_None)
        return GLA_OK;
    char wanted[GLA_DESCRIPTION];
    void *held = gla_py_held(o);
    if (held && !strcmp(gla_object_class(held), class)) {
        *object = held;
        return GLA_OK;
    }
    return gla_wanted(&gla_py_reader, GLA_DTYPE_ERROR, o, gla_describe_class(wanted, class));
}
