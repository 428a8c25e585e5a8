/* buffer.c - Import by the buffer protocol: memory of NumPy arrays, memoryview, array.array and others. */
#include "memory.h"

/* An object array may contain numbers, so its elements are examined. Elements may be object arrays again, to any depth;
 * Python's recursion limit assumes smaller C frames than ours. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out)
{
    enum { DEEPEST = 4 * GLA_MAX_NDIM };
    static _Thread_local int depth;
    gla_array *a;
    if (depth == DEEPEST)
        return gla_argument_fact(GLA_SHAPE_ERROR, "contains nested object arrays, deeper than an array can be; give "
                                                  "numbers");
    depth++;
    GLA_PY_OWNED PyObject *list = PyObject_CallMethod(o, "tolist", NULL);
    gla_status st = !list ? gla_py_pending() : PyObject_CheckBuffer(list) ? GLA_NO_ARRAY : gla_py_convert(list, &a, out);
    depth--;
    if (st != GLA_NO_ARRAY)
        return st;
    return gla_argument_fact(GLA_DTYPE_ERROR, "is a %.100s of objects that are not numbers; convert it to a numeric type first",
                             Py_TYPE(o)->tp_name);
}

/* The exporter refused. An exception for exhausted memory or an interrupt is kept; any other exception means an unsupported
 * dtype. */
static gla_status fail_refused(PyObject *o)
{
    if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_ValueError) &&
        !PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_NotImplementedError))
        return gla_py_pending();
    GLA_PY_OWNED PyObject *type = NULL, *value = NULL, *trace = NULL;
    PyErr_Fetch(&type, &value, &trace);
    GLA_PY_OWNED PyObject *text = value ? PyObject_Str(value) : NULL;
    gla_status st = gla_py_clear_refusal(); /* an error of the exporter itself */
    const char *reason = text ? PyUnicode_AsUTF8(text) : NULL;
    if (st)
        return st;
    PyErr_Clear();
    return gla_argument_fact(GLA_DTYPE_ERROR,
                             "is a %.100s whose memory cannot be read (%.300s); convert it to a numeric type first",
                             Py_TYPE(o)->tp_name, reason ? reason : "it gives no reason");
}

static gla_status describe(const Py_buffer *b, gla_foreign *m)
{
    m->data = b->buf;
    m->itemsize = b->itemsize;
    m->ndim = b->ndim;
    m->readonly = b->readonly;
    if (b->suboffsets)
        return gla_foreign_fail_lie(m, "it contains suboffsets, which were not requested");
    return gla_foreign_buffer(m, b->format, b->shape, b->strides, b->len);
}

gla_status gla_py_buffer(PyObject *o, gla_array **out)
{
    gla_foreign m;
    gla_status st;
    gla_py_foreign_of(o, &m);
    *out = NULL;
    if (!strncmp(m.owner, "numpy.datetime64", 16) || !strncmp(m.owner, "numpy.timedelta64", 17)) /* these export raw bytes */
        return gla_argument_fact(GLA_DTYPE_ERROR, "is a %.100s, which is not a number; convert it to a numeric type first",
                                 m.owner);
    GlaPyOwner *own = gla_py_new_owner(&st);
    if (!own)
        return st;
    if (PyObject_GetBuffer(o, &own->buffer, PyBUF_RECORDS_RO) < 0) {
        own->buffer.obj = NULL; /* a failing exporter may have left any value there */
        gla_py_release_owner(own);
        return fail_refused(o);
    }
    bool objects = own->buffer.format && !strcmp(own->buffer.format, "O");
    if (!objects && !(st = describe(&own->buffer, &m)) &&
        !(st = gla_foreign_take(&gla_py_reader, &m, gla_py_release_owner, own, out)))
        return GLA_OK; /* the new owner of the memory releases it */
    gla_py_release_owner(own);
    return objects ? gla_py_take_objects(o, out) : st;
}
