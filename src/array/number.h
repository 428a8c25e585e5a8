/* number.h - Read scalars that functions receive as 0-d arrays. */
#ifndef GLA_ARRAY_NUMBER_H
#define GLA_ARRAY_NUMBER_H

#include "core/core.h"

typedef struct gla_number {
    bool is_integer; /* given as an integer or bool; `integer` is exact */
    bool is_complex;
    __int128 integer; /* represents every int64 and uint64 */
    double re, im;
} gla_number;

/* Read the value of an array with one element, on any device. `op` and `name` start the message of a ShapeError. */
gla_status gla_read_number(const char *op, const char *name, const gla_array *a, gla_number *number);

#endif
