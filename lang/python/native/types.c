/* types.c - Base types of all objects of the library, and of arrays with their properties and methods. */
#include "python/binding.h"

/* ---- all objects: a handle and its lifetime ------------------------------------------------------------------------------ */
static void dealloc(PyObject *self)
{
    void *handle = ((GlaObject *)self)->handle;
    if (((GlaObject *)self)->weak)
        PyObject_ClearWeakRefs(self);
    Py_TYPE(self)->tp_free(self);
    gla_object_unref(handle);
}

/* More than one Python object may refer to the same object of the library; such Python objects are equal. */
static Py_hash_t hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)((GlaObject *)self)->handle >> 4);
}

/* Classes that support copying and pickling replace this method. */
static PyObject *refuse_copy(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return gla_py_raise(gla_refuse_copy(gla_object_class(((GlaObject *)self)->handle)));
}

static PyMethodDef copies[] = {{"__reduce__", refuse_copy, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

PyTypeObject gla_py_handle_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gpulinalg._Handle",
    .tp_basicsize = sizeof(GlaObject),
    .tp_dealloc = dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &gla_py_operators,
    .tp_richcompare = gla_py_compare,
    .tp_hash = hash,
    .tp_weaklistoffset = offsetof(GlaObject, weak),
    .tp_methods = copies,
};

int gla_py_add_types(PyObject *module)
{
    gla_py_floating_device_type.tp_base = &PyUnicode_Type;
    if (PyType_Ready(&gla_py_floating_device_type) < 0)
        return -1;
    if (PyType_Ready(&gla_py_handle_type) < 0 || PyType_Ready(&gla_py_base_type) < 0)
        return -1;
    if (PyModule_AddObject(module, "_Handle", gla_py_new_ref((PyObject *)&gla_py_handle_type)) < 0)
        return -1;
    return PyModule_AddObject(module, "_ArrayBase", gla_py_new_ref((PyObject *)&gla_py_base_type));
}

/* ---- arrays -------------------------------------------------------------------------------------------------------------- */
/* ---- properties -------------------------------------------------------------------------------------------------- */
typedef enum { SHAPE, STRIDES, NDIM, SIZE, ITEMSIZE, NBYTES, DTYPE, DEVICE, FLOATING, READONLY } property;

/* Scripts read these properties so often that the overhead of result conversion matters. */
static PyObject *get_shape(const gla_array *a)
{
    int n = gla_array_ndim(a);
    const int64_t *sizes = gla_array_shape(a);
    PyObject *shape = PyTuple_New(n);
    for (int i = 0; shape && i < n; i++) {
        PyObject *size = PyLong_FromLongLong(sizes[i]);
        if (!size)
            Py_CLEAR(shape);
        else
            PyTuple_SET_ITEM(shape, i, size);
    }
    return shape;
}

/* The device of an array that floats is a string of its own class, so that `device=x.device` lets the result float, too. */
static PyObject *plain_device(PyObject *self, PyObject *Py_UNUSED(none))
{
    return Py_BuildValue("O(N)", &PyUnicode_Type, PyUnicode_FromObject(self));
}

static PyMethodDef device_methods[] = {{"__reduce__", plain_device, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

PyTypeObject gla_py_floating_device_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gpulinalg._native.FloatingDevice",
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "The name of the device that stores a floating array now.",
    .tp_methods = device_methods,
};

static PyObject *get_device(const gla_array *a)
{
    const char *name = gla_array_device(a);
    return gla_array_floating(a) ? PyObject_CallFunction((PyObject *)&gla_py_floating_device_type, "s", name)
                                 : PyUnicode_FromString(name);
}

static PyObject *get_property(PyObject *self, void *which)
{
    gla_array *a;
    gla_status st = gla_py_self(self, &a);
    if (st)
        return gla_py_raise(st);
    switch ((property)(intptr_t)which) {
    case SHAPE: return get_shape(a);
    case STRIDES: return gla_py_byte_strides(a);
    case NDIM: return PyLong_FromLong(gla_array_ndim(a));
    case SIZE: return PyLong_FromLongLong(gla_array_size(a));
    case ITEMSIZE: return PyLong_FromSize_t(gla_itemsize(gla_array_dtype(a)));
    case NBYTES: return PyLong_FromLongLong(gla_array_size(a) * (int64_t)gla_itemsize(gla_array_dtype(a)));
    case DTYPE: return gla_py_new_ref(gla_py_dtype_object(gla_array_dtype(a)));
    case DEVICE: return get_device(a);
    case FLOATING: return PyBool_FromLong(gla_array_floating(a));
    default: return PyBool_FromLong(gla_array_readonly(a));
    }
}

/* Return a view, or a copy if no view is possible. */
static PyObject *get_array(PyObject *self, void *which)
{
    static gla_status (*const functions[])(const gla_array *x, gla_array **out) = {gla_transpose_of, gla_matrix_transpose,
                                                                                   gla_real, gla_imag};
    gla_array *a, *out;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = functions[(intptr_t)which](a, &out);
    return st ? gla_py_raise(st) : gla_py_wrap(out);
}

#define PROPERTY(name, get, which, doc)               \
    {                                                 \
        name, get, NULL, doc, (void *)(intptr_t)which \
    }
static PyGetSetDef properties[] = {
    PROPERTY("shape", get_property, SHAPE, "Tuple of the dimensions."),
    PROPERTY("strides", get_property, STRIDES,
             "Tuple of the distances in memory between neighbours along each axis, in bytes."),
    PROPERTY("ndim", get_property, NDIM, "Number of dimensions."),
    PROPERTY("size", get_property, SIZE, "Number of elements."),
    PROPERTY("itemsize", get_property, ITEMSIZE, "Bytes of one element."),
    PROPERTY("nbytes", get_property, NBYTES, "Bytes of all elements."),
    PROPERTY("dtype", get_property, DTYPE, "Type of the elements, such as gpulinalg.float64."),
    PROPERTY("device", get_property, DEVICE, "Name of the device that stores the elements, such as 'host' or 'cuda:0'."),
    PROPERTY("floating", get_property, FLOATING, "Whether calls may move the array, because nobody chose its device."),
    PROPERTY("readonly", get_property, READONLY, "Whether the elements must not be changed."),
    PROPERTY("T", get_array, 0, "The transpose of a matrix, a view."),
    PROPERTY("mT", get_array, 1, "The matrices of a stack transposed, a view."),
    PROPERTY("real", get_array, 2, "Real parts."),
    PROPERTY("imag", get_array, 3, "Imaginary parts."),
    {"__cuda_array_interface__", gla_py_cuda_interface, NULL, "Where the elements are on a CUDA device, for other libraries.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef methods[] = {
    {"tolist", gla_py_tolist, METH_NOARGS,
     "tolist($self, /)\n--\n\nThe elements as nested lists of Python numbers; of a 0-d array the number."},
    {"item", gla_py_item, METH_VARARGS,
     "item($self, /, *index)\n--\n\nThe only element as a Python number; with arguments the element at that index."},
    {"tobytes", gla_py_tobytes, METH_NOARGS, "tobytes($self, /)\n--\n\nThe elements as bytes, in row-major order."},
    {"__dlpack__", (PyCFunction)(void (*)(void))gla_py_to_dlpack, METH_VARARGS | METH_KEYWORDS,
     "__dlpack__($self, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\n"
     "A DLPack capsule of the elements, for the function from_dlpack of another library."},
    {"__dlpack_device__", gla_py_dlpack_device, METH_NOARGS,
     "__dlpack_device__($self)\n--\n\nDLPack's numbers for the kind and the index of the device."},
    {"__arrow_c_array__", (PyCFunction)(void (*)(void))gla_py_arrow_array, METH_VARARGS | METH_KEYWORDS,
     "__arrow_c_array__($self, requested_schema=None)\n--\n\n"
     "Capsules of a copy of the elements of a vector, for libraries that take Arrow's columns."},
    {NULL, NULL, 0, NULL}};

PyTypeObject gla_py_base_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gpulinalg._ArrayBase",
    .tp_basicsize = sizeof(GlaObject),
    .tp_base = &gla_py_handle_type,
    .tp_new = PyType_GenericNew, /* an uninitialised object refuses all use; _adopt makes objects with a value */
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_hash = PyObject_HashNotImplemented,
    .tp_richcompare = gla_py_compare,
    .tp_iter = gla_py_iterate,
    .tp_as_number = &gla_py_number_methods,
    .tp_as_mapping = &gla_py_mapping_methods,
    .tp_as_sequence = &gla_py_sequence_methods,
    .tp_as_buffer = &gla_py_buffer_methods,
    .tp_getset = properties,
    .tp_methods = methods,
};
