/* python.i - Python's part of the interface: includes of the conversions (swig/python/*.c). */
%{
#include "python/binding.h"

#define GLA_READER (&gla_py_reader)
#define GLA_GIVEN(obj) true
#define GLA_IS_NONE(obj) ((obj) == Py_None)
#define GLA_IN_ARRAY gla_py_array
#define GLA_IN_SELF gla_py_self
#define GLA_OUT_ARRAY gla_py_wrap
#define GLA_OUT(form, place) ((form) == GLA_FORM_TEXT ? gla_py_take_text(*(char **)(place)) : gla_py_result(form, place))
#define GLA_APPEND(results, value) results = gla_py_append(results, value)
#define GLA_RAISE gla_py_raise
#define GLA_SHOW_WARNINGS()            \
    if (gla_py_show_warnings() < 0) {  \
        Py_XDECREF(resultobj);         \
        return NULL;                   \
    }
%}

/* For pickles, and for memory exported by DLPack. */
%inline %{
static gla_status _pickle(const gla_bytes *packed, gla_dtype dtype, const gla_ints *shape, gla_array **out)
{
    if (!dtype || !shape)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the pickle lacks the type of the array or its shape");
    return gla_from_bytes("asarray: the pickle", packed, dtype, shape, out);
}
static gla_status _from_dlpack(PyObject *x, gla_array **out, const char *device, gla_maybe copy)
{
    gla_array *a = NULL, *given = NULL;
    gla_status st = gla_py_is_array(x) ? gla_py_self(x, &a) : gla_py_dlpack(x, true, copy, &given);
    if (st) {
        gla_argument_of("from_dlpack", "x");
        return st;
    }
    a = given ? given : a;
    st = gla_asarray(a, out, GLA_NO_DTYPE, device ? device : gla_array_floating(a) ? NULL : gla_array_device(a), copy);
    gla_unref(given);
    return st;
}
%}
