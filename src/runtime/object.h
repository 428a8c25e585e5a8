/* object.h - handles: what every object that a script can hold begins with, arrays too, and what a class of them can do. */
#ifndef GLA_RUNTIME_OBJECT_H
#define GLA_RUNTIME_OBJECT_H

#include "gpulinalg/stream.h"

#include <stdatomic.h>

typedef struct gla_device gla_device;

/* One class of handles. */
typedef struct gla_class {
    const char *name;                     /* in script languages: "Stream" */
    void (*destroy)(void *object);        /* releases what the object holds, and its memory */
    gla_status (*evaluate)(void *object); /* of arrays whose elements are not there yet: makes them ordinary ones; or NULL */
} gla_class;

/* What every handle begins with. */
typedef struct gla_object {
    atomic_long refs;
    const char *mark;       /* &gla_object_mark, whatever the class, */
    const gla_class *class; /* and both NULL once it is released: whoever still uses it learns it, for a while */
    gla_device *dev;        /* that it is bound to; NULL: none */
} gla_object;

extern const char gla_object_mark;
extern const gla_class gla_array_class; /* the others are declared in entries.h */

/* A pointer that may be followed at all. */
static inline bool gla_is_address(const void *p)
{
    return (uintptr_t)p >= 4096 && (uintptr_t)p % _Alignof(int64_t) == 0;
}

/* Whether a handle that a caller gave is one of the class, as far as its memory shows. */
static inline bool gla_is_object(const void *p, const gla_class *class)
{
    return gla_is_address(p) && __atomic_load_n(&((const gla_object *)p)->class, __ATOMIC_ACQUIRE) == class;
}

/* From now on it is one of that class, for all threads: what was written before is there when they see it. */
static inline void gla_object_become(gla_object *o, const gla_class *class)
{
    __atomic_store_n(&o->class, class, __ATOMIC_RELEASE);
}

static inline bool gla_is_array(const void *p)
{
    return gla_is_object(p, &gla_array_class);
}

/* The error for a handle that is not one; `what` is the class that it must have, "array" and "object" too. */
gla_status gla_refuse_handle(const char *op, const char *name, const void *handle, const char *what);

/* Zeroed memory for an object of `bytes`, with one reference; NULL, with the error set, when there is none. */
void *gla_object_new(const char *op, const gla_class *class, gla_device *dev, size_t bytes);

/* One reference less of a handle that is known to be one; the last one destroys it. */
void gla_object_drop(gla_object *o);

#endif
