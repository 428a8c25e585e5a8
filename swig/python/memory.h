/* memory.h - memory that is shared with other libraries. */
#ifndef GLA_PYTHON_MEMORY_H
#define GLA_PYTHON_MEMORY_H

#include "binding.h"

#include "gpulinalg/exchange.h"

/* The start of a description of the memory of o. */
void gla_py_foreign_of(PyObject *o, gla_foreign *m);

/* Whether o names a stream of another library: an address or a small number, above zero; -1 is left to the caller.
 * *status is what code of o raised. */
bool gla_py_stream_number(PyObject *o, long long *number, gla_status *status);

/* What keeps the memory of others alive, in whichever way: all zero at first, or NULL without memory for it. */
typedef struct GlaPyOwner {
    PyObject *objects;
    Py_buffer buffer;
    void *managed; /* a struct of DLPack */
    bool versioned;
} GlaPyOwner;
GlaPyOwner *gla_py_new_owner(gla_status *status);
/* The last array on the memory may die in any thread, with an exception or an error pending, and after Python has. */
void gla_py_release_owner(void *owner);

/* The elements of an object array as an array, if they are numbers. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out);

#endif
