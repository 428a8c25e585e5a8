/* memory.h - memory of other objects, as they describe it. */
#ifndef GLA_PYTHON_MEMORY_H
#define GLA_PYTHON_MEMORY_H

#include "binding.h"

/* Strides are in bytes. */
typedef struct GlaMemory {
    PyObject *object;      /* that exports the memory; borrowed, for messages */
    const char *format;    /* of an element, as the exporter writes it */
    void *data;
    Py_ssize_t itemsize, shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int ndim;
    const char *device;    /* name of a GPU; NULL: memory of the host */
    bool readonly, swapped; /* swapped: the other byte order */
    gla_dtype dtype;
} GlaMemory;

/* The type of a kind (b, i, u, f, c) and a size; NO_DTYPE if it is none of ours. */
gla_dtype gla_py_kind(char kind, Py_ssize_t size);
/* Whether a mark of byte order (@ = < > ! |) is not that of this machine. */
bool gla_py_is_swapped(char order);

/* Its class, as long as it has that. */
static inline const char *gla_py_type_name(const GlaMemory *m)
{
    return Py_TYPE(m->object)->tp_name;
}

gla_status gla_py_fail_format(const GlaMemory *m);
gla_status gla_py_fail_lie(const GlaMemory *m, const char *what);

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

/* Lowest and highest byte offset of the elements, and their number.  Fails when sizes make no sense. */
gla_status gla_py_span(const GlaMemory *m, Py_ssize_t *low, Py_ssize_t *high, Py_ssize_t *size);
/* Wrap or copy.  release(owner) is called now after a copy, else when the last array on it dies; on failure never. */
gla_status gla_py_take(GlaMemory *m, void (*release)(void *), void *owner, gla_array **out);

/* The elements of an object array as an array, if they are numbers. */
gla_status gla_py_take_objects(PyObject *o, gla_array **out);

#endif
