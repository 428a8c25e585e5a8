/* binding.h - conversions between Python's values and the library's.
 *
 * Those into the library return a gla_status: on failure the error is set with gla_fail, or a Python exception
 * that code of the user raised is pending, and gla_py_raise makes the one or lets the other stand.
 */
#ifndef GLA_PYTHON_BINDING_H
#define GLA_PYTHON_BINDING_H

#include "python/native/native.h"

/* ---- handles.c: objects of all classes */
extern PyTypeObject *gla_py_class; /* gpulinalg.Array, once it is registered */
PyObject *gla_py_register(PyObject *module, PyObject *names);
PyObject *gla_py_adopt(PyObject *module, PyObject *given);
PyObject *gla_py_dtype_object(gla_dtype dtype); /* borrowed */
gla_dtype gla_py_dtype_of(const PyObject *o);   /* GLA_NO_DTYPE: it is no object of a type */
PyObject *gla_py_wrap(gla_array *a);            /* these two take the reference over */
PyObject *gla_py_object(void *handle);          /* of any class */
void *gla_py_held(PyObject *o); /* NULL: no object of another class than Array, or one that was never initialised */
gla_status gla_py_self(PyObject *o, gla_array **a);
gla_status gla_py_fail_no_array(void);

/* ---- export.c: host memory given out as a buffer */
extern PyBufferProcs gla_py_buffer_methods;

/* ---- values.c: single numbers */
PyObject *gla_py_number_object(const gla_number *n);
PyObject *gla_py_tolist(PyObject *self, PyObject *unused);
PyObject *gla_py_item(PyObject *self, PyObject *args);
PyObject *gla_py_tobytes(PyObject *self, PyObject *unused);

/* ---- convert.c: anything array-like -> array */
gla_status gla_py_convert(PyObject *o, gla_array **a, gla_array **tmp);
/* Whether o, which is not a number, list or tuple, is an array of some other kind; then *status is the outcome. */
bool gla_py_foreign(PyObject *o, gla_array **tmp, gla_status *status);
/* The same for an object that describes its memory by an attribute of its own, not of its class; asked last. */
bool gla_py_described(PyObject *o, gla_array **tmp, gla_status *status);

/* ---- reader.c: what values of the script are */
extern gla_reader gla_py_reader;

/* ---- buffer.c, interface.c: memory of other objects -> array */
gla_status gla_py_buffer(PyObject *o, gla_array **out);
gla_status gla_py_interface(PyObject *o, bool cuda, gla_array **out);

/* ---- tables.c: whether gpulinalg._tables has an answer for o, which is *status and *tmp */
bool gla_py_table(PyObject *o, gla_array **tmp, gla_status *status);
PyObject *gla_py_module_of(PyTypeObject *type); /* the name of the module of a class of the script, or NULL */
const char *gla_py_package(PyTypeObject *type); /* of those that it may answer for; NULL: of another one */
bool gla_py_is_sparse(PyObject *o);             /* a matrix of SciPy or CuPy */
/* The same as a Sparse, with a reference. */
gla_status gla_py_take_sparse(PyObject *o, void **matrix);

/* ---- dlpack_in.c, dlpack_out.c: memory shared with other libraries by DLPack and __cuda_array_interface__ */
/* o has the methods of DLPack.  What is on the host is left alone, and *out is NULL, unless it may be anywhere. */
gla_status gla_py_dlpack(PyObject *o, bool anywhere, gla_maybe copy, gla_array **out);
PyObject *gla_py_arrow_array(PyObject *self, PyObject *args, PyObject *words);
PyObject *gla_py_to_dlpack(PyObject *self, PyObject *args, PyObject *words);
PyObject *gla_py_dlpack_device(PyObject *self, PyObject *unused);
PyObject *gla_py_cuda_interface(PyObject *self, void *closure);

/* ---- texts.c: names of files, bytes */
gla_status gla_py_show_path(PyObject *o, gla_value *v);
gla_status gla_py_show_bytes(PyObject *o, gla_value *v);

/* ---- results.c: what a function has stored as its result; of several arrays a tuple */
PyObject *gla_py_result(gla_form form, const void *place);
PyObject *gla_py_take_text(char *text);
/* One more result of a function: the only one, or the next of a list.  None stands for no result yet, NULL for an earlier
 * failure.  Take both references over. */
PyObject *gla_py_append(PyObject *results, PyObject *value);
PyObject *gla_py_show(const gla_result *r);
PyObject *gla_py_byte_strides(const gla_array *a); /* a tuple */

static inline bool gla_py_is_array(PyObject *o)
{
    return Py_TYPE(o) == gla_py_class || PyObject_TypeCheck(o, &gla_py_base_type);
}

/* Whether o is an object of another class of the library. */
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

/* The arguments of a call, NULL for those that were not given (see fastcall.awk); false where their number is wrong. */
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

/* Ctrl-C is heard among millions of elements. */
static inline gla_status gla_py_step(uint32_t *steps, uint32_t cost)
{
    if ((*steps += cost) < 0x20000)
        return GLA_OK;
    *steps = 0;
    return PyErr_CheckSignals() < 0 ? gla_py_pending() : GLA_OK;
}

#endif
