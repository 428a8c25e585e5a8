/* invalid_buffer.c - Objects with inconsistent buffers, for invalid_buffers.py: Liar(format, itemsize, ndim, shape, strides,
 * len, address). */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct liar {
    PyObject_HEAD char format[16];
    Py_ssize_t itemsize, len, shape[20], strides[20];
    int ndim, has_format, has_shape, has_strides, has_address;
} liar;

static double memory[64];

static int read_sizes(PyObject *o, Py_ssize_t *v)
{
    if (o == Py_None)
        return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(o) && i < 20; i++)
        v[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(o, i));
    return 1;
}

static PyObject *new_liar(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    const char *format;
    PyObject *shape, *strides;
    (void)kwargs;
    liar *self = (liar *)type->tp_alloc(type, 0);
    if (!self || !PyArg_ParseTuple(args, "zniOOnp", &format, &self->itemsize, &self->ndim, &shape, &strides, &self->len,
                                   &self->has_address))
        return NULL;
    self->has_format = format != NULL;
    if (format)
        strncpy(self->format, format, sizeof self->format - 1);
    self->has_shape = read_sizes(shape, self->shape);
    self->has_strides = read_sizes(strides, self->strides);
    return (PyObject *)self;
}

static int get_buffer(PyObject *o, Py_buffer *b, int flags)
{
    liar *self = (liar *)o;
    (void)flags;
    *b = (Py_buffer){.buf = self->has_address ? memory : NULL,
                     .obj = o,
                     .len = self->len,
                     .itemsize = self->itemsize,
                     .ndim = self->ndim,
                     .format = self->has_format ? self->format : NULL,
                     .shape = self->has_shape ? self->shape : NULL,
                     .strides = self->has_strides ? self->strides : NULL};
    Py_INCREF(o);
    return 0;
}

static PyBufferProcs buffer_methods = {.bf_getbuffer = get_buffer};

static PyTypeObject liar_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "liar.Liar",
    .tp_basicsize = sizeof(liar),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = new_liar,
    .tp_as_buffer = &buffer_methods,
};

/* sole(make): add 1 twice to the result of make(), to which nothing else refers; return both sums, the negative, and the
 * object. */
static PyObject *sole(PyObject *self, PyObject *make)
{
    PyObject *x = PyObject_CallObject(make, NULL), *one = PyLong_FromLong(1);
    (void)self;
    if (!x || !one)
        return NULL;
    PyObject *first = PyNumber_Add(x, one), *second = PyNumber_Add(one, x), *third = PyNumber_Negative(x);
    Py_DECREF(one);
    return Py_BuildValue("NNNN", first, second, third, x);
}

static PyMethodDef methods[] = {{"sole", sole, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "liar", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_liar(void);

PyMODINIT_FUNC PyInit_liar(void)
{
    PyObject *m = PyModule_Create(&module);
    if (!m || PyType_Ready(&liar_type) < 0)
        return NULL;
    Py_INCREF(&liar_type);
    PyModule_AddObject(m, "Liar", (PyObject *)&liar_type);
    return m;
}
