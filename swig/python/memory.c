/* memory.c - what sharing memory with other libraries takes: whose it is, streams, the interpreter when memory is released. */
#include "memory.h"

void gla_py_foreign_of(PyObject *o, gla_foreign *m)
{
    *m = (gla_foreign){.format = ""};
    snprintf(m->owner, sizeof m->owner, "%s", Py_TYPE(o)->tp_name);
}

bool gla_py_stream_number(PyObject *o, long long *number, gla_status *status)
{
    int overflow = 0;
    PyObject *index = PyNumber_Index(o);
    *number = index ? PyLong_AsLongLongAndOverflow(index, &overflow) : 0;
    Py_XDECREF(index);
    *status = gla_py_excuse();
    return !*status && !overflow && (*number > 0 || *number == -1);
}

bool gla_py_enter(GlaPyEntry *entry)
{
    if (!Py_IsInitialized())
        return false;
    entry->state = PyGILState_Ensure();
    gla_keep_error(&entry->error);
    PyErr_Fetch(&entry->pending[0], &entry->pending[1], &entry->pending[2]);
    return true;
}

void gla_py_leave(GlaPyEntry *entry)
{
    PyErr_Restore(entry->pending[0], entry->pending[1], entry->pending[2]);
    gla_restore_error(&entry->error);
    PyGILState_Release(entry->state);
}
