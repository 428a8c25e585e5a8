/* dlpack_out.c - Export of an array's memory: __dlpack__ and __cuda_array_interface__. */
#include "memory.h"

/* If no consumer has used a capsule, the capsule frees its array itself. */
static void end_capsule(PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    bool versioned = name && !strcmp(name, GLA_DLPACK_VERSIONED_NAME);
    if (versioned || (name && !strcmp(name, GLA_DLPACK_NAME)))
        gla_dlpack_end(PyCapsule_GetPointer(capsule, name), versioned);
}

/* Refusals raise BufferError. */
static void raise_error(gla_status st)
{
    if (st == GLA_DLPACK_REFUSED)
        PyErr_SetString(PyExc_BufferError, gla_last_message());
    else
        gla_py_raise(st);
}

PyObject *gla_py_dlpack_device(PyObject *self, PyObject *Py_UNUSED(unused))
{
    gla_array *a;
    int kind, id;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = gla_dlpack_place(a, &kind, &id);
    if (!st)
        return Py_BuildValue("(ii)", kind, id);
    raise_error(st);
    return NULL;
}

/* ---- the consumer's requests ------------------------------------------------------------------------------------------- */
static gla_status read_pair(PyObject *o, const char *name, int *first, int *second)
{
    if (PyTuple_Check(o) && PyArg_ParseTuple(o, "ii", first, second))
        return GLA_OK;
    return PyErr_Occurred() ? gla_py_pending() : gla_fail(GLA_ARGUMENT_ERROR, "__dlpack__: %s is not a pair of integers", name);
}

static gla_status read_wish(PyObject *stream, PyObject *version, PyObject *device, PyObject *copying, gla_dlpack_wish *w)
{
    int major = 0, minor;
    gla_status st = version == Py_None ? GLA_OK : read_pair(version, "max_version", &major, &minor);
    w->versioned = major >= GLA_DLPACK_MAJOR;
    w->elsewhere = device != Py_None;
    if (!st && w->elsewhere)
        st = read_pair(device, "dl_device", &w->kind, &w->id);
    if (!st && copying != Py_None && (st = gla_read_maybe(&gla_py_reader, copying, &w->copy)))
        gla_argument_of("__dlpack__", "copy");
    w->streamed = stream != Py_None;
    if (!st && w->streamed && !gla_py_stream_number(stream, &w->stream, &st))
        w->stream = 0;
    return st;
}

PyObject *gla_py_to_dlpack(PyObject *self, PyObject *args, PyObject *words)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copying = Py_None, *capsule = NULL;
    gla_dlpack_wish w = {.copy = GLA_MAYBE};
    gla_array *a;
    void *managed = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, words, "|$OOOO:__dlpack__", names, &stream, &version, &device, &copying))
        return NULL;
    /* The dictionary of keywords may belong to the script. */
    GLA_PY_OWNED PyObject *held = words ? PyTuple_Pack(4, stream, version, device, copying) : NULL;
    if (words && !held)
        return NULL;
    gla_status st = gla_py_self(self, &a);
    if (!st)
        st = read_wish(stream, version, device, copying, &w);
    if (!st)
        st = gla_dlpack_lend(a, &w, &managed);
    if (st)
        raise_error(st);
    else if (!(capsule = PyCapsule_New(managed, w.versioned ? GLA_DLPACK_VERSIONED_NAME : GLA_DLPACK_NAME, end_capsule)))
        gla_dlpack_end(managed, w.versioned);
    return capsule;
}

/* ---- __cuda_array_interface__, version 3 --------------------------------------------------------------------------- */
PyObject *gla_py_cuda_interface(PyObject *self, void *Py_UNUSED(closure))
{
    gla_array *a;
    uintptr_t stream = 0;
    gla_status st = gla_py_self(self, &a);
    if (!st && strncmp(gla_array_device(a), "cuda:", 5) != 0) {
        PyErr_Format(PyExc_AttributeError, "an Array on %s has no __cuda_array_interface__", gla_array_device(a));
        return NULL;
    }
    /* Consumers wait for the given stream, or work in the default stream. How long they use the memory, and in which streams,
     * is unknown. */
    if (!st)
        st = gla_native_stream(gla_array_device(a), &stream);
    if (!st)
        st = gla_lend(a, stream);
    if (!st)
        st = gla_lend(a, GLA_FOREIGN_DEFAULT);
    if (st)
        return gla_py_raise(st);
    char type[8];
    uintptr_t address = gla_array_size(a) ? (uintptr_t)gla_array_address(a) : 0;
    GLA_PY_OWNED PyObject *shape = gla_py_show(&(gla_result){GLA_FORM_SHAPE, {.array = a}});
    GLA_PY_OWNED PyObject *strides = gla_array_is_contiguous(a) ? gla_py_new_ref(Py_None) : gla_py_byte_strides(a);
    return !shape || !strides
               ? NULL
               : Py_BuildValue("{sOsss(KN)sisOsK}", "shape", shape, "typestr", gla_typestr_of(gla_array_dtype(a), type), "data",
                               (unsigned long long)address, PyBool_FromLong(gla_array_readonly(a)), "version", 3, "strides",
                               strides, "stream", (unsigned long long)stream);
}
