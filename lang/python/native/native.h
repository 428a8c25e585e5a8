/* native.h - the module as Python's interpreter sees it: types and their slots, exceptions, the start. */
#ifndef GLA_PYTHON_NATIVE_H
#define GLA_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "gpulinalg.h"
#include "gpulinalg/call.h"

/* The C part of every class of the library: a handle, which is NULL only in an object that was never initialised. */
typedef struct GlaObject {
    PyObject_HEAD void *handle;
    PyObject *weak; /* references that do not keep it */
} GlaObject;

/* ---- module.c: everything that the module needs to start */
int gla_py_start(PyObject *module);

/* ---- types.c: of all objects of the library, and of arrays among them */
extern PyTypeObject gla_py_handle_type, gla_py_base_type;
int gla_py_add_types(PyObject *module);

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
/* The end of an object may run code of the script that calls us: an error that is on its way stands. */
void gla_py_let_go(PyObject *o);

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
    return gla_array_size(a) >= GLA_MIN_REUSED;
}

/* ---- items.c: indexing, length, membership */
extern PyMappingMethods gla_py_mapping_methods;
extern PySequenceMethods gla_py_sequence_methods;
PyObject *gla_py_iterate(PyObject *self);

/* ---- references */
/* One that ends with the block it stands in, whichever way that is left. */
#define GLA_PY_OWNED __attribute__((cleanup(gla_py_end_reference)))
static inline void gla_py_end_reference(PyObject **o)
{
    gla_py_let_go(*o);
}

static inline PyObject *gla_py_new_ref(PyObject *o)
{
    Py_INCREF(o);
    return o;
}

#endif
