/* memory.c - Memory shared with other libraries: ownership, streams, and release by the interpreter. */
#include "memory.h"

void gla_py_foreign_of(PyObject *o, gla_foreign *m)
{
    const char *name = Py_TYPE(o)->tp_name;
    size_t length = strnlen(name, sizeof m->owner - 1);
    memcpy(m->owner, name, length);
    m->owner[length] = '\0';
    m->format = "";
    m->data = NULL;
    m->itemsize = 0;
    m->ndim = 0;
    m->device = NULL;
    m->readonly = m->swapped = false;
    m->dtype = GLA_NO_DTYPE;
}

bool gla_py_stream_number(PyObject *o, long long *number, gla_status *status)
{
    int overflow = 0;
    GLA_PY_OWNED PyObject *index = PyNumber_Index(o);
    *number = index ? PyLong_AsLongLongAndOverflow(index, &overflow) : 0;
    *status = gla_py_clear_refusal();
    return !*status && !overflow && (*number > 0 || *number == -1);
}

GlaPyOwner *gla_py_new_owner(gla_status *status)
{
    GlaPyOwner *own = gla_calloc(1, sizeof *own);
    *status = own ? GLA_OK : gla_fail_memory("asarray", sizeof *own);
    return own;
}

void gla_py_release_owner(void *owner)
{
    GlaPyOwner *own = owner;
    PyObject *pending[3];
    gla_kept_error error;
    bool runs_code = own->objects || own->buffer.obj || (own->managed && gla_dlpack_ends(own->managed, own->versioned));
    if (runs_code && Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure();
        gla_keep_error(&error);
        PyErr_Fetch(&pending[0], &pending[1], &pending[2]);
        if (own->managed)
            gla_dlpack_end(own->managed, own->versioned);
        PyBuffer_Release(&own->buffer);
        Py_XDECREF(own->objects);
        PyErr_Restore(pending[0], pending[1], pending[2]);
        gla_restore_error(&error);
        PyGILState_Release(state);
    }
    gla_free(own);
}
