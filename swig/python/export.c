/* export.c - Export of elements as a buffer: numpy.asarray(x) and memoryview(x) share the memory of arrays on the host. */
#include "memory.h"

/* Data of an exported buffer. */
typedef struct export
{
    gla_array *host;
    Py_ssize_t places[]; /* the shape, followed by the strides */
}
export;

static const char *refusal(const gla_array *a, const gla_array *host, int flags)
{
    bool rows = gla_array_is_contiguous(host);
    bool in_rows = (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS || (flags & PyBUF_STRIDES) != PyBUF_STRIDES;
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE && (gla_array_readonly(a) || host != a))
        return host == a ? "the array is read-only" : "the array is on another device: its buffer here is a read-only copy";
    if (in_rows && !rows)
        return "the array is not contiguous in row-major order; take a copy";
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !gla_is_column_major(host))
        return "the array is not contiguous in column-major order; take a copy";
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !rows && !gla_is_column_major(host))
        return "the array is not contiguous; take a copy";
    return NULL;
}

static int get_buffer(PyObject *self, Py_buffer *b, int flags)
{
    static char nothing[16]; /* consumers expect an address even for empty arrays */
    gla_array *a, *host;
    void *data;
    b->obj = NULL;
    gla_status st;
    if ((st = gla_py_self(self, &a)) || (st = gla_expose(a)) || (st = gla_to_host(a, &host, &data))) {
        gla_py_raise(st);
        return -1;
    }
    int ndim = gla_array_ndim(host);
    const char *reason = refusal(a, host, flags);
    export *e = reason ? NULL : PyMem_Malloc(sizeof *e + 2 * (size_t)ndim * sizeof *e->places);
    if (!e) {
        gla_unref(host);
        PyErr_SetString(reason ? PyExc_BufferError : PyExc_MemoryError, reason ? reason : "no memory for a buffer");
        return -1;
    }
    gla_dtype dtype = gla_array_dtype(host);
    Py_ssize_t itemsize = (Py_ssize_t)gla_itemsize(dtype);
    const int64_t *shape = gla_array_shape(host), *strides = gla_array_strides(host);
    for (int i = 0; i < ndim; i++) {
        e->places[i] = (Py_ssize_t)shape[i];
        e->places[ndim + i] = (Py_ssize_t)strides[i] * itemsize;
    }
    e->host = host;
    *b = (Py_buffer){.buf = data ? data : nothing,
                     .obj = gla_py_new_ref(self),
                     .itemsize = itemsize,
                     .len = (Py_ssize_t)gla_array_size(host) * itemsize,
                     .readonly = gla_array_readonly(host) || host != a,
                     .ndim = ndim,
                     .format = flags & PyBUF_FORMAT ? (char *)gla_format_of(dtype) : NULL,
                     .shape = flags & PyBUF_ND ? e->places : NULL,
                     .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? e->places + ndim : NULL,
                     .internal = e};
    return 0;
}

static void release_buffer(PyObject *Py_UNUSED(self), Py_buffer *b)
{
    export *e = b->internal;
    gla_unref(e->host);
    PyMem_Free(e);
}

PyBufferProcs gla_py_buffer_methods = {.bf_getbuffer = get_buffer, .bf_releasebuffer = release_buffer};
