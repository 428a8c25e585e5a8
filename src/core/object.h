/* object.h - handles of the library other than arrays: reference-counted, each with its class. */
#ifndef GLA_CORE_OBJECT_H
#define GLA_CORE_OBJECT_H

#include "core.h"

typedef struct gla_object_type {
    const char *name; /* of the class in script languages */
    void (*destroy)(void *object); /* gives back what it holds; the memory itself is freed after it */
} gla_object_type;

/* What every such handle begins with. */
typedef struct gla_object {
    atomic_long refs;
    const gla_object_type *type;
} gla_object;

/* Zeroed memory for an object of `bytes`, with one reference; NULL, with the error set, when there is none. */
void *gla_object_new(const char *op, const gla_object_type *type, size_t bytes);

#endif
