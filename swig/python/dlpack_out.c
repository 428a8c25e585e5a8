/* dlpack_out.c - the memory of an array for other libraries: __dlpack__ and __cuda_array_interface__. */
#include "memory.h"

/* A capsule that nobody has used up frees its array itself. */
static void end_capsule(PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    bool versioned = name && !strcmp(name, GLA_DLPACK_VERSIONED_NAME);
    if (versioned || (name && !strcmp(name, GLA_DLPACK_NAME)))
        gla_dlpack_end(PyCapsule_GetPointer(capsule, name), versioned);
}

/* ---- where it is --------------------------------------------------------------------------------------------------- */
static bool is_on_cuda(const gla_array *a)
{
    return !strncmp(gla_array_device(a), "cuda:", 5);
}

/* DLPack's pair for the device of a, or a BufferError. */
static gla_status place(const gla_array *a, int *kind, int *id)
{
    if (gla_dlpack_device(a, kind, id))
        return GLA_OK;
    PyErr_Format(PyExc_BufferError, "__dlpack__: DLPack has no word for device %s; take to_device(x, \"host\")",
                 gla_array_device(a));
    return gla_py_pending();
}

PyObject *gla_py_dlpack_device(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gla_array *a;
    int kind, id;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = place(a, &kind, &id);
    if (!st)
        return Py_BuildValue("(ii)", kind, id);
    gla_py_raise(st);
    return NULL;
}

/* ---- what the consumer asks for ------------------------------------------------------------------------------------ */
typedef struct wish {
    PyObject *stream, *max_version, *device, *copying;
    gla_maybe copy;
    bool versioned;
    int kind, id; /* of the device, if one is asked for */
} wish;

static gla_status refuse(const char *reason)
{
    PyErr_Format(PyExc_BufferError, "__dlpack__: %s", reason);
    return gla_py_pending();
}

static gla_status read_wish(wish *w)
{
    int major, minor;
    if (w->max_version != Py_None) {
        if (!PyTuple_Check(w->max_version) || !PyArg_ParseTuple(w->max_version, "ii", &major, &minor))
            return PyErr_Occurred() ? gla_py_pending() : gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: max_version is no pair "
                                                                  "of integers");
        w->versioned = major >= GLA_DLPACK_MAJOR;
    }
    if (w->device != Py_None && (!PyTuple_Check(w->device) || !PyArg_ParseTuple(w->device, "ii", &w->kind, &w->id)))
        return PyErr_Occurred() ? gla_py_pending() : gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: dl_device is no pair of "
                                                              "integers");
    gla_status st = w->copying == Py_None ? GLA_OK : gla_read_maybe(&gla_py_reader, w->copying, &w->copy);
    if (st)
        gla_argument_of("__dlpack__", "copy");
    return st;
}

/* The array that is handed out: a itself, or a copy where one is asked for. */
static gla_status choose(const gla_array *a, const wish *w, gla_array **out)
{
    char name[32] = "host";
    int kind, id;
    gla_status st = place(a, &kind, &id);
    bool elsewhere = w->device != Py_None && (w->kind != kind || w->id != id);
    if (st)
        return st;
    if (elsewhere && w->copy == GLA_NO)
        return refuse("another device is asked for, which needs a copy; allow one");
    if (elsewhere && w->kind != GLA_DLPACK_CPU && w->kind != GLA_DLPACK_CUDA)
        return refuse("arrays are on the host or on CUDA devices; ask for one of these");
    if (elsewhere && w->kind == GLA_DLPACK_CUDA)
        snprintf(name, sizeof name, "cuda:%d", w->id);
    if (elsewhere)
        return gla_to_device(a, name, out, GLA_MAYBE);
    if (w->copy == GLA_YES)
        return gla_copy(a, out);
    if (gla_array_readonly(a) && !w->versioned)
        return refuse("the array is read-only, which capsules without a version cannot say; take a copy");
    *out = gla_ref(a);
    return GLA_OK;
}

/* Our work on a comes before the consumer's. */
static gla_status hand_over(const gla_array *a, PyObject *stream)
{
    if (!is_on_cuda(a))
        return stream == Py_None ? gla_lend(a, GLA_FOREIGN_DEFAULT)
                                 : gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: an array on the host has no stream; "
                                                     "leave stream out");
    if (stream == Py_None)
        return gla_lend(a, GLA_FOREIGN_DEFAULT);
    long long number;
    gla_status st;
    if (gla_py_stream_number(stream, &number, &st))
        return gla_lend(a, number < 0 ? GLA_FOREIGN_UNKNOWN : (uintptr_t)number);
    return st ? st : gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: stream is None, -1 (do not wait), 1 (legacy default), 2 (the "
                              "thread's default) or the address of a stream");
}

/* The capsule; it takes the array over, also when it fails. */
static PyObject *pack(gla_array *a, bool versioned, bool copied)
{
    void *managed = gla_dlpack_make(a, versioned, copied);
    if (!managed)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(managed, versioned ? GLA_DLPACK_VERSIONED_NAME : GLA_DLPACK_NAME, end_capsule);
    if (!capsule)
        gla_dlpack_end(managed, versioned);
    return capsule;
}

PyObject *gla_py_to_dlpack(PyObject *self, PyObject *args, PyObject *words)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    wish w = {Py_None, Py_None, Py_None, Py_None, GLA_MAYBE, false, 0, 0};
    gla_array *a, *given = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|$OOOO:__dlpack__", names, &w.stream, &w.max_version, &w.device,
                                     &w.copying))
        return NULL;
    /* The dictionary of the keywords may be the script's own. */
    PyObject *held = PyTuple_Pack(4, w.stream, w.max_version, w.device, w.copying), *capsule = NULL;
    if (!held)
        return NULL;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = read_wish(&w);
    if (!st)
        st = choose(a, &w, &given);
    if (!st)
        st = hand_over(given, w.stream);
    if (!st) {
        capsule = pack(given, w.versioned, gla_array_address(given) != gla_array_address(a));
    } else {
        gla_py_raise(st);
        gla_unref(given);
    }
    Py_DECREF(held);
    return capsule;
}

/* ---- __cuda_array_interface__, version 3 --------------------------------------------------------------------------- */
static PyObject *type_text(gla_dtype dtype)
{
    char kind = dtype == GLA_BOOL ? 'b' : gla_dtype_is_complex(dtype) ? 'c' : gla_dtype_is_real_floating(dtype) ? 'f'
                : gla_dtype_is_unsigned(dtype) ? 'u' : 'i';
    size_t size = gla_itemsize(dtype);
    return PyUnicode_FromFormat("%c%c%zu", size > 1 ? (PY_LITTLE_ENDIAN ? '<' : '>') : '|', kind, size);
}

PyObject *gla_py_cuda_interface(PyObject *self, void *Py_UNUSED(closure))
{
    gla_array *a;
    uintptr_t stream = 0;
    gla_status st = gla_py_self(self, &a);
    if (!st && !is_on_cuda(a)) {
        PyErr_Format(PyExc_AttributeError, "an Array on %s has no __cuda_array_interface__", gla_array_device(a));
        return NULL;
    }
    /* Consumers wait for the stream that they are given, or, if they do not care, work in the default one; how long
     * they keep the memory in which streams nobody knows. */
    if (!st)
        st = gla_native_stream(gla_array_device(a), &stream);
    if (!st)
        st = gla_lend(a, stream);
    if (!st)
        st = gla_lend(a, GLA_FOREIGN_DEFAULT);
    PyObject *strides = st || gla_array_is_contiguous(a) ? gla_py_new_ref(Py_None) : gla_py_byte_strides(a);
    PyObject *shape = st ? NULL : gla_py_shape_tuple(gla_array_ndim(a), gla_array_shape(a));
    PyObject *type = st ? NULL : type_text(gla_array_dtype(a)), *made = NULL;
    if (st)
        gla_py_raise(st);
    else if (strides && shape && type)
        made = Py_BuildValue("{sOsOs(KN)sisOsK}", "shape", shape, "typestr", type, "data",
                             (unsigned long long)(gla_array_size(a) ? (uintptr_t)gla_array_address(a) : 0),
                             PyBool_FromLong(gla_array_readonly(a)), "version", 3, "strides", strides, "stream",
                             (unsigned long long)stream);
    Py_XDECREF(strides);
    Py_XDECREF(shape);
    Py_XDECREF(type);
    return made;
}
