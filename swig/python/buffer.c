/* buffer.c - memory of other objects -> array, without a copy where its layout allows.
 *
 * Nothing that an exporter says is trusted: what contradicts itself is refused before the memory is touched.
 */
#include "binding.h"

/* Memory as an exporter describes it; strides in bytes. */
typedef struct memory {
    const char *type_name;
    const char *format;
    void *data;
    Py_ssize_t itemsize, shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int ndim;
    bool readonly, swapped;
    gla_dtype dtype;
} memory;

/* ---- what kind of number ------------------------------------------------------------------------------------------ */
static gla_dtype by_size(char kind, Py_ssize_t size)
{
    switch (kind) {
    case 'i': return size == 1 ? GLA_INT8 : size == 2 ? GLA_INT16 : size == 4 ? GLA_INT32 : size == 8 ? GLA_INT64 : 0;
    case 'u': return size == 1 ? GLA_UINT8 : size == 2 ? GLA_UINT16 : size == 4 ? GLA_UINT32 : size == 8 ? GLA_UINT64 : 0;
    case 'f': return size == 4 ? GLA_FLOAT32 : size == 8 ? GLA_FLOAT64 : 0;
    case 'c': return size == 8 ? GLA_COMPLEX64 : size == 16 ? GLA_COMPLEX128 : 0;
    default: return kind == 'b' && size == 1 ? GLA_BOOL : GLA_NO_DTYPE;
    }
}

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
        return by_size('i', sizes[at - integers]);
    if ((at = strchr(unsigneds, *f)))
        return by_size('u', sizes[at - unsigneds]);
    return GLA_NO_DTYPE;
}

static bool is_swapped(char order)
{
#if PY_LITTLE_ENDIAN
    return order == '>' || order == '!';
#else
    return order == '<';
#endif
}

static gla_status fail_dtype(const memory *m)
{
    const char *f = m->format, *remedy = "convert it to one of gpulinalg's types first";
    if (*f && strchr("@=<>!|", *f))
        f++;
    if (!strcmp(f, "e") || !strcmp(f, "f2"))
        remedy = "half precision is not supported; convert it with astype('float32')";
    else if (!strcmp(f, "g") || !strcmp(f, "Zg"))
        remedy = "extended precision is not supported; convert it with astype('float64')";
    else if (*f == 'T')
        remedy = "it holds records; take one numeric field";
    return gla_fail(GLA_DTYPE_ERROR, "asarray: the elements of this %.100s have the type '%.40s'; %s", m->type_name,
                    m->format, remedy);
}

static gla_status fail_lie(const memory *m, const char *what)
{
    return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the buffer of this %.100s contradicts itself (%s); copy its data into an "
                    "array that you trust", m->type_name, what);
}

/* ---- layout --------------------------------------------------------------------------------------------------------- */
/* Sizes and the span of addresses must make sense; *size is the number of elements. */
static gla_status check_layout(const memory *m, Py_ssize_t *size)
{
    Py_ssize_t n = 1, low = 0, high = 0, reach;
    bool empty = false, overflow = false;
    for (int i = 0; i < m->ndim; i++) {
        if (m->shape[i] < 0)
            return fail_lie(m, "a dimension is negative");
        empty |= m->shape[i] == 0;
    }
    for (int i = 0; !empty && i < m->ndim; i++) {
        overflow |= __builtin_mul_overflow(n, m->shape[i], &n);
        overflow |= __builtin_mul_overflow(m->shape[i] - 1, m->strides[i], &reach);
        overflow |= reach < 0 ? __builtin_add_overflow(low, reach, &low) : __builtin_add_overflow(high, reach, &high);
    }
    *size = empty ? 0 : n;
    if (overflow)
        return fail_lie(m, "its size overflows");
    if (!m->data && *size)
        return fail_lie(m, "it has elements but no address");
    return GLA_OK;
}

/* Whether the memory can be used as it is: native, aligned, strides of whole elements. */
static bool is_usable(const memory *m)
{
    Py_ssize_t align = gla_dtype_is_complex(m->dtype) ? m->itemsize / 2 : m->itemsize;
    if (m->swapped || (uintptr_t)m->data % (size_t)align)
        return false;
    for (int i = 0; i < m->ndim; i++)
        if (m->shape[i] > 1 && m->strides[i] % m->itemsize)
            return false;
    return true;
}

static char *copy_elements(const memory *m, int axis, const char *from, char *to)
{
    if (axis < m->ndim) {
        for (Py_ssize_t i = 0; i < m->shape[axis]; i++)
            to = copy_elements(m, axis + 1, from + i * m->strides[axis], to);
        return to;
    }
    Py_ssize_t word = gla_dtype_is_complex(m->dtype) ? m->itemsize / 2 : m->itemsize;
    for (Py_ssize_t i = 0; i < m->itemsize; i++)
        to[i] = from[m->swapped ? i - i % word + word - 1 - i % word : i];
    return to + m->itemsize;
}

/* Wrap or copy.  release(owner) is called now after a copy, else when the array dies; on failure never. */
static gla_status take(memory *m, void (*release)(void *), void *owner, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    Py_ssize_t size = 0;
    void *to;
    gla_status st = check_layout(m, &size);
    if (st)
        return st;
    for (int i = 0; i < m->ndim; i++) {
        shape[i] = m->shape[i];
        strides[i] = m->shape[i] > 1 ? m->strides[i] / m->itemsize : 1;
    }
    if (is_usable(m))
        return gla_borrow(m->data, m->dtype, m->ndim, shape, strides, m->readonly, release, owner, out);
    if ((st = gla_new_host(m->dtype, m->ndim, shape, out, &to)))
        return st;
    if (size)
        copy_elements(m, 0, m->data, to);
    release(owner);
    return GLA_OK;
}

/* ---- the buffer protocol -------------------------------------------------------------------------------------------- */
/* The last array on the memory may die in any thread, and after Python has. */
static void release_buffer(void *owner)
{
    PyGILState_STATE state;
    if (!Py_IsInitialized())
        return;
    state = PyGILState_Ensure();
    PyBuffer_Release(owner);
    PyMem_Free(owner);
    PyGILState_Release(state);
}

static gla_status describe(const Py_buffer *b, memory *m)
{
    m->format = b->format ? b->format : "B";
    m->data = b->buf;
    m->itemsize = b->itemsize;
    m->ndim = b->ndim;
    m->readonly = b->readonly;
    m->swapped = is_swapped(*m->format) && b->itemsize > 1;
    if (b->ndim < 0 || b->ndim > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "asarray: this %.100s has %d dimensions, but at most %d are possible",
                        m->type_name, b->ndim, GLA_MAX_NDIM);
    m->dtype = dtype_of_format(m->format);
    /* Some exporters write l for a long of 8 bytes in any mode, others mean one of 4. */
    if (m->dtype && strchr("lL", m->format[strlen(m->format) - 1]))
        m->dtype = by_size(m->format[strlen(m->format) - 1] == 'l' ? 'i' : 'u', b->itemsize >= 4 ? b->itemsize : 0);
    if (!m->dtype)
        return fail_dtype(m);
    if (b->itemsize != (Py_ssize_t)gla_itemsize(m->dtype))
        return fail_lie(m, "format and size of its elements disagree");
    if (b->ndim && !b->shape)
        return fail_lie(m, "it has dimensions but no shape");
    Py_ssize_t step = b->itemsize, bytes = b->itemsize;
    for (int i = b->ndim; i-- > 0;) {
        m->shape[i] = b->shape[i];
        m->strides[i] = b->strides ? b->strides[i] : step;
        if (!b->strides && __builtin_mul_overflow(step, b->shape[i], &step))
            return fail_lie(m, "its size overflows");
        if (b->shape[i] >= 0 && __builtin_mul_overflow(bytes, b->shape[i], &bytes))
            bytes = -1;
    }
    if (b->suboffsets)
        return fail_lie(m, "it holds pointers, which were not asked for");
    return bytes >= 0 && bytes != b->len ? fail_lie(m, "shape and length disagree") : GLA_OK;
}

/* An object array may hold numbers all the same: its elements tell. */
static gla_status take_objects(PyObject *o, gla_array **out)
{
    PyObject *list = PyObject_CallMethod(o, "tolist", NULL);
    gla_array *a;
    if (!list)
        return gla_py_pending();
    gla_status st = PyObject_CheckBuffer(list) ? GLA_PY_NO_ARRAY : gla_py_convert(list, &a, out);
    if (st == GLA_PY_NO_ARRAY)
        st = gla_fail(GLA_DTYPE_ERROR, "asarray: this %.100s holds objects that are no numbers; convert it to a numeric type "
                      "first", Py_TYPE(o)->tp_name);
    Py_DECREF(list);
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
    gla_fail(GLA_DTYPE_ERROR, "asarray: the memory of this %.100s cannot be read (%.300s); convert it to a numeric type first",
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
    memory m = {.type_name = Py_TYPE(o)->tp_name};
    *out = NULL;
    Py_buffer *b = PyMem_Malloc(sizeof *b);
    if (!b)
        return gla_fail_memory("asarray", sizeof *b);
    if (PyObject_GetBuffer(o, b, PyBUF_RECORDS_RO) < 0) {
        PyMem_Free(b);
        return fail_refused(o);
    }
    bool objects = b->format && !strcmp(b->format, "O");
    gla_status st = objects ? GLA_OK : describe(b, &m);
    if (!st && !objects)
        st = take(&m, release_buffer, b, out);
    if (!st && !objects)
        return GLA_OK; /* whoever has the memory now releases it */
    PyBuffer_Release(b);
    PyMem_Free(b);
    return objects ? take_objects(o, out) : st;
}
