/* buffer.c - the buffer protocol: memory of NumPy arrays, memoryview, array.array and others -> array. */
#include "memory.h"

/* dtype of a format of the struct module (with Z for complex), NO_DTYPE if it is none of ours. */
static gla_dtype dtype_of_format(const char *f)
{
    static const char integers[] = "bhilqn", unsigneds[] = "BHILQN";
    static const char sizes[] = {1, 2, 4, sizeof(long), 8, sizeof(Py_ssize_t)};
    const char *at;
    if (*f && strchr("@=<>!", *f))
        f++;
    if (!strcmp(f, "?"))
        return GLA_BOOL;
    if (!strcmp(f, "f") || !strcmp(f, "d"))
        return *f == 'f' ? GLA_FLOAT32 : GLA_FLOAT64;
    if (!strcmp(f, "Zf") || !strcmp(f, "F"))
        return GLA_COMPLEX64;
    if (!strcmp(f, "Zd") || !strcmp(f, "D"))
        return GLA_COMPLEX128;
    if (!*f || f[1])
        return GLA_NO_DTYPE;
    if ((at = strchr(integers, *f)))
        return gla_dtype_of_kind('i', sizes[at - integers]);
    if ((at = strchr(unsigneds, *f)))
        return gla_dtype_of_kind('u', sizes[at - unsigneds]);
    return GLA_NO_DTYPE;
}

/* The last array on the memory may die in any thread, and after Python has. */
static void release_buffer(void *owner)
{
    GlaPyEntry entry;
    if (!gla_py_enter(&entry))
        return;
    PyBuffer_Release(owner);
    PyMem_Free(owner);
    gla_py_leave(&entry);
}

static gla_status describe(const Py_buffer *b, gla_foreign *m)
{
    m->format = b->format ? b->format : "B";
    m->data = b->buf;
    m->itemsize = b->itemsize;
    m->ndim = b->ndim;
    m->readonly = b->readonly;
    m->swapped = gla_is_swapped(*m->format) && b->itemsize > 1;
    if (b->ndim < 0 || b->ndim > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a %.100s of %d dimensions, but an array has at most %d", m->owner,
                                 b->ndim, GLA_MAX_NDIM);
    m->dtype = dtype_of_format(m->format);
    if (!m->dtype)
        return gla_foreign_fail_format(m);
    /* Some exporters write l for a long of 8 bytes in any mode, others mean one of 4. */
    if (strchr("lL", m->format[strlen(m->format) - 1]) && (b->itemsize == 4 || b->itemsize == 8))
        m->dtype = gla_dtype_of_kind(gla_dtype_is_unsigned(m->dtype) ? 'u' : 'i', b->itemsize);
    if (b->itemsize != (Py_ssize_t)gla_itemsize(m->dtype))
        return gla_foreign_fail_lie(m, "format and size of its elements disagree");
    if (b->ndim && !b->shape)
        return gla_foreign_fail_lie(m, "it has dimensions but no shape");
    Py_ssize_t bytes = b->itemsize;
    bool overflow = false;
    for (int i = b->ndim; i-- > 0;) {
        if (b->shape[i] < 0)
            return gla_foreign_fail_lie(m, "a dimension is negative");
        m->shape[i] = b->shape[i];
        m->strides[i] = b->strides ? b->strides[i] : b->itemsize;
        if (__builtin_mul_overflow(bytes, b->shape[i], &bytes))
            overflow = true;
    }
    gla_status st = b->strides ? GLA_OK : gla_foreign_dense(m);
    if (st)
        return st;
    if (b->suboffsets)
        return gla_foreign_fail_lie(m, "it holds pointers, which were not asked for");
    return !overflow && bytes != b->len ? gla_foreign_fail_lie(m, "shape and length disagree") : GLA_OK;
}

/* An object array may hold numbers all the same: its elements decide.  They may be such arrays again, without an end; Python's
 * own limit is for smaller frames of C than ours. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out)
{
    enum { DEEPEST = 4 * GLA_MAX_NDIM };
    static _Thread_local int depth;
    gla_array *a;
    if (depth == DEEPEST)
        return gla_argument_fact(GLA_SHAPE_ERROR, "holds arrays of objects in each other, deeper than an array can be; give "
                                                  "numbers");
    depth++;
    PyObject *list = PyObject_CallMethod(o, "tolist", NULL);
    if (!list) {
        depth--;
        return gla_py_pending();
    }
    gla_status st = PyObject_CheckBuffer(list) ? GLA_PY_NO_ARRAY : gla_py_convert(list, &a, out);
    if (st == GLA_PY_NO_ARRAY)
        st = gla_argument_fact(GLA_DTYPE_ERROR,
                               "is a %.100s of objects that are not numbers; convert it to a numeric type "
                               "first",
                               Py_TYPE(o)->tp_name);
    depth--;
    gla_py_let_go(list);
    return st;
}

/* The exporter refused: a fault of its own (no memory, an interrupt) stays, else the data is of no type of ours. */
static gla_status fail_refused(PyObject *o)
{
    if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_ValueError) &&
        !PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_NotImplementedError))
        return gla_py_pending();
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    const char *reason = text ? PyUnicode_AsUTF8(text) : NULL;
    gla_argument_fact(GLA_DTYPE_ERROR, "is a %.100s whose memory cannot be read (%.300s); convert it to a numeric type first",
                      Py_TYPE(o)->tp_name, reason ? reason : "it gives no reason");
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyErr_Clear();
    return GLA_DTYPE_ERROR;
}

gla_status gla_py_buffer(PyObject *o, gla_array **out)
{
    gla_foreign m;
    gla_py_foreign_of(o, &m);
    *out = NULL;
    Py_buffer *b = PyMem_Malloc(sizeof *b);
    if (!b)
        return gla_fail_memory("asarray", sizeof *b);
    if (!strncmp(m.owner, "numpy.datetime64", 16) || !strncmp(m.owner, "numpy.timedelta64", 17)) {
        PyMem_Free(b); /* these give their memory as bare bytes */
        return gla_argument_fact(GLA_DTYPE_ERROR, "is a %.100s, which is not a number; convert it to a numeric type first",
                                 m.owner);
    }
    if (PyObject_GetBuffer(o, b, PyBUF_RECORDS_RO) < 0) {
        PyMem_Free(b);
        return fail_refused(o);
    }
    bool objects = b->format && !strcmp(b->format, "O");
    gla_status st = objects ? GLA_OK : describe(b, &m);
    if (!st && !objects)
        st = gla_foreign_take(&gla_py_reader, &m, release_buffer, b, out);
    if (!st && !objects)
        return GLA_OK; /* whoever has the memory now releases it */
    release_buffer(b);
    return objects ? gla_py_take_objects(o, out) : st;
}
