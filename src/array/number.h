/* number.h - reading the numbers that functions of the array room take as 0-d arrays. */
#ifndef GLA_ARRAY_NUMBER_H
#define GLA_ARRAY_NUMBER_H

#include "core/core.h"

typedef struct gla_number {
    bool is_integer; /* given as an integer or bool: `integer` is exact */
    bool is_complex;
    __int128 integer; /* holds every int64 and uint64 */
    double re, im;
} gla_number;

/* The value of a 0-d array (or of one element), wherever it is.  `op` and `name` begin the message of a ShapeError. */
gla_status gla_read_number(const char *op, const char *name, const gla_array *a, gla_number *number);

#endif
