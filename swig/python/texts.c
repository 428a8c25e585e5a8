/* texts.c - File names and byte strings of scripts. */
#include "binding.h"

/* v->object keeps the owner of v->text alive. */
static void show_bytes(PyObject *bytes, gla_value_kind kind, gla_value *v)
{
    v->kind = kind;
    v->object = bytes;
    v->text = PyBytes_AS_STRING(bytes);
    v->length = (size_t)PyBytes_GET_SIZE(bytes);
}

/* Read a file name: a string, bytes, or an os.PathLike object. */
gla_status gla_py_show_path(PyObject *o, gla_value *v)
{
    v->kind = o == Py_None ? GLA_VALUE_NONE : GLA_VALUE_OTHER;
    GLA_PY_OWNED PyObject *name = PyOS_FSPath(o);
    if (!name)
        return gla_py_clear_refusal();
    PyObject *bytes = PyUnicode_Check(name) ? PyUnicode_EncodeFSDefault(name) : gla_py_new_ref(name);
    if (bytes)
        show_bytes(bytes, GLA_VALUE_TEXT, v);
    else if (!gla_py_clear_refusal())
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "contains a character that file names cannot contain");
    return bytes ? GLA_OK : gla_last_status();
}

gla_status gla_py_show_bytes(PyObject *o, gla_value *v)
{
    PyObject *bytes = PyUnicode_Check(o) ? PyUnicode_AsUTF8String(o) : PyObject_CheckBuffer(o) ? PyBytes_FromObject(o) : NULL;
    v->kind = GLA_VALUE_OTHER;
    if (!bytes)
        return gla_py_clear_refusal();
    show_bytes(bytes, GLA_VALUE_BYTES, v);
    return GLA_OK;
}
