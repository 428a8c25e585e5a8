/* binding.h - what the C files of the Python module share.
 *
 * Conversions into the library return a gla_status: on failure the error is set with gla_fail, or a Python exception
 * that code of the user raised is pending, and gla_py_raise makes the one or lets the other stand.
 */
#ifndef GLA_PYTHON_BINDING_H
#define GLA_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "gpulinalg.h"
#include "gpulinalg/call.h"

/* The C part of every class of the library: a handle, which is NULL only in an object that was never initialised. */
typedef struct GlaObject {
    PyObject_HEAD void *handle;
    PyObject *weak; /* references that do not keep it */
} GlaObject;

extern PyTypeObject gla_py_handle_type; /* of all objects of the library, */
extern PyTypeObject gla_py_base_type;   /* and of arrays among them */
extern PyTypeObject *gla_py_class;      /* gpulinalg.Array, once it is registered */

/* ---- module.c: everything that the module needs to start */
int gla_py_start(PyObject *module);

/* ---- errors.c */
int gla_py_add_errors(PyObject *module);
/* What a function of the library returned when it failed, as the exception; NULL.  The second names whose argument was
 * wrong. */
void *gla_py_raise(gla_status status);
void *gla_py_raise_about(gla_status status, const char *function, const char *argument);
/* Show the warnings of the last call by Python's warnings module; -1 when a filter makes an exception of one. */
int gla_py_show_warnings(void);
/* A failure for which a Python exception is pending. */
gla_status gla_py_pending(void);
/* Take back the exception of a question that an object need not answer, or leave it pending if it is another one. */
gla_status gla_py_excuse(void);

/* ---- handles.c: objects of all classes */
int gla_py_add_types(PyObject *module);
PyObject *gla_py_register(PyObject *module, PyObject *names);
PyObject *gla_py_adopt(PyObject *module, PyObject *given);
PyObject *gla_py_dtype_object(gla_dtype dtype); /* borrowed */
bool gla_py_is_dtype_object(const PyObject *o);
PyObject *gla_py_wrap(gla_array *a);   /* these two take the reference over */
PyObject *gla_py_object(void *handle); /* of any class */
void *gla_py_held(PyObject *o);        /* NULL: no object of another class than Array, or one that was never initialised */

/* ---- object.c: the base type of arrays */
PyObject *gla_py_byte_strides(const gla_array *a);
gla_status gla_py_self(PyObject *o, gla_array **a);
gla_status gla_py_fail_no_array(void);

/* ---- operators.c: number slots and comparison, of all objects and of arrays alone */
extern PyNumberMethods gla_py_operators, gla_py_number_methods;
PyObject *gla_py_compare(PyObject *x, PyObject *y, int op);

/* ---- temporaries.c: operands that only the interpreter's stack of values holds */
/* The array of such an operand, which it no longer keeps, offered to the operation; NULL of any other.  `caller` is the address
 * that the operator returns to. */
gla_array *gla_py_give_up(PyObject *o, const void *caller);
/* While it is learnt how the interpreter calls operators, they only say where from. */
bool gla_py_learns(void);
PyObject *gla_py_learn_caller(const void *caller);
static inline bool gla_py_pays(const gla_array *a)
{
    return gla_array_size(a) >= GLA_LEAST_REUSED;
}

/* ---- items.c: indexing, length, membership */
extern PyMappingMethods gla_py_mapping_methods;
extern PySequenceMethods gla_py_sequence_methods;
PyObject *gla_py_iterate(PyObject *self);

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
PyObject *gla_py_to_dlpack(PyObject *self, PyObject *args, PyObject *words);
PyObject *gla_py_dlpack_device(PyObject *self, PyObject *unused);
PyObject *gla_py_cuda_interface(PyObject *self, void *closure);

/* ---- texts.c: names of files, bytes */
gla_status gla_py_show_path(PyObject *o, gla_value *v);
gla_status gla_py_show_bytes(PyObject *o, gla_value *v);

/* ---- results.c: what a function has stored as its result; of several arrays a tuple */
PyObject *gla_py_result(gla_form form, const void *place);
PyObject *gla_py_show(const gla_result *r);

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

/* The end of an object may run code of the script that calls us: an error that is on its way stands. */
static inline void gla_py_let_go(PyObject *o)
{
    gla_kept_error kept;
    kept.status = GLA_OK;
    if (gla_last_status() != GLA_OK)
        gla_keep_error(&kept);
    Py_XDECREF(o);
    gla_restore_error(&kept);
}

/* A reference that ends with the block it stands in, whichever way that is left. */
#define GLA_PY_OWNED __attribute__((cleanup(gla_py_end_reference)))
static inline void gla_py_end_reference(PyObject **o)
{
    gla_py_let_go(*o);
}

/* Ctrl-C is heard among millions of elements. */
static inline gla_status gla_py_step(uint32_t *steps, uint32_t cost)
{
    if ((*steps += cost) < 0x20000)
        return GLA_OK;
    *steps = 0;
    return PyErr_CheckSignals() < 0 ? gla_py_pending() : GLA_OK;
}

static inline PyObject *gla_py_new_ref(PyObject *o)
{
    Py_INCREF(o);
    return o;
}

#endif
