/* texts.c - names of files and bytes of a script. */
#include "binding.h"

/* The name of a file: text, bytes, or an object of os.PathLike. */
gla_status gla_py_path(PyObject *o, char **path, GlaTemp *temp)
{
    *path = NULL;
    PyObject *name = PyOS_FSPath(o);
    if (!name) {
        if (gla_py_excuse())
            return gla_last_status();
        return gla_wanted(&gla_py_reader, o == Py_None ? GLA_ARGUMENT_ERROR : GLA_DTYPE_ERROR, o, GLA_WANT_PATH);
    }
    temp->object = PyUnicode_Check(name) ? PyUnicode_EncodeFSDefault(name) : gla_py_new_ref(name);
    Py_DECREF(name);
    if (!temp->object && gla_py_excuse())
        return gla_last_status();
    if (!temp->object)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "holds a character that no name of a file can hold");
    *path = PyBytes_AS_STRING(temp->object);
    return gla_check_text(*path, (size_t)PyBytes_GET_SIZE(temp->object));
}

gla_status gla_py_bytes(PyObject *o, gla_bytes *bytes, GlaTemp *temp)
{
    temp->object = PyUnicode_Check(o) ? PyUnicode_AsUTF8String(o) : PyObject_CheckBuffer(o) ? PyBytes_FromObject(o) : NULL;
    if (!temp->object) {
        if (gla_py_excuse())
            return gla_last_status();
        return gla_wanted(&gla_py_reader, GLA_DTYPE_ERROR, o, GLA_WANT_BYTES);
    }
    *bytes = (gla_bytes){(size_t)PyBytes_GET_SIZE(temp->object), PyBytes_AS_STRING(temp->object)};
    return GLA_OK;
}
