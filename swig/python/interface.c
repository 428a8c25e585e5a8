/* interface.c - Import of objects that describe their memory in the dictionary __array_interface__, or __cuda_array_interface__
 * for GPU memory. Reading numbers in the dictionary may run code of the script, which may change the dictionary. Therefore the
 * entries are read once, and references to them are kept. */
#include "memory.h"

enum { TYPESTR, SHAPE, STRIDES, DATA, OFFSET, MASK, STREAM, ENTRIES };

typedef PyObject *entries[ENTRIES]; /* NULL: absent */

static gla_status fail_entry(const gla_foreign *m, const char *key)
{
    gla_status st = gla_py_clear_refusal();
    return st ? st
              : gla_argument_fact(GLA_ARGUMENT_ERROR,
                                  "is a %.100s whose __%sarray_interface__ has no valid '%s'; convert it to an array with its "
                                  "own library first",
                                  m->owner, m->device ? "cuda_" : "", key);
}

/* ---- the dictionary ------------------------------------------------------------------------------------------------ */
/* `held` is a tuple of the same length. */
static gla_status read_entries(PyObject *dict, entries e, PyObject *held)
{
    static const char *const keys[ENTRIES] = {"typestr", "shape", "strides", "data", "offset", "mask", "stream"};
    for (int i = 0; i < ENTRIES; i++) {
        GLA_PY_OWNED PyObject *key = PyUnicode_FromString(keys[i]);
        PyObject *value = key ? PyDict_GetItemWithError(dict, key) : NULL;
        if (!value && PyErr_Occurred())
            return gla_py_pending();
        Py_XINCREF(value);
        PyTuple_SET_ITEM(held, i, value);
        e[i] = value != Py_None || i == STREAM ? value : NULL; /* None is a valid value for the stream */
    }
    return GLA_OK;
}

/* Read a tuple of integers. Return the number of integers, or -1 on failure. */
static int read_sizes(PyObject *tuple, int64_t *v)
{
    gla_ints sizes;
    const gla_ints *given;
    if (!tuple || !PyTuple_Check(tuple) || gla_read_ints(&gla_py_reader, tuple, &sizes, &given))
        return -1;
    memcpy(v, sizes.v, (size_t)sizes.n * sizeof *v);
    return sizes.n;
}

static gla_status read_layout(entries e, gla_foreign *m)
{
    const char *type = e[TYPESTR] && PyUnicode_Check(e[TYPESTR]) ? PyUnicode_AsUTF8(e[TYPESTR]) : NULL;
    if (!type || strlen(type) < 3)
        return fail_entry(m, "typestr");
    gla_status st = gla_foreign_typestr(m, type);
    if (st)
        return st;
    m->ndim = read_sizes(e[SHAPE], m->shape);
    if (m->ndim < 0)
        return fail_entry(m, "shape");
    if (e[STRIDES])
        return read_sizes(e[STRIDES], m->strides) == m->ndim ? GLA_OK : fail_entry(m, "strides");
    return gla_foreign_dense(m);
}

/* The data is a pair of an address and a read-only flag, or a buffer with an offset. A buffer must be long enough. */
static gla_status read_data(entries e, gla_foreign *m, Py_buffer *buffer)
{
    PyObject *data = e[DATA];
    if (data && PyTuple_Check(data) && PyTuple_GET_SIZE(data) == 2) {
        GLA_PY_OWNED PyObject *address = PyNumber_Index(PyTuple_GET_ITEM(data, 0));
        m->data = address ? PyLong_AsVoidPtr(address) : NULL;
        m->readonly = PyErr_Occurred() || PyObject_IsTrue(PyTuple_GET_ITEM(data, 1)) != 0;
        return PyErr_Occurred() ? fail_entry(m, "data") : GLA_OK;
    }
    int64_t offset = 0;
    if (e[OFFSET] && gla_read_int64(&gla_py_reader, e[OFFSET], &offset))
        return fail_entry(m, "offset");
    if (!data || m->device || PyObject_GetBuffer(data, buffer, PyBUF_SIMPLE) < 0)
        return fail_entry(m, "data");
    m->readonly = buffer->readonly;
    return gla_foreign_inside(m, buffer->buf, buffer->len, offset);
}

/* Make the GPU wait for work in the stream given in the dictionary. Versions up to 2 of the interface have no stream entry. */
static gla_status await_stream(entries e, const gla_foreign *m, const gla_array *a)
{
    gla_status st = GLA_OK;
    long long number = (long long)GLA_FOREIGN_DEFAULT;
    if (e[STREAM] == Py_None)
        return GLA_OK;
    if (e[STREAM] && (!gla_py_stream_number(e[STREAM], &number, &st) || number < 0))
        return st ? st : fail_entry(m, "stream");
    return gla_await_foreign(a, (uintptr_t)number);
}

static gla_status take(gla_foreign *m, GlaPyOwner *own, entries e, gla_array **out)
{
    gla_status st = e[MASK] ? gla_argument_fact(GLA_NOT_SUPPORTED_ERROR,
                                                "is a %.100s with a mask; replace the masked "
                                                "elements first",
                                                m->owner)
                            : read_layout(e, m);
    if (st || (st = read_data(e, m, &own->buffer)))
        return st;
    bool truth = m->device && m->dtype == GLA_BOOL; /* the bytes are checked after the wait */
    m->dtype = truth ? GLA_UINT8 : m->dtype;
    if (!(st = gla_foreign_take(&gla_py_reader, m, gla_py_release_owner, own, out)) && m->device)
        st = await_stream(e, m, *out);
    return !st && truth ? gla_bool_from_bytes(out) : st;
}

gla_status gla_py_interface(PyObject *o, bool cuda, gla_array **out)
{
    gla_foreign m;
    gla_status st;
    entries e = {NULL};
    gla_py_foreign_of(o, &m);
    m.device = cuda ? "cuda" : NULL;
    *out = NULL;
    GlaPyOwner *own = gla_py_new_owner(&st);
    if (!own)
        return st;
    GLA_PY_OWNED PyObject *dict = PyObject_GetAttrString(o, cuda ? "__cuda_array_interface__" : "__array_interface__");
    GLA_PY_OWNED PyObject *copy = dict && PyDict_Check(dict) ? PyDict_Copy(dict) : NULL, *held = PyTuple_New(ENTRIES);
    if (dict && !PyDict_Check(dict))
        st = fail_entry(&m, "typestr");
    else if (!copy || !held || !(own->objects = PyTuple_Pack(3, o, copy, held)))
        st = gla_py_pending();
    if (!st && !(st = read_entries(dict, e, held)))
        st = take(&m, own, e, out);
    if (*out && st) {
        gla_unref(*out); /* this releases the owner */
        *out = NULL;
    } else if (st)
        gla_py_release_owner(own);
    return st;
}
