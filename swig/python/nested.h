/* nested.h - nested lists on their way to an array: what the first pass (nested.c) hands to the second (nested_fill.c). */
#ifndef GLA_PYTHON_NESTED_H
#define GLA_PYTHON_NESTED_H

#include "binding.h"

/* An element that runs code of its own when it is read.  It is read once; the second pass takes what it was then. */
typedef struct GlaKept {
    PyObject *object;
    PyObject *plain;  /* a list instead of another sequence, a float or int instead of a number of another class; or: */
    gla_array *array; /* instead of an array of another library; or, if that has no dimensions: */
    gla_dtype dtype;  /* its type, and its value */
    _Alignas(8) unsigned char value[16];
} GlaKept;

typedef struct GlaNested {
    int ndim;             /* levels seen so far */
    int leaf_depth;       /* of the first number; -1 before */
    int64_t shape[GLA_MAX_NDIM];
    gla_dtype widest;     /* of the numbers: BOOL < INT64 < UINT64 < FLOAT64 < COMPLEX128 */
    gla_dtype arrays;     /* type of all arrays among them; NO_DTYPE before the first and when they differ */
    bool deep;            /* nested deeper than any array: a fact about the whole list */
    bool mixed;           /* not only arrays of one type */
    bool negative, unfit; /* there is a negative integer; one that does not fit 64 bits */
    GlaKept *kept;        /* in the order in which they were met */
    size_t count, capacity;
    uint32_t steps;       /* what was read since the last look for signals */
} GlaNested;

/* The type that holds any number of dtype, of those that a list of plain numbers can have. */
gla_dtype gla_py_kind_of(gla_dtype dtype);
gla_status gla_py_fail_changed(void);
/* The elements of o, which was read before, to `to`, which holds as many as the shape that was found. */
gla_status gla_py_fill_nested(GlaNested *s, PyObject *o, gla_dtype dtype, void *to);

#endif
