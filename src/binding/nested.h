/* nested.h - what is known of a list of lists while it is read (nested.c). */
#ifndef GLA_BINDING_NESTED_H
#define GLA_BINDING_NESTED_H

#include "binding/reader.h"

/* What the numbers need of a type. */
enum {
    NEEDS_BOOL = 1,
    NEEDS_INTEGER = 2,
    NEEDS_NEGATIVE = 4,
    NEEDS_UINT64 = 8, /* there is one of 2**63 or more */
    NEEDS_LARGE = 16, /* there is an integer beyond 64 bits */
    NEEDS_REAL = 32,
    NEEDS_COMPLEX = 64
};

/* Beside statuses, what a pass ends with: the type is too narrow; elements must first be read, all at once. */
enum { GLA_NESTED_AGAIN = -1, GLA_NESTED_WHOLE = -2 };

/* An element that ran code when it was read, and what it was then. */
typedef struct gla_kept {
    void *object, *list;
    gla_array *array;
    gla_value_kind kind;
    gla_number number;
} gla_kept;

typedef struct gla_nested {
    gla_reader *r;
    void (*hold)(gla_reader *r, void *object); /* these are the language's, or do nothing */
    void (*release)(gla_reader *r, void *object);
    int64_t (*numbers)(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to);
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    unsigned needs;
    gla_dtype arrays; /* type of the arrays met so far */
    bool mixed;       /* there are not only arrays of one type */
    bool huge;        /* an integer beyond float64 */
    bool taken_apart; /* the list is what gla_binding.whole made */
    gla_dtype dtype;
    size_t itemsize;
    bool storing;   /* else the pass only looks */
    char *to;       /* where the next element goes */
    gla_kept *kept; /* in the order in which they were met */
    size_t count, capacity, next;
    uint32_t steps; /* what was read since the last pause */
} gla_nested;

gla_status gla_fail_changed(void);

#endif
