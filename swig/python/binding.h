/* binding.h - Conversions between Python's values and the library's.
 *
 * Conversions into the library return a gla_status. On failure either an error is set with gla_fail, or a Python exception of
 * user code is pending. gla_py_raise turns the error into an exception, or keeps the pending exception. */
#ifndef GLA_PYTHON_BINDING_H
#define GLA_PYTHON_BINDING_H

#include "python/native/native.h"

/* ---- handles.c: objects of all classes */
extern PyTypeObject *gla_py_class; /* gpulinalg.Array, after it has been registered */
PyObject *gla_py_register(PyObject *module, PyObject *names);
PyObject *gla_py_adopt(PyObject *module, PyObject *given);
PyObject *gla_py_dtype_object(gla_dtype dtype); /* borrowed */
gla_dtype gla_py_dtype_of(const PyObject *o);   /* GLA_NO_DTYPE if o is not a dtype object */
PyObject *gla_py_wrap(gla_array *a);            /* these two take over the reference */
PyObject *gla_py_object(void *handle);          /* of any class */
void *gla_py_handle_of(PyObject *o); /* NULL if o is an Array, is not an object of the library, or is uninitialised */
gla_status gla_py_self(PyObject *o, gla_array **a);
gla_status gla_py_fail_no_array(void);

/* ---- export.c: host memory exported as a buffer */
extern PyBufferProcs gla_py_buffer_methods;

/* ---- values.c: single elements */
PyObject *gla_py_number_object(const gla_number *n);
PyObject *gla_py_tolist(PyObject *self, PyObject *unused);
bool gla_py_leave_tape(const char *op, const gla_array *a);
PyObject *gla_py_item(PyObject *self, PyObject *args);
PyObject *gla_py_tobytes(PyObject *self, PyObject *unused);

/* ---- convert.c: anything array-like -> array */
gla_status gla_py_convert(PyObject *o, gla_array **a, gla_array **tmp);
/* Return true if o is an array of another library, and not a number, list or tuple. *status is then the outcome of the
 * import. */
bool gla_py_foreign(PyObject *o, gla_array **tmp, gla_status *status);
/* The same for an object that describes its memory in an attribute of the object itself, not of its class. Called last. */
bool gla_py_described(PyObject *o, gla_array **tmp, gla_status *status);

/* ---- reader.c: reading the values of scripts */
extern gla_reader gla_py_reader;

/* ---- buffer.c, interface.c: memory of other objects -> array */
gla_status gla_py_buffer(PyObject *o, gla_array **out);
gla_status gla_py_interface(PyObject *o, bool cuda, gla_array **out);

/* ---- tables.c: return true if gpulinalg._tables handled o; the result is in *status and *tmp */
bool gla_py_table(PyObject *o, gla_array **tmp, gla_status *status);
PyObject *gla_py_module_of(PyTypeObject *type); /* name of the module of a class defined in a script, or NULL */
const char *gla_py_package(PyTypeObject *type); /* package of the class if gpulinalg._tables supports it, or NULL */
const char *gla_py_package_of(PyObject *o);     /* the same for the class or one of its base classes */
bool gla_py_is_sparse(PyObject *o);             /* true for a SciPy or CuPy matrix */
/* Return the matrix as a Sparse, with a reference. */
gla_status gla_py_take_sparse(PyObject *o, void **matrix);

/* ---- frames.c: a data frame as a Table, with a reference; *table stays NULL for any other object. Append a column; *added
 * stays false for an object that is read as an array. */
gla_status gla_py_frame(PyObject *o, void **table);
gla_status gla_py_column(gla_reader *r, void *object, gla_columns *c, const char *name, bool *added);

/* ---- arrow_table.c: export of a Table */
PyObject *gla_py_arrow_stream(PyObject *module, PyObject *parts);

/* ---- dlpack_in.c, dlpack_out.c: memory shared with other libraries by DLPack and __cuda_array_interface__ */
/* Import o by its DLPack methods.  Unless `anywhere` is true, data on the host is ignored and *out is NULL. */
gla_status gla_py_dlpack(PyObject *o, bool anywhere, gla_maybe copy, gla_array **out);
PyObject *gla_py_arrow_array(PyObject *self, PyObject *args, PyObject *words);
PyObject *gla_py_to_dlpack(PyObject *self, PyObject *args, PyObject *words);
PyObject *gla_py_dlpack_device(PyObject *self, PyObject *unused);
PyObject *gla_py_cuda_interface(PyObject *self, void *closure);

/* ---- texts.c: file names, bytes */
gla_status gla_py_show_path(PyObject *o, gla_value *v);
gla_status gla_py_show_bytes(PyObject *o, gla_value *v);

/* ---- results.c: the stored result of a function; several arrays become a tuple */
PyObject *gla_py_result(gla_form form, const void *place);
PyObject *gla_py_take_text(char *text);
/* Append another result of a function to `results`, which is None before the first result, the only result so far, or a list of
 * results. NULL means an earlier failure. Both references are taken over. */
PyObject *gla_py_append(PyObject *results, PyObject *value);
PyObject *gla_py_show(const gla_result *r);
PyObject *gla_py_byte_strides(const gla_array *a); /* a tuple */

static inline bool gla_py_is_array(PyObject *o)
{
    return Py_TYPE(o) == gla_py_class || PyObject_TypeCheck(o, &gla_py_base_type);
}

/* Return true if o is an object of the library whose class is not Array. */
static inline bool gla_py_is_other(PyObject *o)
{
    return Py_TYPE(o) != gla_py_class && PyObject_TypeCheck(o, &gla_py_handle_type) && !gla_py_is_array(o);
}

static inline gla_status gla_py_array(PyObject *o, gla_array **a, gla_array **tmp)
{
    if (gla_py_is_array(o)) {
        *a = ((GlaObject *)o)->handle;
        return *a ? GLA_OK : gla_py_fail_no_array();
    }
    return gla_py_convert(o, a, tmp);
}

/* Collect the arguments of a call; arguments that were not given are NULL (see fastcall.awk). Return false if the number of
 * arguments is wrong. */
void gla_py_fail_number(const char *name, Py_ssize_t given, Py_ssize_t least, Py_ssize_t most);
static inline bool gla_py_unpack(PyObject *const *args, Py_ssize_t given, const char *name, Py_ssize_t least, Py_ssize_t most,
                                 PyObject **to)
{
    if (given < least || given > most) {
        gla_py_fail_number(name, given, least, most);
        return false;
    }
    for (Py_ssize_t i = 0; i < most; i++)
        to[i] = i < given ? args[i] : NULL;
    return true;
}

/* Check for Ctrl-C from time to time in long loops. */
static inline gla_status gla_py_step(uint32_t *steps, uint32_t cost)
{
    if ((*steps += cost) < 0x20000)
        return GLA_OK;
    *steps = 0;
    return PyErr_CheckSignals() < 0 ? gla_py_pending() : GLA_OK;
}

#endif
