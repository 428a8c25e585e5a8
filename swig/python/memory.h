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

/* Around code of others that runs when memory is released: in any thread, perhaps with an exception or an error pending. */
typedef struct GlaPyEntry {
    PyGILState_STATE state;
    PyObject *pending[3];
    gla_kept_error error;
} GlaPyEntry;
bool gla_py_enter(GlaPyEntry *entry); /* false when Python has ended: then nothing can be released */
void gla_py_leave(GlaPyEntry *entry);

/* The elements of an object array as an array, if they are numbers. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out);

#endif
