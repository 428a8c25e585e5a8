/* nested.h - State of reading a nested list (nested.c). */
#ifndef GLA_BINDING_NESTED_H
#define GLA_BINDING_NESTED_H

#include "binding/reader.h"

/* Requirements of the elements for the dtype. */
enum {
    NEEDS_BOOL = 1,
    NEEDS_INTEGER = 2,
    NEEDS_NEGATIVE = 4,
    NEEDS_UINT64 = 8, /* an integer of 2**63 or more */
    NEEDS_LARGE = 16, /* an integer beyond 64 bits */
    NEEDS_REAL = 32,
    NEEDS_COMPLEX = 64
};

/* Results of a pass that are not a gla_status: the dtype is too narrow; all elements must be read first. */
enum { GLA_NESTED_AGAIN = -1, GLA_NESTED_WHOLE = -2 };

/* An element that runs code when it is read, and the value that it returned. */
typedef struct gla_kept {
    void *object, *list;
    gla_array *array;
    gla_value_kind kind;
    gla_number number;
} gla_kept;

typedef struct gla_nested {
    gla_reader *r;
    void (*hold)(gla_reader *r, void *object); /* functions of the binding, or functions that do nothing */
    void (*release)(gla_reader *r, void *object);
    int64_t (*numbers)(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to);
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    unsigned needs;
    gla_dtype arrays; /* dtype of the arrays seen so far */
    bool mixed;       /* there are scalars, or arrays of different dtypes */
    bool huge;        /* an integer beyond float64 */
    bool taken_apart; /* the list was created by gla_binding.whole */
    gla_dtype dtype;
    size_t itemsize;
    bool storing;   /* false: the pass only checks */
    char *to;       /* address of the next element */
    gla_kept *kept; /* in order of appearance */
    size_t count, capacity, next;
    uint32_t steps; /* work since the last pause */
} gla_nested;

gla_status gla_fail_changed(void);

#endif
