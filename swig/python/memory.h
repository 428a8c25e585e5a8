/* memory.h - Memory shared with other libraries. */
#ifndef GLA_PYTHON_MEMORY_H
#define GLA_PYTHON_MEMORY_H

#include "binding.h"

#include "gpulinalg/exchange.h"

/* Initialise the description of the memory of o. */
void gla_py_foreign_of(PyObject *o, gla_foreign *m);

/* Return true if o specifies a stream of another library, as an address or a small positive number; the caller handles -1.
 * *status reports an exception of o's code. */
bool gla_py_stream_number(PyObject *o, long long *number, gla_status *status);

/* Owner of foreign memory, through any protocol. All members are initially zero; NULL if memory is exhausted. */
typedef struct GlaPyOwner {
    PyObject *objects;
    Py_buffer buffer;
    void *managed; /* a DLPack structure */
    bool versioned;
} GlaPyOwner;
GlaPyOwner *gla_py_new_owner(gla_status *status);
/* Release the owner. The last array on the memory may be destroyed in any thread, while an exception or an error is pending,
 * and even after Python has been finalised. */
void gla_py_release_owner(void *owner);

/* Return the elements of an object array as an array if they are numbers. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out);

#endif
