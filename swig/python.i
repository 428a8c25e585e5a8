/* python.i - what the shared interface needs of Python: conversions (swig/python/*.c) and the start of the module. */
%{
#include "python/binding.h"

#define GLA_IS_NONE(obj) ((obj) == Py_None)
#define GLA_IN_ARRAY gla_py_array
#define GLA_IN_PLACES(obj, p, tmp) gla_read_places(&gla_py_reader, obj, p, tmp)
#define GLA_IN_SELF gla_py_self
#define GLA_IN_ARRAYS(obj, p) gla_read_arrays(&gla_py_reader, obj, p)
#define GLA_FREE_ARRAYS gla_release_arrays
#define GLA_IN_INDEX gla_py_index
#define GLA_FREE_INDEX(temp) gla_release_arrays(&(temp)->held)
#define GLA_IN_INTS(obj, store, p) gla_read_ints(&gla_py_reader, obj, store, (const gla_ints **)(p))
#define GLA_IN_DTYPE(obj, p) gla_read_dtype(&gla_py_reader, obj, p)
#define GLA_IN_AXIS(obj, p) gla_read_axis(&gla_py_reader, obj, p)
#define GLA_IN_MAYBE(obj, p) gla_read_maybe(&gla_py_reader, obj, p)
#define GLA_IN_BOOL(obj, p) gla_read_bool(&gla_py_reader, obj, p)
#define GLA_IN_INT(obj, p) gla_read_int(&gla_py_reader, obj, p)
#define GLA_IN_INT64(obj, p) gla_read_int64(&gla_py_reader, obj, p)
#define GLA_IN_DOUBLE(obj, p) gla_read_double(&gla_py_reader, obj, p)
#define GLA_IN_TEXT gla_py_text
#define GLA_IN_PATH gla_py_path
#define GLA_FREE_TEXT(temp) Py_XDECREF((temp)->object)
#define GLA_OUT_ARRAY gla_py_wrap
#define GLA_OUT_TEXT gla_py_text_object
#define GLA_OUT_STRINGS gla_py_strings_object
#define GLA_OUT_ARRAYS gla_py_arrays_object
#define GLA_OUT_RECORD gla_py_record_object
#define GLA_IN_TEXTS(obj, p) gla_read_texts(&gla_py_reader, obj, p)
#define GLA_IN_BYTES gla_py_bytes
#define GLA_IN_OBJECT gla_py_handle
#define GLA_OUT_OBJECT gla_py_object
#define GLA_OUT_BOOL PyBool_FromLong
#define GLA_OUT_DOUBLE PyFloat_FromDouble
#define GLA_RAISE gla_py_raise
#define GLA_SHOW_WARNINGS()            \
    if (gla_py_show_warnings() < 0) {  \
        Py_DECREF(resultobj);          \
        return NULL;                   \
    }
%}

%init %{
  if (gla_py_start(m) < 0)
    return NULL;
%}
