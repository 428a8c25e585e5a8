/* object.h - handles of the library other than arrays: reference-counted, each with its class. */
#ifndef GLA_RUNTIME_OBJECT_H
#define GLA_RUNTIME_OBJECT_H

#include "runtime/runtime.h"

typedef struct gla_object_type {
    const char *name; /* of the class in script languages */
    void (*destroy)(void *object); /* gives back what it holds; the memory itself is freed after it */
} gla_object_type;

/* What every such handle begins with. */
typedef struct gla_object {
    atomic_long refs;
    const char *mark; /* &gla_object_mark while it lives, at the place where arrays have theirs */
    const gla_object_type *type;
} gla_object;

extern const gla_object_type gla_stream_type, gla_event_type, gla_module_type, gla_kernel_type, gla_elementwise_type,
    gla_reduction_type, gla_scan_type;

extern const char gla_object_mark;

/* A pointer that may be followed at all. */
static inline bool gla_is_address(const void *p)
{
    return (uintptr_t)p >= 4096 && (uintptr_t)p % _Alignof(int64_t) == 0;
}

/* Whether a handle that a caller gave is one, as far as its memory shows. */
static inline bool gla_is_array(const void *p)
{
    return gla_is_address(p) && ((const gla_array *)p)->mark == &gla_array_mark;
}

static inline bool gla_is_object(const void *p, const gla_object_type *type)
{
    return gla_is_address(p) && ((const gla_object *)p)->mark == &gla_object_mark && ((const gla_object *)p)->type == type;
}

/* The error for a handle that is not one; `what` is the class that it must have. */
gla_status gla_refuse_handle(const char *op, const char *name, const void *handle, const char *what);

/* Zeroed memory for an object of `bytes`, with one reference; NULL, with the error set, when there is none. */
void *gla_object_new(const char *op, const gla_object_type *type, size_t bytes);

#endif
