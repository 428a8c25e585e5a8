/* dlpack_in.c - objects that hand out their memory by the methods __dlpack__ and __dlpack_device__ -> array. */
#include "dlpack.h"

/* ---- the capsule, once it is ours ---------------------------------------------------------------------------------- */
/* The last array on the memory may die in any thread, with an exception pending, and after Python has. */
static void release_old(void *p)
{
    GlaDlOld *m = p;
    GlaPyEntry entry;
    if (!m->deleter || !gla_py_enter(&entry))
        return;
    m->deleter(m);
    gla_py_leave(&entry);
}

static void release_versioned(void *p)
{
    GlaDlVersioned *m = p;
    GlaPyEntry entry;
    if (!m->deleter || !gla_py_enter(&entry))
        return;
    m->deleter(m);
    gla_py_leave(&entry);
}

/* ---- what it says -------------------------------------------------------------------------------------------------- */
/* Name of a device in `name`, "" for the host. */
static gla_status device_name(const GlaMemory *m, long kind, long id, char name[32])
{
    *name = '\0';
    if (kind == GLA_DL_CPU || kind == GLA_DL_CUDA_HOST)
        return GLA_OK;
    if (kind != GLA_DL_CUDA && kind != GLA_DL_CUDA_MANAGED)
        return gla_argument_fact(GLA_DEVICE_ERROR, "is a %.100s on a device of DLPack's kind %ld, which gpulinalg does not "
                                 "reach; move it to the host or to a CUDA device first", gla_py_type_name(m), kind);
    if (id < 0)
        return gla_py_fail_lie(m, "the number of its device is negative");
    snprintf(name, 32, "cuda:%ld", id);
    return GLA_OK;
}

static gla_status read_type(const GlaDlTensor *t, GlaMemory *m)
{
    static const char *const names[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
    static const char kinds[] = "iuf--cb";
    char text[48];
    bool known = t->type.kind < sizeof names / sizeof *names;
    m->itemsize = t->type.bits / 8;
    m->dtype = known && t->type.bits % 8 == 0 && t->type.lanes == 1 ? gla_py_kind(kinds[t->type.kind], m->itemsize)
                                                                    : GLA_NO_DTYPE;
    if (m->dtype)
        return GLA_OK;
    if (known)
        snprintf(text, sizeof text, "%s%d", names[t->type.kind], t->type.bits);
    else
        snprintf(text, sizeof text, "kind %d of %d bits", t->type.kind, t->type.bits);
    if (t->type.lanes != 1)
        snprintf(text + strlen(text), 8, "x%d", t->type.lanes);
    m->format = text;
    gla_status st = gla_py_fail_format(m);
    m->format = "";
    return st;
}

/* Its fields say where and what, in elements; GlaMemory wants bytes.  The product may wrap: CuPy (14.2) divides negative
 * strides as if they had no sign, and is understood that way. */
static gla_status describe(const GlaDlTensor *t, uint64_t flags, GlaMemory *m)
{
    Py_ssize_t low, high, size;
    gla_status st = read_type(t, m);
    if (st)
        return st;
    if (t->ndim < 0 || t->ndim > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a %.100s of %d dimensions, but an array has at most %d",
                                 gla_py_type_name(m), (int)t->ndim, GLA_MAX_NDIM);
    if (t->ndim && !t->shape)
        return gla_py_fail_lie(m, "it has dimensions but no shape");
    m->ndim = t->ndim;
    m->data = t->data ? (char *)t->data + t->offset : NULL;
    m->readonly = flags & GLA_DL_READONLY;
    Py_ssize_t step = m->itemsize;
    for (int i = t->ndim; i-- > 0;) {
        m->shape[i] = (Py_ssize_t)t->shape[i];
        m->strides[i] = t->strides ? (Py_ssize_t)((uint64_t)t->strides[i] * (uint64_t)m->itemsize) : step;
        if (!t->strides && __builtin_mul_overflow(step, m->shape[i], &step))
            return gla_py_fail_lie(m, "its size overflows");
        m->readonly |= m->strides[i] == 0 && m->shape[i] > 1; /* one element in many places */
    }
    return gla_py_span(m, &low, &high, &size);
}

/* ---- taking it over ------------------------------------------------------------------------------------------------ */
static gla_status fail_used(const GlaMemory *m, const char *name)
{
    PyErr_Clear();
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s that gave a capsule named '%.40s', not '%s': %s",
                             gla_py_type_name(m), name ? name : "", GLA_DL_VERSIONED_NAME, name && !strncmp(name, "used_", 5)
                             ? "it has been used up; ask for a new one" : "it is of another use");
}

/* device: the one that the object says it is on; "" for the host. */
static gla_status take_capsule(PyObject *capsule, GlaMemory *m, const char *device, gla_array **out)
{
    char here[32];
    const char *name = PyCapsule_CheckExact(capsule) ? PyCapsule_GetName(capsule) : NULL;
    bool versioned = name && !strcmp(name, GLA_DL_VERSIONED_NAME);
    void *p = versioned || (name && !strcmp(name, GLA_DL_OLD_NAME)) ? PyCapsule_GetPointer(capsule, name) : NULL;
    if (!p)
        return fail_used(m, name);
    GlaDlVersioned *v = p;
    if (versioned && v->major != GLA_DL_MAJOR) {
        PyErr_Format(PyExc_BufferError, "from_dlpack: the capsule of this %.100s is of version %u of DLPack, but only %d is "
                     "understood", gla_py_type_name(m), (unsigned)v->major, GLA_DL_MAJOR);
        return gla_py_pending();
    }
    const GlaDlTensor *t = versioned ? &v->tensor : &((GlaDlOld *)p)->tensor;
    gla_status st = describe(t, versioned ? v->flags : 0, m);
    if (!st)
        st = device_name(m, t->device.kind, t->device.id, here);
    if (!st && strcmp(here, device) != 0)
        st = gla_py_fail_lie(m, "its device is not the one that it names");
    if (st)
        return st;
    if (PyCapsule_SetName(capsule, versioned ? "used_" GLA_DL_VERSIONED_NAME : "used_" GLA_DL_OLD_NAME) < 0)
        return gla_py_pending();
    m->device = *here ? here : NULL;
    void (*release)(void *) = versioned ? release_versioned : release_old;
    if ((st = gla_py_take(m, release, p, out)))
        release(p);
    return st;
}

static gla_status read_device(PyObject *o, const GlaMemory *m, long *kind, long *id)
{
    PyObject *pair = PyObject_CallMethod(o, "__dlpack_device__", NULL);
    if (!pair)
        return gla_py_pending();
    bool good = PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2;
    if (good) {
        *kind = PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)); /* an IntEnum is an integer */
        *id = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
        good = !PyErr_Occurred();
    }
    gla_status st = gla_py_excuse();
    Py_DECREF(pair);
    if (st)
        return st;
    return good ? GLA_OK : gla_argument_fact(GLA_ARGUMENT_ERROR, "is a %.100s whose __dlpack_device__ gave no pair of integers",
                                             gla_py_type_name(m));
}

/* The capsule.  Producers from before version 1 know only the stream: they are asked a second time. */
static PyObject *ask(PyObject *o, const char *device, uintptr_t stream, gla_maybe copy)
{
    PyObject *method = PyObject_GetAttrString(o, "__dlpack__"), *none = PyTuple_New(0), *words = PyDict_New();
    PyObject *number = *device ? PyLong_FromUnsignedLongLong(stream) : NULL;
    PyObject *version = Py_BuildValue("(ii)", GLA_DL_MAJOR, 1), *capsule = NULL;
    bool good = method && none && words && version && !PyErr_Occurred();
    if (good && number)
        good = !PyDict_SetItemString(words, "stream", number);
    PyObject *old = good ? PyDict_Copy(words) : NULL;
    if (old && !PyDict_SetItemString(words, "max_version", version) &&
        (copy != GLA_NO || !PyDict_SetItemString(words, "copy", Py_False)))
        capsule = PyObject_Call(method, none, words);
    if (old && !capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        capsule = PyObject_Call(method, none, old);
    }
    Py_XDECREF(method);
    Py_XDECREF(none);
    Py_XDECREF(words);
    Py_XDECREF(old);
    Py_XDECREF(number);
    Py_XDECREF(version);
    return capsule;
}

/* Through the capsule of o, which says that it is on that device. */
static gla_status through_capsule(PyObject *o, GlaMemory *m, long kind, long id, gla_maybe copy, gla_array **out)
{
    char device[32];
    uintptr_t stream = 0;
    gla_status st = device_name(m, kind, id, device);
    if (!st && *device)
        st = gla_native_stream(device, &stream);
    if (st)
        return st;
    PyObject *capsule = ask(o, device, stream, copy);
    st = capsule ? take_capsule(capsule, m, device, out) : gla_py_pending();
    Py_XDECREF(capsule);
    return st;
}

gla_status gla_py_dlpack(PyObject *o, gla_maybe copy, gla_array **out)
{
    GlaMemory m = {.object = o, .format = ""};
    long kind = 0, id = 0;
    *out = NULL;
    gla_status st = read_device(o, &m, &kind, &id);
    return st ? st : through_capsule(o, &m, kind, id, copy, out);
}

bool gla_py_from_device(PyObject *o, gla_array **out, gla_status *status)
{
    GlaMemory m = {.object = o, .format = ""};
    long kind = 0, id = 0;
    *out = NULL;
    *status = read_device(o, &m, &kind, &id);
    if (!*status && (kind == GLA_DL_CPU || kind == GLA_DL_CUDA_HOST))
        return false;
    if (!*status)
        *status = through_capsule(o, &m, kind, id, GLA_MAYBE, out);
    return true;
}

/* from_dlpack(x, /, *, device=None, copy=None) */
PyObject *gla_py_from_dlpack(PyObject *Py_UNUSED(module), PyObject *args, PyObject *words)
{
    static char *names[] = {"", "device", "copy", NULL};
    PyObject *x, *device = Py_None, *copying = Py_None;
    gla_array *a, *given = NULL, *out = NULL;
    GlaTemp temp = {0};
    gla_maybe copy = GLA_MAYBE;
    char *name = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, words, "O|$OO:from_dlpack", names, &x, &device, &copying))
        return NULL;
    /* The dictionary of the keywords may be the script's own. */
    PyObject *held = PyTuple_Pack(3, x, device, copying);
    gla_status st = !held ? gla_py_pending() : device == Py_None ? GLA_OK : gla_py_text(device, &name, &temp);
    if (st)
        gla_argument_of("from_dlpack", "device");
    if (!st && copying != Py_None && (st = gla_read_maybe(&gla_py_reader, copying, &copy)))
        gla_argument_of("from_dlpack", "copy");
    if (!st && PyObject_TypeCheck(x, &gla_py_base_type))
        st = gla_py_self(x, &a);
    else if (!st && !(st = gla_py_dlpack(x, copy, &given)))
        a = given;
    if (st)
        gla_argument_of("from_dlpack", "x");
    if (!st)
        st = gla_asarray(a, &out, GLA_NO_DTYPE, name ? name : gla_array_device(a), copy);
    if (st) {
        gla_argument_of("from_dlpack", "device");
        gla_py_raise(st);
    }
    gla_unref(given);
    Py_XDECREF(temp.object);
    Py_XDECREF(held);
    return st ? NULL : gla_py_wrap(out);
}
