/* dlpack_in.c - Import of memory by DLPack: objects with the methods __dlpack__ and __dlpack_device__. */
#include "memory.h"

static gla_status fail_used(const gla_foreign *m, const char *name)
{
    PyErr_Clear();
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s that returned a capsule named '%.40s', not '%s': %s", m->owner,
                             name ? name : "", GLA_DLPACK_VERSIONED_NAME,
                             name && !strncmp(name, "used_", 5) ? "it has been used already; request a new one"
                                                                : "it serves another purpose");
}

/* `device` is the device that the object reports; "" for the host. */
static gla_status take_capsule(PyObject *capsule, gla_foreign *m, const char *device, gla_array **out)
{
    char here[32];
    const char *name = PyCapsule_CheckExact(capsule) ? PyCapsule_GetName(capsule) : NULL;
    bool versioned = name && !strcmp(name, GLA_DLPACK_VERSIONED_NAME);
    void *p = versioned || (name && !strcmp(name, GLA_DLPACK_NAME)) ? PyCapsule_GetPointer(capsule, name) : NULL;
    if (!p)
        return fail_used(m, name);
    if (versioned && gla_dlpack_major(p) != GLA_DLPACK_MAJOR) {
        PyErr_Format(PyExc_BufferError,
                     "from_dlpack: the capsule of this %.100s has DLPack version %u, but only version %d is supported",
                     m->owner, (unsigned)gla_dlpack_major(p), GLA_DLPACK_MAJOR);
        return gla_py_pending();
    }
    gla_status st = gla_dlpack_read(p, versioned, m, here);
    if (!st && strcmp(here, device) != 0)
        st = gla_foreign_fail_lie(m, "the memory is not on the device that it states");
    if (st)
        return st;
    GlaPyOwner *own = gla_py_new_owner(&st);
    if (!own)
        return st;
    if (PyCapsule_SetName(capsule, versioned ? "used_" GLA_DLPACK_VERSIONED_NAME : "used_" GLA_DLPACK_NAME) < 0) {
        gla_py_release_owner(own);
        return gla_py_pending();
    }
    own->managed = p; /* from here on we own it */
    own->versioned = versioned;
    if ((st = gla_foreign_take(&gla_py_reader, m, gla_py_release_owner, own, out)))
        gla_py_release_owner(own);
    return st;
}

static gla_status read_device(PyObject *o, const gla_foreign *m, long *kind, long *id)
{
    GLA_PY_OWNED PyObject *pair = PyObject_CallMethod(o, "__dlpack_device__", NULL);
    if (!pair)
        return gla_py_pending();
    if (PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2) {
        *kind = PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)); /* an IntEnum is an integer */
        *id = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
        if (!PyErr_Occurred())
            return GLA_OK;
    }
    gla_status st = gla_py_clear_refusal();
    return st ? st
              : gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose __dlpack_device__ did not return a pair of integers",
                                  m->owner);
}

/* Request the capsule. Producers of DLPack versions before 1 support only the stream argument, so their method is called a
 * second time. */
static PyObject *ask(PyObject *o, const char *device, uintptr_t stream, gla_maybe copy)
{
    GLA_PY_OWNED PyObject *method = PyObject_GetAttrString(o, "__dlpack__"), *none = method ? PyTuple_New(0) : NULL;
    GLA_PY_OWNED PyObject *old = !none     ? NULL
                                 : *device ? Py_BuildValue("{sK}", "stream", (unsigned long long)stream)
                                           : PyDict_New();
    GLA_PY_OWNED PyObject *words = old ? Py_BuildValue("{s(ii)}", "max_version", GLA_DLPACK_MAJOR, 1) : NULL;
    PyObject *capsule = NULL;
    if (words && !PyDict_Update(words, old) && (copy != GLA_NO || !PyDict_SetItemString(words, "copy", Py_False)))
        capsule = PyObject_Call(method, none, words);
    if (words && !capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        capsule = PyObject_Call(method, none, old);
    }
    return capsule;
}

/* Import memory through the DLPack capsule of o, which reports that its memory is on that device. */
static gla_status through_capsule(PyObject *o, gla_foreign *m, long kind, long id, gla_maybe copy, gla_array **out)
{
    char device[32];
    uintptr_t stream = 0;
    gla_status st = gla_dlpack_device_name(m, kind, id, device);
    if (!st && *device)
        st = gla_native_stream(device, &stream);
    if (st)
        return st;
    GLA_PY_OWNED PyObject *capsule = ask(o, device, stream, copy);
    return capsule ? take_capsule(capsule, m, device, out) : gla_py_pending();
}

gla_status gla_py_dlpack(PyObject *o, bool anywhere, gla_maybe copy, gla_array **out)
{
    gla_foreign m;
    long kind = 0, id = 0;
    gla_py_foreign_of(o, &m);
    *out = NULL;
    gla_status st = read_device(o, &m, &kind, &id);
    bool left = !anywhere && (kind == GLA_DLPACK_CPU || kind == GLA_DLPACK_CUDA_HOST);
    return st || left ? st : through_capsule(o, &m, kind, id, copy, out);
}
