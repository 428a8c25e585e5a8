/* native.h - The module as seen by Python's interpreter: types and their slots, exceptions, initialisation. */
#ifndef GLA_PYTHON_NATIVE_H
#define GLA_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "gpulinalg.h"
#include "gpulinalg/call.h"

/* The C part of an object of any class of the library: a handle, which is NULL only if the object is uninitialised. */
typedef struct GlaObject {
    PyObject_HEAD void *handle;
    PyObject *weak; /* list of weak references */
} GlaObject;

/* ---- module.c: initialisation of the module */
int gla_py_start(PyObject *module);

/* ---- types.c: base types of all objects of the library and of arrays */
extern PyTypeObject gla_py_handle_type, gla_py_base_type;
extern PyTypeObject gla_py_floating_device_type; /* a string: the device of an array that floats */
int gla_py_add_types(PyObject *module);

/* ---- errors.c */
int gla_py_add_errors(PyObject *module);
/* Raise the exception for the library function that failed with this status, and return NULL. The second function also names
 * the wrong argument. */
void *gla_py_raise(gla_status status);
void *gla_py_raise_about(gla_status status, const char *function, const char *argument);
/* Show the warnings of the last call through Python's warnings module. Return -1 if a filter turns a warning into an
 * exception. */
int gla_py_show_warnings(void);
/* Return the status for a pending Python exception. */
gla_status gla_py_pending(void);
/* Clear the exception if an object lacks an optional method or attribute; leave any other exception pending. */
gla_status gla_py_clear_refusal(void);
/* Release a reference and preserve a pending error, because releasing may run code of the script that calls the library. */
void gla_py_release(PyObject *o);

/* ---- operators.c: number slots and comparison, for all objects and for arrays */
extern PyNumberMethods gla_py_operators, gla_py_number_methods;
PyObject *gla_py_compare(PyObject *x, PyObject *y, int op);

/* ---- temporaries.c: operands that only the interpreter's value stack refers to */
/* Move the array out of a temporary operand and offer its memory to the operation. Return NULL for any other operand. `caller`
 * is the return address of the operator. */
gla_array *gla_py_take_temporary(PyObject *o, const void *caller);
/* Return true during calibration, while operators only record their callers. */
bool gla_py_is_calibrating(void);
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
/* Declare a reference that is released at the end of its block, however the block is left. */
#define GLA_PY_OWNED __attribute__((cleanup(gla_py_end_reference)))
static inline void gla_py_end_reference(PyObject **o)
{
    gla_py_release(*o);
}

static inline PyObject *gla_py_new_ref(PyObject *o)
{
    Py_INCREF(o);
    return o;
}

#endif
